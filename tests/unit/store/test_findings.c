#include "store/running.h"

#include "store/sqlite_int.h"

#define SCRIPT "(assert (> x 0))\n(check-sat)\n"

/* Reports a finding; returns its number, or 0 if it has none. */
static uint32_t report(struct store *store, const char *fingerprint, const char *test,
                       enum store_news news) {
    struct store_report it = running_report(fingerprint, SCRIPT);
    it.finding.test = test;
    struct store_match match;
    MUST(store, store_report(store, &it, &match));
    assert_int_equal(match.news, news);
    return match.number;
}

static struct store_finding get(struct store *store, struct arena *arena, uint32_t number) {
    struct store_finding finding;
    bool there;
    MUST(store, store_finding(store, number, arena, &finding, &there));
    assert_true(there);
    return finding;
}

static void a_finding_is_read_as_it_was_reported(void **state) {
    struct arena arena = {0};
    struct store *store = running_open("run", STORE_CREATE);
    assert_int_equal(report(store, "f1", "opfuzz:1", STORE_NEW), 1);
    MUST(store, store_commit(store));
    store_close(store);

    store = running_open("run", STORE_READ);
    struct store_finding f = get(store, &arena, 1);
    struct store_finding given = running_report("f1", SCRIPT).finding;
    assert_int_equal(f.number, 1);
    assert_string_equal(f.class_name, given.class_name);
    assert_int_equal(f.severity, 90);
    assert_int_equal(f.at_fault.n, 1);
    assert_string_equal(f.at_fault.at[0], "cvc5");
    assert_string_equal(f.basis, "witness");
    assert_string_equal(f.confidence, "proven");
    assert_string_equal(f.fingerprint, "f1");
    assert_string_equal(f.evidence, given.evidence);
    assert_string_equal(f.strategy, "opfuzz");
    assert_int_equal(f.seeds.n, 2);
    assert_string_equal(f.seeds.at[1], "b1d0aa02");
    assert_string_equal(f.test, "opfuzz:1");
    assert_string_equal(f.logic, "QF_LIA");
    assert_int_equal(f.shown, 3);
    assert_int_equal(f.tried, 3);
    assert_int_equal(f.count, 1);
    assert_int_equal(f.first_seen, 1700000000000);
    assert_int_equal(f.last_seen, 1700000000000);
    assert_int_equal(f.state, STORE_OPEN);
    assert_int_equal(f.duplicate_of, 0);
    assert_string_equal(f.folder, "findings/0001-refutation-soundness-cvc5-QF_LIA");
    assert_string_equal(f.file, "findings/0001-refutation-soundness-cvc5-QF_LIA/bug.smt2");
    assert_null(f.reduced);
    bool there;
    MUST(store, store_finding(store, 2, &arena, &f, &there));
    assert_false(there);
    store_close(store);
    arena_free(&arena);
}

static void its_answers_and_files_are_kept(void **state) {
    struct arena arena = {0};
    struct store *store = running_open("run", STORE_CREATE);
    report(store, "f1", "t", STORE_NEW);
    MUST(store, store_commit(store));
    store_answer_vec answers = {0};
    MUST(store, store_answers(store, 1, &arena, &answers));
    assert_int_equal(answers.n, 2);
    const struct store_answer *z3 = &answers.at[1];
    assert_int_equal(z3->round, 1);
    assert_string_equal(z3->solver, "z3");
    assert_string_equal(z3->version, "4.8.12");
    assert_string_equal(z3->command, "z3 bug.smt2");
    assert_string_equal(z3->answer, "sat");
    assert_int_equal(z3->ms, 30);
    assert_int_equal(z3->kb, 20000);
    assert_int_equal(z3->raw_n, 4);
    assert_string_equal(z3->raw, "sat\n");
    vec_free(&answers);
    store_close(store);
    const char *folder = "run/findings/0001-refutation-soundness-cvc5-QF_LIA";
    assert_int_equal(chdir(folder), 0);
    running_expect("bug.smt2", SCRIPT);
    running_expect("01-cvc5.out", "unsat\n");
    running_expect("02-z3.out", "sat\n");
    assert_int_equal(running_entries(".", ""), 3);
    arena_free(&arena);
}

