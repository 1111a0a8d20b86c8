/*
 * opfuzz - type-aware operator mutation: one operator becomes another that takes
 * the same arguments and gives the same sort. Each step goes on from the step
 * before.
 *
 * An operator is what takes arguments: of a theory, with indices or without, a
 * function of the script, a constructor, selector or tester, a quantifier; and
 * the values that theories and datatypes have names for, true, RNE, nil.
 * Synonyms are the same operator. With indices, another index is enough.
 */
#include "gen/mutator.h"
#include "gen/rank.h"

enum { TRIES = 48 };

static bool is_quantifier(enum op op) {
    return op == OP_FORALL || op == OP_EXISTS;
}

static bool classes_allow(const struct gen *gen, enum op op, uint32_t other) {
    if (gen->classes == NULL)
        return true;
    uint32_t own = op >= OP_FIRST_THEORY ? op_info(gen->table, op)->canonical : op;
    return op_classes_allow(gen->classes, own, other);
}

static term with_head(struct mutator *mutator, enum op op, uint32_t payload, term t) {
    u32_vec *args = &mutator->args;
    uint32_t n = term_n_args(mutator->table, t);
    vec_clear(args);
    vec_extend(args, n);
    if (n > 0)
        memcpy(args->at, term_args(mutator->table, t), n * sizeof(term));
    return term_make(mutator->table, op, payload, term_sort(mutator->table, t), args->at, n);
}

/* Synonyms are the same, and so is a user's signature of an operator that there is. */
static bool is_same_op(const struct term_table *table, enum op op, uint32_t other) {
    return op >= OP_FIRST_THEORY &&
           (op_info(table, op)->canonical == op_info(table, other)->canonical ||
            op_info(table, op)->symbol == op_info(table, other)->symbol);
}

/* The same arguments under the head; 0 if it is the same operator, or cannot be used here. */
static term apply_head(struct gen *gen, struct mutator *mutator, struct head head, term t,
                       struct rng *rng) {
    struct term_table *table = mutator->table;
    enum op op = term_op(table, t);
    uint32_t indices[SORT_NUMERALS_MAX], n_indices;
    if (head.kind == HEAD_OP || head.kind == HEAD_INDEXED) {
        bool is_same = is_same_op(table, op, head.id);
        if (!classes_allow(gen, op, head.id))
            return 0;
        if (head.kind == HEAD_OP)
            return is_same ? 0 : with_head(mutator, (enum op)head.id, 0, t);
        vec_clear(&mutator->args);
        for (uint32_t i = 0; i < term_n_args(table, t); i++)
            vec_push(&mutator->args, term_arg(table, t, i));
        if (!rank_draw_indices(table, head.id, mutator->args.at, (uint32_t)mutator->args.n,
                               term_sort(table, t), rng, indices, &n_indices))
            return 0;
        list payload = list_intern(&table->lists, indices, n_indices);
        if (is_same && payload == term_at(table, t)->payload)
            return 0;
        return with_head(mutator, (enum op)head.id, payload, t);
    }
    if (gen->classes != NULL ||
        !span_holds(span_of_fun(&mutator->spans, head.id), places_command(&mutator->places)))
        return 0;
    term made = with_head(mutator,
                          head.kind == HEAD_FUN  ? OP_APPLY
                          : head.kind == HEAD_IS ? OP_IS
                                                 : OP_UPDATE,
                          head.id, t);
    return made == t ? 0 : made;
}

/* What may take the place of the operator at the place; 0 if the drawn one may not. */
static term draw_other(struct gen *gen, struct mutator *mutator, term t, struct rng *rng) {
    enum op op = term_op(mutator->table, t);
    if (is_quantifier(op)) {
        enum op other = op == OP_FORALL ? OP_EXISTS : OP_FORALL;
        return classes_allow(gen, op, other)
                   ? with_head(mutator, other, term_at(mutator->table, t)->payload, t)
                   : 0;
    }
    struct heads heads = candidates_like(&mutator->candidates, t);
    uint32_t n = heads.n_ops + heads.n_funs;
    if (n == 0)
        return 0;
    return apply_head(gen, mutator, heads.at[rng_below(rng, n)], t, rng);
}

/* May something else than this operator stand there, as far as sorts and classes go? */
static bool has_choice(const struct term_table *table, term t, void *context) {
    struct gen *gen = context;
    enum op op = term_op(table, t);
    if (is_quantifier(op))
        return classes_allow(gen, op, op == OP_FORALL ? OP_EXISTS : OP_FORALL);
    struct heads heads = candidates_like(&gen->mutator->candidates, t);
    for (uint32_t i = 0; i < heads.n_ops; i++)
        if (classes_allow(gen, op, heads.at[i].id) &&
            (heads.at[i].kind == HEAD_INDEXED || !is_same_op(table, op, heads.at[i].id)))
            return true;
    return heads.n_funs > (heads.n_ops == 0) && gen->classes == NULL;
}

static bool try_place(struct gen *gen, struct mutator *mutator, struct rng *rng) {
    if (mutator_is_fixed(mutator))
        return false;
    term other = draw_other(gen, mutator, mutator->places.at.at, rng);
    if (other == 0)
        return false;
    mutator_replace(mutator, other);
    return true;
}

/* Goes to places with a choice only, where they are few. */
static bool search(struct gen *gen, struct mutator *mutator, struct rng *rng) {
    struct places *places = &mutator->places;
    uint64_t total = 0;
    occurrence_counts_begin(&mutator->counts, mutator->table, has_choice, gen);
    for (size_t i = 0; i < places->roots.n; i++)
        total += occurrence_counts_add(&mutator->counts, places->roots.at[i].body);
    for (int i = 0; i < 4 * TRIES && total > 0; i++) {
        uint64_t k = rng_below(rng, total), n;
        uint32_t root = 0;
        while (k >= (n = occurrence_counts_add(&mutator->counts, places->roots.at[root].body))) {
            k -= n;
            root++;
        }
        places_go(places, root);
        occurrence_counts_find(&mutator->counts, places->roots.at[root].body, k, &places->at);
        if (try_place(gen, mutator, rng))
            return true;
    }
    return false;
}

static bool next(struct trail *trail, struct rng *rng, struct test *test) {
    struct mutator *mutator = trail->state;
    bool found = false;
    for (int i = 0; i < TRIES && !found && places_pick(&mutator->places, rng); i++)
        found = try_place(trail->gen, mutator, rng);
    if (!found && !search(trail->gen, mutator, rng))
        return false;
    mutator_give(mutator, test);
    return true;
}

const struct strategy strategy_opfuzz = {
    .name = "opfuzz",
    .summary = "operators replaced by others of the same sorts, one a step",
    .n_seeds = 1,
    .n_steps = 300,
    .refuse = mutator_refuse,
    .begin = mutator_begin,
    .next = next,
    .end = mutator_end,
};
