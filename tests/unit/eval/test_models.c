/* Models as z3, cvc4 and cvc5 print them, judged; and quantifiers, which are decided by cases. */
#include "eval/verdicts.h"

/* The verdict on a script under the text of a model. */
static enum verdict verdict_under(const char *script, const char *text) {
    struct judging j = judging_of(script);
    struct model model = {0};
    judge_model(&j, text, &model);
    enum verdict verdict = judge_verdict(&j);
    judging_free(&j);
    model_release(&model);
    return verdict;
}

struct judged {
    const char *script, *model;
    enum verdict verdict;
};

static void assert_all_judged(const struct judged *cases, size_t n) {
    for (size_t i = 0; i < n; i++) {
        enum verdict found = verdict_under(cases[i].script, cases[i].model);
        if (found != cases[i].verdict)
            fail_msg("%s\n%s\n%s, not %s", cases[i].script, cases[i].model, verdict_name(found),
                     verdict_name(cases[i].verdict));
    }
}
#define ASSERT_JUDGED(cases) assert_all_judged(cases, LENGTH(cases))

/* ---- what is open ---- */

static void test_what_a_model_says_of_operators_counts(void **state) {
#define DIVISIONS                                  \
    "(declare-const x Real) (declare-const i Int)" \
    "(assert (= (/ x 0.0) 5.0)) (assert (= (div i 0) 7)) (assert (= (mod i 0) (- 3)))"
#define NUMBERS "(define-fun x () Real 38.0) (define-fun i () Int 7719)"
    static const struct judged cases[] = {
        {DIVISIONS,
         "(" NUMBERS "(define-fun /0 ((x!0 Real) (x!1 Real)) Real 5.0)"
         "(define-fun div0 ((x!0 Int) (x!1 Int)) Int 7)"
         "(define-fun mod0 ((x!0 Int) (x!1 Int)) Int (- 3)))",
         VERDICT_TRUE},
        {DIVISIONS,
         "(" NUMBERS "(define-fun /0 ((x!0 Real) (x!1 Real)) Real (ite (= x!0 38.0) 5.0 1.0))"
         "(define-fun div0 ((x!0 Int) (x!1 Int)) Int 6)"
         "(define-fun mod0 ((x!0 Int) (x!1 Int)) Int (- 3)))",
         VERDICT_FALSE},
        /* cvc says nothing of them */
        {DIVISIONS, "(model (define-fun x () Real 0.0) (define-fun i () Int 0))", VERDICT_TRUE},
        {"(declare-const s (Seq Int)) (assert (= (seq.nth s 5) 9)) (assert (= (seq.nth s 1) 4))",
         "((define-fun s () (Seq Int) (seq.++ (seq.unit 3) (seq.unit 4)))"
         " (define-fun seq.nth_u ((x!0 (Seq Int)) (x!1 Int)) Int 9))",
         VERDICT_TRUE},
        {"(declare-const s (Seq Int)) (assert (= (seq.nth s 5) 9)) (assert (= (seq.nth s 1) 4))",
         "((define-fun s () (Seq Int) (seq.++ (seq.unit 3) (seq.unit 4)))"
         " (define-fun seq.nth_u ((x!0 (Seq Int)) (x!1 Int)) Int 8))",
         VERDICT_FALSE},
    };
    ASSERT_JUDGED(cases);
}

