#include "testing.h"

#include "term/list.h"

static void the_same_list_has_the_same_handle(void **state) {
    struct list_table table;
    list_table_init(&table);
    uint32_t items[] = {1, 2, 3};
    list all = list_intern(&table, items, 3);
    assert_int_not_equal(all, 0);
    assert_int_equal(list_intern(&table, (uint32_t[]){1, 2, 3}, 3), all);
    assert_int_not_equal(list_intern(&table, items, 2), all);
    assert_int_not_equal(list_intern(&table, (uint32_t[]){3, 2, 1}, 3), all);
    assert_int_equal(list_length(&table, all), 3);
    assert_memory_equal(list_items(&table, all), items, sizeof items);
    list_table_release(&table);
}

static void the_empty_list_is_zero(void **state) {
    struct list_table table;
    list_table_init(&table);
    assert_int_equal(list_intern(&table, NULL, 0), 0);
    assert_int_equal(list_length(&table, 0), 0);
    list_table_release(&table);
}

static void equal_hashes_are_not_equal_lists(void **state) {
    struct list_table table;
    list_table_init(&table);
    uint32_t items[] = {1, 2, 3, 4};
    list three = list_intern(&table, items, 3);
    testing_collide(&table.index, list_intern(&table, items, 2), three);
    assert_int_not_equal(list_intern(&table, items, 2), three);
    testing_collide(&table.index, list_intern(&table, items + 1, 3), three);
    assert_int_not_equal(list_intern(&table, items + 1, 3), three);
    list_table_release(&table);
}

static void rewinding_forgets_younger_lists(void **state) {
    struct list_table table;
    struct rng rng = testing_rng(3);
    list_table_init(&table);
    list old = list_intern(&table, (uint32_t[]){7, 8}, 2);
    struct list_mark mark = list_mark(&table);
    for (int round = 0; round < 20; round++) {
        for (int i = 0; i < 200; i++) {
            uint32_t items[8], n = (uint32_t)rng_below(&rng, 8) + 1;
            for (uint32_t j = 0; j < n; j++)
                items[j] = (uint32_t)rng_below(&rng, 4);
            list l = list_intern(&table, items, n);
            assert_int_equal(list_length(&table, l), n);
            assert_memory_equal(list_items(&table, l), items, n * sizeof *items);
            assert_int_equal(list_intern(&table, items, n), l);
        }
        list_rewind(&table, mark);
        assert_int_equal(table.index.n, 1);
        assert_int_equal(table.items.n, mark.items);
        assert_int_equal(list_intern(&table, (uint32_t[]){7, 8}, 2), old);
        assert_int_equal(list_intern(&table, (uint32_t[]){9}, 1), old + 1);
        list_rewind(&table, mark);
    }
    list_table_release(&table);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(the_same_list_has_the_same_handle),
        TEST(the_empty_list_is_zero),
        TEST(equal_hashes_are_not_equal_lists),
        TEST(rewinding_forgets_younger_lists),
    };
    return RUN(tests);
}
