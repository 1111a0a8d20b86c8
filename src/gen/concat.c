/*
 * concat: two seeds side by side, the baseline of Semantic Fusion (thesis, 3.5, RQ4).
 *
 * The first test of a trail is the conjunction, the second the disjunction; there
 * are no more. What is known of the seeds says what is known of both.
 */
#include "gen/couple.h"
#include "gen/strategy.h"

struct concat {
    struct couple couple;
    struct witness witness;
    bool has_witness;
    u32_vec formulas;
};

static void concat_free(struct concat *concat) {
    couple_release(&concat->couple);
    witness_release(&concat->witness);
    vec_free(&concat->formulas);
    mem_free(concat);
}

static const char *refuse(struct gen *gen, const struct seed *seed) {
    (void)gen;
    if (seed->is_flat && seed->truth == TRUTH_UNKNOWN)
        return "it is not known whether it is sat or unsat";
    return couple_refuse(seed);
}

/* A disjunction needs the witness of one seed only, and no other could contradict that. */
static bool find_witness(struct concat *concat, bool is_and) {
    const struct seed *const *seeds = concat->couple.seeds;
    witness_release(&concat->witness);
    concat->witness = (struct witness){0};
    if (is_and)
        return seeds[0]->has_witness && seeds[1]->has_witness &&
               couple_witness(&concat->couple, &concat->witness);
    const struct seed *seed = seeds[0]->has_witness ? seeds[0] : seeds[1];
    return seed->has_witness && witness_add(concat->couple.table, &concat->witness, &seed->witness);
}

static const char *begin(struct trail *trail, struct rng *rng) {
    (void)rng;
    struct concat *concat = mem_alloc_zero(sizeof *concat);
    const char *reason =
        couple_begin(&concat->couple, trail->gen->table, trail->seeds[0], trail->seeds[1]);
    if (reason == NULL)
        trail->state = concat;
    else
        concat_free(concat);
    return reason;
}

static void make_and(struct concat *concat) {
    for (size_t side = 0; side < 2; side++)
        for (size_t i = 0; i < concat->couple.formulas[side].n; i++)
            vec_push(&concat->formulas, concat->couple.formulas[side].at[i]);
}

static void make_or(struct concat *concat) {
    struct couple *couple = &concat->couple;
    term sides[2];
    for (size_t side = 0; side < 2; side++)
        sides[side] =
            couple_and(couple->table, couple->formulas[side].at, couple->formulas[side].n);
    vec_push(&concat->formulas, couple_or(couple->table, sides[0], sides[1]));
}

static bool next(struct trail *trail, struct rng *rng, struct test *test) {
    struct concat *concat = trail->state;
    struct couple *couple = &concat->couple;
    bool is_and = trail->id.step == 0;
    (void)rng;
    if (trail->id.step > 1)
        return false;
    vec_clear(&concat->formulas);
    if (is_and)
        make_and(concat);
    else
        make_or(concat);
    couple_clear(couple);
    for (size_t i = 0; i < concat->formulas.n; i++)
        couple_assert(couple, concat->formulas.at[i]);
    couple_check(couple);
    couple_name(couple, test);

    bool first = couple->seeds[0]->truth == TRUTH_SAT,
         second = couple->seeds[1]->truth == TRUTH_SAT;
    test->script = &couple->script;
    test->truth = (is_and ? first && second : first || second) ? TRUTH_SAT : TRUTH_UNSAT;
    test->basis = BASIS_CHAIN;
    test->note = is_and ? "and" : "or";
    if (test->truth == TRUTH_UNSAT)
        return true;
    test->dropped = couple_doubt(couple);
    if (test->dropped != NULL)
        return true;
    if (!find_witness(concat, is_and)) {
        test->dropped = "no witness is known for the two together";
        return true;
    }
    test->basis = BASIS_WITNESS;
    test->witness = &concat->witness;
    test->formulas = &concat->formulas;
    return true;
}

/* Nothing was replaced: the script itself. */
static void write_recipe(struct trail *trail, struct rng *rng, struct recipe *recipe) {
    struct couple *couple = &((struct concat *)trail->state)->couple;
    struct test test = {.script = &couple->script};
    (void)rng;
    couple_name(couple, &test);
    recipe_print(recipe, couple->table, &test);
}

static void end(struct trail *trail) {
    concat_free(trail->state);
}

const struct strategy strategy_concat = {
    .name = "concat",
    .summary = "conjunction and disjunction of two seeds",
    .n_seeds = 2,
    .n_steps = 2,
    .wants_witness = true,
    .refuse = refuse,
    .begin = begin,
    .next = next,
    .end = end,
    .write_recipe = write_recipe,
    .make_recipe = recipe_make_marked,
};
