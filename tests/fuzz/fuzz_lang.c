/*
 * The language as a whole, on any bytes: lexer, parser, sort checker, printer,
 * canonical form, logic inference.
 *
 * The input is a script. What follows a byte 0x1e is a term, read in the
 * context of the script; what follows a second one is a sort.
 *
 *   - a refusal has a place in the text and a reason, and can be shown
 *   - what was read can be printed at any width, and reads as the same script
 *   - printing what was printed changes nothing
 *   - the canonical form is the same for a script and its printed text, and is
 *     its own canonical form
 *   - the logic is the same for a script and its printed text, and the script
 *     reads as the same under that logic
 *   - the text does not depend on what else the table has seen
 *   - no memory is left
 */
#include "fuzz.h"
#include "lang/canonical.h"
#include "lang/diagnostic.h"
#include "lang/logic.h"
#include "lang/parser.h"
#include "lang/printer.h"
#include "mutate.h"

enum {
    SEPARATOR = 0x1e,
    TABLE_INPUTS = 1000, /* a table sees so many inputs before there is a new one */
    FRESH_EVERY = 50,    /* and every so many, an input is read into one of its own, too */
};

/* A table and its printer, kept from input to input. */
struct room {
    struct term_table *table;
    struct printer *printer;
};

/* A script that was read, with its parser, until the table is rewound. */
struct reading {
    struct term_mark mark;
    struct parser *parser;
    struct script script;
};

static struct room room_new(void) {
    struct term_table *table = term_table_new();
    return (struct room){table, printer_new(table)};
}

static void room_free(struct room *room) {
    printer_free(room->printer);
    term_table_free(room->table);
}

static void check_error(const char *text, size_t n, struct parse_error *error) {
    struct strbuf shown = {0};
    MUST(error->offset <= n);
    MUST(error->message.n > 0);
    diagnostic_add(&shown, "input", text, n, error->offset, "error", strbuf_text(&error->message));
    size_t lines = 0;
    for (size_t i = 0; i < shown.n; i++)
        lines += shown.at[i] == '\n';
    MUST(lines == 3);
    strbuf_free(&shown);
}

/* `ours` says what text of ours it is, which must be good; NULL for one of the fuzzer's. */
static bool read_script(struct room *room, const char *text, size_t n, const char *ours,
                        struct reading *reading) {
    struct parse_error error = {0};
    *reading =
        (struct reading){.mark = term_table_mark(room->table), .parser = parser_new(room->table)};
    bool good = parser_read_script(reading->parser, text, n, &reading->script, &error);
    if (!good)
        check_error(text, n, &error);
    if (!good && ours != NULL) {
        fprintf(stderr, "%s is refused at %zu: %s\n%s\n", ours, error.offset,
                strbuf_text(&error.message), text);
        abort();
    }
    MUST(reading->script.notes.n <= reading->script.n_notes);
    for (size_t i = 0; i < reading->script.notes.n; i++)
        MUST(reading->script.notes.at[i].offset < n && note_text(reading->script.notes.at[i].kind));
    for (size_t i = 0; i < reading->script.commands.n; i++)
        MUST(reading->script.commands.at[i].offset < n);
    parse_error_release(&error);
    return good;
}

static void drop(struct room *room, struct reading *reading) {
    parser_free(reading->parser);
    script_release(&reading->script);
    term_table_rewind(room->table, reading->mark);
}

static void print(struct room *room, const struct script *script, uint32_t width,
                  struct strbuf *out) {
    strbuf_clear(out);
    printer_set_width(room->printer, width);
    printer_add_script(room->printer, script, out);
}

static void print_canonical(struct room *room, struct reading *reading, struct strbuf *out) {
    struct canonical_names names;
    canonical_make(room->table, &reading->script, &names);
    printer_set_names(room->printer, names.funs.at, names.decls.at);
    print(room, &reading->script, PRINT_WIDTH, out);
    printer_set_names(room->printer, NULL, NULL);
    canonical_names_release(&names);
}

