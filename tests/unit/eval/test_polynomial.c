#include "testing.h"

#include "eval/polynomial.h"
#include "eval/value.h"

/* ---- polynomials as tests write them: coefficients from the constant on ---- */

#define P(...) \
    of_list((const long[]){__VA_ARGS__}, sizeof((const long[]){__VA_ARGS__}) / sizeof(long))

static struct poly of_list(const long *c, size_t n) {
    struct poly p;
    poly_init(&p);
    poly_resize(&p, (uint32_t)n);
    for (size_t i = 0; i < n; i++)
        mpz_set_si(p.c[i], c[i]);
    poly_trim(&p);
    return p;
}

static bool same(const struct poly *p, const struct poly *q) {
    bool equal = p->n == q->n;
    for (uint32_t i = 0; i < p->n && equal; i++)
        equal = mpz_cmp(p->c[i], q->c[i]) == 0;
    return equal;
}

/* Both are given away. */
static void assert_same(struct poly p, struct poly q) {
    if (!same(&p, &q)) {
        for (uint32_t i = 0; i < p.n; i++)
            gmp_printf("%Zd ", p.c[i]);
        printf("is not ");
        for (uint32_t i = 0; i < q.n; i++)
            gmp_printf("%Zd ", q.c[i]);
        fail_msg("polynomials differ");
    }
    poly_clear(&p);
    poly_clear(&q);
}

static struct poly random_poly(struct rng *rng, uint32_t degree, long size) {
    struct poly p;
    poly_init(&p);
    poly_resize(&p, degree + 1);
    for (uint32_t i = 0; i <= degree; i++)
        mpz_set_si(p.c[i], (long)rng_below(rng, 2 * (uint64_t)size + 1) - size);
    if (mpz_sgn(p.c[degree]) == 0)
        mpz_set_ui(p.c[degree], 1);
    return p;
}

static struct poly product(const struct poly *a, const struct poly *b) {
    struct poly r;
    poly_init(&r);
    poly_mul(&r, a, b);
    return r;
}

/* a *= b, which is given away */
static void times(struct poly *a, struct poly b) {
    struct poly r = product(a, &b);
    poly_swap(a, &r);
    poly_clear(&r);
    poly_clear(&b);
}

static void rational(mpq_t q, long numerator, long denominator) {
    mpq_set_si(q, numerator, (unsigned long)denominator);
    mpq_canonicalize(q);
}

/* p(q) */
static void value_at_rational(const struct poly *p, mpq_srcptr q, mpq_t result) {
    mpq_t c;
    mpq_init(c);
    mpq_set_ui(result, 0, 1);
    for (uint32_t i = p->n; i > 0; i--) {
        mpq_mul(result, result, q);
        mpq_set_z(c, p->c[i - 1]);
        mpq_add(result, result, c);
    }
    mpq_clear(c);
}

/* ---- arithmetic ---- */

static void sums_and_products_have_no_leading_zeros(void **state) {
    struct poly a = P(1, 2, 3), b = P(1, 2, -3), r;
    poly_init(&r);
    poly_add(&r, &a, &b);
    assert_int_equal(r.n, 2);
    poly_sub(&r, &a, &a);
    assert_int_equal(r.n, 0);
    poly_mul(&r, &a, &b);
    assert_same(r, P(1, 4, 4, 0, -9));
    poly_clear(&a);
    poly_clear(&b);
}

static void exact_quotients_are_found_and_others_refused(void **state) {
    struct rng rng = testing_rng(1);
    for (int round = 0; round < 500; round++) {
        struct poly a = random_poly(&rng, (uint32_t)rng_below(&rng, 8), 20);
        struct poly b = random_poly(&rng, (uint32_t)rng_below(&rng, 8), 20), q,
                    ab = product(&a, &b);
        poly_init(&q);
        assert_true(poly_divide(&q, &ab, &b));
        assert_true(same(&q, &a));
        mpz_add_ui(ab.c[0], ab.c[0], 1);
        poly_trim(&ab);
        if (b.n > 1)
            assert_false(poly_divide(&q, &ab, &b));
        poly_clear(&a);
        poly_clear(&b);
        poly_clear(&ab);
        poly_clear(&q);
    }
}

