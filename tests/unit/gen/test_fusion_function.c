/* Fusion functions: reading, matching, drawing, and refusing what is wrong. */
#include "testing.h"

#include "eval/meaning.h"
#include "gen/fusion_compose.h"
#include "gen/fusion_function.h"
#include "gen/sample.h"

struct world {
    struct term_table *table;
    struct eval *eval;
    struct fusion_set *set;
    struct strbuf error;
};

static void world_init(struct world *w) {
    *w = (struct world){.table = term_table_new(), .set = fusion_set_new()};
    w->eval = eval_new(w->table);
}

static void world_release(struct world *w) {
    fusion_set_free(w->set);
    eval_free(w->eval);
    term_table_free(w->table);
    strbuf_free(&w->error);
}

static bool add(struct world *w, const char *text) {
    return fusion_set_add(w->set, w->eval, "my.fuse", text, strlen(text), true, &w->error);
}

/* Refused, with this in the message; nothing of the file is kept. */
static void assert_refused(const char *text, const char *part) {
    struct world w;
    world_init(&w);
    assert_false(add(&w, text));
    testing_assert_contains(strbuf_text(&w.error), part);
    testing_assert_contains(strbuf_text(&w.error), "my.fuse:");
    assert_int_equal(w.set->functions.n, 0);
    world_release(&w);
}

static void assert_accepted(const char *text, size_t n) {
    struct world w;
    world_init(&w);
    if (!add(&w, text))
        fail_msg("%s", strbuf_text(&w.error));
    assert_int_equal(w.set->functions.n, n);
    world_release(&w);
}

#define INTS "(declare-const x Int)(declare-const y Int)(declare-const z Int)"

/* ---- files ---- */

static void the_form_of_yinyang_is_read(void **state) {
    assert_accepted("#begin\n(declare-const x Int)(declare-const y Int)\n"
                    "(declare-const z Int)(declare-const c Int)\n(assert (= z (+ (+ x y) c)))\n"
                    "(assert (= x (- (- z y) c)))\n(assert (= y (- (- z x) c)))\n#end\n",
                    1);
    assert_accepted("", 0);
    assert_accepted("; only a comment", 0);
    assert_accepted("; two\n#begin a ; first\n" INTS "(assert (= z (+ x y)))(assert (= x (- z y)))"
                    "(assert (= (- z x) y))\n#end\n\n  #begin b\n" INTS
                    "(assert (= z (- x y)))(assert (= x (+ z y)))(assert (= y (- x z)))\n  #end",
                    2);
}

static void a_namesake_is_replaced(void **state) {
    struct world w;
    world_init(&w);
    fusion_set_add_built_in(w.set, w.eval);
    size_t n = w.set->functions.n;
    assert_true(n >= 60);
    assert_true(add(&w, "#begin int-add\n" INTS "(assert (= z (- x y)))(assert (= x (+ z y)))"
                        "(assert (= y (- x z)))\n#end\n"));
    assert_int_equal(w.set->functions.n, n);
    assert_true(add(&w, "#begin\n" INTS "(assert (= z (- x y)))(assert (= x (+ z y)))"
                        "(assert (= y (- x z)))\n#end\n"));
    assert_int_equal(w.set->functions.n, n + 1);
    world_release(&w);
}

static void bad_files_are_refused_with_a_place(void **state) {
    assert_refused("(declare-const x Int)", "my.fuse:1:1: error: expected #begin");
    assert_refused("\n#begin\n" INTS, "my.fuse:2:1: error: #begin without #end");
    assert_refused("#begin\n(declare-const x Int\n#end", "my.fuse:2:");
    assert_refused("#begin\n(declare-const x Int)(check-sat)\n#end", "is made of declare-const");
    assert_refused("#begin\n(declare-const x Int)(declare-const x Int)\n#end",
                   "my.fuse:2:37: error: 'x' is declared twice");
    assert_refused("#begin\n(declare-const x Int)(declare-const y Int)\n#end", "no z is declared");
    assert_refused("#begin\n" INTS "\n#end", "no equation says what z is");
    assert_refused("#begin\n" INTS "(assert (= z (+ x y)))(assert (= x (- z y)))\n#end",
                   "'y' has no inversion");
    assert_refused("#begin\n" INTS "(assert (= z (+ x y)))(assert (= z (- x y)))\n#end",
                   "'z' has two equations");
    assert_refused("#begin\n" INTS "(assert (< z y))\n#end", "expected (assert (= NAME TERM))");
    assert_refused("#begin\n" INTS "(assert (= 1 2))\n#end", "neither side");
    assert_refused("#begin\n(declare-const x Int)(declare-const z Int)(assert (= z x))"
                   "(assert (= x z))\n#end",
                   "at least two inputs");
    assert_refused("#begin\n" INTS "(assert (= z (foo x y)))\n(assert (= x (- z y)))"
                   "(assert (= y (- z x)))\n#end",
                   "my.fuse:2:78: error: unknown");
    assert_refused("#begin\n(declare-const x Int)(declare-const y Bool)(declare-const z Int)\n"
                   "(assert (= z (+ x y)))(assert (= x z))(assert (= y true))\n#end",
                   "my.fuse:3:");
    assert_refused("#begin\n" INTS "(assert (= z (+ x y)))(assert (= x (- z y)))"
                   "(assert (= y (- z x)))(set-info :inverts sometimes)\n#end",
                   ":inverts always");
}