/* The logic of the script, which it gets; the logic is put before it if it has none. */
static const char *print_with_logic(struct room *room, struct script *script, struct strbuf *out) {
    const char *logic = logic_infer(room->table, script);
    bool has_logic = false;
    for (size_t i = 0; i < script->commands.n && !has_logic; i++)
        if (script->commands.at[i].kind == COMMAND_SET_LOGIC) {
            script->commands.at[i].name =
                symbol_intern(&room->table->symbols, logic, strlen(logic));
            has_logic = true;
        }
    print(room, script, PRINT_WIDTH, out);
    if (!has_logic) {
        struct strbuf text = {0};
        strbuf_printf(&text, "(set-logic %s)\n", logic);
        strbuf_add(&text, out->at, out->n);
        strbuf_free(out);
        *out = text;
    }
    return logic;
}

static void check_logic(struct room *room, struct strbuf *normal) {
    struct reading first, again;
    struct strbuf text = {0}, out = {0};
    read_script(room, strbuf_text(normal), normal->n, "the printed text", &first);
    const char *logic = print_with_logic(room, &first.script, &text);
    drop(room, &first);
    read_script(room, strbuf_text(&text), text.n, "the text with its logic", &again);
    MUST(strcmp(print_with_logic(room, &again.script, &out), logic) == 0);
    fuzz_must_be_equal(&text, &out, "with its logic");
    drop(room, &again);
    strbuf_free(&text);
    strbuf_free(&out);
}

/* The text, printed at some width, must print as `normal` again; canonical as `canonical`. */
static void check_text(struct room *room, struct strbuf *text, struct strbuf *normal,
                       struct strbuf *canonical, const char *what) {
    struct reading again;
    struct strbuf out = {0};
    read_script(room, strbuf_text(text), text->n, what, &again);
    print(room, &again.script, PRINT_WIDTH, &out);
    fuzz_must_be_equal(normal, &out, what);
    if (canonical != NULL) {
        print_canonical(room, &again, &out);
        fuzz_must_be_equal(canonical, &out, "canonical");
    }
    drop(room, &again);
    strbuf_free(&out);
}

static void check_canonical(struct room *room, struct strbuf *canonical) {
    struct reading again;
    struct strbuf out = {0};
    read_script(room, strbuf_text(canonical), canonical->n, "the canonical form", &again);
    print_canonical(room, &again, &out);
    fuzz_must_be_equal(canonical, &out, "the canonical form of a canonical form");
    drop(room, &again);
    strbuf_free(&out);
}

/* The same text in a table that has seen nothing else. */
static void check_fresh(const char *text, size_t n, struct strbuf *normal,
                        struct strbuf *canonical) {
    struct room fresh = room_new();
    struct reading reading;
    struct strbuf out = {0};
    read_script(&fresh, text, n, "what was read before", &reading);
    print(&fresh, &reading.script, PRINT_WIDTH, &out);
    fuzz_must_be_equal(normal, &out, "in a fresh table");
    print_canonical(&fresh, &reading, &out);
    fuzz_must_be_equal(canonical, &out, "canonical in a fresh table");
    drop(&fresh, &reading);
    room_free(&fresh);
    strbuf_free(&out);
}

static void read_again(struct parser *parser, const char *text, size_t n) {
    struct script script = {0};
    struct parse_error error = {0};
    parser_read_script(parser, text, n, &script, &error);
    script_release(&script);
    parse_error_release(&error);
}

static void check_script(struct room *room, const char *text, size_t n, bool in_fresh) {
    struct reading reading;
    struct strbuf normal = {0}, narrow = {0}, flat = {0}, canonical = {0};
    bool good = read_script(room, text, n, NULL, &reading);
    if (!good) /* the parser can still be used */
        read_again(reading.parser, text, n);
    if (good) {
        print(room, &reading.script, 40, &narrow);
        print(room, &reading.script, UINT32_MAX, &flat);
        print(room, &reading.script, PRINT_WIDTH, &normal);
        print_canonical(room, &reading, &canonical);
    }
    drop(room, &reading);
    if (good) {
        check_text(room, &normal, &normal, &canonical, "the printed text");
        check_text(room, &narrow, &normal, NULL, "the printed text, 40 wide");
        check_text(room, &flat, &normal, NULL, "the printed text, flat");
        check_logic(room, &normal);
        check_canonical(room, &canonical);
        if (in_fresh)
            check_fresh(text, n, &normal, &canonical);
    }
    strbuf_free(&normal);
    strbuf_free(&narrow);
    strbuf_free(&flat);
    strbuf_free(&canonical);
}

