/*
 * The answers of solvers to questions about what they found: values, unsat
 * cores, and, by model_read, models.
 */
#include "lang/model_int.h"

bool answer_word_is(const struct parser *p, const char *word) {
    return p->token.kind == TOKEN_SYMBOL && p->token.n == strlen(word) &&
           memcmp(p->token.at, word, p->token.n) == 0;
}

bool answer_skip(struct parser *p) {
    size_t depth = 0;
    uint32_t start = p->token.offset;
    bool is_index = false; /* the last token was an underscore */
    for (;;) {
        bool is_underscore = answer_word_is(p, "_");
        if (is_index && answer_word_is(p, "real_algebraic_number") && !parse_skip_raw(p, start))
            return false;
        switch (p->token.kind) {
        case TOKEN_END:
            return parse_fail_unexpected(p, depth > 0 ? "')'" : "a term");
        case TOKEN_OPEN:
            depth++;
            break;
        case TOKEN_CLOSE:
            if (depth == 0)
                return parse_fail_unexpected(p, "a term");
            depth--;
            break;
        default:
            break;
        }
        if (depth == 0)
            return true;
        is_index = is_underscore;
        if (!parse_next(p))
            return false;
    }
}

bool answer_open(struct parser *p, const char *expected) {
    if (!parse_expect(p, TOKEN_OPEN, expected) || !parse_next(p))
        return false;
    if (!answer_word_is(p, "error"))
        return true;
    struct token word = p->token;
    uint32_t next = p->lexer.next;
    if (!parse_next(p))
        return false;
    if (p->token.kind == TOKEN_STRING)
        return parse_fail(p, word.offset, "the solver answers with an error: %.*s",
                          p->token.n > 300 ? 300 : (int)p->token.n, p->token.at);
    p->token = word;
    p->lexer.next = next;
    return true;
}

/* ---- values ---- */

struct values {
    const term *asked; /* NULL if the terms are to be read */
    size_t n_asked;
    model_value_vec *out;
};

/* A function whose body is 3 where a Real is wanted; 0 if it cannot be one of the sort. */
static term coerce_function(struct term_table *table, term t, sort wanted) {
    sort s = wanted;
    unsigned tolerances = 0;
    u32_vec parts = {0};
    if (term_op(table, t) != OP_LAMBDA)
        return 0;
    uint32_t n = term_n_args(table, t) - 1;
    for (uint32_t i = 0; i < n && s != 0; i++) {
        bool fits = sort_kind(&table->sorts, s) == SORT_MAP &&
                    sort_arg(&table->sorts, s, 0) == term_sort(table, term_arg(table, t, i));
        vec_push(&parts, term_arg(table, t, i));
        s = fits ? sort_arg(&table->sorts, s, 1) : 0;
    }
    term body = s == 0 ? 0 : check_coerce(table, term_arg(table, t, n), s, &tolerances);
    vec_push(&parts, body);
    term coerced = body == 0 ? 0 : term_make(table, OP_LAMBDA, 0, wanted, parts.at, n + 1);
    vec_free(&parts);
    return coerced;
}

bool answer_read_value(struct parser *p, sort wanted, term *value) {
    uint32_t offset = p->token.offset;
    unsigned tolerances = 0;
    term t;
    p->wanted = wanted;
    bool good = parse_term(p, &t);
    p->wanted = 0;
    if (!good)
        return false;
    *value = check_coerce(p->table, t, wanted, &tolerances);
    if (*value == 0)
        *value = coerce_function(p->table, t, wanted);
    return *value != 0 || parse_fail_sort(p, offset, "the value", wanted, term_sort(p->table, t));
}

/* t v), after the '(' */
static bool read_pair(struct parser *p, const struct values *values, size_t i) {
    struct model_value pair = {.offset = p->token.offset};
    if (!parse_next(p))
        return false;
    if (values->asked == NULL) {
        if (!parse_term(p, &pair.term))
            return false;
    } else {
        if (i == values->n_asked)
            return parse_fail(p, pair.offset, "more values than terms that were asked for");
        pair.term = values->asked[i];
        if (!answer_skip(p))
            return false;
    }
    if (!parse_next(p) || !answer_read_function(p, pair.term, &pair.value))
        return false;
    vec_push(values->out, pair);
    return parse_expect_close(p);
}

