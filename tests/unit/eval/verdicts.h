/*
 * verdicts.h - scripts and what they are judged to be, under values and models
 * given as text.
 */
#ifndef MOMUS_TEST_VERDICTS_H
#define MOMUS_TEST_VERDICTS_H

#include "eval/judging.h"

#include "eval/goal.h"

/* A choice: what is open, and what it is. */
static inline void judge_set(struct judging *j, const char *what, const char *is) {
    struct strbuf both = {0};
    strbuf_printf(&both, "(= %s %s)", what, is);
    term t = read_term(&j->r, strbuf_text(&both));
    value v = eval_term(j->eval, term_arg(j->r.table, t, 1));
    assert_int_equal(eval_result(j->eval, v), EVAL_VALUE);
    if (!eval_set_choice(j->eval, term_arg(j->r.table, t, 0), v))
        fail_msg("%s is nothing to be chosen, or not %s", what, is);
    strbuf_free(&both);
}

/* The model must be released after the judging. */
static inline void judge_model(struct judging *j, const char *text, struct model *model) {
    if (!parser_read_model(j->r.parser, text, strlen(text), model, &j->r.error))
        fail_msg("%s\nis refused at %zu: %s", text, j->r.error.offset,
                 strbuf_text(&j->r.error.message));
    eval_set_model(j->eval, model);
}

/* What the script asserts at its end, together. */
static inline void judge_script(struct judging *j, struct judgement *judgement) {
    struct goal goal = {0};
    for (size_t i = 0; i < j->r.script.commands.n; i++)
        goal_follow(&goal, j->r.table, &j->r.script.commands.at[i]);
    eval_judge(j->eval, goal.formulas.at, goal.formulas.n, judgement);
    goal_release(&goal);
}

static inline enum verdict judge_verdict(struct judging *j) {
    struct judgement judgement;
    judge_script(j, &judgement);
    enum verdict verdict = judgement.verdict;
    judgement_release(&judgement);
    return verdict;
}

static inline void assert_verdict(struct judging *j, enum verdict expected) {
    enum verdict found = judge_verdict(j);
    if (found != expected)
        fail_msg("%s, not %s", verdict_name(found), verdict_name(expected));
}

/* The same for a script of its own, under settings: what, its value, what, ..., NULL. */
static inline void assert_judged(const char *script, const char *const *settings,
                                 enum verdict expected) {
    struct judging j = judging_of(script);
    struct strbuf shown = {0};
    for (size_t i = 0; settings != NULL && settings[i] != NULL; i += 2) {
        judge_set(&j, settings[i], settings[i + 1]);
        strbuf_printf(&shown, " %s=%s", settings[i], settings[i + 1]);
    }
    enum verdict found = judge_verdict(&j);
    if (found != expected)
        fail_msg("%s\nwith%s: %s, not %s", script, strbuf_text(&shown), verdict_name(found),
                 verdict_name(expected));
    strbuf_free(&shown);
    judging_free(&j);
}

/* Settings for assert_judged: names and values in turn. */
#define WITH(...) ((const char *const[]){__VA_ARGS__, NULL})
#define ALONE ((const char *const *)NULL)

#endif
