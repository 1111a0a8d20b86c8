/*
 * Ints: integers of any size. div and mod are Boute's: the remainder is never
 * negative. x div 0 and x mod 0 are open.
 */
#include "eval/number.h"

static const value zero = (value)0 << 1 | 1, one = (value)1 << 1 | 1;

static const sort two_ints[2] = {SORT_INT, SORT_INT};

/* The value that another operator has where it is open: at x and 0. */
static value open_by_zero(struct eval *eval, enum op op, value x) {
    const value args[2] = {x, zero};
    return eval_open_other(eval, op, SORT_INT, args, two_ints, 2);
}

/* ---- sums, products, comparisons ---- */

static value int_neg(struct eval *eval, const struct application *a) {
    return number_neg(eval, a->args[0]);
}

static value int_sub(struct eval *eval, const struct application *a) {
    return number_sub(eval, a->args[0], a->args[1]);
}

static value int_add(struct eval *eval, const struct application *a) {
    return number_add(eval, a->args[0], a->args[1]);
}

static value int_mul(struct eval *eval, const struct application *a) {
    return number_mul(eval, a->args[0], a->args[1]);
}

static value int_abs(struct eval *eval, const struct application *a) {
    bool negative = value_is_small(a->args[0]) ? (int64_t)a->args[0] < 0
                                               : value_sign(eval_values(eval), a->args[0]) < 0;
    return negative ? number_neg(eval, a->args[0]) : a->args[0];
}

/* Handles of small numbers are in the order of the numbers. */
static inline int compare(struct eval *eval, const struct application *a) {
    int64_t x = (int64_t)a->args[0], y = (int64_t)a->args[1];
    if (number_both_small(a->args[0], a->args[1]))
        return (x > y) - (x < y);
    return value_compare(eval_values(eval), a->args[0], a->args[1]);
}

static value int_le(struct eval *eval, const struct application *a) {
    return value_of_bool(compare(eval, a) <= 0);
}

static value int_lt(struct eval *eval, const struct application *a) {
    return value_of_bool(compare(eval, a) < 0);
}

static value int_ge(struct eval *eval, const struct application *a) {
    return value_of_bool(compare(eval, a) >= 0);
}

static value int_gt(struct eval *eval, const struct application *a) {
    return value_of_bool(compare(eval, a) > 0);
}

/* ---- quotients; y is not 0 ---- */

/* Boute: with a positive divisor the quotient is rounded down, with a negative one up. */
static value quotient_large(struct eval *eval, value x, value y) {
    struct value_table *values = eval_values(eval);
    struct number_room room_x, room_y;
    if (!number_may_make(eval, number_words(values, x)))
        return VALUE_LIMIT;
    mpz_srcptr divisor = value_mpz(values, y, &room_y);
    mpz_t q;
    mpz_init(q);
    if (mpz_sgn(divisor) > 0)
        mpz_fdiv_q(q, value_mpz(values, x, &room_x), divisor);
    else
        mpz_cdiv_q(q, value_mpz(values, x, &room_x), divisor);
    value v = value_of_mpz(values, q);
    mpz_clear(q);
    return v;
}

static value quotient(struct eval *eval, value x, value y) {
    if (!number_both_small(x, y))
        return quotient_large(eval, x, y);
    int64_t m = value_small(x), n = value_small(y), q = m / n;
    if (m % n < 0)
        q += n > 0 ? -1 : 1;
    /* The least small number by -1 is no small number. */
    return value_fits_small(q) ? value_of_small(q) : quotient_large(eval, x, y);
}

static value remainder_large(struct eval *eval, value x, value y) {
    struct value_table *values = eval_values(eval);
    struct number_room room_x, room_y;
    if (!number_may_make(eval, number_words(values, x)))
        return VALUE_LIMIT;
    mpz_t r;
    mpz_init(r);
    mpz_mod(r, value_mpz(values, x, &room_x), value_mpz(values, y, &room_y));
    value v = value_of_mpz(values, r);
    mpz_clear(r);
    return v;
}

static value remainder_of(struct eval *eval, value x, value y) {
    if (!number_both_small(x, y))
        return remainder_large(eval, x, y);
    int64_t n = value_small(y), r = value_small(x) % n;
    if (r < 0)
        r += n > 0 ? n : -n;
    return value_of_small(r);
}

static value int_div(struct eval *eval, const struct application *a) {
    return a->args[1] == zero ? eval_open(eval, a) : quotient(eval, a->args[0], a->args[1]);
}

static value int_mod(struct eval *eval, const struct application *a) {
    return a->args[1] == zero ? eval_open(eval, a) : remainder_of(eval, a->args[0], a->args[1]);
}

static value int_div_total(struct eval *eval, const struct application *a) {
    return a->args[1] == zero ? zero : quotient(eval, a->args[0], a->args[1]);
}

static value int_mod_total(struct eval *eval, const struct application *a) {
    return a->args[1] == zero ? a->args[0] : remainder_of(eval, a->args[0], a->args[1]);
}

static value int_rem(struct eval *eval, const struct application *a) {
    if (a->args[1] == zero)
        return eval_open(eval, a);
    value r = remainder_of(eval, a->args[0], a->args[1]);
    bool negated = r != VALUE_LIMIT && value_sign(eval_values(eval), a->args[1]) < 0;
    return negated ? number_neg(eval, r) : r;
}

