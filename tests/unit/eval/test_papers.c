/*
 * The examples of two publications, with what is true of them:
 *
 *   A. Bugariu, P. Mueller: Automatically Testing String Solvers. ICSE 2020.
 *   D. Winterer: Solidifying Modern SMT Solvers. PhD thesis, ETH Zurich, 2024.
 *
 * Each has its verdict, and why, worked out here; what the texts say is noted
 * where it is something else. For a formula that is satisfiable, a witness is
 * judged true; for one that is not, an argument, and a grid of values under each
 * of which it is judged false. Broken lines of the printed formulas are restored
 * as the bug reports have them.
 */
#include "eval/verdicts.h"

/* ---- grids ---- */

/* The script is false under every combination of values. */
static void assert_false_on_grid(const char *script, const struct axis *axes, size_t n) {
    struct judging j = judging_of(script);
    struct strbuf shown = {0};
    for (size_t at = 0; at < axes_size(axes, n); at++) {
        strbuf_clear(&shown);
        eval_clear(j.eval);
        for (size_t i = 0; i < n; i++) {
            const char *is = axes_value(axes, i, at);
            judge_set(&j, axes[i].name, is);
            strbuf_printf(&shown, " %s=%s", axes[i].name, is);
        }
        enum verdict found = judge_verdict(&j);
        if (found != VERDICT_FALSE)
            fail_msg("%s\nwith%s: %s, not false", script, strbuf_text(&shown), verdict_name(found));
    }
    strbuf_free(&shown);
    judging_free(&j);
}

#define FALSE_ON_GRID(script, ...) assert_false_on_grid(script, AXES(__VA_ARGS__))

#define WORDS VALUES("\"\"", "\"a\"", "\"0\"", "\"aa\"", "\"0a\"", "\"00\"", "\"aaa\"", "\"aaaa\"")
#define INTEGERS VALUES("0", "1", "2", "3", "(- 1)", "(- 2)", "7")
#define REALS VALUES("0.0", "1.0", "2.0", "(- 1.0)", "0.5", "(- 2.5)")

/* Not decided, or false: never true. */
static void assert_never_true(const char *script) {
    struct judging j = judging_of(script);
    assert_int_not_equal(judge_verdict(&j), VERDICT_TRUE);
    judging_free(&j);
}

/* ---- Automatically Testing String Solvers ---- */

static void test_listing_1_is_satisfiable(void **state) {
    static const char script[] = "(declare-fun t () String)(declare-fun u () String)"
                                 "(assert (= (str.replace \"\" t u) \"a\"))(check-sat)";
    /* The empty word occurs in the empty word, so "a" is put in front of it. */
    assert_judged(script, WITH("t", "\"\"", "u", "\"a\""), VERDICT_TRUE);
    /* What does not occur is not replaced. */
    assert_judged(script, WITH("t", "\"a\"", "u", "\"a\""), VERDICT_FALSE);
    assert_judged(script, WITH("t", "\"\"", "u", "\"\""), VERDICT_FALSE);
}

static void test_figures_1_and_2_are_satisfiable_for_all_arguments(void **state) {
    assert_judged("(declare-fun s () String)(declare-fun t () String)(declare-fun u () String)"
                  "(declare-fun res () String)(assert (= (str.replace s t u) res))(check-sat)",
                  WITH("s", "\"abcab\"", "t", "\"ab\"", "u", "\"x\"", "res", "\"xcab\""),
                  VERDICT_TRUE);
    assert_judged("(declare-fun s () String)(declare-fun t () String)(declare-fun off () Int)"
                  "(declare-fun res () Int)(assert (= (str.indexof s t off) res))(check-sat)",
                  WITH("s", "\"abcab\"", "t", "\"ab\"", "off", "1", "res", "3"), VERDICT_TRUE);
}

static const char figure_3[] =
    "(declare-fun s () String)(declare-fun t () String)(declare-fun u () String)"
    "(declare-fun res () String)(declare-fun i () Int)"
    "(declare-fun s1 () String)(declare-fun s2 () String)(declare-fun s3 () String)"
    "(assert (not (= (str.replace s t u) res)))"
    "(assert (= i (str.indexof s t 0)))"
    "(assert (=> (<= 0 i) (and (= s (str.++ s1 s2 s3)) (= (str.len s1) i) (= s2 t)"
    "                          (= res (str.++ s1 u s3)))))"
    "(assert (=> (< i 0) (= res s)))(check-sat)";

