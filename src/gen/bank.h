/*
 * bank.h - terms of all seeds, by sort, to be put into any of them.
 *
 * In it are closed terms of moderate size over the sorts of the theories: with
 * their constants and functions declared in another seed, they mean something
 * there, too. Which terms and in which order depends on the contents of the
 * seeds, not on the order in which they were read.
 */
#ifndef MOMUS_GEN_BANK_H
#define MOMUS_GEN_BANK_H

#include "gen/seed.h"

struct term_bank;

/* The seeds are needed only while it is built; their terms, as long as it lives. */
struct term_bank *term_bank_new(const struct term_table *table, const struct seed *const *seeds,
                                size_t n);
void term_bank_free(struct term_bank *bank);

/* Names its content: the same seeds, the same number. */
uint16_t term_bank_digest(const struct term_bank *bank);
size_t term_bank_size(const struct term_bank *bank);
/* The terms of a sort; NULL if there are none. */
const term *term_bank_terms(const struct term_bank *bank, sort s, size_t *n);

#endif
