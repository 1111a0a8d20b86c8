/*
 * features.h - what a script uses, as far as it matters for a verdict: whether
 * its operators have a meaning on which one may insist, whether it lies in a
 * decidable fragment, how large it is, and what a fingerprint is made of.
 */
#ifndef MOMUS_ORACLE_FEATURES_H
#define MOMUS_ORACLE_FEATURES_H

#include "lang/logic.h"

enum footing {
    FOOTING_STANDARD, /* operators of SMT-LIB only */
    FOOTING_SETTLED,  /* and extensions whose meaning is documented and total, as sequences */
    FOOTING_NONE,     /* and what has no meaning beyond one solver: ^, sqrt, tactics */
};

struct features {
    enum footing footing;
    const char *shaky;  /* the spelling of what makes it so; NULL for FOOTING_STANDARD. Static */
    uint32_t theories;  /* set of 1 << enum theory */
    u32_vec ops;        /* canonical operators, in ascending order, each once */
    struct logic logic; /* exactly what is used */
    bool has_set_logic;
    bool is_in_logic;  /* what its set-logic allows; true without one */
    bool is_decidable; /* of a fragment that solvers claim to decide */
    bool is_tolerated; /* there are notes: stricter readers would refuse it */
    uint64_t size;     /* nodes of all terms, shared ones once */
};
void features_release(struct features *features);

/* The result must be all-zero. */
void features_of(const struct term_table *table, const struct script *script,
                 struct features *features);

#endif
