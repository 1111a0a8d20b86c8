#include <errno.h>
#include <poll.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/die.h"
#include "campaign/worker_int.h"

/* ---- time ------------------------------------------------------------------ */

/* CPU time of momus is that of this process, and of the wardens around solvers. */
static void count_time(struct worker *worker) {
    uint64_t own = clock_cpu_ns() + child_wardens_cpu_ns(), solvers = child_total_cpu_ns();
    worker->counts.cpu_ns += own - worker->cpu_ns;
    worker->counts.solver_cpu_ns += solvers - worker->solver_cpu_ns;
    worker->cpu_ns = own;
    worker->solver_cpu_ns = solvers;
}

/* ---- the batch ------------------------------------------------------------- */

static struct probe *add_probe(struct worker *worker) {
    if (worker->n_probes == worker->probes.n) {
        struct probe fresh = {
            .answers = mem_alloc_zero(lineup_most(&worker->rules) * sizeof(struct asked))};
        vec_push(&worker->probes, fresh);
    }
    struct probe *probe = &worker->probes.at[worker->n_probes++];
    strbuf_clear(&probe->text);
    strbuf_clear(&probe->core);
    probe->is_seed = false;
    return probe;
}

static void clear_batch(struct worker *worker) {
    for (size_t i = 0; i < worker->n_probes; i++)
        for (size_t s = 0; s < lineup_most(&worker->rules); s++) {
            struct asked *asked = &worker->probes.at[i].answers[s];
            asked_release(asked);
            *asked = (struct asked){0};
        }
    worker->n_probes = 0;
}

static void on_asked(struct asked *asked, void *context) {
    struct slot *slot = context;
    *slot->asked = *asked;
    *asked = (struct asked){0};
    slot->worker->n_waiting--;
}

/* How the trail is asked: what does not adapt goes by its number alone. */
static unsigned choose_kind(const struct worker *worker, uint64_t trail) {
    enum { RESETS = 1 << 0 | 1 << PACE_LEISURE, PUSHES = RESETS << PACE_PUSH_POP };
    enum campaign_way way = worker->setup->way;
    unsigned kinds = way == WAY_AUTO ? RESETS | PUSHES : way == WAY_PUSH_POP ? PUSHES : RESETS;
    if (worker->setup->adapts)
        return pace_choose(&worker->pace, kinds);
    bool pushes = way == WAY_PUSH_POP || (way == WAY_AUTO && trail % 2 == 1);
    return PACE_LEISURE | (pushes ? PACE_PUSH_POP : 0);
}

static enum ask_way way_of_kind(const struct worker_setup *setup, unsigned kind) {
    if (kind & PACE_PUSH_POP)
        return ASK_PUSH_POP;
    return setup->way == WAY_SPAWN ? ASK_SPAWN : ASK_RESET;
}

static struct asker *asker_of(struct worker *worker, size_t seat) {
    if (worker->lineup.is_drawn[seat])
        return worker->drawn[seat];
    return worker->askers[worker->kind & PACE_PUSH_POP][worker->lineup.bases[seat]];
}

/* Its own, where that is known and somebody else had the processor. */
static uint64_t time_of(const struct asked *asked) {
    return asked->way != ASK_SPAWN && asked->cpu_ns > 0 && asked->cpu_ns < asked->wall_ns
               ? asked->cpu_ns
               : asked->wall_ns;
}

/* Who checks himself, or has odd options, takes another time than he takes as he is. */
static void note_pace(struct worker *worker, size_t seat, const struct asked *asked) {
    if (!asked->is_spared && !worker->lineup.is_drawn[seat])
        pace_note(&worker->pace, worker->lineup.bases[seat], worker->kind, time_of(asked),
                  asked->end != CHILD_WALL);
}

/* Seeds as they are need no more than most answers take, unless all is to be always the same. */
static uint64_t limit_of(const struct worker *worker, size_t seat) {
    size_t solver = worker->lineup.bases[seat];
    return worker->setup->adapts && worker->probes.at[0].is_seed
               ? pace_brief_ms(&worker->pace, solver, worker->kind)
               : pace_limit_ms(&worker->pace, solver, worker->kind);
}

