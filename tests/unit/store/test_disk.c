#include "store/running.h"

#include "store/faulty.h"

static void expect_words(struct strbuf *error, const char *words) {
    testing_assert_contains(strbuf_text(error), words);
    strbuf_clear(error);
}

static void a_file_is_replaced_in_one_step(void **state) {
    struct strbuf error = {0};
    running_put("f", "old");
    faulty_arm(0, FAULTY_IO, false);
    assert_true(disk_replace(&faulty_disk, ".", "f", "new text", 8, &error));
    uint64_t calls = faulty.calls;
    running_expect("f", "new text");
    for (uint64_t n = 1; n <= 2 * calls; n++) {
        running_put("f", "old");
        faulty_arm((n + 1) / 2, FAULTY_FULL, n % 2 == 0);
        assert_false(disk_replace(&faulty_disk, ".", "f", "new text", 8, &error));
        expect_words(&error, "the disk is full; make room and start again");
        struct file_text text;
        assert_true(file_read("f", &text, &error));
        assert_true(strcmp(text.at, "old") == 0 || strcmp(text.at, "new text") == 0);
        file_text_free(&text);
    }
    strbuf_free(&error);
}

static void a_write_may_come_in_pieces(void **state) {
    struct strbuf error = {0};
    faulty_arm(2, FAULTY_SHORT, false);
    assert_false(disk_replace(&faulty_disk, ".", "f", "new text", 8, &error));
    expect_words(&error, "f: cannot write: the disk is full");
    assert_int_equal(running_entries(".", ""), 0);
    strbuf_free(&error);
}

static void folders_are_made_with_those_above_them(void **state) {
    struct strbuf error = {0};
    assert_true(disk_make_folder(&disk_system, "a//b/c/", &error));
    assert_true(running_exists("a/b/c"));
    assert_true(disk_make_folder(&disk_system, "a/b/c", &error));
    char *path = disk_join(running_folder, "a/d/e");
    assert_true(disk_make_folder(&disk_system, path, &error));
    assert_true(running_exists("a/d/e"));
    mem_free(path);
    assert_int_equal(error.n, 0);
    running_put("a/file", "x");
    assert_false(disk_make_folder(&disk_system, "a/file/b", &error));
    expect_words(&error, "a/file: cannot make the folder: Not a directory");
    strbuf_free(&error);
}

static void only_flat_folders_are_removed(void **state) {
    struct strbuf error = {0};
    assert_true(disk_make_folder(&disk_system, "a/b", &error));
    running_put("a/b/f", "x");
    assert_true(disk_remove_folder(&disk_system, "a/b", &error));
    assert_false(running_exists("a/b"));
    assert_true(disk_make_folder(&disk_system, "a/b/mine", &error));
    assert_false(disk_remove_folder(&disk_system, "a/b", &error));
    expect_words(&error, "a/b/mine: cannot remove");
    assert_true(running_exists("a/b/mine"));
    strbuf_free(&error);
}

static void errors_say_what_to_do(void **state) {
    testing_assert_contains(disk_explain(ENOSPC), "make room");
    testing_assert_contains(disk_explain(EDQUOT), "make room");
    testing_assert_contains(disk_explain(EROFS), "read-only");
    testing_assert_contains(disk_explain(EACCES), "you may not");
    assert_string_equal(disk_explain(EIO), "Input/output error");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        STORE_TEST(a_file_is_replaced_in_one_step),
        STORE_TEST(a_write_may_come_in_pieces),
        STORE_TEST(folders_are_made_with_those_above_them),
        STORE_TEST(only_flat_folders_are_removed),
        STORE_TEST(errors_say_what_to_do),
    };
    return RUN(tests);
}
