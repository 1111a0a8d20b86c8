/*
 * theory_fp.c - what the operators on floats mean. The numbers are in float.c
 * and float_arith.c; here is what belongs to the language: sorts, special
 * cases, what is open, and conversions.
 */
#include "eval/algebraic.h"
#include "eval/float.h"

enum {
    FREE_BITS = 1 << 12,    /* up to which nothing is charged for */
    ENCLOSE_BITS = 1 << 20, /* to which an irrational number is found out at most */
    EXPONENT_END = 61,      /* 2^61 is beyond the exponents of every format */
};

/* ---- arguments ---- */

/* May a number of so many bits be made? */
static bool may_make_bits(struct eval *eval, uint64_t bits) {
    return bits <= FREE_BITS ||
           (eval_may_make(eval, bits / 64 + 1) && eval_spend(eval, bits / 4096));
}

/* The format of a sort. False: it is too wide for us, or for what may be spent. */
static bool format_of(struct eval *eval, sort s, struct float_format *format) {
    *format = float_format(eval_terms(eval), s);
    return float_format_fits(*format) &&
           (format->significand <= FREE_BITS || (eval_may_make(eval, format->significand / 64) &&
                                                 eval_spend(eval, format->significand / 64)));
}

static enum rounding mode_of(value v) {
    return (enum rounding)value_small(v);
}

static uint32_t width_of(struct eval *eval, sort s) {
    return sort_at(&eval_terms(eval)->sorts, s)->indices[0];
}

/* ---- constants ---- */

#define ROUNDING_MODE(name)                                                  \
    static value fp_##name(struct eval *eval, const struct application *a) { \
        (void)eval, (void)a;                                                 \
        return value_of_small(ROUND_##name);                                 \
    }

ROUNDING_MODE(RNE)
ROUNDING_MODE(RNA)
ROUNDING_MODE(RTP)
ROUNDING_MODE(RTN)
ROUNDING_MODE(RTZ)

static value fp_constant(struct eval *eval, const struct application *a) {
    struct float_format format;
    if (!format_of(eval, a->sort, &format))
        return VALUE_LIMIT;
    struct value_table *values = eval_values(eval);
    switch (a->op) {
    case OP_FP_POS_INF:
    case OP_FP_NEG_INF:
        return float_inf(values, format, a->op == OP_FP_NEG_INF);
    case OP_FP_POS_ZERO:
    case OP_FP_NEG_ZERO:
        return float_zero(values, format, a->op == OP_FP_NEG_ZERO);
    default:
        return float_nan(values, format);
    }
}

/* ---- floats from their bits ---- */

static value fp_of_bits(struct eval *eval, const struct application *a) {
    struct float_format format;
    if (!format_of(eval, a->sort, &format))
        return VALUE_LIMIT;
    return float_of_bits(eval_values(eval), format, a->args[0]);
}

/* Sign, exponent and fraction side by side. */
static value fp_of_parts(struct eval *eval, const struct application *a) {
    struct float_format format;
    if (!format_of(eval, a->sort, &format))
        return VALUE_LIMIT;
    struct value_table *values = eval_values(eval);
    struct number_room room;
    mpz_t bits;
    mpz_init_set(bits, value_mpz(values, a->args[0], &room));
    mpz_mul_2exp(bits, bits, format.exponent);
    mpz_add(bits, bits, value_mpz(values, a->args[1], &room));
    mpz_mul_2exp(bits, bits, format.significand - 1);
    mpz_add(bits, bits, value_mpz(values, a->args[2], &room));
    value v = value_of_mpz(values, bits);
    mpz_clear(bits);
    return float_of_bits(values, format, v);
}

static value fp_to_bits(struct eval *eval, const struct application *a) {
    struct float_format format;
    if (!format_of(eval, a->sorts[0], &format))
        return VALUE_LIMIT;
    if (float_look(eval_values(eval), format, a->args[0]).class == FLOAT_NAN)
        return eval_open(eval, a);
    return a->args[0];
}

/* ---- signs, classes, order ---- */

static value fp_abs(struct eval *eval, const struct application *a) {
    struct float_format format;
    if (!format_of(eval, a->sort, &format))
        return VALUE_LIMIT;
    return float_with_sign(eval_values(eval), format, a->args[0], false);
}

static value fp_neg(struct eval *eval, const struct application *a) {
    struct float_format format;
    if (!format_of(eval, a->sort, &format))
        return VALUE_LIMIT;
    struct value_table *values = eval_values(eval);
    return float_with_sign(values, format, a->args[0],
                           !float_look(values, format, a->args[0]).negative);
}

