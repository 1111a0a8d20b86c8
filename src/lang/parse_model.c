/*
 * Reading models. Definitions may refer to later ones, so the text is gone
 * over twice: first all heads are read and bodies are skipped, then the bodies
 * are read, with every name known.
 */
#include <stdlib.h>

#include "lang/model_int.h"

static const char *name_text(const struct parser *p, symbol name) {
    return symbol_at(&p->table->symbols, name)->at;
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
    if (t != 0 && is_choice(entry->op) && check.tolerances == 0 && term_sort(p->table, t) == result)
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
    entry->fun = fun_declare(p->table, entry->recursive ? FUN_RECURSIVE : FUN_DEFINED, entry->name,
                             sorts.at, (uint32_t)sorts.n, result);
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
    if (symbol_at(&p->table->symbols, entry.name)->local != 0)
        return parse_fail(p, entry.offset, "'%.200s' is an element of a sort, and is defined",
                          name_text(p, entry.name));
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
    if (!answer_skip(p))
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

/* ---- bodies ---- */

/* The body of an entry as one over the parameters that the function of the script has. */
static bool fit_rank(struct parser *p, struct model_entry *entry, const struct body *body, term t) {
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
        entry->body =
            term_make(table, OP_LAMBDA, 0, f.result, parts.at + wanted, (uint32_t)parts.n - wanted);
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
        entry->body = term_call(table, f.result, call.at, (uint32_t)call.n);
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
    bool is_rec = answer_word_is(p, "define-fun-rec"), is_const = answer_word_is(p, "define-const");
    if (is_rec || is_const || answer_word_is(p, "define-fun"))
        return read_head(r, !is_const, is_rec) && find_body(r, r->model->entries.n - 1) &&
               parse_expect_close(p);
    if (answer_word_is(p, "define-funs-rec"))
        return read_definitions(r) && parse_expect_close(p);
    if (answer_word_is(p, "declare-fun") || answer_word_is(p, "declare-const"))
        return universe_read_element(r, answer_word_is(p, "declare-fun")) && parse_expect_close(p);
    if (answer_word_is(p, "declare-sort"))
        return universe_read_sort(r) && parse_expect_close(p);
    if (answer_word_is(p, "forall"))
        return universe_read_cardinality(r, offset);
    if (answer_word_is(p, "declare-datatypes") || answer_word_is(p, "declare-codatatypes") ||
        answer_word_is(p, "declare-datatype") || answer_word_is(p, "declare-codatatype")) {
        p->lexer.next = offset; /* cvc4 repeats those of the script */
        return parse_next(p) && answer_skip(p);
    }
    return parse_fail_unexpected(p, "a definition");
}

static bool read_parts(struct reading *r) {
    struct parser *p = r->p;
    p->lexer.keep_comments = true;
    if (!answer_open(p, "a model") || (answer_word_is(p, "model") && !parse_next(p)))
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

static bool check_loops(struct reading *r) {
    size_t i;
    if (!model_find_loop(r->p->table, r->model, &i))
        return true;
    const struct model_entry *entry = &r->model->entries.at[i];
    parse_fail(r->p, entry->offset, "'%.200s' is defined by itself", name_text(r->p, entry->name));
    r->p->error->kind = PARSE_ERROR_LOOP;
    return false;
}

bool model_read(struct parser *p, struct model *model) {
    struct reading r = {
        .p = p,
        .model = model,
        .first_own = (fun)p->table->funs.n,
        .first_own_decl = (uint32_t)p->table->sorts.decls.n,
    };
    bool good = read_parts(&r);
    if (good) {
        universe_read_comments(&r);
        good = check_unique(&r);
    }
    for (size_t i = 0; good && i < r.model->entries.n; i++)
        good = read_body(&r, &r.model->entries.at[i], &r.bodies.at[i]);
    good = good && check_loops(&r);
    if (good)
        universe_make(&r);
    else
        model_release(r.model);
    vec_free(&r.bodies);
    vec_free(&r.claims);
    vec_free(&r.elements);
    term_map_release(&r.seen);
    return good;
}
