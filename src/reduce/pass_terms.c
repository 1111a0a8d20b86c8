/*
 * Passes that put something smaller in the place of a term, wherever it stands.
 */
#include "reduce/steps.h"
#include "term/occur.h"

enum {
    TERM_VALUE,    /* a: the term, b: which value */
    TERM_PART,     /* b: a term inside it */
    TERM_CONSTANT, /* b: a constant of the script */
    TERM_FRESH,    /* a new constant */
    TERM_ARGS,     /* b, c: first argument and number of those that go */
    TERM_LITERAL,  /* b: which smaller literal */
};

enum { KIND_BITS = 8 }; /* above them, in `deep`: which occurrence, from 1; 0: all */

enum { PARTS_MAX = 6, DEEP_PARTS_MAX = 24, CONSTANTS_MAX = 2, OCCURRENCES_TRIED = 8 };

static uint64_t content_of(const struct steps *steps, uint32_t kind, term t, uint64_t what) {
    return hash_mix(hash_mix(steps_hash(steps, t), kind), what);
}

static uint64_t size_of(const struct steps *steps, term t) {
    return term_size(steps->draft.table, t);
}

/* ---- parts ----------------------------------------------------------------- */

/*
 * Terms of the same sort inside, those further out first: `levels` below it, or
 * behind a term of another sort. Steps are listed for the first `most`.
 */
static void list_parts(struct steps *steps, term whole, uint32_t levels, size_t most,
                       uint64_t bonus, step_vec *found) {
    const struct term_table *table = steps->draft.table;
    sort wanted = term_sort(table, whole);
    u32_vec queue = {0}, depths = {0};
    size_t n = 0;
    term_map_clear(&steps->seen);
    vec_push(&queue, whole);
    vec_push(&depths, 0);
    for (size_t i = 0; i < queue.n && n < most && queue.n < 4096; i++) {
        term t = queue.at[i];
        uint32_t depth = depths.at[i];
        if (i > 0 && term_sort(table, t) == wanted && steps_may_stand_for(steps, t, whole)) {
            vec_push(found,
                     ((struct step){
                         .kind = TERM_PART,
                         .a = whole,
                         .b = t,
                         .gain = size_of(steps, whole) - size_of(steps, t) + bonus,
                         .content = content_of(steps, TERM_PART, whole, steps_hash(steps, t)),
                     }));
            n++;
        }
        if (depth == levels)
            continue;
        for (uint32_t k = 0; k < term_n_args(table, t); k++) {
            term arg = term_arg(table, t, k);
            if (term_map_get(&steps->seen, arg) != 0)
                continue;
            term_map_set(&steps->seen, arg, 1);
            vec_push(&queue, arg);
            vec_push(&depths, depth + 1);
        }
    }
    vec_free(&queue);
    vec_free(&depths);
}

void list_hoist(struct steps *steps, step_vec *found) {
    const struct term_table *table = steps->draft.table;
    term_walk_begin(&steps->walk, table);
    draft_walk(&steps->draft, &steps->walk);
    for (term t; (t = term_walk_next(&steps->walk)) != 0;)
        if (term_sort(table, t) == SORT_BOOL && steps_is_replaceable(steps, t))
            list_parts(steps, t, 2, PARTS_MAX, 0, found);
}

bool apply_hoist(struct steps *steps, const struct step *step) {
    return revision_replace(&steps->draft, step->a, step->b);
}

/* ---- arguments ------------------------------------------------------------- */

static bool takes_fewer(const struct steps *steps, term t) {
    const struct term_node *node = term_at(steps->draft.table, t);
    return node->op >= OP_FIRST_THEORY && node->n_args > 1 &&
           op_info(steps->draft.table, node->op)->assoc != ASSOC_NONE;
}

/* Halves, quarters, ... single ones. Two stay where the operator wants two. */
static void list_args(struct steps *steps, term t, step_vec *found) {
    const struct term_table *table = steps->draft.table;
    uint32_t n = term_n_args(table, t);
    if (!takes_fewer(steps, t) || n < 3)
        return;
    for (uint32_t chunk = n / 2; chunk > 0; chunk /= 2)
        for (uint32_t first = 0; first < n; first += chunk) {
            uint32_t count = first + chunk > n ? n - first : chunk;
            uint64_t gain = 0, content = 0;
            for (uint32_t i = first; i < first + count; i++) {
                gain += size_of(steps, term_arg(table, t, i));
                content = hash_mix(content, steps_hash(steps, term_arg(table, t, i)));
            }
            vec_push(found, ((struct step){
                                .kind = TERM_ARGS,
                                .a = t,
                                .b = first,
                                .c = count,
                                .gain = gain,
                                .content = content_of(steps, TERM_ARGS, t, content + first),
                            }));
        }
}

/* ---- values and constants -------------------------------------------------- */

static bool is_value(const struct steps *steps, term t) {
    enum op op = term_op(steps->draft.table, t);
    return op_is_literal(op) || op == OP_TRUE || op == OP_FALSE;
}

