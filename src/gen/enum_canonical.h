/*
 * enum_canonical.h - one word for all that are the same but for the names of
 * variables and the order of arguments that commute.
 *
 * Of such words the canonical one is the least in byte order, over all ways to name
 * the variables of a sort and to order the arguments of the operators in commutes.def. Whether a word is it can be told
 * from the word alone, wherever an enumeration begins. But a grammar need not derive it: where that is
 * not known, the first word of each class stands for it, and classes are remembered.
 */
#ifndef MOMUS_GEN_ENUM_CANONICAL_H
#define MOMUS_GEN_ENUM_CANONICAL_H

#include <stdbool.h>
#include <stddef.h>

struct enum_canonical;

struct enum_canonical *enum_canonical_new(void);
void enum_canonical_free(struct enum_canonical *canonical);

/*
 * text[n] must be zero. A word that is not made of S-expressions is its own canonical one.
 */
bool enum_is_canonical(struct enum_canonical *canonical, const char *text, size_t n);
/* Was no word of its class given here before? It takes some 30 bytes for each class. */
bool enum_is_first_of_class(struct enum_canonical *canonical, const char *text, size_t n);

#endif
