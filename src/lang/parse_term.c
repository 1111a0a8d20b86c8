/*
 * Terms. One loop reads tokens; what is not yet complete waits on a stack of
 * frames, its arguments on a stack of terms:
 *
 *     (and p (or q r))      frames: and | or      args: p | q r
 *
 * A finished term is delivered to the youngest frame, which may finish it in
 * turn (the body of a let), or wait for more (an application).
 */
#include "lang/attribute.h"
#include "lang/parser_int.h"

/* is-cons, as z3 and older solvers write ((_ is cons) x) */
static fun tester_by_name(const struct parser *p, const struct symbol_entry *entry) {
    if (entry->n < 4 || memcmp(entry->at, "is-", 3) != 0)
        return 0;
    symbol name = symbol_find(&p->table->symbols, entry->at + 3, entry->n - 3);
    return name == 0
               ? 0
               : parse_fun_of_kind(p, symbol_at(&p->table->symbols, name)->fun, FUN_CONSTRUCTOR);
}

/* (root-obj (+ (^ x 2) (- 2)) 1): kept as text, as its x is bound nowhere */
static bool root_object(struct parser *p, term *result) {
    struct strbuf text = {0};
    bool good = true;
    strbuf_add_text(&text, "(root-obj");
    while (good && (good = parse_next(p)) && p->token.kind != TOKEN_CLOSE) {
        strbuf_add_char(&text, ' ');
        good = parse_raw(p, &text);
    }
    strbuf_add_char(&text, ')');
    if (good)
        *result = term_make(p->table, OP_ALGEBRAIC,
                            symbol_intern(&p->table->symbols, text.at, text.n), SORT_REAL, NULL, 0);
    strbuf_free(&text);
    return good;
}

/* An application of a name; the name is the last token. */
static bool open_named(struct parser *p, uint32_t offset, symbol name, term *result, bool *done) {
    const struct symbol_entry *entry = symbol_at(&p->table->symbols, name);
    if (entry->local != 0) {
        term head = p->locals.at[entry->local - 1].value;
        parse_push_frame(p, FRAME_CALL, offset);
        parse_push_arg(p, head);
        return true;
    }
    if (entry->fun != 0) {
        parse_push_frame(p, FRAME_FUN, offset)->a = entry->fun;
        return true;
    }
    if (entry->op != 0) {
        parse_push_frame(p, FRAME_OP, offset)->a = name;
        return true;
    }
    if (name == p->words.lambda)
        return parse_open_binder(p, OP_LAMBDA, offset);
    if (name == p->words.choice || name == p->words.witness)
        return parse_open_binder(p, OP_CHOICE, offset);
    if (name == p->words.root_obj) {
        *done = true;
        return root_object(p, result);
    }
    fun constructor = tester_by_name(p, entry);
    if (constructor == 0)
        return parse_fail_unknown(p, p->token.offset, "function", name, false);
    struct frame *frame = parse_push_frame(p, FRAME_IS, offset);
    frame->a = constructor;
    frame->b = SPELLED_DASH;
    symbol_at(&p->table->symbols, name)->names_fun = true; /* for no variable to hide it */
    return true;
}

