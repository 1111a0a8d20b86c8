/*
 * Quantifiers over many values, case by case instead of value by value.
 *
 * A variable is bound to a generic value: a stuck node that stands for any value
 * of its sort. When the body compares it with something that is known, it is
 * narrowed to those values that give one answer, and the others become cases for
 * later: single values, intervals of numbers, and all values but some. If the body
 * is true, or false, in every case, then so it is at every value.
 *
 * An answer that was given before a generic value was narrowed holds for what is
 * left of it, too; and a case is never empty, so where the body is false in one,
 * there is a value at which it is. Generic values are fixed for the quantifiers
 * inside the body, and may be narrowed by these as well.
 */
#include "eval/algebraic.h"
#include "eval/array.h"
#include "eval/eval_int.h"
#include "eval/polynomial.h"

enum {
    ITEMS_MAX = 16,   /* variables, and fields of theirs */
    CASES_MAX = 4000, /* of one quantifier */
    POINTS_MAX = 200, /* that one generic value is compared with */
    VALUES_MAX = 8,   /* of a sort that is gone through one by one */
    FAILURES_MAX = 8, /* before a quantifier is not tried any more */
    DEPTH_FOR_CASES = DEPTH_MAX / 4,
};

enum case_kind {
    CASE_VALUE,    /* this value: one of the sort, or a generic one of a quantifier around */
    CASE_INTERVAL, /* integers from low to high, or reals between the two; 0 is no bound */
    CASE_OTHER,    /* all values but those that it was compared with */
    CASE_MADE,     /* what a constructor makes of the items that follow */
};
struct generic_case {
    enum case_kind kind;
    value v, low, high;
    fun constructor;
};
typedef VEC(struct generic_case) case_vec;

/* A generic value that the body knows. */
struct generic {
    value node;
    sort sort;
    value low, high;   /* of a number */
    value_vec without; /* of others */
    case_vec left;     /* what it was narrowed by */
};

/* A variable, or a field of one. */
struct item {
    sort sort;
    uint32_t level;  /* of a field: how deep it is */
    value v;         /* in the present case */
    fun constructor; /* of CASE_MADE, its fields are the items from `first` on; else 0 */
    uint32_t first;
};

struct trial {
    struct eval *eval;
    term quantifier;
    bool is_forall;
    VEC(struct item) items;
    uint32_t n_cases;
};

/* ---- intervals ---- */

enum { UNKNOWN = 2 }; /* in place of a sign */

static int difference_sign(struct eval *eval, value left, value right, sort s);

/* The sign of a - b; bounds of a generic number may depend on older ones, which are narrowed. */
static int order(struct eval *eval, value a, value b, sort s) {
    if (a == b)
        return 0;
    if (value_is_definite(&eval->values, a) && value_is_definite(&eval->values, b))
        return real_compare(&eval->values, a, b);
    return difference_sign(eval, a, b, s);
}

static value combine(struct eval *eval, enum op op, sort s, value a, value b) {
    value args[2] = {a, b};
    sort sorts[2] = {s, s};
    return apply_op(eval, op, 0, s, args, sorts, 2);
}

static value normal_form(struct eval *eval, value number, sort s);

/* a + n, a may be stuck */
static value plus(struct eval *eval, value a, int n) {
    return normal_form(eval, combine(eval, OP_INT_ADD, SORT_INT, a, value_of_small(n)), SORT_INT);
}

static void leave(struct generic *g, value low, value high) {
    bool single = low != 0 && low == high;
    vec_push(&g->left,
             ((struct generic_case){
                 .kind = single ? CASE_VALUE : CASE_INTERVAL, .v = low, .low = low, .high = high}));
}

/*
 * Narrows the number to one side of a point, or to the point. Returns its sign
 * then: that of the number minus the point.
 */
static int cut_reals(struct eval *eval, struct generic *g, value point) {
    int low = g->low == 0 ? 1 : order(eval, point, g->low, SORT_REAL);
    int high = g->high == 0 ? -1 : order(eval, point, g->high, SORT_REAL);
    if (low == UNKNOWN || high == UNKNOWN)
        return UNKNOWN;
    if (low <= 0)
        return 1;
    if (high < 0) {
        leave(g, point, g->high);
        leave(g, point, point);
        g->high = point;
    }
    return -1;
}

