#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/die.h"
#include "campaign/engine.h"
#include "campaign/offspring.h"

#define SECOND_NS UINT64_C(1000000000)

enum {
    TICK_MS = 200,        /* between two looks at the screen */
    COMMIT_MS = 1000,     /* counters wait no longer than this for the disk */
    STATS_MS = 3000,      /* between two versions of stats.json */
    DEATHS_AT_A_TEST = 6, /* after which it is left out: kills count one, crashes three */
    DEATHS_IN_A_ROW = 10, /* without any progress: something is wrong that time does not heal */
    SAMPLE_MS = 5000,     /* between two samples of the counters, at least */
    SAMPLE_PART = 500,    /* and at least this part of all the time so far */
    FIRST_TRAILS = 100,   /* are short, so that many seeds and strategies are soon tried: */
    FIRST_STEPS = 16,     /* no more than so many steps */
    REDUCERS_MS = 1000,   /* that reducers have to end by themselves when no worker is left */
    FRUITLESS_ROUNDS = 2, /* over all seeds and strategies, after which they give no more */
};

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
};

/* A report whose batch is not complete yet. */
struct waiting {
    size_t hand;
    char *bytes; /* of the message */
    size_t n;
};

struct engine {
    const struct engine_settings *settings;
    struct store *store;
    engine_show_fn *show;
    void *context;
    struct strbuf *error;
    struct loop loop;
    struct schedule schedule;
    VEC(struct unit)
    pending; /* trails that come next: those that were left, or one that was drawn */
    struct hand *hands;
    pid_t *pids; /* of the hands, for those who look */
    VEC(struct waiting) reports;
    VEC(uint64_t) refused; /* hashes of seeds on which a solver misbehaves as they are */
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
    uint32_t n_deaths_in_a_row;
    bool is_dirty;
    bool has_news; /* that no sample shows yet */
    enum engine_end end;
};

static void stop(struct engine *engine, enum engine_end end);

static void fail(struct engine *engine, const char *message) {
    if (engine->error->n == 0)
        strbuf_add_text(engine->error, message);
    stop(engine, ENGINE_FAILED);
    engine->end = ENGINE_FAILED;
}

/* ---- the store ------------------------------------------------------------- */

static void add_counts(struct store_counters *to, const struct store_counters *more) {
#define COUNTER(name, meaning) to->name += more->name;
#include "store/counters.def"
#undef COUNTER
}

static void count(struct engine *engine, size_t strategy, const struct store_counters *counts) {
    add_counts(&engine->view.counters, counts);
    add_counts(&engine->view.session, counts);
    if (strategy < engine->schedule.n)
        add_counts(&engine->view.by_strategy[strategy], counts);
    engine->is_dirty = true;
}

/* The longer a campaign runs, the rarer they get: a day takes some 2,000 rows. */
static bool is_sample_due(const struct engine *engine) {
    uint64_t wall = engine->view.counters.wall_ns, gap = wall / SAMPLE_PART;
    uint64_t least = SAMPLE_MS * UINT64_C(1000000);
    return engine->has_news || engine->view.is_stopping ||
           wall - engine->last_sample >= (gap > least ? gap : least);
}

static void commit(struct engine *engine) {
    uint64_t now = clock_monotonic_ns();
    uint64_t cpu = clock_cpu_ns() + child_wardens_cpu_ns(), solvers = child_total_cpu_ns();
    struct store_counters time = {.wall_ns = now - engine->last_wall,
                                  .cpu_ns = cpu - engine->last_cpu,
                                  .solver_cpu_ns = solvers - engine->last_solver_cpu};
    if (engine->end == ENGINE_FAILED)
        return;
    engine->last_wall = engine->last_commit = now;
    engine->last_cpu = cpu;
    engine->last_solver_cpu = solvers;
    add_counts(&engine->view.counters, &time);
    add_counts(&engine->view.session, &time);
    store_count(engine->store, "", &time);
    engine->is_dirty = false;
    if (is_sample_due(engine) && store_add_sample(engine->store))
        engine->last_sample = engine->view.counters.wall_ns;
    engine->has_news = false;
    if (!store_commit(engine->store))
        fail(engine, store_error(engine->store));
}

