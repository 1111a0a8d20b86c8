/*
 * enum_grammar.h - grammars whose words are enumerated, in the form that ET's
 * users have: a subset of ANTLR's .g4.
 *
 *     grammar Core;
 *     term  : 'true' | var | '(not' term ')' | '(' ('and' | 'or') term+ ')' ;
 *     var   : 'a' | 'b' ;
 *     start : '(assert' term ')' '(check-sat)' ;
 *
 * Tokens stand in quotes, with \' \\ and \uXXXX as escapes; comments are // and
 * slash-star; `?`, `*`, `+` and groups are rules without a name:
 *
 *     x?  is  none | x      x*  is  none | x x*      x+  is  x | x x+
 *
 * A grammar that was read is sound: every name has a rule, every rule yields some
 * word, no alternative stands twice in a rule, and no rule leads back to itself
 * without adding a token (every word would come again and again).
 */
#ifndef MOMUS_GEN_ENUM_GRAMMAR_H
#define MOMUS_GEN_ENUM_GRAMMAR_H

#include "base/arena.h"
#include "base/strbuf.h"
#include "base/vec.h"

/* A token or a rule: its number, and which of them it is in the lowest bit. */
typedef uint32_t enum_symbol;
static inline enum_symbol enum_symbol_of_rule(uint32_t rule) {
    return rule << 1;
}
static inline enum_symbol enum_symbol_of_token(uint32_t token) {
    return token << 1 | 1;
}
static inline bool enum_symbol_is_token(enum_symbol x) {
    return (x & 1) != 0;
}
static inline uint32_t enum_symbol_number(enum_symbol x) {
    return x >> 1;
}

struct enum_token {
    const char *at;
    size_t n;
};

struct enum_production {
    uint32_t rule;   /* that it belongs to */
    uint32_t first;  /* of its symbols, in grammar->symbols */
    uint32_t n;      /* of them */
    uint32_t offset; /* in the text */
};

struct enum_rule {
    const char *name;  /* NULL for a group */
    uint32_t offset;   /* in the text */
    bool is_defined;   /* not only used */
    uint32_t first, n; /* of its productions: one after the other */
};

struct enum_grammar {
    VEC(struct enum_token) tokens;
    VEC(struct enum_rule) rules;
    VEC(struct enum_production) productions; /* by rule, as they stand in the text */
    VEC(enum_symbol) symbols;
    uint32_t start;
    struct arena arena; /* of names and tokens */
};

/*
 * NULL, with FILE:LINE:COL: error: ... in `error`, if the grammar is not sound.
 * `name` is that of the file.
 */
struct enum_grammar *enum_grammar_read(const char *name, const char *text, size_t n,
                                       struct strbuf *error);
void enum_grammar_free(struct enum_grammar *grammar);

/*
 * The i-th of the grammars that are compiled in (data/grammars): text, name and
 * length; NULL behind the last.
 */
const char *enum_grammar_built_in(size_t i, const char **name, size_t *n);

/*
 * The built-in grammar of this name, or else the file. The hash, if it is wanted, is that
 * of the text. NULL, with the message and its line end in `error`.
 */
struct enum_grammar *enum_grammar_find(const char *name, uint64_t *hash, struct strbuf *error);

#endif
