#include <inttypes.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/die.h"
#include "campaign/engine_int.h"
#include "campaign/offspring.h"

#define SECOND_NS UINT64_C(1000000000)

enum {
    DEATHS_AT_A_TEST = 6, /* after which it is left out: kills count one, crashes three */
    DEATHS_IN_A_ROW = 10, /* without any progress: something is wrong that time does not heal */
    FIRST_TRAILS = 100,   /* are short, so that many seeds and strategies are soon tried: */
    FIRST_STEPS = 16,     /* no more than so many steps */
    FRUITLESS_ROUNDS = 2, /* over all seeds and strategies, after which they give no more */
};

/* ---- what workers say ------------------------------------------------------ */

static void hold_report(struct engine *engine, size_t hand, const struct wire_message *message) {
    struct waiting waiting = {.hand = hand, .n = (size_t)(message->end - message->at)};
    waiting.bytes = mem_alloc(waiting.n);
    memcpy(waiting.bytes, message->at, waiting.n);
    vec_push(&engine->reports, waiting);
}

/* The reports of a hand whose batch is complete; without `news` it will never be: they are dropped. */
static void take_reports(struct engine *engine, size_t hand, u32_vec *news) {
    size_t left = 0;
    for (size_t i = 0; i < engine->reports.n; i++) {
        struct waiting *waiting = &engine->reports.at[i];
        if (waiting->hand != hand) {
            engine->reports.at[left++] = *waiting;
            continue;
        }
        if (news != NULL) {
            struct arena arena = {0};
            struct wire_message message = {WIRE_FINDING, waiting->bytes,
                                           waiting->bytes + waiting->n};
            struct store_report report = report_receive(&message, &arena);
            uint32_t number = engine_keep(engine, &report);
            if (number != 0)
                vec_push(news, number);
            arena_free(&arena);
        }
        mem_free(waiting->bytes);
    }
    engine->reports.n = left;
}

void engine_drop_reports(struct engine *engine, size_t hand) {
    take_reports(engine, hand, NULL);
}

/* Over, only because no more tests were wanted: a campaign that goes on goes on there. */
static bool is_cut(const struct hand *hand, const struct progress *progress) {
    return hand->n_made + progress->counts.tests >= hand->unit.max_tests &&
           progress->next_step < hand->unit.n_steps;
}

static void note_seed(struct engine *engine, uint64_t seed) {
    for (size_t i = 0; i < engine->done.n; i++)
        if (engine->done.at[i] == seed)
            return;
    vec_push(&engine->done, seed);
    engine->view.n_done_seeds++;
}

/* What a trail that is done has cost, and whether it was of any use. */
static void settle(struct engine *engine, const struct hand *hand,
                   const struct progress *progress) {
    const struct unit *unit = &hand->unit;
    double seconds = (double)(clock_monotonic_ns() - hand->start) / SECOND_NS;
    if (progress->awaited_ms > 0) {
        schedule_put_off(&engine->schedule, unit->strategy, unit->seed, seconds,
                         (double)progress->awaited_ms / 1000);
        return;
    }
    if (progress->seed != 0)
        note_seed(engine, progress->seed);
    schedule_spend(&engine->schedule, unit->strategy, unit->seed, seconds,
                   (double)progress->lost_ms / 1000, hand->n_made == 0);
    engine->n_fruitless = hand->n_made > 0 ? 0 : engine->n_fruitless + 1;
}

/* It goes as at the end of a campaign. */
static void renew(struct engine *engine, struct hand *hand) {
    uint64_t memory = offspring_memory(hand->pid);
    if (memory <= hand->memory + engine->settings->worker_growth)
        return;
    hand->is_leaving = true;
    shutdown(hand->fd, SHUT_WR);
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
    take_reports(engine, number, &news);
    if (!store_advance(engine->store, &kept))
        engine_fail(engine, store_error(engine->store));
    engine_count(engine, progress->strategy, &progress->counts);
    hand->unit.first_step = progress->next_step;
    hand->unit.n_deaths = 0;
    hand->n_made += progress->counts.tests;
    engine->n_promised -= progress->counts.tests;
    engine->n_deaths_in_a_row = 0;
    if (progress->done) {
        settle(engine, hand, progress);
        engine->n_promised -= hand->unit.max_tests - hand->n_made;
        hand->is_busy = false;
        renew(engine, hand);
    }
    for (size_t i = 0; i < news.n; i++)
        engine_announce(engine, news.at[i]);
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
        engine_fail(engine, store_error(engine->store));
    engine->view.n_refused_seeds = engine->refused.n;
    engine->is_dirty = true;
}

static void take_exhibit(struct engine *engine, struct wire_message *message) {
    struct exhibit exhibit = exhibit_receive(message);
    struct strbuf head = {0};
    strbuf_printf(&head, "; test %s\n; %s: ", exhibit.test, exhibit.solver);
    for (size_t i = 0; i < exhibit.n_message; i++) {
        strbuf_add_char(&head, exhibit.message[i]);
        if (exhibit.message[i] == '\n' && i + 1 < exhibit.n_message)
            strbuf_add_text(&head, "; ");
    }
    strbuf_add_char(&head, '\n');
    if (!store_put_example(engine->store, exhibit.kind, exhibit.solver, strbuf_text(&head),
                           exhibit.script, exhibit.n_script))
        engine_fail(engine, store_error(engine->store));
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
        engine_count(engine, SIZE_MAX, &counts);
        break;
    }
    case WIRE_SEED:
        take_seed(engine, message);
        break;
    case WIRE_EXHIBIT:
        take_exhibit(engine, message);
        break;
    default:
        BUG("a worker sent a message of kind %d", message->kind);
    }
}

