/*
 * What fused variables are worth: the witness of the seeds, extended to z.
 *
 * Checking that each inversion gives back what its variable is worth is enough. Then
 * the terms that replace occurrences of the variable have its value, and a term of
 * which parts are replaced by parts of the same value keeps its value: what was true
 * of the seed's formulas is true of the test's.
 */
#include "gen/fusion_trail.h"

#include "gen/sample.h"

static bool is_value(struct eval *eval, value v) {
    return eval_result(eval, v) == EVAL_VALUE;
}

/*
 * Every variable that is fused gets a value. Where the witness says nothing, any will do:
 * the formulas are true whatever it is; and of a seed that is unsatisfiable nobody claims
 * that they are.
 */
static const char *fix_variable(struct fusion_scratch *s, uint32_t variable, struct rng *rng) {
    struct eval *eval = s->gen->eval;
    term constant = s->variables.at[variable].constant;
    if (is_value(eval, eval_term(eval, constant)))
        return NULL;
    value v = sample_any(eval, constant, rng);
    if (v == 0)
        return "a fused variable has no value that is known";
    term as_term = eval_value_term(eval, v, term_sort(s->couple.table, constant));
    if (as_term == 0 || !eval_set_choice(eval, constant, v))
        return "a fused variable has a value that cannot be written down";
    vec_push(&s->witness.choices, ((struct witness_choice){constant, as_term}));
    return NULL;
}

static const char *fix_inputs(struct fusion_scratch *s, const struct fusion *fusion,
                              struct rng *rng) {
    const struct fusion_function *f = s->instances.at[fusion->instance].function;
    const char *bad = NULL;
    for (uint32_t i = 0; i < f->n_inputs && bad == NULL; i++)
        bad = fix_variable(s, fusion->inputs[i], rng);
    return bad;
}

/*
 * (div z 0) is open: let it be what brings x back. The witness says nothing of it, and the
 * seeds are true whatever it is.
 */
static const char *choose(struct fusion_scratch *s, struct fusion *fusion,
                          const struct fusion_slot *slot) {
    struct eval *eval = s->gen->eval;
    const struct fusion_function *f = s->instances.at[fusion->instance].function;
    struct judgement judgement;
    const char *bad = NULL;
    eval_judge(eval, slot->equations, f->n_inputs, &judgement);
    if (judgement.verdict != VERDICT_TRUE)
        bad = "an inversion does not hold under the witness";
    for (size_t i = 0; bad == NULL && i < judgement.choices.n; i++) {
        const struct choice *choice = &judgement.choices.at[i];
        term as_term = eval_value_term(eval, choice->value, choice->sort);
        if (choice->application == 0 || as_term == 0)
            bad = "an inversion needs a value that cannot be written down";
        vec_push(&s->choices, ((struct witness_choice){choice->application, as_term}));
    }
    judgement_release(&judgement);
    return bad;
}

static const char *find_value(struct fusion_scratch *s, struct fusion *fusion) {
    struct eval *eval = s->gen->eval;
    struct term_table *table = s->couple.table;
    const struct fusion_function *f = s->instances.at[fusion->instance].function;
    const struct fusion_slot *slot = fusion_slot(s, fusion, 0);
    term output = term_constant(table, slot->output);
    value z = eval_term(eval, term_arg(table, slot->forward, 1));
    if (!is_value(eval, z))
        return "the fused value is open under the witness";
    fusion->value = eval_value_term(eval, z, term_sort(table, output));
    if (fusion->value == 0 || !eval_set_choice(eval, output, z))
        return "the fused value cannot be written down";
    bool is_open = false;
    for (uint32_t i = 0; i < f->n_inputs; i++) {
        value same = eval_term(eval, slot->equations[i]);
        if (same == VALUE_FALSE)
            return "an inversion does not hold under the witness";
        is_open |= same != VALUE_TRUE;
    }
    return is_open ? choose(s, fusion, slot) : NULL;
}

const char *fusion_find_values(struct fusion_scratch *s, struct rng *rng) {
    struct eval *eval = s->gen->eval;
    vec_clear(&s->choices);
    witness_release(&s->witness);
    s->witness = (struct witness){0};
    if (!couple_witness(&s->couple, &s->witness) || !witness_assume(eval, &s->witness))
        return "the witnesses of the seeds choose differently where an operator is open";
    for (size_t i = 0; i < s->fusions.n; i++)
        s->fusions.at[i].bad = fix_inputs(s, &s->fusions.at[i], rng);
    s->n_witness = s->witness.choices.n;
    for (size_t i = 0; i < s->fusions.n; i++) {
        struct fusion *fusion = &s->fusions.at[i];
        fusion->first_choice = (uint32_t)s->choices.n;
        if (fusion->bad == NULL)
            fusion->bad = find_value(s, fusion);
        fusion->n_choices = (uint32_t)s->choices.n - fusion->first_choice;
    }
    eval_clear(eval);
    return NULL;
}

/* Two fusions may want (div 0 0) to be different things. */
static bool add_choice(struct fusion_scratch *s, struct witness_choice choice) {
    for (size_t i = s->n_witness; i < s->witness.choices.n; i++)
        if (s->witness.choices.at[i].application == choice.application)
            return s->witness.choices.at[i].value == choice.value;
    vec_push(&s->witness.choices, choice);
    return true;
}

const char *fusion_make_witness(struct fusion_scratch *s) {
    s->witness.choices.n = s->n_witness;
    for (uint32_t i = 0; i < s->n_per_test; i++) {
        struct fusion *fusion = &s->fusions.at[s->chosen[i]];
        const struct fusion_slot *slot = fusion_slot(s, fusion, i);
        if (fusion->bad != NULL)
            return fusion->bad;
        vec_push(
            &s->witness.choices,
            ((struct witness_choice){term_constant(s->couple.table, slot->output), fusion->value}));
        for (uint32_t k = 0; k < fusion->n_choices; k++)
            if (!add_choice(s, s->choices.at[fusion->first_choice + k]))
                return "two inversions need different values where an operator is open";
    }
    return NULL;
}
