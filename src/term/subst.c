#include "term/subst.h"

#include "base/die.h"
#include "base/hash.h"

/*
 * How scope is kept
 *
 * On the way down, `bound` is the set of variables that a binder around the
 * term binds, that are free in the term, and that matter: a target has them
 * free (they are not replaced here) or a term to put in has them free (they
 * are renamed here). Each variable has one fresh name for the whole
 * substitution. So the image of a term is a function of the term and `bound`,
 * and both are numbers: memoising the pair makes the work linear in the DAG
 * even when a subterm stands under different binders.
 */

static uint32_t hash_pair(term t, varset bound) {
    uint64_t h = hash_mix(t, bound);
    return (uint32_t)(h ^ h >> 32);
}

void term_subst_begin(struct term_subst *subst, struct term_table *table) {
    subst->table = table;
    term_map_clear(&subst->targets);
    term_map_clear(&subst->images);
    term_map_clear(&subst->fresh);
    for (size_t i = 0; i < subst->bound_images.n; i++) {
        const struct subst_image *image = &subst->bound_images.at[i];
        index_remove(&subst->bound_index, hash_pair(image->from, image->bound), (uint32_t)i + 1);
    }
    vec_clear(&subst->bound_images);
    vec_clear(&subst->stack);
    subst->variables = subst->shadowed = subst->captured = 0;
    subst->rename_all = subst->has_terms = subst->is_applied = false;
}

void term_subst_add(struct term_subst *subst, term from, term to) {
    struct term_table *table = subst->table;
    REQUIRE(term_sort(table, from) == term_sort(table, to));
    REQUIRE(!subst->is_applied);
    varset from_free = term_at(table, from)->free, to_free = term_at(table, to)->free;
    term_map_set(&subst->targets, from, to);
    subst->shadowed = varset_union(&table->varsets, subst->shadowed, from_free);
    subst->captured = varset_union(&table->varsets, subst->captured, to_free);
    if (term_op(table, from) == OP_VAR)
        subst->variables = varset_union(&table->varsets, subst->variables, from_free);
    else
        subst->has_terms = true;
}

void term_subst_freshen(struct term_subst *subst) {
    REQUIRE(!subst->is_applied);
    subst->rename_all = true;
}

/* Notes which terms below a root have a target in them. Variables know that by themselves. */
static void find_holders(struct term_subst *subst, term root) {
    const struct term_table *table = subst->table;
    term t;
    if (!subst->is_applied) {
        term_walk_begin(&subst->walk, table);
        term_map_clear(&subst->holds);
    }
    term_walk_add(&subst->walk, root);
    while ((t = term_walk_next(&subst->walk)) != 0) {
        bool holds = term_map_get(&subst->targets, t) != 0 && term_op(table, t) != OP_VAR;
        for (uint32_t i = 0; i < term_n_args(table, t) && !holds; i++)
            holds = term_map_get(&subst->holds, term_arg(table, t, i)) != 0;
        if (holds)
            term_map_set(&subst->holds, t, 1);
    }
}

static term find_image(const struct term_subst *subst, term t, varset bound) {
    if (bound == 0)
        return term_map_get(&subst->images, t);
    INDEX_EACH(&subst->bound_index, hash_pair(t, bound), id) {
        const struct subst_image *image = &subst->bound_images.at[id - 1];
        if (image->from == t && image->bound == bound)
            return image->to;
    }
    return 0;
}

static void set_image(struct term_subst *subst, term t, varset bound, term to) {
    if (bound == 0) {
        term_map_set(&subst->images, t, to);
        return;
    }
    vec_push(&subst->bound_images, ((struct subst_image){t, bound, to}));
    index_insert(&subst->bound_index, hash_pair(t, bound), (uint32_t)subst->bound_images.n);
}

static varset free_in(const struct term_table *table, term t) {
    return term_at(table, t)->free;
}

/* Can something be replaced in the term, so that a term comes in? */
static bool is_entered(struct term_subst *subst, term t, varset bound) {
    struct varset_table *varsets = &subst->table->varsets;
    varset free = free_in(subst->table, t);
    if (subst->rename_all || (subst->has_terms && term_map_get(&subst->holds, t) != 0))
        return true;
    if (bound == 0)
        return varset_meets(varsets, free, subst->variables);
    return !varset_within(varsets, varset_intersection(varsets, free, subst->variables), bound);
}

static bool is_renamed(const struct term_subst *subst, uint32_t variable) {
    return subst->rename_all || varset_has(&subst->table->varsets, subst->captured, variable);
}

static term fresh_variable(struct term_subst *subst, term variable) {
    term fresh = term_map_get(&subst->fresh, variable);
    if (fresh == 0) {
        struct variable v = *term_variable_of(subst->table, variable);
        fresh = term_variable(subst->table, v.name, v.sort);
        term_map_set(&subst->fresh, variable, fresh);
    }
    return fresh;
}

/* The image of a term that needs no look at its arguments, else 0. */
static term direct_image(struct term_subst *subst, term t, varset bound) {
    const struct term_node *node = term_at(subst->table, t);
    term target = bound == 0 ? term_map_get(&subst->targets, t) : 0;
    if (target != 0)
        return target;
    if (node->op == OP_VAR)
        return bound != 0 && is_renamed(subst, node->payload) ? fresh_variable(subst, t) : t;
    if (node->n_args == 0)
        return t;
    bool renames = bound != 0 && (subst->rename_all ||
                                  varset_meets(&subst->table->varsets, bound, subst->captured));
    return renames || is_entered(subst, t, bound) ? 0 : t;
}

