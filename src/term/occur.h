/*
 * occur.h - occurrences: one place in the tree that a shared term unfolds to.
 *
 * A term can stand in many places below a root, and a strategy wants to change
 * one of them. An occurrence is a path of argument positions from the root.
 * The tree may have more nodes than there are atoms in the world, so it is
 * never unfolded: random choice and enumeration count, per distinct term, the
 * occurrences in it, and then go down one path.
 *
 * Not everything that is an argument may be replaced. Occurrences are only
 * places where any term of the same sort can stand: never the variables that a
 * binder lists, never patterns and what is in them, and of an OP_CASE only its
 * body and what is in that.
 */
#ifndef MOMUS_TERM_OCCUR_H
#define MOMUS_TERM_OCCUR_H

#include "base/rng.h"
#include "term/walk.h"

/* Stays allocated between uses; all-zero before the first. */
struct occurrence {
    u32_vec path;    /* argument positions, from the root on */
    u32_vec above;   /* the terms that they are positions in: the root first */
    term at;         /* the term that stands there */
    u32_vec scratch; /* for rebuilding */
};

void occurrence_release(struct occurrence *occurrence);

/* Goes to the end of a path. False if the path leaves the tree or ends at no occurrence. */
bool occurrence_follow(const struct term_table *table, term root, const uint32_t *path, size_t n,
                       struct occurrence *out);
/*
 * The root with a term of the same sort in this one place. Other occurrences
 * of the same subterm stay as they were. The occurrence remains one of the old
 * root.
 */
term occurrence_replace(struct term_table *table, struct occurrence *occurrence, term replacement);
/*
 * The variables whose binders are passed on the way. A replacement is well
 * scoped if its free variables are among them and those free in the root.
 */
varset occurrence_scope(struct term_table *table, const struct occurrence *occurrence);

/*
 * A random occurrence, each with the same probability. When the tree has
 * TERM_SIZE_MAX nodes or more, only nearly so. Looks only at the terms on the
 * way, unless the tree consists mostly of places that are no occurrences.
 */
void occurrence_pick(const struct term_table *table, term root, struct rng *rng,
                     struct occurrence *out);

/* The terms that are looked for. Asked once per distinct term. */
typedef bool occurrence_filter(const struct term_table *table, term t, void *context);

#define OCCURRENCES_MAX (UINT64_C(1) << 62) /* counts stop growing here */

/*
 * How often terms that a filter accepts occur below each term. Counted once,
 * the numbers serve any number of picks, until the table is rewound. Stays
 * allocated between uses; all-zero before the first.
 */
struct occurrence_counts {
    const struct term_table *table;
    occurrence_filter *filter;
    void *context;
    struct term_walk walk;
    struct term_map places; /* of a term in `counts`, from 1 */
    VEC(uint64_t) counts;   /* up to OCCURRENCES_MAX, with a flag for the term itself */
};

/* Without a filter, all terms count. */
void occurrence_counts_begin(struct occurrence_counts *counts, const struct term_table *table,
                             occurrence_filter *filter, void *context);
/*
 * The number of matching occurrences below a root, at most OCCURRENCES_MAX. For
 * any number of roots; what they share is counted once.
 */
uint64_t occurrence_counts_add(struct occurrence_counts *counts, term root);
/* The k-th matching occurrence in pre-order, from 0, below a root that was added; k < its count. */
void occurrence_counts_find(const struct occurrence_counts *counts, term root, uint64_t k,
                            struct occurrence *out);
/* A random one, each with the same probability as above; false if there is none. */
bool occurrence_counts_pick(const struct occurrence_counts *counts, term root, struct rng *rng,
                            struct occurrence *out);
void occurrence_counts_release(struct occurrence_counts *counts);

#endif
