#include "gen/recipe.h"

#include "gen/render.h"
#include "lang/parser.h"
#include "term/subst.h"

void recipe_release(struct recipe *recipe) {
    strbuf_free(&recipe->text);
    for (size_t i = 0; i < recipe->proven.n; i++)
        mem_free(recipe->proven.at[i]);
    vec_free(&recipe->proven);
    *recipe = (struct recipe){0};
}

void recipe_product_release(struct recipe_product *product) {
    strbuf_free(&product->test);
    strbuf_free(&product->equations);
    strbuf_free(&product->reason);
    for (size_t i = 0; i < product->premises.n; i++)
        strbuf_free(&product->premises.at[i]);
    vec_free(&product->premises);
    *product = (struct recipe_product){0};
}

/* ---- writing --------------------------------------------------------------- */

fun recipe_define_mark(struct term_table *table, symbol name, const term *params, uint32_t n,
                       term condition, term instead, term own) {
    u32_vec vars = {0}, sorts = {0};
    for (uint32_t i = 0; i < n; i++) {
        symbol like = fun_at(table, term_at(table, params[i])->payload)->name;
        vec_push(&sorts, term_sort(table, params[i]));
        vec_push(&vars, term_variable(table, like, term_sort(table, params[i])));
    }
    term parts[] = {condition, instead, own};
    for (size_t i = 0; i < 3; i++)
        parts[i] = term_substitute(table, parts[i], params, vars.at, n);
    fun f = fun_declare(table, FUN_DEFINED, name, sorts.at, n, term_sort(table, own));
    term body = term_make(table, OP_ITE, 0, term_sort(table, own), parts, 3);
    list as_list = list_intern(&table->lists, vars.at, n);
    table->funs.at[f].vars = as_list;
    table->funs.at[f].body = body;
    vec_free(&vars);
    vec_free(&sorts);
    return f;
}

term recipe_apply_mark(struct term_table *table, fun f, const term *args, uint32_t n) {
    return term_make(table, OP_APPLY, f, fun_at(table, f)->result, args, n);
}

/* The definition whatever it and its parameters are called. */
static char *text_of_mark(struct term_table *table, fun f) {
    struct printer *printer = printer_new(table);
    struct strbuf out = {0}, name = {0};
    u32_vec vars = {0}, others = {0};
    const struct fun info = *fun_at(table, f);
    for (uint32_t i = 0; i < list_length(&table->lists, info.vars); i++) {
        term var = list_items(&table->lists, info.vars)[i];
        strbuf_clear(&name);
        strbuf_printf(&name, "p%u", i);
        symbol other = symbol_intern(&table->symbols, name.at, name.n);
        vec_push(&vars, var);
        vec_push(&others, term_variable(table, other, term_sort(table, var)));
    }
    uint32_t n = (uint32_t)vars.n;
    vec_reserve(&vars, 1);
    vec_reserve(&others, 1);
    term body = term_substitute(table, info.body, vars.at, others.at, n);
    printer_set_width(printer, UINT32_MAX);
    printer_add_definition(printer, false, symbol_intern(&table->symbols, "mark", 4), others.at, n,
                           info.result, body, &out);
    printer_free(printer);
    vec_free(&vars);
    vec_free(&others);
    strbuf_free(&name);
    return strbuf_detach(&out);
}

void recipe_add_proven(struct recipe *recipe, struct term_table *table, fun f) {
    vec_push(&recipe->proven, text_of_mark(table, f));
}

void recipe_print(struct recipe *recipe, struct term_table *table, const struct test *test) {
    struct render *render = render_new(table);
    strbuf_clear(&recipe->text);
    render_test(render, test, &recipe->text);
    strbuf_text(&recipe->text);
    render_free(render);
}

/* ---- making ---------------------------------------------------------------- */

struct mark {
    fun f;
    term condition, instead, own;
};

/* A recipe as it was read. Each term has two images: in the test, and in the seeds. */
struct kitchen {
    const struct recipe *first;
    struct term_table *table;
    struct script script;
    VEC(struct mark) marks;
    u32_vec formulas;  /* that it asserts */
    u32_vec equations; /* that the test asserts for its marks */
    u32_vec made, seeds;
    struct term_walk walk;
    struct term_map in_test, in_seed;
    struct printer *printer;
};

static bool is_conjunct(const struct kitchen *k, term whole, term left, term right) {
    const struct term_table *table = k->table;
    bool is_and = term_op(table, whole) == OP_AND, found = false;
    for (uint32_t i = 0; i < (is_and ? term_n_args(table, whole) : 1) && !found; i++) {
        term t = is_and ? term_arg(table, whole, i) : whole;
        if (term_op(table, t) == OP_EQ && term_n_args(table, t) == 2)
            found = (term_arg(table, t, 0) == left && term_arg(table, t, 1) == right) ||
                    (term_arg(table, t, 0) == right && term_arg(table, t, 1) == left);
    }
    return found;
}

