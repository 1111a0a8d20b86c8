/*
 * What the declarations of the theories Core, ArraysEx, Ints, Reals, Reals_Ints,
 * FixedSizeBitVectors and FloatingPoint, and that of the logic QF_BV, say in
 * formulas and examples. UnicodeStrings is in test_theory_texts_strings.c.
 */
#include "eval/verdicts.h"

#define NUMBERS                                                                                  \
    VALUES("0", "1", "2", "3", "7", "(- 1)", "(- 2)", "(- 3)", "(- 7)", "100000000000000000000", \
           "(- 100000000000000000001)")
#define REALS                                                                \
    VALUES("0.0", "1.0", "(- 1.0)", "0.5", "(- 1.3)", "2.0", "(/ 22.0 7.0)", \
           "(- 100000000000000000000.25)")

/* ---- Core ---- */

static void test_core_equality_is_identity_and_distinct_is_not(void **state) {
    struct judging j = judging_of("");
    assert_holds(&j, "(= (= x y) (not (distinct x y)))", AXES({"x", NUMBERS}, {"y", NUMBERS}));
    assert_holds(&j, "(= (= x y) (ite x y (not y)) (not (xor x y)))",
                 AXES({"x", VALUES("true", "false")}, {"y", VALUES("true", "false")}));
    assert_holds(&j,
                 "(and (= (=> x y z) (=> x (=> y z))) (= (xor x y z) (xor (xor x y) z))"
                 "     (= (and x y z) (and (and x y) z)) (= (or x y z) (or (or x y) z))"
                 "     (= (= x y z) (and (= x y) (= y z)))"
                 "     (= (distinct x y z) (and (distinct x y) (distinct x z) (distinct y z))))",
                 AXES({"x", VALUES("true", "false")}, {"y", VALUES("true", "false")},
                      {"z", VALUES("true", "false")}));
    assert_worth(&j, "(ite true 1 2)", "1");
    assert_worth(&j, "(ite false 1 2)", "2");
    assert_worth(&j, "(distinct 1 2 3)", "true");
    assert_worth(&j, "(distinct 1 2 1)", "false");
    judging_free(&j);
}

/* ---- ArraysEx ---- */

#define ARRAYS                                                                 \
    VALUES("((as const (Array Int Int)) 0)", "((as const (Array Int Int)) 1)", \
           "(store ((as const (Array Int Int)) 0) 1 5)",                       \
           "(store (store ((as const (Array Int Int)) 0) 2 5) 1 0)")

static void test_arrays_axioms_hold(void **state) {
    struct judging j = judging_of("");
    const char *const *few = VALUES("0", "1", "2", "5");
    assert_holds(&j, "(= (select (store a i e) i) e)", AXES({"a", ARRAYS}, {"i", few}, {"e", few}));
    assert_holds(&j, "(=> (distinct i j) (= (select (store a i e) j) (select a j)))",
                 AXES({"a", ARRAYS}, {"i", few}, {"j", few}, {"e", few}));
    /* Extensionality, and its converse, over a finite sort of indices. */
    assert_worth(&j,
                 "(forall ((a (Array (_ BitVec 2) Bool)) (b (Array (_ BitVec 2) Bool)))"
                 " (= (forall ((i (_ BitVec 2))) (= (select a i) (select b i))) (= a b)))",
                 "true");
    assert_holds(&j,
                 "(=> (and (= (select a 0) (select b 0)) (= (select a 1) (select b 1))"
                 "         (= (select a 2) (select b 2)) (= (select a 3) (select b 3)))"
                 "    (= a b))",
                 AXES({"a", ARRAYS}, {"b", ARRAYS}));
    /* The same contents, however they came about. */
    assert_worth(&j,
                 "(= (store (store ((as const (Array Int Int)) 0) 1 2) 3 4)"
                 "   (store (store (store ((as const (Array Int Int)) 0) 3 4) 1 7) 1 2))",
                 "true");
    assert_worth(&j,
                 "(= (store ((as const (Array Int Int)) 0) 1 0) ((as const (Array Int Int)) 0))",
                 "true");
    assert_worth(&j,
                 "(= (store ((as const (Array Bool Int)) 0) true 1)"
                 "   (store ((as const (Array Bool Int)) 1) false 0))",
                 "true");
    judging_free(&j);
}

/* ---- Ints ---- */

