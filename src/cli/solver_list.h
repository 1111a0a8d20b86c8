/*
 * solver_list.h - the solvers that the user names by -s, and their versions.
 */
#ifndef MOMUS_CLI_SOLVER_LIST_H
#define MOMUS_CLI_SOLVER_LIST_H

#include "cli/value.h"
#include "proc/ask.h"

struct solver_list {
    solver_vec all;
    VEC(char *) versions; /* NULL where it is not known */
    int status;           /* what to exit with, if they cannot be had */
};

/*
 * Those that are named, or, if none is, those of z3, cvc5 and cvc4 that are
 * there. Asks each for its version. False, with a status, if a name means nothing, or
 * its profile is bad: it has been said what is wrong.
 */
bool solver_list_init(struct solver_list *list, const text_vec *names, int64_t seconds,
                      struct loop *loop);
/* The same for those that are named, behind those that are there. */
bool solver_list_add(struct solver_list *list, const text_vec *names, int64_t seconds,
                     struct loop *loop);
/*
 * Does each of them start? False, with a status, if one does not: it has been said which. Who
 * starts and has no answer to a trivial script gets a warning. `seconds`: what they have for a
 * script, which is enough for this one, if it is not very little; 0: a while.
 */
bool solver_list_try(struct solver_list *list, int64_t seconds, struct loop *loop);
void solver_list_release(struct solver_list *list);

/* --sandbox: solvers run in one from now on. False if that cannot be: it has been said why. */
bool sandbox_start(bool wanted, struct loop *loop);

#endif
