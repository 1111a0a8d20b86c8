/*
 * judge_model.h - is what a solver printed at one check of a script a model of
 * what the script asserts there?
 */
#ifndef MOMUS_CLI_JUDGE_MODEL_H
#define MOMUS_CLI_JUDGE_MODEL_H

#include "base/strbuf.h"
#include "base/vec.h"

/*
 * One word per model, in the order of the checks: true, false, needs-choice,
 * limit, unsupported, or no-model if the text is no assignment of values, with
 * the reason in `reason`. A script that momus does not read gives no-script for
 * all. A model that is NULL gives NULL.
 */
struct model_text {
    const char *at;
    size_t n;
    const char *verdict;
    struct strbuf reason;
};
void judge_models(const char *script, size_t n, struct model_text *models, size_t n_models);

#endif
