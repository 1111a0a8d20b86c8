/*
 * lock.h - one writer for a run directory.
 *
 * The lock is the kernel's, on a file that names the process that holds it: it
 * goes with the process, however that ends, and a child does not inherit it.
 */
#ifndef MOMUS_STORE_LOCK_H
#define MOMUS_STORE_LOCK_H

#include "store/disk.h"

struct lock {
    int fd; /* -1: not held */
    dev_t device;
    ino_t inode;
    struct lock *next; /* of those that this process holds */
};

/* False, with the holder's number in `error`, if somebody has it. The lock must not move. */
bool lock_take(struct lock *lock, const struct disk *disk, const char *path, struct strbuf *error);
/* Does nothing if it is not held. */
void lock_release(struct lock *lock);

#endif
