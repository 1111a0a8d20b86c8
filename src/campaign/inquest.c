#include "campaign/inquest.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "campaign/offspring.h"

/* ---- in the process -------------------------------------------------------- */

/* The bytes of address space that it has; 0: not known. */
static rlim_t space(void) {
    unsigned long long pages = 0;
    FILE *file = fopen("/proc/self/statm", "re");
    if (file != NULL && fscanf(file, "%llu", &pages) != 1)
        pages = 0;
    if (file != NULL)
        fclose(file);
    return (rlim_t)pages * (rlim_t)sysconf(_SC_PAGESIZE);
}

/* What it does wrong, the worker has done before: nothing more is said or dumped. */
static void confine(unsigned seconds) {
    struct rlimit none = {0}, memory = {0};
    int null = open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (null >= 0)
        dup2(null, STDERR_FILENO);
    setrlimit(RLIMIT_CORE, &none);
    memory.rlim_cur = memory.rlim_max = space() + ((rlim_t)INQUEST_MEGABYTES << 20);
    if (memory.rlim_cur > (rlim_t)INQUEST_MEGABYTES << 20)
        setrlimit(RLIMIT_AS, &memory);
    signal(SIGALRM, SIG_DFL);
    alarm(seconds);
}

static int work(int fd, void *context) {
    const struct inquest *inquest = context;
    struct strbuf script = {0}, reason = {0};
    struct wire_out out = {0};
    confine(inquest->seconds);
    bool made = inquest->make(&script, &reason, inquest->context);
    wire_begin(&out, WIRE_REMADE);
    wire_put_text(&out, made ? strbuf_text(&script) : NULL, script.n);
    wire_put_word(&out, strbuf_text(&reason));
    bool sent = wire_send(&out, fd);
    wire_out_release(&out);
    strbuf_free(&script);
    strbuf_free(&reason);
    return sent ? 0 : 1;
}

/* ---- in the coordinator ---------------------------------------------------- */

static void add_end(int status, unsigned seconds, struct strbuf *reason) {
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM)
        strbuf_printf(reason, "that takes more than %u s", seconds);
    else if (WIFSIGNALED(status))
        strbuf_printf(reason, "that ends momus again, by signal %d", WTERMSIG(status));
    else
        strbuf_printf(reason, "that ends momus again, with status %d", WEXITSTATUS(status));
}

static void finish(struct inquest *inquest) {
    struct wire_message message;
    struct strbuf reason = {0};
    struct wire_in in = inquest->in;
    int status = 0;
    size_t n = 0;
    loop_unwatch(inquest->loop, &inquest->watch);
    close(inquest->fd);
    waitpid(inquest->pid, &status, 0);
    const char *script = NULL;
    if (wire_next(&in, &message)) {
        script = wire_text(&message, &n);
        strbuf_add_text(&reason, wire_word(&message));
    } else {
        inquest->is_fatal = !WIFSIGNALED(status) || WTERMSIG(status) != SIGALRM;
        add_end(status, inquest->seconds, &reason);
    }
    inquest->done(script, n, strbuf_text(&reason), inquest->context);
    wire_in_release(&in);
    strbuf_free(&reason);
}

static void on_message(struct loop_watch *watch, uint32_t events) {
    struct inquest *inquest = LOOP_OWNER(watch, struct inquest, watch);
    (void)events;
    if (!wire_receive(&inquest->in, inquest->fd))
        finish(inquest);
}

bool inquest_start(struct inquest *inquest) {
    inquest->watch = (struct loop_watch){.fd = -1, .ready = on_message};
    pid_t pid = offspring_start(work, inquest, &inquest->fd);
    if (pid < 0)
        return false;
    inquest->pid = pid;
    if (loop_watch(inquest->loop, &inquest->watch, inquest->fd, EPOLLIN))
        return true;
    kill(pid, SIGKILL);
    close(inquest->fd);
    waitpid(pid, NULL, 0);
    return false;
}

void inquest_kill(const struct inquest *inquest) {
    kill(inquest->pid, SIGKILL);
}