/* cvc4 gives a number by where it lies. */
static void test_a_witness_is_some_number_with_its_property(void **state) {
#define ROOT "(declare-const x Real) (assert (= (* x x) 2.0))"
#define NEAR_ROOT(name)                                       \
    "(witness ((" name " Real)) (and (>= " name " (/ 14 10))" \
    " (>= (* (- 1.0) " name ") (/ (- 15) 10))))"
    static const struct judged cases[] = {
        {ROOT, "(model (define-fun x () Real " NEAR_ROOT("BOUND_VARIABLE_1") "))", VERDICT_TRUE},
        {ROOT "(assert (< x 0.0))",
         "(model (define-fun x () Real " NEAR_ROOT("BOUND_VARIABLE_1") "))", VERDICT_NEEDS_CHOICE},
        {ROOT "(declare-const y Real) (assert (= y (* 2.0 x)))",
         "(model (define-fun x () Real " NEAR_ROOT("b") ")"
                                                        " (define-fun y () Real (* 2.0 " NEAR_ROOT(
                                                            "c") ")))",
         VERDICT_TRUE},
        /* the same property, the same number */
        {ROOT "(declare-const y Real) (assert (distinct y x))",
         "(model (define-fun x () Real " NEAR_ROOT("b") ")"
                                                        " (define-fun y () Real " NEAR_ROOT(
                                                            "c") "))",
         VERDICT_FALSE},
        {ROOT "(assert (= (* x x x) 2.0))", "(model (define-fun x () Real " NEAR_ROOT("b") "))",
         VERDICT_NEEDS_CHOICE},
        {"(declare-const x Real) (assert (> (* 3.0 x) 4.0)) (assert (< (* 4.0 x) 5.5))",
         "(model (define-fun x () Real (witness ((b Real)) (and (> b 1.0) (< b 2.0)))))",
         VERDICT_TRUE},
    };
    ASSERT_JUDGED(cases);
}

static void test_algebraic_numbers(void **state) {
    static const struct judged cases[] = {
        {ROOT "(declare-const y Real) (assert (= y (+ x 1.0))) (assert (> x 0.0))",
         "((define-fun x () Real (root-obj (+ (^ x 2) (- 2)) 2))"
         " (define-fun y () Real (root-obj (+ (^ x 2) (* (- 2) x) (- 1)) 2)))",
         VERDICT_TRUE},
        {ROOT "(assert (> x 0.0))", "((define-fun x () Real (root-obj (+ (^ x 2) (- 2)) 1)))",
         VERDICT_FALSE},
        /* no value: one is found where the polynomials have roots */
        {ROOT "(assert (> x 0.0))", "()", VERDICT_TRUE},
        {"(declare-const n Int) (assert (= (* n n n) 27000))", "()", VERDICT_TRUE},
    };
    ASSERT_JUDGED(cases);
}

/* ---- datatypes ---- */

/* z3 leaves out the sort of a constructor where the datatype is used at one sort only. */
static void test_constructors_without_their_sort(void **state) {
#define ROWS "(declare-datatypes ((Row 1)) ((par (T) ((stop) (go (car T) (cdr (Row T)))))))"
#define SUMS "(declare-datatypes ((Either 2)) ((par (L R) ((left (lval L)) (right (rval R))))))"
    static const struct judged cases[] = {
        {ROWS "(declare-const l (Row String)) (assert (= (car (cdr l)) \"B\"))",
         "((define-fun l () (Row String) (go \"AC\" (go \"B\" stop))))", VERDICT_TRUE},
        {ROWS "(declare-const l (Row String)) (assert (= (car (cdr l)) \"C\"))",
         "((define-fun l () (Row String) (go \"AC\" (go \"B\" stop))))", VERDICT_FALSE},
        {SUMS "(declare-const e (Either Int Bool)) (assert (rval e))",
         "((define-fun e () (Either Int Bool) (right true)))", VERDICT_TRUE},
        {SUMS "(declare-const e (Either Int Bool)) (declare-const f (Either Bool Int))"
              "(assert (rval e)) (assert (= (rval f) 3))",
         "((define-fun e () (Either Int Bool) (right true))"
         " (define-fun f () (Either Bool Int) (right 3)))",
         VERDICT_TRUE},
    };
    ASSERT_JUDGED(cases);
    struct judging j = judging_of(
        ROWS "(declare-const l (Row Int)) (declare-const m (Row Bool)) (declare-const n Int)");
    struct model model = {0};
    static const char two[] = "((define-fun n () Int (ite ((_ is go) stop) 1 2)))";
    assert_false(parser_read_model(j.r.parser, two, sizeof two - 1, &model, &j.r.error));
    judging_free(&j);
}

