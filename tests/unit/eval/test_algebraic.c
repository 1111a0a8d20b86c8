#include "testing.h"

#include <mpfr.h>

#include "eval/algebraic.h"

/* ---- numbers as tests write them ---- */

struct desk {
    struct value_table values;
};

static struct value_table *open_table(struct desk *desk) {
    value_table_init(&desk->values);
    return &desk->values;
}

static value ratio(struct value_table *v, long numerator, unsigned long denominator) {
    mpq_t q;
    mpq_init(q);
    mpq_set_si(q, numerator, denominator);
    mpq_canonicalize(q);
    value r = value_of_mpq(v, q);
    mpq_clear(q);
    return r;
}

static value root(struct value_table *v, long of, uint32_t n) {
    return real_root(v, value_of_small(of), n);
}

static value parse(struct value_table *v, const char *text) {
    return algebraic_parse(v, text, strlen(text));
}

static void assert_prints(struct value_table *v, value a, const char *expected) {
    struct strbuf out = {0};
    assert_int_equal(value_kind(v, a), VALUE_ALGEBRAIC);
    algebraic_print(v, a, &out);
    assert_string_equal(strbuf_text(&out), expected);
    strbuf_free(&out);
}

/* ---- what is known ---- */

static void roots_are_one_value_however_they_are_made(void **state) {
    struct desk desk;
    struct value_table *v = open_table(&desk);
    value two = root(v, 2, 2), three = root(v, 3, 2), six = root(v, 6, 2);
    assert_int_equal(value_kind(v, two), VALUE_ALGEBRAIC);
    assert_true(real_mul(v, two, three) == six);
    assert_true(real_div(v, six, two) == three);
    assert_true(real_mul(v, two, two) == value_of_small(2));
    assert_true(real_div(v, value_of_small(2), two) == two);
    assert_true(real_add(v, two, two) == root(v, 8, 2));
    assert_true(real_sub(v, two, two) == value_of_small(0));
    assert_true(real_add(v, two, real_neg(v, two)) == value_of_small(0));
    assert_true(real_div(v, two, two) == value_of_small(1));
    assert_true(real_neg(v, real_neg(v, two)) == two);
    assert_true(real_mul(v, two, value_of_small(0)) == value_of_small(0));
    assert_true(real_add(v, two, value_of_small(0)) == two);
    assert_true(root(v, 4, 4) == two);
    assert_true(real_root(v, two, 3) == root(v, 2, 6));
    assert_true(real_root(v, real_root(v, two, 2), 2) == root(v, 2, 8));
    assert_true(root(v, 9, 2) == value_of_small(3));
    assert_true(root(v, 0, 5) == value_of_small(0));
    assert_true(real_root(v, ratio(v, 8, 27), 3) == ratio(v, 2, 3));
    assert_true(real_root(v, ratio(v, 1, 2), 2) == real_div(v, two, value_of_small(2)));
    value_table_release(v);
}

static void sums_of_roots_obey_the_binomial_formula(void **state) {
    struct desk desk;
    struct value_table *v = open_table(&desk);
    value two = root(v, 2, 2), three = root(v, 3, 2), six = root(v, 6, 2);
    value sum = real_add(v, two, three), square = real_mul(v, sum, sum);
    assert_true(square == real_add(v, value_of_small(5), real_mul(v, six, value_of_small(2))));
    assert_true(real_mul(v, sum, real_sub(v, three, two)) == value_of_small(1));
    assert_prints(v, sum, "(root-obj (+ (^ x 4) (* (- 10) (^ x 2)) 1) 4)");
    /* x^4 - 10 x^2 + 1 = 0, as a formula would say it */
    value fourth = real_mul(v, real_mul(v, real_mul(v, sum, sum), sum), sum);
    value left = real_add(v, real_sub(v, fourth, real_mul(v, value_of_small(10), square)),
                          value_of_small(1));
    assert_true(left == value_of_small(0));
    /* nested roots: sqrt(5 + 2 sqrt 6) */
    assert_true(real_root(v, square, 2) == sum);
    /* three of them, and back */
    value more = real_add(v, sum, root(v, 5, 2));
    assert_int_equal(value_at(v, more)->aux, 8);
    assert_true(real_sub(v, real_sub(v, more, three), two) == root(v, 5, 2));
    value_table_release(v);
}

