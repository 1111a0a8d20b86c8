/*
 * theory_bv.c - what the operators on bit-vectors mean. Predicates are in
 * bv_predicate.c.
 *
 * A wide operator need not care for the width: what it leaves is taken modulo
 * 2^width, so it may be negative or too large.
 */
#include "eval/bv.h"

enum { WIDE_FREE = 1 << 12 }; /* bits up to which nothing is charged for */

/* ---- wide numbers ---- */

bool bv_may_work(struct eval *eval, uint64_t width, uint64_t cost) {
    if (width <= WIDE_FREE)
        return true;
    uint64_t words = width / NARROW + 1;
    return eval_may_make(eval, words) && eval_spend(eval, words * cost / 256 + 1);
}

/* The number modulo 2^width, as a value; the number is cleared. */
static value finish(struct eval *eval, mpz_ptr number, uint32_t width) {
    mpz_fdiv_r_2exp(number, number, width);
    value v = value_of_mpz(eval_values(eval), number);
    mpz_clear(number);
    return v;
}

void bv_set_signed(mpz_ptr to, mpz_srcptr x, uint32_t width) {
    mpz_set(to, x);
    if (mpz_tstbit(x, width - 1) == 0)
        return;
    mpz_t power;
    mpz_init(power);
    mpz_setbit(power, width);
    mpz_sub(to, to, power);
    mpz_clear(power);
}

/* ---- operators of one or two arguments that give a bit-vector of the same width ---- */

typedef uint64_t narrow_unary(uint64_t x, uint32_t width);
typedef uint64_t narrow_binary(uint64_t x, uint64_t y, uint32_t width);
typedef void wide_unary(mpz_ptr to, mpz_srcptr x, uint32_t width);
typedef void wide_binary(mpz_ptr to, mpz_srcptr x, mpz_srcptr y, uint32_t width);

static inline __attribute__((always_inline)) value apply_unary(struct eval *eval,
                                                               const struct application *a,
                                                               narrow_unary *narrow,
                                                               wide_unary *wide) {
    uint32_t width = bv_width(eval, a->sort);
    if (width <= NARROW)
        return bv_of_word(eval, narrow(bv_word(eval, a->args[0]), width) & bv_mask(width));
    if (!bv_may_work(eval, width, COST_LINEAR))
        return VALUE_LIMIT;
    struct number_room room;
    mpz_t to;
    mpz_init(to);
    wide(to, value_mpz(eval_values(eval), a->args[0], &room), width);
    return finish(eval, to, width);
}

static inline __attribute__((always_inline)) value apply_binary(struct eval *eval,
                                                                const struct application *a,
                                                                narrow_binary *narrow,
                                                                wide_binary *wide, uint64_t cost) {
    uint32_t width = bv_width(eval, a->sort);
    if (width <= NARROW)
        return bv_of_word(eval,
                          narrow(bv_word(eval, a->args[0]), bv_word(eval, a->args[1]), width) &
                              bv_mask(width));
    if (!bv_may_work(eval, width, cost))
        return VALUE_LIMIT;
    struct number_room room_x, room_y;
    mpz_t to;
    mpz_init(to);
    wide(to, value_mpz(eval_values(eval), a->args[0], &room_x),
         value_mpz(eval_values(eval), a->args[1], &room_y), width);
    return finish(eval, to, width);
}

#define UNARY(name)                                                          \
    static value bv_##name(struct eval *eval, const struct application *a) { \
        return apply_unary(eval, a, narrow_##name, wide_##name);             \
    }
#define BINARY(name, cost)                                                   \
    static value bv_##name(struct eval *eval, const struct application *a) { \
        return apply_binary(eval, a, narrow_##name, wide_##name, cost);      \
    }
/* What is easy to say: an expression of x and y for words, GMP calls that set `to`. */
#define EASY_UNARY(name, word, calls)                                   \
    static uint64_t narrow_##name(uint64_t x, uint32_t width) {         \
        (void)width;                                                    \
        return word;                                                    \
    }                                                                   \
    static void wide_##name(mpz_ptr to, mpz_srcptr x, uint32_t width) { \
        (void)width;                                                    \
        calls;                                                          \
    }                                                                   \
    UNARY(name)
#define EASY_BINARY(name, cost, word, calls)                                          \
    static uint64_t narrow_##name(uint64_t x, uint64_t y, uint32_t width) {           \
        (void)width;                                                                  \
        return word;                                                                  \
    }                                                                                 \
    static void wide_##name(mpz_ptr to, mpz_srcptr x, mpz_srcptr y, uint32_t width) { \
        (void)width;                                                                  \
        calls;                                                                        \
    }                                                                                 \
    BINARY(name, cost)

