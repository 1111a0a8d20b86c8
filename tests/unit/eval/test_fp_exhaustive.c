/*
 * All operations on all floats of tiny formats, in all rounding modes, against
 * their definitions: a float is a fraction, rounding is a search among all
 * floats of the format. Nothing here is shared with eval/float.c.
 */
#include "eval/applying.h"
#include "eval/float.h"

__extension__ typedef __int128 wide_int;

/* ---- fractions ---- */

struct fraction {
    int64_t n, d; /* d > 0 */
};

static struct fraction fraction(int64_t n, int64_t d) {
    return d < 0 ? (struct fraction){-n, -d} : (struct fraction){n, d};
}

static struct fraction sum(struct fraction a, struct fraction b) {
    return fraction(a.n * b.d + b.n * a.d, a.d * b.d);
}

static struct fraction product(struct fraction a, struct fraction b) {
    return fraction(a.n * b.n, a.d * b.d);
}

static struct fraction quotient(struct fraction a, struct fraction b) {
    return fraction(a.n * b.d, a.d * b.n);
}

static struct fraction minus(struct fraction a) {
    return fraction(-a.n, a.d);
}

static struct fraction absolute(struct fraction a) {
    return a.n < 0 ? minus(a) : a;
}

static int order(struct fraction a, struct fraction b) {
    wide_int left = (wide_int)a.n * b.d, right = (wide_int)b.n * a.d;
    return (left > right) - (left < right);
}

static struct fraction power_of_two(int i) {
    return i >= 0 ? fraction((int64_t)1 << i, 1) : fraction(1, (int64_t)1 << -i);
}

static int64_t floor_of(struct fraction a) {
    int64_t q = a.n / a.d;
    return q * a.d > a.n ? q - 1 : q;
}

/* ---- floats ---- */

enum { PATTERNS_MAX = 1 << 9 };

struct number {
    bool nan, inf, negative;
    struct fraction f; /* if it is neither */
};

struct format {
    uint32_t e, s, n_patterns;
    uint32_t nan, inf, negative; /* the pattern of NaN, that of +oo, the sign bit */
    sort sort;
    struct number numbers[PATTERNS_MAX]; /* by pattern */
    struct fraction end;                 /* where the float after the greatest would be */
};

static struct number number_of_pattern(const struct format *format, uint32_t pattern) {
    uint32_t n = format->s - 1, fraction_bits = pattern & ((1u << n) - 1);
    uint32_t exponent = pattern >> n & ((1u << format->e) - 1);
    int bias = (1 << (format->e - 1)) - 1;
    struct number x = {.negative = (pattern & format->negative) != 0, .f = {0, 1}};
    if (exponent == (1u << format->e) - 1) {
        x.nan = fraction_bits != 0;
        x.inf = !x.nan;
        return x;
    }
    struct fraction m = fraction(fraction_bits, 1 << n);
    if (exponent == 0) {
        x.f = product(m, power_of_two(1 - bias));
    } else {
        x.f = product(sum(fraction(1, 1), m), power_of_two((int)exponent - bias));
    }
    if (x.negative)
        x.f = minus(x.f);
    return x;
}

static struct format format_new(struct applying *s, uint32_t e, uint32_t p) {
    struct format format = {.e = e,
                            .s = p,
                            .n_patterns = 1u << (e + p),
                            .negative = 1u << (e + p - 1),
                            .inf = ((1u << e) - 1) << (p - 1),
                            .sort = fp_sort(s, e, p)};
    assert_true(format.n_patterns <= PATTERNS_MAX);
    format.nan = format.inf | 1u << (p - 2);
    for (uint32_t i = 0; i < format.n_patterns; i++)
        format.numbers[i] = number_of_pattern(&format, i);
    format.end = power_of_two(1 << (e - 1));
    return format;
}

