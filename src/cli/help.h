/*
 * help.h - what --help shows, filled into lines of the terminal's width.
 */
#ifndef MOMUS_CLI_HELP_H
#define MOMUS_CLI_HELP_H

#include "base/strbuf.h"
#include "cli/table.h"

enum { HELP_WIDTH_MIN = 60, HELP_WIDTH_USUAL = 80, HELP_WIDTH_MAX = 100 };

/* Columns to fill: those of $COLUMNS or the terminal, within the limits above. */
size_t help_width(void);
/* The same without an upper limit: for tables. */
size_t help_columns(void);

/* The help of momus itself: all commands. */
void help_overview(const struct cli_table *table, size_t width, struct strbuf *out);
void help_command(const struct cli_table *table, const struct cli_command *command, size_t width,
                  struct strbuf *out);

/*
 * Adds words of `text`, from column `at` on, and breaks lines before they are
 * longer than `width`; new lines start at column `indent`. A line end in the
 * text starts a new paragraph. Ends with a line end.
 */
void help_fill(const char *text, size_t at, size_t indent, size_t width, struct strbuf *out);

#endif
