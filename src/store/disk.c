#include "store/disk.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "store/file_system.h"

static int system_open(const char *path, int flags, mode_t mode) {
    return open(path, flags, mode);
}

const struct disk disk_system = {
    .open = system_open,
    .write = write,
    .fsync = fsync,
    .close = close,
    .rename = rename,
    .mkdir = mkdir,
    .unlink = unlink,
    .rmdir = rmdir,
    .kind = file_system_kind,
};

char *disk_join(const char *folder, const char *name) {
    struct strbuf path = {0};
    size_t n = strlen(folder);
    strbuf_printf(&path, "%s%s%s", folder, n > 0 && folder[n - 1] == '/' ? "" : "/", name);
    return strbuf_detach(&path);
}

const char *disk_explain(int number) {
    switch (number) {
    case ENOSPC:
        return "the disk is full; make room and start again";
    case EDQUOT:
        return "your share of the disk is used up; make room and start again";
    case EROFS:
        return "the file system is read-only";
    case EACCES:
    case EPERM:
        return "you may not write there";
    default:
        return strerror(number);
    }
}

bool disk_fail(struct strbuf *error, const char *path, const char *what) {
    int number = errno;
    if (error->n > 0)
        strbuf_add_text(error, "; ");
    strbuf_printf(error, "%s: %s: %s", path, what, disk_explain(number));
    return false;
}

static bool write_all(const struct disk *disk, int fd, const char *bytes, size_t n) {
    while (n > 0) {
        ssize_t put = disk->write(fd, bytes, n);
        if (put < 0 && errno == EINTR)
            continue;
        if (put <= 0) {
            errno = put == 0 ? ENOSPC : errno;
            return false;
        }
        bytes += put;
        n -= (size_t)put;
    }
    return true;
}

/* close, without losing the errno of what failed before. */
static bool close_after(const struct disk *disk, int fd, bool good) {
    int number = errno;
    bool closed = disk->close(fd) == 0;
    if (!good)
        errno = number;
    return good && closed;
}

bool disk_write(const struct disk *disk, const char *path, const char *bytes, size_t n,
                struct strbuf *error) {
    int fd = disk->open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (fd < 0)
        return disk_fail(error, path, "cannot write");
    bool good = write_all(disk, fd, bytes, n) && disk->fsync(fd) == 0;
    return close_after(disk, fd, good) || disk_fail(error, path, "cannot write");
}

static bool sync_folder(const struct disk *disk, const char *folder) {
    int fd = disk->open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0);
    return fd >= 0 && close_after(disk, fd, disk->fsync(fd) == 0);
}

bool disk_sync_folder(const struct disk *disk, const char *folder, struct strbuf *error) {
    return sync_folder(disk, folder) || disk_fail(error, folder, "cannot sync the folder");
}

bool disk_replace(const struct disk *disk, const char *folder, const char *name, const char *bytes,
                  size_t n, struct strbuf *error) {
    struct strbuf hidden = {0};
    strbuf_printf(&hidden, DISK_NEW "%s", name);
    char *temporary = disk_join(folder, strbuf_text(&hidden));
    char *path = disk_join(folder, name);
    bool good = disk_write(disk, temporary, bytes, n, error);
    if (good && disk->rename(temporary, path) != 0)
        good = disk_fail(error, path, "cannot write");
    if (!good)
        disk->unlink(temporary); /* else the next writer sweeps it away */
    good = good && disk_sync_folder(disk, folder, error);
    strbuf_free(&hidden);
    mem_free(temporary);
    mem_free(path);
    return good;
}

/* Makes one folder whose parent, the first `above` bytes of the path, is there. */
static bool make_one(const struct disk *disk, const char *path, size_t above,
                     struct strbuf *error) {
    struct stat info;
    if (stat(path, &info) == 0) {
        if (S_ISDIR(info.st_mode))
            return true;
        errno = ENOTDIR;
        return disk_fail(error, path, "cannot make the folder");
    }
    char *parent = above > 0 ? mem_copy_text(path, above) : mem_copy_text(".", 1);
    bool good = (disk->mkdir(path, 0777) == 0 || errno == EEXIST) && sync_folder(disk, parent);
    if (!good)
        disk_fail(error, path, "cannot make the folder");
    mem_free(parent);
    return good;
}

bool disk_make_folder(const struct disk *disk, const char *folder, struct strbuf *error) {
    char *path = mem_copy_text(folder, strlen(folder));
    bool good = true;
    size_t above = path[0] == '/' ? 1 : 0;
    for (size_t i = 1; good && path[0] != '\0'; i++) {
        bool last = path[i] == '\0';
        if (path[i] != '/' && !last)
            continue;
        path[i] = '\0';
        good = make_one(disk, path, above, error);
        if (last)
            break;
        path[i] = '/';
        above = i;
    }
    mem_free(path);
    return good;
}

bool disk_remove_folder(const struct disk *disk, const char *folder, struct strbuf *error) {
    DIR *dir = opendir(folder);
    if (dir == NULL)
        return disk_fail(error, folder, "cannot open");
    bool good = true;
    struct dirent *entry;
    while (good && (entry = readdir(dir)) != NULL) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        char *path = disk_join(folder, entry->d_name);
        if (disk->unlink(path) != 0)
            good = disk_fail(error, path, "cannot remove");
        mem_free(path);
    }
    closedir(dir);
    if (good && disk->rmdir(folder) != 0)
        good = disk_fail(error, folder, "cannot remove");
    return good;
}

bool disk_is_local(const struct disk *disk, const char *folder, struct strbuf *error) {
    struct disk_kind kind = {0};
    if (disk->kind(folder, &kind) != 0)
        return disk_fail(error, folder, "cannot tell which file system this is");
    const char *name = file_system_shared(&kind);
    if (name == NULL)
        return true;
    strbuf_printf(error,
                  "%s: this is a network file system (%s), where the database could be damaged: "
                  "its locks and its shared memory do not work across machines; choose a folder "
                  "on a local disk",
                  folder, name);
    return false;
}