/* NaN has a clear sign in its bits, but it is neither negative nor positive. */
static bool is_of_class(uint16_t op, struct float_look look) {
    switch (op) {
    case OP_FP_IS_NORMAL:
        return look.class == FLOAT_FINITE && !look.subnormal;
    case OP_FP_IS_SUBNORMAL:
        return look.subnormal;
    case OP_FP_IS_ZERO:
        return look.class == FLOAT_ZERO;
    case OP_FP_IS_INF:
        return look.class == FLOAT_INF;
    case OP_FP_IS_NAN:
        return look.class == FLOAT_NAN;
    case OP_FP_IS_NEG:
        return look.class != FLOAT_NAN && look.negative;
    default:
        return look.class != FLOAT_NAN && !look.negative;
    }
}

static value fp_is(struct eval *eval, const struct application *a) {
    struct float_format format;
    if (!format_of(eval, a->sorts[0], &format))
        return VALUE_LIMIT;
    return value_of_bool(is_of_class(a->op, float_look(eval_values(eval), format, a->args[0])));
}

static bool order_holds(uint16_t op, int order) {
    switch (op) {
    case OP_FP_LEQ:
        return order <= 0;
    case OP_FP_LT:
        return order < 0;
    case OP_FP_GEQ:
        return order >= 0;
    case OP_FP_GT:
        return order > 0;
    default:
        return order == 0;
    }
}

static value fp_order(struct eval *eval, const struct application *a) {
    struct float_format format;
    if (!format_of(eval, a->sorts[1], &format))
        return VALUE_LIMIT;
    struct value_table *values = eval_values(eval);
    if (float_look(values, format, a->args[0]).class == FLOAT_NAN ||
        float_look(values, format, a->args[1]).class == FLOAT_NAN)
        return VALUE_FALSE;
    return value_of_bool(order_holds(a->op, float_compare(values, format, a->args[0], a->args[1])));
}

/* The lesser, or greater, of two; 0 for +zero and -zero. */
static value lesser_or_greater(struct value_table *values, struct float_format format, bool lesser,
                               value x, value y) {
    struct float_look look_x = float_look(values, format, x);
    struct float_look look_y = float_look(values, format, y);
    if (look_x.class == FLOAT_NAN)
        return y;
    if (look_y.class == FLOAT_NAN)
        return x;
    if (look_x.class == FLOAT_ZERO && look_y.class == FLOAT_ZERO)
        return x == y ? x : 0;
    int order = float_compare(values, format, x, y);
    return (lesser ? order <= 0 : order >= 0) ? x : y;
}

static value fp_min_max(struct eval *eval, const struct application *a) {
    struct float_format format;
    if (!format_of(eval, a->sort, &format))
        return VALUE_LIMIT;
    value v =
        lesser_or_greater(eval_values(eval), format, a->op == OP_FP_MIN, a->args[0], a->args[1]);
    return v != 0 ? v : eval_open(eval, a);
}

/*
 * Of two zeros fp.min_total takes the left one if the bit is set. What the bit
 * says to fp.max_total is not the same in all versions of cvc5.
 */
static value fp_min_max_total(struct eval *eval, const struct application *a) {
    struct float_format format;
    if (!format_of(eval, a->sort, &format))
        return VALUE_LIMIT;
    bool lesser = a->op == OP_FP_MIN_TOTAL;
    value v = lesser_or_greater(eval_values(eval), format, lesser, a->args[0], a->args[1]);
    if (v != 0)
        return v;
    if (lesser)
        return a->args[2] == value_of_small(1) ? a->args[0] : a->args[1];
    return eval_open_other(eval, OP_FP_MAX, a->sort, a->args, a->sorts, 2);
}

/* ---- arithmetic ---- */

/* The sort of the result is that of every float in it. */
static value fp_arithmetic(struct eval *eval, const struct application *a) {
    struct float_format format;
    if (!format_of(eval, a->sort, &format))
        return VALUE_LIMIT;
    struct value_table *values = eval_values(eval);
    enum rounding mode = mode_of(a->args[0]);
    const value *x = a->args + 1;
    switch (a->op) {
    case OP_FP_ADD:
        return float_add(values, format, mode, x[0], x[1]);
    case OP_FP_SUB:
        return float_sub(values, format, mode, x[0], x[1]);
    case OP_FP_MUL:
        return float_mul(values, format, mode, x[0], x[1]);
    case OP_FP_DIV:
        return float_div(values, format, mode, x[0], x[1]);
    case OP_FP_FMA:
        return float_fma(values, format, mode, x[0], x[1], x[2]);
    case OP_FP_SQRT:
        return float_sqrt(values, format, mode, x[0]);
    default:
        return float_round_to_integral(values, format, mode, x[0]);
    }
}

