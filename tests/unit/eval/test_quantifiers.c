/* Quantifiers, scopes, recursion, and terms that are deep or shared. */
#include "eval/verdicts.h"

/* ---- finite domains are exact ---- */

static void test_quantifiers_over_few_values_are_exact(void **state) {
    struct judging j = judging_of("(declare-datatypes ((C 0)) (((red) (green) (blue))))"
                                  "(declare-datatypes ((P 0)) (((pair (one C) (two Bool)))))");
    static const struct {
        const char *formula, *worth;
    } cases[] = {
        {"(forall ((p Bool)) (or p (not p)))", "true"},
        {"(forall ((p Bool)) p)", "false"},
        {"(exists ((p Bool)) p)", "true"},
        {"(exists ((p Bool)) (and p (not p)))", "false"},
        {"(forall ((x (_ BitVec 8))) (= (bvsub x x) #x00))", "true"},
        {"(forall ((x (_ BitVec 8))) (bvult x #xff))", "false"},
        {"(exists ((x (_ BitVec 8))) (= (bvmul x x) #x11))", "true"},
        {"(exists ((x (_ BitVec 8))) (= (bvmul x x) #x03))", "false"},
        {"(forall ((x (_ BitVec 8)) (y (_ BitVec 8))) (= (bvadd x y) (bvadd y x)))", "true"},
        {"(forall ((m RoundingMode)) (or (= m RNE) (= m RNA) (= m RTP) (= m RTN) (= m RTZ)))",
         "true"},
        {"(forall ((c C)) (or (= c red) (= c green) (= c blue)))", "true"},
        {"(forall ((c C)) (or (= c red) (= c green)))", "false"},
        {"(exists ((a C) (b C) (c C) (d C)) (distinct a b c d))", "false"},
        {"(exists ((a C) (b C) (c C)) (distinct a b c))", "true"},
        {"(forall ((p P)) (= p (pair (one p) (two p))))", "true"},
        {"(exists ((p P)) (and (= (one p) blue) (two p)))", "true"},
        {"(forall ((x (_ FloatingPoint 2 3))) (or (fp.eq x x) (fp.isNaN x)))", "true"},
        {"(forall ((x (_ FloatingPoint 2 3))) (fp.eq x x))", "false"},
        {"(forall ((a (Array Bool Bool))) (= a (store a true (select a true))))", "true"},
        {"(forall ((a (Array Bool Bool)) (b (Array Bool Bool)))"
         " (= (= a b) (and (= (select a true) (select b true))"
         "                 (= (select a false) (select b false)))))",
         "true"},
        {"(exists ((s (Set Bool))) (= (set.card s) 2))", "true"},
        {"(exists ((s (Set Bool))) (= (set.card s) 3))", "false"},
    };
    for (size_t i = 0; i < LENGTH(cases); i++)
        assert_worth(&j, cases[i].formula, cases[i].worth);
    judging_free(&j);
}

static void test_quantifiers_nest_and_alternate(void **state) {
    struct judging j = judging_of("");
    assert_worth(&j, "(forall ((x (_ BitVec 4))) (exists ((y (_ BitVec 4))) (= (bvadd x y) #x0)))",
                 "true");
    assert_worth(&j, "(exists ((y (_ BitVec 4))) (forall ((x (_ BitVec 4))) (= (bvadd x y) #x0)))",
                 "false");
    assert_worth(&j, "(exists ((y (_ BitVec 4))) (forall ((x (_ BitVec 4))) (= (bvand x y) y)))",
                 "true");
    assert_worth(&j,
                 "(forall ((p Bool)) (exists ((q Bool)) (forall ((r Bool))"
                 " (exists ((s Bool)) (= (xor p q) (xor r s))))))",
                 "true");
    assert_worth(&j,
                 "(exists ((q Bool)) (forall ((p Bool) (r Bool))"
                 " (exists ((s Bool)) (and (xor p q) (xor r s)))))",
                 "false");
    /* What is inside may be used as any Boolean. */
    assert_worth(&j, "(ite (forall ((p Bool)) (exists ((q Bool)) (distinct p q))) \"yes\" \"no\")",
                 "\"yes\"");
    judging_free(&j);
}

