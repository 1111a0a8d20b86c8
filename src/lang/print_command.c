#include "base/die.h"
#include "lang/printer_int.h"

enum { INDENT = 2 };

struct printer *printer_new(struct term_table *table) {
    struct printer *p = mem_alloc_zero(sizeof *p);
    p->table = table;
    p->width = PRINT_WIDTH;
    p->leaves = mem_alloc_zero(sizeof *p->leaves << PRINT_LEAF_BITS);
    return p;
}

void printer_free(struct printer *p) {
    if (p == NULL)
        return;
    vec_free(&p->infos);
    vec_free(&p->places);
    vec_free(&p->owners);
    vec_free(&p->counting);
    vec_free(&p->order);
    vec_free(&p->lets);
    vec_free(&p->name_epochs);
    vec_free(&p->variable_name_epochs);
    vec_free(&p->binder_of);
    vec_free(&p->binder_epochs);
    vec_free(&p->renamed);
    vec_free(&p->bound);
    strbuf_free(&p->flat);
    vec_free(&p->parts);
    vec_free(&p->part_frames);
    vec_free(&p->frames);
    term_separation_release(&p->separation);
    strbuf_free(&p->scratch);
    mem_free(p->leaves);
    mem_free(p);
}

/* What is printed next is printed to `out`. Terms may be others, and named otherwise, than before. */
static void start_printing(struct printer *p, struct strbuf *out) {
    p->out = out;
    p->line_start = out->n;
    p->leaf_epoch += UINT64_C(1) << 32;
    if (p->leaf_epoch == 0) {
        memset(p->leaves, 0, sizeof *p->leaves << PRINT_LEAF_BITS);
        p->leaf_epoch = UINT64_C(1) << 32;
    }
}

void printer_set_width(struct printer *p, uint32_t width) {
    p->width = width;
}

void printer_set_names(struct printer *p, const symbol *fun_names, const symbol *decl_names) {
    p->fun_names = fun_names;
    p->decl_names = decl_names;
}

const symbol *printer_fun_names(const struct printer *p) {
    return p->fun_names;
}

const symbol *printer_decl_names(const struct printer *p) {
    return p->decl_names;
}

static void add(struct printer *p, const char *text) {
    strbuf_add_text(p->out, text);
}

static void add_char(struct printer *p, char c) {
    strbuf_add_char(p->out, c);
}

static void add_symbol(struct printer *p, symbol s) {
    symbol_print(&p->table->symbols, s, p->out);
}

/* Text that is kept as it was written. */
static void add_raw(struct printer *p, symbol s) {
    const struct symbol_entry *entry = symbol_at(&p->table->symbols, s);
    strbuf_add(p->out, entry->at, entry->n);
}

/*
 * The last term of a command, behind what is already there: on the same line if
 * all of it fits, else on the next. `tail` closing parentheses end the command.
 */
static void add_last_term(struct printer *p, term t, uint32_t tail) {
    uint32_t column = (uint32_t)(p->out->n - p->line_start);
    bool fits = print_fits(p, t, column + 1, tail);
    if (fits)
        add_char(p, ' ');
    else
        print_new_line(p, INDENT);
    print_laid_out(p, t, INDENT, tail, fits);
    strbuf_add_repeat(p->out, ')', tail);
}

/* A sort of a function's rank, with its sort variables under their own names. */
static void add_fun_sort(struct printer *p, const struct fun *f, sort pattern) {
    symbol params[SORT_PARAMS_MAX];
    for (uint32_t i = 0; i < list_length(&p->table->lists, f->sort_params); i++) {
        sort param = list_items(&p->table->lists, f->sort_params)[i];
        uint32_t decl = sort_at(&p->table->sorts, param)->indices[0];
        symbol other = p->decl_names == NULL ? 0 : p->decl_names[decl];
        params[i] = other != 0 ? other : p->table->sorts.decls.at[decl].name;
    }
    sort_print_renamed(&p->table->sorts, pattern, p->decl_names, params, p->out);
}

