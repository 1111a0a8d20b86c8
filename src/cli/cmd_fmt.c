#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/die.h"
#include "base/file.h"
#include "base/lex.h"
#include "cli/options.h"
#include "lang/canonical.h"
#include "lang/diagnostic.h"
#include "lang/logic.h"
#include "lang/parser.h"
#include "lang/printer.h"
#include "term/signature.h"

/* What is kept from one file to the next. */
struct fmt {
    const struct options *options;
    struct term_table *table;
    struct printer *printer;
    struct strbuf out;
    struct strbuf messages;
    size_t n_good, n_bad;
    int status;
    uint64_t start;         /* when the command began */
    uint64_t next_progress; /* when to show progress again; 0 if nobody would see it */
};

enum { PROGRESS_AFTER_MS = 2000, PROGRESS_EVERY_MS = 200 };
#define MS_TO_NS(ms) ((uint64_t)(ms)*1000000)

/* On a terminal, what takes longer than a moment says how far it is. */
static void show_progress(struct fmt *fmt, size_t done, size_t all) {
    uint64_t now = clock_monotonic_ns();
    if (fmt->next_progress == 0 || now < fmt->next_progress)
        return;
    fprintf(stderr, "\r%zu of %zu file%s, %zu failed, %.0f s", done, all, plural_s(all), fmt->n_bad,
            (double)(now - fmt->start) / 1e9);
    fmt->next_progress = now + MS_TO_NS(PROGRESS_EVERY_MS);
}

/* Messages and results start on a line of their own. */
static void clear_progress(const struct fmt *fmt) {
    if (fmt->next_progress > fmt->start + MS_TO_NS(PROGRESS_AFTER_MS))
        fputs("\r\033[K", stderr);
}

static void worsen(struct fmt *fmt, int status) {
    if (status > fmt->status)
        fmt->status = status;
}

static void report(struct fmt *fmt, const char *message) {
    fflush(stdout);
    clear_progress(fmt);
    fprintf(stderr, "momus: error: %s\n", message);
    worsen(fmt, EXIT_BAD_INPUT);
}

static void show_messages(struct fmt *fmt) {
    fflush(stdout);
    clear_progress(fmt);
    fputs(strbuf_text(&fmt->messages), stderr);
    strbuf_clear(&fmt->messages);
}

/* "<stdin>" reads better than "-" in a message. */
static const char *shown_name(const char *path) {
    return strcmp(path, "-") == 0 ? "<stdin>" : path;
}

/* Notes that these commands, the first of which sets the logic, use more than it has. */
static void note_logic(struct fmt *fmt, struct logic_scan *scan, const char *path,
                       const struct file_text *text, const struct command *commands, size_t n) {
    struct logic named;
    const struct symbol_entry *name = symbol_at(&fmt->table->symbols, commands->name);
    bool is_known = logic_parse(name->at, name->n, &named);
    struct logic used = logic_of_commands(scan, fmt->table, commands, n);
    if (!is_known || logic_covers(named, used))
        return;
    struct strbuf note = {0};
    strbuf_printf(&note, "the script goes beyond this logic: %s has all that it uses",
                  logic_name(used));
    diagnostic_add(&fmt->messages, shown_name(path), text->at, text->n, commands->offset, "note",
                   strbuf_text(&note));
    strbuf_free(&note);
}

static bool ends_logic(const struct command *c) {
    return c->kind == COMMAND_SET_LOGIC || c->kind == COMMAND_RESET;
}

/* Each logic is in force up to a reset. */
static void note_logics(struct fmt *fmt, const char *path, const struct file_text *text,
                        const struct script *script) {
    struct logic_scan scan = {0};
    const struct command *commands = script->commands.at;
    for (size_t i = 0, next; i < script->commands.n; i = next) {
        next = i + 1;
        while (next < script->commands.n && !ends_logic(&commands[next]))
            next++;
        if (commands[i].kind == COMMAND_SET_LOGIC)
            note_logic(fmt, &scan, path, text, &commands[i], next - i);
    }
    logic_scan_release(&scan);
}

