/*
 * program.h - where the programs are that a loop starts. Looking for one takes a
 * walk along PATH; what was found is remembered while the loop lives.
 */
#ifndef MOMUS_PROC_PROGRAM_H
#define MOMUS_PROC_PROGRAM_H

#include "proc/loop.h"

/*
 * The path of a program, by PATH if its name has no slash; NULL, with errno, if it is not there.
 * Good until program_forget, or the end of the loop.
 */
const char *program_find(struct loop *loop, const char *name);
/* It is looked for again: one that was found could not be started. */
void program_forget(struct loop *loop, const char *name);

#endif
