/*
 * number.h - integers of any size, within the budget of an evaluator.
 *
 * Numbers in the handle take the inline way: the handle of n is 2n + 1, so that
 * an operation overflows 64 bits exactly when its result does not fit into a
 * handle. All else goes through GMP, after the evaluator was asked whether a
 * number of that size may be made.
 */
#ifndef MOMUS_EVAL_NUMBER_H
#define MOMUS_EVAL_NUMBER_H

#include "eval/meaning.h"

/* May a number of so many words be made, from numbers that are not much larger? Charges for it. */
bool number_may_make(struct eval *eval, uint64_t words);
/* The words of a number or of both parts of a rational; 1 if it is in the handle. */
uint64_t number_words(const struct value_table *values, value v);

/* May real.c, which knows no budget, compute with these two real numbers? Charges for it. */
bool number_may_compute(struct eval *eval, value a, value b);

value number_add_large(struct eval *eval, value a, value b);
value number_sub_large(struct eval *eval, value a, value b);
value number_mul_large(struct eval *eval, value a, value b);

static inline bool number_both_small(value a, value b) {
    return (a & b & 1) != 0;
}

static inline value number_add(struct eval *eval, value a, value b) {
    int64_t sum;
    if (number_both_small(a, b) && !__builtin_add_overflow((int64_t)(a - 1), (int64_t)b, &sum))
        return (value)sum;
    return number_add_large(eval, a, b);
}

static inline value number_sub(struct eval *eval, value a, value b) {
    int64_t difference;
    if (number_both_small(a, b) &&
        !__builtin_sub_overflow((int64_t)a, (int64_t)(b - 1), &difference))
        return (value)difference;
    return number_sub_large(eval, a, b);
}

static inline value number_mul(struct eval *eval, value a, value b) {
    int64_t product;
    if (number_both_small(a, b) &&
        !__builtin_mul_overflow((int64_t)(a - 1), value_small(b), &product))
        return (value)product | 1;
    return number_mul_large(eval, a, b);
}

static inline value number_neg(struct eval *eval, value a) {
    return number_sub(eval, value_of_small(0), a);
}

/* base to the exponent, which is not negative; 0 to 0 is 1. */
value number_power(struct eval *eval, value base, value exponent);

#endif
