#include "proc/warden.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static void set_limit(int resource, uint64_t soft, uint64_t hard) {
    struct rlimit limit = {.rlim_cur = soft, .rlim_max = hard};
    setrlimit(resource, &limit);
}

static void set_limits(const struct warden_task *task) {
    const struct child_limits *limits = task->limits;
    uint64_t seconds = (limits->cpu_ms + 999) / 1000;
    set_limit(RLIMIT_CORE, 0, 0);
    if (limits->cpu_ms > 0)
        set_limit(RLIMIT_CPU, seconds, seconds + 1);
    if (limits->file_size > 0)
        set_limit(RLIMIT_FSIZE, limits->file_size, limits->file_size);
    if (limits->memory > 0 && !task->box->limits_memory && !limits->keep_address_space)
        set_limit(RLIMIT_AS, limits->memory, limits->memory);
}

static void reset_signals(void) {
    sigset_t none;
    for (int s = 1; s < NSIG; s++)
        signal(s, SIG_DFL);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

/* The program itself, from here on. */
_Noreturn static void become_program(const struct warden_task *task, int failure) {
    setsid();
    set_limits(task);
    if (dup2(task->in, STDIN_FILENO) >= 0 && dup2(task->out, STDOUT_FILENO) >= 0 &&
        dup2(task->err, STDERR_FILENO) >= 0 && chdir(task->directory) == 0) {
        reset_signals();
        execve(task->program, task->argv, task->env);
    }
    int32_t error = errno;
    ssize_t n = write(failure, &error, sizeof error);
    _exit(n < 0 ? 126 : 127);
}

/* Starts the program; 0 with errno if it cannot be. */
static pid_t start_program(const struct warden_task *task) {
    int ends[2];
    int32_t error = 0;
    if (pipe2(ends, O_CLOEXEC) != 0)
        return 0;
    pid_t pid = fork();
    if (pid == 0)
        become_program(task, ends[1]);
    close(ends[1]);
    if (pid < 0)
        error = errno;
    else if (read(ends[0], &error, sizeof error) > 0)
        while (waitpid(pid, NULL, 0) < 0 && errno == EINTR)
            ;
    close(ends[0]);
    errno = error;
    return error != 0 ? 0 : pid;
}

/*
 * Kills everything that descends from us. In a namespace that is everything
 * but us; elsewhere we are told of our children, and get those of a child that
 * dies, until none is left.
 */
static void kill_all(const struct warden_task *task) {
    if (task->in_namespace) {
        kill(-1, SIGKILL);
        return;
    }
    for (int rounds = 0; rounds < 1000; rounds++) {
        char path[64], text[4096];
        snprintf(path, sizeof path, "/proc/self/task/%ld/children", (long)getpid());
        int fd = open(path, O_RDONLY | O_CLOEXEC);
        ssize_t n = fd < 0 ? 0 : read(fd, text, sizeof text - 1);
        if (fd >= 0)
            close(fd);
        if (n <= 0)
            break;
        text[n] = '\0';
        for (char *at = text, *end; *at != '\0'; at = end) {
            long pid = strtol(at, &end, 10);
            if (end == at)
                break;
            kill((pid_t)pid, SIGKILL);
        }
        while (waitpid(-1, NULL, 0) > 0)
            ;
    }
}

static void send_report(const struct warden_task *task, const struct warden_report *report) {
    ssize_t n = write(task->report, report, sizeof *report);
    _exit(n == sizeof *report ? 0 : 1);
}

/* Dies with momus; the moment before we could say so counts, too. */
static void die_with_parent(const struct warden_task *task) {
    struct pollfd parent = {.fd = task->report};
    prctl(PR_SET_PDEATHSIG, task->in_namespace ? SIGKILL : SIGUSR1);
    if (poll(&parent, 1, 0) > 0 && (parent.revents & POLLERR) != 0)
        _exit(1);
}

static void join_groups(const struct box *box) {
    for (int i = 0; i < BOX_GROUPS; i++)
        if (box->join[i] >= 0 && write(box->join[i], "0", 1) != 1)
            _exit(1);
}

/* Everything but the descriptors of the task is closed: pipes of other children would stay open. */
static void close_others(const struct warden_task *task) {
    int keep[] = {task->in, task->out, task->err, task->report};
    int n = sizeof keep / sizeof *keep;
    unsigned from = 3;
    for (int i = 0; i < n; i++)
        for (int j = i + 1; j < n; j++)
            if (keep[j] < keep[i]) {
                int other = keep[i];
                keep[i] = keep[j];
                keep[j] = other;
            }
    for (int i = 0; i < n; i++) {
        if ((unsigned)keep[i] < from)
            continue;
        if ((unsigned)keep[i] > from)
            close_range(from, (unsigned)keep[i] - 1, 0);
        from = (unsigned)keep[i] + 1;
    }
    close_range(from, ~0u, 0);
}

/* Waits for children that have ended; true if the program is one of them. */
static bool reap(pid_t program, struct warden_report *report) {
    bool ended = false;
    int status;
    struct rusage usage;
    pid_t pid;
    while ((pid = wait4(-1, &status, WNOHANG, &usage)) > 0)
        if (pid == program) {
            report->status = status;
            ended = true;
        }
    return ended;
}

_Noreturn void warden_run(const struct warden_task *task) {
    struct warden_report report = {0};
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGCHLD);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGUSR1);
    sigprocmask(SIG_SETMASK, &signals, NULL);
    for (int s = 1; s < NSIG; s++)
        signal(s, SIG_DFL);
    die_with_parent(task);
    join_groups(task->box);
    close_others(task);
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    pid_t program = start_program(task);
    if (program == 0) {
        report.failed_errno = errno != 0 ? errno : EINVAL;
        send_report(task, &report);
    }
    close(task->in);
    close(task->out);
    close(task->err);
    for (;;) {
        int got = sigwaitinfo(&signals, NULL);
        if (got == SIGTERM)
            kill(task->in_namespace ? -1 : -program, SIGTERM);
        if (got == SIGUSR1) {
            kill_all(task);
            _exit(1);
        }
        if (reap(program, &report))
            break;
    }
    kill_all(task);
    while (wait4(-1, NULL, 0, NULL) > 0)
        ;
    struct rusage usage;
    getrusage(RUSAGE_CHILDREN, &usage);
    report.cpu_ns = (uint64_t)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1000000000u +
                    (uint64_t)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1000u;
    report.peak = (uint64_t)usage.ru_maxrss * 1024;
    send_report(task, &report);
    _exit(1);
}
