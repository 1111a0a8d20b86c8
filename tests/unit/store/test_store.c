#include "store/running.h"

#include <jansson.h>

#include "store/sqlite_int.h"

static struct store_totals totals_of(struct store *store) {
    struct store_totals totals;
    MUST(store, store_totals(store, &totals));
    return totals;
}

static void advance(struct store *store, uint64_t trail, uint64_t first, uint64_t next, bool done) {
    struct store_progress progress = running_progress("opfuzz", trail, first, next, done);
    MUST(store, store_advance(store, &progress));
}

/* The pending trails as text: "3:0 5:20 next 9". */
static void expect_pending(struct store *store, const char *strategy, const char *expected) {
    struct arena arena = {0};
    store_trail_vec trails = {0};
    struct strbuf text = {0};
    uint64_t next;
    MUST(store, store_pending(store, strategy, &arena, &trails, &next));
    for (size_t i = 0; i < trails.n; i++)
        strbuf_printf(&text, "%d:%d ", (int)trails.at[i].trail, (int)trails.at[i].next_step);
    strbuf_printf(&text, "next %d", (int)next);
    assert_string_equal(strbuf_text(&text), expected);
    strbuf_free(&text);
    vec_free(&trails);
    arena_free(&arena);
}

static void a_campaign_is_resumed_with_what_it_was_started_with(void **state) {
    struct arena arena = {0};
    for (uint32_t resumed = 0; resumed < 3; resumed++) {
        struct store *store = running_open("a/b/run", STORE_CREATE);
        struct store_campaign campaign = {
            .seed = UINT64_MAX - resumed, .config = "fuzz -s z3", .version = "0.1", .started = 5};
        bool there;
        MUST(store, store_campaign(store, &arena, &(struct store_campaign){0}, &there));
        assert_int_equal(there, resumed > 0);
        MUST(store, store_start(store, &arena, &campaign));
        assert_true(campaign.seed == UINT64_MAX);
        assert_string_equal(campaign.config, "fuzz -s z3");
        assert_string_equal(campaign.version, "0.1");
        assert_int_equal(campaign.started, 5);
        assert_int_equal(campaign.resumed, resumed);
        MUST(store, store_commit(store));
        assert_int_equal(totals_of(store).resumed, resumed);
        store_close(store);
    }
    arena_free(&arena);
}

static void what_was_not_committed_is_not_there(void **state) {
    struct arena arena = {0};
    struct store *store = running_open("run", STORE_CREATE);
    advance(store, 0, 0, 5, false);
    MUST(store, store_set_value(store, "a", "1"));
    MUST(store, store_commit(store));
    advance(store, 0, 5, 9, false);
    MUST(store, store_set_value(store, "a", "2"));
    assert_int_equal(totals_of(store).counters.tests, 9);
    store_close(store);

    store = running_open("run", STORE_WRITE);
    assert_int_equal(totals_of(store).counters.tests, 5);
    expect_pending(store, "opfuzz", "0:5 next 1");
    const char *value;
    MUST(store, store_value(store, "a", &arena, &value));
    assert_string_equal(value, "1");
    MUST(store, store_value(store, "b", &arena, &value));
    assert_null(value);
    MUST(store, store_commit(store)); /* of nothing */
    store_close(store);
    arena_free(&arena);
}

static void counters_are_kept_for_each_strategy_and_in_all(void **state) {
    struct arena arena = {0};
    struct store *store = running_open("run", STORE_CREATE);
    for (int round = 1; round <= 3; round++) {
        struct store_counters counts = {.tests = 1, .unknown = 2, .solver_cpu_ns = 1u << 31};
        MUST(store, store_count(store, "fusion", &counts));
        counts = (struct store_counters){.tests = 10, .refusals = 1};
        MUST(store, store_count(store, "enum", &counts));
        MUST(store, store_count(store, "", &(struct store_counters){.wall_ns = 7}));
        if (round < 3)
            MUST(store, store_commit(store));
    }
    store_strategy_vec all = {0};
    MUST(store, store_strategies(store, &arena, &all));
    assert_int_equal(all.n, 3);
    assert_string_equal(all.at[0].name, "");
    assert_int_equal(all.at[0].counters.wall_ns, 21);
    assert_string_equal(all.at[1].name, "enum");
    assert_int_equal(all.at[1].counters.tests, 30);
    assert_int_equal(all.at[1].counters.refusals, 3);
    assert_int_equal(all.at[1].counters.unknown, 0);
    assert_int_equal(all.at[2].counters.solver_cpu_ns, 3 * (1ul << 31));
    struct store_totals totals = totals_of(store);
    assert_int_equal(totals.counters.tests, 33);
    assert_int_equal(totals.counters.unknown, 6);
    vec_free(&all);
    store_close(store);
    arena_free(&arena);
}

