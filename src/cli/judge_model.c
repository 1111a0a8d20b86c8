#include "cli/judge_model.h"

#include "base/file.h"
#include "eval/eval.h"
#include "eval/goal.h"
#include "lang/parser.h"

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

/* Where the commands behind the checks begin; false if the script cannot be read. */
static bool find_checks(struct term_table *table, const char *text, size_t n, u32_vec *ends) {
    struct term_mark mark = term_table_mark(table);
    struct parser *parser = parser_new(table);
    struct script script = {0};
    struct parse_error error = {0};
    bool good = parser_read_script(parser, text, n, &script, &error);
    parser_free(parser);
    for (size_t i = 0; good && i < script.commands.n; i++)
        if (goal_is_check(&script.commands.at[i]))
            vec_push(ends, i + 1 < script.commands.n ? script.commands.at[i + 1].offset
                                                     : (uint32_t)n);
    script_release(&script);
    parse_error_release(&error);
    term_table_rewind(table, mark);
    return good;
}

/* Goes on with the script up to its next check. */
static void read_part(struct term_table *table, struct parser *parser, const char *text, size_t n,
                      struct goal *goal) {
    struct script script = {0};
    struct parse_error error = {0};
    char *part = mem_alloc_zero(n + FILE_SLACK);
    memcpy(part, text, n);
    if (parser_read_script(parser, part, n, &script, &error))
        for (size_t i = 0; i < script.commands.n; i++)
            goal_follow(goal, table, &script.commands.at[i]);
    mem_free(part);
    script_release(&script);
    parse_error_release(&error);
}

void judge_models(const char *script, size_t n, struct model_text *models, size_t n_models) {
    struct term_table *table = term_table_new();
    u32_vec ends = {0};
    if (!find_checks(table, script, n, &ends)) {
        for (size_t i = 0; i < n_models; i++)
            models[i].verdict = models[i].at != NULL ? "no-script" : NULL;
    } else {
        struct parser *parser = parser_new(table);
        struct eval *eval = eval_new(table);
        struct goal goal = {0};
        for (size_t i = 0, from = 0; i < ends.n && i < n_models; i++) {
            read_part(table, parser, script + from, ends.at[i] - from, &goal);
            from = ends.at[i];
            if (models[i].at != NULL)
                judge_one(parser, eval, &goal, &models[i]);
        }
        goal_release(&goal);
        eval_free(eval);
        parser_free(parser);
    }
    vec_free(&ends);
    term_table_free(table);
}