/* Is the pattern a value, not another spelling of NaN? */
static bool is_value(const struct format *format, uint32_t pattern) {
    return !format->numbers[pattern].nan || pattern == format->nan;
}

static bool is_zero(struct number x) {
    return !x.nan && !x.inf && x.f.n == 0;
}

/* ---- rounding, by definition ---- */

/* The fraction, or its square root. */
struct exact {
    struct fraction f;
    bool is_root;
};

/* The order of |a| and |exact|. */
static int order_to(struct fraction a, struct exact x) {
    return order(x.is_root ? product(a, a) : a, absolute(x.f));
}

/* Does rounding go away from zero? `middle` is the order of the middle to the number. */
static bool goes_up(enum rounding mode, bool negative, int middle, bool lower_is_even) {
    switch (mode) {
    case ROUND_RNE:
        return middle < 0 || (middle == 0 && !lower_is_even);
    case ROUND_RNA:
        return middle <= 0;
    case ROUND_RTP:
        return !negative;
    case ROUND_RTN:
        return negative;
    default:
        return false;
    }
}

/* The pattern of the rounded number; zero_sign is the sign of an exact zero. */
static uint32_t rounded(const struct format *format, enum rounding mode, struct exact x,
                        bool zero_sign) {
    if (x.f.n == 0)
        return zero_sign ? format->negative : 0;
    bool negative = x.f.n < 0;
    uint32_t sign = negative ? format->negative : 0;
    uint32_t lower = 0;
    while (lower + 1 < format->inf && order_to(format->numbers[lower + 1].f, x) <= 0)
        lower++;
    if (order_to(format->numbers[lower].f, x) == 0)
        return sign | lower;
    struct fraction upper = lower + 1 == format->inf ? format->end : format->numbers[lower + 1].f;
    struct fraction middle = product(sum(format->numbers[lower].f, upper), fraction(1, 2));
    bool up = goes_up(mode, negative, order_to(middle, x), lower % 2 == 0);
    return sign | (up ? lower + 1 : lower);
}

static uint32_t rounded_fraction(const struct format *format, enum rounding mode, struct fraction f,
                                 bool zero_sign) {
    return rounded(format, mode, (struct exact){f, false}, zero_sign);
}

static int64_t rounded_integer(enum rounding mode, struct fraction f) {
    int64_t below = floor_of(f);
    if (order(fraction(below, 1), f) == 0)
        return below;
    struct fraction middle = fraction(2 * below + 1, 2);
    switch (mode) {
    case ROUND_RNE:
        return order(f, middle) < 0 || (order(f, middle) == 0 && below % 2 == 0) ? below
                                                                                 : below + 1;
    case ROUND_RNA:
        return order(f, middle) < 0 || (order(f, middle) == 0 && f.n < 0) ? below : below + 1;
    case ROUND_RTP:
        return below + 1;
    case ROUND_RTN:
        return below;
    default:
        return f.n < 0 ? below + 1 : below;
    }
}

/* ---- operations, by definition ---- */

static uint32_t infinity(const struct format *format, bool negative) {
    return format->inf | (negative ? format->negative : 0);
}

static uint32_t zero(const struct format *format, bool negative) {
    return negative ? format->negative : 0;
}

/* x + y, where each may be a fraction that is no float; a zero has a sign. */
static uint32_t added(const struct format *format, enum rounding mode, struct number x,
                      struct number y) {
    if (x.nan || y.nan || (x.inf && y.inf && x.negative != y.negative))
        return format->nan;
    if (x.inf || y.inf)
        return infinity(format, x.inf ? x.negative : y.negative);
    bool sign =
        is_zero(x) && is_zero(y) && x.negative == y.negative ? x.negative : mode == ROUND_RTN;
    return rounded_fraction(format, mode, sum(x.f, y.f), sign);
}

static struct number negated(struct number x) {
    x.negative = !x.negative;
    x.f = minus(x.f);
    return x;
}

