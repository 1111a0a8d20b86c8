#include "cli/finding_story.h"

#include "cli/grid.h"
#include "cli/help.h"
#include "oracle/bugs.h"

/* ---- reading --------------------------------------------------------------- */

static bool read_file(const struct finding_story *story, const char *relative,
                      struct file_text *text, struct strbuf *error) {
    struct strbuf path = {0};
    strbuf_printf(&path, "%s/%s", story->run, relative);
    bool good = file_read(strbuf_text(&path), text, error);
    if (!good)
        *text = (struct file_text){0};
    strbuf_free(&path);
    return good;
}

bool finding_story_load(struct store *store, uint32_t number, struct finding_story *story,
                        bool *there, struct strbuf *error) {
    *story = (struct finding_story){.run = store_folder(store)};
    *there = true;
    if (!store_finding(store, number, &story->arena, &story->finding, there) ||
        !store_answers(store, number, &story->arena, &story->answers) ||
        !store_triggers(store, number, &story->arena, &story->triggers)) {
        strbuf_add_text(error, store_error(store));
        return false;
    }
    if (!*there) {
        strbuf_printf(error, "there is no finding %u in %s", number, story->run);
        return false;
    }
    return read_file(story, story->finding.file, &story->script, error) &&
           (story->finding.reduced == NULL ||
            read_file(story, story->finding.reduced, &story->reduced, error));
}

void finding_story_release(struct finding_story *story) {
    file_text_free(&story->script);
    file_text_free(&story->reduced);
    vec_free(&story->answers);
    vec_free(&story->triggers);
    arena_free(&story->arena);
}

/* ---- text ------------------------------------------------------------------ */

enum { LABEL = 14 };

static void add_heading(const char *text, struct strbuf *out) {
    strbuf_printf(out, "\n" PAINT_BOLD "%s" PAINT_PLAIN "\n", text);
}

/* Words of anybody's, filled into lines behind a label. */
static void add_filled(const char *label, const char *text, size_t width, struct strbuf *out) {
    struct strbuf clean = {0}, line = {0};
    for (; *text != '\0'; text++)
        strbuf_add_char(&line, *text == '\n' || *text == '\t' || *text == '\r' ? ' ' : *text);
    paint_add_clean(&clean, strbuf_text(&line));
    size_t indent = label != NULL ? LABEL : 2;
    strbuf_printf(out, "  %-*s", (int)indent - 2, label != NULL ? label : "");
    help_fill(strbuf_text(&clean), indent, indent, width, out);
    strbuf_free(&clean);
    strbuf_free(&line);
}

static void add_title(const struct store_finding *finding, struct strbuf *out) {
    enum bug bug = bug_find(finding->class_name, strlen(finding->class_name));
    strbuf_printf(out, "finding %u: %s%s" PAINT_PLAIN, finding->number,
                  finding_colour(finding->class_name), finding->class_name);
    if (finding->at_fault.n > 0) {
        strbuf_add_text(out, " in " PAINT_BOLD);
        finding_add_names(finding->at_fault, out);
        strbuf_add_text(out, PAINT_PLAIN);
    } else
        strbuf_add_text(out, ", nobody's fault as yet");
    strbuf_printf(out, " (%s, by %s)\n", finding->confidence, finding->basis);
    if (bug != BUG_COUNT)
        strbuf_printf(out, "  %s\n", bug_meaning(bug));
}

static void add_times(const struct store_finding *finding, size_t width, struct strbuf *out) {
    struct strbuf text = {0};
    strbuf_printf(&text, "%llu time%s, first ", (unsigned long long)finding->count,
                  finding->count == 1 ? "" : "s");
    finding_add_time(finding->first_seen, false, &text);
    if (finding->count > 1) {
        strbuf_add_text(&text, ", last ");
        finding_add_time(finding->last_seen, false, &text);
    }
    if (finding->tried > 0)
        strbuf_printf(&text, "; in %u of %u fresh runs", finding->shown, finding->tried);
    add_filled("seen", strbuf_text(&text), width, out);
    strbuf_free(&text);
}

