/*
 * paint.h - text for terminals: with colours, cut to columns, and harmless.
 *
 * Text that is to be painted has marks in it, bytes that no clean text has. They
 * take no column, and become what the terminal wants, or nothing.
 */
#ifndef MOMUS_CLI_PAINT_H
#define MOMUS_CLI_PAINT_H

#include "base/strbuf.h"

#define PAINT_PLAIN "\001" /* ends all others */
#define PAINT_BOLD "\002"
#define PAINT_DIM "\003"
#define PAINT_RED "\004"
#define PAINT_GREEN "\005"
#define PAINT_YELLOW "\006"

/* What becomes of marks. */
enum paint_how {
    PAINT_NOT,   /* nothing */
    PAINT_NOW,   /* what the terminal wants */
    PAINT_LATER, /* they stay */
};
/* PAINT_NOW for a terminal, unless the user has set NO_COLOR. */
enum paint_how paint_how(int fd);
/* Columns of the terminal at this descriptor, or of $COLUMNS; 0 if it is none. */
size_t paint_columns(int fd);

/* Adds text from outside: what could change the terminal becomes '?'. */
void paint_add_clean(struct strbuf *out, const char *text);
/* The columns that a text takes: its characters, without the marks. */
size_t paint_width(const char *text);
/*
 * Adds a text with marks, cut behind so many columns (0: never) with .. at its
 * end. Returns the columns that it takes.
 */
size_t paint_add(struct strbuf *out, const char *text, size_t columns, enum paint_how how);

#endif
