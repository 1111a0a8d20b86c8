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
#include "lang/literal.h"
#include "lang/parser_int.h"

enum frame_kind {
    FRAME_OP,        /* a: symbol, b: list of indices, c: sort given with `as` */
    FRAME_FUN,       /* a: function, c: sort given with `as` */
    FRAME_IS,        /* a: constructor */
    FRAME_UPDATE,    /* a: selector */
    FRAME_MAP,       /* a: function, or b: symbol of an operator */
    FRAME_CALL,      /* the first argument is what is called */
    FRAME_HEAD,      /* of an application, being a term itself */
    FRAME_LET,       /* values; a: names before it */
    FRAME_LET_BODY,
    FRAME_BINDER,    /* a: operator; arguments so far: the variables */
    FRAME_ANNOTATED, /* a: names before it (attributes so far are there) */
    FRAME_PATTERN,   /* a: keyword */
    FRAME_NO_PATTERN, /* a: keyword */
    FRAME_MATCH,
    FRAME_CASE,      /* a: constructor or 0; b: number of variables */
};


static struct frame *push_frame(struct parser *p, enum frame_kind kind, uint32_t offset) {
    struct frame frame = {
        .kind = (uint8_t)kind,
        .offset = offset,
        .base = (uint32_t)p->args.n,
        .locals = (uint32_t)p->locals.n,
    };
    vec_push(&p->frames, frame);
    return &vec_top(&p->frames);
}

static void push_arg(struct parser *p, term t, uint32_t offset) {
    vec_push(&p->args, t);
    vec_push(&p->arg_offsets, offset);
}

static void drop_args(struct parser *p, uint32_t n) {
    p->args.n = n;
    p->arg_offsets.n = n;
}

/* ---- leaves ---- */

static term literal_term(struct parser *p, enum op op, sort s) {
    symbol text = symbol_intern(&p->table->symbols, p->scratch.at, p->scratch.n);
    return term_make(p->table, op, text, s, NULL, 0);
}

static term numeral_term(struct parser *p) {
    if (!p->real_numerals)
        return term_make(p->table, OP_NUMERAL, parse_intern(p), SORT_INT, NULL, 0);
    strbuf_clear(&p->scratch);
    strbuf_add(&p->scratch, p->token.at, p->token.n);
    strbuf_add(&p->scratch, ".0", 2);
    return literal_term(p, OP_DECIMAL, SORT_REAL);
}

static bool string_term(struct parser *p, term *result) {
    bool raw = false;
    strbuf_clear(&p->scratch);
    if (literal_string(p->token.at, p->token.n, &p->scratch, &raw) != LITERAL_OK)
        return parse_fail(p, p->token.offset, "character beyond \\u{2ffff} in a string");
    if (raw)
        parse_note(p, NOTE_RAW_UTF8, p->token.offset);
    *result = literal_term(p, OP_STRING, SORT_STRING);
    return true;
}

/* A finite field element: its value modulo the order, which names the sort. */
static term field_term(struct parser *p, const char *value, size_t n, symbol order) {
    strbuf_clear(&p->scratch);
    strbuf_add(&p->scratch, value, n);
    sort s = sort_make(&p->table->sorts, SORT_FIELD, order, 0, NULL, 0);
    return literal_term(p, OP_FIELD, s);
}

static bool literal(struct parser *p, term *result) {
    struct sort_table *sorts = &p->table->sorts;
    switch (p->token.kind) {
    case TOKEN_NUMERAL:
        *result = numeral_term(p);
        return true;
    case TOKEN_DECIMAL:
        strbuf_clear(&p->scratch);
        literal_decimal(&p->token, &p->scratch);
        *result = literal_term(p, OP_DECIMAL, SORT_REAL);
        return true;
    case TOKEN_HEX:
    case TOKEN_BINARY: {
        if (p->token.n > INT32_MAX / 4)
            return parse_fail(p, p->token.offset, "bit-vector too wide");
        strbuf_clear(&p->scratch);
        uint32_t width = literal_bits(&p->token, &p->scratch);
        *result = literal_term(p, OP_BITS, sort_bitvec(sorts, width));
        return true;
    }
    case TOKEN_FIELD: { /* #f3m5 */
        const char *m = memchr(p->token.at, 'm', p->token.n);
        size_t value = (size_t)(m - p->token.at) - 2;
        symbol order = symbol_intern(&p->table->symbols, m + 1, p->token.n - value - 3);
        *result = field_term(p, p->token.at + 2, value, order);
        return true;
    }
    default:
        return string_term(p, result);
    }
}

/* The function as a value: (-> A (-> B C)). */
static bool function_value(struct parser *p, fun f, uint32_t offset, term *result) {
    struct sort_table *sorts = &p->table->sorts;
    struct fun info = *fun_at(p->table, f);
    if (info.n_params_sorts > 0)
        return parse_fail(p, offset, "polymorphic function '%.200s' cannot be used as a value",
                          symbol_at(&p->table->symbols, info.name)->at);
    sort s = info.result;
    for (uint32_t i = list_length(&p->table->lists, info.params); i > 0 && s != 0; i--)
        s = sort_map(sorts, list_items(&p->table->lists, info.params)[i - 1], s);
    if (s == 0)
        return parse_fail(p, offset, "sort too large");
    *result = term_make(p->table, OP_FUN_REF, f, s, NULL, 0);
    return true;
}

static bool fail_op(struct parser *p, uint32_t offset, symbol name, const struct check *check,
                    const term *args, uint32_t n_args) {
    struct strbuf text = {0};
    check_explain_op(p->table, name, check, args, n_args, &text);
    parse_fail(p, offset, "%.480s", strbuf_text(&text));
    strbuf_free(&text);
    return false;
}

static bool fail_fun(struct parser *p, uint32_t offset, fun f, const struct check *check,
                     const term *args, uint32_t n_args) {
    struct strbuf text = {0};
    check_explain_fun(p->table, f, check, args, n_args, &text);
    parse_fail(p, offset, "%.480s", strbuf_text(&text));
    strbuf_free(&text);
    return false;
}