static void the_golden_ratio_is_its_inverse_and_one(void **state) {
    struct desk desk;
    struct value_table *v = open_table(&desk);
    value golden = real_div(v, real_add(v, root(v, 5, 2), value_of_small(1)), value_of_small(2));
    assert_prints(v, golden, "(root-obj (+ (^ x 2) (* (- 1) x) (- 1)) 2)");
    value inverse = real_div(v, value_of_small(1), golden);
    assert_true(inverse == real_sub(v, golden, value_of_small(1)));
    assert_true(real_mul(v, golden, golden) == real_add(v, golden, value_of_small(1)));
    value power = golden;
    long a = 1, b = 1; /* phi^n = F(n) phi + F(n - 1) */
    for (int n = 2; n < 30; n++) {
        power = real_mul(v, power, golden);
        value line =
            real_add(v, real_mul(v, golden, value_of_small(a)), value_of_small(n == 2 ? 1 : b));
        assert_true(power == line);
        long next = n == 2 ? 2 : a + b;
        b = n == 2 ? 1 : a;
        a = next;
    }
    value_table_release(v);
}

static void roots_of_cubics_add_up(void **state) {
    struct desk desk;
    struct value_table *v = open_table(&desk);
    /* x^3 - 3 x - 1: three real roots, with sum 0 and product 1 */
    mpz_t c[4];
    const long numbers[] = {-1, -3, 0, 1};
    for (int i = 0; i < 4; i++)
        mpz_init_set_si(c[i], numbers[i]);
    value r[3];
    for (uint32_t i = 0; i < 3; i++)
        r[i] = algebraic_nth_root(v, (const mpz_t *)c, 4, i + 1);
    assert_true(algebraic_nth_root(v, (const mpz_t *)c, 4, 0) == 0);
    assert_true(algebraic_nth_root(v, (const mpz_t *)c, 4, 4) == 0);
    assert_true(real_compare(v, r[0], r[1]) < 0 && real_compare(v, r[1], r[2]) < 0);
    assert_true(real_add(v, real_add(v, r[0], r[1]), r[2]) == value_of_small(0));
    assert_true(real_mul(v, real_mul(v, r[0], r[1]), r[2]) == value_of_small(1));
    for (int i = 0; i < 3; i++) {
        value cube = real_mul(v, real_mul(v, r[i], r[i]), r[i]);
        assert_true(real_sub(v, cube, real_mul(v, value_of_small(3), r[i])) == value_of_small(1));
        mpz_clear(c[i]);
    }
    mpz_clear(c[3]);
    value_table_release(v);
}

static void only_one_root_between_the_ends_is_a_number(void **state) {
    struct desk desk;
    struct value_table *v = open_table(&desk);
    mpz_t c[3];
    mpq_t low, high;
    const long numbers[] = {-2, 0, 1};
    for (int i = 0; i < 3; i++)
        mpz_init_set_si(c[i], numbers[i]);
    mpq_inits(low, high, NULL);
    mpq_set_si(low, -2, 1);
    mpq_set_si(high, 2, 1);
    assert_true(algebraic_root(v, (const mpz_t *)c, 3, low, high) == 0); /* two */
    mpq_set_si(low, -1, 1);
    mpq_set_si(high, 1, 1);
    assert_true(algebraic_root(v, (const mpz_t *)c, 3, low, high) == 0); /* none */
    mpq_set_si(high, 2, 1);
    assert_true(algebraic_root(v, (const mpz_t *)c, 3, low, high) == root(v, 2, 2));
    assert_true(algebraic_root(v, (const mpz_t *)c, 3, high, low) == 0); /* wrong way round */
    assert_true(algebraic_root(v, (const mpz_t *)c, 3, low, low) == 0);
    mpz_set_si(c[0], -1);
    assert_true(algebraic_root(v, (const mpz_t *)c, 3, low, low) == value_of_small(-1));
    assert_true(algebraic_root(v, (const mpz_t *)c, 3, low, high) == value_of_small(1));
    mpz_set_si(c[0], 0);
    mpz_set_si(c[2], 0);
    assert_true(algebraic_root(v, (const mpz_t *)c, 3, low, high) == 0); /* all of them */
    for (int i = 0; i < 3; i++)
        mpz_clear(c[i]);
    mpq_clears(low, high, NULL);
    value_table_release(v);
}

