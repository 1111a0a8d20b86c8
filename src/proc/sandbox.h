/*
 * sandbox.h - bubblewrap around a program in its box, if the user wants that: it
 * can read files, but write only in its own directory, and has no network.
 *
 *     warden ---> bwrap ---> program
 *
 * This is for programs that are not trusted. Limits, and the end of all its
 * processes, are the box's with it and without.
 */
#ifndef MOMUS_PROC_SANDBOX_H
#define MOMUS_PROC_SANDBOX_H

#include "base/arena.h"
#include "proc/child.h"

/* From now on every program gets one, or none does. */
void sandbox_use(bool wanted);
bool sandbox_is_used(void);

/*
 * The command that runs a command in a sandbox: `program` is its path, env what
 * is set for it alone (may be NULL), directory where it may write.
 */
char **sandbox_argv(struct arena *arena, const char *program, char *const *argv, char *const *env,
                    const char *directory);

/* Can a program be run in a sandbox here? If not, `error` gets a line that says why. */
bool sandbox_works(struct loop *loop, struct strbuf *error);

#endif
