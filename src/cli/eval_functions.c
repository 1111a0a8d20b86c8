#include "cli/eval_functions.h"

#include "term/subst.h"

/* What is needed for all of them is made once: there may be thousands. */
struct functions {
    struct term_table *table;
    struct model *model;
    struct term_map entries; /* by function: 1 + the place of its entry */
    struct term_walk walk;
    struct term_subst subst;
};

/* Does it speak of functions that are open themselves, or might call themselves? */
static bool speaks_of_functions(struct functions *all, term root) {
    term t;
    term_walk_begin(&all->walk, all->table);
    term_walk_add(&all->walk, root);
    while ((t = term_walk_next(&all->walk)) != 0) {
        const struct term_node *node = term_at(all->table, t);
        if (node->op != OP_APPLY && node->op != OP_FUN_REF)
            continue;
        uint8_t kind = fun_at(all->table, node->payload)->kind;
        if (kind != FUN_CONSTRUCTOR && kind != FUN_SELECTOR)
            return true;
    }
    return false;
}

static void note_entry(struct functions *all, size_t i) {
    const struct model_entry *entry = &all->model->entries.at[i];
    if (entry->kind == MODEL_DECLARED)
        term_map_set(&all->entries, entry->fun, (uint32_t)i + 1);
}

static const struct model_entry *entry_of(const struct functions *all, fun f) {
    uint32_t place = term_map_get(&all->entries, f);
    return place == 0 ? NULL : &all->model->entries.at[place - 1];
}

/* It says of a declared function what a model says of it by a definition. */
static bool interpret(struct functions *all, fun f, const struct model_value *pair) {
    const struct fun *info = fun_at(all->table, f);
    uint32_t n = term_n_args(all->table, pair->value) - 1;
    if (info->kind != FUN_DECLARED || entry_of(all, f) != NULL || n != fun_arity(all->table, f) ||
        term_at(all->table, pair->value)->free != 0 || speaks_of_functions(all, pair->value))
        return false;
    const term *parts = term_args(all->table, pair->value);
    struct model_entry entry = {
        .kind = MODEL_DECLARED,
        .offset = pair->offset,
        .name = info->name,
        .fun = f,
        .vars = list_intern(&all->table->lists, parts, n),
        .body = parts[n],
    };
    vec_push(&all->model->entries, entry);
    note_entry(all, all->model->entries.n - 1);
    return true;
}

/* Is it what is known of the function already? */
static bool says_again(struct functions *all, fun f, const struct model_value *pair) {
    const struct fun *info = fun_at(all->table, f);
    const struct model_entry *entry = entry_of(all, f);
    bool is_defined = info->kind == FUN_DEFINED || info->kind == FUN_RECURSIVE;
    if (!is_defined && entry == NULL)
        return false;
    list vars = is_defined ? info->vars : entry->vars;
    term body = is_defined ? info->body : entry->body;
    uint32_t n = term_n_args(all->table, pair->value) - 1;
    if (list_length(&all->table->lists, vars) != n)
        return false;
    term_subst_begin(&all->subst, all->table);
    for (uint32_t i = 0; i < n; i++)
        term_subst_add(&all->subst, term_arg(all->table, pair->value, i),
                       list_items(&all->table->lists, vars)[i]);
    return term_subst_apply(&all->subst, term_arg(all->table, pair->value, n)) == body;
}

bool eval_take_functions(struct term_table *table, model_value_vec *values, struct model *model) {
    struct functions all = {.table = table, .model = model};
    size_t kept = 0, known = model->entries.n;
    term_map_clear(&all.entries);
    for (size_t i = 0; i < known; i++)
        note_entry(&all, i);
    for (size_t i = 0; i < values->n; i++) {
        const struct model_value *pair = &values->at[i];
        fun f = term_op(table, pair->term) == OP_FUN_REF ? term_at(table, pair->term)->payload : 0;
        bool is_whole = f != 0 && term_op(table, pair->value) == OP_LAMBDA;
        if (!is_whole || (!interpret(&all, f, pair) && !says_again(&all, f, pair)))
            values->at[kept++] = *pair;
    }
    values->n = kept;
    term_map_release(&all.entries);
    term_walk_release(&all.walk);
    term_subst_release(&all.subst);
    return model->entries.n > known;
}
