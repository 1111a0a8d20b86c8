/*
 * What binds names or hangs attributes on terms: let, quantifiers, lambda, !.
 */
#include "lang/attribute.h"
#include "lang/parser_int.h"

/* ---- let ---- */

/* The next binding of a let, or its body. */
bool parse_next_binding(struct parser *p) {
    struct frame *frame = &vec_top(&p->frames);
    symbol name = parse_fast_name(p);
    if (name == 0 && !parse_next(p))
        return false;
    if (name != 0 || p->token.kind == TOKEN_OPEN) {
        if (name == 0 && (!parse_next(p) || !parse_own_symbol(p, &name, "a variable")))
            return false;
        vec_push(&p->names, name);
        vec_push(&p->names, p->token.offset);
        return true;
    }
    if (p->token.kind != TOKEN_CLOSE)
        return parse_fail_unexpected(p, "a binding or ')'");
    uint32_t n = (uint32_t)p->args.n - frame->base;
    if (n == 0)
        return parse_fail(p, frame->offset, "let without bindings");
    /* The names come into force together, after all values. */
    for (uint32_t i = 0; i < n; i++) {
        symbol s = p->names.at[frame->a + 2 * i];
        uint32_t hidden = symbol_at(&p->table->symbols, s)->local;
        if (hidden > frame->locals)
            return parse_fail(p, p->names.at[frame->a + 2 * i + 1], "let binds '%.200s' twice",
                              symbol_at(&p->table->symbols, s)->at);
        scope_bind_local(p, s, p->args.at[frame->base + i]);
    }
    p->names.n = frame->a;
    parse_drop_args(p, frame->base);
    frame->kind = FRAME_LET_BODY;
    return true;
}

/* ---- binders ---- */

bool parse_sorted_vars(struct parser *p) {
    for (;;) {
        symbol name = parse_fast_name(p);
        sort s;
        if (name == 0) {
            if (!parse_next(p))
                return false;
            if (p->token.kind == TOKEN_CLOSE)
                return true;
            if (p->token.kind != TOKEN_OPEN)
                return parse_fail_unexpected(p, "a sorted variable or ')'");
            if (!parse_next(p) || !parse_own_symbol(p, &name, "a variable"))
                return false;
        }
        if (!parse_fast_sort(p, &s) &&
            (!parse_next(p) || !parse_sort(p, &s) || !parse_expect(p, TOKEN_CLOSE, "')'")))
            return false;
        parse_push_arg(p, term_variable(p->table, name, s));
        scope_bind_local(p, name, vec_top(&p->args));
    }
}

bool parse_open_binder(struct parser *p, enum op op, uint32_t offset) {
    struct frame *frame = parse_push_frame(p, FRAME_BINDER, offset);
    uint32_t base = frame->base;
    frame->a = op;
    if (!parse_expect(p, TOKEN_OPEN, "a list of sorted variables") || !parse_sorted_vars(p))
        return false;
    if (p->args.n == base)
        return parse_fail(p, offset, "a binder needs at least one variable");
    return true;
}

bool parse_close_binder(struct parser *p, term body, uint32_t body_offset, term *result) {
    struct frame frame = vec_pop(&p->frames);
    sort s = term_sort(p->table, body);
    uint32_t n = (uint32_t)p->args.n - frame.base;
    if (frame.a != OP_LAMBDA && s != SORT_BOOL)
        return parse_fail_sort(p, body_offset, "the body", SORT_BOOL, s);
    if (frame.a == OP_CHOICE) {
        if (n != 1)
            return parse_fail(p, frame.offset, "choice binds one variable");
        s = term_sort(p->table, p->args.at[frame.base]);
    }
    if (frame.a == OP_LAMBDA && p->lambda_arrays && n == 1)
        s = sort_array(&p->table->sorts, term_sort(p->table, p->args.at[frame.base]), s);
    else
        for (uint32_t i = n; frame.a == OP_LAMBDA && i > 0 && s != 0; i--)
            s = sort_map(&p->table->sorts, term_sort(p->table, p->args.at[frame.base + i - 1]), s);
    p->lambda_seen |= frame.a == OP_LAMBDA;
    if (s == 0)
        return parse_fail(p, frame.offset, "sort too large");
    parse_push_arg(p, body);
    *result = term_make(p->table, frame.a, 0, s, p->args.at + frame.base, n + 1);
    parse_drop_args(p, frame.base);
    scope_leave(p, frame.locals);
    return true;
}

/* ---- annotations ---- */

void parse_add_attribute(struct parser *p, symbol keyword, uint32_t kind, uint32_t value) {
    vec_push(&p->names, keyword);
    vec_push(&p->names, kind);
    vec_push(&p->names, value);
}

