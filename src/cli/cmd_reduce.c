/*
 * momus reduce: scripts made small while what is wrong with them stays.
 *
 * The result of FILE.smt2 is FILE.reduced.smt2. While it is being made, that file
 * holds the best so far, with a first line that says of which input: so a run that
 * was killed goes on from there, and a file of another origin is not mistaken for
 * it. It is always replaced in one step.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

#include "base/clock.h"
#include "base/die.h"
#include "base/file.h"
#include "campaign/reduction_chain.h"
#include "cli/cli.h"
#include "cli/interrupt.h"
#include "cli/maker_settings.h"
#include "cli/options.h"
#include "cli/run_open.h"
#include "cli/run_report.h"
#include "cli/seed_files.h"
#include "lang/diagnostic.h"
#include "lang/parser.h"
#include "reduce/match.h"
#include "reduce/program.h"

struct reduction {
    const struct options *options;
    struct solver_list solvers;
    struct solve_judge judge;
    struct loop loop;
    struct reduce_panel panel;
    struct store *store; /* of --run, or NULL */
    struct run_record record;
    struct gen_settings settings; /* of the run's makers of tests */
    struct seed_files seeds;      /* of the run, once they are looked for */
    struct arena arena;
    int status;
};

/* One input, while it is reduced. */
struct work {
    struct reduction *reduction;
    const char *path;
    char *out;       /* NULL: it is a finding of a run, and the store takes the result */
    uint32_t number; /* of that finding */
    const struct reduction_job *job;         /* the same, or NULL */
    const struct reduce_panel *panel;        /* who is asked about it */
    const struct finding_property *property; /* what is kept, if it is a finding; else NULL */
    struct reduction_by_chain *chain; /* reached already, and stands if no more comes; or NULL */
    const char *best_file;            /* of a finding of a run: where the best so far is kept */
    const char *lost;                 /* what it means that the input does not have the property */
    struct file_text text;
    uint64_t hash; /* of the input */
    uint64_t started, next_progress;
    size_t n_steps;
    struct strbuf error;
};

static void worsen(struct reduction *reduction, int status) {
    if (status > reduction->status)
        reduction->status = status;
}

/* ---- files ----------------------------------------------------------------- */

static const char unfinished[] = "; momus reduce: the best so far; of ";

static char *out_path(const char *path) {
    struct strbuf out = {0};
    size_t n = strlen(path);
    if (n > 5 && strcmp(path + n - 5, ".smt2") == 0)
        n -= 5;
    strbuf_add(&out, path, n);
    strbuf_add_text(&out, ".reduced.smt2");
    return strbuf_detach(&out);
}

static void add_mark(const struct work *work, struct strbuf *out) {
    strbuf_printf(out, "%s%016" PRIx64 "\n", unfinished, work->hash);
}

/* Called with what is confirmed. */
static bool keep_best(const char *text, size_t n, void *context) {
    struct work *work = context;
    struct strbuf whole = {0};
    if (work->out == NULL) {
        struct store *store = work->reduction->store;
        bool good = store_put_file(store, work->number, work->best_file, text, n);
        if (!good)
            strbuf_add_text(&work->error, store_error(store));
        return good;
    }
    add_mark(work, &whole);
    strbuf_add(&whole, text, n);
    bool good = file_write(work->out, whole.at, whole.n, &work->error);
    strbuf_free(&whole);
    return good;
}

/* What an earlier run has reached, if it was about this input. */
static bool read_best(const struct work *work, struct file_text *best) {
    struct strbuf mark = {0}, error = {0};
    add_mark(work, &mark);
    bool good =
        work->out != NULL && access(work->out, R_OK) == 0 && file_read(work->out, best, &error);
    if (good && (best->n < mark.n || memcmp(best->at, mark.at, mark.n) != 0)) {
        file_text_free(best);
        good = false;
    }
    strbuf_free(&mark);
    strbuf_free(&error);
    return good;
}

/* ---- telling --------------------------------------------------------------- */

static bool is_live(const struct work *work) {
    return isatty(STDERR_FILENO) && !work->reduction->options->quiet;
}

