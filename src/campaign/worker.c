#include <errno.h>
#include <poll.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/die.h"
#include "campaign/pace.h"
#include "campaign/worker.h"
#include "oracle/inquiry.h"

enum {
    ASKERS = 2,      /* kinds of sessions: 0 and PACE_PUSH_POP */
    FRESH_MS = 1000, /* a fresh process has so long to start */
    FIRST_BATCH = 4, /* tests that are asked together at the start of a trail */
};

/* A test, or a seed as it is, on its way through the solvers. */
struct probe {
    struct test_id id;
    bool is_seed;
    enum truth truth;
    enum basis basis;
    const struct seed *seeds[TEST_SEEDS_MAX];
    const char *logic; /* without seeds: what the test uses */
    struct strbuf text;
    struct asked *answers; /* by solver */
};

/* Whom an answer belongs to. */
struct slot {
    struct worker *worker;
    struct asked *asked;
};

struct worker {
    const struct worker_setup *setup;
    int fd;
    struct worker_board *board;
    struct loop loop;
    struct asker **askers[ASKERS]; /* by solver: the sessions of each kind */
    struct pace pace;
    unsigned kind;     /* of asking, in the trail at hand (campaign/pace.h) */
    uint64_t asked_ns; /* that its solvers took so far */
    bool wants_models;
    VEC(struct probe) probes; /* of the batch; kept from batch to batch */
    size_t n_probes;          /* of them in use */
    VEC(struct slot) slots;
    size_t n_waiting;
    struct oracle_workspace *workspace; /* NULL before the first case */
    VEC(char *) confirmed;              /* fingerprints of findings that were sent */
    VEC(uint64_t) vetted;               /* hashes of seeds that were asked as they are */
    struct store_counters counts;
    uint64_t cpu_ns, solver_cpu_ns; /* when they were last counted */
    struct wire_out out;
    struct strbuf scratch;
};

/* ---- time ------------------------------------------------------------------ */

/* CPU time of momus is that of this process, and of the wardens around solvers. */
static void count_time(struct worker *worker) {
    uint64_t own = clock_cpu_ns() + child_wardens_cpu_ns(), solvers = child_total_cpu_ns();
    worker->counts.cpu_ns += own - worker->cpu_ns;
    worker->counts.solver_cpu_ns += solvers - worker->solver_cpu_ns;
    worker->cpu_ns = own;
    worker->solver_cpu_ns = solvers;
}

static int64_t now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* ---- the batch ------------------------------------------------------------- */

static struct probe *add_probe(struct worker *worker) {
    if (worker->n_probes == worker->probes.n) {
        struct probe fresh = {.answers =
                                  mem_alloc_zero(worker->setup->n_solvers * sizeof(struct asked))};
        vec_push(&worker->probes, fresh);
    }
    struct probe *probe = &worker->probes.at[worker->n_probes++];
    strbuf_clear(&probe->text);
    probe->is_seed = false;
    return probe;
}

