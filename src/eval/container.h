/*
 * container.h - what arrays, sequences, sets, bags, tuples and relations share:
 * making values of many parts, and folds whose order is open.
 *
 * The makers ask for the memory that they need and answer VALUE_LIMIT if they
 * may not have it. Elements of sets and bags are told apart by their handles,
 * so these cannot hold loose values: VALUE_UNSUPPORTED.
 *
 * Where a function of the script is called for each element, an answer that is
 * no value comes back as the answer to the whole, unless other elements decide
 * it alone: VALUE_LIMIT and VALUE_UNSUPPORTED before anything stuck, and for that
 * the application waits (eval_wait).
 */
#ifndef MOMUS_EVAL_CONTAINER_H
#define MOMUS_EVAL_CONTAINER_H

#include "eval/number.h"

/* Two words that belong together: index and element, element and count, key and row. */
struct pair {
    value key, item;
};
typedef VEC(struct pair) pair_vec;

/* By key, then by item, in ascending order of the handles. */
void pairs_sort(struct pair *pairs, size_t n);
void values_sort(value *at, size_t n);
/* The first pair with this key or a greater one, in sorted pairs; n if there is none. */
size_t pairs_search(const struct pair *pairs, size_t n, value key);
/* The words of an array behind its default, or of a bag. */
static inline const struct pair *pairs_of_words(const uint64_t *words) {
    return (const struct pair *)(const void *)words;
}

/* ---- making ---- */

value container_seq(struct eval *eval, const value *items, size_t n);
value container_tuple(struct eval *eval, const value *items, size_t n);
/* Sorts the items, in place, and takes each once. */
value container_set(struct eval *eval, value *items, size_t n);
/*
 * Keys are elements and items are counts, or VALUE_LIMIT. Sorts them in place; counts
 * of one element add up.
 */
value container_bag(struct eval *eval, struct pair *entries, size_t n);

/* Borrowed, as value_items: the entries of a bag. */
const struct pair *bag_entries(const struct value_table *values, value bag, uint32_t *n);
bool set_has(const struct value_table *values, value set, value element);

/* ---- sorts ---- */

/* A of (Seq A), (Set A), (Bag A); the index of an array, the argument of a map. */
sort first_part(struct eval *eval, sort s);
/* The element of an array, the result of a map. */
sort second_part(struct eval *eval, sort s);

/* ---- calling ---- */

/* Of two answers, either 0 if there is none: what the whole has to answer. */
value worse(const struct value_table *values, value a, value b);

/*
 * b := f a b for each element a as often as its count says, from `start` on. The
 * order is open, so all orders are looked at, as long as they are not too many.
 * Returns the result if it is the same in every order, or the first answer that
 * is no value; 0 if the result depends on the order, or may do so.
 */
value fold_any_order(struct eval *eval, value f, value start, const struct pair *entries,
                     uint32_t n, sort result);

#endif
