#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/clock.h"
#include "campaign/engine_int.h"

enum {
    TICK_MS = 200,      /* between two looks at the screen */
    COMMIT_MS = 1000,   /* counters wait no longer than this for the disk */
    STATS_MS = 3000,    /* between two versions of stats.json */
    REDUCERS_MS = 1000, /* that reducers have to end by themselves when no worker is left */
};

void engine_fail(struct engine *engine, const char *message) {
    if (engine->error->n == 0)
        strbuf_add_text(engine->error, message);
    engine_stop(engine, ENGINE_FAILED);
    engine->end = ENGINE_FAILED;
}

/* ---- reducers -------------------------------------------------------------- */

static void on_reduced(uint32_t number, uint32_t into, void *context) {
    struct engine *engine = context;
    struct arena arena = {0};
    struct store_finding finding;
    bool there;
    engine->has_news = true;
    engine->view.n_reduced++;
    engine_commit(engine);
    if (engine->end != ENGINE_FAILED &&
        store_finding(engine->store, number, &arena, &finding, &there) && there) {
        if (into != 0)
            engine_reward(engine, &finding, false);
        engine_count_findings(engine);
        engine->show(&engine->view, &finding, engine->context);
    }
    arena_free(&arena);
}

static void on_counts(const struct store_counters *counts, void *context) {
    struct engine *engine = context;
    store_count(engine->store, "", counts);
    engine_count(engine, SIZE_MAX, counts);
}

static void on_failure(const char *message, void *context) {
    engine_fail(context, message);
}

/* Of the seeds of this campaign: an earlier one may have had the same files at other places. */
static const char *find_seed(uint64_t hash, void *context) {
    struct maker *maker = context;
    const struct seed *seed = corpus_find(&maker->corpora[0], hash);
    return seed != NULL ? seed->name : NULL;
}

static void start_reducers(struct engine *engine) {
    const struct engine_settings *settings = engine->settings;
    struct reducers_calls calls = {on_reduced, on_counts, on_failure, engine};
    engine->reducers_settings = (struct reducers_settings){
        .panel = {.solvers = settings->setup.solvers,
                  .names = settings->setup.names,
                  .n_solvers = settings->setup.n_solvers,
                  .limits = settings->setup.limits},
        .source = {.settings = &settings->setup.maker->gen->settings,
                   .find_seed = find_seed,
                   .context = settings->setup.maker},
        .n = settings->n_reducers,
        .share = settings->reducer_share,
    };
    engine->reducers =
        reducers_new(&engine->reducers_settings, engine->store, &engine->loop, &calls);
    engine->view.reducers = engine->reducers;
}

/* They have a moment to end well: what they have reached by then is kept in any case. */
static void end_reducers(struct engine *engine) {
    uint64_t until = clock_monotonic_ns() + REDUCERS_MS * UINT64_C(1000000);
    reducers_stop(engine->reducers);
    while (reducers_alive(engine->reducers) > 0 && clock_monotonic_ns() < until &&
           engine->end != ENGINE_INTERRUPTED)
        loop_step(&engine->loop, until);
    reducers_kill(engine->reducers);
    while (reducers_alive(engine->reducers) > 0)
        loop_step(&engine->loop, UINT64_MAX);
}

/* ---- the end --------------------------------------------------------------- */

void engine_stop(struct engine *engine, enum engine_end end) {
    if (engine->view.is_stopping)
        return;
    engine->view.is_stopping = true;
    engine->view.end = engine->end = end;
    for (size_t i = 0; i < engine->settings->n_workers; i++)
        if (engine->hands[i].pid != 0) {
            engine->hands[i].board->deadline = clock_monotonic_ns();
            shutdown(engine->hands[i].fd, SHUT_WR);
        }
    reducers_stop(engine->reducers);
}

static void kill_workers(struct engine *engine) {
    engine->end = ENGINE_INTERRUPTED;
    for (size_t i = 0; i < engine->settings->n_workers; i++)
        if (engine->hands[i].pid != 0)
            kill(engine->hands[i].pid, SIGKILL);
    engine_hurry_deaths(engine);
}

