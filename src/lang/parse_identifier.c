/*
 * Leaves and identifiers: literals, names that stand alone, (_ f 1 2) and
 * (as f SORT).
 */
#include "lang/literal.h"
#include "lang/parser_int.h"

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
    const struct symbol_entry *entry = symbol_at(&p->table->symbols, order);
    strbuf_clear(&p->scratch);
    literal_field(value, n, entry->at, entry->n, &p->scratch);
    sort s = sort_make(&p->table->sorts, SORT_FIELD, order, 0, NULL, 0);
    return literal_term(p, OP_FIELD, s);
}

bool parse_literal(struct parser *p, term *result) {
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
        size_t value = (size_t)(m - p->token.at) - 2, n = p->token.n - value - 3;
        for (m++; n > 1 && *m == '0'; n--)
            m++;
        symbol order;
        if (!parse_field_order(p, m, n, &order))
            return false;
        *result = field_term(p, p->token.at + 2, value, order);
        return true;
    }
    default:
        return string_term(p, result);
    }
}

/* The function as a value: (-> A (-> B C)). */
bool parse_function_value(struct parser *p, fun f, uint32_t offset, term *result) {
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

/* Fails with this text, and frees it. */
static bool fail_with(struct parser *p, uint32_t offset, struct strbuf *text) {
    parse_fail(p, offset, "%.480s", strbuf_text(text));
    strbuf_free(text);
    return false;
}

bool parse_fail_op(struct parser *p, uint32_t offset, symbol name, const struct check *check,
                   const term *args, uint32_t n_args) {
    struct strbuf text = {0};
    check_explain_op(p->table, name, check, args, n_args, &text);
    return fail_with(p, offset, &text);
}

bool parse_fail_fun(struct parser *p, uint32_t offset, fun f, const struct check *check,
                    const term *args, uint32_t n_args) {
    struct strbuf text = {0};
    check_explain_fun(p->table, f, check, args, n_args, &text);
    return fail_with(p, offset, &text);
}

/* The youngest constant among f and those that it hides; 0 if there is none. */
static fun first_constant(const struct parser *p, fun f) {
    while (f != 0 && fun_at(p->table, f)->params != 0)
        f = fun_at(p->table, f)->shadowed;
    return f;
}

/* "'c' is a constant of several sorts; write (as c A) or (as c B)" */
static bool fail_ambiguous(struct parser *p, fun f, uint32_t offset) {
    enum { SHOWN = 4 };
    const char *name = symbol_at(&p->table->symbols, fun_at(p->table, f)->name)->at;
    struct strbuf text = {0};
    strbuf_printf(&text, "'%.100s' is a constant of several sorts; write ", name);
    for (int shown = 0; f != 0; f = first_constant(p, fun_at(p->table, f)->shadowed)) {
        if (shown++ == SHOWN) {
            strbuf_add_text(&text, ", ...");
            break;
        }
        strbuf_printf(&text, "%s(as %.100s ", shown == 1 ? "" : " or ", name);
        sort_print(&p->table->sorts, fun_at(p->table, f)->result, &text);
        strbuf_add_char(&text, ')');
    }
    return fail_with(p, offset, &text);
}

/* A constant of the script. `as` is needed where others have its name. */
static bool constant(struct parser *p, fun f, uint32_t offset, term *result) {
    struct check check;
    const struct fun *info = fun_at(p->table, f);
    fun other = first_constant(p, info->shadowed);
    if (other != 0) { /* solvers do not always write `as` in models */
        sort wanted = parse_wanted_here(p);
        *result = wanted == 0 ? 0 : check_fun(p->table, f, wanted, NULL, 0, &check);
        return *result != 0 || fail_ambiguous(p, f, offset);
    }
    if (info->n_params_sorts == 0) {
        *result = term_constant(p->table, f);
        return true;
    }
    *result = check_fun(p->table, f, 0, NULL, 0, &check);
    if (*result == 0 && parse_sort_of_constructor(p, f) != 0)
        *result = check_fun(p->table, f, parse_sort_of_constructor(p, f), NULL, 0, &check);
    return *result != 0 || parse_fail_fun(p, offset, f, &check, NULL, 0);
}

/* A name that stands alone. */
bool parse_name(struct parser *p, term *result) {
    uint32_t offset = p->token.offset;
    symbol name = parse_intern(p);
    const struct symbol_entry *entry = symbol_at(&p->table->symbols, name);
    if (entry->local != 0) {
        *result = p->locals.at[entry->local - 1].value;
        return true;
    }
    if (first_constant(p, entry->fun) != 0)
        return constant(p, first_constant(p, entry->fun), offset, result);
    if (entry->fun != 0)
        return parse_function_value(p, entry->fun, offset, result);
    if (entry->op != 0) {
        struct check check;
        *result = check_op(p->table, name, NULL, 0, 0, NULL, 0, &check);
        return *result != 0 || parse_fail_op(p, offset, name, &check, NULL, 0);
    }
    if (p->token.kind == TOKEN_SYMBOL && entry->is_reserved)
        return parse_fail(p, offset, "reserved word '%s' used as a term", entry->at);
    if (parse_abstract_name(p, name, result))
        return true;
    entry = symbol_at(&p->table->symbols, name); /* the table may have moved */
    if (entry->n > 1 && entry->at[0] == '-' && entry->at[1] >= '0' && entry->at[1] <= '9')
        return parse_fail(p, offset,
                          "unknown symbol '%.200s'; negative numbers are written (- %.200s)",
                          entry->at, entry->at + 1);
    return parse_fail_unknown(p, offset, "symbol", name, false);
}

/* ---- identifiers: (_ f 1 2) and (as f SORT) ---- */

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
        return parse_fail(p, offset, "the value does not fit into %u bit%s", width,
                          plural_s(width));
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
        if (code > CODE_POINT_MAX)
            return parse_fail(p, p->token.offset, "code point beyond #x2ffff");
        if (i > 6)
            return parse_fail(p, p->token.offset, "a code point has at most five digits");
    }
    strbuf_clear(&p->scratch);
    literal_from_code_points(&code, 1, &p->scratch);
    *result = literal_term(p, OP_STRING, SORT_STRING);
    return parse_expect(p, TOKEN_CLOSE, "')'");
}

