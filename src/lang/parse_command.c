#include "lang/nearest.h"
#include "lang/parser_int.h"

static bool expect_close(struct parser *p) {
    return parse_expect(p, TOKEN_CLOSE, "')'");
}

static bool next_symbol(struct parser *p, symbol *name, const char *expected) {
    if (!parse_next(p) || !parse_symbol(p, name, expected))
        return false;
    if (p->token.kind == TOKEN_SYMBOL && symbol_at(&p->table->symbols, *name)->needs_bars)
        return parse_fail(p, p->token.offset, "reserved word '%.*s' used as a name",
                          (int)p->token.n, p->token.at);
    return true;
}

static list intern_list(struct parser *p, const u32_vec *items) {
    return list_intern(&p->table->lists, items->at, (uint32_t)items->n);
}

/* ---- functions ---- */

/* Declares and binds a function whose rank may mention sort parameters of the script. */
static bool declare_function(struct parser *p, enum fun_kind kind, symbol name,
                             const u32_vec *params, sort result, uint32_t offset, fun *made) {
    u32_vec sort_params = {0}, patterns = {0};
    bool good = true;
    for (size_t i = 0; i < params->n; i++)
        vec_push(&patterns, parse_generalise(p, params->at[i], &sort_params));
    result = parse_generalise(p, result, &sort_params);
    for (size_t i = 0; i < patterns.n; i++)
        good = good && patterns.at[i] != 0;
    if (!good || result == 0)
        good = parse_fail(p, offset, "more than %d sort parameters", SORT_PARAMS_MAX);
    if (good) {
        *made = fun_declare(p->table, kind, name, patterns.at, (uint32_t)patterns.n, result);
        struct fun *info = &p->table->funs.at[*made];
        info->n_params_sorts = (uint8_t)sort_params.n;
        info->sort_params = intern_list(p, &sort_params);
        good = scope_bind_fun(p, *made, offset);
    }
    vec_free(&sort_params);
    vec_free(&patterns);
    return good;
}

/* (S T ...) */
static bool read_sorts(struct parser *p, u32_vec *sorts) {
    if (!parse_expect(p, TOKEN_OPEN, "a list of sorts"))
        return false;
    for (;;) {
        sort s;
        if (!parse_next(p))
            return false;
        if (p->token.kind == TOKEN_CLOSE)
            return true;
        if (!parse_sort(p, &s))
            return false;
        vec_push(sorts, s);
    }
}

static bool declare_fun(struct parser *p, struct command *c) {
    u32_vec params = {0};
    sort result;
    bool good = next_symbol(p, &c->name, "a name");
    uint32_t offset = p->token.offset;
    good = good && (c->kind == COMMAND_DECLARE_CONST || read_sorts(p, &params)) && parse_next(p) &&
           parse_sort(p, &result) &&
           declare_function(p, FUN_DECLARED, c->name, &params, result, offset, &c->fun) &&
           expect_close(p);
    vec_free(&params);
    return good;
}

/* The body of a definition, converted to its sort where solvers tolerate it. */
static bool read_body(struct parser *p, sort wanted, term *body) {
    unsigned tolerances = 0;
    if (!parse_next(p))
        return false;
    uint32_t offset = p->token.offset;
    term t;
    if (!parse_term(p, &t))
        return false;
    *body = check_coerce(p->table, t, wanted, &tolerances);
    if (*body != 0) {
        parse_note_tolerances(p, tolerances, offset);
        return true;
    }
    struct strbuf text = {0};
    strbuf_add_text(&text, "the definition is of sort ");
    sort_print(&p->table->sorts, wanted, &text);
    strbuf_add_text(&text, ", but its body of sort ");
    sort_print(&p->table->sorts, term_sort(p->table, t), &text);
    parse_fail(p, offset, "%.400s", strbuf_text(&text));
    strbuf_free(&text);
    return false;
}

