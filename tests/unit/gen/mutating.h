/*
 * mutating.h - trails on seeds given as text. Every test that is made is printed,
 * read again in a table of its own, sort-checked, and printed once more: the same
 * text must come out.
 */
#ifndef MOMUS_TEST_MUTATING_H
#define MOMUS_TEST_MUTATING_H

#include "testing.h"

#include "gen/mutator.h"
#include "gen/render.h"
#include "gen/strategy.h"
#include "lang/parser.h"

struct lab {
    struct term_table *table, *second;
    struct gen *gen;
    struct render *render, *again;
    const struct strategy *strategy;
    struct seed *seed;
    struct strbuf text, text_again, error;
};

static inline struct seed *lab_read(struct lab *lab, const char *text) {
    struct seed *seed = seed_read(lab->table, "seed.smt2", text, strlen(text), &lab->error);
    if (seed == NULL)
        fail_msg("%s", strbuf_text(&lab->error));
    return seed;
}

static inline struct lab *lab_new(const char *strategy, const char *text) {
    struct lab *lab = mem_alloc_zero(sizeof *lab);
    lab->table = term_table_new();
    lab->second = term_table_new();
    lab->gen = gen_new(lab->table);
    lab->render = render_new(lab->table);
    lab->again = render_new(lab->second);
    lab->strategy = strategy_find(strategy);
    assert_non_null(lab->strategy);
    lab->seed = lab_read(lab, text);
    return lab;
}

static inline void lab_free(struct lab *lab) {
    seed_free(lab->seed);
    render_free(lab->render);
    render_free(lab->again);
    gen_free(lab->gen);
    term_table_free(lab->table);
    term_table_free(lab->second);
    strbuf_free(&lab->text);
    strbuf_free(&lab->text_again);
    strbuf_free(&lab->error);
    mem_free(lab);
}

static inline void lab_read_again(struct lab *lab, const struct test *test) {
    struct term_mark mark = term_table_mark(lab->second);
    struct parser *parser = parser_new(lab->second);
    struct script script = {0};
    struct parse_error error = {0};
    if (!parser_read_script(parser, strbuf_text(&lab->text), lab->text.n, &script, &error))
        fail_msg("%s in\n%s", strbuf_text(&error.message), strbuf_text(&lab->text));
    struct test copy = {.script = &script};
    strbuf_clear(&lab->text_again);
    render_forget(lab->again);
    render_test(lab->again, &copy, &lab->text_again);
    assert_string_equal(strbuf_text(&lab->text), strbuf_text(&lab->text_again));
    assert_int_equal(test->truth, TRUTH_UNKNOWN);
    script_release(&script);
    parse_error_release(&error);
    parser_free(parser);
    term_table_rewind(lab->second, mark);
}

static inline struct trail *lab_begin(struct lab *lab, uint64_t number) {
    const char *reason;
    const struct seed *const *seeds = (const struct seed *const *)&lab->seed;
    struct trail *trail = gen_trail_begin(lab->gen, lab->strategy, seeds, 1, number, &reason);
    if (trail == NULL)
        fail_msg("%s", reason);
    render_forget(lab->render);
    return trail;
}

/* The next test, in lab->text. */
static inline bool lab_next(struct lab *lab, struct trail *trail, struct test *test) {
    if (!gen_trail_next(trail, test))
        return false;
    strbuf_clear(&lab->text);
    render_test(lab->render, test, &lab->text);
    lab_read_again(lab, test);
    return true;
}

/* Called for each test; true ends the search. */
typedef bool lab_visit(struct lab *lab, const struct trail *trail, const struct test *test,
                       void *context);

/* All tests of so many trails; true if a visit said so. */
static inline bool lab_run(struct lab *lab, uint64_t n_trails, uint64_t n_steps, lab_visit *visit,
                           void *context) {
    struct test test;
    bool found = false;
    for (uint64_t i = 0; i < n_trails && !found; i++) {
        struct trail *trail = lab_begin(lab, i);
        for (uint64_t k = 0; k < n_steps && !found && lab_next(lab, trail, &test); k++)
            found = visit(lab, trail, &test, context);
        gen_trail_end(trail);
    }
    return found;
}

static inline bool lab_has_text(struct lab *lab, const struct trail *trail, const struct test *test,
                                void *context) {
    return strstr(strbuf_text(&lab->text), context) != NULL;
}

/* Does a test with this in it come out? */
static inline bool lab_finds(struct lab *lab, uint64_t n_trails, uint64_t n_steps,
                             const char *wanted) {
    return lab_run(lab, n_trails, n_steps, lab_has_text, (void *)(uintptr_t)wanted);
}

static inline void assert_finds(const char *strategy, const char *seed, uint64_t n_trails,
                                uint64_t n_steps, const char *wanted) {
    struct lab *lab = lab_new(strategy, seed);
    if (!lab_finds(lab, n_trails, n_steps, wanted))
        fail_msg("%s never came", wanted);
    lab_free(lab);
}

static inline void assert_never(const char *strategy, const char *seed, uint64_t n_trails,
                                uint64_t n_steps, const char *unwanted) {
    struct lab *lab = lab_new(strategy, seed);
    if (lab_finds(lab, n_trails, n_steps, unwanted))
        fail_msg("%s came:\n%s", unwanted, strbuf_text(&lab->text));
    lab_free(lab);
}

#endif