static bool open_reserved(struct parser *p, uint32_t offset, symbol word, term *result,
                          bool *done) {
    const struct words *w = &p->words;
    struct identifier id;
    if (word == w->let) {
        parse_push_frame(p, FRAME_LET, offset)->a = (uint32_t)p->names.n;
        return parse_expect(p, TOKEN_OPEN, "a list of bindings") && parse_next_binding(p);
    }
    if (word == w->forall || word == w->exists)
        return parse_open_binder(p, word == w->forall ? OP_FORALL : OP_EXISTS, offset);
    if (word == w->bang) {
        parse_push_frame(p, FRAME_ANNOTATED, offset)->a = (uint32_t)p->names.n;
        return true;
    }
    if (word == w->match) {
        parse_push_frame(p, FRAME_MATCH, offset);
        return true;
    }
    if (word == w->underscore || word == w->as) {
        size_t comments = p->lexer.comments.n;
        bool good =
            word == w->as ? parse_qualified(p, offset, &id) : parse_indexed(p, offset, false, &id);
        if (!good)
            return false;
        *done = true;
        if (id.is_term) {
            *result = id.value;
            if (word == w->underscore && p->lexer.comments.n == comments)
                parse_keep_numeral(p, offset, id.value);
            return true;
        }
        struct frame frame = vec_pop(&p->frames); /* alone: applied to nothing */
        return frame.kind == FRAME_OP ? parse_apply_op(p, &frame, result)
                                      : parse_apply_fun(p, &frame, result);
    }
    bool is_command = command_find(p->token.at, p->token.n) != COMMAND_COUNT;
    return parse_fail(p, p->token.offset, "reserved word '%.*s' cannot be applied%s",
                      (int)p->token.n, p->token.at,
                      is_command ? "; is a ')' missing before this command?" : "");
}

/* ((...) args): the head is an identifier in parentheses, or any term of map sort. */
static bool open_compound_head(struct parser *p, uint32_t offset, bool *is_identifier) {
    struct identifier id;
    *is_identifier = true;
    if (p->token.kind == TOKEN_SYMBOL) {
        symbol name = parse_intern(p);
        if (name == p->words.underscore || name == p->words.as) {
            bool good = name == p->words.as ? parse_qualified(p, offset, &id)
                                            : parse_indexed(p, offset, true, &id);
            if (good && id.is_term) {
                parse_push_frame(p, FRAME_CALL, offset);
                parse_push_arg(p, id.value);
            }
            return good;
        }
    }
    *is_identifier = false;
    parse_push_frame(p, FRAME_HEAD, offset);
    return true;
}

/* After a '(': starts what it opens, or completes it (*done) where it is a leaf. */
static bool open_parenthesis(struct parser *p, term *result, bool *done) {
    *done = false;
    for (;;) {
        uint32_t offset = p->token.offset;
        if (!parse_next(p))
            return false;
        if (p->token.kind == TOKEN_OPEN) {
            bool is_identifier;
            struct token open = p->token;
            uint32_t next = p->lexer.next;
            size_t comments = p->lexer.comments.n;
            if (!parse_next(p) || !open_compound_head(p, offset, &is_identifier))
                return false;
            if (is_identifier) {
                if (p->lexer.comments.n == comments)
                    parse_keep_head(p, open.offset);
                return true;
            }
            /* Any other term: read its opening parenthesis again, as one of its own. */
            p->lexer.next = next;
            p->lexer.comments.n = comments;
            p->token = open;
            continue;
        }
        symbol name;
        if (!parse_symbol(p, &name, "a function or a binder"))
            return false;
        if (p->token.kind == TOKEN_SYMBOL && symbol_at(&p->table->symbols, name)->is_reserved)
            return open_reserved(p, offset, name, result, done);
        return open_named(p, offset, name, result, done);
    }
}

/*
 * Hands a finished term to the youngest frame. *done: the frame was finished by
 * it, and *t is now its term.
 */
static bool deliver(struct parser *p, uint32_t offset, term *t, bool *done) {
    struct frame *frame = &vec_top(&p->frames);
    *done = false;
    switch (frame->kind) {
    case FRAME_HEAD:
        frame->kind = FRAME_CALL;
        parse_push_arg(p, *t);
        return true;
    case FRAME_LET:
        parse_push_arg(p, *t);
        return parse_expect(p, TOKEN_CLOSE, "')'") && parse_next_binding(p);
    case FRAME_LET_BODY:
        scope_leave(p, frame->locals);
        (void)vec_pop(&p->frames);
        *done = true;
        return parse_expect(p, TOKEN_CLOSE, "')'");
    case FRAME_BINDER:
        *done = true;
        return parse_expect(p, TOKEN_CLOSE, "')'") && parse_close_binder(p, *t, offset, t);
    case FRAME_ANNOTATED:
        parse_push_arg(p, *t);
        return parse_next_attribute(p, t, done);
    case FRAME_NO_PATTERN:
        parse_add_attribute(p, frame->a, ATTRIBUTE_TERM, 1);
        (void)vec_pop(&p->frames);
        parse_push_arg(p, *t);
        return parse_next_attribute(p, t, done);
    case FRAME_MATCH:
        return parse_open_cases(p, *t, offset, t, done);
    case FRAME_CASE:
        return parse_expect(p, TOKEN_CLOSE, "')'") && parse_close_case(p, *t) &&
               parse_next_case(p, t, done);
    default:
        parse_push_arg(p, *t);
        return true;
    }
}

