/*
 * fingerprint.h - a line of text that is the same for what is probably the same
 * bug, so that a campaign keeps one finding and a count.
 *
 *     crash:cvc5:arith_rewriter.cpp:120        an assertion, by its file and line
 *     crash:z3:SIGSEGV:libz3.so.4+0x3f2 < ...  else by its message, and the stack
 *     crash:z3:SIGSEGV:Strings                 where there is none, the theories
 *     rejects-valid:cvc4:Parse Error: ...      a refusal, by its words
 *     session:crash:z3:SIGSEGV:Strings         what shows in an incremental script only, without a place
 *     refutation-soundness:cvc4:Strings:re.*,re.++,str.in_re
 *                                              class, solver, theories, operators
 *
 * Of comparisons that are each other's mirror image, and of rounding modes, one stands for all.
 * Versions and options are no part of it: family is what counts.
 */
#ifndef MOMUS_ORACLE_FINGERPRINT_H
#define MOMUS_ORACLE_FINGERPRINT_H

#include "oracle/features.h"
#include "oracle/oracle.h"

/*
 * Appends it. The answers give the message of a crash or self-check; NULL if there are none.
 * `stack` are the places of a crash whose message has none; NULL if they are not known.
 * True if it says where in the solver that is, and so nothing of the script.
 */
bool fingerprint_finding(const struct oracle_solver *solver, const struct features *features,
                         const struct answers *answers, const char *stack, enum bug bug,
                         struct strbuf *out);
/* By all families that are there: who is wrong is not known. */
void fingerprint_disagreement(const struct oracle_solver *solvers, size_t n,
                              const struct features *features, struct strbuf *out);

/*
 * The place of an assertion in a message: its file, without folders, and its line,
 * as file.cpp:120. False if there is none.
 */
bool fingerprint_place(const char *message, size_t n, struct strbuf *out);
/* Where in the message that stands. */
struct message_place {
    struct text_span file, line;
};
bool fingerprint_find_place(const char *message, size_t n, struct message_place *place);

#endif
