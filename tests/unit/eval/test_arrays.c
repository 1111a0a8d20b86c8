#include "eval/judging.h"

#include "eval/array.h"

static const char prelude[] = "(set-logic ALL)"
                              "(declare-datatype Color ((red) (green) (blue)))"
                              "(declare-const x Int)"
                              "(declare-const p Bool)"
                              "(declare-const a (Array Int Int))"
                              "(define-fun K () (Array Int Int) ((as const (Array Int Int)) 0))"
                              "(define-fun B () (Array Bool Int) ((as const (Array Bool Int)) 0))"
                              "(define-fun twice ((n Int)) Int (* 2 n))"
                              "(define-fun add ((m Int) (n Int)) Int (+ m n))"
                              "(define-fun by ((m Int) (n Int)) Int (div 60 (- m n)))";

#define CHECK(cases) check_terms(prelude, cases, LENGTH(cases))

static void test_reads_and_writes(void **state) {
    static const struct term_worth cases[] = {
        {"(select K 5)", "0"},
        {"(select (store K 5 7) 5)", "7"},
        {"(select (store K 5 7) 6)", "0"},
        {"(select (store (store K 5 7) 5 8) 5)", "8"},
        {"(select (store (store (store K 3 1) 1 2) 2 3) 1)", "2"},
        {"(select (select (store ((as const (Array Int (Array Int Int))) K) 1 (store K 2 9)) 1) 2)",
         "9"},
        {"(select (select (store ((as const (Array Int (Array Int Int))) K) 1 (store K 2 9)) 2) 2)",
         "0"},
        {"(select (store ((as const (Array String Int)) 1) \"a\" 2) \"a\")", "2"},
        {"(select (store K 100000000000000000000 7) 100000000000000000000)", "7"},
    };
    CHECK(cases);
}

static void test_equal_arrays_have_one_handle(void **state) {
    static const struct term_worth cases[] = {
        {"(store K 5 0)", "K"},
        {"(store (store K 5 7) 5 0)", "K"},
        {"(store (store K 5 7) 6 8)", "(store (store K 6 8) 5 7)"},
        {"(= (store K 5 7) K)", "false"},
        {"(= (store (store K 5 7) 6 8) (store (store (store K 6 9) 5 7) 6 8))", "true"},
        /* over finitely many indices, the default may be covered */
        {"(store (store B true 1) false 1)", "((as const (Array Bool Int)) 1)"},
        {"(store B true 1)", "(store ((as const (Array Bool Int)) 1) false 0)"},
        {"(= (store B true 1) (store B false 1))", "false"},
        {"(store ((as const (Array (_ BitVec 1) Bool)) true) #b0 false)",
         "(store ((as const (Array (_ BitVec 1) Bool)) false) #b1 true)"},
        {"(= ((as const (Array RoundingMode Int)) 1) (store ((as const (Array RoundingMode Int)) 2)"
         " RNE 1))",
         "false"},
    };
    CHECK(cases);
}

/* Functions from two bits to three numbers, written down in random ways. */
static void test_finite_arrays_are_equal_as_functions_are(void **state) {
    struct judging j = judging_of(prelude);
    struct rng rng = testing_rng(7);
    sort s = read_sort(&j.r, "(Array (_ BitVec 2) Int)");
    enum { N = 400 };
    value arrays[N];
    int functions[N];
    for (int i = 0; i < N; i++) {
        int f[4], d = (int)rng_below(&rng, 3);
        value a = array_const(j.eval, value_of_small(d));
        for (int k = 0; k < 4; k++)
            f[k] = d;
        for (uint64_t n = rng_below(&rng, 9); n > 0; n--) {
            int k = (int)rng_below(&rng, 4);
            f[k] = (int)rng_below(&rng, 3);
            a = array_store(j.eval, s, a, value_of_small(k), value_of_small(f[k]));
        }
        for (int k = 0; k < 4; k++)
            assert_int_equal(value_small(array_select(j.eval, a, value_of_small(k), SORT_INT)),
                             f[k]);
        arrays[i] = a;
        functions[i] = f[0] + 3 * f[1] + 9 * f[2] + 27 * f[3];
    }
    for (int i = 0; i < N; i++)
        for (int k = 0; k < i; k++)
            assert_int_equal(arrays[i] == arrays[k], functions[i] == functions[k]);
    judging_free(&j);
}

/* Of elements that are as frequent, the first in the order of the domain: not by handles. */
static void test_ties_go_to_the_first(void **state) {
    struct judging j = judging_of(prelude);
    for (int other = 0; other < 10; other += 9) {
        sort s = read_sort(&j.r, "(Array Bool Int)");
        value at = domain_value(j.eval, SORT_BOOL, 0);
        value a = array_store(j.eval, s, array_const(j.eval, value_of_small(other)), at,
                              value_of_small(5));
        assert_int_equal(array_view(eval_values(j.eval), a).other, value_of_small(5));
    }
    judging_free(&j);
}

