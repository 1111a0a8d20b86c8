/*
 * options.h - the options of momus as a struct, and its table of commands and
 * options. Both are made from options.def.
 *
 * One struct has the fields of all commands; a command looks at its own. Texts
 * and lists in it are borrowed: the struct settings that filled it in owns them.
 */
#ifndef MOMUS_CLI_OPTIONS_H
#define MOMUS_CLI_OPTIONS_H

#include "cli/table.h"

#define OPTION_FIELD_FLAG bool
#define OPTION_FIELD_HELP bool
#define OPTION_FIELD_INT int64_t
#define OPTION_FIELD_SIZE int64_t
#define OPTION_FIELD_DURATION int64_t
#define OPTION_FIELD_TEXT const char *
#define OPTION_FIELD_LIST text_vec
#define OPTION_FIELD_CHOICE const char *

/* clang-format off */
struct options {
#define OPTION(commands, field, letter, name, type, metavar, min, max, initial, help) \
    OPTION_FIELD_##type field;
#include "cli/options.def"
};

#define COMMAND(name, operands, min, max, summary, description) command_fn cmd_##name;
#include "cli/options.def"
/* clang-format on */

extern const struct cli_table momus_table;

#endif
