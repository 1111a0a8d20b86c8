#include "proc/box.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/die.h"
#include "proc/sandbox.h"
#include "proc/warden.h"

static const char *directory; /* NULL: the usual one */
static bool is_swept;         /* what was left in it is removed */

void box_set_directory(const char *path) {
    directory = path;
    is_swept = false;
}

static const char *parent_directory(void) {
    const char *from_env = getenv("TMPDIR");
    if (directory != NULL)
        return directory;
    return from_env != NULL && from_env[0] == '/' ? from_env : "/tmp";
}

/*
 * Directories and groups are named momus-NAMESPACE-PID-..., so that what a momus
 * that was killed has left can be told from what one that lives is using.
 */
static unsigned long long pid_namespace(void) {
    struct stat info;
    return stat("/proc/self/ns/pid", &info) == 0 ? (unsigned long long)info.st_ino : 0;
}

/* Does the name say that a process made it that is gone? */
static bool is_left_behind(const char *name) {
    unsigned long long space;
    long pid;
    char dash;
    return sscanf(name, "momus-%llu-%ld%c", &space, &pid, &dash) == 3 && dash == '-' &&
           space == pid_namespace() && pid > 0 && kill((pid_t)pid, 0) != 0 && errno == ESRCH;
}

/* Removes from a folder what was left behind. */
static void sweep(const char *folder, void take(const char *path)) {
    DIR *open_folder = opendir(folder);
    struct dirent *entry;
    struct strbuf path = {0};
    while (open_folder != NULL && (entry = readdir(open_folder)) != NULL)
        if (is_left_behind(entry->d_name)) {
            strbuf_clear(&path);
            strbuf_printf(&path, "%s/%s", folder, entry->d_name);
            take(strbuf_text(&path));
        }
    if (open_folder != NULL)
        closedir(open_folder);
    strbuf_free(&path);
}

static void take_group(const char *path) {
    rmdir(path);
}

/* ---- namespaces ---- */

/* Can a child of ours live in a namespace made with these flags? */
static bool try_unshare(int flags) {
    pid_t pid = fork();
    if (pid == 0)
        _exit(unshare(flags) == 0 ? 0 : 1);
    int status = 1;
    while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR)
        ;
    return pid > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static int known_namespace = -1; /* enum box_namespace, once it is known */

void box_without_namespaces(void) {
    known_namespace = BOX_NO_NAMESPACE;
}

enum box_namespace box_namespace(void) {
    if (known_namespace < 0)
        known_namespace = try_unshare(CLONE_NEWPID)                   ? BOX_NAMESPACE
                          : try_unshare(CLONE_NEWUSER | CLONE_NEWPID) ? BOX_USER_NAMESPACE
                                                                      : BOX_NO_NAMESPACE;
    return (enum box_namespace)known_namespace;
}

/* ---- cgroups ---- */

/* A file of a cgroup: version 1 has one hierarchy per controller, version 2 one for all. */
struct group_kind {
    const char *root;
    const char *limit, *usage, *peak;
    const char *events, *killed; /* where to read how often it had to kill */
};
static const struct group_kind kinds[BOX_GROUPS][2] = {
    {{"/sys/fs/cgroup/memory", "memory.limit_in_bytes", "memory.usage_in_bytes",
      "memory.max_usage_in_bytes", "memory.oom_control", "oom_kill "},
     {"/sys/fs/cgroup", "memory.max", "memory.current", "memory.peak", "memory.events",
      "oom_kill "}},
    {{"/sys/fs/cgroup/pids", "pids.max", NULL, NULL, NULL, NULL},
     {"/sys/fs/cgroup", "pids.max", NULL, NULL, NULL, NULL}},
};
static const struct group_kind *in_use[BOX_GROUPS];

static bool write_text(const char *folder, const char *name, const char *text) {
    struct strbuf path = {0};
    strbuf_printf(&path, "%s/%s", folder, name);
    int fd = open(strbuf_text(&path), O_WRONLY | O_CLOEXEC);
    strbuf_free(&path);
    if (fd < 0)
        return false;
    ssize_t n = (ssize_t)strlen(text);
    bool good = write(fd, text, (size_t)n) == n;
    return close(fd) == 0 && good;
}

