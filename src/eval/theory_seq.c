/*
 * Sequences, as z3 and cvc5 have them. Searching compares elements by their
 * handles, so it needs values that are not loose; the search is by Knuth,
 * Morris and Pratt, linear also where a pattern nearly repeats itself.
 */
#include "eval/array.h"

struct span {
    const value *at;
    uint32_t n;
};

static struct span span_of(struct eval *eval, value v) {
    struct span span;
    span.at = value_items(eval_values(eval), v, &span.n);
    return span;
}

/* Is the number in [0, n]? Then it is a position. */
static bool is_position(struct eval *eval, value number, uint32_t n, uint32_t *position) {
    int64_t i;
    if (!value_to_int64(eval_values(eval), number, &i) || i < 0 || i > n)
        return false;
    *position = (uint32_t)i;
    return true;
}

/* In [0, n): an element is there. */
static bool is_place(struct eval *eval, value number, uint32_t n, uint32_t *place) {
    return is_position(eval, number, n, place) && *place < n;
}

static bool is_same(struct span a, struct span b) {
    return a.n == b.n && (a.n == 0 || memcmp(a.at, b.at, a.n * sizeof *a.at) == 0);
}

static value part_of(struct eval *eval, struct span s, uint32_t from, uint32_t n) {
    return container_seq(eval, n == 0 ? NULL : s.at + from, n);
}

static void add_span(value_vec *to, const value *at, uint32_t n) {
    size_t old = to->n;
    vec_extend(to, n);
    if (n > 0)
        memcpy(to->at + old, at, n * sizeof *at);
}

/* Makes the sequence of what was collected, which is freed. */
static value finish(struct eval *eval, value_vec *items) {
    value made = container_seq(eval, items->at, items->n);
    vec_free(items);
    return made;
}

/* ---- making and taking apart ---- */

static value seq_of_all(struct eval *eval, const struct application *a) {
    return container_seq(eval, a->args, a->n);
}

static value concat(struct eval *eval, const struct application *a) {
    struct span s = span_of(eval, a->args[0]), t = span_of(eval, a->args[1]);
    if (s.n == 0 || t.n == 0)
        return a->args[s.n == 0];
    if (!eval_may_make(eval, (uint64_t)s.n + t.n))
        return VALUE_LIMIT;
    value_vec items = {0};
    add_span(&items, s.at, s.n);
    add_span(&items, t.at, t.n);
    return finish(eval, &items);
}

static value length(struct eval *eval, const struct application *a) {
    return value_of_small(span_of(eval, a->args[0]).n);
}

static value at(struct eval *eval, const struct application *a) {
    struct span s = span_of(eval, a->args[0]);
    uint32_t i;
    return is_place(eval, a->args[1], s.n, &i) ? part_of(eval, s, i, 1) : part_of(eval, s, 0, 0);
}

static value nth(struct eval *eval, const struct application *a) {
    struct span s = span_of(eval, a->args[0]);
    uint32_t i;
    return is_place(eval, a->args[1], s.n, &i) ? s.at[i] : eval_open(eval, a);
}

/* z3's own name for seq.nth where that is open; of places in range it says nothing. */
static value nth_u(struct eval *eval, const struct application *a) {
    struct span s = span_of(eval, a->args[0]);
    uint32_t i;
    if (is_place(eval, a->args[1], s.n, &i))
        return eval_open(eval, a);
    return eval_open_other(eval, OP_SEQ_NTH, a->sort, a->args, a->sorts, a->n);
}

static value extract(struct eval *eval, const struct application *a) {
    struct span s = span_of(eval, a->args[0]);
    uint32_t from, n;
    if (!is_place(eval, a->args[1], s.n, &from) || value_sign(eval_values(eval), a->args[2]) <= 0)
        return part_of(eval, s, 0, 0);
    if (!is_position(eval, a->args[2], s.n - from, &n))
        n = s.n - from;
    return part_of(eval, s, from, n);
}

