/*
 * Terms as text, in three passes over what a command holds:
 *
 *   count    a walk over the DAG: how often each term is used, and in which
 *            binder its variables are bound
 *   measure  arguments first: how wide each term is on one line; a large term
 *            that is used more than once gets a let
 *   print    what fits goes on one line, the rest over several
 */
#include "base/die.h"
#include "lang/attribute.h"
#include "lang/printer_int.h"

enum {
    LET_SIZE = 8,          /* a shared term with fewer nodes is written out again */
    INDENT_STEP = 2,
    INDENT_MAX = 40,       /* indentation stops growing here */
    WIDTH_MAX = 1 << 20,   /* widths stop growing here */
    HOME_VARIABLES = 64,   /* a binder over more free variables than this gets no let */
    HOME_UNKNOWN = UINT32_MAX, /* no place for a let can be told: it is written out */
};

static struct print_info *info_of(struct printer *p, term t) {
    return &p->infos.at[t];
}

/* ---- names ---- */

static symbol fun_symbol(const struct printer *p, fun f) {
    symbol other = p->fun_names == NULL ? 0 : p->fun_names[f];
    return other != 0 ? other : fun_at(p->table, f)->name;
}

void print_fun_name(struct printer *p, fun f) {
    symbol_print(&p->table->symbols, fun_symbol(p, f), p->out);
}

void print_decl_name(struct printer *p, uint32_t decl) {
    symbol other = p->decl_names == NULL ? 0 : p->decl_names[decl];
    symbol_print(&p->table->symbols, other != 0 ? other : p->table->sorts.decls.at[decl].name,
                 p->out);
}

void print_sort(struct printer *p, sort s) {
    sort_print_renamed(&p->table->sorts, s, p->decl_names, NULL, p->out);
}

static uint32_t symbol_width(const struct printer *p, symbol s) {
    const struct symbol_entry *entry = symbol_at(&p->table->symbols, s);
    return entry->n + 2 * entry->needs_bars;
}

static uint32_t digits_of(uint32_t number) {
    uint32_t n = 1;
    for (; number >= 10; number /= 10)
        n++;
    return n;
}

/* A variable keeps its name unless print_name_variables has given it a number. */
static uint32_t variable_number(const struct printer *p, uint32_t variable) {
    return variable < p->renamed.n && p->renamed.at[variable].epoch == p->epoch
               ? p->renamed.at[variable].number
               : 0;
}

static void print_variable(struct printer *p, uint32_t variable) {
    symbol name = p->table->variables.at[variable].name;
    uint32_t number = variable_number(p, variable);
    if (number == 0) {
        symbol_print(&p->table->symbols, name, p->out);
        return;
    }
    const struct symbol_entry *entry = symbol_at(&p->table->symbols, name);
    if (entry->needs_bars)
        strbuf_add_char(p->out, '|');
    strbuf_add(p->out, entry->at, entry->n);
    strbuf_add_char(p->out, '_');
    strbuf_add_u64(p->out, number);
    if (entry->needs_bars)
        strbuf_add_char(p->out, '|');
}

static uint32_t variable_width(const struct printer *p, uint32_t variable) {
    uint32_t number = variable_number(p, variable);
    return symbol_width(p, p->table->variables.at[variable].name) +
           (number == 0 ? 0 : 1 + digits_of(number));
}

static uint32_t let_width(const struct printer *p, uint32_t let) {
    return 5 + p->let_prefix + digits_of(let);
}

static void print_let_name(struct printer *p, uint32_t let) {
    strbuf_add(p->out, "_let_", 5);
    strbuf_add_repeat(p->out, '_', p->let_prefix);
    strbuf_add_u64(p->out, let);
}

/* By symbol: the command uses it for a function or operator, for a variable. */
static bool epoch_is_now(const struct printer *p, const u32_vec *epochs, symbol name) {
    return name < epochs->n && epochs->at[name] == p->epoch;
}

static bool name_is_used(const struct printer *p, symbol name) {
    return epoch_is_now(p, &p->name_epochs, name);
}

static bool variable_name_is_used(const struct printer *p, symbol name) {
    return epoch_is_now(p, &p->variable_name_epochs, name);
}

