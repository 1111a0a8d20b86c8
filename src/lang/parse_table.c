/*
 * What z3 prints for get-value of a function: an array with as many indices as the function has
 * parameters, which it reads nowhere itself,
 *
 *     (store (store ((as const Array) 4) 2 1 9) 0 0 7)
 *
 * and which becomes the lambda that it stands for; or (_ as-array f), which says that f is f.
 */
#include "lang/model_int.h"

/* Are these the next tokens? */
static bool words_follow(struct parser *p, const char *const *words, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (!parse_next(p) || !answer_word_is(p, words[i]))
            return false;
    return true;
}

/* The word behind the '(' that is the last token, or the ((as const Array) behind it? */
static bool opens(struct parser *p, bool *is_store) {
    static const char *const words[] = {"as", "const", "Array"};
    if (p->token.kind != TOKEN_OPEN || !parse_next(p))
        return false;
    *is_store = answer_word_is(p, "store");
    if (*is_store || p->token.kind != TOKEN_OPEN)
        return *is_store;
    return words_follow(p, words, 3) && parse_next(p) && p->token.kind == TOKEN_CLOSE;
}

/* (_ as-array f), of the function itself? */
static bool is_itself(struct parser *p, fun f) {
    static const char *const words[] = {"_", "as-array"};
    return p->token.kind == TOKEN_OPEN && words_follow(p, words, 2) && parse_next(p) &&
           token_is_symbol(&p->token) && parse_intern(p) == fun_at(p->table, f)->name &&
           parse_next(p) && p->token.kind == TOKEN_CLOSE;
}

enum form { FORM_OTHER, FORM_TABLE, FORM_ITSELF };

/* What starts with the last token, which is the last one again afterwards. */
static enum form form_here(struct parser *p, fun f) {
    struct token first = p->token;
    uint32_t next = p->lexer.next;
    bool is_store;
    enum form form = opens(p, &is_store) ? FORM_TABLE : FORM_OTHER;
    p->token = first;
    p->lexer.next = next;
    if (form == FORM_OTHER && is_itself(p, f))
        form = FORM_ITSELF;
    p->token = first;
    p->lexer.next = next;
    return form;
}

struct table {
    struct parser *p;
    const struct fun *f;
    u32_vec parts; /* the parameters, as variables, and at the end the body */
    u32_vec row;   /* what is read of a store: indices and value */
};

/* The default, behind the stores that are open; *n_stores of them. */
static bool read_default(struct table *t, size_t *n_stores, term *value) {
    bool is_store = true;
    for (*n_stores = 0;; ++*n_stores) {
        if (!opens(t->p, &is_store))
            return parse_fail_unexpected(t->p, "'store' or '(as const Array)'");
        if (!parse_next(t->p))
            return false;
        if (!is_store)
            break;
    }
    return answer_read_value(t->p, t->f->result, value) && parse_expect_close(t->p);
}

/* The indices and the value of a store, behind the table that it changes, with the ')'. */
static bool read_row(struct table *t, uint32_t arity) {
    vec_clear(&t->row);
    for (uint32_t i = 0; i <= arity; i++) {
        term value;
        sort s = i < arity ? list_items(&t->p->table->lists, t->f->params)[i] : t->f->result;
        if (!parse_next(t->p) || !answer_read_value(t->p, s, &value))
            return false;
        vec_push(&t->row, value);
    }
    return parse_expect_close(t->p);
}

/* (ite (and (= x 2) (= y 1)) 9 body) */
static term add_row(struct table *t, term body, uint32_t arity) {
    struct term_table *table = t->p->table;
    u32_vec same = {0};
    for (uint32_t i = 0; i < arity; i++) {
        term sides[2] = {t->parts.at[i], t->row.at[i]};
        vec_push(&same, term_make(table, OP_EQ, 0, SORT_BOOL, sides, 2));
    }
    term all = arity == 1 ? same.at[0] : term_make(table, OP_AND, 0, SORT_BOOL, same.at, arity);
    vec_free(&same);
    return term_make(table, OP_ITE, 0, t->f->result, (term[]){all, t->row.at[arity], body}, 3);
}

static bool read_table(struct table *t, uint32_t arity, term *body) {
    size_t n_stores;
    if (!read_default(t, &n_stores, body))
        return false;
    for (; n_stores > 0; n_stores--) {
        if (!read_row(t, arity))
            return false;
        *body = add_row(t, *body, arity);
    }
    return true;
}

static bool read_lambda(struct parser *p, term asked, term *value) {
    const struct fun f = *fun_at(p->table, term_at(p->table, asked)->payload);
    uint32_t arity = list_length(&p->table->lists, f.params);
    struct table t = {.p = p, .f = &f};
    symbol name = symbol_intern(&p->table->symbols, "x", 1);
    for (uint32_t i = 0; i < arity; i++)
        vec_push(&t.parts,
                 term_variable(p->table, name, list_items(&p->table->lists, f.params)[i]));
    term body;
    bool good = read_table(&t, arity, &body);
    if (good) {
        vec_push(&t.parts, body);
        *value = term_make(p->table, OP_LAMBDA, 0, term_sort(p->table, asked), t.parts.at,
                           (uint32_t)t.parts.n);
    }
    vec_free(&t.parts);
    vec_free(&t.row);
    return good;
}

bool answer_read_function(struct parser *p, term asked, term *value) {
    bool is_function = term_op(p->table, asked) == OP_FUN_REF;
    switch (is_function ? form_here(p, term_at(p->table, asked)->payload) : FORM_OTHER) {
    case FORM_TABLE:
        return read_lambda(p, asked, value);
    case FORM_ITSELF:
        *value = asked;
        return answer_skip(p);
    default:
        return answer_read_value(p, term_sort(p->table, asked), value);
    }
}
