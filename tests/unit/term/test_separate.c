#include "term/separate.h"
#include "term/terms.h"

/* Binders of each variable below a root; fails if one has two, or is free as well. */
static void assert_separate(const struct term_table *table, term root) {
    struct term_walk walk = {0};
    struct term_map binders = {0};
    term t;
    term_map_clear(&binders);
    term_walk_begin(&walk, table);
    term_walk_add(&walk, root);
    while ((t = term_walk_next(&walk)) != 0)
        for (uint32_t i = 0; op_is_binder(term_op(table, t)) && i + 1 < term_n_args(table, t);
             i++) {
            term v = term_arg(table, t, i);
            assert_int_equal(term_map_get(&binders, v), 0);
            assert_false(
                varset_has(&table->varsets, term_at(table, root)->free, variable_number(table, v)));
            term_map_set(&binders, v, t);
        }
    term_map_release(&binders);
    term_walk_release(&walk);
}

static term separate(struct term_table *table, term root) {
    struct term_separation separation = {0};
    term result = term_separate(&separation, table, root);
    term_separation_release(&separation);
    assert_separate(table, result);
    assert_true(term_at(table, result)->free == term_at(table, root)->free);
    assert_true(term_size(table, result) == term_size(table, root));
    return result;
}

static void what_is_separate_stays_as_it_is(void **state) {
    struct term_table *table = term_table_new();
    term x = make_variable(table, "x", SORT_BOOL), y = make_variable(table, "y", SORT_BOOL);
    term c = make_constant(table, "c", SORT_BOOL);
    assert_int_equal(separate(table, c), c);
    assert_int_equal(separate(table, x), x);
    term inner = make_forall(table, y, make_and(table, x, y));
    term root = make_forall(table, x, make_and(table, inner, make_not(table, inner)));
    assert_int_equal(separate(table, root), root);
    term_table_free(table);
}

static void binders_that_share_a_variable_are_separated(void **state) {
    struct term_table *table = term_table_new();
    term x = make_variable(table, "x", SORT_BOOL);
    term a = make_forall(table, x, make_not(table, x));
    term b = make_binder(table, OP_EXISTS, x, make_not(table, x));
    term root = make_and(table, a, b);
    term result = separate(table, root);
    assert_true(result != root);
    term left = term_arg(table, result, 0), right = term_arg(table, result, 1);
    assert_int_equal(term_op(table, left), OP_FORALL);
    assert_int_equal(term_op(table, right), OP_EXISTS);
    assert_int_equal(term_arg(table, left, 1), make_not(table, term_arg(table, left, 0)));
    assert_int_equal(term_arg(table, right, 1), make_not(table, term_arg(table, right, 0)));
    assert_true(term_arg(table, left, 0) != term_arg(table, right, 0));
    assert_int_equal(term_variable_of(table, term_arg(table, left, 0))->name,
                     make_symbol(table, "x"));
    term_table_free(table);
}

/* (forall x. x and exists x. x): the inner one means its own. */
static void an_inner_binder_of_the_same_variable_keeps_its_own(void **state) {
    struct term_table *table = term_table_new();
    term x = make_variable(table, "x", SORT_BOOL);
    term inner = make_binder(table, OP_EXISTS, x, x);
    term result = separate(table, make_forall(table, x, make_and(table, x, inner)));
    term outer_x = term_arg(table, result, 0), body = term_arg(table, result, 1);
    assert_int_equal(term_arg(table, body, 0), outer_x);
    inner = term_arg(table, body, 1);
    assert_int_equal(term_arg(table, inner, 0), term_arg(table, inner, 1));
    assert_true(term_arg(table, inner, 0) != outer_x);
    term_table_free(table);
}

