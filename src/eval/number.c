#include "eval/number.h"

/*
 * Small results are not worth a question. Larger ones are charged so that neither
 * the time nor the memory of GMP, which makes copies, gets out of hand.
 */
bool number_may_make(struct eval *eval, uint64_t words) {
    enum { FREE_WORDS = 64 };
    return words <= FREE_WORDS || (eval_may_make(eval, words) && eval_spend(eval, 2 * words));
}

uint64_t number_words(const struct value_table *values, value v) {
    if (value_is_small(v))
        return 1;
    const struct value_node *node = value_at(values, v);
    if (node->kind != VALUE_RATIO)
        return node->n;
    return number_words(values, node->words[0]) + number_words(values, node->words[1]);
}

/* Degree and words of the largest coefficient; of a rational, 1 and 0. */
static uint64_t size_of(const struct value_table *values, value v, uint64_t *words) {
    *words = 0;
    if (value_kind(values, v) != VALUE_ALGEBRAIC)
        return 1;
    const struct value_node *node = value_at(values, v);
    for (uint32_t i = 0; i < node->n; i++) {
        uint64_t n = number_words(values, node->words[i]);
        *words = n > *words ? n : *words;
    }
    return node->aux;
}

/* What algebraic numbers cost is mostly to factor a polynomial of the product of their degrees. */
bool number_may_compute(struct eval *eval, value a, value b) {
    struct value_table *values = eval_values(eval);
    uint64_t words_a, words_b;
    uint64_t degree = size_of(values, a, &words_a) * size_of(values, b, &words_b);
    uint64_t steps = 16 * degree * degree * (words_a + words_b);
    return number_may_make(eval, number_words(values, a) + number_words(values, b)) &&
           eval_spend(eval, steps);
}

typedef void mpz_operation(mpz_ptr result, mpz_srcptr a, mpz_srcptr b);

static value apply(struct eval *eval, mpz_operation *operation, value a, value b, uint64_t words) {
    if (!number_may_make(eval, words))
        return VALUE_LIMIT;
    struct value_table *values = eval_values(eval);
    struct number_room room_a, room_b;
    mpz_t result;
    mpz_init(result);
    operation(result, value_mpz(values, a, &room_a), value_mpz(values, b, &room_b));
    value v = value_of_mpz(values, result);
    mpz_clear(result);
    return v;
}

static uint64_t larger_words(struct eval *eval, value a, value b) {
    uint64_t n_a = number_words(eval_values(eval), a), n_b = number_words(eval_values(eval), b);
    return (n_a > n_b ? n_a : n_b) + 1;
}

value number_add_large(struct eval *eval, value a, value b) {
    return apply(eval, mpz_add, a, b, larger_words(eval, a, b));
}

value number_sub_large(struct eval *eval, value a, value b) {
    return apply(eval, mpz_sub, a, b, larger_words(eval, a, b));
}

value number_mul_large(struct eval *eval, value a, value b) {
    struct value_table *values = eval_values(eval);
    return apply(eval, mpz_mul, a, b, number_words(values, a) + number_words(values, b));
}

/* Base 0, 1 or -1: only whether the exponent is 0 or even matters, not its size. */
static value power_of_unit(struct eval *eval, int64_t base, value exponent) {
    struct number_room room;
    mpz_srcptr e = value_mpz(eval_values(eval), exponent, &room);
    if (mpz_sgn(e) == 0 || (base < 0 && mpz_even_p(e)))
        return value_of_small(1);
    return value_of_small(base);
}

value number_power(struct eval *eval, value base, value exponent) {
    if (value_is_small(base) && value_small(base) >= -1 && value_small(base) <= 1)
        return power_of_unit(eval, value_small(base), exponent);
    struct value_table *values = eval_values(eval);
    struct number_room room;
    mpz_srcptr b = value_mpz(values, base, &room);
    uint64_t bits = mpz_sizeinbase(b, 2), n;
    if (!value_is_small(exponent) ||
        __builtin_mul_overflow(bits, (uint64_t)value_small(exponent), &n) ||
        !number_may_make(eval, n / 64 + 1))
        return VALUE_LIMIT;
    mpz_t result;
    mpz_init(result);
    mpz_pow_ui(result, b, (unsigned long)value_small(exponent));
    value v = value_of_mpz(values, result);
    mpz_clear(result);
    return v;
}