static void test_inner_variables_hide_outer_ones(void **state) {
    struct judging j = judging_of("(declare-const x Bool)(define-fun y () Bool true)");
    assert_worth(&j, "(forall ((x Bool)) (exists ((x Bool)) (not x)))", "true");
    assert_worth(&j, "(exists ((x Bool)) (and x (exists ((x Bool)) (not x)) x))", "true");
    assert_worth(&j, "(exists ((x Bool)) (and (not x) (forall ((x Bool)) (or x (not x))) (not x)))",
                 "true");
    assert_worth(&j, "(forall ((y Bool)) (= y y))", "true");
    assert_worth(&j, "(forall ((y Bool)) y)", "false");
    assert_worth(&j, "(let ((x 3)) (let ((x (+ x 1)) (y x)) (+ (* 10 x) y)))", "43");
    assert_worth(&j, "(exists ((x (_ BitVec 2))) (let ((x (bvnot x))) (= x #b01)))", "true");
    assert_worth(&j,
                 "(exists ((x (_ BitVec 2))) (and (= x #b10) (let ((x (bvnot x))) (= x #b01))))",
                 "true");
    judging_free(&j);
}

static void test_variables_of_several_sorts_go_through_all_combinations(void **state) {
    struct judging j = judging_of("");
    assert_worth(&j,
                 "(exists ((x (_ BitVec 3)) (p Bool) (m RoundingMode))"
                 " (and (= x #b111) (not p) (= m RTZ)))",
                 "true");
    assert_worth(&j,
                 "(forall ((x (_ BitVec 3)) (p Bool) (m RoundingMode))"
                 " (not (and (= x #b111) p (= m RTZ))))",
                 "false");
    judging_free(&j);
}

/* ---- universes of models ---- */

static const char about_s[] = "(declare-sort S 0)(declare-const a S)(declare-const b S)"
                              "(declare-fun f (S) S)";

static void test_closed_universes_are_exact(void **state) {
    struct judging j = judging_of(about_s);
    struct model model = {0};
    judge_model(&j,
                "((declare-fun S!val!0 () S)(declare-fun S!val!1 () S)"
                " (forall ((x S)) (or (= x S!val!0) (= x S!val!1)))"
                " (define-fun a () S S!val!0)(define-fun b () S S!val!1)"
                " (define-fun f ((x S)) S (ite (= x S!val!0) S!val!1 S!val!0)))",
                &model);
    assert_worth(&j, "(forall ((x S)) (or (= x a) (= x b)))", "true");
    assert_worth(&j, "(forall ((x S)) (= (f (f x)) x))", "true");
    assert_worth(&j, "(exists ((x S)) (= (f x) x))", "false");
    assert_worth(&j, "(exists ((x S) (y S) (z S)) (distinct x y z))", "false");
    judging_free(&j);
    model_release(&model);
}

static void test_open_universes_are_not(void **state) {
    struct judging j = judging_of(about_s);
    struct model model = {0};
    judge_model(&j,
                "((declare-fun S!val!0 () S)(declare-fun S!val!1 () S)"
                " (define-fun a () S S!val!0)(define-fun b () S S!val!1)"
                " (define-fun f ((x S)) S (ite (= x S!val!0) S!val!1 S!val!0)))",
                &model);
    assert_worth(&j, "(exists ((x S)) (= x b))", "true");
    assert_worth(&j, "(forall ((x S)) (= x b))", "false");
    value v = judge_term(&j, "(forall ((x S)) (= (f x) (f x)))");
    assert_true(v == VALUE_TRUE || v == VALUE_LIMIT);
    v = judge_term(&j, "(exists ((x S)) (and (= (f x) a) (= (f x) b)))");
    assert_true(v == VALUE_FALSE || v == VALUE_LIMIT);
    v = judge_term(&j, "(exists ((x S)) (distinct x a b))"); /* perhaps */
    assert_true(v == VALUE_TRUE || v == VALUE_LIMIT);
    judging_free(&j);
    model_release(&model);
}