static void common_divisors_are_greatest(void **state) {
    struct rng rng = testing_rng(2);
    for (int round = 0; round < 300; round++) {
        struct poly g = random_poly(&rng, 1 + (uint32_t)rng_below(&rng, 4), 9);
        struct poly a = random_poly(&rng, (uint32_t)rng_below(&rng, 6), 9);
        struct poly b = random_poly(&rng, (uint32_t)rng_below(&rng, 6), 9);
        struct poly ag = product(&a, &g), bg = product(&b, &g), found, q, r;
        poly_init(&found);
        poly_init(&q);
        poly_init(&r);
        poly_gcd(&found, &ag, &bg);
        poly_primitive(&g);
        assert_true(poly_divide(&q, &found, &g)); /* what we know is in it */
        assert_true(mpz_sgn(found.c[found.n - 1]) > 0);
        poly_primitive(&ag);
        poly_primitive(&bg);
        assert_true(poly_divide(&q, &ag, &found));
        assert_true(poly_divide(&r, &bg, &found));
        poly_gcd(&found, &q, &r); /* and nothing is left */
        assert_int_equal(found.n, 1);
        poly_clear(&g);
        poly_clear(&a);
        poly_clear(&b);
        poly_clear(&ag);
        poly_clear(&bg);
        poly_clear(&found);
        poly_clear(&q);
        poly_clear(&r);
    }
}

static void square_free_parts_have_each_root_once(void **state) {
    struct poly p = P(0, 0, 0, 5);
    poly_square_free(&p);
    assert_same(p, P(0, 1));
    p = P(-7);
    poly_square_free(&p);
    assert_same(p, P(1));
    p = P(-2, 0, 1);
    times(&p, P(-2, 0, 1));
    times(&p, P(-2, 0, 1));
    times(&p, P(-1, 3));
    times(&p, P(-1, 3));
    times(&p, P(6, 4));
    poly_square_free(&p);
    struct poly expected = P(-2, 0, 1);
    times(&expected, P(-1, 3));
    times(&expected, P(3, 2));
    assert_same(p, expected);
}

static void substitution_moves_and_stretches_the_argument(void **state) {
    struct rng rng = testing_rng(3);
    mpz_t u, w, d;
    mpq_t x, y, left, right, ratio, first;
    mpz_inits(u, w, d, NULL);
    mpq_inits(x, y, left, right, ratio, first, NULL);
    for (int round = 0; round < 200; round++) {
        struct poly p = random_poly(&rng, 1 + (uint32_t)rng_below(&rng, 6), 50), q;
        poly_init(&q);
        poly_set(&q, &p);
        mpz_set_si(u, (long)rng_below(&rng, 41) - 20);
        mpz_set_si(w, (long)rng_below(&rng, 20) + 1);
        mpz_set_si(d, (long)rng_below(&rng, 20) - 20);
        poly_substitute(&q, u, w, d);
        bool known = false;
        for (long i = -5; i <= 5; i++) {
            rational(x, i, 3);
            mpq_set_z(left, w);
            mpq_mul(y, x, left);
            mpq_set_z(left, u);
            mpq_add(y, y, left);
            mpq_set_z(left, d);
            mpq_div(y, y, left);
            value_at_rational(&q, x, left);
            value_at_rational(&p, y, right);
            assert_int_equal(mpq_sgn(left) == 0, mpq_sgn(right) == 0);
            if (mpq_sgn(right) == 0)
                continue;
            mpq_div(ratio, left, right); /* the same everywhere */
            if (known)
                assert_true(mpq_equal(ratio, first));
            mpq_set(first, ratio);
            known = true;
        }
        poly_clear(&p);
        poly_clear(&q);
    }
    mpz_clears(u, w, d, NULL);
    mpq_clears(x, y, left, right, ratio, first, NULL);
}

