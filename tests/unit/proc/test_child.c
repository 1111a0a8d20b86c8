/*
 * The zoo of tests/fake in the box: each way to misbehave is told by its name,
 * within the limits and one second more, and nothing is left behind.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "testing.h"

#include "base/clock.h"
#include "base/die.h"
#include "base/file.h"
#include "proc/box.h"
#include "proc/child.h"

static char zoo_directory[] = "/tmp/momus-test-XXXXXX";

/* A name of its own, so that processes of other tests are not taken for ours. */
static char fake_folder[] = "/tmp/momus-fake-XXXXXX";
static char fake_link[64];

static const char *fake_path(void) {
    return fake_link;
}

/* ---- what is left behind ---- */

/* Of the zoo, by its command line. */
static bool is_of_zoo(const char *process) {
    char path[300], text[256] = "";
    snprintf(path, sizeof path, "/proc/%s/cmdline", process);
    FILE *file = fopen(path, "r");
    if (file == NULL)
        return false;
    size_t got = fread(text, 1, sizeof text - 1, file);
    fclose(file);
    return got > 0 && strstr(text, fake_path()) != NULL;
}

/* Wardens are where their box is. */
static bool is_in_box(const char *process) {
    char path[300], text[256] = "";
    snprintf(path, sizeof path, "/proc/%s/cwd", process);
    return readlink(path, text, sizeof text - 1) > 0 &&
           strncmp(text, zoo_directory, strlen(zoo_directory)) == 0;
}

static size_t count_all(bool (*is_counted)(const char *)) {
    DIR *proc = opendir("/proc");
    struct dirent *entry;
    size_t n = 0;
    assert_non_null(proc);
    while ((entry = readdir(proc)) != NULL)
        n += entry->d_name[0] >= '0' && entry->d_name[0] <= '9' && is_counted(entry->d_name);
    closedir(proc);
    return n;
}

static size_t count_processes(void) {
    return count_all(is_of_zoo);
}

/* Also those of the box. */
static void assert_all_end(void) {
    for (int tries = 0; tries < 3000 && count_all(is_of_zoo) + count_all(is_in_box) > 0; tries++)
        usleep(10000);
    assert_int_equal(count_all(is_of_zoo), 0);
    assert_int_equal(count_all(is_in_box), 0);
}

static size_t count_files(const char *path) {
    DIR *folder = opendir(path);
    size_t n = 0;
    if (folder == NULL)
        return 0;
    while (readdir(folder) != NULL)
        n++;
    closedir(folder);
    return n - 2;
}

static void assert_nothing_left(void) {
    assert_int_equal(count_files(zoo_directory), 0);
    assert_all_end();
}

/* ---- running one ---- */

struct ending {
    struct child_result result;
    bool is_there;
};

static void on_ended(struct child_result *result, void *context) {
    struct ending *ending = context;
    ending->result = *result;
    *result = (struct child_result){0};
    ending->is_there = true;
}

static const struct child_limits usual = {
    .wall_ms = 20000,
    .cpu_ms = 10000,
    .memory = 200u << 20,
    .output = 1u << 20,
    .file_size = 10u << 20,
    .processes = 20,
};

static struct ending run_spec(struct child_spec *spec) {
    struct loop loop;
    struct ending ending = {0};
    struct child_events events = {.ended = on_ended, .context = &ending};
    assert_true(loop_init(&loop));
    child_start(&loop, spec, &events);
    while (!ending.is_there)
        loop_step(&loop, UINT64_MAX);
    loop_release(&loop);
    return ending;
}

static struct ending run(const char *mode, const struct child_limits *limits) {
    char *argv[] = {(char *)fake_path(), (char *)mode, (char *)"{file}", NULL};
    struct child_spec spec = {.argv = argv,
                              .file = "query.smt2",
                              .text = "(check-sat)\n",
                              .n_text = 12,
                              .limits = *limits};
    struct ending ending = run_spec(&spec);
    assert_nothing_left();
    return ending;
}

