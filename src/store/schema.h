/*
 * schema.h - the tables of the SQLite database, and the way from older ones.
 *
 * PRAGMA user_version says which step the file has reached; a new file is at 0.
 * Each step is one transaction: a crash leaves the version before it or after
 * it. A table is never changed in place: its history is the list of steps.
 */
#ifndef MOMUS_STORE_SCHEMA_H
#define MOMUS_STORE_SCHEMA_H

#include "store/sql.h"

/* "momu": whose file it is, in its header. */
enum { SCHEMA_APPLICATION = 0x6d6f6d75 };

struct schema {
    const char *const *steps; /* the first goes from version 0 to 1 */
    int n;
};
extern const struct schema schema_current;

enum schema_state {
    SCHEMA_READY,
    SCHEMA_OLD, /* older than ours, or empty */
    SCHEMA_BAD, /* not ours, or newer: the message is set */
};
/* Reads, and changes nothing. */
enum schema_state schema_look(struct sql *sql, const struct schema *schema);
/* Goes the steps that are missing. */
bool schema_migrate(struct sql *sql, const struct schema *schema);

#endif
