/*
 * fusion: Semantic Fusion of two seeds of known truth (thesis, chapter 3).
 *
 *     seeds          test                                                   truth
 *     sat, sat       both, with r_x(y, z) for some x and r_y(x, z) for      sat
 *                    some y
 *     unsat, unsat   either of them, changed like this, and the fusion      unsat
 *                    constraints
 *     sat, unsat     either of them, or                                     sat
 *                    both, and the fusion constraints                       unsat
 *
 * The fusion constraints are z = f(x, y), x = r_x(y, z) and y = r_y(x, z). Only where
 * f inverts always (and was proven to) the first one implies the others, and may stand
 * alone. For x * y it does not: x = 0 and y > 0 and z / x < 0 and z = x * y is
 * satisfiable though its seeds are not.
 */
#include "base/die.h"
#include "gen/fusion_trail.h"

/* ---- what can be fused ---- */

static const char *refuse(struct gen *gen, const struct seed *seed) {
    const char *reason = couple_refuse(seed);
    if (reason != NULL)
        return reason;
    if (seed->is_disputed)
        return "its labels contradict each other";
    if (seed->truth == TRUTH_UNKNOWN)
        return "it is not known whether it is sat or unsat (momus seeds label finds out)";
    if (seed->formulas.n == 0)
        return "it asserts nothing";
    const char *mode = gen->settings.mode;
    if (mode != NULL && strcmp(mode, "sat") == 0 && seed->truth == TRUTH_SAT && !seed->has_witness)
        return "no witness known (momus seeds label finds one)";
    if (mode != NULL && strcmp(mode, "mixed") != 0 && truth_find(mode, strlen(mode)) != seed->truth)
        return "its truth is not that of the mode";
    return NULL;
}

/*
 * What comes of the two: sets is_and and truth. What is drawn does not depend on whether
 * a witness is known.
 */
static const char *choose_form(struct fusion_scratch *s, struct rng *rng) {
    const struct seed *const *seeds = s->couple.seeds;
    bool first = seeds[0]->truth == TRUTH_SAT, second = seeds[1]->truth == TRUTH_SAT;
    bool is_mixed_sat = rng_chance(rng, 1, 2);
    const char *mode = s->gen->settings.mode;
    if (mode != NULL && (first != second) != (strcmp(mode, "mixed") == 0))
        return "the truths of the two are not those of the mode";
    s->truth = first && second   ? TRUTH_SAT
               : first == second ? TRUTH_UNSAT
               : is_mixed_sat    ? TRUTH_SAT
                                 : TRUTH_UNSAT;
    s->is_and = first == second ? first : !is_mixed_sat;
    if (s->truth == TRUTH_SAT && couple_doubt(&s->couple) != NULL)
        return couple_doubt(&s->couple);
    for (size_t side = 0; side < 2; side++)
        if (s->truth == TRUTH_SAT && seeds[side]->truth == TRUTH_SAT && !seeds[side]->has_witness)
            return "no witness known (momus seeds label finds one)";
    return NULL;
}

/* ---- the memory ---- */

static void release_scratch(struct fusion_scratch *s) {
    couple_release(&s->couple);
    occurrence_counts_release(&s->counts);
    occurrence_release(&s->occurrence);
    term_map_release(&s->variable_of);
    vec_free(&s->variables);
    vec_free(&s->places);
    vec_free(&s->found);
    vec_free(&s->paths);
    vec_free(&s->matches);
    vec_free(&s->matching);
    vec_free(&s->instances);
    vec_free(&s->fusions);
    term_subst_release(&s->subst);
    witness_release(&s->witness);
    vec_free(&s->choices);
    vec_free(&s->formulas);
    vec_free(&s->side_formulas);
    strbuf_free(&s->note);
    mem_free(s);
}

static struct fusion_scratch *scratch_of(struct gen *gen) {
    if (gen->fusions == NULL) {
        gen->fusions = fusion_set_new();
        fusion_set_add_built_in(gen->fusions, gen->eval);
    }
    if (gen->fusions->scratch == NULL) {
        gen->fusions->scratch = mem_alloc_zero(sizeof *gen->fusions->scratch);
        gen->fusions->release_scratch = release_scratch;
    }
    gen->fusions->scratch->gen = gen;
    return gen->fusions->scratch;
}

