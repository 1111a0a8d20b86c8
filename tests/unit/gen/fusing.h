/*
 * fusing.h - two seeds, some fusion functions, and the tests that come of them.
 */
#ifndef MOMUS_TEST_FUSING_H
#define MOMUS_TEST_FUSING_H

#include "testing.h"

#include "gen/fusion_function.h"
#include "gen/render.h"
#include "gen/strategy.h"

struct fusing {
    struct term_table *table;
    struct gen *gen;
    struct render *render;
    struct seed *seeds[2];
    struct trail *trail;
    struct test test;
    struct strbuf text;
    const char *reason;
};

/* `functions` is the text of a .fuse file; NULL: the built-in ones. */
static inline void fusing_init(struct fusing *f, const char *functions, const char *first,
                               const char *second) {
    const char *texts[2] = {first, second};
    struct strbuf error = {0};
    *f = (struct fusing){.table = term_table_new()};
    f->gen = gen_new(f->table);
    f->render = render_new(f->table);
    if (functions != NULL) {
        f->gen->fusions = fusion_set_new();
        if (!fusion_set_add(f->gen->fusions, f->gen->eval, "test.fuse", functions,
                            strlen(functions), false, &error))
            fail_msg("%s", strbuf_text(&error));
    }
    for (int i = 0; i < 2; i++) {
        f->seeds[i] =
            seed_read(f->table, i == 0 ? "first" : "second", texts[i], strlen(texts[i]), &error);
        if (f->seeds[i] == NULL)
            fail_msg("%s", strbuf_text(&error));
        if (!seed_find_witness(f->seeds[i], f->gen->eval, &error))
            fail_msg("%s", strbuf_text(&error));
    }
    strbuf_free(&error);
}

static inline void fusing_end(struct fusing *f) {
    gen_trail_end(f->trail);
    f->trail = NULL;
}

static inline void fusing_release(struct fusing *f) {
    fusing_end(f);
    seed_free(f->seeds[0]);
    seed_free(f->seeds[1]);
    render_free(f->render);
    gen_free(f->gen);
    term_table_free(f->table);
    strbuf_free(&f->text);
}

/* Begins a trail; false, with the reason, if it is refused. */
static inline bool fusing_begin(struct fusing *f, const char *strategy, uint64_t number) {
    fusing_end(f);
    render_forget(f->render);
    f->trail = gen_trail_begin(f->gen, strategy_find(strategy),
                               (const struct seed *const *)f->seeds, 7, number, &f->reason);
    return f->trail != NULL;
}

/* The next test, as text. */
static inline bool fusing_next(struct fusing *f) {
    if (!gen_trail_next(f->trail, &f->test))
        return false;
    strbuf_clear(&f->text);
    render_test(f->render, &f->test, &f->text);
    strbuf_text(&f->text);
    return true;
}

/* Is what the test claims true, by the whole of its formulas? */
static inline void fusing_assert_witness(struct fusing *f) {
    if (f->test.truth != TRUTH_SAT || f->test.dropped != NULL)
        return;
    assert_non_null(f->test.witness);
    enum verdict verdict =
        witness_check(f->gen->eval, f->test.witness, f->test.formulas->at, f->test.formulas->n);
    if (verdict != VERDICT_TRUE)
        fail_msg("%s (%s):\n%s", verdict_name(verdict), f->test.note, f->text.at);
}

#endif
