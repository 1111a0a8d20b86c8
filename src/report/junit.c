/*
 * JUnit's XML: for whatever shows the results of tests. Each strategy is a test
 * case that passed, each finding one that failed.
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

static void add_finding(const struct report_finding *whole, struct strbuf *out) {
    const struct store_finding *finding = &whole->finding;
    struct strbuf title = {0};
    struct file_text formula = report_finding_formula(whole);
    report_add_title(finding, &title);
    strbuf_add_text(out, "    <testcase classname=\"momus.");
    add_escaped(finding->at_fault.n > 0 ? finding->at_fault.at[0] : "nobody", out);
    strbuf_printf(out, "\" name=\"finding %u\" time=\"0\">\n      <failure type=\"",
                  finding->number);
    add_escaped(finding->class_name, out);
    strbuf_add_text(out, "\" message=\"");
    add_escaped(strbuf_text(&title), out);
    strbuf_add_text(out, "\">");
    add_escaped(finding->evidence, out);
    if (whole->unreadable != NULL) {
        strbuf_add_text(out, "\nA file of it cannot be read: ");
        add_escaped(whole->unreadable, out);
    }
    strbuf_add_text(out, "\n\n");
    escape_add_markup(formula.at, formula.n, out);
    strbuf_add_text(out, "</failure>\n    </testcase>\n");
    strbuf_free(&title);
}

void report_add_junit(const struct report_run *run, struct strbuf *out) {
    struct strbuf time = {0};
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
                  strbuf_text(&time), run->strategies.n + run->findings.n, run->findings.n,
                  (double)run->totals.counters.wall_ns / 1e9,
                  (unsigned long long)run->campaign.seed,
                  (unsigned long long)run->totals.counters.tests);
    for (size_t i = 0; i < run->strategies.n; i++)
        add_strategy(&run->strategies.at[i], out);
    for (size_t i = 0; i < run->findings.n; i++)
        add_finding(&run->findings.at[i], out);
    strbuf_add_text(out, "    <system-out/>\n    <system-err/>\n  </testsuite>\n</testsuites>\n");
    strbuf_free(&time);
}
