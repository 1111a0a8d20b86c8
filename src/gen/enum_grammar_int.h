/*
 * enum_grammar_int.h - the parts of reading a grammar that are about grammars and
 * not about text.
 */
#ifndef MOMUS_GEN_ENUM_GRAMMAR_INT_H
#define MOMUS_GEN_ENUM_GRAMMAR_INT_H

#include "gen/enum_grammar.h"

/*
 * Of the groups with the same productions as this one, which is the last, the first: the
 * others are dropped.
 */
uint32_t grammar_same_group(struct enum_grammar *grammar, uint32_t group);

/* Puts the productions of each rule together, in their order. */
void grammar_sort_productions(struct enum_grammar *grammar);

/* Has a rule two alternatives of the same symbols? Then where the second of the first such two is. */
bool grammar_has_twins(const struct enum_grammar *grammar, uint32_t *offset);
/* Does every rule yield a word? Else one that does not, and why. */
bool grammar_is_productive(const struct enum_grammar *grammar, uint32_t *rule,
                           struct strbuf *message);
/* Does every way from a rule back to itself add a token? Else one that does not. */
bool grammar_is_acyclic(const struct enum_grammar *grammar, uint32_t *rule, struct strbuf *message);

#endif
