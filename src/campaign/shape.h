/*
 * shape.h - what a seed is made of, so that corpora can be described and
 * compared.
 *
 * Features are numbers, the same for the same thing in every seed: an operator at
 * some sorts, an operator below another, a command, quantifiers so deep, a logic,
 * the truth. They say nothing about names, numbers and sizes.
 */
#ifndef MOMUS_CAMPAIGN_SHAPE_H
#define MOMUS_CAMPAIGN_SHAPE_H

#include "gen/seed.h"

struct shape {
    VEC(uint64_t) features; /* ascending, each once */
    u32_vec ops;            /* by operator: how many terms have it at their head */
};

void shape_of_seed(const struct term_table *table, const struct seed *seed, struct shape *shape);
void shape_release(struct shape *shape);

/*
 * Chooses shapes that have together every feature that any of them has, few of
 * them; costs[i] is what shape i costs, and cheap ones are preferred. Appends
 * their numbers, ascending.
 */
void shapes_cover(const struct shape *shapes, const size_t *costs, size_t n, u32_vec *chosen);

#endif
