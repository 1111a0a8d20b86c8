/*
 * What is open: applications that wait, choices, and what a choice may be.
 */
#include "eval/array.h"
#include "eval/eval_int.h"
#include "eval/float.h"

/* ---- stuck applications ---- */

value stuck_make(struct eval *eval, uint32_t head, list indices, sort result, const value *args,
                 const sort *sorts, uint32_t n) {
    enum { FEW = 8 };
    uint64_t few[1 + 2 * FEW];
    uint64_t *words = n <= FEW ? few : mem_alloc((1 + 2 * (size_t)n) * sizeof *words);
    words[0] = (uint64_t)indices << 32 | result;
    for (uint32_t i = 0; i < n; i++) {
        words[1 + i] = args[i];
        words[1 + n + i] = sorts[i];
    }
    value v = value_make(&eval->values, VALUE_STUCK, head, words, 1 + 2 * n);
    if (words != few)
        mem_free(words);
    return v;
}

value stuck_term(struct eval *eval, term t, value on) {
    u32_vec variables = {0}, sorts = {0};
    value_vec args = {0};
    varset_members(&eval->table->varsets, term_at(eval->table, t)->free, &variables);
    for (size_t i = 0; i < variables.n; i++) {
        uint32_t id = variables.at[i];
        vec_push(&args, id < eval->bindings.n && eval->bindings.at[id] != 0 ? eval->bindings.at[id]
                                                                            : VALUE_UNSUPPORTED);
        vec_push(&sorts, eval->table->variables.at[id].sort);
    }
    vec_push(&args, on);
    vec_push(&sorts, 0);
    value v = stuck_make(eval, STUCK_TERM | t, 0, term_sort(eval->table, t), args.at, sorts.at,
                         (uint32_t)args.n);
    vec_free(&variables);
    vec_free(&args);
    vec_free(&sorts);
    return v;
}

bool stuck_is_op(struct eval *eval, value v, enum op op) {
    return !value_is_small(v) && value_at(&eval->values, v)->kind == VALUE_STUCK &&
           value_at(&eval->values, v)->aux == (STUCK_OP | (uint32_t)op);
}

const value *stuck_args(struct eval *eval, value v, uint32_t *n) {
    const struct value_node *node = value_at(&eval->values, v);
    *n = node->n / 2;
    return node->words + 1;
}

sort stuck_arg_sort(const struct eval *eval, value v, uint32_t i) {
    const struct value_node *node = value_at(&eval->values, v);
    return (sort)node->words[1 + node->n / 2 + i];
}

sort stuck_sort(const struct eval *eval, value v) {
    return (sort)value_at(&eval->values, v)->words[0];
}

value stuck_worst(const value *args, uint32_t n) {
    value worst = 0;
    for (uint32_t i = 0; i < n; i++)
        if (args[i] == VALUE_UNSUPPORTED)
            return VALUE_UNSUPPORTED;
        else if (args[i] == VALUE_LIMIT)
            worst = VALUE_LIMIT;
    return worst;
}

void stuck_below(struct eval *eval, const value *from, size_t n_from, value_vec *out) {
    struct index seen = {0};
    value_vec todo = {0};
    for (size_t i = 0; i < n_from; i++)
        vec_push(&todo, from[i]);
    while (todo.n > 0) {
        value v = vec_pop(&todo);
        if (value_is_definite(&eval->values, v) || v <= VALUE_UNSUPPORTED)
            continue;
        uint32_t hash = (uint32_t)hash_mix(v, v >> 7), n;
        bool is_known = false;
        INDEX_EACH(&seen, hash, id)
        is_known = is_known || out->at[id - 1] == v;
        if (is_known)
            continue;
        vec_push(out, v);
        index_insert(&seen, hash, (uint32_t)out->n);
        const value *args = stuck_args(eval, v, &n);
        for (uint32_t i = 0; i < n; i++)
            vec_push(&todo, args[i]);
    }
    index_free(&seen);
    vec_free(&todo);
}

