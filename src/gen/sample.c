#include "gen/sample.h"

#include "eval/array.h"
#include "eval/float.h"

enum { WIDTH_MAX = 1 << 16, ITEMS_MAX = 3, DESCENT_MAX = 4 };

/* ---- numbers ---- */

/* Mostly small; near a power of two; rarely large. */
static int64_t draw_number(struct rng *rng) {
    uint64_t kind = rng_below(rng, 16);
    int64_t magnitude;
    if (kind < 10)
        magnitude = (int64_t)rng_below(rng, 6);
    else if (kind < 13)
        magnitude = (int64_t)rng_below(rng, 1000);
    else
        magnitude = (int64_t)((UINT64_C(1) << rng_below(rng, 40)) + rng_below(rng, 3)) - 1;
    return rng_chance(rng, 1, 3) ? -magnitude : magnitude;
}

static value draw_real(struct value_table *values, struct rng *rng) {
    static const unsigned denominators[] = {1, 1, 1, 1, 2, 2, 4, 10, 3, 7};
    mpq_t q;
    mpq_init(q);
    int64_t numerator = draw_number(rng);
    mpq_set_si(q, numerator, denominators[rng_below(rng, 10)]);
    mpq_canonicalize(q);
    value v = value_of_mpq(values, q);
    mpq_clear(q);
    return v;
}

/* Bits of any width: zero, ones, one, the signed extremes and their neighbours, or all random. */
static value draw_bits(struct value_table *values, uint32_t width, struct rng *rng) {
    mpz_t z;
    mpz_init(z);
    switch (rng_below(rng, 8)) {
    case 0:
        mpz_set_ui(z, rng_below(rng, 4));
        break;
    case 1: /* from the top down */
        mpz_setbit(z, width);
        mpz_sub_ui(z, z, 1 + rng_below(rng, 3));
        break;
    case 2: /* around the sign */
        mpz_setbit(z, width - 1);
        mpz_add_ui(z, z, rng_below(rng, 3));
        mpz_sub_ui(z, z, 1);
        break;
    case 3:
        mpz_setbit(z, rng_below(rng, width));
        break;
    default:
        for (uint32_t i = 0; i < width; i += 32) {
            mpz_mul_2exp(z, z, 32);
            mpz_add_ui(z, z, rng_next(rng) >> 32);
        }
    }
    mpz_fdiv_r_2exp(z, z, width);
    value v = value_of_mpz(values, z);
    mpz_clear(z);
    return v;
}

static value draw_float(struct eval *eval, sort s, struct rng *rng) {
    struct value_table *values = eval_values(eval);
    struct float_format format = float_format(eval_terms(eval), s);
    bool negative = rng_chance(rng, 1, 2);
    if (!float_format_fits(format) || format.significand > WIDTH_MAX)
        return 0;
    switch (rng_below(rng, 8)) {
    case 0:
        return float_nan(values, format);
    case 1:
        return float_inf(values, format, negative);
    case 2:
        return float_zero(values, format, negative);
    default:
        return float_of_bits(values, format,
                             draw_bits(values, format.exponent + format.significand, rng));
    }
}

static value draw_field(struct eval *eval, sort s, struct rng *rng) {
    const struct term_table *table = eval_terms(eval);
    mpz_t order, z;
    mpz_init(z);
    mpz_init_set_str(order, symbol_at(&table->symbols, sort_at(&table->sorts, s)->indices[0])->at,
                     10);
    mpz_set_ui(z, rng_chance(rng, 1, 2) ? rng_below(rng, 3) : rng_next(rng) >> 1);
    mpz_fdiv_r(z, z, order);
    value v = value_of_mpz(eval_values(eval), z);
    mpz_clear(z);
    mpz_clear(order);
    return v;
}

/* ---- what has parts ---- */

