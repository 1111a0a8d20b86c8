#include "eval/regex_int.h"

bool ranges_contain(const uint64_t *ranges, uint32_t n, uint32_t c, uint32_t *low, uint32_t *high) {
    /* The ranges before `first` end before c. */
    uint32_t first = 0, last = n;
    while (first < last) {
        uint32_t middle = first + (last - first) / 2;
        if (range_high(ranges[middle]) < c)
            first = middle + 1;
        else
            last = middle;
    }
    bool is_in = first < n && range_low(ranges[first]) <= c;
    uint32_t from = 0, to = CODE_POINT_MAX;
    if (is_in) {
        from = range_low(ranges[first]);
        to = range_high(ranges[first]);
    } else {
        if (first > 0)
            from = range_high(ranges[first - 1]) + 1;
        if (first < n)
            to = range_low(ranges[first]) - 1;
    }
    *low = *low > from ? *low : from;
    *high = *high < to ? *high : to;
    return is_in;
}

/* Ranges come in ascending order of where they begin. */
static void add_range(range_vec *out, uint64_t range) {
    if (out->n > 0 && range_low(range) <= range_high(vec_top(out)) + 1) {
        if (range_high(range) > range_high(vec_top(out)))
            vec_top(out) = range_of(range_low(vec_top(out)), range_high(range));
    } else
        vec_push(out, range);
}

void ranges_unite(const uint64_t *a, uint32_t n_a, const uint64_t *b, uint32_t n_b,
                  range_vec *out) {
    uint32_t i = 0, j = 0;
    while (i < n_a || j < n_b)
        if (j == n_b || (i < n_a && a[i] < b[j]))
            add_range(out, a[i++]);
        else
            add_range(out, b[j++]);
}

void ranges_meet(const uint64_t *a, uint32_t n_a, const uint64_t *b, uint32_t n_b, range_vec *out) {
    uint32_t i = 0, j = 0;
    while (i < n_a && j < n_b) {
        uint32_t low = range_low(a[i]) > range_low(b[j]) ? range_low(a[i]) : range_low(b[j]);
        uint32_t high = range_high(a[i]) < range_high(b[j]) ? range_high(a[i]) : range_high(b[j]);
        if (low <= high)
            vec_push(out, range_of(low, high));
        if (range_high(a[i]) < range_high(b[j]))
            i++;
        else
            j++;
    }
}
