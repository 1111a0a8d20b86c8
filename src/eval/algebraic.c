/*
 * A VALUE_ALGEBRAIC is its minimal polynomial and a place where that has one
 * root only:
 *
 *     aux       the degree, at least 2
 *     words[0]  k, a multiple of 64, as small as it can be, above 0
 *     words[1]  m: the number is between m / 2^k and (m + 1) / 2^k
 *     words[2]  c[0], the constant coefficient of the polynomial, and all others up to
 *               c[degree], which is positive; they have no factor in common
 *
 * All of this is a function of the number, so equal numbers are equal nodes.
 * What makes it so is that results are factored: see polynomial_factor.c. No
 * rational is a root of the polynomial, as its degree is at least 2, so the two
 * ends are never roots.
 */
#include "eval/algebraic_int.h"

enum {
    DEGREE_MAX = 40,
    PLACE_STEP = 64,
    PLACE_BITS_MAX = 1 << 11, /* numbers that are nearer to each other are not told apart */
};

/* ---- numbers out of their nodes ---- */

void algebraic_load(const struct value_table *values, value v, struct algebraic *a) {
    const struct value_node *node = value_at(values, v);
    struct number_room room;
    a->k = (uint64_t)value_small(node->words[0]);
    mpz_init_set(a->m, value_mpz(values, node->words[1], &room));
    poly_init(&a->p);
    poly_resize(&a->p, node->aux + 1);
    for (uint32_t i = 0; i <= node->aux; i++)
        mpz_set(a->p.c[i], value_mpz(values, node->words[2 + i], &room));
    a->sign = poly_sign_dyadic(&a->p, a->m, a->k);
}

void algebraic_clear(struct algebraic *a) {
    poly_clear(&a->p);
    mpz_clear(a->m);
}

/* Halves the interval until it is 2^-k wide. */
void algebraic_refine(struct algebraic *a, uint64_t k) {
    for (; a->k < k; a->k++) {
        mpz_mul_2exp(a->m, a->m, 1);
        mpz_add_ui(a->m, a->m, 1);
        if (poly_sign_dyadic(&a->p, a->m, a->k + 1) != a->sign)
            mpz_sub_ui(a->m, a->m, 1);
    }
}

static void interval_of_place(struct interval *i, mpz_srcptr m, uint64_t k) {
    mpq_set_z(i->low, m);
    mpz_add_ui(mpq_numref(i->high), m, 1);
    mpz_set_ui(mpq_denref(i->high), 1);
    mpq_div_2exp(i->low, i->low, k);
    mpq_div_2exp(i->high, i->high, k);
}

void algebraic_interval(const struct algebraic *a, struct interval *i) {
    interval_of_place(i, a->m, a->k);
}

/* ---- numbers into nodes ---- */

static value store(struct value_table *values, const struct poly *p, mpz_srcptr m, uint64_t k) {
    uint64_t words[2 + DEGREE_MAX + 1];
    words[0] = value_of_small((int64_t)k);
    words[1] = value_of_mpz(values, m);
    for (uint32_t i = 0; i < p->n; i++)
        words[2 + i] = value_of_mpz(values, p->c[i]);
    return value_make(values, VALUE_ALGEBRAIC, poly_degree(p), words, 2 + p->n);
}

/*
 * The m with m / 2^k < root < (m + 1) / 2^k, for the one root in an interval.
 * p is irreducible, of degree 2 at least; `sign` is its sign at the low end.
 */
static void find_place(const struct poly *p, const struct interval *i, int sign, uint64_t k,
                       mpz_ptr m) {
    mpz_t end, middle;
    mpq_t at;
    mpz_inits(end, middle, NULL);
    mpq_init(at);
    mpq_mul_2exp(at, i->low, k);
    mpz_fdiv_q(m, mpq_numref(at), mpq_denref(at));
    mpq_mul_2exp(at, i->high, k);
    mpz_cdiv_q(end, mpq_numref(at), mpq_denref(at));
    for (;;) {
        mpz_add(middle, m, end);
        mpz_fdiv_q_2exp(middle, middle, 1);
        if (mpz_cmp(middle, m) == 0)
            break;
        mpq_set_z(at, middle);
        mpq_div_2exp(at, at, k);
        bool left = mpq_cmp(at, i->low) <= 0 ||
                    (mpq_cmp(at, i->high) < 0 && poly_sign_dyadic(p, middle, k) == sign);
        mpz_swap(left ? m : end, middle);
    }
    mpz_clears(end, middle, NULL);
    mpq_clear(at);
}

