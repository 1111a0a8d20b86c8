/*
 * inquiry.h - asking solvers again, for the oracle: every question a fresh
 * process, in the loop of the caller.
 */
#ifndef MOMUS_ORACLE_INQUIRY_H
#define MOMUS_ORACLE_INQUIRY_H

#include "oracle/oracle.h"

struct inquiry {
    struct loop *loop;
    const struct solver *solvers; /* by the numbers that requests have */
    size_t n_solvers;
    struct child_limits limits;
    uint64_t n_asked; /* so far */
};

/* An oracle_ask_fn; the context is a struct inquiry. The loop runs until the answer is there. */
bool inquiry_ask(const struct oracle_request *request, struct asked *asked, void *inquiry);

/*
 * The words of the k-th variation of a solver, from 1: another seed, then an option
 * that its profile lists as fit for testing, and so on in turn. False if there is
 * none. The words live in the arena.
 */
bool inquiry_variation(const struct solver *solver, unsigned k, struct arena *arena,
                       struct words *words);

#endif
