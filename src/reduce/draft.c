#include "reduce/draft.h"

#include <xxhash.h>

#include "base/die.h"

/* ---- reading --------------------------------------------------------------- */

void draft_init(struct draft *draft) {
    *draft = (struct draft){.table = term_table_new()};
    draft->empty = term_table_mark(draft->table);
    draft->printer = printer_new(draft->table);
    printer_set_width(draft->printer, UINT32_MAX);
}

void draft_release(struct draft *draft) {
    script_release(&draft->script);
    script_release(&draft->revision);
    if (draft->parser != NULL)
        parser_free(draft->parser);
    printer_free(draft->printer);
    term_table_free(draft->table);
    strbuf_free(&draft->text);
    vec_free(&draft->bodies);
    vec_free(&draft->fun_names);
    vec_free(&draft->decl_names);
    vec_free(&draft->variables);
    term_walk_release(&draft->walk);
    term_map_release(&draft->images);
    term_map_release(&draft->used_terms);
    vec_free(&draft->args);
    vec_free(&draft->used_funs);
    vec_free(&draft->used_decls);
    vec_free(&draft->all_funs);
    id_set_free(&draft->kept);
}

bool draft_read(struct draft *draft, const char *text, size_t n, struct parse_error *error) {
    if (draft->parser != NULL)
        parser_free(draft->parser);
    term_table_rewind(draft->table, draft->empty);
    script_release(&draft->script);
    draft->parser = parser_new(draft->table);
    if (!parser_read_script(draft->parser, text, n, &draft->script, error))
        return false;
    draft->read_ = term_table_mark(draft->table);
    strbuf_clear(&draft->text);
    printer_add_script(draft->printer, &draft->script, &draft->text);
    term_table_rewind(draft->table, draft->read_);
    strbuf_text(&draft->text);
    return true;
}

/* ---- what a command holds -------------------------------------------------- */

static bool is_definition(const struct command *c) {
    return c->kind == COMMAND_DEFINE_FUN || c->kind == COMMAND_DEFINE_FUN_REC ||
           c->kind == COMMAND_DEFINE_CONST;
}

static bool holds_terms(const struct command *c) {
    enum command_shape shape = command_shape(c->kind);
    return shape == SHAPE_TERMS || shape == SHAPE_LITERALS;
}

static void walk_command(struct draft *draft, const struct command *c, struct term_walk *walk) {
    const struct term_table *table = draft->table;
    const uint32_t *items = list_items(&table->lists, c->items);
    if (is_definition(c))
        term_walk_add(walk, fun_at(table, c->fun)->body);
    else if (c->kind == COMMAND_DEFINE_FUNS_REC)
        for (uint32_t i = 0; i < list_length(&table->lists, c->items); i++)
            term_walk_add(walk, fun_at(table, items[i])->body);
    else if (holds_terms(c))
        for (uint32_t i = 0; i < list_length(&table->lists, c->items); i++)
            term_walk_add(walk, items[i]);
    else if (c->body != 0)
        term_walk_add(walk, c->body);
}

void draft_walk(struct draft *draft, struct term_walk *walk) {
    for (size_t i = 0; i < draft->script.commands.n; i++)
        walk_command(draft, &draft->script.commands.at[i], walk);
}

static void add_datatype(const struct term_table *table, uint32_t decl, u32_vec *funs) {
    list constructors = table->sorts.decls.at[decl].constructors;
    for (uint32_t i = 0; i < list_length(&table->lists, constructors); i++) {
        fun constructor = list_items(&table->lists, constructors)[i];
        list selectors = fun_at(table, constructor)->selectors;
        vec_push(funs, constructor);
        for (uint32_t k = 0; k < list_length(&table->lists, selectors); k++)
            vec_push(funs, list_items(&table->lists, selectors)[k]);
    }
}

static bool is_datatype(const struct command *c) {
    return c->kind == COMMAND_DECLARE_DATATYPE || c->kind == COMMAND_DECLARE_DATATYPES ||
           c->kind == COMMAND_DECLARE_CODATATYPE || c->kind == COMMAND_DECLARE_CODATATYPES;
}

