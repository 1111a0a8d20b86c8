#include <errno.h>
#include <sys/stat.h>

#include "base/die.h"
#include "base/file.h"
#include "cli/cli.h"
#include "cli/maker_settings.h"
#include "cli/options.h"
#include "gen/construct.h"
#include "gen/corpus.h"
#include "gen/et.h"
#include "gen/fusion_function.h"
#include "gen/op_class.h"
#include "gen/render.h"
#include "lang/diagnostic.h"
#include "term/signature.h"

enum { STEPS_MAX = 10000000 }; /* that are passed over on the way to one test */

struct mutate {
    const struct options *options;
    const struct strategy *strategy;
    struct term_table *table;
    struct gen *gen;
    struct corpus corpus;
    struct render *render;
    struct strbuf text, path, error;
    refusal_vec dropped;
    uint64_t n_made, n_wanted;
    size_t n_unreadable;
    int status;
};

static void fail(struct mutate *mutate, int status, const char *message) {
    fflush(stdout);
    fprintf(stderr, "momus: error: %s\n", message);
    mutate->status = status;
}

/* ---- what is read ---------------------------------------------------------- */

static void load_signatures(struct mutate *mutate) {
    for (size_t i = 0; i < mutate->options->sig.n; i++) {
        const char *path = mutate->options->sig.at[i];
        struct file_text text;
        struct sexpr_error error;
        strbuf_clear(&mutate->error);
        if (!file_read(path, &text, &mutate->error)) {
            fail(mutate, EXIT_BAD_INPUT, strbuf_text(&mutate->error));
            return;
        }
        if (!signature_load(mutate->table, text.at, text.n, &error)) {
            diagnostic_add(&mutate->error, path, text.at, text.n, error.offset, "error",
                           error.message);
            fputs(strbuf_text(&mutate->error), stderr);
            mutate->status = EXIT_BAD_INPUT;
        }
        gen_add_data(mutate->gen, text.at, text.n);
        file_text_free(&text);
    }
}

/* Ids name the files by a digest: they are part of what made the test. */
static void load_fusions(struct mutate *mutate) {
    struct gen *gen = mutate->gen;
    const struct options *options = mutate->options;
    if (options->fuse.n == 0)
        return;
    gen->fusions = fusion_set_new();
    if (!options->fuse_only)
        fusion_set_add_built_in(gen->fusions, gen->eval);
    for (size_t i = 0; i < options->fuse.n; i++) {
        const char *path = options->fuse.at[i];
        struct file_text text;
        strbuf_clear(&mutate->error);
        if (!file_read(path, &text, &mutate->error)) {
            fail(mutate, EXIT_BAD_INPUT, strbuf_text(&mutate->error));
            return;
        }
        if (!fusion_set_add(gen->fusions, gen->eval, path, text.at, text.n, true, &mutate->error)) {
            fputs(strbuf_text(&mutate->error), stderr);
            mutate->status = EXIT_BAD_INPUT;
        }
        uint64_t hash = hash_mix(seed_hash(text.at, text.n), gen->digest + options->fuse_only);
        gen->digest = (uint16_t)(hash ^ hash >> 16);
        file_text_free(&text);
    }
    if (mutate->status == EXIT_DONE && gen->fusions->functions.n == 0)
        fail(mutate, EXIT_BAD_INPUT, "--fuse-only: the files of --fuse have no functions");
}

static void load_classes(struct mutate *mutate) {
    const char *path = mutate->options->classes;
    struct file_text text;
    struct strbuf message = {0};
    uint32_t line;
    strbuf_clear(&mutate->error);
    if (path == NULL)
        return;
    if (!file_read(path, &text, &mutate->error)) {
        fail(mutate, EXIT_BAD_INPUT, strbuf_text(&mutate->error));
        return;
    }
    mutate->gen->classes = op_classes_read(mutate->table, text.at, text.n, &line, &message);
    if (mutate->gen->classes == NULL) {
        fprintf(stderr, "%s:%u:1: error: %s\n", path, line, strbuf_text(&message));
        mutate->status = EXIT_BAD_INPUT;
    }
    gen_add_data(mutate->gen, text.at, text.n);
    file_text_free(&text);
    strbuf_free(&message);
}