/* NAME ((x S) ...) SORT: the head of a definition. Its variables stay bound and on args. */
struct head {
    symbol name;
    uint32_t offset;
    uint32_t base; /* of the variables on args */
    sort result;
};

static bool read_head(struct parser *p, bool has_vars, struct head *head) {
    head->base = (uint32_t)p->args.n;
    if (!next_symbol(p, &head->name, "a name"))
        return false;
    head->offset = p->token.offset;
    return (!has_vars || (parse_expect(p, TOKEN_OPEN, "a list of sorted variables") &&
                          parse_sorted_vars(p))) &&
           parse_next(p) && parse_sort(p, &head->result);
}

static bool declare_head(struct parser *p, enum fun_kind kind, const struct head *head,
                         fun *made) {
    u32_vec params = {0};
    for (size_t i = head->base; i < p->args.n; i++)
        vec_push(&params, term_sort(p->table, p->args.at[i]));
    bool good = declare_function(p, kind, head->name, &params, head->result, head->offset, made);
    if (good)
        p->table->funs.at[*made].vars = list_intern(&p->table->lists, p->args.at + head->base,
                                                    (uint32_t)(p->args.n - head->base));
    vec_free(&params);
    return good;
}

static void drop_vars(struct parser *p, const struct head *head) {
    scope_leave(p, 0);
    p->args.n = p->arg_offsets.n = head->base;
}

static bool define_fun(struct parser *p, struct command *c) {
    struct head head;
    term body = 0;
    bool recursive = c->kind == COMMAND_DEFINE_FUN_REC;
    bool good = read_head(p, c->kind != COMMAND_DEFINE_CONST, &head);
    c->name = good ? head.name : 0;
    good = good && (!recursive || declare_head(p, FUN_RECURSIVE, &head, &c->fun)) &&
           read_body(p, head.result, &body) &&
           (recursive || declare_head(p, FUN_DEFINED, &head, &c->fun));
    if (good)
        p->table->funs.at[c->fun].body = body;
    drop_vars(p, &head);
    return good && expect_close(p);
}

/* Reads the body of a function whose head was read before: its variables are bound again. */
static bool read_later_body(struct parser *p, fun f) {
    struct fun info = *fun_at(p->table, f);
    for (uint32_t i = 0; i < list_length(&p->table->lists, info.vars); i++) {
        term v = list_items(&p->table->lists, info.vars)[i];
        scope_bind_local(p, term_variable_of(p->table, v)->name, v);
    }
    term body;
    sort result = info.result;
    if (info.n_params_sorts > 0) { /* inside of its body the sort parameters are fixed */
        struct sort_binding binding;
        sort_binding_clear(&binding, info.n_params_sorts);
        for (uint32_t i = 0; i < info.n_params_sorts; i++)
            binding.params[i] = list_items(&p->table->lists, info.sort_params)[i];
        result = sort_instantiate(&p->table->sorts, result, &binding);
    }
    bool good = read_body(p, result, &body);
    if (good)
        p->table->funs.at[f].body = body;
    scope_leave(p, 0);
    return good;
}

static bool define_funs_rec(struct parser *p, struct command *c) {
    u32_vec funs = {0};
    bool good = parse_expect(p, TOKEN_OPEN, "a list of function heads");
    while (good && (good = parse_next(p)) && p->token.kind != TOKEN_CLOSE) {
        struct head head = {.base = (uint32_t)p->args.n};
        fun f;
        good = p->token.kind == TOKEN_OPEN || parse_fail_unexpected(p, "a function head or ')'");
        good = good && read_head(p, true, &head) && declare_head(p, FUN_RECURSIVE, &head, &f) &&
               expect_close(p);
        drop_vars(p, &head);
        if (good)
            vec_push(&funs, f);
    }
    if (good && funs.n == 0)
        good = parse_fail(p, c->offset, "define-funs-rec without functions");
    good = good && parse_expect(p, TOKEN_OPEN, "a list of bodies");
    for (size_t i = 0; good && i < funs.n; i++)
        good = read_later_body(p, funs.at[i]);
    good = good && expect_close(p) && expect_close(p);
    if (good)
        c->items = intern_list(p, &funs);
    vec_free(&funs);
    return good;
}