static void test_no_universe_is_too_small_to_be_judged(void **state) {
#define S "(declare-sort S 0)(declare-const a S)(declare-const b S)"
    /* Satisfiable with one element, or two. */
    static const char *const small[] = {
        S "(assert (forall ((x S)) (= x a)))",
        S "(assert (forall ((x S) (y S)) (= x y)))",
        S "(assert (not (exists ((x S) (y S)) (distinct x y))))",
        S "(assert (forall ((x S)) (or (= x a) (= x b))))",
        S "(declare-datatypes ((P 0)) (((pair (one S) (two S)))))"
          "(assert (forall ((p P)) (= (one p) (two p))))",
        S "(assert (= (store ((as const (Array S Int)) 0) a 1) ((as const (Array S Int)) 1)))",
        S "(assert (forall ((x S)) (not (distinct ((as const (Array S Int)) 1)"
          " (store ((as const (Array S Int)) 0) x 1)))))",
        S "(define-sort I () (Array S Int))"
          "(assert (forall ((x S)) (= ((as const (Array Int I)) ((as const I) 1))"
          " ((as const (Array Int I)) (store ((as const I) 0) x 1)))))",
        S "(declare-datatypes ((Q 0)) (((q (f (Array S Int))))))"
          "(assert (forall ((x S)) (= (q ((as const (Array S Int)) 1))"
          " (q (store ((as const (Array S Int)) 0) x 1)))))",
    };
    for (size_t i = 0; i < LENGTH(small); i++) {
        struct judging j = judging_of(small[i]);
        enum verdict found = judge_verdict(&j);
        if (found == VERDICT_FALSE)
            fail_msg("%s\nis false", small[i]);
        judging_free(&j);
    }
    /* As a term, it has no value; and what has one keeps it. */
    struct judging j = judging_of(S);
    assert_undecided(&j, "(forall ((x S) (y S)) (= x y))", EVAL_LIMIT);
    assert_worth(&j, "(forall ((x S)) (distinct x x))", "false");
    judging_free(&j);
    /* With large ones. */
    assert_judged(S "(assert (exists ((x S) (y S)) (distinct x y)))", ALONE, VERDICT_TRUE);
    assert_judged(S "(assert (distinct a b))(assert (not (forall ((x S)) (= x a))))", ALONE,
                  VERDICT_TRUE);
    /* With none: no universe is empty. */
    assert_judged("(declare-sort S 0)(assert (forall ((x S)) (distinct x x)))", ALONE,
                  VERDICT_FALSE);
    assert_judged("(declare-sort S 0)(assert (forall ((x S)) false))", ALONE, VERDICT_FALSE);
#undef S
}

static void test_a_model_that_does_not_close_its_universe_may_be_good(void **state) {
    struct judging j = judging_of("(declare-sort S 0)(declare-const a S)"
                                  "(assert (forall ((x S)) (= x a)))");
    struct model model = {0};
    judge_model(&j, "((define-fun a () S (as @S_0 S)))", &model);
    assert_int_not_equal(judge_verdict(&j), VERDICT_FALSE);
    judging_free(&j);
    model_release(&model);
    j = judging_of("(declare-sort S 0)(declare-const a S)(declare-const b S)"
                   "(assert (forall ((x S)) (= x a)))");
    judge_model(&j, "((define-fun a () S (as @S_0 S))(define-fun b () S (as @S_1 S)))", &model);
    assert_verdict(&j, VERDICT_FALSE); /* at b, whatever else there is */
    judging_free(&j);
    model_release(&model);
}

/* ---- infinite domains: an instance may decide, nothing else does ---- */

static void test_an_instance_decides_over_infinite_domains(void **state) {
    struct judging j = judging_of("");
    static const struct {
        const char *formula, *worth;
    } cases[] = {
        {"(forall ((x Int)) (> x 5))", "false"},
        {"(exists ((x Int)) (= x 1000))", "true"},
        {"(exists ((x Int)) (= (+ x 1) 1000))", "true"},
        {"(forall ((x Real)) (= (* x x) x))", "false"},
        {"(forall ((s String)) (= (str.len s) 0))", "false"},
        {"(exists ((s String)) (= s \"surprise\"))", "true"},
        {"(exists ((x Int) (y Int)) (and (= x 17) (= y 18)))", "true"},
        {"(forall ((x (_ BitVec 64))) (bvult x (_ bv3 64)))", "false"},
        {"(exists ((x Int)) (forall ((p Bool)) (or p (= x 3))))", "true"},
    };
    for (size_t i = 0; i < LENGTH(cases); i++)
        assert_worth(&j, cases[i].formula, cases[i].worth);
    judging_free(&j);
}

