/*
 * Snapshots: the zoo of tests/fake as queries of one server, which outlives them all; solvers of
 * which there can be no snapshot; and the real solvers, whose forks print what they print
 * themselves.
 */
#include <dirent.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "testing.h"

#include "base/clock.h"
#include "proc/ask.h"
#include "proc/preflight.h"
#include "proc/snapshot.h"

static char zoo_directory[] = "/tmp/momus-test-XXXXXX";

/* A name of its own, so that processes of other tests are not taken for ours. */
static char fake_folder[] = "/tmp/momus-fake-XXXXXX";
static char fake_path[64];

/* ---- what is left behind ---- */

/* Processes of the zoo, by their command line: of a running server there is one. */
static size_t count_processes(void) {
    DIR *proc = opendir("/proc");
    struct dirent *entry;
    size_t n = 0;
    assert_non_null(proc);
    while ((entry = readdir(proc)) != NULL) {
        char path[300], text[256] = "";
        snprintf(path, sizeof path, "/proc/%s/cmdline", entry->d_name);
        FILE *file = entry->d_name[0] >= '0' && entry->d_name[0] <= '9' ? fopen(path, "r") : NULL;
        if (file == NULL)
            continue;
        size_t got = fread(text, 1, sizeof text - 1, file);
        fclose(file);
        if (got > 0 && strstr(text, fake_path) != NULL)
            n++;
    }
    closedir(proc);
    return n;
}

static size_t count_files(const char *path) {
    DIR *folder = opendir(path);
    size_t n = 0;
    while (folder != NULL && readdir(folder) != NULL)
        n++;
    if (folder != NULL)
        closedir(folder);
    return n > 2 ? n - 2 : 0;
}

/* ---- one server, query by query ---- */

static const struct child_limits usual = {
    .wall_ms = 20000,
    .cpu_ms = 10000,
    .memory = 200u << 20,
    .output = 1u << 20,
    .file_size = 10u << 20,
    .processes = 20,
};

struct talk {
    struct loop loop;
    struct snapshot *snapshot;
    struct child_result result;
    bool is_there, is_refused;
};

static void talk_start(struct talk *talk, char *const *argv, const char *first,
                       const struct child_limits *limits) {
    struct snapshot_spec spec = {.argv = argv, .first = first, .limits = *limits};
    *talk = (struct talk){0};
    assert_true(loop_init(&talk->loop));
    talk->snapshot = snapshot_new(&talk->loop, &spec);
}

static void talk_end(struct talk *talk) {
    child_result_release(&talk->result);
    snapshot_free(talk->snapshot);
    while (loop_step(&talk->loop, UINT64_MAX))
        ;
    loop_release(&talk->loop);
    assert_int_equal(count_processes(), 0);
    assert_int_equal(count_files(zoo_directory), 0);
}

static void on_reply(struct child_result *result, void *context) {
    struct talk *talk = context;
    talk->is_there = true;
    talk->is_refused = result == NULL;
    if (result != NULL) {
        talk->result = *result;
        *result = (struct child_result){0};
    }
}

/* Asks and waits; the result is in the talk. False if there can be no snapshot. */
static bool ask(struct talk *talk, const char *text) {
    child_result_release(&talk->result);
    talk->result = (struct child_result){0};
    talk->is_there = false;
    snapshot_ask(talk->snapshot, text, strlen(text), on_reply, talk);
    assert_false(talk->is_there);
    while (!talk->is_there)
        loop_step(&talk->loop, UINT64_MAX);
    return !talk->is_refused;
}

/* The query ends like this, alone: the server is still the first one. */
static void expect(struct talk *talk, const char *mode, enum child_end end, int status,
                   const char *out) {
    if (!ask(talk, mode))
        fail_msg("%s: no snapshot: %s", mode, snapshot_failure(talk->snapshot));
    struct child_result *result = &talk->result;
    if (result->end != end || (status >= 0 && result->status != status))
        fail_msg("%s: %s, status %d, not %s; %s", mode, child_end_name(result->end), result->status,
                 child_end_name(end), strbuf_text(&result->err));
    if (out != NULL)
        assert_string_equal(strbuf_text(&result->out), out);
    assert_int_equal(snapshot_servers(talk->snapshot), 1);
    assert_int_equal(count_processes(), 1);
}

