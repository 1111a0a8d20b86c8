/*
 * Reading models. Definitions may refer to later ones, so the text is gone
 * over twice: first all heads are read and bodies are skipped, then the bodies
 * are read, with every name known.
 *
 * What solvers put around the definitions says which elements an uninterpreted
 * sort has. For z3 these are declarations and a formula,
 *
 *     (declare-fun U!val!0 () U) (forall ((x U)) (= x U!val!0))
 *
 * for cvc4 and cvc5 comments:
 *
 *     ; cardinality of U is 1
 *     ; rep: (as @U_0 U)
 *
 * Both are taken as a claim about the number of elements. It counts if no other
 * element occurs in the model; so a comment that is not understood never makes
 * a universe smaller than it is.
 */
#include "base/die.h"
#include "lang/model.h"
#include "lang/parser_int.h"
#include "term/walk.h"

/* Where the body of an entry stands. */
struct body {
    uint32_t offset, end;
    sort sort; /* that the model gives to it */
};

/* The sort has so many elements. */
struct claim {
    sort sort;
    uint32_t n;
};

struct reading {
    struct parser *p;
    struct model *model;
    VEC(struct body) bodies; /* beside the entries of the model */
    VEC(struct claim) claims;
    u32_vec elements; /* without repetition */
    struct term_map seen;
    fun first_own;           /* functions from here on are the model's */
    uint32_t first_own_decl; /* and sorts */
};

static bool word_is(const struct parser *p, const char *word) {
    return p->token.kind == TOKEN_SYMBOL && p->token.n == strlen(word) &&
           memcmp(p->token.at, word, p->token.n) == 0;
}

static const char *name_text(const struct parser *p, symbol name) {
    return symbol_at(&p->table->symbols, name)->at;
}

/* Goes to the end of the S-expression that starts with the last token. */
static bool skip(struct parser *p) {
    size_t depth = 0;
    uint32_t start = p->token.offset;
    bool is_index = false; /* the last token was an underscore */
    for (;;) {
        bool is_underscore = word_is(p, "_");
        if (is_index && word_is(p, "real_algebraic_number") && !parse_skip_raw(p, start))
            return false;
        switch (p->token.kind) {
        case TOKEN_END: return parse_fail_unexpected(p, depth > 0 ? "')'" : "a term");
        case TOKEN_OPEN: depth++; break;
        case TOKEN_CLOSE:
            if (depth == 0)
                return parse_fail_unexpected(p, "a term");
            depth--;
            break;
        default: break;
        }
        if (depth == 0)
            return true;
        is_index = is_underscore;
        if (!parse_next(p))
            return false;
    }
}

/* ---- what an entry interprets ---- */

/* (-> A (-> B C)) for the rank (A B) C; 0 if that is too large */
static sort curried(struct parser *p, list params, sort result) {
    for (uint32_t i = list_length(&p->table->lists, params); i > 0 && result != 0; i--)
        result = sort_map(&p->table->sorts, list_items(&p->table->lists, params)[i - 1], result);
    return result;
}

/* Can a function of the script be what is defined with this rank? */
static bool fits(struct parser *p, fun f, list params, sort result) {
    struct fun info = *fun_at(p->table, f);
    if (info.n_params_sorts > 0 || info.kind == FUN_CONSTRUCTOR || info.kind == FUN_SELECTOR)
        return false;
    if (info.params == params)
        return info.result == result || (info.result == SORT_REAL && result == SORT_INT);
    /* cvc5 defines a constant of sort (-> A B) with a parameter. */
    sort whole = curried(p, info.params, info.result);
    return whole != 0 && whole == curried(p, params, result);
}

static void add_rank(const struct parser *p, list params, sort result, struct strbuf *out) {
    strbuf_add_char(out, '(');
    for (uint32_t i = 0; i < list_length(&p->table->lists, params); i++) {
        if (i > 0)
            strbuf_add_char(out, ' ');
        sort_print(&p->table->sorts, list_items(&p->table->lists, params)[i], out);
    }
    strbuf_add_text(out, ") ");
    sort_print(&p->table->sorts, result, out);
}

