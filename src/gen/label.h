/*
 * label.h - who says what about the truth of a seed, and what is to be made of
 * it.
 *
 * Some of it stands in the seed, or in its path: a folder named sat, a :status, a
 * comment of cvc5's. The rest was found out: what solvers answered, what our
 * evaluator makes of their models, and what it finds alone. That depends on the
 * seed's bytes only, is kept (gen/label_cache.h), and is called its facts.
 *
 * Those who say something must not contradict one another. If they do, a label is
 * wrong or somebody has a bug: the seed is disputed, and its truth is not known.
 */
#ifndef MOMUS_GEN_LABEL_H
#define MOMUS_GEN_LABEL_H

#include "base/strbuf.h"
#include "base/vec.h"
#include "eval/truth.h"

enum label {
    LABEL_NONE,
    LABEL_FOLDER,  /* a folder named sat or unsat */
    LABEL_STATUS,  /* (set-info :status sat) */
    LABEL_EXPECT,  /* cvc5's ; EXPECT: sat */
    LABEL_SOLVERS, /* two or more solvers agree */
    LABEL_JUDGE,   /* our evaluator */
    LABEL_COUNT
};
/* "none", "folder", "status", "expect", "solvers", "judge". */
const char *label_name(enum label label);

/* What one solver made of a seed. Texts are never NULL. */
struct label_answer {
    char *solver;   /* its name */
    char *command;  /* how it was started */
    char *version;  /* empty if it does not tell */
    uint32_t limit; /* seconds that it had */
    char *answer;   /* sat, timeout, ...; one word for each check */
    char *model;    /* how its models were judged; empty if there was none */
    char *fault;    /* crash, error, wrong-model, no-answer; empty if it behaved */
    char *remark;   /* what it said about its fault, one line */
};
void label_answer_release(struct label_answer *answer);

/* An all-zero one knows nothing. */
struct label_facts {
    uint64_t hash;  /* of the seed's bytes, and */
    size_t n_bytes; /* how many there are */
    VEC(struct label_answer) answers;
    char *judged; /* what our evaluator says without any model: true, limit, ...; NULL: not asked */
    char *witness;    /* text of a witness; NULL: there is none */
    char *witness_of; /* the solver whose model it is from; "momus" if there was none */
};
void label_facts_release(struct label_facts *facts);
/* The answer of this solver, NULL if it was not asked. */
const struct label_answer *label_facts_answer(const struct label_facts *facts, const char *solver);

/* What stands in the seed or its path, by enum label. */
struct label_said {
    enum truth by[LABEL_COUNT];
};

struct label_verdict {
    enum truth truth;
    enum basis basis;   /* witness, exhaustion, label, none */
    enum label label;   /* the best of those who say so */
    uint32_t n_solvers; /* that say so, too */
    bool is_disputed;
    const struct label_answer
        *fault; /* of a solver that misbehaves on the seed; NULL if none does */
};

/* `facts` may be NULL. The verdict borrows from them. */
struct label_verdict label_decide(const struct label_said *said, const struct label_facts *facts);
/* Appends "folder says sat; z3 says unsat; the model of cvc5 is a witness". */
void label_add_voices(const struct label_said *said, const struct label_facts *facts,
                      struct strbuf *out);

#endif
