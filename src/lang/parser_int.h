/*
 * parser_int.h - the inside of the parser, shared by its files.
 *
 * parse_sort.c, parse_term.c and parse_command.c read the three layers of the
 * language; scope.c keeps what names mean. Sorts and terms are read with
 * explicit stacks. The first error is kept and makes everything return.
 */
#ifndef MOMUS_LANG_PARSER_INT_H
#define MOMUS_LANG_PARSER_INT_H

#include "base/lex.h"
#include "lang/logic.h"
#include "lang/parser.h"
#include "term/check.h"

/* A binding of a let, quantifier, match or definition, while the parser is inside of it. */
struct local {
    symbol name;
    term value;
    uint32_t hidden; /* what the symbol's `local` was before */
};

/* A declaration that a pop or the end of the parser undoes. */
struct trail_entry {
    symbol name;
    bool is_sort;
    uint32_t hidden; /* what the symbol's `fun` or `sort` was before */
};

struct sort_frame {
    uint32_t offset;
    uint32_t base; /* of its arguments on sort_args */
    symbol name;
};

struct frame {
    uint8_t kind;
    uint8_t detail;
    uint32_t offset;
    uint32_t base;   /* of its arguments on args */
    uint32_t locals; /* how many there were before it */
    uint32_t a, b, c; /* by kind: see parse_term.c */
};

/* The words that the parser looks for, interned once. */
struct words {
    symbol let, forall, exists, lambda, choice, witness, match, bang, underscore, as, par;
    symbol named, pattern, no_pattern;
    symbol is, update, update_field, map, as_array, character, algebraic, root_obj;
    symbol bit_vec;
};

struct parser {
    struct term_table *table;
    struct lexer lexer;
    struct token token; /* the one that was read last */
    struct parse_error *error;
    bool failed;
    struct script *script;
    struct words words;

    bool real_numerals; /* the logic has Reals and no Ints */
    bool any_logic;     /* all theories are there, or the logic is not known */
    bool global_declarations;
    bool model_syntax; /* reading what a solver printed: abstract values may occur */

    VEC(struct local) locals;
    VEC(struct trail_entry) trail;
    u32_vec levels; /* length of the trail at each push */

    VEC(struct frame) frames;
    u32_vec args;
    u32_vec arg_offsets; /* in the source, beside each of args */
    u32_vec names;       /* of lets whose bindings are being read; keywords of annotations */
    VEC(struct sort_frame) sort_frames;
    u32_vec sort_args;
    struct strbuf scratch;
};

/* ---- errors (parser.c) ---- */

/* Keeps the first error; always false, for `return parse_fail(...)`. */
bool parse_fail(struct parser *p, uint32_t offset, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* "unknown symbol 'foo'; did you mean 'fop'?" */
bool parse_fail_unknown(struct parser *p, uint32_t offset, const char *what, symbol name,
                        bool want_sort);
bool parse_fail_unexpected(struct parser *p, const char *expected);
void parse_note(struct parser *p, enum note_kind kind, uint32_t offset);
void parse_note_tolerances(struct parser *p, unsigned tolerances, uint32_t offset);

/* ---- tokens (parser.c) ---- */

/* Reads the next token into p->token; false (and an error) if it is malformed. */
bool parse_next(struct parser *p);
bool parse_expect(struct parser *p, enum token_kind kind, const char *expected);
static inline bool token_is_symbol(const struct token *token) {
    return token->kind == TOKEN_SYMBOL || token->kind == TOKEN_QUOTED_SYMBOL;
}
/* The interned text of the last token, a symbol or keyword. */
static inline symbol parse_intern(struct parser *p) {
    return symbol_intern(&p->table->symbols, p->token.at, p->token.n);
}
/* The last token must be a symbol; *name is it. */
bool parse_symbol(struct parser *p, symbol *name, const char *expected);
/* The last token must be a numeral up to SORT_INDEX_MAX. */
bool parse_index(struct parser *p, uint32_t *value);
/*
 * Appends the S-expression that starts with the last token to `out`, tokens
 * separated by one space; reads to its end.
 */
bool parse_raw(struct parser *p, struct strbuf *out);

/* ---- scope.c ---- */

void scope_bind_local(struct parser *p, symbol name, term value);
/* Unbinds the youngest locals until `n` are left. */
void scope_leave(struct parser *p, uint32_t n);
/* Makes the name mean this function; refuses the same name with the same parameters. */
bool scope_bind_fun(struct parser *p, fun f, uint32_t offset);
bool scope_bind_sort(struct parser *p, symbol name, uint32_t decl, uint32_t offset);
void scope_push(struct parser *p, uint32_t levels);
bool scope_pop(struct parser *p, uint32_t levels, uint32_t offset);
/* Undoes every declaration. */
void scope_reset(struct parser *p);

/* ---- parse_sort.c, parse_term.c, parse_command.c ---- */

/* All three: the last token starts it; afterwards the last token is its last one. */
bool parse_sort(struct parser *p, sort *result);
bool parse_term(struct parser *p, term *result);
bool parse_command(struct parser *p, struct command *command);

/* "((x S) (y T))" after its '(' was read; binds the variables and appends their terms to args. */
bool parse_sorted_vars(struct parser *p);
/* Replaces sort parameters of the script by the variables of a pattern; counts them. */
sort parse_generalise(struct parser *p, sort s, u32_vec *params);

#endif