/* The interval becomes the part of it that is between m / 2^k and (m + 1) / 2^k. */
static void narrow(struct interval *i, mpz_srcptr m, uint64_t k, struct interval *place) {
    interval_of_place(place, m, k);
    if (mpq_cmp(place->low, i->low) > 0)
        mpq_set(i->low, place->low);
    if (mpq_cmp(place->high, i->high) < 0)
        mpq_set(i->high, place->high);
}

value algebraic_of_irreducible(struct value_table *values, struct poly *p, struct interval *i) {
    poly_primitive(p);
    if (poly_degree(p) > DEGREE_MAX || algebraic_size(p) > ALGEBRAIC_SIZE_MAX)
        return VALUE_LIMIT;
    value v = VALUE_LIMIT;
    struct interval place;
    mpz_t m;
    interval_init(&place);
    mpz_init(m);
    int sign = poly_sign_at(p, i->low);
    for (uint64_t k = PLACE_STEP; v == VALUE_LIMIT && k <= PLACE_BITS_MAX; k += PLACE_STEP) {
        find_place(p, i, sign, k, m);
        narrow(i, m, k, &place);
        if (poly_count(p, place.low, place.high) == 1)
            v = store(values, p, m, k);
    }
    mpz_clear(m);
    interval_clear(&place);
    return v;
}

static value of_linear(struct value_table *values, const struct poly *p) {
    mpq_t root;
    mpq_init(root);
    mpz_neg(mpq_numref(root), p->c[0]);
    mpz_set(mpq_denref(root), p->c[1]);
    mpq_canonicalize(root);
    value v = value_of_mpq(values, root);
    mpq_clear(root);
    return v;
}

/* Which of the factors has a root in the interval? SIZE_MAX if it is not clear yet. */
static size_t factor_in(const poly_vec *factors, const struct interval *i, bool *too_hard) {
    size_t found = SIZE_MAX;
    uint32_t total = 0;
    for (size_t f = 0; f < factors->n; f++) {
        uint32_t n = poly_count(&factors->at[f], i->low, i->high);
        *too_hard = *too_hard || n == POLY_TOO_HARD;
        if (*too_hard)
            return SIZE_MAX;
        if (n > 0)
            found = f;
        total += n;
    }
    return total == 1 ? found : SIZE_MAX;
}

value algebraic_of_root(struct value_table *values, struct poly *p, locate_fn *locate,
                        void *context) {
    poly_vec factors = {0};
    value v = VALUE_LIMIT;
    poly_primitive(p);
    if (poly_degree(p) > ALGEBRAIC_WORK_DEGREE_MAX || algebraic_size(p) > ALGEBRAIC_WORK_SIZE_MAX)
        return VALUE_LIMIT;
    poly_square_free(p);
    bool too_hard = !poly_factor(p, &factors);
    struct interval i;
    interval_init(&i);
    for (uint32_t bits = PLACE_STEP; !too_hard && bits <= PLACE_BITS_MAX; bits *= 2) {
        locate(context, bits, &i);
        size_t f = factor_in(&factors, &i, &too_hard);
        if (f != SIZE_MAX) {
            v = poly_degree(&factors.at[f]) == 1
                    ? of_linear(values, &factors.at[f])
                    : algebraic_of_irreducible(values, &factors.at[f], &i);
            break;
        }
    }
    interval_clear(&i);
    poly_vec_clear(&factors);
    return v;
}

/* ---- roots of given polynomials ---- */

static void locate_fixed(void *context, uint32_t bits, struct interval *i) {
    const struct interval *fixed = context;
    (void)bits;
    mpq_set(i->low, fixed->low);
    mpq_set(i->high, fixed->high);
}

static uint64_t rational_bits(mpq_srcptr q) {
    return mpz_sizeinbase(mpq_numref(q), 2) + mpz_sizeinbase(mpq_denref(q), 2);
}

