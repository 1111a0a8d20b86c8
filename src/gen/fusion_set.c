/*
 * The fusion functions that are at hand: files in, each function tried before it is
 * used.
 */
#include "base/die.h"
#include "eval/meaning.h"
#include "gen/fusion_data.h"
#include "gen/fusion_int.h"
#include "gen/sample.h"
#include "lang/diagnostic.h"

const char *fusion_built_in(size_t i, const char **name, size_t *n) {
    *name = fusion_data[i].name;
    *n = fusion_data[i].n;
    return fusion_data[i].text;
}

/* ---- files ---- */

struct fusion_set *fusion_set_new(void) {
    return mem_alloc_zero(sizeof(struct fusion_set));
}

static void file_free(struct fusion_file *file) {
    arena_free(&file->arena);
    mem_free(file->name);
    mem_free(file->text);
    mem_free(file);
}

static void function_free(struct fusion_function *function) {
    mem_free(function->name);
    mem_free(function);
}

void fusion_set_free(struct fusion_set *set) {
    if (set == NULL)
        return;
    if (set->release_scratch != NULL)
        set->release_scratch(set->scratch);
    for (size_t i = 0; i < set->functions.n; i++)
        function_free(set->functions.at[i]);
    for (size_t i = 0; i < set->files.n; i++)
        file_free(set->files.at[i]);
    vec_free(&set->functions);
    vec_free(&set->files);
    mem_free(set);
}

void fusion_complain(const struct fusion_function *function, size_t offset, const char *severity,
                     const char *message, struct strbuf *out) {
    const struct fusion_file *file = function->file;
    diagnostic_add(out, file->name, file->text, file->n, function->start + offset, severity,
                   message);
}

/* ---- blocks ---- */

static size_t line_end(const struct fusion_file *file, size_t at) {
    const char *end = memchr(file->text + at, '\n', file->n - at);
    return end == NULL ? file->n : (size_t)(end - file->text);
}

static size_t skip_blanks(const struct fusion_file *file, size_t at) {
    while (at < file->n && strchr(" \t\r\n", file->text[at]) != NULL)
        at++;
    return at;
}

/* Does the word stand here, alone? */
static bool word_is(const struct fusion_file *file, size_t at, const char *word) {
    size_t n = strlen(word);
    return file->n - at >= n && memcmp(file->text + at, word, n) == 0 &&
           (at + n == file->n || strchr(" \t\r\n;", file->text[at + n]) != NULL);
}

/* Where the line that begins with the word is; file->n if there is none. */
static size_t find_line(const struct fusion_file *file, size_t at, const char *with) {
    while (at < file->n) {
        size_t word = at;
        while (word < file->n && (file->text[word] == ' ' || file->text[word] == '\t'))
            word++;
        if (word_is(file, word, with))
            return word;
        at = line_end(file, at) + 1;
    }
    return file->n;
}

/* What stands behind #begin, or else the place in the file. */
static char *name_of_block(const struct fusion_file *file, size_t begin) {
    size_t end = line_end(file, begin), at = begin + strlen("#begin"), n = 0;
    struct strbuf name = {0};
    while (at < end && (file->text[at] == ' ' || file->text[at] == '\t'))
        at++;
    while (at + n < end && strchr(" \t\r;(", file->text[at + n]) == NULL)
        n++;
    if (n > 0)
        return mem_copy_text(file->text + at, n);
    strbuf_printf(&name, "%s:%u", file->name, lex_place(file->text, file->n, begin).line);
    return strbuf_detach(&name);
}

static bool complain_file(const struct fusion_file *file, size_t offset, const char *message,
                          struct strbuf *error) {
    diagnostic_add(error, file->name, file->text, file->n, offset, "error", message);
    return false;
}

/* A block from the word #begin on: adds the function to the set; *at is behind it then. */
static bool read_block(struct fusion_set *set, struct fusion_file *file, size_t *at,
                       struct strbuf *error) {
    size_t begin = *at, start = line_end(file, begin);
    size_t end = find_line(file, start, "#end"), again = find_line(file, start, "#begin");
    struct parse_error bad = {0};
    if (end == file->n)
        return complain_file(file, begin, "#begin without #end", error);
    if (again < end)
        return complain_file(file, again, "#begin before the #end of another", error);
    struct fusion_function *function = mem_alloc_zero(sizeof *function);
    function->name = name_of_block(file, begin);
    function->offset = begin;
    vec_push(&set->functions, function);
    bool good = fusion_read_block(file, start, end, function, &bad);
    if (!good)
        fusion_complain(function, bad.offset, "error", strbuf_text(&bad.message), error);
    parse_error_release(&bad);
    *at = end + strlen("#end");
    return good;
}