value eval_stuck(struct eval *eval, const struct application *a) {
    value worst = stuck_worst(a->args, a->n);
    if (worst != 0)
        return worst;
    value v = eval->generics.n > 0 ? generic_apply(eval, a) : 0;
    if (v != 0)
        return v;
    list indices = list_intern(&eval->table->lists, a->indices, a->n_indices);
    return stuck_make(eval, STUCK_OP | a->op, indices, a->sort, a->args, a->sorts, a->n);
}

value eval_wait(struct eval *eval, const struct application *a, value on) {
    if (value_is_definite(&eval->values, on) || stuck_worst(&on, 1) != 0)
        return on;
    value_vec args = {0};
    u32_vec sorts = {0};
    for (uint32_t i = 0; i < a->n; i++) {
        vec_push(&args, a->args[i]);
        vec_push(&sorts, a->sorts[i]);
    }
    vec_push(&args, on);
    vec_push(&sorts, 0);
    list indices = list_intern(&eval->table->lists, a->indices, a->n_indices);
    value v = stuck_make(eval, STUCK_OP | STUCK_TERM | a->op, indices, a->sort, args.at, sorts.at,
                         a->n + 1);
    vec_free(&args);
    vec_free(&sorts);
    return v;
}

/* ---- choices ---- */

bool choice_is(const struct eval *eval, value v) {
    if (value_is_small(v) || v <= VALUE_UNSUPPORTED)
        return false;
    const struct value_node *node = value_at(&eval->values, v);
    if (node->kind != VALUE_STUCK || (node->aux & STUCK_TERM) != 0)
        return false;
    for (uint32_t i = 0; i < node->n / 2; i++)
        if (!value_is_definite(&eval->values, node->words[1 + i]))
            return false;
    return true;
}

void choice_set(struct eval *eval, value choice, value v) {
    size_t id = choice >> 1;
    if (id >= eval->chosen.n) {
        size_t old = eval->chosen.n;
        vec_extend(&eval->chosen, id + 1 - old);
        memset(eval->chosen.at + old, 0, (id + 1 - old) * sizeof *eval->chosen.at);
    }
    if (eval->chosen.at[id] == 0)
        vec_push(&eval->choices, choice);
    eval->chosen.at[id] = v;
}

void choice_unset(struct eval *eval, value choice) {
    if (choice >> 1 >= eval->chosen.n || eval->chosen.at[choice >> 1] == 0)
        return;
    for (size_t i = eval->choices.n; i > 0; i--)
        if (eval->choices.at[i - 1] == choice) {
            eval->choices.at[i - 1] = vec_top(&eval->choices);
            eval->choices.n--;
            break;
        }
    eval->chosen.at[choice >> 1] = 0;
}

/* Under which operator models say what another one is where it is open. */
static enum op model_spelling(enum op op) {
    switch (op) {
    case OP_REAL_DIV:
        return OP_REAL_DIV0;
    case OP_REAL_CARET:
        return OP_REAL_CARET0;
    case OP_INT_DIV:
        return OP_INT_DIV0;
    case OP_INT_MOD:
        return OP_INT_MOD0;
    case OP_INT_REM:
        return OP_INT_REM0;
    case OP_INT_CARET:
        return OP_INT_CARET0;
    case OP_SEQ_NTH:
        return OP_SEQ_NTH_U;
    default:
        return op;
    }
}

/* Does the entry say what this choice is? */
static bool speaks_of(const struct eval *eval, const struct model_entry *entry, value choice) {
    const struct value_node *node = value_at(&eval->values, choice);
    const struct list_table *lists = &eval->table->lists;
    enum op op = (enum op)(node->aux & STUCK_HEAD);
    if (entry->kind != MODEL_CHOICE ||
        op_info(eval->table, entry->op)->canonical != model_spelling(op))
        return false;
    uint32_t n = list_length(lists, entry->vars);
    if (n != node->n / 2 || term_sort(eval->table, entry->body) != stuck_sort(eval, choice))
        return false;
    for (uint32_t i = 0; i < n; i++)
        if (term_sort(eval->table, list_items(lists, entry->vars)[i]) !=
            stuck_arg_sort(eval, choice, i))
            return false;
    return true;
}