static void test_ints_div_and_mod_satisfy_their_formula(void **state) {
    struct judging j = judging_of("");
    assert_holds(&j,
                 "(=> (distinct n 0) (let ((q (div m n)) (r (mod m n)))"
                 "  (and (= m (+ (* n q) r)) (<= 0 r (- (abs n) 1)))))",
                 AXES({"m", NUMBERS}, {"n", NUMBERS}));
    /* The note: a floor for n > 0, a ceiling for n < 0. */
    assert_holds(&j,
                 "(=> (distinct n 0) (= (div m n) (ite (> n 0)"
                 "  (to_int (/ (to_real m) (to_real n)))"
                 "  (- (to_int (- (/ (to_real m) (to_real n))))))))",
                 AXES({"m", NUMBERS}, {"n", NUMBERS}));
    assert_worth(&j, "(div (- 7) 2)", "(- 4)");
    assert_worth(&j, "(div (- 7) (- 2))", "4");
    assert_worth(&j, "(div 7 (- 2))", "(- 3)");
    assert_worth(&j, "(mod (- 7) (- 2))", "1");
    assert_undecided(&j, "(div 1 0)", EVAL_NEEDS_CHOICE);
    assert_undecided(&j, "(mod 1 0)", EVAL_NEEDS_CHOICE);
    judging_free(&j);
}

static void test_ints_powers_satisfy_their_formulas(void **state) {
    struct judging j = judging_of("");
    const char *const *negative = VALUES("(- 1)", "(- 2)", "(- 3)", "(- 8)");
    assert_worth(&j, "(= (** 0 0) 1)", "true");
    assert_holds(&j, "(= (** m n) (div 1 (** m (- n))))",
                 AXES({"m", VALUES("1", "(- 1)", "2", "(- 2)", "9")}, {"n", negative}));
    assert_holds(&j, "(= (** 0 n) (div 1 0))", AXES({"n", negative}));
    assert_holds(&j, "(= (** m n) (** m (- n)))",
                 AXES({"m", VALUES("1", "(- 1)")}, {"n", negative}));
    assert_holds(&j, "(= (** m n) 0)",
                 AXES({"m", VALUES("2", "3", "(- 2)", "(- 77)")}, {"n", negative}));
    assert_holds(&j, "(= (** m (+ n 1)) (* m (** m n)))",
                 AXES({"m", NUMBERS}, {"n", VALUES("0", "1", "2", "5")}));
    judging_free(&j);
}

static void test_ints_other_functions_are_as_expected(void **state) {
    struct judging j = judging_of("");
    assert_holds(&j,
                 "(and (= (abs m) (ite (< m 0) (- m) m)) (= ((_ divisible 3) m) (= (mod m 3) 0))"
                 "     (= (- m) (- 0 m)) (= ((_ divisible 1) m) true))",
                 AXES({"m", NUMBERS}));
    assert_holds(&j,
                 "(and (= (<= m n) (not (> m n))) (= (< m n) (> n m)) (= (>= m n) (<= n m))"
                 "     (= (- m n) (+ m (- n))) (= (< m n) (and (<= m n) (distinct m n))))",
                 AXES({"m", NUMBERS}, {"n", NUMBERS}));
    assert_holds(&j,
                 "(and (= (< m n k) (and (< m n) (< n k))) (= (- m n k) (- (- m n) k))"
                 "     (= (* m (+ n k)) (+ (* m n) (* m k))))",
                 AXES({"m", NUMBERS}, {"n", VALUES("0", "5", "(- 5)")}, {"k", NUMBERS}));
    assert_worth(&j, "(div 100 7 2)", "7"); /* (100 div 7) div 2 */
    judging_free(&j);
}

/* ---- Reals, Reals_Ints ---- */

static void test_reals_are_a_closed_field(void **state) {
    struct judging j = judging_of("");
    assert_holds(&j,
                 "(and (= (+ x 0.0) x) (= (+ x (- x)) 0.0) (= (* x 1.0) x) (<= x x)"
                 "     (or (= x 0.0) (= (* x (/ 1.0 x)) 1.0)))",
                 AXES({"x", REALS}));
    assert_holds(
        &j,
        "(and (= (+ x y) (+ y x)) (= (* x y) (* y x)) (or (<= x y) (<= y x))"
        "     (=> (and (<= x y) (<= y x)) (= x y)) (=> (distinct y 0.0) (= (* (/ x y) y) x))"
        "     (distinct (+ (* x x) (* y y)) (- 1.0)))",
        AXES({"x", REALS}, {"y", REALS}));
    assert_holds(&j,
                 "(and (= (+ (+ x y) z) (+ x (+ y z))) (= (* (* x y) z) (* x (* y z)))"
                 "     (= (* x (+ y z)) (+ (* x y) (* x z))) (= (* (+ x y) z) (+ (* x z) (* y z)))"
                 "     (=> (and (<= x y) (<= y z)) (<= x z)))",
                 AXES({"x", REALS}, {"y", REALS}, {"z", REALS}));
    judging_free(&j);
}

