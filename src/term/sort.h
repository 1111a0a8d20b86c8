/*
 * sort.h - sorts, hash-consed like terms: equality is ==.
 *
 * The same table holds the patterns of the sort rules: sorts with variables in
 * them. A sort variable is SORT_PARAM; a numeral variable stands where a width
 * would be, as an expression over numeral variables (extract gives
 * (_ BitVec (+ 1 (- i j)))). One routine matches a pattern against a sort and
 * one builds a sort from a pattern; operators, constructors of parametric
 * datatypes and polymorphic functions all go through them.
 *
 * Sorts are bounded, so that code may recurse over them: written out, a sort
 * has at most SORT_SIZE_MAX nodes and is at most SORT_DEPTH_MAX deep.
 */
#ifndef MOMUS_TERM_SORT_H
#define MOMUS_TERM_SORT_H

#include "base/strbuf.h"
#include "term/list.h"
#include "term/symbol.h"

typedef uint32_t sort; /* 0 is no sort */

enum sort_kind {
    SORT_NONE,
    SORT_BOOL,
    SORT_INT,
    SORT_REAL,
    SORT_STRING,
    SORT_REGLAN,
    SORT_ROUNDING_MODE,
    SORT_BITVEC, /* indices[0]: width */
    SORT_FLOAT,  /* indices: exponent width, significand width */
    SORT_FIELD,  /* indices[0]: symbol of the order, as it may be large */
    SORT_ARRAY,  /* index sort, element sort */
    SORT_SEQ,
    SORT_SET,
    SORT_BAG,
    SORT_TUPLE,
    SORT_MAP,      /* (-> A B): one argument, curried */
    SORT_DECLARED, /* indices[0]: declaration; arguments as its arity says */
    SORT_PARAM,    /* a variable of a pattern; indices[0]: its number */
};

/* The sorts without parts have their kind as handle. */
enum {
    SORT_SIZE_MAX = 10000,
    SORT_DEPTH_MAX = 2000,
    SORT_INDEX_MAX = 0x7fffffff, /* larger: an expression over numeral variables */
    SORT_PARAMS_MAX = 64,
    SORT_NUMERALS_MAX = 8,
};

struct sort_node {
    uint8_t kind;
    bool is_pattern; /* has variables */
    uint16_t depth;
    uint32_t size; /* nodes when written out */
    uint32_t indices[2];
    list args;
};

enum sort_decl_kind { DECL_UNINTERPRETED, DECL_DATATYPE, DECL_PARAMETER, DECL_SYNONYM };

/* What declare-sort, declare-datatypes, declare-sort-parameter and define-sort introduce. */
struct sort_decl {
    symbol name;
    uint32_t arity;
    uint8_t kind;
    bool is_codatatype;
    list params;       /* names of the parameters of a datatype or synonym: symbols */
    sort body;         /* of a synonym: a pattern over its parameters */
    list constructors; /* of a datatype, once it is complete: function handles */
};

/* (op a b), a numeral variable, or a constant */
struct numeral_expr {
    char op; /* '+', '-', '*', 'v', 'c'; conditions: '<', 'L' (<=), '>', 'G' (>=), '=', '&' */
    uint32_t a, b;
};

struct sort_table {
    VEC(struct sort_node) nodes;
    struct index index;
    VEC(struct sort_decl) decls; /* entry 0 is unused */
    VEC(struct numeral_expr) exprs;
    struct list_table *lists;
    struct symbol_table *symbols;
};

struct sort_mark {
    uint32_t nodes, decls, exprs;
};

void sort_table_init(struct sort_table *table, struct symbol_table *symbols,
                     struct list_table *lists);
void sort_table_release(struct sort_table *table);
struct sort_mark sort_mark(const struct sort_table *table);
void sort_rewind(struct sort_table *table, struct sort_mark mark);