/* Exact, so it may be no float. */
static struct number multiplied(struct number x, struct number y) {
    struct number z = {.negative = x.negative != y.negative, .f = {0, 1}};
    if (x.nan || y.nan || (x.inf && is_zero(y)) || (y.inf && is_zero(x)))
        z.nan = true;
    else if (x.inf || y.inf)
        z.inf = true;
    else
        z.f = product(x.f, y.f);
    return z;
}

static uint32_t of_product(const struct format *format, enum rounding mode, struct number z) {
    return z.nan   ? format->nan
           : z.inf ? infinity(format, z.negative)
                   : rounded_fraction(format, mode, z.f, z.negative);
}

static uint32_t divided(const struct format *format, enum rounding mode, struct number x,
                        struct number y) {
    bool negative = x.negative != y.negative;
    if (x.nan || y.nan || (x.inf && y.inf) || (is_zero(x) && is_zero(y)))
        return format->nan;
    if (x.inf || is_zero(y))
        return infinity(format, negative);
    if (y.inf)
        return zero(format, negative);
    return rounded_fraction(format, mode, quotient(x.f, y.f), negative);
}

static uint32_t root(const struct format *format, enum rounding mode, struct number x) {
    if (is_zero(x))
        return zero(format, x.negative);
    if (x.nan || x.negative)
        return format->nan;
    return x.inf ? format->inf : rounded(format, mode, (struct exact){x.f, true}, false);
}

static uint32_t remainder_of(const struct format *format, struct number x, struct number y) {
    if (x.nan || y.nan || x.inf || is_zero(y))
        return format->nan;
    struct fraction r = x.f;
    if (!y.inf) {
        int64_t n = rounded_integer(ROUND_RNE, quotient(x.f, y.f));
        r = sum(x.f, minus(product(y.f, fraction(n, 1))));
    }
    for (int mode = 0; mode < 5; mode++) /* it is exact */
        assert_int_equal(rounded_fraction(format, (enum rounding)mode, r, x.negative),
                         rounded_fraction(format, ROUND_RNE, r, x.negative));
    return rounded_fraction(format, ROUND_RNE, r, x.negative);
}

static uint32_t integral(const struct format *format, enum rounding mode, struct number x) {
    if (x.nan)
        return format->nan;
    if (x.inf)
        return infinity(format, x.negative);
    return rounded_fraction(format, mode, fraction(rounded_integer(mode, x.f), 1), x.negative);
}

/* ---- comparing ---- */

static const enum rounding modes[] = {ROUND_RNE, ROUND_RNA, ROUND_RTP, ROUND_RTN, ROUND_RTZ};
enum { OPEN = UINT32_MAX }; /* what is expected of what the standard leaves open */

static value value_of_pattern(uint32_t pattern) {
    return value_of_small(pattern);
}

static void check(struct applying *s, const struct format *format, enum op op, value found,
                  uint32_t expected, const value *args, uint32_t n) {
    bool good = expected == OPEN ? !value_is_definite(s->values, found) && found != VALUE_LIMIT
                                 : found == value_of_small(expected);
    if (!good)
        fail_msg("(%u, %u) %s of %d %d %d %d (%u arguments): %d, not %d", format->e, format->s,
                 op_row(op)->name, (int)value_small(args[0]), n > 1 ? (int)value_small(args[1]) : 0,
                 n > 2 ? (int)value_small(args[2]) : 0, n > 3 ? (int)value_small(args[3]) : 0, n,
                 (int)value_small(found), (int)expected);
}

/* An operator with a rounding mode and up to three floats. */
static void check_rounding(struct applying *s, const struct format *format, enum op op,
                           enum rounding mode, uint32_t x, uint32_t y, uint32_t z, uint32_t n,
                           uint32_t expected) {
    sort sorts[] = {SORT_ROUNDING_MODE, format->sort, format->sort, format->sort};
    value args[] = {value_of_small(mode), value_of_pattern(x), value_of_pattern(y),
                    value_of_pattern(z)};
    check(s, format, op, apply(s, op, 0, 0, format->sort, sorts, args, n), expected, args, n);
}

