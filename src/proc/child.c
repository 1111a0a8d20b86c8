#include "proc/child.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/sched.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/clock.h"
#include "base/die.h"
#include "proc/warden.h"

enum { READ_AT_ONCE = 65536, GRACE_MS = 300, LAST_MS = 1000 };
#define MS 1000000u /* nanoseconds */

/* A pipe from the program. */
struct source {
    struct loop_watch watch;
    struct child *child;
    struct strbuf *to;
};

struct child {
    struct loop *loop;
    struct child_events events;
    struct child_limits limits;
    struct child_result result;
    struct box box;
    struct source out, err;
    struct loop_watch ended;   /* the pidfd */
    struct loop_watch writing; /* standard input, while there is something to write */
    struct loop_timer deadline, grace, failed;
    int input;  /* our end of a session's standard input; -1 */
    int report; /* our end of the warden's report; -1 */
    pid_t warden;
    int pidfd;
    uint64_t started;
    uint64_t n_output;
    bool is_ending; /* by us: result.end says why */
    struct strbuf to_write;
};

static const char *const end_names[] = {
    "exited", "signaled",  "wall time", "cpu time",    "memory",
    "output", "file size", "stopped",   "not started",
};

const char *child_end_name(enum child_end end) {
    return end_names[end];
}

void child_result_release(struct child_result *result) {
    strbuf_free(&result->out);
    strbuf_free(&result->err);
    strbuf_free(&result->error);
}

/* ---- the end ---- */

static void close_source(struct source *source) {
    int fd = source->watch.fd;
    if (fd < 0)
        return;
    loop_unwatch(source->child->loop, &source->watch);
    close(fd);
}

static void close_input(struct child *child) {
    loop_unwatch(child->loop, &child->writing);
    if (child->input >= 0)
        close(child->input);
    child->input = -1;
}

static void finish(struct child *child) {
    struct child_events events = child->events;
    struct child_result result = child->result;
    close_source(&child->out);
    close_source(&child->err);
    close_input(child);
    loop_unwatch(child->loop, &child->ended);
    loop_unset(child->loop, &child->deadline);
    loop_unset(child->loop, &child->grace);
    loop_unset(child->loop, &child->failed);
    if (child->pidfd >= 0)
        close(child->pidfd);
    if (child->report >= 0)
        close(child->report);
    box_close(&child->box);
    strbuf_free(&child->to_write);
    mem_free(child);
    events.ended(&result, events.context);
    child_result_release(&result);
}

static void kill_now(struct child *child) {
    kill(child->warden, box_namespace() == BOX_NO_NAMESPACE ? SIGUSR1 : SIGKILL);
}

/* Asks it to end, and soon makes it. */
static void end_by(struct child *child, enum child_end why, bool at_once) {
    if (child->is_ending || child->warden == 0)
        return;
    child->is_ending = true;
    child->result.end = why;
    loop_unset(child->loop, &child->deadline);
    if (at_once)
        kill_now(child);
    else
        kill(child->warden, SIGTERM);
    loop_set(child->loop, &child->grace, clock_monotonic_ns() + (uint64_t)GRACE_MS * MS);
}

static void on_deadline(struct loop_timer *timer) {
    end_by(LOOP_OWNER(timer, struct child, deadline), CHILD_WALL, false);
}

static void on_grace(struct loop_timer *timer) {
    struct child *child = LOOP_OWNER(timer, struct child, grace);
    kill_now(child);
    /* Without a namespace the warden does it; if it cannot, it has to go itself. */
    if (box_namespace() == BOX_NO_NAMESPACE && clock_monotonic_ns() - timer->at > LAST_MS * MS)
        kill(child->warden, SIGKILL);
    loop_set(child->loop, timer, clock_monotonic_ns() + (uint64_t)GRACE_MS * MS);
}

static void on_failed(struct loop_timer *timer) {
    finish(LOOP_OWNER(timer, struct child, failed));
}

/* ---- its output ---- */

/* Reads what is there; false at the end of the pipe. */
static bool read_source(struct source *source) {
    struct child *child = source->child;
    for (;;) {
        uint64_t limit = child->limits.output;
        size_t room = READ_AT_ONCE;
        if (limit > 0 && limit - child->n_output < room)
            room = (size_t)(limit - child->n_output);
        if (room == 0) {
            end_by(child, CHILD_OUTPUT, true);
            return false;
        }
        strbuf_reserve(source->to, room);
        ssize_t n = read(source->watch.fd, source->to->at + source->to->n, room);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return n < 0 && errno == EAGAIN;
        source->to->n += (size_t)n;
        child->n_output += (uint64_t)n;
    }
}

