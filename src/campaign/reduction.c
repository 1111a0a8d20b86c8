#include "campaign/reduction.h"

#include <poll.h>
#include <xxhash.h>

#include "base/clock.h"
#include "base/die.h"
#include "base/file.h"
#include "campaign/kept.h"
#include "campaign/lineup.h"
#include "campaign/reduction_chain.h"
#include "campaign/unit.h"
#include "proc/child.h"

/* ---- a job ----------------------------------------------------------------- */

bool reduction_is_due(const struct store_finding *finding) {
    return finding->state == STORE_OPEN && finding->reduced == NULL &&
           bug_find(finding->class_name, strlen(finding->class_name)) != BUG_COUNT;
}

static const char *command_of(struct store *store, const struct store_finding *finding,
                              struct arena *arena) {
    store_answer_vec answers = {0};
    const char *command = "";
    store_answers(store, finding->number, arena, &answers);
    for (size_t i = 0; i < answers.n && finding->at_fault.n > 0; i++)
        if (strcmp(answers.at[i].solver, finding->at_fault.at[0]) == 0)
            command = answers.at[i].command;
    vec_free(&answers);
    return command;
}

/* A file of the run, copied; NULL, with the reason, if it cannot be read. */
static const char *read_script(struct store *store, const char *relative, struct arena *arena,
                               size_t *n, struct strbuf *error) {
    struct strbuf path = {0};
    struct file_text text;
    const char *copy = NULL;
    strbuf_printf(&path, "%s/%s", store_folder(store), relative);
    if (file_read(strbuf_text(&path), &text, error)) {
        copy = arena_copy_text(arena, text.at, text.n);
        *n = text.n;
        file_text_free(&text);
    }
    strbuf_free(&path);
    return copy;
}

uint64_t reduction_kind(const struct store_finding *finding) {
    const char *accused = finding->at_fault.n > 0 ? finding->at_fault.at[0] : "";
    uint64_t hash = XXH3_64bits(finding->class_name, strlen(finding->class_name));
    hash = hash_mix(hash, XXH3_64bits(accused, lineup_base_name(accused)));
    return hash_mix(hash, XXH3_64bits(finding->logic, strlen(finding->logic)));
}

static struct store_names find_others(struct store *store, const struct store_finding *finding,
                                      struct arena *arena) {
    store_finding_vec all = {0};
    struct store_names others = {0};
    if (store_findings(store, arena, &all)) {
        others.at = arena_alloc(arena, (all.n + 1) * sizeof *others.at);
        for (size_t i = 0; i < all.n; i++)
            if (all.at[i].reduced != NULL && all.at[i].duplicate_of == 0 &&
                all.at[i].number != finding->number &&
                strcmp(all.at[i].class_name, finding->class_name) == 0)
                others.at[others.n++] = all.at[i].fingerprint;
    }
    vec_free(&all);
    return others;
}

/* An accusation says what is right; a witness was kept, if there was one. */
static struct reduce_known known_of(struct store *store, const struct store_finding *finding,
                                    enum bug bug, struct arena *arena) {
    struct reduce_known known = {0};
    struct strbuf path = {0}, unread = {0};
    size_t n;
    bool is_made = strcmp(finding->basis, ground_name(GROUND_CONSTRUCTION)) == 0 ||
                   strcmp(finding->basis, ground_name(GROUND_LABEL)) == 0;
    strbuf_printf(&path, "%s/" STORE_WITNESS, finding->folder);
    if (bug == BUG_REFUTATION_SOUNDNESS)
        known.witness = read_script(store, strbuf_text(&path), arena, &n, &unread);
    if (known.witness != NULL)
        known.witness = kept_witness_values(known.witness);
    if (bug == BUG_REFUTATION_SOUNDNESS && (is_made || known.witness != NULL))
        known.truth = TRUTH_SAT;
    if (bug == BUG_SOLUTION_SOUNDNESS && is_made)
        known.truth = TRUTH_UNSAT;
    strbuf_free(&path);
    strbuf_free(&unread);
    return known;
}