static void test_figure_3_is_unsatisfiable(void **state) {
    /* s1 t s3 = s with s1 as long as the first occurrence begins: res is the replacement. */
    const char *const *words = VALUES("\"\"", "\"a\"", "\"ab\"");
    FALSE_ON_GRID(figure_3, {"s", words}, {"t", words}, {"u", words},
                  {"res", VALUES("\"\"", "\"a\"", "\"ab\"", "\"aab\"")}, {"s1", words},
                  {"s3", words}, {"s2", words}, {"i", VALUES("0", "1", "(- 1)")});
}

static void test_figure_5_is_satisfiable(void **state) {
    static const char script[] =
        "(declare-fun s0 () String)(declare-fun i1 () Int)(declare-fun s2 () String)"
        "(assert (= (str.at (str.at s0 i1) (str.indexof s0 s0 i1)) (str.++ s2 s2)))(check-sat)";
    assert_judged(script, WITH("s0", "\"a\"", "i1", "(- 1)", "s2", "\"\""), VERDICT_TRUE);
    /* One character is never some word twice, but nothing is. */
    assert_judged(script, WITH("s0", "\"a\"", "i1", "0", "s2", "\"a\""), VERDICT_FALSE);
    assert_judged(script, WITH("s0", "\"a\"", "i1", "0", "s2", "\"\""), VERDICT_FALSE);
    /*
     * The text has 0 for (str.indexof "a" "a" (- 1)). A start below 0 gives -1; here both
     * lead to the same, since nothing is in the empty word.
     */
    struct judging j = judging_of("");
    assert_worth(&j, "(str.indexof \"a\" \"a\" (- 1))", "(- 1)");
    assert_worth(&j, "(str.at \"a\" (- 1))", "\"\"");
    assert_worth(&j, "(str.++ \"\" \"\")", "\"\"");
    judging_free(&j);
}

static void test_figure_7_is_unsatisfiable(void **state) {
    /* As figure 3, with res = (str.at res 0) in two words. */
    static const char script[] =
        "(declare-fun s () String)(declare-fun t () String)(declare-fun u () String)"
        "(declare-fun res () String)(declare-fun fresh () String)(declare-fun i () Int)"
        "(declare-fun s1 () String)(declare-fun s2 () String)(declare-fun s3 () String)"
        "(assert (not (= (str.replace s t u) res)))(assert (= i (str.indexof s t 0)))"
        "(assert (=> (<= 0 i) (and (= s (str.++ s1 s2 s3)) (= (str.len s1) i) (= s2 t)"
        "                          (= fresh (str.++ s1 u s3)))))"
        "(assert (=> (< i 0) (= fresh s)))"
        "(assert (= (str.at res 0) fresh))(assert (= (str.len res) 1))(check-sat)";
    const char *const *words = VALUES("\"\"", "\"a\"", "\"b\"");
    FALSE_ON_GRID(script, {"s", words}, {"t", words}, {"u", words}, {"res", words},
                  {"fresh", words}, {"s1", VALUES("\"\"", "\"a\"")},
                  {"s2", VALUES("\"\"", "\"a\"")}, {"s3", VALUES("\"\"", "\"a\"")},
                  {"i", VALUES("0", "(- 1)")});
}

static void test_figure_9_is_satisfiable_but_not_by_its_model(void **state) {
    static const char script[] =
        "(declare-fun s0 () String)(declare-fun s1 () String)(declare-fun i2 () Int)"
        "(assert (= (str.indexof s0 s1 i2) 0))(check-sat)";
    assert_judged(script, WITH("s0", "\"a\"", "s1", "\"a\"", "i2", "0"), VERDICT_TRUE);
    assert_judged(script, WITH("s0", "\"\"", "s1", "\"\"", "i2", "0"), VERDICT_TRUE);
    assert_judged(script, WITH("s0", "\"3MayMayMaZ\"", "s1", "\"MayM\"", "i2", "1"), VERDICT_FALSE);
    struct judging j = judging_of("");
    assert_worth(&j, "(str.indexof \"3MayMayMaZ\" \"MayM\" 1)", "1");
    judging_free(&j);
}

