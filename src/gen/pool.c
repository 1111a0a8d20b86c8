#include "gen/pool.h"

#include "lang/attribute.h"

/* ---- what a term is -------------------------------------------------------- */

static bool is_named_itself(const struct term_table *table, term t) {
    return attribute_gives_name(table, t) || attribute_is_name(table, t);
}

static bool is_pinned_itself(const struct term_table *table, term t) {
    return term_op(table, t) == OP_MATCH || is_named_itself(table, t);
}

typedef bool term_test(const struct term_table *table, term t);

static bool holds(struct pool *pool, term t, term_test *test) {
    term_walk_begin(&pool->walk, pool->table);
    term_walk_add(&pool->walk, t);
    while ((t = term_walk_next(&pool->walk)) != 0)
        if (test(pool->table, t))
            return true;
    return false;
}

bool pool_is_named(struct pool *pool, term t) {
    return pool->has_names && holds(pool, t, is_named_itself);
}

bool pool_is_pinned(struct pool *pool, term t) {
    return (pool->has_names || pool->has_matches) && holds(pool, t, is_pinned_itself);
}

/* Can it stand anywhere, as far as its head is concerned? */
static bool is_movable(const struct term_table *table, term t) {
    enum op op = term_op(table, t);
    return op != OP_CASE && op != OP_ANNOTATED;
}

/* ---- building -------------------------------------------------------------- */

static struct pool_fact find_fact(struct pool *pool, const struct spans *spans, term t) {
    const struct term_table *table = pool->table;
    struct pool_fact fact = {
        .t = t, .span = span_of_head(spans, t), .is_pinned = is_pinned_itself(table, t)};
    for (uint32_t i = 0; i < term_n_args(table, t); i++) {
        uint32_t place = term_map_get(&pool->facts, term_arg(table, t, i));
        const struct pool_fact *arg = &pool->found.at[place - 1];
        fact.span = span_both(fact.span, arg->span);
        fact.is_pinned = fact.is_pinned || arg->is_pinned;
    }
    return fact;
}

static void count(struct pool *pool, sort s) {
    uint32_t group = term_map_get(&pool->groups, s);
    if (group == 0) {
        vec_push(&pool->sorts, ((struct pool_sort){.sort = s}));
        group = (uint32_t)pool->sorts.n;
        term_map_set(&pool->groups, s, group);
    }
    pool->sorts.at[group - 1].n++;
}

static bool is_taken(const struct pool *pool, const struct pool_fact *fact) {
    return !fact->is_pinned && is_movable(pool->table, fact->t);
}

static void walk_roots(struct pool *pool, const struct seed *seed) {
    const struct term_table *table = pool->table;
    term_walk_begin(&pool->walk, table);
    for (size_t i = 0; i < seed->script.commands.n; i++) {
        const struct command *c = &seed->script.commands.at[i];
        if (c->kind == COMMAND_ASSERT)
            term_walk_add(&pool->walk, c->body);
        else if (c->kind == COMMAND_DEFINE_FUN || c->kind == COMMAND_DEFINE_CONST)
            term_walk_add(&pool->walk, fun_at(table, c->fun)->body);
        else if (c->kind == COMMAND_CHECK_SAT_ASSUMING)
            for (uint32_t k = 0; k < list_length(&table->lists, c->items); k++)
                term_walk_add(&pool->walk, list_items(&table->lists, c->items)[k]);
    }
}

/* From the terms as they were found to terms by sort. */
static void group_terms(struct pool *pool) {
    uint32_t first = 0;
    for (size_t i = 0; i < pool->sorts.n; i++) {
        pool->sorts.at[i].first = first;
        first += pool->sorts.at[i].n;
        pool->sorts.at[i].n = 0;
    }
    vec_clear(&pool->terms);
    vec_extend(&pool->terms, first);
    for (size_t i = 0; i < pool->found.n; i++) {
        const struct pool_fact *fact = &pool->found.at[i];
        if (!is_taken(pool, fact))
            continue;
        const struct term_node *node = term_at(pool->table, fact->t);
        struct pool_sort *group = &pool->sorts.at[term_map_get(&pool->groups, node->sort) - 1];
        pool->terms.at[group->first + group->n++] =
            (struct pool_term){.t = fact->t, .free = node->free, .span = fact->span};
    }
}

void pool_begin(struct pool *pool, struct term_table *table, const struct seed *seed,
                const struct spans *spans, struct vocabulary *vocabulary) {
    term t;
    pool->table = table;
    pool->uses_names = pool->has_matches = false;
    pool->n_names = 0;
    vec_clear(&pool->sorts);
    vec_clear(&pool->found);
    term_map_clear(&pool->groups);
    term_map_clear(&pool->facts);
    walk_roots(pool, seed);
    while ((t = term_walk_next(&pool->walk)) != 0) {
        struct pool_fact fact = find_fact(pool, spans, t);
        vec_push(&pool->found, fact);
        term_map_set(&pool->facts, t, (uint32_t)pool->found.n);
        pool->n_names += attribute_gives_name(table, t);
        pool->uses_names = pool->uses_names || attribute_is_name(table, t);
        pool->has_matches = pool->has_matches || term_op(table, t) == OP_MATCH;
        vocabulary_note(vocabulary, t);
        if (is_taken(pool, &fact))
            count(pool, term_sort(table, t));
    }
    group_terms(pool);
    pool->has_names = pool->n_names > 0 || pool->uses_names;
}

void pool_release(struct pool *pool) {
    vec_free(&pool->terms);
    vec_free(&pool->sorts);
    vec_free(&pool->found);
    term_map_release(&pool->groups);
    term_map_release(&pool->facts);
    term_walk_release(&pool->walk);
}

/* ---- using ----------------------------------------------------------------- */

const struct pool_sort *pool_sort(const struct pool *pool, sort s) {
    uint32_t group = term_map_get(&pool->groups, s);
    return group == 0 ? NULL : &pool->sorts.at[group - 1];
}

static bool may_stand(const struct pool_term *candidate, const struct site *site) {
    if (!span_holds(candidate->span, site->command))
        return false;
    return candidate->free == 0 ||
           (site->places != NULL && places_admit(site->places, candidate->free));
}

/* All that may stand there are counted, for when drawing did not find one. */
static term pick_by_counting(const struct pool *pool, const struct pool_sort *group,
                             const struct site *site, struct rng *rng) {
    uint64_t n = site->extra != 0;
    for (uint32_t i = 0; i < group->n; i++)
        n += may_stand(&pool->terms.at[group->first + i], site);
    if (n == 0)
        return 0;
    uint64_t k = rng_below(rng, n);
    for (uint32_t i = 0; i < group->n; i++)
        if (may_stand(&pool->terms.at[group->first + i], site) && k-- == 0)
            return pool->terms.at[group->first + i].t;
    return site->extra;
}

term pool_pick(const struct pool *pool, const struct site *site, sort s, struct rng *rng) {
    enum { TRIES = 6 };
    const struct pool_sort none = {0}, *group = pool_sort(pool, s);
    struct site here = *site;
    if (group == NULL)
        group = &none;
    if (here.extra != 0 && term_sort(pool->table, here.extra) != s)
        here.extra = 0;
    uint32_t n = group->n + (here.extra != 0);
    if (n == 0)
        return 0;
    for (int i = 0; i < TRIES; i++) {
        uint32_t k = (uint32_t)rng_below(rng, n);
        if (k == group->n)
            return here.extra;
        const struct pool_term *candidate = &pool->terms.at[group->first + k];
        if (may_stand(candidate, &here))
            return candidate->t;
    }
    return pick_by_counting(pool, group, &here, rng);
}
