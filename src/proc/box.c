#include "proc/box.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/die.h"
#include "proc/sandbox.h"
#include "proc/warden.h"

void box_set_directory(const char *path) {
    home_set_parent(path);
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

/* ---- boxes ---- */

uint64_t box_address_space(const struct box *box, const struct child_limits *limits) {
    return box->limits_memory || limits->keep_address_space ? 0 : limits->memory;
}

enum { IDLE_MAX = 8 };

/* The loop's idle boxes. */
struct idle_boxes {
    struct loop_guest guest;
    VEC(struct box *) boxes;
};

static struct box *all_boxes;

static void close_one(int fd) {
    if (fd >= 0)
        close(fd);
}

static void kill_warden(struct box *box) {
    if (box->warden <= 0)
        return;
    kill(box->warden, SIGKILL);
    while (waitpid(box->warden, NULL, 0) < 0 && errno == EINTR)
        ;
    box->warden = 0;
}

/* Without a namespace, a program that kills its warden would outlive it. */
static void kill_rest(const struct box *box) {
    for (int i = 0; i < CGROUPS && box_namespace() == BOX_NO_NAMESPACE; i++)
        cgroup_kill(&box->groups[i]);
}

static void enlist(struct box *box) {
    box->next = all_boxes;
    box->back = &all_boxes;
    if (all_boxes != NULL)
        all_boxes->back = &box->next;
    all_boxes = box;
}

static void delist(struct box *box) {
    if (box->next != NULL)
        box->next->back = box->back;
    *box->back = box->next;
}

/* A signal has to wait while a box is made or removed: what is half there, nobody would remove. */
static void box_free(struct box *box) {
    sigset_t before;
    die_block_signals(&before);
    kill_warden(box);
    kill_rest(box);
    loop_unwatch(box->loop, &box->news);
    close_one(box->pidfd);
    close_one(box->control);
    close_one(box->out);
    close_one(box->err);
    close_one(box->their_out);
    close_one(box->their_err);
    for (int i = 0; i < CGROUPS; i++)
        cgroup_remove(&box->groups[i]);
    home_remove(&box->home);
    delist(box);
    mem_free(box);
    sigprocmask(SIG_SETMASK, &before, NULL);
}

/* As kill_warden; without a namespace the warden has to end what is in the box, in some time. */
static void dismiss_warden(const struct box *box) {
    static const struct timespec moment = {.tv_nsec = 2000000};
    bool has_namespace = box_namespace() != BOX_NO_NAMESPACE;
    if (box->warden <= 0)
        return;
    close(box->control); /* one that waits for an order hears this, others the signal */
    kill(box->warden, has_namespace ? SIGKILL : SIGUSR1);
    for (int tries = 0; tries < 2500 && waitpid(box->warden, NULL, WNOHANG) == 0; tries++)
        nanosleep(&moment, NULL);
}

void box_abandon_all(void *unused) {
    (void)unused;
    for (struct box *box = all_boxes; box != NULL; box = box->next) {
        if (box->owner != getpid())
            continue;
        dismiss_warden(box);
        kill_rest(box);
        for (int i = 0; i < CGROUPS; i++)
            cgroup_abandon(&box->groups[i]);
        home_abandon(&box->home);
    }
}

/* A pipe out of the box; false with errno. */
static bool open_pipe(int *ours, int *theirs) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0)
        return false;
    *ours = ends[0];
    *theirs = ends[1];
    return fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0;
}

/* Room for files of ours: more than is needed now, as the box may be used again. */
static uint64_t room_for(uint64_t ours) {
    enum { LEAST = 16 << 20, BESIDES = 64 << 10 };
    uint64_t room = LEAST;
    while (room < ours + BESIDES)
        room *= 2;
    return room;
}

/* An idle box has news only if its warden is gone: then its next user finds that out. */
static void on_news(struct loop_watch *watch, uint32_t events) {
    struct box *box = LOOP_OWNER(watch, struct box, news);
    (void)events;
    if (box->child != NULL)
        child_hear(box->child);
    else
        loop_unwatch(box->loop, watch);
}

