/*
 * recursion.h - do recursive definitions have a solution?
 *
 * By the standard, (define-fun-rec f ((n Int)) Int t) declares f and asserts that
 * (f n) is t for all n. No function is as (+ 1 (f n)) says: with such a
 * definition a script is unsatisfiable, whatever else it asserts, and also if it
 * never uses f. The evaluator unfolds definitions; so what it finds false is false,
 * but that all formulas are true shows that they are satisfiable only if the
 * definitions are.
 */
#ifndef MOMUS_EVAL_RECURSION_H
#define MOMUS_EVAL_RECURSION_H

#include "lang/script.h"

/*
 * Is there a solution for certain, whatever the functions are that were declared before? True of
 * all commands but define-fun-rec and define-funs-rec; of those
 *
 *  - if no function calls one of the command's,
 *  - if every call stands for the whole: (ite c t (f u)). Where that does not end, any one value
 *    will do for all that lead there;
 *  - if some argument gets smaller at every call: an integer, by a constant and where it is known
 *    to be above another, or a value of a datatype, which becomes a part of it.
 *
 * False: that is not known.
 */
bool recursion_has_solution(const struct term_table *table, const struct command *command);

#endif
