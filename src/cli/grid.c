#include "cli/grid.h"

#include <stdarg.h>

enum { GAP = 2 };

void grid_init(struct grid *grid, const struct grid_column *columns, size_t n) {
    *grid = (struct grid){.columns = columns, .n_columns = n};
}

void grid_release(struct grid *grid) {
    for (size_t i = 0; i < grid->cells.n; i++)
        mem_free(grid->cells.at[i]);
    vec_free(&grid->cells);
}

void grid_add(struct grid *grid, const char *text) {
    vec_push(&grid->cells, mem_copy_text(text, strlen(text)));
}

void grid_printf(struct grid *grid, const char *format, ...) {
    char text[128];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    grid_add(grid, text);
}

/* The width that each column would like to have; 0 is one that is left out. */
static void measure(const struct grid *grid, size_t *widths) {
    for (size_t c = 0; c < grid->n_columns; c++)
        widths[c] = paint_width(grid->columns[c].title);
    for (size_t i = 0; i < grid->cells.n; i++) {
        size_t width = paint_width(grid->cells.at[i]), c = i % grid->n_columns;
        widths[c] = width > widths[c] ? width : widths[c];
    }
}

/* Of all columns that are there, as they are, or cut as far as they may be. */
static size_t sum(const struct grid *grid, const size_t *widths, bool is_cut) {
    size_t total = 0;
    for (size_t c = 0; c < grid->n_columns; c++) {
        size_t least = grid->columns[c].least, width = widths[c];
        if (width > 0)
            total += (is_cut && least > 0 && least < width ? least : width) + GAP;
    }
    return total > 0 ? total - GAP : 0;
}

static bool leave_one_out(const struct grid *grid, size_t *widths) {
    size_t worst = grid->n_columns;
    for (size_t c = 0; c < grid->n_columns; c++)
        if (widths[c] > 0 && grid->columns[c].rank > 0 &&
            (worst == grid->n_columns || grid->columns[c].rank >= grid->columns[worst].rank))
            worst = c;
    if (worst < grid->n_columns)
        widths[worst] = 0;
    return worst < grid->n_columns;
}

static void fit(const struct grid *grid, size_t *widths, size_t width) {
    while (sum(grid, widths, true) > width && leave_one_out(grid, widths))
        ;
    for (size_t c = grid->n_columns; c-- > 0 && sum(grid, widths, false) > width;) {
        size_t least = grid->columns[c].least, over = sum(grid, widths, false) - width;
        if (least > 0 && widths[c] > least)
            widths[c] = widths[c] > least + over ? widths[c] - over : least;
    }
}

static void print_row(const struct grid *grid, size_t row, const size_t *widths, size_t indent,
                      enum paint_how how, struct strbuf *out) {
    size_t blanks = indent;
    for (size_t c = 0; c < grid->n_columns; c++) {
        if (widths[c] == 0)
            continue;
        /* row 0 has the titles */
        const char *text =
            row == 0 ? grid->columns[c].title : grid->cells.at[(row - 1) * grid->n_columns + c];
        size_t width = paint_width(text);
        size_t rest = width < widths[c] ? widths[c] - width : 0;
        if (width > 0) {
            strbuf_add_blanks(out, blanks + (grid->columns[c].is_number ? rest : 0));
            paint_add(out, text, widths[c], how);
            blanks = GAP + (grid->columns[c].is_number ? 0 : rest);
        } else
            blanks += rest + GAP;
    }
    strbuf_add_char(out, '\n');
}

void grid_print(const struct grid *grid, size_t indent, size_t width, enum paint_how how,
                struct strbuf *out) {
    size_t *widths = mem_alloc_zero(grid->n_columns * sizeof *widths);
    measure(grid, widths);
    if (width > 0)
        fit(grid, widths, width > indent ? width - indent : 1);
    for (size_t row = 0; row <= grid->cells.n / grid->n_columns; row++)
        print_row(grid, row, widths, indent, how, out);
    mem_free(widths);
}
