#include "campaign/labelling.h"

#include "base/clock.h"
#include "base/die.h"
#include "base/file.h"
#include "campaign/judging.h"
#include "gen/seed.h"
#include "proc/ask.h"

/* One seed on its way. */
struct job {
    struct labelling *labelling;
    const char *path;
    struct file_text text;
    struct strbuf error;
    char *logic;
    bool is_flat, has_check;
    struct label_said said;
    struct label_facts facts;   /* of the solvers at hand */
    struct label_facts others;  /* what others answered: kept, and not looked at */
    struct question *questions; /* by solver */
    size_t n_asked, n_missing;
    bool is_begun, is_done;
};

/* One solver's answer to one seed. */
struct question {
    struct job *job;
    size_t solver;
    bool is_asked;
    struct asked asked;
};

struct labelling {
    const struct labelling_settings *settings;
    const struct labelling_events *events;
    struct loop loop;
    struct job *jobs;
    size_t n_jobs, next, next_told;
    size_t next_solver; /* of the job that is being asked about */
    size_t n_running;
    bool is_broken;   /* a solver cannot be used */
    bool cache_fails; /* and this has been told */
};

static char *copy_text(const char *text) {
    return mem_copy_text(text, strlen(text));
}

static bool is_stopped(const struct labelling *labelling) {
    return labelling->is_broken ||
           (labelling->settings->stop != NULL && *labelling->settings->stop != 0);
}

/* ---- what is known already ---------------------------------------------------- */

/* Reads the seed, to see that it can be read, what it says, and whether what is kept holds. */
static bool examine(struct job *job) {
    const struct labelling_settings *settings = job->labelling->settings;
    struct term_table *table = term_table_new();
    struct eval *eval = eval_new(table);
    struct seed_source source = {table, eval, settings->anew ? NULL : settings->cache};
    struct seed *seed = seed_read_from(&source, job->path, job->text.at, job->text.n, &job->error);
    if (seed != NULL) {
        job->is_flat = seed->is_flat;
        job->said = seed->said;
        job->logic = copy_text(
            seed->logic_name != 0 ? symbol_at(&table->symbols, seed->logic_name)->at : "");
        if (source.cache == NULL ||
            !label_cache_find(source.cache, seed->hash, seed->n_bytes, &job->facts) ||
            (job->facts.witness != NULL && !seed->has_witness)) {
            label_facts_release(&job->facts); /* a witness that is none: nothing is believed */
            job->facts = (struct label_facts){.hash = seed->hash, .n_bytes = seed->n_bytes};
        }
    }
    bool good = seed != NULL;
    seed_free(seed);
    eval_free(eval);
    term_table_free(table);
    return good;
}

/* The words of the command that asks a solver. */
static char *command_of(const struct solver *solver) {
    struct strbuf text = {0};
    for (size_t i = 0; i < solver->spawn.n; i++)
        strbuf_printf(&text, "%s%s", i > 0 ? " " : "", solver->spawn.at[i]);
    for (size_t i = 0; i < text.n; i++)
        if ((unsigned char)text.at[i] < ' ' || (unsigned char)text.at[i] > '~')
            text.at[i] = '?';
    return strbuf_detach(&text);
}

/* A solver that is another one now, or had less time before, may know more. */
static bool is_fresh(const struct labelling_settings *settings, size_t solver,
                     const struct label_answer *answer) {
    const char *version = settings->versions[solver];
    char *command = command_of(&settings->solvers[solver]);
    bool is_same = strcmp(answer->command, command) == 0;
    mem_free(command);
    return is_same && strcmp(answer->version, version != NULL ? version : "") == 0 &&
           (answer->limit >= settings->seconds || strstr(answer->answer, "timeout") == NULL);
}