static bool fail_rank(struct parser *p, const struct model_entry *entry, fun f, list params,
                      sort result) {
    struct strbuf given = {0}, wanted = {0};
    const struct fun *info = fun_at(p->table, f);
    add_rank(p, params, result, &given);
    add_rank(p, info->params, info->result, &wanted);
    parse_fail(p, entry->offset, "'%.100s' is defined as %.150s, but the script has it as %.150s",
               name_text(p, entry->name), strbuf_text(&given), strbuf_text(&wanted));
    strbuf_free(&given);
    strbuf_free(&wanted);
    return false;
}

/* Operators of which a model says what they are where the theory leaves them open. */
static bool is_choice(enum op op) {
    switch (op) {
    case OP_REAL_DIV0:
    case OP_REAL_CARET0:
    case OP_INT_DIV0:
    case OP_INT_MOD0:
    case OP_INT_REM0:
    case OP_INT_CARET0:
    case OP_BV_UDIV0:
    case OP_BV_UREM0:
    case OP_BV_SDIV0:
    case OP_BV_SREM0:
    case OP_BV_SMOD0:
    case OP_SEQ_NTH_U:
        return true;
    default:
        return false;
    }
}

/* A definition with the name of an operator: a choice, or an error. */
static bool find_choice(struct parser *p, struct model_entry *entry, sort result) {
    u32_vec args = {0};
    struct check check;
    for (uint32_t i = 0; i < list_length(&p->table->lists, entry->vars); i++)
        vec_push(&args, list_items(&p->table->lists, entry->vars)[i]);
    term t = check_op(p->table, entry->name, NULL, 0, 0, args.at, (uint32_t)args.n, &check);
    vec_free(&args);
    entry->kind = MODEL_CHOICE;
    entry->op = t == 0 ? OP_NONE : term_op(p->table, t);
    if (t != 0 && is_choice(entry->op) && check.tolerances == 0 &&
        term_sort(p->table, t) == result)
        return true;
    return parse_fail(p, entry->offset, "'%.200s' is an operator, which a model cannot define",
                      name_text(p, entry->name));
}

/* Is the name one of the theories, or of a choice? Solvers may use others for their own things. */
static bool names_operator(const struct parser *p, symbol name) {
    for (uint32_t op = symbol_at(&p->table->symbols, name)->op; op != 0;
         op = op_info(p->table, op)->next)
        if (op_info(p->table, op)->origin == ORIGIN_STD || is_choice((enum op)op))
            return true;
    return false;
}

static bool find_meaning(struct reading *r, struct model_entry *entry, list params, sort result) {
    struct parser *p = r->p;
    fun other = 0;
    for (fun f = symbol_at(&p->table->symbols, entry->name)->fun; f != 0;
         f = fun_at(p->table, f)->shadowed) {
        if (f >= r->first_own)
            continue;
        if (fits(p, f, params, result)) {
            bool declared = fun_at(p->table, f)->kind == FUN_DECLARED;
            entry->kind = declared ? MODEL_DECLARED : MODEL_DEFINED;
            entry->fun = f;
            return true;
        }
        other = f;
    }
    if (other != 0)
        return fail_rank(p, entry, other, params, result);
    if (names_operator(p, entry->name))
        return find_choice(p, entry, result);
    u32_vec sorts = {0};
    for (uint32_t i = 0; i < list_length(&p->table->lists, params); i++)
        vec_push(&sorts, list_items(&p->table->lists, params)[i]);
    entry->kind = MODEL_HELPER;
    entry->fun = fun_declare(p->table, entry->recursive ? FUN_RECURSIVE : FUN_DEFINED,
                             entry->name, sorts.at, (uint32_t)sorts.n, result);
    vec_free(&sorts);
    return scope_bind_fun(p, entry->fun, entry->offset);
}

/* ---- heads ---- */

/*
 * A name that is defined, and the token behind it. Solvers print reserved words
 * without bars, and z3 the empty name as nothing at all.
 */
static bool read_name(struct parser *p, symbol *name) {
    symbol empty = symbol_find(&p->table->symbols, "", 0);
    if (p->token.kind == TOKEN_OPEN && empty != 0 &&
        symbol_at(&p->table->symbols, empty)->fun != 0) {
        *name = empty;
        return true;
    }
    return parse_symbol(p, name, "a name") && parse_next(p);
}