static void write_stats(struct engine *engine) {
    engine->last_stats = clock_monotonic_ns();
    if (engine->end != ENGINE_FAILED && !store_write_stats(engine->store))
        fail(engine, store_error(engine->store));
}

static size_t strategy_number(const struct engine *engine, const char *name) {
    for (size_t i = 0; i < engine->schedule.n; i++)
        if (strcmp(engine->settings->strategies[i]->name, name) == 0)
            return i;
    return SIZE_MAX;
}

/* What the scheduler gives for it: wrong answers are what a campaign is for. */
static double worth_of(const struct store_finding *finding) {
    enum bug bug = bug_find(finding->class_name, strlen(finding->class_name));
    return bug != BUG_COUNT && bug_severity(bug) == SEVERITY_WRONG ? 16 : 4;
}

/*
 * Its strategy and its seeds come more often for a while. Undone if it turns out to be the
 * duplicate of another.
 */
static void reward(struct engine *engine, const struct store_finding *finding, bool is_new) {
    size_t strategy = strategy_number(engine, finding->strategy);
    double worth = is_new ? worth_of(finding) : -worth_of(finding);
    struct test_id id;
    if (strategy == SIZE_MAX || engine->settings->is_fair ||
        !test_id_read(finding->test, strlen(finding->test), &id))
        return;
    schedule_reward(&engine->schedule, strategy, worth);
    for (size_t i = 0; i < id.n_seeds && i < finding->seeds.n; i++) {
        char hash[20];
        double score = schedule_reward_seed(&engine->schedule, id.seeds[i], worth);
        snprintf(hash, sizeof hash, "%016" PRIx64, id.seeds[i]);
        struct store_seed seed = {.hash = hash, .path = finding->seeds.at[i], .usable = true};
        if (!store_put_seed(engine->store, &seed) ||
            !store_credit_seed(engine->store, hash, 0, is_new, 0, score))
            fail(engine, store_error(engine->store));
    }
    engine->is_dirty = true;
}

/* Something new is on the disk before anybody hears of it. */
static void announce(struct engine *engine, uint32_t number) {
    struct arena arena = {0};
    struct store_finding finding;
    bool there;
    engine->has_news = true;
    commit(engine);
    if (engine->end != ENGINE_FAILED &&
        store_finding(engine->store, number, &arena, &finding, &there) && there) {
        engine->view.n_new++;
        engine->view.last_new_ns = clock_monotonic_ns();
        size_t strategy = strategy_number(engine, finding.strategy);
        if (strategy != SIZE_MAX)
            engine->view.findings_by_strategy[strategy]++;
        reward(engine, &finding, true);
        engine->show(&engine->view, &finding, engine->context);
        if (engine->settings->stops_on_finding)
            stop(engine, ENGINE_STOPPED);
        reducers_add(engine->reducers, &finding);
    }
    arena_free(&arena);
}

/* Keeps a report; its number if it is new, else 0. */
static uint32_t keep(struct engine *engine, const struct store_report *report) {
    struct store_match match;
    if (!store_report(engine->store, report, &match)) {
        fail(engine, store_error(engine->store));
        return 0;
    }
    engine->is_dirty = true;
    if (match.news != STORE_NEW)
        return 0;
    if (report->witness != NULL && !store_put_file(engine->store, match.number, STORE_WITNESS,
                                                   report->witness, strlen(report->witness)))
        fail(engine, store_error(engine->store));
    return match.number;
}

/* ---- what workers say ------------------------------------------------------ */