/* ---- functions, arrays, universes ---- */

static void test_functions_and_arrays(void **state) {
    static const struct judged cases[] = {
        {"(declare-const a (Array Int Int)) (assert (= (select a 3) 4)) (assert (= (select a 9) "
         "1))",
         "((define-fun a () (Array Int Int) (_ as-array k!0))"
         " (define-fun k!0 ((x!0 Int)) Int (ite (= x!0 3) 4 1)))",
         VERDICT_TRUE},
        {"(declare-const a (Array Int Int)) (declare-const b (Array Int Int)) (assert (= a b))",
         "((define-fun a () (Array Int Int) (_ as-array k!0))"
         " (define-fun b () (Array Int Int) (store ((as const (Array Int Int)) 1) 3 5))"
         " (define-fun k!0 ((x!0 Int)) Int (ite (= x!0 3) 4 1)))",
         VERDICT_FALSE},
        {"(declare-const b (Array Int (Array Int Bool)))"
         "(assert (distinct (select (select b 1) 2) (select (select b 2) 2)))",
         "(model (define-fun b () (Array Int (Array Int Bool))"
         " (store ((as const (Array Int (Array Int Bool))) ((as const (Array Int Bool)) false)) 2"
         " ((as const (Array Int Bool)) true))))",
         VERDICT_TRUE},
        {"(declare-sort U 0) (declare-const c U) (declare-fun f (U) U)"
         "(assert (forall ((x U)) (distinct (f x) x)))",
         "((declare-fun U!val!0 () U) (declare-fun U!val!1 () U)"
         " (forall ((x U)) (or (= x U!val!0) (= x U!val!1))) (define-fun c () U U!val!0)"
         " (define-fun f ((x!0 U)) U (ite (= x!0 U!val!1) U!val!0 U!val!1)))",
         VERDICT_TRUE},
        {"(declare-sort U 0) (declare-const c U) (declare-fun f (U) U)"
         "(assert (forall ((x U)) (distinct (f x) x)))",
         "(\n; cardinality of U is 2\n; rep: (as @U_0 U)\n; rep: (as @U_1 U)\n"
         "(define-fun c () U (as @U_0 U)) (define-fun f ((x U)) U (as @U_0 U)))",
         VERDICT_FALSE},
    };
    ASSERT_JUDGED(cases);
}

static void test_quantifiers_over_what_a_model_defines(void **state) {
#define BOUNDED \
    "(declare-fun f (Int) Int) (declare-const k Int) (assert (forall ((x Int)) (<= (f x) k)))"
#define PAIRS                                                                                      \
    "(declare-datatypes ((Pair 0)) (((pair (one Int) (two Int))))) (declare-fun same (Pair) Bool)" \
    "(assert (forall ((p Pair)) (= (same p) (= (one p) (two p)))))"
    static const struct judged cases[] = {
        {BOUNDED,
         "((define-fun k () Int 10)"
         " (define-fun f ((x!0 Int)) Int (ite (= x!0 5) 0 (ite (= x!0 4) (- 1) 10))))",
         VERDICT_TRUE},
        {BOUNDED,
         "((define-fun k () Int 10)"
         " (define-fun f ((x!0 Int)) Int (ite (= x!0 123456) 11 (ite (= x!0 4) (- 1) 10))))",
         VERDICT_FALSE},
        {PAIRS,
         "((define-fun same ((x!0 Pair)) Bool (ite (= x!0 (pair 0 3)) false"
         " (ite (= x!0 (pair (- 1) 0)) false (= (+ (one x!0) (* (- 1) (two x!0))) 0)))))",
         VERDICT_TRUE},
        {PAIRS,
         "((define-fun same ((x!0 Pair)) Bool (ite (= x!0 (pair 30 30)) false"
         " (= (+ (one x!0) (* (- 1) (two x!0))) 0))))",
         VERDICT_FALSE},
        {"(declare-const a (Array Int Int))"
         "(assert (forall ((i Int) (j Int))"
         " (=> (and (<= 0 i) (< i j) (< j 3)) (< (select a i) (select a j)))))",
         "((define-fun a () (Array Int Int)"
         " (store (store (store ((as const (Array Int Int)) 0) 0 3) 1 4) 2 5)))",
         VERDICT_TRUE},
        {"(declare-const a (Array Int Int))"
         "(assert (forall ((i Int) (j Int))"
         " (=> (and (<= 0 i) (< i j) (< j 4)) (< (select a i) (select a j)))))",
         "((define-fun a () (Array Int Int)"
         " (store (store (store ((as const (Array Int Int)) 0) 0 3) 1 4) 2 5)))",
         VERDICT_FALSE},
    };
    ASSERT_JUDGED(cases);
}

