/*
 * theories.h - what formulas are about, in a few words: arrays, strings, quantifiers.
 */
#ifndef MOMUS_REPORT_THEORIES_H
#define MOMUS_REPORT_THEORIES_H

#include "base/file.h"
#include "base/vec.h"

/* Reads formulas one after the other. */
struct theories;
struct theories *theories_new(void);
/* Takes NULL. */
void theories_free(struct theories *theories);

typedef VEC(const char *) theory_vec;
/*
 * Appends the names of what the script uses, in a fixed order; "core" where that is nothing else, "not
 * read" where momus does not understand it, or there is none. The names are static.
 */
void theories_of(struct theories *theories, struct file_text script, theory_vec *names);

#endif
