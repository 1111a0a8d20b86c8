#include "campaign/reduction_chain.h"

#include <inttypes.h>

#include "base/file.h"
#include "campaign/kept.h"
#include "campaign/maker.h"
#include "reduce/chain.h"

struct store_reduction reduction_of_chain(struct reduction_by_chain *chain) {
    return (struct store_reduction){
        .script = strbuf_text(&chain->script),
        .n = chain->script.n,
        .fingerprint = strbuf_text(&chain->fingerprint),
        .evidence = strbuf_text(&chain->evidence),
        .basis = ground_name(chain->ground),
        .confidence = confidence_name(chain->confidence),
        .given = chain->given.n > 0 ? chain->given.at : NULL,
        .given_n = chain->given.n,
        .answers = chain->answers,
        .n_answers = chain->n_answers,
    };
}

void reduction_by_chain_release(struct reduction_by_chain *chain) {
    reduce_result_release(&chain->of_recipe);
    strbuf_free(&chain->script);
    strbuf_free(&chain->given);
    strbuf_free(&chain->fingerprint);
    strbuf_free(&chain->evidence);
    arena_free(&chain->arena);
}

bool reduction_needs_chain(const struct reduction_job *job, const struct finding_property *found) {
    if (job->bug != BUG_SOLUTION_SOUNDNESS || job->known.truth != TRUTH_UNSAT ||
        job->family == NULL)
        return false;
    return found == NULL || !finding_property_is_shown(found) ||
           finding_property_finding(found)->confidence > job->confidence;
}

/* ---- the recipe ------------------------------------------------------------ */

/* Is this the file, with the content that it had? */
static bool is_seed(struct strbuf *path, uint64_t hash) {
    struct file_text text;
    struct strbuf unread = {0};
    bool good = path->n > 0 && file_read(strbuf_text(path), &text, &unread);
    if (good) {
        good = seed_hash(text.at, text.n) == hash;
        file_text_free(&text);
    }
    strbuf_free(&unread);
    return good;
}

/*
 * Where the seed is: among those at hand, else as it was named, from where the run was started or
 * from here. A campaign may be gone on with from another folder, with its seeds elsewhere.
 */
static bool find_seed(const struct reduction_source *source, uint64_t hash, const char *name,
                      struct strbuf *path) {
    const char *at_hand =
        source->find_seed != NULL ? source->find_seed(hash, source->context) : NULL;
    if (at_hand != NULL)
        strbuf_add_text(path, at_hand);
    if (is_seed(path, hash))
        return true;
    strbuf_clear(path);
    if (name != NULL && name[0] != '/' && source->folder != NULL)
        strbuf_printf(path, "%s/%s", source->folder, name);
    if (is_seed(path, hash))
        return true;
    strbuf_clear(path);
    if (name != NULL)
        strbuf_add_text(path, name);
    return is_seed(path, hash);
}

static bool remake(const struct reduction_job *job, const struct reduction_source *source,
                   const struct test_id *id, struct remade *remade, bool *lacks_seeds,
                   struct strbuf *error) {
    struct strbuf paths[TEST_SEEDS_MAX] = {0};
    const char *names[TEST_SEEDS_MAX] = {0};
    bool good = true;
    for (size_t i = 0; i < id->n_seeds && good; i++) {
        const char *name = id->n_seeds == job->seeds.n ? job->seeds.at[i] : NULL;
        good = find_seed(source, id->seeds[i], name, &paths[i]);
        names[i] = strbuf_text(&paths[i]);
        *lacks_seeds = !good;
        if (!good)
            strbuf_printf(error,
                          "it is known by how it was made, and the seed with the hash %016" PRIx64
                          "%s%s%s is not found",
                          id->seeds[i], name != NULL ? " (" : "", name != NULL ? name : "",
                          name != NULL ? ")" : "");
    }
    good = good && maker_remake(id, source->settings, names, remade, error);
    for (size_t i = 0; i < id->n_seeds; i++)
        strbuf_free(&paths[i]);
    return good;
}

/* The test again, with its recipe; it is what was found, byte by byte. */
static bool find_recipe(const struct reduction_job *job, const struct reduction_source *source,
                        struct remade *remade, recipe_make_fn **make, bool *lacks_seeds,
                        struct strbuf *error) {
    struct test_id id;
    *remade = (struct remade){0};
    if (!test_id_read(job->test, strlen(job->test), &id) || strategy_find(id.strategy) == NULL ||
        strategy_find(id.strategy)->make_recipe == NULL) {
        strbuf_add_text(error, "tests of its strategy are not made smaller");
        return false;
    }
    *make = strategy_find(id.strategy)->make_recipe;
    if (!remake(job, source, &id, remade, lacks_seeds, error))
        return false;
    bool is_same =
        remade->script.n <= job->n_script && memcmp(job->script + job->n_script - remade->script.n,
                                                    remade->script.at, remade->script.n) == 0;
    if (!is_same || remade->recipe.text.n == 0 || remade->truth != TRUTH_UNSAT ||
        (remade->basis != BASIS_CHAIN && remade->basis != BASIS_CONSTRUCTION)) {
        strbuf_add_text(error, is_same ? "its recipe is not known"
                                       : "the test that is made again is another one");
        return false;
    }
    return true;
}

