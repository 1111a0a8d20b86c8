#include "gen/span.h"

/* ---- handles and their spans ----------------------------------------------- */

static struct span get(const struct span *at, size_t n, uint32_t first, uint32_t handle) {
    return handle >= first && handle - first < n ? at[handle - first] : SPAN_ALWAYS;
}

struct span span_of_fun(const struct spans *spans, fun f) {
    return get(spans->funs.at, spans->funs.n, spans->first_fun, f);
}

/* Sorts are bounded in size: recursion is, too. */
struct span span_of_sort(const struct spans *spans, sort s) {
    const struct sort_table *sorts = &spans->table->sorts;
    const struct sort_node *node = sort_at(sorts, s);
    struct span span = SPAN_ALWAYS;
    if (node->kind == SORT_DECLARED)
        span = get(spans->decls.at, spans->decls.n, spans->first_decl, node->indices[0]);
    for (uint32_t i = 0; i < sort_n_args(sorts, s); i++)
        span = span_both(span, span_of_sort(spans, sort_arg(sorts, s, i)));
    return span;
}

struct span span_of_head(const struct spans *spans, term t) {
    const struct term_node *node = term_at(spans->table, t);
    struct span span = SPAN_ALWAYS;
    if (node->sort > SORT_ROUNDING_MODE)
        span = span_of_sort(spans, node->sort);
    switch (node->op) {
    case OP_APPLY:
    case OP_FUN_REF:
    case OP_IS:
    case OP_UPDATE:
    case OP_AS_ARRAY:
    case OP_CASE:
        return node->payload == 0 ? span : span_both(span, span_of_fun(spans, node->payload));
    case OP_MAP_ARRAY: {
        const uint32_t *items = list_items(&spans->table->lists, node->payload);
        return items[MAP_IS_FUN] == 0 ? span : span_both(span, span_of_fun(spans, items[MAP_WHICH]));
    }
    default:
        return span;
    }
}

/* ---- reading a script ------------------------------------------------------ */

typedef void visit_fn(struct spans *spans, uint32_t handle, uint32_t command);

static void visit_constructor(struct spans *spans, fun constructor, uint32_t command,
                              visit_fn *visit) {
    const struct term_table *table = spans->table;
    list selectors = fun_at(table, constructor)->selectors;
    visit(spans, constructor, command);
    for (uint32_t i = 0; i < list_length(&table->lists, selectors); i++)
        visit(spans, list_items(&table->lists, selectors)[i], command);
}

/* Every function and sort declaration that a command introduces. */
static void visit_command(struct spans *spans, const struct command *c, uint32_t number,
                          visit_fn *visit_fun, visit_fn *visit_decl) {
    const struct term_table *table = spans->table;
    const uint32_t *items = list_items(&table->lists, c->items);
    uint32_t n_items = list_length(&table->lists, c->items);
    switch ((enum command_kind)c->kind) {
    case COMMAND_DECLARE_CONST:
    case COMMAND_DECLARE_FUN:
    case COMMAND_DEFINE_CONST:
    case COMMAND_DEFINE_FUN:
    case COMMAND_DEFINE_FUN_REC:
        visit_fun(spans, c->fun, number);
        break;
    case COMMAND_DEFINE_FUNS_REC:
        for (uint32_t i = 0; i < n_items; i++)
            visit_fun(spans, items[i], number);
        break;
    case COMMAND_DECLARE_SORT:
        visit_decl(spans, c->decl, number);
        break;
    case COMMAND_DECLARE_DATATYPE:
    case COMMAND_DECLARE_DATATYPES:
    case COMMAND_DECLARE_CODATATYPE:
    case COMMAND_DECLARE_CODATATYPES:
        for (uint32_t i = 0; i < n_items; i++) {
            list constructors = table->sorts.decls.at[items[i]].constructors;
            visit_decl(spans, items[i], number);
            for (uint32_t k = 0; k < list_length(&table->lists, constructors); k++)
                visit_constructor(spans, list_items(&table->lists, constructors)[k], number,
                                  visit_fun);
        }
        break;
    default:
        break;
    }
}

