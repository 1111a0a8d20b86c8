#include "gen/candidates.h"

#include "gen/rank.h"
#include "term/check.h"

enum question { LIKE, GIVING };

void candidates_begin(struct candidates *candidates, struct term_table *table,
                      const struct spans *spans, const struct vocabulary *vocabulary) {
    candidates->table = table;
    candidates->spans = spans;
    candidates->vocabulary = vocabulary;
    index_clear(&candidates->index);
    vec_clear(&candidates->answers);
    vec_clear(&candidates->keys);
    vec_clear(&candidates->heads);
}

void candidates_release(struct candidates *candidates) {
    index_free(&candidates->index);
    vec_free(&candidates->answers);
    vec_free(&candidates->keys);
    vec_free(&candidates->heads);
    vec_free(&candidates->args);
}

/* ---- remembering ----------------------------------------------------------- */

/* The key that is being asked for is the end of `keys`, from `start` on. */
static const struct candidate_key *find(struct candidates *candidates, size_t start,
                                        uint32_t hash) {
    size_t n = candidates->keys.n - start;
    INDEX_EACH(&candidates->index, hash, id) {
        const struct candidate_key *answer = &candidates->answers.at[id - 1];
        if (answer->n_key == n && memcmp(candidates->keys.at + answer->key,
                                         candidates->keys.at + start, n * sizeof(uint32_t)) == 0)
            return answer;
    }
    return NULL;
}

static struct heads heads_of(const struct candidates *candidates,
                             const struct candidate_key *answer) {
    return (struct heads){candidates->heads.at + answer->first, answer->n_ops, answer->n_funs};
}

static uint32_t hash_key(const struct candidates *candidates, size_t start) {
    return term_hash(0, 0, candidates->keys.at + start, (uint32_t)(candidates->keys.n - start));
}

static void add_head(struct candidates *candidates, enum head_kind kind, uint32_t id) {
    vec_push(&candidates->heads, ((struct head){.kind = (uint8_t)kind, .id = id}));
}

/* ---- heads for given arguments --------------------------------------------- */

static bool takes_so_many(const struct op_info *info, uint32_t n) {
    switch (info->assoc) {
    case ASSOC_NONE:
        return n == info->n_args;
    case ASSOC_CUSTOM:
        return true;
    default:
        return n >= 2;
    }
}

static bool wants_values(uint32_t op, uint32_t n) {
    for (uint32_t i = 0; i < n; i++)
        if (op_wants_value(op, i))
            return true;
    return false;
}

/* Does the operator take these arguments, for the same result? */
static bool fits(struct candidates *candidates, uint32_t op, sort result) {
    struct term_table *table = candidates->table;
    const struct op_info *info = op_info(table, op);
    u32_vec *args = &candidates->args;
    uint32_t n = (uint32_t)args->n;
    struct check check;
    if (!vocabulary_allows(candidates->vocabulary, op) || !takes_so_many(info, n) ||
        wants_values(op, n))
        return false;
    sort kind = sort_kind(&table->sorts, info->result);
    if (kind != SORT_PARAM && kind != sort_kind(&table->sorts, result))
        return false;
    if (info->n_indices > 0) {
        struct rng rng;
        uint32_t indices[SORT_NUMERALS_MAX], n_indices;
        rng_init(&rng, op, 0, 0, 0);
        return rank_draw_indices(table, op, args->at, n, result, &rng, indices, &n_indices);
    }
    term t = check_one_op(table, op, NULL, 0, info->needs_as ? result : 0, args->at, n, &check);
    return t != 0 && term_sort(table, t) == result;
}

static bool is_sound(struct candidates *candidates, uint32_t op) {
    sort sorts[RANK_ARGS_MAX];
    uint32_t n = (uint32_t)candidates->args.n;
    if (n > RANK_ARGS_MAX) /* they repeat: what holds for the first holds for all */
        n = n > op_most_args(op) ? op_most_args(op) + 1 : RANK_ARGS_MAX;
    for (uint32_t i = 0; i < n; i++)
        sorts[i] = term_sort(candidates->table, candidates->args.at[i]);
    return rank_is_sound(candidates->table, op, sorts, n);
}