static void floors_signs_and_order(void **state) {
    struct desk desk;
    struct value_table *v = open_table(&desk);
    value two = root(v, 2, 2), minus = real_neg(v, two);
    assert_true(real_floor(v, two) == value_of_small(1));
    assert_true(real_floor(v, minus) == value_of_small(-2));
    assert_true(real_floor(v, ratio(v, -13, 10)) == value_of_small(-2));
    assert_true(real_floor(v, ratio(v, 13, 10)) == value_of_small(1));
    assert_true(real_floor(v, value_of_small(-7)) == value_of_small(-7));
    assert_int_equal(real_sign(v, two), 1);
    assert_int_equal(real_sign(v, minus), -1);
    assert_int_equal(real_sign(v, ratio(v, -1, 3)), -1);
    assert_int_equal(real_sign(v, value_of_small(0)), 0);
    assert_true(real_compare(v, minus, two) < 0 && real_compare(v, two, minus) > 0);
    assert_true(real_compare(v, two, ratio(v, 7, 5)) > 0 &&
                real_compare(v, ratio(v, 7, 5), two) < 0);
    assert_true(real_compare(v, two, ratio(v, 3, 2)) < 0);
    assert_int_equal(real_compare(v, two, two), 0);
    /* inside the place that the node keeps: convergents of the square root */
    value p = value_of_small(1), q = value_of_small(1);
    for (int i = 0; i < 200; i++) {
        value next = real_add(v, p, real_mul(v, value_of_small(2), q));
        q = real_add(v, p, q);
        p = next;
        assert_int_equal(real_compare(v, real_div(v, p, q), two), i % 2 == 0 ? 1 : -1);
    }
    value_table_release(v);
}

/* Numbers that differ far behind the point. */
static void near_numbers_are_ordered(void **state) {
    struct desk desk;
    struct value_table *v = open_table(&desk);
    value two = root(v, 2, 2), tiny = value_of_small(1);
    for (int i = 0; i < 10; i++)
        tiny = real_div(v, tiny, value_of_small(1L << 60));
    value more = real_add(v, two, tiny),
          rooted = real_root(v, real_add(v, value_of_small(2), tiny), 2);
    assert_true(real_compare(v, two, rooted) < 0 && real_compare(v, rooted, more) < 0);
    assert_true(real_compare(v, more, two) > 0);
    assert_true(real_sub(v, more, tiny) == two);
    value small = real_mul(v, two, tiny);
    assert_int_equal(real_sign(v, small), 1);
    assert_int_equal(real_sign(v, real_neg(v, small)), -1);
    assert_true(real_floor(v, real_neg(v, small)) == value_of_small(-1));
    assert_true(real_floor(v, small) == value_of_small(0));
    assert_true(real_div(v, value_of_small(1), real_div(v, value_of_small(1), small)) == small);
    assert_true(real_div(v, small, two) == tiny);
    value_table_release(v);
}

static void enclosures_are_as_narrow_as_asked(void **state) {
    struct desk desk;
    struct value_table *v = open_table(&desk);
    value two = root(v, 2, 2);
    mpq_t low, high, square, width;
    mpq_inits(low, high, square, width, NULL);
    for (uint32_t bits = 1; bits < 300; bits += 37) {
        real_enclose(v, two, bits, low, high);
        mpq_mul(square, low, low);
        assert_true(mpq_cmp_ui(square, 2, 1) < 0);
        mpq_mul(square, high, high);
        assert_true(mpq_cmp_ui(square, 2, 1) > 0);
        mpq_sub(width, high, low);
        mpq_mul_2exp(width, width, bits);
        assert_true(mpq_cmp_ui(width, 1, 1) < 0);
    }
    real_enclose(v, ratio(v, 3, 7), 5, low, high);
    assert_true(mpq_equal(low, high) && mpq_cmp_ui(low, 3, 7) == 0);
    mpq_clears(low, high, square, width, NULL);
    value_table_release(v);
}

