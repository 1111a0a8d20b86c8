#include "cli/replay.h"

#include "base/die.h"
#include "base/file.h"
#include "campaign/remaking.h"
#include "campaign/worker.h"
#include "cli/replay_result.h"
#include "report/finding.h"

/* For each solver that many, with its twins. */
enum { TWINS = 4 };
enum { REMAKING_SECONDS = 60 };

/* ---- the solvers ----------------------------------------------------------- */

/* The versions that the user names, behind them those of the run. Some may turn out not to start. */
static int choose_versions(struct replay *replay, const struct options *options) {
    bool good = solver_list_init(&replay->solvers, &options->solver, 0, &replay->loop);
    replay->n_versions = replay->solvers.all.n;
    good = good && solver_list_add(&replay->solvers, &replay->record.solvers, 0, &replay->loop);
    return good ? EXIT_DONE : replay->solvers.status;
}

static int choose_solvers(struct replay *replay, const struct options *options) {
    if (options->bisect)
        return choose_versions(replay, options);
    const text_vec *names = options->solver.n > 0 || replay->record.solvers.n == 0
                                ? &options->solver
                                : &replay->record.solvers;
    replay->is_chosen = options->solver.n > 0;
    bool good = solver_list_init(&replay->solvers, names, 0, &replay->loop) &&
                solver_list_try(&replay->solvers, options->replay_timeout, &replay->loop);
    return good ? EXIT_DONE : replay->solvers.status;
}

/* What the user says, else what the run had, else what runs have. */
static uint64_t limit_of(int64_t said, int64_t recorded, int64_t usual) {
    return (uint64_t)(said > 0 ? said : recorded > 0 ? recorded : usual);
}

int replay_init(struct replay *replay, struct store *store, const struct options *options) {
    *replay = (struct replay){.store = store};
    if (!loop_init(&replay->loop))
        die(EXIT_ENVIRONMENT, "cannot wait for events");
    if (!run_record_load(store, &replay->arena, &replay->record) ||
        !settings_load(store, &replay->arena, &replay->settings)) {
        fprintf(stderr, "momus: error: %s\n", store_error(store));
        return EXIT_ENVIRONMENT;
    }
    int status = choose_solvers(replay, options);
    if (status != EXIT_DONE)
        return status;
    struct child_limits limits = {
        .wall_ms = limit_of(options->replay_timeout, replay->record.timeout, 10) * 1000,
        .memory = limit_of(options->replay_memory, replay->record.memory, INT64_C(2) << 30),
        .output = 16 << 20,
        .file_size = 64 << 20,
        .processes = 64,
    };
    replay->n_usual = replay->solvers.all.n;
    vec_reserve(&replay->solvers.all, TWINS * replay->n_usual); /* names point into it */
    solve_judge_init(&replay->judge, &replay->solvers, &replay->loop, limits, true);
    return EXIT_DONE;
}

void replay_release(struct replay *replay) {
    seed_files_release(&replay->seeds);
    replay->solvers.all.n = replay->n_usual;
    solve_judge_release(&replay->judge);
    solver_list_release(&replay->solvers);
    vec_free(&replay->record.solvers);
    vec_free(&replay->record.seeds);
    loop_release(&replay->loop);
    arena_free(&replay->arena);
}

/* ---- twins: solvers with words that a finding was seen with ----------------- */

static void add_twin(struct replay *replay, size_t of, const char *name, struct words words) {
    struct solver twin = replay->solvers.all.at[of];
    struct oracle_solver told = replay->judge.solvers.at[of];
    struct strbuf text = {0};
    if (replay->solvers.all.n == TWINS * replay->n_usual)
        return;
    strbuf_printf(&text, "%s%s", told.name, name + lineup_base_name(name));
    twin.name = told.name = arena_copy_text(&replay->arena, text.at, text.n);
    twin.spawn = words_with(&replay->arena, twin.spawn, words);
    strbuf_clear(&text);
    strbuf_printf(&text, "%s%s", told.options, told.options[0] != '\0' ? " " : "");
    words_join(words, &text);
    told.options = arena_copy_text(&replay->arena, text.at, text.n);
    vec_push(&replay->solvers.all, twin);
    vec_push(&replay->judge.solvers, told);
    replay->judge.inquiry.n_solvers = replay->solvers.all.n;
    strbuf_free(&text);
}

