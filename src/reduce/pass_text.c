/*
 * Passes over sorts and ranks, which no term survives: they change the text, as a
 * tree of words, wherever a name or a width stands, and the parser says whether
 * that is a script. Parameters of functions, fields and constructors go; widths
 * shrink; one sort takes the place of another.
 */
#include "base/sexpr.h"
#include "lang/literal.h"
#include "reduce/steps.h"

enum {
    TEXT_MOST = 1 << 18
}; /* bytes; larger scripts wait until other passes have done their work */

/* ---- writing --------------------------------------------------------------- */

struct rewrite {
    struct steps *steps;
    const struct step *step;
    struct strbuf *out;
    size_t depth; /* of the list that is looked at: 1 for a command */

    /* parameters: the function or constructor whose argument goes, and which */
    const char *name;
    size_t n_name;
    uint32_t place;
    uint32_t arity;    /* of a declared sort that loses one */
    bool in_datatypes; /* the command declares some */
    uint32_t rank_at;  /* where the list of the function's parameters is, if this command has it */
    bool is_done;
    char letter; /* the name of patterns that become variables */

    /* sorts */
    struct strbuf from, to;            /* a sort as it is written */
    uint32_t width, new_width;         /* bit-vectors; 0: none */
    uint32_t format[2], new_format[2]; /* floats; 0: none */
    bool drops_fractions;              /* decimals become numerals */
};

static void add_atom(struct rewrite *r, const struct token *token) {
    switch (token->kind) {
    case TOKEN_STRING:
        strbuf_add_char(r->out, '"');
        strbuf_add(r->out, token->at, token->n);
        strbuf_add_char(r->out, '"');
        break;
    case TOKEN_QUOTED_SYMBOL:
        strbuf_add_char(r->out, '|');
        strbuf_add(r->out, token->at, token->n);
        strbuf_add_char(r->out, '|');
        break;
    default:
        strbuf_add(r->out, token->at, token->n);
    }
}

static bool is_named(const struct sexpr *e, const char *name, size_t n) {
    return e != NULL && (e->token.kind == TOKEN_SYMBOL || e->token.kind == TOKEN_QUOTED_SYMBOL) &&
           e->token.n == n && memcmp(e->token.at, name, n) == 0;
}

/*
 * Looks at a list. True: it has been written. Else `skip` says which element goes,
 * from 0, and `is_unwrapped` whether the parentheses do.
 */
typedef bool list_hook(struct rewrite *r, const struct sexpr *expr, size_t *skip,
                       bool *is_unwrapped);
typedef bool atom_hook(struct rewrite *r, const struct sexpr *atom);

struct place_in {
    const struct sexpr *at;
    size_t number, skip;
    bool is_unwrapped, is_first;
};

/* All expressions, one command per line. The hooks say what changes. */
static void write_all(struct rewrite *r, const struct sexpr *first, list_hook *on_list,
                      atom_hook *on_atom) {
    VEC(struct place_in) stack = {0};
    vec_push(&stack, ((struct place_in){
                         .at = first, .skip = SIZE_MAX, .is_unwrapped = true, .is_first = true}));
    while (stack.n > 0) {
        struct place_in *top = &vec_top(&stack);
        const struct sexpr *e = top->at;
        if (e == NULL) {
            bool unwrapped = top->is_unwrapped;
            stack.n--;
            if (!unwrapped)
                strbuf_add_char(r->out, ')');
            if (stack.n == 1)
                strbuf_add_char(r->out, '\n');
            continue;
        }
        top->at = e->next;
        if (top->number++ == top->skip)
            continue;
        if (!top->is_first)
            strbuf_add_char(r->out, ' ');
        top->is_first = stack.n == 1;
        if (!sexpr_is_list(e)) {
            if (on_atom == NULL || !on_atom(r, e))
                add_atom(r, &e->token);
            continue;
        }
        struct place_in inner = {.at = e->child, .skip = SIZE_MAX, .is_first = true};
        r->depth = stack.n;
        if (on_list != NULL && on_list(r, e, &inner.skip, &inner.is_unwrapped))
            inner.at = NULL; /* written by the hook */
        else if (!inner.is_unwrapped)
            strbuf_add_char(r->out, '(');
        if (inner.at != NULL || !inner.is_unwrapped)
            vec_push(&stack, inner);
    }
    vec_free(&stack);
}

