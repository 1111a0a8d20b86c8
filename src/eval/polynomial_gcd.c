/*
 * Greatest common divisors: modulo one prime after another, put together until
 * they do not change any more and divide both. Unlike Euclid's algorithm over
 * the integers, no number becomes much larger than the result.
 */
#include "eval/polynomial_mod.h"

#include "base/die.h"

struct common {
    struct poly g; /* modulo `modulus`, coefficients between -modulus / 2 and modulus / 2 */
    mpz_t modulus;
    mpz_t lead; /* a multiple of the leading coefficient of the true one, and g's */
};

static void start_with(struct common *c, uint32_t n) {
    c->g.n = 0;
    poly_resize(&c->g, n);
    mpz_set_ui(c->modulus, 1);
}

/* Adds what is known modulo p; false if that changes something. */
static bool combine(struct common *c, const struct residues *r, uint32_t p) {
    uint32_t inverse = residue_inverse((uint32_t)mpz_fdiv_ui(c->modulus, p), p);
    mpz_t next, half;
    mpz_inits(next, half, NULL);
    mpz_mul_ui(next, c->modulus, p);
    mpz_tdiv_q_2exp(half, next, 1);
    bool same = true;
    for (uint32_t i = 0; i < r->n; i++) {
        uint32_t known = (uint32_t)mpz_fdiv_ui(c->g.c[i], p);
        uint64_t change = (uint64_t)(r->c[i] + p - known) % p * inverse % p;
        same = same && change == 0;
        mpz_addmul_ui(c->g.c[i], c->modulus, change);
        if (mpz_cmp(c->g.c[i], half) > 0)
            mpz_sub(c->g.c[i], c->g.c[i], next);
    }
    mpz_swap(c->modulus, next);
    mpz_clears(next, half, NULL);
    return same;
}

/* The gcd modulo p, with the leading coefficient that the combined one is to have. */
static void gcd_mod(struct residues *r, const struct poly *a, const struct poly *b,
                    const struct common *c, uint32_t p) {
    struct residues x, y;
    residues_of(&x, a, p);
    residues_of(&y, b, p);
    residues_gcd(r, &x, &y, p);
    uint64_t lead = mpz_fdiv_ui(c->lead, p);
    for (uint32_t i = 0; i < r->n; i++)
        r->c[i] = (uint32_t)(r->c[i] * lead % p);
}

static bool divides(const struct poly *d, const struct poly *a) {
    struct poly q;
    poly_init(&q);
    bool good = poly_divide(&q, a, d);
    poly_clear(&q);
    return good;
}

/* The primitive gcd of two primitive polynomials of degree 1 at least. */
static void gcd_of_primitive(struct poly *r, const struct poly *a, const struct poly *b) {
    struct common c;
    poly_init(&c.g);
    mpz_inits(c.modulus, c.lead, NULL);
    mpz_gcd(c.lead, a->c[a->n - 1], b->c[b->n - 1]);
    uint32_t p = RESIDUES_FIRST_PRIME;
    for (bool done = false; !done;) {
        struct residues g;
        p = residues_next_prime(p);
        if (mpz_divisible_ui_p(c.lead, p) != 0)
            continue;
        gcd_mod(&g, a, b, &c, p);
        if (c.g.n != 0 && g.n > c.g.n) /* this prime sees more in common than there is */
            continue;
        if (g.n != c.g.n) /* the first, or all before saw too much */
            start_with(&c, g.n);
        if (!combine(&c, &g, p) && g.n > 1)
            continue;
        poly_set(r, &c.g);
        poly_trim(r);
        poly_primitive(r);
        done = r->n == 1 || (divides(r, a) && divides(r, b));
    }
    poly_clear(&c.g);
    mpz_clears(c.modulus, c.lead, NULL);
}

void poly_gcd(struct poly *r, const struct poly *a, const struct poly *b) {
    REQUIRE(a->n <= POLY_DEGREE_MAX + 1 && b->n <= POLY_DEGREE_MAX + 1);
    struct poly x, y;
    poly_init(&x);
    poly_init(&y);
    poly_set(&x, a);
    poly_set(&y, b);
    poly_primitive(&x);
    poly_primitive(&y);
    if (x.n == 0 || y.n == 0)
        poly_set(r, x.n == 0 ? &y : &x);
    else if (x.n == 1 || y.n == 1)
        poly_set(r, x.n == 1 ? &x : &y);
    else
        gcd_of_primitive(r, &x, &y);
    poly_clear(&x);
    poly_clear(&y);
}
