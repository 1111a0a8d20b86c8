#include "eval/container.h"

static value tuple_make(struct eval *eval, const struct application *a) {
    return container_tuple(eval, a->args, a->n);
}

static value tuple_select(struct eval *eval, const struct application *a) {
    uint32_t n;
    return value_items(eval_values(eval), a->args[0], &n)[a->indices[0]];
}

static value tuple_update(struct eval *eval, const struct application *a) {
    uint32_t n;
    const value *items = value_items(eval_values(eval), a->args[0], &n);
    value_vec parts = {0};
    vec_extend(&parts, n);
    memcpy(parts.at, items, n * sizeof *items);
    parts.at[a->indices[0]] = a->args[1];
    value made = container_tuple(eval, parts.at, n);
    vec_free(&parts);
    return made;
}

static value tuple_project(struct eval *eval, const struct application *a) {
    uint32_t n;
    const value *items = value_items(eval_values(eval), a->args[0], &n);
    value_vec parts = {0};
    for (uint32_t i = 0; i < a->n_indices; i++)
        vec_push(&parts, items[a->indices[i]]);
    value made = container_tuple(eval, parts.at, parts.n);
    vec_free(&parts);
    return made;
}

const struct meaning theory_tuples[] = {
    {OP_TUPLE, 0, tuple_make},
    {OP_TUPLE_UNIT, 0, tuple_make},
    {OP_TUPLE_SELECT, 0, tuple_select},
    {OP_TUPLE_UPDATE, 0, tuple_update},
    {OP_TUPLE_PROJECT, 0, tuple_project},
    {0, 0, NULL},
};
