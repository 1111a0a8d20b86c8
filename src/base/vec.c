#include "base/vec.h"

#include "base/die.h"

enum { LARGE = 4 << 20 }; /* what is smaller is made ready at once */

void *vec_stretch(void *at, size_t *cap, size_t need, size_t element) {
    if (need <= *cap)
        return at;
    if (need > SIZE_MAX / element)
        die_out_of_memory(SIZE_MAX);
    if (need * element > mem_usable(at))
        at = mem_realloc(at, need * element);
    if (need * element < LARGE)
        *cap = need;
    return at;
}

/*
 * The capacity, which is to be `need` at least, where there is memory for `most`: half of what is
 * left is made ready each time, so that it is done seldom and little of it is in vain.
 */
static size_t next_part(char *at, size_t cap, size_t need, size_t most, size_t element) {
    size_t left = most - cap, part = left * element < LARGE ? left : left / 2;
    size_t grown = cap + part < need ? need : cap + part;
    mem_make_ready(at + cap * element, (grown - cap) * element);
    return grown;
}

void *vec_grow(void *at, size_t *cap, size_t need, size_t element) {
    size_t usable = mem_usable(at);
    if (usable >= LARGE && need <= usable / element) {
        *cap = next_part(at, *cap, need, usable / element, element);
        return at;
    }
    size_t grown = *cap < 8 ? 8 : *cap * 2; /* pages that are not used yet cost nothing */
    if (grown < need)
        grown = need;
    if (grown > SIZE_MAX / element)
        die_out_of_memory(SIZE_MAX);
    at = mem_realloc(at, grown * element);
    *cap = grown;
    return at;
}
