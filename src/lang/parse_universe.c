/*
 * What a model says about the elements of uninterpreted sorts. z3 prints
 * declarations and a formula,
 *
 *     (declare-fun U!val!0 () U) (forall ((x U)) (= x U!val!0))
 *
 * cvc4 and cvc5 comments:
 *
 *     ; cardinality of U is 1
 *     ; rep: (as @U_0 U)
 *
 * Both are taken as a claim about the number of elements. It counts if no other
 * element occurs in the model; so a comment that is not understood never makes
 * a universe smaller than it is.
 */
#include <stdlib.h>

#include "lang/model_int.h"

static const char *name_text(const struct parser *p, symbol name) {
    return symbol_at(&p->table->symbols, name)->at;
}

static void add_element(struct reading *r, term element) {
    if (term_map_get(&r->seen, element) != 0)
        return;
    term_map_set(&r->seen, element, 1);
    vec_push(&r->elements, element);
}

/*
 * The element that a declared name stands for: one with this name, or, where
 * (as NAME SORT) would mean something else, with more @ before it. cvc4
 * declares groundTerm_N for a sort of which it has no element yet; what it then
 * prints as a value is the first one.
 */
static term declared_element(struct parser *p, symbol name, sort s) {
    static const char ground[] = "groundTerm_";
    struct strbuf text = {0};
    symbol_add(symbol_at(&p->table->symbols, name), &text);
    if (text.n >= sizeof ground && memcmp(text.at, ground, sizeof ground - 1) == 0) {
        uint32_t decl = sort_at(&p->table->sorts, s)->indices[0];
        strbuf_clear(&text);
        strbuf_add_text(&text, "@uc_");
        symbol_add(symbol_at(&p->table->symbols, p->table->sorts.decls.at[decl].name), &text);
        strbuf_add_text(&text, "_0");
    }
    for (;;) {
        name = symbol_intern(&p->table->symbols, text.at, text.n);
        const struct symbol_entry *entry = symbol_at(&p->table->symbols, name);
        if (parse_is_abstract(p, name, s) && entry->fun == 0 && entry->op == 0)
            break;
        strbuf_add_char(&text, '@');
        memmove(text.at + 1, text.at, text.n - 1);
        text.at[0] = '@';
    }
    strbuf_free(&text);
    return term_make(p->table, OP_ABSTRACT, name, s, NULL, 0);
}

bool universe_read_element(struct reading *r, bool has_params) {
    struct parser *p = r->p;
    symbol name;
    sort s;
    if (!parse_next(p) || !parse_symbol(p, &name, "a name"))
        return false;
    uint32_t offset = p->token.offset;
    if (!parse_abstract_rest(p, &name))
        return false;
    if (has_params &&
        (!parse_expect(p, TOKEN_OPEN, "'()'") || !parse_expect(p, TOKEN_CLOSE, "')'")))
        return false;
    if (!parse_next(p) || !parse_sort(p, &s))
        return false;
    if (!parse_is_element_sort(p, s))
        return parse_fail(p, offset, "'%.200s' is declared, but gets no value", name_text(p, name));
    if (symbol_at(&p->table->symbols, name)->fun != 0)
        return parse_fail(p, offset, "'%.200s' is a function and an element of a sort",
                          name_text(p, name));
    term element = declared_element(p, name, s);
    uint32_t local = symbol_at(&p->table->symbols, name)->local;
    if (local != 0 && p->locals.at[local - 1].value != element)
        return parse_fail(p, offset, "'%.200s' is an element of two sorts", name_text(p, name));
    if (local == 0 && term_map_get(&r->seen, element) != 0)
        return parse_fail(p, offset, "'%.200s' is like an element that was declared before",
                          name_text(p, name));
    if (local == 0)
        scope_bind_local(p, name, element);
    add_element(r, element);
    return true;
}

bool universe_read_sort(struct reading *r) {
    struct parser *p = r->p;
    symbol name;
    uint32_t arity;
    if (!parse_next(p) || !parse_symbol(p, &name, "a name"))
        return false;
    uint32_t offset = p->token.offset;
    if (!parse_next(p) || !parse_index(p, &arity))
        return false;
    uint32_t decl = symbol_at(&p->table->symbols, name)->sort;
    if (decl != 0)
        return p->table->sorts.decls.at[decl].arity == arity ||
               parse_fail(p, offset, "sort '%.200s' is declared with another number of arguments",
                          name_text(p, name));
    if (arity > SORT_PARAMS_MAX)
        return parse_fail(p, p->token.offset, "more than %d parameters", SORT_PARAMS_MAX);
    decl = sort_declare(&p->table->sorts, DECL_UNINTERPRETED, name, arity);
    return scope_bind_sort(p, name, decl, offset);
}

