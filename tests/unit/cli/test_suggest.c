#include "cli/suggest.h"

#include "testing.h"

static void check(const char *typed, const char *wanted) {
    static const char *const names[] = {"in-place", "check", "canonical", "notes", "fmt", "width"};
    struct suggestion suggestion;
    suggest_start(&suggestion, typed, strlen(typed));
    for (size_t i = 0; i < LENGTH(names); i++)
        suggest_offer(&suggestion, names[i]);
    if (wanted == NULL && suggestion.best != NULL)
        fail_msg("'%s' is taken for '%s'", typed, suggestion.best);
    if (wanted != NULL && (suggestion.best == NULL || strcmp(suggestion.best, wanted) != 0))
        fail_msg("'%s' is not taken for '%s'", typed, wanted);
}

static void one_mistake_is_forgiven(void **state) {
    check("chek", "check");
    check("checks", "check");
    check("chuck", "check");
    check("fm", "fmt");
    check("mft", "fmt"); /* a swap is one mistake */
}

static void long_names_may_have_more_mistakes(void **state) {
    check("in_palce", "in-place");
    check("cannonnical", "canonical");
}

static void a_beginning_is_enough(void **state) {
    check("can", "canonical");
    check("wi", "width");
    check("w", NULL);
}

static void other_words_are_near_to_nothing(void **state) {
    check("", NULL);
    check("xyz", NULL);
    check("solve", NULL);
    check("canonical-canonical-canonical-canonical-canonical-canonical", NULL);
}

static void the_nearest_is_taken(void **state) {
    struct suggestion suggestion;
    suggest_start(&suggestion, "nites", 5);
    suggest_offer(&suggestion, "rates");
    suggest_offer(&suggestion, "notes");
    suggest_offer(&suggestion, "nates");
    assert_string_equal(suggestion.best, "notes");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(one_mistake_is_forgiven), TEST(long_names_may_have_more_mistakes),
        TEST(a_beginning_is_enough),   TEST(other_words_are_near_to_nothing),
        TEST(the_nearest_is_taken),
    };
    return RUN(tests);
}