static void test_figure_10_is_satisfiable(void **state) {
    /* Everything contains itself; "" is in every number's digits. */
    assert_judged("(declare-fun i0 () Int)(declare-fun s2 () String)"
                  "(assert (= (str.contains (str.from_int i0) (str.at s2 i0))"
                  "           (str.contains s2 s2)))(check-sat)",
                  WITH("i0", "5", "s2", "\"\""), VERDICT_TRUE);
}

/* ---- Solidifying Modern SMT Solvers: figure 3.14 ---- */

static void test_figure_3_14a_is_unsatisfiable(void **state) {
    /*
     * (str.at a (str.len a)) is empty, and b begins a, so what is replaced leaves c. That is
     * the number 0 only if it is zeros, one at least; the text has the letter o. No word of
     * (aa)* is.
     */
    FALSE_ON_GRID("(declare-fun a () String)(declare-fun b () String)(declare-fun c () String)"
                  "(assert (and (str.in.re c (re.* (str.to.re \"aa\")))"
                  "             (= 0 (str.to.int (str.replace a b (str.at a (str.len a)))))))"
                  "(assert (= a (str.++ b c)))(check-sat)",
                  {"a", WORDS}, {"b", WORDS}, {"c", WORDS});
}

static const char figure_3_14b[] =
    "(declare-fun a () Real)(declare-fun b () Real)(declare-fun c () Real)"
    "(declare-fun d () Real)(declare-fun e () Real)(declare-fun f () Real)"
    "(assert (and (> 0 (- d f)) (= d (ite (>= (/ a c) f) (+ b f) f)) (> 0 (/ a (/ c e)))"
    "             (or (= e 1.0) (= e 2.0)) (> d 0) (= c 0)))(check-sat)";

static void test_figure_3_14b_is_unsatisfiable(void **state) {
    /*
     * d < f, so d is not f and the ite takes its first branch: a / 0 >= f > d > 0. And c / e
     * is 0, so that a / 0 < 0: the same application, both above and below 0.
     */
    const char *const *some = VALUES("0.0", "1.0", "(- 1.0)", "2.0");
    FALSE_ON_GRID(figure_3_14b, {"a", VALUES("1.0")}, {"(/ 1.0 0.0)", REALS}, {"b", some},
                  {"c", VALUES("0.0")}, {"d", some}, {"e", VALUES("1.0", "2.0")}, {"f", some});
    FALSE_ON_GRID(figure_3_14b, {"a", some}, {"b", some}, {"c", VALUES("1.0", "(- 1.0)")},
                  {"d", some}, {"e", VALUES("1.0", "2.0", "0.5")}, {"f", some});
    assert_never_true(figure_3_14b);
}

static void test_the_model_of_figure_3_14b_is_none_whatever_division_by_zero_is(void **state) {
    struct judging j = judging_of(figure_3_14b);
    struct model model = {0};
    judge_model(&j,
                "((define-fun e () Real 1.0)(define-fun f () Real 2.0)(define-fun a () Real 1.0)"
                " (define-fun b () Real (- 1.0))(define-fun c () Real 0.0)"
                " (define-fun d () Real 1.0))",
                &model);
    assert_int_not_equal(judge_verdict(&j), VERDICT_TRUE);
    static const char *const quotients[] = {"3.0", "2.0", "0.0", "(- 1.0)"};
    for (size_t i = 0; i < LENGTH(quotients); i++) {
        eval_clear(j.eval);
        eval_set_model(j.eval, &model);
        judge_set(&j, "(/ 1.0 0.0)", quotients[i]);
        assert_verdict(&j, VERDICT_FALSE);
    }
    judging_free(&j);
    model_release(&model);
}

static void test_figure_3_14c_is_unsatisfiable(void **state) {
    /*
     * The first (str.len b) characters of a are b, in which "=" has one first place, not two;
     * and c in c, replaced by d, is d.
     */
    const char *const *words = VALUES("\"\"", "\"=\"", "\"A\"", "\"=A\"", "\"A=\"", "\"==\"");
    FALSE_ON_GRID("(declare-fun a () String)(declare-fun b () String)(declare-fun c () String)"
                  "(declare-fun d () String)(assert (= a (str.++ b d)))"
                  "(assert (or (and (= (str.indexof (str.substr a 0 (str.len b)) \"=\" 0) 0)"
                  "                 (= (str.indexof b \"=\" 0) 1))"
                  "            (not (= (str.suffixof \"A\" d)"
                  "                    (str.suffixof \"A\" (str.replace c c d))))))(check-sat)",
                  {"a", VALUES("\"\"", "\"=\"", "\"=A\"", "\"A=\"", "\"A==\"", "\"A=A\"")},
                  {"b", words}, {"c", words}, {"d", words});
}