static void ask_batch(struct worker *worker, size_t seat) {
    struct asker *asker = asker_of(worker, seat);
    struct child_limits limits = worker->setup->limits;
    uint64_t start = clock_monotonic_ns();
    limits.wall_ms = limit_of(worker, seat);
    uint64_t most_ms = worker->setup->limits.wall_ms, fresh_ms = limits.wall_ms + FRESH_MS,
             busy_ms = BUSY * limits.wall_ms;
    worker->n_waiting = worker->n_probes;
    for (size_t i = 0; i < worker->n_probes; i++) {
        struct probe *probe = &worker->probes.at[i];
        struct ask ask = {
            .solver = &worker->lineup.solvers[seat],
            .text = strbuf_text(&probe->text),
            .n = probe->text.n,
            .wants = {.models = worker->wants_models,
                      .cores = worker->wants_cores && probe->truth == TRUTH_UNSAT},
            .limits = limits,
            .fresh_wall_ms = fresh_ms < most_ms ? fresh_ms : most_ms,
            .busy_wall_ms = busy_ms < most_ms ? busy_ms : most_ms,
        };
        worker->slots.at[i] = (struct slot){worker, &probe->answers[seat]};
        asker_ask(asker, &ask, on_asked, &worker->slots.at[i]);
    }
    while (worker->n_waiting > 0 && (loop_step(&worker->loop, UINT64_MAX) || errno == EINTR))
        ;
    REQUIRE(worker->n_waiting == 0);
    worker->asked_ns += clock_monotonic_ns() - start;
    for (size_t i = 0; i < worker->n_probes; i++) {
        const struct asked *asked = &worker->probes.at[i].answers[seat];
        worker->lost_ns += asked->end == CHILD_WALL ? asked->wall_ns : 0;
        note_pace(worker, seat, asked);
    }
}

/* ---- asking and judging a batch ---------------------------------------------- */

static void set_board(struct worker *worker, const struct test_id *id) {
    strbuf_clear(&worker->scratch);
    if (id != NULL)
        test_id_print(id, &worker->scratch);
    size_t n = worker->scratch.n < TEST_ID_MAX ? worker->scratch.n : TEST_ID_MAX - 1;
    memcpy(worker->board->test, strbuf_text(&worker->scratch), n);
    worker->board->test[n] = '\0';
}

/* Asks everybody about the probes of the batch, and judges them. True if anything was found. */
static bool run_batch(struct worker *worker) {
    bool found = false;
    while (worker->slots.n < worker->n_probes)
        vec_push(&worker->slots, (struct slot){0});
    for (size_t s = 0; s < worker->lineup.n && worker->n_probes > 0; s++)
        ask_batch(worker, s);
    for (size_t i = 0; i < worker->n_probes; i++) {
        struct probe *probe = &worker->probes.at[i];
        set_board(worker, probe->is_seed ? NULL : &probe->id);
        worker_count_answers(worker, probe);
        found |= worker_judge(worker, probe);
    }
    clear_batch(worker);
    return found;
}

/* ---- seeds ----------------------------------------------------------------- */

static void refuse_seed(struct worker *worker, const struct seed *seed) {
    wire_begin(&worker->out, WIRE_SEED);
    wire_put_number(&worker->out, seed->hash);
    wire_put_word(&worker->out, seed->name);
    wire_put_word(&worker->out, "a solver misbehaves on it as it is");
    worker_send(worker);
}

/* Asks the lineup about the seed as it is. True if somebody misbehaves. */
static bool ask_seed(struct worker *worker, const struct trail *trail, const struct seed *seed) {
    struct probe *probe = add_probe(worker);
    probe->is_seed = true;
    probe->id = trail->id;
    probe->truth = seed->truth;
    probe->basis = BASIS_LABEL;
    memcpy(probe->seeds, trail->seeds, trail->id.n_seeds * sizeof *trail->seeds);
    render_forget(worker->setup->maker->render);
    render_test(worker->setup->maker->render, &(struct test){.script = &seed->script},
                &probe->text);
    return run_batch(worker);
}

/* Asked once, and if nothing adapts always in the same way, whatever trail it is that asks. */
static bool is_good_seed(struct worker *worker, const struct trail *trail,
                         const struct seed *seed) {
    for (size_t i = 0; i < worker->vetted.n; i++)
        if (worker->vetted.at[i].hash == seed->hash)
            return worker->vetted.at[i].is_good;
    bool wants_models = worker->wants_models;
    unsigned kind = worker->kind;
    worker->wants_models = worker->setup->models_every > 0;
    if (!worker->setup->adapts)
        worker->kind = choose_kind(worker, 0);
    uint64_t timeouts = worker->counts.timeouts;
    bool is_good = !ask_seed(worker, trail, seed);
    timeouts = worker->counts.timeouts - timeouts;
    worker->wants_models = wants_models;
    worker->kind = kind;
    vec_push(&worker->vetted, ((struct vetting){seed->hash, is_good, (uint32_t)timeouts}));
    if (!is_good)
        refuse_seed(worker, seed);
    return is_good;
}