static void deep_nesting_is_refused(void **state) {
    struct strbuf text = {0};
    strbuf_add_text(&text, "#begin\n" INTS "(assert (= z ");
    for (int i = 0; i < 5000; i++)
        strbuf_add_text(&text, "(- ");
    strbuf_add_text(&text, "x");
    strbuf_add_repeat(&text, ')', 5002);
    strbuf_add_text(&text, "\n#end");
    assert_refused(strbuf_text(&text), "nested too deep");
    strbuf_free(&text);
}

/* Where the parser would make an integer real, the values of both sides would be confused. */
static void an_equation_has_the_sort_of_its_name(void **state) {
    assert_refused("#begin\n(declare-const x Real)(declare-const y Real)(declare-const z Int)\n"
                   "(assert (= z x))\n(assert (= x z))(assert (= y y))\n#end",
                   "my.fuse:3:14: error: 'z' is Int, its equation is Real");
    assert_refused("#begin\n(declare-const x Int)(declare-const y Int)(declare-const z Real)\n"
                   "(assert (= z (+ x y)))\n(assert (= x (- z y)))(assert (= y (- z x)))\n#end",
                   "my.fuse:4:14: error: 'x' is Int, its equation is Real");
    assert_refused("#begin\n" INTS "\n(assert (= z (+ x y)))\n(assert (= (/ (- z y) 1) x))"
                   "(assert (= y (- z x)))\n#end",
                   "my.fuse:4:12: error: 'x' is Int, its equation is Real");
    assert_refused("#begin\n" INTS "\n(define-const c1 Int 1.5)(assert (= z (+ x y c1)))\n"
                   "(assert (= x (- z y c1)))(assert (= y (- z x c1)))\n#end",
                   "my.fuse:3:22: error: 'c1' is Int, its equation is Real");
    /* the other way round nothing is lost */
    assert_accepted("#begin\n(declare-const x Real)(declare-const y Real)(declare-const z Real)\n"
                    "(assert (= z (+ x y 1)))(assert (= x (- z y 1)))(assert (= y (- z x 1)))\n"
                    "#end",
                    1);
}

static void values_that_are_too_wide_are_refused(void **state) {
    assert_refused("#begin\n(declare-const x (_ BitVec n))(declare-const y (_ BitVec n))\n"
                   "(declare-const z (_ BitVec (* n 10000000)))\n"
                   "(assert (= z ((_ repeat 10000000) (bvadd x y))))\n"
                   "(assert (= x (bvsub ((_ extract (- n 1) 0) z) y)))"
                   "(assert (= y (bvsub ((_ extract (- n 1) 0) z) x)))\n#end",
                   "my.fuse:3:18: error: values of ");
    /* only on the way */
    assert_refused("#begin\n(declare-const x (_ BitVec n))(declare-const y (_ BitVec n))"
                   "(declare-const z (_ BitVec n))\n(assert (= z (bvadd x y)))\n(assert (= x "
                   "((_ extract (- n 1) 0) ((_ zero_extend 400000000) (bvsub z y)))))"
                   "(assert (= y (bvsub z x)))\n#end",
                   "too wide to be fused");
}

/* ---- wrong functions ---- */

static void a_wrong_function_is_refused_with_a_counterexample(void **state) {
    assert_refused("#begin\n" INTS "\n(assert (= z (+ x y)))\n(assert (= x (+ z y)))\n"
                   "(assert (= y (- z x)))\n#end",
                   "my.fuse:4:14: error: this is no inversion: with x = ");
    /* wrong for few values only */
    assert_refused("#begin\n(declare-const x (_ BitVec n))(declare-const y (_ BitVec n))"
                   "(declare-const z (_ BitVec n))\n(assert (= z (bvmul x y)))\n"
                   "(assert (= x (bvudiv z y)))(assert (= y (bvudiv z x)))\n#end",
                   "this is no inversion");
    assert_refused(
        "#begin\n(declare-const x String)(declare-const y String)"
        "(declare-const z String)\n(assert (= z (str.++ x y)))\n"
        "(assert (= x (str.replace z y \"\")))(assert (= y (str.replace z x \"\")))\n#end",
        "this is no inversion");
    assert_refused("#begin\n" INTS "(assert (= z (+ x y)))(assert (= x (div 1 0)))"
                   "(assert (= y (- z x)))\n#end",
                   "no value ever came back");
}

