#include "gen/couple.h"

#include <stdlib.h>

#include "base/die.h"
#include "lang/attribute.h"

void couple_release(struct couple *couple) {
    script_release(&couple->script);
    vec_free(&couple->formulas[0]);
    vec_free(&couple->formulas[1]);
    vec_free(&couple->fun_names);
    vec_free(&couple->decl_names);
    term_map_release(&couple->taken);
    term_walk_release(&couple->walk);
    term_map_release(&couple->images);
    vec_free(&couple->scratch);
}

/* ---- what may stand together ---- */

const char *couple_refuse(const struct seed *seed) {
    if (!seed->is_flat)
        return seed->not_flat;
    for (size_t i = 0; i < seed->script.commands.n; i++)
        if (seed->script.commands.at[i].kind == COMMAND_DECLARE_HEAP)
            return "it speaks of the heap, of which there is one only";
    return NULL;
}

const char *couple_doubt(const struct couple *couple) {
    return couple->seeds[0]->is_doubtful || couple->seeds[1]->is_doubtful
               ? "a recursive definition may have no solution"
               : NULL;
}

static bool is_declaration(const struct command *c) {
    switch ((enum command_kind)c->kind) {
    case COMMAND_DECLARE_CONST:
    case COMMAND_DECLARE_FUN:
    case COMMAND_DECLARE_SORT:
    case COMMAND_DECLARE_SORT_PARAMETER:
    case COMMAND_DECLARE_DATATYPE:
    case COMMAND_DECLARE_DATATYPES:
    case COMMAND_DECLARE_CODATATYPE:
    case COMMAND_DECLARE_CODATATYPES:
    case COMMAND_DEFINE_CONST:
    case COMMAND_DEFINE_FUN:
    case COMMAND_DEFINE_FUN_REC:
    case COMMAND_DEFINE_FUNS_REC:
    case COMMAND_DEFINE_SORT:
        return true;
    default:
        return false;
    }
}

/* ---- names ---- */

static void *grow_names(u32_vec *names, size_t n) {
    size_t had = names->n;
    if (n > had) {
        vec_extend(names, n - had);
        memset(names->at + had, 0, (n - had) * sizeof *names->at);
    }
    return names->at;
}

/* Values of `taken`: bits. */
enum { NAME_ANY = 1, NAME_FUN = 2, NAME_SORT = 4 };

static void take_name(struct couple *couple, symbol name, uint32_t bits) {
    term_map_set(&couple->taken, name, term_map_get(&couple->taken, name) | bits);
}

static bool is_free(const struct couple *couple, symbol name) {
    const struct symbol_entry *entry = symbol_at(&couple->table->symbols, name);
    return term_map_get(&couple->taken, name) == 0 && entry->op == 0 && !entry->is_reserved &&
           sort_name_find(entry->at, entry->n) == NULL;
}

/* NAME, or else NAME_2, NAME_3, ...: the first from `number` on that is free. */
static symbol find_name(struct couple *couple, const char *like, size_t n, unsigned number) {
    struct strbuf text = {0};
    symbol name;
    do {
        strbuf_clear(&text);
        strbuf_add(&text, like, n);
        if (number > 1)
            strbuf_printf(&text, "_%u", number);
        name = symbol_intern(&couple->table->symbols, text.at, text.n);
        number++;
    } while (!is_free(couple, name));
    strbuf_free(&text);
    take_name(couple, name, NAME_ANY);
    return name;
}

symbol couple_fresh_name(struct couple *couple, const char *like) {
    return find_name(couple, like, strlen(like), 1);
}

static symbol another_name(struct couple *couple, symbol own) {
    char *like = mem_copy_text(symbol_at(&couple->table->symbols, own)->at,
                               symbol_at(&couple->table->symbols, own)->n);
    symbol name = find_name(couple, like, strlen(like), 2);
    mem_free(like);
    return name;
}

/* Calls `take` for each function and sort declaration that a command introduces. */
typedef void name_taker(struct couple *couple, uint32_t handle, bool is_sort);