static void load_grammars(struct mutate *mutate) {
    strbuf_clear(&mutate->error);
    if (strcmp(mutate->strategy->name, "et") != 0 || et_prepare(mutate->gen, &mutate->error))
        return;
    fputs(strbuf_text(&mutate->error), stderr);
    mutate->status = EXIT_BAD_INPUT;
}

/* The files of a theory: its truths, its constants. */
static void load_theory(struct mutate *mutate) {
    strbuf_clear(&mutate->error);
    if (!mutate->strategy->is_suite ||
        construct_load(mutate->gen, mutate->strategy->name, &mutate->error))
        return;
    fputs(strbuf_text(&mutate->error), stderr);
    mutate->status = EXIT_BAD_INPUT;
}

static void tell_untrue(const struct mutate *mutate) {
    const char *name;
    for (size_t i = 0; (name = construct_untrue(mutate->gen, mutate->strategy->name, i)) != NULL;
         i++)
        fprintf(stderr,
                "momus: note: %s is not known to hold with these meanings, and is left out\n",
                name);
}

/* What the user says of a suite must make sense for it. */
static void plan_suite(struct mutate *mutate) {
    const char *name = mutate->strategy->name;
    strbuf_clear(&mutate->error);
    if (mutate->options->theory != NULL && !construct_is_users(mutate->gen, name))
        strbuf_printf(&mutate->error, "%s is no theory for the strategy %s",
                      mutate->options->theory, name);
    else
        construct_prepare(mutate->gen, name, &mutate->error);
    if (mutate->error.n > 0) {
        mutate->status = cli_misuse("mutate", strbuf_text(&mutate->error));
    } else if (!mutate->options->quiet) {
        settings_tell_unknown(mutate->gen, &mutate->strategy, 1);
        tell_untrue(mutate);
    }
}

static void load_seed(struct mutate *mutate, const char *path) {
    strbuf_clear(&mutate->error);
    if (corpus_add(&mutate->corpus, path, &mutate->error))
        return;
    fputs(strbuf_text(&mutate->error), stderr);
    mutate->n_unreadable++;
}

static void load_seeds(struct mutate *mutate, char *const *operands, size_t n) {
    for (size_t i = 0; i < n; i++) {
        path_vec paths = {0};
        strbuf_clear(&mutate->error);
        if (!file_list(operands[i], ".smt2", &paths, &mutate->error)) {
            fprintf(stderr, "momus: error: %s\n", strbuf_text(&mutate->error));
            mutate->n_unreadable++;
        } else if (paths.n == 0 && !mutate->options->quiet) {
            fprintf(stderr, "momus: %s: no .smt2 files in it\n", operands[i]);
        }
        for (size_t k = 0; k < paths.n; k++)
            load_seed(mutate, paths.at[k]);
        path_vec_free(&paths);
    }
}

/* ---- what is written ------------------------------------------------------- */

/* A file per test, named by its number and its id. */
static void write_file(struct mutate *mutate, const struct test_id *id) {
    strbuf_clear(&mutate->path);
    strbuf_printf(&mutate->path, "%s/%06llu-", mutate->options->out,
                  (unsigned long long)mutate->n_made);
    size_t start = mutate->path.n;
    test_id_print(id, &mutate->path);
    for (size_t i = start; i < mutate->path.n; i++)
        if (mutate->path.at[i] == ':')
            mutate->path.at[i] = '-';
    strbuf_add_text(&mutate->path, ".smt2");
    strbuf_clear(&mutate->error);
    if (!file_write(strbuf_text(&mutate->path), mutate->text.at, mutate->text.n, &mutate->error))
        fail(mutate, EXIT_ENVIRONMENT, strbuf_text(&mutate->error));
}

static void put_test(struct mutate *mutate, const struct trail *trail, const struct test *test) {
    const char *names[TEST_SEEDS_MAX];
    for (uint32_t i = 0; i < mutate->strategy->n_seeds; i++)
        names[i] = trail->seeds[i]->name;
    mutate->n_made++;
    strbuf_clear(&mutate->text);
    if (mutate->options->out == NULL && mutate->n_made > 1)
        strbuf_add_text(&mutate->text, "(reset)\n");
    render_header(&trail->id, test, names, mutate->strategy->n_seeds, &mutate->text);
    render_test(mutate->render, test, &mutate->text);
    if (mutate->options->out != NULL)
        write_file(mutate, &trail->id);
    else
        fwrite(mutate->text.at, 1, mutate->text.n, stdout);
}