/* Sorts the answers that are known: of solvers at hand, of others, and those out of date. */
static void sort_answers(struct job *job) {
    const struct labelling_settings *settings = job->labelling->settings;
    size_t kept = 0;
    for (size_t i = 0; i < job->facts.answers.n; i++) {
        struct label_answer *answer = &job->facts.answers.at[i];
        size_t solver = 0;
        while (solver < settings->n_solvers &&
               strcmp(settings->solvers[solver].name, answer->solver) != 0)
            solver++;
        if (solver == settings->n_solvers)
            vec_push(&job->others.answers, *answer);
        else if (is_fresh(settings, solver, answer))
            job->facts.answers.at[kept++] = *answer;
        else
            label_answer_release(answer);
    }
    job->facts.answers.n = kept;
}

/* ---- what the answers say ------------------------------------------------------ */

static void set_fault(struct label_answer *answer, const char *fault, const char *remark,
                      size_t n) {
    enum { MOST = 160 };
    if (answer->fault[0] != '\0')
        return;
    mem_free(answer->fault);
    mem_free(answer->remark);
    answer->fault = copy_text(fault);
    const char *end = n > 0 ? memchr(remark, '\n', n) : NULL;
    n = end != NULL ? (size_t)(end - remark) : n;
    answer->remark = mem_copy_text(remark, n > MOST ? MOST : n);
    for (char *at = answer->remark; *at != '\0'; at++)
        if ((unsigned char)*at < ' ' || (unsigned char)*at > '~')
            *at = '?';
}

static void find_faults(struct answers *answers, struct label_answer *answer) {
    if (answers->crashed)
        set_fault(answer, "crash", strbuf_text(&answers->message), answers->message.n);
    if (answers->self_check_failed)
        set_fault(answer, "self-check", strbuf_text(&answers->message), answers->message.n);
    for (size_t i = 0; i < answers->checks.n; i++)
        switch (answers->checks.at[i].kind) {
        case ANSWER_CRASH:
            set_fault(answer, "crash", strbuf_text(&answers->message), answers->message.n);
            break;
        case ANSWER_ERROR:
            set_fault(answer, "error", answers->errors.n > 0 ? answers->errors.at[0].at : "",
                      answers->errors.n > 0 ? answers->errors.at[0].n : 0);
            break;
        case ANSWER_UNCLEAR:
            set_fault(answer, "no-answer", answers->noise.n > 0 ? answers->noise.at[0].at : "",
                      answers->noise.n > 0 ? answers->noise.at[0].n : 0);
            break;
        default:
            break;
        }
}

static void add_answer(struct job *job, struct question *question, struct judged_solver *judged) {
    const struct labelling_settings *settings = job->labelling->settings;
    struct answers *answers = &question->asked.answers;
    const char *version = settings->versions[question->solver];
    struct strbuf words = {0};
    for (size_t i = 0; i < answers->checks.n; i++)
        strbuf_printf(&words, "%s%s", i > 0 ? " " : "",
                      answer_kind_name(answers->checks.at[i].kind));
    struct label_answer answer = {
        .solver = copy_text(settings->solvers[question->solver].name),
        .command = command_of(&settings->solvers[question->solver]),
        .version = copy_text(version != NULL ? version : ""),
        .limit = settings->seconds,
        .answer = copy_text(strbuf_text(&words)),
        .model = copy_text(strbuf_text(&judged->verdicts)),
        .fault = copy_text(""),
        .remark = copy_text(""),
    };
    find_faults(answers, &answer);
    if (judged->has_wrong)
        set_fault(&answer, "wrong-model", strbuf_text(&judged->reason), judged->reason.n);
    vec_push(&job->facts.answers, answer);
    strbuf_free(&words);
}

/* ---- the end of a job ------------------------------------------------------------ */

