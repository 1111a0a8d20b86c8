/* The table of momus itself: that options.def is sound, and that its options arrive. */
#include "cli/options.h"

#include "cli/args.h"
#include "testing.h"

static const struct option *option_at(size_t i) {
    return &momus_table.options.at[i];
}

static bool is_lower(char c) {
    return c >= 'a' && c <= 'z';
}

/* Stands in a list: not empty, no capital first, no full stop last, ASCII only. */
static void check_phrase(const char *name, const char *text) {
    size_t n = strlen(text);
    if (n == 0 || !is_lower(text[0]) || text[n - 1] == '.' || text[n - 1] == ' ')
        fail_msg("%s: '%s' is no phrase", name, text);
    for (size_t i = 0; i < n; i++)
        if (text[i] < ' ' || text[i] > '~')
            fail_msg("%s: '%s' is not plain", name, text);
}

static void check_sentence(const char *name, const char *text) {
    size_t n = strlen(text);
    if (n == 0 || is_lower(text[0]) || text[n - 1] != '.')
        fail_msg("%s: '%s' is no sentence", name, text);
}

static void check_name(const char *name) {
    if (!is_lower(name[0]) || strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-") != strlen(name))
        fail_msg("'%s' is no name", name);
}

static void every_command_is_described(void **state) {
    for (size_t i = 0; i < momus_table.commands.n; i++) {
        const struct cli_command *command = &momus_table.commands.at[i];
        check_name(command->name);
        check_phrase(command->name, command->summary);
        check_sentence(command->name, command->description);
        assert_non_null(command->run);
        assert_non_null(command->operands);
        assert_true(command->min <= command->max);
        assert_ptr_equal(table_command(&momus_table, command->name, strlen(command->name)),
                         command);
        const struct option *help = table_option(&momus_table, command, "help", 4);
        assert_non_null(help);
        assert_int_equal(help->type, OPTION_HELP);
    }
}

static void every_option_is_described(void **state) {
    uint32_t known = (UINT32_C(1) << momus_table.commands.n) - 1;
    for (size_t i = 0; i < momus_table.options.n; i++) {
        const struct option *option = option_at(i);
        check_name(option->name);
        check_phrase(option->name, option->help);
        assert_true(strncmp(option->name, "no-", 3) != 0);
        assert_true(option->letter == 0 || is_lower(option->letter) ||
                    (option->letter >= 'A' && option->letter <= 'Z'));
        assert_true(option->commands == ON_ALL || (option->commands & ~known) == 0);
        assert_true(option->commands != 0);
        assert_int_equal(option_takes_value(option), option->metavar != NULL);
    }
}

static void no_command_has_a_name_or_letter_twice(void **state) {
    for (size_t i = 0; i < momus_table.options.n; i++) {
        for (size_t j = 0; j < i; j++) {
            const struct option *a = option_at(i), *b = option_at(j);
            assert_true(a->offset != b->offset);
            if ((a->commands & b->commands) == 0)
                continue;
            if (strcmp(a->name, b->name) == 0)
                fail_msg("--%s stands there twice", a->name);
            if (a->letter != 0 && a->letter == b->letter)
                fail_msg("-%c is --%s and --%s", a->letter, a->name, b->name);
        }
    }
}

static void every_default_is_a_value(void **state) {
    for (size_t i = 0; i < momus_table.options.n; i++) {
        const struct option *option = option_at(i);
        struct value value;
        bool number = option->type == OPTION_INT || option->type == OPTION_SIZE ||
                      option->type == OPTION_DURATION;
        if (option->initial != NULL)
            assert_true(value_read(option, option->initial, &value));
        else /* a number has none of its own: 0 may be out of range */
            assert_true(!number || (option->min <= 0 && option->max >= 0));
        assert_true(number ? option->min < option->max : option->min == 0 && option->max == 0);
    }
}

static void statuses_and_globals_are_described(void **state) {
    int last = -1;
    for (size_t i = 0; i < momus_table.statuses.n; i++) {
        check_phrase("status", momus_table.statuses.at[i].meaning);
        assert_true(momus_table.statuses.at[i].status >= last);
        last = momus_table.statuses.at[i].status;
    }
    for (size_t i = 0; i < momus_table.globals.n; i++)
        check_phrase(momus_table.globals.at[i].name, momus_table.globals.at[i].help);
}

/* A command line of ours, read into `options`. */
struct line {
    struct options options;
    struct settings settings;
    operand_vec operands;
    struct strbuf error;
    char *text;
};

/* The next word, as a shell would have it: '...' keeps blanks. */
static char *next_word(char **rest) {
    if (*rest == NULL)
        return NULL;
    if (**rest != '\'')
        return strsep(rest, " ");
    (*rest)++;
    char *word = strsep(rest, "'");
    if (*rest != NULL && **rest == ' ')
        (*rest)++;
    else
        *rest = NULL;
    return word;
}

static void line_read(struct line *line, const char *text, enum args_result wanted) {
    char *words[16], *rest;
    size_t n = 0;
    *line = (struct line){.text = mem_copy_text(text, strlen(text))};
    rest = line->text;
    for (char *word = next_word(&rest); word != NULL && n < 16; word = next_word(&rest))
        words[n++] = word;
    assert_true(n >= 2);
    assert_string_equal(words[0], "momus");
    const struct cli_command *command = table_command(&momus_table, words[1], strlen(words[1]));
    assert_non_null(command);
    settings_init(&line->settings, &momus_table, &line->options);
    enum args_result result =
        args_read(&line->settings, command, words + 2, n - 2, &line->operands, &line->error);
    if (result != wanted)
        fail_msg("%s: %s", text, strbuf_text(&line->error));
}

static void line_free(struct line *line) {
    settings_free(&line->settings);
    vec_free(&line->operands);
    strbuf_free(&line->error);
    mem_free(line->text);
}

static void every_command_has_examples_that_parse(void **state) {
    uint32_t seen = 0;
    for (size_t i = 0; i < momus_table.examples.n; i++) {
        const struct example *example = &momus_table.examples.at[i];
        struct line line;
        check_sentence(example->line, example->meaning);
        line_read(&line, example->line, ARGS_GOOD);
        line_free(&line);
        seen |= example->commands;
    }
    assert_int_equal(seen, (UINT32_C(1) << momus_table.commands.n) - 1);
}

static void fmt_has_its_defaults(void **state) {
    struct line line;
    line_read(&line, "momus fmt a.smt2", ARGS_GOOD);
    const struct options *options = &line.options;
    assert_false(options->in_place || options->check || options->canonical || options->summary ||
                 options->logic || options->notes || options->quiet || options->verbose);
    assert_int_equal(options->width, 80);
    assert_int_equal(options->sig.n, 0);
    line_free(&line);
}

static void fmt_gets_every_option(void **state) {
    struct line line;
    line_read(&line,
              "momus fmt -iqv --check --canonical --summary --logic --notes --width 40 "
              "--sig a.sig --sig=b.sig x",
              ARGS_GOOD);
    const struct options *options = &line.options;
    assert_true(options->in_place && options->check && options->canonical && options->summary &&
                options->logic && options->notes && options->quiet && options->verbose);
    assert_int_equal(options->width, 40);
    assert_int_equal(options->sig.n, 2);
    assert_string_equal(options->sig.at[1], "b.sig");
    assert_int_equal(line.operands.n, 1);
    line_free(&line);
}

static void fmt_wants_a_file(void **state) {
    struct line line;
    line_read(&line, "momus fmt --check", ARGS_WRONG);
    assert_string_equal(strbuf_text(&line.error),
                        "'momus fmt' wants FILE... (- is standard input)");
    line_free(&line);
    line_read(&line, "momus fmt -", ARGS_GOOD);
    line_free(&line);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(every_command_is_described),
        TEST(every_option_is_described),
        TEST(no_command_has_a_name_or_letter_twice),
        TEST(every_default_is_a_value),
        TEST(statuses_and_globals_are_described),
        TEST(every_command_has_examples_that_parse),
        TEST(fmt_has_its_defaults),
        TEST(fmt_gets_every_option),
        TEST(fmt_wants_a_file),
    };
    return RUN(tests);
}
