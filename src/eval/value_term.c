/*
 * From values to terms: eval_value_term.
 *
 * A value and its sort are a part to be written; it is written once its own parts
 * are. What waits lies on a stack of our own, since values are as deep as a
 * list is long, and what has been written is remembered, since values share their
 * parts.
 */
#include "term/subst.h"

#include "eval/array.h"
#include "eval/eval_int.h"
#include "eval/value_literal.h"

struct part {
    value v;
    sort s;
};

struct written {
    struct part part;
    term t;
};

struct writer {
    struct eval *eval;
    struct term_table *table;
    struct value_table *values;
    struct sort_table *sorts;
    VEC(struct part) waiting; /* a stack */
    VEC(struct written) done; /* entry 0 is unused */
    struct index index;       /* of what is done */
    VEC(struct part) parts;   /* of the value at hand, in the order of its term */
    u32_vec terms;            /* theirs */
    u32_vec args;             /* of the term that is made of them */
};

/* ---- what is done ---- */

static uint32_t hash_part(struct part part) {
    uint64_t h = hash_mix(part.v, part.s);
    return (uint32_t)(h ^ h >> 32);
}

static term find_done(const struct writer *w, struct part part) {
    INDEX_EACH(&w->index, hash_part(part), id) {
        const struct written *done = &w->done.at[id];
        if (done->part.v == part.v && done->part.s == part.s)
            return done->t;
    }
    return 0;
}

static void add_done(struct writer *w, struct part part, term t) {
    index_insert(&w->index, hash_part(part), (uint32_t)w->done.n);
    vec_push(&w->done, ((struct written){part, t}));
}

/* ---- parts ---- */

static void add_part(struct writer *w, value v, sort s) {
    vec_push(&w->parts, ((struct part){v, s}));
}

static int compare_as_numbers(const void *a, const void *b, void *values) {
    const struct pair *p = a, *q = b;
    return value_compare(values, p->key, q->key);
}

static int compare_as_rationals(const void *a, const void *b, void *values) {
    const struct pair *p = a, *q = b;
    mpq_t x, y;
    mpq_inits(x, y, NULL);
    value_to_mpq(values, p->key, x);
    value_to_mpq(values, q->key, y);
    int order = mpq_cmp(x, y);
    mpq_clears(x, y, NULL);
    return order;
}

/* Puts pairs whose keys are numbers into their order; others stay as they are. */
static void sort_for_people(struct writer *w, struct pair *pairs, size_t n, sort s) {
    enum sort_kind kind = sort_kind(w->sorts, s);
    if (n < 2 || (kind != SORT_INT && kind != SORT_REAL && kind != SORT_BITVEC))
        return;
    bool has_ratios = false;
    for (size_t i = 0; i < n; i++) {
        enum value_kind is = value_kind(w->values, pairs[i].key);
        if (is == VALUE_ALGEBRAIC || is == VALUE_STUCK)
            return;
        has_ratios |= is == VALUE_RATIO;
    }
    qsort_r(pairs, n, sizeof *pairs, has_ratios ? compare_as_rationals : compare_as_numbers,
            w->values);
}

/* Elements alone, or with a number each. */
static void add_elements(struct writer *w, const value *words, uint32_t n, bool is_bag, sort s) {
    pair_vec pairs = {0};
    for (uint32_t i = 0; i < n; i += is_bag ? 2 : 1)
        vec_push(&pairs, ((struct pair){words[i], is_bag ? words[i + 1] : 0}));
    sort_for_people(w, pairs.at, pairs.n, s);
    for (size_t i = 0; i < pairs.n; i++) {
        add_part(w, pairs.at[i].key, s);
        if (is_bag)
            add_part(w, pairs.at[i].item, SORT_INT);
    }
    vec_free(&pairs);
}

