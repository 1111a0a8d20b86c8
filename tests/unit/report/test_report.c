/*
 * Runs with names and formulas that would do harm, in every format. What the
 * formats' own schemas say is checked by tests/suites/report.sh.
 */
#include "store/running.h"

#include "report/json.h"
#include "report/report.h"
#include "report/theories.h"

#define HOSTILE "<script>\"|*`&]]>\x01\xFF"
#define SCRIPT "(assert (= s \"" HOSTILE "\"))\n(check-sat)\n"

static void add_finding(struct store *store, const char *fingerprint, const char *class_name,
                        const char *solver) {
    struct store_report report = running_report(fingerprint, SCRIPT);
    struct store_match match;
    const char *names[] = {solver};
    struct store_answer answer = {.solver = solver,
                                  .version = HOSTILE,
                                  .command = "run me {file}",
                                  .answer = "unsat",
                                  .raw = HOSTILE,
                                  .raw_n = sizeof HOSTILE - 1};
    report.finding.class_name = class_name;
    report.finding.severity = strcmp(class_name, "refutation-soundness") == 0 ? 2 : 1;
    report.finding.at_fault = (struct store_names){names, 1};
    report.finding.evidence = HOSTILE;
    report.answers = &answer;
    report.n_answers = 1;
    MUST(store, store_report(store, &report, &match));
}

/* Two findings of cvc4, one of a hostile name, one that is closed. */
static struct store *make_run(void) {
    struct store *store = running_open("run", STORE_CREATE);
    struct arena arena = {0};
    struct store_campaign campaign = {.seed = 7, .config = "", .version = "1.2", .started = 1000};
    struct store_counters counts = {.tests = 40, .solver_calls = 90, .wall_ns = 2000000000};
    MUST(store, store_start(store, &arena, &campaign));
    add_finding(store, "f1", "crash", "cvc4");
    add_finding(store, "f2", "refutation-soundness", "cvc4");
    add_finding(store, "f3", "crash", HOSTILE);
    add_finding(store, "f4", "hang", "z3");
    MUST(store, store_set_state(store, 4, STORE_CLOSED));
    MUST(store, store_count(store, "opfuzz", &counts));
    MUST(store, store_commit(store));
    arena_free(&arena);
    return store;
}

static void load(struct store *store, bool all, struct report_run *run) {
    struct strbuf error = {0};
    if (!report_run_load(store, all, run, &error))
        fail_msg("%s", strbuf_text(&error));
    strbuf_free(&error);
}

static void theories_are_named(void **state) {
    static const struct {
        const char *script, *names;
    } cases[] = {
        {"(assert true)", "core"},
        {"(declare-const s String) (assert (= s \"a\"))", "strings"},
        {"(declare-const a (Array Int (_ BitVec 2)))", "arrays bit-vectors integers"},
        {"(declare-datatype T ((c))) (assert (forall ((t T)) (= t c)))", "datatypes quantifiers"},
        {"(assert (= s 1))", "not read"},
        {"(declare-fun f (Real) Real) (assert (> (f 1.0) 2.0))", "reals free functions"},
    };
    struct theories *theories = theories_new();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct file_text script = {.at = (char *)(uintptr_t)cases[i].script,
                                   .n = strlen(cases[i].script)};
        theory_vec names = {0};
        struct strbuf text = {0};
        theories_of(theories, script, &names);
        for (size_t k = 0; k < names.n; k++)
            strbuf_printf(&text, "%s%s", k > 0 ? " " : "", names.at[k]);
        assert_string_equal(strbuf_text(&text), cases[i].names);
        strbuf_free(&text);
        vec_free(&names);
    }
    theories_free(theories);
}

