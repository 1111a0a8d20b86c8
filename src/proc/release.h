/*
 * release.h - releases of a solver that a package registry has: z3@5.2.0 is
 * version 5.2.0 of npm's z3-solver, run by Node.
 *
 * A release is installed once, in a folder of its own below the user's data
 * folder, with the small program that makes it a solver which reads SMT-LIB
 * (data/node/z3-npm.js).
 */
#ifndef MOMUS_PROC_RELEASE_H
#define MOMUS_PROC_RELEASE_H

#include "proc/child.h"
#include "proc/solver_name.h"

/*
 * Puts the commands that run the release in the place of the profile's. False,
 * with a line that says why and what to do, if there is no such release here.
 */
bool release_use(struct solver *solver, struct strbuf *error);

/*
 * Installs "z3@5.2.0"; runs the loop until that is done. What was there before is
 * kept if it fails. False, with a line that says why.
 */
bool release_install(struct loop *loop, const char *name, struct strbuf *error);

#endif