/* It takes as many modular products as the exponents have bits. */
static value fp_rem(struct eval *eval, const struct application *a) {
    struct float_format format;
    if (!format_of(eval, a->sort, &format) ||
        (format.significand > FREE_BITS &&
         !eval_spend(eval, (uint64_t)format.significand / 64 * format.exponent)))
        return VALUE_LIMIT;
    return float_rem(eval_values(eval), format, a->args[0], a->args[1]);
}

/* ---- floats from numbers ---- */

static value fp_of_fp(struct eval *eval, const struct application *a) {
    struct float_format from, to;
    if (!format_of(eval, a->sorts[1], &from) || !format_of(eval, a->sort, &to))
        return VALUE_LIMIT;
    struct value_table *values = eval_values(eval);
    struct float_parts parts;
    float_parts_init(&parts);
    float_unpack(values, from, a->args[1], &parts);
    value v = float_round(values, to, mode_of(a->args[0]), &parts, false);
    float_parts_clear(&parts);
    return v;
}

static value round_integer(struct eval *eval, const struct application *a, mpz_srcptr number) {
    struct float_format format;
    if (!format_of(eval, a->sort, &format))
        return VALUE_LIMIT;
    struct float_parts parts;
    float_parts_init(&parts);
    parts.class = FLOAT_FINITE;
    parts.negative = mpz_sgn(number) < 0;
    mpz_abs(parts.significand, number);
    value v = float_round(eval_values(eval), format, mode_of(a->args[0]), &parts, false);
    float_parts_clear(&parts);
    return v;
}

/* Of Int and of unsigned bit-vectors. */
static value fp_of_integer(struct eval *eval, const struct application *a) {
    struct number_room room;
    return round_integer(eval, a, value_mpz(eval_values(eval), a->args[1], &room));
}

static value fp_of_signed(struct eval *eval, const struct application *a) {
    uint32_t width = width_of(eval, a->sorts[1]);
    struct number_room room;
    mpz_srcptr bits = value_mpz(eval_values(eval), a->args[1], &room);
    if (mpz_tstbit(bits, width - 1) == 0)
        return round_integer(eval, a, bits);
    if (!may_make_bits(eval, width))
        return VALUE_LIMIT;
    mpz_t number;
    mpz_init(number);
    mpz_setbit(number, width);
    mpz_sub(number, bits, number);
    value v = round_integer(eval, a, number);
    mpz_clear(number);
    return v;
}

/*
 * Rounding never lets the lesser of two numbers overtake the greater, and an
 * irrational number is neither a float nor in the middle of two: so what is
 * close enough to it on both sides is rounded like it.
 */
static value round_algebraic(struct eval *eval, struct float_format format, enum rounding mode,
                             value number, int64_t exponent) {
    struct value_table *values = eval_values(eval);
    mpq_t low, high;
    mpq_inits(low, high, NULL);
    value v = VALUE_LIMIT;
    for (uint32_t bits = format.significand + 64; bits <= ENCLOSE_BITS; bits *= 2) {
        if (!eval_spend(eval, bits))
            break;
        real_enclose(values, number, bits, low, high);
        value below = float_of_mpq(values, format, mode, low, exponent);
        if (mpq_sgn(low) == mpq_sgn(high) &&
            below == float_of_mpq(values, format, mode, high, exponent)) {
            v = below;
            break;
        }
    }
    mpq_clears(low, high, NULL);
    return v;
}

static value round_real(struct eval *eval, const struct application *a, value number,
                        int64_t exponent) {
    struct float_format format;
    if (!format_of(eval, a->sort, &format))
        return VALUE_LIMIT;
    struct value_table *values = eval_values(eval);
    enum rounding mode = mode_of(a->args[0]);
    if (value_kind(values, number) == VALUE_ALGEBRAIC)
        return round_algebraic(eval, format, mode, number, exponent);
    mpq_t rational;
    mpq_init(rational);
    value_to_mpq(values, number, rational);
    value v = float_of_mpq(values, format, mode, rational, exponent);
    mpq_clear(rational);
    return v;
}

