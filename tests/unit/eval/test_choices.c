/* What is open: choices, the search for them, and fixed mode. */
#include "eval/verdicts.h"

/* ---- what is known decides, whatever the rest may be ---- */

static void test_connectives_decide_beside_what_is_open(void **state) {
    struct judging j = judging_of("(declare-const x Real)(declare-const p Bool)");
    static const char *const open = "(= (/ 1.0 0.0) 7.0)";
    struct strbuf text = {0};
    static const struct {
        const char *format, *worth;
    } cases[] = {
        {"(or true %s)", "true"},           {"(or %s true)", "true"},
        {"(and false %s)", "false"},        {"(and %s false)", "false"},
        {"(=> false %s)", "true"},          {"(=> %s true)", "true"},
        {"(ite true 1 (ite %s 1 2))", "1"}, {"(ite %s 5 5)", "5"},
        {"(not (and %s false))", "true"},   {"(=> p %s false true)", "true"},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        strbuf_clear(&text);
        const char *hole = strstr(cases[i].format, "%s");
        strbuf_add(&text, cases[i].format, (size_t)(hole - cases[i].format));
        strbuf_add_text(&text, open);
        strbuf_add_text(&text, hole + 2);
        assert_worth(&j, strbuf_text(&text), cases[i].worth);
    }
    strbuf_free(&text);
    judging_free(&j);
}

static void test_what_depends_on_something_open_needs_a_choice(void **state) {
    struct judging j = judging_of("(declare-const x Real)(declare-const p Bool)"
                                  "(declare-fun f (Int) Int)");
    static const char *const open[] = {
        "(/ 1.0 0.0)",
        "(div 1 0)",
        "(mod 1 0)",
        "x",
        "p",
        "(f 3)",
        "(not p)",
        "(and p true)",
        "(+ x 1.0)",
        "(= x 1.0)",
        "(ite p 1 2)",
        "(xor p true)",
        "((_ fp.to_ubv 8) RNE (_ NaN 5 11))",
        "(fp.to_real (_ +oo 5 11))",
        "(** 0 (- 1))",
    };
    for (size_t i = 0; i < LENGTH(open); i++)
        assert_undecided(&j, open[i], EVAL_NEEDS_CHOICE);
    judging_free(&j);
}

static void test_something_open_against_itself_is_decided(void **state) {
    struct judging j = judging_of("(declare-const p Bool)(declare-const x Int)"
                                  "(declare-fun f (Int) Int)(declare-const y Int)");
    assert_worth(&j, "(= x x)", "true");
    assert_worth(&j, "(distinct x y x)", "false");
    assert_worth(&j, "(or p (not p))", "true");
    assert_worth(&j, "(and p (not p))", "false");
    assert_worth(&j, "(= p (not p))", "false");
    assert_worth(&j, "(distinct p (not p))", "true");
    assert_worth(&j, "(= (f x) (f x))", "true");
    assert_undecided(&j, "(= (f x) (f y))", EVAL_NEEDS_CHOICE);
    assert_undecided(&j, "(= x y)", EVAL_NEEDS_CHOICE);
    judging_free(&j);
}

static void test_more_terms_than_values_are_not_distinct(void **state) {
    struct judging j = judging_of("(declare-const p Bool)(declare-const q Bool)"
                                  "(declare-const r Bool)(declare-const x (_ BitVec 1))"
                                  "(declare-const m RoundingMode)(declare-const i Int)");
    assert_worth(&j, "(distinct p q r)", "false");
    assert_worth(&j, "(distinct x #b0 #b1)", "false");
    assert_worth(&j, "(distinct m RNE RNA RTP RTN RTZ)", "false");
    assert_undecided(&j, "(distinct p q)", EVAL_NEEDS_CHOICE);
    assert_undecided(&j, "(distinct i 0 1 2)", EVAL_NEEDS_CHOICE);
    judging_free(&j);
}

/* ---- a choice is a function ---- */