/* The same for integers; the point is an integer. */
static int cut_integers(struct eval *eval, struct generic *g, value point) {
    int low = g->low == 0 ? 1 : order(eval, point, g->low, SORT_INT);
    int high = g->high == 0 ? -1 : order(eval, point, g->high, SORT_INT);
    if (low == UNKNOWN || high == UNKNOWN)
        return UNKNOWN;
    if (low < 0)
        return 1;
    if (high > 0)
        return -1;
    if (high < 0)
        leave(g, plus(eval, point, 1), g->high);
    if (low == 0) {
        g->low = g->high = point;
        return 0;
    }
    leave(g, point, point);
    g->high = plus(eval, point, -1);
    return -1;
}

/* ---- comparisons ---- */

/* A rational of an interval with known bounds; 0 if there is none. */
static value sample(struct eval *eval, const struct generic *g) {
    value one = value_of_small(1);
    if ((g->low != 0 && !value_is_definite(&eval->values, g->low)) ||
        (g->high != 0 && !value_is_definite(&eval->values, g->high)))
        return 0;
    if (g->low == 0 && g->high == 0)
        return value_of_small(0);
    if (g->sort == SORT_INT)
        return g->low != 0 ? g->low : g->high;
    if (g->low == 0)
        return real_sub(&eval->values, real_floor(&eval->values, g->high), one);
    if (g->high == 0)
        return real_add(&eval->values, real_floor(&eval->values, g->low), one);
    return solve_between(eval, g->low, g->high);
}

/* Narrows the number, and says on which side of a known root it is; of an integer, of its floor. */
static int cut_at(struct eval *eval, struct generic *g, value root) {
    return g->sort == SORT_REAL ? cut_reals(eval, g, root)
                                : cut_integers(eval, g, real_floor(&eval->values, root));
}

/* The sign of the polynomial at the generic number, which is narrowed. */
static int sign_of(struct eval *eval, struct generic *g, const struct poly *p) {
    if (p->n == 0)
        return 0;
    for (uint32_t k = 1; k < p->n; k++) {
        value root = algebraic_nth_root(&eval->values, p->c, p->n, k);
        if (root == 0)
            break;
        if (root == VALUE_LIMIT || cut_at(eval, g, root) == UNKNOWN)
            return UNKNOWN;
    }
    value at = sample(eval, g);
    if (at == 0)
        return UNKNOWN;
    mpq_t q;
    mpq_init(q);
    value_to_mpq(&eval->values, at, q);
    int sign = poly_sign_at(p, q);
    mpq_clear(q);
    return sign;
}

/* The same number as a sum with one part for each generic number, so that it stays small. */
static value normal_form(struct eval *eval, value number, sort s) {
    enum op add = s == SORT_INT ? OP_INT_ADD : OP_REAL_ADD;
    enum op mul = s == SORT_INT ? OP_INT_MUL : OP_REAL_MUL;
    value sum = 0, rest = number, a, b, zero = value_of_small(0);
    for (size_t i = 0; i < eval->generics.n; i++) {
        const struct generic *g = eval->generics.at[i];
        if (g->sort != s)
            continue;
        if (!solve_linear(eval, rest, zero, g->node, s, &a, &b))
            return number;
        rest = b;
        if (a == zero)
            continue;
        value part = combine(eval, mul, s, g->node, a);
        sum = sum == 0 ? part : combine(eval, add, s, sum, part);
    }
    if (!value_is_definite(&eval->values, rest))
        return number;
    return sum == 0 ? rest : combine(eval, add, s, sum, rest);
}

/* The place of a generic value among those that are active; SIZE_MAX if it is none. */
static size_t find_generic(const struct eval *eval, value v) {
    size_t i = eval->generics.n;
    while (i > 0 && eval->generics.at[i - 1]->node != v)
        i--;
    return i - 1;
}

/* Is it fixed while the i-th generic value is tried: does it depend on older ones only? */
static bool is_fixed(struct eval *eval, value v, size_t i) {
    value_vec parts = {0};
    bool fixed = stuck_worst(&v, 1) == 0;
    stuck_below(eval, &v, 1, &parts);
    for (size_t k = 0; k < parts.n && fixed; k++) {
        size_t at = find_generic(eval, parts.at[k]);
        fixed = (at == SIZE_MAX || at < i) && eval_spend(eval, 1);
    }
    vec_free(&parts);
    return fixed;
}

