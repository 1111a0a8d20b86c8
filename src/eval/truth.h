/*
 * truth.h - what is known about a formula, and why.
 */
#ifndef MOMUS_EVAL_TRUTH_H
#define MOMUS_EVAL_TRUTH_H

#include <stddef.h>

enum truth { TRUTH_UNKNOWN, TRUTH_SAT, TRUTH_UNSAT };

enum basis {
    BASIS_NONE,
    BASIS_WITNESS,      /* an assignment that our evaluator finds satisfying */
    BASIS_CONSTRUCTION, /* it follows from rules of ours that were proven */
    BASIS_EXHAUSTION,   /* our evaluator tried everything there is to try */
    BASIS_CHAIN,        /* steps that keep the truth lead here from a labelled seed */
    BASIS_LABEL,        /* somebody said so */
};

/* "unknown", "sat", "unsat". */
const char *truth_name(enum truth truth);
/* "none", "witness", "construction", "exhaustion", "chain", "label". */
const char *basis_name(enum basis basis);
/* TRUTH_UNKNOWN for any other word. */
enum truth truth_find(const char *at, size_t n);

#endif
