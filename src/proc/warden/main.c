/*
 * The warden: a program of its own, which is inside momus as bytes, and started by it for each box
 * (proc/warden.h). It is small, as programs are counted with what they were started from.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "proc/warden_wire.h"

struct order {
    char *program;
    char **argv, **env;
    int in; /* -1: none came with it */
    const struct warden_limits *limits;
};

static int has_namespace, control, parent, out, err; /* as momus has told: WARDEN_WORDS */

/* ---- the program ---- */

static void set_limit(int resource, uint64_t soft, uint64_t hard) {
    struct rlimit limit = {.rlim_cur = soft, .rlim_max = hard};
    if (soft > 0)
        setrlimit(resource, &limit);
}

static void set_limits(const struct warden_limits *limits) {
    struct rlimit none = {0};
    setrlimit(RLIMIT_CORE, &none);
    set_limit(RLIMIT_CPU, limits->cpu_seconds, limits->cpu_seconds + 1);
    set_limit(RLIMIT_FSIZE, limits->file_size, limits->file_size);
    set_limit(RLIMIT_AS, limits->address_space, limits->address_space);
    set_limit(RLIMIT_NPROC, limits->processes, limits->processes);
}

/* The end of a pipe as a new one has it: programs may have changed it. */
static bool give_pipe(int end, int number) {
    return fcntl(end, F_SETFL, 0) == 0 && dup2(end, number) >= 0;
}

/* The program itself, from here on. The memory is still the warden's. */
_Noreturn static void become_program(const struct order *order, volatile int *failed_errno) {
    sigset_t none;
    setsid();
    set_limits(order->limits);
    if (dup2(order->in, STDIN_FILENO) >= 0 && give_pipe(out, STDOUT_FILENO) &&
        give_pipe(err, STDERR_FILENO)) {
        sigemptyset(&none);
        sigprocmask(SIG_SETMASK, &none, NULL);
        execve(order->program, order->argv, order->env);
    }
    *failed_errno = errno != 0 ? errno : EINVAL;
    _exit(127);
}

/* Starts the program; 0 with errno if it cannot be. */
static pid_t start_program(const struct order *order) {
    volatile int failed_errno = 0;
    pid_t pid = vfork(); /* nothing is copied, and it goes on when the program has begun */
    if (pid == 0)
        become_program(order, &failed_errno);
    if (pid > 0 && failed_errno == 0)
        return pid;
    int error = pid < 0 ? errno : failed_errno;
    while (pid > 0 && waitpid(pid, NULL, 0) < 0 && errno == EINTR)
        ;
    errno = error;
    return 0;
}

/* ---- the end of all ---- */

static uint64_t ns_of(struct timeval time) {
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_usec * 1000u;
}

/* What the warden itself has used since this was asked last. */
static void count_own(struct warden_report *report) {
    static uint64_t before;
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    uint64_t now = ns_of(usage.ru_utime) + ns_of(usage.ru_stime);
    report->own_cpu_ns = now - before;
    before = now;
}

/* As wait4, and adds what the process has used to the report. 0: none has ended, -1: none is left. */
static pid_t wait_one(struct warden_report *report, int *status, int flags) {
    struct rusage usage;
    pid_t pid;
    do
        pid = wait4(-1, status, flags, &usage);
    while (pid < 0 && errno == EINTR);
    if (pid > 0) {
        uint64_t peak = (uint64_t)usage.ru_maxrss * 1024;
        report->cpu_ns += ns_of(usage.ru_utime) + ns_of(usage.ru_stime);
        report->peak = peak > report->peak ? peak : report->peak;
    }
    return pid;
}

/* Kills our children; false if there is none. */
static bool kill_children(void) {
    char path[64], text[4096];
    snprintf(path, sizeof path, "/proc/self/task/%ld/children", (long)getpid());
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t n = fd < 0 ? 0 : read(fd, text, sizeof text - 1);
    if (fd >= 0)
        close(fd);
    if (n <= 0)
        return false;
    text[n] = '\0';
    for (char *at = text, *end; *at != '\0'; at = end) {
        long pid = strtol(at, &end, 10);
        if (end == at)
            break;
        kill((pid_t)pid, SIGKILL);
    }
    return true;
}

/*
 * Kills everything that descends from us. In a namespace that is everything
 * but us. Elsewhere we are told of our children, and get those of a child that
 * dies; one that we get after we were told lives, so we wait for no more than one
 * before we look again.
 */
static void kill_all(struct warden_report *report) {
    int status;
    if (has_namespace) {
        kill(-1, SIGKILL);
        while (wait_one(report, &status, 0) > 0)
            ;
    } else
        while (kill_children() && wait_one(report, &status, 0) > 0)
            while (wait_one(report, &status, WNOHANG) > 0)
                ;
}