/* Those of the solvers at hand whose like had further words when the finding was seen. */
static void add_twins(struct replay *replay, const struct store_finding *finding) {
    store_answer_vec answers = {0};
    struct words words;
    store_answers(replay->store, finding->number, &replay->arena, &answers);
    for (size_t i = 0; i < answers.n; i++) {
        const char *name = answers.at[i].solver;
        if (name[lineup_base_name(name)] == '\0' ||
            !run_record_words(replay->store, &replay->arena, name, answers.at[i].command, &words))
            continue;
        const char *family = run_record_family(replay->store, &replay->arena, name);
        for (size_t s = 0; s < replay->n_usual; s++) {
            const struct oracle_solver *at_hand = &replay->judge.solvers.at[s];
            bool is_it = strlen(at_hand->name) == lineup_base_name(name) &&
                         strncmp(at_hand->name, name, strlen(at_hand->name)) == 0;
            if (is_it || (replay->is_chosen && strcmp(at_hand->family, family) == 0))
                add_twin(replay, s, name, words);
        }
    }
    vec_free(&answers);
}

static void drop_twins(struct replay *replay) {
    replay->solvers.all.n = replay->judge.solvers.n = replay->n_usual;
    replay->judge.inquiry.n_solvers = replay->n_usual;
}

/* ---- the seeds ------------------------------------------------------------- */

bool replay_add_seeds(struct replay *replay, const char *path, struct strbuf *error) {
    return seed_files_add_below(&replay->seeds, path, error);
}

static bool remake_among(struct replay *replay, const struct test_id *id, struct remade *remade,
                         struct strbuf *reason) {
    text_vec paths = {0};
    const struct seed_files *seeds = &replay->seeds;
    seed_files_add_run(&replay->seeds, &replay->record);
    for (size_t i = 0; i < seeds->all.n; i++) /* each content once */
        if (seed_files_find(seeds, seeds->all.at[i].hash) == seeds->all.at[i].path)
            vec_push(&paths, seeds->all.at[i].path);
    bool good = maker_remake_among(id, &replay->settings, paths.at, paths.n, remade, reason);
    vec_free(&paths);
    return good;
}

static bool remake(struct replay *replay, const char *test, struct remade *remade,
                   struct strbuf *reason) {
    const char *paths[TEST_SEEDS_MAX];
    struct test_id id;
    *remade = (struct remade){0};
    if (!test_id_read(test, strlen(test), &id)) {
        strbuf_printf(reason, "'%s' is no id of a test", test);
        return false;
    }
    const struct strategy *strategy = strategy_find(id.strategy);
    if (strategy != NULL && strategy->wants_bank)
        return remake_among(replay, &id, remade, reason);
    for (size_t i = 0; i < id.n_seeds; i++) {
        if (seed_files_find(&replay->seeds, id.seeds[i]) == NULL)
            seed_files_add_run(&replay->seeds, &replay->record);
        paths[i] = seed_files_find(&replay->seeds, id.seeds[i]);
        if (paths[i] == NULL) {
            strbuf_printf(reason, "the seed with the hash %016llx is not where it was",
                          (unsigned long long)id.seeds[i]);
            return false;
        }
    }
    return maker_remake(&id, &replay->settings, paths, remade, reason);
}

struct remake_job {
    struct replay *replay;
    const char *test;
};

static bool remake_job(struct remade *remade, struct strbuf *reason, void *context) {
    const struct remake_job *job = context;
    return remake(job->replay, job->test, remade, reason);
}

/* Out of harm's way: the test may be one whose making ends momus. */
static void remake_safely(struct replay *replay, const char *test, struct remade *remade,
                          struct replayed *replayed) {
    struct remake_job job = {replay, test};
    enum remaking_end end = remake_confined(&replay->loop, remake_job, &job, REMAKING_SECONDS,
                                            remade, &replayed->unmade);
    replayed->is_remade = end == REMAKING_DONE;
    replayed->is_fatal = end == REMAKING_FATAL;
}

/* ---- asking ---------------------------------------------------------------- */

struct waiting {
    struct asked *asked;
    bool is_there;
};

static void on_asked(struct asked *asked, void *context) {
    struct waiting *waiting = context;
    *waiting->asked = *asked;
    *asked = (struct asked){0};
    waiting->is_there = true;
}

