#include "gen/facts.h"

#include "base/sexpr.h"
#include "gen/theory_data.h"
#include "lang/attribute.h"
#include "lang/diagnostic.h"
#include "term/walk.h"

bool facts_built_in_at(size_t i, struct facts_source *source) {
    *source = (struct facts_source){theory_data[i].name, theory_data[i].text, theory_data[i].n};
    return source->text != NULL;
}

bool facts_built_in(const char *name, struct facts_source *source) {
    for (size_t i = 0; facts_built_in_at(i, source); i++)
        if (strcmp(source->file, name) == 0)
            return true;
    return false;
}

void facts_release(struct facts *facts) {
    for (size_t i = 0; i < facts->sorts.n; i++) {
        vec_free(&facts->sorts.at[i].constants);
        vec_free(&facts->sorts.at[i].leaves);
    }
    vec_free(&facts->sorts);
    vec_free(&facts->operations);
    vec_free(&facts->equivalences);
    vec_free(&facts->equalities);
    vec_free(&facts->meanings);
}

void facts_set_meanings(const struct facts *facts, struct eval *eval) {
    eval_clear_meanings(eval);
    for (size_t i = 0; i < facts->meanings.n; i++)
        eval_set_meaning(eval, facts->meanings.at[i].op, facts->meanings.at[i].means);
}

const struct facts_sort *facts_sort(const struct facts *facts, sort s) {
    for (size_t i = 0; i < facts->sorts.n; i++)
        if (facts->sorts.at[i].sort == s)
            return &facts->sorts.at[i];
    return NULL;
}

/* ---- reading ---- */

struct reader {
    struct term_table *table;
    struct facts *facts;
    const struct facts_source *source;
    struct parser *parser;
    struct arena arena;
    bool patterns;
    u32_vec found;          /* terms of the patterns that were read: see find_patterns */
    bool only_constants;    /* what is read is a file of constants */
    bool has_name;          /* (theory NAME) was read */
    u32_vec replaced[2];    /* sorts of which constants and leaves were given in this file, */
    u32_vec replaced_at[2]; /* and where */
    struct strbuf text;     /* of a part, for the parser */
    struct script script;   /* declarations of the entry */
    struct strbuf *error;
};

static bool complain(struct reader *r, size_t offset, const char *message) {
    diagnostic_add(r->error, r->source->file, r->source->text, r->source->n, offset, "error",
                   message);
    return false;
}

static bool is_symbol(const struct sexpr *e) {
    return e != NULL && (e->token.kind == TOKEN_SYMBOL || e->token.kind == TOKEN_QUOTED_SYMBOL);
}

/* Where the expression ends in the file. */
static uint32_t end_of(const struct reader *r, const struct sexpr *e) {
    struct lexer lexer;
    size_t depth = 0;
    lex_init(&lexer, r->source->text, r->source->n);
    lexer.next = e->token.offset;
    do {
        enum token_kind kind = lex_next(&lexer).kind;
        if (kind == TOKEN_OPEN)
            depth++;
        else if (kind == TOKEN_CLOSE)
            depth--;
    } while (depth > 0);
    uint32_t end = lexer.next;
    lex_release(&lexer);
    return end;
}

static void take_text(struct reader *r, const struct sexpr *e) {
    strbuf_add(&r->text, r->source->text + e->token.offset, end_of(r, e) - e->token.offset);
}

static bool complain_parse(struct reader *r, const struct sexpr *e, struct parse_error *error) {
    complain(r, e->token.offset + error->offset, strbuf_text(&error->message));
    parse_error_release(error);
    return false;
}

static bool read_sort(struct reader *r, const struct sexpr *e, sort *result) {
    struct parse_error error = {0};
    strbuf_clear(&r->text);
    take_text(r, e);
    if (!parser_read_sort(r->parser, strbuf_text(&r->text), r->text.n, result, &error))
        return complain_parse(r, e, &error);
    return true;
}

/* The term without annotations. What a pattern speaks of is bound around it: no substitution. */
static term drop_patterns(struct term_table *table, term root) {
    struct term_walk walk = {0};
    struct term_map images = {0};
    u32_vec args = {0};
    term t;
    term_map_clear(&images);
    term_walk_begin(&walk, table);
    term_walk_add(&walk, root);
    while ((t = term_walk_next(&walk)) != 0) {
        uint32_t n = term_n_args(table, t);
        vec_clear(&args);
        for (uint32_t i = 0; i < n; i++)
            vec_push(&args, term_map_get(&images, term_arg(table, t, i)));
        bool is_annotated = term_op(table, t) == OP_ANNOTATED;
        term_map_set(&images, t,
                     is_annotated ? args.at[0]
                     : n == 0     ? t
                                  : term_with_args(table, t, args.at, n));
    }
    term image = term_map_get(&images, root);
    vec_free(&args);
    term_map_release(&images);
    term_walk_release(&walk);
    return image;
}

