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
    char *version;               /* NULL if it does not tell */
    enum answer_kind sat, unsat; /* its answers to a formula of each kind */
    struct strbuf model;         /* of the satisfiable one; empty if it gave none */
    uint64_t spawn_ns;           /* for one of them */
    double reset, push_pop;      /* queries per second in a session; 0 if that does not work */
    struct strbuf why;           /* what does not work, and what was seen instead */
};
void preflight_release(struct preflight *preflight);

/* The satisfiable formula, for who wants to judge the model. */
extern const char preflight_sat_script[];

/* Runs the loop until everything is known. */
void preflight_run(struct loop *loop, const struct solver *solver, struct preflight *preflight);
/* Does it start, and answer both formulas rightly? */
bool preflight_is_good(const struct preflight *preflight);

#endif
