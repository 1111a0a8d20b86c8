#include "eval/polynomial_mod.h"

#include "base/die.h"

uint32_t residues_next_prime(uint32_t after) {
    mpz_t prime;
    mpz_init_set_ui(prime, after);
    mpz_nextprime(prime, prime);
    uint32_t p = (uint32_t)mpz_get_ui(prime);
    mpz_clear(prime);
    return p;
}

void residues_trim(struct residues *f) {
    while (f->n > 0 && f->c[f->n - 1] == 0)
        f->n--;
}

static uint32_t residue_power(uint32_t base, uint32_t exponent, uint32_t p) {
    uint64_t result = 1, square = base;
    for (; exponent > 0; exponent >>= 1, square = square * square % p)
        if ((exponent & 1) != 0)
            result = result * square % p;
    return (uint32_t)result;
}

uint32_t residue_inverse(uint32_t x, uint32_t p) {
    return residue_power(x, p - 2, p);
}

void residues_of(struct residues *r, const struct poly *f, uint32_t p) {
    r->n = f->n;
    for (uint32_t i = 0; i < f->n; i++)
        r->c[i] = (uint32_t)mpz_fdiv_ui(f->c[i], p);
    residues_trim(r);
}

void residues_make_monic(struct residues *f, uint32_t p) {
    if (f->n == 0 || f->c[f->n - 1] == 1)
        return;
    uint64_t inverse = residue_inverse(f->c[f->n - 1], p);
    for (uint32_t i = 0; i < f->n; i++)
        f->c[i] = (uint32_t)(f->c[i] * inverse % p);
}

void residues_divide(struct residues *a, const struct residues *b, struct residues *q, uint32_t p) {
    uint64_t inverse = b->c[b->n - 1] == 1 ? 1 : residue_inverse(b->c[b->n - 1], p);
    if (q != NULL)
        q->n = a->n >= b->n ? a->n - b->n + 1 : 0;
    for (uint32_t i = a->n; i >= b->n; i--) {
        uint64_t factor = a->c[i - 1] * inverse % p;
        if (q != NULL)
            q->c[i - b->n] = (uint32_t)factor;
        if (factor == 0)
            continue;
        for (uint32_t j = 0; j < b->n; j++) {
            uint32_t *c = &a->c[i - b->n + j];
            *c = (uint32_t)((*c + (p - factor) * b->c[j]) % p);
        }
    }
    residues_trim(a);
}

void residues_reduce(struct residues *r, uint64_t *sums, uint32_t n, const struct residues *f,
                     uint32_t p) {
    for (uint32_t i = n; i >= f->n; i--) {
        uint64_t factor = p - sums[i - 1] % p;
        for (uint32_t j = 0; j < f->n; j++)
            sums[i - f->n + j] += factor * f->c[j];
    }
    r->n = n < f->n - 1 ? n : f->n - 1;
    for (uint32_t i = 0; i < r->n; i++)
        r->c[i] = (uint32_t)(sums[i] % p);
    residues_trim(r);
}

void residues_multiply(struct residues *a, const struct residues *b, const struct residues *f,
                       uint32_t p) {
    uint64_t sums[2 * POLY_DEGREE_MAX + 2] = {0};
    if (a->n == 0 || b->n == 0) {
        a->n = 0;
        return;
    }
    for (uint32_t i = 0; i < a->n; i++)
        for (uint32_t j = 0; j < b->n; j++)
            sums[i + j] += (uint64_t)a->c[i] * b->c[j];
    residues_reduce(a, sums, a->n + b->n - 1, f, p);
}

void residues_gcd(struct residues *r, const struct residues *a, const struct residues *b,
                  uint32_t p) {
    struct residues x = *a, y = *b;
    while (y.n > 0) {
        residues_divide(&x, &y, NULL, p);
        struct residues other = x;
        x = y;
        y = other;
    }
    residues_make_monic(&x, p);
    *r = x;
}

void residues_power(struct residues *r, const struct residues *base, uint32_t exponent,
                    const struct residues *f, uint32_t p) {
    struct residues square = *base;
    residues_divide(&square, f, NULL, p);
    *r = (struct residues){.n = 1, .c = {1}};
    for (; exponent > 0; exponent >>= 1) {
        if ((exponent & 1) != 0)
            residues_multiply(r, &square, f, p);
        residues_multiply(&square, &square, f, p);
    }
}

void residues_sub(struct residues *a, const struct residues *b, uint32_t p) {
    for (uint32_t i = a->n; i < b->n; i++)
        a->c[i] = 0;
    a->n = a->n > b->n ? a->n : b->n;
    for (uint32_t i = 0; i < b->n; i++)
        a->c[i] = (a->c[i] + (p - b->c[i])) % p;
    residues_trim(a);
}

/* Euclid's algorithm, extended. */
void residues_invert(struct residues *r, const struct residues *a, const struct residues *f,
                     uint32_t p) {
    struct residues old = *f, now = *a, old_factor = {0}, factor = {.n = 1, .c = {1}};
    residues_divide(&now, f, NULL, p);
    while (now.n > 1) {
        struct residues quotient, next_factor;
        residues_divide(&old, &now, &quotient, p);
        next_factor = factor;
        residues_multiply(&next_factor, &quotient, f, p);
        residues_sub(&old_factor, &next_factor, p);
        struct residues other = old;
        old = now;
        now = other;
        other = old_factor;
        old_factor = factor;
        factor = other;
    }
    REQUIRE(now.n == 1);
    uint64_t inverse = residue_inverse(now.c[0], p);
    for (uint32_t i = 0; i < factor.n; i++)
        factor.c[i] = (uint32_t)(factor.c[i] * inverse % p);
    *r = factor;
}
