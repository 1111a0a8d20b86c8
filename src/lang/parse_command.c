#include "lang/nearest.h"
#include "lang/parser_int.h"

bool parse_expect_close(struct parser *p) {
    return parse_expect(p, TOKEN_CLOSE, "')'");
}

bool parse_new_name(struct parser *p, symbol *name, const char *expected) {
    return parse_next(p) && parse_declared_symbol(p, name, expected);
}

list parse_intern_list(struct parser *p, const u32_vec *items) {
    return list_intern(&p->table->lists, items->at, (uint32_t)items->n);
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
        info->sort_params = parse_intern_list(p, &sort_params);
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
    sort result = SORT_BOOL;
    bool is_relation = c->kind == COMMAND_DECLARE_REL;
    bool has_params = is_relation || c->kind == COMMAND_DECLARE_FUN;
    bool good = parse_new_name(p, &c->name, "a name");
    uint32_t offset = p->token.offset;
    good = good && (!has_params || read_sorts(p, &params)) &&
           (is_relation || (parse_next(p) && parse_sort(p, &result))) &&
           declare_function(p, FUN_DECLARED, c->name, &params, result, offset, &c->fun) &&
           (is_relation ? read_rest(p, &c->text) : parse_expect_close(p));
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
    return parse_fail_sort(p, offset, "the body", wanted, term_sort(p->table, t));
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
    if (!parse_new_name(p, &head->name, "a name"))
        return false;
    head->offset = p->token.offset;
    return (!has_vars ||
            (parse_expect(p, TOKEN_OPEN, "a list of sorted variables") && parse_sorted_vars(p))) &&
           parse_next(p) && parse_sort(p, &head->result);
}

static bool declare_head(struct parser *p, enum fun_kind kind, const struct head *head, fun *made) {
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
    parse_drop_args(p, head->base);
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
    return good && parse_expect_close(p);
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
               parse_expect_close(p);
        drop_vars(p, &head);
        if (good)
            vec_push(&funs, f);
    }
    if (good && funs.n == 0)
        good = parse_fail(p, c->offset, "define-funs-rec without functions");
    good = good && parse_expect(p, TOKEN_OPEN, "a list of bodies");
    for (size_t i = 0; good && i < funs.n; i++)
        good = read_later_body(p, funs.at[i]);
    good = good && parse_expect_close(p) && parse_expect_close(p);
    if (good)
        c->items = parse_intern_list(p, &funs);
    vec_free(&funs);
    return good;
}

/* ---- sorts ---- */

static bool declare_sort(struct parser *p, struct command *c) {
    uint32_t arity = 0;
    bool is_parameter = c->kind == COMMAND_DECLARE_SORT_PARAMETER;
    if (!parse_new_name(p, &c->name, "a name"))
        return false;
    uint32_t offset = p->token.offset;
    if (!is_parameter && (!parse_next(p) || !parse_index(p, &arity)))
        return false;
    if (arity > SORT_PARAMS_MAX)
        return parse_fail(p, p->token.offset, "more than %d parameters", SORT_PARAMS_MAX);
    c->decl = sort_declare(&p->table->sorts, is_parameter ? DECL_PARAMETER : DECL_UNINTERPRETED,
                           c->name, arity);
    return scope_bind_sort(p, c->name, c->decl, offset) && parse_expect_close(p);
}

static bool define_sort(struct parser *p, struct command *c) {
    struct params params = {0};
    sort body;
    bool good = parse_new_name(p, &c->name, "a name");
    uint32_t offset = p->token.offset;
    good = good && parse_expect(p, TOKEN_OPEN, "a list of sort parameters") &&
           parse_params(p, &params) && parse_next(p) && parse_sort(p, &body);
    if (good) {
        c->decl = sort_declare(&p->table->sorts, DECL_SYNONYM, c->name, (uint32_t)params.names.n);
        struct sort_decl *decl = &p->table->sorts.decls.at[c->decl];
        decl->body = body;
        decl->params = parse_intern_list(p, &params.names);
    }
    parse_leave_params(p, &params);
    return good && scope_bind_sort(p, c->name, c->decl, offset) && parse_expect_close(p);
}

/* ---- the rest ---- */

static bool read_boolean(struct parser *p, term *t, const char *what) {
    uint32_t offset = p->token.offset;
    if (!parse_term(p, t))
        return false;
    if (term_sort(p->table, *t) == SORT_BOOL)
        return true;
    return parse_fail_sort(p, offset, what, SORT_BOOL, term_sort(p->table, *t));
}

/*
 * Is what begins here z3's (q (A B) Bool), a function with its rank? As a term, its second list
 * would be an application of something that has the name of a sort.
 */
