/* Which variables are fused by which function. */
#include "gen/fusion_trail.h"

#include "gen/sample.h"

/* ---- which functions fit ---- */

static sort sort_of(const struct fusion_scratch *s, uint32_t variable) {
    return term_sort(s->couple.table, s->variables.at[variable].constant);
}

static bool fits(const struct fusion_scratch *s, const struct fusion_function *f, sort first,
                 sort second) {
    struct fusion_binding binding;
    fusion_binding_clear(&binding);
    return fusion_match(s->couple.table, f, 0, first, &binding) &&
           fusion_match(s->couple.table, f, 1, second, &binding);
}

/* Looked for once per trail and pair of sorts. */
static struct fusion_match match_of(struct fusion_scratch *s, sort first, sort second) {
    const struct fusion_set *set = s->gen->fusions;
    for (size_t i = 0; i < s->matches.n; i++)
        if (s->matches.at[i].first == first && s->matches.at[i].second == second)
            return s->matches.at[i];
    struct fusion_match match = {first, second, (uint32_t)s->matching.n, 0};
    for (size_t i = 0; i < set->functions.n; i++)
        if (fits(s, set->functions.at[i], first, second))
            vec_push(&s->matching, (uint32_t)i);
    match.n = (uint32_t)s->matching.n - match.start;
    vec_push(&s->matches, match);
    return match;
}

/* ---- variables ---- */

static uint32_t draw_variable(const struct fusion_scratch *s, uint32_t side, struct rng *rng) {
    uint32_t n = (uint32_t)s->variables.n;
    return side == 0 ? (uint32_t)rng_below(rng, s->n_first)
                     : s->n_first + (uint32_t)rng_below(rng, n - s->n_first);
}

/* Inputs beyond two come from either seed. */
static bool draw_more_inputs(struct fusion_scratch *s, const struct fusion_function *f,
                             struct rng *rng, struct fusion_binding *binding, uint32_t *inputs) {
    enum { TRIES = 12 };
    for (uint32_t i = 2; i < f->n_inputs; i++) {
        bool found = false;
        for (int tries = 0; tries < TRIES && !found; tries++) {
            struct fusion_binding tried = *binding;
            inputs[i] = draw_variable(s, (uint32_t)rng_below(rng, 2), rng);
            found = true;
            for (uint32_t k = 0; k < i; k++)
                found &= inputs[k] != inputs[i];
            found = found && fusion_match(s->couple.table, f, i, sort_of(s, inputs[i]), &tried);
            if (found)
                *binding = tried;
        }
        if (!found)
            return false;
    }
    return true;
}

/* A variable of each seed and a function that takes them; false if they have none. */
static bool draw_pair(struct fusion_scratch *s, struct rng *rng,
                      const struct fusion_function **function, uint32_t *inputs) {
    uint32_t side = (uint32_t)rng_below(rng, 2);
    inputs[0] = draw_variable(s, side, rng);
    inputs[1] = draw_variable(s, 1 - side, rng);
    struct fusion_match match = match_of(s, sort_of(s, inputs[0]), sort_of(s, inputs[1]));
    if (match.n == 0)
        return false;
    *function =
        s->gen->fusions->functions.at[s->matching.at[match.start + rng_below(rng, match.n)]];
    return true;
}

/* ---- instances ---- */

static bool same_binding(const struct fusion_function *f, const struct fusion_binding *a,
                         const struct fusion_binding *b) {
    return memcmp(a->params, b->params, f->n_params * sizeof *a->params) == 0 &&
           memcmp(a->numerals, b->numerals, f->n_numerals * sizeof *a->numerals) == 0;
}

/* False if the sorts are too large for the function: what it was tried on was smaller. */
static bool find_instance(struct fusion_scratch *s, const struct fusion_function *f,
                          const struct fusion_binding *binding, uint32_t *instance) {
    struct parse_error error = {0};
    struct fusion_instance made;
    for (size_t i = 0; i < s->instances.n; i++)
        if (s->instances.at[i].function == f &&
            same_binding(f, &s->instances.at[i].binding, binding)) {
            *instance = (uint32_t)i;
            return true;
        }
    bool good = fusion_instantiate(s->couple.table, f, binding, &made, &error);
    parse_error_release(&error);
    if (!good)
        return false;
    vec_push(&s->instances, made);
    *instance = (uint32_t)s->instances.n - 1;
    return true;
}

/* ---- fusions ---- */