/* ---- sorts ---- */

static bool declare_sort(struct parser *p, struct command *c) {
    uint32_t arity = 0;
    bool is_parameter = c->kind == COMMAND_DECLARE_SORT_PARAMETER;
    if (!next_symbol(p, &c->name, "a name"))
        return false;
    uint32_t offset = p->token.offset;
    if (!is_parameter && (!parse_next(p) || !parse_index(p, &arity)))
        return false;
    if (arity > SORT_PARAMS_MAX)
        return parse_fail(p, p->token.offset, "more than %d parameters", SORT_PARAMS_MAX);
    c->decl = sort_declare(&p->table->sorts, is_parameter ? DECL_PARAMETER : DECL_UNINTERPRETED,
                           c->name, arity);
    return scope_bind_sort(p, c->name, c->decl, offset) && expect_close(p);
}

/* Sort parameters that are in force while one declaration is read. */
struct params {
    u32_vec names;
    u32_vec hidden; /* what each name meant before */
};

static void leave_params(struct parser *p, struct params *params) {
    while (params->names.n > 0)
        symbol_at(&p->table->symbols, vec_pop(&params->names))->sort = vec_pop(&params->hidden);
    vec_free(&params->names);
    vec_free(&params->hidden);
}

static void hide_sort(struct parser *p, struct params *params, symbol name, uint32_t decl) {
    struct symbol_entry *entry = symbol_at(&p->table->symbols, name);
    vec_push(&params->names, name);
    vec_push(&params->hidden, entry->sort);
    entry->sort = decl;
}

/* X Y ...) after the '(': each becomes a variable of a pattern. */
static bool read_params(struct parser *p, struct params *params) {
    for (;;) {
        symbol name;
        if (!parse_next(p))
            return false;
        if (p->token.kind == TOKEN_CLOSE)
            return true;
        if (!parse_symbol(p, &name, "a sort parameter or ')'"))
            return false;
        if (params->names.n == SORT_PARAMS_MAX)
            return parse_fail(p, p->token.offset, "more than %d parameters", SORT_PARAMS_MAX);
        for (size_t i = 0; i < params->names.n; i++)
            if (params->names.at[i] == name)
                return parse_fail(p, p->token.offset, "sort parameter '%.200s' stands here twice",
                                  symbol_at(&p->table->symbols, name)->at);
        uint32_t decl = sort_declare(&p->table->sorts, DECL_SYNONYM, name, 0);
        p->table->sorts.decls.at[decl].body =
            sort_param(&p->table->sorts, (uint32_t)params->names.n);
        hide_sort(p, params, name, decl);
    }
}

static bool define_sort(struct parser *p, struct command *c) {
    struct params params = {0};
    sort body;
    bool good = next_symbol(p, &c->name, "a name");
    uint32_t offset = p->token.offset;
    good = good && parse_expect(p, TOKEN_OPEN, "a list of sort parameters") &&
           read_params(p, &params) && parse_next(p) && parse_sort(p, &body);
    if (good) {
        c->decl = sort_declare(&p->table->sorts, DECL_SYNONYM, c->name, (uint32_t)params.names.n);
        struct sort_decl *decl = &p->table->sorts.decls.at[c->decl];
        decl->body = body;
        decl->params = intern_list(p, &params.names);
    }
    leave_params(p, &params);
    return good && scope_bind_sort(p, c->name, c->decl, offset) && expect_close(p);
}

/* ---- datatypes ---- */

/* One or more datatypes that are declared together. */
struct datatypes {
    u32_vec decls;
    u32_vec offsets;
    bool is_co;
};