EASY_UNARY(not, ~x, mpz_com(to, x))
EASY_UNARY(neg, -x, mpz_neg(to, x))

EASY_BINARY(and, COST_LINEAR, (x & y), mpz_and(to, x, y))
EASY_BINARY(or, COST_LINEAR, (x | y), mpz_ior(to, x, y))
EASY_BINARY(xor, COST_LINEAR, (x ^ y), mpz_xor(to, x, y))
EASY_BINARY(nand, COST_LINEAR, ~(x &y), (mpz_and(to, x, y), mpz_com(to, to)))
EASY_BINARY(nor, COST_LINEAR, ~(x | y), (mpz_ior(to, x, y), mpz_com(to, to)))
EASY_BINARY(xnor, COST_LINEAR, ~(x ^ y), (mpz_xor(to, x, y), mpz_com(to, to)))

EASY_BINARY(add, COST_LINEAR, (x + y), mpz_add(to, x, y))
EASY_BINARY(sub, COST_LINEAR, (x - y), mpz_sub(to, x, y))
EASY_BINARY(mul, COST_PRODUCT, (x * y), mpz_mul(to, x, y))

/* ---- division ---- */

static uint64_t narrow_udiv(uint64_t x, uint64_t y, uint32_t width) {
    (void)width;
    return y == 0 ? UINT64_MAX : x / y;
}

static void wide_udiv(mpz_ptr to, mpz_srcptr x, mpz_srcptr y, uint32_t width) {
    (void)width;
    if (mpz_sgn(y) == 0)
        mpz_set_si(to, -1);
    else
        mpz_tdiv_q(to, x, y);
}

static uint64_t narrow_urem(uint64_t x, uint64_t y, uint32_t width) {
    (void)width;
    return y == 0 ? x : x % y;
}

static void wide_urem(mpz_ptr to, mpz_srcptr x, mpz_srcptr y, uint32_t width) {
    (void)width;
    if (mpz_sgn(y) == 0)
        mpz_set(to, x);
    else
        mpz_tdiv_r(to, x, y);
}

static uint64_t narrow_sdiv(uint64_t x, uint64_t y, uint32_t width) {
    int64_t sx = bv_signed(x, width), sy = bv_signed(y, width);
    if (sy == 0)
        return sx < 0 ? 1 : UINT64_MAX;
    return sy == -1 ? -x
                    : (uint64_t)(sx / sy); /* the machine cannot divide its least number by -1 */
}

static uint64_t narrow_srem(uint64_t x, uint64_t y, uint32_t width) {
    int64_t sx = bv_signed(x, width), sy = bv_signed(y, width);
    if (sy == 0)
        return x;
    return sy == -1 ? 0 : (uint64_t)(sx % sy);
}

static uint64_t narrow_smod(uint64_t x, uint64_t y, uint32_t width) {
    int64_t sy = bv_signed(y, width);
    int64_t remainder = (int64_t)narrow_srem(x, y, width);
    if (sy == 0 || remainder == 0 || (remainder < 0) == (sy < 0))
        return (uint64_t)remainder;
    return (uint64_t)remainder + y;
}

/* Divides as signed numbers by `divide`; by 0 it gives x, or 1 and -1 if it is the quotient. */
static void divide_signed(mpz_ptr to, mpz_srcptr x, mpz_srcptr y, uint32_t width, bool quotient,
                          void (*divide)(mpz_ptr, mpz_srcptr, mpz_srcptr)) {
    mpz_t sx, sy;
    mpz_inits(sx, sy, NULL);
    bv_set_signed(sx, x, width);
    bv_set_signed(sy, y, width);
    if (mpz_sgn(sy) != 0)
        divide(to, sx, sy);
    else if (quotient)
        mpz_set_si(to, mpz_sgn(sx) < 0 ? 1 : -1);
    else
        mpz_set(to, sx);
    mpz_clears(sx, sy, NULL);
}

static void wide_sdiv(mpz_ptr to, mpz_srcptr x, mpz_srcptr y, uint32_t width) {
    divide_signed(to, x, y, width, true, mpz_tdiv_q);
}

static void wide_srem(mpz_ptr to, mpz_srcptr x, mpz_srcptr y, uint32_t width) {
    divide_signed(to, x, y, width, false, mpz_tdiv_r);
}

static void wide_smod(mpz_ptr to, mpz_srcptr x, mpz_srcptr y, uint32_t width) {
    divide_signed(to, x, y, width, false, mpz_fdiv_r);
}

