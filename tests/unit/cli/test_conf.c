#include "cli/conf.h"

#include <fcntl.h>
#include <sys/stat.h>

#include "base/file.h"
#include "cli/sample.h"

/* A file in the folder of this test. The caller frees the path. */
static char *write_conf(const char *name, const char *text, size_t n) {
    const char *folder = getenv("TMPDIR");
    struct strbuf path = {0}, error = {0};
    strbuf_printf(&path, "%s/momus-%d-%s", folder != NULL ? folder : "/tmp", (int)getpid(), name);
    assert_true(file_write(strbuf_text(&path), text, n, &error));
    strbuf_free(&error);
    return strbuf_detach(&path);
}

/* Reads a text as the file "F" for a command: its name stands for its path in the messages. */
static enum conf_result read_text(struct settings *settings, const struct cli_command *command,
                                  const char *text, size_t n, struct strbuf *errors) {
    char *path = write_conf("conf", text, n);
    struct strbuf raw = {0};
    enum conf_result result = conf_read(settings, command, path, SOURCE_USER_FILE, &raw);
    const char *rest = strbuf_text(&raw), *hit;
    while ((hit = strstr(rest, path)) != NULL) {
        strbuf_add(errors, rest, (size_t)(hit - rest));
        strbuf_add_char(errors, 'F');
        rest = hit + strlen(path);
    }
    strbuf_add_text(errors, rest);
    unlink(path);
    mem_free(path);
    strbuf_free(&raw);
    return result;
}

#define GOOD(command, text, ...)                                                        \
    do {                                                                                \
        struct sample sample;                                                           \
        struct settings settings;                                                       \
        struct strbuf errors = {0};                                                     \
        settings_init(&settings, &sample_table, &sample);                               \
        assert_int_equal(read_text(&settings, command, text, sizeof text - 1, &errors), \
                         CONF_READ);                                                    \
        assert_int_equal(errors.n, 0);                                                  \
        __VA_ARGS__                                                                     \
        settings_free(&settings);                                                       \
        strbuf_free(&errors);                                                           \
    } while (0)

static void check_bytes(const char *text, size_t n, const char *messages) {
    struct sample sample;
    struct settings settings;
    struct strbuf errors = {0};
    settings_init(&settings, &sample_table, &sample);
    assert_int_equal(read_text(&settings, COMMAND_ONE, text, n, &errors), CONF_BAD);
    assert_string_equal(strbuf_text(&errors), messages);
    settings_free(&settings);
    strbuf_free(&errors);
}

static void check_bad(const char *text, const char *messages) {
    check_bytes(text, strlen(text), messages);
}

static void each_type_can_be_set(void **state) {
    GOOD(COMMAND_ONE,
         "flag = yes\ngood=false\n\tone.count = -3\r\nsize = 2G\ntime = 2h\n"
         "text = two words\nlist = a\nlist = b\nchoice = c",
         {
             assert_true(sample.flag);
             assert_false(sample.good);
             assert_int_equal(sample.count, -3);
             assert_int_equal(sample.size, INT64_C(2) << 30);
             assert_int_equal(sample.time, 7200);
             assert_string_equal(sample.text, "two words");
             assert_int_equal(sample.list.n, 2);
             assert_string_equal(sample.list.at[1], "b");
             assert_string_equal(sample.choice, "c");
         });
}

static void an_empty_file_and_comments_set_nothing(void **state) {
    GOOD(COMMAND_ONE, "", { assert_int_equal(sample.count, 7); });
    GOOD(COMMAND_ONE, "\n\n  # count = 5\n#\n\t\n", { assert_int_equal(sample.count, 7); });
}

static void a_comment_may_follow_a_value(void **state) {
    GOOD(COMMAND_ONE, "count = 5 # five\ntext = a#b # c", {
        assert_int_equal(sample.count, 5);
        assert_string_equal(sample.text, "a#b");
    });
}

static void nothing_is_special_in_quotes(void **state) {
    GOOD(COMMAND_ONE, "text = \" a # b = c \" # comment",
         { assert_string_equal(sample.text, " a # b = c "); });
    GOOD(COMMAND_ONE, "text = x=\"y\"", { assert_string_equal(sample.text, "x=\"y\""); });
}

static void a_setting_may_be_about_one_command(void **state) {
    GOOD(COMMAND_ONE, "one.count = 50\ntwo.count = 5\ntwo.flag = true\ntwo.list = x", {
        assert_int_equal(sample.count, 50);
        assert_int_equal(sample.other_count, 2);
        assert_false(sample.flag);
        assert_int_equal(sample.list.n, 0);
    });
    GOOD(COMMAND_TWO, "one.count = 50\ntwo.count = 5\ntwo.flag = true\ntwo.list = x", {
        assert_int_equal(sample.other_count, 5);
        assert_true(sample.flag);
        assert_int_equal(sample.list.n, 1);
    });
}

static void a_later_line_beats_an_earlier_one(void **state) {
    GOOD(COMMAND_ONE, "one.count = 50\ncount = 5", { assert_int_equal(sample.count, 5); });
}

