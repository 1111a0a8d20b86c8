#include "lang/canonical.h"
#include "lang/reading.h"

/* The canonical form; the caller frees it. */
static char *canonical(const char *text) {
    struct reading r = reading_of(text);
    struct canonical_names names;
    struct strbuf out = {0};
    canonical_make(r.table, &r.script, &names);
    printer_set_names(r.printer, names.funs.at, names.decls.at);
    printer_add_script(r.printer, &r.script, &out);
    printer_set_names(r.printer, NULL, NULL);
    canonical_names_release(&names);
    reading_free(&r);
    return strbuf_detach(&out);
}

static void is_canonically(const char *text, const char *expected) {
    assert_text(canonical(text), expected);
    assert_text(canonical(expected), expected);
}

static void are_equal(const char *a, const char *b) {
    char *text = canonical(a);
    assert_text(canonical(b), text);
    assert_text(canonical(text), text);
    mem_free(text);
}

static void differ(const char *a, const char *b) {
    char *first = canonical(a), *second = canonical(b);
    assert_string_not_equal(first, second);
    mem_free(first);
    mem_free(second);
}

static void names_tell_the_place_of_a_declaration(void **state) {
    is_canonically("(declare-sort Elem 0)(declare-fun g (Elem Int) Elem)(declare-const c Elem)"
                   "(assert (= (g c 1) c))",
                   "(declare-sort S1 0)\n(declare-fun f1 (S1 Int) S1)\n(declare-const f2 S1)\n"
                   "(assert (= (f1 f2 1) f2))\n");
}

static void comments_layout_lets_and_names_do_not_matter(void **state) {
    are_equal(
        "; hello\n\n(declare-const x Int) ; x\n(assert (let ((y (+ x 1))) (> y 0)))\n\n(check-sat)",
        "(declare-const zz Int)(assert (> (+ zz 1) 0))(check-sat)");
}

static void names_of_bound_variables_do_not_matter(void **state) {
    are_equal("(assert (forall ((x Int) (y Int)) (exists ((z Int)) (> z x y))))",
              "(assert (forall ((b Int) (a Int)) (exists ((b2 Int)) (> b2 b a))))");
    are_equal("(assert (forall ((x Int)) (exists ((x Int)) (> x 0))))",
              "(assert (forall ((y Int)) (exists ((x Int)) (> x 0))))");
    are_equal("(define-fun f ((x Int) (y Int)) Int (- x y))",
              "(define-fun g ((y Int) (x Int)) Int (- y x))");
    are_equal("(assert (= (lambda ((x Int)) x) (lambda ((y Int)) y)))",
              "(assert (= (lambda ((x Int)) x) (lambda ((x Int)) x)))");
}

static void what_variables_mean_does_matter(void **state) {
    differ("(assert (forall ((x Int) (y Int)) (> x y)))",
           "(assert (forall ((x Int) (y Int)) (> y x)))");
    differ("(assert (forall ((x Int)) (exists ((y Int)) (> x y))))",
           "(assert (forall ((x Int)) (exists ((y Int)) (> y x))))");
    differ("(assert (forall ((x Int)) (exists ((x Int)) (> x 0))))",
           "(assert (forall ((x Int)) (exists ((y Int)) (> x 0))))");
    differ("(assert (forall ((x Int)) (= x x)))", "(assert (forall ((x Real)) (= x x)))");
}

static void structure_does_matter(void **state) {
    differ("(assert true)", "(assert false)");
    differ("(declare-const x Int)(assert (> x 0))", "(declare-fun x () Int)(assert (> x 0))");
    differ("(declare-const x Int)(declare-const y Int)(assert (> x y))",
           "(declare-const x Int)(declare-const y Int)(assert (> y x))");
    differ("(push 1)", "(push 2)");
}

static void names_of_terms_follow_the_attributes(void **state) {
    are_equal("(declare-const p Bool)(assert (! p :named a))(assert (! (not p) :named b))"
              "(assert (or a b))",
              "(declare-const p Bool)(assert (! p :named x))(assert (! (not p) :named y))"
              "(assert (or x y))");
    differ("(declare-const p Bool)(assert (! p :named a))(assert (! (not p) :named b))(assert a)",
           "(declare-const p Bool)(assert (! p :named a))(assert (! (not p) :named b))(assert b)");
}

static void names_of_formulas_in_grammars_do_not_matter(void **state) {
    are_equal("(push 1)(declare-const a Bool)(assert a)(pop 1)(declare-const p Bool)"
              "(assert (! p :named a))(get-abduct A p ((G Bool)) ((G Bool (a p))))",
              "(push 1)(declare-const b Bool)(assert b)(pop 1)(declare-const q Bool)"
              "(assert (! q :named z))(get-abduct B q ((H Bool)) ((H Bool (z q))))");
}

