#include "testing.h"

#include "base/sexpr.h"

static void write_list(const struct sexpr *first, struct strbuf *out) {
    for (const struct sexpr *e = first; e != NULL; e = e->next) {
        if (e != first)
            strbuf_add_char(out, ' ');
        if (sexpr_is_list(e)) {
            strbuf_add_char(out, '(');
            write_list(e->child, out);
            strbuf_add_char(out, ')');
        } else
            strbuf_add(out, e->token.at, e->token.n);
    }
}

static void expect(const char *text, const char *expected) {
    struct arena arena = {0};
    struct sexpr *first;
    struct sexpr_error error;
    struct strbuf out = {0};
    assert_true(sexpr_read(text, strlen(text), &arena, &first, &error));
    write_list(first, &out);
    assert_string_equal(strbuf_text(&out), expected);
    strbuf_free(&out);
    arena_free(&arena);
}

static void trees_keep_their_shape(void **state) {
    expect("a", "a");
    expect("()", "()");
    expect("(a)b", "(a) b");
    expect("((a b)  () (c (d)))\n; comment\n e", "((a b) () (c (d))) e");
    expect("(x :k 1 #b0 \"s\" |q r|)", "(x :k 1 #b0 s q r)");
}

static void an_empty_text_has_no_expressions(void **state) {
    struct arena arena = {0};
    struct sexpr *first = (struct sexpr *)&arena;
    struct sexpr_error error;
    assert_true(sexpr_read(" ; nothing", 10, &arena, &first, &error));
    assert_null(first);
    arena_free(&arena);
}

static void errors_say_what_and_where(void **state) {
    static const struct {
        const char *text, *message;
        uint32_t offset;
    } cases[] = {
        {"(a (b)", "'(' without ')'", 0}, {"(a) (b (c", "'(' without ')'", 7}, /* the innermost */
        {"(a))", "')' without '('", 3},   {")", "')' without '('", 0},
        {"(a [)", "stray character", 3},  {"(a \"", "string without end", 3},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        struct arena arena = {0};
        struct sexpr *first;
        struct sexpr_error error;
        assert_false(sexpr_read(cases[i].text, strlen(cases[i].text), &arena, &first, &error));
        assert_string_equal(error.message, cases[i].message);
        assert_int_equal(error.offset, cases[i].offset);
        arena_free(&arena);
    }
}

static void words_are_symbols_and_keywords(void **state) {
    const char *text = "(par :left |par| \"par\" 1) x";
    struct arena arena = {0};
    struct sexpr *first;
    struct sexpr_error error;
    assert_true(sexpr_read(text, strlen(text), &arena, &first, &error));
    struct sexpr *e = first->child;
    assert_true(sexpr_is_word(e, "par"));
    assert_false(sexpr_is_word(e, "pa"));
    assert_false(sexpr_is_word(e, "part"));
    assert_true(sexpr_is_word(e->next, ":left"));
    assert_false(sexpr_is_word(e->next->next, "par"));
    assert_false(sexpr_is_word(e->next->next->next, "par"));
    assert_false(sexpr_is_word(first, "("));
    assert_false(sexpr_is_word(NULL, "par"));
    assert_int_equal(sexpr_length(first), 5);
    assert_true(sexpr_is_list(first));
    assert_false(sexpr_is_list(e));
    assert_false(sexpr_is_list(NULL));
    assert_int_equal(first->token.offset, 0);
    assert_int_equal(first->next->token.offset, 26);
    arena_free(&arena);
}

static void depth_needs_no_stack(void **state) {
    enum { DEPTH = 1000000 };
    struct strbuf text = {0};
    struct arena arena = {0};
    struct sexpr *first;
    struct sexpr_error error;
    strbuf_add_repeat(&text, '(', DEPTH);
    strbuf_add_repeat(&text, ')', DEPTH);
    assert_true(sexpr_read(strbuf_text(&text), text.n, &arena, &first, &error));
    int depth = 0;
    for (struct sexpr *e = first; e != NULL; e = e->child)
        depth++;
    assert_int_equal(depth, DEPTH);
    arena_free(&arena);
    strbuf_free(&text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(trees_keep_their_shape),    TEST(an_empty_text_has_no_expressions),
        TEST(errors_say_what_and_where), TEST(words_are_symbols_and_keywords),
        TEST(depth_needs_no_stack),
    };
    return RUN(tests);
}