static void list_values(struct steps *steps, term t, bool is_root, step_vec *found) {
    const struct term_table *table = steps->draft.table;
    uint32_t n = steps_n_values(steps, term_sort(table, t));
    for (uint32_t k = is_root ? 1 : 0; k < n; k++)
        vec_push(found, ((struct step){
                            .kind = TERM_VALUE,
                            .a = t,
                            .b = k,
                            .gain = size_of(steps, t) - 1,
                            .content = content_of(steps, TERM_VALUE, t, k),
                        }));
}

/* Constants of the same sort that are declared before all else; so they can stand anywhere. */
static void list_constants(struct steps *steps, term t, step_vec *found) {
    const struct script *script = &steps->draft.script;
    const struct term_table *table = steps->draft.table;
    uint32_t n = 0;
    for (size_t i = 0; i < script->commands.n && n < CONSTANTS_MAX; i++) {
        const struct command *c = &script->commands.at[i];
        if (c->kind == COMMAND_PUSH)
            break;
        if ((c->kind != COMMAND_DECLARE_CONST && c->kind != COMMAND_DECLARE_FUN) ||
            fun_arity(table, c->fun) > 0 || fun_at(table, c->fun)->result != term_sort(table, t))
            continue;
        n++;
        vec_push(found,
                 ((struct step){
                     .kind = TERM_CONSTANT,
                     .a = t,
                     .b = c->fun,
                     .gain = size_of(steps, t) - 1,
                     .content = content_of(steps, TERM_CONSTANT, t, steps_hash_fun(steps, c->fun)),
                 }));
    }
}

/* Assertions: true in their place is what dropping them is. */
static void find_roots(struct steps *steps, u32_vec *roots) {
    for (size_t i = 0; i < steps->draft.script.commands.n; i++)
        if (steps->draft.script.commands.at[i].kind == COMMAND_ASSERT)
            vec_push(roots, steps->draft.script.commands.at[i].body);
}

static bool is_in(const u32_vec *roots, term t) {
    for (size_t i = 0; i < roots->n; i++)
        if (roots->at[i] == t)
            return true;
    return false;
}

void list_terms(struct steps *steps, step_vec *found) {
    const struct term_table *table = steps->draft.table;
    u32_vec roots = {0};
    find_roots(steps, &roots);
    term_walk_begin(&steps->walk, table);
    draft_walk(&steps->draft, &steps->walk);
    for (term t; (t = term_walk_next(&steps->walk)) != 0;) {
        if (!steps_is_replaceable(steps, t) || is_value(steps, t))
            continue;
        uint64_t size = size_of(steps, t);
        if (size > 1 || term_op(table, t) == OP_APPLY)
            list_values(steps, t, roots.n < 64 && is_in(&roots, t), found);
        if (size > 1 && term_sort(table, t) != SORT_BOOL)
            list_parts(steps, t, 2, PARTS_MAX, 0, found);
        list_args(steps, t, found);
        if (size > 1 && term_at(table, t)->free == 0) {
            list_constants(steps, t, found);
            if (size > 2)
                vec_push(found, ((struct step){
                                    .kind = TERM_FRESH,
                                    .a = t,
                                    .gain = size - 2,
                                    .content = content_of(steps, TERM_FRESH, t, 0),
                                }));
        }
    }
    vec_free(&roots);
}

/* ---- a new constant -------------------------------------------------------- */

/* A name that nothing in the script has. */
static symbol fresh_name(struct steps *steps) {
    struct symbol_table *symbols = &steps->draft.table->symbols;
    for (unsigned i = 0;; i++) {
        strbuf_clear(&steps->text);
        strbuf_printf(&steps->text, "%c", 'a' + i % 26);
        if (i >= 26)
            strbuf_printf(&steps->text, "%u", i / 26);
        if (symbol_find(symbols, steps->text.at, steps->text.n) == 0)
            return symbol_intern(symbols, steps->text.at, steps->text.n);
    }
}

/* Declared before the first command that asserts, defines or pushes something. */
static term fresh_constant(struct steps *steps, sort s) {
    struct term_table *table = steps->draft.table;
    struct script *script = &steps->draft.revision;
    fun f = fun_declare(table, FUN_DECLARED, fresh_name(steps), NULL, 0, s);
    struct command declaration = {.kind = COMMAND_DECLARE_CONST, .fun = f};
    size_t at = 0;
    while (at < script->commands.n && script->commands.at[at].kind != COMMAND_ASSERT &&
           script->commands.at[at].kind != COMMAND_PUSH &&
           script->commands.at[at].kind != COMMAND_CHECK_SAT &&
           script->commands.at[at].kind != COMMAND_DEFINE_FUN)
        at++;
    vec_push(&script->commands, declaration);
    memmove(script->commands.at + at + 1, script->commands.at + at,
            (script->commands.n - 1 - at) * sizeof declaration);
    script->commands.at[at] = declaration;
    return term_constant(table, f);
}

