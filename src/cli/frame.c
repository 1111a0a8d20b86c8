#include "cli/frame.h"

#include <stdarg.h>

#include "cli/finding_text.h"
#include "cli/grid.h"

enum {
    WIDE = 110,     /* columns from which strategies and findings stand side by side */
    ITEM = 29,      /* columns of a number with its name, at least */
    LATEST_MAX = 5, /* findings that are told again */
};

/* ---- words ----------------------------------------------------------------- */

void frame_add_number(struct strbuf *out, uint64_t number) {
    char digits[32];
    int n = snprintf(digits, sizeof digits, "%llu", (unsigned long long)number);
    for (int i = 0; i < n; i++) {
        if (i > 0 && (n - i) % 3 == 0)
            strbuf_add_char(out, ',');
        strbuf_add_char(out, digits[i]);
    }
}

void frame_add_duration(struct strbuf *out, uint64_t ns) {
    unsigned long long s = ns / 1000000000;
    if (s >= 3600)
        strbuf_printf(out, "%llu:%02llu:%02llu", s / 3600, s / 60 % 60, s % 60);
    else
        strbuf_printf(out, "%llu:%02llu", s / 60, s % 60);
}

void frame_add_bytes(struct strbuf *out, uint64_t bytes) {
    if (bytes >= UINT64_C(10) << 30)
        strbuf_printf(out, "%.1f GB", (double)bytes / 1e9);
    else
        strbuf_printf(out, "%.0f MB", (double)bytes / 1e6);
}

double frame_solver_share(const struct store_counters *counters) {
    double cpu = (double)counters->cpu_ns + (double)counters->solver_cpu_ns;
    return cpu > 0 ? 100.0 * (double)counters->solver_cpu_ns / cpu : -1;
}

/* "12 s ago" */
static void add_ago(struct strbuf *out, int64_t ms) {
    long long s = ms > 0 ? ms / 1000 : 0;
    if (s < 60)
        strbuf_printf(out, "%lld s ago", s);
    else if (s < 3600)
        strbuf_printf(out, "%lld min ago", s / 60);
    else if (s < 48 * 3600)
        strbuf_printf(out, "%lld h ago", s / 3600);
    else
        strbuf_printf(out, "%lld days ago", s / 86400);
}

/* ---- parts of the picture --------------------------------------------------- */

/* Lines with marks of paint.h. */
struct part {
    VEC(char *) lines;
};

static void part_add(struct part *part, const char *text) {
    vec_push(&part->lines, mem_copy_text(text, strlen(text)));
}

static void part_free(struct part *part) {
    for (size_t i = 0; i < part->lines.n; i++)
        mem_free(part->lines.at[i]);
    vec_free(&part->lines);
}

/* The lines of a text. */
static void part_add_all(struct part *part, struct strbuf *text) {
    const char *at = strbuf_text(text);
    while (*at != '\0') {
        size_t n = strcspn(at, "\n");
        vec_push(&part->lines, mem_copy_text(at, n));
        at += n + (at[n] == '\n');
    }
}

/* Puts `right` beside `left`, from this column on. */
static void part_add_right(struct part *left, const struct part *right, size_t column) {
    struct strbuf line = {0};
    for (size_t i = 0; i < right->lines.n; i++) {
        if (i == left->lines.n)
            part_add(left, "");
        strbuf_clear(&line);
        size_t width = paint_add(&line, left->lines.at[i], column - 1, PAINT_LATER);
        strbuf_add_blanks(&line, column - width);
        strbuf_add_text(&line, right->lines.at[i]);
        mem_free(left->lines.at[i]);
        left->lines.at[i] = strbuf_detach(&line);
    }
}

/* ---- the title ------------------------------------------------------------- */