static void add_path(const struct finding_story *story, const char *label, const char *relative,
                     size_t width, struct strbuf *out) {
    struct strbuf text = {0};
    strbuf_printf(&text, "%s/%s", story->run, relative);
    add_filled(label, strbuf_text(&text), width, out);
    strbuf_free(&text);
}

static void add_facts(const struct finding_story *story, size_t width, struct strbuf *out) {
    const struct store_finding *finding = &story->finding;
    struct strbuf text = {0};
    add_times(finding, width, out);
    strbuf_add_text(&text, state_name(finding->state));
    if (finding->duplicate_of != 0)
        strbuf_printf(&text, ": finding %u goes on for it", finding->duplicate_of);
    add_filled("state", strbuf_text(&text), width, out);
    strbuf_clear(&text);
    strbuf_add_text(&text, finding->strategy);
    for (size_t i = 0; i < finding->seeds.n; i++)
        strbuf_printf(&text, "%s%s", i == 0 ? ", from " : " and ", finding->seeds.at[i]);
    add_filled("made by", strbuf_text(&text), width, out);
    add_filled("test", finding->test, width, out);
    add_filled("fingerprint", finding->fingerprint, width, out);
    strbuf_free(&text);
}

/* clang-format off */
static const struct grid_column columns[] = {
    {PAINT_DIM "solver",  false, 0, 8},
    {PAINT_DIM "answer",  false, 0, 12},
    {PAINT_DIM "time",    true,  1, 0},
    {PAINT_DIM "memory",  true,  2, 0},
    {PAINT_DIM "version", false, 3, 12},
};
/* clang-format on */

static bool is_at_fault(const struct store_finding *finding, const char *solver) {
    for (size_t i = 0; i < finding->at_fault.n; i++)
        if (strcmp(finding->at_fault.at[i], solver) == 0)
            return true;
    return false;
}

static void add_answers(const struct finding_story *story, size_t width, enum paint_how how,
                        struct strbuf *out) {
    struct grid grid;
    struct strbuf cell = {0};
    if (story->answers.n == 0)
        return;
    add_heading("Answers", out);
    grid_init(&grid, columns, sizeof columns / sizeof *columns);
    for (size_t i = 0; i < story->answers.n; i++) {
        const struct store_answer *answer = &story->answers.at[i];
        bool is_wrong = is_at_fault(&story->finding, answer->solver);
        strbuf_clear(&cell);
        paint_add_clean(&cell, answer->solver);
        grid_add(&grid, strbuf_text(&cell));
        grid_printf(&grid, "%s%s" PAINT_PLAIN, is_wrong ? PAINT_RED : "", answer->answer);
        grid_printf(&grid, "%.2f s", (double)answer->ms / 1000);
        grid_printf(&grid, "%.0f MB", (double)answer->kb / 1024);
        strbuf_clear(&cell);
        paint_add_clean(&cell, answer->version);
        grid_add(&grid, strbuf_text(&cell));
    }
    grid_print(&grid, 2, width, how, out);
    strbuf_free(&cell);
    grid_release(&grid);
}

