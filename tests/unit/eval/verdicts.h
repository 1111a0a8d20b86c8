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

/* ---- grids of values ---- */

/* A constant, and the values it goes through. */
struct axis {
    const char *name;
    const char *const *values; /* up to NULL */
};

#define VALUES(...) ((const char *const[]){__VA_ARGS__, NULL})

static inline size_t axis_length(const struct axis *axis) {
    size_t n = 0;
    while (axis->values[n] != NULL)
        n++;
    return n;
}

/* How many combinations there are. */
static inline size_t axes_size(const struct axis *axes, size_t n) {
    size_t size = 1;
    for (size_t i = 0; i < n; i++)
        size *= axis_length(&axes[i]);
    return size;
}

/* The value of an axis in a combination. */
static inline const char *axes_value(const struct axis *axes, size_t i, size_t combination) {
    combination /= axes_size(axes, i);
    return axes[i].values[combination % axis_length(&axes[i])];
}

#define AXES(...) ((const struct axis[]){__VA_ARGS__}), LENGTH(((const struct axis[]){__VA_ARGS__}))

/* The formula, in which the names of the axes may be used, is true for every combination. */
static inline void assert_holds(struct judging *j, const char *formula, const struct axis *axes,
                                size_t n) {
    struct strbuf text = {0};
    for (size_t at = 0; at < axes_size(axes, n); at++) {
        strbuf_clear(&text);
        strbuf_add_text(&text, "(let (");
        for (size_t i = 0; i < n; i++)
            strbuf_printf(&text, "(%s %s)", axes[i].name, axes_value(axes, i, at));
        strbuf_printf(&text, ") %s)", formula);
        assert_worth(j, strbuf_text(&text), "true");
    }
    strbuf_free(&text);
}

#endif
