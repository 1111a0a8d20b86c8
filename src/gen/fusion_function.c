/*
 * Reading fusion functions: from a block of a .fuse file to its parts.
 */
#include "gen/fusion_function.h"

#include "gen/fusion_int.h"

enum { NESTED_MAX = 200 }; /* what may be recursed over */

struct reader {
    struct fusion_function *function;
    struct parse_error *error;
    const struct sexpr *forward;
};

static bool fail(struct reader *r, const struct sexpr *at, const char *message) {
    r->error->offset = at->token.offset;
    strbuf_clear(&r->error->message);
    strbuf_add_text(&r->error->message, message);
    return false;
}

static bool fail_name(struct reader *r, const struct token *name, const char *message) {
    r->error->offset = name->offset;
    strbuf_clear(&r->error->message);
    strbuf_printf(&r->error->message, "'%.*s' %s", (int)name->n, name->at, message);
    return false;
}

/* ---- names ---- */

uint32_t fusion_numeral(const struct fusion_function *f, const struct token *name) {
    uint32_t i = 0;
    while (i < f->n_numerals && !token_equals(&f->numerals[i].name, name))
        i++;
    return i;
}

uint32_t fusion_param(const struct fusion_function *f, const struct token *name) {
    uint32_t i = 0;
    while (i < f->n_params && !token_equals(&f->params[i], name))
        i++;
    return i;
}

static bool is_z(const struct token *name) {
    return name->n == 1 && name->at[0] == 'z';
}

/* The constants of a block are called c, c1, ...; other names are inputs. */
static bool is_constant(const struct token *name) {
    return name->at[0] == 'c';
}

static struct fusion_symbol *find_symbol(struct fusion_function *f, const struct token *name) {
    if (f->output.sort != NULL && token_equals(&f->output.name, name))
        return &f->output;
    for (uint32_t i = 0; i < f->n_inputs; i++)
        if (token_equals(&f->inputs[i].name, name))
            return &f->inputs[i];
    for (uint32_t i = 0; i < f->n_constants; i++)
        if (token_equals(&f->constants[i].name, name))
            return &f->constants[i];
    return NULL;
}

static bool is_taken(struct fusion_function *f, const struct token *name) {
    return find_symbol(f, name) != NULL || fusion_numeral(f, name) < f->n_numerals ||
           fusion_param(f, name) < f->n_params;
}

/* ---- declarations ---- */

static bool add_numeral(struct reader *r, const struct token *name, bool is_drawn, uint32_t least) {
    struct fusion_function *f = r->function;
    uint32_t i = fusion_numeral(f, name);
    if (i < f->n_numerals) {
        if (least > f->numerals[i].least)
            f->numerals[i].least = least;
        return true;
    }
    if (is_taken(f, name))
        return fail_name(r, name, "is declared twice");
    if (f->n_numerals == FUSION_NUMERALS_MAX)
        return fail_name(r, name, "is one width or index too many");
    f->numerals[f->n_numerals++] = (struct fusion_numeral){*name, is_drawn, least};
    return true;
}

/* The names that stand for widths in the sort of an input: (_ BitVec n). */
static bool find_widths(struct reader *r, const struct sexpr *s) {
    if (!sexpr_is_list(s))
        return true;
    bool is_indexed = sexpr_is_word(s->child, "_");
    bool is_float = is_indexed && sexpr_is_word(s->child->next, "FloatingPoint");
    for (const struct sexpr *e = s->child; e != NULL; e = e->next) {
        bool is_index = is_indexed && e != s->child && e != s->child->next;
        if (is_index && sexpr_is_symbol(e)) {
            if (!add_numeral(r, &e->token, false, is_float ? 2 : 1))
                return false;
        } else if (!is_indexed && !find_widths(r, e))
            return false;
    }
    return true;
}