static void put(struct job *job) {
    struct labelling *labelling = job->labelling;
    struct label_facts all = job->facts;
    struct strbuf error = {0};
    all.answers.at = NULL;
    all.answers.n = all.answers.cap = 0;
    for (size_t i = 0; i < job->facts.answers.n; i++)
        vec_push(&all.answers, job->facts.answers.at[i]);
    for (size_t i = 0; i < job->others.answers.n; i++)
        vec_push(&all.answers, job->others.answers.at[i]);
    if (!label_cache_put(labelling->settings->cache, &all, &error) && !labelling->cache_fails) {
        labelling->cache_fails = true;
        labelling->events->no_cache(strbuf_text(&error), labelling->events->context);
    }
    vec_free(&all.answers);
    strbuf_free(&error);
}

/* All answers are there. */
static void conclude(struct job *job) {
    const struct labelling_settings *settings = job->labelling->settings;
    struct judged_solver *judged = mem_alloc_zero((settings->n_solvers + 1) * sizeof *judged);
    bool needs_judge = job->n_asked > 0 ||
                       (job->is_flat && job->facts.judged == NULL && job->facts.witness == NULL);
    for (size_t i = 0; i < settings->n_solvers; i++)
        judged[i] = (struct judged_solver){
            .name = settings->solvers[i].name,
            .answers = job->questions[i].is_asked ? &job->questions[i].asked.answers : NULL,
        };
    if (needs_judge)
        judge_seed(job->text.at, job->text.n, job->is_flat, judged, settings->n_solvers,
                   &job->facts);
    for (size_t i = 0; i < settings->n_solvers; i++) {
        if (job->questions[i].is_asked)
            add_answer(job, &job->questions[i], &judged[i]);
        strbuf_free(&judged[i].verdicts);
        strbuf_free(&judged[i].reason);
    }
    if (needs_judge)
        put(job);
    mem_free(judged);
    job->is_done = true;
}

static void tell(struct job *job) {
    const struct labelling_events *events = job->labelling->events;
    struct labelled labelled = {.path = job->path};
    if (job->error.n > 0)
        labelled.error = strbuf_text(&job->error);
    else {
        labelled.logic = job->logic;
        labelled.is_flat = job->is_flat;
        labelled.n_asked = job->n_asked;
        labelled.said = job->said;
        labelled.facts = &job->facts;
        labelled.verdict = label_decide(&job->said, &job->facts);
    }
    events->labelled(&labelled, events->context);
}

static void release(struct job *job) {
    for (size_t i = 0; job->questions != NULL && i < job->labelling->settings->n_solvers; i++)
        asked_release(&job->questions[i].asked);
    mem_free(job->questions);
    job->questions = NULL;
    if (job->text.at != NULL)
        file_text_free(&job->text);
    label_facts_release(&job->facts);
    label_facts_release(&job->others);
    mem_free(job->logic);
    job->logic = NULL;
    strbuf_free(&job->error);
}

/* In order, those that are done. */
static void tell_done(struct labelling *labelling) {
    while (labelling->next_told < labelling->n_jobs &&
           labelling->jobs[labelling->next_told].is_done) {
        struct job *job = &labelling->jobs[labelling->next_told++];
        tell(job);
        release(job);
    }
    labelling->events->progress(labelling->next_told, labelling->events->context);
}

/* ---- asking ----------------------------------------------------------------------- */

static void on_asked(struct asked *asked, void *context) {
    struct question *question = context;
    struct job *job = question->job;
    struct labelling *labelling = job->labelling;
    question->asked = *asked;
    *asked = (struct asked){0};
    labelling->n_running--;
    job->n_missing--;
    if (question->asked.end == CHILD_NO_START && !labelling->is_broken) {
        labelling->is_broken = true;
        labelling->events->no_solver(labelling->settings->solvers[question->solver].name,
                                     strbuf_text(&question->asked.error),
                                     labelling->events->context);
    }
    /* After a stop, an answer may be cut short: it is not kept. */
    if (job->n_missing == 0 && !is_stopped(labelling))
        conclude(job);
}