/* ---- cases ---- */

static void test_quantifiers_are_decided_by_cases(void **state) {
    struct judging j =
        judging_of("(declare-datatypes ((D 0)) (((mk (i Int) (b (_ BitVec 40))) (none))))"
                   "(declare-sort U 0)");
    static const struct {
        const char *formula, *worth;
    } cases[] = {
        /* one number: between the roots of polynomials */
        {"(forall ((x Int)) (=> (> x 3) (>= x 4)))", "true"},
        {"(forall ((x Real)) (=> (> x 3.0) (>= x 4.0)))", "false"},
        {"(forall ((x Int)) (= (* x 0) 0))", "true"},
        {"(forall ((x Int)) (not (= (* 3 x) 7)))", "true"},
        {"(forall ((x Int)) (not (= (* 3 x) 3000000)))", "false"},
        {"(forall ((x Int)) (not (= (* x x) 7)))", "true"},
        {"(exists ((x Real)) (= (* x x) 7.0))", "true"},
        {"(forall ((x Real)) (=> (> (* x x) 3.0) (or (< x (- 1.5)) (> x 1.5))))", "true"},
        {"(forall ((x Real)) (=> (> (* x x) 3.0) (or (< x (- 1.5)) (> x 1.75))))", "false"},
        {"(forall ((x Real)) (>= (+ (* x x x x) 1.0) (* x x)))", "true"},
        {"(forall ((x Int)) (=> (and (< 0 (* 2 x)) (< (* 2 x) 4)) (= x 1)))", "true"},
        {"(exists ((x Int)) (and (< 0 (* 2 x)) (< (* 2 x) 2)))", "false"},
        {"(exists ((x Real)) (and (< 0.0 (* 2.0 x)) (< (* 2.0 x) 2.0)))", "true"},
        {"(forall ((x Int)) (or (< x 1000000) (= x 1000000) (> x 1000000)))", "true"},
        {"(forall ((x Int)) (distinct x 1000000 1000001))", "false"},
        /* several numbers */
        {"(forall ((x Real) (y Real)) (=> (< x y) (exists ((z Real)) (< x z y))))", "true"},
        {"(forall ((x Int) (y Int)) (=> (< x y) (exists ((z Int)) (< x z y))))", "false"},
        {"(forall ((x Int) (y Int)) (=> (< x y) (exists ((z Int)) (and (<= x z) (< z y)))))",
         "true"},
        {"(forall ((x Int) (y Int) (z Int)) (=> (and (<= x y) (<= y z)) (<= x z)))", "true"},
        {"(forall ((x Real) (y Real) (z Real)) (=> (and (<= x y) (<= y z)) (< x z)))", "false"},
        {"(exists ((x Int)) (forall ((y Int)) (<= x y)))", "false"},
        {"(exists ((x Int)) (forall ((y Int)) (=> (<= 3 y) (<= x y))))", "true"},
        {"(forall ((x Int)) (exists ((y Int)) (and (< x y) (forall ((z Int)) (not (< x z y))))))",
         "true"},
        {"(forall ((x Real)) (exists ((y Real)) (and (< x y) (forall ((z Real)) (not (< x z "
         "y))))))",
         "false"},
        {"(forall ((x Real)) (exists ((y Real)) (= (+ x (* 3.0 y)) 5.0)))", "true"},
        {"(exists ((y Real)) (forall ((x Real)) (= (+ x (* 3.0 y)) 5.0)))", "false"},
        /* of other sorts only equality is known */
        {"(forall ((s String)) (=> (= s \"abc\") (= (str.len s) 3)))", "true"},
        {"(forall ((s String)) (=> (distinct s \"abc\") (distinct s \"abd\")))", "false"},
        {"(forall ((x (_ BitVec 64)) (y (_ BitVec 64)) (z (_ BitVec 64)))"
         " (=> (and (= x y) (= y z)) (= z x)))",
         "true"},
        {"(forall ((x (_ BitVec 64)) (y (_ BitVec 64)) (z (_ BitVec 64)))"
         " (=> (and (= x y) (distinct y z)) (= z x)))",
         "false"},
        {"(forall ((d D)) (or (= d none) ((_ is mk) d)))", "true"},
        {"(forall ((d D)) (=> ((_ is mk) d) (= d (mk (i d) (b d)))))", "true"},
        {"(forall ((d D)) (=> ((_ is mk) d) (= d (mk (i d) #x0000000000))))", "false"},
        {"(forall ((d D) (e D)) (=> (and ((_ is mk) d) ((_ is mk) e) (= (i d) (i e)) (= (b d) (b "
         "e)))"
         " (= d e)))",
         "true"},
        {"(forall ((x U)) (= x x))", "true"},
        {"(forall ((s String)) (exists ((t String)) (= t (str.++ s s))))", "true"},
        {"(exists ((s String)) (forall ((t String)) (= s (str.++ t t))))", "false"},
        {"(forall ((i Int) (b (Array Int Int)))"
         " (=> (= b (store ((as const (Array Int Int)) 1) i 0)) (= (select b i) 0)))",
         "true"},
        {"(forall ((i Int)) (=> (distinct i 3) (= 0 (select (store ((as const (Array Int Int)) 0)"
         " 3 1) i))))",
         "true"},
        {"(forall ((i Int)) (= 0 (select (store ((as const (Array Int Int)) 0) 3 1) i)))", "false"},
    };
    for (size_t i = 0; i < LENGTH(cases); i++)
        assert_worth(&j, cases[i].formula, cases[i].worth);
    judging_free(&j);
}