static void ask(struct replay *replay, const char *text, size_t n, struct fit_wants wants,
                struct replayed *replayed) {
    replayed->is_asked = true;
    for (size_t i = 0; i < replay->solvers.all.n; i++) {
        struct waiting waiting = {.asked = &replayed->answers[i]};
        if (replayed->is_silent != NULL && replayed->is_silent[i])
            continue;
        struct ask question = {
            .solver = &replay->solvers.all.at[i],
            .text = text,
            .n = n,
            .wants = wants,
            .limits = replay->judge.inquiry.limits,
        };
        ask_spawn(&replay->loop, &question, on_asked, &waiting);
        while (!waiting.is_there)
            loop_step(&replay->loop, UINT64_MAX);
    }
}

/* What is known of the test, if anything is (remade), is known of the last check. */
static void judge(struct replay *replay, const char *text, size_t n, struct remade *remade,
                  struct replayed *replayed) {
    const struct asked **answers = mem_alloc_zero((replay->solvers.all.n + 1) * sizeof *answers);
    for (size_t i = 0; i < replay->solvers.all.n; i++)
        if (replayed->is_silent == NULL || !replayed->is_silent[i])
            answers[i] = &replayed->answers[i];
    struct oracle_options options = oracle_default_options;
    options.ask = inquiry_ask;
    options.context = &replay->judge.inquiry;
    size_t n_checks = 1;
    for (size_t i = 0; i < replay->solvers.all.n; i++)
        if (replayed->answers[i].answers.checks.n > n_checks)
            n_checks = replayed->answers[i].answers.checks.n;
    struct oracle_known *all = mem_alloc_zero(n_checks * sizeof *all), known = {0};
    if (remade != NULL) {
        known = (struct oracle_known){.truth = remade->truth, .basis = remade->basis};
        if (remade->witness.n > 0)
            known.witness = strbuf_text(&remade->witness);
        else if (known.basis == BASIS_WITNESS)
            known.basis = BASIS_CHAIN; /* what cannot be shown is not claimed */
    }
    all[n_checks - 1] = known;
    struct oracle_case c = {
        .text = text,
        .n = n,
        .known = all,
        .n_known = known.truth != TRUTH_UNKNOWN ? n_checks : 0,
        .solvers = replay->judge.solvers.at,
        .answers = answers,
        .n_solvers = replay->solvers.all.n,
        .limit_ns = replay->judge.inquiry.limits.wall_ms * 1000000,
    };
    oracle_judge(&c, &options, &replayed->verdict);
    mem_free(all);
    mem_free(answers);
}

static void forget(struct replayed *replayed, const struct replay *replay) {
    for (size_t i = 0; i < replay->solvers.all.n; i++) {
        asked_release(&replayed->answers[i]);
        replayed->answers[i] = (struct asked){0};
    }
    oracle_verdict_release(&replayed->verdict);
    replayed->verdict = (struct oracle_verdict){0};
}

/* ---- one version ----------------------------------------------------------- */

/* Words that the accused had when the finding was seen; false if it had none but its usual ones. */
static bool words_of_accused(struct replay *replay, const struct store_finding *finding,
                             struct words *words) {
    store_answer_vec answers = {0};
    bool found = false;
    store_answers(replay->store, finding->number, &replay->arena, &answers);
    for (size_t i = 0; i < answers.n && !found; i++)
        found = report_finding_blames(finding, answers.at[i].solver) &&
                answers.at[i].solver[lineup_base_name(answers.at[i].solver)] != '\0' &&
                run_record_words(replay->store, &replay->arena, answers.at[i].solver,
                                 answers.at[i].command, words);
    vec_free(&answers);
    return found;
}

/*
 * Who was at fault is asked no more: a version takes his place. Where a version has his name, he is
 * called by it with a number behind: z3-2.
 */
static bool is_replaced(const struct store_finding *finding, const char *solver) {
    for (size_t i = 0; i < finding->at_fault.n; i++) {
        const char *name = finding->at_fault.at[i];
        size_t n = lineup_base_name(name);
        if (strncmp(solver, name, n) == 0 &&
            (solver[n] == '\0' || solver_name_unnumbered(solver) == n))
            return true;
    }
    return false;
}

