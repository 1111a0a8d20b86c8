#include "store/sqlite_int.h"

/* -- the campaign ---------------------------------------------------------- */

bool sqlite_campaign(struct rows *rows, struct arena *arena, struct store_campaign *campaign,
                     bool *there) {
    struct sql *sql = sqlite_of(rows);
    sqlite3_stmt *row =
        sql_query(sql, "SELECT seed, config, version, started, resumed FROM campaign", "");
    *there = sql_next(sql, row);
    if (*there) {
        *campaign = (struct store_campaign){
            .seed = strtoull((const char *)sqlite3_column_text(row, 0), NULL, 10),
            .config = sql_text(row, 1, arena),
            .version = sql_text(row, 2, arena),
            .started = sqlite3_column_int64(row, 3),
            .resumed = (uint32_t)sqlite3_column_int64(row, 4),
        };
        sql_end(row);
    }
    return !sql->failed;
}

bool sqlite_put_campaign(struct rows *rows, const struct store_campaign *campaign) {
    char seed[24]; /* as text: SQLite's numbers are signed */
    snprintf(seed, sizeof seed, "%llu", (unsigned long long)campaign->seed);
    return sql_run(sqlite_of(rows), "INSERT OR REPLACE INTO campaign VALUES (1, ?, ?, ?, ?, ?)",
                   "tttii", seed, campaign->config, campaign->version, campaign->started,
                   (int64_t)campaign->resumed);
}

bool sqlite_set_value(struct rows *rows, const char *name, const char *value) {
    return sql_run(sqlite_of(rows), "INSERT OR REPLACE INTO facts VALUES (?, ?)", "tt", name,
                   value);
}

bool sqlite_value(struct rows *rows, const char *name, struct arena *arena, const char **value) {
    struct sql *sql = sqlite_of(rows);
    sqlite3_stmt *row = sql_query(sql, "SELECT value FROM facts WHERE name = ?", "t", name);
    *value = NULL;
    if (sql_next(sql, row)) {
        *value = sql_text(row, 0, arena);
        sql_end(row);
    }
    return !sql->failed;
}

/* -- counters -------------------------------------------------------------- */

static const struct {
    const char *name;
    size_t place;
} counters[] = {
#define COUNTER(name, meaning) {#name, offsetof(struct store_counters, name)},
#include "store/counters.def"
#undef COUNTER
};
enum { N_COUNTERS = sizeof counters / sizeof *counters };

static uint64_t *counter_at(struct store_counters *all, size_t i) {
    return (uint64_t *)(void *)((char *)all + counters[i].place);
}

/* A counter of a later momus is left alone. */
static void add_counter(struct store_counters *all, const char *name, uint64_t value) {
    for (size_t i = 0; i < N_COUNTERS; i++)
        if (strcmp(counters[i].name, name) == 0)
            *counter_at(all, i) += value;
}

struct strategy {
    int64_t id;
    uint64_t done_below;
};

static bool find_strategy(struct sql *sql, const char *name, struct strategy *strategy) {
    sqlite3_stmt *row =
        sql_query(sql, "SELECT id, done_below FROM strategies WHERE name = ?", "t", name);
    if (!sql_next(sql, row))
        return false;
    strategy->id = sqlite3_column_int64(row, 0);
    strategy->done_below = (uint64_t)sqlite3_column_int64(row, 1);
    sql_end(row);
    return true;
}

static bool need_strategy(struct sql *sql, const char *name, struct strategy *strategy) {
    if (find_strategy(sql, name, strategy))
        return true;
    return sql_run(sql, "INSERT INTO strategies (name) VALUES (?)", "t", name) &&
           find_strategy(sql, name, strategy);
}

bool sqlite_count(struct rows *rows, const char *name, const struct store_counters *counts) {
    struct sql *sql = sqlite_of(rows);
    struct strategy strategy;
    if (!need_strategy(sql, name, &strategy))
        return false;
    struct store_counters all = *counts;
    for (size_t i = 0; i < N_COUNTERS; i++) {
        int64_t value = (int64_t)*counter_at(&all, i);
        if (value != 0)
            sql_run(sql,
                    "INSERT INTO counters VALUES (?, ?, ?) "
                    "ON CONFLICT DO UPDATE SET value = value + excluded.value",
                    "iti", strategy.id, counters[i].name, value);
    }
    return !sql->failed;
}

static void read_counters(struct sql *sql, int64_t id, struct store_counters *all) {
    sqlite3_stmt *row =
        sql_query(sql, "SELECT name, value FROM counters WHERE strategy = ?", "i", id);
    while (sql_next(sql, row))
        add_counter(all, (const char *)sqlite3_column_text(row, 0),
                    (uint64_t)sqlite3_column_int64(row, 1));
}

