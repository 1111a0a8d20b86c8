#include "store/sqlite_int.h"

static const char *const states[] = {
    [STORE_OPEN] = "open",
    [STORE_IGNORED] = "ignored",
    [STORE_CLOSED] = "closed",
};

static enum store_state state_named(const char *name) {
    enum store_state state = STORE_OPEN;
    while (state < STORE_CLOSED && strcmp(states[state], name) != 0)
        state++;
    return state;
}

/* What a row of number and state says. */
static struct store_match match_of(sqlite3_stmt *row) {
    bool open = state_named((const char *)sqlite3_column_text(row, 1)) == STORE_OPEN;
    return (struct store_match){open ? STORE_AGAIN : STORE_SKIPPED,
                                (uint32_t)sqlite3_column_int64(row, 0)};
}

bool sqlite_look_up_alias(struct rows *rows, const char *fingerprint, struct store_match *match) {
    struct sql *sql = sqlite_of(rows);
    sqlite3_stmt *row = sql_query(sql,
                                  "SELECT number, state FROM aliases JOIN findings "
                                  "ON number = finding WHERE aliases.fingerprint = ? "
                                  "AND state <> 'closed'",
                                  "t", fingerprint);
    if (sql_next(sql, row)) {
        *match = match_of(row);
        sql_end(row);
    }
    return !sql->failed;
}

bool sqlite_add_alias(struct rows *rows, const char *fingerprint, uint32_t number) {
    return sql_run(sqlite_of(rows), "INSERT OR REPLACE INTO aliases VALUES (?, ?)", "ti",
                   fingerprint, (int64_t)number);
}

bool sqlite_look_up(struct rows *rows, const char *fingerprint, const char *fails_in,
                    struct store_match *match) {
    struct sql *sql = sqlite_of(rows);
    *match = (struct store_match){STORE_NEW, 0};
    sqlite3_stmt *row = sql_query(sql,
                                  "SELECT number, state FROM findings "
                                  "WHERE fingerprint = ?1 AND state <> 'closed' "
                                  "AND (?2 = '' OR fails_in = '' OR fails_in = ?2) "
                                  "ORDER BY fails_in = ?2 DESC, number LIMIT 1",
                                  "tt", fingerprint, fails_in);
    if (sql_next(sql, row)) {
        *match = match_of(row);
        sql_end(row);
        return true;
    }
    row = sql_query(sql, "SELECT 1 FROM known WHERE fingerprint = ?", "t", fingerprint);
    if (sql_next(sql, row)) {
        match->news = STORE_KNOWN;
        sql_end(row);
    }
    return !sql->failed;
}

bool sqlite_last_number(struct rows *rows, uint32_t *number) {
    struct sql *sql = sqlite_of(rows);
    *number = (uint32_t)sql_number(sql, "SELECT max(number) FROM findings", 0);
    return !sql->failed;
}

/* -- writing --------------------------------------------------------------- */

static bool add_names(struct sql *sql, uint32_t number, const char *kind,
                      const struct store_names *names) {
    for (size_t i = 0; i < names->n; i++)
        sql_run(sql, "INSERT INTO names VALUES (?, ?, ?, ?)", "itit", (int64_t)number, kind,
                (int64_t)i, names->at[i]);
    return !sql->failed;
}

#define ADD_ANSWER(table) "INSERT INTO " table " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"

static bool add_answers(struct sql *sql, const char *statement, uint32_t number,
                        const struct store_answer *answers, size_t n) {
    for (size_t i = 0; i < n; i++) {
        const struct store_answer *a = &answers[i];
        sql_run(sql, statement, "iiittttiib", (int64_t)number, (int64_t)i, (int64_t)a->round,
                a->solver, a->version, a->command, a->answer, (int64_t)a->ms, (int64_t)a->kb,
                a->raw != NULL ? a->raw : "", a->raw_n);
    }
    return !sql->failed;
}