static bool is_ranked_name(const struct parser *p) {
    struct lexer lexer = {.text = p->lexer.text, .n = p->lexer.n, .next = p->lexer.next};
    if (p->token.kind != TOKEN_OPEN)
        return false;
    struct token token = lex_next(&lexer);
    if (!token_is_symbol(&token) || lex_next(&lexer).kind != TOKEN_OPEN)
        return false;
    token = lex_next(&lexer);
    if (token.kind == TOKEN_CLOSE)
        return true;
    while (token.kind == TOKEN_OPEN ||
           (token.kind == TOKEN_SYMBOL && token.n == 1 && token.at[0] == '_'))
        token = lex_next(&lexer);
    if (!token_is_symbol(&token))
        return false;
    symbol name = symbol_find(&p->table->symbols, token.at, token.n);
    const struct symbol_entry *entry = name == 0 ? NULL : symbol_at(&p->table->symbols, name);
    bool is_sort = sort_name_find(token.at, token.n) != NULL || (entry != NULL && entry->sort != 0);
    return is_sort && (entry == NULL || (entry->fun == 0 && entry->op == 0));
}

/* A formula, or a function whose results are formulas. */
static bool read_predicate(struct parser *p, term *t) {
    const struct sort_table *sorts = &p->table->sorts;
    uint32_t offset = p->token.offset;
    if (is_ranked_name(p) ? !parse_ranked_function(p, t) : !parse_term(p, t))
        return false;
    sort s = term_sort(p->table, *t);
    while (sort_kind(sorts, s) == SORT_MAP)
        s = sort_arg(sorts, s, 1);
    return s == SORT_BOOL || parse_fail_sort(p, offset, "a predicate", SORT_BOOL, s);
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
        c->items = parse_intern_list(p, &terms);
    vec_free(&terms);
    return good && parse_expect_close(p);
}

/* One sort, or two in parentheses, and the ')' of the command. */
static bool read_sort_items(struct parser *p, struct command *c) {
    sort sorts[2];
    bool is_pair = command_shape(c->kind) == SHAPE_SORT_PAIR;
    uint32_t n = is_pair ? 2 : 1;
    if (is_pair && !parse_expect(p, TOKEN_OPEN, "two sorts in parentheses"))
        return false;
    for (uint32_t i = 0; i < n; i++)
        if (!parse_next(p) || !parse_sort(p, &sorts[i]))
            return false;
    c->items = list_intern(&p->table->lists, sorts, n);
    return (!is_pair || parse_expect_close(p)) && parse_expect_close(p);
}

/* A keyword and its value, or none where there may be none, up to the ')' of the command. */
static bool read_attribute(struct parser *p, struct command *c) {
    struct strbuf text = {0};
    bool may_lack = c->kind == COMMAND_SET_INFO;
    if (!parse_expect(p, TOKEN_KEYWORD, "a keyword"))
        return false;
    c->name = parse_intern(p);
    if (!parse_next(p))
        return false;
    uint32_t offset = p->token.offset;
    if (may_lack && p->token.kind == TOKEN_CLOSE)
        return parse_check_value(p, c, offset);
    bool good = parse_raw(p, &text) && parse_expect_close(p);
    if (good) {
        c->text = symbol_intern(&p->table->symbols, text.at, text.n);
        good = parse_check_value(p, c, offset);
    }
    strbuf_free(&text);
    return good;
}

static bool set_logic(struct parser *p, const struct command *c) {
    struct logic logic;
    const struct symbol_entry *entry = symbol_at(&p->table->symbols, c->name);
    if (p->logic_at != 0)
        return parse_fail(p, c->offset, "the logic is already set, in line %u",
                          lex_place(p->lexer.text, p->lexer.n, p->logic_at).line);
    bool known = logic_parse(entry->at, entry->n, &logic);
    if (!known)
        parse_note(p, NOTE_UNKNOWN_LOGIC, c->offset);
    if (p->has_begun)
        parse_note(p, NOTE_LATE_LOGIC, c->offset);
    p->logic_at = c->offset + 1;
    p->real_numerals = known && logic_is_real_only(logic);
    p->any_logic = logic_has_all_theories(logic);
    symbol_forget_meanings(&p->table->symbols); /* of numerals */
    return true;
}