static bool read_tree(struct steps *steps, struct arena *arena, struct sexpr **first) {
    struct sexpr_error error;
    struct strbuf *text = &steps->draft.text;
    return text->n <= TEXT_MOST && sexpr_read(strbuf_text(text), text->n, arena, first, &error);
}

/* The text takes the place of the revision. */
static bool hand_over(struct steps *steps, struct strbuf *out) {
    strbuf_clear(&steps->rewritten);
    strbuf_add(&steps->rewritten, out->at, out->n);
    strbuf_text(&steps->rewritten);
    strbuf_free(out);
    return true;
}

/* ---- parameters ------------------------------------------------------------ */

enum { PARAMETER, CONSTRUCTOR, SORT_PARAMETER }; /* a: function or declared sort, b: place */

static void list_fun(struct steps *steps, fun f, step_vec *found) {
    const struct term_table *table = steps->draft.table;
    uint8_t kind = fun_at(table, f)->kind;
    uint64_t content = steps_hash_fun(steps, f);
    uint32_t arity = fun_arity(table, f);
    if (kind == FUN_CONSTRUCTOR)
        vec_push(found, ((struct step){.kind = CONSTRUCTOR,
                                       .a = f,
                                       .gain = 2 + arity,
                                       .content = hash_mix(content, arity)}));
    if (kind == FUN_SELECTOR)
        return;
    for (uint32_t i = 0; i < arity; i++)
        vec_push(found, ((struct step){
                            .kind = PARAMETER,
                            .a = f,
                            .b = i,
                            .gain = 1,
                            .content = hash_mix(content, (uint64_t)arity << 32 | (i + 1)),
                        }));
}

static void list_declared_sort(struct steps *steps, uint32_t decl, step_vec *found) {
    const struct sort_decl *at = &steps->draft.table->sorts.decls.at[decl];
    const struct symbol_entry *name = symbol_at(&steps->draft.table->symbols, at->name);
    uint64_t content = steps_hash_text(name->at, name->n);
    for (uint32_t i = 0; i < at->arity; i++)
        vec_push(found, ((struct step){
                            .kind = SORT_PARAMETER,
                            .a = decl,
                            .b = i,
                            .gain = 1,
                            .content = hash_mix(content, (uint64_t)at->arity << 32 | (i + 1)),
                        }));
}

void list_parameters(struct steps *steps, step_vec *found) {
    u32_vec funs = {0};
    if (steps->draft.text.n > TEXT_MOST)
        return;
    for (size_t i = 0; i < steps->draft.script.commands.n; i++) {
        const struct command *c = &steps->draft.script.commands.at[i];
        if (c->kind == COMMAND_DECLARE_SORT)
            list_declared_sort(steps, c->decl, found);
        vec_clear(&funs);
        draft_funs_of(&steps->draft, c, &funs);
        for (size_t k = 0; k < funs.n; k++)
            list_fun(steps, funs.at[k], found);
    }
    vec_free(&funs);
}

static const struct sexpr *nth(const struct sexpr *expr, size_t n) {
    const struct sexpr *e = expr->child;
    while (e != NULL && n-- > 0)
        e = e->next;
    return e;
}

static bool is_declaration(const struct sexpr *expr) {
    return sexpr_is_word(expr->child, "declare-fun") || sexpr_is_word(expr->child, "define-fun") ||
           sexpr_is_word(expr->child, "define-fun-rec");
}

static bool is_of_datatypes(const struct sexpr *expr) {
    return sexpr_is_word(expr->child, "declare-datatype") ||
           sexpr_is_word(expr->child, "declare-datatypes");
}

/*
 * (f a b) loses an argument, and so does the list of sorts in (declare-fun f (A B) C).
 * A constructor is declared like (c (s A)), which keeps its parentheses.
 */
