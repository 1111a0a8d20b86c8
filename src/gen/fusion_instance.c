/*
 * Fusion functions of given sorts: matching, reading them into the table, drawing
 * their constants, trying them.
 */
#include "base/die.h"
#include "eval/meaning.h"
#include "gen/fusion_int.h"
#include "gen/sample.h"
#include "term/walk.h"

void fusion_binding_clear(struct fusion_binding *binding) {
    for (size_t i = 0; i < FUSION_PARAMS_MAX; i++)
        binding->params[i] = 0;
    for (size_t i = 0; i < FUSION_NUMERALS_MAX; i++)
        binding->numerals[i] = NUMERAL_UNBOUND;
}

/* ---- counting ---- */

static bool read_numeral(const struct token *token, int64_t *result) {
    int64_t n = 0;
    for (uint32_t i = 0; i < token->n; i++) {
        n = n * 10 + (token->at[i] - '0');
        if (n > SORT_INDEX_MAX)
            return false;
    }
    *result = n;
    return true;
}

enum count_op { COUNT_ADD, COUNT_SUB, COUNT_MUL, COUNT_AND, COUNT_OR, COUNT_NOT, COUNT_LESS };
enum { COUNT_LEAST = COUNT_LESS + 1, COUNT_MORE, COUNT_MOST, COUNT_EQUAL, COUNT_OTHER, COUNT_NONE };

static int count_op(const struct sexpr *head) {
    static const char *const words[] = {"+", "-",  "*", "and", "or", "not",
                                        "<", "<=", ">", ">=",  "=",  "distinct"};
    for (int i = 0; i < COUNT_NONE; i++)
        if (sexpr_is_word(head, words[i]))
            return i;
    return COUNT_NONE;
}

static bool compare(int op, int64_t a, int64_t b) {
    switch (op) {
    case COUNT_LESS:
        return a < b;
    case COUNT_LEAST:
        return a <= b;
    case COUNT_MORE:
        return a > b;
    case COUNT_MOST:
        return a >= b;
    case COUNT_EQUAL:
        return a == b;
    default:
        return a != b;
    }
}

/* One argument more; comparisons chain, and *last is the one before. */
static int64_t fold(int op, int64_t so_far, int64_t last, int64_t arg) {
    switch (op) {
    case COUNT_ADD:
        return so_far + arg;
    case COUNT_SUB:
        return so_far - arg;
    case COUNT_MUL:
        return so_far * arg;
    case COUNT_AND:
        return so_far && arg;
    case COUNT_OR:
        return so_far || arg;
    default:
        return so_far && compare(op, last, arg);
    }
}

/* Numbers stay far from overflowing: all are below 2^31, and there are at most some hundred. */
bool fusion_count(const struct fusion_function *f, const struct sexpr *e,
                  const struct fusion_binding *binding, int64_t *result) {
    if (e->token.kind == TOKEN_NUMERAL)
        return read_numeral(&e->token, result);
    if (sexpr_is_symbol(e)) {
        uint32_t i = fusion_numeral(f, &e->token);
        if (i == f->n_numerals || binding->numerals[i] == NUMERAL_UNBOUND)
            return false;
        *result = binding->numerals[i];
        return true;
    }
    int op = sexpr_is_list(e) ? count_op(e->child) : COUNT_NONE;
    if (op == COUNT_NONE || e->child->next == NULL)
        return false;
    int64_t so_far = 0, last = 0, arg;
    for (const struct sexpr *a = e->child->next; a != NULL; a = a->next) {
        if (!fusion_count(f, a, binding, &arg))
            return false;
        if (a == e->child->next)
            so_far = op == COUNT_NOT ? !arg : op >= COUNT_LESS ? 1 : arg;
        else
            so_far = fold(op, so_far, last, arg);
        if (so_far > SORT_INDEX_MAX || so_far < -(int64_t)SORT_INDEX_MAX)
            return false;
        last = arg;
    }
    *result = so_far;
    return true;
}

/* ---- matching ---- */

static bool match_index(const struct fusion_function *f, const struct sexpr *e, uint32_t index,
                        struct fusion_binding *binding) {
    uint32_t i = sexpr_is_symbol(e) ? fusion_numeral(f, &e->token) : f->n_numerals;
    int64_t n;
    if (i < f->n_numerals && binding->numerals[i] == NUMERAL_UNBOUND) {
        binding->numerals[i] = index;
        return true;
    }
    return fusion_count(f, e, binding, &n) && n == index;
}