static char *obey[] = {fake_path, (char *)"obey", (char *)"{file}", NULL};

/* ---- the zoo ---- */

static void queries_end_as_processes_do(void **state) {
    struct talk talk;
    talk_start(&talk, obey, NULL, &usual);
    expect(&talk, "good", CHILD_EXITED, 0, "sat\n");
    expect(&talk, "bad-status", CHILD_EXITED, 7, "sat\n");
    expect(&talk, "no-answer", CHILD_EXITED, 0, "");
    expect(&talk, "crash", CHILD_SIGNALED, SIGSEGV, "");
    expect(&talk, "answer-then-crash", CHILD_SIGNALED, SIGSEGV, "sat\n");
    expect(&talk, "abort", CHILD_SIGNALED, SIGABRT, "");
    testing_assert_contains(strbuf_text(&talk.result.err), "ASSERTION VIOLATION");
    expect(&talk, "half-answer", CHILD_EXITED, 0, "sa");
    expect(&talk, "closes-input", CHILD_EXITED, 0, "sat\n");
    expect(&talk, "nul-bytes", CHILD_EXITED, 0, NULL);
    assert_int_equal(talk.result.out.n, 11);
    expect(&talk, "good", CHILD_EXITED, 0, "sat\n");
    assert_int_equal(talk.result.err.n, 0);
    assert_true(talk.result.wall_ns > 0 && talk.result.peak > 0);
    assert_true(snapshot_works(talk.snapshot));
    assert_null(snapshot_failure(talk.snapshot));
    talk_end(&talk);
}

static void time_is_limited(void **state) {
    struct talk talk;
    struct child_limits brief = usual, cpu = usual;
    brief.wall_ms = 1000;
    brief.cpu_ms = 0; /* it does not help who is to be killed */
    talk_start(&talk, obey, NULL, &brief);
    expect(&talk, "sleeper", CHILD_WALL, -1, "");
    expect(&talk, "good", CHILD_EXITED, 0, "sat\n");
    expect(&talk, "ignore-term", CHILD_WALL, -1, "sat\n");
    expect(&talk, "late", CHILD_WALL, -1, "");
    expect(&talk, "good", CHILD_EXITED, 0, "sat\n");
    talk_end(&talk);

    cpu.cpu_ms = 1000;
    talk_start(&talk, obey, NULL, &cpu);
    expect(&talk, "spinner", CHILD_CPU, -1, "");
    expect(&talk, "good", CHILD_EXITED, 0, "sat\n");
    expect(&talk, "spinner", CHILD_CPU, -1, "");
    talk_end(&talk);
}

static void memory_is_limited(void **state) {
    struct talk talk;
    bool counted = strstr(box_describe(), "memory cgroup") != NULL;
    talk_start(&talk, obey, NULL, &usual);
    for (int i = 0; i < 2; i++) {
        expect(&talk, "memory-hog", counted ? CHILD_MEMORY : CHILD_EXITED, -1, "");
        expect(&talk, "good", CHILD_EXITED, 0, "sat\n");
    }
    talk_end(&talk);
}

static void output_is_limited(void **state) {
    static const char *const modes[] = {"flood-out", "flood-err", "endless-line"};
    struct talk talk;
    talk_start(&talk, obey, NULL, &usual);
    for (size_t i = 0; i < LENGTH(modes); i++) {
        expect(&talk, modes[i], CHILD_OUTPUT, -1, NULL);
        assert_true(talk.result.out.n + talk.result.err.n <= usual.output);
        expect(&talk, "good", CHILD_EXITED, 0, "sat\n");
        assert_int_equal(talk.result.err.n, 0);
    }
    talk_end(&talk);
}

