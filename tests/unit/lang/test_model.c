/*
 * Reading what solvers print. As a program with two files,
 *
 *     test_model SCRIPT ANSWER
 *
 * it prints how the answer of a solver to the script is read, as
 * tests/suites/models.sh wants to know it: the last get-model, get-value or
 * get-unsat-core of the script says what the answer is, behind a first line
 * with sat or unsat.
 */
#include "testing.h"

#include "base/file.h"
#include "lang/diagnostic.h"
#include "lang/model.h"

/* A script that was read, and its parser. */
struct context {
    struct term_table *table;
    struct parser *parser;
    struct printer *printer;
    struct script script;
    struct parse_error error;
};

static struct context context_new(void) {
    struct term_table *table = term_table_new();
    return (struct context){
        .table = table, .parser = parser_new(table), .printer = printer_new(table)};
}

static void context_free(struct context *c) {
    script_release(&c->script);
    parse_error_release(&c->error);
    printer_free(c->printer);
    parser_free(c->parser);
    term_table_free(c->table);
}

/* ---- as a program ---- */

static void print_kinds(const struct context *c, const struct model *model, enum model_kind kind,
                        const char *what) {
    bool any = false;
    for (size_t i = 0; i < model->entries.n; i++)
        if (model->entries.at[i].kind == kind) {
            struct strbuf name = {0};
            symbol_print(&c->table->symbols, model->entries.at[i].name, &name);
            printf("%s%s", any ? " " : what, strbuf_text(&name));
            strbuf_free(&name);
            any = true;
        }
    if (any)
        printf("\n");
}

static bool print_model(struct context *c, const char *text, size_t n) {
    struct model model = {0}, again = {0};
    struct strbuf first = {0}, second = {0};
    bool good = parser_read_model(c->parser, text, n, &model, &c->error);
    if (good) {
        model_print(c->table, &model, c->printer, &first);
        print_kinds(c, &model, MODEL_DEFINED, "; defined by the script: ");
        print_kinds(c, &model, MODEL_CHOICE, "; choices: ");
        print_kinds(c, &model, MODEL_HELPER, "; helpers: ");
        fputs(strbuf_text(&first), stdout);
        if (parser_read_model(c->parser, strbuf_text(&first), first.n, &again, &c->error))
            model_print(c->table, &again, c->printer, &second);
        else
            printf("is not read again, at %zu: %s\n", c->error.offset,
                   strbuf_text(&c->error.message));
        if (strcmp(strbuf_text(&first), strbuf_text(&second)) != 0)
            printf("is read again as\n%s", strbuf_text(&second));
    }
    strbuf_free(&first);
    strbuf_free(&second);
    model_release(&model);
    model_release(&again);
    return good;
}

static bool print_values(struct context *c, const char *text, size_t n) {
    model_value_vec values = {0};
    struct strbuf out = {0};
    bool good = parser_read_values(c->parser, text, n, NULL, 0, &values, &c->error);
    for (size_t i = 0; i < values.n; i++) {
        strbuf_add_text(&out, i == 0 ? "((" : " (");
        printer_add_term(c->printer, values.at[i].term, &out);
        strbuf_add_char(&out, ' ');
        printer_add_term(c->printer, values.at[i].value, &out);
        strbuf_add_text(&out, i + 1 == values.n ? "))\n" : ")\n");
    }
    fputs(strbuf_text(&out), stdout);
    strbuf_free(&out);
    vec_free(&values);
    return good;
}

static bool print_core(struct context *c, const char *text, size_t n) {
    u32_vec names = {0};
    struct strbuf out = {0};
    bool good = parser_read_core(c->parser, text, n, &names, &c->error);
    for (size_t i = 0; i < names.n; i++) {
        symbol_print(&c->table->symbols, names.at[i], &out);
        strbuf_add_char(&out, '\n');
    }
    fputs(strbuf_text(&out), stdout);
    strbuf_free(&out);
    vec_free(&names);
    return good;
}

/* What the script asks last. */
static enum command_kind last_question(const struct script *script) {
    enum command_kind last = COMMAND_COUNT;
    for (size_t i = 0; i < script->commands.n; i++) {
        enum command_kind kind = (enum command_kind)script->commands.at[i].kind;
        if (kind == COMMAND_GET_MODEL || kind == COMMAND_GET_VALUE ||
            kind == COMMAND_GET_UNSAT_CORE)
            last = kind;
    }
    return last;
}

static void show_error(const char *file, const struct file_text *text, struct parse_error *error) {
    struct strbuf out = {0};
    const char *name = strrchr(file, '/');
    diagnostic_add(&out, name == NULL ? file : name + 1, text->at, text->n, error->offset, "error",
                   strbuf_text(&error->message));
    fputs(strbuf_text(&out), stdout);
    strbuf_free(&out);
}

static int show_files(const char *script_file, const char *answer_file) {
    struct context c = context_new();
    struct file_text script, answer;
    struct strbuf error = {0};
    if (!file_read(script_file, &script, &error) || !file_read(answer_file, &answer, &error)) {
        fprintf(stderr, "%s\n", strbuf_text(&error));
        return 2;
    }
    int status = 0;
    if (!parser_read_script(c.parser, script.at, script.n, &c.script, &c.error)) {
        show_error(script_file, &script, &c.error);
        status = 2;
    } else {
        const char *line = memchr(answer.at, '\n', answer.n);
        size_t first = line == NULL ? answer.n : (size_t)(line + 1 - answer.at);
        enum command_kind kind = last_question(&c.script);
        bool good = kind == COMMAND_GET_VALUE ? print_values(&c, answer.at + first, answer.n - first)
                    : kind == COMMAND_GET_UNSAT_CORE
                        ? print_core(&c, answer.at + first, answer.n - first)
                        : print_model(&c, answer.at + first, answer.n - first);
        if (!good) {
            c.error.offset += first;
            show_error(answer_file, &answer, &c.error);
            status = 3;
        }
    }
    file_text_free(&script);
    file_text_free(&answer);
    context_free(&c);
    return status;
}

int main(int argc, char **argv) {
    if (argc == 3)
        return show_files(argv[1], argv[2]);
    const struct CMUnitTest tests[] = {
        TEST(NULL),
    };
    return RUN(tests);
}
