#include "store/running.h"

#include <signal.h>
#include <sys/mount.h>

#include "store/faulty.h"
#include "store/sqlite_int.h"

/* A run with one finding and five steps, closed. */
static void make_run(const char *folder) {
    struct store *store = running_open(folder, STORE_CREATE);
    struct store_report report = running_report("f1", "(check-sat)\n");
    struct store_progress progress = running_progress("opfuzz", 0, 0, 5, false);
    MUST(store, store_report(store, &report, &(struct store_match){0}));
    MUST(store, store_advance(store, &progress));
    MUST(store, store_commit(store));
    store_close(store);
}

static void expect_run(struct store *store) {
    struct store_totals totals;
    MUST(store, store_totals(store, &totals));
    assert_int_equal(totals.findings, 1);
    assert_int_equal(totals.counters.tests, 5);
    MUST(store, store_check(store));
    store_close(store);
}

/* What a user may have typed instead of a run. */

static void a_run_must_be_there_unless_it_is_to_be_made(void **state) {
    running_refused("run", STORE_READ, "run: there is no such run: No such file or directory");
    running_refused("run", STORE_WRITE, "run: there is no such run");
    assert_int_equal(mkdir("run", 0777), 0);
    running_refused("run", STORE_READ, "run: there is no run here: it has no momus.db");
    running_refused("run", STORE_WRITE, "there is no run here");
    assert_int_equal(running_entries("run", ""), 0); /* looking has left nothing */
    make_run("run");
    expect_run(running_open("run", STORE_READ));
}

static void a_file_is_no_folder(void **state) {
    running_put("run", "x");
    running_refused("run", STORE_CREATE, "run: cannot make the folder: Not a directory");
    running_refused("run/below", STORE_CREATE, "run: cannot make the folder: Not a directory");
    running_refused("run", STORE_READ, "no run");
    running_refused("", STORE_CREATE, "there is no such run");
}

static void what_is_no_database_is_left_alone(void **state) {
    assert_int_equal(mkdir("run", 0777), 0);
    running_put("run/momus.db", "my diary. It is longer than a header of SQLite, and very private: "
                                "it must not be overwritten by anybody, not even by accident.\n");
    running_refused("run", STORE_CREATE, "momus.db: this is not a database of momus");
    running_refused("run", STORE_READ, "momus.db: this is not a database of momus");
    struct stat info;
    assert_int_equal(stat("run/momus.db", &info), 0);
    assert_int_equal(info.st_size, 127);
}

static void run_sql(const char *file, const char *text) {
    struct strbuf error = {0};
    struct sql sql;
    char *path = disk_join(running_folder, file);
    assert_true(sql_open(&sql, path, SQL_WRITE, NULL, &error));
    if (!sql_script(&sql, text))
        fail_msg("%s", strbuf_text(&error));
    sql_close(&sql);
    mem_free(path);
}

static void other_peoples_databases_are_left_alone(void **state) {
    assert_int_equal(mkdir("run", 0777), 0);
    run_sql("run/momus.db", "CREATE TABLE bookmarks (address TEXT)");
    running_refused("run", STORE_CREATE, "momus.db: this is a database of another program");
    assert_false(running_exists("run/momus.db-wal"));
    running_refused("run", STORE_READ, "a database of another program");
}

static void the_run_of_a_newer_momus_is_left_alone(void **state) {
    make_run("run");
    run_sql("run/momus.db", "PRAGMA user_version = 999");
    running_refused("run", STORE_WRITE, "a newer momus wrote this run (version 999");
    running_refused("run", STORE_READ, "a newer momus wrote this run");
}

static void a_run_whose_making_was_cut_short_is_made(void **state) {
    assert_int_equal(mkdir("run", 0777), 0);
    running_put("run/momus.db", "");
    struct store *store = running_open("run", STORE_READ);
    struct store_totals totals;
    MUST(store, store_totals(store, &totals));
    assert_int_equal(totals.findings, 0);
    store_close(store);
}

