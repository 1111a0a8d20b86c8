#include "cli/sample.h"

/* Reads a line that is good, or one for help; the body sees `values` and `line`. */
#define GOOD(command, words, ...) READ(command, words, ARGS_GOOD, __VA_ARGS__)
#define READ(command, words, wanted, ...)                  \
    do {                                                   \
        struct sample_line line;                           \
        char text[] = words;                               \
        sample_read(&line, command, text);                 \
        assert_string_equal(strbuf_text(&line.error), ""); \
        assert_int_equal(line.result, wanted);             \
        const struct sample *values = &line.values;        \
        (void)values;                                      \
        __VA_ARGS__                                        \
        sample_free(&line);                                \
    } while (0)

static void check_wrong(const struct cli_command *command, const char *words, const char *message) {
    struct sample_line line;
    char *text = mem_copy_text(words, strlen(words));
    sample_read(&line, command, text);
    assert_int_equal(line.result, ARGS_WRONG);
    assert_string_equal(strbuf_text(&line.error), message);
    sample_free(&line);
    mem_free(text);
}

static void an_empty_line_leaves_the_defaults(void **state) {
    GOOD(COMMAND_TWO, "", {
        assert_false(values->flag);
        assert_true(values->good);
        assert_int_equal(values->count, 7);
        assert_int_equal(values->other_count, 2);
        assert_int_equal(values->size, 65536);
        assert_int_equal(values->time, 300);
        assert_null(values->text);
        assert_string_equal(values->choice, "bb");
        assert_int_equal(values->list.n, 0);
        assert_int_equal(line.operands.n, 0);
    });
}

static void a_value_may_follow_in_each_form(void **state) {
    GOOD(COMMAND_ONE, "x --count 5", { assert_int_equal(values->count, 5); });
    GOOD(COMMAND_ONE, "x --count=5", { assert_int_equal(values->count, 5); });
    GOOD(COMMAND_ONE, "x -n 5", { assert_int_equal(values->count, 5); });
    GOOD(COMMAND_ONE, "x -n5", { assert_int_equal(values->count, 5); });
    GOOD(COMMAND_ONE, "x -n-5", { assert_int_equal(values->count, -5); });
    GOOD(COMMAND_ONE, "x --count -5", { assert_int_equal(values->count, -5); });
    GOOD(COMMAND_ONE, "x --text a=b", { assert_string_equal(values->text, "a=b"); });
    GOOD(COMMAND_ONE, "x --text=a=b", { assert_string_equal(values->text, "a=b"); });
    GOOD(COMMAND_ONE, "x --text --", { assert_string_equal(values->text, "--"); });
}

static void flags_go_on_and_off(void **state) {
    GOOD(COMMAND_TWO, "--flag --no-good", {
        assert_true(values->flag);
        assert_false(values->good);
    });
    GOOD(COMMAND_TWO, "--flag --no-flag", { assert_false(values->flag); });
    GOOD(COMMAND_TWO, "--no-flag -f", { assert_true(values->flag); });
}

static void letters_may_share_a_word(void **state) {
    GOOD(COMMAND_ONE, "x --no-good -fg", {
        assert_true(values->flag);
        assert_true(values->good);
    });
    GOOD(COMMAND_ONE, "x -fn5", {
        assert_true(values->flag);
        assert_int_equal(values->count, 5);
    });
    GOOD(COMMAND_ONE, "-fn 5 x", {
        assert_int_equal(values->count, 5);
        assert_int_equal(line.operands.n, 1);
    });
}

static void the_last_value_counts_and_a_list_keeps_all(void **state) {
    GOOD(COMMAND_ONE, "x -n1 --count=2 -ca --choice c", {
        assert_int_equal(values->count, 2);
        assert_string_equal(values->choice, "c");
    });
    GOOD(COMMAND_ONE, "x -l a --list=b -lc", {
        assert_int_equal(values->list.n, 3);
        assert_string_equal(values->list.at[0], "a");
        assert_string_equal(values->list.at[1], "b");
        assert_string_equal(values->list.at[2], "c");
    });
}

static void each_command_has_its_own_options(void **state) {
    GOOD(COMMAND_TWO, "--count 9", {
        assert_int_equal(values->other_count, 9);
        assert_int_equal(values->count, 7);
    });
    check_wrong(COMMAND_TWO, "--size 1", "unknown option --size for 'momus two'");
    check_wrong(COMMAND_TWO, "-n5", "unknown option -n for 'momus two'");
}

static void operands_may_stand_anywhere(void **state) {
    GOOD(COMMAND_ONE, "x -f y -n 5 -", {
        assert_int_equal(line.operands.n, 3);
        assert_string_equal(line.operands.at[0], "x");
        assert_string_equal(line.operands.at[1], "y");
        assert_string_equal(line.operands.at[2], "-");
    });
}