bool sqlite_add_finding(struct rows *rows, const struct store_report *report) {
    struct sql *sql = sqlite_of(rows);
    const struct store_finding *f = &report->finding;
    return sql_run(
               sql,
               "INSERT INTO findings VALUES "
               "(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1, ?, ?, 'open', NULL, ?, ?, NULL, '', NULL)",
               "itittttttt"
               "iiiitt",
               (int64_t)f->number, f->class_name, (int64_t)f->severity, f->basis, f->confidence,
               f->fingerprint, f->evidence, f->strategy, f->test, f->logic, (int64_t)f->shown,
               (int64_t)f->tried, report->seen, report->seen, f->folder, f->file) &&
           add_names(sql, f->number, "at_fault", &f->at_fault) &&
           add_names(sql, f->number, "seed", &f->seeds) &&
           add_answers(sql, ADD_ANSWER("answers"), f->number, report->answers, report->n_answers);
}

bool sqlite_put_reduced_answers(struct rows *rows, uint32_t number,
                                const struct store_answer *answers, size_t n) {
    struct sql *sql = sqlite_of(rows);
    return sql_run(sql, "DELETE FROM reduced_answers WHERE finding = ?", "i", (int64_t)number) &&
           add_answers(sql, ADD_ANSWER("reduced_answers"), number, answers, n);
}

/* While there is room, and if it is not the finding's own test. */
static bool add_trigger(struct sql *sql, uint32_t number, const char *test, const char *script,
                        size_t n, int64_t seen) {
    return sql_run(sql,
                   "INSERT OR IGNORE INTO triggers SELECT ?1, ?2, ?3, ?4 "
                   "WHERE (SELECT count(*) FROM triggers WHERE finding = ?1) < ?5 "
                   "AND (SELECT test FROM findings WHERE number = ?1) <> ?2",
                   "itbii", (int64_t)number, test, n <= STORE_SCRIPT_MAX ? script : NULL, n, seen,
                   (int64_t)STORE_TRIGGERS_MAX);
}

bool sqlite_count_again(struct rows *rows, const struct store_report *report,
                        struct store_match match) {
    struct sql *sql = sqlite_of(rows);
    if (match.news == STORE_KNOWN)
        return sql_run(sql, "UPDATE known SET count = count + 1 WHERE fingerprint = ?", "t",
                       report->finding.fingerprint);
    bool good = sql_run(sql,
                        "UPDATE findings SET count = count + 1, last_seen = max(last_seen, ?) "
                        "WHERE number = ?",
                        "ii", report->seen, (int64_t)match.number);
    return good && (match.news == STORE_SKIPPED ||
                    add_trigger(sql, match.number, report->finding.test, report->script,
                                report->script_n, report->seen));
}

bool sqlite_change_finding(struct rows *rows, const struct store_finding *finding) {
    struct sql *sql = sqlite_of(rows);
    return sql_run(sql,
                   "UPDATE findings SET fingerprint = ?, state = ?, duplicate_of = nullif(?, 0),"
                   " reduced = ?, evidence = ?, basis = ?, confidence = ?, fails_in = ?,"
                   " fixed_in = ? WHERE number = ?",
                   "ttitttttti", finding->fingerprint, states[finding->state],
                   (int64_t)finding->duplicate_of, finding->reduced, finding->evidence,
                   finding->basis, finding->confidence, finding->fails_in, finding->fixed_in,
                   (int64_t)finding->number);
}

bool sqlite_merge(struct rows *rows, const struct store_finding *from, uint32_t into,
                  const char *script, size_t script_n) {
    struct sql *sql = sqlite_of(rows);
    sql_run(sql,
            "UPDATE findings SET count = count + ?, first_seen = min(first_seen, ?),"
            " last_seen = max(last_seen, ?) WHERE number = ?",
            "iiii", (int64_t)from->count, from->first_seen, from->last_seen, (int64_t)into);
    sql_run(sql, "UPDATE aliases SET finding = ? WHERE finding = ?", "ii", (int64_t)into,
            (int64_t)from->number);
    add_trigger(sql, into, from->test, script, script_n, from->first_seen);
    sqlite3_stmt *row =
        sql_query(sql, "SELECT test, script, seen FROM triggers WHERE finding = ? ORDER BY rowid",
                  "i", (int64_t)from->number);
    struct arena arena = {0};
    while (sql_next(sql, row)) {
        size_t n;
        const char *other = sql_bytes(row, 1, &arena, &n);
        add_trigger(sql, into, sql_text(row, 0, &arena), other, n, sqlite3_column_int64(row, 2));
    }
    arena_free(&arena);
    return sql_run(sql, "DELETE FROM triggers WHERE finding = ?", "i", (int64_t)from->number);
}