/* The terms of patterns in the term; those beyond FACTS_PATTERNS_MAX are left out. */
static void find_patterns(const struct term_table *table, term root, u32_vec *found) {
    struct term_walk walk = {0};
    term t;
    term_walk_begin(&walk, table);
    term_walk_add(&walk, root);
    while ((t = term_walk_next(&walk)) != 0) {
        if (term_op(table, t) != OP_ANNOTATED)
            continue;
        const uint32_t *items = list_items(&table->lists, term_at(table, t)->payload);
        uint32_t n = list_length(&table->lists, term_at(table, t)->payload), arg = 1;
        for (uint32_t i = 0; i + 2 < n; i += 3)
            for (uint32_t k = 0; items[i + 1] == ATTRIBUTE_TERMS && k < items[i + 2]; k++, arg++)
                if (found->n < FACTS_PATTERNS_MAX)
                    vec_push(found, term_arg(table, t, arg));
    }
    term_walk_release(&walk);
}

/* `wanted` is 0 for a term of any sort. */
static bool read_term(struct reader *r, const struct sexpr *e, sort wanted, term *result) {
    struct parse_error error = {0};
    strbuf_clear(&r->text);
    take_text(r, e);
    if (!parser_read_term(r->parser, strbuf_text(&r->text), r->text.n, result, &error))
        return complain_parse(r, e, &error);
    if (wanted != 0 && term_sort(r->table, *result) != wanted) {
        strbuf_clear(&r->text);
        strbuf_add_text(&r->text, "expected a term of sort ");
        sort_print(&r->table->sorts, wanted, &r->text);
        return complain(r, e->token.offset, strbuf_text(&r->text));
    }
    find_patterns(r->table, *result, &r->found);
    if (!r->patterns)
        *result = drop_patterns(r->table, *result);
    return true;
}

/* ---- variables ---- */

static bool run(struct reader *r, const char *text, size_t n, const struct sexpr *at) {
    struct parse_error error = {0};
    if (parser_read_script(r->parser, text, n, &r->script, &error))
        return true;
    complain(r, at->token.offset, strbuf_text(&error.message));
    parse_error_release(&error);
    return false;
}

/* (NAME SORT): declares it and adds it to the variables. */
static bool read_variable(struct reader *r, const struct sexpr *e, term *vars, uint32_t *n,
                          uint32_t max) {
    sort s;
    if (!sexpr_is_list(e) || !is_symbol(e->child) || sexpr_length(e) != 2)
        return complain(r, e->token.offset, "expected (NAME SORT)");
    if (*n == max)
        return complain(r, e->token.offset, "too many variables");
    if (!read_sort(r, e->child->next, &s))
        return false;
    strbuf_clear(&r->text);
    strbuf_add_text(&r->text, "(declare-const ");
    take_text(r, e->child);
    strbuf_add_char(&r->text, ' ');
    take_text(r, e->child->next);
    strbuf_add_char(&r->text, ')');
    if (!run(r, strbuf_text(&r->text), r->text.n, e->child))
        return false;
    vars[(*n)++] = term_constant(r->table, r->script.commands.at[r->script.commands.n - 1].fun);
    return true;
}

static bool read_variables(struct reader *r, const struct sexpr *first, term *vars, uint32_t *n,
                           uint32_t max) {
    for (const struct sexpr *e = first; e != NULL; e = e->next)
        if (!read_variable(r, e, vars, n, max))
            return false;
    return true;
}

static uint32_t find_var(const term *vars, uint32_t n, term t) {
    uint32_t i = 0;
    while (i < n && vars[i] != t)
        i++;
    return i;
}

/* ---- entries ---- */

static symbol symbol_of(struct reader *r, const struct sexpr *e) {
    return symbol_intern(&r->table->symbols, e->token.at, e->token.n);
}