static void a_run_is_read_whole(void **state) {
    struct store *store = make_run();
    struct report_run run;
    report_count_vec counts = {0};
    load(store, false, &run);
    assert_int_equal(run.findings.n, 3);
    assert_int_equal(run.campaign.seed, 7);
    assert_int_equal(run.strategies.n, 1);
    assert_int_equal(run.samples.n, 1); /* there was none: the end is one */
    assert_int_equal(run.samples.at[0].tests, 40);
    report_run_count(&run, REPORT_SOLVER, &counts);
    assert_int_equal(counts.n, 2);
    assert_string_equal(counts.at[0].name, "cvc4");
    assert_int_equal(counts.at[0].n, 2);
    vec_free(&counts);
    report_run_release(&run);
    load(store, true, &run);
    assert_int_equal(run.findings.n, 4);
    report_run_release(&run);
    store_close(store);
}

static void no_format_lets_a_formula_do_harm(void **state) {
    struct store *store = make_run();
    struct report_run run;
    load(store, false, &run);
    for (const struct report_format *format = report_formats; format->name != NULL; format++) {
        struct strbuf out = {0};
        format->add(&run, &out);
        assert_true(out.n > 100);
        for (size_t i = 0; i < out.n; i++)
            assert_true((unsigned char)out.at[i] >= ' ' || strchr("\n\r\t", out.at[i]) != NULL);
        assert_null(memchr(out.at, 0xFF, out.n));
        bool is_markup = strcmp(format->name, "html") == 0 || strcmp(format->name, "junit") == 0;
        if (is_markup) {
            assert_null(strstr(strbuf_text(&out), "<script"));
            assert_null(strstr(strbuf_text(&out), "]]>"));
            assert_non_null(strstr(strbuf_text(&out), "&lt;script&gt;"));
        }
        strbuf_free(&out);
    }
    report_run_release(&run);
    store_close(store);
}

static void json_has_everything(void **state) {
    struct store *store = make_run();
    struct report_run run;
    struct strbuf out = {0};
    json_error_t where;
    load(store, false, &run);
    report_add_json(&run, &out);
    json_t *all = json_loadb(out.at, out.n, 0, &where);
    assert_non_null(all);
    json_t *findings = json_object_get(all, "findings"), *first = json_array_get(findings, 0);
    assert_int_equal(json_array_size(findings), 3);
    assert_string_equal(json_string_value(json_object_get(first, "class")), "refutation-soundness");
    assert_int_equal(json_array_size(json_object_get(first, "answers")), 1);
    assert_int_equal(json_integer_value(json_object_get(all, "tests")), 40);
    json_decref(all);
    strbuf_clear(&out);
    report_add_sarif(&run, &out);
    all = json_loadb(out.at, out.n, 0, &where);
    assert_non_null(all);
    json_t *results = json_object_get(json_array_get(json_object_get(all, "runs"), 0), "results");
    assert_int_equal(json_array_size(results), 3);
    assert_string_equal(json_string_value(json_object_get(json_array_get(results, 0), "level")),
                        "error");
    json_decref(all);
    strbuf_free(&out);
    report_run_release(&run);
    store_close(store);
}

static void an_issue_tells_what_a_developer_wants_to_know(void **state) {
    struct store *store = make_run();
    struct report_finding whole;
    struct strbuf out = {0}, error = {0};
    bool there;
    assert_true(report_finding_load(store, 2, &whole, &there, &error));
    report_add_issue(&whole, "it's.smt2", &out);
    const char *text = strbuf_text(&out);
    static const char *const parts[] = {
        "# cvc4 says unsat to a satisfiable formula (",
        "## Formula\n\n```smt2\n(assert (= s ",
        "## Expected\n\nsat\n",
        "| cvc4 | **unsat** |",
        "## Why\n\n\\<script\\>",
        "```sh\nrun me 'it'\\''s.smt2'\n```",
        "Found by momus ",
    };
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (strstr(text, parts[i]) == NULL)
            fail_msg("no '%s' in:\n%s", parts[i], text);
    report_finding_release(&whole);
    assert_false(report_finding_load(store, 99, &whole, &there, &error));
    assert_false(there);
    report_finding_release(&whole);
    strbuf_free(&out);
    strbuf_free(&error);
    store_close(store);
}