static void on_signal(struct loop_watch *watch, uint32_t events) {
    struct engine *engine = LOOP_OWNER(watch, struct engine, signals);
    struct signalfd_siginfo info;
    (void)events;
    if (read(watch->fd, &info, sizeof info) != sizeof info)
        return;
    if (engine->view.is_stopping)
        kill_workers(engine);
    else
        engine_stop(engine, ENGINE_STOPPED);
}

static void on_tick(struct loop_timer *timer) {
    struct engine *engine = LOOP_OWNER(timer, struct engine, tick);
    uint64_t now = clock_monotonic_ns();
    engine->view.elapsed_ns = now - engine->start;
    if (engine->is_dirty && now - engine->last_commit > COMMIT_MS * UINT64_C(1000000))
        engine_commit(engine);
    if (now - engine->last_stats > STATS_MS * UINT64_C(1000000))
        engine_write_stats(engine);
    if (engine->settings->duration_ns > 0 &&
        engine->view.elapsed_ns >= engine->settings->duration_ns)
        engine_stop(engine, ENGINE_DONE);
    engine->show(&engine->view, NULL, engine->context);
    loop_set(&engine->loop, timer, now + TICK_MS * UINT64_C(1000000));
}

/* ---- the start ------------------------------------------------------------- */

/* That a trail was begun on for its reward. */
static uint64_t seed_of(const struct store_trail *trail) {
    return trail->detail != NULL ? strtoull(trail->detail, NULL, 16) : 0;
}

/* Each strategy goes on with the seed whose turn it is. */
static void add_seeds(struct engine *engine) {
    const struct engine_settings *settings = engine->settings;
    for (size_t s = 0; s < engine->schedule.n && !settings->is_fair; s++) {
        const struct corpus *corpus = &settings->setup.maker->corpora[s];
        uint64_t first = engine->schedule.lines[s].next_trail;
        for (size_t i = 0; i < corpus->entries.n && corpus->strategy->n_seeds > 0; i++)
            schedule_add_seed(&engine->schedule, s,
                              corpus_in_turn(corpus, settings->setup.campaign, first + i)->hash);
    }
}

/* Seeds that have shown something are worth what they were when they did. */
static bool resume_seeds(struct engine *engine) {
    struct arena arena = {0};
    store_seed_vec seeds = {0};
    bool good = store_seeds(engine->store, &arena, &seeds);
    for (size_t i = 0; good && i < seeds.n; i++)
        if (seeds.at[i].score > 0)
            schedule_reward_seed(&engine->schedule, strtoull(seeds.at[i].hash, NULL, 16),
                                 seeds.at[i].score);
    add_seeds(engine);
    vec_free(&seeds);
    arena_free(&arena);
    return good;
}

/* What an earlier time has counted and left. */
static bool resume(struct engine *engine) {
    struct arena arena = {0};
    struct store_totals totals;
    store_strategy_vec counted = {0};
    bool good =
        store_totals(engine->store, &totals) && store_strategies(engine->store, &arena, &counted);
    for (size_t i = 0; good && i < counted.n; i++) {
        size_t strategy = engine_strategy(engine, counted.at[i].name);
        if (strategy == SIZE_MAX)
            continue;
        engine->view.by_strategy[strategy] = counted.at[i].counters;
    }
    for (size_t s = 0; good && s < engine->schedule.n; s++) {
        store_trail_vec trails = {0};
        good = store_pending(engine->store, engine->settings->strategies[s]->name, &arena, &trails,
                             &engine->schedule.lines[s].next_trail);
        for (size_t i = 0; good && i < trails.n; i++)
            engine_add_pending(engine, &(struct unit){.strategy = s,
                                                      .trail = trails.at[i].trail,
                                                      .seed = seed_of(&trails.at[i]),
                                                      .first_step = trails.at[i].next_step,
                                                      .n_steps = engine_steps(engine, s)});
        engine->schedule.turn += engine->schedule.lines[s].next_trail;
        vec_free(&trails);
    }
    if (good) {
        engine->view.counters = totals.counters;
        engine->view.resumed = totals.resumed;
        engine->last_old = store_last_number(engine->store);
        engine_count_findings(engine);
    }
    vec_free(&counted);
    arena_free(&arena);
    return good;
}