static void use_name(struct printer *p, u32_vec *epochs, symbol name) {
    size_t n = epochs->n;
    if (name >= n) {
        vec_extend(epochs, p->table->symbols.entries.n - n);
        memset(epochs->at + n, 0, (epochs->n - n) * sizeof *epochs->at);
    }
    epochs->at[name] = p->epoch;
    /* A name like those of lets makes these longer. */
    const struct symbol_entry *entry = symbol_at(&p->table->symbols, name);
    if (entry->n >= 5 && memcmp(entry->at, "_let_", 5) == 0) {
        uint32_t more = 1;
        while (entry->at[4 + more] == '_')
            more++;
        if (more > p->let_prefix)
            p->let_prefix = more;
    }
}

/* The name of the variable may not mean anything else in the binder's body. */
static bool clashes(struct printer *p, term var, const term *vars, uint32_t n, term body) {
    symbol name = term_variable_of(p->table, var)->name;
    if (name_is_used(p, name))
        return true;
    for (uint32_t i = 0; i < n && vars[i] != var; i++)
        if (term_variable_of(p->table, vars[i])->name == name)
            return true;
    bool found = false;
    u32_vec members = {0};
    varset_members(&p->table->varsets, term_at(p->table, body)->free, &members);
    for (size_t i = 0; i < members.n && !found; i++)
        found = members.at[i] != term_at(p->table, var)->payload &&
                p->table->variables.at[members.at[i]].name == name;
    vec_free(&members);
    return found;
}

/*
 * The next number that makes a name which this command does not use: it must
 * not depend on what else is in the table.
 */
static uint32_t free_number(struct printer *p, const struct symbol_entry *entry) {
    for (;;) {
        uint32_t number = ++p->n_renamed;
        strbuf_clear(&p->scratch);
        strbuf_add(&p->scratch, entry->at, entry->n);
        strbuf_add_char(&p->scratch, '_');
        strbuf_add_u64(&p->scratch, number);
        symbol s = symbol_find(&p->table->symbols, p->scratch.at, p->scratch.n);
        if (s == 0 || (!name_is_used(p, s) && !variable_name_is_used(p, s)))
            return number;
    }
}

void print_name_variables(struct printer *p, const term *vars, uint32_t n, term body) {
    for (uint32_t i = 0; i < n; i++) {
        uint32_t variable = term_at(p->table, vars[i])->payload;
        if (variable_number(p, variable) != 0 || !clashes(p, vars[i], vars, n, body))
            continue;
        size_t known = p->renamed.n;
        if (variable >= known) {
            vec_extend(&p->renamed, variable + 1 - known);
            memset(p->renamed.at + known, 0, (p->renamed.n - known) * sizeof *p->renamed.at);
        }
        p->renamed.at[variable] = (struct renamed){
            p->epoch,
            free_number(p, symbol_at(&p->table->symbols, p->table->variables.at[variable].name))};
    }
}

/* ---- heads ---- */

/* Must the head be written (as f SORT)? Where the arguments do not fix the result. */
static bool op_needs_as(const struct printer *p, const struct op_info *info) {
    if (info->n_params_sorts == 0 || info->assoc == ASSOC_CUSTOM)
        return false;
    struct sort_binding binding;
    sort_binding_clear(&binding, info->n_params_sorts);
    for (uint32_t i = 0; i < info->n_args; i++) {
        sort pattern = list_items(&p->table->lists, info->args)[i];
        sort_match(&p->table->sorts, pattern, pattern, &binding);
    }
    for (uint32_t i = 0; i < info->n_params_sorts; i++)
        if (binding.params[i] == 0)
            return true;
    return false;
}

static bool fun_needs_as(const struct printer *p, fun f) {
    const struct fun *info = fun_at(p->table, f);
    if (info->n_params_sorts == 0)
        return false;
    struct sort_binding binding;
    sort_binding_clear(&binding, info->n_params_sorts);
    for (uint32_t i = 0; i < fun_arity(p->table, f); i++) {
        sort pattern = list_items(&p->table->lists, info->params)[i];
        sort_match(&p->table->sorts, pattern, pattern, &binding);
    }
    for (uint32_t i = 0; i < info->n_params_sorts; i++)
        if (binding.params[i] == 0)
            return true;
    return false;
}