static bool is_proven(struct kitchen *k, fun f) {
    char *text = text_of_mark(k->table, f);
    bool found = false;
    for (size_t i = 0; i < k->first->proven.n && !found; i++)
        found = strcmp(k->first->proven.at[i], text) == 0;
    mem_free(text);
    return found;
}

/* Of any definition: is it a mark of which truth follows? All others stay what they are. */
static void find_mark(struct kitchen *k, fun f) {
    term body = fun_at(k->table, f)->body;
    if (term_op(k->table, body) != OP_ITE)
        return;
    struct mark mark = {f, term_arg(k->table, body, 0), term_arg(k->table, body, 1),
                        term_arg(k->table, body, 2)};
    if (is_conjunct(k, mark.condition, mark.own, mark.instead) || is_proven(k, f))
        vec_push(&k->marks, mark);
}

static const struct mark *mark_of(const struct kitchen *k, term t) {
    const struct term_node *node = term_at(k->table, t);
    for (size_t i = 0; node->op == OP_APPLY && i < k->marks.n; i++)
        if (k->marks.at[i].f == node->payload)
            return &k->marks.at[i];
    return NULL;
}

static term image(const struct term_map *images, term t) {
    term to = term_map_get(images, t);
    return to != 0 ? to : t;
}

/* A part of the mark, of what its arguments have become. */
static term instance(struct kitchen *k, const struct mark *mark, term part, const u32_vec *args) {
    struct term_table *table = k->table;
    u32_vec vars = {0};
    for (size_t i = 0; i < args->n; i++)
        vec_push(&vars, list_items(&table->lists, fun_at(table, mark->f)->vars)[i]);
    term result =
        args->n > 0 ? term_substitute(table, part, vars.at, args->at, (uint32_t)args->n) : part;
    vec_free(&vars);
    return result;
}

static void add_equation(struct kitchen *k, term equation) {
    for (size_t i = 0; i < k->equations.n; i++)
        if (k->equations.at[i] == equation)
            return;
    vec_push(&k->equations, equation);
}

static void add_condition(struct kitchen *k, term condition) {
    if (term_op(k->table, condition) != OP_AND) {
        add_equation(k, condition);
        return;
    }
    for (uint32_t i = 0; i < term_n_args(k->table, condition); i++)
        add_equation(k, term_arg(k->table, condition, i));
}

static void gather(const struct kitchen *k, const struct term_map *images, term t, u32_vec *args) {
    vec_clear(args);
    for (uint32_t i = 0; i < term_n_args(k->table, t); i++)
        vec_push(args, image(images, term_arg(k->table, t, i)));
}

static void map_term(struct kitchen *k, struct term_map *images, term t, u32_vec *args) {
    bool differs = false;
    gather(k, images, t, args);
    for (uint32_t i = 0; i < args->n; i++)
        differs = differs || args->at[i] != term_arg(k->table, t, i);
    if (differs)
        term_map_set(images, t, term_with_args(k->table, t, args->at, (uint32_t)args->n));
}

/*
 * Both images of all terms. Marks are closed: what they assert stands at the top. Replacing closed
 * terms by closed ones catches no variable.
 */
static bool map_terms(struct kitchen *k) {
    u32_vec args = {0};
    bool good = true;
    term_walk_begin(&k->walk, k->table);
    for (size_t i = 0; i < k->formulas.n; i++)
        term_walk_add(&k->walk, k->formulas.at[i]);
    for (term t; good && (t = term_walk_next(&k->walk)) != 0;) {
        const struct mark *mark = mark_of(k, t);
        if (mark == NULL) {
            map_term(k, &k->in_test, t, &args);
            map_term(k, &k->in_seed, t, &args);
            continue;
        }
        good = term_at(k->table, t)->free == 0;
        gather(k, &k->in_seed, t, &args);
        term_map_set(&k->in_seed, t, instance(k, mark, mark->own, &args));
        gather(k, &k->in_test, t, &args);
        term_map_set(&k->in_test, t, instance(k, mark, mark->instead, &args));
        add_condition(k, instance(k, mark, mark->condition, &args));
    }
    vec_free(&args);
    return good;
}

/* One check at the end, nothing but declarations, definitions and assertions before; marks only there. */
static bool read_recipe(struct kitchen *k) {
    size_t n_checks = 0;
    for (size_t i = 0; i < k->script.commands.n; i++) {
        const struct command *c = &k->script.commands.at[i];
        n_checks += c->kind == COMMAND_CHECK_SAT;
        if (c->kind == COMMAND_ASSERT)
            vec_push(&k->formulas, c->body);
        if (c->kind == COMMAND_DEFINE_FUN)
            find_mark(k, c->fun);
        if (c->kind == COMMAND_PUSH || c->kind == COMMAND_POP || c->kind == COMMAND_RESET ||
            c->kind == COMMAND_RESET_ASSERTIONS || c->kind == COMMAND_CHECK_SAT_ASSUMING)
            return false;
    }
    term_walk_begin(&k->walk, k->table);
    for (size_t i = 0; i < k->script.commands.n; i++) {
        const struct command *c = &k->script.commands.at[i];
        if (c->kind == COMMAND_DEFINE_FUNS_REC)
            return false;
        if (c->fun != 0 && fun_at(k->table, c->fun)->body != 0)
            term_walk_add(&k->walk, fun_at(k->table, c->fun)->body);
    }
    for (term t; (t = term_walk_next(&k->walk)) != 0;)
        if (mark_of(k, t) != NULL)
            return false;
    return n_checks == 1 && k->script.commands.n > 0 &&
           k->script.commands.at[k->script.commands.n - 1].kind == COMMAND_CHECK_SAT;
}

