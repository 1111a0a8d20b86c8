/*
 * solve_verdict.h - the verdict of momus solve: the oracle asked about one file
 * and all answers to it, and its findings as text and as JSON.
 */
#ifndef MOMUS_CLI_SOLVE_VERDICT_H
#define MOMUS_CLI_SOLVE_VERDICT_H

#include <jansson.h>

#include "cli/solver_list.h"
#include "oracle/inquiry.h"

/* What the oracle is told about the solvers; made once. */
struct solve_judge {
    VEC(struct oracle_solver) solvers;
    VEC(char *) options; /* owned */
    struct inquiry inquiry;
    struct oracle_workspace *workspace;
    bool finds; /* false: models are judged, and nothing else */
};

/* The solvers and the loop are borrowed. */
void solve_judge_init(struct solve_judge *judge, const struct solver_list *from, struct loop *loop,
                      struct child_limits limits, bool finds);
void solve_judge_release(struct solve_judge *judge);

/*
 * Judges the answers to a script, one by solver. What the script says about itself
 * by (set-info :status ...) is a label, no more. May run the loop.
 */
void solve_judge_file(struct solve_judge *judge, const char *text, size_t n,
                      const struct asked *const *answers, struct oracle_verdict *verdict);

/* A paragraph for each finding, a line for each note. */
void solve_verdict_print(const struct solve_judge *judge, const struct oracle_verdict *verdict);
/* The arrays "findings" and "notes". */
json_t *solve_verdict_findings(const struct solve_judge *judge,
                               const struct oracle_verdict *verdict);
json_t *solve_verdict_notes(const struct oracle_verdict *verdict);

#endif
