/*
 * wrapper.h - programs that only start another one.
 *
 *     timeout -s KILL 5 nice cvc5 --strings-exp {file}
 *                            ^ the solver's own program
 *
 * Whatever is known about a solver, above all whose version it is and which one, is about that
 * program, not about what starts it.
 */
#ifndef MOMUS_PROC_WRAPPER_H
#define MOMUS_PROC_WRAPPER_H

#include "proc/profile.h"

/*
 * The place of the solver's own program in a command: 0 where nothing is before it, and the number
 * of words where it cannot be told, as in `sh -c "z3 $1" {file}`.
 */
size_t wrapped_program(struct words command);

/* What a program is called without its folder. */
const char *program_base_name(const char *program);

#endif
