/*
 * labelling.h - finding out the truth of seeds.
 *
 * Every seed is read, looked up in the cache, given to those solvers that have
 * not answered it yet, each in a process of its own, and judged by our evaluator.
 * What was found out is put into the cache at once.
 */
#ifndef MOMUS_CAMPAIGN_LABELLING_H
#define MOMUS_CAMPAIGN_LABELLING_H

#include <signal.h>

#include "gen/label_cache.h"
#include "proc/solver_name.h"

struct labelling_settings {
    const struct solver *solvers;
    char *const *versions; /* of the solvers; NULL where it is not known */
    size_t n_solvers;
    uint32_t seconds; /* that a solver has for a seed */
    uint64_t memory;
    size_t n_slots; /* solvers that run at once */
    bool anew;      /* what is in the cache does not count */
    const struct label_cache *cache;
    const volatile sig_atomic_t *stop; /* once it is not 0, no new seed is begun; may be NULL */
};

/* What is known of one seed now. */
struct labelled {
    const char *path;
    const char *error; /* why it could not be read; the rest is empty then; else NULL */
    const char *logic; /* that it names; "" if none */
    bool is_flat;      /* otherwise it has no one truth */
    size_t n_asked;    /* solvers that were asked for it now */
    struct label_said said;
    const struct label_facts *facts; /* of the solvers at hand only */
    struct label_verdict verdict;
};

/* What is to be told on the way. All is borrowed until the function returns. */
struct labelling_events {
    void (*labelled)(const struct labelled *labelled,
                     void *context); /* in the order of the paths */
    void (*progress)(size_t n_done, void *context);
    void (*no_solver)(const char *solver, const char *reason, void *context);
    void (*no_cache)(const char *reason, void *context); /* the first time that it fails */
    void *context;
};

void labelling_run(const struct labelling_settings *settings, char *const *paths, size_t n,
                   const struct labelling_events *events);

#endif
