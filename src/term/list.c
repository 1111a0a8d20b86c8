#include "term/list.h"

#include "base/hash.h"

static uint32_t hash_list(const uint32_t *items, uint32_t n) {
    return hash_bytes((const char *)items, (size_t)n * sizeof *items);
}

void list_table_init(struct list_table *table) {
    *table = (struct list_table){0};
    vec_push(&table->starts, 0);
    vec_push(&table->items, 0); /* the empty list */
}

void list_table_release(struct list_table *table) {
    vec_free(&table->starts);
    vec_free(&table->items);
    index_free(&table->index);
}

list list_intern(struct list_table *table, const uint32_t *items, uint32_t n) {
    if (n == 0)
        return 0;
    uint32_t hash = hash_list(items, n);
    INDEX_EACH(&table->index, hash, id) {
        if (list_length(table, id) == n &&
            memcmp(list_items(table, id), items, (size_t)n * sizeof *items) == 0)
            return id;
    }
    list fresh = (list)table->starts.n;
    vec_push(&table->starts, (uint32_t)table->items.n);
    size_t at = table->items.n;
    vec_extend(&table->items, (size_t)n + 1);
    table->items.at[at] = n;
    memcpy(&table->items.at[at + 1], items, (size_t)n * sizeof *items);
    index_insert(&table->index, hash, fresh);
    return fresh;
}

struct list_mark list_mark(const struct list_table *table) {
    return (struct list_mark){(uint32_t)table->starts.n, (uint32_t)table->items.n};
}

void list_rewind(struct list_table *table, struct list_mark mark) {
    while (table->starts.n > mark.starts) {
        list last = (list)table->starts.n - 1;
        index_remove(&table->index, hash_list(list_items(table, last), list_length(table, last)),
                     last);
        table->starts.n--;
    }
    table->items.n = mark.items;
}
