/* Semantic Fusion: the examples of the thesis, the traps, and what is refused. */
#include "gen/fusing.h"

#define MULTIPLY(sort, divide)                                                                    \
    "#begin multiply\n(declare-const x " sort ")(declare-const y " sort ")(declare-const z " sort \
    ")\n(assert (= z (* x y)))(assert (= x (" divide " z y)))(assert (= y (" divide               \
    " z x)))\n#end\n"

/* Enough for most tests, and tried in no time. */
static const char few[] =
    "#begin int-linear\n(declare-const x Int)(declare-const y Int)(declare-const z Int)"
    "(declare-const c1 Int)(declare-const c2 Int)(when (distinct c1 0))(when (distinct c2 0))"
    "(assert (= z (+ (* c1 x) (* c2 y))))(assert (= x (div (- z (* c2 y)) c1)))"
    "(assert (= y (div (- z (* c1 x)) c2)))(set-info :inverts always)\n#end\n"
    "#begin any-either\n(declare-sort-parameter A)(declare-const x A)(declare-const y A)"
    "(declare-const z A)(declare-const c Bool)(assert (= z (ite c x y)))"
    "(assert (= x (ite c z x)))(assert (= y (ite c y z)))(set-info :inverts "
    "always)\n#end\n" MULTIPLY("Int", "div");

static const char phi1[] = "(set-info :status sat)(declare-fun x () Int)(declare-fun w () Bool)"
                           "(assert (= x (- 1)))(assert (= w (= x (- 1))))(assert w)(check-sat)";
static const char phi2[] = "(set-info :status sat)(declare-fun y () Int)(declare-fun v () Bool)"
                           "(assert (= v (not (= y (- 1)))))(assert (ite v false (= y (- 1))))"
                           "(check-sat)";
static const char phi3[] = "(set-info :status unsat)(declare-fun x () Real)"
                           "(assert (not (= (+ (+ 1.0 x) 6.0) (+ 7.0 x))))(check-sat)";
static const char phi4[] =
    "(set-info :status unsat)(declare-fun y () Real)(declare-fun w () Real)(declare-fun v () Real)"
    "(assert (and (< y v) (>= w v) (< (/ w v) 0) (> y 0)))(check-sat)";

/* Looks for a test that prints like this. */
static void assert_comes_out(struct fusing *f, const char *expected) {
    for (uint64_t trail = 0; trail < 400; trail++) {
        if (!fusing_begin(f, "fusion", trail))
            fail_msg("%s", f->reason);
        for (int step = 0; step < 50 && fusing_next(f); step++)
            if (strcmp(f->text.at, expected) == 0)
                return;
    }
    fail_msg("never came out, the last was:\n%s", f->text.at);
}

static void figure_3_2_comes_out(void **state) {
    struct fusing f;
    fusing_init(&f, MULTIPLY("Int", "div"), phi1, phi2);
    assert_comes_out(&f, "(declare-fun x () Int)\n"
                         "(declare-fun w () Bool)\n"
                         "(declare-fun y () Int)\n"
                         "(declare-fun v () Bool)\n"
                         "(declare-fun z () Int)\n"
                         "(assert (= (div z y) (- 1)))\n"
                         "(assert (= w (= x (- 1))))\n"
                         "(assert w)\n"
                         "(assert (= v (not (= y (- 1)))))\n"
                         "(assert (ite v false (= (div z x) (- 1))))\n"
                         "(check-sat)\n");
    assert_int_equal(f.test.truth, TRUTH_SAT);
    assert_int_equal(f.test.basis, BASIS_WITNESS);
    assert_null(f.test.dropped);
    fusing_assert_witness(&f);
    fusing_release(&f);
}

static void figure_3_4_comes_out(void **state) {
    struct fusing f;
    fusing_init(&f, MULTIPLY("Real", "/"), phi3, phi4);
    assert_comes_out(&f, "(declare-fun x () Real)\n"
                         "(declare-fun y () Real)\n"
                         "(declare-fun w () Real)\n"
                         "(declare-fun v () Real)\n"
                         "(declare-fun z () Real)\n"
                         "(assert\n"
                         "  (or\n"
                         "    (not (= (+ (+ 1.0 (/ z y)) 6.0) (+ 7.0 x)))\n"
                         "    (and (< (/ z x) v) (>= w v) (< (/ w v) 0.0) (> (/ z x) 0.0))))\n"
                         "(assert (= z (* x y)))\n"
                         "(assert (= x (/ z y)))\n"
                         "(assert (= y (/ z x)))\n"
                         "(check-sat)\n");
    assert_int_equal(f.test.truth, TRUTH_UNSAT);
    assert_int_equal(f.test.basis, BASIS_CHAIN);
    fusing_release(&f);
}