/* Waits for children that have ended; what the last wait said: is anybody left? */
static pid_t reap(pid_t program, struct warden_report *report, bool *ended) {
    int status;
    pid_t pid;
    while ((pid = wait_one(report, &status, WNOHANG)) > 0)
        if (pid == program) {
            report->status = status;
            *ended = true;
        }
    return pid;
}

static sigset_t signals; /* that the warden waits for */
static pid_t momus;      /* as the warden sees it: 0 in a namespace */
static int nothing;      /* to read */

/* The next signal, 0 for one that counts only if it comes from momus, and does not. */
static int next_signal(void) {
    siginfo_t info;
    int got = sigwaitinfo(&signals, &info);
    return got == SIGCHLD || info.si_pid == momus ? got : 0;
}

static void run_program(const struct order *order, struct warden_report *report) {
    pid_t program = start_program(order);
    if (program == 0)
        report->failed_errno = errno;
    if (order->in != nothing)
        close(order->in); /* or nobody would notice that the program closes it */
    if (program == 0)
        return;
    bool ended = false;
    pid_t left = 0;
    do {
        int got = next_signal();
        if (got == SIGTERM)
            kill(has_namespace ? -1 : -program, SIGTERM);
        if (got == SIGUSR1) {
            kill_all(report);
            _exit(1);
        }
        left = reap(program, report, &ended);
    } while (!ended);
    if (left == 0)
        kill_all(report);
}

/* ---- orders ---- */

/* The next word of a text of words; NULL behind the last. */
static char *next_word(char **at, const char *end) {
    char *word = *at;
    char *zero = word < end ? memchr(word, '\0', (size_t)(end - word)) : NULL;
    if (zero == NULL)
        return NULL;
    *at = zero + 1;
    return word;
}

/* False if momus has no more. The order lives until the next one. */
static bool receive(struct order *order) {
    static _Alignas(struct warden_head) char text[WARDEN_ORDER_MAX];
    static char *words[WARDEN_WORDS_MAX + 2];
    union {
        char bytes[CMSG_SPACE(sizeof(int))];
        struct cmsghdr align;
    } extra;
    struct iovec part = {text, sizeof text};
    struct msghdr message = {.msg_iov = &part,
                             .msg_iovlen = 1,
                             .msg_control = extra.bytes,
                             .msg_controllen = sizeof extra.bytes};
    ssize_t n;
    do
        n = recvmsg(control, &message, MSG_CMSG_CLOEXEC);
    while (n < 0 && errno == EINTR);
    if (n < (ssize_t)sizeof(struct warden_head))
        return false;
    struct cmsghdr *with = CMSG_FIRSTHDR(&message);
    int in = -1;
    if (with != NULL && with->cmsg_len == CMSG_LEN(sizeof in))
        memcpy(&in, CMSG_DATA(with), sizeof in);
    struct warden_head *head = (struct warden_head *)(void *)text;
    char *at = text + sizeof *head;
    *order = (struct order){.program = next_word(&at, text + n),
                            .argv = words,
                            .env = words + head->n_argv + 1,
                            .in = in,
                            .limits = &head->limits};
    for (uint32_t i = 0; i < head->n_argv; i++)
        words[i] = next_word(&at, text + n);
    words[head->n_argv] = NULL;
    for (uint32_t i = 0; i < head->n_env; i++)
        words[head->n_argv + 1 + i] = next_word(&at, text + n);
    words[head->n_argv + 1 + head->n_env] = NULL;
    return true;
}

/*
 * Is momus gone? Its end of the socket does not say so: a warden that was started
 * after us and has not closed it yet still holds it.
 */
static bool is_orphan(void) {
    struct pollfd gone = {.fd = parent, .events = POLLIN};
    return poll(&gone, 1, 0) > 0;
}

static void set_signals(void) {
    sigemptyset(&signals);
    sigaddset(&signals, SIGCHLD);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGUSR1);
    sigprocmask(SIG_SETMASK, &signals, NULL);
    for (int s = 1; s < NSIG; s++)
        signal(s, SIG_DFL);
}

int main(int argc, char **argv) {
    struct order order;
    if (argc != 2 || sscanf(argv[1], WARDEN_WORDS, &has_namespace, &control, &parent, &out, &err) !=
                         WARDEN_N_WORDS)
        return WARDEN_FAILED;
    momus = getppid();
    set_signals();
    const int kept[] = {control, parent, out, err};
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
        fcntl(kept[i], F_SETFD, FD_CLOEXEC);
    nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
    prctl(PR_SET_NAME, argv[0]);
    prctl(PR_SET_PDEATHSIG, has_namespace ? SIGKILL : SIGUSR1);
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    /* An order may outlive momus, which may have died before we asked to be told. */
    bool is_watched = false;
    while (receive(&order) && (is_watched || !is_orphan())) {
        struct warden_report report = {0};
        is_watched = true;
        if (order.in < 0)
            order.in = nothing;
        run_program(&order, &report);
        count_own(&report);
        if (send(control, &report, sizeof report, MSG_NOSIGNAL) != sizeof report)
            break;
    }
    return 0;
}