void draft_funs_of(const struct draft *draft, const struct command *c, u32_vec *funs) {
    const struct term_table *table = draft->table;
    if (c->fun != 0)
        vec_push(funs, c->fun);
    else if (c->kind == COMMAND_DEFINE_FUNS_REC || is_datatype(c))
        for (uint32_t i = 0; i < list_length(&table->lists, c->items); i++) {
            uint32_t item = list_items(&table->lists, c->items)[i];
            if (is_datatype(c))
                add_datatype(table, item, funs);
            else
                vec_push(funs, item);
        }
}

/* ---- revisions ------------------------------------------------------------- */

static void put_back(struct draft *draft) {
    while (draft->bodies.n > 0) {
        struct draft_body old = vec_pop(&draft->bodies);
        struct fun *f = &draft->table->funs.at[old.f];
        f->body = old.body;
        f->vars = old.vars;
        f->params = old.params;
        f->result = old.result;
        f->name = old.name;
    }
    while (draft->variables.n > 0) {
        struct draft_name old = vec_pop(&draft->variables);
        draft->table->variables.at[old.variable].name = old.name;
    }
}

void revision_begin(struct draft *draft) {
    REQUIRE(draft->bodies.n == 0);
    draft->keeps_unused = false;
    vec_clear(&draft->revision.commands);
    vec_clear(&draft->fun_names);
    vec_clear(&draft->decl_names);
    for (size_t i = 0; i < draft->script.commands.n; i++)
        vec_push(&draft->revision.commands, draft->script.commands.at[i]);
}

void revision_abandon(struct draft *draft) {
    put_back(draft);
    term_table_rewind(draft->table, draft->read_);
}

struct fun *revision_fun(struct draft *draft, fun f) {
    struct fun *at = &draft->table->funs.at[f];
    struct draft_body old = {f, at->params, at->vars, at->result, at->body, at->name};
    vec_push(&draft->bodies, old);
    return at;
}

void revision_rename_variable(struct draft *draft, uint32_t variable, symbol name) {
    struct variable *at = &draft->table->variables.at[variable];
    vec_push(&draft->variables, ((struct draft_name){variable, at->name}));
    at->name = name;
}

static bool map_items(struct draft *draft, struct command *c, revision_fn *map, void *context) {
    u32_vec items = {0};
    bool good = true;
    for (uint32_t i = 0; good && i < list_length(&draft->table->lists, c->items); i++) {
        term to = map(draft, list_items(&draft->table->lists, c->items)[i], context);
        good = to != 0;
        vec_push(&items, to);
    }
    if (good)
        c->items = list_intern(&draft->table->lists, items.at, (uint32_t)items.n);
    vec_free(&items);
    return good;
}

static bool map_body(struct draft *draft, fun f, revision_fn *map, void *context) {
    term body = fun_at(draft->table, f)->body;
    term to = map(draft, body, context);
    if (to != 0 && to != body)
        revision_fun(draft, f)->body = to;
    return to != 0;
}

bool revision_map(struct draft *draft, revision_fn *map, void *context) {
    for (size_t i = 0; i < draft->revision.commands.n; i++) {
        struct command *c = &draft->revision.commands.at[i];
        bool good = true;
        if (is_definition(c))
            good = map_body(draft, c->fun, map, context);
        else if (c->kind == COMMAND_DEFINE_FUNS_REC)
            for (uint32_t k = 0; good && k < list_length(&draft->table->lists, c->items); k++)
                good = map_body(draft, list_items(&draft->table->lists, c->items)[k], map, context);
        else if (holds_terms(c))
            good = map_items(draft, c, map, context);
        else if (c->body != 0) {
            c->body = map(draft, c->body, context);
            good = c->body != 0;
        }
        if (!good)
            return false;
    }
    return true;
}

/* ---- replacing ------------------------------------------------------------- */

struct replacement {
    term from, to;
};

