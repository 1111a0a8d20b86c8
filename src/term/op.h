/*
 * op.h - what can stand at the head of a term.
 *
 * Most operators are rows of ops.def: their symbol, theory, sort rule and
 * meaning are data. The rest, listed here, are the bones of the language:
 * literals, variables, applications of the script's own functions, binders.
 * Operators that a .sig file adds at run time are numbered from OP_COUNT on.
 */
#ifndef MOMUS_TERM_OP_H
#define MOMUS_TERM_OP_H

#include <stdbool.h>
#include <stdint.h>

enum op {
    OP_NONE,

    /* Leaves. The payload is the interned text in its one canonical spelling. */
    OP_NUMERAL,   /* of sort Int */
    OP_DECIMAL,   /* of sort Real */
    OP_BITS,      /* of sort BitVec */
    OP_STRING,    /* with its quotes */
    OP_FIELD,     /* an element of a finite field; the text is its value */
    OP_ABSTRACT,  /* a value that a solver made up: @a0, U!val!3 */
    OP_ALGEBRAIC, /* an irrational number as a solver prints it; the text is the whole of it */

    OP_VAR,     /* payload: the bound variable */
    OP_APPLY,   /* payload: a function of the script, constructors and selectors included */
    OP_FUN_REF, /* payload: a function of the script, as a value of map sort */
    OP_CALL,    /* (f x ...) where f is a term of map sort: the first argument is f */

    OP_IS,        /* ((_ is c) x); payload: the constructor */
    OP_UPDATE,    /* ((_ update s) x v); payload: the selector */
    OP_MAP_ARRAY, /* ((_ map f) a ...); payload: list of enum map_item */
    OP_AS_ARRAY,  /* (_ as-array f); payload: the function */

    /* Binders: the arguments are the variables, then the body. */
    OP_FORALL,
    OP_EXISTS,
    OP_LAMBDA,
    OP_CHOICE,
    OP_CASE, /* of a match; payload: the constructor, 0 for a pattern that takes all */

    OP_MATCH,     /* arguments: the scrutinee, then its OP_CASEs */
    OP_ANNOTATED, /* arguments: the term, then all pattern terms; payload: the attributes */

    OP_FIRST_THEORY,
    OP_BEFORE_THEORY = OP_FIRST_THEORY - 1,
#define OP(id, symbol, theory, indices, signature, assoc, condition, origin, meaning) OP_##id,
#define SYN(id, spelling, target, origin) OP_##id,
#include "term/ops.def"
#undef OP
#undef SYN
    OP_COUNT
};

enum theory {
    THEORY_CORE,
    THEORY_ARRAYS,
    THEORY_BV,
    THEORY_FP,
    THEORY_INTS,
    THEORY_REALS,
    THEORY_REALS_INTS,
    THEORY_STRINGS,
    THEORY_HO,
    THEORY_SEQ,
    THEORY_SETS,
    THEORY_BAGS,
    THEORY_TUPLES,
    THEORY_RELATIONS,
    THEORY_TRANS,
    THEORY_FF,
    THEORY_SEP,
    THEORY_USER, /* from a .sig file */
    THEORY_COUNT
};

/* How an operator of two arguments takes more of them. */
enum assoc {
    ASSOC_NONE,
    ASSOC_LEFT,
    ASSOC_RIGHT,
    ASSOC_CHAIN,
    ASSOC_PAIRWISE,
    ASSOC_INIT,  /* all arguments but the last may be repeated */
    ASSOC_CUSTOM /* the sort rule is a C function */
};

/* What is kept of f in (_ map f). */
enum map_item {
    MAP_WHICH,    /* the function or operator */
    MAP_IS_FUN,   /* 1 for a function, 0 for an operator */
    MAP_HAS_RANK, /* 1 if it is written with its sorts, (f (A) B) */
    MAP_ITEMS
};

enum origin { ORIGIN_STD, ORIGIN_EXT };

/*
 * A row of ops.def as it stands there. A SYN row has a name, a symbol and an
 * origin; the rest of it is in the row of `canonical`.
 */
struct op_row {
    const char *name; /* enum identifier without OP_ */
    const char *symbol;
    const char *indices;
    const char *signature;
    const char *condition;
    const char *meaning;
    enum theory theory;
    enum assoc assoc;
    enum origin origin;
    enum op canonical; /* the operator itself, or the one that a SYN row respells */
};

/* For OP_FIRST_THEORY <= op < OP_COUNT. */
const struct op_row *op_row(enum op op);
const char *theory_name(enum theory theory);

static inline bool op_is_literal(enum op op) {
    return op >= OP_NUMERAL && op <= OP_ALGEBRAIC;
}
static inline bool op_is_binder(enum op op) {
    return op >= OP_FORALL && op <= OP_CASE;
}

#endif
