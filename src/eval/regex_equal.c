/*
 * Languages compared by walking through their automata.
 *
 * Two states are equal if both have or both lack the empty word, and the states
 * behind each character are equal. Hopcroft and Karp: assume that the two are
 * equal, and merge; then what is behind them must be equal, and so on, until
 * nothing new has to be merged or a difference is found. Each merge makes one
 * class out of two, so there are fewer of them than states.
 *
 * Limits: the matcher's states, and the evaluator's steps.
 */
#include "eval/regex_int.h"

/* ---- emptiness ---- */

/* Looks for a state with a word in it. */
static value walk_for_word(struct eval *eval, struct regex_matcher *m, uint32_t start) {
    struct value_table *values = eval_values(eval);
    u32_vec stack = {0};
    VEC(bool) seen = {0};
    value result = VALUE_TRUE;
    vec_push(&stack, start);
    while (stack.n > 0 && result == VALUE_TRUE) {
        uint32_t state = vec_pop(&stack);
        while (seen.n <= state)
            vec_push(&seen, false);
        if (state == STATE_NONE || seen.at[state])
            continue;
        seen.at[state] = true;
        value regex = regex_state_value(m, state);
        if (regex_is_nullable(values, regex) || regex_has(values, regex, REGEX_POSITIVE)) {
            result = VALUE_FALSE;
            continue;
        }
        for (uint32_t c = 0, low, high; c <= CODE_POINT_MAX; c = high + 1) {
            uint32_t next = regex_step(eval, m, state, c, &low, &high);
            if (next == 0 || regex_matcher_is_full(m)) {
                result = VALUE_LIMIT;
                break;
            }
            vec_push(&stack, next);
        }
    }
    vec_free(&stack);
    vec_free(&seen);
    return result;
}

value regex_is_none(struct eval *eval, value a) {
    struct value_table *values = eval_values(eval);
    if (regex_has(values, a, REGEX_POSITIVE) || regex_is_nullable(values, a))
        return value_of_bool(regex_is_class_none(values, a));
    struct regex_matcher *m = eval_matcher(eval);
    regex_matcher_begin(m);
    value result = walk_for_word(eval, m, regex_state(m, a));
    regex_matcher_end(m);
    return result;
}

/* ---- equality ---- */

struct state_pair {
    uint32_t a, b;
};

struct equating {
    u32_vec parents;              /* of states: classes are trees; a root is its own parent */
    VEC(struct state_pair) pairs; /* merged; what is behind them has to be looked at */
};

static uint32_t root_of(struct equating *e, uint32_t state) {
    for (uint32_t i = (uint32_t)e->parents.n; i <= state; i++)
        vec_push(&e->parents, i);
    while (e->parents.at[state] != state) {
        e->parents.at[state] = e->parents.at[e->parents.at[state]];
        state = e->parents.at[state];
    }
    return state;
}

/* False if they were equal already. */
static bool merge(struct equating *e, uint32_t a, uint32_t b) {
    a = root_of(e, a);
    b = root_of(e, b);
    if (a == b)
        return false;
    if (a < b)
        e->parents.at[b] = a;
    else
        e->parents.at[a] = b;
    return true;
}

/* One has all words or none, and of the other it can be told at a glance that it has not. */
static bool differ(const struct value_table *values, value a, value b) {
    if (regex_is_nullable(values, a) != regex_is_nullable(values, b))
        return true;
    return (regex_is_class_none(values, a) && regex_has(values, b, REGEX_POSITIVE)) ||
           (regex_is_class_none(values, b) && regex_has(values, a, REGEX_POSITIVE));
}

/* The states behind two that are to be equal. */
static value equate_next(struct eval *eval, struct regex_matcher *m, struct equating *e, uint32_t a,
                         uint32_t b) {
    for (uint32_t c = 0, high; c <= CODE_POINT_MAX; c = high + 1) {
        uint32_t low, high_a, high_b;
        uint32_t next_a = regex_step(eval, m, a, c, &low, &high_a);
        uint32_t next_b = next_a == 0 ? 0 : regex_step(eval, m, b, c, &low, &high_b);
        if (next_b == 0 || regex_matcher_is_full(m) || !eval_spend(eval, 1))
            return VALUE_LIMIT;
        high = high_a < high_b ? high_a : high_b;
        if (!merge(e, next_a, next_b))
            continue;
        if (differ(eval_values(eval), regex_state_value(m, next_a), regex_state_value(m, next_b)))
            return VALUE_FALSE;
        vec_push(&e->pairs, ((struct state_pair){next_a, next_b}));
    }
    return VALUE_TRUE;
}

value regex_equal(struct eval *eval, value a, value b) {
    if (a == b)
        return VALUE_TRUE;
    if (differ(eval_values(eval), a, b))
        return VALUE_FALSE;
    struct regex_matcher *m = eval_matcher(eval);
    regex_matcher_begin(m);
    struct equating e = {0};
    struct state_pair first = {regex_state(m, a), regex_state(m, b)};
    merge(&e, first.a, first.b);
    vec_push(&e.pairs, first);
    value result = VALUE_TRUE;
    while (e.pairs.n > 0 && result == VALUE_TRUE) {
        struct state_pair pair = vec_pop(&e.pairs);
        result = equate_next(eval, m, &e, pair.a, pair.b);
    }
    vec_free(&e.parents);
    vec_free(&e.pairs);
    regex_matcher_end(m);
    return result;
}