static void test_reals_division_by_zero_may_be_every_value(void **state) {
    const char *const *reals = REALS;
    for (size_t i = 0; reals[i] != NULL; i++)
        for (size_t k = 0; reals[k] != NULL; k++) {
            struct strbuf script = {0};
            strbuf_printf(&script, "(assert (= %s (/ %s 0.0)))", reals[i], reals[k]);
            assert_judged(strbuf_text(&script), ALONE, VERDICT_TRUE);
            strbuf_free(&script);
        }
    /* But it is one value. */
    assert_judged("(assert (= 1.0 (/ 3.0 0.0)))(assert (= 2.0 (/ 3.0 0.0)))", ALONE, VERDICT_FALSE);
}

static void test_reals_ints_conversions_are_floors_and_injections(void **state) {
    struct judging j = judging_of("");
    assert_worth(&j, "(to_int (- 1.3))", "(- 2)"); /* not -1 */
    assert_holds(&j,
                 "(and (= (is_int x) (= x (to_real (to_int x)))) (<= (to_real (to_int x)) x)"
                 "     (< x (to_real (+ 1 (to_int x)))))",
                 AXES({"x", REALS}));
    assert_holds(&j, "(and (= (to_int (to_real m)) m) (is_int (to_real m)))", AXES({"m", NUMBERS}));
    judging_free(&j);
}

/* ---- FixedSizeBitVectors, QF_BV ---- */

/* The text with the width m for @m, m - 1 for @h and m - 2 for @l. */
static void for_width(struct strbuf *out, const char *text, int m) {
    strbuf_clear(out);
    for (; *text != '\0'; text++)
        if (*text == '@') {
            text++;
            strbuf_printf(out, "%d", *text == 'm' ? m : *text == 'h' ? m - 1 : m - 2);
        } else
            strbuf_add_char(out, *text);
}

/* For all s and t of every width from `least` to 4. */
static void assert_bv_holds(const char *formula, int least) {
    struct judging j = judging_of("");
    struct strbuf quantified = {0}, text = {0};
    strbuf_printf(&quantified, "(forall ((s (_ BitVec @m)) (t (_ BitVec @m))) %s)", formula);
    for (int m = least; m <= 4; m++) {
        for_width(&text, strbuf_text(&quantified), m);
        assert_worth(&j, strbuf_text(&text), "true");
    }
    strbuf_free(&quantified);
    strbuf_free(&text);
    judging_free(&j);
}

