/*
 * Real roots by Descartes' rule of signs: a polynomial has at most as many
 * positive roots as its coefficients change signs, and an even number less.
 * Moved so that the interval (0, 1) becomes the positive numbers, no change
 * means no root and one change means one; else the interval is halved.
 */
#include "eval/polynomial.h"

int poly_sign_at(const struct poly *p, mpq_srcptr x) {
    if (p->n == 0)
        return 0;
    mpz_t sum, power;
    mpz_init_set(sum, p->c[p->n - 1]);
    mpz_init_set_ui(power, 1);
    for (uint32_t i = p->n - 1; i > 0; i--) {
        mpz_mul(sum, sum, mpq_numref(x));
        mpz_mul(power, power, mpq_denref(x));
        mpz_addmul(sum, power, p->c[i - 1]);
    }
    int sign = mpz_sgn(sum);
    mpz_clears(sum, power, NULL);
    return sign;
}

int poly_sign_dyadic(const struct poly *p, mpz_srcptr m, uint64_t k) {
    if (p->n == 0)
        return 0;
    mpz_t sum, part;
    mpz_init_set(sum, p->c[p->n - 1]);
    mpz_init(part);
    for (uint32_t i = p->n - 1; i > 0; i--) {
        mpz_mul(sum, sum, m);
        mpz_mul_2exp(part, p->c[i - 1], k * (p->n - i));
        mpz_add(sum, sum, part);
    }
    int sign = mpz_sgn(sum);
    mpz_clears(sum, part, NULL);
    return sign;
}

/* p(x + 1) */
static void shift_by_one(struct poly *p) {
    for (uint32_t i = 0; i + 1 < p->n; i++)
        for (uint32_t j = p->n - 1; j > i; j--)
            mpz_add(p->c[j - 1], p->c[j - 1], p->c[j]);
}

/* Changes of sign of x^degree p(1/x) moved by 1: at least the number of roots in (0, 1). */
static uint32_t variations(const struct poly *p) {
    struct poly moved;
    poly_init(&moved);
    poly_resize(&moved, p->n);
    for (uint32_t i = 0; i < p->n; i++)
        mpz_set(moved.c[i], p->c[p->n - 1 - i]);
    shift_by_one(&moved);
    uint32_t changes = 0;
    int before = 0;
    for (uint32_t i = 0; i < moved.n; i++) {
        int sign = mpz_sgn(moved.c[i]);
        changes += sign != 0 && before != 0 && sign != before;
        before = sign != 0 ? sign : before;
    }
    poly_clear(&moved);
    return changes;
}

/* The part (m, m + 1) / 2^k of (0, 1), and the polynomial that has it as its (0, 1). */
struct part {
    struct poly p; /* without coefficients: the root m / 2^k itself */
    mpz_t m;
    uint64_t k;
};

typedef VEC(struct part) part_vec;

static void part_clear(struct part *part) {
    poly_clear(&part->p);
    mpz_clear(part->m);
}

/* Half 0 is the left, 1 the right one. */
static struct part half_of(const struct part *whole, const struct poly *p, unsigned half) {
    struct part part = {.k = whole->k + 1};
    mpz_init(part.m);
    mpz_mul_2exp(part.m, whole->m, 1);
    mpz_add_ui(part.m, part.m, half);
    poly_init(&part.p);
    if (p != NULL)
        poly_set(&part.p, p);
    return part;
}

/* Its halves, and the middle if that is a root, come instead of it; the left one on top. */
static void split(part_vec *parts, struct part *whole) {
    struct poly left;
    poly_init(&left);
    poly_set(&left, &whole->p);
    for (uint32_t i = 0; i + 1 < left.n; i++)
        mpz_mul_2exp(left.c[i], left.c[i], left.n - 1 - i);
    struct part part = half_of(whole, &left, 1);
    shift_by_one(&part.p);
    bool middle = mpz_sgn(part.p.c[0]) == 0;
    vec_push(parts, part);
    if (middle)
        vec_push(parts, half_of(whole, NULL, 1));
    vec_push(parts, half_of(whole, &left, 0));
    poly_clear(&left);
}

