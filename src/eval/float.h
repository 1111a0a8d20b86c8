/*
 * float.h - floating point of any format, exactly.
 *
 * A float is kept as its IEEE 754 bits: sign, biased exponent, significand
 * without the hidden bit. NaN has one pattern only: the sign clear, the exponent
 * and the highest bit of the significand set. Every operation unpacks its
 * arguments into exact numbers, computes exactly (or with enough bits and a
 * sticky one), and rounds once, by float_round.
 */
#ifndef MOMUS_EVAL_FLOAT_H
#define MOMUS_EVAL_FLOAT_H

#include "eval/meaning.h"

enum rounding { ROUND_RNE, ROUND_RNA, ROUND_RTP, ROUND_RTN, ROUND_RTZ };

struct float_format {
    uint32_t exponent;    /* bits, at least 2 */
    uint32_t significand; /* bits with the hidden one, at least 2 */
};

struct float_format float_format(const struct term_table *table, sort s);

enum float_class { FLOAT_ZERO, FLOAT_FINITE, FLOAT_INF, FLOAT_NAN };

/* sign * significand * 2^exponent; the significand is an exact integer, 0 unless FLOAT_FINITE. */
struct float_parts {
    enum float_class class;
    bool negative;
    mpz_t significand;
    int64_t exponent;
};
void float_parts_init(struct float_parts *parts);
void float_parts_clear(struct float_parts *parts);

void float_unpack(const struct value_table *values, struct float_format format, value v,
                  struct float_parts *parts);
/*
 * Rounds the exact number into the format. `sticky`: the exact number is
 * greater in magnitude by something below one unit of the significand's last
 * place. Of FLOAT_FINITE with significand 0 the sign is kept.
 */
value float_round(struct value_table *values, struct float_format format, enum rounding mode,
                  const struct float_parts *parts, bool sticky);
/* Rounds a rational; zero gives +zero. */
value float_of_mpq(struct value_table *values, struct float_format format, enum rounding mode,
                   mpq_srcptr number);

value float_nan(struct value_table *values, struct float_format format);
value float_inf(struct value_table *values, struct float_format format, bool negative);
value float_zero(struct value_table *values, struct float_format format, bool negative);

#endif
