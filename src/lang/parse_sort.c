#include "lang/literal.h"
#include "lang/parser_int.h"

static bool fail_args(struct parser *p, uint32_t offset, const char *name, uint32_t wanted,
                      uint32_t given) {
    return parse_fail(p, offset, "sort '%.200s' takes %u argument%s, not %u", name, wanted,
                      plural_s(wanted), given);
}

static bool finish(struct parser *p, uint32_t offset, sort made, sort *result) {
    *result = made;
    return made != 0 || parse_fail(p, offset, "sort too large: more than %d parts or %d levels",
                                   SORT_SIZE_MAX, SORT_DEPTH_MAX);
}

static bool apply_declared(struct parser *p, uint32_t offset, uint32_t decl_id, const sort *args,
                           uint32_t n_args, sort *result) {
    struct sort_table *sorts = &p->table->sorts;
    struct sort_decl decl = sorts->decls.at[decl_id];
    if (decl.arity != n_args)
        return fail_args(p, offset, symbol_at(&p->table->symbols, decl.name)->at, decl.arity,
                         n_args);
    if (decl.body == 0)
        return finish(p, offset, sort_make(sorts, SORT_DECLARED, decl_id, 0, args, n_args), result);
    struct sort_binding binding; /* a synonym, or a parameter of what is being declared */
    sort_binding_clear(&binding, n_args);
    for (uint32_t i = 0; i < n_args; i++)
        binding.params[i] = args[i];
    return finish(p, offset, n_args == 0 ? decl.body : sort_instantiate(sorts, decl.body, &binding),
                  result);
}

/* The name of a sort applied to arguments that have been read. */
static bool apply(struct parser *p, uint32_t offset, symbol name, const sort *args, uint32_t n_args,
                  sort *result) {
    const struct symbol_entry *entry = symbol_at(&p->table->symbols, name);
    if (entry->sort != 0)
        return apply_declared(p, offset, entry->sort, args, n_args, result);
    const struct sort_name *known = sort_name_find(entry->at, entry->n);
    if (known == NULL)
        return parse_fail_unknown(p, offset, "sort", name, true);
    if (known->n_indices > 0)
        return parse_fail(p, offset, "sort '%s' needs indices: (_ %s ...)", known->name,
                          known->name);
    if (known->n_args != SORT_ANY_ARGS ? known->n_args != n_args : n_args == 0)
        return fail_args(p, offset, known->name, known->n_args == SORT_ANY_ARGS ? 1 : known->n_args,
                         n_args);
    if (known->kind == SORT_MAP && n_args < 2)
        return fail_args(p, offset, known->name, 2, n_args);
    sort made = sort_make_named(&p->table->sorts, known, (uint32_t[2]){0, 0}, args, n_args);
    return scope_use_sort(p, known, made, offset) && finish(p, offset, made, result);
}

bool parse_field_order(struct parser *p, const char *digits, size_t n, symbol *order) {
    *order = symbol_intern(&p->table->symbols, digits, n);
    symbol *known = &p->orders[*order % ORDERS_KEPT];
    if (*known == *order)
        return true;
    if (n == 1 && *digits < '2')
        return parse_fail(p, p->token.offset, "a finite field has at least two elements");
    if (!literal_may_be_prime(digits, n))
        return parse_fail(p, p->token.offset, "the order of a finite field must be prime");
    *known = *order;
    return true;
}

static bool read_indices(struct parser *p, const struct sort_name *known, uint32_t *indices) {
    for (uint32_t i = 0; i < known->n_indices; i++) {
        if (!parse_next(p))
            return false;
        if (known->kind == SORT_FIELD) { /* the order may have any size */
            if (p->token.kind != TOKEN_NUMERAL)
                return parse_fail_unexpected(p, "a numeral");
            if (!parse_field_order(p, p->token.at, p->token.n, &indices[i]))
                return false;
            continue;
        }
        if (!parse_index(p, &indices[i]))
            return false;
        uint32_t least = known->kind == SORT_FLOAT ? 2 : 1;
        if (indices[i] < least)
            return parse_fail(p, p->token.offset, "index of '%s' must be at least %u", known->name,
                              least);
    }
    return parse_expect(p, TOKEN_CLOSE, "')'");
}

/* (_ BitVec 8), after the underscore. */
static bool read_indexed(struct parser *p, uint32_t offset, sort *result) {
    symbol name;
    if (!parse_next(p) || !parse_symbol(p, &name, "the name of a sort"))
        return false;
    const struct symbol_entry *entry = symbol_at(&p->table->symbols, name);
    const struct sort_name *known = sort_name_find(entry->at, entry->n);
    if (known == NULL)
        return parse_fail_unknown(p, p->token.offset, "sort", name, true);
    if (known->n_indices == 0)
        return parse_fail(p, p->token.offset, "sort '%s' takes no indices", known->name);
    uint32_t indices[2] = {0, 0};
    if (!read_indices(p, known, indices))
        return false;
    sort made = sort_make_named(&p->table->sorts, known, indices, NULL, 0);
    return scope_use_sort(p, known, made, offset) && finish(p, offset, made, result);
}

/* The last token, that applies a sort to arguments, must be the name of one. */
static bool is_known(struct parser *p, symbol name) {
    const struct symbol_entry *entry = symbol_at(&p->table->symbols, name);
    return entry->sort != 0 || sort_name_find(entry->at, entry->n) != NULL ||
           parse_fail_unknown(p, p->token.offset, "sort", name, true);
}

