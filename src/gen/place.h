/*
 * place.h - the places in a script where a strategy may change something.
 *
 * A place is an occurrence (term/occur.h) in an assertion or in the body of a
 * definition. Each occurrence of the whole script is as likely as any other,
 * however the script is cut into commands; only that the variables that a binder
 * lists, which are no places, count in favour of their command. What a recursive definition says
 * stays as it is: another body might define nothing.
 *
 * The script is a copy of a seed's. Changing a place changes one command of it;
 * a definition has its body in the table, where it is put back at the end.
 */
#ifndef MOMUS_GEN_PLACE_H
#define MOMUS_GEN_PLACE_H

#include "gen/seed.h"
#include "term/occur.h"

/* A command that has places, and how many nodes the tree in it has. */
struct place_root {
    uint32_t command; /* in the script */
    term body;
    term original; /* of a definition: what to put back; else 0 */
};

/* Stays allocated between uses; all-zero before the first. */
struct places {
    struct term_table *table;
    struct script script;
    u32_vec origins; /* by command of the script: the seed's command, from 1, that it stands at */
    VEC(struct place_root) roots;
    VEC(uint64_t) sums; /* Fenwick tree over the sizes of the roots */
    uint64_t total;     /* nodes of all roots */

    /* The place that was picked last. */
    uint32_t root;
    struct occurrence at;
    varset scope; /* once asked for */
    bool has_scope;
};

void places_begin(struct places *places, struct term_table *table, const struct seed *seed);
/*
 * Takes the names off assertions, (assert (! t :named n)), and says how many those
 * are. For scripts that use no name: solvers do not take names under the let that
 * a changed assertion may be printed with.
 */
size_t places_drop_names(struct places *places);
/* Puts definitions back. Nothing is freed. */
void places_end(struct places *places);
void places_release(struct places *places);

/*
 * Picks a place, all with about the same probability. False if the script has none.
 * What stands there is places->at.at.
 */
bool places_pick(struct places *places, struct rng *rng);
/* Goes to the given occurrence, which was found below root number `root`. */
void places_go(struct places *places, uint32_t root);

/* The seed's command, from 1, that the place stands at: what is declared there may be used. */
static inline uint32_t places_command(const struct places *places) {
    return places->origins.at[places->roots.at[places->root].command];
}
/* May a term with these free variables stand there? */
bool places_admit(struct places *places, varset free);
/* Puts a term of the same sort there. */
void places_replace(struct places *places, term replacement);

/*
 * A new command, without places, at this place of the script. `origin` is the
 * seed's command, from 1, that it stands at.
 */
void places_insert(struct places *places, size_t at, const struct command *command,
                   uint32_t origin);
/*
 * A new assertion, before the check number n % (all checks) of the script. False
 * if there is no check.
 */
bool places_add_assertion(struct places *places, uint64_t n, term body);
/* The check before which it would stand, as a command of the seed from 1; 0 if there is none. */
uint32_t places_check(const struct places *places, uint64_t n);

#endif
