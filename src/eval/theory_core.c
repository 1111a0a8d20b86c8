/*
 * Core on values. In terms, the machine evaluates the connectives by need
 * (eval/logic.c); these are for where an operator is applied to values, as by
 * (_ map and).
 */
#include "eval/meaning.h"

static value core_true(struct eval *eval, const struct application *a) {
    (void)eval, (void)a;
    return VALUE_TRUE;
}

static value core_false(struct eval *eval, const struct application *a) {
    (void)eval, (void)a;
    return VALUE_FALSE;
}

static value core_not(struct eval *eval, const struct application *a) {
    (void)eval;
    return value_of_bool(a->args[0] == VALUE_FALSE);
}

static value core_implies(struct eval *eval, const struct application *a) {
    (void)eval;
    return value_of_bool(a->args[0] == VALUE_FALSE || a->args[1] == VALUE_TRUE);
}

static value core_and(struct eval *eval, const struct application *a) {
    (void)eval;
    return value_of_bool(a->args[0] == VALUE_TRUE && a->args[1] == VALUE_TRUE);
}

static value core_or(struct eval *eval, const struct application *a) {
    (void)eval;
    return value_of_bool(a->args[0] == VALUE_TRUE || a->args[1] == VALUE_TRUE);
}

static value core_xor(struct eval *eval, const struct application *a) {
    (void)eval;
    return value_of_bool(a->args[0] != a->args[1]);
}

static value core_equal(struct eval *eval, const struct application *a) {
    return eval_equal(eval, a->args[0], a->args[1], a->sorts[0]);
}

static value core_distinct(struct eval *eval, const struct application *a) {
    value equal = core_equal(eval, a);
    return equal == VALUE_LIMIT ? equal : value_of_bool(equal == VALUE_FALSE);
}

static value core_ite(struct eval *eval, const struct application *a) {
    (void)eval;
    return a->args[0] == VALUE_TRUE ? a->args[1] : a->args[2];
}

/* What the arguments that hold weigh: one each, unless there are weights behind the bound. */
static uint64_t weight(const struct application *a) {
    uint64_t sum = 0;
    for (uint32_t i = 0; i < a->n; i++)
        if (a->args[i] == VALUE_TRUE)
            sum += a->n_indices > 1 ? a->indices[i + 1] : 1;
    return sum;
}

static value core_at_most(struct eval *eval, const struct application *a) {
    (void)eval;
    return value_of_bool(weight(a) <= a->indices[0]);
}

static value core_at_least(struct eval *eval, const struct application *a) {
    (void)eval;
    return value_of_bool(weight(a) >= a->indices[0]);
}

static value core_exactly(struct eval *eval, const struct application *a) {
    (void)eval;
    return value_of_bool(weight(a) == a->indices[0]);
}

/* HO-Core */
static value ho_apply(struct eval *eval, const struct application *a) {
    return eval_call(eval, a->args[0], a->args + 1, 1, a->sort);
}

const struct meaning theory_core[] = {
    {OP_TRUE, 0, core_true},
    {OP_FALSE, 0, core_false},
    {OP_NOT, 0, core_not},
    {OP_IMPLIES, 0, core_implies},
    {OP_AND, 0, core_and},
    {OP_OR, 0, core_or},
    {OP_XOR, 0, core_xor},
    {OP_EQ, MEANING_CALLS, core_equal},
    {OP_DISTINCT, MEANING_CALLS, core_distinct},
    {OP_ITE, 0, core_ite},
    {OP_AT_MOST, 0, core_at_most},
    {OP_AT_LEAST, 0, core_at_least},
    {OP_PB_LE, 0, core_at_most},
    {OP_PB_GE, 0, core_at_least},
    {OP_PB_EQ, 0, core_exactly},
    {OP_HO_APPLY, MEANING_CALLS, ho_apply},
    {0, 0, NULL},
};
