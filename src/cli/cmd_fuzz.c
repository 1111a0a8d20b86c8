/*
 * momus fuzz: a campaign, from the command line to its summary.
 */
#include <inttypes.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

#include "base/die.h"
#include "cli/cli.h"
#include "cli/fuzz_summary.h"
#include "cli/known.h"
#include "cli/maker_settings.h"
#include "cli/options.h"
#include "cli/run_open.h"
#include "cli/run_record.h"
#include "cli/run_report.h"
#include "cli/screen.h"
#include "cli/solve_verdict.h"
#include "cli/streams.h"
#include "gen/construct.h"
#include "gen/et.h"
#include "version.h"

/* Where all trails are equally long, they are short: there are many seeds. Else their time ends them. */
enum { FAIR_STEPS = 50 };

struct fuzz {
    const struct options *options;
    char *const *seeds; /* files and folders */
    size_t n_seeds;
    VEC(const struct strategy *) strategies;
    struct solver_list solvers;
    struct solve_judge judge;
    struct drawables *drawables; /* by solver; NULL without --solver-options */
    struct loop loop;
    struct maker maker;
    struct known known; /* that is not new */
    struct store *store;
    struct screen screen;
    struct engine_view last; /* as it was shown last */
    struct strbuf error;
};

static int complain(const char *message) {
    fprintf(stderr, "momus: error: %s\n", message);
    return EXIT_USAGE;
}

/* ---- what is asked for ----------------------------------------------------- */

/* Once, however often it is named: its trails are counted by its name. */
static void choose(struct fuzz *fuzz, const struct strategy *strategy) {
    for (size_t i = 0; i < fuzz->strategies.n; i++)
        if (fuzz->strategies.at[i] == strategy)
            return;
    vec_push(&fuzz->strategies, strategy);
}

static int add_strategy(struct fuzz *fuzz, const char *name, size_t n) {
    for (const struct strategy *const *s = strategies; *s != NULL; s++)
        if (strlen((*s)->name) == n && memcmp((*s)->name, name, n) == 0) {
            choose(fuzz, *s);
            return EXIT_DONE;
        }
    fprintf(stderr, "momus: error: there is no strategy '%.*s'; there are: all", (int)n, name);
    for (const struct strategy *const *s = strategies; *s != NULL; s++)
        fprintf(stderr, " %s", (*s)->name);
    fputc('\n', stderr);
    return EXIT_USAGE;
}

/* Those that need none, if there are none. */
static int choose_all(struct fuzz *fuzz) {
    for (const struct strategy *const *s = strategies; *s != NULL; s++)
        if (fuzz->n_seeds > 0 || (*s)->n_seeds == 0)
            vec_push(&fuzz->strategies, *s);
    return fuzz->strategies.n > 0 ? EXIT_DONE : cli_misuse("fuzz", "there are no seeds: SEED...");
}

/* "fusion,opfuzz", or all. */
static int choose_strategies(struct fuzz *fuzz) {
    const char *at = fuzz->options->strategies;
    if (strcmp(at, "all") == 0)
        return choose_all(fuzz);
    for (;; at++) {
        size_t n = strcspn(at, ",");
        int status = add_strategy(fuzz, at, n);
        if (status != EXIT_DONE)
            return status;
        at += n;
        if (*at == '\0')
            return EXIT_DONE;
    }
}

static bool needs_seeds(const struct fuzz *fuzz) {
    for (size_t i = 0; i < fuzz->strategies.n; i++)
        if (fuzz->strategies.at[i]->n_seeds > 0)
            return true;
    return false;
}

static void load_seed(struct fuzz *fuzz, const char *path) {
    strbuf_clear(&fuzz->error);
    if (!maker_add(&fuzz->maker, path, &fuzz->error) && !fuzz->options->quiet)
        fputs(strbuf_text(&fuzz->error), stderr);
}

/* Before any worker is there to find out that a grammar cannot be read. */
static int load_grammars(struct fuzz *fuzz) {
    strbuf_clear(&fuzz->error);
    for (size_t i = 0; i < fuzz->strategies.n; i++)
        if (strcmp(fuzz->strategies.at[i]->name, "et") == 0 &&
            !et_prepare(fuzz->maker.gen, &fuzz->error)) {
            fputs(strbuf_text(&fuzz->error), stderr);
            return EXIT_BAD_INPUT;
        }
    return EXIT_DONE;
}

