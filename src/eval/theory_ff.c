/*
 * Finite fields: numbers modulo the order, which is the text of the sort's
 * index and may have any size.
 */
#include "eval/number.h"

static const struct symbol_entry *order_text(struct eval *eval, sort s) {
    const struct term_table *table = eval_terms(eval);
    return symbol_at(&table->symbols, sort_at(&table->sorts, s)->indices[0]);
}

/* The order if it fits into a handle's number, else 0. */
static int64_t small_order(const struct symbol_entry *text) {
    enum { SAFE_DIGITS = 18 };
    if (text->n > SAFE_DIGITS)
        return 0;
    int64_t order = 0;
    for (uint32_t i = 0; i < text->n; i++)
        order = order * 10 + (text->at[i] - '0');
    return order;
}

enum step { ADD, MULTIPLY };

static value large_step(struct eval *eval, const struct symbol_entry *order, enum step step,
                        value x, value y) {
    struct value_table *values = eval_values(eval);
    struct number_room room_x, room_y;
    if (!number_may_make(eval, number_words(values, x) + number_words(values, y)))
        return VALUE_LIMIT;
    mpz_t p, r;
    mpz_init_set_str(p, order->at, 10);
    mpz_init(r);
    if (step == ADD)
        mpz_add(r, value_mpz(values, x, &room_x), value_mpz(values, y, &room_y));
    else
        mpz_mul(r, value_mpz(values, x, &room_x), value_mpz(values, y, &room_y));
    mpz_mod(r, r, p);
    value v = value_of_mpz(values, r);
    mpz_clears(p, r, NULL);
    return v;
}

static value field_step(struct eval *eval, sort s, enum step step, value x, value y) {
    const struct symbol_entry *order = order_text(eval, s);
    int64_t p = small_order(order);
    if (p == 0)
        return large_step(eval, order, step, x, y);
    __int128 m = value_small(x), n = value_small(y);
    return value_of_small((int64_t)((step == ADD ? m + n : m * n) % p));
}

static value ff_add(struct eval *eval, const struct application *a) {
    return field_step(eval, a->sort, ADD, a->args[0], a->args[1]);
}

static value ff_mul(struct eval *eval, const struct application *a) {
    return field_step(eval, a->sort, MULTIPLY, a->args[0], a->args[1]);
}

static value ff_neg(struct eval *eval, const struct application *a) {
    const struct symbol_entry *order = order_text(eval, a->sort);
    int64_t p = small_order(order);
    if (a->args[0] == value_of_small(0))
        return a->args[0];
    if (p != 0)
        return value_of_small(p - value_small(a->args[0]));
    struct value_table *values = eval_values(eval);
    struct number_room room;
    mpz_t r;
    mpz_init_set_str(r, order->at, 10);
    mpz_sub(r, r, value_mpz(values, a->args[0], &room));
    value v = value_of_mpz(values, r);
    mpz_clear(r);
    return v;
}

/* x0 + 2 (x1 + 2 (x2 + ...)) */
static value ff_bitsum(struct eval *eval, const struct application *a) {
    value sum = value_of_small(0);
    if (!eval_spend(eval, a->n))
        return VALUE_LIMIT;
    for (uint32_t i = a->n; i > 0 && sum != VALUE_LIMIT; i--) {
        sum = field_step(eval, a->sort, ADD, sum, sum);
        if (sum != VALUE_LIMIT)
            sum = field_step(eval, a->sort, ADD, sum, a->args[i - 1]);
    }
    return sum;
}

/* clang-format off */
const struct meaning theory_ff[] = {
    {OP_FF_ADD,    0, ff_add},
    {OP_FF_MUL,    0, ff_mul},
    {OP_FF_NEG,    0, ff_neg},
    {OP_FF_BITSUM, 0, ff_bitsum},
    {0, 0, NULL},
};
/* clang-format on */
