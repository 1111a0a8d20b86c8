/*
 * Floats as terms, their corners one by one, and what the other tests of floats
 * do not reach: irrational numbers, formats of extreme width, what is open.
 * (test_fp_exhaustive, test_fp_machine and test_fp_mpfr compare all operations
 * with something else.)
 */
#include "eval/applying.h"
#include "eval/judging.h"

#include "eval/algebraic.h"
#include "eval/float.h"

/* ---- terms ---- */

struct worth {
    const char *text, *expected;
};

static void assert_all_worth(const struct worth *rows, size_t n) {
    struct judging j = judging_of("");
    for (size_t i = 0; i < n; i++)
        assert_worth(&j, rows[i].text, rows[i].expected);
    judging_free(&j);
}

static void nan_is_one_value_however_it_is_spelled(void **state) {
    static const struct worth rows[] = {
        {"(fp #b1 #b11111 #b0000000001)", "(_ NaN 5 11)"},
        {"(fp #b0 #b11111 #b1111111111)", "(_ NaN 5 11)"},
        {"((_ to_fp 5 11) #xffff)", "(_ NaN 5 11)"},
        {"(= (fp #b1 #b11 #b1) (fp #b0 #b11 #b1))", "true"},
        {"(fp.eq (_ NaN 5 11) (_ NaN 5 11))", "false"},
        {"(fp.neg (_ NaN 5 11))", "(_ NaN 5 11)"},
        {"(fp.isNegative (fp.neg (_ NaN 5 11)))", "false"},
        {"(fp.isPositive (_ NaN 5 11))", "false"},
        {"((_ to_fp 8 24) RNE (_ NaN 5 11))", "(_ NaN 8 24)"},
        {"(fp.min (_ NaN 5 11) (_ -oo 5 11))", "(_ -oo 5 11)"},
        {"(fp.max (_ -oo 5 11) (_ NaN 5 11))", "(_ -oo 5 11)"},
        {"(fp #b0 #b111111111111111 (_ bv1 112))", "(_ NaN 15 113)"},
    };
    assert_all_worth(rows, LENGTH(rows));
}

static void zeros_are_equal_but_not_the_same(void **state) {
    static const struct worth rows[] = {
        {"(= (_ +zero 8 24) (_ -zero 8 24))", "false"},
        {"(fp.eq (_ +zero 8 24) (_ -zero 8 24))", "true"},
        {"(fp.lt (_ -zero 8 24) (_ +zero 8 24))", "false"},
        {"(fp.leq (_ +zero 8 24) (_ -zero 8 24) (_ +oo 8 24))", "true"},
        {"(fp.add RNE (_ +zero 8 24) (_ -zero 8 24))", "(_ +zero 8 24)"},
        {"(fp.add RTN (_ +zero 8 24) (_ -zero 8 24))", "(_ -zero 8 24)"},
        {"(fp.add RTN (_ +zero 8 24) (_ +zero 8 24))", "(_ +zero 8 24)"},
        {"(fp.sub RNE (_ -zero 8 24) (_ +zero 8 24))", "(_ -zero 8 24)"},
        {"(fp.sqrt RNE (_ -zero 8 24))", "(_ -zero 8 24)"},
        {"(fp.rem (_ -zero 8 24) (_ +oo 8 24))", "(_ -zero 8 24)"},
        {"((_ to_fp 8 24) RTN 0.0)", "(_ +zero 8 24)"},
        {"((_ to_fp 8 24) RTN #x00)", "(_ +zero 8 24)"},
        {"((_ to_fp 5 11) RNE (_ -zero 8 24))", "(_ -zero 5 11)"},
        {"(fp.to_real (_ -zero 8 24))", "0.0"},
        {"((_ fp.to_ubv 8) RNE (_ -zero 8 24))", "#x00"},
        {"(fp.roundToIntegral RTP (fp #b1 #x01 #b00000000000000000000000))", "(_ -zero 8 24)"},
        {"(fp.fma RNE (_ -zero 8 24) (_ +zero 8 24) (_ -zero 8 24))", "(_ -zero 8 24)"},
        {"(fp.fma RTZ (_ -zero 8 24) (_ +zero 8 24) (_ +zero 8 24))", "(_ +zero 8 24)"},
    };
    assert_all_worth(rows, LENGTH(rows));
}