static bool read_pairs(struct parser *p, const struct values *values) {
    size_t i = 0;
    if (!answer_open(p, "a list of values"))
        return false;
    for (; p->token.kind != TOKEN_CLOSE; i++) {
        if (p->token.kind != TOKEN_OPEN)
            return parse_fail_unexpected(p, "a term with its value, or ')'");
        if (!read_pair(p, values, i) || !parse_next(p))
            return false;
    }
    if (values->asked != NULL && i < values->n_asked)
        return parse_fail(p, p->token.offset, "%zu value%s, but %zu terms were asked for", i,
                          plural_s(i), values->n_asked);
    return parse_at_end(p);
}

static bool read_values(struct parser *p, void *into) {
    const struct values *values = into;
    size_t before = values->out->n;
    bool good = read_pairs(p, values);
    if (!good)
        values->out->n = before;
    return good;
}

/* ---- unsat cores ---- */

static bool names_formula(const struct parser *p, symbol name) {
    for (fun f = symbol_at(&p->table->symbols, name)->fun; f != 0;
         f = fun_at(p->table, f)->shadowed)
        if (fun_at(p->table, f)->params == 0 && fun_at(p->table, f)->result == SORT_BOOL)
            return true;
    return false;
}

static bool read_names(struct parser *p, u32_vec *names) {
    if (!answer_open(p, "an unsat core"))
        return false;
    while (p->token.kind != TOKEN_CLOSE) {
        symbol name;
        if (!parse_symbol(p, &name, "a name or ')'"))
            return false;
        if (!names_formula(p, name))
            return parse_fail_unknown(p, p->token.offset, "name", name, false);
        vec_push(names, name);
        if (!parse_next(p))
            return false;
    }
    return parse_at_end(p);
}

static bool read_core(struct parser *p, void *into) {
    u32_vec *names = into;
    size_t before = names->n;
    bool good = read_names(p, names);
    if (!good)
        names->n = before;
    return good;
}

/* ---- attempts ---- */

static bool read_model(struct parser *p, void *into) {
    return model_read(p, into);
}

typedef bool answer_reader(struct parser *p, void *into);

/*
 * Reads a text as an answer, and afterwards forgets every name that it has
 * introduced. A lambda is a function to cvc5 and an array to z3, and the text
 * does not say whose it is: what is ill-sorted in the one reading may be well
 * in the other.
 */
static bool read_answer(struct parser *p, const char *text, size_t n, answer_reader *read,
                        void *into, struct parse_error *error) {
    struct parse_error errors[2] = {{0}, {0}};
    size_t trail = p->trail.n;
    bool good = false;
    int attempt = 0;
    do {
        p->lambda_seen = false;
        p->lambda_arrays = attempt == 1;
        p->model_syntax = true;
        good = parse_start(p, text, n, NULL, &errors[attempt]);
        p->lexer.take_delete = true;
        good = good && read(p, into);
        scope_leave(p, 0);
        scope_undo(p, trail);
        p->model_syntax = p->lambda_arrays = false;
    } while (!good && ++attempt < 2 && p->lambda_seen);
    if (!good) { /* the reading that came further says more */
        bool second = errors[1].message.n > 0 && errors[1].offset > errors[0].offset;
        strbuf_clear(&error->message);
        strbuf_add_text(&error->message, strbuf_text(&errors[second].message));
        error->offset = errors[second].offset;
        error->kind = errors[second].kind;
    }
    parse_error_release(&errors[0]);
    parse_error_release(&errors[1]);
    p->error = NULL;
    return good;
}

bool parser_read_model(struct parser *p, const char *text, size_t n, struct model *model,
                       struct parse_error *error) {
    vec_clear(&model->entries);
    vec_clear(&model->universes);
    vec_clear(&model->elements);
    return read_answer(p, text, n, read_model, model, error);
}

bool parser_read_values(struct parser *p, const char *text, size_t n, const term *asked,
                        size_t n_asked, model_value_vec *values, struct parse_error *error) {
    struct values into = {asked, n_asked, values};
    return read_answer(p, text, n, read_values, &into, error);
}

bool parser_read_core(struct parser *p, const char *text, size_t n, u32_vec *names,
                      struct parse_error *error) {
    return read_answer(p, text, n, read_core, names, error);
}
