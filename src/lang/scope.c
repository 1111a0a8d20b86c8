#include "lang/parser_int.h"

/* What a name means: locals hide functions, functions hide operators. */

void scope_bind_local(struct parser *p, symbol name, term value) {
    struct symbol_entry *entry = symbol_at(&p->table->symbols, name);
    vec_push(&p->locals, ((struct local){name, value, entry->local}));
    entry->local = (uint32_t)p->locals.n; /* index + 1 */
    symbol_set_meaning(&p->table->symbols, name, entry->needs_bars ? 0 : value);
}

void scope_leave(struct parser *p, uint32_t n) {
    while (p->locals.n > n) {
        struct local local = vec_pop(&p->locals);
        symbol_at(&p->table->symbols, local.name)->local = local.hidden;
        symbol_forget_meaning(&p->table->symbols, local.name);
    }
}

void scope_bind_fresh(struct parser *p, symbol name, fun f) {
    vec_push(&p->trail, ((struct trail_entry){.name = name}));
    symbol_at(&p->table->symbols, name)->fun = f;
}

bool scope_bind_fun(struct parser *p, fun f, uint32_t offset) {
    struct fun *info = &p->table->funs.at[f];
    struct symbol_entry *entry = symbol_at(&p->table->symbols, info->name);
    if (overload_clashes(p, f, entry->fun))
        return parse_fail(p, offset, "'%.200s' is already declared", entry->at);
    if (entry->fun != 0)
        parse_note(p, NOTE_OVERLOAD, offset);
    if (entry->op != 0 && op_info(p->table, entry->op)->origin == ORIGIN_STD) {
        if (op_info(p->table, entry->op)->theory == THEORY_CORE)
            return parse_fail(p, offset, "'%.200s' is an operator of the Core theory", entry->at);
        if (p->any_logic)
            parse_note(p, NOTE_SHADOWS, offset);
    }
    info->shadowed = entry->fun;
    if (entry->fun != 0)
        overload_add(p, f, entry->fun);
    vec_push(&p->trail, ((struct trail_entry){info->name, false, entry->fun}));
    entry->fun = f;
    symbol_forget_meaning(&p->table->symbols, info->name);
    return true;
}

/* ---- names of sorts ---- */

/* Is it what a name stands for that takes neither arguments nor indices? No sort is made for that. */
static bool is_named(const struct parser *p, sort s, const struct sort_name *name) {
    const struct sort_node *node = sort_at(&p->table->sorts, s);
    return name->n_args == 0 && node->kind == name->kind && node->args == 0 &&
           (node->kind != SORT_FLOAT ||
            (node->indices[0] == name->indices[0] && node->indices[1] == name->indices[1]));
}

/* Does the declaration say what its name means anyway? (define-sort Float32 () (_ FloatingPoint 8 24)) */
static bool means_the_same(const struct parser *p, uint32_t decl, const struct sort_name *known) {
    const struct sort_decl *own = &p->table->sorts.decls.at[decl];
    return own->arity == 0 && own->body != 0 && is_named(p, own->body, known);
}

/*
 * Is the sort printed by this name, or a part of it? It was written by `known`, which stands for a
 * set or bag of tuples if it wraps one.
 */
static bool is_printed_as(const struct parser *p, sort s, const struct sort_name *known,
                          const struct sort_name *name) {
    if (name->n_indices > 0 || name->wrapped != 0 ||
        (name->kind != known->kind && name->kind != known->wrapped))
        return false;
    if (name->kind == SORT_FLOAT)
        return is_named(p, s, name);
    return name->kind != SORT_TUPLE || (name->n_args == 0) == (known->n_args == 0);
}

bool scope_use_sort(struct parser *p, const struct sort_name *known, sort s, uint32_t offset) {
    for (const struct sort_name *name = sort_names; name->name != NULL; name++) {
        if (!is_printed_as(p, s, known, name))
            continue;
        p->used_sorts |= UINT32_C(1) << (name - sort_names);
        symbol own =
            name == known ? 0 : symbol_find(&p->table->symbols, name->name, strlen(name->name));
        uint32_t decl = own == 0 ? 0 : symbol_at(&p->table->symbols, own)->sort;
        if (decl != 0 && !means_the_same(p, decl, name))
            return parse_fail(p, offset, "'%s' is a '%s', which is declared as another sort",
                              known->name, name->name);
    }
    return true;
}

bool scope_bind_sort(struct parser *p, symbol name, uint32_t decl, uint32_t offset) {
    struct symbol_entry *entry = symbol_at(&p->table->symbols, name);
    if (entry->sort != 0)
        return parse_fail(p, offset, "sort '%.200s' is already declared", entry->at);
    const struct sort_name *known = sort_name_find(entry->at, entry->n);
    if (known != NULL && known->kind <= SORT_REAL)
        return parse_fail(p, offset, "'%.200s' is a sort of a theory", entry->at);
    if (known != NULL && (p->used_sorts >> (known - sort_names) & 1) != 0 &&
        !means_the_same(p, decl, known))
        return parse_fail(p, offset, "'%.200s' is a sort of a theory, which was used before",
                          entry->at);
    vec_push(&p->trail, ((struct trail_entry){name, true, entry->sort}));
    entry->sort = decl;
    parse_forget_sorts(p);
    return true;
}

bool scope_push(struct parser *p, uint32_t levels, uint32_t offset) {
    enum { LEVELS_MAX = 1000000 };
    if (levels > LEVELS_MAX - p->levels.n)
        return parse_fail(p, offset, "more than %d levels are open", LEVELS_MAX);
    for (uint32_t i = 0; i < levels; i++)
        vec_push(&p->levels, (uint32_t)p->trail.n);
    return true;
}

void scope_undo(struct parser *p, size_t n) {
    while (p->trail.n > n) {
        struct trail_entry entry = vec_pop(&p->trail);
        struct symbol_entry *named = symbol_at(&p->table->symbols, entry.name);
        if (entry.is_sort) {
            named->sort = entry.hidden;
            parse_forget_sorts(p);
        } else {
            if (entry.hidden != 0)
                overload_remove(p, named->fun, entry.hidden);
            named->fun = entry.hidden;
            symbol_forget_meaning(&p->table->symbols, entry.name);
        }
    }
}

bool scope_pop(struct parser *p, uint32_t levels, uint32_t offset) {
    if (levels > p->levels.n)
        return parse_fail(p, offset, "pop of %u level%s, but %zu %s open", levels, plural_s(levels),
                          p->levels.n, p->levels.n == 1 ? "is" : "are");
    for (uint32_t i = 0; i < levels; i++) {
        uint32_t mark = vec_pop(&p->levels);
        if (!p->global_declarations)
            scope_undo(p, mark);
    }
    return true;
}

void scope_reset(struct parser *p) {
    scope_undo(p, 0);
    parse_forget_sorts(p);
    p->used_sorts = 0;
    vec_clear(&p->levels);
}
