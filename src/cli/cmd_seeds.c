#include <unistd.h>

#include "base/clock.h"
#include "base/die.h"
#include "cli/cli.h"
#include "cli/seeds.h"

/* ---- progress -------------------------------------------------------------------- */

enum { PROGRESS_AFTER_MS = 2000, PROGRESS_EVERY_MS = 200 };
#define MS_TO_NS(ms) ((uint64_t)(ms)*1000000)

void seeds_progress_init(struct seeds_progress *progress, const struct options *options,
                         size_t n_all) {
    *progress = (struct seeds_progress){.start = clock_monotonic_ns(), .n_all = n_all};
    if (isatty(STDERR_FILENO) && !options->quiet)
        progress->next = progress->start + MS_TO_NS(PROGRESS_AFTER_MS);
}

void seeds_progress_show(struct seeds_progress *progress, size_t n_done) {
    uint64_t now = progress->next != 0 ? clock_monotonic_ns() : 0;
    if (progress->next == 0 || now < progress->next)
        return;
    fprintf(stderr, "\r%zu of %zu seed%s, %.0f s\033[K", n_done, progress->n_all,
            plural_s(progress->n_all), (double)(now - progress->start) / 1e9);
    progress->is_shown = true;
    progress->next = now + MS_TO_NS(PROGRESS_EVERY_MS);
}

void seeds_progress_clear(struct seeds_progress *progress) {
    if (progress->is_shown)
        fputs("\r\033[K", stderr);
    progress->is_shown = false;
}

/* ---- seeds one by one ---------------------------------------------------------------- */

int seeds_visit(const struct options *options, const path_vec *paths, seeds_visit_fn *visit,
                void *context) {
    struct term_table *table = term_table_new();
    struct eval *eval = eval_new(table);
    struct label_cache cache;
    struct seeds_progress progress;
    int status = EXIT_DONE;
    label_cache_open(&cache);
    seeds_progress_init(&progress, options, paths->n);
    for (size_t i = 0; i < paths->n; i++) {
        struct seed_source source = {table, eval, &cache};
        struct term_mark mark = term_table_mark(table);
        struct strbuf error = {0};
        struct file_text text = {0};
        struct seed *seed = NULL;
        bool is_read = file_read(paths->at[i], &text, &error);
        if (is_read)
            seed = seed_read_from(&source, paths->at[i], text.at, text.n, &error);
        if (seed != NULL)
            visit(table, seed, i, context);
        else {
            seeds_progress_clear(&progress);
            fprintf(stderr, "%s%s%s", is_read ? "" : "momus: error: ", strbuf_text(&error),
                    is_read ? "" : "\n");
            status = EXIT_BAD_INPUT;
        }
        seed_free(seed);
        file_text_free(&text);
        strbuf_free(&error);
        eval_forget(eval);
        term_table_rewind(table, mark);
        seeds_progress_show(&progress, i + 1);
    }
    seeds_progress_clear(&progress);
    label_cache_close(&cache);
    eval_free(eval);
    term_table_free(table);
    return status;
}

/* ---- the command ------------------------------------------------------------------ */

typedef int action_fn(const struct options *options, const path_vec *paths);

static const struct action {
    const char *name;
    action_fn *run;
} actions[] = {{"label", seeds_label}, {"stats", seeds_stats}, {"min", seeds_min}};

static const struct action *find_action(const char *name) {
    for (size_t i = 0; i < sizeof actions / sizeof *actions; i++)
        if (strcmp(actions[i].name, name) == 0)
            return &actions[i];
    return NULL;
}

static int wrong_usage(const char *message) {
    return cli_misuse("seeds", message);
}

static int list_paths(const struct options *options, char *const *operands, size_t n,
                      path_vec *paths) {
    int status = EXIT_DONE;
    for (size_t i = 0; i < n; i++) {
        struct strbuf error = {0};
        size_t before = paths->n;
        if (!file_list(operands[i], ".smt2", paths, &error)) {
            fprintf(stderr, "momus: error: %s\n", strbuf_text(&error));
            status = EXIT_BAD_INPUT;
        } else if (paths->n == before && !options->quiet)
            fprintf(stderr, "momus: %s: no .smt2 files in it\n", operands[i]);
        strbuf_free(&error);
    }
    return status;
}

int cmd_seeds(const struct options *options, char *const *operands, size_t n) {
    path_vec paths = {0};
    const struct action *action = find_action(operands[0]);
    if (action == NULL)
        return wrong_usage("say what to do: label, stats or min");
    if (n < 2)
        return wrong_usage("DIR is missing");
    int listed = list_paths(options, operands + 1, n - 1, &paths);
    int status = action->run(options, &paths);
    path_vec_free(&paths);
    return status > listed ? status : listed;
}