/* Of an array, or of a function that is a table: the default, then index and element by turns. */
static void add_array_parts(struct writer *w, struct part part) {
    struct array_view view = array_view(w->values, part.v);
    sort index = sort_arg(w->sorts, part.s, 0), element = sort_arg(w->sorts, part.s, 1);
    add_part(w, view.other, view.is_function ? sort_map(w->sorts, index, element) : element);
    pair_vec pairs = {0};
    for (uint32_t i = 0; i < view.n; i++)
        vec_push(&pairs, view.entries[i]);
    sort_for_people(w, pairs.at, pairs.n, index);
    for (size_t i = 0; i < pairs.n; i++) {
        add_part(w, pairs.at[i].key, index);
        add_part(w, pairs.at[i].item, element);
    }
    vec_free(&pairs);
}

static void add_constructed_parts(struct writer *w, struct part part) {
    uint32_t n;
    const value *items = value_items(w->values, part.v, &n);
    struct fun f = *fun_at(w->table, value_at(w->values, part.v)->aux);
    struct sort_binding binding;
    if (f.n_params_sorts > 0) {
        sort_binding_clear(&binding, f.n_params_sorts);
        sort_match(w->sorts, f.result, part.s, &binding);
    }
    for (uint32_t i = 0; i < n; i++) {
        sort s = list_items(&w->table->lists, f.params)[i];
        add_part(w, items[i], f.n_params_sorts > 0 ? sort_instantiate(w->sorts, s, &binding) : s);
    }
}

/* What a closure has been given: values of free variables, then of its first parameters. */
static void add_closure_parts(struct writer *w, value v) {
    uint32_t n;
    const value *words = value_items(w->values, v, &n);
    term lambda = value_at(w->values, v)->aux;
    u32_vec free = {0};
    varset_members(&w->table->varsets, term_at(w->table, lambda)->free, &free);
    for (uint32_t i = 0; i < n; i++)
        add_part(w, words[i],
                 i < free.n
                     ? w->table->variables.at[free.at[i]].sort
                     : term_sort(w->table, term_arg(w->table, lambda, i - (uint32_t)free.n)));
    vec_free(&free);
}

static void add_function_parts(struct writer *w, value v) {
    uint32_t n;
    const value *words = value_items(w->values, v, &n);
    list params = fun_at(w->table, value_at(w->values, v)->aux)->params;
    for (uint32_t i = 0; i < n; i++)
        add_part(w, words[i], list_items(&w->table->lists, params)[i]);
}

static void add_tuple_parts(struct writer *w, struct part part) {
    uint32_t n;
    const value *items = value_items(w->values, part.v, &n);
    for (uint32_t i = 0; i < n; i++)
        add_part(w, items[i], sort_arg(w->sorts, part.s, i));
}

/* Of a stuck application its arguments, but for what is no term: see eval_int.h. */
static void add_stuck_parts(struct writer *w, value v) {
    const struct value_node *node = value_at(w->values, v);
    uint32_t op = node->aux & STUCK_HEAD, n = node->n / 2;
    bool has_name = node->aux == (STUCK_OP | op) && (op == OP_IS || op == OP_UPDATE);
    if (n > 0 && (node->aux & STUCK_TERM) != 0)
        n--; /* what it waits for */
    if (node->aux == (STUCK_OP | OP_CHOICE))
        n = 0; /* its argument is its own number */
    for (uint32_t i = has_name; i < n; i++)
        add_part(w, value_at(w->values, v)->words[1 + i], stuck_arg_sort(w->eval, v, i));
}

/* Fills w->parts; leaves have none. */
static void find_parts(struct writer *w, struct part part) {
    uint32_t n;
    vec_clear(&w->parts);
    switch (value_kind(w->values, part.v)) {
    case VALUE_ARRAY:
        add_array_parts(w, part);
        break;
    case VALUE_CONSTRUCTED:
        add_constructed_parts(w, part);
        break;
    case VALUE_TUPLE:
        add_tuple_parts(w, part);
        break;
    case VALUE_SEQ: { /* in their own order */
        const value *items = value_items(w->values, part.v, &n);
        for (uint32_t i = 0; i < n; i++)
            add_part(w, items[i], sort_arg(w->sorts, part.s, 0));
        break;
    }
    case VALUE_SET:
    case VALUE_BAG: {
        const value *items = value_items(w->values, part.v, &n);
        bool is_bag = value_kind(w->values, part.v) == VALUE_BAG;
        add_elements(w, items, n, is_bag, sort_arg(w->sorts, part.s, 0));
        break;
    }
    case VALUE_CLOSURE:
        add_closure_parts(w, part.v);
        break;
    case VALUE_FUNCTION:
        add_function_parts(w, part.v);
        break;
    case VALUE_STUCK:
        add_stuck_parts(w, part.v);
        break;
    default:
        break;
    }
}

