/*
 * Relations, which are sets of tuples, and tables, which are bags of tuples, as
 * cvc4 and cvc5 have them. Both are read as rows: a tuple and how often it
 * occurs, which in a relation is once. What joins and groups compare is the key
 * of a row: its components at some indices, as one value.
 */
#include "eval/container.h"

static const value one = ((value)1 << 1) | 1;

static pair_vec rows_of(struct eval *eval, value container) {
    const struct value_table *values = eval_values(eval);
    pair_vec rows = {0};
    uint32_t n;
    if (value_kind(values, container) == VALUE_BAG) {
        const struct pair *entries = bag_entries(values, container, &n);
        for (uint32_t i = 0; i < n; i++)
            vec_push(&rows, entries[i]);
        return rows;
    }
    const value *items = value_items(values, container, &n);
    for (uint32_t i = 0; i < n; i++)
        vec_push(&rows, ((struct pair){items[i], one}));
    return rows;
}

/* Makes a relation or table of the rows, which are freed. */
static value finish(struct eval *eval, pair_vec *rows, bool is_table) {
    value made;
    if (is_table)
        made = container_bag(eval, rows->at, rows->n);
    else {
        value_vec items = {0};
        for (size_t i = 0; i < rows->n; i++)
            vec_push(&items, rows->at[i].key);
        made = container_set(eval, items.at, items.n);
        vec_free(&items);
    }
    vec_free(rows);
    return made;
}

static bool is_table(struct eval *eval, sort s) {
    return sort_kind(&eval_terms(eval)->sorts, s) == SORT_BAG;
}

static const value *parts_of(struct eval *eval, value tuple, uint32_t *n) {
    return value_items(eval_values(eval), tuple, n);
}

/* ---- one row at a time ---- */

static value project_row(struct eval *eval, value row, const uint32_t *indices, uint32_t n) {
    uint32_t n_parts;
    const value *parts = parts_of(eval, row, &n_parts);
    value_vec chosen = {0};
    for (uint32_t i = 0; i < n; i++)
        vec_push(&chosen, parts[indices[i]]);
    value made = container_tuple(eval, chosen.at, chosen.n);
    vec_free(&chosen);
    return made;
}

static value project(struct eval *eval, const struct application *a) {
    pair_vec rows = rows_of(eval, a->args[0]);
    for (size_t i = 0; i < rows.n; i++) {
        rows.at[i].key = project_row(eval, rows.at[i].key, a->indices, a->n_indices);
        if (rows.at[i].key == VALUE_LIMIT) {
            vec_free(&rows);
            return VALUE_LIMIT;
        }
    }
    return finish(eval, &rows, is_table(eval, a->sort));
}

static value project_by(struct eval *eval, const struct application *a, const uint32_t *indices,
                        uint32_t n) {
    struct application other = *a;
    other.indices = indices;
    other.n_indices = n;
    return project(eval, &other);
}

static value transpose(struct eval *eval, const struct application *a) {
    uint32_t n = sort_n_args(&eval_terms(eval)->sorts, first_part(eval, a->sorts[0]));
    u32_vec backwards = {0};
    for (uint32_t i = n; i > 0; i--)
        vec_push(&backwards, i - 1);
    value made = project_by(eval, a, backwards.at, n);
    vec_free(&backwards);
    return made;
}

static value iden(struct eval *eval, const struct application *a) {
    static const uint32_t twice[2] = {0, 0};
    return project_by(eval, a, twice, 2);
}

/* ---- joins ---- */

/*
 * Rows of two relations are put together where their keys are the same. The
 * keys of the second are sorted, so that partners are side by side.
 */
struct join {
    pair_vec left, right; /* rows: a tuple and its count */
    value_vec left_keys;
    pair_vec right_keys; /* key, number of the row */
    uint32_t cut; /* so many parts are dropped: the last ones on the left, the first on the right */
    pair_vec out;
};

static void join_release(struct join *join) {
    vec_free(&join->left);
    vec_free(&join->right);
    vec_free(&join->left_keys);
    vec_free(&join->right_keys);
    vec_free(&join->out);
}

