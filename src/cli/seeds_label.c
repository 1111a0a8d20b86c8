/*
 * momus seeds label: the truth of seeds, and which of them are not to be used.
 */
#include <jansson.h>
#include <unistd.h>

#include "base/die.h"
#include "campaign/labelling.h"
#include "cli/interrupt.h"
#include "cli/seeds.h"
#include "cli/solver_list.h"
#include "report/json.h"

/* Seeds by who settles their truth. */
enum { BY_WITNESS, BY_EXHAUSTION, BY_SOLVERS, BY_LABEL_AND_SOLVER, BY_LABEL, BY_NOBODY, N_BY };
static const char *const by_names[N_BY] = {"witness",          "exhaustion", "solvers",
                                           "label-and-solver", "label",      "nobody"};

/* Why seeds are set aside, and how many. */
struct aside {
    char *reason; /* "crash of z3" */
    size_t n;
};

/* What is found with each logic. */
struct logic_count {
    char *logic;
    size_t n, n_sat, n_witness;
};

struct label_run {
    const struct options *options;
    struct solver_list solvers;
    struct label_cache cache;
    struct seeds_progress progress;
    size_t n_seeds, n_bad, n_several, n_asked, n_disputed, n_confirmed;
    size_t truths[3], by[N_BY];
    VEC(struct aside) aside;
    VEC(struct logic_count) logics;
    json_t *json; /* array of seeds; NULL without --json */
    int status;
};

static void worsen(struct label_run *run, int status) {
    if (status > run->status)
        run->status = status;
}

/* ---- counting ------------------------------------------------------------------------ */

static int who_settles(const struct label_verdict *verdict) {
    switch (verdict->basis) {
    case BASIS_WITNESS:
        return BY_WITNESS;
    case BASIS_EXHAUSTION:
        return BY_EXHAUSTION;
    case BASIS_LABEL:
        return verdict->label == LABEL_SOLVERS ? BY_SOLVERS
               : verdict->n_solvers > 0        ? BY_LABEL_AND_SOLVER
                                               : BY_LABEL;
    default:
        return BY_NOBODY;
    }
}

static void count_aside(struct label_run *run, const char *reason) {
    for (size_t i = 0; i < run->aside.n; i++)
        if (strcmp(run->aside.at[i].reason, reason) == 0) {
            run->aside.at[i].n++;
            return;
        }
    vec_push(&run->aside, ((struct aside){mem_copy_text(reason, strlen(reason)), 1}));
}

static struct logic_count *logic_of(struct label_run *run, const char *logic) {
    for (size_t i = 0; i < run->logics.n; i++)
        if (strcmp(run->logics.at[i].logic, logic) == 0)
            return &run->logics.at[i];
    vec_push(&run->logics, ((struct logic_count){.logic = mem_copy_text(logic, strlen(logic))}));
    return &vec_top(&run->logics);
}

static bool has_label(const struct labelled *labelled) {
    return labelled->said.by[LABEL_FOLDER] != TRUTH_UNKNOWN ||
           labelled->said.by[LABEL_STATUS] != TRUTH_UNKNOWN ||
           labelled->said.by[LABEL_EXPECT] != TRUTH_UNKNOWN;
}

static void count(struct label_run *run, const struct labelled *labelled) {
    const struct label_verdict *verdict = &labelled->verdict;
    struct logic_count *logic = logic_of(run, labelled->logic[0] != '\0' ? labelled->logic : "-");
    int by = who_settles(verdict);
    run->n_seeds++;
    run->n_asked += labelled->n_asked;
    run->n_several += !labelled->is_flat;
    run->truths[verdict->truth]++;
    run->by[by]++;
    run->n_disputed += verdict->is_disputed;
    run->n_confirmed += has_label(labelled) && by <= BY_LABEL_AND_SOLVER;
    logic->n++;
    logic->n_sat += verdict->truth == TRUTH_SAT;
    logic->n_witness += verdict->basis == BASIS_WITNESS;
}

/* ---- one seed ------------------------------------------------------------------------ */

/* "" if the seed can be used. */
static void add_reason(const struct labelled *labelled, struct strbuf *out) {
    const struct label_verdict *verdict = &labelled->verdict;
    if (verdict->is_disputed)
        strbuf_add_text(out, "contradiction");
    else if (verdict->fault != NULL)
        strbuf_printf(out, "%s of %s", verdict->fault->fault, verdict->fault->solver);
}

/* Somebody is wrong; a solver that does not take a script at all may have its reasons. */
static bool is_finding(const struct label_verdict *verdict) {
    return verdict->is_disputed ||
           (verdict->fault != NULL && strcmp(verdict->fault->fault, "error") != 0 &&
            strcmp(verdict->fault->fault, "no-answer") != 0);
}