BINARY(udiv, COST_PRODUCT)
BINARY(urem, COST_PRODUCT)
BINARY(sdiv, COST_PRODUCT)
BINARY(srem, COST_PRODUCT)
BINARY(smod, COST_PRODUCT)

/* ---- shifts: by `width` or more is by `width` ---- */

static uint64_t narrow_shl(uint64_t x, uint64_t y, uint32_t width) {
    return y >= width ? 0 : x << y;
}

static uint64_t narrow_lshr(uint64_t x, uint64_t y, uint32_t width) {
    return y >= width ? 0 : x >> y;
}

static uint64_t narrow_ashr(uint64_t x, uint64_t y, uint32_t width) {
    return (uint64_t)(bv_signed(x, width) >> (y >= width ? width - 1 : y));
}

static uint32_t shift_of(mpz_srcptr y, uint32_t width) {
    return mpz_cmp_ui(y, width) >= 0 ? width : (uint32_t)mpz_get_ui(y);
}

static void wide_shl(mpz_ptr to, mpz_srcptr x, mpz_srcptr y, uint32_t width) {
    uint32_t shift = shift_of(y, width);
    mpz_fdiv_r_2exp(to, x, width - shift); /* what is shifted out need not be shifted */
    mpz_mul_2exp(to, to, shift);
}

static void wide_lshr(mpz_ptr to, mpz_srcptr x, mpz_srcptr y, uint32_t width) {
    mpz_tdiv_q_2exp(to, x, shift_of(y, width));
}

static void wide_ashr(mpz_ptr to, mpz_srcptr x, mpz_srcptr y, uint32_t width) {
    bv_set_signed(to, x, width);
    mpz_fdiv_q_2exp(to, to, shift_of(y, width));
}

BINARY(shl, COST_LINEAR)
BINARY(lshr, COST_LINEAR)
BINARY(ashr, COST_LINEAR)

/* ---- rotation ---- */

static value rotate_left(struct eval *eval, value v, uint32_t width, uint32_t by) {
    if (by == 0)
        return v;
    if (width <= NARROW) {
        uint64_t x = bv_word(eval, v);
        return bv_of_word(eval, (x << by | x >> (width - by)) & bv_mask(width));
    }
    if (!bv_may_work(eval, width, COST_LINEAR))
        return VALUE_LIMIT;
    struct number_room room;
    mpz_srcptr x = value_mpz(eval_values(eval), v, &room);
    mpz_t to, high;
    mpz_inits(to, high, NULL);
    mpz_tdiv_q_2exp(high, x, width - by);
    mpz_fdiv_r_2exp(to, x, width - by);
    mpz_mul_2exp(to, to, by);
    mpz_ior(to, to, high);
    mpz_clear(high);
    return finish(eval, to, width);
}

/* Right by `by` is left by the rest. */
static value rotate(struct eval *eval, value v, uint32_t width, uint32_t by, bool right) {
    return rotate_left(eval, v, width, right && by != 0 ? width - by : by);
}

static value bv_rotate(struct eval *eval, const struct application *a) {
    uint32_t width = bv_width(eval, a->sort);
    return rotate(eval, a->args[0], width, a->indices[0] % width, a->op == OP_BV_ROTATE_RIGHT);
}

static value bv_ext_rotate(struct eval *eval, const struct application *a) {
    uint32_t width = bv_width(eval, a->sort);
    struct number_room room;
    mpz_srcptr by = value_mpz(eval_values(eval), a->args[1], &room);
    return rotate(eval, a->args[0], width, (uint32_t)mpz_fdiv_ui(by, width),
                  a->op == OP_BV_EXT_ROTATE_RIGHT);
}

/* ---- structure ---- */

static value bv_concat(struct eval *eval, const struct application *a) {
    /* In a fold, the sort is that of the whole: at least as wide as what is made here. */
    uint32_t width = bv_width(eval, a->sort), low = bv_width(eval, a->sorts[1]);
    if (a->args[0] == value_of_small(0))
        return a->args[1];
    if (width <= NARROW)
        return bv_of_word(eval, bv_word(eval, a->args[0]) << low | bv_word(eval, a->args[1]));
    if (!bv_may_work(eval, width, COST_LINEAR))
        return VALUE_LIMIT;
    struct number_room room;
    mpz_t to;
    mpz_init(to);
    mpz_mul_2exp(to, value_mpz(eval_values(eval), a->args[0], &room), low);
    mpz_ior(to, to, value_mpz(eval_values(eval), a->args[1], &room));
    return finish(eval, to, width);
}

