/*
 * The readers of small data files, on any bytes: S-expressions, signatures
 * (.sig), theories (.theory), momus.conf, archives of findings. Every input goes through all of them.
 *
 *   - a refusal has a place in the text and a reason, and can be shown
 *   - a refused signature leaves the table as it was
 *   - the operators of a signature can be used: what follows a byte 0x1e is a
 *     script over them, which is printed as one that prints the same
 *   - no memory is left
 */
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/sexpr.h"
#include "cli/archive.h"
#include "cli/conf.h"
#include "cli/known.h"
#include "cli/options.h"
#include "fuzz.h"
#include "gen/facts.h"
#include "lang/diagnostic.h"
#include "lang/parser.h"
#include "lang/printer.h"
#include "mutate.h"
#include "term/signature.h"

enum { SEPARATOR = 0x1e, TABLE_INPUTS = 1000 };

static void check_error(const char *text, size_t n, const struct sexpr_error *error) {
    struct strbuf shown = {0};
    MUST(error->offset <= n);
    MUST(error->message != NULL && error->message[0] != '\0');
    diagnostic_add(&shown, "input", text, n, error->offset, "error", error->message);
    strbuf_free(&shown);
}

/* All expressions lie in the text, in its order. */
static void check_sexpr(const char *text, size_t n) {
    struct arena arena = {0};
    struct sexpr *first;
    struct sexpr_error error = {0};
    if (sexpr_read(text, n, &arena, &first, &error)) {
        size_t past = 0;
        for (const struct sexpr *e = first; e != NULL; e = e->next) {
            MUST(e->token.offset >= past && e->token.offset < n);
            past = e->token.offset + 1;
            MUST(sexpr_is_list(e) || e->child == NULL);
            MUST((sexpr_length(e) == 0) == (e->child == NULL));
        }
    } else
        check_error(text, n, &error);
    arena_free(&arena);
}

/* A script over the operators that the table has by now. */
static void check_use(struct term_table *table, const char *text, size_t n) {
    struct strbuf out[2] = {{0}, {0}};
    struct parse_error error = {0};
    struct printer *printer = printer_new(table);
    for (int i = 0; i < 2; i++) {
        struct parser *parser = parser_new(table);
        struct script script = {0};
        bool good = parser_read_script(parser, i == 0 ? text : strbuf_text(&out[0]),
                                       i == 0 ? n : out[0].n, &script, &error);
        parser_free(parser);
        if (good)
            printer_add_script(printer, &script, &out[i]);
        script_release(&script);
        if (!good) {
            MUST(i == 0);
            break;
        }
        if (i == 1)
            fuzz_must_be_equal(&out[0], &out[1], "a script over a signature");
    }
    printer_free(printer);
    parse_error_release(&error);
    strbuf_free(&out[0]);
    strbuf_free(&out[1]);
}

/* As a theory, and as constants for one. */
static void check_theory(struct term_table *table, const char *text, size_t n) {
    static const char empty[] = "(theory empty)";
    struct facts_source source = {"input", text, n};
    struct facts_source base = {"empty", empty, sizeof empty - 1};
    for (int i = 0; i < 2; i++) {
        struct facts facts;
        struct strbuf error = {0};
        struct term_mark mark = term_table_mark(table);
        if (facts_read(table, i == 0 ? &source : &base, i == 0 ? NULL : &source, i == 0, &facts,
                       &error))
            facts_release(&facts);
        else
            MUST(error.n > 0 && strncmp(strbuf_text(&error), "input:", 6) == 0);
        term_table_rewind(table, mark);
        strbuf_free(&error);
    }
}

/* Returns the table if it can be used again: it has never taken a signature. */
static struct term_table *check_signature(struct term_table *table, const char *text, size_t n) {
    const char *separator = memchr(text, SEPARATOR, n);
    size_t n_rows = separator == NULL ? n : (size_t)(separator - text);
    char *rows = mem_copy_text(text, n_rows);
    struct sexpr_error error = {0};
    size_t before = table->ops.n;
    struct term_mark mark = term_table_mark(table);
    if (signature_load(table, rows, n_rows, &error)) {
        if (separator != NULL)
            check_use(table, separator + 1, n - n_rows - 1);
        term_table_free(table);
        table = NULL;
    } else {
        check_error(rows, n_rows, &error);
        MUST(table->ops.n == before);
        term_table_rewind(table, mark);
    }
    mem_free(rows);
    return table;
}

/* The file is one in memory, as conf_read wants a path. */
static void check_conf(const char *text, size_t n) {
    static int file = -1;
    static char path[64];
    if (file < 0) {
        file = memfd_create("momus.conf", 0);
        MUST(file >= 0);
        snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    }
    MUST(ftruncate(file, 0) == 0 && pwrite(file, text, n, 0) == (ssize_t)n);
    for (size_t i = 0; i < momus_table.commands.n; i++) {
        struct options options;
        struct settings settings;
        struct strbuf errors = {0};
        settings_init(&settings, &momus_table, &options);
        enum conf_result result =
            conf_read(&settings, &momus_table.commands.at[i], path, SOURCE_USER_FILE, &errors);
        MUST(result == (errors.n == 0 ? CONF_READ : CONF_BAD));
        MUST(errors.n == 0 || errors.at[errors.n - 1] == '\n');
        settings_free(&settings);
        strbuf_free(&errors);
    }
}

/* As an archive, and as a finding in one. */
static void check_known(const char *text, size_t n) {
    struct strbuf archive = {0};
    archive_add(&archive, "momus-finding-1/" KNOWN_FILE, text, n, 0);
    archive_finish(&archive);
    for (int i = 0; i < 2; i++) {
        struct known known = {0};
        struct strbuf error = {0};
        bool there;
        bool good = known_take_archive(&known, "input", i == 0 ? text : archive.at,
                                       i == 0 ? n : archive.n, &there, &error);
        MUST(good == (error.n == 0));
        MUST(i == 0 || (there && good == (known.prints.n > 0)));
        known_release(&known);
        strbuf_free(&error);
    }
    strbuf_free(&archive);
}

int LLVMFuzzerInitialize(int *argc, char ***argv) {
    (void)argc;
    (void)argv;
    fuzz_catch_bugs();
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n) {
    static struct term_table *table;
    static unsigned inputs;
    if (table == NULL)
        table = term_table_new();
    char *text = fuzz_text(data, n);
    check_sexpr(text, n);
    check_theory(table, text, n);
    table = check_signature(table, text, n);
    check_conf(text, n);
    check_known(text, n);
    mem_free(text);
    if (++inputs % TABLE_INPUTS == 0) {
        term_table_free(table);
        MUST(mem_live_bytes() == 0);
        table = NULL;
    }
    return 0;
}