static void print_indexed(struct printer *p, symbol name, list indices) {
    strbuf_add(p->out, "(_ ", 3);
    symbol_print(&p->table->symbols, name, p->out);
    for (uint32_t i = 0; i < list_length(&p->table->lists, indices); i++) {
        strbuf_add_char(p->out, ' ');
        strbuf_add_u64(p->out, list_items(&p->table->lists, indices)[i]);
    }
    strbuf_add_char(p->out, ')');
}

static void print_qualified(struct printer *p, symbol name, sort s) {
    strbuf_add(p->out, "(as ", 4);
    symbol_print(&p->table->symbols, name, p->out);
    strbuf_add_char(p->out, ' ');
    print_sort(p, s);
    strbuf_add_char(p->out, ')');
}

static void print_field_element(struct printer *p, const struct term_node *node) {
    strbuf_add_text(p->out, "(as ff");
    strbuf_add_text(p->out, symbol_at(&p->table->symbols, node->payload)->at);
    strbuf_add_char(p->out, ' ');
    print_sort(p, node->sort);
    strbuf_add_char(p->out, ')');
}

static void print_map_head(struct printer *p, list which) {
    const uint32_t *items = list_items(&p->table->lists, which);
    strbuf_add_text(p->out, "(_ map ");
    if (items[1])
        print_fun_name(p, items[0]);
    else
        symbol_print(&p->table->symbols, op_info(p->table, items[0])->symbol, p->out);
    strbuf_add_char(p->out, ')');
}

static void print_datatype_head(struct printer *p, const char *word, fun f) {
    strbuf_add_text(p->out, word);
    print_fun_name(p, f);
    strbuf_add_char(p->out, ')');
}

/* A leaf, or what stands first in an application. */
static void print_head(struct printer *p, term t) {
    const struct term_node *node = term_at(p->table, t);
    switch (node->op) {
    case OP_NUMERAL:
    case OP_DECIMAL:
    case OP_BITS:
    case OP_STRING:
    case OP_ALGEBRAIC: {
        const struct symbol_entry *entry = symbol_at(&p->table->symbols, node->payload);
        strbuf_add(p->out, entry->at, entry->n);
        return;
    }
    case OP_FIELD: print_field_element(p, node); return;
    case OP_ABSTRACT: print_qualified(p, node->payload, node->sort); return;
    case OP_VAR: print_variable(p, node->payload); return;
    case OP_FUN_REF: print_fun_name(p, node->payload); return;
    case OP_APPLY:
        if (fun_needs_as(p, node->payload))
            print_qualified(p, fun_symbol(p, node->payload), node->sort);
        else
            print_fun_name(p, node->payload);
        return;
    case OP_IS: print_datatype_head(p, "(_ is ", node->payload); return;
    case OP_UPDATE: print_datatype_head(p, "(_ update ", node->payload); return;
    case OP_AS_ARRAY: print_datatype_head(p, "(_ as-array ", node->payload); return;
    case OP_MAP_ARRAY: print_map_head(p, node->payload); return;
    case OP_ANNOTATED: strbuf_add_char(p->out, '!'); return;
    case OP_MATCH: strbuf_add_text(p->out, "match"); return;
    case OP_FORALL: strbuf_add_text(p->out, "forall"); return;
    case OP_EXISTS: strbuf_add_text(p->out, "exists"); return;
    case OP_LAMBDA: strbuf_add_text(p->out, "lambda"); return;
    case OP_CHOICE: strbuf_add_text(p->out, "choice"); return;
    default: {
        const struct op_info *info = op_info(p->table, node->op);
        if (node->payload != 0)
            print_indexed(p, info->symbol, node->payload);
        else if (op_needs_as(p, info))
            print_qualified(p, info->symbol, node->sort);
        else
            symbol_print(&p->table->symbols, info->symbol, p->out);
    }
    }
}

/* How wide print_head is; the usual heads without printing them. */
static uint32_t head_width(struct printer *p, term t) {
    const struct term_node *node = term_at(p->table, t);
    if (node->op == OP_VAR)
        return variable_width(p, node->payload);
    if (node->op == OP_APPLY && fun_at(p->table, node->payload)->n_params_sorts == 0)
        return symbol_width(p, fun_symbol(p, node->payload));
    if (op_is_literal(node->op) && node->op != OP_FIELD && node->op != OP_ABSTRACT)
        return symbol_at(&p->table->symbols, node->payload)->n;
    if (node->op >= OP_FIRST_THEORY && node->payload == 0 &&
        op_info(p->table, node->op)->n_params_sorts == 0)
        return symbol_width(p, op_info(p->table, node->op)->symbol);
    size_t before = p->out->n;
    print_head(p, t);
    size_t width = p->out->n - before;
    p->out->n = before;
    return width > WIDTH_MAX ? WIDTH_MAX : (uint32_t)width;
}