static void two_dashes_end_the_options(void **state) {
    GOOD(COMMAND_ONE, "-f -- --flag -- -n", {
        assert_int_equal(line.operands.n, 3);
        assert_string_equal(line.operands.at[0], "--flag");
        assert_string_equal(line.operands.at[1], "--");
        assert_string_equal(line.operands.at[2], "-n");
    });
}

static void help_ends_the_reading(void **state) {
    READ(COMMAND_ONE, "--help", ARGS_HELP, { assert_true(values->help); });
    READ(COMMAND_ONE, "-f -h --nonsense", ARGS_HELP, { assert_true(values->flag); });
    READ(COMMAND_ONE, "-hX", ARGS_HELP, {});
    check_wrong(COMMAND_ONE, "--nonsense --help", "unknown option --nonsense for 'momus one'");
    check_wrong(COMMAND_ONE, "--no-help", "unknown option --no-help for 'momus one'");
}

static void a_typo_is_answered_by_the_nearest_name(void **state) {
    check_wrong(COMMAND_ONE, "--cuont 5",
                "unknown option --cuont for 'momus one'; did you mean --count?");
    check_wrong(COMMAND_ONE, "--choise=a",
                "unknown option --choise for 'momus one'; did you mean --choice?");
    check_wrong(COMMAND_ONE, "--cho=a",
                "unknown option --cho for 'momus one'; did you mean --choice?");
    check_wrong(COMMAND_ONE, "-choice", "-c wants a, bb or c, not 'hoice'");
    check_wrong(COMMAND_ONE, "-x", "unknown option -x for 'momus one'");
    check_wrong(COMMAND_ONE, "-fx", "unknown option -x for 'momus one'");
    check_wrong(COMMAND_TWO, "-count", "unknown option -c for 'momus two'; did you mean --count?");
    check_wrong(COMMAND_TWO, "-\xc3\xa9", "unknown option -\xc3\xa9 for 'momus two'");
    check_wrong(COMMAND_TWO, "--=x", "unknown option -- for 'momus two'");
}

static void flags_take_no_value(void **state) {
    check_wrong(COMMAND_ONE, "--flag=true", "--flag takes no value");
    check_wrong(COMMAND_ONE, "--no-flag=", "--no-flag takes no value");
    check_wrong(COMMAND_ONE, "--help=yes", "--help takes no value");
    check_wrong(COMMAND_ONE, "--no-count 5", "unknown option --no-count for 'momus one'");
}

static void a_missing_value_is_described(void **state) {
    check_wrong(COMMAND_ONE, "x --count", "--count wants a number from -5 to 100");
    check_wrong(COMMAND_ONE, "x -n", "-n wants a number from -5 to 100");
    check_wrong(COMMAND_ONE, "x --text", "--text wants a value: TEXT");
    check_wrong(COMMAND_ONE, "x --text=", "--text wants a value: TEXT");
    check_wrong(COMMAND_ONE, "x --list=", "--list wants a value: FILE");
    check_wrong(COMMAND_ONE, "x --choice", "--choice wants a, bb or c");
}

static void a_bad_value_is_told_what_is_wanted(void **state) {
    check_wrong(COMMAND_ONE, "x --count 101", "--count wants a number from -5 to 100, not '101'");
    check_wrong(COMMAND_ONE, "x --count=-6", "--count wants a number from -5 to 100, not '-6'");
    check_wrong(COMMAND_ONE, "x -nx", "-n wants a number from -5 to 100, not 'x'");
    check_wrong(COMMAND_ONE, "x -s 5Q", "-s wants a size such as 512, 64K or 2G, not '5Q'");
    check_wrong(COMMAND_ONE, "x --time 4h",
                "--time wants a duration such as 90, 90s, 5m or 2h, 1s to 3h, not '4h'");
    check_wrong(COMMAND_ONE, "x -c b", "-c wants a, bb or c, not 'b'");
}

static void the_number_of_operands_is_checked(void **state) {
    check_wrong(COMMAND_ONE, "-f", "'momus one' wants ITEM...");
    check_wrong(COMMAND_ONE, "a b c d", "'momus one' takes only ITEM...: 'd' is too much");
    check_wrong(COMMAND_TWO, "a b", "'momus two' takes only [ITEM]: 'b' is too much");
    check_wrong(COMMAND_THREE, "a", "'momus three' takes no operands: 'a' is too much");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(an_empty_line_leaves_the_defaults),
        TEST(a_value_may_follow_in_each_form),
        TEST(flags_go_on_and_off),
        TEST(letters_may_share_a_word),
        TEST(the_last_value_counts_and_a_list_keeps_all),
        TEST(each_command_has_its_own_options),
        TEST(operands_may_stand_anywhere),
        TEST(two_dashes_end_the_options),
        TEST(help_ends_the_reading),
        TEST(a_typo_is_answered_by_the_nearest_name),
        TEST(flags_take_no_value),
        TEST(a_missing_value_is_described),
        TEST(a_bad_value_is_told_what_is_wanted),
        TEST(the_number_of_operands_is_checked),
    };
    return RUN(tests);
}
