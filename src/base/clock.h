/*
 * clock.h - time for measuring and for deadlines, never for random choices.
 */
#ifndef MOMUS_BASE_CLOCK_H
#define MOMUS_BASE_CLOCK_H

#include <stdint.h>

/* Nanoseconds of a clock that never goes back. */
uint64_t clock_monotonic_ns(void);
/* Nanoseconds of CPU time that this process has used. */
uint64_t clock_cpu_ns(void);

#endif
