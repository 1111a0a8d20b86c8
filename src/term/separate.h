/*
 * separate.h - a copy of a term in which no two binders share a variable.
 *
 * Terms are shared, so a term that was changed in one place can stand beside
 * the original, and both bind the same variables. Nothing is wrong with that,
 * but it cannot be told from a variable which binder it belongs to. In the copy
 * it can: a variable has one binder, and none that is free in the root.
 */
#ifndef MOMUS_TERM_SEPARATE_H
#define MOMUS_TERM_SEPARATE_H

#include "term/walk.h"

struct separate_step {
    term at;
    list scope; /* what its free variables become: pairs of variable and new term */
    list inner; /* of a binder: for its body */
    bool expanded;
};

struct separate_image {
    term from;
    list scope;
    term to;
};

/* Stays allocated between uses; all-zero before the first. */
struct term_separation {
    struct term_table *table;
    struct term_walk walk;
    struct term_map binders; /* by variable: the first binder found */
    varset tangled;          /* variables with several binders, or bound and free */
    struct list_table scopes;
    struct term_map images; /* of terms with an empty scope */
    VEC(struct separate_image) scoped_images;
    struct index scoped_index;
    VEC(struct separate_step) stack;
    u32_vec args, pairs;
};

/*
 * The root itself if it is separate already. The copy is as small as its text
 * can be: what is shared below one binder stays shared.
 */
term term_separate(struct term_separation *separation, struct term_table *table, term root);
void term_separation_release(struct term_separation *separation);

#endif
