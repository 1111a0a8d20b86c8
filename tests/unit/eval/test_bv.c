/*
 * Every operator on bit-vectors against a definition of its own, bit by bit:
 * bits are an array of bool, the lowest first. All arguments up to width 6,
 * random ones up to width 1000.
 */
#include "eval/applying.h"

enum { MOST = 1000 }; /* bits */

/* ---- definitions ---- */

static void copy(bool *to, const bool *x, uint32_t n) {
    memmove(to, x, n);
}

static bool is_zero(const bool *x, uint32_t n) {
    for (uint32_t i = 0; i < n; i++)
        if (x[i])
            return false;
    return true;
}

static bool is_ones(const bool *x, uint32_t n) {
    for (uint32_t i = 0; i < n; i++)
        if (!x[i])
            return false;
    return true;
}

static bool less(const bool *x, const bool *y, uint32_t n) {
    for (uint32_t i = n; i-- > 0;)
        if (x[i] != y[i])
            return y[i];
    return false;
}

static bool signed_less(const bool *x, const bool *y, uint32_t n) {
    return x[n - 1] != y[n - 1] ? x[n - 1] : less(x, y, n);
}

/* Returns the carry. */
static bool add(bool *to, const bool *x, const bool *y, uint32_t n, bool carry) {
    for (uint32_t i = 0; i < n; i++) {
        int sum = x[i] + y[i] + carry;
        to[i] = sum % 2 != 0;
        carry = sum / 2 != 0;
    }
    return carry;
}

static void invert(bool *to, const bool *x, uint32_t n) {
    for (uint32_t i = 0; i < n; i++)
        to[i] = !x[i];
}

static void negate(bool *to, const bool *x, uint32_t n) {
    bool inverted[2 * MOST + 2], zero[2 * MOST + 2] = {false};
    invert(inverted, x, n);
    add(to, inverted, zero, n, true);
}

static void subtract(bool *to, const bool *x, const bool *y, uint32_t n) {
    bool inverted[2 * MOST + 2];
    invert(inverted, y, n);
    add(to, x, inverted, n, true);
}

static void multiply(bool *to, const bool *x, const bool *y, uint32_t n) {
    bool sum[2 * MOST + 2] = {false};
    for (uint32_t i = 0; i < n; i++)
        if (y[i])
            add(sum + i, sum + i, x, n - i, false);
    copy(to, sum, n);
}

/* Long division; by 0 the quotient is all ones and the rest is x. */
static void divide(bool *quotient, bool *rest, const bool *x, const bool *y, uint32_t n) {
    bool r[MOST + 1] = {false}, divisor[MOST + 1] = {false}, q[MOST];
    copy(divisor, y, n);
    for (uint32_t i = n; i-- > 0;) {
        memmove(r + 1, r, n);
        r[0] = x[i];
        q[i] = !less(r, divisor, n + 1);
        if (q[i])
            subtract(r, r, divisor, n + 1);
    }
    copy(quotient, q, n);
    copy(rest, r, n);
}

static void magnitude(bool *to, const bool *x, uint32_t n) {
    if (x[n - 1])
        negate(to, x, n);
    else
        copy(to, x, n);
}

/* As logic QF_BV defines them by bvudiv, bvurem, bvneg. */
static void signed_divide(enum op op, bool *to, const bool *x, const bool *y, uint32_t n) {
    bool abs_x[MOST], abs_y[MOST], q[MOST], r[MOST];
    magnitude(abs_x, x, n);
    magnitude(abs_y, y, n);
    divide(q, r, abs_x, abs_y, n);
    bool neg_x = x[n - 1], neg_y = y[n - 1];
    if (op == OP_BV_SDIV) {
        if (neg_x != neg_y)
            negate(to, q, n);
        else
            copy(to, q, n);
    } else if (op == OP_BV_SREM) {
        if (neg_x)
            negate(to, r, n);
        else
            copy(to, r, n);
    } else if (is_zero(r, n) || (!neg_x && !neg_y)) {
        copy(to, r, n);
    } else if (neg_x && !neg_y) {
        negate(r, r, n);
        add(to, r, y, n, false);
    } else if (!neg_x) {
        add(to, r, y, n, false);
    } else {
        negate(to, r, n);
    }
}