/* The same behind a space, or, if it does not fit, on the next line. */
static void add_wrapped_sort(struct printer *p, const struct fun *f, sort pattern, bool may_wrap) {
    size_t before = p->out->n;
    if (may_wrap)
        add_char(p, ' ');
    add_fun_sort(p, f, pattern);
    if (may_wrap && p->out->n - p->line_start + 1 > p->width) {
        p->out->n = before;
        print_new_line(p, 2 * INDENT);
        add_fun_sort(p, f, pattern);
    }
}

static void add_declaration(struct printer *p, const struct command *c) {
    const struct fun *f = fun_at(p->table, c->fun);
    print_fun_name(p, c->fun);
    if (c->kind == COMMAND_DECLARE_FUN || c->kind == COMMAND_DECLARE_REL) {
        add(p, " (");
        for (uint32_t i = 0; i < list_length(&p->table->lists, f->params); i++) {
            add_wrapped_sort(p, f, list_items(&p->table->lists, f->params)[i], i > 0);
        }
        add_char(p, ')');
    }
    if (c->kind != COMMAND_DECLARE_REL)
        add_wrapped_sort(p, f, f->result, true);
    if (c->text != 0) {
        add_char(p, ' ');
        add_raw(p, c->text);
    }
    add_char(p, ')');
}

/* NAME ((x S) ...) SORT */
static void add_definition_head(struct printer *p, fun f, bool has_vars) {
    const struct fun *info = fun_at(p->table, f);
    const term *vars = list_items(&p->table->lists, info->vars);
    uint32_t n = list_length(&p->table->lists, info->vars);
    print_fun_name(p, f);
    add_char(p, ' ');
    if (has_vars) {
        print_sorted_vars(p, vars, n, 2 * INDENT);
        add_char(p, ' ');
    }
    add_fun_sort(p, info, info->result);
}

/* Returns the body as it is to be printed. */
static term prepare_definition(struct printer *p, fun f) {
    const struct fun *info = fun_at(p->table, f);
    const term *vars = list_items(&p->table->lists, info->vars);
    uint32_t n = list_length(&p->table->lists, info->vars);
    return print_prepare_definition(p, vars, n, info->body);
}

static void add_definition(struct printer *p, const struct command *c) {
    term body = prepare_definition(p, c->fun);
    add_definition_head(p, c->fun, c->kind != COMMAND_DEFINE_CONST);
    add_last_term(p, body, 1);
}

static void add_recursive_definitions(struct printer *p, const struct command *c) {
    uint32_t n = list_length(&p->table->lists, c->items);
    print_new_line(p, INDENT);
    add_char(p, '(');
    for (uint32_t i = 0; i < n; i++) {
        fun f = list_items(&p->table->lists, c->items)[i];
        prepare_definition(p, f); /* for the names of the variables */
        if (i > 0)
            print_new_line(p, INDENT + 1);
        add_char(p, '(');
        add_definition_head(p, f, true);
        add_char(p, ')');
    }
    add_char(p, ')');
    print_new_line(p, INDENT);
    add_char(p, '(');
    for (uint32_t i = 0; i < n; i++) {
        fun f = list_items(&p->table->lists, c->items)[i];
        term body = prepare_definition(p, f);
        if (i > 0)
            print_new_line(p, INDENT + 1);
        uint32_t tail = i + 1 == n ? 2 : 0;
        bool fits = print_fits(p, body, INDENT + 1, tail);
        print_laid_out(p, body, INDENT + 1, tail, fits);
    }
    add(p, "))");
}

static void add_sort_definition(struct printer *p, const struct command *c) {
    const struct sort_decl *decl = &p->table->sorts.decls.at[c->decl];
    const symbol *params = list_items(&p->table->lists, decl->params);
    print_decl_name(p, c->decl);
    add(p, " (");
    for (uint32_t i = 0; i < decl->arity; i++) {
        if (i > 0)
            add_char(p, ' ');
        add_symbol(p, params[i]);
    }
    add(p, ") ");
    sort_print_renamed(&p->table->sorts, decl->body, p->decl_names, params, p->out);
    add_char(p, ')');
}

