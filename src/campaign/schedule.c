#include "campaign/schedule.h"
#include "base/alloc.h"
#include "base/rng.h"

enum {
    FADING = 64,          /* a reward is halved in some 44 trails */
    SEEDS_IN_TURN = 16,   /* weighs as much as rewards of seeds: beside them, */
    FAVOURED_AT_MOST = 2, /* one part of so many of the time goes to seeds for their reward */
    LOST = 2,             /* a second that is lost counts so many more */
    DOUBLINGS = 6,        /* at most, of what a visit counts, by void trails: more than a second */
};
static const double forgotten = 0.05; /* a reward that small is none */
static const double visit = 0.02;     /* seconds that any trail takes, also one that cannot begin */

void schedule_init(struct schedule *schedule, bool is_fair, uint64_t campaign, size_t n) {
    *schedule = (struct schedule){.is_fair = is_fair, .campaign = campaign, .n = n};
    schedule->lines = mem_alloc_zero(n * sizeof *schedule->lines);
}

void schedule_release(struct schedule *schedule) {
    for (size_t i = 0; i < schedule->n; i++)
        vec_free(&schedule->lines[i].turns);
    mem_free(schedule->lines);
    vec_free(&schedule->seeds);
}

/* A number from 0 to below `end`, of this turn. */
static double draw(const struct schedule *schedule, uint64_t purpose, double end) {
    struct rng rng;
    rng_init(&rng, schedule->campaign, purpose, schedule->turn, 0);
    return (double)rng_below(&rng, UINT64_C(1) << 53) / (double)(UINT64_C(1) << 53) * end;
}

/* Seconds that one of these trails takes, as far as that is known; usually so many. */
static double cost_of(const struct schedule_cost *cost, double usual) {
    return (cost->seconds + usual) / (cost->n_trails + 1);
}

/* Seconds that a trail counts at least, after so many void ones: who makes no tests comes seldom. */
static double visit_of(unsigned n_void) {
    return visit * (double)(1u << (n_void < DOUBLINGS ? n_void : DOUBLINGS));
}

static void add_cost(struct schedule_cost *cost, double seconds, double least) {
    cost->seconds += seconds > least ? seconds : least;
    cost->n_trails++;
}

/* By time, 1 for being there, more for what was found. */
static double weight_of(const struct schedule *schedule, size_t strategy) {
    const struct schedule_line *line = &schedule->lines[strategy];
    return (1 + line->reward) / cost_of(&line->cost, cost_of(&schedule->cost, 1));
}

static size_t draw_strategy(const struct schedule *schedule) {
    double total = 0;
    for (size_t i = 0; i < schedule->n; i++)
        total += weight_of(schedule, i);
    double at = draw(schedule, UINT64_C(0x7363686564), total);
    for (size_t i = 0; i + 1 < schedule->n; i++) {
        at -= weight_of(schedule, i);
        if (at < 0)
            return i;
    }
    return schedule->n - 1;
}

/*
 * One by its reward; mostly 0, for the others. By time, rewards are weighed against those in
 * turn; who takes long is drawn seldom.
 */
static uint64_t draw_seed(const struct schedule *schedule) {
    double usual = cost_of(&schedule->cost, 1), rewards = 0, total = 0;
    for (size_t i = 0; i < schedule->seeds.n; i++) {
        const struct schedule_seed *seed = &schedule->seeds.at[i];
        rewards += seed->reward;
        total += seed->reward / cost_of(&seed->cost, usual);
    }
    double others = FAVOURED_AT_MOST * SEEDS_IN_TURN + (FAVOURED_AT_MOST - 1) * rewards;
    total += others / usual;
    double at = draw(schedule, UINT64_C(0x73656564), total);
    for (size_t i = 0; i < schedule->seeds.n; i++) {
        const struct schedule_seed *seed = &schedule->seeds.at[i];
        at -= seed->reward / cost_of(&seed->cost, usual);
        if (at < 0)
            return seed->hash;
    }
    return 0;
}

/* Seconds that it will have had, with its next trail. */
static double due_of(const struct schedule_turn *turn) {
    return turn->spent + turn->awaited;
}

/* The one that will have had the least time. */
static void choose_in_turn(struct schedule_line *line, struct schedule_choice *choice) {
    struct schedule_turn *least = NULL;
    for (size_t i = 0; i < line->turns.n; i++)
        if (least == NULL || due_of(&line->turns.at[i]) < due_of(least))
            least = &line->turns.at[i];
    if (least == NULL)
        return;
    choice->seed = least->hash;
    choice->is_first = !least->has_begun;
    least->spent += visit_of(least->n_void);
    least->has_begun = true;
}

void schedule_add_seed(struct schedule *schedule, size_t strategy, uint64_t hash) {
    vec_push(&schedule->lines[strategy].turns, ((struct schedule_turn){.hash = hash}));
}

