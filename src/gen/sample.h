/*
 * sample.h - values of a sort at random, corners more often than others.
 *
 * Constants of fusion functions are drawn here, and so is what these are tried
 * on: zeros, ones, extremes and their neighbours, empty words, NaN, and now and
 * then anything.
 */
#ifndef MOMUS_GEN_SAMPLE_H
#define MOMUS_GEN_SAMPLE_H

#include "base/rng.h"
#include "eval/eval.h"

/* 0 if values of the sort are not drawn: of uninterpreted sorts, functions, languages. */
value sample_value(struct eval *eval, sort s, struct rng *rng);
/* The same as a term. */
term sample_term(struct eval *eval, sort s, struct rng *rng);

/*
 * A value of any sort: drawn, or else the one that the evaluator's fixed mode takes for
 * a constant that nobody speaks of. 0 if there is none.
 */
value sample_any(struct eval *eval, term constant, struct rng *rng);

#endif
