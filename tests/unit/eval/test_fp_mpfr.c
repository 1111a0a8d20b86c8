/*
 * Floats of many formats against MPFR, which rounds correctly to any precision
 * and has subnormal numbers on demand. It has no rounding to nearest with ties
 * away from zero: that is told from a tie, found with one bit more.
 */
#include "eval/applying.h"

#include <mpfr.h>

#include "base/clock.h"
#include "eval/float.h"

struct format {
    uint32_t e, s;
    int64_t bias;
    sort sort;
};

static const struct {
    enum rounding mode;
    mpfr_rnd_t mpfr;
} modes[] = {
    {ROUND_RNE, MPFR_RNDN}, {ROUND_RTP, MPFR_RNDU}, {ROUND_RTN, MPFR_RNDD}, {ROUND_RTZ, MPFR_RNDZ}};

static struct format format_new(struct applying *s, uint32_t e, uint32_t p) {
    return (struct format){
        .e = e, .s = p, .bias = ((int64_t)1 << (e - 1)) - 1, .sort = fp_sort(s, e, p)};
}

/* MPFR's exponents are greater by one: its significands are below 1. */
static void use_range(const struct format *format) {
    mpfr_set_emin(1 - format->bias - (int64_t)(format->s - 1) + 1);
    mpfr_set_emax(format->bias + 1);
}

static void use_all(void) {
    mpfr_set_emin(mpfr_get_emin_min());
    mpfr_set_emax(mpfr_get_emax_max());
}

/* ---- bits to MPFR and back ---- */

struct bits {
    bool negative;
    uint64_t exponent;
    mpz_t fraction;
};

static uint64_t top_exponent(const struct format *format) {
    return UINT64_MAX >> (64 - format->e);
}

static value value_of_bits(struct applying *s, const struct format *format,
                           const struct bits *bits) {
    mpz_t all;
    mpz_init_set_ui(all, bits->negative);
    mpz_mul_2exp(all, all, format->e);
    mpz_add_ui(all, all, bits->exponent);
    mpz_mul_2exp(all, all, format->s - 1);
    mpz_add(all, all, bits->fraction);
    value v = value_of_mpz(s->values, all);
    mpz_clear(all);
    return v;
}

static void mpfr_of_bits(mpfr_ptr x, const struct format *format, const struct bits *bits) {
    int sign = bits->negative ? -1 : 1;
    if (bits->exponent == top_exponent(format)) {
        if (mpz_sgn(bits->fraction) != 0)
            mpfr_set_nan(x);
        else
            mpfr_set_inf(x, sign);
        return;
    }
    mpz_t significand;
    mpz_init_set(significand, bits->fraction);
    int64_t exponent = 1 - format->bias - (int64_t)(format->s - 1);
    if (bits->exponent > 0) {
        mpz_setbit(significand, format->s - 1);
        exponent += (int64_t)bits->exponent - 1;
    }
    assert_int_equal(mpfr_set_z_2exp(x, significand, exponent, MPFR_RNDN), 0);
    mpfr_setsign(x, x, bits->negative, MPFR_RNDN);
    mpz_clear(significand);
}

static value value_of_mpfr(struct applying *s, const struct format *format, mpfr_srcptr x) {
    struct bits bits = {.negative = mpfr_signbit(x) != 0, .exponent = top_exponent(format)};
    mpz_init(bits.fraction);
    if (mpfr_nan_p(x)) {
        bits.negative = false;
        mpz_setbit(bits.fraction, format->s - 2);
    } else if (mpfr_zero_p(x)) {
        bits.exponent = 0;
    } else if (!mpfr_inf_p(x)) {
        mpfr_get_z_2exp(bits.fraction, x);
        mpz_abs(bits.fraction, bits.fraction);
        int64_t leading = mpfr_get_exp(x) - 1; /* the place of the highest bit */
        mpz_mul_2exp(bits.fraction, bits.fraction, format->s - mpz_sizeinbase(bits.fraction, 2));
        if (leading >= 1 - format->bias) {
            bits.exponent = (uint64_t)(leading + format->bias);
            mpz_clrbit(bits.fraction, format->s - 1);
        } else {
            bits.exponent = 0;
            mp_bitcnt_t places = (mp_bitcnt_t)(1 - format->bias - leading);
            assert_true(mpz_divisible_2exp_p(bits.fraction, places));
            mpz_tdiv_q_2exp(bits.fraction, bits.fraction, places);
        }
    }
    value v = value_of_bits(s, format, &bits);
    mpz_clear(bits.fraction);
    return v;
}

