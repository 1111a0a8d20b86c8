#include "lang/diagnostic.h"

#include "base/lex.h"

enum { SHOWN = 100, BEFORE = 60 }; /* bytes of the line, at most, and of those before the place */

static bool is_continuation(char c) {
    return ((unsigned char)c & 0xc0) == 0x80;
}

/*
 * Text of others as it can be shown on one line: control characters become
 * blanks. Returns how many characters it added.
 */
static uint32_t add_shown(struct strbuf *out, const char *text, size_t from, size_t to) {
    uint32_t columns = 0;
    for (size_t n; from < to; from += n, columns++) {
        uint32_t code;
        n = lex_utf8(text + from, to - from, &code);
        if (n == 0)
            strbuf_add_char(out, '?');
        else if (code < 0x20 || code == 0x7f)
            strbuf_add_char(out, ' ');
        else
            strbuf_add(out, text + from, n);
        n += n == 0;
    }
    return columns;
}

void diagnostic_add(struct strbuf *out, const char *file, const char *text, size_t n, size_t offset,
                    const char *severity, const char *message) {
    struct lex_place place = lex_place(text, n, offset);
    strbuf_printf(out, "%s:%u:%u: %s: ", file, place.line, place.column, severity);
    add_shown(out, message, 0, strlen(message));
    strbuf_add_char(out, '\n');
    uint32_t at = (uint32_t)(offset > n ? n : offset);
    if (at > place.line_end)
        at = place.line_end;
    uint32_t from = place.line_start, to = place.line_end;
    if (to - from > SHOWN && at - from > BEFORE)
        from = at - BEFORE < to - SHOWN ? at - BEFORE : to - SHOWN;
    if (to - from > SHOWN)
        to = from + SHOWN;
    while (from < at && is_continuation(text[from]))
        from++;
    while (to < place.line_end && is_continuation(text[to]))
        to++;
    bool cut_before = from > place.line_start, cut_after = to < place.line_end;
    strbuf_add_text(out, cut_before ? "  ..." : "  ");
    uint32_t columns = add_shown(out, text, from, at);
    add_shown(out, text, at, to);
    strbuf_add_text(out, cut_after ? "...\n  " : "\n  ");
    strbuf_add_repeat(out, ' ', columns + (cut_before ? 3 : 0));
    strbuf_add_text(out, "^\n");
}
