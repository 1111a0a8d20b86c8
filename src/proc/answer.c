#include "proc/answer.h"

#include <signal.h>

#include "base/die.h"
#include "proc/message.h"

static const char mark_text[] = "momus-mark-";

/* What any solver may say, beside what its profile knows. */
static const char *faults[] = {
    /* no refusal: even a solver that is not made for this must not do that */
    "AddressSanitizer:", "MemorySanitizer:",   "ThreadSanitizer:",        "runtime error: ",
    "segfault",          "Segmentation fault", "stack smashing detected",
};
static const char *bad_addresses[] = {"segfault", "Segmentation fault"};
/* How a sanitizer tells of no memory, for which it names itself as for a fault. */
static const char *sanitizer_memouts[] = {"Sanitizer: out of memory", "Sanitizer: out-of-memory",
                                          "Sanitizer failed to allocate"};
static const char *crashes[] = {
    "terminate called",
    "Assertion `",
    "Assertion failed",
    "assertion failed",
    "ASSERTION VIOLATION",
    "double free or",
    "free(): ",
    "malloc(): ",
    "corrupted ",
    "pure virtual method called",
    "Fatal failure",
    "Unhandled exception",
};
static const char *refusals[] = {
    "unsupported",     "Unsupported",     "not supported",    "Unimplemented",     "unimplemented",
    "not implemented", "Not implemented", "compiled without", "not compiled with",
};
static const char *memouts[] = {
    "std::bad_alloc",   "out of memory",    "Out of memory",         "Cannot allocate memory",
    "OutOfMemoryError", "memory exhausted", "memory allocation of ", "insufficient memory",
};
static const char *warnings[] = {"WARNING", "Warning", "warning:"};
static const char *errors[] = {"ERROR", "Error:", "error:"}; /* on standard error */

#define ALL_OF(array) ((struct words){(array), sizeof(array) / sizeof *(array)})

const char *answer_kind_name(enum answer_kind kind) {
    static const char *const names[] = {"sat",   "unsat",   "unknown", "timeout", "memout",
                                        "crash", "refused", "error",   "unclear"};
    return names[kind];
}

void answers_release(struct answers *answers) {
    vec_free(&answers->checks);
    vec_free(&answers->values);
    vec_free(&answers->errors);
    vec_free(&answers->warnings);
    vec_free(&answers->noise);
    strbuf_free(&answers->message);
    strbuf_free(&answers->said);
    strbuf_free(&answers->out);
    strbuf_free(&answers->err);
    *answers = (struct answers){0};
}

void answers_add_words(const struct answers *answers, struct strbuf *out) {
    bool is_told = !answers->crashed;
    for (size_t i = 0; i < answers->checks.n; i++) {
        enum answer_kind kind = answers->checks.at[i].kind;
        is_told |= kind == ANSWER_CRASH;
        strbuf_printf(out, "%s%s", i > 0 ? " " : "", answer_kind_name(kind));
    }
    if (!is_told)
        strbuf_printf(out, "%s%s", answers->checks.n > 0 ? " " : "",
                      answer_kind_name(ANSWER_CRASH));
}

static bool says(const char *text, size_t n, struct words own, struct words common) {
    return message_find(text, n, own) != NULL || message_find(text, n, common) != NULL;
}

/* What a text says about why there is no answer; ANSWER_UNCLEAR if nothing. */
static enum answer_kind read_talk(const struct profile *profile, const char *text, size_t n) {
    if (message_find(text, n, ALL_OF(sanitizer_memouts)) != NULL)
        return ANSWER_MEMOUT;
    if (message_find(text, n, ALL_OF(faults)) != NULL)
        return ANSWER_CRASH;
    if (says(text, n, profile->refusal, ALL_OF(refusals)))
        return ANSWER_REFUSED;
    if (says(text, n, profile->memout, ALL_OF(memouts)))
        return ANSWER_MEMOUT;
    if (message_find(text, n, profile->timeout) != NULL)
        return ANSWER_TIMEOUT;
    if (says(text, n, profile->crash, ALL_OF(crashes)) ||
        message_find(text, n, profile->internal) != NULL ||
        message_find(text, n, profile->self_check_failure) != NULL)
        return ANSWER_CRASH;
    return ANSWER_UNCLEAR;
}

