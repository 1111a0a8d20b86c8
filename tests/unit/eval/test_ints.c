#include "applying.h"
#include "judging.h"

/* The value of an application that is open becomes that of the other term. */
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
        {"(+ 1 2)", "3"},
        {"(+ 1 2 3 4)", "10"},
        {"(- 5)", "(- 5)"},
        {"(- (- 5))", "5"},
        {"(- 0)", "0"},
        {"(- 5 3)", "2"},
        {"(- 5 3 4)", "(- 2)"},
        {"(* 2 3 7)", "42"},
        {"(* (- 2) 3)", "(- 6)"},
        {"(* 0 99999999999999999999999)", "0"},
        {"(abs (- 7))", "7"},
        {"(abs 7)", "7"},
        {"(abs 0)", "0"},
        {"(abs (- 99999999999999999999999))", "99999999999999999999999"},
        {"(+ 4611686018427387903 1)", "4611686018427387904"},
        {"(- (- 4611686018427387904) 1)", "(- 4611686018427387905)"},
        {"(- (- 4611686018427387904))", "4611686018427387904"},
        {"(abs (- 4611686018427387904))", "4611686018427387904"},
        {"(- 4611686018427387904 1)", "4611686018427387903"},
        {"(* 3037000500 3037000500)", "9223372037000250000"},
        {"(* 4611686018427387904 2)", "9223372036854775808"},
        {"(* (- 4611686018427387904) (- 1))", "4611686018427387904"},
        {"(- 99999999999999999999999 99999999999999999999998)", "1"},
    };
    ALL_WORTH(rows);
}

/* Boute: the remainder is never negative, so the quotient goes down or up with the divisor. */
static void division_is_euclidean(void **state) {
    static const char *const rows[][2] = {
        {"(div 7 2)", "3"},
        {"(mod 7 2)", "1"},
        {"(div (- 7) 2)", "(- 4)"},
        {"(mod (- 7) 2)", "1"},
        {"(div 7 (- 2))", "(- 3)"},
        {"(mod 7 (- 2))", "1"},
        {"(div (- 7) (- 2))", "4"},
        {"(mod (- 7) (- 2))", "1"},
        {"(div (- 6) 2)", "(- 3)"},
        {"(mod (- 6) 2)", "0"},
        {"(div (- 6) (- 2))", "3"},
        {"(div 0 (- 5))", "0"},
        {"(mod 0 (- 5))", "0"},
        {"(div 1 (- 5))", "0"},
        {"(div (- 1) (- 5))", "1"},
        {"(mod (- 1) (- 5))", "4"},
        {"(div 100 7 2)", "7"}, /* left-associative */
        {"(div (- 4611686018427387904) (- 1))", "4611686018427387904"},
        {"(div (- 4611686018427387904) 1)", "(- 4611686018427387904)"},
        {"(mod (- 4611686018427387904) (- 1))", "0"},
        {"(mod (- 1) (- 4611686018427387904))", "4611686018427387903"},
        {"(div (- 1) 99999999999999999999999)", "(- 1)"},
        {"(mod (- 1) 99999999999999999999999)", "99999999999999999999998"},
        {"(div (- 1) (- 99999999999999999999999))", "1"},
        {"(mod (- 1) (- 99999999999999999999999))", "99999999999999999999998"},
        {"(div (- 99999999999999999999999) (- 2))", "50000000000000000000000"},
    };
    ALL_WORTH(rows);
}

static void comparisons_chain(void **state) {
    static const char *const rows[][2] = {
        {"(< 1 2)", "true"},
        {"(< 2 2)", "false"},
        {"(<= 2 2)", "true"},
        {"(> 2 1)", "true"},
        {"(>= 1 2)", "false"},
        {"(< 1 2 3)", "true"},
        {"(< 1 3 2)", "false"},
        {"(<= 1 1 2 2)", "true"},
        {"(> 3 2 2)", "false"},
        {"(>= 3 2 2)", "true"},
        {"(< (- 1) 0)", "true"},
        {"(< (- 99999999999999999999) (- 1))", "true"},
        {"(< 99999999999999999999 (- 1))", "false"},
        {"(<= 99999999999999999999 99999999999999999999)", "true"},
        {"(> 99999999999999999999 99999999999999999998)", "true"},
    };
    ALL_WORTH(rows);
}

