/*
 * simplify.h - rules that keep the meaning of a term and make it shorter.
 *
 * Each looks at one operator over arguments that are simplified already; the pass goes from the
 * arguments up.
 */
#ifndef MOMUS_REDUCE_SIMPLIFY_H
#define MOMUS_REDUCE_SIMPLIFY_H

#include "reduce/steps.h"

/*
 * Which rules: all; only those of connectives and names, which no sum, product or word is touched
 * by; only that nested operators become flat.
 */
enum simplify_how { SIMPLIFY_ALL, SIMPLIFY_LOGIC, SIMPLIFY_FLAT };

/* The term with these in the place of its arguments, simplified. */
term simplify_over(struct steps *steps, enum simplify_how how, term t, const u32_vec *args);

#endif