/* ---- replies to what is expected ------------------------------------------- */

static void note(struct answer_reader *reader, enum answer_place_kind kind, struct reply reply) {
    struct answer_place place = {.kind = kind, .offset = reply.offset, .n = reply.n};
    vec_push(&reader->places, place);
}

/* The answer to the next check. What was due before it has not come. */
static void take_answer(struct answer_reader *reader, enum answer_kind said, struct reply reply) {
    while (reader->due < reader->n_expected && reader->expected[reader->due] != EXPECT_CHECK)
        reader->due++;
    if (reader->due == reader->n_expected) {
        /* z3 says timeout wherever it is when its time is over */
        if (said != ANSWER_TIMEOUT)
            reader->surplus = true;
        return;
    }
    struct answer_place place = {
        .kind = PLACE_ANSWER,
        .check = reader->n_answered++,
        .answer = reader->is_void    ? ANSWER_ERROR
                  : reader->is_noisy ? ANSWER_UNCLEAR
                                     : said,
        .said = said,
        .offset = reply.offset,
        .n = reply.n,
    };
    vec_push(&reader->places, place);
    reader->due++;
}

/* True if a model or its like is due; its place is then taken. */
static bool take_part(struct answer_reader *reader) {
    if (reader->due == reader->n_expected || reader->expected[reader->due] == EXPECT_CHECK ||
        reader->n_answered == 0)
        return false;
    reader->due++;
    return true;
}

static void take_list(struct answer_reader *reader, struct reply reply) {
    if (!take_part(reader)) {
        note(reader, PLACE_NOISE, reply);
        reader->is_noisy = true;
        return;
    }
    struct answer_place place = {
        .kind = PLACE_PART,
        .part = reader->expected[reader->due - 1],
        .check = reader->n_answered - 1,
        .offset = reply.offset,
        .n = reply.n,
    };
    vec_push(&reader->places, place);
}

static void keep_text(struct answer_reader *reader, struct reply reply, struct strbuf *where) {
    strbuf_add(where, reader->out.at + reply.offset, reply.n);
    strbuf_add_char(where, '\n');
}

static void take_void(struct answer_reader *reader, struct reply reply) {
    reader->is_void = true;
    keep_text(reader, reply, &reader->voids);
}

static void take_error(struct answer_reader *reader, struct reply reply) {
    const char *error = reader->out.at + reply.offset;
    note(reader, PLACE_ERROR, reply);
    if (message_find(error, reply.n, reader->profile->self_check_failure) != NULL)
        reader->self_check_failed = true;
    else if (!take_part(reader))
        take_void(reader, reply);
    else if (read_talk(reader->profile, error, reply.n) == ANSWER_CRASH)
        keep_text(reader, reply, &reader->asides);
}

static bool is_word(const char *line, size_t n, const char *word) {
    return n == strlen(word) && memcmp(line, word, n) == 0;
}

static bool starts_with(const char *line, size_t n, const char *word) {
    return n >= strlen(word) && memcmp(line, word, strlen(word)) == 0;
}

/* True if the line is an answer. */
static bool answer_of(const struct profile *profile, const char *line, size_t n,
                      enum answer_kind *kind) {
    static const enum answer_kind kinds[] = {ANSWER_SAT, ANSWER_UNSAT, ANSWER_UNKNOWN,
                                             ANSWER_TIMEOUT};
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (is_word(line, n, answer_kind_name(kinds[i]))) {
            *kind = kinds[i];
            return true;
        }
    *kind = ANSWER_UNKNOWN;
    if (starts_with(line, n, "unknown (") && line[n - 1] == ')')
        return true;
    for (size_t i = 0; i < profile->answers.n; i++)
        if (starts_with(line, n, profile->answers.at[i].at[0]))
            return answer_of(&(struct profile){0}, profile->answers.at[i].at[1],
                             strlen(profile->answers.at[i].at[1]), kind);
    return false;
}