static void clear_batch(struct worker *worker) {
    for (size_t i = 0; i < worker->n_probes; i++)
        for (size_t s = 0; s < worker->setup->n_solvers; s++) {
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

static void note_pace(struct worker *worker, size_t solver, const struct asked *asked) {
    if (!asked->is_spared)
        pace_note(&worker->pace, solver, worker->kind, asked->wall_ns, asked->end != CHILD_WALL);
}

static void ask_batch(struct worker *worker, size_t solver) {
    struct asker *asker = worker->askers[worker->kind & PACE_PUSH_POP][solver];
    struct child_limits limits = worker->setup->limits;
    uint64_t start = clock_monotonic_ns();
    limits.wall_ms = pace_limit_ms(&worker->pace, solver, worker->kind);
    uint64_t most_ms = worker->setup->limits.wall_ms, fresh_ms = limits.wall_ms + FRESH_MS;
    worker->n_waiting = worker->n_probes;
    for (size_t i = 0; i < worker->n_probes; i++) {
        struct probe *probe = &worker->probes.at[i];
        struct ask ask = {
            .solver = &worker->setup->solvers[solver],
            .text = strbuf_text(&probe->text),
            .n = probe->text.n,
            .wants = {.models = worker->wants_models},
            .limits = limits,
            .fresh_wall_ms = fresh_ms < most_ms ? fresh_ms : most_ms,
        };
        worker->slots.at[i] = (struct slot){worker, &probe->answers[solver]};
        asker_ask(asker, &ask, on_asked, &worker->slots.at[i]);
    }
    while (worker->n_waiting > 0 && (loop_step(&worker->loop, UINT64_MAX) || errno == EINTR))
        ;
    REQUIRE(worker->n_waiting == 0);
    worker->asked_ns += clock_monotonic_ns() - start;
    for (size_t i = 0; i < worker->n_probes; i++)
        note_pace(worker, solver, &worker->probes.at[i].answers[solver]);
}

/* ---- judging --------------------------------------------------------------- */

static void count_answers(struct worker *worker, const struct probe *probe) {
    for (size_t s = 0; s < worker->setup->n_solvers; s++) {
        const struct answers *answers = &probe->answers[s].answers;
        worker->counts.solver_calls++;
        for (size_t c = 0; c < answers->checks.n; c++) {
            worker->counts.unknown += answers->checks.at[c].kind == ANSWER_UNKNOWN;
            worker->counts.timeouts += answers->checks.at[c].kind == ANSWER_TIMEOUT;
            worker->counts.refusals += answers->checks.at[c].kind == ANSWER_REFUSED;
        }
    }
}

static const char *label_of(const struct probe *probe) {
    return probe->id.n_seeds > 0 ? label_name(probe->seeds[0]->label) : NULL;
}

/* The answers of a probe as the store keeps them; the texts are borrowed. */
static struct store_answer *list_answers(const struct worker *worker, struct probe *probe,
                                         struct arena *arena) {
    size_t n = worker->setup->n_solvers;
    struct store_answer *kept = arena_alloc(arena, n * sizeof *kept);
    for (size_t s = 0; s < n; s++) {
        struct asked *asked = &probe->answers[s];
        struct strbuf word = {0}, command = {0};
        for (size_t c = 0; c < asked->answers.checks.n; c++)
            strbuf_printf(&word, "%s%s", c > 0 ? " " : "",
                          answer_kind_name(asked->answers.checks.at[c].kind));
        for (size_t w = 0; w < worker->setup->solvers[s].spawn.n; w++)
            strbuf_printf(&command, "%s%s", w > 0 ? " " : "",
                          worker->setup->solvers[s].spawn.at[w]);
        kept[s] = (struct store_answer){
            .solver = worker->setup->names[s].name,
            .version = worker->setup->names[s].version,
            .command = arena_copy_text(arena, strbuf_text(&command), command.n),
            .answer = arena_copy_text(arena, strbuf_text(&word), word.n),
            .ms = asked->wall_ns / 1000000,
            .kb = asked->peak / 1024,
            .raw = strbuf_text(&asked->answers.out),
            .raw_n = asked->answers.out.n,
        };
        strbuf_free(&word);
        strbuf_free(&command);
    }
    return kept;
}

static struct store_names names_at_fault(const struct worker *worker, const struct finding *finding,
                                         struct arena *arena) {
    struct store_names names = {.n = finding->at_fault.n};
    names.at = arena_alloc(arena, (names.n + 1) * sizeof *names.at);
    for (size_t i = 0; i < names.n; i++)
        names.at[i] = worker->setup->names[finding->at_fault.at[i]].name;
    return names;
}

static const char *logic_of(const struct worker *worker, const struct probe *probe) {
    if (probe->id.n_seeds == 0)
        return probe->logic;
    symbol name = probe->seeds[0]->logic_name;
    return name == 0 ? "ALL" : symbol_at(&worker->setup->maker->table->symbols, name)->at;
}

static void send_finding(struct worker *worker, struct probe *probe, struct finding *finding) {
    struct arena arena = {0};
    const char *seeds[TEST_SEEDS_MAX];
    for (size_t i = 0; i < probe->id.n_seeds; i++)
        seeds[i] = probe->seeds[i]->name;
    strbuf_clear(&worker->scratch);
    test_id_print(&probe->id, &worker->scratch);
    struct store_report report = {
        .finding =
            {
                .class_name = bug_name(finding->bug),
                .severity = BUG_COUNT - finding->bug,
                .at_fault = names_at_fault(worker, finding, &arena),
                .basis = ground_name(finding->ground),
                .confidence = confidence_name(finding->confidence),
                .fingerprint = strbuf_text(&finding->fingerprint),
                .evidence = strbuf_text(&finding->evidence),
                .strategy = probe->id.strategy,
                .seeds = {seeds, probe->id.n_seeds},
                .test = strbuf_text(&worker->scratch),
                .logic = logic_of(worker, probe),
                .shown = finding->shown,
                .tried = finding->runs,
            },
        .script = strbuf_text(&probe->text),
        .script_n = probe->text.n,
        .answers = list_answers(worker, probe, &arena),
        .n_answers = worker->setup->n_solvers,
        .seen = now_ms(),
    };
    report_send(&worker->out, &report);
    if (!wire_send(&worker->out, worker->fd))
        die(EXIT_ENVIRONMENT, "a worker has lost its coordinator");
    arena_free(&arena);
}

/* The witness of a test is not kept with it: the test is made again where it is needed. */
static void find_witness(const struct worker *worker, const struct probe *probe,
                         struct remade *remade) {
    const char *paths[TEST_SEEDS_MAX];
    struct strbuf error = {0};
    *remade = (struct remade){0};
    if (probe->truth != TRUTH_SAT || probe->is_seed)
        return;
    for (size_t i = 0; i < probe->id.n_seeds; i++)
        paths[i] = probe->seeds[i]->name;
    maker_remake(&probe->id, &worker->setup->maker->gen->settings, paths, remade, &error);
    strbuf_free(&error);
}

/* What the oracle asks with: solvers in fresh processes, and this worker's memory. */
struct hearing_context {
    struct inquiry inquiry;
    struct worker *worker;
};

static bool ask_again(const struct oracle_request *request, struct asked *asked, void *context) {
    struct hearing_context *hearing = context;
    return inquiry_ask(request, asked, &hearing->inquiry);
}

static bool is_confirmed(const char *fingerprint, void *context) {
    const struct worker *worker = ((struct hearing_context *)context)->worker;
    for (size_t i = 0; i < worker->confirmed.n; i++)
        if (strcmp(worker->confirmed.at[i], fingerprint) == 0)
            return true;
    return false;
}

static void send_findings(struct worker *worker, struct probe *probe,
                          struct oracle_verdict *verdict, struct hearing_context *hearing) {
    for (size_t i = 0; i < verdict->findings.n; i++) {
        struct strbuf *fingerprint = &verdict->findings.at[i].fingerprint;
        send_finding(worker, probe, &verdict->findings.at[i]);
        if (!is_confirmed(strbuf_text(fingerprint), hearing))
            vec_push(&worker->confirmed, mem_copy_text(fingerprint->at, fingerprint->n));
    }
}

/* Hears the case; true if there is a finding. */
static bool hear(struct worker *worker, struct probe *probe, const struct oracle_case *c) {
    struct hearing_context context = {
        .inquiry = {.loop = &worker->loop,
                    .solvers = worker->setup->solvers,
                    .n_solvers = worker->setup->n_solvers,
                    .limits = worker->setup->limits},
        .worker = worker,
    };
    struct oracle_options options = oracle_default_options;
    struct oracle_verdict verdict = {0};
    options.ask = ask_again;
    options.is_known = is_confirmed;
    options.context = &context;
    options.search = options.speed = false;
    if (worker->workspace == NULL)
        worker->workspace = oracle_workspace_new();
    options.workspace = worker->workspace;
    oracle_judge(c, &options, &verdict);
    if (!probe->is_seed)
        send_findings(worker, probe, &verdict, &context);
    bool found = verdict.findings.n > 0;
    worker->counts.solver_calls += context.inquiry.n_asked;
    oracle_verdict_release(&verdict);
    return found;
}

/* Is there anything wrong with what was said about it? */
static bool judge(struct worker *worker, struct probe *probe) {
    const struct asked *answers[64];
    size_t n = worker->setup->n_solvers;
    for (size_t s = 0; s < n; s++)
        answers[s] = &probe->answers[s];
    struct oracle_known known = {
        .truth = probe->truth, .basis = probe->basis, .whose = label_of(probe)};
    struct oracle_case c = {
        .text = strbuf_text(&probe->text),
        .n = probe->text.n,
        .known = &known,
        .n_known = probe->truth != TRUTH_UNKNOWN,
        .solvers = worker->setup->names,
        .answers = answers,
        .n_solvers = n,
        .limit_ns = worker->setup->limits.wall_ms * 1000000,
    };
    if (!oracle_is_suspicious(&c))
        return false;
    struct remade remade;
    find_witness(worker, probe, &remade);
    if (remade.witness.n > 0)
        known.witness = strbuf_text(&remade.witness);
    else if (known.basis == BASIS_WITNESS)
        known.basis = BASIS_CHAIN; /* what cannot be shown is not claimed */
    worker->counts.candidates++;
    bool found = hear(worker, probe, &c);
    remade_release(&remade);
    return found;
}

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
    for (size_t s = 0; s < worker->setup->n_solvers && worker->n_probes > 0; s++)
        ask_batch(worker, s);
    for (size_t i = 0; i < worker->n_probes; i++) {
        struct probe *probe = &worker->probes.at[i];
        set_board(worker, &probe->id);
        count_answers(worker, probe);
        found |= judge(worker, probe);
    }
    clear_batch(worker);
    return found;
}

/* ---- seeds ----------------------------------------------------------------- */

/* Was it not asked yet as it is? */
static bool add_vetted(struct worker *worker, uint64_t hash) {
    for (size_t i = 0; i < worker->vetted.n; i++)
        if (worker->vetted.at[i] == hash)
            return false;
    vec_push(&worker->vetted, hash);
    return true;
}

static void refuse_seed(struct worker *worker, const struct seed *seed) {
    static const char reason[] = "a solver misbehaves on it as it is";
    for (size_t k = 0; k < worker->setup->maker->n_strategies; k++) {
        struct corpus *corpus = &worker->setup->maker->corpora[k];
        for (size_t i = 0; i < corpus->entries.n; i++)
            if (corpus->entries.at[i].seed->hash == seed->hash) {
                corpus->entries.at[i].is_asked = true;
                corpus->entries.at[i].refused = reason;
            }
    }
    wire_begin(&worker->out, WIRE_SEED);
    wire_put_number(&worker->out, seed->hash);
    wire_put_word(&worker->out, seed->name);
    wire_put_word(&worker->out, reason);
    if (!wire_send(&worker->out, worker->fd))
        die(EXIT_ENVIRONMENT, "a worker has lost its coordinator");
}

/* A seed that misbehaves as it is says nothing about what is made of it. */
static bool vet(struct worker *worker, const struct trail *trail) {
    bool good = true;
    for (size_t i = 0; i < trail->id.n_seeds; i++) {
        const struct seed *seed = trail->seeds[i];
        if (!add_vetted(worker, seed->hash))
            continue;
        struct probe *probe = add_probe(worker);
        probe->is_seed = true;
        probe->id = trail->id;
        probe->truth = seed->truth;
        probe->basis = BASIS_LABEL;
        memcpy(probe->seeds, trail->seeds, trail->id.n_seeds * sizeof *trail->seeds);
        render_forget(worker->setup->maker->render);
        render_test(worker->setup->maker->render, &(struct test){.script = &seed->script},
                    &probe->text);
        if (run_batch(worker)) {
            refuse_seed(worker, seed);
            good = false;
        }
    }
    return good;
}

/* ---- units ----------------------------------------------------------------- */

static void send_progress(struct worker *worker, struct progress *progress, uint64_t next_step,
                          bool done) {
    count_time(worker);
    progress->next_step = next_step;
    progress->done = done;
    progress->counts = worker->counts;
    progress_send(&worker->out, progress);
    if (!wire_send(&worker->out, worker->fd))
        die(EXIT_ENVIRONMENT, "a worker has lost its coordinator");
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
    probe->logic = render_logic(worker->setup->maker->render);
    worker->counts.tests++;
}

/* The coordinator has closed its end: the batch that is under way is the last. */
static bool is_told_to_stop(const struct worker *worker) {
    struct pollfd poll_fd = {.fd = worker->fd, .events = POLLRDHUP};
    return poll(&poll_fd, 1, 0) > 0 && (poll_fd.revents & (POLLRDHUP | POLLHUP)) != 0;
}

/* Makes up to so many tests of the trail; false at its end. */
static bool make_batch(struct worker *worker, struct trail *trail, const struct unit *unit,
                       uint64_t *n_tests, uint32_t n) {
    struct test test;
    while (worker->n_probes < n) {
        if (*n_tests >= unit->max_tests || trail->id.step >= unit->n_steps ||
            !gen_trail_next(trail, &test))
            return false;
        if (test.dropped != NULL) {
            worker->counts.dropped++;
            continue;
        }
        set_board(worker, &trail->id);
        add_test(worker, trail, &test);
        ++*n_tests;
    }
    return true;
}

/* Is more of this trail worth its time, after a batch in which so many calls ran out of time? */
static bool is_worth_more(const struct worker *worker, const struct trail *trail,
                          const struct unit *unit, uint64_t timeouts, uint64_t calls) {
    if (!worker->setup->adapts || trail->id.n_seeds == 0)
        return true;
    return timeouts <= calls / 2 &&
           worker->asked_ns <= pace_slice_ns(&worker->pace, worker->kind, unit->n_steps);
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
        uint64_t timeouts = worker->counts.timeouts, calls = worker->counts.solver_calls;
        uint64_t before = worker->asked_ns;
        goes_on = make_batch(worker, trail, unit, &n_tests, batch);
        run_batch(worker);
        batch = pace_batch(batch, worker->asked_ns - before);
        timeouts = worker->counts.timeouts - timeouts;
        calls = worker->counts.solver_calls - calls;
        goes_on = goes_on && is_worth_more(worker, trail, unit, timeouts, calls);
        if (goes_on)
            send_progress(worker, progress, trail->id.step, false);
        if (goes_on && is_told_to_stop(worker))
            return false;
    }
    pace_spend(&worker->pace, worker->kind, worker->asked_ns, n_tests);
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
    uint32_t every = worker->setup->models_every;
    worker->wants_models =
        corpus->strategy->wants_models || (every > 0 && unit->trail / 2 % every == 1 % every);
    worker->kind = choose_kind(worker, unit->trail);
    struct trail *trail = corpus_begin(corpus, worker->setup->campaign, unit->trail);
    bool done = true;
    if (trail != NULL && vet(worker, trail)) {
        done = run_trail(worker, trail, unit, &progress);
        step = trail->id.step > step ? trail->id.step : step;
    }
    gen_trail_end(trail);
    set_board(worker, NULL);
    if (done)
        send_progress(worker, &progress, step, true);
}

