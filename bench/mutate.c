/*
 * mutate STRATEGY N PATH... - how fast tests are made and printed to memory.
 *
 * Prints: strategy, tests a second of CPU time, bytes of a test on average, MB of
 * memory at the end of the first tenth and at the end. Only seeds of 0.5 to 2 KB
 * count.
 */
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>

#include "base/file.h"
#include "gen/corpus.h"
#include "gen/render.h"

static double cpu_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static void load(struct corpus *corpus, const char *path) {
    path_vec paths = {0};
    struct strbuf error = {0};
    struct stat st;
    if (!file_list(path, ".smt2", &paths, &error)) {
        fprintf(stderr, "%s\n", strbuf_text(&error));
        exit(2);
    }
    for (size_t i = 0; i < paths.n; i++)
        if (stat(paths.at[i], &st) == 0 && st.st_size >= 500 && st.st_size <= 2000)
            corpus_add(corpus, paths.at[i], &error);
    path_vec_free(&paths);
    strbuf_free(&error);
}

int main(int argc, char **argv) {
    const struct strategy *strategy = argc < 4 ? NULL : strategy_find(argv[1]);
    if (strategy == NULL) {
        fprintf(stderr, "usage: mutate STRATEGY N PATH...\n");
        return 2;
    }
    uint64_t n_wanted = strtoull(argv[2], NULL, 10), n_made = 0, n_bytes = 0;
    struct term_table *table = term_table_new();
    struct gen *gen = gen_new(table);
    struct render *render = render_new(table);
    struct corpus corpus;
    struct strbuf text = {0};
    struct test test;
    size_t early_bytes = 0;
    corpus_init(&corpus, gen, strategy);
    for (int i = 3; i < argc; i++)
        load(&corpus, argv[i]);
    double start = cpu_seconds();
    for (uint64_t number = 0; n_made < n_wanted && number < 10 * n_wanted; number++) {
        struct trail *trail = corpus_begin(&corpus, 1, number, 0);
        if (trail == NULL)
            continue;
        render_forget(render);
        while (n_made < n_wanted && trail->id.step < strategy->n_steps &&
               gen_trail_next(trail, &test)) {
            if (test.dropped != NULL)
                continue;
            strbuf_clear(&text);
            render_test(render, &test, &text);
            n_bytes += text.n;
            n_made++;
            if (n_made == n_wanted / 10)
                early_bytes = mem_live_bytes();
        }
        gen_trail_end(trail);
    }
    double seconds = cpu_seconds() - start;
    printf("%-10s %9.0f tests/s %6.0f bytes %8.1f MB then %8.1f MB\n", strategy->name,
           (double)n_made / seconds, (double)n_bytes / (double)(n_made > 0 ? n_made : 1),
           (double)early_bytes * 1e-6, (double)mem_live_bytes() * 1e-6);
    corpus_release(&corpus);
    render_free(render);
    gen_free(gen);
    term_table_free(table);
    strbuf_free(&text);
    return 0;
}
