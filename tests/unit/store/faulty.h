/*
 * faulty.h - a disk that fails on demand, for our own files and for SQLite's.
 *
 * Calls that change something are counted over both seams: the n-th fails, or
 * it and all that follow. Nothing is really synced: tests that kill no machine
 * need not wait for it.
 */
#ifndef MOMUS_TEST_FAULTY_H
#define MOMUS_TEST_FAULTY_H

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sqlite3.h>
#include <sys/stat.h>

#include "store/file_system.h"
#include "testing.h"

enum faulty_mode {
    FAULTY_FULL,  /* ENOSPC */
    FAULTY_IO,    /* EIO */
    FAULTY_SHORT, /* half of a write, then ENOSPC */
    FAULTY_KILL,  /* the process is killed instead */
    FAULTY_CUT,   /* the power goes: what was not synced is lost */
};

struct faulty {
    uint64_t calls;   /* so far */
    uint64_t fail_at; /* 0: never */
    bool stays;       /* it does not get better */
    enum faulty_mode mode;
    uint64_t failed;      /* so many did */
    const char *first;    /* what failed first */
    struct strbuf *trace; /* if wanted: a letter for each call */
};
static struct faulty faulty;

static inline void faulty_arm(uint64_t fail_at, enum faulty_mode mode, bool stays) {
    faulty = (struct faulty){.fail_at = fail_at, .mode = mode, .stays = stays};
}

/* -- a power cut ----------------------------------------------------------- */

/*
 * While FAULTY_CUT is armed, the disk remembers what would be left of each file:
 * its bytes when it was last synced, if its folder was synced since it was made;
 * names from before a rename, and files from before they were removed, until
 * their folder is synced. Of SQLite's own files the names are certain.
 */
struct faulty_shadow {
    char path[600];
    char *bytes;
    size_t n;
    bool is_named;
};
static struct faulty_shadow faulty_shadows[512];
static size_t faulty_n_shadows;

struct faulty_rename {
    char from[600], to[600];
    char *old; /* the bytes that it replaced, or NULL */
    size_t old_n;
};
static struct faulty_rename faulty_renames[64];
static size_t faulty_n_renames;

static inline char *faulty_read(const char *path, size_t *n) {
    FILE *file = fopen(path, "r");
    *n = 0;
    if (file == NULL)
        return NULL;
    char *bytes = malloc(1 << 20);
    *n = fread(bytes, 1, 1 << 20, file);
    fclose(file);
    return bytes;
}

static inline void faulty_restore(const char *path, const char *bytes, size_t n) {
    FILE *file = fopen(path, "w");
    if (file == NULL)
        return; /* its folder is not there either */
    REQUIRE(n == 0 || fwrite(bytes, 1, n, file) == n);
    fclose(file);
}

static inline struct faulty_shadow *faulty_shadow(const char *path) {
    for (size_t i = 0; i < faulty_n_shadows; i++)
        if (strcmp(faulty_shadows[i].path, path) == 0)
            return &faulty_shadows[i];
    return NULL;
}

/* A file is about to be opened for writing. */
static inline void faulty_watch(const char *path, bool is_named) {
    if (faulty.mode != FAULTY_CUT || faulty_shadow(path) != NULL)
        return;
    REQUIRE(faulty_n_shadows < 512);
    struct faulty_shadow *shadow = &faulty_shadows[faulty_n_shadows++];
    snprintf(shadow->path, sizeof shadow->path, "%s", path);
    shadow->bytes = faulty_read(path, &shadow->n);
    shadow->is_named = is_named || shadow->bytes != NULL;
}

static inline bool faulty_is_in(const char *path, const char *folder) {
    return (size_t)(strrchr(path, '/') - path) == strlen(folder) &&
           strncmp(path, folder, strlen(folder)) == 0;
}

static inline void faulty_synced(const char *path) {
    struct stat info;
    if (faulty.mode != FAULTY_CUT || stat(path, &info) != 0)
        return;
    struct faulty_shadow *shadow = faulty_shadow(path);
    if (shadow != NULL)
        shadow->bytes = faulty_read(path, &shadow->n);
    if (!S_ISDIR(info.st_mode))
        return;
    size_t left = 0;
    for (size_t i = 0; i < faulty_n_shadows; i++) {
        shadow = &faulty_shadows[i];
        bool is_gone = false;
        if (faulty_is_in(shadow->path, path)) {
            is_gone = access(shadow->path, F_OK) != 0;
            shadow->is_named = true;
        }
        if (!is_gone)
            faulty_shadows[left++] = *shadow;
    }
    faulty_n_shadows = left;
    left = 0;
    for (size_t i = 0; i < faulty_n_renames; i++)
        if (!faulty_is_in(faulty_renames[i].to, path))
            faulty_renames[left++] = faulty_renames[i];
    faulty_n_renames = left;
}

