#include "eval/array.h"

#include <stdlib.h>

struct array_view array_view(const struct value_table *values, value a) {
    const struct value_node *node = value_at(values, a);
    return (struct array_view){node->aux == 1, node->words[0], pairs_of_words(node->words + 1),
                               (node->n - 1) / 2};
}

value array_entry(const struct array_view *view, value index) {
    size_t at = pairs_search(view->entries, view->n, index);
    return at < view->n && view->entries[at].key == index ? view->entries[at].item : 0;
}

/* ---- making ---- */

/* The entries are as they have to be. */
static value build(struct eval *eval, bool is_function, value other, const struct pair *entries,
                   size_t n) {
    enum { FEW = 32, WORDS_PER_STEP = 64 };
    uint64_t few[1 + 2 * FEW];
    size_t words = 1 + 2 * n;
    if (words > UINT32_MAX || !eval_may_make(eval, words) ||
        !eval_spend(eval, words / WORDS_PER_STEP))
        return VALUE_LIMIT;
    uint64_t *all = n <= FEW ? few : mem_alloc(words * sizeof *all);
    all[0] = other;
    if (n > 0)
        memcpy(all + 1, entries, n * sizeof *entries);
    value made = value_make(eval_values(eval), VALUE_ARRAY, is_function, all, (uint32_t)words);
    if (all != few)
        mem_free(all);
    return made;
}

/* The most frequent element, of several the one that comes first. */
static value most_frequent(const value *elements, uint64_t n) {
    pair_vec places = {0};
    for (uint64_t i = 0; i < n; i++)
        vec_push(&places, ((struct pair){elements[i], i}));
    pairs_sort(places.at, places.n);
    size_t best = 0, best_count = 0;
    for (size_t i = 0, end; i < places.n; i = end) {
        for (end = i + 1; end < places.n && places.at[end].key == places.at[i].key;)
            end++;
        bool is_earlier = places.at[i].item < places.at[best].item;
        if (end - i > best_count || (end - i == best_count && is_earlier)) {
            best = i;
            best_count = end - i;
        }
    }
    value found = places.at[best].key;
    vec_free(&places);
    return found;
}

/* Over n indices of which so many have entries that the default has to be found anew. */
static value write_out(struct eval *eval, sort index, uint64_t n, const struct array_view *view) {
    if (!eval_spend(eval, n))
        return VALUE_LIMIT;
    value_vec indices = {0}, elements = {0};
    for (uint64_t i = 0; i < n; i++) {
        value at = domain_value(eval, index, i), element = array_entry(view, at);
        vec_push(&indices, at);
        vec_push(&elements, element != 0 ? element : view->other);
    }
    value other = most_frequent(elements.at, n);
    pair_vec entries = {0};
    for (uint64_t i = 0; i < n; i++)
        if (elements.at[i] != other)
            vec_push(&entries, ((struct pair){indices.at[i], elements.at[i]}));
    pairs_sort(entries.at, entries.n);
    value made = build(eval, false, other, entries.at, entries.n);
    vec_free(&indices);
    vec_free(&elements);
    vec_free(&entries);
    return made;
}

/* From sorted entries of which none has the default. */
static value make_sorted(struct eval *eval, sort array, value other, const struct pair *entries,
                         size_t n) {
    sort index = first_part(eval, array);
    uint64_t n_indices;
    if (n > 0 && n <= UINT32_MAX / 4 && domain_is_finite(eval, index, 2 * n, &n_indices)) {
        struct array_view view = {false, other, entries, (uint32_t)n};
        return write_out(eval, index, n_indices, &view);
    }
    return build(eval, false, other, entries, n);
}

value array_const(struct eval *eval, value element) {
    return build(eval, false, element, NULL, 0);
}

value array_make(struct eval *eval, sort array, value other, struct pair *entries, size_t n) {
    size_t kept = 0;
    for (size_t i = 0; i < n; i++) {
        if (value_is_loose(eval_values(eval), entries[i].key))
            return VALUE_UNSUPPORTED;
        if (entries[i].item != other)
            entries[kept++] = entries[i];
    }
    pairs_sort(entries, kept);
    return make_sorted(eval, array, other, entries, kept);
}

value array_of_function(struct eval *eval, value function, sort array) {
    enum { FEW = 64 };
    sort index = first_part(eval, array), element = second_part(eval, array);
    uint64_t n;
    if (!domain_is_finite(eval, index, FEW, &n) || n == 0)
        return build(eval, true, function, NULL, 0);
    struct pair entries[FEW];
    for (uint64_t i = 0; i < n; i++) {
        entries[i].key = domain_value(eval, index, i);
        entries[i].item = eval_call(eval, function, &entries[i].key, 1, element);
        if (!value_is_definite(eval_values(eval), entries[i].item))
            return build(eval, true, function, NULL, 0);
    }
    value other = entries[0].item;
    return array_make(eval, array, other, entries, n);
}

/* ---- reading and changing ---- */

value array_select(struct eval *eval, value a, value index, sort element) {
    struct array_view view = array_view(eval_values(eval), a);
    if (view.n > 0) {
        if (value_is_loose(eval_values(eval), index))
            return VALUE_UNSUPPORTED;
        value found = array_entry(&view, index);
        if (found != 0)
            return found;
    }
    return view.is_function ? eval_call(eval, view.other, &index, 1, element) : view.other;
}

