/*
 * Passes over what a script declares and binds: equations that say what a constant
 * is, definitions, constants, bound variables.
 */
#include "reduce/steps.h"
#include "term/subst.h"

enum { PARTNERS_MAX = 2 };

static bool is_constant(const struct term_table *table, term t) {
    return term_op(table, t) == OP_APPLY && term_n_args(table, t) == 0 &&
           fun_at(table, term_at(table, t)->payload)->kind == FUN_DECLARED;
}

static bool contains(struct steps *steps, term whole, term part) {
    bool found = false;
    term_walk_begin(&steps->walk, steps->draft.table);
    term_walk_add(&steps->walk, whole);
    for (term t; !found && (t = term_walk_next(&steps->walk)) != 0;)
        found = t == part;
    return found;
}

/* ---- solve ----------------------------------------------------------------- */

/* In how many terms the constant stands. */
static uint64_t count_uses(struct steps *steps, term x) {
    const struct term_table *table = steps->draft.table;
    uint64_t n = 0;
    term_walk_begin(&steps->walk, table);
    draft_walk(&steps->draft, &steps->walk);
    for (term t; (t = term_walk_next(&steps->walk)) != 0;)
        for (uint32_t i = 0; i < term_n_args(table, t); i++)
            n += term_arg(table, t, i) == x ? 1 : 0;
    return n;
}

/*
 * a: the assertion, b: the constant, c: what it is; kind: of a conjunction, which of its parts says
 * so, from 1. Where an equation can be read in two ways, or there are several, the one that writes
 * out least comes first.
 */
static void list_equation(struct steps *steps, const struct step *where, term x, term t,
                          step_vec *found) {
    const struct term_table *table = steps->draft.table;
    if (!is_constant(table, x) || contains(steps, t, x) || term_at(table, t)->free != 0)
        return;
    struct step step = *where;
    step.b = x;
    step.c = t;
    step.gain = UINT64_MAX - count_uses(steps, x) * term_size(table, t);
    step.content = hash_mix(steps_hash(steps, x), steps_hash(steps, t));
    vec_push(found, step);
}

/* The two sides of what says that they are equal, also as a word and the only one of a language. */
static bool sides_of(const struct term_table *table, term t, term *left, term *right) {
    enum op op = term_op(table, t);
    if ((op != OP_EQ && op != OP_STR_IN_RE) || term_n_args(table, t) != 2)
        return false;
    *left = term_arg(table, t, 0);
    *right = term_arg(table, t, 1);
    if (op == OP_EQ)
        return true;
    bool is_word = term_op(table, *right) == OP_STR_TO_RE;
    *right = is_word ? term_arg(table, *right, 0) : *right;
    return is_word;
}

static void list_said(struct steps *steps, const struct step *where, term t, step_vec *found) {
    term left, right;
    if (!sides_of(steps->draft.table, t, &left, &right))
        return;
    list_equation(steps, where, left, right, found);
    list_equation(steps, where, right, left, found);
}

void list_solve(struct steps *steps, step_vec *found) {
    const struct term_table *table = steps->draft.table;
    const struct script *script = &steps->draft.script;
    for (size_t i = 0; i < script->commands.n; i++) {
        const struct command *c = &script->commands.at[i];
        if (c->kind != COMMAND_ASSERT)
            continue;
        struct step where = {.a = (uint32_t)i};
        list_said(steps, &where, c->body, found);
        for (uint32_t k = 0; term_op(table, c->body) == OP_AND && k < term_n_args(table, c->body);
             k++) {
            where.kind = k + 1;
            list_said(steps, &where, term_arg(table, c->body, k), found);
        }
    }
}

bool apply_solve(struct steps *steps, const struct step *step) {
    struct term_table *table = steps->draft.table;
    struct script *script = &steps->draft.revision;
    struct command *c = &script->commands.at[step->a];
    if (step->kind > 0) {
        term body = c->body;
        c->body = term_n_args(table, body) > 2 ? steps_without_args(steps, body, step->kind - 1, 1)
                                               : term_arg(table, body, 2 - step->kind);
    } else {
        memmove(c, c + 1, (script->commands.n - step->a - 1) * sizeof *c);
        script->commands.n--;
    }
    return revision_replace(&steps->draft, step->b, step->c);
}