static void hold_report(struct engine *engine, size_t hand, const struct wire_message *message) {
    struct waiting waiting = {.hand = hand, .n = (size_t)(message->end - message->at)};
    waiting.bytes = mem_alloc(waiting.n);
    memcpy(waiting.bytes, message->at, waiting.n);
    vec_push(&engine->reports, waiting);
}

/* The reports of a hand, whose batch is complete (or will never be: then they are dropped). */
static void take_reports(struct engine *engine, size_t hand, u32_vec *news, bool keeps) {
    size_t left = 0;
    for (size_t i = 0; i < engine->reports.n; i++) {
        struct waiting *waiting = &engine->reports.at[i];
        if (waiting->hand != hand) {
            engine->reports.at[left++] = *waiting;
            continue;
        }
        if (keeps) {
            struct arena arena = {0};
            struct wire_message message = {WIRE_FINDING, waiting->bytes,
                                           waiting->bytes + waiting->n};
            struct store_report report = report_receive(&message, &arena);
            uint32_t number = keep(engine, &report);
            if (number != 0)
                vec_push(news, number);
            arena_free(&arena);
        }
        mem_free(waiting->bytes);
    }
    engine->reports.n = left;
}

/* Over, only because no more tests were wanted: a campaign that goes on goes on there. */
static bool is_cut(const struct hand *hand, const struct progress *progress) {
    return hand->n_made + progress->counts.tests >= hand->unit.max_tests &&
           progress->next_step < hand->unit.n_steps;
}

static void take_progress(struct engine *engine, size_t number, const struct progress *progress) {
    struct hand *hand = &engine->hands[number];
    u32_vec news = {0};
    char seed[20];
    snprintf(seed, sizeof seed, "%016" PRIx64, hand->unit.seed);
    struct store_progress kept = {
        .strategy = engine->settings->strategies[progress->strategy]->name,
        .trail = progress->trail,
        .first_step = progress->first_step,
        .next_step = progress->next_step,
        .done = progress->done && !is_cut(hand, progress),
        .detail = hand->unit.seed != 0 ? seed : NULL,
        .counts = progress->counts,
    };
    take_reports(engine, number, &news, true);
    if (!store_advance(engine->store, &kept))
        fail(engine, store_error(engine->store));
    count(engine, progress->strategy, &progress->counts);
    hand->unit.first_step = progress->next_step;
    hand->unit.n_deaths = 0;
    hand->n_made += progress->counts.tests;
    engine->n_promised -= progress->counts.tests;
    engine->n_deaths_in_a_row = 0;
    if (progress->done) {
        schedule_spend(&engine->schedule, hand->unit.strategy, hand->unit.seed,
                       (double)(clock_monotonic_ns() - hand->start) / SECOND_NS, hand->n_made == 0);
        engine->n_fruitless = hand->n_made > 0 ? 0 : engine->n_fruitless + 1;
        engine->n_promised -= hand->unit.max_tests - hand->n_made;
        hand->is_busy = false;
    }
    for (size_t i = 0; i < news.n; i++)
        announce(engine, news.at[i]);
    vec_free(&news);
}

/* Each worker tells of it; it counts once. */
static void take_seed(struct engine *engine, struct wire_message *message) {
    char hash[20];
    uint64_t content = wire_number(message);
    for (size_t i = 0; i < engine->refused.n; i++)
        if (engine->refused.at[i] == content)
            return;
    vec_push(&engine->refused, content);
    snprintf(hash, sizeof hash, "%016" PRIx64, content);
    struct store_seed seed = {.hash = hash};
    seed.path = wire_word(message);
    seed.reason = wire_word(message);
    if (!store_put_seed(engine->store, &seed))
        fail(engine, store_error(engine->store));
    engine->view.n_refused_seeds = engine->refused.n;
    engine->is_dirty = true;
}