static void show_progress(const struct reduce_progress *progress, void *context) {
    struct work *work = context;
    uint64_t now = clock_monotonic_ns();
    if (!is_live(work) || now < work->next_progress)
        return;
    work->next_progress = now + 200000000;
    size_t whole = progress->bytes_at_first > 0 ? progress->bytes_at_first : 1;
    double seconds = (double)(now - work->started) / 1e9;
    double rate = seconds / (double)(progress->n_runs > 0 ? progress->n_runs : 1);
    fprintf(stderr,
            "\r%s: %zu of %zu bytes (%zu%%), sweep %u: %s %zu of %zu, %.0f s, %.0f s more\033[K",
            work->path, progress->bytes, whole, progress->bytes * 100 / whole, progress->sweep,
            progress->pass, progress->n_tried, progress->n_all, seconds,
            rate * (double)(progress->n_all - progress->n_tried));
}

static void clear_progress(const struct work *work) {
    if (is_live(work))
        fputs("\r\033[K", stderr);
}

static void keep_step(const char *text, size_t n, const char *pass, void *context) {
    struct work *work = context;
    const char *folder = work->reduction->options->step_files;
    struct strbuf path = {0}, error = {0};
    work->n_steps++;
    if (work->reduction->options->verbose)
        fprintf(stderr, "momus: %s: step %zu: %zu bytes, by %s\n", work->path, work->n_steps, n,
                pass);
    if (folder != NULL) {
        strbuf_printf(&path, "%s/%04zu-%s.smt2", folder, work->n_steps, pass);
        if (!file_make_folder(folder, &error) || !file_write(strbuf_text(&path), text, n, &error))
            fprintf(stderr, "momus: warning: %s\n", strbuf_text(&error));
    }
    strbuf_free(&path);
    strbuf_free(&error);
}

static void tell_result(const struct work *work, const struct reduce_result *result,
                        const struct reduce_property *property, bool is_done) {
    clear_progress(work);
    if (work->reduction->options->quiet)
        return;
    if (!is_done && result->bytes >= result->bytes_at_first) {
        printf("%s: stopped before anything was smaller\n", work->path);
        return;
    }
    printf("%s: %zu -> %zu bytes in %" PRIu64 " steps%s\n",
           work->out != NULL ? work->out : work->path, result->bytes_at_first, result->bytes,
           result->n_steps, is_done ? "" : "; stopped, and to be gone on with by the same command");
    printf("  %" PRIu64 " candidates asked, %" PRIu64 " solver calls, %.1f s\n", result->n_runs,
           property->n_calls, (double)(clock_monotonic_ns() - work->started) / 1e9);
}

static void complain(const struct work *work, const char *separator, const char *text) {
    clear_progress(work);
    fprintf(stderr, "momus: error: %s%s%s\n", work->path, separator, text);
}

/* ---- one input ------------------------------------------------------------- */

/* Puts the result into the run. With a recipe: its evidence is that, and it stays. */
static bool keep_reduction(struct work *work, const struct store_reduction *reduction,
                           bool has_recipe) {
    struct store *store = work->reduction->store;
    struct store_match match;
    bool good = store_reduce(store, work->number, reduction, &match) && store_commit(store) &&
                store_remove_file(store, work->number, STORE_BEST) &&
                (has_recipe || store_remove_file(store, work->number, STORE_RECIPE));
    if (!good)
        strbuf_add_text(&work->error, store_error(store));
    else if (!run_report_finding(store, work->number, &work->error))
        good = false;
    else if (match.news == STORE_KNOWN)
        printf("%u: another run has found this, and it is closed\n", work->number);
    else if (match.news != STORE_NEW)
        printf("%u: the same as finding %u, and counted there\n", work->number, match.number);
    return good;
}

/* Puts the result where it belongs. */
static bool keep_result(struct work *work, struct reduce_result *result,
                        const struct finding *finding) {
    if (work->out != NULL)
        return file_write(work->out, result->text.at, result->text.n, &work->error);
    struct store_reduction reduction =
        reduction_by_script(result, finding, &work->reduction->arena);
    return keep_reduction(work, &reduction, false);
}

/* What was reached by how its test was made. */
static void finish_chain(struct work *work, struct reduction_by_chain *chain) {
    struct store_reduction reduction = reduction_of_chain(chain);
    struct reduce_property counts = {.n_calls = chain->n_calls};
    struct reduce_result result = chain->of_recipe;
    bool is_done = chain->status == REDUCE_DONE;
    if (chain->status == REDUCE_NOT_KEPT || (is_done && !keep_reduction(work, &reduction, true))) {
        complain(work, ": ", strbuf_text(&work->error));
        worsen(work->reduction, EXIT_ENVIRONMENT);
        return;
    }
    if (is_done) {
        result.bytes_at_first = chain->bytes_at_first;
        result.bytes = chain->bytes;
    }
    tell_result(work, &result, &counts, is_done);
}