/* ---- random expressions against floating point ---- */

struct expression {
    value v;
    mpfr_t f;
};

enum { PRECISION = 300 };

/* Is the value where floating point says, up to an error that is far below any other number? */
static void assert_near(struct value_table *v, value a, const mpfr_t f) {
    mpq_t low, high;
    mpfr_t end, margin;
    mpq_inits(low, high, NULL);
    mpfr_init2(end, PRECISION);
    mpfr_init2(margin, PRECISION);
    real_enclose(v, a, 160, low, high);
    mpfr_set_ui_2exp(margin, 1, -150, MPFR_RNDN);
    mpfr_sub(end, f, margin, MPFR_RNDN);
    assert_true(mpfr_cmp_q(end, high) < 0);
    mpfr_add(end, f, margin, MPFR_RNDN);
    assert_true(mpfr_cmp_q(end, low) > 0);
    mpfr_clear(end);
    mpfr_clear(margin);
    mpq_clears(low, high, NULL);
}

static void apply_random(struct value_table *v, struct rng *rng, const struct expression *a,
                         const struct expression *b, struct expression *r) {
    switch (rng_below(rng, 5)) {
    case 0:
        r->v = real_add(v, a->v, b->v);
        mpfr_add(r->f, a->f, b->f, MPFR_RNDN);
        break;
    case 1:
        r->v = real_sub(v, a->v, b->v);
        mpfr_sub(r->f, a->f, b->f, MPFR_RNDN);
        break;
    case 2:
        r->v = real_mul(v, a->v, b->v);
        mpfr_mul(r->f, a->f, b->f, MPFR_RNDN);
        break;
    case 3:
        if (real_sign(v, b->v) == 0)
            return;
        r->v = real_div(v, a->v, b->v);
        mpfr_div(r->f, a->f, b->f, MPFR_RNDN);
        break;
    default:
        if (real_sign(v, a->v) < 0)
            return;
        r->v = real_root(v, a->v, 2);
        mpfr_sqrt(r->f, a->f, MPFR_RNDN);
        break;
    }
}

static void check_order(struct value_table *v, const struct expression *a,
                        const struct expression *b) {
    int order = real_compare(v, a->v, b->v), expected = mpfr_cmp(a->f, b->f);
    mpfr_t difference;
    mpfr_init2(difference, PRECISION);
    mpfr_sub(difference, a->f, b->f, MPFR_RNDN);
    bool near = mpfr_zero_p(difference) || mpfr_get_exp(difference) < -150;
    mpfr_clear(difference);
    /* Nothing small enough is near another number without being it, and equal ones are one. */
    if (near)
        assert_true(a->v == b->v);
    else
        assert_int_equal(order > 0, expected > 0);
}

static void random_expressions_agree_with_floating_point(void **state) {
    struct desk desk;
    struct value_table *v = open_table(&desk);
    struct rng rng = testing_rng(11);
    enum { N = 12 };
    size_t n_values = 0, n_algebraic = 0, n_limits = 0;
    for (int round = 0; round < 60; round++) {
        struct expression e[N];
        for (int i = 0; i < N; i++) {
            long number = (long)rng_below(&rng, 9) - 3;
            mpfr_init2(e[i].f, PRECISION);
            e[i].v = value_of_small(number);
            mpfr_set_si(e[i].f, number, MPFR_RNDN);
            if (i < 3 && number >= 0) {
                uint32_t n = 2 + (uint32_t)rng_below(&rng, 2);
                e[i].v = root(v, number, n);
                mpfr_rootn_ui(e[i].f, e[i].f, n, MPFR_RNDN);
            }
        }
        for (int i = 3; i < N; i++) {
            const struct expression *a = &e[rng_below(&rng, (uint64_t)i)];
            const struct expression *b = &e[rng_below(&rng, (uint64_t)i)];
            struct expression r = {.v = e[i].v};
            mpfr_init2(r.f, PRECISION);
            mpfr_set(r.f, e[i].f, MPFR_RNDN);
            apply_random(v, &rng, a, b, &r);
            n_values++;
            n_algebraic += value_kind(v, r.v) == VALUE_ALGEBRAIC;
            if (r.v == VALUE_LIMIT)
                n_limits++;
            else if (!mpfr_zero_p(r.f) && (mpfr_get_exp(r.f) > 60 || mpfr_get_exp(r.f) < -60))
                ; /* too large or small for the margins here */
            else {
                assert_near(v, r.v, r.f);
                e[i].v = r.v;
                mpfr_swap(e[i].f, r.f);
                for (int j = 0; j < i; j++)
                    check_order(v, &e[i], &e[j]);
            }
            mpfr_clear(r.f);
        }
        for (int i = 0; i < N; i++)
            mpfr_clear(e[i].f);
    }
    assert_true(n_limits * 5 < n_values && n_algebraic * 3 > n_values);
    value_table_release(v);
    mpfr_free_cache();
}

