/*
 * Float32 and Float64 against the processor's own floats, in the four rounding
 * modes that it has. The environment variable MOMUS_SOAK_SECONDS makes it run
 * for so long.
 */
#include "eval/applying.h"

#include <fenv.h>
#include <float.h>
#include <math.h>

#include "base/clock.h"
#include "eval/float.h"

_Static_assert(sizeof(float) == 4 && sizeof(double) == 8 && FLT_EVAL_METHOD == 0,
               "float and double are Float32 and Float64, in every step");

static const struct {
    enum rounding mode;
    int machine;
} modes[] = {{ROUND_RNE, FE_TONEAREST},
             {ROUND_RTP, FE_UPWARD},
             {ROUND_RTN, FE_DOWNWARD},
             {ROUND_RTZ, FE_TOWARDZERO}};

/*
 * ---- what the machine says ----
 *
 * The compiler takes the mode for the default one: volatile keeps each step
 * between the changes of the mode, and functions from being replaced.
 */

#define MACHINE(type, bits, suffix)                                                 \
    static type (*volatile libm_rint##suffix)(type) = rint##suffix;                 \
    static type (*volatile libm_sqrt##suffix)(type) = sqrt##suffix;                 \
    static type (*volatile libm_remainder##suffix)(type, type) = remainder##suffix; \
    static type (*volatile libm_fma##suffix)(type, type, type) = fma##suffix;       \
    static type type##_of(uint64_t pattern) {                                       \
        bits narrow = (bits)pattern;                                                \
        type x;                                                                     \
        memcpy(&x, &narrow, sizeof x);                                              \
        return x;                                                                   \
    }                                                                               \
    static uint64_t bits_of_##type(type x) {                                        \
        if (isnan(x)) /* the one pattern of ours */                                 \
            x = __builtin_nan##suffix("");                                          \
        bits narrow;                                                                \
        memcpy(&narrow, &x, sizeof x);                                              \
        return narrow;                                                              \
    }                                                                               \
    static uint64_t type##_does(enum op op, int mode, const uint64_t *args) {       \
        volatile type x = type##_of(args[0]), y = type##_of(args[1]);               \
        volatile type z = type##_of(args[2]), r = 0;                                \
        fesetround(mode);                                                           \
        switch (op) {                                                               \
        case OP_FP_ADD:                                                             \
            r = x + y;                                                              \
            break;                                                                  \
        case OP_FP_SUB:                                                             \
            r = x - y;                                                              \
            break;                                                                  \
        case OP_FP_MUL:                                                             \
            r = x * y;                                                              \
            break;                                                                  \
        case OP_FP_DIV:                                                             \
            r = x / y;                                                              \
            break;                                                                  \
        case OP_FP_FMA:                                                             \
            r = libm_fma##suffix(x, y, z);                                          \
            break;                                                                  \
        case OP_FP_SQRT:                                                            \
            r = libm_sqrt##suffix(x);                                               \
            break;                                                                  \
        case OP_FP_RTI:                                                             \
            r = libm_rint##suffix(x);                                               \
            break;                                                                  \
        default:                                                                    \
            r = libm_remainder##suffix(x, y);                                       \
            if (r == 0) /* whose sign glibc forgets when y is subnormal */          \
                r = copysign##suffix(r, x);                                         \
            break;                                                                  \
        }                                                                           \
        fesetround(FE_TONEAREST);                                                   \
        return bits_of_##type(r);                                                   \
    }                                                                               \
    static bool type##_holds(enum op op, const uint64_t *args) {                    \
        type x = type##_of(args[0]), y = type##_of(args[1]);                        \
        switch (op) {                                                               \
        case OP_FP_LT:                                                              \
            return x < y;                                                           \
        case OP_FP_LEQ:                                                             \
            return x <= y;                                                          \
        case OP_FP_GT:                                                              \
            return x > y;                                                           \
        case OP_FP_GEQ:                                                             \
            return x >= y;                                                          \
        case OP_FP_EQ:                                                              \
            return x == y;                                                          \
        case OP_FP_IS_NAN:                                                          \
            return isnan(x);                                                        \
        case OP_FP_IS_INF:                                                          \
            return isinf(x);                                                        \
        case OP_FP_IS_ZERO:                                                         \
            return x == 0;                                                          \
        case OP_FP_IS_NORMAL:                                                       \
            return isnormal(x);                                                     \
        case OP_FP_IS_SUBNORMAL:                                                    \
            return fpclassify(x) == FP_SUBNORMAL;                                   \
        case OP_FP_IS_NEG:                                                          \
            return !isnan(x) && signbit(x);                                         \
        default:                                                                    \
            return !isnan(x) && !signbit(x);                                        \
        }                                                                           \
    }