/* ---- floats to try ---- */

static void draw_fraction(struct rng *rng, mpz_ptr fraction, uint32_t n) {
    uint64_t kind = rng_below(rng, 6);
    mpz_set_ui(fraction, 0);
    bool run = rng_chance(rng, 1, 2);
    for (uint32_t i = 0; i < n; i++) {
        if (rng_chance(rng, 3, n + 3))
            run = !run;
        bool bit = kind < 2    ? rng_chance(rng, 1, 2)
                   : kind == 2 ? run
                   : kind == 3 ? rng_chance(rng, 2, n)
                               : kind == 4;
        if (bit)
            mpz_setbit(fraction, i);
    }
    if (kind >= 4 && rng_chance(rng, 1, 2))
        mpz_combit(fraction, rng_below(rng, n));
}

static void draw(struct rng *rng, const struct format *format, struct bits *bits, uint64_t near) {
    uint64_t top = top_exponent(format), spread = rng_below(rng, 2 * format->s + 2);
    draw_fraction(rng, bits->fraction, format->s - 1);
    bits->negative = rng_chance(rng, 1, 2);
    switch (rng_below(rng, 6)) {
    case 0:
        bits->exponent = rng_below(rng, 3);
        break;
    case 1:
        bits->exponent = top - rng_below(rng, 3);
        break;
    case 2: /* halves and doubles of the range, where products end */
        bits->exponent = top / (rng_chance(rng, 1, 2) ? 4 : 2) + spread;
        break;
    case 3:
        bits->exponent = near + spread - format->s;
        break;
    case 4:
        bits->exponent = near;
        break;
    default:
        bits->exponent = rng_next(rng);
        break;
    }
    bits->exponent &= top;
    if (bits->exponent == top && mpz_sgn(bits->fraction) != 0) {
        mpz_set_ui(bits->fraction, 0);
        if (rng_chance(rng, 1, 4)) {
            mpz_setbit(bits->fraction, format->s - 2);
            bits->negative = false;
        }
    }
}

/* ---- comparing ---- */

struct trial {
    struct applying s;
    struct rng rng;
    struct format format;
    struct bits bits[3];
    value values[3];
    mpfr_t x[3]; /* the same three numbers */
    uint64_t n_checks;
};

static void check(struct trial *t, enum op op, enum rounding mode, value found, value expected) {
    t->n_checks++;
    if (found == expected)
        return;
    struct number_room room;
    struct strbuf message = {0};
    for (int i = 0; i < 3; i++) {
        char *text = mpz_get_str(NULL, 2, value_mpz(t->s.values, t->values[i], &room));
        strbuf_printf(&message, " #b%s", text);
        mem_free(text);
    }
    fail_msg("(%u, %u) %s in mode %d of%s", t->format.e, t->format.s, op_row(op)->name, mode,
             strbuf_text(&message));
}

/* What MPFR makes of it, in the precision of `to`; the ternary value is returned. */
static int mpfr_does(struct trial *t, enum op op, mpfr_ptr to, mpfr_rnd_t mode) {
    switch (op) {
    case OP_FP_ADD:
        return mpfr_add(to, t->x[0], t->x[1], mode);
    case OP_FP_SUB:
        return mpfr_sub(to, t->x[0], t->x[1], mode);
    case OP_FP_MUL:
        return mpfr_mul(to, t->x[0], t->x[1], mode);
    case OP_FP_DIV:
        return mpfr_div(to, t->x[0], t->x[1], mode);
    case OP_FP_FMA:
        return mpfr_fma(to, t->x[0], t->x[1], t->x[2], mode);
    case OP_FP_SQRT:
        return mpfr_sqrt(to, t->x[0], mode);
    case OP_FP_RTI:
        return mpfr_rint(to, t->x[0], mode);
    default:
        return mpfr_remainder(to, t->x[0], t->x[1], mode);
    }
}

