/*
 * The evaluator, on any script: what was parsed is evaluated.
 *
 * The input is a script. What follows a byte 0x1e is a model.
 *
 *   - every formula in force at a check, and every closed part of it, gives a
 *     value or says why not, within a budget of time and memory
 *   - a value can be written as a term, which has that value
 *   - what is worth something in open mode is worth the same in fixed mode, which
 *     leaves nothing open
 *   - a verdict of true holds with the choices that it names
 *   - judging again gives the same verdict
 *   - no memory is left
 */
#include "eval/eval.h"
#include "eval/goal.h"
#include "eval/meaning.h"
#include "fuzz.h"
#include "lang/parser.h"
#include "mutate.h"
#include "term/walk.h"

enum {
    SEPARATOR = 0x1e,
    TABLE_INPUTS = 200, /* a table sees so many inputs before there is a new one */
    PARTS = 300,        /* of a formula that are looked at */
};

static const struct eval_limits limits = {
    .steps = 30000, .words = 1u << 20, .instances = 1u << 10, .calls = 500};

static struct term_table *table;
static unsigned n_inputs;

static sort sort_of(term t) {
    return term_sort(table, t);
}

/* The value is one that can be written down and read again. */
static void check_value(struct eval *eval, term t, value v) {
    MUST(v != 0);
    if (eval_result(eval, v) == EVAL_NEEDS_CHOICE) {
        eval_value_term(eval, v, sort_of(t));
        return;
    }
    if (eval_result(eval, v) != EVAL_VALUE)
        return;
    term written = eval_value_term(eval, v, sort_of(t));
    if (written == 0)
        return;
    MUST(sort_of(written) == sort_of(t));
    value again = eval_term(eval, written);
    if (again == VALUE_LIMIT || value_is_loose(eval_values(eval), v))
        return;
    MUST(again == v);
}

/* All closed parts of a formula, in both modes. */
static void check_parts(struct eval *open, struct eval *fixed, term formula) {
    struct term_walk walk = {0};
    u32_vec parts = {0};
    term t;
    term_walk_begin(&walk, table);
    term_walk_add(&walk, formula);
    while (parts.n < PARTS && (t = term_walk_next(&walk)) != 0)
        if (term_at(table, t)->free == 0 && term_op(table, t) != OP_CASE)
            vec_push(&parts, t);
    term_walk_release(&walk);
    for (size_t i = 0; i < parts.n; i++) {
        value v = eval_term(open, parts.at[i]);
        check_value(open, parts.at[i], v);
        value w = eval_term(fixed, parts.at[i]);
        MUST(eval_result(fixed, w) != EVAL_NEEDS_CHOICE);
        if (sort_of(parts.at[i]) == SORT_BOOL && eval_result(open, v) == EVAL_VALUE &&
            eval_result(fixed, w) == EVAL_VALUE)
            MUST(v == w);
    }
    vec_free(&parts);
}

/* With the choices that were named, every formula is true. */
static void check_choices(struct eval *eval, const struct goal *goal,
                          const struct judgement *judgement) {
    for (size_t i = 0; i < judgement->choices.n; i++)
        if (judgement->choices.at[i].application == 0 ||
            !eval_set_choice(eval, judgement->choices.at[i].application,
                             judgement->choices.at[i].value))
            return; /* a choice that cannot be written: a function at a function */
    struct judgement again;
    eval_judge(eval, goal->formulas.at, goal->formulas.n, &again);
    MUST(again.verdict == VERDICT_TRUE || again.verdict == VERDICT_LIMIT);
    judgement_release(&again);
}

static void check_goal(struct eval *eval, struct eval *fixed, const struct goal *goal,
                       const struct model *model) {
    struct judgement first, second;
    eval_clear(eval);
    eval_clear(fixed);
    if (model != NULL) {
        eval_set_model(eval, model);
        eval_set_model(fixed, model);
    }
    for (size_t i = 0; i < goal->formulas.n; i++)
        check_parts(eval, fixed, goal->formulas.at[i]);
    eval_judge(eval, goal->formulas.at, goal->formulas.n, &first);
    eval_judge(eval, goal->formulas.at, goal->formulas.n, &second);
    MUST(first.verdict == second.verdict || first.verdict == VERDICT_LIMIT ||
         second.verdict == VERDICT_LIMIT);
    if (first.verdict == VERDICT_TRUE)
        check_choices(eval, goal, &first);
    judgement_release(&first);
    judgement_release(&second);
}

static void check_script(struct parser *parser, const struct script *script, const char *model_text,
                         size_t n_model) {
    struct eval *eval = eval_new(table), *fixed = eval_new(table);
    struct goal goal = {0};
    struct model model = {0};
    struct parse_error error = {0};
    bool has_model =
        model_text != NULL && parser_read_model(parser, model_text, n_model, &model, &error);
    eval_set_limits(eval, &limits);
    eval_set_limits(fixed, &limits);
    eval_set_fixed(fixed, true);
    size_t n_checks = 0;
    for (size_t i = 0; i < script->commands.n && n_checks < 4; i++)
        if (goal_follow(&goal, table, &script->commands.at[i])) {
            check_goal(eval, fixed, &goal, has_model ? &model : NULL);
            n_checks++;
        }
    if (n_checks == 0)
        check_goal(eval, fixed, &goal, has_model ? &model : NULL);
    goal_release(&goal);
    eval_free(eval);
    eval_free(fixed);
    model_release(&model);
    parse_error_release(&error);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n) {
    if (n_inputs++ % TABLE_INPUTS == 0) {
        term_table_free(table);
        table = NULL;
        MUST(mem_live_bytes() == 0);
        table = term_table_new();
    }
    const uint8_t *separator = n > 0 ? memchr(data, SEPARATOR, n) : NULL;
    size_t n_script = separator != NULL ? (size_t)(separator - data) : n;
    char *text = fuzz_text(data, n_script);
    char *model = separator != NULL ? fuzz_text(separator + 1, n - n_script - 1) : NULL;
    struct term_mark mark = term_table_mark(table);
    struct parser *parser = parser_new(table);
    struct script script = {0};
    struct parse_error error = {0};
    if (parser_read_script(parser, text, n_script, &script, &error))
        check_script(parser, &script, model, model != NULL ? n - n_script - 1 : 0);
    parser_free(parser);
    script_release(&script);
    parse_error_release(&error);
    term_table_rewind(table, mark);
    mem_free(text);
    mem_free(model);
    return 0;
}

int LLVMFuzzerInitialize(int *argc, char ***argv) {
    (void)argc, (void)argv;
    fuzz_catch_bugs();
    return 0;
}
