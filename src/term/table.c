#include "term/table.h"

#include "base/die.h"
#include "term/make.h"
#include "term/signature.h"

struct term_table *term_table_new(void) {
    struct term_table *table = mem_alloc_zero(sizeof *table);
    table->extents = mem_alloc_zero(sizeof *table->extents);
    symbol_table_init(&table->symbols);
    list_table_init(&table->lists);
    sort_table_init(&table->sorts, &table->symbols, &table->lists);
    varset_table_init(&table->varsets);
    vec_push(&table->nodes, (struct term_node){0});
    vec_reserve(&table->args, 1); /* leaves, too, point into it */
    vec_push(&table->funs, (struct fun){0});
    vec_push(&table->variables, (struct variable){0});
    signature_load_builtin(table);
    table->generation++;
    return table;
}

void term_table_free(struct term_table *table) {
    if (table == NULL)
        return;
    symbol_table_release(&table->symbols);
    list_table_release(&table->lists);
    sort_table_release(&table->sorts);
    varset_table_release(&table->varsets);
    vec_free(&table->nodes);
    vec_free(&table->args);
    vec_free(table->extents);
    mem_free(table->extents);
    index_free(&table->index);
    vec_free(&table->funs);
    vec_free(&table->variables);
    vec_free(&table->ops);
    mem_free(table);
}

struct term_mark term_table_mark(const struct term_table *table) {
    return (struct term_mark){
        .symbols = symbol_mark(&table->symbols),
        .lists = list_mark(&table->lists),
        .sorts = sort_mark(&table->sorts),
        .varsets = varset_mark(&table->varsets),
        .nodes = (uint32_t)table->nodes.n,
        .args = (uint32_t)table->args.n,
        .funs = (uint32_t)table->funs.n,
        .variables = (uint32_t)table->variables.n,
        .ops = (uint32_t)table->ops.n,
    };
}

/* ---- how large they are ---- */

static struct term_extent extent_of(const struct term_table *table, term t) {
    uint64_t size = 1;
    uint32_t depth = 0;
    for (uint32_t i = 0; i < term_n_args(table, t); i++) {
        struct term_extent arg = table->extents->at[term_arg(table, t, i)];
        size += arg.size; /* fewer than 2^32 arguments: it cannot overflow */
        depth = arg.depth > depth ? arg.depth : depth;
    }
    return (struct term_extent){(uint32_t)(size > TERM_SIZE_MAX ? TERM_SIZE_MAX : size), depth + 1};
}

void term_measure(const struct term_table *table, term t) {
    REQUIRE(t < table->nodes.n);
    term_extents *extents = table->extents;
    vec_reserve(extents, t + 1);
    while (extents->n <= t) {
        struct term_extent extent = extent_of(table, (term)extents->n);
        vec_push(extents, extent);
    }
}

/* ---- finding terms again ---- */

/* Where the leaf is kept; NULL if only the index can do it. */
static inline term *place_of_leaf(struct term_table *table, uint32_t op, uint32_t payload) {
    if (op_is_literal(op))
        return &symbol_at(&table->symbols, payload)->leaf;
    if (op == OP_APPLY)
        return &table->funs.at[payload].leaf;
    return op == OP_VAR ? &table->variables.at[payload].leaf : NULL;
}

static uint32_t hash_of(const struct term_table *table, term t) {
    const struct term_node *node = term_at(table, t);
    return term_hash(node->op, node->payload, term_args(table, t), node->n_args);
}

/* The youngest terms go, the last one first: so what hangs somewhere is the first there. */
static void forget_terms(struct term_table *table, uint32_t n) {
    for (term t = (term)table->nodes.n - 1; t >= n; t--) {
        const struct term_node *node = term_at(table, t);
        term on = term_youngest(term_args(table, t), node->n_args);
        term *place = on != 0 ? &table->nodes.at[on].hook.first
                              : place_of_leaf(table, node->op, node->payload);
        if (place == NULL || *place != t)
            index_remove(&table->index, hash_of(table, t), t);
        else {
            *place = table->nodes.at[t].hook.next;
            if (on != 0)
                table->nodes.at[on].hook.signs >>= 8;
        }
    }
    table->nodes.n = n;
    if (table->extents->n > n)
        table->extents->n = n;
}

