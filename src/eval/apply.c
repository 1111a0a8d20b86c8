/*
 * One application: folding what takes more arguments by associativity, and
 * what becomes of arguments that are no values.
 */
#include "eval/array.h"
#include "eval/eval_int.h"

static bool all_definite(const struct eval *eval, const value *args, uint32_t n) {
    for (uint32_t i = 0; i < n; i++)
        if (!value_is_definite(&eval->values, args[i]))
            return false;
    return true;
}

enum { FEW = 8 };

/*
 * The stack that the arguments lie on, and the table that has the indices, may
 * move when functions are called: the operator gets copies.
 */
static value apply_copied(struct eval *eval, const struct eval_op *op, struct application *a) {
    value args[FEW];
    sort sorts[FEW];
    for (uint32_t i = 0; i < a->n; i++) {
        args[i] = a->args[i];
        sorts[i] = a->sorts[i];
    }
    a->args = args;
    a->sorts = sorts;
    if ((op->flags & MEANING_CALLS) == 0 || a->n_indices == 0)
        return op->apply(eval, a);
    uint32_t *indices = mem_alloc(a->n_indices * sizeof *indices);
    memcpy(indices, a->indices, a->n_indices * sizeof *indices);
    a->indices = indices;
    value v = op->apply(eval, a);
    mem_free(indices);
    return v;
}

static value apply_many(struct eval *eval, const struct eval_op *op, struct application *a) {
    value *args = mem_alloc(a->n * sizeof *args);
    sort *sorts = mem_alloc(a->n * sizeof *sorts);
    memcpy(args, a->args, a->n * sizeof *args);
    memcpy(sorts, a->sorts, a->n * sizeof *sorts);
    a->args = args;
    a->sorts = sorts;
    value v = op->apply(eval, a);
    mem_free(args);
    mem_free(sorts);
    return v;
}

static value apply_defined(struct eval *eval, fun f, sort result, const value *args,
                           const sort *sorts, uint32_t n) {
    const struct list_table *lists = &eval->table->lists;
    list params = fun_at(eval->table, f)->params;
    term body = 0;
    if (n != list_length(lists, params) ||
        memcmp(list_items(lists, params), sorts, n * sizeof *sorts) != 0)
        return VALUE_UNSUPPORTED; /* nothing is said of other widths */
    value v = function_apply(eval, f, result, args, sorts, n, &body);
    return v != 0 ? v : machine_run_body(eval, body);
}

/* As the signature has it: no folding. */
static value apply_flat(struct eval *eval, const struct eval_op *op, list indices, sort result,
                        const value *args, const sort *sorts, uint32_t n) {
    if (op->apply == NULL)
        return VALUE_UNSUPPORTED;
    if (op->means != 0)
        return apply_defined(eval, op->means, result, args, sorts, n);
    const struct list_table *lists = &eval->table->lists;
    struct application a = {.op = op->canonical,
                            .n = n,
                            .n_indices = list_length(lists, indices),
                            .indices = list_items(lists, indices),
                            .args = args,
                            .sorts = sorts,
                            .sort = result};
    if ((op->flags & MEANING_LAZY) == 0 && !all_definite(eval, args, n))
        return eval_stuck(eval, &a);
    return n <= FEW ? apply_copied(eval, op, &a) : apply_many(eval, op, &a);
}

static value fold_left(struct eval *eval, const struct eval_op *op, list indices, sort result,
                       const value *args, const sort *sorts, uint32_t n) {
    value two[2] = {args[0]};
    for (uint32_t i = 1; i < n; i++) {
        sort pair[2] = {sorts[0], sorts[i]};
        two[1] = args[i];
        two[0] = apply_flat(eval, op, indices, result, two, pair, 2);
    }
    return two[0];
}

static value fold_right(struct eval *eval, const struct eval_op *op, list indices, sort result,
                        const value *args, const sort *sorts, uint32_t n) {
    value two[2] = {0, args[n - 1]};
    for (uint32_t i = n - 1; i > 0; i--) {
        sort pair[2] = {sorts[i - 1], sorts[n - 1]};
        two[0] = args[i - 1];
        two[1] = apply_flat(eval, op, indices, result, two, pair, 2);
    }
    return two[1];
}

