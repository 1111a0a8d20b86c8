/*
 * fake MODE [ARGUMENT]... - a solver that misbehaves, one way per mode.
 *
 * As a solver it reads a script from the file that is its last argument, or
 * from standard input, and answers sat to every check-sat, before or after it
 * misbehaves. As a solver that is asked by snapshot (obey and its like) it finds
 * the mode in the file: the first word that names one.
 */
#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
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

static void much_memory(void) {
    enum { MUCH = 100 << 20, PAGE = 4096 };
    volatile char *block = malloc(MUCH);
    for (size_t i = 0; block != NULL && i < MUCH; i += PAGE)
        block[i] = 1;
    answer("sat\n");
}

/* Its warden, or whoever is first where it lives. */
static void kills_first(void) {
    kill(getppid(), SIGTERM);
    answer("sat\n");
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

static void say_sat_and_go(int signal_number) {
    (void)signal_number;
    if (write(STDOUT_FILENO, "sat\n", 4) == 4)
        _exit(0);
}

/* Answers when it is asked to end: too late. */
static void answer_on_term(void) {
    signal(SIGTERM, say_sat_and_go);
    sleep_ms(20000);
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

/* None of them is large. */
static void many_files(void) {
    static char block[1 << 20];
    for (int i = 0; i < 2000; i++) {
        char name[20];
        snprintf(name, sizeof name, "file-%d", i);
        int fd = open(name, O_WRONLY | O_CREAT, 0600);
        if (fd < 0 || write(fd, block, sizeof block) < 0)
            exit(3);
        close(fd);
    }
    answer("sat\n");
}

/* Says whether standard output is a pipe as a new one is, and spoils it. */
static void spoils_output(void) {
    int flags = fcntl(STDOUT_FILENO, F_GETFL);
    fcntl(STDOUT_FILENO, F_SETFL, O_NONBLOCK);
    answer((flags & O_NONBLOCK) == 0 ? "sat\n" : "unsat\n");
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

/* What is in its directory. */
static void shows_files(void) {
    DIR *folder = opendir(".");
    struct dirent *entry;
    while (folder != NULL && (entry = readdir(folder)) != NULL)
        if (entry->d_name[0] != '.')
            puts(entry->d_name);
}

/* Takes the rights away from its directory and its file, and writes into that. */
static void spoils_file(void) {
    FILE *file = fopen("query.smt2", "a");
    if (file == NULL || fputs(" crash crash crash crash crash crash crash", file) < 0 ||
        fclose(file) != 0 || link("query.smt2", "other") != 0 || chmod("query.smt2", 0) != 0 ||
        chmod(".", 0) != 0)
        exit(3);
    answer("sat\n");
}

static void kills_parent(void) {
    kill(getppid(), SIGKILL);
    sleeper();
}

static void kills_group(void) {
    kill(0, SIGKILL);
}

/*
 * A session: one answer per check-sat on standard input, none to the one with number `slip`;
 * each costs so many bytes, for ever.
 */
static void session(long slip, size_t grow) {
    char line[65536];
    for (long n = 1; fgets(line, sizeof line, stdin) != NULL;) {
        for (char *at = line; (at = strstr(at, "(check-sat)")) != NULL; at++) {
            if (slip == 0 || n != slip)
                answer(n % 2 == 1 ? "sat\n" : "unsat\n");
            char *kept = grow > 0 ? malloc(grow) : NULL;
            if (kept != NULL)
                memset(kept, 1, grow);
            n++;
        }
        char *echo = strstr(line, "(echo \"");
        if (echo != NULL) {
            printf("%.*s\n", (int)strcspn(echo + 7, "\""), echo + 7);
            fflush(stdout);
        }
    }
}

/* A session that answers five queries at once, and crashes. */
static void session_burst(void) {
    char line[4096];
    int n = 0, is_started = 0;
    while (n < 5 && fgets(line, sizeof line, stdin) != NULL) {
        char *echo = strstr(line, "(echo \"");
        if (echo != NULL) {
            n += is_started;
            printf("%s%.*s\n", is_started ? "sat\n" : "", (int)strcspn(echo + 7, "\""), echo + 7);
            if (!is_started)
                fflush(stdout);
            is_started = 1;
        }
    }
    fflush(stdout);
    raise(SIGSEGV);
}

/* say LINE... FILE: prints the lines, whatever it is asked. */
static void say(char **lines, int n) {
    for (int i = 0; i < n; i++)
        puts(lines[i]);
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
    {"much-memory", much_memory},
    {"kills-first", kills_first},
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
    {"answer-on-term", answer_on_term},
    {"closes-input", closes_input},
    {"large-file", large_file},
    {"many-files", many_files},
    {"spoils-output", spoils_output},
    {"litter", litter},
    {"changes", changes},
    {"environment", shows_environment},
    {"error-then-answer", error_then_answer},
    {"files", shows_files},
    {"spoils-file", spoils_file},
    {"kills-parent", kills_parent},
    {"kills-group", kills_group},
    {"session-burst", session_burst},
};

static int run_mode(const char *name) {
    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++)
        if (strcmp(name, modes[i].name) == 0) {
            modes[i].run();
            return 1;
        }
    return 0;
}

/* ---- the mode is in the file ---- */

static void run_words(char *text) {
    for (char *word = strtok(text, " \n"); word != NULL; word = strtok(NULL, " \n"))
        if (run_mode(word))
            return;
}

/* Opens the file as most programs do. */
static int obey(const char *path) {
    char text[4096] = "";
    FILE *file = fopen(path, "r");
    if (file == NULL)
        return 1;
    size_t n = fread(text, 1, sizeof text - 1, file);
    text[n] = '\0';
    fclose(file);
    run_words(text);
    return 0;
}

/* Opens it by a system call, which nobody sees. */
static int obey_unseen(const char *path) {
    char text[4096] = "";
    long fd = syscall(SYS_openat, AT_FDCWD, path, O_RDONLY);
    if (fd < 0 || read((int)fd, text, sizeof text - 1) < 0)
        return 1;
    run_words(text);
    return 0;
}

/* Reads it piece by piece, says each word, and comes late to its end. */
static int obey_pieces(const char *path) {
    char piece[513];
    int fd = open(path, O_RDONLY);
    ssize_t n;
    while (fd >= 0 && (n = read(fd, piece, sizeof piece - 1)) > 0) {
        piece[n] = '\0';
        for (char *word = strtok(piece, " \n"); word != NULL; word = strtok(NULL, " \n"))
            if (!run_mode(word))
                printf("%s\n", word);
        fflush(stdout);
    }
    close(fd);
    answer("torn down\n");
    return fd < 0;
}

static void *idle(void *nothing) {
    sleeper();
    return nothing;
}

static int obey_with_thread(const char *path) {
    pthread_t thread;
    return pthread_create(&thread, NULL, idle, NULL) != 0 || obey(path);
}

static const struct {
    const char *name;
    int (*run)(const char *path);
} readers[] = {
    {"obey", obey},
    {"obey-unseen", obey_unseen},
    {"obey-pieces", obey_pieces},
    {"obey-with-thread", obey_with_thread},
};

/* Not a solver: runs a program as it is, and prints the most memory that it had, in KB. */
static int measure(char **argv) {
    struct rusage usage;
    pid_t pid;
    if (posix_spawnp(&pid, argv[0], NULL, NULL, argv, environ) != 0 ||
        wait4(pid, NULL, 0, &usage) != pid)
        return 1;
    printf("%ld\n", usage.ru_maxrss);
    return 0;
}

int main(int argc, char **argv) {
    if (argc > 2 && strcmp(argv[1], "measure") == 0)
        return measure(argv + 2);
    if (argc > 1 && strcmp(argv[1], "session") == 0) {
        session(argc > 2 ? atol(argv[2]) : 0, argc > 3 ? (size_t)atol(argv[3]) : 0);
        return 0;
    }
    if (argc > 2 && strcmp(argv[1], "say") == 0) {
        say(argv + 2, argc - 3);
        return 0;
    }
    for (size_t i = 0; argc > 2 && i < sizeof readers / sizeof *readers; i++)
        if (strcmp(argv[1], readers[i].name) == 0)
            return readers[i].run(argv[2]);
    if (argc > 1 && run_mode(argv[1]))
        return 0;
    fprintf(stderr, "usage: fake MODE\n");
    return 2;
}