/* What the model says about an operator where it is open; 0 if nothing. */
static value by_model(struct eval *eval, value choice) {
    const struct value_node node = *value_at(&eval->values, choice);
    if (eval->model == NULL || (node.aux & STUCK_OP) == 0)
        return 0;
    for (size_t i = 0; i < eval->model->entries.n; i++) {
        const struct model_entry *entry = &eval->model->entries.at[i];
        if (!speaks_of(eval, entry, choice))
            continue;
        machine_enter(eval, entry->body, choice);
        for (uint32_t j = 0; j < node.n / 2; j++)
            machine_bind(eval, list_items(&eval->table->lists, entry->vars)[j], node.words[1 + j]);
        return machine_run_body(eval, entry->body);
    }
    return 0;
}

/* ---- what a choice may be ---- */

static bool has(const value_vec *values, size_t from, value v) {
    for (size_t i = from; i < values->n; i++)
        if (values->at[i] == v)
            return true;
    return false;
}

static void add(value_vec *out, size_t from, value v) {
    if (v != 0 && !has(out, from, v))
        vec_push(out, v);
}

/* The bit patterns of NaN. */
static bool nan_patterns(struct eval *eval, sort s, value_vec *out) {
    enum { MOST = 256 };
    struct float_format f = float_format(eval->table, s);
    mpz_t base, pattern;
    mpz_init_set_ui(base, 0);
    mpz_init(pattern);
    for (uint32_t i = 0; i < f.exponent; i++)
        mpz_setbit(base, f.significand - 1 + i);
    uint64_t n = f.significand - 1 < 9 ? (UINT64_C(1) << (f.significand - 1)) - 1 : MOST;
    for (uint64_t i = n; i > 0 && out->n < MOST; i--)
        for (int sign = 0; sign < 2; sign++) {
            mpz_add_ui(pattern, base, i);
            if (sign != 0)
                mpz_setbit(pattern, f.exponent + f.significand - 1);
            vec_push(out, value_of_mpz(&eval->values, pattern));
        }
    mpz_clear(base);
    mpz_clear(pattern);
    return f.significand - 1 < 8;
}

/* Have two arrays the same element there? Elements that are functions may be equal and look different. */
static value select_equal(struct eval *eval, value a, value b, value at, sort element) {
    value left = array_select(eval, a, at, element), right = array_select(eval, b, at, element);
    bool are_known =
        value_is_definite(&eval->values, left) && value_is_definite(&eval->values, right);
    return are_known ? eval_equal(eval, left, right, element) : VALUE_LIMIT;
}

/* Indices at which two arrays differ. */
static bool differences(struct eval *eval, value choice, value_vec *out) {
    uint32_t n;
    const value *args = stuck_args(eval, choice, &n);
    value a = args[0], b = args[1];
    sort element = sort_arg(&eval->table->sorts, stuck_arg_sort(eval, choice, 0), 1);
    struct array_view views[2] = {array_view(&eval->values, a), array_view(&eval->values, b)};
    bool is_known = true;
    for (int i = 0; i < 2; i++)
        for (uint32_t j = 0; j < views[i].n; j++) {
            value at = views[i].entries[j].key;
            value same = select_equal(eval, a, b, at, element);
            if (same == VALUE_FALSE)
                add(out, 0, at);
            is_known &= same == VALUE_FALSE || same == VALUE_TRUE;
        }
    return is_known && !views[0].is_function && !views[1].is_function &&
           views[0].other == views[1].other;
}