static void finish(struct work *work, enum reduce_status status, struct reduce_result *result,
                   const struct reduce_property *property, const struct finding *finding) {
    struct reduction *reduction = work->reduction;
    switch (status) {
    case REDUCE_BAD_INPUT:
        clear_progress(work);
        fprintf(stderr, "%s:%s\n", work->path, strbuf_text(&result->error));
        worsen(reduction, EXIT_BAD_INPUT);
        return;
    case REDUCE_LOST:
        if (work->chain != NULL) {
            finish_chain(work, work->chain);
            return;
        }
        complain(work, ": ",
                 work->lost != NULL ? work->lost
                                    : "what is to be kept is not there when it is asked for again");
        worsen(reduction, EXIT_UNDECIDED);
        return;
    case REDUCE_NOT_KEPT:
        complain(work, ": ", strbuf_text(&work->error));
        worsen(reduction, EXIT_ENVIRONMENT);
        return;
    case REDUCE_STOPPED:
        tell_result(work, result, property, false);
        return;
    case REDUCE_DONE:
        break;
    }
    if (!keep_result(work, result, finding)) {
        complain(work, ": ", strbuf_text(&work->error));
        worsen(reduction, EXIT_ENVIRONMENT);
        return;
    }
    tell_result(work, result, property, true);
}

/* A finding of a run that turns out to be another one need not be smaller. */
static bool is_enough(void *context) {
    const struct work *work = context;
    return work->property != NULL && finding_property_is_met(work->property);
}

/* `finding` is what the property keeps, and changes with it; NULL if it is something else. */
static void reduce_by(struct work *work, struct reduce_property *property,
                      const struct finding *finding) {
    struct reduction *reduction = work->reduction;
    struct reduce_options options = {
        .jobs = reduction->panel.jobs,
        .stops = &interrupted,
        .on_best = keep_best,
        .on_step = keep_step,
        .on_progress = show_progress,
        .is_enough = is_enough,
        .context = work,
    };
    struct reduce_result result = {0};
    struct file_text best = {0};
    bool goes_on = work->job == NULL && read_best(work, &best);
    enum reduce_status status =
        work->job != NULL ? reduce_script(property, work->text.at, work->text.n, work->job->best,
                                          work->job->n_best, &options, &result)
                          : reduce_script(property, work->text.at, work->text.n,
                                          goes_on ? best.at : NULL, best.n, &options, &result);
    finish(work, status, &result, property, finding);
    if (goes_on)
        file_text_free(&best);
    reduce_result_release(&result);
}

/* BUG_COUNT for no name, and for one that no class has. */
static enum bug find_bug(const char *name) {
    enum bug bug = 0;
    while (bug < BUG_COUNT && (name == NULL || strcmp(bug_name(bug), name) != 0))
        bug++;
    return bug;
}

static void tell_finding(const struct work *work, const struct finding *finding) {
    const struct reduction *reduction = work->reduction;
    const struct reduce_panel *panel = work->panel != NULL ? work->panel : &reduction->panel;
    if (reduction->options->quiet)
        return;
    printf("%s: %s", work->path, bug_name(finding->bug));
    for (size_t i = 0; i < finding->at_fault.n; i++)
        printf("%s%s", i > 0 ? ", " : " of ", panel->names[finding->at_fault.at[i]].name);
    printf(" (%s, by %s)\n", confidence_name(finding->confidence), ground_name(finding->ground));
    fflush(stdout);
}

/* By what is seen of the script itself. */
static void reduce_shown(struct work *work, struct finding_property *property) {
    struct reduction *reduction = work->reduction;
    const struct finding *finding = finding_property_finding(property);
    work->property = property;
    work->best_file = STORE_BEST;
    if (work->job != NULL)
        finding_property_set_others(property, work->job->others.at, work->job->others.n);
    tell_finding(work, finding);
    if (!finding_property_is_shown(property) && !reduction->options->quiet)
        printf("  what is right is known by how the script was made; smaller ones keep that "
               "these solvers disagree\n");
    reduce_by(work, finding_property_base(property), finding);
    work->property = NULL;
}

