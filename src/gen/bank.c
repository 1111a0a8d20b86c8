#include "gen/bank.h"

#include <stdlib.h>

#include "term/walk.h"

enum { SIZE_MAX_OF_TERM = 40 };

struct bank_sort {
    sort sort;
    u32_vec terms;
};

struct term_bank {
    const struct term_table *table;
    VEC(struct bank_sort) sorts;
    struct term_map groups; /* sort -> its number in `sorts`, from 1 */
    uint64_t digest;
    size_t n_terms;
};

void term_bank_free(struct term_bank *bank) {
    if (bank == NULL)
        return;
    for (size_t i = 0; i < bank->sorts.n; i++)
        vec_free(&bank->sorts.at[i].terms);
    vec_free(&bank->sorts);
    term_map_release(&bank->groups);
    mem_free(bank);
}

/* Does the sort belong to the theories, whatever a script declares? Sorts are bounded. */
static bool is_common(const struct sort_table *sorts, sort s) {
    enum sort_kind kind = sort_kind(sorts, s);
    if (kind == SORT_DECLARED || kind == SORT_MAP || kind == SORT_PARAM)
        return false;
    for (uint32_t i = 0; i < sort_n_args(sorts, s); i++)
        if (!is_common(sorts, sort_arg(sorts, s, i)))
            return false;
    return true;
}

/* Can the head stand in any script, its function being declared? */
static bool is_portable_head(const struct term_table *table, term t) {
    const struct term_node *node = term_at(table, t);
    if (!is_common(&table->sorts, node->sort))
        return false;
    switch (node->op) {
    case OP_APPLY: {
        const struct fun *f = fun_at(table, node->payload);
        return f->kind == FUN_DECLARED && f->n_params_sorts == 0;
    }
    case OP_VAR:
    case OP_FORALL:
    case OP_EXISTS:
        return true;
    default:
        return node->op >= OP_FIRST_THEORY ||
               (op_is_literal((enum op)node->op) && node->op != OP_ABSTRACT);
    }
}

/* Notes on terms: not yet seen, 1 to be left alone, 2 portable. */
static bool is_portable(const struct term_table *table, const struct term_map *notes, term t) {
    if (!is_portable_head(table, t))
        return false;
    for (uint32_t i = 0; i < term_n_args(table, t); i++)
        if (term_map_get(notes, term_arg(table, t, i)) != 2)
            return false;
    return true;
}

static void add_term(struct term_bank *bank, term t) {
    sort s = term_sort(bank->table, t);
    uint32_t group = term_map_get(&bank->groups, s);
    if (group == 0) {
        vec_push(&bank->sorts, ((struct bank_sort){.sort = s}));
        group = (uint32_t)bank->sorts.n;
        term_map_set(&bank->groups, s, group);
    }
    vec_push(&bank->sorts.at[group - 1].terms, t);
    bank->n_terms++;
}

/* The walk goes on from seed to seed: what they share, literals above all, comes once. */
static void add_seed(struct term_bank *bank, struct term_walk *walk, struct term_map *notes,
                     const struct seed *seed) {
    const struct term_table *table = bank->table;
    term t;
    for (size_t i = 0; i < seed->script.commands.n; i++)
        if (seed->script.commands.at[i].kind == COMMAND_ASSERT)
            term_walk_add(walk, seed->script.commands.at[i].body);
    while ((t = term_walk_next(walk)) != 0) {
        const struct term_node *node = term_at(table, t);
        bool portable = is_portable(table, notes, t);
        term_map_set(notes, t, portable ? 2 : 1);
        if (portable && node->free == 0 && term_size(table, t) <= SIZE_MAX_OF_TERM)
            add_term(bank, t);
    }
}

static int compare_seeds(const void *a, const void *b) {
    const struct seed *x = *(const struct seed *const *)a, *y = *(const struct seed *const *)b;
    return x->hash < y->hash ? -1 : x->hash > y->hash;
}

struct term_bank *term_bank_new(const struct term_table *table, const struct seed *const *seeds,
                                size_t n) {
    struct term_bank *bank = mem_alloc_zero(sizeof *bank);
    const struct seed **sorted = mem_alloc(n * sizeof *sorted + 1);
    struct term_walk walk = {0};
    struct term_map notes = {0};
    bank->table = table;
    if (n > 0)
        memcpy(sorted, seeds, n * sizeof *sorted);
    qsort(sorted, n, sizeof *sorted, compare_seeds);
    term_map_clear(&bank->groups);
    term_map_clear(&notes);
    term_walk_begin(&walk, table);
    for (size_t i = 0; i < n; i++) {
        if (i > 0 && sorted[i]->hash == sorted[i - 1]->hash)
            continue; /* the same seed, read twice */
        add_seed(bank, &walk, &notes, sorted[i]);
        bank->digest = hash_mix(bank->digest, sorted[i]->hash);
    }
    term_walk_release(&walk);
    term_map_release(&notes);
    mem_free(sorted);
    return bank;
}

uint16_t term_bank_digest(const struct term_bank *bank) {
    return (uint16_t)(bank->digest ^ bank->digest >> 16 ^ bank->digest >> 32 ^ bank->digest >> 48);
}

size_t term_bank_size(const struct term_bank *bank) {
    return bank->n_terms;
}

const term *term_bank_terms(const struct term_bank *bank, sort s, size_t *n) {
    uint32_t group = term_map_get(&bank->groups, s);
    *n = group == 0 ? 0 : bank->sorts.at[group - 1].terms.n;
    return group == 0 ? NULL : bank->sorts.at[group - 1].terms.at;
}
