#include "eval/regex_int.h"

/*
 * Longer concatenations are not turned to the right: making one step by step
 * takes linear time and memory.
 */
enum { TURNED_MAX = 16 };

bool regex_is_nullable(const struct value_table *values, value a) {
    return regex_has(values, a, REGEX_NULLABLE);
}

/* ---- one character, no character ---- */

value regex_class(struct value_table *values, const uint64_t *ranges, uint32_t n) {
    return regex_make(values, REGEX_CLASS | REGEX_POSITIVE, ranges, n);
}

value regex_none(struct value_table *values) {
    return regex_class(values, NULL, 0);
}

value regex_range(struct value_table *values, uint32_t low, uint32_t high) {
    uint64_t range = range_of(low, high);
    return regex_class(values, &range, low <= high);
}

value regex_allchar(struct value_table *values) {
    return regex_range(values, 0, CODE_POINT_MAX);
}

value regex_empty_word(struct value_table *values) {
    return regex_make(values, REGEX_EMPTY | REGEX_NULLABLE | REGEX_POSITIVE, NULL, 0);
}

/* ---- loops ---- */

value regex_make_loop(struct value_table *values, struct regex_counted loop) {
    uint64_t words[2] = {loop.body, range_of(loop.min, loop.max)};
    uint32_t aux = REGEX_LOOP | (value_at(values, loop.body)->aux & REGEX_POSITIVE);
    if (loop.min == 0) {
        aux |= REGEX_NULLABLE;
        if (loop.max == REGEX_NO_MAX && loop.body == regex_allchar(values))
            aux |= REGEX_IS_ALL;
    }
    return regex_make(values, aux, words, 2);
}

/* The body of a loop from 0 on may lack the empty word. */
static value without_empty_word(struct value_table *values, value a) {
    struct regex_counted loop = regex_counted(values, a);
    if (loop.min == 0 && loop.max == 1)
        return loop.body;
    if (!regex_is_small(values, a, REGEX_UNION))
        return a;
    uint32_t n, left = 0;
    const value *items = value_items(values, a, &n);
    value rest[REGEX_COPIED_MAX];
    for (uint32_t i = 0; i < n; i++)
        if (!regex_is_empty_word(values, items[i]))
            rest[left++] = items[i];
    return left < n ? regex_union_of(values, rest, left) : a;
}

/*
 * (b{p,q}){m,n} is b{pm,qn} if the numbers of b that i and i+1 rounds give leave no gap:
 * p(i+1) <= qi + 1, for i from m on (then it holds for the greater ones, too), or if
 * there is just one number of rounds. False if that is not so, or not known.
 */
static bool loop_of_loop(struct regex_counted inner, uint32_t m, uint32_t n,
                         struct regex_counted *loop) {
    uint64_t p = inner.min, q = inner.max;
    bool endless = n == REGEX_NO_MAX || q == REGEX_NO_MAX;
    if (m < n) {
        bool no_gap = q == REGEX_NO_MAX && m > 0 ? true : p * ((uint64_t)m + 1) <= q * m + 1;
        if (!no_gap)
            return false;
    }
    uint64_t min = p * m, max = endless ? REGEX_NO_MAX : q * n;
    if (min > REGEX_COUNT_MAX || (!endless && max > REGEX_COUNT_MAX))
        return false;
    *loop = (struct regex_counted){inner.body, (uint32_t)min, (uint32_t)max};
    return true;
}

value regex_loop(struct value_table *values, value a, uint32_t min, uint32_t max) {
    if (min > max)
        return regex_none(values);
    if (max == 0 || regex_is_empty_word(values, a))
        return regex_empty_word(values);
    if (regex_is_class_none(values, a))
        return min == 0 ? regex_empty_word(values) : a;
    if (min == 1 && max == 1)
        return a;
    if (regex_is_nullable(values, a))
        min = 0;
    if (min == 0)
        a = without_empty_word(values, a);
    struct regex_counted loop = {a, min, max};
    if (regex_kind(values, a) == REGEX_LOOP)
        loop_of_loop(regex_counted(values, a), min, max, &loop);
    if (loop.min == 0 && loop.max == 1) {
        if (regex_is_nullable(values, loop.body))
            return loop.body;
        if (regex_is_small(values, loop.body, REGEX_UNION)) {
            value items[2] = {regex_empty_word(values), loop.body};
            return regex_union_of(values, items, 2);
        }
    }
    return regex_make_loop(values, loop);
}

value regex_star(struct value_table *values, value a) {
    return regex_loop(values, a, 0, REGEX_NO_MAX);
}

value regex_all(struct value_table *values) {
    return regex_star(values, regex_allchar(values));
}

