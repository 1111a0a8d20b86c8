/*
 * mutants STRATEGY N SEED PATH... - makes N tests by a strategy and looks at them.
 *
 * Each test is printed, parsed and sort-checked again, in a table of its own. At
 * the end there are the operators that tests had and their seeds had not, by
 * theory, and the standard operators that were never introduced. With -t, a line
 * for a table of strategies against theories.
 *
 * Status 1 if a test was refused or is not the same when it is printed again.
 */
#include <stdio.h>
#include <stdlib.h>

#include "base/file.h"
#include "gen/corpus.h"
#include "gen/render.h"
#include "lang/parser.h"

struct run {
    struct term_table *table; /* of the seeds */
    struct gen *gen;
    struct corpus corpus;
    struct render *render;
    struct term_table *second; /* of what is read again */
    struct render *again;
    struct strbuf text, text_again, error;
    uint64_t n_made, n_refused, n_bytes;
    uint64_t introduced[OP_COUNT];
    struct term_walk walk;
    bool in_seed[OP_COUNT];
};

static void walk_script(struct run *run, const struct term_table *table,
                        const struct script *script) {
    term_walk_begin(&run->walk, table);
    for (size_t i = 0; i < script->commands.n; i++) {
        const struct command *c = &script->commands.at[i];
        if (c->kind == COMMAND_ASSERT)
            term_walk_add(&run->walk, c->body);
        else if (c->fun != 0 && fun_at(table, c->fun)->body != 0)
            term_walk_add(&run->walk, fun_at(table, c->fun)->body);
    }
}

static void note_seed(struct run *run, const struct seed *seed) {
    term t;
    walk_script(run, run->table, &seed->script);
    while ((t = term_walk_next(&run->walk)) != 0)
        if (term_op(run->table, t) < OP_COUNT)
            run->in_seed[term_op(run->table, t)] = true;
}

static void note_test(struct run *run, const struct test *test) {
    term t;
    bool seen[OP_COUNT] = {0};
    walk_script(run, run->table, test->script);
    while ((t = term_walk_next(&run->walk)) != 0) {
        uint32_t op = term_op(run->table, t);
        if (op < OP_COUNT && !run->in_seed[op] && !seen[op]) {
            seen[op] = true;
            run->introduced[op]++;
        }
    }
}

static void complain(struct run *run, const char *what, const char *name) {
    if (run->n_refused++ < 3)
        fprintf(stderr, "%s (%s)\n%s\n", what, name, strbuf_text(&run->text));
}

/* Reads the text into a table that is as empty as before, afterwards. */
static void read_again(struct run *run, const struct test *test, const char *name) {
    struct term_mark mark = term_table_mark(run->second);
    struct parser *parser = parser_new(run->second);
    struct script script = {0};
    struct parse_error error = {0};
    if (!parser_read_script(parser, strbuf_text(&run->text), run->text.n, &script, &error)) {
        complain(run, strbuf_text(&error.message), name);
    } else {
        struct test copy = *test;
        copy.script = &script;
        copy.fun_names = NULL;
        copy.decl_names = NULL;
        strbuf_clear(&run->text_again);
        render_forget(run->again);
        render_test(run->again, &copy, &run->text_again);
        if (run->text.n != run->text_again.n ||
            memcmp(run->text.at, run->text_again.at, run->text.n) != 0) {
            complain(run, "printed again, it is another:", name);
            if (run->n_refused <= 3)
                fprintf(stderr, "%s\n", strbuf_text(&run->text_again));
        }
    }
    parse_error_release(&error);
    script_release(&script);
    parser_free(parser);
    term_table_rewind(run->second, mark);
}

static void run_trail(struct run *run, struct trail *trail, uint64_t n_steps, uint64_t n_wanted) {
    struct test test;
    const struct seed *seed = trail->seeds[0];
    render_forget(run->render);
    memset(run->in_seed, 0, sizeof run->in_seed);
    for (uint32_t i = 0; i < trail->strategy->n_seeds; i++)
        note_seed(run, trail->seeds[i]);
    while (run->n_made < n_wanted && trail->id.step < n_steps && gen_trail_next(trail, &test)) {
        if (test.dropped != NULL)
            continue;
        strbuf_clear(&run->text);
        render_test(run->render, &test, &run->text);
        run->n_made++;
        run->n_bytes += run->text.n;
        note_test(run, &test);
        read_again(run, &test, seed->name);
    }
    gen_trail_end(trail);
}

