#include "testing.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "base/file.h"

/* Each test works in a folder of its own, and starts there. */
static char folder[512];

static int enter_folder(void **state) {
    const char *tmp = getenv("TMPDIR");
    snprintf(folder, sizeof folder, "%s/momus-file-XXXXXX", tmp != NULL ? tmp : "/tmp");
    return mkdtemp(folder) != NULL ? chdir(folder) : -1;
}

static void remove_below(const char *path) {
    DIR *dir = opendir(path);
    if (dir == NULL) {
        unlink(path);
        return;
    }
    struct dirent *entry;
    while ((entry = readdir(dir)) != NULL)
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0) {
            char *below = NULL;
            assert_true(asprintf(&below, "%s/%s", path, entry->d_name) > 0);
            if (entry->d_type == DT_DIR)
                remove_below(below);
            else
                unlink(below);
            free(below);
        }
    closedir(dir);
    rmdir(path);
}

static int leave_folder(void **state) {
    remove_below(folder);
    return chdir("/") == 0 ? testing_nothing_left(state) : -1;
}

#define FILE_TEST(f) cmocka_unit_test_setup_teardown(f, enter_folder, leave_folder)

static void put(const char *path, const char *text) {
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static void expect_contents(const char *path, const char *text) {
    char bytes[256];
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    size_t n = fread(bytes, 1, sizeof bytes - 1, file);
    fclose(file);
    bytes[n] = '\0';
    assert_string_equal(bytes, text);
}

/* The entries of the folder, hidden ones included, must be this many. */
static void expect_entries(int expected) {
    DIR *dir = opendir(".");
    int n = -2;
    while (readdir(dir) != NULL)
        n++;
    closedir(dir);
    assert_int_equal(n, expected);
}

/* Reads a file that must be readable; the caller frees the text. */
static struct file_text get(const char *path) {
    struct file_text text;
    struct strbuf error = {0};
    assert_true(file_read(path, &text, &error));
    assert_int_equal(error.n, 0);
    return text;
}

static void expect_slack(const struct file_text *text) {
    for (int i = 0; i < FILE_SLACK; i++)
        assert_int_equal(text->at[text->n + (size_t)i], 0);
}

static void a_file_is_read_whole_with_zeros_behind(void **state) {
    for (size_t n = 0; n < 300000; n = n * 3 + 1) {
        struct strbuf bytes = {0}, error = {0};
        for (size_t i = 0; i < n; i++)
            strbuf_add_char(&bytes, (char)(i * 7 % 251));
        assert_true(file_write("f", bytes.at, n, &error));
        struct file_text text = get("f");
        assert_int_equal(text.n, n);
        if (n > 0)
            assert_memory_equal(text.at, bytes.at, n);
        expect_slack(&text);
        file_text_free(&text);
        assert_null(text.at);
        strbuf_free(&bytes);
    }
}

static void read_from_pipe(void *ignored) {
    int ends[2];
    REQUIRE(pipe(ends) == 0);
    if (fork() == 0) {
        for (int i = 0; i < 100000; i++)
            REQUIRE(write(ends[1], "ab", 2) == 2);
        _exit(0);
    }
    close(ends[1]);
    dup2(ends[0], STDIN_FILENO);
    struct strbuf error = {0};
    struct file_text text;
    REQUIRE(file_read("-", &text, &error));
    REQUIRE(text.n == 200000 && text.at[199999] == 'b' && text.at[text.n] == '\0');
    REQUIRE(fcntl(STDIN_FILENO, F_GETFD) >= 0); /* is not closed */
}

static void a_dash_is_standard_input(void **state) {
    assert_int_equal(testing_in_child(read_from_pipe, NULL, NULL), 0);
}

static void what_cannot_be_read_is_named_with_the_reason(void **state) {
    struct strbuf error = {0};
    struct file_text text = {(char *)1, 1};
    assert_false(file_read("missing.smt2", &text, &error));
    assert_string_equal(strbuf_text(&error),
                        "missing.smt2: cannot open: No such file or directory");
    assert_null(text.at);
    strbuf_clear(&error);
    assert_false(file_read(".", &text, &error));
    assert_string_equal(strbuf_text(&error), ".: cannot read: Is a directory");
    strbuf_free(&error);
}

static void writing_makes_or_replaces_the_file_and_nothing_else(void **state) {
    struct strbuf error = {0};
    assert_true(file_write("f", "one", 3, &error));
    expect_contents("f", "one");
    struct stat old, new;
    assert_int_equal(stat("f", &old), 0);
    FILE *reader = fopen("f", "r");
    assert_true(file_write("f", "two", 3, &error));
    expect_contents("f", "two");
    /* A new file took its place: who had opened the old one still reads that. */
    assert_int_equal(stat("f", &new), 0);
    assert_int_not_equal(old.st_ino, new.st_ino);
    assert_int_equal(fgetc(reader), 'o');
    fclose(reader);
    assert_true(file_write("f", "", 0, &error));
    expect_contents("f", "");
    expect_entries(1);
    assert_int_equal(error.n, 0);
}

static mode_t mode_of(const char *path) {
    struct stat info;
    assert_int_equal(stat(path, &info), 0);
    return info.st_mode & 07777;
}

static void the_mode_is_kept_and_a_new_file_gets_the_usual_one(void **state) {
    struct strbuf error = {0};
    mode_t mask = umask(027);
    assert_true(file_write("new", "x", 1, &error));
    assert_int_equal(mode_of("new"), 0640);
    umask(mask);
    assert_int_equal(chmod("new", 0755), 0);
    assert_true(file_write("new", "y", 1, &error));
    assert_int_equal(mode_of("new"), 0755);
}

static void a_symbolic_link_stays_and_its_target_is_replaced(void **state) {
    struct strbuf error = {0};
    struct stat info;
    assert_int_equal(mkdir("there", 0700), 0);
    put("there/file", "old");
    assert_int_equal(symlink("there/file", "link"), 0);
    assert_true(file_write("link", "new", 3, &error));
    assert_int_equal(lstat("link", &info), 0);
    assert_true(S_ISLNK(info.st_mode));
    expect_contents("there/file", "new");
    expect_entries(2);
}

static void what_is_no_regular_file_is_written_to_and_stays(void **state) {
    struct strbuf error = {0};
    struct stat info;
    char got[4] = {0};
    assert_int_equal(mkfifo("fifo", 0600), 0);
    int reader = open("fifo", O_RDONLY | O_NONBLOCK);
    assert_true(file_write("fifo", "new", 3, &error));
    assert_int_equal(read(reader, got, sizeof got), 3);
    close(reader);
    assert_string_equal(got, "new");
    assert_int_equal(lstat("fifo", &info), 0);
    assert_true(S_ISFIFO(info.st_mode));
    assert_int_equal(symlink("made", "dangling"), 0);
    assert_true(file_write("dangling", "x", 1, &error));
    expect_contents("made", "x");
    assert_int_equal(lstat("dangling", &info), 0);
    assert_true(S_ISLNK(info.st_mode));
    expect_entries(3);
}

static void only_regular_files_are_listed(void **state) {
    struct strbuf error = {0};
    path_vec paths = {0};
    put("a.smt2", "");
    assert_int_equal(mkfifo("b.smt2", 0600), 0);
    assert_int_equal(symlink("a.smt2", "c.smt2"), 0);
    assert_int_equal(symlink(".", "d.smt2"), 0);
    assert_true(file_list(".", ".smt2", &paths, &error));
    assert_int_equal(paths.n, 2);
    assert_string_equal(paths.at[0], "./a.smt2");
    assert_string_equal(paths.at[1], "./c.smt2");
    path_vec_free(&paths);
}

static void a_failed_write_says_why_and_leaves_nothing(void **state) {
    static const struct {
        const char *path, *message;
    } cases[] = {
        {"missing/f", "missing/f: cannot write: No such file or directory"},
        {"/proc/momus-test", "/proc/momus-test: cannot write: "}, /* nobody can make files there */
        {"folder", "folder: cannot write: Is a directory"},
    };
    assert_int_equal(mkdir("folder", 0700), 0);
    for (size_t i = 0; i < LENGTH(cases); i++) {
        struct strbuf error = {0};
        assert_false(file_write(cases[i].path, "x", 1, &error));
        testing_assert_contains(strbuf_text(&error), cases[i].message);
        strbuf_free(&error);
    }
    expect_entries(1);
    struct stat info;
    assert_int_equal(stat("folder", &info), 0);
    assert_true(S_ISDIR(info.st_mode));
}

/* Writes more than files may hold, with the nth allocation failing. */
static void write_too_much(void *nth) {
    char *bytes = mem_alloc_zero(100000);
    struct rlimit limit = {1000, 1000};
    struct strbuf error = {0};
    signal(SIGXFSZ, SIG_IGN);
    REQUIRE(setrlimit(RLIMIT_FSIZE, &limit) == 0);
    mem_fail_at(*(uint64_t *)nth);
    REQUIRE(!file_write("f", bytes, 100000, &error));
    fprintf(stderr, "%s", strbuf_text(&error));
}

static void a_full_disk_leaves_the_old_file_and_no_other(void **state) {
    struct strbuf error = {0};
    uint64_t never = 0;
    put("f", "old");
    assert_int_equal(testing_in_child(write_too_much, &never, &error), 0);
    assert_string_equal(strbuf_text(&error), "f: cannot write: File too large");
    strbuf_free(&error);
    expect_contents("f", "old");
    expect_entries(1);
}

static void running_out_of_memory_meanwhile_leaves_no_temporary_file(void **state) {
    put("f", "old");
    uint64_t nth = 1;
    while (testing_in_child(write_too_much, &nth, NULL) == EXIT_ENVIRONMENT) {
        expect_contents("f", "old");
        expect_entries(1);
        nth++;
    }
    assert_in_range(nth, 3, 20); /* for the name, then for the message */
}

/* Joins the paths found, for comparing. */
static char *list(const char *path, const char *suffix, bool *good, struct strbuf *error) {
    path_vec paths = {0};
    struct strbuf joined = {0};
    *good = file_list(path, suffix, &paths, error);
    for (size_t i = 0; i < paths.n; i++)
        strbuf_printf(&joined, "%s ", paths.at[i]);
    path_vec_free(&paths);
    return strbuf_detach(&joined);
}

static void expect_list(const char *path, const char *suffix, const char *expected) {
    bool good;
    struct strbuf error = {0};
    char *found = list(path, suffix, &good, &error);
    assert_true(good);
    assert_string_equal(found, expected);
    assert_int_equal(error.n, 0);
    mem_free(found);
}

static void files_below_a_folder_come_in_byte_order(void **state) {
    static const char *const folders[] = {"d", "d/a", "d/a/deep", "d/empty", "d/.hidden"};
    static const char *const files[] = {"d/b.smt2",       "d/a/z.smt2",      "d/a/deep/y.smt2",
                                        "d/a.smt2",       "d/B.smt2",        "d/notes.txt",
                                        "d/.hidden.smt2", "d/.hidden/h.smt2"};
    for (size_t i = 0; i < LENGTH(folders); i++)
        assert_int_equal(mkdir(folders[i], 0700), 0);
    for (size_t i = 0; i < LENGTH(files); i++)
        put(files[i], "");
    const char *expected = "d/B.smt2 d/a.smt2 d/a/deep/y.smt2 d/a/z.smt2 d/b.smt2 ";
    expect_list("d", ".smt2", expected);
    expect_list("d/", ".smt2", expected);
    expect_list("d/empty", ".smt2", "");
    expect_list("d/a", "", "d/a/deep/y.smt2 d/a/z.smt2 ");
}

static void a_file_that_is_named_is_taken_whatever_its_suffix(void **state) {
    put("notes.txt", "");
    expect_list("notes.txt", ".smt2", "notes.txt ");
    expect_list("-", ".smt2", "- ");
}

static void lists_are_appended_to_what_is_there(void **state) {
    path_vec paths = {0};
    struct strbuf error = {0};
    put("b", "");
    put("a", "");
    assert_true(file_list("b", "", &paths, &error));
    assert_true(file_list(".", "", &paths, &error));
    assert_int_equal(paths.n, 3);
    assert_string_equal(paths.at[0], "b");
    assert_string_equal(paths.at[1], "./a");
    assert_string_equal(paths.at[2], "./b");
    path_vec_free(&paths);
}

static void a_missing_folder_is_an_error(void **state) {
    bool good;
    struct strbuf error = {0};
    char *found = list("nowhere", "", &good, &error);
    assert_false(good);
    assert_string_equal(found, "");
    assert_string_equal(strbuf_text(&error), "nowhere: cannot open: No such file or directory");
    mem_free(found);
    strbuf_free(&error);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        FILE_TEST(a_file_is_read_whole_with_zeros_behind),
        FILE_TEST(a_dash_is_standard_input),
        FILE_TEST(what_cannot_be_read_is_named_with_the_reason),
        FILE_TEST(writing_makes_or_replaces_the_file_and_nothing_else),
        FILE_TEST(the_mode_is_kept_and_a_new_file_gets_the_usual_one),
        FILE_TEST(a_symbolic_link_stays_and_its_target_is_replaced),
        FILE_TEST(what_is_no_regular_file_is_written_to_and_stays),
        FILE_TEST(only_regular_files_are_listed),
        FILE_TEST(a_failed_write_says_why_and_leaves_nothing),
        FILE_TEST(a_full_disk_leaves_the_old_file_and_no_other),
        FILE_TEST(running_out_of_memory_meanwhile_leaves_no_temporary_file),
        FILE_TEST(files_below_a_folder_come_in_byte_order),
        FILE_TEST(a_file_that_is_named_is_taken_whatever_its_suffix),
        FILE_TEST(lists_are_appended_to_what_is_there),
        FILE_TEST(a_missing_folder_is_an_error),
    };
    return RUN(tests);
}
