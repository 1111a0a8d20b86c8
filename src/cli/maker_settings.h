/*
 * maker_settings.h - what the user says to makers of tests: on the command line, or,
 * for a test that is made again, when its run began.
 */
#ifndef MOMUS_CLI_MAKER_SETTINGS_H
#define MOMUS_CLI_MAKER_SETTINGS_H

#include "cli/options.h"
#include "gen/strategy.h"
#include "store/store.h"

/* Borrowed from the options. */
struct gen_settings settings_of_options(const struct options *options);
/* Do they change suites by construction? */
bool settings_shape_suites(const struct options *options);
/* What the user says, and none of the strategies listens to; NULL if all is well. */
const char *settings_misuse(const struct options *options, const struct strategy *const *chosen,
                            size_t n);
/* Warns of names to be left out that none of the suites has, which are prepared. */
void settings_tell_unknown(const struct gen *gen, const struct strategy *const *chosen, size_t n);

/* Keeps them in the run; part of the next commit. False as the functions of the store. */
bool settings_save(struct store *store, const struct gen_settings *settings);
/* The option by which they differ from those that the run keeps; NULL if they do not, or it keeps none. */
bool settings_compare(struct store *store, const struct gen_settings *settings,
                      const char **option);
/* As they were kept; everything lives in the arena. */
bool settings_load(struct store *store, struct arena *arena, struct gen_settings *settings);

#endif
