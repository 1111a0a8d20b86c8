#include "terms.h"

#include "term/walk.h"

/* A random DAG of n terms over a few leaves; the last one is not always above all. */
static term random_dag(struct term_table *table, struct rng *rng, uint32_t n) {
    term first = make_constant(table, "p", SORT_BOOL);
    make_constant(table, "q", SORT_BOOL);
    while (table->nodes.n < first + n) {
        uint64_t made = table->nodes.n - first;
        term a = first + (term)rng_below(rng, made), b = first + (term)rng_below(rng, made);
        if (rng_chance(rng, 1, 4))
            make_not(table, a);
        else
            make_and(table, a, b);
    }
    return (term)table->nodes.n - 1;
}

/* By recursion, as plainly as can be. */
static void mark_below(const struct term_table *table, term t, bool *below) {
    below[t] = true;
    for (uint32_t i = 0; i < term_n_args(table, t); i++)
        mark_below(table, term_arg(table, t, i), below);
}

static void each_term_comes_once_and_behind_its_arguments(void **state) {
    struct term_walk walk = {0};
    struct rng rng = testing_rng(1);
    for (int round = 0; round < 200; round++) {
        struct term_table *table = term_table_new();
        term last = random_dag(table, &rng, 12);
        bool *below = mem_alloc_zero(last + 1), *given = mem_alloc_zero(last + 1);
        uint64_t n_roots = rng_below(&rng, 4);
        term_walk_begin(&walk, table);
        for (uint64_t i = 0; i < n_roots; i++) {
            term root = last - (term)rng_below(&rng, 12);
            term_walk_add(&walk, root);
            mark_below(table, root, below);
        }
        term t;
        while ((t = term_walk_next(&walk)) != 0) {
            assert_true(below[t] && !given[t]);
            given[t] = true;
            for (uint32_t i = 0; i < term_n_args(table, t); i++)
                assert_true(given[term_arg(table, t, i)]);
        }
        assert_memory_equal(given, below, last + 1);
        mem_free(below);
        mem_free(given);
        term_table_free(table);
    }
    term_walk_release(&walk);
}

static void a_root_above_an_earlier_root_comes_behind_it(void **state) {
    struct term_table *table = term_table_new();
    struct term_walk walk = {0};
    term p = make_constant(table, "p", SORT_BOOL);
    term low = make_not(table, p), high = make_and(table, low, p);
    term_walk_begin(&walk, table);
    term_walk_add(&walk, low);
    term_walk_add(&walk, high);
    assert_int_equal(term_walk_next(&walk), p);
    assert_int_equal(term_walk_next(&walk), low);
    assert_int_equal(term_walk_next(&walk), high);
    assert_int_equal(term_walk_next(&walk), 0);
    assert_int_equal(term_walk_next(&walk), 0);
    term_walk_release(&walk);
    term_table_free(table);
}

static void arguments_come_from_left_to_right(void **state) {
    struct term_table *table = term_table_new();
    struct term_walk walk = {0};
    term p = make_constant(table, "p", SORT_BOOL), q = make_constant(table, "q", SORT_BOOL);
    term root = make_and(table, q, p);
    term_walk_begin(&walk, table);
    term_walk_add(&walk, root);
    assert_int_equal(term_walk_next(&walk), q);
    assert_int_equal(term_walk_next(&walk), p);
    assert_int_equal(term_walk_next(&walk), root);
    term_walk_release(&walk);
    term_table_free(table);
}

static void a_root_that_is_added_late_brings_only_what_is_new(void **state) {
    struct term_table *table = term_table_new();
    struct term_walk walk = {0};
    term p = make_constant(table, "p", SORT_BOOL);
    term_walk_begin(&walk, table);
    term_walk_add(&walk, p);
    assert_int_equal(term_walk_next(&walk), p);
    assert_int_equal(term_walk_next(&walk), 0);
    term made_meanwhile = make_not(table, p);
    term_walk_add(&walk, p);
    term_walk_add(&walk, made_meanwhile);
    assert_int_equal(term_walk_next(&walk), made_meanwhile);
    assert_int_equal(term_walk_next(&walk), 0);
    term_walk_release(&walk);
    term_table_free(table);
}

static void terms_may_be_made_during_a_walk(void **state) {
    struct term_table *table = term_table_new();
    struct term_walk walk = {0};
    term root = make_deep(table, make_constant(table, "p", SORT_BOOL), 1000), t;
    uint32_t given = 0;
    term_walk_begin(&walk, table);
    term_walk_add(&walk, root);
    for (; (t = term_walk_next(&walk)) != 0; given++)
        make_both(table, OP_OR, t, t); /* the table's arrays move */
    assert_int_equal(given, 1001);
    term_walk_release(&walk);
    term_table_free(table);
}