value algebraic_between(struct value_table *values, struct poly *p, mpq_srcptr low,
                        mpq_srcptr high) {
    if (p->n < 2)
        return 0;
    if (mpq_equal(low, high))
        return poly_sign_at(p, low) == 0 ? value_of_mpq(values, low) : 0;
    if (mpq_cmp(low, high) > 0)
        return 0;
    uint64_t bits = rational_bits(low) + rational_bits(high);
    if (poly_degree(p) > ALGEBRAIC_WORK_DEGREE_MAX || algebraic_size(p) > ALGEBRAIC_SIZE_MAX ||
        poly_degree(p) * bits > ALGEBRAIC_WORK_SIZE_MAX)
        return VALUE_LIMIT;
    poly_square_free(p);
    uint32_t n = poly_count(p, low, high);
    if (n != 1)
        return n == POLY_TOO_HARD ? VALUE_LIMIT : 0;
    struct interval i;
    interval_init(&i);
    mpq_set(i.low, low);
    mpq_set(i.high, high);
    value v = algebraic_of_root(values, p, locate_fixed, &i);
    interval_clear(&i);
    return v;
}

value algebraic_nth(struct value_table *values, struct poly *p, uint32_t k) {
    if (p->n < 2)
        return 0;
    if (poly_degree(p) > ALGEBRAIC_WORK_DEGREE_MAX || algebraic_size(p) > ALGEBRAIC_SIZE_MAX)
        return VALUE_LIMIT;
    root_vec roots = {0};
    poly_square_free(p);
    uint32_t n = poly_isolate(p, &roots);
    value v = n == POLY_TOO_HARD ? VALUE_LIMIT : 0;
    if (v == 0 && k >= 1 && k <= n)
        v = algebraic_between(values, p, roots.at[k - 1].low, roots.at[k - 1].high);
    root_vec_clear(&roots);
    return v;
}

static void poly_of(struct poly *p, const mpz_t *c, uint32_t n) {
    poly_init(p);
    poly_resize(p, n);
    for (uint32_t i = 0; i < n; i++)
        mpz_set(p->c[i], c[i]);
    poly_trim(p);
}

value algebraic_root(struct value_table *values, const mpz_t *c, uint32_t n, mpq_srcptr low,
                     mpq_srcptr high) {
    struct poly p;
    poly_of(&p, c, n);
    value v = algebraic_between(values, &p, low, high);
    poly_clear(&p);
    return v;
}

value algebraic_nth_root(struct value_table *values, const mpz_t *c, uint32_t n, uint32_t k) {
    struct poly p;
    poly_of(&p, c, n);
    value v = algebraic_nth(values, &p, k);
    poly_clear(&p);
    return v;
}

/* ---- one algebraic number and one rational ---- */

value algebraic_neg(struct value_table *values, value v) {
    struct algebraic a;
    algebraic_load(values, v, &a);
    poly_reflect(&a.p);
    poly_primitive(&a.p);
    mpz_com(a.m, a.m); /* -m - 1 */
    v = store(values, &a.p, a.m, a.k);
    algebraic_clear(&a);
    return v;
}

/* The sum is a root of p(x - r). */
value algebraic_add_rational(struct value_table *values, value v, mpq_srcptr r) {
    struct algebraic a;
    struct interval i;
    mpz_t minus;
    if (mpq_sgn(r) == 0)
        return v;
    algebraic_load(values, v, &a);
    interval_init(&i);
    mpz_init(minus);
    mpz_neg(minus, mpq_numref(r));
    algebraic_interval(&a, &i);
    mpq_add(i.low, i.low, r);
    mpq_add(i.high, i.high, r);
    poly_substitute(&a.p, minus, mpq_denref(r), mpq_denref(r));
    v = algebraic_of_irreducible(values, &a.p, &i);
    mpz_clear(minus);
    interval_clear(&i);
    algebraic_clear(&a);
    return v;
}

