/*
 * snapshot_wire.h - what momus and the library inside a solver say to each other.
 *
 *     momus                        solver that was stopped before its input
 *       <------- READY or a refusal ---
 *       -------- RUN ---------------->   forks: the fork reads the input, and answers
 *       -------- TERM, KILL --------->   if momus wants the fork to end
 *       <------- ENDED ---------------   nothing of the fork is left
 *       -------- RUN ---------------->
 *       -------- (closes) ----------->   ends
 *
 * Each message is one packet. The socket is the solver's standard input until the library
 * takes it away. The environment says where it is, and what to wait for:
 *
 *     MOMUS_SNAPSHOT="open 0 FILE"     fork when FILE is opened
 *     MOMUS_SNAPSHOT="read 0 FILE"     fork when FILE has been read
 */
#ifndef MOMUS_PROC_SNAPSHOT_WIRE_H
#define MOMUS_PROC_SNAPSHOT_WIRE_H

#include <stdint.h>

#define WIRE_VARIABLE "MOMUS_SNAPSHOT"

enum wire_word { WIRE_RUN, WIRE_TERM, WIRE_KILL };

struct wire_request {
    uint32_t word;        /* enum wire_word */
    uint32_t cpu_seconds; /* that a fork may use; 0 is no limit */
};

enum wire_news {
    WIRE_READY,
    WIRE_ENDED,
    WIRE_NO_FORK,  /* the fork failed: `status` is errno */
    WIRE_INDIRECT, /* refused: something else started the solver, and would be killed with a query */
    WIRE_THREADS,  /* refused: it has threads, which a fork does not have */
    WIRE_OLD,      /* refused: the kernel has no pidfd */
    WIRE_NO_PROC,  /* refused: nobody can tell how many threads it has */
};

struct wire_reply {
    uint32_t news;   /* enum wire_news */
    int32_t status;  /* as waitpid has it */
    uint64_t cpu_ns; /* of the fork and those of its children that it waited for */
    uint64_t peak;   /* bytes */
};

#endif
