/*
 * Connectives, ite and equality: they decide as soon as what is known decides,
 * so they say which argument they want next.
 */
#include <stdlib.h>

#include "eval/eval_int.h"

static int compare_values(const void *a, const void *b) {
    value x = *(const value *)a, y = *(const value *)b;
    return x < y ? -1 : x > y;
}

static void sort_values(value *values, uint32_t n) {
    if (n > 1)
        qsort(values, n, sizeof *values, compare_values);
}

/* Sorts, and drops repetitions; returns how many are left. */
static uint32_t make_set(value *values, uint32_t n) {
    uint32_t kept = 0;
    sort_values(values, n);
    for (uint32_t i = 0; i < n; i++)
        if (kept == 0 || values[kept - 1] != values[i])
            values[kept++] = values[i];
    return kept;
}

value logic_not(struct eval *eval, value v) {
    if (value_is_small(v))
        return v == VALUE_TRUE ? VALUE_FALSE : VALUE_TRUE;
    if (stuck_worst(&v, 1) != 0)
        return v;
    if (stuck_is_op(eval, v, OP_NOT)) {
        uint32_t n;
        return stuck_args(eval, v, &n)[0];
    }
    sort s = SORT_BOOL;
    return stuck_make(eval, STUCK_OP | OP_NOT, 0, SORT_BOOL, &v, &s, 1);
}

/* Is there one among them, in ascending order, whose negation is, too? */
static bool contradict(struct eval *eval, const value *args, uint32_t n) {
    for (uint32_t i = 0; i < n; i++)
        if (stuck_is_op(eval, args[i], OP_NOT)) {
            uint32_t one;
            value inner = stuck_args(eval, args[i], &one)[0];
            if (bsearch(&inner, args, n, sizeof *args, compare_values) != NULL)
                return true;
        }
    return false;
}

value logic_junction(struct eval *eval, bool is_and, value *args, uint32_t n) {
    value neutral = value_of_bool(is_and), decisive = value_of_bool(!is_and);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < n; i++) {
        if (args[i] == decisive)
            return decisive;
        if (args[i] != neutral)
            args[kept++] = args[i];
    }
    n = make_set(args, kept);
    if (n == 0)
        return neutral;
    if (contradict(eval, args, n))
        return decisive;
    value worst = stuck_worst(args, n);
    if (worst != 0 || n == 1)
        return worst != 0 ? worst : args[0];
    sort *sorts = mem_alloc(n * sizeof *sorts);
    for (uint32_t i = 0; i < n; i++)
        sorts[i] = SORT_BOOL;
    value v = stuck_make(eval, STUCK_OP | (is_and ? OP_AND : OP_OR), 0, SORT_BOOL, args, sorts, n);
    mem_free(sorts);
    return v;
}

/* and, or */
static value step_junction(struct eval *eval, bool is_and, uint32_t n, uint32_t base,
                           uint32_t next) {
    if (next > 0 && vec_top(&eval->stack) == value_of_bool(!is_and))
        return vec_top(&eval->stack);
    return next < n ? 0 : logic_junction(eval, is_and, eval->stack.at + base, n);
}

static value step_implies(struct eval *eval, uint32_t n, uint32_t base, uint32_t next) {
    value last = next > 0 ? vec_top(&eval->stack) : 0;
    if (next > 0 && next < n && last == VALUE_FALSE)
        return VALUE_TRUE;
    if (next < n)
        return 0;
    if (last == VALUE_TRUE)
        return VALUE_TRUE;
    value *args = eval->stack.at + base;
    for (uint32_t i = 0; i + 1 < n; i++)
        args[i] = logic_not(eval, args[i]);
    return logic_junction(eval, false, args, n);
}