/* Declares the functions of a constructor with these selectors. */
static bool add_constructor(struct parser *p, symbol name, uint32_t offset, sort datatype,
                            const struct params *params, const u32_vec *selector_names,
                            const u32_vec *selector_sorts, const u32_vec *selector_offsets,
                            u32_vec *constructors) {
    uint8_t n_params = (uint8_t)params->names.n;
    u32_vec selectors = {0};
    fun c = fun_declare(p->table, FUN_CONSTRUCTOR, name, selector_sorts->at,
                        (uint32_t)selector_sorts->n, datatype);
    p->table->funs.at[c].n_params_sorts = n_params;
    p->table->funs.at[c].place = (uint32_t)constructors->n;
    bool good = scope_bind_fun(p, c, offset);
    for (size_t i = 0; good && i < selector_names->n; i++) {
        fun s = fun_declare(p->table, FUN_SELECTOR, selector_names->at[i], &datatype, 1,
                            selector_sorts->at[i]);
        p->table->funs.at[s].n_params_sorts = n_params;
        p->table->funs.at[s].owner = c;
        p->table->funs.at[s].place = (uint32_t)i;
        good = scope_bind_fun(p, s, selector_offsets->at[i]);
        vec_push(&selectors, s);
    }
    p->table->funs.at[c].selectors = intern_list(p, &selectors);
    vec_push(constructors, c);
    vec_free(&selectors);
    return good;
}

/* nil, (nil) or (cons (head T) (tail L)); the last token starts it */
static bool read_constructor(struct parser *p, sort datatype, const struct params *params,
                             u32_vec *constructors) {
    u32_vec names = {0}, sorts = {0}, offsets = {0};
    symbol name = 0;
    bool listed = p->token.kind == TOKEN_OPEN;
    bool good = (!listed || parse_next(p)) && parse_symbol(p, &name, "a constructor");
    uint32_t offset = p->token.offset;
    while (good && listed && (good = parse_next(p)) && p->token.kind != TOKEN_CLOSE) {
        symbol selector;
        sort s;
        good = p->token.kind == TOKEN_OPEN || parse_fail_unexpected(p, "a selector or ')'");
        good = good && parse_next(p) && parse_symbol(p, &selector, "a selector");
        uint32_t selector_offset = p->token.offset;
        good = good && parse_next(p) && parse_sort(p, &s) && expect_close(p);
        if (!good)
            break;
        vec_push(&names, selector);
        vec_push(&sorts, s);
        vec_push(&offsets, selector_offset);
    }
    good = good && add_constructor(p, name, offset, datatype, params, &names, &sorts, &offsets,
                                   constructors);
    vec_free(&names);
    vec_free(&sorts);
    vec_free(&offsets);
    return good;
}

/* Constructors up to the ')' that ends them; the last token is the first of them. */
static bool read_constructors(struct parser *p, uint32_t decl, const struct params *params) {
    struct sort_table *sorts = &p->table->sorts;
    u32_vec args = {0}, constructors = {0};
    for (uint32_t i = 0; i < params->names.n; i++)
        vec_push(&args, sort_param(sorts, i));
    sort datatype = sort_make(sorts, SORT_DECLARED, decl, 0, args.at, (uint32_t)args.n);
    bool good = true;
    while (good && p->token.kind != TOKEN_CLOSE)
        good = read_constructor(p, datatype, params, &constructors) && parse_next(p);
    if (good && constructors.n == 0)
        good = parse_fail(p, p->token.offset, "a datatype needs a constructor");
    if (good)
        sorts->decls.at[decl].constructors = intern_list(p, &constructors);
    vec_free(&args);
    vec_free(&constructors);
    return good;
}

/* The names of params that belong to a datatype are its first `arity` ones. */
static void keep_param_names(struct parser *p, uint32_t decl, const struct params *params) {
    p->table->sorts.decls.at[decl].params =
        list_intern(&p->table->lists, params->names.at, p->table->sorts.decls.at[decl].arity);
}