static void expect_in(const char *mode, const struct child_limits *limits, enum child_end end,
                      int status, const char *out) {
    uint64_t start = clock_monotonic_ns();
    struct ending ending = run(mode, limits);
    double seconds = (double)(clock_monotonic_ns() - start) / 1e9;
    if (ending.result.end != end || (status >= 0 && ending.result.status != status))
        fail_msg("%s: %s, status %d, not %s; %s%s", mode, child_end_name(ending.result.end),
                 ending.result.status, child_end_name(end), strbuf_text(&ending.result.error),
                 strbuf_text(&ending.result.err));
    if (out != NULL)
        assert_string_equal(strbuf_text(&ending.result.out), out);
    /* Its limit, one second, and what a busy machine takes besides. */
    if (seconds > (double)limits->wall_ms / 1000 + 1 + 10)
        fail_msg("%s: took %.1f s", mode, seconds);
    child_result_release(&ending.result);
}

static void expect(const char *mode, enum child_end end, int status, const char *out) {
    expect_in(mode, &usual, end, status, out);
}

/* ---- tests ---- */

static void what_ends_by_itself_says_how(void **state) {
    expect("good", CHILD_EXITED, 0, "sat\n");
    expect("bad-status", CHILD_EXITED, 7, "sat\n");
    expect("no-answer", CHILD_EXITED, 0, "");
    expect("crash", CHILD_SIGNALED, SIGSEGV, "");
    expect("answer-then-crash", CHILD_SIGNALED, SIGSEGV, "sat\n");
    expect("abort", CHILD_SIGNALED, SIGABRT, "");
    expect("half-answer", CHILD_EXITED, 0, "sa");
    expect("half-model", CHILD_EXITED, 0, "sat\n(\n  (define-fun x () Int");
    expect("error-then-answer", CHILD_EXITED, 0, NULL);
    expect("changes", CHILD_EXITED, 0, NULL);
    expect("closes-input", CHILD_EXITED, 0, "sat\n");
}

static void nul_bytes_are_kept(void **state) {
    struct ending ending = run("nul-bytes", &usual);
    assert_int_equal(ending.result.out.n, 11);
    assert_memory_equal(ending.result.out.at, "s\0at\n\0\0sat\n", 11);
    child_result_release(&ending.result);
}

static void time_is_limited(void **state) {
    struct child_limits brief = usual, longer = usual, cpu = usual;
    brief.wall_ms = 300;
    longer.wall_ms = 1500; /* it has to come to its answer on a busy machine, too, */
    cpu.wall_ms = 120000;  /* and this to its CPU time */
    cpu.cpu_ms = 1000;
    expect_in("sleeper", &brief, CHILD_WALL, -1, "");
    expect_in("late", &brief, CHILD_WALL, -1, "");
    expect_in("answer-on-term", &brief, CHILD_WALL, -1, "");
    expect_in("spinner", &cpu, CHILD_CPU, -1, "");
    expect_in("ignore-term", &longer, CHILD_WALL, -1, "sat\n");
}

static void memory_is_limited(void **state) {
    struct ending ending = run("memory-hog", &usual);
    bool counted = strstr(box_describe(), "memory cgroup") != NULL;
    assert_int_equal(ending.result.end, counted ? CHILD_MEMORY : CHILD_EXITED);
    child_result_release(&ending.result);
}

static void expect_peak(const char *mode, uint64_t least, uint64_t most) {
    struct child_limits limits = usual;
    limits.memory = 400u << 20;
    struct ending ending = run(mode, &limits);
    assert_int_equal(ending.result.end, CHILD_EXITED);
    if (ending.result.peak < least || ending.result.peak > most)
        fail_msg("%s: %llu bytes", mode, (unsigned long long)ending.result.peak);
    child_result_release(&ending.result);
}

/* What a program has had is its own, however large momus is. */
static void memory_is_the_program_s(void **state) {
    enum { OURS = 300 << 20, THEIRS = 100 << 20, LITTLE = 5 << 20 };
    expect_peak("much-memory", THEIRS, THEIRS / 100 * 115);
    expect_peak("good", 1, LITTLE);
    char *block = malloc(OURS);
    assert_non_null(block);
    memset(block, 1, OURS);
    expect_peak("much-memory", THEIRS, THEIRS / 100 * 115);
    expect_peak("good", 1, LITTLE);
    free(block);
}

