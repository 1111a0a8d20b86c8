#include "proc/home.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <sys/wait.h>
#include <unistd.h>

#include "proc/leftover.h"

enum { RIGHTS = 0700, FILE_RIGHTS = 0600, FILES_MAX = 20000 };

static const char *parent; /* NULL: the usual one */
static bool is_swept;      /* what was left in it is removed */

void home_set_parent(const char *path) {
    parent = path;
    is_swept = false;
}

static const char *find_parent(void) {
    const char *from_env = getenv("TMPDIR");
    if (parent != NULL)
        return parent;
    return from_env != NULL && from_env[0] == '/' ? from_env : "/tmp";
}

/* ---- removing ---- */

static int remove_entry(const char *path, const struct stat *info, int type, struct FTW *where) {
    (void)info, (void)type, (void)where;
    remove(path);
    return 0; /* the rest is removed all the same */
}

/* Programs may take their own rights away from a directory. */
static int open_up(const char *path, const struct stat *info, int type, struct FTW *where) {
    (void)info, (void)where;
    if (type == FTW_DNR || type == FTW_D)
        chmod(path, RIGHTS);
    return 0;
}

static void remove_tree(const char *path) {
    nftw(path, open_up, 16, FTW_PHYS);
    nftw(path, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
}

static void close_script(struct home *home) {
    if (home->script >= 0)
        close(home->script);
    home->script = -1;
    mem_free(home->name);
    home->name = NULL;
}

void home_drop_script(struct home *home) {
    if (home->script >= 0)
        unlinkat(home->fd, home->name, 0);
    close_script(home);
}

void home_empty(struct home *home) {
    struct strbuf path = {0};
    struct dirent *entry;
    close_script(home);
    fchmod(home->fd, RIGHTS); /* its rights may have been taken away */
    int fd = openat(home->fd, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *folder = fd < 0 ? NULL : fdopendir(fd);
    while (folder != NULL && (entry = readdir(folder)) != NULL) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0 ||
            unlinkat(dirfd(folder), entry->d_name, 0) == 0)
            continue;
        strbuf_clear(&path); /* its own path leads there only in its own namespace */
        strbuf_printf(&path, "/proc/self/fd/%d/%s", home->fd, entry->d_name);
        remove_tree(strbuf_text(&path));
    }
    if (folder != NULL)
        closedir(folder);
    strbuf_free(&path);
}

void home_remove(struct home *home) {
    close_script(home);
    if (home->mount >= 0)
        close(home->mount);
    if (home->fd >= 0)
        close(home->fd);
    if (home->path != NULL)
        remove_tree(home->path);
    mem_free(home->path);
    *home = (struct home){.fd = -1, .mount = -1, .script = -1};
}

/* An entry of a directory, as getdents64 has it. */
struct entry {
    uint64_t inode;
    int64_t offset;
    uint16_t length;
    uint8_t type;
    char name[];
};

/* Removes the files of a directory, by system calls alone. */
static void remove_files(int fd) {
    _Alignas(struct entry) char entries[4096];
    long n;
    lseek(fd, 0, SEEK_SET);
    while ((n = syscall(SYS_getdents64, fd, entries, sizeof entries)) > 0)
        for (long at = 0; at < n;) {
            const struct entry *entry = (const struct entry *)(const void *)(entries + at);
            at += entry->length;
            unlinkat(fd, entry->name, 0);
        }
}

void home_abandon(const struct home *home) {
    if (home->path == NULL)
        return;
    if (!home->is_mounted && home->fd >= 0)
        remove_files(home->fd);
    rmdir(home->path);
}

/* ---- making ---- */

/* A file system in memory, mounted nowhere yet; -1 if there can be none. */
static int make_mount(uint64_t bytes) {
    char size[24], files[24];
    snprintf(size, sizeof size, "%llu", (unsigned long long)bytes);
    snprintf(files, sizeof files, "%d", FILES_MAX);
    int system = fsopen("tmpfs", FSOPEN_CLOEXEC);
    int mount = -1;
    if (system >= 0 && fsconfig(system, FSCONFIG_SET_STRING, "size", size, 0) == 0 &&
        fsconfig(system, FSCONFIG_SET_STRING, "nr_inodes", files, 0) == 0 &&
        fsconfig(system, FSCONFIG_SET_STRING, "mode", "0700", 0) == 0 &&
        fsconfig(system, FSCONFIG_CMD_CREATE, NULL, NULL, 0) == 0)
        mount = fsmount(system, FSMOUNT_CLOEXEC, MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV);
    if (system >= 0)
        close(system);
    return mount;
}

bool home_mount(const struct home *home) {
    return !home->is_mounted ||
           move_mount(home->mount, "", AT_FDCWD, home->path, MOVE_MOUNT_F_EMPTY_PATH) == 0;
}

void home_is_entered(struct home *home) {
    if (home->mount >= 0)
        close(home->mount);
    home->mount = -1;
}

