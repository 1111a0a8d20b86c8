/*
 * warden_wire.h - what momus and a warden (proc/warden/main.c) say to each other, and how the one
 * becomes the other: see proc/warden.h.
 */
#ifndef MOMUS_PROC_WARDEN_WIRE_H
#define MOMUS_PROC_WARDEN_WIRE_H

#include <stdint.h>

/*
 * Its one word on the command line: is it first in a PID namespace; and the descriptors that it
 * has, which are the socket to momus, a pidfd of momus, and the pipes for what programs print.
 */
#define WARDEN_WORDS "%d %d %d %d %d"
enum { WARDEN_N_WORDS = 5 };

/* Limits of a program; 0 is none. */
struct warden_limits {
    uint64_t cpu_seconds;
    uint64_t file_size;
    uint64_t address_space;
    uint64_t processes;
};

/*
 * An order on its way, maybe with a standard input: this, then the path of the program and all
 * words, each with a zero behind.
 */
struct warden_head {
    struct warden_limits limits;
    uint32_t n_argv, n_env;
};
enum { WARDEN_ORDER_MAX = 64 * 1024, WARDEN_WORDS_MAX = 4096 };

/* What a copy of momus could not do on its way to a warden. */
enum warden_step {
    WARDEN_BEGAN, /* nothing: it is one */
    WARDEN_GROUPS,
    WARDEN_MOUNTS,
    WARDEN_FOLDER,
    WARDEN_PROGRAM,
};

/* How the program ended; or, with a step, why there is no warden. */
struct warden_report {
    int32_t failed_errno; /* it was not started; else 0 */
    int32_t failed_step;  /* enum warden_step */
    int32_t status;       /* as waitpid has it */
    uint64_t cpu_ns;
    uint64_t own_cpu_ns; /* of the warden, since its last report */
    uint64_t peak;       /* of its largest process, in bytes, but not less than the warden's own */
};

/* The exit status of a warden that could not begin. */
enum { WARDEN_FAILED = 3 };

#endif
