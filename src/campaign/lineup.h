/*
 * lineup.h - who is asked on a trail, and how.
 *
 * The solvers of a campaign sit there as they are. On some trails they check
 * themselves (profile: self-checks); and where the user wants options tried, one of
 * them sits there a second time, with words drawn from its profile's list: the
 * same binary under two option sets is a pair to compare like any other.
 *
 *     z3  cvc5  cvc4                        as they are
 *     z3  cvc5  cvc4  cvc5+options          with --solver-options
 *     z3+checks  cvc5+checks  cvc4+checks   on the share of trails that --self-checks says
 *
 * What is drawn follows from the campaign's seed, the strategy and the trail. The
 * words are in the command of every answer that is kept.
 */
#ifndef MOMUS_CAMPAIGN_LINEUP_H
#define MOMUS_CAMPAIGN_LINEUP_H

#include "oracle/oracle.h"

/* What stands behind the name of a solver that has other words than its own. */
#define LINEUP_CHECKS "+checks"
#define LINEUP_OPTIONS "+options"
/* How much of the name of somebody in a lineup is that of the solver itself. */
size_t lineup_base_name(const char *name);

/* A word of a profile's options that the solver takes. */
struct drawable {
    const char *word; /* NAME=VALUE, or NAME */
    size_t row;       /* of the profile: of one row only one word is used */
};

/* The words of one solver that can be drawn; of no use to others. */
struct drawables {
    struct arena arena;
    VEC(struct drawable) words;
};

/* What is said about a word that the solver does not take. */
typedef void drawable_refused_fn(const struct solver *solver, const char *word, void *context);
/* Tries every option of the profile by itself, in fresh processes. The loop runs meanwhile. */
void drawables_find(struct loop *loop, const struct solver *solver, struct drawables *drawables,
                    drawable_refused_fn *refused, void *context);
void drawables_release(struct drawables *drawables);

/* Of a campaign; all is borrowed. */
struct lineup_rules {
    const struct solver *solvers;
    const struct oracle_solver *names;
    size_t n;
    uint64_t campaign;                 /* the seed */
    uint32_t self_checks;              /* percent of the trails */
    const struct drawables *drawables; /* by solver; NULL: no options are tried */
};

struct lineup {
    struct arena arena;
    struct solver *solvers; /* profiles are those of the campaign's */
    struct oracle_solver *names;
    size_t *bases;  /* which of the campaign's it is */
    bool *is_drawn; /* it has other words than there */
    size_t n;
    bool is_checked; /* somebody checks himself, and so is not there as he is */
};

/* Everybody as he is. */
void lineup_plain(const struct lineup_rules *rules, struct lineup *lineup);
/* For a trail. */
void lineup_draw(const struct lineup_rules *rules, const char *strategy, uint64_t trail,
                 struct lineup *lineup);
/* No more than so many. */
static inline size_t lineup_most(const struct lineup_rules *rules) {
    return rules->n + 1;
}
/* Somebody who is drawn does not fit: he sits there as he is, or, if he does so already, not at all. */
void lineup_unseat(const struct lineup_rules *rules, struct lineup *lineup, size_t seat);
void lineup_release(struct lineup *lineup);

#endif