static void test_bv_operations_are_those_of_their_numbers(void **state) {
    static const char *const formulas[] = {
        "(= (bvneg s) ((_ int_to_bv @m) (- (** 2 @m) (ubv_to_int s))))",
        "(= (bvadd s t) ((_ int_to_bv @m) (+ (ubv_to_int s) (ubv_to_int t))))",
        "(= (bvmul s t) ((_ int_to_bv @m) (* (ubv_to_int s) (ubv_to_int t))))",
        "(= (bvudiv s t) (ite (= (ubv_to_int t) 0) (bvnot (_ bv0 @m))"
        "  ((_ int_to_bv @m) (div (ubv_to_int s) (ubv_to_int t)))))",
        "(= (bvurem s t) (ite (= (ubv_to_int t) 0) s"
        "  ((_ int_to_bv @m) (mod (ubv_to_int s) (ubv_to_int t)))))",
        "(= (bvshl s t) ((_ int_to_bv @m) (* (ubv_to_int s) (** 2 (ubv_to_int t)))))",
        "(= (bvlshr s t) ((_ int_to_bv @m) (div (ubv_to_int s) (** 2 (ubv_to_int t)))))",
        "(= (bvult s t) (< (ubv_to_int s) (ubv_to_int t)))",
        "(= (bvnego s) (= (sbv_to_int s) (- (** 2 @h))))",
        "(= (bvuaddo s t) (>= (+ (ubv_to_int s) (ubv_to_int t)) (** 2 @m)))",
        "(= (bvumulo s t) (>= (* (ubv_to_int s) (ubv_to_int t)) (** 2 @m)))",
        "(let ((n (+ (sbv_to_int s) (sbv_to_int t))))"
        "  (= (bvsaddo s t) (or (>= n (** 2 @h)) (< n (- (** 2 @h))))))",
        "(let ((n (* (sbv_to_int s) (sbv_to_int t))))"
        "  (= (bvsmulo s t) (or (>= n (** 2 @h)) (< n (- (** 2 @h))))))",
        "(= (sbv_to_int s) (ite (= ((_ extract @h @h) s) #b0) (ubv_to_int s)"
        "  (- (ubv_to_int s) (** 2 @m))))",
        "(and (= ((_ int_to_bv @m) (ubv_to_int s)) s) (= ((_ int_to_bv @m) (sbv_to_int s)) s))",
        "(= (ubv_to_int (concat s t)) (+ (* (** 2 @m) (ubv_to_int s)) (ubv_to_int t)))",
        "(and (= ((_ extract @h 0) s) s) (= ((_ extract @h 0) (concat t s)) s))",
    };
    for (size_t i = 0; i < LENGTH(formulas); i++)
        assert_bv_holds(formulas[i], 1);
}

static void test_bv_bitwise_operations_are_those_of_their_bits(void **state) {
    struct judging j = judging_of("");
    const char *const *bits = VALUES("#b0", "#b1");
    assert_holds(&j,
                 "(and (= (bvnot s) (ite (= s #b0) #b1 #b0)) (= (bvand s t) (ite (= s #b0) #b0 t))"
                 "     (= (bvor s t) (ite (= s #b1) #b1 t)))",
                 AXES({"s", bits}, {"t", bits}));
    judging_free(&j);
    static const char *const operators[] = {"bvand", "bvor", "bvxor", "bvnand", "bvnor", "bvxnor"};
    for (size_t i = 0; i < LENGTH(operators); i++) {
        struct strbuf formula = {0};
        strbuf_printf(&formula,
                      "(= (%s s t) (concat (%s ((_ extract @h @h) s) ((_ extract @h @h) t))"
                      "  (%s ((_ extract @l 0) s) ((_ extract @l 0) t))))",
                      operators[i], operators[i], operators[i]);
        assert_bv_holds(strbuf_text(&formula), 2);
        strbuf_free(&formula);
    }
    assert_bv_holds("(= (bvnot s) (concat (bvnot ((_ extract @h @h) s))"
                    "  (bvnot ((_ extract @l 0) s))))",
                    2);
}

static void test_bv_literals_and_examples(void **state) {
    struct judging j = judging_of("");
    assert_worth(&j, "#xFF", "#b11111111");
    assert_worth(&j, "(_ bv13 32)", "#x0000000d");
    assert_worth(&j, "((_ int_to_bv 4) (- 7))", "#b1001");
    assert_worth(&j, "((_ int_to_bv 4) 9)", "#b1001");
    assert_worth(&j, "(concat #b10 #b011)", "#b10011");
    assert_worth(&j, "((_ extract 3 1) #b10110)", "#b011");
    judging_free(&j);
}

