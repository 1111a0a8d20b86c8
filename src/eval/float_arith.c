/*
 * float_arith.c - arithmetic on floats: unpack, compute exactly, round once.
 */
#include "eval/float.h"

static const int64_t GUARD = 3; /* bits beyond a significand that decide every rounding */

/* Up to three numbers that an operation takes apart, and its result. */
struct work {
    struct value_table *values;
    struct float_format format;
    enum rounding mode;
    struct float_parts x, y, z;
    struct float_parts result;
    bool sticky;
};

static struct work *work_begin(struct work *work, struct value_table *values,
                               struct float_format format, enum rounding mode) {
    *work = (struct work){.values = values, .format = format, .mode = mode};
    float_parts_init(&work->x);
    float_parts_init(&work->y);
    float_parts_init(&work->z);
    float_parts_init(&work->result);
    return work;
}

static value work_end(struct work *work) {
    value v = float_round(work->values, work->format, work->mode, &work->result, work->sticky);
    float_parts_clear(&work->x);
    float_parts_clear(&work->y);
    float_parts_clear(&work->z);
    float_parts_clear(&work->result);
    return v;
}

static void unpack(struct work *work, value v, struct float_parts *parts) {
    float_unpack(work->values, work->format, v, parts);
}

/* The result is this one; a finite one by its sign, significand and exponent. */
static void set_class(struct work *work, enum float_class class, bool negative) {
    work->result.class = class;
    work->result.negative = negative;
}

static void set_parts(struct work *work, const struct float_parts *from) {
    set_class(work, from->class, from->negative);
    mpz_set(work->result.significand, from->significand);
    work->result.exponent = from->exponent;
}

/* ---- sums ---- */

/*
 * Both are finite, and `far` is so small that it only matters as a sticky bit.
 * Of the opposite sign, it takes something away: one unit less, and something
 * below a unit more.
 */
static void add_far(struct work *work, const struct float_parts *near,
                    const struct float_parts *far, int64_t shift) {
    set_parts(work, near);
    mpz_ptr sum = work->result.significand;
    mpz_mul_2exp(sum, sum, (mp_bitcnt_t)shift);
    work->result.exponent -= shift;
    if (near->negative != far->negative)
        mpz_sub_ui(sum, sum, 1);
    work->sticky = true;
}

/* Both are finite, and near enough to be written in the lower one's unit. */
static void add_aligned(struct work *work, const struct float_parts *x,
                        const struct float_parts *y) {
    const struct float_parts *high = x->exponent >= y->exponent ? x : y;
    const struct float_parts *low = high == x ? y : x;
    mpz_ptr sum = work->result.significand;
    mpz_mul_2exp(sum, high->significand, (mp_bitcnt_t)(high->exponent - low->exponent));
    if (high->negative == low->negative)
        mpz_add(sum, sum, low->significand);
    else
        mpz_sub(sum, sum, low->significand);
    int sign = mpz_sgn(sum);
    mpz_abs(sum, sum);
    /* numbers that cancel out leave +zero, but -zero when rounding down */
    bool negative = sign == 0 ? work->mode == ROUND_RTN : (sign < 0) != high->negative;
    set_class(work, FLOAT_FINITE, negative);
    work->result.exponent = low->exponent;
}

static void add_finite(struct work *work, const struct float_parts *x,
                       const struct float_parts *y) {
    int64_t top_x = float_parts_top(x), top_y = float_parts_top(y);
    const struct float_parts *near = top_x >= top_y ? x : y, *far = near == x ? y : x;
    int64_t missing =
        work->format.significand + GUARD - (int64_t)mpz_sizeinbase(near->significand, 2);
    int64_t shift = missing > 0 ? missing : 0;
    if (float_parts_top(far) <= near->exponent - shift)
        add_far(work, near, far, shift);
    else
        add_aligned(work, x, y);
}

/* x + y, of any class. */
static void add(struct work *work, const struct float_parts *x, const struct float_parts *y) {
    if (x->class == FLOAT_NAN || y->class == FLOAT_NAN ||
        (x->class == FLOAT_INF && y->class == FLOAT_INF && x->negative != y->negative))
        set_class(work, FLOAT_NAN, false);
    else if (x->class == FLOAT_INF || y->class == FLOAT_INF)
        set_class(work, FLOAT_INF, x->class == FLOAT_INF ? x->negative : y->negative);
    else if (x->class == FLOAT_ZERO && y->class == FLOAT_ZERO)
        set_class(work, FLOAT_ZERO,
                  x->negative == y->negative ? x->negative : work->mode == ROUND_RTN);
    else if (x->class == FLOAT_ZERO || y->class == FLOAT_ZERO)
        set_parts(work, x->class == FLOAT_ZERO ? y : x);
    else
        add_finite(work, x, y);
}