/* ---- constraints ---- */

static size_t count(const char *text, const char *part) {
    size_t n = 0;
    for (const char *at = text; (at = strstr(at, part)) != NULL; at += strlen(part))
        n++;
    return n;
}

/* Every z of an unsat test has its equation, and every fused variable its own. */
static void assert_all_constraints(struct fusing *f, bool is_mixed) {
    size_t n_unsat = 0;
    for (uint64_t trail = 0; trail < 40; trail++) {
        assert_true(fusing_begin(f, "fusion", trail));
        for (int step = 0; step < 20 && fusing_next(f); step++) {
            if (f->test.truth != TRUTH_UNSAT)
                continue;
            size_t n_fused = count(f->text.at, "(declare-fun z");
            n_unsat++;
            assert_int_equal(count(f->text.at, "(assert (= z"), n_fused);
            assert_int_equal(count(f->text.at, "(* "), n_fused);
            /* The last formulas: z = f, x = r_x, y = r_y for each. */
            size_t n = f->test.script->commands.n - 1;
            for (size_t i = 0; i < n_fused; i++)
                for (size_t k = 0; k < 3; k++) {
                    term t = f->test.script->commands.at[n - 3 * (n_fused - i) + k].body;
                    assert_int_equal(term_op(f->table, t), OP_EQ);
                    term right = term_arg(f->table, t, 1);
                    assert_int_equal(term_op(f->table, right), k == 0 ? OP_REAL_MUL : OP_REAL_DIV);
                }
        }
    }
    assert_true(n_unsat > (is_mixed ? 100 : 700));
}

static void a_product_keeps_all_three_constraints(void **state) {
    struct fusing f;
    fusing_init(&f, MULTIPLY("Real", "/"),
                "(set-info :status unsat)(declare-fun a () Real)"
                "(assert (< a a))(check-sat)",
                "(set-info :status unsat)(declare-fun b () Real)(assert (< b b))(check-sat)");
    assert_all_constraints(&f, false);
    fusing_release(&f);
    fusing_init(&f, MULTIPLY("Real", "/"),
                "(set-info :status sat)(declare-fun a () Real)"
                "(assert (= a 1.0))(check-sat)",
                "(set-info :status unsat)(declare-fun b () Real)(assert (< b b))(check-sat)");
    assert_all_constraints(&f, true);
    fusing_release(&f);
}

/* ---- truth ---- */

static void mixed_fusion_goes_both_ways(void **state) {
    struct fusing f;
    size_t n_sat = 0, n_unsat = 0;
    fusing_init(&f, NULL, phi1,
                "(set-info :status unsat)(declare-fun y () Int)"
                "(assert (< y 0))(assert (> y 0))(check-sat)");
    for (uint64_t trail = 0; trail < 30; trail++) {
        assert_true(fusing_begin(&f, "fusion", trail));
        for (int step = 0; step < 20 && fusing_next(&f); step++) {
            n_sat += f.test.truth == TRUTH_SAT;
            n_unsat += f.test.truth == TRUTH_UNSAT;
            fusing_assert_witness(&f);
            bool is_or = strstr(f.text.at, "(or\n") != NULL || strstr(f.text.at, "(or ") != NULL;
            assert_int_equal(is_or, f.test.truth == TRUTH_SAT);
            if (f.test.truth == TRUTH_UNSAT)
                assert_non_null(strstr(f.text.at, "(assert (= z "));
        }
    }
    assert_true(n_sat > 100 && n_unsat > 100);
    fusing_release(&f);
}