/* Is one of the two in the command, as far as it was read? */
static bool is_used(struct parser *p, term a, term b) {
    term_walk_begin(&p->walk, p->table);
    for (size_t i = 0; i < p->args.n; i++)
        term_walk_add(&p->walk, p->args.at[i]);
    for (size_t i = 0; i < p->locals.n; i++)
        term_walk_add(&p->walk, p->locals.at[i].value);
    term t;
    while ((t = term_walk_next(&p->walk)) != 0)
        if (t == a || t == b)
            return true;
    return false;
}

/*
 * Was a constant of a theory with this name used in the command, that could be meant where a term of
 * the sort has the name? What is named may be printed before such a use, and would be meant then.
 */
static bool is_constant_used(struct parser *p, symbol name, sort s) {
    struct check check;
    if (symbol_at(&p->table->symbols, name)->op == 0)
        return false;
    term alone = check_op(p->table, name, NULL, 0, 0, NULL, 0, &check);
    term qualified = check_op(p->table, name, NULL, 0, s, NULL, 0, &check);
    return (alone != 0 || qualified != 0) && is_used(p, alone, qualified);
}

/* Gives the term that the frame has annotated its name. */
static bool bind_named(struct parser *p, const struct frame *frame, symbol name, term t,
                       term annotated) {
    const char *text = symbol_at(&p->table->symbols, name)->at;
    if (term_at(p->table, t)->free != 0)
        return parse_fail(p, frame->offset, "a named term may not contain bound variables");
    if (symbol_at(&p->table->symbols, name)->fun != 0) /* also where others could be told apart */
        return parse_fail(p, frame->b, "'%.200s' is already declared", text);
    if (is_constant_used(p, name, term_sort(p->table, t)))
        return parse_fail(
            p, frame->b, "'%.200s' is a constant of a theory, and used before its name here", text);
    fun f = fun_declare(p->table, FUN_NAMED, name, NULL, 0, term_sort(p->table, t));
    p->table->funs.at[f].body = t;
    vec_push(&p->named, ((struct named){f, annotated}));
    return scope_bind_fun(p, f, frame->b);
}

static bool finish_annotation(struct parser *p, term *result) {
    struct frame frame = vec_pop(&p->frames);
    uint32_t n = (uint32_t)p->names.n - frame.a;
    if (n == 0)
        return parse_fail(p, frame.offset, "'!' without attributes");
    list attributes = list_intern(&p->table->lists, p->names.at + frame.a, n);
    term t = p->args.at[frame.base];
    *result = term_make(p->table, OP_ANNOTATED, attributes, term_sort(p->table, t),
                        p->args.at + frame.base, (uint32_t)p->args.n - frame.base);
    for (uint32_t i = 0; i < n; i += 3)
        if (p->names.at[frame.a + i + 1] == ATTRIBUTE_NAMED &&
            !bind_named(p, &frame, p->names.at[frame.a + i + 2], t, *result))
            return false;
    p->names.n = frame.a;
    parse_drop_args(p, frame.base);
    return true;
}

/* Reads attributes until the annotation ends (*done) or terms have to be read for one. */
bool parse_next_attribute(struct parser *p, term *result, bool *done) {
    bool have_token = false;
    *done = false;
    for (;;) {
        if (!have_token && !parse_next(p))
            return false;
        have_token = false;
        if (p->token.kind == TOKEN_CLOSE) {
            *done = true;
            return finish_annotation(p, result);
        }
        if (p->token.kind != TOKEN_KEYWORD)
            return parse_fail_unexpected(p, "an attribute or ')'");
        symbol keyword = parse_intern(p), name;
        uint32_t offset = p->token.offset;
        if (keyword == p->words.pattern) {
            parse_push_frame(p, FRAME_PATTERN, offset)->a = keyword;
            return parse_expect(p, TOKEN_OPEN, "a list of terms");
        }
        if (keyword == p->words.no_pattern) {
            parse_push_frame(p, FRAME_NO_PATTERN, offset)->a = keyword;
            return true;
        }
        if (!parse_next(p))
            return false;
        if (keyword == p->words.named) {
            if (!parse_declared_symbol(p, &name, "a name"))
                return false;
            parse_add_attribute(p, keyword, ATTRIBUTE_NAMED, name);
            vec_top(&p->frames).b = p->token.offset;
            continue;
        }
        if (p->token.kind == TOKEN_KEYWORD || p->token.kind == TOKEN_CLOSE) {
            parse_add_attribute(p, keyword, ATTRIBUTE_ALONE, 0);
            have_token = true;
            continue;
        }
        strbuf_clear(&p->scratch);
        if (!parse_raw(p, &p->scratch))
            return false;
        parse_add_attribute(p, keyword, ATTRIBUTE_TEXT,
                            symbol_intern(&p->table->symbols, p->scratch.at, p->scratch.n));
    }
}
