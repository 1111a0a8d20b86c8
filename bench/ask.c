/*
 * ask - asks solvers about tiny formulas in every way, and says how fast that is
 * and how much of the CPU time is momus' own. One line per solver and way:
 *
 *     SOLVER WAY WORKERS QUERIES SECONDS OWN-SECONDS SOLVER-SECONDS
 *
 *     ask SECONDS [SOLVERS [WAY]]      ('z3;cvc5;cvc4' spawn)
 *
 * Every measurement is made in processes of its own, first by one worker, then by
 * two at once, each with its solvers on a core of its own. Own time is that of the
 * worker and of the wardens that it starts (proc/child.h), solver time what the
 * wardens tell about the solvers; processes are counted with their start and their
 * end. Answers are known and are checked. A way that a solver does not have gives
 * no line.
 *
 * What the machine allows without momus is measured, too: the WAY plain-reset or
 * plain-push-pop is the solver alone, with the same scripts from a file, one
 * process on each core; these lines have no own time.
 */
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/die.h"
#include "proc/ask.h"

enum { IN_FLIGHT = 16, WORKERS = 2, SCRIPT_MAX = 200 };
enum { PLAIN_QUERIES = 1000 }; /* as many as a session of momus' has before it is replaced */

struct figures {
    uint64_t n, wall_ns, own_ns, solver_ns;
};

struct worker {
    enum ask_way way;
    size_t n_waiting;
    uint64_t n_asked, n_answered;
    bool is_other_way, is_wrong;
};

/* The answer to the number's formula. */
static enum answer_kind answer_to(uint64_t number) {
    return (number * 7 + number / 3) % 5 < 2 ? ANSWER_UNSAT : ANSWER_SAT;
}

/* Answers come in the order of the questions. */
static void on_asked(struct asked *asked, void *context) {
    struct worker *worker = context;
    enum answer_kind wanted = answer_to(worker->n_answered++);
    worker->n_waiting--;
    worker->is_other_way |= asked->way != worker->way;
    if (asked->answers.checks.n != 1 || asked->answers.checks.at[0].kind != wanted)
        worker->is_wrong = true;
}

/* The number's formula, of which it says how long it is. */
static size_t write_script(uint64_t number, char *text, size_t size) {
    return (size_t)snprintf(text, size,
                            "(set-logic QF_LIA)\n(declare-const x Int)\n(declare-const y Int)\n"
                            "(assert (and (< %llu x) (< x y) (< y %llu)))\n(check-sat)\n",
                            (unsigned long long)number,
                            (unsigned long long)number + (answer_to(number) == ANSWER_SAT ? 9 : 2));
}

static void ask_one(struct asker *asker, const struct solver *solver, struct worker *worker) {
    char text[SCRIPT_MAX];
    size_t n = write_script(worker->n_asked++, text, sizeof text);
    struct ask ask = {
        .solver = solver,
        .text = text,
        .n = n,
        .limits = {.wall_ms = 10000,
                   .cpu_ms = 10000,
                   .memory = UINT64_C(2) << 30,
                   .output = 1 << 20,
                   .file_size = 1 << 20,
                   .processes = 64},
    };
    worker->n_waiting++;
    asker_ask(asker, &ask, on_asked, worker);
}

static uint64_t cpu_of(int whom) {
    struct rusage usage;
    getrusage(whom, &usage);
    return (uint64_t)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1000000000u +
           (uint64_t)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1000u;
}

/* Without cores enough, the kernel places the worker. */
static void stay_on_core(int number) {
    cpu_set_t all, one;
    CPU_ZERO(&one);
    if (sched_getaffinity(0, sizeof all, &all) != 0)
        return;
    for (int core = 0; core < CPU_SETSIZE; core++)
        if (CPU_ISSET(core, &all) && number-- == 0) {
            CPU_SET(core, &one);
            sched_setaffinity(0, sizeof one, &one);
        }
}