static value update(struct eval *eval, const struct application *a) {
    struct span s = span_of(eval, a->args[0]), t = span_of(eval, a->args[2]);
    uint32_t from;
    if (!is_place(eval, a->args[1], s.n, &from) || t.n == 0)
        return a->args[0];
    if (!eval_may_make(eval, s.n))
        return VALUE_LIMIT;
    uint32_t n = t.n < s.n - from ? t.n : s.n - from;
    value_vec items = {0};
    add_span(&items, s.at, s.n);
    memcpy(items.at + from, t.at, n * sizeof *t.at);
    return finish(eval, &items);
}

static value reverse(struct eval *eval, const struct application *a) {
    struct span s = span_of(eval, a->args[0]);
    if (!eval_may_make(eval, s.n))
        return VALUE_LIMIT;
    value_vec items = {0};
    for (uint32_t i = s.n; i > 0; i--)
        vec_push(&items, s.at[i - 1]);
    return finish(eval, &items);
}

/* ---- searching ---- */

/* Can the two be compared element by element? */
static bool are_comparable(struct eval *eval, value a, value b) {
    const struct value_table *values = eval_values(eval);
    return !value_is_loose(values, a) && !value_is_loose(values, b);
}

/*
 * overlap[i]: the length of the longest proper prefix of the pattern that is a
 * suffix of its first i + 1 elements.
 */
struct search {
    struct span pattern;
    uint32_t *overlap;
};

static uint32_t extend_match(const struct search *search, uint32_t matched, value next) {
    while (matched > 0 && search->pattern.at[matched] != next)
        matched = search->overlap[matched - 1];
    return matched + (search->pattern.at[matched] == next);
}

/* The pattern is not empty. */
static void search_begin(struct search *search, struct span pattern) {
    search->pattern = pattern;
    search->overlap = mem_alloc(pattern.n * sizeof *search->overlap);
    search->overlap[0] = 0;
    for (uint32_t i = 1; i < pattern.n; i++)
        search->overlap[i] = extend_match(search, search->overlap[i - 1], pattern.at[i]);
}

static void search_end(struct search *search) {
    mem_free(search->overlap);
}

enum { NOWHERE = UINT32_MAX };

/* Where the pattern first occurs at `from` or behind. */
static uint32_t search_next(const struct search *search, struct span text, uint32_t from) {
    uint32_t matched = 0;
    for (uint32_t i = from; i < text.n; i++) {
        matched = extend_match(search, matched, text.at[i]);
        if (matched == search->pattern.n)
            return i + 1 - matched;
    }
    return NOWHERE;
}

static uint32_t find_from(struct span text, struct span pattern, uint32_t from) {
    if (pattern.n == 0)
        return from;
    if (pattern.n > text.n - from)
        return NOWHERE;
    struct search search;
    search_begin(&search, pattern);
    uint32_t found = search_next(&search, text, from);
    search_end(&search);
    return found;
}

static bool charge_search(struct eval *eval, struct span text, struct span pattern) {
    enum { ELEMENTS_PER_STEP = 256 };
    return eval_spend(eval, ((uint64_t)text.n + pattern.n) / ELEMENTS_PER_STEP);
}

static value index_value(uint32_t place) {
    return value_of_small(place == NOWHERE ? -1 : (int64_t)place);
}

static value contains(struct eval *eval, const struct application *a) {
    struct span s = span_of(eval, a->args[0]), t = span_of(eval, a->args[1]);
    if (t.n == 0 || t.n > s.n || a->args[0] == a->args[1])
        return value_of_bool(t.n <= s.n);
    if (!are_comparable(eval, a->args[0], a->args[1]))
        return VALUE_UNSUPPORTED;
    if (!charge_search(eval, s, t))
        return VALUE_LIMIT;
    return value_of_bool(find_from(s, t, 0) != NOWHERE);
}

