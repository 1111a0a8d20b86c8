/*
 * algebraic.h - real roots of polynomials, as solvers print them and as exact
 * arithmetic needs them.
 *
 * An algebraic number is a value of kind VALUE_ALGEBRAIC; it is never rational.
 * It is kept with its minimal polynomial, so that equal numbers have equal
 * handles, whatever polynomials they were made from.
 *
 * The functions that take "real" values take rationals, too, and return
 * rationals where the result is one. They answer VALUE_LIMIT when degrees or
 * coefficients become too large.
 */
#ifndef MOMUS_EVAL_ALGEBRAIC_H
#define MOMUS_EVAL_ALGEBRAIC_H

#include "base/strbuf.h"
#include "eval/value.h"

/*
 * The root of the polynomial c[0] + c[1] x + ... + c[n-1] x^(n-1) between two
 * rationals, low < root < high or low = root = high; 0 if there is not exactly one.
 */
value algebraic_root(struct value_table *values, const mpz_t *c, uint32_t n, mpq_srcptr low,
                     mpq_srcptr high);
/* The k-th real root in ascending order, from 1 on, as root-obj counts; 0 if there is none. */
value algebraic_nth_root(struct value_table *values, const mpz_t *c, uint32_t n, uint32_t k);
/*
 * From the text of an OP_ALGEBRAIC term: z3's root-obj or cvc5's
 * real_algebraic_number; 0 if it denotes no number.
 */
value algebraic_parse(struct value_table *values, const char *text, size_t n);

value real_add(struct value_table *values, value a, value b);
value real_sub(struct value_table *values, value a, value b);
value real_mul(struct value_table *values, value a, value b);
value real_neg(struct value_table *values, value a);
/* b is not 0. */
value real_div(struct value_table *values, value a, value b);
int real_sign(struct value_table *values, value a);
int real_compare(struct value_table *values, value a, value b);
/* The greatest integer that is at most a. */
value real_floor(struct value_table *values, value a);
/* The nonnegative n-th root of a nonnegative number, n > 0. */
value real_root(struct value_table *values, value a, uint32_t n);
/* Two rationals around it that are less than 2^-bits apart; equal if it is rational. */
void real_enclose(struct value_table *values, value a, uint32_t bits, mpq_ptr low, mpq_ptr high);

/* Appends it as z3 does: (root-obj (+ (^ x 2) (- 2)) 2). */
void algebraic_print(struct value_table *values, value a, struct strbuf *out);

#endif
