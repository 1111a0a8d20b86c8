/*
 * What momus reduce tells: on a terminal, how far it is; then what came of each input, on standard
 * output; and on standard error what is not as it should be, and how to go on.
 */
#include <inttypes.h>
#include <unistd.h>

#include "base/clock.h"
#include "cli/paint.h"
#include "cli/reduce_work.h"

/* ---- meanwhile -------------------------------------------------------------- */

static bool is_live(const struct reduce_work *work) {
    return isatty(STDERR_FILENO) && !work->reduction->options->quiet;
}

void reduce_tell_progress(const struct reduce_progress *progress, void *context) {
    struct reduce_work *work = context;
    uint64_t now = clock_monotonic_ns();
    if (!is_live(work) || now < work->next_progress)
        return;
    work->next_progress = now + 200000000;
    size_t columns = paint_columns(STDERR_FILENO); /* a line that is broken cannot be taken back */
    size_t whole = progress->bytes_at_first > 0 ? progress->bytes_at_first : 1;
    double seconds = (double)(now - work->started) / 1e9;
    double rate = seconds / (double)(progress->n_runs > 0 ? progress->n_runs : 1);
    const char *slash = strrchr(work->path, '/');
    struct strbuf line = {0}, shown = {0};
    if (work->files != NULL)
        paint_add_clean(&line, slash != NULL ? slash + 1 : work->path);
    else
        strbuf_printf(&line, "finding %u", work->number);
    strbuf_printf(
        &line, ": %zu of %zu bytes (%zu%%), %.0f s, sweep %u: %s %zu of %zu, %.0f s more for these",
        progress->bytes, whole, progress->bytes * 100 / whole, seconds, progress->sweep,
        progress->pass, progress->n_tried, progress->n_all,
        rate * (double)(progress->n_all - progress->n_tried));
    paint_add(&shown, strbuf_text(&line), columns > 1 ? columns - 1 : 0, PAINT_NOT);
    fprintf(stderr, "\r%s\033[K", strbuf_text(&shown));
    strbuf_free(&line);
    strbuf_free(&shown);
}

void reduce_clear_progress(const struct reduce_work *work) {
    if (is_live(work))
        fputs("\r\033[K", stderr);
}

void reduce_tell_step(const char *text, size_t n, const char *pass, void *context) {
    struct reduce_work *work = context;
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

void reduce_tell_finding(const struct reduce_work *work, const struct finding *finding) {
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

/* ---- in the end ------------------------------------------------------------- */

void reduce_tell_result(const struct reduce_work *work, const struct reduce_result *result,
                        const struct reduce_property *property) {
    reduce_clear_progress(work);
    if (!result->is_confirmed)
        fprintf(stderr,
                "momus: warning: %s: what is kept comes and goes: it was there when the result was "
                "reached, but not each time that it was asked for in the end\n",
                work->path);
    const char *also = work->property != NULL ? finding_property_also(work->property) : NULL;
    if (also != NULL)
        fprintf(
            stderr,
            "momus: warning: %s: the result shows more: %s; on the input, or on the way, there was "
            "no answer in time\n",
            work->path, also);
    if (work->reduction->options->quiet)
        return;
    printf("%s: %zu -> %zu bytes in %" PRIu64 " step%s\n",
           work->files != NULL ? work->files->out : work->path, result->bytes_at_first,
           result->bytes, result->n_steps, plural_s(result->n_steps));
    if (work->files != NULL && work->files->old != NULL)
        printf("  what was there before is now %s\n", work->files->old);
    if (work->files != NULL && work->files->given != NULL)
        printf("  %s also asks for what is wrong, as momus did\n", work->files->given);
    printf("  %" PRIu64 " candidate%s asked, %" PRIu64 " solver call%s, %.1f s\n", result->n_runs,
           plural_s(result->n_runs), property->n_calls, plural_s(property->n_calls),
           (double)(clock_monotonic_ns() - work->started) / 1e9);
}

/* The folder of a finding of a run has both its script and the best so far. */
static void add_place(const struct reduce_work *work, struct strbuf *place) {
    const char *slash = strrchr(work->path, '/');
    if (work->files != NULL)
        strbuf_add_text(place, work->files->reached);
    else {
        strbuf_add(place, work->path, slash != NULL ? (size_t)(slash - work->path) + 1 : 0);
        strbuf_add_text(place, work->best_file);
    }
}

void reduce_tell_stopped(const struct reduce_work *work, const struct reduce_result *result) {
    struct strbuf place = {0};
    reduce_clear_progress(work);
    if (result->bytes >= result->bytes_at_first)
        fprintf(stderr,
                "momus: %s: stopped before it was through, and before anything was smaller\n",
                work->path);
    else {
        add_place(work, &place);
        fprintf(stderr,
                "momus: %s: stopped before it was through; the best so far (%zu -> %zu bytes) is "
                "%s\n",
                work->path, result->bytes_at_first, result->bytes, strbuf_text(&place));
    }
    strbuf_free(&place);
}

void reduce_tell_rest(const struct reduction *reduction) {
    size_t n_left = reduction->n_left;
    if (n_left > 0)
        fprintf(stderr, "momus: %zu more %s not begun\n", n_left,
                reduction->store != NULL ? (n_left == 1 ? "finding was" : "findings were")
                                         : (n_left == 1 ? "file was" : "files were"));
    fputs("momus: the same command goes on from there\n", stderr);
}

void reduce_complain(const struct reduce_work *work, const char *text) {
    reduce_clear_progress(work);
    fprintf(stderr, "momus: error: %s: %s\n", work->path, text);
}
