/*
 * engine.h - a campaign: workers that make and ask tests, and one coordinator
 * that hands out the work, keeps what comes back, and shows how it goes.
 *
 *     coordinator --fork--> worker, worker, ...
 *         |
 *        store    the only one who writes
 *
 * A batch of a trail and what it found are kept in one change: after a crash no
 * step counts twice. What a worker has in memory goes by the largest test that it has seen, and
 * never back: one that has grown too large goes after its trail, and another takes its
 * place. So memory is bounded, however long the campaign. A worker that dies is replaced; the test that it was at is
 * kept as a finding against momus itself. Its trail goes on where it was, and where
 * workers die again and again, behind that test. Beside the workers, a few processes make
 * what was found small (campaign/reducers.h).
 */
#ifndef MOMUS_CAMPAIGN_ENGINE_H
#define MOMUS_CAMPAIGN_ENGINE_H

#include <sys/types.h>

#include "campaign/reducers.h"
#include "campaign/schedule.h"
#include "campaign/worker.h"

struct engine_settings {
    struct worker_setup setup;                /* what workers do */
    const struct strategy *const *strategies; /* as many as the maker has */
    size_t n_workers;
    uint64_t worker_growth; /* bytes, by which a worker may grow before another takes its place */
    bool is_fair;
    bool stops_on_finding;
    uint64_t n_tests;     /* stop after so many; 0: no end */
    uint64_t duration_ns; /* stop after so long; 0: no end */
    size_t n_reducers;    /* processes that reduce what was found; 0: none */
    double reducer_share; /* of its time that each of them works */
    uint64_t n_steps;     /* of a trail that begins on seeds; 0: the strategy's own number */
};

enum engine_end {
    ENGINE_DONE,        /* all tests made, or the time is up */
    ENGINE_STOPPED,     /* by a signal, cleanly */
    ENGINE_INTERRUPTED, /* by a second one, at once */
    ENGINE_EXHAUSTED,   /* there are no more tests */
    ENGINE_FAILED,      /* the store or the system failed: see the error */
};

/* How it goes, for the screen. */
struct engine_view {
    const struct engine_settings *settings;
    struct store *store;
    struct store_counters counters; /* over all resumptions, without what is under way */
    struct store_counters session;  /* of this time */
    uint64_t elapsed_ns;            /* of this time */
    uint32_t resumed;
    uint32_t n_new;       /* findings of this time that are no others' duplicates */
    uint64_t last_new_ns; /* on the monotonic clock; 0: none yet */
    size_t n_seeds, n_refused_seeds;
    size_t n_done_seeds;  /* that had a trail this time */
    size_t n_workers;     /* alive */
    const pid_t *workers; /* their processes, as many as settings has; 0: none */
    uint32_t n_deaths;
    uint32_t n_renewed; /* workers in whose place there is another: they had grown too large */
    struct store_counters *by_strategy; /* tests and so on of each, over all resumptions */
    uint32_t *findings_by_strategy;
    struct reducers *reducers; /* ask them what they are at */
    uint32_t n_reduced;        /* findings of whatever time, this time */
    bool is_stopping;
    enum engine_end end; /* why it is stopping */
};
/*
 * Called now and then, and with `news` (else NULL) after something new is on the disk: a finding, or
 * that it is reduced now, by itself or as the duplicate of another.
 */
typedef void engine_show_fn(const struct engine_view *view, const struct store_finding *news,
                            void *context);

/*
 * Runs a campaign on an open store whose campaign has started. Signals (SIGINT,
 * SIGTERM, SIGHUP) are taken care of meanwhile.
 */
enum engine_end engine_run(const struct engine_settings *settings, struct store *store,
                           engine_show_fn *show, void *context, struct strbuf *error);

#endif
