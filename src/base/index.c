#include "base/index.h"

#include <string.h>

#include "base/die.h"

enum { FIRST_SLOTS = 64 };

static void place(struct index *index, uint64_t slot) {
    uint32_t hash = (uint32_t)(slot >> 32), i = hash & index->mask;
    while (index->tags[i] != 0)
        i = (i + 1) & index->mask;
    index->slots[i] = slot;
    index->tags[i] = index_tag(hash);
}

static void resize(struct index *index, uint32_t new_slots) {
    struct index old = *index;
    index->slots = mem_alloc_zero((size_t)new_slots * (sizeof *index->slots + sizeof *index->tags));
    index->tags = (uint8_t *)(index->slots + new_slots);
    index->mask = new_slots - 1;
    for (size_t i = 0; old.slots != NULL && i <= old.mask; i++)
        if (old.tags[i] != 0)
            place(index, old.slots[i]);
    mem_free(old.slots);
}

static bool is_full(const struct index *index) {
    return index->slots == NULL || index->n >= index->mask / 4 * 3;
}

void index_expect(struct index *index, size_t n) {
    uint32_t slots = FIRST_SLOTS;
    while (slots / 4 * 3 < n && slots <= UINT32_MAX / 4)
        slots *= 2;
    if (index->slots == NULL || slots > index->mask + 1)
        resize(index, slots);
}

static void grow(struct index *index) {
    uint32_t old_slots = index->slots == NULL ? 0 : index->mask + 1;
    if (old_slots > UINT32_MAX / 2)
        die_out_of_memory(SIZE_MAX);
    resize(index, old_slots == 0 ? FIRST_SLOTS : old_slots * 2);
}

void index_insert(struct index *index, uint32_t hash, uint32_t id) {
    if (is_full(index))
        grow(index);
    place(index, (uint64_t)hash << 32 | id);
    index->n++;
}

/* Closes the gap that a removal leaves, so that no probe sequence is cut. */
void index_remove(struct index *index, uint32_t hash, uint32_t id) {
    uint64_t *slots = index->slots;
    uint32_t mask = index->mask;
    REQUIRE(slots != NULL);
    uint32_t gap = hash & mask;
    while (index->tags[gap] == 0 || slots[gap] != ((uint64_t)hash << 32 | id)) {
        REQUIRE(index->tags[gap] != 0);
        gap = (gap + 1) & mask;
    }
    for (uint32_t i = (gap + 1) & mask; index->tags[i] != 0; i = (i + 1) & mask) {
        uint32_t home = (uint32_t)(slots[i] >> 32) & mask;
        if (((i - home) & mask) >= ((i - gap) & mask)) {
            slots[gap] = slots[i];
            index->tags[gap] = index->tags[i];
            gap = i;
        }
    }
    index->tags[gap] = 0;
    index->n--;
}

void index_clear(struct index *index) {
    if (index->slots != NULL)
        memset(index->tags, 0, (size_t)index->mask + 1);
    index->n = 0;
}

void index_free(struct index *index) {
    mem_free(index->slots);
    *index = (struct index){0};
}