static bool elements(struct eval *eval, value container, uint32_t step, value_vec *out) {
    uint32_t n;
    const value *items = value_items(&eval->values, container, &n);
    for (uint32_t i = 0; i < n; i += step)
        vec_push(out, items[i]);
    return true;
}

/* Values with the property of a choice term, from the hints and what the property is about. */
static void with_property(struct eval *eval, value choice, const value *hints, size_t n_hints,
                          value_vec *out) {
    uint32_t n;
    term t = (term)value_small(stuck_args(eval, choice, &n)[0]);
    value_vec near = {0}, stuck = {0};
    value property = binder_has_property(eval, t, choice);
    stuck_below(eval, &property, 1, &stuck);
    solve_hints(eval, choice, &stuck, &near);
    for (size_t i = 0; i < n_hints; i++)
        vec_push(&near, hints[i]);
    for (size_t i = 0; i < near.n; i++)
        if (binder_has_property(eval, t, near.at[i]) == VALUE_TRUE)
            add(out, 0, near.at[i]);
    vec_free(&near);
    vec_free(&stuck);
}

/* Choices that are not free; false if this one is. */
static bool restricted(struct eval *eval, value choice, const value *hints, size_t n_hints,
                       value_vec *out, bool *complete) {
    uint32_t head = value_at(&eval->values, choice)->aux, n;
    const value *args = stuck_args(eval, choice, &n);
    if ((head & STUCK_OP) == 0)
        return false;
    switch (head & STUCK_HEAD) {
    case OP_FP_MIN:
    case OP_FP_MAX:
        vec_push(out, args[0]);
        vec_push(out, args[1]);
        *complete = true;
        return true;
    case OP_FP_TO_BITS:
        *complete = nan_patterns(eval, stuck_arg_sort(eval, choice, 0), out);
        return true;
    case OP_SET_CHOOSE:
    case OP_BAG_CHOOSE:
        if (value_at(&eval->values, args[0])->n == 0)
            return false;
        *complete = elements(eval, args[0], (head & STUCK_HEAD) == OP_SET_CHOOSE ? 1 : 2, out);
        return true;
    case OP_ARRAY_EXT:
        if (args[0] == args[1])
            return false;
        *complete = differences(eval, choice, out);
        return true;
    case OP_CHOICE:
        with_property(eval, choice, hints, n_hints, out);
        *complete = false;
        return true;
    case OP_SET_FOLD: /* one of the results that some order has: not looked for */
    case OP_BAG_FOLD:
    case OP_REL_AGGR:
    case OP_TABLE_AGGR:
        *complete = false;
        return true;
    default:
        return false;
    }
}

/* What fixed mode takes: the first of those that are allowed, or the sort's default. */
static value fixed_value(struct eval *eval, value choice) {
    value_vec some = {0};
    bool complete;
    value v = restricted(eval, choice, NULL, 0, &some, &complete)
                  ? (some.n > 0 ? some.at[0] : 0)
                  : domain_default(eval, stuck_sort(eval, choice));
    vec_free(&some);
    return v != 0 ? v : VALUE_UNSUPPORTED;
}

value choice_resolve(struct eval *eval, value choice) {
    size_t id = choice >> 1;
    if (id < eval->chosen.n && eval->chosen.at[id] != 0)
        return eval->chosen.at[id];
    value v = function_known_call(eval, choice);
    if (v == 0)
        v = by_model(eval, choice);
    if (v == 0 && eval->fixed) {
        v = fixed_value(eval, choice);
        if (v != VALUE_UNSUPPORTED)
            choice_set(eval, choice, v);
    }
    return v != 0 ? v : choice;
}

value eval_open(struct eval *eval, const struct application *a) {
    value v = eval_stuck(eval, a);
    return choice_is(eval, v) ? choice_resolve(eval, v) : v;
}

