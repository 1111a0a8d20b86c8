/*
 * float.h - floating point of any format, exactly.
 *
 * A float is kept as its IEEE 754 bits: sign, biased exponent, significand
 * without the hidden bit. NaN has one pattern only: the sign clear, the exponent
 * and the highest bit of the significand set. Every operation unpacks its
 * arguments into exact numbers, computes exactly (or with enough bits and a
 * sticky one), and rounds once, by float_round.
 *
 * No work depends on how large an exponent is: numbers that are too far apart to
 * be aligned meet as a sticky bit.
 */
#ifndef MOMUS_EVAL_FLOAT_H
#define MOMUS_EVAL_FLOAT_H

#include "eval/meaning.h"

enum rounding { ROUND_RNE, ROUND_RNA, ROUND_RTP, ROUND_RTN, ROUND_RTZ };

struct float_format {
    uint32_t exponent;    /* bits, at least 2 */
    uint32_t significand; /* bits with the hidden one, at least 2 */
};

/* Wider floats than these are a matter for VALUE_LIMIT. Sums of some exponents fit 64 bits. */
enum { FLOAT_EXPONENT_MAX = 60, FLOAT_SIGNIFICAND_MAX = 1 << 20 };

struct float_format float_format(const struct term_table *table, sort s);
static inline bool float_format_fits(struct float_format format) {
    return format.exponent <= FLOAT_EXPONENT_MAX && format.significand <= FLOAT_SIGNIFICAND_MAX;
}

/* ---- bits; all formats from here on fit ---- */

enum float_class { FLOAT_ZERO, FLOAT_FINITE, FLOAT_INF, FLOAT_NAN };

/* What the bits say without looking at all of them. */
struct float_look {
    enum float_class class;
    bool negative;
    bool subnormal;
};
struct float_look float_look(const struct value_table *values, struct float_format format, value v);

/* The float with these IEEE bits, e + s of them; all patterns of NaN become the one. */
value float_of_bits(struct value_table *values, struct float_format format, value bits);
value float_nan(struct value_table *values, struct float_format format);
value float_inf(struct value_table *values, struct float_format format, bool negative);
value float_zero(struct value_table *values, struct float_format format, bool negative);
/* The same with another sign; NaN has none. */
value float_with_sign(struct value_table *values, struct float_format format, value v,
                      bool negative);
/* < 0, 0, > 0, as fp.lt and fp.eq have it; neither is NaN. */
int float_compare(const struct value_table *values, struct float_format format, value a, value b);

/* ---- exact numbers ---- */

/* sign * significand * 2^exponent; the significand is an exact integer, 0 unless FLOAT_FINITE. */
struct float_parts {
    enum float_class class;
    bool negative;
    mpz_t significand;
    int64_t exponent;
};
void float_parts_init(struct float_parts *parts);
void float_parts_clear(struct float_parts *parts);
/* The place above the highest bit: the magnitude is below 2^top and at least half of it. */
int64_t float_parts_top(const struct float_parts *parts);

void float_unpack(const struct value_table *values, struct float_format format, value v,
                  struct float_parts *parts);
/*
 * Rounds the exact number into the format. `sticky`: the exact number is
 * greater in magnitude by something below one unit of the significand's last
 * place; then the significand has at least two bits more than the format.
 * Of FLOAT_FINITE with significand 0 the sign is kept.
 */
value float_round(struct value_table *values, struct float_format format, enum rounding mode,
                  const struct float_parts *parts, bool sticky);
/* Rounds number / 2^places to an integer. */
void float_round_places(mpz_ptr number, uint64_t places, enum rounding mode, bool negative);
/* Rounds a rational times 2^exponent, which is within +-2^61; zero gives +zero. */
value float_of_mpq(struct value_table *values, struct float_format format, enum rounding mode,
                   mpq_srcptr number, int64_t exponent);

/* ---- arithmetic (eval/float_arith.c) ---- */

value float_add(struct value_table *values, struct float_format format, enum rounding mode, value x,
                value y);
value float_sub(struct value_table *values, struct float_format format, enum rounding mode, value x,
                value y);
value float_mul(struct value_table *values, struct float_format format, enum rounding mode, value x,
                value y);
value float_div(struct value_table *values, struct float_format format, enum rounding mode, value x,
                value y);
value float_fma(struct value_table *values, struct float_format format, enum rounding mode, value x,
                value y, value z);
value float_sqrt(struct value_table *values, struct float_format format, enum rounding mode,
                 value x);
value float_rem(struct value_table *values, struct float_format format, value x, value y);
value float_round_to_integral(struct value_table *values, struct float_format format,
                              enum rounding mode, value x);

#endif