/* The conjunction of the operator over neighbours, or over all pairs. */
static value fold_pairs(struct eval *eval, const struct eval_op *op, list indices,
                        const value *args, const sort *sorts, uint32_t n) {
    bool neighbours = op->assoc == ASSOC_CHAIN;
    value_vec open = {0};
    value v = VALUE_TRUE;
    for (uint32_t i = 0; i < n && v != VALUE_FALSE; i++) {
        uint32_t end = neighbours && i + 2 < n ? i + 2 : n;
        for (uint32_t j = i + 1; j < end && v != VALUE_FALSE; j++) {
            value pair[2] = {args[i], args[j]};
            sort pair_sorts[2] = {sorts[i], sorts[j]};
            value one = apply_flat(eval, op, indices, SORT_BOOL, pair, pair_sorts, 2);
            if (one == VALUE_FALSE)
                v = one;
            else if (one != VALUE_TRUE)
                vec_push(&open, one);
            if (!eval_spend(eval, 1)) {
                vec_free(&open);
                return VALUE_LIMIT;
            }
        }
        if (neighbours && i + 2 >= n)
            break;
    }
    if (v == VALUE_TRUE && open.n > 0)
        v = logic_junction(eval, true, open.at, (uint32_t)open.n);
    vec_free(&open);
    return v;
}

static value fold(struct eval *eval, const struct eval_op *op, list indices, sort result,
                  const value *args, const sort *sorts, uint32_t n) {
    switch (op->assoc) {
    case ASSOC_LEFT:
        return fold_left(eval, op, indices, result, args, sorts, n);
    case ASSOC_RIGHT:
    case ASSOC_INIT:
        return fold_right(eval, op, indices, result, args, sorts, n);
    default:
        return fold_pairs(eval, op, indices, args, sorts, n);
    }
}

value apply_op(struct eval *eval, uint32_t op_number, list indices, sort result, const value *args,
               const sort *sorts, uint32_t n) {
    const struct eval_op *op = &eval->ops.at[op_number];
    if (n == op->n_args || op->assoc == ASSOC_NONE || op->assoc == ASSOC_CUSTOM ||
        (op->means == 0 && (op->flags & MEANING_WHOLE) != 0))
        return apply_flat(eval, op, indices, result, args, sorts, n);
    /* The stack that the arguments lie on may move when a step asks the model. */
    value *own = mem_alloc(n * sizeof *own);
    sort *own_sorts = mem_alloc(n * sizeof *own_sorts);
    memcpy(own, args, n * sizeof *args);
    memcpy(own_sorts, sorts, n * sizeof *sorts);
    value v = fold(eval, op, indices, result, own, own_sorts, n);
    mem_free(own);
    mem_free(own_sorts);
    return v;
}

/* ---- equality ---- */

/* Of values with a regex or function in them: by their parts, as far as that decides. */
static value equal_parts(struct eval *eval, value a, value b) {
    const struct value_node *x = value_at(&eval->values, a), *y = value_at(&eval->values, b);
    if (x->kind != y->kind || x->aux != y->aux || x->n != y->n)
        return VALUE_FALSE;
    for (uint32_t i = 0; i < x->n; i++)
        if (x->words[i] != y->words[i] && !value_is_loose(&eval->values, x->words[i]) &&
            !value_is_loose(&eval->values, y->words[i]))
            return VALUE_FALSE;
    return VALUE_LIMIT;
}

static value call_at(struct eval *eval, value f, value at, sort result) {
    if (value_kind(&eval->values, f) == VALUE_ARRAY)
        return array_select(eval, f, at, result);
    return eval_call(eval, f, &at, 1, result);
}

/* Do two functions, or arrays, agree at this point? */
static value equal_at(struct eval *eval, value a, value b, value at, sort element) {
    value x = call_at(eval, a, at, element), y = call_at(eval, b, at, element);
    if (!value_is_definite(&eval->values, x) || !value_is_definite(&eval->values, y))
        return VALUE_LIMIT;
    return eval_equal(eval, x, y, element);
}

static void add_indices(struct eval *eval, value a, value_vec *out) {
    const struct value_node *node = value_at(&eval->values, a);
    if (node->kind == VALUE_ARRAY)
        for (uint32_t i = 1; i < node->n; i += 2)
            vec_push(out, node->words[i]);
}