bool sqlite_drop_trigger(struct rows *rows, uint32_t number, const char *test) {
    return sql_run(sqlite_of(rows), "DELETE FROM triggers WHERE finding = ? AND test = ?", "it",
                   (int64_t)number, test);
}

bool sqlite_put_versions(struct rows *rows, uint32_t number, const struct store_version *versions,
                         size_t n) {
    struct sql *sql = sqlite_of(rows);
    sql_run(sql, "DELETE FROM versions WHERE finding = ?", "i", (int64_t)number);
    for (size_t i = 0; i < n; i++) {
        const struct store_version *v = &versions[i];
        sql_run(sql, "INSERT INTO versions VALUES (?, ?, ?, ?, ?, ?, ?)", "iittttt",
                (int64_t)number, (int64_t)i, v->solver, v->version, v->command, v->result,
                v->answer);
    }
    return !sql->failed;
}

bool sqlite_add_known(struct rows *rows, const char *fingerprint, const char *origin) {
    return sql_run(sqlite_of(rows), "INSERT OR IGNORE INTO known VALUES (?, ?, 0)", "tt",
                   fingerprint, origin);
}

/* -- reading --------------------------------------------------------------- */

static struct store_names read_names(struct sql *sql, uint32_t number, const char *kind,
                                     struct arena *arena) {
    store_word_vec words = {0};
    sqlite3_stmt *row =
        sql_query(sql, "SELECT name FROM names WHERE finding = ? AND kind = ? ORDER BY place", "it",
                  (int64_t)number, kind);
    while (sql_next(sql, row))
        vec_push(&words, sql_text(row, 0, arena));
    struct store_names names = {.n = words.n};
    if (words.n > 0) {
        names.at = arena_alloc(arena, words.n * sizeof *names.at);
        memcpy(names.at, words.at, words.n * sizeof *names.at);
    }
    vec_free(&words);
    return names;
}

#define COLUMNS                                                                                 \
    "SELECT number, class, severity, basis, confidence, fingerprint, evidence, strategy, test," \
    " logic, shown, tried, count, first_seen, last_seen, state, coalesce(duplicate_of, 0),"     \
    " folder, file, reduced, fails_in, fixed_in FROM findings "

static struct store_finding read_finding(struct sql *sql, sqlite3_stmt *row, struct arena *arena) {
    uint32_t number = (uint32_t)sqlite3_column_int64(row, 0);
    return (struct store_finding){
        .number = number,
        .class_name = sql_text(row, 1, arena),
        .severity = (uint32_t)sqlite3_column_int64(row, 2),
        .at_fault = read_names(sql, number, "at_fault", arena),
        .basis = sql_text(row, 3, arena),
        .confidence = sql_text(row, 4, arena),
        .fingerprint = sql_text(row, 5, arena),
        .evidence = sql_text(row, 6, arena),
        .strategy = sql_text(row, 7, arena),
        .seeds = read_names(sql, number, "seed", arena),
        .test = sql_text(row, 8, arena),
        .logic = sql_text(row, 9, arena),
        .shown = (uint32_t)sqlite3_column_int64(row, 10),
        .tried = (uint32_t)sqlite3_column_int64(row, 11),
        .count = (uint64_t)sqlite3_column_int64(row, 12),
        .first_seen = sqlite3_column_int64(row, 13),
        .last_seen = sqlite3_column_int64(row, 14),
        .state = state_named((const char *)sqlite3_column_text(row, 15)),
        .duplicate_of = (uint32_t)sqlite3_column_int64(row, 16),
        .folder = sql_text(row, 17, arena),
        .file = sql_text(row, 18, arena),
        .reduced = sql_text(row, 19, arena),
        .fails_in = sql_text(row, 20, arena),
        .fixed_in = sql_text(row, 21, arena),
    };
}

bool sqlite_findings(struct rows *rows, struct arena *arena, store_finding_vec *findings) {
    struct sql *sql = sqlite_of(rows);
    bool begun = sqlite_read_begin(sql);
    sqlite3_stmt *row = sql_query(sql, COLUMNS "ORDER BY severity DESC, number", "");
    while (sql_next(sql, row))
        vec_push(findings, read_finding(sql, row, arena));
    return sqlite_read_end(sql, begun);
}