bool reduction_job_load(struct store *store, uint32_t number, struct arena *arena,
                        struct reduction_job *job, struct strbuf *error) {
    struct store_finding finding;
    struct strbuf best = {0}, recipe = {0}, unread = {0};
    bool there;
    *job = (struct reduction_job){.number = number};
    if (!store_finding(store, number, arena, &finding, &there) || !there) {
        strbuf_printf(error, "there is no finding %u", number);
        return false;
    }
    job->bug = bug_find(finding.class_name, strlen(finding.class_name));
    job->accused = finding.at_fault.n > 0 ? finding.at_fault.at[0] : NULL;
    job->command = command_of(store, &finding, arena);
    job->others = find_others(store, &finding, arena);
    job->known = known_of(store, &finding, job->bug, arena);
    job->confidence = strcmp(finding.confidence, confidence_name(CONFIDENCE_PROVEN)) == 0
                          ? CONFIDENCE_PROVEN
                          : CONFIDENCE_PROBABLE;
    job->test = finding.test;
    job->seeds = finding.seeds;
    job->script = read_script(store, finding.file, arena, &job->n_script, error);
    strbuf_printf(&best, "%s/" STORE_BEST, finding.folder);
    job->best = read_script(store, strbuf_text(&best), arena, &job->n_best, &unread);
    strbuf_printf(&recipe, "%s/" STORE_RECIPE, finding.folder);
    job->recipe = read_script(store, strbuf_text(&recipe), arena, &job->n_recipe, &unread);
    strbuf_free(&best);
    strbuf_free(&recipe);
    strbuf_free(&unread);
    return job->script != NULL;
}

/* ---- who is asked ---------------------------------------------------------- */

/* The solver that the accused is, or has the words of; SIZE_MAX if it is not there. */
static size_t base_of(const struct reduce_panel *panel, const char *accused) {
    size_t n = lineup_base_name(accused);
    for (size_t i = 0; i < panel->n_solvers; i++)
        if (strlen(panel->names[i].name) == n && memcmp(panel->names[i].name, accused, n) == 0)
            return i;
    return SIZE_MAX;
}

/* The words of the command that are not the solver's own. */
static bool find_words(struct arena *arena, const struct solver *solver, const char *command,
                       struct words *more) {
    struct words all;
    if (!words_split(arena, command, strlen(command), &all))
        return false;
    const char **at = arena_alloc(arena, (all.n + 1) * sizeof *at);
    size_t n = 0;
    for (size_t i = 0; i < all.n; i++)
        if (!words_have(solver->spawn, all.at[i]))
            at[n++] = all.at[i];
    at[n] = NULL;
    *more = (struct words){at, n};
    return n > 0;
}

static void add_twin(struct reduction_panel *own, size_t base, const char *name,
                     struct words words) {
    size_t n = own->panel.n_solvers;
    struct solver *solvers = arena_alloc(&own->arena, (n + 1) * sizeof *solvers);
    struct oracle_solver *names = arena_alloc(&own->arena, (n + 1) * sizeof *names);
    struct strbuf options = {0};
    memcpy(solvers, own->panel.solvers, n * sizeof *solvers);
    memcpy(names, own->panel.names, n * sizeof *names);
    solvers[n] = solvers[base];
    names[n] = names[base];
    solvers[n].name = names[n].name = name;
    solvers[n].spawn = words_with(&own->arena, solvers[n].spawn, words);
    solvers[n].session = (struct words){0};
    solvers[n].snapshot = (struct words){0}; /* asked by spawn: that is how it was confirmed */
    strbuf_printf(&options, "%s%s", names[n].options, names[n].options[0] != '\0' ? " " : "");
    words_join(words, &options);
    names[n].options = arena_copy_text(&own->arena, options.at, options.n);
    strbuf_free(&options);
    own->panel.solvers = solvers;
    own->panel.names = names;
    own->panel.n_solvers = n + 1;
}

