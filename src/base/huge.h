/*
 * huge.h - zeroed memory for tables that are read at random places.
 *
 * A large one lies on huge pages from its first byte on: so one that is read
 * all over costs few misses of the address translation, which in a virtual
 * machine take longer than the reading.
 */
#ifndef MOMUS_BASE_HUGE_H
#define MOMUS_BASE_HUGE_H

#include "base/alloc.h"

void *huge_alloc_zero(size_t size);
/* The size must be what was asked for; block may be NULL. */
void huge_free(void *block, size_t size);

#endif