/* The sign of a g + b, a not 0; b may be stuck. g is the generic value at this place. */
static int sign_of_linear(struct eval *eval, size_t place, value a, value b) {
    struct generic *g = eval->generics.at[place];
    int slope = real_sign(&eval->values, a), side;
    value factor = real_div(&eval->values, value_of_small(-1), a);
    if (value_is_definite(&eval->values, b)) {
        value root = real_mul(&eval->values, b, factor);
        if (root == VALUE_LIMIT)
            return UNKNOWN;
        side = cut_at(eval, g, root);
        if (side == 0 && real_floor(&eval->values, root) != root)
            side = -1;
    } else {
        if (g->sort == SORT_INT && factor != value_of_small(1) && factor != value_of_small(-1))
            return UNKNOWN;
        value root =
            combine(eval, g->sort == SORT_INT ? OP_INT_MUL : OP_REAL_MUL, g->sort, b, factor);
        root = normal_form(eval, root, g->sort);
        if (!is_fixed(eval, root, place))
            return UNKNOWN;
        side = g->sort == SORT_INT ? cut_integers(eval, g, root) : cut_reals(eval, g, root);
    }
    return side == UNKNOWN ? UNKNOWN : side * slope;
}

/* Of left - right; the youngest generic number in it is narrowed. */
static int difference_sign(struct eval *eval, value left, value right, sort s) {
    struct poly p;
    int sign = UNKNOWN;
    value a, b;
    poly_init(&p);
    for (size_t i = eval->generics.n; i > 0 && sign == UNKNOWN; i--) {
        struct generic *g = eval->generics.at[i - 1];
        if (g->sort != SORT_INT && g->sort != SORT_REAL)
            continue;
        if (solve_linear(eval, left, right, g->node, s, &a, &b)) {
            if (a == value_of_small(0) && value_is_definite(&eval->values, b))
                sign = real_sign(&eval->values, b);
            else if (a == value_of_small(0))
                continue; /* it does not depend on this one */
            else if (g->sort == s)
                sign = sign_of_linear(eval, i - 1, a, b);
        } else if (solve_difference(eval, left, right, g->node, &p))
            sign = sign_of(eval, g, &p);
        break;
    }
    poly_clear(&p);
    return sign;
}

static value compare_numbers(struct eval *eval, enum op op, value left, value right, sort s) {
    int sign = difference_sign(eval, left, right, s);
    if (sign == UNKNOWN)
        return 0;
    switch (op) {
    case OP_INT_LE:
    case OP_REAL_LE:
        return value_of_bool(sign <= 0);
    case OP_INT_LT:
    case OP_REAL_LT:
        return value_of_bool(sign < 0);
    case OP_INT_GE:
    case OP_REAL_GE:
        return value_of_bool(sign >= 0);
    case OP_INT_GT:
    case OP_REAL_GT:
        return value_of_bool(sign > 0);
    default:
        return value_of_bool(sign == 0);
    }
}

value generic_equal(struct eval *eval, value a, value b, sort s) {
    if (s == SORT_INT || s == SORT_REAL)
        return compare_numbers(eval, OP_EQ, a, b, s);
    size_t i = find_generic(eval, a), j = find_generic(eval, b);
    if (i == SIZE_MAX || (j != SIZE_MAX && j > i)) { /* the younger one is narrowed */
        i = j;
        b = a;
    }
    if (i == SIZE_MAX ||
        (value_is_definite(&eval->values, b) && value_is_loose(&eval->values, b)) ||
        !is_fixed(eval, b, i))
        return 0;
    struct generic *g = eval->generics.at[i];
    for (size_t k = 0; k < g->without.n; k++)
        if (g->without.at[k] == b)
            return VALUE_FALSE;
    if (g->without.n == POINTS_MAX)
        return 0;
    vec_push(&g->without, b);
    vec_push(&g->left, ((struct generic_case){.kind = CASE_VALUE, .v = b}));
    return VALUE_FALSE;
}

/* An array that is known, at an index that may be generic. */
static value select_element(struct eval *eval, const struct application *a) {
    enum { ENTRIES_MAX = 64 };
    value array = a->args[0];
    if (!value_is_definite(&eval->values, array))
        return 0;
    struct array_view view = array_view(&eval->values, array);
    if (view.is_function || view.n > ENTRIES_MAX)
        return 0;
    for (uint32_t i = 0; i < view.n; i++) {
        value same = generic_equal(eval, a->args[1], view.entries[i].key, a->sorts[1]);
        view = array_view(&eval->values, array); /* values may have moved */
        if (same != VALUE_FALSE)
            return same == VALUE_TRUE ? view.entries[i].item : 0;
    }
    return view.other;
}