/* ---- handing out work ------------------------------------------------------ */

uint64_t engine_steps(const struct engine *engine, size_t strategy) {
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

static bool is_before(const struct unit *first, const struct unit *second) {
    return schedule_is_before(
        &(struct schedule_choice){.strategy = first->strategy, .trail = first->trail},
        &(struct schedule_choice){.strategy = second->strategy, .trail = second->trail});
}

void engine_add_pending(struct engine *engine, const struct unit *unit) {
    size_t at = engine->pending.n;
    vec_extend(&engine->pending, 1);
    for (; at > 0 && is_before(unit, &engine->pending.at[at - 1]); at--)
        engine->pending.at[at] = engine->pending.at[at - 1];
    engine->pending.at[at] = *unit;
}

static struct unit unit_of(const struct engine *engine, const struct schedule_choice *choice) {
    struct unit unit = {
        .strategy = choice->strategy,
        .trail = choice->trail,
        .seed = choice->seed,
        .n_steps = engine_steps(engine, choice->strategy),
        .may_wait = choice->is_first && engine->settings->setup.has_fixed_limit,
    };
    if (!engine->settings->is_fair && !engine->settings->setup.has_fixed_limit &&
        engine->schedule.turn <= FIRST_TRAILS && unit.n_steps > FIRST_STEPS)
        unit.n_steps = FIRST_STEPS;
    return unit;
}

/*
 * What was left, unless a fair schedule has something before that: nobody had heard of it when the
 * campaign was killed.
 */
static bool draw_unit(struct engine *engine, struct schedule_choice *choice) {
    if (engine->pending.n > 0) {
        const struct unit *left = &engine->pending.at[0];
        struct schedule_choice until = {.strategy = left->strategy, .trail = left->trail};
        return schedule_next_before(&engine->schedule, &until, choice);
    }
    *choice = schedule_next(&engine->schedule);
    return true;
}

static bool next_unit(struct engine *engine, struct unit *unit) {
    struct schedule_choice choice;
    if (draw_unit(engine, &choice)) {
        struct unit fresh = unit_of(engine, &choice);
        engine_add_pending(engine, &fresh);
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

void engine_hand_out(struct engine *engine) {
    uint64_t most = FRUITLESS_ROUNDS * (engine->view.n_seeds + 1) * engine->schedule.n;
    if (engine->n_fruitless > most && schedule_is_dry(&engine->schedule)) {
        if (!is_anybody_busy(engine))
            engine_stop(engine, ENGINE_EXHAUSTED);
        return;
    }
    for (size_t i = 0; i < engine->settings->n_workers && !engine->view.is_stopping; i++) {
        struct hand *hand = &engine->hands[i];
        if (hand->pid == 0 || hand->is_leaving || hand->is_busy || !next_unit(engine, &hand->unit))
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
        engine_stop(engine, ENGINE_DONE);
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

bool engine_start_worker(struct engine *engine, size_t number) {
    struct hand *hand = &engine->hands[number];
    int fd;
    hand->board->test[0] = '\0';
    if (engine->settings->duration_ns > 0 && !engine->view.is_stopping)
        hand->board->deadline = engine->start + engine->settings->duration_ns;
    pid_t pid = offspring_start(work, hand, &fd);
    if (pid < 0)
        return false;
    hand->pid = engine->pids[number] = pid;
    hand->fd = fd;
    hand->memory = offspring_memory(pid);
    hand->is_leaving = false;
    hand->watch.ready = on_worker;
    engine->view.n_workers++;
    return loop_watch(&engine->loop, &hand->watch, hand->fd, EPOLLIN);
}

/* Is the test that the worker was at to be left out? Not everything that ends a worker is a test. */
static bool is_fatal(const struct unit *unit) {
    return unit->n_deaths >= DEATHS_AT_A_TEST;
}

static uint32_t weight_of_death(int status) {
    return death_is_kill(status) ? 1 : DEATHS_AT_A_TEST / 2;
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
    engine_drop_reports(engine, number);
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
            engine_fail(engine, store_error(engine->store));
        if (skipped.done)
            return;
        rest.first_step = skipped.next_step;
        rest.n_deaths = 0;
    }
    engine_add_pending(engine, &rest);
}

static void mourn(struct engine *engine, size_t number, int status) {
    struct hand *hand = &engine->hands[number];
    engine->view.n_deaths++;
    engine->n_deaths_in_a_row++;
    engine_note_death(engine, hand, status);
    if (hand->is_busy)
        save_unit(engine, number, status);
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
    bool is_well = WIFEXITED(status) && WEXITSTATUS(status) == 0;
    if (engine->view.is_stopping && (is_well || engine->end == ENGINE_INTERRUPTED)) {
        engine_drop_reports(engine, number);
        return;
    }
    if (hand->is_leaving && is_well)
        engine->view.n_renewed++;
    else
        mourn(engine, number, status);
    if (engine->n_deaths_in_a_row > DEATHS_IN_A_ROW)
        engine_fail(engine, "workers die one after the other");
    else if (!engine->view.is_stopping && !engine_start_worker(engine, number))
        engine_fail(engine, "no worker can be started");
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
    engine_hand_out(engine);
}
