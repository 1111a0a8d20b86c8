#include "term/separate.h"

#include "base/hash.h"

/*
 * On the way down, `scope` says what the tangled variables that are free in a
 * term become there. The image of a term is a function of both, and both are
 * numbers: what stands under the same binders is worked on once.
 */

static uint32_t hash_pair(term t, list scope) {
    uint64_t h = hash_mix(t, scope);
    return (uint32_t)(h ^ h >> 32);
}

static uint32_t variable_of(const struct term_separation *s, term t) {
    return term_at(s->table, t)->payload;
}

static bool is_tangled(const struct term_separation *s, uint32_t variable) {
    return varset_has(&s->table->varsets, s->tangled, variable);
}

static void tangle(struct term_separation *s, uint32_t variable) {
    struct varset_table *varsets = &s->table->varsets;
    s->tangled = varset_union(varsets, s->tangled, varset_single(variable));
}

static void find_tangled(struct term_separation *s, term root) {
    const struct term_table *table = s->table;
    varset free = term_at(table, root)->free;
    term t;
    s->tangled = 0;
    term_map_clear(&s->binders);
    term_walk_begin(&s->walk, table);
    term_walk_add(&s->walk, root);
    while ((t = term_walk_next(&s->walk)) != 0)
        for (uint32_t i = 0; op_is_binder(term_op(table, t)) && i + 1 < term_n_args(table, t);
             i++) {
            term v = term_arg(table, t, i);
            uint32_t variable = variable_of(s, v);
            if (term_map_get(&s->binders, v) != 0 || varset_has(&table->varsets, free, variable))
                tangle(s, variable);
            term_map_set(&s->binders, v, t);
        }
}

/* The part of a scope that matters to a term. */
static list scope_for(struct term_separation *s, list scope, term t) {
    if (scope == 0)
        return 0;
    uint32_t n = list_length(&s->scopes, scope);
    vec_clear(&s->pairs);
    for (uint32_t i = 0; i < n; i += 2) {
        const uint32_t *pair = list_items(&s->scopes, scope) + i;
        if (varset_has(&s->table->varsets, term_at(s->table, t)->free, pair[0])) {
            vec_push(&s->pairs, pair[0]);
            vec_push(&s->pairs, pair[1]);
        }
    }
    return list_intern(&s->scopes, s->pairs.at, (uint32_t)s->pairs.n);
}

/* The new term for a variable, 0 if it keeps its own. */
static term in_scope(const struct term_separation *s, list scope, uint32_t variable) {
    const uint32_t *pairs = list_items(&s->scopes, scope);
    for (uint32_t i = 0; i < list_length(&s->scopes, scope); i += 2)
        if (pairs[i] == variable)
            return pairs[i + 1];
    return 0;
}

/*
 * The scope inside of a binder, whose tangled variables become new ones. They
 * are not in the scope around it, which has only what is free in the binder. If
 * that is anything, the binder may be copied once for each scope that it stands
 * in: then all its variables become new ones.
 */
static list enter_binder(struct term_separation *s, term binder, list scope) {
    uint32_t n_vars = term_n_args(s->table, binder) - 1;
    vec_clear(&s->pairs);
    for (uint32_t i = 0; i < list_length(&s->scopes, scope); i++)
        vec_push(&s->pairs, list_items(&s->scopes, scope)[i]);
    for (uint32_t i = 0; i < n_vars; i++) {
        uint32_t variable = variable_of(s, term_arg(s->table, binder, i));
        if (scope == 0 && !is_tangled(s, variable))
            continue;
        struct variable v = s->table->variables.at[variable];
        vec_push(&s->pairs, variable);
        vec_push(&s->pairs, term_variable(s->table, v.name, v.sort));
    }
    return list_intern(&s->scopes, s->pairs.at, (uint32_t)s->pairs.n);
}

