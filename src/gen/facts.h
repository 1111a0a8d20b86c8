/*
 * facts.h - what formulas by construction are made of: the operations of a
 * theory, constants to try them on, and truths about them.
 *
 * A theory is data, in .theory files (docs/construction.md):
 *
 *     (theory strings)
 *     (constants String "" "a")             ; for arguments and results
 *     (synthesis String "a" "")             ; leaves of the pool of terms
 *     (operation at ((s String) (off Int)) (str.at s off))
 *     (equivalence E7 ((s String) (t String))
 *       (= (str.contains s t) true)         ; A
 *       (exists (s1 String) (s3 String))
 *       (= s (str.++ s1 t s3)))             ; B, one formula or several
 *     (equality NC1 ((s String))
 *       (= (str.at s 0) s)
 *       (when (= (str.len s) 1)))
 *     (meaning str.at ((s String) (i Int)) (str.substr s i 2))
 *
 * Of an equivalence only that B implies A is claimed: then not A and B are
 * unsatisfiable together. An equality with a variable on its right may stand for
 * any variable of that sort, one with a constant for that constant. A meaning is what an
 * operator means to solvers that do not keep to the standard.
 *
 * A theory is kept as text and read into the table of terms by each trail that
 * needs it, since the table is rewound when a trail ends.
 */
#ifndef MOMUS_GEN_FACTS_H
#define MOMUS_GEN_FACTS_H

#include "base/rng.h"
#include "eval/eval.h"
#include "lang/parser.h"

enum {
    FACTS_ENTRIES_MAX = 250, /* of one kind */
    FACTS_ARGS_MAX = 4,      /* of an operation */
    FACTS_VARS_MAX = 16,
    FACTS_PARTS_MAX = 24,
    FACTS_PATTERNS_MAX = 8,
    FACTS_CONDITIONS_MAX = 8,
};

struct facts_operation {
    symbol name;
    uint32_t offset; /* in the file */
    uint32_t n_vars;
    term vars[FACTS_ARGS_MAX];
    term body;
};

struct facts_equivalence {
    symbol name;
    uint32_t offset;
    uint32_t n_shared; /* variables of A, or of both; those behind them are B's alone */
    uint32_t n_vars;
    term vars[FACTS_VARS_MAX];
    term claim; /* A */
    uint32_t n_parts;
    term parts[FACTS_PARTS_MAX]; /* B */
    bool is_a_quantified, is_b_quantified;
    uint32_t n_patterns;
    term patterns[FACTS_PATTERNS_MAX]; /* terms of patterns in B, also where B is without them */
};

struct facts_equality {
    symbol name;
    uint32_t offset;
    uint32_t n_vars;
    term vars[FACTS_VARS_MAX];
    term left, right; /* a variable or a constant */
    bool is_constant;
    uint32_t n_conditions;
    term conditions[FACTS_CONDITIONS_MAX];
};

/* An operator that means something else than by the standard. */
struct facts_meaning {
    uint32_t offset;
    uint32_t op;
    fun means;
};

struct facts_sort {
    sort sort;
    u32_vec constants; /* terms, closed */
    u32_vec leaves;    /* of the pool */
};

struct facts {
    symbol name;
    VEC(struct facts_sort) sorts;
    VEC(struct facts_operation) operations;
    VEC(struct facts_equivalence) equivalences;
    VEC(struct facts_equality) equalities;
    VEC(struct facts_meaning) meanings;
};

/* A file, as text. */
struct facts_source {
    const char *file;
    const char *text; /* text[n] is zero */
    size_t n;
};

/*
 * Reads the theory into the table. `constants`, if not NULL, may have constants,
 * synthesis and meaning entries only: they replace those of the sorts that they speak of.
 * Patterns of quantifiers are dropped unless they are wanted. False, with
 * FILE:LINE:COL: error: ..., if something is wrong. The theory is to be released.
 */
bool facts_read(struct term_table *table, const struct facts_source *source,
                const struct facts_source *constants, bool patterns, struct facts *facts,
                struct strbuf *error);
void facts_release(struct facts *facts);
/* Until eval_clear_meanings, operators mean to the evaluator what the theory says. */
void facts_set_meanings(const struct facts *facts, struct eval *eval);
/* What the operator, by any of its names, means instead; NULL: nothing else. Borrowed. */
const struct facts_meaning *facts_meaning(const struct facts *facts, const struct term_table *table,
                                          uint32_t op);
/* NULL if it has nothing to say about the sort. Borrowed. */
const struct facts_sort *facts_sort(const struct facts *facts, sort s);

/*
 * Tries every equivalence and equality on so many values each; those with quantifiers
 * only as far as the evaluator decides them. False, with FILE:LINE:COL: error: ... and
 * the values, if one is wrong.
 */
bool facts_check(struct eval *eval, const struct facts_source *source, const struct facts *facts,
                 uint32_t n_tries, struct strbuf *error);
/*
 * The names of those that are wrong with the theory's meanings; with those that use such an operator
 * below a quantifier that the evaluator cannot decide, since nobody tried them.
 */
void facts_find_wrong(struct eval *eval, const struct facts *facts, uint32_t n_tries,
                      u32_vec *names);

/* The files of momus itself, data/strings and data/theories. False if there is none. */
bool facts_built_in(const char *name, struct facts_source *source);
/* The i-th of them; false behind the last. */
bool facts_built_in_at(size_t i, struct facts_source *source);

#endif