static const char figure_3_14d[] =
    "(declare-const a String)(declare-const b String)(declare-const c String)"
    "(declare-const d String)(declare-const e String)(declare-const f String)"
    "(assert (or (and (= c (str.++ e d)) (str.in.re e (re.* (str.to.re \"aaa\")))"
    "                 (> 0 (str.to.int d)) (= 1 (str.len e)) (= 2 (str.len c)))"
    "            (and (str.in.re f (re.* (str.to.re \"aa\")))"
    "                 (= 0 (str.to.int (str.replace (str.replace a b \"\") \"a\" \"\"))))))"
    "(assert (= a (str.++ (str.++ b \"a\") f)))(check-sat)";

static void test_figure_3_14d_is_unsatisfiable(void **state) {
    /*
     * No word of (aaa)* has length 1. And a without b in front, without the "a" that follows,
     * is f: as a number it is 0 only if it is zeros.
     */
    const char *const *few = VALUES("\"\"", "\"a\"", "\"0\"", "\"aa\"");
    FALSE_ON_GRID(figure_3_14d, {"a", VALUES("\"a\"", "\"aa\"", "\"0a\"", "\"a0\"", "\"aaa\"")},
                  {"b", few}, {"f", few}, {"c", VALUES("\"a0\"", "\"aa\"")},
                  {"d", VALUES("\"\"", "\"a\"", "\"0\"")}, {"e", few});
}

static void test_figure_3_14d_as_it_is_printed_would_be_satisfiable(void **state) {
    /* With its brackets where they stand, one disjunct is (> 0 (str.to.int d)) alone. */
    assert_judged(
        "(declare-const a String)(declare-const b String)(declare-const c String)"
        "(declare-const d String)(declare-const e String)(declare-const f String)"
        "(assert (or (and (= c (str.++ e d)) (str.in.re e (re.* (str.to.re \"aaa\"))))"
        "            (> 0 (str.to.int d)) (= 1 (str.len e)) (= 2 (str.len c))))"
        "(assert (= a (str.++ (str.++ b \"a\") f)))(check-sat)",
        WITH("a", "\"a\"", "b", "\"\"", "f", "\"\"", "d", "\"\"", "e", "\"\"", "c", "\"\""),
        VERDICT_TRUE);
}

static void test_figure_3_14e_is_unsatisfiable(void **state) {
    /* b is "0" or "10", never a word without value. */
    FALSE_ON_GRID("(declare-fun a () String)(declare-fun b () String)"
                  "(assert (= (str.++ (str.substr \"1\" 0 (str.len a)) \"0\") b))"
                  "(assert (< (str.to.int b) 0))(check-sat)",
                  {"a", WORDS}, {"b", VALUES("\"\"", "\"0\"", "\"10\"", "\"1\"", "\"110\"")});
}

static void test_figure_3_14f_is_unsatisfiable(void **state) {
    /*
     * Listed as a bad model of a satisfiable formula. But \f is no escape in SMT-LIB: it is
     * two characters, and str.at gives one at most. Even with a form feed it is unsatisfiable:
     * (str.substr a 1 (- (str.len a))) is empty, so that at most -1 characters are taken.
     */
    static const char feed[] =
        "(declare-fun a () String)"
        "(assert (= (str.at (str.substr (str.substr a 1 (- (str.len a) 1)) 1"
        "             (- (str.len (str.substr a 1 (- (str.len a)))) 1)) 0) \"\\u{c}\"))(check-sat)";
    static const char two_characters[] =
        "(declare-fun a () String)"
        "(assert (= (str.at (str.substr (str.substr a 1 (- (str.len a) 1)) 1"
        "             (- (str.len (str.substr a 1 (- (str.len a)))) 1)) 0) \"\\f\"))(check-sat)";
    const char *const *words = VALUES("\"\"", "\"\\u{c}\"", "\"ab\\u{c}\"", "\"ab\\u{c}d\"",
                                      "\"\\f\\f\\f\"", "\"\\u{c}\\u{c}\\u{c}\\u{c}\"");
    FALSE_ON_GRID(feed, {"a", words});
    FALSE_ON_GRID(two_characters, {"a", words});
    /* Had the inner minus its 1, a form feed at position 2 would do. */
    static const char other[] =
        "(declare-fun a () String)"
        "(assert (= (str.at (str.substr (str.substr a 1 (- (str.len a) 1)) 1"
        "             (- (str.len (str.substr a 1 (- (str.len a) 1))) 1)) 0) "
        "\"\\u{c}\"))(check-sat)";
    assert_judged(other, WITH("a", "\"ab\\u{c}\""), VERDICT_TRUE);
    struct judging j = judging_of("");
    assert_worth(&j, "(str.len \"\\f\")", "2");
    assert_worth(&j, "(str.len \"\\u{c}\")", "1");
    judging_free(&j);
}