static value equal_functions(struct eval *eval, value a, value b, sort index, sort element) {
    uint64_t n;
    value v = VALUE_TRUE;
    if (domain_is_finite(eval, index, eval->limits.instances, &n)) {
        for (uint64_t i = 0; i < n && v != VALUE_FALSE; i++) {
            value one = equal_at(eval, a, b, domain_value(eval, index, i), element);
            v = one == VALUE_TRUE ? v : one;
        }
        return v;
    }
    /* Only a difference can be found. */
    enum { TRIED = 64 };
    value_vec points = {0};
    add_indices(eval, a, &points);
    add_indices(eval, b, &points);
    eval->made_fresh = false;
    domain_candidates(eval, index, points.n + TRIED, &points);
    bool has_fresh = eval->made_fresh;
    v = VALUE_LIMIT;
    for (size_t i = 0; i < points.n && v != VALUE_FALSE; i++)
        if (equal_at(eval, a, b, points.at[i], element) == VALUE_FALSE) {
            v = VALUE_FALSE;
            if (has_fresh && !domain_has(eval, index, points.at[i]))
                eval->assumes_more = true;
        }
    vec_free(&points);
    return v;
}

/*
 * Two arrays are written differently. Over a sort of which not all elements are known, that
 * is a difference if it is at an element that there is for sure.
 */
static void note_difference(struct eval *eval, value a, value b, sort s) {
    const struct sort_table *sorts = &eval->table->sorts;
    if (!universe_has_open_index(eval, s))
        return;
    bool is_array = sort_kind(sorts, s) == SORT_ARRAY;
    sort index = is_array ? sort_arg(sorts, s, 0) : 0;
    sort element = is_array ? sort_arg(sorts, s, 1) : 0;
    if (!is_array || !domain_is_uninterpreted(eval, index) ||
        universe_has_open_index(eval, element)) {
        eval->assumes_more = true; /* such an array may be inside */
        return;
    }
    value_vec points = {0};
    bool certain = false;
    add_indices(eval, a, &points);
    add_indices(eval, b, &points);
    for (size_t i = 0; i < points.n && !certain; i++)
        certain = domain_has(eval, index, points.at[i]) &&
                  array_select(eval, a, points.at[i], element) !=
                      array_select(eval, b, points.at[i], element);
    /* Constant arrays differ everywhere. */
    if (!certain && points.n > 0)
        eval->assumes_more = true;
    vec_free(&points);
}

value eval_equal(struct eval *eval, value a, value b, sort s) {
    if (a == b)
        return VALUE_TRUE;
    const struct sort_table *sorts = &eval->table->sorts;
    if (!value_is_loose(&eval->values, a) && !value_is_loose(&eval->values, b)) {
        note_difference(eval, a, b, s);
        return VALUE_FALSE;
    }
    switch (sort_kind(sorts, s)) {
    case SORT_REGLAN:
        return regex_equal(eval, a, b);
    case SORT_MAP:
    case SORT_ARRAY:
        return equal_functions(eval, a, b, sort_arg(sorts, s, 0), sort_arg(sorts, s, 1));
    default:
        return equal_parts(eval, a, b);
    }
}

/* The constructor that a value is made by, also if its arguments are not known; else 0. */
fun datatype_constructor(struct eval *eval, value v) {
    if (value_is_small(v))
        return 0;
    const struct value_node *node = value_at(&eval->values, v);
    if (node->kind == VALUE_CONSTRUCTED)
        return node->aux;
    if (node->kind == VALUE_STUCK && node->n > 0 && node->aux < STUCK_OP &&
        fun_at(eval->table, node->aux)->kind == FUN_CONSTRUCTOR)
        return node->aux;
    return 0;
}

const value *datatype_args(struct eval *eval, value v, uint32_t *n) {
    if (value_kind(&eval->values, v) == VALUE_CONSTRUCTED)
        return value_items(&eval->values, v, n);
    return stuck_args(eval, v, n);
}

/* Is one of them the negation of the other, whatever that is? */
static bool are_opposite(struct eval *eval, value a, value b) {
    uint32_t n;
    return (stuck_is_op(eval, a, OP_NOT) && stuck_args(eval, a, &n)[0] == b) ||
           (stuck_is_op(eval, b, OP_NOT) && stuck_args(eval, b, &n)[0] == a);
}

