/*
 * eval_answer.h - where the models are in what a solver printed.
 */
#ifndef MOMUS_CLI_EVAL_ANSWER_H
#define MOMUS_CLI_EVAL_ANSWER_H

#include "base/file.h"
#include "base/vec.h"

/* The text of one model, and of values that stand right behind it, as in the witness of a finding. */
struct eval_answer {
    size_t offset, n;
    size_t values_offset, n_values; /* ((div 0 0) 7); n_values is 0 if there are none */
    size_t n_said;                  /* answers up to it: sat, unsat, unknown */
};
typedef VEC(struct eval_answer) eval_answer_vec;

/*
 * Finds the models in the text, which may have words such as sat, errors and comments
 * between them; *n_said is the number of answers. On an error, also when there is no
 * model, says where and why.
 */
bool eval_answers_find(const struct file_text *text, eval_answer_vec *answers, size_t *n_said,
                       size_t *offset, struct strbuf *error);

#endif
