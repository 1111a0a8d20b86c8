#include "testing.h"

static void text_is_put_together(void **state) {
    struct strbuf buf = {0};
    assert_string_equal(strbuf_text(&buf), "");
    strbuf_add_text(&buf, "ab");
    strbuf_add_char(&buf, 'c');
    strbuf_add(&buf, "defg", 2);
    strbuf_add(&buf, NULL, 0);
    strbuf_add_repeat(&buf, '-', 3);
    strbuf_add_repeat(&buf, '+', 0);
    strbuf_printf(&buf, "%d/%s", 7, "x");
    assert_string_equal(strbuf_text(&buf), "abcde---7/x");
    assert_int_equal(buf.n, 11);
    strbuf_clear(&buf);
    assert_string_equal(strbuf_text(&buf), "");
    strbuf_free(&buf);
}

static void zero_bytes_are_kept(void **state) {
    struct strbuf buf = {0};
    strbuf_add(&buf, "a\0b", 3);
    strbuf_add_char(&buf, '\0');
    assert_int_equal(buf.n, 4);
    assert_memory_equal(strbuf_text(&buf), "a\0b\0\0", 5);
    strbuf_free(&buf);
}

static void numbers_of_every_length_are_written(void **state) {
    struct strbuf buf = {0};
    char expected[32];
    uint64_t number = 0;
    for (int digits = 1; digits <= 20; digits++) {
        strbuf_clear(&buf);
        strbuf_add_u64(&buf, number);
        snprintf(expected, sizeof expected, "%llu", (unsigned long long)number);
        assert_string_equal(strbuf_text(&buf), expected);
        number = number * 10 + (uint64_t)(digits % 10);
    }
    strbuf_clear(&buf);
    strbuf_add_u64(&buf, UINT64_MAX);
    assert_string_equal(strbuf_text(&buf), "18446744073709551615");
    strbuf_free(&buf);
}

static void long_formatted_text_is_not_cut(void **state) {
    struct strbuf buf = {0};
    for (int width = 0; width < 300; width++) {
        strbuf_clear(&buf);
        strbuf_printf(&buf, "%*d", width + 1, 1);
        assert_int_equal(strlen(strbuf_text(&buf)), width + 1);
        assert_int_equal(buf.at[width], '1');
        strbuf_free(&buf); /* so that each length meets a new buffer */
    }
}

static void a_detached_text_belongs_to_the_caller(void **state) {
    struct strbuf buf = {0};
    strbuf_add_text(&buf, "mine");
    char *text = strbuf_detach(&buf);
    assert_int_equal(buf.n, 0);
    assert_null(buf.at);
    strbuf_add_text(&buf, "other");
    assert_string_equal(text, "mine");
    mem_free(text);
    strbuf_free(&buf);
    text = strbuf_detach(&buf);
    assert_string_equal(text, "");
    mem_free(text);
}

static void growth_is_geometric(void **state) {
    struct strbuf buf = {0};
    uint64_t calls = mem_calls();
    for (int i = 0; i < 1000000; i++)
        strbuf_add_char(&buf, 'x');
    assert_int_equal(buf.n, 1000000);
    assert_true(mem_calls() - calls < 40);
    strbuf_free(&buf);
}

static void reserve_beyond_memory(void *ignored) {
    struct strbuf buf = {0};
    strbuf_add_char(&buf, 'x');
    strbuf_reserve(&buf, SIZE_MAX);
}

static void a_size_that_overflows_is_out_of_memory(void **state) {
    assert_int_equal(testing_in_child(reserve_beyond_memory, NULL, NULL), EXIT_ENVIRONMENT);
}

static void one_thing_has_no_plural(void **state) {
    (void)state;
    assert_string_equal(plural_s(1), "");
    assert_string_equal(plural_s(0), "s");
    assert_string_equal(plural_s(2), "s");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(text_is_put_together),
        TEST(zero_bytes_are_kept),
        TEST(numbers_of_every_length_are_written),
        TEST(long_formatted_text_is_not_cut),
        TEST(a_detached_text_belongs_to_the_caller),
        TEST(growth_is_geometric),
        TEST(a_size_that_overflows_is_out_of_memory),
        TEST(one_thing_has_no_plural),
    };
    return RUN(tests);
}