/* Of so many terms, how many are made for one symbol, function or the like, in large scripts. */
enum { PER_NAME = 8, PER_VARIABLE = 16, PER_INDEXED = 32 };

void term_table_expect(struct term_table *table, size_t n_terms) {
    vec_expect(&table->nodes, table->nodes.n + n_terms);
    vec_expect(&table->args, table->args.n + 2 * n_terms);
    vec_expect(&table->funs, table->funs.n + n_terms / PER_NAME);
    vec_expect(&table->variables, table->variables.n + n_terms / PER_VARIABLE);
    symbol_expect(&table->symbols, n_terms / PER_NAME);
    varset_expect(&table->varsets, table->varsets.nodes.n + n_terms / PER_VARIABLE);
    index_expect(&table->index, n_terms / PER_INDEXED);
}

void term_table_rewind(struct term_table *table, struct term_mark mark) {
    REQUIRE(table->ops.n == mark.ops);
    table->generation++;
    symbol_forget_meanings(&table->symbols);
    forget_terms(table, mark.nodes);
    table->args.n = mark.args;
    table->funs.n = mark.funs;
    table->variables.n = mark.variables;
    varset_rewind(&table->varsets, mark.varsets);
    sort_rewind(&table->sorts, mark.sorts);
    list_rewind(&table->lists, mark.lists);
    symbol_rewind(&table->symbols, mark.symbols);
}

/* The variables that are free in the last of the arguments, without the others, which are bound. */
static varset bind_variables(struct term_table *table, const term *args, uint32_t n_args) {
    varset free = term_at(table, args[n_args - 1])->free;
    for (uint32_t i = 0; i + 1 < n_args; i++)
        free = varset_without(&table->varsets, free, term_at(table, args[i])->payload);
    return free;
}

static term find_indexed(const struct term_table *table, uint32_t hash, uint32_t op,
                         uint32_t payload, sort s, const term *args, uint32_t n_args) {
    INDEX_EACH(&table->index, hash, id) {
        if (term_is(table, id, op, payload, s, args, n_args))
            return id;
    }
    return 0;
}

void term_make_room(struct term_table *table, uint32_t n_args) {
    if (table->nodes.n == table->nodes.cap) {
        if (table->nodes.n >= UINT32_MAX)
            die_out_of_memory(SIZE_MAX);
        vec_reserve(&table->nodes, table->nodes.n + 1);
    }
    if (table->args.cap - table->args.n < n_args) {
        if (table->args.n > UINT32_MAX - n_args)
            die_out_of_memory(SIZE_MAX);
        vec_reserve(&table->args, table->args.n + n_args);
    }
}

/* A new term; `next` is what hangs before it where it will hang. */
static term add_term(struct term_table *table, term next, uint32_t op, uint32_t payload, sort s,
                     const term *args, uint32_t n_args) {
    bool binds = op_is_binder(op);
    struct term_gathered g =
        binds ? term_gather_shape(table, args, n_args) : term_gather(table, args, n_args);
    g.is_plain &= n_args == 0 || op == OP_APPLY || op >= OP_FIRST_THEORY;
    if (op == OP_VAR)
        g.free = varset_single(payload);
    else if (binds)
        g.free = bind_variables(table, args, n_args);
    return term_add(table, next, op, payload, s, args, n_args, g);
}

term term_make_indexed(struct term_table *table, uint32_t hash, uint32_t op, uint32_t payload,
                       sort s, const term *args, uint32_t n_args) {
    term t = term_found_lately(table, hash, op, payload, s, args, n_args);
    if (t != 0)
        return t;
    t = find_indexed(table, hash, op, payload, s, args, n_args);
    if (t != 0)
        return term_was_found(table, hash, t);
    t = add_term(table, 0, op, payload, s, args, n_args);
    index_insert(&table->index, hash, t);
    return t;
}