static value expected_of(struct trial *t, enum op op, mpfr_rnd_t mode) {
    mpfr_t to;
    mpfr_init2(to, t->format.s);
    use_range(&t->format);
    int ternary = mpfr_does(t, op, to, mode);
    if (mode != MPFR_RNDA)
        mpfr_subnormalize(to, ternary, mode);
    use_all();
    value v = value_of_mpfr(&t->s, &t->format, to);
    mpfr_clear(to);
    return v;
}

/* Is the exact result normal, and exact with one bit more? Then it may be a tie. */
static bool is_nearly_exact(struct trial *t, enum op op, bool *normal) {
    mpfr_t to;
    mpfr_init2(to, t->format.s + 1);
    int ternary = mpfr_does(t, op, to, MPFR_RNDN);
    *normal = !mpfr_regular_p(to) || mpfr_get_exp(to) - 1 >= 1 - t->format.bias;
    mpfr_clear(to);
    return ternary == 0;
}

static value apply_op(struct trial *t, enum op op, enum rounding mode, uint32_t n) {
    sort fp = t->format.sort, sorts[] = {SORT_ROUNDING_MODE, fp, fp, fp};
    value args[] = {value_of_small(mode), t->values[0], t->values[1], t->values[2]};
    return apply(&t->s, op, 0, 0, fp, sorts, args, n + 1);
}

static void check_arithmetic(struct trial *t) {
    static const struct {
        enum op op;
        uint32_t n;
    } ops[] = {{OP_FP_ADD, 2}, {OP_FP_SUB, 2},  {OP_FP_MUL, 2}, {OP_FP_DIV, 2},
               {OP_FP_FMA, 3}, {OP_FP_SQRT, 1}, {OP_FP_RTI, 1}};
    for (size_t i = 0; i < LENGTH(ops); i++) {
        for (size_t k = 0; k < LENGTH(modes); k++)
            check(t, ops[i].op, modes[k].mode, apply_op(t, ops[i].op, modes[k].mode, ops[i].n),
                  expected_of(t, ops[i].op, modes[k].mpfr));
        bool normal;
        if (ops[i].op == OP_FP_RTI)
            continue;
        bool maybe_tie = is_nearly_exact(t, ops[i].op, &normal);
        if (normal)
            check(t, ops[i].op, ROUND_RNA, apply_op(t, ops[i].op, ROUND_RNA, ops[i].n),
                  expected_of(t, ops[i].op, maybe_tie ? MPFR_RNDA : MPFR_RNDN));
    }
    sort sorts[] = {t->format.sort, t->format.sort};
    check(t, OP_FP_REM, ROUND_RNE,
          apply(&t->s, OP_FP_REM, 0, 0, t->format.sort, sorts, t->values, 2),
          expected_of(t, OP_FP_REM, MPFR_RNDN));
}

/* The first number, rounded into another format. */
static void check_conversion(struct trial *t, const struct format *other) {
    sort sorts[] = {SORT_ROUNDING_MODE, t->format.sort};
    mpfr_t to;
    mpfr_init2(to, other->s);
    for (size_t k = 0; k < LENGTH(modes); k++) {
        value args[] = {value_of_small(modes[k].mode), t->values[0]};
        use_all(); /* the number may be outside of the range */
        int ternary = mpfr_set(to, t->x[0], modes[k].mpfr);
        use_range(other);
        ternary = mpfr_check_range(to, ternary, modes[k].mpfr);
        mpfr_subnormalize(to, ternary, modes[k].mpfr);
        use_all();
        check(t, OP_FP_OF_FP, modes[k].mode,
              apply(&t->s, OP_FP_OF_FP, 0, 0, other->sort, sorts, args, 2),
              value_of_mpfr(&t->s, other, to));
    }
    mpfr_clear(to);
}