static const char *find_seed(uint64_t hash, void *context) {
    struct reduction *reduction = context;
    seed_files_add_run(&reduction->seeds, &reduction->record);
    return seed_files_find(&reduction->seeds, hash);
}

/*
 * By how its test was made; further, if there is evidence for that. False: it cannot be; `reason`
 * is then why, if seeds are all that lacks.
 */
static bool reduce_chain(struct work *work, struct strbuf *reason) {
    struct reduction *reduction = work->reduction;
    struct reduction_by_chain chain = {0};
    struct strbuf error = {0};
    struct reduction_source source = {.settings = &reduction->settings,
                                      .folder = reduction->record.folder,
                                      .find_seed = find_seed,
                                      .context = reduction};
    struct reduce_options options = {
        .stops = &interrupted,
        .on_best = keep_best,
        .on_step = keep_step,
        .on_progress = show_progress,
        .context = work,
    };
    work->best_file = STORE_RECIPE;
    bool good = reduction_chain(work->job, work->panel, &source, &options, &chain, &error);
    struct finding_property *beyond = NULL;
    if (good && !reduction->options->quiet)
        printf("%s: %s of %s (%s), known by how it was made, and made smaller in that way\n",
               work->path, bug_name(work->job->bug), work->job->accused,
               confidence_name(work->job->confidence));
    if (good && chain.status == REDUCE_DONE)
        beyond = reduction_beyond_chain(work->job, work->panel, &chain);
    if (beyond != NULL) {
        work->text = (struct file_text){.at = chain.script.at, .n = chain.script.n};
        work->chain = &chain;
        reduce_shown(work, beyond);
        work->chain = NULL;
    } else if (good)
        finish_chain(work, &chain);
    else if (reduction->options->verbose)
        fprintf(stderr, "momus: %s: not by how it was made: %s\n", work->path, strbuf_text(&error));
    if (chain.lacks_seeds) {
        strbuf_clear(reason);
        strbuf_add(reason, error.at, error.n);
    }
    finding_property_free(beyond);
    reduction_by_chain_release(&chain);
    strbuf_free(&error);
    return good;
}

/* Where nothing is found: is it because it is no script? */
static bool complain_of_script(struct work *work) {
    struct term_table *table = term_table_new();
    struct parser *parser = parser_new(table);
    struct script script = {0};
    struct parse_error error = {0};
    struct strbuf told = {0};
    bool bad = !parser_read_script(parser, work->text.at, work->text.n, &script, &error);
    if (bad) {
        clear_progress(work);
        diagnostic_add(&told, work->path, work->text.at, work->text.n, error.offset, "error",
                       strbuf_text(&error.message));
        fputs(strbuf_text(&told), stderr);
        worsen(work->reduction, EXIT_BAD_INPUT);
    }
    script_release(&script);
    parse_error_release(&error);
    strbuf_free(&told);
    parser_free(parser);
    term_table_free(table);
    return bad;
}

/* A finding of this class, or the worst; of this family, if that is not NULL. */
static void reduce_finding(struct work *work, enum bug bug, const char *family) {
    struct reduction *reduction = work->reduction;
    struct finding_property *property =
        finding_property_new(work->panel != NULL ? work->panel : &reduction->panel);
    struct strbuf error = {0};
    const struct reduce_known *known = work->job != NULL ? &work->job->known : NULL;
    bool found =
        finding_property_find(property, work->text.at, work->text.n, bug, family, known, &error);
    bool is_done = work->job != NULL && reduction_needs_chain(work->job, found ? property : NULL) &&
                   reduce_chain(work, &error);
    if (!is_done && found)
        reduce_shown(work, property);
    else if (!is_done && !complain_of_script(work)) {
        complain(work, ": ", strbuf_text(&error));
        worsen(reduction, EXIT_UNDECIDED);
    }
    finding_property_free(property);
    strbuf_free(&error);
}

static void reduce_match(struct work *work) {
    struct reduction *reduction = work->reduction;
    struct strbuf error = {0};
    struct match_property *property =
        match_property_new(&reduction->panel, reduction->options->match, &error);
    if (property == NULL) {
        fprintf(stderr, "momus: error: --match: %s\n", strbuf_text(&error));
        worsen(reduction, EXIT_USAGE);
    } else if (match_property_find(property, work->text.at, work->text.n))
        reduce_by(work, match_property_base(property), NULL);
    else {
        complain(work, ": ", "what these solvers print does not match");
        worsen(reduction, EXIT_UNDECIDED);
    }
    match_property_free(property);
    strbuf_free(&error);
}

