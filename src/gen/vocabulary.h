/*
 * vocabulary.h - which operators the tests of a trail may get.
 *
 * All of the standard, and those of .sig files; extensions of solvers only where
 * the seed uses extensions of the same theory and, if only one solver knows
 * them, of that solver: else the test would be refused by solvers that take the
 * seed. Operators that SMT-LIB 2.7 brought, or that not all solvers ever learnt,
 * come in one trail out of RARE_TRAILS, unless the seed has them anyway: older
 * solvers refuse what has one of them in it, and a chain would never lose it.
 *
 * Operators whose arguments are of sorts that the seed knows nothing of stay
 * out, too: a formula about integers does not start to speak of strings.
 */
#ifndef MOMUS_GEN_VOCABULARY_H
#define MOMUS_GEN_VOCABULARY_H

#include "base/rng.h"
#include "base/vec.h"
#include "term/table.h"

enum { RARE_TRAILS = 8 };

/* Stays allocated between uses; all-zero before the first. */
struct vocabulary {
    const struct term_table *table;
    VEC(uint8_t) traits;   /* by operator: what never changes, see vocabulary.c */
    VEC(uint8_t) allowed;  /* by operator */
    uint32_t kinds;        /* set of enum sort_kind that the seed knows of */
    uint32_t ext_theories; /* set of enum theory: those of which it uses extensions */
    uint8_t ext_owners;    /* whose they are */
    bool has_rare;
};

/* Between the two, what the seed uses is noted. */
void vocabulary_begin(struct vocabulary *vocabulary, const struct term_table *table);
void vocabulary_note(struct vocabulary *vocabulary, term t);
void vocabulary_finish(struct vocabulary *vocabulary, struct rng *rng);
void vocabulary_release(struct vocabulary *vocabulary);

static inline bool vocabulary_allows(const struct vocabulary *vocabulary, uint32_t op) {
    return vocabulary->allowed.at[op];
}
/* The same, whatever sorts the seed knows of, and in any spelling. */
bool vocabulary_welcomes(const struct vocabulary *vocabulary, uint32_t op);
/* Does the seed know of sorts of this kind? */
static inline bool vocabulary_knows(const struct vocabulary *vocabulary, enum sort_kind kind) {
    return (vocabulary->kinds >> kind & 1) != 0;
}

/* Does a solver want a value, written out, as argument i of the operator? */
bool op_wants_value(uint32_t op, uint32_t i);
/* The most arguments that solvers take, where that is less than the standard allows. */
uint32_t op_most_args(uint32_t op);

#endif