static bool drop_parameter(struct rewrite *r, const struct sexpr *expr, size_t *skip,
                           bool *is_unwrapped) {
    if (r->depth == 1) {
        bool has_rank = is_declaration(expr) && is_named(nth(expr, 1), r->name, r->n_name);
        r->rank_at = has_rank ? nth(expr, 2)->token.offset : UINT32_MAX;
        r->in_datatypes = is_of_datatypes(expr);
    } else if (expr->token.offset == r->rank_at)
        *skip = r->place;
    else if (is_named(expr->child, r->name, r->n_name) && sexpr_length(expr) > r->place + 1) {
        *skip = r->place + 1;
        *is_unwrapped = sexpr_length(expr) == 2 && !r->in_datatypes;
    }
    return false;
}

/* (U A B) loses an argument, and (declare-sort U 2) becomes (declare-sort U 1). */
static bool drop_sort_parameter(struct rewrite *r, const struct sexpr *expr, size_t *skip,
                                bool *is_unwrapped) {
    if (r->depth == 1 && sexpr_is_word(expr->child, "declare-sort") &&
        is_named(nth(expr, 1), r->name, r->n_name)) {
        strbuf_add_text(r->out, "(declare-sort ");
        add_atom(r, &nth(expr, 1)->token);
        strbuf_printf(r->out, " %u)\n", r->arity - 1);
        *is_unwrapped = true;
        return true;
    }
    if (is_named(expr->child, r->name, r->n_name) && sexpr_length(expr) == r->arity + 1) {
        *skip = r->place + 1;
        *is_unwrapped = r->arity == 1;
    }
    return false;
}

/* The constructor as a whole goes, where it is declared. */
static bool drop_constructor(struct rewrite *r, const struct sexpr *expr, size_t *skip,
                             bool *is_unwrapped) {
    size_t i = 0;
    (void)is_unwrapped;
    for (const struct sexpr *e = expr->child; e != NULL; e = e->next, i++)
        if (sexpr_is_list(e) && is_named(e->child, r->name, r->n_name) && !r->is_done &&
            sexpr_length(expr) > 1) {
            *skip = i;
            r->is_done = true;
        }
    return false;
}

/* A letter that is no symbol of the script; 0 if there is none. */
static char free_letter(struct steps *steps) {
    bool taken[256] = {false};
    struct strbuf *text = &steps->draft.text;
    struct lexer lexer;
    lex_init(&lexer, strbuf_text(text), text->n);
    for (struct token t = lex_next(&lexer); t.kind != TOKEN_END && t.kind != TOKEN_BAD;
         t = lex_next(&lexer))
        if (t.n == 1)
            taken[(unsigned char)t.at[0]] = true;
    lex_release(&lexer);
    for (const char *letter = "xyzuvwabcdefghijklmnopqrst"; *letter != '\0'; letter++)
        if (!taken[(unsigned char)*letter])
            return *letter;
    return '\0';
}

/* What was the pattern of a constructor that is gone is a variable, and called like one. */
static bool rename_pattern(struct rewrite *r, const struct sexpr *atom) {
    if (r->letter == '\0' || !is_named(atom, r->name, r->n_name))
        return false;
    strbuf_add_char(r->out, r->letter);
    return true;
}

bool apply_parameters(struct steps *steps, const struct step *step) {
    const struct term_table *table = steps->draft.table;
    const struct sort_decl *decl =
        step->kind == SORT_PARAMETER ? &table->sorts.decls.at[step->a] : NULL;
    const struct symbol_entry *name =
        symbol_at(&table->symbols, decl != NULL ? decl->name : fun_at(table, step->a)->name);
    struct arena arena = {0};
    struct sexpr *first;
    struct strbuf out = {0};
    struct rewrite r = {.steps = steps,
                        .step = step,
                        .out = &out,
                        .name = name->at,
                        .n_name = name->n,
                        .place = step->b,
                        .arity = decl != NULL ? decl->arity : 0};
    bool good = read_tree(steps, &arena, &first);
    if (good && step->kind == CONSTRUCTOR) {
        r.letter = free_letter(steps);
        write_all(&r, first, drop_constructor, rename_pattern);
    } else if (good)
        write_all(&r, first, decl != NULL ? drop_sort_parameter : drop_parameter, NULL);
    arena_free(&arena);
    return good && hand_over(steps, &out);
}