static void powers_of_the_standard(void **state) {
    static const char *const rows[][2] = {
        {"(** 2 10)", "1024"},
        {"(** (- 2) 3)", "(- 8)"},
        {"(** 0 0)", "1"},
        {"(** 5 0)", "1"},
        {"(** 0 5)", "0"},
        {"(** 7 1)", "7"},
        {"(** 1 (- 3))", "1"},
        {"(** (- 1) (- 3))", "(- 1)"},
        {"(** (- 1) (- 4))", "1"},
        {"(** 2 (- 1))", "0"},
        {"(** (- 2) (- 1))", "0"},
        {"(** (- 2) (- 2))", "0"},
        {"(** 99999999999999999999 (- 99999999999999999999))", "0"},
        {"(** 1 99999999999999999999)", "1"},
        {"(** (- 1) 99999999999999999999)", "(- 1)"},
        {"(** (- 1) 100000000000000000000)", "1"},
        {"(** (- 1) (- 99999999999999999999))", "(- 1)"},
        {"(** 0 99999999999999999999)", "0"},
        {"(** 10 20)", "100000000000000000000"},
        {"(** 2 62)", "4611686018427387904"},
    };
    ALL_WORTH(rows);
}

static void divisibility(void **state) {
    static const char *const rows[][2] = {
        {"((_ divisible 3) 9)", "true"},
        {"((_ divisible 3) (- 9))", "true"},
        {"((_ divisible 3) 10)", "false"},
        {"((_ divisible 3) (- 10))", "false"},
        {"((_ divisible 7) 0)", "true"},
        {"((_ divisible 1) 5)", "true"},
        {"((_ divisible 2147483647) 99999999999999999999)", "false"},
        {"((_ divisible 10) 100000000000000000000)", "true"},
    };
    ALL_WORTH(rows);
}

static void extensions_of_solvers(void **state) {
    static const char *const rows[][2] = {
        {"(rem 7 2)", "1"},
        {"(rem (- 7) 2)", "1"},
        {"(rem 7 (- 2))", "(- 1)"},
        {"(rem (- 7) (- 2))", "(- 1)"},
        {"(rem 6 (- 2))", "0"},
        {"(rem 7 (- 99999999999999999999))", "(- 7)"},
        {"(^ 2 10)", "1024"},
        {"(^ 5 0)", "1"},
        {"(^ (- 5) 0)", "1"},
        {"(^ 0 5)", "0"},
        {"(int.pow2 10)", "1024"},
        {"(int.pow2 0)", "1"},
        {"(int.pow2 (- 1))", "0"},
        {"(int.pow2 (- 99999999999999999999))", "0"},
        {"(int.log2 1024)", "10"},
        {"(int.log2 1023)", "9"},
        {"(int.log2 1)", "0"},
        {"(int.log2 0)", "0"},
        {"(int.log2 (- 8))", "0"},
        {"(int.log2 18446744073709551616)", "64"},
        {"(int.ispow2 64)", "true"},
        {"(int.ispow2 1)", "true"},
        {"(int.ispow2 0)", "false"},
        {"(int.ispow2 65)", "false"},
        {"(int.ispow2 (- 64))", "false"},
        {"(int.ispow2 18446744073709551616)", "true"},
        {"((_ iand 4) 12 10)", "8"},
        {"((_ iand 4) 28 26)", "8"},
        {"((_ iand 4) (- 1) 6)", "6"},
        {"((_ iand 4) (- 1) (- 1))", "15"},
        {"((_ iand 4) (- 16) 15)", "0"},
        {"((_ iand 3) (- 2) (- 3))", "4"},
        {"((_ iand 100) (- 1) (- 1))", "1267650600228229401496703205375"},
        {"((_ iand 1) 99999999999999999999 1)", "1"},
        {"(div_total 7 2)", "3"},
        {"(div_total (- 7) 2)", "(- 4)"},
        {"(div_total 7 0)", "0"},
        {"(mod_total 7 0)", "7"},
        {"(mod_total (- 7) 0)", "(- 7)"},
        {"(mod_total (- 7) 2)", "1"},
    };
    ALL_WORTH(rows);
}

/* ---- what is open ---- */