/* ((c ...) ...) or (par (X Y) ((c ...) ...)) */
static bool read_datatype(struct parser *p, uint32_t decl) {
    struct params params = {0};
    bool good = parse_expect(p, TOKEN_OPEN, "a list of constructors") && parse_next(p);
    bool is_par = good && p->token.kind == TOKEN_SYMBOL && parse_intern(p) == p->words.par;
    uint32_t offset = p->token.offset;
    if (is_par)
        good = parse_expect(p, TOKEN_OPEN, "a list of sort parameters") &&
               read_params(p, &params) && parse_expect(p, TOKEN_OPEN, "a list of constructors") &&
               parse_next(p);
    uint32_t arity = p->table->sorts.decls.at[decl].arity;
    if (good && arity == UINT32_MAX) /* declare-datatype: the arity is how many there are */
        p->table->sorts.decls.at[decl].arity = (uint32_t)params.names.n;
    else if (good && arity != params.names.n)
        good = parse_fail(p, offset, "the datatype is declared with %u parameter%s, but has %zu",
                          arity, arity == 1 ? "" : "s", params.names.n);
    if (good)
        keep_param_names(p, decl, &params);
    good = good && read_constructors(p, decl, &params) && (!is_par || expect_close(p));
    leave_params(p, &params);
    return good;
}

/* Can a value of the sort be built, given which datatypes are known to have one? */
static bool is_inhabited(const struct parser *p, sort s, const struct datatypes *group,
                         const bool *known) {
    const struct sort_table *sorts = &p->table->sorts;
    const struct sort_node *node = sort_at(sorts, s);
    if (node->kind == SORT_DECLARED)
        for (size_t i = 0; i < group->decls.n; i++)
            if (group->decls.at[i] == node->indices[0])
                return known[i];
    if (node->kind == SORT_ARRAY || node->kind == SORT_MAP)
        return is_inhabited(p, sort_arg(sorts, s, 1), group, known);
    if (node->kind == SORT_TUPLE)
        for (uint32_t i = 0; i < sort_n_args(sorts, s); i++)
            if (!is_inhabited(p, sort_arg(sorts, s, i), group, known))
                return false;
    return true; /* sequences, sets and bags can be empty */
}

static bool has_finite_value(const struct parser *p, uint32_t decl, const struct datatypes *group,
                             const bool *known) {
    list constructors = p->table->sorts.decls.at[decl].constructors;
    for (uint32_t i = 0; i < list_length(&p->table->lists, constructors); i++) {
        const struct fun *c = fun_at(p->table, list_items(&p->table->lists, constructors)[i]);
        bool buildable = true;
        for (uint32_t j = 0; j < list_length(&p->table->lists, c->params); j++)
            buildable = buildable && is_inhabited(p, list_items(&p->table->lists, c->params)[j],
                                                  group, known);
        if (buildable)
            return true;
    }
    return false;
}

static bool check_well_founded(struct parser *p, const struct datatypes *group) {
    bool *known = mem_alloc_zero(group->decls.n);
    size_t bad = group->decls.n;
    bool changed = true;
    while (changed) {
        changed = false;
        bad = group->decls.n;
        for (size_t i = 0; i < group->decls.n; i++) {
            if (known[i])
                continue;
            known[i] = has_finite_value(p, group->decls.at[i], group, known);
            changed |= known[i];
            if (!known[i])
                bad = i;
        }
    }
    mem_free(known);
    if (bad == group->decls.n || group->is_co)
        return true;
    symbol name = p->table->sorts.decls.at[group->decls.at[bad]].name;
    return parse_fail(p, group->offsets.at[bad], "datatype '%.200s' has no finite value",
                      symbol_at(&p->table->symbols, name)->at);
}

static bool add_datatype(struct parser *p, struct datatypes *group, symbol name, uint32_t arity,
                         uint32_t offset) {
    uint32_t decl = sort_declare(&p->table->sorts, DECL_DATATYPE, name, arity);
    p->table->sorts.decls.at[decl].is_codatatype = group->is_co;
    vec_push(&group->decls, decl);
    vec_push(&group->offsets, offset);
    return scope_bind_sort(p, name, decl, offset);
}

