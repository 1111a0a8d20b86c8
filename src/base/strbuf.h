/*
 * strbuf.h - text that grows.
 *
 * An all-zero buffer is empty and valid. The text is not NUL-terminated until
 * strbuf_text is asked for.
 */
#ifndef MOMUS_BASE_STRBUF_H
#define MOMUS_BASE_STRBUF_H

#include "base/alloc.h"

struct strbuf {
    char *at;
    size_t n;
    size_t cap;
};

/* Makes room for `more` bytes behind the text. */
void strbuf_reserve_slow(struct strbuf *buf, size_t more);

static inline void strbuf_reserve(struct strbuf *buf, size_t more) {
    if (buf->cap - buf->n < more)
        strbuf_reserve_slow(buf, more);
}

static inline void strbuf_add(struct strbuf *buf, const char *text, size_t n) {
    strbuf_reserve(buf, n);
    if (n > 0)
        memcpy(buf->at + buf->n, text, n);
    buf->n += n;
}

static inline void strbuf_add_char(struct strbuf *buf, char c) {
    strbuf_reserve(buf, 1);
    buf->at[buf->n++] = c;
}

/* In place: the length of a constant is known when it is compiled. */
static inline void strbuf_add_text(struct strbuf *buf, const char *text) {
    strbuf_add(buf, text, strlen(text));
}

void strbuf_add_repeat(struct strbuf *buf, char c, size_t times);

/* Indentation: up to 48 blanks, copied in one go. */
static inline void strbuf_add_blanks(struct strbuf *buf, size_t n) {
    if (n > 48) {
        strbuf_add_repeat(buf, ' ', n);
        return;
    }
    static const char blanks[48] = "                                                ";
    strbuf_reserve(buf, sizeof blanks);
    memcpy(buf->at + buf->n, blanks, sizeof blanks);
    buf->n += n;
}
void strbuf_add_u64(struct strbuf *buf, uint64_t number);
void strbuf_printf(struct strbuf *buf, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* The s behind a word for so many things: "" for one of them. */
static inline const char *plural_s(uint64_t n) {
    return n == 1 ? "" : "s";
}
/* The text with a NUL behind it; borrowed until the next change. */
const char *strbuf_text(struct strbuf *buf);
/* Hands the NUL-terminated text to the caller, who frees it; the buffer is empty again. */
char *strbuf_detach(struct strbuf *buf);
void strbuf_clear(struct strbuf *buf);
void strbuf_free(struct strbuf *buf);

#endif