bool sqlite_strategies(struct rows *rows, struct arena *arena, store_strategy_vec *strategies) {
    struct sql *sql = sqlite_of(rows);
    bool begun = sqlite_read_begin(sql);
    sqlite3_stmt *row =
        sql_query(sql,
                  "SELECT id, name,"
                  " coalesce((SELECT max(trail) + 1 FROM trails WHERE strategy = id), done_below),"
                  " (SELECT count(*) FROM findings"
                  "  WHERE strategy = strategies.name AND duplicate_of IS NULL) "
                  "FROM strategies ORDER BY name",
                  "");
    while (sql_next(sql, row)) {
        struct store_strategy strategy = {
            .name = sql_text(row, 1, arena),
            .next_trail = (uint64_t)sqlite3_column_int64(row, 2),
            .findings = (uint32_t)sqlite3_column_int64(row, 3),
        };
        read_counters(sql, sqlite3_column_int64(row, 0), &strategy.counters);
        vec_push(strategies, strategy);
    }
    return sqlite_read_end(sql, begun);
}

bool sqlite_totals(struct rows *rows, struct store_totals *totals) {
    struct sql *sql = sqlite_of(rows);
    *totals = (struct store_totals){0};
    bool begun = sqlite_read_begin(sql);
    sqlite3_stmt *row = sql_query(sql, "SELECT name, sum(value) FROM counters GROUP BY name", "");
    while (sql_next(sql, row))
        add_counter(&totals->counters, (const char *)sqlite3_column_text(row, 0),
                    (uint64_t)sqlite3_column_int64(row, 1));
    totals->findings =
        (uint32_t)sql_number(sql, "SELECT count(*) FROM findings WHERE duplicate_of IS NULL", 0);
    totals->resumed = (uint32_t)sql_number(sql, "SELECT resumed FROM campaign", 0);
    return sqlite_read_end(sql, begun);
}

bool sqlite_add_sample(struct rows *rows) {
    struct store_totals totals;
    const struct store_counters *c = &totals.counters;
    return sqlite_totals(rows, &totals) &&
           sql_run(sqlite_of(rows), "INSERT OR REPLACE INTO samples VALUES (?, ?, ?, ?)", "iiii",
                   (int64_t)(c->wall_ns / 1000000), (int64_t)c->tests, (int64_t)c->solver_calls,
                   (int64_t)totals.findings);
}

bool sqlite_samples(struct rows *rows, store_sample_vec *samples) {
    struct sql *sql = sqlite_of(rows);
    sqlite3_stmt *row = sql_query(
        sql, "SELECT wall_ms, tests, solver_calls, findings FROM samples ORDER BY wall_ms", "");
    while (sql_next(sql, row))
        vec_push(samples, ((struct store_sample){
                              .wall_ms = (uint64_t)sqlite3_column_int64(row, 0),
                              .tests = (uint64_t)sqlite3_column_int64(row, 1),
                              .solver_calls = (uint64_t)sqlite3_column_int64(row, 2),
                              .findings = (uint32_t)sqlite3_column_int64(row, 3),
                          }));
    return !sql->failed;
}

/* -- trails ---------------------------------------------------------------- */

/* Where the trail stands; refuses if that is not where the progress starts. */
static bool stands_there(struct sql *sql, const struct strategy *strategy,
                         const struct store_progress *progress) {
    unsigned long long trail = progress->trail, at = 0;
    if (progress->trail < strategy->done_below)
        return sql_refuse(sql, "trail %llu of %s is done already", trail, progress->strategy);
    if (progress->trail - strategy->done_below >= STORE_TRAILS_AHEAD)
        return sql_refuse(sql, "trail %llu of %s is too far ahead of the first unfinished one",
                          trail, progress->strategy);
    sqlite3_stmt *row =
        sql_query(sql, "SELECT next_step, done FROM trails WHERE strategy = ? AND trail = ?", "ii",
                  strategy->id, (int64_t)progress->trail);
    if (sql_next(sql, row)) {
        at = (unsigned long long)sqlite3_column_int64(row, 0);
        bool done = sqlite3_column_int64(row, 1) != 0;
        sql_end(row);
        if (done)
            return sql_refuse(sql, "trail %llu of %s is done already", trail, progress->strategy);
    }
    if (at != progress->first_step || progress->next_step < progress->first_step)
        return sql_refuse(sql, "trail %llu of %s stands at step %llu: [%llu, %llu) do not follow",
                          trail, progress->strategy, at, (unsigned long long)progress->first_step,
                          (unsigned long long)progress->next_step);
    return !sql->failed;
}