static bool close_pattern(struct parser *p, term *result, bool *done) {
    struct frame frame = vec_pop(&p->frames);
    uint32_t n = (uint32_t)p->args.n - frame.base;
    if (n == 0)
        return parse_fail(p, frame.offset, "a pattern without terms");
    parse_add_attribute(p, frame.a, ATTRIBUTE_TERMS, n);
    return parse_next_attribute(p, result, done);
}

static bool close_parenthesis(struct parser *p, size_t frames_before, term *result, bool *done) {
    *done = true;
    if (p->frames.n > frames_before) {
        enum frame_kind kind = (enum frame_kind)vec_top(&p->frames).kind;
        if (kind <= FRAME_CALL)
            return parse_close_application(p, result);
        if (kind == FRAME_PATTERN)
            return close_pattern(p, result, done);
    }
    return parse_fail_unexpected(p, "a term");
}

/* Where the fast lane came to something that it leaves to others: it need not try that again. */
struct lane_end {
    uint32_t offset;
};

static bool take_lane(struct parser *p, size_t frames_before, term *result, uint32_t *offset,
                      struct lane_end *end) {
    if (p->lexer.next == end->offset)
        return false;
    bool done = parse_fast_lane(p, frames_before, result, offset);
    end->offset = done ? UINT32_MAX : p->lexer.next;
    return done;
}

/* One token more; *done if it ended a term, *result, which began at *offset. */
static bool parse_step(struct parser *p, size_t frames_before, term *result, uint32_t *offset,
                       struct lane_end *end, bool *done) {
    *offset = p->token.offset;
    *done = true;
    switch (p->token.kind) {
    case TOKEN_OPEN: {
        uint32_t next = p->lexer.next;
        p->lexer.next = *offset;
        *done = take_lane(p, frames_before, result, offset, end);
        if (*done || p->lexer.next > next)
            return true;
        p->lexer.next = next;
        return open_parenthesis(p, result, done);
    }
    case TOKEN_CLOSE:
        if (p->frames.n > frames_before)
            *offset = vec_top(&p->frames).offset;
        return close_parenthesis(p, frames_before, result, done);
    case TOKEN_SYMBOL:
    case TOKEN_QUOTED_SYMBOL:
        return parse_name(p, result);
    case TOKEN_END:
    case TOKEN_KEYWORD:
        return parse_fail_unexpected(p, "a term");
    default:
        return parse_literal(p, result);
    }
}

bool parse_term(struct parser *p, term *result) {
    size_t frames_before = p->frames.n;
    struct lane_end end = {UINT32_MAX};
    for (;;) {
        uint32_t offset;
        bool done;
        if (!parse_step(p, frames_before, result, &offset, &end, &done))
            return false;
        while (done || p->frames.n > frames_before) {
            if (done && p->frames.n == frames_before)
                return true;
            uint32_t enclosing = vec_top(&p->frames).offset;
            if (vec_top(&p->frames).kind <= FRAME_CALL) { /* an application */
                if (done)
                    parse_push_arg(p, *result);
                done = take_lane(p, frames_before, result, &offset, &end);
            } else if (done) {
                if (!deliver(p, offset, result, &done))
                    return false;
                offset = enclosing;
            }
            if (!done)
                break;
        }
        if (!parse_next(p))
            return false;
    }
}
