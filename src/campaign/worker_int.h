/*
 * worker_int.h - the inside of a worker.
 *
 *   worker.c          batches, trails, life and death
 *   worker_judge.c    what the oracle makes of the answers, and telling the coordinator
 *   worker_session.c  what shows only in a session
 */
#ifndef MOMUS_CAMPAIGN_WORKER_INT_H
#define MOMUS_CAMPAIGN_WORKER_INT_H

#include "base/hash.h"
#include "campaign/pace.h"
#include "campaign/worker.h"
#include "oracle/inquiry.h"

enum {
    ASKERS = 2,      /* kinds of sessions: 0 and PACE_PUSH_POP */
    FRESH_MS = 1000, /* a fresh process has so long to start */
    BUSY = 4,        /* times its limit, by the clock, has who does not get the processor */
    FIRST_BATCH = 1, /* tests that are asked together at the start of a trail */
};

/* A test, or a seed as it is, on its way through the solvers. */
struct probe {
    struct test_id id;
    bool is_seed;
    enum truth truth;
    enum basis basis;
    const struct seed *seeds[TEST_SEEDS_MAX];
    const char *logic; /* without seeds: what the test uses */
    struct strbuf text;
    struct strbuf core;    /* that it has for certain, by names; empty: not known */
    struct asked *answers; /* by seat of the lineup */
};

/* Whom an answer belongs to. */
struct slot {
    struct worker *worker;
    struct asked *asked;
};

/* What asking about a seed as it is has shown. */
struct vetting {
    uint64_t hash; /* of the seed */
    bool is_good;
    uint32_t n_slow; /* solvers that ran out of time */
};

struct worker {
    const struct worker_setup *setup;
    int fd;
    struct worker_board *board;
    struct loop loop;
    struct lineup_rules rules;
    struct lineup lineup;          /* of the trail */
    struct asker **askers[ASKERS]; /* by solver: the sessions of each kind */
    struct asker **drawn;          /* by seat: those of the lineup that are only of this trail */
    bool *misfits;                 /* by seat: a drawn one that gave an error or refused */
    struct pace pace;
    unsigned kind;     /* of asking, in the trail at hand (campaign/pace.h) */
    uint64_t asked_ns; /* that its solvers took so far */
    uint64_t lost_ns;  /* that they took, all in all, without an answer */
    bool wants_models, wants_cores;
    VEC(struct probe) probes; /* of the batch; kept from batch to batch */
    size_t n_probes;          /* of them in use */
    VEC(struct slot) slots;
    size_t n_waiting;
    struct oracle_workspace *workspace; /* NULL before the first case */
    struct maker *remaker;              /* of tests without seeds; NULL before the first */
    VEC(char *) confirmed;              /* fingerprints of findings that were sent */
    VEC(char *) revived;                /* fingerprints whose sessions were looked into */
    VEC(struct vetting) vetted;         /* seeds that were asked as they are */
    VEC(uint64_t) errors;               /* shapes of errors that were sent */
    unsigned n_remarks;                 /* that were sent */
    uint64_t born, revival_ns;          /* when; and the time that histories of sessions took */
    struct store_counters counts;
    uint64_t cpu_ns, solver_cpu_ns; /* when they were last counted */
    struct wire_out out;
    struct strbuf scratch;
};

/* ---- worker_judge.c ---- */

/* Counts the answers, and keeps the first errors. */
void worker_count_answers(struct worker *worker, struct probe *probe);
/* Is there anything wrong with what was said about it? Tells the coordinator what. */
bool worker_judge(struct worker *worker, struct probe *probe);
/* Shows somebody a script that is no finding; the message says why. */
void worker_send_exhibit(struct worker *worker, const struct probe *probe, enum store_example kind,
                         const char *solver, struct text_span message, const struct strbuf *script);
/* Sends what was written; without a coordinator there is nothing left to live for. */
void worker_send(struct worker *worker);

/* What the oracle asks with: solvers in fresh processes, and this worker's memory. */
struct hearing_context {
    struct inquiry inquiry;
    struct worker *worker;
};
/* The options of a hearing whose questions go to these solvers. */
struct oracle_options worker_oracle_options(struct worker *worker, struct hearing_context *context,
                                            const struct solver *solvers, size_t n);
/* Was a finding with this fingerprint sent before? From now on it was. */
bool worker_has_sent(const struct worker *worker, const char *fingerprint);
void worker_mark_sent(struct worker *worker, const char *fingerprint);
/* A finding, of this script and these answers, by the solvers of the names. */
struct finding_source {
    const struct solver *solvers;
    const struct oracle_solver *names;
    struct asked *answers;
    size_t n;
    const char *script;
    size_t n_script;
};
void worker_send_finding(struct worker *worker, const struct probe *probe,
                         const struct finding_source *source, const struct finding *finding);

/* ---- worker_session.c ---- */

/*
 * What a session said about the probe, and no fresh process says: its history is
 * asked of one. SESSION_SHOWS: it shows there, and was sent. SESSION_OPEN: the campaign's time was
 * up before that was known, and the history was sent, to be kept.
 */
enum session_result { SESSION_SILENT, SESSION_SHOWS, SESSION_OPEN };
enum session_result worker_replay_session(struct worker *worker, struct probe *probe,
                                          const struct oracle_known *known,
                                          const struct dropped_finding *dropped);

#endif
