/*
 * enum_index.h - indices as users write them: 17, or 10^275.
 */
#ifndef MOMUS_GEN_ENUM_INDEX_H
#define MOMUS_GEN_ENUM_INDEX_H

#include <gmp.h>
#include <stdbool.h>

enum { ENUM_INDEX_DIGITS = 100000 }; /* larger numbers are refused */

/* Sets the number, which is initialised. False if the text is none, or too large. */
bool enum_index_read(const char *text, mpz_t index);

#endif