/* Two that the same constructor has made, their fields one by one. */
static value equal_fields(struct eval *eval, value a, value b, sort s, int levels) {
    fun constructor = datatype_constructor(eval, a);
    uint32_t n = fun_arity(eval->table, constructor), unused;
    bool differ = false;
    value_vec open = {0};
    for (uint32_t i = 0; i < n && !differ; i++) {
        value x = datatype_args(eval, a, &unused)[i], y = datatype_args(eval, b, &unused)[i];
        value pair[2] = {x < y ? x : y, x < y ? y : x};
        sort field = domain_field(eval, s, constructor, i), sorts[2] = {field, field};
        fun c = datatype_constructor(eval, x);
        if (x == y)
            continue;
        if (c == 0 || datatype_constructor(eval, y) == 0 || all_definite(eval, pair, 2))
            vec_push(&open, apply_equal(eval, x, y, field));
        else if (c != datatype_constructor(eval, y))
            vec_push(&open, VALUE_FALSE);
        else if (levels > 0)
            vec_push(&open, equal_fields(eval, x, y, field, levels - 1));
        else
            vec_push(&open, stuck_make(eval, STUCK_OP | OP_EQ, 0, SORT_BOOL, pair, sorts, 2));
        differ = vec_top(&open) == VALUE_FALSE;
    }
    value v = differ ? VALUE_FALSE : logic_junction(eval, true, open.at, (uint32_t)open.n);
    vec_free(&open);
    return v;
}

enum { FIELD_LEVELS = 8 };

value apply_equal(struct eval *eval, value a, value b, sort s) {
    value pair[2] = {a < b ? a : b, a < b ? b : a};
    value worst = stuck_worst(pair, 2);
    if (worst == 0 && a == b)
        return VALUE_TRUE;
    if (all_definite(eval, pair, 2))
        return eval_equal(eval, a, b, s);
    fun c = datatype_constructor(eval, a), d = datatype_constructor(eval, b);
    if (c != 0 && d != 0) {
        if (c != d)
            return VALUE_FALSE;
        uint32_t n;
        const value *x = datatype_args(eval, a, &n), *y = datatype_args(eval, b, &n);
        for (uint32_t i = 0; i < n; i++)
            if (x[i] != y[i] && value_is_definite(&eval->values, x[i]) &&
                value_is_definite(&eval->values, y[i]) && !value_is_loose(&eval->values, x[i]) &&
                !value_is_loose(&eval->values, y[i]))
                return VALUE_FALSE;
        if (eval->generics.n > 0 && worst == 0)
            return equal_fields(eval, a, b, s, FIELD_LEVELS);
    }
    if (worst != 0)
        return worst;
    if (s == SORT_BOOL && are_opposite(eval, a, b))
        return VALUE_FALSE;
    if (s == SORT_BOOL && value_is_small(pair[0]))
        return pair[0] == VALUE_TRUE ? pair[1] : logic_not(eval, pair[1]);
    if (s == SORT_BOOL && value_is_small(pair[1]))
        return pair[1] == VALUE_TRUE ? pair[0] : logic_not(eval, pair[0]);
    value v = eval->generics.n > 0 ? generic_equal(eval, a, b, s) : 0;
    if (v != 0)
        return v;
    sort sorts[2] = {s, s};
    return stuck_make(eval, STUCK_OP | OP_EQ, 0, SORT_BOOL, pair, sorts, 2);
}

/* ---- datatypes ---- */

value apply_is(struct eval *eval, fun constructor, value v, sort s) {
    fun is = datatype_constructor(eval, v);
    if (is != 0)
        return value_of_bool(is == constructor);
    value worst = stuck_worst(&v, 1);
    if (worst != 0)
        return worst;
    /* ((_ is c) x) is stuck as (= x (c ...)) would be: by the constructor and the value */
    sort sorts[2] = {SORT_INT, s};
    value args[2] = {value_of_small((int64_t)constructor), v};
    return stuck_make(eval, STUCK_OP | OP_IS, 0, SORT_BOOL, args, sorts, 2);
}

value apply_update(struct eval *eval, fun selector, value v, value field, sort s, sort field_sort) {
    const struct fun *f = fun_at(eval->table, selector);
    fun is = datatype_constructor(eval, v);
    if (is != 0 && is != f->owner)
        return v;
    value pair[2] = {v, field};
    value worst = stuck_worst(pair, 2);
    if (worst != 0)
        return worst;
    if (is == 0 || !all_definite(eval, pair, 2)) {
        sort sorts[3] = {SORT_INT, s, field_sort};
        value args[3] = {value_of_small((int64_t)selector), v, field};
        return stuck_make(eval, STUCK_OP | OP_UPDATE, 0, s, args, sorts, 3);
    }
    uint32_t n;
    const value *items = value_items(&eval->values, v, &n);
    value *changed = mem_alloc(n * sizeof *changed);
    memcpy(changed, items, n * sizeof *changed);
    changed[f->place] = field;
    v = value_make(&eval->values, VALUE_CONSTRUCTED, is, changed, n);
    mem_free(changed);
    return v;
}
