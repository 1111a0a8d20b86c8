/*
 * blocks - takes, resizes and gives back blocks of all sizes around pages, at all places of a page.
 *
 * The address of a block tells base/alloc.c whether it is a large one, so no small block may lie
 * where large ones do. The sanitizers bring an allocator of their own: this is about the real one,
 * which puts a block right behind the last one.
 */
#include "base/alloc.h"
#include "base/die.h"
#include "base/large.h"

enum { PAGE = 4096, PLACES = 4 * PAGE / 16, KEPT = 4 * PLACES };

static void check_small(const char *block, size_t size) {
    REQUIRE(!large_may_be(block));
    REQUIRE(mem_usable((void *)(uintptr_t)block) >= size);
    REQUIRE(mem_usable((void *)(uintptr_t)block) < size + PAGE);
}

/* Blocks of one size; what lies between two moves the next one on by 16 bytes. */
static void walk(size_t size) {
    static void *kept[KEPT];
    size_t n = 0;
    for (int place = 0; place < PLACES; place++) {
        char *block = mem_alloc(size);
        check_small(block, size);
        block[0] = block[size - 1] = 1;
        char *zeroed = mem_alloc_zero(size);
        check_small(zeroed, size);
        REQUIRE(zeroed[0] == 0 && zeroed[size - 1] == 0);
        char *grown = mem_alloc(16);
        grown[15] = 2;
        grown = mem_realloc(grown, size);
        check_small(grown, size);
        REQUIRE(grown[15] == 2);
        kept[n++] = block;
        kept[n++] = zeroed;
        kept[n++] = grown;
        kept[n++] = mem_alloc(24 + place % 2 * 16);
    }
    while (n > 0)
        mem_free(kept[--n]);
    REQUIRE(mem_live_bytes() == 0 && mem_live_blocks() == 0);
}

int main(void) {
    for (size_t pages = 1; pages <= 3; pages++)
        for (size_t less = 0; less <= 64; less += 4)
            walk(pages * PAGE - less);
    return EXIT_DONE;
}
