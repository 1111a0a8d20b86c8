#include "oracle/version.h"

#include <stdlib.h>
#include <string.h>

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/* The first number with a dot in it, or NULL. */
static const char *find_numbers(const char *text) {
    for (const char *at = text; at != NULL && *at != '\0'; at++)
        if (is_digit(*at)) {
            size_t n = strspn(at, "0123456789");
            if (at[n] == '.' && is_digit(at[n + 1]))
                return at;
            at += n - 1;
        }
    return NULL;
}

bool version_compare(const char *a, const char *b, int *order) {
    const char *x = find_numbers(a), *y = find_numbers(b);
    *order = 0;
    if (x == NULL || y == NULL)
        return false;
    while (*order == 0 && (is_digit(*x) || is_digit(*y))) {
        char *x_end = (char *)x, *y_end = (char *)y;
        unsigned long p = is_digit(*x) ? strtoul(x, &x_end, 10) : 0;
        unsigned long q = is_digit(*y) ? strtoul(y, &y_end, 10) : 0;
        *order = p < q ? -1 : p > q;
        x = *x_end == '.' ? x_end + 1 : x_end;
        y = *y_end == '.' ? y_end + 1 : y_end;
    }
    return true;
}

const char *version_number(const char *text, size_t *n) {
    const char *at = find_numbers(text);
    *n = at != NULL ? strspn(at, "0123456789.") : 0;
    while (*n > 0 && at[*n - 1] == '.')
        --*n;
    return at;
}