/* An abstract value that carries its sort in its name, as cvc4 prints it: @uc_U_0. */
static bool abstract_by_name(struct parser *p, symbol name, term *result) {
    const struct symbol_entry *entry = symbol_at(&p->table->symbols, name);
    if (!p->model_syntax || entry->n < 6 || memcmp(entry->at, "@uc_", 4) != 0)
        return false;
    const char *end = strrchr(entry->at, '_');
    symbol of = symbol_find(&p->table->symbols, entry->at + 4, (size_t)(end - entry->at) - 4);
    uint32_t decl = end <= entry->at + 4 || of == 0 ? 0 : symbol_at(&p->table->symbols, of)->sort;
    if (decl == 0 || p->table->sorts.decls.at[decl].arity != 0)
        return false;
    sort s = sort_make(&p->table->sorts, SORT_DECLARED, decl, 0, NULL, 0);
    *result = term_make(p->table, OP_ABSTRACT, name, s, NULL, 0);
    return true;
}

/* A name that stands alone. */
static bool symbol_term(struct parser *p, term *result) {
    uint32_t offset = p->token.offset;
    symbol name = parse_intern(p);
    const struct symbol_entry *entry = symbol_at(&p->table->symbols, name);
    if (entry->local != 0) {
        *result = p->locals.at[entry->local - 1].value;
        return true;
    }
    struct check check;
    for (fun f = entry->fun; f != 0; f = fun_at(p->table, f)->shadowed) {
        const struct fun *info = fun_at(p->table, f);
        if (info->params != 0)
            continue;
        if (info->n_params_sorts == 0) {
            *result = term_make(p->table, OP_APPLY, f, info->result, NULL, 0);
            return true;
        }
        *result = check_fun(p->table, f, 0, NULL, 0, &check);
        return *result != 0 || fail_fun(p, offset, f, &check, NULL, 0);
    }
    if (entry->fun != 0)
        return function_value(p, entry->fun, offset, result);
    if (entry->op != 0) {
        *result = check_op(p->table, name, NULL, 0, 0, NULL, 0, &check);
        return *result != 0 || fail_op(p, offset, name, &check, NULL, 0);
    }
    if (p->token.kind == TOKEN_SYMBOL && entry->needs_bars)
        return parse_fail(p, offset, "reserved word '%s' used as a term", entry->at);
    if (abstract_by_name(p, name, result))
        return true;
    return parse_fail_unknown(p, offset, "symbol", name, false);
}

/* ---- identifiers: (_ f 1 2) and (as f SORT) ---- */

/* What an identifier in parentheses turned out to be. */
struct identifier {
    bool is_term; /* then `value` is it; otherwise a frame has been pushed */
    term value;
};

static bool is_bv_numeral(const struct symbol_entry *entry) {
    if (entry->n < 3 || entry->at[0] != 'b' || entry->at[1] != 'v')
        return false;
    for (uint32_t i = 2; i < entry->n; i++)
        if (entry->at[i] < '0' || entry->at[i] > '9')
            return false;
    return true;
}

/* (_ bv10 32), after the name */
static bool bv_numeral(struct parser *p, symbol name, uint32_t offset, term *result) {
    uint32_t width;
    if (!parse_next(p) || !parse_index(p, &width))
        return false;
    if (width == 0)
        return parse_fail(p, p->token.offset, "a bit-vector has at least one bit");
    const struct symbol_entry *entry = symbol_at(&p->table->symbols, name);
    strbuf_clear(&p->scratch);
    if (!literal_bits_decimal(entry->at + 2, entry->n - 2, width, &p->scratch))
        return parse_fail(p, offset, "the value does not fit into %u bits", width);
    *result = literal_term(p, OP_BITS, sort_bitvec(&p->table->sorts, width));
    return parse_expect(p, TOKEN_CLOSE, "')'");
}

/* (_ char #x41), after the name */
static bool character(struct parser *p, term *result) {
    if (!parse_expect(p, TOKEN_HEX, "a hexadecimal code point"))
        return false;
    uint32_t code = 0;
    for (uint32_t i = 2; i < p->token.n; i++) {
        char c = p->token.at[i];
        uint32_t digit = (uint32_t)(c <= '9' ? c - '0' : (c | 32) - 'a' + 10);
        code = code << 4 | digit;
        if (code > CODE_POINT_MAX || i > 6)
            return parse_fail(p, p->token.offset, "code point beyond #x2ffff");
    }
    strbuf_clear(&p->scratch);
    literal_from_code_points(&code, 1, &p->scratch);
    *result = literal_term(p, OP_STRING, SORT_STRING);
    return parse_expect(p, TOKEN_CLOSE, "')'");
}

/* The function that an index names: the constructor of (_ is c), the f of (_ map f). */
static bool named_function(struct parser *p, const char *expected, symbol *name, fun *f) {
    if (!parse_next(p))
        return false;
    bool in_parentheses = p->token.kind == TOKEN_OPEN; /* z3: (c (A B) C), with its rank */
    if (in_parentheses && !parse_next(p))
        return false;
    uint32_t offset = p->token.offset;
    if (!parse_symbol(p, name, expected))
        return false;
    *f = symbol_at(&p->table->symbols, *name)->fun;
    strbuf_clear(&p->scratch);
    while (in_parentheses) {
        if (!parse_next(p))
            return false;
        if (p->token.kind == TOKEN_CLOSE)
            break;
        if (!parse_raw(p, &p->scratch))
            return false;
    }
    p->token.offset = offset;
    return true;
}

static fun with_kind(const struct parser *p, fun f, enum fun_kind kind) {
    while (f != 0 && fun_at(p->table, f)->kind != kind)
        f = fun_at(p->table, f)->shadowed;
    return f;
}

