#include "base/file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/die.h"

static bool fail(struct strbuf *error, const char *path, const char *what) {
    if (error->n > 0)
        strbuf_add_text(error, "; ");
    strbuf_printf(error, "%s: %s: %s", path, what, strerror(errno));
    return false;
}

/* More than any reader takes; a device may have no end. */
#define FILE_READ_MAX ((size_t)5 << 30)

static bool read_all(int fd, struct strbuf *into) {
    for (;;) {
        if (into->n > FILE_READ_MAX) {
            errno = EFBIG;
            return false;
        }
        strbuf_reserve(into, 65536);
        ssize_t got = read(fd, into->at + into->n, into->cap - into->n - FILE_SLACK);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return false;
        if (got == 0)
            return true;
        into->n += (size_t)got;
    }
}

bool file_read(const char *path, struct file_text *text, struct strbuf *error) {
    *text = (struct file_text){0};
    bool from_stdin = strcmp(path, "-") == 0;
    int fd = from_stdin ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return fail(error, path, "cannot open");
    struct stat info;
    struct strbuf bytes = {0};
    bool good = fstat(fd, &info) == 0;
    if (good && S_ISREG(info.st_mode))
        strbuf_reserve(&bytes, (size_t)info.st_size + 65536);
    good = good && read_all(fd, &bytes);
    if (!good) {
        fail(error, path, "cannot read");
        strbuf_free(&bytes);
    } else {
        strbuf_reserve(&bytes, FILE_SLACK);
        memset(bytes.at + bytes.n, 0, FILE_SLACK);
        *text = (struct file_text){bytes.at, bytes.n};
    }
    if (!from_stdin)
        close(fd);
    return good;
}

void file_text_free(struct file_text *text) {
    mem_free(text->at);
    *text = (struct file_text){0};
}

static void remove_file(void *path) {
    unlink(path);
}

static bool write_all(int fd, const char *bytes, size_t n) {
    while (n > 0) {
        ssize_t put = write(fd, bytes, n);
        if (put < 0 && errno == EINTR)
            continue;
        if (put < 0)
            return false;
        bytes += put;
        n -= (size_t)put;
    }
    return true;
}

/* The mode that a file written for the first time gets. */
static mode_t default_mode(void) {
    mode_t mask = umask(0);
    umask(mask);
    return 0666 & ~mask;
}

/* A device, a pipe: nothing that could be replaced. */
static bool write_in_place(const char *path, const char *bytes, size_t n, struct strbuf *error) {
    int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
    if (fd < 0)
        return fail(error, path, "cannot write");
    bool good = write_all(fd, bytes, n);
    good = close(fd) == 0 && good;
    return good || fail(error, path, "cannot write");
}

bool file_write(const char *path, const char *bytes, size_t n, struct strbuf *error) {
    struct stat kind;
    bool is_link = lstat(path, &kind) == 0 && S_ISLNK(kind.st_mode);
    bool exists = stat(path, &kind) == 0;
    if (exists ? !S_ISREG(kind.st_mode) : is_link)
        return write_in_place(path, bytes, n, error);
    char *real = realpath(path, NULL); /* a link is followed, not replaced */
    const char *target = real != NULL ? real : path;
    struct stat info;
    bool is_new = stat(target, &info) != 0;
    mode_t mode = is_new ? default_mode() : info.st_mode & 07777;

    struct strbuf name = {0};
    strbuf_printf(&name, "%s.XXXXXX", target);
    char *temporary = strbuf_detach(&name);
    sigset_t before;
    die_block_signals(&before); /* a file without its cleanup would stay */
    int fd = mkostemp(temporary, O_CLOEXEC);
    bool good = fd >= 0;
    if (good)
        die_cleanup_push(remove_file, temporary);
    sigprocmask(SIG_SETMASK, &before, NULL);
    if (good) {
        if (!is_new && fchown(fd, info.st_uid, info.st_gid) != 0 &&
            fchown(fd, (uid_t)-1, info.st_gid) != 0)
            errno = 0; /* neither is ours to give */
        good = fchmod(fd, mode) == 0 && write_all(fd, bytes, n) && fsync(fd) == 0;
        good = close(fd) == 0 && good;
        good = good && rename(temporary, target) == 0;
    }
    if (!good) {
        fail(error, path, "cannot write");
        if (fd >= 0)
            unlink(temporary);
    }
    if (fd >= 0)
        die_cleanup_pop();
    mem_free(temporary);
    free(real);
    return good;
}