static void the_worst_come_first(void **state) {
    static const uint32_t severities[] = {10, 90, 50, 90};
    static const uint32_t expected[] = {2, 4, 3, 1};
    struct arena arena = {0};
    struct store *store = running_open("run", STORE_CREATE);
    for (size_t i = 0; i < LENGTH(severities); i++) {
        char fingerprint[16];
        snprintf(fingerprint, sizeof fingerprint, "f%zu", i);
        struct store_report it = running_report(fingerprint, SCRIPT);
        it.finding.severity = severities[i];
        MUST(store, store_report(store, &it, &(struct store_match){0}));
    }
    store_finding_vec all = {0};
    MUST(store, store_findings(store, &arena, &all));
    assert_int_equal(all.n, LENGTH(expected));
    for (size_t i = 0; i < all.n; i++)
        assert_int_equal(all.at[i].number, expected[i]);
    vec_free(&all);
    store_close(store);
    arena_free(&arena);
}

static void one_fingerprint_is_one_finding(void **state) {
    struct arena arena = {0};
    struct store *store = running_open("run", STORE_CREATE);
    assert_int_equal(report(store, "f1", "t0", STORE_NEW), 1);
    assert_int_equal(report(store, "f2", "t0", STORE_NEW), 2);
    char test[16];
    for (int i = 0; i < 20; i++) {
        snprintf(test, sizeof test, "t%d", i / 2); /* t0 is its own, each other comes twice */
        assert_int_equal(report(store, "f1", test, STORE_AGAIN), 1);
    }
    struct store_report late = running_report("f1", SCRIPT);
    late.seen += 5000;
    MUST(store, store_report(store, &late, &(struct store_match){0}));
    MUST(store, store_commit(store));
    struct store_finding f = get(store, &arena, 1);
    assert_int_equal(f.count, 22);
    assert_int_equal(f.first_seen, 1700000000000);
    assert_int_equal(f.last_seen, 1700000005000);
    assert_int_equal(get(store, &arena, 2).count, 1);

    store_trigger_vec triggers = {0};
    MUST(store, store_triggers(store, 1, &arena, &triggers));
    assert_int_equal(triggers.n, STORE_TRIGGERS_MAX);
    assert_string_equal(triggers.at[0].test, "t1");
    assert_string_equal(triggers.at[1].test, "t2");
    assert_string_equal(triggers.at[0].script, SCRIPT);
    assert_int_equal(triggers.at[0].script_n, strlen(SCRIPT));
    assert_int_equal(triggers.at[0].seen, 1700000000000);
    vec_free(&triggers);
    assert_int_equal(running_entries("run/findings", ""), 2);
    store_close(store);
    arena_free(&arena);
}

static void states_say_what_a_further_sighting_is(void **state) {
    struct arena arena = {0};
    struct store *store = running_open("run", STORE_CREATE);
    report(store, "f1", "t0", STORE_NEW);
    MUST(store, store_set_state(store, 1, STORE_IGNORED));
    assert_int_equal(report(store, "f1", "t1", STORE_SKIPPED), 1);
    struct store_finding f = get(store, &arena, 1);
    assert_int_equal(f.count, 2);
    assert_int_equal(f.state, STORE_IGNORED);
    store_trigger_vec triggers = {0};
    MUST(store, store_triggers(store, 1, &arena, &triggers));
    assert_int_equal(triggers.n, 0);
    vec_free(&triggers);

    MUST(store, store_set_state(store, 1, STORE_CLOSED));
    assert_int_equal(report(store, "f1", "t2", STORE_NEW), 2);
    assert_int_equal(report(store, "f1", "t3", STORE_AGAIN), 2);
    MUST(store, store_commit(store));
    assert_int_equal(get(store, &arena, 1).count, 2);
    assert_int_equal(get(store, &arena, 1).state, STORE_CLOSED);
    MUST(store, store_set_state(store, 1, STORE_CLOSED)); /* again */
    assert_false(store_set_state(store, 1, STORE_OPEN));
    testing_assert_contains(store_error(store), "finding 2 has the fingerprint of finding 1");
    store_close(store);

    store = running_open("run", STORE_WRITE);
    MUST(store, store_set_state(store, 2, STORE_CLOSED));
    MUST(store, store_set_state(store, 1, STORE_OPEN));
    assert_false(store_set_state(store, 3, STORE_OPEN));
    testing_assert_contains(store_error(store), "there is no finding 3");
    store_close(store);
    arena_free(&arena);
}

