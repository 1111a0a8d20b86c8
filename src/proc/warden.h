/*
 * warden.h - what stands between momus and a program: see child.h.
 *
 * A warden is a process that waits for orders, each of which is a program to
 * run. It tells how the program ended when that, and everything that it started,
 * is gone. It ends when momus closes the socket, or ends.
 *
 *     momus  ---- order, maybe with a standard input ----------->  warden
 *            <--- report ------------------------------------------
 *            ---- SIGTERM: ask all to end --------------------->
 *            ---- SIGUSR1: end all, and yourself -------------->
 */
#ifndef MOMUS_PROC_WARDEN_H
#define MOMUS_PROC_WARDEN_H

#include "proc/box.h"

struct warden_order {
    const char *program; /* path of the executable */
    char *const *argv;
    char *const *env;
    int in; /* its standard input, -1: nothing; what it prints goes into the pipes of the box */
    const struct child_limits *limits;
};

/* How the program ended. */
struct warden_report {
    int32_t failed_errno; /* it was not started; else 0 */
    int32_t status;       /* as waitpid has it */
    uint64_t cpu_ns;
    uint64_t own_cpu_ns; /* of the warden, since its last report */
    uint64_t peak;       /* of its largest process, in bytes; 0 if not known */
};

/* The exit status of a warden that could not begin. */
enum { WARDEN_FAILED = 3 };

/* Starts the warden of a box that has none. False with errno. */
bool warden_start(struct box *box);
/* Hands over an order. False with errno: E2BIG if there are too many words. */
bool warden_send(const struct box *box, const struct warden_order *order);

#endif
