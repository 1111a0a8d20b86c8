/*
 * The passes that simplify by rules that keep the meaning: everything at once; and later, since one
 * rule may lose what is wanted where the others do not, term by term. Then also terms without
 * constants of the script become what they are worth.
 */
#include "eval/eval.h"
#include "reduce/simplify.h"

enum { REWRITE_RULE, REWRITE_WORTH }; /* a: the term */
enum { PLACES_MAX = 16, WORTHS_MAX = 8 };

/* ---- rules ----------------------------------------------------------------- */

static void args_of(const struct term_table *table, term t, u32_vec *args) {
    vec_clear(args);
    for (uint32_t i = 0; i < term_n_args(table, t); i++)
        vec_push(args, term_arg(table, t, i));
    vec_reserve(args, 1);
}

struct simplifier {
    struct steps *steps;
    enum simplify_how how;
};

static term simplify_below(struct draft *draft, term root, void *context) {
    const struct simplifier *s = context;
    struct term_table *table = draft->table;
    u32_vec args = {0};
    term_walk_begin(&draft->walk, table);
    term_map_clear(&draft->images);
    term_walk_add(&draft->walk, root);
    for (term t; (t = term_walk_next(&draft->walk)) != 0;) {
        args_of(table, t, &args);
        for (size_t i = 0; i < args.n; i++) {
            term image = term_map_get(&draft->images, args.at[i]);
            args.at[i] = image != 0 ? image : args.at[i];
        }
        term image = simplify_over(s->steps, s->how, t, &args);
        if (image != t)
            term_map_set(&draft->images, t, image);
    }
    vec_free(&args);
    term image = term_map_get(&draft->images, root);
    return image != 0 ? image : root;
}

/* Terms that some rule changes, one step each; none if there are many. */
static void list_places(struct steps *steps, step_vec *found) {
    struct term_table *table = steps->draft.table;
    u32_vec args = {0};
    size_t first = found->n;
    struct term_mark mark = term_table_mark(table);
    term_walk_begin(&steps->walk, table);
    draft_walk(&steps->draft, &steps->walk);
    for (term t; (t = term_walk_next(&steps->walk)) != 0 && found->n <= first + PLACES_MAX;) {
        args_of(table, t, &args);
        if (simplify_over(steps, SIMPLIFY_ALL, t, &args) != t)
            vec_push(found,
                     ((struct step){.kind = REWRITE_RULE,
                                    .a = t,
                                    .gain = 2,
                                    .content = hash_mix(steps_hash(steps, t), REWRITE_RULE)}));
    }
    if (found->n > first + PLACES_MAX)
        found->n = first;
    term_table_rewind(table, mark);
    vec_free(&args);
}

static bool apply_place(struct steps *steps, term t) {
    u32_vec args = {0};
    args_of(steps->draft.table, t, &args);
    term to = simplify_over(steps, SIMPLIFY_ALL, t, &args);
    vec_free(&args);
    return to != t && revision_replace(&steps->draft, t, to);
}

/* What is true need not be said. */
static void drop_truths(struct steps *steps) {
    struct script *script = &steps->draft.revision;
    size_t n = 0;
    for (size_t i = 0; i < script->commands.n; i++)
        if (script->commands.at[i].kind != COMMAND_ASSERT ||
            term_op(steps->draft.table, script->commands.at[i].body) != OP_TRUE)
            script->commands.at[n++] = script->commands.at[i];
    script->commands.n = n;
}

/* ---- worth ----------------------------------------------------------------- */

/* Only values that are written as literals, or nearly so. */
static bool has_literals(const struct term_table *table, sort s) {
    switch (sort_kind(&table->sorts, s)) {
    case SORT_BOOL:
    case SORT_INT:
    case SORT_REAL:
    case SORT_STRING:
    case SORT_BITVEC:
    case SORT_FLOAT:
        return true;
    default:
        return false;
    }
}

/* Operators and literals, and nothing that the script declares, defines or binds. */
static bool is_ground(struct steps *steps, term t) {
    const struct term_table *table = steps->draft.table;
    enum op op = term_op(table, t);
    if (!op_is_literal(op) && op != OP_TRUE && op != OP_FALSE && op < OP_FIRST_THEORY)
        return false;
    for (uint32_t i = 0; i < term_n_args(table, t); i++)
        if (term_map_get(&steps->seen, term_arg(table, t, i)) == 0)
            return false;
    return true;
}

/* An assertion as a whole is not among them: it would say nothing any more. */
static void list_worths(struct steps *steps, step_vec *found) {
    const struct term_table *table = steps->draft.table;
    size_t first = found->n;
    term_map_clear(&steps->seen);
    term_walk_begin(&steps->walk, table);
    draft_walk(&steps->draft, &steps->walk);
    for (term t; (t = term_walk_next(&steps->walk)) != 0;) {
        if (!is_ground(steps, t))
            continue;
        term_map_set(&steps->seen, t, 1);
        if (term_n_args(table, t) > 0 && term_sort(table, t) != SORT_BOOL &&
            has_literals(table, term_sort(table, t)) && found->n < first + WORTHS_MAX)
            vec_push(found,
                     ((struct step){.kind = REWRITE_WORTH,
                                    .a = t,
                                    .gain = 1,
                                    .content = hash_mix(steps_hash(steps, t), REWRITE_WORTH)}));
    }
}

static bool apply_worth(struct steps *steps, term t) {
    static const struct eval_limits limits = {
        .steps = 100000, .words = 1 << 20, .instances = 1, .calls = 1};
    struct eval *eval = eval_new(steps->draft.table);
    eval_set_limits(eval, &limits);
    value v = eval_term(eval, t);
    term to = eval_result(eval, v) == EVAL_VALUE
                  ? eval_value_term(eval, v, term_sort(steps->draft.table, t))
                  : 0;
    eval_free(eval);
    return to != 0 && to != t && revision_replace(&steps->draft, t, to);
}

/* ---- the passes ------------------------------------------------------------ */

void list_simplify(struct steps *steps, step_vec *found) {
    (void)steps;
    for (uint32_t how = SIMPLIFY_ALL; how <= SIMPLIFY_FLAT; how++)
        vec_push(found, ((struct step){.kind = how, .gain = 3 - how}));
}

bool apply_simplify(struct steps *steps, const struct step *step) {
    struct simplifier s = {steps, step->kind};
    bool good = revision_map(&steps->draft, simplify_below, &s);
    if (good)
        drop_truths(steps);
    return good;
}

void list_rewrite(struct steps *steps, step_vec *found) {
    list_places(steps, found);
    list_worths(steps, found);
}

bool apply_rewrite(struct steps *steps, const struct step *step) {
    bool good =
        step->kind == REWRITE_RULE ? apply_place(steps, step->a) : apply_worth(steps, step->a);
    if (good)
        drop_truths(steps);
    return good;
}