static void test_default(void **state) {
    static const struct term_worth cases[] = {
        {"(default K)", "0"},
        {"(default (store K 5 7))", "0"},
        {"(default B)", "0"},
        {"(default (store (store B true 1) false 1))", "1"},
        {"(default (store ((as const (Array (_ BitVec 32) Int)) 3) #x00000001 4))", "3"},
    };
    CHECK(cases);
    struct judging j = judging_of(prelude);
    assert_undecided(&j, "(default (store B true 1))", EVAL_NEEDS_CHOICE);
    judging_free(&j);
}

static void test_ext_says_the_only_difference(void **state) {
    static const struct term_worth cases[] = {
        {"((_ array-ext 0) (store K 5 7) K)", "5"},
        {"((_ array-ext 0) (store K 5 7) (store K 5 8))", "5"},
        {"((_ array-ext 0) (store (store K 6 1) 5 7) (store K 6 1))", "5"},
        {"((_ array-ext 0) (store B true 1) B)", "true"},
        {"((_ array-ext 0) (store ((as const (Array Bool Int)) 1) true 0) B)", "false"},
    };
    CHECK(cases);
    struct judging j = judging_of(prelude);
    assert_undecided(&j, "((_ array-ext 0) K K)", EVAL_NEEDS_CHOICE);
    assert_undecided(&j, "((_ array-ext 0) (store (store K 5 7) 6 7) K)", EVAL_NEEDS_CHOICE);
    assert_undecided(&j, "((_ array-ext 0) K ((as const (Array Int Int)) 1))", EVAL_NEEDS_CHOICE);
    assert_undecided(&j, "((_ array-ext 0) B ((as const (Array Bool Int)) 1))", EVAL_NEEDS_CHOICE);
    judging_free(&j);
}

#define ONE "((as const (Array Int Int)) 1)"
#define REALS "((as const (Array Real Int)) 0)"
#define BITS "((as const (Array (_ BitVec 4) Int)) 0)"
#define BITS_ONE "((as const (Array (_ BitVec 4) Int)) 1)"
#define FLOATS "((as const (Array (_ FloatingPoint 2 3) Int)) 0)"
#define FLOATS_ONE "((as const (Array (_ FloatingPoint 2 3) Int)) 1)"
#define PLUS_0 "(_ +zero 2 3)"
#define MINUS_0 "(_ -zero 2 3)"
#define NAN_ "(_ NaN 2 3)"

static void test_eqrange(void **state) {
    static const struct term_worth cases[] = {
        {"(eqrange K (store K 5 7) 0 4)", "true"},
        {"(eqrange K (store K 5 7) 0 5)", "false"},
        {"(eqrange K (store K 5 7) 5 5)", "false"},
        {"(eqrange K (store K 5 7) 6 9)", "true"},
        {"(eqrange K (store K 5 7) 6 5)", "true"},
        {"(eqrange K " ONE " 3 2)", "true"},
        {"(eqrange K " ONE " 3 3)", "false"},
        {"(eqrange (store K 3 1) " ONE " 3 3)", "true"},
        {"(eqrange (store (store K 3 1) 4 1) " ONE " 3 4)", "true"},
        {"(eqrange (store (store K 3 1) 4 1) " ONE " 3 5)", "false"},
        {"(eqrange (store K (- 3) 1) " ONE " (- 3) (- 3))", "true"},
        {"(eqrange K (store K 5 7) 6 100000000000000000000)", "true"},
        {"(eqrange K (store K 5 7) (- 100000000000000000000) 100000000000000000000)", "false"},
        {"(eqrange " REALS " (store " REALS " 0.5 1) 0.0 0.4)", "true"},
        {"(eqrange " REALS " (store " REALS " 0.5 1) 0.0 0.5)", "false"},
        {"(eqrange (store " REALS " 1.0 1) ((as const (Array Real Int)) 1) 1.0 1.0)", "true"},
        {"(eqrange (store " REALS " 1.0 1) ((as const (Array Real Int)) 1) 1.0 1.5)", "false"},
        {"(eqrange " BITS " (store " BITS " #xf 1) #x0 #xe)", "true"},
        {"(eqrange " BITS " (store " BITS " #xf 1) #xe #xf)", "false"},
        {"(eqrange (store (store " BITS " #xf 1) #xe 1) " BITS_ONE " #xe #xf)", "true"},
        {"(eqrange (store (store " BITS " #xf 1) #xd 1) " BITS_ONE " #xe #xf)", "false"},
        {"(eqrange " FLOATS " " FLOATS_ONE " " NAN_ " " NAN_ ")", "true"},
        {"(eqrange " FLOATS " " FLOATS_ONE " " PLUS_0 " " NAN_ ")", "true"},
        {"(eqrange " FLOATS " (store " FLOATS " " NAN_ " 1) (_ -oo 2 3) (_ +oo 2 3))", "true"},
        {"(eqrange " FLOATS " (store " FLOATS " " MINUS_0 " 1) " PLUS_0 " " PLUS_0 ")", "false"},
        {"(eqrange (store " FLOATS " " MINUS_0 " 1) " FLOATS_ONE " " PLUS_0 " " PLUS_0 ")",
         "false"},
        {"(eqrange (store (store " FLOATS " " MINUS_0 " 1) " PLUS_0 " 1) " FLOATS_ONE " " PLUS_0
         " " MINUS_0 ")",
         "true"},
        {"(eqrange " FLOATS " (store " FLOATS " (_ +oo 2 3) 1) (_ -oo 2 3) (fp #b0 #b10 #b11))",
         "true"},
        {"(eqrange " FLOATS " (store " FLOATS " (_ +oo 2 3) 1) (_ -oo 2 3) (_ +oo 2 3))", "false"},
        {"(eqrange " FLOATS " (store " FLOATS " (fp #b1 #b00 #b01) 1) (fp #b1 #b00 #b10) " PLUS_0
         ")",
         "false"},
        {"(eqrange " FLOATS " (store " FLOATS " (fp #b1 #b00 #b11) 1) (fp #b1 #b00 #b10) " PLUS_0
         ")",
         "true"},
    };
    CHECK(cases);
}