static void check_predicate(struct applying *s, const struct format *format, enum op op, uint32_t x,
                            uint32_t y, uint32_t n, bool expected) {
    sort sorts[] = {format->sort, format->sort};
    value args[] = {value_of_pattern(x), value_of_pattern(y)};
    check(s, format, op, apply(s, op, 0, 0, SORT_BOOL, sorts, args, n), expected ? 1 : 0, args, n);
}

static void check_plain(struct applying *s, const struct format *format, enum op op, uint32_t x,
                        uint32_t y, uint32_t n, uint32_t expected) {
    sort sorts[] = {format->sort, format->sort};
    value args[] = {value_of_pattern(x), value_of_pattern(y)};
    check(s, format, op, apply(s, op, 0, 0, format->sort, sorts, args, n), expected, args, n);
}

/* ---- one float ---- */

static void check_classes(struct applying *s, const struct format *format, uint32_t pattern) {
    struct number x = format->numbers[pattern];
    bool finite = !x.nan && !x.inf;
    bool small = order(absolute(x.f), power_of_two(2 - (1 << (format->e - 1)))) < 0;
    check_predicate(s, format, OP_FP_IS_NAN, pattern, 0, 1, x.nan);
    check_predicate(s, format, OP_FP_IS_INF, pattern, 0, 1, x.inf);
    check_predicate(s, format, OP_FP_IS_ZERO, pattern, 0, 1, is_zero(x));
    check_predicate(s, format, OP_FP_IS_NORMAL, pattern, 0, 1, finite && !small);
    check_predicate(s, format, OP_FP_IS_SUBNORMAL, pattern, 0, 1, finite && small && x.f.n != 0);
    check_predicate(s, format, OP_FP_IS_NEG, pattern, 0, 1, !x.nan && x.negative);
    check_predicate(s, format, OP_FP_IS_POS, pattern, 0, 1, !x.nan && !x.negative);
    uint32_t without = pattern & ~format->negative;
    check_plain(s, format, OP_FP_ABS, pattern, 0, 1, x.nan ? format->nan : without);
    check_plain(s, format, OP_FP_NEG, pattern, 0, 1,
                x.nan ? format->nan : pattern ^ format->negative);
    check_plain(s, format, OP_FP_TO_BITS, pattern, 0, 1, x.nan ? (uint32_t)OPEN : pattern);
}

static void check_to_bits(struct applying *s, const struct format *format, enum rounding mode,
                          uint32_t pattern, uint32_t m) {
    struct number x = format->numbers[pattern];
    value args[] = {value_of_small(mode), value_of_pattern(pattern), value_of_small(1)};
    sort bv = bv_sort(s, m), sorts[] = {SORT_ROUNDING_MODE, format->sort, bv};
    int64_t n = x.nan || x.inf ? 0 : rounded_integer(mode, x.f), count = (int64_t)1 << m;
    bool fits = !x.nan && !x.inf && n >= 0 && n < count;
    check(s, format, OP_FP_TO_UBV, apply(s, OP_FP_TO_UBV, m, 0, bv, sorts, args, 2),
          fits ? (uint32_t)n : OPEN, args, 2);
    check(s, format, OP_FP_TO_UBV_TOTAL, apply(s, OP_FP_TO_UBV_TOTAL, m, 0, bv, sorts, args, 3),
          fits ? (uint32_t)n : 1, args, 3);
    fits = !x.nan && !x.inf && n >= -count / 2 && n < count / 2;
    uint32_t bits = (uint32_t)(n < 0 ? n + count : n);
    check(s, format, OP_FP_TO_SBV, apply(s, OP_FP_TO_SBV, m, 0, bv, sorts, args, 2),
          fits ? bits : OPEN, args, 2);
    check(s, format, OP_FP_TO_SBV_TOTAL, apply(s, OP_FP_TO_SBV_TOTAL, m, 0, bv, sorts, args, 3),
          fits ? bits : 1, args, 3);
}