MACHINE(float, uint32_t, f)
MACHINE(double, uint64_t, )

struct machine {
    uint32_t e, s;
    uint64_t (*does)(enum op op, int mode, const uint64_t *args);
    bool (*holds)(enum op op, const uint64_t *args);
};
static const struct machine machines[] = {{8, 24, float_does, float_holds},
                                          {11, 53, double_does, double_holds}};

/* ---- floats to try ---- */

/* Fields of a float, drawn so that something happens: ties, cancellation, the ends of the range. */
static uint64_t draw(struct rng *rng, const struct machine *m, uint64_t near) {
    uint32_t n = m->s - 1;
    uint64_t ones = (UINT64_C(1) << n) - 1, top = (UINT64_C(1) << m->e) - 1;
    uint64_t fraction = rng_next(rng) & ones, exponent = rng_next(rng) & top;
    uint64_t bias = top / 2;
    switch (rng_below(rng, 8)) {
    case 0: /* few bits: exact results, ties */
        fraction &= fraction << (n / 2) & fraction >> 1;
        break;
    case 1:
        fraction = ones - (rng_chance(rng, 1, 2) ? 0 : rng_below(rng, 4));
        break;
    case 2:
        fraction = rng_below(rng, 4);
        break;
    case 3:
        fraction = UINT64_C(1) << rng_below(rng, n);
        break;
    default:
        break;
    }
    switch (rng_below(rng, 8)) {
    case 0:
        exponent = rng_below(rng, 3);
        break;
    case 1:
        exponent = top - rng_below(rng, 3);
        break;
    case 2:
        exponent = bias + rng_below(rng, 2 * m->s) - m->s / 2;
        break;
    case 3: /* so that products are at the ends */
        exponent = bias + (rng_chance(rng, 1, 2) ? bias / 2 : -bias / 2) + rng_below(rng, 60) - 30;
        break;
    case 4:
        exponent = (near >> n & top) + rng_below(rng, 2 * m->s) - m->s;
        break;
    case 5: /* a neighbour */
        exponent = near >> n & top;
        fraction = (near + rng_below(rng, 5) - 2) & ones;
        break;
    default:
        break;
    }
    uint64_t sign = rng_next(rng) & 1;
    exponent &= top;
    if (exponent == top && fraction != 0) { /* the one NaN, and not too often */
        fraction = rng_chance(rng, 1, 4) ? UINT64_C(1) << (n - 1) : 0;
        sign = fraction != 0 ? 0 : sign;
    }
    return sign << (m->e + n) | exponent << n | fraction;
}

/* ---- comparing ---- */

struct trial {
    struct applying s;
    struct rng rng;
    uint64_t n_checks;
};

static void check(struct trial *t, const struct machine *m, enum op op, int mode,
                  const uint64_t *args, value found, uint64_t expected) {
    t->n_checks++;
    if (found == value_of_uint64(t->s.values, expected))
        return;
    struct number_room room;
    uint64_t bits = value_is_definite(t->s.values, found)
                        ? mpz_get_ui(value_mpz(t->s.values, found, &room))
                        : 0;
    fail_msg("%s, Float%u, mode %d of %llx %llx %llx: %llx, not %llx", op_row(op)->name,
             m->e + m->s, mode, (unsigned long long)args[0], (unsigned long long)args[1],
             (unsigned long long)args[2], (unsigned long long)bits, (unsigned long long)expected);
}

