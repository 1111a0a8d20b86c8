/*
 * couple.h - two seeds in one script.
 *
 * Everything that the seeds declare and define comes first and whole, in the
 * order in which each has it; the strategy adds formulas and the check. Functions
 * and sorts of the seeds are different handles even where they have one name, so
 * nothing needs to be renamed in terms. It is the text that needs two names: what
 * the second seed calls like something of the first gets another name there, one
 * that nothing in either seed has.
 *
 * Names that formulas have by :named are left out: the standard lets a script
 * name a term only once, and a strategy may need the term twice.
 */
#ifndef MOMUS_GEN_COUPLE_H
#define MOMUS_GEN_COUPLE_H

#include "gen/seed.h"
#include "gen/test.h"
#include "term/walk.h"

/* Stays allocated between uses; all-zero before the first. */
struct couple {
    struct term_table *table;
    const struct seed *seeds[2];
    struct script script; /* logic, declarations, definitions: the first n_declared commands */
    size_t n_declared;
    u32_vec formulas[2];           /* of each seed, without names */
    u32_vec fun_names, decl_names; /* by handle: other names for the text, 0 for the own one */
    struct term_map taken;         /* by symbol: a name that is in use */
    struct term_walk walk;
    struct term_map images;
    u32_vec scratch;
};

void couple_release(struct couple *couple);

/* Why a seed can never be one of two; NULL if it can. */
const char *couple_refuse(const struct seed *seed);
/* Why these two cannot stand together; NULL if they can. Both are borrowed. */
const char *couple_begin(struct couple *couple, struct term_table *table, const struct seed *first,
                         const struct seed *second);
/*
 * Why nothing made of the two is certain to be sat, even if its formulas are true: definitions of
 * both stand in every test, and one of them may have no solution. NULL if all have.
 */
const char *couple_doubt(const struct couple *couple);

/* A name like this one that nothing else in the script has. */
symbol couple_fresh_name(struct couple *couple, const char *like);
/* The names for the test, for all functions that there are now. */
void couple_name(struct couple *couple, struct test *test);
/* The name that a function has in the text. */
symbol couple_name_of(const struct couple *couple, fun f);

/* Drops all commands behind the declarations. */
void couple_clear(struct couple *couple);
void couple_declare(struct couple *couple, fun f);
void couple_define(struct couple *couple, fun f);
void couple_assert(struct couple *couple, term formula);
void couple_check(struct couple *couple);

/* (and f g ...), the formula itself if there is one only, true if there is none. */
term couple_and(struct term_table *table, const term *formulas, size_t n);
term couple_or(struct term_table *table, term a, term b);

/*
 * What both seeds are true under; an empty witness before. False if they have none
 * together: they choose differently where an operator is open.
 */
bool couple_witness(const struct couple *couple, struct witness *witness);

#endif
