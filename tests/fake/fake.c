/*
 * fake MODE [ARGUMENT]... - a solver that misbehaves, one way per mode.
 *
 * As a solver it reads a script from the file that is its last argument, or
 * from standard input, and answers sat to every check-sat, before or after it
 * misbehaves.
 */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static void answer(const char *text) {
    fputs(text, stdout);
    fflush(stdout);
}

static void sleep_ms(long ms) {
    struct timespec rest = {ms / 1000, ms % 1000 * 1000000};
    while (nanosleep(&rest, &rest) != 0)
        ;
}

static void spin(void) {
    for (volatile unsigned long i = 0;; i++)
        ;
}

/* ---- one function per mode ---- */

static void good(void) {
    answer("sat\n");
}
static void bad_status(void) {
    answer("sat\n");
    exit(7);
}
static void no_answer(void) {
}
static void sleeper(void) {
    sleep_ms(3600000);
}
static void spinner(void) {
    spin();
}

static void memory_hog(void) {
    for (;;) {
        char *block = malloc(1 << 20);
        if (block == NULL)
            exit(1);
        memset(block, 1, 1 << 20);
    }
}

static void ignore_term(void) {
    signal(SIGTERM, SIG_IGN);
    answer("sat\n");
    spin();
}

static void fork_bomb(void) {
    for (;;)
        if (fork() < 0)
            sleep_ms(1);
}

/* A process of another session, whose parent is gone. */
static void escapee(void) {
    if (fork() == 0) {
        setsid();
        if (fork() == 0) {
            signal(SIGTERM, SIG_IGN);
            signal(SIGHUP, SIG_IGN);
            sleeper();
        }
        _exit(0);
    }
    wait(NULL);
    answer("sat\n");
}

/* The answer is there, but a grandchild keeps the pipe open. */
static void pipe_holder(void) {
    if (fork() == 0)
        sleeper();
    answer("sat\n");
}

static void flood(FILE *to) {
    for (;;)
        fputs("sat and sat and sat and sat and sat and sat\n", to);
}
static void flood_out(void) {
    flood(stdout);
}
static void flood_err(void) {
    flood(stderr);
}

static void endless_line(void) {
    for (;;)
        putchar('x');
}

static void nul_bytes(void) {
    fwrite("s\0at\n\0\0sat\n", 1, 11, stdout);
}

static void half_answer(void) {
    answer("sa");
}
static void half_model(void) {
    answer("sat\n(\n  (define-fun x () Int");
}

static void answer_then_crash(void) {
    answer("sat\n");
    raise(SIGSEGV);
}

static void crash(void) {
    raise(SIGSEGV);
}
static void aborts(void) {
    fputs("ASSERTION VIOLATION\nFile: ../src/fake.cpp\nLine: 42\n", stderr);
    abort();
}

static void late(void) {
    sleep_ms(1500);
    answer("sat\n");
}

static void closes_input(void) {
    close(STDIN_FILENO);
    answer("sat\n");
    sleep_ms(200);
}

/* Ends with SIGXFSZ, if files are limited. */
static void large_file(void) {
    static char block[1 << 20];
    int fd = open("large", O_WRONLY | O_CREAT, 0600);
    for (int i = 0; fd >= 0 && i < 20000; i++)
        if (write(fd, block, sizeof block) < 0)
            exit(3);
    answer("sat\n");
}

/* Files and folders that are left behind, one without rights. */
static void litter(void) {
    if (system("mkdir -p a/b/c && echo x >a/b/c/d && chmod 0 a/b") != 0)
        exit(3);
    answer("sat\n");
}

static void changes(void) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    answer(now.tv_nsec / 1000 % 2 == 0 ? "sat\n" : "unsat\n");
}

static void shows_environment(void) {
    extern char **environ;
    for (char **at = environ; *at != NULL; at++)
        puts(*at);
}

static void error_then_answer(void) {
    answer("(error \"line 2 column 10: unknown constant x\")\nsat\n");
}

/* A session: one answer per check-sat on standard input; the wrong one from `from` on. */
static void session(long slip) {
    char line[65536];
    for (long n = 1; fgets(line, sizeof line, stdin) != NULL;) {
        for (char *at = line; (at = strstr(at, "(check-sat)")) != NULL; at++) {
            if (slip == 0 || n != slip)
                answer(n % 2 == 1 ? "sat\n" : "unsat\n");
            n++;
        }
        char *echo = strstr(line, "(echo \"");
        if (echo != NULL) {
            printf("%.*s\n", (int)strcspn(echo + 7, "\""), echo + 7);
            fflush(stdout);
        }
    }
}

static const struct {
    const char *name;
    void (*run)(void);
} modes[] = {
    {"good", good},
    {"bad-status", bad_status},
    {"no-answer", no_answer},
    {"sleeper", sleeper},
    {"spinner", spinner},
    {"memory-hog", memory_hog},
    {"ignore-term", ignore_term},
    {"fork-bomb", fork_bomb},
    {"escapee", escapee},
    {"pipe-holder", pipe_holder},
    {"flood-out", flood_out},
    {"flood-err", flood_err},
    {"endless-line", endless_line},
    {"nul-bytes", nul_bytes},
    {"half-answer", half_answer},
    {"half-model", half_model},
    {"answer-then-crash", answer_then_crash},
    {"crash", crash},
    {"abort", aborts},
    {"late", late},
    {"closes-input", closes_input},
    {"large-file", large_file},
    {"litter", litter},
    {"changes", changes},
    {"environment", shows_environment},
    {"error-then-answer", error_then_answer},
};

int main(int argc, char **argv) {
    if (argc > 1 && strcmp(argv[1], "session") == 0) {
        session(argc > 2 ? atol(argv[2]) : 0);
        return 0;
    }
    for (size_t i = 0; argc > 1 && i < sizeof modes / sizeof *modes; i++)
        if (strcmp(argv[1], modes[i].name) == 0) {
            modes[i].run();
            return 0;
        }
    fprintf(stderr, "usage: fake MODE\n");
    return 2;
}
