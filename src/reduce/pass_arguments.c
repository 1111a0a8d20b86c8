/*
 * Passes over what commands hold beside formulas: levels of push and pop, lists of
 * terms, strings and numbers.
 */
#include "eval/goal.h"
#include "reduce/steps.h"

/* ---- levels, checks, assumptions ------------------------------------------- */

enum {
    LEVEL_ALL,
    LEVEL_SOME, /* a: the push, b: how many of its levels go, c: 0 for the outermost, 1 for the innermost */
    LEVEL_EMPTY, /* (push 0), (pop 0) */
    LEVEL_ONE,   /* a: the command, here and below */
    LEVEL_CHECKS_BUT_LAST,
    LEVEL_ASSUMING,
    LEVEL_TACTIC,
};

static bool is_level(const struct command *c) {
    return c->kind == COMMAND_PUSH || c->kind == COMMAND_POP;
}

/* All levels that a push opens, all but one, half of them, one. */
static void list_push(uint32_t place, uint32_t n, step_vec *found) {
    uint32_t counts[] = {n, n - 1, n / 2, 1};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        for (uint32_t side = 0; side < (counts[i] < n ? 2 : 1); side++)
            if (counts[i] > 0 && (i == 0 || counts[i] < counts[i - 1]))
                vec_push(
                    found,
                    ((struct step){
                        .kind = LEVEL_SOME, .a = place, .b = counts[i], .c = side, .gain = 1}));
}

void list_levels(struct steps *steps, step_vec *found) {
    const struct script *script = &steps->draft.script;
    size_t n_checks = 0, n_levels = 0, n_empty = 0;
    for (size_t i = 0; i < script->commands.n; i++) {
        const struct command *c = &script->commands.at[i];
        n_checks += goal_is_check(c);
        n_levels += is_level(c);
        n_empty += is_level(c) && c->number == 0;
    }
    if (n_levels > 0)
        vec_push(found, ((struct step){.kind = LEVEL_ALL, .gain = n_levels + n_checks + 1}));
    if (n_empty > 0)
        vec_push(found, ((struct step){.kind = LEVEL_EMPTY, .gain = n_empty}));
    if (n_checks > 1)
        vec_push(found, ((struct step){.kind = LEVEL_CHECKS_BUT_LAST, .gain = n_checks}));
    for (size_t i = 0; i < script->commands.n; i++) {
        const struct command *c = &script->commands.at[i];
        if (c->kind == COMMAND_PUSH)
            list_push((uint32_t)i, c->number, found);
        if ((goal_is_check(c) && n_checks > 1) || c->kind == COMMAND_POP)
            vec_push(found, ((struct step){.kind = LEVEL_ONE, .a = (uint32_t)i, .gain = 1}));
        if (c->kind == COMMAND_CHECK_SAT_ASSUMING)
            vec_push(found, ((struct step){.kind = LEVEL_ASSUMING, .a = (uint32_t)i, .gain = 1}));
        if (c->kind == COMMAND_CHECK_SAT_USING)
            vec_push(found, ((struct step){.kind = LEVEL_TACTIC, .a = (uint32_t)i, .gain = 1}));
    }
}

/* Levels that are open, as runs of equal ones. */
struct run_of_levels {
    uint32_t n;
    bool goes;
};
typedef VEC(struct run_of_levels) level_vec;

/* How many of the innermost `n` levels go; they are closed. */
static uint32_t close_levels(level_vec *open, uint32_t n) {
    uint32_t n_gone = 0;
    while (n > 0 && open->n > 0) {
        struct run_of_levels *top = &vec_top(open);
        uint32_t some = top->n < n ? top->n : n;
        n_gone += top->goes ? some : 0;
        n -= some;
        if ((top->n -= some) == 0)
            open->n--;
    }
    return n_gone;
}

/* What is left of the command's levels, wherever those end that go. */
static uint32_t levels_left(level_vec *open, const struct command *c, size_t place,
                            const struct step *step) {
    if (c->kind == COMMAND_POP)
        return c->number - close_levels(open, c->number);
    uint32_t n_gone = place == step->a ? step->b : 0, n_left = c->number - n_gone;
    struct run_of_levels goes = {n_gone, true}, stays = {n_left, false};
    vec_push(open, step->c == 0 ? goes : stays);
    vec_push(open, step->c == 0 ? stays : goes);
    return n_left;
}

static bool ends_levels(const struct command *c) {
    return c->kind == COMMAND_RESET || c->kind == COMMAND_RESET_ASSERTIONS;
}

bool apply_levels(struct steps *steps, const struct step *step) {
    struct script *script = &steps->draft.revision;
    level_vec open = {0};
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
        case LEVEL_SOME:
            if (ends_levels(&c))
                vec_clear(&open);
            if (is_level(&c) && c.number > 0) {
                c.number = levels_left(&open, &c, i, step);
                goes = c.number == 0;
            }
            break;
        case LEVEL_EMPTY:
            goes = is_level(&c) && c.number == 0;
            break;
        case LEVEL_ONE:
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
    vec_free(&open);
    return true;
}