static void what_is_fixed_is_told(void **state) {
    struct store *store = make_run();
    struct report_run run;
    struct strbuf out = {0};
    struct store_match match;
    MUST(store, store_put_versions(store, 1, NULL, 0, "up to 4.8", "z3@5", &match));
    load(store, false, &run);
    report_add_csv(&run, &out);
    assert_non_null(strstr(strbuf_text(&out), ",reduced,fails_in,fixed_in,unreadable\r\n"));
    assert_non_null(strstr(strbuf_text(&out), ",\"up to 4.8\",\"z3@5\",\"\"\r\n"));
    strbuf_clear(&out);
    report_add_html(&run, &out);
    assert_non_null(strstr(strbuf_text(&out), "<td>fixed in z3@5</td>"));
    assert_non_null(strstr(strbuf_text(&out), "<td>open</td>"));
    testing_assert_contains(out.at, "; it fails up to 4.8; fixed in z3@5");
    strbuf_clear(&out);
    report_add_csv(&run, &out);
    testing_assert_contains(strbuf_text(&out), ",\"f1 in up to 4.8\",");
    strbuf_clear(&out);
    report_add_junit(&run, &out);
    testing_assert_contains(strbuf_text(&out), "tests=\"4\" failures=\"2\" errors=\"0\" ");
    testing_assert_contains(out.at, "(QF_LIA); it fails up to 4.8; fixed in z3@5\" time=\"0\"/>");
    strbuf_clear(&out);
    report_add_sarif(&run, &out);
    json_t *sarif = json_loadb(out.at, out.n, 0, NULL);
    json_t *results = json_object_get(json_array_get(json_object_get(sarif, "runs"), 0), "results");
    size_t n_notes = 0;
    for (size_t i = 0; i < json_array_size(results); i++) {
        json_t *result = json_array_get(results, i);
        json_t *properties = json_object_get(result, "properties");
        if (strcmp(json_string_value(json_object_get(result, "level")), "note") != 0) {
            assert_null(json_object_get(properties, "failsIn"));
            continue;
        }
        n_notes++;
        json_t *prints = json_object_get(result, "partialFingerprints");
        assert_string_equal(json_string_value(json_object_get(prints, "momus/v1")),
                            "f1 in up to 4.8");
        assert_string_equal(json_string_value(json_object_get(properties, "failsIn")), "up to 4.8");
        assert_string_equal(json_string_value(json_object_get(properties, "fixedIn")), "z3@5");
        assert_true(json_is_true(json_object_get(properties, "fixed")));
        testing_assert_contains(
            json_string_value(json_object_get(json_object_get(result, "message"), "text")),
            "; it fails up to 4.8; fixed in z3@5. ");
    }
    assert_int_equal(n_notes, 1);
    json_decref(sarif);
    strbuf_clear(&out);
    for (size_t i = 0; i < run.findings.n; i++)
        if (run.findings.at[i].finding.number == 1)
            report_add_issue(&run.findings.at[i], "it.smt2", &out);
    const char *state_row = strstr(strbuf_text(&out), "| State | fixed in z3@5 |\n");
    assert_non_null(state_row);
    assert_true(state_row < strstr(out.at, "## Formula"));
    strbuf_free(&out);
    report_run_release(&run);
    store_close(store);
}

/* The path of a file of a finding's; to be freed. */
static char *path_of(struct store *store, uint32_t number, const char *name) {
    struct arena arena = {0};
    struct store_finding finding;
    struct strbuf path = {0};
    bool there;
    MUST(store, store_finding(store, number, &arena, &finding, &there));
    strbuf_printf(&path, "%s/%s/%s", store_folder(store), finding.folder, name);
    arena_free(&arena);
    return strbuf_detach(&path);
}

