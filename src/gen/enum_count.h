/*
 * enum_count.h - how many words a grammar has, by rule and size.
 *
 * The size of a word is the number of productions with a rule on their right side
 * that its derivation takes; productions of tokens alone are free (Definition 7.3.1
 * of the thesis). Words of a size are finitely many, so all words stand in one row: by size,
 * then by production in the order of the text, then by the sizes of its parts (the
 * first part small first), then by the first part, the second ....
 *
 * A word of an ambiguous grammar is counted once per derivation.
 *
 * Counts are computed size by size, as far as they are needed. What a production
 * has on its right side is a list of rules; lists share their tails, and the counts
 * of a list are the convolution of those of its head and of its tail. Convolutions
 * are relaxed (Fischer and Stockmeyer): blocks of coefficients that are known are
 * multiplied as one large number. Such products run ahead of what is asked for, up to
 * twice as far. Where many sizes are asked for at once (as for a word of a large index, by
 * a guess), they stop at that horizon, and rules that do not depend on each other are counted
 * one after the other. If the guess was too low, everything is computed anew.
 */
#ifndef MOMUS_GEN_ENUM_COUNT_H
#define MOMUS_GEN_ENUM_COUNT_H

#include <gmp.h>

#include "gen/enum_grammar.h"

enum { ENUM_NO_LIST = UINT32_MAX };

/* Numbers by size; those from `n` on may be sums that are not complete. */
struct enum_series {
    mpz_t *at;
    size_t n_made;    /* of them that are initialised */
    uint8_t *is_some; /* by size: is it more than 0? */
    size_t cap;
    size_t end; /* all from here on are 0; SIZE_MAX: none is the last */
};

struct enum_list {
    uint32_t head;             /* a rule */
    uint32_t tail;             /* a list, a smaller number; ENUM_NO_LIST */
    struct enum_series series; /* of a list with a tail; else see that of its head */
};

/*
 * Called while many sizes are counted, part by part: `size` of part `part` is done. The last call is for
 * the last size of the last part.
 */
typedef void enum_tick_fn(size_t size, size_t n_sizes, size_t part, size_t parts, void *context);

struct enum_counts {
    enum_tick_fn *tick; /* NULL: nobody wants to know */
    void *tick_context;
    const struct enum_grammar *grammar;
    struct enum_series *rules;
    VEC(struct enum_list) lists;
    uint32_t *list_of; /* by production; ENUM_NO_LIST if it has only tokens */
    /* Rules, and lists as numbers from rules.n on, by group: those that are counted from each
     * other. Each group stands after those it is counted from. */
    VEC(uint32_t) nodes;
    VEC(uint32_t) group_ends;
    size_t n_sizes; /* computed: 0 to n_sizes - 1 */
    size_t horizon; /* sums of larger sizes are left out of products; SIZE_MAX: of none */
    mpz_t total;    /* words of the start rule of these sizes */
    VEC(mp_limb_t) left, right, product; /* blocks */
    mpz_t *scratch;                      /* for blocks that are too small for that */
};

/* The grammar is borrowed. */
struct enum_counts *enum_counts_new(const struct enum_grammar *grammar);
void enum_counts_free(struct enum_counts *counts);

/* Computes all sizes below `n_sizes`. */
void enum_counts_extend(struct enum_counts *counts, size_t n_sizes);

/* Has the grammar finitely many words, all of them smaller than `*end`? */
bool enum_counts_end(const struct enum_counts *counts, size_t *end);

/* Of a size that is computed; borrowed. */
const mpz_t *enum_count_rule(const struct enum_counts *counts, uint32_t rule, size_t size);
const mpz_t *enum_count_list(const struct enum_counts *counts, uint32_t list, size_t size);
const struct enum_series *enum_series_of_list(const struct enum_counts *counts, uint32_t list);

/* Size of the word with this index, and which of that size it is. False if there is no such word. */
bool enum_counts_locate(struct enum_counts *counts, const mpz_t index, size_t *size, mpz_t rank);

#endif
