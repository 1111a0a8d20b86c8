#include "campaign/shape.h"

#include <stdlib.h>

#include "term/walk.h"

enum feature {
    FEATURE_OPERATOR = 1, /* operator, sorts of the result and of the first arguments */
    FEATURE_PAIR,         /* an operator as the i-th argument of another */
    FEATURE_COMMAND,
    FEATURE_QUANTIFIERS, /* inside one another */
    FEATURE_LOGIC,
    FEATURE_FUNCTION, /* kind, number of parameters */
    FEATURE_TRUTH,
};

/* Three numbers of 16 bits under a heading. */
static void add(struct shape *shape, enum feature feature, uint64_t a, uint64_t b, uint64_t c) {
    vec_push(&shape->features,
             (uint64_t)feature << 56 | (a & 0xffff) << 32 | (b & 0xffff) << 16 | (c & 0xffff));
}

static uint32_t canonical_op(const struct term_table *table, term t) {
    uint32_t op = term_at(table, t)->op;
    return op >= OP_FIRST_THEORY && op < OP_COUNT ? op_info(table, op)->canonical : op;
}

static void count_op(struct shape *shape, uint32_t op) {
    if (op >= shape->ops.n) {
        size_t old = shape->ops.n;
        vec_extend(&shape->ops, op + 1 - old);
        memset(shape->ops.at + old, 0, (op + 1 - old) * sizeof *shape->ops.at);
    }
    shape->ops.at[op]++;
}

static uint64_t kind_of(const struct term_table *table, term t) {
    return (uint64_t)sort_kind(&table->sorts, term_sort(table, t));
}

static void add_term(const struct term_table *table, term t, struct shape *shape) {
    uint32_t op = canonical_op(table, t), n = term_n_args(table, t);
    uint64_t kinds = 0;
    for (uint32_t i = 0; i < n && i < 2; i++)
        kinds = kinds << 8 | (1 + kind_of(table, term_arg(table, t, i)));
    count_op(shape, op);
    add(shape, FEATURE_OPERATOR, op, kind_of(table, t), kinds);
    for (uint32_t i = 0; i < n; i++)
        add(shape, FEATURE_PAIR, op, canonical_op(table, term_arg(table, t, i)), i < 2 ? i : 2);
}

/* Binders inside one another, at most some. */
static uint32_t nesting(const struct term_table *table, term t, const struct term_map *depths) {
    enum { MOST = 8 };
    uint32_t depth = 0;
    for (uint32_t i = 0; i < term_n_args(table, t); i++) {
        uint32_t below = term_map_get(depths, term_arg(table, t, i));
        depth = below > depth ? below : depth;
    }
    enum op op = term_op(table, t);
    bool is_quantifier = op == OP_FORALL || op == OP_EXISTS || op == OP_LAMBDA;
    return depth < MOST ? depth + is_quantifier : MOST;
}

static void add_function(const struct term_table *table, fun f, struct shape *shape) {
    enum { MOST = 6 };
    uint32_t n = fun_arity(table, f);
    add(shape, FEATURE_FUNCTION, fun_at(table, f)->kind, n < MOST ? n : MOST,
        fun_at(table, f)->n_params_sorts > 0);
}

/* The terms and functions of a command. */
static void add_command(const struct term_table *table, const struct command *c,
                        struct term_walk *walk, struct shape *shape) {
    const uint32_t *items = list_items(&table->lists, c->items);
    add(shape, FEATURE_COMMAND, c->kind, 0, 0);
    if (c->body != 0)
        term_walk_add(walk, c->body);
    if (c->fun != 0) {
        add_function(table, c->fun, shape);
        if (fun_at(table, c->fun)->body != 0)
            term_walk_add(walk, fun_at(table, c->fun)->body);
    }
    for (uint32_t i = 0; i < list_length(&table->lists, c->items); i++)
        if (c->kind == COMMAND_DEFINE_FUNS_REC) {
            add_function(table, items[i], shape);
            term_walk_add(walk, fun_at(table, items[i])->body);
        } else if (c->kind == COMMAND_CHECK_SAT_ASSUMING)
            term_walk_add(walk, items[i]);
}