/* Recursion is bounded by the nesting of the block. */
static bool match(const struct sort_table *sorts, const struct fusion_function *f,
                  const struct sexpr *e, sort s, struct fusion_binding *binding) {
    const struct sort_node *node = sort_at(sorts, s);
    const struct sexpr *name = e;
    if (sexpr_is_symbol(e)) {
        uint32_t i = fusion_param(f, &e->token);
        if (i < f->n_params) {
            if (binding->params[i] == 0)
                binding->params[i] = s;
            return binding->params[i] == s;
        }
    }
    bool is_indexed = sexpr_is_list(e) && sexpr_is_word(e->child, "_");
    if (sexpr_is_list(e))
        name = is_indexed ? e->child->next : e->child;
    const struct sort_name *known =
        sexpr_is_symbol(name) ? sort_name_find(name->token.at, name->token.n) : NULL;
    if (known == NULL || known->kind != node->kind || known->wrapped != 0 ||
        node->kind == SORT_FIELD)
        return false;
    if (!sexpr_is_list(e)) /* Int, or Float32 */
        return known->n_indices == 0 && known->n_args == 0 &&
               node->indices[0] == known->indices[0] && node->indices[1] == known->indices[1];
    const struct sexpr *part = name->next;
    if (is_indexed) {
        for (uint32_t i = 0; i < known->n_indices; i++, part = part->next)
            if (part == NULL || !match_index(f, part, node->indices[i], binding))
                return false;
        return part == NULL;
    }
    for (uint32_t i = 0; i < sort_n_args(sorts, s); i++, part = part->next)
        if (part == NULL || !match(sorts, f, part, sort_arg(sorts, s, i), binding))
            return false;
    return part == NULL;
}

bool fusion_match(const struct term_table *table, const struct fusion_function *f, uint32_t input,
                  sort s, struct fusion_binding *binding) {
    return match(&table->sorts, f, f->inputs[input].sort, s, binding);
}

static bool conditions_hold(const struct fusion_function *f, const struct fusion_binding *binding) {
    int64_t holds;
    for (uint32_t i = 0; i < f->n_conditions; i++)
        if (f->conditions[i].is_static &&
            (!fusion_count(f, f->conditions[i].at, binding, &holds) || !holds))
            return false;
    return true;
}

bool fusion_draw_indices(const struct fusion_function *f, struct rng *rng,
                         struct fusion_binding *binding) {
    enum { TRIES = 40, MOST = 16 };
    uint32_t most = 0;
    bool has_drawn = false;
    for (uint32_t i = 0; i < f->n_numerals; i++) {
        has_drawn |= f->numerals[i].is_drawn;
        if (!f->numerals[i].is_drawn && binding->numerals[i] > most)
            most = binding->numerals[i];
    }
    if (!has_drawn)
        return conditions_hold(f, binding);
    for (int tries = 0; tries < TRIES; tries++) {
        for (uint32_t i = 0; i < f->n_numerals; i++)
            if (f->numerals[i].is_drawn)
                binding->numerals[i] = (uint32_t)rng_below(rng, (most > 0 ? most : MOST) + 1);
        if (conditions_hold(f, binding))
            return true;
    }
    return false;
}

/* ---- into the table ---- */

/* The text for the parser, and where each part of it comes from. */
struct writer {
    const struct fusion_function *function;
    const struct fusion_binding *binding;
    struct strbuf out;
    VEC(struct {
        size_t at;
        uint32_t source;
    })
    sources;
};

static void add_atom(struct writer *w, const struct token *token) {
    uint32_t i =
        token->kind == TOKEN_SYMBOL ? fusion_numeral(w->function, token) : w->function->n_numerals;
    if (i < w->function->n_numerals) {
        strbuf_add_u64(&w->out, w->binding->numerals[i]);
        return;
    }
    /* Delimiters are not part of a token's text, but stand around it in the source. */
    uint32_t quotes = token->kind == TOKEN_STRING || token->kind == TOKEN_QUOTED_SYMBOL;
    strbuf_add(&w->out, token->at - quotes, token->n + 2 * quotes);
}

/* Widths by their numbers, and (+ m n) in the place of an index, too. */
static void add_sexpr(struct writer *w, const struct sexpr *e) {
    vec_reserve(&w->sources, w->sources.n + 1);
    w->sources.at[w->sources.n].at = w->out.n;
    w->sources.at[w->sources.n++].source = e->token.offset;
    if (!sexpr_is_list(e)) {
        add_atom(w, &e->token);
        return;
    }
    bool is_indexed = sexpr_is_word(e->child, "_");
    int64_t number;
    strbuf_add_char(&w->out, '(');
    for (const struct sexpr *part = e->child; part != NULL; part = part->next) {
        if (part != e->child)
            strbuf_add_char(&w->out, ' ');
        if (is_indexed && sexpr_is_list(part) &&
            fusion_count(w->function, part, w->binding, &number) && number >= 0)
            strbuf_add_u64(&w->out, (uint64_t)number);
        else
            add_sexpr(w, part);
    }
    strbuf_add_char(&w->out, ')');
}