/* The same for suites, where the user says something of them; planning all of them takes time. */
static int load_suites(struct fuzz *fuzz) {
    const struct options *options = fuzz->options;
    struct gen *gen = fuzz->maker.gen;
    size_t n_suites = 0;
    bool is_used = false;
    strbuf_clear(&fuzz->error);
    for (size_t i = 0; settings_shape_suites(options) && i < fuzz->strategies.n; i++) {
        const char *name = fuzz->strategies.at[i]->name;
        if (!fuzz->strategies.at[i]->is_suite)
            continue;
        if (++n_suites > 1 && options->constants != NULL)
            return cli_misuse("fuzz", "--constants is for one suite: --strategy NAME");
        if (!construct_load(gen, name, &fuzz->error)) {
            fputs(strbuf_text(&fuzz->error), stderr);
            return EXIT_BAD_INPUT;
        }
        if (!construct_prepare(gen, name, &fuzz->error))
            return cli_misuse("fuzz", strbuf_text(&fuzz->error));
        if (construct_has_meanings(gen, name))
            return cli_misuse("fuzz",
                              "campaigns judge by the standard: other meanings of operators "
                              "are for momus mutate");
        is_used = is_used || construct_is_users(gen, name);
    }
    if (options->theory == NULL || is_used) {
        if (!options->quiet)
            settings_tell_unknown(gen, fuzz->strategies.at, fuzz->strategies.n);
        return EXIT_DONE;
    }
    strbuf_printf(&fuzz->error, "%s is no theory for these strategies", options->theory);
    return cli_misuse("fuzz", strbuf_text(&fuzz->error));
}

static int load_seeds(struct fuzz *fuzz, char *const *operands, size_t n) {
    for (size_t i = 0; i < n; i++) {
        path_vec paths = {0};
        strbuf_clear(&fuzz->error);
        if (!file_list(operands[i], ".smt2", &paths, &fuzz->error)) {
            path_vec_free(&paths);
            fprintf(stderr, "momus: error: %s\n", strbuf_text(&fuzz->error));
            return EXIT_BAD_INPUT;
        }
        for (size_t k = 0; k < paths.n; k++)
            load_seed(fuzz, paths.at[k]);
        path_vec_free(&paths);
    }
    maker_seal(&fuzz->maker);
    if (maker_n_seeds(&fuzz->maker) > 0 || !needs_seeds(fuzz))
        return EXIT_DONE;
    fprintf(stderr, "momus: error: no seeds: none of the files is a script that momus reads\n");
    return EXIT_BAD_INPUT;
}

/* ---- the run --------------------------------------------------------------- */

/* What is known, and can it be read? Before a run is made for nothing. */
static int find_known(struct fuzz *fuzz) {
    int status = EXIT_DONE;
    for (size_t i = 0; i < fuzz->options->known.n; i++) {
        strbuf_clear(&fuzz->error);
        if (!known_find(&fuzz->known, fuzz->options->known.at[i], &fuzz->error)) {
            fprintf(stderr, "momus: error: --known: %s\n", strbuf_text(&fuzz->error));
            return EXIT_BAD_INPUT;
        }
    }
    for (size_t i = 0; status == EXIT_DONE && i < fuzz->known.runs.n; i++) {
        struct store *store = NULL;
        status = run_open(fuzz->known.runs.at[i], STORE_READ, &store);
        store_close(store);
    }
    return status;
}

