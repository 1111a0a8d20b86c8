/*
 * table.h - the table that owns all terms, and the names that they use.
 *
 * A term is a 32-bit handle. Terms are hash-consed: equal structure, equal
 * handle. Arguments always have smaller handles than the term they are in.
 * `let` is sharing; bound variables are unique, so substitution never
 * captures. Each term knows its sort and the bound variables free in it; its
 * size and depth as a tree are worked out when somebody asks.
 *
 * The table can be marked and rewound: everything made since the mark (terms,
 * sorts, symbols, functions) is dropped in one move.
 */
#ifndef MOMUS_TERM_TABLE_H
#define MOMUS_TERM_TABLE_H

#include "base/hash.h"
#include "term/list.h"
#include "term/op.h"
#include "term/sort.h"
#include "term/symbol.h"
#include "term/varset.h"

typedef uint32_t term; /* 0 is no term */
typedef uint32_t fun;  /* 0 is no function */

#define TERM_SIZE_MAX ((uint64_t)UINT32_MAX) /* sizes stop growing here */

/*
 * How a term is found again. It hangs on the youngest of its arguments: that is
 * nearly always one that was made or used a moment ago, so that looking for the
 * term stays within the cache, however large the table is. Where HUNG_MAX terms
 * hang already, the next ones go into the index. A leaf is kept by the symbol,
 * function or variable that it is made of; if that keeps another one, or there
 * is none, it goes into the index, too.
 */
struct term_hook {
    term first;     /* the youngest term that hangs on this one, 0 if none */
    term next;      /* the next older one that hangs where this one does */
    uint64_t signs; /* of those that hang on this one, the youngest lowest: a byte of each hash */
};
enum { HUNG_MAX = 8, TERMS_FOUND = 2048 };

enum { TERM_FEW_MAX = 255 };

struct term_node {
    uint16_t op;   /* enum op, or an operator from a .sig file */
    bool is_plain; /* made of leaves, operators and functions only: nothing binds or annotates */
    uint8_t
        few; /* nodes of the tree, up to TERM_FEW_MAX: most of those who ask want to know no more */
    sort sort;
    uint32_t payload; /* see enum op; for theory operators the list of indices */
    uint32_t n_args;
    uint32_t args; /* offset in the table's args */
    varset free;
    struct term_hook hook;
};

/*
 * How large the tree of a term is. Reading a script takes no notice of that, so it is worked out when
 * somebody asks: for all terms up to that one, as arguments come before what they stand in.
 */
struct term_extent {
    uint32_t size;  /* nodes, up to TERM_SIZE_MAX */
    uint32_t depth; /* 1 for a leaf */
};
typedef VEC(struct term_extent) term_extents;

enum fun_kind {
    FUN_DECLARED,
    FUN_DEFINED,   /* define-fun, define-const */
    FUN_RECURSIVE, /* define-fun-rec, define-funs-rec */
    FUN_NAMED,     /* (! t :named n) */
    FUN_CONSTRUCTOR,
    FUN_SELECTOR,
};

/*
 * How a script writes testers of a constructor and updates of a selector. Solvers read different
 * spellings: what a script has is printed again, and of several the last one here.
 */
enum fun_spelling {
    SPELLED_PLAIN = 1,   /* (_ is c), (_ update s) */
    SPELLED_FIELD = 2,   /* z3's (_ update-field s) */
    SPELLED_AS = 4,      /* cvc5's (_ is (as c SORT)) */
    SPELLED_RANK = 8,    /* z3's (_ is (c (A B) SORT)), (_ update-field (s (A) SORT)) */
    SPELLED_DASH = 16,   /* is-c */
    SPELLED_NO_DASH = 32 /* never is-c: somewhere a function has that name */
};

struct fun {
    symbol name;
    uint8_t kind;
    uint8_t n_params_sorts; /* sort variables in its rank: > 0 for a polymorphic function */
    bool is_overloaded;     /* a constant whose name another function has, too: (as c SORT) */
    uint8_t spellings;      /* of enum fun_spelling; 0 if it is written nowhere */
    list params;            /* sorts, patterns if polymorphic */
    list sort_params;       /* what its sort variables are called: sorts of DECL_PARAMETER */
    sort result;
    fun shadowed;   /* older function with the same name, 0 if none */
    list vars;      /* of a definition: its parameters, as variable terms */
    term body;      /* of a definition, 0 until known */
    fun owner;      /* of a selector: its constructor */
    uint32_t place; /* of a selector: its position; of a constructor: its number in the datatype */
    list selectors; /* of a constructor */
    term leaf;      /* without arguments, 0 until it is made: see struct term_hook */
};

struct variable {
    symbol name;
    sort sort;
    term leaf;
};

enum { OP_ANY_INDICES = 255 };

/* Ranks that can be checked without matching patterns; most applications have one of these. */
enum op_rule {
    RULE_PATTERNS, /* none of them */
    RULE_CONCRETE, /* all arguments of one sort, a given one; so is the result */
    RULE_SAME,     /* all arguments of one sort, any; the result is given */
    RULE_BITVEC,   /* all arguments of one bit-vector sort; the result too, or it is given */
    RULE_ITE,      /* Bool A A A */
    RULE_SELECT,   /* (Array A B) A B */
};

/* An operator as this table knows it: its row and its compiled sort rule. */
struct op_info {
    symbol symbol;
    uint8_t theory, assoc, origin;
    uint16_t canonical;
    uint16_t next;     /* next operator with this spelling, 0 at the end */
    uint8_t n_indices; /* OP_ANY_INDICES: any number */
    uint8_t n_params_sorts;
    uint16_t n_args;
    list args; /* sort patterns */
    sort result;
    uint32_t condition; /* numeral expression + 1, 0 if none */
    bool needs_as;      /* the arguments do not fix the result: (as f SORT) */
    uint8_t rule;       /* enum op_rule */
};

