#include <sys/random.h>

#include "proc/session.h"

#include "base/clock.h"
#include "base/die.h"
#include "base/hash.h"

enum { AHEAD_MANY = 8, PUT_OFF_NS = 500000 };
enum { START_MS = 5000 }; /* that a process has at least, to start on a busy machine */

struct query {
    char *text;
    size_t n;
    session_reply_fn *replied;
    void *context;
    uint64_t wall_ms; /* that it may take; 0: no limit */
    uint64_t busy_ms; /* or so long, if it does not get the processor */
    uint64_t number;  /* of its mark */
};

struct session {
    struct loop *loop;
    struct session_spec spec;
    char **argv;
    char *preamble;
    struct child *child;           /* NULL: none is running */
    struct transcript *transcript; /* of the present process, or the last one */
    VEC(struct query)
    queries; /* from `first` on they wait; the first `n_written` of these are written */
    size_t first;
    size_t n_written;
    uint64_t wall_ms; /* of queries to come: see there */
    uint64_t busy_ms;
    uint64_t n_marks;   /* marks given so far */
    uint64_t ready;     /* the mark that tells that the process has started; 0: it has */
    uint64_t secret;    /* marks follow from it: no script can hold one */
    uint32_t n_asked;   /* of the present process */
    uint32_t next_look; /* at its memory, by that number */
    uint32_t n_processes;
    uint64_t turn;     /* when the first query's turn came, or the process was started */
    uint64_t start_ms; /* that the process took for that */
    uint64_t cpu_ns;   /* of the process, when the last reply came */
    size_t n_seen;     /* bytes of the output that were searched for the mark */
    size_t err_from;   /* on standard error: what the next replies may have to do with, */
    size_t err_end;    /* and how much there was at the last ones */
    bool is_recycling; /* the process is to end, all that was written is answered */
    bool is_large;     /* it has much memory: it is to be replaced */
    bool is_closing;   /* session_free was called */
};

static void start_process(struct session *session);

/* ---- queries ---- */

static size_t n_waiting(const struct session *session) {
    return session->queries.n - session->first;
}

static void drop_first(struct session *session) {
    mem_free(session->queries.at[session->first].text);
    session->first++;
    if (session->n_written > 0)
        session->n_written--;
    if (session->first > 64 && session->first * 2 > session->queries.n) {
        memmove(session->queries.at, session->queries.at + session->first,
                n_waiting(session) * sizeof *session->queries.at);
        session->queries.n -= session->first;
        session->first = 0;
    }
}

static uint64_t next_mark(struct session *session) {
    return hash_mix(session->secret, ++session->n_marks) | 1;
}

/*
 * Of the start, of a query. What a process puts off at its start until somebody asks is
 * no fault of whoever asks first.
 */
static void set_deadline(struct session *session) {
    uint64_t ms = 0;
    bool is_first = session->n_asked == session->n_written;
    if (session->ready != 0)
        ms = session->spec.limits.wall_ms == 0 || session->spec.limits.wall_ms > START_MS
                 ? session->spec.limits.wall_ms
                 : START_MS;
    else if (session->n_written > 0)
        ms = session->queries.at[session->first].wall_ms;
    if (ms > 0 && session->ready == 0 && is_first)
        ms += session->start_ms;
    child_set_deadline(session->child, ms);
}

/* A short limit is one of the solver's time, not of its neighbours'. */
static void on_late(struct child *child, void *context) {
    struct session *session = context;
    if (session->ready != 0 || session->n_written == 0 || session->is_recycling)
        return;
    const struct query *query = &session->queries.at[session->first];
    uint64_t used = (child_cpu_ns(child) - session->cpu_ns) / 1000000;
    uint64_t passed = (clock_monotonic_ns() - session->turn) / 1000000;
    if (passed >= query->busy_ms || used >= query->wall_ms * 3 / 4)
        return;
    uint64_t more = query->wall_ms - used, left = query->busy_ms - passed;
    child_set_deadline(child, more < left ? more : left);
}

/* Writes queries ahead, as many as may be; not before half of them are answered: fewer writes. */
static void write_ahead(struct session *session) {
    bool push = session->spec.clear == SESSION_PUSH_POP;
    struct strbuf text = {0};
    bool was_idle = session->n_written == 0;
    if (session->n_written > session->spec.ahead / 2)
        return;
    while (session->n_written < n_waiting(session) && session->n_written < session->spec.ahead &&
           !session->is_recycling && !session->is_large &&
           (session->spec.recycle == 0 || session->n_asked < session->spec.recycle)) {
        struct query *query = &session->queries.at[session->first + session->n_written];
        if (session->n_written == 0 && session->ready == 0)
            session->turn = clock_monotonic_ns();
        query->number = next_mark(session);
        strbuf_add_text(&text, push ? "(push 1)\n" : "(reset)\n");
        if (!push && session->preamble != NULL)
            strbuf_add_text(&text, session->preamble);
        strbuf_add(&text, query->text, query->n);
        strbuf_printf(&text, "%s(echo \"momus-mark-%llu\")\n", push ? "\n(pop 1)\n" : "\n",
                      (unsigned long long)query->number);
        transcript_add(session->transcript, query->text, query->n);
        session->n_written++;
        session->n_asked++;
    }
    if (text.n > 0) {
        child_write(session->child, text.at, text.n);
        if (was_idle)
            set_deadline(session);
    }
    strbuf_free(&text);
}

