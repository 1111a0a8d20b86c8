/*
 * desk.h - terms and sorts from text, for tests that say by hand what is so.
 */
#ifndef MOMUS_TEST_DESK_H
#define MOMUS_TEST_DESK_H

#include "testing.h"

#include "lang/parser.h"
#include "lang/printer.h"

struct desk {
    struct term_table *table;
    struct parser *parser;
    struct printer *printer;
    struct script script;
    struct parse_error error;
};

static inline void desk_run(struct desk *d, const char *commands) {
    if (!parser_read_script(d->parser, commands, strlen(commands), &d->script, &d->error))
        fail_msg("%s", strbuf_text(&d->error.message));
}

/* With the declarations of these commands in force. */
static inline struct desk *desk_new(const char *commands) {
    struct desk *d = mem_alloc_zero(sizeof *d);
    d->table = term_table_new();
    d->parser = parser_new(d->table);
    d->printer = printer_new(d->table);
    desk_run(d, commands);
    return d;
}

static inline void desk_free(struct desk *d) {
    script_release(&d->script);
    parse_error_release(&d->error);
    printer_free(d->printer);
    parser_free(d->parser);
    term_table_free(d->table);
    mem_free(d);
}

static inline term desk_term(struct desk *d, const char *text) {
    term t;
    if (!parser_read_term(d->parser, text, strlen(text), &t, &d->error))
        fail_msg("%s: %s", text, strbuf_text(&d->error.message));
    return t;
}

static inline sort desk_sort(struct desk *d, const char *text) {
    sort s;
    if (!parser_read_sort(d->parser, text, strlen(text), &s, &d->error))
        fail_msg("%s: %s", text, strbuf_text(&d->error.message));
    return s;
}

/* The term is printed as "TERM : SORT". */
static inline void desk_expect(struct desk *d, term t, const char *expected) {
    struct strbuf out = {0};
    printer_add_term(d->printer, t, &out);
    strbuf_add_text(&out, " : ");
    sort_print(&d->table->sorts, term_sort(d->table, t), &out);
    assert_string_equal(strbuf_text(&out), expected);
    strbuf_free(&out);
}

#endif
