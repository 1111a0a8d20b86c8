/*
 * reply.h - a solver's standard output, cut into replies.
 *
 * A reply is a line (sat), a list over any number of lines (a model), an
 * (error "..."), or a comment. Bytes come in pieces of any size; each is
 * looked at once.
 *
 *     BETWEEN --(--> LIST, ERROR      ends with its last parenthesis
 *             --;--> COMMENT          ends with the line
 *             ------> LINE            ends with the line
 *
 * The text of an error is not what the standard says: cvc5 does not escape the
 * quotes in it, z3 escapes them by backslashes, and both may quote a line of
 * the script with all its quotes and parentheses. So an error ends where a
 * line ends with ") and where the next line with anything on it is neither
 * indented, as what is quoted inside an error always is, nor ") again. What follows
 * must be seen for that: where nothing does, an error is over only when all is.
 */
#ifndef MOMUS_PROC_REPLY_H
#define MOMUS_PROC_REPLY_H

#include <stdbool.h>
#include <stddef.h>

enum reply_kind {
    REPLY_NONE, /* none yet, or no more */
    REPLY_LINE,
    REPLY_LIST,
    REPLY_ERROR, /* the whole list */
    REPLY_COMMENT,
    REPLY_CUT, /* the output ends inside it */
};

struct reply {
    enum reply_kind kind;
    size_t offset; /* in the output */
    size_t n;      /* without blanks and line ends around it */
};

enum reply_mode {
    REPLY_BETWEEN,
    REPLY_IN_LINE,
    REPLY_IN_COMMENT,
    REPLY_IN_LIST,
    REPLY_IN_ERROR,
};

/* All-zero is the start of an output. */
struct reply_scanner {
    enum reply_mode mode;
    size_t start;     /* of the reply that is being read */
    size_t at;        /* everything before has been looked at */
    size_t depth;     /* of parentheses */
    char quote;       /* the quote, bar or semicolon that is open inside a list, or 0 */
    size_t maybe_end; /* the first place where an error could have ended, or 0 */
    bool no_end;      /* the rest of the output has no place where an error surely ends */
};

/*
 * The next reply in the first n bytes of an output, of which earlier calls have
 * seen a beginning. REPLY_NONE if more bytes are needed. `is_all`: there will be
 * no more; then a last line needs no line end.
 */
struct reply reply_next(struct reply_scanner *scanner, const char *text, size_t n, bool is_all);

#endif