/* One step at a time, at most n of them. */
static void shift(enum op op, bool *to, const bool *x, const bool *y, uint32_t n) {
    bool left[MOST], bits[MOST];
    copy(left, y, n);
    copy(bits, x, n);
    for (uint32_t steps = 0; !is_zero(left, n) && steps < n; steps++) {
        if (op == OP_BV_SHL) {
            memmove(bits + 1, bits, n - 1);
            bits[0] = false;
        } else {
            bool high = op == OP_BV_ASHR && bits[n - 1];
            memmove(bits, bits + 1, n - 1);
            bits[n - 1] = high;
        }
        bool one[MOST] = {true};
        subtract(left, left, one, n);
    }
    copy(to, bits, n);
}

static void rotate_once(enum op op, bool *bits, uint32_t n) {
    bool low = bits[0], high = bits[n - 1];
    if (op == OP_BV_ROTATE_LEFT || op == OP_BV_EXT_ROTATE_LEFT) {
        memmove(bits + 1, bits, n - 1);
        bits[0] = high;
    } else {
        memmove(bits, bits + 1, n - 1);
        bits[n - 1] = low;
    }
}

static void extend(bool *to, const bool *x, uint32_t n, uint32_t to_n, bool is_signed) {
    copy(to, x, n);
    for (uint32_t i = n; i < to_n; i++)
        to[i] = is_signed && x[n - 1];
}

/* Exactly, in twice the bits and two more; then: are the bits above those of an n-bit number? */
enum exact { SUM, DIFFERENCE, PRODUCT };
static bool overflows(enum exact what, const bool *x, const bool *y, uint32_t n, bool is_signed,
                      bool *negative) {
    uint32_t all = 2 * n + 2;
    bool a[2 * MOST + 2], b[2 * MOST + 2];
    extend(a, x, n, all, is_signed);
    extend(b, y, n, all, is_signed);
    if (what == SUM)
        add(a, a, b, all, false);
    else if (what == DIFFERENCE)
        subtract(a, a, b, all);
    else
        multiply(a, a, b, all);
    *negative = a[all - 1];
    for (uint32_t i = n; i < all; i++)
        if (a[i] != (is_signed && a[n - 1]))
            return true;
    return false;
}

/* Predicates of two arguments. */
static bool holds(enum op op, const bool *x, const bool *y, uint32_t n) {
    bool negative, over;
    switch (op) {
    case OP_BV_ULT:
    case OP_BV_ULTBV:
    case OP_BV_USUBO:
        return less(x, y, n);
    case OP_BV_ULE:
        return !less(y, x, n);
    case OP_BV_UGT:
        return less(y, x, n);
    case OP_BV_UGE:
        return !less(x, y, n);
    case OP_BV_SLT:
    case OP_BV_SLTBV:
        return signed_less(x, y, n);
    case OP_BV_SLE:
        return !signed_less(y, x, n);
    case OP_BV_SGT:
        return signed_less(y, x, n);
    case OP_BV_SGE:
        return !signed_less(x, y, n);
    case OP_BV_COMP:
        return memcmp(x, y, n) == 0;
    case OP_BV_UADDO:
        return overflows(SUM, x, y, n, false, &negative);
    case OP_BV_SADDO:
        return overflows(SUM, x, y, n, true, &negative);
    case OP_BV_SSUBO:
        return overflows(DIFFERENCE, x, y, n, true, &negative);
    case OP_BV_UMULO:
        return overflows(PRODUCT, x, y, n, false, &negative);
    case OP_BV_UMUL_NOOVFL:
        return !overflows(PRODUCT, x, y, n, false, &negative);
    case OP_BV_SMULO:
        return overflows(PRODUCT, x, y, n, true, &negative);
    case OP_BV_SMUL_NOOVFL:
        over = overflows(PRODUCT, x, y, n, true, &negative);
        return !(over && !negative);
    case OP_BV_SMUL_NOUDFL:
        over = overflows(PRODUCT, x, y, n, true, &negative);
        return !(over && negative);
    case OP_BV_SDIVO:
        return x[n - 1] && is_zero(x, n - 1) && is_ones(y, n);
    default:
        fail_msg("%s is no predicate", op_row(op)->name);
        return false;
    }
}

