/*
 * judging.h - terms and what they are worth, as tests write them: as text.
 */
#ifndef MOMUS_TEST_JUDGING_H
#define MOMUS_TEST_JUDGING_H

#include "lang/reading.h"

#include "eval/eval.h"
#include "eval/meaning.h"

struct judging {
    struct reading r;
    struct eval *eval;
};

/* The script's declarations can be used in terms. */
static inline struct judging judging_of(const char *script) {
    struct judging j = {.r = reading_of(script)};
    j.eval = eval_new(j.r.table);
    return j;
}

static inline void judging_free(struct judging *j) {
    eval_free(j->eval);
    reading_free(&j->r);
}

static inline value judge_term(struct judging *j, const char *text) {
    return eval_term(j->eval, read_term(&j->r, text));
}

/* Both texts are terms of one sort, and have values, the same. */
static inline void assert_worth(struct judging *j, const char *text, const char *expected) {
    value v = judge_term(j, text), w = judge_term(j, expected);
    if (eval_result(j->eval, v) != EVAL_VALUE || v != w) {
        struct strbuf out = {0};
        term t = eval_value_term(j->eval, v, term_sort(j->r.table, read_term(&j->r, text)));
        if (t != 0)
            printer_add_term(j->r.printer, t, &out);
        fail_msg("%s is %s (%s), not %s", text, strbuf_text(&out),
                 eval_result_name(eval_result(j->eval, v)), expected);
    }
}

/* Terms over the declarations of a script, and what each is worth. */
struct term_worth {
    const char *text, *expected;
};

static inline void check_terms(const char *script, const struct term_worth *cases, size_t n) {
    struct judging j = judging_of(script);
    for (size_t i = 0; i < n; i++)
        assert_worth(&j, cases[i].text, cases[i].expected);
    judging_free(&j);
}

/* The term has no value, for this reason. */
static inline void assert_undecided(struct judging *j, const char *text, enum eval_result why) {
    enum eval_result result = eval_result(j->eval, judge_term(j, text));
    if (result != why)
        fail_msg("%s: %s, not %s", text, eval_result_name(result), eval_result_name(why));
}

#endif