static void how_a_function_is_applied_does_not_matter(void **state) {
    are_equal(
        "(declare-const g (-> Int Int))(declare-fun f (Int) Int)(assert (= (g 1) (f 2)))",
        "(declare-const h (-> Int Int))(declare-fun k (Int) Int)(assert (= (@ h 1) (@ k 2)))");
    are_equal("(assert (forall ((x (-> Int Int))) (= (x 1) 2)))",
              "(assert (forall ((y (-> Int Int))) (= (@ y 1) 2)))");
    are_equal("(declare-fun f (Int) Int)(declare-const f (-> Int Int))"
              "(assert (= 1 (@ (as f (-> Int Int)) 1)))",
              "(declare-fun f (Int) Int)(declare-const g (-> Int Int))(assert (= 1 (g 1)))");
}

static void sorts_of_what_is_mapped_do_not_matter(void **state) {
    are_equal("(declare-fun f (Int) Int)(declare-const a (Array Int Int))"
              "(assert (= ((_ map +) a a) ((_ map (f (Int) Int)) a)))",
              "(declare-fun f (Int) Int)(declare-const a (Array Int Int))"
              "(assert (= ((_ map (+ (Int Int) Int)) a a) ((_ map f) a)))");
}

static void names_of_formulas_that_are_given_again_do_not_matter(void **state) {
    are_equal("(push 1)(assert (! true :named a))(assert a)(pop 1)"
              "(assert (! true :named a))(assert (! false :named c))(assert (or a c))",
              "(push 1)(assert (! true :named x))(assert x)(pop 1)"
              "(assert (! true :named y))(assert (! false :named x))(assert (or y x))");
    are_equal("(assert (! true :named a))(reset-assertions)(assert (! false :named a))(assert a)",
              "(assert (! true :named a))(reset-assertions)(assert (! false :named b))(assert b)");
    differ("(push 1)(assert (! true :named a))(pop 1)(push 1)(assert (! true :named a))(assert a)",
           "(push 1)(assert (! true :named a))(push 1)(assert (! true :named b))(assert a)(pop 1)");
}

static void datatypes_get_names_too(void **state) {
    are_equal("(declare-datatypes ((L 1)) ((par (T) ((nil) (cons (hd T) (tl (L T)))))))"
              "(declare-const l (L Int))(assert (match l ((nil true) ((cons a b) (= a (hd b))))))",
              "(declare-datatypes ((M 1)) ((par (X) ((c) (d (e X) (g (M X)))))))"
              "(declare-const nil (M Int))(assert (match nil ((c true) ((d x y) (= x (e y))))))");
    are_equal("(define-sort A (X Y) (Array Y X))(declare-const a (A Int Bool))",
              "(define-sort B (V W) (Array W V))(declare-const b (B Int Bool))");
}

static void commands_of_solvers_get_canonical_names_too(void **state) {
    is_canonically("(declare-sort U 0)(declare-datatype L ((nil)))(declare-heap (U L))"
                   "(get-model-domain-elements U)",
                   "(declare-sort S1 0)\n(declare-datatype S2 ((f1)))\n(declare-heap (S1 S2))\n"
                   "(get-model-domain-elements S1)\n");
    is_canonically("(declare-const x Int)(assert-soft (> x 1) :weight 2 :id goal)"
                   "(minimize x :id |goal|)(maximize x :id x)",
                   "(declare-const f1 Int)\n(assert-soft (> f1 1) :weight 2 :id n2)\n"
                   "(minimize f1 :id n2)\n(maximize f1 :id n3)\n");
    is_canonically("(declare-const x Int)(get-interpolant I (let ((y (+ x 1))) (> y x)))"
                   "(get-abduct A (exists ((z Int)) (> z x)))",
                   "(declare-const f1 Int)\n(get-interpolant f2 (> (+ f1 1) f1))\n"
                   "(get-abduct f3 (exists ((v1.0 Int)) (> v1.0 f1)))\n");
    /* The nonterminals of a grammar are its own, and hide what the script declares. */
    is_canonically("(declare-const |x y| Int)(declare-const G Int)"
                   "(get-abduct A true ((G Bool) (H Int)) ((G Bool ((> H |x y|))) (H Int (1))))"
                   "(get-abduct A true ((H Bool)) ((H Bool ((> G |x y|)))))",
                   "(declare-const f1 Int)\n(declare-const f2 Int)\n"
                   "(get-abduct f3 true ((n4 Bool) (n5 Int)) "
                   "((n4 Bool ((> n5 f1))) (n5 Int (1))))\n"
                   "(get-abduct f6 true ((n7 Bool)) ((n7 Bool ((> f2 f1)))))\n");
    is_canonically("(declare-rel p (Int) interval_relation)(declare-var x Int)"
                   "(rule (=> (p x) (p (+ x 1))) step)(query p :print-answer true)",
                   "(declare-rel f1 (Int) interval_relation)\n(declare-var f2 Int)\n"
                   "(rule (=> (f1 f2) (f1 (+ f2 1))) n3)\n(query f1 :print-answer true)\n");
    /* Words of solvers stay, also if the script has them as names. */
    is_canonically("(declare-const smt Int)(check-sat-using (then simplify smt))",
                   "(declare-const f1 Int)\n(check-sat-using (then simplify smt))\n");
}

