/*
 * (match t ((pattern body) ...)): each case binds the variables of its pattern.
 */
#include "lang/parser_int.h"

static bool fail_other_datatype(struct parser *p, uint32_t offset, fun constructor,
                                sort scrutinee) {
    struct strbuf text = {0};
    sort_print(&p->table->sorts, scrutinee, &text);
    parse_fail(p, offset, "'%.150s' is no constructor of %.150s, which is matched",
               symbol_at(&p->table->symbols, fun_at(p->table, constructor)->name)->at,
               strbuf_text(&text));
    strbuf_free(&text);
    return false;
}

/* A variable of a pattern; there were `outer` locals before the first of them. */
static bool bind_variable(struct parser *p, uint32_t outer, symbol name, sort s) {
    const struct symbol_entry *entry = symbol_at(&p->table->symbols, name);
    bool is_unused = p->token.kind == TOKEN_SYMBOL && p->token.n == 1 && p->token.at[0] == '_';
    if (!is_unused && entry->local > outer)
        return parse_fail(p, p->token.offset, "variable '%.200s' stands here twice", entry->at);
    term variable = term_variable(p->table, name, s);
    if (!is_unused)
        scope_bind_local(p, name, variable);
    parse_push_arg(p, variable);
    return true;
}

/*
 * The last token must be a name, or '_', which stands for a variable that is
 * not used. Not every solver knows it, so it gets a name: `unused`.
 */
static bool read_variable(struct parser *p, symbol *name, const char *expected) {
    if (p->token.kind == TOKEN_SYMBOL && parse_intern(p) == p->words.underscore) {
        *name = p->words.unused;
        return true;
    }
    return parse_own_symbol(p, name, expected);
}

/* Binds a pattern's variables: they get the sorts of the constructor's parts. */
static bool bind_pattern(struct parser *p, fun constructor, sort scrutinee, uint32_t offset) {
    struct sort_table *sorts = &p->table->sorts;
    struct sort_binding binding;
    struct fun c = *fun_at(p->table, constructor);
    uint32_t n = 0, arity = fun_arity(p->table, constructor);
    uint32_t outer = (uint32_t)p->locals.n;
    sort_binding_clear(&binding, c.n_params_sorts);
    if (!sort_match(sorts, c.result, scrutinee, &binding))
        return fail_other_datatype(p, offset, constructor, scrutinee);
    for (;;) {
        symbol name;
        if (!parse_next(p))
            return false;
        if (p->token.kind == TOKEN_CLOSE)
            break;
        if (!read_variable(p, &name, "a variable or ')'"))
            return false;
        if (n == arity)
            return parse_fail(p, p->token.offset, "'%.200s' has only %u part%s",
                              symbol_at(&p->table->symbols, c.name)->at, arity, plural_s(arity));
        sort s = sort_instantiate(sorts, list_items(&p->table->lists, c.params)[n++], &binding);
        if (s == 0)
            return parse_fail(p, p->token.offset, "sort too large");
        if (!bind_variable(p, outer, name, s))
            return false;
    }
    return n == arity ||
           parse_fail(p, offset, "'%.200s' has %u part%s, but the pattern names %u",
                      symbol_at(&p->table->symbols, c.name)->at, arity, plural_s(arity), n);
}

/* The constructor of what is matched, or, if it has none with this name, of another datatype. */
static fun constructor_of(struct parser *p, symbol name, sort scrutinee) {
    fun c = parse_fun_of_kind(p, symbol_at(&p->table->symbols, name)->fun, FUN_CONSTRUCTOR);
    return c == 0 ? 0 : parse_fun_of_sort(p, c, scrutinee);
}

/* The pattern of a case, after the '(' of the case; pushes the frame for its body. */
static bool open_case(struct parser *p, sort scrutinee) {
    symbol name;
    uint32_t offset = p->token.offset;
    struct frame *frame = parse_push_frame(p, FRAME_CASE, offset);
    uint32_t base = frame->base;
    fun constructor = 0;
    if (!parse_next(p))
        return false;
    if (p->token.kind == TOKEN_OPEN) {
        if (!parse_next(p) || !parse_symbol(p, &name, "a constructor"))
            return false;
        constructor = constructor_of(p, name, scrutinee);
        if (constructor == 0)
            return parse_fail_unknown(p, p->token.offset, "constructor", name, false);
        if (!bind_pattern(p, constructor, scrutinee, p->token.offset))
            return false;
        if (p->args.n == base)
            parse_note(p, NOTE_EMPTY_PATTERN, offset);
    } else {
        if (!read_variable(p, &name, "a pattern"))
            return false;
        constructor = constructor_of(p, name, scrutinee);
        struct sort_binding binding;
        if (constructor != 0) {
            sort_binding_clear(&binding, SORT_PARAMS_MAX);
            if (!sort_match(&p->table->sorts, fun_at(p->table, constructor)->result, scrutinee,
                            &binding))
                return fail_other_datatype(p, p->token.offset, constructor, scrutinee);
            if (fun_arity(p->table, constructor) != 0)
                return parse_fail(p, p->token.offset, "'%.200s' needs its parts: (%.200s x ...)",
                                  symbol_at(&p->table->symbols, name)->at,
                                  symbol_at(&p->table->symbols, name)->at);
        } else if (!bind_variable(p, (uint32_t)p->locals.n, name, scrutinee))
            return false;
    }
    frame = &vec_top(&p->frames);
    frame->a = constructor;
    frame->b = (uint32_t)p->args.n - base;
    return true;
}

