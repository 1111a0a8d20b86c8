#include <inttypes.h>

#include "gen/test.h"

void test_id_print(const struct test_id *id, struct strbuf *out) {
    strbuf_printf(out, "%s:", id->strategy);
    for (size_t i = 0; i < id->n_seeds; i++)
        strbuf_printf(out, "%s%016" PRIx64, i > 0 ? "+" : "", id->seeds[i]);
    if (id->n_seeds == 0)
        strbuf_add_char(out, '-');
    strbuf_printf(out, ":%" PRIu64 ":%" PRIu64 ":%" PRIu64 ":%04x", id->campaign, id->trail,
                  id->step, id->digest);
}

/* What is left to be read. */
struct cursor {
    const char *at, *end;
};

static bool take_char(struct cursor *cursor, char c) {
    if (cursor->at == cursor->end || *cursor->at != c)
        return false;
    cursor->at++;
    return true;
}

static int digit_of(char c) {
    if (c >= '0' && c <= '9')
        return c - '0';
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : 99;
}

/* A number without a sign that fits. */
static bool take_number(struct cursor *cursor, unsigned base, uint64_t max, uint64_t *number) {
    const char *start = cursor->at;
    *number = 0;
    for (; cursor->at < cursor->end && digit_of(*cursor->at) < (int)base; cursor->at++) {
        uint64_t digit = (uint64_t)digit_of(*cursor->at);
        if (*number > (max - digit) / base)
            return false;
        *number = *number * base + digit;
    }
    return cursor->at > start;
}

static bool take_strategy(struct cursor *cursor, struct test_id *id) {
    const char *colon = memchr(cursor->at, ':', (size_t)(cursor->end - cursor->at));
    if (colon == NULL || colon == cursor->at || (size_t)(colon - cursor->at) >= sizeof id->strategy)
        return false;
    memcpy(id->strategy, cursor->at, (size_t)(colon - cursor->at));
    cursor->at = colon + 1;
    return true;
}

static bool take_seeds(struct cursor *cursor, struct test_id *id) {
    if (take_char(cursor, '-'))
        return true;
    do {
        if (id->n_seeds == TEST_SEEDS_MAX ||
            !take_number(cursor, 16, UINT64_MAX, &id->seeds[id->n_seeds]))
            return false;
        id->n_seeds++;
    } while (take_char(cursor, '+'));
    return true;
}

bool test_id_read(const char *text, size_t n, struct test_id *id) {
    struct cursor cursor = {text, text + n};
    uint64_t digest;
    *id = (struct test_id){0};
    if (!take_strategy(&cursor, id) || !take_seeds(&cursor, id) || !take_char(&cursor, ':') ||
        !take_number(&cursor, 10, UINT64_MAX, &id->campaign) || !take_char(&cursor, ':') ||
        !take_number(&cursor, 10, UINT64_MAX, &id->trail) || !take_char(&cursor, ':') ||
        !take_number(&cursor, 10, UINT64_MAX, &id->step) || !take_char(&cursor, ':') ||
        !take_number(&cursor, 16, UINT16_MAX, &digest))
        return false;
    id->digest = (uint16_t)digest;
    return cursor.at == cursor.end && id->step > 0;
}