static void a_finding_without_its_file_is_told_nevertheless(void **state) {
    struct store *store = make_run();
    struct report_run run;
    char *gone = path_of(store, 1, "bug.smt2");
    assert_int_equal(unlink(gone), 0);
    load(store, false, &run);
    assert_int_equal(run.findings.n, 3);
    for (const struct report_format *format = report_formats; format->name != NULL; format++) {
        struct strbuf out = {0};
        format->add(&run, &out);
        const char *why = strstr(strbuf_text(&out), "bug.smt2: cannot open: ");
        if (why == NULL)
            fail_msg("%s does not say that the file is gone", format->name);
        assert_null(strstr(why + 1, "bug.smt2: cannot open: ")); /* of that one only */
        assert_non_null(strstr(strbuf_text(&out), "refutation-soundness"));
        strbuf_free(&out);
    }
    report_run_release(&run);
    mem_free(gone);
    store_close(store);
}

static void a_finding_without_its_reduced_file_shows_the_other(void **state) {
    struct store *store = make_run();
    struct report_finding whole;
    struct strbuf error = {0};
    struct store_match match;
    struct store_reduction reduction = {.script = "(check-sat)", .n = strlen("(check-sat)")};
    bool there;
    MUST(store, store_reduce(store, 1, &reduction, &match));
    MUST(store, store_commit(store));
    assert_true(report_finding_load(store, 1, &whole, &there, &error));
    assert_true(report_finding_shows_reduced(&whole));
    report_finding_release(&whole);
    char *gone = path_of(store, 1, "reduced.smt2");
    assert_int_equal(unlink(gone), 0);
    assert_true(report_finding_load(store, 1, &whole, &there, &error));
    testing_assert_contains(whole.unreadable, "reduced.smt2: cannot open: ");
    assert_string_equal(report_finding_file_name(&whole), "bug.smt2");
    assert_int_equal(report_finding_formula(&whole).n, strlen(SCRIPT));
    assert_false(report_finding_shows_reduced(&whole));
    report_finding_release(&whole);
    assert_true(report_finding_load(store, 2, &whole, &there, &error));
    assert_null(whole.unreadable);
    report_finding_release(&whole);
    strbuf_free(&error);
    mem_free(gone);
    store_close(store);
}

/* What the accused was given is reduced, too, and shown as that. */
static void what_was_given_is_called_reduced_without_the_reduced_file(void **state) {
    static const char given[] = "(set-logic ALL)(check-sat)";
    struct store *store = make_run();
    struct report_run run;
    struct strbuf out = {0};
    struct store_match match;
    struct store_reduction reduction = {.script = "(check-sat)",
                                        .n = strlen("(check-sat)"),
                                        .given = given,
                                        .given_n = strlen(given)};
    MUST(store, store_reduce(store, 1, &reduction, &match));
    MUST(store, store_commit(store));
    char *gone = path_of(store, 1, "reduced.smt2");
    assert_int_equal(unlink(gone), 0);
    load(store, false, &run);
    report_add_html(&run, &out);
    testing_assert_contains(strbuf_text(&out), "Formula, reduced");
    testing_assert_contains(strbuf_text(&out), given);
    strbuf_clear(&out);
    report_add_markdown(&run, &out);
    testing_assert_contains(strbuf_text(&out), "# Formula (reduced)\n");
    strbuf_free(&out);
    report_run_release(&run);
    mem_free(gone);
    store_close(store);
}

/* All that is said of finding 1, in every way in which a script and answers stand side by side. */
static void tell_first(struct store *store, struct strbuf *issue, struct strbuf *page) {
    struct report_finding whole;
    struct report_run run;
    struct strbuf error = {0};
    bool there;
    strbuf_clear(issue);
    strbuf_clear(page);
    assert_true(report_finding_load(store, 1, &whole, &there, &error));
    report_add_issue(&whole, "it.smt2", issue);
    report_finding_release(&whole);
    load(store, false, &run);
    report_add_html(&run, page);
    report_run_release(&run);
    strbuf_text(issue);
    strbuf_text(page);
    strbuf_free(&error);
}