static value value_of_fraction(struct applying *s, struct fraction f) {
    mpq_t q;
    mpq_init(q);
    mpq_set_si(q, f.n, (unsigned long)f.d);
    mpq_canonicalize(q);
    value v = value_of_mpq(s->values, q);
    mpq_clear(q);
    return v;
}

static void check_to_real(struct applying *s, const struct format *format, uint32_t pattern) {
    struct number x = format->numbers[pattern];
    value args[] = {value_of_pattern(pattern), value_of_small(77)};
    sort sorts[] = {format->sort, SORT_REAL};
    value found = apply(s, OP_FP_TO_REAL, 0, 0, SORT_REAL, sorts, args, 1);
    value total = apply(s, OP_FP_TO_REAL_TOTAL, 0, 0, SORT_REAL, sorts, args, 2);
    if (x.nan || x.inf) {
        assert_false(value_is_definite(s->values, found));
        assert_int_equal(total, args[1]);
    } else {
        assert_int_equal(found, value_of_fraction(s, x.f));
        assert_int_equal(total, found);
    }
}

static void check_one(struct applying *s, const struct format *format, uint32_t x) {
    check_classes(s, format, x);
    check_to_real(s, format, x);
    for (size_t i = 0; i < LENGTH(modes); i++) {
        struct number number = format->numbers[x];
        check_rounding(s, format, OP_FP_SQRT, modes[i], x, 0, 0, 2, root(format, modes[i], number));
        check_rounding(s, format, OP_FP_RTI, modes[i], x, 0, 0, 2,
                       integral(format, modes[i], number));
        for (uint32_t m = 1; m <= 9; m++)
            check_to_bits(s, format, modes[i], x, m);
    }
}

/* ---- two floats ---- */

static void check_order(struct applying *s, const struct format *format, uint32_t a, uint32_t b) {
    struct number x = format->numbers[a], y = format->numbers[b];
    bool less = false, equal = false;
    if (!x.nan && !y.nan) {
        equal = x.inf || y.inf ? x.inf && y.inf && x.negative == y.negative : order(x.f, y.f) == 0;
        less = !equal && ((x.inf && x.negative) || (y.inf && !y.negative) ||
                          (!x.inf && !y.inf && order(x.f, y.f) < 0));
    }
    bool greater = !x.nan && !y.nan && !less && !equal;
    check_predicate(s, format, OP_FP_LT, a, b, 2, less);
    check_predicate(s, format, OP_FP_LEQ, a, b, 2, less || equal);
    check_predicate(s, format, OP_FP_GT, a, b, 2, greater);
    check_predicate(s, format, OP_FP_GEQ, a, b, 2, greater || equal);
    check_predicate(s, format, OP_FP_EQ, a, b, 2, equal);

    bool open = is_zero(x) && is_zero(y) && a != b;
    uint32_t min = x.nan ? b : y.nan ? a : less || equal ? a : b;
    uint32_t max = x.nan ? b : y.nan ? a : greater || equal ? a : b;
    check_plain(s, format, OP_FP_MIN, a, b, 2, open ? (uint32_t)OPEN : min);
    check_plain(s, format, OP_FP_MAX, a, b, 2, open ? (uint32_t)OPEN : max);
    sort sorts[] = {format->sort, format->sort, bv_sort(s, 1)};
    for (uint32_t bit = 0; bit < 2; bit++) {
        value args[] = {value_of_pattern(a), value_of_pattern(b), value_of_small(bit)};
        check(s, format, OP_FP_MIN_TOTAL,
              apply(s, OP_FP_MIN_TOTAL, 0, 0, format->sort, sorts, args, 3),
              open ? (bit == 1 ? a : b) : min, args, 3);
        check(s, format, OP_FP_MAX_TOTAL,
              apply(s, OP_FP_MAX_TOTAL, 0, 0, format->sort, sorts, args, 3),
              open ? (uint32_t)OPEN : max, args, 3);
    }
}