/* Operators of two bit-vectors that give one. */
static void combine(enum op op, bool *to, const bool *x, const bool *y, uint32_t n) {
    bool rest[MOST];
    switch (op) {
    case OP_BV_ADD:
        add(to, x, y, n, false);
        return;
    case OP_BV_SUB:
        subtract(to, x, y, n);
        return;
    case OP_BV_MUL:
        multiply(to, x, y, n);
        return;
    case OP_BV_UDIV:
        divide(to, rest, x, y, n);
        return;
    case OP_BV_UREM:
        divide(rest, to, x, y, n);
        return;
    case OP_BV_SDIV:
    case OP_BV_SREM:
    case OP_BV_SMOD:
        signed_divide(op, to, x, y, n);
        return;
    case OP_BV_SHL:
    case OP_BV_LSHR:
    case OP_BV_ASHR:
        shift(op, to, x, y, n);
        return;
    case OP_BV_EXT_ROTATE_LEFT:
    case OP_BV_EXT_ROTATE_RIGHT: {
        bool width[MOST] = {false}, q[MOST], one[MOST] = {true};
        for (uint32_t i = 0; i < 32 && i < n; i++)
            width[i] = (n >> i & 1) != 0;
        copy(rest, y, n);
        if (n > 2) /* else n needs more than n bits; the rounds are few anyway */
            divide(q, rest, y, width, n);
        copy(to, x, n);
        for (; !is_zero(rest, n); subtract(rest, rest, one, n))
            rotate_once(op, to, n);
        return;
    }
    default:
        break;
    }
    for (uint32_t i = 0; i < n; i++)
        to[i] = op == OP_BV_AND    ? x[i] && y[i]
                : op == OP_BV_OR   ? x[i] || y[i]
                : op == OP_BV_XOR  ? x[i] != y[i]
                : op == OP_BV_NAND ? !(x[i] && y[i])
                : op == OP_BV_NOR  ? !(x[i] || y[i])
                                   : x[i] == y[i];
}

static const enum op combining[] = {OP_BV_AND,
                                    OP_BV_OR,
                                    OP_BV_XOR,
                                    OP_BV_NAND,
                                    OP_BV_NOR,
                                    OP_BV_XNOR,
                                    OP_BV_ADD,
                                    OP_BV_SUB,
                                    OP_BV_MUL,
                                    OP_BV_UDIV,
                                    OP_BV_UREM,
                                    OP_BV_SDIV,
                                    OP_BV_SREM,
                                    OP_BV_SMOD,
                                    OP_BV_SHL,
                                    OP_BV_LSHR,
                                    OP_BV_ASHR,
                                    OP_BV_EXT_ROTATE_LEFT,
                                    OP_BV_EXT_ROTATE_RIGHT};
static const enum op predicates[] = {
    OP_BV_ULT,   OP_BV_ULE,   OP_BV_UGT,   OP_BV_UGE,         OP_BV_SLT,         OP_BV_SLE,
    OP_BV_SGT,   OP_BV_SGE,   OP_BV_UADDO, OP_BV_SADDO,       OP_BV_UMULO,       OP_BV_SMULO,
    OP_BV_USUBO, OP_BV_SSUBO, OP_BV_SDIVO, OP_BV_UMUL_NOOVFL, OP_BV_SMUL_NOOVFL, OP_BV_SMUL_NOUDFL};
static const enum op one_bit[] = {OP_BV_COMP, OP_BV_ULTBV, OP_BV_SLTBV};

/* ---- values and bits ---- */

static value value_of_bits(struct applying *s, const bool *bits, uint32_t n) {
    mpz_t number;
    mpz_init(number);
    for (uint32_t i = 0; i < n; i++)
        if (bits[i])
            mpz_setbit(number, i);
    value v = value_of_mpz(s->values, number);
    mpz_clear(number);
    return v;
}

static void check(struct applying *s, enum op op, uint32_t n, const value *args, uint32_t i,
                  uint32_t j, value found, value expected) {
    if (found == expected)
        return;
    struct number_room room;
    char *x = mpz_get_str(NULL, 16, value_mpz(s->values, args[0], &room));
    fail_msg("%s, width %u, indices %u %u, of %s: %llu, not %llu", op_row(op)->name, n, i, j, x,
             (unsigned long long)found, (unsigned long long)expected);
}