/* `bound` for an argument: of what is bound around it, only what is free in it. */
static varset bound_in(struct term_subst *subst, term arg, varset bound) {
    if (bound == 0)
        return 0;
    return varset_intersection(&subst->table->varsets, bound, free_in(subst->table, arg));
}

/* `bound` for the body of a binder. */
static varset bound_in_body(struct term_subst *subst, term binder, varset bound) {
    struct term_table *table = subst->table;
    struct varset_table *varsets = &table->varsets;
    uint32_t last = term_n_args(table, binder) - 1;
    bool entered = is_entered(subst, binder, bound);
    for (uint32_t i = 0; i < last; i++) {
        uint32_t variable = term_at(table, term_arg(table, binder, i))->payload;
        if (varset_has(varsets, subst->shadowed, variable) ||
            (entered && is_renamed(subst, variable)))
            bound = varset_union(varsets, bound, varset_single(variable));
        else
            bound = varset_without(varsets, bound, variable);
    }
    return bound_in(subst, term_arg(table, binder, last), bound);
}

static void push(struct term_subst *subst, term t, varset bound) {
    vec_push(&subst->stack, ((struct subst_step){t, bound, false}));
}

static void push_args(struct term_subst *subst, term t, varset bound) {
    const struct term_table *table = subst->table;
    uint32_t n = term_n_args(table, t);
    if (op_is_binder(term_op(table, t))) {
        push(subst, term_arg(table, t, n - 1), bound_in_body(subst, t, bound));
        return;
    }
    for (uint32_t i = n; i-- > 0;) /* so that the first is on top */
        push(subst, term_arg(table, t, i), bound_in(subst, term_arg(table, t, i), bound));
}

/*
 * Puts the images of a binder's arguments into subst->args. A variable that
 * could capture is renamed even if the body does not have it: what comes in may.
 */
static void map_binder(struct term_subst *subst, term binder, varset bound) {
    const struct term_table *table = subst->table;
    bool entered = is_entered(subst, binder, bound);
    varset inner = bound_in_body(subst, binder, bound);
    uint32_t last = term_n_args(table, binder) - 1;
    for (uint32_t i = 0; i < last; i++) {
        term v = term_arg(table, binder, i);
        uint32_t variable = term_at(table, v)->payload;
        bool fresh = is_renamed(subst, variable) &&
                     (entered || varset_has(&table->varsets, inner, variable));
        vec_push(&subst->args, fresh ? fresh_variable(subst, v) : v);
    }
    vec_push(&subst->args, find_image(subst, term_arg(table, binder, last), inner));
}

/* The image of a term whose arguments have theirs. */
static term rebuild(struct term_subst *subst, term t, varset bound) {
    struct term_table *table = subst->table;
    uint32_t n = term_n_args(table, t);
    vec_clear(&subst->args);
    if (op_is_binder(term_op(table, t)))
        map_binder(subst, t, bound);
    else
        for (uint32_t i = 0; i < n; i++) {
            term arg = term_arg(table, t, i);
            vec_push(&subst->args, find_image(subst, arg, bound_in(subst, arg, bound)));
        }
    if (memcmp(subst->args.at, term_args(table, t), n * sizeof(term)) == 0)
        return t;
    return term_with_args(table, t, subst->args.at, n);
}

term term_subst_apply(struct term_subst *subst, term root) {
    if (subst->has_terms)
        find_holders(subst, root);
    subst->is_applied = true;
    push(subst, root, 0);
    while (subst->stack.n > 0) {
        struct subst_step step = vec_top(&subst->stack);
        term image = find_image(subst, step.at, step.bound);
        if (image != 0) {
            (void)vec_pop(&subst->stack);
            continue;
        }
        if (step.expanded)
            image = rebuild(subst, step.at, step.bound);
        else
            image = direct_image(subst, step.at, step.bound);
        if (image != 0) {
            set_image(subst, step.at, step.bound, image);
            (void)vec_pop(&subst->stack);
        } else {
            vec_top(&subst->stack).expanded = true;
            push_args(subst, step.at, step.bound);
        }
    }
    return find_image(subst, root, 0);
}

void term_subst_release(struct term_subst *subst) {
    term_map_release(&subst->targets);
    term_map_release(&subst->images);
    vec_free(&subst->bound_images);
    index_free(&subst->bound_index);
    term_map_release(&subst->fresh);
    term_map_release(&subst->holds);
    term_walk_release(&subst->walk);
    vec_free(&subst->stack);
    vec_free(&subst->args);
    *subst = (struct term_subst){0};
}

term term_substitute(struct term_table *table, term root, const term *from, const term *to,
                     uint32_t n) {
    struct term_subst subst = {0};
    term_subst_begin(&subst, table);
    for (uint32_t i = 0; i < n; i++)
        term_subst_add(&subst, from[i], to[i]);
    term result = term_subst_apply(&subst, root);
    term_subst_release(&subst);
    return result;
}

term term_rename_bound(struct term_table *table, term root) {
    struct term_subst subst = {0};
    term_subst_begin(&subst, table);
    term_subst_freshen(&subst);
    term result = term_subst_apply(&subst, root);
    term_subst_release(&subst);
    return result;
}