static void stretching_and_reversing_act_on_roots(void **state) {
    struct poly p = P(-2, 3, 1);
    poly_stretch(&p, 3);
    assert_same(p, P(-2, 0, 0, 3, 0, 0, 1));
    p = P(1, 2, 3);
    poly_stretch(&p, 1);
    poly_reverse(&p);
    assert_same(p, P(3, 2, 1));
    p = P(1, 2, 3, 4);
    poly_reflect(&p);
    assert_same(p, P(1, -2, 3, -4));
}

/* ---- composed polynomials ---- */

static void composed_polynomials_of_square_roots(void **state) {
    struct poly a = P(-2, 0, 1), b = P(-3, 0, 1), r;
    poly_init(&r);
    poly_composed_sum(&r, &a, &b);
    assert_same(r, P(1, 0, -10, 0, 1));
    poly_init(&r);
    poly_composed_product(&r, &a, &b);
    assert_same(r, P(36, 0, -12, 0, 1));
    poly_init(&r);
    poly_composed_power(&r, &a, 2);
    assert_same(r, P(4, -4, 1));
    poly_clear(&a);
    poly_clear(&b);
}

/* d x - n, and n and d are remembered */
static struct poly random_linear(struct rng *rng, long *n, long *d) {
    *d = 1 + (long)rng_below(rng, 4);
    *n = (long)rng_below(rng, 21) - 10;
    return P(-*n, *d);
}

static void composed_polynomials_have_the_roots_they_should(void **state) {
    struct rng rng = testing_rng(4);
    for (int round = 0; round < 100; round++) {
        enum { N = 3 };
        long na[N], da[N], nb[N], db[N];
        struct poly a = P(1), b = P(1), sums = P(1), products = P(1), powers = P(1), r;
        for (int i = 0; i < N; i++) {
            times(&a, random_linear(&rng, &na[i], &da[i]));
            times(&b, random_linear(&rng, &nb[i], &db[i]));
            times(&powers, P(-na[i] * na[i] * na[i], da[i] * da[i] * da[i]));
        }
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++) {
                times(&sums, P(-na[i] * db[j] - nb[j] * da[i], da[i] * db[j]));
                times(&products, P(-na[i] * nb[j], da[i] * db[j]));
            }
        poly_primitive(&sums);
        poly_primitive(&products);
        poly_primitive(&powers);
        poly_init(&r);
        poly_composed_sum(&r, &a, &b);
        assert_same(r, sums);
        poly_init(&r);
        poly_composed_product(&r, &a, &b);
        assert_same(r, products);
        poly_init(&r);
        poly_composed_power(&r, &a, 3);
        assert_same(r, powers);
        poly_clear(&a);
        poly_clear(&b);
    }
}

/* ---- roots ---- */

static void signs_are_those_of_exact_values(void **state) {
    struct rng rng = testing_rng(5);
    mpq_t x, y;
    mpz_t m;
    mpq_inits(x, y, NULL);
    mpz_init(m);
    for (int round = 0; round < 1000; round++) {
        struct poly p = random_poly(&rng, (uint32_t)rng_below(&rng, 9), 30);
        long n = (long)rng_below(&rng, 61) - 30;
        rational(x, n, 1 + (long)rng_below(&rng, 9));
        value_at_rational(&p, x, y);
        assert_int_equal(poly_sign_at(&p, x), mpq_sgn(y));
        rational(x, n, 8);
        value_at_rational(&p, x, y);
        mpz_set_si(m, n);
        assert_int_equal(poly_sign_dyadic(&p, m, 3), mpq_sgn(y));
        poly_clear(&p);
    }
    mpq_clears(x, y, NULL);
    mpz_clear(m);
}

/* Sign changes of Sturm's chain at a point: the other way to count roots. */
static int sturm_changes(const poly_vec *chain, mpq_srcptr x) {
    int changes = 0, before = 0;
    for (size_t i = 0; i < chain->n; i++) {
        int sign = poly_sign_at(&chain->at[i], x);
        changes += sign != 0 && before != 0 && sign != before;
        before = sign != 0 ? sign : before;
    }
    return changes;
}

