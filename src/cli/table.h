/*
 * table.h - what a command line is made of: commands and options as data.
 *
 * The parser, the configuration file, the help, the manual pages and the
 * completions all walk over one struct cli_table. momus has one such table,
 * made from options.def (cli/options.h); unit tests make others.
 *
 * Everything in a table is static and borrowed.
 */
#ifndef MOMUS_CLI_TABLE_H
#define MOMUS_CLI_TABLE_H

#include "base/vec.h"
#include "cli/command.h"

enum option_type {
    OPTION_FLAG,
    OPTION_HELP,
    OPTION_INT,
    OPTION_SIZE,
    OPTION_DURATION,
    OPTION_TEXT,
    OPTION_LIST,
    OPTION_CHOICE,
};

#define NO_LIMIT INT64_MAX
#define ANY_NUMBER SIZE_MAX
#define ON_ALL UINT32_MAX

/* The value of a LIST option, in the order given. The texts are borrowed. */
typedef VEC(const char *) text_vec;

struct option {
    uint32_t commands; /* bit i: command i of the table has it */
    size_t offset;     /* of its field in the struct that holds the values */
    char letter;       /* or 0 */
    const char *name;  /* without the dashes */
    enum option_type type;
    const char *metavar;
    int64_t min;
    int64_t max;
    const char *initial; /* or NULL */
    const char *help;
};

/* An option of momus itself, before any command. */
struct global_option {
    char letter;
    const char *name;
    const char *help;
};

struct example {
    uint32_t commands;
    const char *line;
    const char *meaning;
};

struct status_meaning {
    uint32_t commands;
    int status;
    const char *meaning;
};

#define SLICE(type)     \
    struct {            \
        const type *at; \
        size_t n;       \
    }

struct cli_table {
    SLICE(struct cli_command) commands;
    SLICE(struct option) options;
    SLICE(struct global_option) globals;
    SLICE(struct example) examples;
    SLICE(struct status_meaning) statuses;
    size_t values_size; /* of the struct that holds the values */
};

/* The command of this name, or NULL. */
const struct cli_command *table_command(const struct cli_table *table, const char *name, size_t n);
/* The option of this name or letter that `command` has, or NULL. */
const struct option *table_option(const struct cli_table *table, const struct cli_command *command,
                                  const char *name, size_t n);
const struct option *table_letter(const struct cli_table *table, const struct cli_command *command,
                                  char letter);
/* Does a row with these bits belong to `command`? */
bool table_has(const struct cli_table *table, uint32_t commands, const struct cli_command *command);
bool option_takes_value(const struct option *option);

#endif