/* ---- count ---- */

/* Registers the variables of a binder; a variable with two binders has no home. */
static void enter_binder(struct printer *p, term t) {
    size_t n = p->binder_of.n;
    p->has_binder = true;
    if (n < p->table->variables.n) {
        vec_extend(&p->binder_of, p->table->variables.n - n);
        vec_extend(&p->binder_epochs, p->table->variables.n - n);
        memset(p->binder_epochs.at + n, 0, (p->binder_epochs.n - n) * sizeof(uint32_t));
    }
    for (uint32_t i = 0; i + 1 < term_n_args(p->table, t); i++) {
        uint32_t variable = term_at(p->table, term_arg(p->table, t, i))->payload;
        bool known = p->binder_epochs.at[variable] == p->epoch;
        p->binder_of.at[variable] = known && p->binder_of.at[variable] != t ? HOME_UNKNOWN : t;
        p->binder_epochs.at[variable] = p->epoch;
    }
}

static struct print_info *fresh_info(struct printer *p, term t) {
    struct print_info *info = info_of(p, t);
    if (info->epoch != p->epoch)
        *info = (struct print_info){.epoch = p->epoch};
    return info;
}

/* Appends the terms with arguments below a root to p->order, arguments first. */
static void count_below(struct printer *p, term root) {
    enum { ENTERED = 1, DONE = 2 };
    const struct term_table *table = p->table;
    if (term_n_args(table, root) == 0)
        return;
    fresh_info(p, root);
    vec_push(&p->stack, root);
    while (p->stack.n > 0) {
        term t = vec_top(&p->stack);
        struct print_info *info = info_of(p, t);
        if (info->let == ENTERED) { /* until `measure` the field `let` holds the state */
            info->let = DONE;
            vec_push(&p->order, t);
        }
        if (info->let == DONE) {
            p->stack.n--;
            continue;
        }
        info->let = ENTERED;
        if (op_is_binder(term_op(table, t)))
            enter_binder(p, t);
        uint32_t n = term_n_args(table, t);
        const term *args = term_args(table, t);
        for (uint32_t i = n; i > 0; i--) {
            term arg = args[i - 1];
            if (term_n_args(table, arg) == 0)
                continue;
            struct print_info *below = fresh_info(p, arg);
            below->refs++;
            if (below->let == 0)
                vec_push(&p->stack, arg);
        }
    }
}

/* ---- measure ---- */

/* The home that the free variables of a term give it. */
static uint32_t home_of_variables(struct printer *p, term t) {
    u32_vec members = {0};
    uint32_t home = 0;
    varset_members(&p->table->varsets, term_at(p->table, t)->free, &members);
    for (size_t i = 0; i < members.n; i++) {
        uint32_t variable = members.at[i];
        bool bound = variable < p->binder_epochs.n && p->binder_epochs.at[variable] == p->epoch;
        uint32_t binder = bound ? p->binder_of.at[variable] : 0;
        /* Inner binders have smaller handles than those around them. */
        if (members.n > HOME_VARIABLES || binder == HOME_UNKNOWN)
            home = HOME_UNKNOWN;
        else if (binder != 0 && home != HOME_UNKNOWN && (home == 0 || binder < home))
            home = binder;
    }
    vec_free(&members);
    return home;
}

static uint32_t home_of(struct printer *p, term t) {
    const struct term_node *node = term_at(p->table, t);
    if (node->free == 0)
        return 0;
    if (node->n_args == 0 || op_is_binder(node->op))
        return home_of_variables(p, t);
    uint32_t home = 0;
    for (uint32_t i = 0; i < node->n_args; i++) {
        term arg = term_arg(p->table, t, i);
        if (term_at(p->table, arg)->free == 0)
            continue;
        uint32_t h = term_n_args(p->table, arg) == 0 ? home_of_variables(p, arg)
                                                     : info_of(p, arg)->home;
        if (h == HOME_UNKNOWN || home == HOME_UNKNOWN)
            home = HOME_UNKNOWN;
        else if (h != 0 && (home == 0 || h < home))
            home = h;
    }
    return home;
}