static void what_another_run_knows_is_not_new(void **state) {
    struct store *first = running_open("first", STORE_CREATE);
    report(first, "f1", "t", STORE_NEW);
    report(first, "f2", "t", STORE_NEW);
    MUST(first, store_set_state(first, 2, STORE_CLOSED));
    MUST(first, store_add_known(first, "f3", "the tracker"));
    MUST(first, store_commit(first));
    /* While the other one is still being written. */
    struct store *store = running_open("second", STORE_CREATE);
    MUST(store, store_import_known(store, "first"));
    MUST(store, store_import_known(store, "first"));
    for (int i = 1; i <= 3; i++) {
        char fingerprint[16];
        snprintf(fingerprint, sizeof fingerprint, "f%d", i);
        assert_int_equal(report(store, fingerprint, "t", STORE_KNOWN), 0);
    }
    assert_int_equal(report(store, "f4", "t", STORE_NEW), 1);
    struct store_match match;
    MUST(store, store_look_up(store, "f3", &match));
    assert_int_equal(match.news, STORE_KNOWN);
    MUST(store, store_commit(store));
    struct sql *sql = sqlite_of(store->rows);
    assert_int_equal(sql_number(sql, "SELECT sum(count) FROM known", -1), 3);
    assert_false(store_import_known(store, "third"));
    testing_assert_contains(store_error(store), "third: there is no such run");
    store_close(store);
    store_close(first);
}

static bool reduce(struct store *store, uint32_t number, const char *script,
                   const char *fingerprint, struct store_match *match) {
    struct store_reduction reduction = {
        .script = script, .n = strlen(script), .fingerprint = fingerprint};
    return store_reduce(store, number, &reduction, match);
}

static void a_reduced_finding_gets_its_file_and_a_sharper_fingerprint(void **state) {
    struct arena arena = {0};
    struct store *store = running_open("run", STORE_CREATE);
    report(store, "coarse", "t", STORE_NEW);
    struct store_match match;
    MUST(store, reduce(store, 1, "(x)", NULL, &match));
    assert_string_equal(get(store, &arena, 1).fingerprint, "coarse");
    MUST(store, reduce(store, 1, "(y)", "sharp", &match));
    assert_int_equal(match.news, STORE_NEW);
    assert_int_equal(match.number, 1);
    MUST(store, store_commit(store));
    struct store_finding f = get(store, &arena, 1);
    assert_string_equal(f.fingerprint, "sharp");
    assert_string_equal(f.reduced, "findings/0001-refutation-soundness-cvc5-QF_LIA/reduced.smt2");
    assert_int_equal(chdir("run"), 0);
    running_expect(f.reduced, "(y)");
    report(store, "coarse", "t", STORE_AGAIN); /* it is the same as before */
    assert_int_equal(report(store, "other", "t", STORE_NEW), 2);
    MUST(store, store_put_file(store, 2, "report.md", "# A bug\n", 8));
    MUST(store, store_commit(store));
    running_expect("findings/0002-refutation-soundness-cvc5-QF_LIA/report.md", "# A bug\n");
    store_close(store);
    arena_free(&arena);
}

/* One that is probable: the others are proven by a witness. */
static uint32_t report_probable(struct store *store, const char *fingerprint) {
    struct store_report it = running_report(fingerprint, SCRIPT);
    it.finding.basis = "label";
    it.finding.confidence = "probable";
    struct store_match match;
    MUST(store, store_report(store, &it, &match));
    return match.number;
}