static void on_source(struct loop_watch *watch, uint32_t events) {
    struct source *source = LOOP_OWNER(watch, struct source, watch);
    struct child *child = source->child;
    (void)events;
    size_t before = source->to->n;
    if (!read_source(source))
        close_source(source);
    if (source->to->n > before && child->events.output != NULL)
        child->events.output(child, child->events.context);
}

/* ---- how it ended ---- */

static bool read_report(struct child *child, struct warden_report *report) {
    ssize_t n;
    do
        n = read(child->report, report, sizeof *report);
    while (n < 0 && errno == EINTR);
    return n == sizeof *report;
}

static void classify(struct child *child, const struct warden_report *report) {
    struct child_result *result = &child->result;
    if (report->failed_errno != 0) {
        result->end = CHILD_NO_START;
        strbuf_printf(&result->error, "cannot be started: %s", strerror(report->failed_errno));
        return;
    }
    result->cpu_ns = report->cpu_ns;
    if (child->is_ending)
        return;
    int s = WIFSIGNALED(report->status) ? WTERMSIG(report->status) : 0;
    uint64_t cpu_limit = child->limits.cpu_ms;
    result->end = s == 0 ? CHILD_EXITED : CHILD_SIGNALED;
    result->status = s == 0 ? WEXITSTATUS(report->status) : s;
    if (box_ran_out(&child->box))
        result->end = CHILD_MEMORY;
    else if (cpu_limit > 0 &&
             (s == SIGXCPU || (s == SIGKILL && report->cpu_ns >= cpu_limit * (uint64_t)MS)))
        result->end = CHILD_CPU;
    else if (s == SIGXFSZ)
        result->end = CHILD_FILE;
}

static void on_ended(struct loop_watch *watch, uint32_t events) {
    struct child *child = LOOP_OWNER(watch, struct child, ended);
    struct warden_report report = {0};
    struct source *sources[] = {&child->out, &child->err};
    int status = 0;
    (void)events;
    while (waitpid(child->warden, &status, 0) < 0 && errno == EINTR)
        ;
    child->warden = 0;
    child->result.wall_ns = clock_monotonic_ns() - child->started;
    for (int i = 0; i < 2; i++)
        if (sources[i]->watch.fd >= 0)
            read_source(sources[i]);
    if (read_report(child, &report))
        classify(child, &report);
    else if (!child->is_ending) {
        /* The warden is gone without a word: out of memory, or somebody killed it. */
        child->result.end = box_ran_out(&child->box) ? CHILD_MEMORY : CHILD_SIGNALED;
        child->result.status = WIFSIGNALED(status) ? WTERMSIG(status) : SIGKILL;
    }
    uint64_t peak = box_peak(&child->box);
    child->result.peak = peak > report.peak ? peak : report.peak;
    finish(child);
}

/* ---- its input ---- */

static void write_input(struct child *child) {
    while (child->to_write.n > 0) {
        ssize_t n = write(child->input, child->to_write.at, child->to_write.n);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0 && errno == EAGAIN) {
            if (child->writing.fd < 0)
                loop_watch(child->loop, &child->writing, child->input, EPOLLOUT);
            return;
        }
        if (n < 0) { /* it does not listen any more; its end tells the rest */
            close_input(child);
            strbuf_clear(&child->to_write);
            return;
        }
        memmove(child->to_write.at, child->to_write.at + n, child->to_write.n - (size_t)n);
        child->to_write.n -= (size_t)n;
    }
    loop_unwatch(child->loop, &child->writing);
}

static void on_writable(struct loop_watch *watch, uint32_t events) {
    (void)events;
    write_input(LOOP_OWNER(watch, struct child, writing));
}

void child_write(struct child *child, const char *text, size_t n) {
    if (child->input < 0)
        return;
    strbuf_add(&child->to_write, text, n);
    if (child->writing.fd < 0)
        write_input(child);
}

void child_close_input(struct child *child) {
    close_input(child);
}

/* ---- the start ---- */

/* The path of a program, by PATH if its name has no slash; NULL, with errno, if it is not there. */
static char *find_program(const char *name) {
    if (strchr(name, '/') != NULL)
        return realpath(name, NULL);
    const char *at = getenv("PATH");
    struct strbuf path = {0};
    for (at = at != NULL ? at : "/usr/bin:/bin"; *at != '\0';) {
        size_t n = strcspn(at, ":");
        strbuf_clear(&path);
        strbuf_printf(&path, "%.*s/%s", (int)n, at, name);
        struct stat info;
        if (n > 0 && stat(strbuf_text(&path), &info) == 0 && S_ISREG(info.st_mode) &&
            access(path.at, X_OK) == 0) {
            char *found = realpath(path.at, NULL);
            strbuf_free(&path);
            return found;
        }
        at += n + (at[n] == ':' ? 1 : 0);
    }
    strbuf_free(&path);
    errno = ENOENT;
    return NULL;
}

