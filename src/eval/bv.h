/*
 * bv.h - the inside of theory_bv.c and bv_predicate.c.
 *
 * A bit-vector is the unsigned number that its bits spell. Most operators are
 * written twice: narrow, for widths up to 64, on machine words; and wide, on
 * GMP numbers.
 */
#ifndef MOMUS_EVAL_BV_H
#define MOMUS_EVAL_BV_H

#include "eval/meaning.h"

enum { NARROW = 64 }; /* bits that a word has */

/* ---- widths, and words of at most 64 bits ---- */

static inline uint32_t bv_width(struct eval *eval, sort s) {
    return sort_at(&eval_terms(eval)->sorts, s)->indices[0];
}

/* Of the last argument: behind the first step of a fold it is the one to trust. */
static inline uint32_t bv_argument_width(struct eval *eval, const struct application *a) {
    return bv_width(eval, a->sorts[a->n - 1]);
}

static inline uint64_t bv_mask(uint32_t width) {
    return UINT64_MAX >> (NARROW - width);
}

/* The number, below 2^64. */
static inline uint64_t bv_word(struct eval *eval, value v) {
    return value_is_small(v) ? (uint64_t)value_small(v) : value_at(eval_values(eval), v)->words[0];
}

static inline value bv_of_word(struct eval *eval, uint64_t word) {
    return word <= (uint64_t)VALUE_SMALL_MAX ? value_of_small((int64_t)word)
                                             : value_of_uint64(eval_values(eval), word);
}

static inline int64_t bv_signed(uint64_t x, uint32_t width) {
    return (int64_t)(x << (NARROW - width)) >> (NARROW - width);
}

/* ---- wide numbers ---- */

/* What 256 words cost, in steps. */
enum { COST_LINEAR = 1, COST_PRODUCT = 1024 };

/* May an operator work on numbers of this width? */
bool bv_may_work(struct eval *eval, uint64_t width, uint64_t cost);
/* Sets a number to what x is, read as two's complement. */
void bv_set_signed(mpz_ptr to, mpz_srcptr x, uint32_t width);

/* ---- predicates (eval/bv_predicate.c) ---- */

meaning_fn bv_ult, bv_ule, bv_ugt, bv_uge, bv_slt, bv_sle, bv_sgt, bv_sge, bv_ultbv, bv_sltbv,
    bv_comp, bv_redor, bv_redand, bv_nego, bv_uaddo, bv_saddo, bv_umulo, bv_smulo, bv_usubo,
    bv_ssubo, bv_sdivo, bv_umul_noovfl, bv_smul_noovfl, bv_smul_noudfl;

#endif