/* (KIND NAME ((x S) ...) REST...): the name and the variables; *rest is what follows. */
static bool open_entry(struct reader *r, const struct sexpr *e, symbol *name, term *vars,
                       uint32_t *n_vars, uint32_t max, const struct sexpr **rest) {
    const struct sexpr *head = e->child->next;
    if (!is_symbol(head))
        return complain(r, e->token.offset, "expected a name");
    *name = symbol_of(r, head);
    if (!sexpr_is_list(head->next))
        return complain(r, head->token.offset, "expected a list of variables behind the name");
    *rest = head->next->next;
    return run(r, "(push 1)", 8, e) && read_variables(r, head->next->child, vars, n_vars, max);
}

static bool close_entry(struct reader *r, const struct sexpr *e) {
    vec_clear(&r->script.commands);
    return run(r, "(pop 1)", 7, e);
}

static bool read_operation(struct reader *r, const struct sexpr *e) {
    struct facts_operation op = {.offset = e->token.offset};
    const struct sexpr *rest;
    if (!open_entry(r, e, &op.name, op.vars, &op.n_vars, FACTS_ARGS_MAX, &rest))
        return false;
    if (rest == NULL || rest->next != NULL)
        return complain(r, e->token.offset, "expected one term behind the variables");
    if (!read_term(r, rest, 0, &op.body))
        return false;
    vec_push(&r->facts->operations, op);
    return close_entry(r, e);
}

static bool has_quantifier(struct term_table *table, term t) {
    struct term_walk walk = {0};
    bool found = false;
    term at;
    term_walk_begin(&walk, table);
    term_walk_add(&walk, t);
    while (!found && (at = term_walk_next(&walk)) != 0)
        found = term_op(table, at) == OP_FORALL || term_op(table, at) == OP_EXISTS;
    term_walk_release(&walk);
    return found;
}

static bool read_equivalence(struct reader *r, const struct sexpr *e) {
    struct facts_equivalence eq = {.offset = e->token.offset};
    const struct sexpr *rest;
    if (!open_entry(r, e, &eq.name, eq.vars, &eq.n_vars, FACTS_VARS_MAX, &rest))
        return false;
    if (rest == NULL || rest->next == NULL)
        return complain(r, e->token.offset, "expected a formula, and what it follows from");
    eq.n_shared = eq.n_vars;
    vec_clear(&r->found);
    if (!read_term(r, rest, SORT_BOOL, &eq.claim))
        return false;
    eq.is_a_quantified = has_quantifier(r->table, eq.claim);
    rest = rest->next;
    if (sexpr_is_list(rest) && sexpr_is_word(rest->child, "exists") &&
        !(sexpr_length(rest) == 3 && sexpr_is_list(rest->child->next) &&
          sexpr_is_list(rest->child->next->child))) {
        if (!read_variables(r, rest->child->next, eq.vars, &eq.n_vars, FACTS_VARS_MAX))
            return false;
        rest = rest->next;
    }
    for (; rest != NULL; rest = rest->next) {
        if (eq.n_parts == FACTS_PARTS_MAX)
            return complain(r, rest->token.offset, "too many formulas");
        if (!read_term(r, rest, SORT_BOOL, &eq.parts[eq.n_parts]))
            return false;
        eq.is_b_quantified |= has_quantifier(r->table, eq.parts[eq.n_parts++]);
    }
    if (eq.n_parts == 0)
        return complain(r, e->token.offset, "expected what the formula follows from");
    for (; eq.n_patterns < r->found.n; eq.n_patterns++)
        eq.patterns[eq.n_patterns] = r->found.at[eq.n_patterns];
    vec_push(&r->facts->equivalences, eq);
    return close_entry(r, e);
}

/* (when T) */
static bool read_condition(struct reader *r, const struct sexpr *e, struct facts_equality *eq) {
    if (!sexpr_is_list(e) || e->child == NULL || !sexpr_is_word(e->child, "when") ||
        sexpr_length(e) != 2)
        return complain(r, e->token.offset, "expected (when FORMULA)");
    if (eq->n_conditions == FACTS_CONDITIONS_MAX)
        return complain(r, e->token.offset, "too many conditions");
    return read_term(r, e->child->next, SORT_BOOL, &eq->conditions[eq->n_conditions++]);
}

/* Without variables, functions and binders? */
static bool is_ground(struct term_table *table, term t) {
    struct term_walk walk = {0};
    bool ground = term_at(table, t)->is_plain;
    term at;
    term_walk_begin(&walk, table);
    term_walk_add(&walk, t);
    while (ground && (at = term_walk_next(&walk)) != 0)
        ground = term_op(table, at) != OP_APPLY && term_op(table, at) != OP_VAR;
    term_walk_release(&walk);
    return ground;
}

