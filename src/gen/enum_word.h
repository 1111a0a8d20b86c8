/*
 * enum_word.h - the words of a grammar, one after the other or by number.
 *
 *     walk = enum_walk_new(counts);
 *     for (good = enum_walk_seek(walk, index); good; good = enum_walk_next(walk))
 *         use(walk->text, walk->size);
 *
 * A walk holds the derivation of its word, node by node in the order of the text.
 * The next word differs in the last node that has another choice; what stands
 * before it stays.
 */
#ifndef MOMUS_GEN_ENUM_WORD_H
#define MOMUS_GEN_ENUM_WORD_H

#include "gen/enum_count.h"

struct enum_node {
    uint32_t rule;
    uint32_t production;
    uint32_t parent; /* a node; itself for the first */
    uint32_t place;  /* among the symbols of the parent's production, from 1 */
    size_t size;
    size_t text;  /* where its text begins */
    size_t parts; /* where the sizes of its parts begin */
};

struct enum_walk {
    struct enum_counts *counts;
    struct strbuf text; /* of the word: tokens with one blank between */
    size_t size;        /* of the word */
    VEC(struct enum_node) nodes;
    VEC(size_t) parts; /* sizes of what stands in the productions of the nodes */
    VEC(mpz_t) ranks;  /* of the parts, while a word is looked up; those made stay */
    mpz_t scratch[3];
};

/* The counts are borrowed, and computed further as needed. */
struct enum_walk *enum_walk_new(struct enum_counts *counts);
void enum_walk_free(struct enum_walk *walk);

/* Goes to the word with this index, from 0. False if there are not so many. */
bool enum_walk_seek(struct enum_walk *walk, const mpz_t index);
/* Goes to word `rank` of those of this size. False if there are not so many. */
bool enum_walk_seek_in(struct enum_walk *walk, size_t size, const mpz_t rank);
/* Goes to the next word, also of a larger size. False if there is none. */
bool enum_walk_next(struct enum_walk *walk);

/*
 * Looks for words that come twice among the first n, as far as these fit into 64 MB: true if there
 * are none. Else the indices of the first such pair.
 */
bool enum_is_unambiguous(struct enum_counts *counts, size_t n, size_t *first, size_t *second);

#endif
