/*
 * Arrays. What depends on the order of indices, or on which of them differ, is
 * worked out from the entries: between them, both arrays are constant.
 */
#include "base/die.h"
#include "eval/array.h"
#include "eval/eval_int.h"

/* ---- reading and writing, also where not all is known ---- */

/*
 * The array that a read at `index` comes down to: stores at other indices are
 * passed by. If the read hits, *element is what it finds; else that is 0.
 */
static value pass_stores(struct eval *eval, value array, value index, sort index_sort,
                         value *element) {
    const struct value_table *values = eval_values(eval);
    uint32_t n;
    *element = 0;
    while (stuck_is_op(eval, array, OP_STORE) && eval_spend(eval, 1)) {
        const value *args = stuck_args(eval, array, &n);
        value same = args[1] == index ? VALUE_TRUE : VALUE_LIMIT;
        if (value_is_definite(values, args[1]) && value_is_definite(values, index))
            same = eval_equal(eval, args[1], index, index_sort);
        if (same == VALUE_TRUE)
            *element = args[2];
        if (same != VALUE_FALSE)
            return array;
        array = args[0];
    }
    return array;
}

static value select_(struct eval *eval, const struct application *a) {
    const struct value_table *values = eval_values(eval);
    value element, index = a->args[1];
    value array = pass_stores(eval, a->args[0], index, a->sorts[1], &element);
    if (element != 0)
        return element;
    uint32_t n;
    if (stuck_is_op(eval, array, OP_ARRAY_CONST) && index != VALUE_LIMIT &&
        index != VALUE_UNSUPPORTED)
        return stuck_args(eval, array, &n)[0];
    if (value_is_definite(values, array)) {
        struct array_view view = array_view(values, array);
        bool is_constant = view.n == 0 && !view.is_function;
        if (value_is_definite(values, index) || (is_constant && stuck_worst(&index, 1) == 0))
            return array_select(eval, array, index, a->sort);
    }
    value args[2] = {array, index};
    struct application rest = *a;
    rest.args = args;
    return eval_stuck(eval, &rest);
}

/* A store that another one at the same index follows does not matter. */
static value store(struct eval *eval, const struct application *a) {
    const struct value_table *values = eval_values(eval);
    value array = a->args[0];
    uint32_t n;
    if (stuck_is_op(eval, array, OP_STORE) && stuck_args(eval, array, &n)[1] == a->args[1])
        array = stuck_args(eval, array, &n)[0];
    value args[3] = {array, a->args[1], a->args[2]};
    if (value_is_definite(values, args[0]) && value_is_definite(values, args[1]) &&
        value_is_definite(values, args[2]))
        return array_store(eval, a->sort, args[0], args[1], args[2]);
    struct application rest = *a;
    rest.args = args;
    return eval_stuck(eval, &rest);
}

static value constant(struct eval *eval, const struct application *a) {
    return array_const(eval, a->args[0]);
}

/*
 * "All but finitely many indices" says nothing over finitely many of them. z3 takes
 * a sort of 2^14 values or more as if it were infinite; over smaller ones it
 * says what the default is of constant arrays only.
 */
static value default_(struct eval *eval, const struct application *a) {
    struct array_view view = array_view(eval_values(eval), a->args[0]);
    enum { SMALL = (1 << 14) - 1 };
    uint64_t n;
    if (view.is_function ||
        (view.n > 0 && domain_is_finite(eval, first_part(eval, a->sorts[0]), SMALL, &n)))
        return eval_open(eval, a);
    return view.other;
}

/* ---- two arrays side by side ---- */

/* All that two arrays are, as far as their entries say; the elements beyond are the defaults. */
struct both {
    struct array_view a, b;
    sort element;
    uint32_t i, j; /* the next entry of each */
};

static bool both_next(struct both *both, value *index, value *x, value *y) {
    const struct array_view *a = &both->a, *b = &both->b;
    if (both->i == a->n && both->j == b->n)
        return false;
    *index = both->i == a->n                                     ? b->entries[both->j].key
             : both->j == b->n                                   ? a->entries[both->i].key
             : a->entries[both->i].key < b->entries[both->j].key ? a->entries[both->i].key
                                                                 : b->entries[both->j].key;
    *x = a->other;
    *y = b->other;
    if (both->i < a->n && a->entries[both->i].key == *index)
        *x = a->entries[both->i++].item;
    if (both->j < b->n && b->entries[both->j].key == *index)
        *y = b->entries[both->j++].item;
    return true;
}

