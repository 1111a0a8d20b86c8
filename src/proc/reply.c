#include "proc/reply.h"

#include <string.h>

static const char error_start[] = "(error \"";
enum { ERROR_START = sizeof error_start - 1 };

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/* The reply from the start to `end`; goes on behind it. */
static struct reply finish(struct reply_scanner *scanner, const char *text, size_t end,
                           enum reply_kind kind) {
    struct reply reply = {kind, scanner->start, end - scanner->start};
    while (reply.n > 0 && is_blank(text[reply.offset + reply.n - 1]))
        reply.n--;
    *scanner = (struct reply_scanner){.start = end, .at = end, .no_end = scanner->no_end};
    return reply;
}

static const struct reply none = {REPLY_NONE, 0, 0};

static struct reply scan_line(struct reply_scanner *scanner, const char *text, size_t n,
                              bool is_all) {
    enum reply_kind kind = scanner->mode == REPLY_IN_COMMENT ? REPLY_COMMENT : REPLY_LINE;
    const char *end = memchr(text + scanner->at, '\n', n - scanner->at);
    if (end != NULL)
        return finish(scanner, text, (size_t)(end - text) + 1, kind);
    scanner->at = n;
    return is_all ? finish(scanner, text, n, kind) : none;
}

static struct reply scan_list(struct reply_scanner *scanner, const char *text, size_t n,
                              bool is_all) {
    while (scanner->at < n) {
        char c = text[scanner->at++];
        if (scanner->quote != '\0') {
            if (c == (scanner->quote == ';' ? '\n' : scanner->quote))
                scanner->quote = '\0';
        } else if (c == '"' || c == '|' || c == ';')
            scanner->quote = c;
        else if (c == '(')
            scanner->depth++;
        else if (c == ')' && --scanner->depth == 0)
            return finish(scanner, text, scanner->at, REPLY_LIST);
    }
    return is_all ? finish(scanner, text, n, REPLY_CUT) : none;
}

/* What stands behind the ") before `at`: an end, no end, or too little to tell. */
static enum {
    IS_END,
    NO_END,
    UNKNOWN_END
} judge_end(const char *text, size_t at, size_t n, bool is_all) {
    while (at < n && is_blank(text[at]) && text[at] != '\n')
        at++;
    if (at == n)
        return is_all ? IS_END : UNKNOWN_END;
    if (text[at] != '\n')
        return NO_END;
    while (at < n && (text[at] == '\n' || text[at] == '\r'))
        at++;
    if (at < n && text[at] == '"' && at + 1 == n)
        return is_all ? IS_END : UNKNOWN_END;
    if (at < n)
        return is_blank(text[at]) || (text[at] == '"' && text[at + 1] == ')') ? NO_END : IS_END;
    return is_all ? IS_END : UNKNOWN_END;
}

static struct reply scan_error(struct reply_scanner *scanner, const char *text, size_t n,
                               bool is_all) {
    for (; scanner->at < n; scanner->at++) {
        if (text[scanner->at] != ')' || text[scanner->at - 1] != '"' ||
            scanner->at - scanner->start <= ERROR_START)
            continue;
        switch (judge_end(text, scanner->at + 1, n, is_all)) {
        case IS_END:
            return finish(scanner, text, scanner->at + 1, REPLY_ERROR);
        case UNKNOWN_END:
            return none; /* looked at again, once there is more */
        case NO_END:
            if (scanner->maybe_end == 0)
                scanner->maybe_end = scanner->at + 1;
            if (scanner->no_end)
                return finish(scanner, text, scanner->maybe_end, REPLY_ERROR);
        }
    }
    if (!is_all)
        return none;
    scanner->no_end = true; /* looking for it once is enough */
    if (scanner->maybe_end > 0)
        return finish(scanner, text, scanner->maybe_end, REPLY_ERROR);
    return finish(scanner, text, n, REPLY_CUT);
}

/* Finds out what starts here; false if there is nothing, or too little to tell. */
static bool start(struct reply_scanner *scanner, const char *text, size_t n, bool is_all) {
    while (scanner->at < n && is_blank(text[scanner->at]))
        scanner->at++;
    scanner->start = scanner->at;
    if (scanner->at == n)
        return false;
    size_t left = n - scanner->at;
    const char *here = text + scanner->at;
    if (*here == ';')
        scanner->mode = REPLY_IN_COMMENT;
    else if (*here != '(')
        scanner->mode = REPLY_IN_LINE;
    else if (left >= ERROR_START && memcmp(here, error_start, ERROR_START) == 0) {
        scanner->mode = REPLY_IN_ERROR;
        scanner->at += ERROR_START;
    } else if (left < ERROR_START && !is_all && memcmp(here, error_start, left) == 0)
        return false;
    else
        scanner->mode = REPLY_IN_LIST;
    return true;
}

struct reply reply_next(struct reply_scanner *scanner, const char *text, size_t n, bool is_all) {
    if (scanner->mode == REPLY_BETWEEN && !start(scanner, text, n, is_all))
        return none;
    switch (scanner->mode) {
    case REPLY_IN_LIST:
        return scan_list(scanner, text, n, is_all);
    case REPLY_IN_ERROR:
        return scan_error(scanner, text, n, is_all);
    default:
        return scan_line(scanner, text, n, is_all);
    }
}
