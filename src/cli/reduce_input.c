/*
 * One script made smaller: what must stay true of it is found out, by the solvers or by what the user
 * says, and the reducer does the rest.
 */
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/die.h"
#include "cli/interrupt.h"
#include "cli/reduce_work.h"
#include "lang/diagnostic.h"
#include "lang/parser.h"
#include "reduce/match.h"

void reduce_worsen(struct reduction *reduction, int status) {
    if (status > reduction->status)
        reduction->status = status;
}

void reduce_stop(struct reduce_work *work, const struct reduce_result *result) {
    work->reduction->is_stopped = true;
    reduce_tell_stopped(work, result);
}

/* ---- the end of it ---------------------------------------------------------- */

/* What is wrong with a model or a core shows only in a script that asks for it. */
static bool keep_given(struct reduce_work *work) {
    const struct reduce_panel *panel = work->panel != NULL ? work->panel : &work->reduction->panel;
    const struct finding *finding =
        work->property != NULL ? finding_property_finding(work->property) : NULL;
    if (finding == NULL || finding->given.n == 0 || finding->at_fault.n == 0 ||
        (finding->bug != BUG_INVALID_MODEL && finding->bug != BUG_INVALID_CORE))
        return true;
    return reduce_files_keep_given(work->files, panel->names[finding->at_fault.at[0]].name,
                                   finding->given.at, finding->given.n, &work->error);
}

/* Puts the result where it belongs. */
static bool keep_result(struct reduce_work *work, struct reduce_result *result) {
    if (work->files != NULL)
        return reduce_files_keep(work->files, result->text.at, result->text.n, result->went_on,
                                 &work->error) &&
               keep_given(work);
    struct store_reduction reduction =
        reduction_by_script(result, work->property, &work->reduction->arena);
    return reduce_keep_stored(work, &reduction, false);
}

static void finish(struct reduce_work *work, enum reduce_status status,
                   struct reduce_result *result, const struct reduce_property *property) {
    struct reduction *reduction = work->reduction;
    switch (status) {
    case REDUCE_BAD_INPUT:
        reduce_clear_progress(work);
        fprintf(stderr, "%s:%s\n", work->path, strbuf_text(&result->error));
        reduce_worsen(reduction, EXIT_BAD_INPUT);
        return;
    case REDUCE_LOST:
        if (work->chain != NULL) {
            reduce_finish_chain(work, work->chain);
            return;
        }
        reduce_complain(
            work, work->program != NULL
                      ? program_property_explain(work->program, work->text.at, work->text.n)
                      : "what is to be kept is not there when it is asked for again: it comes and "
                        "goes, or is not in the script as momus prints it (momus fmt shows that)");
        reduce_worsen(reduction, EXIT_UNDECIDED);
        return;
    case REDUCE_STOPPED:
        reduce_stop(work, result);
        return;
    case REDUCE_NOT_KEPT:
        break;
    case REDUCE_DONE:
        if (keep_result(work, result)) {
            reduce_tell_result(work, result, property);
            return;
        }
        break;
    }
    reduce_complain(work, strbuf_text(&work->error));
    reduce_worsen(reduction, EXIT_ENVIRONMENT);
}

/* ---- by a property ---------------------------------------------------------- */

/* Called with what is confirmed. */
static bool keep_best(const char *text, size_t n, void *context) {
    struct reduce_work *work = context;
    if (work->files != NULL)
        return reduce_files_keep_best(work->files, text, n, &work->error);
    struct store *store = work->reduction->store;
    bool good = store_put_file(store, work->number, work->best_file, text, n);
    if (!good)
        strbuf_add_text(&work->error, store_error(store));
    return good;
}

struct reduce_options reduce_work_options(struct reduce_work *work) {
    return (struct reduce_options){
        .stops = &interrupted,
        .on_best = keep_best,
        .on_step = reduce_tell_step,
        .on_progress = reduce_tell_progress,
        .context = work,
    };
}

/* A finding of a run that turns out to be another one need not be smaller. */
static bool is_enough(void *context) {
    const struct reduce_work *work = context;
    return work->property != NULL && finding_property_is_met(work->property);
}

static void reduce_by(struct reduce_work *work, struct reduce_property *property) {
    struct reduce_options options = reduce_work_options(work);
    struct reduce_result result = {0};
    struct file_text best = {0};
    options.jobs = work->reduction->panel.jobs;
    options.is_enough = is_enough;
    bool goes_on = work->files != NULL && reduce_files_read_best(work->files, &best);
    enum reduce_status status =
        work->job != NULL ? reduce_script(property, work->text.at, work->text.n, work->job->best,
                                          work->job->n_best, &options, &result)
                          : reduce_script(property, work->text.at, work->text.n,
                                          goes_on ? best.at : NULL, best.n, &options, &result);
    finish(work, status, &result, property);
    if (goes_on)
        file_text_free(&best);
    reduce_result_release(&result);
}