static bool draw_constants(struct fusion_scratch *s, struct rng *rng, struct fusion *fusion) {
    const struct fusion_instance *instance = &s->instances.at[fusion->instance];
    value constants[FUSION_CONSTANTS_MAX];
    if (!fusion_draw_constants(s->gen->eval, instance, rng, constants))
        return false;
    for (uint32_t i = 0; i < instance->function->n_constants; i++) {
        sort of = term_sort(s->couple.table, instance->constants[i]);
        fusion->constants[i] = eval_value_term(s->gen->eval, constants[i], of);
        if (fusion->constants[i] == 0)
            return false;
    }
    return true;
}

static bool draw_fusion(struct fusion_scratch *s, struct rng *rng, struct fusion *fusion) {
    const struct fusion_function *f;
    struct fusion_binding binding;
    *fusion = (struct fusion){0};
    if (!draw_pair(s, rng, &f, fusion->inputs))
        return false;
    fusion_binding_clear(&binding);
    for (uint32_t i = 0; i < 2; i++)
        fusion_match(s->couple.table, f, i, sort_of(s, fusion->inputs[i]), &binding);
    return draw_more_inputs(s, f, rng, &binding, fusion->inputs) &&
           fusion_draw_indices(f, rng, &binding) &&
           find_instance(s, f, &binding, &fusion->instance) && draw_constants(s, rng, fusion);
}

/* Is there any pair that has a function? Sorts are few: all are tried. */
static bool has_pair(struct fusion_scratch *s) {
    for (uint32_t i = 0; i < s->n_first; i++)
        for (uint32_t k = s->n_first; k < s->variables.n; k++)
            if (match_of(s, sort_of(s, i), sort_of(s, k)).n > 0 ||
                match_of(s, sort_of(s, k), sort_of(s, i)).n > 0)
                return true;
    return false;
}

void fusion_draw(struct fusion_scratch *s, struct rng *rng) {
    enum { TRIES_PER_FUSION = 16, TRIES_RARE = 4096 };
    struct fusion fusion;
    vec_clear(&s->matches);
    vec_clear(&s->matching);
    vec_clear(&s->instances);
    vec_clear(&s->fusions);
    if (s->n_first == 0 || s->n_first == s->variables.n)
        return;
    for (int tries = 0; tries < FUSIONS_PER_TRAIL * TRIES_PER_FUSION; tries++) {
        if (s->fusions.n == FUSIONS_PER_TRAIL)
            return;
        if (draw_fusion(s, rng, &fusion))
            vec_push(&s->fusions, fusion);
    }
    if (s->fusions.n > 0 || !has_pair(s))
        return;
    for (int tries = 0; tries < TRIES_RARE && s->fusions.n == 0; tries++)
        if (draw_fusion(s, rng, &fusion))
            vec_push(&s->fusions, fusion);
}

/* ---- as it stands in a test ---- */

static term equal(struct term_table *table, term a, term b) {
    return term_make(table, OP_EQ, 0, SORT_BOOL, (term[]){a, b}, 2);
}

/* The terms of the function, with the variables and constants of the fusion. */
static void make_slot(struct fusion_scratch *s, const struct fusion *fusion, symbol name,
                      struct fusion_slot *slot) {
    struct term_table *table = s->couple.table;
    const struct fusion_instance *instance = &s->instances.at[fusion->instance];
    const struct fusion_function *f = instance->function;
    sort of = term_sort(table, instance->output);
    slot->output = fun_declare(table, FUN_DECLARED, name, NULL, 0, of);
    term output = term_constant(table, slot->output);
    term_subst_begin(&s->subst, table);
    term_subst_add(&s->subst, instance->output, output);
    for (uint32_t i = 0; i < f->n_inputs; i++)
        term_subst_add(&s->subst, instance->inputs[i], s->variables.at[fusion->inputs[i]].constant);
    for (uint32_t i = 0; i < f->n_constants; i++)
        term_subst_add(&s->subst, instance->constants[i], fusion->constants[i]);
    slot->forward = equal(table, output, term_subst_apply(&s->subst, instance->forward));
    for (uint32_t i = 0; i < f->n_inputs; i++) {
        slot->inverses[i] = term_subst_apply(&s->subst, instance->inverses[i]);
        slot->equations[i] =
            equal(table, s->variables.at[fusion->inputs[i]].constant, slot->inverses[i]);
    }
}

const struct fusion_slot *fusion_slot(struct fusion_scratch *s, struct fusion *fusion,
                                      uint32_t number) {
    struct fusion_slot *slot = &fusion->slots[number];
    if (slot->output != 0)
        return slot;
    if (s->output_names[number] == 0)
        s->output_names[number] = couple_fresh_name(&s->couple, "z");
    make_slot(s, fusion, s->output_names[number], slot);
    return slot;
}