static value bv_extract(struct eval *eval, const struct application *a) {
    uint32_t low = a->indices[1], width = a->indices[0] - low + 1;
    value v = a->args[0];
    if (value_is_small(v)) {
        uint64_t x = low < NARROW ? (uint64_t)value_small(v) >> low : 0;
        return bv_of_word(eval, width < NARROW ? x & bv_mask(width) : x);
    }
    if (!bv_may_work(eval, width, COST_LINEAR))
        return VALUE_LIMIT;
    struct number_room room;
    mpz_t to;
    mpz_init(to);
    mpz_tdiv_q_2exp(to, value_mpz(eval_values(eval), v, &room), low);
    return finish(eval, to, width);
}

/* Copies are doubled, from the highest bit of their number down. */
static value bv_repeat(struct eval *eval, const struct application *a) {
    uint32_t width = bv_width(eval, a->sort), piece = bv_width(eval, a->sorts[0]);
    uint32_t copies = a->indices[0];
    if (a->args[0] == value_of_small(0))
        return a->args[0];
    if (!bv_may_work(eval, width, COST_LINEAR))
        return VALUE_LIMIT;
    struct number_room room;
    mpz_srcptr x = value_mpz(eval_values(eval), a->args[0], &room);
    mpz_t to, shifted;
    mpz_inits(to, shifted, NULL);
    for (uint32_t done = 0, bit = 1u << 31; bit != 0; bit >>= 1) {
        mpz_mul_2exp(shifted, to, (mp_bitcnt_t)done * piece);
        mpz_ior(to, to, shifted);
        done *= 2;
        if ((copies & bit) != 0) {
            mpz_mul_2exp(to, to, piece);
            mpz_ior(to, to, x);
            done++;
        }
    }
    mpz_clear(shifted);
    return finish(eval, to, width);
}

static value bv_zero_extend(struct eval *eval, const struct application *a) {
    (void)eval;
    return a->args[0];
}

static value bv_sign_extend(struct eval *eval, const struct application *a) {
    uint32_t width = bv_width(eval, a->sort), before = bv_width(eval, a->sorts[0]);
    if (width <= NARROW)
        return bv_of_word(eval,
                          (uint64_t)bv_signed(bv_word(eval, a->args[0]), before) & bv_mask(width));
    struct number_room room;
    mpz_srcptr x = value_mpz(eval_values(eval), a->args[0], &room);
    if (mpz_tstbit(x, before - 1) == 0)
        return a->args[0];
    if (!bv_may_work(eval, width, COST_LINEAR))
        return VALUE_LIMIT;
    mpz_t to;
    mpz_init(to);
    bv_set_signed(to, x, before);
    return finish(eval, to, width);
}

static value bv_bit(struct eval *eval, const struct application *a) {
    struct number_room room;
    return value_of_bool(
        mpz_tstbit(value_mpz(eval_values(eval), a->args[0], &room), a->indices[0]) != 0);
}

static value bv_bit0(struct eval *eval, const struct application *a) {
    (void)eval, (void)a;
    return value_of_small(0);
}

static value bv_bit1(struct eval *eval, const struct application *a) {
    (void)eval, (void)a;
    return value_of_small(1);
}

static value bv_from_bools(struct eval *eval, const struct application *a) {
    mpz_t to;
    mpz_init(to);
    for (uint32_t i = a->n; i-- > 0;)
        if (a->args[i] == VALUE_TRUE)
            mpz_setbit(to, i);
    value v = value_of_mpz(eval_values(eval), to);
    mpz_clear(to);
    return v;
}

static value bv_ite(struct eval *eval, const struct application *a) {
    (void)eval;
    return a->args[0] == value_of_small(1) ? a->args[1] : a->args[2];
}

/* ---- to and from integers ---- */

static value bv_to_int_unsigned(struct eval *eval, const struct application *a) {
    (void)eval;
    return a->args[0];
}

static value bv_to_int_signed(struct eval *eval, const struct application *a) {
    uint32_t width = bv_argument_width(eval, a);
    if (width <= NARROW)
        return value_of_int64(eval_values(eval), bv_signed(bv_word(eval, a->args[0]), width));
    if (!bv_may_work(eval, width, COST_LINEAR))
        return VALUE_LIMIT;
    struct number_room room;
    mpz_t to;
    mpz_init(to);
    bv_set_signed(to, value_mpz(eval_values(eval), a->args[0], &room), width);
    value v = value_of_mpz(eval_values(eval), to);
    mpz_clear(to);
    return v;
}

