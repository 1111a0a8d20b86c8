/*
 * run_record.h - what a campaign writes into its run so that its findings can be
 * asked again later: the solvers as they were named, the limits, the folder that
 * relative paths start from.
 */
#ifndef MOMUS_CLI_RUN_RECORD_H
#define MOMUS_CLI_RUN_RECORD_H

#include "cli/options.h"
#include "cli/solve_verdict.h"
#include "store/store.h"

/* Part of the next commit. False as the functions of the store. */
bool run_record_save(struct store *store, const struct options *options,
                     const struct solve_judge *judge, char *const *seeds, size_t n_seeds);

/* Texts live in the arena. */
struct run_record {
    text_vec solvers; /* to be freed, as seeds; empty: nothing is recorded */
    text_vec seeds;   /* files and folders, as they were given */
    int64_t timeout;  /* in seconds; 0: nothing is recorded */
    int64_t memory;
    const char *folder; /* NULL: nothing is recorded */
};
bool run_record_load(struct store *store, struct arena *arena, struct run_record *record);
/* The family of a solver of this run, by its name; the name itself if that is not recorded. */
const char *run_record_family(struct store *store, struct arena *arena, const char *name);
/* The same; NULL if it is not recorded. */
const char *run_record_find_family(struct store *store, struct arena *arena, const char *name);
/*
 * The words that a command has, and that the solver of this name in the run has not; they live
 * in the arena. False if there are none.
 */
bool run_record_words(struct store *store, struct arena *arena, const char *name,
                      const char *command, struct words *words);

#endif
