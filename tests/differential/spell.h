/*
 * spell.h - operators as each solver calls them.
 *
 * A solver may know an operator by the name in the standard, by an older one
 * (SYN rows of ops.def), or not at all. That is found out by asking.
 */
#ifndef MOMUS_TEST_SPELL_H
#define MOMUS_TEST_SPELL_H

#include "ask.h"
#include "draw.h"
#include "lang/printer.h"

struct spelling {
    uint16_t as[SOLVER_COUNT][OP_COUNT]; /* of a canonical operator; 0: not known */
};

/* Asks every solver that is there for every row. */
void spelling_probe(struct spelling *spelling, struct asker *asker, struct drawer *d);

/* The term in words that the solver knows; 0 if it does not know some. */
term spelling_apply(const struct spelling *spelling, struct term_table *table, enum solver solver,
                    term t);
/* Is there a lambda in it, or a function that is applied? */
bool term_has_functions(const struct term_table *table, term t);

#endif
