#include "report/finding.h"

#include <time.h>

#include "oracle/bisect.h"
#include "oracle/bugs.h"

/* ---- reading --------------------------------------------------------------- */

/* False if nothing can be read of it: one that was cut off to nothing is as good as gone. */
static bool read_file(const struct report_finding *whole, const char *relative,
                      struct file_text *text, struct strbuf *error) {
    struct strbuf path = {0};
    strbuf_printf(&path, "%s/%s", whole->run, relative);
    bool good = file_read(strbuf_text(&path), text, error);
    if (good && text->n == 0) {
        file_text_free(text);
        strbuf_printf(error, "%s%s is empty", error->n > 0 ? "; " : "", strbuf_text(&path));
        good = false;
    }
    if (!good)
        *text = (struct file_text){0};
    strbuf_free(&path);
    return good;
}

/* Is there what the accused was given? It is no failure if there is not. */
static void read_given(struct report_finding *whole) {
    const struct store_finding *finding = &whole->finding;
    struct strbuf path = {0}, error = {0};
    if (finding->at_fault.n == 0)
        return;
    strbuf_printf(&path, "%s/", finding->folder);
    store_add_given_name(finding->reduced != NULL ? "reduced" : "bug", finding->at_fault.at[0],
                         &path);
    if (read_file(whole, strbuf_text(&path), &whole->given, &error))
        whole->given_file = arena_copy_text(&whole->arena, path.at, path.n);
    strbuf_free(&path);
    strbuf_free(&error);
}

/* Why it is not reduced, if that was tried: for good, or for now. */
static bool read_reason(struct store *store, struct report_finding *whole, uint32_t number) {
    struct strbuf key = {0};
    strbuf_printf(&key, STORE_REDUCTION "%u", number);
    bool good = store_value(store, strbuf_text(&key), &whole->arena, &whole->unreduced);
    strbuf_clear(&key);
    strbuf_printf(&key, STORE_REDUCTION_WAITS "%u", number);
    if (good && whole->unreduced == NULL)
        good = store_value(store, strbuf_text(&key), &whole->arena, &whole->unreduced);
    strbuf_free(&key);
    return good;
}

/* What is not there any more, or cannot be read, is no reason to be silent about the rest. */
static void read_scripts(struct report_finding *whole) {
    struct strbuf error = {0};
    read_given(whole);
    read_file(whole, whole->finding.file, &whole->script, &error);
    if (whole->finding.reduced != NULL)
        read_file(whole, whole->finding.reduced, &whole->reduced, &error);
    if (error.n > 0)
        whole->unreadable = arena_copy_text(&whole->arena, error.at, error.n);
    strbuf_free(&error);
}

bool report_finding_load(struct store *store, uint32_t number, struct report_finding *whole,
                         bool *there, struct strbuf *error) {
    *whole = (struct report_finding){.run = store_folder(store)};
    *there = true;
    if (!store_finding(store, number, &whole->arena, &whole->finding, there) ||
        !store_answers(store, number, &whole->arena, &whole->answers) ||
        !store_reduced_answers(store, number, &whole->arena, &whole->reduced_answers) ||
        !store_triggers(store, number, &whole->arena, &whole->triggers) ||
        !store_aliases(store, number, &whole->arena, &whole->aliases) ||
        !store_versions(store, number, &whole->arena, &whole->versions) ||
        !read_reason(store, whole, number)) {
        strbuf_add_text(error, store_error(store));
        return false;
    }
    if (!*there) {
        strbuf_printf(error, "there is no finding %u in %s", number, whole->run);
        return false;
    }
    read_scripts(whole);
    return true;
}

void report_finding_release(struct report_finding *whole) {
    file_text_free(&whole->script);
    file_text_free(&whole->reduced);
    file_text_free(&whole->given);
    vec_free(&whole->answers);
    vec_free(&whole->reduced_answers);
    vec_free(&whole->triggers);
    vec_free(&whole->aliases);
    vec_free(&whole->versions);
    arena_free(&whole->arena);
}

struct file_text report_finding_formula(const struct report_finding *whole) {
    return whole->given.at != NULL     ? whole->given
           : whole->reduced.at != NULL ? whole->reduced
                                       : whole->script;
}

bool report_finding_shows_reduced(const struct report_finding *whole) {
    return whole->finding.reduced != NULL && (whole->given.at != NULL || whole->reduced.at != NULL);
}

const store_answer_vec *report_finding_answers(const struct report_finding *whole) {
    return report_finding_shows_reduced(whole) && whole->reduced_answers.n > 0
               ? &whole->reduced_answers
               : &whole->answers;
}

const char *report_finding_answers_remark(const struct report_finding *whole) {
    return report_finding_shows_reduced(whole) && whole->reduced_answers.n == 0 &&
                   whole->answers.n > 0
               ? "These are the answers to the script before it was reduced, bug.smt2; those to "
                 "the reduced one were not kept."
               : NULL;
}

const char *report_finding_file(const struct report_finding *whole) {
    return whole->given_file != NULL   ? whole->given_file
           : whole->reduced.at != NULL ? whole->finding.reduced
                                       : whole->finding.file;
}