/* ---- terms from parts ---- */

/*
 * (op x y ...), in a tree if there are many: operators that take two arguments
 * at a time would copy all that came before with every further one.
 */
static term combine(struct writer *w, enum op op, sort s, term *at, size_t n) {
    enum { MANY = 32 };
    while (n > MANY) {
        size_t kept = 0;
        for (size_t i = 0; i < n; i += MANY) {
            uint32_t some = (uint32_t)(n - i < MANY ? n - i : MANY);
            at[kept++] = some == 1 ? at[i] : term_make(w->table, op, 0, s, at + i, some);
        }
        n = kept;
    }
    return n == 1 ? at[0] : term_make(w->table, op, 0, s, at, (uint32_t)n);
}

/* Each part as a container of its own, then all together; the parts are not none. */
static term write_all(struct writer *w, enum op unit, enum op op, sort s, uint32_t per_unit) {
    vec_clear(&w->args);
    for (size_t i = 0; i < w->terms.n; i += per_unit)
        vec_push(&w->args, term_make(w->table, unit, 0, s, w->terms.at + i, per_unit));
    return combine(w, op, s, w->args.at, w->args.n);
}

/* (set.insert x y ... (set.singleton z)), in portions */
static term write_set(struct writer *w, sort s) {
    enum { MANY = 32 };
    vec_clear(&w->args);
    for (size_t i = 0; i < w->terms.n; i += MANY) {
        uint32_t n = (uint32_t)(w->terms.n - i < MANY ? w->terms.n - i : MANY);
        term *last = &w->terms.at[i + n - 1];
        *last = term_make(w->table, OP_SET_SINGLETON, 0, s, &(term){*last}, 1);
        vec_push(&w->args,
                 n == 1 ? *last : term_make(w->table, OP_SET_INSERT, 0, s, w->terms.at + i, n));
    }
    return combine(w, OP_SET_UNION, s, w->args.at, w->args.n);
}

static term empty(struct writer *w, enum op op, sort s) {
    return term_make(w->table, op, 0, s, NULL, 0);
}

/* A function as an array: z3's lambda. */
static term array_of_map(struct writer *w, term t, sort s) {
    if (term_op(w->table, t) == OP_FUN_REF &&
        fun_arity(w->table, term_at(w->table, t)->payload) == 1)
        return term_make(w->table, OP_AS_ARRAY, term_at(w->table, t)->payload, s, NULL, 0);
    if (term_op(w->table, t) == OP_LAMBDA && term_n_args(w->table, t) == 2) {
        term parts[2] = {term_arg(w->table, t, 0), term_arg(w->table, t, 1)};
        return term_make(w->table, OP_LAMBDA, 0, s, parts, 2);
    }
    sort index = sort_arg(w->sorts, s, 0), element = sort_arg(w->sorts, s, 1);
    term call[2] = {t, term_variable(w->table, symbol_intern(&w->table->symbols, "i", 1), index)};
    term parts[2] = {call[1], term_call(w->table, element, call, 2)};
    return term_make(w->table, OP_LAMBDA, 0, s, parts, 2);
}

static term write_array(struct writer *w, struct part part) {
    bool is_function = array_view(w->values, part.v).is_function;
    term t = is_function ? array_of_map(w, w->terms.at[0], part.s)
                         : term_make(w->table, OP_ARRAY_CONST, 0, part.s, w->terms.at, 1);
    for (size_t i = 1; i < w->terms.n; i += 2) {
        term args[3] = {t, w->terms.at[i], w->terms.at[i + 1]};
        t = term_make(w->table, OP_STORE, 0, part.s, args, 3);
    }
    return t;
}

