#include "eval/float.h"

/*
 * Below, p is the number of significand bits, the hidden one included. Floats
 * are multiples of a unit 2^q; the least q, of all subnormal and the smallest
 * normal floats, is least_unit. A float with p significand bits (or fewer, in the
 * least unit) has the bits
 *
 *     (q - least unit) * 2^(p-1) + significand
 *
 * because the hidden bit adds the one by which the biased exponent of a normal
 * float exceeds that of a subnormal one.
 */

enum { WORD = 64 }; /* floats of so many bits are handled in one */

struct float_format float_format(const struct term_table *table, sort s) {
    const struct sort_node *node = sort_at(&table->sorts, s);
    return (struct float_format){node->indices[0], node->indices[1]};
}

static uint64_t low_bits(uint32_t n) {
    return UINT64_MAX >> (64 - n);
}

/* The biased exponent of infinity and NaN: all ones. */
static uint64_t top_exponent(struct float_format format) {
    return low_bits(format.exponent);
}

static int64_t least_unit(struct float_format format) {
    int64_t bias = (int64_t)low_bits(format.exponent - 1);
    return 1 - bias - (int64_t)(format.significand - 1);
}

static uint32_t sign_place(struct float_format format) {
    return format.exponent + format.significand - 1;
}

static bool fits_word(struct float_format format) {
    return format.exponent + format.significand <= WORD;
}

/* The bits of a float that fits a word. */
static uint64_t word_of(const struct value_table *values, value v) {
    return value_is_small(v) ? (uint64_t)value_small(v) : value_at(values, v)->words[0];
}

/* ---- from bits ---- */

/* The fields of a float. The fraction is set if it is not NULL. */
struct fields {
    bool negative;
    bool fraction_is_zero;
    uint64_t exponent;
};

/* In a wide format, the bits that are not in the word are zero. */
static struct fields fields_of_word(struct float_format format, uint64_t bits, mpz_ptr fraction) {
    uint32_t n = format.significand - 1, sign = sign_place(format);
    uint64_t low = n < 64 ? bits & low_bits(n) : bits;
    if (fraction != NULL)
        mpz_set_ui(fraction, low);
    return (struct fields){
        .negative = sign < 64 && (bits >> sign & 1) != 0,
        .fraction_is_zero = low == 0,
        .exponent = n < 64 ? bits >> n & top_exponent(format) : 0,
    };
}

static struct fields fields_of(const struct value_table *values, struct float_format format,
                               value v, mpz_ptr fraction) {
    if (value_is_small(v) || fits_word(format))
        return fields_of_word(format, word_of(values, v), fraction);
    uint32_t n = format.significand - 1;
    struct number_room room;
    mpz_srcptr bits = value_mpz(values, v, &room);
    mpz_t high;
    mpz_init(high);
    mpz_tdiv_q_2exp(high, bits, n);
    struct fields fields = {
        .negative = mpz_tstbit(bits, sign_place(format)) != 0,
        .fraction_is_zero = mpz_scan1(bits, 0) >= n,
        .exponent = mpz_get_ui(high) & top_exponent(format),
    };
    if (fraction != NULL)
        mpz_tdiv_r_2exp(fraction, bits, n);
    mpz_clear(high);
    return fields;
}

static enum float_class class_of(struct float_format format, struct fields fields) {
    if (fields.exponent == top_exponent(format))
        return fields.fraction_is_zero ? FLOAT_INF : FLOAT_NAN;
    return fields.exponent == 0 && fields.fraction_is_zero ? FLOAT_ZERO : FLOAT_FINITE;
}

struct float_look float_look(const struct value_table *values, struct float_format format,
                             value v) {
    struct fields fields = fields_of(values, format, v, NULL);
    enum float_class class = class_of(format, fields);
    return (struct float_look){class, fields.negative,
                               class == FLOAT_FINITE && fields.exponent == 0};
}

value float_of_bits(struct value_table *values, struct float_format format, value bits) {
    if (float_look(values, format, bits).class == FLOAT_NAN)
        return float_nan(values, format);
    return bits;
}

/* ---- to bits ---- */

