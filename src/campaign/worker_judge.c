/*
 * Judging: what the oracle makes of the answers to a test, and telling the
 * coordinator.
 */
#include <time.h>

#include "base/die.h"
#include "campaign/kept.h"
#include "campaign/worker_int.h"

static int64_t now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

void worker_send(struct worker *worker) {
    if (!wire_send(&worker->out, worker->fd))
        die(EXIT_ENVIRONMENT, "a worker has lost its coordinator");
}

/* ---- what is no finding ---------------------------------------------------- */

enum { EXHIBITS_SENT_MAX = STORE_EXAMPLES_MAX, ERROR_SHOWN = 300 };

void worker_send_exhibit(struct worker *worker, const struct probe *probe, enum store_example kind,
                         const char *solver, struct text_span message,
                         const struct strbuf *script) {
    strbuf_clear(&worker->scratch);
    test_id_print(&probe->id, &worker->scratch);
    struct exhibit exhibit = {
        .kind = kind,
        .solver = solver,
        .test = strbuf_text(&worker->scratch),
        .message = message.at,
        .n_message = message.n,
        .script = script->at,
        .n_script = script->n,
    };
    exhibit_send(&worker->out, &exhibit);
    worker_send(worker);
}

/* Errors that differ by names and numbers only are the same to us. */
static uint64_t shape_of_error(const char *solver, struct text_span error) {
    uint64_t hash = 0;
    bool in_quotes = false;
    for (; *solver != '\0'; solver++)
        hash = hash_mix(hash, (unsigned char)*solver);
    for (size_t i = 0; i < error.n; i++) {
        char c = error.at[i];
        in_quotes = in_quotes != (c == '\'' || c == '|' || c == '`');
        if (!in_quotes && (c < '0' || c > '9'))
            hash = hash_mix(hash, (unsigned char)c);
    }
    return hash;
}

static bool is_new_error(struct worker *worker, uint64_t shape) {
    for (size_t i = 0; i < worker->errors.n; i++)
        if (worker->errors.at[i] == shape)
            return false;
    if (worker->errors.n >= EXHIBITS_SENT_MAX)
        return false;
    vec_push(&worker->errors, shape);
    return true;
}

/* A test that a solver rejects is most often a fault of ours: the first ones are kept. */
static void keep_error(struct worker *worker, struct probe *probe, size_t seat) {
    const struct answers *answers = &probe->answers[seat].answers;
    const char *solver = worker->lineup.names[seat].name;
    struct text_span error = {"no message", strlen("no message")};
    if (answers->errors.n > 0)
        error = answers->errors.at[0];
    else if (answers->err.n > 0)
        error = (struct text_span){answers->err.at, answers->err.n};
    else if (answers->out.n > 0)
        error = (struct text_span){answers->out.at, answers->out.n};
    if (!is_new_error(worker, shape_of_error(solver, error)))
        return;
    error.n = error.n < ERROR_SHOWN ? error.n : ERROR_SHOWN;
    worker_send_exhibit(worker, probe, STORE_ERROR, solver, error, &probe->text);
}

/* Cores that are not as small as they were asked for are counted; the first are kept. */
static void remark_cores(struct worker *worker, const struct probe *probe,
                         const struct oracle_verdict *verdict) {
    for (size_t i = 0; i < verdict->larger_cores.n; i++) {
        const struct larger_core *core = &verdict->larger_cores.at[i];
        const char *note = verdict->notes.at[core->note];
        worker->counts.larger_cores++;
        if (worker->n_remarks++ < EXHIBITS_SENT_MAX)
            worker_send_exhibit(worker, probe, STORE_REMARK,
                                worker->lineup.names[core->solver].name,
                                (struct text_span){note, strlen(note)}, &probe->text);
    }
}

static bool has_answer(const struct answers *answers, enum answer_kind kind) {
    for (size_t c = 0; c < answers->checks.n; c++)
        if (answers->checks.at[c].kind == kind)
            return true;
    return false;
}

