/*
 * alloc.h - the allocator that every room uses.
 *
 * It never returns NULL: running out ends in die_out_of_memory. It counts what
 * is live, so that a unit test can end at zero bytes, and can be told to fail
 * its n-th call, so that tests can see what a failure leaves behind.
 */
#ifndef MOMUS_BASE_ALLOC_H
#define MOMUS_BASE_ALLOC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/banned.h"

void *mem_alloc(size_t size);
void *mem_alloc_zero(size_t size);
/* old may be NULL. The contents up to the smaller size survive. */
void *mem_realloc(void *old, size_t size);
/* old may be NULL. */
void mem_free(void *old);
/* How much of the block can be used: what was asked for, or more. block may be NULL. */
size_t mem_usable(void *block);
/*
 * A hint that this part of a large block will be written soon. Its memory is found as it is touched,
 * a huge page at a time, and each time what is cleared takes the place of what the caches hold: so it
 * is better to have many pages at once.
 */
void mem_make_ready(void *at, size_t size);
/* A copy of n bytes with a NUL behind; the caller frees it. */
char *mem_copy_text(const char *text, size_t n);

/* Bytes and blocks that were allocated and not yet freed. */
size_t mem_live_bytes(void);
size_t mem_live_blocks(void);
/* Allocations so far: the range for mem_fail_at. */
uint64_t mem_calls(void);
/* The allocation with this number (counted from 1 from now) fails; 0 turns it off. */
void mem_fail_at(uint64_t nth);

#endif
