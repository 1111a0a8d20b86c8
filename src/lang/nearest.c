#include "lang/nearest.h"

#include <strings.h>

enum { LONGEST = 64 };

uint32_t edit_distance(const char *a, size_t m, const char *b, size_t n, uint32_t limit) {
    uint32_t rows[3][LONGEST + 1];
    if (m > LONGEST || n > LONGEST || (m > n ? m - n : n - m) > limit)
        return limit + 1;
    for (size_t j = 0; j <= n; j++)
        rows[0][j] = (uint32_t)j;
    for (size_t i = 1; i <= m; i++) {
        const uint32_t *above = rows[(i - 1) % 3], *before = rows[(i + 1) % 3];
        uint32_t *row = rows[i % 3];
        row[0] = (uint32_t)i;
        for (size_t j = 1; j <= n; j++) {
            uint32_t best = above[j - 1] + (a[i - 1] != b[j - 1]);
            if (above[j] + 1 < best)
                best = above[j] + 1;
            if (row[j - 1] + 1 < best)
                best = row[j - 1] + 1;
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] &&
                before[j - 2] + 1 < best)
                best = before[j - 2] + 1;
            row[j] = best;
        }
    }
    return rows[m % 3][n];
}

const char *nearest_name(const struct term_table *table, symbol name, bool want_sort) {
    const struct symbol_entry *wanted = symbol_at(&table->symbols, name);
    uint32_t best = wanted->n < 3 ? 1 : wanted->n < 6 ? 2 : 3;
    const char *found = NULL;
    for (symbol s = 1; s < table->symbols.entries.n; s++) {
        const struct symbol_entry *entry = symbol_at(&table->symbols, s);
        bool in_force =
            want_sort ? entry->sort != 0 : entry->fun != 0 || entry->op != 0 || entry->local != 0;
        if (!in_force || s == name)
            continue;
        if (strcasecmp(wanted->at, entry->at) == 0)
            return entry->at;
        uint32_t distance = edit_distance(wanted->at, wanted->n, entry->at, entry->n, best - 1);
        if (distance < best) {
            best = distance;
            found = entry->at;
        }
    }
    if (want_sort)
        for (const struct sort_name *known = sort_names; known->name != NULL; known++) {
            if (strcasecmp(wanted->at, known->name) == 0)
                return known->name;
            uint32_t distance =
                edit_distance(wanted->at, wanted->n, known->name, strlen(known->name), best - 1);
            if (distance < best) {
                best = distance;
                found = known->name;
            }
        }
    return found;
}