/* ---- life ------------------------------------------------------------------ */

static void start_askers(struct worker *worker) {
    size_t n = worker->setup->n_solvers;
    enum ask_way first = worker->setup->way == WAY_SPAWN ? ASK_SPAWN : ASK_RESET;
    for (unsigned kind = 0; kind < ASKERS; kind++) {
        worker->askers[kind] = mem_alloc_zero(n * sizeof *worker->askers[kind]);
        for (size_t s = 0; s < n; s++)
            worker->askers[kind][s] = asker_new(&worker->loop, &worker->setup->solvers[s],
                                                kind == PACE_PUSH_POP ? ASK_PUSH_POP : first);
    }
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
    while (loop_step(&worker->loop, UINT64_MAX))
        ;
    send_counts(worker); /* now the solvers' time is known */
    clear_batch(worker);
    for (size_t i = 0; i < worker->probes.n; i++) {
        strbuf_free(&worker->probes.at[i].text);
        mem_free(worker->probes.at[i].answers);
    }
    vec_free(&worker->probes);
    vec_free(&worker->slots);
    for (size_t i = 0; i < worker->confirmed.n; i++)
        mem_free(worker->confirmed.at[i]);
    oracle_workspace_free(worker->workspace);
    vec_free(&worker->confirmed);
    pace_release(&worker->pace);
    vec_free(&worker->vetted);
    wire_out_release(&worker->out);
    strbuf_free(&worker->scratch);
    loop_release(&worker->loop);
}

int worker_run(const struct worker_setup *setup, int fd, struct worker_board *board) {
    struct worker worker = {.setup = setup, .fd = fd, .board = board};
    struct wire_in in = {0};
    struct wire_message message;
    if (!loop_init(&worker.loop))
        die(EXIT_ENVIRONMENT, "a worker cannot wait for events: %s", strerror(errno));
    /* What the coordinator had used before it made us is its own. */
    worker.cpu_ns = clock_cpu_ns() + child_wardens_cpu_ns();
    worker.solver_cpu_ns = child_total_cpu_ns();
    pace_init(&worker.pace, setup->n_solvers, setup->limits.wall_ms);
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