void worker_count_answers(struct worker *worker, struct probe *probe) {
    for (size_t s = 0; s < worker->lineup.n; s++) {
        const struct answers *answers = &probe->answers[s].answers;
        worker->counts.solver_calls++;
        for (size_t c = 0; c < answers->checks.n; c++) {
            worker->counts.unknown += answers->checks.at[c].kind == ANSWER_UNKNOWN;
            worker->counts.timeouts += answers->checks.at[c].kind == ANSWER_TIMEOUT;
            worker->counts.refusals += answers->checks.at[c].kind == ANSWER_REFUSED;
        }
        if (worker->lineup
                .is_drawn[s]) /* options do not go with everything: no fault of the test */
            worker->misfits[s] = worker->misfits[s] || has_answer(answers, ANSWER_ERROR) ||
                                 has_answer(answers, ANSWER_REFUSED);
        else if (has_answer(answers, ANSWER_ERROR) || has_answer(answers, ANSWER_UNCLEAR)) {
            worker->counts.errors++;
            keep_error(worker, probe, s);
        }
    }
}

/* ---- findings -------------------------------------------------------------- */

static const char *label_of(const struct probe *probe) {
    return probe->id.n_seeds > 0 ? label_name(probe->seeds[0]->label) : NULL;
}

/*
 * The answers as the store keeps them; the texts are borrowed. The script as the accused
 * got it, with its options and what it was asked for, is kept with its answer.
 */
static struct store_answer *list_answers(const struct finding_source *source,
                                         const struct finding *finding, struct arena *arena) {
    struct store_answer *kept = arena_alloc(arena, (source->n + 1) * sizeof *kept);
    for (size_t s = 0; s < source->n; s++) {
        kept[s] = kept_answer(&source->solvers[s], &source->names[s], &source->answers[s], arena);
        if (finding->at_fault.n > 0 && finding->at_fault.at[0] == s && finding->given.n > 0) {
            kept[s].given = finding->given.at;
            kept[s].given_n = finding->given.n;
        }
    }
    return kept;
}

static struct store_names names_at_fault(const struct finding_source *source,
                                         const struct finding *finding, struct arena *arena) {
    struct store_names names = {.n = finding->at_fault.n};
    names.at = arena_alloc(arena, (names.n + 1) * sizeof *names.at);
    for (size_t i = 0; i < names.n; i++)
        names.at[i] = source->names[finding->at_fault.at[i]].name;
    return names;
}

static const char *logic_of(const struct worker *worker, const struct probe *probe) {
    if (probe->id.n_seeds == 0)
        return probe->logic;
    symbol name = probe->seeds[0]->logic_name;
    return name == 0 ? "ALL" : symbol_at(&worker->setup->maker->table->symbols, name)->at;
}

void worker_send_finding(struct worker *worker, const struct probe *probe,
                         const struct finding_source *source, const struct finding *finding) {
    struct arena arena = {0};
    const char *seeds[TEST_SEEDS_MAX];
    const char *fingerprint =
        arena_copy_text(&arena, finding->fingerprint.at, finding->fingerprint.n);
    const char *evidence = arena_copy_text(&arena, finding->evidence.at, finding->evidence.n);
    for (size_t i = 0; i < probe->id.n_seeds; i++)
        seeds[i] = probe->seeds[i]->name;
    strbuf_clear(&worker->scratch);
    test_id_print(&probe->id, &worker->scratch);
    struct store_report report = {
        .finding =
            {
                .class_name = bug_name(finding->bug),
                .severity = BUG_COUNT - finding->bug,
                .at_fault = names_at_fault(source, finding, &arena),
                .basis = ground_name(finding->ground),
                .confidence = confidence_name(finding->confidence),
                .fingerprint = fingerprint,
                .evidence = evidence,
                .strategy = probe->id.strategy,
                .seeds = {seeds, probe->id.n_seeds},
                .test = strbuf_text(&worker->scratch),
                .logic = logic_of(worker, probe),
                .shown = finding->shown,
                .tried = finding->runs,
            },
        .script = source->script,
        .script_n = source->n_script,
        .witness = kept_witness(finding, source->answers, source->n, &arena),
        .answers = list_answers(source, finding, &arena),
        .n_answers = source->n,
        .seen = now_ms(),
    };
    report_send(&worker->out, &report);
    worker_send(worker);
    worker_mark_sent(worker, fingerprint);
    arena_free(&arena);
}