/* What a strategy says of its own tests is put to the test itself. */
static const char *why_dropped(const struct mutate *mutate, const struct test *test) {
    if (test->dropped != NULL || !mutate->options->check_witness || test->truth != TRUTH_SAT)
        return test->dropped;
    if (test->witness == NULL)
        return test->basis == BASIS_CONSTRUCTION ? NULL : "it has no witness";
    enum verdict verdict =
        witness_check(mutate->gen->eval, test->witness, test->formulas->at, test->formulas->n);
    return verdict == VERDICT_TRUE    ? NULL
           : verdict == VERDICT_FALSE ? "its witness is false"
           : verdict == VERDICT_LIMIT ? "its witness takes too long to check"
                                      : "its witness does not decide it";
}

/*
 * Who asks for a test by its id gets it; but what is dropped elsewhere makes no claim here. The
 * reason goes into the test, too: `text` is for that.
 */
static void disclaim(struct test *test, const char *dropped, struct strbuf *text) {
    test->truth = TRUTH_UNKNOWN;
    strbuf_printf(text, "; dropped, its truth is not known: %s\n", dropped);
    if (test->remarks != NULL)
        strbuf_add_text(text, test->remarks);
    test->remarks = strbuf_text(text);
}

static bool goes_on(const struct mutate *mutate) {
    return mutate->status == EXIT_DONE && mutate->n_made < mutate->n_wanted && !ferror(stdout);
}

static void run_trail(struct mutate *mutate, struct trail *trail, uint64_t n_steps) {
    struct test test;
    render_forget(mutate->render);
    while (goes_on(mutate) && trail->id.step < n_steps && gen_trail_next(trail, &test)) {
        const char *dropped = why_dropped(mutate, &test);
        if (dropped == NULL)
            put_test(mutate, trail, &test);
        else
            refusal_add(&mutate->dropped, dropped,
                        trail->id.n_seeds > 0 ? trail->seeds[0]->name : trail->strategy->name);
    }
    corpus_note_trail(&mutate->corpus, trail);
    gen_trail_end(trail);
}

/* As many steps as it takes to have tests of all seeds, up to those of a whole chain. */
static uint64_t steps_of_trail(const struct mutate *mutate) {
    uint64_t most = strategy_steps(mutate->strategy, (uint64_t)mutate->options->chain);
    size_t n = mutate->corpus.entries.n;
    if (mutate->strategy->n_seeds == 0 || n == 0)
        return most;
    uint64_t fair = mutate->n_wanted / n + (mutate->n_wanted % n != 0);
    return fair < most ? fair : most;
}

static void make_sequence(struct mutate *mutate, uint64_t n_steps) {
    struct trail *trail;
    for (uint64_t number = 0;
         goes_on(mutate) && (trail = corpus_begin(&mutate->corpus, (uint64_t)mutate->options->seed,
                                                  number, 0)) != NULL;
         number++)
        run_trail(mutate, trail, n_steps);
}

static void make_tests(struct mutate *mutate) {
    uint64_t n_steps = steps_of_trail(mutate);
    uint64_t fruitless = 0; /* trails in a row */
    if (mutate->strategy->n_seeds == 0) {
        make_sequence(mutate, n_steps);
        return;
    }
    for (uint64_t number = 0; goes_on(mutate) && fruitless <= mutate->corpus.entries.n; number++) {
        uint64_t before = mutate->n_made;
        struct trail *trail =
            corpus_begin(&mutate->corpus, (uint64_t)mutate->options->seed, number, 0);
        if (trail != NULL)
            run_trail(mutate, trail, n_steps);
        fruitless = mutate->n_made > before ? 0 : fruitless + 1;
    }
}

