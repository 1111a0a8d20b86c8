/*
 * witness.h - an assignment under which formulas are true, to be kept, carried
 * along and checked again.
 *
 * It says what functions are, as a model does, and what single applications are
 * worth: of constants and functions that the model does not have, and of
 * operators where the standard leaves them open, (div 0 0). What it does not say
 * may be anything: the formulas are true all the same. So witnesses of formulas
 * that share no symbol can be put together, as long as they do not choose
 * differently where an operator is open, and make true whatever each of them
 * made true.
 */
#ifndef MOMUS_EVAL_WITNESS_H
#define MOMUS_EVAL_WITNESS_H

#include "eval/eval.h"

struct witness_choice {
    term application; /* over values: x, (f 1), (div 0 0) */
    term value;
};

/* All-zero says nothing. Terms live in the table. */
struct witness {
    struct model model;
    VEC(struct witness_choice) choices;
};

void witness_release(struct witness *witness);

/*
 * Looks for a witness of the formulas: by the model, if it is not NULL, and by
 * what the evaluator itself finds to choose. The evaluator forgets its
 * assignment. On VERDICT_TRUE the witness holds a copy of the model's entries and
 * the choices; otherwise it is empty. Entries of the model for open operators are
 * left out where single choices do without them. What cannot be kept makes the
 * verdict VERDICT_UNSUPPORTED: a choice without a term for its value, or formulas
 * that are true only if an uninterpreted sort has elements of which nobody spoke.
 */
enum verdict witness_find(struct eval *eval, const struct model *model, const term *formulas,
                          size_t n, struct witness *witness);

/*
 * Makes it the evaluator's assignment; it is borrowed until eval_clear. False if
 * it cannot be: it says two things of one application, or of one that is not open,
 * or something that an operator which is open within bounds cannot be. The
 * evaluator then assumes nothing.
 */
bool witness_assume(struct eval *eval, const struct witness *witness);
/* Are the formulas true under it? Judged in open mode, from nothing but the witness. */
enum verdict witness_check(struct eval *eval, const struct witness *witness, const term *formulas,
                           size_t n);

/*
 * Adds what `other` says. False if they say different things of one application,
 * or one defines an open operator of which the other chooses values; then nothing
 * is added.
 */
bool witness_add(const struct term_table *table, struct witness *witness,
                 const struct witness *other);

/*
 * As text: the model, then ((application value) ...), each on lines of its own,
 * with the names that the printer has been given. Functions that only models have,
 * and that have one name in several, get others.
 * witness_read reads it back in the context of the script that the parser holds.
 */
void witness_print(struct term_table *table, const struct witness *witness, struct printer *printer,
                   struct strbuf *out);
bool witness_read(struct parser *parser, const char *text, size_t n, struct witness *witness,
                  struct parse_error *error);

#endif
