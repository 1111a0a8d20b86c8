#include "base/arena.h"

#include <stdalign.h>

#include "base/die.h"

enum { FIRST_CHUNK = 4096, ALIGN = 8 };

struct arena_chunk {
    struct arena_chunk *older;
    size_t size; /* usable bytes behind the header */
    alignas(8) char bytes[];
};

void *arena_alloc(struct arena *arena, size_t size) {
    if (size > SIZE_MAX / 4)
        die_out_of_memory(size);
    size = (size + ALIGN - 1) / ALIGN * ALIGN;
    struct arena_chunk *chunk = arena->chunk;
    if (chunk == NULL || chunk->size - arena->used < size) {
        size_t wanted = chunk == NULL ? FIRST_CHUNK : chunk->size * 2;
        if (wanted < size)
            wanted = size;
        chunk = mem_alloc(sizeof *chunk + wanted);
        chunk->older = arena->chunk;
        chunk->size = wanted;
        arena->chunk = chunk;
        arena->used = 0;
    }
    void *block = chunk->bytes + arena->used;
    arena->used += size;
    return block;
}

char *arena_copy_text(struct arena *arena, const char *text, size_t n) {
    char *copy = arena_alloc(arena, n + 1);
    if (n > 0)
        memcpy(copy, text, n);
    copy[n] = '\0';
    return copy;
}

struct arena_mark arena_mark(const struct arena *arena) {
    return (struct arena_mark){arena->chunk, arena->used};
}

void arena_rewind(struct arena *arena, struct arena_mark mark) {
    while (arena->chunk != mark.chunk) {
        struct arena_chunk *older = arena->chunk->older;
        mem_free(arena->chunk);
        arena->chunk = older;
    }
    arena->used = mark.used;
}

void arena_free(struct arena *arena) {
    arena_rewind(arena, (struct arena_mark){NULL, 0});
}
