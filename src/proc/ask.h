/*
 * ask.h - asking a solver about a script, in one of several ways: a fresh
 * process, which is the way that confirms, or a session or a snapshot, which are
 * faster.
 */
#ifndef MOMUS_PROC_ASK_H
#define MOMUS_PROC_ASK_H

#include "proc/answer.h"
#include "proc/child.h"
#include "proc/fit.h"
#include "proc/solver_name.h"
#include "proc/transcript.h"

enum ask_way { ASK_SPAWN, ASK_RESET, ASK_PUSH_POP, ASK_SNAPSHOT };
enum { ASK_WAYS = ASK_SNAPSHOT + 1 };
/* "spawn", "reset", "push-pop", "snapshot" */
const char *ask_way_name(enum ask_way way);

struct ask {
    const struct solver *solver; /* borrowed until the answer is there */
    const char *text;            /* the script; text[n] is zero; borrowed until ask_spawn returns */
    size_t n;
    struct fit_wants wants;
    struct child_limits limits;
    bool wants_stack; /* if it crashes, where: proc/stack.h; only of a fresh process */
    bool wants_peak;  /* in a session, too, where it takes time to look */
    /* Wall time of a fresh process in place of a session, as that has to start first; 0: the same. */
    uint64_t fresh_wall_ms;
    /* Wall time in a session if it does not get the processor for its limit; 0: the same. */
    uint64_t busy_wall_ms;
};

/* What a solver may use for one script that it is given so many seconds and bytes of memory for. */
struct child_limits ask_limits(uint64_t seconds, uint64_t memory);

struct asked {
    struct answers answers; /* with all that was printed */
    struct fitted fitted;   /* what was asked */
    enum child_end end;
    int status;       /* exit status or signal, see child.h */
    enum ask_way way; /* in which it was asked */
    uint64_t wall_ns, cpu_ns;
    uint64_t peak;  /* bytes of memory, 0: not known; in a session, of all that its process was
                      asked so far */
    uint64_t space; /* this and the next: see struct child_result */
    bool no_box;
    struct strbuf stack; /* places of a crash, if they were wanted and are known */
    struct strbuf error; /* of CHILD_NO_START, or why it was not asked */
    bool is_spared;      /* it was not asked: its profile says that it lacks what it takes */
    /* In a session: all that the process was asked, this as number so and so; else NULL. */
    struct transcript *transcript;
    uint32_t number;
};
void asked_release(struct asked *asked);

/* The answer may be taken (moved out); what is left in it is released. */
typedef void asked_fn(struct asked *asked, void *context);

/* Asks one solver in one way, and keeps its sessions and snapshots from script to script. */
struct asker;

/* The solver and the loop are borrowed until it is freed. */
struct asker *asker_new(struct loop *loop, const struct solver *solver, enum ask_way way);
/*
 * Asks. Where the solver cannot be asked in this way, or the script cannot stand
 * in a session or gets an error or a refusal there, a fresh process is asked;
 * asked.way tells. What a fresh process has confirmed once is believed from then on.
 * `done` is called by the loop, not before this returns.
 */
void asker_ask(struct asker *asker, const struct ask *ask, asked_fn *done, void *context);
/* Why the solver cannot be asked in this way; NULL if nothing is known against it. */
const char *asker_obstacle(const struct asker *asker);
/* Ends its sessions and snapshots, which the loop must be given time for; nothing may be waiting. */
void asker_free(struct asker *asker);

/* In a fresh process. `done` is called by the loop, not before this returns. */
void ask_spawn(struct loop *loop, const struct ask *ask, asked_fn *done, void *context);

/*
 * Runs a command of the solver's, e.g. for its version, and hands over what it
 * printed: the first line, or nothing if it failed. It gets twice the time that a query has
 * (query_ms, 0 for no limit), but some seconds at least and ten at most. Where it cannot be told which
 * program of its command is the solver, nothing is run, and `done` gets no version and no result at once.
 */
typedef void ask_version_fn(const char *version, const struct child_result *result, void *context);
void ask_version(struct loop *loop, const struct solver *solver, uint64_t query_ms,
                 ask_version_fn *done, void *context);

#endif
