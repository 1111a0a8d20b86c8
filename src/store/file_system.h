/*
 * file_system.h - which file systems are shared between machines.
 *
 * SQLite's locks and the shared memory of its log need a file system that only
 * this machine's kernel changes. Behind FUSE there may be either: what is not
 * known to be local counts as shared.
 */
#ifndef MOMUS_STORE_FILE_SYSTEM_H
#define MOMUS_STORE_FILE_SYSTEM_H

#include "store/disk.h"

/* What the folder lies on, as the kernel says. -1 with errno. */
int file_system_kind(const char *path, struct disk_kind *kind);
/* The name of a file system that is, or may be, shared; NULL for a local one. */
const char *file_system_shared(const struct disk_kind *kind);

#endif
