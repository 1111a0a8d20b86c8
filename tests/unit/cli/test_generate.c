#include "cli/generate.h"

#include "cli/sample.h"

static void check_contains(struct strbuf *text, const char *wanted) {
    if (strstr(strbuf_text(text), wanted) == NULL)
        fail_msg("'%s' is missing in:\n%s", wanted, strbuf_text(text));
}

static void manual_pages_escape_what_roff_would_obey(void **state) {
    struct strbuf page = {0};
    manual_command(&sample_table, COMMAND_THREE, &page);
    check_contains(&page, "\n\\&\\(aqOdd\\(aq \\e text.\n.PP\n\\&.smt2 \\-x.\n");
    strbuf_free(&page);
}

static void manual_pages_show_forms_ranges_and_defaults(void **state) {
    struct strbuf page = {0};
    manual_command(&sample_table, COMMAND_ONE, &page);
    check_contains(&page, ".TP\n\\fB\\-n\\fR, \\fB\\-\\-count\\fR \\fIN\\fR\n"
                          "Count so far (\\-5 to 100, default 7).\n");
    check_contains(&page, "\\fB\\-\\-choice\\fR a|bb|c\nChoose one (default bb).\n");
    strbuf_free(&page);
}

static void bash_offers_what_a_value_can_be(void **state) {
    struct strbuf text = {0};
    complete_bash(&sample_table, &text);
    check_contains(&text, "-c | --choice) value='a bb c' ;;");
    check_contains(&text, "-l | --list) value=files ;;");
    check_contains(&text, "-n | --count) value=nothing ;;");
    strbuf_free(&text);
}

static void zsh_offers_what_a_value_can_be(void **state) {
    struct strbuf text = {0};
    complete_zsh(&sample_table, &text);
    check_contains(&text, "'(-c --choice)'{-c+,--choice=}'[choose one]:choice:(a bb c)'");
    check_contains(&text, "'*'{-l+,--list=}'[use this file]:FILE:_files'");
    check_contains(&text, "'three:the third\\: it'\\''s [odd]'");
    strbuf_free(&text);
}

static void fish_offers_what_a_value_can_be(void **state) {
    struct strbuf text = {0};
    complete_fish(&sample_table, &text);
    check_contains(&text, " -s c -l choice -x -a 'a bb c' -d 'choose one'\n");
    check_contains(&text, " -s l -l list -r -F -d 'use this file'\n");
    check_contains(&text, " -a three -d 'the third: it\\'s [odd]'\n");
    strbuf_free(&text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(manual_pages_escape_what_roff_would_obey),
        TEST(manual_pages_show_forms_ranges_and_defaults),
        TEST(bash_offers_what_a_value_can_be),
        TEST(zsh_offers_what_a_value_can_be),
        TEST(fish_offers_what_a_value_can_be),
    };
    return RUN(tests);
}
