/*
 * momus reduce: scripts made small while what is wrong with them stays.
 *
 * Here is who is asked, and which inputs are reduced in turn; reduce_work.h says where the rest is.
 */
#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/die.h"
#include "cli/cli.h"
#include "cli/interrupt.h"
#include "cli/maker_settings.h"
#include "cli/reduce_work.h"
#include "cli/run_open.h"

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
    if (options->keep != NULL && reduce_find_bug(options->keep) == BUG_COUNT)
        return "--keep: no class of bugs has this name; docs/findings.md lists them";
    return NULL;
}

/* The best so far is kept there and read again, and the original is never touched. */
static const char *find_bad_out(const char *out, const char *in) {
    struct stat old, input;
    if (out == NULL)
        return strcmp(in, "-") == 0
                   ? "what is read from standard input has no place: --out names a file"
                   : NULL;
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

/* Can steps be kept there? Said before anybody is asked, as what is lost later cannot be had again. */
static bool steps_can_be_kept(const char *folder) {
    struct strbuf error = {0};
    bool good = folder == NULL || file_make_folder(folder, &error);
    if (good && folder != NULL && access(folder, W_OK | X_OK) != 0) {
        strbuf_printf(&error, "%s: cannot write there: %s", folder, strerror(errno));
        good = false;
    }
    if (!good)
        fprintf(stderr, "momus: error: --steps: %s\n", strbuf_text(&error));
    strbuf_free(&error);
    return good;
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
         !solver_list_try(&reduction->solvers, options->timeout, &reduction->loop))) {
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

static void reduce_all(struct reduction *reduction, char *const *paths, size_t n) {
    size_t i = 0;
    for (; i < n && !interrupted; i++)
        reduce_file(reduction, paths[i]);
    reduction->n_left = n - i;
}

static void run(struct reduction *reduction, char *const *operands, size_t n) {
    u32_vec numbers = {0};
    interrupt_watch();
    if (reduction->store == NULL)
        reduce_all(reduction, operands, n);
    else if (run_numbers(operands, n, &numbers))
        reduce_run(reduction, &numbers);
    else
        reduction->status = EXIT_USAGE;
    if (reduction->is_stopped || reduction->n_left > 0) {
        reduce_tell_rest(reduction);
        reduce_worsen(reduction, EXIT_UNDECIDED);
    }
    interrupt_unwatch();
    vec_free(&numbers);
}

int cmd_reduce(const struct options *options, char *const *operands, size_t n) {
    struct reduction reduction = {.options = options};
    const char *misuse = find_misuse(options, n);
    for (size_t i = 0; i < n && misuse == NULL && options->reduce_run == NULL; i++)
        misuse = find_bad_out(options->reduce_out, operands[i]);
    if (misuse != NULL)
        return cli_misuse("reduce", misuse);
    if (!steps_can_be_kept(options->step_files))
        return EXIT_ENVIRONMENT;
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