static value bv_of_int(struct eval *eval, const struct application *a) {
    uint32_t width = bv_width(eval, a->sort);
    value v = a->args[0];
    if (value_is_small(v) && width <= NARROW)
        return bv_of_word(eval, (uint64_t)value_small(v) & bv_mask(width));
    if (value_is_small(v) && value_small(v) >= 0)
        return v;
    if (!bv_may_work(eval, width, COST_LINEAR))
        return VALUE_LIMIT;
    struct number_room room;
    mpz_t to;
    mpz_init_set(to, value_mpz(eval_values(eval), v, &room));
    return finish(eval, to, width);
}

/* clang-format off */
const struct meaning theory_bv[] = {
    {OP_BV_CONCAT,           0, bv_concat},
    {OP_BV_EXTRACT,          0, bv_extract},
    {OP_BV_REPEAT,           0, bv_repeat},
    {OP_BV_ZERO_EXTEND,      0, bv_zero_extend},
    {OP_BV_SIGN_EXTEND,      0, bv_sign_extend},
    {OP_BV_ROTATE_LEFT,      0, bv_rotate},
    {OP_BV_ROTATE_RIGHT,     0, bv_rotate},

    {OP_BV_NOT,              0, bv_not},
    {OP_BV_AND,              0, bv_and},
    {OP_BV_OR,               0, bv_or},
    {OP_BV_XOR,              0, bv_xor},
    {OP_BV_NAND,             0, bv_nand},
    {OP_BV_NOR,              0, bv_nor},
    {OP_BV_XNOR,             0, bv_xnor},
    {OP_BV_COMP,             0, bv_comp},

    {OP_BV_NEG,              0, bv_neg},
    {OP_BV_ADD,              0, bv_add},
    {OP_BV_SUB,              0, bv_sub},
    {OP_BV_MUL,              0, bv_mul},
    {OP_BV_UDIV,             0, bv_udiv},
    {OP_BV_UREM,             0, bv_urem},
    {OP_BV_SDIV,             0, bv_sdiv},
    {OP_BV_SREM,             0, bv_srem},
    {OP_BV_SMOD,             0, bv_smod},
    {OP_BV_SHL,              0, bv_shl},
    {OP_BV_LSHR,             0, bv_lshr},
    {OP_BV_ASHR,             0, bv_ashr},

    {OP_BV_ULT,              0, bv_ult},
    {OP_BV_ULE,              0, bv_ule},
    {OP_BV_UGT,              0, bv_ugt},
    {OP_BV_UGE,              0, bv_uge},
    {OP_BV_SLT,              0, bv_slt},
    {OP_BV_SLE,              0, bv_sle},
    {OP_BV_SGT,              0, bv_sgt},
    {OP_BV_SGE,              0, bv_sge},

    {OP_BV_NEGO,             0, bv_nego},
    {OP_BV_UADDO,            0, bv_uaddo},
    {OP_BV_SADDO,            0, bv_saddo},
    {OP_BV_UMULO,            0, bv_umulo},
    {OP_BV_SMULO,            0, bv_smulo},
    {OP_BV_USUBO,            0, bv_usubo},
    {OP_BV_SSUBO,            0, bv_ssubo},
    {OP_BV_SDIVO,            0, bv_sdivo},

    {OP_UBV_TO_INT,          0, bv_to_int_unsigned},
    {OP_SBV_TO_INT,          0, bv_to_int_signed},
    {OP_INT_TO_BV,           0, bv_of_int},

    {OP_BV_CONCAT_MANY,      0, bv_concat},
    {OP_BV_EXT_ROTATE_LEFT,  0, bv_ext_rotate},
    {OP_BV_EXT_ROTATE_RIGHT, 0, bv_ext_rotate},
    {OP_BV_REDOR,            0, bv_redor},
    {OP_BV_REDAND,           0, bv_redand},
    {OP_BV_ITE,              0, bv_ite},
    {OP_BV_ULTBV,            0, bv_ultbv},
    {OP_BV_SLTBV,            0, bv_sltbv},
    {OP_BV_BIT,              0, bv_bit},
    {OP_BV_BIT0,             0, bv_bit0},
    {OP_BV_BIT1,             0, bv_bit1},
    {OP_BV_FROM_BOOLS,       0, bv_from_bools},
    {OP_BV_UMUL_NOOVFL,      0, bv_umul_noovfl},
    {OP_BV_SMUL_NOOVFL,      0, bv_smul_noovfl},
    {OP_BV_SMUL_NOUDFL,      0, bv_smul_noudfl},

    /* What z3 divides by 0 is its model's to say. */
    {OP_BV_UDIV0,            0, eval_open},
    {OP_BV_UREM0,            0, eval_open},
    {OP_BV_SDIV0,            0, eval_open},
    {OP_BV_SREM0,            0, eval_open},
    {OP_BV_SMOD0,            0, eval_open},
    {0, 0, NULL},
};
/* clang-format on */
