/*
 * typefuzz - generative type-aware mutation: a term becomes a new one of its
 * sort, an operator over terms of the seed that are in scope there. The term
 * itself may be among them. Now and then there is a new assertion. Each step goes
 * on from the step before.
 */
#include "gen/mutator.h"

enum {
    DEPTH = 2,             /* of new terms, unless the user says otherwise */
    ASSERTION_CHANCE = 24, /* a new assertion once in so many steps */
};

static uint32_t depth_of(const struct gen *gen) {
    return gen->settings.max_depth > 0 ? gen->settings.max_depth : DEPTH;
}

static bool add_assertion(struct trail *trail, struct rng *rng) {
    struct mutator *mutator = trail->state;
    struct places *places = &mutator->places;
    uint64_t check = rng_next(rng) >> 1;
    struct site site = {.command = places_check(places, check)};
    if (site.command == 0 || mutator_is_full(mutator))
        return false;
    term t = random_application(&mutator->maker, &site, SORT_BOOL, depth_of(trail->gen), rng);
    if (t == 0)
        return false;
    strbuf_clear(&mutator->note);
    strbuf_add_text(&mutator->note, "new assertion: ");
    mutator_add_head(mutator->table, t, &mutator->note);
    return places_add_assertion(places, check, t);
}

static bool replace_term(struct trail *trail, struct rng *rng) {
    struct mutator *mutator = trail->state;
    if (!mutator_is_replaceable(mutator))
        return false;
    struct site site = mutator_site(mutator);
    term before = mutator->places.at.at;
    term t = random_application(&mutator->maker, &site, term_sort(mutator->table, before),
                                depth_of(trail->gen), rng);
    if (t == 0 || t == before || !mutator_has_room(mutator, t))
        return false;
    mutator_replace(mutator, t);
    return true;
}

static bool next(struct trail *trail, struct rng *rng, struct test *test) {
    bool is_added = rng_chance(rng, 1, ASSERTION_CHANCE) && add_assertion(trail, rng);
    if (!is_added && !mutator_change_somewhere(trail, rng, replace_term))
        return false;
    mutator_give(trail->state, test);
    return true;
}

const struct strategy strategy_typefuzz = {
    .name = "typefuzz",
    .summary = "terms replaced by new ones: an operator over terms of the seed",
    .n_seeds = 1,
    .n_steps = 100,
    .refuse = mutator_refuse,
    .begin = mutator_begin,
    .next = next,
    .end = mutator_end,
};