static uint32_t add_fitting_ops(struct candidates *candidates, sort result) {
    size_t before = candidates->heads.n;
    for (uint32_t op = OP_FIRST_THEORY; op < candidates->table->ops.n; op++)
        if (fits(candidates, op, result) && is_sound(candidates, op))
            add_head(candidates,
                     op_info(candidates->table, op)->n_indices > 0 ? HEAD_INDEXED : HEAD_OP, op);
    return (uint32_t)(candidates->heads.n - before);
}

static bool fun_fits(struct candidates *candidates, fun f, sort result) {
    struct term_table *table = candidates->table;
    const struct fun *info = fun_at(table, f);
    u32_vec *args = &candidates->args;
    struct check check;
    if (list_length(&table->lists, info->params) != args->n)
        return false;
    if (info->n_params_sorts == 0)
        return info->result == result &&
               check_fun_quick(table, f, args->at, (uint32_t)args->n) != 0;
    term t = check_fun(table, f, result, args->at, (uint32_t)args->n, &check);
    return t != 0 && term_op(table, t) == OP_APPLY && term_at(table, t)->payload == f;
}

/* z3 does not know which instance is meant if the datatype has parameters. */
static bool is_tested(const struct fun *info) {
    return info->kind == FUN_CONSTRUCTOR && info->n_params_sorts == 0;
}

/* The constructor's datatype is that of this sort. */
static bool constructs(const struct candidates *candidates, fun f, sort s) {
    const struct sort_table *sorts = &candidates->table->sorts;
    const struct fun *info = fun_at(candidates->table, f);
    return is_tested(info) && sort_datatype(sorts, s) != NULL &&
           sort_datatype(sorts, s) == sort_datatype(sorts, info->result);
}

/* May it stand where operators stand? Constants are no operators, unless they are values. */
static bool is_operator(const struct fun *info) {
    return info->kind != FUN_NAMED && (info->params != 0 || info->kind == FUN_CONSTRUCTOR);
}

static bool update_fits(const struct candidates *candidates, fun selector) {
    const struct term_table *table = candidates->table;
    const term *args = candidates->args.at;
    const struct fun *info = fun_at(table, selector);
    return info->kind == FUN_SELECTOR && info->n_params_sorts == 0 &&
           list_items(&table->lists, info->params)[0] == term_sort(table, args[0]) &&
           info->result == term_sort(table, args[1]);
}

/* Updates come only where there is one already: z3 does not know them. */
static uint32_t add_fitting_funs(struct candidates *candidates, sort result, bool is_update) {
    const u32_vec *funs = &candidates->spans->ordered_funs;
    const u32_vec *args = &candidates->args;
    size_t before = candidates->heads.n;
    for (size_t i = 0; i < funs->n; i++)
        if (is_operator(fun_at(candidates->table, funs->at[i])) &&
            fun_fits(candidates, funs->at[i], result))
            add_head(candidates, HEAD_FUN, funs->at[i]);
    if (args->n == 1 && result == SORT_BOOL)
        for (size_t i = 0; i < funs->n; i++)
            if (constructs(candidates, funs->at[i], term_sort(candidates->table, args->at[0])))
                add_head(candidates, HEAD_IS, funs->at[i]);
    for (size_t i = 0; i < funs->n && is_update; i++)
        if (update_fits(candidates, funs->at[i]))
            add_head(candidates, HEAD_UPDATE, funs->at[i]);
    return (uint32_t)(candidates->heads.n - before);
}

/* Can an operator stand where this one stands? */
static bool has_operator(const struct term_table *table, term t) {
    const struct term_node *node = term_at(table, t);
    switch (node->op) {
    case OP_APPLY:
        return is_operator(fun_at(table, node->payload));
    case OP_IS:
    case OP_UPDATE:
        return true;
    default:
        return node->op >= OP_FIRST_THEORY;
    }
}