/* ---- arguments: lists, strings, numbers ------------------------------------- */

/* a: the command */
enum {
    ARGUMENT_ITEMS,  /* b, c: the first item that goes, and how many do */
    ARGUMENT_STRING, /* b, c: the first byte that stays, and how many do */
    ARGUMENT_NUMBER, /* b: it shrinks by itself, shifted to the right by so much */
};

enum { DIGITS_MOST = 18 };

/* The string or number of a command: where it is kept; NULL if it has none. */
static symbol *word_of(struct command *c) {
    switch (command_shape(c->kind)) {
    case SHAPE_STRING:
        return &c->name;
    case SHAPE_ATTRIBUTE:
        return c->text != 0 ? &c->text : NULL;
    default:
        return NULL;
    }
}

static void list_items_of(const struct command *c, const struct term_table *table, uint32_t place,
                          step_vec *found) {
    uint32_t n = list_length(&table->lists, c->items);
    for (uint32_t chunk = n / 2; chunk > 0; chunk /= 2)
        for (uint32_t first = 0; first < n; first += chunk)
            vec_push(found, ((struct step){.kind = ARGUMENT_ITEMS,
                                           .a = place,
                                           .b = first,
                                           .c = n - first < chunk ? n - first : chunk,
                                           .gain = n - first < chunk ? n - first : chunk}));
}

/* Nothing of it, a half, all but a letter at an end. */
static void list_string(uint32_t n, uint32_t place, step_vec *found) {
    uint32_t half = n / 2;
    uint32_t parts[][2] = {{0, 0}, {0, half}, {half, n - half}, {0, n - 1}, {1, n - 1}};
    for (size_t i = 0; n > 0 && i < sizeof parts / sizeof *parts; i++)
        vec_push(found, ((struct step){.kind = ARGUMENT_STRING,
                                       .a = place,
                                       .b = parts[i][0],
                                       .c = parts[i][1],
                                       .gain = n - parts[i][1]}));
}

static bool is_number(const struct symbol_entry *word) {
    size_t i = 0;
    while (i < word->n && word->at[i] >= '0' && word->at[i] <= '9')
        i++;
    return i > 0 && i == word->n && i <= DIGITS_MOST;
}

static uint64_t number_of(const struct symbol_entry *word) {
    uint64_t number = 0;
    for (size_t i = 0; i < word->n; i++)
        number = 10 * number + (uint64_t)(word->at[i] - '0');
    return number;
}

void list_arguments(struct steps *steps, step_vec *found) {
    const struct term_table *table = steps->draft.table;
    for (size_t i = 0; i < steps->draft.script.commands.n; i++) {
        struct command *c = &steps->draft.script.commands.at[i];
        enum command_shape shape = command_shape(c->kind);
        if (shape == SHAPE_TERMS || shape == SHAPE_LITERALS)
            list_items_of(c, table, (uint32_t)i, found);
        const symbol *at = word_of(c);
        if (at == NULL)
            continue;
        const struct symbol_entry *word = symbol_at(&table->symbols, *at);
        if (word->n >= 2 && word->at[0] == '"')
            list_string((uint32_t)word->n - 2, (uint32_t)i, found);
        /* to 0, by a half, a quarter, ... by 1 */
        for (uint32_t k = 0; is_number(word) && number_of(word) >> k > 0; k++)
            vec_push(found, ((struct step){.kind = ARGUMENT_NUMBER,
                                           .a = (uint32_t)i,
                                           .b = k,
                                           .gain = number_of(word) >> k}));
    }
}

static void drop_items(struct steps *steps, struct command *c, uint32_t first, uint32_t n) {
    struct list_table *lists = &steps->draft.table->lists;
    vec_clear(&steps->args);
    for (uint32_t i = 0; i < list_length(lists, c->items); i++)
        if (i < first || i >= first + n)
            vec_push(&steps->args, list_items(lists, c->items)[i]);
    c->items = list_intern(lists, steps->args.at, (uint32_t)steps->args.n);
}

bool apply_arguments(struct steps *steps, const struct step *step) {
    struct symbol_table *symbols = &steps->draft.table->symbols;
    struct command *c = &steps->draft.revision.commands.at[step->a];
    if (step->kind == ARGUMENT_ITEMS) {
        drop_items(steps, c, step->b, step->c);
        return true;
    }
    symbol *at = word_of(c);
    const struct symbol_entry *word = symbol_at(symbols, *at);
    strbuf_clear(&steps->text);
    if (step->kind == ARGUMENT_STRING) {
        strbuf_add_char(&steps->text, '"');
        strbuf_add(&steps->text, word->at + 1 + step->b, step->c);
        strbuf_add_char(&steps->text, '"');
    } else
        strbuf_printf(&steps->text, "%llu",
                      (unsigned long long)(number_of(word) - (number_of(word) >> step->b)));
    *at = symbol_intern(symbols, steps->text.at, steps->text.n);
    return true;
}