/* ---- array-ext ---- */

/* The only index of a finite sort at which neither array has an entry. */
static value uncovered(struct eval *eval, const struct both *both, sort index, uint64_t n) {
    if (!eval_spend(eval, n))
        return VALUE_LIMIT;
    for (uint64_t i = 0; i < n; i++) {
        value at = domain_value(eval, index, i);
        if (array_entry(&both->a, at) == 0 && array_entry(&both->b, at) == 0)
            return at;
    }
    BUG("every index has an entry");
}

/* An index where they differ: said only if there is one such index and no more. */
static value ext(struct eval *eval, const struct application *a) {
    struct both both = {.a = array_view(eval_values(eval), a->args[0]),
                        .b = array_view(eval_values(eval), a->args[1])};
    value index, x, y, found = 0;
    uint64_t n_different = 0, n_covered = 0, n_indices;
    if (value_is_loose(eval_values(eval), a->args[0]) ||
        value_is_loose(eval_values(eval), a->args[1]))
        return eval_open(eval, a);
    while (both_next(&both, &index, &x, &y)) {
        n_covered++;
        if (x != y) {
            n_different++;
            found = index;
        }
    }
    if (both.a.other == both.b.other)
        return n_different == 1 ? found : eval_open(eval, a);
    if (!domain_is_finite(eval, a->sort, n_covered + 1, &n_indices))
        return eval_open(eval, a); /* they differ at many indices without entry */
    if (n_indices == n_covered)
        return n_different == 1 ? found : eval_open(eval, a);
    return n_different == 0 ? uncovered(eval, &both, a->sort, n_indices) : eval_open(eval, a);
}

/* ---- eqrange ---- */

/*
 * The order of the indices. `place` puts a number to an index, so that indices
 * are in the range if their numbers are; `count` says how many indices are in
 * the range between two numbers, -1 for infinitely many.
 */
struct order {
    void (*place)(struct eval *eval, sort s, value index, mpq_ptr to);
    void (*count)(mpq_srcptr low, mpq_srcptr high, mpz_ptr to);
    bool (*has_place)(struct eval *eval, sort s, value index);
};

static void place_number(struct eval *eval, sort s, value index, mpq_ptr to) {
    (void)s;
    value_to_mpq(eval_values(eval), index, to);
}

static bool is_rational(struct eval *eval, sort s, value index) {
    (void)s;
    return value_kind(eval_values(eval), index) != VALUE_ALGEBRAIC;
}

static void count_integers(mpq_srcptr low, mpq_srcptr high, mpz_ptr to) {
    mpz_sub(to, mpq_numref(high), mpq_numref(low));
    mpz_add_ui(to, to, 1);
}

static void count_reals(mpq_srcptr low, mpq_srcptr high, mpz_ptr to) {
    mpz_set_si(to, mpq_equal(low, high) ? 1 : -1);
}

/*
 * Floats are in the order of their bits without the sign, those with the sign
 * backwards. Both zeros have place 0. NaN has none: it is in no range.
 */
static void place_float(struct eval *eval, sort s, value index, mpq_ptr to) {
    const struct sort_node *node = sort_at(&eval_terms(eval)->sorts, s);
    mp_bitcnt_t sign = node->indices[0] + node->indices[1] - 1;
    value_to_mpq(eval_values(eval), index, to);
    if (mpz_tstbit(mpq_numref(to), sign)) {
        mpz_clrbit(mpq_numref(to), sign);
        mpz_neg(mpq_numref(to), mpq_numref(to));
    }
}

static bool is_no_nan(struct eval *eval, sort s, value index) {
    const struct sort_node *node = sort_at(&eval_terms(eval)->sorts, s);
    struct number_room room;
    mpz_srcptr bits = value_mpz(eval_values(eval), index, &room);
    mp_bitcnt_t low = node->indices[1] - 1, sign = node->indices[0] + low;
    if (mpz_scan0(bits, low) < sign)
        return true;
    return mpz_scan1(bits, 0) >= low;
}

static void count_floats(mpq_srcptr low, mpq_srcptr high, mpz_ptr to) {
    count_integers(low, high, to);
    if (mpq_sgn(low) <= 0 && mpq_sgn(high) >= 0)
        mpz_add_ui(to, to, 1); /* the other zero */
}

static const struct order integer_order = {place_number, count_integers, NULL};
static const struct order real_order = {place_number, count_reals, is_rational};
static const struct order float_order = {place_float, count_floats, is_no_nan};