static void test_what_no_instance_decides_is_decided_rightly_or_not_at_all(void **state) {
    struct judging j = judging_of("(declare-datatypes ((L 0)) (((nil) (cons (hd Int) (tl L)))))");
    static const struct {
        const char *formula;
        value truth;
    } cases[] = {
        {"(forall ((x Int)) (= (+ x 1) (- x (- 1))))", VALUE_TRUE},
        {"(exists ((x Int)) (= (* 2 x) 7))", VALUE_FALSE},
        {"(exists ((x Int)) (= (* 2 x) 8888))", VALUE_TRUE},
        {"(exists ((x Int)) (< 3 (* 2 x) 5))", VALUE_TRUE},
        {"(exists ((x Int)) (< 4 (* 2 x) 6))", VALUE_FALSE},
        {"(exists ((x Real)) (< 4.0 (* 2.0 x) 6.0))", VALUE_TRUE},
        {"(forall ((x Real)) (>= (* x x) 0.0))", VALUE_TRUE},
        {"(exists ((x Real)) (= (* x x) 2.0))", VALUE_TRUE},
        {"(exists ((x Real)) (= (* x x) (- 2.0)))", VALUE_FALSE},
        {"(exists ((x Int)) (= (* x x) 2))", VALUE_FALSE},
        {"(forall ((s String)) (>= (str.len s) 0))", VALUE_TRUE},
        {"(exists ((s String)) (= (str.len s) (- 1)))", VALUE_FALSE},
        {"(exists ((x Int)) (= (* x x) 152399025))", VALUE_TRUE},
        {"(exists ((x Int)) (= (mod x 7) (mod x 5) 4))", VALUE_TRUE},
        {"(forall ((x Int)) (distinct (mod x 2) 2))", VALUE_TRUE},
        {"(forall ((x Int)) (= (to_int (to_real x)) x))", VALUE_TRUE},
        {"(forall ((x (_ BitVec 64))) (= (bvadd x (_ bv0 64)) x))", VALUE_TRUE},
        {"(exists ((x (_ BitVec 64))) (= (bvmul x x) (_ bv3 64)))", VALUE_FALSE},
        {"(forall ((x (_ BitVec 64))) (or (= x (_ bv3 64)) (distinct x (_ bv3 64))))", VALUE_TRUE},
        {"(forall ((x Int)) (exists ((y Int)) (> y x)))", VALUE_TRUE},
        {"(exists ((y Int)) (forall ((x Int)) (> y x)))", VALUE_FALSE},
        {"(exists ((y Int)) (forall ((x Int)) (>= (* x x) y)))", VALUE_TRUE},
        {"(forall ((x Int) (y Int)) (=> (< x y) (exists ((z Int)) (< x z y))))", VALUE_FALSE},
        {"(forall ((x Real) (y Real)) (=> (< x y) (exists ((z Real)) (< x z y))))", VALUE_TRUE},
        {"(forall ((x Int)) (exists ((y Int)) (= x (* 2 y))))", VALUE_FALSE},
        {"(forall ((x Int)) (exists ((y Int)) (or (= x (* 2 y)) (= x (+ 1 (* 2 y))))))",
         VALUE_TRUE},
        {"(forall ((x Real)) (exists ((y Real)) (= x (* 2.0 y))))", VALUE_TRUE},
        {"(forall ((x Real)) (exists ((y Real)) (= (* x y) 1.0)))", VALUE_FALSE},
        {"(forall ((x Int) (y Int)) (= (* x y) (* y x)))", VALUE_TRUE},
        {"(exists ((x Int) (y Int)) (= (* x x) (* 2 y y) 0))", VALUE_TRUE},
        {"(exists ((x Int) (y Int)) (and (= (* x x) (* 2 y y)) (> y 0)))", VALUE_FALSE},
        {"(exists ((x Int) (y Int) (z Int)) (distinct x y z 0 1 2))", VALUE_TRUE},
        {"(exists ((x String) (y String) (z String)) (distinct x y z \"\" \"a\"))", VALUE_TRUE},
        {"(forall ((x String) (y String)) (or (= x y) (= x \"\")))", VALUE_FALSE},
        {"(not (exists ((x Int)) (< (* x x) 0)))", VALUE_TRUE},
        /* a number around what is none: it must not be narrowed at a point that depends on that */
        {"(forall ((x Int)) (exists ((a (Array Int Int))) (= x (select a 0))))", VALUE_TRUE},
        {"(forall ((x Int)) (exists ((a (Array Int Int))) (< (select a 0) x)))", VALUE_TRUE},
        {"(forall ((x Real)) (exists ((a (Array Int Real))) (> (select a 0) x)))", VALUE_TRUE},
        {"(exists ((x Int)) (forall ((a (Array Int Int))) (distinct x (select a 0))))",
         VALUE_FALSE},
        {"(forall ((x Int)) (exists ((l L)) (and ((_ is cons) l) (= x (hd l)))))", VALUE_TRUE},
        {"(forall ((x Int)) (exists ((l L)) (and ((_ is cons) l) ((_ is cons) (tl l))"
         " (= x (hd (tl l))))))",
         VALUE_TRUE},
        {"(exists ((x Int)) (forall ((l L)) (=> (and ((_ is cons) l) ((_ is cons) (tl l)))"
         " (distinct x (hd (tl l))))))",
         VALUE_FALSE},
        {"(forall ((x Int)) (exists ((s String)) (=> (>= x 0) (= x (str.len s)))))", VALUE_TRUE},
        {"(forall ((x Int)) (exists ((b (_ BitVec 64))) (distinct x (bv2nat b))))", VALUE_TRUE},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        value v = judge_term(&j, cases[i].formula);
        if (v != cases[i].truth && v != VALUE_LIMIT)
            fail_msg("%s: wrong", cases[i].formula);
    }
    /* It does not matter here. */
    assert_worth(&j, "(or true (forall ((s String)) (>= (str.len s) 0)))", "true");
    assert_worth(&j, "(and (forall ((s String)) (>= (str.len s) 0)) false)", "false");
    judging_free(&j);
}