static void expect_shown(struct store *store, uint32_t number, const char *basis,
                         const char *confidence, const char *evidence, const char *script) {
    struct arena arena = {0};
    struct strbuf path = {0};
    struct store_finding f = get(store, &arena, number);
    assert_string_equal(f.basis, basis);
    assert_string_equal(f.confidence, confidence);
    assert_string_equal(f.evidence, evidence);
    strbuf_printf(&path, "run/%s", f.reduced);
    running_expect(strbuf_text(&path), script);
    strbuf_free(&path);
    arena_free(&arena);
}

static void expect_no_given(struct store *store, uint32_t number) {
    struct arena arena = {0};
    struct strbuf path = {0};
    struct store_finding f = get(store, &arena, number);
    strbuf_printf(&path, "run/%s/", f.folder);
    store_add_given_name("reduced", f.at_fault.at[0], &path);
    assert_int_equal(access(strbuf_text(&path), F_OK), -1);
    strbuf_free(&path);
    arena_free(&arena);
}

static void what_shows_a_finding_better_is_kept(void **state) {
    struct store *store = running_open("run", STORE_CREATE);
    struct store_match match;
    struct store_reduction weak = {.script = "(w)",
                                   .n = 3,
                                   .fingerprint = "sharp",
                                   .evidence = "solvers say so",
                                   .basis = "vote",
                                   .confidence = "probable"};
    weak.given = "(as the accused got w)";
    weak.given_n = strlen(weak.given);
    struct store_reduction strong = {.script = "(s)",
                                     .n = 3,
                                     .fingerprint = "sharp",
                                     .evidence = "false whatever is chosen",
                                     .basis = "construction",
                                     .confidence = "proven"};
    report_probable(store, "first");
    report_probable(store, "second");
    MUST(store, store_reduce(store, 1, &weak, &match));
    expect_shown(store, 1, "label", "probable", "solvers say so", "(w)");
    /* of a duplicate, it is kept in the one that goes on */
    MUST(store, store_reduce(store, 2, &strong, &match));
    assert_int_equal(match.number, 1);
    expect_shown(store, 2, "construction", "proven", "false whatever is chosen", "(s)");
    expect_shown(store, 1, "construction", "proven", "false whatever is chosen", "(s)");
    expect_no_given(store, 1); /* which was of the other script */
    /* and stays there */
    MUST(store, store_reduce(store, 1, &weak, &match));
    expect_shown(store, 1, "construction", "proven", "false whatever is chosen", "(s)");
    store_close(store);
}

static void expect_answer(struct store *store, uint32_t number, const char *answer) {
    struct arena arena = {0};
    store_answer_vec answers = {0};
    MUST(store, store_reduced_answers(store, number, &arena, &answers));
    assert_int_equal(answers.n, answer != NULL ? 1 : 0);
    if (answer != NULL)
        assert_string_equal(answers.at[0].answer, answer);
    vec_clear(&answers);
    MUST(store, store_answers(store, number, &arena, &answers)); /* to the script as it was found */
    assert_int_equal(answers.n, 2);
    assert_string_equal(answers.at[0].answer, "unsat");
    vec_free(&answers);
    arena_free(&arena);
}

static void expect_witness(struct store *store, uint32_t number, const char *text) {
    struct arena arena = {0};
    struct strbuf path = {0};
    strbuf_printf(&path, "run/%s/" STORE_REDUCED_WITNESS, get(store, &arena, number).folder);
    if (text != NULL)
        running_expect(strbuf_text(&path), text);
    else
        assert_int_equal(access(strbuf_text(&path), F_OK), -1);
    strbuf_free(&path);
    arena_free(&arena);
}

