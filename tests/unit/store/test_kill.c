/*
 * The writer is killed at any moment. Whatever it acknowledged is there, and
 * the run is one that could have been: each finding belongs to a step that is
 * done, each step that shows one has it, and no step was counted twice.
 */
#include "store/running.h"

#include <signal.h>
#include <time.h>

#include "store/faulty.h"

enum { TRAIL_STEPS = 8, N_STRATEGIES = 2 };
static const char *const strategies[N_STRATEGIES] = {"fusion", "opfuzz"};

/* The world is a function of the step, as in a real campaign. */
static bool shows_new(uint64_t trail, uint64_t step) {
    return (trail * 31 + step * 17) % 5 == 0;
}
static bool shows_old(uint64_t trail, uint64_t step) {
    return (trail + step) % 3 == 0;
}

struct name {
    char text[48];
};

static struct name name_of(const char *strategy, uint64_t trail, uint64_t step) {
    struct name name;
    snprintf(name.text, sizeof name.text, "%s:%u:%u", strategy, (unsigned)trail, (unsigned)step);
    return name;
}

/* What the child says on the pipe once it is committed. */
struct acknowledgement {
    uint64_t tests;      /* in all */
    uint32_t number;     /* of a finding, or 0 */
    struct name finding; /* its fingerprint, and its script */
};
typedef VEC(struct acknowledgement) acknowledgement_vec;

/* -- the child ------------------------------------------------------------- */

static void report_step(struct store *store, const char *strategy, uint64_t trail, uint64_t step,
                        acknowledgement_vec *done) {
    struct name name = name_of(strategy, trail, step);
    struct store_match match;
    if (shows_new(trail, step)) {
        struct store_report report = running_report(name.text, name.text);
        report.finding.test = name.text;
        REQUIRE(store_report(store, &report, &match) && match.news == STORE_NEW);
        vec_push(done, ((struct acknowledgement){.number = match.number, .finding = name}));
    }
    if (shows_old(trail, step)) {
        struct store_report report = running_report(strategy, "old");
        report.finding.test = name.text;
        REQUIRE(store_report(store, &report, &match));
    }
}

/* Some steps of the first trail that is not done, or of a new one. */
static void work(struct store *store, struct rng *rng, acknowledgement_vec *done) {
    struct arena arena = {0};
    store_trail_vec pending = {0};
    const char *strategy = strategies[rng_below(rng, N_STRATEGIES)];
    uint64_t next;
    REQUIRE(store_pending(store, strategy, &arena, &pending, &next));
    struct store_trail trail = {.trail = next + rng_below(rng, 3)}; /* not always in order */
    if (pending.n > 0 && rng_chance(rng, 3, 4))
        trail = pending.at[rng_below(rng, pending.n)];
    uint64_t to = trail.next_step + 1 + rng_below(rng, TRAIL_STEPS - trail.next_step);
    for (uint64_t step = trail.next_step; step < to; step++)
        report_step(store, strategy, trail.trail, step, done);
    struct store_progress progress =
        running_progress(strategy, trail.trail, trail.next_step, to, to == TRAIL_STEPS);
    REQUIRE(store_advance(store, &progress));
    vec_free(&pending);
    arena_free(&arena);
}

static _Noreturn void campaign(uint64_t seed, int out) {
    struct rng rng = testing_rng(seed);
    struct strbuf error = {0};
    /* Without syncing, much more happens before the end comes. */
    const struct disk *disk = seed % 4 == 0 ? &disk_system : &faulty_disk;
    struct store *store = store_open_on(disk, "run", STORE_CREATE, &error);
    if (store == NULL)
        die(EXIT_ENVIRONMENT, "%s", strbuf_text(&error));
    struct arena arena = {0};
    struct store_campaign it = {.seed = 1, .config = "c", .version = "v"};
    REQUIRE(store_start(store, &arena, &it) && store_commit(store));
    for (;;) {
        acknowledgement_vec done = {0};
        for (uint64_t units = 1 + rng_below(&rng, 4); units > 0; units--)
            work(store, &rng, &done);
        struct store_totals totals;
        REQUIRE(store_totals(store, &totals));
        if (!store_commit(store))
            die(EXIT_ENVIRONMENT, "%s", store_error(store));
        vec_push(&done, ((struct acknowledgement){0}));
        for (size_t i = 0; i < done.n; i++)
            done.at[i].tests = totals.counters.tests;
        ssize_t n = (ssize_t)(done.n * sizeof *done.at);
        REQUIRE(write(out, done.at, (size_t)n) == n);
        vec_free(&done);
        REQUIRE(store_write_stats(store));
    }
}

/* -- what must hold afterwards --------------------------------------------- */

struct expected {
    uint64_t tests;
    uint64_t new, old[N_STRATEGIES];
};

static void expect_steps(struct store *store, int strategy, uint64_t trail, uint64_t steps,
                         struct expected *all) {
    for (uint64_t step = 0; step < steps; step++) {
        all->tests++;
        all->old[strategy] += shows_old(trail, step);
        all->new += shows_new(trail, step);
        struct store_match match;
        struct name name = name_of(strategies[strategy], trail, step);
        MUST(store, store_look_up(store, name.text, &match));
        assert_int_equal(match.news, shows_new(trail, step) ? STORE_AGAIN : STORE_NEW);
    }
}