static void take_rejection(struct engine *engine, struct wire_message *message) {
    struct rejection rejection = rejection_receive(message);
    struct strbuf head = {0};
    strbuf_printf(&head, "; test %s\n; %s: ", rejection.test, rejection.solver);
    for (size_t i = 0; i < rejection.n_message; i++) {
        strbuf_add_char(&head, rejection.message[i]);
        if (rejection.message[i] == '\n' && i + 1 < rejection.n_message)
            strbuf_add_text(&head, "; ");
    }
    strbuf_add_char(&head, '\n');
    if (!store_put_rejected(engine->store, rejection.solver, strbuf_text(&head), rejection.script,
                            rejection.n_script))
        fail(engine, store_error(engine->store));
    strbuf_free(&head);
}

static void take_message(struct engine *engine, size_t number, struct wire_message *message) {
    switch (message->kind) {
    case WIRE_FINDING:
        hold_report(engine, number, message);
        break;
    case WIRE_PROGRESS: {
        struct progress progress = progress_receive(message);
        take_progress(engine, number, &progress);
        break;
    }
    case WIRE_COUNTS: {
        struct store_counters counts = counts_receive(message);
        store_count(engine->store, "", &counts);
        count(engine, SIZE_MAX, &counts);
        break;
    }
    case WIRE_SEED:
        take_seed(engine, message);
        break;
    case WIRE_REJECTION:
        take_rejection(engine, message);
        break;
    default:
        BUG("a worker sent a message of kind %d", message->kind);
    }
}

/* ---- handing out work ------------------------------------------------------ */

static uint64_t steps_of(const struct engine *engine, size_t strategy) {
    return strategy_steps(engine->settings->strategies[strategy], engine->settings->n_steps);
}

/*
 * How many tests the next unit may make; 0: none now. A unit gets all its steps,
 * or, near the end, exactly what is left when no other is under way: so the tests
 * of a campaign do not depend on the number of workers.
 */
static uint64_t quota(const struct engine *engine, uint64_t n_steps) {
    uint64_t wanted = engine->settings->n_tests;
    if (wanted == 0)
        return n_steps;
    uint64_t made = engine->view.counters.tests;
    if (made >= wanted)
        return 0;
    uint64_t left = wanted - made;
    if (left >= engine->n_promised + n_steps)
        return n_steps;
    return engine->n_promised == 0 ? left : 0;
}

static bool next_unit(struct engine *engine, struct unit *unit) {
    if (engine->pending.n == 0) {
        struct schedule_choice choice = schedule_next(&engine->schedule);
        struct unit fresh = {
            .strategy = choice.strategy, .trail = choice.trail, .seed = choice.seed};
        fresh.n_steps = steps_of(engine, fresh.strategy);
        if (!engine->settings->is_fair && !engine->settings->setup.has_fixed_limit &&
            engine->schedule.turn <= FIRST_TRAILS && fresh.n_steps > FIRST_STEPS)
            fresh.n_steps = FIRST_STEPS;
        vec_push(&engine->pending, fresh);
    }
    *unit = engine->pending.at[0];
    unit->max_tests = quota(engine, unit->n_steps);
    if (unit->max_tests == 0)
        return false;
    memmove(engine->pending.at, engine->pending.at + 1,
            --engine->pending.n * sizeof *engine->pending.at);
    return true;
}

static bool is_anybody_busy(const struct engine *engine) {
    for (size_t i = 0; i < engine->settings->n_workers; i++)
        if (engine->hands[i].pid != 0 && engine->hands[i].is_busy)
            return true;
    return false;
}

static void hand_out(struct engine *engine) {
    uint64_t most = FRUITLESS_ROUNDS * (engine->view.n_seeds + 1) * engine->schedule.n;
    if (engine->n_fruitless > most && schedule_is_dry(&engine->schedule)) {
        if (!is_anybody_busy(engine))
            stop(engine, ENGINE_EXHAUSTED);
        return;
    }
    for (size_t i = 0; i < engine->settings->n_workers && !engine->view.is_stopping; i++) {
        struct hand *hand = &engine->hands[i];
        if (hand->pid == 0 || hand->is_busy || !next_unit(engine, &hand->unit))
            continue;
        hand->is_busy = true;
        hand->start = clock_monotonic_ns();
        hand->n_made = 0;
        engine->n_promised += hand->unit.max_tests;
        unit_send(&engine->out, &hand->unit);
        wire_send(&engine->out, hand->fd); /* a dead worker is noticed by its end of file */
    }
    uint64_t wanted = engine->settings->n_tests;
    if (wanted > 0 && engine->view.counters.tests >= wanted)
        stop(engine, ENGINE_DONE);
}

