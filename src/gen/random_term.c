#include "gen/random_term.h"

#include "gen/rank.h"
#include "term/check.h"

/* What solvers want written out is a value, and for a range of characters, a character. */
static term argument_of_op(const struct term_maker *maker, const struct site *site,
                           const struct rank *rank, uint32_t i, uint32_t depth, struct rng *rng) {
    if (!op_wants_value(rank->op, i))
        return random_term(maker, site, rank->args[i], depth, rng);
    return rank->op == OP_RE_RANGE ? corner_character(maker->corner, rng)
                                   : corner_plain(maker->corner, rank->args[i], rng);
}

static term apply_op(const struct term_maker *maker, const struct site *site, uint32_t op, sort s,
                     uint32_t depth, struct rng *rng) {
    struct rank rank;
    struct check check;
    term args[RANK_ARGS_MAX];
    if (!rank_draw(maker->pool, maker->vocabulary, op, s, rng, &rank) ||
        !rank_is_sound(maker->table, op, rank.args, rank.n_args))
        return 0;
    for (uint32_t i = 0; i < rank.n_args; i++)
        if ((args[i] = argument_of_op(maker, site, &rank, i, depth, rng)) == 0)
            return 0;
    return check_one_op(maker->table, op, rank.indices, rank.n_indices, rank.as, args, rank.n_args,
                        &check);
}

static term apply_fun(const struct term_maker *maker, const struct site *site, fun f, sort s,
                      uint32_t depth, struct rng *rng) {
    sort params[RANK_ARGS_MAX];
    term args[RANK_ARGS_MAX];
    struct check check;
    struct term_table *table = maker->table;
    uint32_t n = fun_arity(table, f);
    if (!span_holds(span_of_fun(maker->spans, f), site->command) ||
        !rank_draw_fun(maker->pool, f, s, rng, params))
        return 0;
    for (uint32_t i = 0; i < n; i++)
        if ((args[i] = random_term(maker, site, params[i], depth, rng)) == 0)
            return 0;
    if (fun_at(table, f)->n_params_sorts == 0)
        return n == 0 ? term_constant(table, f) : check_fun_quick(table, f, args, n);
    term t = check_fun(table, f, s, args, n, &check);
    return t != 0 && term_at(table, t)->payload == f ? t : 0;
}

/* ((_ is c) x), for some x of the seed. */
static term apply_tester(const struct term_maker *maker, const struct site *site, fun constructor,
                         struct rng *rng) {
    struct term_table *table = maker->table;
    sort result = fun_at(table, constructor)->result;
    struct sort_binding binding;
    size_t n = maker->pool->sorts.n, start = n == 0 ? 0 : rng_below(rng, n);
    if (!span_holds(span_of_fun(maker->spans, constructor), site->command))
        return 0;
    for (size_t i = 0; i < n; i++) {
        sort s = maker->pool->sorts.at[(start + i) % n].sort;
        sort_binding_clear(&binding, SORT_PARAMS_MAX);
        if (!sort_match(&table->sorts, result, s, &binding))
            continue;
        term x = random_term(maker, site, s, 0, rng);
        return x == 0 ? 0 : term_make(table, OP_IS, constructor, SORT_BOOL, &x, 1);
    }
    return 0;
}

/* Operators first: a script can have many functions. */
static const struct head *draw_head(const struct heads *heads, struct rng *rng) {
    uint32_t n_ops = heads->n_ops, n_funs = heads->n_funs;
    if (n_ops == 0 && n_funs == 0)
        return NULL;
    if (n_funs > 0 && (n_ops == 0 || rng_chance(rng, 1, 4)))
        return &heads->at[n_ops + rng_below(rng, n_funs)];
    return &heads->at[rng_below(rng, n_ops)];
}

/* Depth bounds the recursion. */
term random_application(const struct term_maker *maker, const struct site *site, sort s,
                        uint32_t depth, struct rng *rng) {
    enum { TRIES = 8 };
    if (depth == 0)
        return 0;
    for (int i = 0; i < TRIES; i++) {
        struct heads heads = candidates_giving(maker->candidates, s);
        const struct head *drawn = draw_head(&heads, rng);
        if (drawn == NULL)
            return 0;
        struct head head = *drawn;
        term t = head.kind == HEAD_FUN  ? apply_fun(maker, site, head.id, s, depth - 1, rng)
                 : head.kind == HEAD_IS ? apply_tester(maker, site, head.id, rng)
                                        : apply_op(maker, site, head.id, s, depth - 1, rng);
        if (t != 0)
            return t;
    }
    return 0;
}

/* The seed has nothing of this sort, or it is time for something else. */
static term other_term(const struct term_maker *maker, const struct site *site, sort s,
                       uint32_t depth, struct rng *rng) {
    term t = 0;
    if (depth > 0 && rng_chance(rng, 1, 2))
        t = random_application(maker, site, s, depth, rng);
    if (t == 0)
        t = corner_value(maker->corner, s, rng);
    return t != 0 ? t : random_application(maker, site, s, depth, rng);
}

/* Truth values say little, and constant arrays are an extension. */
static bool may_be_corner(const struct term_maker *maker, sort s) {
    if (sort_kind(&maker->table->sorts, s) == SORT_ARRAY)
        return vocabulary_allows(maker->vocabulary, OP_ARRAY_CONST);
    return s != SORT_BOOL;
}

term random_term(const struct term_maker *maker, const struct site *site, sort s, uint32_t depth,
                 struct rng *rng) {
    if (rng_chance(rng, 1, CORNER_CHANCE) && may_be_corner(maker, s)) {
        term t = other_term(maker, site, s, depth, rng);
        if (t != 0)
            return t;
    }
    term t = pool_pick(maker->pool, site, s, rng);
    return t != 0 ? t : other_term(maker, site, s, depth, rng);
}