/* A sort is printed as one that reads as the same. */
static void check_sort(struct room *room, const char *script, size_t n, const char *text,
                       size_t n_text) {
    struct reading reading;
    struct parse_error error = {0};
    struct strbuf out = {0};
    sort s, again;
    read_script(room, script, n, NULL, &reading);
    if (parser_read_sort(reading.parser, text, n_text, &s, &error)) {
        sort_print(&room->table->sorts, s, &out);
        MUST(parser_read_sort(reading.parser, strbuf_text(&out), out.n, &again, &error));
        MUST(again == s);
    } else
        check_error(text, n_text, &error);
    drop(room, &reading);
    parse_error_release(&error);
    strbuf_free(&out);
}

/* What the term reads as in the context of the script: its text and its sort. */
static bool print_term(struct room *room, const char *script, size_t n, const char *text,
                       size_t n_text, struct strbuf *out, struct strbuf *out_sort) {
    struct reading reading;
    struct parse_error error = {0};
    term t;
    read_script(room, script, n, NULL, &reading);
    bool good = parser_read_term(reading.parser, text, n_text, &t, &error);
    if (good) {
        printer_add_term(room->printer, t, out);
        sort_print(&room->table->sorts, term_sort(room->table, t), out_sort);
    } else
        check_error(text, n_text, &error);
    drop(room, &reading);
    parse_error_release(&error);
    return good;
}

/* A term is printed as one of the same sort that prints the same. */
static void check_term(struct room *room, const char *script, size_t n, const char *text,
                       size_t n_text) {
    struct strbuf out[2] = {{0}, {0}}, sorts[2] = {{0}, {0}};
    if (print_term(room, script, n, text, n_text, &out[0], &sorts[0])) {
        MUST(print_term(room, script, n, strbuf_text(&out[0]), out[0].n, &out[1], &sorts[1]));
        fuzz_must_be_equal(&out[0], &out[1], "the printed term");
        fuzz_must_be_equal(&sorts[0], &sorts[1], "the sort of the printed term");
    }
    for (int i = 0; i < 2; i++) {
        strbuf_free(&out[i]);
        strbuf_free(&sorts[i]);
    }
}

/* A term and perhaps a sort, over what a script has declared, also if it was refused. */
static void check_parts(struct room *room, const char *script, size_t n, const char *rest,
                        size_t n_rest) {
    const char *separator = memchr(rest, SEPARATOR, n_rest);
    size_t n_term = separator == NULL ? n_rest : (size_t)(separator - rest);
    char *term_text = mem_copy_text(rest, n_term);
    check_term(room, script, n, term_text, n_term);
    mem_free(term_text);
    if (separator != NULL)
        check_sort(room, script, n, separator + 1, n_rest - n_term - 1);
}

int LLVMFuzzerInitialize(int *argc, char ***argv) {
    (void)argc;
    (void)argv;
    fuzz_catch_bugs();
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n) {
    static struct room room;
    static unsigned inputs;
    if (room.table == NULL)
        room = room_new();
    char *text = fuzz_text(data, n);
    const char *separator = memchr(text, SEPARATOR, n);
    size_t n_script = separator == NULL ? n : (size_t)(separator - text);
    char *script = mem_copy_text(text, n_script);
    inputs++;
    check_script(&room, script, n_script, inputs % FRESH_EVERY == 0);
    if (separator != NULL)
        check_parts(&room, script, n_script, separator + 1, n - n_script - 1);
    mem_free(script);
    mem_free(text);
    if (inputs % TABLE_INPUTS == 0) {
        room_free(&room);
        MUST(mem_live_bytes() == 0);
        room = (struct room){0};
    }
    return 0;
}