/* The remainder of a by b, negated, up to a positive factor. */
static struct poly negated_remainder(const struct poly *a, const struct poly *b) {
    struct poly rest;
    poly_init(&rest);
    poly_set(&rest, a);
    mpz_t lead, factor;
    mpz_inits(lead, factor, NULL);
    while (rest.n >= b->n) {
        mpz_set(lead, rest.c[rest.n - 1]);
        mpz_abs(factor, b->c[b->n - 1]);
        if (mpz_sgn(b->c[b->n - 1]) < 0)
            mpz_neg(lead, lead);
        uint32_t shift = rest.n - b->n;
        for (uint32_t i = 0; i < rest.n; i++)
            mpz_mul(rest.c[i], rest.c[i], factor);
        for (uint32_t i = 0; i < b->n; i++)
            mpz_submul(rest.c[shift + i], lead, b->c[i]);
        poly_trim(&rest);
    }
    for (uint32_t i = 0; i < rest.n; i++)
        mpz_neg(rest.c[i], rest.c[i]);
    mpz_clears(lead, factor, NULL);
    return rest;
}

static poly_vec sturm_chain(const struct poly *p) {
    poly_vec chain = {0};
    struct poly first, second;
    poly_init(&first);
    poly_init(&second);
    poly_set(&first, p);
    poly_derivative(&second, p);
    vec_push(&chain, first);
    vec_push(&chain, second);
    for (;;) {
        struct poly next = negated_remainder(&chain.at[chain.n - 2], &chain.at[chain.n - 1]);
        if (next.n == 0) {
            poly_clear(&next);
            return chain;
        }
        vec_push(&chain, next);
    }
}

static void descartes_counts_as_sturm_does(void **state) {
    struct rng rng = testing_rng(6);
    mpq_t low, high, some;
    mpq_inits(low, high, some, NULL);
    for (int round = 0; round < 300; round++) {
        struct poly p = random_poly(&rng, 1 + (uint32_t)rng_below(&rng, 9), 12);
        if (rng_chance(&rng, 1, 2))
            times(&p, P((long)rng_below(&rng, 9) - 4, 1 + (long)rng_below(&rng, 3)));
        poly_square_free(&p);
        if (p.n < 2) {
            poly_clear(&p);
            continue;
        }
        poly_vec chain = sturm_chain(&p);
        for (int i = 0; i < 10; i++) {
            long a = (long)rng_below(&rng, 25) - 12;
            rational(low, a, 1 + (long)rng_below(&rng, 3));
            rational(some, 1 + (long)rng_below(&rng, 20), 1 + (long)rng_below(&rng, 5));
            mpq_add(high, low, some);
            /* Sturm's interval has its high end in it. */
            int expected = sturm_changes(&chain, low) - sturm_changes(&chain, high) -
                           (poly_sign_at(&p, high) == 0);
            assert_int_equal(poly_count(&p, low, high), expected);
        }
        root_vec roots = {0};
        uint32_t n = poly_isolate(&p, &roots);
        rational(low, -1000000, 1);
        rational(high, 1000000, 1);
        assert_int_equal(n, sturm_changes(&chain, low) - sturm_changes(&chain, high));
        for (uint32_t i = 0; i < n; i++) {
            struct root_place *r = &roots.at[i];
            if (mpq_equal(r->low, r->high))
                assert_int_equal(poly_sign_at(&p, r->low), 0);
            else
                assert_int_equal(poly_count(&p, r->low, r->high), 1);
            if (i > 0) /* ascending, and no overlap */
                assert_true(mpq_cmp(roots.at[i - 1].high, r->low) <= 0);
        }
        root_vec_clear(&roots);
        poly_vec_clear(&chain);
        poly_clear(&p);
    }
    mpq_clears(low, high, some, NULL);
}

static void roots_at_the_ends_of_an_interval_do_not_count(void **state) {
    struct poly p = P(0, -1, 0, 1); /* -1, 0, 1 */
    mpq_t low, high;
    mpq_inits(low, high, NULL);
    rational(low, -1, 1);
    rational(high, 1, 1);
    assert_int_equal(poly_count(&p, low, high), 1);
    rational(high, 0, 1);
    assert_int_equal(poly_count(&p, low, high), 0);
    rational(high, 3, 2);
    assert_int_equal(poly_count(&p, low, high), 2);
    mpq_clears(low, high, NULL);
    poly_clear(&p);
}