struct heads candidates_like(struct candidates *candidates, term t) {
    struct term_table *table = candidates->table;
    if (!has_operator(table, t))
        return (struct heads){0};
    size_t start = candidates->keys.n;
    sort result = term_sort(table, t);
    bool is_update = term_op(table, t) == OP_UPDATE;
    uint32_t n = term_n_args(table, t);
    vec_push(&candidates->keys, is_update ? UINT32_MAX : (uint32_t)LIKE);
    vec_push(&candidates->keys, result);
    for (uint32_t i = 0; i < n; i++)
        vec_push(&candidates->keys, term_sort(table, term_arg(table, t, i)));
    uint32_t hash = hash_key(candidates, start);
    const struct candidate_key *known = find(candidates, start, hash);
    if (known != NULL) {
        candidates->keys.n = start;
        return heads_of(candidates, known);
    }
    vec_clear(&candidates->args);
    for (uint32_t i = 0; i < n; i++)
        vec_push(&candidates->args, term_arg(table, t, i));
    struct candidate_key answer = {.hash = hash,
                                   .key = (uint32_t)start,
                                   .n_key = (uint32_t)(candidates->keys.n - start),
                                   .first = (uint32_t)candidates->heads.n};
    answer.n_ops = add_fitting_ops(candidates, result);
    answer.n_funs = add_fitting_funs(candidates, result, is_update);
    vec_push(&candidates->answers, answer);
    index_insert(&candidates->index, hash, (uint32_t)candidates->answers.n);
    return heads_of(candidates, &answer);
}

/* ---- heads that give a sort ------------------------------------------------ */

static bool may_give(const struct candidates *candidates, uint32_t op, sort s) {
    const struct sort_table *sorts = &candidates->table->sorts;
    const struct op_info *info = op_info(candidates->table, op);
    enum sort_kind kind = sort_kind(sorts, info->result);
    if (!vocabulary_allows(candidates->vocabulary, op) || info->assoc == ASSOC_CUSTOM)
        return false;
    if (kind == SORT_PARAM)
        return s != SORT_REGLAN && sort_kind(sorts, s) != SORT_MAP;
    return kind == sort_kind(sorts, s);
}

static uint32_t add_giving_funs(struct candidates *candidates, sort s) {
    const struct term_table *table = candidates->table;
    const u32_vec *funs = &candidates->spans->ordered_funs;
    size_t before = candidates->heads.n;
    struct sort_binding binding;
    for (size_t i = 0; i < funs->n; i++) {
        const struct fun *info = fun_at(table, funs->at[i]);
        sort_binding_clear(&binding, info->n_params_sorts);
        if (is_operator(info) && sort_match(&table->sorts, info->result, s, &binding))
            add_head(candidates, HEAD_FUN, funs->at[i]);
        if (s == SORT_BOOL && is_tested(info))
            add_head(candidates, HEAD_IS, funs->at[i]);
    }
    return (uint32_t)(candidates->heads.n - before);
}

struct heads candidates_giving(struct candidates *candidates, sort s) {
    size_t start = candidates->keys.n;
    vec_push(&candidates->keys, GIVING);
    vec_push(&candidates->keys, s);
    uint32_t hash = hash_key(candidates, start);
    const struct candidate_key *known = find(candidates, start, hash);
    if (known != NULL) {
        candidates->keys.n = start;
        return heads_of(candidates, known);
    }
    struct candidate_key answer = {
        .hash = hash, .key = (uint32_t)start, .n_key = 2, .first = (uint32_t)candidates->heads.n};
    for (uint32_t op = OP_FIRST_THEORY; op < candidates->table->ops.n; op++)
        if (may_give(candidates, op, s))
            add_head(candidates,
                     op_info(candidates->table, op)->n_indices > 0 ? HEAD_INDEXED : HEAD_OP, op);
    answer.n_ops = (uint32_t)candidates->heads.n - answer.first;
    answer.n_funs = add_giving_funs(candidates, s);
    vec_push(&candidates->answers, answer);
    index_insert(&candidates->index, hash, (uint32_t)candidates->answers.n);
    return heads_of(candidates, &answer);
}