static void who_claims_to_invert_always_must(void **state) {
    assert_accepted("#begin\n" INTS "(assert (= z (* x y)))(assert (= x (div z y)))"
                    "(assert (= y (div z x)))\n#end",
                    1);
    assert_refused("#begin\n" INTS "(assert (= z (* x y)))(assert (= x (div z y)))"
                   "(assert (= y (div z x)))(set-info :inverts always)\n#end",
                   "does not invert always");
    /* x is lost at y = 0; y comes back all the same, whatever (div 0 0) is */
    assert_refused("#begin\n" INTS "\n(assert (= z (ite (= y 0) 0 (* x y))))\n"
                   "(assert (= x (div z y)))\n(assert (= y (ite (= x 0) y (div z x))))"
                   "(set-info :inverts always)\n#end",
                   "my.fuse:4:14: error: this does not invert always");
}

/* ---- constants ---- */

#define LINEAR(more)                                                                          \
    "#begin\n" INTS "(declare-const c1 Int)(declare-const c2 Int)(declare-const c3 Int)" more \
    "(assert (= z (+ (* c1 x) (* c2 y) c3)))(assert (= x (div (- z (* c2 y) c3) c1)))"        \
    "(assert (= y (div (- z (* c1 x) c3) c2)))\n#end"

/* Also where the file does not say so: constants are tried when they are drawn. */
static void constants_keep_a_function_invertible(void **state) {
    static const char *const texts[] = {LINEAR(""), LINEAR("(when (distinct c1 0 (* 2 c1)))")};
    for (size_t k = 0; k < LENGTH(texts); k++) {
        struct world w;
        struct fusion_binding binding;
        struct fusion_instance instance;
        struct parse_error error = {0};
        struct rng rng = testing_rng(3);
        value constants[FUSION_CONSTANTS_MAX];
        world_init(&w);
        assert_true(add(&w, texts[k]));
        fusion_binding_clear(&binding);
        assert_true(fusion_match(w.table, w.set->functions.at[0], 0, SORT_INT, &binding));
        assert_false(fusion_match(w.table, w.set->functions.at[0], 0, SORT_REAL, &binding));
        assert_true(
            fusion_instantiate(w.table, w.set->functions.at[0], &binding, &instance, &error));
        for (int i = 0; i < 300; i++) {
            assert_true(fusion_draw_constants(w.eval, &instance, &rng, constants));
            assert_int_not_equal(value_sign(eval_values(w.eval), constants[0]), 0);
            assert_int_not_equal(value_sign(eval_values(w.eval), constants[1]), 0);
        }
        world_release(&w);
    }
}

static void conditions_that_nothing_fulfils_are_refused(void **state) {
    assert_refused(LINEAR("(when (< c1 c1))"), "could not be tried");
    assert_refused("#begin\n(declare-const x (_ BitVec n))(declare-const y (_ BitVec n))"
                   "(declare-const z (_ BitVec n))(when (< n 0))\n(assert (= z (bvadd x y)))"
                   "(assert (= x (bvsub z y)))(assert (= y (bvsub z x)))\n#end",
                   "could not be tried");
}

/* ---- sorts ---- */

static const struct fusion_function *find(struct world *w, const char *name) {
    for (size_t i = 0; i < w->set->functions.n; i++)
        if (strcmp(w->set->functions.at[i]->name, name) == 0)
            return w->set->functions.at[i];
    fail_msg("there is no function %s", name);
    return NULL;
}

