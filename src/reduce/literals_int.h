/*
 * literals_int.h - what the passes over literals share.
 *
 *   pass_literals.c  numbers, indices, bits; the pass `literals`
 *   pass_words.c     words, and the pass `letters`
 */
#ifndef MOMUS_REDUCE_LITERALS_INT_H
#define MOMUS_REDUCE_LITERALS_INT_H

#include "reduce/steps.h"

enum {
    LITERAL_NUMBER, /* a: the term, b: enum number_step */
    LITERAL_WORD,   /* a: the term, b: first character and c: number of those that go */
    LITERAL_WORDS,  /* the same in every word that has this one in it */
    LITERAL_RUNS,   /* a: a character; b: 0: gone from all words, 1: its runs halved, 2: one each */
    LITERAL_INDEX,  /* a: the term, b: which index, c: enum number_step */
    LITERAL_BITS,   /* a: the term, b: 0, 1 */
    LITERAL_SCALE,  /* all numbers and all runs at once; a: enum number_step */
    /* of the pass `letters` */
    LITERAL_LETTER, /* a: a character; b: the one for it in all words */
    LITERAL_PLACE,  /* a: the term, b: which character, c: the one for it */
};

enum number_step {
    NUMBER_ZERO,
    NUMBER_ONE,
    NUMBER_HALF,
    NUMBER_SHORTER,
    NUMBER_LESS,
    NUMBER_STEPS,
    NUMBER_QUARTER_LESS, /* of LITERAL_SCALE */
};

/* All terms of the draft. */
void literals_find(struct steps *steps, u32_vec *terms);

/* Steps that make words shorter. `numbers`: the content of all numbers, on which words may hang. */
void words_list(struct steps *steps, const u32_vec *words, uint64_t numbers, step_vec *found);
/* All words of the script, changed in one way. */
bool words_change(struct steps *steps, const struct step *step);
/* The word without some of its characters. */
term words_cut(struct steps *steps, term word, uint32_t first, uint32_t count);
uint32_t words_length(const struct steps *steps, term word);

#endif
