/*
 * trial.h - values for variables, drawn so that formulas have a chance to be true.
 *
 * Where an equation among the formulas says what a variable is, it is that; other
 * variables get constants of the theory or of the formulas, the value of another
 * variable, or any value of their sort. So a witness of
 * a few formulas over strings is found by trying, where a search would be lost.
 */
#ifndef MOMUS_GEN_TRIAL_H
#define MOMUS_GEN_TRIAL_H

#include "gen/facts.h"

struct trial {
    struct eval *eval;
    const struct facts *facts; /* whose constants are drawn */
    u32_vec vars;              /* constants of the script */
    u32_vec formulas;
    u32_vec equations; /* of the formulas, those inside conjunctions included */
    u32_vec hints;     /* and those that hold under a condition */
    u32_vec literals;  /* closed terms of the formulas */
    u32_vec waiting;   /* variables without a value yet */
};

void trial_init(struct trial *trial, struct eval *eval, const struct facts *facts);
void trial_release(struct trial *trial);

/* New variables and formulas. */
void trial_set(struct trial *trial, const term *vars, size_t n_vars, const term *formulas,
               size_t n_formulas);
/* Values that another formula speaks of are drawn, too. */
void trial_add_literals(struct trial *trial, term formula);
/* Draws: the evaluator's assignment is that then. False if a sort has no values to draw. */
bool trial_draw(struct trial *trial, struct rng *rng);
/* Are all formulas true under the evaluator's assignment? */
bool trial_holds(const struct trial *trial);
/* Draws so often, until the formulas are true. */
bool trial_find(struct trial *trial, uint32_t n_tries, struct rng *rng);

#endif