static void show_notes(struct fmt *fmt, const char *path, const struct file_text *text,
                       const struct script *script) {
    for (size_t i = 0; i < script->notes.n; i++)
        diagnostic_add(&fmt->messages, shown_name(path), text->at, text->n,
                       script->notes.at[i].offset, "note", note_text(script->notes.at[i].kind));
    if (script->n_notes > script->notes.n)
        strbuf_printf(&fmt->messages, "%s: note: and %llu more\n", shown_name(path),
                      (unsigned long long)(script->n_notes - script->notes.n));
    note_logics(fmt, path, text, script);
    show_messages(fmt);
}

/* Puts the logic that the script needs in place of those that it names, one behind each reset. */
static void set_inferred_logic(struct fmt *fmt, struct script *script) {
    const char *name = logic_infer(fmt->table, script);
    symbol logic = symbol_intern(&fmt->table->symbols, name, strlen(name));
    size_t place = script->commands.n;
    bool is_set = false, was_reset = false;
    for (size_t i = 0; i < script->commands.n; i++) {
        struct command *c = &script->commands.at[i];
        bool may_precede = c->kind == COMMAND_COMMENT || c->kind == COMMAND_SET_INFO ||
                           c->kind == COMMAND_SET_OPTION;
        was_reset |= c->kind == COMMAND_RESET;
        if (c->kind == COMMAND_SET_LOGIC) {
            c->name = logic;
            is_set |= !was_reset;
        } else if (!may_precede && place == script->commands.n)
            place = i;
    }
    if (is_set)
        return;
    vec_extend(&script->commands, 1);
    memmove(&script->commands.at[place + 1], &script->commands.at[place],
            (script->commands.n - 1 - place) * sizeof *script->commands.at);
    script->commands.at[place] = (struct command){.kind = COMMAND_SET_LOGIC, .name = logic};
}

/* No solver looks at what stands behind (exit), and nor do we; but it is its author's. */
static void keep_what_follows_exit(struct fmt *fmt, const struct file_text *text, size_t from) {
    size_t n = text->n - from;
    while (n > 0 && lex_class(&text->at[from + n - 1]) == LEX_SPACE)
        n--;
    if (n == 0)
        return;
    fmt->out.n--; /* the line end behind (exit) */
    strbuf_add(&fmt->out, text->at + from, n);
    strbuf_add_char(&fmt->out, '\n');
}

static void replace_file(struct fmt *fmt, const char *path, const struct file_text *text) {
    struct strbuf error = {0};
    const char *made = strbuf_text(&fmt->out);
    struct stat info;
    if (stat(path, &info) == 0 && !S_ISREG(info.st_mode)) {
        strbuf_printf(&error, "%s: no file: it cannot be formatted in place", path);
        report(fmt, strbuf_text(&error));
        strbuf_free(&error);
        return;
    }
    if ((text->n != fmt->out.n || memcmp(text->at, made, text->n) != 0) &&
        !file_write(path, made, fmt->out.n, &error)) {
        report(fmt, strbuf_text(&error));
        worsen(fmt, EXIT_ENVIRONMENT);
    }
    strbuf_free(&error);
}

/* A file is replaced as a whole; standard output gets what there is, part by part. */
static void put_script(struct fmt *fmt, const char *path, const struct file_text *text,
                       const struct script *script) {
    bool in_place = fmt->options->in_place && strcmp(path, "-") != 0;
    size_t next = 0;
    do {
        strbuf_clear(&fmt->out);
        next = printer_add_part(fmt->printer, script, next, in_place ? SIZE_MAX : PRINT_PART,
                                &fmt->out);
        if (next == script->commands.n && !fmt->options->canonical)
            keep_what_follows_exit(fmt, text, script->end);
        if (!in_place && !fmt->options->summary) /* whose counts stand for it */
            fwrite(strbuf_text(&fmt->out), 1, fmt->out.n, stdout);
    } while (next < script->commands.n && !ferror(stdout));
    if (in_place)
        replace_file(fmt, path, text);
}

