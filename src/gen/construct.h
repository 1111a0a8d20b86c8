/*
 * construct.h - formulas that are satisfiable or unsatisfiable by construction:
 * the strategies `strings`, `ints` and their like, one for each theory.
 *
 *     operation                op(x, y) = res                              sat
 *     constant-assignment      some of x, y, res are constants             sat
 *     term-synthesis           x, y, res are terms over variables          sat
 *     equivalent-formula       not A and B, where B implies A              unsat
 *     larger-unsat-core        B speaks of x_fresh, and an equality says   unsat
 *                              that x_fresh is x; so for a constant
 *     redundancy-introduction  the same for a variable of B alone          unsat
 *     chain                    several of these replacements               unsat
 *
 * A suite has no random numbers: it is the same each time, in this order.
 */
#ifndef MOMUS_GEN_CONSTRUCT_H
#define MOMUS_GEN_CONSTRUCT_H

#include "gen/facts.h"
#include "gen/gen.h"

enum { CONSTRUCT_CHAIN_MAX = 6 }; /* replacements in a chain */

/* Files of the user's, and what was found out about theories. One per gen, or NULL. */
struct construct_set;
struct construct_set *construct_set_new(void);
void construct_set_free(struct construct_set *set);
/*
 * Takes a file in the place of momus' own with its name, once its claims were tried.
 * False, with FILE:LINE:COL: error: ..., if something is wrong.
 */
bool construct_set_add(struct construct_set *set, struct gen *gen, const char *file,
                       const char *text, size_t n, struct strbuf *error);
/*
 * Constants for the theory with this name in the place of its own, and meanings of operators. What is
 * not true with these is left out.
 */
bool construct_set_constants(struct construct_set *set, struct gen *gen, const char *facts,
                             const char *file, const char *text, size_t n, struct strbuf *error);
/*
 * Reads the files that the gen's settings name, once; the constants are for this theory. False, with
 * lines for the user, if something is wrong.
 */
bool construct_load(struct gen *gen, const char *theory, struct strbuf *error);
/*
 * Plans the suite of the theory with the gen's settings. False, with a message without a place, if
 * they make no sense for it: chains longer than any, too many tests.
 */
bool construct_prepare(struct gen *gen, const char *theory, struct strbuf *error);
/* Of a theory that is prepared: has anything in it name `i` of those that are to be left out? */
bool construct_knows(const struct gen *gen, const char *theory, size_t i);
/* Was its file given by the user? */
bool construct_is_users(const struct gen *gen, const char *theory);
/* Do its operators mean something else than by the standard? */
bool construct_has_meanings(const struct gen *gen, const char *theory);
/* Of one of momus' truths that is none with these meanings, and left out: its name; NULL behind the last. */
const char *construct_untrue(const struct gen *gen, const char *theory, size_t i);

#endif