static void test_quantifiers_wait_for_choices(void **state) {
    struct judging j = judging_of("(declare-fun f ((_ BitVec 2)) Bool)(declare-const y Int)"
                                  "(declare-const p Bool)(declare-fun g (Int) Int)");
    assert_undecided(&j, "(forall ((x (_ BitVec 2))) (f x))", EVAL_NEEDS_CHOICE);
    assert_undecided(&j, "(exists ((x Int)) (and p (= x x)))", EVAL_NEEDS_CHOICE);
    assert_undecided(&j, "(forall ((x Int)) (or p (= x x y)))", EVAL_NEEDS_CHOICE);
    /* An instance and its opposite. */
    assert_worth(&j, "(forall ((x (_ BitVec 1))) (= p (= x #b1)))", "false");
    judging_free(&j);
    assert_judged("(declare-fun f ((_ BitVec 2)) Bool)(assert (forall ((x (_ BitVec 2))) (f x)))"
                  "(assert (not (f #b10)))",
                  ALONE, VERDICT_FALSE);
    assert_judged("(declare-fun f ((_ BitVec 2)) Bool)"
                  "(assert (forall ((x (_ BitVec 2))) (= (f x) (not (f (bvnot x))))))",
                  ALONE, VERDICT_TRUE);
    assert_judged("(declare-const p Bool)(assert (exists ((x Int)) (or p (and p (> x 0)))))", ALONE,
                  VERDICT_TRUE);
    assert_judged("(declare-const p Bool)(declare-const q Bool)"
                  "(assert (exists ((x Int)) (and p q (= x 5))))(assert (not (and p q)))",
                  ALONE, VERDICT_FALSE);
    assert_judged("(declare-const y Int)(assert (exists ((x Int)) (= y x 77)))", WITH("y", "77"),
                  VERDICT_TRUE);
    assert_judged("(declare-const y Int)(assert (forall ((x Int)) (= y x)))", WITH("y", "77"),
                  VERDICT_FALSE);
}