static bool datatype_identifier(struct parser *p, bool is_tester, uint32_t offset) {
    symbol name;
    fun f;
    const char *what = is_tester ? "constructor" : "selector";
    if (!named_function(p, what, &name, &f))
        return false;
    f = with_kind(p, f, is_tester ? FUN_CONSTRUCTOR : FUN_SELECTOR);
    if (f == 0)
        return parse_fail_unknown(p, p->token.offset, what, name, false);
    push_frame(p, is_tester ? FRAME_IS : FRAME_UPDATE, offset)->a = f;
    return parse_expect(p, TOKEN_CLOSE, "')'");
}

static bool map_identifier(struct parser *p, uint32_t offset) {
    symbol name;
    fun f;
    if (!named_function(p, "a function", &name, &f))
        return false;
    if (f == 0 && symbol_at(&p->table->symbols, name)->op == 0)
        return parse_fail_unknown(p, p->token.offset, "function", name, false);
    struct frame *frame = push_frame(p, FRAME_MAP, offset);
    frame->a = f;
    frame->b = name;
    return parse_expect(p, TOKEN_CLOSE, "')'");
}

/* (_ as-array f): the function as an array */
static bool as_array(struct parser *p, uint32_t offset, term *result) {
    symbol name;
    fun f;
    if (!named_function(p, "a function", &name, &f))
        return false;
    if (f == 0)
        return parse_fail_unknown(p, p->token.offset, "function", name, false);
    struct fun info = *fun_at(p->table, f);
    if (fun_arity(p->table, f) != 1 || info.n_params_sorts > 0)
        return parse_fail(p, offset, "as-array takes a function of one argument");
    sort s = sort_array(&p->table->sorts, list_items(&p->table->lists, info.params)[0],
                        info.result);
    if (s == 0)
        return parse_fail(p, offset, "sort too large");
    *result = term_make(p->table, OP_AS_ARRAY, f, s, NULL, 0);
    return parse_expect(p, TOKEN_CLOSE, "')'");
}

/*
 * The rest of (_ real_algebraic_number <2*x^2 + (-1), (1/2, 3/4)>), which is
 * not made of tokens: kept as text up to the parenthesis that closes it.
 */
static bool algebraic_number(struct parser *p, uint32_t offset, term *result) {
    const char *text = p->lexer.text;
    uint32_t at = p->lexer.next, depth = 1;
    while (at < p->lexer.n && depth > 0) {
        depth += text[at] == '(';
        depth -= text[at] == ')';
        at++;
    }
    if (depth > 0)
        return parse_fail(p, offset, "'(' without ')'");
    p->lexer.next = at;
    p->token = (struct token){TOKEN_CLOSE, at - 1, 1, text + at - 1};
    symbol whole = symbol_intern(&p->table->symbols, text + offset, at - offset);
    *result = term_make(p->table, OP_ALGEBRAIC, whole, SORT_REAL, NULL, 0);
    return true;
}

/* Indices up to the closing parenthesis, as a list. */
static bool read_indices(struct parser *p, list *indices) {
    u32_vec values = {0};
    bool good;
    while ((good = parse_next(p)) && p->token.kind != TOKEN_CLOSE) {
        uint32_t value;
        if (!(good = parse_index(p, &value)))
            break;
        vec_push(&values, value);
    }
    if (good)
        *indices = list_intern(&p->table->lists, values.at, (uint32_t)values.n);
    vec_free(&values);
    return good;
}

/* (_ ...), after the underscore. As a head it leaves a frame, alone it is a term. */
static bool indexed_identifier(struct parser *p, uint32_t offset, bool is_head,
                               struct identifier *id) {
    symbol name;
    if (!parse_next(p) || !parse_symbol(p, &name, "an identifier"))
        return false;
    uint32_t name_offset = p->token.offset;
    const struct symbol_entry *entry = symbol_at(&p->table->symbols, name);
    id->is_term = true;
    if (entry->op == 0) {
        if (is_bv_numeral(entry))
            return bv_numeral(p, name, offset, &id->value);
        if (name == p->words.character)
            return character(p, &id->value);
        if (name == p->words.as_array)
            return as_array(p, offset, &id->value);
        if (name == p->words.algebraic)
            return algebraic_number(p, offset, &id->value);
        id->is_term = false;
        if (!is_head && (name == p->words.is || name == p->words.update ||
                         name == p->words.update_field || name == p->words.map))
            return parse_fail(p, offset, "(_ %s ...) must be applied to arguments", entry->at);
        if (name == p->words.is)
            return datatype_identifier(p, true, offset);
        if (name == p->words.update || name == p->words.update_field)
            return datatype_identifier(p, false, offset);
        if (name == p->words.map)
            return map_identifier(p, offset);
        return parse_fail_unknown(p, name_offset, "indexed identifier", name, false);
    }
    list indices;
    if (!read_indices(p, &indices))
        return false;
    struct frame *frame = push_frame(p, FRAME_OP, offset);
    frame->a = name;
    frame->b = indices;
    id->is_term = false;
    return true;
}

/* ff3 in (as ff3 F) */
static bool is_field_numeral(const struct parser *p, const struct symbol_entry *entry, sort s) {
    if (sort_kind(&p->table->sorts, s) != SORT_FIELD || entry->n < 3 ||
        memcmp(entry->at, "ff", 2) != 0)
        return false;
    for (uint32_t i = 2; i < entry->n; i++)
        if ((entry->at[i] < '0' || entry->at[i] > '9') && !(i == 2 && entry->at[i] == '-'))
            return false;
    return entry->at[entry->n - 1] != '-';
}

