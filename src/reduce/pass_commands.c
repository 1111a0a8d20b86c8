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

enum { STRIP_ALL, STRIP_IDLE, STRIP_SPELLINGS };

void list_strip(struct steps *steps, step_vec *found) {
    (void)steps;
    vec_push(found, ((struct step){.kind = STRIP_ALL, .gain = 3}));
    vec_push(found, ((struct step){.kind = STRIP_IDLE, .gain = 2}));
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
    u32_vec unused = {0};
    size_t n = 0;
    if (step->kind == STRIP_ALL)
        draft_find_unused(&steps->draft, &unused);
    for (size_t i = 0; i < script->commands.n; i++) {
        struct command c = script->commands.at[i];
        bool goes = step->kind != STRIP_SPELLINGS && is_idle(&c);
        if (unused.n > 0 && vec_top(&unused) == i) {
            unused.n--;
            goes = true;
        }
        if (step->kind == STRIP_SPELLINGS)
            respell(&steps->draft, &c);
        if (!goes)
            script->commands.at[n++] = c;
    }
    script->commands.n = n;
    vec_free(&unused);
    return true;
}

/* ---- commands: by halves --------------------------------------------------- */

/*
 * What is dropped together: assertions; apart from them whatever else there is, as nothing is known
 * to be needed; declarations that nothing uses. Levels and checks have a pass of their own.
 */
enum { DROP_ASSERTIONS, DROP_OTHERS, DROP_UNUSED, DROP_KINDS };

static int drop_kind(struct draft *draft, const struct command *c) {
    switch ((enum command_kind)c->kind) {
    case COMMAND_ASSERT:
    case COMMAND_ASSERT_SOFT:
    case COMMAND_MAXIMIZE:
    case COMMAND_MINIMIZE:
    case COMMAND_RULE:
        return DROP_ASSERTIONS;
    case COMMAND_PUSH:
    case COMMAND_POP:
        return -1;
    default:
        return goal_is_check(c) || draft_declares(draft, c) ? -1 : DROP_OTHERS;
    }
}

/* The places of the commands of one kind, in order. */
static void find_kind(struct steps *steps, int kind, u32_vec *places) {
    const struct script *script = &steps->draft.script;
    if (kind == DROP_UNUSED) {
        draft_find_unused(&steps->draft, places);
        for (size_t i = 0; i < places->n / 2; i++) {
            uint32_t place = places->at[i];
            places->at[i] = places->at[places->n - 1 - i];
            places->at[places->n - 1 - i] = place;
        }
        return;
    }
    for (size_t i = 0; i < script->commands.n; i++)
        if (drop_kind(&steps->draft, &script->commands.at[i]) == kind)
            vec_push(places, (uint32_t)i);
}

static uint64_t hash_command(struct steps *steps, const struct command *c) {
    if (c->kind == COMMAND_ASSERT)
        return steps_hash(steps, c->body);
    strbuf_clear(&steps->text);
    printer_add_command(steps->draft.printer, c, &steps->text);
    return steps_hash_text(steps->text.at, steps->text.n);
}

static uint64_t size_of(const struct term_table *table, const struct command *c) {
    return c->body != 0 ? term_size(table, c->body) : 1;
}

static void list_chunks(struct steps *steps, int kind, const u32_vec *places, size_t chunk,
                        step_vec *found) {
    for (size_t first = 0; first < places->n; first += chunk) {
        size_t n = places->n - first < chunk ? places->n - first : chunk;
        struct step step = {
            .kind = (uint32_t)kind, .a = (uint32_t)first, .b = (uint32_t)n, .c = (uint32_t)chunk};
        uint64_t size = 0;
        for (size_t i = first; i < first + n; i++) {
            const struct command *c = &steps->draft.script.commands.at[places->at[i]];
            size += size_of(steps->draft.table, c);
            step.content = hash_mix(step.content, hash_command(steps, c));
        }
        step.gain = (uint64_t)(DROP_KINDS - kind) << 60 | (uint64_t)chunk << 24 |
                    (size < 0xffffff ? size : 0xffffff);
        vec_push(found, step);
    }
}

/* Chunks of one size come in turn, the largest first: the gain tells the size. */
void list_commands(struct steps *steps, step_vec *found) {
    u32_vec places = {0};
    for (int kind = 0; kind < DROP_KINDS; kind++) {
        size_t most = kind == DROP_ASSERTIONS ? steps->chunk : SIZE_MAX;
        vec_clear(&places);
        find_kind(steps, kind, &places);
        for (size_t chunk = places.n; chunk > 0; chunk /= 2)
            if (chunk <= most && (chunk < places.n || chunk == 1 || kind == DROP_UNUSED))
                list_chunks(steps, kind, &places, chunk, found);
    }
    vec_free(&places);
}

bool apply_commands(struct steps *steps, const struct step *step) {
    struct script *script = &steps->draft.revision;
    u32_vec places = {0};
    if (step->kind == DROP_ASSERTIONS)
        steps->chunk = step->c; /* in this sweep, smaller ones only from here on */
    find_kind(steps, (int)step->kind, &places);
    size_t n = 0, next = step->a;
    for (size_t i = 0; i < script->commands.n; i++)
        if (next < step->a + step->b && places.at[next] == i)
            next++;
        else
            script->commands.at[n++] = script->commands.at[i];
    script->commands.n = n;
    vec_free(&places);
    return true;
}

/* ---- bare: declarations alone ----------------------------------------------- */

/* What the last assertion uses may be all that matters, and would go with it otherwise. */
void list_bare(struct steps *steps, step_vec *found) {
    u32_vec places = {0};
    find_kind(steps, DROP_ASSERTIONS, &places);
    if (places.n == 1)
        vec_push(found, ((struct step){.kind = DROP_ASSERTIONS, .b = 1, .c = 1, .gain = 1}));
    vec_free(&places);
}

bool apply_bare(struct steps *steps, const struct step *step) {
    steps->draft.keeps_unused = true;
    return apply_commands(steps, step);
}