static void test_bv_abbreviations_stand_for_what_qf_bv_says(void **state) {
    static const char *const formulas[] = {
        "(= (bvnand s t) (bvnot (bvand s t)))",
        "(= (bvnor s t) (bvnot (bvor s t)))",
        "(= (bvxor s t) (bvor (bvand s (bvnot t)) (bvand (bvnot s) t)))",
        "(= (bvxnor s t) (bvor (bvand s t) (bvand (bvnot s) (bvnot t))))",
        "(= (bvcomp s t) (ite (= s t) #b1 #b0))",
        "(= (bvsub s t) (bvadd s (bvneg t)))",
        "(let ((?s ((_ extract @h @h) s)) (?t ((_ extract @h @h) t)))"
        "  (= (bvsdiv s t) (ite (and (= ?s #b0) (= ?t #b0)) (bvudiv s t)"
        "    (ite (and (= ?s #b1) (= ?t #b0)) (bvneg (bvudiv (bvneg s) t))"
        "    (ite (and (= ?s #b0) (= ?t #b1)) (bvneg (bvudiv s (bvneg t)))"
        "         (bvudiv (bvneg s) (bvneg t)))))))",
        "(let ((?s ((_ extract @h @h) s)) (?t ((_ extract @h @h) t)))"
        "  (= (bvsrem s t) (ite (and (= ?s #b0) (= ?t #b0)) (bvurem s t)"
        "    (ite (and (= ?s #b1) (= ?t #b0)) (bvneg (bvurem (bvneg s) t))"
        "    (ite (and (= ?s #b0) (= ?t #b1)) (bvurem s (bvneg t))"
        "         (bvneg (bvurem (bvneg s) (bvneg t))))))))",
        "(let ((?s ((_ extract @h @h) s)) (?t ((_ extract @h @h) t)))"
        "  (let ((abs_s (ite (= ?s #b0) s (bvneg s))) (abs_t (ite (= ?t #b0) t (bvneg t))))"
        "  (let ((u (bvurem abs_s abs_t)))"
        "  (= (bvsmod s t) (ite (= u (_ bv0 @m)) u (ite (and (= ?s #b0) (= ?t #b0)) u"
        "    (ite (and (= ?s #b1) (= ?t #b0)) (bvadd (bvneg u) t)"
        "    (ite (and (= ?s #b0) (= ?t #b1)) (bvadd u t) (bvneg u)))))))))",
        "(= (bvule s t) (or (bvult s t) (= s t)))",
        "(= (bvugt s t) (bvult t s))",
        "(= (bvuge s t) (or (bvult t s) (= s t)))",
        "(= (bvslt s t) (or (and (= ((_ extract @h @h) s) #b1) (= ((_ extract @h @h) t) #b0))"
        "  (and (= ((_ extract @h @h) s) ((_ extract @h @h) t)) (bvult s t))))",
        "(= (bvsle s t) (or (and (= ((_ extract @h @h) s) #b1) (= ((_ extract @h @h) t) #b0))"
        "  (and (= ((_ extract @h @h) s) ((_ extract @h @h) t)) (bvule s t))))",
        "(= (bvsgt s t) (bvslt t s))",
        "(= (bvsge s t) (bvsle t s))",
        "(= (bvusubo s t) (bvult s t))",
        "(= (bvssubo s t) (ite (bvnego t) (bvsge s (_ bv0 @m)) (bvsaddo s (bvneg t))))",
        "(= (bvsdivo s t) (and (bvnego s) (= t (bvnot (_ bv0 @m)))))",
        "(= (bvashr s t) (ite (= ((_ extract @h @h) s) #b0) (bvlshr s t)"
        "  (bvnot (bvlshr (bvnot s) t))))",
        "(and (= ((_ repeat 1) t) t) (= ((_ repeat 3) t) (concat t ((_ repeat 2) t))))",
        "(and (= ((_ zero_extend 0) t) t) (= ((_ zero_extend 2) t) (concat ((_ repeat 2) #b0) t)))",
        "(and (= ((_ sign_extend 0) t) t) (= ((_ sign_extend 2) t)"
        "  (concat ((_ repeat 2) ((_ extract @h @h) t)) t)))",
        "(and (= ((_ rotate_left 0) t) t) (= ((_ rotate_right 0) t) t))",
        "(= ((_ rotate_left 1) ((_ rotate_right 1) t)) ((_ rotate_left @m) t) t)",
        "(= (bvxor s t s) (bvxor (bvxor s t) s) t)",
    };
    static const char *const wider[] = {
        "(= (bvcomp s t) (bvand (bvxnor ((_ extract @h @h) s) ((_ extract @h @h) t))"
        "  (bvcomp ((_ extract @l 0) s) ((_ extract @l 0) t))))",
        "(= ((_ rotate_left 3) t) ((_ rotate_left 2)"
        "  (concat ((_ extract @l 0) t) ((_ extract @h @h) t))))",
        "(= ((_ rotate_right 3) t) ((_ rotate_right 2)"
        "  (concat ((_ extract 0 0) t) ((_ extract @h 1) t))))",
    };
    for (size_t i = 0; i < LENGTH(formulas); i++)
        assert_bv_holds(formulas[i], 1);
    for (size_t i = 0; i < LENGTH(wider); i++)
        assert_bv_holds(wider[i], 2);
}

/* ---- FloatingPoint ---- */