/* ---- Solidifying Modern SMT Solvers: figure 4.15 ---- */

static void test_figure_4_15a_is_valid_if_more_arguments_mean_left_associativity(void **state) {
    /*
     * Called "clearly unsatisfiable" since both sides are equal, whereupon unsat is called
     * wrong. Equal sides make it valid. The standard has no bvxnor of three arguments; read
     * as nested from the left it is valid, read as the complement of bvxor, unsatisfiable:
     * the nested one is x xor y xor z.
     */
    assert_refused("(declare-const a (_ BitVec 8))(assert (= (bvxnor a a a) a))", "(bvxnor",
                   "does not take 3 arguments");
    struct judging j = judging_of("");
    assert_worth(&j,
                 "(forall ((a (_ BitVec 2)) (b (_ BitVec 2)) (c (_ BitVec 2)))"
                 " (= (bvxnor (bvxnor a b) c) (bvxor a b c)))",
                 "true");
    assert_worth(&j,
                 "(exists ((a (_ BitVec 2)) (b (_ BitVec 2)) (c (_ BitVec 2)))"
                 " (= (bvnot (bvxor a b c)) (bvxnor (bvxnor a b) c)))",
                 "false");
    judging_free(&j);
}

static void test_figure_4_15b_is_satisfiable(void **state) {
    /*
     * sqrt is none of the standard's functions. Where it is open, v = (sqrt x) may be
     * anything, but (/ v v) may not: it is 1, which is not negative, unless v is 0.
     */
    static const char script[] = "(set-logic ALL)(declare-fun x () Real)(assert (< x 0))"
                                 "(assert (not (= (/ (sqrt x) (sqrt x)) x)))(check-sat)";
    assert_judged(script, ALONE, VERDICT_TRUE);
    assert_judged(script, WITH("x", "(- 2.0)", "(sqrt (- 2.0))", "7.0"), VERDICT_TRUE);
    assert_judged(script, WITH("x", "(- 2.0)", "(sqrt (- 2.0))", "0.0"), VERDICT_TRUE);
    assert_judged(script, WITH("x", "(- 2.0)", "(sqrt (- 2.0))", "0.0", "(/ 0.0 0.0)", "(- 2.0)"),
                  VERDICT_FALSE);
    assert_judged(script, WITH("x", "2.0"), VERDICT_FALSE);
}

static void test_figure_4_15c_is_unsatisfiable(void **state) {
    /*
     * Not because true and (not (b 0)) would be equal: with (b 0), they are distinct. But of
     * three Booleans, two are equal.
     */
    static const char script[] =
        "(declare-fun a () Int)(declare-fun b (Int) Bool)(assert (b 0))(push 1)"
        "(assert (distinct true (= a 0) (not (b 0))))(check-sat)";
    assert_judged(script, ALONE, VERDICT_FALSE);
    FALSE_ON_GRID(script, {"a", INTEGERS}, {"(b 0)", VALUES("true", "false")});
    struct judging j = judging_of("(declare-fun b (Int) Bool)");
    judge_set(&j, "(b 0)", "true");
    assert_worth(&j, "(distinct true (not (b 0)))", "true");
    judging_free(&j);
}

static void test_figure_4_15d_is_satisfiable(void **state) {
    /* The text calls it satisfiable, and unsat the right answer, in one breath. */
    static const char script[] = "(set-logic QF_AUFBVLIA)(declare-fun a () Int)"
                                 "(declare-fun b (Int) Int)(assert (distinct (b a) (b (b a))))"
                                 "(check-sat)";
    assert_judged(script, ALONE, VERDICT_TRUE);
    assert_judged(script, WITH("a", "0", "(b 0)", "1", "(b 1)", "0"), VERDICT_TRUE);
    assert_judged(script, WITH("a", "0", "(b 0)", "0"), VERDICT_FALSE);
}

