/*
 * Each call of the save path fails in turn. What was acknowledged is there
 * afterwards, the database is whole, and the counters are those of the units
 * that it says are done.
 */
#include "store/running.h"

#include "store/faulty.h"

/* What the coordinator would have shown on the screen. */
struct acknowledged {
    uint32_t findings; /* the first so many are there */
    uint64_t steps;    /* and so many steps at least */
    bool reduced;      /* the first one has its reduced script */
    bool quiet_fault;  /* something failed, and all went on */
};

/* A message must say which file, and why. */
static void expect_reason(const char *text) {
    testing_assert_contains(text, "run");
    testing_assert_contains(text,
                            faulty.mode == FAULTY_IO ? "Input/output error" : "the disk is full");
}

/* One finding and the progress of its trail, committed. */
static bool save(struct store *store, uint32_t i, struct acknowledged *done) {
    char fingerprint[32];
    snprintf(fingerprint, sizeof fingerprint, "f%u", i);
    struct store_report report = running_report(fingerprint, "(check-sat)\n");
    struct store_match match;
    struct store_progress progress =
        running_progress("opfuzz", i / 2, i % 2 * 5, i % 2 * 5 + 5, i % 2 == 1);
    bool good = store_report(store, &report, &match) && store_advance(store, &progress) &&
                store_commit(store);
    if (good) {
        assert_int_equal(match.news, STORE_NEW);
        done->findings++;
        done->steps += 5;
    }
    return good;
}

static bool save_all(struct store *store, struct acknowledged *done) {
    struct arena arena = {0};
    struct store_campaign campaign = {.config = "c", .version = "v"};
    bool good = store_start(store, &arena, &campaign) && store_commit(store);
    for (uint32_t i = 0; good && i < 2; i++)
        good = save(store, i, done);
    struct store_match match;
    struct store_reduction reduction = {.script = "(y)",
                                        .n = 3,
                                        .fingerprint = "sharp",
                                        .evidence = "shorter",
                                        .given = "(y')",
                                        .given_n = 4};
    good = good && store_put_file(store, 1, STORE_BEST, "(z)", 3) &&
           store_reduce(store, 1, &reduction, &match) && store_commit(store) &&
           store_remove_file(store, 1, STORE_BEST);
    done->reduced = done->reduced || good;
    good = good && store_write_stats(store) && save(store, 2, done);
    arena_free(&arena);
    return good;
}

/* The whole scenario on the faulty disk. False if something failed that was noticed. */
static bool run_scenario(struct acknowledged *done) {
    struct strbuf error = {0};
    struct store *store = store_open_on(&faulty_disk, "run", STORE_CREATE, &error);
    bool good = store != NULL;
    if (!good) {
        expect_reason(strbuf_text(&error));
    } else if (!save_all(store, done)) {
        good = false;
        expect_reason(store_error(store));
        assert_false(store_commit(store));
    }
    done->quiet_fault = good && faulty.failed > 0;
    store_close(store);
    strbuf_free(&error);
    return good;
}

static void expect_files(const struct store_finding *f) {
    struct strbuf path = {0};
    strbuf_printf(&path, "run/%s", f->file);
    running_expect(strbuf_text(&path), "(check-sat)\n");
    strbuf_clear(&path);
    strbuf_printf(&path, "run/%s/02-z3.out", f->folder);
    running_expect(strbuf_text(&path), "sat\n");
    strbuf_free(&path);
}

/* Steps that the trails say are done: five or ten of each. */
static uint64_t steps_done(struct store *store, struct arena *arena) {
    store_trail_vec trails = {0};
    uint64_t next;
    MUST(store, store_pending(store, "opfuzz", arena, &trails, &next));
    uint64_t steps = 10 * (next - trails.n);
    for (size_t i = 0; i < trails.n; i++)
        steps += trails.at[i].next_step;
    vec_free(&trails);
    return steps;
}

/* Everything acknowledged is there; returns how many findings there are. */
static uint32_t expect_kept(struct store *store, const struct acknowledged *done) {
    struct arena arena = {0};
    store_finding_vec all = {0};
    MUST(store, store_check(store));
    MUST(store, store_findings(store, &arena, &all));
    assert_true(all.n >= done->findings);
    for (size_t i = 0; i < all.n; i++) {
        assert_int_equal(all.at[i].number, i + 1);
        expect_files(&all.at[i]);
    }
    if (done->reduced) {
        char *path = disk_join("run", all.at[0].reduced);
        running_expect(path, "(y)");
        mem_free(path);
        assert_string_equal(all.at[0].fingerprint, "sharp");
    }
    struct store_totals totals;
    MUST(store, store_totals(store, &totals));
    assert_true(totals.counters.tests >= done->steps);
    assert_int_equal(totals.counters.tests, steps_done(store, &arena));
    assert_int_equal(totals.counters.tests, 5 * all.n); /* findings go with their steps */
    uint32_t n = (uint32_t)all.n;
    vec_free(&all);
    arena_free(&arena);
    return n;
}

