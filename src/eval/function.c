/*
 * Functions: of the script, by its definition, the model or choices; and as
 * values. A function of one argument that only asks whether its argument is one
 * of some points is a table: it becomes a VALUE_ARRAY, so that equal functions
 * have equal handles. Others are closures.
 */
#include "eval/array.h"
#include "eval/eval_int.h"

static bool all_definite(const struct eval *eval, const value *args, uint32_t n) {
    for (uint32_t i = 0; i < n; i++)
        if (!value_is_definite(&eval->values, args[i]))
            return false;
    return true;
}

/* The first that is no value; there is one. */
static value first_open(const struct eval *eval, const value *args, uint32_t n) {
    uint32_t i = 0;
    while (i + 1 < n && value_is_definite(&eval->values, args[i]))
        i++;
    return args[i];
}

static const struct model_entry *entry_of(const struct eval *eval, fun f) {
    if (f >= eval->entries.n || eval->entries.at[f] == 0)
        return NULL;
    return &eval->model->entries.at[eval->entries.at[f] - 1];
}

static value construct(struct eval *eval, fun f, sort result, const value *args, const sort *sorts,
                       uint32_t n) {
    if (all_definite(eval, args, n))
        return value_make(&eval->values, VALUE_CONSTRUCTED, f, args, n);
    value worst = stuck_worst(args, n);
    return worst != 0 ? worst : stuck_make(eval, f, 0, result, args, sorts, n);
}

static value select_field(struct eval *eval, fun f, sort result, const value *args,
                          const sort *sorts) {
    const struct fun *info = fun_at(eval->table, f);
    fun constructor = datatype_constructor(eval, args[0]);
    if (constructor == info->owner) {
        uint32_t n;
        return datatype_args(eval, args[0], &n)[info->place];
    }
    value worst = stuck_worst(args, 1);
    if (worst != 0)
        return worst;
    value v = stuck_make(eval, f, 0, result, args, sorts, 1);
    return choice_is(eval, v) ? choice_resolve(eval, v) : v;
}

/* A call that was made before with the same arguments, or 0. */
value function_known_call(const struct eval *eval, value key) {
    size_t id = key >> 1;
    if (id >= eval->calls.n)
        return 0;
    const struct memo *memo = &eval->calls.at[id];
    return memo->stamp == eval->assignment || memo->stamp == eval->round ? memo->value : 0;
}

static value enter(struct eval *eval, fun f, sort result, list vars, term body, const value *args,
                   const sort *sorts, uint32_t n, term *to) {
    value key = 0;
    if (n > 0 && all_definite(eval, args, n)) {
        key = stuck_make(eval, f, 0, result, args, sorts, n);
        value v = function_known_call(eval, key);
        if (v != 0)
            return v;
    }
    if (body == 0)
        return VALUE_UNSUPPORTED;
    if (eval->frames.n >= eval->limits.calls)
        return VALUE_LIMIT;
    machine_enter(eval, body, key);
    for (uint32_t i = 0; i < n; i++)
        machine_bind(eval, list_items(&eval->table->lists, vars)[i], args[i]);
    *to = body;
    return 0;
}

/* A function that the script declares: the table of choices comes first, then the model. */
static value interpret(struct eval *eval, fun f, sort result, const value *args, const sort *sorts,
                       uint32_t n, term *body) {
    const struct model_entry *entry = entry_of(eval, f);
    if (entry == NULL || eval->choices.n > 0) {
        value worst = stuck_worst(args, n);
        if (worst != 0 && entry == NULL)
            return worst;
        value v = worst != 0 ? worst : stuck_make(eval, f, 0, result, args, sorts, n);
        if (entry == NULL)
            return choice_is(eval, v) ? choice_resolve(eval, v) : v;
        if (v >> 1 < eval->chosen.n && eval->chosen.at[v >> 1] != 0)
            return eval->chosen.at[v >> 1];
    }
    return enter(eval, f, result, entry->vars, entry->body, args, sorts, n, body);
}

value function_apply(struct eval *eval, fun f, sort result, const value *args, const sort *sorts,
                     uint32_t n, term *body) {
    struct fun info = *fun_at(eval->table, f);
    switch (info.kind) {
    case FUN_CONSTRUCTOR:
        return construct(eval, f, result, args, sorts, n);
    case FUN_SELECTOR:
        return select_field(eval, f, result, args, sorts);
    case FUN_DECLARED:
        return interpret(eval, f, result, args, sorts, n, body);
    default:
        if (info.n_params_sorts > 0)
            return VALUE_UNSUPPORTED; /* its body is about sorts that are variables */
        if (info.kind == FUN_RECURSIVE && !all_definite(eval, args, n)) {
            value worst = stuck_worst(args, n);
            return worst != 0 ? worst : stuck_make(eval, f, 0, result, args, sorts, n);
        }
        return enter(eval, f, result, info.vars, info.body, args, sorts, n, body);
    }
}

