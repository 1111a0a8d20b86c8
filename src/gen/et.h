/*
 * et.h - the grammars of the strategy et, ready to be walked.
 */
#ifndef MOMUS_GEN_ET_H
#define MOMUS_GEN_ET_H

#include "gen/gen.h"

struct et;

/*
 * Reads the grammars that the settings name, once. False, with the message, if one
 * cannot be read: then the strategy cannot be used.
 */
bool et_prepare(struct gen *gen, struct strbuf *error);
/* NULL is fine. */
void et_free(struct et *et);

#endif