/* sign, then high * 2^(p-1) + low */
static value pack(struct value_table *values, struct float_format format, bool negative,
                  uint64_t high, mpz_srcptr low) {
    uint32_t n = format.significand - 1;
    if (fits_word(format)) {
        uint64_t bits = (uint64_t)negative << sign_place(format);
        return value_of_uint64(values, bits + (high << n) + mpz_get_ui(low));
    }
    mpz_t bits;
    mpz_init_set_ui(bits, high);
    mpz_mul_2exp(bits, bits, n);
    mpz_add(bits, bits, low);
    if (negative)
        mpz_setbit(bits, sign_place(format));
    value v = value_of_mpz(values, bits);
    mpz_clear(bits);
    return v;
}

/* The same for a low part of one bit at most. */
static value pack_bit(struct value_table *values, struct float_format format, bool negative,
                      uint64_t high, bool low, uint32_t place) {
    if (fits_word(format))
        return value_of_uint64(values, (uint64_t)negative << sign_place(format) |
                                           high << (format.significand - 1) |
                                           (uint64_t)low << place);
    mpz_t fraction;
    mpz_init(fraction);
    if (low)
        mpz_setbit(fraction, place);
    value v = pack(values, format, negative, high, fraction);
    mpz_clear(fraction);
    return v;
}

value float_nan(struct value_table *values, struct float_format format) {
    return pack_bit(values, format, false, top_exponent(format), true, format.significand - 2);
}

value float_inf(struct value_table *values, struct float_format format, bool negative) {
    return pack_bit(values, format, negative, top_exponent(format), false, 0);
}

value float_zero(struct value_table *values, struct float_format format, bool negative) {
    return pack_bit(values, format, negative, 0, false, 0);
}

/* The greatest finite one: its bits are those below infinity's. */
static value float_greatest(struct value_table *values, struct float_format format, bool negative) {
    mpz_t ones;
    mpz_init(ones);
    mpz_setbit(ones, format.significand - 1);
    mpz_sub_ui(ones, ones, 1);
    value v = pack(values, format, negative, top_exponent(format) - 1, ones);
    mpz_clear(ones);
    return v;
}

value float_with_sign(struct value_table *values, struct float_format format, value v,
                      bool negative) {
    struct float_look look = float_look(values, format, v);
    if (look.class == FLOAT_NAN || look.negative == negative)
        return v;
    if (fits_word(format))
        return value_of_uint64(values, word_of(values, v) ^ UINT64_C(1) << sign_place(format));
    struct number_room room;
    mpz_t bits;
    mpz_init_set(bits, value_mpz(values, v, &room));
    mpz_combit(bits, sign_place(format));
    value other = value_of_mpz(values, bits);
    mpz_clear(bits);
    return other;
}

int float_compare(const struct value_table *values, struct float_format format, value a, value b) {
    struct float_look x = float_look(values, format, a), y = float_look(values, format, b);
    if (x.class == FLOAT_ZERO && y.class == FLOAT_ZERO)
        return 0;
    if (x.negative != y.negative)
        return x.negative ? -1 : 1;
    int bits = value_compare(values, a, b);
    return x.negative ? -bits : bits;
}

/* ---- exact numbers ---- */

void float_parts_init(struct float_parts *parts) {
    *parts = (struct float_parts){.class = FLOAT_ZERO};
    mpz_init(parts->significand);
}

void float_parts_clear(struct float_parts *parts) {
    mpz_clear(parts->significand);
}

int64_t float_parts_top(const struct float_parts *parts) {
    return parts->exponent + (int64_t)mpz_sizeinbase(parts->significand, 2);
}

void float_unpack(const struct value_table *values, struct float_format format, value v,
                  struct float_parts *parts) {
    struct fields fields = fields_of(values, format, v, parts->significand);
    parts->class = class_of(format, fields);
    parts->negative = fields.negative;
    parts->exponent = least_unit(format);
    if (parts->class != FLOAT_FINITE) {
        mpz_set_ui(parts->significand, 0);
    } else if (fields.exponent > 0) {
        mpz_setbit(parts->significand, format.significand - 1);
        parts->exponent += (int64_t)fields.exponent - 1;
    }
}

/* ---- rounding ---- */