static bool add_symbol(struct reader *r, const struct sexpr *name, const struct sexpr *s,
                       const struct sexpr *definition) {
    struct fusion_function *f = r->function;
    struct fusion_symbol declared = {name->token, s, definition};
    if (is_taken(f, &name->token))
        return fail_name(r, &name->token, "is declared twice");
    if (definition != NULL || is_constant(&name->token)) {
        if (f->n_constants == FUSION_CONSTANTS_MAX)
            return fail_name(r, &name->token, "is one constant too many");
        f->constants[f->n_constants++] = declared;
        return true;
    }
    if (is_z(&name->token)) {
        f->output = declared;
        return true;
    }
    if (f->n_inputs == FUSION_INPUTS_MAX)
        return fail_name(r, &name->token, "is one input too many");
    f->inputs[f->n_inputs++] = declared;
    return find_widths(r, s);
}

/* (declare-const x S), (declare-fun x () S), (define-const x S t) */
static bool read_declaration(struct reader *r, const struct sexpr *e) {
    size_t n = sexpr_length(e);
    const struct sexpr *name = e->child->next;
    bool is_fun = sexpr_is_word(e->child, "declare-fun");
    bool is_definition = sexpr_is_word(e->child, "define-const");
    if (n != (is_fun || is_definition ? 4 : 3) || !sexpr_is_symbol(name))
        return fail(r, e, "expected a name and a sort");
    if (!is_fun)
        return add_symbol(r, name, name->next, is_definition ? name->next->next : NULL);
    if (!sexpr_is_list(name->next) || name->next->child != NULL)
        return fail(r, name->next, "a fusion function has no functions with arguments");
    return add_symbol(r, name, name->next->next, NULL);
}

static bool read_parameter(struct reader *r, const struct sexpr *e) {
    struct fusion_function *f = r->function;
    const struct sexpr *name = e->child->next;
    if (sexpr_length(e) != 2 || !sexpr_is_symbol(name))
        return fail(r, e, "expected a name");
    if (sexpr_is_word(e->child, "declare-index"))
        return is_taken(f, &name->token) ? fail_name(r, &name->token, "is declared twice")
                                         : add_numeral(r, &name->token, true, 0);
    if (is_taken(f, &name->token))
        return fail_name(r, &name->token, "is declared twice");
    if (f->n_params == FUSION_PARAMS_MAX)
        return fail_name(r, &name->token, "is one sort parameter too many");
    f->params[f->n_params++] = name->token;
    return true;
}

/* ---- equations and conditions ---- */

/* (assert (= x t)), either way round. */
static bool read_equation(struct reader *r, const struct sexpr *e) {
    struct fusion_function *f = r->function;
    const struct sexpr *equation = e->child->next;
    if (sexpr_length(e) != 2 || sexpr_length(equation) != 3 || !sexpr_is_word(equation->child, "="))
        return fail(r, e, "expected (assert (= NAME TERM))");
    const struct sexpr *left = equation->child->next, *right = left->next;
    struct fusion_symbol *of = sexpr_is_symbol(left) ? find_symbol(f, &left->token) : NULL;
    if (of == NULL && sexpr_is_symbol(right)) {
        of = find_symbol(f, &right->token);
        right = left;
    }
    if (of == NULL)
        return fail(r, equation, "neither side is a constant that was declared before");
    if (is_constant(&of->name))
        return fail_name(r, &of->name, "is a constant: only z and inputs have equations");
    if (of->value != NULL)
        return fail_name(r, &of->name, "has two equations");
    of->value = right;
    return true;
}

/* Are all names in it numerals? The first word of a list says what is done with them. */
static bool has_only_numerals(const struct fusion_function *f, const struct sexpr *e) {
    if (!sexpr_is_list(e))
        return e->token.kind == TOKEN_NUMERAL ||
               (sexpr_is_symbol(e) && fusion_numeral(f, &e->token) < f->n_numerals);
    for (const struct sexpr *arg = e->child == NULL ? NULL : e->child->next; arg != NULL;
         arg = arg->next)
        if (!has_only_numerals(f, arg))
            return false;
    return e->child != NULL && !sexpr_is_list(e->child);
}

/* A condition that can be counted out; others are terms, for the evaluator. */
static bool is_static(const struct fusion_function *f, const struct sexpr *e) {
    struct fusion_binding any;
    int64_t result;
    fusion_binding_clear(&any);
    for (uint32_t i = 0; i < f->n_numerals; i++)
        any.numerals[i] = 2;
    return has_only_numerals(f, e) && fusion_count(f, e, &any, &result);
}

