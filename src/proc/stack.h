/*
 * stack.h - where a solver crashed.
 *
 * A segmentation fault says nothing of its place, and without one every crash looks like
 * another. So a solver that crashes is run once more with a library of ours that prints its
 * stack (ask.wants_stack). Solvers that are static, or built with sanitizers, which print
 * stacks of their own, say nothing more by that.
 */
#ifndef MOMUS_PROC_STACK_H
#define MOMUS_PROC_STACK_H

#include "base/strbuf.h"
#include "proc/child.h"

/* The file and the variable of the environment that put the library into a program. */
extern const struct child_file stack_library;
extern char stack_variable[];

/*
 * Takes the line with the stack out of what was printed on standard error, and adds the
 * places of the crash, the innermost of the program itself, to `out`: those of the C library,
 * through which abort goes, tell nothing. False if there is no such line.
 */
bool stack_take(struct strbuf *err, struct strbuf *out);

#endif