/* ---- function values ---- */

/* The part of a map sort behind n arguments. */
static sort result_sort(const struct eval *eval, sort map, uint32_t n) {
    for (uint32_t i = 0; i < n && sort_kind(&eval->table->sorts, map) == SORT_MAP; i++)
        map = sort_arg(&eval->table->sorts, map, 1);
    return map;
}

/* A function that is not known, applied. */
static value call_stuck(struct eval *eval, value f, const value *args, uint32_t n, sort result) {
    value worst = stuck_worst(&f, 1);
    if (worst == 0)
        worst = stuck_worst(args, n);
    if (worst != 0)
        return worst;
    value_vec all = {0};
    u32_vec sorts = {0};
    sort map = stuck_sort(eval, f);
    vec_push(&all, f);
    vec_push(&sorts, map);
    for (uint32_t i = 0; i < n; i++) {
        vec_push(&all, args[i]);
        vec_push(&sorts, sort_n_args(&eval->table->sorts, map) > 0
                             ? sort_arg(&eval->table->sorts, map, 0)
                             : 0);
        map = result_sort(eval, map, 1);
    }
    value v = stuck_make(eval, STUCK_OP | OP_HO_APPLY, 0, result, all.at, sorts.at, n + 1);
    vec_free(&all);
    vec_free(&sorts);
    return v;
}

/* The arguments that are given already, then the new ones. */
static void gather(value_vec *all, const value *given, uint32_t n_given, const value *args,
                   uint32_t n) {
    for (uint32_t i = 0; i < n_given; i++)
        vec_push(all, given[i]);
    for (uint32_t i = 0; i < n; i++)
        vec_push(all, args[i]);
}

/* The body is evaluated here and now, and its value applied to the other arguments. */
static value call_further(struct eval *eval, value v, term body, const value *rest, uint32_t n,
                          sort result, term *to) {
    if (v == 0)
        v = machine_run_body(eval, body);
    return function_call(eval, v, rest, n, result, to);
}

static value call_closure(struct eval *eval, value f, const value *args, uint32_t n, sort result,
                          term *to) {
    const struct value_node node = *value_at(&eval->values, f);
    term lambda = node.aux;
    u32_vec captured = {0};
    value_vec all = {0};
    value v = 0;
    varset_members(&eval->table->varsets, term_at(eval->table, lambda)->free, &captured);
    uint32_t n_captured = (uint32_t)captured.n, n_given = node.n - n_captured;
    uint32_t n_params = term_n_args(eval->table, lambda) - 1, wanted = n_params - n_given;
    term body = term_arg(eval->table, lambda, n_params);
    if (n < wanted) {
        gather(&all, node.words, node.n, args, n);
        v = value_make(&eval->values, VALUE_CLOSURE, lambda, all.at, (uint32_t)all.n);
    } else if (eval->frames.n >= eval->limits.calls)
        v = VALUE_LIMIT;
    else {
        gather(&all, node.words + n_captured, n_given, args, n);
        machine_enter(eval, body, 0);
        for (uint32_t i = 0; i < n_captured; i++)
            machine_bind_id(eval, captured.at[i], node.words[i]);
        for (uint32_t i = 0; i < n_params; i++)
            machine_bind(eval, term_arg(eval->table, lambda, i), all.at[i]);
        *to = body;
        if (n > wanted)
            v = call_further(eval, 0, body, all.at + n_params, n - wanted, result, to);
    }
    vec_free(&captured);
    vec_free(&all);
    return v;
}

static value call_function(struct eval *eval, value f, const value *args, uint32_t n, sort result,
                           term *to) {
    const struct value_node node = *value_at(&eval->values, f);
    fun function = node.aux;
    struct fun info = *fun_at(eval->table, function);
    uint32_t n_params = fun_arity(eval->table, function), wanted = n_params - node.n;
    if (info.n_params_sorts > 0)
        return VALUE_UNSUPPORTED;
    value_vec all = {0};
    u32_vec sorts = {0};
    value v;
    gather(&all, node.words, node.n, args, n);
    for (uint32_t i = 0; i < n_params; i++)
        vec_push(&sorts, list_items(&eval->table->lists, info.params)[i]);
    if (n < wanted) {
        value worst = stuck_worst(args, n);
        v = all_definite(eval, args, n)
                ? value_make(&eval->values, VALUE_FUNCTION, function, all.at, (uint32_t)all.n)
            : worst != 0 ? worst
                         : VALUE_UNSUPPORTED;
    } else {
        v = function_apply(eval, function, info.result, all.at, sorts.at, n_params, to);
        if (n > wanted)
            v = call_further(eval, v, *to, all.at + n_params, n - wanted, result, to);
    }
    vec_free(&all);
    vec_free(&sorts);
    return v;
}

