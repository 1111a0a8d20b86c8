/*
 * The pass that gives short names, all at once.
 */
#include "base/id_set.h"
#include "lang/attribute.h"
#include "reduce/steps.h"

void list_names(struct steps *steps, step_vec *found) {
    (void)steps;
    vec_push(found, ((struct step){.gain = 1}));
}

enum name_kind {
    NAME_CONSTANT,
    NAME_FUNCTION,
    NAME_CONSTRUCTOR,
    NAME_SELECTOR,
    NAME_SORT,
    NAME_KINDS
};

struct names {
    struct steps *steps;
    struct id_set taken;     /* symbols */
    uint32_t at[NAME_KINDS]; /* which name is next; those before it are not free */
    struct term_map named;   /* by symbol that :named gives: the new one */
    bool has_named;
};

/* Is it free: no operator, no word of the language, not given before? */
static bool take_name(struct names *names, const char *text, size_t n, symbol *name) {
    struct symbol_table *symbols = &names->steps->draft.table->symbols;
    *name = symbol_intern(symbols, text, n);
    const struct symbol_entry *entry = symbol_at(symbols, *name);
    return entry->op == 0 && !entry->needs_bars && id_set_add(&names->taken, *name);
}

/* Letters, then letters with a number. */
static symbol next_name(struct names *names, enum name_kind kind) {
    static const char letters[][27] = {
        [NAME_CONSTANT] = "xyzuvwabcdefghijklmnopqrst",
        [NAME_FUNCTION] = "fghpqrabcdeijklmnostuvwxyz",
        [NAME_CONSTRUCTOR] = "cdeabfghijklmnopqrstuvwxyz",
        [NAME_SELECTOR] = "stuhabcdefgijklmnopqrvwxyz",
        [NAME_SORT] = "STUVWABCDEFGHIJKLMNOPQRXYZ",
    };
    for (;;) {
        uint32_t i = names->at[kind]++;
        char text[16] = {letters[kind][i % 26]};
        size_t n = 1;
        symbol name;
        for (uint32_t k = i / 26; k > 0; k /= 10)
            text[n++] = (char)('0' + k % 10);
        if (take_name(names, text, n, &name))
            return name;
    }
}

static enum name_kind kind_of(const struct term_table *table, fun f) {
    switch (fun_at(table, f)->kind) {
    case FUN_CONSTRUCTOR:
        return NAME_CONSTRUCTOR;
    case FUN_SELECTOR:
        return NAME_SELECTOR;
    default:
        return fun_arity(table, f) > 0 ? NAME_FUNCTION : NAME_CONSTANT;
    }
}

static bool declares_sorts(const struct command *c) {
    return c->kind == COMMAND_DECLARE_DATATYPE || c->kind == COMMAND_DECLARE_DATATYPES ||
           c->kind == COMMAND_DECLARE_CODATATYPE || c->kind == COMMAND_DECLARE_CODATATYPES;
}

static void name_sorts(struct names *names, const struct command *c, u32_vec *decl_names) {
    const struct term_table *table = names->steps->draft.table;
    if (c->kind == COMMAND_DECLARE_SORT || c->kind == COMMAND_DEFINE_SORT)
        decl_names->at[c->decl] = next_name(names, NAME_SORT);
    for (uint32_t i = 0; declares_sorts(c) && i < list_length(&table->lists, c->items); i++)
        decl_names->at[list_items(&table->lists, c->items)[i]] = next_name(names, NAME_SORT);
}

static void cover(u32_vec *names, size_t n) {
    vec_clear(names);
    vec_extend(names, n);
    memset(names->at, 0, n * sizeof *names->at);
}

/* Bound variables, in the order in which a walk finds their binders. */
static void name_variables(struct names *names) {
    struct steps *steps = names->steps;
    struct term_table *table = steps->draft.table;
    term_walk_begin(&steps->walk, table);
    draft_walk(&steps->draft, &steps->walk);
    for (term t; (t = term_walk_next(&steps->walk)) != 0;)
        if (term_op(table, t) == OP_VAR)
            revision_rename_variable(&steps->draft, term_at(table, t)->payload,
                                     next_name(names, NAME_CONSTANT));
}