/* ---- replies ---- */

/*
 * The end of the line that has the mark, and where the line starts; 0 if it is
 * not there. z3 echoes the bare text, others with its quotes.
 */
static size_t find_mark(struct session *session, uint64_t number, const struct strbuf *out,
                        size_t *start) {
    char mark[40];
    size_t n = (size_t)snprintf(mark, sizeof mark, "momus-mark-%llu", (unsigned long long)number);
    size_t at = session->n_seen;
    while (at < out->n) {
        const char *end = memchr(out->at + at, '\n', out->n - at);
        if (end == NULL)
            break;
        size_t length = (size_t)(end - (out->at + at));
        const char *line = out->at + at;
        if (length == n + 2 && line[0] == '"' && line[length - 1] == '"') {
            line++;
            length = n;
        }
        *start = at;
        at = (size_t)(end - out->at) + 1;
        if (length == n && memcmp(line, mark, n) == 0)
            return at;
        session->n_seen = at;
    }
    return 0;
}

static void reply(struct session *session, const struct session_reply *reply) {
    struct query query = session->queries.at[session->first];
    query.replied(reply, query.context);
}

/*
 * A solver that forgets nothing would make some later query run out of memory.
 * Looked up now and then: with every so many queries.
 */
static void look_at_memory(struct session *session) {
    enum { EVERY = 16 };
    uint64_t limit = session->spec.limits.memory;
    if (limit == 0 || session->n_asked < session->next_look)
        return;
    session->next_look = session->n_asked + EVERY;
    session->is_large = child_memory(session->child) > limit / 2;
}

/* What it said before, about its preamble, stays for the first query. */
static void look_if_ready(struct session *session, struct child *child) {
    size_t start, end = find_mark(session, session->ready, child_output(child), &start);
    if (end == 0)
        return;
    uint64_t now = clock_monotonic_ns();
    child_drop_output(child, start, end - start);
    session->n_seen = start;
    session->ready = 0;
    session->start_ms = (now - session->turn) / 1000000;
    session->turn = now;
    session->cpu_ns = child_cpu_ns(child);
    set_deadline(session);
}

/*
 * What stands on standard error when replies are read belongs to one of them, or to the query
 * that comes next.
 */
static void on_output(struct child *child, void *context) {
    struct session *session = context;
    const struct strbuf *err = child_errors(child);
    bool has_replied = false;
    size_t start, end;
    if (session->ready != 0)
        look_if_ready(session, child);
    while (!session->is_closing && session->ready == 0 && session->n_written > 0 &&
           (end = find_mark(session, session->queries.at[session->first].number,
                            child_output(child), &start)) != 0) {
        uint64_t now = clock_monotonic_ns(), cpu_ns = child_cpu_ns(child);
        struct session_reply whole = {
            .is_whole = true,
            .out = child_output(child)->at,
            .n_out = start,
            .err = err->at + session->err_from,
            .n_err = err->n - session->err_from,
            .n_before = session->n_asked - (uint32_t)session->n_written,
            .wall_ns = now - session->turn,
            .cpu_ns = cpu_ns - session->cpu_ns,
            .transcript = session->transcript,
        };
        session->cpu_ns = cpu_ns;
        has_replied = true;
        reply(session, &whole);
        drop_first(session);
        child_drop_output(child, 0, end);
        session->n_seen = 0;
        session->turn = now;
        set_deadline(session);
    }
    if (session->is_closing)
        return;
    if (has_replied) {
        session->err_from = session->err_end;
        session->err_end = err->n;
    }
    look_at_memory(session);
    bool is_old = session->spec.recycle > 0 && session->n_asked >= session->spec.recycle;
    if (session->n_written == 0 && (is_old || session->is_large)) {
        session->is_recycling = true;
        child_close_input(child);
        child_set_deadline(child, 1000);
        return;
    }
    write_ahead(session);
    /* It has enough to do: several replies are read at once. */
    if (session->spec.ahead >= AHEAD_MANY && session->n_written >= session->spec.ahead * 3 / 4)
        child_put_off(child, PUT_OFF_NS);
}