value function_call(struct eval *eval, value f, const value *args, uint32_t n, sort result,
                    term *body) {
    if (n == 0)
        return f;
    switch (value_kind(&eval->values, f)) {
    case VALUE_CLOSURE:
        return call_closure(eval, f, args, n, result, body);
    case VALUE_FUNCTION:
        return call_function(eval, f, args, n, result, body);
    case VALUE_ARRAY: {
        if (!value_is_definite(&eval->values, args[0]))
            return stuck_worst(args, 1) != 0 ? stuck_worst(args, 1) : VALUE_LIMIT;
        value v = array_select(eval, f, args[0], n == 1 ? result : 0);
        return n == 1 ? v : function_call(eval, v, args + 1, n - 1, result, body);
    }
    default:
        return call_stuck(eval, f, args, n, result);
    }
}

value eval_call(struct eval *eval, value function, const value *args, uint32_t n, sort result) {
    term body = 0;
    value v = function_call(eval, function, args, n, result, &body);
    return v != 0 ? v : machine_run_body(eval, body);
}

/* ---- tables ---- */

enum { TABLE_POINTS = 100000 };

/*
 * The terms that x is compared with, if that is all that happens to it: every x
 * in the body stands in (= x p), and p is one of the terms that are fixed where
 * the function is made.
 */
static bool find_points(struct eval *eval, term x, term body, varset outside, u32_vec *points) {
    struct term_walk walk = {0};
    const struct term_table *table = eval->table;
    uint32_t id = term_at(table, x)->payload;
    bool good = body != x;
    term t;
    term_walk_begin(&walk, table);
    term_walk_add(&walk, body);
    while (good && (t = term_walk_next(&walk)) != 0) {
        const struct term_node *node = term_at(table, t);
        const term *args = term_args(table, t);
        for (uint32_t i = 0; good && i < node->n_args; i++)
            if (args[i] == x) {
                good = node->op == OP_EQ && node->n_args == 2 && args[1 - i] != x &&
                       varset_within(&table->varsets, term_at(table, args[1 - i])->free, outside) &&
                       !varset_has(&table->varsets, term_at(table, args[1 - i])->free, id) &&
                       points->n < TABLE_POINTS;
                if (good)
                    vec_push(points, args[1 - i]);
            }
    }
    term_walk_release(&walk);
    return good;
}

/* The values of the points, without repetition; false if one has none. */
static bool evaluate_points(struct eval *eval, const u32_vec *points, pair_vec *entries) {
    for (size_t i = 0; i < points->n; i++) {
        value v = machine_run(eval, points->at[i]);
        if (!value_is_definite(&eval->values, v) || value_is_loose(&eval->values, v))
            return false;
        vec_push(entries, ((struct pair){v, 0}));
    }
    if (entries->n > 1)
        pairs_sort(entries->at, entries->n);
    size_t kept = 0;
    for (size_t i = 0; i < entries->n; i++)
        if (kept == 0 || entries->at[kept - 1].key != entries->at[i].key)
            entries->at[kept++] = entries->at[i];
    entries->n = kept;
    return true;
}

static value body_at(struct eval *eval, term x, term body, value at) {
    machine_enter(eval, body, 0);
    machine_bind(eval, x, at);
    return machine_run_body(eval, body);
}

/* The elements at the points and at any other index; false if one is no value. */
static bool evaluate_elements(struct eval *eval, term x, term body, pair_vec *entries,
                              value *other) {
    value_vec points = {0};
    for (size_t i = 0; i < entries->n; i++) {
        vec_push(&points, entries->at[i].key);
        entries->at[i].item = body_at(eval, x, body, entries->at[i].key);
        if (!value_is_definite(&eval->values, entries->at[i].item))
            break;
    }
    bool good = points.n == entries->n &&
                (points.n == 0 || value_is_definite(&eval->values, entries->at[points.n - 1].item));
    if (good) {
        value fresh = domain_fresh(eval, term_sort(eval->table, x), points.at, points.n);
        uint64_t n;
        if (fresh != 0)
            *other = body_at(eval, x, body, fresh);
        else if (points.n > 0 && domain_is_finite(eval, term_sort(eval->table, x), points.n, &n))
            *other = entries->at[0].item; /* there is no other index */
        else
            *other = VALUE_LIMIT;
        good = value_is_definite(&eval->values, *other);
    }
    vec_free(&points);
    return good;
}

