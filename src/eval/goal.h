/*
 * goal.h - what a script asks: the formulas in force at each of its checks.
 *
 *     for each command of the script
 *         if (goal_follow(&goal, table, command))
 *             the formulas are goal.formulas, then goal.assumptions
 */
#ifndef MOMUS_EVAL_GOAL_H
#define MOMUS_EVAL_GOAL_H

#include "eval/eval.h"
#include "lang/script.h"

/* An all-zero goal is that of an empty script. */
struct goal {
    u32_vec formulas;  /* asserted, in order; at a check, its assumptions behind them */
    u32_vec levels;    /* how many formulas there were at each push */
    u32_vec offsets;   /* of the commands that asserted them; of an assumption, of the check */
    size_t n_asserted; /* without assumptions */
    /*
     * A recursive definition that perhaps no function fulfils (eval/recursion.h): where its command
     * begins, + 1; 0 if there is none. One that is popped still counts.
     */
    uint32_t doubtful;
};

void goal_release(struct goal *goal);
/* Is it a check? */
bool goal_is_check(const struct command *command);
/*
 * What the command does to the formulas in force; true if it is a check. What was
 * assumed for the last check is dropped.
 */
bool goal_follow(struct goal *goal, const struct term_table *table, const struct command *command);
/* What a verdict on the formulas says of the script: that they are true shows nothing in doubt. */
enum verdict goal_verdict(const struct goal *goal, enum verdict of_formulas);

#endif
