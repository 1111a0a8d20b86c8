/*
 * oracle.h - from a test and the answers of solvers to a verdict: is something a
 * bug, of which class, whose, and why.
 *
 * Everything that can be compared is compared in one way: different solvers,
 * versions of one solver, option sets of one binary, and what is known about the
 * test itself. The oracle judges by evidence, in this order:
 *
 *   1. a witness: the test's, or a model of somebody who says sat, or what the
 *      evaluator finds alone. True under the evaluator: whoever says unsat is wrong
 *   2. that witness replayed as equalities: the accused often contradicts itself
 *   3. the truth by construction, or because the evaluator tried everything
 *   4. more models of the sat side, by other seeds and options. All false: its
 *      models are wrong for certain, and its sat probably
 *   5. the vote: a hint in words, never a reason
 *
 * Where no evidence can be had, sat against unsat is a disagreement, and nobody
 * is at fault. What is never a bug is not accused: unknown, time and memory that
 * run out, answers beside errors (proc/answer.h already makes them none), results
 * that the standard leaves open (eval/eval.h), operators without a settled
 * meaning (oracle/features.h), models after unknown, labels alone.
 *
 * The oracle is pure but for its questions: it may ask a solver again, through a
 * function of the caller's. Without that function it judges by what is there.
 */
#ifndef MOMUS_ORACLE_ORACLE_H
#define MOMUS_ORACLE_ORACLE_H

#include "eval/eval.h"
#include "eval/truth.h"
#include "oracle/bugs.h"
#include "proc/ask.h"

/* ---- what is judged ---- */

/* One of those who were asked: a solver in one version with one set of options. */
struct oracle_solver {
    const char *name;              /* as the user calls it */
    const char *family;            /* the same for all versions and option sets of one solver */
    const char *version;           /* what it prints, or the release; NULL if not known */
    const char *options;           /* its own, "" for none: versions are compared under the same */
    const struct profile *profile; /* NULL: only the standard is known about it */
};

/* What is known about one check of the script. */
struct oracle_known {
    enum truth truth;
    enum basis basis;
    const char *whose;   /* of a label, or of the label at the start of a chain; NULL */
    const char *witness; /* the text of witness_print; NULL. It is checked again here */
    const char *core;    /* "(a b)": assertions that are unsatisfiable alone; NULL */
};

struct oracle_case {
    const char *text; /* the script; text[n] is zero */
    size_t n;
    const struct oracle_known *known; /* by check; nothing is known about those that are missing */
    size_t n_known;
    const struct oracle_solver *solvers;
    const struct asked *const *answers; /* by solver; NULL for one that was not asked */
    size_t n_solvers;
    uint64_t limit_ns; /* the time that each had; 0 if that is not known */
};

/* ---- asking again ---- */

struct oracle_request {
    size_t solver;
    const char *text; /* text[n] is zero */
    size_t n;
    struct fit_wants wants;
    bool stack;         /* if it crashes, where */
    unsigned variation; /* 0: as it is; k: the k-th other seed or option set that the solver has */
};
/*
 * Asks in a fresh process, and waits. False if it cannot be asked like this: it
 * has no such variation, or did not start.
 */
typedef bool oracle_ask_fn(const struct oracle_request *request, struct asked *asked,
                           void *context);

/* Was a finding with this fingerprint confirmed before? Then it is not confirmed again. */
typedef bool oracle_known_fn(const char *fingerprint, void *context);

/* What is kept from case to case: a table with all operators takes a while to make. */
struct oracle_workspace;
struct oracle_workspace *oracle_workspace_new(void);
/* NULL is fine. */
void oracle_workspace_free(struct oracle_workspace *workspace);

struct oracle_options {
    struct oracle_workspace *workspace; /* NULL: one is made for the case */
    oracle_ask_fn *ask;                 /* NULL: nobody can be asked */
    oracle_known_fn *is_known;          /* NULL: nothing was */
    void *context;                      /* of both */
    unsigned runs;                      /* fresh runs that confirm an accusation; 0: none */
    unsigned variations;                /* to be tried where more models are of use */
    bool search; /* look for witnesses and contradictions where nobody disagrees, too */
    bool speed;  /* judge who does not answer: hangs, regressions, incompleteness */
    struct eval_limits quick; /* where nobody disagrees */
    struct eval_limits full;  /* where somebody does */
};
/* Three runs, four variations, search and speed; no function to ask. */
extern const struct oracle_options oracle_default_options;