static void bind_let(struct printer *p, term t, struct print_info *info) {
    uint32_t index = (uint32_t)p->lets.n + 1;
    uint32_t *first = info->home == 0 ? &p->first_let : &info_of(p, info->home)->lets;
    vec_push(&p->lets, ((struct let){.value = t, .last = index}));
    if (*first == 0)
        *first = index;
    else {
        struct let *head = &p->lets.at[*first - 1];
        p->lets.at[head->last - 1].next = index;
        head->last = index;
    }
    info->let = index;
}

static uint32_t add_widths(uint32_t a, uint32_t b) {
    return a + b > WIDTH_MAX ? WIDTH_MAX : a + b;
}

static uint32_t width_here(struct printer *p, term t) {
    if (term_n_args(p->table, t) == 0)
        return head_width(p, t);
    const struct print_info *info = info_of(p, t);
    return info->let != 0 ? let_width(p, info->let) : info->width;
}

static void print_attribute_value(struct printer *p, uint32_t kind, uint32_t value) {
    const struct symbol_entry *entry = symbol_at(&p->table->symbols, value);
    if (kind == ATTRIBUTE_TEXT)
        strbuf_add(p->out, entry->at, entry->n);
    else
        symbol_print(&p->table->symbols, value, p->out);
}

/* What an annotation has beside its terms. */
static uint32_t attributes_width(const struct printer *p, list attributes) {
    uint64_t width = 0;
    for (uint32_t i = 0; i < list_length(&p->table->lists, attributes); i += 3) {
        const uint32_t *a = list_items(&p->table->lists, attributes) + i;
        width += 1 + symbol_at(&p->table->symbols, a[0])->n;
        if (a[1] == ATTRIBUTE_TEXT || a[1] == ATTRIBUTE_NAMED)
            width += 3 + (uint64_t)symbol_at(&p->table->symbols, a[2])->n;
        else if (a[1] == ATTRIBUTE_TERMS)
            width += 2;
    }
    return width > WIDTH_MAX ? WIDTH_MAX : (uint32_t)width;
}

static uint32_t extra_width(struct printer *p, term t) {
    const struct term_node *node = term_at(p->table, t);
    switch (node->op) {
    case OP_ANNOTATED:
        return attributes_width(p, node->payload);
    case OP_MATCH:
        return 2;
    case OP_CASE: {
        size_t before = p->out->n;
        if (node->payload != 0)
            print_fun_name(p, node->payload);
        size_t width = p->out->n - before;
        p->out->n = before;
        return (uint32_t)width;
    }
    case OP_FORALL:
    case OP_EXISTS:
    case OP_LAMBDA:
    case OP_CHOICE: {
        size_t before = p->out->n;
        strbuf_add_char(p->out, ' ');
        print_sorted_vars(p, term_args(p->table, t), node->n_args - 1);
        size_t width = p->out->n - before;
        p->out->n = before;
        return width > WIDTH_MAX ? WIDTH_MAX : (uint32_t)width;
    }
    default:
        return 0;
    }
}

/* The arguments that are printed as such: of a binder only its body. */
static uint32_t first_printed(const struct printer *p, term t) {
    enum op op = term_op(p->table, t);
    return op_is_binder(op) && op != OP_CASE ? term_n_args(p->table, t) - 1 : 0;
}

static uint32_t lets_width(const struct printer *p, uint32_t first) {
    uint32_t width = 0;
    for (uint32_t i = first; i != 0; i = p->lets.at[i - 1].next)
        width = add_widths(width, add_widths(let_width(p, i) + 12,
                                             p->infos.at[p->lets.at[i - 1].value].width));
    return width;
}