/* NAME ((x S) ...) SORT; the body is still to be found. */
static bool read_head(struct reading *r, bool has_vars, bool recursive) {
    struct parser *p = r->p;
    uint32_t base = (uint32_t)p->args.n, locals = (uint32_t)p->locals.n;
    struct model_entry entry = {.recursive = recursive};
    struct body body = {0};
    if (!parse_next(p))
        return false;
    entry.offset = p->token.offset;
    if (!read_name(p, &entry.name))
        return false;
    if (has_vars) {
        if (p->token.kind != TOKEN_OPEN)
            return parse_fail_unexpected(p, "a list of sorted variables");
        if (!parse_sorted_vars(p) || !parse_next(p))
            return false;
    }
    if (!parse_sort(p, &body.sort))
        return false;
    uint32_t n = (uint32_t)p->args.n - base;
    entry.vars = list_intern(&p->table->lists, p->args.at + base, n);
    for (uint32_t i = 0; i < n; i++)
        p->args.at[base + i] = term_sort(p->table, p->args.at[base + i]);
    list params = list_intern(&p->table->lists, p->args.at + base, n);
    parse_drop_args(p, base);
    scope_leave(p, locals);
    if (!find_meaning(r, &entry, params, body.sort))
        return false;
    vec_push(&r->model->entries, entry);
    vec_push(&r->bodies, body);
    return true;
}

/* The next S-expression is the body of the entry. */
static bool find_body(struct reading *r, size_t entry) {
    struct parser *p = r->p;
    if (!parse_next(p))
        return false;
    r->bodies.at[entry].offset = p->token.offset;
    if (!skip(p))
        return false;
    r->bodies.at[entry].end = p->lexer.next;
    return true;
}

static bool read_definitions(struct reading *r) {
    struct parser *p = r->p;
    size_t first = r->model->entries.n;
    if (!parse_expect(p, TOKEN_OPEN, "a list of function heads"))
        return false;
    for (;;) {
        if (!parse_next(p))
            return false;
        if (p->token.kind == TOKEN_CLOSE)
            break;
        if (p->token.kind != TOKEN_OPEN)
            return parse_fail_unexpected(p, "a function head or ')'");
        if (!read_head(r, true, true) || !parse_expect_close(p))
            return false;
    }
    if (!parse_expect(p, TOKEN_OPEN, "a list of bodies"))
        return false;
    for (size_t i = first; i < r->model->entries.n; i++)
        if (!find_body(r, i))
            return false;
    return parse_expect_close(p);
}

/* ---- elements of sorts ---- */

static void add_element(struct reading *r, term element) {
    if (term_map_get(&r->seen, element) != 0)
        return;
    term_map_set(&r->seen, element, 1);
    vec_push(&r->elements, element);
}

/*
 * What the declared name stands for: an element with this name. cvc4 declares
 * groundTerm_N for a sort of which it has no element yet; what it then prints
 * as a value is the first one.
 */
static term declared_element(struct parser *p, symbol name, sort s) {
    static const char ground[] = "groundTerm_";
    const struct symbol_entry *entry = symbol_at(&p->table->symbols, name);
    if (entry->n > sizeof ground - 1 && memcmp(entry->at, ground, sizeof ground - 1) == 0) {
        struct strbuf text = {0};
        strbuf_add_text(&text, "@uc_");
        symbol_add(symbol_at(&p->table->symbols,
                             p->table->sorts.decls.at[sort_at(&p->table->sorts, s)->indices[0]].name),
                   &text);
        strbuf_add_text(&text, "_0");
        name = symbol_intern(&p->table->symbols, text.at, text.n);
        strbuf_free(&text);
    }
    return term_make(p->table, OP_ABSTRACT, name, s, NULL, 0);
}