static value fp_of_real(struct eval *eval, const struct application *a) {
    return round_real(eval, a, a->args[1], 0);
}

/* x * 2^i; an exponent beyond those of all formats is as good as the last one. */
static value round_scaled(struct eval *eval, const struct application *a, value number, value i) {
    const int64_t end = (int64_t)1 << EXPONENT_END;
    int64_t exponent;
    if (!value_to_int64(eval_values(eval), i, &exponent) || exponent > end || exponent < -end)
        exponent = value_sign(eval_values(eval), i) < 0 ? -end : end;
    return round_real(eval, a, number, exponent);
}

static value fp_of_real_exp(struct eval *eval, const struct application *a) {
    return round_scaled(eval, a, a->args[1], a->args[2]);
}

static value fp_of_exp_real(struct eval *eval, const struct application *a) {
    return round_scaled(eval, a, a->args[2], a->args[1]);
}

/* ---- numbers from floats ---- */

/* Of a finite float that is below 2^(m+1): the integer, rounded, as m bits; 0 if it needs more. */
static value bits_of_parts(struct eval *eval, const struct application *a, uint32_t m,
                           bool is_signed, struct float_parts *parts) {
    mpz_ptr number = parts->significand;
    if (parts->exponent >= 0)
        mpz_mul_2exp(number, number, (mp_bitcnt_t)parts->exponent);
    else
        float_round_places(number, (uint64_t)-parts->exponent, mode_of(a->args[0]),
                           parts->negative);
    /* from `least` to below `end` */
    mpz_t least, end;
    mpz_inits(least, end, NULL);
    mpz_setbit(end, is_signed ? m - 1 : m);
    if (is_signed)
        mpz_neg(least, end);
    if (parts->negative)
        mpz_neg(number, number);
    value v = 0;
    if (mpz_cmp(number, least) >= 0 && mpz_cmp(number, end) < 0) {
        mpz_fdiv_r_2exp(number, number, m);
        v = value_of_mpz(eval_values(eval), number);
    }
    mpz_clears(least, end, NULL);
    return v;
}

/* A value, VALUE_LIMIT, or 0 where fp.to_ubv and fp.to_sbv are open. */
static value to_bv(struct eval *eval, const struct application *a, bool is_signed) {
    struct float_format format;
    if (!format_of(eval, a->sorts[1], &format))
        return VALUE_LIMIT;
    uint32_t m = a->indices[0];
    struct float_parts parts;
    float_parts_init(&parts);
    float_unpack(eval_values(eval), format, a->args[1], &parts);
    value v = 0;
    if (parts.class == FLOAT_ZERO)
        v = value_of_small(0);
    else if (parts.class == FLOAT_FINITE && float_parts_top(&parts) <= (int64_t)m + 1)
        v = may_make_bits(eval, m) ? bits_of_parts(eval, a, m, is_signed, &parts) : VALUE_LIMIT;
    float_parts_clear(&parts);
    return v;
}

static value fp_to_bv(struct eval *eval, const struct application *a) {
    value v = to_bv(eval, a, a->op == OP_FP_TO_SBV);
    return v != 0 ? v : eval_open(eval, a);
}

static value fp_to_bv_total(struct eval *eval, const struct application *a) {
    value v = to_bv(eval, a, a->op == OP_FP_TO_SBV_TOTAL);
    return v != 0 ? v : a->args[2];
}

/* The exact number of a finite float; its significand is made odd, so that the ratio is reduced. */
static value real_of_parts(struct eval *eval, struct float_parts *parts) {
    mp_bitcnt_t zeros = mpz_scan1(parts->significand, 0);
    mpz_tdiv_q_2exp(parts->significand, parts->significand, zeros);
    int64_t exponent = parts->exponent + (int64_t)zeros;
    if (!may_make_bits(eval, (uint64_t)(exponent < 0 ? -exponent : exponent)))
        return VALUE_LIMIT;
    if (parts->negative)
        mpz_neg(parts->significand, parts->significand);
    mpq_t number;
    mpq_init(number);
    mpz_swap(mpq_numref(number), parts->significand);
    if (exponent >= 0)
        mpz_mul_2exp(mpq_numref(number), mpq_numref(number), (mp_bitcnt_t)exponent);
    else
        mpz_mul_2exp(mpq_denref(number), mpq_denref(number), (mp_bitcnt_t)-exponent);
    value v = value_of_mpq(eval_values(eval), number);
    mpq_clear(number);
    return v;
}

