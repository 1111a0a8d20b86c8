/*
 * The library that LD_PRELOAD puts into a solver for the way of asking "snapshot": see
 * proc/snapshot.h.
 *
 * The solver starts as always: loads its libraries, makes its tables, reads its options. Then
 * it opens its input, by one of the functions below, which are ours; or, where it was told to
 * read something first (options, a logic), it comes to the end of that. There it stops and
 * becomes a server. For each query it forks, and the fork goes on from there as if nothing had
 * happened: the input is the query.
 *
 * The server is the only process in its PID namespace besides the first, the warden. So
 * kill(-1) from the server reaches a query and whatever that has started, and nothing else.
 */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "proc/snapshot_wire.h"

enum {
    PADDING_MIN = 4096, /* blanks behind what is read first: more than a scanner looks ahead */
    NAME_MAX_BYTES = 64,
    CONTROL_MIN = 100, /* where few files may be open, the last of them */
};

static enum {
    IDLE,    /* not asked for anything: every function is what it always was */
    WAITING, /* for the input to be opened, or read */
    QUERY,   /* in a fork */
} state;

static bool stops_at_read;
static char input_name[NAME_MAX_BYTES];
static int control = -1;
static int input = -1;   /* its descriptor, where the stop is at a read */
static size_t n_padding; /* blanks that followed what was read first */

/* The function of this name that would be called if we were not here. */
static void *next(const char *name) {
    void *found = dlsym(RTLD_NEXT, name);
    if (found == NULL)
        abort();
    return found;
}

/* ---- the server ---- */

static void say(const struct wire_reply *reply) {
    ssize_t n;
    do
        n = send(control, reply, sizeof *reply, MSG_NOSIGNAL);
    while (n < 0 && errno == EINTR);
    if (n != sizeof *reply)
        _exit(1);
}

/* False at the end: momus has closed its side. */
static bool hear(struct wire_request *request) {
    ssize_t n;
    do
        n = recv(control, request, sizeof *request, 0);
    while (n < 0 && errno == EINTR);
    return n == sizeof *request;
}

static int open_pidfd(pid_t pid) {
    return (int)syscall(SYS_pidfd_open, pid, 0);
}

/* Everything that a query has left is killed, and gone: also from the warden's table. */
static void kill_rest(void) {
    while (kill(-1, SIGKILL) == 0 || errno != ESRCH)
        usleep(200);
}

/* Waits for a fork to end, and does to it what momus says. */
static void watch(pid_t pid, struct wire_reply *reply) {
    int pidfd = open_pidfd(pid);
    struct pollfd waits[] = {{.fd = pidfd, .events = POLLIN}, {.fd = control, .events = POLLIN}};
    while (pidfd >= 0) {
        struct wire_request request;
        if (poll(waits, 2, -1) < 0)
            continue;
        if (waits[0].revents != 0)
            break;
        if (!hear(&request)) {
            kill(-1, SIGKILL);
            _exit(0);
        }
        kill(-1, request.word == WIRE_TERM ? SIGTERM : SIGKILL);
    }
    struct rusage usage = {0};
    while (wait4(pid, &reply->status, 0, &usage) < 0 && errno == EINTR)
        ;
    if (pidfd >= 0)
        close(pidfd);
    reply->cpu_ns = (uint64_t)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1000000000u +
                    (uint64_t)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1000u;
    reply->peak = (uint64_t)usage.ru_maxrss * 1024;
}

