/*
 * Passes over whole commands.
 */
#include "eval/goal.h"
#include "reduce/steps.h"

/* ---- strip: what cannot matter --------------------------------------------- */

/* Nothing of it can change an answer; and :status is no longer true of what it stands in. */
static bool is_idle(const struct command *c) {
    switch ((enum command_kind)c->kind) {
    case COMMAND_COMMENT:
    case COMMAND_SET_INFO:
    case COMMAND_ECHO:
    case COMMAND_EXIT:
    case COMMAND_GET_ASSERTIONS:
    case COMMAND_GET_ASSIGNMENT:
    case COMMAND_GET_INFO:
    case COMMAND_GET_MODEL:
    case COMMAND_GET_OPTION:
    case COMMAND_GET_PROOF:
    case COMMAND_GET_UNSAT_ASSUMPTIONS:
    case COMMAND_GET_UNSAT_CORE:
    case COMMAND_GET_VALUE:
        return true;
    default:
        return false;
    }
}

enum { STRIP_ALL, STRIP_SPELLINGS };

void list_strip(struct steps *steps, step_vec *found) {
    (void)steps;
    vec_push(found, ((struct step){.kind = STRIP_ALL, .gain = 2}));
    vec_push(found, ((struct step){.kind = STRIP_SPELLINGS, .gain = 1}));
}

/* (declare-const x S) for (declare-fun x () S), and the short form of one datatype. */
static void respell(struct draft *draft, struct command *c) {
    const struct term_table *table = draft->table;
    if (c->kind == COMMAND_DECLARE_FUN && fun_arity(table, c->fun) == 0 &&
        fun_at(table, c->fun)->n_params_sorts == 0)
        c->kind = COMMAND_DECLARE_CONST;
    if (c->kind == COMMAND_DECLARE_DATATYPES && list_length(&table->lists, c->items) == 1)
        c->kind = COMMAND_DECLARE_DATATYPE;
}

bool apply_strip(struct steps *steps, const struct step *step) {
    struct script *script = &steps->draft.revision;
    size_t n = 0;
    for (size_t i = 0; i < script->commands.n; i++) {
        struct command c = script->commands.at[i];
        if (step->kind == STRIP_SPELLINGS)
            respell(&steps->draft, &c);
        else if (is_idle(&c))
            continue;
        script->commands.at[n++] = c;
    }
    script->commands.n = n;
    return true;
}

/* ---- commands: by halves --------------------------------------------------- */

/* What is dropped together: assertions, and apart from them what sets the stage. */
enum { DROP_ASSERTIONS, DROP_OTHERS };

static int drop_kind(const struct command *c) {
    switch ((enum command_kind)c->kind) {
    case COMMAND_ASSERT:
    case COMMAND_ASSERT_SOFT:
    case COMMAND_MAXIMIZE:
    case COMMAND_MINIMIZE:
    case COMMAND_RULE:
        return DROP_ASSERTIONS;
    case COMMAND_SET_OPTION:
    case COMMAND_SET_LOGIC:
    case COMMAND_SIMPLIFY:
    case COMMAND_EVAL:
    case COMMAND_RESET:
    case COMMAND_RESET_ASSERTIONS:
    case COMMAND_DECLARE_HEAP:
    case COMMAND_BLOCK_MODEL:
    case COMMAND_BLOCK_MODEL_VALUES:
        return DROP_OTHERS;
    default:
        return -1;
    }
}

static uint64_t hash_command(struct steps *steps, const struct command *c) {
    if (c->kind == COMMAND_ASSERT)
        return steps_hash(steps, c->body);
    strbuf_clear(&steps->text);
    printer_add_command(steps->draft.printer, c, &steps->text);
    return steps_hash_text(steps->text.at, steps->text.n);
}

static uint64_t size_of(const struct term_table *table, const struct command *c) {
    return c->body != 0 ? term_at(table, c->body)->size : 1;
}

static void list_chunks(struct steps *steps, int kind, size_t chunk, step_vec *found) {
    const struct script *script = &steps->draft.script;
    size_t n = 0;
    struct step step = {.kind = (uint32_t)kind};
    for (size_t i = 0; i < script->commands.n; i++) {
        const struct command *c = &script->commands.at[i];
        if (drop_kind(c) != kind)
            continue;
        if (n % chunk == 0)
            step = (struct step){.kind = (uint32_t)kind, .a = (uint32_t)n};
        step.b++;
        step.gain += size_of(steps->draft.table, c);
        step.content = hash_mix(step.content, hash_command(steps, c));
        if (++n % chunk == 0)
            vec_push(found, step);
    }
    if (n % chunk != 0)
        vec_push(found, step);
}

static size_t count_kind(const struct script *script, int kind) {
    size_t n = 0;
    for (size_t i = 0; i < script->commands.n; i++)
        n += drop_kind(&script->commands.at[i]) == kind ? 1 : 0;
    return n;
}