static void a_reduced_script_has_answers_and_a_witness_of_its_own(void **state) {
    static const struct store_answer crash = {.solver = "cvc5", .answer = "crash"};
    static const struct store_answer timeout = {.solver = "cvc5", .answer = "timeout"};
    struct store *store = running_open("run", STORE_CREATE);
    struct store_match match;
    struct store_reduction weak = {.script = "(w)",
                                   .n = 3,
                                   .fingerprint = "sharp",
                                   .confidence = "probable",
                                   .witness = "(w)",
                                   .answers = &timeout,
                                   .n_answers = 1};
    struct store_reduction strong = weak;
    strong.basis = "construction";
    strong.confidence = "proven";
    strong.witness = "(s)";
    strong.answers = &crash;
    report_probable(store, "first");
    expect_answer(store, 1, NULL);
    MUST(store, store_reduce(store, 1, &weak, &match));
    expect_answer(store, 1, "timeout");
    expect_witness(store, 1, "(w)");
    /* they go with the script: to the finding that goes on, and not to one that is shown better */
    report_probable(store, "second");
    MUST(store, store_reduce(store, 2, &strong, &match));
    assert_int_equal(match.number, 1);
    expect_answer(store, 1, "crash");
    expect_witness(store, 1, "(s)");
    MUST(store, store_reduce(store, 1, &weak, &match));
    expect_answer(store, 1, "crash");
    expect_witness(store, 1, "(s)");
    /* what is not known of another script is not said of it */
    strong.n_answers = 0;
    strong.witness = NULL;
    MUST(store, store_reduce(store, 1, &strong, &match));
    expect_answer(store, 1, NULL);
    expect_witness(store, 1, NULL);
    store_close(store);
}

static void a_duplicate_goes_on_in_the_other_finding(void **state) {
    struct arena arena = {0};
    struct store *store = running_open("run", STORE_CREATE);
    report(store, "sharp", "t0", STORE_NEW);
    report(store, "coarse", "t1", STORE_NEW);
    report(store, "coarse", "t2", STORE_AGAIN);
    report(store, "coarse", "t0", STORE_AGAIN);
    struct store_match match;
    MUST(store, reduce(store, 2, "(y)", "sharp", &match));
    assert_int_equal(match.news, STORE_AGAIN);
    assert_int_equal(match.number, 1);
    MUST(store, reduce(store, 2, "(z)", "sharp", &match)); /* counts nothing twice */
    MUST(store, store_commit(store));
    struct store_finding f = get(store, &arena, 2);
    assert_int_equal(f.state, STORE_CLOSED);
    assert_int_equal(f.duplicate_of, 1);
    assert_int_equal(get(store, &arena, 1).count, 4);
    store_trigger_vec triggers = {0};
    MUST(store, store_triggers(store, 1, &arena, &triggers));
    assert_int_equal(triggers.n, 2);
    assert_string_equal(triggers.at[0].test, "t1");
    assert_string_equal(triggers.at[0].script, SCRIPT);
    assert_string_equal(triggers.at[1].test, "t2");
    vec_free(&triggers);
    struct store_totals totals;
    MUST(store, store_totals(store, &totals));
    assert_int_equal(totals.findings, 1);

    MUST(store, store_add_known(store, "old", "another run"));
    report(store, "coarse", "t3", STORE_AGAIN); /* of the one that goes on */
    assert_int_equal(get(store, &arena, 1).count, 5);
    report(store, "third", "t4", STORE_NEW);
    MUST(store, reduce(store, 3, "(z)", "old", &match));
    assert_int_equal(match.news, STORE_KNOWN);
    assert_int_equal(match.number, 3);
    assert_int_equal(get(store, &arena, 3).state, STORE_CLOSED);
    MUST(store, store_check(store));
    store_close(store);
    arena_free(&arena);
}