/* True if the line is a mark of ours; solvers print it with quotes or without. */
static bool take_mark(struct answer_reader *reader, const char *line, size_t n) {
    if (n >= 2 && line[0] == '"' && line[n - 1] == '"') {
        line++;
        n -= 2;
    }
    if (!starts_with(line, n, mark_text))
        return false;
    struct strbuf mine = {0};
    strbuf_printf(&mine, "%s%llu", mark_text, (unsigned long long)reader->mark);
    if (reader->mark != 0 && is_word(line, n, strbuf_text(&mine)))
        reader->complete = true;
    else
        reader->slipped = true;
    strbuf_free(&mine);
    return true;
}

static void take_line(struct answer_reader *reader, struct reply reply) {
    const struct profile *profile = reader->profile;
    const char *line = reader->out.at + reply.offset;
    enum answer_kind kind;
    if (reply.n == 0 || is_word(line, reply.n, "success") || take_mark(reader, line, reply.n))
        return;
    if (answer_of(profile, line, reply.n, &kind))
        take_answer(reader, kind, reply);
    else if (is_word(line, reply.n, "unsupported")) {
        note(reader, PLACE_ERROR, reply);
        if (!take_part(reader))
            take_void(reader, reply);
    } else if (says(line, reply.n, profile->warning, ALL_OF(warnings)))
        note(reader, PLACE_WARNING, reply);
    else if (message_find(line, reply.n, profile->noise) == NULL) {
        note(reader, PLACE_NOISE, reply);
        reader->is_noisy = true;
    }
}

static void take_reply(struct answer_reader *reader, struct reply reply) {
    switch (reply.kind) {
    case REPLY_LINE:
        take_line(reader, reply);
        break;
    case REPLY_LIST:
        take_list(reader, reply);
        break;
    case REPLY_ERROR:
        take_error(reader, reply);
        break;
    case REPLY_CUT:
        reader->cut = true;
        break;
    case REPLY_COMMENT:
    case REPLY_NONE:
        break;
    }
    if (reader->mark == 0 && reader->due == reader->n_expected)
        reader->complete = true;
}

/* The replies that are there by now; in a session, up to the end of the query. */
static void take_replies(struct answer_reader *reader, bool is_all, bool stops_when_complete) {
    while (!(stops_when_complete && reader->complete)) {
        struct reply reply =
            reply_next(&reader->scanner, strbuf_text(&reader->out), reader->out.n, is_all);
        if (reply.kind == REPLY_NONE)
            break;
        reader->past = reader->scanner.start;
        take_reply(reader, reply);
    }
}

void answer_reader_init(struct answer_reader *reader, const struct profile *profile,
                        const enum expect_kind *expected, size_t n_expected, uint64_t mark) {
    *reader = (struct answer_reader){
        .profile = profile,
        .expected = expected,
        .n_expected = n_expected,
        .mark = mark,
        .complete = mark == 0 && n_expected == 0,
    };
}

size_t answer_reader_feed(struct answer_reader *reader, const char *bytes, size_t n) {
    size_t before = reader->out.n;
    if (reader->complete)
        return 0;
    strbuf_add(&reader->out, bytes, n);
    take_replies(reader, false, true);
    if (!reader->complete)
        return n;
    /* The line end belongs to the reply. */
    size_t past = reader->past;
    while (past < reader->out.n && (reader->out.at[past] == '\r' || reader->out.at[past] == '\n'))
        past++;
    reader->out.n = past;
    REQUIRE(past >= before);
    return past - before;
}

void answer_reader_release(struct answer_reader *reader) {
    strbuf_free(&reader->voids);
    strbuf_free(&reader->asides);
    strbuf_free(&reader->out);
    vec_free(&reader->places);
    *reader = (struct answer_reader){0};
}

