/*
 * Markdown: a finding as an issue, and a run as a list of them.
 */
#include "oracle/bugs.h"
#include "report/escape.h"
#include "report/report.h"
#include "version.h"

/* A row of a table with two columns. */
static void add_row(const char *name, const char *text, struct strbuf *out) {
    strbuf_printf(out, "| %s | ", name);
    escape_add_markdown(text, out);
    strbuf_add_text(out, " |\n");
}

/* Commands go as they are, between marks that nothing in them ends. */
static void add_row_as_is(const char *name, struct strbuf *text, struct strbuf *out) {
    add_row(name, strbuf_text(text), out);
    strbuf_clear(text);
}

static void add_facts(const struct report_finding *whole, struct strbuf *out) {
    const struct store_finding *finding = &whole->finding;
    enum bug bug = bug_find(finding->class_name, strlen(finding->class_name));
    struct strbuf text = {0};
    strbuf_add_text(out, "| | |\n|---|---|\n");
    strbuf_add_text(&text, finding->class_name);
    if (bug != BUG_COUNT)
        strbuf_printf(&text, ": %s", bug_meaning(bug));
    add_row_as_is("Class", &text, out);
    if (bug != BUG_COUNT)
        add_row("Severity", severity_name(bug_severity(bug)), out);
    strbuf_printf(&text, "%s, by %s", finding->confidence, finding->basis);
    add_row_as_is("Confidence", &text, out);
    strbuf_printf(&text, "%llu time%s", (unsigned long long)finding->count,
                  plural_s(finding->count));
    if (finding->tried > 0)
        strbuf_printf(&text, "; in %u of %u fresh run%s", finding->shown, finding->tried,
                      plural_s(finding->tried));
    add_row_as_is("Seen", &text, out);
    if (report_finding_is_fixed(finding)) {
        report_add_state(finding, &text);
        add_row_as_is("State", &text, out);
    }
    if (finding->fails_in[0] != '\0') {
        report_add_range(whole, &text);
        add_row_as_is("Versions", &text, out);
    }
    if (whole->unreadable != NULL)
        add_row("Cannot be read", whole->unreadable, out);
    strbuf_free(&text);
}

static void add_answers(const struct report_finding *whole, struct strbuf *out) {
    const store_answer_vec *answers = report_finding_answers(whole);
    const char *remark = report_finding_answers_remark(whole);
    if (remark != NULL)
        strbuf_printf(out, "%s\n\n", remark);
    strbuf_add_text(out, "| solver | answer | time | version |\n|---|---|---|---|\n");
    for (size_t i = 0; i < answers->n; i++) {
        const struct store_answer *answer = &answers->at[i];
        bool is_wrong = report_finding_blames(&whole->finding, answer->solver);
        strbuf_add_text(out, "| ");
        escape_add_markdown(answer->solver, out);
        strbuf_add_text(out, is_wrong ? " | **" : " | ");
        escape_add_markdown(answer->answer, out);
        strbuf_printf(out, "%s | %.2f s | ", is_wrong ? "**" : "", (double)answer->ms / 1000);
        escape_add_markdown(answer->version, out);
        strbuf_add_text(out, " |\n");
    }
}

static void add_versions(const struct report_finding *whole, struct strbuf *out) {
    struct strbuf words = {0};
    report_add_range(whole, &words);
    escape_add_markdown(strbuf_text(&words), out);
    strbuf_add_text(out, ".\n\n| version | result | answer | |\n|---|---|---|---|\n");
    for (size_t i = 0; i < whole->versions.n; i++) {
        const struct store_version *version = &whole->versions.at[i];
        const char *const words_of[] = {version->solver, version->result, version->answer,
                                        version->version};
        for (size_t k = 0; k < sizeof words_of / sizeof *words_of; k++) {
            strbuf_add_text(out, k == 0 ? "| " : " | ");
            escape_add_markdown(words_of[k], out);
        }
        strbuf_add_text(out, " |\n");
    }
    strbuf_free(&words);
}

static void add_commands(const struct report_finding *whole, const char *file, struct strbuf *out) {
    const struct store_finding *finding = &whole->finding;
    struct strbuf commands = {0};
    report_add_commands(whole, file, "", &commands);
    if (commands.n == 0 && finding->test[0] != '\0') {
        report_add_remaking(finding, &commands);
        strbuf_add_char(&commands, '\n');
    }
    escape_add_code("sh", commands.at, commands.n, out);
    strbuf_free(&commands);
}

static void add_paragraph(const char *text, struct strbuf *out) {
    escape_add_markdown(text, out);
    strbuf_add_char(out, '\n');
}

/* `level` are the marks of its title; those of its parts have one more. */
static void add_finding(const struct report_finding *whole, const char *level, const char *file,
                        struct strbuf *out) {
    const struct store_finding *finding = &whole->finding;
    enum bug bug = bug_find(finding->class_name, strlen(finding->class_name));
    struct file_text formula = report_finding_formula(whole);
    struct strbuf title = {0};
    report_add_title(finding, &title);
    strbuf_printf(out, "%s ", level);
    add_paragraph(strbuf_text(&title), out);
    strbuf_free(&title);
    strbuf_add_char(out, '\n');
    add_facts(whole, out);
    if (formula.n > 0) {
        strbuf_printf(out, "\n%s# Formula%s\n\n", level,
                      report_finding_shows_reduced(whole) ? " (reduced)" : "");
        escape_add_code("smt2", formula.at, formula.n, out);
    }
    if (bug != BUG_COUNT) {
        strbuf_printf(out, "\n%s# Expected\n\n", level);
        add_paragraph(bug_expected(bug), out);
    }
    if (report_finding_answers(whole)->n > 0) {
        strbuf_printf(out, "\n%s# Actual\n\n", level);
        add_answers(whole, out);
    }
    if (whole->versions.n > 0) {
        strbuf_printf(out, "\n%s# Versions\n\nIt ", level);
        add_versions(whole, out);
    }
    strbuf_printf(out, "\n%s# Why\n\n", level);
    add_paragraph(finding->evidence, out);
    if (whole->answers.n > 0 || finding->test[0] != '\0') {
        strbuf_printf(out, "\n%s# To see it\n\n", level);
        add_commands(whole, file, out);
    }
}

void report_add_issue(const struct report_finding *whole, const char *file, struct strbuf *out) {
    const struct store_finding *finding = &whole->finding;
    add_finding(whole, "#", file, out);
    strbuf_add_text(out, "\nFound by momus " MOMUS_VERSION ", strategy ");
    escape_add_markdown(finding->strategy, out);
    strbuf_add_text(out, ", test ");
    escape_add_markdown(finding->test, out);
    strbuf_add_text(out, ".\n");
}

void report_add_markdown(const struct report_run *run, struct strbuf *out) {
    const struct store_counters *counters = &run->totals.counters;
    strbuf_printf(out,
                  "# momus: %zu finding%s\n\n%llu test%s, %llu solver call%s in %.0f s of time; "
                  "campaign seed %llu.\n",
                  run->findings.n, plural_s(run->findings.n), (unsigned long long)counters->tests,
                  plural_s(counters->tests), (unsigned long long)counters->solver_calls,
                  plural_s(counters->solver_calls), (double)counters->wall_ns / 1e9,
                  (unsigned long long)run->campaign.seed);
    for (size_t i = 0; i < run->findings.n; i++) {
        strbuf_add_char(out, '\n');
        add_finding(&run->findings.at[i], "##", report_finding_file(&run->findings.at[i]), out);
    }
}