static inline const struct sort_node *sort_at(const struct sort_table *table, sort s) {
    return &table->nodes.at[s];
}
static inline enum sort_kind sort_kind(const struct sort_table *table, sort s) {
    return (enum sort_kind)table->nodes.at[s].kind;
}
static inline bool sort_is_pattern(const struct sort_table *table, sort s) {
    return table->nodes.at[s].is_pattern;
}
static inline sort sort_arg(const struct sort_table *table, sort s, uint32_t i) {
    return list_items(table->lists, sort_at(table, s)->args)[i];
}
static inline uint32_t sort_n_args(const struct sort_table *table, sort s) {
    return list_length(table->lists, sort_at(table, s)->args);
}

/* The sort of this kind, indices and arguments; 0 if it would exceed the bounds above. */
sort sort_make(struct sort_table *table, enum sort_kind kind, uint32_t index0, uint32_t index1,
               const sort *args, uint32_t n_args);
sort sort_bitvec(struct sort_table *table, uint32_t width);
sort sort_float(struct sort_table *table, uint32_t exponent, uint32_t significand);
sort sort_array(struct sort_table *table, sort index, sort element);
sort sort_map(struct sort_table *table, sort from, sort to);
sort sort_param(struct sort_table *table, uint32_t number);

/* A sort name of the standard theories or of an extension. */
struct sort_name {
    const char *name;
    uint8_t kind;
    uint8_t n_indices;
    uint8_t n_args;      /* SORT_ANY_ARGS: any number */
    uint8_t wrapped;     /* not 0: a set or bag of the tuple of the arguments, e.g. Relation */
    uint32_t indices[2]; /* of an abbreviation such as Float32 */
};
enum { SORT_ANY_ARGS = 255 };
/* NULL if the text is no such name. */
const struct sort_name *sort_name_find(const char *at, size_t n);
/* All names, the last with name == NULL. */
extern const struct sort_name sort_names[];
/* The sort that the name makes of indices and arguments that fit it in number; 0 if too large. */
sort sort_make_named(struct sort_table *table, const struct sort_name *name,
                     const uint32_t *indices, const sort *args, uint32_t n_args);

/* A new declaration; the caller binds its name. */
uint32_t sort_declare(struct sort_table *table, enum sort_decl_kind kind, symbol name,
                      uint32_t arity);
/* For a sort of a datatype: its declaration; else NULL. */
const struct sort_decl *sort_datatype(const struct sort_table *table, sort s);

/* Numeral expressions, for patterns. As an index, an expression e is written NUMERAL_EXPR(e). */
#define NUMERAL_EXPR(e) ((e) | 0x80000000u)
uint32_t numeral_expr(struct sort_table *table, char op, uint32_t a, uint32_t b);

/* What the variables of a pattern stand for; 0 and NUMERAL_UNBOUND where not known. */
#define NUMERAL_UNBOUND UINT32_MAX
struct sort_binding {
    sort params[SORT_PARAMS_MAX];
    uint32_t numerals[SORT_NUMERALS_MAX];
};
/* Forgets everything about the first n_params sort variables and all numerals. */
void sort_binding_clear(struct sort_binding *binding, uint32_t n_params);
/* The value of a numeral expression; false if a variable is unbound or it leaves the range. */
bool numeral_value(const struct sort_table *table, uint32_t expr,
                   const struct sort_binding *binding, int64_t *value);
/* Can the pattern become this sort? Binds its variables. */
bool sort_match(const struct sort_table *table, sort pattern, sort actual,
                struct sort_binding *binding);
/* The pattern with its variables replaced; 0 if one is unbound or the result is no sort. */
sort sort_instantiate(struct sort_table *table, sort pattern, const struct sort_binding *binding);

/* Appends the sort as SMT-LIB writes it; variables of patterns as A, B, … and m, n, …. */
void sort_print(const struct sort_table *table, sort s, struct strbuf *out);
/*
 * The same with other names: decl_names has one by declaration, 0 to keep its
 * own, and params those for the variables of a pattern. Both may be NULL.
 */
void sort_print_renamed(const struct sort_table *table, sort s, const symbol *decl_names,
                        const symbol *params, struct strbuf *out);

#endif