static bool read_blocks(struct fusion_set *set, struct fusion_file *file, struct strbuf *error) {
    size_t at = skip_blanks(file, 0);
    while (at < file->n) {
        if (file->text[at] == ';')
            at = line_end(file, at);
        else if (!word_is(file, at, "#begin"))
            return complain_file(file, at, "expected #begin or a comment", error);
        else if (!read_block(set, file, &at, error))
            return false;
        at = skip_blanks(file, at);
    }
    return true;
}

/* A function takes the place of an older one with its name. */
static void replace_namesakes(struct fusion_set *set, size_t n_before) {
    size_t kept = 0;
    for (size_t i = 0; i < set->functions.n; i++) {
        bool is_replaced = false;
        for (size_t k = n_before; i < n_before && k < set->functions.n; k++)
            is_replaced |= strcmp(set->functions.at[i]->name, set->functions.at[k]->name) == 0;
        if (is_replaced)
            function_free(set->functions.at[i]);
        else
            set->functions.at[kept++] = set->functions.at[i];
    }
    set->functions.n = kept;
}

/* Everything from these numbers on goes again. */
static void drop_from(struct fusion_set *set, size_t n_functions, size_t n_files) {
    while (set->functions.n > n_functions)
        function_free(vec_pop(&set->functions));
    while (set->files.n > n_files)
        file_free(vec_pop(&set->files));
}

static bool add_file(struct fusion_set *set, const char *name, const char *text, size_t n,
                     struct strbuf *error) {
    struct fusion_file *file = mem_alloc_zero(sizeof *file);
    *file = (struct fusion_file){mem_copy_text(name, strlen(name)), mem_copy_text(text, n), n, {0}};
    vec_push(&set->files, file);
    if (memchr(text, 0, n) != NULL)
        return complain_file(file, (size_t)((const char *)memchr(text, 0, n) - text), "a zero byte",
                             error);
    return read_blocks(set, file, error);
}

bool fusion_set_read(struct fusion_set *set, const char *name, const char *text, size_t n,
                     struct strbuf *error) {
    size_t n_functions = set->functions.n, n_files = set->files.n;
    bool good = add_file(set, name, text, n, error);
    if (good)
        replace_namesakes(set, n_functions);
    else
        drop_from(set, n_functions, n_files);
    return good;
}

bool fusion_set_add(struct fusion_set *set, struct eval *eval, const char *name, const char *text,
                    size_t n, bool thorough, struct strbuf *error) {
    enum { TRIES = 48, TRIES_THOROUGH = 3000 };
    size_t n_functions = set->functions.n, n_files = set->files.n;
    bool good = add_file(set, name, text, n, error);
    for (size_t i = n_functions; good && i < set->functions.n; i++)
        good = fusion_check(eval, set->functions.at[i], thorough ? TRIES_THOROUGH : TRIES, error);
    /* Trying does not prove: what a user's file claims about all values is not built upon. */
    for (size_t k = n_functions; good && thorough && k < set->functions.n; k++)
        set->functions.at[k]->is_total = false;
    if (good)
        replace_namesakes(set, n_functions);
    else
        drop_from(set, n_functions, n_files);
    return good;
}

void fusion_set_add_built_in(struct fusion_set *set, struct eval *eval) {
    const char *name, *text;
    struct strbuf error = {0};
    size_t n;
    for (size_t i = 0; (text = fusion_built_in(i, &name, &n)) != NULL; i++)
        if (!fusion_set_add(set, eval, name, text, n, false, &error))
            BUG("a built-in fusion function is wrong:\n%s", strbuf_text(&error));
    strbuf_free(&error);
}

/* ---- examples ---- */

