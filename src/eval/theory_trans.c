/*
 * Transcendental functions. At all but a few algebraic points their values are
 * transcendental, which no value is: VALUE_LIMIT. What is left are these points,
 * where the function is open, and square roots.
 */
#include "eval/algebraic.h"
#include "eval/number.h"

static const value zero = (value)0 << 1 | 1, one = (value)1 << 1 | 1;

/* pi and e */
static value irrational(struct eval *eval, const struct application *a) {
    (void)eval, (void)a;
    return VALUE_LIMIT;
}

/* Defined everywhere; algebraic only at 0. */
static value zero_at_zero(struct eval *eval, const struct application *a) {
    (void)eval;
    return a->args[0] == zero ? zero : VALUE_LIMIT;
}

static value one_at_zero(struct eval *eval, const struct application *a) {
    (void)eval;
    return a->args[0] == zero ? one : VALUE_LIMIT;
}

/* 1 by the sine, and the like: the only algebraic zero of the sine is 0. */
static value open_at_zero(struct eval *eval, const struct application *a) {
    return a->args[0] == zero ? eval_open(eval, a) : VALUE_LIMIT;
}

/* -1, 0 or 1: the argument's absolute value is below 1, 1, or above. */
static int against_one(struct eval *eval, value x) {
    struct value_table *values = eval_values(eval);
    if (real_sign(values, x) < 0)
        x = real_neg(values, x);
    return real_compare(values, x, one);
}

static value arcsin(struct eval *eval, const struct application *a) {
    return against_one(eval, a->args[0]) > 0 ? eval_open(eval, a) : zero_at_zero(eval, a);
}

static value arccos(struct eval *eval, const struct application *a) {
    if (against_one(eval, a->args[0]) > 0)
        return eval_open(eval, a);
    return a->args[0] == one ? zero : VALUE_LIMIT;
}

static value arccsc(struct eval *eval, const struct application *a) {
    return against_one(eval, a->args[0]) < 0 ? eval_open(eval, a) : VALUE_LIMIT;
}

static value arcsec(struct eval *eval, const struct application *a) {
    if (against_one(eval, a->args[0]) < 0)
        return eval_open(eval, a);
    return a->args[0] == one ? zero : VALUE_LIMIT;
}

static value arcosh(struct eval *eval, const struct application *a) {
    if (real_compare(eval_values(eval), a->args[0], one) < 0)
        return eval_open(eval, a);
    return a->args[0] == one ? zero : VALUE_LIMIT;
}

static value artanh(struct eval *eval, const struct application *a) {
    return against_one(eval, a->args[0]) >= 0 ? eval_open(eval, a) : zero_at_zero(eval, a);
}

static value square_root(struct eval *eval, const struct application *a) {
    struct value_table *values = eval_values(eval);
    if (real_sign(values, a->args[0]) < 0)
        return eval_open(eval, a);
    bool may = number_may_compute(eval, a->args[0], a->args[0]);
    return may ? real_root(values, a->args[0], 2) : VALUE_LIMIT;
}

/* clang-format off */
const struct meaning theory_trans[] = {
    {OP_PI,     0, irrational},
    {OP_EULER,  0, irrational},
    {OP_EXP,    0, one_at_zero},
    {OP_SIN,    0, zero_at_zero},
    {OP_COS,    0, one_at_zero},
    {OP_TAN,    0, zero_at_zero},
    {OP_CSC,    0, open_at_zero},
    {OP_SEC,    0, one_at_zero},
    {OP_COT,    0, open_at_zero},
    {OP_ARCSIN, 0, arcsin},
    {OP_ARCCOS, 0, arccos},
    {OP_ARCTAN, 0, zero_at_zero},
    {OP_ARCCSC, 0, arccsc},
    {OP_ARCSEC, 0, arcsec},
    {OP_ARCCOT, 0, irrational},
    {OP_SQRT,   0, square_root},
    {OP_SINH,   0, zero_at_zero},
    {OP_COSH,   0, one_at_zero},
    {OP_TANH,   0, zero_at_zero},
    {OP_ARSINH, 0, zero_at_zero},
    {OP_ARCOSH, 0, arcosh},
    {OP_ARTANH, 0, artanh},
    {0, 0, NULL},
};
/* clang-format on */
