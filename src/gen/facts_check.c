/*
 * Trying what a theory claims: that B implies A, that sides are equal where the
 * conditions hold, that conditions can be met as the file says.
 */
#include "eval/meaning.h"
#include "gen/trial.h"
#include "lang/diagnostic.h"
#include "lang/printer.h"
#include "term/subst.h"
#include "term/walk.h"

struct checking {
    struct trial trial;
    struct rng rng;
    const struct facts_source *source;
    uint32_t n_tries;
    struct strbuf *error;
};

static void complain(struct checking *c, uint32_t offset, const char *message) {
    diagnostic_add(c->error, c->source->file, c->source->text, c->source->n, offset, "error",
                   message);
}

/* "this is wrong: with s = "a", t = "" ..." */
static bool complain_values(struct checking *c, uint32_t offset, const char *what) {
    struct term_table *table = eval_terms(c->trial.eval);
    struct printer *printer = printer_new(table);
    struct strbuf message = {0};
    strbuf_printf(&message, "%s: ", what);
    for (size_t i = 0; i < c->trial.vars.n; i++) {
        term var = c->trial.vars.at[i];
        term t =
            eval_value_term(c->trial.eval, eval_term(c->trial.eval, var), term_sort(table, var));
        strbuf_add_text(&message, i == 0 ? "" : ", ");
        printer_add_term(printer, var, &message);
        strbuf_add_text(&message, " = ");
        if (t == 0)
            strbuf_add_char(&message, '?');
        else
            printer_add_term(printer, t, &message);
    }
    complain(c, offset, strbuf_text(&message));
    strbuf_free(&message);
    printer_free(printer);
    return false;
}

/* Where something is open, some choice must not make it false either. */
static bool is_refuted(const struct checking *c, term formula) {
    struct eval *eval = c->trial.eval;
    value v = eval_term(eval, formula);
    if (eval_result(eval, v) != EVAL_NEEDS_CHOICE)
        return v == VALUE_FALSE;
    term negated = term_make(eval_terms(eval), OP_NOT, 0, SORT_BOOL, &formula, 1);
    struct judgement judgement;
    eval_judge(eval, &negated, 1, &judgement);
    bool refuted = judgement.verdict == VERDICT_TRUE;
    judgement_release(&judgement);
    return refuted;
}

/* Whenever the formulas of the trial hold, the claim must not be false. */
static bool try_claim(struct checking *c, uint32_t offset, term claim, bool must_hold_once,
                      const char *what) {
    enum { DRAWS = 40 }; /* for each value that is wanted, at most */
    uint32_t n_held = 0;
    uint32_t n_draws = must_hold_once ? DRAWS * c->n_tries : c->n_tries;
    for (uint32_t i = 0; i < n_draws && n_held < c->n_tries; i++) {
        if (!trial_draw(&c->trial, &c->rng))
            continue;
        if (!must_hold_once && !is_refuted(c, claim)) /* quantifiers take long: they come last */
            continue;
        if (!trial_holds(&c->trial))
            continue;
        n_held++;
        if (is_refuted(c, claim))
            return complain_values(c, offset, what);
    }
    if (n_held == 0 && must_hold_once) {
        complain(c, offset, "no values were found on which this could be tried");
        return false;
    }
    return true;
}

/* Does it use an operator that means something else? */
static bool is_about_meanings(struct checking *c, const struct facts_equivalence *eq) {
    const struct term_table *table = eval_terms(c->trial.eval);
    struct term_walk walk = {0};
    bool found = false;
    term t;
    term_walk_begin(&walk, table);
    term_walk_add(&walk, eq->claim);
    for (uint32_t i = 0; i < eq->n_parts; i++)
        term_walk_add(&walk, eq->parts[i]);
    while (!found && (t = term_walk_next(&walk)) != 0)
        found = facts_meaning(c->trial.facts, table, term_at(table, t)->op) != NULL;
    term_walk_release(&walk);
    return found;
}

