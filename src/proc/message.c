#include "proc/message.h"

enum { LINES_MAX = 8, LINE_MAX_BYTES = 400 };

const char *message_find(const char *text, size_t n, struct words patterns) {
    const char *first = NULL;
    for (size_t i = 0; i < patterns.n; i++) {
        size_t m = strlen(patterns.at[i]);
        const char *at = n == 0 || m == 0 ? NULL : memmem(text, n, patterns.at[i], m);
        if (at != NULL && (first == NULL || at < first))
            first = at;
    }
    return first;
}

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

static bool is_hex(char c) {
    return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

static bool is_path(char c) {
    return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           (c != '\0' && strchr("/._-+~", c) != NULL);
}

/* The end of the run of characters of a kind. */
static const char *run(const char *at, const char *end, bool (*is_kind)(char)) {
    while (at < end && is_kind(*at))
        at++;
    return at;
}

static bool starts_with(const char *at, const char *end, const char *word) {
    size_t n = strlen(word);
    return (size_t)(end - at) >= n && memcmp(at, word, n) == 0;
}

/*
 * If a number starts here that is of a process, a thread or a place in the
 * script, where the digits do; else NULL. (In a source file it is Line: 12.)
 */
static const char *passing_number(const char *at, const char *end) {
    static const char *const words[] = {"pid",    "PID",    "process", "Process",
                                        "thread", "Thread", "line",    "column"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (starts_with(at, end, words[i])) {
            const char *digits = at + strlen(words[i]);
            while (digits < end && strchr(" =:#", *digits) != NULL && *digits != '\0')
                digits++;
            if (digits < end && digits > at + strlen(words[i]) && is_digit(*digits))
                return digits;
        }
    return NULL;
}

/* One line, without what differs from run to run. */
static void add_line(struct strbuf *message, const char *at, const char *end) {
    const char *past, *digits;
    bool in_word = false; /* the byte before belongs to a word */
    while (at < end) {
        if (starts_with(at, end, "0x") && (past = run(at + 2, end, is_hex)) > at + 2) {
            strbuf_add_text(message, "0x?");
            at = past;
        } else if (starts_with(at, end, "==") && (past = run(at + 2, end, is_digit)) > at + 2 &&
                   starts_with(past, end, "==")) {
            strbuf_add_text(message, "==?==");
            at = past + 2;
        } else if (!in_word && (digits = passing_number(at, end)) != NULL) {
            strbuf_add(message, at, (size_t)(digits - at));
            strbuf_add_char(message, '?');
            at = run(digits, end, is_digit);
        } else if (!in_word && is_path(*at)) {
            past = run(at, end, is_path);
            if (past - at >= 16 && run(at, end, is_hex) == past)
                strbuf_add_char(message, '?');
            else {
                const char *slash = memrchr(at, '/', (size_t)(past - at));
                const char *name = slash != NULL ? slash + 1 : at;
                strbuf_add(message, name, (size_t)(past - name));
            }
            at = past;
        } else {
            unsigned char c = (unsigned char)*at;
            strbuf_add_char(message, c < 0x20 || c == 0x7f ? ' ' : *at);
            at++;
        }
        in_word = at < end && is_path(at[-1]) && is_path(*at);
    }
}

static bool is_version(const char *at, const char *end) {
    while (at < end && (is_digit(*at) || *at == '.'))
        at++;
    return at == end;
}

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r';
}

void message_add(struct strbuf *message, const char *text, size_t n, const char *at,
                 struct words ends) {
    const char *stop = text + n;
    size_t lines = 0;
    while (at > text && at[-1] != '\n')
        at--;
    while (at < stop && lines < LINES_MAX) {
        const char *end = memchr(at, '\n', (size_t)(stop - at));
        const char *next = end == NULL ? stop : end + 1;
        const char *last = end == NULL ? stop : end;
        while (at < last && is_blank(*at))
            at++;
        while (last > at && is_blank(last[-1]))
            last--;
        if (lines > 0 && message_find(at, (size_t)(last - at), ends) != NULL)
            break;
        if (last - at > LINE_MAX_BYTES)
            last = at + LINE_MAX_BYTES;
        if (!is_version(at, last)) {
            if (lines > 0)
                strbuf_add_char(message, '\n');
            add_line(message, at, last);
            lines++;
        }
        at = next;
    }
}

void message_add_line(struct strbuf *line, const char *text, size_t n, const char *at) {
    const char *last = memchr(at, '\n', n - (size_t)(at - text));
    last = last == NULL ? text + n : last;
    while (at > text && at[-1] != '\n')
        at--;
    while (at < last && is_blank(*at))
        at++;
    while (last > at && is_blank(last[-1]))
        last--;
    for (size_t i = 0; at < last && i < LINE_MAX_BYTES; at++, i++)
        strbuf_add_char(line, (unsigned char)*at < 0x20 || *at == 0x7f ? ' ' : *at);
}