static void neighbouring_roots_are_told_apart(void **state) {
    /* Wilkinson: 1 to 20; Mignotte: x^7 - 2 (1000 x - 1)^2 has two near 1/1000 */
    struct poly p = P(1), q = P(-2, 4000, -2000000, 0, 0, 0, 0, 1);
    root_vec roots = {0};
    for (long i = 1; i <= 20; i++)
        times(&p, P(-i, 1));
    assert_int_equal(poly_isolate(&p, &roots), 20);
    root_vec_clear(&roots);
    assert_int_equal(poly_isolate(&q, &roots), 3);
    root_vec_clear(&roots);
    poly_clear(&p);
    poly_clear(&q);
}

static void too_near_roots_are_given_up(void **state) {
    /* x^40 - 2 (2^4000 x - 1)^2 */
    struct poly p;
    root_vec roots = {0};
    poly_init(&p);
    poly_resize(&p, 41);
    mpz_set_ui(p.c[40], 1);
    mpz_set_si(p.c[0], -2);
    mpz_ui_pow_ui(p.c[1], 2, 4002);
    mpz_ui_pow_ui(p.c[2], 2, 8001);
    mpz_neg(p.c[2], p.c[2]);
    assert_int_equal(poly_isolate(&p, &roots), POLY_TOO_HARD);
    root_vec_clear(&roots);
    poly_clear(&p);
}

/* ---- factors ---- */

/* The factors are as many as expected, and their product is p, which is given away. */
static void factors_into(struct poly p, size_t expected) {
    poly_vec factors = {0};
    struct poly all = P(1);
    poly_primitive(&p);
    assert_true(poly_factor(&p, &factors));
    for (size_t i = 0; i < factors.n; i++) {
        struct poly r = product(&all, &factors.at[i]);
        poly_swap(&all, &r);
        poly_clear(&r);
        assert_true(factors.at[i].n > 1);
    }
    if (factors.n != expected)
        fail_msg("%zu factors, not %zu, of a polynomial of degree %u", factors.n, expected,
                 poly_degree(&p));
    poly_vec_clear(&factors);
    assert_same(all, p);
}

/* x^n + c */
static struct poly binomial(uint32_t n, long c) {
    struct poly p;
    poly_init(&p);
    poly_resize(&p, n + 1);
    mpz_set_ui(p.c[n], 1);
    mpz_set_si(p.c[0], c);
    return p;
}

static void known_polynomials_factor_as_known(void **state) {
    factors_into(P(3, 2), 1);
    factors_into(P(-2, 0, 1), 1);
    factors_into(P(-4, 0, 1), 2);
    factors_into(P(-4, 0, 9), 2);
    factors_into(P(0, 1, 1), 2);
    factors_into(P(1, 0, -10, 0, 1), 1); /* irreducible, though not modulo any prime */
    factors_into(P(4, 0, 0, 0, 1), 2);   /* x^4 + 4 */
    factors_into(P(36, 0, -13, 0, 1), 4);
    factors_into(P(-1, -1, 0, 0, 0, 1), 1);
    factors_into(P(1, 1, 0, 0, 0, 1), 2); /* x^5 + x + 1 */
    factors_into(P(6, 7, 2, 0, 0, 0, 0, 0, 0, 9), 1);
}

/* x^n - 1 has a factor for each divisor of n. */
static void cyclotomic_polynomials_are_found(void **state) {
    for (uint32_t n = 1; n <= 48; n++) {
        size_t divisors = 0;
        for (uint32_t d = 1; d <= n; d++)
            divisors += n % d == 0;
        factors_into(binomial(n, -1), divisors);
    }
    factors_into(binomial(90, -2), 1);
    factors_into(binomial(100, -4), 2);
}

