#include "store/sql.h"

#include <errno.h>
#include <stdarg.h>

#include "store/disk.h"

/* How long a reader or writer waits for a lock that is held for moments only. */
enum { BUSY_MS = 10000 };

/*
 * The errno behind an error, or 0. For a commit that fails SQLite does not keep
 * it, but then it is still there, if it is one that a disk gives.
 */
static int system_number(struct sql *sql) {
    static const int of_disks[] = {ENOSPC, EDQUOT, EIO, EROFS, EACCES, EPERM, EFBIG};
    int number = errno;
    if (sqlite3_system_errno(sql->db) != 0)
        return sqlite3_system_errno(sql->db);
    for (size_t i = 0; i < sizeof of_disks / sizeof *of_disks; i++)
        if (number == of_disks[i])
            return number;
    return 0;
}

/* What SQLite's error means for the user. */
static void explain(struct sql *sql, struct strbuf *error) {
    int number = system_number(sql), code = sqlite3_extended_errcode(sql->db);
    const char *words = sqlite3_errmsg(sql->db);
    switch (code & 0xff) {
    case SQLITE_FULL:
        strbuf_add_text(error, disk_explain(ENOSPC));
        break;
    case SQLITE_NOTADB:
        strbuf_add_text(error, "this is not a database of momus");
        break;
    case SQLITE_CORRUPT:
        strbuf_printf(error,
                      "the database is damaged (%s); the folders below findings/ do not depend "
                      "on it",
                      words);
        break;
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        strbuf_add_text(error, "another process keeps the database locked");
        break;
    case SQLITE_READONLY:
    case SQLITE_PERM:
    case SQLITE_CANTOPEN:
    case SQLITE_IOERR:
        strbuf_printf(error, "%s", number != 0 ? disk_explain(number) : words);
        if (number != 0)
            strbuf_printf(error, " (%s)", sqlite3_errstr(code));
        break;
    default:
        strbuf_printf(error, "%s (%s)", words, sqlite3_errstr(code));
    }
}

static void start_message(struct sql *sql) {
    sql->failed = true;
    if (sql->error->n > 0)
        strbuf_add_text(sql->error, "; ");
    strbuf_printf(sql->error, "%s: ", sql->path);
}

bool sql_fail(struct sql *sql) {
    if (!sql->failed) { /* what comes after the first is only its echo */
        start_message(sql);
        explain(sql, sql->error);
    }
    return false;
}

bool sql_refuse(struct sql *sql, const char *format, ...) {
    if (sql->failed)
        return false;
    start_message(sql);
    va_list arguments;
    va_start(arguments, format);
    char text[512];
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    strbuf_add_text(sql->error, text);
    return false;
}

void sql_forget(struct sql *sql) {
    sql->failed = false;
    strbuf_clear(sql->error);
}

/* A path as a part of a URI, with what says how to open it. */
static char *make_uri(const char *path, enum sql_mode mode) {
    struct strbuf uri = {0};
    strbuf_add_text(&uri, "file:");
    for (const char *at = path; *at != '\0'; at++)
        if (strchr("%?#", *at) != NULL)
            strbuf_printf(&uri, "%%%02x", (unsigned)(unsigned char)*at);
        else
            strbuf_add_char(&uri, *at);
    if (mode == SQL_READ_FROZEN)
        strbuf_add_text(&uri, "?immutable=1");
    return strbuf_detach(&uri);
}

bool sql_open(struct sql *sql, const char *path, enum sql_mode mode, const char *vfs,
              struct strbuf *error) {
    *sql = (struct sql){.path = mem_copy_text(path, strlen(path)), .error = error};
    int flags = SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX;
    flags |= mode == SQL_WRITE ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE : SQLITE_OPEN_READONLY;
    char *uri = make_uri(path, mode);
    int code = sqlite3_open_v2(uri, &sql->db, flags, vfs);
    mem_free(uri);
    if (code != SQLITE_OK)
        return sql_fail(sql);
    sqlite3_extended_result_codes(sql->db, 1);
    sqlite3_busy_timeout(sql->db, BUSY_MS);
    return true;
}

void sql_close(struct sql *sql) {
    for (size_t i = 0; i < sql->statements.n; i++)
        sqlite3_finalize(sql->statements.at[i].statement);
    vec_free(&sql->statements);
    sqlite3_close(sql->db);
    mem_free(sql->path);
    *sql = (struct sql){0};
}

