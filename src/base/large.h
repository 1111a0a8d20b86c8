/*
 * large.h - blocks of memory that are mappings of their own, for base/alloc.c.
 *
 * A large block lies on huge pages: so one that is read all over costs few
 * misses of the address translation, which in a virtual machine take longer
 * than the reading. It grows without being copied.
 *
 *     | one page: struct head |  the block: whole huge pages  |
 *
 * malloc cannot do it: what it writes before a block, before anybody can ask for
 * huge pages, takes the first one from it.
 */
#ifndef MOMUS_BASE_LARGE_H
#define MOMUS_BASE_LARGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { LARGE_PAGE = 2 << 20, LARGE_START = 4096 };

/* Large blocks start at multiples of LARGE_START, and no other block of base/alloc.c does. */
static inline bool large_may_be(const void *block) {
    return (uintptr_t)block % LARGE_START == 0;
}

/* Zeroed, and on huge pages from its first byte on. NULL if there is no memory. */
void *large_alloc(size_t size);
/* What is new is zeroed. NULL if there is no memory: then the block stays as it is. */
void *large_resize(void *block, size_t size);
void large_free(void *block);
/* What can be used of it: at least what was asked for. */
size_t large_size(const void *block);
/* Has memory found for this part of a block. Only a hint. */
void large_make_ready(void *at, size_t size);

#endif