static void test_figure_4_15e_is_unsatisfiable(void **state) {
    /* Digits of a positive number begin with no zero. */
    FALSE_ON_GRID("(declare-fun a () String)(declare-fun b () Int)(assert (> b 0))"
                  "(assert (= (int.to.str b) (str.++ \"0\" a)))(check-sat)",
                  {"a", VALUES("\"\"", "\"0\"", "\"1\"", "\"7\"")},
                  {"b", VALUES("0", "1", "7", "10", "(- 1)")});
}

static void test_figure_4_15f_is_satisfiable(void **state) {
    /* The empty word occurs at the end, too. */
    static const char script[] = "(declare-fun x () String)(declare-fun y () String)"
                                 "(assert (= (str.indexof x y 1) (str.len x)))"
                                 "(assert (str.contains x y))(check-sat)";
    assert_judged(script, WITH("x", "\"a\"", "y", "\"\""), VERDICT_TRUE);
    assert_judged(script, WITH("x", "\"ab\"", "y", "\"\""), VERDICT_FALSE);
    assert_judged(script, WITH("x", "\"\"", "y", "\"\""), VERDICT_FALSE);
}

static void test_figure_4_15g_holds_for_zero_only(void **state) {
    static const char script[] = "(declare-fun a () Real)"
                                 "(assert (forall ((b Real)) (= (= a b) (= b 0))))(check-sat)";
    assert_judged(script, WITH("a", "1.0"), VERDICT_FALSE);
    assert_judged(script, WITH("a", "(- 0.5)"), VERDICT_FALSE);
    assert_judged(script, WITH("a", "0.0"), VERDICT_TRUE);
}

static void test_figure_4_15h_is_satisfiable_but_not_by_its_model(void **state) {
    static const char script[] = "(declare-fun a () Real)(assert (= (* 4 a a) 9))(check-sat)";
    assert_judged(script, WITH("a", "(/ 3.0 2.0)"), VERDICT_TRUE);
    assert_judged(script, WITH("a", "(/ (- 3.0) 2.0)"), VERDICT_TRUE);
    assert_judged(script, WITH("a", "(/ (- 9.0) 2.0)"), VERDICT_FALSE);
}

static void test_figure_4_15i_is_satisfiable_but_not_by_its_model(void **state) {
    static const char script[] =
        "(declare-fun a () Int)(declare-fun b () Real)(declare-fun c () Real)(assert (> a 0))"
        "(assert (= (* (/ b b) c) 2.0))(check-sat)(check-sat)";
    assert_judged(script, WITH("a", "1", "b", "1.0", "c", "2.0"), VERDICT_TRUE);
    assert_judged(script, WITH("a", "1", "b", "0.0", "c", "16.0", "(/ 0.0 0.0)", "(/ 1.0 8.0)"),
                  VERDICT_TRUE);
    assert_judged(script, WITH("a", "0", "b", "0.0", "c", "16.0", "(/ 0.0 0.0)", "(/ 1.0 8.0)"),
                  VERDICT_FALSE);
}

static void test_figure_4_15j_is_satisfiable(void **state) {
    static const char script[] =
        "(declare-fun d () Int)(declare-fun b () (Set Int))(declare-fun c () (Set Int))"
        "(declare-fun e () (Set Int))(assert (subset b e))(assert (= (card b) d))"
        "(assert (= (card c) 0 (mod 0 d)))"
        "(assert (> (card (setminus e (intersection (intersection e b) (setminus e c)))) 0))"
        "(check-sat)";
    /* c is empty, so this asks for an element of e that is not in b. */
    assert_judged(script,
                  WITH("b", "(singleton 1)", "e", "(union (singleton 1) (singleton 2))", "c",
                       "(as emptyset (Set Int))", "d", "1"),
                  VERDICT_TRUE);
    assert_judged(
        script,
        WITH("b", "(singleton 1)", "e", "(singleton 1)", "c", "(as emptyset (Set Int))", "d", "1"),
        VERDICT_FALSE);
    /* With b empty, (mod 0 0) has to be 0. */
    static const char *const empty[] = {"b", "(as emptyset (Set Int))", "e", "(singleton 1)",
                                        "c", "(as emptyset (Set Int))", "d", "0",
                                        NULL};
    assert_judged(script, empty, VERDICT_TRUE);
    assert_judged(script,
                  WITH("b", "(as emptyset (Set Int))", "e", "(singleton 1)", "c",
                       "(as emptyset (Set Int))", "d", "0", "(mod 0 0)", "1"),
                  VERDICT_FALSE);
}