static void measure(struct printer *p, term t) {
    struct print_info *info = info_of(p, t);
    const struct term_node *node = term_at(p->table, t);
    uint32_t width = 2; /* parentheses */
    info->let = 0;
    if (node->op != OP_CALL && node->op != OP_CASE)
        width += head_width(p, t) + 1;
    width = add_widths(width, extra_width(p, t));
    for (uint32_t i = first_printed(p, t); i < node->n_args; i++)
        width = add_widths(width, width_here(p, term_arg(p->table, t, i)) + 1);
    info->width = add_widths(width - 1, lets_width(p, info->lets));
    info->home = p->has_binder ? home_of(p, t) : 0;
    if (info->refs > 1 && node->size >= LET_SIZE && node->op != OP_CASE &&
        info->home != HOME_UNKNOWN)
        bind_let(p, t, info);
}

/* Notes which names the command uses other than for variables. */
static void use_names(struct printer *p, term t) {
    const struct term_node *node = term_at(p->table, t);
    switch (node->op) {
    case OP_VAR:
        use_name(p, &p->variable_name_epochs, term_variable_of(p->table, t)->name);
        break;
    case OP_APPLY:
    case OP_FUN_REF:
    case OP_IS:
    case OP_UPDATE:
    case OP_AS_ARRAY:
        use_name(p, &p->name_epochs, fun_symbol(p, node->payload));
        break;
    case OP_CASE:
        if (node->payload != 0)
            use_name(p, &p->name_epochs, fun_symbol(p, node->payload));
        break;
    case OP_MAP_ARRAY: {
        const uint32_t *which = list_items(&p->table->lists, node->payload);
        use_name(p, &p->name_epochs, which[1] ? fun_symbol(p, which[0]) : op_info(p->table, which[0])->symbol);
        break;
    }
    default:
        if (node->op > OP_FIRST_THEORY)
            use_name(p, &p->name_epochs, op_info(p->table, node->op)->symbol);
    }
}

static void use_names_of_command(struct printer *p, const term *roots, uint32_t n) {
    for (uint32_t i = 0; i < n; i++)
        use_names(p, roots[i]);
    for (size_t i = 0; i < p->order.n; i++) {
        use_names(p, p->order.at[i]);
        for (uint32_t j = 0; j < term_n_args(p->table, p->order.at[i]); j++) {
            term arg = term_arg(p->table, p->order.at[i], j);
            if (term_n_args(p->table, arg) == 0)
                use_names(p, arg);
        }
    }
}

static void start_command(struct printer *p) {
    size_t n = p->infos.n;
    if (n < p->table->nodes.n) {
        vec_extend(&p->infos, p->table->nodes.n - n);
        memset(p->infos.at + n, 0, (p->infos.n - n) * sizeof *p->infos.at);
    }
    p->epoch++;
    if (p->epoch == 0) { /* after four billion commands the marks start anew */
        memset(p->infos.at, 0, p->infos.n * sizeof *p->infos.at);
        memset(p->name_epochs.at, 0, p->name_epochs.n * sizeof *p->name_epochs.at);
        memset(p->variable_name_epochs.at, 0,
               p->variable_name_epochs.n * sizeof *p->variable_name_epochs.at);
        memset(p->binder_epochs.at, 0, p->binder_epochs.n * sizeof *p->binder_epochs.at);
        memset(p->renamed.at, 0, p->renamed.n * sizeof *p->renamed.at);
        p->epoch = 1;
    }
    p->has_binder = false;
    p->first_let = p->let_prefix = p->n_renamed = 0;
    vec_clear(&p->lets);
    vec_clear(&p->order);
}

/* Is anything used often enough, and large enough, for a let? */
static bool may_need_lets(struct printer *p) {
    for (size_t i = 0; i < p->order.n; i++)
        if (info_of(p, p->order.at[i])->refs > 1)
            return true;
    return false;
}

void print_prepare(struct printer *p, const term *roots, uint32_t n) {
    start_command(p);
    for (uint32_t i = 0; i < n; i++)
        count_below(p, roots[i]);
    if (p->has_binder || may_need_lets(p))
        use_names_of_command(p, roots, n);
    for (size_t i = p->has_binder ? p->order.n : 0; i > 0; i--) {
        term t = p->order.at[i - 1];
        uint32_t n_vars = term_n_args(p->table, t) - 1;
        if (op_is_binder(term_op(p->table, t)))
            print_name_variables(p, term_args(p->table, t), n_vars,
                                 term_arg(p->table, t, n_vars));
    }
    for (size_t i = 0; i < p->order.n; i++)
        measure(p, p->order.at[i]);
}

/* ---- print ---- */

