/*
 * subst.h - putting terms in the place of others, wherever they stand.
 *
 * A substitution maps terms to terms of the same sort, all at the same time:
 * what was put in is not looked at again, and of two terms to be replaced, one
 * inside the other, the outer one counts. Terms keep their sharing, and what
 * holds nothing to be replaced is returned as it is.
 *
 * Scope is respected. Under a binder of x, x is another variable: neither x
 * nor a term with a free x is replaced there. Where a binder of y would catch
 * the free y of a term that is put in, its variable is renamed to a fresh one
 * of the same name and sort.
 *
 *     term_subst_begin(&subst, table);
 *     term_subst_add(&subst, x, t);
 *     result = term_subst_apply(&subst, root);
 */
#ifndef MOMUS_TERM_SUBST_H
#define MOMUS_TERM_SUBST_H

#include "term/walk.h"

struct subst_step {
    term at;
    varset bound;
    bool expanded; /* its arguments have been pushed */
};

struct subst_image {
    term from;
    varset bound;
    term to;
};

/*
 * Stays allocated between uses; all-zero before the first. The image of a term
 * depends on its free variables that are bound around it, as far as they
 * matter: `bound`. It is empty nearly always, and then the image is in
 * `images`; the others are in `bound_images`.
 */
struct term_subst {
    struct term_table *table;
    struct term_map targets; /* from -> to */
    struct term_map images;
    VEC(struct subst_image) bound_images;
    struct index bound_index;
    struct term_map fresh; /* the new variable for one that is renamed */
    varset variables;      /* those that are replaced */
    varset shadowed;       /* those free in any term that is replaced */
    varset captured;       /* those free in any term that is put in */
    bool rename_all;
    bool has_terms;        /* not only variables are replaced: `holds` is in use */
    bool is_applied;       /* nothing can be added any more */
    struct term_map holds; /* 1: has a term in it that is replaced, variables aside */
    struct term_walk walk;
    VEC(struct subst_step) stack;
    u32_vec args;
};

void term_subst_begin(struct term_subst *subst, struct term_table *table);
/* Both are of the same sort. A later target for the same term beats an earlier one. */
void term_subst_add(struct term_subst *subst, term from, term to);
/* Besides, all binders get fresh variables: the result can stand beside the original. */
void term_subst_freshen(struct term_subst *subst);
/* For any number of roots; what they share is worked on once. */
term term_subst_apply(struct term_subst *subst, term root);
void term_subst_release(struct term_subst *subst);

/* The same in one call, for where speed does not matter: it allocates anew each time. */
term term_substitute(struct term_table *table, term root, const term *from, const term *to,
                     uint32_t n);

/* A copy of the term with fresh variables in all its binders. */
term term_rename_bound(struct term_table *table, term root);

#endif