static void widths_and_sorts_are_bound_by_the_inputs(void **state) {
    struct world w;
    struct fusion_binding binding;
    struct fusion_instance instance;
    struct parse_error error = {0};
    world_init(&w);
    fusion_set_add_built_in(w.set, w.eval);
    struct sort_table *sorts = &w.table->sorts;
    sort b3 = sort_bitvec(sorts, 3), b5 = sort_bitvec(sorts, 5);

    const struct fusion_function *f = find(&w, "bv-add");
    fusion_binding_clear(&binding);
    assert_true(fusion_match(w.table, f, 0, b3, &binding));
    assert_false(fusion_match(w.table, f, 1, b5, &binding));

    f = find(&w, "bv-concat");
    fusion_binding_clear(&binding);
    assert_true(fusion_match(w.table, f, 0, b3, &binding));
    assert_true(fusion_match(w.table, f, 1, b5, &binding));
    assert_true(fusion_instantiate(w.table, f, &binding, &instance, &error));
    assert_int_equal(term_sort(w.table, instance.output), sort_bitvec(sorts, 8));

    f = find(&w, "array-xor");
    fusion_binding_clear(&binding);
    assert_false(fusion_match(w.table, f, 0, sort_array(sorts, SORT_INT, SORT_INT), &binding));
    fusion_binding_clear(&binding);
    assert_true(fusion_match(w.table, f, 0, sort_array(sorts, b3, b5), &binding));
    assert_false(fusion_match(w.table, f, 1, b3, &binding));
    assert_true(fusion_match(w.table, f, 1, b5, &binding));
    assert_true(fusion_instantiate(w.table, f, &binding, &instance, &error));

    f = find(&w, "fp-smaller");
    fusion_binding_clear(&binding);
    assert_true(fusion_match(w.table, f, 0, sort_float(sorts, 8, 24), &binding));
    assert_true(fusion_match(w.table, f, 1, sort_float(sorts, 8, 24), &binding));
    assert_false(fusion_match(w.table, f, 1, sort_float(sorts, 11, 53), &binding));

    f = find(&w, "bv-splice"); /* needs two bits */
    struct rng rng = testing_rng(1);
    fusion_binding_clear(&binding);
    assert_true(fusion_match(w.table, f, 0, sort_bitvec(sorts, 1), &binding));
    assert_false(fusion_draw_indices(f, &rng, &binding));
    fusion_binding_clear(&binding);
    assert_true(fusion_match(w.table, f, 0, b3, &binding));
    assert_true(fusion_draw_indices(f, &rng, &binding));
    parse_error_release(&error);
    world_release(&w);
}

static void what_fails_for_some_width_is_told(void **state) {
    assert_refused("#begin\n(declare-const x (_ BitVec n))(declare-const y (_ BitVec n))"
                   "(declare-const z (_ BitVec n))\n(assert (= z (bvadd x y #x1)))"
                   "(assert (= x (bvsub z y #x1)))(assert (= y (bvsub z x #x1)))\n#end",
                   "(with n = ");
}

/* ---- composed functions, drawn values ---- */

static void composed_functions_invert(void **state) {
    struct world w;
    struct rng rng = testing_rng(11);
    world_init(&w);
    for (int i = 0; i < 150; i++) {
        struct strbuf text = {0};
        char name[16];
        snprintf(name, sizeof name, "%d", i);
        fusion_compose(&rng, name, &text);
        if (!fusion_set_add(w.set, w.eval, "composed", strbuf_text(&text), text.n, false, &w.error))
            fail_msg("%s%s", strbuf_text(&text), strbuf_text(&w.error));
        strbuf_free(&text);
    }
    assert_int_equal(w.set->functions.n, 150);
    world_release(&w);
}

static void samples_are_of_their_sort_and_differ(void **state) {
    struct world w;
    struct rng rng = testing_rng(5);
    world_init(&w);
    struct sort_table *sorts = &w.table->sorts;
    sort seq_arg = SORT_INT;
    const sort all[] = {SORT_INT,
                        SORT_REAL,
                        SORT_BOOL,
                        SORT_STRING,
                        SORT_ROUNDING_MODE,
                        sort_bitvec(sorts, 1),
                        sort_bitvec(sorts, 65),
                        sort_float(sorts, 3, 5),
                        sort_array(sorts, SORT_INT, SORT_BOOL),
                        sort_make(sorts, SORT_SEQ, 0, 0, &seq_arg, 1)};
    for (size_t i = 0; i < LENGTH(all); i++) {
        term first = 0;
        bool differ = false;
        for (int k = 0; k < 40; k++) {
            term t = sample_term(w.eval, all[i], &rng);
            assert_int_not_equal(t, 0);
            assert_int_equal(term_sort(w.table, t), all[i]);
            first = first == 0 ? t : first;
            differ |= t != first;
        }
        assert_true(differ);
    }
    uint32_t decl =
        sort_declare(sorts, DECL_UNINTERPRETED, symbol_intern(&w.table->symbols, "U", 1), 0);
    assert_int_equal(sample_value(w.eval, sort_make(sorts, SORT_DECLARED, decl, 0, NULL, 0), &rng),
                     0);
    world_release(&w);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(the_form_of_yinyang_is_read),
        TEST(a_namesake_is_replaced),
        TEST(bad_files_are_refused_with_a_place),
        TEST(deep_nesting_is_refused),
        TEST(an_equation_has_the_sort_of_its_name),
        TEST(values_that_are_too_wide_are_refused),
        TEST(a_wrong_function_is_refused_with_a_counterexample),
        TEST(who_claims_to_invert_always_must),
        TEST(constants_keep_a_function_invertible),
        TEST(conditions_that_nothing_fulfils_are_refused),
        TEST(widths_and_sorts_are_bound_by_the_inputs),
        TEST(what_fails_for_some_width_is_told),
        TEST(composed_functions_invert),
        TEST(samples_are_of_their_sort_and_differ),
    };
    return RUN(tests);
}