void reduction_panel_init(struct reduction_panel *own, const struct reduce_panel *panel,
                          const struct reduction_job *job) {
    struct words words;
    *own = (struct reduction_panel){.panel = *panel};
    size_t base = job->accused != NULL ? base_of(panel, job->accused) : SIZE_MAX;
    if (base != SIZE_MAX && job->accused[lineup_base_name(job->accused)] != '\0' &&
        find_words(&own->arena, &panel->solvers[base], job->command, &words))
        add_twin(own, base, job->accused, words);
}

void reduction_panel_release(struct reduction_panel *own) {
    arena_free(&own->arena);
}

/* ---- messages -------------------------------------------------------------- */

static void put_names(struct wire_out *out, const struct store_names *names) {
    wire_put_number(out, names->n);
    for (size_t i = 0; i < names->n; i++)
        wire_put_word(out, names->at[i]);
}

static struct store_names names_of(struct wire_message *message, struct arena *arena) {
    struct store_names names = {.n = wire_number(message)};
    names.at = arena_alloc(arena, (names.n + 1) * sizeof *names.at);
    for (size_t i = 0; i < names.n; i++)
        names.at[i] = wire_word(message);
    return names;
}

void job_send(struct wire_out *out, const struct reduction_job *job) {
    wire_begin(out, WIRE_REDUCE);
    wire_put_number(out, job->number);
    wire_put_number(out, job->bug);
    wire_put_word(out, job->accused);
    wire_put_word(out, job->command);
    wire_put_word(out, job->family);
    wire_put_number(out, job->known.truth);
    wire_put_word(out, job->known.witness);
    wire_put_text(out, job->script, job->n_script);
    wire_put_text(out, job->best, job->n_best);
    wire_put_text(out, job->recipe, job->n_recipe);
    wire_put_number(out, job->confidence);
    wire_put_word(out, job->test);
    put_names(out, &job->seeds);
    put_names(out, &job->others);
}

static struct reduction_job job_receive(struct wire_message *message, struct arena *arena) {
    struct reduction_job job = {0};
    job.number = (uint32_t)wire_number(message);
    job.bug = (enum bug)wire_number(message);
    job.accused = wire_word(message);
    job.command = wire_word(message);
    job.family = wire_word(message);
    job.known.truth = (enum truth)wire_number(message);
    job.known.witness = wire_word(message);
    job.script = wire_text(message, &job.n_script);
    job.best = wire_text(message, &job.n_best);
    job.recipe = wire_text(message, &job.n_recipe);
    job.confidence = (enum confidence)wire_number(message);
    job.test = wire_word(message);
    job.seeds = names_of(message, arena);
    job.others = names_of(message, arena);
    return job;
}

static void outcome_send(struct wire_out *out, const struct reduction_outcome *outcome) {
    wire_begin(out, WIRE_REDUCED);
    wire_put_number(out, outcome->number);
    wire_put_number(out, outcome->is_done);
    wire_put_number(out, outcome->waits);
    wire_put_word(out, outcome->reason);
    wire_put_number(out, outcome->bytes_at_first);
    wire_put_number(out, outcome->bytes);
    wire_put_text(out, outcome->reduction.script, outcome->reduction.n);
    wire_put_word(out, outcome->reduction.fingerprint);
    wire_put_word(out, outcome->reduction.evidence);
    wire_put_word(out, outcome->reduction.basis);
    wire_put_word(out, outcome->reduction.confidence);
    wire_put_text(out, outcome->reduction.given, outcome->reduction.given_n);
    wire_put_word(out, outcome->reduction.witness);
    answers_send(out, outcome->reduction.answers, outcome->reduction.n_answers);
    wire_put_number(out, outcome->has_recipe);
}

