/*
 * applying.h - meanings of operators, applied to values without any terms.
 */
#ifndef MOMUS_TEST_APPLYING_H
#define MOMUS_TEST_APPLYING_H

#include "testing.h"

#include "eval/eval.h"
#include "eval/meaning.h"

struct applying {
    struct term_table *table;
    struct eval *eval;
    struct value_table *values;
    meaning_fn *meanings[OP_COUNT];
};

static inline void applying_add(struct applying *s, const struct meaning *theory) {
    for (; theory->op != 0; theory++)
        s->meanings[theory->op] = theory->apply;
}

static inline struct applying applying_new(void) {
    struct applying s = {.table = term_table_new()};
    s.eval = eval_new(s.table);
    s.values = eval_values(s.eval);
    applying_add(&s, theory_bv);
    applying_add(&s, theory_fp);
    return s;
}

static inline void applying_free(struct applying *s) {
    eval_free(s->eval);
    term_table_free(s->table);
}

static inline sort bv_sort(struct applying *s, uint32_t width) {
    return sort_bitvec(&s->table->sorts, width);
}

static inline sort fp_sort(struct applying *s, uint32_t e, uint32_t p) {
    return sort_float(&s->table->sorts, e, p);
}

/* An operator with up to two indices; `result` is the sort of what it gives. */
static inline value apply(struct applying *s, enum op op, uint32_t i, uint32_t j, sort result,
                          const sort *sorts, const value *args, uint32_t n) {
    uint32_t indices[2] = {i, j};
    struct application a = {.op = (uint16_t)op,
                            .n = n,
                            .n_indices = 2,
                            .indices = indices,
                            .args = args,
                            .sorts = sorts,
                            .sort = result};
    assert_non_null(s->meanings[op]);
    return s->meanings[op](s->eval, &a);
}

/* Every operator of the theory has a meaning. */
static inline void assert_complete(struct applying *s, enum theory theory) {
    for (int op = OP_FIRST_THEORY; op < OP_COUNT; op++) {
        const struct op_row *row = op_row((enum op)op);
        if (row->canonical == (enum op)op && row->theory == theory && s->meanings[op] == NULL)
            fail_msg("%s has no meaning", row->name);
    }
}

#endif
