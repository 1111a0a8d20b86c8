/*
 * corner.h - places in a script where the standard leaves the result open, to be seen
 * by reading it: (mod x 0), (seq.nth (as seq.empty (Seq Int)) i), the field of another
 * constructor.
 *
 * A bug that shows there may show elsewhere, and whoever gets a report with such a place
 * in it asks first whether it is a bug at all. So no step of the reducer makes one where there
 * was none.
 */
#ifndef MOMUS_REDUCE_CORNER_H
#define MOMUS_REDUCE_CORNER_H

#include "reduce/draft.h"

/* How many different terms of the draft are of that kind. */
size_t corner_count(struct draft *draft);

#endif
