/*
 * ask.h - one script, one solver, one fresh process: the way of asking that
 * confirms.
 */
#ifndef MOMUS_PROC_ASK_H
#define MOMUS_PROC_ASK_H

#include "proc/answer.h"
#include "proc/child.h"
#include "proc/fit.h"
#include "proc/solver_name.h"

struct ask {
    const struct solver *solver; /* borrowed until the answer is there */
    const char *text;            /* the script; text[n] is zero; borrowed until ask_spawn returns */
    size_t n;
    struct fit_wants wants;
    struct child_limits limits;
};

struct asked {
    struct answers answers; /* with all that was printed */
    struct fitted fitted;   /* what was asked */
    enum child_end end;
    int status; /* exit status or signal, see child.h */
    uint64_t wall_ns, cpu_ns, peak;
    struct strbuf error; /* of CHILD_NO_START */
};
void asked_release(struct asked *asked);

/* The answer may be taken (moved out); what is left in it is released. */
typedef void asked_fn(struct asked *asked, void *context);

/* `done` is called by the loop, not before this returns. */
void ask_spawn(struct loop *loop, const struct ask *ask, asked_fn *done, void *context);

/*
 * Runs a command of the solver's, e.g. for its version, and hands over what it
 * printed: the first line, or nothing if it failed.
 */
typedef void ask_version_fn(const char *version, const struct child_result *result, void *context);
void ask_version(struct loop *loop, const struct solver *solver, ask_version_fn *done,
                 void *context);

#endif
