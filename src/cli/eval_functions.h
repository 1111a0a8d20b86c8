/*
 * eval_functions.h - values of whole functions, as get-value prints them beside others:
 *
 *     ((f (lambda ((x Int)) 4)) (x 2))
 */
#ifndef MOMUS_CLI_EVAL_FUNCTIONS_H
#define MOMUS_CLI_EVAL_FUNCTIONS_H

#include "lang/model.h"

/*
 * Takes out of `values` what the model does not say yet of declared functions, and adds it there; and
 * what only says again what the script or the model says, but for the names of parameters: whether two
 * functions are equal is a hard question otherwise. True if the model has more entries now.
 */
bool eval_take_functions(struct term_table *table, model_value_vec *values, struct model *model);

#endif
