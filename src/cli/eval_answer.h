/*
 * eval_answer.h - where the models are in what a solver printed.
 */
#ifndef MOMUS_CLI_EVAL_ANSWER_H
#define MOMUS_CLI_EVAL_ANSWER_H

#include "base/file.h"
#include "base/vec.h"

struct eval_list {
    size_t offset, n; /* n is 0 if there is none */
};

/*
 * What was said of one assignment: a model, or values of terms, or a model with values around it,
 * as in the witness of a finding.
 */
struct eval_answer {
    struct eval_list model;
    size_t first_values, n_values; /* in the lists of values */
    size_t n_said;                 /* answers up to it: sat, unsat, unknown */
};

struct eval_answers {
    VEC(struct eval_answer) at;
    VEC(struct eval_list) values; /* ((div 0 0) 7) */
    size_t n_said;                /* answers in all of the text */
};
void eval_answers_release(struct eval_answers *answers);

/*
 * Finds the answers in the text, which may have words such as sat, errors and comments
 * between them. On an error, also when there is no model, says where and why.
 */
bool eval_answers_find(const struct file_text *text, struct eval_answers *answers, size_t *offset,
                       struct strbuf *error);

#endif