/* Where only address space is limited, who fails at the limit has run out of memory. */
static void who_fails_at_the_limit_has_run_out(void **state) {
    static const struct {
        int status; /* as waitpid has it */
        uint64_t peak, space;
        enum child_end end;
    } ends[] = {{SIGSEGV, 190, 200, CHILD_MEMORY},  {SIGABRT, 176, 200, CHILD_MEMORY},
                {1 << 8, 199, 200, CHILD_MEMORY},   {SIGSEGV, 170, 200, CHILD_SIGNALED},
                {SIGSEGV, 190, 0, CHILD_SIGNALED},  {1 << 8, 100, 200, CHILD_EXITED},
                {0, 199, 200, CHILD_EXITED},        {SIGFPE, 199, 200, CHILD_SIGNALED},
                {SIGKILL, 199, 200, CHILD_SIGNALED}};
    for (size_t i = 0; i < LENGTH(ends); i++) {
        struct child_result result = {.peak = ends[i].peak << 20, .space = ends[i].space << 20};
        child_judge(&result, ends[i].status, 0, false, &usual);
        if (result.end != ends[i].end)
            fail_msg("%zu: %s", i, child_end_name(result.end));
    }
}

static void processes_die_with_what_started_them(void **state) {
    struct child_limits brief = usual;
    brief.wall_ms = 500;
    expect_in("fork-bomb", &brief, CHILD_WALL, -1, "");
    expect("escapee", CHILD_EXITED, 0, "sat\n");
    expect("pipe-holder", CHILD_EXITED, 0, "sat\n");
}

static void output_is_limited(void **state) {
    static const char *const modes[] = {"flood-out", "flood-err", "endless-line"};
    for (size_t i = 0; i < LENGTH(modes); i++) {
        struct ending ending = run(modes[i], &usual);
        assert_int_equal(ending.result.end, CHILD_OUTPUT);
        assert_true(ending.result.out.n + ending.result.err.n <= usual.output);
        child_result_release(&ending.result);
    }
}

static void files_are_limited_and_removed(void **state) {
    bool counted = strstr(box_describe(), "file system in memory") != NULL;
    expect("large-file", CHILD_FILE, -1, "");
    if (counted) /* elsewhere it would fill the disk */
        expect("many-files", CHILD_FILE, -1, "");
    expect("litter", CHILD_EXITED, 0, "sat\n");
}

static void the_environment_is_clean(void **state) {
    setenv("MOMUS_SECRET", "1", 1);
    struct ending ending = run("environment", &usual);
    assert_null(strstr(strbuf_text(&ending.result.out), "MOMUS_SECRET"));
    testing_assert_contains(strbuf_text(&ending.result.out), "TMPDIR=");
    child_result_release(&ending.result);
    unsetenv("MOMUS_SECRET");
}

static void a_program_that_is_not_there_is_told(void **state) {
    char *argv[] = {(char *)"no-such-solver", NULL};
    struct child_spec spec = {.argv = argv, .limits = usual};
    struct ending ending = run_spec(&spec);
    assert_int_equal(ending.result.end, CHILD_NO_START);
    assert_string_equal(strbuf_text(&ending.result.error),
                        "no-such-solver: No such file or directory");
    child_result_release(&ending.result);
    assert_nothing_left();
}

static void text_becomes_standard_input(void **state) {
    char *argv[] = {(char *)"cat", NULL};
    struct child_spec spec = {.argv = argv, .text = "(check-sat)", .n_text = 11, .limits = usual};
    struct ending ending = run_spec(&spec);
    assert_int_equal(ending.result.end, CHILD_EXITED);
    assert_string_equal(strbuf_text(&ending.result.out), "(check-sat)");
    assert_true(ending.result.wall_ns > 0);
    child_result_release(&ending.result);
}

/* ---- one after another, in the same box where it can be ---- */

static struct ending run_in(struct loop *loop, const char *mode,
                            const struct child_limits *limits) {
    char *argv[] = {(char *)fake_path(), (char *)mode, (char *)"{file}", NULL};
    struct child_spec spec = {.argv = argv,
                              .file = "query.smt2",
                              .text = "(check-sat)\n",
                              .n_text = 12,
                              .limits = *limits};
    struct ending ending = {0};
    struct child_events events = {.ended = on_ended, .context = &ending};
    child_start(loop, &spec, &events);
    while (!ending.is_there)
        loop_step(loop, UINT64_MAX);
    return ending;
}