/* ((T 0) (U 1)) after the first '(' of an entry, then the constructors of each */
static bool read_new_style(struct parser *p, struct datatypes *group) {
    bool good = true;
    while (good && p->token.kind == TOKEN_OPEN) {
        symbol name;
        uint32_t arity;
        good = next_symbol(p, &name, "the name of a datatype");
        uint32_t offset = p->token.offset;
        good = good && parse_next(p) && parse_index(p, &arity) && expect_close(p) &&
               add_datatype(p, group, name, arity, offset) && parse_next(p);
    }
    if (!good || (p->token.kind != TOKEN_CLOSE && !parse_fail_unexpected(p, "a datatype or ')'")))
        return false;
    good = parse_expect(p, TOKEN_OPEN, "a list of datatypes");
    for (size_t i = 0; good && i < group->decls.n; i++)
        good = read_datatype(p, group->decls.at[i]);
    return good && expect_close(p);
}

/* z3's old form: (T ...) ((List nil (cons (hd T) (tl List)))); List stands for (List T ...) */
static bool read_old_style(struct parser *p, struct datatypes *group, uint32_t offset) {
    struct sort_table *sorts = &p->table->sorts;
    struct params params = {0};
    uint32_t start = p->lexer.next;
    size_t comments = p->lexer.comments.n;
    struct token token = p->token;
    bool good = true;
    parse_note(p, NOTE_OLD_SYNTAX, offset);
    /* The parameters were not read yet; the last token is the first of them, or ')'. */
    p->lexer.next = token.offset;
    good = read_params(p, &params);
    uint32_t arity = (uint32_t)params.names.n;
    good = good && parse_expect(p, TOKEN_OPEN, "a list of datatypes");
    /* First all names, then, in a second reading, their constructors. */
    start = p->lexer.next;
    comments = p->lexer.comments.n;
    while (good && (good = parse_next(p)) && p->token.kind != TOKEN_CLOSE) {
        symbol name;
        good = p->token.kind == TOKEN_OPEN || parse_fail_unexpected(p, "a datatype or ')'");
        good = good && next_symbol(p, &name, "the name of a datatype") &&
               add_datatype(p, group, name, arity, p->token.offset) && parse_next(p);
        strbuf_clear(&p->scratch);
        while (good && p->token.kind != TOKEN_CLOSE)
            good = parse_raw(p, &p->scratch) && parse_next(p);
    }
    for (size_t i = 0; good && arity > 0 && i < group->decls.n; i++) {
        symbol name = sorts->decls.at[group->decls.at[i]].name;
        uint32_t whole = sort_declare(sorts, DECL_SYNONYM, name, 0);
        u32_vec args = {0};
        for (uint32_t j = 0; j < arity; j++)
            vec_push(&args, sort_param(sorts, j));
        sorts->decls.at[whole].body =
            sort_make(sorts, SORT_DECLARED, group->decls.at[i], 0, args.at, arity);
        vec_free(&args);
        hide_sort(p, &params, name, whole);
    }
    if (good) {
        p->lexer.next = start;
        p->lexer.comments.n = comments;
    }
    struct params own = {.names = {params.names.at, arity, 0}};
    for (size_t i = 0; good && i < group->decls.n; i++) {
        good = parse_next(p) && parse_next(p) && parse_next(p); /* '(' and the name */
        if (good)
            keep_param_names(p, group->decls.at[i], &own);
        good = good && read_constructors(p, group->decls.at[i], &own);
    }
    good = good && expect_close(p);
    leave_params(p, &params);
    return good;
}