/* What the progress of the trails says must be there. */
static struct expected expect_progress(struct store *store, struct arena *arena) {
    struct expected all = {0};
    for (int s = 0; s < N_STRATEGIES; s++) {
        store_trail_vec pending = {0};
        uint64_t next;
        MUST(store, store_pending(store, strategies[s], arena, &pending, &next));
        size_t i = 0;
        for (uint64_t trail = 0; trail < next; trail++)
            if (i < pending.n && pending.at[i].trail == trail)
                expect_steps(store, s, trail, pending.at[i++].next_step, &all);
            else
                expect_steps(store, s, trail, TRAIL_STEPS, &all);
        vec_free(&pending);
    }
    return all;
}

static void expect_file(const struct store_finding *f) {
    char *path = disk_join("run", f->file);
    bool old = strchr(f->fingerprint, ':') == NULL;
    running_expect(path, old ? "old" : f->fingerprint);
    mem_free(path);
}

static void expect_whole(struct store *store, const acknowledgement_vec *said) {
    struct arena arena = {0};
    MUST(store, store_check(store));
    struct expected all = expect_progress(store, &arena);
    struct store_totals totals;
    MUST(store, store_totals(store, &totals));
    assert_int_equal(totals.counters.tests, all.tests);
    assert_int_equal(totals.counters.solver_calls, 3 * all.tests);

    store_finding_vec findings = {0};
    MUST(store, store_findings(store, &arena, &findings)); /* by number: all are equally bad */
    uint64_t old = 0;
    for (size_t i = 0; i < findings.n; i++) {
        assert_int_equal(findings.at[i].number, i + 1);
        expect_file(&findings.at[i]);
        for (int s = 0; s < N_STRATEGIES; s++)
            if (strcmp(findings.at[i].fingerprint, strategies[s]) == 0) {
                assert_int_equal(findings.at[i].count, all.old[s]);
                old++;
            }
    }
    assert_int_equal(findings.n, all.new + old);
    for (size_t i = 0; i < said->n; i++) {
        assert_true(said->at[i].tests <= totals.counters.tests);
        if (said->at[i].number > 0)
            assert_string_equal(findings.at[said->at[i].number - 1].fingerprint,
                                said->at[i].finding.text);
    }
    vec_free(&findings);
    arena_free(&arena);
}

/* As a reader sees it, and after the next writer has swept. */
static void expect_in_order(const acknowledgement_vec *said) {
    if (said->n > 0) {
        struct store *reader = running_open("run", STORE_READ);
        expect_whole(reader, said);
        store_close(reader);
    }
    struct strbuf error = {0};
    struct store *store = store_open_on(&faulty_disk, "run", STORE_CREATE, &error);
    if (store == NULL)
        fail_msg("%s", strbuf_text(&error));
    expect_whole(store, said);
    struct store_totals totals;
    MUST(store, store_totals(store, &totals));
    assert_int_equal(running_entries("run/findings", ""), totals.findings);
    assert_int_equal(running_entries("run", "."), 0);
    store_close(store);
}

/* When to kill: so long after the start, or after so many acknowledgements. */
struct moment {
    uint64_t after;
    uint64_t ns;
};

static struct moment draw_moment(struct rng *rng) {
    if (rng_chance(rng, 1, 3))
        return (struct moment){0, rng_below(rng, 100000000)};
    return (struct moment){1 + rng_below(rng, 20), rng_below(rng, 5000000)};
}

/* Runs a campaign until then; what it says is added. */
static void run_and_kill(uint64_t seed, struct moment moment, acknowledgement_vec *said) {
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    fcntl(ends[1], F_SETPIPE_SZ, 1 << 20); /* the child must not wait for us */
    fflush(NULL);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        close(ends[0]);
        campaign(seed, ends[1]);
    }
    close(ends[1]);
    struct acknowledgement one;
    for (; moment.after > 0 && read(ends[0], &one, sizeof one) == sizeof one; moment.after--)
        vec_push(said, one);
    nanosleep(&(struct timespec){.tv_nsec = (long)moment.ns}, NULL);
    kill(child, SIGKILL);
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status));
    while (read(ends[0], &one, sizeof one) == sizeof one)
        vec_push(said, one);
    close(ends[0]);
}

static void nothing_acknowledged_is_lost_when_the_writer_is_killed(void **state) {
    const char *wanted = getenv("MOMUS_STORE_KILLS");
    uint64_t kills = wanted != NULL ? strtoull(wanted, NULL, 10) : 40;
    struct rng rng = testing_rng((uint64_t)time(NULL));
    acknowledgement_vec said = {0};
    for (uint64_t i = 0; i < kills; i++) {
        if (i % 20 == 0) { /* a new run, now and then, so that its making is hit, too */
            running_remove("run");
            vec_clear(&said);
        }
        run_and_kill(rng_next(&rng), draw_moment(&rng), &said);
        expect_in_order(&said);
    }
    print_message("%d acknowledgements in the last run\n", (int)said.n);
    assert_true(said.n > 0);
    vec_free(&said);
}

int main(void) {
    faulty_install();
    const struct CMUnitTest tests[] = {
        STORE_TEST(nothing_acknowledged_is_lost_when_the_writer_is_killed),
    };
    return RUN(tests);
}