static void witnesses_hold_where_division_is_open(void **state) {
    struct fusing f;
    size_t n_dropped = 0, n = 0;
    fusing_init(&f, MULTIPLY("Int", "div"),
                "(set-info :status sat)(declare-fun x () Int)(declare-fun u () Int)"
                "(assert (= x 0))(assert (= u 5))(check-sat)",
                "(set-info :status sat)(declare-fun y () Int)(declare-fun v () Int)"
                "(assert (= y 0))(assert (= v 7))(check-sat)");
    for (uint64_t trail = 0; trail < 40; trail++) {
        assert_true(fusing_begin(&f, "fusion", trail));
        for (int step = 0; step < 20 && fusing_next(&f); step++, n++) {
            fusing_assert_witness(&f);
            n_dropped += f.test.dropped != NULL;
        }
    }
    assert_true(n_dropped > 0 && n_dropped < n / 2); /* (div 0 0) cannot be both 5 and 7 */
    fusing_release(&f);
}

static void seeds_that_choose_differently_are_not_conjoined(void **state) {
    static const char one[] = "(set-info :status sat)(declare-fun x () Int)"
                              "(assert (= (div 0 0) 1))(assert (> x 0))(check-sat)";
    static const char two[] = "(set-info :status sat)(declare-fun y () Int)"
                              "(assert (= (div 0 0) 2))(assert (> y 0))(check-sat)";
    struct fusing f;
    fusing_init(&f, few, one, two);
    assert_true(f.seeds[0]->has_witness && f.seeds[1]->has_witness);
    for (uint64_t trail = 0; trail < 10; trail++) {
        assert_false(fusing_begin(&f, "fusion", trail));
        testing_assert_contains(f.reason, "choose differently");
    }
    assert_true(fusing_begin(&f, "concat", 0));
    assert_true(fusing_next(&f));
    assert_non_null(f.test.dropped);
    assert_true(fusing_next(&f)); /* one of them is enough for the other form */
    assert_null(f.test.dropped);
    fusing_assert_witness(&f);
    fusing_release(&f);
}

/* ---- names and declarations ---- */

static void sorts_and_functions_are_told_apart(void **state) {
    static const char one[] =
        "(set-info :status sat)(declare-sort U 0)(declare-datatype L ((nil) (cons (hd Int) (tl "
        "L))))"
        "(declare-fun a () U)(declare-fun x () Int)(declare-fun x_2 () Int)"
        "(define-fun two () Int 2)(declare-fun l () L)"
        "(declare-fun b () U)(assert (= b a))(assert (= x two))(assert (= x_2 1))"
        "(assert (= l (cons x nil)))(check-sat)";
    static const char two[] =
        "(set-info :status sat)(declare-sort U 0)(declare-datatype L ((nil) (cons (hd Int) (tl "
        "L))))"
        "(declare-fun a () U)(declare-fun b () U)(declare-fun x () Int)(declare-fun l () L)"
        "(define-fun two ((u Int)) Int (+ u 2))"
        "(assert (distinct a b))(assert (= (two x) 7))(assert (= (hd l) x))(check-sat)";
    struct fusing f;
    fusing_init(&f, few, one, two);
    for (uint64_t trail = 0; trail < 10; trail++) {
        if (!fusing_begin(&f, "fusion", trail))
            fail_msg("%s", f.reason);
        for (int step = 0; step < 10 && fusing_next(&f); step++) {
            struct term_table *other = term_table_new();
            struct strbuf error = {0};
            struct seed *again = seed_read(other, "again", strbuf_text(&f.text), f.text.n, &error);
            if (again == NULL)
                fail_msg("%s%s", strbuf_text(&error), f.text.at);
            seed_free(again);
            strbuf_free(&error);
            term_table_free(other);
            testing_assert_contains(f.text.at, "(declare-sort U 0)\n");
            testing_assert_contains(f.text.at, "(declare-sort U_2 0)\n");
            testing_assert_contains(f.text.at, "(declare-fun x_3 () Int)\n");
            testing_assert_contains(f.text.at, "(cons_2 (hd_2 Int) (tl_2 L_2))");
            testing_assert_contains(f.text.at, "(define-fun two_2 ((u Int)) Int (+ u 2))");
            fusing_assert_witness(&f);
        }
    }
    fusing_release(&f);
}

static void names_of_formulas_are_left_out(void **state) {
    struct fusing f;
    fusing_init(&f, few,
                "(set-info :status sat)(declare-fun x () Int)"
                "(assert (! (> x 0) :named p))(assert (=> p (< x 9)))(check-sat)",
                "(set-info :status sat)(declare-fun x () Int)"
                "(assert (! (< x 0) :named p))(check-sat)");
    assert_true(fusing_begin(&f, "concat", 0));
    assert_true(fusing_next(&f));
    assert_string_equal(f.text.at, "(declare-fun x () Int)\n(declare-fun x_2 () Int)\n"
                                   "(assert (> x 0))\n(assert (=> (> x 0) (< x 9)))\n"
                                   "(assert (< x_2 0))\n(check-sat)\n");
    fusing_assert_witness(&f);
    fusing_release(&f);
}

