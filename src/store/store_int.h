/*
 * store_int.h - inside the store: its state, and the seam for tests.
 */
#ifndef MOMUS_STORE_STORE_INT_H
#define MOMUS_STORE_STORE_INT_H

#include "store/lock.h"
#include "store/rows.h"

#define STORE_DATABASE "momus.db"
#define STORE_LOCK "momus.lock"
#define STORE_STATS "stats.json"
#define STORE_FINDINGS "findings"
#define STORE_ERRORS "errors"
#define STORE_REMARKS "remarks"
#define STORE_CANDIDATES "candidates"

/* What a strategy has counted since the rows were last told. */
struct store_uncounted {
    char *strategy;
    struct store_counters counts;
};

struct store {
    const struct disk *disk;
    char *folder;   /* absolute */
    char *findings; /* the folder of findings, absolute */
    enum store_mode mode;
    pid_t owner;
    struct lock lock;
    struct rows *rows;
    struct strbuf error;
    bool failed;
    bool in_batch; /* changes are gathering */
    VEC(struct store_uncounted) uncounted;
    VEC(char *) fresh; /* folders of findings that are not committed yet, absolute */
    struct store_examples {
        uint32_t n; /* scripts in their folder */
        bool is_counted;
    } examples[STORE_EXAMPLE_KINDS];
    uint32_t last_number; /* no finding, and no folder of one, has a greater number */
};

/* store_open, over another disk. */
struct store *store_open_on(const struct disk *disk, const char *folder, enum store_mode mode,
                            struct strbuf *error);

/* May the caller read, or change something? Begins a batch if need be. */
bool store_may_read(struct store *store);
bool store_may_write(struct store *store);
/* Ends a function: remembers a failure, of the rows or one that store->error has already. */
bool store_end(struct store *store, bool good);
/* A failure that the store itself sees. */
bool store_refuse(struct store *store, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The folder of a finding (folder.c) ... */

/*
 * Writes the folder of a new finding, under a mark that says that its row is not
 * committed, and sets finding->folder and ->file in the arena.
 */
bool folder_make(struct store *store, const struct store_report *report,
                 struct store_finding *finding, struct arena *arena);
/* The rows are committed: takes the marks off. What fails here is done by the next sweep. */
void folder_keep_fresh(struct store *store);
/* Puts in order what a crash has left, and finds the greatest number in use. */
bool folder_sweep(struct store *store);
/* Adds the character and the word, with what is odd in a file name replaced; not an empty word. */
void folder_add_part(struct strbuf *name, char before, const char *word);
/* The head and the tail of the bytes, at most STORE_RAW_MAX of them and a note; in the arena. */
const char *folder_clip(const char *bytes, size_t *n, struct arena *arena);

#endif
