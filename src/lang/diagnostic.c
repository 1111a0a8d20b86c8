#include "lang/diagnostic.h"

#include "base/lex.h"

enum { BEFORE = 60, AFTER = 30 }; /* bytes shown around the place */

static bool is_continuation(char c) {
    return ((unsigned char)c & 0xc0) == 0x80;
}

/* A character of the source line as it can be shown: control characters become blanks. */
static void add_shown(struct strbuf *out, const char *text, uint32_t from, uint32_t to) {
    while (from < to) {
        uint32_t code;
        size_t n = lex_utf8(text + from, to - from, &code);
        if (n == 0)
            strbuf_add_char(out, '?');
        else if (code < 0x20 || code == 0x7f)
            strbuf_add_char(out, ' ');
        else
            strbuf_add(out, text + from, n);
        from += n == 0 ? 1 : (uint32_t)n;
    }
}

void diagnostic_add(struct strbuf *out, const char *file, const char *text, size_t n,
                    size_t offset, const char *severity, const char *message) {
    struct lex_place place = lex_place(text, n, offset);
    strbuf_printf(out, "%s:%u:%u: %s: %s\n", file, place.line, place.column, severity, message);
    uint32_t at = (uint32_t)(offset > n ? n : offset);
    if (at > place.line_end)
        at = place.line_end;
    uint32_t from = at - place.line_start > BEFORE ? at - BEFORE : place.line_start;
    uint32_t to = place.line_end - at > AFTER ? at + AFTER : place.line_end;
    while (from < at && is_continuation(text[from]))
        from++;
    while (to < place.line_end && is_continuation(text[to]))
        to++;
    bool cut_before = from > place.line_start, cut_after = to < place.line_end;
    strbuf_add_text(out, cut_before ? "  ..." : "  ");
    add_shown(out, text, from, to);
    strbuf_add_text(out, cut_after ? "...\n  " : "\n  ");
    if (cut_before)
        strbuf_add_text(out, "   ");
    for (uint32_t i = from; i < at; i++)
        if (!is_continuation(text[i]))
            strbuf_add_char(out, ' ');
    strbuf_add_text(out, "^\n");
}