static json_t *answer_json(const struct label_answer *answer) {
    return json_pack("{s:o, s:o, s:s, s:s, s:s, s:o}", "solver", report_json_word(answer->solver),
                     "version", report_json_word(answer->version), "answer", answer->answer,
                     "model_verdict", answer->model, "fault", answer->fault, "remark",
                     report_json_word(answer->remark));
}

static json_t *optional(const char *text) {
    return text != NULL && text[0] != '\0' ? report_json_word(text) : json_null();
}

static void add_json(struct label_run *run, const struct labelled *labelled, const char *reason,
                     const char *voices) {
    json_t *answers = json_array();
    char hash[17];
    snprintf(hash, sizeof hash, "%016llx", (unsigned long long)labelled->facts->hash);
    for (size_t i = 0; i < labelled->facts->answers.n; i++)
        json_array_append_new(answers, answer_json(&labelled->facts->answers.at[i]));
    json_array_append_new(
        run->json,
        json_pack("{s:o, s:s, s:o, s:s, s:s, s:s, s:s, s:s, s:s, s:b, s:o, s:o, s:o}", "file",
                  report_json_word(labelled->path), "hash", hash, "logic",
                  optional(labelled->logic), "truth", truth_name(labelled->verdict.truth), "by",
                  by_names[who_settles(&labelled->verdict)], "folder",
                  truth_name(labelled->said.by[LABEL_FOLDER]), "status",
                  truth_name(labelled->said.by[LABEL_STATUS]), "expect",
                  truth_name(labelled->said.by[LABEL_EXPECT]), "judged",
                  labelled->facts->judged != NULL ? labelled->facts->judged : "not-asked",
                  "witness", labelled->facts->witness != NULL, "set_aside", optional(reason),
                  "says", report_json_word(voices), "answers", answers));
}

static void on_labelled(const struct labelled *labelled, void *context) {
    struct label_run *run = context;
    struct strbuf reason = {0}, voices = {0};
    if (labelled->error != NULL) {
        seeds_progress_clear(&run->progress);
        fprintf(stderr, "%s%s",
                strchr(labelled->error, '\n') != NULL ? "" : "momus: error: ", labelled->error);
        if (strchr(labelled->error, '\n') == NULL)
            fputc('\n', stderr);
        run->n_bad++;
        worsen(run, EXIT_BAD_INPUT);
        return;
    }
    count(run, labelled);
    add_reason(labelled, &reason);
    label_add_voices(&labelled->said, labelled->facts, &voices);
    if (reason.n > 0)
        count_aside(run, strbuf_text(&reason));
    if (is_finding(&labelled->verdict))
        worsen(run, EXIT_FOUND_BUGS);
    if (run->json != NULL)
        add_json(run, labelled, strbuf_text(&reason), strbuf_text(&voices));
    else if (reason.n > 0) {
        const struct label_answer *fault = labelled->verdict.fault;
        seeds_progress_clear(&run->progress);
        printf("%s: %s: %s", labelled->path, strbuf_text(&reason), strbuf_text(&voices));
        if (fault != NULL && fault->remark[0] != '\0')
            printf("%s%s", voices.n > 0 ? "; " : "", fault->remark);
        putchar('\n');
        fflush(stdout);
    } else if (run->options->verbose)
        printf("%s: %s by %s: %s\n", labelled->path, truth_name(labelled->verdict.truth),
               by_names[who_settles(&labelled->verdict)], strbuf_text(&voices));
    strbuf_free(&reason);
    strbuf_free(&voices);
}

static void on_progress(size_t n_done, void *context) {
    struct label_run *run = context;
    seeds_progress_show(&run->progress, n_done);
}

static void on_no_solver(const char *solver, const char *reason, void *context) {
    struct label_run *run = context;
    seeds_progress_clear(&run->progress);
    fprintf(stderr, "momus: error: %s cannot be used: %s\n", solver, reason);
    worsen(run, EXIT_NO_SOLVER);
}

static void on_no_cache(const char *reason, void *context) {
    struct label_run *run = context;
    seeds_progress_clear(&run->progress);
    fprintf(stderr, "momus: error: nothing is kept: %s\n", reason);
    worsen(run, EXIT_ENVIRONMENT);
}

/* ---- the end --------------------------------------------------------------------------- */

static int compare_logics(const void *a, const void *b) {
    const struct logic_count *x = a, *y = b;
    return strcmp(x->logic, y->logic);
}

