/*
 * die.h - the three ways in which momus stops on purpose, and its exit statuses.
 *
 * Bad input is data and never comes here: it is returned as a status. What
 * comes here is an environment that failed (die), memory that ran out
 * (die_out_of_memory) and our own mistakes (BUG).
 *
 * Work that must not be left half done (a temporary file) is registered with
 * die_cleanup_push and undone before the process ends.
 */
#ifndef MOMUS_BASE_DIE_H
#define MOMUS_BASE_DIE_H

#include <signal.h>

#include "base/banned.h"

enum exit_status {
    EXIT_DONE = 0,
    EXIT_MODEL_FALSE = 1,
    EXIT_USAGE = 2,
    EXIT_BAD_INPUT = 3,
    EXIT_NO_SOLVER = 4,
    EXIT_ENVIRONMENT = 5,
    EXIT_UNDECIDED = 6,
    EXIT_FOUND_BUGS = 10,
    EXIT_OWN_BUG = 70,
    EXIT_INTERRUPTED = 130,
};

/* Prints "momus: error: ..." on standard error, cleans up, exits with status. */
_Noreturn void die(enum exit_status status, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The one place where memory running out ends. Allocates nothing. */
_Noreturn void die_out_of_memory(size_t wanted);

/* A mistake of ours: live in release builds, says how to report it. */
_Noreturn void bug_at(const char *file, int line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
#define BUG(...) bug_at(__FILE__, __LINE__, __VA_ARGS__)
#define REQUIRE(condition) ((condition) ? (void)0 : BUG("%s does not hold", #condition))

/* A function to run, last in first out, if the process dies before the matching pop. */
typedef void cleanup_fn(void *context);
void die_cleanup_push(cleanup_fn *fn, void *context);
void die_cleanup_pop(void);

/*
 * From now on the signals that end the process from outside (SIGINT, SIGTERM,
 * SIGHUP) run the cleanups first. A cleanup may do only what a signal handler
 * may.
 */
void die_clean_up_on_signals(void);
/* These signals wait from now on, until the mask from before is set again. */
void die_block_signals(sigset_t *before);

#endif
