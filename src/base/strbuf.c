#include "base/strbuf.h"

#include <stdarg.h>

#include "base/die.h"

void strbuf_reserve_slow(struct strbuf *buf, size_t more) {
    if (more > SIZE_MAX / 2 - buf->n)
        die_out_of_memory(more);
    size_t cap = buf->cap * 2;
    if (cap < buf->n + more)
        cap = buf->n + more;
    if (cap < 64)
        cap = 64;
    buf->at = mem_realloc(buf->at, cap);
    buf->cap = cap;
}

void strbuf_add_repeat(struct strbuf *buf, char c, size_t times) {
    enum { FEW = 16 }; /* so many are written anyway, as that takes no loop */
    strbuf_reserve(buf, times + FEW);
    memset(buf->at + buf->n, c, FEW);
    if (times > FEW)
        memset(buf->at + buf->n, c, times);
    buf->n += times;
}

void strbuf_add_u64(struct strbuf *buf, uint64_t number) {
    char digits[20];
    size_t i = sizeof digits;
    do {
        digits[--i] = (char)('0' + number % 10);
        number /= 10;
    } while (number != 0);
    strbuf_add(buf, digits + i, sizeof digits - i);
}

void strbuf_printf(struct strbuf *buf, const char *format, ...) {
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int n = vsnprintf(NULL, 0, format, args);
    REQUIRE(n >= 0);
    strbuf_reserve(buf, (size_t)n + 1);
    vsnprintf(buf->at + buf->n, (size_t)n + 1, format, again);
    buf->n += (size_t)n;
    va_end(again);
    va_end(args);
}

const char *strbuf_text(struct strbuf *buf) {
    strbuf_reserve(buf, 1);
    buf->at[buf->n] = '\0';
    return buf->at;
}

char *strbuf_detach(struct strbuf *buf) {
    strbuf_text(buf);
    char *text = buf->at;
    *buf = (struct strbuf){0};
    return text;
}

void strbuf_clear(struct strbuf *buf) {
    buf->n = 0;
}

void strbuf_free(struct strbuf *buf) {
    mem_free(buf->at);
    *buf = (struct strbuf){0};
}
