/*
 * seeds.h - what momus seeds does: label, stats, min.
 */
#ifndef MOMUS_CLI_SEEDS_H
#define MOMUS_CLI_SEEDS_H

#include "base/file.h"
#include "cli/options.h"
#include "gen/seed.h"

/* The paths are those of all scripts that were named. Each returns an exit status. */
int seeds_label(const struct options *options, const path_vec *paths);
int seeds_stats(const struct options *options, const path_vec *paths);
int seeds_min(const struct options *options, const path_vec *paths);

/*
 * Reads the scripts one after the other, with what the cache knows of them; a seed
 * is gone when the function returns. Says which cannot be read. Returns the exit
 * status.
 */
typedef void seeds_visit_fn(const struct term_table *table, const struct seed *seed, size_t path,
                            void *context);
int seeds_visit(const struct options *options, const path_vec *paths, seeds_visit_fn *visit,
                void *context);

/* ---- how far it is: for those who look at a terminal that shows nothing else ---- */

struct seeds_progress {
    uint64_t start, next; /* next: when to show it again; 0 if nobody would see it */
    size_t n_all;
    bool is_shown;
};
void seeds_progress_init(struct seeds_progress *progress, const struct options *options,
                         size_t n_all);
void seeds_progress_show(struct seeds_progress *progress, size_t n_done);
/* Before anything else is printed. */
void seeds_progress_clear(struct seeds_progress *progress);

#endif