static void take_funs(struct couple *couple, list funs, name_taker *take) {
    for (uint32_t i = 0; i < list_length(&couple->table->lists, funs); i++)
        take(couple, list_items(&couple->table->lists, funs)[i], false);
}

static void take_datatype(struct couple *couple, uint32_t decl, name_taker *take) {
    const struct list_table *lists = &couple->table->lists;
    list constructors = couple->table->sorts.decls.at[decl].constructors;
    take(couple, decl, true);
    take_funs(couple, constructors, take);
    for (uint32_t i = 0; i < list_length(lists, constructors); i++)
        take_funs(couple, fun_at(couple->table, list_items(lists, constructors)[i])->selectors,
                  take);
}

static void take_command(struct couple *couple, const struct command *c, name_taker *take) {
    switch ((enum command_kind)c->kind) {
    case COMMAND_DECLARE_DATATYPE:
    case COMMAND_DECLARE_DATATYPES:
    case COMMAND_DECLARE_CODATATYPE:
    case COMMAND_DECLARE_CODATATYPES:
        for (uint32_t i = 0; i < list_length(&couple->table->lists, c->items); i++)
            take_datatype(couple, list_items(&couple->table->lists, c->items)[i], take);
        return;
    case COMMAND_DEFINE_FUNS_REC:
        take_funs(couple, c->items, take);
        return;
    default:
        if (c->fun != 0)
            take(couple, c->fun, false);
        if (c->decl != 0)
            take(couple, c->decl, true);
    }
}

static void take_all(struct couple *couple, const struct seed *seed, name_taker *take) {
    for (size_t i = 0; i < seed->script.commands.n; i++)
        if (is_declaration(&seed->script.commands.at[i]))
            take_command(couple, &seed->script.commands.at[i], take);
}

static symbol own_name(const struct couple *couple, uint32_t handle, bool is_sort) {
    return is_sort ? couple->table->sorts.decls.at[handle].name
                   : fun_at(couple->table, handle)->name;
}

/* A name of the first seed stands for something else in the second: see rename_one. */
static void take_first(struct couple *couple, uint32_t handle, bool is_sort) {
    take_name(couple, own_name(couple, handle, is_sort), is_sort ? NAME_SORT : NAME_FUN);
}

static void take_second(struct couple *couple, uint32_t handle, bool is_sort) {
    take_name(couple, own_name(couple, handle, is_sort), NAME_ANY);
}

static void rename_one(struct couple *couple, uint32_t handle, bool is_sort) {
    symbol own = own_name(couple, handle, is_sort);
    if ((term_map_get(&couple->taken, own) & (is_sort ? NAME_SORT : NAME_FUN)) != 0)
        (is_sort ? &couple->decl_names : &couple->fun_names)->at[handle] =
            another_name(couple, own);
}

void couple_name(struct couple *couple, struct test *test) {
    test->fun_names = grow_names(&couple->fun_names, couple->table->funs.n);
    test->decl_names = grow_names(&couple->decl_names, couple->table->sorts.decls.n);
}

symbol couple_name_of(const struct couple *couple, fun f) {
    symbol other = f < couple->fun_names.n ? couple->fun_names.at[f] : 0;
    return other != 0 ? other : fun_at(couple->table, f)->name;
}

/* ---- going over the terms ---- */

/* The bodies of the seed's definitions. */
static void add_definitions(struct couple *couple, const struct seed *seed) {
    const struct term_table *table = couple->table;
    for (size_t i = 0; i < seed->script.commands.n; i++) {
        const struct command *c = &seed->script.commands.at[i];
        if (c->fun != 0 && fun_at(table, c->fun)->body != 0)
            term_walk_add(&couple->walk, fun_at(table, c->fun)->body);
        if (c->kind == COMMAND_DEFINE_FUNS_REC)
            for (uint32_t k = 0; k < list_length(&table->lists, c->items); k++)
                term_walk_add(&couple->walk,
                              fun_at(table, list_items(&table->lists, c->items)[k])->body);
    }
}

/*
 * Notes the names of bound variables, and the names of terms that are used, in
 * `scratch`. *has_names: there are such names.
 */