/* A file of a group, opened; -1 where there is none. */
static int open_in(const char *folder, const char *name, int flags) {
    struct strbuf path = {0};
    strbuf_printf(&path, "%s/%s", folder, name);
    int fd = open(strbuf_text(&path), flags | O_CLOEXEC);
    strbuf_free(&path);
    return fd;
}

static char *group_path(const struct group_kind *kind) {
    static unsigned number;
    struct strbuf path = {0};
    strbuf_printf(&path, "%s/momus-%llu-%ld-%u", kind->root, pid_namespace(), (long)getpid(),
                  number++);
    return strbuf_detach(&path);
}

/* A new group of this kind with a limit; NULL if it cannot be had. */
static char *group_make(const struct group_kind *kind, uint64_t limit) {
    char *path = group_path(kind);
    char text[24];
    snprintf(text, sizeof text, "%llu", (unsigned long long)limit);
    if (mkdir(path, 0700) == 0) {
        if (write_text(path, kind->limit, text))
            return path;
        rmdir(path);
    }
    mem_free(path);
    return NULL;
}

/* Which kind of cgroups works here, per controller; found out once. */
static const struct group_kind *find_kind(int controller) {
    static bool known[BOX_GROUPS];
    for (int i = 0; i < 2 && !known[controller]; i++) {
        char *path = group_make(&kinds[controller][i], 1u << 20);
        if (path != NULL) {
            in_use[controller] = &kinds[controller][i];
            rmdir(path);
            sweep(in_use[controller]->root, take_group);
            mem_free(path);
            break;
        }
    }
    known[controller] = true;
    return in_use[controller];
}

static void join_group(struct box *box, int controller, uint64_t limit) {
    const struct group_kind *kind = limit == 0 ? NULL : find_kind(controller);
    box->groups[controller] = kind == NULL ? NULL : group_make(kind, limit);
    if (box->groups[controller] != NULL)
        box->join[controller] = open_in(box->groups[controller], "cgroup.procs", O_WRONLY);
}

static void open_counters(struct box *box) {
    box->usage = open_in(box->groups[0], in_use[0]->usage, O_RDONLY);
    box->kills = open_in(box->groups[0], in_use[0]->events, O_RDONLY);
    box->peak = open_in(box->groups[0], in_use[0]->peak, O_RDWR);
    if (box->peak < 0) /* it cannot be set back here */
        box->peak = open_in(box->groups[0], in_use[0]->peak, O_RDONLY);
}

/* How often the group has killed, as its file says. */
static uint64_t count_kills(const struct box *box) {
    char text[4096];
    ssize_t n = box->kills < 0 ? 0 : pread(box->kills, text, sizeof text - 1, 0);
    text[n > 0 ? n : 0] = '\0';
    const char *count = n > 0 ? strstr(text, in_use[0]->killed) : NULL;
    return count != NULL ? strtoull(count + strlen(in_use[0]->killed), NULL, 10) : 0;
}

uint64_t box_memory_kills(const struct box *box) {
    return count_kills(box) - box->n_kills;
}

/* The number in a file, 0 if there is none. */
static uint64_t read_number(int fd) {
    char text[32];
    ssize_t n = fd < 0 ? 0 : pread(fd, text, sizeof text - 1, 0);
    text[n > 0 ? n : 0] = '\0';
    return strtoull(text, NULL, 10);
}

uint64_t box_memory(const struct box *box) {
    return read_number(box->usage);
}

uint64_t box_peak(const struct box *box) {
    return read_number(box->peak);
}

/* From now on the peak is that of the next program. Old kernels do not grant it. */
static bool forget_peak(struct box *box) {
    return box->peak < 0 || pwrite(box->peak, "0", 1, 0) == 1;
}

/* ---- the private directory ---- */

static int remove_entry(const char *path, const struct stat *info, int type, struct FTW *where) {
    (void)info, (void)type, (void)where;
    remove(path);
    return 0; /* the rest is removed all the same */
}

/* Programs may take their own rights away from a directory. */
static int open_up(const char *path, const struct stat *info, int type, struct FTW *where) {
    (void)info, (void)where;
    if (type == FTW_DNR || type == FTW_D)
        chmod(path, 0700);
    return 0;
}