/* (declare-fun U!val!0 () U) */
static bool read_declaration(struct reading *r, bool has_params) {
    struct parser *p = r->p;
    symbol name;
    sort s;
    if (!parse_next(p) || !parse_symbol(p, &name, "a name"))
        return false;
    uint32_t offset = p->token.offset;
    if (!parse_abstract_rest(p, &name))
        return false;
    if (has_params && (!parse_expect(p, TOKEN_OPEN, "'()'") || !parse_expect(p, TOKEN_CLOSE, "')'")))
        return false;
    if (!parse_next(p) || !parse_sort(p, &s))
        return false;
    if (!parse_is_element_sort(p, s))
        return parse_fail(p, offset, "'%.200s' is declared, but gets no value", name_text(p, name));
    if (symbol_at(&p->table->symbols, name)->fun != 0)
        return parse_fail(p, offset, "'%.200s' is a function of the script and an element of a sort",
                          name_text(p, name));
    term element = declared_element(p, name, s);
    uint32_t local = symbol_at(&p->table->symbols, name)->local;
    if (local != 0 && p->locals.at[local - 1].value != element)
        return parse_fail(p, offset, "'%.200s' is an element of two sorts", name_text(p, name));
    if (local == 0)
        scope_bind_local(p, name, element);
    add_element(r, element);
    return true;
}

/* (declare-sort U 0): one that the script has, or one that only the model has */
static bool read_sort_declaration(struct reading *r) {
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

/* z3: (forall ((x U)) (or (= x U!val!0) (= x U!val!1))), from its parenthesis on */
static bool read_cardinality(struct reading *r, uint32_t offset) {
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
    if (n > sizeof cardinality && memcmp(text, cardinality, sizeof cardinality - 1) == 0)
        skipped = sizeof cardinality - 1;
    else if (n > sizeof rep && memcmp(text, rep, sizeof rep - 1) == 0)
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
    } else if (parse_next(p) && parse_sort(p, &claim.sort) && parse_next(p) && word_is(p, "is") &&
               parse_next(p) && parse_index(p, &claim.n) && parse_at_end(p))
        vec_push(&r->claims, claim);
    parse_aside_end(p, &aside);
}

static void read_comments(struct reading *r) {
    struct parser *p = r->p;
    p->lexer.keep_comments = false;
    for (size_t i = 0; i < p->lexer.comments.n; i++) {
        struct lex_span span = p->lexer.comments.at[i];
        read_comment(r, p->lexer.text + span.offset, span.n);
    }
}

/* ---- bodies ---- */

/* The body of an entry as one over the parameters that the function of the script has. */
static bool fit_rank(struct parser *p, struct model_entry *entry, const struct body *body,
                     term t) {
    struct term_table *table = p->table;
    struct fun f = *fun_at(table, entry->fun);
    uint32_t given = list_length(&table->lists, entry->vars), wanted = fun_arity(table, entry->fun);
    unsigned tolerances = 0;
    u32_vec parts = {0};
    if (given == wanted) {
        entry->body = check_coerce(table, t, f.result, &tolerances);
        return entry->body != 0 ||
               parse_fail_sort(p, body->offset, "the definition", f.result, body->sort);
    }
    for (uint32_t i = 0; i < given; i++)
        vec_push(&parts, list_items(&table->lists, entry->vars)[i]);
    if (given > wanted) { /* too many parameters: the last ones belong to a lambda */
        vec_push(&parts, t);
        entry->vars = list_intern(&table->lists, parts.at, wanted);
        entry->body = term_make(table, OP_LAMBDA, 0, f.result, parts.at + wanted,
                                (uint32_t)parts.n - wanted);
    } else { /* too few: the body is called with the others */
        u32_vec call = {0};
        symbol name = symbol_intern(&table->symbols, "x", 1);
        vec_push(&call, t);
        for (uint32_t i = given; i < wanted; i++) {
            sort s = list_items(&table->lists, fun_at(table, entry->fun)->params)[i];
            vec_push(&parts, term_variable(table, name, s));
            vec_push(&call, vec_top(&parts));
        }
        entry->vars = list_intern(&table->lists, parts.at, wanted);
        entry->body = term_make(table, OP_CALL, 0, f.result, call.at, (uint32_t)call.n);
        vec_free(&call);
    }
    vec_free(&parts);
    return true;
}

