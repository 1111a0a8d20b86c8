/*
 * pool.h - the terms of a seed, by sort: what new terms are made of.
 *
 * Every distinct term of the assertions and definitions is in it once, in the
 * order of the script, with the commands in which it may be used. Not in it:
 * terms with names (:named) in them, since a name can stand only once; with a
 * match in them, since cvc5 does not read the variables of its patterns twice; and
 * annotated terms, since patterns belong to their quantifier.
 */
#ifndef MOMUS_GEN_POOL_H
#define MOMUS_GEN_POOL_H

#include "gen/place.h"
#include "gen/span.h"
#include "gen/vocabulary.h"

/* About a term on the way. */
struct pool_fact {
    term t;
    struct span span;
    bool is_pinned; /* it has something in it that can stand only once */
};

struct pool_term {
    term t;
    varset free;
    struct span span;
};

/* The terms of one sort: terms[first] and those behind it. */
struct pool_sort {
    sort sort;
    uint32_t first, n;
};

/* Stays allocated between uses; all-zero before the first. */
struct pool {
    struct term_table *table;
    VEC(struct pool_term) terms;
    VEC(struct pool_sort) sorts; /* in the order in which they appear */
    struct term_map groups;      /* sort -> its number in `sorts`, from 1 */
    size_t n_names;              /* terms of the seed with a name */
    bool uses_names;             /* and such a name is used */
    bool has_names;              /* names must be minded */
    bool has_matches;

    struct term_walk walk;
    struct term_map facts; /* term -> its number in `found`, from 1 */
    VEC(struct pool_fact) found;
};

/* Notes in the vocabulary what the seed uses. */
void pool_begin(struct pool *pool, struct term_table *table, const struct seed *seed,
                const struct spans *spans, struct vocabulary *vocabulary);
void pool_release(struct pool *pool);

/* NULL if there are no terms of this sort. */
const struct pool_sort *pool_sort(const struct pool *pool, sort s);

/* Where a new term is to stand. */
struct site {
    uint32_t command;      /* of the seed, from 1 */
    struct places *places; /* with the place that was picked; NULL: outside all binders */
    term extra;            /* another term that may be used, 0 if there is none */
};
/* A random term of the sort that may stand there, all alike; 0 if there is none. */
term pool_pick(const struct pool *pool, const struct site *site, sort s, struct rng *rng);
/* Is a name given or used in the term? It must not get lost. */
bool pool_is_named(struct pool *pool, term t);
/* Has it something in it that can stand only once? */
bool pool_is_pinned(struct pool *pool, term t);

#endif