/* NULL: the strategy does not have it. */
static struct schedule_turn *turn_of(struct schedule_line *line, uint64_t seed) {
    for (size_t i = 0; i < line->turns.n; i++)
        if (line->turns.at[i].hash == seed)
            return &line->turns.at[i];
    return NULL;
}

void schedule_spend(struct schedule *schedule, size_t strategy, uint64_t seed, double seconds,
                    double lost, bool is_void) {
    struct schedule_line *line = &schedule->lines[strategy];
    struct schedule_cost *cost = &schedule->cost;
    struct schedule_turn *turn = turn_of(line, seed);
    if (turn != NULL) {
        turn->spent += seconds + LOST * lost;
        turn->trails += seconds + LOST * lost;
        turn->n++;
        turn->awaited = turn->trails / turn->n;
        turn->n_void = is_void ? turn->n_void + 1 : 0;
    }
    for (size_t i = 0; i < schedule->seeds.n; i++)
        if (schedule->seeds.at[i].hash == seed)
            cost = &schedule->seeds.at[i].cost;
    line->n_void = is_void ? line->n_void + 1 : 0;
    add_cost(cost, seconds, visit);
    add_cost(&line->cost, seconds, visit_of(line->n_void));
}

void schedule_put_off(struct schedule *schedule, size_t strategy, uint64_t seed, double seconds,
                      double awaited) {
    struct schedule_line *line = &schedule->lines[strategy];
    struct schedule_turn *turn = turn_of(line, seed);
    if (turn != NULL) {
        turn->spent += seconds;
        turn->awaited = (1 + LOST) * awaited;
    }
    add_cost(&line->cost, seconds, visit);
}

bool schedule_is_dry(const struct schedule *schedule) {
    for (size_t s = 0; s < schedule->n; s++) {
        const struct schedule_line *line = &schedule->lines[s];
        if (line->turns.n == 0 && line->n_void == 0)
            return false;
        for (size_t i = 0; i < line->turns.n; i++)
            if (line->turns.at[i].n_void == 0)
                return false;
    }
    return true;
}

static void fade(struct schedule *schedule) {
    const double rest = 1 - 1.0 / FADING;
    size_t left = 0;
    for (size_t i = 0; i < schedule->n; i++)
        schedule->lines[i].reward *= rest;
    for (size_t i = 0; i < schedule->seeds.n; i++) {
        struct schedule_seed seed = schedule->seeds.at[i];
        seed.reward *= rest;
        if (seed.reward > forgotten)
            schedule->seeds.at[left++] = seed;
    }
    schedule->seeds.n = left;
}

/*
 * The one with the fewest trails. So who was handed a trail that nobody heard of before the
 * campaign was killed comes first when it goes on, as if it had not been killed.
 */
static size_t whose_turn(const struct schedule *schedule) {
    size_t first = 0;
    for (size_t i = 1; i < schedule->n; i++)
        if (schedule->lines[i].next_trail < schedule->lines[first].next_trail)
            first = i;
    return first;
}

struct schedule_choice schedule_next(struct schedule *schedule) {
    struct schedule_choice choice = {0};
    if (schedule->is_fair) {
        choice.strategy = whose_turn(schedule);
    } else {
        choice.strategy = draw_strategy(schedule);
        choice.seed = draw_seed(schedule);
        if (choice.seed == 0)
            choose_in_turn(&schedule->lines[choice.strategy], &choice);
    }
    choice.trail = schedule->lines[choice.strategy].next_trail++;
    schedule->turn++;
    fade(schedule);
    return choice;
}

bool schedule_is_before(const struct schedule_choice *first, const struct schedule_choice *second) {
    return first->trail < second->trail ||
           (first->trail == second->trail && first->strategy < second->strategy);
}

bool schedule_next_before(struct schedule *schedule, const struct schedule_choice *until,
                          struct schedule_choice *choice) {
    size_t strategy = whose_turn(schedule);
    struct schedule_choice next = {.strategy = strategy,
                                   .trail = schedule->lines[strategy].next_trail};
    if (!schedule->is_fair || !schedule_is_before(&next, until))
        return false;
    *choice = schedule_next(schedule);
    return true;
}

static double add_reward(double reward, double worth) {
    return reward + worth > 0 ? reward + worth : 0;
}

void schedule_reward(struct schedule *schedule, size_t strategy, double worth) {
    struct schedule_line *line = &schedule->lines[strategy];
    line->reward = add_reward(line->reward, worth);
}

double schedule_reward_seed(struct schedule *schedule, uint64_t hash, double worth) {
    size_t i = 0;
    while (i < schedule->seeds.n && schedule->seeds.at[i].hash != hash)
        i++;
    if (i == schedule->seeds.n)
        vec_push(&schedule->seeds, ((struct schedule_seed){.hash = hash}));
    struct schedule_seed *seed = &schedule->seeds.at[i];
    if (worth > 0)
        seed->n++;
    seed->reward = add_reward(seed->reward, worth / (seed->n > 0 ? seed->n : 1));
    return seed->reward;
}
