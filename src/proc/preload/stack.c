/*
 * A library that LD_PRELOAD puts into a solver that is known to crash: it says on standard error
 * where. See proc/stack.h.
 *
 * A solver that has handlers of its own for these signals gets them called afterwards, as if we
 * were not here.
 */
#include <dlfcn.h>
#include <execinfo.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "proc/stack_wire.h"

enum { FRAMES_MAX = 64, STACK_BYTES = 256 * 1024 };

static const int fatal[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT};
enum { N_FATAL = sizeof fatal / sizeof *fatal };
static struct sigaction theirs[N_FATAL]; /* what would be there without us */
static bool is_installed;

typedef int sigaction_fn(int, const struct sigaction *, struct sigaction *);

static int real_sigaction(int number, const struct sigaction *action, struct sigaction *before) {
    static sigaction_fn *next;
    if (next == NULL)
        next = (sigaction_fn *)dlsym(RTLD_NEXT, "sigaction");
    return next(number, action, before);
}

static int place_of(int number) {
    for (int i = 0; i < N_FATAL; i++)
        if (fatal[i] == number)
            return i;
    return -1;
}

/* " name", or " module+offset" for what has no name. Not this library itself. */
static int add_frame(char *text, int room, void *address) {
    Dl_info info, own;
    if (dladdr(address, &info) == 0 || info.dli_fname == NULL)
        return 0;
    if (dladdr((void *)theirs, &own) != 0 && own.dli_fbase == info.dli_fbase)
        return 0;
    const char *slash = strrchr(info.dli_fname, '/');
    const char *module = slash != NULL ? slash + 1 : info.dli_fname;
    if (info.dli_sname != NULL)
        return snprintf(text, (size_t)room, " %s:%s", module, info.dli_sname);
    return snprintf(text, (size_t)room, " %s+0x%lx", module,
                    (unsigned long)((char *)address - (char *)info.dli_fbase));
}

/* One line, by one call. */
static void say_stack(void) {
    static char text[STACK_LINE_MAX];
    void *frames[FRAMES_MAX];
    int n_frames = backtrace(frames, FRAMES_MAX);
    int n = snprintf(text, sizeof text, "\n" STACK_WORD);
    for (int i = 0; i < n_frames && n < STACK_LINE_MAX - 400; i++)
        n += add_frame(text + n, 300, frames[i]);
    text[n++] = '\n';
    if (write(STDERR_FILENO, text, (size_t)n) < 0)
        return; /* nobody listens */
}

static void on_fatal(int number, siginfo_t *info, void *context) {
    static volatile sig_atomic_t is_said;
    int i = place_of(number);
    if (!is_said) {
        is_said = 1;
        say_stack();
    }
    if ((theirs[i].sa_flags & SA_SIGINFO) != 0 && theirs[i].sa_sigaction != NULL)
        theirs[i].sa_sigaction(number, info, context);
    else if (theirs[i].sa_handler != SIG_DFL && theirs[i].sa_handler != SIG_IGN)
        theirs[i].sa_handler(number);
    struct sigaction usual = {.sa_handler = SIG_DFL};
    real_sigaction(number, &usual, NULL);
    raise(number); /* it is blocked until we return; then it ends the process */
}

int sigaction(int number, const struct sigaction *action, struct sigaction *before) {
    int i = is_installed ? place_of(number) : -1;
    if (i < 0)
        return real_sigaction(number, action, before);
    if (before != NULL)
        *before = theirs[i];
    if (action != NULL)
        theirs[i] = *action;
    return 0;
}

sighandler_t signal(int number, sighandler_t handler) {
    struct sigaction action = {.sa_handler = handler, .sa_flags = SA_RESTART}, before;
    sigemptyset(&action.sa_mask);
    return sigaction(number, &action, &before) == 0 ? before.sa_handler : SIG_ERR;
}

/* A stack that ran over has no room for a handler: it gets one of its own, also from the solver. */
__attribute__((constructor)) static void install(void) {
    void *warm[1];
    stack_t stack = {.ss_sp = malloc(STACK_BYTES), .ss_size = STACK_BYTES};
    struct sigaction action = {.sa_sigaction = on_fatal, .sa_flags = SA_SIGINFO | SA_ONSTACK};
    if (stack.ss_sp == NULL)
        return;
    sigaltstack(&stack, NULL);
    backtrace(warm, 1); /* loads what it needs now, and not in the handler */
    for (int i = 0; i < N_FATAL; i++)
        real_sigaction(fatal[i], &action, &theirs[i]);
    is_installed = true;
}
