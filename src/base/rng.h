/*
 * rng.h - random numbers that are the same on every machine.
 *
 * A stream is named by up to four numbers (campaign seed, strategy, trail,
 * step …): the same names give the same numbers, whatever else was drawn.
 */
#ifndef MOMUS_BASE_RNG_H
#define MOMUS_BASE_RNG_H

#include <stdbool.h>
#include <stdint.h>

struct rng {
    uint64_t state[4];
};

void rng_init(struct rng *rng, uint64_t a, uint64_t b, uint64_t c, uint64_t d);
uint64_t rng_next(struct rng *rng);
/* Uniform in [0, bound), without bias; bound > 0. */
uint64_t rng_below(struct rng *rng, uint64_t bound);
/* True `numerator` times in `denominator`. */
bool rng_chance(struct rng *rng, uint64_t numerator, uint64_t denominator);

#endif
