/*
 * The sort rules that no signature can say: operators over tuples of any
 * length, and those whose result depends on how many arguments they have.
 */
#include "base/die.h"
#include "term/check.h"

struct given {
    struct term_table *table;
    const uint32_t *indices;
    uint32_t n_indices;
    const term *args;
    uint32_t n_args;
};

static sort arg_sort(const struct given *g, uint32_t i) {
    return term_sort(g->table, g->args[i]);
}

/* The argument of a sort constructor of one argument; 0 if s is none of that kind. */
static sort content(const struct given *g, sort s, enum sort_kind kind) {
    const struct sort_table *sorts = &g->table->sorts;
    return s != 0 && sort_kind(sorts, s) == kind ? sort_arg(sorts, s, 0) : 0;
}

/* The tuple sort inside argument i, a set or bag of tuples; 0 if it is none. */
static sort rows_of(const struct given *g, uint32_t i, enum sort_kind kind) {
    sort inner = i < g->n_args ? content(g, arg_sort(g, i), kind) : 0;
    return inner != 0 && sort_kind(&g->table->sorts, inner) == SORT_TUPLE ? inner : 0;
}

static sort wrap(const struct given *g, enum sort_kind kind, sort inner) {
    return inner == 0 ? 0 : sort_make(&g->table->sorts, kind, 0, 0, &inner, 1);
}

static void add_parts(const struct given *g, sort tuple, uint32_t from, uint32_t to,
                      u32_vec *parts) {
    for (uint32_t i = from; i < to; i++)
        vec_push(parts, sort_arg(&g->table->sorts, tuple, i));
}

static sort tuple_of(const struct given *g, u32_vec *parts) {
    sort made = sort_make(&g->table->sorts, SORT_TUPLE, 0, 0, parts->at, (uint32_t)parts->n);
    vec_free(parts);
    return made;
}

/* Components [0, m - cut) of a, then [cut, n) of b. */
static sort concatenate(const struct given *g, sort a, sort b, uint32_t cut) {
    u32_vec parts = {0};
    add_parts(g, a, 0, sort_n_args(&g->table->sorts, a) - cut, &parts);
    add_parts(g, b, cut, sort_n_args(&g->table->sorts, b), &parts);
    return tuple_of(g, &parts);
}

static bool indices_within(const struct given *g, sort tuple) {
    for (uint32_t i = 0; i < g->n_indices; i++)
        if (g->indices[i] >= sort_n_args(&g->table->sorts, tuple))
            return false;
    return true;
}

static sort project(const struct given *g, sort tuple) {
    if (tuple == 0 || !indices_within(g, tuple))
        return 0;
    u32_vec parts = {0};
    for (uint32_t i = 0; i < g->n_indices; i++)
        add_parts(g, tuple, g->indices[i], g->indices[i] + 1, &parts);
    return tuple_of(g, &parts);
}

static sort tuple_rule(const struct given *g) {
    u32_vec parts = {0};
    for (uint32_t i = 0; i < g->n_args; i++)
        vec_push(&parts, arg_sort(g, i));
    return tuple_of(g, &parts);
}

static sort component(const struct given *g, uint32_t n_args) {
    if (g->n_args != n_args || g->n_indices != 1 ||
        sort_kind(&g->table->sorts, arg_sort(g, 0)) != SORT_TUPLE ||
        !indices_within(g, arg_sort(g, 0)))
        return 0;
    return sort_arg(&g->table->sorts, arg_sort(g, 0), g->indices[0]);
}

static sort join_rule(const struct given *g) {
    const struct sort_table *sorts = &g->table->sorts;
    sort a = rows_of(g, 0, SORT_SET), b = rows_of(g, 1, SORT_SET);
    if (g->n_args != 2 || a == 0 || b == 0)
        return 0;
    uint32_t m = sort_n_args(sorts, a), n = sort_n_args(sorts, b);
    if (m == 0 || n == 0 || m + n < 3 || sort_arg(sorts, a, m - 1) != sort_arg(sorts, b, 0))
        return 0;
    return wrap(g, SORT_SET, concatenate(g, a, b, 1));
}

static sort product_rule(const struct given *g, enum sort_kind kind) {
    sort a = rows_of(g, 0, kind), b = rows_of(g, 1, kind);
    return g->n_args != 2 || a == 0 || b == 0 ? 0 : wrap(g, kind, concatenate(g, a, b, 0));
}

/* Indices come in pairs: a component of each table, of the same sort. */
static sort table_join_rule(const struct given *g, enum sort_kind kind) {
    const struct sort_table *sorts = &g->table->sorts;
    sort a = rows_of(g, 0, kind), b = rows_of(g, 1, kind);
    if (g->n_args != 2 || a == 0 || b == 0 || g->n_indices % 2 != 0)
        return 0;
    for (uint32_t i = 0; i < g->n_indices; i += 2) {
        uint32_t p = g->indices[i], q = g->indices[i + 1];
        if (p >= sort_n_args(sorts, a) || q >= sort_n_args(sorts, b) ||
            sort_arg(sorts, a, p) != sort_arg(sorts, b, q))
            return 0;
    }
    return wrap(g, kind, concatenate(g, a, b, 0));
}

static sort transpose_rule(const struct given *g) {
    sort rows = rows_of(g, 0, SORT_SET);
    if (g->n_args != 1 || rows == 0)
        return 0;
    u32_vec parts = {0};
    for (uint32_t i = sort_n_args(&g->table->sorts, rows); i > 0; i--)
        add_parts(g, rows, i - 1, i, &parts);
    return wrap(g, SORT_SET, tuple_of(g, &parts));
}