static void add_root(root_vec *roots, const struct part *part) {
    struct root_place root;
    mpq_inits(root.low, root.high, NULL);
    mpz_set(mpq_numref(root.low), part->m);
    mpz_add_ui(mpq_numref(root.high), part->m, part->p.n != 0);
    mpq_div_2exp(root.low, root.low, part->k);
    mpq_div_2exp(root.high, root.high, part->k);
    vec_push(roots, root);
}

/* The roots of p in (0, 1), of which those in `roots`, if it is given, become known. */
static uint32_t roots_in_unit(const struct poly *p, root_vec *roots) {
    const uint64_t work_max = (uint64_t)1 << 28; /* words added, roughly */
    uint64_t work = 0;
    uint32_t n_roots = 0;
    part_vec parts = {0};
    struct part all = {.k = 0};
    mpz_init(all.m);
    poly_init(&all.p);
    poly_set(&all.p, p);
    vec_push(&parts, all);
    while (parts.n > 0) {
        struct part part = vec_pop(&parts);
        uint32_t changes = part.p.n == 0 ? 1 : variations(&part.p);
        work += (uint64_t)part.p.n * part.p.n * (poly_bits(&part.p) / 64 + 1);
        if (changes == 1) {
            n_roots++;
            if (roots != NULL)
                add_root(roots, &part);
        } else if (changes > 1 && work <= work_max)
            split(&parts, &part);
        else if (changes > 1)
            n_roots = POLY_TOO_HARD;
        part_clear(&part);
        if (n_roots == POLY_TOO_HARD)
            break;
    }
    for (size_t i = 0; i < parts.n; i++)
        part_clear(&parts.at[i]);
    vec_free(&parts);
    return n_roots;
}

uint32_t poly_count(const struct poly *p, mpq_srcptr low, mpq_srcptr high) {
    if (p->n < 2)
        return 0;
    mpz_t u, w, d;
    struct poly moved;
    mpz_inits(u, w, d, NULL);
    poly_init(&moved);
    poly_set(&moved, p);
    /* low + (high - low) x = (u + w x) / d */
    mpz_mul(d, mpq_denref(low), mpq_denref(high));
    mpz_mul(u, mpq_numref(low), mpq_denref(high));
    mpz_mul(w, mpq_numref(high), mpq_denref(low));
    mpz_sub(w, w, u);
    poly_substitute(&moved, u, w, d);
    uint32_t n = roots_in_unit(&moved, NULL);
    poly_clear(&moved);
    mpz_clears(u, w, d, NULL);
    return n;
}

/* All roots are between -2^bits and 2^bits: Cauchy, 1 + the largest |c[i] / c[n]|. */
static uint64_t bound_bits(const struct poly *p) {
    uint64_t bits = poly_bits(p), lead = mpz_sizeinbase(p->c[p->n - 1], 2);
    return bits - lead + 2;
}

uint32_t poly_isolate(const struct poly *p, root_vec *roots) {
    if (p->n < 2)
        return 0;
    uint64_t bits = bound_bits(p);
    size_t before = roots->n;
    mpz_t u, w, d;
    struct poly moved;
    mpz_inits(u, w, d, NULL);
    poly_init(&moved);
    poly_set(&moved, p);
    /* -2^bits + 2^(bits + 1) x */
    mpz_ui_pow_ui(w, 2, bits + 1);
    mpz_tdiv_q_2exp(u, w, 1);
    mpz_neg(u, u);
    mpz_set_ui(d, 1);
    poly_substitute(&moved, u, w, d);
    uint32_t n = roots_in_unit(&moved, roots);
    mpq_t from;
    mpq_init(from);
    mpq_set_z(from, u);
    for (size_t i = before; i < roots->n; i++) {
        struct root_place *root = &roots->at[i];
        mpq_mul_2exp(root->low, root->low, bits + 1);
        mpq_mul_2exp(root->high, root->high, bits + 1);
        mpq_add(root->low, root->low, from);
        mpq_add(root->high, root->high, from);
    }
    mpq_clear(from);
    poly_clear(&moved);
    mpz_clears(u, w, d, NULL);
    return n;
}

void root_vec_clear(root_vec *roots) {
    for (size_t i = 0; i < roots->n; i++)
        mpq_clears(roots->at[i].low, roots->at[i].high, NULL);
    vec_free(roots);
}
