#include "term/table.h"

#include "base/die.h"
#include "term/signature.h"

static uint32_t hash_of(const struct term_table *table, term t) {
    const struct term_node *node = term_at(table, t);
    return term_hash(term_hash_head(table, node->op), node->payload, term_args(table, t),
                     node->n_args);
}

struct term_table *term_table_new(void) {
    struct term_table *table = mem_alloc_zero(sizeof *table);
    symbol_table_init(&table->symbols);
    list_table_init(&table->lists);
    sort_table_init(&table->sorts, &table->symbols, &table->lists);
    varset_table_init(&table->varsets);
    vec_push(&table->nodes, (struct term_node){0});
    vec_reserve(&table->args, 1); /* leaves, too, point into it */
    vec_push(&table->funs, (struct fun){0});
    vec_push(&table->variables, (struct variable){0});
    signature_load_builtin(table);
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

/*
 * The index is far larger than the caches, and most terms that a parser makes
 * are new. So a new term waits for a few more before it is put into the index,
 * while its place there is fetched.
 */
static void index_later(struct term_table *table, uint32_t hash, term t) {
    uint32_t at = table->n_waited++ % TERMS_WAITING;
    if (table->waiting[at].t != 0)
        index_insert(&table->index, table->waiting[at].hash, table->waiting[at].t);
    table->waiting[at].hash = hash;
    table->waiting[at].t = t;
    index_prefetch(&table->index, hash);
}

static void index_waiting(struct term_table *table) {
    for (uint32_t i = 0; i < TERMS_WAITING; i++)
        if (table->waiting[i].t != 0) {
            index_insert(&table->index, table->waiting[i].hash, table->waiting[i].t);
            table->waiting[i].t = 0;
        }
}

/* Takes the youngest terms out of the index; if they are most of it, by making it anew. */
static void forget_terms(struct term_table *table, uint32_t n) {
    index_waiting(table);
    if (table->nodes.n - n <= n) {
        for (size_t t = table->nodes.n - 1; t >= n; t--)
            index_remove(&table->index, hash_of(table, (term)t), (term)t);
    } else {
        index_free(&table->index);
        for (term t = 1; t < n; t++)
            index_insert(&table->index, hash_of(table, t), t);
    }
    table->nodes.n = n;
}

void term_table_expect(struct term_table *table, size_t n_terms) {
    index_expect(&table->index, n_terms);
}

void term_table_rewind(struct term_table *table, struct term_mark mark) {
    REQUIRE(table->ops.n == mark.ops);
    forget_terms(table, mark.nodes);
    table->args.n = mark.args;
    table->funs.n = mark.funs;
    table->variables.n = mark.variables;
    varset_rewind(&table->varsets, mark.varsets);
    sort_rewind(&table->sorts, mark.sorts);
    list_rewind(&table->lists, mark.lists);
    symbol_rewind(&table->symbols, mark.symbols);
}

/* What a term takes over from its arguments. */
struct gathered {
    uint64_t size;
    uint32_t depth;
    varset free;
    bool may_exist; /* false: an argument is nobody's argument yet */
    bool is_plain;
};

static inline struct gathered gather(struct term_table *table, const term *args, uint32_t n_args) {
    struct gathered g = {1, 0, 0, true, true};
    for (uint32_t i = 0; i < n_args; i++) {
        const struct term_node *arg = term_at(table, args[i]);
        g.size += arg->size;
        if (g.size > TERM_SIZE_MAX)
            g.size = TERM_SIZE_MAX;
        if (arg->depth > g.depth)
            g.depth = arg->depth;
        g.may_exist &= arg->is_arg;
        g.is_plain &= arg->is_plain;
        if (arg->free != g.free)
            g.free = varset_union(&table->varsets, g.free, arg->free);
    }
    g.depth++;
    return g;
}

static varset bind_variables(struct term_table *table, varset free, const term *args,
                             uint32_t n_args) {
    for (uint32_t i = 0; i + 1 < n_args; i++)
        free = varset_without(&table->varsets, free, term_at(table, args[i])->payload);
    return free;
}

static inline bool same_args(const term *a, const term *b, uint32_t n) {
    for (uint32_t i = 0; i < n; i++)
        if (a[i] != b[i])
            return false;
    return true;
}

static inline bool is_term(const struct term_table *table, term t, uint32_t op, uint32_t payload,
                           sort s, const term *args, uint32_t n_args) {
    const struct term_node *node = &table->nodes.at[t];
    return node->op == op && node->payload == payload && node->sort == s &&
           node->n_args == n_args && same_args(&table->args.at[node->args], args, n_args);
}

static term find_term(const struct term_table *table, uint32_t hash, uint32_t op, uint32_t payload,
                      sort s, const term *args, uint32_t n_args) {
    for (uint32_t i = 0; i < TERMS_WAITING; i++)
        if (table->waiting[i].hash == hash && table->waiting[i].t != 0 &&
            is_term(table, table->waiting[i].t, op, payload, s, args, n_args))
            return table->waiting[i].t;
    INDEX_EACH(&table->index, hash, id) {
        if (is_term(table, id, op, payload, s, args, n_args))
            return id;
    }
    return 0;
}

term term_make(struct term_table *table, uint32_t op, uint32_t payload, sort s, const term *args,
               uint32_t n_args) {
    uint32_t hash = term_hash(term_hash_head(table, op), payload, args, n_args);
    struct gathered g = gather(table, args, n_args);
    term found = g.may_exist ? find_term(table, hash, op, payload, s, args, n_args) : 0;
    if (found != 0)
        return found;
    if (table->nodes.n >= UINT32_MAX || table->args.n > UINT32_MAX - n_args)
        die_out_of_memory(SIZE_MAX);
    if (op == OP_VAR)
        g.free = varset_single(&table->varsets, payload);
    else if (op_is_binder(op))
        g.free = bind_variables(table, g.free, args, n_args);
    uint32_t first = (uint32_t)table->args.n;
    vec_extend(&table->args, n_args);
    for (uint32_t i = 0; i < n_args; i++) {
        table->args.at[first + i] = args[i];
        table->nodes.at[args[i]].is_arg = true;
    }
    term fresh = (term)table->nodes.n;
    vec_extend(&table->nodes, 1);
    table->nodes.at[fresh] = (struct term_node){
        .op = (uint16_t)op,
        .is_plain = g.is_plain && (n_args == 0 || op == OP_APPLY || op >= OP_FIRST_THEORY),
        .sort = s,
        .payload = payload,
        .n_args = n_args,
        .args = first,
        .depth = g.depth,
        .free = g.free,
        .size = (uint32_t)g.size,
    };
    index_later(table, hash, fresh);
    return fresh;
}

term term_constant(struct term_table *table, fun f) {
    struct fun *info = &table->funs.at[f];
    /* The term may have been dropped by a rewind since, and its handle given to another. */
    if (info->constant < table->nodes.n) {
        const struct term_node *node = &table->nodes.at[info->constant];
        if (node->op == OP_APPLY && node->payload == f && node->n_args == 0)
            return info->constant;
    }
    info->constant = term_make(table, OP_APPLY, f, info->result, NULL, 0);
    return info->constant;
}

term term_call(struct term_table *table, sort result, const term *args, uint32_t n_args) {
    bool is_name = term_n_args(table, args[0]) == 0;
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
    vec_push(&table->variables, ((struct variable){name, s}));
    return term_make(table, OP_VAR, (uint32_t)table->variables.n - 1, s, NULL, 0);
}

fun fun_declare(struct term_table *table, enum fun_kind kind, symbol name, const sort *params,
                uint32_t n_params, sort result) {
    struct fun f = {
        .name = name,
        .kind = (uint8_t)kind,
        .params = list_intern(&table->lists, params, n_params),
        .result = result,
    };
    vec_push(&table->funs, f);
    return (fun)table->funs.n - 1;
}
