/*
 * box.h - the parts of the system that contain a program: a warden in a
 * namespace, cgroups, a private directory. The inside of child.c.
 *
 * Making a box takes longer than many a query. So a box out of which a program
 * has gone, leaving nothing, is kept with its warden for the next one; the loop
 * owns those that are idle, and they end with it.
 */
#ifndef MOMUS_PROC_BOX_H
#define MOMUS_PROC_BOX_H

#include <sys/types.h>

#include "proc/child.h"

enum box_namespace { BOX_NO_NAMESPACE, BOX_USER_NAMESPACE, BOX_NAMESPACE };

enum { BOX_GROUPS = 2 }; /* memory, pids */

struct box {
    char *directory;          /* private to the program */
    int directory_fd;         /* the same, opened */
    char *groups[BOX_GROUPS]; /* directories of its cgroups; NULL where there is none */
    int join[BOX_GROUPS];     /* cgroup.procs of these, open for writing; -1 */
    int usage, peak,
        kills;          /* files of the memory group: now, the most so far, how often it killed */
    uint64_t n_kills;   /* of the programs before */
    bool limits_memory; /* a cgroup does */
    uint64_t memory;    /* its limits, 0 for none */
    uint32_t processes;
    bool has_mounts; /* and a /proc of its own: for a sandbox */
    pid_t warden;    /* 0: it is gone */
    int pidfd;       /* of the warden */
    int control;     /* our end of the socket to the warden */
};

enum box_namespace box_namespace(void);

/* A box with a warden that waits for an order. NULL, with a message, if there can be none. */
struct box *box_take(struct loop *loop, const struct child_limits *limits, struct strbuf *error);
/*
 * The program is gone, and all that it started. The box is kept if nothing of it
 * is left but `file` (may be NULL), and if is_sound: the warden has been told
 * nothing but to run it. Otherwise the box is removed.
 */
void box_give_back(struct loop *loop, struct box *box, const char *file, bool is_sound);
/* How many processes were killed for want of memory, since the box was taken. */
uint64_t box_memory_kills(const struct box *box);
/* The memory that is used now, 0 if nobody counts. */
uint64_t box_memory(const struct box *box);
/* The most memory that was used together, 0 if nobody counted. */
uint64_t box_peak(const struct box *box);
/* Is this file, and nothing else, in the directory, and has that its rights? */
bool box_has_only(const struct box *box, const char *name, ino_t inode);
/* Removes what is in the directory. */
void box_empty(const struct box *box);

#endif