void answer_mark_add(struct strbuf *script, uint64_t mark) {
    REQUIRE(mark != 0);
    strbuf_printf(script, "(echo \"%s%llu\")\n", mark_text, (unsigned long long)mark);
}

/* ---- the whole --------------------------------------------------------------- */

/* Standard error, without warnings and comments: these do not say why it ended. */
static void collect_talk(struct answer_reader *reader, struct answers *answers,
                         struct strbuf *talk) {
    struct strbuf *err = &answers->err;
    for (size_t at = 0; at < err->n;) {
        const char *line = err->at + at;
        const char *end = memchr(line, '\n', err->n - at);
        size_t n = end == NULL ? err->n - at : (size_t)(end - line);
        if (says(line, n, reader->profile->warning, ALL_OF(warnings)))
            vec_push(&answers->warnings, ((struct text_span){line, n}));
        else if (*line != ';') {
            strbuf_add(talk, line, n);
            strbuf_add_char(talk, '\n');
        }
        at += n + 1;
    }
    for (size_t i = 0; i < answers->noise.n; i++) {
        strbuf_add(talk, answers->noise.at[i].at, answers->noise.at[i].n);
        strbuf_add_char(talk, '\n');
    }
}

static bool is_fault(int signal_number) {
    switch (signal_number) {
    case SIGSEGV:
    case SIGBUS:
    case SIGFPE:
    case SIGILL:
    case SIGTRAP:
    case SIGSYS:
        return true;
    default:
        return false;
    }
}

/* The signal that ended it, 0 if none. A wrapper in a shell exits with 128 and the signal. */
static int end_signal(struct process_end end) {
    if (end.kind == END_SIGNAL)
        return end.code;
    return end.kind == END_EXIT && end.code > 128 && end.code < 128 + 32 ? end.code - 128 : 0;
}

/* What the process as a whole came to, apart from its answers; ANSWER_UNCLEAR if nothing. */
static enum answer_kind outcome(const struct profile *profile, const struct strbuf *talk,
                                struct process_end end) {
    int signal_number = end_signal(end);
    if (is_fault(signal_number))
        return ANSWER_CRASH;
    /* A bad address is what memory that was not had comes to; a broken assertion is not. */
    if (end.kind == END_SPACE && message_find(talk->at, talk->n, ALL_OF(bad_addresses)) != NULL)
        return ANSWER_MEMOUT;
    enum answer_kind said = read_talk(profile, talk->at, talk->n);
    bool killed = end.kind == END_TIME || end.kind == END_MEMORY || end.kind == END_OUTPUT;
    if (said != ANSWER_UNCLEAR && !(killed && said == ANSWER_REFUSED))
        return said;
    switch (end.kind) {
    case END_TIME:
        return ANSWER_TIMEOUT;
    case END_MEMORY:
    case END_SPACE:
        return ANSWER_MEMOUT;
    default:
        if (signal_number == SIGABRT)
            return ANSWER_CRASH;
        return signal_number == SIGXCPU ? ANSWER_TIMEOUT : ANSWER_UNCLEAR;
    }
}

/* Why the answers are void. */
static enum answer_kind void_kind(const struct answer_reader *reader) {
    enum answer_kind kind = read_talk(reader->profile, reader->voids.at, reader->voids.n);
    return kind == ANSWER_UNCLEAR ? ANSWER_ERROR : kind;
}

static struct text_span trim_reason(struct text_span reason) {
    const char *at = reason.at, *end = at + reason.n;
    static const char *const openings[] = {"(:reason-unknown", "unknown"};
    for (size_t i = 0; i < 2; i++)
        if (starts_with(at, (size_t)(end - at), openings[i]))
            at += strlen(openings[i]);
    while (at < end && strchr(" \t\r\n(\"", *at) != NULL)
        at++;
    while (end > at && strchr(" \t\r\n)\"", end[-1]) != NULL)
        end--;
    return (struct text_span){at, (size_t)(end - at)};
}

