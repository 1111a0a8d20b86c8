#include "store/sqlite_int.h"

#include "store/schema.h"

bool sqlite_read_begin(struct sql *sql) {
    return sqlite3_get_autocommit(sql->db) && sql_script(sql, "BEGIN");
}

bool sqlite_read_end(struct sql *sql, bool begun) {
    if (begun)
        sql_script(sql, "COMMIT");
    if (begun && !sqlite3_get_autocommit(sql->db)) /* something failed in between */
        sqlite3_exec(sql->db, "ROLLBACK", NULL, NULL, NULL);
    return !sql->failed;
}

static void close_rows(struct rows *rows) {
    sql_close(sqlite_of(rows));
    strbuf_free(&rows->error);
    mem_free(rows);
}

static bool begin(struct rows *rows) {
    return sql_script(sqlite_of(rows), "BEGIN IMMEDIATE");
}

static bool commit(struct rows *rows) {
    struct sql *sql = sqlite_of(rows);
    if (sql_script(sql, "COMMIT"))
        return true;
    if (!sqlite3_get_autocommit(sql->db))
        sqlite3_exec(sql->db, "ROLLBACK", NULL, NULL, NULL);
    return false;
}

static bool check(struct rows *rows) {
    struct sql *sql = sqlite_of(rows);
    sqlite3_stmt *row = sql_query(sql, "PRAGMA integrity_check(1)", "");
    if (sql_next(sql, row)) {
        const char *said = (const char *)sqlite3_column_text(row, 0);
        if (strcmp(said, "ok") != 0)
            sql_refuse(sql, "the database is damaged: %s", said);
        sql_end(row);
    }
    row = sql_query(sql, "PRAGMA foreign_key_check", "");
    if (sql_next(sql, row)) {
        sql_refuse(sql, "the database is damaged: a row of %s stands for nothing",
                   (const char *)sqlite3_column_text(row, 0));
        sql_end(row);
    }
    return !sql->failed;
}

static const struct rows_kind kind = {
    .close = close_rows,
    .begin = begin,
    .commit = commit,
    .check = check,
    .campaign = sqlite_campaign,
    .put_campaign = sqlite_put_campaign,
    .set_value = sqlite_set_value,
    .value = sqlite_value,
    .advance = sqlite_advance,
    .count = sqlite_count,
    .strategies = sqlite_strategies,
    .pending = sqlite_pending,
    .totals = sqlite_totals,
    .add_sample = sqlite_add_sample,
    .samples = sqlite_samples,
    .put_seed = sqlite_put_seed,
    .credit_seed = sqlite_credit_seed,
    .seeds = sqlite_seeds,
    .look_up = sqlite_look_up,
    .look_up_alias = sqlite_look_up_alias,
    .add_alias = sqlite_add_alias,
    .last_number = sqlite_last_number,
    .add_finding = sqlite_add_finding,
    .count_again = sqlite_count_again,
    .findings = sqlite_findings,
    .finding = sqlite_finding,
    .answers = sqlite_answers,
    .reduced_answers = sqlite_reduced_answers,
    .put_reduced_answers = sqlite_put_reduced_answers,
    .triggers = sqlite_triggers,
    .drop_trigger = sqlite_drop_trigger,
    .versions = sqlite_versions,
    .put_versions = sqlite_put_versions,
    .change_finding = sqlite_change_finding,
    .merge = sqlite_merge,
    .add_known = sqlite_add_known,
    .fingerprints = sqlite_fingerprints,
    .aliases = sqlite_aliases,
};

/*
 * A log beside the database (WAL), so that readers and the writer do not wait
 * for each other; synced at each commit (FULL), so that what was committed
 * outlives a power cut. The log is cut back after it was large.
 */
static bool prepare_for_writing(struct sql *sql) {
    bool has_log = false;
    sqlite3_stmt *row = sql_query(sql, "PRAGMA journal_mode = WAL", "");
    while (sql_next(sql, row)) /* to the end: the change is made after the row */
        has_log = strcmp((const char *)sqlite3_column_text(row, 0), "wal") == 0;
    if (!has_log)
        return sql_refuse(sql, "there can be no log beside the database here");
    return sql_script(sql, "PRAGMA synchronous = FULL;"
                           "PRAGMA foreign_keys = ON;"
                           "PRAGMA journal_size_limit = 8388608;"
                           "PRAGMA temp_store = MEMORY;") &&
           schema_migrate(sql, &schema_current);
}

/* Nothing is changed before the file is known to be ours. */
static bool prepare(struct sql *sql, enum rows_mode mode, bool *old) {
    if (!sql_script(sql, "PRAGMA trusted_schema = OFF;"))
        return false;
    enum schema_state state = schema_look(sql, &schema_current);
    if (state == SCHEMA_BAD)
        return false;
    if (mode == ROWS_WRITE)
        return prepare_for_writing(sql);
    *old = state == SCHEMA_OLD;
    return !*old || sql_refuse(sql, "an older momus wrote this run");
}

struct rows *sqlite_rows_open(const char *path, enum rows_mode mode, const struct disk *disk,
                              bool *old, struct strbuf *error) {
    static const enum sql_mode modes[] = {
        [ROWS_READ] = SQL_READ,
        [ROWS_READ_FROZEN] = SQL_READ_FROZEN,
        [ROWS_WRITE] = SQL_WRITE,
    };
    *old = false;
    struct sqlite_rows *all = mem_alloc_zero(sizeof *all);
    all->rows.kind = &kind;
    if (sql_open(&all->sql, path, modes[mode], disk->vfs, &all->rows.error) &&
        prepare(&all->sql, mode, old))
        return &all->rows;
    strbuf_add_text(error, strbuf_text(&all->rows.error));
    close_rows(&all->rows);
    return NULL;
}