value array_store(struct eval *eval, sort array, value a, value index, value element) {
    if (value_is_loose(eval_values(eval), index))
        return VALUE_UNSUPPORTED;
    struct array_view view = array_view(eval_values(eval), a);
    size_t at = pairs_search(view.entries, view.n, index);
    bool has_entry = at < view.n && view.entries[at].key == index;
    value old = has_entry ? view.entries[at].item : view.is_function ? 0 : view.other;
    if (old == element)
        return a;
    /* Asked first, so that a long chain of stores ends before it has copied too much. */
    if (!eval_may_make(eval, 2 * (uint64_t)view.n + 3))
        return VALUE_LIMIT;
    pair_vec entries = {0};
    vec_extend(&entries, at);
    if (at > 0)
        memcpy(entries.at, view.entries, at * sizeof *entries.at);
    if (view.is_function || element != view.other)
        vec_push(&entries, ((struct pair){index, element}));
    for (size_t i = at + has_entry; i < view.n; i++)
        vec_push(&entries, view.entries[i]);
    value made = view.is_function ? build(eval, true, view.other, entries.at, entries.n)
                                  : make_sorted(eval, array, view.other, entries.at, entries.n);
    vec_free(&entries);
    return made;
}

struct numbered_pair {
    struct pair pair;
    size_t number;
};

static int compare_numbered(const void *a, const void *b) {
    const struct numbered_pair *x = a, *y = b;
    if (x->pair.key != y->pair.key)
        return x->pair.key < y->pair.key ? -1 : 1;
    return x->number < y->number ? -1 : x->number > y->number;
}

value array_store_all(struct eval *eval, sort array, value a, const struct pair *stores, size_t n) {
    struct array_view view = array_view(eval_values(eval), a);
    VEC(struct numbered_pair) all = {0};
    pair_vec entries = {0};
    if (!eval_may_make(eval, 2 * ((uint64_t)view.n + n) + 3))
        return VALUE_LIMIT;
    for (size_t i = 0; i < view.n; i++)
        vec_push(&all, ((struct numbered_pair){view.entries[i], 0}));
    for (size_t i = 0; i < n; i++)
        vec_push(&all, ((struct numbered_pair){stores[i], i + 1}));
    if (all.n > 1)
        qsort(all.at, all.n, sizeof *all.at, compare_numbered);
    /* Of stores at one index the last counts, unless it stores the default. */
    for (size_t i = 0; i < all.n; i++)
        if ((i + 1 == all.n || all.at[i + 1].pair.key != all.at[i].pair.key) &&
            all.at[i].pair.item != view.other)
            vec_push(&entries, all.at[i].pair);
    value made = make_sorted(eval, array, view.other, entries.at, entries.n);
    vec_free(&all);
    vec_free(&entries);
    return made;
}

/* ---- maps ---- */

/* All indices at which some array has an entry, each once. */
static void indices_of_all(const struct value_table *values, const value *arrays, uint32_t n,
                           value_vec *indices) {
    for (uint32_t i = 0; i < n; i++) {
        struct array_view view = array_view(values, arrays[i]);
        for (uint32_t k = 0; k < view.n; k++)
            vec_push(indices, view.entries[k].key);
    }
    values_sort(indices->at, indices->n);
    size_t kept = 0;
    for (size_t i = 0; i < indices->n; i++)
        if (kept == 0 || indices->at[kept - 1] != indices->at[i])
            indices->at[kept++] = indices->at[i];
    indices->n = kept;
}

/* Applies f to the elements at every index that has an entry. VALUE_TRUE or no value. */
static value map_entries(struct eval *eval, array_map_fn *f, void *context, const value *arrays,
                         uint32_t n, const value_vec *indices, value *args, pair_vec *entries) {
    const struct value_table *values = eval_values(eval);
    for (size_t k = 0; k < indices->n; k++) {
        for (uint32_t i = 0; i < n; i++) {
            struct array_view view = array_view(values, arrays[i]);
            value found = array_entry(&view, indices->at[k]);
            args[i] = found != 0 ? found : view.other;
        }
        value element = f(context, args, n);
        if (!value_is_definite(values, element))
            return element;
        vec_push(entries, ((struct pair){indices->at[k], element}));
    }
    return VALUE_TRUE;
}

static value map_arrays(struct eval *eval, sort array, array_map_fn *f, void *context,
                        const value *arrays, uint32_t n, const value_vec *indices, value *args,
                        pair_vec *entries) {
    const struct value_table *values = eval_values(eval);
    value done = map_entries(eval, f, context, arrays, n, indices, args, entries);
    if (done != VALUE_TRUE)
        return done;
    uint64_t n_indices;
    bool has_all = indices->n > 0 &&
                   domain_is_finite(eval, first_part(eval, array), indices->n, &n_indices) &&
                   n_indices == indices->n;
    if (has_all) /* no index has the defaults: f is not asked about them */
        return array_make(eval, array, entries->at[0].item, entries->at, entries->n);
    for (uint32_t i = 0; i < n; i++)
        args[i] = array_view(values, arrays[i]).other;
    value other = f(context, args, n);
    return value_is_definite(values, other)
               ? array_make(eval, array, other, entries->at, entries->n)
               : other;
}

value array_map(struct eval *eval, sort array, array_map_fn *f, void *context, const value *arrays,
                uint32_t n_arrays) {
    for (uint32_t i = 0; i < n_arrays; i++)
        if (array_view(eval_values(eval), arrays[i]).is_function)
            return VALUE_UNSUPPORTED;
    value *args = mem_alloc(n_arrays * sizeof *args);
    value_vec indices = {0};
    pair_vec entries = {0};
    indices_of_all(eval_values(eval), arrays, n_arrays, &indices);
    value made = map_arrays(eval, array, f, context, arrays, n_arrays, &indices, args, &entries);
    vec_free(&indices);
    vec_free(&entries);
    mem_free(args);
    return made;
}