/* ---- the verdict ---- */

/* On what an accusation rests. */
enum ground {
    GROUND_WITNESS,      /* an assignment judged by our evaluator */
    GROUND_CONSTRUCTION, /* true by our own rules, or because everything was tried */
    GROUND_LABEL,        /* the label of somebody, and steps that keep its truth */
    GROUND_SELF_CHECK,   /* the solver contradicts itself */
    GROUND_VOTE,         /* others say otherwise */
    GROUND_OBSERVATION,  /* it is seen: a crash, no answer */
};
/* "witness", "construction", "label", "self-check", "vote", "observation" */
const char *ground_name(enum ground ground);

enum confidence { CONFIDENCE_PROVEN, CONFIDENCE_PROBABLE };
/* "proven", "probable" */
const char *confidence_name(enum confidence confidence);

struct finding {
    enum bug bug;
    enum ground ground;
    enum confidence confidence;
    size_t check;           /* from 0; of a crash, the first without an answer */
    u32_vec at_fault;       /* solvers of one family; none for a disagreement */
    struct strbuf evidence; /* sentences that a person can check */
    struct strbuf witness;  /* the text of witness_print, or nothing */
    struct strbuf given; /* the script as the first of them got it in a fresh run that showed it */
    struct strbuf fingerprint; /* equal for what is probably the same bug (oracle/fingerprint.h) */
    bool is_placed;            /* it says where in the solver, and nothing of the script */
    unsigned runs, shown;      /* confirmation: so many fresh runs, in so many it showed */
};
void finding_release(struct finding *finding);

/* What a solver was accused of, and what did not show again in any fresh process. */
struct dropped_finding {
    size_t solver;
    enum bug bug;
    size_t check;
    char *fingerprint; /* that it would have had */
};

/* What became of a model that a solver printed at a check. */
enum model_state {
    MODEL_NONE,        /* there is none */
    MODEL_TRUE,        /* the formulas are true under it, with choices where something is open */
    MODEL_FALSE,       /* false under every choice */
    MODEL_OPEN,        /* needs-choice */
    MODEL_LIMIT,       /* it would take too long */
    MODEL_UNSUPPORTED, /* an operator without a meaning that momus knows */
    MODEL_LOOP,        /* no assignment of values: an entry refers to itself */
    MODEL_UNDECLARED,  /* nor this one: it refers to what nobody declared */
    MODEL_UNREAD,      /* not understood */
    MODEL_NO_SCRIPT,   /* the script is not understood */
};
/* As users know it: "true", "needs-choice", "no-model"; NULL for MODEL_NONE. */
const char *model_state_name(enum model_state state);

struct judged_model {
    enum model_state state;
    char *reason; /* why it is no model; NULL */
};

/* A core that is larger than needed, of a solver that was asked for a minimal one: no bug. */
struct larger_core {
    size_t solver;
    size_t note; /* that says so */
};

struct oracle_verdict {
    VEC(struct finding) findings; /* worst first */
    VEC(struct dropped_finding) dropped;
    VEC(char *) notes; /* what a person should know beside them */
    VEC(struct larger_core) larger_cores;
    VEC(struct judged_model) models; /* of the answers given: solver * n_checks + check */
    size_t n_checks;
};

/* The verdict must be all-zero; it is to be released. */
void oracle_judge(const struct oracle_case *c, const struct oracle_options *options,
                  struct oracle_verdict *verdict);
void oracle_verdict_release(struct oracle_verdict *verdict);
/* Forgets findings, dropped ones and notes; what was found out about models stays. */
void oracle_verdict_acquit(struct oracle_verdict *verdict);

/* What a model at the first check of a script is worth. The reason, or NULL, is to be freed. */
enum model_state oracle_judge_model(const char *script, size_t n, const char *model, size_t n_model,
                                    char **reason);

/*
 * Could there be a finding at all? False, without reading the script, if all
 * definite answers agree with each other and with what is known, and nobody
 * crashed, failed its self-check, or gave a model or core to be judged. For
 * campaigns, which look twice at few of their tests.
 */
bool oracle_is_suspicious(const struct oracle_case *c);

#endif