static void trails_go_on_where_they_stand(void **state) {
    struct arena arena = {0};
    struct store *store = running_open("run", STORE_CREATE);
    expect_pending(store, "opfuzz", "next 0");
    struct store_progress progress = running_progress("opfuzz", 2, 0, 4, false);
    progress.detail = "seeds 17 and 4";
    MUST(store, store_advance(store, &progress));
    expect_pending(store, "opfuzz", "0:0 1:0 2:4 next 3");
    advance(store, 4, 0, 20, true);
    expect_pending(store, "opfuzz", "0:0 1:0 2:4 3:0 next 5");
    advance(store, 0, 0, 20, true);
    advance(store, 1, 0, 20, true);
    advance(store, 2, 4, 5, false);
    expect_pending(store, "opfuzz", "2:5 3:0 next 5");
    store_trail_vec trails = {0};
    uint64_t next;
    MUST(store, store_pending(store, "opfuzz", &arena, &trails, &next));
    assert_string_equal(trails.at[0].detail, "seeds 17 and 4");
    assert_null(trails.at[1].detail);
    vec_free(&trails);
    advance(store, 3, 0, 0, true); /* it had no steps at all */
    advance(store, 2, 5, 6, true);
    expect_pending(store, "opfuzz", "next 5");
    expect_pending(store, "other", "next 0");
    MUST(store, store_commit(store));
    /* Finished trails take no room. */
    struct sql *sql = sqlite_of(store->rows);
    assert_int_equal(sql_number(sql, "SELECT count(*) FROM trails", -1), 0);
    store_close(store);
    arena_free(&arena);
}

static void no_step_is_counted_twice(void **state) {
    static const struct {
        uint64_t trail, first, next;
        const char *words;
    } wrong[] = {
        {0, 0, 4, "trail 0 of opfuzz is done already"},
        {1, 0, 9, "trail 1 of opfuzz stands at step 4: [0, 9) do not follow"},
        {1, 5, 9, "stands at step 4"},
        {1, 4, 3, "stands at step 4"},
        {2, 4, 6, "trail 2 of opfuzz is done already"},
        {3, 1, 2, "trail 3 of opfuzz stands at step 0"},
        {1 + STORE_TRAILS_AHEAD, 0, 1, "too far ahead"},
    };
    struct store *store = running_open("run", STORE_CREATE);
    advance(store, 0, 0, 4, true);
    advance(store, 1, 0, 4, false);
    advance(store, 2, 0, 4, true);
    MUST(store, store_commit(store));
    for (size_t i = 0; i < LENGTH(wrong); i++) {
        struct store_progress progress =
            running_progress("opfuzz", wrong[i].trail, wrong[i].first, wrong[i].next, false);
        assert_false(store_advance(store, &progress));
        testing_assert_contains(store_error(store), wrong[i].words);
        /* A store that has failed stays so. */
        assert_false(store_set_value(store, "a", "b"));
        assert_false(store_commit(store));
        testing_assert_contains(store_error(store), wrong[i].words);
        store_close(store);
        store = running_open("run", STORE_WRITE);
        assert_int_equal(totals_of(store).counters.tests, 12);
    }
    store_close(store);
}

static void many_small_units_fit_into_one_batch(void **state) {
    struct store *store = running_open("run", STORE_CREATE);
    for (uint64_t i = 0; i < 10000; i++)
        advance(store, i, 0, 10, true);
    MUST(store, store_commit(store));
    assert_int_equal(totals_of(store).counters.tests, 100000);
    expect_pending(store, "opfuzz", "next 10000");
    store_close(store);
    struct stat info;
    assert_int_equal(stat("run/momus.db", &info), 0);
    assert_true(info.st_size < 200000);
}

static void seeds_keep_their_statistics(void **state) {
    struct arena arena = {0};
    struct store *store = running_open("run", STORE_CREATE);
    struct store_seed first = {.hash = "bb", .path = "x y/ä.smt2", .usable = true};
    struct store_seed second = {
        .hash = "aa", .path = "b.smt2", .label = "sat", .label_by = "z3", .reason = "too slow"};
    MUST(store, store_put_seed(store, &first));
    MUST(store, store_put_seed(store, &second));
    MUST(store, store_credit_seed(store, "bb", 5, 1, 1000, 0.5));
    MUST(store, store_credit_seed(store, "bb", 7, 0, 500, 0.25));
    first.label = "unsat";
    MUST(store, store_put_seed(store, &first));
    MUST(store, store_commit(store));
    store_seed_vec seeds = {0};
    MUST(store, store_seeds(store, &arena, &seeds));
    assert_int_equal(seeds.n, 2);
    const struct store_seed *a = &seeds.at[0], *b = &seeds.at[1];
    assert_string_equal(a->hash, "aa");
    assert_string_equal(a->label_by, "z3");
    assert_false(a->usable);
    assert_string_equal(a->reason, "too slow");
    assert_string_equal(b->path, "x y/ä.smt2");
    assert_string_equal(b->label, "unsat");
    assert_null(b->label_by);
    assert_true(b->usable);
    assert_null(b->reason);
    assert_int_equal(b->tests, 12);
    assert_int_equal(b->findings, 1);
    assert_int_equal(b->cost_ns, 1500);
    assert_true(b->score == 0.25);
    vec_free(&seeds);
    assert_false(store_credit_seed(store, "cc", 1, 0, 0, 0));
    testing_assert_contains(store_error(store), "there is no seed cc");
    store_close(store);
    arena_free(&arena);
}

