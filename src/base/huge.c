#include "base/huge.h"

#include "base/die.h"

enum { HUGE_PAGE = 2 << 20, LARGE = 1 << 20 };

/*
 * The allocator asks for huge pages for large blocks, but they start anywhere:
 * so a block is asked for that is large enough to have the table at the start of
 * a huge page in it. What lies before and behind it is not touched, apart from the
 * address of the block, right before the table.
 */
void *huge_alloc_zero(size_t size) {
    if (size < LARGE)
        return mem_alloc_zero(size);
    if (size > SIZE_MAX - 2 * HUGE_PAGE)
        die_out_of_memory(size);
    size_t pages = (size + HUGE_PAGE - 1) / HUGE_PAGE;
    char *block = mem_alloc_zero((pages + 1) * HUGE_PAGE);
    size_t start = HUGE_PAGE - (uintptr_t)block % HUGE_PAGE;
    if (start < sizeof block) /* cannot be: blocks are aligned to more than that */
        BUG("a block at %p", (void *)block);
    memcpy(block + start - sizeof block, &block, sizeof block);
    return block + start;
}

void huge_free(void *table, size_t size) {
    if (table != NULL && size >= LARGE)
        memcpy(&table, (char *)table - sizeof table, sizeof table);
    mem_free(table);
}
