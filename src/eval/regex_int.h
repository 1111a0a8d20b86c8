/*
 * regex_int.h - what regexes look like inside; shared by regex*.c.
 *
 * The low bits of a node's aux are its kind, flags are above. Words:
 *
 *   REGEX_CLASS   one word of one character. The ranges, low << 32 | high, in
 *                 ascending order with gaps between them. Without ranges it is
 *                 the empty language: nothing else is.
 *   REGEX_EMPTY   the empty word. No words.
 *   REGEX_CONCAT  first, second. Neither is empty or none. The first is no
 *                 concatenation unless it is a long one, so that appending to a
 *                 long one takes constant time; else they lean to the right.
 *   REGEX_LOOP    body, min << 32 | max (REGEX_NO_MAX: without end); not {1,1}, max > 0. A
 *                 nullable body goes with min = 0, and is no union with the
 *                 empty word in it. {0,1} is how "empty word or body" is
 *                 written, unless the body is a union: then the empty word is
 *                 in the union.
 *   REGEX_UNION   two or more, in ascending order, without repetition; none of
 *                 them is a union unless a large one; see regex_union_of.
 *   REGEX_INTER   the same for intersections.
 *   REGEX_COMP    of what; no complement.
 */
#ifndef MOMUS_EVAL_REGEX_INT_H
#define MOMUS_EVAL_REGEX_INT_H

#include "eval/regex.h"
#include "lang/literal.h"

enum regex_kind {
    REGEX_CLASS,
    REGEX_EMPTY,
    REGEX_CONCAT,
    REGEX_LOOP,
    REGEX_UNION,
    REGEX_INTER,
    REGEX_COMP,
    REGEX_KIND = 7, /* mask */
};

enum {
    REGEX_NULLABLE = 8,
    REGEX_IS_ALL = 16,   /* allchar{0,} */
    REGEX_POSITIVE = 32, /* no intersection or complement in it: it has a word unless it is none */
};

static inline enum regex_kind regex_kind(const struct value_table *values, value a) {
    return (enum regex_kind)(value_at(values, a)->aux & REGEX_KIND);
}
static inline bool regex_has(const struct value_table *values, value a, uint32_t flag) {
    return (value_at(values, a)->aux & flag) != 0;
}
static inline const uint64_t *regex_words(const struct value_table *values, value a) {
    return value_at(values, a)->words;
}
static inline bool regex_is_empty_word(const struct value_table *values, value a) {
    return regex_kind(values, a) == REGEX_EMPTY;
}
static inline bool regex_is_all(const struct value_table *values, value a) {
    return regex_has(values, a, REGEX_IS_ALL);
}
/* The empty language, if that is known. */
static inline bool regex_is_class_none(const struct value_table *values, value a) {
    return regex_kind(values, a) == REGEX_CLASS && value_at(values, a)->n == 0;
}

/* ---- sets of characters: ranges as in REGEX_CLASS ---- */

typedef VEC(uint64_t) range_vec;

static inline uint64_t range_of(uint32_t low, uint32_t high) {
    return (uint64_t)low << 32 | high;
}
static inline uint32_t range_low(uint64_t range) {
    return (uint32_t)(range >> 32);
}
static inline uint32_t range_high(uint64_t range) {
    return (uint32_t)range;
}

/* Is c in the set? [*low, *high], which has c in it, shrinks to where that is the same for all. */
bool ranges_contain(const uint64_t *ranges, uint32_t n, uint32_t c, uint32_t *low, uint32_t *high);
/* Both append to `out`, which is empty. */
void ranges_unite(const uint64_t *a, uint32_t n_a, const uint64_t *b, uint32_t n_b, range_vec *out);
void ranges_meet(const uint64_t *a, uint32_t n_a, const uint64_t *b, uint32_t n_b, range_vec *out);

/* ---- nodes ---- */

static inline value regex_make(struct value_table *values, uint32_t aux, const uint64_t *words,
                               uint32_t n) {
    return value_make(values, VALUE_REGEX, aux, words, n);
}

/* The ranges are as they should be. */
value regex_class(struct value_table *values, const uint64_t *ranges, uint32_t n);

/* A body, and how often. */
struct regex_counted {
    value body;
    uint32_t min, max;
};

/* Anything is a loop: {1,1} if it is no other. */
static inline struct regex_counted regex_counted(const struct value_table *values, value a) {
    if (regex_kind(values, a) != REGEX_LOOP)
        return (struct regex_counted){a, 1, 1};
    const uint64_t *words = regex_words(values, a);
    return (struct regex_counted){words[0], range_low(words[1]), range_high(words[1])};
}
/* The node for what is in normal form already. */
value regex_make_loop(struct value_table *values, struct regex_counted loop);

/* Puts a in front of b as it is, but for loops that can be added. */
value regex_prepend(struct value_table *values, value a, value b);

/*
 * Larger unions, intersections and sets of characters are not copied into what
 * is made of them: making a large one step by step takes linear time and memory.
 */
enum { REGEX_COPIED_MAX = 64 };

/* Is it a union, or an intersection, that may be copied? */
static inline bool regex_is_small(const struct value_table *values, value a, enum regex_kind kind) {
    return regex_kind(values, a) == kind && value_at(values, a)->n <= REGEX_COPIED_MAX;
}

/*
 * Appends the factors of a concatenation from left to right, as far as it leans
 * to the right: what is shared is not written out.
 */
void regex_factors(const struct value_table *values, value a, value_vec *factors);
/* Appends what a node is made of: operands, factors; nothing for a leaf. */
void regex_operands(const struct value_table *values, value a, value_vec *operands);

/* ---- maps from values to values ---- */

struct value_pair {
    value key, to;
};

struct value_map {
    VEC(struct value_pair) pairs; /* entry 0 is unused */
    struct index index;
};

/* 0 if it is not there. */
value value_map_find(const struct value_map *map, value key);
/* The key must be new. */
void value_map_add(struct value_map *map, value key, value to);
void value_map_free(struct value_map *map);

/* ---- derivatives ---- */

/* Memory that derivations reuse. */
struct deriver;
struct deriver *deriver_new(void);
void deriver_free(struct deriver *deriver);

/*
 * What may follow c: { w | cw in a }. All characters from *low to *high, c among
 * them, have the same. *work grows by what it took. VALUE_LIMIT if it takes too
 * much.
 */
value regex_derive(struct deriver *deriver, struct value_table *values, value a, uint32_t c,
                   uint32_t *low, uint32_t *high, uint64_t *work);

/* ---- the automaton ---- */

/* Two states are always there, and never left. */
enum { STATE_NONE = 1, STATE_ALL = 2 };

/*
 * Between begin and end the matcher may make derivatives; end drops them from
 * the table again if they are many, with what the matcher knows of them.
 */
void regex_matcher_begin(struct regex_matcher *matcher);
void regex_matcher_end(struct regex_matcher *matcher);

uint32_t regex_state(struct regex_matcher *matcher, value a);
value regex_state_value(const struct regex_matcher *matcher, uint32_t state);
/*
 * The state behind c, the same for all from *low to *high. 0 if the work is too
 * much for the evaluator. States stay what they are, so many as they become:
 * ask regex_matcher_is_full.
 */
uint32_t regex_step(struct eval *eval, struct regex_matcher *matcher, uint32_t state, uint32_t c,
                    uint32_t *low, uint32_t *high);
bool regex_matcher_is_full(const struct regex_matcher *matcher);

#endif
