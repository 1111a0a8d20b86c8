/*
 * vec.h - a growing array of any type.
 *
 *     VEC(uint32_t) v = {0};
 *     vec_push(&v, 7);
 *     for (size_t i = 0; i < v.n; i++) use(v.at[i]);
 *     vec_free(&v);
 *
 * An all-zero vector is empty and valid. Pointers into it are good until the
 * next push.
 */
#ifndef MOMUS_BASE_VEC_H
#define MOMUS_BASE_VEC_H

#include "base/alloc.h"

#define VEC(type)   \
    struct {        \
        type *at;   \
        size_t n;   \
        size_t cap; \
    }

/* Room for `need` elements at least; returns the array, and its capacity in *cap. */
void *vec_grow(void *at, size_t *cap, size_t need, size_t element);

/* Memory for so many elements, of which the capacity is to be a part only as it is used. */
void *vec_stretch(void *at, size_t *cap, size_t need, size_t element);

/* A hint that there may be so many elements. */
#define vec_expect(v, need) \
    ((void)((v)->at = vec_stretch((v)->at, &(v)->cap, (need), sizeof *(v)->at)))
#define vec_reserve(v, need)                                                                     \
    ((need) > (v)->cap ? (void)((v)->at = vec_grow((v)->at, &(v)->cap, (need), sizeof *(v)->at)) \
                       : (void)0)
#define vec_push(v, x) (vec_reserve((v), (v)->n + 1), (void)((v)->at[(v)->n++] = (x)))
/* Appends `count` elements that the caller fills in. */
#define vec_extend(v, count) (vec_reserve((v), (v)->n + (count)), (void)((v)->n += (count)))
#define vec_pop(v) ((v)->at[--(v)->n])
#define vec_top(v) ((v)->at[(v)->n - 1])
#define vec_clear(v) ((void)((v)->n = 0))
#define vec_free(v) (mem_free((v)->at), (void)((v)->at = NULL, (v)->n = (v)->cap = 0))

typedef VEC(uint32_t) u32_vec;

#endif