/* ---- definitions ----------------------------------------------------------- */

enum { DEFINITION_INLINE, DEFINITION_FORGET }; /* a: the command */

static bool is_definition(const struct command *c) {
    return c->kind == COMMAND_DEFINE_FUN || c->kind == COMMAND_DEFINE_CONST ||
           c->kind == COMMAND_DEFINE_FUN_REC;
}

void list_definitions(struct steps *steps, step_vec *found) {
    const struct term_table *table = steps->draft.table;
    const struct script *script = &steps->draft.script;
    for (size_t i = 0; i < script->commands.n; i++) {
        const struct command *c = &script->commands.at[i];
        if (!is_definition(c))
            continue;
        uint64_t size = term_size(table, fun_at(table, c->fun)->body);
        struct step step = {
            .kind = DEFINITION_FORGET,
            .a = (uint32_t)i,
            .gain = size,
            .content = hash_mix(steps_hash_fun(steps, c->fun),
                                steps_hash(steps, fun_at(table, c->fun)->body)),
        };
        if (fun_at(table, c->fun)->n_params_sorts == 0)
            vec_push(found, step);
        step.kind = DEFINITION_INLINE;
        step.content++;
        if (c->kind != COMMAND_DEFINE_FUN_REC)
            vec_push(found, step);
    }
}

struct inlining {
    fun f;
};

static term expand(struct draft *draft, term t, term *args, uint32_t n) {
    struct term_table *table = draft->table;
    const struct fun f = *fun_at(table, term_at(table, t)->payload);
    u32_vec vars = {0};
    for (uint32_t i = 0; i < n; i++)
        vec_push(&vars, list_items(&table->lists, f.vars)[i]);
    vec_reserve(&vars, 1);
    term result = n == 0 ? f.body : term_substitute(table, f.body, vars.at, args, n);
    vec_free(&vars);
    return result;
}

/* Arguments come before the terms that they stand in: one pass. */
static term inline_below(struct draft *draft, term root, void *context) {
    const struct inlining *inlining = context;
    struct term_table *table = draft->table;
    term_walk_begin(&draft->walk, table);
    term_map_clear(&draft->images);
    term_walk_add(&draft->walk, root);
    for (term t; (t = term_walk_next(&draft->walk)) != 0;) {
        struct term_node node = *term_at(table, t);
        u32_vec args = {0};
        bool differs = false;
        for (uint32_t i = 0; i < node.n_args; i++) {
            term arg = term_arg(table, t, i), image = term_map_get(&draft->images, arg);
            vec_push(&args, image != 0 ? image : arg);
            differs = differs || image != 0;
        }
        vec_reserve(&args, 1);
        if (node.op == OP_APPLY && node.payload == inlining->f)
            term_map_set(&draft->images, t, expand(draft, t, args.at, node.n_args));
        else if (differs)
            term_map_set(&draft->images, t, term_with_args(table, t, args.at, node.n_args));
        vec_free(&args);
    }
    term image = term_map_get(&draft->images, root);
    return image != 0 ? image : root;
}

bool apply_definitions(struct steps *steps, const struct step *step) {
    struct command *c = &steps->draft.revision.commands.at[step->a];
    struct inlining inlining = {c->fun};
    if (step->kind == DEFINITION_INLINE)
        return revision_map(&steps->draft, inline_below, &inlining);
    c->kind = COMMAND_DECLARE_FUN;
    return true;
}

/* ---- merge ----------------------------------------------------------------- */

/* a, b: functions; b stays */
void list_merge(struct steps *steps, step_vec *found) {
    const struct term_table *table = steps->draft.table;
    const struct script *script = &steps->draft.script;
    u32_vec funs = {0};
    for (size_t i = 0; i < script->commands.n; i++) {
        const struct command *c = &script->commands.at[i];
        if ((c->kind != COMMAND_DECLARE_CONST && c->kind != COMMAND_DECLARE_FUN) ||
            fun_arity(table, c->fun) > 0)
            continue;
        uint32_t n = 0;
        for (size_t k = 0; k < funs.n && n < PARTNERS_MAX; k++) {
            fun other = funs.at[k];
            if (fun_at(table, other)->result != fun_at(table, c->fun)->result)
                continue;
            n++;
            vec_push(found, ((struct step){
                                .a = c->fun,
                                .b = other,
                                .gain = 1,
                                .content = hash_mix(steps_hash_fun(steps, c->fun),
                                                    steps_hash_fun(steps, other)),
                            }));
        }
        vec_push(&funs, c->fun);
    }
    vec_free(&funs);
}