/* (as ...), after `as`. Leaves a frame, or is a literal or an abstract value. */
static bool qualified_identifier(struct parser *p, uint32_t offset, struct identifier *id) {
    symbol name;
    sort s;
    if (!parse_next(p) || !parse_symbol(p, &name, "an identifier"))
        return false;
    uint32_t name_offset = p->token.offset;
    if (!parse_next(p) || !parse_sort(p, &s) || !parse_expect(p, TOKEN_CLOSE, "')'"))
        return false;
    const struct symbol_entry *entry = symbol_at(&p->table->symbols, name);
    id->is_term = false;
    if (entry->local != 0 && term_sort(p->table, p->locals.at[entry->local - 1].value) == s) {
        id->is_term = true;
        id->value = p->locals.at[entry->local - 1].value;
    } else if (entry->fun != 0) {
        struct frame *frame = push_frame(p, FRAME_FUN, offset);
        frame->a = entry->fun;
        frame->c = s;
    } else if (entry->op != 0) {
        struct frame *frame = push_frame(p, FRAME_OP, offset);
        frame->a = name;
        frame->c = s;
    } else if (is_field_numeral(p, entry, s)) {
        id->is_term = true;
        id->value = field_term(p, entry->at + 2, entry->n - 2,
                               sort_at(&p->table->sorts, s)->indices[0]);
    } else if (entry->at[0] == '@') {
        id->is_term = true;
        id->value = term_make(p->table, OP_ABSTRACT, name, s, NULL, 0);
    } else
        return parse_fail_unknown(p, name_offset, "symbol", name, false);
    return true;
}

/* ---- applications ---- */

/* (f x ...) for a term f of map sort: each argument takes one arrow off. */
static bool call(struct parser *p, uint32_t offset, uint32_t base, term *result) {
    const struct sort_table *sorts = &p->table->sorts;
    term *args = p->args.at + base;
    uint32_t n = (uint32_t)p->args.n - base;
    sort s = term_sort(p->table, args[0]);
    if (n == 1)
        return parse_fail(p, offset, "an application needs arguments");
    for (uint32_t i = 1; i < n; i++) {
        unsigned tolerances = 0;
        if (sort_kind(sorts, s) != SORT_MAP)
            return parse_fail(p, p->arg_offsets.at[base + i],
                              "too many arguments: what is called is no function here");
        term arg = check_coerce(p->table, args[i], sort_arg(sorts, s, 0), &tolerances);
        if (arg == 0)
            return parse_fail(p, p->arg_offsets.at[base + i],
                              "the argument has another sort than the function takes");
        parse_note_tolerances(p, tolerances, offset);
        args[i] = arg;
        s = sort_arg(sorts, s, 1);
    }
    *result = term_make(p->table, OP_CALL, 0, s, args, n);
    return true;
}

static uint32_t error_offset(const struct parser *p, const struct frame *frame,
                             const struct check *check) {
    return check->bad_arg < p->args.n - frame->base ? p->arg_offsets.at[frame->base + check->bad_arg]
                                                    : frame->offset;
}

static bool apply_op(struct parser *p, const struct frame *frame, term *result) {
    term *args = p->args.at + frame->base;
    uint32_t n = (uint32_t)p->args.n - frame->base;
    struct check check;
    const uint32_t *items = list_items(&p->table->lists, frame->b);
    uint32_t n_indices = list_length(&p->table->lists, frame->b);
    uint32_t copy[8], *indices = copy;
    if (n_indices > 8)
        indices = mem_alloc(n_indices * sizeof *indices);
    memcpy(indices, items, n_indices * sizeof *indices); /* the list table may move */
    *result = check_op(p->table, frame->a, indices, n_indices, frame->c, args, n, &check);
    if (indices != copy)
        mem_free(indices);
    if (*result == 0)
        return fail_op(p, error_offset(p, frame, &check), frame->a, &check, args, n);
    if (check.tolerances != 0)
        parse_note_tolerances(p, check.tolerances, frame->offset);
    return true;
}

static bool apply_fun(struct parser *p, const struct frame *frame, term *result) {
    term *args = p->args.at + frame->base;
    uint32_t n = (uint32_t)p->args.n - frame->base;
    struct check check;
    *result = check_fun(p->table, frame->a, frame->c, args, n, &check);
    if (*result != 0) {
        if (check.tolerances != 0)
            parse_note_tolerances(p, check.tolerances, frame->offset);
        return true;
    }
    symbol name = fun_at(p->table, frame->a)->name;
    if (symbol_at(&p->table->symbols, name)->op != 0) { /* the operator that it hides may fit */
        struct check other;
        *result = check_op(p->table, name, NULL, 0, frame->c, args, n, &other);
        if (*result != 0)
            return true;
    }
    /* A function of map sort, or one that gets only some of its arguments. */
    bool maps = sort_kind(&p->table->sorts, fun_at(p->table, frame->a)->result) == SORT_MAP;
    if (frame->c == 0 && check.status == CHECK_ARITY && n > 0 &&
        (maps || n < fun_arity(p->table, frame->a))) {
        term head;
        if (fun_arity(p->table, frame->a) == 0)
            head = check_fun(p->table, frame->a, 0, NULL, 0, &check);
        else if (!function_value(p, frame->a, frame->offset, &head))
            return false;
        if (head == 0)
            return fail_fun(p, frame->offset, frame->a, &check, NULL, 0);
        push_arg(p, 0, 0);
        memmove(&p->args.at[frame->base + 1], &p->args.at[frame->base], n * sizeof(term));
        memmove(&p->arg_offsets.at[frame->base + 1], &p->arg_offsets.at[frame->base],
                n * sizeof(uint32_t));
        p->args.at[frame->base] = head;
        return call(p, frame->offset, frame->base, result);
    }
    return fail_fun(p, error_offset(p, frame, &check), frame->a, &check, args, n);
}