static void the_range_of_versions_is_part_of_the_fingerprint(void **state) {
    static const struct store_version old = {"z3@4", "4", "z3 {file}", "fails", "unsat"},
                                      new = {"z3@5", "5", "z3 {file}", "holds", "sat"};
    struct arena arena = {0};
    struct store *store = running_open("run", STORE_CREATE);
    struct store_match match;
    report(store, "f", "t0", STORE_NEW);
    assert_string_equal(get(store, &arena, 1).fails_in, "");
    const struct store_version both[] = {old, new};
    MUST(store, store_put_versions(store, 1, both, 2, "up to 4", "z3@5", &match));
    assert_int_equal(match.news, STORE_NEW);
    assert_int_equal(match.number, 1);
    MUST(store, store_commit(store));
    assert_string_equal(get(store, &arena, 1).fails_in, "up to 4");
    assert_string_equal(get(store, &arena, 1).fixed_in, "z3@5");
    assert_string_equal(get(store, &arena, 1).fingerprint, "f");
    report(store, "f", "t1", STORE_AGAIN); /* nobody knows in which versions that fails */

    /* another one, with the same fingerprint once it is reduced, but in other versions */
    report(store, "g", "t2", STORE_NEW);
    MUST(store, store_put_versions(store, 2, both, 2, "all", NULL, &match));
    MUST(store, reduce(store, 2, "(y)", "f", &match));
    assert_int_equal(match.news, STORE_NEW);
    assert_int_equal(get(store, &arena, 2).state, STORE_OPEN);
    MUST(store, store_put_versions(store, 2, both, 1, "up to 4", NULL, &match));
    assert_int_equal(match.news, STORE_AGAIN);
    assert_int_equal(match.number, 1);
    assert_int_equal(get(store, &arena, 2).duplicate_of, 1);
    MUST(store, store_commit(store));

    store_version_vec versions = {0};
    MUST(store, store_versions(store, 2, &arena, &versions));
    assert_int_equal(versions.n, 1); /* in the place of what was there */
    assert_string_equal(versions.at[0].solver, "z3@4");
    assert_string_equal(versions.at[0].result, "fails");
    vec_free(&versions);
    MUST(store, store_check(store));
    store_close(store);
    arena_free(&arena);
}

static void a_trigger_becomes_a_finding_of_its_own(void **state) {
    static const struct store_version old = {"z3@4", "4", "z3 {file}", "fails", "unsat"};
    struct arena arena = {0};
    struct store *store = running_open("run", STORE_CREATE);
    struct store_match match;
    uint32_t number;
    report(store, "f", "t0", STORE_NEW);
    report(store, "f", "t1", STORE_AGAIN);
    report(store, "f", "t2", STORE_AGAIN);
    report(store, "f", "t3", STORE_AGAIN);
    MUST(store, store_put_versions(store, 1, &old, 1, "up to 4", "z3@5", &match));
    MUST(store, store_split(store, 1, "t2", "still fails", &number));
    assert_int_equal(number, 2);
    MUST(store, store_split(store, 1, "t3", "still fails", &number)); /* is one with it */
    MUST(store, store_commit(store));
    assert_int_equal(number, 2);
    struct store_finding f = get(store, &arena, 2);
    assert_string_equal(f.test, "t2");
    assert_string_equal(f.evidence, "still fails");
    assert_string_equal(f.fingerprint, "f");
    assert_string_equal(f.fails_in, "");
    assert_int_equal(f.state, STORE_OPEN);
    assert_int_equal(f.count, 2);
    store_trigger_vec triggers = {0};
    MUST(store, store_triggers(store, 1, &arena, &triggers));
    assert_int_equal(triggers.n, 1);
    assert_string_equal(triggers.at[0].test, "t1");
    vec_clear(&triggers);
    MUST(store, store_triggers(store, 2, &arena, &triggers));
    assert_int_equal(triggers.n, 1);
    assert_string_equal(triggers.at[0].test, "t3");
    vec_free(&triggers);
    MUST(store, store_put_versions(store, 2, &old, 1, "all", NULL, &match));
    assert_int_equal(match.news, STORE_NEW);
    MUST(store, store_commit(store));
    MUST(store, store_check(store));
    assert_false(store_split(store, 1, "t9", "", &number));
    testing_assert_contains(store_error(store), "finding 1 has no such trigger: t9");
    store_close(store);
    arena_free(&arena);
}

