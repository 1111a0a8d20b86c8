/*
 * leftover.h - names that tell whose something is: momus-NAMESPACE-PID-...
 *
 * Directories and cgroups have such names, so that what a momus that was killed
 * has left can be told from what one that lives is using.
 */
#ifndef MOMUS_PROC_LEFTOVER_H
#define MOMUS_PROC_LEFTOVER_H

#include "base/strbuf.h"

/* Adds "FOLDER/momus-NAMESPACE-PID-", to which the caller adds something of its own. */
void leftover_add_path(struct strbuf *path, const char *folder);
/* Has `take` remove from a folder what processes have left that are gone. */
void leftover_sweep(const char *folder, void take(const char *path));

#endif
