#include "proc/cgroup.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/die.h"
#include "proc/leftover.h"

/* Files of a cgroup: version 1 has one hierarchy per controller, version 2 one for all. */
struct flavour {
    const char *root;
    const char *limit, *usage, *peak;
    const char *events, *killed; /* where to read how often it had to kill */
};
static const struct flavour flavours[CGROUPS][2] = {
    {{"/sys/fs/cgroup/memory", "memory.limit_in_bytes", "memory.usage_in_bytes",
      "memory.max_usage_in_bytes", "memory.oom_control", "oom_kill "},
     {"/sys/fs/cgroup", "memory.max", "memory.current", "memory.peak", "memory.events",
      "oom_kill "}},
    {{"/sys/fs/cgroup/pids", "pids.max", NULL, NULL, NULL, NULL},
     {"/sys/fs/cgroup", "pids.max", NULL, NULL, NULL, NULL}},
};
static const struct flavour *in_use[CGROUPS];

/* ---- making ---- */

/* A file of a group, opened; -1 where there is none. */
static int open_in(const char *folder, const char *name, int flags) {
    struct strbuf path = {0};
    strbuf_printf(&path, "%s/%s", folder, name);
    int fd = open(strbuf_text(&path), flags | O_CLOEXEC);
    strbuf_free(&path);
    return fd;
}

static bool write_text(const char *folder, const char *name, const char *text) {
    int fd = open_in(folder, name, O_WRONLY);
    if (fd < 0)
        return false;
    ssize_t n = (ssize_t)strlen(text);
    bool good = write(fd, text, (size_t)n) == n;
    return close(fd) == 0 && good;
}

/* The path of a new group with a limit; NULL if it cannot be had. */
static char *make(const struct flavour *flavour, uint64_t limit) {
    static unsigned number;
    struct strbuf path = {0};
    char text[24];
    leftover_add_path(&path, flavour->root);
    strbuf_printf(&path, "%u", number++);
    snprintf(text, sizeof text, "%llu", (unsigned long long)limit);
    if (mkdir(strbuf_text(&path), 0700) == 0) {
        if (write_text(path.at, flavour->limit, text))
            return strbuf_detach(&path);
        rmdir(path.at);
    }
    strbuf_free(&path);
    return NULL;
}

static void take(const char *path) {
    rmdir(path);
}

/* Which flavour works here, NULL for none. */
static const struct flavour *find_flavour(enum cgroup_kind kind) {
    static bool known[CGROUPS];
    sigset_t before;
    if (known[kind])
        return in_use[kind];
    die_block_signals(&before); /* or what is tried would be left */
    for (int i = 0; i < 2; i++) {
        char *path = make(&flavours[kind][i], 1u << 20);
        if (path != NULL) {
            in_use[kind] = &flavours[kind][i];
            rmdir(path);
            leftover_sweep(in_use[kind]->root, take);
            mem_free(path);
            break;
        }
    }
    known[kind] = true;
    sigprocmask(SIG_SETMASK, &before, NULL);
    return in_use[kind];
}

bool cgroup_works(enum cgroup_kind kind) {
    return find_flavour(kind) != NULL;
}

void cgroup_make(struct cgroup *group, enum cgroup_kind kind, uint64_t limit) {
    const struct flavour *flavour = limit == 0 ? NULL : find_flavour(kind);
    *group = (struct cgroup){.join = -1, .usage = -1, .peak = -1, .kills = -1};
    group->path = flavour == NULL ? NULL : make(flavour, limit);
    if (group->path == NULL)
        return;
    group->join = open_in(group->path, "cgroup.procs", O_WRONLY);
    if (kind != CGROUP_MEMORY)
        return;
    group->usage = open_in(group->path, flavour->usage, O_RDONLY);
    group->kills = open_in(group->path, flavour->events, O_RDONLY);
    group->peak = open_in(group->path, flavour->peak, O_RDWR);
    group->resets = group->peak >= 0;
    if (group->peak < 0)
        group->peak = open_in(group->path, flavour->peak, O_RDONLY);
}

void cgroup_close(struct cgroup *group) {
    if (group->join >= 0)
        close(group->join);
    group->join = -1;
}

void cgroup_abandon(const struct cgroup *group) {
    static const struct timespec moment = {.tv_nsec = 1000000};
    enum { TRIES = 3000 };
    /* The kernel may still be burying the last process, which takes time on a busy machine. */
    for (int tries = 0;
         group->path != NULL && rmdir(group->path) != 0 && errno == EBUSY && tries < TRIES; tries++)
        nanosleep(&moment, NULL);
}

/* Kills whom the file names, a number a line; false if nobody is there. */
static bool kill_named(int fd) {
    char text[4096];
    ssize_t n = pread(fd, text, sizeof text - 1, 0);
    if (n <= 0)
        return false;
    text[n] = '\0';
    for (char *at = text, *end; *at != '\0'; at = end) {
        long pid = strtol(at, &end, 10);
        if (end == at || *end != '\n') /* the last one may be cut */
            break;
        if (pid > 1)
            kill((pid_t)pid, SIGKILL);
        end++;
    }
    return true;
}

void cgroup_kill(const struct cgroup *group) {
    static const struct timespec moment = {.tv_nsec = 2000000};
    char path[4096];
    if (group->path == NULL)
        return;
    snprintf(path, sizeof path, "%s/cgroup.procs", group->path);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    for (int tries = 0; fd >= 0 && tries < 500 && kill_named(fd); tries++)
        nanosleep(&moment, NULL);
    if (fd >= 0)
        close(fd);
}

void cgroup_remove(struct cgroup *group) {
    int files[] = {group->join, group->usage, group->peak, group->kills};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        if (files[i] >= 0)
            close(files[i]);
    cgroup_abandon(group);
    mem_free(group->path);
    group->path = NULL;
}

/* ---- counting ---- */

/* The number in a file, 0 if there is none. */
static uint64_t read_number(int fd) {
    char text[32];
    ssize_t n = fd < 0 ? 0 : pread(fd, text, sizeof text - 1, 0);
    text[n > 0 ? n : 0] = '\0';
    return strtoull(text, NULL, 10);
}

uint64_t cgroup_usage(const struct cgroup *group) {
    return read_number(group->usage);
}

uint64_t cgroup_peak(const struct cgroup *group) {
    return read_number(group->peak);
}

uint64_t cgroup_kills(const struct cgroup *group) {
    char text[4096];
    ssize_t n = group->kills < 0 ? 0 : pread(group->kills, text, sizeof text - 1, 0);
    text[n > 0 ? n : 0] = '\0';
    const char *killed = in_use[CGROUP_MEMORY] != NULL ? in_use[CGROUP_MEMORY]->killed : NULL;
    const char *count = n > 0 ? strstr(text, killed) : NULL;
    return count != NULL ? strtoull(count + strlen(killed), NULL, 10) : 0;
}

bool cgroup_forget_peak(const struct cgroup *group) {
    return group->peak < 0 || (group->resets && pwrite(group->peak, "0", 1, 0) == 1);
}
