/*
 * printer.h - from terms and scripts back to text.
 *
 * Layout for people: lines of at most `width` columns where that can be,
 * indentation that stops growing on deep terms, `let` for large shared
 * subterms. The text depends on the structure only, so printing what was read
 * from printed text gives the same text.
 *
 * The printer never recurses over terms. One printer can print any number of
 * scripts over its table; its memory is kept between them.
 */
#ifndef MOMUS_LANG_PRINTER_H
#define MOMUS_LANG_PRINTER_H

#include "base/strbuf.h"
#include "lang/script.h"

struct printer;

enum { PRINT_WIDTH = 80 };

/*
 * The table is borrowed. Terms are added to it only if what is printed binds
 * one variable in two places.
 */
struct printer *printer_new(struct term_table *table);
void printer_free(struct printer *printer);
/* Columns to aim for; UINT32_MAX: every command on one line. */
void printer_set_width(struct printer *printer, uint32_t width);
/*
 * Other names for functions and sort declarations: one symbol by handle, 0 to
 * keep the own name; both borrowed until the next call. NULL for none.
 */
void printer_set_names(struct printer *printer, const symbol *fun_names, const symbol *decl_names);
/* What was given last. */
const symbol *printer_fun_names(const struct printer *printer);
const symbol *printer_decl_names(const struct printer *printer);

/* Append to `out`, with a line end behind each command. */
void printer_add_script(struct printer *printer, const struct script *script, struct strbuf *out);
/*
 * A large script in parts: appends its commands from number `from` on, until these are so many
 * bytes, and returns the number of the next. In memory that is used again, printing is faster.
 */
enum { PRINT_PART = 256 << 10 };
size_t printer_add_part(struct printer *printer, const struct script *script, size_t from,
                        size_t bytes, struct strbuf *out);
void printer_add_command(struct printer *printer, const struct command *command,
                         struct strbuf *out);
/* (define-fun NAME ((x S) ...) SORT BODY), or define-fun-rec, with the line end. */
void printer_add_definition(struct printer *printer, bool recursive, symbol name, const term *vars,
                            uint32_t n_vars, sort result, term body, struct strbuf *out);
/* The term on one line, without a line end. */
void printer_add_term(struct printer *printer, term t, struct strbuf *out);

#endif
