/*
 * box.h - the parts of the system that contain a child: namespaces, cgroups,
 * a private directory. The inside of child.c.
 */
#ifndef MOMUS_PROC_BOX_H
#define MOMUS_PROC_BOX_H

#include <sys/types.h>

#include "proc/child.h"

enum box_namespace { BOX_NO_NAMESPACE, BOX_USER_NAMESPACE, BOX_NAMESPACE };

enum { BOX_GROUPS = 2 }; /* memory, pids */

struct box {
    char *directory;          /* private to the child */
    char *groups[BOX_GROUPS]; /* directories of its cgroups; NULL where there is none */
    int join[BOX_GROUPS];     /* cgroup.procs of these, open for writing; -1 */
    bool limits_memory;       /* a cgroup does */
    bool limits_processes;
};

enum box_namespace box_namespace(void);

/* Makes the directory and the groups. False, with a message, if there can be no directory. */
bool box_open(struct box *box, const struct child_limits *limits, struct strbuf *error);
/* Was a process killed for want of memory? */
bool box_ran_out(const struct box *box);
/* The most memory that was used together, 0 if nobody counted. */
uint64_t box_peak(const struct box *box);
/* All processes are gone: removes directory and groups. */
void box_close(struct box *box);

#endif