const char *report_finding_file_name(const struct report_finding *whole) {
    const char *path = report_finding_file(whole), *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

bool report_finding_blames(const struct store_finding *finding, const char *solver) {
    for (size_t i = 0; i < finding->at_fault.n; i++)
        if (strcmp(finding->at_fault.at[i], solver) == 0)
            return true;
    return false;
}

/* ---- words ----------------------------------------------------------------- */

const char *report_state_name(enum store_state state) {
    static const char *const names[] = {
        [STORE_OPEN] = "open", [STORE_IGNORED] = "ignored", [STORE_CLOSED] = "closed"};
    return names[state];
}

bool report_finding_is_fixed(const struct store_finding *finding) {
    return finding->state == STORE_OPEN && finding->fixed_in != NULL;
}

void report_add_state(const struct store_finding *finding, struct strbuf *out) {
    if (report_finding_is_fixed(finding))
        strbuf_printf(out, "fixed in %s", finding->fixed_in);
    else
        strbuf_add_text(out, report_state_name(finding->state));
}

void report_add_title(const struct store_finding *finding, struct strbuf *out) {
    enum bug bug = bug_find(finding->class_name, strlen(finding->class_name));
    for (size_t i = 0; i < finding->at_fault.n; i++)
        strbuf_printf(out, "%s%s", i > 0 ? ", " : "", finding->at_fault.at[i]);
    if (finding->at_fault.n > 0)
        strbuf_add_char(out, ' ');
    /* What is no class of bugs.def is about momus itself. */
    strbuf_add_text(out, bug == BUG_COUNT ? "ends early" : bug_headline(bug));
    strbuf_printf(out, " (%s)", finding->logic);
}

/* The first of them that is mended; NULL if that is the newest, or not known: the next may be untold. */
static const char *find_first_mended(const struct store_version *versions, size_t n,
                                     const char *fixed_in) {
    size_t next = n;
    while (next > 0 && strcmp(versions[next - 1].result, bisect_state_name(BISECT_FAILS)) != 0)
        next--;
    bool is_known = next > 0 && next < n &&
                    strcmp(versions[next].result, bisect_state_name(BISECT_HOLDS)) == 0 &&
                    strcmp(versions[next].solver, fixed_in) != 0;
    return is_known ? versions[next].solver : NULL;
}

void report_add_versions(const char *fails_in, const char *fixed_in,
                         const struct store_version *versions, size_t n, struct strbuf *out) {
    if (strcmp(fails_in, "none") == 0)
        strbuf_add_text(out, "fails in no version that could be asked");
    else if (strcmp(fails_in, "all") == 0)
        strbuf_add_text(out, "fails in every version that could be asked");
    else
        strbuf_printf(
            out, "fails %s%s",
            strncmp(fails_in, "up ", 3) == 0 || strncmp(fails_in, "from ", 5) == 0 ? "" : "in ",
            fails_in);
    const char *first = fixed_in != NULL ? find_first_mended(versions, n, fixed_in) : NULL;
    if (fixed_in != NULL)
        strbuf_printf(out, "; fixed in %s", fixed_in);
    if (first != NULL)
        strbuf_printf(out, ", first in %s", first);
}

void report_add_range(const struct report_finding *whole, struct strbuf *out) {
    if (whole->finding.fails_in[0] != '\0')
        report_add_versions(whole->finding.fails_in, whole->finding.fixed_in, whole->versions.at,
                            whole->versions.n, out);
}

void report_add_fingerprint(const struct store_finding *finding, struct strbuf *out) {
    strbuf_add_text(out, finding->fingerprint);
    if (finding->fails_in[0] != '\0')
        strbuf_printf(out, " in %s", finding->fails_in);
}

void report_add_time(int64_t ms, struct strbuf *out) {
    char text[40];
    struct tm parts;
    time_t seconds = (time_t)(ms / 1000);
    if (gmtime_r(&seconds, &parts) != NULL &&
        strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts) > 0)
        strbuf_add_text(out, text);
}

void report_add_quoted(const char *word, struct strbuf *out) {
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "_-./=+:,@%";
    if (word[0] != '\0' && word[strspn(word, plain)] == '\0') {
        strbuf_add_text(out, word);
        return;
    }
    strbuf_add_char(out, '\'');
    for (; *word != '\0'; word++)
        if (*word == '\'')
            strbuf_add_text(out, "'\\''");
        else
            strbuf_add_char(out, *word);
    strbuf_add_char(out, '\'');
}

void report_add_command(const char *command, const char *file, struct strbuf *out) {
    const char *place = strstr(command, "{file}");
    if (place == NULL) { /* {stdin} */
        strbuf_add_text(out, command);
        strbuf_add_text(out, " < ");
        report_add_quoted(file, out);
        return;
    }
    strbuf_add(out, command, (size_t)(place - command));
    report_add_quoted(file, out);
    strbuf_add_text(out, place + strlen("{file}"));
}

static bool add_commands_of(const struct report_finding *whole, const store_answer_vec *answers,
                            const char *file, const char *indent, struct strbuf *out) {
    const struct store_finding *finding = &whole->finding;
    size_t before = out->n;
    for (size_t i = 0; i < answers->n; i++)
        if (finding->at_fault.n == 0 || report_finding_blames(finding, answers->at[i].solver)) {
            strbuf_add_text(out, indent);
            report_add_command(answers->at[i].command, file, out);
            strbuf_add_char(out, '\n');
        }
    return out->n > before;
}

void report_add_commands(const struct report_finding *whole, const char *file, const char *indent,
                         struct strbuf *out) {
    /* Who reduced it may have had other solvers, under other names. */
    if (!add_commands_of(whole, report_finding_answers(whole), file, indent, out))
        add_commands_of(whole, &whole->answers, file, indent, out);
}

bool report_finding_is_ours(const struct store_finding *finding) {
    return bug_find(finding->class_name, strlen(finding->class_name)) == BUG_COUNT;
}

void report_add_remaking(const struct store_finding *finding, struct strbuf *out) {
    strbuf_add_text(out, "momus mutate --id ");
    report_add_quoted(finding->test, out);
    for (size_t i = 0; i < finding->seeds.n; i++) {
        strbuf_add_char(out, ' ');
        report_add_quoted(finding->seeds.at[i], out);
    }
}