/* The product is a root of p(x / r). */
value algebraic_mul_rational(struct value_table *values, value v, mpq_srcptr r) {
    struct algebraic a;
    struct interval i;
    mpz_t zero;
    if (mpq_sgn(r) == 0)
        return value_of_small(0);
    algebraic_load(values, v, &a);
    interval_init(&i);
    mpz_init(zero);
    algebraic_interval(&a, &i);
    mpq_mul(i.low, i.low, r);
    mpq_mul(i.high, i.high, r);
    if (mpq_sgn(r) < 0)
        mpq_swap(i.low, i.high);
    poly_substitute(&a.p, zero, mpq_denref(r), mpq_numref(r));
    v = algebraic_of_irreducible(values, &a.p, &i);
    mpz_clear(zero);
    interval_clear(&i);
    algebraic_clear(&a);
    return v;
}

value algebraic_invert(struct value_table *values, value v) {
    struct algebraic a;
    struct interval i;
    algebraic_load(values, v, &a);
    interval_init(&i);
    /* Neither end may be 0. */
    while (mpz_sgn(a.m) == 0 || mpz_cmp_si(a.m, -1) == 0)
        algebraic_refine(&a, a.k + 1);
    algebraic_interval(&a, &i);
    mpq_inv(i.low, i.low);
    mpq_inv(i.high, i.high);
    mpq_swap(i.low, i.high);
    poly_reverse(&a.p);
    v = algebraic_of_irreducible(values, &a.p, &i);
    interval_clear(&i);
    algebraic_clear(&a);
    return v;
}

/* ---- two algebraic numbers ---- */

struct pair {
    struct algebraic a, b;
};

static void pair_intervals(struct pair *pair, uint32_t bits, struct interval *a,
                           struct interval *b) {
    algebraic_refine(&pair->a, bits);
    algebraic_refine(&pair->b, bits);
    interval_init(a);
    interval_init(b);
    algebraic_interval(&pair->a, a);
    algebraic_interval(&pair->b, b);
}

static void locate_sum(void *context, uint32_t bits, struct interval *i) {
    struct interval a, b;
    pair_intervals(context, bits, &a, &b);
    mpq_add(i->low, a.low, b.low);
    mpq_add(i->high, a.high, b.high);
    interval_clear(&a);
    interval_clear(&b);
}

/* The least and the greatest product of ends. */
static void locate_product(void *context, uint32_t bits, struct interval *i) {
    struct interval a, b;
    mpq_t product;
    pair_intervals(context, bits, &a, &b);
    mpq_init(product);
    mpq_mul(i->low, a.low, b.low);
    mpq_set(i->high, i->low);
    for (int j = 1; j < 4; j++) {
        mpq_mul(product, j & 1 ? a.high : a.low, j & 2 ? b.high : b.low);
        if (mpq_cmp(product, i->low) < 0)
            mpq_set(i->low, product);
        if (mpq_cmp(product, i->high) > 0)
            mpq_set(i->high, product);
    }
    mpq_clear(product);
    interval_clear(&a);
    interval_clear(&b);
}

/* May the composed polynomial be computed? Its coefficients are about that large. */
static bool may_compose(const struct poly *a, const struct poly *b) {
    uint64_t bits = poly_bits(a) * poly_degree(b) + poly_bits(b) * poly_degree(a);
    uint64_t degree = (uint64_t)poly_degree(a) * poly_degree(b);
    return degree <= ALGEBRAIC_WORK_DEGREE_MAX && degree * bits <= ALGEBRAIC_WORK_SIZE_MAX;
}

value algebraic_combine(struct value_table *values, value v, value w, bool is_sum) {
    struct pair pair;
    struct poly p;
    value result = VALUE_LIMIT;
    algebraic_load(values, v, &pair.a);
    algebraic_load(values, w, &pair.b);
    poly_init(&p);
    if (!is_sum && v == w) { /* no reason to take all pairs of roots */
        poly_composed_power(&p, &pair.a.p, 2);
        result = algebraic_of_root(values, &p, locate_product, &pair);
    } else if (may_compose(&pair.a.p, &pair.b.p)) {
        if (is_sum)
            poly_composed_sum(&p, &pair.a.p, &pair.b.p);
        else
            poly_composed_product(&p, &pair.a.p, &pair.b.p);
        result = algebraic_of_root(values, &p, is_sum ? locate_sum : locate_product, &pair);
    }
    poly_clear(&p);
    algebraic_clear(&pair.a);
    algebraic_clear(&pair.b);
    return result;
}
