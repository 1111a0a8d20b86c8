#include "cli/fuzz_summary.h"

#include <unistd.h>

#include "cli/finding_text.h"
#include "cli/help.h"

enum {
    ROWS_MAX = 30, /* of findings; new ones are all told */
    SEEDS_MAX = 5, /* of those that are refused */
};

static const char *const ends[] = {
    [ENGINE_DONE] = "done",
    [ENGINE_STOPPED] = "stopped",
    [ENGINE_INTERRUPTED] = "interrupted",
    [ENGINE_EXHAUSTED] = "there are no more tests",
    [ENGINE_FAILED] = "failed",
};

/* "4 timeouts, " */
static void add_count(struct strbuf *out, uint64_t number, const char *one, const char *many) {
    strbuf_add_text(out, out->n > 0 ? ", " : "");
    frame_add_number(out, number);
    strbuf_printf(out, " %s", number == 1 ? one : many);
}

/* Takes the text. */
static void add_filled(struct strbuf *out, struct strbuf *text) {
    help_fill(strbuf_text(text), 0, 2, help_width(), out);
    strbuf_clear(text);
}

static void add_work(struct strbuf *out, const struct engine_view *last, enum engine_end end) {
    const struct store_counters *counters = &last->session;
    struct strbuf line = {0};
    double seconds = (double)last->elapsed_ns / 1e9, share = frame_solver_share(counters);
    strbuf_printf(&line, "%s: ", ends[end]);
    frame_add_number(&line, counters->tests);
    strbuf_add_text(&line, counters->tests == 1 ? " test" : " tests");
    strbuf_add_text(&line, " in ");
    frame_add_duration(&line, last->elapsed_ns);
    strbuf_printf(&line, " (%.0f/s)", seconds > 0 ? (double)counters->tests / seconds : 0);
    add_count(&line, counters->solver_calls, "solver call", "solver calls");
    if (share >= 0)
        strbuf_printf(&line, ", %.0f %% of CPU time in solvers", share);
    add_filled(out, &line);
    add_count(&line, counters->unknown, "unknown", "unknown");
    add_count(&line, counters->timeouts, "timeout", "timeouts");
    add_count(&line, counters->refusals, "refusal", "refusals");
    add_count(&line, counters->errors, "error", "errors");
    add_count(&line, counters->dropped, "test dropped", "tests dropped");
    add_count(&line, counters->unconfirmed, "candidate not confirmed", "candidates not confirmed");
    if (counters->undecided > 0)
        add_count(&line, counters->undecided, "candidate undecided", "candidates undecided");
    if (counters->larger_cores > 0)
        add_count(&line, counters->larger_cores, "core not minimal", "cores not minimal");
    if (last->n_refused_seeds > 0)
        add_count(&line, last->n_refused_seeds, "seed refused", "seeds refused");
    if (last->n_deaths > 0)
        add_count(&line, last->n_deaths, "worker died", "workers died");
    if (last->n_renewed > 0)
        add_count(&line, last->n_renewed, "worker renewed", "workers renewed");
    add_filled(out, &line);
    strbuf_free(&line);
}

static void add_all_times(struct strbuf *out, const struct engine_view *last) {
    struct strbuf line = {0};
    add_count(&line, last->counters.tests, "test", "tests");
    add_count(&line, last->counters.solver_calls, "solver call", "solver calls");
    strbuf_printf(out, "over all %u times: %s\n", last->resumed + 1, strbuf_text(&line));
    strbuf_free(&line);
}

/* Seeds that are wrong as they are show nothing new; but nobody else may have looked at them. */
static void add_refused(struct strbuf *out, struct store *store) {
    struct arena arena = {0};
    store_seed_vec seeds = {0};
    size_t n = 0;
    store_seeds(store, &arena, &seeds);
    for (size_t i = 0; i < seeds.n; i++)
        if (!seeds.at[i].usable)
            seeds.at[n++] = seeds.at[i];
    if (n > 0)
        strbuf_add_text(out, "seeds on which a solver misbehaves as they are make no tests; momus "
                             "solve tells more:\n");
    for (size_t i = 0; i < n && i < SEEDS_MAX; i++) {
        strbuf_add_text(out, "  ");
        paint_add_clean(out, seeds.at[i].path);
        strbuf_add_char(out, '\n');
    }
    if (n > SEEDS_MAX)
        strbuf_printf(out, "  and %zu more\n", n - SEEDS_MAX);
    vec_free(&seeds);
    arena_free(&arena);
}

/* New ones first, the worst first among each; not more than people read. */
static void add_findings(struct strbuf *out, const struct screen *screen) {
    VEC(struct store_finding) rows = {0};
    size_t n = screen->findings.n;
    for (size_t i = 0; i < n; i++)
        if (screen->findings.at[i].number > screen->old)
            vec_push(&rows, screen->findings.at[i]);
    for (size_t i = 0; i < n && rows.n < ROWS_MAX; i++)
        if (screen->findings.at[i].number <= screen->old)
            vec_push(&rows, screen->findings.at[i]);
    if (rows.n > 0)
        finding_add_table(rows.at, rows.n, screen->old, paint_columns(STDOUT_FILENO), screen->how,
                          out);
    if (rows.n < n)
        strbuf_printf(out, "and %zu older one%s\n", n - rows.n, plural_s(n - rows.n));
    vec_free(&rows);
}

static size_t count_unreduced(const struct screen *screen) {
    size_t n = 0;
    for (size_t i = 0; i < screen->findings.n; i++)
        n += reduction_is_due(&screen->findings.at[i]);
    return n;
}

void fuzz_summary_print(const struct engine_view *last, enum engine_end end,
                        const struct screen *screen, bool is_quiet) {
    struct strbuf out = {0};
    const char *folder = store_folder(last->store);
    if (!is_quiet) {
        add_work(&out, last, end);
        if (last->resumed > 0)
            add_all_times(&out, last);
    }
    if (!is_quiet && last->session.errors > 0)
        strbuf_printf(&out,
                      "solvers reject some tests, by what they do not know or by a fault of momus: "
                      "see %s/errors\n",
                      folder);
    if (!is_quiet && last->session.undecided > 0)
        strbuf_printf(&out,
                      "the time was up before what showed in a session was confirmed; momus solve "
                      "does that: see %s/candidates\n",
                      folder);
    if (!is_quiet && last->session.larger_cores > 0)
        strbuf_printf(
            &out,
            "solvers that are asked for minimal unsat cores give larger ones, which is no "
            "bug: see %s/remarks\n",
            folder);
    if (!is_quiet && last->n_refused_seeds > 0)
        add_refused(&out, last->store);
    add_findings(&out, screen);
    size_t n_left = count_unreduced(screen);
    if (!is_quiet && n_left > 0)
        strbuf_printf(&out, "%zu finding%s not reduced: momus reduce --run %s does it\n", n_left,
                      n_left == 1 ? " is" : "s are", folder);
    if (!is_quiet && screen->findings.n > 0)
        strbuf_printf(&out,
                      "momus show N --run %s tells all about one; %s/report.html, about all\n",
                      folder, folder);
    if (!is_quiet)
        strbuf_printf(&out, "%u new finding%s; everything is in %s\n", last->n_new,
                      plural_s(last->n_new), folder);
    fputs(strbuf_text(&out), stdout);
    fflush(stdout);
    strbuf_free(&out);
}