static void check_arithmetic(struct trial *t, const struct machine *m, const uint64_t *args) {
    static const struct {
        enum op op;
        uint32_t n;
    } ops[] = {{OP_FP_ADD, 2}, {OP_FP_SUB, 2},  {OP_FP_MUL, 2}, {OP_FP_DIV, 2},
               {OP_FP_FMA, 3}, {OP_FP_SQRT, 1}, {OP_FP_RTI, 1}};
    sort fp = fp_sort(&t->s, m->e, m->s), sorts[] = {SORT_ROUNDING_MODE, fp, fp, fp};
    value values[4];
    for (int i = 0; i < 3; i++)
        values[i + 1] = value_of_uint64(t->s.values, args[i]);
    for (size_t i = 0; i < LENGTH(ops); i++)
        for (size_t k = 0; k < LENGTH(modes); k++) {
            values[0] = value_of_small(modes[k].mode);
            check(t, m, ops[i].op, modes[k].mode, args,
                  apply(&t->s, ops[i].op, 0, 0, fp, sorts, values, ops[i].n + 1),
                  m->does(ops[i].op, modes[k].machine, args));
        }
    check(t, m, OP_FP_REM, 0, args, apply(&t->s, OP_FP_REM, 0, 0, fp, sorts + 1, values + 1, 2),
          m->does(OP_FP_REM, FE_TONEAREST, args));
}

static void check_predicates(struct trial *t, const struct machine *m, const uint64_t *args) {
    static const enum op ops[] = {OP_FP_LT,     OP_FP_LEQ,       OP_FP_GT,           OP_FP_GEQ,
                                  OP_FP_EQ,     OP_FP_IS_NAN,    OP_FP_IS_INF,       OP_FP_IS_ZERO,
                                  OP_FP_IS_NEG, OP_FP_IS_NORMAL, OP_FP_IS_SUBNORMAL, OP_FP_IS_POS};
    sort fp = fp_sort(&t->s, m->e, m->s), sorts[] = {fp, fp};
    value values[] = {value_of_uint64(t->s.values, args[0]), value_of_uint64(t->s.values, args[1])};
    for (size_t i = 0; i < LENGTH(ops); i++)
        check(t, m, ops[i], 0, args,
              apply(&t->s, ops[i], 0, 0, SORT_BOOL, sorts, values, i < 5 ? 2 : 1),
              m->holds(ops[i], args) ? 1 : 0);
}

static uint64_t machine_narrows(int mode, uint64_t x) {
    volatile double wide = double_of(x);
    fesetround(mode);
    volatile float narrow = (float)wide;
    fesetround(FE_TONEAREST);
    return bits_of_float(narrow);
}

static uint64_t machine_widens(uint64_t x) {
    return bits_of_double((double)float_of(x));
}

static void check_formats(struct trial *t, const uint64_t *args) {
    sort f32 = fp_sort(&t->s, 8, 24), f64 = fp_sort(&t->s, 11, 53);
    sort from64[] = {SORT_ROUNDING_MODE, f64}, from32[] = {SORT_ROUNDING_MODE, f32};
    for (size_t k = 0; k < LENGTH(modes); k++) {
        value values[] = {value_of_small(modes[k].mode), value_of_uint64(t->s.values, args[0])};
        check(t, &machines[1], OP_FP_OF_FP, modes[k].mode, args,
              apply(&t->s, OP_FP_OF_FP, 0, 0, f32, from64, values, 2),
              machine_narrows(modes[k].machine, args[0]));
        uint64_t narrow = bits_of_float(float_of(args[0]));
        values[1] = value_of_uint64(t->s.values, narrow);
        check(t, &machines[0], OP_FP_OF_FP, modes[k].mode, args,
              apply(&t->s, OP_FP_OF_FP, 0, 0, f64, from32, values, 2), machine_widens(narrow));
    }
}

static uint64_t machine_of_int(const struct machine *m, int mode, bool is_signed, uint64_t x) {
    volatile uint64_t number = x;
    volatile int64_t with_sign = (int64_t)x;
    volatile float f = 0;
    volatile double d = 0;
    fesetround(mode);
    if (m->s == 24 && is_signed)
        f = (float)with_sign;
    else if (m->s == 24)
        f = (float)number;
    else if (is_signed)
        d = (double)with_sign;
    else
        d = (double)number;
    fesetround(FE_TONEAREST);
    return m->s == 24 ? bits_of_float(f) : bits_of_double(d);
}