bool worker_has_sent(const struct worker *worker, const char *fingerprint) {
    for (size_t i = 0; i < worker->confirmed.n; i++)
        if (strcmp(worker->confirmed.at[i], fingerprint) == 0)
            return true;
    return false;
}

void worker_mark_sent(struct worker *worker, const char *fingerprint) {
    if (!worker_has_sent(worker, fingerprint))
        vec_push(&worker->confirmed, mem_copy_text(fingerprint, strlen(fingerprint)));
}

static void send_findings(struct worker *worker, const struct probe *probe,
                          const struct finding_source *source,
                          const struct oracle_verdict *verdict) {
    for (size_t i = 0; i < verdict->findings.n; i++)
        worker_send_finding(worker, probe, source, &verdict->findings.at[i]);
}

/* ---- hearings -------------------------------------------------------------- */

static bool ask_again(const struct oracle_request *request, struct asked *asked, void *context) {
    struct hearing_context *hearing = context;
    return inquiry_ask(request, asked, &hearing->inquiry);
}

static bool is_confirmed(const char *fingerprint, void *context) {
    return worker_has_sent(((struct hearing_context *)context)->worker, fingerprint);
}

struct oracle_options worker_oracle_options(struct worker *worker, struct hearing_context *context,
                                            const struct solver *solvers, size_t n) {
    struct oracle_options options = oracle_default_options;
    *context = (struct hearing_context){
        .inquiry = {.loop = &worker->loop,
                    .solvers = solvers,
                    .n_solvers = n,
                    .limits = worker->setup->limits},
        .worker = worker,
    };
    if (worker->workspace == NULL)
        worker->workspace = oracle_workspace_new();
    options.workspace = worker->workspace;
    options.ask = ask_again;
    options.is_known = is_confirmed;
    options.context = context;
    options.search = options.speed = false;
    return options;
}

static void hear(struct worker *worker, const struct oracle_case *c, const struct solver *solvers,
                 struct oracle_verdict *verdict) {
    struct hearing_context context;
    struct oracle_options options = worker_oracle_options(worker, &context, solvers, c->n_solvers);
    oracle_judge(c, &options, verdict);
    worker->counts.solver_calls += context.inquiry.n_asked;
}

/*
 * Something is wrong while solvers check themselves. What they say as they are, with
 * models, is asked in fresh processes: if that is wrong, too, it is the finding.
 */
static bool hear_unchecked(struct worker *worker, struct probe *probe,
                           const struct oracle_case *checked) {
    size_t n = worker->setup->n_solvers;
    struct asked *asked = mem_alloc_zero((n + 1) * sizeof *asked);
    const struct asked **answers = mem_alloc_zero((n + 1) * sizeof *answers);
    struct oracle_verdict verdict = {0};
    struct inquiry inquiry = {.loop = &worker->loop,
                              .solvers = worker->setup->solvers,
                              .n_solvers = n,
                              .limits = worker->setup->limits};
    for (size_t i = 0; i < n; i++) {
        struct oracle_request request = {
            .solver = i, .text = checked->text, .n = checked->n, .wants = {.models = true}};
        if (inquiry_ask(&request, &asked[i], &inquiry))
            answers[i] = &asked[i];
    }
    worker->counts.solver_calls += inquiry.n_asked;
    struct oracle_case c = *checked;
    c.solvers = worker->setup->names;
    c.answers = answers;
    c.n_solvers = n;
    hear(worker, &c, worker->setup->solvers, &verdict);
    struct finding_source source = {
        worker->setup->solvers, worker->setup->names, asked, n, checked->text, checked->n};
    bool found = verdict.findings.n > 0;
    if (found)
        send_findings(worker, probe, &source, &verdict);
    oracle_verdict_release(&verdict);
    for (size_t i = 0; i < n; i++)
        asked_release(&asked[i]);
    mem_free(asked);
    mem_free(answers);
    return found;
}