static bool watch_signals(struct engine *engine, sigset_t *before) {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGTERM);
    sigaddset(&set, SIGHUP);
    sigprocmask(SIG_BLOCK, &set, before);
    int fd = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
    engine->signals.ready = on_signal;
    return fd >= 0 && loop_watch(&engine->loop, &engine->signals, fd, EPOLLIN);
}

static bool start_hands(struct engine *engine, struct worker_board *boards) {
    for (size_t i = 0; i < engine->settings->n_workers; i++) {
        engine->hands[i] =
            (struct hand){.engine = engine, .fd = -1, .watch.fd = -1, .board = &boards[i]};
        if (!engine_start_worker(engine, i)) {
            strbuf_printf(engine->error, "no worker can be started: %s", strerror(errno));
            return false;
        }
    }
    return true;
}

static void run_loop(struct engine *engine) {
    engine->tick.fire = on_tick;
    loop_set(&engine->loop, &engine->tick, clock_monotonic_ns());
    engine_hand_out(engine);
    while (engine->view.n_workers > 0 || engine->deaths.n > 0)
        loop_step(&engine->loop, UINT64_MAX);
    end_reducers(engine);
    loop_unset(&engine->loop, &engine->tick);
    engine->view.elapsed_ns = clock_monotonic_ns() - engine->start;
    engine_commit(engine);
    engine_write_stats(engine);
    engine->show(&engine->view, NULL, engine->context);
}

static void release(struct engine *engine, sigset_t *before) {
    int fd = engine->signals.fd;
    for (size_t i = 0; i < engine->settings->n_workers; i++)
        engine_drop_reports(engine, i);
    reducers_free(engine->reducers);
    loop_unwatch(&engine->loop, &engine->signals);
    if (fd >= 0)
        close(fd);
    sigprocmask(SIG_SETMASK, before, NULL);
    loop_release(&engine->loop);
    schedule_release(&engine->schedule);
    vec_free(&engine->pending);
    vec_free(&engine->reports);
    vec_free(&engine->deaths);
    vec_free(&engine->refused);
    vec_free(&engine->done);
    wire_out_release(&engine->out);
    mem_free(engine->hands);
    mem_free(engine->pids);
    mem_free(engine->view.by_strategy);
    mem_free(engine->view.findings_by_strategy);
}

enum engine_end engine_run(const struct engine_settings *settings, struct store *store,
                           engine_show_fn *show, void *context, struct strbuf *error) {
    size_t n = settings->setup.maker->n_strategies;
    struct engine engine = {
        .settings = settings,
        .store = store,
        .show = show,
        .context = context,
        .error = error,
        .signals.fd = -1,
        .view = {.settings = settings, .store = store},
        .start = clock_monotonic_ns(),
    };
    size_t board_bytes = settings->n_workers * sizeof(struct worker_board);
    struct worker_board *boards =
        mmap(NULL, board_bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    sigset_t before;
    if (boards == MAP_FAILED || !loop_init(&engine.loop)) {
        strbuf_printf(error, "no memory or events for workers: %s", strerror(errno));
        return ENGINE_FAILED;
    }
    engine.last_commit = engine.last_stats = engine.last_wall = engine.start;
    engine.view.n_seeds = maker_n_seeds(settings->setup.maker);
    engine.view.by_strategy = mem_alloc_zero(n * sizeof *engine.view.by_strategy);
    engine.view.findings_by_strategy = mem_alloc_zero(n * sizeof *engine.view.findings_by_strategy);
    engine.hands = mem_alloc_zero(settings->n_workers * sizeof *engine.hands);
    engine.view.workers = engine.pids = mem_alloc_zero(settings->n_workers * sizeof *engine.pids);
    schedule_init(&engine.schedule, settings->is_fair, settings->setup.campaign, n);
    start_reducers(&engine);
    if (!watch_signals(&engine, &before))
        engine_fail(&engine, strerror(errno));
    else if (!resume(&engine) || !resume_seeds(&engine) || !reducers_resume(engine.reducers))
        engine_fail(&engine, store_error(store));
    else if (!start_hands(&engine, boards))
        engine_fail(&engine, "no worker can be started");
    run_loop(&engine);
    release(&engine, &before);
    munmap(boards, board_bytes);
    return engine.end;
}