static void processes_die_with_their_query(void **state) {
    struct talk talk;
    struct child_limits brief = usual;
    brief.wall_ms = 2000;
    talk_start(&talk, obey, NULL, &brief);
    expect(&talk, "escapee", CHILD_EXITED, 0, "sat\n");
    expect(&talk, "pipe-holder", CHILD_EXITED, 0, "sat\n");
    expect(&talk, "fork-bomb", CHILD_WALL, -1, "");
    expect(&talk, "kills-group", CHILD_SIGNALED, SIGKILL, "");
    expect(&talk, "good", CHILD_EXITED, 0, "sat\n");
    talk_end(&talk);
}

static void files_are_limited_and_removed(void **state) {
    struct talk talk;
    talk_start(&talk, obey, NULL, &usual);
    expect(&talk, "large-file", CHILD_FILE, -1, "");
    expect(&talk, "files", CHILD_EXITED, 0, "query.smt2\n");
    expect(&talk, "litter", CHILD_EXITED, 0, "sat\n");
    expect(&talk, "files and more text than the next has", CHILD_EXITED, 0, "query.smt2\n");
    expect(&talk, "spoils-file", CHILD_EXITED, 0, "sat\n");
    expect(&talk, "files", CHILD_EXITED, 0, "query.smt2\n");
    expect(&talk, "no mode at all", CHILD_EXITED, 0, "");
    talk_end(&talk);
}

static void the_environment_tells_nothing(void **state) {
    struct talk talk;
    talk_start(&talk, obey, NULL, &usual);
    expect(&talk, "environment", CHILD_EXITED, 0, NULL);
    static const char *const ours[] = {"LD_PRELOAD", "LD_BIND_NOW", "ASAN_OPTIONS", "SNAPSHOT"};
    for (size_t i = 0; i < LENGTH(ours); i++)
        assert_null(strstr(strbuf_text(&talk.result.out), ours[i]));
    testing_assert_contains(strbuf_text(&talk.result.out), "TMPDIR=");
    talk_end(&talk);
}

/* Nobody can say how such a query ended: another is to be asked. Then there is a new server. */
static void a_query_may_take_the_server_with_it(void **state) {
    struct talk talk;
    talk_start(&talk, obey, NULL, &usual);
    expect(&talk, "good", CHILD_EXITED, 0, "sat\n");
    assert_false(ask(&talk, "kills-parent"));
    assert_null(snapshot_failure(talk.snapshot));
    assert_true(ask(&talk, "good"));
    assert_int_equal(snapshot_servers(talk.snapshot), 2);
    for (int i = 0; i < 3; i++) /* but not for ever */
        assert_false(ask(&talk, "kills-parent"));
    assert_non_null(snapshot_failure(talk.snapshot));
    assert_false(ask(&talk, "good"));
    assert_int_equal(snapshot_servers(talk.snapshot), 4);
    talk_end(&talk);
}

static void each_query_has_the_limit_of_its_time(void **state) {
    struct child_limits long_ones = usual;
    struct talk talk;
    long_ones.wall_ms = 0;
    talk_start(&talk, obey, NULL, &long_ones);
    expect(&talk, "good", CHILD_EXITED, 0, "sat\n");
    snapshot_set_limit(talk.snapshot, 100);
    expect(&talk, "sleeper", CHILD_WALL, -1, "");
    snapshot_set_limit(talk.snapshot, usual.wall_ms);
    expect(&talk, "good", CHILD_EXITED, 0, "sat\n");
    talk_end(&talk);
}

static void waiting_queries_can_be_given_up(void **state) {
    struct talk talk;
    talk_start(&talk, obey, NULL, &usual);
    expect(&talk, "good", CHILD_EXITED, 0, "sat\n");
    talk.is_there = false;
    snapshot_ask(talk.snapshot, "sleeper", 7, on_reply, &talk);
    snapshot_ask(talk.snapshot, "good", 4, on_reply, &talk);
    talk_end(&talk);
    assert_false(talk.is_there);
}

