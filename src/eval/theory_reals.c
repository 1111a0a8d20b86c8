/*
 * Reals and Reals_Ints. Integral reals are the same values as integers and take
 * the same quick way; rationals with small parts the next best; all else goes
 * to real.c, which knows no budget, so it is asked here.
 */
#include "eval/algebraic.h"
#include "eval/number.h"

static const value zero = (value)0 << 1 | 1, one = (value)1 << 1 | 1;

static const sort two_reals[2] = {SORT_REAL, SORT_REAL};

static value open_by_zero(struct eval *eval, enum op op, value x) {
    const value args[2] = {x, zero};
    return eval_open_other(eval, op, SORT_REAL, args, two_reals, 2);
}

/* ---- rationals with parts that fit into 32 bits ---- */

struct fraction {
    int64_t numerator, denominator;
};

static inline bool is_short(value v) {
    return value_is_small(v) && value_small(v) >= INT32_MIN && value_small(v) <= INT32_MAX;
}

static inline bool read_fraction(const struct value_table *values, value v, struct fraction *f) {
    if (value_is_small(v)) {
        *f = (struct fraction){value_small(v), 1};
        return is_short(v);
    }
    const struct value_node *node = value_at(values, v);
    if (node->kind != VALUE_RATIO || !is_short(node->words[0]) || !is_short(node->words[1]))
        return false;
    *f = (struct fraction){value_small(node->words[0]), value_small(node->words[1])};
    return true;
}

static uint64_t gcd(uint64_t a, uint64_t b) {
    if (a == 0 || b == 0)
        return a | b;
    int twos = __builtin_ctzll(a | b);
    a >>= __builtin_ctzll(a);
    while (b != 0) {
        b >>= __builtin_ctzll(b);
        if (a > b) {
            uint64_t other = a;
            a = b;
            b = other;
        }
        b -= a;
    }
    return a << twos;
}

/* The denominator is positive. */
static value make_fraction(struct value_table *values, int64_t numerator, int64_t denominator) {
    uint64_t size = numerator < 0 ? -(uint64_t)numerator : (uint64_t)numerator;
    int64_t common = (int64_t)gcd(size, (uint64_t)denominator);
    value above = value_of_int64(values, numerator / common);
    if (denominator == common)
        return above;
    uint64_t words[2] = {above, value_of_int64(values, denominator / common)};
    return value_make(values, VALUE_RATIO, 0, words, 2);
}

/* ---- arithmetic ---- */

static value real_neg_of(struct eval *eval, const struct application *a) {
    value x = a->args[0];
    if (value_is_small(x))
        return number_neg(eval, x);
    return number_may_compute(eval, x, x) ? real_neg(eval_values(eval), x) : VALUE_LIMIT;
}

static value real_add_of(struct eval *eval, const struct application *a) {
    value x = a->args[0], y = a->args[1];
    struct fraction f, g;
    if (number_both_small(x, y))
        return number_add(eval, x, y);
    struct value_table *values = eval_values(eval);
    if (read_fraction(values, x, &f) && read_fraction(values, y, &g))
        return make_fraction(values, f.numerator * g.denominator + g.numerator * f.denominator,
                             f.denominator * g.denominator);
    return number_may_compute(eval, x, y) ? real_add(values, x, y) : VALUE_LIMIT;
}

static value real_sub_of(struct eval *eval, const struct application *a) {
    value x = a->args[0], y = a->args[1];
    struct fraction f, g;
    if (number_both_small(x, y))
        return number_sub(eval, x, y);
    struct value_table *values = eval_values(eval);
    if (read_fraction(values, x, &f) && read_fraction(values, y, &g))
        return make_fraction(values, f.numerator * g.denominator - g.numerator * f.denominator,
                             f.denominator * g.denominator);
    return number_may_compute(eval, x, y) ? real_sub(values, x, y) : VALUE_LIMIT;
}

static value product(struct eval *eval, value x, value y) {
    struct fraction f, g;
    if (number_both_small(x, y))
        return number_mul(eval, x, y);
    struct value_table *values = eval_values(eval);
    if (read_fraction(values, x, &f) && read_fraction(values, y, &g))
        return make_fraction(values, f.numerator * g.numerator, f.denominator * g.denominator);
    return number_may_compute(eval, x, y) ? real_mul(values, x, y) : VALUE_LIMIT;
}

