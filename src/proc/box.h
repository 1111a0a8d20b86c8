/*
 * box.h - the parts of the system that contain a program: a warden in a
 * namespace, cgroups, a private directory. The inside of child.c.
 *
 * Making a box takes longer than many a query. So a box out of which a program
 * has gone, leaving nothing, is kept for the next one, with its warden and the pipes
 * for what programs print; the loop owns those that are idle, and they end with it.
 */
#ifndef MOMUS_PROC_BOX_H
#define MOMUS_PROC_BOX_H

#include <sys/types.h>

#include "proc/cgroup.h"
#include "proc/child.h"
#include "proc/home.h"

enum box_namespace { BOX_NO_NAMESPACE, BOX_USER_NAMESPACE, BOX_NAMESPACE };

struct box {
    struct loop *loop;
    struct home home;              /* the program's directory */
    struct cgroup groups[CGROUPS]; /* by kind */
    bool limits_memory;            /* a cgroup does */
    struct child_limits limits;    /* that it was made for */
    int out, err;                  /* our ends of the program's output, which do not wait */
    int their_out, their_err;      /* the warden's; -1 once it has them */
    bool has_proc;                 /* a /proc of its own: for a sandbox */
    pid_t warden;                  /* 0: it is gone */
    pid_t owner;                   /* the momus that made it */
    int pidfd;                     /* of the warden */
    int control;                   /* our end of the socket to the warden */
    struct loop_watch news;        /* on that; rests while the box is idle */
    struct child *child;           /* that is in it; NULL: it is idle */
    struct box *next, **back;      /* all boxes */
};

enum box_namespace box_namespace(void);
/* The limit on a program's address space, where nothing counts its memory; 0: none. */
uint64_t box_address_space(const struct box *box, const struct child_limits *limits);

/*
 * A box with a warden that waits for an order, and room for so many bytes of files of ours. Whatever
 * the warden says, child_hear is called. NULL, with a message, if there can be none.
 */
struct box *box_take(struct loop *loop, const struct child_limits *limits, uint64_t ours,
                     struct child *child, struct strbuf *error);
/* There is something to read from the socket. */
void child_hear(struct child *child);
/*
 * The program is gone, and all that it started, and its output has been read. The box is kept if
 * nothing is left in it but the script, and if is_sound: the warden has been told nothing but to run
 * the program. Otherwise the box is removed.
 */
void box_give_back(struct loop *loop, struct box *box, bool is_sound);
#endif