static void draw_title(const struct frame_facts *facts, struct part *part) {
    const struct engine_view *view = facts->view;
    uint64_t wanted = view->settings->duration_ns, n_tests = view->settings->n_tests;
    struct strbuf line = {0};
    strbuf_add_text(&line, PAINT_BOLD "momus" PAINT_PLAIN "  ");
    frame_add_duration(&line, view->elapsed_ns);
    if (wanted > 0) {
        strbuf_add_text(&line, " of ");
        frame_add_duration(&line, wanted);
    }
    if (wanted > view->elapsed_ns) {
        strbuf_add_text(&line, ", ");
        frame_add_duration(&line, wanted - view->elapsed_ns);
        strbuf_add_text(&line, " left");
    }
    if (n_tests > 0) {
        strbuf_add_text(&line, ", ");
        frame_add_number(&line,
                         n_tests > view->counters.tests ? n_tests - view->counters.tests : 0);
        strbuf_add_text(&line, " tests left");
    }
    if (view->resumed > 0)
        strbuf_printf(&line, "  resumed %u time%s", view->resumed, plural_s(view->resumed));
    part_add(part, strbuf_text(&line));
    strbuf_free(&line);
}

/* ---- numbers --------------------------------------------------------------- */

struct items {
    VEC(char *) at;
};

/* An item: its name, and what comes from the format. */
__attribute__((format(printf, 3, 4))) static void item(struct items *items, const char *name,
                                                       const char *format, ...) {
    char text[100];
    struct strbuf line = {0};
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    strbuf_printf(&line, PAINT_DIM "%-12s" PAINT_PLAIN " %s", name, text);
    vec_push(&items->at, strbuf_detach(&line));
}

static void item_count(struct items *items, const char *name, uint64_t number) {
    struct strbuf text = {0};
    frame_add_number(&text, number);
    item(items, name, "%s", strbuf_text(&text));
    strbuf_free(&text);
}

static void item_rate(struct items *items, const char *name, uint64_t number, double rate) {
    struct strbuf text = {0};
    frame_add_number(&text, number);
    strbuf_printf(&text, rate < 10 ? ", %.1f/s" : ", %.0f/s", rate);
    item(items, name, "%s", strbuf_text(&text));
    strbuf_free(&text);
}

static void item_memory(struct items *items, const struct frame_facts *facts) {
    struct strbuf own = {0}, theirs = {0};
    frame_add_bytes(&own, facts->memory);
    frame_add_bytes(&theirs, facts->memory_of_workers);
    if (facts->memory > 0) {
        item(items, "memory", "%s", strbuf_text(&own));
        item(items, "  of workers", "%s", strbuf_text(&theirs));
    }
    strbuf_free(&own);
    strbuf_free(&theirs);
}

static void add_items(const struct frame_facts *facts, struct items *items) {
    const struct engine_view *view = facts->view;
    const struct store_counters *counters = &view->counters;
    double share = frame_solver_share(&view->session);
    item_rate(items, "tests", counters->tests, facts->tests_per_s);
    item_rate(items, "solver calls", counters->solver_calls, facts->calls_per_s);
    item_count(items, "unknown", counters->unknown);
    item_count(items, "timeouts", counters->timeouts);
    item_count(items, "refusals", counters->refusals);
    item_count(items, "errors", counters->errors);
    item_count(items, "dropped", counters->dropped);
    if (share >= 0)
        item(items, "in solvers", "%.0f %% of CPU", share);
    item_memory(items, facts);
    item(items, "seeds done", "%zu of %zu", view->n_done_seeds, view->n_seeds);
    if (view->n_refused_seeds > 0)
        item_count(items, "bad seeds", view->n_refused_seeds);
    item(items, "workers", view->n_deaths > 0 ? "%zu, %u died" : "%zu", view->n_workers,
         view->n_deaths);
    if (counters->unconfirmed > 0)
        item(items, "candidates", "%llu, %llu not so", (unsigned long long)counters->candidates,
             (unsigned long long)counters->unconfirmed);
    else
        item_count(items, "candidates", counters->candidates);
    if (counters->larger_cores > 0)
        item_count(items, "cores not minimal", counters->larger_cores);
}