/* ---- concatenation ---- */

/* b{m,n} b{p,q} is b{m+p,n+q}; false if that is too much to count. */
static bool add_loops(struct regex_counted *a, struct regex_counted b) {
    bool endless = a->max == REGEX_NO_MAX || b.max == REGEX_NO_MAX;
    uint64_t min = (uint64_t)a->min + b.min, max = (uint64_t)a->max + b.max;
    if (min > REGEX_COUNT_MAX || (!endless && max > REGEX_COUNT_MAX))
        return false;
    a->min = (uint32_t)min;
    a->max = endless ? REGEX_NO_MAX : (uint32_t)max;
    return true;
}

value regex_prepend(struct value_table *values, value a, value b) {
    for (;;) {
        if (regex_is_class_none(values, a) || regex_is_empty_word(values, b))
            return a;
        if (regex_is_class_none(values, b) || regex_is_empty_word(values, a))
            return b;
        if (regex_is_all(values, b) && regex_is_nullable(values, a))
            return b;
        if (regex_is_all(values, a) && regex_is_nullable(values, b))
            return a;
        bool is_concat = regex_kind(values, b) == REGEX_CONCAT;
        struct regex_counted loop = regex_counted(values, a);
        struct regex_counted next =
            regex_counted(values, is_concat ? regex_words(values, b)[0] : b);
        if (loop.body != next.body || !add_loops(&loop, next))
            break;
        a = regex_loop(values, loop.body, loop.min, loop.max);
        b = is_concat ? regex_words(values, b)[1] : regex_empty_word(values);
    }
    uint64_t words[2] = {a, b};
    uint32_t flags = value_at(values, a)->aux & value_at(values, b)->aux;
    return regex_make(values, REGEX_CONCAT | (flags & (REGEX_NULLABLE | REGEX_POSITIVE)), words, 2);
}

value regex_concat(struct value_table *values, value a, value b) {
    if (regex_is_empty_word(values, b) || regex_is_class_none(values, a))
        return a;
    if (regex_is_class_none(values, b))
        return b;
    value firsts[TURNED_MAX];
    uint32_t n = 0;
    value rest = a;
    while (regex_kind(values, rest) == REGEX_CONCAT && n < TURNED_MAX) {
        const uint64_t *words = regex_words(values, rest);
        firsts[n++] = words[0];
        rest = words[1];
    }
    if (regex_kind(values, rest) == REGEX_CONCAT)
        return regex_prepend(values, a, b);
    value result = regex_prepend(values, rest, b);
    while (n > 0)
        result = regex_prepend(values, firsts[--n], result);
    return result;
}

value regex_word(struct value_table *values, const uint32_t *code_points, uint32_t n) {
    value result = regex_empty_word(values);
    for (uint32_t i = n; i > 0; i--)
        result = regex_prepend(values, regex_range(values, code_points[i - 1], code_points[i - 1]),
                               result);
    return result;
}

/* ---- what nodes are made of ---- */

void regex_factors(const struct value_table *values, value a, value_vec *factors) {
    for (; regex_kind(values, a) == REGEX_CONCAT; a = regex_words(values, a)[1])
        vec_push(factors, regex_words(values, a)[0]);
    vec_push(factors, a);
}

void regex_operands(const struct value_table *values, value a, value_vec *operands) {
    uint32_t n;
    const value *words = value_items(values, a, &n);
    switch (regex_kind(values, a)) {
    case REGEX_CONCAT:
        regex_factors(values, a, operands);
        break;
    case REGEX_LOOP:
        vec_push(operands, words[0]);
        break;
    case REGEX_UNION:
    case REGEX_INTER:
    case REGEX_COMP:
        for (uint32_t i = 0; i < n; i++)
            vec_push(operands, words[i]);
        break;
    default:
        break;
    }
}

/* ---- complement ---- */

value regex_comp(struct value_table *values, value a) {
    struct regex_counted loop = regex_counted(values, a);
    if (regex_kind(values, a) == REGEX_COMP)
        return regex_words(values, a)[0];
    if (regex_is_class_none(values, a))
        return regex_all(values);
    if (regex_is_all(values, a))
        return regex_none(values);
    if (regex_is_empty_word(values, a))
        return regex_loop(values, regex_allchar(values), 1, REGEX_NO_MAX);
    if (loop.min == 1 && loop.max == REGEX_NO_MAX && loop.body == regex_allchar(values))
        return regex_empty_word(values);
    uint64_t words[1] = {a};
    return regex_make(values, REGEX_COMP | (regex_is_nullable(values, a) ? 0 : REGEX_NULLABLE),
                      words, 1);
}
