/*
 * arena.h - memory that is released all at once, or back to a mark.
 *
 * Blocks come from chunks that double in size; nothing is freed singly. A mark
 * remembers how full the arena is; going back to it drops everything younger
 * in one move.
 */
#ifndef MOMUS_BASE_ARENA_H
#define MOMUS_BASE_ARENA_H

#include "base/alloc.h"

struct arena_chunk;

struct arena {
    struct arena_chunk *chunk; /* the one in use; older ones behind it */
    size_t used;               /* bytes used in it */
};

struct arena_mark {
    struct arena_chunk *chunk;
    size_t used;
};

/* An all-zero arena is empty and valid. Memory is aligned to eight bytes, and uninitialised. */
void *arena_alloc(struct arena *arena, size_t size);
/* A copy of n bytes with a NUL behind; `text` may be NULL if n is 0. */
char *arena_copy_text(struct arena *arena, const char *text, size_t n);
struct arena_mark arena_mark(const struct arena *arena);
void arena_rewind(struct arena *arena, struct arena_mark mark);
void arena_free(struct arena *arena);

#endif