void print_sorted_vars(struct printer *p, const term *vars, uint32_t n) {
    strbuf_add_char(p->out, '(');
    for (uint32_t i = 0; i < n; i++) {
        strbuf_add_text(p->out, i == 0 ? "(" : " (");
        print_variable(p, term_at(p->table, vars[i])->payload);
        strbuf_add_char(p->out, ' ');
        print_sort(p, term_sort(p->table, vars[i]));
        strbuf_add_char(p->out, ')');
    }
    strbuf_add_char(p->out, ')');
}

/* nil or (cons h t): the variables are the arguments but the last */
static void print_pattern(struct printer *p, term t) {
    const struct term_node *node = term_at(p->table, t);
    if (node->payload == 0) {
        print_variable(p, term_at(p->table, term_arg(p->table, t, 0))->payload);
        return;
    }
    if (node->n_args > 1)
        strbuf_add_char(p->out, '(');
    print_fun_name(p, node->payload);
    for (uint32_t i = 0; i + 1 < node->n_args; i++) {
        strbuf_add_char(p->out, ' ');
        print_variable(p, term_at(p->table, term_arg(p->table, t, i))->payload);
    }
    if (node->n_args > 1)
        strbuf_add_char(p->out, ')');
}

/* The opening parenthesis and what stands before the first printed argument. */
static void print_open(struct printer *p, term t) {
    enum op op = term_op(p->table, t);
    strbuf_add_char(p->out, '(');
    if (op == OP_CASE) {
        print_pattern(p, t);
        return;
    }
    if (op != OP_CALL)
        print_head(p, t);
    if (op_is_binder(op)) {
        strbuf_add_char(p->out, ' ');
        print_sorted_vars(p, term_args(p->table, t), term_n_args(p->table, t) - 1);
    }
}

static void print_attribute(struct printer *p, const uint32_t *attribute) {
    strbuf_add_char(p->out, ' ');
    strbuf_add_text(p->out, symbol_at(&p->table->symbols, attribute[0])->at);
    if (attribute[1] == ATTRIBUTE_ALONE)
        return;
    strbuf_add_char(p->out, ' ');
    if (attribute[1] == ATTRIBUTE_TERMS)
        strbuf_add_char(p->out, '(');
    else if (attribute[1] != ATTRIBUTE_TERM)
        print_attribute_value(p, attribute[1], attribute[2]);
}

/*
 * What an annotation has before its argument `next`, or at its end: the end of
 * a pattern, attributes without terms, the start of a pattern.
 */
static void print_attributes(struct printer *p, term t, uint32_t next) {
    list attributes = term_at(p->table, t)->payload;
    const uint32_t *a = list_items(&p->table->lists, attributes);
    const uint32_t *end = a + list_length(&p->table->lists, attributes);
    uint32_t first = 1; /* argument that is the attribute's first term */
    for (; a < end; a += 3) {
        bool has_terms = a[1] == ATTRIBUTE_TERMS || a[1] == ATTRIBUTE_TERM;
        uint32_t past = first + (has_terms ? a[2] : 0);
        if (a[1] == ATTRIBUTE_TERMS && past == next)
            strbuf_add_char(p->out, ')');
        if (first == next)
            print_attribute(p, a);
        if (first == next && has_terms)
            return;
        first = past;
    }
}

/* What stands between the arguments before `next` and it, apart from a space or a new line. */
static void print_between(struct printer *p, term t, uint32_t next) {
    enum op op = term_op(p->table, t);
    if (op == OP_ANNOTATED && next > 0)
        print_attributes(p, t, next);
    else if (op == OP_MATCH && next == 1)
        strbuf_add(p->out, " (", 2);
    else if (op == OP_MATCH && next == term_n_args(p->table, t))
        strbuf_add_char(p->out, ')');
}

/* Nothing has to stand between what was just printed and the next argument. */
static bool is_open(const struct printer *p) {
    char last = p->out->at[p->out->n - 1];
    return last == '(' || last == ' ';
}

bool print_fits(const struct printer *p, term t, uint32_t column, uint32_t tail) {
    if (p->width == UINT32_MAX)
        return true;
    uint32_t width = term_n_args(p->table, t) == 0 ? 0 : p->infos.at[t].width;
    return (uint64_t)column + width + tail + lets_width(p, p->first_let) <= p->width;
}

