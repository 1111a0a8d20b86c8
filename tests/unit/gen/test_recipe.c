/* Recipes: they make the test that they are of, and only tests whose truth follows. */
#include "fusing.h"

#include <stdlib.h>

#include "gen/recipe.h"

static int compare_lines(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* What the script asserts, in order of the text, without names; declarations aside. */
static char *assertions_of(const char *text, size_t n) {
    struct term_table *table = term_table_new();
    struct parser *parser = parser_new(table);
    struct printer *printer = printer_new(table);
    struct parse_error error = {0};
    struct script script = {0};
    struct strbuf out = {0};
    VEC(char *) lines = {0};
    if (!parser_read_script(parser, text, n, &script, &error))
        fail_msg("%s in %s", strbuf_text(&error.message), text);
    printer_set_width(printer, UINT32_MAX);
    for (size_t i = 0; i < script.commands.n; i++) {
        struct strbuf line = {0};
        term body = script.commands.at[i].body;
        if (script.commands.at[i].kind != COMMAND_ASSERT)
            continue;
        if (term_op(table, body) == OP_ANNOTATED)
            body = term_arg(table, body, 0);
        printer_add_term(printer, body, &line);
        vec_push(&lines, strbuf_detach(&line));
    }
    qsort(lines.at, lines.n, sizeof *lines.at, compare_lines);
    for (size_t i = 0; i < lines.n; i++) {
        strbuf_printf(&out, "%s\n", lines.at[i]);
        mem_free(lines.at[i]);
    }
    vec_free(&lines);
    script_release(&script);
    parse_error_release(&error);
    printer_free(printer);
    parser_free(parser);
    term_table_free(table);
    return strbuf_detach(&out);
}

static void assert_same(const char *a, size_t n_a, const char *b, size_t n_b) {
    char *left = assertions_of(a, n_a), *right = assertions_of(b, n_b);
    assert_string_equal(left, right);
    mem_free(left);
    mem_free(right);
}

static const char first[] = "(set-info :status unsat)(declare-const x Int)(declare-const y Int)"
                            "(assert (> x 5))(assert (< (+ x y) (+ y 3)))";
static const char second[] = "(set-info :status unsat)(declare-const x Int)(declare-const v Int)"
                             "(assert (and (= v (* 2 x)) (= v (+ (* 2 x) 1))))";

/* Without momus' own functions, which take long to be tried: one that is total, and one that is not. */
static const char functions[] =
    "#begin add\n(declare-const x Int)(declare-const y Int)\n"
    "(declare-const z Int)\n(assert (= z (+ x y)))\n"
    "(assert (= x (- z y)))\n(assert (= y (- z x)))\n#end\n"
    "#begin shift\n(set-info :inverts always)\n(declare-const x Int)(declare-const y Int)\n"
    "(declare-const z Int)(declare-const c Int)\n"
    "(assert (= z (+ (+ x y) c)))\n(assert (= x (- (- z y) c)))\n"
    "(assert (= y (- (- z x) c)))\n#end\n";

static void a_fusion_is_made_again_of_its_recipe(void **state) {
    struct fusing f;
    size_t n_tests = 0, n_proven = 0, n_same = 0;
    fusing_init(&f, functions, first, second);
    for (uint64_t trail = 0; trail < 12; trail++) {
        assert_true(fusing_begin(&f, "fusion", trail));
        for (int step = 0; step < 4 && fusing_next(&f); step++) {
            struct recipe recipe = {0};
            struct recipe_product product = {0};
            assert_true(gen_trail_recipe(f.trail, &f.test, &recipe));
            assert_true(recipe_make_marked(&recipe, recipe.text.at, recipe.text.n, &product));
            char *test = assertions_of(strbuf_text(&f.text), f.text.n);
            char *made = assertions_of(strbuf_text(&product.test), product.test.n);
            n_same += strcmp(test, made) == 0;
            assert_int_equal(product.premises.n, 2);
            assert_same(strbuf_text(&product.premises.at[0]), product.premises.at[0].n, first,
                        strlen(first));
            n_proven += recipe.proven.n > 0;
            n_tests++;
            mem_free(test);
            mem_free(made);
            recipe_product_release(&product);
            recipe_release(&recipe);
        }
    }
    /* Where one fusion takes all places of another, what that asserts is not needed. */
    assert_in_range(n_same, n_tests * 9 / 10, n_tests);
    assert_in_range(n_proven, 1, n_tests - 1);
    fusing_release(&f);
}

static void the_recipe_does_not_change_what_comes_next(void **state) {
    struct fusing f;
    struct recipe recipe = {0};
    struct strbuf with = {0};
    fusing_init(&f, functions, first, second);
    assert_true(fusing_begin(&f, "fusion", 3) && fusing_next(&f));
    assert_true(gen_trail_recipe(f.trail, &f.test, &recipe));
    assert_true(fusing_next(&f));
    strbuf_add(&with, f.text.at, f.text.n);
    assert_true(fusing_begin(&f, "fusion", 3) && fusing_next(&f) && fusing_next(&f));
    assert_string_equal(strbuf_text(&with), strbuf_text(&f.text));
    strbuf_free(&with);
    recipe_release(&recipe);
    fusing_release(&f);
}

static void a_suite_is_made_again_of_its_recipes(void **state) {
    static const char *const names[] = {"ints"};
    struct term_table *table = term_table_new();
    struct gen *gen = gen_new(table);
    struct render *render = render_new(table);
    gen->settings.construct = (struct construct_settings){.no_quantifiers = true};
    size_t n_marked = 0, n_tests = 0;
    for (size_t k = 0; k < LENGTH(names); k++) {
        const char *reason;
        struct trail *trail;
        for (uint64_t number = 0; (trail = gen_trail_begin(gen, strategy_find(names[k]), NULL, 0,
                                                           number, &reason)) != NULL;
             number++) {
            struct test test;
            render_forget(render);
            for (unsigned i = 0; gen_trail_next(trail, &test); i++) {
                struct recipe recipe = {0};
                struct recipe_product product = {0};
                struct strbuf text = {0};
                if (test.truth != TRUTH_UNSAT || i % 4 != 3)
                    continue;
                render_test(render, &test, &text);
                assert_true(gen_trail_recipe(trail, &test, &recipe));
                assert_true(recipe_make_marked(&recipe, recipe.text.at, recipe.text.n, &product));
                assert_same(strbuf_text(&product.test), product.test.n, strbuf_text(&text), text.n);
                assert_int_equal(product.premises.n, 1);
                n_marked += recipe.proven.n > 0;
                n_tests++;
                strbuf_free(&text);
                recipe_product_release(&product);
                recipe_release(&recipe);
            }
            gen_trail_end(trail);
        }
    }
    assert_true(n_tests > 10 && n_marked > n_tests / 2);
    render_free(render);
    gen_free(gen);
    term_table_free(table);
}

/* ---- by hand ---- */

#define HEAD "(declare-const x Int)(declare-const y Int)(declare-const z Int)"
#define CHECK "(check-sat)"

static bool makes(const char *recipe, const char *test, const char *premise) {
    struct recipe none = {0};
    struct recipe_product product = {0};
    bool good = recipe_make_marked(&none, recipe, strlen(recipe), &product);
    if (good) {
        assert_same(strbuf_text(&product.test), product.test.n, test, strlen(test));
        assert_same(strbuf_text(&product.premises.at[0]), product.premises.at[0].n, premise,
                    strlen(premise));
    }
    recipe_product_release(&product);
    return good;
}

#define FUSED "(define-fun f ((x Int)(y Int)(z Int)) Int (ite (= x (- z y)) (- z y) x))"
/* What nobody has proven: then it is a function like any other. */
#define CLAIMED "(define-fun f ((x Int)(y Int)(z Int)) Int (ite (= z (* x y)) (div z y) x))"

static void a_mark_is_what_it_says(void **state) {
    assert_true(makes(HEAD FUSED "(assert (< (f x y z) 3 x))" CHECK,
                      HEAD "(assert (< (- z y) 3 x))(assert (= x (- z y)))" CHECK,
                      HEAD "(assert (< x 3 x))" CHECK));
    assert_true(makes(HEAD CLAIMED "(assert (< (f x y z) 3 x))" CHECK,
                      HEAD CLAIMED "(assert (< (f x y z) 3 x))" CHECK,
                      HEAD CLAIMED "(assert (< (f x y z) 3 x))" CHECK));
    /* of a bound variable nothing can be asserted */
    assert_false(makes(HEAD FUSED "(assert (forall ((b Int)) (< (f b y z) b)))" CHECK, "", ""));
    assert_false(makes(HEAD FUSED "(define-fun g () Int (f x y z))(assert (< g 3))" CHECK, "", ""));
    assert_false(makes(HEAD FUSED "(assert (< (f x y z) 3))", "", ""));
    assert_false(makes(HEAD "(push 1)(assert (< x 3))" CHECK, "", ""));
    assert_false(makes("(assert", "", ""));
    assert_true(makes(HEAD FUSED "(assert (< (f (f x 1 y) y z) 3))" CHECK,
                      HEAD "(assert (< (- z y) 3))(assert (= x (- y 1)))"
                           "(assert (= (- y 1) (- z y)))" CHECK,
                      HEAD "(assert (< x 3))" CHECK));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(a_fusion_is_made_again_of_its_recipe),
        TEST(the_recipe_does_not_change_what_comes_next),
        TEST(a_suite_is_made_again_of_its_recipes),
        TEST(a_mark_is_what_it_says),
    };
    return RUN(tests);
}