static void put_again(struct mutate *mutate, const struct trail *trail, struct test *test) {
    const char *dropped = why_dropped(mutate, test);
    struct strbuf remarks = {0};
    if (dropped != NULL) {
        disclaim(test, dropped, &remarks);
        if (!mutate->options->quiet)
            fprintf(stderr, "momus: this test is dropped elsewhere, its truth is not known: %s\n",
                    dropped);
    }
    put_test(mutate, trail, test);
    strbuf_free(&remarks);
}

/* The test with this id: the last step of its trail, the others before it being passed over. */
static void make_again(struct mutate *mutate, const struct test_id *id) {
    struct test test = {0};
    strbuf_clear(&mutate->error);
    struct trail *trail = corpus_begin_again(&mutate->corpus, id, &mutate->error);
    if (trail == NULL) {
        fail(mutate, EXIT_BAD_INPUT, strbuf_text(&mutate->error));
        return;
    }
    if (id->digest != trail->id.digest) {
        fail(mutate, EXIT_BAD_INPUT, "the test of this id was made with other data files or seeds");
        gen_trail_end(trail);
        return;
    }
    bool good = true;
    while (good && trail->id.step < id->step)
        good = gen_trail_next(trail, &test);
    if (good && trail->id.step == id->step)
        put_again(mutate, trail, &test);
    else
        fail(mutate, EXIT_BAD_INPUT, "the trail ends before this step");
    gen_trail_end(trail);
}

/* ---- the end --------------------------------------------------------------- */

static void show_refusals(const char *what, const char *how, const refusal_vec *refusals) {
    for (size_t i = 0; i < refusals->n; i++) {
        const struct refusal *refusal = &refusals->at[i];
        fprintf(stderr, "momus: %zu %s%s %s: %s (%s)\n", refusal->n, what, plural_s(refusal->n),
                how, refusal->reason, refusal->example);
    }
}

/* Of a suite that was asked for as a whole, the number is not known before. */
static void show_shortfall(const struct mutate *mutate) {
    if (mutate->n_made > 0 && mutate->n_made < mutate->n_wanted && mutate->n_wanted < UINT64_MAX)
        fprintf(stderr, "momus: only %llu of %llu tests could be made\n",
                (unsigned long long)mutate->n_made, (unsigned long long)mutate->n_wanted);
}

static void finish(struct mutate *mutate) {
    fflush(stdout);
    corpus_count_fruitless(&mutate->corpus);
    if (!mutate->options->quiet) {
        show_refusals("seed", "not used", &mutate->corpus.refusals);
        show_refusals("pair", "of seeds tried and not used", &mutate->corpus.pair_refusals);
        show_refusals("test", "dropped", &mutate->dropped);
        if (mutate->n_unreadable > 0)
            fprintf(stderr, "momus: %zu seed%s could not be read\n", mutate->n_unreadable,
                    plural_s(mutate->n_unreadable));
        if (mutate->status == EXIT_DONE)
            show_shortfall(mutate);
    }
    if (mutate->status == EXIT_DONE && mutate->n_made == 0) {
        const char *over = mutate->corpus.over;
        fprintf(stderr, "momus: error: no test could be made%s%s\n", over != NULL ? ": " : "",
                over != NULL ? over : "");
        mutate->status = EXIT_BAD_INPUT;
    }
}

static int list_strategies(void) {
    for (const struct strategy *const *s = strategies; *s != NULL; s++)
        printf("%-10s %s%s\n", (*s)->name, (*s)->summary,
               (*s)->n_seeds == 0 ? "; needs no seeds" : "");
    return EXIT_DONE;
}

static int unknown_strategy(const char *name) {
    fprintf(stderr, "momus: error: there is no strategy '%s'; there are:", name);
    for (const struct strategy *const *s = strategies; *s != NULL; s++)
        fprintf(stderr, " %s", (*s)->name);
    fputc('\n', stderr);
    return EXIT_USAGE;
}