/* A fraction near the ends of the range, in its middle, or wherever. */
static void draw_rational(struct trial *t, mpq_ptr q) {
    uint32_t n = 1 + (uint32_t)rng_below(&t->rng, 3 * t->format.s);
    draw_fraction(&t->rng, mpq_numref(q), n);
    if (rng_chance(&t->rng, 1, 2))
        draw_fraction(&t->rng, mpq_denref(q), n);
    else
        mpz_set_ui(mpq_denref(q), 0);
    mpz_setbit(mpq_denref(q), rng_below(&t->rng, n)); /* at least this one */
    mpq_canonicalize(q);
    int64_t reach = t->format.bias < 2000 ? t->format.bias + 2 * t->format.s : 2000;
    int64_t shift = (int64_t)rng_below(&t->rng, 2 * (uint64_t)reach) - reach;
    if (shift < 0)
        mpq_div_2exp(q, q, (mp_bitcnt_t)-shift);
    else
        mpq_mul_2exp(q, q, (mp_bitcnt_t)shift);
    if (rng_chance(&t->rng, 1, 2))
        mpq_neg(q, q);
}

static void check_rational(struct trial *t) {
    sort sorts[] = {SORT_ROUNDING_MODE, SORT_REAL};
    mpq_t q;
    mpq_init(q);
    draw_rational(t, q);
    mpfr_t to;
    mpfr_init2(to, t->format.s);
    for (size_t k = 0; k < LENGTH(modes); k++) {
        value args[] = {value_of_small(modes[k].mode), value_of_mpq(t->s.values, q)};
        use_range(&t->format);
        int ternary = mpfr_set_q(to, q, modes[k].mpfr);
        mpfr_subnormalize(to, ternary, modes[k].mpfr);
        use_all();
        check(t, OP_FP_OF_REAL, modes[k].mode,
              apply(&t->s, OP_FP_OF_REAL, 0, 0, t->format.sort, sorts, args, 2),
              value_of_mpfr(&t->s, &t->format, to));
    }
    mpfr_clear(to);
    mpq_clear(q);
}

/* ---- tests ---- */

static void check_some(struct trial *t, const struct format *other) {
    struct value_mark mark = value_table_mark(t->s.values);
    uint64_t near = 0;
    for (int i = 0; i < 3; i++) {
        draw(&t->rng, &t->format, &t->bits[i], near);
        near = t->bits[i].exponent;
        t->values[i] = value_of_bits(&t->s, &t->format, &t->bits[i]);
        mpfr_init2(t->x[i], t->format.s);
        mpfr_of_bits(t->x[i], &t->format, &t->bits[i]);
    }
    check_arithmetic(t);
    check_conversion(t, other);
    check_rational(t);
    for (int i = 0; i < 3; i++)
        mpfr_clear(t->x[i]);
    value_table_rewind(t->s.values, mark);
}

static void floats_are_those_of_mpfr(void **state) {
    static const struct {
        uint32_t e, s;
    } formats[] = {{5, 11}, {8, 24},   {11, 53}, {15, 113}, {4, 9},  {3, 24}, {2, 7},
                   {6, 2},  {30, 5},   {30, 64}, {9, 200},  {7, 63}, {8, 8},  {5, 57},
                   {5, 58}, {60, 100}, {2, 61},  {3, 130},  {19, 45}};
    const char *soak = getenv("MOMUS_SOAK_SECONDS");
    uint64_t seconds = soak == NULL ? 0 : strtoull(soak, NULL, 10);
    uint64_t end = clock_monotonic_ns() + seconds * 1000000000u;
    struct trial t = {.s = applying_new(), .rng = testing_rng(seconds == 0 ? 1 : end)};
    for (int i = 0; i < 3; i++)
        mpz_init(t.bits[i].fraction);
    use_all();
    do {
        for (size_t i = 0; i < LENGTH(formats); i++)
            for (int round = 0; round < 600; round++) {
                size_t j = rng_below(&t.rng, LENGTH(formats));
                t.format = format_new(&t.s, formats[i].e, formats[i].s);
                struct format other = format_new(&t.s, formats[j].e, formats[j].s);
                check_some(&t, &other);
            }
    } while (clock_monotonic_ns() < end);
    print_message("%llu comparisons\n", (unsigned long long)t.n_checks);
    for (int i = 0; i < 3; i++)
        mpz_clear(t.bits[i].fraction);
    applying_free(&t.s);
    mpfr_free_cache();
}

int main(void) {
    const struct CMUnitTest tests[] = {TEST(floats_are_those_of_mpfr)};
    return RUN(tests);
}