/* What did not show again: perhaps it does behind what its session was asked before. */
static bool follow_up(struct worker *worker, struct probe *probe, const struct oracle_case *c,
                      const struct oracle_verdict *verdict) {
    bool found = false, is_open = false;
    for (size_t i = 0; i < verdict->dropped.n; i++) {
        enum session_result result =
            worker_replay_session(worker, probe, c->known, &verdict->dropped.at[i]);
        found |= result == SESSION_SHOWS;
        is_open |= result == SESSION_OPEN;
    }
    if (verdict->dropped.n > 0 && !found && verdict->findings.n == 0) {
        worker->counts.undecided += is_open;
        worker->counts.unconfirmed += !is_open;
    }
    return found;
}

/* Hears the case; true if there is a finding. */
static bool hear_case(struct worker *worker, struct probe *probe, const struct oracle_case *c) {
    struct oracle_verdict verdict = {0};
    struct finding_source source = {.solvers = worker->lineup.solvers,
                                    .names = worker->lineup.names,
                                    .answers = probe->answers,
                                    .n = worker->lineup.n,
                                    .script = c->text,
                                    .n_script = c->n};
    hear(worker, c, worker->lineup.solvers, &verdict);
    bool found = verdict.findings.n > 0;
    worker->counts.candidates += found || verdict.dropped.n > 0;
    if (!probe->is_seed) {
        remark_cores(worker, probe, &verdict);
        if (found && !(worker->lineup.is_checked && hear_unchecked(worker, probe, c)))
            send_findings(worker, probe, &source, &verdict);
        found |= follow_up(worker, probe, c, &verdict);
    }
    oracle_verdict_release(&verdict);
    return found;
}

/* Plans of tests without seeds take long to make: the maker that has them stays. */
static bool remake_alone(struct worker *worker, const struct test_id *id, struct remade *remade,
                         struct strbuf *error) {
    if (worker->remaker == NULL)
        worker->remaker = maker_new_seedless(worker->setup->maker);
    size_t strategy = maker_strategy(worker->remaker, id->strategy);
    return maker_remake_here(worker->remaker, strategy, id, remade, error);
}

/* The witness of a test is not kept with it: the test is made again where it is needed. */
static void find_witness(struct worker *worker, const struct probe *probe, struct remade *remade) {
    const char *paths[TEST_SEEDS_MAX];
    struct strbuf error = {0};
    *remade = (struct remade){0};
    if (probe->truth != TRUTH_SAT || probe->is_seed)
        return;
    for (size_t i = 0; i < probe->id.n_seeds; i++)
        paths[i] = probe->seeds[i]->name;
    if (probe->id.n_seeds == 0)
        remake_alone(worker, &probe->id, remade, &error);
    else
        maker_remake(&probe->id, &worker->setup->maker->gen->settings, paths, remade, &error);
    strbuf_free(&error);
}

bool worker_judge(struct worker *worker, struct probe *probe) {
    size_t n = worker->lineup.n;
    const struct asked **answers = mem_alloc_zero((n + 1) * sizeof *answers);
    for (size_t s = 0; s < n; s++)
        answers[s] = &probe->answers[s];
    struct oracle_known known = {
        .truth = probe->truth,
        .basis = probe->basis,
        .whose = label_of(probe),
        .core = probe->core.n > 0 ? strbuf_text(&probe->core) : NULL,
    };
    struct oracle_case c = {
        .text = strbuf_text(&probe->text),
        .n = probe->text.n,
        .known = &known,
        .n_known = probe->truth != TRUTH_UNKNOWN,
        .solvers = worker->lineup.names,
        .answers = answers,
        .n_solvers = n,
        .limit_ns = worker->setup->limits.wall_ms * 1000000,
    };
    bool found = false;
    if (oracle_is_suspicious(&c)) {
        struct remade remade;
        find_witness(worker, probe, &remade);
        if (remade.witness.n > 0)
            known.witness = strbuf_text(&remade.witness);
        else if (known.basis == BASIS_WITNESS)
            known.basis = BASIS_CHAIN; /* what cannot be shown is not claimed */
        found = hear_case(worker, probe, &c);
        remade_release(&remade);
    }
    mem_free(answers);
    return found;
}
