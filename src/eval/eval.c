#include "eval/eval_int.h"

const struct eval_limits eval_default_limits = {
    .steps = 50000000, .words = 1u << 27, .instances = 1u << 16, .calls = 10000};

struct eval *eval_new(struct term_table *table) {
    struct eval *eval = mem_alloc_zero(sizeof *eval);
    eval->table = table;
    value_table_init(&eval->values);
    eval->limits = eval_default_limits;
    eval->steps_left = eval->limits.steps;
    return eval;
}

void eval_free(struct eval *eval) {
    if (eval == NULL)
        return;
    value_table_release(&eval->values);
    vec_free(&eval->ops);
    mem_free(eval);
}

struct value_table *eval_values(struct eval *eval) {
    return &eval->values;
}

struct term_table *eval_terms(struct eval *eval) {
    return eval->table;
}

bool eval_spend(struct eval *eval, uint64_t steps) {
    if (steps > eval->steps_left)
        return false;
    eval->steps_left -= steps;
    return true;
}

bool eval_may_make(struct eval *eval, uint64_t words) {
    return words <= eval->limits.words && eval->values.n_words <= eval->limits.words - words;
}