/* A script that never checks is asked about as if it did at its end. */
static void ask(struct labelling *labelling, struct job *job, size_t solver) {
    const struct labelling_settings *settings = labelling->settings;
    struct question *question = &job->questions[solver];
    struct strbuf text = {0};
    strbuf_add(&text, job->text.at, job->text.n);
    if (!job->has_check)
        strbuf_add_text(&text, "\n(check-sat)\n");
    struct ask ask = {
        .solver = &settings->solvers[solver],
        .text = strbuf_text(&text),
        .n = text.n,
        .wants = {.models = true},
        .limits = ask_limits(settings->seconds, settings->memory),
    };
    question->is_asked = true;
    job->n_asked++;
    labelling->n_running++;
    ask_spawn(&labelling->loop, &ask, on_asked, question);
    strbuf_free(&text);
}

static bool has_check(const struct solver *solver, const struct file_text *text) {
    struct fitted fitted = {0};
    fit_script(&solver->profile, text->at, text->n, (struct fit_wants){0}, &fitted);
    bool has = fitted.n_checks > 0;
    fitted_release(&fitted);
    return has;
}

/* Reads the seed; true if there is somebody to be asked about it. */
static bool begin(struct labelling *labelling, struct job *job) {
    const struct labelling_settings *settings = labelling->settings;
    job->is_begun = true;
    if (!file_read(job->path, &job->text, &job->error) || !examine(job)) {
        job->is_done = true;
        return false;
    }
    sort_answers(job);
    job->questions = mem_alloc_zero((settings->n_solvers + 1) * sizeof *job->questions);
    for (size_t i = 0; i < settings->n_solvers; i++)
        job->questions[i] = (struct question){.job = job, .solver = i};
    if (job->facts.answers.n == settings->n_solvers) {
        conclude(job);
        return false;
    }
    job->n_missing = settings->n_solvers - job->facts.answers.n;
    job->has_check = settings->n_solvers > 0 && has_check(&settings->solvers[0], &job->text);
    return true;
}

/* One more question, or one seed for which there is none. */
static void ask_next(struct labelling *labelling) {
    const struct labelling_settings *settings = labelling->settings;
    struct job *job = &labelling->jobs[labelling->next];
    bool goes_on = job->is_begun || begin(labelling, job);
    while (goes_on && !job->is_done && labelling->next_solver < settings->n_solvers) {
        size_t solver = labelling->next_solver++;
        if (label_facts_answer(&job->facts, settings->solvers[solver].name) == NULL) {
            ask(labelling, job, solver);
            break;
        }
    }
    if (!goes_on || job->is_done || labelling->next_solver == settings->n_solvers) {
        labelling->next++;
        labelling->next_solver = 0;
    }
}

static void run(struct labelling *labelling) {
    const struct labelling_settings *settings = labelling->settings;
    for (;;) {
        while (labelling->n_running < settings->n_slots && labelling->next < labelling->n_jobs &&
               !is_stopped(labelling)) {
            ask_next(labelling);
            tell_done(labelling);
        }
        if (labelling->n_running == 0)
            return;
        loop_step(&labelling->loop, UINT64_MAX);
        tell_done(labelling);
    }
}

void labelling_run(const struct labelling_settings *settings, char *const *paths, size_t n,
                   const struct labelling_events *events) {
    struct labelling labelling = {
        .settings = settings,
        .events = events,
        .jobs = mem_alloc_zero((n + 1) * sizeof(struct job)),
        .n_jobs = n,
    };
    if (!loop_init(&labelling.loop))
        die(EXIT_ENVIRONMENT, "no event loop can be made");
    for (size_t i = 0; i < n; i++)
        labelling.jobs[i] = (struct job){.labelling = &labelling, .path = paths[i]};
    run(&labelling);
    for (size_t i = labelling.next_told; i < n; i++) { /* after a stop */
        if (labelling.jobs[i].is_done)
            tell(&labelling.jobs[i]);
        release(&labelling.jobs[i]);
    }
    loop_release(&labelling.loop);
    mem_free(labelling.jobs);
}