/* Where nothing else holds it, its cgroup does. */
static void who_kills_its_warden_does_not_stay(void **state) {
    struct child_limits brief = usual;
    brief.wall_ms = 1000;
    if (box_namespace() == BOX_NO_NAMESPACE && !cgroup_works(CGROUP_PROCESSES))
        skip();
    struct ending ending = run("kills-parent", &brief);
    assert_int_not_equal(ending.result.end, CHILD_EXITED);
    child_result_release(&ending.result);
}

static void what_came_before_does_not_matter(void **state) {
    static const struct {
        const char *mode;
        enum child_end end;
    } modes[] = {
        {"crash", CHILD_SIGNALED},     {"litter", CHILD_EXITED},      {"escapee", CHILD_EXITED},
        {"sleeper", CHILD_WALL},       {"much-memory", CHILD_EXITED}, {"flood-out", CHILD_OUTPUT},
        {"pipe-holder", CHILD_EXITED}, {"kills-first", CHILD_EXITED}, {"large-file", CHILD_FILE},
    };
    struct child_limits brief = usual;
    struct loop loop;
    brief.wall_ms = 1000;
    assert_true(loop_init(&loop));
    for (size_t i = 0; i < LENGTH(modes); i++) {
        bool sleeps = strcmp(modes[i].mode, "sleeper") == 0;
        struct ending odd = run_in(&loop, modes[i].mode, sleeps ? &brief : &usual);
        struct ending good = run_in(&loop, "good", &usual);
        if (strcmp(modes[i].mode, "much-memory") == 0 && odd.result.peak < 100u << 20)
            fail_msg("%s: %llu bytes", modes[i].mode, (unsigned long long)odd.result.peak);
        if (odd.result.end != modes[i].end)
            fail_msg("%s: %s", modes[i].mode, child_end_name(odd.result.end));
        if (good.result.end != CHILD_EXITED || good.result.status != 0 ||
            strcmp(strbuf_text(&good.result.out), "sat\n") != 0)
            fail_msg("after %s: %s, %s", modes[i].mode, child_end_name(good.result.end),
                     strbuf_text(&good.result.out));
        if (good.result.peak > 30u << 20)
            fail_msg("after %s: peak %llu", modes[i].mode, (unsigned long long)good.result.peak);
        assert_true(good.result.cpu_ns < 1000000000);
        child_result_release(&odd.result);
        child_result_release(&good.result);
        assert_int_equal(count_processes(), 0);
    }
    assert_true(count_files(zoo_directory) <= 1);
    loop_release(&loop);
    assert_nothing_left();
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1); /* no warden either */
}

static void a_pipe_is_as_new(void **state) {
    struct loop loop;
    assert_true(loop_init(&loop));
    for (int i = 0; i < 3; i++) {
        struct ending ending = run_in(&loop, "spoils-output", &usual);
        assert_string_equal(strbuf_text(&ending.result.out), "sat\n");
        child_result_release(&ending.result);
    }
    loop_release(&loop);
}

/* A short script after a long one, another file, and one that is spoilt. */
static void each_gets_its_own_script(void **state) {
    static const struct {
        const char *program, *file, *text;
    } runs[] = {
        {"cat", "a.smt2", "(assert (= x 1234567))"},
        {"cat", "a.smt2", "(exit)"},
        {"cat", "b.smt2", "(check-sat)"},
        {"truncate", "b.smt2", "(check-sat)"},
        {"cat", "b.smt2", "(exit)"},
        {"rm", "b.smt2", "(check-sat)"},
        {"cat", "b.smt2", "(check-sat)"},
    };
    struct loop loop;
    assert_true(loop_init(&loop));
    for (size_t i = 0; i < LENGTH(runs); i++) {
        bool is_cat = strcmp(runs[i].program, "cat") == 0;
        bool grows = strcmp(runs[i].program, "truncate") == 0;
        char *argv[] = {(char *)runs[i].program, (char *)(grows ? "-s1000" : "--"),
                        (char *)"{file}", NULL};
        struct child_spec spec = {.argv = argv,
                                  .file = runs[i].file,
                                  .text = runs[i].text,
                                  .n_text = strlen(runs[i].text),
                                  .limits = usual};
        struct ending ending = {0};
        struct child_events events = {.ended = on_ended, .context = &ending};
        child_start(&loop, &spec, &events);
        while (!ending.is_there)
            loop_step(&loop, UINT64_MAX);
        assert_int_equal(ending.result.status, 0);
        assert_string_equal(strbuf_text(&ending.result.out), is_cat ? runs[i].text : "");
        child_result_release(&ending.result);
    }
    loop_release(&loop);
    assert_nothing_left();
}