/* The row that two become; VALUE_LIMIT if there are too many already. */
static value join_rows(struct eval *eval, struct join *join, struct pair left, struct pair right) {
    uint32_t m, n;
    const value *p = parts_of(eval, left.key, &m), *q = parts_of(eval, right.key, &n);
    value_vec parts = {0};
    for (uint32_t i = 0; i + join->cut < m; i++)
        vec_push(&parts, p[i]);
    for (uint32_t i = join->cut; i < n; i++)
        vec_push(&parts, q[i]);
    value row = container_tuple(eval, parts.at, parts.n);
    vec_free(&parts);
    if (row == VALUE_LIMIT || !eval_spend(eval, 1) || !eval_may_make(eval, 2 * join->out.n))
        return VALUE_LIMIT;
    value count =
        left.item == one && right.item == one ? one : number_mul(eval, left.item, right.item);
    vec_push(&join->out, ((struct pair){row, count}));
    return row;
}

static value join_all(struct eval *eval, struct join *join, bool gives_table) {
    pairs_sort(join->right_keys.at, join->right_keys.n);
    for (size_t i = 0; i < join->left.n; i++) {
        value key = join->left_keys.at[i];
        size_t k = pairs_search(join->right_keys.at, join->right_keys.n, key);
        for (; k < join->right_keys.n && join->right_keys.at[k].key == key; k++)
            if (join_rows(eval, join, join->left.at[i],
                          join->right.at[join->right_keys.at[k].item]) == VALUE_LIMIT)
                return VALUE_LIMIT;
    }
    pair_vec out = join->out;
    join->out = (pair_vec){0};
    return finish(eval, &out, gives_table);
}

static struct join join_begin(struct eval *eval, const struct application *a) {
    return (struct join){.left = rows_of(eval, a->args[0]), .right = rows_of(eval, a->args[1])};
}

/* On the last component of the first and the first of the second. */
static value join_ends(struct eval *eval, const struct application *a) {
    struct join join = join_begin(eval, a);
    uint32_t n;
    join.cut = 1;
    for (size_t i = 0; i < join.left.n; i++) {
        const value *parts = parts_of(eval, join.left.at[i].key, &n);
        vec_push(&join.left_keys, parts[n - 1]);
    }
    for (size_t i = 0; i < join.right.n; i++) {
        const value *parts = parts_of(eval, join.right.at[i].key, &n);
        vec_push(&join.right_keys, ((struct pair){parts[0], i}));
    }
    value made = join_all(eval, &join, false);
    join_release(&join);
    return made;
}

/* On pairs of indices, one for each side; without indices it is the product. */
static value join_indexed(struct eval *eval, const struct application *a) {
    struct join join = join_begin(eval, a);
    u32_vec left = {0}, right = {0};
    for (uint32_t i = 0; i + 1 < a->n_indices; i += 2) {
        vec_push(&left, a->indices[i]);
        vec_push(&right, a->indices[i + 1]);
    }
    value last = VALUE_TRUE;
    for (size_t i = 0; i < join.left.n && last != VALUE_LIMIT; i++) {
        last = project_row(eval, join.left.at[i].key, left.at, (uint32_t)left.n);
        vec_push(&join.left_keys, last);
    }
    for (size_t i = 0; i < join.right.n && last != VALUE_LIMIT; i++) {
        last = project_row(eval, join.right.at[i].key, right.at, (uint32_t)right.n);
        vec_push(&join.right_keys, ((struct pair){last, i}));
    }
    value made = last == VALUE_LIMIT ? last : join_all(eval, &join, is_table(eval, a->sort));
    join_release(&join);
    vec_free(&left);
    vec_free(&right);
    return made;
}

/* ---- pairs as edges of a graph ---- */

/* The edges, by where they start. */
static pair_vec edges_of(struct eval *eval, value relation) {
    pair_vec rows = rows_of(eval, relation);
    uint32_t n;
    for (size_t i = 0; i < rows.n; i++) {
        const value *parts = parts_of(eval, rows.at[i].key, &n);
        rows.at[i] = (struct pair){parts[0], parts[1]};
    }
    pairs_sort(rows.at, rows.n);
    return rows;
}

/*
 * A graph as a search needs it: to each edge belongs the first edge that starts
 * where it ends. A node is known by the first edge that starts there; what no edge
 * starts from is a dead end, and is known by nothing.
 */
