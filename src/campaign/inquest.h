/*
 * inquest.h - the test at which a worker died, made again so that it can be kept.
 *
 * Making it may be what ended the worker. So it is made in a process of its own that has
 * little time and memory, and the coordinator's loop goes on meanwhile.
 */
#ifndef MOMUS_CAMPAIGN_INQUEST_H
#define MOMUS_CAMPAIGN_INQUEST_H

#include <sys/types.h>

#include "campaign/wire.h"
#include "proc/loop.h"

enum { INQUEST_MEGABYTES = 1024 }; /* that it may take beyond what the coordinator has */

/* In the process: the script, or false and the reason. */
typedef bool inquest_make_fn(struct strbuf *script, struct strbuf *reason, void *context);
/* Afterwards, from within the loop: the script, or NULL and why there is none. */
typedef void inquest_done_fn(const char *script, size_t n, const char *reason, void *context);

struct inquest {
    struct loop *loop;
    inquest_make_fn *make;
    inquest_done_fn *done; /* may release what the inquest is part of */
    void *context;
    unsigned seconds; /* that it may take */
    bool is_fatal;    /* when it is done: making the test has ended the process, in its time */
    pid_t pid;
    int fd;
    struct loop_watch watch;
    struct wire_in in;
};

/* All before is_fatal are set; the rest is zero. False, with errno: it did not begin, and is never done. */
bool inquest_start(struct inquest *inquest);
/* It is done soon. */
void inquest_kill(const struct inquest *inquest);

#endif