static void copy_program(const char *from, const char *to) {
    struct file_text text;
    struct strbuf error = {0};
    assert_true(file_read(from, &text, &error));
    assert_true(file_write(to, text.at, text.n, &error));
    assert_int_equal(chmod(to, 0700), 0);
    file_text_free(&text);
    strbuf_free(&error);
}

static void a_program_that_comes_back_is_found(void **state) {
    struct loop loop;
    char place[64];
    snprintf(place, sizeof place, "%s/other", fake_folder);
    assert_true(loop_init(&loop));
    for (int i = 0; i < 3; i++) {
        char *argv[] = {place, (char *)"good", NULL};
        struct child_spec spec = {.argv = argv, .limits = usual};
        struct ending ending = {0};
        struct child_events events = {.ended = on_ended, .context = &ending};
        if (i != 1)
            copy_program(fake_path(), place);
        child_start(&loop, &spec, &events);
        while (!ending.is_there)
            loop_step(&loop, UINT64_MAX);
        assert_int_equal(ending.result.end, i == 1 ? CHILD_NO_START : CHILD_EXITED);
        child_result_release(&ending.result);
        unlink(place);
    }
    loop_release(&loop);
}

static void too_many_words_are_told(void **state) {
    char *argv[5002];
    for (size_t i = 0; i < LENGTH(argv) - 1; i++)
        argv[i] = (char *)"true";
    argv[LENGTH(argv) - 1] = NULL;
    struct child_spec spec = {.argv = argv, .limits = usual};
    struct ending ending = run_spec(&spec);
    assert_int_equal(ending.result.end, CHILD_NO_START);
    assert_string_equal(strbuf_text(&ending.result.error), "true: Argument list too long");
    child_result_release(&ending.result);
}

/* ---- a session ---- */

struct talk {
    struct ending ending; /* first: on_ended gets it */
    size_t n_answers;
};

static void on_output(struct child *child, void *context) {
    struct talk *talk = context;
    const struct strbuf *out = child_output(child);
    size_t used = 0;
    for (size_t i = 0; i < out->n; i++)
        if (out->at[i] == '\n') {
            talk->n_answers++;
            used = i + 1;
        }
    child_drop_output(child, 0, used);
    if (talk->n_answers >= 1000)
        child_close_input(child);
    else
        child_write(child, "(check-sat)\n", 12);
}

static void a_session_goes_back_and_forth(void **state) {
    char *argv[] = {(char *)fake_path(), (char *)"session", NULL};
    struct child_spec spec = {.argv = argv, .is_session = true, .limits = usual};
    struct loop loop;
    struct talk talk = {0};
    struct child_events events = {.output = on_output, .ended = on_ended, .context = &talk};
    assert_true(loop_init(&loop));
    spec.limits.wall_ms = 30000;
    struct child *child = child_start(&loop, &spec, &events);
    child_write(child, "(check-sat)\n", 12);
    while (!talk.ending.is_there)
        loop_step(&loop, UINT64_MAX);
    loop_release(&loop);
    assert_int_equal(talk.n_answers, 1000);
    assert_int_equal(talk.ending.result.end, CHILD_EXITED);
    child_result_release(&talk.ending.result);
    assert_nothing_left();
}

/* A program that does not stop is charged while it runs, and not twice when it has ended. */
static void time_counts_while_it_runs(void **state) {
    char *argv[] = {(char *)fake_path(), (char *)"spinner", NULL};
    struct child_spec spec = {.argv = argv, .limits = usual};
    struct loop loop;
    struct ending ending = {0};
    struct child_events events = {.ended = on_ended, .context = &ending};
    uint64_t before = child_total_cpu_ns(), used = 0;
    assert_true(loop_init(&loop));
    spec.limits.wall_ms = 60000;
    struct child *child = child_start(&loop, &spec, &events);
    for (int tries = 0; tries < 3000 && used < 20000000; tries++) {
        loop_step(&loop, clock_monotonic_ns() + 10000000);
        used = child_cpu_ns(child);
    }
    assert_true(used >= 20000000);
    assert_true(child_total_cpu_ns() - before == used);
    child_stop(child);
    while (!ending.is_there)
        loop_step(&loop, UINT64_MAX);
    loop_release(&loop);
    assert_true(ending.result.cpu_ns > 0);
    assert_true(child_total_cpu_ns() - before < 2 * ending.result.cpu_ns);
    child_result_release(&ending.result);
    assert_nothing_left();
}

