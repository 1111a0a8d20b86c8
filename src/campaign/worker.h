/*
 * worker.h - a process that does the work of a campaign: it makes the tests of a
 * unit, asks every solver, judges what they say, and tells the coordinator.
 *
 * Tests are asked in batches, one solver after the other, so that a worker keeps
 * one processor busy with solvers and no more. The fast ways of asking find; what
 * looks like a finding is judged by the oracle, which asks in fresh processes.
 */
#ifndef MOMUS_CAMPAIGN_WORKER_H
#define MOMUS_CAMPAIGN_WORKER_H

#include "campaign/lineup.h"
#include "campaign/maker.h"
#include "campaign/unit.h"
#include "oracle/oracle.h"

enum campaign_way {
    WAY_AUTO, /* trails by turns in sessions of both kinds */
    WAY_SPAWN,
    WAY_RESET,
    WAY_PUSH_POP,
};

struct worker_setup {
    struct maker *maker;
    const struct solver *solvers;
    const struct oracle_solver *names; /* the same ones, as the oracle knows them */
    size_t n_solvers;
    struct child_limits limits;
    uint64_t campaign; /* the seed */
    enum campaign_way way;
    /*
     * Time goes where it pays (campaign/pace.h), and trails on which solvers mostly run
     * out of time are given up. Otherwise what is tested does not depend on how fast solvers
     * are.
     */
    bool adapts;
    bool has_fixed_limit; /* every question gets all of the time; so it is if nothing adapts */
    /* Of so many trails one asks for models; 0: none does. Some strategies always want them. */
    uint32_t models_every;
    uint32_t self_checks;              /* on so many of a hundred trails solvers check themselves */
    const struct drawables *drawables; /* by solver: options to be tried; NULL: none are */
};

/* How a script begins that is what a session was asked; the id of its last test follows. */
#define WORKER_SESSION_HEAD "; queries of one session, the last being test "

/* Memory that a worker shares with the coordinator. */
struct worker_board {
    char test[TEST_ID_MAX]; /* what it is at, for when it dies; "" if it is at no test */
    /* Written by the coordinator: when the campaign ends, on the monotonic clock; 0: not known. */
    _Atomic uint64_t deadline;
};

/* Works until the coordinator closes its end. Returns the status to exit with. */
int worker_run(const struct worker_setup *setup, int fd, struct worker_board *board);

#endif
