/* Memory for tables: zeroed, on huge pages where it is large, and given back. */
#include "base/huge.h"

#include "testing.h"

static void tables_are_zeroed_and_given_back(void **state) {
    static const size_t sizes[] = {1, 4096, (1 << 20) - 1, 1 << 20, (2 << 20) + 1, 5 << 20};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        size_t before = mem_live_bytes();
        unsigned char *table = huge_alloc_zero(sizes[i]);
        for (size_t j = 0; j < sizes[i]; j += 509)
            assert_int_equal(table[j], 0);
        assert_int_equal(table[sizes[i] - 1], 0);
        memset(table, 0xff, sizes[i]); /* all of it is ours */
        huge_free(table, sizes[i]);
        assert_int_equal(mem_live_bytes(), before);
    }
    huge_free(NULL, 1 << 20);
}

static void large_tables_start_with_a_huge_page(void **state) {
    void *table = huge_alloc_zero(1 << 20);
    assert_int_equal((uintptr_t)table % (2 << 20), 0);
    huge_free(table, 1 << 20);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(tables_are_zeroed_and_given_back),
        TEST(large_tables_start_with_a_huge_page),
    };
    return RUN(tests);
}