TERM_INLINE term make_leaf(struct term_table *table, uint32_t op, uint32_t payload, sort s) {
    term *place = place_of_leaf(table, op, payload);
    if (place != NULL && *place != 0 && term_is(table, *place, op, payload, s, NULL, 0))
        return *place;
    if (place == NULL || *place != 0)
        return term_make_indexed(table, term_hash(op, payload, NULL, 0), op, payload, s, NULL, 0);
    if (op_is_literal(op))
        symbol_at(&table->symbols, payload)->leaf_op = (uint16_t)op & 0x7fffu;
    struct term_gathered g = {1, op == OP_VAR ? varset_single(payload) : 0, true};
    return *place = term_add(table, 0, op, payload, s, NULL, 0, g);
}

/* A binder, an annotation and the like. */
static term make_other(struct term_table *table, uint32_t op, uint32_t payload, sort s,
                       const term *args, uint32_t n_args) {
    uint32_t hash = term_hash(op, payload, args, n_args);
    term on = term_youngest(args, n_args);
    term t = term_find_hung(table, on, hash, op, payload, s, args, n_args);
    if (t != 0)
        return t;
    if (term_is_full(table->nodes.at[on].hook))
        return term_make_indexed(table, hash, op, payload, s, args, n_args);
    t = add_term(table, table->nodes.at[on].hook.first, op, payload, s, args, n_args);
    term_hang(&table->nodes.at[on].hook, t, hash);
    return t;
}

term term_make(struct term_table *table, uint32_t op, uint32_t payload, sort s, const term *args,
               uint32_t n_args) {
    if (n_args == 0)
        return make_leaf(table, op, payload, s);
    if (op != OP_APPLY && op < OP_FIRST_THEORY)
        return make_other(table, op, payload, s, args, n_args);
    switch (n_args) {
    case 1:
        return term_make_applied(table, op, payload, s, args, 1);
    case 2:
        return term_make_applied(table, op, payload, s, args, 2);
    case 3:
        return term_make_applied(table, op, payload, s, args, 3);
    default:
        return term_make_applied(table, op, payload, s, args, n_args);
    }
}

term term_constant(struct term_table *table, fun f) {
    const struct fun *info = &table->funs.at[f];
    return info->leaf != 0 ? info->leaf : make_leaf(table, OP_APPLY, f, info->result);
}

term term_call(struct term_table *table, sort result, const term *args, uint32_t n_args) {
    const struct term_node *head = term_at(table, args[0]);
    if (head->op == OP_FUN_REF && fun_arity(table, head->payload) == n_args - 1)
        return term_make(table, OP_APPLY, head->payload, result, args + 1, n_args - 1);
    bool is_name = head->n_args == 0;
    return term_make(table, is_name ? OP_CALL : OP_HO_APPLY, 0, result, args, n_args);
}

term term_with_args(struct term_table *table, term t, const term *args, uint32_t n_args) {
    struct term_node node = *term_at(table, t);
    return term_make(table, node.op, node.payload, node.sort, args, n_args);
}

term term_true(struct term_table *table) {
    return term_make(table, OP_TRUE, 0, SORT_BOOL, NULL, 0);
}

term term_false(struct term_table *table) {
    return term_make(table, OP_FALSE, 0, SORT_BOOL, NULL, 0);
}

term term_variable(struct term_table *table, symbol name, sort s) {
    varset_fetch(&table->varsets, (uint32_t)table->variables.n);
    vec_push(&table->variables, ((struct variable){.name = name, .sort = s}));
    return term_make(table, OP_VAR, (uint32_t)table->variables.n - 1, s, NULL, 0);
}

fun fun_declare(struct term_table *table, enum fun_kind kind, symbol name, const sort *params,
                uint32_t n_params, sort result) {
    list interned = list_intern(&table->lists, params, n_params);
    vec_extend(&table->funs, 1);
    struct fun *f = &vec_top(&table->funs);
    memset(f, 0, sizeof *f);
    f->name = name;
    f->kind = (uint8_t)kind;
    f->params = interned;
    f->result = result;
    symbol_at(&table->symbols, name)->names_fun = true;
    return (fun)table->funs.n - 1;
}