static bool is_mark(const struct kitchen *k, const struct command *c) {
    for (size_t i = 0; c->kind == COMMAND_DEFINE_FUN && i < k->marks.n; i++)
        if (k->marks.at[i].f == c->fun)
            return true;
    return false;
}

/* What the recipe declares and defines, and these formulas. */
static void print_script(struct kitchen *k, const term *formulas, size_t n, const term *more,
                         size_t n_more, struct strbuf *out) {
    struct script script = {0};
    for (size_t i = 0; i < k->script.commands.n; i++)
        if (k->script.commands.at[i].kind != COMMAND_ASSERT &&
            k->script.commands.at[i].kind != COMMAND_CHECK_SAT &&
            !is_mark(k, &k->script.commands.at[i]))
            vec_push(&script.commands, k->script.commands.at[i]);
    for (size_t i = 0; i < n + n_more; i++) {
        term body = i < n ? formulas[i] : more[i - n];
        vec_push(&script.commands, ((struct command){.kind = COMMAND_ASSERT, .body = body}));
    }
    vec_push(&script.commands, (struct command){.kind = COMMAND_CHECK_SAT});
    printer_add_script(k->printer, &script, out);
    script_release(&script);
}

/* A premise: the parts of a conjunction are formulas of their own, as they were in the seed. */
static void add_premise(struct kitchen *k, const term *formulas, size_t n,
                        struct recipe_product *product) {
    struct strbuf text = {0};
    bool is_and = n == 1 && term_op(k->table, formulas[0]) == OP_AND;
    u32_vec parts = {0};
    for (uint32_t i = 0; is_and && i < term_n_args(k->table, formulas[0]); i++)
        vec_push(&parts, term_arg(k->table, formulas[0], i));
    if (is_and)
        print_script(k, parts.at, parts.n, NULL, 0, &text);
    else
        print_script(k, formulas, n, NULL, 0, &text);
    vec_push(&product->premises, text);
    vec_free(&parts);
}

/* A disjunction of seeds is unsatisfiable if each of them is. */
static void serve(struct kitchen *k, struct recipe_product *product) {
    for (size_t i = 0; i < k->formulas.n; i++) {
        vec_push(&k->made, image(&k->in_test, k->formulas.at[i]));
        vec_push(&k->seeds, image(&k->in_seed, k->formulas.at[i]));
    }
    print_script(k, k->made.at, k->made.n, k->equations.at, k->equations.n, &product->test);
    bool is_or = k->seeds.n == 1 && term_op(k->table, k->seeds.at[0]) == OP_OR;
    for (uint32_t i = 0; is_or && i < term_n_args(k->table, k->seeds.at[0]); i++) {
        term side = term_arg(k->table, k->seeds.at[0], i);
        add_premise(k, &side, 1, product);
    }
    if (!is_or)
        add_premise(k, k->seeds.at, k->seeds.n, product);
    for (size_t i = 0; i < k->equations.n; i++) {
        strbuf_add_text(&product->equations, i > 0 ? ", " : "");
        printer_add_term(k->printer, k->equations.at[i], &product->equations);
    }
}

static void kitchen_release(struct kitchen *k) {
    printer_free(k->printer);
    script_release(&k->script);
    vec_free(&k->marks);
    vec_free(&k->formulas);
    vec_free(&k->equations);
    vec_free(&k->made);
    vec_free(&k->seeds);
    term_walk_release(&k->walk);
    term_map_release(&k->in_test);
    term_map_release(&k->in_seed);
    term_table_free(k->table);
}

bool recipe_make_marked(const struct recipe *first, const char *text, size_t n,
                        struct recipe_product *product) {
    struct kitchen k = {.first = first, .table = term_table_new()};
    struct parse_error error = {0};
    struct parser *parser = parser_new(k.table);
    k.printer = printer_new(k.table);
    printer_set_width(k.printer, UINT32_MAX);
    term_map_clear(&k.in_test);
    term_map_clear(&k.in_seed);
    bool good =
        parser_read_script(parser, text, n, &k.script, &error) && read_recipe(&k) && map_terms(&k);
    if (good)
        serve(&k, product);
    parser_free(parser);
    parse_error_release(&error);
    kitchen_release(&k);
    return good;
}