value generic_apply(struct eval *eval, const struct application *a) {
    switch (a->op) {
    case OP_INT_LE:
    case OP_INT_LT:
    case OP_INT_GE:
    case OP_INT_GT:
    case OP_REAL_LE:
    case OP_REAL_LT:
    case OP_REAL_GE:
    case OP_REAL_GT:
        return compare_numbers(eval, (enum op)a->op, a->args[0], a->args[1], a->sorts[0]);
    case OP_SELECT:
        return select_element(eval, a);
    default:
        return 0;
    }
}

/* ---- cases ---- */

static bool is_datatype(const struct eval *eval, sort s) {
    const struct sort_table *sorts = &eval->table->sorts;
    return sort_kind(sorts, s) == SORT_DECLARED &&
           sorts->decls.at[sort_at(sorts, s)->indices[0]].kind == DECL_DATATYPE;
}

/* Fields are taken apart only where there is one way to do it: records in records. */
static bool is_taken_apart(const struct eval *eval, const struct item *item) {
    enum { LEVELS = 3 };
    if (!is_datatype(eval, item->sort) || item->level >= LEVELS)
        return false;
    const struct sort_table *sorts = &eval->table->sorts;
    const struct sort_decl *decl = &sorts->decls.at[sort_at(sorts, item->sort)->indices[0]];
    return !decl->is_codatatype &&
           (item->level == 0 || list_length(&eval->table->lists, decl->constructors) == 1);
}

/* All values of the item's sort, as cases. */
static void add_first_cases(struct eval *eval, const struct item *item, case_vec *cases) {
    const struct sort_table *sorts = &eval->table->sorts;
    uint64_t n;
    if (item->sort == SORT_INT || item->sort == SORT_REAL)
        vec_push(cases, ((struct generic_case){.kind = CASE_INTERVAL}));
    else if (domain_is_finite(eval, item->sort, VALUES_MAX, &n)) {
        for (uint64_t i = 0; i < n; i++)
            vec_push(cases, ((struct generic_case){.kind = CASE_VALUE,
                                                   .v = domain_value(eval, item->sort, i)}));
    } else if (is_taken_apart(eval, item)) {
        list constructors = sorts->decls.at[sort_at(sorts, item->sort)->indices[0]].constructors;
        for (uint32_t i = 0; i < list_length(&eval->table->lists, constructors); i++)
            vec_push(cases, ((struct generic_case){
                                .kind = CASE_MADE,
                                .constructor = list_items(&eval->table->lists, constructors)[i]}));
    } else
        vec_push(cases, ((struct generic_case){.kind = CASE_OTHER}));
}

/* Is there surely a value of the sort that is none of those? */
static bool has_more_than(struct eval *eval, sort s, size_t n_others) {
    const struct sort_table *sorts = &eval->table->sorts;
    uint64_t n;
    if (domain_is_finite(eval, s, UINT64_MAX - 1, &n))
        return n > n_others;
    switch (sort_kind(sorts, s)) {
    case SORT_STRING:
    case SORT_SEQ:
    case SORT_BITVEC:
    case SORT_FLOAT:
        return true; /* infinitely many, or more than can be counted */
    default:
        return false;
    }
}

/* The body in the present case of each item; 0 if it has no value there. */
static value run_body(struct trial *trial) {
    struct eval *eval = trial->eval;
    term t = trial->quantifier;
    uint32_t n_vars = term_n_args(eval->table, t) - 1;
    value_vec args = {0};
    u32_vec sorts = {0};
    for (size_t i = trial->items.n; i > 0; i--) { /* fields come behind what they are fields of */
        struct item *item = &trial->items.at[i - 1];
        if (item->constructor == 0)
            continue;
        uint32_t n = fun_arity(eval->table, item->constructor);
        vec_clear(&args);
        vec_clear(&sorts);
        for (uint32_t j = 0; j < n; j++) {
            vec_push(&args, trial->items.at[item->first + j].v);
            vec_push(&sorts, trial->items.at[item->first + j].sort);
        }
        item->v = function_apply(eval, item->constructor, item->sort, args.at, sorts.at, n, NULL);
    }
    vec_free(&args);
    vec_free(&sorts);
    term body = term_arg(eval->table, t, n_vars);
    machine_enter(eval, body, 0);
    for (uint32_t i = 0; i < n_vars; i++)
        machine_bind(eval, term_arg(eval->table, t, i), trial->items.at[i].v);
    value v = machine_run_body(eval, body);
    return value_is_small(v) ? v : 0;
}