static const struct order *order_of(uint16_t op) {
    return op == OP_ARRAY_EQRANGE_REAL ? &real_order
           : op == OP_ARRAY_EQRANGE_FP ? &float_order
                                       : &integer_order;
}

/* The range and what is needed to walk over it. */
struct range {
    const struct order *order;
    sort index;
    mpq_t low, high, at;
    mpz_t n_left; /* indices of the range without entry */
};

static bool is_in_range(struct eval *eval, struct range *range, value index) {
    if (range->order->has_place != NULL && !range->order->has_place(eval, range->index, index))
        return false;
    range->order->place(eval, range->index, index, range->at);
    return mpq_cmp(range->low, range->at) <= 0 && mpq_cmp(range->at, range->high) <= 0;
}

/* Both arrays have entries and a default. */
static value equal_in_range(struct eval *eval, struct both *both, struct range *range) {
    value index, x, y, unsure = VALUE_TRUE;
    while (both_next(both, &index, &x, &y)) {
        if (!is_in_range(eval, range, index))
            continue;
        value equal = eval_equal(eval, x, y, both->element);
        if (equal == VALUE_FALSE)
            return equal;
        if (equal != VALUE_TRUE)
            unsure = equal;
        if (mpz_sgn(range->n_left) > 0)
            mpz_sub_ui(range->n_left, range->n_left, 1);
    }
    if (mpz_sgn(range->n_left) == 0)
        return unsure;
    value equal = eval_equal(eval, both->a.other, both->b.other, both->element);
    return equal == VALUE_TRUE ? unsure : equal;
}

/*
 * Algebraic ends or indices have no rational place. Solvers know eqrange over Int
 * and bit-vectors in practice, so that is left undecided.
 */
static bool has_places(struct eval *eval, const struct application *a, const struct both *both) {
    if (a->op != OP_ARRAY_EQRANGE_REAL)
        return true;
    bool all = is_rational(eval, 0, a->args[2]) && is_rational(eval, 0, a->args[3]);
    for (uint32_t i = 0; i < both->a.n; i++)
        all = all && is_rational(eval, 0, both->a.entries[i].key);
    for (uint32_t i = 0; i < both->b.n; i++)
        all = all && is_rational(eval, 0, both->b.entries[i].key);
    return all;
}

static value eqrange(struct eval *eval, const struct application *a) {
    struct both both = {.a = array_view(eval_values(eval), a->args[0]),
                        .b = array_view(eval_values(eval), a->args[1]),
                        .element = second_part(eval, a->sorts[0])};
    struct range range = {.order = order_of(a->op), .index = first_part(eval, a->sorts[0])};
    if (a->args[0] == a->args[1])
        return VALUE_TRUE;
    if (both.a.is_function || both.b.is_function || !has_places(eval, a, &both))
        return VALUE_UNSUPPORTED;
    if (a->op == OP_ARRAY_EQRANGE_FP &&
        (!is_no_nan(eval, range.index, a->args[2]) || !is_no_nan(eval, range.index, a->args[3])))
        return VALUE_TRUE; /* nothing is between NaN and another */
    mpq_inits(range.low, range.high, range.at, NULL);
    mpz_init(range.n_left);
    range.order->place(eval, range.index, a->args[2], range.low);
    range.order->place(eval, range.index, a->args[3], range.high);
    value equal = VALUE_TRUE;
    if (mpq_cmp(range.low, range.high) <= 0) {
        range.order->count(range.low, range.high, range.n_left);
        equal = equal_in_range(eval, &both, &range);
    }
    mpq_clears(range.low, range.high, range.at, NULL);
    mpz_clear(range.n_left);
    return equal;
}

const struct meaning theory_arrays[] = {
    {OP_SELECT, MEANING_LAZY | MEANING_CALLS, select_},
    {OP_STORE, MEANING_LAZY, store},
    {OP_ARRAY_CONST, 0, constant},
    {OP_ARRAY_DEFAULT, 0, default_},
    {OP_ARRAY_EXT, 0, ext},
    {OP_ARRAY_EQRANGE, 0, eqrange},
    {OP_ARRAY_EQRANGE_REAL, 0, eqrange},
    {OP_ARRAY_EQRANGE_BV, 0, eqrange},
    {OP_ARRAY_EQRANGE_FP, 0, eqrange},
    {0, 0, NULL},
};
