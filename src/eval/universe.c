/*
 * Sorts whose values depend on how many elements uninterpreted sorts have, which
 * nobody may have said. Functions from such a sort may be the same at all elements
 * that there are, though they are written differently.
 */
#include "eval/eval_int.h"

static void add_sort(u32_vec *all, sort s) {
    for (size_t i = 0; i < all->n; i++)
        if (all->at[i] == s)
            return;
    vec_push(all, s);
}

/* The sort, and all that its values are made of. */
static void parts_of(struct eval *eval, sort s, u32_vec *all) {
    enum { MOST = 1000 };
    const struct sort_table *sorts = &eval->table->sorts;
    add_sort(all, s);
    for (size_t i = 0; i < all->n && i < MOST; i++) {
        sort part = all->at[i];
        const struct sort_decl *datatype = sort_datatype(sorts, part);
        list constructors = datatype != NULL ? datatype->constructors : 0;
        for (uint32_t j = 0; j < sort_n_args(sorts, part); j++)
            add_sort(all, sort_arg(sorts, part, j));
        for (uint32_t j = 0; j < list_length(&eval->table->lists, constructors); j++) {
            fun c = list_items(&eval->table->lists, constructors)[j];
            for (uint32_t k = 0; k < fun_arity(eval->table, c); k++)
                add_sort(all, domain_field(eval, part, c, k));
        }
    }
}

/* Has the sort an uninterpreted one in it that may have more elements than are known? */
static bool is_open(struct eval *eval, sort s) {
    u32_vec parts = {0};
    bool open = false;
    uint64_t n;
    parts_of(eval, s, &parts);
    for (size_t i = 0; i < parts.n && !open; i++)
        open = parts.at[i] != 0 && domain_is_uninterpreted(eval, parts.at[i]) &&
               !domain_is_finite(eval, parts.at[i], UINT64_MAX - 1, &n);
    vec_free(&parts);
    return open;
}

static bool find_open_index(struct eval *eval, sort s) {
    const struct sort_table *sorts = &eval->table->sorts;
    u32_vec parts = {0};
    bool found = false;
    parts_of(eval, s, &parts);
    for (size_t i = 0; i < parts.n && !found; i++) {
        enum sort_kind kind = sort_kind(sorts, parts.at[i]);
        found = (kind == SORT_ARRAY || kind == SORT_MAP) &&
                is_open(eval, sort_arg(sorts, parts.at[i], 0));
    }
    vec_free(&parts);
    return found;
}

bool universe_has_open_index(struct eval *eval, sort s) {
    enum { NOT_ASKED, NO, YES };
    if (s >= eval->open_indices.n) {
        size_t old = eval->open_indices.n;
        vec_extend(&eval->open_indices, s + 1 - old);
        memset(eval->open_indices.at + old, 0, s + 1 - old);
    }
    if (eval->open_indices.at[s] == NOT_ASKED) {
        uint8_t answer = find_open_index(eval, s) ? YES : NO;
        eval->open_indices.at[s] = answer;
    }
    return eval->open_indices.at[s] == YES;
}
