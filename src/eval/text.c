#include "eval/text.h"

#include "base/alloc.h"

int text_compare(struct text a, struct text b) {
    uint32_t n = a.n < b.n ? a.n : b.n;
    for (uint32_t i = 0; i < n; i++)
        if (a.at[i] != b.at[i])
            return a.at[i] < b.at[i] ? -1 : 1;
    return (a.n > b.n) - (a.n < b.n);
}

bool text_has_at(struct text a, struct text b, uint32_t position) {
    return position <= a.n && b.n <= a.n - position &&
           (b.n == 0 || memcmp(a.at + position, b.at, b.n * sizeof *b.at) == 0);
}

/* With `matched` characters of the pattern matched and c next: how many are now? */
static uint32_t advance(const struct text_finder *finder, uint32_t matched, uint32_t c) {
    struct text pattern = finder->pattern;
    while (matched > 0 && (matched == pattern.n || pattern.at[matched] != c))
        matched = finder->borders[matched - 1];
    return pattern.at[matched] == c ? matched + 1 : 0;
}

void text_finder_init(struct text_finder *finder, struct text pattern) {
    finder->pattern = pattern;
    finder->borders = NULL;
    if (pattern.n == 0)
        return;
    finder->borders = mem_alloc(pattern.n * sizeof *finder->borders);
    finder->borders[0] = 0;
    for (uint32_t i = 1; i < pattern.n; i++)
        finder->borders[i] = advance(finder, finder->borders[i - 1], pattern.at[i]);
}

void text_finder_release(struct text_finder *finder) {
    mem_free(finder->borders);
}

uint32_t text_find(const struct text_finder *finder, struct text text, uint32_t from) {
    uint32_t n = finder->pattern.n, matched = 0;
    if (n == 0)
        return from;
    for (uint32_t i = from; i < text.n; i++) {
        matched = advance(finder, matched, text.at[i]);
        if (matched == n)
            return i + 1 - n;
    }
    return TEXT_NOT_FOUND;
}

uint32_t text_find_last(const struct text_finder *finder, struct text text) {
    uint32_t n = finder->pattern.n, matched = 0, last = TEXT_NOT_FOUND;
    if (n == 0)
        return text.n;
    for (uint32_t i = 0; i < text.n; i++) {
        matched = advance(finder, matched, text.at[i]);
        if (matched == n)
            last = i + 1 - n;
    }
    return last;
}
