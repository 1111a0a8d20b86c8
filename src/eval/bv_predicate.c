/*
 * bv_predicate.c - order and overflow of bit-vectors, as Bool or as one bit.
 */
#include "eval/bv.h"

static value bit_of_bool(bool b) {
    return value_of_small(b);
}

/* ---- comparisons ---- */

static int compare_unsigned(struct eval *eval, const struct application *a) {
    return value_compare(eval_values(eval), a->args[0], a->args[1]);
}

/* The greater sign bit is the lesser number; under equal ones the order is that of the bits. */
static int compare_signed(struct eval *eval, const struct application *a) {
    uint32_t width = bv_argument_width(eval, a);
    if (width <= NARROW) {
        int64_t x = bv_signed(bv_word(eval, a->args[0]), width);
        int64_t y = bv_signed(bv_word(eval, a->args[1]), width);
        return (x > y) - (x < y);
    }
    struct number_room room;
    int high_x = mpz_tstbit(value_mpz(eval_values(eval), a->args[0], &room), width - 1);
    int high_y = mpz_tstbit(value_mpz(eval_values(eval), a->args[1], &room), width - 1);
    return high_x != high_y ? high_y - high_x : compare_unsigned(eval, a);
}

#define COMPARISON(name, compare, test, result)                       \
    value bv_##name(struct eval *eval, const struct application *a) { \
        return result(compare(eval, a) test);                         \
    }

COMPARISON(ult, compare_unsigned, < 0, value_of_bool)
COMPARISON(ule, compare_unsigned, <= 0, value_of_bool)
COMPARISON(ugt, compare_unsigned, > 0, value_of_bool)
COMPARISON(uge, compare_unsigned, >= 0, value_of_bool)
COMPARISON(slt, compare_signed, < 0, value_of_bool)
COMPARISON(sle, compare_signed, <= 0, value_of_bool)
COMPARISON(sgt, compare_signed, > 0, value_of_bool)
COMPARISON(sge, compare_signed, >= 0, value_of_bool)
COMPARISON(ultbv, compare_unsigned, < 0, bit_of_bool)
COMPARISON(sltbv, compare_signed, < 0, bit_of_bool)
COMPARISON(usubo, compare_unsigned, < 0, value_of_bool)

value bv_comp(struct eval *eval, const struct application *a) {
    (void)eval;
    return bit_of_bool(a->args[0] == a->args[1]);
}

value bv_redor(struct eval *eval, const struct application *a) {
    (void)eval;
    return bit_of_bool(a->args[0] != value_of_small(0));
}

value bv_redand(struct eval *eval, const struct application *a) {
    struct number_room room;
    mpz_srcptr x = value_mpz(eval_values(eval), a->args[0], &room);
    return bit_of_bool(mpz_scan0(x, 0) >= bv_argument_width(eval, a));
}

/* ---- overflow ---- */

/* Is the number outside of what two's complement of this width can say? */
static bool exceeds_signed(mpz_srcptr number, uint32_t width) {
    size_t bits = mpz_sizeinbase(number, 2);
    if (mpz_sgn(number) >= 0)
        return bits > width - 1;
    /* of the numbers with `width` bits, -2^(width-1) alone is inside */
    return bits > width || (bits == width && mpz_scan1(number, 0) != width - 1);
}

/* Is it the least signed value? */
static bool is_least(struct eval *eval, value v, uint32_t width) {
    struct number_room room;
    mpz_srcptr x = value_mpz(eval_values(eval), v, &room);
    return mpz_sgn(x) > 0 && mpz_scan1(x, 0) == width - 1;
}

value bv_nego(struct eval *eval, const struct application *a) {
    return value_of_bool(is_least(eval, a->args[0], bv_argument_width(eval, a)));
}

value bv_sdivo(struct eval *eval, const struct application *a) {
    uint32_t width = bv_argument_width(eval, a);
    struct number_room room;
    mpz_srcptr y = value_mpz(eval_values(eval), a->args[1], &room);
    return value_of_bool(is_least(eval, a->args[0], width) && mpz_scan0(y, 0) >= width);
}

/* Where the exact result is, seen from the numbers of a width. */
enum range { RANGE_INSIDE, RANGE_BELOW, RANGE_ABOVE, RANGE_LIMIT };

static value answer_by(enum range range, bool answer) {
    return range == RANGE_LIMIT ? VALUE_LIMIT : value_of_bool(answer);
}

__extension__ typedef __int128 int128;
__extension__ typedef unsigned __int128 uint128;

