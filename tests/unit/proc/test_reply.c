#include "testing.h"

#include "proc/reply.h"

/* The replies as "kind[text]", fed in pieces of this size; 0 is all at once. */
static void scan(const char *text, size_t piece, bool is_all, struct strbuf *seen) {
    static const char *const kinds[] = {"none", "line", "list", "error", "comment", "cut"};
    struct reply_scanner scanner = {0};
    size_t n = strlen(text), got = 0;
    strbuf_clear(seen);
    while (got < n || piece == 0) {
        got = piece == 0 || n - got < piece ? n : got + piece;
        struct reply reply;
        bool all = is_all && got == n;
        while ((reply = reply_next(&scanner, text, got, all)).kind != REPLY_NONE)
            strbuf_printf(seen, "%s[%.*s]", kinds[reply.kind], (int)reply.n, text + reply.offset);
        if (got == n)
            break;
    }
}

static void expect(const char *text, bool is_all, const char *replies) {
    struct strbuf seen = {0};
    for (size_t piece = 0; piece <= strlen(text); piece++) {
        scan(text, piece, is_all, &seen);
        assert_string_equal(strbuf_text(&seen), replies);
    }
    strbuf_free(&seen);
}

static void lines_and_lists(void **state) {
    expect("sat\n", false, "line[sat]");
    expect(" sat \r\n\r\n unsat\n", false, "line[sat]line[unsat]");
    expect("(a (b)\n c)(d) e f\n", false, "list[(a (b)\n c)]list[(d)]line[e f]");
    expect("; (\n)\n", false, "comment[; (]line[)]");
    expect("sat", false, "");
    expect("sat", true, "line[sat]");
    expect("(a", false, "");
    expect("(a ", true, "cut[(a]");
    expect("", true, "");
}

static void quotes_in_lists_hide_parentheses(void **state) {
    expect("(\"(\"\"(\" |)(\"| ; )\n)", false, "list[(\"(\"\"(\" |)(\"| ; )\n)]");
    expect("(|\"| \"|\")", false, "list[(|\"| \"|\")]");
}

static void errors(void **state) {
    expect("(error \"a (b) \"c\" \")\nsat\n", false, "error[(error \"a (b) \"c\" \")]line[sat]");
    expect("(error \"a\n\n  (f \"x\")\n   ^\n\")\nsat\n", false,
           "error[(error \"a\n\n  (f \"x\")\n   ^\n\")]line[sat]");
    expect("(error \"a\")\n\"b\"\n", false, "error[(error \"a\")]line[\"b\"]");
    expect("(error \"a\")\n\nsat\n", false, "error[(error \"a\")]line[sat]");
    expect("(error \"a\")\n", false, "");
    expect("(error \"a\")\n", true, "error[(error \"a\")]");
    expect("(error \"a\")", true, "error[(error \"a\")]");
    expect("(error \"a", true, "cut[(error \"a]");
    expect("(error \"a\") b\n", true, "error[(error \"a\")]line[b]");
    expect("(error a)\n(err)\n", false, "list[(error a)]list[(err)]");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(lines_and_lists),
        TEST(quotes_in_lists_hide_parentheses),
        TEST(errors),
    };
    return RUN(tests);
}