static bool read_condition(struct reader *r, const struct sexpr *e) {
    struct fusion_function *f = r->function;
    if (sexpr_length(e) != 2)
        return fail(r, e, "expected (when TERM)");
    if (f->n_conditions == FUSION_CONDITIONS_MAX)
        return fail(r, e, "one condition too many");
    f->conditions[f->n_conditions++] = (struct fusion_condition){e->child->next, false};
    return true;
}

/* (set-info :inverts always); other infos say nothing to us. */
static bool read_info(struct reader *r, const struct sexpr *e) {
    const struct sexpr *key = e->child->next;
    if (!sexpr_is_word(key, ":inverts"))
        return true;
    if (!sexpr_is_word(key->next, "always"))
        return fail(r, e, "expected (set-info :inverts always)");
    r->function->is_total = true;
    return true;
}

static bool read_command(struct reader *r, const struct sexpr *e) {
    static const struct {
        const char *word;
        bool (*read)(struct reader *r, const struct sexpr *e);
    } commands[] = {
        {"declare-const", read_declaration},
        {"declare-fun", read_declaration},
        {"define-const", read_declaration},
        {"declare-sort-parameter", read_parameter},
        {"declare-index", read_parameter},
        {"assert", read_equation},
        {"when", read_condition},
        {"set-info", read_info},
    };
    if (!sexpr_is_list(e) || e->child == NULL)
        return fail(r, e, "expected a command in parentheses");
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        if (sexpr_is_word(e->child, commands[i].word))
            return commands[i].read(r, e);
    return fail(r, e->child,
                "a fusion function is made of declare-const, define-const, declare-index, "
                "declare-sort-parameter, assert, when and set-info");
}

/* ---- the whole ---- */

/* Recursion over the trees is safe once nothing is nested deeper than this. */
static bool check_nesting(struct reader *r, const char *text, size_t n) {
    struct lexer lexer;
    uint32_t depth = 0;
    bool good = true;
    lex_init(&lexer, text, n);
    for (;;) {
        struct token token = lex_next(&lexer);
        if (token.kind == TOKEN_END || token.kind == TOKEN_BAD)
            break;
        depth += token.kind == TOKEN_OPEN;
        depth -= token.kind == TOKEN_CLOSE && depth > 0;
        if (depth > NESTED_MAX) {
            struct sexpr here = {.token = token};
            good = fail(r, &here, "nested too deep for a fusion function");
            break;
        }
    }
    lex_release(&lexer);
    return good;
}

static bool check_complete(struct reader *r) {
    struct fusion_function *f = r->function;
    r->error->offset = 0;
    strbuf_clear(&r->error->message);
    if (f->output.sort == NULL)
        strbuf_add_text(&r->error->message, "no z is declared");
    else if (f->output.value == NULL)
        strbuf_add_text(&r->error->message, "no equation says what z is");
    else if (f->n_inputs < 2)
        strbuf_add_text(&r->error->message, "a fusion function has at least two inputs");
    if (r->error->message.n > 0)
        return false;
    for (uint32_t i = 0; i < f->n_inputs; i++)
        if (f->inputs[i].value == NULL)
            return fail_name(r, &f->inputs[i].name,
                             "has no inversion (constants have names that start with c)");
    for (uint32_t i = 0; i < f->n_conditions; i++)
        f->conditions[i].is_static = is_static(f, f->conditions[i].at);
    return true;
}

bool fusion_read_block(struct fusion_file *file, size_t start, size_t end,
                       struct fusion_function *function, struct parse_error *error) {
    struct reader r = {.function = function, .error = error};
    char *text = arena_copy_text(&file->arena, file->text + start, end - start);
    struct sexpr *first;
    struct sexpr_error bad;
    function->file = file;
    function->start = start;
    if (!check_nesting(&r, text, end - start))
        return false;
    if (!sexpr_read(text, end - start, &file->arena, &first, &bad)) {
        error->offset = bad.offset;
        strbuf_clear(&error->message);
        strbuf_add_text(&error->message, bad.message);
        return false;
    }
    for (const struct sexpr *e = first; e != NULL; e = e->next)
        if (!read_command(&r, e))
            return false;
    return check_complete(&r);
}