static void test_many_variables_end(void **state) {
    struct strbuf text = {0};
    strbuf_add_text(&text, "(exists (");
    for (int i = 0; i < 40; i++)
        strbuf_printf(&text, "(x%d Int)", i);
    strbuf_add_text(&text, ") (and (= x0 1) (= x39 2)))");
    struct judging j = judging_of("");
    value v = judge_term(&j, strbuf_text(&text));
    assert_true(v == VALUE_TRUE || v == VALUE_LIMIT);
    strbuf_clear(&text);
    strbuf_add_text(&text, "(forall (");
    for (int i = 0; i < 40; i++)
        strbuf_printf(&text, "(x%d Bool)", i);
    strbuf_add_text(&text, ") (= x0 x0))");
    v = judge_term(&j, strbuf_text(&text));
    assert_true(v == VALUE_TRUE || v == VALUE_LIMIT);
    strbuf_free(&text);
    judging_free(&j);
}

/* ---- functions that call themselves ---- */

static void test_recursive_functions_are_evaluated(void **state) {
    struct judging j = judging_of(
        "(define-fun-rec fact ((n Int)) Int (ite (<= n 0) 1 (* n (fact (- n 1)))))"
        "(define-fun-rec fib ((n Int)) Int (ite (< n 2) n (+ (fib (- n 1)) (fib (- n 2)))))"
        "(define-funs-rec ((even ((n Int)) Bool) (odd ((n Int)) Bool))"
        " ((ite (= n 0) true (odd (- n 1))) (ite (= n 0) false (even (- n 1)))))"
        "(declare-datatypes ((L 0)) (((nil) (cons (hd Int) (tl L)))))"
        "(define-fun-rec len ((l L)) Int (match l ((nil 0) ((cons h t) (+ 1 (len t))))))"
        "(define-fun-rec app ((l L) (k L)) L"
        " (match l ((nil k) ((cons h t) (cons h (app t k))))))");
    assert_worth(&j, "(fact 5)", "120");
    assert_worth(&j, "(fact 25)", "15511210043330985984000000");
    assert_worth(&j, "(fib 10)", "55");
    assert_worth(&j, "(fib 90)", "2880067194370816120"); /* each call once */
    assert_worth(&j, "(even 100)", "true");
    assert_worth(&j, "(odd 101)", "true");
    assert_worth(&j, "(even 7)", "false");
    assert_worth(&j, "(len (cons 1 (cons 2 (cons 3 nil))))", "3");
    assert_worth(&j, "(app (cons 1 (cons 2 nil)) (cons 3 nil))", "(cons 1 (cons 2 (cons 3 nil)))");
    assert_worth(&j, "(forall ((b (_ BitVec 4))) (>= (fact (ubv_to_int b)) 1))", "true");
    judging_free(&j);
}

static void test_endless_recursion_comes_to_a_limit(void **state) {
    struct judging j =
        judging_of("(define-fun-rec down ((n Int)) Int (down (- n 1)))"
                   "(define-fun-rec same ((n Int)) Int (same n))"
                   "(define-fun-rec grow ((n Int)) Int (+ 1 (grow (+ n n))))"
                   "(define-fun-rec wide ((n Int)) Int (+ (wide (- n 1)) (wide (- n 2))))"
                   "(define-funs-rec ((ping ((n Int)) Bool) (pong ((n Int)) Bool))"
                   " ((not (pong n)) (not (ping n))))"
                   "(define-fun-rec safe ((n Int)) Bool (or (= n 0) (safe (+ n 1))))");
    assert_undecided(&j, "(down 0)", EVAL_LIMIT);
    assert_undecided(&j, "(same 0)", EVAL_LIMIT);
    assert_undecided(&j, "(grow 3)", EVAL_LIMIT);
    assert_undecided(&j, "(wide 3)", EVAL_LIMIT);
    assert_undecided(&j, "(ping 1)", EVAL_LIMIT);
    assert_undecided(&j, "(safe 1)", EVAL_LIMIT);
    assert_worth(&j, "(safe (- 50))", "true");
    assert_worth(&j, "(ite true 7 (down 0))", "7");
    /* The next one starts afresh. */
    assert_worth(&j, "(+ 1 2)", "3");
    judging_free(&j);
}