/*
 * The function that an index names: the constructor of (_ is c), the f of (_ map f). Of several
 * with its name, z3 writes (c (A B) C), with the rank, and cvc5 (as c C).
 */
struct index_name {
    symbol name;
    uint32_t offset;
    fun f;         /* the youngest with the name, 0 if there is none */
    bool has_rank; /* (c (A B) C): `params` and `sort` are its */
    sort sort;     /* 0 if none is given */
    list params;
};

/* (A B) C */
static bool index_rank(struct parser *p, struct index_name *index) {
    u32_vec params = {0};
    bool good = parse_expect(p, TOKEN_OPEN, "a list of sorts");
    while (good && (good = parse_next(p)) && p->token.kind != TOKEN_CLOSE) {
        sort s = 0;
        good = parse_sort(p, &s);
        vec_push(&params, s);
    }
    good = good && parse_next(p) && parse_sort(p, &index->sort);
    index->params = good ? parse_intern_list(p, &params) : 0;
    index->has_rank = true;
    vec_free(&params);
    return good;
}

static bool named_function(struct parser *p, const char *expected, struct index_name *index) {
    *index = (struct index_name){0};
    if (!parse_next(p))
        return false;
    bool in_parentheses = p->token.kind == TOKEN_OPEN;
    if (in_parentheses && !parse_next(p))
        return false;
    bool is_qualified =
        in_parentheses && p->token.kind == TOKEN_SYMBOL && parse_intern(p) == p->words.as;
    if (is_qualified && !parse_next(p))
        return false;
    index->offset = p->token.offset;
    if (!parse_symbol(p, &index->name, expected))
        return false;
    index->f = symbol_at(&p->table->symbols, index->name)->fun;
    if (!in_parentheses)
        return true;
    return (is_qualified ? parse_next(p) && parse_sort(p, &index->sort) : index_rank(p, index)) &&
           parse_expect(p, TOKEN_CLOSE, "')'");
}