static void reduce_test(struct work *work) {
    struct reduction *reduction = work->reduction;
    const char *slash = strrchr(work->path, '/');
    char *program = realpath(reduction->options->test, NULL);
    if (program == NULL || access(program, X_OK) != 0) {
        fprintf(stderr, "momus: error: --test: %s cannot be run: %s\n", reduction->options->test,
                strerror(errno));
        worsen(reduction, EXIT_USAGE);
    } else {
        struct program_property *property =
            program_property_new(&reduction->loop, program, slash != NULL ? slash + 1 : work->path,
                                 reduction->panel.limits);
        work->lost = "the test does not accept it as it is";
        reduce_by(work, program_property_base(property), NULL);
        program_property_free(property);
    }
    free(program);
}

static void reduce_file(struct reduction *reduction, const char *path) {
    struct work work = {.reduction = reduction, .path = path, .started = clock_monotonic_ns()};
    if (!file_read(path, &work.text, &work.error)) {
        fprintf(stderr, "momus: error: %s\n", strbuf_text(&work.error));
        worsen(reduction, EXIT_BAD_INPUT);
        strbuf_free(&work.error);
        return;
    }
    work.hash = XXH3_64bits(work.text.at, work.text.n);
    work.out =
        reduction->options->reduce_out != NULL
            ? mem_copy_text(reduction->options->reduce_out, strlen(reduction->options->reduce_out))
            : out_path(path);
    if (reduction->options->test != NULL)
        reduce_test(&work);
    else if (reduction->options->match != NULL)
        reduce_match(&work);
    else
        reduce_finding(&work, find_bug(reduction->options->keep), NULL);
    mem_free(work.out);
    file_text_free(&work.text);
    strbuf_free(&work.error);
}

/* ---- findings of a run ----------------------------------------------------- */

static void reduce_stored(struct reduction *reduction, const struct store_finding *finding) {
    struct work work = {
        .reduction = reduction, .number = finding->number, .started = clock_monotonic_ns()};
    struct strbuf path = {0};
    struct reduction_job job;
    struct reduction_panel own;
    strbuf_printf(&path, "%s/%s", store_folder(reduction->store), finding->file);
    work.path = strbuf_text(&path);
    if (reduction_job_load(reduction->store, finding->number, &reduction->arena, &job,
                           &work.error)) {
        if (job.accused != NULL)
            job.family = run_record_family(reduction->store, &reduction->arena, job.accused);
        reduction_panel_init(&own, &reduction->panel, &job);
        work.job = &job;
        work.panel = &own.panel;
        work.text = (struct file_text){.at = (char *)job.script, .n = job.n_script};
        reduce_finding(&work, job.bug, job.family);
        reduction_panel_release(&own);
    } else {
        fprintf(stderr, "momus: error: %s\n", strbuf_text(&work.error));
        worsen(reduction, EXIT_BAD_INPUT);
    }
    strbuf_free(&path);
    strbuf_free(&work.error);
}

static bool is_wanted(const struct store_finding *finding, const u32_vec *numbers) {
    for (size_t i = 0; i < numbers->n; i++)
        if (numbers->at[i] == finding->number)
            return true;
    return numbers->n == 0 && reduction_is_due(finding);
}

static void reduce_run(struct reduction *reduction, const u32_vec *numbers) {
    store_finding_vec findings = {0};
    size_t n_done = 0;
    if (!store_findings(reduction->store, &reduction->arena, &findings)) {
        fprintf(stderr, "momus: error: %s\n", store_error(reduction->store));
        worsen(reduction, EXIT_ENVIRONMENT);
    }
    for (size_t i = 0; i < findings.n && !interrupted; i++)
        if (is_wanted(&findings.at[i], numbers)) {
            reduce_stored(reduction, &findings.at[i]);
            n_done++;
        }
    if (n_done < numbers->n && !interrupted) {
        fprintf(stderr, "momus: error: %s has no finding of some of these numbers\n",
                store_folder(reduction->store));
        worsen(reduction, EXIT_BAD_INPUT);
    }
    vec_free(&findings);
}

/* ---- the command ----------------------------------------------------------- */