static void a_reduced_formula_stands_beside_its_own_answers(void **state) {
    static const struct store_answer answer = {
        .solver = "cvc4", .version = "1.8", .command = "twin --lie {file}", .answer = "timeout"};
    static const char remark[] = "the answers to the script before it was reduced, bug.smt2";
    struct store_reduction reduction = {.script = "(check-sat)", .n = strlen("(check-sat)")};
    struct strbuf issue = {0}, page = {0};
    struct store *store = make_run();
    struct store_match match;
    tell_first(store, &issue, &page);
    assert_null(strstr(issue.at, remark));
    /* as by a momus that did not keep them: it is said of which script they are */
    MUST(store, store_reduce(store, 1, &reduction, &match));
    tell_first(store, &issue, &page);
    testing_assert_contains(issue.at, "## Formula (reduced)");
    testing_assert_contains(issue.at, remark);
    testing_assert_contains(issue.at, "| cvc4 | **unsat** |");
    testing_assert_contains(page.at, remark);
    reduction.answers = &answer;
    reduction.n_answers = 1;
    MUST(store, store_reduce(store, 1, &reduction, &match));
    tell_first(store, &issue, &page);
    assert_null(strstr(issue.at, remark));
    assert_null(strstr(page.at, remark));
    testing_assert_contains(issue.at, "| cvc4 | **timeout** | 0.00 s | 1.8 |");
    assert_null(strstr(issue.at, "unsat**"));
    testing_assert_contains(issue.at, "twin --lie it.smt2");
    testing_assert_contains(page.at, "<td class=\"wrong\">timeout</td>");
    /* the script as it was found has those that it had */
    struct report_finding whole;
    bool there;
    struct strbuf error = {0};
    assert_true(report_finding_load(store, 1, &whole, &there, &error));
    json_t *json = report_json_whole(&whole);
    json_t *before = json_array_get(json_object_get(json, "answers"), 0);
    json_t *after = json_array_get(json_object_get(json, "reduced_answers"), 0);
    assert_string_equal(json_string_value(json_object_get(before, "answer")), "unsat");
    assert_string_equal(json_string_value(json_object_get(after, "answer")), "timeout");
    json_decref(json);
    report_finding_release(&whole);
    char *path = path_of(store, 1, "reduced.smt2");
    assert_int_equal(unlink(path), 0);
    mem_free(path);
    tell_first(store, &issue, &page);
    testing_assert_contains(issue.at, "| cvc4 | **unsat** |");
    strbuf_free(&issue);
    strbuf_free(&page);
    strbuf_free(&error);
    store_close(store);
}

static void files_choose_their_format(void **state) {
    assert_string_equal(report_format_of_file("a/b.sarif")->name, "sarif");
    assert_string_equal(report_format_of_file("x.html")->name, "html");
    assert_string_equal(report_format_of_file("x.htm")->name, "html");
    assert_string_equal(report_format_of_file("X.HTML")->name, "html");
    assert_string_equal(report_format_of_file("x.json")->name, "json");
    assert_string_equal(report_format_of_file("x.sarif.json")->name, "sarif");
    assert_null(report_format_of_file(".html"));
    assert_null(report_format_of_file("a/.html"));
    assert_null(report_format_of_file("x.xhtml"));
    assert_null(report_format_of_file("html"));
    assert_null(report_format_of_file("x.pdf"));
    assert_string_equal(report_format_find("junit")->name, "junit");
    assert_null(report_format_find("pdf"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(theories_are_named),
        STORE_TEST(a_run_is_read_whole),
        STORE_TEST(no_format_lets_a_formula_do_harm),
        STORE_TEST(json_has_everything),
        STORE_TEST(an_issue_tells_what_a_developer_wants_to_know),
        STORE_TEST(what_is_fixed_is_told),
        STORE_TEST(a_finding_without_its_file_is_told_nevertheless),
        STORE_TEST(a_finding_without_its_reduced_file_shows_the_other),
        STORE_TEST(what_was_given_is_called_reduced_without_the_reduced_file),
        STORE_TEST(a_reduced_formula_stands_beside_its_own_answers),
        STORE_TEST(files_choose_their_format),
    };
    return RUN(tests);
}