static void check_two(struct applying *s, const struct format *format, uint32_t a, uint32_t b) {
    struct number x = format->numbers[a], y = format->numbers[b];
    check_order(s, format, a, b);
    check_plain(s, format, OP_FP_REM, a, b, 2, remainder_of(format, x, y));
    for (size_t i = 0; i < LENGTH(modes); i++) {
        enum rounding mode = modes[i];
        check_rounding(s, format, OP_FP_ADD, mode, a, b, 0, 3, added(format, mode, x, y));
        check_rounding(s, format, OP_FP_SUB, mode, a, b, 0, 3, added(format, mode, x, negated(y)));
        check_rounding(s, format, OP_FP_MUL, mode, a, b, 0, 3,
                       of_product(format, mode, multiplied(x, y)));
        check_rounding(s, format, OP_FP_DIV, mode, a, b, 0, 3, divided(format, mode, x, y));
    }
}

static void check_three(struct applying *s, const struct format *format, uint32_t a, uint32_t b,
                        uint32_t c) {
    struct number xy = multiplied(format->numbers[a], format->numbers[b]);
    for (size_t i = 0; i < LENGTH(modes); i++)
        check_rounding(s, format, OP_FP_FMA, modes[i], a, b, c, 4,
                       added(format, modes[i], xy, format->numbers[c]));
}

/* ---- floats from others ---- */

static void check_patterns(struct applying *s, const struct format *format) {
    sort bits_sort = bv_sort(s, format->e + format->s);
    sort sorts[] = {bv_sort(s, 1), bv_sort(s, format->e), bv_sort(s, format->s - 1)};
    for (uint32_t i = 0; i < format->n_patterns; i++) {
        uint32_t expected = format->numbers[i].nan ? format->nan : i, n = format->s - 1;
        value bits = value_of_small(i);
        value parts[] = {value_of_small(i >> (n + format->e)),
                         value_of_small(i >> n & ((1u << format->e) - 1)),
                         value_of_small(i & ((1u << n) - 1))};
        check(s, format, OP_FP_OF_BITS,
              apply(s, OP_FP_OF_BITS, 0, 0, format->sort, &bits_sort, &bits, 1), expected, &bits,
              1);
        check(s, format, OP_FP, apply(s, OP_FP, 0, 0, format->sort, sorts, parts, 3), expected,
              parts, 3);
        check(s, format, OP_FP_OF_PARTS,
              apply(s, OP_FP_OF_PARTS, 0, 0, format->sort, sorts, parts, 3), expected, parts, 3);
    }
    const struct {
        enum op op;
        uint32_t expected;
    } constants[] = {{OP_FP_POS_INF, format->inf},
                     {OP_FP_NEG_INF, format->inf | format->negative},
                     {OP_FP_POS_ZERO, 0},
                     {OP_FP_NEG_ZERO, format->negative},
                     {OP_FP_NAN_VALUE, format->nan}};
    value none = value_of_small(0);
    for (size_t i = 0; i < LENGTH(constants); i++)
        check(s, format, constants[i].op,
              apply(s, constants[i].op, format->e, format->s, format->sort, NULL, NULL, 0),
              constants[i].expected, &none, 1);
}

static void check_conversion(struct applying *s, const struct format *from,
                             const struct format *to) {
    sort sorts[] = {SORT_ROUNDING_MODE, from->sort};
    for (uint32_t i = 0; i < from->n_patterns; i++)
        for (size_t m = 0; m < LENGTH(modes) && is_value(from, i); m++) {
            struct number x = from->numbers[i];
            uint32_t expected = x.nan   ? to->nan
                                : x.inf ? infinity(to, x.negative)
                                        : rounded_fraction(to, modes[m], x.f, x.negative);
            value args[] = {value_of_small(modes[m]), value_of_pattern(i)};
            check(s, to, OP_FP_OF_FP, apply(s, OP_FP_OF_FP, 0, 0, to->sort, sorts, args, 2),
                  expected, args, 2);
        }
}

