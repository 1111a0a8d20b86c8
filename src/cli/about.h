/*
 * about.h - what --version shows: which momus this is and what it is made with.
 */
#ifndef MOMUS_CLI_ABOUT_H
#define MOMUS_CLI_ABOUT_H

#include "base/strbuf.h"

void about(struct strbuf *out);

#endif
