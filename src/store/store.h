/*
 * store.h - a run directory: what a campaign has done and what it has found,
 * kept so that power can go at any instant.
 *
 *     RUN/momus.db                          the database
 *     RUN/momus.lock                        locked by the process that writes, with its number
 *     RUN/stats.json                        the counters, for other programs
 *     RUN/errors/NN-solver.smt2             tests that a solver rejects, the first ones
 *     RUN/findings/NNNN-class-solver-logic/ bug.smt2, bug.SOLVER.smt2 (as it was given it), the raw
 *                                           answers, reduced.smt2, reduced.SOLVER.smt2, report.md;
 *                                           witness.txt, reduced.witness.txt: what makes them true;
 *                                           reducing.smt2 while it is being reduced, recipe.smt2
 *                                           if that is done by how it was made
 *
 * One process writes, any number read meanwhile. The writer's changes gather
 * until store_commit, which takes over all of them or none; what was there when
 * it returned true is on the disk. Work is recorded as progress of trails: the
 * steps, their counters and their findings are one change, so that whatever
 * happens, no step is counted twice or forgotten.
 *
 *     store = store_open("run", STORE_CREATE, &error);
 *     store_start(store, &campaign);
 *     for each message of a worker:
 *         store_report(store, &report, &match);
 *         store_advance(store, &progress);
 *         store_commit(store)      at once after something new, else now and then
 *     store_close(store);
 *
 * A function that returns false has failed, and store_error says why. A store
 * that has failed stays so, and commits nothing more: the caller need look only
 * at store_commit. What the disk holds is what was committed before, and perhaps
 * the batch whose commit failed, whole; opening again shows, and puts everything
 * in order.
 *
 * Nothing here knows what a solver or a term is: words come from the callers.
 * What is read lies in the caller's arena. After a fork, only the process that
 * opened a store may use it.
 */
#ifndef MOMUS_STORE_STORE_H
#define MOMUS_STORE_STORE_H

#include "base/arena.h"
#include "base/strbuf.h"
#include "base/vec.h"

struct store;

#define STORE_BEST "reducing.smt2"  /* in the folder of a finding: the best so far */
#define STORE_RECIPE "recipe.smt2"  /* how what is reduced was made, if it is known by that */
#define STORE_WITNESS "witness.txt" /* there, too: values that make bug.smt2 true */
#define STORE_REDUCED_WITNESS "reduced.witness.txt" /* and those that make reduced.smt2 true */
#define STORE_REDUCTION \
    "reduction of " /* and its number: the name of a value, why it is not reduced */
#define STORE_REDUCTION_WAITS \
    "reduction waits of " /* the same, for now: the next campaign tries again */

enum {
    STORE_RAW_MAX = 64 * 1024,     /* bytes of a raw output that are kept: its head and its tail */
    STORE_SCRIPT_MAX = 256 * 1024, /* the longest script that is kept for a further trigger */
    STORE_EXAMPLES_MAX = 20,       /* tests of one kind that are no findings that are kept */
    STORE_TRIGGERS_MAX = 8,        /* further triggers that are kept for one finding */
    STORE_TRAILS_AHEAD = 1000000,  /* how far a trail may be ahead of the first unfinished one */
};

enum store_mode {
    STORE_READ,   /* a run that is there; a writer may be at work */
    STORE_WRITE,  /* a run that is there */
    STORE_CREATE, /* the run, and its folder, are made if they are not there */
};

/*
 * Opens a run. NULL, with the reason in `error`: no run, not ours, damaged, of
 * a newer momus, being written by another process, on a network file system.
 * Opening for writing clears away what a crash has left half done.
 */
struct store *store_open(const char *folder, enum store_mode mode, struct strbuf *error);
/* Changes that were not committed are dropped. Takes NULL. */
void store_close(struct store *store);
/* All changes since the last commit, or none. */
bool store_commit(struct store *store);
/* Why the last call failed; borrowed. */
const char *store_error(struct store *store);
/* The folder of the run, as an absolute path; borrowed. */
const char *store_folder(const struct store *store);
/* Looks through the whole database. False if something in it is broken. */
bool store_check(struct store *store);

/* -- the campaign ---------------------------------------------------------- */

