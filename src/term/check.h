/*
 * check.h - the sort checker: from a name and arguments to a well-sorted term.
 *
 * Ranks of an operator are tried in the order of ops.def. It is strict, with
 * the tolerance that solvers share; what was tolerated is told, so that the
 * caller can note it.
 */
#ifndef MOMUS_TERM_CHECK_H
#define MOMUS_TERM_CHECK_H

#include "term/table.h"

enum check_status {
    CHECK_OK,
    CHECK_NO_INDEX_FITS, /* no rank takes this number of indices */
    CHECK_ARITY,         /* no rank takes this number of arguments */
    CHECK_SORTS,         /* no rank takes these sorts */
    CHECK_CONDITION,     /* the indices do not go with the argument sorts */
    CHECK_NEEDS_AS,      /* the arguments do not fix the result: (as f SORT) is needed */
    CHECK_AS,            /* the sort given with (as f SORT) is not one it can have */
    CHECK_TOO_LARGE,     /* the result would be a sort beyond the bounds */
};

enum tolerance {
    TOLERATE_UNARY = 1,        /* one argument where two are asked for: (and p) */
    TOLERATE_REAL_NUMERAL = 2, /* 1 for 1.0 */
    TOLERATE_INT_AS_REAL = 4,  /* an Int term where a Real is asked for */
    TOLERATE_LAMBDA_ARRAY = 8, /* a lambda where an array is asked for, as in z3 */
};

struct check {
    enum check_status status;
    uint32_t bad_arg;    /* the first argument that does not fit, UINT32_MAX if that is not it */
    unsigned tolerances; /* what was used, if the status is CHECK_OK */
};

/*
 * (NAME args), ((_ NAME indices) args), ((as NAME sort) args) for the operators
 * with this symbol; `as` is 0 without a qualification. Returns the term, or 0
 * and the reason in `check`. Arguments that a tolerance converts are replaced
 * in `args`.
 */
term check_op(struct term_table *table, symbol name, const uint32_t *indices, uint32_t n_indices,
              sort as, term *args, uint32_t n_args, struct check *check);

/*
 * The same without indices and `as`, for the ranks that need no matching of
 * patterns: most applications have one of these. 0 says nothing: ask check_op.
 */
term check_op_quick(struct term_table *table, symbol name, const term *args, uint32_t n_args);

/*
 * The same with interned indices, for what was accepted before with arguments
 * of the same sorts. 0 says nothing.
 */
term check_op_again(struct term_table *table, symbol name, list indices, const term *args,
                    uint32_t n_args);

/* check_op_quick for a function of the script that hides no other and has one rank. */
term check_fun_quick(struct term_table *table, fun f, const term *args, uint32_t n_args);

/* check_op for one operator only. */
term check_one_op(struct term_table *table, uint32_t op, const uint32_t *indices,
                  uint32_t n_indices, sort as, term *args, uint32_t n_args, struct check *check);

/* (f args) for a function of the script, or one of those with its name that it shadows. */
term check_fun(struct term_table *table, fun f, sort as, term *args, uint32_t n_args,
               struct check *check);

/* Appends, for people, why check_op refused: what the operator wants, what it was given. */
void check_explain_op(const struct term_table *table, symbol name, const struct check *check,
                      const term *args, uint32_t n_args, struct strbuf *out);
void check_explain_fun(const struct term_table *table, fun f, const struct check *check,
                       const term *args, uint32_t n_args, struct strbuf *out);

/*
 * `t` as a term of sort `wanted`: itself if it has that sort, else by the
 * tolerances, which are added to `tolerances`; 0 if that cannot be.
 */
term check_coerce(struct term_table *table, term t, sort wanted, unsigned *tolerances);

/* The sort rules of CUSTOM rows (term/check_custom.c): 0 if the arguments do not fit. */
sort check_custom(struct term_table *table, enum op op, const uint32_t *indices, uint32_t n_indices,
                  const term *args, uint32_t n_args);

#endif
