#include "testing.h"

static void counts_follow_what_is_live(void **state) {
    size_t bytes = mem_live_bytes(), blocks = mem_live_blocks();
    void *a = mem_alloc(100);
    void *b = mem_alloc_zero(50);
    assert_true(mem_live_bytes() - bytes >= 150);
    assert_int_equal(mem_live_blocks() - blocks, 2);
    a = mem_realloc(a, 100000);
    assert_true(mem_live_bytes() - bytes >= 100050);
    assert_int_equal(mem_live_blocks() - blocks, 2);
    a = mem_realloc(a, 10);
    assert_true(mem_live_bytes() - bytes < 100000);
    mem_free(a);
    mem_free(b);
    mem_free(NULL);
    assert_int_equal(mem_live_bytes(), bytes);
    assert_int_equal(mem_live_blocks(), blocks);
}

static void zeroed_memory_is_zero(void **state) {
    unsigned char *dirty = mem_alloc(4096);
    memset(dirty, 0xff, 4096);
    mem_free(dirty);
    unsigned char *clean = mem_alloc_zero(4096);
    for (int i = 0; i < 4096; i++)
        assert_int_equal(clean[i], 0);
    mem_free(clean);
}

static void contents_survive_realloc(void **state) {
    char *text = mem_realloc(NULL, 4);
    memcpy(text, "abcd", 4);
    text = mem_realloc(text, 1 << 20);
    assert_memory_equal(text, "abcd", 4);
    text = mem_realloc(text, 2);
    assert_memory_equal(text, "ab", 2);
    mem_free(text);
}

/* Back and forth over the size from which on blocks are mappings of their own. */
static void contents_survive_growing_large_and_shrinking_again(void **state) {
    static const size_t sizes[] = {100,           (1 << 20) - 1, 1 << 20, (2 << 20) - 1, 2 << 20,
                                   (2 << 20) + 1, 9 << 20,       3 << 20, 1 << 20,       5000};
    size_t bytes = mem_live_bytes(), blocks = mem_live_blocks(), before = 0;
    unsigned char *block = NULL;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        block = mem_realloc(block, sizes[i]);
        assert_true(mem_usable(block) >= sizes[i]);
        assert_true(mem_live_bytes() - bytes >= sizes[i]);
        size_t kept = before < sizes[i] ? before : sizes[i];
        for (size_t j = 0; j < kept; j += 97)
            assert_int_equal(block[j], j % 251);
        for (size_t j = 0; j < sizes[i]; j++)
            block[j] = (unsigned char)(j % 251);
        before = sizes[i];
    }
    mem_free(block);
    assert_int_equal(mem_live_bytes(), bytes);
    assert_int_equal(mem_live_blocks(), blocks);
    assert_int_equal(mem_usable(NULL), 0);
}

static void large_zeroed_memory_is_zero(void **state) {
    for (int round = 0; round < 3; round++) {
        unsigned char *clean = mem_alloc_zero(3 << 20);
        for (size_t i = 0; i < 3 << 20; i += 64)
            assert_int_equal(clean[i], 0);
        memset(clean, 0xff, 3 << 20);
        mem_free(clean);
    }
}

static void an_empty_block_is_no_null_pointer(void **state) {
    void *a = mem_alloc(0), *b = mem_alloc_zero(0);
    assert_non_null(a);
    assert_non_null(b);
    a = mem_realloc(a, 0);
    assert_non_null(a);
    mem_free(a);
    mem_free(b);
}

static void a_copied_text_is_terminated(void **state) {
    char *copy = mem_copy_text("hello", 3);
    assert_string_equal(copy, "hel");
    mem_free(copy);
    copy = mem_copy_text("a\0b", 3);
    assert_memory_equal(copy, "a\0b\0", 4);
    mem_free(copy);
}

static void calls_are_counted(void **state) {
    uint64_t before = mem_calls();
    void *a = mem_alloc(1);
    a = mem_realloc(a, 2);
    void *b = mem_alloc_zero(1);
    mem_free(a);
    mem_free(b);
    assert_int_equal(mem_calls() - before, 3);
}

/* Exits with status 20 + n if the n-th of three allocations was survived last. */
static void allocate_three_times(void *nth) {
    int *survived = mem_alloc(sizeof *survived);
    *survived = 0;
    mem_fail_at(*(uint64_t *)nth);
    void *a = mem_alloc(1);
    void *b = mem_alloc_zero(1);
    a = mem_realloc(a, 1000);
    *survived = a != NULL && b != NULL;
    _exit(20 + *survived);
}

static void exactly_the_nth_call_fails(void **state) {
    for (uint64_t nth = 0; nth <= 4; nth++) {
        struct strbuf error = {0};
        int status = testing_in_child(allocate_three_times, &nth, &error);
        if (nth >= 1 && nth <= 3) {
            assert_int_equal(status, EXIT_ENVIRONMENT);
            testing_assert_contains(strbuf_text(&error), "out of memory");
        } else
            assert_int_equal(status, 21);
        strbuf_free(&error);
    }
}

static void ask_for_too_much(void *ignored) {
    mem_alloc(SIZE_MAX / 2);
}

static void real_exhaustion_dies_and_says_how_much_was_wanted(void **state) {
    struct strbuf error = {0};
    assert_int_equal(testing_in_child(ask_for_too_much, NULL, &error), EXIT_ENVIRONMENT);
    testing_assert_contains(strbuf_text(&error),
                            "momus: error: out of memory (9223372036854775807 more bytes wanted)");
    strbuf_free(&error);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(counts_follow_what_is_live),  TEST(zeroed_memory_is_zero),
        TEST(contents_survive_realloc),    TEST(contents_survive_growing_large_and_shrinking_again),
        TEST(large_zeroed_memory_is_zero), TEST(an_empty_block_is_no_null_pointer),
        TEST(a_copied_text_is_terminated), TEST(calls_are_counted),
        TEST(exactly_the_nth_call_fails),  TEST(real_exhaustion_dies_and_says_how_much_was_wanted),
    };
    return RUN(tests);
}