typedef int128 exact_signed(int128 x, int128 y);
typedef uint128 exact_unsigned(uint128 x, uint128 y);
typedef void exact_wide(mpz_ptr to, mpz_srcptr x, mpz_srcptr y);

static int128 signed_sum(int128 x, int128 y) {
    return x + y;
}
static int128 signed_difference(int128 x, int128 y) {
    return x - y;
}
static int128 signed_product(int128 x, int128 y) {
    return x * y;
}
static uint128 unsigned_sum(uint128 x, uint128 y) {
    return x + y;
}
static uint128 unsigned_product(uint128 x, uint128 y) {
    return x * y;
}

static enum range signed_range_wide(struct eval *eval, const struct application *a, uint32_t width,
                                    exact_wide *exact) {
    if (!bv_may_work(eval, width, exact == mpz_mul ? COST_PRODUCT : COST_LINEAR))
        return RANGE_LIMIT;
    struct number_room room;
    mpz_t x, y;
    mpz_inits(x, y, NULL);
    bv_set_signed(x, value_mpz(eval_values(eval), a->args[0], &room), width);
    bv_set_signed(y, value_mpz(eval_values(eval), a->args[1], &room), width);
    exact(x, x, y);
    enum range range = !exceeds_signed(x, width) ? RANGE_INSIDE
                       : mpz_sgn(x) < 0          ? RANGE_BELOW
                                                 : RANGE_ABOVE;
    mpz_clears(x, y, NULL);
    return range;
}

static inline __attribute__((always_inline)) enum range signed_range(struct eval *eval,
                                                                     const struct application *a,
                                                                     exact_signed *narrow,
                                                                     exact_wide *wide) {
    uint32_t width = bv_argument_width(eval, a);
    if (width > NARROW)
        return signed_range_wide(eval, a, width, wide);
    int128 exact = narrow(bv_signed(bv_word(eval, a->args[0]), width),
                          bv_signed(bv_word(eval, a->args[1]), width));
    int128 end = (int128)1 << (width - 1);
    return exact < -end ? RANGE_BELOW : exact >= end ? RANGE_ABOVE : RANGE_INSIDE;
}

static enum range unsigned_range_wide(struct eval *eval, const struct application *a,
                                      uint32_t width, exact_wide *exact) {
    if (!bv_may_work(eval, width, exact == mpz_mul ? COST_PRODUCT : COST_LINEAR))
        return RANGE_LIMIT;
    struct number_room room_x, room_y;
    mpz_t result;
    mpz_init(result);
    exact(result, value_mpz(eval_values(eval), a->args[0], &room_x),
          value_mpz(eval_values(eval), a->args[1], &room_y));
    enum range range = mpz_sizeinbase(result, 2) > width ? RANGE_ABOVE : RANGE_INSIDE;
    mpz_clear(result);
    return range;
}

static inline __attribute__((always_inline)) enum range unsigned_range(struct eval *eval,
                                                                       const struct application *a,
                                                                       exact_unsigned *narrow,
                                                                       exact_wide *wide) {
    uint32_t width = bv_argument_width(eval, a);
    if (width > NARROW)
        return unsigned_range_wide(eval, a, width, wide);
    uint128 exact = narrow(bv_word(eval, a->args[0]), bv_word(eval, a->args[1]));
    return exact > bv_mask(width) ? RANGE_ABOVE : RANGE_INSIDE;
}

#define OVERFLOW(name, kind, narrow, wide, test)                      \
    value bv_##name(struct eval *eval, const struct application *a) { \
        enum range range = kind##_range(eval, a, narrow, wide);       \
        return answer_by(range, range test);                          \
    }

OVERFLOW(uaddo, unsigned, unsigned_sum, mpz_add, != RANGE_INSIDE)
OVERFLOW(saddo, signed, signed_sum, mpz_add, != RANGE_INSIDE)
OVERFLOW(umulo, unsigned, unsigned_product, mpz_mul, != RANGE_INSIDE)
OVERFLOW(smulo, signed, signed_product, mpz_mul, != RANGE_INSIDE)
OVERFLOW(ssubo, signed, signed_difference, mpz_sub, != RANGE_INSIDE)
OVERFLOW(umul_noovfl, unsigned, unsigned_product, mpz_mul, == RANGE_INSIDE)
OVERFLOW(smul_noovfl, signed, signed_product, mpz_mul, != RANGE_ABOVE)
OVERFLOW(smul_noudfl, signed, signed_product, mpz_mul, != RANGE_BELOW)
