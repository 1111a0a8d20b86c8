/*
 * run_open.h - a run directory and its findings, as the user names them.
 */
#ifndef MOMUS_CLI_RUN_OPEN_H
#define MOMUS_CLI_RUN_OPEN_H

#include "base/vec.h"
#include "store/store.h"

/* Opens a run. The status to exit with if that fails: it has been said why. */
int run_open(const char *folder, enum store_mode mode, struct store **store);
/* The number of a finding. False if the word is none: that has been said. */
bool run_number(const char *word, uint32_t *number);
/* The same for several words, each number once; those before the first word that is none. */
bool run_numbers(char *const *words, size_t n, u32_vec *numbers);

#endif