/* ---- a trail ---- */

/* One fusion mostly. The same number in all tests of a trail: their commands keep their places. */
static uint32_t draw_number(struct rng *rng) {
    uint64_t kind = rng_below(rng, 8);
    return kind < 5 ? 1 : kind < 7 ? 2 : FUSIONS_PER_TEST;
}

static const char *begin(struct trail *trail, struct rng *rng) {
    struct fusion_scratch *s = scratch_of(trail->gen);
    eval_forget(trail->gen->eval);
    memset(s->output_names, 0, sizeof s->output_names);
    const char *reason =
        couple_begin(&s->couple, trail->gen->table, trail->seeds[0], trail->seeds[1]);
    if (reason == NULL)
        reason = choose_form(s, rng);
    if (reason != NULL)
        return reason;
    s->n_per_test = draw_number(rng);
    fusion_find_places(s, rng);
    fusion_draw(s, rng);
    if (s->fusions.n == 0)
        return "no variables of the two can be fused";
    if (s->n_per_test > s->fusions.n)
        s->n_per_test = (uint32_t)s->fusions.n;
    trail->state = s;
    return s->truth == TRUTH_SAT ? fusion_find_values(s, rng) : NULL;
}

/* ---- a test ---- */

static void choose_fusions(struct fusion_scratch *s, struct rng *rng) {
    for (uint32_t i = 0; i < s->n_per_test; i++) {
        bool is_new;
        do {
            s->chosen[i] = (uint32_t)rng_below(rng, s->fusions.n);
            is_new = true;
            for (uint32_t k = 0; k < i; k++)
                is_new &= s->chosen[k] != s->chosen[i];
        } while (!is_new);
    }
}

/* Replaces the variable in one of its places. */
static void replace_at(struct fusion_scratch *s, const struct fusion_place *place, term *formulas,
                       term replacement) {
    struct term_table *table = s->couple.table;
    if (!occurrence_follow(table, formulas[place->formula], s->paths.at + place->path,
                           place->n_path, &s->occurrence))
        BUG("a place is no occurrence");
    formulas[place->formula] = occurrence_replace(table, &s->occurrence, replacement);
}

/*
 * A random subset of the variable's places, of which there are PLACES_MAX at most. Places
 * are apart from each other, so that a path leads to the same place whatever happened
 * in others. At least one is taken if `some`.
 */
static void replace_some(struct fusion_scratch *s, uint32_t variable, term replacement,
                         term *const formulas[2], bool some, struct rng *rng) {
    enum { TAKEN_MAX = 12 };
    const struct fusion_variable *v = &s->variables.at[variable];
    const struct fusion_place *places = &s->places.at[v->first_place];
    uint32_t chance = 1 + (uint32_t)rng_below(rng, 4), n_taken = 0;
    for (uint32_t i = 0; i < v->n_places && n_taken < TAKEN_MAX; i++) {
        uint32_t left = v->n_places > TAKEN_MAX ? v->n_places / TAKEN_MAX : 1;
        if (rng_chance(rng, chance, 4 * left)) {
            replace_at(s, &places[i], formulas[v->side], replacement);
            n_taken++;
        }
    }
    if (n_taken == 0 && some)
        replace_at(s, &places[rng_below(rng, v->n_places)], formulas[v->side], replacement);
}

static void take_inverses(struct fusion_scratch *s) {
    for (uint32_t i = 0; i < s->n_per_test; i++)
        memcpy(s->instead[i], fusion_slot(s, &s->fusions.at[s->chosen[i]], i)->inverses,
               sizeof s->instead[i]);
}