/* ---- names that terms have by :named ---- */

/* Uses of a name are those of a function, which the printer calls otherwise. */
static void name_named(struct names *names, u32_vec *fun_names) {
    const struct draft *draft = &names->steps->draft;
    for (fun f = draft->empty.funs; f < draft->table->funs.n; f++) {
        if (fun_at(draft->table, f)->kind != FUN_NAMED)
            continue;
        symbol name = fun_at(draft->table, f)->name;
        if (term_map_get(&names->named, name) == 0)
            term_map_set(&names->named, name, next_name(names, NAME_CONSTANT));
        fun_names->at[f] = term_map_get(&names->named, name);
        names->has_named = true;
    }
}

static list rename_attributes(struct names *names, list attributes) {
    struct list_table *lists = &names->steps->draft.table->lists;
    u32_vec *items = &names->steps->draft.args;
    vec_clear(items);
    for (uint32_t i = 0; i < list_length(lists, attributes); i++)
        vec_push(items, list_items(lists, attributes)[i]);
    for (size_t i = 0; i < items->n; i += 3)
        if (items->at[i + 1] == ATTRIBUTE_NAMED)
            items->at[i + 2] = term_map_get(&names->named, items->at[i + 2]);
    return list_intern(lists, items->at, (uint32_t)items->n);
}

/* The term with the new names where they are given; images of earlier roots are good for it. */
static term rename_below(struct draft *draft, term root, void *context) {
    struct names *names = context;
    struct steps *steps = names->steps;
    struct term_table *table = draft->table;
    term_walk_add(&steps->walk, root);
    for (term t; (t = term_walk_next(&steps->walk)) != 0;) {
        struct term_node node = *term_at(table, t);
        bool differs = attribute_gives_name(table, t);
        vec_clear(&steps->args);
        for (uint32_t i = 0; i < node.n_args; i++) {
            term arg = term_arg(table, t, i), image = term_map_get(&steps->seen, arg);
            vec_push(&steps->args, image != 0 ? image : arg);
            differs = differs || image != 0;
        }
        if (!differs)
            continue;
        term image = attribute_gives_name(table, t)
                         ? term_make(table, node.op, rename_attributes(names, node.payload),
                                     node.sort, steps->args.at, node.n_args)
                         : term_with_args(table, t, steps->args.at, node.n_args);
        term_map_set(&steps->seen, t, image);
    }
    term image = term_map_get(&steps->seen, root);
    return image != 0 ? image : root;
}

static bool rename_named(struct names *names) {
    if (!names->has_named)
        return true;
    term_walk_begin(&names->steps->walk, names->steps->draft.table);
    term_map_clear(&names->steps->seen);
    return revision_map(&names->steps->draft, rename_below, names);
}

bool apply_names(struct steps *steps, const struct step *step) {
    struct draft *draft = &steps->draft;
    struct names names = {.steps = steps};
    u32_vec funs = {0};
    (void)step;
    cover(&draft->fun_names, draft->table->funs.n);
    cover(&draft->decl_names, draft->table->sorts.decls.n);
    for (size_t i = 0; i < draft->script.commands.n; i++) {
        const struct command *c = &draft->script.commands.at[i];
        name_sorts(&names, c, &draft->decl_names);
        vec_clear(&funs);
        draft_funs_of(draft, c, &funs);
        for (size_t k = 0; k < funs.n; k++)
            draft->fun_names.at[funs.at[k]] = next_name(&names, kind_of(draft->table, funs.at[k]));
    }
    name_named(&names, &draft->fun_names);
    name_variables(&names);
    bool good = rename_named(&names);
    vec_free(&funs);
    term_map_release(&names.named);
    id_set_free(&names.taken);
    return good;
}