struct store_campaign {
    uint64_t seed;
    const char *config;  /* the command line, or whatever the caller resumes from */
    const char *version; /* of the momus that started it */
    int64_t started;     /* in ms since 1970 */
    uint32_t resumed;    /* how often */
};

/*
 * The campaign of a new run is recorded; a run that has one counts as resumed,
 * and keeps its own. *campaign is the one that holds.
 */
bool store_start(struct store *store, struct arena *arena, struct store_campaign *campaign);
/* *there is false in a run that was never started. */
bool store_campaign(struct store *store, struct arena *arena, struct store_campaign *campaign,
                    bool *there);

/* A word of the caller's own under a name; it changes with the rest of a commit. */
bool store_set_value(struct store *store, const char *name, const char *value);
/* NULL if nothing has that name. */
bool store_value(struct store *store, const char *name, struct arena *arena, const char **value);

/* -- work and counters ----------------------------------------------------- */

struct store_counters {
#define COUNTER(name, meaning) uint64_t name;
#include "store/counters.def"
#undef COUNTER
};

/* The steps [first_step, next_step) of a trail are done. */
struct store_progress {
    const char *strategy;
    uint64_t trail;      /* from 0, handed out in order */
    uint64_t first_step; /* where the trail stood */
    uint64_t next_step;
    bool done;          /* the trail has no further steps */
    const char *detail; /* what is needed to go on with it, say its seeds; NULL: as it was */
    struct store_counters counts; /* what the steps have added */
};

/* Fails if the trail does not stand at first_step: its steps would be counted twice. */
bool store_advance(struct store *store, const struct store_progress *progress);
/* Counts what belongs to no trail: time, checks of seeds. The strategy may be "". */
bool store_count(struct store *store, const char *strategy, const struct store_counters *counts);

struct store_trail {
    uint64_t trail;
    uint64_t next_step;
    const char *detail; /* NULL if there is none */
};
typedef VEC(struct store_trail) store_trail_vec;

struct store_strategy {
    const char *name; /* "": what was counted without one */
    uint64_t next_trail;
    uint32_t findings; /* that it was the first to show, without duplicates */
    struct store_counters counters;
};
typedef VEC(struct store_strategy) store_strategy_vec;

/* All that were counted, by name. The caller frees the vector. */
bool store_strategies(struct store *store, struct arena *arena, store_strategy_vec *strategies);
/*
 * The trails below *next_trail that are not done, in order, those that were
 * never heard of included. To resume is to do these, and then *next_trail, ...
 */
bool store_pending(struct store *store, const char *strategy, struct arena *arena,
                   store_trail_vec *trails, uint64_t *next_trail);

struct store_totals {
    struct store_counters counters;
    uint32_t findings; /* all but duplicates */
    uint32_t resumed;
};
bool store_totals(struct store *store, struct store_totals *totals);

/* How far a campaign was after some time, over all resumes. */
struct store_sample {
    uint64_t wall_ms;
    uint64_t tests, solver_calls;
    uint32_t findings;
};
typedef VEC(struct store_sample) store_sample_vec;

/* Records where the counters stand now. How often is the caller's choice: each takes a row. */
bool store_add_sample(struct store *store);
/* In the order of time. The caller frees the vector. */
bool store_samples(struct store *store, store_sample_vec *samples);
/* Replaces stats.json in one step by what is counted now. Commit first. */
bool store_write_stats(struct store *store);

/* -- seeds ----------------------------------------------------------------- */

struct store_seed {
    const char *hash; /* of its contents: its name in test ids */
    const char *path;
    const char *label; /* its truth, or NULL */
    const char *label_by;
    bool usable;
    const char *reason; /* why it is set aside; NULL if it is not */
    /* For the scheduler: what trials of it took and gave. */
    uint64_t tests, findings, cost_ns;
    double score; /* the scheduler's own */
};
typedef VEC(struct store_seed) store_seed_vec;

/* A new seed, or new facts about a known one: its statistics stay. */
bool store_put_seed(struct store *store, const struct store_seed *seed);
/* Adds to its statistics, and sets its score. */
bool store_credit_seed(struct store *store, const char *hash, uint64_t tests, uint64_t findings,
                       uint64_t cost_ns, double score);
/* By hash. */
bool store_seeds(struct store *store, struct arena *arena, store_seed_vec *seeds);

