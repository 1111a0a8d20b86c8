/*
 * rank.h - drawing what a sort rule leaves open.
 *
 * The rule of an operator is a pattern: (_ BitVec m) (_ BitVec n) gives
 * (_ BitVec (+ m n)). To apply the operator where a term of some sort is wanted,
 * its variables must be given values so that the result is of that sort: widths,
 * formats, indices, sorts. Where there is a choice, sorts that the seed has come
 * first.
 */
#ifndef MOMUS_GEN_RANK_H
#define MOMUS_GEN_RANK_H

#include "gen/pool.h"

enum { RANK_ARGS_MAX = 8 };

/* An operator with everything chosen but its arguments. */
struct rank {
    uint32_t op;
    uint32_t n_args;
    sort args[RANK_ARGS_MAX];
    uint32_t n_indices;
    uint32_t indices[SORT_NUMERALS_MAX];
    sort as; /* if the arguments do not fix the result, else 0 */
};

/* False if nothing fitting was found. */
bool rank_draw(const struct pool *pool, const struct vocabulary *vocabulary, uint32_t op,
               sort result, struct rng *rng, struct rank *rank);
/* Other indices for an operator with these arguments and this result. */
bool rank_draw_indices(struct term_table *table, uint32_t op, const term *args, uint32_t n_args,
                       sort result, struct rng *rng, uint32_t *indices, uint32_t *n_indices);
/*
 * The sorts of a function's parameters where a term of this sort is wanted; all
 * that the result does not fix is chosen. False if it never gives that sort.
 */
bool rank_draw_fun(const struct pool *pool, fun f, sort result, struct rng *rng, sort *params);
/* May the operator's rule be used for these sorts, as far as solvers go along? */
bool rank_is_sound(const struct term_table *table, uint32_t op, const sort *args, uint32_t n_args);

#endif