static bool read_body(struct reading *r, struct model_entry *entry, const struct body *body) {
    struct parser *p = r->p;
    uint32_t locals = (uint32_t)p->locals.n;
    for (uint32_t i = 0; i < list_length(&p->table->lists, entry->vars); i++) {
        term v = list_items(&p->table->lists, entry->vars)[i];
        scope_bind_local(p, term_variable_of(p->table, v)->name, v);
    }
    p->lexer.next = body->offset;
    p->wanted = body->sort;
    term t;
    unsigned tolerances = 0;
    bool good = parse_next(p) && parse_term(p, &t);
    p->wanted = 0;
    scope_leave(p, locals);
    if (!good)
        return false;
    if (p->lexer.next != body->end)
        return parse_fail(p, body->offset, "malformed definition");
    term coerced = check_coerce(p->table, t, body->sort, &tolerances);
    if (coerced == 0) {
        char what[200];
        snprintf(what, sizeof what, "the value of '%.100s'", name_text(p, entry->name));
        return parse_fail_sort(p, body->offset, what, body->sort, term_sort(p->table, t));
    }
    if (entry->kind == MODEL_DECLARED || entry->kind == MODEL_DEFINED)
        return fit_rank(p, entry, body, coerced);
    entry->body = coerced;
    if (entry->kind == MODEL_HELPER) {
        p->table->funs.at[entry->fun].vars = entry->vars;
        p->table->funs.at[entry->fun].body = coerced;
    }
    return true;
}

/* ---- the whole ---- */

/* One part of a model, after its '('. */
static bool read_part(struct reading *r, uint32_t offset) {
    struct parser *p = r->p;
    if (!parse_next(p))
        return false;
    bool is_rec = word_is(p, "define-fun-rec"), is_const = word_is(p, "define-const");
    if (is_rec || is_const || word_is(p, "define-fun"))
        return read_head(r, !is_const, is_rec) && find_body(r, r->model->entries.n - 1) &&
               parse_expect_close(p);
    if (word_is(p, "define-funs-rec"))
        return read_definitions(r) && parse_expect_close(p);
    if (word_is(p, "declare-fun") || word_is(p, "declare-const"))
        return read_declaration(r, word_is(p, "declare-fun")) && parse_expect_close(p);
    if (word_is(p, "declare-sort"))
        return read_sort_declaration(r) && parse_expect_close(p);
    if (word_is(p, "forall"))
        return read_cardinality(r, offset);
    if (word_is(p, "declare-datatypes") || word_is(p, "declare-codatatypes") ||
        word_is(p, "declare-datatype") || word_is(p, "declare-codatatype")) {
        p->lexer.next = offset; /* cvc4 repeats those of the script */
        return parse_next(p) && skip(p);
    }
    return parse_fail_unexpected(p, "a definition");
}

/*
 * The '(' of an answer and the token behind it. Instead of any answer, there
 * may be (error "...").
 */
