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
enum { ORDER_MAX = 64 * 1024, WORDS_MAX = 4096, STREAMS = 3 };

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
}

/* The program itself, from here on. The memory is still the warden's. */
_Noreturn static void become_program(const struct box *box, const struct warden_order *order,
                                     volatile int *failed_errno) {
    sigset_t none;
    setsid();
    set_limits(box, order->limits);
    if (dup2(order->in, STDIN_FILENO) >= 0 && dup2(order->out, STDOUT_FILENO) >= 0 &&
        dup2(order->err, STDERR_FILENO) >= 0 && chdir(box->directory) == 0) {
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

static uint64_t peak_of(int whom) {
    struct rusage usage;
    getrusage(whom, &usage);
    return (uint64_t)usage.ru_maxrss * 1024;
}

/* What the warden itself has used since this was asked last. */
static uint64_t own_cpu_ns(void) {
    static uint64_t before;
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    uint64_t now = ns_of(usage.ru_utime) + ns_of(usage.ru_stime), more = now - before;
    before = now;
    return more;
}

/* As wait4, and adds what the process has used to the report. */
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
    if (wait_one(report, &status, WNOHANG) < 0)
        return; /* nobody is left */
    if (box_namespace() != BOX_NO_NAMESPACE) {
        kill(-1, SIGKILL);
        while (wait_one(report, &status, 0) > 0)
            ;
    } else
        while (kill_children() && wait_one(report, &status, 0) > 0)
            while (wait_one(report, &status, WNOHANG) > 0)
                ;
}

/* Waits for children that have ended; true if the program is one of them. */
static bool reap(pid_t program, struct warden_report *report) {
    bool ended = false;
    int status;
    pid_t pid;
    while ((pid = wait_one(report, &status, WNOHANG)) > 0)
        if (pid == program) {
            report->status = status;
            ended = true;
        }
    return ended;
}

static sigset_t signals; /* that the warden waits for */
static pid_t momus;      /* as the warden sees it: 0 in a namespace */

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
    close(order->in);
    close(order->out);
    close(order->err);
    if (program == 0)
        return;
    uint64_t own_peak = peak_of(RUSAGE_SELF);
    do {
        int got = next_signal();
        if (got == SIGTERM)
            kill(box_namespace() != BOX_NO_NAMESPACE ? -1 : -program, SIGTERM);
        if (got == SIGUSR1) {
            kill_all(report);
            _exit(1);
        }
    } while (!reap(program, report));
    kill_all(report);
    /* Before it began, the program was as large as we are: that is not known to be its own. */
    if (report->peak <= own_peak)
        report->peak = 0;
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
        char bytes[CMSG_SPACE(STREAMS * sizeof(int))];
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
    struct cmsghdr *with = CMSG_FIRSTHDR(&message);
    if (n < (ssize_t)sizeof(struct order_head) || with == NULL ||
        with->cmsg_len != CMSG_LEN(STREAMS * sizeof(int)))
        return false;
    int streams[STREAMS];
    memcpy(streams, CMSG_DATA(with), sizeof streams);
    struct order_head *head = (struct order_head *)(void *)text;
    char *at = text + sizeof *head;
    *order = (struct warden_order){.program = next_word(&at, text + n),
                                   .argv = words,
                                   .env = words + head->n_argv + 1,
                                   .in = streams[0],
                                   .out = streams[1],
                                   .err = streams[2],
                                   .limits = &head->limits};
    for (uint32_t i = 0; i < head->n_argv; i++)
        words[i] = next_word(&at, text + n);
    words[head->n_argv] = NULL;
    for (uint32_t i = 0; i < head->n_env; i++)
        words[head->n_argv + 1 + i] = next_word(&at, text + n);
    words[head->n_argv + 1 + head->n_env] = NULL;
    return true;
}

static void join_groups(const struct box *box) {
    for (int i = 0; i < BOX_GROUPS; i++)
        if (box->join[i] >= 0 && write(box->join[i], "0", 1) != 1)
            _exit(1);
}

/* Everything but these two is closed: pipes of other children would stay open. */
static void close_others(int control, int parent) {
    int low = control < parent ? control : parent, high = control < parent ? parent : control;
    if (low > 3)
        close_range(3, (unsigned)low - 1, 0);
    if (high > low + 1)
        close_range((unsigned)low + 1, (unsigned)high - 1, 0);
    close_range((unsigned)high + 1, ~0u, 0);
}

/*
 * Is momus gone? Its end of the socket does not say so: a warden that was started
 * after us and has not closed it yet still holds it.
 */
static bool is_orphan(int parent) {
    struct pollfd gone = {.fd = parent, .events = POLLIN};
    return poll(&gone, 1, 0) > 0;
}

/* The processes of the namespace, in /proc: bwrap looks itself up there. */
static void mount_proc(void) {
    if (mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) == 0)
        mount("proc", "/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, NULL);
}

/* `parent` is a pidfd of momus. */
_Noreturn static void warden_run(const struct box *box, int control, int parent) {
    struct warden_order order;
    momus = getppid();
    sigemptyset(&signals);
    sigaddset(&signals, SIGCHLD);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGUSR1);
    sigprocmask(SIG_SETMASK, &signals, NULL);
    for (int s = 1; s < NSIG; s++)
        signal(s, SIG_DFL);
    join_groups(box);
    if (box->has_mounts)
        mount_proc();
    close_others(control, parent);
    prctl(PR_SET_PDEATHSIG, box_namespace() != BOX_NO_NAMESPACE ? SIGKILL : SIGUSR1);
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    /* An order may outlive momus, which may have died before we asked to be told. */
    while (receive(control, &order) && !is_orphan(parent)) {
        struct warden_report report = {0};
        run_program(box, &order, &report);
        report.own_cpu_ns = own_cpu_ns();
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
    box->has_mounts = sandbox_is_used() && box_namespace() != BOX_NO_NAMESPACE;
    if (box->has_mounts)
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

    int streams[STREAMS] = {order->in, order->out, order->err};
    union {
        char bytes[CMSG_SPACE(sizeof streams)];
        struct cmsghdr align;
    } extra = {{0}};
    struct iovec part = {text.at, text.n};
    struct msghdr message = {.msg_iov = &part,
                             .msg_iovlen = 1,
                             .msg_control = extra.bytes,
                             .msg_controllen = sizeof extra.bytes};
    struct cmsghdr *with = CMSG_FIRSTHDR(&message);
    with->cmsg_level = SOL_SOCKET;
    with->cmsg_type = SCM_RIGHTS;
    with->cmsg_len = CMSG_LEN(sizeof streams);
    memcpy(CMSG_DATA(with), streams, sizeof streams);

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
