#include "store/schema.h"

/*
 * Times are in ms since 1970. Counters are rows, so that a new one needs no new
 * table. Trails below done_below are done and have no row.
 */
static const char step_1[] =
    "CREATE TABLE campaign ("
    "    one INTEGER PRIMARY KEY CHECK (one = 1),"
    "    seed TEXT NOT NULL,"
    "    config TEXT NOT NULL,"
    "    version TEXT NOT NULL,"
    "    started INTEGER NOT NULL,"
    "    resumed INTEGER NOT NULL"
    ") STRICT;"
    "CREATE TABLE facts ("
    "    name TEXT PRIMARY KEY,"
    "    value TEXT NOT NULL"
    ") STRICT, WITHOUT ROWID;"

    "CREATE TABLE strategies ("
    "    id INTEGER PRIMARY KEY,"
    "    name TEXT NOT NULL UNIQUE,"
    "    done_below INTEGER NOT NULL DEFAULT 0"
    ") STRICT;"
    "CREATE TABLE counters ("
    "    strategy INTEGER NOT NULL REFERENCES strategies,"
    "    name TEXT NOT NULL,"
    "    value INTEGER NOT NULL,"
    "    PRIMARY KEY (strategy, name)"
    ") STRICT, WITHOUT ROWID;"
    "CREATE TABLE trails ("
    "    strategy INTEGER NOT NULL REFERENCES strategies,"
    "    trail INTEGER NOT NULL,"
    "    next_step INTEGER NOT NULL,"
    "    done INTEGER NOT NULL,"
    "    detail TEXT,"
    "    PRIMARY KEY (strategy, trail)"
    ") STRICT, WITHOUT ROWID;"

    "CREATE TABLE seeds ("
    "    hash TEXT PRIMARY KEY,"
    "    path TEXT NOT NULL,"
    "    label TEXT,"
    "    label_by TEXT,"
    "    usable INTEGER NOT NULL,"
    "    reason TEXT,"
    "    tests INTEGER NOT NULL DEFAULT 0,"
    "    findings INTEGER NOT NULL DEFAULT 0,"
    "    cost_ns INTEGER NOT NULL DEFAULT 0,"
    "    score REAL NOT NULL DEFAULT 0"
    ") STRICT, WITHOUT ROWID;"

    "CREATE TABLE findings ("
    "    number INTEGER PRIMARY KEY,"
    "    class TEXT NOT NULL,"
    "    severity INTEGER NOT NULL,"
    "    basis TEXT NOT NULL,"
    "    confidence TEXT NOT NULL,"
    "    fingerprint TEXT NOT NULL,"
    "    evidence TEXT NOT NULL,"
    "    strategy TEXT NOT NULL,"
    "    test TEXT NOT NULL,"
    "    logic TEXT NOT NULL,"
    "    shown INTEGER NOT NULL,"
    "    tried INTEGER NOT NULL,"
    "    count INTEGER NOT NULL,"
    "    first_seen INTEGER NOT NULL,"
    "    last_seen INTEGER NOT NULL,"
    "    state TEXT NOT NULL CHECK (state IN ('open', 'ignored', 'closed')),"
    "    duplicate_of INTEGER REFERENCES findings,"
    "    folder TEXT NOT NULL,"
    "    file TEXT NOT NULL,"
    "    reduced TEXT"
    ") STRICT;"
    "CREATE UNIQUE INDEX live_fingerprint ON findings (fingerprint) WHERE state <> 'closed';"
    "CREATE TABLE names (" /* at_fault and seeds of findings */
    "    finding INTEGER NOT NULL REFERENCES findings,"
    "    kind TEXT NOT NULL CHECK (kind IN ('at_fault', 'seed')),"
    "    place INTEGER NOT NULL,"
    "    name TEXT NOT NULL,"
    "    PRIMARY KEY (finding, kind, place)"
    ") STRICT, WITHOUT ROWID;"
    "CREATE TABLE answers ("
    "    finding INTEGER NOT NULL REFERENCES findings,"
    "    place INTEGER NOT NULL,"
    "    round INTEGER NOT NULL,"
    "    solver TEXT NOT NULL,"
    "    version TEXT NOT NULL,"
    "    command TEXT NOT NULL,"
    "    answer TEXT NOT NULL,"
    "    ms INTEGER NOT NULL,"
    "    kb INTEGER NOT NULL,"
    "    raw BLOB NOT NULL,"
    "    UNIQUE (finding, place)"
    ") STRICT;"
    "CREATE TABLE triggers ("
    "    finding INTEGER NOT NULL REFERENCES findings,"
    "    test TEXT NOT NULL,"
    "    script BLOB,"
    "    seen INTEGER NOT NULL,"
    "    UNIQUE (finding, test)"
    ") STRICT;"

    "CREATE TABLE known ("
    "    fingerprint TEXT PRIMARY KEY,"
    "    origin TEXT NOT NULL,"
    "    count INTEGER NOT NULL DEFAULT 0"
    ") STRICT, WITHOUT ROWID;";