/*
 * A seed that misbehaves as it is says nothing about what is made of it: its trails make no
 * tests. Which seeds a trail has does not depend on that, or it would depend on the worker.
 */
static bool vet(struct worker *worker, const struct trail *trail) {
    bool good = true;
    for (size_t i = 0; i < trail->id.n_seeds; i++)
        good &= is_good_seed(worker, trail, trail->seeds[i]);
    return good;
}

/*
 * What one test will probably take, by those who ran out of time on a seed of it as it is; 0: the
 * usual time.
 */
static uint64_t awaited_ms(const struct worker *worker, const struct trail *trail) {
    uint32_t n_slow = 0;
    for (size_t i = 0; i < worker->vetted.n; i++)
        for (size_t s = 0; s < trail->id.n_seeds; s++)
            if (worker->vetted.at[i].hash == trail->seeds[s]->hash &&
                worker->vetted.at[i].n_slow > n_slow)
                n_slow = worker->vetted.at[i].n_slow;
    return n_slow * worker->setup->limits.wall_ms;
}

/* ---- the lineup ------------------------------------------------------------ */

static void seat_lineup(struct worker *worker) {
    enum ask_way way = way_of_kind(worker->setup, worker->kind);
    for (size_t s = 0; s < worker->lineup.n; s++)
        if (worker->lineup.is_drawn[s])
            worker->drawn[s] = asker_new(&worker->loop, &worker->lineup.solvers[s], way);
}

/* The loop sees the end of their processes when it runs next. */
static void dismiss_lineup(struct worker *worker) {
    for (size_t s = 0; s < worker->lineup.n; s++)
        if (worker->drawn[s] != NULL) {
            asker_free(worker->drawn[s]);
            worker->drawn[s] = NULL;
        }
    lineup_release(&worker->lineup);
}

static bool has_drawn(const struct lineup *lineup) {
    for (size_t s = 0; s < lineup->n; s++)
        if (lineup->is_drawn[s])
            return true;
    return false;
}

/* Who does not go with the seeds themselves, by errors and refusals, leaves. */
static void dismiss_misfits(struct worker *worker) {
    for (size_t s = worker->lineup.n; s-- > 0;)
        if (worker->misfits[s]) {
            asker_free(worker->drawn[s]);
            worker->drawn[s] = NULL;
            lineup_unseat(&worker->rules, &worker->lineup, s);
        }
}

/* Is the lineup fit for the trail? False if the seeds as they are show something wrong. */
static bool vet_lineup(struct worker *worker, const struct trail *trail) {
    memset(worker->misfits, 0, lineup_most(&worker->rules) * sizeof *worker->misfits);
    for (size_t i = 0; i < trail->id.n_seeds && has_drawn(&worker->lineup); i++)
        if (ask_seed(worker, trail, trail->seeds[i]))
            return false;
    dismiss_misfits(worker);
    return true;
}

/*
 * Seeds are vetted by the solvers as they are; then the trail gets its own lineup, if
 * that lives with its seeds. False: no seeds to use, or, as the progress says, not now.
 */
static bool begin_lineup(struct worker *worker, const struct unit *unit, const struct trail *trail,
                         struct progress *progress) {
    lineup_plain(&worker->rules, &worker->lineup);
    if (!vet(worker, trail))
        return false;
    progress->awaited_ms = unit->may_wait ? awaited_ms(worker, trail) : 0;
    if (progress->awaited_ms > 0)
        return false;
    lineup_release(&worker->lineup);
    lineup_draw(&worker->rules, trail->id.strategy, unit->trail, &worker->lineup);
    seat_lineup(worker);
    if (!vet_lineup(worker, trail)) {
        dismiss_lineup(worker);
        lineup_plain(&worker->rules, &worker->lineup);
    }
    return true;
}

/* ---- units ----------------------------------------------------------------- */

static void send_progress(struct worker *worker, struct progress *progress, uint64_t next_step,
                          bool done) {
    count_time(worker);
    progress->next_step = next_step;
    progress->done = done;
    progress->lost_ms = worker->lost_ns / 1000000;
    progress->counts = worker->counts;
    progress_send(&worker->out, progress);
    worker_send(worker);
    progress->first_step = next_step;
    worker->counts = (struct store_counters){0};
}