/* ---- workers --------------------------------------------------------------- */

static void on_worker(struct loop_watch *watch, uint32_t events);

/* In the child: only what it needs stays open. */
static int work(int fd, void *context) {
    struct hand *hand = context;
    const struct engine *engine = hand->engine;
    for (size_t i = 0; i < engine->settings->n_workers; i++)
        if (engine->hands[i].pid != 0)
            close(engine->hands[i].fd);
    return worker_run(&engine->settings->setup, fd, hand->board);
}

static bool start_worker(struct engine *engine, size_t number) {
    struct hand *hand = &engine->hands[number];
    int fd;
    hand->board->test[0] = '\0';
    pid_t pid = offspring_start(work, hand, &fd);
    if (pid < 0)
        return false;
    hand->pid = engine->pids[number] = pid;
    hand->fd = fd;
    hand->watch.ready = on_worker;
    engine->view.n_workers++;
    return loop_watch(&engine->loop, &hand->watch, hand->fd, EPOLLIN);
}

/* A test that ends momus is a finding, too, against itself. */
static void report_death(struct engine *engine, struct hand *hand, int status) {
    struct strbuf text = {0}, print = {0};
    const char *me = "momus";
    if (WIFSIGNALED(status))
        strbuf_printf(&text, "a worker of momus was ended by signal %d", WTERMSIG(status));
    else
        strbuf_printf(&text, "a worker of momus ended with status %d", WEXITSTATUS(status));
    strbuf_printf(&print, "momus:%s:%s", engine->settings->strategies[hand->unit.strategy]->name,
                  strbuf_text(&text));
    struct store_report report = {
        .finding =
            {
                .class_name = "momus",
                .at_fault = {&me, 1},
                .basis = "observation",
                .confidence = "proven",
                .fingerprint = strbuf_text(&print),
                .evidence = strbuf_text(&text),
                .strategy = engine->settings->strategies[hand->unit.strategy]->name,
                .test = hand->board->test,
                .logic = "ALL",
            },
        .script = "",
        .seen = (int64_t)time(NULL) * 1000,
    };
    uint32_t number = keep(engine, &report);
    if (number != 0)
        announce(engine, number);
    strbuf_free(&text);
    strbuf_free(&print);
}

/* Is the test that the worker was at to be left out? Not everything that ends a worker is a test. */
static bool is_fatal(const struct unit *unit) {
    return unit->n_deaths >= DEATHS_AT_A_TEST;
}

/* Who is killed may have been killed by anybody; who crashes did so by himself. */
static uint32_t weight_of_death(int status) {
    return WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL ? 1 : DEATHS_AT_A_TEST / 2;
}

/*
 * Its trail goes on where it was, and after some deaths there behind the test that it was
 * at; without one, the trail is over.
 */
static void save_unit(struct engine *engine, size_t number, int status) {
    struct hand *hand = &engine->hands[number];
    struct test_id id;
    bool known = test_id_read(hand->board->test, strlen(hand->board->test), &id);
    struct unit rest = hand->unit;
    u32_vec none = {0};
    take_reports(engine, number, &none, false);
    engine->n_promised -= hand->unit.max_tests - hand->n_made;
    hand->is_busy = false;
    rest.n_deaths += weight_of_death(status);
    if (is_fatal(&rest)) {
        struct store_progress skipped = {
            .strategy = engine->settings->strategies[rest.strategy]->name,
            .trail = rest.trail,
            .first_step = rest.first_step,
            .next_step = known && id.step > rest.first_step ? id.step : rest.first_step,
            .done = !known || id.step >= rest.n_steps,
        };
        if (!store_advance(engine->store, &skipped))
            fail(engine, store_error(engine->store));
        if (skipped.done)
            return;
        rest.first_step = skipped.next_step;
        rest.n_deaths = 0;
    }
    /* before all that was not begun: it belongs to the first tests of the campaign */
    vec_extend(&engine->pending, 1);
    memmove(engine->pending.at + 1, engine->pending.at,
            (engine->pending.n - 1) * sizeof *engine->pending.at);
    engine->pending.at[0] = rest;
}