/* ((_ is c) x) and ((_ update s) x v) */
static bool apply_datatype(struct parser *p, const struct frame *frame, term *result) {
    struct sort_table *sorts = &p->table->sorts;
    term *args = p->args.at + frame->base;
    uint32_t n = (uint32_t)p->args.n - frame->base;
    bool is_tester = frame->kind == FRAME_IS;
    struct fun f = *fun_at(p->table, frame->a);
    struct sort_binding binding;
    sort_binding_clear(&binding, f.n_params_sorts);
    if (n != (is_tester ? 1u : 2u))
        return parse_fail(p, frame->offset, "%s takes %s", is_tester ? "a tester" : "an update",
                          is_tester ? "one argument" : "two arguments");
    sort whole = is_tester ? f.result : list_items(&p->table->lists, f.params)[0];
    if (!sort_match(sorts, whole, term_sort(p->table, args[0]), &binding))
        return parse_fail(p, p->arg_offsets.at[frame->base],
                          "the argument is not of the datatype that '%.200s' belongs to",
                          symbol_at(&p->table->symbols, f.name)->at);
    if (is_tester) {
        *result = term_make(p->table, OP_IS, frame->a, SORT_BOOL, args, 1);
        return true;
    }
    unsigned tolerances = 0;
    sort part = sort_instantiate(sorts, f.result, &binding);
    term value = part == 0 ? 0 : check_coerce(p->table, args[1], part, &tolerances);
    if (value == 0)
        return parse_fail(p, p->arg_offsets.at[frame->base + 1],
                          "the new value has another sort than the selector '%.200s'",
                          symbol_at(&p->table->symbols, f.name)->at);
    parse_note_tolerances(p, tolerances, frame->offset);
    args[1] = value;
    *result = term_make(p->table, OP_UPDATE, frame->a, term_sort(p->table, args[0]), args, 2);
    return true;
}

/* ((_ map f) a b): the sorts are those of f, under an array */
static bool apply_map(struct parser *p, const struct frame *frame, term *result) {
    struct sort_table *sorts = &p->table->sorts;
    term *args = p->args.at + frame->base;
    uint32_t n = (uint32_t)p->args.n - frame->base;
    VEC(term) elements = {0};
    sort index = 0;
    bool good = n > 0;
    /* A fresh variable of each element sort stands for the elements. */
    for (uint32_t i = 0; good && i < n; i++) {
        sort s = term_sort(p->table, args[i]);
        good = sort_kind(sorts, s) == SORT_ARRAY && (i == 0 || sort_arg(sorts, s, 0) == index);
        if (!good)
            break;
        index = sort_arg(sorts, s, 0);
        vec_push(&elements, term_variable(p->table, frame->b, sort_arg(sorts, s, 1)));
    }
    struct check check;
    term applied = 0;
    if (good)
        applied = frame->a != 0 ? check_fun(p->table, frame->a, 0, elements.at, n, &check)
                                : check_op(p->table, frame->b, NULL, 0, 0, elements.at, n, &check);
    vec_free(&elements);
    sort array = applied == 0 ? 0 : sort_array(sorts, index, term_sort(p->table, applied));
    if (array == 0)
        return parse_fail(p, frame->offset, "map needs arrays over one index sort whose elements "
                                            "the function takes");
    uint32_t which[2] = {frame->a != 0 ? term_at(p->table, applied)->payload
                                       : term_at(p->table, applied)->op,
                         frame->a != 0};
    *result = term_make(p->table, OP_MAP_ARRAY, list_intern(&p->table->lists, which, 2), array,
                        args, n);
    return true;
}

/* A ')' that ends an application. */
static bool close_application(struct parser *p, term *result) {
    struct frame frame = vec_top(&p->frames);
    bool good;
    if (p->args.n == frame.base && frame.kind != FRAME_CALL)
        return parse_fail(p, frame.offset, "an application needs arguments; "
                                           "a constant is written without parentheses");
    switch (frame.kind) {
    case FRAME_OP: good = apply_op(p, &frame, result); break;
    case FRAME_FUN: good = apply_fun(p, &frame, result); break;
    case FRAME_IS:
    case FRAME_UPDATE: good = apply_datatype(p, &frame, result); break;
    case FRAME_MAP: good = apply_map(p, &frame, result); break;
    default: good = call(p, frame.offset, frame.base, result);
    }
    drop_args(p, frame.base);
    (void)vec_pop(&p->frames);
    return good;
}

/* ---- let ---- */

/* The next binding of a let, or its body. */
static bool next_binding(struct parser *p) {
    struct frame *frame = &vec_top(&p->frames);
    symbol name;
    if (!parse_next(p))
        return false;
    if (p->token.kind == TOKEN_OPEN) {
        if (!parse_next(p) || !parse_symbol(p, &name, "a variable"))
            return false;
        if (p->token.kind == TOKEN_SYMBOL && symbol_at(&p->table->symbols, name)->needs_bars)
            return parse_fail(p, p->token.offset, "reserved word '%.*s' used as a variable",
                              (int)p->token.n, p->token.at);
        vec_push(&p->names, name);
        return true;
    }
    if (p->token.kind != TOKEN_CLOSE)
        return parse_fail_unexpected(p, "a binding or ')'");
    uint32_t n = (uint32_t)p->args.n - frame->base;
    if (n == 0)
        return parse_fail(p, frame->offset, "let without bindings");
    /* The names come into force together, after all values. */
    for (uint32_t i = 0; i < n; i++) {
        symbol s = p->names.at[frame->a + i];
        uint32_t hidden = symbol_at(&p->table->symbols, s)->local;
        if (hidden > frame->locals)
            return parse_fail(p, frame->offset, "let binds '%.200s' twice",
                              symbol_at(&p->table->symbols, s)->at);
        scope_bind_local(p, s, p->args.at[frame->base + i]);
    }
    p->names.n = frame->a;
    drop_args(p, frame->base);
    frame->kind = FRAME_LET_BODY;
    return true;
}

/* ---- binders ---- */