/* Does the evaluator see of all drawn values whether they meet the formulas of the trial? */
static bool is_decided(struct checking *c) {
    enum { DRAWS = 50 };
    struct eval *eval = c->trial.eval;
    for (uint32_t i = 0; i < DRAWS; i++) {
        value v = VALUE_TRUE;
        if (!trial_draw(&c->trial, &c->rng))
            continue;
        for (size_t k = 0; k < c->trial.formulas.n && v == VALUE_TRUE; k++)
            v = eval_term(eval, c->trial.formulas.at[k]);
        if (v != VALUE_TRUE && v != VALUE_FALSE)
            return false;
    }
    return true;
}

/* That of momus may be proven, but by the standard: with other meanings, only trying tells. */
static bool is_tried(struct checking *c, const struct facts_equivalence *eq) {
    term terms[FACTS_PARTS_MAX + 1];
    memcpy(terms, eq->parts, sizeof eq->parts);
    terms[eq->n_parts] = eq->claim;
    trial_set(&c->trial, eq->vars, eq->n_vars, terms, eq->n_parts + eq->is_a_quantified);
    return !(eq->is_a_quantified || eq->is_b_quantified) || !is_about_meanings(c, eq) ||
           is_decided(c);
}

static bool check_equivalence(struct checking *c, const struct facts_equivalence *eq) {
    trial_set(&c->trial, eq->vars, eq->n_vars, eq->parts, eq->n_parts);
    return try_claim(c, eq->offset, eq->claim, !eq->is_b_quantified,
                     "the first formula does not follow from the others");
}

static bool check_equality(struct checking *c, const struct facts_equality *eq) {
    struct term_table *table = eval_terms(c->trial.eval);
    term claim = term_make(table, OP_EQ, 0, SORT_BOOL, (term[]){eq->left, eq->right}, 2);
    trial_set(&c->trial, eq->vars, eq->n_vars, eq->conditions, eq->n_conditions);
    return try_claim(c, eq->offset, claim, true, "the two sides are not equal");
}

/* With `wrong`, all are tried, and the names of those that are wrong are added to it. */
static bool check_all(struct checking *c, struct eval *eval, const struct facts *facts,
                      u32_vec *wrong) {
    bool good = true;
    trial_init(&c->trial, eval, facts);
    rng_init(&c->rng, 7, 0, 0, 0);
    facts_set_meanings(facts, eval);
    for (size_t i = 0; (good || wrong != NULL) && i < facts->equivalences.n; i++) {
        good = check_equivalence(c, &facts->equivalences.at[i]);
        if (wrong != NULL)
            good = good && is_tried(c, &facts->equivalences.at[i]);
        if (!good && wrong != NULL)
            vec_push(wrong, facts->equivalences.at[i].name);
    }
    for (size_t i = 0; (good || wrong != NULL) && i < facts->equalities.n; i++) {
        good = check_equality(c, &facts->equalities.at[i]);
        if (!good && wrong != NULL)
            vec_push(wrong, facts->equalities.at[i].name);
    }
    eval_clear_meanings(eval);
    eval_forget(eval);
    trial_release(&c->trial);
    return good;
}

bool facts_check(struct eval *eval, const struct facts_source *source, const struct facts *facts,
                 uint32_t n_tries, struct strbuf *error) {
    struct checking c = {.source = source, .n_tries = n_tries, .error = error};
    return check_all(&c, eval, facts, NULL);
}

void facts_find_wrong(struct eval *eval, const struct facts *facts, uint32_t n_tries,
                      u32_vec *names) {
    struct strbuf unread = {0};
    struct facts_source nowhere = {"", "", 0};
    struct checking c = {.source = &nowhere, .n_tries = n_tries, .error = &unread};
    check_all(&c, eval, facts, names);
    strbuf_free(&unread);
}
