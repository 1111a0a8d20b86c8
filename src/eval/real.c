/*
 * Real numbers: rationals by GMP, algebraic ones by algebraic.c. Only what has a
 * rational as its result by the look of it is told apart here.
 */
#include "eval/algebraic_int.h"

#include "base/die.h"

static bool is_algebraic(const struct value_table *values, value v) {
    return value_kind(values, v) == VALUE_ALGEBRAIC;
}

/* ---- arithmetic ---- */

typedef void mpq_operation(mpq_ptr result, mpq_srcptr a, mpq_srcptr b);

static value rational(struct value_table *values, mpq_operation *operation, value a, value b) {
    mpq_t x, y;
    mpq_inits(x, y, NULL);
    value_to_mpq(values, a, x);
    value_to_mpq(values, b, y);
    operation(x, x, y);
    value v = value_of_mpq(values, x);
    mpq_clears(x, y, NULL);
    return v;
}

/* An algebraic number and a rational. */
static value mixed(struct value_table *values, value a, value r, bool is_sum) {
    mpq_t q;
    mpq_init(q);
    value_to_mpq(values, r, q);
    value v = VALUE_LIMIT;
    uint64_t bits = mpz_sizeinbase(mpq_numref(q), 2) + mpz_sizeinbase(mpq_denref(q), 2);
    if (value_at(values, a)->aux * bits <= ALGEBRAIC_SIZE_MAX)
        v = is_sum ? algebraic_add_rational(values, a, q) : algebraic_mul_rational(values, a, q);
    mpq_clear(q);
    return v;
}

value real_add(struct value_table *values, value a, value b) {
    bool first = is_algebraic(values, a), second = is_algebraic(values, b);
    if (!first && !second)
        return rational(values, mpq_add, a, b);
    if (!first || !second)
        return mixed(values, first ? a : b, first ? b : a, true);
    if (a == b)
        return mixed(values, a, value_of_small(2), false);
    if (algebraic_neg(values, a) == b)
        return value_of_small(0);
    return algebraic_combine(values, a, b, true);
}

value real_sub(struct value_table *values, value a, value b) {
    if (a == b)
        return value_of_small(0);
    if (!is_algebraic(values, a) && !is_algebraic(values, b))
        return rational(values, mpq_sub, a, b);
    return real_add(values, a, real_neg(values, b));
}

value real_mul(struct value_table *values, value a, value b) {
    bool first = is_algebraic(values, a), second = is_algebraic(values, b);
    if (!first && !second)
        return rational(values, mpq_mul, a, b);
    if (!first || !second)
        return mixed(values, first ? a : b, first ? b : a, false);
    return algebraic_combine(values, a, b, false);
}

value real_neg(struct value_table *values, value a) {
    return is_algebraic(values, a) ? algebraic_neg(values, a)
                                   : rational(values, mpq_sub, value_of_small(0), a);
}

value real_div(struct value_table *values, value a, value b) {
    if (a == b)
        return value_of_small(1);
    if (!is_algebraic(values, a) && !is_algebraic(values, b))
        return rational(values, mpq_div, a, b);
    value inverse = is_algebraic(values, b) ? algebraic_invert(values, b)
                                            : rational(values, mpq_div, value_of_small(1), b);
    return inverse == VALUE_LIMIT ? VALUE_LIMIT : real_mul(values, a, inverse);
}

int real_sign(struct value_table *values, value a) {
    if (value_is_small(a))
        return (value_small(a) > 0) - (value_small(a) < 0);
    const struct value_node *node = value_at(values, a);
    if (node->kind == VALUE_RATIO)
        return value_sign(values, node->words[0]);
    /* The place of an algebraic number has 0 at its end, but never inside. */
    return node->kind == VALUE_ALGEBRAIC ? (value_sign(values, node->words[1]) < 0 ? -1 : 1)
                                         : value_sign(values, a);
}

static int compare_rationals(struct value_table *values, value a, value b) {
    mpq_t x, y;
    mpq_inits(x, y, NULL);
    value_to_mpq(values, a, x);
    value_to_mpq(values, b, y);
    int order = mpq_cmp(x, y);
    mpq_clears(x, y, NULL);
    return order;
}

/* Inside its interval, an algebraic number is where the sign of its polynomial changes. */
static int compare_with_rational(struct value_table *values, value v, value r) {
    struct algebraic a;
    struct interval i;
    mpq_t q;
    mpq_init(q);
    interval_init(&i);
    value_to_mpq(values, r, q);
    algebraic_load(values, v, &a);
    algebraic_interval(&a, &i);
    int order;
    if (mpq_cmp(q, i.low) <= 0)
        order = 1;
    else if (mpq_cmp(q, i.high) >= 0)
        order = -1;
    else
        order = poly_sign_at(&a.p, q) == a.sign ? 1 : -1;
    algebraic_clear(&a);
    interval_clear(&i);
    mpq_clear(q);
    return order;
}

/* Different numbers, so there is a precision that shows which is less. */
static int compare_algebraic(struct value_table *values, value v, value w) {
    struct algebraic a, b;
    algebraic_load(values, v, &a);
    algebraic_load(values, w, &b);
    int order = 0;
    for (uint64_t k = a.k > b.k ? a.k : b.k; order == 0; k += k / 2) {
        algebraic_refine(&a, k);
        algebraic_refine(&b, k);
        order = mpz_cmp(a.m, b.m);
    }
    algebraic_clear(&a);
    algebraic_clear(&b);
    return order;
}

