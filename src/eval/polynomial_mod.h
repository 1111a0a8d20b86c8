/*
 * polynomial_mod.h - polynomials modulo a prime, for polynomial_gcd.c and
 * polynomial_factor.c.
 *
 * The primes have 21 bits: a sum of many products of residues fits into 64 bits,
 * and is reduced only once.
 */
#ifndef MOMUS_EVAL_POLYNOMIAL_MOD_H
#define MOMUS_EVAL_POLYNOMIAL_MOD_H

#include "eval/polynomial.h"

struct residues {
    uint32_t n; /* coefficients; the last is not 0 */
    uint32_t c[POLY_DEGREE_MAX + 1];
};

typedef VEC(struct residues) residues_vec;

enum { RESIDUES_FIRST_PRIME = 1 << 20 };
uint32_t residues_next_prime(uint32_t after);
uint32_t residue_inverse(uint32_t x, uint32_t p);

void residues_of(struct residues *r, const struct poly *f, uint32_t p);
void residues_trim(struct residues *f);
void residues_make_monic(struct residues *f, uint32_t p);
void residues_sub(struct residues *a, const struct residues *b, uint32_t p);
/* a becomes the remainder by b; the quotient goes to q if that is given. b is not 0. */
void residues_divide(struct residues *a, const struct residues *b, struct residues *q, uint32_t p);
/* The remainder of n sums of products by f, which is monic. */
void residues_reduce(struct residues *r, uint64_t *sums, uint32_t n, const struct residues *f,
                     uint32_t p);
/* a = a * b mod f, which is monic */
void residues_multiply(struct residues *a, const struct residues *b, const struct residues *f,
                       uint32_t p);
/* r = base^exponent mod f, which is monic */
void residues_power(struct residues *r, const struct residues *base, uint32_t exponent,
                    const struct residues *f, uint32_t p);
/* Monic. */
void residues_gcd(struct residues *r, const struct residues *a, const struct residues *b,
                  uint32_t p);
/* The inverse of a modulo f, which is monic and has no factor in common with a. */
void residues_invert(struct residues *r, const struct residues *a, const struct residues *f,
                     uint32_t p);

#endif