static bool read_equality(struct reader *r, const struct sexpr *e) {
    struct facts_equality eq = {.offset = e->token.offset};
    const struct sexpr *rest;
    term equation;
    if (!open_entry(r, e, &eq.name, eq.vars, &eq.n_vars, FACTS_VARS_MAX, &rest))
        return false;
    if (rest == NULL)
        return complain(r, e->token.offset, "expected an equation");
    if (!read_term(r, rest, SORT_BOOL, &equation))
        return false;
    if (term_op(r->table, equation) != OP_EQ || term_n_args(r->table, equation) != 2)
        return complain(r, rest->token.offset, "expected (= TERM TERM)");
    eq.left = term_arg(r->table, equation, 0);
    eq.right = term_arg(r->table, equation, 1);
    eq.is_constant = find_var(eq.vars, eq.n_vars, eq.right) == eq.n_vars;
    if (eq.is_constant && !is_ground(r->table, eq.right))
        return complain(r, rest->token.offset,
                        "expected a variable or a constant on the right side");
    for (rest = rest->next; rest != NULL; rest = rest->next)
        if (!read_condition(r, rest, &eq))
            return false;
    vec_push(&r->facts->equalities, eq);
    return close_entry(r, e);
}

/* ---- meanings ---- */

/* (f x y), of an operator of a theory, and of the variables as they are. */
static bool is_plain_application(struct reader *r, term t, const term *vars, uint32_t n) {
    const struct term_node *node = term_at(r->table, t);
    return eval_is_replaceable(r->table, node->op) && node->payload == 0 && node->n_args == n &&
           memcmp(term_args(r->table, t), vars, n * sizeof *vars) == 0;
}

/* The function that a meaning defines; it needs no name that anybody could use. */
static bool define(struct reader *r, const struct sexpr *e, sort result, fun *f) {
    const struct sexpr *vars = e->child->next->next;
    strbuf_clear(&r->text);
    strbuf_add_text(&r->text, "(define-fun |momus meaning| ");
    take_text(r, vars);
    strbuf_add_char(&r->text, ' ');
    sort_print(&r->table->sorts, result, &r->text);
    strbuf_add_char(&r->text, ' ');
    take_text(r, vars->next);
    strbuf_add_char(&r->text, ')');
    if (!run(r, "(push 1)", 8, e) || !run(r, strbuf_text(&r->text), r->text.n, e))
        return false;
    *f = r->script.commands.at[r->script.commands.n - 1].fun;
    return close_entry(r, e);
}

static bool read_meaning(struct reader *r, const struct sexpr *e) {
    struct facts_meaning meaning = {.offset = e->token.offset};
    symbol name;
    term vars[FACTS_ARGS_MAX], applied, body;
    uint32_t n = 0;
    const struct sexpr *rest, *head = e->child->next;
    if (!open_entry(r, e, &name, vars, &n, FACTS_ARGS_MAX, &rest))
        return false;
    if (rest == NULL || rest->next != NULL || n == 0)
        return complain(r, e->token.offset, "expected (meaning OPERATOR ((NAME SORT) ...) TERM)");
    strbuf_clear(&r->text);
    strbuf_add_char(&r->text, '(');
    take_text(r, head);
    for (const struct sexpr *v = head->next->child; v != NULL; v = v->next) {
        strbuf_add_char(&r->text, ' ');
        take_text(r, v->child);
    }
    strbuf_add_char(&r->text, ')');
    struct parse_error error = {0};
    if (!parser_read_term(r->parser, strbuf_text(&r->text), r->text.n, &applied, &error)) {
        complain(r, head->token.offset, strbuf_text(&error.message));
        parse_error_release(&error);
        return false;
    }
    if (!is_plain_application(r, applied, vars, n))
        return complain(r, head->token.offset,
                        "expected an operator of strings, bit-vectors or another theory than Core, "
                        "Ints, Reals and arrays");
    const struct op_info *info = op_info(r->table, term_at(r->table, applied)->op);
    if (info->assoc != ASSOC_NONE && info->assoc != ASSOC_CUSTOM && n != info->n_args)
        return complain(r, head->token.offset, "expected what it means for two: more are folded");
    sort result = term_sort(r->table, applied);
    if (!read_term(r, rest, result, &body) || !close_entry(r, e))
        return false;
    meaning.op = term_at(r->table, applied)->op;
    if (!define(r, e, result, &meaning.means))
        return false;
    vec_push(&r->facts->meanings, meaning);
    return true;
}

