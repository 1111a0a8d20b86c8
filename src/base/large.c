#include "base/large.h"

#include <sys/mman.h>
#include <unistd.h>

/* A multiple of LARGE_START. */
static size_t page_size(void) {
    return (size_t)sysconf(_SC_PAGESIZE);
}

struct head {
    size_t size; /* of the block: a multiple of LARGE_PAGE */
};

static struct head *head_of(const void *block) {
    return (struct head *)((uintptr_t)block - page_size());
}

/* The size of a block for so many bytes; 0 if that is too large. */
static size_t rounded(size_t size) {
    return size > SIZE_MAX - 2 * LARGE_PAGE ? 0 : (size + LARGE_PAGE - 1) / LARGE_PAGE * LARGE_PAGE;
}

static void unmap(char *from, const char *to) {
    if (to > from)
        munmap(from, (size_t)(to - from));
}

/* A mapping for a head and a block of this size, whose first byte is returned. */
static char *map(size_t size) {
    size_t total = size + LARGE_PAGE;
    char *start = mmap(NULL, total, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (start == MAP_FAILED)
        return NULL;
    size_t before = LARGE_PAGE - (uintptr_t)start % LARGE_PAGE; /* a page or more */
    char *block = start + before;
    unmap(start, block - page_size());
    unmap(block + size, start + total);
    madvise(block - page_size(), page_size() + size, MADV_HUGEPAGE); /* it may be refused */
    head_of(block)->size = size;
    return block;
}

void *large_alloc(size_t size) {
    size = rounded(size);
    return size == 0 ? NULL : map(size);
}

/*
 * The head and the block are one mapping, which can only be moved and grown as one. It goes where it
 * starts with a huge page again; if there is no room for both for a moment, wherever it can.
 */
static char *remap(char *block, size_t old_size, size_t size) {
    size_t page = page_size(), from = page + old_size, to = page + size;
    if (mremap(block - page, from, to, 0) != MAP_FAILED)
        return block;
    char *place = map(size);
    if (place != NULL) {
        if (mremap(block - page, from, to, MREMAP_MAYMOVE | MREMAP_FIXED, place - page) !=
            MAP_FAILED)
            return place;
        unmap(place - page, place + size);
    }
    char *moved = mremap(block - page, from, to, MREMAP_MAYMOVE);
    return moved == MAP_FAILED ? NULL : moved + page;
}

void *large_resize(void *block, size_t size) {
    size_t old_size = large_size(block);
    size = rounded(size);
    if (size == 0)
        return NULL;
    if (size > old_size) {
        block = remap(block, old_size, size);
        if (block == NULL)
            return NULL;
    }
    unmap((char *)block + size, (char *)block + old_size);
    head_of(block)->size = size;
    return block;
}

void large_free(void *block) {
    unmap((char *)block - page_size(), (char *)block + large_size(block));
}

size_t large_size(const void *block) {
    return head_of(block)->size;
}

void large_make_ready(void *at, size_t size) {
    uintptr_t page = page_size();
    uintptr_t from = (uintptr_t)at / page * page, to = ((uintptr_t)at + size) / page * page;
    if (to > from)
        madvise((void *)from, to - from, MADV_POPULATE_WRITE);
}