static int compare_features(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

static void sort_features(struct shape *shape) {
    size_t n = 0;
    if (shape->features.n > 0)
        qsort(shape->features.at, shape->features.n, sizeof *shape->features.at, compare_features);
    for (size_t i = 0; i < shape->features.n; i++)
        if (n == 0 || shape->features.at[n - 1] != shape->features.at[i])
            shape->features.at[n++] = shape->features.at[i];
    shape->features.n = n;
}

void shape_of_seed(const struct term_table *table, const struct seed *seed, struct shape *shape) {
    struct term_walk walk = {0};
    struct term_map depths = {0};
    uint32_t deepest = 0;
    term t;
    *shape = (struct shape){0};
    term_walk_begin(&walk, table);
    for (size_t i = 0; i < seed->script.commands.n; i++)
        add_command(table, &seed->script.commands.at[i], &walk, shape);
    while ((t = term_walk_next(&walk)) != 0) {
        uint32_t depth = nesting(table, t, &depths);
        term_map_set(&depths, t, depth);
        deepest = depth > deepest ? depth : deepest;
        add_term(table, t, shape);
    }
    if (seed->logic_name != 0) {
        const struct symbol_entry *name = symbol_at(&table->symbols, seed->logic_name);
        uint64_t hash = hash_bytes(name->at, name->n);
        add(shape, FEATURE_LOGIC, hash, hash >> 16, hash >> 32);
    }
    add(shape, FEATURE_QUANTIFIERS, deepest, 0, 0);
    add(shape, FEATURE_TRUTH, seed->truth, seed->is_flat, 0);
    sort_features(shape);
    term_map_release(&depths);
    term_walk_release(&walk);
}

void shape_release(struct shape *shape) {
    vec_free(&shape->features);
    vec_free(&shape->ops);
}

/* ---- covering ------------------------------------------------------------------ */

struct cover {
    const struct shape *shapes;
    uint64_t *features; /* all that there are, ascending */
    bool *is_covered;
    size_t n_features;
};

static bool *place_of(const struct cover *cover, uint64_t feature) {
    const uint64_t *at = bsearch(&feature, cover->features, cover->n_features,
                                 sizeof *cover->features, compare_features);
    return &cover->is_covered[at - cover->features];
}

/* How many features of the shape nobody has that was chosen. */
static size_t count_new(const struct cover *cover, uint32_t i) {
    size_t n = 0;
    for (size_t k = 0; k < cover->shapes[i].features.n; k++)
        n += !*place_of(cover, cover->shapes[i].features.at[k]);
    return n;
}

static void collect_features(struct cover *cover, size_t n) {
    size_t n_all = 0;
    for (size_t i = 0; i < n; i++)
        n_all += cover->shapes[i].features.n;
    cover->features = mem_alloc((n_all + 1) * sizeof *cover->features);
    n_all = 0;
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < cover->shapes[i].features.n; k++)
            cover->features[n_all++] = cover->shapes[i].features.at[k];
    qsort(cover->features, n_all, sizeof *cover->features, compare_features);
    for (size_t i = 0; i < n_all; i++)
        if (cover->n_features == 0 || cover->features[cover->n_features - 1] != cover->features[i])
            cover->features[cover->n_features++] = cover->features[i];
    cover->is_covered = mem_alloc_zero(cover->n_features + 1);
}

/* A shape, and what it was worth when it was last looked at: that only gets less. */
struct candidate {
    uint32_t shape;
    size_t n_new;
    size_t cost;
};

/* Is a the better choice? More features, then cheaper, then earlier. */
static bool is_better(const struct candidate *a, const struct candidate *b) {
    if (a->n_new != b->n_new)
        return a->n_new > b->n_new;
    return a->cost != b->cost ? a->cost < b->cost : a->shape < b->shape;
}

static void sift_down(struct candidate *heap, size_t n, size_t i) {
    for (;;) {
        size_t best = i;
        for (size_t child = 2 * i + 1; child <= 2 * i + 2 && child < n; child++)
            if (is_better(&heap[child], &heap[best]))
                best = child;
        if (best == i)
            return;
        struct candidate other = heap[best];
        heap[best] = heap[i];
        heap[i] = other;
        i = best;
    }
}

/* The best comes first, as long as looking again confirms that it is. */
static void choose(struct cover *cover, struct candidate *heap, size_t n, u32_vec *chosen) {
    while (n > 0) {
        struct candidate *top = &heap[0];
        size_t n_new = count_new(cover, top->shape);
        if (n_new < top->n_new) {
            top->n_new = n_new;
            sift_down(heap, n, 0);
            continue;
        }
        if (n_new == 0)
            return;
        vec_push(chosen, top->shape);
        const struct shape *shape = &cover->shapes[top->shape];
        for (size_t k = 0; k < shape->features.n; k++)
            *place_of(cover, shape->features.at[k]) = true;
        heap[0] = heap[--n];
        sift_down(heap, n, 0);
    }
}

static int compare_numbers(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

void shapes_cover(const struct shape *shapes, const size_t *costs, size_t n, u32_vec *chosen) {
    struct cover cover = {.shapes = shapes};
    size_t first = chosen->n;
    struct candidate *heap = mem_alloc((n + 1) * sizeof *heap);
    collect_features(&cover, n);
    for (size_t i = 0; i < n; i++)
        heap[i] = (struct candidate){(uint32_t)i, shapes[i].features.n, costs[i]};
    for (size_t i = n / 2; i > 0; i--)
        sift_down(heap, n, i - 1);
    choose(&cover, heap, n, chosen);
    if (chosen->n > first)
        qsort(chosen->at + first, chosen->n - first, sizeof *chosen->at, compare_numbers);
    mem_free(heap);
    mem_free(cover.features);
    mem_free(cover.is_covered);
}