static struct box *box_new(struct loop *loop, const struct child_limits *limits, uint64_t ours,
                           struct strbuf *error) {
    struct box *box = mem_alloc_zero(sizeof *box);
    uint64_t files = box_namespace() == BOX_NAMESPACE ? limits->file_size : 0;
    *box = (struct box){.loop = loop,
                        .out = -1,
                        .err = -1,
                        .their_out = -1,
                        .their_err = -1,
                        .pidfd = -1,
                        .control = -1,
                        .news = {.fd = -1, .ready = on_news},
                        .limits = *limits,
                        .owner = getpid()};
    sigset_t before;
    die_block_signals(&before);
    for (int i = 0; i < CGROUPS; i++)
        cgroup_make(&box->groups[i], i, 0);
    signal(SIGPIPE, SIG_IGN); /* writing to a program that is gone fails, and that is all */
    enlist(box);
    bool good = home_make(&box->home, files, room_for(ours), error);
    if (good) {
        cgroup_make(&box->groups[CGROUP_MEMORY], CGROUP_MEMORY, limits->memory);
        cgroup_make(&box->groups[CGROUP_PROCESSES], CGROUP_PROCESSES,
                    limits->processes == 0 ? 0 : limits->processes + 1); /* the warden */
        box->limits_memory = box->groups[CGROUP_MEMORY].join >= 0;
        good = open_pipe(&box->out, &box->their_out) && open_pipe(&box->err, &box->their_err) &&
               warden_start(box) && loop_watch(loop, &box->news, box->control, EPOLLIN);
        if (!good)
            strbuf_printf(error, "cannot start a process: %s%s", strerror(errno),
                          errno == EMFILE ? "; allow more: ulimit -n" : "");
        for (int i = 0; i < CGROUPS; i++)
            cgroup_close(&box->groups[i]); /* the warden joins them */
    }
    if (!good)
        box_free(box);
    sigprocmask(SIG_SETMASK, &before, NULL);
    return good ? box : NULL;
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

/* Is the box one that could have been made for this? */
static bool fits(const struct box *box, const struct child_limits *limits, uint64_t ours) {
    return box->limits.memory == limits->memory && box->limits.processes == limits->processes &&
           box->limits.file_size == limits->file_size && room_for(ours) <= box->home.for_ours &&
           (box->has_proc || !sandbox_is_used());
}

/* False if there is none. */
static bool drop_idle(struct loop *loop) {
    struct idle_boxes *idle = find_idle(loop);
    bool has_some = idle->boxes.n > 0;
    while (idle->boxes.n > 0)
        box_free(vec_pop(&idle->boxes));
    return has_some;
}

/* An idle box that fits, or NULL. */
static struct box *find_box(struct loop *loop, const struct child_limits *limits, uint64_t ours) {
    struct idle_boxes *idle = find_idle(loop);
    for (size_t i = idle->boxes.n; i-- > 0;) {
        struct box *box = idle->boxes.at[i];
        if (!fits(box, limits, ours))
            continue;
        idle->boxes.at[i] = vec_top(&idle->boxes);
        idle->boxes.n--;
        if (box->news.fd >= 0 && is_waiting(box)) {
            loop_rest(loop, &box->news, false);
            return box;
        }
        box_free(box);
    }
    return NULL;
}

struct box *box_take(struct loop *loop, const struct child_limits *limits, uint64_t ours,
                     struct child *child, struct strbuf *error) {
    struct box *box = find_box(loop, limits, ours);
    if (box == NULL)
        box = box_new(loop, limits, ours, error);
    if (box == NULL && drop_idle(loop)) { /* they may have had what it takes */
        strbuf_clear(error);
        box = box_new(loop, limits, ours, error);
    }
    if (box != NULL)
        box->child = child;
    return box;
}

void box_give_back(struct loop *loop, struct box *box, bool is_sound) {
    struct idle_boxes *idle = find_idle(loop);
    box->child = NULL;
    if (is_sound && idle->boxes.n < IDLE_MAX && home_is_as_left(&box->home) &&
        cgroup_forget_peak(&box->groups[CGROUP_MEMORY])) {
        loop_rest(loop, &box->news, true);
        vec_push(&idle->boxes, box);
    } else
        box_free(box);
}

enum { OF_A_BOX = 12, OF_OTHERS = 40 }; /* open files */

size_t child_files_for(size_t n) {
    return OF_OTHERS + n * OF_A_BOX;
}

size_t child_most_at_once(void) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
        return SIZE_MAX;
    return limit.rlim_cur < OF_OTHERS + 2 * OF_A_BOX
               ? 1
               : (size_t)(limit.rlim_cur - OF_OTHERS) / OF_A_BOX;
}

const char *box_describe(void) {
    static char text[200];
    static const char *const namespaces[] = {"process group", "PID namespace of an own user",
                                             "PID namespace"};
    bool has_files = box_namespace() == BOX_NAMESPACE && home_can_mount();
    const char *processes = cgroup_works(CGROUP_PROCESSES)          ? "pids cgroup"
                            : box_namespace() == BOX_USER_NAMESPACE ? "limit on processes"
                                                                    : "no limit on processes";
    snprintf(text, sizeof text, "%s, %s, %s%s%s", namespaces[box_namespace()],
             cgroup_works(CGROUP_MEMORY) ? "memory cgroup" : "address space limit", processes,
             has_files ? ", file system in memory" : "", sandbox_is_used() ? ", bubblewrap" : "");
    return text;
}
