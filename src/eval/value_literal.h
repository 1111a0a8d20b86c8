/*
 * value_literal.h - values without parts as terms: numbers, bits, floats,
 * strings, languages, elements.
 */
#ifndef MOMUS_EVAL_VALUE_LITERAL_H
#define MOMUS_EVAL_VALUE_LITERAL_H

#include "eval/meaning.h"

/* The value is of this sort, and has no parts that are written on their own. */
term value_literal(struct eval *eval, value v, sort s);

#endif
