#include "report/escape.h"

/* The length of the UTF-8 character at the front, 0 if there is none. */
static size_t character_length(const unsigned char *at, size_t n) {
    size_t length = at[0] < 0x80 ? 1 : at[0] < 0xC2 ? 0 : at[0] < 0xE0 ? 2 : at[0] < 0xF0 ? 3 : 4;
    if (length == 0 || at[0] > 0xF4 || length > n)
        return 0;
    for (size_t i = 1; i < length; i++)
        if ((at[i] & 0xC0) != 0x80)
            return 0;
    bool is_long = (at[0] == 0xE0 && at[1] < 0xA0) || (at[0] == 0xF0 && at[1] < 0x90);
    bool is_beyond = at[0] == 0xF4 && at[1] > 0x8F;
    bool is_surrogate = at[0] == 0xED && at[1] > 0x9F;
    bool is_none = at[0] == 0xEF && at[1] == 0xBF && at[2] >= 0xBE; /* U+FFFE, U+FFFF */
    return is_long || is_beyond || is_surrogate || is_none ? 0 : length;
}

static bool is_control(unsigned char c) {
    return (c < ' ' && c != '\n' && c != '\t') || c == 0x7F;
}

void escape_add_utf8(const char *at, size_t n, struct strbuf *out) {
    const unsigned char *bytes = (const unsigned char *)at;
    for (size_t i = 0; i < n;) {
        size_t length = character_length(bytes + i, n - i);
        if (length == 0 || is_control(bytes[i])) {
            strbuf_add_text(out, "\xEF\xBF\xBD");
            i++;
            continue;
        }
        strbuf_add(out, at + i, length);
        i += length;
    }
}

/* The same characters, some replaced. */
static void add_replaced(const char *at, size_t n, const char *(*replaced)(char), bool is_line,
                         struct strbuf *out) {
    struct strbuf clean = {0};
    escape_add_utf8(at, n, &clean);
    for (size_t i = 0; i < clean.n; i++) {
        char c = is_line && clean.at[i] == '\n' ? ' ' : clean.at[i];
        const char *instead = replaced(c);
        if (instead != NULL)
            strbuf_add_text(out, instead);
        else
            strbuf_add_char(out, c);
    }
    strbuf_free(&clean);
}

static const char *in_markup(char c) {
    switch (c) {
    case '&':
        return "&amp;";
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '"':
        return "&quot;";
    case '\'':
        return "&#39;";
    default:
        return NULL;
    }
}

void escape_add_markup(const char *at, size_t n, struct strbuf *out) {
    add_replaced(at, n, in_markup, false, out);
}

static const char *in_markdown(char c) {
    static const char special[] = "\\`*_{}[]<>#|~$";
    static const char escaped[] = "\\\\\0\\`\0\\*\0\\_\0\\{\0\\}\0\\[\0\\]\0"
                                  "\\<\0\\>\0\\#\0\\|\0\\~\0\\$";
    const char *place = c != '\0' ? strchr(special, c) : NULL;
    return place != NULL ? escaped + 3 * (place - special) : NULL;
}

void escape_add_markdown(const char *text, struct strbuf *out) {
    add_replaced(text, strlen(text), in_markdown, true, out);
}

/* The longest run of backquotes. */
static size_t longest_fence(const struct strbuf *text) {
    size_t longest = 0, run = 0;
    for (size_t i = 0; i < text->n; i++) {
        run = text->at[i] == '`' ? run + 1 : 0;
        longest = run > longest ? run : longest;
    }
    return longest;
}

void escape_add_code(const char *language, const char *at, size_t n, struct strbuf *out) {
    struct strbuf clean = {0};
    escape_add_utf8(at, n, &clean);
    size_t longest = longest_fence(&clean), fence = longest < 3 ? 3 : longest + 1;
    strbuf_add_repeat(out, '`', fence);
    strbuf_printf(out, "%s\n", language);
    strbuf_add(out, clean.at, clean.n);
    if (clean.n > 0 && clean.at[clean.n - 1] != '\n')
        strbuf_add_char(out, '\n');
    strbuf_add_repeat(out, '`', fence);
    strbuf_add_char(out, '\n');
    strbuf_free(&clean);
}

static const char *in_csv(char c) {
    return c == '"' ? "\"\"" : NULL;
}

void escape_add_csv(const char *text, struct strbuf *out) {
    strbuf_add_char(out, '"');
    add_replaced(text, strlen(text), in_csv, false, out);
    strbuf_add_char(out, '"');
}