/* Has the function this rank? What its sort variables stand for follows from its result. */
static bool has_rank(struct parser *p, fun f, const struct index_name *index) {
    struct fun info = *fun_at(p->table, f);
    struct sort_binding binding;
    uint32_t n = list_length(&p->table->lists, index->params);
    bool is_constructor = info.kind == FUN_CONSTRUCTOR;
    sort_binding_clear(&binding, info.n_params_sorts);
    if (index->has_rank && fun_arity(p->table, f) != n)
        return false;
    for (uint32_t i = 0; index->has_rank && !is_constructor && i < n; i++)
        if (!sort_match(&p->table->sorts, list_items(&p->table->lists, info.params)[i],
                        list_items(&p->table->lists, index->params)[i], &binding))
            return false;
    if (!sort_match(&p->table->sorts, info.result, index->sort, &binding))
        return false;
    for (uint32_t i = 0; index->has_rank && is_constructor && i < n; i++)
        if (sort_instantiate(&p->table->sorts, list_items(&p->table->lists, info.params)[i],
                             &binding) != list_items(&p->table->lists, index->params)[i])
            return false;
    return true;
}

/* Of the functions of this kind with the name, the one with the sorts that are given. */
static fun function_of_rank(struct parser *p, const struct index_name *index, enum fun_kind kind) {
    fun f = parse_fun_of_kind(p, index->f, kind);
    while (f != 0 && index->sort != 0 && !has_rank(p, f, index))
        f = parse_fun_of_kind(p, fun_at(p->table, f)->shadowed, kind);
    return f;
}

fun parse_fun_of_kind(const struct parser *p, fun f, enum fun_kind kind) {
    while (f != 0 && fun_at(p->table, f)->kind != kind)
        f = fun_at(p->table, f)->shadowed;
    return f;
}

fun parse_fun_of_sort(struct parser *p, fun f, sort datatype) {
    struct sort_binding binding;
    enum fun_kind kind = fun_at(p->table, f)->kind;
    for (fun g = f; g != 0; g = parse_fun_of_kind(p, fun_at(p->table, g)->shadowed, kind)) {
        const struct fun *info = fun_at(p->table, g);
        sort whole =
            kind == FUN_SELECTOR ? list_items(&p->table->lists, info->params)[0] : info->result;
        sort_binding_clear(&binding, info->n_params_sorts);
        if (sort_match(&p->table->sorts, whole, datatype, &binding))
            return g;
    }
    return f;
}

symbol parse_find_dashed(struct parser *p, symbol name) {
    const struct symbol_entry *entry = symbol_at(&p->table->symbols, name);
    strbuf_clear(&p->scratch);
    strbuf_add(&p->scratch, "is-", 3);
    strbuf_add(&p->scratch, entry->at, entry->n);
    return symbol_find(&p->table->symbols, p->scratch.at, p->scratch.n);
}

/* (_ is c), (_ update s) and z3's (_ update-field s), after the word */
static bool datatype_identifier(struct parser *p, symbol word, uint32_t offset) {
    struct index_name index;
    bool is_tester = word == p->words.is;
    const char *what = is_tester ? "constructor" : "selector";
    if (!named_function(p, is_tester ? "a constructor" : "a selector", &index))
        return false;
    enum fun_kind kind = is_tester ? FUN_CONSTRUCTOR : FUN_SELECTOR;
    if (parse_fun_of_kind(p, index.f, kind) == 0)
        return parse_fail_unknown(p, index.offset, what, index.name, false);
    fun f = function_of_rank(p, &index, kind);
    if (f == 0)
        return parse_fail(p, index.offset, "no %s '%.200s' has the sort%s given here", what,
                          symbol_at(&p->table->symbols, index.name)->at, index.has_rank ? "s" : "");
    struct frame *frame = parse_push_frame(p, is_tester ? FRAME_IS : FRAME_UPDATE, offset);
    frame->a = f;
    frame->b = index.has_rank                  ? SPELLED_RANK
               : is_tester && index.sort != 0  ? SPELLED_AS
               : word == p->words.update_field ? SPELLED_FIELD
                                               : SPELLED_PLAIN;
    if (is_tester)
        frame->c = index.sort;
    else if (index.has_rank)
        frame->c = list_items(&p->table->lists, index.params)[0];
    return parse_expect(p, TOKEN_CLOSE, "')'");
}