static void look_at(struct couple *couple, bool *has_names) {
    const struct term_table *table = couple->table;
    term t;
    while ((t = term_walk_next(&couple->walk)) != 0) {
        if (term_op(table, t) == OP_VAR)
            take_name(couple, term_variable_of(table, t)->name, NAME_ANY);
        if (attribute_is_name(table, t))
            vec_push(&couple->scratch, term_at(table, t)->payload);
        *has_names |= attribute_gives_name(table, t);
    }
}

/* ---- formulas without names ---- */

static term image_of(const struct couple *couple, term t) {
    return term_map_get(&couple->images, t);
}

/* The annotation without its names; what is left may be nothing. */
static list other_attributes(struct couple *couple, list attributes) {
    struct list_table *lists = &couple->table->lists;
    uint32_t n = list_length(lists, attributes);
    u32_vec kept = {0};
    for (uint32_t i = 0; i < n; i += 3)
        for (uint32_t k = 0; list_items(lists, attributes)[i + 1] != ATTRIBUTE_NAMED && k < 3; k++)
            vec_push(&kept, list_items(lists, attributes)[i + k]);
    list result = list_intern(lists, kept.at, (uint32_t)kept.n);
    vec_free(&kept);
    return result;
}

/* The same term, of what its arguments have become. */
static term rebuild(struct couple *couple, term t, u32_vec *args) {
    struct term_table *table = couple->table;
    const struct term_node node = *term_at(table, t);
    bool changed = false;
    if (attribute_is_name(table, t))
        return image_of(couple, fun_at(table, node.payload)->body);
    vec_clear(args);
    for (uint32_t i = 0; i < node.n_args; i++) {
        term arg = term_arg(table, t, i);
        vec_push(args, image_of(couple, arg));
        changed |= vec_top(args) != arg;
    }
    if (attribute_gives_name(table, t)) {
        list others = other_attributes(couple, node.payload);
        return others == 0
                   ? args->at[0]
                   : term_make(table, OP_ANNOTATED, others, node.sort, args->at, node.n_args);
    }
    return changed ? term_with_args(table, t, args->at, node.n_args) : t;
}

static int compare_handles(const void *a, const void *b) {
    uint32_t left = *(const uint32_t *)a, right = *(const uint32_t *)b;
    return (left > right) - (left < right);
}

/* The bodies of names that are used come first: an older name is used in a younger one. */
static void drop_names(struct couple *couple, u32_vec *formulas) {
    u32_vec args = {0};
    term t;
    term_map_clear(&couple->images);
    term_walk_begin(&couple->walk, couple->table);
    if (couple->scratch.n > 0)
        qsort(couple->scratch.at, couple->scratch.n, sizeof(uint32_t), compare_handles);
    for (size_t i = 0; i < couple->scratch.n; i++)
        term_walk_add(&couple->walk, fun_at(couple->table, couple->scratch.at[i])->body);
    for (size_t i = 0; i < formulas->n; i++)
        term_walk_add(&couple->walk, formulas->at[i]);
    while ((t = term_walk_next(&couple->walk)) != 0)
        term_map_set(&couple->images, t, rebuild(couple, t, &args));
    for (size_t i = 0; i < formulas->n; i++)
        formulas->at[i] = image_of(couple, formulas->at[i]);
    vec_free(&args);
}

/* ---- the script ---- */

static const char *add_seed(struct couple *couple, size_t side) {
    const struct seed *seed = couple->seeds[side];
    u32_vec *formulas = &couple->formulas[side];
    bool has_names = false;
    for (size_t i = 0; i < seed->script.commands.n; i++)
        if (is_declaration(&seed->script.commands.at[i]))
            vec_push(&couple->script.commands, seed->script.commands.at[i]);
    vec_clear(formulas);
    for (size_t i = 0; i < seed->formulas.n; i++)
        vec_push(formulas, seed->formulas.at[i]);

    vec_clear(&couple->scratch);
    add_definitions(couple, seed);
    look_at(couple, &has_names);
    if (has_names || couple->scratch.n > 0)
        return "a definition uses the name of a formula";
    for (size_t i = 0; i < formulas->n; i++)
        term_walk_add(&couple->walk, formulas->at[i]);
    look_at(couple, &has_names);
    if (has_names || couple->scratch.n > 0)
        drop_names(couple, formulas);
    return NULL;
}