bool parse_sorted_vars(struct parser *p) {
    for (;;) {
        symbol name;
        sort s;
        if (!parse_next(p))
            return false;
        if (p->token.kind == TOKEN_CLOSE)
            return true;
        if (p->token.kind != TOKEN_OPEN)
            return parse_fail_unexpected(p, "a sorted variable or ')'");
        if (!parse_next(p) || !parse_symbol(p, &name, "a variable"))
            return false;
        uint32_t offset = p->token.offset;
        if (p->token.kind == TOKEN_SYMBOL && symbol_at(&p->table->symbols, name)->needs_bars)
            return parse_fail(p, offset, "reserved word '%.*s' used as a variable",
                              (int)p->token.n, p->token.at);
        if (!parse_next(p) || !parse_sort(p, &s) || !parse_expect(p, TOKEN_CLOSE, "')'"))
            return false;
        push_arg(p, term_variable(p->table, name, s), offset);
        scope_bind_local(p, name, vec_top(&p->args));
    }
}

static bool open_binder(struct parser *p, enum op op, uint32_t offset) {
    struct frame *frame = push_frame(p, FRAME_BINDER, offset);
    uint32_t base = frame->base;
    frame->a = op;
    if (!parse_expect(p, TOKEN_OPEN, "a list of sorted variables") || !parse_sorted_vars(p))
        return false;
    if (p->args.n == base)
        return parse_fail(p, offset, "a binder needs at least one variable");
    return true;
}

static bool close_binder(struct parser *p, term body, term *result) {
    struct frame frame = vec_pop(&p->frames);
    sort s = term_sort(p->table, body);
    uint32_t n = (uint32_t)p->args.n - frame.base;
    if (frame.a != OP_LAMBDA && s != SORT_BOOL)
        return parse_fail(p, frame.offset, "the body of a quantifier must be of sort Bool");
    if (frame.a == OP_CHOICE) {
        if (n != 1)
            return parse_fail(p, frame.offset, "choice binds one variable");
        s = term_sort(p->table, p->args.at[frame.base]);
    }
    for (uint32_t i = n; frame.a == OP_LAMBDA && i > 0 && s != 0; i--)
        s = sort_map(&p->table->sorts, term_sort(p->table, p->args.at[frame.base + i - 1]), s);
    if (s == 0)
        return parse_fail(p, frame.offset, "sort too large");
    push_arg(p, body, frame.offset);
    *result = term_make(p->table, frame.a, 0, s, p->args.at + frame.base, n + 1);
    drop_args(p, frame.base);
    scope_leave(p, frame.locals);
    return true;
}

/* ---- annotations ---- */

static void add_attribute(struct parser *p, symbol keyword, enum attribute_kind kind,
                          uint32_t value) {
    vec_push(&p->names, keyword);
    vec_push(&p->names, (uint32_t)kind);
    vec_push(&p->names, value);
}

static bool bind_named(struct parser *p, symbol name, term t, uint32_t offset) {
    if (term_at(p->table, t)->free != 0)
        return parse_fail(p, offset, "a named term may not contain bound variables");
    fun f = fun_declare(p->table, FUN_NAMED, name, NULL, 0, term_sort(p->table, t));
    p->table->funs.at[f].body = t;
    return scope_bind_fun(p, f, offset);
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
            !bind_named(p, p->names.at[frame.a + i + 2], t, frame.offset))
            return false;
    p->names.n = frame.a;
    drop_args(p, frame.base);
    return true;
}

/* Reads attributes until the annotation ends (*done) or terms have to be read for one. */
static bool next_attribute(struct parser *p, term *result, bool *done) {
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
            push_frame(p, FRAME_PATTERN, offset)->a = keyword;
            return parse_expect(p, TOKEN_OPEN, "a list of terms");
        }
        if (keyword == p->words.no_pattern) {
            push_frame(p, FRAME_NO_PATTERN, offset)->a = keyword;
            return true;
        }
        if (!parse_next(p))
            return false;
        if (keyword == p->words.named) {
            if (!parse_symbol(p, &name, "a name"))
                return false;
            add_attribute(p, keyword, ATTRIBUTE_NAMED, name);
            continue;
        }
        if (p->token.kind == TOKEN_KEYWORD || p->token.kind == TOKEN_CLOSE) {
            add_attribute(p, keyword, ATTRIBUTE_ALONE, 0);
            have_token = true;
            continue;
        }
        strbuf_clear(&p->scratch);
        if (!parse_raw(p, &p->scratch))
            return false;
        add_attribute(p, keyword, ATTRIBUTE_TEXT,
                      symbol_intern(&p->table->symbols, p->scratch.at, p->scratch.n));
    }
}

/* ---- match ---- */

/* Binds a pattern's variables: they get the sorts of the constructor's parts. */
static bool bind_pattern(struct parser *p, fun constructor, sort scrutinee, uint32_t offset) {
    struct sort_table *sorts = &p->table->sorts;
    struct sort_binding binding;
    struct fun c = *fun_at(p->table, constructor);
    uint32_t n = 0, arity = fun_arity(p->table, constructor);
    sort_binding_clear(&binding, c.n_params_sorts);
    if (!sort_match(sorts, c.result, scrutinee, &binding))
        return parse_fail(p, offset, "'%.200s' is no constructor of the datatype that is matched",
                          symbol_at(&p->table->symbols, c.name)->at);
    for (;;) {
        symbol name;
        if (!parse_next(p))
            return false;
        if (p->token.kind == TOKEN_CLOSE)
            break;
        if (!parse_symbol(p, &name, "a variable or ')'"))
            return false;
        if (n == arity)
            return parse_fail(p, p->token.offset, "'%.200s' has only %u part%s",
                              symbol_at(&p->table->symbols, c.name)->at, arity,
                              arity == 1 ? "" : "s");
        sort s = sort_instantiate(sorts, list_items(&p->table->lists, c.params)[n++], &binding);
        if (s == 0)
            return parse_fail(p, p->token.offset, "sort too large");
        push_arg(p, term_variable(p->table, name, s), p->token.offset);
        if (name != p->words.underscore)
            scope_bind_local(p, name, vec_top(&p->args));
    }
    return n == arity || parse_fail(p, offset, "'%.200s' has %u parts, but the pattern names %u",
                                    symbol_at(&p->table->symbols, c.name)->at, arity, n);
}