static void test_arrays_of_functions(void **state) {
    static const struct term_worth cases[] = {
        {"(select (_ as-array twice) 4)", "8"},
        {"(select (store (_ as-array twice) 4 1) 4)", "1"},
        {"(select (store (_ as-array twice) 4 1) 5)", "10"},
        {"((_ map twice) (store K 3 4))", "(store K 3 8)"},
        {"((_ map add) (store K 3 4) (store " ONE " 5 2))", "(store (store " ONE " 5 2) 3 5)"},
        {"((_ map (+ (Int Int) Int)) (store K 3 4) (store K 3 (- 4)))", "K"},
        {"((_ map not) (store ((as const (Array Bool Bool)) true) true false))",
         "(store ((as const (Array Bool Bool)) true) false false)"},
        /* both defaults are 5, but nowhere together: nothing is divided by 0 */
        {"(select ((_ map by) (store ((as const (Array Color Int)) 5) red 1)"
         " (store (store ((as const (Array Color Int)) 5) green 7) blue 8)) blue)",
         "(- 20)"},
    };
    CHECK(cases);
}

static void test_what_is_not_known(void **state) {
    static const struct term_worth cases[] = {
        {"(select (store K 1 x) 2)", "0"},
        {"(select (store (store K 1 x) 2 5) 2)", "5"},
        {"(select (store (store a 1 x) 2 5) 2)", "5"},
        {"(select (store (store (store a 3 4) 1 x) 2 5) 3)", "4"},
        {"(select K x)", "0"},
        {"(select (store a x 5) x)", "5"},
        {"(store (store K 1 x) 1 2)", "(store K 1 2)"},
        {"(= (select (store (store a 1 7) 2 x) 1) 7)", "true"},
    };
    CHECK(cases);
    struct judging j = judging_of(prelude);
    assert_undecided(&j, "(select (store K 1 x) 1)", EVAL_NEEDS_CHOICE);
    assert_undecided(&j, "(select (store K x 1) 2)", EVAL_NEEDS_CHOICE);
    assert_undecided(&j, "(select (store a 1 5) 2)", EVAL_NEEDS_CHOICE);
    assert_undecided(&j, "(select (store K 1 2) x)", EVAL_NEEDS_CHOICE);
    judging_free(&j);
}

static void test_indices_that_cannot_be_compared(void **state) {
    struct judging j = judging_of(prelude);
    assert_undecided(&j, "(store ((as const (Array RegLan Int)) 0) re.all 1)", EVAL_UNSUPPORTED);
    assert_worth(&j, "(select ((as const (Array RegLan Int)) 3) re.all)", "3");
    judging_free(&j);
}

static void test_memory_is_bounded(void **state) {
    struct judging j = judging_of(prelude);
    struct eval_limits limits = eval_default_limits;
    limits.words = 2000;
    eval_set_limits(j.eval, &limits);
    value a = array_const(j.eval, value_of_small(0));
    sort s = read_sort(&j.r, "(Array Int Int)");
    int n = 0;
    while (a != VALUE_LIMIT && n < 2000)
        a = array_store(j.eval, s, a, value_of_small(n++), value_of_small(1));
    assert_int_equal(a, VALUE_LIMIT);
    assert_true(n > 10);
    judging_free(&j);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(test_reads_and_writes),
        TEST(test_equal_arrays_have_one_handle),
        TEST(test_finite_arrays_are_equal_as_functions_are),
        TEST(test_ties_go_to_the_first),
        TEST(test_default),
        TEST(test_ext_says_the_only_difference),
        TEST(test_eqrange),
        TEST(test_arrays_of_functions),
        TEST(test_what_is_not_known),
        TEST(test_indices_that_cannot_be_compared),
        TEST(test_memory_is_bounded),
    };
    return RUN(tests);
}