static void add_declaration(struct writer *w, const struct fusion_symbol *of) {
    strbuf_add_text(&w->out, "(declare-const ");
    add_atom(w, &of->name);
    strbuf_add_char(&w->out, ' ');
    add_sexpr(w, of->sort);
    strbuf_add_text(&w->out, ")\n");
}

static void add_equation(struct writer *w, const struct fusion_symbol *of) {
    strbuf_add_text(&w->out, "(assert (= ");
    add_atom(w, &of->name);
    strbuf_add_char(&w->out, ' ');
    add_sexpr(w, of->value);
    strbuf_add_text(&w->out, "))\n");
}

/* Inputs, z, constants; then the equations in the same order, then the conditions. */
static void write_script(struct writer *w) {
    const struct fusion_function *f = w->function;
    for (uint32_t i = 0; i < f->n_inputs; i++)
        add_declaration(w, &f->inputs[i]);
    add_declaration(w, &f->output);
    for (uint32_t i = 0; i < f->n_constants; i++)
        add_declaration(w, &f->constants[i]);
    for (uint32_t i = 0; i < f->n_inputs; i++)
        add_equation(w, &f->inputs[i]);
    add_equation(w, &f->output);
    for (uint32_t i = 0; i < f->n_constants; i++)
        if (f->constants[i].value != NULL)
            add_equation(w, &f->constants[i]);
    for (uint32_t i = 0; i < f->n_conditions; i++)
        if (!f->conditions[i].is_static) {
            strbuf_add_text(&w->out, "(assert ");
            add_sexpr(w, f->conditions[i].at);
            strbuf_add_text(&w->out, ")\n");
        }
}

/* The place in the block of what stands at this place of the text. */
static uint32_t source_of(const struct writer *w, size_t at) {
    uint32_t source = 0;
    for (size_t i = 0; i < w->sources.n && w->sources.at[i].at <= at; i++)
        source = w->sources.at[i].source;
    return source;
}

/* Each sort parameter becomes a synonym while the text is read. */
static void bind_params(struct term_table *table, const struct fusion_function *f,
                        const struct fusion_binding *binding, uint32_t *before) {
    for (uint32_t i = 0; i < f->n_params; i++) {
        symbol name = symbol_intern(&table->symbols, f->params[i].at, f->params[i].n);
        uint32_t decl = sort_declare(&table->sorts, DECL_SYNONYM, name, 0);
        table->sorts.decls.at[decl].body = binding->params[i];
        before[i] = symbol_at(&table->symbols, name)->sort;
        symbol_at(&table->symbols, name)->sort = decl;
    }
}

static void unbind_params(struct term_table *table, const struct fusion_function *f,
                          const uint32_t *before) {
    for (uint32_t i = 0; i < f->n_params; i++) {
        symbol name = symbol_intern(&table->symbols, f->params[i].at, f->params[i].n);
        symbol_at(&table->symbols, name)->sort = before[i];
    }
}

/* The right side of (= x t). */
static term value_of_equation(const struct term_table *table, const struct command *c) {
    return term_arg(table, c->body, 1);
}

static bool speaks_of(struct term_table *table, term t, const term *constants, uint32_t n) {
    struct term_walk walk = {0};
    bool found = false;
    term at;
    term_walk_begin(&walk, table);
    term_walk_add(&walk, t);
    while (!found && (at = term_walk_next(&walk)) != 0)
        for (uint32_t i = 0; i < n; i++)
            found |= at == constants[i];
    term_walk_release(&walk);
    return found;
}

/* The commands come in the order in which write_script has written them. */
static void take_script(struct term_table *table, const struct script *script,
                        struct fusion_instance *to) {
    const struct fusion_function *f = to->function;
    const struct command *c = script->commands.at;
    for (uint32_t i = 0; i < f->n_inputs; i++)
        to->inputs[i] = term_constant(table, (c++)->fun);
    to->output = term_constant(table, (c++)->fun);
    for (uint32_t i = 0; i < f->n_constants; i++)
        to->constants[i] = term_constant(table, (c++)->fun);
    for (uint32_t i = 0; i < f->n_inputs; i++) {
        to->equations[i] = c->body;
        to->inverses[i] = value_of_equation(table, c++);
    }
    to->forward = value_of_equation(table, c++);
    for (uint32_t i = 0; i < f->n_constants; i++)
        to->definitions[i] = f->constants[i].value == NULL ? 0 : value_of_equation(table, c++);
    to->n_conditions = 0;
    for (uint32_t i = 0; i < f->n_conditions; i++)
        if (!f->conditions[i].is_static) {
            to->of_inputs[to->n_conditions] = speaks_of(table, c->body, to->inputs, f->n_inputs);
            to->conditions[to->n_conditions++] = (c++)->body;
        }
}

