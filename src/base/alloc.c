#include "base/alloc.h"

#include <malloc.h>
#include <sys/mman.h>

#include "base/die.h"

static size_t live_bytes;
static size_t live_blocks;
static uint64_t calls;
static uint64_t fail_at;

static bool must_fail(void) {
    calls++;
    return fail_at != 0 && --fail_at == 0;
}

/*
 * Large tables are read at random places: on huge pages that costs far fewer
 * misses of the address translation. The advice is for the whole mapping that
 * a large block has to itself: a mapping with advice for a part of it could
 * not be grown any more. Only advice, so failure does not matter.
 */
static void advise(void *block) {
    enum { PAGE = 4096, HUGE_PAGE = 2 << 20 };
    size_t size = malloc_usable_size(block);
    if (size < 2 * HUGE_PAGE)
        return;
    uintptr_t from = (uintptr_t)block / PAGE * PAGE;
    uintptr_t to = ((uintptr_t)block + size + PAGE - 1) / PAGE * PAGE;
    madvise((void *)from, to - from, MADV_HUGEPAGE);
}

/*
 * Large blocks always get pages of their own, so that growing one moves its
 * pages instead of copying their contents. (By itself malloc raises the limit
 * each time such a block is freed.)
 */
__attribute__((constructor)) static void keep_large_blocks_apart(void) {
    mallopt(M_MMAP_THRESHOLD, 1 << 20);
}

static void *counted(void *block, size_t size) {
    if (block == NULL)
        die_out_of_memory(size);
    live_bytes += malloc_usable_size(block);
    live_blocks++;
    advise(block);
    return block;
}

void *mem_alloc(size_t size) {
    return counted(must_fail() ? NULL : malloc(size == 0 ? 1 : size), size);
}

void *mem_alloc_zero(size_t size) {
    return counted(must_fail() ? NULL : calloc(1, size == 0 ? 1 : size), size);
}

void *mem_realloc(void *old, size_t size) {
    if (old == NULL)
        return mem_alloc(size);
    size_t before = malloc_usable_size(old);
    void *block = must_fail() ? NULL : realloc(old, size == 0 ? 1 : size);
    if (block == NULL)
        die_out_of_memory(size);
    live_bytes += malloc_usable_size(block) - before;
    advise(block);
    return block;
}

void mem_free(void *old) {
    if (old == NULL)
        return;
    live_bytes -= malloc_usable_size(old);
    live_blocks--;
    free(old);
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
