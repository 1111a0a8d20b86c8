/*
 * program.h - the programs that a loop starts: where they are, their words and their
 * environment. Looking for one takes a walk along PATH; what was found is remembered
 * while the loop lives.
 */
#ifndef MOMUS_PROC_PROGRAM_H
#define MOMUS_PROC_PROGRAM_H

#include "base/arena.h"
#include "proc/loop.h"

/*
 * The path of a program, by PATH if its name has no slash; NULL, with errno, if it is not there.
 * Good until program_forget, or the end of the loop.
 */
const char *program_find(struct loop *loop, const char *name);
/* It is looked for again: one that was found could not be started. */
void program_forget(struct loop *loop, const char *name);

/* The words, with the file's name (NULL: there is none) in the place of {file}. */
char **program_argv(struct arena *arena, char *const *words, const char *file);
/* What a program needs of our environment, and `more` (NAME=VALUE; may be NULL), nothing else. */
char **program_env(struct arena *arena, char *const *more, const char *directory);

#endif