bool sqlite_finding(struct rows *rows, uint32_t number, struct arena *arena,
                    struct store_finding *finding, bool *there) {
    struct sql *sql = sqlite_of(rows);
    bool begun = sqlite_read_begin(sql);
    sqlite3_stmt *row = sql_query(sql, COLUMNS "WHERE number = ?", "i", (int64_t)number);
    *there = sql_next(sql, row);
    if (*there) {
        *finding = read_finding(sql, row, arena);
        sql_end(row);
    }
    return sqlite_read_end(sql, begun);
}

#define ANSWERS_OF(table)                                                     \
    "SELECT round, solver, version, command, answer, ms, kb, raw FROM " table \
    " WHERE finding = ? ORDER BY place"

static bool read_answers(struct sql *sql, const char *query, uint32_t number, struct arena *arena,
                         store_answer_vec *answers) {
    sqlite3_stmt *row = sql_query(sql, query, "i", (int64_t)number);
    while (sql_next(sql, row)) {
        struct store_answer answer = {
            .round = (uint32_t)sqlite3_column_int64(row, 0),
            .solver = sql_text(row, 1, arena),
            .version = sql_text(row, 2, arena),
            .command = sql_text(row, 3, arena),
            .answer = sql_text(row, 4, arena),
            .ms = (uint64_t)sqlite3_column_int64(row, 5),
            .kb = (uint64_t)sqlite3_column_int64(row, 6),
        };
        answer.raw = sql_bytes(row, 7, arena, &answer.raw_n);
        vec_push(answers, answer);
    }
    return !sql->failed;
}

bool sqlite_answers(struct rows *rows, uint32_t number, struct arena *arena,
                    store_answer_vec *answers) {
    return read_answers(sqlite_of(rows), ANSWERS_OF("answers"), number, arena, answers);
}

bool sqlite_reduced_answers(struct rows *rows, uint32_t number, struct arena *arena,
                            store_answer_vec *answers) {
    return read_answers(sqlite_of(rows), ANSWERS_OF("reduced_answers"), number, arena, answers);
}

bool sqlite_triggers(struct rows *rows, uint32_t number, struct arena *arena,
                     store_trigger_vec *triggers) {
    struct sql *sql = sqlite_of(rows);
    sqlite3_stmt *row =
        sql_query(sql, "SELECT test, script, seen FROM triggers WHERE finding = ? ORDER BY rowid",
                  "i", (int64_t)number);
    while (sql_next(sql, row)) {
        struct store_trigger trigger = {
            .test = sql_text(row, 0, arena),
            .seen = sqlite3_column_int64(row, 2),
        };
        trigger.script = sql_bytes(row, 1, arena, &trigger.script_n);
        vec_push(triggers, trigger);
    }
    return !sql->failed;
}

bool sqlite_versions(struct rows *rows, uint32_t number, struct arena *arena,
                     store_version_vec *versions) {
    struct sql *sql = sqlite_of(rows);
    sqlite3_stmt *row = sql_query(sql,
                                  "SELECT solver, version, command, result, answer FROM versions "
                                  "WHERE finding = ? ORDER BY place",
                                  "i", (int64_t)number);
    while (sql_next(sql, row)) {
        struct store_version version = {
            .solver = sql_text(row, 0, arena),
            .version = sql_text(row, 1, arena),
            .command = sql_text(row, 2, arena),
            .result = sql_text(row, 3, arena),
            .answer = sql_text(row, 4, arena),
        };
        vec_push(versions, version);
    }
    return !sql->failed;
}

bool sqlite_fingerprints(struct rows *rows, struct arena *arena, store_word_vec *fingerprints) {
    struct sql *sql = sqlite_of(rows);
    sqlite3_stmt *row =
        sql_query(sql,
                  "SELECT fingerprint FROM findings UNION SELECT fingerprint FROM known "
                  "UNION SELECT fingerprint FROM aliases ORDER BY 1",
                  "");
    while (sql_next(sql, row))
        vec_push(fingerprints, sql_text(row, 0, arena));
    return !sql->failed;
}

bool sqlite_aliases(struct rows *rows, uint32_t number, struct arena *arena,
                    store_word_vec *fingerprints) {
    struct sql *sql = sqlite_of(rows);
    sqlite3_stmt *row =
        sql_query(sql, "SELECT fingerprint FROM aliases WHERE finding = ? ORDER BY 1", "i", number);
    while (sql_next(sql, row))
        vec_push(fingerprints, sql_text(row, 0, arena));
    return !sql->failed;
}
