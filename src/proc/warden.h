/*
 * warden.h - what stands between momus and a program: see child.h. This is the
 * side of the child, behind clone.
 */
#ifndef MOMUS_PROC_WARDEN_H
#define MOMUS_PROC_WARDEN_H

#include "proc/box.h"

struct warden_task {
    const char *program; /* path of the executable */
    char *const *argv;
    char *const *env;
    const char *directory;
    int in, out, err; /* the program's */
    int report;       /* where the struct warden_report goes */
    const struct box *box;
    const struct child_limits *limits;
    bool in_namespace;
};

/* How the program ended. */
struct warden_report {
    int32_t failed_errno; /* it was not started; else 0 */
    int32_t status;       /* as waitpid has it */
    uint64_t cpu_ns;
    uint64_t peak; /* of its largest process, in bytes */
};

/*
 * SIGTERM asks the program, and all that it has started, to end. SIGUSR1 ends
 * them at once, and the warden. Both come from momus.
 */
_Noreturn void warden_run(const struct warden_task *task);

#endif