/* One token more of a sort: *done when it completed one, which is then in *result. */
static bool step(struct parser *p, size_t frames_before, sort *result, bool *done) {
    uint32_t offset = p->token.offset;
    symbol name;
    *done = true;
    switch (p->token.kind) {
    case TOKEN_SYMBOL:
    case TOKEN_QUOTED_SYMBOL:
        return parse_own_symbol(p, &name, "a sort") && apply(p, offset, name, NULL, 0, result);
    case TOKEN_OPEN:
        if (!parse_next(p) || !parse_symbol(p, &name, "the name of a sort"))
            return false;
        if (p->token.kind == TOKEN_SYMBOL && name == p->words.underscore)
            return read_indexed(p, offset, result);
        if (!parse_own_symbol(p, &name, "the name of a sort") || !is_known(p, name))
            return false;
        vec_push(&p->sort_frames, ((struct sort_frame){offset, (uint32_t)p->sort_args.n, name}));
        *done = false;
        return true;
    case TOKEN_CLOSE:
        if (p->sort_frames.n > frames_before) {
            struct sort_frame frame = vec_pop(&p->sort_frames);
            uint32_t n_args = (uint32_t)p->sort_args.n - frame.base;
            p->sort_args.n = frame.base; /* the arguments stay readable behind the end */
            if (n_args == 0)
                return parse_fail(p, frame.offset, "a sort without arguments takes no parentheses");
            return apply(p, frame.offset, frame.name, p->sort_args.at + frame.base, n_args, result);
        }
        /* fall through */
    default:
        return parse_fail_unexpected(p, "a sort");
    }
}

/* ---- sorts that were read before ---- */

void parse_forget_sorts(struct parser *p) {
    for (int i = 0; i < SORTS_KEPT; i++)
        p->sorts[i].spelling.n = 0;
}

/* Does the text of the memo stand here, and does the sort end behind it? */
static bool is_spelled(const struct sort_memo *memo, const char *at) {
    if (!parse_is_spelled(&memo->spelling, at))
        return false;
    enum lex_class next = lex_class(at + memo->spelling.n);
    return at[memo->spelling.n - 1] == ')' || next == LEX_SPACE || next == LEX_CLOSE ||
           next == LEX_OPEN;
}

const struct sort_memo *parse_find_sort(const struct parser *p, const char *at) {
    if (p->lexer.text + p->lexer.n - at <= SPELLING_MAX)
        return NULL;
    for (int i = 0; i < SORTS_KEPT; i++)
        if (is_spelled(&p->sorts[i], at))
            return &p->sorts[i];
    return NULL;
}

/* The sort that starts with the last token, if it is spelled as one of those kept. */
static bool read_again(struct parser *p, sort *result) {
    uint32_t from = p->token.offset;
    const char *at = p->lexer.text + from;
    const struct sort_memo *memo = parse_find_sort(p, at);
    if (memo == NULL)
        return false;
    if (p->token.kind == TOKEN_OPEN)
        p->token =
            (struct token){TOKEN_CLOSE, from + memo->spelling.n - 1, 1, at + memo->spelling.n - 1};
    p->lexer.next = from + memo->spelling.n;
    *result = memo->sort;
    return true;
}

static void keep_sort(struct parser *p, uint32_t from, sort s) {
    uint32_t n = p->lexer.next - from;
    if (n > SPELLING_MAX)
        return;
    struct sort_memo *memo = &p->sorts[p->next_sort++ % SORTS_KEPT];
    parse_keep_spelling(&memo->spelling, p->lexer.text + from, n);
    memo->sort = s;
    u32_vec params = {0};
    memo->is_open = parse_generalise(p, s, &params) != s;
    vec_free(&params);
}

static bool read_sort(struct parser *p, sort *result) {
    size_t frames_before = p->sort_frames.n;
    for (;;) {
        bool done;
        if (!step(p, frames_before, result, &done))
            return false;
        if (done && p->sort_frames.n == frames_before)
            return true;
        if (done)
            vec_push(&p->sort_args, *result);
        if (!parse_next(p))
            return false;
    }
}

bool parse_sort(struct parser *p, sort *result) {
    if (read_again(p, result))
        return true;
    uint32_t from = p->token.offset;
    size_t comments = p->lexer.comments.n;
    if (!read_sort(p, result))
        return false;
    if (p->lexer.comments.n == comments)
        keep_sort(p, from, *result);
    return true;
}

sort parse_generalise(struct parser *p, sort s, u32_vec *params) {
    struct sort_table *sorts = &p->table->sorts;
    struct sort_node node = *sort_at(sorts, s);
    if (node.kind == SORT_DECLARED && sorts->decls.at[node.indices[0]].kind == DECL_PARAMETER) {
        for (uint32_t i = 0; i < params->n; i++)
            if (params->at[i] == s)
                return sort_param(sorts, i);
        if (params->n == SORT_PARAMS_MAX)
            return 0;
        vec_push(params, s);
        return sort_param(sorts, (uint32_t)params->n - 1);
    }
    if (node.args == 0)
        return s;
    u32_vec args = {0};
    uint32_t n = list_length(sorts->lists, node.args);
    bool good = true;
    for (uint32_t i = 0; i < n && good; i++) {
        vec_push(&args, parse_generalise(p, sort_arg(sorts, s, i), params));
        good = vec_top(&args) != 0;
    }
    sort result =
        good ? sort_make(sorts, node.kind, node.indices[0], node.indices[1], args.at, n) : 0;
    vec_free(&args);
    return result;
}