/* The formulas of both seeds, changed: those of the first, then those of the second. */
static void fuse(struct fusion_scratch *s, struct rng *rng) {
    size_t n[2] = {s->couple.formulas[0].n, s->couple.formulas[1].n};
    u32_vec *changed = &s->side_formulas;
    vec_clear(changed);
    vec_extend(changed, n[0] + n[1]);
    memcpy(changed->at, s->couple.formulas[0].at, n[0] * sizeof(term));
    memcpy(changed->at + n[0], s->couple.formulas[1].at, n[1] * sizeof(term));
    term *const formulas[2] = {changed->at, changed->at + n[0]};
    for (uint32_t i = 0; i < s->n_per_test; i++) {
        struct fusion *fusion = &s->fusions.at[s->chosen[i]];
        const struct fusion_function *f = s->instances.at[fusion->instance].function;
        uint32_t first = (uint32_t)rng_below(rng, f->n_inputs);
        for (uint32_t k = 0; k < f->n_inputs; k++)
            replace_some(s, fusion->inputs[k], s->instead[i][k], formulas, k == first, rng);
    }
}

/* All of them, unless the function inverts always: then z = f alone now and then. */
static void add_constraints(struct fusion_scratch *s, struct rng *rng) {
    bool is_short = rng_chance(rng, 1, 2);
    for (uint32_t i = 0; i < s->n_per_test; i++) {
        struct fusion *fusion = &s->fusions.at[s->chosen[i]];
        const struct fusion_slot *slot = fusion_slot(s, fusion, i);
        const struct fusion_function *f = s->instances.at[fusion->instance].function;
        vec_push(&s->formulas, slot->forward);
        for (uint32_t k = 0; k < f->n_inputs && !(is_short && f->is_total); k++)
            vec_push(&s->formulas, slot->equations[k]);
    }
}

static void join_sides(struct fusion_scratch *s) {
    size_t n[2] = {s->couple.formulas[0].n, s->couple.formulas[1].n};
    const term *changed = s->side_formulas.at;
    struct term_table *table = s->couple.table;
    vec_clear(&s->formulas);
    if (s->is_and)
        for (size_t i = 0; i < n[0] + n[1]; i++)
            vec_push(&s->formulas, changed[i]);
    else
        vec_push(&s->formulas, couple_or(table, couple_and(table, changed, n[0]),
                                         couple_and(table, changed + n[0], n[1])));
}

static void join(struct fusion_scratch *s, struct rng *rng) {
    join_sides(s);
    /* Where the test is satisfiable they hold as well: that is how z was found. */
    if (s->truth == TRUTH_UNSAT || rng_chance(rng, 1, 4))
        add_constraints(s, rng);
}

static void write_script(struct fusion_scratch *s) {
    struct couple *couple = &s->couple;
    couple_clear(couple);
    for (uint32_t i = 0; i < s->n_per_test; i++)
        couple_declare(couple, fusion_slot(s, &s->fusions.at[s->chosen[i]], i)->output);
    for (size_t i = 0; i < s->formulas.n; i++)
        couple_assert(couple, s->formulas.at[i]);
    couple_check(couple);
}

/* "int-add: x, y_2 -> z" */
static const char *write_note(struct fusion_scratch *s) {
    const struct term_table *table = s->couple.table;
    strbuf_clear(&s->note);
    for (uint32_t i = 0; i < s->n_per_test; i++) {
        const struct fusion *fusion = &s->fusions.at[s->chosen[i]];
        const struct fusion_function *f = s->instances.at[fusion->instance].function;
        strbuf_add_text(&s->note, i == 0 ? "" : "; ");
        strbuf_add_text(&s->note, f->name);
        for (uint32_t k = 0; k < f->n_inputs; k++) {
            fun variable = term_at(table, s->variables.at[fusion->inputs[k]].constant)->payload;
            strbuf_add_text(&s->note, k == 0 ? ": " : ", ");
            symbol_add(symbol_at(&table->symbols, couple_name_of(&s->couple, variable)), &s->note);
        }
        strbuf_add_text(&s->note, " -> ");
        symbol_add(symbol_at(&table->symbols, s->output_names[i]), &s->note);
    }
    return strbuf_text(&s->note);
}

