/* The variables of the seeds, and where they occur. */
#include "gen/fusion_trail.h"

/* A constant that the seed declares, of a sort whose values can be fused. */
static bool is_variable(const struct term_table *table, term t, void *context) {
    const struct term_node *node = term_at(table, t);
    (void)context;
    if (node->op != OP_APPLY || node->n_args != 0)
        return false;
    const struct fun *f = fun_at(table, node->payload);
    enum sort_kind kind = sort_kind(&table->sorts, node->sort);
    return f->kind == FUN_DECLARED && f->n_params_sorts == 0 && kind != SORT_MAP &&
           kind != SORT_REGLAN;
}

static uint32_t variable_of(struct fusion_scratch *s, term constant, uint8_t side) {
    uint32_t known = term_map_get(&s->variable_of, constant);
    if (known != 0)
        return known - 1;
    vec_push(&s->variables, ((struct fusion_variable){.constant = constant, .side = side}));
    term_map_set(&s->variable_of, constant, (uint32_t)s->variables.n);
    return (uint32_t)s->variables.n - 1;
}

static void add_place(struct fusion_scratch *s, uint32_t formula, uint8_t side) {
    const struct occurrence *occurrence = &s->occurrence;
    uint32_t n = (uint32_t)occurrence->path.n, path = (uint32_t)s->paths.n;
    vec_extend(&s->paths, n);
    if (n > 0) /* a formula that is a variable has no path */
        memcpy(s->paths.at + path, occurrence->path.at, n * sizeof(uint32_t));
    vec_push(&s->found,
             ((struct fusion_place){variable_of(s, occurrence->at, side), formula, path, n}));
}

/*
 * All places of a formula, or `share` random ones if there are more. The tree is never
 * unfolded: each place is found by counting. Deep formulas have fewer places, so that
 * what their paths take stays within bounds.
 */
static void find_in_formula(struct fusion_scratch *s, uint32_t formula, uint8_t side,
                            uint64_t share, struct rng *rng) {
    enum { PATHS_MAX = 1 << 18 };
    term root = s->couple.formulas[side].at[formula];
    uint64_t n = occurrence_counts_add(&s->counts, root);
    uint64_t most = 1 + PATHS_MAX / term_depth(s->couple.table, root);
    if (most > share)
        most = share;
    if (n <= most) {
        for (uint64_t k = 0; k < n; k++) {
            occurrence_counts_find(&s->counts, root, k, &s->occurrence);
            add_place(s, formula, side);
        }
        return;
    }
    for (uint64_t k = 0; k < most; k++)
        if (occurrence_counts_pick(&s->counts, root, rng, &s->occurrence))
            add_place(s, formula, side);
}

/* Puts the places of each variable side by side. */
static void sort_places(struct fusion_scratch *s) {
    uint32_t start = 0;
    for (size_t i = 0; i < s->found.n; i++)
        s->variables.at[s->found.at[i].variable].n_places++;
    for (size_t i = 0; i < s->variables.n; i++) {
        s->variables.at[i].first_place = start;
        start += s->variables.at[i].n_places;
        s->variables.at[i].n_places = 0;
    }
    vec_clear(&s->places);
    vec_extend(&s->places, s->found.n);
    for (size_t i = 0; i < s->found.n; i++) {
        struct fusion_variable *variable = &s->variables.at[s->found.at[i].variable];
        s->places.at[variable->first_place + variable->n_places++] = s->found.at[i];
    }
}

void fusion_find_places(struct fusion_scratch *s, struct rng *rng) {
    vec_clear(&s->variables);
    vec_clear(&s->found);
    vec_clear(&s->paths);
    term_map_clear(&s->variable_of);
    occurrence_counts_begin(&s->counts, s->couple.table, is_variable, NULL);
    for (uint8_t side = 0; side < 2; side++) {
        size_t n = s->couple.formulas[side].n;
        for (size_t i = 0; i < n; i++)
            find_in_formula(s, (uint32_t)i, side, 1 + PLACES_MAX / n, rng);
        if (side == 0)
            s->n_first = (uint32_t)s->variables.n;
    }
    sort_places(s);
}