/* Sums, products and distribution over numbers of one field, as handles. */
static void laws_of_arithmetic_hold(void **state) {
    struct desk desk;
    struct value_table *v = open_table(&desk);
    struct rng rng = testing_rng(12);
    value base[3] = {root(v, 2, 2), root(v, 3, 2), root(v, 2, 3)};
    for (int round = 0; round < 30; round++) {
        value x[3];
        for (int i = 0; i < 3; i++) {
            long a = (long)rng_below(&rng, 11) - 5, b = (long)rng_below(&rng, 5) - 2;
            value b_root = base[i == 2 && round % 3 == 0 ? 2 : rng_below(&rng, 2)];
            x[i] = real_add(v, ratio(v, a, 1 + rng_below(&rng, 4)),
                            real_mul(v, value_of_small(b), b_root));
        }
        assert_true(real_add(v, x[0], x[1]) == real_add(v, x[1], x[0]));
        assert_true(real_mul(v, x[0], x[1]) == real_mul(v, x[1], x[0]));
        assert_true(real_add(v, real_add(v, x[0], x[1]), x[2]) ==
                    real_add(v, x[0], real_add(v, x[1], x[2])));
        assert_true(real_mul(v, real_mul(v, x[0], x[1]), x[2]) ==
                    real_mul(v, x[0], real_mul(v, x[1], x[2])));
        value left = real_mul(v, x[2], real_add(v, x[0], x[1]));
        value one = real_mul(v, x[2], x[0]), other = real_mul(v, x[2], x[1]);
        value right = real_add(v, one, other);
        if (left != VALUE_LIMIT && right != VALUE_LIMIT)
            assert_true(left == right);
        if (real_sign(v, x[1]) != 0)
            assert_true(real_mul(v, real_div(v, x[0], x[1]), x[1]) == x[0]);
        value difference = real_sub(v, x[0], x[1]);
        assert_int_equal(real_sign(v, difference), real_compare(v, x[0], x[1]));
    }
    value_table_release(v);
}

/* ---- text ---- */

static void z3_models_are_read(void **state) {
    struct desk desk;
    struct value_table *v = open_table(&desk);
    value two = root(v, 2, 2);
    assert_true(parse(v, "(root-obj (+ (^ x 2) (- 2)) 2)") == two);
    assert_true(parse(v, "(root-obj (+ (^ x 2) (- 2)) 1)") == real_neg(v, two));
    value z = parse(v, "(root-obj (+ (* 77 (^ x 2)) (- 3)) 1)");
    assert_true(z == real_neg(v, real_root(v, ratio(v, 3, 77), 2)));
    /* as z3 prints sums and products of these */
    value y = parse(v, "(root-obj (+ (^ x 3) (* (- 3) x) (- 1)) 3)");
    value minus = real_neg(v, two);
    assert_true(parse(v, "(root-obj (+ (* 5929 (^ x 4)) (* (- 24178) (^ x 2)) 22801) 1)") ==
                real_add(v, minus, z));
    assert_true(parse(v, "(root-obj (+ (^ x 6) (* (- 12) (^ x 4)) (* (- 2) (^ x 3))"
                         " (* 21 (^ x 2)) (* (- 6) x) (- 1)) 4)") == real_add(v, minus, y));
    assert_true(parse(v, "(root-obj (+ (* 77 (^ x 2)) (- 6)) 2)") == real_mul(v, minus, z));
    assert_true(parse(v, "(root-obj (+ (* 456533 (^ x 6)) (- 108)) 1)") ==
                real_mul(v, root(v, 2, 3), z));
    assert_true(parse(v, "(root-obj (+ (^ x 7) (- 200000000000000000000000000002)) 1)") != 0);
    assert_true(parse(v, "(root-obj (+ (^ x 28) (- 437400000000000000000000000004374)) 1)") ==
                real_neg(v, real_root(v,
                                      real_mul(v, value_of_small(3),
                                               parse(v, "(root-obj (+ (^ x 7)"
                                                        " (- 200000000000000000000000000002)) 1)")),
                                      4)));
    assert_true(parse(v, "(root-obj (+ (^ x 5) (* (- 3) (^ x 2)) x (- 5)) 1)") != 0);
    value_table_release(v);
}