static void find_first_fun(struct spans *spans, uint32_t f, uint32_t command) {
    (void)command;
    if (f < spans->first_fun)
        spans->first_fun = f;
}

static void find_first_decl(struct spans *spans, uint32_t decl, uint32_t command) {
    (void)command;
    if (decl < spans->first_decl)
        spans->first_decl = decl;
}

static void add_fun(struct spans *spans, uint32_t f, uint32_t command) {
    while (spans->funs.n <= f - spans->first_fun)
        vec_push(&spans->funs, SPAN_ALWAYS);
    spans->funs.at[f - spans->first_fun].from = command;
    vec_push(&spans->open_funs, f);
    vec_push(&spans->ordered_funs, f);
}

static void add_decl(struct spans *spans, uint32_t decl, uint32_t command) {
    while (spans->decls.n <= decl - spans->first_decl)
        vec_push(&spans->decls, SPAN_ALWAYS);
    spans->decls.at[decl - spans->first_decl].from = command;
    vec_push(&spans->open_decls, decl);
}

/* All that was declared since there were so many functions and sorts ends here. */
static void close_down_to(struct spans *spans, size_t n_funs, size_t n_decls, uint32_t command) {
    while (spans->open_funs.n > n_funs)
        spans->funs.at[vec_pop(&spans->open_funs) - spans->first_fun].to = command;
    while (spans->open_decls.n > n_decls)
        spans->decls.at[vec_pop(&spans->open_decls) - spans->first_decl].to = command;
}

static void pop(struct spans *spans, uint32_t levels, uint32_t command) {
    for (; levels > 0 && spans->marks.n >= 2; levels--) {
        uint32_t n_decls = vec_pop(&spans->marks);
        uint32_t n_funs = vec_pop(&spans->marks);
        close_down_to(spans, n_funs, n_decls, command);
    }
}

static bool is_true(const struct term_table *table, symbol text) {
    return text != 0 && strcmp(symbol_at(&table->symbols, text)->at, "true") == 0;
}

static void read_command(struct spans *spans, const struct command *c, uint32_t number,
                         bool *is_global) {
    switch ((enum command_kind)c->kind) {
    case COMMAND_PUSH:
        for (uint32_t i = 0; i < c->number; i++) {
            vec_push(&spans->marks, (uint32_t)spans->open_funs.n);
            vec_push(&spans->marks, (uint32_t)spans->open_decls.n);
        }
        break;
    case COMMAND_POP:
        if (!*is_global)
            pop(spans, c->number, number);
        break;
    case COMMAND_RESET:
        *is_global = false;
        close_down_to(spans, 0, 0, number);
        vec_clear(&spans->marks);
        break;
    case COMMAND_RESET_ASSERTIONS:
        if (!*is_global)
            close_down_to(spans, 0, 0, number);
        vec_clear(&spans->marks);
        break;
    case COMMAND_SET_OPTION: /* of options, a seed keeps only :global-declarations */
        *is_global = is_true(spans->table, c->text);
        break;
    default:
        visit_command(spans, c, number, add_fun, add_decl);
    }
}

void spans_begin(struct spans *spans, const struct term_table *table, const struct script *script) {
    bool is_global = false;
    spans->table = table;
    spans->first_fun = spans->first_decl = UINT32_MAX;
    vec_clear(&spans->funs);
    vec_clear(&spans->decls);
    vec_clear(&spans->ordered_funs);
    vec_clear(&spans->open_funs);
    vec_clear(&spans->open_decls);
    vec_clear(&spans->marks);
    for (size_t i = 0; i < script->commands.n; i++)
        visit_command(spans, &script->commands.at[i], 0, find_first_fun, find_first_decl);
    for (size_t i = 0; i < script->commands.n; i++)
        read_command(spans, &script->commands.at[i], (uint32_t)i + 1, &is_global);
}

void spans_release(struct spans *spans) {
    vec_free(&spans->funs);
    vec_free(&spans->decls);
    vec_free(&spans->ordered_funs);
    vec_free(&spans->open_funs);
    vec_free(&spans->open_decls);
    vec_free(&spans->marks);
}