/* The function x -> body as a table; 0 if it is none. `map` is its sort. */
static value tabulate(struct eval *eval, term x, term body, varset outside, sort map) {
    u32_vec points = {0};
    pair_vec entries = {0};
    value v = 0, other = 0;
    if (eval->depth + 1 < DEPTH_MAX && find_points(eval, x, body, outside, &points) &&
        evaluate_points(eval, &points, &entries) &&
        evaluate_elements(eval, x, body, &entries, &other))
        v = array_make(eval, map, other, entries.at, entries.n);
    vec_free(&points);
    vec_free(&entries);
    return v;
}

value function_of_lambda(struct eval *eval, term lambda) {
    struct term_node node = *term_at(eval->table, lambda);
    u32_vec captured = {0};
    value_vec words = {0};
    varset_members(&eval->table->varsets, node.free, &captured);
    for (size_t i = 0; i < captured.n; i++)
        vec_push(&words, captured.at[i] < eval->bindings.n && eval->bindings.at[captured.at[i]] != 0
                             ? eval->bindings.at[captured.at[i]]
                             : VALUE_UNSUPPORTED);
    value v = stuck_worst(words.at, (uint32_t)words.n);
    if (v == 0 && !all_definite(eval, words.at, (uint32_t)words.n))
        v = stuck_term(eval, lambda, first_open(eval, words.at, (uint32_t)words.n));
    if (v == 0 && node.n_args == 2)
        v = tabulate(eval, term_arg(eval->table, lambda, 0), term_arg(eval->table, lambda, 1),
                     node.free, node.sort);
    if (v == 0) {
        v = value_make(&eval->values, VALUE_CLOSURE, lambda, words.at, (uint32_t)words.n);
        if (sort_kind(&eval->table->sorts, node.sort) == SORT_ARRAY)
            v = array_of_function(eval, v, node.sort);
    }
    vec_free(&captured);
    vec_free(&words);
    return v;
}

value function_as_array(struct eval *eval, fun f, sort array) {
    const struct model_entry *entry = entry_of(eval, f);
    struct fun info = *fun_at(eval->table, f);
    list vars = entry != NULL ? entry->vars : info.vars;
    term body = entry != NULL ? entry->body : info.body;
    value v = 0;
    if (fun_arity(eval->table, f) != 1 || info.n_params_sorts > 0)
        return VALUE_UNSUPPORTED;
    if (body != 0)
        v = tabulate(eval, list_items(&eval->table->lists, vars)[0], body, 0, array);
    if (v == 0)
        v = array_of_function(eval, value_make(&eval->values, VALUE_FUNCTION, f, NULL, 0), array);
    return v;
}

/* ---- (_ map f) ---- */

struct mapping {
    struct eval *eval;
    uint32_t what;
    bool is_fun;
    sort result;
    const sort *elements; /* of the arrays */
};

static value map_elements(void *context, const value *args, uint32_t n) {
    struct mapping *m = context;
    if (!m->is_fun)
        return apply_op(m->eval, m->what, 0, m->result, args, m->elements, n);
    term body = 0;
    value v = function_apply(m->eval, m->what, m->result, args, m->elements, n, &body);
    return v != 0 ? v : machine_run_body(m->eval, body);
}

value function_map_array(struct eval *eval, term t, const value *args, const sort *sorts,
                         uint32_t n) {
    const struct sort_table *table = &eval->table->sorts;
    sort array = term_sort(eval->table, t);
    const uint32_t *payload = list_items(&eval->table->lists, term_at(eval->table, t)->payload);
    struct mapping m = {eval, payload[0], payload[1] != 0, sort_arg(table, array, 1), NULL};
    value worst = stuck_worst(args, n);
    if (worst != 0)
        return worst;
    if (!all_definite(eval, args, n))
        return stuck_term(eval, t, first_open(eval, args, n));
    value *arrays = mem_alloc(n * sizeof *arrays);
    sort *elements = mem_alloc(n * sizeof *elements);
    for (uint32_t i = 0; i < n; i++) {
        arrays[i] = args[i];
        elements[i] = sort_arg(table, sorts[i], 1);
    }
    m.elements = elements;
    value v = array_map(eval, array, map_elements, &m, arrays, n);
    if (!value_is_definite(&eval->values, v) && stuck_worst(&v, 1) == 0)
        v = stuck_term(eval, t, v); /* an element waits */
    mem_free(arrays);
    mem_free(elements);
    return v;
}