/* In a process of its own. Status 1: there is no such way, 2: an answer is wrong. */
_Noreturn static void work(const struct solver *solver, enum ask_way way, uint64_t ns, int to) {
    struct worker worker = {.way = way};
    struct loop loop;
    size_t in_flight = way == ASK_RESET || way == ASK_PUSH_POP ? IN_FLIGHT : 1;
    if (!loop_init(&loop))
        BUG("no event loop");
    struct asker *asker = asker_new(&loop, solver, way);
    uint64_t start = clock_monotonic_ns();
    bool goes_on = true;
    while (goes_on || worker.n_waiting > 0) {
        goes_on = clock_monotonic_ns() - start < ns && !worker.is_wrong && !worker.is_other_way;
        while (goes_on && worker.n_waiting < in_flight)
            ask_one(asker, solver, &worker);
        if (worker.n_waiting > 0)
            loop_step(&loop, UINT64_MAX);
    }
    struct figures figures = {.n = worker.n_answered, .wall_ns = clock_monotonic_ns() - start};
    asker_free(asker);
    while (loop_step(&loop, UINT64_MAX)) /* sessions end, and are counted */
        ;
    loop_release(&loop); /* so do wardens */
    figures.solver_ns = child_total_cpu_ns();
    figures.own_ns = cpu_of(RUSAGE_SELF) + cpu_of(RUSAGE_CHILDREN) - figures.solver_ns;
    if (write(to, &figures, sizeof figures) != sizeof figures)
        BUG("a pipe takes no figures");
    _exit(worker.is_other_way ? 1 : worker.is_wrong ? 2 : 0);
}

/* ---- without momus ---- */

/* What sessions of momus' are told, in a file without name. */
static int write_stream(const struct solver *solver, enum ask_way way) {
    struct strbuf all = {0};
    bool push = way == ASK_PUSH_POP;
    for (uint64_t i = 0; i < PLAIN_QUERIES; i++) {
        char text[SCRIPT_MAX];
        struct fitted fitted = {0};
        struct fit_wants wants = {.any_logic = push};
        fit_script(&solver->profile, text, write_script(i, text, sizeof text), wants, &fitted);
        size_t from = push ? fitted.body : 0;
        if (i == 0)
            strbuf_add(&all, fitted.text.at, from);
        strbuf_add_text(&all, push ? "(push 1)\n" : "(reset)\n");
        strbuf_add(&all, fitted.text.at + from, fitted.text.n - from);
        strbuf_add_text(&all, push ? "\n(pop 1)\n(echo \"mark\")\n" : "\n(echo \"mark\")\n");
        fitted_release(&fitted);
    }
    int fd = memfd_create("stream", MFD_CLOEXEC);
    if (fd < 0 || write(fd, all.at, all.n) != (ssize_t)all.n)
        BUG("no memory for a script");
    strbuf_free(&all);
    return fd;
}

static uint64_t count_marks(int fd) {
    struct strbuf text = {0};
    uint64_t n = 0;
    off_t size = lseek(fd, 0, SEEK_END);
    strbuf_reserve(&text, (size_t)size + 1);
    if (pread(fd, text.at, (size_t)size, 0) != size)
        BUG("an output cannot be read");
    text.at[size] = '\0';
    for (const char *at = text.at; (at = strstr(at, "mark")) != NULL; at++)
        n++;
    strbuf_free(&text);
    return n;
}

/* One process after the other, until the time is over; its output goes into a file. */
_Noreturn static void work_plain(const struct solver *solver, enum ask_way way, uint64_t ns,
                                 int to) {
    struct arena arena = {0};
    struct words words = words_without(&arena, solver->session, "{args}");
    int script = write_stream(solver, way);
    struct figures figures = {0};
    uint64_t start = clock_monotonic_ns(), now = start;
    while (now - start < ns) {
        int out = memfd_create("out", 0);
        pid_t pid = fork();
        if (pid == 0) {
            lseek(script, 0, SEEK_SET);
            dup2(script, STDIN_FILENO);
            dup2(out, STDOUT_FILENO);
            execvp(words.at[0], (char *const *)(void *)words.at);
            _exit(127);
        }
        struct pollfd ended = {.fd = (int)syscall(SYS_pidfd_open, pid, 0), .events = POLLIN};
        poll(&ended, 1, (int)((ns - (now - start)) / 1000000) + 1);
        kill(pid, SIGKILL);
        waitpid(pid, NULL, 0);
        now = clock_monotonic_ns();
        figures.n += count_marks(out);
        close(ended.fd);
        close(out);
    }
    figures.wall_ns = now - start;
    figures.solver_ns = cpu_of(RUSAGE_CHILDREN);
    arena_free(&arena);
    if (write(to, &figures, sizeof figures) != sizeof figures)
        BUG("a pipe takes no figures");
    _exit(figures.n > 0 ? 0 : 2);
}

