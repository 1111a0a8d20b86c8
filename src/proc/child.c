#include "proc/child.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/clock.h"
#include "base/die.h"
#include "proc/program.h"
#include "proc/sandbox.h"
#include "proc/warden.h"

enum { READ_LEAST = 4096, READ_MOST = 65536, GRACE_MS = 300, LAST_MS = 1000 };
/*
 * Output that nobody waits for is read at the end. Only a program that runs longer than this may
 * have filled its pipe: then it is watched.
 */
enum { WATCH_MS = 25 };
#define MS 1000000u /* nanoseconds */

/* What the program prints: a pipe of the box. */
struct source {
    struct loop_watch watch;
    struct child *child;
    struct strbuf *to;
    int fd; /* -1: none yet */
};

struct child {
    struct loop *loop;
    struct child_events events;
    struct child_limits limits;
    struct child_result result;
    struct box *box; /* NULL: there is none */
    char *program;   /* as the spec names it */
    struct source out, err;
    struct loop_watch died;    /* the warden's pidfd, once the socket is closed */
    struct loop_watch writing; /* standard input, while there is something to write */
    struct loop_timer deadline, grace, failed, watching, rested;
    int input; /* our end of a session's standard input; -1 */
    uint64_t started;
    uint64_t n_output;
    bool is_ending;  /* by us: result.end says why */
    size_t n_timely; /* bytes of output that came before the deadline */
    bool in_sandbox;
    bool is_prolonged; /* child_set_deadline was called */
    pid_t pid;         /* of the program; 0: not known yet */
    clockid_t clock;   /* of its CPU time, once that is known */
    uint64_t cpu_ns;   /* of it, as far as it is counted */
    uint64_t peak;     /* of it, when somebody looked last */
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

static void close_input(struct child *child) {
    loop_unwatch(child->loop, &child->writing);
    if (child->input >= 0)
        close(child->input);
    child->input = -1;
}

/* is_sound: the box may be used again. */
static void finish(struct child *child, bool is_sound) {
    struct child_events events = child->events;
    struct child_result result = child->result;
    if (child->events.output == NULL && result.end == CHILD_WALL && result.out.n > child->n_timely)
        result.out.n = child->n_timely;
    loop_unwatch(child->loop, &child->out.watch);
    loop_unwatch(child->loop, &child->err.watch);
    close_input(child);
    loop_unwatch(child->loop, &child->died);
    loop_unset(child->loop, &child->deadline);
    loop_unset(child->loop, &child->grace);
    loop_unset(child->loop, &child->failed);
    loop_unset(child->loop, &child->watching);
    loop_unset(child->loop, &child->rested);
    if (child->box != NULL)
        box_give_back(child->loop, child->box, is_sound);
    mem_free(child->program);
    strbuf_free(&child->to_write);
    mem_free(child);
    events.ended(&result, events.context);
    child_result_release(&result);
}

/* ---- its time ---- */

static uint64_t total_cpu_ns; /* of all programs */
static uint64_t wardens_cpu_ns;

uint64_t child_total_cpu_ns(void) {
    return total_cpu_ns;
}

uint64_t child_wardens_cpu_ns(void) {
    return wardens_cpu_ns;
}

static void count_cpu(struct child *child, uint64_t cpu_ns) {
    if (cpu_ns <= child->cpu_ns)
        return;
    total_cpu_ns += cpu_ns - child->cpu_ns;
    child->cpu_ns = cpu_ns;
}

/* What a file of /proc says, or the beginning of it; empty if it is not there. */
static void read_proc(const char *path, char *text, size_t size) {
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t n = fd < 0 ? 0 : read(fd, text, size - 1);
    if (fd >= 0)
        close(fd);
    text[n > 0 ? n : 0] = '\0';
}

/* The program is the warden's only child. False if there is none (yet). */
static bool find_program(struct child *child) {
    char path[64], text[32];
    if (child->box == NULL || child->box->warden == 0)
        return false;
    if (child->pid != 0)
        return true;
    long warden = (long)child->box->warden;
    snprintf(path, sizeof path, "/proc/%ld/task/%ld/children", warden, warden);
    read_proc(path, text, sizeof text);
    long pid = strtol(text, NULL, 10);
    if (pid <= 0 || clock_getcpuclockid((pid_t)pid, &child->clock) != 0)
        return false;
    child->pid = (pid_t)pid;
    return true;
}

uint64_t child_cpu_ns(struct child *child) {
    struct timespec used;
    if (find_program(child) && clock_gettime(child->clock, &used) == 0)
        count_cpu(child, (uint64_t)used.tv_sec * UINT64_C(1000000000) + (uint64_t)used.tv_nsec);
    return child->cpu_ns;
}

/* ---- its memory ---- */

uint64_t child_address_space(const struct child *child) {
    return child->box != NULL ? box_address_space(child->box, &child->limits) : 0;
}

uint64_t child_memory(struct child *child) {
    char path[64], text[64];
    if (child->box == NULL)
        return 0;
    if (child_address_space(child) == 0)
        return cgroup_usage(&child->box->groups[CGROUP_MEMORY]);
    if (!find_program(child))
        return 0;
    snprintf(path, sizeof path, "/proc/%ld/statm", (long)child->pid);
    read_proc(path, text, sizeof text);
    return strtoull(text, NULL, 10) * (uint64_t)sysconf(_SC_PAGESIZE);
}

/* The most that the program has had; what shows of bwrap is not the solver's. */
static uint64_t look_at_program(struct child *child) {
    static const char word[] = "\nVmHWM:";
    char path[64], text[4096];
    if (child->in_sandbox || !find_program(child))
        return 0;
    snprintf(path, sizeof path, "/proc/%ld/status", (long)child->pid);
    read_proc(path, text, sizeof text);
    const char *found = strstr(text, word);
    return found != NULL ? strtoull(found + strlen(word), NULL, 10) * 1024 : 0;
}

static uint64_t more(uint64_t a, uint64_t b) {
    return a > b ? a : b;
}

uint64_t child_peak(struct child *child) {
    if (child->box == NULL)
        return child->peak;
    uint64_t together = cgroup_peak(&child->box->groups[CGROUP_MEMORY]);
    child->peak = more(child->peak, more(look_at_program(child), together));
    return child->peak;
}

static void kill_now(struct child *child) {
    child_cpu_ns(child);
    child_peak(child);
    kill(child->box->warden, box_namespace() == BOX_NO_NAMESPACE ? SIGUSR1 : SIGKILL);
}

/* Asks it to end, and soon makes it. */
static void end_by(struct child *child, enum child_end why, bool at_once) {
    if (child->is_ending || child->box == NULL || child->box->warden == 0)
        return;
    child->is_ending = true;
    child->result.end = why;
    loop_unset(child->loop, &child->deadline);
    if (at_once)
        kill_now(child);
    else
        kill(child->box->warden, SIGTERM);
    loop_set(child->loop, &child->grace, clock_monotonic_ns() + (uint64_t)GRACE_MS * MS);
}

static void on_grace(struct loop_timer *timer) {
    struct child *child = LOOP_OWNER(timer, struct child, grace);
    kill_now(child);
    /* Without a namespace the warden does it; if it cannot, it has to go itself. */
    if (box_namespace() == BOX_NO_NAMESPACE && clock_monotonic_ns() - timer->at > LAST_MS * MS)
        kill(child->box->warden, SIGKILL);
    loop_set(child->loop, timer, clock_monotonic_ns() + (uint64_t)GRACE_MS * MS);
}

static void on_failed(struct loop_timer *timer) {
    finish(LOOP_OWNER(timer, struct child, failed), false);
}

/* ---- its output ---- */

static bool is_flooded(const struct child *child) {
    return child->limits.output > 0 && child->n_output >= child->limits.output;
}

/* Reads a part of what is too much and forgets it; false if there is no more for now. */
static bool throw_away(struct source *source) {
    static char nobody_wants[READ_MOST];
    ssize_t n;
    do
        n = read(source->fd, nobody_wants, sizeof nobody_wants);
    while (n < 0 && errno == EINTR);
    return n > 0;
}

/* Reads what is there; false if there will be no more. */
static bool read_source(struct source *source) {
    struct child *child = source->child;
    for (;;) {
        uint64_t limit = child->limits.output;
        size_t room = source->to->n < READ_LEAST  ? READ_LEAST
                      : source->to->n < READ_MOST ? source->to->n
                                                  : READ_MOST;
        if (limit > 0 && limit - child->n_output < room)
            room = (size_t)(limit - child->n_output);
        if (room == 0 && child->events.flooded != NULL)
            return throw_away(source) || errno == EAGAIN;
        if (room == 0) {
            end_by(child, CHILD_OUTPUT, true);
            return false;
        }
        strbuf_reserve(source->to, room);
        ssize_t n = read(source->fd, source->to->at + source->to->n, room);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return n < 0 && errno == EAGAIN;
        source->to->n += (size_t)n;
        child->n_output += (uint64_t)n;
        if ((size_t)n < room)
            return true; /* there was no more; whatever comes wakes us again */
    }
}

/* Reads what is there, and tells who waits for it. */
static void hand_on(struct source *source) {
    struct child *child = source->child;
    size_t before = source->to->n;
    if (!read_source(source))
        loop_unwatch(child->loop, &source->watch);
    if (source->to->n > before && child->events.output != NULL)
        child->events.output(child, child->events.context);
}

static void on_source(struct loop_watch *watch, uint32_t events) {
    struct source *source = LOOP_OWNER(watch, struct source, watch);
    struct child *child = source->child;
    (void)events;
    hand_on(source);
    if (child->events.flooded != NULL && is_flooded(child))
        child->events.flooded(child, child->events.context);
}

/* What comes after the deadline comes too late; what is there now is not. */
static void on_deadline(struct loop_timer *timer) {
    struct child *child = LOOP_OWNER(timer, struct child, deadline);
    child->is_prolonged = false;
    hand_on(&child->out);
    if (!child->is_prolonged && child->events.late != NULL)
        child->events.late(child, child->events.context);
    if (child->is_prolonged)
        return;
    child->n_timely = child->result.out.n;
    end_by(child, CHILD_WALL, false);
}

static bool watch(struct source *source) {
    return source->watch.fd >= 0 ||
           loop_watch(source->child->loop, &source->watch, source->fd, EPOLLIN);
}

static bool watch_sources(struct child *child) {
    return watch(&child->out) && watch(&child->err);
}

static void on_watching(struct loop_timer *timer) {
    struct child *child = LOOP_OWNER(timer, struct child, watching);
    if (!watch_sources(child)) /* it would wait for us for ever */
        loop_set(child->loop, timer, clock_monotonic_ns() + (uint64_t)WATCH_MS * MS);
}

static void on_rested(struct loop_timer *timer) {
    struct child *child = LOOP_OWNER(timer, struct child, rested);
    if (child->out.watch.fd >= 0)
        loop_listen(child->loop, &child->out.watch, EPOLLIN);
}

void child_put_off(struct child *child, uint64_t ns) {
    if (child->rested.place != 0 || child->out.watch.fd < 0)
        return;
    loop_listen(child->loop, &child->out.watch, 0);
    loop_set(child->loop, &child->rested, clock_monotonic_ns() + ns);
}

/* ---- how it ended ---- */

static bool fails_for_memory(int s, int status) {
    return s == SIGSEGV || s == SIGBUS || s == SIGABRT || s == SIGTRAP || s == SIGILL ||
           (s == 0 && WEXITSTATUS(status) != 0);
}

void child_judge(struct child_result *result, int status, uint64_t cpu_ns, bool ran_out,
                 const struct child_limits *limits) {
    int s = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    uint64_t cpu_limit = limits->cpu_ms;
    result->end = s == 0 ? CHILD_EXITED : CHILD_SIGNALED;
    result->status = s == 0 ? WEXITSTATUS(status) : s;
    if (ran_out)
        result->end = CHILD_MEMORY;
    else if (cpu_limit > 0 &&
             (s == SIGXCPU || (s == SIGKILL && cpu_ns >= cpu_limit * (uint64_t)MS)))
        result->end = CHILD_CPU;
    else if (s == SIGXFSZ)
        result->end = CHILD_FILE;
    else if (result->space > 0 && result->peak >= result->space / 8 * 7 &&
             fails_for_memory(s, status))
        result->end = CHILD_MEMORY;
}

static void classify(struct child *child, const struct warden_report *report, bool ran_out) {
    struct child_result *result = &child->result;
    if (report->failed_step != WARDEN_BEGAN) {
        result->end = CHILD_NO_START;
        result->no_box = true;
        warden_explain(report, &result->error);
        return;
    }
    if (report->failed_errno != 0) {
        result->end = CHILD_NO_START;
        strbuf_printf(&result->error, "cannot be started: %s", strerror(report->failed_errno));
        program_forget(child->loop, child->program);
        return;
    }
    result->cpu_ns = report->cpu_ns;
    count_cpu(child, report->cpu_ns);
    wardens_cpu_ns += report->own_cpu_ns;
    int status = report->status;
    if (child->in_sandbox && WIFEXITED(status) && WEXITSTATUS(status) > 128)
        status = WEXITSTATUS(status) - 128; /* so bwrap tells of a signal */
    if (child->is_ending)
        return;
    child_judge(result, status, report->cpu_ns, ran_out, &child->limits);
    if (!ran_out && home_is_full(&child->box->home))
        result->end = CHILD_FILE;
}

/* Everything is over. Without a report, `status` is that of the warden. */
static void end(struct child *child, const struct warden_report *report, int status) {
    struct child_result *result = &child->result;
    const struct cgroup *memory = &child->box->groups[CGROUP_MEMORY];
    bool ran_out = cgroup_kills(memory) > 0; /* a box where that happened is not used again */
    result->wall_ns = clock_monotonic_ns() - child->started;
    read_source(&child->err);
    if (child->is_ending)
        read_source(&child->out);
    else
        hand_on(&child->out); /* the last words may be answers */
    result->cpu_ns = child->cpu_ns;
    /* The group counts all of them, but not what they share with others. */
    result->peak = more(child->peak, more(cgroup_peak(memory), report != NULL ? report->peak : 0));
    result->space = child_address_space(child);
    if (report != NULL)
        classify(child, report, ran_out);
    else if (!child->is_ending && WIFEXITED(status) && WEXITSTATUS(status) == WARDEN_FAILED) {
        result->end = CHILD_NO_START;
        strbuf_add_text(&result->error, "cannot be started: its box cannot be made");
    } else if (!child->is_ending) {
        /* The warden is gone without a word: out of memory, or somebody killed it. */
        result->end = ran_out ? CHILD_MEMORY : CHILD_SIGNALED;
        result->status = WIFSIGNALED(status) ? WTERMSIG(status) : SIGKILL;
    }
    bool is_sound = report != NULL && report->failed_step == WARDEN_BEGAN;
    finish(child, is_sound && !child->is_ending && !ran_out && !is_flooded(child));
}

static void on_died(struct loop_watch *watch, uint32_t events) {
    struct child *child = LOOP_OWNER(watch, struct child, died);
    int status = 0;
    (void)events;
    while (waitpid(child->box->warden, &status, 0) < 0 && errno == EINTR)
        ;
    child->box->warden = 0;
    end(child, NULL, status);
}

void child_hear(struct child *child) {
    struct warden_report report;
    ssize_t n;
    do /* that an order was left unread is told first, and once */
        n = recv(child->box->control, &report, sizeof report, MSG_DONTWAIT);
    while (n < 0 && errno == ECONNRESET);
    if (n == sizeof report) {
        end(child, &report, 0);
        return;
    }
    if (n < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    loop_unwatch(child->loop, &child->box->news);
    if (!loop_watch(child->loop, &child->died, child->box->pidfd, EPOLLIN))
        BUG("a dying process cannot be watched");
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

/* The program's standard input: a pipe for a session, or the text. -1 with errno. */
static int open_input(struct child *child, const struct child_spec *spec) {
    if (spec->is_session) {
        int ends[2];
        if (pipe2(ends, O_CLOEXEC) != 0)
            return -1;
        child->input = ends[1];
        fcntl(ends[1], F_SETFL, O_NONBLOCK);
        return ends[0];
    }
    int fd = memfd_create("input", MFD_CLOEXEC);
    if (fd >= 0 && (!write_all(fd, spec->text, spec->n_text) || lseek(fd, 0, SEEK_SET) != 0)) {
        close(fd);
        return -1;
    }
    return fd;
}

/* How much of the files in its directory is ours. */
static uint64_t size_of_files(const struct child_spec *spec) {
    return (spec->file != NULL ? spec->n_text : 0) + (spec->more != NULL ? spec->more->n : 0);
}

/* Everything from the file to the order; false, with errno, where it fails. */
static bool launch(struct child *child, const struct child_spec *spec, struct arena *arena,
                   const char *program, const char *wrapper) {
    struct box *box = child->box;
    const struct child_file *more = spec->more;
    if (spec->file == NULL)
        home_drop_script(&box->home);
    else if (!home_write_script(&box->home, spec->file, spec->text, spec->n_text))
        return false;
    if (more != NULL && !home_add_file(&box->home, more->name, more->at, more->n))
        return false;
    char **argv = program_argv(arena, spec->argv, spec->file);
    if (child->in_sandbox)
        argv = sandbox_argv(arena, program, argv, spec->env, box->home.path);
    struct warden_order order = {
        .program = child->in_sandbox ? wrapper : program,
        .argv = argv,
        .env = program_env(arena, child->in_sandbox ? NULL : spec->env, box->home.path),
        .in = spec->input > 0 ? spec->input : -1,
        .limits = &child->limits,
    };
    bool has_own = spec->is_session || (spec->file == NULL && spec->text != NULL);
    if (order.in < 0 && has_own && (order.in = open_input(child, spec)) < 0)
        return false;
    child->out.fd = box->out;
    child->err.fd = box->err;
    bool is_heard = child->events.output != NULL || child->events.flooded != NULL;
    bool good = (!is_heard || watch_sources(child)) && warden_send(box, &order);
    if (good && !is_heard)
        loop_set(child->loop, &child->watching, child->started + (uint64_t)WATCH_MS * MS);
    int error = errno;
    if (order.in >= 0 && order.in != spec->input)
        close(order.in);
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
    child->program = mem_copy_text(spec->argv[0], strlen(spec->argv[0]));
    child->input = -1;
    child->out.watch.fd = child->err.watch.fd = child->writing.fd = -1;
    child->died.fd = -1;
    child->out.fd = child->err.fd = -1;
    child->out.child = child->err.child = child;
    child->out.to = &child->result.out;
    child->err.to = &child->result.err;
    child->out.watch.ready = child->err.watch.ready = on_source;
    child->died.ready = on_died;
    child->writing.ready = on_writable;
    child->deadline.fire = on_deadline;
    child->grace.fire = on_grace;
    child->failed.fire = on_failed;
    child->watching.fire = on_watching;
    child->rested.fire = on_rested;
    child->started = clock_monotonic_ns();
    const char *program = program_find(loop, spec->argv[0]);
    int why = errno;
    const char *wrapper = sandbox_is_used() ? program_find(loop, "bwrap") : NULL;
    child->in_sandbox = sandbox_is_used();
    if (child->in_sandbox && wrapper == NULL)
        strbuf_printf(&child->result.error, "bwrap: %s", strerror(ENOENT));
    else if (program == NULL)
        strbuf_printf(&child->result.error, "%s: %s", spec->argv[0], strerror(why));
    else
        child->box =
            box_take(loop, &spec->limits, size_of_files(spec), child, &child->result.error);
    child->result.no_box = program != NULL && child->box == NULL;
    if (child->box == NULL || !launch(child, spec, &arena, program, wrapper)) {
        if (child->result.error.n == 0)
            strbuf_printf(&child->result.error, "%s: %s", spec->argv[0], strerror(errno));
        child->result.end = CHILD_NO_START;
        loop_set(loop, &child->failed, 0);
    } else if (spec->limits.wall_ms > 0)
        loop_set(loop, &child->deadline, child->started + spec->limits.wall_ms * (uint64_t)MS);
    arena_free(&arena);
    return child;
}

/* ---- while it runs ---- */

const struct strbuf *child_output(const struct child *child) {
    return &child->result.out;
}

const struct strbuf *child_errors(struct child *child) {
    if (child->err.watch.fd >= 0 && !read_source(&child->err))
        loop_unwatch(child->loop, &child->err.watch);
    return &child->result.err;
}

void child_drop_output(struct child *child, size_t from, size_t n) {
    struct strbuf *out = &child->result.out;
    REQUIRE(from + n <= out->n);
    memmove(out->at + from, out->at + from + n, out->n - from - n);
    out->n -= n;
    child->n_output -= n;
}

bool child_take_output(struct child *child, struct strbuf *out, struct strbuf *err) {
    struct source *sources[] = {&child->out, &child->err};
    for (int i = 0; i < 2; i++) {
        read_source(sources[i]);
        while (is_flooded(child) && throw_away(sources[i]))
            ;
    }
    bool is_whole = !is_flooded(child);
    strbuf_add(out, child->result.out.at, child->result.out.n);
    strbuf_add(err, child->result.err.at, child->result.err.n);
    strbuf_clear(&child->result.out);
    strbuf_clear(&child->result.err);
    child->n_output = 0;
    return is_whole;
}

uint64_t child_memory_kills(const struct child *child) {
    return cgroup_kills(&child->box->groups[CGROUP_MEMORY]);
}

bool child_is_full(const struct child *child) {
    return home_is_full(&child->box->home);
}

bool child_renew_file(struct child *child, const char *name, const char *text, size_t n) {
    struct home *home = &child->box->home;
    if (!home_is_as_left(home))
        home_empty(home);
    return home_write_script(home, name, text, n);
}

void child_set_deadline(struct child *child, uint64_t ms) {
    if (child->is_ending)
        return;
    child->is_prolonged = true;
    if (ms == 0)
        loop_unset(child->loop, &child->deadline);
    else
        loop_set(child->loop, &child->deadline, clock_monotonic_ns() + ms * (uint64_t)MS);
}

void child_stop(struct child *child) {
    end_by(child, CHILD_STOPPED, false);
}