bool parse_close_case(struct parser *p, term body) {
    struct frame frame = vec_pop(&p->frames);
    uint32_t first = vec_top(&p->frames).base + 1; /* where the first case is, or will be */
    sort s = term_sort(p->table, first < frame.base ? p->args.at[first] : body);
    if (term_sort(p->table, body) != s)
        return parse_fail_sort(p, frame.offset, "the case, like the first one,", s,
                               term_sort(p->table, body));
    parse_push_arg(p, body);
    term made = term_make(p->table, OP_CASE, frame.a, s, p->args.at + frame.base, frame.b + 1);
    parse_drop_args(p, frame.base);
    scope_leave(p, frame.locals);
    parse_push_arg(p, made);
    return true;
}

static bool covers_all(struct parser *p, const struct frame *frame, list constructors) {
    uint32_t n = list_length(&p->table->lists, constructors);
    u32_vec seen = {0}; /* by the place of a constructor in the datatype: it, if it has a case */
    bool all = false;
    vec_extend(&seen, n);
    memset(seen.at, 0, n * sizeof *seen.at);
    for (size_t i = frame->base + 1; i < p->args.n; i++) {
        fun c = term_at(p->table, p->args.at[i])->payload;
        all |= c == 0;
        if (c != 0 && fun_at(p->table, c)->place < n)
            seen.at[fun_at(p->table, c)->place] = c;
    }
    const fun *wanted = list_items(&p->table->lists, constructors);
    uint32_t first = 0; /* without a case */
    while (!all && first < n && seen.at[first] == wanted[first])
        first++;
    vec_free(&seen);
    return all || first == n ||
           parse_fail(p, frame->offset, "match has no case for '%.200s'",
                      symbol_at(&p->table->symbols, fun_at(p->table, wanted[first])->name)->at);
}

static bool close_match(struct parser *p, term *result) {
    struct frame frame = vec_top(&p->frames);
    uint32_t n = (uint32_t)p->args.n - frame.base;
    if (n < 2)
        return parse_fail(p, frame.offset, "match without cases");
    sort s = term_sort(p->table, p->args.at[frame.base + 1]);
    const struct sort_decl *datatype =
        sort_datatype(&p->table->sorts, term_sort(p->table, p->args.at[frame.base]));
    if (!covers_all(p, &frame, datatype->constructors))
        return false;
    *result = term_make(p->table, OP_MATCH, 0, s, p->args.at + frame.base, n);
    parse_drop_args(p, frame.base);
    (void)vec_pop(&p->frames);
    return parse_expect(p, TOKEN_CLOSE, "')'");
}

/* After the scrutinee or a case: the next case, or the end of the match (*done). */
bool parse_next_case(struct parser *p, term *result, bool *done) {
    sort scrutinee = term_sort(p->table, p->args.at[vec_top(&p->frames).base]);
    *done = false;
    if (!parse_next(p))
        return false;
    if (p->token.kind == TOKEN_OPEN)
        return open_case(p, scrutinee);
    if (p->token.kind != TOKEN_CLOSE)
        return parse_fail_unexpected(p, "a case or ')'");
    *done = true;
    return close_match(p, result);
}

bool parse_open_cases(struct parser *p, term scrutinee, uint32_t offset, term *result, bool *done) {
    sort s = term_sort(p->table, scrutinee);
    if (sort_datatype(&p->table->sorts, s) == NULL) {
        struct strbuf text = {0};
        sort_print(&p->table->sorts, s, &text);
        parse_fail(p, offset, "match needs a term of a datatype, not of %.200s",
                   strbuf_text(&text));
        strbuf_free(&text);
        return false;
    }
    parse_push_arg(p, scrutinee);
    return parse_expect(p, TOKEN_OPEN, "a list of cases") && parse_next_case(p, result, done);
}