/* What a command changes for those that follow. */
static bool take_effect(struct parser *p, const struct command *c) {
    switch (c->kind) {
    case COMMAND_SET_LOGIC:
        return set_logic(p, c);
    case COMMAND_SET_OPTION:
        return parse_set_option(p, c);
    case COMMAND_PUSH:
        return scope_push(p, c->number, c->offset);
    case COMMAND_POP:
        return scope_pop(p, c->number, c->offset);
    case COMMAND_RESET:
        scope_reset(p);
        p->logic_at = 0;
        p->real_numerals = p->global_declarations = p->has_begun = false;
        p->any_logic = true;
        symbol_forget_meanings(&p->table->symbols);
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

/* May set-logic follow it? */
static bool is_preamble(enum command_kind kind) {
    return kind == COMMAND_SET_LOGIC || kind == COMMAND_SET_OPTION || kind == COMMAND_SET_INFO ||
           kind == COMMAND_GET_OPTION || kind == COMMAND_GET_INFO || kind == COMMAND_ECHO ||
           kind == COMMAND_RESET || kind == COMMAND_RESET_ASSERTIONS;
}

static bool parse_special(struct parser *p, struct command *c) {
    switch (c->kind) {
    case COMMAND_ASSERT:
        return parse_next(p) && read_boolean(p, &c->body, "an assertion") && parse_expect_close(p);
    case COMMAND_DECLARE_CONST:
    case COMMAND_DECLARE_FUN:
    case COMMAND_DECLARE_REL:
    case COMMAND_DECLARE_VAR:
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
        return parse_datatypes(p, c);
    }
}

static bool parse_shape(struct parser *p, struct command *c) {
    switch (command_shape(c->kind)) {
    case SHAPE_NONE:
        return parse_expect_close(p);
    case SHAPE_COUNT:
        c->number = 1;
        if (!parse_next(p))
            return false;
        if (p->token.kind != TOKEN_CLOSE)
            return parse_index(p, &c->number) && parse_expect_close(p);
        parse_note(p, NOTE_NO_NUMERAL, c->offset);
        return true;
    case SHAPE_SYMBOL:
        return parse_next(p) && parse_symbol(p, &c->name, "a symbol") && parse_expect_close(p);
    case SHAPE_STRING:
        if (!parse_expect(p, TOKEN_STRING, "a string"))
            return false;
        c->name = symbol_intern(&p->table->symbols, p->token.at - 1, p->token.n + 2);
        return parse_expect_close(p);
    case SHAPE_KEYWORD:
        if (!parse_expect(p, TOKEN_KEYWORD, "a keyword"))
            return false;
        c->name = parse_intern(p);
        return parse_expect_close(p);
    case SHAPE_ATTRIBUTE:
        return read_attribute(p, c);
    case SHAPE_TERM:
        return parse_next(p) && parse_term(p, &c->body) && read_rest(p, &c->text);
    case SHAPE_FORMULA:
        return parse_next(p) && read_boolean(p, &c->body, "the formula") && read_rest(p, &c->text);
    case SHAPE_PREDICATE:
        return parse_next(p) && read_predicate(p, &c->body) && read_rest(p, &c->text);
    case SHAPE_TERMS:
    case SHAPE_LITERALS:
        return read_terms(p, c);
    case SHAPE_NAMED_TERM:
        return parse_new_name(p, &c->name, "a name") && parse_next(p) &&
               read_boolean(p, &c->body, "the formula") && read_rest(p, &c->text);
    case SHAPE_SORT:
    case SHAPE_SORT_PAIR:
        return read_sort_items(p, c);
    case SHAPE_RAW:
        return read_rest(p, &c->text);
    default:
        return parse_special(p, c);
    }
}

static bool fail_unknown_command(struct parser *p) {
    const char *best = NULL;
    uint32_t least = p->token.n < 6 ? 2 : p->token.n < 9 ? 3 : 4; /* few letters resemble much */
    for (int kind = COMMAND_COMMENT + 1; kind < COMMAND_COUNT; kind++) {
        const char *name = command_name(kind);
        uint32_t d = edit_distance(p->token.at, p->token.n, name, strlen(name), least - 1);
        if (d < least) {
            least = d;
            best = name;
        }
    }
    int shown = p->token.n > 80 ? 80 : (int)p->token.n;
    return best == NULL
               ? parse_fail(p, p->token.offset, "unknown command '%.*s'", shown, p->token.at)
               : parse_fail(p, p->token.offset, "unknown command '%.*s'; did you mean '%s'?", shown,
                            p->token.at, best);
}

bool parse_command(struct parser *p, struct command *c) {
    if (parse_fast_declaration(p, c)) {
        p->has_begun = true;
        return true;
    }
    if (!parse_next(p))
        return false;
    if (!token_is_symbol(&p->token))
        return parse_fail_unexpected(p, "the name of a command");
    enum command_kind kind = command_find(p->token.at, p->token.n);
    if (kind == COMMAND_COUNT)
        return fail_unknown_command(p);
    c->kind = (uint8_t)kind;
    size_t before = p->trail.n;
    if (parse_shape(p, c) && take_effect(p, c)) {
        p->has_begun |= !is_preamble(kind);
        return true;
    }
    scope_undo(p, before); /* nothing half declared stays */
    return false;
}
