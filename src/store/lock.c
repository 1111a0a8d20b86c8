#include "store/lock.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

/*
 * The kernel's lock is per process: the same process would get it twice, and
 * lose it with the first release. So those that are held here are listed.
 */
static struct lock *held;

static bool is_held(const struct stat *info) {
    for (const struct lock *lock = held; lock != NULL; lock = lock->next)
        if (lock->device == info->st_dev && lock->inode == info->st_ino)
            return true;
    return false;
}

/* Who has it: the kernel knows, or, if that process is in another container, the file says. */
static long holder(int fd) {
    struct flock other = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    if (fcntl(fd, F_GETLK, &other) == 0 && other.l_type != F_UNLCK && other.l_pid > 0)
        return other.l_pid;
    char text[32] = "";
    ssize_t n = pread(fd, text, sizeof text - 1, 0);
    return n > 0 ? strtol(text, NULL, 10) : 0;
}

static bool refuse(struct strbuf *error, const char *path, long process) {
    int folder = (int)(strrchr(path, '/') != NULL ? strrchr(path, '/') - path : 0);
    strbuf_printf(error, "%.*s: another momus is writing to this run", folder, path);
    if (process > 0)
        strbuf_printf(error, " (process %ld)", process);
    strbuf_add_text(error, "; wait for it, stop it, or choose another folder");
    return false;
}

/* The number of this process, for people and for other containers. */
static bool sign(const struct disk *disk, int fd) {
    char text[32];
    int n = snprintf(text, sizeof text, "%ld\n", (long)getpid());
    return ftruncate(fd, 0) == 0 && disk->write(fd, text, (size_t)n) == n;
}

bool lock_take(struct lock *lock, const struct disk *disk, const char *path, struct strbuf *error) {
    lock->fd = -1;
    struct stat info;
    if (stat(path, &info) == 0 && is_held(&info))
        return refuse(error, path, getpid()); /* opening and closing it would release it */
    int fd = disk->open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (fd < 0)
        return disk_fail(error, path, "cannot write");
    struct flock all = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    bool good = fcntl(fd, F_SETLK, &all) == 0;
    if (!good && (errno == EAGAIN || errno == EACCES))
        refuse(error, path, holder(fd));
    else if (!good)
        disk_fail(error, path, "cannot lock");
    else if (fstat(fd, &info) != 0 || !sign(disk, fd))
        good = disk_fail(error, path, "cannot write");
    if (!good) {
        close(fd);
        return false;
    }
    *lock = (struct lock){fd, info.st_dev, info.st_ino, held};
    held = lock;
    return true;
}

void lock_release(struct lock *lock) {
    if (lock->fd < 0)
        return;
    struct lock **place = &held;
    while (*place != lock)
        place = &(*place)->next;
    *place = lock->next;
    close(lock->fd);
    lock->fd = -1;
}
