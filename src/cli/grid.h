/*
 * grid.h - a table of texts that fits the width of the terminal.
 *
 * Where there is too little room, columns that matter less are left out, and
 * those that may be cut are.
 */
#ifndef MOMUS_CLI_GRID_H
#define MOMUS_CLI_GRID_H

#include "base/vec.h"
#include "cli/paint.h"

struct grid_column {
    const char *title; /* with marks of paint.h; borrowed */
    bool is_number;    /* at the right of its column */
    unsigned rank;     /* 0: it is never left out; the greatest is left out first */
    size_t least;      /* it may be cut to so many columns; 0: not at all */
};

struct grid {
    const struct grid_column *columns; /* borrowed */
    size_t n_columns;
    VEC(char *) cells; /* row by row, with marks */
};

void grid_init(struct grid *grid, const struct grid_column *columns, size_t n);
void grid_release(struct grid *grid);
/* The next cell, from the left. */
void grid_add(struct grid *grid, const char *text);
/* The same for a short one: what is behind 127 bytes is lost. */
__attribute__((format(printf, 2, 3))) void grid_printf(struct grid *grid, const char *format, ...);
/* Adds all rows, each behind `indent` blanks, within `width` columns (0: as many as there are). */
void grid_print(const struct grid *grid, size_t indent, size_t width, enum paint_how how,
                struct strbuf *out);

#endif