static void test_equal_arguments_have_equal_choices(void **state) {
    struct judging j = judging_of("(declare-const x Real)(declare-const y Real)"
                                  "(declare-fun f (Int) Int)");
    judge_set(&j, "x", "2.0");
    judge_set(&j, "y", "(+ 1.0 1.0)");
    assert_worth(&j, "(= (/ x 0.0) (/ y 0.0))", "true");
    assert_worth(&j, "(distinct (/ x 0.0) (/ y 0.0))", "false");
    assert_worth(&j, "(distinct (/ x 0.0) 5.0 (/ y (- 1.0 1.0)))", "false");
    assert_worth(&j, "(= (div 4 0) (div (+ 2 2) 0))", "true");
    assert_worth(&j, "(= (f 3) (f (+ 1 2)))", "true");
    assert_worth(&j, "(= (** 0 (- 1)) (div 1 0) (** 0 (- 7)))", "true");
    /* Others are others. */
    assert_undecided(&j, "(= (/ x 0.0) (/ 3.0 0.0))", EVAL_NEEDS_CHOICE);
    assert_undecided(&j, "(= (div 1 0) (mod 1 0))", EVAL_NEEDS_CHOICE);
    assert_undecided(&j, "(distinct (f 3) (f 4))", EVAL_NEEDS_CHOICE);
    judging_free(&j);
}

static void test_a_choice_that_is_set_holds_everywhere(void **state) {
    struct judging j = judging_of("(declare-fun f (Int) Int)");
    judge_set(&j, "(/ 1.0 0.0)", "5.0");
    judge_set(&j, "(f 3)", "7");
    assert_worth(&j, "(/ 1.0 0.0)", "5.0");
    assert_worth(&j, "(/ 2.0 2.0 0.0)", "5.0");
    assert_worth(&j, "(f (+ 1 2))", "7");
    assert_undecided(&j, "(/ 2.0 0.0)", EVAL_NEEDS_CHOICE);
    assert_undecided(&j, "(f 7)", EVAL_NEEDS_CHOICE);
    judge_set(&j, "(f 7)", "8");
    assert_worth(&j, "(f (f 3))", "8");
    eval_clear(j.eval);
    assert_undecided(&j, "(f 3)", EVAL_NEEDS_CHOICE);
    judging_free(&j);
}

static bool may_set(struct judging *j, const char *what, const char *is) {
    return eval_set_choice(j->eval, read_term(&j->r, what), judge_term(j, is));
}

static void test_only_what_is_open_can_be_chosen(void **state) {
    struct judging j = judging_of("(declare-const x Int)(define-fun d () Int 3)"
                                  "(declare-datatypes ((L 0)) (((nil) (cons (hd Int) (tl L)))))");
    assert_false(may_set(&j, "(+ 1 2)", "4"));
    assert_false(may_set(&j, "(div 1 2)", "4"));
    assert_false(may_set(&j, "d", "4"));
    assert_false(may_set(&j, "(+ x 1)", "4"));
    assert_false(may_set(&j, "(div x 0)", "4"));
    assert_false(may_set(&j, "(hd (cons 1 nil))", "4"));
    assert_true(may_set(&j, "(hd nil)", "4"));
    assert_true(may_set(&j, "x", "2"));
    assert_true(may_set(&j, "(div x 0)", "4"));
    assert_worth(&j, "(div 2 0)", "4");
    judging_free(&j);
}

/* ---- choices that are not free ---- */

static void test_the_lesser_of_two_zeros_is_a_zero(void **state) {
    struct judging j = judging_of("(define-fun p () Float16 (_ +zero 5 11))"
                                  "(define-fun n () Float16 (_ -zero 5 11))");
    assert_undecided(&j, "(fp.isNegative (fp.min p n))", EVAL_NEEDS_CHOICE);
    assert_worth(&j, "(= (fp.min p n) (fp.min p n))", "true");
    assert_worth(&j, "(fp.min p p)", "p");
    assert_worth(&j, "(fp.max n n)", "n");
    assert_false(may_set(&j, "(fp.min p n)", "((_ to_fp 5 11) RNE 1.0)"));
    assert_false(may_set(&j, "(fp.min p n)", "(_ NaN 5 11)"));
    assert_true(may_set(&j, "(fp.min p n)", "n"));
    assert_worth(&j, "(fp.isNegative (fp.min p n))", "true");
    /* Other arguments are another choice. */
    assert_undecided(&j, "(fp.isNegative (fp.min n p))", EVAL_NEEDS_CHOICE);
    assert_undecided(&j, "(fp.isNegative (fp.max p n))", EVAL_NEEDS_CHOICE);
    judging_free(&j);
}