const struct facts_meaning *facts_meaning(const struct facts *facts, const struct term_table *table,
                                          uint32_t op) {
    for (size_t i = 0; i < facts->meanings.n && op >= OP_FIRST_THEORY; i++)
        if (op_info(table, facts->meanings.at[i].op)->canonical == op_info(table, op)->canonical)
            return &facts->meanings.at[i];
    return NULL;
}

/* Each operator has one meaning, by terms that mean what they do by the standard. */
static bool are_meanings_sound(struct reader *r) {
    struct term_walk walk = {0};
    bool good = true;
    for (size_t i = 0; good && i < r->facts->meanings.n; i++) {
        const struct facts_meaning *meaning = &r->facts->meanings.at[i];
        term t;
        if (facts_meaning(r->facts, r->table, meaning->op) != meaning)
            good = complain(r, meaning->offset, "this operator has a meaning already");
        term_walk_begin(&walk, r->table);
        term_walk_add(&walk, fun_at(r->table, meaning->means)->body);
        while (good && (t = term_walk_next(&walk)) != 0)
            if (facts_meaning(r->facts, r->table, term_at(r->table, t)->op) != NULL)
                good = complain(r, meaning->offset,
                                "this is said by an operator that means something else here");
    }
    term_walk_release(&walk);
    return good;
}

/* ---- constants ---- */

static struct facts_sort *sort_at_hand(struct facts *facts, sort s) {
    for (size_t i = 0; i < facts->sorts.n; i++)
        if (facts->sorts.at[i].sort == s)
            return &facts->sorts.at[i];
    vec_push(&facts->sorts, (struct facts_sort){.sort = s});
    return &facts->sorts.at[facts->sorts.n - 1];
}

/* A file says what the constants of a sort are in one entry or several. */
static void begin_constants(struct reader *r, bool leaves, sort s, uint32_t offset, u32_vec *into) {
    for (size_t i = 0; i < r->replaced[leaves].n; i++)
        if (r->replaced[leaves].at[i] == s)
            return;
    vec_push(&r->replaced[leaves], s);
    vec_push(&r->replaced_at[leaves], offset);
    vec_clear(into);
}

static bool read_constants(struct reader *r, const struct sexpr *e, bool leaves) {
    const struct sexpr *first = e->child->next;
    sort s;
    if (first == NULL)
        return complain(r, e->token.offset, "expected a sort and constants of it");
    if (!read_sort(r, first, &s))
        return false;
    struct facts_sort *of = sort_at_hand(r->facts, s);
    u32_vec *into = leaves ? &of->leaves : &of->constants;
    begin_constants(r, leaves, s, first->token.offset, into);
    for (const struct sexpr *c = first->next; c != NULL; c = c->next) {
        term t;
        if (!read_term(r, c, s, &t))
            return false;
        if (!is_ground(r->table, t))
            return complain(r, c->token.offset, "expected a constant");
        if (find_var(into->at, (uint32_t)into->n, t) < into->n)
            return complain(r, c->token.offset, "this constant stands here twice");
        if (into->n == FACTS_ENTRIES_MAX)
            return complain(r, c->token.offset, "too many constants");
        vec_push(into, t);
    }
    return true;
}

static bool has_sort(const struct term_table *table, const term *terms, uint32_t n, sort s) {
    for (uint32_t i = 0; i < n; i++)
        if (term_sort(table, terms[i]) == s)
            return true;
    return false;
}

/* Does the theory have a place for values of this sort? */
static bool has_use_for(const struct reader *r, sort s) {
    const struct facts *facts = r->facts;
    for (size_t i = 0; i < facts->operations.n; i++) {
        const struct facts_operation *op = &facts->operations.at[i];
        if (has_sort(r->table, op->vars, op->n_vars, s) || term_sort(r->table, op->body) == s)
            return true;
    }
    for (size_t i = 0; i < facts->equivalences.n; i++)
        if (has_sort(r->table, facts->equivalences.at[i].vars, facts->equivalences.at[i].n_vars, s))
            return true;
    for (size_t i = 0; i < facts->equalities.n; i++)
        if (has_sort(r->table, facts->equalities.at[i].vars, facts->equalities.at[i].n_vars, s))
            return true;
    return false;
}

