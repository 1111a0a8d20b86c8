#include "proc/warden.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/sched.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "proc/sandbox.h"

/* An order on its way: this, then the program and all words, each with a zero behind. */
struct order_head {
    struct child_limits limits;
    uint32_t n_argv, n_env;
};
enum { ORDER_MAX = 64 * 1024, WORDS_MAX = 4096 };

/* ---- the warden's side: the program ---- */

static void set_limit(int resource, uint64_t soft, uint64_t hard) {
    struct rlimit limit = {.rlim_cur = soft, .rlim_max = hard};
    setrlimit(resource, &limit);
}

static void set_limits(const struct box *box, const struct child_limits *limits) {
    uint64_t seconds = (limits->cpu_ms + 999) / 1000;
    set_limit(RLIMIT_CORE, 0, 0);
    if (limits->cpu_ms > 0)
        set_limit(RLIMIT_CPU, seconds, seconds + 1);
    if (limits->file_size > 0)
        set_limit(RLIMIT_FSIZE, limits->file_size, limits->file_size);
    if (limits->memory > 0 && !box->limits_memory && !limits->keep_address_space)
        set_limit(RLIMIT_AS, limits->memory, limits->memory);
    /* An own user has the processes of the box, and no others. */
    if (limits->processes > 0 && box_namespace() == BOX_USER_NAMESPACE)
        set_limit(RLIMIT_NPROC, limits->processes + 1, limits->processes + 1);
}

/* The end of a pipe as a new one has it: programs may have changed it. */
static bool give_pipe(int end, int number) {
    return fcntl(end, F_SETFL, 0) == 0 && dup2(end, number) >= 0;
}

/* The program itself, from here on. The memory is still the warden's. */
_Noreturn static void become_program(const struct box *box, const struct warden_order *order,
                                     volatile int *failed_errno) {
    sigset_t none;
    setsid();
    set_limits(box, order->limits);
    if (dup2(order->in, STDIN_FILENO) >= 0 && give_pipe(box->their_out, STDOUT_FILENO) &&
        give_pipe(box->their_err, STDERR_FILENO) && chdir(box->home.path) == 0) {
        sigemptyset(&none);
        sigprocmask(SIG_SETMASK, &none, NULL);
        execve(order->program, order->argv, order->env);
    }
    *failed_errno = errno != 0 ? errno : EINVAL;
    _exit(127);
}

/* Starts the program; 0 with errno if it cannot be. */
static pid_t start_program(const struct box *box, const struct warden_order *order) {
    volatile int failed_errno = 0;
    pid_t pid = vfork(); /* nothing is copied, and it goes on when the program has begun */
    if (pid == 0)
        become_program(box, order, &failed_errno);
    if (pid > 0 && failed_errno == 0)
        return pid;
    int error = pid < 0 ? errno : failed_errno;
    while (pid > 0 && waitpid(pid, NULL, 0) < 0 && errno == EINTR)
        ;
    errno = error;
    return 0;
}

/* ---- the warden's side: the end of all ---- */

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
    /* Before it began, the program was as large as we are: that is not known to be its own. */
    if (report->peak <= (uint64_t)usage.ru_maxrss * 1024)
        report->peak = 0;
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
    if (box_namespace() != BOX_NO_NAMESPACE) {
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

static void run_program(const struct box *box, const struct warden_order *order,
                        struct warden_report *report) {
    pid_t program = start_program(box, order);
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
            kill(box_namespace() != BOX_NO_NAMESPACE ? -1 : -program, SIGTERM);
        if (got == SIGUSR1) {
            kill_all(report);
            _exit(1);
        }
        left = reap(program, report, &ended);
    } while (!ended);
    if (left == 0)
        kill_all(report);
}