bool apply_terms(struct steps *steps, const struct step *step) {
    struct term_table *table = steps->draft.table;
    term to = 0;
    switch (step->kind) {
    case TERM_VALUE:
        to = steps_value(steps, term_sort(table, step->a), step->b);
        break;
    case TERM_PART:
        to = step->b;
        break;
    case TERM_CONSTANT:
        to = term_constant(table, step->b);
        break;
    case TERM_FRESH:
        to = fresh_constant(steps, term_sort(table, step->a));
        break;
    case TERM_ARGS:
        to = steps_without_args(steps, step->a, step->b, step->c);
        break;
    default:
        break;
    }
    return to != 0 && to != step->a && revision_replace(&steps->draft, step->a, to);
}

/* ---- deep: further down, and one occurrence of many ------------------------ */

static bool is_same(const struct term_table *table, term t, void *context) {
    (void)table;
    return t == *(term *)context;
}

/* The assertion and the number in it of the k-th occurrence of the term in the script. */
static bool find_occurrence(struct steps *steps, term t, uint32_t k, size_t *command,
                            struct occurrence *out) {
    struct occurrence_counts counts = {0};
    bool found = false;
    occurrence_counts_begin(&counts, steps->draft.table, is_same, &t);
    for (size_t i = 0; i < steps->draft.script.commands.n && !found; i++) {
        const struct command *c = &steps->draft.script.commands.at[i];
        if (c->kind != COMMAND_ASSERT)
            continue;
        uint64_t n = occurrence_counts_add(&counts, c->body);
        found = k < n;
        if (found) {
            occurrence_counts_find(&counts, c->body, k, out);
            *command = i;
        } else
            k -= (uint32_t)n;
    }
    occurrence_counts_release(&counts);
    return found;
}

static uint64_t count_occurrences(struct steps *steps, term t) {
    struct occurrence_counts counts = {0};
    uint64_t n = 0;
    occurrence_counts_begin(&counts, steps->draft.table, is_same, &t);
    for (size_t i = 0; i < steps->draft.script.commands.n && n <= OCCURRENCES_TRIED; i++)
        if (steps->draft.script.commands.at[i].kind == COMMAND_ASSERT)
            n += occurrence_counts_add(&counts, steps->draft.script.commands.at[i].body);
    occurrence_counts_release(&counts);
    return n;
}

static void list_literals_for(struct steps *steps, term t, step_vec *found) {
    for (uint32_t k = 0; k < SIMPLER_LITERALS; k++)
        vec_push(found, ((struct step){.kind = TERM_LITERAL,
                                       .a = t,
                                       .b = k,
                                       .content = content_of(steps, TERM_LITERAL, t, k)}));
}

/* All that could stand for the term, in one of its places. */
static void list_single(struct steps *steps, term t, step_vec *found) {
    step_vec all = {0};
    uint64_t n = count_occurrences(steps, t);
    if (n < 2 || n > OCCURRENCES_TRIED)
        return;
    if (op_is_literal(term_op(steps->draft.table, t)))
        list_literals_for(steps, t, &all);
    else
        list_values(steps, t, false, &all);
    if (size_of(steps, t) > 1) {
        list_parts(steps, t, 1, PARTS_MAX, 0, &all);
        list_constants(steps, t, &all);
    }
    for (uint32_t k = 0; k < n; k++)
        for (size_t i = 0; i < all.n; i++) {
            struct step step = all.at[i];
            step.kind |= (k + 1) << KIND_BITS;
            step.content = hash_mix(step.content, k + 1);
            vec_push(found, step);
        }
    vec_free(&all);
}

void list_deep(struct steps *steps, step_vec *found) {
    const struct term_table *table = steps->draft.table;
    u32_vec terms = {0};
    term_walk_begin(&steps->walk, table);
    draft_walk(&steps->draft, &steps->walk);
    for (term t; (t = term_walk_next(&steps->walk)) != 0;)
        if (steps_is_replaceable(steps, t) && term_op(table, t) != OP_TRUE &&
            term_op(table, t) != OP_FALSE)
            vec_push(&terms, t);
    for (size_t i = 0; i < terms.n; i++) {
        if (!op_is_literal(term_op(table, terms.at[i])))
            list_parts(steps, terms.at[i], 64, DEEP_PARTS_MAX, 0, found);
        list_single(steps, terms.at[i], found);
    }
    vec_free(&terms);
}

bool apply_deep(struct steps *steps, const struct step *step) {
    struct term_table *table = steps->draft.table;
    uint32_t k = step->kind >> KIND_BITS;
    struct occurrence place = {0};
    size_t command;
    if (k == 0)
        return apply_terms(steps, step);
    term to = 0;
    switch (step->kind & ((1 << KIND_BITS) - 1)) {
    case TERM_VALUE:
        to = steps_value(steps, term_sort(table, step->a), step->b);
        break;
    case TERM_PART:
        to = step->b;
        break;
    case TERM_LITERAL:
        to = steps_simpler_literal(steps, step->a, step->b);
        break;
    default:
        to = term_constant(table, step->b);
    }
    bool good =
        to != 0 && to != step->a && find_occurrence(steps, step->a, k - 1, &command, &place);
    if (good)
        steps->draft.revision.commands.at[command].body = occurrence_replace(table, &place, to);
    occurrence_release(&place);
    return good;
}
