/*
 * frame.h - the live view of a campaign as text: one picture that fits the
 * terminal, whatever its size.
 *
 * On a wide terminal things stand side by side, on a narrow one below each other.
 * On a low one the blank lines go first, then the ends of long lists.
 */
#ifndef MOMUS_CLI_FRAME_H
#define MOMUS_CLI_FRAME_H

#include "campaign/engine.h"
#include "cli/paint.h"

/* What there is to see. */
struct frame_facts {
    const struct engine_view *view;
    const struct store_finding *findings; /* open ones, worst first */
    size_t n_findings;
    uint32_t old;                       /* findings above this number are of this time */
    double tests_per_s, calls_per_s;    /* lately */
    uint64_t memory, memory_of_workers; /* in bytes; 0: not known */
    uint64_t now_ns;                    /* on the monotonic clock */
    int64_t now_ms;                     /* since 1970 */
};

struct frame_size {
    size_t columns, rows;
};

/* Lines with '\n' between, at most as many as there are rows, none too long. */
void frame_draw(const struct frame_facts *facts, struct frame_size size, enum paint_how how,
                struct strbuf *out);

/* Words that others need, too: "12,345", "1:02:03", "310 MB". */
void frame_add_number(struct strbuf *out, uint64_t number);
void frame_add_duration(struct strbuf *out, uint64_t ns);
void frame_add_bytes(struct strbuf *out, uint64_t bytes);
/* Of all CPU time, how much the solvers had, in percent; negative if there was none. */
double frame_solver_share(const struct store_counters *counters);

#endif
