/*
 * construct_int.h - the inside of formulas by construction: construct_plan.c says
 * which tests there are, construct_make.c makes one of them, construct_core.c shows
 * what a core needs, construct.c is the strategies.
 */
#ifndef MOMUS_GEN_CONSTRUCT_INT_H
#define MOMUS_GEN_CONSTRUCT_INT_H

#include "gen/construct.h"
#include "gen/strategy.h"
#include "gen/trial.h"
#include "term/subst.h"

enum construct_category {
#define CATEGORY(id, name, meaning) CATEGORY_##id,
#include "gen/construct_categories.def"
    CATEGORY_COUNT
};
const char *construct_category_name(enum construct_category category);

/* ---- the plan: all tests, by numbers of entries, good for every table ---- */

enum { PLAN_BOUND_MAX = 4, PLAN_TESTS_MAX = 1 << 24, PLAN_CHOICES_MAX = 1 << 24 };

/*
 * parts, by category:
 *   operation              none
 *   constant-assignment    bit i: argument i, or the result, is a constant; constants of the
 *                          arguments
 *   term-synthesis         atom for the result; atoms for the arguments
 *   all others             number of replacements; replacements of the equivalence
 */
struct plan_test {
    uint8_t category;
    uint8_t of; /* operation or equivalence */
    uint16_t parts[1 + CONSTRUCT_CHAIN_MAX];
};

/* A term of the pool: a leaf, or an operation on atoms before it. */
struct plan_atom {
    uint8_t is_leaf, of; /* of: sort, or operation */
    uint8_t is_first;    /* of its operation, at its depth */
    uint16_t args[FACTS_ARGS_MAX];
};

/* What may be replaced in an equivalence, and by which equality. */
enum target {
    TARGET_SHARED,   /* a variable of A and B: in B */
    TARGET_CONSTANT, /* everywhere */
    TARGET_HIDDEN,   /* a variable of B alone */
    TARGET_BOUND,    /* a variable of a quantifier in B */
    TARGET_PATTERN, /* a term of a pattern, for some values: stays as it is, is spoken of beside B */
};
struct replacement {
    uint8_t target;
    uint8_t which; /* of the variables, constants, bound variables or patterns of the equivalence */
    uint8_t equality;
};

struct plan {
    VEC(struct plan_test) tests;
    size_t n_plain;     /* those before the chains: they are there however long chains are */
    VEC(bool) is_known; /* by word of --without: something has it as its name */
    VEC(struct plan_atom) atoms;
    VEC(VEC(struct replacement)) replacements; /* by equivalence */
};

/* The parts of an equivalence that can be replaced, in the order of its text. */
struct parts {
    u32_vec constants;
    u32_vec bound;       /* variables of quantifiers that stand in no other */
    u32_vec quantifiers; /* of each of them */
};
void parts_find(struct term_table *table, const struct facts_equivalence *eq, struct parts *parts);
void parts_release(struct parts *parts);

/* False if there are too many tests. The theory's terms stay; what is made here goes again. */
bool plan_make(struct gen *gen, const struct facts *facts,
               const struct construct_settings *settings, struct plan *plan);
void plan_release(struct plan *plan);

/* ---- making one ---- */

struct maker_state {
    struct gen *gen;
    const struct facts *facts;
    const struct plan *plan;
    bool is_users; /* the theory is a file of the user's */
    bool patterns;
    u32_vec atoms; /* terms of the plan's atoms; 0 until needed */
    /* The test at hand: */
    struct script script;
    struct witness witness;
    u32_vec formulas;                      /* asserted, without their names */
    u32_vec vars;                          /* declared */
    u32_vec names;                         /* of assertions, by formula; symbols */
    u32_vec core;                          /* 1 for a formula of the expected core */
    u32_vec taken;                         /* symbols in use */
    u32_vec marks;                         /* of a recipe: functions that it defines */
    struct recipe *recipe;                 /* NULL: it is a test */
    struct strbuf note, remarks, expected; /* the last: the core */
    struct term_subst subst;
    struct trial trial;
};

/* Builds the test; its script, witness and texts live in the state until the next. */
void construct_make(struct maker_state *state, const struct plan_test *planned, struct test *test);
/* Writes the recipe of a test that is unsatisfiable. */
void construct_write_recipe(struct maker_state *state, const struct plan_test *planned,
                            struct recipe *recipe);
void maker_state_release(struct maker_state *state);

/*
 * Is each formula of the expected core needed? A witness of the others is looked for, and added as a
 * line of comment; the drawing always starts the same way. False says nothing; then the lines are
 * of no use.
 */
bool construct_core_is_minimal(struct maker_state *state, struct strbuf *witnesses);

/* (= a b), (not a), (=> a b), (and ...) */
term construct_equal(struct term_table *table, term a, term b);
term construct_not(struct term_table *table, term a);
term construct_implies(struct term_table *table, term a, term b);
term construct_and(struct term_table *table, const term *formulas, uint32_t n);

#endif
