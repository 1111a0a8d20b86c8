/*
 * meaning.h - what operators mean: the seam between the evaluator and the
 * theories.
 *
 * A theory is one file, theory_<name>.c: a function per operator, or family of
 * operators, and a table at its end that says which function is whose. Its
 * rows name operators of ops.def in their canonical spelling; a SYN row means
 * what its target means.
 *
 * A function gets the values of the arguments and returns the value of the
 * application. It never sees an argument that is no value, unless its row says
 * MEANING_LAZY. Operators that take more arguments by associativity (LEFT,
 * RIGHT, CHAIN, PAIRWISE, INIT in ops.def) are folded by the evaluator: the
 * function gets what the signature in ops.def says, two arguments mostly. One
 * argument, where solvers tolerate that, is folded as well. CUSTOM operators,
 * and those whose row says MEANING_WHOLE, get all their arguments.
 */
#ifndef MOMUS_EVAL_MEANING_H
#define MOMUS_EVAL_MEANING_H

#include "eval/value.h"
#include "term/table.h"

struct eval;

struct application {
    uint16_t op; /* canonical */
    uint32_t n;
    uint32_t n_indices;
    const uint32_t *indices; /* of (_ f i j) */
    const value *args;
    const sort *sorts; /* of the arguments; behind the first step of a fold, the first is stale */
    sort sort;         /* of the result */
};

/* A value, VALUE_LIMIT, VALUE_UNSUPPORTED, or what eval_open and eval_call return. */
typedef value meaning_fn(struct eval *eval, const struct application *a);

enum {
    MEANING_LAZY =
        1, /* also gets arguments that are no values, and must say what becomes of them */
    MEANING_CALLS = 2, /* may use eval_call */
    MEANING_WHOLE = 4, /* gets all arguments at once, however many: nothing is folded */
};

struct meaning {
    uint16_t op; /* 0 ends a table */
    uint8_t flags;
    meaning_fn *apply; /* NULL: the operator has no meaning that momus could judge by */
};

extern const struct meaning theory_arrays[], theory_bags[], theory_bv[], theory_core[], theory_ff[],
    theory_fp[], theory_ints[], theory_reals[], theory_relations[], theory_sep[], theory_seq[],
    theory_sets[], theory_strings[], theory_trans[], theory_tuples[];

/* The row of a canonical operator; NULL if it has none. */
const struct meaning *meaning_of(enum op op);

/* ---- what the evaluator does for theories ---- */

struct value_table *eval_values(struct eval *eval);
struct term_table *eval_terms(struct eval *eval);

/*
 * The standard leaves the value of this application open: what the model or
 * the table of choices says, or else an application that is stuck.
 */
value eval_open(struct eval *eval, const struct application *a);
/* The same for an application that another one comes down to, as (** 0 -1) to (div 1 0). */
value eval_open_other(struct eval *eval, enum op op, sort result, const value *args,
                      const sort *sorts, uint32_t n);

/*
 * The value of a function at n arguments; if it takes more, a function of the
 * rest. `result` is the sort of what is returned.
 */
value eval_call(struct eval *eval, value function, const value *args, uint32_t n, sort result);

/*
 * Charges for work beyond one operator application (about a microsecond each).
 * False: the budget is used up, and the answer is VALUE_LIMIT.
 */
bool eval_spend(struct eval *eval, uint64_t steps);
/*
 * May a value of so many words be made? Numbers, texts and containers have to
 * ask before they become large. False: the answer is VALUE_LIMIT.
 */
bool eval_may_make(struct eval *eval, uint64_t words);

/* VALUE_TRUE, VALUE_FALSE or VALUE_LIMIT for two values of a sort. */
value eval_equal(struct eval *eval, value a, value b, sort s);

/* What a meaning says of arguments that are no values: the first worst of them. For LAZY rows. */
value eval_stuck(struct eval *eval, const struct application *a);

/*
 * The application, whose arguments are values, cannot be decided because a function
 * that it called gave something that is no value: `on`.
 */
value eval_wait(struct eval *eval, const struct application *a, value on);

/* ---- domains (eval/domain.c) ---- */

/* Has the sort finitely many values, at most `most`? Then *n is how many. */
bool domain_is_finite(struct eval *eval, sort s, uint64_t most, uint64_t *n);
/* The i-th value of a finite sort, i < its number of values. */
value domain_value(struct eval *eval, sort s, uint64_t i);
/* Some value of the sort, always the same one; 0 if it has none that we could name. */
value domain_default(struct eval *eval, sort s);

#endif
