/*
 * reducers.h - the processes that make the findings of a campaign small while it goes
 * on, as the coordinator sees them.
 *
 * Findings wait, those of a kind of which fewest were reduced first, and of these the worst. One that
 * comes to the fingerprint of another that is reduced is not made smaller: it is the same. What a reducer has reached is kept at once, and so is
 * the result, after which findings may turn out to be the same, and are merged. A reducer
 * may be killed at any moment: the finding is as it was, and next time goes on from the
 * best so far.
 */
#ifndef MOMUS_CAMPAIGN_REDUCERS_H
#define MOMUS_CAMPAIGN_REDUCERS_H

#include "campaign/reduction.h"

struct reducers_settings {
    struct reduce_panel panel;      /* who is asked; its loop and number of jobs are not used */
    struct reduction_source source; /* of the tests */
    size_t n;                       /* processes; 0: nothing is reduced */
    double share;                   /* of its time that each of them works */
};

struct reducers;

/* What the coordinator hears of; any may come from within the loop. */
struct reducers_calls {
    /* A finding is reduced, and in the store, but not committed. `into`: another one goes on for it, or 0. */
    void (*on_reduced)(uint32_t number, uint32_t into, void *context);
    void (*on_counts)(const struct store_counters *counts, void *context);
    void (*on_failure)(const char *message, void *context); /* of the store, or the system */
    void *context;
};

/* The settings, the store and the loop are borrowed. */
struct reducers *reducers_new(const struct reducers_settings *settings, struct store *store,
                              struct loop *loop, const struct reducers_calls *calls);
/* Takes NULL. Those that are still there are killed. */
void reducers_free(struct reducers *reducers);

/* A finding that is to be reduced; nothing is done if it is none of that kind. */
void reducers_add(struct reducers *reducers, const struct store_finding *finding);
/* All that an earlier time has left. False if the store failed. */
bool reducers_resume(struct reducers *reducers);

/* No more of it: those under way end soon. */
void reducers_stop(struct reducers *reducers);
void reducers_kill(struct reducers *reducers);
size_t reducers_alive(const struct reducers *reducers);

/* ---- for the screen ---- */

/* What is being reduced: the k-th; false if there are not so many. */
bool reducers_progress(const struct reducers *reducers, size_t k,
                       struct reduction_progress *progress);
/* Findings that wait, or are not reduced to the end. */
size_t reducers_waiting(const struct reducers *reducers);

#endif