static void check_pair(struct applying *s, const bool *x, const bool *y, uint32_t n) {
    sort bv = bv_sort(s, n), sorts[] = {bv, bv};
    value args[] = {value_of_bits(s, x, n), value_of_bits(s, y, n)};
    bool to[MOST];
    for (size_t i = 0; i < LENGTH(combining); i++) {
        combine(combining[i], to, x, y, n);
        check(s, combining[i], n, args, 0, 0, apply(s, combining[i], 0, 0, bv, sorts, args, 2),
              value_of_bits(s, to, n));
    }
    for (size_t i = 0; i < LENGTH(predicates); i++)
        check(s, predicates[i], n, args, 0, 0,
              apply(s, predicates[i], 0, 0, SORT_BOOL, sorts, args, 2),
              value_of_bool(holds(predicates[i], x, y, n)));
    for (size_t i = 0; i < LENGTH(one_bit); i++)
        check(s, one_bit[i], n, args, 0, 0,
              apply(s, one_bit[i], 0, 0, bv_sort(s, 1), sorts, args, 2),
              value_of_small(holds(one_bit[i], x, y, n)));
}

static void check_concat(struct applying *s, const bool *x, uint32_t n, const bool *y, uint32_t m) {
    sort sorts[] = {bv_sort(s, n), bv_sort(s, m)};
    value args[] = {value_of_bits(s, x, n), value_of_bits(s, y, m)};
    bool to[2 * MOST];
    copy(to, y, m);
    copy(to + m, x, n);
    check(s, OP_BV_CONCAT, n, args, m, 0,
          apply(s, OP_BV_CONCAT, 0, 0, bv_sort(s, n + m), sorts, args, 2),
          value_of_bits(s, to, n + m));
    /* a step of a fold: the sort is that of the whole, that of the first argument is stale */
    sorts[0] = sorts[1];
    check(s, OP_BV_CONCAT_MANY, n, args, m, 0,
          apply(s, OP_BV_CONCAT_MANY, 0, 0, bv_sort(s, n + m + 30), sorts, args, 2),
          value_of_bits(s, to, n + m));
}

static void check_single(struct applying *s, const bool *x, uint32_t n) {
    sort bv = bv_sort(s, n), bit = bv_sort(s, 1);
    value arg = value_of_bits(s, x, n);
    bool to[MOST];
    invert(to, x, n);
    check(s, OP_BV_NOT, n, &arg, 0, 0, apply(s, OP_BV_NOT, 0, 0, bv, &bv, &arg, 1),
          value_of_bits(s, to, n));
    negate(to, x, n);
    check(s, OP_BV_NEG, n, &arg, 0, 0, apply(s, OP_BV_NEG, 0, 0, bv, &bv, &arg, 1),
          value_of_bits(s, to, n));
    check(s, OP_BV_NEGO, n, &arg, 0, 0, apply(s, OP_BV_NEGO, 0, 0, SORT_BOOL, &bv, &arg, 1),
          value_of_bool(x[n - 1] && is_zero(x, n - 1)));
    check(s, OP_BV_REDOR, n, &arg, 0, 0, apply(s, OP_BV_REDOR, 0, 0, bit, &bv, &arg, 1),
          value_of_small(!is_zero(x, n)));
    check(s, OP_BV_REDAND, n, &arg, 0, 0, apply(s, OP_BV_REDAND, 0, 0, bit, &bv, &arg, 1),
          value_of_small(is_ones(x, n)));
    check(s, OP_UBV_TO_INT, n, &arg, 0, 0, apply(s, OP_UBV_TO_INT, 0, 0, SORT_INT, &bv, &arg, 1),
          arg);
    /* signed: -2^(n-1) times the high bit, and the rest */
    mpz_t number, high;
    mpz_inits(number, high, NULL);
    for (uint32_t i = 0; i + 1 < n; i++)
        if (x[i])
            mpz_setbit(number, i);
    if (x[n - 1])
        mpz_setbit(high, n - 1);
    mpz_sub(number, number, high);
    value integer = value_of_mpz(s->values, number);
    mpz_clears(number, high, NULL);
    check(s, OP_SBV_TO_INT, n, &arg, 0, 0, apply(s, OP_SBV_TO_INT, 0, 0, SORT_INT, &bv, &arg, 1),
          integer);
    sort int_sort = SORT_INT;
    check(s, OP_INT_TO_BV, n, &arg, n, 0, apply(s, OP_INT_TO_BV, n, 0, bv, &int_sort, &integer, 1),
          arg);
}

static void check_bit(struct applying *s, const bool *x, uint32_t n, uint32_t i) {
    sort bv = bv_sort(s, n);
    value arg = value_of_bits(s, x, n);
    check(s, OP_BV_BIT, n, &arg, i, 0, apply(s, OP_BV_BIT, i, 0, SORT_BOOL, &bv, &arg, 1),
          value_of_bool(x[i]));
}

