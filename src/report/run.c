#include "report/run.h"

#include "report/theories.h"

/* ---- reading --------------------------------------------------------------- */

static bool load_findings(struct store *store, bool all, struct report_run *run,
                          struct strbuf *error) {
    struct arena arena = {0};
    store_finding_vec rows = {0};
    bool good = store_findings(store, &arena, &rows);
    if (!good)
        strbuf_add_text(error, store_error(store));
    for (size_t i = 0; good && i < rows.n; i++) {
        struct report_finding whole;
        bool there;
        if (rows.at[i].duplicate_of != 0 || (!all && rows.at[i].state != STORE_OPEN))
            continue;
        good = report_finding_load(store, rows.at[i].number, &whole, &there, error);
        vec_push(&run->findings, whole);
    }
    vec_free(&rows);
    arena_free(&arena);
    return good;
}

/* What was counted without a strategy has no name, and no row. */
static void drop_nameless(store_strategy_vec *strategies) {
    size_t n = 0;
    for (size_t i = 0; i < strategies->n; i++)
        if (strategies->at[i].name[0] != '\0')
            strategies->at[n++] = strategies->at[i];
    strategies->n = n;
}

/* A campaign that was killed has gone on since its last sample. */
static void add_last_sample(struct report_run *run) {
    struct store_sample last = {
        .wall_ms = run->totals.counters.wall_ns / 1000000,
        .tests = run->totals.counters.tests,
        .solver_calls = run->totals.counters.solver_calls,
        .findings = run->totals.findings,
    };
    if (run->samples.n == 0 || vec_top(&run->samples).wall_ms < last.wall_ms)
        vec_push(&run->samples, last);
}

bool report_run_load(struct store *store, bool all, struct report_run *run, struct strbuf *error) {
    bool there;
    *run = (struct report_run){.folder = store_folder(store)};
    if (!store_campaign(store, &run->arena, &run->campaign, &there) ||
        !store_totals(store, &run->totals) ||
        !store_strategies(store, &run->arena, &run->strategies) ||
        !store_samples(store, &run->samples)) {
        strbuf_add_text(error, store_error(store));
        return false;
    }
    if (!there)
        run->campaign = (struct store_campaign){.version = "", .config = ""};
    drop_nameless(&run->strategies);
    add_last_sample(run);
    return load_findings(store, all, run, error);
}

void report_run_release(struct report_run *run) {
    for (size_t i = 0; i < run->findings.n; i++)
        report_finding_release(&run->findings.at[i]);
    vec_free(&run->findings);
    vec_free(&run->strategies);
    vec_free(&run->samples);
    arena_free(&run->arena);
}

/* ---- counting -------------------------------------------------------------- */

static void count(report_count_vec *counts, const char *name) {
    size_t i = 0;
    while (i < counts->n && strcmp(counts->at[i].name, name) != 0)
        i++;
    if (i == counts->n)
        vec_push(counts, ((struct report_count){.name = name}));
    counts->at[i].n++;
    for (; i > 0 && counts->at[i - 1].n < counts->at[i].n; i--) {
        struct report_count less = counts->at[i - 1];
        counts->at[i - 1] = counts->at[i];
        counts->at[i] = less;
    }
}

static void count_theories(struct theories *theories, const struct report_finding *whole,
                           report_count_vec *counts) {
    theory_vec names = {0};
    theories_of(theories, whole->reduced.at != NULL ? whole->reduced : whole->script, &names);
    for (size_t i = 0; i < names.n; i++)
        count(counts, names.at[i]);
    vec_free(&names);
}

void report_run_count(const struct report_run *run, enum report_key key, report_count_vec *counts) {
    struct theories *theories = key == REPORT_THEORY ? theories_new() : NULL;
    for (size_t i = 0; i < run->findings.n; i++) {
        const struct store_finding *finding = &run->findings.at[i].finding;
        switch (key) {
        case REPORT_CLASS:
            count(counts, finding->class_name);
            break;
        case REPORT_SOLVER:
            for (size_t k = 0; k < finding->at_fault.n; k++)
                count(counts, finding->at_fault.at[k]);
            if (finding->at_fault.n == 0)
                count(counts, "nobody as yet");
            break;
        case REPORT_THEORY:
            count_theories(theories, &run->findings.at[i], counts);
            break;
        case REPORT_STRATEGY:
            count(counts, finding->strategy);
            break;
        }
    }
    theories_free(theories);
}
