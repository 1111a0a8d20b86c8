/*
 * algebraic_int.h - algebraic numbers outside their nodes, for real.c and
 * algebraic_text.c.
 */
#ifndef MOMUS_EVAL_ALGEBRAIC_INT_H
#define MOMUS_EVAL_ALGEBRAIC_INT_H

#include "eval/algebraic.h"
#include "eval/polynomial.h"

/* What may be computed with: degrees, and degrees times the bits of the largest coefficient. */
enum {
    ALGEBRAIC_WORK_DEGREE_MAX = 100, /* before factoring */
    ALGEBRAIC_WORK_SIZE_MAX = 1 << 17,
    ALGEBRAIC_SIZE_MAX = 1 << 16, /* of a number, and of what is read */
};

/* An open interval, low < high. */
struct interval {
    mpq_t low, high;
};

static inline void interval_init(struct interval *i) {
    mpq_inits(i->low, i->high, NULL);
}

static inline void interval_clear(struct interval *i) {
    mpq_clears(i->low, i->high, NULL);
}

struct algebraic {
    struct poly p;
    mpz_t m; /* between m / 2^k and (m + 1) / 2^k */
    uint64_t k;
    int sign; /* of p left of the number */
};

/* Degree times bits; of a polynomial that is not constant. */
static inline uint64_t algebraic_size(const struct poly *p) {
    return poly_degree(p) * poly_bits(p);
}

void algebraic_load(const struct value_table *values, value v, struct algebraic *a);
void algebraic_clear(struct algebraic *a);
/* Halves the interval until it is 2^-k wide or less. */
void algebraic_refine(struct algebraic *a, uint64_t k);
void algebraic_interval(const struct algebraic *a, struct interval *i);

/*
 * The root of an irreducible polynomial, of degree 2 at least, in an interval that has no
 * other of its roots. Changes its arguments.
 */
value algebraic_of_irreducible(struct value_table *values, struct poly *p, struct interval *i);

/*
 * Where a number is: an interval that gets as small as one likes with more bits. Only who
 * knows how the number is made can say.
 */
typedef void locate_fn(void *context, uint32_t bits, struct interval *i);
/* The number that is a root of p and lies where `locate` says. Changes p. */
value algebraic_of_root(struct value_table *values, struct poly *p, locate_fn *locate,
                        void *context);

/* As algebraic_root and algebraic_nth_root, of a polynomial that is changed. */
value algebraic_between(struct value_table *values, struct poly *p, mpq_srcptr low,
                        mpq_srcptr high);
value algebraic_nth(struct value_table *values, struct poly *p, uint32_t k);

/* Arithmetic where one or both are algebraic; inverses of algebraic numbers are algebraic. */
value algebraic_neg(struct value_table *values, value v);
value algebraic_invert(struct value_table *values, value v);
value algebraic_add_rational(struct value_table *values, value v, mpq_srcptr r);
value algebraic_mul_rational(struct value_table *values, value v, mpq_srcptr r);
/* The sum or the product of two algebraic numbers. */
value algebraic_combine(struct value_table *values, value v, value w, bool is_sum);

#endif
