/*
 * home.h - the private directory of a box: where the program runs, with the
 * script that it is to read.
 *
 * Where momus may mount, it is a file system of its own, in memory: its size is
 * limited, it is seen by nobody but the processes of the box, and it is gone with
 * the last of them. On the disk there is only the empty directory that it is
 * mounted on, in the mount namespace of the warden. Elsewhere it is a directory
 * on the disk.
 */
#ifndef MOMUS_PROC_HOME_H
#define MOMUS_PROC_HOME_H

#include <sys/types.h>

#include "base/strbuf.h"

struct home {
    char *path;        /* as the program sees it */
    int fd;            /* the directory, open; good whether it is mounted or not */
    int mount;         /* the file system, until home_is_entered; -1 */
    bool is_mounted;   /* a file system of its own */
    uint64_t for_ours; /* bytes in it that files of ours may take */
    int script;        /* the file that programs are given, open; -1 */
    char *name;        /* of that */
    size_t size;
};

/* Where homes are made; NULL: $TMPDIR, else /tmp. */
void home_set_parent(const char *path);
/* Can homes be file systems of their own? Found out once. */
bool home_can_mount(void);
/*
 * Makes one. If it is a file system, files of the program may take `limit` bytes together (0: it
 * is none, then), and ours as much as `ours`. False with a message.
 */
bool home_make(struct home *home, uint64_t limit, uint64_t ours, struct strbuf *error);
/* All who are in it have ended. */
void home_remove(struct home *home);
/* As home_remove, but only what a signal handler may do: folders in it on the disk are left. */
void home_abandon(const struct home *home);

/* For the warden, in a mount namespace of its own: makes it appear. False if it cannot. */
bool home_mount(const struct home *home);
/* The warden has its own descriptors now. */
void home_is_entered(struct home *home);

/* Is it where and as it was, with nothing in it but the script? Programs may do anything to it. */
bool home_is_as_left(struct home *home);
/* Have its files taken all the room there is? */
bool home_is_full(const struct home *home);
/* Removes what is in it. */
void home_empty(struct home *home);
/*
 * The script, in place of the last one, which home_is_as_left has found, or nothing has run since.
 * Making and removing a file each time would cost more than writing it. False with errno.
 */
bool home_write_script(struct home *home, const char *name, const char *text, size_t n);
/* The last script goes. */
void home_drop_script(struct home *home);
/* Another file. False with errno. */
bool home_add_file(const struct home *home, const char *name, const char *text, size_t n);

#endif
