/*
 * regex.h - languages of words, by derivatives.
 *
 * A language is a VALUE_REGEX: a node of an operator tree, hash-consed like
 * every value, and normalised when it is made (unions and intersections are
 * flat, sorted and without repetition; the laws of none, all, the empty word,
 * complement and loops are applied), so that a regex has finitely many
 * derivatives. Sets of characters are sorted ranges of code points.
 */
#ifndef MOMUS_EVAL_REGEX_H
#define MOMUS_EVAL_REGEX_H

#include "eval/meaning.h"

/* Makers: all return a VALUE_REGEX, or VALUE_LIMIT if it would become too large. */
value regex_none(struct value_table *values);
value regex_all(struct value_table *values);
value regex_allchar(struct value_table *values);
value regex_empty_word(struct value_table *values);
value regex_word(struct value_table *values, const uint32_t *code_points, uint32_t n);
value regex_range(struct value_table *values, uint32_t low, uint32_t high);
value regex_concat(struct value_table *values, value a, value b);
value regex_union(struct value_table *values, value a, value b);
value regex_inter(struct value_table *values, value a, value b);
value regex_comp(struct value_table *values, value a);
value regex_star(struct value_table *values, value a);
enum { REGEX_NO_MAX = UINT32_MAX };
/* From `min` to `max` words of a in a row. */
value regex_loop(struct value_table *values, value a, uint32_t min, uint32_t max);
value regex_reverse(struct value_table *values, value a);

bool regex_is_nullable(struct value_table *values, value a);

/*
 * Matching. A matcher belongs to the evaluator, remembers states and their
 * transitions from one call to the next, and forgets them when they become too
 * many.
 */
struct regex_matcher;
struct regex_matcher *regex_matcher_new(struct value_table *values);
void regex_matcher_free(struct regex_matcher *matcher);
/* The table is about to be rewound: forget everything. */
void regex_matcher_clear(struct regex_matcher *matcher);

/* VALUE_TRUE, VALUE_FALSE, VALUE_LIMIT */
value regex_matches(struct eval *eval, value a, const uint32_t *word, uint32_t n);
/*
 * The leftmost, then shortest match at or after `from`; of at least one character
 * if `nonempty`. VALUE_TRUE and where it begins and ends, VALUE_FALSE, VALUE_LIMIT.
 */
value regex_find(struct eval *eval, value a, const uint32_t *word, uint32_t n, uint32_t from,
                 bool nonempty, uint32_t *begin, uint32_t *end);
/* Is the language empty? Do two languages have the same words? VALUE_TRUE, VALUE_FALSE, VALUE_LIMIT */
value regex_is_none(struct eval *eval, value a);
value regex_equal(struct eval *eval, value a, value b);

/* The evaluator's own. */
struct regex_matcher *eval_matcher(struct eval *eval);

#endif