/* ---- what the parser takes, but fusion does not ---- */

/*
 * The parser makes an integer real where a solver would. An equation must not need that on
 * the side of its name: what the other side is worth would not be a value of the name's sort.
 */
static bool check_sort(const struct term_table *table, const struct fusion_symbol *of,
                       term constant, term equal, struct parse_error *error) {
    if (term_sort(table, equal) == term_sort(table, constant))
        return true;
    error->offset = of->value->token.offset;
    strbuf_clear(&error->message);
    strbuf_printf(&error->message, "'%.*s' is ", (int)of->name.n, of->name.at);
    sort_print(&table->sorts, term_sort(table, constant), &error->message);
    strbuf_add_text(&error->message, ", its equation is ");
    sort_print(&table->sorts, term_sort(table, equal), &error->message);
    return false;
}

static bool check_sorts(const struct term_table *table, const struct fusion_instance *instance,
                        struct parse_error *error) {
    const struct fusion_function *f = instance->function;
    for (uint32_t i = 0; i < f->n_inputs; i++)
        if (!check_sort(table, &f->inputs[i], instance->inputs[i], instance->inverses[i], error))
            return false;
    for (uint32_t i = 0; i < f->n_constants; i++)
        if (instance->definitions[i] != 0 &&
            !check_sort(table, &f->constants[i], instance->constants[i], instance->definitions[i],
                        error))
            return false;
    return check_sort(table, &f->output, instance->output, instance->forward, error);
}

/* The number of bits of a value, as far as its sort says; sorts are bounded. */
static uint64_t width_of(const struct sort_table *sorts, sort s) {
    const struct sort_node *node = sort_at(sorts, s);
    uint64_t width = node->kind == SORT_BITVEC  ? node->indices[0]
                     : node->kind == SORT_FLOAT ? (uint64_t)node->indices[0] + node->indices[1]
                                                : 0;
    for (uint32_t i = 0; i < sort_n_args(sorts, s); i++) {
        uint64_t part = width_of(sorts, sort_arg(sorts, s, i));
        width = part > width ? part : width;
    }
    return width;
}

/* The widest value that occurs in what was written. */
static uint64_t width_of_script(const struct term_table *table, const struct script *script) {
    struct term_walk walk = {0};
    uint64_t most = 0;
    term t;
    term_walk_begin(&walk, table);
    for (size_t i = 0; i < script->commands.n; i++) {
        const struct command *c = &script->commands.at[i];
        if (c->kind == COMMAND_ASSERT)
            term_walk_add(&walk, c->body);
        else if (width_of(&table->sorts, fun_at(table, c->fun)->result) > most)
            most = width_of(&table->sorts, fun_at(table, c->fun)->result);
    }
    while ((t = term_walk_next(&walk)) != 0) {
        uint64_t width = width_of(&table->sorts, term_sort(table, t));
        most = width > most ? width : most;
    }
    term_walk_release(&walk);
    return most;
}

/* Widths may be computed: what takes gigabytes to try, or to print, is refused before. */
static bool check_widths(const struct term_table *table, const struct fusion_function *f,
                         const struct script *script, struct parse_error *error) {
    enum { WIDTH_MAX = 1 << 16 };
    uint64_t most = width_of_script(table, script);
    if (most <= WIDTH_MAX)
        return true;
    error->offset = f->output.sort->token.offset;
    strbuf_clear(&error->message);
    strbuf_printf(&error->message, "values of %llu bits are too wide to be fused: at most %d",
                  (unsigned long long)most, WIDTH_MAX);
    return false;
}