/* A function that is a table: (lambda ((x A)) (ite (= x i) e ... default)) */
static term write_table(struct writer *w, struct part part) {
    sort index = sort_arg(w->sorts, part.s, 0), element = sort_arg(w->sorts, part.s, 1);
    term x = term_variable(w->table, symbol_intern(&w->table->symbols, "x", 1), index);
    term t = w->terms.at[0];
    for (size_t i = w->terms.n; i > 1; i -= 2) {
        term sides[2] = {x, w->terms.at[i - 2]};
        term args[3] = {term_make(w->table, OP_EQ, 0, SORT_BOOL, sides, 2), w->terms.at[i - 1], t};
        t = term_make(w->table, OP_ITE, 0, element, args, 3);
    }
    term parts[2] = {x, t};
    return term_make(w->table, OP_LAMBDA, 0, part.s, parts, 2);
}

/* The lambda with what was given put in; its variables become fresh ones if it changed. */
static term write_closure(struct writer *w, struct part part) {
    term lambda = value_at(w->values, part.v)->aux;
    u32_vec free = {0}, from = {0};
    uint32_t n_params = term_n_args(w->table, lambda) - 1;
    varset_members(&w->table->varsets, term_at(w->table, lambda)->free, &free);
    uint32_t n_given = (uint32_t)(w->terms.n - free.n);
    for (size_t i = 0; i < free.n; i++)
        vec_push(&from, term_make(w->table, OP_VAR, free.at[i],
                                  w->table->variables.at[free.at[i]].sort, NULL, 0));
    vec_clear(&w->args);
    for (uint32_t i = 0; i < n_params; i++) {
        term x = term_arg(w->table, lambda, i);
        if (i < n_given)
            vec_push(&from, x);
        else
            vec_push(&w->args, x);
    }
    term body = term_arg(w->table, lambda, n_params);
    if (from.n > 0)
        body = term_substitute(w->table, body, from.at, w->terms.at, (uint32_t)from.n);
    vec_push(&w->args, body);
    term t = term_make(w->table, OP_LAMBDA, 0, part.s, w->args.at, (uint32_t)w->args.n);
    vec_free(&free);
    vec_free(&from);
    return t == lambda ? t : term_rename_bound(w->table, t);
}

/* f alone, or (lambda ((x B)) (f a x)) if it has got some of its arguments. */
static term write_function(struct writer *w, struct part part) {
    fun f = value_at(w->values, part.v)->aux;
    if (w->terms.n == 0)
        return term_make(w->table, OP_FUN_REF, f, part.s, NULL, 0);
    struct fun info = *fun_at(w->table, f);
    uint32_t n = fun_arity(w->table, f), n_given = (uint32_t)w->terms.n;
    symbol name = symbol_intern(&w->table->symbols, "x", 1);
    vec_clear(&w->args);
    for (uint32_t i = n_given; i < n; i++) {
        term x = term_variable(w->table, name, list_items(&w->table->lists, info.params)[i]);
        vec_push(&w->terms, x);
        vec_push(&w->args, x);
    }
    vec_push(&w->args, term_make(w->table, OP_APPLY, f, info.result, w->terms.at, n));
    return term_make(w->table, OP_LAMBDA, 0, part.s, w->args.at, (uint32_t)w->args.n);
}

/* A match or binder, its free variables replaced by their values. */
static term write_stuck_term(struct writer *w, term t) {
    u32_vec free = {0}, from = {0};
    varset_members(&w->table->varsets, term_at(w->table, t)->free, &free);
    for (size_t i = 0; i < free.n; i++)
        vec_push(&from, term_make(w->table, OP_VAR, free.at[i],
                                  w->table->variables.at[free.at[i]].sort, NULL, 0));
    if (from.n > 0)
        t = term_rename_bound(w->table,
                              term_substitute(w->table, t, from.at, w->terms.at, (uint32_t)from.n));
    vec_free(&free);
    vec_free(&from);
    return t;
}