/* What cannot be meant, said as wrong usage. */
static const char *find_misuse(const struct options *options, size_t n) {
    int ways = (options->keep != NULL) + (options->match != NULL) + (options->test != NULL);
    if (n == 0 && options->reduce_run == NULL)
        return "which script? Give a FILE";
    if (options->reduce_out != NULL && (n > 1 || options->reduce_run != NULL))
        return "--out is for one FILE";
    if (ways > 1)
        return "only one of --keep, --match and --test can be kept";
    if (ways > 0 && options->reduce_run != NULL)
        return "a finding of a run says itself what is to be kept";
    if (options->keep != NULL && find_bug(options->keep) == BUG_COUNT)
        return "--keep: no class of bugs has this name; docs/findings.md lists them";
    return NULL;
}

/* The best so far is kept there and read again, and the original is never touched. */
static const char *find_bad_out(const char *out, const char *in) {
    struct stat old, input;
    if (out == NULL)
        return NULL;
    if (strcmp(out, "-") == 0)
        return "--out must be a file: the best so far is kept there";
    if (stat(out, &old) != 0)
        return NULL;
    if (!S_ISREG(old.st_mode))
        return "--out is there, and no ordinary file: the best so far is kept there";
    if (stat(in, &input) == 0 && old.st_dev == input.st_dev && old.st_ino == input.st_ino)
        return "--out is FILE itself, which would be lost";
    return NULL;
}

/* Those that the user names, else those of the run, else the usual ones. */
static bool get_ready(struct reduction *reduction) {
    const struct options *options = reduction->options;
    const text_vec *names = options->solver.n == 0 && reduction->record.solvers.n > 0
                                ? &reduction->record.solvers
                                : &options->solver;
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    if (!sandbox_start(options->sandbox, &reduction->loop)) {
        reduction->status = EXIT_NO_SOLVER;
        return false;
    }
    if (options->test == NULL &&
        (!solver_list_init(&reduction->solvers, names, options->timeout, &reduction->loop) ||
         !solver_list_try(&reduction->solvers, &reduction->loop))) {
        reduction->status = reduction->solvers.status;
        return false;
    }
    struct child_limits limits = ask_limits((uint64_t)options->timeout, (uint64_t)options->memory);
    solve_judge_init(&reduction->judge, &reduction->solvers, &reduction->loop, limits, true);
    reduction->panel = (struct reduce_panel){
        .loop = &reduction->loop,
        .solvers = reduction->solvers.all.at,
        .names = reduction->judge.solvers.at,
        .n_solvers = reduction->solvers.all.n,
        .limits = limits,
        .jobs = options->jobs > 0 ? (size_t)options->jobs
                : processors > 0  ? (size_t)processors
                                  : 1,
    };
    return true;
}

static void run(struct reduction *reduction, char *const *operands, size_t n) {
    u32_vec numbers = {0};
    interrupt_watch();
    if (reduction->store == NULL)
        for (size_t i = 0; i < n && !interrupted; i++)
            reduce_file(reduction, operands[i]);
    else if (run_numbers(operands, n, &numbers))
        reduce_run(reduction, &numbers);
    else
        reduction->status = EXIT_USAGE;
    interrupt_unwatch();
    vec_free(&numbers);
}

int cmd_reduce(const struct options *options, char *const *operands, size_t n) {
    struct reduction reduction = {.options = options};
    const char *misuse = find_misuse(options, n);
    if (misuse == NULL && n == 1)
        misuse = find_bad_out(options->reduce_out, operands[0]);
    if (misuse != NULL)
        return cli_misuse("reduce", misuse);
    if (options->reduce_run != NULL) {
        reduction.status = run_open(options->reduce_run, STORE_WRITE, &reduction.store);
        if (reduction.status != EXIT_DONE)
            return reduction.status;
        if (!run_record_load(reduction.store, &reduction.arena, &reduction.record) ||
            !settings_load(reduction.store, &reduction.arena, &reduction.settings))
            die(EXIT_ENVIRONMENT, "%s", store_error(reduction.store));
    }
    if (!loop_init(&reduction.loop))
        die(EXIT_ENVIRONMENT, "no event loop can be made");
    if (get_ready(&reduction))
        run(&reduction, operands, n);
    solve_judge_release(&reduction.judge);
    solver_list_release(&reduction.solvers);
    loop_release(&reduction.loop);
    vec_free(&reduction.record.solvers);
    vec_free(&reduction.record.seeds);
    seed_files_release(&reduction.seeds);
    arena_free(&reduction.arena);
    store_close(reduction.store);
    return reduction.status;
}