static void stats_are_as_other_programs_want_them(void **state) {
    struct arena arena = {0};
    struct store *store = running_open("run", STORE_CREATE);
    struct store_campaign campaign = {.config = "", .version = ""};
    MUST(store, store_start(store, &arena, &campaign));
    struct store_progress progress = running_progress("opfuzz", 0, 0, 21, true);
    progress.counts.unknown = 4;
    progress.counts.solver_cpu_ns = 2500000000;
    MUST(store, store_advance(store, &progress));
    MUST(store, store_count(store, "", &(struct store_counters){.wall_ns = 1001000000}));
    struct store_report report = running_report("f", "(check-sat)\n");
    struct store_match match;
    MUST(store, store_report(store, &report, &match));
    MUST(store, store_commit(store));
    MUST(store, store_write_stats(store));
    MUST(store, store_write_stats(store)); /* over the old one */
    store_close(store);

    json_error_t where;
    json_t *all = json_load_file("run/stats.json", 0, &where);
    assert_non_null(all);
    assert_int_equal(json_integer_value(json_object_get(all, "tests")), 21);
    assert_int_equal(json_integer_value(json_object_get(all, "solver_calls")), 63);
    assert_int_equal(json_integer_value(json_object_get(all, "unknown")), 4);
    assert_int_equal(json_integer_value(json_object_get(all, "findings")), 1);
    assert_int_equal(json_integer_value(json_object_get(all, "resumed")), 0);
    assert_true(json_real_value(json_object_get(all, "solver_cpu_seconds")) == 2.5);
    assert_true(json_real_value(json_object_get(all, "seconds")) == 1.001);
    assert_true(json_is_real(json_object_get(all, "cpu_seconds")));
    json_t *strategies = json_object_get(all, "strategies");
    assert_int_equal(json_object_size(strategies), 1);
    json_t *opfuzz = json_object_get(strategies, "opfuzz");
    assert_int_equal(json_integer_value(json_object_get(opfuzz, "tests")), 21);
    assert_int_equal(json_integer_value(json_object_get(opfuzz, "findings")), 1);
    json_decref(all);
    assert_int_equal(running_entries("run", DISK_NEW), 0);
    arena_free(&arena);
}

static void samples_show_the_course_of_a_campaign(void **state) {
    struct store *store = running_open("run", STORE_CREATE);
    store_sample_vec samples = {0};
    MUST(store, store_samples(store, &samples));
    assert_int_equal(samples.n, 0);
    for (uint64_t i = 1; i <= 3; i++) {
        struct store_counters more = {.tests = 10, .solver_calls = 30, .wall_ns = 5000000000};
        MUST(store, store_count(store, "opfuzz", &more));
        MUST(store, store_add_sample(store));
    }
    MUST(store, store_add_sample(store)); /* at the same time: no second row */
    MUST(store, store_commit(store));
    store_close(store);

    store = running_open("run", STORE_READ);
    MUST(store, store_samples(store, &samples));
    assert_int_equal(samples.n, 3);
    assert_int_equal(samples.at[1].wall_ms, 10000);
    assert_int_equal(samples.at[1].tests, 20);
    assert_int_equal(samples.at[2].solver_calls, 90);
    assert_int_equal(samples.at[2].findings, 0);
    vec_free(&samples);
    store_close(store);
}

static void use_after_fork(void *store) {
    store_commit(store);
}

static void a_child_may_not_use_its_parents_store(void **state) {
    struct store *store = running_open("run", STORE_CREATE);
    struct strbuf error = {0};
    assert_int_equal(testing_in_child(use_after_fork, store, &error), EXIT_OWN_BUG);
    strbuf_free(&error);
    MUST(store, store_set_value(store, "a", "b"));
    MUST(store, store_commit(store));
    MUST(store, store_check(store));
    store_close(store);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        STORE_TEST(a_campaign_is_resumed_with_what_it_was_started_with),
        STORE_TEST(what_was_not_committed_is_not_there),
        STORE_TEST(counters_are_kept_for_each_strategy_and_in_all),
        STORE_TEST(trails_go_on_where_they_stand),
        STORE_TEST(no_step_is_counted_twice),
        STORE_TEST(many_small_units_fit_into_one_batch),
        STORE_TEST(seeds_keep_their_statistics),
        STORE_TEST(stats_are_as_other_programs_want_them),
        STORE_TEST(samples_show_the_course_of_a_campaign),
        STORE_TEST(a_child_may_not_use_its_parents_store),
    };
    return RUN(tests);
}
