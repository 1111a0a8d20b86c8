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

/* A file in an archive; the bytes are borrowed from it. */
struct archive_file {
    char name[260];
    const char *bytes;
    size_t n;
};
enum archive_state {
    ARCHIVE_FILE,
    ARCHIVE_END,
    ARCHIVE_BAD, /* these bytes are no archive, or not all of one */
};
/* The next file behind *at, which begins as 0 and goes on. Folders and the like are passed over. */
enum archive_state archive_next(const char *bytes, size_t n, size_t *at, struct archive_file *file);

#endif
