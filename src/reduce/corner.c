#include "reduce/corner.h"

/* 0, 00, 0.0 */
static bool is_zero(const struct term_table *table, term t) {
    const struct term_node *node = term_at(table, t);
    if (node->op != OP_NUMERAL && node->op != OP_DECIMAL)
        return false;
    const struct symbol_entry *entry = symbol_at(&table->symbols, node->payload);
    for (size_t i = 0; i < entry->n; i++)
        if (entry->at[i] != '0' && entry->at[i] != '.')
            return false;
    return true;
}

/* Of x / y / z, all but the first divide. */
static bool divides_by_zero(const struct term_table *table, term t) {
    for (uint32_t i = 1; i < term_at(table, t)->n_args; i++)
        if (is_zero(table, term_arg(table, t, i)))
            return true;
    return false;
}

/* A field of what is made by another constructor. */
static bool selects_wrongly(const struct term_table *table, term t) {
    const struct term_node *node = term_at(table, t);
    if (node->payload == 0 || node->n_args != 1 ||
        fun_at(table, node->payload)->kind != FUN_SELECTOR)
        return false;
    const struct term_node *of = term_at(table, term_arg(table, t, 0));
    return of->op == OP_APPLY && of->payload != 0 &&
           fun_at(table, of->payload)->kind == FUN_CONSTRUCTOR &&
           of->payload != fun_at(table, node->payload)->owner;
}

static bool is_corner(const struct term_table *table, term t) {
    switch (term_at(table, t)->op) {
    case OP_INT_DIV:
    case OP_INT_MOD:
    case OP_REAL_DIV:
        return divides_by_zero(table, t);
    case OP_SEQ_NTH:
        return term_at(table, term_arg(table, t, 0))->op == OP_SEQ_EMPTY;
    case OP_APPLY:
        return selects_wrongly(table, t);
    default:
        return false;
    }
}

/* Does the script that was read have a float of an odd format? Its table has no other sorts of its own. */
static bool has_odd_floats(const struct draft *draft) {
    const struct sort_table *sorts = &draft->table->sorts;
    for (sort s = draft->empty.sorts.nodes; s < sorts->nodes.n; s++) {
        const struct sort_node *node = sort_at(sorts, s);
        bool is_single = node->indices[0] == 8 && node->indices[1] == 24;
        bool is_double = node->indices[0] == 11 && node->indices[1] == 53;
        if (node->kind == SORT_FLOAT && !node->is_pattern && !is_single && !is_double)
            return true;
    }
    return false;
}

struct corners corners_of(struct draft *draft) {
    struct corners corners = {.has_odd_floats = has_odd_floats(draft)};
    term_walk_begin(&draft->walk, draft->table);
    draft_walk(draft, &draft->walk);
    for (term t; (t = term_walk_next(&draft->walk)) != 0;)
        corners.n_open += is_corner(draft->table, t);
    return corners;
}

bool corners_are_old(struct corners after, struct corners before) {
    return after.n_open <= before.n_open && (before.has_odd_floats || !after.has_odd_floats);
}