/* Where the counters stood after how much time: the course of a campaign. */
static const char step_2[] = "CREATE TABLE samples ("
                             "    wall_ms INTEGER PRIMARY KEY,"
                             "    tests INTEGER NOT NULL,"
                             "    solver_calls INTEGER NOT NULL,"
                             "    findings INTEGER NOT NULL"
                             ") STRICT;";

/*
 * In which versions of the accused a finding shows. One fingerprint may fail in several
 * ranges of versions: then these are findings of their own.
 */
static const char step_3[] =
    "ALTER TABLE findings ADD COLUMN fails_in TEXT NOT NULL DEFAULT '';"
    "ALTER TABLE findings ADD COLUMN fixed_in TEXT;"
    "DROP INDEX live_fingerprint;"
    "CREATE UNIQUE INDEX live_fingerprint ON findings (fingerprint, fails_in)"
    "    WHERE state <> 'closed';"
    "CREATE TABLE versions ("
    "    finding INTEGER NOT NULL REFERENCES findings,"
    "    place INTEGER NOT NULL,"
    "    solver TEXT NOT NULL,"
    "    version TEXT NOT NULL,"
    "    command TEXT NOT NULL,"
    "    result TEXT NOT NULL,"
    "    answer TEXT NOT NULL,"
    "    PRIMARY KEY (finding, place)"
    ") STRICT, WITHOUT ROWID;";

/* Fingerprints that findings had before they were reduced: what has them is theirs, too. */
static const char step_4[] = "CREATE TABLE aliases ("
                             "    fingerprint TEXT PRIMARY KEY,"
                             "    finding INTEGER NOT NULL REFERENCES findings"
                             ") STRICT, WITHOUT ROWID;";

/* What solvers say to the reduced script of a finding; `answers` are those to the script as it was found. */
static const char step_5[] = "CREATE TABLE reduced_answers ("
                             "    finding INTEGER NOT NULL REFERENCES findings,"
                             "    place INTEGER NOT NULL,"
                             "    round INTEGER NOT NULL,"
                             "    solver TEXT NOT NULL,"
                             "    version TEXT NOT NULL,"
                             "    command TEXT NOT NULL,"
                             "    answer TEXT NOT NULL,"
                             "    ms INTEGER NOT NULL,"
                             "    kb INTEGER NOT NULL,"
                             "    raw BLOB NOT NULL,"
                             "    UNIQUE (finding, place)"
                             ") STRICT;";

static const char *const steps[] = {step_1, step_2, step_3, step_4, step_5};
const struct schema schema_current = {steps, sizeof steps / sizeof *steps};

enum schema_state schema_look(struct sql *sql, const struct schema *schema) {
    int64_t version = sql_number(sql, "PRAGMA user_version", 0);
    int64_t whose = sql_number(sql, "PRAGMA application_id", 0);
    int64_t things = sql_number(sql, "SELECT count(*) FROM sqlite_schema", 0);
    if (sql->failed)
        return SCHEMA_BAD;
    bool empty = version == 0 && whose == 0 && things == 0;
    if (!empty && whose != SCHEMA_APPLICATION) {
        sql_refuse(sql, "this is a database of another program");
        return SCHEMA_BAD;
    }
    if (version > schema->n) {
        sql_refuse(sql,
                   "a newer momus wrote this run (version %d of its tables; this momus knows %d); "
                   "use that one",
                   (int)version, schema->n);
        return SCHEMA_BAD;
    }
    return version == schema->n ? SCHEMA_READY : SCHEMA_OLD;
}

static bool go_step(struct sql *sql, const struct schema *schema, int version) {
    struct strbuf mark = {0};
    strbuf_printf(&mark, "PRAGMA application_id = %d; PRAGMA user_version = %d;",
                  SCHEMA_APPLICATION, version + 1);
    bool good = sql_script(sql, "BEGIN IMMEDIATE") && sql_script(sql, schema->steps[version]) &&
                sql_script(sql, strbuf_text(&mark)) && sql_script(sql, "COMMIT");
    if (!good && !sqlite3_get_autocommit(sql->db))
        sqlite3_exec(sql->db, "ROLLBACK", NULL, NULL, NULL);
    strbuf_free(&mark);
    return good;
}

bool schema_migrate(struct sql *sql, const struct schema *schema) {
    for (;;) {
        int64_t version = sql_number(sql, "PRAGMA user_version", 0);
        if (sql->failed || version >= schema->n)
            return !sql->failed;
        if (!go_step(sql, schema, (int)version))
            return false;
    }
}