/* The sorts of the rank, the result last. */
static list list_of_rank(struct parser *p, const struct index_name *index) {
    u32_vec sorts = {0};
    for (uint32_t i = 0; i < list_length(&p->table->lists, index->params); i++)
        vec_push(&sorts, list_items(&p->table->lists, index->params)[i]);
    vec_push(&sorts, index->sort);
    list all = parse_intern_list(p, &sorts);
    vec_free(&sorts);
    return all;
}

static bool map_identifier(struct parser *p, uint32_t offset) {
    struct index_name index;
    if (!named_function(p, "a function", &index))
        return false;
    if (index.f == 0 && symbol_at(&p->table->symbols, index.name)->op == 0)
        return parse_fail_unknown(p, index.offset, "function", index.name, false);
    struct frame *frame = parse_push_frame(p, FRAME_MAP, offset);
    frame->a = index.f;
    frame->b = index.name;
    frame->c = index.has_rank ? list_of_rank(p, &index) : 0;
    return parse_expect(p, TOKEN_CLOSE, "')'");
}

bool parse_ranked_function(struct parser *p, term *result) {
    struct index_name index = {0};
    if (!parse_next(p) || !parse_symbol(p, &index.name, "a function"))
        return false;
    uint32_t offset = p->token.offset;
    fun f = symbol_at(&p->table->symbols, index.name)->fun;
    if (f == 0)
        return parse_fail_unknown(p, offset, "function", index.name, false);
    if (!index_rank(p, &index))
        return false;
    while (f != 0 && (fun_at(p->table, f)->params != index.params ||
                      fun_at(p->table, f)->result != index.sort))
        f = fun_at(p->table, f)->shadowed;
    if (f == 0)
        return parse_fail(p, offset, "no function '%.200s' has the sorts given here",
                          symbol_at(&p->table->symbols, index.name)->at);
    p->table->funs.at[f].spellings |= SPELLED_RANK;
    if (fun_arity(p->table, f) == 0)
        *result = term_constant(p->table, f);
    else if (!parse_function_value(p, f, offset, result))
        return false;
    return parse_expect(p, TOKEN_CLOSE, "')'");
}

/* (_ as-array f): the function as an array */
static bool as_array(struct parser *p, uint32_t offset, term *result) {
    struct index_name index;
    if (!named_function(p, "a function", &index))
        return false;
    if (index.f == 0)
        return parse_fail_unknown(p, index.offset, "function", index.name, false);
    struct fun info = *fun_at(p->table, index.f);
    if (info.shadowed != 0)
        return parse_fail(p, offset, "there is more than one function '%.200s'",
                          symbol_at(&p->table->symbols, index.name)->at);
    if (fun_arity(p->table, index.f) != 1 || info.n_params_sorts > 0)
        return parse_fail(p, offset, "as-array takes a function of one argument");
    sort s =
        sort_array(&p->table->sorts, list_items(&p->table->lists, info.params)[0], info.result);
    if (s == 0)
        return parse_fail(p, offset, "sort too large");
    *result = term_make(p->table, OP_AS_ARRAY, index.f, s, NULL, 0);
    return parse_expect(p, TOKEN_CLOSE, "')'");
}

bool parse_skip_raw(struct parser *p, uint32_t offset) {
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
    return true;
}

