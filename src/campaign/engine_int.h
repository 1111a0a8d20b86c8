/*
 * engine_int.h - the inside of the coordinator.
 *
 *   engine.c        the loop: start, signals, ticks, reducers, end
 *   engine_hands.c  workers: their work, what they say, their ends
 *   engine_deaths.c what is kept of those that die by themselves
 *   engine_keep.c   what is kept: counters, samples, findings, rewards
 */
#ifndef MOMUS_CAMPAIGN_ENGINE_INT_H
#define MOMUS_CAMPAIGN_ENGINE_INT_H

#include "campaign/engine.h"

struct hand {
    struct engine *engine;
    pid_t pid; /* 0: there is none */
    int fd;
    struct loop_watch watch;
    struct wire_in in;
    struct worker_board *board;
    bool is_busy;
    struct unit unit; /* first_step goes on with its progress */
    uint64_t start;   /* of the unit, by the clock */
    uint64_t n_made;  /* tests of the unit so far */
    bool is_started;  /* its trail is in the store */
    uint64_t memory;  /* that it was born with */
    bool is_leaving;  /* gets no more work: another will take its place */
};

/* A report whose batch is not complete yet. */
struct waiting {
    size_t hand;
    char *bytes; /* of the message */
    size_t n;
};

/* A worker that has died, and whose test is being made again. */
struct death;

struct engine {
    const struct engine_settings *settings;
    struct store *store;
    engine_show_fn *show;
    void *context;
    struct strbuf *error;
    struct loop loop;
    struct schedule schedule;
    VEC(struct unit)
    pending; /* trails that come next, in order: those that were left, or one that was drawn */
    struct hand *hands;
    pid_t *pids; /* of the hands, for those who look */
    VEC(struct waiting) reports;
    VEC(struct death *) deaths;
    VEC(uint64_t) refused; /* hashes of seeds on which a solver misbehaves as they are */
    VEC(uint64_t) done;    /* hashes of seeds that had a trail this time */
    struct loop_watch signals;
    struct loop_timer tick;
    struct wire_out out;
    struct reducers_settings reducers_settings;
    struct reducers *reducers;
    struct engine_view view;
    uint64_t start, last_commit, last_stats, last_wall;
    /* CPU time of this process: from its start on, so reading seeds and trying solvers counts. */
    uint64_t last_cpu, last_solver_cpu;
    uint64_t last_sample; /* on the clock of the whole campaign */
    uint64_t n_promised;  /* tests that units under way may still make */
    uint64_t n_fruitless;
    uint32_t last_old; /* number of the last finding of earlier times */
    uint32_t n_deaths_in_a_row;
    bool is_dirty;
    bool has_news; /* that no sample shows yet */
    enum engine_end end;
};

/* ---- engine.c ---- */

/* No more work: workers finish their batch and go. */
void engine_stop(struct engine *engine, enum engine_end end);
/* The first message stays. */
void engine_fail(struct engine *engine, const char *message);

/* ---- engine_keep.c ---- */

/* SIZE_MAX: none of this campaign. */
size_t engine_strategy(const struct engine *engine, const char *name);
/* For the screen only; `strategy` may be SIZE_MAX. */
void engine_count(struct engine *engine, size_t strategy, const struct store_counters *counts);
/* How many findings there are, by strategy and of this time; what was merged counts once. */
void engine_count_findings(struct engine *engine);
/* Brings everything to the disk. */
void engine_commit(struct engine *engine);
void engine_write_stats(struct engine *engine);
/*
 * The strategy of a finding and its seeds come more often for a while. Undone if it turns out to
 * be the duplicate of another.
 */
void engine_reward(struct engine *engine, const struct store_finding *finding, bool is_new);
/* Keeps a report; its number if it is new, else 0. */
uint32_t engine_keep(struct engine *engine, const struct store_report *report);
/* Something new is on the disk before anybody hears of it. */
void engine_announce(struct engine *engine, uint32_t number);

/* ---- engine_deaths.c ---- */

/* Who is killed may have been killed by anybody; who crashes did so by himself. */
bool death_is_kill(int status);
/*
 * A test that ends momus is a finding, too, against itself. It is kept once its script is made
 * again, or that has failed; until then it is one of engine->deaths.
 */
void engine_note_death(struct engine *engine, const struct hand *hand, int status);
/* No more waiting for scripts: all deaths are kept soon. */
void engine_hurry_deaths(struct engine *engine);

/* ---- engine_hands.c ---- */

/* Of a trail. */
uint64_t engine_steps(const struct engine *engine, size_t strategy);
/*
 * A trail that was begun, or should have been, comes next. Of several, the first in a fair schedule: so
 * it is the same trail that is cut when a campaign ends, whatever happened before.
 */
void engine_add_pending(struct engine *engine, const struct unit *unit);
bool engine_start_worker(struct engine *engine, size_t number);
/* Whoever has nothing to do gets something. */
void engine_hand_out(struct engine *engine);
/* Reports whose batch will never be complete. */
void engine_drop_reports(struct engine *engine, size_t hand);

#endif