static void check_integers(struct applying *s, const struct format *format, uint32_t m) {
    sort sorts[] = {SORT_ROUNDING_MODE, bv_sort(s, m)};
    sort int_sorts[] = {SORT_ROUNDING_MODE, SORT_INT};
    int64_t count = (int64_t)1 << m;
    for (int64_t i = 0; i < count; i++)
        for (size_t mode = 0; mode < LENGTH(modes); mode++) {
            value args[] = {value_of_small(modes[mode]), value_of_small(i)};
            uint32_t expected = rounded_fraction(format, modes[mode], fraction(i, 1), false);
            check(s, format, OP_FP_OF_UBV,
                  apply(s, OP_FP_OF_UBV, 0, 0, format->sort, sorts, args, 2), expected, args, 2);
            check(s, format, OP_FP_OF_INT,
                  apply(s, OP_FP_OF_INT, 0, 0, format->sort, int_sorts, args, 2), expected, args,
                  2);
            int64_t n = i >= count / 2 ? i - count : i;
            expected = rounded_fraction(format, modes[mode], fraction(n, 1), false);
            check(s, format, OP_FP_OF_SBV,
                  apply(s, OP_FP_OF_SBV, 0, 0, format->sort, sorts, args, 2), expected, args, 2);
            args[1] = value_of_small(n);
            check(s, format, OP_FP_OF_INT,
                  apply(s, OP_FP_OF_INT, 0, 0, format->sort, int_sorts, args, 2), expected, args,
                  2);
        }
}

/* As a real, and as a real times a power of two. */
static void check_fraction(struct applying *s, const struct format *format, struct fraction f) {
    sort sorts[] = {SORT_ROUNDING_MODE, SORT_REAL, SORT_INT};
    sort turned[] = {SORT_ROUNDING_MODE, SORT_INT, SORT_REAL};
    for (size_t m = 0; m < LENGTH(modes); m++) {
        uint32_t expected = rounded_fraction(format, modes[m], f, false);
        value args[] = {value_of_small(modes[m]), value_of_fraction(s, f), value_of_small(0)};
        if (apply(s, OP_FP_OF_REAL, 0, 0, format->sort, sorts, args, 2) !=
            value_of_pattern(expected))
            fail_msg("(%u, %u) in mode %d, %lld/%lld is not pattern %u", format->e, format->s,
                     modes[m], (long long)f.n, (long long)f.d, expected);
        for (int i = -3; i <= 3; i++) {
            value power = value_of_small(-i),
                  rest = value_of_fraction(s, product(f, power_of_two(i)));
            args[1] = rest;
            args[2] = power;
            assert_int_equal(apply(s, OP_FP_OF_REAL_EXP, 0, 0, format->sort, sorts, args, 3),
                             value_of_pattern(expected));
            args[1] = power;
            args[2] = rest;
            assert_int_equal(apply(s, OP_FP_OF_EXP_REAL, 0, 0, format->sort, turned, args, 3),
                             value_of_pattern(expected));
        }
    }
}