/* ---- Solidifying Modern SMT Solvers: figure 5.8 ---- */

static void test_figure_5_8a_is_unsatisfiable(void **state) {
    /*
     * (The last argument, y, is not printed.) With r = (str.replace "B" x ""), what is looked
     * for in "" is r and "B" without r: "B" if x is empty, B or anything else. It is not
     * there, and nothing is before "".
     */
    FALSE_ON_GRID("(declare-fun x () String)(declare-fun y () String)"
                  "(assert (str.< x (str.replace \"\" (str.++ (str.replace \"B\" x \"\")"
                  "  (str.replace \"B\" (str.replace \"B\" x \"\") \"\")) y)))(check-sat)",
                  {"x", VALUES("\"\"", "\"A\"", "\"B\"", "\"C\"", "\"BB\"")},
                  {"y", VALUES("\"\"", "\"A\"", "\"B\"", "\"C\"", "\"ZZ\"")});
}

static void test_figure_5_8b_is_unsatisfiable(void **state) {
    /*
     * Listed as a refutation soundness bug: unsat would be wrong. But (str.indexof x "" i) is
     * i up to the length of x, so both sides are one term; the report has z3 answer sat.
     */
    FALSE_ON_GRID("(declare-fun x () String)(declare-fun y () String)(declare-fun z () Int)"
                  "(assert (not (= (str.substr \"B\" z (str.indexof x \"\" (str.len x)))"
                  "                (str.substr \"B\" z (str.len x)))))(check-sat)",
                  {"x", VALUES("\"\"", "\"A\"", "\"AC\"", "\"ACA\"")}, {"y", VALUES("\"\"")},
                  {"z", INTEGERS});
}

static void test_figure_5_8c_is_satisfiable(void **state) {
    assert_judged("(declare-fun a () Bool)(declare-fun b () Int)(declare-fun c () String)"
                  "(declare-fun d () String)"
                  "(assert (= c (str.++ (str.replace d (str.substr (ite a c d) 0 b) c) d)))"
                  "(check-sat)",
                  WITH("a", "true", "b", "0", "c", "\"\"", "d", "\"\""), VERDICT_TRUE);
}

static void test_figure_5_8d_is_satisfiable(void **state) {
    static const char script[] =
        "(declare-fun a () Int)(declare-fun b () Int)(declare-fun c () Int)"
        "(assert (and (= 0 (- (div 0 0) a)) (= 0 (+ b 1 b (* c (mod (* a (- 1)) 0))))))"
        "(check-sat)";
    /* 2b + 1 is odd: some mod by 0 has to be, too. */
    assert_judged(script,
                  WITH("a", "0", "(div 0 0)", "0", "(mod 0 0)", "1", "b", "0", "c", "(- 1)"),
                  VERDICT_TRUE);
    assert_judged(script,
                  WITH("a", "0", "(div 0 0)", "0", "(mod 0 0)", "2", "b", "0", "c", "(- 1)"),
                  VERDICT_FALSE);
    assert_judged(script,
                  WITH("a", "1", "(div 0 0)", "0", "(mod (- 1) 0)", "1", "b", "0", "c", "(- 1)"),
                  VERDICT_FALSE);
}

static void test_figure_5_8e_is_satisfiable(void **state) {
    static const char script[] = "(declare-fun a () Real)(declare-fun b () Real)"
                                 "(assert (= b (+ 1 (* a a (+ 1 (/ b b))))))(check-sat)";
    assert_judged(script, WITH("a", "0.0", "b", "1.0"), VERDICT_TRUE);
    assert_judged(script, WITH("a", "1.0", "b", "3.0"), VERDICT_TRUE);
    assert_judged(script, WITH("a", "1.0", "b", "0.0", "(/ 0.0 0.0)", "(- 2.0)"), VERDICT_TRUE);
    assert_judged(script, WITH("a", "1.0", "b", "0.0", "(/ 0.0 0.0)", "1.0"), VERDICT_FALSE);
    assert_judged(script, WITH("a", "1.0", "b", "2.0"), VERDICT_FALSE);
}