static bool names(const struct finding *finding, size_t solver) {
    for (size_t i = 0; i < finding->at_fault.n; i++)
        if (finding->at_fault.at[i] == solver)
            return true;
    return false;
}

/* Is the version accused of this bug, or of another one that is wrong or broken, by the verdict? */
static enum replay_result result_of_verdict(struct replay *replay, size_t version,
                                            const struct store_finding *old,
                                            const struct replayed *replayed) {
    enum replay_result result = REPLAY_HOLDS;
    for (size_t i = 0; i < replayed->verdict.findings.n && result != REPLAY_FAILS; i++) {
        const struct finding *now = &replayed->verdict.findings.at[i];
        if (!names(now, version))
            continue;
        if (replay_is_same_bug(replay, old, now->bug, version, &replayed->answers[version]))
            result = REPLAY_FAILS;
        else if (bug_severity(now->bug) <= SEVERITY_BROKEN)
            result = REPLAY_OTHERWISE;
    }
    return result;
}

/* A crash that nobody is accused of: it was not asked about, or does not always show. */
static bool crashes_otherwise(struct replay *replay, size_t version,
                              const struct store_finding *finding, const struct asked *asked) {
    enum bug bug = bug_find(finding->class_name, strlen(finding->class_name));
    return asked->answers.crashed &&
           !(bug_has_message(bug) && replay_is_same_failure(replay, finding, version, asked));
}

static size_t count_checks(const char *script) {
    size_t n = 0;
    for (const char *at = script; (at = strstr(at, "(check-sat")) != NULL; at++)
        n++;
    return n;
}

/* What was proven about the only answer needs nobody else: then only the version is asked. */
static bool is_settled(const struct store_finding *finding, const char *script,
                       enum answer_kind *wrong) {
    enum bug bug = bug_find(finding->class_name, strlen(finding->class_name));
    return strcmp(finding->confidence, confidence_name(CONFIDENCE_PROVEN)) == 0 &&
           bug != BUG_COUNT && bug_severity(bug) == SEVERITY_WRONG &&
           replay_wrong_answer(bug, wrong) && count_checks(script) == 1;
}

static enum replay_result version_result(struct replay *replay, size_t version,
                                         const struct store_finding *finding, const char *script,
                                         size_t n, struct fit_wants wants,
                                         struct replayed *replayed) {
    enum answer_kind wrong;
    const struct asked *asked = &replayed->answers[version];
    const char *name = replay->judge.solvers.at[version].name;
    enum replay_result result = REPLAY_HOLDS;
    ask(replay, script, n, wants, replayed);
    if (!is_settled(finding, script, &wrong)) {
        judge(replay, script, n, NULL, replayed);
        result = result_of_verdict(replay, version, finding, replayed);
    } else if (asked->answers.checks.n == 1 && asked->answers.checks.at[0].kind == wrong)
        result = REPLAY_FAILS;
    if (result != REPLAY_HOLDS || replay_is_told(finding, asked, name, &replayed->reason))
        return result;
    return crashes_otherwise(replay, version, finding, asked) ? REPLAY_OTHERWISE : REPLAY_UNTOLD;
}

/* ---- two ways of asking ----------------------------------------------------- */

/* With models and without: what is asked for changes the way that a solver takes. */
static struct replayed another_way(const struct replay *replay, const struct replayed *first) {
    return (struct replayed){
        .answers = mem_alloc_zero((replay->solvers.all.n + 1) * sizeof *first->answers),
        .is_silent = first->is_silent,
    };
}

/*
 * Keeps the worse of both, with the answers that show it, so that to hold is to hold in both; the
 * other is gone.
 */
static void keep_worse(const struct replay *replay, struct replayed *kept, struct replayed *other) {
    if (other->result >= kept->result) {
        struct replayed better = *kept;
        kept->result = other->result;
        kept->reason = other->reason;
        kept->is_asked = other->is_asked;
        kept->answers = other->answers;
        kept->verdict = other->verdict;
        kept->again = other->again;
        *other = better;
    }
    forget(other, replay);
    mem_free(other->answers);
    strbuf_free(&other->reason);
}