static term write_stuck(struct writer *w, value v) {
    const struct value_node node = *value_at(w->values, v);
    uint32_t head = node.aux & STUCK_HEAD, n = (uint32_t)w->terms.n;
    if (node.n == 0) /* VALUE_LIMIT, VALUE_UNSUPPORTED */
        return 0;
    sort s = stuck_sort(w->eval, v);
    if ((node.aux & STUCK_OP) == 0)
        return (node.aux & STUCK_TERM) != 0
                   ? write_stuck_term(w, head)
                   : term_make(w->table, OP_APPLY, head, s, w->terms.at, n);
    if (head == OP_HO_APPLY)
        return term_call(w->table, s, w->terms.at, n);
    if (head == OP_CHOICE)
        return (term)value_small(node.words[1]);
    uint32_t payload = head == OP_IS || head == OP_UPDATE ? (uint32_t)value_small(node.words[1])
                                                          : (uint32_t)(node.words[0] >> 32);
    return term_make(w->table, head, payload, s, w->terms.at, n);
}

/* The term, from those of its parts; 0 if it cannot be written. */
static term write_value(struct writer *w, struct part part) {
    uint32_t n = (uint32_t)w->terms.n;
    switch (value_kind(w->values, part.v)) {
    case VALUE_ARRAY:
        return sort_kind(w->sorts, part.s) == SORT_MAP ? write_table(w, part)
                                                       : write_array(w, part);
    case VALUE_CONSTRUCTED:
        return term_make(w->table, OP_APPLY, value_at(w->values, part.v)->aux, part.s, w->terms.at,
                         n);
    case VALUE_TUPLE:
        return term_make(w->table, n == 0 ? OP_TUPLE_UNIT : OP_TUPLE, 0, part.s, w->terms.at, n);
    case VALUE_SEQ:
        return n == 0 ? empty(w, OP_SEQ_EMPTY, part.s)
                      : write_all(w, OP_SEQ_UNIT, OP_SEQ_CONCAT, part.s, 1);
    case VALUE_SET:
        return n == 0 ? empty(w, OP_SET_EMPTY, part.s) : write_set(w, part.s);
    case VALUE_BAG:
        return n == 0 ? empty(w, OP_BAG_EMPTY, part.s)
                      : write_all(w, OP_BAG_MAKE, OP_BAG_UNION_DISJOINT, part.s, 2);
    case VALUE_CLOSURE:
        return write_closure(w, part);
    case VALUE_FUNCTION:
        return write_function(w, part);
    case VALUE_STUCK:
        return write_stuck(w, part.v);
    default:
        return value_literal(w->eval, part.v, part.s);
    }
}

/* ---- the loop ---- */

/* Are all parts of the value at hand written? Else those that are not now wait. */
static bool parts_are_done(struct writer *w) {
    size_t waiting = w->waiting.n;
    vec_clear(&w->terms);
    for (size_t i = 0; i < w->parts.n; i++) {
        term t = find_done(w, w->parts.at[i]);
        vec_push(&w->terms, t);
        if (t == 0)
            vec_push(&w->waiting, w->parts.at[i]);
    }
    return w->waiting.n == waiting;
}

static term write_whole(struct writer *w, struct part part) {
    term t = 0;
    vec_push(&w->waiting, part);
    while (w->waiting.n > 0) {
        struct part top = vec_top(&w->waiting);
        t = find_done(w, top);
        if (t == 0) {
            find_parts(w, top);
            if (!parts_are_done(w))
                continue;
            t = write_value(w, top);
            if (t == 0)
                return 0;
            add_done(w, top, t);
        }
        w->waiting.n--;
    }
    return t;
}

term eval_value_term(struct eval *eval, value v, sort s) {
    struct writer w = {.eval = eval,
                       .table = eval_terms(eval),
                       .values = eval_values(eval),
                       .sorts = &eval_terms(eval)->sorts};
    vec_extend(&w.done, 1);
    term t = write_whole(&w, (struct part){v, s});
    vec_free(&w.waiting);
    vec_free(&w.done);
    index_free(&w.index);
    vec_free(&w.parts);
    vec_free(&w.terms);
    vec_free(&w.args);
    return t;
}