static void z3_reads_more_polynomials_than_it_prints(void **state) {
    struct desk desk;
    struct value_table *v = open_table(&desk);
    assert_true(parse(v, "(root-obj (^ x 2) 1)") == value_of_small(0));
    assert_true(parse(v, "(root-obj (+ (^ x 2) (- 4)) 1)") == value_of_small(-2));
    assert_true(parse(v, "(root-obj (+ (^ x 3) (* (- 2) x)) 2)") == value_of_small(0));
    assert_true(parse(v, "(root-obj (+ (* 3 x) (- 2)) 1)") == ratio(v, 2, 3));
    assert_true(parse(v, "(root-obj x 1)") == value_of_small(0));
    assert_true(parse(v, "(root-obj (+ (* 2 x x) (- 2) (* x (- x 1))) 1)") == ratio(v, -2, 3));
    assert_true(parse(v, "( root-obj x 1)") == 0);
    assert_true(parse(v, " (root-obj  (- (^ (^ x 2) 2) 4)\n2 ) ") == 0); /* a blank at the end */
    assert_true(parse(v, " (root-obj  (- (^ (^ x 2) 2) 4)\n2 )") == root(v, 2, 2));
    assert_true(parse(v, "(root-obj (+ (^ x 2) (* 0 x) 0 (- 2)) 2)") == root(v, 2, 2));
    assert_true(parse(v, "(root-obj (+ (^ x 2) (^ (+ x 1) 0) (- 3)) 2)") == root(v, 2, 2));
    value_table_release(v);
}

static void cvc5_models_are_read(void **state) {
    struct desk desk;
    struct value_table *v = open_table(&desk);
    value two = root(v, 2, 2);
    assert_true(parse(v, "(_ real_algebraic_number <1*x^2 + (-2), (5/4, 3/2)>)") == two);
    assert_true(parse(v, "(_ real_algebraic_number <1*x^2 + (-2), (-3/2, -5/4)>)") ==
                real_neg(v, two));
    assert_true(parse(v, "(_ real_algebraic_number <1*x^3 + (-1775), (12, 49/4)>)") ==
                root(v, 1775, 3));
    assert_true(parse(v, "(_ real_algebraic_number <1*x^3 + 3, (-3/2, -5/4)>)") ==
                real_neg(v, root(v, 3, 3)));
    assert_true(parse(v, "(_ real_algebraic_number <1*x^2 + (-1*x) + (-1), (1, 2)>)") ==
                parse(v, "(root-obj (+ (^ x 2) (* (- 1) x) (- 1)) 2)"));
    assert_true(parse(v, "(_ real_algebraic_number <2*x^2 + (-1), (1/2, 3/4)>)") ==
                real_root(v, ratio(v, 1, 2), 2));
    value_table_release(v);
}