static void check_extract(struct applying *s, const bool *x, uint32_t n, uint32_t i, uint32_t j) {
    sort bv = bv_sort(s, n);
    value arg = value_of_bits(s, x, n);
    check(s, OP_BV_EXTRACT, n, &arg, i, j,
          apply(s, OP_BV_EXTRACT, i, j, bv_sort(s, i - j + 1), &bv, &arg, 1),
          value_of_bits(s, x + j, i - j + 1));
}

/* Extended by i, rotated by i, repeated i + 1 times, cut to i + 1 bits as an integer. */
static void check_indexed(struct applying *s, const bool *x, uint32_t n, uint32_t i) {
    sort bv = bv_sort(s, n);
    value arg = value_of_bits(s, x, n);
    bool to[10 * MOST];
    if (n + i <= 10 * MOST) {
        extend(to, x, n, n + i, false);
        check(s, OP_BV_ZERO_EXTEND, n, &arg, i, 0,
              apply(s, OP_BV_ZERO_EXTEND, i, 0, bv_sort(s, n + i), &bv, &arg, 1),
              value_of_bits(s, to, n + i));
        extend(to, x, n, n + i, true);
        check(s, OP_BV_SIGN_EXTEND, n, &arg, i, 0,
              apply(s, OP_BV_SIGN_EXTEND, i, 0, bv_sort(s, n + i), &bv, &arg, 1),
              value_of_bits(s, to, n + i));
        extend(to, x, n, n + i, false);
        sort int_sort = SORT_INT;
        check(s, OP_INT_TO_BV, n, &arg, i + 1, 0,
              apply(s, OP_INT_TO_BV, i + 1, 0, bv_sort(s, i + 1), &int_sort, &arg, 1),
              value_of_bits(s, to, i + 1));
    }
    if ((i + 1) * n <= 10 * MOST) {
        for (uint32_t k = 0; k <= i; k++)
            copy(to + k * n, x, n);
        check(s, OP_BV_REPEAT, n, &arg, i + 1, 0,
              apply(s, OP_BV_REPEAT, i + 1, 0, bv_sort(s, (i + 1) * n), &bv, &arg, 1),
              value_of_bits(s, to, (i + 1) * n));
    }
    for (int right = 0; right < 2; right++) {
        enum op op = right ? OP_BV_ROTATE_RIGHT : OP_BV_ROTATE_LEFT;
        copy(to, x, n);
        for (uint32_t k = 0; k < i; k++)
            rotate_once(op, to, n);
        check(s, op, n, &arg, i, 0, apply(s, op, i, 0, bv, &bv, &arg, 1), value_of_bits(s, to, n));
    }
}

/* ---- tests ---- */

static void every_operator_has_a_meaning(void **state) {
    struct applying s = applying_new();
    assert_complete(&s, THEORY_BV);
    applying_free(&s);
}

static void spell(bool *bits, uint32_t number, uint32_t n) {
    for (uint32_t i = 0; i < n; i++)
        bits[i] = (number >> i & 1) != 0;
}

static void all_arguments_up_to_width_6(void **state) {
    struct applying s = applying_new();
    bool x[6], y[6];
    for (uint32_t n = 1; n <= 6; n++)
        for (uint32_t a = 0; a < 1u << n; a++) {
            spell(x, a, n);
            check_single(&s, x, n);
            for (uint32_t i = 0; i < n; i++) {
                check_bit(&s, x, n, i);
                for (uint32_t j = 0; j <= i; j++)
                    check_extract(&s, x, n, i, j);
            }
            for (uint32_t i = 0; i <= 20; i++)
                check_indexed(&s, x, n, i);
            for (uint32_t b = 0; b < 1u << n; b++) {
                spell(y, b, n);
                check_pair(&s, x, y, n);
            }
            for (uint32_t m = 1; m <= 4; m++)
                for (uint32_t b = 0; b < 1u << m; b++) {
                    spell(y, b, m);
                    check_concat(&s, x, n, y, m);
                }
        }
    applying_free(&s);
}

