/*
 * eval_report.h - what momus eval says: for people, or as JSON.
 */
#ifndef MOMUS_CLI_EVAL_REPORT_H
#define MOMUS_CLI_EVAL_REPORT_H

#include "base/file.h"
#include "cli/options.h"
#include "eval/eval.h"
#include "eval/goal.h"

struct eval_report;

/* What a solver says of terms that are no choices, (= (+ x 1) 3): to be true beside the formulas. */
struct eval_equations {
    u32_vec terms;
    u32_vec offsets; /* of what says so, in the text */
    u32_vec open;    /* of all terms that are open, whether they are judged or not */
    const char *path;
    const struct file_text *text;
};
void eval_equations_release(struct eval_equations *equations);

struct eval_check {
    const struct goal *goal;
    const struct eval_equations *equations;
    uint32_t offset; /* of the check in the script */
    bool is_free;    /* no model and no values were given */
    const struct judgement *judgement;
};

/* Everything is borrowed until eval_report_finish. */
struct eval_report *eval_report_new(struct eval *eval, struct term_table *table,
                                    const struct options *options, const char *path,
                                    const struct file_text *text);
/* One check has been judged; the assignment is still in force. */
void eval_report_check(struct eval_report *report, const struct eval_check *check);
/* The value of a term; returns the exit status. */
int eval_report_term(struct eval_report *report, term t);
/*
 * The end of the report, which it frees; returns the exit status. `is_whole`: all
 * checks were reported; if not, there is no last line.
 */
int eval_report_finish(struct eval_report *report, bool is_whole);

#endif