/*
 * An application of an operator that the sort checker accepted without
 * converting anything: the same name, indices and sorts have the same rank.
 */
enum { MEMO_ARGS = 4, MEMOS = 512 };
struct rank_key {
    uint64_t head;                 /* list of indices and symbol */
    uint64_t sorts[MEMO_ARGS / 2]; /* of the arguments, two in each, 0 behind the last */
};
struct rank_memo {
    struct rank_key key;
    uint32_t generation; /* it holds only if this is the table's */
    sort result;
    uint16_t op;
};

struct term_table {
    struct symbol_table symbols;
    struct list_table lists;
    struct sort_table sorts;
    struct varset_table varsets;
    VEC(struct term_node) nodes; /* entry 0 is unused */
    u32_vec args;
    term_extents
        *extents;       /* of the first terms; a note of what follows from the rest of the table */
    struct index index; /* of the terms that are not found otherwise */
    /* Lately, by their hash: most are wanted again soon. A hash is compared before its term. */
    struct term_found {
        uint32_t hash;
        term t;
    } found[TERMS_FOUND];
    VEC(struct fun) funs;           /* entry 0 is unused */
    VEC(struct variable) variables; /* entry 0 is unused */
    VEC(struct op_info) ops;        /* by enum op; .sig operators behind OP_COUNT */
    struct rank_memo memos[MEMOS];  /* by the hash of what they are about */
    uint32_t generation;            /* of sorts, lists and operators: another one after a rewind */
};

struct term_mark {
    struct symbol_mark symbols;
    struct list_mark lists;
    struct sort_mark sorts;
    uint32_t varsets, nodes, args, funs, variables, ops;
};

/* A table with all operators of ops.def. */
struct term_table *term_table_new(void);
void term_table_free(struct term_table *table);

/* A hint that so many more terms may be made; memory that is not used then costs nothing. */
void term_table_expect(struct term_table *table, size_t n_terms);

/*
 * Names must be bound as they were at the mark when the table is rewound to
 * it; a parser restores them when it is released. Operators of .sig files stay:
 * they must have been loaded before the mark.
 */
struct term_mark term_table_mark(const struct term_table *table);
void term_table_rewind(struct term_table *table, struct term_mark mark);

static inline const struct term_node *term_at(const struct term_table *table, term t) {
    return &table->nodes.at[t];
}
static inline enum op term_op(const struct term_table *table, term t) {
    return (enum op)table->nodes.at[t].op;
}
static inline sort term_sort(const struct term_table *table, term t) {
    return table->nodes.at[t].sort;
}
/* Works out the extents of all terms up to this one. */
void term_measure(const struct term_table *table, term t);
static inline uint32_t term_size(const struct term_table *table, term t) {
    if (t >= table->extents->n)
        term_measure(table, t);
    return table->extents->at[t].size;
}
static inline uint32_t term_depth(const struct term_table *table, term t) {
    if (t >= table->extents->n)
        term_measure(table, t);
    return table->extents->at[t].depth;
}
static inline uint32_t term_n_args(const struct term_table *table, term t) {
    return table->nodes.at[t].n_args;
}
/* Borrowed until the next term is made. */
static inline const term *term_args(const struct term_table *table, term t) {
    return &table->args.at[table->nodes.at[t].args];
}
static inline term term_arg(const struct term_table *table, term t, uint32_t i) {
    return term_args(table, t)[i];
}
static inline const struct fun *fun_at(const struct term_table *table, fun f) {
    return &table->funs.at[f];
}
static inline const struct op_info *op_info(const struct term_table *table, uint32_t op) {
    return &table->ops.at[op];
}

/* Of operator, payload and arguments; the sort follows from them. */
static inline uint32_t term_hash(uint32_t op, uint32_t payload, const term *args, uint32_t n) {
    uint64_t h = (uint64_t)op << 32 | payload;
    uint32_t i = 0;
    for (; i + 1 < n; i += 2)
        h = hash_mix(h, (uint64_t)args[i] << 32 | args[i + 1]);
    if (i < n || n == 0)
        h = hash_mix(h, n == 0 ? 0 : args[i]);
    return (uint32_t)(h ^ h >> 32);
}

/*
 * The term with this head, payload, sort and arguments. No sort rule is
 * checked here: term/check.h does that. `args` may not point into the table.
 */
term term_make(struct term_table *table, uint32_t op, uint32_t payload, sort s, const term *args,
               uint32_t n_args);
/* A function without parameters, of one sort, as a term. */
term term_constant(struct term_table *table, fun f);
/*
 * args[0], of map sort, applied to the rest: an application if it is a function with as many
 * parameters; (f x) if it is a name, and else (@ t x), since only a name can stand first.
 */
term term_call(struct term_table *table, sort result, const term *args, uint32_t n_args);
/* The same head, payload and sort over other arguments of the same sorts. */
term term_with_args(struct term_table *table, term t, const term *args, uint32_t n_args);

term term_true(struct term_table *table);
term term_false(struct term_table *table);

/* A new bound variable, different from all others, and its term. */
term term_variable(struct term_table *table, symbol name, sort s);
static inline const struct variable *term_variable_of(const struct term_table *table, term t) {
    return &table->variables.at[table->nodes.at[t].payload];
}

/* A new function; the caller binds its name and fills in what its kind needs. */
fun fun_declare(struct term_table *table, enum fun_kind kind, symbol name, const sort *params,
                uint32_t n_params, sort result);
static inline uint32_t fun_arity(const struct term_table *table, fun f) {
    return list_length(&table->lists, table->funs.at[f].params);
}

#endif