bool universe_read_cardinality(struct reading *r, uint32_t offset) {
    struct parser *p = r->p;
    term t;
    p->lexer.next = offset;
    if (!parse_next(p) || !parse_term(p, &t))
        return false;
    term body = term_arg(p->table, t, term_n_args(p->table, t) - 1);
    uint32_t n = term_op(p->table, body) == OP_OR ? term_n_args(p->table, body) : 1;
    if (term_n_args(p->table, t) == 2)
        vec_push(&r->claims, ((struct claim){term_sort(p->table, term_arg(p->table, t, 0)), n}));
    return true;
}

/* "; cardinality of U is 2", "; rep: (as @U_0 U)"; others, and odd ones, mean nothing. */
static void read_comment(struct reading *r, const char *text, size_t n) {
    static const char cardinality[] = "; cardinality of ", rep[] = "; rep: ";
    struct parser *p = r->p;
    struct parse_aside aside;
    size_t skipped;
    if (n >= sizeof cardinality && memcmp(text, cardinality, sizeof cardinality - 1) == 0)
        skipped = sizeof cardinality - 1;
    else if (n >= sizeof rep && memcmp(text, rep, sizeof rep - 1) == 0)
        skipped = sizeof rep - 1;
    else
        return;
    parse_aside_begin(p, &aside, text + skipped, n - skipped);
    struct claim claim;
    term t;
    if (skipped == sizeof rep - 1) {
        if (parse_next(p) && parse_term(p, &t) && parse_at_end(p) &&
            term_op(p->table, t) == OP_ABSTRACT)
            add_element(r, t);
    } else if (parse_next(p) && parse_sort(p, &claim.sort) && parse_next(p) &&
               answer_word_is(p, "is") && parse_next(p) && parse_index(p, &claim.n) &&
               parse_at_end(p))
        vec_push(&r->claims, claim);
    parse_aside_end(p, &aside);
}

void universe_read_comments(struct reading *r) {
    struct parser *p = r->p;
    p->lexer.keep_comments = false;
    for (size_t i = 0; i < p->lexer.comments.n; i++) {
        struct lex_span span = p->lexer.comments.at[i];
        read_comment(r, p->lexer.text + span.offset, span.n);
    }
}

static int compare_keys(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

/* Elements that only the definitions mention are elements, too. */
static void find_elements(struct reading *r) {
    struct term_walk walk = {0};
    term t;
    term_walk_begin(&walk, r->p->table);
    for (size_t i = 0; i < r->model->entries.n; i++)
        term_walk_add(&walk, r->model->entries.at[i].body);
    while ((t = term_walk_next(&walk)) != 0)
        if (term_op(r->p->table, t) == OP_ABSTRACT)
            add_element(r, t);
    term_walk_release(&walk);
}

static int compare_claims(const void *a, const void *b) {
    const struct claim *x = a, *y = b;
    return x->sort < y->sort ? -1 : x->sort > y->sort;
}

/* Is there a claim that the sort has so many elements, and none that contradicts? */
static bool is_claimed(const struct reading *r, sort s, uint32_t n, size_t *at) {
    bool found = false, good = true;
    while (*at < r->claims.n && r->claims.at[*at].sort < s)
        (*at)++;
    for (; *at < r->claims.n && r->claims.at[*at].sort == s; (*at)++) {
        found = true;
        good = good && r->claims.at[*at].n == n;
    }
    return found && good;
}

/* Universes of sorts that only the model has are left out. */
void universe_make(struct reading *r) {
    struct parser *p = r->p;
    find_elements(r);
    VEC(uint64_t) keys = {0}; /* sort, then the number of the element */
    for (size_t i = 0; i < r->elements.n; i++) {
        sort s = term_sort(p->table, r->elements.at[i]);
        if (parse_is_element_sort(p, s) &&
            sort_at(&p->table->sorts, s)->indices[0] < r->first_own_decl)
            vec_push(&keys, (uint64_t)s << 32 | i);
    }
    if (keys.n > 0)
        qsort(keys.at, keys.n, sizeof *keys.at, compare_keys);
    if (r->claims.n > 0)
        qsort(r->claims.at, r->claims.n, sizeof *r->claims.at, compare_claims);
    size_t claim = 0;
    for (size_t i = 0; i < keys.n;) {
        struct model_universe universe = {.sort = (sort)(keys.at[i] >> 32), .first = (uint32_t)i};
        for (; i < keys.n && keys.at[i] >> 32 == universe.sort; i++)
            vec_push(&r->model->elements, r->elements.at[(uint32_t)keys.at[i]]);
        universe.n = (uint32_t)i - universe.first;
        universe.closed = is_claimed(r, universe.sort, universe.n, &claim);
        vec_push(&r->model->universes, universe);
    }
    vec_free(&keys);
}