static void place_part(struct answers *answers, const struct answer_place *place,
                       struct text_span span) {
    struct answer *answer = &answers->checks.at[place->check];
    switch (place->part) {
    case EXPECT_MODEL:
        answer->model = span;
        break;
    case EXPECT_CORE:
        answer->core = span;
        break;
    case EXPECT_REASON:
        if (answer->said == ANSWER_UNKNOWN)
            answer->reason = trim_reason(span);
        break;
    case EXPECT_VALUES:
        if (answer->n_values == 0)
            answer->first_values = answers->values.n;
        answer->n_values++;
        vec_push(&answers->values, span);
        break;
    case EXPECT_CHECK:
        BUG("a check is no part of an answer");
    }
}

/* From offsets to texts, now that the output does not move any more. */
static void place_all(struct answer_reader *reader, struct answers *answers) {
    size_t n_checks = 0;
    for (size_t i = 0; i < reader->n_expected; i++)
        n_checks += reader->expected[i] == EXPECT_CHECK;
    for (size_t i = 0; i < n_checks; i++)
        vec_push(&answers->checks,
                 ((struct answer){.kind = ANSWER_UNCLEAR, .said = ANSWER_UNCLEAR}));
    for (size_t i = 0; i < reader->places.n; i++) {
        const struct answer_place *place = &reader->places.at[i];
        struct text_span span = {answers->out.at + place->offset, place->n};
        switch (place->kind) {
        case PLACE_ANSWER: {
            struct answer *answer = &answers->checks.at[place->check];
            answer->kind = place->answer;
            answer->said = place->said;
            if (place->said == ANSWER_UNKNOWN && starts_with(span.at, span.n, "unknown ("))
                answer->reason = trim_reason(span);
            break;
        }
        case PLACE_PART:
            place_part(answers, place, span);
            break;
        case PLACE_ERROR:
            vec_push(&answers->errors, span);
            break;
        case PLACE_WARNING:
            vec_push(&answers->warnings, span);
            break;
        case PLACE_NOISE:
            vec_push(&answers->noise, span);
            break;
        }
    }
}

static const char *signal_name(int number) {
    const char *name = sigabbrev_np(number);
    return name != NULL ? name : "?";
}

static const char *find_failure(const struct profile *profile, const char *text, size_t n) {
    const struct words patterns[] = {ALL_OF(faults), profile->crash, ALL_OF(crashes),
                                     profile->internal, profile->self_check_failure};
    const char *first = NULL;
    for (size_t i = 0; i < sizeof patterns / sizeof patterns[0]; i++) {
        const char *at = message_find(text, n, patterns[i]);
        if (at != NULL && (first == NULL || at < first))
            first = at;
    }
    return first;
}

bool answer_add_message(const struct profile *profile, const char *text, size_t n,
                        struct strbuf *message) {
    const char *first = find_failure(profile, text, n);
    if (first != NULL)
        message_add(message, text, n, first, profile->message_ends);
    return first != NULL;
}

void answers_add_said(const struct answers *answers, struct strbuf *out) {
    const struct strbuf *text = answers->said.n > 0 ? &answers->said : &answers->message;
    const char *end = text->n > 0 ? memchr(text->at, '\n', text->n) : NULL;
    strbuf_add(out, text->at, end != NULL ? (size_t)(end - text->at) : text->n);
}

/* The message of the crash, or of the self-check: where the patterns are, else the signal. */
static void find_message(const struct answer_reader *reader, struct answers *answers,
                         const struct strbuf *talk, struct process_end end) {
    bool is_said = answer_add_message(reader->profile, talk->at, talk->n, &answers->message);
    if (is_said)
        message_add_line(&answers->said, talk->at, talk->n,
                         find_failure(reader->profile, talk->at, talk->n));
    else if (end_signal(end) != 0)
        strbuf_printf(&answers->message, "SIG%s", signal_name(end_signal(end)));
}

