/*
 * SARIF 2.1.0: results of an analysis, as code hosts show them. The classes of
 * bugs are the rules, findings are results, their scripts the places.
 */
#include "base/json_text.h"
#include "oracle/bugs.h"
#include "report/json.h"
#include "report/report.h"
#include "version.h"

static json_t *rule(enum bug bug) {
    return json_pack("{s:s, s:{s:s}, s:{s:s}}", "id", bug_name(bug), "shortDescription", "text",
                     bug_meaning(bug), "properties", "severity", severity_name(bug_severity(bug)));
}

static json_t *rules(void) {
    json_t *list = json_array();
    for (enum bug bug = 0; bug < BUG_COUNT; bug++)
        json_array_append_new(list, rule(bug));
    return list;
}

/* What the newest version has mended is there to be known, and no more. */
static const char *level_of(const struct store_finding *finding, enum bug bug) {
    if (report_finding_is_fixed(finding))
        return "note";
    if (bug == BUG_COUNT)
        return "error";
    enum severity severity = bug_severity(bug);
    return severity <= SEVERITY_BROKEN ? "error" : severity < SEVERITY_OPEN ? "warning" : "note";
}

/* As a reference: whatever is not plain in a path is escaped. */
static json_t *place_of(const char *file) {
    struct strbuf uri = {0};
    for (const unsigned char *at = (const unsigned char *)file; *at != '\0'; at++) {
        bool is_plain = (*at >= 'a' && *at <= 'z') || (*at >= 'A' && *at <= 'Z') ||
                        (*at >= '0' && *at <= '9') || strchr("-._~/", *at) != NULL;
        if (is_plain)
            strbuf_add_char(&uri, (char)*at);
        else
            strbuf_printf(&uri, "%%%02X", *at);
    }
    json_t *place = json_pack("{s:{s:{s:s, s:s}}}", "physicalLocation", "artifactLocation", "uri",
                              strbuf_text(&uri), "uriBaseId", "RUN");
    strbuf_free(&uri);
    return place;
}

static json_t *result(const struct report_finding *whole) {
    const struct store_finding *finding = &whole->finding;
    enum bug bug = bug_find(finding->class_name, strlen(finding->class_name));
    struct strbuf message = {0}, fingerprint = {0};
    bool is_bisected = finding->fails_in[0] != '\0';
    report_add_fingerprint(finding, &fingerprint);
    report_add_title(finding, &message);
    if (is_bisected) {
        strbuf_add_text(&message, "; it ");
        report_add_range(whole, &message);
    }
    strbuf_printf(&message, ". %s", finding->evidence);
    if (whole->unreadable != NULL)
        strbuf_printf(&message, " A file of it cannot be read: %s", whole->unreadable);
    json_t *names = json_array();
    for (size_t i = 0; i < finding->at_fault.n; i++)
        json_array_append_new(names, report_json_word(finding->at_fault.at[i]));
    json_t *json = json_pack(
        "{s:o, s:s, s:{s:o}, s:[o], s:{s:o}, s:{s:o, s:o, s:o, s:o, s:I, s:i}}", "ruleId",
        report_json_word(finding->class_name), "level", level_of(finding, bug), "message", "text",
        report_json_text(message.at, message.n), "locations", place_of(report_finding_file(whole)),
        "partialFingerprints", "momus/v1", report_json_text(fingerprint.at, fingerprint.n),
        "properties", "atFault", names, "basis", report_json_word(finding->basis), "confidence",
        report_json_word(finding->confidence), "test", report_json_word(finding->test), "count",
        (json_int_t)finding->count, "finding", (int)finding->number);
    json_t *properties = json_object_get(json, "properties");
    if (is_bisected) {
        json_object_set_new(properties, "failsIn", report_json_word(finding->fails_in));
        json_object_set_new(properties, "fixed", json_boolean(finding->fixed_in != NULL));
    }
    if (finding->fixed_in != NULL)
        json_object_set_new(properties, "fixedIn", report_json_word(finding->fixed_in));
    if (bug != BUG_COUNT)
        json_object_set_new(json, "ruleIndex", json_integer(bug));
    strbuf_free(&message);
    strbuf_free(&fingerprint);
    return json;
}

void report_add_sarif(const struct report_run *run, struct strbuf *out) {
    json_t *results = json_array();
    for (size_t i = 0; i < run->findings.n; i++)
        json_array_append_new(results, result(&run->findings.at[i]));
    json_t *json = json_pack(
        "{s:s, s:s, s:[{s:{s:{s:s, s:s, s:o}}, s:o, s:s}]}", "version", "2.1.0", "$schema",
        "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/"
        "sarif-schema-2.1.0.json",
        "runs", "tool", "driver", "name", "momus", "version", MOMUS_VERSION, "rules", rules(),
        "results", results, "columnKind", "unicodeCodePoints");
    strbuf_add_json(out, json, JSON_INDENT(2));
    json_decref(json);
}
