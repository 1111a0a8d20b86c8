/*
 * value.h - values of every sort, hash-consed: equal values, equal handles.
 *
 * A value is a 64-bit handle. Numbers that fit into 63 bits are in the handle
 * itself; everything else is a node of the table: a kind, a small number `aux`
 * and some words. A value does not know its sort; who holds it does.
 *
 *     sort            value
 *     Bool            VALUE_FALSE, VALUE_TRUE
 *     Int             a number
 *     Real            a number if it is integral, else VALUE_RATIO or VALUE_ALGEBRAIC
 *     BitVec m        the number that its bits spell, unsigned, below 2^m
 *     FloatingPoint   the number that its IEEE bits spell; NaN in one pattern (eval/float.h)
 *     RoundingMode    a number, enum rounding
 *     FiniteField     the number, at least 0 and below the order
 *     String          VALUE_TEXT
 *     RegLan          VALUE_REGEX (eval/regex.h)
 *     Array           VALUE_ARRAY
 *     Seq, Set, Bag   VALUE_SEQ, VALUE_SET, VALUE_BAG
 *     Tuple           VALUE_TUPLE
 *     datatypes       VALUE_CONSTRUCTED
 *     uninterpreted   VALUE_ELEMENT
 *     ->              VALUE_CLOSURE, VALUE_FUNCTION
 *
 * Besides values, a handle may say that there is none: VALUE_STUCK is an
 * application whose value depends on what is open, VALUE_LIMIT and
 * VALUE_UNSUPPORTED are what their names say. What is inside a value is always
 * a value, never one of these.
 *
 * Equal handles are equal values. Different handles are different values,
 * unless one of them is loose: has a regular expression or a function in it.
 * Sets and bags of loose values are not made, nor arrays with loose indices.
 */
#ifndef MOMUS_EVAL_VALUE_H
#define MOMUS_EVAL_VALUE_H

#include <gmp.h>

#include "base/arena.h"
#include "base/index.h"
#include "base/vec.h"

typedef uint64_t value; /* 0 is no value */
typedef VEC(value) value_vec;

#define VALUE_FALSE ((value)1)
#define VALUE_TRUE ((value)3)
#define VALUE_LIMIT ((value)2)       /* there is a value, but finding it would take too much */
#define VALUE_UNSUPPORTED ((value)4) /* momus does not know what this means */

/*
 *  kind         aux               words
 */
enum value_kind {
    VALUE_NUMBER,      /* none: the number is in the handle */
    VALUE_BIG,         /* 1 if < 0     the limbs of its absolute value, lowest first */
    VALUE_RATIO,       /* 0            numerator, denominator: numbers; the latter is > 1 */
    VALUE_ALGEBRAIC,   /* degree       see eval/algebraic.h; never rational */
    VALUE_TEXT,        /* length       code points, two to a word, the first is the low half */
    VALUE_REGEX,       /* see eval/regex.h */
    VALUE_ARRAY,       /* 0            default, then index, element, index, element, ... by index;
                          1            the same, the default is a function of the index */
    VALUE_CONSTRUCTED, /* constructor  its arguments */
    VALUE_TUPLE,       /* 0            its components */
    VALUE_SEQ,         /* 0            its elements */
    VALUE_SET,         /* 0            its elements, in ascending order of their handles */
    VALUE_BAG,         /* 0            element, count, element, count, ... by element; counts > 0 */
    VALUE_ELEMENT,     /* 0            the symbol of its name */
    VALUE_CLOSURE,     /* lambda term  values of its free variables, then those of its parameters
                                       that are given already */
    VALUE_FUNCTION,    /* function     values of the parameters that are given already */
    VALUE_LAST = VALUE_FUNCTION,
    VALUE_STUCK, /* see eval/eval_int.h; also VALUE_LIMIT and VALUE_UNSUPPORTED */
};

struct value_node {
    uint16_t kind;
    bool is_loose; /* a value with another handle may be equal: it has a regex or function in it */
    uint32_t aux;
    uint32_t n;
    uint32_t hash;
    const uint64_t *words; /* good until the table is rewound */
};