bool sql_script(struct sql *sql, const char *text) {
    if (sql->failed)
        return false;
    errno = 0;
    return sqlite3_exec(sql->db, text, NULL, NULL, NULL) == SQLITE_OK || sql_fail(sql);
}

static sqlite3_stmt *prepare(struct sql *sql, const char *text) {
    for (size_t i = 0; i < sql->statements.n; i++)
        if (sql->statements.at[i].text == text)
            return sql->statements.at[i].statement;
    sqlite3_stmt *statement;
    int code = sqlite3_prepare_v3(sql->db, text, -1, SQLITE_PREPARE_PERSISTENT, &statement, NULL);
    if (code != SQLITE_OK) {
        sql_fail(sql);
        return NULL;
    }
    vec_push(&sql->statements, ((struct sql_statement){text, statement}));
    return statement;
}

static int bind_bytes(sqlite3_stmt *statement, int place, const void *bytes, size_t n) {
    if (bytes == NULL)
        return sqlite3_bind_null(statement, place);
    return sqlite3_bind_blob64(statement, place, bytes, n, SQLITE_STATIC);
}

/* The arguments stay the caller's: they are used only until the statement ends. */
static sqlite3_stmt *bind(struct sql *sql, const char *text, const char *letters,
                          va_list arguments) {
    sqlite3_stmt *statement = sql->failed ? NULL : prepare(sql, text);
    if (statement == NULL)
        return NULL;
    int code = SQLITE_OK;
    for (int place = 1; letters[place - 1] != '\0' && code == SQLITE_OK; place++)
        if (letters[place - 1] == 't') {
            const char *word = va_arg(arguments, const char *);
            code = sqlite3_bind_text(statement, place, word, -1, SQLITE_STATIC);
        } else if (letters[place - 1] == 'i') {
            code = sqlite3_bind_int64(statement, place, va_arg(arguments, int64_t));
        } else if (letters[place - 1] == 'd') {
            code = sqlite3_bind_double(statement, place, va_arg(arguments, double));
        } else {
            const void *bytes = va_arg(arguments, const void *);
            code = bind_bytes(statement, place, bytes, va_arg(arguments, size_t));
        }
    if (code == SQLITE_OK)
        return statement;
    sql_fail(sql);
    return NULL;
}

bool sql_run(struct sql *sql, const char *text, const char *letters, ...) {
    va_list arguments;
    va_start(arguments, letters);
    sqlite3_stmt *statement = bind(sql, text, letters, arguments);
    va_end(arguments);
    if (statement == NULL)
        return false;
    errno = 0;
    int code = sqlite3_step(statement);
    bool good = code == SQLITE_DONE || code == SQLITE_ROW || sql_fail(sql);
    sql_end(statement);
    return good;
}

sqlite3_stmt *sql_query(struct sql *sql, const char *text, const char *letters, ...) {
    va_list arguments;
    va_start(arguments, letters);
    sqlite3_stmt *statement = bind(sql, text, letters, arguments);
    va_end(arguments);
    return statement;
}

bool sql_next(struct sql *sql, sqlite3_stmt *row) {
    if (row == NULL)
        return false;
    errno = 0;
    int code = sqlite3_step(row);
    if (code == SQLITE_ROW)
        return true;
    if (code != SQLITE_DONE)
        sql_fail(sql);
    sql_end(row);
    return false;
}

void sql_end(sqlite3_stmt *row) {
    if (row == NULL)
        return;
    sqlite3_reset(row);
    sqlite3_clear_bindings(row);
}

int64_t sql_number(struct sql *sql, const char *text, int64_t otherwise) {
    sqlite3_stmt *row = sql_query(sql, text, "");
    if (!sql_next(sql, row))
        return otherwise;
    int64_t number = sqlite3_column_int64(row, 0);
    sql_end(row);
    return number;
}

const char *sql_text(sqlite3_stmt *row, int column, struct arena *arena) {
    size_t n;
    return sql_bytes(row, column, arena, &n);
}

const char *sql_bytes(sqlite3_stmt *row, int column, struct arena *arena, size_t *n) {
    *n = 0;
    if (sqlite3_column_type(row, column) == SQLITE_NULL)
        return NULL;
    const void *bytes = sqlite3_column_blob(row, column); /* NULL if empty */
    *n = (size_t)sqlite3_column_bytes(row, column);
    return arena_copy_text(arena, bytes != NULL ? bytes : "", *n);
}