/* ---- sorts ----------------------------------------------------------------- */

/* a: width or sort, b: the new one; c: also of bit-vectors that are as wide as the floats */
enum { SORT_WIDTH, SORT_FLOATS, SORT_OTHER };

static const uint32_t float_formats[][2] = {{2, 3}, {3, 5}, {5, 11}, {8, 24}, {11, 53}};
enum { FLOAT_FORMATS = sizeof float_formats / sizeof *float_formats };

static void add_once(u32_vec *all, uint32_t one) {
    for (size_t i = 0; i < all->n; i++)
        if (all->at[i] == one)
            return;
    vec_push(all, one);
}

/* Sorts are bounded: recursion is, too. */
static void add_sorts(const struct sort_table *sorts, sort s, u32_vec *all) {
    add_once(all, s);
    for (uint32_t i = 0; i < sort_n_args(sorts, s); i++)
        add_sorts(sorts, sort_arg(sorts, s, i), all);
}

static void list_widths(uint32_t width, step_vec *found) {
    static const uint32_t wanted[] = {1, 2, 4, 8, 16, 32};
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted && wanted[i] < width; i++)
        vec_push(found, ((struct step){.kind = SORT_WIDTH,
                                       .a = width,
                                       .b = wanted[i],
                                       .gain = width - wanted[i],
                                       .content = (uint64_t)width << 32 | wanted[i]}));
    if (width > 3)
        vec_push(found, ((struct step){.kind = SORT_WIDTH,
                                       .a = width,
                                       .b = width - 1,
                                       .gain = 1,
                                       .content = (uint64_t)width << 32 | (width - 1)}));
}

static void list_sort(struct steps *steps, sort s, step_vec *found) {
    static const sort simple[] = {SORT_BOOL, SORT_INT};
    const struct sort_table *sorts = &steps->draft.table->sorts;
    const struct sort_node *node = sort_at(sorts, s);
    struct strbuf text = {0};
    sort_print(sorts, s, &text);
    uint64_t content = steps_hash_text(text.at, text.n);
    if (node->kind == SORT_BITVEC)
        list_widths(node->indices[0], found);
    for (uint32_t i = 0; node->kind == SORT_FLOAT && i < 2 * FLOAT_FORMATS; i++)
        if (float_formats[i / 2][0] + float_formats[i / 2][1] < node->indices[0] + node->indices[1])
            vec_push(found, ((struct step){.kind = SORT_FLOATS,
                                           .a = s,
                                           .b = i / 2,
                                           .c = i % 2,
                                           .gain = 2 * FLOAT_FORMATS - i,
                                           .content = hash_mix(content, i)}));
    for (size_t i = 0; i < 2 && s > SORT_ROUNDING_MODE; i++)
        vec_push(found, ((struct step){.kind = SORT_OTHER,
                                       .a = s,
                                       .b = simple[i],
                                       .gain = node->size,
                                       .content = hash_mix(content, 100 + i)}));
    if (s == SORT_REAL)
        vec_push(found, ((struct step){
                            .kind = SORT_OTHER, .a = s, .b = SORT_INT, .gain = 1, .content = 5}));
    strbuf_free(&text);
}

void list_sorts(struct steps *steps, step_vec *found) {
    const struct term_table *table = steps->draft.table;
    u32_vec all = {0}, funs = {0};
    if (steps->draft.text.n > TEXT_MOST)
        return;
    for (size_t i = 0; i < steps->draft.script.commands.n; i++)
        draft_funs_of(&steps->draft, &steps->draft.script.commands.at[i], &funs);
    for (size_t i = 0; i < funs.n; i++) {
        const struct fun *f = fun_at(table, funs.at[i]);
        add_sorts(&table->sorts, f->result, &all);
        for (uint32_t k = 0; k < list_length(&table->lists, f->params); k++)
            add_sorts(&table->sorts, list_items(&table->lists, f->params)[k], &all);
    }
    term_walk_begin(&steps->walk, table);
    draft_walk(&steps->draft, &steps->walk);
    for (term t; (t = term_walk_next(&steps->walk)) != 0;)
        add_sorts(&table->sorts, term_sort(table, t), &all);
    for (size_t i = 0; i < all.n; i++)
        list_sort(steps, all.at[i], found);
    vec_free(&all);
    vec_free(&funs);
}