/* What a shell takes as one word. */
static void add_quoted(const char *word, struct strbuf *out) {
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

/* The command as it was, with the script where it goes. */
static void add_command(const char *command, const char *file, struct strbuf *out) {
    const char *place = strstr(command, "{file}");
    strbuf_add_text(out, "  ");
    if (place == NULL) { /* {stdin} */
        strbuf_add_text(out, command);
        strbuf_add_text(out, " < ");
        add_quoted(file, out);
    } else {
        strbuf_add(out, command, (size_t)(place - command));
        add_quoted(file, out);
        strbuf_add_text(out, place + strlen("{file}"));
    }
    strbuf_add_char(out, '\n');
}

static void add_reproduction(const struct finding_story *story, const char *file, bool is_here,
                             struct strbuf *out) {
    const struct store_finding *finding = &story->finding;
    add_heading("To see it again", out);
    for (size_t i = 0; i < story->answers.n; i++)
        if (is_at_fault(finding, story->answers.at[i].solver) || finding->at_fault.n == 0)
            add_command(story->answers.at[i].command, file, out);
    if (!is_here)
        return;
    strbuf_printf(out, "  momus replay %u --run ", finding->number);
    add_quoted(story->run, out);
    strbuf_add_char(out, '\n');
}

static void add_triggers(const struct finding_story *story, struct strbuf *out) {
    if (story->triggers.n == 0)
        return;
    add_heading("Other tests that show it", out);
    for (size_t i = 0; i < story->triggers.n; i++)
        strbuf_printf(out, "  %s\n", story->triggers.at[i].test);
}

static void add_script(const char *title, struct file_text text, struct strbuf *out) {
    add_heading(title, out);
    for (size_t i = 0; i < text.n; i++) {
        bool is_control = (unsigned char)text.at[i] < ' ' && text.at[i] != '\n';
        strbuf_add_char(out, is_control ? ' ' : text.at[i]);
    }
    if (text.n > 0 && text.at[text.n - 1] != '\n')
        strbuf_add_char(out, '\n');
}

void finding_story_add(const struct finding_story *story, const char *file, bool is_here,
                       size_t width, enum paint_how how, struct strbuf *out) {
    struct strbuf text = {0};
    add_title(&story->finding, &text);
    strbuf_add_char(&text, '\n');
    add_facts(story, width, &text);
    if (is_here)
        add_path(story, "file", story->finding.file, width, &text);
    if (is_here && story->finding.reduced != NULL)
        add_path(story, "reduced", story->finding.reduced, width, &text);
    add_answers(story, width, how, &text);
    if (story->finding.evidence[0] != '\0') {
        add_heading("Evidence", &text);
        add_filled(NULL, story->finding.evidence, width, &text);
    }
    if (is_here && story->reduced.at != NULL)
        add_script("Formula, reduced", story->reduced, &text);
    else if (is_here)
        add_script("Formula", story->script, &text);
    add_triggers(story, &text);
    add_reproduction(story, file, is_here, &text);
    paint_add(out, strbuf_text(&text), 0, how);
    strbuf_free(&text);
}

/* ---- JSON ------------------------------------------------------------------ */

static json_t *word(const char *text) {
    return finding_json_text(text, strlen(text));
}

static json_t *answers_json(const struct finding_story *story) {
    json_t *list = json_array();
    for (size_t i = 0; i < story->answers.n; i++) {
        const struct store_answer *answer = &story->answers.at[i];
        json_array_append_new(
            list, json_pack("{s:o, s:o, s:o, s:o, s:I, s:I, s:o}", "solver", word(answer->solver),
                            "version", word(answer->version), "command", word(answer->command),
                            "answer", word(answer->answer), "ms", (json_int_t)answer->ms, "kb",
                            (json_int_t)answer->kb, "raw",
                            finding_json_text(answer->raw, answer->raw_n)));
    }
    return list;
}

json_t *finding_story_json(const struct finding_story *story) {
    const struct store_finding *finding = &story->finding;
    struct strbuf time = {0};
    json_t *json = finding_json(finding), *triggers = json_array();
    finding_add_time(finding->last_seen, true, &time);
    for (size_t i = 0; i < story->triggers.n; i++)
        json_array_append_new(triggers, word(story->triggers.at[i].test));
    json_object_set_new(json, "state", word(state_name(finding->state)));
    json_object_set_new(json, "duplicate_of",
                        finding->duplicate_of != 0 ? json_integer(finding->duplicate_of)
                                                   : json_null());
    json_object_set_new(json, "last_seen", word(strbuf_text(&time)));
    json_object_set_new(json, "runs", json_integer(finding->tried));
    json_object_set_new(json, "shown", json_integer(finding->shown));
    json_object_set_new(json, "logic", word(finding->logic));
    json_object_set_new(json, "evidence", word(finding->evidence));
    json_object_set_new(json, "answers", answers_json(story));
    json_object_set_new(json, "triggers", triggers);
    json_object_set_new(json, "script", finding_json_text(story->script.at, story->script.n));
    strbuf_free(&time);
    return json;
}