static void test_the_budget_ends_long_work(void **state) {
    struct judging j = judging_of("(define-fun-rec fact ((n Int)) Int"
                                  " (ite (<= n 0) 1 (* n (fact (- n 1)))))");
    struct eval_limits limits = eval_default_limits;
    limits.steps = 50;
    eval_set_limits(j.eval, &limits);
    assert_worth(&j, "(fact 3)", "6");
    assert_undecided(&j, "(fact 60)", EVAL_LIMIT);
    assert_undecided(&j, "(forall ((x (_ BitVec 8))) (= x x (bvnot (bvnot x))))", EVAL_LIMIT);
    limits.steps = eval_default_limits.steps;
    eval_set_limits(j.eval, &limits);
    assert_worth(&j, "(forall ((x (_ BitVec 8))) (= x x (bvnot (bvnot x))))", "true");
    judging_free(&j);
}

static void test_numbers_that_grow_come_to_a_limit(void **state) {
    struct judging j = judging_of("(define-fun-rec square ((n Int) (x Int)) Int"
                                  " (ite (= n 0) x (square (- n 1) (* x x))))");
    struct eval_limits limits = eval_default_limits;
    limits.words = 1 << 18;
    eval_set_limits(j.eval, &limits);
    assert_worth(&j, "(square 3 2)", "256");
    assert_undecided(&j, "(square 60 3)", EVAL_LIMIT);
    judging_free(&j);
}

/* ---- large terms ---- */

enum { DEEP = 100000 };

/* open open ... inner close close ... */
static void nest(struct strbuf *out, size_t depth, const char *open, const char *inner,
                 const char *close) {
    strbuf_clear(out);
    for (size_t i = 0; i < depth; i++)
        strbuf_add_text(out, open);
    strbuf_add_text(out, inner);
    for (size_t i = 0; i < depth; i++)
        strbuf_add_text(out, close);
}

static void test_deep_terms_are_evaluated(void **state) {
    struct judging j = judging_of("(declare-const p Bool)(declare-const i Int)");
    struct strbuf text = {0};
    nest(&text, DEEP, "(not ", "true", ")");
    assert_worth(&j, strbuf_text(&text), "true");
    nest(&text, DEEP, "(+ 1 ", "0", ")");
    assert_worth(&j, strbuf_text(&text), "100000");
    nest(&text, DEEP, "(and true ", "false", ")");
    assert_worth(&j, strbuf_text(&text), "false");
    nest(&text, DEEP, "(ite true ", "1", " 2)");
    assert_worth(&j, strbuf_text(&text), "1");
    nest(&text, DEEP, "(= false ", "false", ")");
    assert_worth(&j, strbuf_text(&text), "false");
    nest(&text, DEEP, "(+ 1 ", "i", ")");
    assert_undecided(&j, strbuf_text(&text), EVAL_NEEDS_CHOICE);
    judge_set(&j, "i", "5");
    assert_worth(&j, strbuf_text(&text), "100005");
    strbuf_free(&text);
    judging_free(&j);
}

static void test_deep_binders_and_open_terms_do_not_crash(void **state) {
    struct judging j = judging_of("(declare-const p Bool)(declare-fun f (Int) Int)");
    struct strbuf text = {0};
    nest(&text, 5000, "(let ((x 1)) ", "x", ")");
    assert_worth(&j, strbuf_text(&text), "1");
    nest(&text, 2000, "(exists ((x Bool)) ", "x", ")");
    value v = judge_term(&j, strbuf_text(&text));
    assert_true(v == VALUE_TRUE || v == VALUE_LIMIT);
    nest(&text, DEEP, "(f ", "0", ")");
    assert_undecided(&j, strbuf_text(&text), EVAL_NEEDS_CHOICE);
    nest(&text, DEEP, "(xor p ", "p", ")");
    assert_undecided(&j, strbuf_text(&text), EVAL_NEEDS_CHOICE);
    strbuf_free(&text);
    judging_free(&j);
    strbuf_add_text(&text, "(declare-const p Bool)(assert ");
    for (size_t i = 0; i < DEEP; i++)
        strbuf_add_text(&text, "(or p ");
    strbuf_add_text(&text, "false");
    for (size_t i = 0; i < DEEP; i++)
        strbuf_add_char(&text, ')');
    strbuf_add_char(&text, ')');
    assert_judged(strbuf_text(&text), ALONE, VERDICT_TRUE);
    strbuf_free(&text);
}