/* (forall x. forall y. x and y), (exists x. forall y. x and y): the inner one is copied. */
static void a_binder_that_is_copied_gets_new_variables(void **state) {
    struct term_table *table = term_table_new();
    term x = make_variable(table, "x", SORT_BOOL), y = make_variable(table, "y", SORT_BOOL);
    term inner = make_forall(table, y, make_and(table, x, y));
    separate(table, make_and(table, make_forall(table, x, inner),
                             make_binder(table, OP_EXISTS, x, inner)));
    term_table_free(table);
}

static void a_free_variable_stays_and_the_binder_gives_way(void **state) {
    struct term_table *table = term_table_new();
    term x = make_variable(table, "x", SORT_BOOL);
    term result = separate(table, make_and(table, x, make_forall(table, x, make_not(table, x))));
    assert_int_equal(term_arg(table, result, 0), x);
    term binder = term_arg(table, result, 1);
    assert_true(term_arg(table, binder, 0) != x);
    assert_int_equal(term_arg(table, binder, 1), make_not(table, term_arg(table, binder, 0)));
    term_table_free(table);
}

static void a_binder_that_is_shared_stays_shared(void **state) {
    struct term_table *table = term_table_new();
    term x = make_variable(table, "x", SORT_BOOL);
    term a = make_forall(table, x, make_not(table, x));
    term b = make_binder(table, OP_EXISTS, x, x);
    term root = make_and(table, make_and(table, a, b), make_and(table, make_not(table, a), b));
    term result = separate(table, root);
    term first = term_arg(table, result, 0), second = term_arg(table, result, 1);
    assert_int_equal(term_arg(table, first, 0), term_arg(table, term_arg(table, second, 0), 0));
    assert_int_equal(term_arg(table, first, 1), term_arg(table, second, 1));
    term_table_free(table);
}

/* 2^60 nodes as a tree, below both binders. */
static void sharing_below_a_binder_stays(void **state) {
    struct term_table *table = term_table_new();
    term x = make_variable(table, "x", SORT_BOOL);
    term body = make_doubled(table, x, 58);
    term root = make_and(table, make_forall(table, x, body),
                         make_binder(table, OP_EXISTS, x, make_not(table, body)));
    uint32_t before = (uint32_t)table->nodes.n;
    separate(table, root);
    assert_true(table->nodes.n - before < 3 * 60);
    term_table_free(table);
}

static void depth_costs_no_stack(void **state) {
    struct term_table *table = term_table_new();
    term x = make_variable(table, "x", SORT_BOOL);
    term body = make_deep(table, x, 100000);
    separate(table,
             make_and(table, make_forall(table, x, body), make_binder(table, OP_EXISTS, x, body)));
    term_table_free(table);
}

static void the_memory_can_be_used_again(void **state) {
    struct term_table *table = term_table_new();
    struct term_separation separation = {0};
    struct term_mark mark = term_table_mark(table);
    for (int i = 0; i < 5; i++) {
        term x = make_variable(table, "x", SORT_BOOL), y = make_variable(table, "y", SORT_BOOL);
        term pair = make_and(table, x, y);
        term inner = make_forall(table, x, pair), other = make_binder(table, OP_EXISTS, x, pair);
        term root = make_forall(table, y, make_and(table, inner, other));
        root = make_and(table, root, make_binder(table, OP_EXISTS, y, inner));
        term result = term_separate(&separation, table, root);
        assert_separate(table, result);
        assert_true(term_at(table, result)->free == 0);
        term_table_rewind(table, mark);
    }
    term_separation_release(&separation);
    term_table_free(table);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(what_is_separate_stays_as_it_is),
        TEST(binders_that_share_a_variable_are_separated),
        TEST(an_inner_binder_of_the_same_variable_keeps_its_own),
        TEST(a_binder_that_is_copied_gets_new_variables),
        TEST(a_free_variable_stays_and_the_binder_gives_way),
        TEST(a_binder_that_is_shared_stays_shared),
        TEST(sharing_below_a_binder_stays),
        TEST(depth_costs_no_stack),
        TEST(the_memory_can_be_used_again),
    };
    return RUN(tests);
}
