/*
 * JUnit's XML: for whatever shows the results of tests. Each strategy is a test
 * case that passed, each finding one that failed; but one that the newest version of
 * who is at fault has mended passes, as there is nothing to do about it. Not every
 * schema lets a case be skipped, or say more than its name: what such a finding is
 * about stands behind all of them.
 */
#include "report/escape.h"
#include "report/report.h"

static void add_escaped(const char *text, struct strbuf *out) {
    escape_add_markup(text, strlen(text), out);
}

static void add_strategy(const struct store_strategy *strategy, struct strbuf *out) {
    strbuf_add_text(out, "    <testcase classname=\"momus.strategies\" name=\"");
    add_escaped(strategy->name, out);
    strbuf_printf(out, ": %llu test%s\" time=\"%.3f\"/>\n",
                  (unsigned long long)strategy->counters.tests, plural_s(strategy->counters.tests),
                  (double)(strategy->counters.cpu_ns + strategy->counters.solver_cpu_ns) / 1e9);
}

/* Title, and in which versions it fails, if that is known. */
static void add_message(const struct report_finding *whole, struct strbuf *out) {
    struct strbuf text = {0};
    report_add_title(&whole->finding, &text);
    if (whole->finding.fails_in[0] != '\0') {
        strbuf_add_text(&text, "; it ");
        report_add_range(whole, &text);
    }
    escape_add_markup(text.at, text.n, out);
    strbuf_free(&text);
}

/* Why, and the formula. */
static void add_details(const struct report_finding *whole, struct strbuf *out) {
    struct file_text formula = report_finding_formula(whole);
    add_escaped(whole->finding.evidence, out);
    if (whole->unreadable != NULL) {
        strbuf_add_text(out, "\nA file of it cannot be read: ");
        add_escaped(whole->unreadable, out);
    }
    strbuf_add_text(out, "\n\n");
    escape_add_markup(formula.at, formula.n, out);
}

static void add_finding(const struct report_finding *whole, struct strbuf *out) {
    const struct store_finding *finding = &whole->finding;
    strbuf_add_text(out, "    <testcase classname=\"momus.");
    add_escaped(finding->at_fault.n > 0 ? finding->at_fault.at[0] : "nobody", out);
    strbuf_printf(out, "\" name=\"finding %u", finding->number);
    if (report_finding_is_fixed(finding)) {
        strbuf_add_text(out, ", fixed: ");
        add_message(whole, out);
        strbuf_add_text(out, "\" time=\"0\"/>\n");
        return;
    }
    strbuf_add_text(out, "\" time=\"0\">\n      <failure type=\"");
    add_escaped(finding->class_name, out);
    strbuf_add_text(out, "\" message=\"");
    add_message(whole, out);
    strbuf_add_text(out, "\">");
    add_details(whole, out);
    strbuf_add_text(out, "</failure>\n    </testcase>\n");
}

static void add_fixed(const struct report_run *run, struct strbuf *out) {
    strbuf_add_text(out, "    <system-out>");
    for (size_t i = 0; i < run->findings.n; i++) {
        const struct report_finding *whole = &run->findings.at[i];
        if (!report_finding_is_fixed(&whole->finding))
            continue;
        strbuf_printf(out, "finding %u, fixed: ", whole->finding.number);
        add_details(whole, out);
        strbuf_add_char(out, '\n');
    }
    strbuf_add_text(out, "</system-out>\n");
}

void report_add_junit(const struct report_run *run, struct strbuf *out) {
    struct strbuf time = {0};
    size_t n_fixed = 0;
    for (size_t i = 0; i < run->findings.n; i++)
        n_fixed += report_finding_is_fixed(&run->findings.at[i].finding);
    report_add_time(run->campaign.started, &time);
    if (time.n > 0 && time.at[time.n - 1] == 'Z')
        time.n--; /* the schema has no zones */
    strbuf_printf(out,
                  "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"
                  "  <testsuite id=\"0\" package=\"momus\" name=\"momus\" timestamp=\"%s\" "
                  "hostname=\"localhost\" tests=\"%zu\" failures=\"%zu\" errors=\"0\" "
                  "time=\"%.3f\">\n    <properties>\n"
                  "      <property name=\"campaign.seed\" value=\"%llu\"/>\n"
                  "      <property name=\"tests\" value=\"%llu\"/>\n    </properties>\n",
                  strbuf_text(&time), run->strategies.n + run->findings.n,
                  run->findings.n - n_fixed, (double)run->totals.counters.wall_ns / 1e9,
                  (unsigned long long)run->campaign.seed,
                  (unsigned long long)run->totals.counters.tests);
    for (size_t i = 0; i < run->strategies.n; i++)
        add_strategy(&run->strategies.at[i], out);
    for (size_t i = 0; i < run->findings.n; i++)
        add_finding(&run->findings.at[i], out);
    add_fixed(run, out);
    strbuf_add_text(out, "    <system-err/>\n  </testsuite>\n</testsuites>\n");
    strbuf_free(&time);
}
