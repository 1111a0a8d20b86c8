/*
 * What solvers print beside SMT-LIB. Elements of uninterpreted sorts have names:
 *
 *     cvc5   (as @U_0 U)    (as @(P Int)_0 (P Int))    (as @|odd sort|_0 |odd sort|)
 *     cvc4   @uc_U_0        |@uc_(P Int)_0|            |@uc_odd sort_0|
 *     z3     U!val!0        P!val!0
 *
 * cvc5 writes the sort into the name as it stands, bars and parentheses
 * included, so that such a name is several tokens. z3 drops the arguments of
 * the sort: which (P ...) is meant only the place says where the name stands.
 */
#include "lang/literal.h"
#include "lang/parser_int.h"

static bool is_uninterpreted(const struct parser *p, uint32_t decl) {
    return p->table->sorts.decls.at[decl].kind == DECL_UNINTERPRETED;
}

bool parse_is_element_sort(const struct parser *p, sort s) {
    const struct sort_node *node = sort_at(&p->table->sorts, s);
    return node->kind == SORT_DECLARED && is_uninterpreted(p, node->indices[0]);
}

void parse_aside_begin(struct parser *p, struct parse_aside *aside, const char *text, size_t n) {
    *aside = (struct parse_aside){
        .lexer = p->lexer,
        .token = p->token,
        .frames = (uint32_t)p->frames.n,
        .args = (uint32_t)p->args.n,
        .names = (uint32_t)p->names.n,
        .sort_frames = (uint32_t)p->sort_frames.n,
        .sort_args = (uint32_t)p->sort_args.n,
        .locals = (uint32_t)p->locals.n,
    };
    strbuf_add(&aside->text, text, n);
    lex_init(&p->lexer, strbuf_text(&aside->text), n);
}

void parse_aside_end(struct parser *p, struct parse_aside *aside) {
    p->failed = false;
    p->lexer = aside->lexer;
    p->token = aside->token;
    p->frames.n = aside->frames;
    p->names.n = aside->names;
    p->sort_frames.n = aside->sort_frames;
    p->sort_args.n = aside->sort_args;
    parse_drop_args(p, aside->args);
    scope_leave(p, aside->locals);
    strbuf_free(&aside->text);
}

/* The sort that is all of a text; 0 if it is none. */
static sort sort_of_text(struct parser *p, const char *text, size_t n) {
    struct parse_aside aside;
    sort s = 0;
    parse_aside_begin(p, &aside, text, n);
    bool good = parse_next(p) && parse_sort(p, &s) && parse_at_end(p);
    parse_aside_end(p, &aside);
    return good ? s : 0;
}

/* The sort that a solver writes into the name of an element; 0 if there is no such. */
static sort named_sort(struct parser *p, const char *at, size_t n) {
    symbol name = symbol_find(&p->table->symbols, at, n);
    uint32_t decl = name == 0 ? 0 : symbol_at(&p->table->symbols, name)->sort;
    if (decl != 0 && is_uninterpreted(p, decl)) {
        if (p->table->sorts.decls.at[decl].arity == 0)
            return sort_make(&p->table->sorts, SORT_DECLARED, decl, 0, NULL, 0);
        bool is_wanted = p->wanted != 0 && parse_is_element_sort(p, p->wanted) &&
                         sort_at(&p->table->sorts, p->wanted)->indices[0] == decl;
        return is_wanted ? p->wanted : 0;
    }
    sort s = n > 0 && at[0] == '(' ? sort_of_text(p, at, n) : 0;
    return s != 0 && parse_is_element_sort(p, s) ? s : 0;
}

sort parse_sort_of_constructor(const struct parser *p, fun constructor) {
    const struct sort_table *sorts = &p->table->sorts;
    const struct fun *f = fun_at(p->table, constructor);
    sort only = 0;
    uint32_t n = 0;
    if (!p->model_syntax || f->kind != FUN_CONSTRUCTOR)
        return 0;
    uint32_t decl = sort_at(sorts, f->result)->indices[0];
    for (sort s = 1; s < sorts->nodes.n; s++) {
        if (sort_kind(sorts, s) != SORT_DECLARED || sort_at(sorts, s)->indices[0] != decl ||
            sort_is_pattern(sorts, s))
            continue;
        if (s == p->wanted)
            return s;
        only = s;
        n++;
    }
    return n == 1 ? only : 0;
}

