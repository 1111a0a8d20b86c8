/*
 * index.h - an open-addressing hash index from a hash to the id of a record.
 *
 * The records live elsewhere (a table of symbols, sorts, terms); the index
 * holds only ids, with the hash beside each so that a probe seldom has to look
 * at the record itself. A byte of each hash stands apart: these bytes are so few
 * that they stay in the caches, and mostly they say by themselves that something
 * is not there. Ids start at 1.
 *
 *     INDEX_EACH(&index, hash, id)
 *         if (record_equals(id, ...)) return id;
 */
#ifndef MOMUS_BASE_INDEX_H
#define MOMUS_BASE_INDEX_H

#include "base/alloc.h"

struct index {
    uint64_t *slots; /* hash << 32 | id, where it is not empty */
    uint8_t *tags;   /* of each slot; 0 is an empty one. In the same block, behind the slots */
    uint32_t mask;   /* number of slots - 1; slots is NULL while it is 0 */
    uint32_t n;
};

void index_insert(struct index *index, uint32_t hash, uint32_t id);
/* A hint that so many pairs may be in it: it gets room for them at once. */
void index_expect(struct index *index, size_t n);
/* The pair must be there. */
void index_remove(struct index *index, uint32_t hash, uint32_t id);
/* Nothing is in it then; it keeps its memory. */
void index_clear(struct index *index);
void index_free(struct index *index);

static inline uint8_t index_tag(uint32_t hash) {
    return (uint8_t)(hash >> 24 | 1);
}

/*
 * Has the memory fetched that a probe for this hash will look at. It is read, as
 * processors drop a prefetch whose address they cannot translate at once; nobody
 * waits for what is read.
 */
static inline void index_fetch(const struct index *index, uint32_t hash) {
    if (index->slots != NULL) {
        (void)*(const volatile uint8_t *)&index->tags[hash & index->mask];
        __builtin_prefetch(&index->slots[hash & index->mask], 1);
    }
}

/* The next id with this hash from slot *at on, or 0; *at moves on. */
static inline uint32_t index_probe(const struct index *index, uint32_t hash, uint32_t *at) {
    if (index->slots == NULL)
        return 0;
    for (uint32_t i = *at & index->mask;; i = (i + 1) & index->mask) {
        if (index->tags[i] == 0)
            return 0;
        if (index->tags[i] == index_tag(hash) && (uint32_t)(index->slots[i] >> 32) == hash) {
            *at = i + 1;
            return (uint32_t)index->slots[i];
        }
    }
}

#define INDEX_EACH(index, hash, id)                                                     \
    for (uint32_t probe_ = (hash), id = index_probe((index), (hash), &probe_); id != 0; \
         id = index_probe((index), (hash), &probe_))

#endif
