/*
 * bisect.h - momus replay --bisect: in which versions of the accused findings of a run show.
 */
#ifndef MOMUS_CLI_BISECT_H
#define MOMUS_CLI_BISECT_H

#include "cli/options.h"
#include "store/store.h"

/*
 * Bisects these findings of the run, or, if there are none, all open ones; keeps and prints
 * what comes of it. Returns the status to exit with.
 */
int bisect_findings(const struct options *options, struct store *store, const u32_vec *numbers);

#endif
