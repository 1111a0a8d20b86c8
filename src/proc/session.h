/*
 * session.h - one solver process for many queries.
 *
 * Queries are written into the solver's standard input, several ahead, each
 * made new by (reset), or put between (push 1) and (pop 1), and each followed by
 * an (echo) of a mark with its number. What the solver prints before the mark is
 * the reply; so a reply can neither slip to the next query nor be taken for
 * whole when it is not.
 *
 * The time of a query is its own: a process says with a mark of its own that it
 * has started, and what it took for that counts for no query.
 *
 * The process is replaced after so many queries, when it has half of the memory
 * that it may have, and when it ends or exceeds the time of a query: then the query
 * that it was at gets a reply that says how the process ended, and the others are
 * asked again, in order, of the next process. A process that runs out of memory
 * counts against a query only if that was its first.
 */
#ifndef MOMUS_PROC_SESSION_H
#define MOMUS_PROC_SESSION_H

#include "proc/child.h"
#include "proc/transcript.h"

enum session_clear { SESSION_RESET, SESSION_PUSH_POP };

struct session_spec {
    char *const *argv;
    enum session_clear clear;
    const char *preamble;       /* what a process is told first, e.g. options; may be NULL */
    struct child_limits limits; /* of the process; wall_ms is of a query, and of a start, which
                                   gets some seconds in any case */
    uint32_t ahead;             /* queries that are written before their turn, at least 1 */
    uint32_t recycle;           /* queries after which there is a new process; 0: never */
};

struct session_reply {
    bool is_whole;   /* the mark came; otherwise `result` says how the process ended */
    const char *out; /* what was printed for this query; borrowed during the call */
    size_t n_out;
    const char *err; /* of a whole one: what came on standard error since its turn came, or a
                        little before; it may belong to a neighbour */
    size_t n_err;
    const struct child_result *result; /* NULL if it is whole */
    uint32_t n_before;                 /* queries that the same process had been asked before */
    uint64_t wall_ns;                  /* since its turn came */
    uint64_t cpu_ns;                   /* of the process since the reply before; 0 if not known */
    struct transcript *transcript;     /* of that process; borrowed. NULL: it never started */
};
typedef void session_reply_fn(const struct session_reply *reply, void *context);

struct session;

/* No process is started before the first query. The spec is copied. */
struct session *session_new(struct loop *loop, const struct session_spec *spec);
/*
 * Asks a query: the commands of a script, without what would end or clear the
 * session. The text is copied. Replies come in the order of the queries.
 */
void session_ask(struct session *session, const char *text, size_t n, session_reply_fn *replied,
                 void *context);
/*
 * So long have queries that are asked from now on; 0 is no limit. Where others keep the processor
 * busy, a query that has not had most of that time of a processor may take up to busy_ms by
 * the clock.
 */
void session_set_limit(struct session *session, uint64_t wall_ms, uint64_t busy_ms);
/* Queries without reply so far. */
size_t session_waiting(const struct session *session);
/* The most memory that the present process has had, for all that it was asked; 0 if not known. */
uint64_t session_peak(struct session *session);
/* Processes that were started so far. */
uint32_t session_processes(const struct session *session);
/*
 * Ends the process; queries that wait get no reply any more. The session is
 * gone once the loop has seen the process end, which it must be given time for.
 */
void session_free(struct session *session);

#endif
