/*
 * nearest.h - the known name that a mistyped one is closest to.
 */
#ifndef MOMUS_LANG_NEAREST_H
#define MOMUS_LANG_NEAREST_H

#include "term/table.h"

/*
 * A name in force (function, operator or local; or sort) that differs from
 * `name` by at most two edits, fewer for short names; NULL if there is none.
 * Borrowed from the table.
 */
const char *nearest_name(const struct term_table *table, symbol name, bool want_sort);

/* Edit distance of two words, or a number above `limit` if it is larger; neighbours may swap. */
uint32_t edit_distance(const char *a, size_t m, const char *b, size_t n, uint32_t limit);

#endif