static value real_mul_of(struct eval *eval, const struct application *a) {
    return product(eval, a->args[0], a->args[1]);
}

/* y is not 0. */
static value quotient(struct eval *eval, value x, value y) {
    struct value_table *values = eval_values(eval);
    struct fraction f, g;
    if (read_fraction(values, x, &f) && read_fraction(values, y, &g)) {
        int64_t above = f.numerator * g.denominator, below = f.denominator * g.numerator;
        return below > 0 ? make_fraction(values, above, below)
                         : make_fraction(values, -above, -below);
    }
    return number_may_compute(eval, x, y) ? real_div(values, x, y) : VALUE_LIMIT;
}

static value real_div_of(struct eval *eval, const struct application *a) {
    return a->args[1] == zero ? eval_open(eval, a) : quotient(eval, a->args[0], a->args[1]);
}

static value real_div_total(struct eval *eval, const struct application *a) {
    return a->args[1] == zero ? zero : quotient(eval, a->args[0], a->args[1]);
}

/* z3's /0: the choice of / where that is open. */
static value real_div0(struct eval *eval, const struct application *a) {
    return a->args[1] == zero ? open_by_zero(eval, OP_REAL_DIV, a->args[0]) : eval_open(eval, a);
}

static value real_abs(struct eval *eval, const struct application *a) {
    return real_sign(eval_values(eval), a->args[0]) < 0 ? real_neg_of(eval, a) : a->args[0];
}

/* ---- comparisons ---- */

/* Denominators are positive, so the order is that of the products across. */
static int compare_large(struct eval *eval, value x, value y) {
    struct value_table *values = eval_values(eval);
    struct fraction f, g;
    if (!read_fraction(values, x, &f) || !read_fraction(values, y, &g))
        return real_compare(values, x, y);
    int64_t left = f.numerator * g.denominator, right = g.numerator * f.denominator;
    return (left > right) - (left < right);
}

static inline int compare(struct eval *eval, const struct application *a) {
    int64_t x = (int64_t)a->args[0], y = (int64_t)a->args[1];
    if (number_both_small(a->args[0], a->args[1]))
        return (x > y) - (x < y);
    return compare_large(eval, a->args[0], a->args[1]);
}

static value real_le(struct eval *eval, const struct application *a) {
    return value_of_bool(compare(eval, a) <= 0);
}

static value real_lt(struct eval *eval, const struct application *a) {
    return value_of_bool(compare(eval, a) < 0);
}

static value real_ge(struct eval *eval, const struct application *a) {
    return value_of_bool(compare(eval, a) >= 0);
}

static value real_gt(struct eval *eval, const struct application *a) {
    return value_of_bool(compare(eval, a) > 0);
}

/* ---- powers ---- */

/* Both parts of a rational to a power; exponent > 0. */
static value power_of_ratio(struct eval *eval, value base, value exponent) {
    struct value_table *values = eval_values(eval);
    const uint64_t *words = value_at(values, base)->words;
    value parts[2] = {number_power(eval, words[0], exponent), VALUE_LIMIT};
    if (parts[0] != VALUE_LIMIT)
        parts[1] = number_power(eval, value_at(values, base)->words[1], exponent);
    if (parts[1] == VALUE_LIMIT)
        return VALUE_LIMIT;
    return value_make(values, VALUE_RATIO, 0, parts, 2);
}

/* Squares and products, one per bit of the exponent, which is > 0. */
static value power_of_algebraic(struct eval *eval, value base, value exponent) {
    struct number_room room;
    mpz_srcptr e = value_mpz(eval_values(eval), exponent, &room);
    value result = base;
    for (size_t i = mpz_sizeinbase(e, 2) - 1; i > 0 && result != VALUE_LIMIT; i--) {
        result = product(eval, result, result);
        if (result != VALUE_LIMIT && mpz_tstbit(e, i - 1) != 0)
            result = product(eval, result, base);
    }
    return result;
}

/* exponent > 0 */
static value positive_power(struct eval *eval, value base, value exponent) {
    switch (value_kind(eval_values(eval), base)) {
    case VALUE_RATIO:
        return power_of_ratio(eval, base, exponent);
    case VALUE_ALGEBRAIC:
        return power_of_algebraic(eval, base, exponent);
    default:
        return number_power(eval, base, exponent);
    }
}

