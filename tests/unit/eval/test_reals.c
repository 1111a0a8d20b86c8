#include "applying.h"
#include "judging.h"

#include "eval/algebraic.h"

static void choose(struct judging *j, const char *application, const char *chosen) {
    if (!eval_set_choice(j->eval, read_term(&j->r, application), judge_term(j, chosen)))
        fail_msg("%s is no choice", application);
}

static void all_worth(const char *const (*rows)[2], size_t n) {
    struct judging j = judging_of("");
    for (size_t i = 0; i < n; i++)
        assert_worth(&j, rows[i][0], rows[i][1]);
    judging_free(&j);
}
#define ALL_WORTH(rows) all_worth((rows), LENGTH(rows))

/* ---- as the standard says ---- */

static void arithmetic_of_the_standard(void **state) {
    static const char *const rows[][2] = {
        {"(+ 0.5 0.25)", "0.75"},
        {"(+ 0.5 0.5)", "1.0"},
        {"(+ 1.0 2.0 3.5)", "6.5"},
        {"(- 0.5)", "(- 0.5)"},
        {"(- 1.0 0.5 0.25)", "0.25"},
        {"(- (- 0.5))", "0.5"},
        {"(* 0.5 4.0)", "2.0"},
        {"(* 1.5 (- 1.5))", "(- 2.25)"},
        {"(* 0.0 123.456)", "0.0"},
        {"(/ 1.0 3.0)", "(/ 2.0 6.0)"},
        {"(/ 1.0 (- 3.0))", "(- (/ 1.0 3.0))"},
        {"(/ 8.0 2.0 4.0)", "1.0"},
        {"(/ 0.0 5.0)", "0.0"},
        {"(/ 0.1 0.1)", "1.0"},
        {"(/ 6.0 4.0)", "1.5"},
        {"(/ (- 6.0) (- 4.0))", "1.5"},
        {"(/ 99999999999999999999.0 99999999999999999999.0)", "1.0"},
        {"(/ 99999999999999999999.0 3.0)", "33333333333333333333.0"},
        {"(+ (/ 1.0 3.0) (/ 1.0 6.0))", "0.5"},
        {"(+ (/ 1.0 3.0) (/ 2.0 3.0))", "1.0"},
        {"(+ 4611686018427387903.0 1.0)", "4611686018427387904.0"},
        {"(+ 4611686018427387903.5 0.5)", "4611686018427387904.0"},
        {"(* 0.000000000000000000001 1000000000000000000000.0)", "1.0"},
    };
    ALL_WORTH(rows);
}

static void comparisons_of_the_standard(void **state) {
    static const char *const rows[][2] = {
        {"(< (/ 1.0 3.0) (/ 1.0 2.0))", "true"},
        {"(< (- (/ 1.0 3.0)) (- (/ 1.0 2.0)))", "false"},
        {"(<= 0.5 0.5)", "true"},
        {"(>= 0.5 0.5 0.25)", "true"},
        {"(> 0.5 0.5)", "false"},
        {"(< 0.5 0.75 0.6)", "false"},
        {"(< 0.333333333333333333333333 (/ 1.0 3.0))", "true"},
        {"(> 0.333333333333333333333334 (/ 1.0 3.0))", "true"},
        {"(< 99999999999999999999.5 99999999999999999999.75)", "true"},
        {"(< (- 99999999999999999999.5) 0.5)", "true"},
    };
    ALL_WORTH(rows);
}

static void integers_and_reals(void **state) {
    static const char *const rows[][2] = {
        {"(to_int (- 1.3))", "(- 2)"}, /* the standard's own example */
        {"(to_int 1.3)", "1"},
        {"(to_int (- 2.0))", "(- 2)"},
        {"(to_int 0.0)", "0"},
        {"(to_int (- 0.5))", "(- 1)"},
        {"(to_int 99999999999999999999.5)", "99999999999999999999"},
        {"(to_int (- 99999999999999999999.5))", "(- 100000000000000000000)"},
        {"(is_int 1.0)", "true"},
        {"(is_int 1.5)", "false"},
        {"(is_int (- 3.0))", "true"},
        {"(is_int 99999999999999999999.0)", "true"},
        {"(is_int 99999999999999999999.5)", "false"},
        {"(to_real 5)", "5.0"},
        {"(to_real 5.5)", "5.5"},
        {"(to_real (to_int 7.9))", "7.0"},
        {"(= (is_int 2.5) (= 2.5 (to_real (to_int 2.5))))", "true"},
        {"(abs (- 0.5))", "0.5"},
        {"(abs 0.5)", "0.5"},
        {"(abs (- 2.0))", "2.0"},
    };
    ALL_WORTH(rows);
}

