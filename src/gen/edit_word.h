/*
 * edit_word.h - words, and how to get from one to another by single edits.
 *
 * The distance (Levenshtein) of two words is the least number of insertions,
 * removals and replacements of one letter that lead from one to the other.
 */
#ifndef MOMUS_GEN_EDIT_WORD_H
#define MOMUS_GEN_EDIT_WORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/rng.h"
#include "base/strbuf.h"

enum { EDIT_WORD_MAX = 32 };

struct edit_word {
    uint32_t at[EDIT_WORD_MAX]; /* code points */
    size_t n;
};

enum edit_kind { EDIT_INSERT, EDIT_REMOVE, EDIT_REPLACE };
enum { EDIT_KINDS = EDIT_REPLACE + 1 };

struct edit_step {
    enum edit_kind kind;
    uint32_t letter; /* not of a removal */
    size_t index;    /* in the word as it is before: an insertion may stand at its end */
};

/* The letters that words are made of. */
struct edit_alphabet {
    const uint32_t *at;
    size_t n; /* at least two */
    /* What they may spell, and by chance alone seldom would: stands in half of the words. Or NULL. */
    const uint32_t *spelling;
    size_t n_spelling;
};

size_t edit_word_distance(const struct edit_word *a, const struct edit_word *b);
/*
 * Steps that lead from a to b, as few as there can be; `steps` has room for
 * EDIT_WORD_MAX of them. Returns how many. Of several ways, one is drawn.
 */
size_t edit_word_script(const struct edit_word *a, const struct edit_word *b, struct rng *rng,
                        struct edit_step *steps);
/* Appends it as a literal. */
void edit_word_print(const struct edit_word *word, struct strbuf *out);
/* The index must be in the word, and the word must have room. */
void edit_word_apply(struct edit_word *word, const struct edit_step *step);

/*
 * Draws two words with exactly this distance, the first of this length; both are at most
 * half of EDIT_WORD_MAX long.
 */
void edit_word_draw(struct rng *rng, struct edit_alphabet alphabet, size_t length, size_t distance,
                    struct edit_word *a, struct edit_word *b);

#endif