static void overflow_goes_where_the_mode_says(void **state) {
    static const struct worth rows[] = {
        /* the greatest is 65504; the middle to the next would be 65520 */
        {"((_ to_fp 5 11) RNE 65519.99)", "(fp #b0 #b11110 #b1111111111)"},
        {"((_ to_fp 5 11) RNE 65520.0)", "(_ +oo 5 11)"},
        {"((_ to_fp 5 11) RNA 65520.0)", "(_ +oo 5 11)"},
        {"((_ to_fp 5 11) RTP 65504.01)", "(_ +oo 5 11)"},
        {"((_ to_fp 5 11) RTN 1000000.0)", "(fp #b0 #b11110 #b1111111111)"},
        {"((_ to_fp 5 11) RTZ (- 1000000.0))", "(fp #b1 #b11110 #b1111111111)"},
        {"((_ to_fp 5 11) RTP (- 1000000.0))", "(fp #b1 #b11110 #b1111111111)"},
        {"((_ to_fp 5 11) RTN (- 65504.01))", "(_ -oo 5 11)"},
        {"((_ to_fp_unsigned 2 2) RNE #xff)", "(_ +oo 2 2)"},
        {"((_ to_fp 2 2) RTZ #xff)", "(fp #b1 #b01 #b0)"},
    };
    assert_all_worth(rows, LENGTH(rows));
}

static void the_nearest_integer_may_be_beyond_the_greatest_float(void **state) {
    static const struct worth rows[] = {
        /* 15.99.. in a format that ends below 16 */
        {"(fp.roundToIntegral RNE (fp #b0 #b110 #b11111111111111111111111))", "(_ +oo 3 24)"},
        {"(fp.roundToIntegral RTN (fp #b1 #b110 #b11111111111111111111111))", "(_ -oo 3 24)"},
        {"(fp.roundToIntegral RTZ (fp #b0 #b110 #b11111111111111111111111))",
         "((_ to_fp 3 24) RNE 15.0)"},
        {"((_ fp.to_ubv 5) RNE (fp #b0 #b110 #b11111111111111111111111))", "#b10000"},
        {"(fp.roundToIntegral RNE (fp #b0 #b00 #b1))", "(_ +zero 2 2)"},
        {"(fp.roundToIntegral RNA (fp #b0 #b00 #b1))", "((_ to_fp 2 2) RNE 1.0)"},
    };
    assert_all_worth(rows, LENGTH(rows));
}

static void integers_that_fit_after_rounding_are_not_open(void **state) {
    static const struct worth rows[] = {
        {"((_ fp.to_ubv 8) RTZ ((_ to_fp 8 24) RNE (- 0.9)))", "#x00"},
        {"((_ fp.to_ubv 8) RNE ((_ to_fp 8 24) RNE (- 0.5)))", "#x00"},
        {"((_ fp.to_ubv 8) RTZ ((_ to_fp 8 24) RNE 255.9))", "#xff"},
        {"((_ fp.to_sbv 8) RTZ ((_ to_fp 8 24) RNE (- 128.9)))", "#x80"},
        {"((_ fp.to_sbv 8) RNE ((_ to_fp 8 24) RNE (- 128.5)))", "#x80"},
        {"((_ fp.to_sbv 1) RNE ((_ to_fp 8 24) RNE (- 1.0)))", "#b1"},
        {"((_ fp.to_ubv 100) RNE ((_ to_fp 11 53) RNE 1267650600228229260000000000000.0))",
         "#xfffffffffffff800000000000"},
        {"((_ fp.to_sbv 100) RNE ((_ to_fp 11 53) RNE (- 1.0)))", "((_ sign_extend 99) #b1)"},
        {"((_ fp.to_sbv_total 8) RNE (_ NaN 8 24) #x55)", "#x55"},
        {"(fp.to_real_total (_ +oo 8 24) 1.5)", "1.5"},
    };
    assert_all_worth(rows, LENGTH(rows));
}