/* Widths grow with the number of the example: mistakes show at small ones. */
static uint32_t example_width(uint32_t i, uint32_t least, struct rng *rng) {
    static const uint32_t widths[FUSION_EXAMPLES] = {4, 1, 8, 2, 3, 16, 5, 32, 7, 64, 13, 65};
    uint32_t width = rng_chance(rng, 1, 3) ? 1 + (uint32_t)rng_below(rng, 9) : widths[i];
    return width < least ? least : width;
}

static sort example_sort(struct term_table *table, struct rng *rng) {
    struct sort_table *sorts = &table->sorts;
    switch (rng_below(rng, 6)) {
    case 0:
        return SORT_BOOL;
    case 1:
        return sort_bitvec(sorts, 1 + (uint32_t)rng_below(rng, 9));
    case 2:
        return SORT_STRING;
    case 3:
        return SORT_REAL;
    default:
        return SORT_INT;
    }
}

bool fusion_example(struct term_table *table, const struct fusion_function *f, uint32_t i,
                    struct rng *rng, struct fusion_binding *binding) {
    fusion_binding_clear(binding);
    for (uint32_t k = 0; k < f->n_params; k++)
        binding->params[k] = example_sort(table, rng);
    for (uint32_t k = 0; k < f->n_numerals; k++)
        if (!f->numerals[k].is_drawn)
            binding->numerals[k] = example_width(i, f->numerals[k].least, rng);
    return fusion_draw_indices(f, rng, binding);
}

void fusion_binding_print(const struct term_table *table, const struct fusion_function *f,
                          const struct fusion_binding *binding, struct strbuf *out) {
    const char *comma = "";
    for (uint32_t i = 0; i < f->n_numerals; i++, comma = ", ")
        strbuf_printf(out, "%s%.*s = %u", comma, (int)f->numerals[i].name.n, f->numerals[i].name.at,
                      binding->numerals[i]);
    for (uint32_t i = 0; i < f->n_params; i++, comma = ", ") {
        strbuf_printf(out, "%s%.*s = ", comma, (int)f->params[i].n, f->params[i].at);
        sort_print(&table->sorts, binding->params[i], out);
    }
}

/* Recursion is bounded by the nesting of the block. */
static void print_sexpr(const struct sexpr *e, struct strbuf *out) {
    if (!sexpr_is_list(e)) {
        strbuf_add(out, e->token.at, e->token.n);
        return;
    }
    strbuf_add_char(out, '(');
    for (const struct sexpr *part = e->child; part != NULL; part = part->next) {
        if (part != e->child)
            strbuf_add_char(out, ' ');
        print_sexpr(part, out);
    }
    strbuf_add_char(out, ')');
}

void fusion_print_sort(const struct fusion_function *f, uint32_t input, struct strbuf *out) {
    print_sexpr(f->inputs[input].sort, out);
}

/* ---- trying ---- */

struct checking {
    struct eval *eval;
    const struct fusion_function *function;
    struct rng rng;
    struct strbuf *error;
    uint32_t n_recovered, n_tried;
};

static void add_value(struct checking *c, const struct token *name, term constant, value v,
                      struct printer *printer, struct strbuf *out) {
    term t = eval_value_term(c->eval, v, term_sort(eval_terms(c->eval), constant));
    strbuf_printf(out, "%.*s = ", (int)name->n, name->at);
    if (t == 0)
        strbuf_add_text(out, "?");
    else
        printer_add_term(printer, t, out);
}

/* "x = 1, y = 2, c = 0, n = 8" */
static void add_example(struct checking *c, const struct fusion_instance *instance,
                        const value *inputs, const value *constants, struct printer *printer,
                        struct strbuf *out) {
    const struct fusion_function *f = c->function;
    for (uint32_t i = 0; i < f->n_inputs; i++) {
        strbuf_add_text(out, i == 0 ? "" : ", ");
        add_value(c, &f->inputs[i].name, instance->inputs[i], inputs[i], printer, out);
    }
    for (uint32_t i = 0; i < f->n_constants; i++) {
        strbuf_add_text(out, ", ");
        add_value(c, &f->constants[i].name, instance->constants[i], constants[i], printer, out);
    }
    if (f->n_numerals + f->n_params > 0)
        strbuf_add_text(out, ", ");
    fusion_binding_print(eval_terms(c->eval), f, &instance->binding, out);
}