/* The arguments, with the file's name in the place of {file}. */
static char **make_argv(struct arena *arena, const struct child_spec *spec) {
    static const char mark[] = "{file}";
    size_t n = 0;
    while (spec->argv[n] != NULL)
        n++;
    char **argv = arena_alloc(arena, (n + 1) * sizeof *argv);
    for (size_t i = 0; i < n; i++) {
        const char *found = spec->file != NULL ? strstr(spec->argv[i], mark) : NULL;
        struct strbuf word = {0};
        if (found != NULL) {
            strbuf_add(&word, spec->argv[i], (size_t)(found - spec->argv[i]));
            strbuf_add_text(&word, spec->file);
            strbuf_add_text(&word, found + sizeof mark - 1);
        } else
            strbuf_add_text(&word, spec->argv[i]);
        argv[i] = arena_copy_text(arena, word.n > 0 ? word.at : "", word.n);
        strbuf_free(&word);
    }
    argv[n] = NULL;
    return argv;
}

/* What a program needs of our environment, and nothing else. */
static char **make_env(struct arena *arena, const struct child_spec *spec, const char *directory) {
    static const char *const kept[] = {"PATH", "HOME", "LD_LIBRARY_PATH", "XDG_DATA_HOME"};
    size_t n_more = 0, n = 0;
    while (spec->env != NULL && spec->env[n_more] != NULL)
        n_more++;
    char **env = arena_alloc(arena, (n_more + 8) * sizeof *env);
    struct strbuf word = {0};
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
        if (getenv(kept[i]) != NULL) {
            strbuf_clear(&word);
            strbuf_printf(&word, "%s=%s", kept[i], getenv(kept[i]));
            env[n++] = arena_copy_text(arena, word.at, word.n);
        }
    strbuf_clear(&word);
    strbuf_printf(&word, "TMPDIR=%s", directory);
    env[n++] = arena_copy_text(arena, word.at, word.n);
    env[n++] = arena_copy_text(arena, "LC_ALL=C", strlen("LC_ALL=C"));
    for (size_t i = 0; i < n_more; i++)
        env[n++] = spec->env[i];
    env[n] = NULL;
    strbuf_free(&word);
    return env;
}

static bool write_all(int fd, const char *text, size_t n) {
    while (n > 0) {
        ssize_t done = write(fd, text, n);
        if (done < 0 && errno == EINTR)
            continue;
        if (done < 0)
            return false;
        text += done;
        n -= (size_t)done;
    }
    return true;
}

static bool write_file(const struct child *child, const struct child_spec *spec) {
    struct strbuf path = {0};
    strbuf_printf(&path, "%s/%s", child->box.directory, spec->file);
    int fd = open(strbuf_text(&path), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    bool good = fd >= 0 && write_all(fd, spec->text, spec->n_text);
    good = fd >= 0 && close(fd) == 0 && good;
    strbuf_free(&path);
    return good;
}

/* Standard input: a pipe for a session, the text, or nothing. -1 with errno. */
static int open_input(struct child *child, const struct child_spec *spec) {
    if (spec->is_session) {
        int ends[2];
        if (pipe2(ends, O_CLOEXEC) != 0)
            return -1;
        child->input = ends[1];
        fcntl(ends[1], F_SETFL, O_NONBLOCK);
        return ends[0];
    }
    if (spec->file != NULL || spec->text == NULL)
        return open("/dev/null", O_RDONLY | O_CLOEXEC);
    int fd = memfd_create("input", MFD_CLOEXEC);
    if (fd >= 0 && (!write_all(fd, spec->text, spec->n_text) || lseek(fd, 0, SEEK_SET) != 0)) {
        close(fd);
        return -1;
    }
    return fd;
}

/* A pipe that is read by us without waiting; the program's end, or -1 with errno. */
static int open_source(struct child *child, struct source *source, struct strbuf *to) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0)
        return -1;
    source->child = child;
    source->to = to;
    source->watch.ready = on_source;
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
    if (loop_watch(child->loop, &source->watch, ends[0], EPOLLIN))
        return ends[1];
    int error = errno;
    close(ends[0]);
    close(ends[1]);
    errno = error;
    return -1;
}

