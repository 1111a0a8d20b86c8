/*
 * fusion_trail.h - the inside of the strategy fusion: what it knows of two seeds.
 *
 *   fusion_place.c  the variables of the seeds and where they occur
 *   fusion_draw.c   which variables are fused by which function
 *   fusion_value.c  what fused variables are worth under the seeds' witness
 *   fusion.c        the strategy: from all that to tests
 *
 * When a trail begins, some fusions are drawn: a function, its constants, variables
 * for its inputs. Each step then takes one or more of them and places in which
 * variables are replaced. So what is costly is done once per trail.
 *
 * What is drawn depends on the seeds' scripts and truths, never on witnesses: two
 * processes may know different ones, and an id must give the same bytes in both. A
 * fusion that does not hold under the witness at hand makes tests that are dropped.
 */
#ifndef MOMUS_GEN_FUSION_TRAIL_H
#define MOMUS_GEN_FUSION_TRAIL_H

#include "gen/couple.h"
#include "gen/fusion_function.h"
#include "gen/strategy.h"
#include "term/occur.h"
#include "term/subst.h"

enum {
    FUSIONS_PER_TRAIL = 12,
    FUSIONS_PER_TEST = 3,
    PLACES_MAX = 512, /* of a seed, that are known; of more occurrences these are drawn */
};

/* An occurrence of a variable in a formula. */
struct fusion_place {
    uint32_t variable;
    uint32_t formula;
    uint32_t path, n_path; /* in `paths` */
};

/* A constant of a seed that has places. */
struct fusion_variable {
    term constant;
    uint8_t side; /* the seed that it belongs to */
    uint32_t first_place, n_places;
};

/* The functions that take inputs of these sorts first. */
struct fusion_match {
    sort first, second;
    uint32_t start, n; /* in `matching` */
};

/* A fusion as it stands in a test: z has another name in each of its places. */
struct fusion_slot {
    fun output;   /* 0: not made yet */
    term forward; /* (= z f) */
    term inverses[FUSION_INPUTS_MAX];
    term equations[FUSION_INPUTS_MAX]; /* (= x r_x) */
};

struct fusion {
    uint32_t instance;
    uint32_t inputs[FUSION_INPUTS_MAX]; /* variables */
    term constants[FUSION_CONSTANTS_MAX];
    struct fusion_slot slots[FUSIONS_PER_TEST];
    /* under the witness, if there is one */
    const char *bad;                  /* why it does not hold; NULL if it does */
    term value;                       /* of z */
    uint32_t first_choice, n_choices; /* in `choices`: what else must be chosen for it */
};

/* Everything that is kept from trail to trail for its memory. */
struct fusion_scratch {
    struct gen *gen;
    struct couple couple;

    struct occurrence_counts counts;
    struct occurrence occurrence;
    struct term_map variable_of;           /* by constant: its variable + 1 */
    VEC(struct fusion_variable) variables; /* those of the first seed first */
    uint32_t n_first;
    VEC(struct fusion_place) places; /* by variable */
    VEC(struct fusion_place) found;  /* as they are found */
    u32_vec paths;

    VEC(struct fusion_match) matches;
    u32_vec matching; /* functions */
    VEC(struct fusion_instance) instances;
    VEC(struct fusion) fusions;
    struct term_subst subst;
    symbol output_names[FUSIONS_PER_TEST];

    struct witness witness;
    size_t n_witness; /* choices in it that all tests have */
    VEC(struct witness_choice) choices;

    bool is_and; /* the formulas of the seeds are conjoined, not disjoined */
    enum truth truth;
    uint32_t n_per_test;
    uint32_t chosen[FUSIONS_PER_TEST];
    /* What stands for their inputs: the inversions, in a recipe marks of them. */
    term instead[FUSIONS_PER_TEST][FUSION_INPUTS_MAX];
    u32_vec formulas;      /* of the test */
    u32_vec side_formulas; /* of one seed, changed */
    struct strbuf note;
};

/* Finds variables and places. */
void fusion_find_places(struct fusion_scratch *s, struct rng *rng);
/* Draws the fusions of a trail; none if nothing fits. */
void fusion_draw(struct fusion_scratch *s, struct rng *rng);
/* The fusion with the n-th name for z. */
const struct fusion_slot *fusion_slot(struct fusion_scratch *s, struct fusion *fusion,
                                      uint32_t number);
/* From the seeds' witness to what each fusion is worth. */
const char *fusion_find_values(struct fusion_scratch *s, struct rng *rng);
/* Puts together the witness of a test; why there is none, or NULL. */
const char *fusion_make_witness(struct fusion_scratch *s);

#endif