/* The polynomial of sqrt 2 + sqrt 3 + sqrt 5 + sqrt 7 splits into eight or more modulo any prime. */
static void sums_of_square_roots_are_irreducible(void **state) {
    struct poly p = P(-2, 0, 1);
    const long primes[] = {3, 5, 7};
    for (size_t i = 0; i < LENGTH(primes); i++) {
        struct poly q = P(-primes[i], 0, 1), r;
        poly_init(&r);
        poly_composed_sum(&r, &p, &q);
        poly_swap(&p, &r);
        poly_clear(&q);
        poly_clear(&r);
    }
    assert_int_equal(poly_degree(&p), 16);
    factors_into(p, 1);
}

/* Eisenstein: all coefficients but the first are multiples of q, the last not of q^2. */
static struct poly random_irreducible(struct rng *rng, long q) {
    uint32_t degree = 1 + (uint32_t)rng_below(rng, 6);
    struct poly p = random_poly(rng, degree, 20);
    for (uint32_t i = 0; i < degree; i++)
        mpz_mul_si(p.c[i], p.c[i], q);
    mpz_set_si(p.c[degree], 1 + (long)rng_below(rng, 2) * q);
    mpz_set_si(p.c[0], q * (1 + q * (long)rng_below(rng, 50)));
    poly_primitive(&p);
    return p;
}

static int compare_polys(const void *a, const void *b) {
    const struct poly *p = a, *q = b;
    if (p->n != q->n)
        return p->n < q->n ? -1 : 1;
    for (uint32_t i = 0; i < p->n; i++)
        if (mpz_cmp(p->c[i], q->c[i]) != 0)
            return mpz_cmp(p->c[i], q->c[i]);
    return 0;
}

static void products_of_irreducible_polynomials_come_apart_again(void **state) {
    struct rng rng = testing_rng(7);
    for (int round = 0; round < 60; round++) {
        poly_vec expected = {0}, found = {0};
        struct poly p = P(1);
        const long primes[] = {2, 3, 5, 7};
        size_t n = 1 + rng_below(&rng, 4);
        for (size_t i = 0; i < n; i++) { /* other primes, other polynomials, nearly always */
            struct poly q = random_irreducible(&rng, primes[i]), r = product(&p, &q);
            poly_swap(&p, &r);
            poly_clear(&r);
            vec_push(&expected, q);
        }
        struct poly free_of_squares;
        poly_init(&free_of_squares);
        poly_set(&free_of_squares, &p);
        poly_square_free(&free_of_squares);
        if (same(&p, &free_of_squares)) {
            assert_true(poly_factor(&p, &found));
            assert_int_equal(found.n, n);
            qsort(expected.at, n, sizeof *expected.at, compare_polys);
            qsort(found.at, n, sizeof *found.at, compare_polys);
            for (size_t i = 0; i < n; i++)
                assert_int_equal(compare_polys(&expected.at[i], &found.at[i]), 0);
        }
        poly_clear(&p);
        poly_clear(&free_of_squares);
        poly_vec_clear(&expected);
        poly_vec_clear(&found);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(sums_and_products_have_no_leading_zeros),
        TEST(exact_quotients_are_found_and_others_refused),
        TEST(common_divisors_are_greatest),
        TEST(square_free_parts_have_each_root_once),
        TEST(substitution_moves_and_stretches_the_argument),
        TEST(stretching_and_reversing_act_on_roots),
        TEST(composed_polynomials_of_square_roots),
        TEST(composed_polynomials_have_the_roots_they_should),
        TEST(signs_are_those_of_exact_values),
        TEST(descartes_counts_as_sturm_does),
        TEST(roots_at_the_ends_of_an_interval_do_not_count),
        TEST(neighbouring_roots_are_told_apart),
        TEST(too_near_roots_are_given_up),
        TEST(known_polynomials_factor_as_known),
        TEST(cyclotomic_polynomials_are_found),
        TEST(sums_of_square_roots_are_irreducible),
        TEST(products_of_irreducible_polynomials_come_apart_again),
    };
    struct value_table values; /* so that GMP's memory is counted */
    value_table_init(&values);
    value_table_release(&values);
    return RUN(tests);
}