/* An integral exponent; base and exponent are not 0. */
static value integral_power(struct eval *eval, value base, value exponent) {
    if (value_sign(eval_values(eval), exponent) > 0)
        return positive_power(eval, base, exponent);
    value power = positive_power(eval, base, number_neg(eval, exponent));
    return power == VALUE_LIMIT ? VALUE_LIMIT : quotient(eval, one, power);
}

/* A positive base to the p/q: the q-th root, to the p. */
static value fractional_power(struct eval *eval, value base, value exponent) {
    struct value_table *values = eval_values(eval);
    const uint64_t *words = value_at(values, exponent)->words;
    value above = words[0], below = words[1];
    if (base == one)
        return one;
    if (!value_is_small(below) || value_small(below) > UINT32_MAX ||
        !number_may_compute(eval, base, base))
        return VALUE_LIMIT;
    value root = real_root(values, base, (uint32_t)value_small(below));
    return root == VALUE_LIMIT ? VALUE_LIMIT : integral_power(eval, root, above);
}

/*
 * Open are 0 to 0 and to negative exponents, and negative bases with
 * exponents that are not integral. An algebraic number to an irrational power is
 * transcendental unless it is 0 or 1.
 */
static value real_caret(struct eval *eval, const struct application *a) {
    struct value_table *values = eval_values(eval);
    value base = a->args[0], exponent = a->args[1];
    int base_sign = real_sign(values, base), sign = real_sign(values, exponent);
    if (base_sign == 0)
        return sign > 0 ? zero : eval_open(eval, a);
    if (sign == 0)
        return one;
    enum value_kind kind = value_kind(values, exponent);
    if (kind != VALUE_RATIO && kind != VALUE_ALGEBRAIC)
        return integral_power(eval, base, exponent);
    if (base_sign < 0)
        return eval_open(eval, a);
    if (kind == VALUE_ALGEBRAIC)
        return base == one ? one : VALUE_LIMIT;
    return fractional_power(eval, base, exponent);
}

/* z3's ^0: the choice of ^ at 0 and 0. */
static value real_caret0(struct eval *eval, const struct application *a) {
    if (a->args[0] != zero || a->args[1] != zero)
        return eval_open(eval, a);
    return open_by_zero(eval, OP_REAL_CARET, zero);
}

/* ---- reals and integers ---- */

static value same_number(struct eval *eval, const struct application *a) {
    (void)eval;
    return a->args[0];
}

static value to_int(struct eval *eval, const struct application *a) {
    value x = a->args[0];
    if (value_is_small(x))
        return x;
    return number_may_compute(eval, x, x) ? real_floor(eval_values(eval), x) : VALUE_LIMIT;
}

static value is_int(struct eval *eval, const struct application *a) {
    enum value_kind kind = value_kind(eval_values(eval), a->args[0]);
    return value_of_bool(kind != VALUE_RATIO && kind != VALUE_ALGEBRAIC);
}

/* clang-format off */
const struct meaning theory_reals[] = {
    {OP_REAL_NEG,       0, real_neg_of},
    {OP_REAL_SUB,       0, real_sub_of},
    {OP_REAL_ADD,       0, real_add_of},
    {OP_REAL_MUL,       0, real_mul_of},
    {OP_REAL_DIV,       0, real_div_of},
    {OP_REAL_LE,        0, real_le},
    {OP_REAL_LT,        0, real_lt},
    {OP_REAL_GE,        0, real_ge},
    {OP_REAL_GT,        0, real_gt},
    {OP_REAL_ABS,       0, real_abs},
    {OP_REAL_CARET,     0, real_caret},
    {OP_REAL_DIV_TOTAL, 0, real_div_total},
    {OP_REAL_DIV0,      0, real_div0},
    {OP_REAL_CARET0,    0, real_caret0},
    {OP_TO_REAL,        0, same_number},
    {OP_REAL_TO_REAL,   0, same_number},
    {OP_TO_INT,         0, to_int},
    {OP_IS_INT,         0, is_int},
    {0, 0, NULL},
};
/* clang-format on */
