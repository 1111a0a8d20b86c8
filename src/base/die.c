#include "base/die.h"

#include <stdarg.h>
#include <unistd.h>

enum { CLEANUP_MAX = 16 };

static struct {
    cleanup_fn *fn;
    void *context;
} cleanups[CLEANUP_MAX];
static volatile sig_atomic_t n_cleanups;

void die_cleanup_push(cleanup_fn *fn, void *context) {
    REQUIRE(n_cleanups < CLEANUP_MAX);
    cleanups[n_cleanups].fn = fn;
    cleanups[n_cleanups].context = context;
    n_cleanups++;
}

void die_cleanup_pop(void) {
    REQUIRE(n_cleanups > 0);
    n_cleanups--;
}

/* A cleanup that dies itself finds only the ones below it. */
static void clean_up(void) {
    while (n_cleanups > 0) {
        n_cleanups--;
        cleanups[n_cleanups].fn(cleanups[n_cleanups].context);
    }
}

static _Noreturn void clean_up_and_exit(int status) {
    clean_up();
    fflush(stdout);
    _exit(status);
}

/* The default action comes back with the handler's first use: raise ends the process. */
static void on_signal(int number) {
    clean_up();
    raise(number);
}

static const int numbers[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};

void die_block_signals(sigset_t *before) {
    sigset_t these;
    sigemptyset(&these);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        sigaddset(&these, numbers[i]);
    sigprocmask(SIG_BLOCK, &these, before);
}

void die_clean_up_on_signals(void) {
    signal(SIGXFSZ, SIG_IGN); /* a write that is too large then fails like any other */
    struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_RESETHAND | SA_NODEFER};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        struct sigaction now;
        sigaction(numbers[i], NULL, &now);
        if (now.sa_handler == SIG_DFL) /* nohup and shells in the background ignore some */
            sigaction(numbers[i], &action, NULL);
    }
}

_Noreturn void die(enum exit_status status, const char *format, ...) {
    va_list args;
    fflush(stdout);
    fputs("momus: error: ", stderr);
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fputc('\n', stderr);
    clean_up_and_exit(status);
}

_Noreturn void die_out_of_memory(size_t wanted) {
    char text[96];
    int n = snprintf(text, sizeof text, "momus: error: out of memory (%zu more bytes wanted)\n",
                     wanted);
    ssize_t ignored = write(STDERR_FILENO, text, (size_t)n);
    (void)ignored;
    clean_up_and_exit(EXIT_ENVIRONMENT);
}

_Noreturn void bug_at(const char *file, int line, const char *format, ...) {
    va_list args;
    fflush(stdout);
    fprintf(stderr, "momus: bug at %s:%d: ", file, line);
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fputs("\nThis is a mistake in momus, not in your input. Please report it with the command\n"
          "line, the input and the output of `momus --version`.\n",
          stderr);
    clean_up_and_exit(EXIT_OWN_BUG);
}