static void add_constructor(struct printer *p, fun f, const symbol *params) {
    const struct fun *c = fun_at(p->table, f);
    add_char(p, '(');
    print_fun_name(p, f);
    for (uint32_t i = 0; i < list_length(&p->table->lists, c->selectors); i++) {
        fun s = list_items(&p->table->lists, c->selectors)[i];
        add(p, " (");
        print_fun_name(p, s);
        add_char(p, ' ');
        sort_print_renamed(&p->table->sorts, fun_at(p->table, s)->result, p->decl_names, params,
                           p->out);
        add_char(p, ')');
    }
    add_char(p, ')');
}

/* (par (X) ((nil) (cons ...))) */
static void add_datatype(struct printer *p, const struct sort_decl *decl, uint32_t indent) {
    const symbol *params = list_items(&p->table->lists, decl->params);
    uint32_t n = list_length(&p->table->lists, decl->constructors);
    if (decl->arity > 0) {
        add(p, "(par (");
        for (uint32_t i = 0; i < decl->arity; i++) {
            if (i > 0)
                add_char(p, ' ');
            add_symbol(p, params[i]);
        }
        add(p, ") ");
    }
    add_char(p, '(');
    for (uint32_t i = 0; i < n; i++) {
        size_t before = p->out->n, line = p->line_start;
        if (i > 0)
            add_char(p, ' ');
        fun c = list_items(&p->table->lists, decl->constructors)[i];
        add_constructor(p, c, params);
        if (i > 0 && p->out->n - line > p->width) { /* too long: on a line of its own */
            p->out->n = before;
            print_new_line(p, indent + INDENT);
            add_constructor(p, c, params);
        }
    }
    add(p, decl->arity > 0 ? "))" : ")");
}

static void add_datatypes(struct printer *p, const struct command *c) {
    const struct sort_table *sorts = &p->table->sorts;
    uint32_t n = list_length(&p->table->lists, c->items);
    const uint32_t *decls = list_items(&p->table->lists, c->items);
    if (c->kind == COMMAND_DECLARE_DATATYPE || c->kind == COMMAND_DECLARE_CODATATYPE) {
        print_decl_name(p, decls[0]);
        add_char(p, ' ');
        add_datatype(p, &sorts->decls.at[decls[0]], INDENT);
        add_char(p, ')');
        return;
    }
    add_char(p, '(');
    for (uint32_t i = 0; i < n; i++) {
        add(p, i == 0 ? "(" : " (");
        print_decl_name(p, decls[i]);
        add_char(p, ' ');
        strbuf_add_u64(p->out, sorts->decls.at[decls[i]].arity);
        add_char(p, ')');
    }
    add_char(p, ')');
    print_new_line(p, INDENT);
    add_char(p, '(');
    for (uint32_t i = 0; i < n; i++) {
        if (i > 0)
            print_new_line(p, INDENT + 1);
        add_datatype(p, &sorts->decls.at[decls[i]], INDENT + 1);
    }
    add(p, "))");
}

/* A list of terms, each laid out by itself: lets cannot reach over several of them. */
static void add_terms(struct printer *p, const struct command *c) {
    uint32_t n = list_length(&p->table->lists, c->items);
    add(p, " (");
    for (uint32_t i = 0; i < n; i++) {
        term t = print_prepare(p, list_items(&p->table->lists, c->items)[i]);
        uint32_t tail = i + 1 == n ? 2 : 0;
        uint32_t column = (uint32_t)(p->out->n - p->line_start);
        bool fits = print_fits(p, t, column + 1, tail);
        if (i > 0 && fits)
            add_char(p, ' ');
        else if (i > 0)
            print_new_line(p, INDENT);
        print_laid_out(p, t, INDENT, tail, fits || print_fits(p, t, INDENT, tail));
    }
    add(p, "))");
}

