/*
 * id_set.h - a set of ids: numbers that are not 0, as handles of terms and symbols are.
 *
 * One that is all zeros is empty; id_set_free gives its memory back.
 */
#ifndef MOMUS_BASE_ID_SET_H
#define MOMUS_BASE_ID_SET_H

#include "base/hash.h"
#include "base/index.h"

struct id_set {
    struct index index;
};

static inline bool id_set_has(const struct id_set *set, uint32_t id) {
    INDEX_EACH(&set->index, (uint32_t)hash_mix(id, 0), found) {
        if (found == id)
            return true;
    }
    return false;
}

/* False if it is there already. */
static inline bool id_set_add(struct id_set *set, uint32_t id) {
    if (id_set_has(set, id))
        return false;
    index_insert(&set->index, (uint32_t)hash_mix(id, 0), id);
    return true;
}

static inline void id_set_free(struct id_set *set) {
    index_free(&set->index);
}

#endif