static uint32_t column_of(const struct printer *p) {
    size_t column = p->out->n - p->line_start;
    return column > WIDTH_MAX ? WIDTH_MAX : (uint32_t)column;
}

void print_new_line(struct printer *p, uint32_t indent) {
    strbuf_add_char(p->out, '\n');
    p->line_start = p->out->n;
    strbuf_add_repeat(p->out, ' ', indent);
}

static uint32_t deeper(uint32_t indent) {
    return indent + INDENT_STEP > INDENT_MAX ? INDENT_MAX : indent + INDENT_STEP;
}

/*
 * Prints a term: at once if it is a leaf or stands for itself by the name of
 * its let; else its opening, with a frame for the rest. It stays on one line if
 * what is around it does, or if it fits.
 */
static void print_start(struct printer *p, term t, bool by_name, bool flat, uint32_t indent,
                        uint32_t tail) {
    uint32_t n_args = term_n_args(p->table, t);
    if (n_args == 0) {
        print_head(p, t);
        return;
    }
    const struct print_info *info = info_of(p, t);
    if (by_name && info->let != 0) {
        print_let_name(p, info->let);
        return;
    }
    struct print_frame frame = {
        .t = t,
        .next = op_is_binder(term_op(p->table, t)) ? n_args - 1 : 0,
        .let = info->lets,
        .indent = deeper(indent),
        .tail = tail + 1,
        .flat = flat || (uint64_t)column_of(p) + info->width + tail <= p->width,
    };
    print_open(p, t);
    vec_push(&p->frames, frame);
}

/* The separator before an argument; returns the indentation that it gets. */
static uint32_t separate(struct printer *p, const struct print_frame *frame, bool is_single) {
    if (is_open(p))
        return frame->indent;
    if (frame->flat)
        strbuf_add_char(p->out, ' ');
    else if (is_single && column_of(p) <= p->width / 2) { /* (not (and ...)) */
        strbuf_add_char(p->out, ' ');
        return frame->indent - INDENT_STEP;
    } else
        print_new_line(p, frame->indent);
    return frame->indent;
}

/* The next let before the body of a binder or of the whole: each on a line of its own. */
static void print_next_let(struct printer *p, struct print_frame *frame) {
    if (frame->t != 0 && frame->closers == 0)
        separate(p, frame, false);
    strbuf_add_text(p->out, "(let ((");
    print_let_name(p, frame->let);
    strbuf_add_char(p->out, ' ');
    frame->in_value = true;
    frame->closers++;
    print_start(p, p->lets.at[frame->let - 1].value, false, frame->flat, frame->indent, 2);
}

static void finish_let(struct printer *p, struct print_frame *frame) {
    strbuf_add(p->out, "))", 2);
    if (frame->flat)
        strbuf_add_char(p->out, ' ');
    else
        print_new_line(p, frame->indent);
    frame->in_value = false;
    frame->let = p->lets.at[frame->let - 1].next;
}

/* Goes on with the youngest frame, one argument or let further. */
static void print_step(struct printer *p, term root) {
    struct print_frame *frame = &vec_top(&p->frames);
    if (frame->in_value)
        finish_let(p, frame);
    if (frame->let != 0) {
        print_next_let(p, frame);
        return;
    }
    uint32_t next = frame->next++;
    uint32_t n = frame->t == 0 ? 1 : term_n_args(p->table, frame->t);
    if (frame->t != 0)
        print_between(p, frame->t, next);
    if (next == n) {
        strbuf_add_repeat(p->out, ')', frame->closers + (frame->t != 0));
        p->frames.n--;
        return;
    }
    uint32_t indent = frame->indent;
    if (frame->t != 0 && frame->closers == 0)
        indent = separate(p, frame, n == 1);
    uint32_t tail = next + 1 == n ? frame->tail + frame->closers : 0;
    print_start(p, frame->t == 0 ? root : term_arg(p->table, frame->t, next), true, frame->flat,
                indent, tail);
}

void print_laid_out(struct printer *p, term root, uint32_t indent, uint32_t tail, bool flat) {
    size_t base = p->frames.n;
    struct print_frame whole = {
        .let = p->first_let, .indent = indent, .tail = tail, .flat = flat};
    vec_push(&p->frames, whole);
    while (p->frames.n > base)
        print_step(p, root);
}