static value draw_text(struct value_table *values, struct rng *rng) {
    static const uint32_t letters[] = {'a', 'b', 'a',  'A', '0',  '1',  '-',
                                       ' ', '"', '\\', 0,   0x7f, 0xff, 0x2ffff};
    uint32_t text[8], n = (uint32_t)rng_below(rng, rng_chance(rng, 1, 4) ? 8 : 3);
    uint64_t among = rng_chance(rng, 1, 3) ? sizeof letters / sizeof *letters : 5;
    for (uint32_t i = 0; i < n; i++)
        text[i] = letters[rng_below(rng, among)];
    return value_of_text(values, text, n);
}

static value draw(struct eval *eval, sort s, struct rng *rng, int descent);

static value draw_seq(struct eval *eval, sort s, struct rng *rng, int descent) {
    value items[ITEMS_MAX];
    uint32_t n = (uint32_t)rng_below(rng, ITEMS_MAX + 1);
    sort item = sort_arg(&eval_terms(eval)->sorts, s, 0);
    for (uint32_t i = 0; i < n; i++)
        if ((items[i] = draw(eval, item, rng, descent)) == 0)
            return 0;
    return container_seq(eval, items, n);
}

static value draw_array(struct eval *eval, sort s, struct rng *rng, int descent) {
    const struct sort_table *sorts = &eval_terms(eval)->sorts;
    sort index = sort_arg(sorts, s, 0), element = sort_arg(sorts, s, 1);
    value other = draw(eval, element, rng, descent);
    if (other == 0)
        return 0;
    value array = array_const(eval, other);
    for (uint64_t n = rng_below(rng, ITEMS_MAX + 1); n > 0; n--) {
        value at = draw(eval, index, rng, descent), item = draw(eval, element, rng, descent);
        if (at == 0 || item == 0)
            return 0;
        array = array_store(eval, s, array, at, item);
        if (eval_result(eval, array) != EVAL_VALUE)
            return 0;
    }
    return array;
}

/* Sorts are bounded, but no value needs to be that deep. */
static value draw(struct eval *eval, sort s, struct rng *rng, int descent) {
    const struct sort_table *sorts = &eval_terms(eval)->sorts;
    struct value_table *values = eval_values(eval);
    if (descent == 0)
        return 0;
    switch (sort_kind(sorts, s)) {
    case SORT_BOOL:
        return value_of_bool(rng_chance(rng, 1, 2));
    case SORT_INT:
        return value_of_int64(values, draw_number(rng));
    case SORT_REAL:
        return draw_real(values, rng);
    case SORT_BITVEC: {
        uint32_t width = sort_at(sorts, s)->indices[0];
        return width > WIDTH_MAX ? 0 : draw_bits(values, width, rng);
    }
    case SORT_FLOAT:
        return draw_float(eval, s, rng);
    case SORT_ROUNDING_MODE:
        return value_of_small((int64_t)rng_below(rng, ROUND_RTZ + 1));
    case SORT_FIELD:
        return draw_field(eval, s, rng);
    case SORT_STRING:
        return draw_text(values, rng);
    case SORT_SEQ:
        return draw_seq(eval, s, rng, descent - 1);
    case SORT_ARRAY:
        return draw_array(eval, s, rng, descent - 1);
    default:
        return 0;
    }
}

value sample_value(struct eval *eval, sort s, struct rng *rng) {
    return draw(eval, s, rng, DESCENT_MAX);
}

term sample_term(struct eval *eval, sort s, struct rng *rng) {
    value v = sample_value(eval, s, rng);
    return v == 0 ? 0 : eval_value_term(eval, v, s);
}

value sample_any(struct eval *eval, term constant, struct rng *rng) {
    value v = sample_value(eval, term_sort(eval_terms(eval), constant), rng);
    if (v != 0)
        return v;
    eval_set_fixed(eval, true);
    v = eval_term(eval, constant);
    eval_set_fixed(eval, false);
    return eval_result(eval, v) == EVAL_VALUE ? v : 0;
}