/* Is the list written like this? Words are compared with one blank between. */
static bool is_written(const struct sexpr *expr, struct strbuf *text) {
    struct strbuf own = {0};
    struct rewrite plain = {.out = &own};
    struct sexpr alone = *expr;
    alone.next = NULL;
    write_all(&plain, &alone, NULL, NULL);
    while (own.n > 0 && own.at[own.n - 1] == '\n')
        own.n--;
    bool same = own.n == text->n && memcmp(own.at, text->at, own.n) == 0;
    strbuf_free(&own);
    return same;
}

/* The low bits of a literal; zeros before them where it has fewer. */
static void add_low_bits(struct rewrite *r, const struct token *token, uint32_t width) {
    bool is_hex = token->kind == TOKEN_HEX;
    uint32_t given = (token->n - 2) * (is_hex ? 4 : 1);
    strbuf_add_text(r->out, "#b");
    for (uint32_t i = width; i-- > 0;) {
        if (i >= given) {
            strbuf_add_char(r->out, '0');
            continue;
        }
        char digit = token->at[token->n - 1 - (is_hex ? i / 4 : i)];
        int digit_value = digit <= '9' ? digit - '0' : (digit | 0x20) - 'a' + 10;
        strbuf_add_char(r->out, is_hex ? (char)('0' + (digit_value >> i % 4 & 1)) : digit);
    }
}

static uint32_t bits_of(const struct sexpr *e) {
    if (e == NULL || (e->token.kind != TOKEN_HEX && e->token.kind != TOKEN_BINARY))
        return 0;
    return (uint32_t)(e->token.n - 2) * (e->token.kind == TOKEN_HEX ? 4 : 1);
}

static bool is_number(const struct sexpr *e, uint32_t number) {
    struct strbuf own = {0};
    strbuf_printf(&own, "%u", number);
    bool same = e != NULL && e->token.kind == TOKEN_NUMERAL && e->token.n == own.n &&
                memcmp(e->token.at, own.at, own.n) == 0;
    strbuf_free(&own);
    return same;
}

/* (_ to_fp 8 24), (_ NaN 8 24) and the like; (fp #b0 #xff #b...): of the format that changes. */
static bool change_float(struct rewrite *r, const struct sexpr *expr) {
    if (r->format[0] == 0 || sexpr_length(expr) != 4)
        return false;
    const struct sexpr *second = nth(expr, 1), *third = nth(expr, 2), *fourth = nth(expr, 3);
    if (sexpr_is_word(expr->child, "_") && !sexpr_is_list(second) &&
        is_number(third, r->format[0]) && is_number(fourth, r->format[1])) {
        strbuf_add_text(r->out, "(_ ");
        add_atom(r, &second->token);
        strbuf_printf(r->out, " %u %u)", r->new_format[0], r->new_format[1]);
        return true;
    }
    if (!sexpr_is_word(expr->child, "fp") || bits_of(second) != 1 ||
        bits_of(third) != r->format[0] || bits_of(fourth) != r->format[1] - 1)
        return false;
    strbuf_add_text(r->out, "(fp ");
    add_atom(r, &second->token);
    strbuf_add_char(r->out, ' ');
    add_low_bits(r, &third->token, r->new_format[0]);
    strbuf_add_char(r->out, ' ');
    add_low_bits(r, &fourth->token, r->new_format[1] - 1);
    strbuf_add_char(r->out, ')');
    return true;
}

