/*
 * cgroup.h - limits on the memory and on the number of processes of a box, by
 * cgroups of version 1 or 2, where the system grants them.
 */
#ifndef MOMUS_PROC_CGROUP_H
#define MOMUS_PROC_CGROUP_H

#include <stdbool.h>
#include <stdint.h>

enum cgroup_kind { CGROUP_MEMORY, CGROUP_PROCESSES };
enum { CGROUPS = CGROUP_PROCESSES + 1 };

struct cgroup {
    char *path;  /* NULL: there is none */
    int join;    /* cgroup.procs, open for writing; -1 */
    int usage;   /* files of a memory group, open; -1: now, */
    int peak;    /* the most so far, */
    int kills;   /* how often it had to kill */
    bool resets; /* the peak can be set back */
};

/* Can there be such groups here? Found out once. */
bool cgroup_works(enum cgroup_kind kind);
/* A new group with a limit; one without path if it cannot be had, or the limit is 0. */
void cgroup_make(struct cgroup *group, enum cgroup_kind kind, uint64_t limit);
/* Whoever was to join has. */
void cgroup_close(struct cgroup *group);
/* Kills its processes, and waits until they are gone, for some time; as a signal handler may. */
void cgroup_kill(const struct cgroup *group);
/* All of its processes have ended. */
void cgroup_remove(struct cgroup *group);
/* As cgroup_remove, but only what a signal handler may do. */
void cgroup_abandon(const struct cgroup *group);

/* Of a memory group; all are 0 where nobody counts. */
uint64_t cgroup_usage(const struct cgroup *group);
uint64_t cgroup_peak(const struct cgroup *group);
uint64_t cgroup_kills(const struct cgroup *group);
/* From now on the peak is that of the next program. False: old kernels do not grant it. */
bool cgroup_forget_peak(const struct cgroup *group);

#endif