static void replies_come_in_order(void **state) {
    struct talk talk;
    talk_start(&talk, obey, NULL, &usual);
    for (int i = 0; i < 300; i++) {
        bool is_odd = i % 3 == 0;
        assert_true(ask(&talk, is_odd ? "half-answer" : "good"));
        assert_string_equal(strbuf_text(&talk.result.out), is_odd ? "sa" : "sat\n");
    }
    assert_int_equal(snapshot_servers(talk.snapshot), 1);
    talk_end(&talk);
}

/* ---- told something first ---- */

static void what_is_read_first_is_done_once(void **state) {
    char *argv[] = {fake_path, (char *)"obey-pieces", (char *)"{file}", NULL};
    struct talk talk;
    talk_start(&talk, argv, "hello there", &usual);
    /* What it prints first belongs to each; a query is over when it closes the file. */
    expect(&talk, "good and so on", CHILD_EXITED, 0, "hello\nthere\nsat\nand\nso\non\n");
    expect(&talk, "half-answer", CHILD_EXITED, 0, "hello\nthere\nsa");
    expect(&talk, "crash", CHILD_SIGNALED, SIGSEGV, "hello\nthere\n");
    expect(&talk, "", CHILD_EXITED, 0, "hello\nthere\n");
    talk_end(&talk);

    /* More than a buffer. */
    struct strbuf first = {0};
    for (int i = 0; i < 3000; i++)
        strbuf_add_text(&first, "a word ");
    talk_start(&talk, argv, strbuf_text(&first), &usual);
    assert_true(ask(&talk, "last"));
    assert_true(talk.result.out.n > 15000);
    assert_string_equal(strbuf_text(&talk.result.out) + talk.result.out.n - 5, "last\n");
    strbuf_free(&first);
    talk_end(&talk);
}

/* ---- no snapshot ---- */

static void expect_refusal(char *const *argv, const char *first, const char *why) {
    struct child_limits brief = usual;
    struct talk talk;
    brief.wall_ms = 3000;
    talk_start(&talk, argv, first, &brief);
    assert_false(ask(&talk, "good"));
    testing_assert_contains(snapshot_failure(talk.snapshot), why);
    assert_false(snapshot_works(talk.snapshot));
    assert_false(ask(&talk, "good")); /* without another try */
    assert_true(snapshot_servers(talk.snapshot) <= 1);
    talk_end(&talk);
}

static void there_can_be_no_snapshot_of_some(void **state) {
    char static_path[80];
    snprintf(static_path, sizeof static_path, "%s-static", fake_path);
    char *static_argv[] = {static_path, (char *)"obey", (char *)"{file}", NULL};
    char *unseen[] = {fake_path, (char *)"obey-unseen", (char *)"{file}", NULL};
    char *thread[] = {fake_path, (char *)"obey-with-thread", (char *)"{file}", NULL};
    char *never[] = {fake_path, (char *)"sleeper", (char *)"{file}", NULL};
    char *floods[] = {fake_path, (char *)"flood-out", (char *)"{file}", NULL};
    char *missing[] = {(char *)"no-such-solver", (char *)"{file}", NULL};
    char *script[] = {(char *)"sh", (char *)"-c",   (char *)"\"$@\"; true", (char *)"sh",
                      fake_path,    (char *)"obey", (char *)"{file}",       NULL};
    char *complains[] = {(char *)"sh", (char *)"-c", (char *)"echo no luck >&2", (char *)"{file}",
                         NULL};
    expect_refusal(static_argv, NULL, "without opening its file");
    expect_refusal(complains, NULL,
                   "without opening its file in a way that can be seen; it said: no luck");
    expect_refusal(unseen, NULL, "without opening its file");
    expect_refusal(thread, NULL, "threads");
    expect_refusal(never, NULL, "in time");
    expect_refusal(floods, NULL, "prints too much");
    expect_refusal(missing, NULL, "no-such-solver: No such file");
    expect_refusal(script, NULL, "another program");
    expect_refusal(obey, "told first", "without opening its file"); /* it reads by stdio */
}

