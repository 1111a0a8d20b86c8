/*
 * Findings of a run made smaller: by what their scripts show, or, if that is nothing, by how their
 * tests were made. The run takes the result, and findings that turn out to be the same are merged.
 */
#include "base/clock.h"
#include "base/die.h"
#include "cli/interrupt.h"
#include "cli/reduce_work.h"
#include "cli/run_report.h"

bool reduce_keep_stored(struct reduce_work *work, const struct store_reduction *reduction,
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

/* ---- by how its test was made ----------------------------------------------- */

void reduce_finish_chain(struct reduce_work *work, struct reduction_by_chain *chain) {
    struct store_reduction reduction = reduction_of_chain(chain);
    struct reduce_property counts = {.n_calls = chain->n_calls};
    struct reduce_result result = chain->of_recipe;
    bool is_done = chain->status == REDUCE_DONE;
    if (chain->status == REDUCE_NOT_KEPT ||
        (is_done && !reduce_keep_stored(work, &reduction, true))) {
        reduce_complain(work, strbuf_text(&work->error));
        reduce_worsen(work->reduction, EXIT_ENVIRONMENT);
    } else if (is_done) {
        result.bytes_at_first = chain->bytes_at_first;
        result.bytes = chain->bytes;
        reduce_tell_result(work, &result, &counts);
    } else
        reduce_stop(work, &result);
}

static const char *find_seed(uint64_t hash, void *context) {
    struct reduction *reduction = context;
    seed_files_add_run(&reduction->seeds, &reduction->record);
    return seed_files_find(&reduction->seeds, hash);
}

bool reduce_chain(struct reduce_work *work, struct strbuf *reason) {
    struct reduction *reduction = work->reduction;
    struct reduction_by_chain chain = {0};
    struct strbuf error = {0};
    struct reduction_source source = {.settings = &reduction->settings,
                                      .folder = reduction->record.folder,
                                      .find_seed = find_seed,
                                      .context = reduction};
    struct reduce_options options = reduce_work_options(work);
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
        reduce_finish_chain(work, &chain);
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

/* ---- one, and several -------------------------------------------------------- */

static void reduce_stored(struct reduction *reduction, const struct store_finding *finding) {
    struct reduce_work work = {
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
        reduce_worsen(reduction, EXIT_ENVIRONMENT); /* the run speaks of what is not there */
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

/* The files about the whole run, of what it has now. */
static void tell_run(struct reduction *reduction, size_t n_reduced) {
    struct strbuf error = {0};
    if (n_reduced > 0 && !run_report_change(reduction->store, &error)) {
        fprintf(stderr, "momus: error: %s\n", strbuf_text(&error));
        reduce_worsen(reduction, EXIT_ENVIRONMENT);
    }
    strbuf_free(&error);
}

void reduce_run(struct reduction *reduction, const u32_vec *numbers) {
    store_finding_vec findings = {0};
    size_t n_there = 0;
    if (!store_findings(reduction->store, &reduction->arena, &findings)) {
        fprintf(stderr, "momus: error: %s\n", store_error(reduction->store));
        reduce_worsen(reduction, EXIT_ENVIRONMENT);
    }
    for (size_t i = 0; i < findings.n; i++) {
        if (!is_wanted(&findings.at[i], numbers))
            continue;
        n_there++;
        if (interrupted)
            reduction->n_left++;
        else
            reduce_stored(reduction, &findings.at[i]);
    }
    if (n_there < numbers->n) {
        fprintf(stderr, "momus: error: %s has no finding of some of these numbers\n",
                store_folder(reduction->store));
        reduce_worsen(reduction, EXIT_BAD_INPUT);
    }
    tell_run(reduction, n_there);
    vec_free(&findings);
}