/* Is the first argument the part of the second that begins there? */
static value is_part(struct eval *eval, const struct application *a, bool at_end) {
    struct span s = span_of(eval, a->args[0]), t = span_of(eval, a->args[1]);
    if (s.n == 0 || s.n > t.n)
        return value_of_bool(s.n == 0);
    struct span part = {t.at + (at_end ? t.n - s.n : 0), s.n};
    if (is_same(s, part))
        return VALUE_TRUE;
    return are_comparable(eval, a->args[0], a->args[1]) ? VALUE_FALSE : VALUE_UNSUPPORTED;
}

static value prefixof(struct eval *eval, const struct application *a) {
    return is_part(eval, a, false);
}

static value suffixof(struct eval *eval, const struct application *a) {
    return is_part(eval, a, true);
}

/* The third argument, if it is missing, is 0. */
static value indexof(struct eval *eval, const struct application *a) {
    struct span s = span_of(eval, a->args[0]), t = span_of(eval, a->args[1]);
    uint32_t from = 0;
    if (a->n == 3 && !is_position(eval, a->args[2], s.n, &from))
        return value_of_small(-1);
    if (t.n == 0 || t.n > s.n - from)
        return index_value(t.n == 0 ? from : NOWHERE);
    if (!are_comparable(eval, a->args[0], a->args[1]))
        return VALUE_UNSUPPORTED;
    if (!charge_search(eval, s, t))
        return VALUE_LIMIT;
    return index_value(find_from(s, t, from));
}

/* The empty sequence occurs last at the end. */
static value last_indexof(struct eval *eval, const struct application *a) {
    struct span s = span_of(eval, a->args[0]), t = span_of(eval, a->args[1]);
    if (t.n == 0 || t.n > s.n)
        return index_value(t.n == 0 ? s.n : NOWHERE);
    if (!are_comparable(eval, a->args[0], a->args[1]))
        return VALUE_UNSUPPORTED;
    if (!charge_search(eval, s, t))
        return VALUE_LIMIT;
    struct search search;
    uint32_t matched = 0, last = NOWHERE;
    search_begin(&search, t);
    for (uint32_t i = 0; i < s.n; i++) {
        matched = extend_match(&search, matched, s.at[i]);
        if (matched == t.n) {
            last = i + 1 - matched;
            matched = search.overlap[matched - 1];
        }
    }
    search_end(&search);
    return index_value(last);
}

/* Replaces the first occurrence, or all from left to right; the pattern is not empty. */
static value replace_some(struct eval *eval, const struct application *a, bool all) {
    struct span s = span_of(eval, a->args[0]), t = span_of(eval, a->args[1]),
                u = span_of(eval, a->args[2]);
    value_vec items = {0};
    struct search search;
    uint32_t from = 0, found;
    bool may = charge_search(eval, s, t);
    search_begin(&search, t);
    while (may && (found = search_next(&search, s, from)) != NOWHERE) {
        add_span(&items, s.at + from, found - from);
        add_span(&items, u.at, u.n);
        from = found + t.n;
        may = eval_may_make(eval, items.n + s.n);
        if (!all)
            break;
    }
    search_end(&search);
    if (!may || from == 0) {
        vec_free(&items);
        return may ? a->args[0] : VALUE_LIMIT;
    }
    add_span(&items, s.at + from, s.n - from);
    return finish(eval, &items);
}

static value replace(struct eval *eval, const struct application *a) {
    uint32_t n = span_of(eval, a->args[1]).n;
    if (n == 0) {
        value args[2] = {a->args[2], a->args[0]};
        struct application both = {.n = 2, .args = args};
        return concat(eval, &both);
    }
    if (n > span_of(eval, a->args[0]).n)
        return a->args[0];
    return are_comparable(eval, a->args[0], a->args[1]) ? replace_some(eval, a, false)
                                                        : VALUE_UNSUPPORTED;
}

static value replace_all(struct eval *eval, const struct application *a) {
    uint32_t n = span_of(eval, a->args[1]).n;
    if (n == 0 || n > span_of(eval, a->args[0]).n)
        return a->args[0];
    return are_comparable(eval, a->args[0], a->args[1]) ? replace_some(eval, a, true)
                                                        : VALUE_UNSUPPORTED;
}

