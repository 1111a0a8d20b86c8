/*
 * Reading scripts and models, judging them, looking for witnesses.
 */
#include "base/die.h"
#include "oracle/oracle_int.h"

/* ---- workspaces ---- */

struct oracle_workspace *oracle_workspace_new(void) {
    struct oracle_workspace *workspace = mem_alloc_zero(sizeof *workspace);
    workspace->table = term_table_new();
    workspace->mark = term_table_mark(workspace->table);
    workspace->eval = eval_new(workspace->table);
    workspace->printer = printer_new(workspace->table);
    printer_set_width(workspace->printer, UINT32_MAX);
    return workspace;
}

void oracle_workspace_free(struct oracle_workspace *workspace) {
    if (workspace == NULL)
        return;
    printer_free(workspace->printer);
    eval_free(workspace->eval);
    term_table_free(workspace->table);
    mem_free(workspace);
}

/* ---- opening ---- */

static void read_features(struct hearing *h) {
    struct term_mark mark = term_table_mark(h->table);
    struct parser *parser = parser_new(h->table);
    struct script script = {0};
    struct parse_error error = {0};
    h->is_read = parser_read_script(parser, h->c->text, h->c->n, &script, &error);
    if (h->is_read)
        features_of(h->table, &script, &h->features);
    else {
        h->error_kind = error.kind;
        strbuf_add_text(&h->error, strbuf_text(&error.message));
    }
    script_release(&script);
    parser_free(parser);
    term_table_rewind(h->table, mark);
    parse_error_release(&error);
}

void hearing_open(struct hearing *h) {
    struct parse_error error = {0};
    struct oracle_workspace *workspace = h->options->workspace;
    if (workspace == NULL)
        workspace = h->own = oracle_workspace_new();
    h->table = workspace->table;
    h->eval = workspace->eval;
    h->printer = workspace->printer;
    read_features(h);
    if (h->is_read)
        REQUIRE(checks_find(h->table, h->c->text, h->c->n, false, &h->checks, &error));
    parse_error_release(&error);
    h->parser = parser_new(h->table);
    h->stands = mem_alloc_zero((h->c->n_solvers + 1) * sizeof *h->stands);
}

void hearing_close(struct hearing *h) {
    goal_release(&h->goal);
    checks_release(&h->checks);
    features_release(&h->features);
    strbuf_free(&h->error);
    strbuf_free(&h->whose_witness);
    mem_free(h->stands);
    parser_free(h->parser);
    eval_forget(h->eval);
    if (h->own == NULL)
        term_table_rewind(h->table, h->options->workspace->mark);
    oracle_workspace_free(h->own);
}

/* ---- a check ---- */

/* What the solver's answer counts for: sat of one that over-approximates is no more than unknown. */
static enum answer_kind counted_answer(const struct hearing *h, size_t solver) {
    const struct asked *asked = h->c->answers[solver];
    const struct profile *profile = h->c->solvers[solver].profile;
    if (asked == NULL || asked->end == CHILD_NO_START ||
        asked->answers.checks.n != h->verdict->n_checks)
        return ANSWER_UNCLEAR;
    enum answer_kind kind = asked->answers.checks.at[h->check].kind;
    if (kind == ANSWER_SAT && profile != NULL && profile->over_approximates)
        return ANSWER_UNKNOWN;
    return kind;
}

void hearing_enter(struct hearing *h, size_t check) {
    h->check = check;
    h->known = check < h->c->n_known ? h->c->known[check] : (struct oracle_known){0};
    if (h->is_read)
        checks_read(&h->checks, check, h->table, h->parser, h->c->text, &h->goal);
    for (size_t i = 0; i < h->c->n_solvers; i++)
        h->stands[i] = (struct stand){
            .answer = counted_answer(h, i),
            .false_formula = SIZE_MAX,
        };
}

void hearing_leave(struct hearing *h) {
    for (size_t i = 0; i < h->c->n_solvers; i++) {
        mem_free(h->stands[i].reason);
        mem_free(h->stands[i].text);
        mem_free(h->stands[i].stack);
    }
    witness_release(&h->witness);
    h->witness = (struct witness){0};
    h->has_witness = false;
    h->is_refuted = false;
    strbuf_clear(&h->whose_witness);
}

bool hearing_says(const struct hearing *h, enum answer_kind kind) {
    return hearing_families_saying(h, kind) > 0;
}

size_t hearing_families_saying(const struct hearing *h, enum answer_kind kind) {
    size_t n = 0;
    for (size_t i = 0; i < h->c->n_solvers; i++) {
        bool is_new = h->stands[i].answer == kind;
        for (size_t k = 0; k < i && is_new; k++)
            is_new = h->stands[k].answer != kind ||
                     strcmp(h->c->solvers[k].family, h->c->solvers[i].family) != 0;
        n += is_new ? 1 : 0;
    }
    return n;
}

/* ---- judging ---- */