/* ---- the warden's side: orders ---- */

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
static bool receive(int control, struct warden_order *order) {
    static _Alignas(struct order_head) char text[ORDER_MAX];
    static char *words[WORDS_MAX + 2];
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
    if (n < (ssize_t)sizeof(struct order_head))
        return false;
    struct cmsghdr *with = CMSG_FIRSTHDR(&message);
    int in = -1;
    if (with != NULL && with->cmsg_len == CMSG_LEN(sizeof in))
        memcpy(&in, CMSG_DATA(with), sizeof in);
    struct order_head *head = (struct order_head *)(void *)text;
    char *at = text + sizeof *head;
    *order = (struct warden_order){.program = next_word(&at, text + n),
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

static bool join_groups(const struct box *box) {
    for (int i = 0; i < CGROUPS; i++)
        if (box->groups[i].join >= 0 && write(box->groups[i].join, "0", 1) != 1)
            return false;
    return true;
}

/* Everything but these, in order, is closed: pipes of other children would stay open. */
static void close_all_but(const int *kept, size_t n) {
    unsigned from = STDERR_FILENO + 1;
    for (size_t i = 0; i < n; i++) {
        if ((unsigned)kept[i] > from)
            close_range(from, (unsigned)kept[i] - 1, 0);
        from = (unsigned)kept[i] + 1;
    }
    close_range(from, ~0u, 0);
}

static int by_number(const void *a, const void *b) {
    return *(const int *)a - *(const int *)b;
}

/*
 * Is momus gone? Its end of the socket does not say so: a warden that was started
 * after us and has not closed it yet still holds it.
 */
static bool is_orphan(int parent) {
    struct pollfd gone = {.fd = parent, .events = POLLIN};
    return poll(&gone, 1, 0) > 0;
}

/*
 * What only this box sees: its home; and the processes of the namespace, in /proc, where bwrap looks
 * itself up. What is unmounted elsewhere is unmounted here, too.
 */
static bool make_mounts(const struct box *box) {
    if (!box->has_proc && !box->home.is_mounted)
        return true;
    if (mount(NULL, "/", NULL, MS_REC | MS_SLAVE, NULL) != 0)
        return !box->home.is_mounted;
    if (box->has_proc)
        mount("proc", "/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, NULL);
    return home_mount(&box->home);
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

/* `parent` is a pidfd of momus. */
_Noreturn static void warden_run(const struct box *box, int control, int parent) {
    struct warden_order order;
    momus = getppid();
    set_signals();
    if (!join_groups(box) || !make_mounts(box))
        _exit(WARDEN_FAILED);
    int kept[] = {control, parent, box->their_out, box->their_err};
    qsort(kept, sizeof kept / sizeof *kept, sizeof *kept, by_number);
    close_all_but(kept, sizeof kept / sizeof *kept);
    nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
    prctl(PR_SET_PDEATHSIG, box_namespace() != BOX_NO_NAMESPACE ? SIGKILL : SIGUSR1);
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    /* An order may outlive momus, which may have died before we asked to be told. */
    bool is_watched = false;
    while (receive(control, &order) && (is_watched || !is_orphan(parent))) {
        struct warden_report report = {0};
        is_watched = true;
        if (order.in < 0)
            order.in = nothing;
        run_program(box, &order, &report);
        count_own(&report);
        if (send(control, &report, sizeof report, MSG_NOSIGNAL) != sizeof report)
            break;
    }
    _exit(0);
}

/* ---- momus' side ---- */

bool warden_start(struct box *box) {
    static const uint64_t flags[] = {0, CLONE_NEWUSER | CLONE_NEWPID, CLONE_NEWPID};
    struct clone_args args = {.flags = CLONE_PIDFD | flags[box_namespace()],
                              .pidfd = (uint64_t)(uintptr_t)&box->pidfd,
                              .exit_signal = SIGCHLD};
    int ends[2];
    box->has_proc = sandbox_is_used() && box_namespace() != BOX_NO_NAMESPACE;
    if (box->has_proc || box->home.is_mounted)
        args.flags |= CLONE_NEWNS;
    int parent = (int)syscall(SYS_pidfd_open, getpid(), 0);
    if (parent < 0)
        return false;
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) {
        close(parent);
        return false;
    }
    fflush(NULL);
    sigset_t all, before;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, &before); /* no handler of ours runs in the warden */
    long pid = syscall(SYS_clone3, &args, sizeof args);
    if (pid == 0)
        warden_run(box, ends[1], parent);
    int error = errno;
    sigprocmask(SIG_SETMASK, &before, NULL);
    close(ends[1]);
    close(parent);
    if (pid < 0) {
        close(ends[0]);
        errno = error;
        return false;
    }
    box->warden = (pid_t)pid;
    box->control = ends[0];
    close(box->their_out);
    close(box->their_err);
    box->their_out = box->their_err = -1;
    home_is_entered(&box->home);
    return true;
}

/* Adds the words, each with its zero; their number. */
static uint32_t add_words(struct strbuf *text, char *const *words) {
    uint32_t n = 0;
    for (; words[n] != NULL; n++)
        strbuf_add(text, words[n], strlen(words[n]) + 1);
    return n;
}

bool warden_send(const struct box *box, const struct warden_order *order) {
    struct order_head head = {.limits = *order->limits};
    struct strbuf text = {0};
    strbuf_add(&text, (const char *)&head, sizeof head);
    strbuf_add(&text, order->program, strlen(order->program) + 1);
    head.n_argv = add_words(&text, order->argv);
    head.n_env = add_words(&text, order->env);
    memcpy(text.at, &head, sizeof head);

    union {
        char bytes[CMSG_SPACE(sizeof order->in)];
        struct cmsghdr align;
    } extra = {{0}};
    struct iovec part = {text.at, text.n};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
    if (order->in >= 0) {
        message.msg_control = extra.bytes;
        message.msg_controllen = sizeof extra.bytes;
        struct cmsghdr *with = CMSG_FIRSTHDR(&message);
        with->cmsg_level = SOL_SOCKET;
        with->cmsg_type = SCM_RIGHTS;
        with->cmsg_len = CMSG_LEN(sizeof order->in);
        memcpy(CMSG_DATA(with), &order->in, sizeof order->in);
    }

    bool fits = text.n <= ORDER_MAX && head.n_argv + head.n_env <= WORDS_MAX;
    ssize_t n = -1;
    errno = E2BIG;
    while (fits && (n = sendmsg(box->control, &message, MSG_NOSIGNAL)) < 0 && errno == EINTR)
        ;
    int error = errno;
    strbuf_free(&text);
    errno = error;
    return n >= 0;
}
