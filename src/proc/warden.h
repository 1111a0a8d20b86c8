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
 *
 * It begins as a copy of momus, enters its box, and becomes a small program of its own
 * (proc/warden/main.c, which is inside momus as bytes), from memory, or from a file in its
 * box where the system allows no other. So the memory of momus is neither kept by
 * wardens nor counted to programs: to the system, a process has always been as large as
 * the one that it was started from.
 */
#ifndef MOMUS_PROC_WARDEN_H
#define MOMUS_PROC_WARDEN_H

#include "proc/box.h"
#include "proc/warden_wire.h"

struct warden_order {
    const char *program; /* path of the executable */
    char *const *argv;
    char *const *env;
    int in; /* its standard input, -1: nothing; what it prints goes into the pipes of the box */
    const struct child_limits *limits;
};

/* Starts the warden of a box that has none. False with errno. */
bool warden_start(struct box *box);
/* Hands over an order. False with errno: E2BIG if there are too many words. */
bool warden_send(const struct box *box, const struct warden_order *order);
/* Adds why there is no warden, and what to do, as a report with a step tells. */
void warden_explain(const struct warden_report *report, struct strbuf *error);

#endif