static void a_script_may_become_the_solver(void **state) {
    char *argv[] = {(char *)"sh", (char *)"-c",   (char *)"exec \"$@\"", (char *)"sh",
                    fake_path,    (char *)"obey", (char *)"{file}",      NULL};
    struct talk talk;
    talk_start(&talk, argv, NULL, &usual);
    expect(&talk, "good", CHILD_EXITED, 0, "sat\n");
    expect(&talk, "escapee", CHILD_EXITED, 0, "sat\n");
    talk_end(&talk);
}

static void a_sanitizer_does_not_harm(void **state) {
    char path[80];
    snprintf(path, sizeof path, "%s-asan", fake_path);
    char *argv[] = {path, (char *)"obey", (char *)"{file}", NULL};
    struct child_limits large = usual;
    struct talk talk;
    large.memory = 0;
    large.keep_address_space = true;
    talk_start(&talk, argv, NULL, &large);
    expect(&talk, "good", CHILD_EXITED, 0, "sat\n");
    expect(&talk, "abort", CHILD_SIGNALED, SIGABRT, "");
    expect(&talk, "good", CHILD_EXITED, 0, "sat\n");
    talk_end(&talk);
}

static void without_namespaces_there_is_none(void *context) {
    struct talk talk;
    (void)context;
    box_without_namespaces();
    talk_start(&talk, obey, NULL, &usual);
    if (ask(&talk, "good") || strstr(snapshot_failure(talk.snapshot), "namespace") == NULL)
        _exit(1);
    talk_end(&talk);
}

static void it_takes_a_namespace(void **state) {
    assert_int_equal(testing_in_child(without_namespaces_there_is_none, NULL, NULL), 0);
}

/* ---- momus killed ---- */

static void hang_many(void *context) {
    static const char *const modes[] = {"sleeper", "ignore-term", "pipe-holder", "fork-bomb"};
    struct talk talks[12];
    struct loop loop;
    loop_init(&loop);
    for (size_t i = 0; i < LENGTH(talks); i++) {
        struct snapshot_spec spec = {.argv = obey, .limits = usual};
        const char *mode = modes[i % LENGTH(modes)];
        talks[i].snapshot = snapshot_new(&loop, &spec);
        snapshot_ask(talks[i].snapshot, mode, strlen(mode), on_reply, &talks[i]);
    }
    uint64_t until = clock_monotonic_ns() + *(uint64_t *)context;
    while (clock_monotonic_ns() < until)
        loop_step(&loop, until);
    kill(getpid(), SIGKILL);
}

static void nothing_survives_momus(void **state) {
    struct rng rng = testing_rng(clock_monotonic_ns());
    for (int i = 0; i < 3; i++) { /* killed at any moment */
        uint64_t ns = rng_below(&rng, 600000000);
        assert_int_equal(testing_in_child(hang_many, &ns, NULL), -1);
        for (int tries = 0; tries < 3000 && count_processes() > 0; tries++)
            usleep(10000);
        assert_int_equal(count_processes(), 0);
    }
    /* Its directories are left, as nobody was there to remove them; the next momus does. */
    struct talk talk;
    box_set_directory(zoo_directory);
    talk_start(&talk, obey, NULL, &usual);
    expect(&talk, "good", CHILD_EXITED, 0, "sat\n");
    talk_end(&talk);
}

/* ---- real solvers ---- */