struct graph {
    pair_vec edges;
    VEC(size_t) next;    /* by edge; the number of edges if it leads to a dead end */
    VEC(size_t) seen_by; /* by first edge of a node: the last search that came there */
    VEC(size_t) stack;
};

static struct graph graph_of(struct eval *eval, value relation) {
    struct graph g = {.edges = edges_of(eval, relation)};
    for (size_t i = 0; i < g.edges.n; i++) {
        value end = g.edges.at[i].item;
        size_t first = pairs_search(g.edges.at, g.edges.n, end);
        bool is_dead = first == g.edges.n || g.edges.at[first].key != end;
        vec_push(&g.next, is_dead ? g.edges.n : first);
        vec_push(&g.seen_by, SIZE_MAX);
    }
    return g;
}

static void graph_release(struct graph *g) {
    vec_free(&g->edges);
    vec_free(&g->next);
    vec_free(&g->seen_by);
    vec_free(&g->stack);
}

/* Adds a pair for all that can be reached from the node in one step or more. False: too much. */
static bool reach(struct eval *eval, struct graph *g, size_t start, value_vec *out) {
    g->seen_by.at[start] = start;
    vec_push(&g->stack, start);
    while (g->stack.n > 0) {
        size_t first = vec_pop(&g->stack);
        value node = g->edges.at[first].key;
        for (size_t i = first; i < g->edges.n && g->edges.at[i].key == node; i++) {
            value parts[2] = {g->edges.at[start].key, g->edges.at[i].item};
            vec_push(out, container_tuple(eval, parts, 2));
            if (vec_top(out) == VALUE_LIMIT || !eval_spend(eval, 1) || !eval_may_make(eval, out->n))
                return false;
            size_t next = g->next.at[i];
            if (next < g->edges.n && g->seen_by.at[next] != start) {
                g->seen_by.at[next] = start;
                vec_push(&g->stack, next);
            }
        }
    }
    return true;
}

static value tclosure(struct eval *eval, const struct application *a) {
    struct graph g = graph_of(eval, a->args[0]);
    value_vec out = {0};
    bool good = true;
    for (size_t i = 0; i < g.edges.n && good; i++)
        if (i == 0 || g.edges.at[i - 1].key != g.edges.at[i].key)
            good = reach(eval, &g, i, &out);
    value made = good ? container_set(eval, out.at, out.n) : VALUE_LIMIT;
    graph_release(&g);
    vec_free(&out);
    return made;
}

/* With 0, every element is related to enough others. */
static value join_image(struct eval *eval, const struct application *a) {
    if (value_sign(eval_values(eval), a->args[1]) <= 0)
        return VALUE_UNSUPPORTED; /* the universe, of which nobody says what is in it */
    int64_t wanted;
    if (!value_to_int64(eval_values(eval), a->args[1], &wanted))
        wanted = INT64_MAX; /* more than any relation has */
    pair_vec edges = edges_of(eval, a->args[0]);
    value_vec out = {0};
    for (size_t i = 0, end; i < edges.n; i = end) {
        for (end = i + 1; end < edges.n && edges.at[end].key == edges.at[i].key;)
            end++;
        if ((int64_t)(end - i) >= wanted)
            vec_push(&out, container_tuple(eval, &edges.at[i].key, 1));
    }
    bool limit = out.n > 0 && vec_top(&out) == VALUE_LIMIT;
    value made = limit ? VALUE_LIMIT : container_set(eval, out.at, out.n);
    vec_free(&edges);
    vec_free(&out);
    return made;
}

/* ---- groups ---- */

/*
 * The rows in groups of the same key, one behind the other; ends[i] is where group
 * i ends. Without rows there is still one group, the empty one, as in cvc5. The
 * rows of a group stay in the order of their handles.
 */
struct groups {
    pair_vec rows;
    VEC(size_t) ends;
};

static void groups_release(struct groups *groups) {
    vec_free(&groups->rows);
    vec_free(&groups->ends);
}

