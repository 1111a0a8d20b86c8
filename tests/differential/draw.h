/*
 * draw.h - random ground terms: values of any sort, and applications of any
 * operator of ops.def to them.
 *
 * Sorts, indices and numbers of arguments are drawn so that the row allows
 * them; the sort checker has the last word, so no signature is written down
 * twice. Values lean towards corners: zeros, ones, extremes and their
 * neighbours, NaNs and infinities, empty and repetitive words and containers.
 */
#ifndef MOMUS_TEST_DRAW_H
#define MOMUS_TEST_DRAW_H

#include "base/rng.h"
#include "lang/parser.h"
#include "term/table.h"

enum { DRAW_ARGS_MAX = 6, DRAW_INDICES_MAX = 4, DRAW_POOL_MAX = 96, DRAW_RANKS_MAX = 40 };

/* What a CUSTOM operator takes, found by trial. */
struct custom_rank {
    sort sorts[DRAW_ARGS_MAX];
    uint32_t n_args;
    uint32_t indices[DRAW_INDICES_MAX];
    uint32_t n_indices;
};
struct custom_ranks {
    struct custom_rank at[DRAW_RANKS_MAX];
    uint32_t n;
    bool tried;
};

struct drawer {
    struct term_table *table;
    struct parser *parser;
    struct parse_error error;
    struct rng rng;
    sort pool[DRAW_POOL_MAX]; /* what a sort variable may stand for */
    uint32_t n_pool;
    sort rows[DRAW_POOL_MAX]; /* what CUSTOM operators may take: tuples, relations, ... */
    term row_terms[DRAW_POOL_MAX];
    uint32_t n_rows;
    struct custom_ranks *customs; /* by operator */
    bool small;                   /* only small numbers */
    bool single;                  /* only words of one character */
    uint32_t n_names;             /* of bound variables in the value that is being written */
};

/* Both are borrowed. */
void drawer_init(struct drawer *d, struct term_table *table, struct parser *parser);
void drawer_release(struct drawer *d);

uint32_t draw_below(struct drawer *d, uint32_t n);
/* Appends a value of the sort as SMT-LIB writes it. */
void draw_add_value(struct drawer *d, sort s, struct strbuf *out);
/* The text as a term; it must be one. */
term draw_read(struct drawer *d, struct strbuf *text);
term draw_value(struct drawer *d, sort s);
/* A value, or an application that is at most `depth` operators deep. */
term draw_term(struct drawer *d, sort s, int depth);
/*
 * An application of the operator; its arguments are at most `depth` operators
 * deep. 0 if none is found.
 */
term draw_application(struct drawer *d, uint32_t op, int depth);
/* Some application that has `t` as an argument. */
term draw_context(struct drawer *d, term t);
/*
 * A term of a sort whose values can be compared and written: a word asked of
 * a language, a function applied to arguments, and else the term itself.
 */
term draw_observation(struct drawer *d, term t);

#endif
