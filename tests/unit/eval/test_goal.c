#include "lang/reading.h"

#include "eval/checks.h"

/* The formulas of each check, one line per check. */
static void write_goals(const char *text, struct strbuf *out) {
    struct term_table *table = term_table_new();
    struct parse_error error = {0};
    struct checks checks = {0};
    struct goal goal = {0};
    assert_true(checks_find(table, text, strlen(text), true, &checks, &error));
    struct parser *parser = parser_new(table);
    struct printer *printer = printer_new(table);
    for (size_t i = 0; i < checks.at.n; i++) {
        checks_read(&checks, i, table, parser, text, &goal);
        for (size_t k = 0; k < goal.formulas.n; k++) {
            if (k > 0)
                strbuf_add_char(out, ' ');
            printer_add_term(printer, goal.formulas.at[k], out);
            assert_true(goal.offsets.at[k] < strlen(text));
        }
        strbuf_add_char(out, '\n');
    }
    goal_release(&goal);
    checks_release(&checks);
    printer_free(printer);
    parser_free(parser);
    parse_error_release(&error);
    term_table_free(table);
}

static void assert_goals(const char *text, const char *expected) {
    struct strbuf out = {0};
    write_goals(text, &out);
    assert_string_equal(strbuf_text(&out), expected);
    strbuf_free(&out);
}

static void pushes_and_pops_are_followed(void **state) {
    assert_goals("(declare-const p Bool)(declare-const q Bool)"
                 "(assert p)(check-sat)(push 1)(assert q)(check-sat)(push 2)(assert (not p))"
                 "(check-sat)(pop 2)(check-sat)(pop 1)(check-sat)",
                 "p\np q\np q (not p)\np q\np\n");
}

static void assumptions_count_once(void **state) {
    assert_goals("(declare-const p Bool)(declare-const q Bool)(assert p)"
                 "(check-sat-assuming (q (not p)))(check-sat)",
                 "p q (not p)\np\n");
}

static void resets_forget(void **state) {
    assert_goals("(declare-const p Bool)(assert p)(push 1)(check-sat)(reset-assertions)(check-sat)"
                 "(declare-const r Bool)(assert r)(check-sat)(reset)(check-sat)",
                 "p\n\nr\n\n");
}

static void a_script_without_checks_is_judged_at_its_end(void **state) {
    assert_goals("(declare-const p Bool)(assert p)(assert (not p))", "p (not p)\n");
    assert_goals("", "\n");
}

static void names_mean_what_they_mean_at_the_check(void **state) {
    assert_goals("(push 1)(declare-const x Int)(assert (> x 1))(check-sat)(pop 1)"
                 "(declare-const x Bool)(assert x)(check-sat)(exit)(assert false)",
                 "(> x 1)\nx\n");
}

static void a_bad_script_is_refused_and_leaves_nothing(void **state) {
    static const char text[] = "(assert true)(check-sat)(assert 1)";
    struct term_table *table = term_table_new();
    size_t n_terms = table->nodes.n;
    struct parse_error error = {0};
    struct checks checks = {0};
    assert_false(checks_find(table, text, strlen(text), true, &checks, &error));
    assert_true(error.message.n > 0);
    assert_int_equal(checks.at.n, 0);
    assert_int_equal(table->nodes.n, n_terms);
    checks_release(&checks);
    parse_error_release(&error);
    term_table_free(table);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(pushes_and_pops_are_followed),
        TEST(assumptions_count_once),
        TEST(resets_forget),
        TEST(a_script_without_checks_is_judged_at_its_end),
        TEST(names_mean_what_they_mean_at_the_check),
        TEST(a_bad_script_is_refused_and_leaves_nothing),
    };
    return RUN(tests);
}
