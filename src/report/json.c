#include "report/json.h"

#include "report/escape.h"

json_t *report_json_text(const char *at, size_t n) {
    if (at == NULL)
        return json_null();
    json_t *json = json_stringn(n > 0 ? at : "", n);
    if (json != NULL)
        return json;
    struct strbuf clean = {0};
    escape_add_utf8(at, n, &clean);
    json = json_stringn(clean.at, clean.n);
    strbuf_free(&clean);
    return json;
}

json_t *report_json_word(const char *text) {
    return report_json_text(text, text != NULL ? strlen(text) : 0);
}

static json_t *names_json(struct store_names names) {
    json_t *list = json_array();
    for (size_t i = 0; i < names.n; i++)
        json_array_append_new(list, report_json_word(names.at[i]));
    return list;
}

static json_t *time_json(int64_t ms) {
    struct strbuf time = {0};
    report_add_time(ms, &time);
    json_t *json = report_json_word(strbuf_text(&time));
    strbuf_free(&time);
    return json;
}

static json_t *number_json(uint64_t number) {
    return json_integer((json_int_t)number);
}

/* A new object with these members; takes over the values. */
struct member {
    const char *name;
    json_t *value;
};
static json_t *object_of(const struct member *members, size_t n) {
    json_t *object = json_object();
    for (size_t i = 0; i < n; i++)
        json_object_set_new(object, members[i].name, members[i].value);
    return object;
}
#define OBJECT(...)                                 \
    object_of((const struct member[]){__VA_ARGS__}, \
              sizeof((const struct member[]){__VA_ARGS__}) / sizeof(struct member))

static json_t *fingerprint_json(const struct store_finding *finding) {
    struct strbuf text = {0};
    report_add_fingerprint(finding, &text);
    json_t *json = report_json_word(strbuf_text(&text));
    strbuf_free(&text);
    return json;
}

/* True, false, or null if no version was looked at. */
static json_t *fixed_json(const struct store_finding *finding) {
    return finding->fails_in[0] == '\0' ? json_null() : json_boolean(finding->fixed_in != NULL);
}

json_t *report_json_finding(const struct store_finding *finding) {
    return OBJECT(
        {"id", number_json(finding->number)}, {"class", report_json_word(finding->class_name)},
        {"at_fault", names_json(finding->at_fault)}, {"basis", report_json_word(finding->basis)},
        {"confidence", report_json_word(finding->confidence)},
        {"fingerprint", fingerprint_json(finding)}, {"count", number_json(finding->count)},
        {"strategy", report_json_word(finding->strategy)}, {"seeds", names_json(finding->seeds)},
        {"test", report_json_word(finding->test)}, {"first_seen", time_json(finding->first_seen)},
        {"file", report_json_word(finding->file)}, {"reduced", report_json_word(finding->reduced)},
        {"fails_in",
         finding->fails_in[0] != '\0' ? report_json_word(finding->fails_in) : json_null()},
        {"fixed", fixed_json(finding)}, {"fixed_in", report_json_word(finding->fixed_in)});
}

static json_t *answers_json(const store_answer_vec *answers) {
    json_t *list = json_array();
    for (size_t i = 0; i < answers->n; i++) {
        const struct store_answer *answer = &answers->at[i];
        json_array_append_new(list, OBJECT({"solver", report_json_word(answer->solver)},
                                           {"version", report_json_word(answer->version)},
                                           {"command", report_json_word(answer->command)},
                                           {"answer", report_json_word(answer->answer)},
                                           {"ms", number_json(answer->ms)},
                                           {"kb", number_json(answer->kb)},
                                           {"raw", report_json_text(answer->raw, answer->raw_n)}));
    }
    return list;
}

json_t *report_json_versions(const struct report_finding *whole) {
    json_t *list = json_array();
    for (size_t i = 0; i < whole->versions.n; i++) {
        const struct store_version *version = &whole->versions.at[i];
        json_array_append_new(list, OBJECT({"solver", report_json_word(version->solver)},
                                           {"version", report_json_word(version->version)},
                                           {"command", report_json_word(version->command)},
                                           {"result", report_json_word(version->result)},
                                           {"answer", report_json_word(version->answer)}));
    }
    return list;
}

json_t *report_json_whole(const struct report_finding *whole) {
    const struct store_finding *finding = &whole->finding;
    json_t *json = report_json_finding(finding), *triggers = json_array(), *aliases = json_array();
    for (size_t i = 0; i < whole->aliases.n; i++)
        json_array_append_new(aliases, report_json_word(whole->aliases.at[i]));
    for (size_t i = 0; i < whole->triggers.n; i++)
        json_array_append_new(triggers, report_json_word(whole->triggers.at[i].test));
    json_t *more = OBJECT(
        {"state", report_json_word(report_state_name(finding->state))},
        {"duplicate_of",
         finding->duplicate_of != 0 ? number_json(finding->duplicate_of) : json_null()},
        {"last_seen", time_json(finding->last_seen)}, {"runs", number_json(finding->tried)},
        {"shown", number_json(finding->shown)}, {"logic", report_json_word(finding->logic)},
        {"evidence", report_json_word(finding->evidence)},
        {"answers", answers_json(&whole->answers)},
        {"reduced_answers",
         whole->reduced_answers.n > 0 ? answers_json(&whole->reduced_answers) : json_null()},
        {"versions", report_json_versions(whole)}, {"triggers", triggers}, {"aliases", aliases},
        {"script", report_json_text(whole->script.at, whole->script.n)},
        {"reduced_script", report_json_text(whole->reduced.at, whole->reduced.n)},
        {"unreadable", report_json_word(whole->unreadable)});
    json_object_update(json, more);
    json_decref(more);
    return json;
}
