#include "gen/trial.h"

#include "eval/meaning.h"
#include "gen/sample.h"
#include "term/walk.h"

void trial_init(struct trial *trial, struct eval *eval, const struct facts *facts) {
    *trial = (struct trial){.eval = eval, .facts = facts};
}

void trial_release(struct trial *trial) {
    vec_free(&trial->vars);
    vec_free(&trial->formulas);
    vec_free(&trial->equations);
    vec_free(&trial->hints);
    vec_free(&trial->literals);
    vec_free(&trial->waiting);
}

/* A formula that has to be true, or has to be where some condition holds. */
struct wanted {
    term formula;
    bool under_condition;
};

static void collect_equations(struct trial *trial) {
    const struct term_table *table = eval_terms(trial->eval);
    VEC(struct wanted) todo = {0};
    for (size_t i = trial->formulas.n; i > 0; i--)
        vec_push(&todo, ((struct wanted){trial->formulas.at[i - 1], false}));
    while (todo.n > 0) {
        struct wanted w = vec_pop(&todo);
        enum op op = term_op(table, w.formula);
        uint32_t n = term_n_args(table, w.formula);
        if (op == OP_EQ && n == 2)
            vec_push(w.under_condition ? &trial->hints : &trial->equations, w.formula);
        for (uint32_t i = n; op == OP_AND && i > 0; i--)
            vec_push(&todo,
                     ((struct wanted){term_arg(table, w.formula, i - 1), w.under_condition}));
        if (op == OP_IMPLIES)
            vec_push(&todo, ((struct wanted){term_arg(table, w.formula, n - 1), true}));
    }
    vec_free(&todo);
}

void trial_add_literals(struct trial *trial, term formula) {
    const struct term_table *table = eval_terms(trial->eval);
    struct term_walk walk = {0};
    term t;
    term_walk_begin(&walk, table);
    term_walk_add(&walk, formula);
    while ((t = term_walk_next(&walk)) != 0)
        if (op_is_literal(term_op(table, t)))
            vec_push(&trial->literals, t);
    term_walk_release(&walk);
}

void trial_set(struct trial *trial, const term *vars, size_t n_vars, const term *formulas,
               size_t n_formulas) {
    vec_clear(&trial->vars);
    vec_clear(&trial->formulas);
    vec_clear(&trial->equations);
    vec_clear(&trial->hints);
    vec_clear(&trial->literals);
    for (size_t i = 0; i < n_vars; i++)
        vec_push(&trial->vars, vars[i]);
    for (size_t i = 0; i < n_formulas; i++)
        vec_push(&trial->formulas, formulas[i]);
    collect_equations(trial);
    for (size_t i = 0; i < n_formulas; i++)
        trial_add_literals(trial, formulas[i]);
}

/* ---- drawing ---- */

/* One of the terms, if it is of the sort; else 0. */
static value draw_from(struct trial *trial, const u32_vec *terms, sort s, struct rng *rng) {
    if (terms->n == 0)
        return 0;
    term t = terms->at[rng_below(rng, terms->n)];
    if (term_sort(eval_terms(trial->eval), t) != s)
        return 0;
    value v = eval_term(trial->eval, t);
    return eval_result(trial->eval, v) == EVAL_VALUE ? v : 0;
}

static value draw(struct trial *trial, sort s, struct rng *rng) {
    const struct facts_sort *of = facts_sort(trial->facts, s);
    value v = 0;
    switch (rng_below(rng, 6)) {
    case 0:
        v = draw_from(trial, &trial->vars, s, rng);
        break;
    case 1:
        v = draw_from(trial, &trial->literals, s, rng);
        break;
    case 2:
        v = of == NULL ? 0 : draw_from(trial, &of->leaves, s, rng);
        break;
    case 3:
    case 4:
        v = of == NULL ? 0 : draw_from(trial, &of->constants, s, rng);
        break;
    default:
        break;
    }
    return v != 0 ? v : sample_value(trial->eval, s, rng);
}

/* Gives the variable its value; it waits no more. */
static bool settle(struct trial *trial, size_t i, value v) {
    term var = trial->waiting.at[i];
    if (v == 0 || eval_result(trial->eval, v) != EVAL_VALUE ||
        !eval_set_choice(trial->eval, var, v))
        return false;
    trial->waiting.at[i] = trial->waiting.at[trial->waiting.n - 1];
    trial->waiting.n--;
    return true;
}

static size_t find_waiting(const struct trial *trial, term t) {
    size_t i = 0;
    while (i < trial->waiting.n && trial->waiting.at[i] != t)
        i++;
    return i;
}

/* Does the equation say what one of the waiting variables is? */
static bool settle_by(struct trial *trial, term equation) {
    const struct term_table *table = eval_terms(trial->eval);
    for (uint32_t side = 0; side < 2; side++) {
        size_t i = find_waiting(trial, term_arg(table, equation, side));
        term other = term_arg(table, equation, 1 - side);
        if (i < trial->waiting.n && settle(trial, i, eval_term(trial->eval, other)))
            return true;
    }
    return false;
}

/* A hint is followed or not, as `heeded` has it. */
static bool settle_by_equation(struct trial *trial, uint64_t heeded) {
    for (size_t e = 0; e < trial->equations.n; e++)
        if (settle_by(trial, trial->equations.at[e]))
            return true;
    for (size_t e = 0; e < trial->hints.n; e++)
        if ((heeded >> e % 64 & 1) != 0 && settle_by(trial, trial->hints.at[e]))
            return true;
    return false;
}

bool trial_draw(struct trial *trial, struct rng *rng) {
    uint64_t heeded = rng_next(rng);
    eval_forget(trial->eval);
    vec_clear(&trial->waiting);
    for (size_t i = 0; i < trial->vars.n; i++)
        vec_push(&trial->waiting, trial->vars.at[i]);
    while (trial->waiting.n > 0) {
        if (settle_by_equation(trial, heeded))
            continue;
        size_t i = (size_t)rng_below(rng, trial->waiting.n);
        sort s = term_sort(eval_terms(trial->eval), trial->waiting.at[i]);
        if (!settle(trial, i, draw(trial, s, rng)))
            return false;
    }
    return true;
}

bool trial_holds(const struct trial *trial) {
    for (size_t i = 0; i < trial->formulas.n; i++)
        if (eval_term(trial->eval, trial->formulas.at[i]) != VALUE_TRUE)
            return false;
    return true;
}

bool trial_find(struct trial *trial, uint32_t n_tries, struct rng *rng) {
    for (uint32_t i = 0; i < n_tries; i++)
        if (trial_draw(trial, rng) && trial_holds(trial))
            return true;
    return false;
}