/* If memory runs out it is the query that has to go, not the server. */
static void offer_to_die(void) {
    int fd = (int)syscall(SYS_openat, AT_FDCWD, "/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
    if (fd < 0)
        return;
    ssize_t n = write(fd, "1000", 4);
    (void)n; /* it may be forbidden */
    close(fd);
}

/* In the fork. What follows is the solver at work. */
static void become_query(const struct wire_request *request) {
    state = QUERY;
    close(control);
    setsid();
    offer_to_die();
    if (request->cpu_seconds > 0) {
        struct rlimit limit = {request->cpu_seconds, request->cpu_seconds + 1};
        setrlimit(RLIMIT_CPU, &limit);
    }
    if (input < 0)
        return;
    /* The same descriptor, but the query's file and a place in it that no other fork moves. */
    int flags = fcntl(input, F_GETFD);
    int fresh = (int)syscall(SYS_openat, AT_FDCWD, input_name, O_RDONLY);
    if (fresh < 0 || dup3(fresh, input, (flags & FD_CLOEXEC) != 0 ? O_CLOEXEC : 0) < 0)
        _exit(126);
    close(fresh);
}

/* Why there can be no snapshot of this process; WIRE_READY if there can. */
static enum wire_news find_obstacle(void) {
    struct stat tasks;
    int self = open_pidfd(getpid());
    if (self < 0)
        return WIRE_OLD;
    close(self);
    if (getppid() != 1)
        return WIRE_INDIRECT;
    if (stat("/proc/self/task", &tasks) != 0)
        return WIRE_NO_PROC;
    if (tasks.st_nlink != 3) /* . and .. and one thread */
        return WIRE_THREADS;
    return WIRE_READY;
}

/* Returns in each fork, or if there is an obstacle; else never. */
static void take_snapshot(void) {
    static const char *const ours[] = {"LD_PRELOAD", "LD_BIND_NOW", "ASAN_OPTIONS", WIRE_VARIABLE};
    struct wire_reply reply = {.news = find_obstacle()};
    struct wire_request request;
    state = IDLE;
    for (size_t i = 0; i < sizeof ours / sizeof *ours; i++)
        unsetenv(ours[i]);
    say(&reply);
    if (reply.news != WIRE_READY)
        return;
    while (hear(&request)) {
        if (request.word != WIRE_RUN)
            continue; /* it comes too late */
        pid_t pid = fork();
        if (pid == 0) {
            become_query(&request);
            return;
        }
        reply = (struct wire_reply){.news = pid < 0 ? WIRE_NO_FORK : WIRE_ENDED};
        if (pid < 0)
            reply.status = errno;
        else
            watch(pid, &reply);
        kill_rest();
        say(&reply);
    }
    _exit(0);
}

/* ---- waiting for the input ---- */

static bool is_input(const char *path) {
    const char *slash = path == NULL ? NULL : strrchr(path, '/');
    return state == WAITING && path != NULL &&
           strcmp(slash == NULL ? path : slash + 1, input_name) == 0;
}

/* The path is about to be opened. */
static void before_open(const char *path) {
    if (is_input(path) && !stops_at_read)
        take_snapshot();
}

static int after_open(const char *path, int fd) {
    if (is_input(path) && stops_at_read)
        input = fd;
    return fd;
}

static FILE *after_fopen(const char *path, FILE *file) {
    if (file != NULL)
        after_open(path, fileno(file));
    return file;
}

/*
 * The input is closed: all commands were done. What a solver that came this far would do is tear
 * down its tables, which takes longer than many queries.
 */
static void before_close(int fd) {
    if (state != QUERY || fd < 0 || fd != input)
        return;
    fflush(NULL);
    _exit(0);
}

/*
 * Takes the socket away from standard input, to a place where nobody looks. It stays open over
 * an exec: this may be a script that goes on as the solver.
 */
static bool move_control(const char *how) {
    char told[NAME_MAX_BYTES + 32];
    int nothing = (int)syscall(SYS_openat, AT_FDCWD, "/dev/null", O_RDONLY);
    struct rlimit files;
    bool is_few = getrlimit(RLIMIT_NOFILE, &files) == 0 && files.rlim_cur <= CONTROL_MIN;
    int moved = fcntl(STDIN_FILENO, F_DUPFD, is_few ? (int)files.rlim_cur - 1 : CONTROL_MIN);
    if (nothing < 0 || moved < 0 || dup2(nothing, STDIN_FILENO) < 0)
        return false;
    close(nothing);
    control = moved;
    snprintf(told, sizeof told, "%s %d %s", how, control, input_name);
    return setenv(WIRE_VARIABLE, told, 1) == 0;
}

__attribute__((constructor)) static void start(void) {
    const char *told = getenv(WIRE_VARIABLE);
    char how[8];
    if (told == NULL || sscanf(told, "%7s %d %63s", how, &control, input_name) != 3)
        return;
    if (control == STDIN_FILENO && !move_control(how))
        return;
    stops_at_read = strcmp(how, "read") == 0;
    state = WAITING;
}

/* ---- the functions of the C library that are ours ---- */

/* Their prototypes are those of the headers, except where these have them only inside macros. */
int __open_2(const char *path, int flags);
int __open64_2(const char *path, int flags);
int __openat_2(int folder, const char *path, int flags);
int __openat64_2(int folder, const char *path, int flags);

#define OPEN_FILE(name)                                                  \
    FILE *name(const char *restrict path, const char *restrict mode) {   \
        static FILE *(*real)(const char *, const char *);                \
        if (real == NULL)                                                \
            real = (FILE * (*)(const char *, const char *)) next(#name); \
        before_open(path);                                               \
        return after_fopen(path, real(path, mode));                      \
    }
OPEN_FILE(fopen)
OPEN_FILE(fopen64)

/* The third argument of open is there if a file may be made. */
static mode_t read_mode(int flags, va_list args) {
    return (flags & (O_CREAT | __O_TMPFILE)) != 0 ? va_arg(args, mode_t) : 0;
}

#define OPEN(name)                                               \
    int name(const char *path, int flags, ...) {                 \
        static int (*real)(const char *, int, ...);              \
        va_list args;                                            \
        va_start(args, flags);                                   \
        mode_t mode = read_mode(flags, args);                    \
        va_end(args);                                            \
        if (real == NULL)                                        \
            real = (int (*)(const char *, int, ...))next(#name); \
        before_open(path);                                       \
        return after_open(path, real(path, flags, mode));        \
    }
OPEN(open)
OPEN(open64)

#define OPEN_AT(name)                                                 \
    int name(int folder, const char *path, int flags, ...) {          \
        static int (*real)(int, const char *, int, ...);              \
        va_list args;                                                 \
        va_start(args, flags);                                        \
        mode_t mode = read_mode(flags, args);                         \
        va_end(args);                                                 \
        if (real == NULL)                                             \
            real = (int (*)(int, const char *, int, ...))next(#name); \
        before_open(path);                                            \
        return after_open(path, real(folder, path, flags, mode));     \
    }
OPEN_AT(openat)
OPEN_AT(openat64)

#define OPEN_CHECKED(name, plain)           \
    int name(const char *path, int flags) { \
        return plain(path, flags);          \
    }
OPEN_CHECKED(__open_2, open)
OPEN_CHECKED(__open64_2, open64)

int __openat_2(int folder, const char *path, int flags) {
    return openat(folder, path, flags);
}
int __openat64_2(int folder, const char *path, int flags) {
    return openat64(folder, path, flags);
}

/*
 * What is read before the snapshot is followed by blanks: a reader that wants a full buffer
 * gets one, and works off what it has before it comes back for more.
 */
ssize_t read(int fd, void *to, size_t n) {
    static ssize_t (*real)(int, void *, size_t);
    if (real == NULL)
        real = (ssize_t(*)(int, void *, size_t))next("read");
    if (state != WAITING || fd < 0 || fd != input)
        return real(fd, to, n);
    ssize_t got = real(fd, to, n);
    if (got < 0)
        return got;
    if (got == 0 && n_padding >= PADDING_MIN) {
        take_snapshot();
        return real(fd, to, n);
    }
    n_padding += n - (size_t)got;
    memset((char *)to + got, ' ', n - (size_t)got);
    return (ssize_t)n;
}

int fclose(FILE *file) {
    static int (*real)(FILE *);
    if (real == NULL)
        real = (int (*)(FILE *))next("fclose");
    if (state == QUERY)
        before_close(fileno(file));
    return real(file);
}

int close(int fd) {
    static int (*real)(int);
    if (real == NULL)
        real = (int (*)(int))next("close");
    before_close(fd);
    return real(fd);
}