struct value_table {
    VEC(struct value_node) nodes; /* entries 0 to 2 stand for no value, limit and unsupported */
    struct index index;
    struct arena words;
    size_t n_words; /* in all nodes, and what the nodes themselves take */
};

struct value_mark {
    size_t nodes, n_words;
    struct arena_mark words;
};

/* GMP takes its memory from base/alloc.h from now on; to be called before the first number. */
void value_use_our_memory(void);
void value_table_init(struct value_table *values);
void value_table_release(struct value_table *values);
/* Everything made since the mark is dropped in one move. */
struct value_mark value_table_mark(const struct value_table *values);
void value_table_rewind(struct value_table *values, struct value_mark mark);

/* The value with these parts. The words are copied. */
value value_make(struct value_table *values, enum value_kind kind, uint32_t aux,
                 const uint64_t *words, uint32_t n);
/* The same if it was made before, else 0. */
value value_find(const struct value_table *values, enum value_kind kind, uint32_t aux,
                 const uint64_t *words, uint32_t n);

static inline bool value_is_small(value v) {
    return (v & 1) != 0;
}
static inline const struct value_node *value_at(const struct value_table *values, value v) {
    return &values->nodes.at[v >> 1];
}
static inline enum value_kind value_kind(const struct value_table *values, value v) {
    return value_is_small(v) ? VALUE_NUMBER : (enum value_kind)value_at(values, v)->kind;
}
/* Is it a value, not something that says that there is none? */
static inline bool value_is_definite(const struct value_table *values, value v) {
    return value_is_small(v) || value_at(values, v)->kind <= VALUE_LAST;
}
static inline bool value_is_loose(const struct value_table *values, value v) {
    return !value_is_small(v) && value_at(values, v)->is_loose;
}
static inline value value_of_bool(bool b) {
    return b ? VALUE_TRUE : VALUE_FALSE;
}

/* ---- numbers ---- */

#define VALUE_SMALL_MAX ((int64_t)(UINT64_MAX >> 2))
#define VALUE_SMALL_MIN (-VALUE_SMALL_MAX - 1)

static inline bool value_fits_small(int64_t number) {
    return number >= VALUE_SMALL_MIN && number <= VALUE_SMALL_MAX;
}
/* The number must fit. */
static inline value value_of_small(int64_t number) {
    return (value)number << 1 | 1;
}
static inline int64_t value_small(value v) {
    return (int64_t)v >> 1;
}

value value_of_int64(struct value_table *values, int64_t number);
value value_of_uint64(struct value_table *values, uint64_t number);
value value_of_mpz(struct value_table *values, mpz_srcptr number);

/* A number to be read by GMP, without a copy; `room` must live as long as it is used. */
struct number_room {
    mpz_t view;
    mp_limb_t limb;
};
mpz_srcptr value_mpz(const struct value_table *values, value v, struct number_room *room);
/* Does the number fit into an int64_t? */
bool value_to_int64(const struct value_table *values, value v, int64_t *number);
int value_sign(const struct value_table *values, value number);
/* < 0, 0, > 0 */
int value_compare(const struct value_table *values, value a, value b);

/* ---- rationals: a number or a VALUE_RATIO ---- */

value value_of_mpq(struct value_table *values, mpq_srcptr number);
/* Sets `to`, which is initialised, to a rational. */
void value_to_mpq(const struct value_table *values, value v, mpq_ptr to);

/* ---- words of code points ---- */

value value_of_text(struct value_table *values, const uint32_t *code_points, uint32_t n);
/* Borrowed until the table is rewound. */
static inline const uint32_t *value_text(const struct value_table *values, value v, uint32_t *n) {
    const struct value_node *node = value_at(values, v);
    *n = node->aux;
    return (const uint32_t *)(const void *)node->words;
}

/* ---- items ---- */

/* The words of a node as values: items of a sequence, set, tuple, constructed value. */
static inline const value *value_items(const struct value_table *values, value v, uint32_t *n) {
    const struct value_node *node = value_at(values, v);
    *n = node->n;
    return node->words;
}

#endif