/* ---- many at once, and momus killed ---- */

static void start_many(bool kills_itself) {
    struct loop loop;
    static struct ending endings[200];
    loop_init(&loop);
    for (size_t i = 0; i < LENGTH(endings); i++) {
        static const char *const modes[] = {"sleeper", "escapee", "pipe-holder"};
        char *argv[] = {(char *)fake_path(), (char *)modes[i % LENGTH(modes)], NULL};
        struct child_spec spec = {.argv = argv, .limits = usual};
        struct child_events events = {.ended = on_ended, .context = &endings[i]};
        spec.limits.wall_ms = 60000;
        child_start(&loop, &spec, &events);
    }
    if (kills_itself)
        raise(SIGKILL);
    for (;;)
        loop_step(&loop, UINT64_MAX);
}

/* Starts many, and kills who did after so many ns, 0: when all are started. When that was. */
static uint64_t kill_who_starts_many(uint64_t ns) {
    fflush(NULL);
    pid_t momus = fork();
    assert_true(momus >= 0);
    if (momus == 0)
        start_many(ns == 0);
    if (ns > 0)
        usleep((useconds_t)(ns / 1000));
    uint64_t killed = clock_monotonic_ns();
    if (ns > 0)
        kill(momus, SIGKILL);
    int status;
    assert_int_equal(waitpid(momus, &status, 0), momus);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
    return ns > 0 ? killed : clock_monotonic_ns();
}

/* What a file of /proc says of a process; empty if it is gone. */
static void read_of(pid_t pid, const char *name, char *text, size_t size) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%ld/%s", (long)pid, name);
    FILE *file = fopen(path, "r");
    size_t got = file == NULL ? 0 : fread(text, 1, size - 1, file);
    if (file != NULL)
        fclose(file);
    text[got] = '\0';
}

static bool has_sigkill(const char *status, const char *word) {
    const char *found = strstr(status, word);
    return found != NULL && (strtoull(found + strlen(word), NULL, 16) >> (SIGKILL - 1) & 1) != 0;
}

/*
 * Is nothing but a processor missing for its end? Either it is dying, by its own state: ended, on the
 * way there, or killed and not told yet. Or it has only begun and waits for its turn to find out
 * that momus is gone: it is ready to run, and has run for less than that takes.
 */
static bool wants_only_time(pid_t pid) {
    enum { EXITING = 4, ENOUGH_NS = 500000000 }; /* PF_EXITING of the kernel */
    char stat[1024], status[4096], used[128];
    read_of(pid, "status", status, sizeof status);
    read_of(pid, "schedstat", used, sizeof used);
    read_of(pid, "stat", stat, sizeof stat);
    char state = 'X';
    unsigned flags = 0;
    const char *behind_name = strrchr(stat, ')');
    if (behind_name == NULL ||
        sscanf(behind_name + 1, " %c %*d %*d %*d %*d %*d %u", &state, &flags) != 2)
        return true; /* gone meanwhile */
    bool is_dying = state == 'Z' || state == 'X' || (flags & EXITING) != 0 ||
                    has_sigkill(status, "\nSigPnd:") || has_sigkill(status, "\nShdPnd:");
    return is_dying || (state == 'R' && strtoull(used, NULL, 10) < ENOUGH_NS);
}

/* Our children, which are all that is left below us, as we are a subreaper. */
static bool all_want_only_time(void) {
    char text[16384];
    bool good = true;
    char name[64];
    snprintf(name, sizeof name, "task/%ld/children", (long)getpid());
    read_of(getpid(), name, text, sizeof text);
    for (char *at = text, *end; good; at = end) {
        long pid = strtol(at, &end, 10);
        if (end == at)
            break;
        good = wants_only_time((pid_t)pid);
        if (!good)
            print_error("process %ld is left\n", pid);
    }
    return good;
}

/*
 * Two seconds after momus was killed nothing that it has started is there. On a machine that is busy with
 * other things, processes may not even have had the time to notice that they are killed: those, and
 * only those, are waited for. Who sleeps then, or works, is left behind.
 */