/* In as many columns as there is room for, downwards. */
static void draw_numbers(const struct frame_facts *facts, size_t columns, struct part *part) {
    struct items items = {0};
    struct strbuf line = {0};
    add_items(facts, &items);
    size_t across = columns / ITEM > 4 ? 4 : columns / ITEM > 0 ? columns / ITEM : 1;
    size_t width = columns / across > 40 ? 40 : columns / across;
    size_t down = (items.at.n + across - 1) / across;
    for (size_t row = 0; row < down; row++) {
        strbuf_clear(&line);
        for (size_t i = row; i < items.at.n; i += down) {
            size_t used = paint_add(&line, items.at.at[i], width - 1, PAINT_LATER);
            strbuf_add_blanks(&line, i + down < items.at.n ? width - used : 0);
        }
        part_add(part, strbuf_text(&line));
    }
    for (size_t i = 0; i < items.at.n; i++)
        mem_free(items.at.at[i]);
    vec_free(&items.at);
    strbuf_free(&line);
}

/* ---- strategies ------------------------------------------------------------ */

static void draw_strategies(const struct frame_facts *facts, size_t columns, struct part *part) {
    /* clang-format off */
    static const struct grid_column heads[] = {
        {PAINT_DIM "strategy",   false, 0, 8},
        {PAINT_DIM "tests",      true,  0, 0},
        {PAINT_DIM "found",      true,  0, 0},
        {PAINT_DIM "per 1000",   true,  1, 0},
        {PAINT_DIM "candidates", true,  2, 0},
        {PAINT_DIM "dropped",    true,  3, 0},
    };
    /* clang-format on */
    const struct engine_view *view = facts->view;
    struct grid grid;
    struct strbuf cell = {0}, text = {0};
    grid_init(&grid, heads, sizeof heads / sizeof *heads);
    for (size_t i = 0; i < view->settings->setup.maker->n_strategies; i++) {
        const struct store_counters *counters = &view->by_strategy[i];
        uint32_t found = view->findings_by_strategy[i];
        grid_add(&grid, view->settings->strategies[i]->name);
        strbuf_clear(&cell);
        frame_add_number(&cell, counters->tests);
        grid_add(&grid, strbuf_text(&cell));
        grid_printf(&grid, "%s%u" PAINT_PLAIN, found > 0 ? PAINT_BOLD : "", found);
        grid_printf(&grid, "%.2f",
                    counters->tests > 0 ? 1000.0 * found / (double)counters->tests : 0.0);
        grid_printf(&grid, "%llu", (unsigned long long)counters->candidates);
        grid_printf(&grid, "%llu", (unsigned long long)counters->dropped);
    }
    grid_print(&grid, 0, columns, PAINT_LATER, &text);
    part_add_all(part, &text);
    grid_release(&grid);
    strbuf_free(&cell);
    strbuf_free(&text);
}

/* ---- findings -------------------------------------------------------------- */

static bool blames(const struct store_finding *finding, const char *solver) {
    for (size_t i = 0; i < finding->at_fault.n; i++)
        if (strlen(solver) == lineup_base_name(finding->at_fault.at[i]) &&
            strncmp(finding->at_fault.at[i], solver, strlen(solver)) == 0)
            return true;
    return false;
}

/* Findings from `first` on that have its class; with a solver, those of its. */
static size_t count_class(const struct frame_facts *facts, size_t first, const char *solver) {
    size_t n = 0;
    for (size_t i = first; i < facts->n_findings; i++)
        n += strcmp(facts->findings[i].class_name, facts->findings[first].class_name) == 0 &&
             (solver == NULL || blames(&facts->findings[i], solver));
    return n;
}

static bool is_first_of_class(const struct frame_facts *facts, size_t at) {
    for (size_t i = 0; i < at; i++)
        if (strcmp(facts->findings[i].class_name, facts->findings[at].class_name) == 0)
            return false;
    return true;
}

static void draw_found(const struct frame_facts *facts, struct part *part) {
    const struct engine_view *view = facts->view;
    struct strbuf line = {0};
    strbuf_printf(&line, PAINT_BOLD "%zu finding%s" PAINT_PLAIN, facts->n_findings,
                  plural_s(facts->n_findings));
    if (view->n_new > 0) {
        strbuf_printf(&line, ", %u new, the last ", view->n_new);
        add_ago(&line, (int64_t)((facts->now_ns - view->last_new_ns) / 1000000));
    }
    part_add(part, strbuf_text(&line));
    strbuf_free(&line);
}

