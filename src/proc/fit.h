/*
 * fit.h - a script made fit for the solver that gets it.
 *
 * Solvers print errors about options and commands of other solvers, abort when
 * :status is not what they find, and do not know many logics. And every answer
 * that nobody reads costs time. So a script is changed on its way, at the level
 * of whole commands; terms stay as they are, byte by byte:
 *
 *   - set-options of another solver are left out (a profile's `takes` says which
 *     are its own), so are those that make it talk or write elsewhere
 *   - set-info is left out: its :status makes solvers abort, and its
 *     :smt-lib-version changes what strings mean
 *   - a logic that the solver does not know is replaced
 *   - get-model and its like are left out, and asked for behind every check where
 *     they are wanted
 *   - what only another solver knows and what cannot change the answer is left
 *     out; what could change it stays, and the solver will refuse it
 *   - options that the solver needs for this script come first: several checks,
 *     floats of an odd format
 *
 * unless it is wanted as it is written.
 *
 * The result is in two parts, options and logic before the rest: a session by
 * push and pop serves all scripts with the same first part.
 */
#ifndef MOMUS_PROC_FIT_H
#define MOMUS_PROC_FIT_H

#include "base/strbuf.h"
#include "proc/expect.h"
#include "proc/profile.h"

struct fit_wants {
    bool models;
    bool cores;
    bool values;  /* of the script's own get-value */
    bool reasons; /* why unknown */
    bool
        any_logic; /* scripts get the same logic, the profile's logic-instead, where it means the same */
    bool as_written; /* nothing is changed, and nothing expected: only what is printed counts */
};

struct fitted {
    struct strbuf text;  /* one command per line; no (exit) */
    size_t body;         /* where in it the options and the logic are over */
    expect_vec expected; /* what the solver will print */
    size_t n_checks;
    size_t n_left_out;  /* commands and options of the script that are not in the text */
    bool logic_changed; /* another logic than the script's, or none */
    bool incremental;   /* several checks, or push */
    bool odd_floats;    /* other formats than Float32 and Float64 */
    bool pushable;      /* the body may stand between push and pop */
    bool sets_options;  /* options of the script's own are in it, which may outlive a (reset) */
    const char
        *lacking;   /* a feature of the script that the solver does not have, or NULL: lack.h */
    bool malformed; /* no script: its end is as it was, and what is expected is a guess */
    const char *why_malformed;
    size_t malformed_at; /* in the script */
};

/*
 * Fits a script to the solver; text[n] must be zero, n <= LEX_TEXT_MAX. The
 * result is cleared first and keeps its memory, so that it can be used again.
 */
void fit_script(const struct profile *profile, const char *text, size_t n, struct fit_wants wants,
                struct fitted *fitted);
void fitted_release(struct fitted *fitted);
/* Does the script itself ask for unsat cores? (A comment may look like it.) */
bool fit_asks_for_cores(const char *text, size_t n);

#endif
