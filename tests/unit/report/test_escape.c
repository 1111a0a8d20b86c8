#include "report/escape.h"

#include "testing.h"

typedef void add_fn(const char *at, size_t n, struct strbuf *out);

static void check(add_fn *add, const char *text, size_t n, const char *wanted) {
    struct strbuf out = {0};
    add(text, n, &out);
    assert_string_equal(strbuf_text(&out), wanted);
    strbuf_free(&out);
}

static void add_markdown(const char *at, size_t n, struct strbuf *out) {
    (void)n;
    escape_add_markdown(at, out);
}

static void add_csv(const char *at, size_t n, struct strbuf *out) {
    (void)n;
    escape_add_csv(at, out);
}

static void add_code(const char *at, size_t n, struct strbuf *out) {
    escape_add_code("smt2", at, n, out);
}

#define BAD "\xEF\xBF\xBD"
#define CHECK(add, text, wanted) check(add, text, sizeof text - 1, wanted)

static void what_is_no_text_is_replaced(void **state) {
    CHECK(escape_add_utf8, "a\tb\nc", "a\tb\nc");
    CHECK(escape_add_utf8, "a\0b\x1B[2J\x7F\r", "a" BAD "b" BAD "[2J" BAD BAD);
    CHECK(escape_add_utf8, "\xC3\xA4\xE2\x82\xAC\xF0\x9F\x98\x80",
          "\xC3\xA4\xE2\x82\xAC\xF0\x9F\x98\x80");
    CHECK(escape_add_utf8, "\xC3", BAD);                         /* cut off */
    CHECK(escape_add_utf8, "\x80z", BAD "z");                    /* inside a character */
    CHECK(escape_add_utf8, "\xC0\xAF", BAD BAD);                 /* too long */
    CHECK(escape_add_utf8, "\xE0\x80\xAF", BAD BAD BAD);         /* too long */
    CHECK(escape_add_utf8, "\xED\xA0\x80", BAD BAD BAD);         /* a surrogate */
    CHECK(escape_add_utf8, "\xF4\x90\x80\x80", BAD BAD BAD BAD); /* beyond the last */
    CHECK(escape_add_utf8, "\xEF\xBF\xBF", BAD BAD BAD);         /* no character */
}

static void markup_has_no_effect(void **state) {
    CHECK(escape_add_markup, "<script>\"&'", "&lt;script&gt;&quot;&amp;&#39;");
}

static void marks_of_markdown_have_no_effect(void **state) {
    CHECK(add_markdown, "a|b\n*c* _d_ <e>", "a\\|b \\*c\\* \\_d\\_ \\<e\\>");
    CHECK(add_markdown, "\\`{}[]#~$", "\\\\\\`\\{\\}\\[\\]\\#\\~\\$");
}

static void no_code_ends_its_fence(void **state) {
    CHECK(add_code, "(assert true)", "```smt2\n(assert true)\n```\n");
    CHECK(add_code, "a\n```\nb\n", "````smt2\na\n```\nb\n````\n");
    CHECK(add_code, "", "```smt2\n```\n");
}

static void fields_are_quoted(void **state) {
    CHECK(add_csv, "a,\"b\"\nc", "\"a,\"\"b\"\"\nc\"");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(what_is_no_text_is_replaced),
        TEST(markup_has_no_effect),
        TEST(marks_of_markdown_have_no_effect),
        TEST(no_code_ends_its_fence),
        TEST(fields_are_quoted),
    };
    return RUN(tests);
}