static void division_by_zero_is_open(void **state) {
    static const char *const texts[] = {
        "(div 1 0)",    "(mod 1 0)",  "(rem 1 0)",       "(div 99999999999999999999 0)",
        "(** 0 (- 1))", "(^ 0 0)",    "(^ 2 (- 1))",     "(^ 1 (- 1))",
        "(div0 1 0)",   "(mod0 1 0)", "(rem0 1 0)",      "(^0 0 0)",
        "(div0 1 2)",   "(^0 1 0)",   "(+ 1 (div 1 0))", "(** 0 (- 99999999999999999999))",
    };
    struct judging j = judging_of("");
    for (size_t i = 0; i < LENGTH(texts); i++)
        assert_undecided(&j, texts[i], EVAL_NEEDS_CHOICE);
    judging_free(&j);
}

static void choices_are_those_of_the_application_they_come_down_to(void **state) {
    struct judging j = judging_of("");
    choose(&j, "(div 1 0)", "17");
    choose(&j, "(div 2 0)", "18");
    choose(&j, "(mod 2 0)", "(- 9)");
    choose(&j, "(rem 2 0)", "5");
    choose(&j, "(^ 0 0)", "3");
    assert_worth(&j, "(div 1 0)", "17");
    assert_worth(&j, "(div (- 2 1) (- 3 3))", "17");
    assert_worth(&j, "(** 0 (- 1))", "17");
    assert_worth(&j, "(** 0 (- 5))", "17");
    assert_worth(&j, "(div0 1 0)", "17");
    assert_worth(&j, "(div0 2 0)", "18");
    assert_worth(&j, "(mod0 2 0)", "(- 9)");
    assert_worth(&j, "(rem0 2 0)", "5");
    assert_worth(&j, "(^0 0 0)", "3");
    assert_worth(&j, "(div_total 2 0)", "0");
    assert_undecided(&j, "(div 3 0)", EVAL_NEEDS_CHOICE);
    assert_undecided(&j, "(div0 2 1)", EVAL_NEEDS_CHOICE);
    judging_free(&j);
}

/* ---- limits ---- */

static void large_powers_are_limits(void **state) {
    struct judging j = judging_of("");
    assert_undecided(&j, "(** 2 99999999999)", EVAL_LIMIT);
    assert_undecided(&j, "(** 2 99999999999999999999999)", EVAL_LIMIT);
    assert_undecided(&j, "(int.pow2 99999999999)", EVAL_LIMIT);
    assert_undecided(&j, "(^ 3 99999999999)", EVAL_LIMIT);
    assert_undecided(&j, "(** 2 9223372036854775807)", EVAL_LIMIT);
    assert_undecided(&j, "(** 4611686018427387904 4611686018427387903)", EVAL_LIMIT);
    assert_worth(&j, "(mod (** 3 100000) 7)", "4");
    struct eval_limits limits = eval_default_limits;
    limits.words = 100000;
    eval_set_limits(j.eval, &limits);
    assert_undecided(&j, "(** 2 10000000)", EVAL_LIMIT);
    assert_undecided(&j, "((_ iand 10000000) (- 1) (- 1))", EVAL_LIMIT);
    assert_worth(&j, "((_ iand 10000000) (- 1) 5)", "5");
    assert_undecided(&j, "(* (** 2 4000000) (** 2 4000000))", EVAL_LIMIT);
    judging_free(&j);
}

/* ---- random numbers against GMP ---- */

static value random_number(struct applying *s, struct rng *rng, mpz_ptr z) {
    static const int near[] = {0, 1, 31, 32, 61, 62, 63, 64, 127, 128};
    mpz_set_ui(z, rng_next(rng) >> rng_below(rng, 64));
    if (rng_chance(rng, 1, 3)) { /* near a power of two */
        mpz_set_ui(z, 1);
        mpz_mul_2exp(z, z, (unsigned long)near[rng_below(rng, LENGTH(near))]);
        mpz_add_ui(z, z, rng_below(rng, 3));
        mpz_sub_ui(z, z, 1);
    } else if (rng_chance(rng, 1, 4)) {
        for (int i = 0; i < 3; i++) {
            mpz_mul_2exp(z, z, 50);
            mpz_add_ui(z, z, rng_below(rng, (uint64_t)1 << 50));
        }
    }
    if (rng_chance(rng, 1, 2))
        mpz_neg(z, z);
    return value_of_mpz(s->values, z);
}

static const sort ints[2] = {SORT_INT, SORT_INT};

static value binary(struct applying *s, enum op op, value x, value y) {
    return apply(s, op, 0, 0, SORT_INT, ints, (value[]){x, y}, 2);
}

static value of_mpz(struct applying *s, mpz_srcptr z) {
    return value_of_mpz(s->values, z);
}