static int start_warden(struct child *child, const struct warden_task *task) {
    static const uint64_t flags[] = {0, CLONE_NEWUSER | CLONE_NEWPID, CLONE_NEWPID};
    struct clone_args args = {.flags = CLONE_PIDFD | flags[box_namespace()],
                              .pidfd = (uint64_t)(uintptr_t)&child->pidfd,
                              .exit_signal = SIGCHLD};
    fflush(NULL);
    sigset_t all, before;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, &before); /* no handler of ours runs in the warden */
    long pid = syscall(SYS_clone3, &args, sizeof args);
    if (pid == 0)
        warden_run(task);
    int error = errno;
    sigprocmask(SIG_SETMASK, &before, NULL);
    errno = error;
    child->warden = pid > 0 ? (pid_t)pid : 0;
    return pid > 0 ? 0 : -1;
}

/* Everything from the box to the warden; false, with errno, where it fails. */
static bool launch(struct child *child, const struct child_spec *spec, struct arena *arena,
                   const char *program) {
    int report[2];
    if ((spec->file != NULL && !write_file(child, spec)) || pipe2(report, O_CLOEXEC) != 0)
        return false;
    child->report = report[0];
    struct warden_task task = {
        .program = program,
        .argv = make_argv(arena, spec),
        .env = make_env(arena, spec, child->box.directory),
        .directory = child->box.directory,
        .in = open_input(child, spec),
        .out = open_source(child, &child->out, &child->result.out),
        .err = open_source(child, &child->err, &child->result.err),
        .report = report[1],
        .box = &child->box,
        .limits = &child->limits,
        .in_namespace = box_namespace() != BOX_NO_NAMESPACE,
    };
    bool good = task.in >= 0 && task.out >= 0 && task.err >= 0 && start_warden(child, &task) == 0 &&
                loop_watch(child->loop, &child->ended, child->pidfd, EPOLLIN);
    int error = errno;
    int ours[] = {task.in, task.out, task.err, task.report};
    for (size_t i = 0; i < sizeof ours / sizeof *ours; i++)
        if (ours[i] >= 0)
            close(ours[i]);
    errno = error;
    return good;
}

struct child *child_start(struct loop *loop, const struct child_spec *spec,
                          const struct child_events *events) {
    struct child *child = mem_alloc_zero(sizeof *child);
    struct arena arena = {0};
    child->loop = loop;
    child->events = *events;
    child->limits = spec->limits;
    child->input = child->report = child->pidfd = -1;
    child->out.watch.fd = child->err.watch.fd = child->ended.fd = child->writing.fd = -1;
    child->out.child = child->err.child = child;
    child->ended.ready = on_ended;
    child->writing.ready = on_writable;
    child->deadline.fire = on_deadline;
    child->grace.fire = on_grace;
    child->failed.fire = on_failed;
    child->box.join[0] = child->box.join[1] = -1;
    child->started = clock_monotonic_ns();
    signal(SIGPIPE, SIG_IGN);

    char *program = find_program(spec->argv[0]);
    bool has_box = box_open(&child->box, &spec->limits, &child->result.error);
    if (program == NULL)
        strbuf_printf(&child->result.error, "%s: %s", spec->argv[0], strerror(errno));
    if (program == NULL || !has_box || !launch(child, spec, &arena, program)) {
        if (child->result.error.n == 0)
            strbuf_printf(&child->result.error, "%s: %s", spec->argv[0], strerror(errno));
        child->result.end = CHILD_NO_START;
        loop_set(loop, &child->failed, 0);
    } else if (spec->limits.wall_ms > 0)
        loop_set(loop, &child->deadline, child->started + spec->limits.wall_ms * (uint64_t)MS);
    free(program);
    arena_free(&arena);
    return child;
}

/* ---- while it runs ---- */

const struct strbuf *child_output(const struct child *child) {
    return &child->result.out;
}

void child_drop_output(struct child *child, size_t n) {
    struct strbuf *out = &child->result.out;
    REQUIRE(n <= out->n);
    memmove(out->at, out->at + n, out->n - n);
    out->n -= n;
    child->n_output -= n;
}

void child_set_deadline(struct child *child, uint64_t ms) {
    if (child->is_ending)
        return;
    if (ms == 0)
        loop_unset(child->loop, &child->deadline);
    else
        loop_set(child->loop, &child->deadline, clock_monotonic_ns() + ms * (uint64_t)MS);
}

void child_stop(struct child *child) {
    end_by(child, CHILD_STOPPED, false);
}