struct reduction_outcome outcome_receive(struct wire_message *message, struct arena *arena) {
    struct reduction_outcome outcome = {0};
    outcome.number = (uint32_t)wire_number(message);
    outcome.is_done = wire_number(message) != 0;
    outcome.waits = wire_number(message) != 0;
    outcome.reason = wire_word(message);
    outcome.bytes_at_first = wire_number(message);
    outcome.bytes = wire_number(message);
    outcome.reduction.script = wire_text(message, &outcome.reduction.n);
    outcome.reduction.fingerprint = wire_word(message);
    outcome.reduction.evidence = wire_word(message);
    outcome.reduction.basis = wire_word(message);
    outcome.reduction.confidence = wire_word(message);
    outcome.reduction.given = wire_text(message, &outcome.reduction.given_n);
    outcome.reduction.witness = wire_word(message);
    outcome.reduction.answers = answers_receive(message, arena, &outcome.reduction.n_answers);
    outcome.has_recipe = wire_number(message) != 0;
    return outcome;
}

struct reduction_progress shrinking_receive(struct wire_message *message) {
    struct reduction_progress progress = {0};
    progress.number = (uint32_t)wire_number(message);
    progress.bytes_at_first = wire_number(message);
    progress.bytes = wire_number(message);
    return progress;
}

/* ---- the process ----------------------------------------------------------- */

#define TELL_NS UINT64_C(500000000) /* between two messages of how far it is */

struct reducer_process {
    struct reduce_panel panel;
    struct reduction_source source;
    struct loop loop;
    double share;
    int fd;
    struct loop_watch watch;
    struct wire_in in;
    struct wire_out out;
    volatile sig_atomic_t stops; /* nobody listens any more */
    uint32_t number;             /* of the finding */
    const struct finding_property *property;
    const char *best_file; /* of the folder of the finding: what is being made smaller */
    uint64_t awake,
        next_tell; /* on the monotonic clock: since when it works; when it tells again */
    uint64_t cpu_ns, solver_cpu_ns;
};

static void send_out(struct reducer_process *process) {
    if (!wire_send(&process->out, process->fd))
        process->stops = 1;
}

/* While something is being reduced, all that can come is the end. */
static void on_coordinator(struct loop_watch *watch, uint32_t events) {
    struct reducer_process *process = LOOP_OWNER(watch, struct reducer_process, watch);
    (void)events;
    if (!wire_receive(&process->in, process->fd)) {
        process->stops = 1;
        loop_unwatch(&process->loop, watch);
    }
}

static void tell_counts(struct reducer_process *process) {
    uint64_t own = clock_cpu_ns() + child_wardens_cpu_ns(), solvers = child_total_cpu_ns();
    struct store_counters counts = {.cpu_ns = own - process->cpu_ns,
                                    .solver_cpu_ns = solvers - process->solver_cpu_ns};
    process->cpu_ns = own;
    process->solver_cpu_ns = solvers;
    counts_send(&process->out, &counts);
    send_out(process);
}

/* So long that work is the wanted share of work and rest; the end of the campaign wakes it. */
static void rest(struct reducer_process *process) {
    uint64_t now = clock_monotonic_ns();
    double ns = (double)(now - process->awake) * (1 / process->share - 1);
    struct pollfd ends = {.fd = process->fd, .events = POLLIN | POLLRDHUP};
    if (ns >= 1e6)
        poll(&ends, 1, ns < 1e10 ? (int)(ns / 1e6) : 10000);
    if (ns >= 1e6)
        process->awake = clock_monotonic_ns();
}

static void on_progress(const struct reduce_progress *progress, void *context) {
    struct reducer_process *process = context;
    uint64_t now = clock_monotonic_ns();
    if (now >= process->next_tell) {
        process->next_tell = now + TELL_NS;
        wire_begin(&process->out, WIRE_SHRINKING);
        wire_put_number(&process->out, process->number);
        wire_put_number(&process->out, progress->bytes_at_first);
        wire_put_number(&process->out, progress->bytes);
        send_out(process);
        tell_counts(process);
    }
    rest(process);
}

