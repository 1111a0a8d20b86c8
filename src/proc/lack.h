/*
 * lack.h - does a script use what its solver does not have?
 *
 * A profile's `lacks` says what that is. A solver that is asked all the same
 * takes its time to say no, in words that are not always understood, and some
 * crash. The script is not parsed: words tell (lack_signs.def), unless the script
 * declares them itself. In doubt the solver is asked.
 */
#ifndef MOMUS_PROC_LACK_H
#define MOMUS_PROC_LACK_H

#include "proc/profile.h"

/* The first feature of the script that the profile lacks, or NULL; text[n] must be zero. */
const char *lack_find(const struct profile *profile, const char *text, size_t n);

#endif