static inline void faulty_move_shadows(const char *from, const char *to) {
    size_t n = strlen(from);
    for (size_t i = 0; i < faulty_n_shadows; i++) {
        char *path = faulty_shadows[i].path;
        if (strncmp(path, from, n) == 0 && (path[n] == '\0' || path[n] == '/')) {
            struct strbuf moved = {0};
            strbuf_printf(&moved, "%s%s", to, path + n);
            snprintf(path, sizeof faulty_shadows[i].path, "%s", strbuf_text(&moved));
            strbuf_free(&moved);
        }
    }
}

static inline void faulty_renaming(const char *from, const char *to) {
    if (faulty.mode != FAULTY_CUT)
        return;
    REQUIRE(faulty_n_renames < 64);
    struct faulty_rename *it = &faulty_renames[faulty_n_renames++];
    snprintf(it->from, sizeof it->from, "%s", from);
    snprintf(it->to, sizeof it->to, "%s", to);
    struct faulty_shadow *old = faulty_shadow(to);
    it->old = old != NULL && old->is_named ? old->bytes : NULL;
    it->old_n = old != NULL ? old->n : 0;
    if (old != NULL)
        *old = faulty_shadows[--faulty_n_shadows];
    faulty_move_shadows(from, to);
}

/* Leaves on the disk what a power cut would, at the worst. */
static inline void faulty_cut(void) {
    while (faulty_n_renames > 0) {
        struct faulty_rename *it = &faulty_renames[--faulty_n_renames];
        rename(it->to, it->from);
        faulty_move_shadows(it->to, it->from);
        if (it->old != NULL)
            faulty_restore(it->to, it->old, it->old_n);
    }
    for (size_t i = 0; i < faulty_n_shadows; i++)
        if (faulty_shadows[i].is_named)
            faulty_restore(faulty_shadows[i].path, faulty_shadows[i].bytes, faulty_shadows[i].n);
        else
            unlink(faulty_shadows[i].path);
    unlink("run/momus.db-shm"); /* it is memory */
}

/* -- the calls ------------------------------------------------------------- */

/* Counts a call; true if it must fail, with errno set. */
static inline bool faulty_hit(const char *what) {
    faulty.calls++;
    bool hit = faulty.fail_at != 0 &&
               (faulty.stays ? faulty.calls >= faulty.fail_at : faulty.calls == faulty.fail_at);
    if (!hit)
        return false;
    if (faulty.mode == FAULTY_CUT)
        faulty_cut();
    if (faulty.mode == FAULTY_KILL || faulty.mode == FAULTY_CUT)
        kill(getpid(), SIGKILL);
    if (faulty.failed++ == 0)
        faulty.first = what;
    errno = faulty.mode == FAULTY_IO ? EIO : ENOSPC;
    return true;
}

static inline void faulty_note(const char *what, const char *path) {
    if (faulty.trace != NULL)
        strbuf_printf(faulty.trace, "%s%s%s\n", what, path[0] != '\0' ? " " : "", path);
}

/* -- our own files --------------------------------------------------------- */

static char faulty_paths[256][600]; /* by descriptor */

static inline const char *faulty_name(int fd) {
    const char *slash = strrchr(faulty_paths[fd], '/');
    return slash != NULL ? slash + 1 : faulty_paths[fd];
}

static inline int faulty_open(const char *path, int flags, mode_t mode) {
    if ((flags & O_CREAT) != 0 && faulty_hit("open"))
        return -1;
    if ((flags & O_CREAT) != 0)
        faulty_watch(path, false);
    int fd = open(path, flags, mode);
    REQUIRE(fd < 256);
    if (fd >= 0)
        snprintf(faulty_paths[fd], sizeof faulty_paths[fd], "%s", path);
    return fd;
}