static void test_fp_min_is_false_only_if_it_is_for_both_zeros(void **state) {
#define MIN "(fp.min (_ +zero 5 11) (_ -zero 5 11))"
    assert_judged("(assert (fp.isNegative " MIN "))", ALONE, VERDICT_TRUE);
    assert_judged("(assert (fp.isPositive " MIN "))", ALONE, VERDICT_TRUE);
    assert_judged("(assert (and (fp.isPositive " MIN ") (fp.isNegative " MIN ")))", ALONE,
                  VERDICT_FALSE);
    assert_judged("(assert (not (fp.isZero " MIN ")))", ALONE, VERDICT_FALSE);
    assert_judged("(assert (fp.isZero " MIN "))", ALONE, VERDICT_TRUE);
    assert_judged("(assert (= " MIN " ((_ to_fp 5 11) RNE 1.0)))", ALONE, VERDICT_FALSE);
#undef MIN
}

/* ---- what is left out ---- */

static void test_constants_that_are_left_out_are_looked_for(void **state) {
    static const char script[] = "(declare-const x Int)(declare-const y Int)"
                                 "(assert (= (+ x y) 12))(assert (> x 10))";
    assert_judged(script, WITH("x", "11"), VERDICT_TRUE);
    assert_judged(script, WITH("y", "1"), VERDICT_TRUE);
    assert_judged(script, WITH("x", "10"), VERDICT_FALSE); /* whatever y is */
    assert_judged("(declare-fun f (Int Int) Int)(assert (= (f 1 2) 3))"
                  "(assert (= (f 2 1) 4))(assert (> (f 0 0) 100))",
                  ALONE, VERDICT_TRUE);
}

static void test_selectors_on_another_constructor_are_open(void **state) {
    static const char lists[] =
        "(declare-datatypes ((L 0)) (((nil) (cons (hd Int) (tl L)))))(declare-const x L)";
    struct judging j = judging_of(lists);
    assert_undecided(&j, "(hd nil)", EVAL_NEEDS_CHOICE);
    assert_worth(&j, "(= (hd nil) (hd (tl (cons 1 nil))))", "true");
    assert_worth(&j, "(= (hd (cons (hd nil) nil)) (hd nil))", "true");
    judging_free(&j);
    struct strbuf script = {0};
    strbuf_printf(&script, "%s(assert (= (hd x) 5))(assert ((_ is nil) x))", lists);
    assert_judged(strbuf_text(&script), WITH("x", "nil"), VERDICT_TRUE);
    assert_judged(strbuf_text(&script), WITH("x", "nil", "(hd nil)", "5"), VERDICT_TRUE);
    assert_judged(strbuf_text(&script), WITH("x", "nil", "(hd nil)", "6"), VERDICT_FALSE);
    strbuf_clear(&script);
    strbuf_printf(&script, "%s(assert (distinct (hd x) (hd nil)))(assert ((_ is nil) x))", lists);
    assert_judged(strbuf_text(&script), WITH("x", "nil"), VERDICT_FALSE);
    strbuf_free(&script);
}

static void test_elements_out_of_range_are_open(void **state) {
    struct judging j = judging_of("(define-fun s () (Seq Int) (seq.++ (seq.unit 4) (seq.unit 5)))");
    assert_worth(&j, "(seq.nth s 1)", "5");
    assert_undecided(&j, "(seq.nth s 2)", EVAL_NEEDS_CHOICE);
    assert_undecided(&j, "(seq.nth s (- 1))", EVAL_NEEDS_CHOICE);
    assert_worth(&j, "(= (seq.nth s 2) (seq.nth s (+ 1 1)))", "true");
    judge_set(&j, "(seq.nth s 2)", "9");
    assert_worth(&j, "(seq.nth s 2)", "9");
    assert_undecided(&j, "(seq.nth s 3)", EVAL_NEEDS_CHOICE);
    judging_free(&j);
}

/* ---- models ---- */

static void test_models_of_z3_say_what_division_by_zero_is(void **state) {
    struct judging j = judging_of("(declare-const x Int)(declare-const r Real)");
    struct model model = {0};
    judge_model(&j,
                "((define-fun x () Int 3)"
                " (define-fun div0 ((a Int) (b Int)) Int (ite (= a 3) 7 (- 1)))"
                " (define-fun mod0 ((a Int) (b Int)) Int (+ a 100))"
                " (define-fun /0 ((a Real) (b Real)) Real (ite (= a 1.0) 0.5 a)))",
                &model);
    assert_worth(&j, "(div x 0)", "7");
    assert_worth(&j, "(div 4 0)", "(- 1)");
    assert_worth(&j, "(mod x 0)", "103");
    assert_worth(&j, "(/ 1.0 0.0)", "0.5");
    assert_worth(&j, "(/ 9.0 0.0)", "9.0");
    assert_worth(&j, "(div x 2)", "1"); /* where it is not open, it says nothing */
    assert_worth(&j, "(mod (- x) 2)", "1");
    assert_undecided(&j, "r", EVAL_NEEDS_CHOICE);
    judging_free(&j);
    model_release(&model);
}