static void what_is_kept_is_bounded(void **state) {
    struct arena arena = {0};
    struct store *store = running_open("run", STORE_CREATE);
    size_t n = 10 * STORE_RAW_MAX;
    char *flood = mem_alloc(n + 1);
    for (size_t i = 0; i < n; i++)
        flood[i] = (char)('a' + i % 26);
    flood[n] = '\0';
    struct store_answer answer = {.solver = "z3", .raw = flood, .raw_n = n};
    struct store_report it = running_report("f1", SCRIPT);
    it.answers = &answer;
    it.n_answers = 1;
    MUST(store, store_report(store, &it, &(struct store_match){0}));
    it.finding.test = "another";
    it.script = flood;
    it.script_n = STORE_SCRIPT_MAX + 1;
    MUST(store, store_report(store, &it, &(struct store_match){0}));
    store_answer_vec answers = {0};
    MUST(store, store_answers(store, 1, &arena, &answers));
    assert_true(answers.at[0].raw_n > STORE_RAW_MAX && answers.at[0].raw_n < STORE_RAW_MAX + 64);
    assert_memory_equal(answers.at[0].raw, flood, STORE_RAW_MAX / 2);
    size_t half = STORE_RAW_MAX / 2;
    assert_memory_equal(answers.at[0].raw + answers.at[0].raw_n - half, flood + n - half, half);
    testing_assert_contains(answers.at[0].raw, "\n[momus left out 589824 bytes here]\n");
    assert_string_equal(answers.at[0].version, "");
    store_trigger_vec triggers = {0};
    MUST(store, store_triggers(store, 1, &arena, &triggers));
    assert_int_equal(triggers.n, 1);
    assert_null(triggers.at[0].script);
    vec_free(&triggers);
    vec_free(&answers);
    mem_free(flood);
    store_close(store);
    arena_free(&arena);
}

static void raw_output_may_be_any_bytes(void **state) {
    struct arena arena = {0};
    struct store *store = running_open("run", STORE_CREATE);
    static const char bytes[] = "\0\xff\xfe\n\0'\"";
    struct store_answer answers[] = {{.solver = "z3", .raw = bytes, .raw_n = sizeof bytes},
                                     {.solver = "cvc5"}};
    struct store_report it = running_report("f'1\"", SCRIPT);
    it.answers = answers;
    it.n_answers = 2;
    it.script = bytes;
    it.script_n = sizeof bytes;
    MUST(store, store_report(store, &it, &(struct store_match){0}));
    store_answer_vec got = {0};
    MUST(store, store_answers(store, 1, &arena, &got));
    assert_int_equal(got.at[0].raw_n, sizeof bytes);
    assert_memory_equal(got.at[0].raw, bytes, sizeof bytes);
    assert_int_equal(got.at[1].raw_n, 0);
    assert_string_equal(got.at[1].raw, "");
    vec_free(&got);
    store_close(store);
    arena_free(&arena);
}

static void folders_have_harmless_names(void **state) {
    static const struct {
        const char *class_name, *solvers[5], *logic, *expected;
    } rows[] = {
        {"crash", {"z3@5.2.0"}, "QF_S", "0001-crash-z3@5.2.0-QF_S"},
        {"crash", {"../../etc"}, "a/b", "0002-crash-.._.._etc-a_b"},
        {"disagreement", {NULL}, "ALL", "0003-disagreement-ALL"},
        {"invalid-model", {"z3", "my solver"}, "", "0004-invalid-model-z3+my_solver"},
        {"crash", {"a", "b", "c", "d"}, "ALL", "0005-crash-a+b+c-ALL"},
        {"crash",
         {"0123456789012345678901234567890123456789XYZ"},
         "\xc3\xa4\n",
         "0006-crash-0123456789012345678901234567890123456789-___"},
    };
    struct arena arena = {0};
    struct store *store = running_open("run", STORE_CREATE);
    for (size_t i = 0; i < LENGTH(rows); i++) {
        struct store_report it = running_report(rows[i].expected, SCRIPT);
        const char *solvers[5];
        size_t n = 0;
        for (; rows[i].solvers[n] != NULL; n++)
            solvers[n] = rows[i].solvers[n];
        it.finding.class_name = rows[i].class_name;
        it.finding.at_fault = (struct store_names){solvers, n};
        it.finding.logic = rows[i].logic;
        struct store_match match;
        MUST(store, store_report(store, &it, &match));
        struct store_finding f = get(store, &arena, match.number);
        assert_string_equal(f.folder + strlen("findings/"), rows[i].expected);
        assert_int_equal(f.at_fault.n, n);
    }
    store_close(store);
    arena_free(&arena);
}