static void test_figure_5_8f_is_satisfiable(void **state) {
    static const char script[] =
        "(declare-fun a () String)(assert (str.< a \"ar\"))"
        "(assert (str.prefixof \"ar\" (str.replace a \"ar\" \"\")))(check-sat)";
    assert_judged(script, WITH("a", "\"aarr\""), VERDICT_TRUE);
    assert_judged(script, WITH("a", "\"arar\""), VERDICT_FALSE); /* not before "ar" */
    assert_judged(script, WITH("a", "\"aar\""), VERDICT_FALSE);
}

static void test_figure_5_8g_is_unsatisfiable(void **state) {
    /* c >= 2 >= d and c = d: both are 2; but then e - c - d = -3. */
    static const char script[] =
        "(declare-fun a () Int)(declare-fun b () Int)(declare-fun c () Int)"
        "(declare-fun d () Int)(declare-fun e () Int)"
        "(assert (and (>= b 0) (<= b 3) (>= c 2 d) (= c (* 2 a) d) (= (- (- e c d)) 0) (= e 1)))"
        "(check-sat)";
    const char *const *some = VALUES("0", "1", "2", "3", "(- 1)", "4");
    FALSE_ON_GRID(script, {"a", some}, {"b", VALUES("0", "3")}, {"c", some}, {"d", some},
                  {"e", some});
    assert_never_true(script);
}

static void test_figure_5_8h_is_unsatisfiable(void **state) {
    /*
     * Called a refutational soundness bug, where unsat would be wrong. If x has a B, it is
     * p B q, and the left side p y B B q, longer than the right one; if it has none, the left
     * side is x, without a B. cvc4 answers sat: solution soundness.
     */
    const char *const *words = VALUES("\"\"", "\"A\"", "\"B\"", "\"AB\"", "\"BA\"", "\"BB\"");
    FALSE_ON_GRID("(declare-fun x () String)(declare-fun y () String)"
                  "(assert (= (str.replace (str.replace x \"B\" (str.++ \"B\" \"B\")) \"B\""
                  "  (str.++ y \"B\")) (str.++ y \"B\")))(check-sat)",
                  {"x", words}, {"y", words});
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(test_listing_1_is_satisfiable),
        TEST(test_figures_1_and_2_are_satisfiable_for_all_arguments),
        TEST(test_figure_3_is_unsatisfiable),
        TEST(test_figure_5_is_satisfiable),
        TEST(test_figure_7_is_unsatisfiable),
        TEST(test_figure_9_is_satisfiable_but_not_by_its_model),
        TEST(test_figure_10_is_satisfiable),
        TEST(test_figure_3_14a_is_unsatisfiable),
        TEST(test_figure_3_14b_is_unsatisfiable),
        TEST(test_the_model_of_figure_3_14b_is_none_whatever_division_by_zero_is),
        TEST(test_figure_3_14c_is_unsatisfiable),
        TEST(test_figure_3_14d_is_unsatisfiable),
        TEST(test_figure_3_14d_as_it_is_printed_would_be_satisfiable),
        TEST(test_figure_3_14e_is_unsatisfiable),
        TEST(test_figure_3_14f_is_unsatisfiable),
        TEST(test_figure_4_15a_is_valid_if_more_arguments_mean_left_associativity),
        TEST(test_figure_4_15b_is_satisfiable),
        TEST(test_figure_4_15c_is_unsatisfiable),
        TEST(test_figure_4_15d_is_satisfiable),
        TEST(test_figure_4_15e_is_unsatisfiable),
        TEST(test_figure_4_15f_is_satisfiable),
        TEST(test_figure_4_15g_holds_for_zero_only),
        TEST(test_figure_4_15h_is_satisfiable_but_not_by_its_model),
        TEST(test_figure_4_15i_is_satisfiable_but_not_by_its_model),
        TEST(test_figure_4_15j_is_satisfiable),
        TEST(test_figure_5_8a_is_unsatisfiable),
        TEST(test_figure_5_8b_is_unsatisfiable),
        TEST(test_figure_5_8c_is_satisfiable),
        TEST(test_figure_5_8d_is_satisfiable),
        TEST(test_figure_5_8e_is_satisfiable),
        TEST(test_figure_5_8f_is_satisfiable),
        TEST(test_figure_5_8g_is_unsatisfiable),
        TEST(test_figure_5_8h_is_unsatisfiable),
    };
    return RUN(tests);
}