static void what_the_standard_leaves_open_needs_a_choice(void **state) {
    static const char *const open[] = {
        "(fp.min (_ +zero 8 24) (_ -zero 8 24))",
        "(fp.max (_ -zero 8 24) (_ +zero 8 24))",
        "((_ fp.to_ubv 8) RNE (_ NaN 8 24))",
        "((_ fp.to_sbv 8) RNE (_ -oo 8 24))",
        "((_ fp.to_ubv 8) RTN ((_ to_fp 8 24) RNE (- 0.1)))",
        "((_ fp.to_ubv 8) RNE ((_ to_fp 8 24) RNE 255.5))",
        "((_ fp.to_sbv 8) RNE ((_ to_fp 8 24) RNE 127.5))",
        "((_ fp.to_sbv 8) RTN ((_ to_fp 8 24) RNE (- 128.1)))",
        "(fp.to_real (_ NaN 8 24))",
        "(fp.to_real (_ +oo 8 24))",
        "(fp.to_ieee_bv (_ NaN 8 24))",
    };
    struct judging j = judging_of("");
    for (size_t i = 0; i < LENGTH(open); i++)
        assert_undecided(&j, open[i], EVAL_NEEDS_CHOICE);
    judging_free(&j);
}

static void reals_are_scaled_by_powers_of_two(void **state) {
    static const struct worth rows[] = {
        {"((_ to_fp 8 24) RNE 1.5 3)", "((_ to_fp 8 24) RNE 12.0)"},
        {"((_ to_fp 8 24) RNE (- 2) 1.5)", "((_ to_fp 8 24) RNE 0.375)"},
        {"((_ to_fp 8 24) RNE 1.0 100000000000000000000000000)", "(_ +oo 8 24)"},
        {"((_ to_fp 8 24) RTP (- 1.0) 100000000000000000000000000)",
         "(fp #b1 #xfe #b11111111111111111111111)"},
        {"((_ to_fp 8 24) RNE (- 1.0) (- 100000000000000000000000000))", "(_ -zero 8 24)"},
        {"((_ to_fp 8 24) RTP 1.0 (- 100000000000000000000000000))",
         "(fp #b0 #x00 #b00000000000000000000001)"},
        {"((_ to_fp 8 24) RTN 0.0 100000000000000000000000000)", "(_ +zero 8 24)"},
        {"((_ to_fp 8 24) RNE 16777217)", "((_ to_fp 8 24) RNE 16777216.0)"},
        {"((_ to_fp 8 24) RNA 16777217)", "((_ to_fp 8 24) RNE 16777218.0)"},
    };
    assert_all_worth(rows, LENGTH(rows));
}

/* ---- extreme formats ---- */