/* The stack has the condition, then the one branch or both. */
static value step_ite(struct eval *eval, term t, uint32_t base, uint32_t *next) {
    uint32_t have = (uint32_t)eval->stack.n - base;
    const value *args = eval->stack.at + base;
    if (have == 0)
        return 0;
    if (value_is_small(args[0])) {
        *next = args[0] == VALUE_TRUE ? 1 : 2;
        return have == 1 ? 0 : args[1];
    }
    if (have < 3)
        return 0;
    if (args[1] == args[2])
        return args[1];
    value worst = stuck_worst(args, 3);
    if (worst != 0)
        return worst;
    sort s = term_sort(eval->table, t);
    sort sorts[3] = {SORT_BOOL, s, s};
    return stuck_make(eval, STUCK_OP | OP_ITE, 0, s, args, sorts, 3);
}

static value step_equal(struct eval *eval, term t, uint32_t n, uint32_t base, uint32_t next) {
    const term *terms = term_args(eval->table, t);
    sort s = n > 0 ? term_sort(eval->table, terms[0]) : SORT_BOOL;
    if (n == 2 && terms[0] == terms[1])
        return VALUE_TRUE; /* whatever it is */
    const value *args = eval->stack.at + base;
    if (n == 2)
        return next < 2 ? 0 : apply_equal(eval, args[0], args[1], s);
    if (next >= 2 && terms[next - 1] != terms[next - 2] &&
        apply_equal(eval, args[next - 2], args[next - 1], s) == VALUE_FALSE)
        return VALUE_FALSE;
    if (next < n)
        return 0;
    value_vec open = {0};
    for (uint32_t i = 1; i < n; i++)
        if (terms[i - 1] != terms[i])
            vec_push(&open,
                     apply_equal(eval, eval->stack.at[base + i - 1], eval->stack.at[base + i], s));
    value v = logic_junction(eval, true, open.at, (uint32_t)open.n);
    vec_free(&open);
    return v;
}

static value step_distinct(struct eval *eval, term t, uint32_t n, uint32_t base, uint32_t next) {
    if (next < n)
        return 0;
    sort s = n > 0 ? term_sort(eval->table, term_arg(eval->table, t, 0)) : SORT_BOOL;
    const value *args = eval->stack.at + base;
    bool plain = !universe_has_open_index(eval, s);
    for (uint32_t i = 0; i < n; i++)
        plain = plain && value_is_definite(&eval->values, args[i]) &&
                !value_is_loose(&eval->values, args[i]);
    if (plain)
        return value_of_bool(make_set(eval->stack.at + base, n) == n);
    uint64_t n_values;
    if (n > 1 && domain_is_finite(eval, s, n - 1, &n_values))
        return VALUE_FALSE; /* more arguments than values */
    value_vec open = {0};
    value v = 0;
    for (uint32_t i = 0; i < n && v == 0; i++)
        for (uint32_t j = i + 1; j < n && v == 0; j++) {
            value one = apply_equal(eval, eval->stack.at[base + i], eval->stack.at[base + j], s);
            if (one == VALUE_TRUE)
                v = VALUE_FALSE;
            else if (!eval_spend(eval, 1))
                v = VALUE_LIMIT;
            else
                vec_push(&open, logic_not(eval, one));
        }
    if (v == 0)
        v = logic_junction(eval, true, open.at, (uint32_t)open.n);
    vec_free(&open);
    return v;
}

value logic_step(struct eval *eval, term t, uint32_t base, uint32_t *next) {
    uint32_t n = term_n_args(eval->table, t);
    switch (eval->ops.at[term_op(eval->table, t)].canonical) {
    case OP_AND:
        return step_junction(eval, true, n, base, *next);
    case OP_OR:
        return step_junction(eval, false, n, base, *next);
    case OP_NOT:
        return *next < n ? 0 : logic_not(eval, eval->stack.at[base]);
    case OP_IMPLIES:
        return step_implies(eval, n, base, *next);
    case OP_ITE:
        return step_ite(eval, t, base, next);
    case OP_EQ:
        return step_equal(eval, t, n, base, *next);
    default:
        return step_distinct(eval, t, n, base, *next);
    }
}
