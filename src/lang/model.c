#include "lang/model.h"

#include "lang/printer_int.h"
#include "term/walk.h"

void model_release(struct model *model) {
    vec_free(&model->entries);
    vec_free(&model->universes);
    vec_free(&model->elements);
}

static void print_universe(const struct model *model, const struct model_universe *universe,
                           struct printer *printer, struct strbuf *out) {
    if (universe->closed) {
        strbuf_add_text(out, "; cardinality of ");
        printer->out = out;
        print_sort(printer, universe->sort);
        strbuf_printf(out, " is %u\n", universe->n);
    }
    for (uint32_t i = 0; i < universe->n; i++) {
        strbuf_add_text(out, "; rep: ");
        printer_add_term(printer, model->elements.at[universe->first + i], out);
        strbuf_add_char(out, '\n');
    }
}

void model_print(const struct term_table *table, const struct model *model, struct printer *printer,
                 struct strbuf *out) {
    strbuf_add_text(out, "(\n");
    for (size_t i = 0; i < model->universes.n; i++)
        print_universe(model, &model->universes.at[i], printer, out);
    for (size_t i = 0; i < model->entries.n; i++) {
        const struct model_entry *entry = &model->entries.at[i];
        symbol name = entry->fun != 0 ? print_fun_symbol(printer, entry->fun) : entry->name;
        printer_add_definition(printer, entry->recursive, name,
                               list_items(&table->lists, entry->vars),
                               list_length(&table->lists, entry->vars),
                               term_sort(table, entry->body), entry->body, out);
    }
    strbuf_add_text(out, ")\n");
}

/* ---- loops ---- */

/*
 * What refers to what: a graph of entries, and of the script's own definitions
 * that they mention. Its strongly connected components are found by Tarjan's
 * algorithm, with a stack instead of recursion. A component with a cycle is a
 * loop, unless all entries in it are recursive functions.
 */
struct node {
    term body;            /* 0 for an operator: it refers to all its choices */
    uint32_t entry;       /* index + 1, 0 for an operator or a definition of the script */
    uint32_t choice;      /* of an operator or choice: the next choice, as index + 1 */
    uint32_t first, last; /* of its edges */
    uint32_t order;       /* in which it was reached, 0 if not yet */
    uint32_t low;         /* the oldest node on the stack that can be reached from it */
    bool is_open;         /* on the stack of nodes without a component */
    bool is_cyclic;       /* it refers to itself directly */
};

struct graph {
    const struct term_table *table;
    const struct model *model;
    VEC(struct node) nodes;
    u32_vec edges;
    uint32_t *fun_nodes; /* by function: index + 1 of its node; 0 while it has none */
    uint32_t *op_nodes;  /* by operator: the same, for those with choices */
};

enum { NO_NODE = UINT32_MAX };

/* The node of a function, NO_NODE if nobody defines it. */
static uint32_t node_of_fun(struct graph *g, fun f) {
    if (g->fun_nodes[f] == 0) {
        term body = fun_at(g->table, f)->body;
        if (body == 0)
            return NO_NODE;
        vec_push(&g->nodes, ((struct node){.body = body}));
        g->fun_nodes[f] = (uint32_t)g->nodes.n;
    }
    return g->fun_nodes[f] - 1;
}

static void add_edge(struct graph *g, uint32_t from, uint32_t to) {
    if (to == NO_NODE)
        return;
    vec_push(&g->edges, to);
    g->nodes.at[from].is_cyclic |= from == to;
}

static void add_edges_of_term(struct graph *g, uint32_t from, term t) {
    const struct term_node *node = term_at(g->table, t);
    const uint32_t *items;
    switch (node->op) {
    case OP_APPLY:
    case OP_FUN_REF:
    case OP_AS_ARRAY:
        add_edge(g, from, node_of_fun(g, node->payload));
        break;
    case OP_MAP_ARRAY:
        items = list_items(&g->table->lists, node->payload);
        if (items[MAP_IS_FUN])
            add_edge(g, from, node_of_fun(g, items[MAP_WHICH]));
        break;
    default:
        add_edge(g, from, g->op_nodes[node->op] - 1);
    }
}

