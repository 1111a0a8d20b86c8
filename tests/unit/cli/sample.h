/*
 * sample.h - a command line with every type of option, for tests.
 *
 *     one   ITEM...   --flag --good --help --count --size --time --text --list --choice
 *     two   [ITEM]    --flag --good --help --count (another one) --list
 *     three           --flag --good --help
 */
#ifndef MOMUS_TESTS_CLI_SAMPLE_H
#define MOMUS_TESTS_CLI_SAMPLE_H

#include "cli/args.h"
#include "cli/settings.h"
#include "testing.h"

struct sample {
    bool flag, good, help;
    int64_t count, size, time, other_count;
    const char *text, *choice;
    text_vec list;
};

static const struct cli_command sample_commands[] = {
    {"one", NULL, "ITEM...", 1, 3, "the first", "Does one thing."},
    {"two", NULL, "[ITEM]", 0, 1, "the second", "Does two things."},
    {"three", NULL, "", 0, 0, "the third: it's [odd]", "'Odd' \\ text.\n.smt2 -x."},
};
enum { ONE = 1, TWO = 2, THREE = 4 };
#define COMMAND_ONE (&sample_commands[0])
#define COMMAND_TWO (&sample_commands[1])
#define COMMAND_THREE (&sample_commands[2])

/* clang-format off */
#define AT(field) offsetof(struct sample, field)
static const struct option sample_options[] = {
    {ON_ALL,    AT(flag),        'f', "flag",   OPTION_FLAG,     NULL,    0,  0,        NULL,   "raise a flag"},
    {ON_ALL,    AT(good),        'g', "good",   OPTION_FLAG,     NULL,    0,  0,        "true", "be good"},
    {ON_ALL,    AT(help),        'h', "help",   OPTION_HELP,     NULL,    0,  0,        NULL,   "show help"},
    {ONE,       AT(count),       'n', "count",  OPTION_INT,      "N",     -5, 100,      "7",    "count so far"},
    {TWO,       AT(other_count), 0,   "count",  OPTION_INT,      "N",     1,  9,        "2",    "count otherwise"},
    {ONE,       AT(size),        's', "size",   OPTION_SIZE,     "SIZE",  0,  NO_LIMIT, "64K",  "be so large"},
    {ONE,       AT(time),        't', "time",   OPTION_DURATION, "TIME",  1,  3600 * 3, "5m",   "take so long"},
    {ONE,       AT(text),        0,   "text",   OPTION_TEXT,     "TEXT",  0,  0,        NULL,   "say this"},
    {ONE | TWO, AT(list),        'l', "list",   OPTION_LIST,     "FILE",  0,  0,        NULL,   "use this file"},
    {ONE,       AT(choice),      'c', "choice", OPTION_CHOICE,   "a|bb|c", 0, 0,        "bb",   "choose one"},
};
/* clang-format on */

static const struct cli_table sample_table = {
    .commands = {sample_commands, LENGTH(sample_commands)},
    .options = {sample_options, LENGTH(sample_options)},
    .values_size = sizeof(struct sample),
};

/* One command line, read into `values`. */
struct sample_line {
    struct sample values;
    struct settings settings;
    operand_vec operands;
    struct strbuf error;
    enum args_result result;
};

enum { SAMPLE_WORDS_MAX = 16 };

/* Reads the words of `text`, which are separated by blanks; the text is changed. */
static inline void sample_read(struct sample_line *line, const struct cli_command *command,
                               char *text) {
    char *words[SAMPLE_WORDS_MAX];
    size_t n = 0;
    for (char *word = strsep(&text, " "); word != NULL; word = strsep(&text, " ")) {
        assert_true(n < SAMPLE_WORDS_MAX);
        words[n++] = word;
    }
    *line = (struct sample_line){0};
    settings_init(&line->settings, &sample_table, &line->values);
    line->result = args_read(&line->settings, command, words, words[0][0] == '\0' ? 0 : n,
                             &line->operands, &line->error);
}

static inline void sample_free(struct sample_line *line) {
    settings_free(&line->settings);
    vec_free(&line->operands);
    strbuf_free(&line->error);
}

#endif
