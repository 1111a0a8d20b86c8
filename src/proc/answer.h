/*
 * answer.h - from what a solver printed, and how it ended, to its answers.
 *
 * The replies on standard output are held against what the script makes the
 * solver print (expect.h):
 *
 *   - sat, unsat, unknown or timeout on a line of its own answers the next check
 *   - a list is the model, core, values or reason that is due
 *   - an error where a model or its like is due takes its place: the answer before stands
 *   - an error or `unsupported` anywhere else voids the answers that follow: the
 *     solver goes on without the command that it did not take
 *   - an error about a failed self-check is neither
 *   - any other text is not understood: the answers that follow are `unclear`
 *
 * A check without an answer gets its kind from the way the process ended and
 * from what it said on its way. There is no guessing: what is not understood is
 * `unclear`, and all bytes are kept.
 *
 * For a session, answer_reader_feed tells when the answers to one query are
 * complete. A mark makes that certain: behind the query the solver is to echo
 * it, whatever happened before. So an answer never slips to the next query.
 * Without a mark, a query that ends with an error is complete only when
 * something follows (reply.h).
 */
#ifndef MOMUS_PROC_ANSWER_H
#define MOMUS_PROC_ANSWER_H

#include "base/strbuf.h"
#include "proc/expect.h"
#include "proc/profile.h"
#include "proc/reply.h"

enum answer_kind {
    ANSWER_SAT,
    ANSWER_UNSAT,
    ANSWER_UNKNOWN,
    ANSWER_TIMEOUT,
    ANSWER_MEMOUT,
    ANSWER_CRASH,
    ANSWER_REFUSED, /* it says that it is not made for this */
    ANSWER_ERROR,
    ANSWER_UNCLEAR,
};
/* As users and JSON know it: "sat", "refused". */
const char *answer_kind_name(enum answer_kind kind);

enum process_end_kind {
    END_EXIT,   /* by itself; code is the exit status */
    END_SIGNAL, /* code is the signal, and it was not ours */
    END_TIME,   /* killed by us: time, */
    END_MEMORY, /* memory, */
    END_OUTPUT, /* bytes written */
    END_SPACE,  /* failed by itself, with almost all memory of a limited address space */
    END_NONE,   /* a session: it lives */
};

struct process_end {
    enum process_end_kind kind;
    int code;
};

/* A part of the output; borrowed from the answers. */
struct text_span {
    const char *at; /* NULL if there is none */
    size_t n;
};

struct answer {
    enum answer_kind kind;
    enum answer_kind said; /* what it printed, even if void; ANSWER_UNCLEAR if nothing */
    struct text_span model;
    struct text_span core;
    struct text_span reason; /* of unknown, without parentheses and quotes */
    size_t first_values;     /* its get-values are answers.values[first_values ...] */
    size_t n_values;
};

struct answers {
    VEC(struct answer) checks; /* one for each check that is expected */
    VEC(struct text_span) values;
    VEC(struct text_span) errors;   /* on standard output, whole lists */
    VEC(struct text_span) warnings; /* lines of either output */
    VEC(struct text_span) noise;    /* on standard output, not understood */
    bool crashed;                   /* even if all answers are there */
    bool self_check_failed;         /* its model, core or proof check says that it is wrong */
    bool cut;                       /* the output ends inside a reply */
    bool surplus;                   /* more answers than checks: all are unclear */
    bool slipped;                   /* another query's mark was seen: all are unclear */
    struct strbuf message; /* of the crash or self-check, normalised; fit for a fingerprint */
    struct strbuf said; /* its first line as it was printed, for people; empty if it says nothing */
    struct strbuf out;  /* all of standard output */
    struct strbuf err;
};

void answers_release(struct answers *answers);
/* "sat unsat", and "sat crash" if all answers are there, and then it crashed. */
void answers_add_words(const struct answers *answers, struct strbuf *out);

/* --------------------------------------------------------------------------- */

/* Private: something found in the output, by offsets, as the text still moves. */
enum answer_place_kind { PLACE_ANSWER, PLACE_PART, PLACE_ERROR, PLACE_WARNING, PLACE_NOISE };
struct answer_place {
    enum answer_place_kind kind;
    enum expect_kind part;
    size_t check;
    enum answer_kind answer, said;
    size_t offset, n;
};

struct answer_reader {
    const struct profile *profile;
    const enum expect_kind *expected;
    size_t n_expected;
    uint64_t mark;
    struct reply_scanner scanner;
    size_t due;           /* the next of the expected */
    size_t n_answered;    /* checks that have an answer */
    bool complete;        /* everything expected is there, or the mark is */
    bool is_void;         /* an error stood before what comes now */
    bool is_noisy;        /* so did something that is not understood */
    struct strbuf voids;  /* what these errors said */
    struct strbuf asides; /* internal errors in place of a model or its like */
    VEC(struct answer_place) places;
    struct strbuf out;
    size_t past; /* the end of the last reply */
    bool surplus, slipped, cut, self_check_failed;
};

/*
 * Reads the answers to one query. Profile and expected are borrowed until the
 * end. mark: 0, or the number in the command that answer_mark_add has put behind
 * the query.
 */
void answer_reader_init(struct answer_reader *reader, const struct profile *profile,
                        const enum expect_kind *expected, size_t n_expected, uint64_t mark);
/*
 * Takes bytes of standard output. Returns how many: all, or, once the answers
 * are complete (reader->complete), those up to the end of the last one; the rest
 * belongs to the next query.
 */
size_t answer_reader_feed(struct answer_reader *reader, const char *bytes, size_t n);
/*
 * There is no more, or the answers are complete: what it all means. Standard
 * error is copied. The reader is empty afterwards, as if released.
 */
void answer_reader_finish(struct answer_reader *reader, const char *err, size_t n_err,
                          struct process_end end, struct answers *answers);
void answer_reader_release(struct answer_reader *reader);

/*
 * Does standard error tell of an error? It stands nowhere there: whether it came before an
 * answer is not known, so no answer counts.
 */
bool answer_doubted_by(const struct profile *profile, const char *err, size_t n_err);

/*
 * Adds the message of a crash or failed self-check, as in struct answers, that stands in what a solver
 * printed. False if there is none: what ends by a signal may say nothing.
 */
bool answer_add_message(const struct profile *profile, const char *text, size_t n,
                        struct strbuf *message);
/* Adds what people are told of it: one line, as it was printed; else the message's. Borrows nothing. */
void answers_add_said(const struct answers *answers, struct strbuf *out);

/* Adds the command that makes a solver print the mark, which is not 0. */
void answer_mark_add(struct strbuf *script, uint64_t mark);

/* The whole output of a process that has ended: init, feed and finish in one. */
void answers_read(const struct profile *profile, const enum expect_kind *expected,
                  size_t n_expected, const char *out, size_t n_out, const char *err, size_t n_err,
                  struct process_end end, struct answers *answers);

#endif
