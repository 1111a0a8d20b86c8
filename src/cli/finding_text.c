#include "cli/finding_text.h"

#include <time.h>

#include "cli/grid.h"
#include "oracle/bisect.h"
#include "oracle/bugs.h"
#include "report/finding.h"

void finding_add_names(struct store_names names, struct strbuf *out) {
    for (size_t i = 0; i < names.n; i++) {
        strbuf_add_text(out, i > 0 ? ", " : "");
        paint_add_clean(out, names.at[i]);
    }
    if (names.n == 0)
        strbuf_add_text(out, "nobody");
}

void finding_add_time(int64_t ms, struct strbuf *out) {
    char text[40];
    struct tm parts;
    time_t seconds = (time_t)(ms / 1000);
    if (localtime_r(&seconds, &parts) != NULL &&
        strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S", &parts) > 0)
        strbuf_add_text(out, text);
}

const char *finding_colour(const char *class_name) {
    enum bug bug = bug_find(class_name, strlen(class_name));
    if (bug == BUG_COUNT) /* momus itself */
        return PAINT_RED;
    enum severity severity = bug_severity(bug);
    return severity <= SEVERITY_BROKEN ? PAINT_RED : severity < SEVERITY_OPEN ? PAINT_YELLOW : "";
}

/* ---- the table ------------------------------------------------------------- */

/* clang-format off */
static const struct grid_column columns[] = {
    {PAINT_DIM "n",          true,  0, 0},
    {PAINT_DIM "class",      false, 0, 20},
    {PAINT_DIM "at fault",   false, 0, 8},
    {PAINT_DIM "confidence", false, 3, 0},
    {PAINT_DIM "basis",      false, 4, 0},
    {PAINT_DIM "seen",       true,  1, 0},
    {PAINT_DIM "state",      false, 1, 0},
    {PAINT_DIM "strategy",   false, 2, 0},
    {PAINT_DIM "first seen", false, 6, 0},
    {PAINT_DIM "file",       false, 5, 20},
};
/* clang-format on */

static const char *state_word(const struct store_finding *finding, uint32_t old) {
    if (finding->state == STORE_OPEN && old != UINT32_MAX && finding->number > old)
        return PAINT_BOLD "new" PAINT_PLAIN;
    if (report_finding_is_fixed(finding))
        return PAINT_GREEN "fixed" PAINT_PLAIN;
    return report_state_name(finding->state);
}

static void add_row(struct grid *grid, const struct store_finding *finding, uint32_t old,
                    struct strbuf *cell) {
    grid_printf(grid, "%u", finding->number);
    grid_printf(grid, "%s%s" PAINT_PLAIN, finding_colour(finding->class_name), finding->class_name);
    strbuf_clear(cell);
    finding_add_names(finding->at_fault, cell);
    grid_add(grid, strbuf_text(cell));
    grid_add(grid, finding->confidence);
    grid_add(grid, finding->basis);
    grid_printf(grid, "%llu", (unsigned long long)finding->count);
    grid_add(grid, state_word(finding, old));
    grid_add(grid, finding->strategy);
    strbuf_clear(cell);
    finding_add_time(finding->first_seen, cell);
    grid_add(grid, strbuf_text(cell));
    strbuf_clear(cell);
    paint_add_clean(cell, finding->reduced != NULL ? finding->reduced : finding->file);
    grid_add(grid, strbuf_text(cell));
}

void finding_add_table(const struct store_finding *findings, size_t n, uint32_t old, size_t width,
                       enum paint_how how, struct strbuf *out) {
    struct grid grid;
    struct strbuf cell = {0};
    grid_init(&grid, columns, sizeof columns / sizeof *columns);
    for (size_t i = 0; i < n; i++)
        add_row(&grid, &findings[i], old, &cell);
    grid_print(&grid, 0, width, how, out);
    strbuf_free(&cell);
    grid_release(&grid);
}

/* ---- versions -------------------------------------------------------------- */

/* clang-format off */
static const struct grid_column version_columns[] = {
    {PAINT_DIM "solver",  false, 0, 12},
    {PAINT_DIM "result",  false, 0, 0},
    {PAINT_DIM "answer",  false, 1, 12},
    {PAINT_DIM "version", false, 2, 12},
};
/* clang-format on */

static void add_clean_cell(struct grid *grid, const char *text) {
    struct strbuf cell = {0};
    paint_add_clean(&cell, text);
    grid_add(grid, strbuf_text(&cell));
    strbuf_free(&cell);
}

void finding_add_versions(const struct store_version *versions, size_t n, size_t width,
                          enum paint_how how, struct strbuf *out) {
    struct grid grid;
    grid_init(&grid, version_columns, sizeof version_columns / sizeof *version_columns);
    for (size_t i = 0; i < n; i++) {
        const char *result = versions[i].result;
        bool fails = strcmp(result, bisect_state_name(BISECT_FAILS)) == 0;
        bool holds = strcmp(result, bisect_state_name(BISECT_HOLDS)) == 0;
        bool is_other = strcmp(result, bisect_state_name(BISECT_OTHERWISE)) == 0;
        add_clean_cell(&grid, versions[i].solver);
        grid_printf(&grid, "%s%s" PAINT_PLAIN,
                    fails      ? PAINT_RED
                    : holds    ? PAINT_GREEN
                    : is_other ? PAINT_YELLOW
                               : PAINT_DIM,
                    result);
        add_clean_cell(&grid, versions[i].answer);
        add_clean_cell(&grid, versions[i].version);
    }
    grid_print(&grid, 2, width, how, out);
    grid_release(&grid);
}