/* (_ bv5 32), and what makes bit-vectors of something else. */
static bool change_width(struct rewrite *r, const struct sexpr *expr) {
    static const char *const makers[] = {"fp.to_ubv", "fp.to_sbv", "int_to_bv",
                                         "int2bv",    "nat2bv",    "BitVec"};
    const struct sexpr *name = nth(expr, 1);
    if (r->width == 0 || sexpr_length(expr) != 3 || !sexpr_is_word(expr->child, "_") ||
        sexpr_is_list(name) || !is_number(nth(expr, 2), r->width))
        return false;
    bool is_maker = name->token.n > 2 && memcmp(name->token.at, "bv", 2) == 0 &&
                    name->token.at[2] >= '0' && name->token.at[2] <= '9';
    for (size_t i = 0; i < sizeof makers / sizeof *makers; i++)
        is_maker = is_maker || sexpr_is_word(name, makers[i]);
    if (!is_maker)
        return false;
    strbuf_add_text(r->out, "(_ ");
    add_atom(r, &name->token);
    strbuf_printf(r->out, " %u)", r->new_width);
    return true;
}

static bool change_sort_list(struct rewrite *r, const struct sexpr *expr, size_t *skip,
                             bool *is_unwrapped) {
    (void)skip;
    if (r->depth == 1 && sexpr_is_word(expr->child, "declare-sort") && r->from.n > 0 &&
        is_named(nth(expr, 1), r->from.at, r->from.n)) {
        *is_unwrapped = true; /* nothing is left to declare */
        return true;
    }
    if (change_float(r, expr) || change_width(r, expr)) {
        *is_unwrapped = true;
        return true;
    }
    if (r->from.n == 0 || r->from.at[0] != '(' || sexpr_length(expr) > 6 ||
        !is_written(expr, &r->from))
        return false;
    strbuf_add(r->out, r->to.at, r->to.n);
    *is_unwrapped = true;
    return true;
}

/* The low bits of a literal of the old width. */
static bool add_narrow(struct rewrite *r, const struct sexpr *atom) {
    if (bits_of(atom) != r->width)
        return false;
    add_low_bits(r, &atom->token, r->new_width);
    return true;
}

static bool change_sort_atom(struct rewrite *r, const struct sexpr *atom) {
    const struct token *token = &atom->token;
    if (r->width > 0 && (token->kind == TOKEN_HEX || token->kind == TOKEN_BINARY))
        return add_narrow(r, atom);
    if (r->drops_fractions && token->kind == TOKEN_DECIMAL) {
        strbuf_add(r->out, token->at,
                   (size_t)((const char *)memchr(token->at, '.', token->n) - token->at));
        return true;
    }
    if (r->from.n == 0 || token->kind != TOKEN_SYMBOL || token->n != r->from.n ||
        memcmp(token->at, r->from.at, token->n) != 0)
        return false;
    strbuf_add(r->out, r->to.at, r->to.n);
    return true;
}

static void set_format(struct rewrite *r, const struct sort_node *old) {
    const uint32_t *new = float_formats[r->step->b];
    for (int i = 0; i < 2; i++) {
        r->format[i] = old->indices[i];
        r->new_format[i] = new[i];
    }
    strbuf_printf(&r->to, "(_ FloatingPoint %u %u)", new[0], new[1]);
    if (r->step->c > 0) {
        r->width = old->indices[0] + old->indices[1];
        r->new_width = new[0] + new[1];
    }
}

bool apply_sorts(struct steps *steps, const struct step *step) {
    const struct sort_table *sorts = &steps->draft.table->sorts;
    struct arena arena = {0};
    struct sexpr *first;
    struct strbuf out = {0};
    struct rewrite r = {.steps = steps, .step = step, .out = &out};
    bool good = read_tree(steps, &arena, &first);
    if (step->kind == SORT_WIDTH) {
        r.width = step->a;
        r.new_width = step->b;
        strbuf_printf(&r.from, "(_ BitVec %u)", step->a);
        strbuf_printf(&r.to, "(_ BitVec %u)", step->b);
    } else {
        sort_print(sorts, step->a, &r.from);
        if (step->kind == SORT_FLOATS)
            set_format(&r, sort_at(sorts, step->a));
        else
            sort_print(sorts, step->b, &r.to);
        r.drops_fractions = step->a == SORT_REAL;
    }
    if (good)
        write_all(&r, first, change_sort_list, change_sort_atom);
    strbuf_free(&r.from);
    strbuf_free(&r.to);
    arena_free(&arena);
    return good && hand_over(steps, &out);
}
