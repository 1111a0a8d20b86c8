/*
 * seed_files.h - where the seeds of a run are now: files, by their contents. Names alone do not
 * say: a run is gone on with from other folders, and files change.
 */
#ifndef MOMUS_CLI_SEED_FILES_H
#define MOMUS_CLI_SEED_FILES_H

#include "cli/run_record.h"

struct seed_file {
    uint64_t hash; /* seed_hash */
    char *path;
};

/* All-zero before; to be released. */
struct seed_files {
    VEC(struct seed_file) all;
    bool has_run; /* those of the run have been looked for */
};
void seed_files_release(struct seed_files *files);

/* A file; nothing is added if it cannot be read. */
void seed_files_add(struct seed_files *files, const char *path);
/* A file, or those below a folder. False, with the reason. */
bool seed_files_add_below(struct seed_files *files, const char *path, struct strbuf *error);
/* Files by names that the run knows: from here, and from where it was started. */
void seed_files_add_names(struct seed_files *files, const struct run_record *record,
                          struct store_names names);
/* All seeds of the run, where they were given; done once. */
void seed_files_add_run(struct seed_files *files, const struct run_record *record);

/* The first with this content, borrowed; NULL: there is none. */
const char *seed_files_find(const struct seed_files *files, uint64_t hash);

#endif
