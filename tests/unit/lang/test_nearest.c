#include "testing.h"

#include "lang/nearest.h"
#include "lang/parser.h"

static uint32_t distance(const char *a, const char *b) {
    uint32_t there = edit_distance(a, strlen(a), b, strlen(b), 100);
    assert_int_equal(edit_distance(b, strlen(b), a, strlen(a), 100), there);
    return there;
}

static void edits_are_counted(void **state) {
    assert_int_equal(distance("", ""), 0);
    assert_int_equal(distance("", "abc"), 3);
    assert_int_equal(distance("abc", "abc"), 0);
    assert_int_equal(distance("abc", "abd"), 1);
    assert_int_equal(distance("abc", "ab"), 1);
    assert_int_equal(distance("abc", "xabc"), 1);
    assert_int_equal(distance("abc", "acb"), 1);
    assert_int_equal(distance("kitten", "sitting"), 3);
    assert_int_equal(distance("bvadd", "bvdad"), 1);
    assert_int_equal(distance("abcdef", "badcfe"), 3);
}

static void beyond_the_limit_any_larger_number_will_do(void **state) {
    assert_true(edit_distance("abc", 3, "xyz", 3, 2) > 2);
    assert_true(edit_distance("a", 1, "abcdef", 6, 4) > 4);
    assert_int_equal(edit_distance("abc", 3, "xyz", 3, 3), 3);
}

static void long_words_are_never_near(void **state) {
    char a[200], b[200];
    memset(a, 'a', sizeof a);
    memset(b, 'a', sizeof b);
    assert_true(edit_distance(a, sizeof a, b, sizeof b, 2) > 2);
    assert_true(edit_distance(a, sizeof a, b, 3, 2) > 2);
    assert_int_equal(edit_distance(a, 64, b, 64, 2), 0);
}

/* What a name in a script with these declarations is nearest to; NULL if nothing. */
static void expect_near(const char *script_text, const char *name, bool want_sort,
                        const char *expected) {
    struct term_table *table = term_table_new();
    struct parser *parser = parser_new(table);
    struct script script = {0};
    struct parse_error error = {0};
    assert_true(parser_read_script(parser, script_text, strlen(script_text), &script, &error));
    const char *found =
        nearest_name(table, symbol_intern(&table->symbols, name, strlen(name)), want_sort);
    if (expected == NULL)
        assert_null(found);
    else {
        assert_non_null(found);
        assert_string_equal(found, expected);
    }
    script_release(&script);
    parse_error_release(&error);
    parser_free(parser);
    term_table_free(table);
}

static void functions_and_operators_are_offered_for_terms(void **state) {
    expect_near("", "str.replce_all", false, "str.replace_all");
    expect_near("(declare-const counter Int)", "conuter", false, "counter");
    expect_near("(declare-const counter Int)", "counter_", false, "counter");
    expect_near("(declare-sort Counter 0)", "countr", false, NULL);
}

static void sorts_are_offered_for_sorts(void **state) {
    expect_near("", "BitVce", true, "BitVec");
    expect_near("(declare-sort Element 0)", "Elemnet", true, "Element");
    expect_near("(declare-const Element Int)", "Elemnet", true, NULL);
}

static void capitals_are_the_nearest(void **state) {
    expect_near("", "int", true, "Int");
    expect_near("", "REAL", true, "Real");
    expect_near("(declare-const X Int)", "x", false, "X");
}

static void short_names_have_no_near_ones(void **state) {
    expect_near("(declare-const ab Int)", "ac", false, NULL);
    expect_near("(declare-const qwx Int)", "qwy", false, "qwx");
    expect_near("(declare-const qwx Int)", "qzy", false, NULL);
}

static void what_is_no_longer_declared_is_not_offered(void **state) {
    expect_near("(push 1)(declare-const counter Int)(pop 1)", "countre", false, NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(edits_are_counted),
        TEST(beyond_the_limit_any_larger_number_will_do),
        TEST(long_words_are_never_near),
        TEST(functions_and_operators_are_offered_for_terms),
        TEST(sorts_are_offered_for_sorts),
        TEST(capitals_are_the_nearest),
        TEST(short_names_have_no_near_ones),
        TEST(what_is_no_longer_declared_is_not_offered),
    };
    return RUN(tests);
}