static void powers_of_solvers(void **state) {
    static const char *const rows[][2] = {
        {"(^ 2.0 10.0)", "1024.0"},
        {"(^ 0.5 3.0)", "0.125"},
        {"(^ (- 0.5) 3.0)", "(- 0.125)"},
        {"(^ 2.0 (- 2.0))", "0.25"},
        {"(^ (- 2.0) (- 3.0))", "(- 0.125)"},
        {"(^ (/ 2.0 3.0) (- 2.0))", "2.25"},
        {"(^ 5.5 0.0)", "1.0"},
        {"(^ (- 5.5) 0.0)", "1.0"},
        {"(^ 0.0 2.0)", "0.0"},
        {"(^ 0.0 0.5)", "0.0"},
        {"(^ 4.0 0.5)", "2.0"},
        {"(^ 4.0 (- 0.5))", "0.5"},
        {"(^ 8.0 (/ 2.0 3.0))", "4.0"},
        {"(^ 8.0 (/ (- 1.0) 3.0))", "0.5"},
        {"(^ 2.0 0.5)", "(root-obj (+ (^ x 2) (- 2)) 2)"},
        {"(^ 2.0 1.5)", "(* 2.0 (^ 2.0 0.5))"},
        {"(^ (^ 2.0 0.5) 2.0)", "2.0"},
        {"(^ (^ 2.0 0.5) (- 4.0))", "0.25"},
        {"(^ (^ 2.0 0.5) 1000.0)", "(^ 2.0 500.0)"},
        {"(^ (- (^ 2.0 0.5)) 3.0)", "(- (* 2.0 (^ 2.0 0.5)))"},
        {"(^ 1.0 (^ 2.0 0.5))", "1.0"},
        {"(^ 0.0 (^ 2.0 0.5))", "0.0"},
        {"(^ 1.0 (/ 1.0 99999999999999999999.0))", "1.0"},
        {"(/_total 1.0 4.0)", "0.25"},
        {"(/_total 1.0 0.0)", "0.0"},
    };
    ALL_WORTH(rows);
}

/* As solvers write models: the formula that made them is true. */
static void algebraic_numbers_in_terms(void **state) {
    static const char *const rows[][2] = {
        {"(let ((x (root-obj (+ (^ x 2) (- 2)) 1))) (* x x))", "2.0"},
        {"(let ((x (root-obj (+ (^ x 2) (- 2)) 1))) (< (- 1.5) x (- 1.4)))", "true"},
        {"(let ((y (root-obj (+ (^ x 3) (* (- 3) x) (- 1)) 3))) (- (* y y y) (* 3.0 y)))", "1.0"},
        {"(let ((w (root-obj (+ (^ x 5) (* (- 3) (^ x 2)) x (- 5)) 1)))"
         " (+ (* w w w w w) (* (- 3.0) w w) w))",
         "5.0"},
        {"(let ((x (_ real_algebraic_number <1*x^2 + (-2), (5/4, 3/2)>))) (/ x 2.0))",
         "(/ 1.0 (root-obj (+ (^ x 2) (- 2)) 2))"},
        {"(to_int (root-obj (+ (^ x 2) (- 2)) 1))", "(- 2)"},
        {"(to_int (* 1000000.0 (root-obj (+ (^ x 2) (- 2)) 2)))", "1414213"},
        {"(is_int (root-obj (+ (^ x 2) (- 2)) 1))", "false"},
        {"(abs (root-obj (+ (^ x 2) (- 2)) 1))", "(root-obj (+ (^ x 2) (- 2)) 2)"},
        {"(- (root-obj (+ (^ x 2) (- 2)) 1))", "(root-obj (+ (^ x 2) (- 2)) 2)"},
        {"(root-obj (+ (^ x 2) (- 4)) 2)", "2.0"},
        {"(= (root-obj (+ (^ x 2) (- 2)) 1) (root-obj (+ (^ x 2) (- 2)) 2))", "false"},
        {"(+ 0.0 (root-obj (+ (^ x 2) (- 2)) 1))", "(root-obj (+ (^ x 2) (- 2)) 1)"},
        {"(* 0.0 (root-obj (+ (^ x 2) (- 2)) 1))", "0.0"},
    };
    ALL_WORTH(rows);
}