static void assert_gone_in_two_seconds(uint64_t killed) {
    static const struct timespec moment = {.tv_nsec = 5000000};
    for (pid_t pid; (pid = waitpid(-1, NULL, WNOHANG)) >= 0;) {
        if (pid > 0)
            continue;
        if (clock_monotonic_ns() - killed >= UINT64_C(2000000000))
            assert_true(all_want_only_time());
        nanosleep(&moment, NULL);
    }
    assert_int_equal(errno, ECHILD);
    assert_int_equal(count_all(is_of_zoo) + count_all(is_in_box), 0);
}

/* ---- systems that do not run everything ---- */

/* From now on the system refuses this, as systems with vm.memfd_noexec=2 or with policies do. */
static void refuse(long call, size_t argument, uint32_t with_flags) {
    struct sock_filter lines[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)call, 0, 3),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS,
                 (uint32_t)(offsetof(struct seccomp_data, args) + argument * sizeof(uint64_t))),
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, with_flags, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EACCES),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog program = {LENGTH(lines), lines};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
        prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0)
        _exit(77);
}

enum refused { NO_MEMORY_FILE, NO_MEMORY_RUN, NO_RUN };

static void run_where_refused(void *context) {
    enum { ANY = 0x7fffffff, MEMORY_EXEC = 0x10, AT_FLAGS = 4 };
    enum refused what = *(enum refused *)context;
    char *argv[] = {(char *)fake_path(), (char *)"good", (char *)"{file}", NULL};
    struct child_spec spec = {
        .argv = argv, .file = "query.smt2", .text = "(exit)", .n_text = 6, .limits = usual};
    if (what == NO_MEMORY_FILE)
        refuse(SYS_memfd_create, 1, MEMORY_EXEC);
    else
        refuse(SYS_execveat, AT_FLAGS, AT_EMPTY_PATH);
    if (what == NO_RUN)
        refuse(SYS_execve, 0, ANY);
    struct ending ending = run_spec(&spec);
    fprintf(stderr, "%s%s%s", child_end_name(ending.result.end), strbuf_text(&ending.result.out),
            strbuf_text(&ending.result.error));
    bool is_right = ending.result.no_box == (what == NO_RUN);
    child_result_release(&ending.result);
    _exit(is_right ? 0 : 1);
}

static void where_memory_is_not_run_a_file_is(void **state) {
    static const char *const wanted[] = {
        [NO_MEMORY_FILE] = "exitedsat\n",
        [NO_MEMORY_RUN] = "exitedsat\n",
        [NO_RUN] =
            "not startedcannot be started: momus can run a part of itself neither from memory "
            "nor from the temporary folder: Permission denied; set TMPDIR to a folder from "
            "which programs may be run",
    };
    for (enum refused what = NO_MEMORY_FILE; what <= NO_RUN; what++) {
        struct strbuf said = {0};
        int status = testing_in_child(run_where_refused, &what, &said);
        if (status != 77) { /* else it cannot be refused here */
            assert_string_equal(strbuf_text(&said), wanted[what]);
            assert_int_equal(status, 0);
        }
        strbuf_free(&said);
        assert_nothing_left();
    }
}

static void run_one(void *context) {
    char *argv[] = {(char *)fake_path(), (char *)"good", NULL};
    struct child_spec spec = {.argv = argv, .limits = usual};
    (void)context;
    struct ending ending = run_spec(&spec);
    child_result_release(&ending.result);
}

static void nothing_survives_momus(void **state) {
    enum { ROUNDS = 20 };
    struct rng rng = testing_rng(clock_monotonic_ns());
    prctl(PR_SET_CHILD_SUBREAPER, 1);  /* whoever loses its parent becomes a child of ours */
    for (int i = 0; i < ROUNDS; i++) { /* killed at any moment: while starting them, or later */
        uint64_t ns = i == ROUNDS - 1 ? 0 : 1 + rng_below(&rng, i % 4 == 0 ? 400000000 : 60000000);
        assert_gone_in_two_seconds(kill_who_starts_many(ns));
    }
    prctl(PR_SET_CHILD_SUBREAPER, 0);
    /* Its directories are left, as nobody was there to remove them; the next momus does. */
    assert_true(count_files(zoo_directory) > 0);
    assert_int_equal(testing_in_child(run_one, NULL, NULL), 0);
    assert_int_equal(count_files(zoo_directory), 0);
}