/* Exponents of 30 bits: 2^(2^29) is out of reach for numbers, but not for floats. */
static void wide_exponents_cost_nothing(void **state) {
#define BIG "#b111111111111111111111111111110"
#define ONE "#b011111111111111111111111111111"
#define TINY "#b000000000000000000000000000000"
    static const struct worth rows[] = {
        {"(fp.add RNE (fp #b0 " BIG " #xf) (fp #b0 " TINY " #x1))", "(fp #b0 " BIG " #xf)"},
        {"(fp.add RTP (fp #b0 " BIG " #xf) (fp #b0 " TINY " #x1))", "(_ +oo 30 5)"},
        {"(fp.sub RTZ (fp #b0 " BIG " #xf) (fp #b0 " TINY " #x1))", "(fp #b0 " BIG " #xe)"},
        {"(fp.add RTP (fp #b1 " ONE " #x0) (fp #b0 " TINY " #x1))",
         "(fp #b1 #b011111111111111111111111111110 #xf)"},
        {"(fp.mul RNE (fp #b0 " BIG " #xf) (fp #b0 " BIG " #xf))", "(_ +oo 30 5)"},
        {"(fp.mul RTP (fp #b0 " TINY " #x1) (fp #b0 " TINY " #x1))", "(fp #b0 " TINY " #x1)"},
        {"(fp.mul RNE (fp #b0 " TINY " #x1) (fp #b0 " TINY " #x1))", "(_ +zero 30 5)"},
        {"(fp.fma RTN (fp #b0 " TINY " #x1) (fp #b1 " TINY " #x1) (fp #b0 " BIG " #xf))",
         "(fp #b0 " BIG " #xe)"},
        {"(fp.div RNE (fp #b0 " TINY " #x1) (fp #b0 " BIG " #xf))", "(_ +zero 30 5)"},
        {"(fp.div RNE (fp #b0 " BIG " #xf) (fp #b0 " TINY " #x1))", "(_ +oo 30 5)"},
        {"(fp.sqrt RNE (fp #b0 " TINY " #x4))", "(fp #b0 #b001111111111111111111111111111 #x0)"},
        /* 31 * 2^k mod 3 is 1 or 2, which are 1 and -1 from the nearest multiple of 3 */
        {"(fp.abs (fp.rem (fp #b0 " BIG " #xf) (fp #b0 " TINY " #x3)))", "(fp #b0 " TINY " #x1)"},
        {"(fp.roundToIntegral RNE (fp #b0 " BIG " #xf))", "(fp #b0 " BIG " #xf)"},
        {"(fp.roundToIntegral RTP (fp #b0 " TINY " #x1))", "(fp #b0 " ONE " #x0)"},
        {"((_ to_fp 8 24) RNE (fp #b0 " BIG " #xf))", "(_ +oo 8 24)"},
        {"((_ to_fp 8 24) RTP (fp #b0 " TINY " #x1))", "(fp #b0 #x00 (_ bv1 23))"},
        {"((_ to_fp 30 5) RNE 1.0)", "(fp #b0 " ONE " #x0)"},
        {"((_ fp.to_ubv 8) RTP (fp #b0 " TINY " #x1))", "#x01"},
    };
#undef BIG
#undef ONE
#undef TINY
    assert_all_worth(rows, LENGTH(rows));
}

static void formats_that_are_too_wide_are_refused(void **state) {
    struct judging j = judging_of("");
    assert_undecided(&j, "((_ to_fp 61 5) RNE 1.0)", EVAL_LIMIT);
    assert_undecided(&j, "((_ to_fp 5 1048577) RNE 1.0)", EVAL_LIMIT);
    assert_undecided(&j, "(_ +oo 2000000000 2)", EVAL_LIMIT);
    assert_undecided(&j, "(fp.isNaN (_ NaN 5 2000000000))", EVAL_LIMIT);
    assert_worth(&j, "(fp.isNormal ((_ to_fp 60 1048576) RNE 1.0))", "true");
    assert_worth(&j, "(fp.rem ((_ to_fp 60 100000) RNE 7.0) ((_ to_fp 60 100000) RNE 4.0))",
                 "((_ to_fp 60 100000) RNE (- 1.0))");
    judging_free(&j);
}

static void reals_that_are_too_large_are_refused(void **state) {
    struct applying s = applying_new();
    struct eval_limits limits = eval_default_limits;
    limits.words = 1 << 16;
    eval_set_limits(s.eval, &limits);
    struct float_format format = {30, 5};
    sort fp = fp_sort(&s, 30, 5);
    mpq_t one;
    mpq_init(one);
    mpq_set_ui(one, 1, 1);
    static const struct {
        int64_t exponent;
        bool refused;
    } rows[] = {{0, false},         {100000, false}, {-100000, false},  {1 << 22, true},
                {-(1 << 22), true}, {1 << 28, true}, {-(1 << 28), true}};
    for (size_t i = 0; i < LENGTH(rows); i++) {
        value v = float_of_mpq(s.values, format, ROUND_RNE, one, rows[i].exponent);
        value real = apply(&s, OP_FP_TO_REAL, 0, 0, SORT_REAL, &fp, &v, 1);
        assert_int_equal(real == VALUE_LIMIT, rows[i].refused);
    }
    mpq_clear(one);
    applying_free(&s);
}

