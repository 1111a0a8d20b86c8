#include "proc/box.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/die.h"

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
    const char *limit, *peak;
    const char *events, *killed; /* where to read how often it had to kill */
};
static const struct group_kind kinds[BOX_GROUPS][2] = {
    {{"/sys/fs/cgroup/memory", "memory.limit_in_bytes", "memory.max_usage_in_bytes",
      "memory.oom_control", "oom_kill "},
     {"/sys/fs/cgroup", "memory.max", "memory.peak", "memory.events", "oom_kill "}},
    {{"/sys/fs/cgroup/pids", "pids.max", NULL, NULL, NULL},
     {"/sys/fs/cgroup", "pids.max", NULL, NULL, NULL}},
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

/* The first 4095 bytes. */
static bool read_text(const char *folder, const char *name, char text[4096]) {
    struct strbuf path = {0};
    strbuf_printf(&path, "%s/%s", folder, name);
    int fd = open(strbuf_text(&path), O_RDONLY | O_CLOEXEC);
    strbuf_free(&path);
    ssize_t n = fd < 0 ? -1 : read(fd, text, 4095);
    if (fd >= 0)
        close(fd);
    text[n > 0 ? n : 0] = '\0';
    return n >= 0;
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
    box->join[controller] = -1;
    box->groups[controller] = kind == NULL ? NULL : group_make(kind, limit);
    if (box->groups[controller] == NULL)
        return;
    struct strbuf path = {0};
    strbuf_printf(&path, "%s/cgroup.procs", box->groups[controller]);
    box->join[controller] = open(strbuf_text(&path), O_WRONLY | O_CLOEXEC);
    strbuf_free(&path);
}

bool box_ran_out(const struct box *box) {
    char text[4096];
    if (box->groups[0] == NULL || !read_text(box->groups[0], in_use[0]->events, text))
        return false;
    const char *count = strstr(text, in_use[0]->killed);
    return count != NULL && strtoull(count + strlen(in_use[0]->killed), NULL, 10) > 0;
}

uint64_t box_peak(const struct box *box) {
    char text[4096];
    if (box->groups[0] == NULL || !read_text(box->groups[0], in_use[0]->peak, text))
        return 0;
    return strtoull(text, NULL, 10);
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

bool box_open(struct box *box, const struct child_limits *limits, struct strbuf *error) {
    struct strbuf path = {0};
    *box = (struct box){.join = {-1, -1}};
    if (!is_swept)
        sweep(parent_directory(), remove_tree);
    is_swept = true;
    strbuf_printf(&path, "%s/momus-%llu-%ld-XXXXXX", parent_directory(), pid_namespace(),
                  (long)getpid());
    box->directory = strbuf_detach(&path);
    if (mkdtemp(box->directory) == NULL) {
        strbuf_printf(error, "%s: cannot make a directory: %s", box->directory, strerror(errno));
        mem_free(box->directory);
        box->directory = NULL;
        return false;
    }
    join_group(box, 0, limits->memory);
    join_group(box, 1, limits->processes == 0 ? 0 : limits->processes + 1); /* and the warden */
    box->limits_memory = box->join[0] >= 0;
    box->limits_processes = box->join[1] >= 0;
    return true;
}

void box_close(struct box *box) {
    for (int i = 0; i < BOX_GROUPS; i++) {
        if (box->join[i] >= 0)
            close(box->join[i]);
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
    *box = (struct box){0};
}

const char *box_describe(void) {
    static char text[160];
    static const char *const namespaces[] = {"process group", "PID namespace of an own user",
                                             "PID namespace"};
    if (text[0] == '\0')
        snprintf(text, sizeof text, "%s, %s, %s", namespaces[box_namespace()],
                 find_kind(0) != NULL ? "memory cgroup" : "address space limit",
                 find_kind(1) != NULL ? "pids cgroup" : "no limit on processes");
    return text;
}
