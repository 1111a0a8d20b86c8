/*
 * ask.h - questions to solvers: is this term equal to that value?
 *
 * Questions are collected, then asked in groups: (assert (or (not (= t v)) ...))
 * is unsat if the solver agrees with all of them. A group that it does not
 * settle is split, down to single questions. A solver reads a file and writes a
 * file; one that dies or takes too long is started again behind the group that
 * killed it.
 */
#ifndef MOMUS_TEST_ASK_H
#define MOMUS_TEST_ASK_H

#include "base/strbuf.h"
#include "base/vec.h"

/* cvc5 is slower and knows less with functions as values: it has a second face for them. */
enum solver { SOLVER_Z3, SOLVER_CVC5, SOLVER_CVC5_HO, SOLVER_CVC4, SOLVER_Z3_NPM, SOLVER_COUNT };

enum answer {
    ANSWER_AGREES,
    ANSWER_DIFFERS,
    ANSWER_UNKNOWN,
    ANSWER_REFUSED, /* (error ...) */
    ANSWER_DIED,
    ANSWER_COUNT
};

struct question {
    uint64_t tag;
    char *left, *right; /* owned */
};

struct group {
    uint32_t start, n; /* questions of the solver */
};

struct solver_state {
    bool there;
    VEC(struct question) questions;
    VEC(struct group) todo, running;
    int pid;      /* 0 if it does not run */
    double heard; /* when it printed something, last */
    long long printed;
    double seconds; /* of processor time, all its processes together */
    uint32_t n_starts;
};

/* Told of each answer to a single question, or to all of a group that it agrees with. */
typedef void answer_fn(void *context, enum solver solver, const struct question *question,
                       enum answer answer);
/* Is a question that was in a group without an answer worth asking alone? */
typedef bool worth_fn(void *context, enum solver solver, const struct question *question);

struct asker {
    struct solver_state solvers[SOLVER_COUNT];
    const char *folder;  /* for the files; borrowed */
    const char *z3_npm;  /* the folder that z3-solver of npm is installed in, NULL if it is not there */
    unsigned only;       /* bits of the solvers to ask, 0 for all */
    uint32_t n_parallel; /* solvers that run at the same time */
    uint32_t group_size;
    bool acceptance_only; /* is the question understood at all? AGREES or REFUSED; groups of one */
    answer_fn *answered;
    worth_fn *worth;
    void *context;
    struct strbuf text;
    const char *error; /* while an answer REFUSED is told: the line with the error; else "" */
};

/* The name under which people know it: both faces of cvc5 have one. */
const char *solver_name(enum solver solver);
/* One bit for each of z3, cvc5, cvc4 and z3-solver of npm. */
unsigned solver_bit(enum solver solver);

/* Finds out which solvers are there. */
void asker_init(struct asker *asker);
void asker_release(struct asker *asker);

/* The texts are copied. */
void asker_add(struct asker *asker, enum solver solver, uint64_t tag, const char *left,
               const char *right);
size_t asker_waiting(const struct asker *asker);
/* Asks everything that was added. */
void asker_run(struct asker *asker);
/* What the solver says the term is, into `out`; false if it says nothing. */
bool asker_value(struct asker *asker, enum solver solver, const char *text, struct strbuf *out);

#endif
