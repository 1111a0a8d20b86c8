/*
 * parser.h - from text to scripts, terms and sorts, with sort checking.
 *
 * A parser holds the declarations in force: several texts can be read one
 * after the other, each in the context of those before (a script, then a term
 * over its constants). It never recurses over its input.
 *
 * Bad input is data: the functions return false, and `error` says where and
 * why. A parser that has refused a text still holds the declarations that it
 * read before the error.
 */
#ifndef MOMUS_LANG_PARSER_H
#define MOMUS_LANG_PARSER_H

#include "base/strbuf.h"
#include "lang/script.h"

enum parse_error_kind {
    PARSE_ERROR_OTHER,
    PARSE_ERROR_UNKNOWN, /* a function or constant that nobody declared */
    PARSE_ERROR_LOOP,    /* of a model: an entry refers to itself */
};
struct parse_error {
    enum parse_error_kind kind;
    size_t offset;
    struct strbuf message;
};
void parse_error_release(struct parse_error *error);

struct parser;

/* The parser binds names in `table`, which it borrows; parser_free unbinds them all. */
struct parser *parser_new(struct term_table *table);
void parser_free(struct parser *parser);

/*
 * Reads commands to the end of the text and appends them to `script`. text[n]
 * must be zero. Stops at (exit): what follows is not looked at.
 */
bool parser_read_script(struct parser *parser, const char *text, size_t n, struct script *script,
                        struct parse_error *error);
/* Reads one term or sort, which must be all of the text. */
bool parser_read_term(struct parser *parser, const char *text, size_t n, term *result,
                      struct parse_error *error);
bool parser_read_sort(struct parser *parser, const char *text, size_t n, sort *result,
                      struct parse_error *error);

#endif