/* The images of earlier roots are good for this one. */
static term rebuild(struct draft *draft, term root, struct replacement *r) {
    struct term_table *table = draft->table;
    term_walk_add(&draft->walk, root);
    for (term t; (t = term_walk_next(&draft->walk)) != 0;) {
        if (t == r->from) {
            term_map_set(&draft->images, t, r->to);
            continue;
        }
        uint32_t n = term_n_args(table, t);
        bool differs = false;
        vec_clear(&draft->args);
        for (uint32_t i = 0; i < n; i++) {
            term arg = term_arg(table, t, i), image = term_map_get(&draft->images, arg);
            vec_push(&draft->args, image != 0 ? image : arg);
            differs = differs || (image != 0 && image != arg);
        }
        if (differs)
            term_map_set(&draft->images, t, term_with_args(table, t, draft->args.at, n));
    }
    term image = term_map_get(&draft->images, root);
    return image != 0 ? image : root;
}

static term replace_below(struct draft *draft, term root, void *context) {
    return rebuild(draft, root, context);
}

bool revision_replace(struct draft *draft, term from, term to) {
    struct replacement r = {from, to};
    term_walk_begin(&draft->walk, draft->table);
    term_map_clear(&draft->images);
    return revision_map(draft, replace_below, &r);
}

term draft_rebuild(struct draft *draft, term root, term from, term to) {
    struct replacement r = {from, to};
    term_walk_begin(&draft->walk, draft->table);
    term_map_clear(&draft->images);
    return rebuild(draft, root, &r);
}

/* ---- what is used ---------------------------------------------------------- */

static void set_flag(u32_vec *flags, uint32_t at) {
    while (flags->n <= at)
        vec_push(flags, 0);
    flags->at[at] = 1;
}

static bool has_flag(const u32_vec *flags, uint32_t at) {
    return at < flags->n && flags->at[at] != 0;
}

/* Sorts are bounded: recursion is, too. */
static void use_sort(struct draft *draft, sort s) {
    const struct sort_table *sorts = &draft->table->sorts;
    if (sort_kind(sorts, s) == SORT_DECLARED)
        set_flag(&draft->used_decls, sort_at(sorts, s)->indices[0]);
    for (uint32_t i = 0; i < sort_n_args(sorts, s); i++)
        use_sort(draft, sort_arg(sorts, s, i));
}

static void use_rank(struct draft *draft, fun f) {
    const struct term_table *table = draft->table;
    const struct fun *at = fun_at(table, f);
    for (uint32_t i = 0; i < list_length(&table->lists, at->params); i++)
        use_sort(draft, list_items(&table->lists, at->params)[i]);
    use_sort(draft, at->result);
}

static void use_head(struct draft *draft, term t) {
    const struct term_node *node = term_at(draft->table, t);
    if (node->sort > SORT_ROUNDING_MODE)
        use_sort(draft, node->sort);
    switch (node->op) {
    case OP_APPLY:
    case OP_FUN_REF:
    case OP_IS:
    case OP_UPDATE:
    case OP_AS_ARRAY:
    case OP_CASE:
        if (node->payload != 0)
            set_flag(&draft->used_funs, node->payload);
        break;
    case OP_MAP_ARRAY: {
        const uint32_t *items = list_items(&draft->table->lists, node->payload);
        if (items[MAP_IS_FUN] != 0)
            set_flag(&draft->used_funs, items[MAP_WHICH]);
        break;
    }
    default:
        break;
    }
}

static void use_command(struct draft *draft, const struct command *c) {
    walk_command(draft, c, &draft->walk);
    for (term t; (t = term_walk_next(&draft->walk)) != 0;)
        use_head(draft, t);
    enum command_shape shape = command_shape(c->kind);
    if (shape == SHAPE_SORT || shape == SHAPE_SORT_PAIR)
        for (uint32_t i = 0; i < list_length(&draft->table->lists, c->items); i++)
            use_sort(draft, list_items(&draft->table->lists, c->items)[i]);
    vec_clear(&draft->all_funs);
    draft_funs_of(draft, c, &draft->all_funs);
    for (size_t i = 0; i < draft->all_funs.n; i++)
        use_rank(draft, draft->all_funs.at[i]);
}

static bool is_sort_name(const struct command *c) {
    return c->kind == COMMAND_DECLARE_SORT || c->kind == COMMAND_DEFINE_SORT;
}