static void load(struct run *run, const char *path) {
    path_vec paths = {0};
    if (!file_list(path, ".smt2", &paths, &run->error)) {
        fprintf(stderr, "%s\n", strbuf_text(&run->error));
        exit(2);
    }
    for (size_t i = 0; i < paths.n; i++) {
        strbuf_clear(&run->error);
        if (!corpus_add(&run->corpus, paths.at[i], &run->error))
            fputs(strbuf_text(&run->error), stderr);
    }
    path_vec_free(&paths);
}

static bool is_own_row(uint32_t op) {
    return op_row((enum op)op)->canonical == op;
}

static void report(const struct run *run, const char *name, bool as_row) {
    if (as_row)
        printf("%-10s", name);
    for (int theory = 0; theory < THEORY_USER; theory++) {
        unsigned n = 0, n_all = 0;
        for (uint32_t op = OP_FIRST_THEORY; op < OP_COUNT; op++)
            if (is_own_row(op) && op_row((enum op)op)->theory == (enum theory)theory) {
                n += run->introduced[op] > 0;
                n_all++;
            }
        if (as_row)
            printf(" %s=%u/%u", theory_name((enum theory)theory), n, n_all);
        else
            printf("%-12s %3u of %3u operators introduced\n", theory_name((enum theory)theory), n,
                   n_all);
    }
    if (as_row) {
        putchar('\n');
        return;
    }
    for (uint32_t op = OP_FIRST_THEORY; op < OP_COUNT; op++)
        if (is_own_row(op) && op_row((enum op)op)->origin == ORIGIN_STD && run->introduced[op] == 0)
            printf("never introduced: %s (%s)\n", op_row((enum op)op)->symbol,
                   op_row((enum op)op)->name);
}

int main(int argc, char **argv) {
    bool as_row = argc > 1 && strcmp(argv[1], "-t") == 0;
    argv += as_row;
    argc -= as_row;
    const struct strategy *strategy = argc < 5 ? NULL : strategy_find(argv[1]);
    if (strategy == NULL) {
        fprintf(stderr, "usage: mutants [-t] STRATEGY N SEED PATH...\n");
        return 2;
    }
    struct run run = {.table = term_table_new(), .second = term_table_new()};
    uint64_t n_wanted = strtoull(argv[2], NULL, 10), seed = strtoull(argv[3], NULL, 10);
    run.gen = gen_new(run.table);
    run.render = render_new(run.table);
    run.again = render_new(run.second);
    corpus_init(&run.corpus, run.gen, strategy);
    for (int i = 4; i < argc; i++)
        load(&run, argv[i]);
    uint64_t fair = run.corpus.entries.n == 0 ? 1 : n_wanted / run.corpus.entries.n + 1;
    uint64_t n_steps = fair < strategy->n_steps ? fair : strategy->n_steps;
    uint64_t fruitless = 0;
    for (uint64_t number = 0; run.n_made < n_wanted && fruitless < 1000; number++) {
        uint64_t before = run.n_made;
        struct trail *trail = corpus_begin(&run.corpus, seed, number, 0);
        if (trail != NULL)
            run_trail(&run, trail, n_steps, n_wanted);
        fruitless = run.n_made > before ? 0 : fruitless + 1;
    }
    report(&run, strategy->name, as_row);
    if (!as_row)
        printf("%s: %llu tests of %llu bytes on average, %llu refused\n", strategy->name,
               (unsigned long long)run.n_made,
               (unsigned long long)(run.n_made == 0 ? 0 : run.n_bytes / run.n_made),
               (unsigned long long)run.n_refused);
    bool good = run.n_made == n_wanted && run.n_refused == 0;
    term_walk_release(&run.walk);
    corpus_release(&run.corpus);
    render_free(run.render);
    render_free(run.again);
    gen_free(run.gen);
    term_table_free(run.table);
    term_table_free(run.second);
    strbuf_free(&run.text);
    strbuf_free(&run.text_again);
    strbuf_free(&run.error);
    return good ? 0 : 1;
}
