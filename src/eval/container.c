#include "eval/container.h"

/* ---- pairs ---- */

static int compare_words(value a, value b) {
    return (a > b) - (a < b);
}

static int compare_pairs(const void *a, const void *b) {
    const struct pair *p = a, *q = b;
    int order = compare_words(p->key, q->key);
    return order != 0 ? order : compare_words(p->item, q->item);
}

static int compare_values(const void *a, const void *b) {
    return compare_words(*(const value *)a, *(const value *)b);
}

/* What comes here is mostly sorted already: made by a walk over sorted things. */
static void sort_items(void *at, size_t n, size_t size,
                       int (*compare)(const void *, const void *)) {
    const char *items = at;
    for (size_t i = 1; i < n; i++)
        if (compare(items + (i - 1) * size, items + i * size) > 0) {
            qsort(at, n, size, compare);
            return;
        }
}

void pairs_sort(struct pair *pairs, size_t n) {
    sort_items(pairs, n, sizeof *pairs, compare_pairs);
}

void values_sort(value *at, size_t n) {
    sort_items(at, n, sizeof *at, compare_values);
}

size_t pairs_search(const struct pair *pairs, size_t n, value key) {
    size_t low = 0, high = n;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (pairs[middle].key < key)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* ---- making ---- */

enum { WORDS_PER_STEP = 64 }; /* copying and sorting so many takes about a microsecond */

static bool may_make(struct eval *eval, size_t words) {
    return words <= UINT32_MAX && eval_may_make(eval, words) &&
           eval_spend(eval, words / WORDS_PER_STEP);
}

static value make(struct eval *eval, enum value_kind kind, const uint64_t *words, size_t n) {
    if (!may_make(eval, n))
        return VALUE_LIMIT;
    return value_make(eval_values(eval), kind, 0, words, (uint32_t)n);
}

value container_seq(struct eval *eval, const value *items, size_t n) {
    return make(eval, VALUE_SEQ, items, n);
}

value container_tuple(struct eval *eval, const value *items, size_t n) {
    return make(eval, VALUE_TUPLE, items, n);
}

value container_set(struct eval *eval, value *items, size_t n) {
    size_t kept = 0;
    values_sort(items, n);
    for (size_t i = 0; i < n; i++) {
        if (value_is_loose(eval_values(eval), items[i]))
            return VALUE_UNSUPPORTED;
        if (kept == 0 || items[kept - 1] != items[i])
            items[kept++] = items[i];
    }
    return make(eval, VALUE_SET, items, kept);
}

value container_bag(struct eval *eval, struct pair *entries, size_t n) {
    struct value_table *values = eval_values(eval);
    size_t kept = 0;
    pairs_sort(entries, n);
    for (size_t i = 0; i < n; i++) {
        if (value_is_loose(values, entries[i].key))
            return VALUE_UNSUPPORTED;
        if (entries[i].item == VALUE_LIMIT)
            return VALUE_LIMIT;
        if (value_sign(values, entries[i].item) <= 0)
            continue;
        if (kept > 0 && entries[kept - 1].key == entries[i].key)
            entries[kept - 1].item = number_add(eval, entries[kept - 1].item, entries[i].item);
        else
            entries[kept++] = entries[i];
        if (entries[kept - 1].item == VALUE_LIMIT)
            return VALUE_LIMIT;
    }
    return make(eval, VALUE_BAG, (const uint64_t *)(const void *)entries, 2 * kept);
}

const struct pair *bag_entries(const struct value_table *values, value bag, uint32_t *n) {
    const value *words = value_items(values, bag, n);
    *n /= 2;
    return pairs_of_words(words);
}

bool set_has(const struct value_table *values, value set, value element) {
    uint32_t n;
    const value *items = value_items(values, set, &n);
    uint32_t low = 0, high = n;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (items[middle] < element)
            low = middle + 1;
        else
            high = middle;
    }
    return low < n && items[low] == element;
}

/* ---- sorts ---- */

sort first_part(struct eval *eval, sort s) {
    return sort_arg(&eval_terms(eval)->sorts, s, 0);
}

sort second_part(struct eval *eval, sort s) {
    return sort_arg(&eval_terms(eval)->sorts, s, 1);
}

/* ---- calling ---- */