static void test_models_say_what_functions_are(void **state) {
    struct judging j = judging_of("(declare-fun f (Int) Int)(declare-fun g (Int) Int)"
                                  "(assert (= (f (g 2)) 5))");
    struct model model = {0};
    judge_model(&j, "((define-fun f ((x Int)) Int (ite (= x 4) 5 0)))", &model);
    assert_worth(&j, "(f 4)", "5");
    assert_undecided(&j, "(g 2)", EVAL_NEEDS_CHOICE);
    assert_verdict(&j, VERDICT_TRUE); /* with (g 2) = 4 */
    judge_set(&j, "(g 2)", "3");
    assert_verdict(&j, VERDICT_FALSE);
    judging_free(&j);
    model_release(&model);
}

/* ---- judgements ---- */

static void assert_names_choice(struct judging *j, const struct judgement *judgement,
                                const char *what, const char *is) {
    for (size_t i = 0; i < judgement->choices.n; i++) {
        const struct choice *choice = &judgement->choices.at[i];
        char *name = print_term(&j->r, choice->application);
        char *found = print_term(&j->r, eval_value_term(j->eval, choice->value, choice->sort));
        bool same = strcmp(name, what) == 0;
        if (same)
            assert_string_equal(found, is);
        mem_free(name);
        mem_free(found);
        if (same)
            return;
    }
    fail_msg("no choice of %s is named", what);
}

static void test_the_choices_that_make_it_true_are_named(void **state) {
    struct judging j = judging_of("(declare-const x Int)(assert (= (div x 0) 7))"
                                  "(assert (= x 3))(assert (= (mod 3 0) 2))");
    struct judgement judgement;
    judge_script(&j, &judgement);
    assert_int_equal(judgement.verdict, VERDICT_TRUE);
    assert_int_equal(judgement.choices.n, 3);
    assert_names_choice(&j, &judgement, "x", "3");
    assert_names_choice(&j, &judgement, "(div 3 0)", "7");
    assert_names_choice(&j, &judgement, "(mod 3 0)", "2");
    judgement_release(&judgement);
    /* They were tried, not made. */
    assert_undecided(&j, "x", EVAL_NEEDS_CHOICE);
    judging_free(&j);
}

static void test_what_is_true_whatever_is_chosen_names_no_choice(void **state) {
    struct judging j = judging_of("(declare-const x Int)(assert (= (div x 0) (div x 0)))"
                                  "(assert (or (= x 1) (not (= x 1))))");
    struct judgement judgement;
    judge_script(&j, &judgement);
    assert_int_equal(judgement.verdict, VERDICT_TRUE);
    assert_int_equal(judgement.choices.n, 0);
    judgement_release(&judgement);
    judging_free(&j);
}

static void test_nothing_asserted_is_true(void **state) {
    assert_judged("", ALONE, VERDICT_TRUE);
    assert_judged("(assert false)", ALONE, VERDICT_FALSE);
}

