#include "cli/finding_story.h"

#include "cli/grid.h"
#include "cli/help.h"
#include "oracle/bugs.h"

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
    strbuf_printf(out, "  %s\n",
                  bug != BUG_COUNT ? bug_meaning(bug)
                                   : "momus itself failed; this is nothing against a solver");
}

static void add_times(const struct store_finding *finding, size_t width, struct strbuf *out) {
    struct strbuf text = {0};
    strbuf_printf(&text, "%llu time%s, first ", (unsigned long long)finding->count,
                  plural_s(finding->count));
    finding_add_time(finding->first_seen, &text);
    if (finding->count > 1) {
        strbuf_add_text(&text, ", last ");
        finding_add_time(finding->last_seen, &text);
    }
    if (finding->tried > 0)
        strbuf_printf(&text, "; in %u of %u fresh run%s", finding->shown, finding->tried,
                      plural_s(finding->tried));
    add_filled("seen", strbuf_text(&text), width, out);
    strbuf_free(&text);
}

static void add_path(const struct report_finding *story, const char *label, const char *relative,
                     size_t width, struct strbuf *out) {
    struct strbuf text = {0};
    strbuf_printf(&text, "%s/%s", story->run, relative);
    add_filled(label, strbuf_text(&text), width, out);
    strbuf_free(&text);
}

static void add_facts(const struct report_finding *story, size_t width, struct strbuf *out) {
    const struct store_finding *finding = &story->finding;
    struct strbuf text = {0};
    add_times(finding, width, out);
    report_add_state(finding, &text);
    if (finding->duplicate_of != 0)
        strbuf_printf(&text, ": finding %u goes on for it", finding->duplicate_of);
    add_filled("state", strbuf_text(&text), width, out);
    strbuf_clear(&text);
    strbuf_add_text(&text, finding->strategy);
    for (size_t i = 0; i < finding->seeds.n; i++)
        strbuf_printf(&text, "%s%s", i == 0 ? ", from " : " and ", finding->seeds.at[i]);
    add_filled("made by", strbuf_text(&text), width, out);
    add_filled("test", finding->test, width, out);
    strbuf_clear(&text);
    report_add_fingerprint(finding, &text);
    add_filled("fingerprint", strbuf_text(&text), width, out);
    if (story->versions.n > 0) {
        strbuf_clear(&text);
        report_add_versions(finding->fails_in, finding->fixed_in, story->versions.at,
                            story->versions.n, &text);
        add_filled("versions", strbuf_text(&text), width, out);
    }
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

static void add_answers(const struct report_finding *story, size_t width, enum paint_how how,
                        struct strbuf *out) {
    struct grid grid;
    struct strbuf cell = {0};
    const store_answer_vec *answers = report_finding_answers(story);
    const char *remark = report_finding_answers_remark(story);
    if (answers->n == 0)
        return;
    add_heading("Answers", out);
    if (remark != NULL)
        add_filled(NULL, remark, width, out);
    grid_init(&grid, columns, sizeof columns / sizeof *columns);
    for (size_t i = 0; i < answers->n; i++) {
        const struct store_answer *answer = &answers->at[i];
        bool is_wrong = report_finding_blames(&story->finding, answer->solver);
        strbuf_clear(&cell);
        paint_add_clean(&cell, answer->solver);
        grid_add(&grid, strbuf_text(&cell));
        grid_printf(&grid, "%s%s" PAINT_PLAIN, is_wrong ? PAINT_RED : "", answer->answer);
        grid_printf(&grid, "%.2f s", (double)answer->ms / 1000);
        if (answer->kb > 0)
            grid_printf(&grid, "%.0f MB", (double)answer->kb / 1024);
        else /* not known */
            grid_add(&grid, "-");
        strbuf_clear(&cell);
        paint_add_clean(&cell, answer->version);
        grid_add(&grid, strbuf_text(&cell));
    }
    grid_print(&grid, 2, width, how, out);
    strbuf_free(&cell);
    grid_release(&grid);
}

static void add_versions(const struct report_finding *story, size_t width, enum paint_how how,
                         struct strbuf *out) {
    if (story->versions.n == 0)
        return;
    add_heading("Versions", out);
    finding_add_versions(story->versions.at, story->versions.n, width, how, out);
}

static void add_reproduction(const struct report_finding *story, const char *file, bool is_here,
                             struct strbuf *out) {
    const struct store_finding *finding = &story->finding;
    add_heading("To see it again", out);
    report_add_commands(story, file, "  ", out);
    if (report_finding_is_ours(finding) && finding->test[0] != '\0') {
        strbuf_add_text(out, "  ");
        report_add_remaking(finding, out);
        strbuf_add_char(out, '\n');
    }
    if (!is_here)
        return;
    strbuf_printf(out, "  momus replay %u --run ", finding->number);
    report_add_quoted(story->run, out);
    strbuf_add_char(out, '\n');
}

static void add_triggers(const struct report_finding *story, struct strbuf *out) {
    if (story->triggers.n == 0)
        return;
    add_heading("Other tests that show it", out);
    for (size_t i = 0; i < story->triggers.n; i++)
        strbuf_printf(out, "  %s\n", story->triggers.at[i].test);
}

static void add_script(const char *title, struct file_text text, struct strbuf *out) {
    if (text.n == 0) /* the evidence says why */
        return;
    add_heading(title, out);
    for (size_t i = 0; i < text.n; i++) {
        bool is_control = (unsigned char)text.at[i] < ' ' && text.at[i] != '\n';
        strbuf_add_char(out, is_control ? ' ' : text.at[i]);
    }
    if (text.n > 0 && text.at[text.n - 1] != '\n')
        strbuf_add_char(out, '\n');
}

void finding_story_add(const struct report_finding *story, const char *file, bool is_here,
                       size_t width, enum paint_how how, struct strbuf *out) {
    struct strbuf text = {0};
    add_title(&story->finding, &text);
    strbuf_add_char(&text, '\n');
    add_facts(story, width, &text);
    if (is_here)
        add_path(story, "file", story->finding.file, width, &text);
    if (is_here && story->finding.reduced != NULL)
        add_path(story, "reduced", story->finding.reduced, width, &text);
    else if (story->unreduced != NULL)
        add_filled("not reduced", story->unreduced, width, &text);
    if (story->unreadable != NULL)
        add_filled("unreadable", story->unreadable, width, &text);
    add_answers(story, width, how, &text);
    add_versions(story, width, how, &text);
    if (story->finding.evidence[0] != '\0') {
        add_heading("Evidence", &text);
        add_filled(NULL, story->finding.evidence, width, &text);
    }
    if (is_here)
        add_script(report_finding_shows_reduced(story) ? "Formula, reduced" : "Formula",
                   report_finding_formula(story), &text);
    add_triggers(story, &text);
    add_reproduction(story, file, is_here, &text);
    paint_add(out, strbuf_text(&text), 0, how);
    strbuf_free(&text);
}