static bool declare_datatypes(struct parser *p, struct command *c) {
    struct datatypes group = {.is_co = c->kind == COMMAND_DECLARE_CODATATYPES ||
                                       c->kind == COMMAND_DECLARE_CODATATYPE};
    bool good;
    if (c->kind == COMMAND_DECLARE_DATATYPE || c->kind == COMMAND_DECLARE_CODATATYPE) {
        symbol name;
        good = next_symbol(p, &name, "the name of a datatype") &&
               add_datatype(p, &group, name, UINT32_MAX, p->token.offset);
        if (good) /* within its own constructors it may be used with any arity that it gets */
            good = read_datatype(p, group.decls.at[0]);
    } else {
        good = parse_expect(p, TOKEN_OPEN, "a list of datatypes") && parse_next(p);
        if (good && p->token.kind == TOKEN_OPEN)
            good = read_new_style(p, &group);
        else if (good)
            good = read_old_style(p, &group, c->offset);
        if (good && group.decls.n == 0)
            good = parse_fail(p, c->offset, "declaration without datatypes");
    }
    good = good && check_well_founded(p, &group) && expect_close(p);
    if (good)
        c->items = intern_list(p, &group.decls);
    vec_free(&group.decls);
    vec_free(&group.offsets);
    return good;
}

/* ---- the rest ---- */

static bool read_boolean(struct parser *p, term *t, const char *what) {
    uint32_t offset = p->token.offset;
    if (!parse_term(p, t))
        return false;
    if (term_sort(p->table, *t) == SORT_BOOL)
        return true;
    struct strbuf text = {0};
    sort_print(&p->table->sorts, term_sort(p->table, *t), &text);
    parse_fail(p, offset, "%s must be of sort Bool, not %.200s", what, strbuf_text(&text));
    strbuf_free(&text);
    return false;
}

static bool read_terms(struct parser *p, struct command *c) {
    u32_vec terms = {0};
    bool literals = command_shape(c->kind) == SHAPE_LITERALS;
    bool good = parse_expect(p, TOKEN_OPEN, "a list of terms");
    while (good && (good = parse_next(p)) && p->token.kind != TOKEN_CLOSE) {
        term t;
        good = literals ? read_boolean(p, &t, "an assumption") : parse_term(p, &t);
        if (good)
            vec_push(&terms, t);
    }
    if (good && terms.n == 0 && !literals)
        good = parse_fail(p, c->offset, "'%s' without terms", command_name(c->kind));
    if (good)
        c->items = intern_list(p, &terms);
    vec_free(&terms);
    return good && expect_close(p);
}

/* The rest of the command, up to its ')', as text. */
static bool read_rest(struct parser *p, symbol *text) {
    struct strbuf rest = {0};
    bool good = true;
    while (good && (good = parse_next(p)) && p->token.kind != TOKEN_CLOSE) {
        if (rest.n > 0)
            strbuf_add_char(&rest, ' ');
        good = parse_raw(p, &rest);
    }
    if (good)
        *text = rest.n == 0 ? 0 : symbol_intern(&p->table->symbols, rest.at, rest.n);
    strbuf_free(&rest);
    return good;
}

static bool text_is(const struct parser *p, symbol s, const char *text) {
    return s != 0 && strcmp(symbol_at(&p->table->symbols, s)->at, text) == 0;
}

/* What a command changes for those that follow. */
static bool take_effect(struct parser *p, const struct command *c) {
    struct logic logic;
    switch (c->kind) {
    case COMMAND_SET_LOGIC: {
        const struct symbol_entry *entry = symbol_at(&p->table->symbols, c->name);
        bool known = logic_parse(entry->at, entry->n, &logic);
        if (!known)
            parse_note(p, NOTE_UNKNOWN_LOGIC, c->offset);
        p->real_numerals = known && logic_is_real_only(logic);
        p->any_logic = logic_has_all_theories(logic);
        return true;
    }
    case COMMAND_SET_OPTION:
        if (text_is(p, c->name, ":global-declarations"))
            p->global_declarations = text_is(p, c->text, "true");
        return true;
    case COMMAND_PUSH:
        if (c->number > 1000000)
            return parse_fail(p, c->offset, "push of more than 1000000 levels");
        scope_push(p, c->number);
        return true;
    case COMMAND_POP:
        return scope_pop(p, c->number, c->offset);
    case COMMAND_RESET:
        scope_reset(p);
        p->real_numerals = p->global_declarations = false;
        p->any_logic = true;
        return true;
    case COMMAND_RESET_ASSERTIONS:
        if (!p->global_declarations)
            scope_reset(p);
        vec_clear(&p->levels);
        return true;
    default:
        return true;
    }
}