static void test_fp_values_have_the_representations_of_the_text(void **state) {
    struct judging j = judging_of("");
    assert_worth(&j, "(_ +oo 2 3)", "(fp #b0 #b11 #b00)");
    assert_worth(&j, "(_ +zero 2 4)", "(fp #b0 #b00 #b000)");
    assert_worth(&j, "(_ -zero 3 2)", "(fp #b1 #b000 #b0)");
    assert_worth(&j, "(_ NaN 2 2)", "(fp #b0 #b11 #b1)");
    assert_worth(&j, "(_ NaN 2 2)", "(fp #b1 #b11 #b1)");
    assert_worth(&j, "(_ +oo 2 2)", "(fp #b0 #b11 #b0)");
    assert_worth(&j, "(_ -oo 2 2)", "(fp #b1 #b11 #b0)");
    assert_worth(&j,
                 "(forall ((t (_ BitVec 1)) (s (_ BitVec 3)))"
                 " (= (fp.isNaN (fp t #b111 s)) (distinct s #b000)))",
                 "true");
    assert_worth(&j,
                 "(and (= roundNearestTiesToEven RNE) (= roundNearestTiesToAway RNA) (= "
                 "roundTowardPositive RTP)"
                 " (= roundTowardNegative RTN) (= roundTowardZero RTZ)"
                 " (distinct RNE RNA RTP RTN RTZ))",
                 "true");
    assert_worth(&j, "(= ((_ to_fp 8 24) #x3f800000) (fp #b0 #x7f (_ bv0 23)))", "true");
    judging_free(&j);
}

/* The text has b[eb+sb-1:sb] and b[sb-1:0], as if the sign were twice there. */
static void test_fp_bits_are_sign_exponent_and_significand(void **state) {
    struct judging j = judging_of("");
    assert_worth(&j,
                 "(forall ((b (_ BitVec 6))) (= ((_ to_fp 3 3) b)"
                 " (fp ((_ extract 5 5) b) ((_ extract 4 2) b) ((_ extract 1 0) b))))",
                 "true");
    judging_free(&j);
}

/* For all x and y of a small format. */
static void assert_fp_holds(const char *formula) {
    struct judging j = judging_of("(define-sort F () (_ FloatingPoint 3 3))");
    struct strbuf text = {0};
    strbuf_printf(&text, "(forall ((x F) (y F)) %s)", formula);
    assert_worth(&j, strbuf_text(&text), "true");
    strbuf_free(&text);
    judging_free(&j);
}

static void test_fp_predicates_are_as_the_text_says(void **state) {
    static const char *const formulas[] = {
        /* all comparisons are false if an argument is NaN */
        "(=> (or (fp.isNaN x) (fp.isNaN y)) (not (or (fp.leq x y) (fp.lt x y) (fp.geq x y)"
        "  (fp.gt x y) (fp.eq x y))))",
        "(=> (and (fp.isZero x) (fp.isZero y)) (and (fp.eq x y) (fp.leq x y) (not (fp.lt x y))))",
        "(=> (and (fp.eq x y) (not (fp.isZero x))) (= x y))",
        "(= (fp.isZero x) (or (= x (_ +zero 3 3)) (= x (_ -zero 3 3))))",
        "(= (fp.isInfinite x) (or (= x (_ +oo 3 3)) (= x (_ -oo 3 3))))",
        "(= (fp.isNaN x) (= x (_ NaN 3 3)))",
        "(= (fp.isNegative x) (or (= x (_ -zero 3 3)) (fp.lt x (_ -zero 3 3))))",
        "(= (fp.isPositive x) (or (= x (_ +zero 3 3)) (fp.lt (_ +zero 3 3) x)))",
        /* each number is of one class */
        "(and (or (fp.isNormal x) (fp.isSubnormal x) (fp.isZero x) (fp.isInfinite x) (fp.isNaN x))"
        "  (= (fp.isNormal x) (not (or (fp.isSubnormal x) (fp.isZero x) (fp.isInfinite x)"
        "     (fp.isNaN x))))"
        "  (not (and (fp.isZero x) (fp.isSubnormal x))))",
        "(=> (not (or (fp.isNaN x) (fp.isInfinite x) (fp.isNaN y) (fp.isInfinite y)))"
        "  (and (= (fp.lt x y) (< (fp.to_real x) (fp.to_real y)))"
        "       (= (fp.eq x y) (= (fp.to_real x) (fp.to_real y)))))",
        "(and (= (fp.gt x y) (fp.lt y x)) (= (fp.geq x y) (fp.leq y x))"
        "  (= (fp.leq x y) (or (fp.lt x y) (fp.eq x y))))",
    };
    for (size_t i = 0; i < LENGTH(formulas); i++)
        assert_fp_holds(formulas[i]);
}