static void release(struct session *session) {
    while (n_waiting(session) > 0)
        drop_first(session);
    vec_free(&session->queries);
    for (size_t i = 0; session->argv[i] != NULL; i++)
        mem_free(session->argv[i]);
    mem_free(session->argv);
    mem_free(session->preamble);
    transcript_release(session->transcript);
    mem_free(session);
}

static void on_ended(struct child_result *result, void *context) {
    struct session *session = context;
    session->child = NULL;
    if (session->is_closing) {
        release(session);
        return;
    }
    bool is_innocent = result->end == CHILD_MEMORY && session->n_asked > session->n_written;
    if (session->n_written > 0 && is_innocent) {
        /* Others have used the memory: it is asked again of the next process. */
    } else if (session->n_written > 0) {
        struct session_reply cut = {
            .out = result->out.at,
            .n_out = result->out.n,
            .result = result,
            .n_before = session->n_asked - (uint32_t)session->n_written,
            .wall_ns = clock_monotonic_ns() - session->turn,
            .cpu_ns = result->cpu_ns > session->cpu_ns ? result->cpu_ns - session->cpu_ns : 0,
            .transcript = session->transcript,
        };
        reply(session, &cut);
        drop_first(session);
    } else if (result->end == CHILD_NO_START && n_waiting(session) > 0) {
        struct session_reply none = {.result = result};
        reply(session, &none);
        drop_first(session);
    }
    session->n_written = 0;
    if (n_waiting(session) > 0)
        start_process(session);
}

/* ---- processes ---- */

static void start_process(struct session *session) {
    struct child_spec spec = {
        .argv = session->argv, .is_session = true, .limits = session->spec.limits};
    struct child_events events = {
        .output = on_output, .late = on_late, .ended = on_ended, .context = session};
    struct strbuf text = {0};
    spec.limits.wall_ms = 0; /* it is the queries' */
    session->n_asked = 0;
    session->n_seen = 0;
    session->err_from = session->err_end = 0;
    session->cpu_ns = 0;
    session->next_look = 0;
    session->is_recycling = session->is_large = false;
    session->n_processes++;
    session->turn = clock_monotonic_ns();
    transcript_release(session->transcript);
    session->transcript =
        transcript_new(session->spec.clear == SESSION_PUSH_POP, session->preamble);
    session->child = child_start(session->loop, &spec, &events);
    session->ready = next_mark(session);
    if (session->preamble != NULL && session->spec.clear == SESSION_PUSH_POP)
        strbuf_add_text(&text, session->preamble);
    strbuf_printf(&text, "(echo \"momus-mark-%llu\")\n", (unsigned long long)session->ready);
    child_write(session->child, text.at, text.n);
    strbuf_free(&text);
    write_ahead(session);
}

struct session *session_new(struct loop *loop, const struct session_spec *spec) {
    struct session *session = mem_alloc_zero(sizeof *session);
    size_t n = 0;
    session->loop = loop;
    session->spec = *spec;
    session->wall_ms = spec->limits.wall_ms;
    if (getrandom(&session->secret, sizeof session->secret, 0) != sizeof session->secret)
        session->secret = clock_monotonic_ns();
    if (session->spec.ahead == 0)
        session->spec.ahead = 1;
    while (spec->argv[n] != NULL)
        n++;
    session->argv = mem_alloc_zero((n + 1) * sizeof *session->argv);
    for (size_t i = 0; i < n; i++)
        session->argv[i] = mem_copy_text(spec->argv[i], strlen(spec->argv[i]));
    if (spec->preamble != NULL)
        session->preamble = mem_copy_text(spec->preamble, strlen(spec->preamble));
    return session;
}

void session_ask(struct session *session, const char *text, size_t n, session_reply_fn *replied,
                 void *context) {
    struct query query = {mem_copy_text(text, n), n, replied, context, session->wall_ms,
                          session->busy_ms,       0};
    vec_push(&session->queries, query);
    if (session->child == NULL)
        start_process(session);
    else if (!session->is_recycling)
        write_ahead(session);
}

void session_set_limit(struct session *session, uint64_t wall_ms, uint64_t busy_ms) {
    session->wall_ms = wall_ms;
    session->busy_ms = busy_ms;
}

size_t session_waiting(const struct session *session) {
    return n_waiting(session);
}

uint64_t session_peak(struct session *session) {
    return session->child != NULL ? child_peak(session->child) : 0;
}

uint32_t session_processes(const struct session *session) {
    return session->n_processes;
}

void session_free(struct session *session) {
    session->is_closing = true;
    if (session->child == NULL)
        release(session);
    else
        child_stop(session->child);
}