/* Constants may stand before what uses them: known at the end of the file. */
static bool are_constants_used(struct reader *r) {
    for (int leaves = 0; leaves < 2; leaves++)
        for (size_t i = 0; i < r->replaced[leaves].n; i++) {
            sort s = r->replaced[leaves].at[i];
            if (has_use_for(r, s))
                continue;
            struct strbuf message = {0};
            strbuf_add_text(&message, "nothing in the theory takes or gives a value of sort ");
            sort_print(&r->table->sorts, s, &message);
            complain(r, r->replaced_at[leaves].at[i], strbuf_text(&message));
            strbuf_free(&message);
            return false;
        }
    return true;
}

/* ---- the file ---- */

static bool read_name(struct reader *r, const struct sexpr *e) {
    if (!is_symbol(e->child->next) || e->child->next->next != NULL)
        return complain(r, e->token.offset, "expected (theory NAME)");
    r->facts->name = symbol_of(r, e->child->next);
    r->has_name = true;
    return true;
}

static bool is_full(const struct facts *facts) {
    return facts->operations.n >= FACTS_ENTRIES_MAX || facts->equivalences.n >= FACTS_ENTRIES_MAX ||
           facts->equalities.n >= FACTS_ENTRIES_MAX;
}

static bool read_entry(struct reader *r, const struct sexpr *e) {
    static const struct {
        const char *word;
        bool (*read)(struct reader *, const struct sexpr *);
    } kinds[] = {
        {"operation", read_operation},
        {"equivalence", read_equivalence},
        {"equality", read_equality},
    };
    if (!sexpr_is_list(e) || e->child == NULL)
        return complain(r, e->token.offset, "expected (operation ...), (equality ...) or the like");
    if (sexpr_is_word(e->child, "constants") || sexpr_is_word(e->child, "synthesis"))
        return read_constants(r, e, sexpr_is_word(e->child, "synthesis"));
    if (sexpr_is_word(e->child, "meaning") && r->has_name)
        return r->facts->meanings.n < FACTS_ENTRIES_MAX
                   ? read_meaning(r, e)
                   : complain(r, e->token.offset, "too many meanings");
    if (r->only_constants)
        return complain(r, e->token.offset,
                        "expected (constants SORT ...), (synthesis SORT ...) or (meaning ...)");
    if (!r->has_name) {
        if (!sexpr_is_word(e->child, "theory"))
            return complain(r, e->token.offset, "expected (theory NAME) before all else");
        return read_name(r, e);
    }
    if (is_full(r->facts))
        return complain(r, e->token.offset, "too many entries of one kind");
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (sexpr_is_word(e->child, kinds[i].word))
            return kinds[i].read(r, e);
    return complain(r, e->child->token.offset,
                    "expected constants, synthesis, operation, equivalence, equality or meaning");
}

static bool read_file(struct reader *r, const struct facts_source *source) {
    struct sexpr *first;
    struct sexpr_error bad;
    r->source = source;
    for (int i = 0; i < 2; i++) {
        vec_clear(&r->replaced[i]);
        vec_clear(&r->replaced_at[i]);
    }
    if (!sexpr_read(source->text, source->n, &r->arena, &first, &bad))
        return complain(r, bad.offset, bad.message);
    if (first == NULL && !r->only_constants)
        return complain(r, 0, "expected (theory NAME)");
    for (const struct sexpr *e = first; e != NULL; e = e->next)
        if (!read_entry(r, e))
            return false;
    return are_constants_used(r) && are_meanings_sound(r);
}

bool facts_read(struct term_table *table, const struct facts_source *source,
                const struct facts_source *constants, bool patterns, struct facts *facts,
                struct strbuf *error) {
    struct reader r = {
        .table = table,
        .facts = facts,
        .patterns = patterns,
        .parser = parser_new(table),
        .error = error,
    };
    *facts = (struct facts){0};
    bool good = read_file(&r, source);
    r.only_constants = true;
    good = good && (constants == NULL || read_file(&r, constants));
    parser_free(r.parser);
    arena_free(&r.arena);
    strbuf_free(&r.text);
    vec_free(&r.found);
    script_release(&r.script);
    for (int i = 0; i < 2; i++) {
        vec_free(&r.replaced[i]);
        vec_free(&r.replaced_at[i]);
    }
    if (!good)
        facts_release(facts);
    return good;
}