static void add_test(struct worker *worker, const struct trail *trail, const struct test *test) {
    struct probe *probe = add_probe(worker);
    probe->id = trail->id;
    probe->truth = test->truth;
    probe->basis = test->basis;
    memcpy(probe->seeds, trail->seeds, trail->id.n_seeds * sizeof *trail->seeds);
    render_test(worker->setup->maker->render, test, &probe->text);
    if (test->core != NULL && worker->wants_cores)
        strbuf_add_text(&probe->core, test->core);
    probe->logic = render_logic(worker->setup->maker->render);
    worker->counts.tests++;
}

/* The coordinator has closed its end: the batch that is under way is the last. */
static bool is_told_to_stop(const struct worker *worker) {
    struct pollfd poll_fd = {.fd = worker->fd, .events = POLLRDHUP};
    return poll(&poll_fd, 1, 0) > 0 && (poll_fd.revents & (POLLRDHUP | POLLHUP)) != 0;
}

/* The next test of the trail. Making it may be what ends the worker: it is on the board before. */
static bool make_test(struct worker *worker, struct trail *trail, struct test *test) {
    struct test_id next = trail->id;
    next.step++;
    set_board(worker, &next);
    bool made = gen_trail_next(trail, test);
    if (!made)
        set_board(worker, trail->id.step > 0 ? &trail->id : NULL);
    return made;
}

/* Makes up to so many tests of the trail; false at its end. */
static bool make_batch(struct worker *worker, struct trail *trail, const struct unit *unit,
                       uint64_t *n_tests, uint32_t n) {
    struct test test;
    while (worker->n_probes < n) {
        if (*n_tests >= unit->max_tests || trail->id.step >= unit->n_steps ||
            !make_test(worker, trail, &test))
            return false;
        if (test.dropped != NULL) {
            worker->counts.dropped++;
            continue;
        }
        add_test(worker, trail, &test);
        ++*n_tests;
    }
    return true;
}

/* Is more of this trail worth its time, after a batch in which so many answers did not come? */
static bool is_worth_more(const struct worker *worker, const struct trail *trail, uint64_t timeouts,
                          uint64_t tests) {
    if (!worker->setup->adapts || trail->id.n_seeds == 0)
        return true;
    return timeouts <= tests / 2 && worker->asked_ns <= PACE_SLICE_NS;
}

/* A trail that must go on to its end does so in a hurry once it has had its time. */
static void end_leisure(struct worker *worker) {
    if (!worker->setup->adapts || (worker->kind & PACE_LEISURE) == 0 ||
        worker->asked_ns <= PACE_SLICE_NS)
        return;
    pace_spend(&worker->pace, worker->kind, worker->asked_ns);
    worker->asked_ns = 0;
    worker->kind &= ~(unsigned)PACE_LEISURE;
}

/* The steps of a trail, batch by batch. False if it was stopped before its end. */
static bool run_trail(struct worker *worker, struct trail *trail, const struct unit *unit,
                      struct progress *progress) {
    struct test test;
    uint64_t n_tests = 0;
    uint32_t batch = FIRST_BATCH;
    bool goes_on = true;
    render_forget(worker->setup->maker->render);
    while (goes_on && trail->id.step < unit->first_step)
        goes_on = gen_trail_next(trail, &test);
    worker->asked_ns = 0;
    while (goes_on) {
        uint64_t timeouts = worker->counts.timeouts, tests = n_tests;
        uint64_t before = worker->asked_ns;
        goes_on = make_batch(worker, trail, unit, &n_tests, batch);
        run_batch(worker);
        batch = pace_batch(&worker->pace, worker->kind, batch, worker->asked_ns - before);
        timeouts = worker->counts.timeouts - timeouts;
        goes_on = goes_on && is_worth_more(worker, trail, timeouts, n_tests - tests);
        end_leisure(worker);
        if (goes_on)
            send_progress(worker, progress, trail->id.step, false);
        if (goes_on && is_told_to_stop(worker))
            return false;
    }
    pace_spend(&worker->pace, worker->kind, worker->asked_ns);
    return true;
}

