/*
 * sexpr.h - small S-expression files as trees.
 *
 * For data (signatures, rules, solver profiles), where a tree is handier than
 * a stream of tokens. Scripts are not read this way: they can be large.
 */
#ifndef MOMUS_BASE_SEXPR_H
#define MOMUS_BASE_SEXPR_H

#include "base/arena.h"
#include "base/lex.h"

struct sexpr {
    struct token token;  /* TOKEN_OPEN for a list, else the atom */
    struct sexpr *child; /* first element of a list */
    struct sexpr *next;  /* next element of the list that this one is in */
};

struct sexpr_error {
    const char *message; /* static */
    uint32_t offset;
};

/*
 * Reads all expressions of a text into a list in the arena; the text stays
 * borrowed. False on malformed input. An empty text gives *first == NULL.
 */
bool sexpr_read(const char *text, size_t n, struct arena *arena, struct sexpr **first,
                struct sexpr_error *error);

static inline bool sexpr_is_list(const struct sexpr *e) {
    return e != NULL && e->token.kind == TOKEN_OPEN;
}
/* True for a symbol or keyword that is spelled like this. */
bool sexpr_is_word(const struct sexpr *e, const char *word);
size_t sexpr_length(const struct sexpr *list);

#endif