static void run(struct mutate *mutate, const struct test_id *id, char *const *operands, size_t n) {
    load_signatures(mutate);
    load_fusions(mutate);
    if (mutate->status == EXIT_DONE)
        load_classes(mutate);
    if (mutate->status == EXIT_DONE)
        load_grammars(mutate);
    if (mutate->status == EXIT_DONE)
        load_theory(mutate);
    if (mutate->status == EXIT_DONE && mutate->strategy->is_suite)
        plan_suite(mutate);
    if (mutate->status == EXIT_DONE)
        load_seeds(mutate, operands, n);
    if (mutate->options->out != NULL && mkdir(mutate->options->out, 0777) != 0 && errno != EEXIST) {
        strbuf_clear(&mutate->error);
        strbuf_printf(&mutate->error, "%s: %s", mutate->options->out, strerror(errno));
        fail(mutate, EXIT_ENVIRONMENT, strbuf_text(&mutate->error));
    }
    if (mutate->status != EXIT_DONE)
        return;
    if (id != NULL)
        make_again(mutate, id);
    else
        make_tests(mutate);
    finish(mutate);
}

enum { TESTS_BY_DEFAULT = 10 };

/* As many as the user says; else all of a suite, or a few. */
static uint64_t n_wanted(const struct options *options, const struct strategy *strategy) {
    if (options->id != NULL)
        return 1;
    if (options->number > 0)
        return (uint64_t)options->number;
    return strategy->is_suite ? UINT64_MAX : TESTS_BY_DEFAULT;
}

/* What the user says to a strategy that does not listen is a mistake; NULL if all is well. */
static const char *find_misuse(const struct options *options, const struct strategy *strategy) {
    bool is_fusion = strcmp(strategy->name, "fusion") == 0;
    if (options->fuse_only && options->fuse.n == 0)
        return "--fuse-only wants functions: --fuse FILE";
    if (!is_fusion && options->fuse.n > 0)
        return "--fuse is for the strategy fusion";
    if (!is_fusion && options->mode != NULL)
        return "--mode is for the strategy fusion";
    if (strcmp(strategy->name, "opfuzz") != 0 && options->classes != NULL)
        return "--classes is for the strategy opfuzz";
    if (options->id != NULL && options->strategy != NULL &&
        strcmp(options->strategy, strategy->name) != 0)
        return "--id names another strategy than --strategy";
    return settings_misuse(options, &strategy, 1);
}

/* Replacements in one formula: a chain of one is none. */
static uint32_t chain_of(const struct options *options) {
    return options->chain > UINT32_MAX ? UINT32_MAX
           : options->chain > 1        ? (uint32_t)options->chain
                                       : 0;
}

int cmd_mutate(const struct options *options, char *const *operands, size_t n) {
    struct test_id id;
    const char *name = options->strategy;
    if (options->list)
        return list_strategies();
    if (options->id != NULL) {
        if (!test_id_read(options->id, strlen(options->id), &id))
            return cli_misuse("mutate", "this is no id of a test");
        name = id.strategy;
    }
    if (name == NULL)
        return cli_misuse("mutate", "--strategy NAME is missing; --list shows the strategies");
    const struct strategy *strategy = strategy_find(name);
    if (strategy == NULL)
        return unknown_strategy(name);
    if (strategy->n_seeds > 0 && n == 0)
        return cli_misuse("mutate", "this strategy needs seeds: FILE...");
    const char *misuse = find_misuse(options, strategy);
    if (misuse != NULL)
        return cli_misuse("mutate", misuse);

    struct mutate mutate = {
        .options = options,
        .strategy = strategy,
        .table = term_table_new(),
        .n_wanted = n_wanted(options, strategy),
        .status = EXIT_DONE,
    };
    mutate.gen = gen_new(mutate.table);
    mutate.gen->settings = settings_of_options(options);
    mutate.gen->settings.construct.chain = chain_of(options);
    mutate.gen->settings.remarks = true;
    struct label_cache labels = {0};
    if (options->labels) {
        label_cache_open(&labels);
        mutate.gen->labels = &labels;
    }
    mutate.render = render_new(mutate.table);
    corpus_init(&mutate.corpus, mutate.gen, strategy);
    run(&mutate, options->id != NULL ? &id : NULL, operands, n);
    corpus_release(&mutate.corpus);
    render_free(mutate.render);
    gen_free(mutate.gen);
    label_cache_close(&labels);
    term_table_free(mutate.table);
    vec_free(&mutate.dropped);
    strbuf_free(&mutate.text);
    strbuf_free(&mutate.path);
    strbuf_free(&mutate.error);
    return mutate.status;
}
