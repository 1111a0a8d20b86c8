#include "applying.h"
#include "judging.h"

static void exact_points(void **state) {
    static const char *const rows[][2] = {
        {"(exp 0.0)", "1.0"},
        {"(sin 0.0)", "0.0"},
        {"(cos 0.0)", "1.0"},
        {"(tan 0.0)", "0.0"},
        {"(sec 0.0)", "1.0"},
        {"(arcsin 0.0)", "0.0"},
        {"(arccos 1.0)", "0.0"},
        {"(arctan 0.0)", "0.0"},
        {"(arcsec 1.0)", "0.0"},
        {"(sinh 0.0)", "0.0"},
        {"(cosh 0.0)", "1.0"},
        {"(tanh 0.0)", "0.0"},
        {"(asinh 0.0)", "0.0"},
        {"(acosh 1.0)", "0.0"},
        {"(atanh 0.0)", "0.0"},
        {"(sqrt 0.0)", "0.0"},
        {"(sqrt 4.0)", "2.0"},
        {"(sqrt 2.25)", "1.5"},
        {"(asin 0.0)", "0.0"},
        {"(acos 1.0)", "0.0"},
        {"(atan 0.0)", "0.0"},
        {"(sqrt (/ 4.0 9.0))", "(/ 2.0 3.0)"},
        {"(sqrt 2.0)", "(root-obj (+ (^ x 2) (- 2)) 2)"},
        {"(* (sqrt 2.0) (sqrt 3.0))", "(sqrt 6.0)"},
        {"(sqrt (sqrt 16.0))", "2.0"},
        {"(sqrt (+ 5.0 (* 2.0 (sqrt 6.0))))", "(+ (sqrt 2.0) (sqrt 3.0))"},
        {"(sqrt 0.5)", "(/ 1.0 (sqrt 2.0))"},
    };
    struct judging j = judging_of("");
    for (size_t i = 0; i < LENGTH(rows); i++)
        assert_worth(&j, rows[i][0], rows[i][1]);
    judging_free(&j);
}

static void open_points(void **state) {
    static const char *const texts[] = {
        "(csc 0.0)",
        "(cot 0.0)",
        "(arcsin 1.5)",
        "(arcsin (- 1.5))",
        "(arcsin (sqrt 2.0))",
        "(arcsin (- (sqrt 2.0)))",
        "(arccos 1.5)",
        "(arccos (- 2.0))",
        "(arccsc 0.0)",
        "(arccsc 0.5)",
        "(arccsc (- 0.5))",
        "(arcsec 0.0)",
        "(arcsec (/ 1.0 (sqrt 2.0)))",
        "(sqrt (- 1.0))",
        "(sqrt (- (sqrt 2.0)))",
        "(acosh 0.5)",
        "(acosh (- 5.0))",
        "(atanh 1.0)",
        "(atanh (- 1.0))",
        "(atanh 2.0)",
    };
    struct judging j = judging_of("");
    for (size_t i = 0; i < LENGTH(texts); i++)
        assert_undecided(&j, texts[i], EVAL_NEEDS_CHOICE);
    judging_free(&j);
}

/* There is a value, but it is transcendental. */
static void other_points_are_limits(void **state) {
    static const char *const texts[] = {
        "real.pi",
        "euler",
        "pi",
        "(exp 1.0)",
        "(exp (- 1.0))",
        "(sin 1.0)",
        "(cos 1.0)",
        "(tan 1.0)",
        "(csc 1.0)",
        "(sec 1.0)",
        "(cot 1.0)",
        "(arcsin 1.0)",
        "(arcsin 0.5)",
        "(arcsin (- 1.0))",
        "(arccos 0.0)",
        "(arccos (- 1.0))",
        "(arctan 1.0)",
        "(arccsc 1.0)",
        "(arccsc (- 1.0))",
        "(arccsc 2.0)",
        "(arcsec (- 1.0))",
        "(arcsec 2.0)",
        "(arccot 0.0)",
        "(arccot 1.0)",
        "(sinh 1.0)",
        "(cosh 1.0)",
        "(tanh 1.0)",
        "(asinh 1.0)",
        "(acosh 2.0)",
        "(atanh 0.5)",
        "(sin (sqrt 2.0))",
        "(arcsin (/ 1.0 (sqrt 2.0)))",
        "(sin real.pi)",
        "(arccsc (sqrt 2.0))",
    };
    struct judging j = judging_of("");
    for (size_t i = 0; i < LENGTH(texts); i++)
        assert_undecided(&j, texts[i], EVAL_LIMIT);
    judging_free(&j);
}

static void every_function_has_a_meaning(void **state) {
    struct applying s = applying_new();
    applying_add(&s, theory_trans);
    assert_complete(&s, THEORY_TRANS);
    applying_free(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(exact_points),
        TEST(open_points),
        TEST(other_points_are_limits),
        TEST(every_function_has_a_meaning),
    };
    return RUN(tests);
}