/* Around each float, and around the middle of each and the next. */
static void check_fractions(struct applying *s, const struct format *format) {
    static const struct fraction offsets[] = {{0, 1},
                                              {1, 4},
                                              {1, 2},
                                              {3, 4},
                                              {1, 3},
                                              {2, 3},
                                              {1, 1000003},
                                              {1000002, 1000003},
                                              {500001, 1000003},
                                              {500002, 1000003}};
    for (uint32_t i = 0; i < format->inf; i++) {
        struct fraction lower = format->numbers[i].f;
        struct fraction upper = i + 1 == format->inf ? format->end : format->numbers[i + 1].f;
        for (size_t k = 0; k < LENGTH(offsets); k++) {
            struct fraction f = sum(lower, product(sum(upper, minus(lower)), offsets[k]));
            check_fraction(s, format, f);
            check_fraction(s, format, minus(f));
        }
    }
    check_fraction(s, format, format->end);
    check_fraction(s, format, minus(product(format->end, fraction(7, 3))));
}

/* ---- tests ---- */

static const struct {
    uint32_t e, s;
} tiny[] = {{2, 2}, {2, 3}, {3, 2}, {2, 4}, {3, 3}, {4, 2}, {2, 5}};

static void every_operator_has_a_meaning(void **state) {
    struct applying s = applying_new();
    assert_complete(&s, THEORY_FP);
    static const enum op ops[] = {OP_RNE, OP_RNA, OP_RTP, OP_RTN, OP_RTZ};
    for (size_t i = 0; i < LENGTH(ops); i++)
        assert_int_equal(apply(&s, ops[i], 0, 0, SORT_ROUNDING_MODE, NULL, NULL, 0),
                         value_of_small(modes[i]));
    applying_free(&s);
}

static void all_pairs_of_tiny_floats(void **state) {
    struct applying s = applying_new();
    for (size_t i = 0; i < LENGTH(tiny); i++) {
        struct format format = format_new(&s, tiny[i].e, tiny[i].s);
        check_patterns(&s, &format);
        for (uint32_t a = 0; a < format.n_patterns; a++) {
            if (!is_value(&format, a))
                continue;
            check_one(&s, &format, a);
            for (uint32_t b = 0; b < format.n_patterns; b++)
                if (is_value(&format, b))
                    check_two(&s, &format, a, b);
        }
    }
    applying_free(&s);
}

static void all_triples_of_tiny_floats(void **state) {
    struct applying s = applying_new();
    for (size_t i = 0; i < LENGTH(tiny); i++) {
        struct format format = format_new(&s, tiny[i].e, tiny[i].s);
        if (format.n_patterns > 32 && (format.e != 3 || format.s != 3))
            continue;
        for (uint32_t a = 0; a < format.n_patterns; a++)
            for (uint32_t b = 0; b < format.n_patterns; b++)
                for (uint32_t c = 0; c < format.n_patterns; c++)
                    if (is_value(&format, a) && is_value(&format, b) && is_value(&format, c))
                        check_three(&s, &format, a, b, c);
    }
    applying_free(&s);
}

static void tiny_floats_become_others(void **state) {
    static const struct {
        uint32_t e, s;
    } others[] = {{2, 2}, {2, 3}, {3, 2}, {3, 3}, {4, 3}, {3, 5}, {2, 7}, {4, 5}, {5, 2}};
    struct applying s = applying_new();
    for (size_t i = 0; i < LENGTH(others); i++) {
        struct format from = format_new(&s, others[i].e, others[i].s);
        for (size_t j = 0; j < LENGTH(others); j++) {
            struct format to = format_new(&s, others[j].e, others[j].s);
            check_conversion(&s, &from, &to);
        }
    }
    applying_free(&s);
}

static void numbers_become_tiny_floats(void **state) {
    struct applying s = applying_new();
    for (size_t i = 0; i < LENGTH(tiny); i++) {
        struct format format = format_new(&s, tiny[i].e, tiny[i].s);
        for (uint32_t m = 1; m <= 9; m++)
            check_integers(&s, &format, m);
        check_fractions(&s, &format);
    }
    applying_free(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(every_operator_has_a_meaning), TEST(all_pairs_of_tiny_floats),
        TEST(all_triples_of_tiny_floats),   TEST(tiny_floats_become_others),
        TEST(numbers_become_tiny_floats),
    };
    return RUN(tests);
}