static void damage_is_told(void **state) {
    struct store *store = running_open("run", STORE_CREATE);
    for (int i = 0; i < 2000; i++) {
        char path[32];
        snprintf(path, sizeof path, "seed-%d", i);
        MUST(store, store_put_seed(store, &(struct store_seed){.hash = path, .path = path}));
    }
    MUST(store, store_commit(store));
    store_close(store);
    int fd = open("run/momus.db", O_WRONLY);
    struct stat info;
    assert_int_equal(fstat(fd, &info), 0);
    char bytes[4096];
    memset(bytes, 0x5a, sizeof bytes);
    for (off_t at = info.st_size / 16384 * 3 * 4096; at < info.st_size; at += 4096) /* rows */
        assert_int_equal(pwrite(fd, bytes, sizeof bytes, at), sizeof bytes);
    close(fd);
    store = running_open("run", STORE_READ);
    assert_false(store_check(store));
    testing_assert_contains(store_error(store), "momus.db: the database is damaged");
    store_close(store);
}

static void a_row_that_stands_for_nothing_is_damage(void **state) {
    make_run("run");
    run_sql("run/momus.db", "PRAGMA foreign_keys = OFF; DELETE FROM findings");
    struct store *store = running_open("run", STORE_READ);
    assert_false(store_check(store));
    testing_assert_contains(store_error(store), "stands for nothing");
    store_close(store);
}

static void paths_may_have_any_characters(void **state) {
    const char *folder = "a run #1? 100%25 \"x\" 'y' &mode=ro;ä\n";
    make_run(folder);
    expect_run(running_open(folder, STORE_READ));
    assert_int_equal(running_entries(".", ""), 1);
    assert_int_equal(symlink(folder, "link"), 0);
    struct store *store = running_open("link/", STORE_WRITE);
    running_refused(folder, STORE_WRITE, "another momus");
    store_close(store);
}

/* Readers beside a writer, and after it. */

static uint64_t tests_seen(struct store *store) {
    struct store_totals totals;
    MUST(store, store_totals(store, &totals));
    return totals.counters.tests;
}

static void readers_see_what_was_committed_last(void **state) {
    struct store *writer = running_open("run", STORE_CREATE);
    struct store *reader = running_open("run", STORE_READ);
    for (uint64_t i = 0; i < 5; i++) {
        struct store_progress progress = running_progress("opfuzz", i, 0, 10, true);
        MUST(writer, store_advance(writer, &progress));
        assert_int_equal(tests_seen(reader), 10 * i);
        MUST(writer, store_commit(writer));
        assert_int_equal(tests_seen(reader), 10 * (i + 1));
    }
    store_close(writer);
    assert_int_equal(tests_seen(reader), 50);
    store_close(reader);
}

static void write_and_die(void *ignored) {
    make_run("run");
    struct store *store = running_open("run", STORE_WRITE);
    MUST(store, store_set_value(store, "a", "b"));
    MUST(store, store_commit(store));
    kill(getpid(), SIGKILL);
}

static void a_run_is_read_after_its_writer_was_killed(void **state) {
    assert_int_equal(testing_in_child(write_and_die, NULL, NULL), -1);
    assert_true(running_exists("run/momus.db-wal"));
    struct arena arena = {0};
    struct store *store = running_open("run", STORE_READ);
    const char *value;
    MUST(store, store_value(store, "a", &arena, &value));
    assert_string_equal(value, "b");
    expect_run(store);
    arena_free(&arena);
}

/* Where one cannot write. */

static int on_nfs(const char *path, struct disk_kind *kind) {
    *kind = (struct disk_kind){.magic = 0x6969};
    return 0;
}

static int on_no_disk(const char *path, struct disk_kind *kind) {
    errno = EIO;
    return -1;
}

static void network_file_systems_are_refused(void **state) {
    struct disk nfs = disk_system;
    nfs.kind = on_nfs;
    running_refused_on(&nfs, "run", STORE_CREATE, "run: this is a network file system (NFS)");
    running_refused_on(&nfs, "run", STORE_CREATE, "choose a folder on a local disk");
    assert_false(running_exists("run/momus.db"));
    nfs.kind = on_no_disk;
    running_refused_on(&nfs, "run", STORE_CREATE, "cannot tell which file system this is");
}

static void a_finished_run_can_be_read_from_a_network_file_system(void **state) {
    struct disk nfs = disk_system;
    nfs.kind = on_nfs;
    make_run("run");
    struct strbuf error = {0};
    struct store *store = store_open_on(&nfs, "run", STORE_READ, &error);
    assert_non_null(store);
    expect_run(store);
    assert_int_equal(running_entries("run", "momus.db-"), 0);
    /* But not while it is being written elsewhere. */
    store = running_open("run", STORE_WRITE);
    MUST(store, store_set_value(store, "a", "b"));
    MUST(store, store_commit(store));
    running_refused_on(&nfs, "run", STORE_READ, "this is a network file system (NFS)");
    store_close(store);
}