bool draft_declares(struct draft *draft, const struct command *c) {
    if (is_sort_name(c) || is_datatype(c))
        return true;
    vec_clear(&draft->all_funs);
    draft_funs_of(draft, c, &draft->all_funs);
    return draft->all_funs.n > 0;
}

/* Does the command declare something, and nothing of it is used further down? */
static bool is_unused(struct draft *draft, const struct command *c) {
    const struct term_table *table = draft->table;
    if (is_sort_name(c))
        return !has_flag(&draft->used_decls, c->decl);
    if (!draft_declares(draft, c))
        return false;
    for (size_t i = 0; i < draft->all_funs.n; i++)
        if (has_flag(&draft->used_funs, draft->all_funs.at[i]))
            return false;
    for (uint32_t i = 0; is_datatype(c) && i < list_length(&table->lists, c->items); i++)
        if (has_flag(&draft->used_decls, list_items(&table->lists, c->items)[i]))
            return false;
    return true;
}

/* Tells declarations apart by name, in whatever table; never 0. */
static uint32_t hash_name(struct draft *draft, const struct command *c) {
    const struct term_table *table = draft->table;
    symbol name;
    if (is_sort_name(c) || is_datatype(c))
        name = table->sorts.decls
                   .at[is_sort_name(c) ? c->decl : list_items(&table->lists, c->items)[0]]
                   .name;
    else
        name = fun_at(table, c->fun != 0 ? c->fun : list_items(&table->lists, c->items)[0])->name;
    const struct symbol_entry *entry = symbol_at(&table->symbols, name);
    return (uint32_t)XXH3_64bits(entry->at, entry->n) | 1;
}

/* Declarations stand before their uses: one pass, from the end. What is in `kept` counts as used. */
static void find_unused(struct draft *draft, const struct script *script, const struct id_set *kept,
                        u32_vec *places) {
    vec_clear(&draft->used_funs);
    vec_clear(&draft->used_decls);
    term_walk_begin(&draft->walk, draft->table);
    for (size_t i = script->commands.n; i-- > 0;) {
        const struct command *c = &script->commands.at[i];
        if (is_unused(draft, c) && (kept == NULL || !id_set_has(kept, hash_name(draft, c))))
            vec_push(places, (uint32_t)i);
        else
            use_command(draft, c);
    }
}

void draft_find_unused(struct draft *draft, u32_vec *places) {
    find_unused(draft, &draft->script, NULL, places);
}

void draft_keep_unused(struct draft *draft, struct draft *like) {
    u32_vec places = {0};
    struct id_set kept = {0};
    draft_find_unused(like, &places);
    for (size_t i = 0; i < places.n; i++)
        id_set_add(&kept, hash_name(like, &like->script.commands.at[places.at[i]]));
    id_set_free(&draft->kept);
    draft->kept = kept;
    vec_free(&places);
}

static void drop_unused(struct draft *draft) {
    struct script *script = &draft->revision;
    u32_vec places = {0};
    size_t n = 0;
    find_unused(draft, script, &draft->kept, &places);
    for (size_t i = 0; i < script->commands.n; i++)
        if (places.n > 0 && vec_top(&places) == i)
            places.n--;
        else
            script->commands.at[n++] = script->commands.at[i];
    script->commands.n = n;
    vec_free(&places);
}

static void cover(u32_vec *names, size_t n) {
    while (names->n > 0 && names->n < n)
        vec_push(names, 0);
}

void revision_finish(struct draft *draft, struct strbuf *out) {
    if (!draft->keeps_unused)
        drop_unused(draft);
    cover(&draft->fun_names, draft->table->funs.n);
    cover(&draft->decl_names, draft->table->sorts.decls.n);
    printer_set_names(draft->printer, draft->fun_names.n > 0 ? draft->fun_names.at : NULL,
                      draft->decl_names.n > 0 ? draft->decl_names.at : NULL);
    strbuf_clear(out);
    for (size_t i = 0; i < draft->revision.commands.n; i++)
        draft->revision.commands.at[i].blank_before = false;
    printer_add_script(draft->printer, &draft->revision, out);
    printer_set_names(draft->printer, NULL, NULL);
    strbuf_text(out);
    revision_abandon(draft);
}