static void test_few_values_are_all_tried(void **state) {
    assert_judged("(declare-const p Bool)(declare-const q Bool)"
                  "(assert (xor p q))(assert (= p q))",
                  ALONE, VERDICT_FALSE);
    assert_judged("(declare-const x (_ BitVec 6))(assert (= (bvmul x x) #b000011))", ALONE,
                  VERDICT_FALSE); /* squares are 0, 1 or 4 modulo 8 */
    assert_judged("(declare-const x (_ BitVec 6))(assert (= (bvmul x x) #b010001))", ALONE,
                  VERDICT_TRUE);
    assert_judged("(declare-const x (_ BitVec 5))(declare-const y (_ BitVec 5))"
                  "(assert (distinct (bvadd x y) (bvsub x (bvneg y))))",
                  ALONE, VERDICT_FALSE);
    assert_judged("(declare-datatypes ((C 0)) (((red) (green) (blue))))"
                  "(declare-const a C)(declare-const b C)(declare-const c C)(declare-const d C)"
                  "(assert (distinct a b c d))",
                  ALONE, VERDICT_FALSE);
    assert_judged("(declare-datatypes ((C 0)) (((red) (green) (blue))))"
                  "(declare-const a C)(declare-const b C)(declare-const c C)"
                  "(assert (distinct a b))(assert (distinct b c))(assert (distinct a c))"
                  "(assert (not ((_ is red) a)))(assert (not ((_ is red) b)))"
                  "(assert (not ((_ is red) c)))",
                  ALONE, VERDICT_FALSE);
    assert_judged("(declare-fun f (Bool) Bool)(declare-const p Bool)"
                  "(assert (distinct (f p) (f (f (f p)))))",
                  ALONE, VERDICT_FALSE);
    assert_judged("(declare-const m RoundingMode)"
                  "(assert (= ((_ to_fp 3 4) m 0.3) ((_ to_fp 3 4) m 0.25)))"
                  "(assert (= ((_ to_fp 3 4) m (- 0.3)) ((_ to_fp 3 4) m (- 0.25))))"
                  "(assert (distinct m RTZ RNE RNA))",
                  ALONE, VERDICT_FALSE);
    assert_judged("(declare-const x (_ FloatingPoint 3 3))"
                  "(assert (not (= x x)))",
                  ALONE, VERDICT_FALSE);
    assert_judged("(declare-const x (_ FloatingPoint 3 3))"
                  "(assert (not (fp.eq x x)))(assert (not (fp.isNaN x)))",
                  ALONE, VERDICT_FALSE);
    assert_judged("(declare-const a (Array Bool Bool))"
                  "(assert (distinct (select a true) (select (store a false true) true)))",
                  ALONE, VERDICT_FALSE);
}

static void test_what_a_formula_demands_of_a_choice_is_all_there_is_to_try(void **state) {
    assert_judged("(declare-const x Int)(assert (= x 3))(assert (> x 3))", ALONE, VERDICT_FALSE);
    assert_judged("(declare-const x Int)(declare-const y Int)"
                  "(assert (and (= x 1234567) (= y x)))(assert (< y x))",
                  ALONE, VERDICT_FALSE);
    assert_judged("(declare-const s String)(assert (= \"abc\" s))(assert (= (str.len s) 4))", ALONE,
                  VERDICT_FALSE);
    assert_judged("(assert (= (/ 1.0 0.0) 2.0))(assert (= (/ 1.0 0.0) 3.0))", ALONE, VERDICT_FALSE);
    /* A disjunct demands nothing. */
    assert_judged("(declare-const x Int)(assert (or (= x 3) (= x 987654321)))(assert (> x 3))",
                  ALONE, VERDICT_TRUE);
}

static void test_what_cannot_be_tried_whole_is_never_false(void **state) {
    static const char *const unsatisfiable[] = {
        "(declare-const x Int)(assert (= (* 2 x) 7))",
        "(declare-const s String)(assert (= (str.len s) (- 1)))",
        "(declare-const x Real)(assert (= (* x x) (- 1.0)))",
        "(declare-const x (_ BitVec 64))(assert (= (bvmul x x) (_ bv3 64)))",
        "(declare-fun f (Int) Int)(declare-const x Int)(assert (> (f x) (f x) x))",
    };
    for (size_t i = 0; i + 1 < LENGTH(unsatisfiable); i++)
        assert_judged(unsatisfiable[i], ALONE, VERDICT_NEEDS_CHOICE);
    struct judging j = judging_of(unsatisfiable[LENGTH(unsatisfiable) - 1]);
    assert_int_not_equal(judge_verdict(&j), VERDICT_TRUE);
    judging_free(&j);
}

static void test_unsupported_is_no_verdict(void **state) {
    static const char heap[] = "(set-logic ALL)(declare-heap (Int Int))(declare-const p Bool)";
    struct strbuf script = {0};
    strbuf_printf(&script, "%s(assert (pto 1 2))", heap);
    assert_judged(strbuf_text(&script), ALONE, VERDICT_UNSUPPORTED);
    strbuf_clear(&script);
    strbuf_printf(&script, "%s(assert (or p (pto 1 2)))(assert (not p))", heap);
    assert_judged(strbuf_text(&script), ALONE, VERDICT_UNSUPPORTED);
    /* Unless something else decides. */
    strbuf_clear(&script);
    strbuf_printf(&script, "%s(assert (or true (pto 1 2)))", heap);
    assert_judged(strbuf_text(&script), ALONE, VERDICT_TRUE);
    strbuf_clear(&script);
    strbuf_printf(&script, "%s(assert (pto 1 2))(assert false)", heap);
    assert_judged(strbuf_text(&script), ALONE, VERDICT_FALSE);
    strbuf_free(&script);
}

