#include "proc/warden.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/sched.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "proc/sandbox.h"
#include "proc/warden_data.h"

#ifndef MFD_EXEC
#define MFD_EXEC 0x0010u /* new kernels may want to be told */
#endif

/* ---- a copy of momus becomes a warden ---- */

static bool join_groups(const struct box *box) {
    for (int i = 0; i < CGROUPS; i++)
        if (box->groups[i].join >= 0 && write(box->groups[i].join, "0", 1) != 1)
            return false;
    return true;
}

/* Everything but these, in order, is closed: pipes of other children would stay open. */
static void close_all_but(const int *kept, size_t n) {
    unsigned from = STDERR_FILENO + 1;
    while (n > 0 && kept[0] < 0) /* is none */
        kept++, n--;
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

/* Tells why there is no warden: errno. */
_Noreturn static void give_up(int control, enum warden_step step) {
    struct warden_report report = {.failed_errno = errno, .failed_step = (int32_t)step};
    send(control, &report, sizeof report, MSG_NOSIGNAL);
    _exit(WARDEN_FAILED);
}

static bool write_program(int fd) {
    for (size_t at = 0; at < warden_data[0].n;) {
        ssize_t n = write(fd, warden_data[0].text + at, warden_data[0].n - at);
        if (n < 0 && errno != EINTR)
            return false;
        at += n < 0 ? 0 : (size_t)n;
    }
    return true;
}

/*
 * Some systems run nothing that is in no folder (vm.memfd_noexec=2). There the program is a file of
 * the box, where we are, which has no name any more when it begins.
 */
static void run_from_folder(char **argv, char **env) {
    char path[64];
    const char *name = argv[0];
    int fd = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0700);
    bool good = fd >= 0 && write_program(fd);
    if (fd < 0 || close(fd) != 0 || !good) /* who can be written cannot be run */
        return;
    fd = open(name, O_RDONLY | O_CLOEXEC);
    unlink(name);
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    execve(path, argv, env);
}

/* `program` is the warden's file, or -1, `parent` a pidfd of momus. */
_Noreturn static void become_warden(const struct box *box, int program, int control, int parent) {
    char words[5 * 12], *argv[] = {(char *)"momus-warden", words, NULL}, *env[] = {NULL};
    int kept[] = {program, control, parent, box->their_out, box->their_err};
    size_t n = sizeof kept / sizeof *kept;
    prctl(PR_SET_PDEATHSIG, SIGKILL); /* from the beginning; the warden asks for what it needs */
    if (!join_groups(box))
        give_up(control, WARDEN_GROUPS);
    if (!make_mounts(box))
        give_up(control, WARDEN_MOUNTS);
    if (chdir(box->home.path) != 0)
        give_up(control, WARDEN_FOLDER);
    for (size_t i = 1; i < n; i++)
        fcntl(kept[i], F_SETFD, 0);
    snprintf(words, sizeof words, WARDEN_WORDS, box_namespace() != BOX_NO_NAMESPACE, control,
             parent, box->their_out, box->their_err);
    qsort(kept, n, sizeof *kept, by_number);
    close_all_but(kept, n);
    if (program >= 0)
        syscall(SYS_execveat, program, "", argv, env, AT_EMPTY_PATH);
    run_from_folder(argv, env);
    give_up(control, WARDEN_PROGRAM);
}

/* The warden's program as a file that nobody else sees; -1 if there can be none. */
static int open_program(void) {
    static const char name[] = "momus-warden";
    int fd = memfd_create(name, MFD_CLOEXEC | MFD_EXEC);
    if (fd < 0 && errno == EINVAL) /* others know no such word */
        fd = memfd_create(name, MFD_CLOEXEC);
    if (fd >= 0 && !write_program(fd)) {
        close(fd);
        fd = -1;
    }
    return fd;
}

/* ---- momus' side ---- */

static void close_both(int a, int b) {
    if (a >= 0)
        close(a);
    if (b >= 0)
        close(b);
}

bool warden_start(struct box *box) {
    static const uint64_t flags[] = {0, CLONE_NEWUSER | CLONE_NEWPID, CLONE_NEWPID};
    struct clone_args args = {.flags = CLONE_PIDFD | flags[box_namespace()],
                              .pidfd = (uint64_t)(uintptr_t)&box->pidfd,
                              .exit_signal = SIGCHLD};
    int ends[2];
    box->has_proc = sandbox_is_used() && box_namespace() != BOX_NO_NAMESPACE;
    if (box->has_proc || box->home.is_mounted)
        args.flags |= CLONE_NEWNS;
    int program = open_program();
    int parent = (int)syscall(SYS_pidfd_open, getpid(), 0);
    if (parent < 0 || socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) {
        int error = errno;
        close_both(program, parent);
        errno = error;
        return false;
    }
    fflush(NULL);
    sigset_t all, before;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, &before); /* no handler of ours runs in the warden */
    long pid = syscall(SYS_clone3, &args, sizeof args);
    if (pid == 0)
        become_warden(box, program, ends[1], parent);
    int error = errno;
    sigprocmask(SIG_SETMASK, &before, NULL);
    close(ends[1]);
    close_both(program, parent);
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

void warden_explain(const struct warden_report *report, struct strbuf *error) {
    static const char *const steps[] = {
        [WARDEN_BEGAN] = "",
        [WARDEN_GROUPS] = "its cgroup cannot be joined",
        [WARDEN_MOUNTS] = "its folder cannot be mounted",
        [WARDEN_FOLDER] = "its folder cannot be entered",
        [WARDEN_PROGRAM] = "momus can run a part of itself neither from memory nor from the "
                           "temporary folder",
    };
    strbuf_printf(error, "cannot be started: %s: %s", steps[report->failed_step],
                  strerror(report->failed_errno));
    if (report->failed_step == WARDEN_PROGRAM)
        strbuf_add_text(error, "; set TMPDIR to a folder from which programs may be run");
}

/* What the system is to limit, where the box does not. */
static struct warden_limits limits_of(const struct box *box, const struct child_limits *limits) {
    /* An own user has the processes of the box, and no others. */
    bool is_own = limits->processes > 0 && box_namespace() == BOX_USER_NAMESPACE;
    return (struct warden_limits){
        .cpu_seconds = (limits->cpu_ms + 999) / 1000,
        .file_size = limits->file_size,
        .address_space = box_address_space(box, limits),
        .processes = is_own ? limits->processes + 1 : 0,
    };
}

/* Adds the words, each with its zero; their number. */
static uint32_t add_words(struct strbuf *text, char *const *words) {
    uint32_t n = 0;
    for (; words[n] != NULL; n++)
        strbuf_add(text, words[n], strlen(words[n]) + 1);
    return n;
}

bool warden_send(const struct box *box, const struct warden_order *order) {
    struct warden_head head = {.limits = limits_of(box, order->limits)};
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

    bool fits = text.n <= WARDEN_ORDER_MAX && head.n_argv + head.n_env <= WARDEN_WORDS_MAX;
    ssize_t n = -1;
    errno = E2BIG;
    while (fits && (n = sendmsg(box->control, &message, MSG_NOSIGNAL)) < 0 && errno == EINTR)
        ;
    int error = errno;
    strbuf_free(&text);
    errno = error;
    return n >= 0 || error == EPIPE || error == ECONNRESET; /* it is gone, and has said why */
}
