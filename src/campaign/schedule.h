/*
 * schedule.h - which trail comes next.
 *
 * Fair: the strategies in turn, whatever they find, so that the same campaign
 * has the same tests with any number of workers. Otherwise strategies that
 * lately showed something new come more often, and all of them come: a strategy
 * is drawn by weight, and its weight never falls below that of one that finds
 * nothing.
 */
#ifndef MOMUS_CAMPAIGN_SCHEDULE_H
#define MOMUS_CAMPAIGN_SCHEDULE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct schedule_line {
    uint64_t next_trail;
    double reward; /* of what it found, less as time passes */
};

struct schedule {
    bool is_fair;
    uint64_t campaign;
    uint64_t turn;               /* trails handed out */
    struct schedule_line *lines; /* by strategy */
    size_t n;
};

void schedule_init(struct schedule *schedule, bool is_fair, uint64_t campaign, size_t n);
void schedule_release(struct schedule *schedule);

/* The strategy and the number of the next trail. */
void schedule_next(struct schedule *schedule, size_t *strategy, uint64_t *trail);
/* It has shown something new. */
void schedule_reward(struct schedule *schedule, size_t strategy);

#endif