static enum model_state state_of(enum verdict verdict) {
    switch (verdict) {
    case VERDICT_TRUE:
        return MODEL_TRUE;
    case VERDICT_FALSE:
        return MODEL_FALSE;
    case VERDICT_NEEDS_CHOICE:
        return MODEL_OPEN;
    case VERDICT_LIMIT:
        return MODEL_LIMIT;
    case VERDICT_UNSUPPORTED:
        return MODEL_UNSUPPORTED;
    }
    BUG("a verdict that there is not");
}

/*
 * The formulas are true under the model, or without one. The witness stays empty
 * where it cannot be written down, as with elements that only the judge thought of.
 */
static void keep_witness(struct hearing *h, const struct model *model, const char *whose) {
    if (h->has_witness)
        return;
    h->has_witness = true;
    eval_forget(h->eval);
    if (witness_find(h->eval, model, h->goal.formulas.at, h->goal.formulas.n, &h->witness) !=
        VERDICT_TRUE)
        h->witness = (struct witness){0};
    eval_forget(h->eval);
    strbuf_add_text(&h->whose_witness, whose);
}

/* The verdict on the formulas at this check; without a model, everything is open. */
static enum verdict judge_formulas(struct hearing *h, const struct model *model,
                                   const struct eval_limits *limits, size_t *false_formula) {
    struct judgement judgement;
    eval_forget(h->eval);
    eval_set_limits(h->eval, limits);
    if (model != NULL)
        eval_set_model(h->eval, model);
    eval_judge(h->eval, h->goal.formulas.at, h->goal.formulas.n, &judgement);
    enum verdict verdict = goal_verdict(&h->goal, judgement.verdict);
    *false_formula = judgement.formula;
    judgement_release(&judgement);
    eval_forget(h->eval);
    return verdict;
}

/* Solvers do not always print bars around the names that need them: those prove nothing. */
static enum model_state state_of_error(const struct hearing *h, const struct parse_error *error) {
    switch (error->kind) {
    case PARSE_ERROR_LOOP:
        return MODEL_LOOP;
    case PARSE_ERROR_UNKNOWN:
        return memchr(h->c->text, '|', h->c->n) == NULL ? MODEL_UNDECLARED : MODEL_UNREAD;
    default:
        return MODEL_UNREAD;
    }
}

enum model_state hearing_judge(struct hearing *h, const char *text, size_t n, const char *whose,
                               size_t *false_formula, char **reason) {
    struct model model = {0};
    struct parse_error error = {0};
    enum model_state state;
    char *copy = mem_copy_text(text, n);
    *reason = NULL;
    *false_formula = SIZE_MAX;
    if (!h->is_read)
        state = MODEL_NO_SCRIPT;
    else if (parser_read_model(h->parser, copy, n, &model, &error)) {
        state = state_of(judge_formulas(h, &model, &h->options->full, false_formula));
        if (state == MODEL_TRUE)
            keep_witness(h, &model, whose);
    } else {
        state = state_of_error(h, &error);
        *reason = strbuf_detach(&error.message);
    }
    mem_free(copy);
    model_release(&model);
    parse_error_release(&error);
    return state;
}

void hearing_judge_stand(struct hearing *h, size_t solver, const char *text, size_t n,
                         const char *whose) {
    struct stand *stand = &h->stands[solver];
    mem_free(stand->reason);
    mem_free(stand->text);
    stand->text = mem_copy_text(text, n);
    stand->model = hearing_judge(h, text, n, whose, &stand->false_formula, &stand->reason);
}

/* ---- witnesses ---- */

bool hearing_take_known_witness(struct hearing *h) {
    struct parse_error error = {0};
    const char *text = h->known.witness;
    if (text == NULL)
        return true;
    witness_release(&h->witness); /* a model that was judged before may have become one */
    h->witness = (struct witness){0};
    strbuf_clear(&h->whose_witness);
    eval_forget(h->eval);
    eval_set_limits(h->eval, &h->options->full);
    h->has_witness = witness_read(h->parser, text, strlen(text), &h->witness, &error) &&
                     goal_verdict(&h->goal, witness_check(h->eval, &h->witness, h->goal.formulas.at,
                                                          h->goal.formulas.n)) == VERDICT_TRUE;
    eval_forget(h->eval);
    parse_error_release(&error);
    if (h->has_witness)
        strbuf_add_text(&h->whose_witness, "the witness that the test was made with");
    else {
        witness_release(&h->witness);
        h->witness = (struct witness){0};
    }
    return h->has_witness;
}

void hearing_search(struct hearing *h, const struct eval_limits *limits) {
    size_t formula;
    enum verdict verdict = judge_formulas(h, NULL, limits, &formula);
    if (verdict == VERDICT_TRUE)
        keep_witness(h, NULL, "found by the evaluator of momus itself");
    h->is_refuted = verdict == VERDICT_FALSE;
}