static void names_that_look_canonical_are_no_trouble(void **state) {
    are_equal("(declare-const f2 Int)(declare-const f1 Int)(declare-sort S2 0)(declare-sort S1 0)"
              "(declare-const c S1)(assert (forall ((v1.0 Int) (f1 Int)) (= f2 f1 v1.0)))",
              "(declare-const a Int)(declare-const b Int)(declare-sort A 0)(declare-sort B 0)"
              "(declare-const c B)(assert (forall ((x Int) (y Int)) (= a y x)))");
}

static void levels_may_use_a_name_again(void **state) {
    are_equal(
        "(push 1)(declare-const x Int)(assert (> x 0))(pop 1)(declare-const x Bool)(assert x)",
        "(push 1)(declare-const y Int)(assert (> y 0))(pop 1)(declare-const z Bool)(assert z)");
    are_equal("(declare-fun f (Int) Int)(declare-fun f (Bool) Int)(assert (= (f 1) (f true)))",
              "(declare-fun g (Int) Int)(declare-fun h (Bool) Int)(assert (= (g 1) (h true)))");
}

static void patterns_and_recursive_functions_are_taken_along(void **state) {
    are_equal(
        "(declare-fun f (Int) Int)(assert (forall ((x Int)) (! (> (f x) 0) :pattern ((f x)))))",
        "(declare-fun g (Int) Int)(assert (forall ((y Int)) (! (> (g y) 0) :pattern ((g y)))))");
    are_equal("(define-funs-rec ((e ((n Int)) Bool) (o ((n Int)) Bool)) ((o n) (e n)))",
              "(define-funs-rec ((a ((x Int)) Bool) (b ((y Int)) Bool)) ((b x) (a y)))");
    are_equal("(declare-sort-parameter A)(declare-fun id (A) A)(assert (id (= (id 1) 2)))",
              "(declare-sort-parameter B)(declare-fun f (B) B)(assert (f (= (f 1) 2)))");
}

static void sharing_below_several_binders_does_not_explode(void **state) {
    struct strbuf text = {0};
    static const char *const binders[] = {"forall", "exists", "forall"};
    static const char *const ops[] = {"+", "*", "-"};
    strbuf_add_text(&text, "(assert (and ");
    for (size_t b = 0; b < LENGTH(binders); b++) {
        strbuf_printf(&text, "(%s ((t0 Int)) ", binders[b]);
        for (int i = 1; i < 60; i++)
            strbuf_printf(&text, "(let ((t%d (%s t%d t%d))) ", i, ops[b], i - 1, i - 1);
        strbuf_add_text(&text, "(= t59 0)");
        strbuf_add_repeat(&text, ')', 60);
    }
    strbuf_add_text(&text, "))");
    char *first = canonical(strbuf_text(&text));
    assert_true(strlen(first) < 20000);
    assert_text(canonical(first), first);
    mem_free(first);
    strbuf_free(&text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(names_tell_the_place_of_a_declaration),
        TEST(names_of_formulas_in_grammars_do_not_matter),
        TEST(how_a_function_is_applied_does_not_matter),
        TEST(sorts_of_what_is_mapped_do_not_matter),
        TEST(names_of_formulas_that_are_given_again_do_not_matter),
        TEST(comments_layout_lets_and_names_do_not_matter),
        TEST(names_of_bound_variables_do_not_matter),
        TEST(what_variables_mean_does_matter),
        TEST(structure_does_matter),
        TEST(names_of_terms_follow_the_attributes),
        TEST(datatypes_get_names_too),
        TEST(commands_of_solvers_get_canonical_names_too),
        TEST(names_that_look_canonical_are_no_trouble),
        TEST(levels_may_use_a_name_again),
        TEST(patterns_and_recursive_functions_are_taken_along),
        TEST(sharing_below_several_binders_does_not_explode),
    };
    return RUN(tests);
}
