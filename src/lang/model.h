/*
 * model.h - what solvers print for get-model, get-value and get-unsat-core.
 *
 * A model is read in the context of a script: of the declarations that a
 * parser holds when it has read the script up to the check-sat that was
 * answered. Every definition becomes an entry; what it interprets says its
 * kind. Definitions may refer to later ones, as z3's do.
 *
 * Solvers are hostile: the text may be cut, garbage or huge. What is not
 * understood is an error, never a model with something left out. A text that
 * is no assignment of values, because an entry refers to itself, is an error,
 * too: entries can be evaluated without looking for loops, but for those that
 * are recursive by their own word, and for operators of which a choice says
 * what they are where the theory leaves them open.
 */
#ifndef MOMUS_LANG_MODEL_H
#define MOMUS_LANG_MODEL_H

#include "lang/parser.h"
#include "lang/printer.h"

enum model_kind {
    MODEL_DECLARED, /* the interpretation of a function that the script declares */
    MODEL_DEFINED,  /* what the solver makes of a function that the script defines or names */
    MODEL_CHOICE,   /* of an operator where it is open: z3's /0, div0, seq.nth_u */
    MODEL_HELPER,   /* a function that only the model has: z3's k!0 */
};

struct model_entry {
    uint8_t kind;
    bool recursive;  /* define-fun-rec, define-funs-rec: the body may mention the function */
    uint32_t offset; /* of its name in the text */
    symbol name;
    fun fun;     /* the script's, or the helper, which itself has vars and body; 0: a choice */
    uint32_t op; /* of a choice, else 0 */
    list vars;   /* parameters: variable terms, of the sorts that the function has */
    term body;   /* of the sort of the function's result */
};

/* The elements of an uninterpreted sort that the model speaks of, each an OP_ABSTRACT. */
struct model_universe {
    sort sort;
    uint32_t first; /* in the model's elements */
    uint32_t n;
    bool closed; /* the solver says that these are all; otherwise there may be more */
};

/* All-zero before the first use. Terms and functions live in the table of the parser. */
struct model {
    VEC(struct model_entry) entries; /* in the order of the text; nothing twice */
    VEC(struct model_universe) universes;
    u32_vec elements;
};

void model_release(struct model *model);

/*
 * Reads the answer to get-model, which must be all of the text; text[n] must
 * be zero. Afterwards all names mean what they meant before, those of helpers
 * nothing. The terms stay until the table is rewound. On an error the model is
 * empty.
 */
bool parser_read_model(struct parser *parser, const char *text, size_t n, struct model *model,
                       struct parse_error *error);

/*
 * Appends the model as cvc5 would print it, with the names that the printer has
 * been given. What parser_read_model makes of that text is the same model.
 */
void model_print(const struct term_table *table, const struct model *model, struct printer *printer,
                 struct strbuf *out);

/* A term and its value, of the same sort. */
struct model_value {
    uint32_t offset; /* of the pair in the text */
    term term;
    term value;
};
typedef VEC(struct model_value) model_value_vec;

/*
 * Reads the answer ((t v) (u w)) to get-value and appends the pairs. Solvers
 * print terms in their own words: where the caller says what it asked for, in
 * the same order, only the values are read. Otherwise `asked` is NULL.
 */
bool parser_read_values(struct parser *parser, const char *text, size_t n, const term *asked,
                        size_t n_asked, model_value_vec *values, struct parse_error *error);

/*
 * Reads the answer (a b |c d|) to get-unsat-core and appends the names, as
 * symbols. A name that nobody declared is an error.
 */
bool parser_read_core(struct parser *parser, const char *text, size_t n, u32_vec *names,
                      struct parse_error *error);

/*
 * Is there an entry that can be evaluated only with its own value at hand?
 * *entry is its number then. Never for a model from parser_read_model.
 */
bool model_find_loop(const struct term_table *table, const struct model *model, size_t *entry);

#endif
