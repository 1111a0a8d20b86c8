/*
 * walk.h - going over the terms below some roots, and keeping notes on terms.
 *
 * A walk gives each distinct term below its roots once, arguments before the
 * terms that they stand in, however often a term is shared and however deep it
 * lies. A map notes a number per term, for passes that compute something
 * bottom up. Both stay allocated between uses: clearing them takes one step,
 * since every entry carries the round in which it was written.
 *
 *     term_walk_begin(&walk, table);
 *     term_walk_add(&walk, root);
 *     while ((t = term_walk_next(&walk)) != 0) ...
 */
#ifndef MOMUS_TERM_WALK_H
#define MOMUS_TERM_WALK_H

#include "term/table.h"

struct term_map_slot {
    uint32_t round;
    uint32_t value;
};

/* An all-zero map is empty and valid. */
struct term_map {
    VEC(struct term_map_slot) slots; /* by term */
    uint32_t round;
};

void term_map_clear(struct term_map *map);
void term_map_release(struct term_map *map);
void term_map_grow(struct term_map *map, term t);

/* What was noted for the term since the last clear, or 0. */
static inline uint32_t term_map_get(const struct term_map *map, term t) {
    if (t >= map->slots.n || map->slots.at[t].round != map->round)
        return 0;
    return map->slots.at[t].value;
}

static inline void term_map_set(struct term_map *map, term t, uint32_t note) {
    if (t >= map->slots.n)
        term_map_grow(map, t);
    map->slots.at[t] = (struct term_map_slot){map->round, note};
}

struct term_walk_step {
    term at;
    uint32_t next_arg;
};

/* An all-zero walk is valid once it has begun. */
struct term_walk {
    const struct term_table *table;
    struct term_map seen;
    VEC(struct term_walk_step) stack;
    u32_vec roots; /* in the order in which they were added */
    size_t next_root;
};

/* Forgets all that an earlier walk has seen. The table stays borrowed. */
void term_walk_begin(struct term_walk *walk, const struct term_table *table);
/*
 * One more root, to follow the others: its terms come, except for those that
 * were given before. Roots may be added at any time, also when all is given.
 */
void term_walk_add(struct term_walk *walk, term root);
/*
 * The next term, 0 when all have been given. New terms may be made during the
 * walk; the table may not be rewound.
 */
term term_walk_next(struct term_walk *walk);
void term_walk_release(struct term_walk *walk);

#endif
