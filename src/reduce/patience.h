/*
 * patience.h - how long solvers may take for a candidate: a few times what they took for the
 * scripts before.
 *
 * That is counted in CPU time, since the clock says little on a busy machine; but a limit is one of
 * the clock, so it is stretched by what a solver lately took of the one for the other. Whose time is
 * over before it had a fair share of it is asked again, with more. But who hardly used the processor
 * at all did not wait for that, and is not given much more than it ever needed by the clock.
 */
#ifndef MOMUS_REDUCE_PATIENCE_H
#define MOMUS_REDUCE_PATIENCE_H

#include "proc/ask.h"

struct patience_of {
    uint64_t taken_ns;   /* what it lately took; 0: it never answered, and gets what others get */
    uint64_t limit_ms;   /* of CPU time; 0: what the user grants */
    double stretch;      /* time by the clock for CPU time */
    uint64_t longest_ns; /* by the clock, in which it answered */
};

struct patience {
    struct patience_of *of; /* by solver */
    size_t n;
    uint64_t most_ms; /* that the user grants, by the clock; 0: any */
};

void patience_init(struct patience *patience, size_t n, uint64_t most_ms);
void patience_release(struct patience *patience);

/*
 * At first: what they took, and whose time is to count, by solver. Before that, everybody has what
 * the user grants.
 */
void patience_learn(struct patience *patience, const struct asked *asked, const bool *counts);
/* What they took for a smaller script: limits become less, too, though not all at once. */
void patience_adapt(struct patience *patience, const struct asked *asked);

/*
 * The limit by the clock for the solver's next question: of a candidate, of one that it had no answer to,
 * and of a fresh process.
 */
uint64_t patience_wall_ms(const struct patience *patience, size_t solver);
uint64_t patience_again_ms(const struct patience *patience, size_t solver);
uint64_t patience_fresh_ms(const struct patience *patience, size_t solver);

/*
 * The solver was asked with this limit by the clock, and this came back. True if it is to be asked
 * again, with the limit that is set instead.
 */
bool patience_goes_on(struct patience *patience, size_t solver, const struct asked *asked,
                      uint64_t *wall_ms);

#endif
