/*
 * offspring.h - a process of a campaign: a copy of the coordinator, with a socket
 * between the two (campaign/wire.h).
 *
 * It dies with the coordinator, and leaves it to him what Ctrl-C and its like mean.
 */
#ifndef MOMUS_CAMPAIGN_OFFSPRING_H
#define MOMUS_CAMPAIGN_OFFSPRING_H

#include <stdint.h>
#include <sys/types.h>

/* What the process does; returns the status to exit with. `fd` is its end. */
typedef int offspring_fn(int fd, void *context);

/* Starts one, and gives the other end. -1, with errno, if that cannot be. */
pid_t offspring_start(offspring_fn *run, void *context, int *fd);

/* The bytes that it has in memory, files and what is meant to be shared aside; 0: not known. */
uint64_t offspring_memory(pid_t pid);

#endif
