/*
 * message.h - what a solver says when it fails.
 */
#ifndef MOMUS_PROC_MESSAGE_H
#define MOMUS_PROC_MESSAGE_H

#include "base/strbuf.h"
#include "proc/profile.h"

/* The first place at which one of the patterns stands in the text, or NULL. */
const char *message_find(const char *text, size_t n, struct words patterns);

/*
 * Adds the message that stands in the text around `at`: from the start of that
 * line, a few lines at most, up to one with a pattern of `ends`. What differs
 * from run to run is gone: addresses, numbers of processes and of the script's
 * lines, folders of paths. So are lines that are only a version number.
 */
void message_add(struct strbuf *message, const char *text, size_t n, const char *at,
                 struct words ends);

/* Adds the line around `at` as it is, but for bytes that are no text; not more of it than of a message's. */
void message_add_line(struct strbuf *line, const char *text, size_t n, const char *at);

#endif
