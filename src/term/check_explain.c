/*
 * Why the sort checker refused, in words: what was given, and what the operator
 * or function takes.
 */
#include "term/check.h"

static void add_sorts_of(const struct term_table *table, const term *args, uint32_t n_args,
                         struct strbuf *out) {
    enum { SHOWN = 8 };
    for (uint32_t i = 0; i < n_args && i < SHOWN; i++) {
        if (i > 0)
            strbuf_add_char(out, ' ');
        sort_print(&table->sorts, term_sort(table, args[i]), out);
    }
    if (n_args > SHOWN)
        strbuf_printf(out, " ... (%u arguments)", n_args);
}

static void add_sort_list(const struct term_table *table, list sorts, struct strbuf *out) {
    for (uint32_t i = 0; i < list_length(&table->lists, sorts); i++) {
        if (i > 0)
            strbuf_add_char(out, ' ');
        sort_print(&table->sorts, list_items(&table->lists, sorts)[i], out);
    }
}

static void add_count(struct strbuf *out, uint32_t n, const char *what) {
    strbuf_printf(out, "%u %s%s", n, what, plural_s(n));
}

/* "(bvadd (_ BitVec m) (_ BitVec m) (_ BitVec m) :left-assoc)", as the theories write it. */
static void add_rank(const struct term_table *table, uint32_t op, struct strbuf *out) {
    static const char *const attributes[] = {[ASSOC_LEFT] = " :left-assoc",
                                             [ASSOC_RIGHT] = " :right-assoc",
                                             [ASSOC_CHAIN] = " :chainable",
                                             [ASSOC_PAIRWISE] = " :pairwise",
                                             [ASSOC_CUSTOM] = ""};
    const struct op_info *info = op_info(table, op);
    const struct op_row *rule = op < OP_COUNT ? op_row(op_row(op)->canonical) : NULL;
    strbuf_add_char(out, '(');
    if (info->n_indices > 0)
        strbuf_add_text(out, "(_ ");
    symbol_print(&table->symbols, info->symbol, out);
    if (info->n_indices > 0) {
        strbuf_printf(out, " %s)", rule != NULL ? rule->indices : "...");
    }
    strbuf_add_char(out, ' ');
    if (rule != NULL)
        strbuf_add_text(out, rule->signature);
    else {
        add_sort_list(table, info->args, out);
        strbuf_add_char(out, ' ');
        sort_print(&table->sorts, info->result, out);
    }
    if (info->assoc != ASSOC_NONE && info->assoc != ASSOC_INIT)
        strbuf_add_text(out, attributes[info->assoc]);
    strbuf_add_char(out, ')');
    if (rule != NULL && rule->condition[0] != '\0')
        strbuf_printf(out, " where %s", rule->condition);
}

enum { RANKS_SHOWN = 4 }; /* of operators and functions with one name */

static void add_refusal(const struct term_table *table, symbol name, const struct check *check,
                        const term *args, uint32_t n_args, struct strbuf *out) {
    strbuf_add_char(out, '\'');
    symbol_print(&table->symbols, name, out);
    strbuf_add_text(out, "' ");
    switch (check->status) {
    case CHECK_ARITY:
        strbuf_add_text(out, "does not take ");
        add_count(out, n_args, "argument");
        break;
    case CHECK_NO_INDEX_FITS:
        strbuf_add_text(out, "has the wrong number of indices");
        break;
    case CHECK_CONDITION:
        strbuf_add_text(out, "has indices that do not go with (");
        add_sorts_of(table, args, n_args, out);
        strbuf_add_char(out, ')');
        break;
    case CHECK_NEEDS_AS:
        strbuf_add_text(out, "needs its sort written out: (as ");
        symbol_print(&table->symbols, name, out);
        strbuf_add_text(out, " SORT)");
        break;
    case CHECK_AS:
        strbuf_add_text(out, "cannot have the sort that is given with 'as'");
        break;
    case CHECK_TOO_LARGE:
        strbuf_add_text(out, "would have a sort that does not exist, or is too large for momus");
        break;
    default:
        strbuf_add_text(out, "cannot be applied to (");
        add_sorts_of(table, args, n_args, out);
        strbuf_add_char(out, ')');
    }
}

void check_explain_op(const struct term_table *table, symbol name, const struct check *check,
                      const term *args, uint32_t n_args, struct strbuf *out) {
    add_refusal(table, name, check, args, n_args, out);
    int shown = 0;
    for (uint32_t op = symbol_at(&table->symbols, name)->op; op != 0;
         op = op_info(table, op)->next) {
        if (shown++ == RANKS_SHOWN) {
            strbuf_add_text(out, ", ...");
            break;
        }
        strbuf_add_text(out, shown == 1 ? "; it is " : " or ");
        add_rank(table, op, out);
    }
}

void check_explain_fun(const struct term_table *table, fun f, const struct check *check,
                       const term *args, uint32_t n_args, struct strbuf *out) {
    add_refusal(table, fun_at(table, f)->name, check, args, n_args, out);
    for (int shown = 0; f != 0; f = fun_at(table, f)->shadowed) {
        const struct fun *info = fun_at(table, f);
        if (shown++ == RANKS_SHOWN) {
            strbuf_add_text(out, ", ...");
            break;
        }
        strbuf_add_text(out, shown == 1 ? "; it is declared as (" : " or (");
        add_sort_list(table, info->params, out);
        strbuf_add_text(out, ") ");
        sort_print(&table->sorts, info->result, out);
    }
}