static bool next(struct trail *trail, struct rng *rng, struct test *test) {
    struct fusion_scratch *s = trail->state;
    choose_fusions(s, rng);
    take_inverses(s);
    fuse(s, rng);
    join(s, rng);
    write_script(s);
    couple_name(&s->couple, test);
    test->script = &s->couple.script;
    test->note = write_note(s);
    test->truth = s->truth;
    test->basis = BASIS_CHAIN;
    if (s->truth == TRUTH_UNSAT)
        return true;
    test->basis = BASIS_WITNESS;
    test->dropped = fusion_make_witness(s);
    test->witness = &s->witness;
    test->formulas = &s->formulas;
    return true;
}

/* ---- its recipe ---- */

/* What the test asserts of a fusion, as one formula. */
static term constraint_of(struct fusion_scratch *s, const struct fusion_slot *slot,
                          const struct fusion_function *f, bool is_short) {
    term all[1 + FUSION_INPUTS_MAX] = {slot->forward};
    memcpy(all + 1, slot->equations, f->n_inputs * sizeof(term));
    return couple_and(s->couple.table, all, is_short ? 1 : 1 + f->n_inputs);
}

/* Marks for the inputs of a fusion, which take all that it speaks of. */
static void mark_inputs(struct fusion_scratch *s, uint32_t number, bool is_short,
                        struct recipe *recipe) {
    struct term_table *table = s->couple.table;
    struct fusion *fusion = &s->fusions.at[s->chosen[number]];
    const struct fusion_slot *slot = fusion_slot(s, fusion, number);
    const struct fusion_function *f = s->instances.at[fusion->instance].function;
    term all[FUSION_INPUTS_MAX + 1];
    is_short = is_short && f->is_total;
    for (uint32_t i = 0; i < f->n_inputs; i++)
        all[i] = s->variables.at[fusion->inputs[i]].constant;
    all[f->n_inputs] = term_constant(table, slot->output);
    for (uint32_t i = 0; i < f->n_inputs; i++) {
        fun mark =
            recipe_define_mark(table, couple_fresh_name(&s->couple, "fused"), all, f->n_inputs + 1,
                               constraint_of(s, slot, f, is_short), slot->inverses[i], all[i]);
        if (is_short)
            recipe_add_proven(recipe, table, mark);
        couple_define(&s->couple, mark);
        s->instead[number][i] = recipe_apply_mark(table, mark, all, f->n_inputs + 1);
    }
}

/* The same draws as in the test, which end with whether z = f stands alone. */
static void write_recipe(struct trail *trail, struct rng *rng, struct recipe *recipe) {
    struct fusion_scratch *s = trail->state;
    struct test test = {.script = &s->couple.script};
    choose_fusions(s, rng);
    take_inverses(s);
    struct rng again = *rng;
    fuse(s, rng);
    bool is_short = rng_chance(rng, 1, 2);
    couple_clear(&s->couple);
    for (uint32_t i = 0; i < s->n_per_test; i++)
        couple_declare(&s->couple, fusion_slot(s, &s->fusions.at[s->chosen[i]], i)->output);
    for (uint32_t i = 0; i < s->n_per_test; i++)
        mark_inputs(s, i, is_short, recipe);
    fuse(s, &again);
    join_sides(s);
    for (size_t i = 0; i < s->formulas.n; i++)
        couple_assert(&s->couple, s->formulas.at[i]);
    couple_check(&s->couple);
    couple_name(&s->couple, &test);
    recipe_print(recipe, s->couple.table, &test);
}

/* The memory stays for the next trail. */
static void end(struct trail *trail) {
    eval_forget(trail->gen->eval);
}

const struct strategy strategy_fusion = {
    .name = "fusion",
    .summary = "Semantic Fusion: two seeds whose variables depend on one another",
    .n_seeds = 2,
    .n_steps = 100,
    .wants_witness = true,
    .refuse = refuse,
    .begin = begin,
    .next = next,
    .end = end,
    .write_recipe = write_recipe,
    .make_recipe = recipe_make_marked,
};