/* Classes down, solvers across. */
static void draw_matrix(const struct frame_facts *facts, size_t columns, struct part *part) {
    const struct worker_setup *setup = &facts->view->settings->setup;
    VEC(struct grid_column) heads = {0};
    struct grid grid;
    struct strbuf text = {0};
    vec_push(&heads, ((struct grid_column){PAINT_DIM "class", false, 0, 12}));
    vec_push(&heads, ((struct grid_column){PAINT_DIM "all", true, 0, 0}));
    for (unsigned s = 0; s < setup->n_solvers; s++)
        vec_push(&heads, ((struct grid_column){setup->names[s].name, true, s + 1, 6}));
    grid_init(&grid, heads.at, heads.n);
    for (size_t i = 0; i < facts->n_findings; i++) {
        if (!is_first_of_class(facts, i))
            continue;
        const char *name = facts->findings[i].class_name;
        grid_printf(&grid, "%s%s" PAINT_PLAIN, finding_colour(name), name);
        grid_printf(&grid, "%zu", count_class(facts, i, NULL));
        for (size_t s = 0; s < setup->n_solvers; s++) {
            size_t n = count_class(facts, i, setup->names[s].name);
            if (n > 0)
                grid_printf(&grid, "%zu", n);
            else
                grid_add(&grid, PAINT_DIM "-" PAINT_PLAIN);
        }
    }
    if (grid.cells.n > 0)
        grid_print(&grid, 0, columns, PAINT_LATER, &text);
    part_add_all(part, &text);
    grid_release(&grid);
    vec_free(&heads);
    strbuf_free(&text);
}

/* The finding with the greatest number below `below`; NULL if it is not of this time. */
static const struct store_finding *latest(const struct frame_facts *facts, uint32_t below) {
    const struct store_finding *best = NULL;
    for (size_t i = 0; i < facts->n_findings; i++) {
        const struct store_finding *finding = &facts->findings[i];
        if (finding->number < below && finding->number > facts->old &&
            (best == NULL || finding->number > best->number))
            best = finding;
    }
    return best;
}

static void draw_latest(const struct frame_facts *facts, struct part *part) {
    const struct store_finding *finding;
    uint32_t below = UINT32_MAX;
    for (int i = 0; i < LATEST_MAX && (finding = latest(facts, below)) != NULL; i++) {
        struct strbuf line = {0};
        strbuf_printf(&line, "#%u %s%s" PAINT_PLAIN " in ", finding->number,
                      finding_colour(finding->class_name), finding->class_name);
        finding_add_names(finding->at_fault, &line);
        strbuf_add_text(&line, PAINT_DIM ", ");
        add_ago(&line, facts->now_ms - finding->first_seen);
        strbuf_printf(&line, ", %s" PAINT_PLAIN, finding->strategy);
        part_add(part, strbuf_text(&line));
        strbuf_free(&line);
        below = finding->number;
    }
}

/* What is being reduced, and how many findings wait for it. */
static void draw_reductions(const struct frame_facts *facts, struct part *part) {
    const struct reducers *reducers = facts->view->reducers;
    struct reduction_progress progress;
    struct strbuf line = {0};
    for (size_t k = 0; reducers != NULL && reducers_progress(reducers, k, &progress); k++)
        strbuf_printf(&line, "%s#%u: %llu of %llu bytes", k == 0 ? "reducing " : ", ",
                      progress.number, (unsigned long long)progress.bytes,
                      (unsigned long long)progress.bytes_at_first);
    if (line.n > 0 && reducers_waiting(reducers) > 0)
        strbuf_printf(&line, PAINT_DIM ", %zu wait" PAINT_PLAIN, reducers_waiting(reducers));
    if (line.n > 0)
        part_add(part, strbuf_text(&line));
    strbuf_free(&line);
}

