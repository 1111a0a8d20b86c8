#include "cli/suggest.h"

/* Longer words are not looked at. */
enum { LENGTH_MAX = 40 };

static size_t least(size_t a, size_t b) {
    return a < b ? a : b;
}

/*
 * Characters to insert, remove, replace, or swap with a neighbour, until a is b.
 * row[i % 3][j] is the distance of the first i of a and the first j of b.
 */
static size_t edit_distance(const char *a, size_t n, const char *b, size_t m) {
    size_t row[3][LENGTH_MAX + 1];
    for (size_t j = 0; j <= m; j++)
        row[0][j] = j;
    for (size_t i = 1; i <= n; i++) {
        size_t *now = row[i % 3], *last = row[(i + 2) % 3], *before = row[(i + 1) % 3];
        now[0] = i;
        for (size_t j = 1; j <= m; j++) {
            now[j] = least(last[j], now[j - 1]) + 1;
            now[j] = least(now[j], last[j - 1] + (a[i - 1] != b[j - 1]));
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                now[j] = least(now[j], before[j - 2] + 1);
        }
    }
    return row[n % 3][m];
}

void suggest_start(struct suggestion *suggestion, const char *typed, size_t n) {
    *suggestion = (struct suggestion){.typed = typed, .n = n};
}

void suggest_offer(struct suggestion *suggestion, const char *name) {
    size_t n = strlen(name), distance;
    if (suggestion->n > LENGTH_MAX || n > LENGTH_MAX)
        return;
    /* The beginning of a name is as good as a name with one mistake. */
    if (suggestion->n >= 2 && suggestion->n < n &&
        memcmp(suggestion->typed, name, suggestion->n) == 0)
        distance = 1;
    else
        distance = edit_distance(suggestion->typed, suggestion->n, name, n);
    /* One mistake in three letters is a typo, more is another word. */
    if (distance > (n + 2) / 3)
        return;
    if (suggestion->best == NULL || distance < suggestion->distance) {
        suggestion->best = name;
        suggestion->distance = distance;
    }
}

void suggest_add(const struct suggestion *suggestion, const char *before, const char *after,
                 struct strbuf *out) {
    if (suggestion->best != NULL)
        strbuf_printf(out, "; did you mean %s%s%s?", before, suggestion->best, after);
}
