/*
 * JSON and CSV: findings for other programs.
 */
#include "base/json_text.h"
#include "oracle/bugs.h"
#include "report/escape.h"
#include "report/json.h"
#include "report/report.h"

static json_t *strategies_json(const struct report_run *run) {
    json_t *list = json_array();
    for (size_t i = 0; i < run->strategies.n; i++) {
        const struct store_strategy *strategy = &run->strategies.at[i];
        json_array_append_new(list,
                              json_pack("{s:o, s:I, s:i}", "name", report_json_word(strategy->name),
                                        "tests", (json_int_t)strategy->counters.tests, "findings",
                                        (int)strategy->findings));
    }
    return list;
}

static json_t *samples_json(const struct report_run *run) {
    json_t *list = json_array();
    for (size_t i = 0; i < run->samples.n; i++) {
        const struct store_sample *sample = &run->samples.at[i];
        json_array_append_new(
            list, json_pack("{s:f, s:I, s:I, s:i}", "seconds", (double)sample->wall_ms / 1000,
                            "tests", (json_int_t)sample->tests, "solver_calls",
                            (json_int_t)sample->solver_calls, "findings", (int)sample->findings));
    }
    return list;
}

void report_add_json(const struct report_run *run, struct strbuf *out) {
    const struct store_counters *counters = &run->totals.counters;
    json_t *findings = json_array();
    for (size_t i = 0; i < run->findings.n; i++)
        json_array_append_new(findings, report_json_whole(&run->findings.at[i]));
    json_t *json = json_pack(
        "{s:o, s:I, s:I, s:I, s:f, s:f, s:i, s:o, s:o, s:o}", "version",
        report_json_word(run->campaign.version), "seed", (json_int_t)run->campaign.seed, "tests",
        (json_int_t)counters->tests, "solver_calls", (json_int_t)counters->solver_calls, "seconds",
        (double)counters->wall_ns / 1e9, "solver_cpu_seconds",
        (double)counters->solver_cpu_ns / 1e9, "resumed", (int)run->totals.resumed, "strategies",
        strategies_json(run), "samples", samples_json(run), "findings", findings);
    strbuf_add_json(out, json, JSON_INDENT(2) | JSON_REAL_PRECISION(9));
    json_decref(json);
}

static void add_csv_row(const struct report_finding *whole, struct strbuf *out) {
    const struct store_finding *finding = &whole->finding;
    enum bug bug = bug_find(finding->class_name, strlen(finding->class_name));
    struct strbuf names = {0}, time = {0}, fingerprint = {0};
    for (size_t i = 0; i < finding->at_fault.n; i++)
        strbuf_printf(&names, "%s%s", i > 0 ? " " : "", finding->at_fault.at[i]);
    report_add_time(finding->first_seen, &time);
    report_add_fingerprint(finding, &fingerprint);
    const char *words[] = {
        finding->class_name,
        bug != BUG_COUNT ? severity_name(bug_severity(bug)) : "",
        strbuf_text(&names),
        finding->basis,
        finding->confidence,
        finding->logic,
        finding->strategy,
        finding->test,
        strbuf_text(&time),
        report_state_name(finding->state),
        strbuf_text(&fingerprint),
        finding->file,
        finding->reduced != NULL ? finding->reduced : "",
        finding->fails_in,
        finding->fixed_in != NULL ? finding->fixed_in : "",
        whole->unreadable != NULL ? whole->unreadable : "",
    };
    strbuf_printf(out, "%u,%llu", finding->number, (unsigned long long)finding->count);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        strbuf_add_char(out, ',');
        escape_add_csv(words[i], out);
    }
    strbuf_add_text(out, "\r\n");
    strbuf_free(&names);
    strbuf_free(&time);
    strbuf_free(&fingerprint);
}

void report_add_csv(const struct report_run *run, struct strbuf *out) {
    strbuf_add_text(out,
                    "id,count,class,severity,at_fault,basis,confidence,logic,strategy,test,"
                    "first_seen,state,fingerprint,file,reduced,fails_in,fixed_in,unreadable\r\n");
    for (size_t i = 0; i < run->findings.n; i++)
        add_csv_row(&run->findings.at[i], out);
}