/* -- findings -------------------------------------------------------------- */

enum store_state {
    STORE_OPEN,
    STORE_IGNORED, /* seen again, it is counted and nothing else */
    STORE_CLOSED,  /* seen again, it is a new finding */
};

typedef VEC(const char *) store_word_vec;

struct store_names {
    const char **at;
    size_t n;
};

struct store_finding {
    uint32_t number; /* in the run, from 1 */
    const char *class_name;
    uint32_t severity; /* greater is worse */
    struct store_names at_fault;
    const char *basis, *confidence;
    const char *fingerprint; /* of at most one finding that is not closed */
    const char *evidence;    /* in words, or whatever the caller wants to read again */
    const char *strategy;
    struct store_names seeds;
    const char *test; /* the id of the test that showed it first */
    const char *logic;
    uint32_t shown, tried;         /* it showed in so many of so many confirmations */
    uint64_t count;                /* how often it was seen */
    int64_t first_seen, last_seen; /* in ms since 1970 */
    enum store_state state;
    uint32_t duplicate_of; /* the finding that goes on for it, or 0 */
    const char *folder;    /* paths, relative to the run */
    const char *file;
    const char *reduced; /* NULL until it is */
    /* The versions of the accused that fail, as store_put_versions was told; "": not known. */
    const char *fails_in;
    const char *fixed_in; /* the newest version at hand, if that does not fail; else NULL */
};
typedef VEC(struct store_finding) store_finding_vec;

struct store_answer {
    uint32_t round; /* which confirmation; 0: what was seen first */
    const char *solver, *version, *command;
    const char *answer;
    uint64_t ms, kb;
    const char *raw; /* any bytes; STORE_RAW_MAX of them are kept */
    size_t raw_n;
    /* When it is reported: the script as this solver was given it, kept in a file; NULL: not kept. */
    const char *given;
    size_t given_n;
};
typedef VEC(struct store_answer) store_answer_vec;

struct store_trigger {
    const char *test;
    const char *script; /* NULL if it was too long: the id makes it again */
    size_t script_n;
    int64_t seen;
};
typedef VEC(struct store_trigger) store_trigger_vec;

/* What became of a finding in a version of the accused. */
struct store_version {
    const char *solver, *version, *command;
    const char *result; /* the caller's word */
    const char *answer;
};
typedef VEC(struct store_version) store_version_vec;

/*
 * What is known of a test that shows a finding. Of `finding`, the number,
 * count, state, times and paths are the store's to say.
 */
struct store_report {
    struct store_finding finding;
    const char *script; /* becomes bug.smt2 */
    size_t script_n;
    const char *witness; /* values that make it true, as text; NULL: none are known */
    const struct store_answer *answers;
    size_t n_answers;
    int64_t seen;
};

/* Whom a fingerprint belongs to. */
struct store_match {
    enum store_news {
        STORE_NEW,     /* a finding of its own */
        STORE_AGAIN,   /* an open finding */
        STORE_SKIPPED, /* an ignored one */
        STORE_KNOWN,   /* one of another run: see store_add_known */
    } news;
    uint32_t number; /* of the finding in this run, 0 if there is none */
};

/* The version in which it was seen, as the solver at fault told it; NULL if that is not known. */
const char *store_version_at_fault(const struct store_finding *finding,
                                   const struct store_answer *answers, size_t n);

/* Whom the fingerprint belongs to now. Cheap: ask before anything is confirmed. */
bool store_look_up(struct store *store, const char *fingerprint, struct store_match *match);
/*
 * Something new gets a number, a folder and its rows; what is known is counted,
 * and the test kept as a further trigger while there is room.
 */
bool store_report(struct store *store, const struct store_report *report,
                  struct store_match *match);

/* No finding has a greater number. Of a store that is opened for writing. */
uint32_t store_last_number(const struct store *store);
/* The worst first. The caller frees the vector; all else is in the arena. */
bool store_findings(struct store *store, struct arena *arena, store_finding_vec *findings);
/* *there is false if there is none of that number. */
bool store_finding(struct store *store, uint32_t number, struct arena *arena,
                   struct store_finding *finding, bool *there);
/* To its script as it was found, in the order in which they were given. */
bool store_answers(struct store *store, uint32_t number, struct arena *arena,
                   store_answer_vec *answers);