static void print_script(struct fmt *fmt, const char *path, const struct file_text *text,
                         struct script *script) {
    struct canonical_names names = {0};
    if (fmt->options->logic)
        set_inferred_logic(fmt, script);
    if (fmt->options->canonical) {
        canonical_make(fmt->table, script, &names);
        printer_set_names(fmt->printer, names.funs.at, names.decls.at);
    }
    put_script(fmt, path, text, script);
    printer_set_names(fmt->printer, NULL, NULL);
    canonical_names_release(&names);
}

static void format_text(struct fmt *fmt, const char *path, const struct file_text *text) {
    struct term_mark mark = term_table_mark(fmt->table);
    struct parser *parser = parser_new(fmt->table);
    struct script script = {0};
    struct parse_error error = {0};
    bool good = parser_read_script(parser, text->at, text->n, &script, &error);
    parser_free(parser);
    if (good) {
        fmt->n_good++;
        if (fmt->options->notes)
            show_notes(fmt, path, text, &script);
        if (!fmt->options->check)
            print_script(fmt, path, text, &script);
    } else {
        fmt->n_bad++;
        diagnostic_add(&fmt->messages, shown_name(path), text->at, text->n, error.offset, "error",
                       strbuf_text(&error.message));
        show_messages(fmt);
        worsen(fmt, EXIT_BAD_INPUT);
    }
    script_release(&script);
    parse_error_release(&error);
    term_table_rewind(fmt->table, mark);
}

static void format_file(struct fmt *fmt, const char *path) {
    struct file_text text;
    struct strbuf error = {0};
    if (file_read(path, &text, &error)) {
        format_text(fmt, path, &text);
        file_text_free(&text);
    } else {
        report(fmt, strbuf_text(&error));
        fmt->n_bad++;
    }
    strbuf_free(&error);
}

static void format_operand(struct fmt *fmt, const char *operand) {
    path_vec paths = {0};
    struct strbuf error = {0};
    if (!file_list(operand, ".smt2", &paths, &error)) {
        report(fmt, strbuf_text(&error));
        fmt->n_bad++;
    } else if (paths.n == 0 && !fmt->options->quiet)
        fprintf(stderr, "momus: %s: no .smt2 files in it\n", operand);
    for (size_t i = 0; i < paths.n; i++) {
        show_progress(fmt, i, paths.n);
        format_file(fmt, paths.at[i]);
    }
    clear_progress(fmt);
    strbuf_free(&error);
    path_vec_free(&paths);
}

static bool load_signature(struct fmt *fmt, const char *path) {
    struct file_text text;
    struct strbuf message = {0};
    bool good = file_read(path, &text, &message);
    if (!good)
        report(fmt, strbuf_text(&message));
    else {
        struct sexpr_error error;
        good = signature_load(fmt->table, text.at, text.n, &error);
        if (!good) {
            diagnostic_add(&fmt->messages, path, text.at, text.n, error.offset, "error",
                           error.message);
            show_messages(fmt);
            worsen(fmt, EXIT_BAD_INPUT);
        }
        file_text_free(&text);
    }
    strbuf_free(&message);
    return good;
}

int cmd_fmt(const struct options *options, char *const *files, size_t n) {
    struct fmt fmt = {.options = options, .table = term_table_new(), .start = clock_monotonic_ns()};
    bool good = true;
    bool prints = !options->check && !options->in_place;
    if (isatty(STDERR_FILENO) && !options->quiet && !(prints && isatty(STDOUT_FILENO)))
        fmt.next_progress = fmt.start + MS_TO_NS(PROGRESS_AFTER_MS);
    fmt.printer = printer_new(fmt.table);
    printer_set_width(fmt.printer, (uint32_t)options->width);
    for (size_t i = 0; i < options->sig.n; i++)
        good = load_signature(&fmt, options->sig.at[i]) && good;
    for (size_t i = 0; good && i < n; i++)
        format_operand(&fmt, files[i]);
    if (good && options->summary)
        printf("%zu ok, %zu failed\n", fmt.n_good, fmt.n_bad);
    printer_free(fmt.printer);
    term_table_free(fmt.table);
    strbuf_free(&fmt.out);
    strbuf_free(&fmt.messages);
    return fmt.status;
}
