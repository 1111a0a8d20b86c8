/*
 * checks.h - a script read from check to check, so that each can be judged, and
 * a model read, with the declarations that are in force there.
 *
 * The script is read twice. The first time, in checks_find, tells whether it is
 * good and where its checks are; what it made is dropped. The second time goes
 * from one check to the next.
 */
#ifndef MOMUS_EVAL_CHECKS_H
#define MOMUS_EVAL_CHECKS_H

#include "eval/goal.h"
#include "lang/parser.h"

/* The checks of a script: where each command is, and where the text behind it goes on. */
struct checks {
    u32_vec at, ends;
};
void checks_release(struct checks *checks);

/*
 * Finds the checks; text[n] must be zero. `or_end`: a script without checks is
 * taken to have one at its end, at offset n. False, with the error, if the script
 * is refused.
 */
bool checks_find(struct term_table *table, const char *text, size_t n, bool or_end,
                 struct checks *checks, struct parse_error *error);
/*
 * Reads on up to check i, the parser having read up to the one before; the goal
 * is then that of the check.
 */
void checks_read(const struct checks *checks, size_t i, struct term_table *table,
                 struct parser *parser, const char *text, struct goal *goal);

#endif
