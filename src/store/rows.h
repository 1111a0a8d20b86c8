/*
 * rows.h - what a database must be able to do to stand behind a store.
 *
 * The store (store.h) sees to the files, the lock and the rules of what belongs
 * together; the rows are kept by one of these. Each function does what the one
 * of its name in store.h says, to rows only. Changes come between begin and
 * commit; one that fails leaves its reason in `error`, and from then on nothing
 * is changed or committed.
 *
 *     store.c  ->  struct rows_kind  <-  sqlite.c
 */
#ifndef MOMUS_STORE_ROWS_H
#define MOMUS_STORE_ROWS_H

#include "store/disk.h"
#include "store/store.h"

struct rows {
    const struct rows_kind *kind;
    struct strbuf error;
};

struct rows_kind {
    void (*close)(struct rows *rows); /* drops what was not committed */
    bool (*begin)(struct rows *rows);
    bool (*commit)(struct rows *rows);
    bool (*check)(struct rows *rows);

    bool (*campaign)(struct rows *rows, struct arena *arena, struct store_campaign *campaign,
                     bool *there);
    /* In the place of the one that is there. */
    bool (*put_campaign)(struct rows *rows, const struct store_campaign *campaign);
    bool (*set_value)(struct rows *rows, const char *name, const char *value);
    bool (*value)(struct rows *rows, const char *name, struct arena *arena, const char **value);

    /* The counts are left to `count`. */
    bool (*advance)(struct rows *rows, const struct store_progress *progress);
    bool (*count)(struct rows *rows, const char *strategy, const struct store_counters *counts);
    bool (*strategies)(struct rows *rows, struct arena *arena, store_strategy_vec *strategies);
    bool (*pending)(struct rows *rows, const char *strategy, struct arena *arena,
                    store_trail_vec *trails, uint64_t *next_trail);
    bool (*totals)(struct rows *rows, struct store_totals *totals);
    bool (*add_sample)(struct rows *rows);
    bool (*samples)(struct rows *rows, store_sample_vec *samples);

    bool (*put_seed)(struct rows *rows, const struct store_seed *seed);
    bool (*credit_seed)(struct rows *rows, const char *hash, uint64_t tests, uint64_t findings,
                        uint64_t cost_ns, double score);
    bool (*seeds)(struct rows *rows, struct arena *arena, store_seed_vec *seeds);

    /* A finding whose range of versions is not known, or this one, if it is not "". */
    bool (*look_up)(struct rows *rows, const char *fingerprint, const char *fails_in,
                    struct store_match *match);
    /* A finding that had this fingerprint, if nobody has it. */
    bool (*look_up_alias)(struct rows *rows, const char *fingerprint, struct store_match *match);
    bool (*add_alias)(struct rows *rows, const char *fingerprint, uint32_t number);
    /* The greatest number so far, or 0. */
    bool (*last_number)(struct rows *rows, uint32_t *number);
    /* A new finding, whose number and paths are set, and its answers. */
    bool (*add_finding)(struct rows *rows, const struct store_report *report);
    /* The finding of the match, or the known fingerprint, was seen again. */
    bool (*count_again)(struct rows *rows, const struct store_report *report,
                        struct store_match match);
    bool (*findings)(struct rows *rows, struct arena *arena, store_finding_vec *findings);
    bool (*finding)(struct rows *rows, uint32_t number, struct arena *arena,
                    struct store_finding *finding, bool *there);
    bool (*answers)(struct rows *rows, uint32_t number, struct arena *arena,
                    store_answer_vec *answers);
    bool (*reduced_answers)(struct rows *rows, uint32_t number, struct arena *arena,
                            store_answer_vec *answers);
    /* In the place of those that are there. */
    bool (*put_reduced_answers)(struct rows *rows, uint32_t number,
                                const struct store_answer *answers, size_t n);
    bool (*triggers)(struct rows *rows, uint32_t number, struct arena *arena,
                     store_trigger_vec *triggers);
    bool (*drop_trigger)(struct rows *rows, uint32_t number, const char *test);
    bool (*versions)(struct rows *rows, uint32_t number, struct arena *arena,
                     store_version_vec *versions);
    /* In the place of those that are there. */
    bool (*put_versions)(struct rows *rows, uint32_t number, const struct store_version *versions,
                         size_t n);
    /* What the row says of these: fingerprint, state, duplicate_of, reduced, evidence, basis, confidence,
     * fails_in, fixed_in. */
    bool (*change_finding)(struct rows *rows, const struct store_finding *finding);
    /* Counts, times, aliases and triggers of one finding go to another, with its test and script. */
    bool (*merge)(struct rows *rows, const struct store_finding *from, uint32_t into,
                  const char *script, size_t script_n);

    bool (*add_known)(struct rows *rows, const char *fingerprint, const char *origin);
    /* All that are known or found here, each once. */
    bool (*fingerprints)(struct rows *rows, struct arena *arena, store_word_vec *fingerprints);
    bool (*aliases)(struct rows *rows, uint32_t number, struct arena *arena,
                    store_word_vec *fingerprints);
};

enum rows_mode {
    ROWS_READ,
    ROWS_READ_FROZEN, /* nobody can be writing */
    ROWS_WRITE,       /* made, or brought up to date, if need be */
};

/*
 * The rows in an SQLite file. NULL, with the reason in `error`. *old is set if
 * the file must be opened for writing once, since an older momus made it.
 */
struct rows *sqlite_rows_open(const char *path, enum rows_mode mode, const struct disk *disk,
                              bool *old, struct strbuf *error);

#endif
