/*
 * mutator.h - what the strategies that change one place at a time share: the
 * script as it is at the moment, its places, the terms of the seed, what may be
 * put in. One per gen; its memory is kept from trail to trail.
 */
#ifndef MOMUS_GEN_MUTATOR_H
#define MOMUS_GEN_MUTATOR_H

#include "gen/random_term.h"
#include "gen/strategy.h"

enum {
    GROWTH = 2,
    GROWTH_LEAST = 64, /* nodes that even the smallest seed may grow by */
    SIZE_OF_LET = 8,   /* nodes of a term that is printed with let if it comes twice */
};

struct mutator {
    struct term_table *table;
    struct spans spans;
    struct places places;
    struct pool pool;
    struct vocabulary vocabulary;
    struct candidates candidates;
    struct corner corner;
    struct term_maker maker;
    struct strbuf note;
    uint64_t seed_size; /* nodes of all roots when the trail began */
    u32_vec args;       /* scratch */
    struct term_walk walk;

    /* Of the strategy `bank`: names for what other seeds declare. */
    VEC(symbol) names; /* by function, 0 for its own */
    uint32_t n_foreign;

    /* When drawing finds no place, all are looked at. */
    struct occurrence_counts counts;
};

/* The reason why nothing in the seed can be changed; NULL if something can. */
const char *mutator_refuse(struct gen *gen, const struct seed *seed);
/* For struct strategy: the first seed of the trail; trail->state is a struct mutator. */
const char *mutator_begin(struct trail *trail, struct rng *rng);
void mutator_end(struct trail *trail);
void mutator_free(struct mutator *mutator);

/*
 * Is what was picked a place that may be replaced as a whole? Not where solvers
 * want a value, not annotations and what has names in it, and no functions.
 */
bool mutator_is_replaceable(struct mutator *mutator);
/* Does a solver want a value where the place is, or around it? */
bool mutator_is_fixed(const struct mutator *mutator);
/* The site of the place that was picked; what stands there may be used, as often as one likes. */
struct site mutator_site(struct mutator *mutator);
/*
 * May the term stand there, as far as size and names go? A chain would grow without end:
 * once the script is GROWTH times as large as the seed, a term gives way only to
 * one that is no larger. Where there are patterns, only small terms come: z3 takes
 * no let between a quantifier and its patterns. What has a name by :named stays closed.
 */
bool mutator_has_room(const struct mutator *mutator, term replacement);
bool mutator_is_full(const struct mutator *mutator);
/* Puts the term at the place, and says so in the note. */
void mutator_replace(struct mutator *mutator, term replacement);
/* Changes the place that was picked; false, with nothing changed, if it cannot be. */
typedef bool mutator_change_fn(struct trail *trail, struct rng *rng);
/* Picks places until one of them is changed; false if none of a fair number could be. */
bool mutator_change_somewhere(struct trail *trail, struct rng *rng, mutator_change_fn *change);
/* The test as the script is now. */
void mutator_give(struct mutator *mutator, struct test *test);

/* Appends what stands at the head of a term: "bvadd", "extract 7 0", "x". */
void mutator_add_head(const struct term_table *table, term t, struct strbuf *out);

#endif