static bool parse_special(struct parser *p, struct command *c) {
    switch (c->kind) {
    case COMMAND_ASSERT:
        return parse_next(p) && read_boolean(p, &c->body, "an assertion") && expect_close(p);
    case COMMAND_DECLARE_CONST:
    case COMMAND_DECLARE_FUN:
        return declare_fun(p, c);
    case COMMAND_DEFINE_CONST:
    case COMMAND_DEFINE_FUN:
    case COMMAND_DEFINE_FUN_REC:
        return define_fun(p, c);
    case COMMAND_DEFINE_FUNS_REC:
        return define_funs_rec(p, c);
    case COMMAND_DECLARE_SORT:
    case COMMAND_DECLARE_SORT_PARAMETER:
        return declare_sort(p, c);
    case COMMAND_DEFINE_SORT:
        return define_sort(p, c);
    default:
        return declare_datatypes(p, c);
    }
}

static bool parse_shape(struct parser *p, struct command *c) {
    switch (command_shape(c->kind)) {
    case SHAPE_NONE:
        return expect_close(p);
    case SHAPE_COUNT:
        c->number = 1;
        if (!parse_next(p))
            return false;
        return p->token.kind == TOKEN_CLOSE || (parse_index(p, &c->number) && expect_close(p));
    case SHAPE_SYMBOL:
        return parse_next(p) && parse_symbol(p, &c->name, "a symbol") && expect_close(p);
    case SHAPE_STRING:
        if (!parse_expect(p, TOKEN_STRING, "a string"))
            return false;
        c->name = symbol_intern(&p->table->symbols, p->token.at - 1, p->token.n + 2);
        return expect_close(p);
    case SHAPE_KEYWORD:
        if (!parse_expect(p, TOKEN_KEYWORD, "a keyword"))
            return false;
        c->name = parse_intern(p);
        return expect_close(p);
    case SHAPE_ATTRIBUTE:
        if (!parse_expect(p, TOKEN_KEYWORD, "a keyword"))
            return false;
        c->name = parse_intern(p);
        return read_rest(p, &c->text);
    case SHAPE_TERM:
        return parse_next(p) && parse_term(p, &c->body) && read_rest(p, &c->text);
    case SHAPE_TERMS:
    case SHAPE_LITERALS:
        return read_terms(p, c);
    case SHAPE_RAW:
        return read_rest(p, &c->text);
    default:
        return parse_special(p, c);
    }
}

static bool fail_unknown_command(struct parser *p) {
    const char *best = NULL;
    uint32_t least = 4;
    for (int kind = COMMAND_COMMENT + 1; kind < COMMAND_COUNT; kind++) {
        const char *name = command_name(kind);
        uint32_t d = edit_distance(p->token.at, p->token.n, name, strlen(name), least - 1);
        if (d < least) {
            least = d;
            best = name;
        }
    }
    int shown = p->token.n > 80 ? 80 : (int)p->token.n;
    return best == NULL ? parse_fail(p, p->token.offset, "unknown command '%.*s'", shown,
                                     p->token.at)
                        : parse_fail(p, p->token.offset,
                                     "unknown command '%.*s'; did you mean '%s'?", shown,
                                     p->token.at, best);
}

bool parse_command(struct parser *p, struct command *c) {
    if (!parse_next(p))
        return false;
    if (!token_is_symbol(&p->token))
        return parse_fail_unexpected(p, "the name of a command");
    enum command_kind kind = command_find(p->token.at, p->token.n);
    if (kind == COMMAND_COUNT)
        return fail_unknown_command(p);
    c->kind = (uint8_t)kind;
    return parse_shape(p, c) && take_effect(p, c);
}