static const char *const scripts[] = {
    "(set-logic QF_LIA)\n(declare-const x Int)\n(assert (> x 41))\n(check-sat)\n",
    "(set-logic QF_LIA)\n(declare-const x Int)\n(assert (and (> x 41) (< x 42)))\n(check-sat)\n",
    "(declare-fun f (Int) Int)\n(assert (= (f 1) 7))\n(check-sat)\n",
    "(set-logic QF_BV)\n(declare-const a (_ BitVec 8))\n(push 1)\n(assert (bvult a #x02))\n"
    "(check-sat)\n(pop 1)\n(assert (bvult a #x00))\n(check-sat)\n",
    "(set-option :produce-unsat-cores true)\n(set-logic QF_UF)\n(declare-const p Bool)\n"
    "(assert (! p :named one))\n(assert (! (not p) :named two))\n(check-sat)\n",
    "(set-logic QF_NRA)\n(declare-const r Real)\n(assert (< (* r r) 2.0))\n(check-sat)\n",
    "(set-logic QF_S)\n(declare-const s String)\n(assert (= (str.++ s \"b\") "
    "\"ab\"))\n(check-sat)\n",
    "(set-logic QF_LIA)\n(declare-const x Int)\n\n(assert (> y 41))\n(check-sat)\n",
    "(assert (> y 41))\n(check-sat)\n",
    "(set-logic NO_SUCH_LOGIC)\n(declare-const x Int)\n(check-sat)\n",
    "(set-logic ALL)\n(declare-datatypes ((L 0)) (((nil) (cons (hd Int) (tl L)))))\n"
    "(declare-const l L)\n(assert (= (hd l) 3))\n(check-sat)\n",
};

static void take(struct asked *asked, void *context) {
    *(struct asked *)context = *asked;
    *asked = (struct asked){0};
}

static struct asked ask_one(struct loop *loop, struct asker *asker, const struct solver *solver,
                            const char *text) {
    struct asked asked = {.end = CHILD_NO_START};
    struct ask question = {.solver = solver,
                           .text = text,
                           .n = strlen(text),
                           .wants = {.models = true, .cores = true},
                           .limits = usual};
    question.limits.memory = 1u << 30;
    asker_ask(asker, &question, take, &asked);
    while (asked.answers.out.n == 0 && asked.fitted.text.n == 0)
        loop_step(loop, UINT64_MAX);
    return asked;
}

/* Forks print what a fresh process prints, byte by byte. */
static void compare(const char *name) {
    solver_vec solvers = {0};
    struct strbuf error = {0};
    struct loop loop;
    assert_true(loop_init(&loop));
    assert_true(solvers_parse((struct profile_folders){0}, name, &solvers, &error));
    struct asker *fresh = asker_new(&loop, &solvers.at[0], ASK_SPAWN);
    struct asker *forks = asker_new(&loop, &solvers.at[0], ASK_SNAPSHOT);
    for (int round = 0; round < 2; round++)
        for (size_t i = 0; i < LENGTH(scripts); i++) {
            struct asked a = ask_one(&loop, fresh, &solvers.at[0], scripts[i]);
            struct asked b = ask_one(&loop, forks, &solvers.at[0], scripts[i]);
            assert_int_equal(b.way, ASK_SNAPSHOT);
            assert_string_equal(strbuf_text(&a.answers.out), strbuf_text(&b.answers.out));
            assert_string_equal(strbuf_text(&a.answers.err), strbuf_text(&b.answers.err));
            assert_int_equal(a.end, b.end);
            assert_int_equal(a.answers.checks.n, b.answers.checks.n);
            for (size_t k = 0; k < a.answers.checks.n; k++)
                assert_int_equal(a.answers.checks.at[k].kind, b.answers.checks.at[k].kind);
            asked_release(&a);
            asked_release(&b);
        }
    assert_null(asker_obstacle(forks));
    asker_free(fresh);
    asker_free(forks);
    while (loop_step(&loop, UINT64_MAX))
        ;
    solver_vec_free(&solvers);
    strbuf_free(&error);
    loop_release(&loop);
}

static bool is_installed(const char *name) {
    char path[64];
    snprintf(path, sizeof path, "/usr/bin/%s", name);
    return access(path, X_OK) == 0;
}

static void forks_of_z3_print_the_same(void **state) {
    if (!is_installed("z3"))
        skip();
    compare("z3");
    compare("z3:z3str3");
}
static void forks_of_cvc5_print_the_same(void **state) {
    if (!is_installed("cvc5"))
        skip();
    compare("cvc5");
}
static void forks_of_cvc4_print_the_same(void **state) {
    if (!is_installed("cvc4"))
        skip();
    compare("cvc4");
}

/* ---- falling back ---- */

