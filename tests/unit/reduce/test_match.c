/*
 * The property that what solvers print matches an expression.
 */
#include "reduce/match.h"

#include "panel.h"

#define COMPLAIN "if grep -q mod[^e] $0; then echo oops at core.cpp:7 >&2; fi; echo sat"

static const char script[] = "(assert (= (mod 4 3) 1))\n(check-sat)\n";

static void those_who_matched_at_first_have_to_match(void **state) {
    static const char *const words[] = {"quiet", "echo sat", "loud", COMPLAIN, NULL};
    struct panel panel;
    struct strbuf error = {0};
    panel_init(&panel, words);
    struct match_property *p = match_property_new(&panel.base, "core\\.cpp:[0-9]+", &error);
    struct reduce_property *base = match_property_base(p);
    assert_true(match_property_find(p, script, strlen(script)));
    uint64_t before = base->n_calls;
    assert_true(panel_holds(base, "(assert (= \"mod\" \"\"))\n(check-sat)\n"));
    assert_int_equal(base->n_calls, before + 1); /* the quiet one is not asked any more */
    assert_false(panel_holds(base, "(assert true)\n(check-sat)\n"));
    assert_true(panel_confirms(base, script, true));
    assert_false(panel_confirms(base, "(check-sat)\n", false));
    match_property_free(p);
    panel_release(&panel);
    strbuf_free(&error);
}

static void standard_output_counts_too(void **state) {
    static const char *const words[] = {"quiet", "echo sat", NULL};
    struct panel panel;
    struct strbuf error = {0};
    panel_init(&panel, words);
    struct match_property *p = match_property_new(&panel.base, "^sat$", &error);
    assert_true(match_property_find(p, script, strlen(script)));
    match_property_free(p);
    p = match_property_new(&panel.base, "^unsat$", &error);
    assert_false(match_property_find(p, script, strlen(script)));
    match_property_free(p);
    panel_release(&panel);
    strbuf_free(&error);
}

/* Whoever runs the solver on the result has to see it, too. */
static void scripts_are_asked_as_they_are_written(void **state) {
    static const char *const words[] = {
        "model", "grep -c -e get-model -e set-info -e produce- $0 | sed s/^/n/", NULL};
    static const char asks[] = "(set-info :status sat)\n(check-sat)\n(get-model)\n";
    struct panel panel;
    struct strbuf error = {0};
    panel_init(&panel, words);
    struct match_property *p = match_property_new(&panel.base, "^n0$", &error);
    assert_true(match_property_find(p, script, strlen(script)));
    match_property_free(p);
    p = match_property_new(&panel.base, "^n2$", &error);
    assert_true(match_property_find(p, asks, strlen(asks)));
    match_property_free(p);
    panel_release(&panel);
    strbuf_free(&error);
}

static void what_is_no_expression_is_told(void **state) {
    struct reduce_panel panel = {0};
    struct strbuf error = {0};
    assert_null(match_property_new(&panel, "(", &error));
    assert_true(error.n > 0);
    match_property_free(NULL);
    strbuf_free(&error);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(those_who_matched_at_first_have_to_match),
        TEST(standard_output_counts_too),
        TEST(scripts_are_asked_as_they_are_written),
        TEST(what_is_no_expression_is_told),
    };
    return RUN(tests);
}