static value int_divisible(struct eval *eval, const struct application *a) {
    struct number_room room;
    mpz_srcptr x = value_mpz(eval_values(eval), a->args[0], &room);
    return value_of_bool(mpz_divisible_ui_p(x, a->indices[0]) != 0);
}

/* z3's div0, mod0, rem0: the choice of div, mod, rem where they are open. */
static value int_by_zero(struct eval *eval, const struct application *a) {
    if (a->args[1] != zero)
        return eval_open(eval, a);
    enum op op = a->op == OP_INT_DIV0 ? OP_INT_DIV : a->op == OP_INT_MOD0 ? OP_INT_MOD : OP_INT_REM;
    return open_by_zero(eval, op, a->args[0]);
}

/* ---- powers ---- */

/* 1 div base^n for some n > 0: a large divisor leaves nothing, 1 and -1 are their own inverses. */
static value int_pow(struct eval *eval, const struct application *a) {
    struct value_table *values = eval_values(eval);
    value base = a->args[0], exponent = a->args[1];
    if (value_sign(values, exponent) >= 0)
        return number_power(eval, base, exponent);
    if (base == zero)
        return open_by_zero(eval, OP_INT_DIV, one);
    if (base != one && base != value_of_small(-1))
        return zero;
    return number_power(eval, base, number_neg(eval, exponent));
}

static value int_caret(struct eval *eval, const struct application *a) {
    int sign = value_sign(eval_values(eval), a->args[1]);
    if (sign < 0 || (sign == 0 && a->args[0] == zero))
        return eval_open(eval, a);
    return number_power(eval, a->args[0], a->args[1]);
}

/* z3's ^0: the choice of ^ at 0 and 0. */
static value int_caret0(struct eval *eval, const struct application *a) {
    if (a->args[0] != zero || a->args[1] != zero)
        return eval_open(eval, a);
    return open_by_zero(eval, OP_INT_CARET, zero);
}

static value int_pow2(struct eval *eval, const struct application *a) {
    bool negative = value_sign(eval_values(eval), a->args[0]) < 0;
    return negative ? zero : number_power(eval, value_of_small(2), a->args[0]);
}

static value int_log2(struct eval *eval, const struct application *a) {
    struct number_room room;
    mpz_srcptr x = value_mpz(eval_values(eval), a->args[0], &room);
    return mpz_sgn(x) <= 0 ? zero : value_of_small((int64_t)mpz_sizeinbase(x, 2) - 1);
}

static value int_ispow2(struct eval *eval, const struct application *a) {
    struct number_room room;
    mpz_srcptr x = value_mpz(eval_values(eval), a->args[0], &room);
    return value_of_bool(mpz_sgn(x) > 0 && mpz_popcount(x) == 1);
}

/* GMP's "and" sees negative numbers with infinitely many ones; only two of them leave k bits. */
static value int_iand(struct eval *eval, const struct application *a) {
    struct value_table *values = eval_values(eval);
    value x = a->args[0], y = a->args[1];
    uint64_t n_x = number_words(values, x), n_y = number_words(values, y);
    uint64_t words = n_x > n_y ? n_x : n_y;
    if (value_sign(values, x) < 0 && value_sign(values, y) < 0 && words < a->indices[0] / 64)
        words = a->indices[0] / 64;
    if (!number_may_make(eval, words + 1))
        return VALUE_LIMIT;
    struct number_room room_x, room_y;
    mpz_t r;
    mpz_init(r);
    mpz_and(r, value_mpz(values, x, &room_x), value_mpz(values, y, &room_y));
    mpz_fdiv_r_2exp(r, r, a->indices[0]);
    value v = value_of_mpz(values, r);
    mpz_clear(r);
    return v;
}

/* clang-format off */
const struct meaning theory_ints[] = {
    {OP_INT_NEG,       0, int_neg},
    {OP_INT_SUB,       0, int_sub},
    {OP_INT_ADD,       0, int_add},
    {OP_INT_MUL,       0, int_mul},
    {OP_INT_POW,       0, int_pow},
    {OP_INT_DIV,       0, int_div},
    {OP_INT_MOD,       0, int_mod},
    {OP_INT_ABS,       0, int_abs},
    {OP_INT_LE,        0, int_le},
    {OP_INT_LT,        0, int_lt},
    {OP_INT_GE,        0, int_ge},
    {OP_INT_GT,        0, int_gt},
    {OP_INT_DIVISIBLE, 0, int_divisible},
    {OP_INT_REM,       0, int_rem},
    {OP_INT_CARET,     0, int_caret},
    {OP_INT_POW2,      0, int_pow2},
    {OP_INT_LOG2,      0, int_log2},
    {OP_INT_ISPOW2,    0, int_ispow2},
    {OP_INT_IAND,      0, int_iand},
    {OP_INT_DIV_TOTAL, 0, int_div_total},
    {OP_INT_MOD_TOTAL, 0, int_mod_total},
    {OP_INT_DIV0,      0, int_by_zero},
    {OP_INT_MOD0,      0, int_by_zero},
    {OP_INT_REM0,      0, int_by_zero},
    {OP_INT_CARET0,    0, int_caret0},
    {0, 0, NULL},
};
/* clang-format on */