/* Nothing is said of what the cases do not show. */
static void test_what_cases_cannot_decide(void **state) {
    static const char *const formulas[] = {
        "(forall ((x Int)) (exists ((y Int)) (or (= x (* 2 y)) (= x (+ 1 (* 2 y))))))",
        "(forall ((x Real) (y Real)) (>= (* x x) (- (* 2.0 x y) (* y y))))",
        "(forall ((s String)) (>= (str.len s) 0))",
        "(forall ((x Int)) (= (mod (+ x x) 2) 0))",
    };
    struct judging j = judging_of("(declare-sort U 0)");
    for (size_t i = 0; i < LENGTH(formulas); i++) {
        enum eval_result result = eval_result(j.eval, judge_term(&j, formulas[i]));
        if (result != EVAL_LIMIT)
            fail_msg("%s: %s", formulas[i], eval_result_name(result));
    }
    judging_free(&j);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(test_what_a_model_says_of_operators_counts),
        TEST(test_a_witness_is_some_number_with_its_property),
        TEST(test_algebraic_numbers),
        TEST(test_constructors_without_their_sort),
        TEST(test_functions_and_arrays),
        TEST(test_quantifiers_over_what_a_model_defines),
        TEST(test_quantifiers_are_decided_by_cases),
        TEST(test_what_cases_cannot_decide),
    };
    return RUN(tests);
}