/* As Ctrl-C does it: some are running, one box is idle. */
static void start_some_and_be_ended(void *context) {
    struct loop loop;
    struct ending others[3] = {0};
    static const char *const modes[] = {"sleeper", "escapee", "ignore-term"};
    (void)context;
    die_cleanup_push(box_abandon_all, NULL);
    die_clean_up_on_signals();
    assert_true(loop_init(&loop));
    struct ending good = run_in(&loop, "good", &usual);
    child_result_release(&good.result);
    for (size_t i = 0; i < LENGTH(modes); i++) {
        char *argv[] = {(char *)fake_path(), (char *)modes[i], (char *)"{file}", NULL};
        struct child_spec spec = {
            .argv = argv, .file = "query.smt2", .text = "(exit)", .n_text = 6, .limits = usual};
        struct child_events events = {.ended = on_ended, .context = &others[i]};
        child_start(&loop, &spec, &events);
    }
    for (int i = 0; i < 5; i++)
        loop_step(&loop, clock_monotonic_ns() + 20000000);
    raise(SIGTERM);
}

static void a_signal_leaves_nothing(void **state) {
    assert_int_equal(testing_in_child(start_some_and_be_ended, NULL, NULL), -1);
    assert_nothing_left();
}

static void many_run_at_once(void **state) {
    struct loop loop;
    struct ending endings[30] = {0};
    size_t n = 0;
    assert_true(loop_init(&loop));
    for (size_t i = 0; i < LENGTH(endings); i++) {
        char *argv[] = {(char *)fake_path(), (char *)"good", NULL};
        struct child_spec spec = {.argv = argv, .limits = usual};
        struct child_events events = {.ended = on_ended, .context = &endings[i]};
        spec.limits.wall_ms = 20000;
        child_start(&loop, &spec, &events);
    }
    while (loop_step(&loop, UINT64_MAX))
        ;
    for (size_t i = 0; i < LENGTH(endings); i++) {
        n += endings[i].is_there && endings[i].result.end == CHILD_EXITED &&
             strcmp(strbuf_text(&endings[i].result.out), "sat\n") == 0;
        child_result_release(&endings[i].result);
    }
    assert_int_equal(n, LENGTH(endings));
    loop_release(&loop);
    assert_nothing_left();
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(nothing_survives_momus), /* first: a process sweeps once */
        TEST(what_ends_by_itself_says_how),
        TEST(nul_bytes_are_kept),
        TEST(time_is_limited),
        TEST(memory_is_limited),
        TEST(memory_is_the_program_s),
        TEST(who_fails_at_the_limit_has_run_out),
        TEST(processes_die_with_what_started_them),
        TEST(output_is_limited),
        TEST(files_are_limited_and_removed),
        TEST(the_environment_is_clean),
        TEST(a_program_that_is_not_there_is_told),
        TEST(text_becomes_standard_input),
        TEST(who_kills_its_warden_does_not_stay),
        TEST(what_came_before_does_not_matter),
        TEST(a_pipe_is_as_new),
        TEST(each_gets_its_own_script),
        TEST(a_program_that_comes_back_is_found),
        TEST(too_many_words_are_told),
        TEST(a_session_goes_back_and_forth),
        TEST(time_counts_while_it_runs),
        TEST(a_signal_leaves_nothing),
        TEST(where_memory_is_not_run_a_file_is),
        TEST(many_run_at_once),
    };
    char *fake = realpath("build/fake/fake", NULL);
    if (mkdtemp(zoo_directory) == NULL || mkdtemp(fake_folder) == NULL || fake == NULL)
        return 2;
    snprintf(fake_link, sizeof fake_link, "%s/fake", fake_folder);
    if (symlink(fake, fake_link) != 0)
        return 2;
    free(fake);
    box_set_directory(zoo_directory);
    int failed = RUN(tests);
    /* The same on a system that grants less; who escapes there is caught by the warden. */
    box_without_namespaces();
    box_set_directory(zoo_directory);
    failed += RUN(tests);
    unlink(fake_link);
    rmdir(fake_folder);
    rmdir(zoo_directory);
    return failed;
}