/* The pattern of a case, after the '(' of the case; pushes the frame for its body. */
static bool open_case(struct parser *p, sort scrutinee) {
    symbol name;
    uint32_t offset = p->token.offset;
    struct frame *frame = push_frame(p, FRAME_CASE, offset);
    uint32_t base = frame->base;
    fun constructor = 0;
    if (!parse_next(p))
        return false;
    if (p->token.kind == TOKEN_OPEN) {
        if (!parse_next(p) || !parse_symbol(p, &name, "a constructor"))
            return false;
        constructor = with_kind(p, symbol_at(&p->table->symbols, name)->fun, FUN_CONSTRUCTOR);
        if (constructor == 0)
            return parse_fail_unknown(p, p->token.offset, "constructor", name, false);
        if (!bind_pattern(p, constructor, scrutinee, p->token.offset))
            return false;
    } else {
        if (!parse_symbol(p, &name, "a pattern"))
            return false;
        constructor = with_kind(p, symbol_at(&p->table->symbols, name)->fun, FUN_CONSTRUCTOR);
        struct sort_binding binding;
        if (constructor != 0) {
            sort_binding_clear(&binding, SORT_PARAMS_MAX);
            if (!sort_match(&p->table->sorts, fun_at(p->table, constructor)->result, scrutinee,
                            &binding) ||
                fun_arity(p->table, constructor) != 0)
                return parse_fail(p, p->token.offset, "'%.200s' needs its parts in the pattern, "
                                                      "or is of another datatype",
                                  symbol_at(&p->table->symbols, name)->at);
        } else {
            push_arg(p, term_variable(p->table, name, scrutinee), p->token.offset);
            if (name != p->words.underscore)
                scope_bind_local(p, name, vec_top(&p->args));
        }
    }
    frame = &vec_top(&p->frames);
    frame->a = constructor;
    frame->b = (uint32_t)p->args.n - base;
    return true;
}

static bool close_case(struct parser *p, term body) {
    struct frame frame = vec_pop(&p->frames);
    push_arg(p, body, frame.offset);
    term made = term_make(p->table, OP_CASE, frame.a, term_sort(p->table, body),
                          p->args.at + frame.base, frame.b + 1);
    drop_args(p, frame.base);
    scope_leave(p, frame.locals);
    push_arg(p, made, frame.offset);
    return true;
}

static bool covers_all(struct parser *p, const struct frame *frame, list constructors) {
    for (uint32_t i = 0; i < list_length(&p->table->lists, constructors); i++) {
        fun wanted = list_items(&p->table->lists, constructors)[i];
        bool found = false;
        for (size_t j = frame->base + 1; j < p->args.n && !found; j++) {
            uint32_t c = term_at(p->table, p->args.at[j])->payload;
            found = c == 0 || c == wanted;
        }
        if (!found)
            return parse_fail(p, frame->offset, "match has no case for '%.200s'",
                              symbol_at(&p->table->symbols, fun_at(p->table, wanted)->name)->at);
    }
    return true;
}

static bool close_match(struct parser *p, term *result) {
    struct frame frame = vec_top(&p->frames);
    uint32_t n = (uint32_t)p->args.n - frame.base;
    if (n < 2)
        return parse_fail(p, frame.offset, "match without cases");
    sort s = term_sort(p->table, p->args.at[frame.base + 1]);
    for (uint32_t i = 2; i < n; i++)
        if (term_sort(p->table, p->args.at[frame.base + i]) != s)
            return parse_fail(p, p->arg_offsets.at[frame.base + i],
                              "the cases of a match must have one sort");
    const struct sort_decl *datatype =
        sort_datatype(&p->table->sorts, term_sort(p->table, p->args.at[frame.base]));
    if (!covers_all(p, &frame, datatype->constructors))
        return false;
    *result = term_make(p->table, OP_MATCH, 0, s, p->args.at + frame.base, n);
    drop_args(p, frame.base);
    (void)vec_pop(&p->frames);
    return parse_expect(p, TOKEN_CLOSE, "')'");
}

/* After the scrutinee or a case: the next case, or the end of the match (*done). */
static bool next_case(struct parser *p, term *result, bool *done) {
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

static bool open_cases(struct parser *p, term scrutinee, term *result, bool *done) {
    struct frame *frame = &vec_top(&p->frames);
    if (sort_datatype(&p->table->sorts, term_sort(p->table, scrutinee)) == NULL)
        return parse_fail(p, frame->offset, "match needs a term of a datatype");
    push_arg(p, scrutinee, frame->offset);
    return parse_expect(p, TOKEN_OPEN, "a list of cases") && next_case(p, result, done);
}

/* ---- the loop ---- */

/* is-cons, as z3 and older solvers write ((_ is cons) x) */
static fun tester_by_name(const struct parser *p, const struct symbol_entry *entry) {
    if (entry->n < 4 || memcmp(entry->at, "is-", 3) != 0)
        return 0;
    symbol name = symbol_find(&p->table->symbols, entry->at + 3, entry->n - 3);
    return name == 0 ? 0
                     : with_kind(p, symbol_at(&p->table->symbols, name)->fun, FUN_CONSTRUCTOR);
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
        push_frame(p, FRAME_CALL, offset);
        push_arg(p, head, p->token.offset);
        return true;
    }
    if (entry->fun != 0) {
        push_frame(p, FRAME_FUN, offset)->a = entry->fun;
        return true;
    }
    if (entry->op != 0) {
        push_frame(p, FRAME_OP, offset)->a = name;
        return true;
    }
    if (name == p->words.lambda)
        return open_binder(p, OP_LAMBDA, offset);
    if (name == p->words.choice || name == p->words.witness)
        return open_binder(p, OP_CHOICE, offset);
    if (name == p->words.root_obj) {
        *done = true;
        return root_object(p, result);
    }
    fun constructor = tester_by_name(p, entry);
    if (constructor == 0)
        return parse_fail_unknown(p, p->token.offset, "function", name, false);
    push_frame(p, FRAME_IS, offset)->a = constructor;
    return true;
}