value eval_open_other(struct eval *eval, enum op op, sort result, const value *args,
                      const sort *sorts, uint32_t n) {
    struct application a = {
        .op = (uint16_t)op, .n = n, .args = args, .sorts = sorts, .sort = result};
    return eval_open(eval, &a);
}

/* An index at which two arrays differ: is it one? */
static bool is_difference(struct eval *eval, value choice, value v) {
    uint32_t n;
    const value *args = stuck_args(eval, choice, &n);
    value a = args[0], b = args[1];
    if (a == b)
        return true;
    sort element = sort_arg(&eval->table->sorts, stuck_arg_sort(eval, choice, 0), 1);
    return select_equal(eval, a, b, v, element) == VALUE_FALSE;
}

/* The values that are allowed may be too many to list: then the one is looked at. */
bool choice_may_be(struct eval *eval, value choice, value v) {
    const struct value_node *node = value_at(&eval->values, choice);
    switch ((node->aux & STUCK_OP) != 0 ? node->aux & STUCK_HEAD : 0) {
    case OP_FP_TO_BITS: {
        struct float_format format = float_format(eval->table, stuck_arg_sort(eval, choice, 0));
        return float_of_bits(&eval->values, format, v) == float_nan(&eval->values, format);
    }
    case OP_ARRAY_EXT:
        return is_difference(eval, choice, v);
    case OP_CHOICE: {
        uint32_t n;
        term t = (term)value_small(stuck_args(eval, choice, &n)[0]);
        return binder_has_property(eval, t, v) == VALUE_TRUE;
    }
    default: {
        value_vec few = {0};
        bool complete = false;
        bool may =
            !restricted(eval, choice, NULL, 0, &few, &complete) || (complete && has(&few, 0, v));
        vec_free(&few);
        return may;
    }
    }
}

bool choice_is_free(struct eval *eval, value choice) {
    value_vec few = {0};
    bool complete = false;
    bool is_free = !restricted(eval, choice, NULL, 0, &few, &complete);
    vec_free(&few);
    return is_free;
}

/* A number, and those beside it. */
static void add_near(struct eval *eval, sort s, value v, value_vec *out) {
    enum sort_kind kind = sort_kind(&eval->table->sorts, s);
    add(out, 0, v);
    if (kind != SORT_INT && kind != SORT_REAL && kind != SORT_BITVEC)
        return;
    for (int delta = -1; delta <= 1; delta += 2) {
        if (!value_is_small(v) || !value_fits_small(value_small(v) + delta))
            continue;
        int64_t near = value_small(v) + delta;
        uint32_t width = sort_at(&eval->table->sorts, s)->indices[0];
        if (kind != SORT_BITVEC || (near >= 0 && (width >= 62 || near < INT64_C(1) << width)))
            add(out, 0, value_of_small(near));
    }
}

bool choice_candidates(struct eval *eval, value choice, const value *hints, size_t n_hints,
                       value_vec *out) {
    enum { ALL = 4096, SOME = 24 };
    sort s = stuck_sort(eval, choice);
    bool complete = false;
    uint64_t n;
    if (restricted(eval, choice, hints, n_hints, out, &complete))
        return complete;
    for (size_t i = 0; i < n_hints; i++)
        add_near(eval, s, hints[i], out);
    if (domain_is_finite(eval, s, ALL, &n)) {
        size_t n_first = out->n;
        for (uint64_t i = 0; i < n; i++) {
            value v = domain_value(eval, s, i);
            bool seen = false;
            for (size_t j = 0; j < n_first && !seen; j++)
                seen = out->at[j] == v;
            if (!seen)
                vec_push(out, v);
        }
        return true;
    }
    if (n_hints == 0)
        add(out, 0, domain_default(eval, s));
    value_vec others = {0};
    domain_candidates(eval, s, SOME, &others);
    for (size_t i = 0; i < others.n; i++)
        add(out, 0, others.at[i]);
    vec_free(&others);
    return false;
}