static void run_unit(struct worker *worker, const struct unit *unit) {
    struct corpus *corpus = &worker->setup->maker->corpora[unit->strategy];
    struct progress progress = {
        .strategy = unit->strategy,
        .trail = unit->trail,
        .first_step = unit->first_step,
    };
    uint64_t step = unit->first_step;
    worker->lost_ns = 0;
    uint32_t every = worker->setup->models_every;
    worker->wants_models =
        corpus->strategy->wants_models || (every > 0 && unit->trail / 2 % every == 1 % every);
    worker->kind = choose_kind(worker, unit->trail);
    worker->wants_cores = corpus->strategy->wants_cores;
    struct trail *trail = corpus_begin(corpus, worker->setup->campaign, unit->trail, unit->seed);
    bool done = true;
    if (trail != NULL && trail->id.n_seeds > 0)
        progress.seed = trail->seeds[0]->hash;
    if (trail != NULL && begin_lineup(worker, unit, trail, &progress)) {
        done = run_trail(worker, trail, unit, &progress);
        step = trail->id.step > step ? trail->id.step : step;
    }
    gen_trail_end(trail);
    dismiss_lineup(worker);
    set_board(worker, NULL);
    if (done)
        send_progress(worker, &progress, step, true);
}

/* ---- life ------------------------------------------------------------------ */

static void start_askers(struct worker *worker) {
    size_t n = worker->setup->n_solvers;
    for (unsigned kind = 0; kind < ASKERS; kind++) {
        worker->askers[kind] = mem_alloc_zero(n * sizeof *worker->askers[kind]);
        for (size_t s = 0; s < n; s++)
            worker->askers[kind][s] = asker_new(&worker->loop, &worker->setup->solvers[s],
                                                way_of_kind(worker->setup, kind));
    }
    worker->drawn = mem_alloc_zero(lineup_most(&worker->rules) * sizeof *worker->drawn);
    worker->misfits = mem_alloc_zero(lineup_most(&worker->rules) * sizeof *worker->misfits);
}

static void send_counts(struct worker *worker) {
    count_time(worker);
    counts_send(&worker->out, &worker->counts);
    wire_send(&worker->out, worker->fd); /* if nobody listens any more, nobody wants to know */
}

static void release(struct worker *worker) {
    for (unsigned kind = 0; kind < ASKERS; kind++) {
        for (size_t s = 0; s < worker->setup->n_solvers; s++)
            asker_free(worker->askers[kind][s]);
        mem_free(worker->askers[kind]);
    }
    mem_free(worker->drawn);
    mem_free(worker->misfits);
    while (loop_step(&worker->loop, UINT64_MAX))
        ;
    send_counts(worker); /* now the solvers' time is known */
    clear_batch(worker);
    for (size_t i = 0; i < worker->probes.n; i++) {
        strbuf_free(&worker->probes.at[i].text);
        strbuf_free(&worker->probes.at[i].core);
        mem_free(worker->probes.at[i].answers);
    }
    vec_free(&worker->probes);
    vec_free(&worker->slots);
    for (size_t i = 0; i < worker->confirmed.n; i++)
        mem_free(worker->confirmed.at[i]);
    oracle_workspace_free(worker->workspace);
    maker_free(worker->remaker);
    for (size_t i = 0; i < worker->revived.n; i++)
        mem_free(worker->revived.at[i]);
    vec_free(&worker->confirmed);
    vec_free(&worker->revived);
    pace_release(&worker->pace);
    vec_free(&worker->vetted);
    vec_free(&worker->errors);
    wire_out_release(&worker->out);
    strbuf_free(&worker->scratch);
    loop_release(&worker->loop);
}

int worker_run(const struct worker_setup *setup, int fd, struct worker_board *board) {
    struct worker worker = {.setup = setup, .fd = fd, .board = board, .born = clock_monotonic_ns()};
    struct wire_in in = {0};
    struct wire_message message;
    worker.rules = (struct lineup_rules){
        .solvers = setup->solvers,
        .names = setup->names,
        .n = setup->n_solvers,
        .campaign = setup->campaign,
        .self_checks = setup->self_checks,
        .drawables = setup->drawables,
    };
    if (!loop_init(&worker.loop))
        die(EXIT_ENVIRONMENT, "a worker cannot wait for events: %s", strerror(errno));
    /* What the coordinator had used before it made us is its own. */
    worker.cpu_ns = clock_cpu_ns() + child_wardens_cpu_ns();
    worker.solver_cpu_ns = child_total_cpu_ns();
    pace_init(&worker.pace, setup->n_solvers, setup->limits.wall_ms,
              setup->has_fixed_limit || !setup->adapts);
    start_askers(&worker);
    while (wire_receive(&in, fd))
        while (wire_next(&in, &message)) {
            struct unit unit = unit_receive(&message);
            run_unit(&worker, &unit);
        }
    wire_in_release(&in);
    release(&worker);
    return EXIT_DONE;
}