static bool complain_lost(struct checking *c, const struct fusion_instance *instance,
                          const value *inputs, const value *constants, uint32_t which,
                          bool is_lost) {
    const struct fusion_function *f = c->function;
    struct printer *printer = printer_new(eval_terms(c->eval));
    struct strbuf message = {0};
    const struct token *name = &f->inputs[which].name;
    strbuf_add_text(&message, is_lost ? "this is no inversion: with "
                                      : "this does not invert always, as it claims: with ");
    add_example(c, instance, inputs, constants, printer, &message);
    strbuf_add_text(&message, " it gives ");
    value z = eval_term(c->eval, instance->forward);
    value back = eval_term(c->eval, instance->inverses[which]);
    add_value(c, &f->output.name, instance->output, z, printer, &message);
    strbuf_add_text(&message, " and ");
    add_value(c, name, instance->inputs[which], back, printer, &message);
    fusion_complain(f, f->inputs[which].value->token.offset, "error", strbuf_text(&message),
                    c->error);
    strbuf_free(&message);
    printer_free(printer);
    return false;
}

/* One draw of constants and inputs. */
static bool try_once(struct checking *c, const struct fusion_instance *instance,
                     const value *constants) {
    const struct fusion_function *f = c->function;
    value inputs[FUSION_INPUTS_MAX];
    uint32_t which;
    for (uint32_t i = 0; i < f->n_inputs; i++) {
        sort s = term_sort(eval_terms(c->eval), instance->inputs[i]);
        inputs[i] = sample_value(c->eval, s, &c->rng);
        if (inputs[i] == 0)
            return true;
    }
    enum fusion_trial trial = fusion_try(c->eval, instance, inputs, &which);
    c->n_tried++;
    c->n_recovered += trial == FUSION_RECOVERED;
    if (trial == FUSION_LOST || (trial != FUSION_RECOVERED && f->is_total))
        return complain_lost(c, instance, inputs, constants, which, trial == FUSION_LOST);
    return true;
}

static bool try_instance(struct checking *c, const struct fusion_instance *instance,
                         uint32_t n_tries) {
    enum { PER_CONSTANTS = 8 };
    value constants[FUSION_CONSTANTS_MAX];
    while (n_tries > 0) {
        bool good = fusion_draw_constants(c->eval, instance, &c->rng, constants);
        if (!good && constants[0] == 0)
            return true;
        for (int i = 0; i < PER_CONSTANTS && n_tries > 0; i++, n_tries--)
            if (!try_once(c, instance, constants))
                return false;
    }
    return true;
}

static bool check_example(struct checking *c, uint32_t i, uint32_t n_tries) {
    struct term_table *table = eval_terms(c->eval);
    struct fusion_binding binding;
    struct fusion_instance instance;
    struct parse_error error = {0};
    if (!fusion_example(table, c->function, i, &c->rng, &binding))
        return true;
    bool good = fusion_instantiate(table, c->function, &binding, &instance, &error);
    if (!good) {
        if (c->function->n_numerals + c->function->n_params > 0) {
            strbuf_add_text(&error.message, " (with ");
            fusion_binding_print(table, c->function, &binding, &error.message);
            strbuf_add_char(&error.message, ')');
        }
        fusion_complain(c->function, error.offset, "error", strbuf_text(&error.message), c->error);
    } else
        good = try_instance(c, &instance, n_tries);
    parse_error_release(&error);
    return good;
}

bool fusion_check(struct eval *eval, const struct fusion_function *f, uint32_t n_tries,
                  struct strbuf *error) {
    struct checking c = {.eval = eval, .function = f, .error = error};
    struct term_table *table = eval_terms(eval);
    uint32_t n_examples = f->n_numerals + f->n_params > 0 ? FUSION_EXAMPLES : 1;
    bool good = true;
    rng_init(&c.rng, 1, 0, 0, 0);
    for (uint32_t i = 0; good && i < n_examples; i++) {
        struct term_mark mark = term_table_mark(table);
        good = check_example(&c, i, n_tries / n_examples);
        eval_forget(eval); /* what it knows of terms that go now */
        term_table_rewind(table, mark);
    }
    if (good && c.n_recovered == 0) {
        fusion_complain(f, 0, "error",
                        c.n_tried > 0 ? "no value ever came back"
                                      : "the function could not be tried: no sorts and constants "
                                        "were found for which its conditions hold",
                        error);
        good = false;
    }
    return good;
}