/* ---- reducing -------------------------------------------------------------- */

/* What the caller wants to hear of, and what it cannot know. */
struct run {
    const struct reduce_options *options;
    const struct finding_property *of_test;
};

static bool on_best(const char *text, size_t n, void *context) {
    const struct run *run = context;
    return run->options->on_best == NULL || run->options->on_best(text, n, run->options->context);
}

static void on_step(const char *text, size_t n, const char *pass, void *context) {
    const struct run *run = context;
    if (run->options->on_step != NULL)
        run->options->on_step(text, n, pass, run->options->context);
}

static void on_progress(const struct reduce_progress *progress, void *context) {
    const struct run *run = context;
    if (run->options->on_progress != NULL)
        run->options->on_progress(progress, run->options->context);
}

static bool is_enough(void *context) {
    const struct run *run = context;
    return finding_property_is_met(run->of_test);
}

static void take_result(struct chain_property *property, const struct reduction_job *job,
                        struct reduction_by_chain *chain) {
    const struct finding_property *of_test = chain_property_of_test(property);
    const struct finding *finding = finding_property_finding(of_test);
    chain_property_print(property, &chain->script);
    strbuf_add(&chain->given, finding->given.at, finding->given.n);
    strbuf_add(&chain->fingerprint, finding->fingerprint.at, finding->fingerprint.n);
    chain_property_add_evidence(property, &chain->evidence);
    chain->answers = kept_answers(of_test, &chain->arena, &chain->n_answers);
    chain->ground = finding->ground;
    chain->confidence = finding->confidence;
    chain->bytes_at_first = job->n_script;
    chain->bytes = chain_property_test(property)->n;
}

static void reduce(struct chain_property *property, const struct recipe *recipe,
                   const struct reduction_job *job, size_t jobs,
                   const struct reduce_options *options, struct reduction_by_chain *chain) {
    struct run run = {options, chain_property_of_test(property)};
    struct reduce_options own = {
        .jobs = jobs,
        .stops = options->stops,
        .on_best = on_best,
        .on_step = on_step,
        .on_progress = on_progress,
        .is_enough = is_enough,
        .context = &run,
    };
    finding_property_set_others(chain_property_of_test(property), job->others.at, job->others.n);
    chain->status = reduce_script(chain_property_base(property), recipe->text.at, recipe->text.n,
                                  job->recipe, job->n_recipe, &own, &chain->of_recipe);
    chain->n_calls = chain_property_base(property)->n_calls;
    if (chain->status == REDUCE_DONE)
        take_result(property, job, chain);
}

bool reduction_chain(const struct reduction_job *job, const struct reduce_panel *panel,
                     const struct reduction_source *source, const struct reduce_options *options,
                     struct reduction_by_chain *chain, struct strbuf *error) {
    struct remade remade;
    recipe_make_fn *make = NULL;
    bool good = find_recipe(job, source, &remade, &make, &chain->lacks_seeds, error);
    if (good) {
        struct chain_property *property =
            chain_property_new(panel, make, &remade.recipe, remade.basis,
                               remade.label != LABEL_NONE ? label_name(remade.label) : NULL);
        good = chain_property_find(property, job->bug, job->family, error);
        if (good)
            reduce(property, &remade.recipe, job, panel->jobs, options, chain);
        chain_property_free(property);
    }
    remade_release(&remade);
    return good && chain->status != REDUCE_LOST && chain->status != REDUCE_BAD_INPUT;
}

struct finding_property *reduction_beyond_chain(const struct reduction_job *job,
                                                const struct reduce_panel *panel,
                                                const struct reduction_by_chain *chain) {
    struct strbuf error = {0};
    struct finding_property *property = finding_property_new(panel);
    bool good = finding_property_find(property, chain->script.at, chain->script.n, job->bug,
                                      job->family, NULL, &error) &&
                finding_property_finding(property)->confidence <= chain->confidence;
    strbuf_free(&error);
    if (good)
        finding_property_set_others(property, job->others.at, job->others.n);
    else
        finding_property_free(property);
    return good ? property : NULL;
}
