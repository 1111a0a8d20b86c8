#include "cli/grid.h"
#include "cli/paint.h"

#include "testing.h"

static void check_painted(const char *text, size_t columns, enum paint_how how,
                          const char *wanted) {
    struct strbuf out = {0};
    size_t width = paint_add(&out, text, columns, how);
    assert_string_equal(strbuf_text(&out), wanted);
    if (how == PAINT_NOT)
        assert_int_equal(width, paint_width(wanted));
    strbuf_free(&out);
}

static void marks_become_codes_or_nothing(void **state) {
    check_painted("a " PAINT_RED "b" PAINT_PLAIN " c", 0, PAINT_NOW, "a \033[31mb\033[0m c");
    check_painted("a " PAINT_RED "b" PAINT_PLAIN " c", 0, PAINT_NOT, "a b c");
    check_painted(PAINT_RED "b" PAINT_PLAIN, 0, PAINT_LATER, PAINT_RED "b" PAINT_PLAIN);
}

static void what_is_too_long_is_cut(void **state) {
    check_painted("abcdef", 6, PAINT_NOT, "abcdef");
    check_painted("abcdef", 5, PAINT_NOT, "abc..");
    check_painted("abcdef", 2, PAINT_NOT, "ab");
    check_painted(PAINT_BOLD "abcdef" PAINT_PLAIN, 6, PAINT_NOT, "abcdef");
}

static void colours_end_where_a_text_is_cut(void **state) {
    check_painted(PAINT_BOLD "abcdef" PAINT_PLAIN, 4, PAINT_NOW, "\033[1mab..\033[0m");
}

static void characters_are_columns(void **state) {
    assert_int_equal(paint_width("\xc3\xa4\xe2\x82\xac" PAINT_RED "z"), 3);
    check_painted("\xc3\xa4\xc3\xb6\xc3\xbc\xc3\x9f", 3, PAINT_NOT, "\xc3\xa4..");
}

static void what_changes_a_terminal_is_taken_out(void **state) {
    struct strbuf out = {0};
    paint_add_clean(&out, "a\033[2Jb\nc\x7f\xc2\x9b"
                          "d\001\xc3\xa4");
    assert_string_equal(strbuf_text(&out), "a?[2Jb?c??d?\xc3\xa4");
    strbuf_free(&out);
}

/* ---- tables ---- */

static const struct grid_column columns[] = {
    {"n", true, 0, 0},
    {"class", false, 0, 6},
    {"seen", true, 2, 0},
    {"file", false, 1, 0},
};

static void check_grid(size_t width, const char *wanted) {
    struct grid grid;
    struct strbuf out = {0};
    grid_init(&grid, columns, LENGTH(columns));
    grid_printf(&grid, "%d", 1);
    grid_add(&grid, "soundness");
    grid_printf(&grid, "%d", 100);
    grid_add(&grid, "a/b");
    grid_printf(&grid, "%d", 12);
    grid_add(&grid, PAINT_RED "crash" PAINT_PLAIN);
    grid_add(&grid, "");
    grid_add(&grid, "c");
    grid_print(&grid, 1, width, PAINT_NOT, &out);
    assert_string_equal(strbuf_text(&out), wanted);
    strbuf_free(&out);
    grid_release(&grid);
}

static void columns_are_as_wide_as_needed(void **state) {
    check_grid(0, "  n  class      seen  file\n"
                  "  1  soundness   100  a/b\n"
                  " 12  crash            c\n");
    check_grid(26, "  n  class      seen  file\n"
                   "  1  soundness   100  a/b\n"
                   " 12  crash            c\n");
}

static void columns_are_cut_then_left_out(void **state) {
    check_grid(25, "  n  class     seen  file\n"
                   "  1  soundn..   100  a/b\n"
                   " 12  crash           c\n");
    check_grid(22, "  n  class      file\n"
                   "  1  soundness  a/b\n"
                   " 12  crash      c\n");
    check_grid(12, "  n  class\n"
                   "  1  sound..\n"
                   " 12  crash\n");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(marks_become_codes_or_nothing),        TEST(what_is_too_long_is_cut),
        TEST(colours_end_where_a_text_is_cut),      TEST(characters_are_columns),
        TEST(what_changes_a_terminal_is_taken_out), TEST(columns_are_as_wide_as_needed),
        TEST(columns_are_cut_then_left_out),
    };
    return RUN(tests);
}