/* Finished trails at the lower end need no rows any more. */
static bool settle(struct sql *sql, const struct strategy *strategy) {
    uint64_t below = strategy->done_below;
    for (;;) {
        bool good = sql_run(sql, "DELETE FROM trails WHERE strategy = ? AND trail = ? AND done",
                            "ii", strategy->id, (int64_t)below);
        if (!good)
            return false;
        if (sqlite3_changes(sql->db) == 0)
            break;
        below++;
    }
    return below == strategy->done_below ||
           sql_run(sql, "UPDATE strategies SET done_below = ? WHERE id = ?", "ii", (int64_t)below,
                   strategy->id);
}

bool sqlite_advance(struct rows *rows, const struct store_progress *progress) {
    struct sql *sql = sqlite_of(rows);
    struct strategy strategy;
    if (!need_strategy(sql, progress->strategy, &strategy) ||
        !stands_there(sql, &strategy, progress))
        return false;
    bool good =
        sql_run(sql,
                "INSERT INTO trails VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET "
                "next_step = excluded.next_step, done = excluded.done,"
                " detail = iif(excluded.done, NULL, coalesce(excluded.detail, detail))",
                "iiiit", strategy.id, (int64_t)progress->trail, (int64_t)progress->next_step,
                (int64_t)progress->done, progress->done ? NULL : progress->detail);
    return good && (!progress->done || settle(sql, &strategy));
}

bool sqlite_pending(struct rows *rows, const char *name, struct arena *arena,
                    store_trail_vec *trails, uint64_t *next_trail) {
    struct sql *sql = sqlite_of(rows);
    bool begun = sqlite_read_begin(sql);
    struct strategy strategy = {0};
    *next_trail = 0;
    if (find_strategy(sql, name, &strategy)) {
        uint64_t next = strategy.done_below;
        sqlite3_stmt *row = sql_query(
            sql, "SELECT trail, next_step, done, detail FROM trails WHERE strategy = ? ORDER BY 1",
            "i", strategy.id);
        while (sql_next(sql, row)) {
            uint64_t trail = (uint64_t)sqlite3_column_int64(row, 0);
            for (; next < trail; next++) /* handed out, and never heard of again */
                vec_push(trails, ((struct store_trail){.trail = next}));
            if (sqlite3_column_int64(row, 2) == 0)
                vec_push(trails, ((struct store_trail){
                                     .trail = trail,
                                     .next_step = (uint64_t)sqlite3_column_int64(row, 1),
                                     .detail = sql_text(row, 3, arena),
                                 }));
            next = trail + 1;
        }
        *next_trail = next;
    }
    return sqlite_read_end(sql, begun);
}

/* -- seeds ----------------------------------------------------------------- */

bool sqlite_put_seed(struct rows *rows, const struct store_seed *seed) {
    return sql_run(sqlite_of(rows),
                   "INSERT INTO seeds (hash, path, label, label_by, usable, reason) "
                   "VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET "
                   "path = excluded.path, label = excluded.label, label_by = excluded.label_by,"
                   " usable = excluded.usable, reason = excluded.reason",
                   "ttttit", seed->hash, seed->path, seed->label, seed->label_by,
                   (int64_t)seed->usable, seed->reason);
}

bool sqlite_credit_seed(struct rows *rows, const char *hash, uint64_t tests, uint64_t findings,
                        uint64_t cost_ns, double score) {
    struct sql *sql = sqlite_of(rows);
    bool good = sql_run(sql,
                        "UPDATE seeds SET tests = tests + ?, findings = findings + ?,"
                        " cost_ns = cost_ns + ?, score = ? WHERE hash = ?",
                        "iiidt", (int64_t)tests, (int64_t)findings, (int64_t)cost_ns, score, hash);
    if (good && sqlite3_changes(sql->db) == 0)
        return sql_refuse(sql, "there is no seed %s", hash);
    return good;
}

bool sqlite_seeds(struct rows *rows, struct arena *arena, store_seed_vec *seeds) {
    struct sql *sql = sqlite_of(rows);
    sqlite3_stmt *row = sql_query(sql,
                                  "SELECT hash, path, label, label_by, usable, reason, tests,"
                                  " findings, cost_ns, score FROM seeds ORDER BY hash",
                                  "");
    while (sql_next(sql, row))
        vec_push(seeds, ((struct store_seed){
                            .hash = sql_text(row, 0, arena),
                            .path = sql_text(row, 1, arena),
                            .label = sql_text(row, 2, arena),
                            .label_by = sql_text(row, 3, arena),
                            .usable = sqlite3_column_int64(row, 4) != 0,
                            .reason = sql_text(row, 5, arena),
                            .tests = (uint64_t)sqlite3_column_int64(row, 6),
                            .findings = (uint64_t)sqlite3_column_int64(row, 7),
                            .cost_ns = (uint64_t)sqlite3_column_int64(row, 8),
                            .score = sqlite3_column_double(row, 9),
                        }));
    return !sql->failed;
}