value worse(const struct value_table *values, value a, value b) {
    if (a == 0 || value_is_definite(values, a))
        return b != 0 && !value_is_definite(values, b) ? b : 0;
    if (a == VALUE_LIMIT || a == VALUE_UNSUPPORTED || b == 0)
        return a;
    return b == VALUE_LIMIT || b == VALUE_UNSUPPORTED ? b : a;
}

/* One element only: there is one order, however often the element occurs. */
static value fold_one(struct eval *eval, value f, value start, struct pair entry, sort result) {
    int64_t count;
    if (!value_to_int64(eval_values(eval), entry.item, &count))
        return VALUE_LIMIT;
    value sum = start;
    for (int64_t i = 0; i < count; i++) {
        if (!eval_spend(eval, 1))
            return VALUE_LIMIT;
        value args[2] = {entry.key, sum};
        sum = eval_call(eval, f, args, 2, result);
        if (!value_is_definite(eval_values(eval), sum))
            return sum;
    }
    return sum;
}

/*
 * All orders at once. What a fold has come to depends on its past only by how
 * much of each element it has seen: a state is such a choice of counts, as a
 * number with one digit per element, digit i being counted in units of
 * weight[i]. Every state keeps the results that some order of what it has seen
 * leads to; mostly there is one. Numbers of later states are greater.
 */
enum { STATES_MAX = 1024, RESULTS_MAX = 16 };

struct fold {
    uint32_t n_states;
    uint32_t weight[16];
    uint32_t radix[16];
    value_vec *results; /* by state */
};

/* Lays out the states; false if they are too many. */
static bool fold_plan(const struct value_table *values, const struct pair *entries, uint32_t n,
                      struct fold *fold) {
    uint64_t n_states = 1;
    for (uint32_t i = 0; i < n; i++) {
        int64_t count;
        if (i == 16 || !value_to_int64(values, entries[i].item, &count) || count >= STATES_MAX)
            return false;
        fold->weight[i] = (uint32_t)n_states;
        fold->radix[i] = (uint32_t)count + 1;
        n_states *= fold->radix[i];
        if (n_states > STATES_MAX)
            return false;
    }
    fold->n_states = (uint32_t)n_states;
    return true;
}

/* False if there are too many results already. */
static bool add_result(value_vec *results, value v) {
    for (size_t i = 0; i < results->n; i++)
        if (results->at[i] == v)
            return true;
    if (results->n == RESULTS_MAX)
        return false;
    vec_push(results, v);
    return true;
}

/* Takes one more of element i after `state`. VALUE_TRUE, 0: too many results, else no value. */
static value fold_step(struct eval *eval, struct fold *fold, value f, value element, uint32_t state,
                       uint32_t i, sort result) {
    value_vec *from = &fold->results[state], *to = &fold->results[state + fold->weight[i]];
    for (size_t k = 0; k < from->n; k++) {
        value args[2] = {element, from->at[k]};
        value v = eval_call(eval, f, args, 2, result);
        if (!value_is_definite(eval_values(eval), v))
            return v;
        if (!add_result(to, v))
            return 0;
    }
    return VALUE_TRUE;
}

static value fold_states(struct eval *eval, struct fold *fold, value f, value start,
                         const struct pair *entries, uint32_t n, sort result) {
    vec_push(&fold->results[0], start);
    for (uint32_t state = 0; state < fold->n_states; state++)
        for (uint32_t i = 0; i < n; i++) {
            if (state / fold->weight[i] % fold->radix[i] + 1 == fold->radix[i])
                continue; /* all of this element has been taken */
            value step = fold_step(eval, fold, f, entries[i].key, state, i, result);
            if (step != VALUE_TRUE)
                return step;
        }
    const value_vec *last = &fold->results[fold->n_states - 1];
    return last->n == 1 ? last->at[0] : 0;
}

value fold_any_order(struct eval *eval, value f, value start, const struct pair *entries,
                     uint32_t n, sort result) {
    if (n == 0)
        return start;
    if (n == 1)
        return fold_one(eval, f, start, entries[0], result);
    struct fold fold;
    if (!fold_plan(eval_values(eval), entries, n, &fold))
        return 0;
    fold.results = mem_alloc_zero(fold.n_states * sizeof *fold.results);
    value v = fold_states(eval, &fold, f, start, entries, n, result);
    for (uint32_t i = 0; i < fold.n_states; i++)
        vec_free(&fold.results[i]);
    mem_free(fold.results);
    return v;
}
