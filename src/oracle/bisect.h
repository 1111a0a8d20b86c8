/*
 * bisect.h - in which of several versions, from the oldest to the newest, something
 * fails.
 *
 *     H H H F F F F      the ends differ: by halves, and what lies between two that were
 *     ^   ^ ^     ^      asked and are alike counts as like them
 *
 *     F H H F F F F      the ends are alike: halving has nothing to go by, and all are asked
 *
 * Of some it cannot be told: they do not start, refuse the question, or run out of time; others fail
 * otherwise. They are passed over, and what is said of a range is said of the others.
 */
#ifndef MOMUS_ORACLE_BISECT_H
#define MOMUS_ORACLE_BISECT_H

#include "base/strbuf.h"

enum bisect_state {
    BISECT_NOT_ASKED,
    BISECT_FAILS,
    BISECT_HOLDS, /* it was asked, and does not fail */
    BISECT_OTHERWISE, /* something else is wrong there: neither this bug, nor a sign that it is mended */
    BISECT_UNTOLD, /* it does not start, or has no answer */
};
/* "not asked", "fails", "holds", "fails otherwise", "cannot be told" */
const char *bisect_state_name(enum bisect_state state);

/* Asks one version. Called at most once for each; never gives BISECT_NOT_ASKED. */
typedef enum bisect_state bisect_ask_fn(size_t version, void *context);

/* Fills in the states of n versions. `every`: none is left out, whatever the others say. */
void bisect_versions(size_t n, bool every, bisect_ask_fn *ask, void *context,
                     enum bisect_state *states);

/* Does it come or go once at most, as far as was asked? */
bool bisect_is_monotone(const enum bisect_state *states, size_t n);
/*
 * The newest one that fails or holds: false if there is none. *index is its place, *fails what
 * became of it.
 */
bool bisect_newest(const enum bisect_state *states, size_t n, size_t *index, bool *fails);
/*
 * Which versions fail, by their names: "all", "none", "up to 4.12.2", "from 4.8.17",
 * "4.8.17 to 4.12.2", "4.8.17"; with commas between if there are several ranges. "up to" and "from"
 * only where all older or newer ones fail as well; "all" is all that fail or hold.
 */
void bisect_add_range(const enum bisect_state *states, const char *const *names, size_t n,
                      struct strbuf *out);

#endif
