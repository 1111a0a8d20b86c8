/*
 * eval_int.h - the inside of the evaluator, shared by its files.
 *
 *   machine.c     the loop: from terms to values
 *   choice.c      what is open: stuck applications, the table of choices, the search
 *   quantifier.c  instances of quantifiers, and candidates for them
 *   domain.c      finite sorts
 *   eval.c        the rest of eval.h
 *
 * A stuck application is a VALUE_STUCK: aux is STUCK_OP + operator or the
 * function of the script; words are the list of indices and the sort, the
 * argument sorts (two to a word would save little), and the arguments. If its
 * arguments are all values, it is a choice: it is open itself. Otherwise it
 * waits for its arguments.
 */
#ifndef MOMUS_EVAL_EVAL_INT_H
#define MOMUS_EVAL_EVAL_INT_H

#include "eval/eval.h"
#include "eval/meaning.h"
#include "eval/regex.h"

/* What an operator does, by its number in the term table. */
struct eval_op {
    meaning_fn *apply;
    uint16_t canonical;
    uint8_t flags;
    uint8_t assoc;
    uint8_t n_args; /* of the signature */
};

struct eval {
    struct term_table *table;
    struct value_table values;
    struct regex_matcher *matcher;
    struct eval_limits limits;
    uint64_t steps_left;
    bool fixed;
    VEC(struct eval_op) ops; /* by operator, theory operators only */
};

#endif
