#include "cli/run_report.h"

#include <unistd.h>

/* Somebody may have taken the folder of a finding away; report.html says so. */
static bool has_folder(const struct report_finding *whole) {
    struct strbuf path = {0};
    strbuf_printf(&path, "%s/%s", whole->run, whole->finding.folder);
    bool has = access(strbuf_text(&path), F_OK) == 0;
    strbuf_free(&path);
    return has;
}

/* *goes_on is the finding that it is a duplicate of, or 0. */
static bool write_issue(struct store *store, uint32_t number, uint32_t *goes_on,
                        struct strbuf *error) {
    struct report_finding whole;
    struct strbuf text = {0};
    bool there;
    bool good = report_finding_load(store, number, &whole, &there, error);
    *goes_on = good ? whole.finding.duplicate_of : 0;
    if (good && has_folder(&whole)) {
        report_add_issue(&whole, report_finding_file_name(&whole), &text);
        good = store_put_file(store, number, "report.md", text.at, text.n);
        if (!good)
            strbuf_add_text(error, store_error(store));
    }
    report_finding_release(&whole);
    strbuf_free(&text);
    return good;
}

bool run_report_finding(struct store *store, uint32_t number, struct strbuf *error) {
    bool good = true;
    while (good && number != 0)
        good = write_issue(store, number, &number, error);
    return good;
}

bool run_report_is_whole(const struct report_finding *finding) {
    if (finding->unreadable != NULL)
        fprintf(stderr, "momus: warning: finding %u: %s\n", finding->finding.number,
                finding->unreadable);
    return finding->unreadable == NULL;
}

bool run_report_add(struct store *store, const struct report_format *format, bool all,
                    struct strbuf *out, bool *is_whole, struct strbuf *error) {
    struct report_run run;
    bool good = report_run_load(store, all, &run, error);
    *is_whole = true;
    for (size_t i = 0; good && i < run.findings.n; i++)
        *is_whole = run_report_is_whole(&run.findings.at[i]) && *is_whole;
    if (good)
        format->add(&run, out);
    report_run_release(&run);
    return good;
}

static bool write_page(struct store *store, struct strbuf *error) {
    struct strbuf text = {0}, path = {0};
    bool is_whole;
    strbuf_printf(&path, "%s/report.html", store_folder(store));
    bool good = run_report_add(store, report_formats, false, &text, &is_whole, error) &&
                file_write(strbuf_text(&path), text.at, text.n, error);
    strbuf_free(&text);
    strbuf_free(&path);
    return good;
}

bool run_report_change(struct store *store, struct strbuf *error) {
    bool good = store_write_stats(store);
    if (!good)
        strbuf_add_text(error, store_error(store));
    return good && write_page(store, error);
}

bool run_report_all(struct store *store, struct strbuf *error) {
    struct arena arena = {0};
    store_finding_vec findings = {0};
    bool good = store_findings(store, &arena, &findings);
    if (!good)
        strbuf_add_text(error, store_error(store));
    for (size_t i = 0; good && i < findings.n; i++)
        if (findings.at[i].state == STORE_OPEN)
            good = run_report_finding(store, findings.at[i].number, error);
    vec_free(&findings);
    arena_free(&arena);
    return good && write_page(store, error);
}
