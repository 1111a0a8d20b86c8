#include "oracle/bugs.h"

#include "base/file.h"
#include "testing.h"

static void the_table_is_in_order_and_its_names_are_found(void **state) {
    for (enum bug bug = 0; bug < BUG_COUNT; bug++) {
        const char *name = bug_name(bug);
        assert_int_equal(bug_find(name, strlen(name)), bug);
        assert_true(strlen(name) > 3 &&
                    strspn(name, "abcdefghijklmnopqrstuvwxyz-") == strlen(name));
        const char *meaning = bug_meaning(bug);
        assert_true(strlen(meaning) > 10);
        assert_false(meaning[0] >= 'A' && meaning[0] <= 'Z');
        assert_false(meaning[strlen(meaning) - 1] == '.');
        assert_true(bug == 0 || bug_severity(bug) >= bug_severity(bug - 1));
        for (enum bug other = 0; other < bug; other++)
            assert_string_not_equal(bug_name(other), name);
    }
}

static void the_classes_are_those_of_the_design(void **state) {
    static const char *const names[] = {"refutation-soundness",
                                        "solution-soundness",
                                        "invalid-model",
                                        "invalid-core",
                                        "crash",
                                        "self-check",
                                        "performance-regression",
                                        "regression-incompleteness",
                                        "hang",
                                        "decidable-incompleteness",
                                        "implication-incompleteness",
                                        "rejects-valid",
                                        "accepts-invalid",
                                        "flaky",
                                        "disagreement"};
    assert_int_equal(BUG_COUNT, LENGTH(names));
    for (size_t i = 0; i < LENGTH(names); i++)
        assert_string_equal(bug_name((enum bug)i), names[i]);
}

static void other_words_are_no_class(void **state) {
    assert_int_equal(bug_find("crash", 4), BUG_COUNT);
    assert_int_equal(bug_find("", 0), BUG_COUNT);
    assert_string_equal(severity_name(bug_severity(BUG_DISAGREEMENT)), "open");
    assert_string_equal(severity_name(bug_severity(BUG_INVALID_MODEL)), "wrong");
}

/* The program runs at the top of the tree. */
static void the_documentation_has_every_row(void **state) {
    struct file_text text;
    struct strbuf error = {0}, row = {0};
    assert_true(file_read("docs/findings.md", &text, &error));
    for (enum bug bug = 0; bug < BUG_COUNT; bug++) {
        strbuf_clear(&row);
        strbuf_printf(&row, "| `%s` | %s | %s |\n", bug_name(bug), severity_name(bug_severity(bug)),
                      bug_meaning(bug));
        if (strstr(text.at, strbuf_text(&row)) == NULL)
            fail_msg("docs/findings.md does not have: %s", strbuf_text(&row));
    }
    file_text_free(&text);
    strbuf_free(&row);
    strbuf_free(&error);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(the_table_is_in_order_and_its_names_are_found),
        TEST(the_classes_are_those_of_the_design),
        TEST(other_words_are_no_class),
        TEST(the_documentation_has_every_row),
    };
    return RUN(tests);
}