static void draw_foot(const struct frame_facts *facts, struct part *part) {
    struct strbuf line = {0};
    if (facts->view->is_stopping)
        strbuf_printf(&line, PAINT_YELLOW "%s; Ctrl-C %sstops at once" PAINT_PLAIN,
                      facts->view->end == ENGINE_STOPPED ? "stopping" : "finishing",
                      facts->view->end == ENGINE_STOPPED ? "again " : "");
    else {
        strbuf_add_text(&line, PAINT_DIM "Ctrl-C stops   ");
        paint_add_clean(&line, store_folder(facts->view->store));
        strbuf_add_text(&line, PAINT_PLAIN);
    }
    part_add(part, strbuf_text(&line));
    strbuf_free(&line);
}

/* ---- putting it together ---------------------------------------------------- */

/* From the top to the bottom; on a wide terminal the strategies stand beside the findings. */
enum { TITLE, NUMBERS, FOUND, MATRIX, LATEST, STRATEGIES, FOOT, N_PARTS };

static void draw_parts(const struct frame_facts *facts, size_t columns, struct part *parts) {
    bool is_wide = columns >= WIDE;
    size_t half = is_wide ? columns / 2 : columns;
    draw_title(facts, &parts[TITLE]);
    draw_numbers(facts, columns, &parts[NUMBERS]);
    draw_found(facts, &parts[FOUND]);
    draw_matrix(facts, half - (is_wide ? 2 : 0), &parts[MATRIX]);
    draw_reductions(facts, &parts[LATEST]);
    draw_latest(facts, &parts[LATEST]);
    draw_strategies(facts, half, &parts[STRATEGIES]);
    draw_foot(facts, &parts[FOOT]);
    if (!is_wide)
        return;
    /* findings, their matrix and the latest become one part, with the strategies at its right */
    for (int i = MATRIX; i <= LATEST; i++) {
        for (size_t k = 0; k < parts[i].lines.n; k++)
            part_add(&parts[FOUND], parts[i].lines.at[k]);
        part_free(&parts[i]);
    }
    part_add_right(&parts[FOUND], &parts[STRATEGIES], half);
    part_free(&parts[STRATEGIES]);
}

/* How many lines of each part there is room for. Returns whether blank lines are left over. */
static bool share_rows(const struct part *parts, size_t rows, size_t *given) {
    static const int by_weight[N_PARTS] = {TITLE, FOUND, NUMBERS, FOOT, MATRIX, STRATEGIES, LATEST};
    size_t left = rows, n_gaps = 0;
    for (size_t i = 0; i < N_PARTS; i++) {
        int part = by_weight[i];
        given[part] = parts[part].lines.n < left ? parts[part].lines.n : left;
        left -= given[part];
        n_gaps += given[part] > 0;
    }
    return left + 1 >= n_gaps;
}

static bool has_gap_before(int part) {
    return part != TITLE && part != MATRIX && part != LATEST;
}

static void add_part(const struct part *part, size_t n, size_t columns, enum paint_how how,
                     struct strbuf *out) {
    for (size_t i = 0; i < n; i++) {
        bool is_cut = i + 1 == n && n < part->lines.n && n > 1;
        if (out->n > 0)
            strbuf_add_char(out, '\n');
        if (is_cut)
            strbuf_printf(out, ".. %zu more", part->lines.n - i);
        else
            paint_add(out, part->lines.at[i], columns, how);
    }
}

void frame_draw(const struct frame_facts *facts, struct frame_size size, enum paint_how how,
                struct strbuf *out) {
    struct part parts[N_PARTS] = {0};
    size_t given[N_PARTS], columns = size.columns > 10 ? size.columns : 10;
    draw_parts(facts, columns, parts);
    bool has_gaps = share_rows(parts, size.rows > 0 ? size.rows : 1, given);
    for (int i = 0; i < N_PARTS; i++) {
        if (has_gaps && given[i] > 0 && has_gap_before(i))
            strbuf_add_char(out, '\n');
        add_part(&parts[i], given[i], columns, how, out);
        part_free(&parts[i]);
    }
}