static int open_store(struct fuzz *fuzz, uint64_t *seed) {
    struct arena arena = {0};
    struct store_campaign campaign = {
        .seed = *seed,
        .config = "",
        .version = MOMUS_VERSION,
        .started = (int64_t)time(NULL) * 1000,
    };
    strbuf_clear(&fuzz->error);
    fuzz->store = store_open(fuzz->options->run, STORE_CREATE, &fuzz->error);
    bool good = fuzz->store != NULL && store_start(fuzz->store, &arena, &campaign);
    good = good && known_tell(&fuzz->known, fuzz->store);
    const char *option = NULL;
    good = good && settings_compare(fuzz->store, &fuzz->maker.gen->settings, &option);
    if (good && option != NULL) {
        arena_free(&arena);
        strbuf_printf(&fuzz->error,
                      "the run was begun with another %s: its tests would not be those that it "
                      "counts; take another --run",
                      option);
        return cli_misuse("fuzz", strbuf_text(&fuzz->error));
    }
    good = good && settings_save(fuzz->store, &fuzz->maker.gen->settings) &&
           run_record_save(fuzz->store, fuzz->options, &fuzz->judge, fuzz->seeds, fuzz->n_seeds) &&
           store_commit(fuzz->store);
    if (!good)
        complain(fuzz->store == NULL ? strbuf_text(&fuzz->error) : store_error(fuzz->store));
    else if (*seed != 0 && *seed != campaign.seed && !fuzz->options->quiet)
        fprintf(stderr,
                "momus: note: the run was begun with --seed %" PRIu64 ", and goes on with it\n",
                campaign.seed);
    *seed = campaign.seed;
    arena_free(&arena);
    return good ? EXIT_DONE : EXIT_ENVIRONMENT;
}

static enum campaign_way way_of(const char *name) {
    static const char *const names[] = {[WAY_AUTO] = "auto",
                                        [WAY_SPAWN] = "spawn",
                                        [WAY_RESET] = "reset",
                                        [WAY_PUSH_POP] = "push-pop"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(name, names[i]) == 0)
            return (enum campaign_way)i;
    BUG("there is no way '%s'", name);
}

static size_t n_workers(const struct options *options) {
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    return options->jobs > 0 ? (size_t)options->jobs : processors > 0 ? (size_t)processors : 1;
}

/* As many processes as it takes to spend this share of the processors, each working part of its time. */
static void share_processors(struct engine_settings *settings, int64_t percent) {
    double wanted = (double)settings->n_workers * (double)percent / 100;
    settings->n_reducers = (size_t)wanted + ((double)(size_t)wanted < wanted);
    settings->reducer_share = percent > 0 ? wanted / (double)settings->n_reducers : 0;
}

static void on_show(const struct engine_view *view, const struct store_finding *news,
                    void *context) {
    struct fuzz *fuzz = context;
    fuzz->last = *view;
    if (news != NULL && !run_report_finding(fuzz->store, news->number, &fuzz->error))
        complain(strbuf_text(&fuzz->error));
    screen_show(view, news, &fuzz->screen);
    if (!view->is_stopping && streams_is_out_gone())
        raise(SIGTERM); /* nobody reads any more: it ends as if it were told to */
}

/* What a store that has failed still holds is told by momus report. */
static void write_reports(struct fuzz *fuzz, enum engine_end end) {
    struct strbuf error = {0};
    if (end != ENGINE_FAILED && !run_report_all(fuzz->store, &error))
        complain(strbuf_text(&error));
    strbuf_free(&error);
}

static int run(struct fuzz *fuzz) {
    const struct options *options = fuzz->options;
    uint64_t seed = (uint64_t)options->seed;
    bool is_fair = strcmp(options->schedule, "fair") == 0;
    int status = find_known(fuzz);
    if (status == EXIT_DONE)
        status = open_store(fuzz, &seed);
    if (status != EXIT_DONE)
        return status;
    struct engine_settings settings = {
        .setup =
            {
                .maker = &fuzz->maker,
                .solvers = fuzz->solvers.all.at,
                .names = fuzz->judge.solvers.at,
                .n_solvers = fuzz->solvers.all.n,
                .limits = fuzz->judge.inquiry.limits,
                .campaign = seed,
                .way = way_of(options->campaign_way),
                .adapts = !is_fair,
                .has_fixed_limit = strcmp(options->limit, "fixed") == 0,
                .models_every = 4,
                .self_checks = (uint32_t)options->self_checks,
                .drawables = fuzz->drawables,
            },
        .strategies = fuzz->strategies.at,
        .n_workers = n_workers(options),
        .worker_growth = (uint64_t)options->worker_growth,
        .is_fair = is_fair,
        .stops_on_finding = options->stop_on_finding,
        .n_tests = (uint64_t)options->tests,
        .duration_ns = (uint64_t)options->duration * UINT64_C(1000000000),
        .n_steps = options->chain > 0 ? (uint64_t)options->chain : (is_fair ? FAIR_STEPS : 0),
    };
    share_processors(&settings, options->reduce_share);
    screen_init(&fuzz->screen, fuzz->store, options->quiet);
    strbuf_clear(&fuzz->error);
    fuzz->last.store = fuzz->store;
    enum engine_end end = engine_run(&settings, fuzz->store, on_show, fuzz, &fuzz->error);
    screen_finish(&fuzz->screen, fuzz->store);
    write_reports(fuzz, end);
    fuzz_summary_print(&fuzz->last, end, &fuzz->screen, options->quiet);
    screen_release(&fuzz->screen);
    if (end == ENGINE_FAILED) {
        complain(strbuf_text(&fuzz->error));
        return EXIT_ENVIRONMENT;
    }
    if (end == ENGINE_INTERRUPTED)
        return EXIT_INTERRUPTED;
    return fuzz->last.n_new > 0 ? EXIT_FOUND_BUGS : EXIT_DONE;
}

