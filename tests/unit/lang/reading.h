/*
 * reading.h - scripts, terms and sorts as tests write and compare them: as text.
 */
#ifndef MOMUS_TEST_READING_H
#define MOMUS_TEST_READING_H

#include "testing.h"

#include "lang/parser.h"
#include "lang/printer.h"

/* A table, a parser over it, and what it has read. */
struct reading {
    struct term_table *table;
    struct parser *parser;
    struct printer *printer;
    struct script script;
    struct parse_error error;
};

static inline struct reading reading_new(void) {
    struct term_table *table = term_table_new();
    return (struct reading){
        .table = table, .parser = parser_new(table), .printer = printer_new(table)};
}

static inline void reading_free(struct reading *r) {
    script_release(&r->script);
    parse_error_release(&r->error);
    printer_free(r->printer);
    parser_free(r->parser);
    term_table_free(r->table);
}

static inline bool read_script(struct reading *r, const char *text) {
    return parser_read_script(r->parser, text, strlen(text), &r->script, &r->error);
}

/* The text must be good. */
static inline void read_good(struct reading *r, const char *text) {
    if (!read_script(r, text))
        fail_msg("%s\nis refused at %zu: %s", text, r->error.offset,
                 strbuf_text(&r->error.message));
}

static inline struct reading reading_of(const char *text) {
    struct reading r = reading_new();
    read_good(&r, text);
    return r;
}

static inline term read_term(struct reading *r, const char *text) {
    term t = 0;
    if (!parser_read_term(r->parser, text, strlen(text), &t, &r->error))
        fail_msg("%s\nis refused at %zu: %s", text, r->error.offset,
                 strbuf_text(&r->error.message));
    return t;
}

static inline sort read_sort(struct reading *r, const char *text) {
    sort s = 0;
    if (!parser_read_sort(r->parser, text, strlen(text), &s, &r->error))
        fail_msg("%s\nis refused at %zu: %s", text, r->error.offset,
                 strbuf_text(&r->error.message));
    return s;
}

/* Printed texts; the caller frees them. */

static inline char *print_script(struct reading *r) {
    struct strbuf out = {0};
    printer_add_script(r->printer, &r->script, &out);
    return strbuf_detach(&out);
}

static inline char *print_term(struct reading *r, term t) {
    struct strbuf out = {0};
    printer_add_term(r->printer, t, &out);
    return strbuf_detach(&out);
}

static inline char *print_sort(struct reading *r, sort s) {
    struct strbuf out = {0};
    sort_print(&r->table->sorts, s, &out);
    return strbuf_detach(&out);
}

static inline void assert_text(char *found, const char *expected) {
    assert_string_equal(found, expected);
    mem_free(found);
}

/* The term reads, has this sort, and is printed like this (NULL: as it was written). */
static inline void assert_term(struct reading *r, const char *text, const char *sort_text,
                               const char *printed) {
    term t = read_term(r, text);
    char *found = print_sort(r, term_sort(r->table, t));
    if (strcmp(found, sort_text) != 0)
        fail_msg("%s is of sort %s, not %s", text, found, sort_text);
    mem_free(found);
    assert_text(print_term(r, t), printed == NULL ? text : printed);
}

/* The script is printed like this. */
static inline void assert_printed(const char *text, const char *expected) {
    struct reading r = reading_of(text);
    assert_text(print_script(&r), expected);
    reading_free(&r);
}

/*
 * The script is refused: at the byte of `place` in the text (NULL: its end),
 * for a reason that contains `reason`.
 */
static inline void assert_refused(const char *text, const char *place, const char *reason) {
    struct reading r = reading_new();
    if (read_script(&r, text))
        fail_msg("%s\nis not refused", text);
    const char *at = place == NULL ? text + strlen(text) : strstr(text, place);
    assert_non_null(at);
    if (strstr(strbuf_text(&r.error.message), reason) == NULL)
        fail_msg("%s\nis refused for another reason: %s", text, strbuf_text(&r.error.message));
    if (r.error.offset != (size_t)(at - text))
        fail_msg("%s\nis refused at %zu, not at %zu: %s", text, r.error.offset, (size_t)(at - text),
                 strbuf_text(&r.error.message));
    reading_free(&r);
}

#endif
