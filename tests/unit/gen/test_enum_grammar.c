#include "testing.h"

#include "gen/enum_grammar.h"

static void assert_refused(const char *text, const char *message) {
    struct strbuf error = {0};
    struct enum_grammar *grammar = enum_grammar_read("g.g4", text, strlen(text), &error);
    if (grammar != NULL)
        fail_msg("accepted: %s", text);
    testing_assert_contains(strbuf_text(&error), message);
    strbuf_free(&error);
}

static void assert_accepted(const char *text, size_t n_rules, size_t n_productions) {
    struct strbuf error = {0};
    struct enum_grammar *grammar = enum_grammar_read("g.g4", text, strlen(text), &error);
    if (grammar == NULL)
        fail_msg("%s", strbuf_text(&error));
    assert_int_equal(grammar->productions.n, n_productions);
    size_t used = 0;
    for (size_t i = 0; i < grammar->rules.n; i++)
        used += grammar->rules.at[i].n > 0;
    assert_int_equal(used, n_rules);
    enum_grammar_free(grammar);
    strbuf_free(&error);
}

static void test_mistakes_are_told_with_line_and_column(void **state) {
    assert_refused("start: 'a' |\n  'b' | 'a';", "g.g4:2:9: error: this alternative stands here");
    assert_refused("start: ('a' | b) | ('a' | b); b: 'b';", "g.g4:1:20: error: this alternative");
    assert_refused("start: 'x' b? | 'x' b?; b: 'b';", "g.g4:1:17: error: this alternative");
    assert_refused("start: 'a';\nb: b;", "g.g4:2:1: error: rule 'b' yields no word");
    assert_refused("start: 'a' | x; x: '(' y ')'; y: x;", "g.g4:1:17: error: rule 'x' yields no");
    assert_refused("start: 'a' | b;\nb: 'c' | c;\nc: start;", "g.g4:1:1: error: rule 'start' leads "
                                                              "back to itself");
    assert_refused("start: 'a' (b?)*; b: 'b';", "g.g4:1:12: error: what is grouped or repeated");
    assert_refused("start: e start e | 'x'; e: | 'e';", "g.g4:1:1: error: rule 'start' leads back");
    assert_refused("start: terms; term: 'a';", "g.g4:1:8: error: there is no rule 'terms'; did you "
                                               "mean 'term'?");
    assert_refused("start: zzzz;", "g.g4:1:8: error: there is no rule 'zzzz'");
    assert_refused("begin: 'a';\n", "g.g4:2:1: error: there is no rule 'start'");
    assert_refused("", "g.g4:1:1: error: there is no rule 'start'");
    assert_refused("start: 'a'; start: 'b';", "g.g4:1:13: error: there is a rule of this name");
    assert_refused("start 'a';", "g.g4:1:7: error: ':' is missing");
    assert_refused("start: 'a'", "g.g4:1:11: error: the rule does not end");
    assert_refused("start: ('a' | 'b';", "g.g4:1:8: error: this group is not closed");
    assert_refused("start: 'a');", "g.g4:1:11: error: nothing is open");
    assert_refused("start: * 'a';", "g.g4:1:8: error: there is nothing here to be repeated");
    assert_refused("start: 'a' b: 'c';", "g.g4:1:13: error: a rule ends with ';'");
    assert_refused("start: 'a;\n", "g.g4:1:8: error: this token has no closing quote");
    assert_refused("start: '';", "g.g4:1:8: error: an empty token");
    assert_refused("start: 'a\\n';", "g.g4:1:10: error: an escape is");
    /* the first that stands twice, whatever rule was used first; empty ones, too */
    assert_refused("start: x | y; y: 'b' | 'b'; x: 'a' | 'a';",
                   "g.g4:1:24: error: this alternative");
    assert_refused("start: 'a' (| 'b' |);", "g.g4:1:20: error: this alternative stands");
    assert_refused("start: 'a\\ud800';", "g.g4:1:10: error: an escape is");
    assert_refused("start: 'a\\u00';", "g.g4:1:10: error: an escape is");
    assert_refused("start: \"a\";", "g.g4:1:8: error: tokens stand in single quotes");
    assert_refused("start: [a-z];", "g.g4:1:8: error: this is no part of a grammar");
    assert_refused("start: 'a' /* x", "g.g4:1:12: error: this comment does not end");
    assert_refused("grammar; start: 'a';", "g.g4:1:8: error: the grammar has no name");
    assert_refused("grammar X start: 'a';", "g.g4:1:11: error: ';' is missing");
    assert_refused(": 'a';", "g.g4:1:1: error: a rule begins with its name");
}

static void test_all_of_the_notation_is_read(void **state) {
    assert_accepted("grammar X;\n// c\nstart /* c */: 'a' | 'b' start;", 1, 2);
    assert_accepted("start: ('a');", 1, 1);
    assert_accepted("start: (('a' 'b') 'c');", 1, 1);
    assert_accepted("start: ('a' | 'b') 'c';", 2, 3);
    assert_accepted("start: 'a'? 'b'* 'c'+;", 4, 7);
    assert_accepted("start: ('a' 'b')*;", 3, 4);
    assert_accepted("start: 'a'? 'b' 'a'?;", 2, 3); /* the same group twice */
    assert_accepted("start: ;", 1, 1);
    assert_accepted("start: 'a' |;", 1, 2);
    assert_accepted("grammar: 'a'; start: grammar;", 2, 2);
    assert_accepted("start: start 'a' | 'b';", 1, 2); /* left recursion */
    assert_accepted("start: 'it\\'s' '\\\\' '\\u00e9\\u20ac' '\"\"';", 1, 1);
}

static void test_escapes_are_characters(void **state) {
    static const char text[] = "start: 'it\\'s' '\\u00e9\\u20ac';";
    struct strbuf error = {0};
    struct enum_grammar *grammar = enum_grammar_read("g.g4", text, strlen(text), &error);
    assert_non_null(grammar);
    assert_string_equal(grammar->tokens.at[0].at, "it's");
    assert_string_equal(grammar->tokens.at[1].at, "\u00e9\u20ac");
    enum_grammar_free(grammar);
    strbuf_free(&error);
}

/* Groups are read without recursion. */
static void test_deep_groups_are_read(void **state) {
    struct strbuf text = {0}, error = {0};
    strbuf_add_text(&text, "start: ");
    strbuf_add_repeat(&text, '(', 100000);
    strbuf_add_text(&text, "'a'");
    strbuf_add_repeat(&text, ')', 100000);
    strbuf_add_text(&text, ";");
    struct enum_grammar *grammar = enum_grammar_read("g.g4", strbuf_text(&text), text.n, &error);
    assert_non_null(grammar);
    enum_grammar_free(grammar);
    strbuf_free(&text);
    strbuf_free(&error);
}

static void test_what_is_compiled_in_is_found(void **state) {
    struct strbuf error = {0};
    uint64_t hash = 0;
    struct enum_grammar *grammar = enum_grammar_find("core", &hash, &error);
    assert_non_null(grammar);
    assert_true(hash != 0);
    enum_grammar_free(grammar);
    assert_null(enum_grammar_find("no/such/file", &hash, &error));
    testing_assert_contains(strbuf_text(&error), "no/such/file");
    strbuf_free(&error);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(test_mistakes_are_told_with_line_and_column),
        TEST(test_all_of_the_notation_is_read),
        TEST(test_escapes_are_characters),
        TEST(test_deep_groups_are_read),
        TEST(test_what_is_compiled_in_is_found),
    };
    return RUN(tests);
}
