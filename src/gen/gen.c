#include "gen/gen.h"
#include "base/die.h"
#include "base/hash.h"
#include "gen/bank.h"
#include "gen/construct.h"
#include "gen/et.h"
#include "gen/fusion_function.h"
#include "gen/mutator.h"
#include "gen/op_class.h"
#include "gen/strategy.h"

#define STRATEGY(identifier) extern const struct strategy strategy_##identifier;
#include "gen/strategies.def"

const struct strategy *const strategies[] = {
#define STRATEGY(identifier) &strategy_##identifier,
#include "gen/strategies.def"
    NULL,
};

const struct strategy *strategy_find(const char *name) {
    for (const struct strategy *const *s = strategies; *s != NULL; s++)
        if (strcmp((*s)->name, name) == 0)
            return *s;
    return NULL;
}

uint64_t strategy_steps(const struct strategy *strategy, uint64_t chain) {
    return chain == 0 || strategy->n_seeds == 0 ? strategy->n_steps : chain;
}

struct gen *gen_new(struct term_table *table) {
    struct gen *gen = mem_alloc_zero(sizeof *gen);
    gen->table = table;
    gen->eval = eval_new(table);
    return gen;
}

void gen_free(struct gen *gen) {
    if (gen == NULL)
        return;
    et_free(gen->et);
    mutator_free(gen->mutator);
    op_classes_free(gen->classes);
    term_bank_free(gen->bank);
    fusion_set_free(gen->fusions);
    construct_set_free(gen->constructs);
    eval_free(gen->eval);
    mem_free(gen);
}

void gen_add_data(struct gen *gen, const char *text, size_t n) {
    gen->digest = (uint16_t)hash_mix(gen->digest + 1u, seed_hash(text, n));
}

/* The stream of a step; step 0 is the trail's own. */
static struct rng rng_of(const struct test_id *id, uint64_t step) {
    uint64_t name = hash_bytes(id->strategy, strlen(id->strategy));
    for (size_t i = 0; i < id->n_seeds; i++)
        name = hash_mix(name + i, id->seeds[i]);
    struct rng rng;
    rng_init(&rng, id->campaign, name, id->trail, step);
    return rng;
}

struct trail *gen_trail_begin(struct gen *gen, const struct strategy *strategy,
                              const struct seed *const *seeds, uint64_t campaign, uint64_t number,
                              const char **reason) {
    struct trail *trail = mem_alloc_zero(sizeof *trail);
    *trail = (struct trail){
        .gen = gen,
        .strategy = strategy,
        .seeds = seeds,
        .id = {.n_seeds = strategy->n_seeds,
               .campaign = campaign,
               .trail = number,
               .digest = gen->digest},
        .mark = term_table_mark(gen->table),
    };
    if (strlen(strategy->name) >= sizeof trail->id.strategy)
        BUG("the name of strategy %s is too long", strategy->name);
    memcpy(trail->id.strategy, strategy->name, strlen(strategy->name));
    for (uint32_t i = 0; i < strategy->n_seeds; i++)
        trail->id.seeds[i] = seeds[i]->hash;
    struct rng rng = rng_of(&trail->id, 0);
    *reason = strategy->begin(trail, &rng);
    if (*reason == NULL)
        return trail;
    term_table_rewind(gen->table, trail->mark);
    mem_free(trail);
    return NULL;
}

bool gen_trail_next(struct trail *trail, struct test *test) {
    struct rng rng = rng_of(&trail->id, trail->id.step + 1);
    *test = (struct test){0};
    if (!trail->strategy->next(trail, &rng, test))
        return false;
    trail->id.step++;
    return true;
}

bool gen_trail_recipe(struct trail *trail, const struct test *test, struct recipe *recipe) {
    if (trail->strategy->write_recipe == NULL || test->truth != TRUTH_UNSAT)
        return false;
    struct rng rng = rng_of(&trail->id, trail->id.step);
    trail->strategy->write_recipe(trail, &rng, recipe);
    return true;
}

void gen_trail_end(struct trail *trail) {
    if (trail == NULL)
        return;
    trail->strategy->end(trail);
    term_table_rewind(trail->gen->table, trail->mark);
    mem_free(trail);
}