/* From 64-bit integers; the exact result is the same whatever zeros are above. */
static void check_of_integers(struct trial *t, const struct machine *m) {
    uint64_t x = rng_next(&t->rng) >> rng_below(&t->rng, 64);
    if (rng_chance(&t->rng, 1, 2)) /* few bits set: ties */
        x &= rng_next(&t->rng) & rng_next(&t->rng);
    if (rng_chance(&t->rng, 1, 4))
        x = -x;
    uint64_t args[] = {x, 0, 0};
    sort fp = fp_sort(&t->s, m->e, m->s), sorts[] = {SORT_ROUNDING_MODE, bv_sort(&t->s, 64)};
    for (size_t k = 0; k < LENGTH(modes); k++) {
        value values[] = {value_of_small(modes[k].mode), value_of_uint64(t->s.values, x)};
        check(t, m, OP_FP_OF_UBV, modes[k].mode, args,
              apply(&t->s, OP_FP_OF_UBV, 0, 0, fp, sorts, values, 2),
              machine_of_int(m, modes[k].machine, false, x));
        check(t, m, OP_FP_OF_SBV, modes[k].mode, args,
              apply(&t->s, OP_FP_OF_SBV, 0, 0, fp, sorts, values, 2),
              machine_of_int(m, modes[k].machine, true, x));
    }
}

/* The rounded number as a double, which is exact for both formats. */
static void check_to_integers(struct trial *t, const struct machine *m, const uint64_t *args) {
    sort sorts[] = {SORT_ROUNDING_MODE, fp_sort(&t->s, m->e, m->s)}, bv = bv_sort(&t->s, 64);
    for (size_t k = 0; k < LENGTH(modes); k++) {
        uint64_t bits = m->does(OP_FP_RTI, modes[k].machine, args);
        double x = m->s == 24 ? (double)float_of(bits) : double_of(bits);
        value values[] = {value_of_small(modes[k].mode), value_of_uint64(t->s.values, args[0])};
        value found = apply(&t->s, OP_FP_TO_SBV, 64, 0, bv, sorts, values, 2);
        if (x >= -0x1p63 && x < 0x1p63)
            check(t, m, OP_FP_TO_SBV, modes[k].mode, args, found, (uint64_t)(int64_t)x);
        else
            assert_false(value_is_definite(t->s.values, found));
        found = apply(&t->s, OP_FP_TO_UBV, 64, 0, bv, sorts, values, 2);
        if (x >= 0 && x < 0x1p64)
            check(t, m, OP_FP_TO_UBV, modes[k].mode, args, found, (uint64_t)x);
        else
            assert_false(value_is_definite(t->s.values, found));
    }
}

static void check_some(struct trial *t) {
    for (size_t i = 0; i < LENGTH(machines); i++) {
        const struct machine *m = &machines[i];
        uint64_t x = draw(&t->rng, m, 0), y = draw(&t->rng, m, x), z = draw(&t->rng, m, y);
        uint64_t args[] = {x, y, z};
        struct value_mark mark = value_table_mark(t->s.values);
        check_arithmetic(t, m, args);
        check_predicates(t, m, args);
        check_of_integers(t, m);
        check_to_integers(t, m, args);
        if (m->s == 53)
            check_formats(t, args);
        value_table_rewind(t->s.values, mark);
    }
}

static void floats_are_those_of_the_machine(void **state) {
    enum { ROUNDS = 9000 };
    const char *soak = getenv("MOMUS_SOAK_SECONDS");
    uint64_t seconds = soak == NULL ? 0 : strtoull(soak, NULL, 10);
    uint64_t end = clock_monotonic_ns() + seconds * 1000000000u;
    struct trial t = {.s = applying_new(), .rng = testing_rng(seconds == 0 ? 1 : end)};
    do {
        for (int i = 0; i < ROUNDS; i++)
            check_some(&t);
    } while (clock_monotonic_ns() < end);
    print_message("%llu comparisons\n", (unsigned long long)t.n_checks);
    assert_true(t.n_checks > 1000000);
    applying_free(&t.s);
}

int main(void) {
    const struct CMUnitTest tests[] = {TEST(floats_are_those_of_the_machine)};
    return RUN(tests);
}
