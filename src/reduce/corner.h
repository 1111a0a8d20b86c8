/*
 * corner.h - corners of the language that no step of the reducer leads into.
 *
 * Places in a script where the standard leaves the result open, to be seen by reading
 * it: (mod x 0), (seq.nth (as seq.empty (Seq Int)) i), the field of another constructor.
 * A bug that shows there may show elsewhere, and whoever gets a report with such a place
 * in it asks first whether it is a bug at all.
 *
 * Floats of a format other than Float32 and Float64: some solvers read them only as an
 * experiment, with an option that momus adds for such scripts (proc/fit.h). As the user
 * calls his solver, the script would be refused.
 */
#ifndef MOMUS_REDUCE_CORNER_H
#define MOMUS_REDUCE_CORNER_H

#include "reduce/draft.h"

struct corners {
    size_t n_open; /* different terms of which the standard leaves the result open */
    bool has_odd_floats;
};

struct corners corners_of(struct draft *draft);
/* Is what `after` has no more than `before` had? */
bool corners_are_old(struct corners after, struct corners before);

#endif