static void print_summary(struct label_run *run) {
    printf("%zu seed%s: %zu sat, %zu unsat, %zu unknown; %zu could not be read\n", run->n_seeds,
           plural_s(run->n_seeds), run->truths[TRUTH_SAT], run->truths[TRUTH_UNSAT],
           run->truths[TRUTH_UNKNOWN], run->n_bad);
    printf("by");
    for (int i = 0; i < N_BY; i++)
        printf("%s %s %zu", i > 0 ? "," : "", by_names[i], run->by[i]);
    printf("\n%zu label%s confirmed, %zu contradiction%s, %zu question%s asked\n", run->n_confirmed,
           plural_s(run->n_confirmed), run->n_disputed, plural_s(run->n_disputed), run->n_asked,
           plural_s(run->n_asked));
    if (run->n_several > 0)
        printf("%zu with several checks %s no one truth\n", run->n_several,
               run->n_several == 1 ? "has" : "have");
    for (size_t i = 0; i < run->aside.n; i++)
        printf("set aside: %zu for %s\n", run->aside.at[i].n, run->aside.at[i].reason);
    if (run->logics.n > 0)
        qsort(run->logics.at, run->logics.n, sizeof *run->logics.at, compare_logics);
    printf("%-14s %6s %6s %8s\n", "logic", "seeds", "sat", "witness");
    for (size_t i = 0; i < run->logics.n; i++)
        printf("%-14s %6zu %6zu %8zu\n", run->logics.at[i].logic, run->logics.at[i].n,
               run->logics.at[i].n_sat, run->logics.at[i].n_witness);
}

static void print_json(struct label_run *run) {
    json_t *by = json_object(), *aside = json_object();
    for (int i = 0; i < N_BY; i++)
        json_object_set_new(by, by_names[i], json_integer((json_int_t)run->by[i]));
    for (size_t i = 0; i < run->aside.n; i++)
        json_object_set_new(aside, run->aside.at[i].reason,
                            json_integer((json_int_t)run->aside.at[i].n));
    json_t *all = json_pack(
        "{s:o, s:{s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:o, s:o}}", "seeds", run->json,
        "summary", "seeds", (json_int_t)run->n_seeds, "unreadable", (json_int_t)run->n_bad, "sat",
        (json_int_t)run->truths[TRUTH_SAT], "unsat", (json_int_t)run->truths[TRUTH_UNSAT],
        "unknown", (json_int_t)run->truths[TRUTH_UNKNOWN], "confirmed",
        (json_int_t)run->n_confirmed, "contradictions", (json_int_t)run->n_disputed, "asked",
        (json_int_t)run->n_asked, "by", by, "set_aside", aside);
    json_dumpf(all, stdout, JSON_INDENT(2));
    putchar('\n');
    json_decref(all);
}

static void release(struct label_run *run) {
    for (size_t i = 0; i < run->aside.n; i++)
        mem_free(run->aside.at[i].reason);
    for (size_t i = 0; i < run->logics.n; i++)
        mem_free(run->logics.at[i].logic);
    vec_free(&run->aside);
    vec_free(&run->logics);
    label_cache_close(&run->cache);
    solver_list_release(&run->solvers);
}

static void label_all(struct label_run *run, const path_vec *paths) {
    const struct options *options = run->options;
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    struct labelling_settings settings = {
        .solvers = run->solvers.all.at,
        .versions = run->solvers.versions.at,
        .n_solvers = run->solvers.all.n,
        .seconds = (uint32_t)options->timeout,
        .memory = (uint64_t)options->memory,
        .n_slots = options->jobs > 0 ? (size_t)options->jobs
                   : processors > 0  ? (size_t)processors
                                     : 1,
        .anew = options->anew,
        .cache = &run->cache,
        .stop = &interrupted,
    };
    struct labelling_events events = {on_labelled, on_progress, on_no_solver, on_no_cache, run};
    interrupt_watch();
    labelling_run(&settings, paths->at, paths->n, &events);
    interrupt_unwatch();
    seeds_progress_clear(&run->progress);
    size_t n_told = run->n_seeds + run->n_bad;
    if (interrupted != 0)
        fprintf(stderr, "momus: stopped after %zu of %zu seed%s; what was found out is kept\n",
                n_told, paths->n, plural_s(paths->n));
}

int seeds_label(const struct options *options, const path_vec *paths) {
    struct label_run run = {.options = options};
    struct loop loop;
    if (!loop_init(&loop))
        die(EXIT_ENVIRONMENT, "no event loop can be made");
    bool good = solver_list_init(&run.solvers, &options->solver, options->timeout, &loop);
    loop_release(&loop);
    if (good) {
        if (options->json) {
            json_set_alloc_funcs(mem_alloc, mem_free);
            run.json = json_array();
        }
        label_cache_open(&run.cache);
        seeds_progress_init(&run.progress, options, paths->n);
        label_all(&run, paths);
        if (run.json != NULL)
            print_json(&run);
        else if (run.n_seeds + run.n_bad > 0)
            print_summary(&run);
    } else
        run.status = run.solvers.status;
    release(&run);
    return run.status;
}