static void remove_tree(const char *path) {
    nftw(path, open_up, 16, FTW_PHYS);
    nftw(path, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
}

/* An entry of a directory, as getdents64 has it. */
struct entry {
    uint64_t inode;
    int64_t offset;
    uint16_t length;
    uint8_t type;
    char name[];
};

bool box_has_only(const struct box *box, const char *name, ino_t inode) {
    _Alignas(struct entry) char entries[512];
    bool is_there = false;
    struct stat info;
    if (fstat(box->directory_fd, &info) != 0 || (info.st_mode & 07777) != 0700 ||
        lseek(box->directory_fd, 0, SEEK_SET) != 0)
        return false;
    long n;
    while ((n = syscall(SYS_getdents64, box->directory_fd, entries, sizeof entries)) > 0)
        for (long at = 0; at < n;) {
            const struct entry *entry = (const struct entry *)(const void *)(entries + at);
            at += entry->length;
            if (strcmp(entry->name, ".") == 0 || strcmp(entry->name, "..") == 0)
                continue;
            if (entry->inode != inode || strcmp(entry->name, name) != 0)
                return false;
            is_there = true;
        }
    return n == 0 && is_there;
}

void box_empty(const struct box *box) {
    struct strbuf path = {0};
    struct dirent *entry;
    fchmod(box->directory_fd, 0700); /* its rights may have been taken away */
    int fd = openat(box->directory_fd, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *folder = fd < 0 ? NULL : fdopendir(fd);
    while (folder != NULL && (entry = readdir(folder)) != NULL) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0 ||
            unlinkat(dirfd(folder), entry->d_name, 0) == 0)
            continue;
        strbuf_clear(&path);
        strbuf_printf(&path, "%s/%s", box->directory, entry->d_name);
        remove_tree(strbuf_text(&path));
    }
    if (folder != NULL)
        closedir(folder);
    strbuf_free(&path);
}