/* Random bits, mostly, but also the corners: few bits, long runs, nearly nothing, nearly all. */
static void draw(struct rng *rng, bool *bits, uint32_t n) {
    uint64_t kind = rng_below(rng, 8);
    bool run = rng_chance(rng, 1, 2);
    for (uint32_t i = 0; i < n; i++) {
        if (rng_chance(rng, 1, 1 + n / 3))
            run = !run;
        bits[i] = kind < 3 ? rng_chance(rng, 1, 2) : kind < 5 ? run : kind == 5 ? false : kind == 6;
    }
    if (kind >= 5) { /* 0, -1, the least, the greatest, or next to them */
        if (rng_chance(rng, 1, 2))
            bits[n - 1] = !bits[n - 1];
        if (rng_chance(rng, 1, 3))
            bits[rng_below(rng, n)] ^= true;
    }
    if (kind == 7) /* small: good as a shift, divisor, factor */
        for (uint32_t i = 0; i < 12 && i < n; i++)
            bits[i] = rng_chance(rng, 1, 2);
}

static void random_arguments(struct applying *s, struct rng *rng, uint32_t n) {
    bool x[MOST], y[MOST];
    draw(rng, x, n);
    draw(rng, y, n);
    if (rng_chance(rng, 1, 8))
        copy(y, x, n);
    check_pair(s, x, y, n);
    check_single(s, x, n);
    uint32_t i = (uint32_t)rng_below(rng, n);
    check_bit(s, x, n, i);
    check_extract(s, x, n, i, (uint32_t)rng_below(rng, i + 1));
    check_extract(s, x, n, n - 1, 0);
    check_indexed(s, x, n, (uint32_t)rng_below(rng, 3 * n));
    uint32_t m = 1 + (uint32_t)rng_below(rng, n);
    check_concat(s, x, n, y, m);
    check_concat(s, y, m, x, n);
}

static void random_arguments_of_many_widths(void **state) {
    static const struct {
        uint32_t width, rounds;
    } plan[] = {{8, 2000}, {31, 500},  {32, 500},  {61, 500},  {62, 500},  {63, 500}, {64, 1000},
                {65, 500}, {100, 300}, {127, 100}, {128, 300}, {129, 100}, {256, 50}, {1000, 10}};
    struct applying s = applying_new();
    struct rng rng = testing_rng(1);
    for (size_t i = 0; i < LENGTH(plan); i++)
        for (uint32_t round = 0; round < plan[i].rounds; round++) {
            struct value_mark mark = value_table_mark(s.values);
            random_arguments(&s, &rng, plan[i].width);
            value_table_rewind(s.values, mark);
        }
    applying_free(&s);
}

static void integers_are_taken_modulo_a_power_of_two(void **state) {
    struct applying s = applying_new();
    sort int_sort = SORT_INT;
    mpz_t number, rest;
    mpz_inits(number, rest, NULL);
    struct rng rng = testing_rng(2);
    for (int round = 0; round < 3000; round++) {
        uint32_t n = 1 + (uint32_t)rng_below(&rng, 200);
        mpz_set_ui(number, rng_next(&rng));
        for (uint64_t more = rng_below(&rng, 5); more > 0; more--) {
            mpz_mul_2exp(number, number, 64);
            mpz_add_ui(number, number, rng_next(&rng));
        }
        mpz_tdiv_q_2exp(number, number, rng_below(&rng, 64));
        if (rng_chance(&rng, 1, 2))
            mpz_neg(number, number);
        mpz_set_ui(rest, 1);
        for (uint32_t i = 0; i < n; i++)
            mpz_mul_ui(rest, rest, 2);
        mpz_mod(rest, number, rest);
        value arg = value_of_mpz(s.values, number);
        check(&s, OP_INT_TO_BV, n, &arg, n, 0,
              apply(&s, OP_INT_TO_BV, n, 0, bv_sort(&s, n), &int_sort, &arg, 1),
              value_of_mpz(s.values, rest));
    }
    mpz_clears(number, rest, NULL);
    applying_free(&s);
}