sort parse_wanted_here(const struct parser *p) {
    enum { LEVELS = 100 }; /* of what hands on its own sort */
    uint32_t end = (uint32_t)p->args.n;
    for (size_t i = p->frames.n; p->model_syntax && p->frames.n - i < LEVELS; i--) {
        if (i == 0)
            return p->wanted;
        const struct frame *frame = &p->frames.at[i - 1];
        uint32_t place = end - frame->base;
        end = frame->base;
        if (frame->kind == FRAME_LET_BODY)
            continue;
        if (frame->kind == FRAME_FUN) {
            list params = fun_at(p->table, frame->a)->params;
            sort s = place < list_length(&p->table->lists, params)
                         ? list_items(&p->table->lists, params)[place]
                         : 0;
            return s != 0 && sort_is_pattern(&p->table->sorts, s) ? 0 : s;
        }
        uint32_t op = frame->kind == FRAME_OP ? symbol_at(&p->table->symbols, frame->a)->op : 0;
        if (op == OP_EQ && place > 0)
            return term_sort(p->table, p->args.at[frame->base]);
        if (op == OP_ITE && place == 2)
            return term_sort(p->table, p->args.at[frame->base + 1]);
        if (op != OP_ITE || place != 1)
            return 0;
    }
    return 0;
}

static const char z3_infix[] = "!val!";

/* Where the number behind "!val!" begins, or NULL. */
static const char *z3_number(const struct symbol_entry *entry) {
    const char *at = entry->at + entry->n;
    while (at > entry->at && at[-1] >= '0' && at[-1] <= '9')
        at--;
    size_t infix = sizeof z3_infix - 1;
    bool found =
        *at != '\0' && (size_t)(at - entry->at) > infix && memcmp(at - infix, z3_infix, infix) == 0;
    return found ? at : NULL;
}

bool parse_abstract_name(struct parser *p, symbol name, term *result) {
    const struct symbol_entry *entry = symbol_at(&p->table->symbols, name);
    const char *text = entry->at, *number;
    sort s = 0;
    if (!p->model_syntax)
        return false;
    if (entry->n > 4 && memcmp(text, "@uc_", 4) == 0) {
        number = strrchr(text, '_');
        if (number > text + 4)
            s = named_sort(p, text + 4, (size_t)(number - text) - 4);
    } else if ((number = z3_number(entry)) != NULL)
        s = named_sort(p, text, (size_t)(number - text) - (sizeof z3_infix - 1));
    if (s == 0)
        return false;
    *result = term_make(p->table, OP_ABSTRACT, name, s, NULL, 0);
    return true;
}

bool parse_abstract_rest(struct parser *p, symbol *name) {
    const char *next = p->lexer.text + p->lexer.next;
    if (!p->model_syntax || p->token.n != 1 || p->token.at[0] != '@' ||
        (*next != '(' && *next != '|'))
        return true;
    sort s;
    struct strbuf text = {0};
    if (!parse_next(p) || !parse_sort(p, &s))
        return false;
    uint32_t end = p->lexer.next;
    if (!parse_next(p))
        return false;
    if (p->token.kind != TOKEN_SYMBOL || p->token.offset != end)
        return parse_fail_unexpected(p, "the number of an element");
    strbuf_add_char(&text, '@');
    sort_print(&p->table->sorts, s, &text);
    strbuf_add(&text, p->token.at, p->token.n);
    size_t n = 0;
    for (size_t i = 0; i < text.n; i++) /* a symbol cannot contain bars */
        if (text.at[i] != '|')
            text.at[n++] = text.at[i];
    *name = symbol_intern(&p->table->symbols, text.at, n);
    strbuf_free(&text);
    return true;
}

bool parse_is_abstract(const struct parser *p, symbol name, sort s) {
    const struct symbol_entry *entry = symbol_at(&p->table->symbols, name);
    /* cvc4 and cvc5 write references back into a codatatype value like elements of it. */
    if (p->model_syntax && sort_datatype(&p->table->sorts, s) != NULL)
        return false;
    return entry->at[0] == '@' || (p->model_syntax && z3_number(entry) != NULL);
}

bool parse_is_z3_character(const struct parser *p, symbol name) {
    if (!p->model_syntax || strcmp(symbol_at(&p->table->symbols, name)->at, "Char") != 0 ||
        p->frames.n == 0)
        return false;
    const struct frame *frame = &vec_top(&p->frames);
    return frame->kind == FRAME_OP && p->args.n == frame->base &&
           strcmp(symbol_at(&p->table->symbols, frame->a)->at, "seq.unit") == 0;
}

bool parse_z3_character(struct parser *p, term *result) {
    uint32_t code;
    if (!parse_next(p) || !parse_index(p, &code))
        return false;
    if (code > CODE_POINT_MAX)
        return parse_fail(p, p->token.offset, "code point beyond #x2ffff");
    strbuf_clear(&p->scratch);
    literal_from_code_points(&code, 1, &p->scratch);
    symbol text = symbol_intern(&p->table->symbols, p->scratch.at, p->scratch.n);
    *result = term_make(p->table, OP_STRING, text, SORT_STRING, NULL, 0);
    vec_top(&p->frames).kind = FRAME_LET_BODY; /* it hands on what it gets */
    return parse_expect(p, TOKEN_CLOSE, "')'");
}
