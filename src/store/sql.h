/*
 * sql.h - SQLite, as this room uses it: statements by their text, arguments by
 * a word of letters, and one message for what failed first.
 *
 *     sql_run(sql, "INSERT INTO seeds VALUES (?, ?)", "ti", hash, tests);
 *
 *     sqlite3_stmt *row = sql_query(sql, "SELECT path FROM seeds WHERE hash = ?", "t", hash);
 *     while (sql_next(sql, row))
 *         use(sql_text(row, 0, arena));
 *
 * Letters: t text or NULL, i int64_t (or what is cast to it), d double, b bytes
 * (a pointer, which may be NULL, and a size_t). The text of a statement is kept
 * by its address: it must be a literal. After a failure nothing runs any more
 * until sql_forget.
 */
#ifndef MOMUS_STORE_SQL_H
#define MOMUS_STORE_SQL_H

#include <sqlite3.h>

#include "base/arena.h"
#include "base/strbuf.h"
#include "base/vec.h"

struct sql_statement {
    const char *text;
    sqlite3_stmt *statement;
};

struct sql {
    sqlite3 *db;
    char *path;
    VEC(struct sql_statement) statements;
    bool failed;
    struct strbuf *error; /* why; the owner's */
};

enum sql_mode {
    SQL_READ,
    SQL_READ_FROZEN, /* nobody can be writing: no locks and no shared memory */
    SQL_WRITE,       /* made if it is not there */
};

/* Opens the file; nothing is read yet. On false, sql_close all the same. */
bool sql_open(struct sql *sql, const char *path, enum sql_mode mode, const char *vfs,
              struct strbuf *error);
void sql_close(struct sql *sql);
/* Records what SQLite says of the last call, in words; returns false. */
bool sql_fail(struct sql *sql);
/* Another failure of the same standing. */
bool sql_refuse(struct sql *sql, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* From here on as if nothing had failed. */
void sql_forget(struct sql *sql);

/* Several statements without arguments and results. */
bool sql_script(struct sql *sql, const char *text);
bool sql_run(struct sql *sql, const char *text, const char *letters, ...);
/* NULL on failure. At most one query of the same text at a time. */
sqlite3_stmt *sql_query(struct sql *sql, const char *text, const char *letters, ...);
/* False after the last row, and on failure. Takes NULL. */
bool sql_next(struct sql *sql, sqlite3_stmt *row);
/* Ends a query before its last row. Takes NULL. */
void sql_end(sqlite3_stmt *row);
/* The number in the first column of the first row; `otherwise` if there is none. */
int64_t sql_number(struct sql *sql, const char *text, int64_t otherwise);

/* A copy in the arena; NULL for NULL. */
const char *sql_text(sqlite3_stmt *row, int column, struct arena *arena);
const char *sql_bytes(sqlite3_stmt *row, int column, struct arena *arena, size_t *n);

#endif