static bool has_recursion(const struct seed *seed) {
    for (size_t i = 0; i < seed->script.commands.n; i++)
        if (seed->script.commands.at[i].kind == COMMAND_DEFINE_FUN_REC ||
            seed->script.commands.at[i].kind == COMMAND_DEFINE_FUNS_REC)
            return true;
    return false;
}

/*
 * The larger of the two logics, if one covers the other; else rendering finds one that does.
 * Recursive functions are taken by z3 in some logics only: in another than their own, in ALL.
 */
static void add_logic(struct couple *couple) {
    const struct seed *a = couple->seeds[0], *b = couple->seeds[1];
    if (a->logic_name != b->logic_name && (has_recursion(a) || has_recursion(b))) {
        symbol all = symbol_intern(&couple->table->symbols, "ALL", 3);
        vec_push(&couple->script.commands,
                 ((struct command){.kind = COMMAND_SET_LOGIC, .name = all}));
        return;
    }
    const struct seed *of = b->logic_name != 0 && logic_covers(b->logic, a->logic) ? b : a;
    if (a->logic_name == 0)
        of = b;
    if (of->logic_name != 0)
        vec_push(&couple->script.commands,
                 ((struct command){.kind = COMMAND_SET_LOGIC, .name = of->logic_name}));
}

const char *couple_begin(struct couple *couple, struct term_table *table, const struct seed *first,
                         const struct seed *second) {
    couple->table = table;
    couple->seeds[0] = first;
    couple->seeds[1] = second;
    vec_clear(&couple->script.commands);
    vec_clear(&couple->fun_names);
    vec_clear(&couple->decl_names);
    grow_names(&couple->fun_names, table->funs.n);
    grow_names(&couple->decl_names, table->sorts.decls.n);
    term_map_clear(&couple->taken);
    add_logic(couple);
    for (size_t side = 0; side < 2; side++) {
        term_walk_begin(&couple->walk, table);
        const char *reason = add_seed(couple, side);
        if (reason != NULL)
            return reason;
    }
    take_all(couple, first, take_first);
    take_all(couple, second, take_second);
    take_all(couple, second, rename_one);
    couple->n_declared = couple->script.commands.n;
    return NULL;
}

void couple_clear(struct couple *couple) {
    couple->script.commands.n = couple->n_declared;
}

void couple_declare(struct couple *couple, fun f) {
    vec_push(&couple->script.commands,
             ((struct command){
                 .kind = COMMAND_DECLARE_FUN, .name = fun_at(couple->table, f)->name, .fun = f}));
}

void couple_define(struct couple *couple, fun f) {
    vec_push(&couple->script.commands,
             ((struct command){
                 .kind = COMMAND_DEFINE_FUN, .name = fun_at(couple->table, f)->name, .fun = f}));
}

void couple_assert(struct couple *couple, term formula) {
    vec_push(&couple->script.commands, ((struct command){.kind = COMMAND_ASSERT, .body = formula}));
}

void couple_check(struct couple *couple) {
    vec_push(&couple->script.commands, (struct command){.kind = COMMAND_CHECK_SAT});
}

/* ---- formulas and witnesses ---- */

term couple_and(struct term_table *table, const term *formulas, size_t n) {
    if (n == 0)
        return term_true(table);
    return n == 1 ? formulas[0] : term_make(table, OP_AND, 0, SORT_BOOL, formulas, (uint32_t)n);
}

term couple_or(struct term_table *table, term a, term b) {
    return term_make(table, OP_OR, 0, SORT_BOOL, (term[]){a, b}, 2);
}

bool couple_witness(const struct couple *couple, struct witness *witness) {
    for (size_t side = 0; side < 2; side++) {
        const struct seed *seed = couple->seeds[side];
        if (seed->has_witness && !witness_add(couple->table, witness, &seed->witness))
            return false;
    }
    return true;
}
