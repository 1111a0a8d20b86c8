/*
 * unit.h - what the coordinator and its workers tell each other.
 *
 *     coordinator                         worker
 *        unit        ------------------>    makes tests, asks solvers, judges
 *                    <------------------  finding, seed     any number
 *                    <------------------  progress          after every batch; the last says done
 *
 * A unit is a trail, or the rest of one. What a worker finds in a batch of steps
 * comes before the progress of that batch, so that both can be kept at once.
 */
#ifndef MOMUS_CAMPAIGN_UNIT_H
#define MOMUS_CAMPAIGN_UNIT_H

#include "campaign/wire.h"
#include "store/store.h"

struct unit {
    size_t strategy; /* its number among those of the campaign */
    uint64_t trail;
    uint64_t seed;       /* hash of the one that it begins on, if that can be; 0: by its number */
    uint64_t first_step; /* 0: from the start */
    uint64_t n_steps;    /* the trail ends there */
    uint64_t max_tests;  /* or when so many were made */
    bool may_wait;       /* if its tests would take long, it makes none, and says so */
    uint32_t n_deaths;   /* workers that have died behind first_step; stays with the coordinator */
};
void unit_send(struct wire_out *out, const struct unit *unit);
struct unit unit_receive(struct wire_message *message);

struct progress {
    size_t strategy;
    uint64_t trail;
    uint64_t first_step, next_step;
    bool done;
    uint64_t seed;       /* hash of the first that the trail begins on; 0: it needs none */
    uint64_t lost_ms;    /* of the trail so far, in which solvers ran out of time */
    uint64_t awaited_ms; /* done without tests, since one would take so long; 0: not so */
    struct store_counters counts;
};
void progress_send(struct wire_out *out, const struct progress *progress);
struct progress progress_receive(struct wire_message *message);

/* What belongs to no unit. */
void counts_send(struct wire_out *out, const struct store_counters *counts);
struct store_counters counts_receive(struct wire_message *message);

/*
 * A test that is no finding, and what is said about it; all is borrowed, from the message when
 * received.
 */
struct exhibit {
    enum store_example kind;
    const char *solver, *test;
    const char *message;
    size_t n_message;
    const char *script;
    size_t n_script;
};
void exhibit_send(struct wire_out *out, const struct exhibit *exhibit);
struct exhibit exhibit_receive(struct wire_message *message);

/* As a part of a message. The list is in the arena when it is received, and its texts in the message. */
void answers_send(struct wire_out *out, const struct store_answer *answers, size_t n);
const struct store_answer *answers_receive(struct wire_message *message, struct arena *arena,
                                           size_t *n);

/* Of the report, the texts are borrowed from the message when it is received. */
void report_send(struct wire_out *out, const struct store_report *report);
/* The lists of the report live in the arena. */
struct store_report report_receive(struct wire_message *message, struct arena *arena);

#endif
