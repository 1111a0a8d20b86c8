/*
 * Datatypes: (declare-datatypes ...) in the form of the standard and in z3's
 * old one, and the sort parameters that they and define-sort have.
 */
#include "lang/parser_int.h"

void parse_leave_params(struct parser *p, struct params *params) {
    while (params->names.n > 0)
        symbol_at(&p->table->symbols, vec_pop(&params->names))->sort = vec_pop(&params->hidden);
    parse_forget_sorts(p);
    vec_free(&params->names);
    vec_free(&params->hidden);
}

static void hide_sort(struct parser *p, struct params *params, symbol name, uint32_t decl) {
    struct symbol_entry *entry = symbol_at(&p->table->symbols, name);
    vec_push(&params->names, name);
    vec_push(&params->hidden, entry->sort);
    entry->sort = decl;
    parse_forget_sorts(p);
}

/* X Y ...) after the '(': each becomes a variable of a pattern. */
bool parse_params(struct parser *p, struct params *params) {
    for (;;) {
        symbol name;
        if (!parse_next(p))
            return false;
        if (p->token.kind == TOKEN_CLOSE)
            return true;
        if (!parse_own_symbol(p, &name, "a sort parameter or ')'"))
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

/* One or more datatypes that are declared together. */
struct datatypes {
    u32_vec decls;
    u32_vec offsets;
    bool is_co;
    uint32_t looked_at; /* constructors of older datatypes, in search of a finite value */
};

/* Declares the functions of a constructor with these selectors. */
static bool add_constructor(struct parser *p, symbol name, uint32_t offset, sort datatype,
                            const struct params *params, const u32_vec *selector_names,
                            const u32_vec *selector_sorts, const u32_vec *selector_offsets,
                            u32_vec *constructors) {
    uint8_t n_params = (uint8_t)params->names.n;
    u32_vec selectors = {0};
    fun youngest = symbol_at(&p->table->symbols, name)->fun;
    if (youngest != 0 && fun_at(p->table, youngest)->kind == FUN_CONSTRUCTOR &&
        fun_at(p->table, youngest)->result == datatype)
        return parse_fail(p, offset, "constructor '%.200s' stands here twice",
                          symbol_at(&p->table->symbols, name)->at);
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
    p->table->funs.at[c].selectors = parse_intern_list(p, &selectors);
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
    bool good = (!listed || parse_next(p)) && parse_declared_symbol(p, &name, "a constructor");
    uint32_t offset = p->token.offset;
    while (good && listed && (good = parse_next(p)) && p->token.kind != TOKEN_CLOSE) {
        symbol selector;
        sort s;
        good = p->token.kind == TOKEN_OPEN || parse_fail_unexpected(p, "a selector or ')'");
        good = good && parse_next(p) && parse_declared_symbol(p, &selector, "a selector");
        uint32_t selector_offset = p->token.offset;
        good = good && parse_next(p) && parse_sort(p, &s) && parse_expect_close(p);
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
        sorts->decls.at[decl].constructors = parse_intern_list(p, &constructors);
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
               parse_params(p, &params) && parse_expect(p, TOKEN_OPEN, "a list of constructors") &&
               parse_next(p);
    uint32_t arity = p->table->sorts.decls.at[decl].arity;
    if (good && arity == UINT32_MAX) /* declare-datatype: the arity is how many there are */
        p->table->sorts.decls.at[decl].arity = (uint32_t)params.names.n;
    else if (good && arity != params.names.n)
        good = parse_fail(p, offset, "the datatype is declared with %u parameter%s, but has %zu",
                          arity, plural_s(arity), params.names.n);
    if (good)
        keep_param_names(p, decl, &params);
    good = good && read_constructors(p, decl, &params) && (!is_par || parse_expect_close(p));
    parse_leave_params(p, &params);
    return good;
}

/*
 * How many levels of older parametric datatypes are looked through, and at how
 * many of their constructors in all. Beyond that, there may well be a value.
 */
enum { INHABITED_LEVELS = 3, INHABITED_STEPS = 100000 };

static bool is_inhabited(struct parser *p, sort s, struct datatypes *group, const bool *known,
                         int levels);

/* Has it a constructor whose parts all have values? `binding` says what its parameters are. */
static bool has_finite_value(struct parser *p, uint32_t decl, const struct sort_binding *binding,
                             struct datatypes *group, const bool *known, int levels) {
    list constructors = p->table->sorts.decls.at[decl].constructors;
    for (uint32_t i = 0; i < list_length(&p->table->lists, constructors); i++) {
        struct fun c = *fun_at(p->table, list_items(&p->table->lists, constructors)[i]);
        bool buildable = true;
        if (binding != NULL && ++group->looked_at > INHABITED_STEPS)
            return true;
        for (uint32_t j = 0; buildable && j < list_length(&p->table->lists, c.params); j++) {
            sort part = list_items(&p->table->lists, c.params)[j];
            if (binding != NULL)
                part = sort_instantiate(&p->table->sorts, part, binding);
            buildable = part == 0 || is_inhabited(p, part, group, known, levels);
        }
        if (buildable)
            return true;
    }
    return false;
}

/* Can a value of the sort be built, given which datatypes are known to have one? */
static bool is_inhabited(struct parser *p, sort s, struct datatypes *group, const bool *known,
                         int levels) {
    const struct sort_table *sorts = &p->table->sorts;
    struct sort_node node = *sort_at(sorts, s);
    uint32_t place = node.indices[0] - group->decls.at[0]; /* their numbers are successive */
    if (node.kind == SORT_DECLARED && place < group->decls.n)
        return known[place];
    if (node.kind == SORT_ARRAY || node.kind == SORT_MAP)
        return is_inhabited(p, sort_arg(sorts, s, 1), group, known, levels);
    if (node.kind == SORT_TUPLE)
        for (uint32_t i = 0; i < sort_n_args(sorts, s); i++)
            if (!is_inhabited(p, sort_arg(sorts, s, i), group, known, levels))
                return false;
    const struct sort_decl *older = sort_datatype(sorts, s);
    if (older == NULL || older->arity == 0 || older->is_codatatype || levels == 0)
        return true; /* sequences, sets and bags can be empty */
    struct sort_binding binding;
    sort_binding_clear(&binding, older->arity);
    for (uint32_t i = 0; i < older->arity; i++)
        binding.params[i] = sort_arg(sorts, s, i);
    return has_finite_value(p, node.indices[0], &binding, group, known, levels - 1);
}

static bool check_well_founded(struct parser *p, struct datatypes *group) {
    bool *known = mem_alloc_zero(group->decls.n);
    size_t bad = group->decls.n;
    bool changed = true;
    for (bool forth = true; changed; forth = !forth) { /* both ways: chains need two rounds */
        changed = false;
        bad = group->decls.n;
        for (size_t step = 0; step < group->decls.n; step++) {
            size_t i = forth ? step : group->decls.n - 1 - step;
            if (known[i])
                continue;
            known[i] =
                has_finite_value(p, group->decls.at[i], NULL, group, known, INHABITED_LEVELS);
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
        good = parse_new_name(p, &name, "the name of a datatype");
        uint32_t offset = p->token.offset;
        good = good && parse_next(p) && parse_index(p, &arity) &&
               (arity <= SORT_PARAMS_MAX ||
                parse_fail(p, p->token.offset, "more than %d parameters", SORT_PARAMS_MAX)) &&
               parse_expect_close(p) && add_datatype(p, group, name, arity, offset) &&
               parse_next(p);
    }
    if (!good || (p->token.kind != TOKEN_CLOSE && !parse_fail_unexpected(p, "a datatype or ')'")))
        return false;
    good = parse_expect(p, TOKEN_OPEN, "a list of datatypes");
    for (size_t i = 0; good && i < group->decls.n; i++)
        good = read_datatype(p, group->decls.at[i]);
    return good && parse_expect_close(p);
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
    good = parse_params(p, &params);
    uint32_t arity = (uint32_t)params.names.n;
    good = good && parse_expect(p, TOKEN_OPEN, "a list of datatypes");
    /* First all names, then, in a second reading, their constructors. */
    start = p->lexer.next;
    comments = p->lexer.comments.n;
    while (good && (good = parse_next(p)) && p->token.kind != TOKEN_CLOSE) {
        symbol name;
        good = p->token.kind == TOKEN_OPEN || parse_fail_unexpected(p, "a datatype or ')'");
        good = good && parse_new_name(p, &name, "the name of a datatype") &&
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
    good = good && parse_expect_close(p);
    parse_leave_params(p, &params);
    return good;
}

bool parse_datatypes(struct parser *p, struct command *c) {
    struct datatypes group = {.is_co = c->kind == COMMAND_DECLARE_CODATATYPES ||
                                       c->kind == COMMAND_DECLARE_CODATATYPE};
    bool good;
    if (c->kind == COMMAND_DECLARE_DATATYPE || c->kind == COMMAND_DECLARE_CODATATYPE) {
        symbol name;
        good = parse_new_name(p, &name, "the name of a datatype") &&
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
    good = good && check_well_founded(p, &group) && parse_expect_close(p);
    if (good)
        c->items = parse_intern_list(p, &group.decls);
    vec_free(&group.decls);
    vec_free(&group.offsets);
    return good;
}