static void patterns_stay_as_they_are(void **state) {
    static const char quantified[] =
        "(set-info :status unsat)(declare-fun f (Int) Int)(declare-fun x () Int)"
        "(assert (forall ((k Int)) (! (> (f (+ k x)) k) :pattern ((f (+ k x))))))"
        "(assert (< x x))(check-sat)";
    struct fusing f;
    fusing_init(&f, few, quantified, quantified);
    for (uint64_t trail = 0; trail < 10; trail++) {
        assert_true(fusing_begin(&f, "fusion", trail));
        for (int step = 0; step < 10 && fusing_next(&f); step++) {
            testing_assert_contains(f.text.at, ":pattern ((f (+ k x)))");
            testing_assert_contains(f.text.at, ":pattern ((f_2 (+ k x_2)))");
        }
    }
    fusing_release(&f);
}

/* ---- refusals ---- */

static void assert_refused(const char *text, const char *reason) {
    struct fusing f;
    fusing_init(&f, few, text, phi1);
    const char *said = strategy_find("fusion")->refuse(f.gen, f.seeds[0]);
    if (said == NULL && !fusing_begin(&f, "fusion", 0))
        said = f.reason;
    assert_non_null(said);
    testing_assert_contains(said, reason);
    fusing_release(&f);
}

static void what_cannot_be_fused_is_refused_with_a_reason(void **state) {
    assert_refused("(declare-fun x () Int)(push 1)(assert (> x 0))(check-sat)(pop 1)", "push");
    assert_refused("(declare-fun x () Int)(check-sat)(assert (> x 0))(check-sat)",
                   "several checks");
    assert_refused("(set-info :status sat)(declare-fun f (Int) Int)"
                   "(assert (forall ((x Int)) (> (f x) x)))(check-sat)",
                   "no witness known (momus seeds label finds one)");
    assert_refused("(set-info :status unsat)(assert (< 1 0))(check-sat)", "no variables");
    assert_refused("(set-info :status sat)(declare-fun x () Int)(check-sat)", "asserts nothing");
    assert_refused("(set-info :status sat)(declare-fun x () Int)(assert (! (> x 0) :named p))"
                   "(define-fun q () Bool (not p))(assert (not q))(check-sat)",
                   "a definition uses the name");
}

/* ---- the same again ---- */

static void an_id_gives_the_same_bytes(void **state) {
    struct fusing a, b;
    fusing_init(&a, NULL, phi1, phi2);
    fusing_init(&b, NULL, phi1, phi2);
    assert_true(fusing_begin(&b, "fusion", 99)); /* something else was done before */
    fusing_next(&b);
    for (uint64_t trail = 0; trail < 20; trail++) {
        assert_true(fusing_begin(&a, "fusion", trail));
        assert_true(fusing_begin(&b, "fusion", trail));
        for (int step = 0; step < 10; step++) {
            assert_true(fusing_next(&a) && fusing_next(&b));
            assert_string_equal(a.text.at, b.text.at);
            assert_string_equal(a.test.note, b.test.note);
        }
    }
    fusing_release(&a);
    fusing_release(&b);
}

/* Whether a witness is known, and which, must not show in the bytes. */
static void bytes_do_not_depend_on_the_witness(void **state) {
    static const char loose[] = "(set-info :status sat)(declare-fun x () Int)(declare-fun u () Int)"
                                "(assert (> (+ x u) 3))(check-sat)";
    struct fusing a, b;
    fusing_init(&a, few, loose, phi2);
    fusing_init(&b, few, loose, phi2);
    struct witness *witness = &b.seeds[0]->witness;
    assert_int_equal(witness->model.entries.n, 0);
    for (size_t i = 0; i < witness->choices.n; i++)
        witness->choices.at[i].value = term_make(
            b.table, OP_NUMERAL, symbol_intern(&b.table->symbols, "77", 2), SORT_INT, NULL, 0);
    for (uint64_t trail = 0; trail < 20; trail++) {
        assert_true(fusing_begin(&a, "fusion", trail));
        assert_true(fusing_begin(&b, "fusion", trail));
        for (int step = 0; step < 10; step++) {
            assert_true(fusing_next(&a) && fusing_next(&b));
            assert_string_equal(a.text.at, b.text.at);
            fusing_assert_witness(&a);
            fusing_assert_witness(&b);
        }
    }
    fusing_release(&a);
    fusing_release(&b);
}

