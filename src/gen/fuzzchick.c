/*
 * fuzzchick - a term becomes another term of the seed that has its sort and is in
 * scope there: typefuzz without new operators, as a measure for it. Each step
 * goes on from the step before.
 */
#include "gen/mutator.h"

static bool replace_term(struct trail *trail, struct rng *rng) {
    struct mutator *mutator = trail->state;
    if (!mutator_is_replaceable(mutator))
        return false;
    struct site site = mutator_site(mutator);
    term before = mutator->places.at.at;
    site.extra = 0;
    term t = pool_pick(&mutator->pool, &site, term_sort(mutator->table, before), rng);
    if (t == 0 || t == before || !mutator_has_room(mutator, t))
        return false;
    mutator_replace(mutator, t);
    return true;
}

static bool next(struct trail *trail, struct rng *rng, struct test *test) {
    if (!mutator_change_somewhere(trail, rng, replace_term))
        return false;
    mutator_give(trail->state, test);
    return true;
}

const struct strategy strategy_fuzzchick = {
    .name = "fuzzchick",
    .summary = "terms replaced by other terms of the seed",
    .n_seeds = 1,
    .n_steps = 100,
    .refuse = mutator_refuse,
    .begin = mutator_begin,
    .next = next,
    .end = mutator_end,
};
