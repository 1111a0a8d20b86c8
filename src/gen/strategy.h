/*
 * strategy.h - one small interface for every way of making tests.
 *
 * A strategy is one file and one row of strategies.def. It makes trails: a trail
 * begins on a seed, on several, or on none, and gives one test after the other.
 * Whether a step starts from the seed again or from the step before is the
 * strategy's own business; but all that a step does follows from the seeds, the
 * data files and the random numbers that it is given, so that an id always gives
 * the same bytes. Nothing may depend on handles, addresses, time or what else was
 * made before.
 *
 *     trail = gen_trail_begin(gen, strategy, seeds, campaign, number);
 *     while (gen_trail_next(trail, &test))
 *         if (test.dropped == NULL)
 *             render ...
 *     gen_trail_end(trail);
 *
 * Terms that a trail makes live until it ends: the table is then rewound.
 */
#ifndef MOMUS_GEN_STRATEGY_H
#define MOMUS_GEN_STRATEGY_H

#include "base/rng.h"
#include "gen/gen.h"
#include "gen/recipe.h"
#include "gen/seed.h"
#include "gen/test.h"

struct trail {
    struct gen *gen;
    const struct strategy *strategy;
    const struct seed *const *seeds; /* strategy->n_seeds of them */
    struct test_id id;               /* its step is that of the last test */
    void *state;                     /* the strategy's own */
    struct term_mark mark;
};

struct strategy {
    const char *name;
    const char *summary; /* for --help: without a capital and a full stop */
    /*
     * That a trail begins on. 0: it needs none. Its trails are then parts of one fixed
     * sequence of tests: they have n_steps steps, whatever the user says about chains, none
     * is given up, and `begin` refuses all numbers from the end of the sequence on.
     */
    uint32_t n_seeds;
    uint32_t n_steps;   /* of a trail, unless told otherwise */
    bool is_suite;      /* without seeds, and worth making as a whole: that is the default */
    bool wants_models;  /* from solvers, of every test: little else is known of its truth */
    bool wants_cores;   /* from solvers, of every test: its assertions have names */
    bool wants_bank;    /* of the terms of all seeds: gen->bank */
    bool wants_witness; /* a seed that is satisfiable is of use only with a witness */
    /*
     * Why the seed cannot be used, in a few words that make sense to its owner; NULL if it can.
     * Not needed without seeds.
     */
    const char *(*refuse)(struct gen *gen, const struct seed *seed);
    /*
     * Sets trail->state. The reason if these seeds do not go together, else NULL; on a
     * refusal `end` is not called. `rng` is the trail's own stream, step 0.
     */
    const char *(*begin)(struct trail *trail, struct rng *rng);
    /*
     * Makes the next test; `test` is all-zero before. `rng` is the step's own stream.
     * False if the trail has come to an end: no step can follow.
     */
    bool (*next)(struct trail *trail, struct rng *rng, struct test *test);
    void (*end)(struct trail *trail);
    /*
     * How a test of which it is known by its making that it is unsatisfiable is made smaller: the
     * recipe of the last test, whose stream of random numbers this is again, and what is made of
     * such recipes (gen/recipe.h). Both NULL: it is not.
     */
    void (*write_recipe)(struct trail *trail, struct rng *rng, struct recipe *recipe);
    recipe_make_fn *make_recipe;
};

/* All of strategies.def, in its order; NULL at the end. */
extern const struct strategy *const strategies[];
/* NULL if there is none with this name. */
const struct strategy *strategy_find(const char *name);
/* How many steps its trails have: `chain`, or its own number if that is 0 or not its to say. */
uint64_t strategy_steps(const struct strategy *strategy, uint64_t chain);

/*
 * The seeds are borrowed until the end. NULL, with the reason, if they do not go
 * together. One trail at a time per gen.
 */
struct trail *gen_trail_begin(struct gen *gen, const struct strategy *strategy,
                              const struct seed *const *seeds, uint64_t campaign, uint64_t number,
                              const char **reason);
bool gen_trail_next(struct trail *trail, struct test *test);
/* The recipe of the test that was made last. False if it has none. */
bool gen_trail_recipe(struct trail *trail, const struct test *test, struct recipe *recipe);
void gen_trail_end(struct trail *trail);

#endif
