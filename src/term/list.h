/*
 * list.h - interned lists of numbers: indices of operators, arguments of
 * sorts, attributes. The same list always has the same handle.
 */
#ifndef MOMUS_TERM_LIST_H
#define MOMUS_TERM_LIST_H

#include "base/index.h"
#include "base/vec.h"

typedef uint32_t list; /* 0 is the empty list */

struct list_table {
    u32_vec starts; /* where in `items` each list begins: its length, then its elements */
    u32_vec items;
    struct index index;
};

struct list_mark {
    uint32_t starts;
    uint32_t items;
};

void list_table_init(struct list_table *table);
void list_table_release(struct list_table *table);
list list_intern(struct list_table *table, const uint32_t *items, uint32_t n);
struct list_mark list_mark(const struct list_table *table);
void list_rewind(struct list_table *table, struct list_mark mark);

static inline uint32_t list_length(const struct list_table *table, list l) {
    return table->items.at[table->starts.at[l]];
}
/* Borrowed until the next list is interned. */
static inline const uint32_t *list_items(const struct list_table *table, list l) {
    return &table->items.at[table->starts.at[l] + 1];
}

#endif