void reduce_shown(struct reduce_work *work, struct finding_property *property) {
    struct reduction *reduction = work->reduction;
    const struct finding *finding = finding_property_finding(property);
    work->property = property;
    work->best_file = STORE_BEST;
    if (work->job != NULL)
        finding_property_set_others(property, work->job->others.at, work->job->others.n);
    reduce_tell_finding(work, finding);
    if (!finding_property_is_shown(property) && !reduction->options->quiet)
        printf("  what is right is known by how the script was made; smaller ones keep that "
               "these solvers disagree\n");
    reduce_by(work, finding_property_base(property));
    work->property = NULL;
}

/* ---- what is wrong with it -------------------------------------------------- */

/* Where nothing is found: is it because it is no script? */
static bool complain_of_script(struct reduce_work *work) {
    struct term_table *table = term_table_new();
    struct parser *parser = parser_new(table);
    struct script script = {0};
    struct parse_error error = {0};
    struct strbuf told = {0};
    bool bad = !parser_read_script(parser, work->text.at, work->text.n, &script, &error);
    if (bad) {
        reduce_clear_progress(work);
        diagnostic_add(&told, work->path, work->text.at, work->text.n, error.offset, "error",
                       strbuf_text(&error.message));
        fputs(strbuf_text(&told), stderr);
        reduce_worsen(work->reduction, EXIT_BAD_INPUT);
    }
    script_release(&script);
    parse_error_release(&error);
    strbuf_free(&told);
    parser_free(parser);
    term_table_free(table);
    return bad;
}

void reduce_finding(struct reduce_work *work, enum bug bug, const char *family) {
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
        reduce_complain(work, strbuf_text(&error));
        reduce_worsen(reduction, EXIT_UNDECIDED);
    }
    finding_property_free(property);
    strbuf_free(&error);
}

static void reduce_match(struct reduce_work *work) {
    struct reduction *reduction = work->reduction;
    struct strbuf error = {0};
    struct match_property *property =
        match_property_new(&reduction->panel, reduction->options->match, &error);
    if (property == NULL) {
        fprintf(stderr, "momus: error: --match: %s\n", strbuf_text(&error));
        reduce_worsen(reduction, EXIT_USAGE);
    } else if (match_property_find(property, work->text.at, work->text.n))
        reduce_by(work, match_property_base(property));
    else {
        reduce_complain(work, "what these solvers print does not match");
        reduce_worsen(reduction, EXIT_UNDECIDED);
    }
    match_property_free(property);
    strbuf_free(&error);
}

static void reduce_test(struct reduce_work *work) {
    struct reduction *reduction = work->reduction;
    const char *slash = strrchr(work->path, '/');
    char *program = realpath(reduction->options->test, NULL);
    if (program == NULL || access(program, X_OK) != 0) {
        fprintf(stderr, "momus: error: --test: %s cannot be run: %s\n", reduction->options->test,
                strerror(errno));
        reduce_worsen(reduction, EXIT_USAGE);
    } else {
        struct program_property *property =
            program_property_new(&reduction->loop, program, slash != NULL ? slash + 1 : work->path,
                                 reduction->panel.limits);
        work->program = property;
        reduce_by(work, program_property_base(property));
        program_property_free(property);
    }
    free(program);
}

enum bug reduce_find_bug(const char *name) {
    enum bug bug = 0;
    while (bug < BUG_COUNT && (name == NULL || strcmp(bug_name(bug), name) != 0))
        bug++;
    return bug;
}

void reduce_file(struct reduction *reduction, const char *path) {
    const struct options *options = reduction->options;
    struct reduce_files files;
    struct reduce_work work = {
        .reduction = reduction, .path = path, .files = &files, .started = clock_monotonic_ns()};
    if (!file_read(path, &work.text, &work.error)) {
        fprintf(stderr, "momus: error: %s\n", strbuf_text(&work.error));
        reduce_worsen(reduction, EXIT_BAD_INPUT);
        strbuf_free(&work.error);
        return;
    }
    if (!reduce_files_can_be_kept(path, options->reduce_out, &work.error)) {
        reduce_complain(&work, strbuf_text(&work.error));
        reduce_worsen(reduction, EXIT_ENVIRONMENT);
        file_text_free(&work.text);
        strbuf_free(&work.error);
        return;
    }
    if (!reduce_files_init(&files, path, &work.text, options->reduce_out, &work.error)) {
        reduce_complain(&work, strbuf_text(&work.error));
        reduce_worsen(reduction, EXIT_USAGE);
    } else if (options->test != NULL)
        reduce_test(&work);
    else if (options->match != NULL)
        reduce_match(&work);
    else
        reduce_finding(&work, reduce_find_bug(options->keep), NULL);
    reduce_files_release(&files);
    file_text_free(&work.text);
    strbuf_free(&work.error);
}
