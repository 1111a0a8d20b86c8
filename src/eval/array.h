/*
 * array.h - arrays: a default and finitely many differences from it.
 *
 * An array is a VALUE_ARRAY. Its entries are sorted by the handle of the index,
 * and no entry has the default as its element. Indices are told apart by their
 * handles, so they are never loose; elements may be, and then the array is.
 *
 * Equal arrays have equal handles. Over infinitely many indices the default is
 * what all but finitely many indices have, so there is only one way to write an
 * array down. Over N indices and with m entries, the default is what N - m of
 * them have. If these are more than half, no other element could do that, and
 * again there is only one way. If not, another default might serve as well. Then
 * the array is written out over all its indices, and the most frequent element
 * becomes the default, the one that comes first in the order of the domain if
 * there are several. That depends on nothing but the function that the array is;
 * and if one element has more than half of the indices, it is that one, so both
 * cases agree.
 *
 * An array may also be made from a function (aux 1): then the default is the
 * function's value at the index. Such an array is loose.
 */
#ifndef MOMUS_EVAL_ARRAY_H
#define MOMUS_EVAL_ARRAY_H

#include "eval/container.h"

struct array_view {
    bool is_function;           /* the default is a function of the index */
    value other;                /* the default */
    const struct pair *entries; /* index, element; borrowed as value_items */
    uint32_t n;
};
struct array_view array_view(const struct value_table *values, value a);
/* The element of an entry; 0 if the index has none, so that the default counts. */
value array_entry(const struct array_view *view, value index);

/*
 * All makers answer VALUE_LIMIT if the array would become too large. `array` is
 * the array's sort.
 */
value array_const(struct eval *eval, value element);
/* From entries in any order, which it may change; no index stands there twice. */
value array_make(struct eval *eval, sort array, value other, struct pair *entries, size_t n);
/*
 * The array of what a function of one argument has. It is written out if there are
 * but a few indices and the function has values at all of them.
 */
value array_of_function(struct eval *eval, value function, sort array);

/*
 * VALUE_UNSUPPORTED if the index is loose and matters. Of an array made from a
 * function also what eval_call returns.
 */
value array_select(struct eval *eval, value a, value index, sort element);
value array_store(struct eval *eval, sort array, value a, value index, value element);

/*
 * The same for many stores, one after the other, in one go: what would be made in
 * between is never made. The array is not made from a function.
 */
value array_store_all(struct eval *eval, sort array, value a, const struct pair *stores, size_t n);

/*
 * Applies f to the elements of n arrays at each index; `array` is the sort of
 * the result, all have its index sort. An answer of f that is no value is the
 * answer; VALUE_UNSUPPORTED if an array is made from a function.
 */
typedef value array_map_fn(void *context, const value *args, uint32_t n);
value array_map(struct eval *eval, sort array, array_map_fn *f, void *context, const value *arrays,
                uint32_t n_arrays);

#endif