bool file_make_folder(const char *path, struct strbuf *error) {
    char *part = mem_copy_text(path, strlen(path));
    bool good = true;
    for (char *at = part + 1; good && at[-1] != '\0'; at++) {
        char here = *at;
        if (here != '/' && here != '\0')
            continue;
        *at = '\0';
        good = mkdir(part, 0777) == 0 || errno == EEXIST;
        *at = here;
    }
    struct stat info;
    if (good && stat(path, &info) == 0 && !S_ISDIR(info.st_mode)) {
        errno = ENOTDIR;
        good = false;
    }
    mem_free(part);
    return good || fail(error, path, "cannot make this folder");
}

static bool ends_with(const char *name, const char *suffix) {
    size_t n = strlen(name), m = strlen(suffix);
    return n >= m && memcmp(name + n - m, suffix, m) == 0;
}

static char *join(const char *folder, const char *name) {
    struct strbuf path = {0};
    size_t n = strlen(folder);
    strbuf_printf(&path, "%s%s%s", folder, n > 0 && folder[n - 1] == '/' ? "" : "/", name);
    return strbuf_detach(&path);
}

/* Sorts the entries of one folder into files to keep and folders to visit. */
static bool scan_folder(const char *folder, const char *suffix, path_vec *files, path_vec *folders,
                        struct strbuf *error) {
    DIR *dir = opendir(folder);
    if (dir == NULL)
        return fail(error, folder, "cannot open");
    struct dirent *entry;
    bool good = true;
    while ((entry = readdir(dir)) != NULL) {
        if (entry->d_name[0] == '.')
            continue;
        char *path = join(folder, entry->d_name);
        struct stat info;
        if (lstat(path, &info) == 0 && S_ISDIR(info.st_mode))
            vec_push(folders, path); /* a link to a folder is not followed: it may lead back */
        else if (ends_with(entry->d_name, suffix) && stat(path, &info) != 0) {
            good = fail(error, path, "cannot open"); /* a link that leads nowhere */
            mem_free(path);
        } else if (ends_with(entry->d_name, suffix) && S_ISREG(info.st_mode))
            vec_push(files, path);
        else
            mem_free(path);
    }
    closedir(dir);
    return good;
}

static int compare_paths(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

bool file_list(const char *path, const char *suffix, path_vec *paths, struct strbuf *error) {
    struct stat info;
    if (strcmp(path, "-") != 0 && stat(path, &info) != 0)
        return fail(error, path, "cannot open");
    if (strcmp(path, "-") == 0 || !S_ISDIR(info.st_mode)) {
        vec_push(paths, mem_copy_text(path, strlen(path)));
        return true;
    }
    bool good = true;
    size_t first = paths->n;
    path_vec folders = {0};
    vec_push(&folders, mem_copy_text(path, strlen(path)));
    while (folders.n > 0) {
        char *folder = vec_pop(&folders);
        good = scan_folder(folder, suffix, paths, &folders, error) && good;
        mem_free(folder);
    }
    vec_free(&folders);
    if (paths->n > first)
        qsort(paths->at + first, paths->n - first, sizeof *paths->at, compare_paths);
    return good;
}

void path_vec_free(path_vec *paths) {
    for (size_t i = 0; i < paths->n; i++)
        mem_free(paths->at[i]);
    vec_free(paths);
}