/* " S", or " (S T)" */
static void add_sorts(struct printer *p, const struct command *c) {
    const sort *sorts = list_items(&p->table->lists, c->items);
    bool is_pair = command_shape(c->kind) == SHAPE_SORT_PAIR;
    add(p, is_pair ? " (" : " ");
    print_sort(p, sorts[0]);
    if (is_pair) {
        add_char(p, ' ');
        print_sort(p, sorts[1]);
        add_char(p, ')');
    }
}

static void add_special(struct printer *p, const struct command *c) {
    add_char(p, ' ');
    switch (c->kind) {
    case COMMAND_ASSERT:
        p->out->n--;
        if (print_simply(p, c->body, 1))
            add_char(p, ')');
        else
            add_last_term(p, print_prepare(p, c->body), 1);
        break;
    case COMMAND_DECLARE_CONST:
    case COMMAND_DECLARE_FUN:
    case COMMAND_DECLARE_REL:
    case COMMAND_DECLARE_VAR:
        add_declaration(p, c);
        break;
    case COMMAND_DEFINE_CONST:
    case COMMAND_DEFINE_FUN:
    case COMMAND_DEFINE_FUN_REC:
        add_definition(p, c);
        break;
    case COMMAND_DEFINE_FUNS_REC:
        p->out->n--;
        add_recursive_definitions(p, c);
        break;
    case COMMAND_DECLARE_SORT:
        print_decl_name(p, c->decl);
        add_char(p, ' ');
        strbuf_add_u64(p->out, p->table->sorts.decls.at[c->decl].arity);
        add_char(p, ')');
        break;
    case COMMAND_DECLARE_SORT_PARAMETER:
        print_decl_name(p, c->decl);
        add_char(p, ')');
        break;
    case COMMAND_DEFINE_SORT:
        add_sort_definition(p, c);
        break;
    default:
        add_datatypes(p, c);
    }
}

/* A function that is asked for by its rank, as z3 has it where several have the name. */
static bool has_rank(const struct printer *p, const struct command *c) {
    const struct term_node *node = term_at(p->table, c->body);
    bool is_name = node->op == OP_FUN_REF || (node->op == OP_APPLY && node->n_args == 0);
    return command_shape(c->kind) == SHAPE_PREDICATE && is_name &&
           fun_at(p->table, node->payload)->spellings & SPELLED_RANK;
}

/* What stands behind the name of the command, with the parenthesis that closes it. */
static void add_shape(struct printer *p, const struct command *c) {
    switch (command_shape(c->kind)) {
    case SHAPE_COUNT:
        strbuf_printf(p->out, " %u)", c->number);
        return;
    case SHAPE_SYMBOL:
        add_char(p, ' ');
        add_symbol(p, c->name);
        break;
    case SHAPE_STRING:
    case SHAPE_KEYWORD:
    case SHAPE_ATTRIBUTE:
    case SHAPE_RAW:
        if (c->name != 0) {
            add_char(p, ' ');
            add_raw(p, c->name);
        }
        if (c->text != 0) {
            add_char(p, ' ');
            add_raw(p, c->text);
        }
        break;
    case SHAPE_SORT:
    case SHAPE_SORT_PAIR:
        add_sorts(p, c);
        break;
    case SHAPE_NAMED_TERM:
        add_char(p, ' ');
        add_symbol(p, c->name);
        /* fall through */
    case SHAPE_TERM:
    case SHAPE_FORMULA:
    case SHAPE_PREDICATE:
        if (has_rank(p, c)) {
            fun f = term_at(p->table, c->body)->payload;
            add_char(p, ' ');
            print_rank(p, f, fun_at(p->table, f)->result);
            strbuf_add_repeat(p->out, ')', c->text == 0);
        } else
            add_last_term(p, print_prepare(p, c->body), c->text == 0);
        if (c->text == 0)
            return;
        add_char(p, ' ');
        add_raw(p, c->text);
        break;
    case SHAPE_TERMS:
    case SHAPE_LITERALS:
        add_terms(p, c);
        return;
    case SHAPE_SPECIAL:
        add_special(p, c);
        return;
    case SHAPE_NONE:
        break;
    }
    add_char(p, ')');
}

