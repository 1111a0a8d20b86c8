/*
 * What a core needs. The formulas of a core are unsatisfiable together by
 * construction; that none of them can be left out is shown by a witness of the
 * others. So a core is called minimal only where all of these were found: side
 * conditions that the paper counts among its cores turn out not to be needed here
 * and there (E7 with NC1 for s, E9 with NC1 for t, E4 with NC8).
 */
#include "gen/construct_int.h"

#include "eval/meaning.h"

enum { TRIES = 4000 };

/* Are all of the core but one satisfiable? */
static bool is_needed(struct maker_state *s, size_t which) {
    u32_vec others = {0};
    struct rng rng;
    for (size_t i = 0; i < s->formulas.n; i++)
        if (s->core.at[i] && i != which)
            vec_push(&others, s->formulas.at[i]);
    rng_init(&rng, 11, which, 0, 0);
    trial_set(&s->trial, s->vars.at, s->vars.n, others.at, others.n);
    trial_add_literals(&s->trial, s->formulas.at[which]);
    bool found = trial_find(&s->trial, TRIES, &rng);
    vec_free(&others);
    return found;
}

static bool is_quantified(struct maker_state *s, term formula) {
    struct term_walk walk = {0};
    bool found = false;
    term t;
    term_walk_begin(&walk, s->gen->table);
    term_walk_add(&walk, formula);
    while (!found && (t = term_walk_next(&walk)) != 0)
        found = op_is_binder(term_op(s->gen->table, t));
    term_walk_release(&walk);
    return found;
}

bool construct_core_is_minimal(struct maker_state *s) {
    /* That something holds for all strings is nothing that the evaluator can see. */
    for (size_t i = 0; i < s->formulas.n; i++)
        if (is_quantified(s, s->formulas.at[i]))
            return false;
    for (size_t i = 0; i < s->formulas.n; i++)
        if (s->core.at[i] && !is_needed(s, i))
            return false;
    eval_forget(s->gen->eval);
    return true;
}
