#include "store/running.h"

#include "store/faulty.h"
#include "store/schema.h"

/* A history with changes of the kind that later versions will need. */
#define STEP_1                                \
    "CREATE TABLE people (name TEXT) STRICT;" \
    "INSERT INTO people VALUES ('Ada Lovelace'); INSERT INTO people VALUES ('Momus');"
#define STEP_2                                  \
    "ALTER TABLE people ADD COLUMN first TEXT;" \
    "UPDATE people SET first = substr(name, 1, instr(name || ' ', ' ') - 1);"
#define STEP_3                                                            \
    "CREATE TABLE firsts (first TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;" \
    "INSERT INTO firsts SELECT first FROM people; DROP TABLE people;"
static const char *const steps[] = {STEP_1, STEP_2, STEP_3};
static const struct schema at_1 = {steps, 1}, at_2 = {steps, 2}, at_3 = {steps, 3};

static struct sql open_file(const char *vfs, struct strbuf *error) {
    char path[600];
    snprintf(path, sizeof path, "%s/t.db", running_folder);
    struct sql sql;
    assert_true(sql_open(&sql, path, SQL_WRITE, vfs, error));
    return sql;
}

static void expect_version(int version, const char *query, int64_t answer) {
    struct strbuf error = {0};
    struct sql sql = open_file(NULL, &error);
    assert_int_equal(sql_number(&sql, "PRAGMA user_version", -1), version);
    assert_int_equal(sql_number(&sql, query, -1), answer);
    assert_int_equal(error.n, 0);
    sql_close(&sql);
}

static void migrate(const struct schema *schema) {
    struct strbuf error = {0};
    struct sql sql = open_file(NULL, &error);
    assert_int_equal(schema_look(&sql, schema), SCHEMA_OLD);
    assert_true(schema_migrate(&sql, schema));
    assert_int_equal(schema_look(&sql, schema), SCHEMA_READY);
    assert_int_equal(error.n, 0);
    sql_close(&sql);
}

static void old_rows_come_along_step_by_step(void **state) {
    migrate(&at_1);
    expect_version(1, "SELECT count(*) FROM people", 2);
    migrate(&at_2);
    expect_version(2, "SELECT count(*) FROM people WHERE first = 'Ada'", 1);
    migrate(&at_3);
    expect_version(3, "SELECT count(*) FROM firsts WHERE first IN ('Ada', 'Momus')", 2);
}

static void several_steps_are_gone_at_once(void **state) {
    migrate(&at_1);
    migrate(&at_3);
    expect_version(3, "SELECT count(*) FROM firsts", 2);
}

static void a_step_that_fails_leaves_the_version_before(void **state) {
    static const char *const broken[] = {STEP_1, STEP_2, "DROP TABLE people; DROP TABLE nobody;"};
    static const struct schema schema = {broken, 3};
    struct strbuf error = {0};
    struct sql sql = open_file(NULL, &error);
    assert_false(schema_migrate(&sql, &schema));
    testing_assert_contains(strbuf_text(&error), "no such table: nobody");
    sql_close(&sql);
    strbuf_free(&error);
    expect_version(2, "SELECT count(*) FROM people WHERE first = 'Ada'", 1);
}

static void a_failing_disk_leaves_a_version_that_goes_on(void **state) {
    for (uint64_t n = 1;; n++) {
        struct strbuf error = {0};
        faulty_arm(n, FAULTY_IO, false);
        struct sql sql;
        char path[600];
        snprintf(path, sizeof path, "%s/t.db", running_folder);
        if (sql_open(&sql, path, SQL_WRITE, "faulty", &error))
            schema_migrate(&sql, &at_3);
        bool over = faulty.failed == 0;
        sql_close(&sql);
        strbuf_free(&error);
        faulty_arm(0, FAULTY_IO, false);
        sql = open_file("faulty", &error);
        assert_true(schema_look(&sql, &at_3) != SCHEMA_BAD);
        assert_true(schema_migrate(&sql, &at_3));
        assert_int_equal(sql_number(&sql, "SELECT count(*) FROM firsts", -1), 2);
        sql_close(&sql);
        unlink("t.db");
        if (over)
            return;
    }
}

static void a_newer_version_is_left_alone(void **state) {
    migrate(&at_3);
    struct strbuf error = {0};
    struct sql sql = open_file(NULL, &error);
    assert_int_equal(schema_look(&sql, &at_2), SCHEMA_BAD);
    testing_assert_contains(strbuf_text(&error), "a newer momus wrote this run");
    testing_assert_contains(strbuf_text(&error), "version 3 of its tables; this momus knows 2");
    sql_close(&sql);
    strbuf_free(&error);
}

