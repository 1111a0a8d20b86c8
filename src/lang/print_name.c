/*
 * Names: of functions, variables and lets as they are written here, and the
 * heads of terms, with how wide they are.
 */
#include "lang/printer_int.h"

symbol print_fun_symbol(const struct printer *p, fun f) {
    symbol other = p->fun_names == NULL ? 0 : p->fun_names[f];
    return other != 0 ? other : fun_at(p->table, f)->name;
}

void print_fun_name(struct printer *p, fun f) {
    symbol_print(&p->table->symbols, print_fun_symbol(p, f), p->out);
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

/* With a number behind it a name is no reserved word, and not empty. */
static bool renamed_needs_bars(const struct symbol_entry *entry) {
    return entry->n > 0 && entry->needs_bars && !entry->is_reserved;
}

void print_variable(struct printer *p, uint32_t variable) {
    symbol name = p->table->variables.at[variable].name;
    uint32_t number = print_variable_number(p, variable);
    if (number == 0) {
        symbol_print(&p->table->symbols, name, p->out);
        return;
    }
    const struct symbol_entry *entry = symbol_at(&p->table->symbols, name);
    bool bars = renamed_needs_bars(entry);
    if (bars)
        strbuf_add_char(p->out, '|');
    strbuf_add(p->out, entry->at, entry->n);
    strbuf_add_char(p->out, '_');
    strbuf_add_u64(p->out, number);
    if (bars)
        strbuf_add_char(p->out, '|');
}

static uint32_t variable_width(const struct printer *p, uint32_t variable) {
    symbol name = p->table->variables.at[variable].name;
    uint32_t number = print_variable_number(p, variable);
    if (number == 0)
        return symbol_width(p, name);
    const struct symbol_entry *entry = symbol_at(&p->table->symbols, name);
    return entry->n + 2 * renamed_needs_bars(entry) + 1 + digits_of(number);
}

uint32_t print_let_width(const struct printer *p, uint32_t let) {
    return 5 + p->let_prefix + digits_of(let);
}

void print_let_name(struct printer *p, uint32_t let) {
    strbuf_add_text(p->out, SYMBOL_LET);
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

/* A name like those of lets makes these longer. */
static void keep_lets_apart(struct printer *p, const char *name, size_t n) {
    if (n < strlen(SYMBOL_LET) || memcmp(name, SYMBOL_LET, strlen(SYMBOL_LET)) != 0)
        return;
    uint32_t more = 1;
    while (4 + more < n && name[4 + more] == '_')
        more++;
    if (more > p->let_prefix)
        p->let_prefix = more;
}

void print_use_name(struct printer *p, u32_vec *epochs, symbol name) {
    size_t n = epochs->n;
    if (name >= n) {
        vec_extend(epochs, p->table->symbols.entries.n - n);
        memset(epochs->at + n, 0, (epochs->n - n) * sizeof *epochs->at);
    }
    if (epochs->at[name] == p->epoch)
        return;
    epochs->at[name] = p->epoch;
    const struct symbol_entry *entry = symbol_at(&p->table->symbols, name);
    keep_lets_apart(p, entry->at, entry->n);
}

/* Notes that this variable has its name here; true if another one has it, too. */
static bool share_name(struct printer *p, uint32_t variable) {
    symbol name = p->table->variables.at[variable].name;
    size_t n = p->bound.n;
    if (name >= n) {
        vec_extend(&p->bound, p->table->symbols.entries.n - n);
        memset(p->bound.at + n, 0, (p->bound.n - n) * sizeof *p->bound.at);
    }
    struct bound_name *bound = &p->bound.at[name];
    if (bound->stamp != p->bound_stamp)
        *bound = (struct bound_name){p->bound_stamp, variable};
    else if (bound->variable != variable)
        bound->variable = UINT32_MAX;
    return bound->variable == UINT32_MAX;
}

/* Notes the names of the variables that are free in the body of a binder. */
static void note_free_names(struct printer *p, term body) {
    u32_vec members = {0};
    if (++p->bound_stamp == 0) {
        memset(p->bound.at, 0, p->bound.n * sizeof *p->bound.at);
        p->bound_stamp = 1;
    }
    varset_members(&p->table->varsets, term_at(p->table, body)->free, &members);
    for (size_t i = 0; i < members.n; i++)
        share_name(p, members.at[i]);
    vec_free(&members);
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
        if (s == 0 || (!name_is_used(p, s) && !variable_name_is_used(p, s))) {
            keep_lets_apart(p, p->scratch.at, p->scratch.n);
            return number;
        }
    }
}

void print_claim_name(struct printer *p, uint32_t variable) {
    symbol name = p->table->variables.at[variable].name;
    size_t n = p->owners.n;
    if (name >= n) {
        vec_extend(&p->owners, p->table->symbols.entries.n - n);
        memset(p->owners.at + n, 0, (p->owners.n - n) * sizeof *p->owners.at);
    }
    struct name_owner *owner = &p->owners.at[name];
    if (owner->epoch != p->epoch)
        *owner = (struct name_owner){p->epoch, variable, false};
    else
        owner->several |= owner->variable != variable;
    const struct symbol_entry *entry = symbol_at(&p->table->symbols, name);
    p->may_clash |= owner->several || entry->op != 0 || entry->names_fun;
}

/* Can none of the names mean anything else in the whole command? Nearly always. */
static bool are_unique(const struct printer *p, const term *vars, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) {
        symbol name = term_variable_of(p->table, vars[i])->name;
        if (name_is_used(p, name) || name >= p->owners.n || p->owners.at[name].epoch != p->epoch ||
            p->owners.at[name].several)
            return false;
    }
    return true;
}

