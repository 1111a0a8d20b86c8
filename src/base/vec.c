#include "base/vec.h"

#include "base/die.h"

void *vec_grow(void *at, size_t *cap, size_t need, size_t element) {
    size_t grown = *cap < 8 ? 8 : *cap * 2; /* pages that are not used yet cost nothing */
    if (grown < need)
        grown = need;
    if (grown > SIZE_MAX / element)
        die_out_of_memory(SIZE_MAX);
    at = mem_realloc(at, grown * element);
    *cap = grown;
    return at;
}
