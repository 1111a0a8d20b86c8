/*
 * pace.h - how a worker spends its time, by what solvers lately took.
 *
 * Most answers that come at all come at once. So a solver gets as long as waiting
 * pays: the longest limit with which answers still come nearly as fast as with the
 * best one. What that never sees is seen by trails at leisure, which have all of
 * the time that the user grants.
 *
 * Kinds of asking have shares of the time, not of the tests: a slow one, or one at
 * leisure, does not eat up the others. So do seeds: each trail has a second, and makes
 * many tests in that time if its seed is easily decided.
 */
#ifndef MOMUS_CAMPAIGN_PACE_H
#define MOMUS_CAMPAIGN_PACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Kinds of asking: two kinds of sessions, each in a hurry and at leisure. */
enum { PACE_PUSH_POP = 1, PACE_LEISURE = 2, PACE_KINDS = 4 };
enum { PACE_BOUNDS = 40 };
#define PACE_SLICE_NS UINT64_C(1000000000) /* of a trail */

/* What is known of one solver in one kind of session: fades as more comes. */
struct pace_record {
    double answered[PACE_BOUNDS]; /* answers, by the time that they took */
    double reached[PACE_BOUNDS];  /* questions that were asked for so long, or answered then */
    uint32_t n;
    uint64_t limit_ms; /* that follows from them */
};

struct pace {
    uint64_t most_ms;            /* that the user grants; never 0 */
    bool is_fixed;               /* every question gets all of it */
    struct pace_record *records; /* two by solver */
    double spent[PACE_KINDS];    /* ns, by the share of the kind */
    size_t n_solvers;
};

/* Fixed: every question gets all of its time; nothing is learned. */
void pace_init(struct pace *pace, size_t n_solvers, uint64_t most_ms, bool is_fixed);
void pace_release(struct pace *pace);

/* How long the solver may take now. */
uint64_t pace_limit_ms(const struct pace *pace, size_t solver, unsigned kind);
/* The same for what is no test, in a hurry whatever the kind, and even where limits are fixed. */
uint64_t pace_brief_ms(const struct pace *pace, size_t solver, unsigned kind);
/* So long it took, until it answered or until the limit. */
void pace_note(struct pace *pace, size_t solver, unsigned kind, uint64_t ns, bool is_answered);

/* The kind that is furthest behind its share, of those whose bits (1 << kind) are set. */
unsigned pace_choose(const struct pace *pace, unsigned kinds);
/* A trail of this kind took so long. */
void pace_spend(struct pace *pace, unsigned kind, uint64_t ns);

/*
 * How many tests to ask at once, after `n` of them took so long: so many that they
 * are soon done, and few enough that it does not take for ever if all of them are slow.
 */
uint32_t pace_batch(const struct pace *pace, unsigned kind, uint32_t n, uint64_t ns);

#endif
