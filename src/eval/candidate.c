/*
 * Where to look for instances and choices: the values that the formulas and the
 * model speak of, their neighbours, and the first few of the sort.
 */
#include <stdlib.h>

#include "eval/eval_int.h"

enum { TERM_SIZE = 50, KNOWN_MAX = 20000, NEW_SAMPLES = 16 };

static int compare_known(const void *a, const void *b) {
    const struct known_value *x = a, *y = b;
    if (x->sort != y->sort)
        return x->sort < y->sort ? -1 : 1;
    return x->value < y->value ? -1 : x->value > y->value;
}

/* The values of the closed terms below the roots that are quickly evaluated. */
static void look_around(struct eval *eval) {
    struct term_walk walk = {0};
    term t;
    term_walk_begin(&walk, eval->table);
    for (size_t i = 0; i < eval->roots.n; i++)
        term_walk_add(&walk, eval->roots.at[i]);
    for (size_t i = 0; eval->model != NULL && i < eval->model->entries.n; i++)
        term_walk_add(&walk, eval->model->entries.at[i].body);
    while (eval->known.n < KNOWN_MAX && (t = term_walk_next(&walk)) != 0) {
        const struct term_node node = *term_at(eval->table, t);
        if (node.free != 0 || !node.is_plain || node.few > TERM_SIZE || node.sort == SORT_BOOL)
            continue;
        value v = machine_run(eval, t);
        if (value_is_definite(&eval->values, v))
            vec_push(&eval->known, ((struct known_value){node.sort, v}));
    }
    term_walk_release(&walk);
    if (eval->known.n > 1)
        qsort(eval->known.at, eval->known.n, sizeof *eval->known.at, compare_known);
}

static void add(value_vec *out, size_t from, value v) {
    for (size_t i = from; i < out->n; i++)
        if (out->at[i] == v)
            return;
    vec_push(out, v);
}

static bool is_in_range(const struct eval *eval, sort s, int64_t number) {
    if (!value_fits_small(number))
        return false;
    if (sort_kind(&eval->table->sorts, s) != SORT_BITVEC)
        return true;
    uint32_t width = sort_at(&eval->table->sorts, s)->indices[0];
    return number >= 0 && (width >= 62 || number < INT64_C(1) << width);
}

void domain_candidates(struct eval *eval, sort s, size_t most, value_vec *out) {
    size_t from = out->n;
    enum sort_kind kind = sort_kind(&eval->table->sorts, s);
    if (!eval->is_known) {
        eval->is_known = true; /* also while it is not yet: this may be called again below */
        look_around(eval);
    }
    for (uint64_t i = 0; i < NEW_SAMPLES && out->n < most; i++) {
        value v = domain_sample(eval, s, i);
        if (v == 0)
            break;
        add(out, from, v);
    }
    for (size_t i = 0; i < eval->known.n && out->n < most; i++)
        if (eval->known.at[i].sort == s)
            add(out, from, eval->known.at[i].value);
    size_t n = out->n;
    eval_spend(eval, n - from); /* the next step finds out if that was too much */
    if (kind != SORT_INT && kind != SORT_REAL && kind != SORT_BITVEC)
        return;
    for (size_t i = from; i < n && out->n < most; i++)
        for (int delta = -1; delta <= 1; delta += 2)
            if (value_is_small(out->at[i]) && is_in_range(eval, s, value_small(out->at[i]) + delta))
                add(out, from, value_of_small(value_small(out->at[i]) + delta));
}