static bool open_reserved(struct parser *p, uint32_t offset, symbol word, term *result,
                          bool *done) {
    const struct words *w = &p->words;
    struct identifier id;
    if (word == w->let) {
        push_frame(p, FRAME_LET, offset)->a = (uint32_t)p->names.n;
        return parse_expect(p, TOKEN_OPEN, "a list of bindings") && next_binding(p);
    }
    if (word == w->forall || word == w->exists)
        return open_binder(p, word == w->forall ? OP_FORALL : OP_EXISTS, offset);
    if (word == w->bang) {
        push_frame(p, FRAME_ANNOTATED, offset)->a = (uint32_t)p->names.n;
        return true;
    }
    if (word == w->match) {
        push_frame(p, FRAME_MATCH, offset);
        return true;
    }
    if (word == w->underscore || word == w->as) {
        bool good = word == w->as ? qualified_identifier(p, offset, &id)
                                  : indexed_identifier(p, offset, false, &id);
        if (!good)
            return false;
        *done = true;
        if (id.is_term) {
            *result = id.value;
            return true;
        }
        struct frame frame = vec_pop(&p->frames); /* alone: applied to nothing */
        return frame.kind == FRAME_OP ? apply_op(p, &frame, result) : apply_fun(p, &frame, result);
    }
    return parse_fail(p, p->token.offset, "reserved word '%.*s' cannot be applied",
                      (int)p->token.n, p->token.at);
}

/* ((...) args): the head is an identifier in parentheses, or any term of map sort. */
static bool open_compound_head(struct parser *p, uint32_t offset, bool *is_identifier) {
    struct identifier id;
    *is_identifier = true;
    if (p->token.kind == TOKEN_SYMBOL) {
        symbol name = parse_intern(p);
        if (name == p->words.underscore || name == p->words.as) {
            bool good = name == p->words.as ? qualified_identifier(p, offset, &id)
                                            : indexed_identifier(p, offset, true, &id);
            if (good && id.is_term) {
                push_frame(p, FRAME_CALL, offset);
                push_arg(p, id.value, offset);
            }
            return good;
        }
    }
    *is_identifier = false;
    push_frame(p, FRAME_HEAD, offset);
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
            if (is_identifier)
                return true;
            /* Any other term: read its opening parenthesis again, as one of its own. */
            p->lexer.next = next;
            p->lexer.comments.n = comments;
            p->token = open;
            continue;
        }
        symbol name;
        if (!parse_symbol(p, &name, "a function or a binder"))
            return false;
        if (p->token.kind == TOKEN_SYMBOL && symbol_at(&p->table->symbols, name)->needs_bars)
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
        push_arg(p, *t, offset);
        return true;
    case FRAME_LET:
        push_arg(p, *t, offset);
        return parse_expect(p, TOKEN_CLOSE, "')'") && next_binding(p);
    case FRAME_LET_BODY:
        scope_leave(p, frame->locals);
        (void)vec_pop(&p->frames);
        *done = true;
        return parse_expect(p, TOKEN_CLOSE, "')'");
    case FRAME_BINDER:
        *done = true;
        return parse_expect(p, TOKEN_CLOSE, "')'") && close_binder(p, *t, t);
    case FRAME_ANNOTATED:
        push_arg(p, *t, offset);
        return next_attribute(p, t, done);
    case FRAME_NO_PATTERN:
        add_attribute(p, frame->a, ATTRIBUTE_TERM, 1);
        (void)vec_pop(&p->frames);
        push_arg(p, *t, offset);
        return next_attribute(p, t, done);
    case FRAME_MATCH:
        return open_cases(p, *t, t, done);
    case FRAME_CASE:
        return parse_expect(p, TOKEN_CLOSE, "')'") && close_case(p, *t) &&
               next_case(p, t, done);
    default:
        push_arg(p, *t, offset);
        return true;
    }
}

static bool close_pattern(struct parser *p, term *result, bool *done) {
    struct frame frame = vec_pop(&p->frames);
    uint32_t n = (uint32_t)p->args.n - frame.base;
    if (n == 0)
        return parse_fail(p, frame.offset, "a pattern without terms");
    add_attribute(p, frame.a, ATTRIBUTE_TERMS, n);
    return next_attribute(p, result, done);
}

static bool close_parenthesis(struct parser *p, size_t frames_before, term *result, bool *done) {
    *done = true;
    if (p->frames.n > frames_before) {
        enum frame_kind kind = (enum frame_kind)vec_top(&p->frames).kind;
        if (kind <= FRAME_CALL)
            return close_application(p, result);
        if (kind == FRAME_PATTERN)
            return close_pattern(p, result, done);
    }
    return parse_fail_unexpected(p, "a term");
}

bool parse_term(struct parser *p, term *result) {
    size_t frames_before = p->frames.n;
    for (;;) {
        bool done = true;
        uint32_t offset = p->token.offset;
        switch (p->token.kind) {
        case TOKEN_OPEN:
            if (!open_parenthesis(p, result, &done))
                return false;
            break;
        case TOKEN_CLOSE:
            if (p->frames.n > frames_before)
                offset = vec_top(&p->frames).offset;
            if (!close_parenthesis(p, frames_before, result, &done))
                return false;
            break;
        case TOKEN_SYMBOL:
        case TOKEN_QUOTED_SYMBOL:
            if (!symbol_term(p, result))
                return false;
            break;
        case TOKEN_END:
        case TOKEN_KEYWORD:
            return parse_fail_unexpected(p, "a term");
        default:
            if (!literal(p, result))
                return false;
        }
        while (done) {
            if (p->frames.n == frames_before)
                return true;
            uint32_t enclosing = vec_top(&p->frames).offset;
            if (!deliver(p, offset, result, &done))
                return false;
            offset = enclosing;
        }
        if (!parse_next(p))
            return false;
    }
}