/* ---- functions over sequences ---- */

/* One element of a map: by a function of it, of its position and it, or by an array. */
static value image(struct eval *eval, const struct application *a, uint32_t i, value element,
                   sort result) {
    if (a->op == OP_SEQ_MAP_ARRAY)
        return array_select(eval, a->args[0], element, result);
    if (a->op == OP_SEQ_MAP)
        return eval_call(eval, a->args[0], &element, 1, result);
    value args[2] = {number_add(eval, a->args[1], value_of_small(i)), element};
    return args[0] == VALUE_LIMIT ? VALUE_LIMIT : eval_call(eval, a->args[0], args, 2, result);
}

static value map(struct eval *eval, const struct application *a) {
    const struct value_table *values = eval_values(eval);
    struct span s = span_of(eval, a->args[a->n - 1]);
    sort result = first_part(eval, a->sort);
    value_vec items = {0};
    value bad = 0;
    if (!eval_may_make(eval, s.n))
        return VALUE_LIMIT;
    for (uint32_t i = 0; i < s.n && bad != VALUE_LIMIT && bad != VALUE_UNSUPPORTED; i++) {
        vec_push(&items, image(eval, a, i, s.at[i], result));
        bad = worse(values, bad, vec_top(&items));
    }
    if (bad == 0)
        return finish(eval, &items);
    vec_free(&items);
    return eval_wait(eval, a, bad);
}

/* (seq.foldl f b s), (seq.foldli f i b s) */
static value fold(struct eval *eval, const struct application *a) {
    struct value_table *values = eval_values(eval);
    bool counts = a->op == OP_SEQ_FOLDLI;
    struct span s = span_of(eval, a->args[a->n - 1]);
    value sum = a->args[a->n - 2];
    for (uint32_t i = 0; i < s.n && value_is_definite(values, sum); i++) {
        value args[3] = {0, sum, s.at[i]};
        if (counts)
            args[0] = number_add(eval, a->args[1], value_of_small(i));
        if (args[0] == VALUE_LIMIT)
            return VALUE_LIMIT;
        sum = eval_call(eval, a->args[0], counts ? args : args + 1, counts ? 3 : 2, a->sort);
    }
    return eval_wait(eval, a, sum);
}

const struct meaning theory_seq[] = {
    {OP_SEQ_EMPTY, 0, seq_of_all},
    {OP_SEQ_UNIT, 0, seq_of_all},
    {OP_SEQ_CONCAT, 0, concat},
    {OP_SEQ_LEN, 0, length},
    {OP_SEQ_AT, 0, at},
    {OP_SEQ_NTH, 0, nth},
    {OP_SEQ_EXTRACT, 0, extract},
    {OP_SEQ_CONTAINS, 0, contains},
    {OP_SEQ_PREFIXOF, 0, prefixof},
    {OP_SEQ_SUFFIXOF, 0, suffixof},
    {OP_SEQ_INDEXOF, 0, indexof},
    {OP_SEQ_INDEXOF_0, 0, indexof},
    {OP_SEQ_LAST_INDEXOF, 0, last_indexof},
    {OP_SEQ_REPLACE, 0, replace},
    {OP_SEQ_REPLACE_ALL, 0, replace_all},
    {OP_SEQ_UPDATE, 0, update},
    {OP_SEQ_REV, 0, reverse},
    {OP_SEQ_NTH_I, 0, nth},
    {OP_SEQ_NTH_U, 0, nth_u},
    {OP_SEQ_MAP, MEANING_CALLS, map},
    {OP_SEQ_MAP_ARRAY, MEANING_CALLS, map},
    {OP_SEQ_MAPI, MEANING_CALLS, map},
    {OP_SEQ_FOLDL, MEANING_CALLS, fold},
    {OP_SEQ_FOLDLI, MEANING_CALLS, fold},
    {0, 0, NULL},
};