/* ---- all ---- */

/* The status of the worst of the workers, and the sum of their figures. */
static int measure(const struct solver *solver, enum ask_way way, bool is_plain, uint64_t ns,
                   int n_workers, struct figures *sum) {
    int ends[2], worst = 0;
    if (pipe(ends) != 0)
        BUG("no pipe");
    for (int i = 0; i < n_workers; i++)
        if (fork() == 0) {
            stay_on_core(i);
            if (is_plain)
                work_plain(solver, way, ns, ends[1]);
            work(solver, way, ns, ends[1]);
        }
    *sum = (struct figures){0};
    for (int i = 0, status; i < n_workers && wait(&status) > 0; i++) {
        struct figures one;
        int code = WIFEXITED(status) ? WEXITSTATUS(status) : 3;
        if (code == 3 || read(ends[0], &one, sizeof one) != sizeof one)
            return 3;
        sum->n += one.n;
        sum->wall_ns = one.wall_ns > sum->wall_ns ? one.wall_ns : sum->wall_ns;
        sum->own_ns += one.own_ns;
        sum->solver_ns += one.solver_ns;
        worst = code > worst ? code : worst;
    }
    close(ends[0]);
    close(ends[1]);
    return worst;
}

/* By one worker, and by two. False if an answer is wrong; a way that there is not is none. */
static bool measure_way(const struct solver *solver, enum ask_way way, bool is_plain, uint64_t ns,
                        bool *there_is) {
    for (int n_workers = 1; n_workers <= WORKERS; n_workers++) {
        struct figures figures;
        int status = measure(solver, way, is_plain, ns, n_workers, &figures);
        *there_is = status != 1;
        if (status == 1)
            return true;
        if (status != 0) {
            fprintf(stderr, "ask: %s, %s: an answer is wrong, or there is none\n", solver->name,
                    ask_way_name(way));
            return false;
        }
        printf("%s %s%s %d %llu %.3f %.3f %.3f\n", solver->name, is_plain ? "plain-" : "",
               ask_way_name(way), n_workers, (unsigned long long)figures.n,
               (double)figures.wall_ns / 1e9, (double)figures.own_ns / 1e9,
               (double)figures.solver_ns / 1e9);
        fflush(stdout);
    }
    return true;
}

/* In all ways, or only one; false if an answer is wrong. */
static bool measure_solver(const struct solver *solver, const char *only, uint64_t ns) {
    for (int way = ASK_SPAWN; way < ASK_WAYS; way++) {
        bool there_is = true;
        if (only != NULL && strcmp(only, ask_way_name(way)) != 0)
            continue;
        if (!measure_way(solver, way, false, ns, &there_is))
            return false;
        if (there_is && (way == ASK_RESET || way == ASK_PUSH_POP) &&
            !measure_way(solver, way, true, ns, &there_is))
            return false;
    }
    return true;
}

int main(int argc, char **argv) {
    solver_vec solvers = {0};
    struct strbuf error = {0};
    double seconds = argc > 1 ? atof(argv[1]) : 0;
    if (seconds <= 0 || argc > 4) {
        fprintf(stderr, "usage: ask SECONDS [SOLVERS [WAY]]\n");
        return 2;
    }
    if (!solvers_parse((struct profile_folders){0}, argc > 2 ? argv[2] : "z3;cvc5;cvc4", &solvers,
                       &error)) {
        fprintf(stderr, "ask: %s\n", strbuf_text(&error));
        return 2;
    }
    bool good = true;
    for (size_t i = 0; i < solvers.n; i++)
        good =
            measure_solver(&solvers.at[i], argc > 3 ? argv[3] : NULL, (uint64_t)(seconds * 1e9)) &&
            good;
    solver_vec_free(&solvers);
    strbuf_free(&error);
    return good ? 0 : 1;
}
