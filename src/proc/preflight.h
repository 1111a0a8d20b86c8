/*
 * preflight.h - what a solver proves before it is relied on: that it starts,
 * its version, right answers to formulas whose answers are known, a model, and
 * which ways of asking work, and how fast.
 */
#ifndef MOMUS_PROC_PREFLIGHT_H
#define MOMUS_PROC_PREFLIGHT_H

#include "proc/ask.h"

struct preflight {
    bool starts;
    bool no_box; /* it does not, and that is no fault of its own */
    char *version;               /* NULL if it does not tell */
    enum answer_kind sat, unsat; /* its answers to a formula of each kind */
    const char *sat_script;      /* the satisfiable one, for who wants to judge the model */
    struct strbuf model;         /* of that; empty if it gave none */
    uint64_t spawn_ns;           /* for one of them */
    double reset, push_pop;      /* queries per second in a session; 0 if that does not work */
    double snapshot;             /* the same by forks of one process */
    struct strbuf why;           /* what does not work, and what was seen instead */
    struct strbuf no_snapshot;   /* why that does not work, where the profile says it should */
};
void preflight_release(struct preflight *preflight);

/* Runs the loop until everything is known. */
void preflight_run(struct loop *loop, const struct solver *solver, struct preflight *preflight);
/* Does it start, and answer both formulas rightly? */
bool preflight_is_good(const struct preflight *preflight);

#endif
