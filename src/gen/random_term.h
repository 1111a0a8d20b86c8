/*
 * random_term.h - new well-sorted terms: an operator that gives the wanted sort,
 * over terms of the seed.
 *
 * An argument is a term of the seed that may stand at the site. Only where the
 * seed has none of the sort (rounding modes, languages, a width that it lacks),
 * or once in CORNER_CHANCE, it is a corner value or, up to the depth, a new term
 * in turn.
 */
#ifndef MOMUS_GEN_RANDOM_TERM_H
#define MOMUS_GEN_RANDOM_TERM_H

#include "gen/candidates.h"
#include "gen/corner.h"

enum { CORNER_CHANCE = 16 };

/* What terms are made from; all borrowed. */
struct term_maker {
    struct term_table *table;
    const struct pool *pool;
    const struct spans *spans;
    const struct vocabulary *vocabulary;
    struct candidates *candidates;
    struct corner *corner;
};

/*
 * A new application of this sort, with new terms below it down to the depth: 1 is
 * an operator over terms that exist. 0 if the operators that were tried take
 * arguments that cannot be had.
 */
term random_application(const struct term_maker *maker, const struct site *site, sort s,
                        uint32_t depth, struct rng *rng);
/* A term of this sort: of the seed, a corner value or a new one; 0 if there is none. */
term random_term(const struct term_maker *maker, const struct site *site, sort s, uint32_t depth,
                 struct rng *rng);

#endif