static void find_edges(struct graph *g) {
    struct term_walk walk = {0};
    for (uint32_t i = 0; i < g->nodes.n; i++) { /* nodes come in on the way */
        term t;
        g->nodes.at[i].first = (uint32_t)g->edges.n;
        term_walk_begin(&walk, g->table);
        if (g->nodes.at[i].body != 0)
            term_walk_add(&walk, g->nodes.at[i].body);
        else
            for (uint32_t to = g->nodes.at[i].choice; to != 0; to = g->nodes.at[to - 1].choice)
                add_edge(g, i, to - 1);
        while ((t = term_walk_next(&walk)) != 0)
            add_edges_of_term(g, i, t);
        g->nodes.at[i].last = (uint32_t)g->edges.n;
    }
    term_walk_release(&walk);
}

/* A choice is one for the ranks of its operator with its sorts; here it counts for all of them. */
static void add_choice(struct graph *g, struct node node, uint32_t op) {
    if (g->op_nodes[op] == 0) {
        vec_push(&g->nodes, ((struct node){0}));
        g->op_nodes[op] = (uint32_t)g->nodes.n;
    }
    node.choice = g->nodes.at[g->op_nodes[op] - 1].choice;
    vec_push(&g->nodes, node);
    g->nodes.at[g->op_nodes[op] - 1].choice = (uint32_t)g->nodes.n;
}

static void add_entries(struct graph *g) {
    for (size_t i = 0; i < g->model->entries.n; i++) {
        const struct model_entry *entry = &g->model->entries.at[i];
        struct node node = {.body = entry->body, .entry = (uint32_t)i + 1};
        if (entry->kind == MODEL_CHOICE)
            add_choice(g, node, entry->op);
        else if (entry->kind != MODEL_DEFINED) { /* what such a function is says the script */
            vec_push(&g->nodes, node);
            g->fun_nodes[entry->fun] = (uint32_t)g->nodes.n;
        }
    }
}

/* An entry of this component that makes its cycle a loop; 0 if there is none, else index + 1. */
static uint32_t judge(const struct graph *g, const uint32_t *members, size_t n) {
    uint32_t found = 0;
    if (n == 1 && !g->nodes.at[members[0]].is_cyclic)
        return 0;
    for (size_t i = 0; i < n; i++) {
        uint32_t entry = g->nodes.at[members[i]].entry;
        if (entry == 0)
            continue;
        const struct model_entry *e = &g->model->entries.at[entry - 1];
        if ((!e->recursive || e->vars == 0) && (found == 0 || entry < found))
            found = entry;
    }
    return found;
}

/* Looks at all that can be reached from a node; the result is that of judge. */
static uint32_t search(struct graph *g, uint32_t root, uint32_t *order, u32_vec *path,
                       u32_vec *open, u32_vec *next) {
    uint32_t found = 0;
    vec_push(path, root);
    while (path->n > 0 && found == 0) {
        uint32_t i = vec_top(path);
        struct node *node = &g->nodes.at[i];
        if (node->order == 0) {
            node->order = node->low = ++*order;
            node->is_open = true;
            vec_push(open, i);
            next->at[i] = node->first;
        }
        if (next->at[i] < node->last) {
            const struct node *to = &g->nodes.at[g->edges.at[next->at[i]]];
            if (to->order == 0)
                vec_push(path, g->edges.at[next->at[i]]); /* and then look at this edge again */
            else {
                if (to->is_open && to->low < node->low)
                    node->low = to->low;
                next->at[i]++;
            }
            continue;
        }
        (void)vec_pop(path);
        if (node->low != node->order)
            continue;
        size_t start = open->n;
        do
            g->nodes.at[open->at[--start]].is_open = false;
        while (open->at[start] != i);
        found = judge(g, open->at + start, open->n - start);
        open->n = start;
    }
    return found;
}

bool model_find_loop(const struct term_table *table, const struct model *model, size_t *entry) {
    struct graph g = {
        .table = table,
        .model = model,
        .fun_nodes = mem_alloc_zero(table->funs.n * sizeof(uint32_t)),
        .op_nodes = mem_alloc_zero(table->ops.n * sizeof(uint32_t)),
    };
    u32_vec path = {0}, open = {0}, next = {0};
    uint32_t found = 0, order = 0;
    add_entries(&g);
    find_edges(&g);
    vec_extend(&next, g.nodes.n);
    for (uint32_t i = 0; i < g.nodes.n && found == 0; i++)
        if (g.nodes.at[i].order == 0)
            found = search(&g, i, &order, &path, &open, &next);
    vec_free(&path);
    vec_free(&open);
    vec_free(&next);
    vec_free(&g.nodes);
    vec_free(&g.edges);
    mem_free(g.fun_nodes);
    mem_free(g.op_nodes);
    if (found != 0)
        *entry = found - 1;
    return found != 0;
}