static bool make_directory(struct box *box, struct strbuf *error) {
    struct strbuf path = {0};
    if (!is_swept)
        sweep(parent_directory(), remove_tree);
    is_swept = true;
    strbuf_printf(&path, "%s/momus-%llu-%ld-XXXXXX", parent_directory(), pid_namespace(),
                  (long)getpid());
    char *made = strbuf_detach(&path);
    if (mkdtemp(made) == NULL) {
        strbuf_printf(error, "%s: cannot make a directory: %s", made, strerror(errno));
        mem_free(made);
        return false;
    }
    box->directory = made;
    box->directory_fd = open(made, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    return true;
}

/* Is the directory where and as it was, and empty? Programs may do anything to it. */
static bool is_directory_clean(const struct box *box) {
    struct stat opened, named;
    _Alignas(8) char entries[256];
    if (box->directory_fd < 0 || fstat(box->directory_fd, &opened) != 0 ||
        lstat(box->directory, &named) != 0 || opened.st_ino != named.st_ino ||
        opened.st_dev != named.st_dev || (opened.st_mode & 07777) != 0700 ||
        lseek(box->directory_fd, 0, SEEK_SET) != 0)
        return false;
    long n = syscall(SYS_getdents64, box->directory_fd, entries, sizeof entries);
    int n_entries = 0;
    for (long at = 0; at < n; n_entries++) {
        unsigned short length;
        memcpy(&length, entries + at + 16, sizeof length); /* behind inode and offset */
        at += length;
    }
    return n_entries == 2; /* itself and its parent */
}

/* ---- boxes ---- */

enum { IDLE_MAX = 8 };

/* The loop's idle boxes. */
struct idle_boxes {
    struct loop_guest guest;
    VEC(struct box *) boxes;
};

static void close_one(int fd) {
    if (fd >= 0)
        close(fd);
}

static void box_free(struct box *box) {
    if (box->warden > 0) {
        kill(box->warden, SIGKILL);
        while (waitpid(box->warden, NULL, 0) < 0 && errno == EINTR)
            ;
    }
    close_one(box->pidfd);
    close_one(box->control);
    close_one(box->usage);
    close_one(box->peak);
    close_one(box->kills);
    close_one(box->directory_fd);
    for (int i = 0; i < BOX_GROUPS; i++) {
        close_one(box->join[i]);
        if (box->groups[i] != NULL) {
            /* The kernel may still be burying the last process. */
            for (int tries = 0; rmdir(box->groups[i]) != 0 && errno == EBUSY && tries < 100;
                 tries++)
                usleep(1000);
            mem_free(box->groups[i]);
        }
    }
    if (box->directory != NULL)
        remove_tree(box->directory);
    mem_free(box->directory);
    mem_free(box);
}

static struct box *box_new(const struct child_limits *limits, struct strbuf *error) {
    struct box *box = mem_alloc_zero(sizeof *box);
    *box = (struct box){.join = {-1, -1},
                        .usage = -1,
                        .peak = -1,
                        .kills = -1,
                        .directory_fd = -1,
                        .pidfd = -1,
                        .control = -1,
                        .memory = limits->memory,
                        .processes = limits->processes};
    bool good = make_directory(box, error);
    if (good) {
        join_group(box, 0, limits->memory);
        join_group(box, 1, limits->processes == 0 ? 0 : limits->processes + 1); /* the warden */
        box->limits_memory = box->join[0] >= 0;
        if (box->groups[0] != NULL)
            open_counters(box);
        if (!warden_start(box)) {
            strbuf_printf(error, "cannot start a process: %s", strerror(errno));
            good = false;
        }
    }
    if (good)
        return box;
    box_free(box);
    return NULL;
}

static void release_idle(struct loop_guest *guest) {
    struct idle_boxes *idle = LOOP_OWNER(guest, struct idle_boxes, guest);
    for (size_t i = 0; i < idle->boxes.n; i++)
        box_free(idle->boxes.at[i]);
    vec_free(&idle->boxes);
    mem_free(idle);
}

static struct idle_boxes *find_idle(struct loop *loop) {
    for (struct loop_guest *guest = loop->guests; guest != NULL; guest = guest->next)
        if (guest->release == release_idle)
            return LOOP_OWNER(guest, struct idle_boxes, guest);
    struct idle_boxes *idle = mem_alloc_zero(sizeof *idle);
    idle->guest.release = release_idle;
    loop_keep(loop, &idle->guest);
    return idle;
}

/* Nothing is to be read from a warden that waits; the end is, from one that is gone. */
static bool is_waiting(const struct box *box) {
    char byte;
    return recv(box->control, &byte, 1, MSG_DONTWAIT | MSG_PEEK) < 0 && errno == EAGAIN;
}

struct box *box_take(struct loop *loop, const struct child_limits *limits, struct strbuf *error) {
    struct idle_boxes *idle = find_idle(loop);
    for (size_t i = idle->boxes.n; i-- > 0;) {
        struct box *box = idle->boxes.at[i];
        if (box->memory != limits->memory || box->processes != limits->processes ||
            (sandbox_is_used() && !box->has_mounts))
            continue;
        idle->boxes.at[i] = vec_top(&idle->boxes);
        idle->boxes.n--;
        if (is_waiting(box))
            return box;
        box_free(box);
    }
    return box_new(limits, error);
}

void box_give_back(struct loop *loop, struct box *box, const char *file, bool is_sound) {
    struct idle_boxes *idle = find_idle(loop);
    if (file != NULL)
        unlinkat(box->directory_fd, file, 0);
    box->n_kills = count_kills(box);
    if (!is_sound || box->n_kills > 0 || idle->boxes.n == IDLE_MAX || !is_directory_clean(box) ||
        !forget_peak(box))
        box_free(box);
    else
        vec_push(&idle->boxes, box);
}

const char *box_describe(void) {
    static char text[200];
    static const char *const namespaces[] = {"process group", "PID namespace of an own user",
                                             "PID namespace"};
    if (text[0] == '\0')
        snprintf(text, sizeof text, "%s, %s, %s%s", namespaces[box_namespace()],
                 find_kind(0) != NULL ? "memory cgroup" : "address space limit",
                 find_kind(1) != NULL ? "pids cgroup" : "no limit on processes",
                 sandbox_is_used() ? ", bubblewrap" : "");
    return text;
}