static void bury(struct engine *engine, size_t number) {
    struct hand *hand = &engine->hands[number];
    int status = 0;
    loop_unwatch(&engine->loop, &hand->watch);
    close(hand->fd);
    waitpid(hand->pid, &status, 0);
    hand->pid = engine->pids[number] = 0;
    wire_in_release(&hand->in);
    hand->in = (struct wire_in){0};
    engine->view.n_workers--;
    bool is_expected =
        engine->view.is_stopping &&
        (engine->end == ENGINE_INTERRUPTED || (WIFEXITED(status) && WEXITSTATUS(status) == 0));
    if (is_expected) {
        u32_vec none = {0};
        take_reports(engine, number, &none, false);
        return;
    }
    engine->view.n_deaths++;
    engine->n_deaths_in_a_row++;
    report_death(engine, hand, status);
    if (hand->is_busy)
        save_unit(engine, number, status);
    if (engine->n_deaths_in_a_row > DEATHS_IN_A_ROW)
        fail(engine, "workers die one after the other");
    else if (!engine->view.is_stopping && !start_worker(engine, number))
        fail(engine, "no worker can be started");
}

static void on_worker(struct loop_watch *watch, uint32_t events) {
    struct hand *hand = LOOP_OWNER(watch, struct hand, watch);
    struct engine *engine = hand->engine;
    size_t number = (size_t)(hand - engine->hands);
    struct wire_message message;
    (void)events;
    bool lives = wire_receive(&hand->in, hand->fd);
    while (wire_next(&hand->in, &message))
        take_message(engine, number, &message);
    if (!lives)
        bury(engine, number);
    hand_out(engine);
}

/* ---- reducers -------------------------------------------------------------- */

static void on_reduced(uint32_t number, uint32_t into, void *context) {
    struct engine *engine = context;
    struct arena arena = {0};
    struct store_finding finding;
    bool there;
    engine->has_news = true;
    engine->view.n_reduced++;
    commit(engine);
    if (engine->end != ENGINE_FAILED &&
        store_finding(engine->store, number, &arena, &finding, &there) && there) {
        if (into != 0)
            reward(engine, &finding, false);
        engine->show(&engine->view, &finding, engine->context);
    }
    arena_free(&arena);
}

static void on_counts(const struct store_counters *counts, void *context) {
    struct engine *engine = context;
    store_count(engine->store, "", counts);
    count(engine, SIZE_MAX, counts);
}

static void on_failure(const char *message, void *context) {
    fail(context, message);
}