static term find_image(const struct term_separation *s, term t, list scope) {
    if (scope == 0)
        return term_map_get(&s->images, t);
    INDEX_EACH(&s->scoped_index, hash_pair(t, scope), id) {
        const struct separate_image *image = &s->scoped_images.at[id - 1];
        if (image->from == t && image->scope == scope)
            return image->to;
    }
    return 0;
}

static void set_image(struct term_separation *s, term t, list scope, term to) {
    if (scope == 0) {
        term_map_set(&s->images, t, to);
        return;
    }
    vec_push(&s->scoped_images, ((struct separate_image){t, scope, to}));
    index_insert(&s->scoped_index, hash_pair(t, scope), (uint32_t)s->scoped_images.n);
}

static void push(struct term_separation *s, term t, list scope) {
    struct separate_step step = {.at = t, .scope = scope_for(s, scope, t)};
    vec_push(&s->stack, step);
}

static void expand(struct term_separation *s) {
    struct separate_step *step = &vec_top(&s->stack);
    term t = step->at;
    list scope = step->scope;
    uint32_t n = term_n_args(s->table, t);
    step->expanded = true;
    if (op_is_binder(term_op(s->table, t))) {
        list inner = enter_binder(s, t, scope);
        step->inner = inner;
        push(s, term_arg(s->table, t, n - 1), inner);
        return;
    }
    for (uint32_t i = n; i > 0; i--) /* so that the first is on top */
        push(s, term_arg(s->table, t, i - 1), scope);
}

/* The image of a term whose arguments have theirs. */
static term rebuild(struct term_separation *s, struct separate_step step) {
    bool is_binder = op_is_binder(term_op(s->table, step.at));
    uint32_t n = term_n_args(s->table, step.at);
    vec_clear(&s->args);
    for (uint32_t i = 0; i < n; i++) {
        term arg = term_arg(s->table, step.at, i);
        if (is_binder && i + 1 < n) {
            term fresh = in_scope(s, step.inner, variable_of(s, arg));
            vec_push(&s->args, fresh != 0 ? fresh : arg);
        } else
            vec_push(&s->args,
                     find_image(s, arg, scope_for(s, is_binder ? step.inner : step.scope, arg)));
    }
    return term_with_args(s->table, step.at, s->args.at, n);
}

static term image_of_leaf(const struct term_separation *s, term t, list scope) {
    term fresh = term_op(s->table, t) == OP_VAR ? in_scope(s, scope, variable_of(s, t)) : 0;
    return fresh != 0 ? fresh : t;
}

static void start(struct term_separation *s) {
    if (s->scopes.starts.n == 0)
        list_table_init(&s->scopes);
    term_map_clear(&s->images);
    for (size_t i = 0; i < s->scoped_images.n; i++) {
        const struct separate_image *image = &s->scoped_images.at[i];
        index_remove(&s->scoped_index, hash_pair(image->from, image->scope), (uint32_t)i + 1);
    }
    vec_clear(&s->scoped_images);
}

term term_separate(struct term_separation *s, struct term_table *table, term root) {
    s->table = table;
    find_tangled(s, root);
    if (s->tangled == 0)
        return root;
    start(s);
    struct list_mark mark = list_mark(&s->scopes);
    push(s, root, 0);
    while (s->stack.n > 0) {
        struct separate_step step = vec_top(&s->stack);
        if (find_image(s, step.at, step.scope) != 0)
            s->stack.n--;
        else if (term_n_args(table, step.at) == 0)
            set_image(s, step.at, step.scope, image_of_leaf(s, step.at, step.scope));
        else if (step.expanded)
            set_image(s, step.at, step.scope, rebuild(s, step));
        else
            expand(s);
    }
    list_rewind(&s->scopes, mark);
    return find_image(s, root, 0);
}

void term_separation_release(struct term_separation *s) {
    term_walk_release(&s->walk);
    term_map_release(&s->binders);
    list_table_release(&s->scopes);
    term_map_release(&s->images);
    vec_free(&s->scoped_images);
    index_free(&s->scoped_index);
    vec_free(&s->stack);
    vec_free(&s->args);
    vec_free(&s->pairs);
    *s = (struct term_separation){0};
}