/* Chunks of one size come in turn, the largest first: the gain tells the size. */
void list_commands(struct steps *steps, step_vec *found) {
    for (int kind = DROP_ASSERTIONS; kind <= DROP_OTHERS; kind++) {
        size_t n = count_kind(&steps->draft.script, kind);
        size_t most = kind == DROP_ASSERTIONS ? steps->chunk : SIZE_MAX;
        for (size_t chunk = n; chunk > 0; chunk /= 2) {
            size_t first = found->n;
            if (chunk > most || (chunk == n && n > 1))
                continue;
            list_chunks(steps, kind, chunk, found);
            for (size_t i = first; i < found->n; i++) {
                uint64_t size = found->at[i].gain < 0xffffff ? found->at[i].gain : 0xffffff;
                found->at[i].c = (uint32_t)chunk;
                found->at[i].gain = (uint64_t)(1 - kind) << 60 | (uint64_t)chunk << 24 | size;
            }
        }
    }
}

bool apply_commands(struct steps *steps, const struct step *step) {
    struct script *script = &steps->draft.revision;
    size_t n = 0, at = 0;
    if (step->kind == DROP_ASSERTIONS)
        steps->chunk = step->c; /* in this sweep, smaller ones only from here on */
    for (size_t i = 0; i < script->commands.n; i++) {
        struct command c = script->commands.at[i];
        bool is_one = drop_kind(&c) == (int)step->kind;
        if (is_one && at >= step->a && at < step->a + step->b) {
            at++;
            continue;
        }
        at += is_one ? 1 : 0;
        script->commands.at[n++] = c;
    }
    script->commands.n = n;
    return true;
}

/* ---- levels, checks, assumptions ------------------------------------------- */

enum { LEVEL_ALL, LEVEL_PAIR, LEVEL_CHECK, LEVEL_CHECKS_BUT_LAST, LEVEL_ASSUMING, LEVEL_TACTIC };

static bool is_level(const struct command *c) {
    return c->kind == COMMAND_PUSH || c->kind == COMMAND_POP;
}

/* The pop that ends the level of this push, or SIZE_MAX. */
static size_t find_pop(const struct script *script, size_t push) {
    uint32_t depth = 0;
    for (size_t i = push; i < script->commands.n; i++) {
        const struct command *c = &script->commands.at[i];
        if (c->kind == COMMAND_PUSH)
            depth += c->number;
        if (c->kind == COMMAND_POP && (depth -= c->number < depth ? c->number : depth) == 0)
            return i;
    }
    return SIZE_MAX;
}

void list_levels(struct steps *steps, step_vec *found) {
    const struct script *script = &steps->draft.script;
    size_t n_checks = 0, n_levels = 0;
    for (size_t i = 0; i < script->commands.n; i++) {
        n_checks += goal_is_check(&script->commands.at[i]);
        n_levels += is_level(&script->commands.at[i]);
    }
    if (n_levels > 0)
        vec_push(found, ((struct step){.kind = LEVEL_ALL, .gain = n_levels + n_checks + 1}));
    if (n_checks > 1)
        vec_push(found, ((struct step){.kind = LEVEL_CHECKS_BUT_LAST, .gain = n_checks}));
    for (size_t i = 0; i < script->commands.n; i++) {
        const struct command *c = &script->commands.at[i];
        if (c->kind == COMMAND_PUSH)
            vec_push(found, ((struct step){.kind = LEVEL_PAIR, .a = (uint32_t)i, .gain = 1}));
        if (goal_is_check(c) && n_checks > 1)
            vec_push(found, ((struct step){.kind = LEVEL_CHECK, .a = (uint32_t)i, .gain = 1}));
        if (c->kind == COMMAND_CHECK_SAT_ASSUMING)
            vec_push(found, ((struct step){.kind = LEVEL_ASSUMING, .a = (uint32_t)i, .gain = 1}));
        if (c->kind == COMMAND_CHECK_SAT_USING)
            vec_push(found, ((struct step){.kind = LEVEL_TACTIC, .a = (uint32_t)i, .gain = 1}));
    }
}

bool apply_levels(struct steps *steps, const struct step *step) {
    struct script *script = &steps->draft.revision;
    size_t pop = step->kind == LEVEL_PAIR ? find_pop(script, step->a) : SIZE_MAX;
    size_t n = 0, last = 0;
    for (size_t i = 0; i < script->commands.n; i++)
        last = goal_is_check(&script->commands.at[i]) ? i : last;
    for (size_t i = 0; i < script->commands.n; i++) {
        struct command c = script->commands.at[i];
        bool is_it = i == step->a;
        bool goes = false;
        switch (step->kind) {
        case LEVEL_ALL:
            goes = is_level(&c);
            break;
        case LEVEL_PAIR:
            goes = is_it || i == pop;
            break;
        case LEVEL_CHECK:
            goes = is_it;
            break;
        case LEVEL_CHECKS_BUT_LAST:
            goes = goal_is_check(&c) && i != last;
            break;
        default:
            if (is_it)
                c = (struct command){.kind = COMMAND_CHECK_SAT};
        }
        if (!goes)
            script->commands.at[n++] = c;
    }
    script->commands.n = n;
    return true;
}
