/*
 * disk.h - files that are there whole or not at all, also after a crash, over a
 * thin seam to the system.
 *
 * Everything that the store changes on the disk goes through a table of calls,
 * so that tests can make each of them fail in turn. The database has a seam of
 * the same kind of its own, SQLite's VFS: the table names the one to use.
 *
 * What is being written has a name that starts with DISK_NEW until it is whole
 * and synced. After a crash, such names are what may be removed.
 */
#ifndef MOMUS_STORE_DISK_H
#define MOMUS_STORE_DISK_H

#include <sys/types.h>

#include "base/strbuf.h"

#define DISK_NEW ".new-"

/* What a folder lies on: statfs's number, and for FUSE its name in the list of mounts, or "". */
struct disk_kind {
    unsigned long magic;
    char fuse[64];
};

/* As the system calls of these names: -1 with errno. */
struct disk {
    int (*open)(const char *path, int flags, mode_t mode);
    ssize_t (*write)(int fd, const void *bytes, size_t n);
    int (*fsync)(int fd);
    int (*close)(int fd);
    int (*rename)(const char *from, const char *to);
    int (*mkdir)(const char *path, mode_t mode);
    int (*unlink)(const char *path);
    int (*rmdir)(const char *path);
    int (*kind)(const char *path, struct disk_kind *kind);
    const char *vfs; /* NULL: SQLite's default */
};
/* The real one. */
extern const struct disk disk_system;

/* FOLDER/NAME, which the caller frees. */
char *disk_join(const char *folder, const char *name);
/* errno in words that say what to do about it. */
const char *disk_explain(int number);
/* Adds "PATH: WHAT: why", the why from errno; returns false. */
bool disk_fail(struct strbuf *error, const char *path, const char *what);

/* A file that is not there yet, in a folder that nobody looks at yet: written and synced. */
bool disk_write(const struct disk *disk, const char *path, const char *bytes, size_t n,
                struct strbuf *error);
/* Puts FOLDER/NAME in the place of what is there, in one step, synced. */
bool disk_replace(const struct disk *disk, const char *folder, const char *name, const char *bytes,
                  size_t n, struct strbuf *error);
/* What was created, renamed or removed in the folder will be so after a crash. */
bool disk_sync_folder(const struct disk *disk, const char *folder, struct strbuf *error);
/* Makes the folder and those above it, synced. One that is there is fine. */
bool disk_make_folder(const struct disk *disk, const char *folder, struct strbuf *error);
/* Removes a folder and the files in it. Folders in it are not ours: then it stays. */
bool disk_remove_folder(const struct disk *disk, const char *folder, struct strbuf *error);

/*
 * False if the folder lies on a file system that other machines share, where
 * locks and shared memory cannot be relied on; `error` says so.
 */
bool disk_is_local(const struct disk *disk, const char *folder, struct strbuf *error);

#endif