static void ask_and_judge(struct replay *replay, const struct store_finding *finding,
                          const char *text, size_t n, struct remade *remade,
                          struct replayed *replayed) {
    bool cores = finding != NULL && strcmp(finding->class_name, bug_name(BUG_INVALID_CORE)) == 0;
    replayed->result = REPLAY_HOLDS;
    for (int models = 1; models >= 0 && replayed->result != REPLAY_FAILS; models--) {
        struct replayed way = another_way(replay, replayed);
        ask(replay, text, n, (struct fit_wants){.models = models, .cores = cores}, &way);
        judge(replay, text, n, remade, &way);
        way.result = replay_result_of(replay, finding, &way);
        keep_worse(replay, replayed, &way);
    }
}

void replay_test(struct replay *replay, const char *test, const struct store_finding *finding,
                 const char *script, size_t n, struct replayed *replayed) {
    struct remade remade;
    *replayed = (struct replayed){.result = REPLAY_NOT_ASKED};
    if (finding != NULL)
        add_twins(replay, finding);
    replayed->answers = mem_alloc_zero((replay->solvers.all.n + 1) * sizeof *replayed->answers);
    if (finding != NULL && !replay_concerns(replay, finding))
        return;
    if (finding != NULL)
        seed_files_add_names(&replay->seeds, &replay->record, finding->seeds);
    remake_safely(replay, test, &remade, replayed);
    bool is_session = script != NULL && n > strlen(WORKER_SESSION_HEAD) &&
                      memcmp(script, WORKER_SESSION_HEAD, strlen(WORKER_SESSION_HEAD)) == 0;
    replayed->is_same =
        script == NULL || is_session ||
        (replayed->is_remade && remade.script.n == n && memcmp(remade.script.at, script, n) == 0);
    if (replayed->is_fatal && finding != NULL && replay_accuses_momus(finding)) {
        replayed->result = REPLAY_FAILS;
    } else if (script == NULL && !replayed->is_remade) {
        replayed->result = REPLAY_UNTOLD;
        strbuf_printf(&replayed->reason, "the test cannot be made again: %s",
                      strbuf_text(&replayed->unmade));
    } else if (script == NULL)
        ask_and_judge(replay, finding, strbuf_text(&remade.script), remade.script.n, &remade,
                      replayed);
    else /* what is known of the test holds for its own bytes only */
        ask_and_judge(replay, finding, script, n,
                      replayed->is_remade && replayed->is_same ? &remade : NULL, replayed);
    remade_release(&remade);
}

void replay_version(struct replay *replay, size_t version, const struct store_finding *finding,
                    const char *script, size_t n, struct replayed *replayed) {
    struct solver *solver = &replay->solvers.all.at[version], before = *solver;
    size_t n_solvers = replay->solvers.all.n;
    struct words words;
    enum answer_kind wrong;
    bool is_alone = is_settled(finding, script, &wrong);
    *replayed = (struct replayed){.result = REPLAY_HOLDS};
    replayed->answers = mem_alloc_zero((n_solvers + 1) * sizeof *replayed->answers);
    replayed->is_silent = mem_alloc_zero((n_solvers + 1) * sizeof *replayed->is_silent);
    for (size_t i = 0; i < n_solvers; i++)
        replayed->is_silent[i] =
            i != version && (is_alone || i < replay->n_versions ||
                             is_replaced(finding, replay->judge.solvers.at[i].name));
    if (words_of_accused(replay, finding, &words))
        solver->spawn = words_with(&replay->arena, solver->spawn, words);
    bool cores = strcmp(finding->class_name, bug_name(BUG_INVALID_CORE)) == 0;
    for (int models = 1; models >= 0 && replayed->result != REPLAY_FAILS; models--) {
        struct replayed way = another_way(replay, replayed);
        way.result = version_result(replay, version, finding, script, n,
                                    (struct fit_wants){.models = models, .cores = cores}, &way);
        keep_worse(replay, replayed, &way);
    }
    *solver = before;
}

void replayed_release(struct replayed *replayed, struct replay *replay) {
    forget(replayed, replay);
    drop_twins(replay);
    mem_free(replayed->answers);
    mem_free(replayed->is_silent);
    strbuf_free(&replayed->reason);
    strbuf_free(&replayed->unmade);
}

void asked_add_words(const struct asked *asked, struct strbuf *out) {
    if (asked->end == CHILD_NO_START)
        strbuf_add_text(out, "does not start");
    else
        answers_add_words(&asked->answers, out);
}