static void test_fp_conversions_among_formats_keep_what_is_no_number(void **state) {
    struct judging j = judging_of("");
    assert_worth(&j,
                 "(forall ((m RoundingMode)) (and (= ((_ to_fp 5 11) m (_ NaN 3 3)) (_ NaN 5 11))"
                 " (= ((_ to_fp 5 11) m (_ +oo 3 3)) (_ +oo 5 11))"
                 " (= ((_ to_fp 2 2) m (_ -oo 3 3)) (_ -oo 2 2))))",
                 "true");
    /* A wider format has all numbers of a narrower one. */
    assert_worth(&j,
                 "(forall ((m RoundingMode) (x (_ FloatingPoint 3 3)))"
                 " (= ((_ to_fp 3 3) m ((_ to_fp 5 11) m x)) x))",
                 "true");
    assert_worth(&j,
                 "(forall ((m RoundingMode) (x (_ FloatingPoint 3 3)))"
                 " (=> (not (or (fp.isNaN x) (fp.isInfinite x)))"
                 "     (= (fp.to_real ((_ to_fp 5 11) m x)) (fp.to_real x))))",
                 "true");
    judging_free(&j);
}

/* With y, what x becomes in the mode: no finite z is better. */
static void assert_rounds(struct judging *j, const char *mode, const char *no_better) {
    struct strbuf formula = {0};
    strbuf_printf(&formula,
                  "(let ((y ((_ to_fp 3 3) %s x))) (forall ((z F))"
                  " (=> (not (or (fp.isNaN z) (fp.isInfinite z) (fp.isInfinite y)))"
                  "  (let ((y (fp.to_real y)) (z (fp.to_real z))) %s))))",
                  mode, no_better);
    assert_holds(j, strbuf_text(&formula),
                 AXES({"x", VALUES("0.0", "0.03", "0.0625", "0.09375", "(- 0.1)", "0.3", "1.0",
                                   "1.1", "1.125", "(- 1.375)", "6.9", "7.0", "13.0", "(- 14.0)",
                                   "(/ 1.0 3.0)", "(- 2.25)", "2.75")}));
    strbuf_free(&formula);
}

static void test_fp_rounding_takes_the_closest_by_the_mode(void **state) {
    struct judging j = judging_of("(define-sort F () (_ FloatingPoint 3 3))"
                                  "(define-fun d ((x Real) (y Real)) Real"
                                  " (ite (< x y) (- y x) (- x y)))");
    assert_rounds(&j, "RTP", "(and (>= y x) (not (and (>= z x) (< z y))))");
    assert_rounds(&j, "RTN", "(and (<= y x) (not (and (<= z x) (> z y))))");
    assert_rounds(&j, "RTZ",
                  "(and (<= (d y 0.0) (d x 0.0))"
                  "     (not (and (<= (d z 0.0) (d x 0.0)) (< (d z x) (d y x)))))");
    assert_rounds(&j, "RNE", "(<= (d y x) (d z x))");
    assert_rounds(&j, "RNA",
                  "(and (<= (d y x) (d z x))"
                  "     (=> (= (d y x) (d z x)) (>= (d y 0.0) (d z 0.0))))");
    judging_free(&j);
}