/* ---- fixed mode ---- */

static void test_fixed_mode_gives_every_term_a_value_and_keeps_it(void **state) {
    struct judging j = judging_of(
        "(declare-const x Int)(declare-const p Bool)(declare-const s String)"
        "(declare-sort U 0)(declare-const u U)(declare-fun f (Int) Int)(declare-fun g (U) U)"
        "(declare-datatypes ((L 0)) (((nil) (cons (hd Int) (tl L)))))"
        "(declare-const a (Array Int Int))(declare-const l L)(declare-const m RoundingMode)");
    static const char *const terms[] = {
        "x",
        "p",
        "s",
        "u",
        "(f 3)",
        "(g u)",
        "(/ 1.0 0.0)",
        "(div 1 0)",
        "(mod 1 0)",
        "(hd nil)",
        "(tl nil)",
        "(select a 5)",
        "l",
        "m",
        "(seq.nth (as seq.empty (Seq Int)) 0)",
        "(fp.min (_ +zero 5 11) (_ -zero 5 11))",
        "((_ fp.to_ubv 8) RNE (_ NaN 5 11))",
        "(fp.to_real (_ -oo 5 11))",
        "(** 0 (- 3))",
        "(distinct (f 1) (f 2))",
    };
    eval_set_fixed(j.eval, true);
    for (size_t i = 0; i < LENGTH(terms); i++) {
        value v = judge_term(&j, terms[i]);
        if (eval_result(j.eval, v) != EVAL_VALUE)
            fail_msg("%s: %s", terms[i], eval_result_name(eval_result(j.eval, v)));
        assert_true(judge_term(&j, terms[i]) == v);
    }
    assert_worth(&j, "(fp.isZero (fp.min (_ +zero 5 11) (_ -zero 5 11)))", "true");
    assert_worth(&j, "(= (** 0 (- 3)) (div 1 0))", "true");
    assert_worth(&j, "(= (f x) (f (+ x 0)))", "true");
    judging_free(&j);
}

static void test_fixed_mode_minds_what_was_set(void **state) {
    struct judging j = judging_of("(declare-const x Int)(assert (= (div x 0) 9))");
    eval_set_fixed(j.eval, true);
    judge_set(&j, "x", "4");
    assert_worth(&j, "x", "4");
    assert_verdict(&j, VERDICT_FALSE); /* the fixed choice is not 9, and none is looked for */
    eval_clear(j.eval);
    eval_set_fixed(j.eval, false);
    assert_verdict(&j, VERDICT_TRUE);
    judging_free(&j);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(test_connectives_decide_beside_what_is_open),
        TEST(test_what_depends_on_something_open_needs_a_choice),
        TEST(test_something_open_against_itself_is_decided),
        TEST(test_more_terms_than_values_are_not_distinct),
        TEST(test_equal_arguments_have_equal_choices),
        TEST(test_a_choice_that_is_set_holds_everywhere),
        TEST(test_only_what_is_open_can_be_chosen),
        TEST(test_the_lesser_of_two_zeros_is_a_zero),
        TEST(test_fp_min_is_false_only_if_it_is_for_both_zeros),
        TEST(test_constants_that_are_left_out_are_looked_for),
        TEST(test_selectors_on_another_constructor_are_open),
        TEST(test_elements_out_of_range_are_open),
        TEST(test_models_of_z3_say_what_division_by_zero_is),
        TEST(test_models_say_what_functions_are),
        TEST(test_the_choices_that_make_it_true_are_named),
        TEST(test_what_is_true_whatever_is_chosen_names_no_choice),
        TEST(test_nothing_asserted_is_true),
        TEST(test_few_values_are_all_tried),
        TEST(test_what_a_formula_demands_of_a_choice_is_all_there_is_to_try),
        TEST(test_what_cannot_be_tried_whole_is_never_false),
        TEST(test_unsupported_is_no_verdict),
        TEST(test_fixed_mode_gives_every_term_a_value_and_keeps_it),
        TEST(test_fixed_mode_minds_what_was_set),
    };
    return RUN(tests);
}