void print_name_variables(struct printer *p, const term *vars, uint32_t n, term body) {
    if (are_unique(p, vars, n))
        return;
    note_free_names(p, body);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t variable = term_at(p->table, vars[i])->payload;
        bool clashes = share_name(p, variable);
        clashes |= name_is_used(p, p->table->variables.at[variable].name);
        if (print_variable_number(p, variable) != 0 || !clashes)
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

/* Is it a constant, and another function has the name under which it is printed? */
static bool shares_name(const struct printer *p, fun f) {
    const struct fun *info = fun_at(p->table, f);
    return info->is_overloaded && print_fun_symbol(p, f) == info->name;
}

/* Must the head be written (as f SORT)? Where neither name nor arguments fix the result. */
static bool fun_needs_as(const struct printer *p, fun f) {
    const struct fun *info = fun_at(p->table, f);
    if (shares_name(p, f))
        return true;
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

bool print_call_needs_at(struct printer *p, term t) {
    if (term_op(p->table, t) != OP_CALL)
        return false;
    const struct term_node *head = term_at(p->table, term_arg(p->table, t, 0));
    return head->n_args > 0 || (head->op == OP_APPLY && fun_needs_as(p, head->payload));
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

static void print_map_head(struct printer *p, term t) {
    const struct sort_table *sorts = &p->table->sorts;
    const struct term_node *node = term_at(p->table, t);
    const uint32_t *items = list_items(&p->table->lists, node->payload);
    sort result = sort_arg(sorts, node->sort, 1);
    bool has_rank = items[MAP_HAS_RANK] != 0;
    strbuf_add_text(p->out, has_rank ? "(_ map (" : "(_ map ");
    if (items[MAP_IS_FUN])
        print_fun_name(p, items[MAP_WHICH]);
    else
        symbol_print(&p->table->symbols, op_info(p->table, items[MAP_WHICH])->symbol, p->out);
    for (uint32_t i = 0; has_rank && i < node->n_args; i++) {
        strbuf_add_text(p->out, i == 0 ? " (" : " ");
        print_sort(p, sort_arg(sorts, term_sort(p->table, term_arg(p->table, t, i)), 1));
    }
    if (has_rank) {
        strbuf_add_text(p->out, ") ");
        print_sort(p, result);
        strbuf_add_char(p->out, ')');
    }
    strbuf_add_char(p->out, ')');
}

static void print_function_head(struct printer *p, const char *word, fun f) {
    strbuf_add_text(p->out, word);
    print_fun_name(p, f);
    strbuf_add_char(p->out, ')');
}

symbol print_dashed_symbol(struct printer *p, fun f) {
    const struct symbol_entry *entry = symbol_at(&p->table->symbols, print_fun_symbol(p, f));
    strbuf_clear(&p->scratch);
    strbuf_add(&p->scratch, "is-", 3);
    strbuf_add(&p->scratch, entry->at, entry->n);
    return symbol_intern(&p->table->symbols, p->scratch.at, p->scratch.n);
}

void print_rank(struct printer *p, fun f, sort whole) {
    struct fun info = *fun_at(p->table, f);
    struct sort_binding binding;
    bool is_selector = info.kind == FUN_SELECTOR;
    sort_binding_clear(&binding, info.n_params_sorts);
    sort_match(&p->table->sorts,
               is_selector ? list_items(&p->table->lists, info.params)[0] : info.result, whole,
               &binding);
    strbuf_add_char(p->out, '(');
    print_fun_name(p, f);
    strbuf_add_text(p->out, " (");
    for (uint32_t i = 0; i < list_length(&p->table->lists, info.params); i++) {
        sort param = list_items(&p->table->lists, info.params)[i];
        if (i > 0)
            strbuf_add_char(p->out, ' ');
        print_sort(p, sort_instantiate(&p->table->sorts, param, &binding));
    }
    strbuf_add_text(p->out, ") ");
    print_sort(p, sort_instantiate(&p->table->sorts, info.result, &binding));
    strbuf_add_char(p->out, ')');
}

/* As the script has it; where it has none, and others have the name, with its sort. */
static void print_tester_head(struct printer *p, fun f, sort s) {
    uint8_t spellings = fun_at(p->table, f)->spellings;
    if (print_is_dashed(p, f)) {
        symbol_print(&p->table->symbols, print_dashed_symbol(p, f), p->out);
        return;
    }
    strbuf_add_text(p->out, "(_ is ");
    if (spellings & SPELLED_RANK)
        print_rank(p, f, s);
    else if ((spellings & SPELLED_AS) || (spellings == 0 && shares_name(p, f)))
        print_qualified(p, print_fun_symbol(p, f), s);
    else
        print_fun_name(p, f);
    strbuf_add_char(p->out, ')');
}

static void print_update_head(struct printer *p, fun f, sort s) {
    uint8_t spellings = fun_at(p->table, f)->spellings;
    bool is_z3 = (spellings & (SPELLED_FIELD | SPELLED_RANK)) != 0;
    strbuf_add_text(p->out, is_z3 ? "(_ update-field " : "(_ update ");
    if (spellings & SPELLED_RANK)
        print_rank(p, f, s);
    else
        print_fun_name(p, f);
    strbuf_add_char(p->out, ')');
}

/* A leaf, or what stands first in an application. */
void print_head(struct printer *p, term t) {
    const struct term_node *node = term_at(p->table, t);
    const struct symbol_entry *usual = print_usual_head(p, node);
    if (usual != NULL) {
        symbol_add(usual, p->out);
        return;
    }
    switch (node->op) {
    case OP_FIELD:
        print_field_element(p, node);
        return;
    case OP_ABSTRACT:
        print_qualified(p, node->payload, node->sort);
        return;
    case OP_VAR:
        print_variable(p, node->payload);
        return;
    case OP_FUN_REF:
        print_fun_name(p, node->payload);
        return;
    case OP_APPLY:
        if (fun_needs_as(p, node->payload))
            print_qualified(p, print_fun_symbol(p, node->payload), node->sort);
        else
            print_fun_name(p, node->payload);
        return;
    case OP_IS:
        print_tester_head(p, node->payload, term_sort(p->table, term_arg(p->table, t, 0)));
        return;
    case OP_UPDATE:
        print_update_head(p, node->payload, node->sort);
        return;
    case OP_AS_ARRAY:
        print_function_head(p, "(_ as-array ", node->payload);
        return;
    case OP_MAP_ARRAY:
        print_map_head(p, t);
        return;
    case OP_ANNOTATED:
        strbuf_add_char(p->out, '!');
        return;
    case OP_MATCH:
        strbuf_add_text(p->out, "match");
        return;
    case OP_FORALL:
        strbuf_add_text(p->out, "forall");
        return;
    case OP_EXISTS:
        strbuf_add_text(p->out, "exists");
        return;
    case OP_LAMBDA:
        strbuf_add_text(p->out, "lambda");
        return;
    case OP_CHOICE:
        strbuf_add_text(p->out, "choice");
        return;
    default: {
        const struct op_info *info = op_info(p->table, node->op);
        if (node->payload != 0)
            print_indexed(p, info->symbol, node->payload);
        else if (info->needs_as)
            print_qualified(p, info->symbol, node->sort);
        else
            symbol_print(&p->table->symbols, info->symbol, p->out);
    }
    }
}

/* How wide print_head is; the usual heads without printing them. */
uint32_t print_head_width(struct printer *p, term t) {
    const struct term_node *node = term_at(p->table, t);
    const struct symbol_entry *usual = print_usual_head(p, node);
    if (usual != NULL)
        return usual->n;
    if (node->op == OP_VAR)
        return variable_width(p, node->payload);
    size_t before = p->out->n;
    print_head(p, t);
    size_t width = p->out->n - before;
    p->out->n = before;
    return width > PRINT_WIDTH_MAX ? PRINT_WIDTH_MAX : (uint32_t)width;
}

static void print_sorted_var(struct printer *p, term var) {
    strbuf_add_char(p->out, '(');
    print_variable(p, term_at(p->table, var)->payload);
    strbuf_add_char(p->out, ' ');
    print_sort(p, term_sort(p->table, var));
    strbuf_add_char(p->out, ')');
}

void print_sorted_vars(struct printer *p, const term *vars, uint32_t n, uint32_t wrap) {
    strbuf_add_char(p->out, '(');
    for (uint32_t i = 0; i < n; i++) {
        size_t before = p->out->n;
        if (i > 0)
            strbuf_add_char(p->out, ' ');
        print_sorted_var(p, vars[i]);
        if (i > 0 && wrap != PRINT_NO_WRAP && p->out->n - p->line_start > p->width) {
            p->out->n = before; /* it goes on the next line */
            print_new_line(p, wrap);
            print_sorted_var(p, vars[i]);
        }
    }
    strbuf_add_char(p->out, ')');
}
