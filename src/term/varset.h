/*
 * varset.h - hash-consed sets of bound variables.
 *
 * Every term knows which bound variables are free in it. The sets are binary
 * tries over the bits of the variables' numbers, shared like terms are: equal
 * sets have equal handles, and a set that grows by one costs a few nodes, also
 * when thousands of variables are in scope. A set of one variable is its number
 * with a mark, without a node: most variables only ever are such sets.
 */
#ifndef MOMUS_TERM_VARSET_H
#define MOMUS_TERM_VARSET_H

#include "base/vec.h"

typedef uint32_t varset; /* 0 is the empty set */

/* Two sets or more. */
struct varset_node {
    uint32_t key; /* the common high bits */
    uint32_t bit; /* the bit that decides */
    varset left;  /* members with that bit clear */
    varset right; /* and set */
};

/*
 * How a set is found again. Sets are made of variables that were made lately, so a set has its
 * place by the variables in it: looking for one stays within the cache, however many there are.
 * Sets of the same few variables share a line of slots; where a line is full, the hash of the set
 * says where to look further.
 */
enum { VARSET_SLOTS = 4 }; /* for each variable */
struct varset_table {
    VEC(struct varset_node) nodes;
    uint64_t *slots; /* hash << 32 | set; 0 is empty */
    uint32_t mask;   /* number of slots - 1 */
};

void varset_table_init(struct varset_table *table);
void varset_table_release(struct varset_table *table);
/* A hint that so many sets may be in it. */
void varset_expect(struct varset_table *table, size_t n);
uint32_t varset_mark(const struct varset_table *table);
void varset_rewind(struct varset_table *table, uint32_t mark);

varset varset_single(uint32_t variable);
/* A hint that sets with this new variable will be made soon. */
static inline void varset_fetch(const struct varset_table *table, uint32_t variable) {
    __builtin_prefetch(&table->slots[variable * VARSET_SLOTS & table->mask], 1);
}
varset varset_union(struct varset_table *table, varset a, varset b);
varset varset_intersection(struct varset_table *table, varset a, varset b);
varset varset_without(struct varset_table *table, varset set, uint32_t variable);
bool varset_has(const struct varset_table *table, varset set, uint32_t variable);
/* Do they have a member in common? */
bool varset_meets(const struct varset_table *table, varset a, varset b);
/* Is every member of a in b? */
bool varset_within(const struct varset_table *table, varset a, varset b);
/* Appends the members in ascending order. */
void varset_members(const struct varset_table *table, varset set, u32_vec *out);

#endif