static void start_reducers(struct engine *engine) {
    const struct engine_settings *settings = engine->settings;
    struct reducers_calls calls = {on_reduced, on_counts, on_failure, engine};
    engine->reducers_settings = (struct reducers_settings){
        .panel = {.solvers = settings->setup.solvers,
                  .names = settings->setup.names,
                  .n_solvers = settings->setup.n_solvers,
                  .limits = settings->setup.limits},
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

/* No more work: workers finish their batch and go. */
static void stop(struct engine *engine, enum engine_end end) {
    if (engine->view.is_stopping)
        return;
    engine->view.is_stopping = true;
    engine->view.end = engine->end = end;
    for (size_t i = 0; i < engine->settings->n_workers; i++)
        if (engine->hands[i].pid != 0)
            shutdown(engine->hands[i].fd, SHUT_WR);
    reducers_stop(engine->reducers);
}

static void kill_workers(struct engine *engine) {
    engine->end = ENGINE_INTERRUPTED;
    for (size_t i = 0; i < engine->settings->n_workers; i++)
        if (engine->hands[i].pid != 0)
            kill(engine->hands[i].pid, SIGKILL);
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
        stop(engine, ENGINE_STOPPED);
}

static void on_tick(struct loop_timer *timer) {
    struct engine *engine = LOOP_OWNER(timer, struct engine, tick);
    uint64_t now = clock_monotonic_ns();
    engine->view.elapsed_ns = now - engine->start;
    if (engine->is_dirty && now - engine->last_commit > COMMIT_MS * UINT64_C(1000000))
        commit(engine);
    if (now - engine->last_stats > STATS_MS * UINT64_C(1000000))
        write_stats(engine);
    if (engine->settings->duration_ns > 0 &&
        engine->view.elapsed_ns >= engine->settings->duration_ns)
        stop(engine, ENGINE_DONE);
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
        size_t strategy = strategy_number(engine, counted.at[i].name);
        if (strategy == SIZE_MAX)
            continue;
        engine->view.by_strategy[strategy] = counted.at[i].counters;
        engine->view.findings_by_strategy[strategy] = counted.at[i].findings;
    }
    for (size_t s = 0; good && s < engine->schedule.n; s++) {
        store_trail_vec trails = {0};
        good = store_pending(engine->store, engine->settings->strategies[s]->name, &arena, &trails,
                             &engine->schedule.lines[s].next_trail);
        for (size_t i = 0; good && i < trails.n; i++)
            vec_push(&engine->pending, ((struct unit){.strategy = s,
                                                      .trail = trails.at[i].trail,
                                                      .seed = seed_of(&trails.at[i]),
                                                      .first_step = trails.at[i].next_step,
                                                      .n_steps = steps_of(engine, s)}));
        engine->schedule.turn += engine->schedule.lines[s].next_trail;
        vec_free(&trails);
    }
    if (good) {
        engine->view.counters = totals.counters;
        engine->view.resumed = totals.resumed;
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
        if (!start_worker(engine, i)) {
            strbuf_printf(engine->error, "no worker can be started: %s", strerror(errno));
            return false;
        }
    }
    return true;
}

static void run_loop(struct engine *engine) {
    engine->tick.fire = on_tick;
    loop_set(&engine->loop, &engine->tick, clock_monotonic_ns());
    hand_out(engine);
    while (engine->view.n_workers > 0)
        loop_step(&engine->loop, UINT64_MAX);
    end_reducers(engine);
    loop_unset(&engine->loop, &engine->tick);
    engine->view.elapsed_ns = clock_monotonic_ns() - engine->start;
    commit(engine);
    write_stats(engine);
    engine->show(&engine->view, NULL, engine->context);
}

static void release(struct engine *engine, sigset_t *before) {
    int fd = engine->signals.fd;
    u32_vec none = {0};
    for (size_t i = 0; i < engine->settings->n_workers; i++)
        take_reports(engine, i, &none, false);
    reducers_free(engine->reducers);
    loop_unwatch(&engine->loop, &engine->signals);
    if (fd >= 0)
        close(fd);
    sigprocmask(SIG_SETMASK, before, NULL);
    loop_release(&engine->loop);
    schedule_release(&engine->schedule);
    vec_free(&engine->pending);
    vec_free(&engine->reports);
    vec_free(&engine->refused);
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
        fail(&engine, strerror(errno));
    else if (!resume(&engine) || !resume_seeds(&engine) || !reducers_resume(engine.reducers))
        fail(&engine, store_error(store));
    else if (!start_hands(&engine, boards))
        fail(&engine, "no worker can be started");
    run_loop(&engine);
    release(&engine, &before);
    munmap(boards, board_bytes);
    return engine.end;
}
