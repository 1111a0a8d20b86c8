/*
 * candidates.h - what can stand at the head of a term, found by the sort checker
 * and remembered.
 *
 * Two questions are asked again and again: which heads fit arguments of these
 * sorts and give that sort (opfuzz), and which heads give that sort at all
 * (typefuzz). An answer is a list of heads: first operators, in the order of
 * ops.def and of the .sig files, then functions of the script, constructors,
 * selectors and testers, in the order of the script. Answers are kept for the
 * trail: sorts that it makes are gone when it ends.
 */
#ifndef MOMUS_GEN_CANDIDATES_H
#define MOMUS_GEN_CANDIDATES_H

#include "gen/op_class.h"
#include "gen/pool.h"

enum head_kind {
    HEAD_OP,      /* an operator without indices */
    HEAD_INDEXED, /* an operator with indices that are to be drawn */
    HEAD_FUN,     /* a function of the script */
    HEAD_IS,      /* (_ is c) */
    HEAD_UPDATE,  /* (_ update s) */
};

struct head {
    uint8_t kind;
    uint32_t id; /* operator or function */
};

/* A question, and where its answer is. */
struct candidate_key {
    uint32_t hash;
    uint32_t key, n_key; /* in `keys` */
    uint32_t first, n_ops, n_funs;
};

/* Stays allocated between uses; all-zero before the first. */
struct candidates {
    struct term_table *table;
    const struct spans *spans;
    const struct vocabulary *vocabulary;
    struct index index;
    VEC(struct candidate_key) answers;
    u32_vec keys;
    VEC(struct head) heads;
    u32_vec args; /* scratch */
};

void candidates_begin(struct candidates *candidates, struct term_table *table,
                      const struct spans *spans, const struct vocabulary *vocabulary);
void candidates_release(struct candidates *candidates);

struct heads {
    const struct head *at; /* borrowed until the next question */
    uint32_t n_ops, n_funs;
};

/* The heads that fit the arguments of a term and give its sort, its own among them. */
struct heads candidates_like(struct candidates *candidates, term t);
/* The heads that may give this sort. */
struct heads candidates_giving(struct candidates *candidates, sort s);

#endif
