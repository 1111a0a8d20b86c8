#include "testing.h"

#include "lang/diagnostic.h"

/* A message about the byte where `^` stands in the text; the caret itself is no part of it. */
static char *about(const char *marked, const char *message) {
    struct strbuf text = {0}, out = {0};
    const char *mark = strchr(marked, '^');
    assert_non_null(mark);
    strbuf_add(&text, marked, (size_t)(mark - marked));
    strbuf_add_text(&text, mark + 1);
    diagnostic_add(&out, "f.smt2", strbuf_text(&text), text.n, (size_t)(mark - marked), "error",
                   message);
    strbuf_free(&text);
    return strbuf_detach(&out);
}

static void shows(const char *marked, const char *message, const char *expected) {
    char *found = about(marked, message);
    assert_string_equal(found, expected);
    mem_free(found);
}

static void the_line_and_the_place_are_shown(void **state) {
    shows("^(foo)", "m", "f.smt2:1:1: error: m\n  (foo)\n  ^\n");
    shows("(a)\n(assert ^foo)\n(b)", "m", "f.smt2:2:9: error: m\n  (assert foo)\n          ^\n");
    shows("a\n\n^", "m", "f.smt2:3:1: error: m\n  \n  ^\n");
    shows("^", "m", "f.smt2:1:1: error: m\n  \n  ^\n");
    shows("(a^", "m", "f.smt2:1:3: error: m\n  (a\n    ^\n");
}

static void carriage_returns_are_not_shown(void **state) {
    shows("(a)\r\n(^b)\r\n", "m", "f.smt2:2:2: error: m\n  (b)\n   ^\n");
    shows("(a)^\r\n", "m", "f.smt2:1:4: error: m\n  (a)\n     ^\n");
    shows("(a)\r^\n", "m", "f.smt2:1:5: error: m\n  (a)\n     ^\n");
}

static void columns_count_characters(void **state) {
    shows("é ö ^x", "m", "f.smt2:1:5: error: m\n  é ö x\n      ^\n");
    shows("|日本| ^x", "m", "f.smt2:1:6: error: m\n  |日本| x\n       ^\n");
}

static void control_characters_and_bad_bytes_can_be_seen_through(void **state) {
    shows("a\tb\x01 ^c", "m", "f.smt2:1:6: error: m\n  a b  c\n       ^\n");
    shows("\x7f^c", "m", "f.smt2:1:2: error: m\n   c\n   ^\n");
}

static void the_caret_stands_below_the_place_also_behind_bad_bytes(void **state) {
    char *found = about("a\xff\x80 ^c", "m");
    testing_assert_contains(found, "\n  a?? c\n      ^\n");
    mem_free(found);
}

static void of_a_long_line_only_the_part_around_the_place_is_shown(void **state) {
    struct strbuf text = {0}, out = {0};
    strbuf_add_repeat(&text, 'a', 500);
    strbuf_add_text(&text, "HERE");
    strbuf_add_repeat(&text, 'a', 500);
    diagnostic_add(&out, "f", strbuf_text(&text), text.n, 500, "note", "m");
    const char *line = strchr(strbuf_text(&out), '\n') + 1, *end = strchr(line, '\n');
    assert_true(end - line < 120);
    assert_memory_equal(line, "  ...aaa", 8);
    assert_memory_equal(end - 6, "aaa...", 6);
    const char *caret = strchr(end + 1, '^');
    assert_memory_equal(line + (caret - (end + 1)), "HERE", 4);
    assert_string_equal(caret, "^\n");
    strbuf_free(&text);
    strbuf_free(&out);
}

/* Cut in the middle of a character, at both ends, whatever the place. */
static void a_cut_never_goes_through_a_character(void **state) {
    struct strbuf text = {0}, out = {0};
    for (int i = 0; i < 300; i++)
        strbuf_add_text(&text, "é");
    for (size_t offset = 0; offset < text.n; offset++) {
        strbuf_clear(&out);
        diagnostic_add(&out, "f", strbuf_text(&text), text.n, offset, "error", "m");
        size_t lines = 0;
        for (size_t i = 0; i < out.n; i++)
            lines += out.at[i] == '\n';
        assert_int_equal(lines, 3);
        if (offset % 2 == 0)
            assert_null(strchr(strbuf_text(&out), '?'));
    }
    strbuf_free(&text);
    strbuf_free(&out);
}

static void a_message_stays_on_its_line(void **state) {
    shows("^x", "unknown |a\nb\tc|", "f.smt2:1:1: error: unknown |a b c|\n  x\n  ^\n");
    shows("^x", "cut \xc3", "f.smt2:1:1: error: cut ?\n  x\n  ^\n");
}

static void a_place_beyond_the_text_is_its_end(void **state) {
    struct strbuf out = {0};
    diagnostic_add(&out, "f", "ab", 2, 99, "error", "m");
    assert_string_equal(strbuf_text(&out), "f:1:3: error: m\n  ab\n    ^\n");
    strbuf_free(&out);
}

static void messages_are_appended(void **state) {
    struct strbuf out = {0};
    diagnostic_add(&out, "f", "a", 1, 0, "note", "one");
    diagnostic_add(&out, "g", "b", 1, 0, "error", "two");
    assert_string_equal(strbuf_text(&out),
                        "f:1:1: note: one\n  a\n  ^\ng:1:1: error: two\n  b\n  ^\n");
    strbuf_free(&out);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(the_line_and_the_place_are_shown),
        TEST(carriage_returns_are_not_shown),
        TEST(columns_count_characters),
        TEST(control_characters_and_bad_bytes_can_be_seen_through),
        TEST(the_caret_stands_below_the_place_also_behind_bad_bytes),
        TEST(of_a_long_line_only_the_part_around_the_place_is_shown),
        TEST(a_cut_never_goes_through_a_character),
        TEST(a_message_stays_on_its_line),
        TEST(a_place_beyond_the_text_is_its_end),
        TEST(messages_are_appended),
    };
    return RUN(tests);
}
