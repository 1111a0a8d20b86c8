/*
 * polynomial.h - polynomials in one variable with integer coefficients, and
 * their real roots.
 *
 * Coefficients stand in ascending order, c[0] + c[1] x + ...; the last of them
 * is not 0, and the zero polynomial has none. All roots are found by Descartes'
 * rule of signs and bisection, so with exact arithmetic only.
 */
#ifndef MOMUS_EVAL_POLYNOMIAL_H
#define MOMUS_EVAL_POLYNOMIAL_H

#include <gmp.h>

#include "base/vec.h"

/* Divisors in common, square-free parts and factors are found up to this degree. */
enum { POLY_DEGREE_MAX = 127 };

struct poly {
    mpz_t *c;
    uint32_t n;   /* coefficients */
    uint32_t cap; /* of them, those that are initialised */
};

void poly_init(struct poly *p);
void poly_clear(struct poly *p);
void poly_set(struct poly *p, const struct poly *q);
void poly_swap(struct poly *p, struct poly *q);
/* n coefficients, all of them 0 or what they were; poly_trim makes it a polynomial again. */
void poly_resize(struct poly *p, uint32_t n);
void poly_trim(struct poly *p);
/* Of a polynomial that is not 0. */
static inline uint32_t poly_degree(const struct poly *p) {
    return p->n - 1;
}
/* Bits of the largest coefficient. */
uint64_t poly_bits(const struct poly *p);

/* ---- arithmetic; the result may be none of the arguments ---- */

void poly_add(struct poly *r, const struct poly *a, const struct poly *b);
void poly_sub(struct poly *r, const struct poly *a, const struct poly *b);
void poly_mul(struct poly *r, const struct poly *a, const struct poly *b);
void poly_derivative(struct poly *r, const struct poly *p);
/* r = a / b if that has integer coefficients and no remainder, else false. b is not 0. */
bool poly_divide(struct poly *r, const struct poly *a, const struct poly *b);
/* The primitive greatest common divisor (polynomial_gcd.c); not both are 0. */
void poly_gcd(struct poly *r, const struct poly *a, const struct poly *b);

/* ---- changes in place ---- */

/* Coefficients without common factor, the leading one positive. */
void poly_primitive(struct poly *p);
/* Primitive, each root once. Not of the zero polynomial. */
void poly_square_free(struct poly *p);
/* p(-x) */
void poly_reflect(struct poly *p);
/* x^degree p(1/x); the roots become their inverses. c[0] is not 0. */
void poly_reverse(struct poly *p);
/* A multiple of p((u + w x) / d) with integer coefficients; w and d are not 0. */
void poly_substitute(struct poly *p, mpz_srcptr u, mpz_srcptr w, mpz_srcptr d);
/* p(x^k), k > 0 */
void poly_stretch(struct poly *p, uint32_t k);

/* ---- composed polynomials: their roots are all sums or products of two roots ---- */

/* Of degrees greater than 0. The result is primitive. */
void poly_composed_sum(struct poly *r, const struct poly *a, const struct poly *b);
void poly_composed_product(struct poly *r, const struct poly *a, const struct poly *b);
/* The roots are the k-th powers of the roots of p, k > 0. */
void poly_composed_power(struct poly *r, const struct poly *p, uint32_t k);

/* ---- factors (polynomial_factor.c) ---- */

/*
 * Appends the irreducible factors of a primitive square-free polynomial of degree
 * 1 at least, each primitive. False: too much work, and what is appended is not all.
 */
typedef VEC(struct poly) poly_vec;
bool poly_factor(const struct poly *p, poly_vec *factors);
void poly_vec_clear(poly_vec *polys);

/* ---- values and roots (polynomial_roots.c) ---- */

int poly_sign_at(const struct poly *p, mpq_srcptr x);
/* At m / 2^k. */
int poly_sign_dyadic(const struct poly *p, mpz_srcptr m, uint64_t k);

/* A number of roots that was too hard to find: they are too near to each other. */
#define POLY_TOO_HARD UINT32_MAX
/* How many roots of a square-free polynomial are in the open interval? low < high */
uint32_t poly_count(const struct poly *p, mpq_srcptr low, mpq_srcptr high);

/* One root is between the two: low < root < high or low = root = high. */
struct root_place {
    mpq_t low, high;
};
typedef VEC(struct root_place) root_vec;
/* Appends all roots of a square-free polynomial in ascending order; their number or POLY_TOO_HARD. */
uint32_t poly_isolate(const struct poly *p, root_vec *roots);
void root_vec_clear(root_vec *roots);

#endif
