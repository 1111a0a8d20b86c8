#include "cli/paint.h"

#include <sys/ioctl.h>
#include <unistd.h>

/* By mark, from \001. */
static const char *const codes[] = {"\033[0m",  "\033[1m",  "\033[2m",
                                    "\033[31m", "\033[32m", "\033[33m"};
enum { N_MARKS = sizeof codes / sizeof *codes };

static bool is_mark(char c) {
    return c >= 1 && c <= N_MARKS;
}

/* The bytes behind the first one of a UTF-8 character. */
static bool is_tail(char c) {
    return ((unsigned char)c & 0xc0) == 0x80;
}

enum paint_how paint_how(int fd) {
    const char *no = getenv("NO_COLOR"), *term = getenv("TERM");
    bool is_able = isatty(fd) && term != NULL && strcmp(term, "dumb") != 0;
    return is_able && (no == NULL || no[0] == '\0') ? PAINT_NOW : PAINT_NOT;
}

static void add_mark(struct strbuf *out, char mark, enum paint_how how) {
    if (how == PAINT_NOW)
        strbuf_add_text(out, codes[mark - 1]);
    else if (how == PAINT_LATER)
        strbuf_add_char(out, mark);
}

static size_t columns_of_environment(void) {
    const char *text = getenv("COLUMNS");
    size_t columns = 0;
    for (; text != NULL && *text >= '0' && *text <= '9' && columns < 100000; text++)
        columns = 10 * columns + (size_t)(*text - '0');
    return text != NULL && *text == '\0' ? columns : 0;
}

size_t paint_columns(int fd) {
    struct winsize size;
    size_t columns = columns_of_environment();
    if (columns == 0 && isatty(fd) && ioctl(fd, TIOCGWINSZ, &size) == 0)
        columns = size.ws_col;
    return columns;
}

void paint_add_clean(struct strbuf *out, const char *text) {
    for (; *text != '\0'; text++) {
        bool is_control = (unsigned char)*text < ' ' || *text == 127;
        /* U+0080 to U+009F control some terminals, too */
        bool is_c1 = (unsigned char)*text == 0xc2 && (unsigned char)text[1] >= 0x80 &&
                     (unsigned char)text[1] < 0xa0;
        strbuf_add_char(out, is_control || is_c1 ? '?' : *text);
        text += is_c1;
    }
}

size_t paint_width(const char *text) {
    size_t width = 0;
    for (; *text != '\0'; text++)
        width += !is_mark(*text) && !is_tail(*text);
    return width;
}

size_t paint_add(struct strbuf *out, const char *text, size_t columns, enum paint_how how) {
    bool is_cut = columns > 0 && paint_width(text) > columns, is_painted = false;
    size_t room = !is_cut ? SIZE_MAX : columns > 2 ? columns - 2 : columns, width = 0;
    for (; *text != '\0'; text++) {
        if (is_mark(*text)) {
            is_painted = *text != PAINT_PLAIN[0];
            add_mark(out, *text, how);
            continue;
        }
        if (!is_tail(*text) && width++ == room) {
            width--;
            break;
        }
        strbuf_add_char(out, *text);
    }
    if (is_cut && columns > 2) {
        strbuf_add_text(out, "..");
        width += 2;
    }
    if (is_painted)
        add_mark(out, PAINT_PLAIN[0], how);
    return width;
}