bool answer_doubted_by(const struct profile *profile, const char *err, size_t n_err) {
    for (size_t at = 0; at < n_err;) {
        const char *line = err + at;
        const char *end = memchr(line, '\n', n_err - at);
        size_t n = end == NULL ? n_err - at : (size_t)(end - line);
        bool is_error =
            starts_with(line, n, "(error") || message_find(line, n, ALL_OF(errors)) != NULL;
        if (is_error && !says(line, n, profile->warning, ALL_OF(warnings)) &&
            message_find(line, n, profile->noise) == NULL)
            return true;
        at += n + 1;
    }
    return false;
}

void answer_reader_finish(struct answer_reader *reader, const char *err, size_t n_err,
                          struct process_end end, struct answers *answers) {
    *answers = (struct answers){0};
    /* The last line of a process that was ended may be a part of one. */
    bool ended_itself = end.kind == END_EXIT && end_signal(end) == 0;
    if (end.kind != END_NONE)
        take_replies(reader, ended_itself, false);
    if (reader->past < reader->out.n) {
        const char *rest = reader->out.at + reader->past;
        for (size_t i = 0; i < reader->out.n - reader->past; i++)
            reader->cut |= strchr(" \t\r\n", rest[i]) == NULL || rest[i] == '\0';
    }
    answers->out = reader->out;
    reader->out = (struct strbuf){0};
    (void)strbuf_text(&answers->out);
    strbuf_add(&answers->err, err, n_err);
    place_all(reader, answers);

    struct strbuf talk = {0};
    collect_talk(reader, answers, &talk);
    strbuf_add(&talk, reader->voids.at, reader->voids.n);
    strbuf_add(&talk, reader->asides.at, reader->asides.n);
    enum answer_kind whole = outcome(reader->profile, &talk, end);
    enum answer_kind voided = void_kind(reader);
    bool is_doubtful = whole != ANSWER_CRASH &&
                       answer_doubted_by(reader->profile, answers->err.at, answers->err.n);
    for (size_t i = 0; i < answers->checks.n; i++) {
        struct answer *answer = &answers->checks.at[i];
        if (reader->surplus || reader->slipped)
            answer->kind = ANSWER_UNCLEAR;
        else if (answer->kind == ANSWER_ERROR || (is_doubtful && answer->kind <= ANSWER_UNKNOWN))
            answer->kind = voided;
        else if (answer->said == ANSWER_UNCLEAR)
            answer->kind = whole == ANSWER_CRASH ? whole : reader->is_void ? voided : whole;
    }
    answers->surplus = reader->surplus;
    answers->slipped = reader->slipped;
    answers->cut = reader->cut;
    answers->crashed = whole == ANSWER_CRASH;
    answers->self_check_failed =
        reader->self_check_failed ||
        message_find(talk.at, talk.n, reader->profile->self_check_failure) != NULL;
    if (answers->crashed)
        find_message(reader, answers, &talk, end);
    if (answers->message.n == 0 && reader->self_check_failed)
        for (size_t i = 0; i < answers->errors.n; i++) {
            struct text_span error = answers->errors.at[i];
            if (answers->message.n == 0 &&
                message_find(error.at, error.n, reader->profile->self_check_failure) != NULL) {
                message_add(&answers->message, error.at, error.n, error.at,
                            reader->profile->message_ends);
                message_add_line(&answers->said, error.at, error.n, error.at);
            }
        }
    strbuf_free(&talk);
    answer_reader_release(reader);
}

void answers_read(const struct profile *profile, const enum expect_kind *expected,
                  size_t n_expected, const char *out, size_t n_out, const char *err, size_t n_err,
                  struct process_end end, struct answers *answers) {
    struct answer_reader reader;
    answer_reader_init(&reader, profile, expected, n_expected, 0);
    /* The process has ended: what comes behind the last answer counts, too. */
    strbuf_add(&reader.out, out, n_out);
    answer_reader_finish(&reader, err, n_err, end, answers);
}