value float_add(struct value_table *values, struct float_format format, enum rounding mode, value x,
                value y) {
    struct work room, *work = work_begin(&room, values, format, mode);
    unpack(work, x, &work->x);
    unpack(work, y, &work->y);
    add(work, &work->x, &work->y);
    return work_end(work);
}

value float_sub(struct value_table *values, struct float_format format, enum rounding mode, value x,
                value y) {
    struct work room, *work = work_begin(&room, values, format, mode);
    unpack(work, x, &work->x);
    unpack(work, y, &work->y);
    work->y.negative = !work->y.negative;
    add(work, &work->x, &work->y);
    return work_end(work);
}

/* ---- products and quotients ---- */

/* x becomes x * y, exactly. */
static void multiply(struct float_parts *x, const struct float_parts *y) {
    bool is_nan = x->class == FLOAT_NAN || y->class == FLOAT_NAN ||
                  (x->class == FLOAT_ZERO && y->class == FLOAT_INF) ||
                  (x->class == FLOAT_INF && y->class == FLOAT_ZERO);
    x->negative = x->negative != y->negative;
    mpz_mul(x->significand, x->significand, y->significand); /* 0 unless both are finite */
    x->exponent += y->exponent;
    if (is_nan)
        x->class = FLOAT_NAN;
    else if (x->class == FLOAT_INF || y->class == FLOAT_INF)
        x->class = FLOAT_INF;
    else if (x->class == FLOAT_ZERO || y->class == FLOAT_ZERO)
        x->class = FLOAT_ZERO;
}

value float_mul(struct value_table *values, struct float_format format, enum rounding mode, value x,
                value y) {
    struct work room, *work = work_begin(&room, values, format, mode);
    unpack(work, x, &work->result);
    unpack(work, y, &work->y);
    multiply(&work->result, &work->y);
    return work_end(work);
}

value float_fma(struct value_table *values, struct float_format format, enum rounding mode, value x,
                value y, value z) {
    struct work room, *work = work_begin(&room, values, format, mode);
    unpack(work, x, &work->x);
    unpack(work, y, &work->y);
    unpack(work, z, &work->z);
    multiply(&work->x, &work->y);
    add(work, &work->x, &work->z);
    return work_end(work);
}

/* Two finite ones. */
static void divide(struct work *work, const struct float_parts *x, const struct float_parts *y) {
    int64_t shift = work->format.significand + GUARD + (int64_t)mpz_sizeinbase(y->significand, 2) -
                    (int64_t)mpz_sizeinbase(x->significand, 2);
    mpz_ptr quotient = work->result.significand;
    mpz_mul_2exp(quotient, x->significand, (mp_bitcnt_t)shift);
    mpz_t rest;
    mpz_init(rest);
    mpz_tdiv_qr(quotient, rest, quotient, y->significand);
    work->sticky = mpz_sgn(rest) != 0;
    mpz_clear(rest);
    work->result.exponent = x->exponent - shift - y->exponent;
}

value float_div(struct value_table *values, struct float_format format, enum rounding mode, value x,
                value y) {
    struct work room, *work = work_begin(&room, values, format, mode);
    unpack(work, x, &work->x);
    unpack(work, y, &work->y);
    enum float_class above = work->x.class, below = work->y.class;
    bool negative = work->x.negative != work->y.negative;
    if (above == FLOAT_NAN || below == FLOAT_NAN || (above == below && above != FLOAT_FINITE)) {
        set_class(work, FLOAT_NAN, false);
    } else if (above == FLOAT_INF || below == FLOAT_ZERO) {
        set_class(work, FLOAT_INF, negative);
    } else if (above == FLOAT_ZERO || below == FLOAT_INF) {
        set_class(work, FLOAT_ZERO, negative);
    } else {
        set_class(work, FLOAT_FINITE, negative);
        divide(work, &work->x, &work->y);
    }
    return work_end(work);
}

/* ---- square root ---- */

