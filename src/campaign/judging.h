/*
 * judging.h - what our evaluator makes of a seed: of the models that solvers
 * printed for it, and of the seed alone.
 */
#ifndef MOMUS_CAMPAIGN_JUDGING_H
#define MOMUS_CAMPAIGN_JUDGING_H

#include "gen/label.h"
#include "proc/answer.h"

/* What one solver printed, and how its models are judged: one word for each that it gave. */
struct judged_solver {
    const char *name;
    const struct answers *answers; /* NULL: nothing */
    struct strbuf verdicts;        /* true, false, needs-choice, limit, unsupported, no-model */
    bool has_wrong;       /* one of them is false, or refers to itself and so is no assignment */
    struct strbuf reason; /* of the latter, the words */
};

/*
 * Judges the models at each check. Of a flat script, the first model that is true
 * becomes the witness among the facts; if there is none, and none is known,
 * the evaluator looks for one alone, and `judged` says what came of it. The script
 * must be one that momus accepts; text[n] is zero.
 */
void judge_seed(const char *text, size_t n, bool is_flat, struct judged_solver *solvers,
                size_t n_solvers, struct label_facts *facts);

#endif