static void add_command(struct printer *p, const struct command *c) {
    p->line_start = p->out->n;
    if (c->kind == COMMAND_COMMENT)
        add_raw(p, c->text);
    else {
        add_char(p, '(');
        strbuf_add(p->out, command_name(c->kind), command_name_length(c->kind));
        add_shape(p, c);
    }
    add_char(p, '\n');
}

void printer_add_command(struct printer *p, const struct command *c, struct strbuf *out) {
    start_printing(p, out);
    add_command(p, c);
}

/*
 * The terms that a command made lie behind those of the commands before it. They
 * were made long ago and are far away by now; walking over them, one would wait for
 * nearly each. So they are fetched all at once, while an earlier command is printed:
 * first the nodes, and when these are there, the arguments.
 */
struct fetched {
    term nodes, args; /* the last term for which it was done */
};

static void fetch(const void *from, const void *to) {
    enum { LINE = 64 };
    for (const char *at = from, *end = to; at < end + LINE; at += LINE)
        __builtin_prefetch(at);
}

/* The terms up to t that were not fetched yet; not too many, lest the first are gone by then. */
static term first_to_fetch(term t, term *fetched) {
    enum { MOST = 2048 };
    term from = t <= *fetched ? 0 : t - *fetched > MOST ? t - MOST : *fetched + 1;
    *fetched = t > *fetched ? t : *fetched;
    return from;
}

static void fetch_terms(const struct printer *p, const struct script *script, size_t i,
                        struct fetched *fetched) {
    enum { NODES_AHEAD = 4, ARGS_AHEAD = 2 };
    if (i + NODES_AHEAD >= script->commands.n)
        return;
    term last = script->commands.at[i + NODES_AHEAD].body;
    term first = first_to_fetch(last, &fetched->nodes);
    if (first != 0)
        fetch(term_at(p->table, first), term_at(p->table, last));
    last = script->commands.at[i + ARGS_AHEAD].body;
    first = first_to_fetch(last, &fetched->args);
    if (first != 0)
        fetch(term_args(p->table, first), term_args(p->table, last));
}

size_t printer_add_part(struct printer *p, const struct script *script, size_t from, size_t bytes,
                        struct strbuf *out) {
    struct fetched fetched = {0, 0};
    size_t start = out->n, i = from;
    start_printing(p, out);
    for (; i < script->commands.n; i++) {
        const struct command *c = &script->commands.at[i];
        if (out->n - start >= bytes && !c->same_line)
            break;
        fetch_terms(p, script, i, &fetched);
        if (c->same_line && out->n > start)
            out->at[out->n - 1] = ' '; /* in place of the line end */
        else if (c->blank_before)
            strbuf_add_char(out, '\n');
        add_command(p, c);
    }
    return i;
}

void printer_add_script(struct printer *p, const struct script *script, struct strbuf *out) {
    enum { MANY = 4096, BYTES_PER_COMMAND = 160 };
    if (script->commands.n >= MANY) /* room that is not used costs nothing; moving does */
        strbuf_reserve(out, script->commands.n * BYTES_PER_COMMAND);
    printer_add_part(p, script, 0, SIZE_MAX, out);
}

void printer_add_definition(struct printer *p, bool recursive, symbol name, const term *vars,
                            uint32_t n_vars, sort result, term body, struct strbuf *out) {
    start_printing(p, out);
    body = print_prepare_definition(p, vars, n_vars, body);
    add(p, recursive ? "(define-fun-rec " : "(define-fun ");
    add_symbol(p, name);
    add_char(p, ' ');
    print_sorted_vars(p, vars, n_vars, 2 * INDENT);
    add_char(p, ' ');
    print_sort(p, result);
    add_last_term(p, body, 1);
    add_char(p, '\n');
}

void printer_add_term(struct printer *p, term t, struct strbuf *out) {
    start_printing(p, out);
    print_laid_out(p, print_prepare(p, t), 0, 0, true);
}