/* In a process that ends then. */
static bool try_mount(void) {
    struct home home = {.path = (char *)find_parent(), .is_mounted = true};
    return unshare(CLONE_NEWNS) == 0 && mount(NULL, "/", NULL, MS_REC | MS_SLAVE, NULL) == 0 &&
           (home.mount = make_mount(1 << 20)) >= 0 && home_mount(&home);
}

bool home_can_mount(void) {
    static int known = -1;
    if (known >= 0)
        return known == 1;
    pid_t pid = fork();
    if (pid == 0)
        _exit(try_mount() ? 0 : 1);
    int status = 1;
    while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR)
        ;
    known = pid > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
    return known == 1;
}

bool home_make(struct home *home, uint64_t limit, uint64_t ours, struct strbuf *error) {
    struct strbuf path = {0};
    *home = (struct home){.fd = -1, .mount = -1, .script = -1, .for_ours = UINT64_MAX};
    if (!is_swept)
        leftover_sweep(find_parent(), remove_tree);
    is_swept = true;
    leftover_add_path(&path, find_parent());
    strbuf_add_text(&path, "XXXXXX");
    char *made = strbuf_detach(&path);
    if (mkdtemp(made) == NULL) {
        strbuf_printf(error,
                      "%s: cannot make a directory: %s; set TMPDIR to one that you may write", made,
                      strerror(errno));
        mem_free(made);
        return false;
    }
    home->path = made;
    if (limit > 0 && home_can_mount())
        home->mount = make_mount(limit + ours);
    home->is_mounted = home->mount >= 0;
    if (home->is_mounted)
        home->for_ours = ours;
    home->fd = home->is_mounted ? openat(home->mount, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
                                : open(home->path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (home->fd >= 0)
        return true;
    strbuf_printf(error, "%s: cannot be opened: %s", home->path, strerror(errno));
    home_remove(home);
    return false;
}

/* ---- looking ---- */

/* Is this file in the directory, or none if it has no name, and nothing else? */
static bool has_only(const struct home *home, const char *name, ino_t inode) {
    _Alignas(struct entry) char entries[512];
    bool is_there = name == NULL;
    if (lseek(home->fd, 0, SEEK_SET) != 0)
        return false;
    long n;
    while ((n = syscall(SYS_getdents64, home->fd, entries, sizeof entries)) > 0)
        for (long at = 0; at < n;) {
            const struct entry *entry = (const struct entry *)(const void *)(entries + at);
            at += entry->length;
            if (strcmp(entry->name, ".") == 0 || strcmp(entry->name, "..") == 0)
                continue;
            if (name == NULL || entry->inode != inode || strcmp(entry->name, name) != 0)
                return false;
            is_there = true;
        }
    return n == 0 && is_there;
}

bool home_is_as_left(struct home *home) {
    struct stat opened, named, script = {0};
    if (fstat(home->fd, &opened) != 0 || (opened.st_mode & 07777) != RIGHTS)
        return false;
    if (home->script >= 0 && (fstat(home->script, &script) != 0 || script.st_nlink != 1 ||
                              (script.st_mode & 07777) != FILE_RIGHTS))
        return false;
    home->size = (size_t)script.st_size;
    if (!has_only(home, home->name, script.st_ino))
        return false;
    /* What something is mounted on can be neither moved nor removed. */
    return home->is_mounted || (lstat(home->path, &named) == 0 && opened.st_ino == named.st_ino &&
                                opened.st_dev == named.st_dev);
}

bool home_is_full(const struct home *home) {
    struct statfs room;
    return home->is_mounted && fstatfs(home->fd, &room) == 0 &&
           (room.f_bfree == 0 || room.f_ffree == 0);
}

/* ---- writing ---- */

static bool write_all(int fd, const char *text, size_t n) {
    for (size_t at = 0; at < n;) {
        ssize_t done = pwrite(fd, text + at, n - at, (off_t)at);
        if (done < 0 && errno == EINTR)
            continue;
        if (done < 0)
            return false;
        at += (size_t)done;
    }
    return true;
}

static int create(const struct home *home, const char *name) {
    return openat(home->fd, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, FILE_RIGHTS);
}

bool home_write_script(struct home *home, const char *name, const char *text, size_t n) {
    if (home->script >= 0 && strcmp(home->name, name) != 0)
        home_drop_script(home);
    if (home->script < 0) {
        home->script = create(home, name);
        if (home->script < 0)
            return false;
        home->name = mem_copy_text(name, strlen(name));
        home->size = 0;
    }
    if (!write_all(home->script, text, n) ||
        (n < home->size && ftruncate(home->script, (off_t)n) != 0))
        return false;
    home->size = n;
    return true;
}

bool home_add_file(const struct home *home, const char *name, const char *text, size_t n) {
    int fd = create(home, name);
    bool good = fd >= 0 && write_all(fd, text, n);
    return fd >= 0 && close(fd) == 0 && good;
}