static bool open_answer(struct parser *p, const char *expected) {
    if (!parse_expect(p, TOKEN_OPEN, expected) || !parse_next(p))
        return false;
    if (!word_is(p, "error"))
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

static bool read_parts(struct reading *r) {
    struct parser *p = r->p;
    p->lexer.keep_comments = true;
    if (!open_answer(p, "a model") || (word_is(p, "model") && !parse_next(p)))
        return false;
    while (p->token.kind != TOKEN_CLOSE) {
        if (p->token.kind != TOKEN_OPEN)
            return parse_fail_unexpected(p, "a definition or ')'");
        if (!read_part(r, p->token.offset) || !parse_next(p))
            return false;
    }
    return parse_at_end(p);
}

static int compare_keys(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

/* No function may have two interpretations. */
static bool check_unique(struct reading *r) {
    struct parser *p = r->p;
    VEC(uint64_t) keys = {0}; /* what is interpreted, and by which entry */
    u32_vec rank = {0};
    for (size_t i = 0; i < r->model->entries.n; i++) {
        const struct model_entry *entry = &r->model->entries.at[i];
        uint64_t key = entry->fun;
        if (entry->kind == MODEL_CHOICE) { /* an operator may have one for each rank */
            vec_clear(&rank);
            vec_push(&rank, entry->op);
            for (uint32_t j = 0; j < list_length(&p->table->lists, entry->vars); j++)
                vec_push(&rank, term_sort(p->table, list_items(&p->table->lists, entry->vars)[j]));
            key = UINT64_C(1) << 31 | list_intern(&p->table->lists, rank.at, (uint32_t)rank.n);
        }
        vec_push(&keys, key << 32 | i);
    }
    if (keys.n > 0)
        qsort(keys.at, keys.n, sizeof *keys.at, compare_keys);
    bool good = true;
    for (size_t i = 1; i < keys.n && good; i++)
        if (keys.at[i] >> 32 == keys.at[i - 1] >> 32) {
            const struct model_entry *entry = &r->model->entries.at[(uint32_t)keys.at[i]];
            good = parse_fail(p, entry->offset, "'%.200s' is defined twice",
                              name_text(p, entry->name));
        }
    vec_free(&keys);
    vec_free(&rank);
    return good;
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

/* Sorts the elements into universes. Those of sorts that only the model has are left out. */
static void make_universes(struct reading *r) {
    struct parser *p = r->p;
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

static bool check_loops(struct reading *r) {
    size_t i;
    if (!model_find_loop(r->p->table, r->model, &i))
        return true;
    const struct model_entry *entry = &r->model->entries.at[i];
    return parse_fail(r->p, entry->offset, "'%.200s' is defined by itself",
                      name_text(r->p, entry->name));
}

static bool read_model(struct parser *p, void *into) {
    struct reading r = {
        .p = p,
        .model = into,
        .first_own = (fun)p->table->funs.n,
        .first_own_decl = (uint32_t)p->table->sorts.decls.n,
    };
    bool good = read_parts(&r);
    if (good) {
        read_comments(&r);
        good = check_unique(&r);
    }
    for (size_t i = 0; good && i < r.model->entries.n; i++)
        good = read_body(&r, &r.model->entries.at[i], &r.bodies.at[i]);
    good = good && check_loops(&r);
    if (good) {
        find_elements(&r);
        make_universes(&r);
    } else
        model_release(r.model);
    vec_free(&r.bodies);
    vec_free(&r.claims);
    vec_free(&r.elements);
    term_map_release(&r.seen);
    return good;
}

/* ---- values ---- */

struct values {
    const term *asked; /* NULL if the terms are to be read */
    size_t n_asked;
    model_value_vec *out;
};

/* t v), after the '(' */
static bool read_pair(struct parser *p, const struct values *values, size_t i) {
    struct model_value pair = {.offset = p->token.offset};
    term value;
    unsigned tolerances = 0;
    if (!parse_next(p))
        return false;
    if (values->asked == NULL) {
        if (!parse_term(p, &pair.term))
            return false;
    } else {
        if (i == values->n_asked)
            return parse_fail(p, pair.offset, "more values than terms that were asked for");
        pair.term = values->asked[i];
        if (!skip(p))
            return false;
    }
    sort s = term_sort(p->table, pair.term);
    if (!parse_next(p))
        return false;
    uint32_t offset = p->token.offset;
    p->wanted = s;
    bool good = parse_term(p, &value);
    p->wanted = 0;
    if (!good)
        return false;
    pair.value = check_coerce(p->table, value, s, &tolerances);
    if (pair.value == 0)
        return parse_fail_sort(p, offset, "the value", s, term_sort(p->table, value));
    vec_push(values->out, pair);
    return parse_expect_close(p);
}

static bool read_pairs(struct parser *p, const struct values *values) {
    size_t i = 0;
    if (!open_answer(p, "a list of values"))
        return false;
    for (; p->token.kind != TOKEN_CLOSE; i++) {
        if (p->token.kind != TOKEN_OPEN)
            return parse_fail_unexpected(p, "a term with its value, or ')'");
        if (!read_pair(p, values, i) || !parse_next(p))
            return false;
    }
    if (values->asked != NULL && i < values->n_asked)
        return parse_fail(p, p->token.offset, "%zu values, but %zu terms were asked for", i,
                          values->n_asked);
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
    if (!open_answer(p, "an unsat core"))
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