static void depth_and_sharing_cost_nothing_extra(void **state) {
    enum { DEPTH = 1000000 };
    struct term_table *table = term_table_new();
    struct term_walk walk = {0};
    term root = make_doubled(table, make_constant(table, "p", SORT_BOOL), DEPTH);
    uint32_t given = 0;
    term_walk_begin(&walk, table);
    term_walk_add(&walk, root);
    while (term_walk_next(&walk) != 0)
        given++;
    assert_int_equal(given, DEPTH + 1);
    term_walk_release(&walk);
    term_table_free(table);
}

static void a_second_walk_allocates_nothing(void **state) {
    struct term_table *table = term_table_new();
    struct term_walk walk = {0};
    term root = make_deep(table, make_constant(table, "p", SORT_BOOL), 1000);
    uint64_t calls = 0;
    for (int round = 0; round < 3; round++) {
        uint32_t given = 0;
        term_walk_begin(&walk, table);
        term_walk_add(&walk, root);
        while (term_walk_next(&walk) != 0)
            given++;
        assert_int_equal(given, 1001);
        if (round > 0)
            assert_int_equal(mem_calls(), calls);
        calls = mem_calls();
    }
    term_walk_release(&walk);
    term_table_free(table);
}

static void a_walk_that_is_given_up_leaves_no_trace(void **state) {
    struct term_table *table = term_table_new();
    struct term_walk walk = {0};
    term p = make_constant(table, "p", SORT_BOOL), q = make_constant(table, "q", SORT_BOOL);
    term_walk_begin(&walk, table);
    term_walk_add(&walk, make_deep(table, p, 3));
    term_walk_add(&walk, q);
    assert_int_equal(term_walk_next(&walk), p);
    term_walk_begin(&walk, table);
    assert_int_equal(term_walk_next(&walk), 0);
    term_walk_add(&walk, p);
    assert_int_equal(term_walk_next(&walk), p);
    assert_int_equal(term_walk_next(&walk), 0);
    term_walk_release(&walk);
    term_table_free(table);
}

static void a_map_agrees_with_an_array(void **state) {
    enum { TERMS = 500 };
    struct term_map map = {0};
    struct rng rng = testing_rng(2);
    uint32_t model[TERMS] = {0};
    for (int step = 0; step < 20000; step++) {
        term t = (term)rng_below(&rng, TERMS);
        uint64_t dice = rng_below(&rng, 100);
        if (dice == 0) {
            term_map_clear(&map);
            memset(model, 0, sizeof model);
        } else if (dice < 50) {
            model[t] = (uint32_t)rng_next(&rng);
            term_map_set(&map, t, model[t]);
        }
        t = (term)rng_below(&rng, TERMS);
        assert_int_equal(term_map_get(&map, t), model[t]);
    }
    assert_int_equal(term_map_get(&map, UINT32_MAX), 0);
    term_map_release(&map);
}

static void a_new_map_is_empty_and_good_without_a_clear(void **state) {
    struct term_map map = {0};
    assert_int_equal(term_map_get(&map, 1), 0);
    term_map_set(&map, 5, 7);
    assert_int_equal(term_map_get(&map, 5), 7);
    assert_int_equal(term_map_get(&map, 4), 0);
    term_map_release(&map);
}

static void rounds_may_run_over(void **state) {
    struct term_map map = {0};
    term_map_set(&map, 3, 9);
    term_map_clear(&map);
    term_map_set(&map, 1, 8); /* in round 1 */
    map.round = UINT32_MAX;
    term_map_set(&map, 2, 7);
    term_map_clear(&map); /* in round 1 again */
    for (term t = 1; t <= 3; t++)
        assert_int_equal(term_map_get(&map, t), 0);
    term_map_set(&map, 2, 6);
    assert_int_equal(term_map_get(&map, 2), 6);
    term_map_release(&map);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(each_term_comes_once_and_behind_its_arguments),
        TEST(a_root_above_an_earlier_root_comes_behind_it),
        TEST(arguments_come_from_left_to_right),
        TEST(a_root_that_is_added_late_brings_only_what_is_new),
        TEST(terms_may_be_made_during_a_walk),
        TEST(depth_and_sharing_cost_nothing_extra),
        TEST(a_second_walk_allocates_nothing),
        TEST(a_walk_that_is_given_up_leaves_no_trace),
        TEST(a_map_agrees_with_an_array),
        TEST(a_new_map_is_empty_and_good_without_a_clear),
        TEST(rounds_may_run_over),
    };
    return RUN(tests);
}