int real_compare(struct value_table *values, value a, value b) {
    bool first = is_algebraic(values, a), second = is_algebraic(values, b);
    if (a == b)
        return 0;
    if (!first && !second)
        return compare_rationals(values, a, b);
    if (first && second)
        return compare_algebraic(values, a, b);
    return first ? compare_with_rational(values, a, b) : -compare_with_rational(values, b, a);
}

value real_floor(struct value_table *values, value a) {
    if (value_kind(values, a) != VALUE_RATIO && !is_algebraic(values, a))
        return a;
    const struct value_node *node = value_at(values, a);
    struct number_room room, other;
    mpz_t floor;
    mpz_init(floor);
    if (node->kind == VALUE_RATIO)
        mpz_fdiv_q(floor, value_mpz(values, node->words[0], &room),
                   value_mpz(values, node->words[1], &other));
    else
        mpz_fdiv_q_2exp(floor, value_mpz(values, node->words[1], &room),
                        (uint64_t)value_small(node->words[0]));
    value v = value_of_mpz(values, floor);
    mpz_clear(floor);
    return v;
}

void real_enclose(struct value_table *values, value a, uint32_t bits, mpq_ptr low, mpq_ptr high) {
    if (!is_algebraic(values, a)) {
        value_to_mpq(values, a, low);
        mpq_set(high, low);
        return;
    }
    struct algebraic number;
    struct interval i;
    algebraic_load(values, a, &number);
    algebraic_refine(&number, (uint64_t)bits + 1);
    interval_init(&i);
    algebraic_interval(&number, &i);
    mpq_swap(low, i.low);
    mpq_swap(high, i.high);
    interval_clear(&i);
    algebraic_clear(&number);
}

/* ---- roots of numbers ---- */

struct radical {
    struct algebraic *of; /* NULL if it is a root of a rational */
    mpq_t rational;
    uint32_t n;
};

/* Sets x to a number with `bits` binary digits behind the point whose n-th power is at most x. */
static void root_below(mpq_ptr x, uint32_t n, uint64_t bits) {
    mpz_t whole;
    mpz_init(whole);
    mpq_mul_2exp(x, x, bits * n);
    mpz_fdiv_q(whole, mpq_numref(x), mpq_denref(x));
    mpz_root(whole, whole, n);
    mpq_set_z(x, whole);
    mpq_div_2exp(x, x, bits);
    mpz_clear(whole);
}

static void locate_radical(void *context, uint32_t bits, struct interval *i) {
    const struct radical *radical = context;
    mpq_t step;
    mpq_init(step);
    mpq_set_ui(step, 1, 1);
    mpq_div_2exp(step, step, bits);
    if (radical->of != NULL) {
        algebraic_refine(radical->of, bits * radical->n);
        algebraic_interval(radical->of, i);
    } else {
        mpq_set(i->low, radical->rational);
        mpq_set(i->high, radical->rational);
    }
    root_below(i->low, radical->n, bits);
    root_below(i->high, radical->n, bits);
    mpq_add(i->high, i->high, step);
    mpq_clear(step);
}

/* As long as x is a perfect power whose exponent divides n, the root is one of a smaller number. */
static void reduce_root(mpq_ptr x, uint32_t *n) {
    size_t bits = mpz_sizeinbase(mpq_numref(x), 2), more = mpz_sizeinbase(mpq_denref(x), 2);
    bits = bits > more ? bits : more;
    mpz_t above, below;
    mpz_inits(above, below, NULL);
    for (uint32_t d = *n < bits ? *n : (uint32_t)bits; d > 1; d--)
        if (*n % d == 0 && mpz_root(above, mpq_numref(x), d) != 0 &&
            mpz_root(below, mpq_denref(x), d) != 0) {
            mpz_swap(above, mpq_numref(x));
            mpz_swap(below, mpq_denref(x));
            *n /= d;
            break; /* d was the greatest there is */
        }
    mpz_clears(above, below, NULL);
}

static value root_of_rational(struct value_table *values, value a, uint32_t n) {
    struct radical radical = {.n = n};
    struct poly p;
    value v = VALUE_LIMIT;
    mpq_init(radical.rational);
    value_to_mpq(values, a, radical.rational);
    reduce_root(radical.rational, &radical.n);
    n = radical.n;
    if (n == 1 || mpq_cmp_ui(radical.rational, 1, 1) == 0)
        v = value_of_mpq(values, radical.rational);
    else if (n <= ALGEBRAIC_WORK_DEGREE_MAX) {
        poly_init(&p);
        poly_resize(&p, n + 1);
        mpz_set(p.c[n], mpq_denref(radical.rational));
        mpz_neg(p.c[0], mpq_numref(radical.rational));
        v = algebraic_of_root(values, &p, locate_radical, &radical);
        poly_clear(&p);
    }
    mpq_clear(radical.rational);
    return v;
}

value real_root(struct value_table *values, value a, uint32_t n) {
    REQUIRE(n > 0 && real_sign(values, a) >= 0);
    if (n == 1 || a == value_of_small(0))
        return a;
    if (!is_algebraic(values, a))
        return root_of_rational(values, a, n);
    struct algebraic number;
    struct radical radical = {.of = &number, .n = n};
    struct poly p;
    value v = VALUE_LIMIT;
    algebraic_load(values, a, &number);
    poly_init(&p);
    poly_set(&p, &number.p);
    if (n <= ALGEBRAIC_WORK_DEGREE_MAX && poly_degree(&p) * n <= ALGEBRAIC_WORK_DEGREE_MAX) {
        poly_stretch(&p, n);
        v = algebraic_of_root(values, &p, locate_radical, &radical);
    }
    poly_clear(&p);
    algebraic_clear(&number);
    return v;
}
