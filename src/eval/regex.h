/*
 * regex.h - languages of words, by derivatives.
 *
 * A language is a VALUE_REGEX: a node of an operator tree, hash-consed like
 * every value, and normalised when it is made, so that a regex has finitely
 * many derivatives. The layout is in regex_int.h. Sets of characters are
 * sorted ranges of code points; loops are never unrolled, r{0,1000000} is one
 * node.
 *
 *   regex_class.c   sets of characters
 *   regex.c         makers and their normal forms
 *   regex_union.c   the same for unions and intersections
 *   regex_derive.c  derivatives, reversal
 *   regex_match.c   the automaton, built while words are read; matching, finding
 *   regex_equal.c   emptiness and equality of languages
 *   regex_term.c    back to terms
 *
 * Nothing here recurses: a regex may be as deep as memory allows.
 */
#ifndef MOMUS_EVAL_REGEX_H
#define MOMUS_EVAL_REGEX_H

#include "eval/meaning.h"

/* Makers: all return a VALUE_REGEX. None copies more than a bounded part of its arguments. */
value regex_none(struct value_table *values);
value regex_all(struct value_table *values);
value regex_allchar(struct value_table *values);
value regex_empty_word(struct value_table *values);
/* About three words of memory per code point. */
value regex_word(struct value_table *values, const uint32_t *code_points, uint32_t n);
/* None if low > high. */
value regex_range(struct value_table *values, uint32_t low, uint32_t high);
value regex_concat(struct value_table *values, value a, value b);
value regex_union(struct value_table *values, value a, value b);
value regex_inter(struct value_table *values, value a, value b);
/* The same of n at once: many are put together faster. */
value regex_union_of(struct value_table *values, const value *items, size_t n);
value regex_inter_of(struct value_table *values, const value *items, size_t n);
value regex_comp(struct value_table *values, value a);
value regex_star(struct value_table *values, value a);
enum { REGEX_NO_MAX = UINT32_MAX };
/* The greatest bound that there is besides: terms cannot have greater ones. */
enum { REGEX_COUNT_MAX = 0x7fffffff };
/* From `min` to `max` words of a in a row; none if min > max. */
value regex_loop(struct value_table *values, value a, uint32_t min, uint32_t max);
/* The words backwards; about as large as a is. */
value regex_reverse(struct value_table *values, value a);

bool regex_is_nullable(const struct value_table *values, value a);

/*
 * Matching. A matcher belongs to the evaluator, remembers states and their
 * transitions from one call to the next, and forgets them when they become too
 * many. Work is charged to the evaluator: a step for each new transition and
 * for each few hundred characters; what would take more than is left, or
 * memory beyond the evaluator's, is VALUE_LIMIT.
 */
struct regex_matcher;
struct regex_matcher *regex_matcher_new(struct value_table *values);
void regex_matcher_free(struct regex_matcher *matcher);
/* The table is about to be rewound: forget everything. */
void regex_matcher_clear(struct regex_matcher *matcher);

/* VALUE_TRUE, VALUE_FALSE, VALUE_LIMIT */
value regex_matches(struct eval *eval, value a, const uint32_t *word, uint32_t n);

/* From `begin` up to and without `end`. */
struct regex_found {
    uint32_t begin, end;
};
/*
 * The leftmost, then shortest match at or after `from`; of at least one character
 * if `nonempty`. VALUE_TRUE and where it begins and ends, VALUE_FALSE, VALUE_LIMIT.
 */
value regex_find(struct eval *eval, value a, const uint32_t *word, uint32_t n, uint32_t from,
                 bool nonempty, uint32_t *begin, uint32_t *end);
/*
 * Where the leftmost match begins at or after `from`, without asking where it
 * ends: one pass over the word.
 */
value regex_find_begin(struct eval *eval, value a, const uint32_t *word, uint32_t n, uint32_t from,
                       bool nonempty, uint32_t *begin);
/*
 * Appends the leftmost, then shortest nonempty match, then the same in what is
 * behind it, and so on, in time that is linear in n. VALUE_TRUE or VALUE_LIMIT.
 */
typedef VEC(struct regex_found) regex_found_vec;
value regex_find_all(struct eval *eval, value a, const uint32_t *word, uint32_t n,
                     regex_found_vec *found);

/* Is the language empty? Do two languages have the same words? VALUE_TRUE, VALUE_FALSE, VALUE_LIMIT */
value regex_is_none(struct eval *eval, value a);
value regex_equal(struct eval *eval, value a, value b);

/* A term of sort RegLan for the language. */
term regex_to_term(struct eval *eval, value a);

/* The evaluator's own. */
struct regex_matcher *eval_matcher(struct eval *eval);

#endif