static bool on_best(const char *text, size_t n, void *context) {
    struct reducer_process *process = context;
    wire_begin(&process->out, WIRE_BEST);
    wire_put_number(&process->out, process->number);
    wire_put_word(&process->out, process->best_file);
    wire_put_text(&process->out, text, n);
    send_out(process);
    return true;
}

static bool is_enough(void *context) {
    const struct reducer_process *process = context;
    return process->property != NULL && finding_property_is_met(process->property);
}

struct store_reduction reduction_by_script(struct reduce_result *result,
                                           const struct finding_property *property,
                                           struct arena *arena) {
    const struct finding *finding = finding_property_finding(property);
    const struct strbuf *fingerprint = &finding->fingerprint, *evidence = &finding->evidence;
    struct store_reduction reduction = {
        .script = strbuf_text(&result->text),
        .n = result->text.n,
        .fingerprint =
            fingerprint->n > 0 ? arena_copy_text(arena, fingerprint->at, fingerprint->n) : NULL,
        .evidence = arena_copy_text(arena, evidence->n > 0 ? evidence->at : "", evidence->n),
        .basis = ground_name(finding->ground),
        .confidence = confidence_name(finding->confidence),
        .given = finding->given.n > 0 ? finding->given.at : NULL,
        .given_n = finding->given.n,
        .witness = kept_witness(finding, finding_property_answers(property),
                                finding_property_panel(property)->n_solvers, arena),
    };
    reduction.answers = kept_answers(property, arena, &reduction.n_answers);
    return reduction;
}

static void tell_end(struct reducer_process *process, enum reduce_status status,
                     struct reduce_result *result, const struct finding_property *property) {
    static const char *const reasons[] = {
        [REDUCE_DONE] = "",
        [REDUCE_STOPPED] = "",
        [REDUCE_LOST] = "what was found is not there when it is asked for again",
        [REDUCE_BAD_INPUT] = "momus does not read the script",
        [REDUCE_NOT_KEPT] = "",
    };
    struct arena arena = {0};
    struct reduction_outcome outcome = {
        .number = process->number,
        .is_done = status == REDUCE_DONE,
        .reason = reasons[status],
        .bytes_at_first = result->bytes_at_first,
        .bytes = result->bytes,
        .reduction = reduction_by_script(result, property, &arena),
    };
    outcome_send(&process->out, &outcome);
    send_out(process);
    arena_free(&arena);
}

static void tell_failure(struct reducer_process *process, const char *reason, bool waits) {
    struct reduction_outcome outcome = {
        .number = process->number, .reason = reason, .waits = waits};
    outcome_send(&process->out, &outcome);
    send_out(process);
}

static void tell_chain(struct reducer_process *process, struct reduction_by_chain *chain) {
    struct reduction_outcome outcome = {
        .number = process->number,
        .is_done = chain->status == REDUCE_DONE,
        .reason = "",
        .bytes_at_first = chain->bytes_at_first,
        .bytes = chain->bytes,
        .reduction = reduction_of_chain(chain),
        .has_recipe = true,
    };
    outcome_send(&process->out, &outcome);
    send_out(process);
}

/*
 * By the script itself: what is known of smaller ones is found out anew. `before`: what was
 * reached by how it was made, which stands if this comes to nothing; or NULL.
 */
static void work_on(struct reducer_process *process, struct finding_property *property,
                    const char *script, size_t n, const struct reduction_job *job,
                    const struct reduce_options *options, struct reduction_by_chain *before) {
    struct reduce_result result = {0};
    process->property = property;
    process->best_file = STORE_BEST;
    enum reduce_status status = reduce_script(finding_property_base(property), script, n, job->best,
                                              job->n_best, options, &result);
    if (before != NULL && (status == REDUCE_LOST || status == REDUCE_BAD_INPUT))
        tell_chain(process, before);
    else
        tell_end(process, status, &result, property);
    reduce_result_release(&result);
    process->property = NULL;
}