/* ---- irrational numbers ---- */

static const enum rounding modes[] = {ROUND_RNE, ROUND_RNA, ROUND_RTP, ROUND_RTN, ROUND_RTZ};

/* Rounded at once, the root of a number is what fp.sqrt gives, if the number is a float. */
static void irrational_numbers_are_rounded_like_roots(void **state) {
    static const struct float_format formats[] = {{8, 24}, {11, 53}, {2, 3}, {15, 113}, {4, 300}};
    static const int64_t numbers[] = {2, 3, 5, 7, 10, 12};
    struct applying s = applying_new();
    sort real[] = {SORT_ROUNDING_MODE, SORT_REAL};
    for (size_t f = 0; f < LENGTH(formats); f++)
        for (size_t i = 0; i < LENGTH(numbers); i++)
            for (size_t m = 0; m < LENGTH(modes); m++) {
                sort fp = fp_sort(&s, formats[f].exponent, formats[f].significand);
                value args[] = {value_of_small(modes[m]), value_of_small(numbers[i])};
                value number = apply(&s, OP_FP_OF_REAL, 0, 0, fp, real, args, 2);
                if (float_look(s.values, formats[f], number).class != FLOAT_FINITE)
                    continue;
                mpq_t back;
                mpq_init(back);
                value_to_mpq(s.values, apply(&s, OP_FP_TO_REAL, 0, 0, SORT_REAL, &fp, &number, 1),
                             back);
                bool exact = mpq_cmp_si(back, numbers[i], 1) == 0;
                mpq_clear(back);
                if (!exact)
                    continue;
                value root = real_root(s.values, args[1], 2);
                assert_int_equal(value_kind(s.values, root), VALUE_ALGEBRAIC);
                args[1] = root;
                assert_int_equal(apply(&s, OP_FP_OF_REAL, 0, 0, fp, real, args, 2),
                                 float_sqrt(s.values, formats[f], modes[m], number));
                /* the other root: the other sign, and the other direction */
                static const enum rounding turned[] = {ROUND_RNE, ROUND_RNA, ROUND_RTN, ROUND_RTP,
                                                       ROUND_RTZ};
                args[1] = real_neg(s.values, root);
                value found = apply(&s, OP_FP_OF_REAL, 0, 0, fp, real, args, 2);
                args[1] = root;
                args[0] = value_of_small(turned[m]);
                value positive = apply(&s, OP_FP_OF_REAL, 0, 0, fp, real, args, 2);
                assert_int_equal(found, float_with_sign(s.values, formats[f], positive, true));
            }
    applying_free(&s);
}

/* The root of 2, over and over halved: at last it is below every float. */
static void irrational_numbers_underflow_and_overflow(void **state) {
    struct applying s = applying_new();
    struct float_format format = {8, 24};
    sort fp = fp_sort(&s, 8, 24), sorts[] = {SORT_ROUNDING_MODE, SORT_REAL, SORT_INT};
    value root = real_root(s.values, value_of_small(2), 2);
    value args[] = {value_of_small(ROUND_RTP), root, value_of_small(-200)};
    value least = apply(&s, OP_FP_OF_BITS, 0, 0, fp, &fp, (value[]){value_of_small(1)}, 1);
    assert_int_equal(apply(&s, OP_FP_OF_REAL_EXP, 0, 0, fp, sorts, args, 3), least);
    args[0] = value_of_small(ROUND_RNE);
    assert_int_equal(apply(&s, OP_FP_OF_REAL_EXP, 0, 0, fp, sorts, args, 3),
                     float_zero(s.values, format, false));
    args[2] = value_of_small(-150); /* 0.707 of the least */
    assert_int_equal(apply(&s, OP_FP_OF_REAL_EXP, 0, 0, fp, sorts, args, 3), least);
    args[1] = real_neg(s.values, root);
    args[2] = value_of_small(200);
    assert_int_equal(apply(&s, OP_FP_OF_REAL_EXP, 0, 0, fp, sorts, args, 3),
                     float_inf(s.values, format, true));
    applying_free(&s);
}

