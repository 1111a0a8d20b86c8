/*
 * signature.h - sort rules from text.
 *
 * The rows of ops.def and the files of users (.sig) describe operators in the
 * notation of the theory declarations:
 *
 *     (str.from_int Int String)
 *     (and Bool Bool Bool :left-assoc)
 *     (par (A) (ite Bool A A A))
 *     ((_ extract i j) (_ BitVec m) (_ BitVec (+ 1 (- i j))))
 */
#ifndef MOMUS_TERM_SIGNATURE_H
#define MOMUS_TERM_SIGNATURE_H

#include "base/sexpr.h"
#include "term/table.h"

/* Fills table->ops from ops.def. A bad row is a bug. */
void signature_load_builtin(struct term_table *table);

/*
 * Adds the operators of a .sig text. On an error nothing of the text has been
 * added, and the error says where and why. A symbol that ops.def has gets one
 * more rank, tried after its own; one that gives the same arguments another
 * result is an error.
 */
bool signature_load(struct term_table *table, const char *text, size_t n,
                    struct sexpr_error *error);

#endif