static int open_read_only(const char *path, int flags, mode_t mode) {
    if ((flags & O_ACCMODE) == O_RDONLY)
        return open(path, flags, mode);
    errno = EROFS;
    return -1;
}

static void a_read_only_disk_is_told(void **state) {
    struct disk disk = disk_system;
    disk.open = open_read_only;
    make_run("run");
    running_refused_on(&disk, "run", STORE_WRITE,
                       "momus.lock: cannot write: the file system is read-only");
}

/* Needs the right to mount, which root in a container may lack. */
static void a_finished_run_can_be_read_from_a_read_only_disk(void **state) {
    make_run("run");
    if (mount("run", "run", NULL, MS_BIND, NULL) != 0)
        skip();
    if (mount(NULL, "run", NULL, MS_REMOUNT | MS_BIND | MS_RDONLY, NULL) != 0) {
        umount("run");
        skip();
    }
    struct strbuf error = {0};
    struct store *store = store_open("run", STORE_READ, &error);
    struct store *writer = store_open("run", STORE_WRITE, &error);
    bool read = store != NULL && store_check(store);
    store_close(store);
    umount("run");
    assert_true(read);
    assert_null(writer);
    testing_assert_contains(strbuf_text(&error), "the file system is read-only");
    strbuf_free(&error);
}

/* The order on which everything rests. */
static void a_finding_is_on_the_disk_before_its_row_and_that_before_the_answer(void **state) {
    struct strbuf trace = {0}, error = {0};
    struct store *store = store_open_on(&faulty_disk, "run", STORE_CREATE, &error);
    assert_non_null(store);
    faulty_arm(0, FAULTY_IO, false);
    faulty.trace = &trace;
    struct store_report report = running_report("f1", "(check-sat)\n");
    MUST(store, store_report(store, &report, &(struct store_match){0}));
    MUST(store, store_commit(store));
    static const char *const order[] = {
        "write bug.smt2",
        "sync bug.smt2",
        "write 01-cvc5.out",
        "sync 01-cvc5.out",
        "write 02-z3.out",
        "sync 02-z3.out",
        "sync .uncommitted",
        "sync .new-0001-refutation-soundness-cvc5-QF_LIA",
        "rename 0001-refutation-soundness-cvc5-QF_LIA",
        "sync findings",
        "write momus.db-wal",
        "sync momus.db-wal",
        "unlink .uncommitted",
    };
    const char *at = strbuf_text(&trace);
    for (size_t i = 0; i < LENGTH(order); i++) {
        const char *next = strstr(at, order[i]);
        if (next == NULL)
            fail_msg("no \"%s\" in its place in:\n%s", order[i], strbuf_text(&trace));
        at = next + strlen(order[i]);
    }
    assert_string_equal(at, "\n");
    faulty.trace = NULL;
    store_close(store);
    strbuf_free(&trace);
}

int main(void) {
    faulty_install();
    const struct CMUnitTest tests[] = {
        STORE_TEST(a_run_must_be_there_unless_it_is_to_be_made),
        STORE_TEST(a_file_is_no_folder),
        STORE_TEST(what_is_no_database_is_left_alone),
        STORE_TEST(other_peoples_databases_are_left_alone),
        STORE_TEST(the_run_of_a_newer_momus_is_left_alone),
        STORE_TEST(a_run_whose_making_was_cut_short_is_made),
        STORE_TEST(damage_is_told),
        STORE_TEST(a_row_that_stands_for_nothing_is_damage),
        STORE_TEST(paths_may_have_any_characters),
        STORE_TEST(readers_see_what_was_committed_last),
        STORE_TEST(a_run_is_read_after_its_writer_was_killed),
        STORE_TEST(network_file_systems_are_refused),
        STORE_TEST(a_finished_run_can_be_read_from_a_network_file_system),
        STORE_TEST(a_read_only_disk_is_told),
        STORE_TEST(a_finished_run_can_be_read_from_a_read_only_disk),
        STORE_TEST(a_finding_is_on_the_disk_before_its_row_and_that_before_the_answer),
    };
    return RUN(tests);
}