static void folders_that_nobody_knows_are_kept(void **state) {
    struct arena arena = {0};
    struct store *store = running_open("run", STORE_CREATE);
    report(store, "f1", "t", STORE_NEW);
    report(store, "f2", "t", STORE_NEW);
    MUST(store, store_commit(store));
    store_close(store);
    assert_int_equal(unlink("run/momus.db"), 0);
    assert_int_equal(mkdir("run/findings/mine", 0777), 0);
    running_put("run/findings/notes.txt", "mine");

    store = running_open("run", STORE_CREATE);
    assert_int_equal(report(store, "f1", "t", STORE_NEW), 3);
    MUST(store, store_commit(store));
    store_close(store);
    assert_int_equal(running_entries("run/findings", ""), 5);
    running_expect("run/findings/0002-refutation-soundness-cvc5-QF_LIA/bug.smt2", SCRIPT);
    arena_free(&arena);
}

static void leftovers_of_a_crash_are_swept(void **state) {
    struct store *store = running_open("run", STORE_CREATE);
    report(store, "f1", "t", STORE_NEW);
    MUST(store, store_commit(store));
    report(store, "f2", "t", STORE_NEW); /* its row is not committed */
    store_close(store);
    const char *kept = "run/findings/0001-refutation-soundness-cvc5-QF_LIA";
    assert_true(running_exists("run/findings/0002-refutation-soundness-cvc5-QF_LIA"));
    assert_int_equal(mkdir("run/findings/.new-0003-crash", 0777), 0);
    running_put("run/findings/.new-0003-crash/bug.smt2", "half a bu");
    running_put("run/.new-stats.json", "{");
    running_put("run/findings/0001-refutation-soundness-cvc5-QF_LIA/.new-report.md", "# ");
    /* As if the power had gone between the commit and the end. */
    running_put("run/findings/0001-refutation-soundness-cvc5-QF_LIA/.uncommitted", "");

    store = running_open("run", STORE_WRITE);
    assert_int_equal(running_entries("run/findings", ""), 1);
    assert_int_equal(running_entries(kept, ""), 3);
    assert_int_equal(running_entries(kept, "."), 0);
    assert_int_equal(running_entries("run", "."), 0);
    assert_int_equal(report(store, "f2", "t", STORE_NEW), 2);
    store_close(store);
}

static void a_reader_sweeps_nothing(void **state) {
    struct store *store = running_open("run", STORE_CREATE);
    report(store, "f1", "t", STORE_NEW); /* under way */
    struct store *reader = running_open("run", STORE_READ);
    store_close(reader);
    MUST(store, store_commit(store));
    store_close(store);
    running_expect("run/findings/0001-refutation-soundness-cvc5-QF_LIA/bug.smt2", SCRIPT);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        STORE_TEST(a_finding_is_read_as_it_was_reported),
        STORE_TEST(its_answers_and_files_are_kept),
        STORE_TEST(the_worst_come_first),
        STORE_TEST(one_fingerprint_is_one_finding),
        STORE_TEST(states_say_what_a_further_sighting_is),
        STORE_TEST(what_another_run_knows_is_not_new),
        STORE_TEST(a_reduced_finding_gets_its_file_and_a_sharper_fingerprint),
        STORE_TEST(what_shows_a_finding_better_is_kept),
        STORE_TEST(a_reduced_script_has_answers_and_a_witness_of_its_own),
        STORE_TEST(a_duplicate_goes_on_in_the_other_finding),
        STORE_TEST(the_range_of_versions_is_part_of_the_fingerprint),
        STORE_TEST(a_trigger_becomes_a_finding_of_its_own),
        STORE_TEST(the_range_of_versions_is_part_of_the_fingerprint),
        STORE_TEST(what_is_kept_is_bounded),
        STORE_TEST(raw_output_may_be_any_bytes),
        STORE_TEST(folders_have_harmless_names),
        STORE_TEST(folders_that_nobody_knows_are_kept),
        STORE_TEST(leftovers_of_a_crash_are_swept),
        STORE_TEST(a_reader_sweeps_nothing),
    };
    return RUN(tests);
}
