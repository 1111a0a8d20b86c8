#include "cli/judge_model.h"

#include "eval/checks.h"
#include "eval/eval.h"

static void judge_one(struct parser *parser, struct eval *eval, const struct goal *goal,
                      struct model_text *text) {
    struct model model = {0};
    struct parse_error error = {0};
    char *copy = mem_copy_text(text->at, text->n);
    if (parser_read_model(parser, copy, text->n, &model, &error)) {
        struct judgement judgement;
        eval_clear(eval);
        eval_set_model(eval, &model);
        eval_judge(eval, goal->formulas.at, goal->formulas.n, &judgement);
        text->verdict = verdict_name(judgement.verdict);
        judgement_release(&judgement);
        eval_clear(eval);
    } else {
        text->verdict = "no-model";
        strbuf_add_text(&text->reason, strbuf_text(&error.message));
    }
    mem_free(copy);
    model_release(&model);
    parse_error_release(&error);
}

void judge_models(const char *script, size_t n, struct model_text *models, size_t n_models) {
    struct term_table *table = term_table_new();
    struct checks checks = {0};
    struct parse_error error = {0};
    if (!checks_find(table, script, n, false, &checks, &error)) {
        for (size_t i = 0; i < n_models; i++)
            models[i].verdict = models[i].at != NULL ? "no-script" : NULL;
    } else {
        struct parser *parser = parser_new(table);
        struct eval *eval = eval_new(table);
        struct goal goal = {0};
        for (size_t i = 0; i < checks.at.n && i < n_models; i++) {
            checks_read(&checks, i, table, parser, script, &goal);
            if (models[i].at != NULL)
                judge_one(parser, eval, &goal, &models[i]);
        }
        goal_release(&goal);
        eval_free(eval);
        parser_free(parser);
    }
    checks_release(&checks);
    parse_error_release(&error);
    term_table_free(table);
}
