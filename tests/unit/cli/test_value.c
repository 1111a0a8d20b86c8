#include "cli/value.h"
#include "testing.h"

static const struct option integer = {
    .name = "x", .type = OPTION_INT, .metavar = "N", .min = -NO_LIMIT, .max = NO_LIMIT};
static const struct option size = {
    .name = "x", .type = OPTION_SIZE, .metavar = "SIZE", .max = NO_LIMIT};
static const struct option duration = {
    .name = "x", .type = OPTION_DURATION, .metavar = "TIME", .max = NO_LIMIT};
static const struct option flag = {.name = "x", .type = OPTION_FLAG};
static const struct option choice = {.name = "x", .type = OPTION_CHOICE, .metavar = "text|json"};

static void check_number(const struct option *option, const char *text, int64_t wanted) {
    struct value value;
    assert_true(value_read(option, text, &value));
    assert_true(value.number == wanted);
}

static void check_refused(const struct option *option, const char *text) {
    struct value value;
    if (value_read(option, text, &value))
        fail_msg("'%s' is accepted", text);
}

static void integers_are_decimal(void **state) {
    check_number(&integer, "0", 0);
    check_number(&integer, "42", 42);
    check_number(&integer, "-42", -42);
    check_number(&integer, "007", 7);
    check_number(&integer, "9223372036854775807", INT64_MAX);
    check_number(&integer, "-9223372036854775807", -INT64_MAX);
    const char *refused[] = {"",
                             "-",
                             "--1",
                             "+1",
                             " 1",
                             "1 ",
                             "0x10",
                             "1e3",
                             "1.5",
                             "ten",
                             "1K",
                             "1s",
                             "9223372036854775808",
                             "-9223372036854775808",
                             "18446744073709551617",
                             "99999999999999999999999999"};
    for (size_t i = 0; i < LENGTH(refused); i++)
        check_refused(&integer, refused[i]);
}

static void ranges_hold_at_both_ends(void **state) {
    struct option option = integer;
    option.min = 40;
    option.max = 1000;
    check_number(&option, "40", 40);
    check_number(&option, "1000", 1000);
    check_refused(&option, "39");
    check_refused(&option, "1001");
    check_refused(&option, "-50");
}

static void sizes_have_units(void **state) {
    check_number(&size, "0", 0);
    check_number(&size, "512", 512);
    check_number(&size, "64K", 65536);
    check_number(&size, "64k", 65536);
    check_number(&size, "3M", INT64_C(3) << 20);
    check_number(&size, "2G", INT64_C(2) << 30);
    check_number(&size, "1T", INT64_C(1) << 40);
    check_number(&size, "8388607T", INT64_C(8388607) << 40);
    const char *refused[] = {"",    "K",  "-1",   "64KB",     "64 K",
                             "2g2", "2s", "1.5G", "8388608T", "9223372036854775807K"};
    for (size_t i = 0; i < LENGTH(refused); i++)
        check_refused(&size, refused[i]);
}

static void durations_have_units(void **state) {
    check_number(&duration, "90", 90);
    check_number(&duration, "90s", 90);
    check_number(&duration, "5m", 300);
    check_number(&duration, "2h", 7200);
    check_number(&duration, "3d", 259200);
    const char *refused[] = {"", "s", "-1", "5M", "5min", "1h30m", "2K", "9223372036854775807m"};
    for (size_t i = 0; i < LENGTH(refused); i++)
        check_refused(&duration, refused[i]);
}

static void flags_are_true_or_false(void **state) {
    const char *yes[] = {"true", "yes", "on"}, *no[] = {"false", "no", "off"};
    struct value value;
    for (size_t i = 0; i < LENGTH(yes); i++) {
        assert_true(value_read(&flag, yes[i], &value) && value.flag);
        assert_true(value_read(&flag, no[i], &value) && !value.flag);
    }
    check_refused(&flag, "");
    check_refused(&flag, "TRUE");
    check_refused(&flag, "1");
}

static void a_choice_is_one_of_its_words(void **state) {
    struct value value;
    assert_true(value_read(&choice, "text", &value));
    assert_string_equal(value.text, "text");
    assert_true(value_read(&choice, "json", &value));
    check_refused(&choice, "");
    check_refused(&choice, "tex");
    check_refused(&choice, "texts");
    check_refused(&choice, "text|json");
}

static void check_description(struct option option, int64_t min, int64_t max, const char *wanted) {
    struct strbuf text = {0};
    option.min = min;
    option.max = max;
    value_describe(&option, &text);
    assert_string_equal(strbuf_text(&text), wanted);
    strbuf_free(&text);
}

static void what_is_accepted_is_said(void **state) {
    check_description(integer, -NO_LIMIT, NO_LIMIT, "a number");
    check_description(integer, 40, 1000, "a number from 40 to 1000");
    check_description(integer, 0, NO_LIMIT, "a number, at least 0");
    check_description(integer, -NO_LIMIT, 9, "a number, at most 9");
    check_description(size, 0, NO_LIMIT, "a size such as 512, 64K or 2G");
    check_description(size, 1 << 20, INT64_C(1) << 33, "a size such as 512, 64K or 2G, 1M to 8G");
    check_description(duration, 1, NO_LIMIT, "a duration such as 90, 90s, 5m or 2h, at least 1s");
    check_description(flag, 0, 0, "true or false");
    check_description(choice, 0, 0, "text or json");
}

static void check_remark(struct option option, int64_t min, int64_t max, const char *initial,
                         const char *wanted) {
    struct strbuf text = {0};
    option.min = min;
    option.max = max;
    option.initial = initial;
    value_remark(&option, &text);
    assert_string_equal(strbuf_text(&text), wanted);
    strbuf_free(&text);
}

static void help_tells_range_and_default(void **state) {
    const struct option list = {.name = "x", .type = OPTION_LIST, .metavar = "FILE"};
    check_remark(integer, 40, 1000, "80", "40 to 1000, default 80");
    check_remark(integer, -NO_LIMIT, NO_LIMIT, "80", "default 80");
    check_remark(duration, 1, 5400, NULL, "1s to 90m");
    check_remark(list, 0, 0, NULL, "may be repeated");
    check_remark(choice, 0, 0, "json", "default json");
    check_remark(flag, 0, 0, NULL, "");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(integers_are_decimal),     TEST(ranges_hold_at_both_ends),
        TEST(sizes_have_units),         TEST(durations_have_units),
        TEST(flags_are_true_or_false),  TEST(a_choice_is_one_of_its_words),
        TEST(what_is_accepted_is_said), TEST(help_tells_range_and_default),
    };
    return RUN(tests);
}