static void the_database_of_another_program_is_left_alone(void **state) {
    struct strbuf error = {0};
    struct sql sql = open_file(NULL, &error);
    assert_true(sql_script(&sql, "CREATE TABLE bookmarks (address TEXT);"));
    assert_int_equal(schema_look(&sql, &at_2), SCHEMA_BAD);
    testing_assert_contains(strbuf_text(&error), "this is a database of another program");
    sql_close(&sql);
    strbuf_free(&error);
}

/*
 * tests/unit/store/version_1.sql is a run as version 1 wrote it. Whatever the
 * tables are now, it must open with all that is in it.
 */
static void a_run_of_version_1_is_read(void **state) {
    char path[1024];
    snprintf(path, sizeof path, "%s/tests/unit/store/version_1.sql", getenv("TOP"));
    struct strbuf error = {0};
    struct file_text script;
    if (!file_read(path, &script, &error))
        fail_msg("%s", strbuf_text(&error));
    assert_int_equal(mkdir("run", 0777), 0);
    struct sql sql;
    snprintf(path, sizeof path, "%s/run/momus.db", running_folder);
    assert_true(sql_open(&sql, path, SQL_WRITE, NULL, &error));
    if (!sql_script(&sql, script.at))
        fail_msg("%s", strbuf_text(&error));
    sql_close(&sql);
    file_text_free(&script);

    struct arena arena = {0};
    struct store *store = running_open("run", STORE_READ);
    MUST(store, store_check(store));
    struct store_campaign campaign;
    bool there;
    MUST(store, store_campaign(store, &arena, &campaign, &there));
    assert_true(there && campaign.seed == 18446744073709551615u && campaign.resumed == 2);
    struct store_totals totals;
    MUST(store, store_totals(store, &totals));
    assert_int_equal(totals.counters.tests, 45);
    assert_int_equal(totals.counters.solver_calls, 135);
    assert_int_equal(totals.findings, 2);
    store_trail_vec trails = {0};
    uint64_t next;
    MUST(store, store_pending(store, "opfuzz", &arena, &trails, &next));
    assert_int_equal(next, 4);
    assert_int_equal(trails.n, 2);
    assert_int_equal(trails.at[0].next_step, 5);
    assert_string_equal(trails.at[0].detail, "two seeds");
    vec_free(&trails);
    store_finding_vec findings = {0};
    MUST(store, store_findings(store, &arena, &findings));
    assert_int_equal(findings.n, 3);
    assert_int_equal(findings.at[0].count, 4);
    assert_int_equal(findings.at[0].seeds.n, 2);
    assert_int_equal(findings.at[1].duplicate_of, 1);
    assert_int_equal(findings.at[2].state, STORE_IGNORED);
    vec_free(&findings);
    store_answer_vec answers = {0};
    MUST(store, store_answers(store, 1, &arena, &answers));
    assert_int_equal(answers.n, 2);
    assert_string_equal(answers.at[0].raw, "unsat\n");
    vec_clear(&answers);
    MUST(store, store_reduced_answers(store, 1, &arena, &answers)); /* were not kept then */
    assert_int_equal(answers.n, 0);
    vec_free(&answers);
    store_trigger_vec triggers = {0};
    MUST(store, store_triggers(store, 1, &arena, &triggers));
    assert_int_equal(triggers.n, 3);
    assert_string_equal(triggers.at[0].script, "(check-sat)\n");
    vec_free(&triggers);
    store_seed_vec seeds = {0};
    MUST(store, store_seeds(store, &arena, &seeds));
    assert_int_equal(seeds.n, 2);
    assert_int_equal(seeds.at[0].tests, 12);
    vec_free(&seeds);
    struct store_match match;
    MUST(store, store_look_up(store, "k", &match));
    assert_int_equal(match.news, STORE_KNOWN);
    const char *value;
    MUST(store, store_value(store, "schedule", &arena, &value));
    assert_string_equal(value, "fair");
    store_close(store);
    arena_free(&arena);
}

int main(void) {
    faulty_install();
    const struct CMUnitTest tests[] = {
        STORE_TEST(old_rows_come_along_step_by_step),
        STORE_TEST(several_steps_are_gone_at_once),
        STORE_TEST(a_step_that_fails_leaves_the_version_before),
        STORE_TEST(a_failing_disk_leaves_a_version_that_goes_on),
        STORE_TEST(a_newer_version_is_left_alone),
        STORE_TEST(the_database_of_another_program_is_left_alone),
        STORE_TEST(a_run_of_version_1_is_read),
    };
    return RUN(tests);
}
