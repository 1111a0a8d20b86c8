/*
 * A page of its own: no network, no script; readable on a phone and on paper.
 */
#include "oracle/bugs.h"
#include "report/chart.h"
#include "report/escape.h"
#include "report/report.h"
#include "report/style_data.h"
#include "version.h"

static void add_escaped(const char *text, struct strbuf *out) {
    escape_add_markup(text, strlen(text), out);
}

/* <tag>text</tag> */
static void add_element(const char *tag, const char *text, struct strbuf *out) {
    strbuf_printf(out, "<%s>", tag);
    add_escaped(text, out);
    strbuf_printf(out, "</%s>", tag);
}

/* ---- the head --------------------------------------------------------------- */

static void add_head(const struct report_run *run, struct strbuf *out) {
    strbuf_add_text(out,
                    "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
                    "style-src 'unsafe-inline'\">\n"
                    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
    strbuf_printf(out, "<title>momus: %zu finding%s</title>\n<style>\n", run->findings.n,
                  plural_s(run->findings.n));
    strbuf_add(out, style_data[0].text, style_data[0].n);
    strbuf_add_text(out, "</style>\n</head>\n<body>\n");
}

static void add_fact(const char *name, const char *text, struct strbuf *out) {
    strbuf_add_text(out, "<div>");
    add_element("dt", name, out);
    add_element("dd", text, out);
    strbuf_add_text(out, "</div>\n");
}

static void add_count_fact(const char *name, uint64_t number, struct strbuf *out) {
    struct strbuf text = {0};
    strbuf_add_u64(&text, number);
    add_fact(name, strbuf_text(&text), out);
    strbuf_free(&text);
}

static void add_duration(double seconds, struct strbuf *out) {
    if (seconds < 120)
        strbuf_printf(out, "%.0f s", seconds);
    else if (seconds < 7200)
        strbuf_printf(out, "%.1f min", seconds / 60);
    else
        strbuf_printf(out, "%.1f h", seconds / 3600);
}

static void add_campaign(const struct report_run *run, struct strbuf *out) {
    const struct store_counters *counters = &run->totals.counters;
    struct strbuf text = {0};
    uint64_t cpu = counters->cpu_ns + counters->solver_cpu_ns;
    strbuf_add_text(out, "<dl class=\"facts\">\n");
    report_add_time(run->campaign.started, &text);
    add_fact("started", strbuf_text(&text), out);
    strbuf_clear(&text);
    add_duration((double)counters->wall_ns / 1e9, &text);
    add_fact("time", strbuf_text(&text), out);
    add_count_fact("tests", counters->tests, out);
    add_count_fact("solver calls", counters->solver_calls, out);
    add_count_fact("timeouts", counters->timeouts, out);
    add_count_fact("unknown", counters->unknown, out);
    strbuf_clear(&text);
    strbuf_printf(&text, "%.0f %%",
                  cpu > 0 ? 100 * (double)counters->solver_cpu_ns / (double)cpu : 0);
    add_fact("CPU time in solvers", strbuf_text(&text), out);
    add_count_fact("resumed", run->totals.resumed, out);
    add_count_fact("campaign seed", run->campaign.seed, out);
    add_fact("momus", run->campaign.version, out);
    strbuf_add_text(out, "</dl>\n");
    strbuf_free(&text);
}

/* ---- figures ---------------------------------------------------------------- */

static void add_curves(const struct report_run *run, struct strbuf *out) {
    VEC(struct chart_point) tests = {0}, findings = {0};
    for (size_t i = 0; i < run->samples.n; i++) {
        const struct store_sample *sample = &run->samples.at[i];
        double x = (double)sample->wall_ms / 1000;
        vec_push(&tests, ((struct chart_point){x, (double)sample->tests}));
        vec_push(&findings, ((struct chart_point){x, (double)sample->findings}));
    }
    strbuf_add_text(out, "<div class=\"charts\">\n<figure><figcaption>findings over time"
                         "</figcaption>\n");
    chart_add_curve("findings over time", findings.at, findings.n, true, out);
    strbuf_add_text(out, "</figure>\n<figure><figcaption>tests over time</figcaption>\n");
    chart_add_curve("tests over time", tests.at, tests.n, false, out);
    strbuf_add_text(out, "</figure>\n</div>\n");
    vec_free(&tests);
    vec_free(&findings);
}

static void add_counts(const struct report_run *run, enum report_key key, const char *title,
                       struct strbuf *out) {
    report_count_vec counts = {0};
    report_run_count(run, key, &counts);
    strbuf_add_text(out, "<table class=\"counts\">\n<caption>findings by ");
    add_escaped(title, out);
    strbuf_add_text(out, "</caption>\n<tbody>\n");
    for (size_t i = 0; i < counts.n; i++) {
        strbuf_add_text(out, "<tr><th scope=\"row\">");
        add_escaped(counts.at[i].name, out);
        strbuf_printf(out, "</th><td>%zu</td><td>", counts.at[i].n);
        chart_add_bar((double)counts.at[i].n / (double)counts.at[0].n, out);
        strbuf_add_text(out, "</td></tr>\n");
    }
    strbuf_add_text(out, "</tbody>\n</table>\n");
    vec_free(&counts);
}

static void add_strategies(const struct report_run *run, struct strbuf *out) {
    strbuf_add_text(out, "<table class=\"list\">\n<caption>strategies</caption>\n<thead><tr>"
                         "<th scope=\"col\">strategy</th><th scope=\"col\">tests</th>"
                         "<th scope=\"col\">findings</th></tr></thead>\n<tbody>\n");
    for (size_t i = 0; i < run->strategies.n; i++) {
        const struct store_strategy *strategy = &run->strategies.at[i];
        strbuf_add_text(out, "<tr><th scope=\"row\">");
        add_escaped(strategy->name, out);
        strbuf_printf(out, "</th><td>%llu</td><td>%u</td></tr>\n",
                      (unsigned long long)strategy->counters.tests, strategy->findings);
    }
    strbuf_add_text(out, "</tbody>\n</table>\n");
}

/* ---- findings --------------------------------------------------------------- */

static const char *severity_of(const struct store_finding *finding) {
    enum bug bug = bug_find(finding->class_name, strlen(finding->class_name));
    return bug == BUG_COUNT ? "broken" : severity_name(bug_severity(bug));
}

/* Open, or what has become of it. */
static void add_state(const struct store_finding *finding, struct strbuf *out) {
    struct strbuf state = {0};
    report_add_state(finding, &state);
    escape_add_markup(state.at, state.n, out);
    strbuf_free(&state);
}

static void add_list(const struct report_run *run, struct strbuf *out) {
    strbuf_add_text(out, "<table class=\"list\">\n<caption>all findings, the worst first"
                         "</caption>\n<thead><tr><th scope=\"col\">n</th>"
                         "<th scope=\"col\">finding</th><th scope=\"col\">class</th>"
                         "<th scope=\"col\">seen</th><th scope=\"col\">state</th></tr></thead>\n"
                         "<tbody>\n");
    for (size_t i = 0; i < run->findings.n; i++) {
        const struct store_finding *finding = &run->findings.at[i].finding;
        struct strbuf title = {0};
        report_add_title(finding, &title);
        strbuf_printf(out, "<tr><td>%u</td><td><a href=\"#finding-%u\">", finding->number,
                      finding->number);
        escape_add_markup(title.at, title.n, out);
        strbuf_printf(out, "</a></td><td class=\"%s\">", severity_of(finding));
        add_escaped(finding->class_name, out);
        strbuf_printf(out, "</td><td>%llu</td><td>", (unsigned long long)finding->count);
        add_state(finding, out);
        strbuf_add_text(out, "</td></tr>\n");
        strbuf_free(&title);
    }
    strbuf_add_text(out, "</tbody>\n</table>\n");
}

static void add_answers(const struct report_finding *whole, struct strbuf *out) {
    const store_answer_vec *answers = report_finding_answers(whole);
    const char *remark = report_finding_answers_remark(whole);
    if (remark != NULL)
        add_element("p", remark, out);
    strbuf_add_text(out, "<table class=\"list\">\n<caption>answers</caption>\n<thead><tr>"
                         "<th scope=\"col\">solver</th><th scope=\"col\">answer</th>"
                         "<th scope=\"col\">time</th><th scope=\"col\">version</th>"
                         "</tr></thead>\n<tbody>\n");
    for (size_t i = 0; i < answers->n; i++) {
        const struct store_answer *answer = &answers->at[i];
        bool is_wrong = report_finding_blames(&whole->finding, answer->solver);
        strbuf_add_text(out, "<tr><th scope=\"row\">");
        add_escaped(answer->solver, out);
        strbuf_printf(out, "</th><td%s>", is_wrong ? " class=\"wrong\"" : "");
        add_escaped(answer->answer, out);
        strbuf_printf(out, "</td><td>%.2f s</td><td>", (double)answer->ms / 1000);
        add_escaped(answer->version, out);
        strbuf_add_text(out, "</td></tr>\n");
    }
    strbuf_add_text(out, "</tbody>\n</table>\n");
}

static void add_versions(const struct report_finding *whole, struct strbuf *out) {
    struct strbuf words = {0};
    report_add_range(whole, &words);
    strbuf_add_text(out, "<table class=\"list\">\n<caption>versions: ");
    escape_add_markup(words.at, words.n, out);
    strbuf_add_text(out, "</caption>\n<thead><tr><th scope=\"col\">solver</th>"
                         "<th scope=\"col\">result</th><th scope=\"col\">answer</th>"
                         "<th scope=\"col\">version</th></tr></thead>\n<tbody>\n");
    for (size_t i = 0; i < whole->versions.n; i++) {
        const struct store_version *version = &whole->versions.at[i];
        bool fails = strcmp(version->result, "fails") == 0;
        strbuf_add_text(out, "<tr><th scope=\"row\">");
        add_escaped(version->solver, out);
        strbuf_printf(out, "</th><td%s>", fails ? " class=\"wrong\"" : "");
        add_escaped(version->result, out);
        strbuf_add_text(out, "</td><td>");
        add_escaped(version->answer, out);
        strbuf_add_text(out, "</td><td>");
        add_escaped(version->version, out);
        strbuf_add_text(out, "</td></tr>\n");
    }
    strbuf_add_text(out, "</tbody>\n</table>\n");
    strbuf_free(&words);
}

static void add_block(const char *title, const char *at, size_t n, struct strbuf *out) {
    strbuf_add_char(out, '\n');
    add_element("h4", title, out);
    strbuf_add_text(out, "\n<pre>");
    escape_add_markup(at, n, out);
    strbuf_add_text(out, "</pre>\n");
}

static void add_commands(const struct report_finding *whole, struct strbuf *out) {
    struct strbuf commands = {0};
    report_add_commands(whole, report_finding_file(whole), "", &commands);
    if (commands.n > 0)
        add_block("To see it, in the folder of the run", commands.at, commands.n, out);
    strbuf_free(&commands);
}

static void add_finding(const struct report_finding *whole, struct strbuf *out) {
    const struct store_finding *finding = &whole->finding;
    enum bug bug = bug_find(finding->class_name, strlen(finding->class_name));
    struct file_text formula = report_finding_formula(whole);
    struct strbuf text = {0};
    report_add_title(finding, &text);
    strbuf_printf(out, "<section id=\"finding-%u\">\n<h3>%u. ", finding->number, finding->number);
    escape_add_markup(text.at, text.n, out);
    strbuf_printf(out, "</h3>\n<p><strong class=\"%s\">", severity_of(finding));
    add_escaped(finding->class_name, out);
    strbuf_add_text(out, "</strong>, ");
    strbuf_clear(&text);
    strbuf_printf(&text, "%s, by %s; seen %llu time%s", finding->confidence, finding->basis,
                  (unsigned long long)finding->count, plural_s(finding->count));
    if (finding->tried > 0)
        strbuf_printf(&text, ", in %u of %u fresh run%s", finding->shown, finding->tried,
                      plural_s(finding->tried));
    if (finding->fails_in[0] != '\0') {
        strbuf_add_text(&text, "; it ");
        report_add_range(whole, &text);
    }
    if (bug != BUG_COUNT)
        strbuf_printf(&text, ". Expected: %s", bug_expected(bug));
    escape_add_markup(text.at, text.n, out);
    strbuf_add_text(out, ".</p>\n<p>");
    add_escaped(finding->evidence, out);
    strbuf_add_text(out, "</p>\n");
    if (whole->unreadable != NULL) {
        strbuf_add_text(out, "<p class=\"wrong\">A file of it cannot be read: ");
        add_escaped(whole->unreadable, out);
        strbuf_add_text(out, "</p>\n");
    }
    if (formula.at != NULL)
        add_block(report_finding_shows_reduced(whole) ? "Formula, reduced" : "Formula", formula.at,
                  formula.n, out);
    if (report_finding_answers(whole)->n > 0)
        add_answers(whole, out);
    if (whole->versions.n > 0)
        add_versions(whole, out);
    add_commands(whole, out);
    strbuf_add_text(out, "<p class=\"small\">");
    add_escaped(finding->strategy, out);
    strbuf_add_text(out, ", test ");
    add_element("code", finding->test, out);
    strbuf_add_text(out, "</p>\n</section>\n");
    strbuf_free(&text);
}

void report_add_html(const struct report_run *run, struct strbuf *out) {
    add_head(run, out);
    strbuf_printf(out, "<header>\n<h1>momus: %zu finding%s</h1>\n</header>\n<main>\n",
                  run->findings.n, plural_s(run->findings.n));
    add_campaign(run, out);
    add_curves(run, out);
    if (run->findings.n > 0) {
        strbuf_add_text(out, "<div class=\"tables\">\n");
        add_counts(run, REPORT_CLASS, "class", out);
        add_counts(run, REPORT_SOLVER, "solver at fault", out);
        add_counts(run, REPORT_THEORY, "theory", out);
        add_counts(run, REPORT_STRATEGY, "strategy", out);
        strbuf_add_text(out, "</div>\n");
    }
    if (run->strategies.n > 0)
        add_strategies(run, out);
    strbuf_add_text(out, "<h2>Findings</h2>\n");
    if (run->findings.n > 0)
        add_list(run, out);
    else
        strbuf_add_text(out, "<p>None so far.</p>\n");
    for (size_t i = 0; i < run->findings.n; i++)
        add_finding(&run->findings.at[i], out);
    strbuf_add_text(out, "</main>\n</body>\n</html>\n");
}