static void texts_that_denote_no_number_are_refused(void **state) {
    static const char *const texts[] = {
        "",
        "(root-obj",
        "(root-obj)",
        "(root-obj x)",
        "(root-obj x 0)",
        "(root-obj x 2)",
        "(root-obj x 1",
        "(root-obj x 1))",
        "(root-obj y 1)",
        "(root-obj 5 1)",
        "(root-obj 0 1)",
        "(root-obj (+ (^ x 2) 1) 1)",
        "(root-obj (+ (^ x 2) (- 2)) 3)",
        "(root-obj (+ (^ x 2) (- 2)) -1)",
        "(root-obj (+) 1)",
        "(root-obj (^ x) 1)",
        "(root-obj (^ x 2 3) 1)",
        "(root-obj (^ x x) 1)",
        "(root-obj (^ x (- 2)) 1)",
        "(root-obj (/ x 2) 1)",
        "(root-obj ) 1)",
        "(root-obj (+ x 1.5) 1)",
        "(root-obj (+ (^ x 2) (- 2)) 99999999999999999999)",
        "(_ real_algebraic_number)",
        "(_ real_algebraic_number <>)",
        "(_ real_algebraic_number <1*x^2 + (-2)>)",
        "(_ real_algebraic_number <1*x^2 + (-2), (2, 3)>)",
        "(_ real_algebraic_number <1*x^2 + (-2), (-2, 2)>)",
        "(_ real_algebraic_number <1*x^2 + (-2), (1, 2/0)>)",
        "(_ real_algebraic_number <1*x^2 + (-2), (1, 2>)",
        "(_ real_algebraic_number <1*x^2 + -, (1, 2)>)",
        "(_ real_algebraic_number <1*y^2 + (-2), (1, 2)>)",
        "(_ real_algebraic_number <1*x^2 + (-2, (1, 2)>)",
        "(_ real_algebraic_number <1*x^2 + (-2), (1, 2)>",
        "(_ real_algebraic_number <...>)",
    };
    struct desk desk;
    struct value_table *v = open_table(&desk);
    for (size_t i = 0; i < LENGTH(texts); i++)
        if (parse(v, texts[i]) != 0)
            fail_msg("%s is a number", texts[i]);
    value_table_release(v);
}

static void large_polynomials_are_a_limit(void **state) {
    struct desk desk;
    struct value_table *v = open_table(&desk);
    assert_true(parse(v, "(root-obj (+ (^ x 1000) (- 2)) 1)") == VALUE_LIMIT);
    assert_true(parse(v, "(root-obj (+ (^ x 4294967297) (- 2)) 1)") == VALUE_LIMIT);
    assert_true(parse(v, "(root-obj (+ (^ (^ x 50) 50) (- 2)) 1)") == VALUE_LIMIT);
    assert_true(parse(v, "(root-obj (+ (^ x 90) (- 2)) 1)") == VALUE_LIMIT);
    assert_true(parse(v, "(root-obj (- (^ x 100) 1) 1)") == VALUE_LIMIT ||
                parse(v, "(root-obj (- (^ x 100) 1) 1)") == value_of_small(-1));
    assert_true(parse(v, "(_ real_algebraic_number <1*x^1000 + (-2), (1, 2)>)") == VALUE_LIMIT);
    assert_true(root(v, 2, 1000) == VALUE_LIMIT);
    assert_true(root(v, 1, 1000) == value_of_small(1));
    assert_true(root(v, 1L << 50, 100) == root(v, 2, 2));
    value degree7 = root(v, 2, 7), degree11 = root(v, 3, 11), degree40 = root(v, 2, 40);
    assert_int_equal(value_at(v, degree40)->aux, 40);
    assert_true(real_add(v, degree7, degree11) == VALUE_LIMIT);
    assert_true(real_mul(v, degree40, degree40) == root(v, 2, 20));
    value large = value_of_small(3);
    for (int i = 0; i < 15; i++)
        large = real_mul(v, large, large);
    assert_true(real_add(v, root(v, 2, 2), large) == VALUE_LIMIT);
    value_table_release(v);
}

static void printed_numbers_are_read_again(void **state) {
    struct desk desk;
    struct value_table *v = open_table(&desk);
    struct rng rng = testing_rng(13);
    struct strbuf out = {0};
    size_t n = 0;
    for (int round = 0; round < 150; round++) {
        mpz_t c[7];
        uint32_t degree = 2 + (uint32_t)rng_below(&rng, 5);
        for (int i = 0; i < 7; i++)
            mpz_init_set_si(c[i], (long)rng_below(&rng, 2001) - 1000);
        for (uint32_t k = 1; k <= degree; k++) {
            value a = algebraic_nth_root(v, (const mpz_t *)c, degree + 1, k);
            if (a == 0)
                break;
            assert_true(a != VALUE_LIMIT);
            if (value_kind(v, a) != VALUE_ALGEBRAIC)
                continue;
            strbuf_clear(&out);
            algebraic_print(v, a, &out);
            assert_true(algebraic_parse(v, out.at, out.n) == a);
            n++;
        }
        for (int i = 0; i < 7; i++)
            mpz_clear(c[i]);
    }
    assert_true(n > 100);
    strbuf_free(&out);
    value_table_release(v);
}