static void a_better_source_wins_in_any_order(void **state) {
    GOOD(COMMAND_ONE, "count = 5\nlist = a\nlist = b", {
        assert_true(settings_set(&settings, &sample_options[8], SOURCE_NAMED_FILE, "c", &errors));
        assert_int_equal(sample.list.n, 1);
        assert_string_equal(sample.list.at[0], "c");
        assert_true(settings_set(&settings, &sample_options[8], SOURCE_USER_FILE, "d", &errors));
        assert_int_equal(sample.list.n, 1);
        assert_true(settings_set(&settings, &sample_options[3], SOURCE_COMMAND_LINE, "1", &errors));
        assert_int_equal(
            read_text(&settings, COMMAND_ONE, "count = 6", strlen("count = 6"), &errors),
            CONF_READ);
        assert_int_equal(sample.count, 1);
    });
}

static void mistakes_have_line_and_column(void **state) {
    check_bad("flag = true\n  cuont = 5\n",
              "F:2:3: error: unknown option 'cuont'; did you mean 'count'?\n");
    check_bad("\xc3\xa9 = 5\n", "F:1:1: error: unknown option '\xc3\xa9'\n");
    check_bad("one.text = x\none.nothing = 5",
              "F:2:5: error: unknown option 'nothing' of 'momus one'\n");
    check_bad("two.size = 5", "F:1:5: error: unknown option 'size' of 'momus two'\n");
    check_bad("on.count = 5", "F:1:1: error: unknown command 'on'; did you mean 'one'?\n");
    check_bad("size = 5Q\n",
              "F:1:8: error: 'size' wants a size such as 512, 64K or 2G, not '5Q'\n");
    check_bad("flag = maybe", "F:1:8: error: 'flag' wants true or false, not 'maybe'\n");
    check_bad("text = # nothing", "F:1:8: error: 'text' wants a value: TEXT\n");
    check_bad("text =", "F:1:7: error: 'text' wants a value: TEXT\n");
    check_bad("flag # true", "F:1:5: error: expected = and a value\n");
    check_bad("= 5", "F:1:1: error: unknown option ''\n");
    check_bad("help = true", "F:1:1: error: unknown option 'help'\n");
    check_bad("text = \"a", "F:1:8: error: the quote is not closed\n");
    check_bad("text = \"", "F:1:8: error: the quote is not closed\n");
    check_bad("text = \"a\" b", "F:1:12: error: only a comment may follow the quote\n");
    check_bytes("text = a\0b", 10, "F:1:9: error: a zero byte: this is no text\n");
}

static void settings_of_other_commands_are_checked_too(void **state) {
    check_bad("two.count = 10", "F:1:13: error: 'count' wants a number from 1 to 9, not '10'\n");
    /* Every command that has it must accept the value. */
    check_bad("count = 10", "F:1:9: error: 'count' wants a number from 1 to 9, not '10'\n");
}

static void all_mistakes_are_reported(void **state) {
    check_bad("flag = 1\ncount = 5\nx = y\n", "F:1:8: error: 'flag' wants true or false, not '1'\n"
                                              "F:3:1: error: unknown option 'x'\n");
}

static void a_missing_file_is_fine_and_a_folder_is_not(void **state) {
    struct sample sample;
    struct settings settings;
    struct strbuf errors = {0};
    settings_init(&settings, &sample_table, &sample);
    assert_int_equal(
        conf_read(&settings, COMMAND_ONE, "/nonexistent/momus.conf", SOURCE_USER_FILE, &errors),
        CONF_MISSING);
    assert_int_equal(
        conf_read(&settings, COMMAND_ONE, "/dev/null/momus.conf", SOURCE_USER_FILE, &errors),
        CONF_MISSING);
    assert_int_equal(errors.n, 0);
    assert_int_equal(conf_read(&settings, COMMAND_ONE, "/", SOURCE_USER_FILE, &errors), CONF_BAD);
    assert_memory_equal(errors.at, "momus: error: /: ", strlen("momus: error: /: "));
    assert_int_equal(errors.at[errors.n - 1], '\n');
    settings_free(&settings);
    strbuf_free(&errors);
}

static void check_user_path(const char *xdg, const char *home, const char *wanted) {
    xdg != NULL ? setenv("XDG_CONFIG_HOME", xdg, 1) : unsetenv("XDG_CONFIG_HOME");
    home != NULL ? setenv("HOME", home, 1) : unsetenv("HOME");
    char *path = conf_user_path();
    if (wanted == NULL)
        assert_null(path);
    else
        assert_string_equal(path, wanted);
    mem_free(path);
}

static void the_users_folder_follows_the_environment(void **state) {
    check_user_path("/x", "/h", "/x/momus/momus.conf");
    check_user_path(NULL, "/h", "/h/.config/momus/momus.conf");
    check_user_path("", "/h", "/h/.config/momus/momus.conf");
    check_user_path("relative", "/h", "/h/.config/momus/momus.conf");
    check_user_path(NULL, NULL, NULL);
    check_user_path(NULL, "", NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(each_type_can_be_set),
        TEST(an_empty_file_and_comments_set_nothing),
        TEST(a_comment_may_follow_a_value),
        TEST(nothing_is_special_in_quotes),
        TEST(a_setting_may_be_about_one_command),
        TEST(a_later_line_beats_an_earlier_one),
        TEST(a_better_source_wins_in_any_order),
        TEST(mistakes_have_line_and_column),
        TEST(settings_of_other_commands_are_checked_too),
        TEST(all_mistakes_are_reported),
        TEST(a_missing_file_is_fine_and_a_folder_is_not),
        TEST(the_users_folder_follows_the_environment),
    };
    return RUN(tests);
}
