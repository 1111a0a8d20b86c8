/*
 * sqlite_int.h - inside the SQLite store: who implements what of rows.h.
 */
#ifndef MOMUS_STORE_SQLITE_INT_H
#define MOMUS_STORE_SQLITE_INT_H

#include "store/rows.h"
#include "store/sql.h"

struct sqlite_rows {
    struct rows rows; /* first: a pointer to it is one to the whole */
    struct sql sql;
};

static inline struct sql *sqlite_of(struct rows *rows) {
    return &((struct sqlite_rows *)rows)->sql;
}

/*
 * Several queries that must see one state of the database stand between these.
 * Does nothing while changes are under way: those see their own state anyway.
 */
bool sqlite_read_begin(struct sql *sql);
bool sqlite_read_end(struct sql *sql, bool begun);

/* sqlite_work.c */
bool sqlite_campaign(struct rows *rows, struct arena *arena, struct store_campaign *campaign,
                     bool *there);
bool sqlite_put_campaign(struct rows *rows, const struct store_campaign *campaign);
bool sqlite_set_value(struct rows *rows, const char *name, const char *value);
bool sqlite_value(struct rows *rows, const char *name, struct arena *arena, const char **value);
bool sqlite_advance(struct rows *rows, const struct store_progress *progress);
bool sqlite_count(struct rows *rows, const char *strategy, const struct store_counters *counts);
bool sqlite_strategies(struct rows *rows, struct arena *arena, store_strategy_vec *strategies);
bool sqlite_pending(struct rows *rows, const char *strategy, struct arena *arena,
                    store_trail_vec *trails, uint64_t *next_trail);
bool sqlite_totals(struct rows *rows, struct store_totals *totals);
bool sqlite_add_sample(struct rows *rows);
bool sqlite_samples(struct rows *rows, store_sample_vec *samples);
bool sqlite_put_seed(struct rows *rows, const struct store_seed *seed);
bool sqlite_credit_seed(struct rows *rows, const char *hash, uint64_t tests, uint64_t findings,
                        uint64_t cost_ns, double score);
bool sqlite_seeds(struct rows *rows, struct arena *arena, store_seed_vec *seeds);

/* sqlite_findings.c */
bool sqlite_look_up(struct rows *rows, const char *fingerprint, const char *fails_in,
                    struct store_match *match);
bool sqlite_look_up_alias(struct rows *rows, const char *fingerprint, struct store_match *match);
bool sqlite_add_alias(struct rows *rows, const char *fingerprint, uint32_t number);
bool sqlite_last_number(struct rows *rows, uint32_t *number);
bool sqlite_add_finding(struct rows *rows, const struct store_report *report);
bool sqlite_count_again(struct rows *rows, const struct store_report *report,
                        struct store_match match);
bool sqlite_findings(struct rows *rows, struct arena *arena, store_finding_vec *findings);
bool sqlite_finding(struct rows *rows, uint32_t number, struct arena *arena,
                    struct store_finding *finding, bool *there);
bool sqlite_answers(struct rows *rows, uint32_t number, struct arena *arena,
                    store_answer_vec *answers);
bool sqlite_reduced_answers(struct rows *rows, uint32_t number, struct arena *arena,
                            store_answer_vec *answers);
bool sqlite_put_reduced_answers(struct rows *rows, uint32_t number,
                                const struct store_answer *answers, size_t n);
bool sqlite_triggers(struct rows *rows, uint32_t number, struct arena *arena,
                     store_trigger_vec *triggers);
bool sqlite_drop_trigger(struct rows *rows, uint32_t number, const char *test);
bool sqlite_versions(struct rows *rows, uint32_t number, struct arena *arena,
                     store_version_vec *versions);
bool sqlite_put_versions(struct rows *rows, uint32_t number, const struct store_version *versions,
                         size_t n);
bool sqlite_change_finding(struct rows *rows, const struct store_finding *finding);
bool sqlite_merge(struct rows *rows, const struct store_finding *from, uint32_t into,
                  const char *script, size_t script_n);
bool sqlite_add_known(struct rows *rows, const char *fingerprint, const char *origin);
bool sqlite_fingerprints(struct rows *rows, struct arena *arena, store_word_vec *fingerprints);
bool sqlite_aliases(struct rows *rows, uint32_t number, struct arena *arena,
                    store_word_vec *fingerprints);

#endif