bool apply_merge(struct steps *steps, const struct step *step) {
    struct term_table *table = steps->draft.table;
    return revision_replace(&steps->draft, term_constant(table, step->a),
                            term_constant(table, step->b));
}

/* ---- binders --------------------------------------------------------------- */

enum { BINDER_VALUE, BINDER_CONSTANT, BINDER_UNUSED }; /* a: the binder, b: the variable's place */

static bool is_quantifier(const struct term_table *table, term t) {
    return term_op(table, t) == OP_FORALL || term_op(table, t) == OP_EXISTS;
}

static bool is_free(const struct term_table *table, term body, term variable) {
    return varset_has(&table->varsets, term_at(table, body)->free,
                      term_at(table, variable)->payload);
}

static void list_variable(struct steps *steps, term t, uint32_t i, step_vec *found) {
    const struct term_table *table = steps->draft.table;
    term variable = term_arg(table, t, i), body = term_arg(table, t, term_n_args(table, t) - 1);
    sort s = term_sort(table, variable);
    struct step step = {.a = t, .b = i, .gain = term_size(table, t)};
    uint64_t content = hash_mix(steps_hash(steps, t), i);
    if (!is_free(table, body, variable)) {
        step.kind = BINDER_UNUSED;
        step.content = content;
        vec_push(found, step);
        return;
    }
    for (uint32_t k = 0; k < steps_n_values(steps, s); k++) {
        step.kind = BINDER_VALUE;
        step.c = k;
        step.content = hash_mix(content, k + 1);
        vec_push(found, step);
    }
    for (size_t k = 0; k < steps->draft.script.commands.n; k++) {
        const struct command *c = &steps->draft.script.commands.at[k];
        if ((c->kind != COMMAND_DECLARE_CONST && c->kind != COMMAND_DECLARE_FUN) ||
            fun_arity(table, c->fun) > 0 || fun_at(table, c->fun)->result != s)
            continue;
        step.kind = BINDER_CONSTANT;
        step.c = c->fun;
        step.content = hash_mix(content, steps_hash_fun(steps, c->fun));
        vec_push(found, step);
        break;
    }
}

void list_binders(struct steps *steps, step_vec *found) {
    const struct term_table *table = steps->draft.table;
    term_walk_begin(&steps->walk, table);
    draft_walk(&steps->draft, &steps->walk);
    for (term t; (t = term_walk_next(&steps->walk)) != 0;)
        for (uint32_t i = 0; is_quantifier(table, t) && i + 1 < term_n_args(table, t); i++)
            list_variable(steps, t, i, found);
}

/* The quantifier without this variable, for which something else stands in the body. */
static term without_variable(struct steps *steps, term t, uint32_t place, term value) {
    struct term_table *table = steps->draft.table;
    uint32_t n = term_n_args(table, t);
    term variable = term_arg(table, t, place), body = term_arg(table, t, n - 1);
    if (value != 0)
        body = term_substitute(table, body, &variable, &value, 1);
    if (n == 2)
        return body;
    u32_vec args = {0};
    for (uint32_t i = 0; i + 1 < n; i++)
        if (i != place)
            vec_push(&args, term_arg(table, t, i));
    vec_push(&args, body);
    term result = term_make(table, term_op(table, t), term_at(table, t)->payload,
                            term_sort(table, t), args.at, (uint32_t)args.n);
    vec_free(&args);
    return result;
}

bool apply_binders(struct steps *steps, const struct step *step) {
    struct term_table *table = steps->draft.table;
    sort s = term_sort(table, term_arg(table, step->a, step->b));
    term value = step->kind == BINDER_VALUE      ? steps_value(steps, s, step->c)
                 : step->kind == BINDER_CONSTANT ? term_constant(table, step->c)
                                                 : 0;
    if (value == 0 && step->kind != BINDER_UNUSED)
        return false;
    return revision_replace(&steps->draft, step->a,
                            without_variable(steps, step->a, step->b, value));
}