static void bits_come_from_bools_and_choose(void **state) {
    struct applying s = applying_new();
    value bools[] = {VALUE_TRUE, VALUE_FALSE, VALUE_TRUE, VALUE_TRUE};
    sort sorts[] = {SORT_BOOL, SORT_BOOL, SORT_BOOL, SORT_BOOL};
    assert_int_equal(apply(&s, OP_BV_FROM_BOOLS, 0, 0, bv_sort(&s, 4), sorts, bools, 4),
                     value_of_small(13));
    value all[100];
    sort all_sorts[100];
    bool ones[100];
    for (size_t i = 0; i < 100; i++) {
        all[i] = VALUE_TRUE;
        all_sorts[i] = SORT_BOOL;
        ones[i] = true;
    }
    assert_int_equal(apply(&s, OP_BV_FROM_BOOLS, 0, 0, bv_sort(&s, 100), all_sorts, all, 100),
                     value_of_bits(&s, ones, 100));
    assert_int_equal(apply(&s, OP_BV_BIT0, 0, 0, bv_sort(&s, 1), NULL, NULL, 0), value_of_small(0));
    assert_int_equal(apply(&s, OP_BV_BIT1, 0, 0, bv_sort(&s, 1), NULL, NULL, 0), value_of_small(1));
    sort ite_sorts[] = {bv_sort(&s, 1), bv_sort(&s, 8), bv_sort(&s, 8)};
    value args[] = {value_of_small(1), value_of_small(7), value_of_small(9)};
    assert_int_equal(apply(&s, OP_BV_ITE, 0, 0, ite_sorts[1], ite_sorts, args, 3), args[1]);
    args[0] = value_of_small(0);
    assert_int_equal(apply(&s, OP_BV_ITE, 0, 0, ite_sorts[1], ite_sorts, args, 3), args[2]);
    applying_free(&s);
}

static void what_z3_divides_by_zero_is_open(void **state) {
    static const enum op open[] = {OP_BV_UDIV0, OP_BV_UREM0, OP_BV_SDIV0, OP_BV_SREM0, OP_BV_SMOD0};
    struct applying s = applying_new();
    sort bv = bv_sort(&s, 8);
    value arg = value_of_small(3);
    for (size_t i = 0; i < LENGTH(open); i++)
        assert_false(value_is_definite(s.values, apply(&s, open[i], 0, 0, bv, &bv, &arg, 1)));
    applying_free(&s);
}

/* 2^31 - 1 bits would be a quarter of a gigabyte: what is not large is made, the rest is refused. */
static void huge_widths_are_refused_unless_the_value_is_small(void **state) {
    enum { HUGE_WIDTH = 0x7fffffff };
    struct applying s = applying_new();
    struct eval_limits limits = {.steps = 1000000, .words = 1 << 20, .instances = 1, .calls = 1};
    eval_set_limits(s.eval, &limits);
    sort huge = bv_sort(&s, HUGE_WIDTH), bit = bv_sort(&s, 1);
    value one = value_of_small(1), zero = value_of_small(0), pair[] = {one, one};
    sort sorts[] = {huge, huge};
    assert_int_equal(apply(&s, OP_BV_REPEAT, HUGE_WIDTH, 0, huge, &bit, &one, 1), VALUE_LIMIT);
    assert_int_equal(apply(&s, OP_BV_REPEAT, HUGE_WIDTH, 0, huge, &bit, &zero, 1), zero);
    assert_int_equal(apply(&s, OP_BV_SIGN_EXTEND, HUGE_WIDTH - 1, 0, huge, &bit, &one, 1),
                     VALUE_LIMIT);
    assert_int_equal(apply(&s, OP_BV_SIGN_EXTEND, HUGE_WIDTH - 1, 0, huge, &bit, &zero, 1), zero);
    assert_int_equal(apply(&s, OP_BV_ZERO_EXTEND, HUGE_WIDTH - 1, 0, huge, &bit, &one, 1), one);
    assert_int_equal(apply(&s, OP_BV_NOT, 0, 0, huge, &huge, &one, 1), VALUE_LIMIT);
    assert_int_equal(apply(&s, OP_BV_EXTRACT, HUGE_WIDTH - 1, 0, huge, &huge, &one, 1), one);
    assert_int_equal(apply(&s, OP_BV_MUL, 0, 0, huge, sorts, pair, 2), VALUE_LIMIT);
    assert_int_equal(apply(&s, OP_BV_SLT, 0, 0, SORT_BOOL, sorts, pair, 2), VALUE_FALSE);
    assert_int_equal(apply(&s, OP_BV_SMULO, 0, 0, SORT_BOOL, sorts, pair, 2), VALUE_LIMIT);
    applying_free(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(every_operator_has_a_meaning),
        TEST(all_arguments_up_to_width_6),
        TEST(random_arguments_of_many_widths),
        TEST(integers_are_taken_modulo_a_power_of_two),
        TEST(bits_come_from_bools_and_choose),
        TEST(what_z3_divides_by_zero_is_open),
        TEST(huge_widths_are_refused_unless_the_value_is_small),
    };
    return RUN(tests);
}