static void test_fp_conversions_to_others_are_open_where_the_text_says(void **state) {
    struct judging j = judging_of("(define-sort F () (_ FloatingPoint 4 5))");
    static const char *const open[] = {
        "((_ fp.to_ubv 3) RNE (_ NaN 4 5))",
        "((_ fp.to_ubv 3) RNE (_ +oo 4 5))",
        "((_ fp.to_sbv 3) RNE (_ -oo 4 5))",
        "((_ fp.to_ubv 3) RTZ ((_ to_fp 4 5) RNE 8.0))",
        "((_ fp.to_ubv 3) RTN ((_ to_fp 4 5) RNE (- 1.0)))",
        "((_ fp.to_ubv 3) RTN ((_ to_fp 4 5) RNE (- 0.5)))",
        "((_ fp.to_ubv 3) RTP ((_ to_fp 4 5) RNE 7.5))",
        "((_ fp.to_sbv 3) RNE ((_ to_fp 4 5) RNE 4.0))",
        "((_ fp.to_sbv 3) RNE ((_ to_fp 4 5) RNE (- 5.0)))",
        "(fp.to_real (_ NaN 4 5))",
        "(fp.to_real (_ -oo 4 5))",
    };
    for (size_t i = 0; i < LENGTH(open); i++)
        assert_undecided(&j, open[i], EVAL_NEEDS_CHOICE);
    assert_worth(&j, "((_ fp.to_ubv 3) RTZ ((_ to_fp 4 5) RNE 7.5))", "#b111");
    assert_worth(&j, "((_ fp.to_ubv 3) RTZ ((_ to_fp 4 5) RNE (- 0.5)))", "#b000");
    assert_worth(&j, "((_ fp.to_sbv 3) RNE ((_ to_fp 4 5) RNE (- 4.0)))", "#b100");
    assert_worth(&j, "((_ fp.to_sbv 3) RNE ((_ to_fp 4 5) RNE 2.5))", "#b010");
    assert_worth(&j, "((_ fp.to_sbv 3) RNA ((_ to_fp 4 5) RNE 2.5))", "#b011");
    /* Integers come back, where they fit. */
    assert_worth(&j,
                 "(forall ((m RoundingMode) (b (_ BitVec 4)))"
                 " (= ((_ fp.to_ubv 4) m ((_ to_fp_unsigned 4 5) m b)) b))",
                 "true");
    assert_worth(&j,
                 "(forall ((m RoundingMode) (b (_ BitVec 4)))"
                 " (= ((_ fp.to_sbv 4) m ((_ to_fp 4 5) m b)) b))",
                 "true");
    judging_free(&j);
}

static void test_fp_to_real_of_nan_may_be_everything(void **state) {
    static const char *const others[] = {
        "(fp #b0 #x7f #b00000000000000000000000)", "(fp #b1 #x00 #b00000000000000000000000)",
        "(fp #b0 #xff #b00000000000000000000000)", "(fp #b1 #xff #b10000000000000000000000)",
        "(fp #b1 #x01 #b00000000000000000000001)",
    };
    for (size_t i = 0; i < LENGTH(others); i++) {
        struct strbuf script = {0};
        strbuf_printf(&script, "(assert (= (fp.to_real (_ NaN 8 24)) (fp.to_real %s)))", others[i]);
        assert_judged(strbuf_text(&script), ALONE, VERDICT_TRUE);
        strbuf_free(&script);
    }
    /* The encoding that the text recommends. */
    assert_judged("(declare-fun b () (_ BitVec 6))"
                  "(assert (= ((_ to_fp 3 3) b) (fp #b1 #b010 #b11)))"
                  "(assert (distinct b #b101011))",
                  ALONE, VERDICT_FALSE);
    assert_judged("(declare-fun b () (_ BitVec 6))(assert (= ((_ to_fp 3 3) b) (_ NaN 3 3)))"
                  "(assert (distinct b #b011101))",
                  ALONE, VERDICT_TRUE);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(test_core_equality_is_identity_and_distinct_is_not),
        TEST(test_arrays_axioms_hold),
        TEST(test_ints_div_and_mod_satisfy_their_formula),
        TEST(test_ints_powers_satisfy_their_formulas),
        TEST(test_ints_other_functions_are_as_expected),
        TEST(test_reals_are_a_closed_field),
        TEST(test_reals_division_by_zero_may_be_every_value),
        TEST(test_reals_ints_conversions_are_floors_and_injections),
        TEST(test_bv_operations_are_those_of_their_numbers),
        TEST(test_bv_bitwise_operations_are_those_of_their_bits),
        TEST(test_bv_literals_and_examples),
        TEST(test_bv_abbreviations_stand_for_what_qf_bv_says),
        TEST(test_fp_values_have_the_representations_of_the_text),
        TEST(test_fp_bits_are_sign_exponent_and_significand),
        TEST(test_fp_predicates_are_as_the_text_says),
        TEST(test_fp_conversions_among_formats_keep_what_is_no_number),
        TEST(test_fp_rounding_takes_the_closest_by_the_mode),
        TEST(test_fp_conversions_to_others_are_open_where_the_text_says),
        TEST(test_fp_to_real_of_nan_may_be_everything),
    };
    return RUN(tests);
}