/* The script cannot be asked by snapshot, but it is answered, and the reason is told. */
static void who_cannot_is_asked_in_another_way(void **state) {
    static const char *const files[] = {"fake-static", "fake"};
    static const char *const modes[] = {"good", "obey-unseen"};
    for (size_t i = 0; i < LENGTH(files); i++) {
        solver_vec solvers = {0};
        struct strbuf error = {0}, command = {0};
        struct loop loop;
        assert_true(loop_init(&loop));
        strbuf_printf(&command, "%s/%s %s {file}", fake_folder, files[i], modes[i]);
        assert_true(
            solvers_parse((struct profile_folders){0}, strbuf_text(&command), &solvers, &error));
        struct solver *solver = &solvers.at[0];
        struct asker *asker = asker_new(&loop, solver, ASK_SNAPSHOT);
        testing_assert_contains(asker_obstacle(asker), "no snapshot");
        asker_free(asker);
        solver->snapshot = solver->spawn;
        asker = asker_new(&loop, solver, ASK_SNAPSHOT);
        assert_null(asker_obstacle(asker));
        for (int k = 0; k < 3; k++) {
            struct asked asked = ask_one(&loop, asker, solver, scripts[0]);
            assert_int_equal(asked.way, ASK_SPAWN);
            assert_int_equal(asked.end, CHILD_EXITED);
            if (i == 0)
                assert_int_equal(asked.answers.checks.at[0].kind, ANSWER_SAT);
            asked_release(&asked);
        }
        testing_assert_contains(asker_obstacle(asker), "without opening its file");
        asker_free(asker);
        while (loop_step(&loop, UINT64_MAX))
            ;
        solver_vec_free(&solvers);
        strbuf_free(&error);
        strbuf_free(&command);
        loop_release(&loop);
    }
}

/* ---- the program ---- */

static bool link_fake(const char *name) {
    char from[64], to[96];
    snprintf(from, sizeof from, "build/fake/%s", name);
    snprintf(to, sizeof to, "%s/%s", fake_folder, name);
    char *path = realpath(from, NULL);
    bool good = path != NULL && symlink(path, to) == 0;
    free(path);
    return good;
}

static void unlink_fake(const char *name) {
    char path[96];
    snprintf(path, sizeof path, "%s/%s", fake_folder, name);
    unlink(path);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(queries_end_as_processes_do),
        TEST(time_is_limited),
        TEST(memory_is_limited),
        TEST(output_is_limited),
        TEST(processes_die_with_their_query),
        TEST(files_are_limited_and_removed),
        TEST(the_environment_tells_nothing),
        TEST(a_query_may_take_the_server_with_it),
        TEST(each_query_has_the_limit_of_its_time),
        TEST(waiting_queries_can_be_given_up),
        TEST(replies_come_in_order),
        TEST(what_is_read_first_is_done_once),
        TEST(there_can_be_no_snapshot_of_some),
        TEST(a_script_may_become_the_solver),
        TEST(a_sanitizer_does_not_harm),
        TEST(it_takes_a_namespace),
        TEST(forks_of_z3_print_the_same),
        TEST(forks_of_cvc5_print_the_same),
        TEST(forks_of_cvc4_print_the_same),
        TEST(who_cannot_is_asked_in_another_way),
        TEST(nothing_survives_momus),
    };
    static const char *const fakes[] = {"fake", "fake-static", "fake-asan"};
    if (mkdtemp(zoo_directory) == NULL || mkdtemp(fake_folder) == NULL)
        return 2;
    for (size_t i = 0; i < LENGTH(fakes); i++)
        if (!link_fake(fakes[i]))
            return 2;
    snprintf(fake_path, sizeof fake_path, "%s/fake", fake_folder);
    box_set_directory(zoo_directory);
    bool has_namespace = strstr(box_describe(), "namespace") != NULL;
    if (!has_namespace)
        print_message("skipped: the system grants no PID namespace\n");
    int failed = has_namespace ? RUN(tests) : 0;
    for (size_t i = 0; i < LENGTH(fakes); i++)
        unlink_fake(fakes[i]);
    rmdir(fake_folder);
    rmdir(zoo_directory);
    return failed;
}