static void check_quotients(struct applying *s, value a, value b, mpz_srcptr x, mpz_srcptr y) {
    struct number_room room_q, room_r;
    mpz_t sum, size;
    value q = binary(s, OP_INT_DIV, a, b), r = binary(s, OP_INT_MOD, a, b);
    mpz_inits(sum, size, NULL);
    /* x = y q + r, 0 <= r < |y| */
    mpz_mul(sum, y, value_mpz(s->values, q, &room_q));
    mpz_add(sum, sum, value_mpz(s->values, r, &room_r));
    assert_int_equal(mpz_cmp(sum, x), 0);
    mpz_abs(size, y);
    assert_true(value_sign(s->values, r) >= 0);
    assert_true(mpz_cmp(value_mpz(s->values, r, &room_r), size) < 0);
    assert_true(binary(s, OP_INT_DIV_TOTAL, a, b) == q);
    assert_true(binary(s, OP_INT_MOD_TOTAL, a, b) == r);
    mpz_set(sum, value_mpz(s->values, r, &room_r));
    if (mpz_sgn(y) < 0)
        mpz_neg(sum, sum);
    assert_true(binary(s, OP_INT_REM, a, b) == of_mpz(s, sum));
    mpz_clears(sum, size, NULL);
}

static void check_comparisons(struct applying *s, value a, value b, int order) {
    assert_true(binary(s, OP_INT_LE, a, b) == value_of_bool(order <= 0));
    assert_true(binary(s, OP_INT_LT, a, b) == value_of_bool(order < 0));
    assert_true(binary(s, OP_INT_GE, a, b) == value_of_bool(order >= 0));
    assert_true(binary(s, OP_INT_GT, a, b) == value_of_bool(order > 0));
}

static void check_bits(struct applying *s, struct rng *rng, value a, value b, mpz_srcptr x,
                       mpz_srcptr y) {
    uint32_t k = 1 + (uint32_t)rng_below(rng, 200);
    mpz_t low, other, modulus;
    mpz_inits(low, other, modulus, NULL);
    mpz_set_ui(modulus, 1);
    mpz_mul_2exp(modulus, modulus, k);
    mpz_mod(low, x, modulus);
    mpz_mod(other, y, modulus);
    mpz_and(low, low, other);
    value found = apply(s, OP_INT_IAND, k, 0, SORT_INT, ints, (value[]){a, b}, 2);
    assert_true(found == of_mpz(s, low));
    mpz_clears(low, other, modulus, NULL);
}

static void random_numbers_agree_with_gmp(void **state) {
    struct applying s = applying_new();
    struct rng rng = testing_rng(21);
    mpz_t x, y, z;
    mpz_inits(x, y, z, NULL);
    applying_add(&s, theory_ints);
    assert_complete(&s, THEORY_INTS);
    for (int i = 0; i < 20000; i++) {
        value a = random_number(&s, &rng, x), b = random_number(&s, &rng, y);
        mpz_add(z, x, y);
        assert_true(binary(&s, OP_INT_ADD, a, b) == of_mpz(&s, z));
        mpz_sub(z, x, y);
        assert_true(binary(&s, OP_INT_SUB, a, b) == of_mpz(&s, z));
        mpz_mul(z, x, y);
        assert_true(binary(&s, OP_INT_MUL, a, b) == of_mpz(&s, z));
        mpz_neg(z, x);
        assert_true(binary(&s, OP_INT_NEG, a, b) == of_mpz(&s, z));
        mpz_abs(z, x);
        assert_true(binary(&s, OP_INT_ABS, a, b) == of_mpz(&s, z));
        check_comparisons(&s, a, b, mpz_cmp(x, y));
        check_comparisons(&s, a, a, 0);
        check_bits(&s, &rng, a, b, x, y);
        if (mpz_sgn(y) != 0)
            check_quotients(&s, a, b, x, y);
        if (i % 1000 == 0)
            eval_clear(s.eval);
    }
    mpz_clears(x, y, z, NULL);
    applying_free(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(arithmetic_of_the_standard),
        TEST(division_is_euclidean),
        TEST(comparisons_chain),
        TEST(powers_of_the_standard),
        TEST(divisibility),
        TEST(extensions_of_solvers),
        TEST(division_by_zero_is_open),
        TEST(choices_are_those_of_the_application_they_come_down_to),
        TEST(large_powers_are_limits),
        TEST(random_numbers_agree_with_gmp),
    };
    return RUN(tests);
}
