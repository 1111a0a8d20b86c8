#include "mutating.h"

#include "gen/span.h"

/* ---- places ---------------------------------------------------------------- */

static struct lab *lab_for(const char *text) {
    return lab_new("opfuzz", text);
}

/* Thirteen occurrences in three commands, one of them under a binder: all alike. */
static void every_occurrence_of_the_script_is_as_likely_as_any_other(void **state) {
    struct lab *lab = lab_for("(declare-const x Int)(assert (> x 1))"
                              "(define-fun f ((n Int)) Int (+ n x 2))"
                              "(assert (forall ((y Int)) (= (f y) 3)))(check-sat)");
    struct places places = {0};
    struct rng rng = testing_rng(1);
    enum { DRAWS = 24000 };
    unsigned by_root[3] = {0}, at_root = 0;
    places_begin(&places, lab->table, lab->seed);
    assert_int_equal(places.roots.n, 3);
    for (int i = 0; i < DRAWS; i++) {
        assert_true(places_pick(&places, &rng));
        by_root[places.root]++;
        at_root += places.at.path.n == 0;
    }
    /* 3, 4 and 5 occurrences; of the last tree a sixth node, the bound one, is none */
    assert_in_range(by_root[0], DRAWS * 3 / 13 - 500, DRAWS * 3 / 12 + 500);
    assert_in_range(by_root[1], DRAWS * 4 / 13 - 500, DRAWS * 4 / 12 + 500);
    assert_in_range(by_root[2], DRAWS * 5 / 13 - 500, DRAWS * 6 / 12 + 500);
    assert_in_range(at_root, DRAWS * 3 / 13 - 500, DRAWS * 3 / 12 + 500);
    places_end(&places);
    places_release(&places);
    lab_free(lab);
}

/* The place of the first term with this head. */
static void go_to(struct places *places, enum op op) {
    struct rng rng = testing_rng(2);
    do
        assert_true(places_pick(places, &rng));
    while (term_op(places->table, places->at.at) != op);
}

static void scope_is_what_is_bound_around_the_place(void **state) {
    struct lab *lab = lab_for("(define-fun f ((n Int)) Int (* n 2))"
                              "(assert (forall ((y Int)) (= (- y 1) 3)))"
                              "(assert (exists ((z Int)) (< z 0)))");
    struct places places = {0};
    places_begin(&places, lab->table, lab->seed);
    go_to(&places, OP_INT_SUB);
    term sub = places.at.at, y = term_arg(lab->table, sub, 0);
    varset free_y = term_at(lab->table, y)->free;
    assert_true(places_admit(&places, free_y));
    assert_true(places_admit(&places, 0));
    go_to(&places, OP_INT_LT);
    assert_false(places_admit(&places, free_y));
    go_to(&places, OP_INT_MUL);
    assert_false(places_admit(&places, free_y));
    assert_true(places_admit(&places, term_at(lab->table, places.at.at)->free));
    places_end(&places);
    places_release(&places);
    lab_free(lab);
}

static void commands_that_come_in_between_move_the_places(void **state) {
    struct lab *lab = lab_for("(declare-const p Bool)(assert (and p p))(check-sat)(assert (or p p))"
                              "(check-sat)");
    struct places places = {0};
    places_begin(&places, lab->table, lab->seed);
    assert_int_equal(places_check(&places, 0), 3);
    assert_int_equal(places_check(&places, 3), 5);
    assert_true(places_add_assertion(&places, 2, term_true(lab->table)));
    assert_int_equal(places.script.commands.n, 6);
    assert_int_equal(places.script.commands.at[2].body, term_true(lab->table));
    go_to(&places, OP_OR);
    assert_int_equal(places_command(&places), 4);
    places_replace(&places, term_false(lab->table));
    assert_int_equal(places.script.commands.at[4].body, term_false(lab->table));
    go_to(&places, OP_TRUE);
    assert_int_equal(places_command(&places), 3);
    places_end(&places);
    places_release(&places);
    lab_free(lab);
}

/* ---- spans ----------------------------------------------------------------- */

static void assert_span(const struct spans *spans, size_t i, uint32_t from, uint32_t to) {
    struct span span = span_of_fun(spans, spans->ordered_funs.at[i]);
    assert_int_equal(span.from, from);
    assert_int_equal(span.to, to);
}

static void declarations_end_with_their_level(void **state) {
    struct lab *lab = lab_for("(declare-const a Int)(push 1)(declare-const b Int)(push 1)"
                              "(declare-const c Int)(pop 2)(declare-const d Int)(check-sat)(reset)"
                              "(declare-datatype D ((e) (g (h Int))))(assert true)");
    struct spans spans = {0};
    spans_begin(&spans, lab->table, &lab->seed->script);
    assert_int_equal(spans.ordered_funs.n, 7);
    assert_span(&spans, 0, 1, 9);
    assert_span(&spans, 1, 3, 6);
    assert_span(&spans, 2, 5, 6);
    assert_span(&spans, 3, 7, 9);
    for (size_t i = 4; i < 7; i++)
        assert_span(&spans, i, 10, UINT32_MAX);
    spans_release(&spans);
    lab_free(lab);
}

static void global_declarations_stay(void **state) {
    struct lab *lab = lab_for("(set-option :global-declarations true)(push 1)(declare-const b Int)"
                              "(declare-sort S 0)(declare-const s S)(pop 1)(assert (= b 0))");
    struct spans spans = {0};
    spans_begin(&spans, lab->table, &lab->seed->script);
    assert_span(&spans, 0, 3, UINT32_MAX);
    assert_span(&spans, 1, 5, UINT32_MAX);
    struct span span = span_of_sort(&spans, fun_at(lab->table, spans.ordered_funs.at[1])->result);
    assert_int_equal(span.from, 4);
    assert_true(span_holds(span, 5));
    assert_false(span_holds(span, 4));
    spans_release(&spans);
    lab_free(lab);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(every_occurrence_of_the_script_is_as_likely_as_any_other),
        TEST(scope_is_what_is_bound_around_the_place),
        TEST(commands_that_come_in_between_move_the_places),
        TEST(declarations_end_with_their_level),
        TEST(global_declarations_stay),
    };
    return RUN(tests);
}
