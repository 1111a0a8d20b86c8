#include "cli/help.h"

#include "cli/sample.h"

static void check_fill(const char *text, size_t at, size_t indent, size_t width,
                       const char *wanted) {
    struct strbuf out = {0};
    help_fill(text, at, indent, width, &out);
    assert_string_equal(strbuf_text(&out), wanted);
    strbuf_free(&out);
}

static void lines_are_filled_to_the_width(void **state) {
    check_fill("", 0, 0, 10, "\n");
    check_fill("aaa bbb cc", 0, 0, 10, "aaa bbb cc\n");
    check_fill("aaa bbb ccc", 0, 0, 10, "aaa bbb\nccc\n");
    check_fill("aaa  bbb ccc ", 4, 2, 10, "aaa\n  bbb ccc\n");
    check_fill("longer-than-the-line bbb", 0, 0, 10, "longer-than-the-line\nbbb\n");
    check_fill("aaa\nbbb", 0, 1, 10, "aaa\n\n bbb\n");
}

static size_t width_with(const char *columns) {
    setenv("COLUMNS", columns, 1);
    return help_width();
}

static void the_width_has_limits(void **state) {
    assert_int_equal(width_with("72"), 72);
    assert_int_equal(width_with("20"), HELP_WIDTH_MIN);
    assert_int_equal(width_with("250"), HELP_WIDTH_MAX);
    assert_int_equal(width_with("99999999999999999999999"), HELP_WIDTH_MAX);
}

static void a_command_shows_its_own_options(void **state) {
    struct strbuf out = {0};
    help_command(&sample_table, COMMAND_TWO, 60, &out);
    const char *text = strbuf_text(&out);
    assert_non_null(strstr(text, "Usage: momus two [OPTION]... [ITEM]\n"));
    assert_non_null(strstr(text, "      --count N         count otherwise (1 to 9, default 2)\n"));
    assert_non_null(strstr(text, "  -l, --list FILE       use this file (may be repeated)\n"));
    assert_non_null(strstr(text, "  -g, --good            be good (default true)\n"));
    assert_null(strstr(text, "--size"));
    strbuf_free(&out);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(lines_are_filled_to_the_width),
        TEST(the_width_has_limits),
        TEST(a_command_shows_its_own_options),
    };
    return RUN(tests);
}