/* ---- options of solvers ----------------------------------------------------- */

static void tell_refused(const struct solver *solver, const char *word, void *context) {
    const struct fuzz *fuzz = context;
    if (!fuzz->options->quiet)
        fprintf(stderr, "momus: note: %s does not take %s; it is not used\n", solver->name, word);
}

/* Every option is tried by itself before it is used. */
static void find_drawables(struct fuzz *fuzz) {
    size_t n = fuzz->solvers.all.n;
    if (!fuzz->options->solver_options)
        return;
    fuzz->drawables = mem_alloc_zero((n + 1) * sizeof *fuzz->drawables);
    for (size_t i = 0; i < n; i++)
        drawables_find(&fuzz->loop, &fuzz->solvers.all.at[i], &fuzz->drawables[i], tell_refused,
                       fuzz);
}

static void release_drawables(struct fuzz *fuzz) {
    for (size_t i = 0; fuzz->drawables != NULL && i < fuzz->solvers.all.n; i++)
        drawables_release(&fuzz->drawables[i]);
    mem_free(fuzz->drawables);
}

/* ---- the command ------------------------------------------------------------ */

static struct child_limits limits_of(const struct options *options) {
    return (struct child_limits){
        .wall_ms = (uint64_t)options->timeout * 1000,
        .memory = (uint64_t)options->memory,
        .output = 16 << 20,
        .file_size = 64 << 20,
        .processes = 64,
    };
}

int cmd_fuzz(const struct options *options, char *const *operands, size_t n) {
    struct fuzz fuzz = {.options = options, .seeds = operands, .n_seeds = n};
    int status = choose_strategies(&fuzz);
    if (status == EXIT_DONE && n == 0 && needs_seeds(&fuzz))
        status = cli_misuse("fuzz", "one of these strategies needs seeds: SEED...");
    const char *misuse = settings_misuse(options, fuzz.strategies.at, fuzz.strategies.n);
    if (status == EXIT_DONE && misuse != NULL)
        status = cli_misuse("fuzz", misuse);
    if (status != EXIT_DONE) {
        vec_free(&fuzz.strategies);
        return status;
    }
    if (!loop_init(&fuzz.loop))
        die(EXIT_ENVIRONMENT, "cannot wait for events");
    struct gen_settings settings = settings_of_options(options);
    maker_init(&fuzz.maker, fuzz.strategies.at, fuzz.strategies.n, &settings);
    if (!solver_list_init(&fuzz.solvers, &options->solver, options->timeout, &fuzz.loop) ||
        !solver_list_try(&fuzz.solvers, options->timeout, &fuzz.loop))
        status = fuzz.solvers.status;
    if (status == EXIT_DONE) {
        solve_judge_init(&fuzz.judge, &fuzz.solvers, &fuzz.loop, limits_of(options), true);
        status = load_grammars(&fuzz);
    }
    if (status == EXIT_DONE)
        status = load_suites(&fuzz);
    if (status == EXIT_DONE)
        status = load_seeds(&fuzz, operands, n);
    if (status == EXIT_DONE)
        find_drawables(&fuzz);
    if (status == EXIT_DONE)
        status = run(&fuzz);
    store_close(fuzz.store);
    solve_judge_release(&fuzz.judge);
    release_drawables(&fuzz);
    solver_list_release(&fuzz.solvers);
    maker_release(&fuzz.maker);
    vec_free(&fuzz.strategies);
    known_release(&fuzz.known);
    strbuf_free(&fuzz.error);
    loop_release(&fuzz.loop);
    return status;
}