/* Is the magnitude raised, when `half` and `below` say what is cut off and `odd` what is kept? */
static bool rounds_up(enum rounding mode, bool negative, bool odd, bool half, bool below) {
    switch (mode) {
    case ROUND_RNE:
        return half && (below || odd);
    case ROUND_RNA:
        return half;
    case ROUND_RTP:
        return !negative && (half || below);
    case ROUND_RTN:
        return negative && (half || below);
    case ROUND_RTZ:
        break;
    }
    return false;
}

void float_round_places(mpz_ptr number, uint64_t places, enum rounding mode, bool negative) {
    if (places == 0 || mpz_sgn(number) == 0)
        return;
    bool half = mpz_tstbit(number, places - 1) != 0;
    bool below = mpz_scan1(number, 0) < places - 1;
    mpz_tdiv_q_2exp(number, number, places);
    if (rounds_up(mode, negative, mpz_odd_p(number), half, below))
        mpz_add_ui(number, number, 1);
}

/* Too large in magnitude for a finite float. */
static value overflow(struct value_table *values, struct float_format format, enum rounding mode,
                      bool negative) {
    bool stays_finite =
        mode == ROUND_RTZ || (mode == ROUND_RTP && negative) || (mode == ROUND_RTN && !negative);
    return stays_finite ? float_greatest(values, format, negative)
                        : float_inf(values, format, negative);
}

value float_round(struct value_table *values, struct float_format format, enum rounding mode,
                  const struct float_parts *parts, bool sticky) {
    if (parts->class == FLOAT_NAN)
        return float_nan(values, format);
    if (parts->class == FLOAT_INF)
        return float_inf(values, format, parts->negative);
    if (mpz_sgn(parts->significand) == 0)
        return float_zero(values, format, parts->negative);

    int64_t p = format.significand, least = least_unit(format);
    int64_t exponent = parts->exponent;
    int64_t unit = float_parts_top(parts) - p;
    if (unit < least)
        unit = least;
    int64_t greatest = least + (int64_t)top_exponent(format) - 2;
    if (unit > greatest)
        return overflow(values, format, mode, parts->negative);

    mpz_t kept;
    mpz_init_set(kept, parts->significand);
    if (sticky) { /* any number in between is rounded like the middle */
        mpz_mul_2exp(kept, kept, 1);
        mpz_setbit(kept, 0);
        exponent--;
    }
    if (unit >= exponent)
        float_round_places(kept, (uint64_t)(unit - exponent), mode, parts->negative);
    else
        mpz_mul_2exp(kept, kept, (mp_bitcnt_t)(exponent - unit));
    /* a carry raises the exponent, as the bits are added; from the greatest float to infinity */
    value v = pack(values, format, parts->negative, (uint64_t)(unit - least), kept);
    mpz_clear(kept);
    return v;
}

value float_of_mpq(struct value_table *values, struct float_format format, enum rounding mode,
                   mpq_srcptr number, int64_t exponent) {
    int sign = mpq_sgn(number);
    if (sign == 0)
        return float_zero(values, format, false);
    /* shifted so that the quotient has enough bits, and not many more */
    int64_t shift = (int64_t)format.significand + 3 +
                    (int64_t)mpz_sizeinbase(mpq_denref(number), 2) -
                    (int64_t)mpz_sizeinbase(mpq_numref(number), 2);
    struct float_parts parts;
    float_parts_init(&parts);
    mpz_t divisor, rest;
    mpz_init_set(divisor, mpq_denref(number));
    mpz_init(rest);
    mpz_abs(parts.significand, mpq_numref(number));
    if (shift >= 0)
        mpz_mul_2exp(parts.significand, parts.significand, (mp_bitcnt_t)shift);
    else
        mpz_mul_2exp(divisor, divisor, (mp_bitcnt_t)-shift);
    mpz_tdiv_qr(parts.significand, rest, parts.significand, divisor);
    parts.class = FLOAT_FINITE;
    parts.negative = sign < 0;
    parts.exponent = exponent - shift;
    value v = float_round(values, format, mode, &parts, mpz_sgn(rest) != 0);
    mpz_clears(divisor, rest, NULL);
    float_parts_clear(&parts);
    return v;
}