static inline ssize_t faulty_write(int fd, const void *bytes, size_t n) {
    faulty_note("write", faulty_name(fd));
    if (!faulty_hit("write"))
        return write(fd, bytes, n);
    if (faulty.mode != FAULTY_SHORT || n < 2)
        return -1;
    if (!faulty.stays)
        faulty.fail_at++; /* the rest does not fit */
    return write(fd, bytes, n / 2);
}

static inline int faulty_fsync(int fd) {
    faulty_note("sync", faulty_name(fd));
    if (faulty_hit("fsync"))
        return -1;
    faulty_synced(faulty_paths[fd]);
    return 0;
}

static inline int faulty_close(int fd) {
    bool hit = faulty_hit("close");
    int number = errno;
    int result = close(fd);
    errno = number;
    return hit ? -1 : result;
}

static inline int faulty_rename(const char *from, const char *to) {
    faulty_note("rename", strrchr(to, '/') + 1);
    if (faulty_hit("rename"))
        return -1;
    faulty_renaming(from, to);
    return rename(from, to);
}

static inline int faulty_mkdir(const char *path, mode_t mode) {
    return faulty_hit("mkdir") ? -1 : mkdir(path, mode);
}

static inline int faulty_unlink(const char *path) {
    faulty_note("unlink", strrchr(path, '/') + 1);
    return faulty_hit("unlink") ? -1 : unlink(path);
}

static inline int faulty_rmdir(const char *path) {
    return faulty_hit("rmdir") ? -1 : rmdir(path);
}

static const struct disk faulty_disk = {
    .open = faulty_open,
    .write = faulty_write,
    .fsync = faulty_fsync,
    .close = faulty_close,
    .rename = faulty_rename,
    .mkdir = faulty_mkdir,
    .unlink = faulty_unlink,
    .rmdir = faulty_rmdir,
    .kind = file_system_kind,
    .vfs = "faulty",
};

/* -- SQLite's files -------------------------------------------------------- */

struct faulty_file {
    sqlite3_file base;
    const char *path; /* "" for a temporary one */
    const char *name;
    sqlite3_file *real;
};

static sqlite3_vfs *faulty_below; /* the real VFS */

static inline sqlite3_file *faulty_real(sqlite3_file *file) {
    return ((struct faulty_file *)file)->real;
}

static inline int faulty_code(int io) {
    return faulty.mode == FAULTY_IO ? io : SQLITE_FULL;
}

static int faulty_x_close(sqlite3_file *file) {
    return faulty_real(file)->pMethods->xClose(faulty_real(file));
}
static int faulty_x_read(sqlite3_file *file, void *bytes, int n, sqlite3_int64 at) {
    return faulty_real(file)->pMethods->xRead(faulty_real(file), bytes, n, at);
}
static int faulty_x_write(sqlite3_file *file, const void *bytes, int n, sqlite3_int64 at) {
    sqlite3_file *real = faulty_real(file);
    faulty_note("write", ((struct faulty_file *)file)->name);
    if (!faulty_hit("xWrite"))
        return real->pMethods->xWrite(real, bytes, n, at);
    if (faulty.mode == FAULTY_SHORT && n > 1)
        real->pMethods->xWrite(real, bytes, n / 2, at);
    return faulty_code(SQLITE_IOERR_WRITE);
}
static int faulty_x_truncate(sqlite3_file *file, sqlite3_int64 size) {
    if (faulty_hit("xTruncate"))
        return SQLITE_IOERR_TRUNCATE;
    return faulty_real(file)->pMethods->xTruncate(faulty_real(file), size);
}
static int faulty_x_sync(sqlite3_file *file, int flags) {
    struct faulty_file *it = (struct faulty_file *)file;
    faulty_note("sync", it->name);
    if (faulty_hit("xSync"))
        return SQLITE_IOERR_FSYNC;
    faulty_synced(it->path);
    return SQLITE_OK;
}
static int faulty_x_size(sqlite3_file *file, sqlite3_int64 *size) {
    return faulty_real(file)->pMethods->xFileSize(faulty_real(file), size);
}
static int faulty_x_lock(sqlite3_file *file, int kind) {
    return faulty_real(file)->pMethods->xLock(faulty_real(file), kind);
}
static int faulty_x_unlock(sqlite3_file *file, int kind) {
    return faulty_real(file)->pMethods->xUnlock(faulty_real(file), kind);
}
static int faulty_x_reserved(sqlite3_file *file, int *result) {
    return faulty_real(file)->pMethods->xCheckReservedLock(faulty_real(file), result);
}
static int faulty_x_control(sqlite3_file *file, int op, void *argument) {
    return faulty_real(file)->pMethods->xFileControl(faulty_real(file), op, argument);
}
static int faulty_x_sector(sqlite3_file *file) {
    return faulty_real(file)->pMethods->xSectorSize(faulty_real(file));
}
static int faulty_x_traits(sqlite3_file *file) {
    return faulty_real(file)->pMethods->xDeviceCharacteristics(faulty_real(file));
}
static int faulty_x_shm_map(sqlite3_file *file, int page, int size, int extend,
                            void volatile **at) {
    if (extend && faulty_hit("xShmMap"))
        return SQLITE_IOERR_SHMSIZE;
    return faulty_real(file)->pMethods->xShmMap(faulty_real(file), page, size, extend, at);
}
static int faulty_x_shm_lock(sqlite3_file *file, int offset, int n, int flags) {
    return faulty_real(file)->pMethods->xShmLock(faulty_real(file), offset, n, flags);
}
static void faulty_x_shm_barrier(sqlite3_file *file) {
    faulty_real(file)->pMethods->xShmBarrier(faulty_real(file));
}
static int faulty_x_shm_unmap(sqlite3_file *file, int remove) {
    return faulty_real(file)->pMethods->xShmUnmap(faulty_real(file), remove);
}