static bool is_pair_of_same(const struct given *g, sort rows) {
    const struct sort_table *sorts = &g->table->sorts;
    return rows != 0 && sort_n_args(sorts, rows) == 2 &&
           sort_arg(sorts, rows, 0) == sort_arg(sorts, rows, 1);
}

static sort iden_rule(const struct given *g) {
    sort rows = rows_of(g, 0, SORT_SET);
    if (g->n_args != 1 || rows == 0 || sort_n_args(&g->table->sorts, rows) != 1)
        return 0;
    return wrap(g, SORT_SET, concatenate(g, rows, rows, 0));
}

static sort join_image_rule(const struct given *g) {
    sort rows = rows_of(g, 0, SORT_SET);
    if (g->n_args != 2 || !is_pair_of_same(g, rows) || arg_sort(g, 1) != SORT_INT)
        return 0;
    u32_vec parts = {0};
    add_parts(g, rows, 0, 1, &parts);
    return wrap(g, SORT_SET, tuple_of(g, &parts));
}

static sort group_rule(const struct given *g, enum sort_kind kind) {
    sort rows = rows_of(g, 0, kind);
    return g->n_args != 1 || rows == 0 || !indices_within(g, rows) ? 0
                                                                   : wrap(g, kind, arg_sort(g, 0));
}

/* (-> Row (-> B B)) B Rows gives a set or bag of B. */
static sort aggregate_rule(const struct given *g, enum sort_kind kind) {
    sort rows = rows_of(g, 2, kind);
    if (g->n_args != 3 || rows == 0 || !indices_within(g, rows))
        return 0;
    sort b = arg_sort(g, 1);
    struct sort_table *sorts = &g->table->sorts;
    sort step = sort_map(sorts, b, b);
    step = step == 0 ? 0 : sort_map(sorts, rows, step);
    return step == 0 || step != arg_sort(g, 0) ? 0 : wrap(g, kind, b);
}

static sort bitsum_rule(const struct given *g) {
    if (g->n_args == 0 || sort_kind(&g->table->sorts, arg_sort(g, 0)) != SORT_FIELD)
        return 0;
    for (uint32_t i = 1; i < g->n_args; i++)
        if (arg_sort(g, i) != arg_sort(g, 0))
            return 0;
    return arg_sort(g, 0);
}

/* One or more arguments of sort Bool. */
static bool are_formulas(const struct given *g) {
    for (uint32_t i = 0; i < g->n_args; i++)
        if (arg_sort(g, i) != SORT_BOOL)
            return false;
    return g->n_args > 0;
}

sort check_custom(struct term_table *table, enum op op, const uint32_t *indices, uint32_t n_indices,
                  const term *args, uint32_t n_args) {
    const struct given g = {table, indices, n_indices, args, n_args};
    switch (op) {
    case OP_BV_FROM_BOOLS:
        return are_formulas(&g) ? sort_bitvec(&table->sorts, n_args) : 0;
    case OP_AT_MOST:
    case OP_AT_LEAST:
        return are_formulas(&g) ? SORT_BOOL : 0;
    case OP_PB_LE:
    case OP_PB_GE:
    case OP_PB_EQ:
        return are_formulas(&g) && n_indices == n_args + 1 ? SORT_BOOL : 0;
    case OP_TUPLE:
        return n_args == 0 ? 0 : tuple_rule(&g);
    case OP_TUPLE_UNIT:
        return n_args != 0 ? 0 : tuple_rule(&g);
    case OP_TUPLE_SELECT:
        return component(&g, 1);
    case OP_TUPLE_UPDATE:
        return component(&g, 2) != 0 && component(&g, 2) == arg_sort(&g, 1) ? arg_sort(&g, 0) : 0;
    case OP_TUPLE_PROJECT:
        return n_args != 1 || sort_kind(&table->sorts, arg_sort(&g, 0)) != SORT_TUPLE
                   ? 0
                   : project(&g, arg_sort(&g, 0));
    case OP_REL_JOIN:
        return join_rule(&g);
    case OP_REL_PRODUCT:
        return product_rule(&g, SORT_SET);
    case OP_REL_TRANSPOSE:
        return transpose_rule(&g);
    case OP_REL_TCLOSURE:
        return n_args == 1 && is_pair_of_same(&g, rows_of(&g, 0, SORT_SET)) ? arg_sort(&g, 0) : 0;
    case OP_REL_IDEN:
        return iden_rule(&g);
    case OP_REL_JOIN_IMAGE:
        return join_image_rule(&g);
    case OP_REL_GROUP:
        return group_rule(&g, SORT_SET);
    case OP_REL_AGGR:
        return aggregate_rule(&g, SORT_SET);
    case OP_REL_PROJECT:
        return n_args != 1 ? 0 : wrap(&g, SORT_SET, project(&g, rows_of(&g, 0, SORT_SET)));
    case OP_REL_TABLE_JOIN:
        return table_join_rule(&g, SORT_SET);
    case OP_TABLE_PRODUCT:
        return product_rule(&g, SORT_BAG);
    case OP_TABLE_PROJECT:
        return n_args != 1 ? 0 : wrap(&g, SORT_BAG, project(&g, rows_of(&g, 0, SORT_BAG)));
    case OP_TABLE_JOIN:
        return table_join_rule(&g, SORT_BAG);
    case OP_TABLE_GROUP:
        return group_rule(&g, SORT_BAG);
    case OP_TABLE_AGGR:
        return aggregate_rule(&g, SORT_BAG);
    case OP_FF_BITSUM:
        return bitsum_rule(&g);
    default:
        BUG("no sort rule for operator %d", op);
    }
}
