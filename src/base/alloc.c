#include "base/alloc.h"

#include <malloc.h>
#include <string.h>

#include "base/die.h"
#include "base/large.h"

#define LARGE_LEAST ((size_t)1 << 20) /* from here on, blocks are those of base/large.h */

static size_t live_bytes;
static size_t live_blocks;
static uint64_t calls;
static uint64_t fail_at;

static bool must_fail(void) {
    calls++;
    return fail_at != 0 && --fail_at == 0;
}

static void free_any(void *block) {
    if (large_may_be(block))
        large_free(block);
    else
        free(block);
}

/*
 * Small blocks never start where large ones do: so the address tells which it is. Where one does,
 * a larger one is taken: the next one of the same size may lie a page behind it, as all those
 * behind that.
 */
enum { SMALL_MORE = 64 };
static void *alloc_small(size_t size, bool zeroed) {
    void *block = zeroed ? calloc(1, size) : malloc(size);
    if (block == NULL || !large_may_be(block))
        return block;
    void *other = alloc_small(size + SMALL_MORE, zeroed);
    free(block);
    return other;
}

static void *alloc_any(size_t size, bool zeroed) {
    return size >= LARGE_LEAST ? large_alloc(size) : alloc_small(size == 0 ? 1 : size, zeroed);
}

static void *resize_small(void *old, size_t size) {
    void *block = realloc(old, size);
    if (block == NULL || !large_may_be(block))
        return block;
    void *other = alloc_small(size, false);
    if (other != NULL)
        memcpy(other, block, size);
    free(block);
    return other;
}

static void *resize_any(void *old, size_t size) {
    bool was_large = large_may_be(old), is_now = size >= LARGE_LEAST;
    if (was_large && is_now)
        return large_resize(old, size);
    if (!was_large && !is_now)
        return resize_small(old, size == 0 ? 1 : size);
    size_t before = mem_usable(old);
    void *block = alloc_any(size, false);
    if (block != NULL) {
        memcpy(block, old, size < before ? size : before);
        free_any(old);
    }
    return block;
}

static void *counted(void *block, size_t size) {
    if (block == NULL)
        die_out_of_memory(size);
    live_bytes += mem_usable(block);
    live_blocks++;
    return block;
}

void *mem_alloc(size_t size) {
    return counted(must_fail() ? NULL : alloc_any(size, false), size);
}

void *mem_alloc_zero(size_t size) {
    return counted(must_fail() ? NULL : alloc_any(size, true), size);
}

void *mem_realloc(void *old, size_t size) {
    if (old == NULL)
        return mem_alloc(size);
    size_t before = mem_usable(old);
    void *block = must_fail() ? NULL : resize_any(old, size);
    if (block == NULL)
        die_out_of_memory(size);
    live_bytes += mem_usable(block) - before;
    return block;
}

void mem_free(void *old) {
    if (old == NULL)
        return;
    live_bytes -= mem_usable(old);
    live_blocks--;
    free_any(old);
}

size_t mem_usable(void *block) {
    return block == NULL ? 0 : large_may_be(block) ? large_size(block) : malloc_usable_size(block);
}

void mem_make_ready(void *at, size_t size) {
    large_make_ready(at, size);
}

char *mem_copy_text(const char *text, size_t n) {
    char *copy = mem_alloc(n + 1);
    memcpy(copy, text, n);
    copy[n] = '\0';
    return copy;
}

size_t mem_live_bytes(void) {
    return live_bytes;
}

size_t mem_live_blocks(void) {
    return live_blocks;
}

uint64_t mem_calls(void) {
    return calls;
}

void mem_fail_at(uint64_t nth) {
    fail_at = nth;
}
