#include "campaign/schedule.h"
#include "base/alloc.h"
#include "base/rng.h"

enum { REWARD = 8, FADING = 64 }; /* a reward is halved in some 44 trails */

void schedule_init(struct schedule *schedule, bool is_fair, uint64_t campaign, size_t n) {
    *schedule = (struct schedule){.is_fair = is_fair, .campaign = campaign, .n = n};
    schedule->lines = mem_alloc_zero(n * sizeof *schedule->lines);
}

void schedule_release(struct schedule *schedule) {
    mem_free(schedule->lines);
}

/* One by weight: 1 for being there, more for what was found. */
static size_t draw(struct schedule *schedule) {
    struct rng rng;
    double total = 0;
    for (size_t i = 0; i < schedule->n; i++)
        total += 1 + schedule->lines[i].reward;
    rng_init(&rng, schedule->campaign, UINT64_C(0x7363686564), schedule->turn, 0);
    double at = (double)rng_below(&rng, UINT64_C(1) << 53) / (double)(UINT64_C(1) << 53) * total;
    for (size_t i = 0; i + 1 < schedule->n; i++) {
        at -= 1 + schedule->lines[i].reward;
        if (at < 0)
            return i;
    }
    return schedule->n - 1;
}

void schedule_next(struct schedule *schedule, size_t *strategy, uint64_t *trail) {
    *strategy = schedule->is_fair ? schedule->turn % schedule->n : draw(schedule);
    *trail = schedule->lines[*strategy].next_trail++;
    schedule->turn++;
    for (size_t i = 0; i < schedule->n; i++)
        schedule->lines[i].reward *= 1 - 1.0 / FADING;
}

void schedule_reward(struct schedule *schedule, size_t strategy) {
    schedule->lines[strategy].reward += REWARD;
}