/* ---- what is open or too large ---- */

static void division_by_zero_is_open(void **state) {
    static const char *const texts[] = {
        "(/ 1.0 0.0)",
        "(/ 0.0 0.0)",
        "(/ (/ 1.0 3.0) 0.0)",
        "(/ (root-obj (+ (^ x 2) (- 2)) 1) 0.0)",
        "(/0 1.0 0.0)",
        "(/0 1.0 2.0)",
        "(^ 0.0 0.0)",
        "(^0 0.0 0.0)",
        "(^0 1.0 0.0)",
        "(^ 0.0 (- 1.0))",
        "(^ 0.0 (- 0.5))",
        "(^ (- 8.0) (/ 1.0 3.0))",
        "(^ (- 8.0) (^ 2.0 0.5))",
        "(/ 1.0 (- (* (^ 2.0 0.5) (^ 2.0 0.5)) 2.0))",
    };
    struct judging j = judging_of("");
    for (size_t i = 0; i < LENGTH(texts); i++)
        assert_undecided(&j, texts[i], EVAL_NEEDS_CHOICE);
    judging_free(&j);
}

static void choices_are_those_of_the_application_they_come_down_to(void **state) {
    struct judging j = judging_of("");
    choose(&j, "(/ 1.0 0.0)", "17.5");
    choose(&j, "(^ 0.0 0.0)", "3.0");
    choose(&j, "(/ (root-obj (+ (^ x 2) (- 2)) 1) 0.0)", "2.0");
    assert_worth(&j, "(/ 1.0 0.0)", "17.5");
    assert_worth(&j, "(/ (+ 0.5 0.5) (* 0.0 0.5))", "17.5");
    assert_worth(&j, "(/0 1.0 0.0)", "17.5");
    assert_worth(&j, "(^0 0.0 0.0)", "3.0");
    assert_worth(&j, "(/ (- (^ 2.0 0.5)) 0.0)", "2.0");
    assert_worth(&j, "(/_total 1.0 0.0)", "0.0");
    assert_undecided(&j, "(/ 2.0 0.0)", EVAL_NEEDS_CHOICE);
    judging_free(&j);
}

static void large_results_are_limits(void **state) {
    struct judging j = judging_of("");
    assert_undecided(&j, "(^ 2.0 99999999999.0)", EVAL_LIMIT);
    assert_undecided(&j, "(^ 0.5 99999999999.0)", EVAL_LIMIT);
    assert_undecided(&j, "(^ 1.5 (- 99999999999999999999.0))", EVAL_LIMIT);
    assert_undecided(&j, "(^ 2.0 (/ 1.0 1000.0))", EVAL_LIMIT);
    assert_undecided(&j, "(^ 2.0 (/ 1.0 99999999999999999999.0))", EVAL_LIMIT);
    assert_undecided(&j, "(^ 2.0 (^ 2.0 0.5))", EVAL_LIMIT);
    assert_undecided(&j, "(^ (^ 2.0 0.5) 1000001.0)", EVAL_LIMIT);
    assert_undecided(&j, "(root-obj (+ (^ x 100) (- 2)) 1)", EVAL_LIMIT);
    assert_undecided(&j, "(root-obj (+ (^ x 2) 1) 1)", EVAL_UNSUPPORTED);
    judging_free(&j);
}

/* ---- random rationals against GMP ---- */

static value random_rational(struct applying *s, struct rng *rng, mpq_ptr q) {
    static const uint64_t sizes[] = {10, 1000, UINT32_MAX, (uint64_t)1 << 62, UINT64_MAX};
    uint64_t size = sizes[rng_below(rng, LENGTH(sizes))];
    mpz_set_ui(mpq_numref(q), rng_below(rng, size));
    mpz_set_ui(mpq_denref(q), 1 + (rng_chance(rng, 1, 3) ? 0 : rng_below(rng, size)));
    if (rng_chance(rng, 1, 20)) /* the border of the quick way */
        mpz_set_ui(mpq_numref(q), (uint64_t)INT32_MAX + rng_below(rng, 3));
    if (rng_chance(rng, 1, 2))
        mpz_neg(mpq_numref(q), mpq_numref(q));
    mpq_canonicalize(q);
    return value_of_mpq(s->values, q);
}

static const sort reals[2] = {SORT_REAL, SORT_REAL};

static value binary(struct applying *s, enum op op, value x, value y) {
    return apply(s, op, 0, 0, SORT_REAL, reals, (value[]){x, y}, 2);
}