/* So near to a float, or to a tie, that it takes hundreds of bits to see on which side. */
static void irrational_numbers_are_found_out_as_far_as_needed(void **state) {
    struct applying s = applying_new();
    struct float_format format = {8, 24};
    sort fp = fp_sort(&s, 8, 24), sorts[] = {SORT_ROUNDING_MODE, SORT_REAL};
    mpq_t number;
    mpq_init(number);
    mpq_set_ui(number, 1, 1);
    mpq_div_2exp(number, number, 300);
    value tiny = real_mul(s.values, real_root(s.values, value_of_small(2), 2),
                          value_of_mpq(s.values, number));
    for (int half = 0; half < 2; half++)
        for (int above = 0; above < 2; above++)
            for (size_t m = 0; m < LENGTH(modes); m++) {
                mpq_set_ui(number, (1u << 24) + (unsigned)half, 1u << 24); /* 1, or a tie */
                mpq_canonicalize(number);
                value near = value_of_mpq(s.values, number);
                value args[] = {value_of_small(modes[m]), above ? real_add(s.values, near, tiny)
                                                                : real_sub(s.values, near, tiny)};
                assert_int_equal(value_kind(s.values, args[1]), VALUE_ALGEBRAIC);
                value found = apply(&s, OP_FP_OF_REAL, 0, 0, fp, sorts, args, 2);
                /* a rational on the same side is rounded like it */
                mpq_t side;
                mpq_init(side);
                mpq_set_ui(side, 1, 1);
                mpq_div_2exp(side, side, 100);
                if (above)
                    mpq_add(number, number, side);
                else
                    mpq_sub(number, number, side);
                mpq_clear(side);
                assert_int_equal(found, float_of_mpq(s.values, format, modes[m], number, 0));
            }
    mpq_clear(number);
    applying_free(&s);
}

/* ---- rounding ---- */

/* 2.5 units and something: the sticky bit makes of a tie what is above it. */
static void a_sticky_bit_decides_a_tie(void **state) {
    struct applying s = applying_new();
    struct float_format format = {5, 3};
    struct float_parts parts;
    float_parts_init(&parts);
    parts.class = FLOAT_FINITE;
    mpz_set_ui(parts.significand, 4 * 8 + 4); /* 100.100 */
    value down = float_round(s.values, format, ROUND_RTZ, &parts, false);
    value up = float_round(s.values, format, ROUND_RTP, &parts, false);
    assert_int_not_equal(down, up);
    assert_int_equal(float_round(s.values, format, ROUND_RNE, &parts, false), down);
    assert_int_equal(float_round(s.values, format, ROUND_RNE, &parts, true), up);
    assert_int_equal(float_round(s.values, format, ROUND_RNA, &parts, false), up);
    mpz_set_ui(parts.significand, 4 * 8); /* exact but for the sticky bit */
    assert_int_equal(float_round(s.values, format, ROUND_RTP, &parts, false), down);
    assert_int_equal(float_round(s.values, format, ROUND_RTP, &parts, true), up);
    assert_int_equal(float_round(s.values, format, ROUND_RTN, &parts, true), down);
    float_parts_clear(&parts);
    applying_free(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(nan_is_one_value_however_it_is_spelled),
        TEST(zeros_are_equal_but_not_the_same),
        TEST(overflow_goes_where_the_mode_says),
        TEST(the_nearest_integer_may_be_beyond_the_greatest_float),
        TEST(integers_that_fit_after_rounding_are_not_open),
        TEST(what_the_standard_leaves_open_needs_a_choice),
        TEST(reals_are_scaled_by_powers_of_two),
        TEST(wide_exponents_cost_nothing),
        TEST(formats_that_are_too_wide_are_refused),
        TEST(reals_that_are_too_large_are_refused),
        TEST(irrational_numbers_are_rounded_like_roots),
        TEST(irrational_numbers_underflow_and_overflow),
        TEST(irrational_numbers_are_found_out_as_far_as_needed),
        TEST(a_sticky_bit_decides_a_tie),
    };
    return RUN(tests);
}
