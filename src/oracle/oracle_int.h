/*
 * oracle_int.h - the inside of the oracle: one case being heard, check by check.
 *
 * A check is heard with the declarations that are in force there, so everything
 * about it, also the confirmation of what is found, happens before the next one
 * is read. The files:
 *
 *   oracle.c    the course of a hearing, and who is accused
 *   hearing.c   reading scripts and models, judging them, looking for witnesses
 *   blame.c     sat against unsat, and models
 *   replay.c    asking again: the same with equalities, other variations
 *   confirm.c   fresh runs
 *   faults.c    crashes, failed self-checks, front ends
 *   cores.c     unsat cores
 *   speed.c     who does not answer
 *   words.c     evidence in words
 */
#ifndef MOMUS_ORACLE_ORACLE_INT_H
#define MOMUS_ORACLE_ORACLE_INT_H

#include "eval/checks.h"
#include "eval/witness.h"
#include "oracle/features.h"
#include "oracle/oracle.h"

struct oracle_workspace {
    struct term_table *table;
    struct term_mark mark; /* nothing but the operators */
    struct eval *eval;
    struct printer *printer;
};

/* Where one solver stands at the check that is heard. */
struct stand {
    enum answer_kind answer; /* ANSWER_UNCLEAR if it was not asked */
    enum model_state model;  /* of its latest model */
    char *reason;            /* why that is none; NULL */
    size_t false_formula;    /* MODEL_FALSE: the number of one that is false alone, or SIZE_MAX */
    char *text;              /* of that model; NULL if there is none */
    unsigned n_false;        /* models of other variations that are definitely none, too */
    char *stack;             /* where it crashes, if that was found out; NULL */
    bool accused;            /* of a wrong answer or model at this check */
};

struct hearing {
    const struct oracle_case *c;
    const struct oracle_options *options;
    struct oracle_verdict *verdict;
    bool is_read; /* the script is understood; otherwise there is nothing but what is seen */
    enum parse_error_kind error_kind; /* if not */
    struct strbuf error;
    struct oracle_workspace *own; /* if the caller has none */
    struct term_table *table;     /* of the workspace, as are evaluator and printer */
    struct eval *eval;
    struct printer *printer;
    struct parser *parser;
    struct checks checks;
    struct features features;
    /* at this check */
    size_t check;
    struct goal goal;
    struct stand *stands; /* by solver */
    struct oracle_known known;
    bool has_witness;            /* an assignment was found true */
    struct witness witness;      /* it, unless it cannot be written down */
    struct strbuf whose_witness; /* "the model of z3" */
    bool is_refuted;             /* the evaluator tried everything: unsat */
};

/* ---- hearing.c ---- */

/* Reads the script. The hearing must be all-zero but for case, options and verdict. */
void hearing_open(struct hearing *h);
void hearing_close(struct hearing *h);
/* Goes on to the check: its formulas, and where everybody stands. */
void hearing_enter(struct hearing *h, size_t check);
void hearing_leave(struct hearing *h);

/* Is it sat or unsat? */
static inline bool answer_is_definite(enum answer_kind kind) {
    return kind == ANSWER_SAT || kind == ANSWER_UNSAT;
}
/* Is it certain that this is no model of the formulas? */
static inline bool model_is_wrong(enum model_state state) {
    return state == MODEL_FALSE || state == MODEL_LOOP || state == MODEL_UNDECLARED;
}
bool hearing_says(const struct hearing *h, enum answer_kind kind);
/* How many families have somebody who says this. */
size_t hearing_families_saying(const struct hearing *h, enum answer_kind kind);

/*
 * Judges the text of a model at this check; false formula and reason are set
 * where there is one, the reason to be freed. A true one becomes the witness, if
 * there is none: `whose` says where it is from.
 */
enum model_state hearing_judge(struct hearing *h, const char *text, size_t n, const char *whose,
                               size_t *false_formula, char **reason);
/* The model that the solver gave, at its stand. */
void hearing_judge_stand(struct hearing *h, size_t solver, const char *text, size_t n,
                         const char *whose);
/* The test's own witness, if it has one. False if it is not true: then the test is bad. */
bool hearing_take_known_witness(struct hearing *h);
/* Looks for a witness without any model, or finds that there is none (is_refuted). */
void hearing_search(struct hearing *h, const struct eval_limits *limits);

/* ---- blame.c ---- */

void blame_check(struct hearing *h);

/* ---- replay.c ---- */

/* Asks; the answers of a check that was asked for, or NULL. `asked` is to be released in any case. */
const struct answer *hearing_ask(struct hearing *h, size_t solver, const char *text, size_t n,
                                 struct fit_wants wants, unsigned variation, struct asked *asked);
/* The same about the script of the case. */
const struct answer *hearing_ask_again(struct hearing *h, size_t solver, struct fit_wants wants,
                                       unsigned variation, struct asked *asked);
/* Asks who says sat without a model, for one, and judges it. */
/* What the solver was asked for: models, cores. */
struct fit_wants hearing_wants(const struct hearing *h, size_t solver);
/* Sets the stand's `stack`, if the solver crashes and says nothing of the place itself. */
void hearing_find_stack(struct hearing *h, size_t solver);
void hearing_ask_model(struct hearing *h, size_t solver);
/* Asks for models of other variations, until one is true. */
void hearing_ask_more_models(struct hearing *h, size_t solver);
/*
 * The script up to this check with the witness as equalities before it. False if
 * there is nothing to be said by equalities.
 */
bool replay_witness(struct hearing *h, struct strbuf *script);
/* The same with a model that a solver gave, which is neither true nor false to us. */
bool replay_model(struct hearing *h, const char *text, struct strbuf *script);

/* ---- confirm.c ---- */

/*
 * Fresh runs of the accused, counted into the finding. False if it is to be
 * dropped: it never showed again.
 */
bool confirm_finding(struct hearing *h, struct finding *finding, size_t solver);

/* ---- faults.c ---- */

/* Crashes, once for all checks. */
void faults_of_processes(struct hearing *h);
/* Failed self-checks of those who are not accused of anything worse; at the last check. */
void faults_of_self_checks(struct hearing *h);
/* Who refuses what is right, or takes what is wrong. */
void faults_of_front_ends(struct hearing *h);

/* ---- cores.c ---- */

/* The cores that were given at this check. */
void faults_of_cores(struct hearing *h);

/* ---- speed.c ---- */

void speed_judge(struct hearing *h);

/* ---- words.c ---- */

/* "x = 3, (f 2) = 5"; as many as a person wants to read. */
void words_add_witness(struct hearing *h, struct strbuf *out);
/* The values of a model in the words of a solver; nothing, if it has none that can be read. */
void words_add_model(struct hearing *h, const char *text, struct strbuf *out);
/* "z3, cvc5 say sat; cvc4 says unsat" */
void words_add_votes(const struct hearing *h, struct strbuf *out);
/* "assertion 2" with its text, if it is short. */
void words_add_formula(struct hearing *h, size_t formula, struct strbuf *out);
/* A remark beside the findings. */
void hearing_note(struct hearing *h, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* ---- oracle.c ---- */

/*
 * Accuses the solver: confirms, and adds to a finding of the same class and
 * family, or makes one. The evidence is taken (empty afterwards). Confidence is
 * lowered where the operators have no standard meaning.
 */
void hearing_accuse(struct hearing *h, size_t solver, enum bug bug, enum ground ground,
                    enum confidence confidence, struct strbuf *evidence);
/* sat against unsat, and nothing more. */
void hearing_disagree(struct hearing *h, enum ground ground, struct strbuf *evidence);

#endif