/* The same root, read off a multiple of its polynomial. */
static void multiples_of_a_polynomial_give_the_same_number(void **state) {
    struct desk desk;
    struct value_table *v = open_table(&desk);
    value a = parse(v, "(root-obj (- (^ x 5) x 1) 1)");
    assert_int_equal(value_kind(v, a), VALUE_ALGEBRAIC);
    assert_true(parse(v, "(root-obj (* 6 (- (^ x 5) x 1)) 1)") == a);
    assert_true(parse(v, "(root-obj (* (- (^ x 5) x 1) (- (^ x 5) x 1)) 1)") == a);
    assert_true(parse(v, "(root-obj (* (- (^ x 5) x 1) (+ (^ x 2) 1)) 1)") == a);
    assert_true(parse(v, "(root-obj (* (- (^ x 5) x 1) (- (* 7 x) 1)) 2)") == a);
    assert_true(parse(v, "(root-obj (* (- (^ x 2) 3) (- (^ x 5) x 1) (- (^ x 2) 2)) 3)") == a);
    assert_true(parse(v, "(root-obj (- (^ x 5) x (- 1)) 1)") == real_neg(v, a));
    value_table_release(v);
}

/* Two roots of one irreducible polynomial within 2^-64 of each other. */
static void roots_nearer_than_a_place_are_kept_apart(void **state) {
    struct desk desk;
    struct value_table *v = open_table(&desk);
    const char *poly = "(- (^ x 5) (* 2 (^ (- (* 10000000000000000 x) 1) 2)))";
    value r[4];
    struct strbuf text = {0};
    for (uint32_t k = 1; k <= 4; k++) {
        strbuf_clear(&text);
        strbuf_printf(&text, "(root-obj %s %u)", poly, k);
        r[k - 1] = algebraic_parse(v, text.at, text.n);
    }
    assert_true(r[3] == 0);
    assert_true(r[0] != r[1] && real_compare(v, r[0], r[1]) < 0 && real_compare(v, r[1], r[2]) < 0);
    value difference = real_sub(v, r[1], r[0]);
    assert_true(difference == VALUE_LIMIT || real_sign(v, difference) > 0);
    assert_true(real_neg(v, real_neg(v, r[0])) == r[0]);
    assert_true(real_add(v, real_add(v, r[0], value_of_small(7)), value_of_small(-7)) == r[0]);
    assert_true(real_mul(v, real_mul(v, r[1], ratio(v, -3, 7)), ratio(v, -7, 3)) == r[1]);
    for (int k = 0; k < 3; k++) {
        strbuf_clear(&text);
        algebraic_print(v, r[k], &text);
        assert_true(algebraic_parse(v, text.at, text.n) == r[k]);
    }
    strbuf_free(&text);
    value_table_release(v);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(roots_are_one_value_however_they_are_made),
        TEST(sums_of_roots_obey_the_binomial_formula),
        TEST(the_golden_ratio_is_its_inverse_and_one),
        TEST(roots_of_cubics_add_up),
        TEST(only_one_root_between_the_ends_is_a_number),
        TEST(floors_signs_and_order),
        TEST(near_numbers_are_ordered),
        TEST(enclosures_are_as_narrow_as_asked),
        TEST(random_expressions_agree_with_floating_point),
        TEST(laws_of_arithmetic_hold),
        TEST(z3_models_are_read),
        TEST(z3_reads_more_polynomials_than_it_prints),
        TEST(cvc5_models_are_read),
        TEST(texts_that_denote_no_number_are_refused),
        TEST(large_polynomials_are_a_limit),
        TEST(printed_numbers_are_read_again),
        TEST(multiples_of_a_polynomial_give_the_same_number),
        TEST(roots_nearer_than_a_place_are_kept_apart),
    };
    return RUN(tests);
}