/* To its reduced script; none if it is not reduced, or was by a momus that did not keep them. */
bool store_reduced_answers(struct store *store, uint32_t number, struct arena *arena,
                           store_answer_vec *answers);
/* Further ones, the oldest first: the first trigger is the finding's own test and file. */
bool store_triggers(struct store *store, uint32_t number, struct arena *arena,
                    store_trigger_vec *triggers);

/* Fingerprints that it had before it was reduced: what has one of them still belongs to it. */
bool store_aliases(struct store *store, uint32_t number, struct arena *arena,
                   store_word_vec *fingerprints);
/* The oldest first. */
bool store_versions(struct store *store, uint32_t number, struct arena *arena,
                    store_version_vec *versions);

/* "bug.cvc5.smt2": the file with a script ("bug", "reduced") as this solver was given it. */
void store_add_given_name(const char *script, const char *solver, struct strbuf *name);

/* Fails if there is no such finding, or another one has its fingerprint now. */
bool store_set_state(struct store *store, uint32_t number, enum store_state state);
/* Writes a file into the folder of a finding, in one step: report.md, say. */
bool store_put_file(struct store *store, uint32_t number, const char *name, const char *bytes,
                    size_t n);
/* Removes one; there need be none. */
bool store_remove_file(struct store *store, uint32_t number, const char *name);

/* What is known of a finding once it is reduced. */
struct store_reduction {
    const char *script; /* becomes reduced.smt2 */
    size_t n;
    const char *fingerprint; /* NULL: it stays */
    const char *evidence;    /* NULL: it stays */
    /* Of the evidence, as in store_finding; NULL: as they are. They are taken if they are better. */
    const char *basis, *confidence;
    const char *given; /* the script as the first at fault was given it; NULL: not known */
    size_t given_n;
    const char *witness; /* values that make it true, as text; NULL: none are known */
    const struct store_answer *answers; /* to this script, when it was confirmed last */
    size_t n_answers;
};
/*
 * The finding was reduced: reduced.smt2 is written, the answers to it are kept beside those to
 * the script as it was found, and the fingerprint becomes the sharper one. What has the one before still belongs to it. If another finding has the new one
 * already, this one is closed as its duplicate, and counted there, and what shows it better
 * (proven, not probable) is kept there; if another run knows it, it is closed. What shows it less
 * well than what was reduced before is not taken. *match says which: STORE_NEW if the finding stands for itself.
 */
bool store_reduce(struct store *store, uint32_t number, const struct store_reduction *reduction,
                  struct store_match *match);

/*
 * The versions that were looked at, the oldest first, in the place of those of an earlier
 * time, and what comes of them: the range, and whether the newest has mended it. The range
 * is part of the fingerprint: see store_reduce for *match.
 */
bool store_put_versions(struct store *store, uint32_t number, const struct store_version *versions,
                        size_t n, const char *fails_in, const char *fixed_in,
                        struct store_match *match);

/*
 * A trigger that is a bug of its own after all, since it fails where the finding does not: it becomes a
 * finding, *number, of the same class, at fault the same; or it is counted with the one that another trigger
 * became. `evidence` is what is said of it. Fails if there is no such trigger, or its script was not kept.
 */
bool store_split(struct store *store, uint32_t from, const char *test, const char *evidence,
                 uint32_t *number);

/* -- what is no finding ------------------------------------------------------ */

enum store_example {
    STORE_ERROR,     /* a solver rejects it */
    STORE_REMARK,    /* something is said of its answer that is no bug */
    STORE_CANDIDATE, /* it may be a finding: there was no time to find out */
    STORE_EXAMPLE_KINDS
};
/*
 * Keeps such a script for somebody to look at: a file, at once, and no part of a batch. Beyond
 * STORE_EXAMPLES_MAX of a kind nothing is kept. `head` comes before the script.
 */
bool store_put_example(struct store *store, enum store_example kind, const char *solver,
                       const char *head, const char *script, size_t n);

/* -- what other runs know --------------------------------------------------- */

bool store_add_known(struct store *store, const char *fingerprint, const char *origin);
/* Adds all fingerprints of another run, those that it knew from others included. */
bool store_import_known(struct store *store, const char *folder);

#endif
