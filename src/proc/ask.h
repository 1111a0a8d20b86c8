/*
 * ask.h - asking a solver about a script, in one of several ways: a fresh
 * process, which is the way that confirms, or a session, which is faster.
 */
#ifndef MOMUS_PROC_ASK_H
#define MOMUS_PROC_ASK_H

#include "proc/answer.h"
#include "proc/child.h"
#include "proc/fit.h"
#include "proc/solver_name.h"

enum ask_way { ASK_SPAWN, ASK_RESET, ASK_PUSH_POP };
/* "spawn", "reset", "push-pop" */
const char *ask_way_name(enum ask_way way);

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
    int status;                     /* exit status or signal, see child.h */
    enum ask_way way;               /* in which it was asked */
    uint64_t wall_ns, cpu_ns, peak; /* the last two are 0 in a session */
    struct strbuf error;            /* of CHILD_NO_START */
};
void asked_release(struct asked *asked);

/* The answer may be taken (moved out); what is left in it is released. */
typedef void asked_fn(struct asked *asked, void *context);

/* Asks one solver in one way, and keeps its sessions from script to script. */
struct asker;

/* The solver and the loop are borrowed until it is freed. */
struct asker *asker_new(struct loop *loop, const struct solver *solver, enum ask_way way);
/*
 * Asks. Where the solver has no such session, or the script cannot stand in one,
 * a fresh process is asked. `done` is called by the loop, not before this returns.
 */
void asker_ask(struct asker *asker, const struct ask *ask, asked_fn *done, void *context);
/* Ends its sessions, which the loop must be given time for; nothing may be waiting. */
void asker_free(struct asker *asker);

/* In a fresh process. `done` is called by the loop, not before this returns. */
void ask_spawn(struct loop *loop, const struct ask *ask, asked_fn *done, void *context);

/*
 * Runs a command of the solver's, e.g. for its version, and hands over what it
 * printed: the first line, or nothing if it failed.
 */
typedef void ask_version_fn(const char *version, const struct child_result *result, void *context);
void ask_version(struct loop *loop, const struct solver *solver, ask_version_fn *done,
                 void *context);

#endif