/*
 * By how its test was made; further, if there is evidence for that. False: it cannot be; `waits_for`
 * says why if that is not for good.
 */
static bool work_on_chain(struct reducer_process *process, const struct reduce_panel *panel,
                          const struct reduction_job *job, const struct reduce_options *options,
                          struct strbuf *waits_for) {
    struct reduction_by_chain chain = {0};
    struct strbuf error = {0};
    process->property = NULL;
    process->best_file = STORE_RECIPE;
    bool good = reduction_chain(job, panel, &process->source, options, &chain, &error);
    struct finding_property *beyond = NULL;
    if (good && chain.status == REDUCE_DONE)
        beyond = reduction_beyond_chain(job, panel, &chain);
    if (beyond != NULL)
        work_on(process, beyond, chain.script.at, chain.script.n, job, options, &chain);
    else if (good)
        tell_chain(process, &chain);
    else if (chain.lacks_seeds)
        strbuf_add(waits_for, error.at, error.n);
    finding_property_free(beyond);
    reduction_by_chain_release(&chain);
    strbuf_free(&error);
    return good;
}

static void work(struct reducer_process *process, const struct reduction_job *job) {
    struct reduction_panel own;
    struct strbuf error = {0}, waits_for = {0};
    struct reduce_options options = {
        .jobs = 1,
        .stops = &process->stops,
        .on_best = on_best,
        .on_progress = on_progress,
        .is_enough = is_enough,
        .context = process,
    };
    process->number = job->number;
    process->awake = clock_monotonic_ns();
    reduction_panel_init(&own, &process->panel, job);
    struct finding_property *property = finding_property_new(&own.panel);
    finding_property_set_others(property, job->others.at, job->others.n);
    bool found = finding_property_find(property, job->script, job->n_script, job->bug, job->family,
                                       &job->known, &error);
    if (!reduction_needs_chain(job, found ? property : NULL) ||
        !work_on_chain(process, &own.panel, job, &options, &waits_for)) {
        if (found)
            work_on(process, property, job->script, job->n_script, job, &options, NULL);
        else if (waits_for.n > 0)
            tell_failure(process, strbuf_text(&waits_for), true);
        else
            tell_failure(process, strbuf_text(&error), false);
    }
    finding_property_free(property);
    reduction_panel_release(&own);
    strbuf_free(&error);
    strbuf_free(&waits_for);
    tell_counts(process);
}

/* A job lives in the bytes that came, which nothing may change while it is worked on. */
static void take_job(struct reducer_process *process, struct wire_message *message) {
    struct wire_in held = process->in;
    process->in = (struct wire_in){0};
    struct arena arena = {0};
    struct reduction_job job = job_receive(message, &arena);
    if (loop_watch(&process->loop, &process->watch, process->fd, EPOLLIN | EPOLLRDHUP))
        loop_rest(&process->loop, &process->watch, true);
    work(process, &job);
    loop_unwatch(&process->loop, &process->watch);
    wire_in_release(&held);
    arena_free(&arena);
}

int reduction_serve(const struct reduce_panel *panel, const struct reduction_source *source,
                    double share, int fd) {
    struct reducer_process process = {
        .panel = *panel,
        .source = *source,
        .share = share,
        .fd = fd,
        .watch = {.fd = -1, .ready = on_coordinator},
    };
    struct wire_message message;
    if (!loop_init(&process.loop))
        die(EXIT_ENVIRONMENT, "a reducer cannot wait for events");
    process.panel.loop = &process.loop;
    process.panel.jobs = 1;
    process.cpu_ns = clock_cpu_ns() + child_wardens_cpu_ns();
    process.solver_cpu_ns = child_total_cpu_ns();
    while (!process.stops && wire_receive(&process.in, fd))
        while (!process.stops && wire_next(&process.in, &message))
            take_job(&process, &message);
    wire_in_release(&process.in);
    wire_out_release(&process.out);
    loop_release(&process.loop);
    return EXIT_DONE;
}