static void test_shared_terms_are_evaluated_once(void **state) {
    enum { DEPTH = 200 };
    struct strbuf text = {0};
    for (int i = 1; i <= DEPTH; i++)
        strbuf_printf(&text, "(let ((x%d (+ x%d x%d))) ", i, i - 1, i - 1);
    strbuf_printf(&text, "(mod x%d 1000000007)", DEPTH);
    for (int i = 0; i < DEPTH; i++)
        strbuf_add_char(&text, ')');
    struct judging j = judging_of("(define-fun x0 () Int 1)(declare-const y0 Int)");
    struct eval_limits limits = eval_default_limits;
    limits.steps = 5000;
    eval_set_limits(j.eval, &limits);
    assert_worth(&j, strbuf_text(&text),
                 "(mod 1606938044258990275541962092341162602522202993782"
                 "792835301376 1000000007)");
    strbuf_clear(&text);
    for (int i = 1; i <= DEPTH; i++)
        strbuf_printf(&text, "(let ((y%d (+ y%d y%d))) ", i, i - 1, i - 1);
    strbuf_printf(&text, "y%d", DEPTH);
    for (int i = 0; i < DEPTH; i++)
        strbuf_add_char(&text, ')');
    assert_undecided(&j, strbuf_text(&text), EVAL_NEEDS_CHOICE);
    strbuf_free(&text);
    judging_free(&j);
}

static void test_shared_terms_below_binders_are_evaluated_once_for_each_value(void **state) {
    enum { DEPTH = 100 };
    struct strbuf text = {0};
    strbuf_add_text(&text, "(forall ((x0 (_ BitVec 3))) ");
    for (int i = 1; i <= DEPTH; i++)
        strbuf_printf(&text, "(let ((x%d (bvadd x%d x%d))) ", i, i - 1, i - 1);
    strbuf_printf(&text, "(= x%d #b000)", DEPTH);
    for (int i = 0; i <= DEPTH; i++)
        strbuf_add_char(&text, ')');
    struct judging j = judging_of("");
    struct eval_limits limits = eval_default_limits;
    limits.steps = 50000;
    eval_set_limits(j.eval, &limits);
    assert_worth(&j, strbuf_text(&text), "true");
    strbuf_free(&text);
    judging_free(&j);
}

static void test_functions_are_called_once_with_the_same_arguments(void **state) {
    struct judging j = judging_of("(define-fun-rec twice ((n Int)) Int"
                                  " (ite (= n 0) 1 (+ (twice (- n 1)) (twice (- n 1)))))");
    struct eval_limits limits = eval_default_limits;
    limits.steps = 10000;
    eval_set_limits(j.eval, &limits);
    assert_worth(&j, "(twice 100)", "1267650600228229401496703205376");
    judging_free(&j);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(test_quantifiers_over_few_values_are_exact),
        TEST(test_quantifiers_nest_and_alternate),
        TEST(test_inner_variables_hide_outer_ones),
        TEST(test_variables_of_several_sorts_go_through_all_combinations),
        TEST(test_closed_universes_are_exact),
        TEST(test_open_universes_are_not),
        TEST(test_no_universe_is_too_small_to_be_judged),
        TEST(test_a_model_that_does_not_close_its_universe_may_be_good),
        TEST(test_an_instance_decides_over_infinite_domains),
        TEST(test_what_no_instance_decides_is_decided_rightly_or_not_at_all),
        TEST(test_quantifiers_wait_for_choices),
        TEST(test_many_variables_end),
        TEST(test_recursive_functions_are_evaluated),
        TEST(test_endless_recursion_comes_to_a_limit),
        TEST(test_the_budget_ends_long_work),
        TEST(test_numbers_that_grow_come_to_a_limit),
        TEST(test_deep_terms_are_evaluated),
        TEST(test_deep_binders_and_open_terms_do_not_crash),
        TEST(test_shared_terms_are_evaluated_once),
        TEST(test_shared_terms_below_binders_are_evaluated_once_for_each_value),
        TEST(test_functions_are_called_once_with_the_same_arguments),
    };
    return RUN(tests);
}