static void check_comparisons(struct applying *s, value a, value b, int order) {
    assert_true(binary(s, OP_REAL_LE, a, b) == value_of_bool(order <= 0));
    assert_true(binary(s, OP_REAL_LT, a, b) == value_of_bool(order < 0));
    assert_true(binary(s, OP_REAL_GE, a, b) == value_of_bool(order >= 0));
    assert_true(binary(s, OP_REAL_GT, a, b) == value_of_bool(order > 0));
}

static void check_unary(struct applying *s, value a, mpq_srcptr x) {
    mpq_t r;
    mpz_t floor;
    mpq_init(r);
    mpz_init(floor);
    mpq_neg(r, x);
    assert_true(binary(s, OP_REAL_NEG, a, a) == value_of_mpq(s->values, r));
    mpq_abs(r, x);
    assert_true(binary(s, OP_REAL_ABS, a, a) == value_of_mpq(s->values, r));
    mpz_fdiv_q(floor, mpq_numref(x), mpq_denref(x));
    assert_true(binary(s, OP_TO_INT, a, a) == value_of_mpz(s->values, floor));
    bool integral = mpz_cmp_ui(mpq_denref(x), 1) == 0;
    assert_true(binary(s, OP_IS_INT, a, a) == value_of_bool(integral));
    mpz_clear(floor);
    mpq_clear(r);
}

static void random_rationals_agree_with_gmp(void **state) {
    struct applying s = applying_new();
    struct rng rng = testing_rng(22);
    mpq_t x, y, z;
    mpq_inits(x, y, z, NULL);
    applying_add(&s, theory_reals);
    assert_complete(&s, THEORY_REALS);
    assert_complete(&s, THEORY_REALS_INTS);
    for (int i = 0; i < 20000; i++) {
        value a = random_rational(&s, &rng, x), b = random_rational(&s, &rng, y);
        mpq_add(z, x, y);
        assert_true(binary(&s, OP_REAL_ADD, a, b) == value_of_mpq(s.values, z));
        mpq_sub(z, x, y);
        assert_true(binary(&s, OP_REAL_SUB, a, b) == value_of_mpq(s.values, z));
        mpq_mul(z, x, y);
        assert_true(binary(&s, OP_REAL_MUL, a, b) == value_of_mpq(s.values, z));
        if (mpq_sgn(y) != 0) {
            mpq_div(z, x, y);
            assert_true(binary(&s, OP_REAL_DIV, a, b) == value_of_mpq(s.values, z));
            assert_true(binary(&s, OP_REAL_DIV_TOTAL, a, b) == value_of_mpq(s.values, z));
        }
        check_comparisons(&s, a, b, mpq_cmp(x, y));
        check_comparisons(&s, a, a, 0);
        check_unary(&s, a, x);
    }
    mpq_clears(x, y, z, NULL);
    applying_free(&s);
}

/* Powers with small exponents are repeated products. */
static void powers_are_repeated_products(void **state) {
    struct applying s = applying_new();
    struct rng rng = testing_rng(23);
    mpq_t x;
    mpq_init(x);
    applying_add(&s, theory_reals);
    for (int i = 0; i < 300; i++) {
        value base = random_rational(&s, &rng, x), power = value_of_small(1);
        if (i % 10 == 0)
            base = real_root(s.values, value_of_small(2 + i / 10), 2 + (uint32_t)i % 3);
        if (base == value_of_small(0))
            continue;
        for (int64_t e = 0; e < 6; e++) {
            assert_true(binary(&s, OP_REAL_CARET, base, value_of_small(e)) == power);
            value inverse = binary(&s, OP_REAL_CARET, base, value_of_small(-e));
            assert_true(binary(&s, OP_REAL_MUL, inverse, power) == value_of_small(1));
            power = binary(&s, OP_REAL_MUL, power, base);
        }
    }
    mpq_clear(x);
    applying_free(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(arithmetic_of_the_standard),
        TEST(comparisons_of_the_standard),
        TEST(integers_and_reals),
        TEST(powers_of_solvers),
        TEST(algebraic_numbers_in_terms),
        TEST(division_by_zero_is_open),
        TEST(choices_are_those_of_the_application_they_come_down_to),
        TEST(large_results_are_limits),
        TEST(random_rationals_agree_with_gmp),
        TEST(powers_are_repeated_products),
    };
    return RUN(tests);
}