/* Of a finite one that is not negative. The exponent is made even, to be halved. */
static void take_root(struct work *work, const struct float_parts *x) {
    int64_t shift =
        2 * (work->format.significand + GUARD) - (int64_t)mpz_sizeinbase(x->significand, 2);
    if ((x->exponent - shift) % 2 != 0)
        shift++;
    mpz_ptr root = work->result.significand;
    mpz_mul_2exp(root, x->significand, (mp_bitcnt_t)shift);
    mpz_t rest;
    mpz_init(rest);
    mpz_sqrtrem(root, rest, root);
    work->sticky = mpz_sgn(rest) != 0;
    mpz_clear(rest);
    work->result.exponent = (x->exponent - shift) / 2;
}

value float_sqrt(struct value_table *values, struct float_format format, enum rounding mode,
                 value x) {
    struct work room, *work = work_begin(&room, values, format, mode);
    unpack(work, x, &work->x);
    enum float_class class = work->x.class;
    bool negative = work->x.negative;
    if (class == FLOAT_NAN || (negative && class != FLOAT_ZERO)) {
        set_class(work, FLOAT_NAN, false);
    } else {
        set_class(work, class, negative);
        if (class == FLOAT_FINITE)
            take_root(work, &work->x);
    }
    return work_end(work);
}

/* ---- remainder ---- */

/* rest becomes x mod m, both in the unit of y; x's unit is 2^places times that. */
static void reduce(mpz_ptr rest, mpz_srcptr x, uint64_t places, mpz_srcptr m) {
    mpz_t power, two;
    mpz_init(power);
    mpz_init_set_ui(two, 2);
    mpz_set_ui(power, places);
    mpz_powm(power, two, power, m);
    mpz_mul(rest, x, power);
    mpz_tdiv_r(rest, rest, m);
    mpz_clears(power, two, NULL);
}

/*
 * x - y * n for finite x, y and the integer n nearest to x / y, the even one of
 * two. Modulo 2y it is seen whether the quotient towards zero is odd.
 */
static void take_remainder(struct work *work, struct float_parts *x, struct float_parts *y) {
    set_class(work, FLOAT_FINITE, x->negative);
    if (float_parts_top(y) >= float_parts_top(x) + 2) { /* n is 0 */
        set_parts(work, x);
        return;
    }
    uint64_t places = 0;
    if (x->exponent >= y->exponent) {
        places = (uint64_t)(x->exponent - y->exponent);
    } else {
        mpz_mul_2exp(y->significand, y->significand, (mp_bitcnt_t)(y->exponent - x->exponent));
        y->exponent = x->exponent;
    }
    mpz_ptr rest = work->result.significand;
    mpz_t doubled;
    mpz_init(doubled);
    mpz_mul_2exp(doubled, y->significand, 1);
    reduce(rest, x->significand, places, doubled);
    bool odd = mpz_cmp(rest, y->significand) >= 0;
    if (odd)
        mpz_sub(rest, rest, y->significand);
    mpz_mul_2exp(doubled, rest, 1);
    int half = mpz_cmp(doubled, y->significand);
    if (half > 0 || (half == 0 && odd)) {
        mpz_sub(rest, y->significand, rest);
        work->result.negative = !x->negative;
    }
    if (mpz_sgn(rest) == 0)
        work->result.negative = x->negative;
    work->result.exponent = y->exponent;
    mpz_clear(doubled);
}

value float_rem(struct value_table *values, struct float_format format, value x, value y) {
    struct work room, *work = work_begin(&room, values, format, ROUND_RNE); /* it is exact */
    unpack(work, x, &work->x);
    unpack(work, y, &work->y);
    enum float_class above = work->x.class, below = work->y.class;
    if (above == FLOAT_NAN || below == FLOAT_NAN || above == FLOAT_INF || below == FLOAT_ZERO)
        set_class(work, FLOAT_NAN, false);
    else if (above == FLOAT_ZERO || below == FLOAT_INF)
        set_parts(work, &work->x);
    else
        take_remainder(work, &work->x, &work->y);
    return work_end(work);
}

/* ---- integral floats ---- */

/*
 * In a format whose exponents end before its significands do, as in (_
 * FloatingPoint 3 24), the integer that is nearest may be beyond the greatest
 * float. Then it overflows like the result of any other operation.
 */
value float_round_to_integral(struct value_table *values, struct float_format format,
                              enum rounding mode, value x) {
    struct work room, *work = work_begin(&room, values, format, mode);
    unpack(work, x, &work->result);
    if (work->result.class == FLOAT_FINITE && work->result.exponent < 0) {
        float_round_places(work->result.significand, (uint64_t)-work->result.exponent, mode,
                           work->result.negative);
        work->result.exponent = 0;
    }
    return work_end(work);
}
