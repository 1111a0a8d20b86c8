/*
 * schedule.h - which trail comes next.
 *
 * Fair: the strategies in turn, whatever they find, so that the same campaign
 * has the same tests with any number of workers. Otherwise strategies that
 * lately showed something new get more time, and all of them get some: a strategy
 * is drawn by weight, by time and not by trails, and its weight never falls below that of
 * one that finds nothing. Seeds that lately showed something new get some time of their
 * own; at least half of the time goes to the seed that the strategy would have spent the least
 * on, with its next trail counted in: so all seeds come, those that are easily decided come more
 * often, and those that take long wait until the others have had as much; those that make no tests
 * come seldom. Time in which solvers run out of theirs shows nothing: to a seed it counts more.
 */
#ifndef MOMUS_CAMPAIGN_SCHEDULE_H
#define MOMUS_CAMPAIGN_SCHEDULE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/vec.h"

/* What trails took. */
struct schedule_cost {
    double seconds;
    uint32_t n_trails;
};

/* A seed of a strategy. */
struct schedule_turn {
    uint64_t hash;
    double spent;    /* seconds; those that were lost count more */
    double awaited;  /* likewise, what its next trail will probably take; 0: nobody knows */
    double trails;   /* likewise, of trails that were not put off, */
    uint32_t n;      /* so many */
    unsigned n_void; /* its last trails that made no test */
    bool has_begun;
};

struct schedule_line {
    uint64_t next_trail;
    double reward; /* of what it found, less as time passes */
    struct schedule_cost cost;
    unsigned n_void; /* its last trails that made no test */
    VEC(struct schedule_turn) turns;
};

struct schedule_seed {
    uint64_t hash;
    double reward;
    uint32_t n; /* what it has shown: the more, the less is new about it */
    struct schedule_cost cost;
};

struct schedule {
    bool is_fair;
    uint64_t campaign;
    uint64_t turn;               /* trails handed out */
    struct schedule_line *lines; /* by strategy */
    size_t n;
    VEC(struct schedule_seed) seeds; /* that have shown something */
    struct schedule_cost cost;       /* of trails on other seeds */
};

void schedule_init(struct schedule *schedule, bool is_fair, uint64_t campaign, size_t n);
void schedule_release(struct schedule *schedule);

struct schedule_choice {
    size_t strategy;
    uint64_t trail;
    uint64_t seed; /* hash of the one to begin on, if the strategy can; 0: by its number */
    bool is_first; /* the strategy has not begun on this seed before */
};
struct schedule_choice schedule_next(struct schedule *schedule);
/* Does a fair schedule have the first of these trails before the second? */
bool schedule_is_before(const struct schedule_choice *first, const struct schedule_choice *second);
/*
 * A fair schedule that goes on: the next trail, if it comes before this one, which was handed out
 * before the campaign was killed. False otherwise, and always of others.
 */
bool schedule_next_before(struct schedule *schedule, const struct schedule_choice *until,
                          struct schedule_choice *choice);
/* Seeds of a strategy; those that are added first come first. Fair schedules need none. */
void schedule_add_seed(struct schedule *schedule, size_t strategy, uint64_t hash);
/*
 * A trail on this seed took so long, and of that, so much was lost: solvers ran out of time; void: it
 * made no test.
 */
void schedule_spend(struct schedule *schedule, size_t strategy, uint64_t seed, double seconds,
                    double lost, bool is_void);
/*
 * A trail on this seed took so long, and made no test: it was found out that with one, `awaited`
 * seconds would be lost. It comes again when the others have had as much.
 */
void schedule_put_off(struct schedule *schedule, size_t strategy, uint64_t seed, double seconds,
                      double awaited);
/* Was the last trail of every seed void, and that of every strategy that has no seeds? */
bool schedule_is_dry(const struct schedule *schedule);
/*
 * It has shown something new, worth so much: 1 is little. Less than 0: what was taken for new was
 * not.
 */
void schedule_reward(struct schedule *schedule, size_t strategy, double worth);
/* Likewise a seed, the first time for all of its worth, then for a half, a third ...; the reward now. */
double schedule_reward_seed(struct schedule *schedule, uint64_t hash, double worth);

#endif