/* The rest of (_ real_algebraic_number <2*x^2 + (-1), (1/2, 3/4)>) is kept as text on one line. */
static bool algebraic_number(struct parser *p, uint32_t offset, term *result) {
    uint32_t from = p->lexer.next;
    if (!parse_skip_raw(p, offset))
        return false;
    strbuf_clear(&p->scratch);
    strbuf_add_text(&p->scratch, "(_ real_algebraic_number");
    for (uint32_t i = from; i < p->lexer.next - 1; i++) {
        char c = p->lexer.text[i];
        bool blank = c == ' ' || c == '\t' || c == '\r' || c == '\n';
        if (!blank || p->scratch.at[p->scratch.n - 1] != ' ')
            strbuf_add_char(&p->scratch, blank ? ' ' : c);
    }
    if (p->scratch.at[p->scratch.n - 1] == ' ')
        p->scratch.n--;
    strbuf_add_char(&p->scratch, ')');
    *result = literal_term(p, OP_ALGEBRAIC, SORT_REAL);
    return true;
}

/* Indices up to the closing parenthesis, as a list. */
static bool read_indices(struct parser *p, list *indices) {
    size_t base = p->names.n;
    while (parse_next(p)) {
        uint32_t value;
        if (p->token.kind == TOKEN_CLOSE) {
            *indices =
                list_intern(&p->table->lists, p->names.at + base, (uint32_t)(p->names.n - base));
            p->names.n = base;
            return true;
        }
        if (!parse_index(p, &value))
            return false;
        vec_push(&p->names, value);
    }
    return false;
}

/* (_ ...), after the underscore. As a head it leaves a frame, alone it is a term. */
bool parse_indexed(struct parser *p, uint32_t offset, bool is_head, struct identifier *id) {
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
        if (!is_head && parse_is_z3_character(p, name))
            return parse_z3_character(p, &id->value);
        id->is_term = false;
        if (!is_head && (name == p->words.is || name == p->words.update ||
                         name == p->words.update_field || name == p->words.map))
            return parse_fail(p, offset, "(_ %s ...) must be applied to arguments", entry->at);
        if (name == p->words.is || name == p->words.update || name == p->words.update_field)
            return datatype_identifier(p, name, offset);
        if (name == p->words.map)
            return map_identifier(p, offset);
        return parse_fail_unknown(p, name_offset, "indexed identifier", name, false);
    }
    list indices;
    if (!read_indices(p, &indices))
        return false;
    struct frame *frame = parse_push_frame(p, FRAME_OP, offset);
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
bool parse_qualified(struct parser *p, uint32_t offset, struct identifier *id) {
    symbol name;
    sort s;
    if (!parse_next(p) || !parse_symbol(p, &name, "an identifier"))
        return false;
    uint32_t name_offset = p->token.offset;
    if (!parse_abstract_rest(p, &name) || !parse_next(p) || !parse_sort(p, &s) ||
        !parse_expect(p, TOKEN_CLOSE, "')'"))
        return false;
    const struct symbol_entry *entry = symbol_at(&p->table->symbols, name);
    id->is_term = false;
    if (is_field_numeral(p, entry, s)) { /* a literal, whatever is declared */
        id->is_term = true;
        id->value =
            field_term(p, entry->at + 2, entry->n - 2, sort_at(&p->table->sorts, s)->indices[0]);
    } else if (entry->local != 0) {
        id->is_term = true;
        id->value = p->locals.at[entry->local - 1].value;
        if (term_sort(p->table, id->value) != s)
            return parse_fail_sort(p, offset, "the variable", s, term_sort(p->table, id->value));
    } else if (entry->fun != 0) {
        struct frame *frame = parse_push_frame(p, FRAME_FUN, offset);
        frame->a = entry->fun;
        frame->c = s;
    } else if (entry->op != 0) {
        struct frame *frame = parse_push_frame(p, FRAME_OP, offset);
        frame->a = name;
        frame->c = s;
    } else if (parse_is_abstract(p, name, s)) {
        id->is_term = true;
        id->value = term_make(p->table, OP_ABSTRACT, name, s, NULL, 0);
    } else
        return parse_fail_unknown(p, name_offset, "symbol", name, false);
    return true;
}
