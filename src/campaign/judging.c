#include "campaign/judging.h"

#include "eval/checks.h"
#include "eval/witness.h"

/* Under a model there is little to look for; alone it could take forever. */
static const struct eval_limits model_limits = {
    .steps = 20000000, .words = 1u << 24, .instances = 1u << 16, .calls = 10000};
static const struct eval_limits alone_limits = {
    .steps = 2000000, .words = 1u << 24, .instances = 1u << 12, .calls = 10000};

struct judging {
    struct term_table *table;
    struct parser *parser;
    struct printer *printer;
    struct eval *eval;
    const struct goal *goal;
    bool is_flat;
    struct label_facts *facts;
};

static void keep_witness(struct judging *j, const struct witness *witness, const char *of) {
    struct strbuf text = {0};
    if (!j->is_flat || j->facts->witness != NULL)
        return;
    witness_print(j->table, witness, j->printer, &text);
    j->facts->witness = strbuf_detach(&text);
    mem_free(j->facts->witness_of);
    j->facts->witness_of = mem_copy_text(of, strlen(of));
}

/* Looks for a witness, by a model or without. */
static enum verdict look(struct judging *j, const struct model *model, const char *of) {
    struct witness witness;
    eval_forget(j->eval);
    eval_set_limits(j->eval, model != NULL ? &model_limits : &alone_limits);
    enum verdict verdict =
        witness_find(j->eval, model, j->goal->formulas.at, j->goal->formulas.n, &witness);
    verdict = goal_verdict(j->goal, verdict);
    if (verdict == VERDICT_TRUE)
        keep_witness(j, &witness, of);
    witness_release(&witness);
    return verdict;
}

static void judge_model(struct judging *j, struct judged_solver *solver, struct text_span text) {
    struct model model = {0};
    struct parse_error error = {0};
    const char *word = "no-model";
    char *copy = mem_copy_text(text.at, text.n);
    if (parser_read_model(j->parser, copy, text.n, &model, &error)) {
        enum verdict verdict = look(j, &model, solver->name);
        solver->has_wrong |= verdict == VERDICT_FALSE;
        word = verdict_name(verdict);
    } else if (error.kind == PARSE_ERROR_LOOP) {
        solver->has_wrong = true;
        strbuf_clear(&solver->reason);
        strbuf_add_text(&solver->reason, strbuf_text(&error.message));
    }
    strbuf_printf(&solver->verdicts, "%s%s", solver->verdicts.n > 0 ? " " : "", word);
    model_release(&model);
    parse_error_release(&error);
    mem_free(copy);
}

static void judge_check(struct judging *j, size_t check, struct judged_solver *solvers, size_t n) {
    for (size_t i = 0; i < n; i++) {
        const struct answers *answers = solvers[i].answers;
        if (answers == NULL || check >= answers->checks.n)
            continue;
        const struct answer *answer = &answers->checks.at[check];
        if (answer->kind == ANSWER_SAT && answer->model.at != NULL)
            judge_model(j, &solvers[i], answer->model);
    }
    if (!j->is_flat || j->facts->witness != NULL || j->facts->judged != NULL)
        return;
    const char *word = verdict_name(look(j, NULL, "momus"));
    j->facts->judged = mem_copy_text(word, strlen(word));
}

void judge_seed(const char *text, size_t n, bool is_flat, struct judged_solver *solvers,
                size_t n_solvers, struct label_facts *facts) {
    struct judging j = {.table = term_table_new(), .is_flat = is_flat, .facts = facts};
    struct checks checks = {0};
    struct parse_error error = {0};
    struct goal goal = {0};
    if (checks_find(j.table, text, n, true, &checks, &error)) {
        j.parser = parser_new(j.table);
        j.printer = printer_new(j.table);
        j.eval = eval_new(j.table);
        j.goal = &goal;
        for (size_t i = 0; i < checks.at.n; i++) {
            checks_read(&checks, i, j.table, j.parser, text, &goal);
            judge_check(&j, i, solvers, n_solvers);
        }
        eval_free(j.eval);
        printer_free(j.printer);
        parser_free(j.parser);
    }
    goal_release(&goal);
    checks_release(&checks);
    parse_error_release(&error);
    term_table_free(j.table);
}
