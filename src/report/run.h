/*
 * run.h - a whole run, as reports tell it: the campaign, its course, and what it
 * found.
 */
#ifndef MOMUS_REPORT_RUN_H
#define MOMUS_REPORT_RUN_H

#include "report/finding.h"

struct report_run {
    struct arena arena;
    const char *folder; /* borrowed from the store */
    struct store_campaign campaign;
    struct store_totals totals;
    store_strategy_vec strategies;       /* with a name, by name */
    store_sample_vec samples;            /* the last one stands where the totals do */
    VEC(struct report_finding) findings; /* the worst first */
};

/*
 * Reads a run, without duplicates and, unless `all`, without findings that are
 * ignored or closed. False, with the reason. It is to be released in any case.
 */
bool report_run_load(struct store *store, bool all, struct report_run *run, struct strbuf *error);
void report_run_release(struct report_run *run);

/* How many findings have something in common. */
struct report_count {
    const char *name;
    size_t n;
};
typedef VEC(struct report_count) report_count_vec;

/* By what findings are counted. */
enum report_key { REPORT_CLASS, REPORT_SOLVER, REPORT_THEORY, REPORT_STRATEGY };
/* The most frequent first; a finding counts for all that its formula is about. The names are borrowed from the run; the caller frees the vector. */
void report_run_count(const struct report_run *run, enum report_key key, report_count_vec *counts);

#endif