static const sqlite3_io_methods faulty_methods = {
    .iVersion = 2,
    .xClose = faulty_x_close,
    .xRead = faulty_x_read,
    .xWrite = faulty_x_write,
    .xTruncate = faulty_x_truncate,
    .xSync = faulty_x_sync,
    .xFileSize = faulty_x_size,
    .xLock = faulty_x_lock,
    .xUnlock = faulty_x_unlock,
    .xCheckReservedLock = faulty_x_reserved,
    .xFileControl = faulty_x_control,
    .xSectorSize = faulty_x_sector,
    .xDeviceCharacteristics = faulty_x_traits,
    .xShmMap = faulty_x_shm_map,
    .xShmLock = faulty_x_shm_lock,
    .xShmBarrier = faulty_x_shm_barrier,
    .xShmUnmap = faulty_x_shm_unmap,
};

static int faulty_x_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags,
                         int *result) {
    struct faulty_file *it = (struct faulty_file *)file;
    it->base.pMethods = NULL;
    it->real = (sqlite3_file *)(it + 1);
    it->path = name != NULL ? name : "";
    it->name = name != NULL ? strrchr(name, '/') + 1 : "";
    if ((flags & SQLITE_OPEN_CREATE) != 0 && faulty_hit("xOpen"))
        return SQLITE_CANTOPEN;
    if (name != NULL && (flags & SQLITE_OPEN_READWRITE) != 0)
        faulty_watch(name, true);
    int code = faulty_below->xOpen(faulty_below, name, it->real, flags, result);
    if (code == SQLITE_OK)
        it->base.pMethods = &faulty_methods;
    return code;
}

static int faulty_x_delete(sqlite3_vfs *vfs, const char *name, int sync) {
    if (faulty_hit("xDelete"))
        return SQLITE_IOERR_DELETE;
    struct faulty_shadow *shadow = faulty_shadow(name);
    if (shadow != NULL)
        *shadow = faulty_shadows[--faulty_n_shadows];
    return faulty_below->xDelete(faulty_below, name, 0);
}

static int faulty_x_last_error(sqlite3_vfs *vfs, int n, char *text) {
    return faulty.failed > 0 ? (faulty.mode == FAULTY_IO ? EIO : ENOSPC) : 0;
}

/* Call once, before faulty_disk is used. */
static inline void faulty_install(void) {
    static sqlite3_vfs vfs;
    faulty_below = sqlite3_vfs_find(NULL);
    vfs = *faulty_below; /* what is not replaced ignores the file's own part */
    vfs.zName = "faulty";
    vfs.iVersion = 1;
    vfs.pNext = NULL;
    vfs.szOsFile = (int)sizeof(struct faulty_file) + faulty_below->szOsFile;
    vfs.xOpen = faulty_x_open;
    vfs.xDelete = faulty_x_delete;
    vfs.xGetLastError = faulty_x_last_error;
    assert_int_equal(sqlite3_vfs_register(&vfs, 0), SQLITE_OK);
}

#endif
