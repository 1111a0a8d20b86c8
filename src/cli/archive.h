/*
 * archive.h - files put together into one, in the ustar format that every tar
 * reads.
 */
#ifndef MOMUS_CLI_ARCHIVE_H
#define MOMUS_CLI_ARCHIVE_H

#include "base/strbuf.h"

enum { ARCHIVE_NAME_MAX = 99 };

/*
 * Adds a file. The name, at most ARCHIVE_NAME_MAX bytes, has '/' between folders,
 * which need not be added. `time` in seconds since 1970.
 */
void archive_add(struct strbuf *archive, const char *name, const char *bytes, size_t n,
                 int64_t time);
/* To be called last. */
void archive_finish(struct strbuf *archive);

#endif