/* A value, VALUE_LIMIT, or 0 where fp.to_real is open. */
static value to_real(struct eval *eval, const struct application *a) {
    struct float_format format;
    if (!format_of(eval, a->sorts[0], &format))
        return VALUE_LIMIT;
    struct float_parts parts;
    float_parts_init(&parts);
    float_unpack(eval_values(eval), format, a->args[0], &parts);
    value v = 0;
    if (parts.class == FLOAT_ZERO)
        v = value_of_small(0);
    else if (parts.class == FLOAT_FINITE)
        v = real_of_parts(eval, &parts);
    float_parts_clear(&parts);
    return v;
}

static value fp_to_real(struct eval *eval, const struct application *a) {
    value v = to_real(eval, a);
    return v != 0 ? v : eval_open(eval, a);
}

static value fp_to_real_total(struct eval *eval, const struct application *a) {
    value v = to_real(eval, a);
    return v != 0 ? v : a->args[1];
}

/* clang-format off */
const struct meaning theory_fp[] = {
    {OP_RNE,              0, fp_RNE},
    {OP_RNA,              0, fp_RNA},
    {OP_RTP,              0, fp_RTP},
    {OP_RTN,              0, fp_RTN},
    {OP_RTZ,              0, fp_RTZ},

    {OP_FP,               0, fp_of_parts},
    {OP_FP_POS_INF,       0, fp_constant},
    {OP_FP_NEG_INF,       0, fp_constant},
    {OP_FP_POS_ZERO,      0, fp_constant},
    {OP_FP_NEG_ZERO,      0, fp_constant},
    {OP_FP_NAN_VALUE,     0, fp_constant},

    {OP_FP_ABS,           0, fp_abs},
    {OP_FP_NEG,           0, fp_neg},
    {OP_FP_ADD,           0, fp_arithmetic},
    {OP_FP_SUB,           0, fp_arithmetic},
    {OP_FP_MUL,           0, fp_arithmetic},
    {OP_FP_DIV,           0, fp_arithmetic},
    {OP_FP_FMA,           0, fp_arithmetic},
    {OP_FP_SQRT,          0, fp_arithmetic},
    {OP_FP_REM,           0, fp_rem},
    {OP_FP_RTI,           0, fp_arithmetic},
    {OP_FP_MIN,           0, fp_min_max},
    {OP_FP_MAX,           0, fp_min_max},

    {OP_FP_LEQ,           0, fp_order},
    {OP_FP_LT,            0, fp_order},
    {OP_FP_GEQ,           0, fp_order},
    {OP_FP_GT,            0, fp_order},
    {OP_FP_EQ,            0, fp_order},

    {OP_FP_IS_NORMAL,     0, fp_is},
    {OP_FP_IS_SUBNORMAL,  0, fp_is},
    {OP_FP_IS_ZERO,       0, fp_is},
    {OP_FP_IS_INF,        0, fp_is},
    {OP_FP_IS_NAN,        0, fp_is},
    {OP_FP_IS_NEG,        0, fp_is},
    {OP_FP_IS_POS,        0, fp_is},

    {OP_FP_OF_BITS,       0, fp_of_bits},
    {OP_FP_OF_FP,         0, fp_of_fp},
    {OP_FP_OF_REAL,       0, fp_of_real},
    {OP_FP_OF_SBV,        0, fp_of_signed},
    {OP_FP_OF_UBV,        0, fp_of_integer},
    {OP_FP_TO_UBV,        0, fp_to_bv},
    {OP_FP_TO_SBV,        0, fp_to_bv},
    {OP_FP_TO_REAL,       0, fp_to_real},

    {OP_FP_OF_INT,        0, fp_of_integer},
    {OP_FP_OF_PARTS,      0, fp_of_parts},
    {OP_FP_OF_REAL_EXP,   0, fp_of_real_exp},
    {OP_FP_OF_EXP_REAL,   0, fp_of_exp_real},
    {OP_FP_TO_BITS,       0, fp_to_bits},
    {OP_FP_MIN_TOTAL,     0, fp_min_max_total},
    {OP_FP_MAX_TOTAL,     0, fp_min_max_total},
    {OP_FP_TO_UBV_TOTAL,  0, fp_to_bv_total},
    {OP_FP_TO_SBV_TOTAL,  0, fp_to_bv_total},
    {OP_FP_TO_REAL_TOTAL, 0, fp_to_real_total},
    {0, 0, NULL},
};
/* clang-format on */