/* As a reader sees it, and after the next writer has swept. */
static void expect_in_order(const struct acknowledged *done) {
    faulty_arm(0, FAULTY_IO, false);
    if (done->steps > 0) {
        struct store *reader = running_open("run", STORE_READ);
        expect_kept(reader, done);
        store_close(reader);
    }
    struct strbuf error = {0};
    struct store *store = store_open_on(&faulty_disk, "run", STORE_CREATE, &error);
    if (store == NULL)
        fail_msg("%s", strbuf_text(&error));
    uint32_t n = expect_kept(store, done);
    assert_int_equal(running_entries("run/findings", ""), n);
    assert_int_equal(running_entries("run/findings", "."), 0);
    assert_int_equal(running_entries("run", "."), 0);
    /* And it goes on. */
    struct acknowledged more = {0};
    if (n < 3)
        MUST(store, save(store, n, &more));
    store_close(store);
}

/* Where to look at every call takes too long, one in five will do; soak takes its time. */
static uint64_t stride(void) {
    return getenv("MOMUS_SOAK") != NULL ? 1 : 5;
}

/* Every step-th call of the scenario fails in turn. */
static void sweep(enum faulty_mode mode, bool stays, uint64_t step) {
    for (uint64_t n = 1;; n += step) {
        struct acknowledged done = {0};
        faulty_arm(n, mode, stays);
        bool good = run_scenario(&done);
        bool over = faulty.failed == 0; /* n is beyond the last call */
        assert_true(!over || good);
        assert_true(!good || done.findings == 3);
        if (done.quiet_fault) /* only a mark that could not be taken off: see the next sweep */
            assert_string_equal(faulty.first, "unlink");
        expect_in_order(&done);
        running_remove("run");
        if (over) {
            assert_true(n > 150);
            return;
        }
    }
}

static void a_full_disk_loses_nothing(void **state) {
    sweep(FAULTY_FULL, true, stride());
}

static void a_failing_call_loses_nothing(void **state) {
    sweep(FAULTY_IO, false, 1);
}

static void a_dying_disk_loses_nothing(void **state) {
    sweep(FAULTY_IO, true, stride());
}

static void a_torn_write_loses_nothing(void **state) {
    sweep(FAULTY_SHORT, false, stride());
}

/* The same, but the process ends there. What it had acknowledged, it wrote to a pipe. */
static int killed_out;
static enum faulty_mode killed_by;

static void run_until_killed(void *n) {
    faulty_arm(*(uint64_t *)n, killed_by, false);
    struct strbuf error = {0};
    struct acknowledged done = {0};
    struct store *store = store_open_on(&faulty_disk, "run", STORE_CREATE, &error);
    REQUIRE(store != NULL);
    for (uint32_t i = 0; i < 3; i++) {
        REQUIRE(save(store, i, &done) && store_write_stats(store));
        REQUIRE(write(killed_out, &done, sizeof done) == sizeof done);
    }
    store_close(store);
}

static void kill_at_each_call(enum faulty_mode mode) {
    killed_by = mode;
    for (uint64_t n = 1;; n += stride()) {
        int ends[2];
        assert_int_equal(pipe(ends), 0);
        killed_out = ends[1];
        int status = testing_in_child(run_until_killed, &n, NULL);
        close(ends[1]);
        struct acknowledged done = {0}, next;
        while (read(ends[0], &next, sizeof next) == sizeof next)
            done = next;
        close(ends[0]);
        expect_in_order(&done);
        running_remove("run");
        if (status == 0) {
            assert_true(n > 150);
            return;
        }
        assert_int_equal(status, -1);
    }
}

static void a_kill_at_any_call_loses_nothing(void **state) {
    kill_at_each_call(FAULTY_KILL);
}

static void a_power_cut_at_any_call_loses_nothing(void **state) {
    kill_at_each_call(FAULTY_CUT);
}

int main(void) {
    faulty_install();
    const struct CMUnitTest tests[] = {
        STORE_TEST(a_full_disk_loses_nothing),
        STORE_TEST(a_failing_call_loses_nothing),
        STORE_TEST(a_dying_disk_loses_nothing),
        STORE_TEST(a_torn_write_loses_nothing),
        STORE_TEST(a_kill_at_any_call_loses_nothing),
        STORE_TEST(a_power_cut_at_any_call_loses_nothing),
    };
    return RUN(tests);
}