static value run_items(struct trial *trial, size_t at);

static value run_made(struct trial *trial, size_t at, fun constructor) {
    struct eval *eval = trial->eval;
    uint32_t n = fun_arity(eval->table, constructor);
    size_t before = trial->items.n;
    if (before + n > ITEMS_MAX)
        return 0;
    trial->items.at[at].constructor = constructor;
    trial->items.at[at].first = (uint32_t)before;
    for (uint32_t i = 0; i < n; i++)
        vec_push(&trial->items, ((struct item){.sort = domain_field(eval, trial->items.at[at].sort,
                                                                    constructor, i),
                                               .level = trial->items.at[at].level + 1}));
    value v = run_items(trial, at + 1);
    trial->items.n = before;
    trial->items.at[at].constructor = 0;
    return v;
}

/* A new generic value for the item; what it is narrowed by is appended to the cases. */
static value run_generic(struct trial *trial, size_t at, const struct generic_case *c,
                         case_vec *cases) {
    struct eval *eval = trial->eval;
    sort s = trial->items.at[at].sort, none = SORT_INT;
    value number = value_of_small((int64_t)++eval->stamps);
    struct generic g = {.node = stuck_make(eval, STUCK_TERM, 0, s, &number, &none, 1),
                        .sort = s,
                        .low = c->low,
                        .high = c->high};
    vec_push(&eval->generics, &g);
    trial->items.at[at].v = g.node;
    value v = run_items(trial, at + 1);
    eval->generics.n--;
    if (v == value_of_bool(!trial->is_forall) && c->kind == CASE_OTHER &&
        !has_more_than(eval, s, g.without.n))
        v = 0;
    for (size_t i = 0; i < g.left.n; i++)
        vec_push(cases, g.left.at[i]);
    vec_free(&g.left);
    vec_free(&g.without);
    return v;
}

/* The body in all cases of the items from `at` on; 0 if it is not known in one. */
static value run_items(struct trial *trial, size_t at) {
    struct eval *eval = trial->eval;
    value all = value_of_bool(trial->is_forall), v = all;
    if (at == trial->items.n)
        return run_body(trial);
    case_vec cases = {0};
    add_first_cases(eval, &trial->items.at[at], &cases);
    while (v == all && cases.n > 0) {
        struct generic_case c = vec_pop(&cases);
        if (++trial->n_cases > CASES_MAX || eval->steps_left == 0)
            v = 0;
        else if (c.kind == CASE_VALUE) {
            trial->items.at[at].v = c.v;
            v = run_items(trial, at + 1);
        } else if (c.kind == CASE_MADE)
            v = run_made(trial, at, c.constructor);
        else
            v = run_generic(trial, at, &c, &cases);
    }
    vec_free(&cases);
    return v;
}

/* How often the quantifier was tried in vain. */
static uint8_t *failures_of(struct eval *eval, term t) {
    if (t >= eval->failures.n) {
        size_t old = eval->failures.n;
        vec_extend(&eval->failures, t + 1 - old);
        memset(eval->failures.at + old, 0, t + 1 - old);
    }
    return &eval->failures.at[t];
}

value generic_decide(struct eval *eval, term quantifier) {
    uint32_t n_vars = term_n_args(eval->table, quantifier) - 1;
    struct trial trial = {.eval = eval,
                          .quantifier = quantifier,
                          .is_forall = term_op(eval->table, quantifier) == OP_FORALL};
    if (n_vars > ITEMS_MAX || eval->depth >= DEPTH_FOR_CASES ||
        eval->frames.n >= eval->limits.calls || *failures_of(eval, quantifier) == FAILURES_MAX)
        return 0;
    for (uint32_t i = 0; i < n_vars; i++) {
        sort s = term_sort(eval->table, term_arg(eval->table, quantifier, i));
        vec_push(&trial.items, ((struct item){.sort = s}));
    }
    value v = run_items(&trial, 0);
    vec_free(&trial.items);
    if (v == 0)
        ++*failures_of(eval, quantifier);
    return v;
}