static bool groups_begin(struct eval *eval, const struct application *a, value container,
                         struct groups *groups) {
    pair_vec rows = rows_of(eval, container);
    pair_vec keys = {0};
    bool good = true;
    *groups = (struct groups){0};
    for (size_t i = 0; i < rows.n && good; i++) {
        value key = project_row(eval, rows.at[i].key, a->indices, a->n_indices);
        vec_push(&keys, ((struct pair){key, i}));
        good = key != VALUE_LIMIT;
    }
    pairs_sort(keys.at, keys.n);
    for (size_t i = 0; i < keys.n && good; i++) {
        vec_push(&groups->rows, rows.at[keys.at[i].item]);
        if (i + 1 == keys.n || keys.at[i + 1].key != keys.at[i].key)
            vec_push(&groups->ends, i + 1);
    }
    if (keys.n == 0)
        vec_push(&groups->ends, 0);
    vec_free(&rows);
    vec_free(&keys);
    return good;
}

/* Group i as it stands in the rows. */
static struct pair *group_at(const struct groups *groups, size_t i, uint32_t *n) {
    size_t from = i == 0 ? 0 : groups->ends.at[i - 1];
    *n = (uint32_t)(groups->ends.at[i] - from);
    return *n == 0 ? NULL : groups->rows.at + from;
}

static value group(struct eval *eval, const struct application *a) {
    bool table = is_table(eval, a->sort);
    struct groups groups;
    pair_vec out = {0};
    value made = groups_begin(eval, a, a->args[0], &groups) ? VALUE_TRUE : VALUE_LIMIT;
    for (size_t i = 0; i < groups.ends.n && made != VALUE_LIMIT; i++) {
        uint32_t n;
        const struct pair *at = group_at(&groups, i, &n);
        pair_vec part = {0};
        for (uint32_t k = 0; k < n; k++)
            vec_push(&part, at[k]);
        made = finish(eval, &part, table);
        vec_push(&out, ((struct pair){made, one}));
    }
    groups_release(&groups);
    if (made != VALUE_LIMIT)
        return finish(eval, &out, table);
    vec_free(&out);
    return made;
}

/* The order within a group is open; if it matters for one of them, the whole is open. */
static value aggregate_groups(struct eval *eval, const struct application *a) {
    bool is_open = false;
    struct groups groups;
    pair_vec out = {0};
    value bad = groups_begin(eval, a, a->args[2], &groups) ? 0 : VALUE_LIMIT;
    for (size_t i = 0; i < groups.ends.n && bad != VALUE_LIMIT && bad != VALUE_UNSUPPORTED; i++) {
        uint32_t n;
        const struct pair *at = group_at(&groups, i, &n);
        value sum = fold_any_order(eval, a->args[0], a->args[1], at, n, a->sorts[1]);
        is_open |= sum == 0;
        bad = worse(eval_values(eval), bad, sum);
        vec_push(&out, ((struct pair){sum, one}));
    }
    groups_release(&groups);
    if (bad == 0 && !is_open)
        return finish(eval, &out, is_table(eval, a->sort));
    vec_free(&out);
    return bad != 0 ? eval_wait(eval, a, bad) : eval_open(eval, a);
}

/* The indices lie in a table of lists, which calls may move. */
static value aggregate(struct eval *eval, const struct application *a) {
    struct application kept = *a;
    u32_vec indices = {0};
    for (uint32_t i = 0; i < a->n_indices; i++)
        vec_push(&indices, a->indices[i]);
    kept.indices = indices.at;
    value made = aggregate_groups(eval, &kept);
    vec_free(&indices);
    return made;
}

const struct meaning theory_relations[] = {
    {OP_REL_JOIN, 0, join_ends},
    {OP_REL_PRODUCT, 0, join_indexed},
    {OP_REL_TRANSPOSE, 0, transpose},
    {OP_REL_TCLOSURE, 0, tclosure},
    {OP_REL_IDEN, 0, iden},
    {OP_REL_JOIN_IMAGE, 0, join_image},
    {OP_REL_GROUP, 0, group},
    {OP_REL_AGGR, MEANING_CALLS, aggregate},
    {OP_REL_PROJECT, 0, project},
    {OP_REL_TABLE_JOIN, 0, join_indexed},
    {OP_TABLE_PRODUCT, 0, join_indexed},
    {OP_TABLE_PROJECT, 0, project},
    {OP_TABLE_JOIN, 0, join_indexed},
    {OP_TABLE_GROUP, 0, group},
    {OP_TABLE_AGGR, MEANING_CALLS, aggregate},
    {0, 0, NULL},
};
