/*
 * finding_int.h - the inside of finding.h.
 *
 *   finding.c        candidates
 *   finding_afresh.c what fresh processes say: confirming
 *   finding_judge.c  whether what solvers say is what is kept
 *   finding_start.c  what is wrong with the script at first
 */
#ifndef MOMUS_REDUCE_FINDING_INT_H
#define MOMUS_REDUCE_FINDING_INT_H

#include "reduce/finding.h"
#include "reduce/patience.h"

/* So often is the script asked about at first: what comes and goes may be away. */
enum { FINDING_TRIES = 4 };

/* Where candidates are asked one after the other: solvers that wait for them. */
struct lane {
    struct asker **askers; /* by solver; NULL before the first question */
    bool is_taken;
};

/* Something of the worst kind that was wrong at first: nothing else may be wrong later. */
struct charge {
    enum bug bug;
    const char *family;
};

struct finding_property {
    struct reduce_property base;
    struct reduce_panel panel;
    /*
     * Candidates are judged by the loop, also while the oracle waits in it for who is asked
     * afresh: each has a workspace of its own.
     */
    struct oracle_workspace *workspace, *fresh_workspace;
    struct inquiry inquiry;
    struct finding finding; /* what must be found again; its texts are those of the last script */
    bool is_found;          /* it is known what that is */
    bool has_own_core;      /* it is a core that the script itself asks for */
    struct asked *heard; /* by solver: what was said of the script that was confirmed last; NULL */
    enum answer_kind *answers; /* by solver: what it said at the check of the finding */
    bool *is_accused;          /* by solver */
    /*
     * By solver: it ran out of time or memory, at first or on a script that holds without it, and is at
     * fault for nothing. Every candidate would wait for it in vain, so it is asked about the result only.
     */
    bool *is_absent;
    bool *came_back;            /* by solver: it answered then, and was asked again from there on */
    unsigned *n_chances;        /* by solver: how often it was asked again before it was left out */
    unsigned n_held_up;         /* candidates since the last step that hold but for who is late */
    struct strbuf also;         /* who of them is wrong about the result, too: names with commas */
    struct patience patience;   /* how long they may take */
    VEC(struct charge) charges; /* all classes of severity WRONG that were found at first */
    VEC(struct lane) lanes;
    struct strbuf witness; /* of the best script, or nothing */
    struct strbuf
        words; /* of a crash or failed self-check: the first line of its message, or the signal */
    bool names_place; /* they say where in the solver it is */
    bool no_models;   /* they are not asked for: the finding does not show then. The oracle may */
    struct oracle_known kept; /* of every script; TRUTH_UNKNOWN: nothing is */
    /*
     * The script was known by how it was made alone: it is of this class, against this family. What is
     * kept is a disagreement, until the oracle finds that again. Else BUG_COUNT.
     */
    enum bug sought;
    const char *sought_family;
    const char *const *others; /* fingerprints of findings that are reduced */
    size_t n_others;
    bool is_met; /* the best script has one of them */
};

static inline bool is_definite(enum answer_kind kind) {
    return kind == ANSWER_SAT || kind == ANSWER_UNSAT;
}

static inline bool is_slow(enum bug bug) {
    return bug_severity(bug) == SEVERITY_SLOW;
}

/* ---- judging ---- */

typedef VEC(const struct asked *) asked_vec;
/* As the oracle takes them: of those who are absent only if they are wanted, too. To be freed. */
asked_vec finding_list_asked(const struct finding_property *p, const struct asked *asked,
                             bool with_absent);
/* Sat or unsat, at some check. */
bool finding_says_something(const struct asked *asked);
/*
 * Did somebody run out of time or memory who is not at fault? Then it is not waited for any more, if
 * there is evidence enough without it. Where slowness is what is wrong, who is slow is part of the case.
 */
bool finding_is_late(const struct finding_property *p, size_t solver, const struct asked *asked);
/* Is it about sat and unsat, so that what everybody says is part of the case? */
bool finding_is_about_answers(enum bug bug);
/* Is it about nobody but those who are absent? */
bool finding_is_of_absent(const struct finding_property *p, const struct finding *finding);
/* The finding in the verdict that must be there, or NULL; also if there is a new one beside it. */
struct finding *finding_find_again(const struct finding_property *p, struct oracle_verdict *verdict,
                                   const struct asked *const *asked, bool is_searching);
/* How much the oracle does for a candidate: it judges by what was said and no more. */
struct oracle_options finding_search_options(const struct finding_property *p);
void finding_judge(const struct finding_property *p, const char *text, size_t n,
                   const struct oracle_known *known, const struct asked *const *asked,
                   const struct oracle_options *options, struct oracle_verdict *verdict);
/* Has the script before a witness that may be one of the next, too? */
bool finding_has_witness(const struct finding_property *p);
/* Is the solver one of those at fault? */
bool finding_names(const struct finding *finding, uint32_t solver);
/* The first line of what the solver at fault said as it failed; or nothing. Borrowed from `asked`. */
struct text_span finding_words(const struct finding *finding, const struct asked *const *asked);
/* The family at fault; "" if there is none. */
const char *finding_family(const struct finding_property *p, const struct finding *finding);
/* Takes the finding, but for who is at fault: it stays what it was at first. */
void finding_take(struct finding_property *p, struct finding *found);

/* ---- afresh ---- */

/*
 * How much is done for a verdict: little, what the oracle does, the same by several runs and with those
 * who are absent. It goes along with what is asked, as candidates that are under way meanwhile are asked
 * about as ever.
 */
enum effort { EFFORT_LITTLE, EFFORT_USUAL, EFFORT_MOST };
/* Everybody, each in a process of its own, and all at once. */
void finding_ask_afresh(struct finding_property *p, const char *text, size_t n, enum effort effort,
                        bool wants_cores, struct asked *asked);
/* The verdict on what fresh processes said, as momus solve gives it; by a witness, if it is not NULL. */
void finding_judge_afresh(struct finding_property *p, const char *text, size_t n,
                          enum effort effort, const char *witness, const struct asked *asked,
                          struct oracle_verdict *verdict);
void finding_release_asked(struct finding_property *p, struct asked *asked);
/* As a reduce_property has it. */
bool finding_confirm(struct reduce_property *base, const char *text, size_t n, bool is_last);

#endif