/* A tree with 2^60 leaves is chosen from, and changed, like any other. */
static void shared_terms_are_not_unfolded(void **state) {
    struct strbuf text = {0};
    struct fusing f;
    strbuf_add_text(&text, "(set-info :status unsat)(declare-fun x () Int)(assert (let ((a0 x)) ");
    for (int i = 1; i <= 60; i++)
        strbuf_printf(&text, "(let ((a%d (+ a%d a%d))) ", i, i - 1, i - 1);
    strbuf_add_text(&text, "(distinct a60 a60)");
    strbuf_add_repeat(&text, ')', 61);
    strbuf_add_text(&text, ")(check-sat)");
    fusing_init(&f, few, strbuf_text(&text), strbuf_text(&text));
    for (uint64_t trail = 0; trail < 3; trail++) {
        assert_true(fusing_begin(&f, "fusion", trail));
        for (int step = 0; step < 5; step++)
            assert_true(fusing_next(&f));
    }
    fusing_release(&f);
    strbuf_free(&text);
}

/* No function is as the definition of the first says: it is unsat, and so is all made of it. */
static void a_definition_without_solution_is_no_sat(void **state) {
    static const char axiom[] = "(set-info :status sat)"
                                "(define-fun-rec f ((n Int)) Int (+ 1 (f n)))"
                                "(declare-const x Int)(assert (> x 3))(check-sat)";
    static const char *const seconds[] = {
        "(declare-const y Int)(assert (< y 7))(check-sat)",
        "(declare-const y Int)(assert (and (< y 7) (> y 8)))(set-info :status unsat)(check-sat)",
    };
    for (size_t i = 0; i < LENGTH(seconds); i++) {
        struct fusing f;
        int n_refused = 0;
        fusing_init(&f, few, axiom, seconds[i]);
        assert_false(f.seeds[0]->has_witness);
        for (uint64_t trail = 0; trail < 20; trail++) {
            if (!fusing_begin(&f, "fusion", trail)) {
                assert_string_equal(f.reason, "a recursive definition may have no solution");
                n_refused++;
                continue;
            }
            for (int step = 0; step < 10 && fusing_next(&f); step++)
                assert_int_equal(f.test.truth, TRUTH_UNSAT);
        }
        assert_true(n_refused > 0 && (i == 1 || n_refused == 20));
        assert_true(fusing_begin(&f, "concat", 0));
        while (fusing_next(&f)) /* two steps */
            assert_true(f.test.truth == TRUTH_UNSAT || f.test.dropped != NULL);
        fusing_release(&f);
    }
}

/* Then the place of the variable has an empty path. */
static void a_formula_may_be_a_variable(void **state) {
    struct fusing f;
    fusing_init(&f, NULL, "(declare-const p Bool)(assert p)(check-sat)",
                "(declare-const q Bool)(assert q)(check-sat)");
    for (uint64_t trail = 0; trail < 20; trail++) {
        assert_true(fusing_begin(&f, "fusion", trail));
        for (int step = 0; step < 10 && fusing_next(&f); step++)
            fusing_assert_witness(&f);
    }
    fusing_release(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(figure_3_2_comes_out),
        TEST(figure_3_4_comes_out),
        TEST(a_product_keeps_all_three_constraints),
        TEST(mixed_fusion_goes_both_ways),
        TEST(witnesses_hold_where_division_is_open),
        TEST(seeds_that_choose_differently_are_not_conjoined),
        TEST(sorts_and_functions_are_told_apart),
        TEST(names_of_formulas_are_left_out),
        TEST(patterns_stay_as_they_are),
        TEST(what_cannot_be_fused_is_refused_with_a_reason),
        TEST(an_id_gives_the_same_bytes),
        TEST(bytes_do_not_depend_on_the_witness),
        TEST(shared_terms_are_not_unfolded),
        TEST(a_formula_may_be_a_variable),
        TEST(a_definition_without_solution_is_no_sat),
    };
    return RUN(tests);
}