bool fusion_instantiate(struct term_table *table, const struct fusion_function *f,
                        const struct fusion_binding *binding, struct fusion_instance *instance,
                        struct parse_error *error) {
    struct writer w = {.function = f, .binding = binding};
    struct script script = {0};
    uint32_t before[FUSION_PARAMS_MAX];
    *instance = (struct fusion_instance){.function = f, .binding = *binding};
    write_script(&w);
    bind_params(table, f, binding, before);
    struct parser *parser = parser_new(table);
    bool good = parser_read_script(parser, strbuf_text(&w.out), w.out.n, &script, error);
    if (!good)
        error->offset = source_of(&w, error->offset);
    else if ((good = check_widths(table, f, &script, error))) {
        take_script(table, &script, instance);
        good = check_sorts(table, instance, error);
    }
    parser_free(parser);
    unbind_params(table, f, before);
    script_release(&script);
    strbuf_free(&w.out);
    vec_free(&w.sources);
    return good;
}

/* ---- trying ---- */

static void set(struct eval *eval, term constant, value v) {
    if (!eval_set_choice(eval, constant, v))
        BUG("a constant of a fusion function cannot have a value");
}

enum fusion_trial fusion_try(struct eval *eval, const struct fusion_instance *instance,
                             const value *inputs, uint32_t *which) {
    const struct fusion_function *f = instance->function;
    *which = 0;
    for (uint32_t i = 0; i < f->n_inputs; i++)
        set(eval, instance->inputs[i], inputs[i]);
    for (uint32_t i = 0; i < instance->n_conditions; i++) {
        value holds =
            instance->of_inputs[i] ? eval_term(eval, instance->conditions[i]) : VALUE_TRUE;
        if (holds != VALUE_TRUE)
            return holds == VALUE_FALSE ? FUSION_OUTSIDE : FUSION_OPEN;
    }
    value z = eval_term(eval, instance->forward);
    if (eval_result(eval, z) != EVAL_VALUE)
        return FUSION_OPEN;
    set(eval, instance->output, z);
    enum fusion_trial trial = FUSION_RECOVERED;
    for (uint32_t i = 0; i < f->n_inputs; i++) {
        value same = eval_term(eval, instance->equations[i]);
        if (same == VALUE_TRUE)
            continue;
        if (trial == FUSION_RECOVERED || same == VALUE_FALSE)
            *which = i;
        if (same == VALUE_FALSE)
            return FUSION_LOST;
        trial = FUSION_OPEN;
    }
    return trial;
}

/* ---- constants ---- */

/* False if a constant is open, or its sort has no values that could be drawn. */
static bool draw_once(struct eval *eval, const struct fusion_instance *instance, struct rng *rng,
                      value *constants) {
    const struct fusion_function *f = instance->function;
    const struct term_table *table = eval_terms(eval);
    eval_clear(eval);
    for (uint32_t i = 0; i < f->n_constants; i++) {
        constants[i] = instance->definitions[i] != 0
                           ? eval_term(eval, instance->definitions[i])
                           : sample_value(eval, term_sort(table, instance->constants[i]), rng);
        if (constants[i] == 0 || eval_result(eval, constants[i]) != EVAL_VALUE)
            return false;
        set(eval, instance->constants[i], constants[i]);
    }
    for (uint32_t i = 0; i < instance->n_conditions; i++)
        if (!instance->of_inputs[i] && eval_term(eval, instance->conditions[i]) != VALUE_TRUE)
            return false;
    return true;
}

/* Do values come back with these constants? Some do, none are lost. */
static bool constants_work(struct eval *eval, const struct fusion_instance *instance,
                           struct rng *rng) {
    enum { TRIES = 3 };
    const struct fusion_function *f = instance->function;
    const struct term_table *table = eval_terms(eval);
    value inputs[FUSION_INPUTS_MAX];
    uint32_t which, n_recovered = 0;
    for (int tries = 0; tries < TRIES; tries++) {
        for (uint32_t i = 0; i < f->n_inputs; i++) {
            inputs[i] = sample_value(eval, term_sort(table, instance->inputs[i]), rng);
            if (inputs[i] == 0) /* an uninterpreted sort: nothing to be tried */
                return true;
        }
        switch (fusion_try(eval, instance, inputs, &which)) {
        case FUSION_RECOVERED:
            n_recovered++;
            break;
        case FUSION_LOST:
            return false;
        default:
            break;
        }
    }
    return n_recovered > 0;
}

bool fusion_draw_constants(struct eval *eval, const struct fusion_instance *instance,
                           struct rng *rng, value *constants) {
    enum { TRIES = 60 };
    const struct fusion_function *f = instance->function;
    bool any = false;
    for (int tries = 0; tries < TRIES; tries++) {
        if (!draw_once(eval, instance, rng, constants))
            continue;
        any = true;
        if (f->n_constants == 0 || f->is_total || constants_work(eval, instance, rng))
            return true;
    }
    while (any && !draw_once(eval, instance, rng, constants))
        continue;
    if (!any)
        constants[0] = 0;
    return false;
}
