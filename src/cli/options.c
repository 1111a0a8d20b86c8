#include "cli/options.h"

#include "base/die.h"

/* clang-format off */

enum command_id {
#define COMMAND(name, operands, min, max, summary, description) COMMAND_##name,
#include "cli/options.def"
    N_COMMANDS
};

#define ON(name) (UINT32_C(1) << COMMAND_##name)
_Static_assert(N_COMMANDS < 32, "a set of commands is 32 bits");

static const struct cli_command commands[] = {
#define COMMAND(name, operands, min, max, summary, description) \
    {#name, cmd_##name, operands, min, max, summary, description},
#include "cli/options.def"
};

static const struct option options[] = {
#define OPTION(commands, field, letter, name, type, metavar, min, max, initial, help) \
    {commands, offsetof(struct options, field), letter, name, OPTION_##type, metavar, min, max, \
     initial, help},
#include "cli/options.def"
};

static const struct global_option globals[] = {
#define GLOBAL(letter, name, help) {letter, name, help},
#include "cli/options.def"
};

static const struct example examples[] = {
#define EXAMPLE(command, line, meaning) {ON(command), line, meaning},
#include "cli/options.def"
};

static const struct status_meaning statuses[] = {
#define STATUS(commands, status, meaning) {commands, status, meaning},
#include "cli/options.def"
};

#define ALL_OF(array) {array, sizeof(array) / sizeof *(array)}

const struct cli_table momus_table = {
    .commands = ALL_OF(commands),
    .options = ALL_OF(options),
    .globals = ALL_OF(globals),
    .examples = ALL_OF(examples),
    .statuses = ALL_OF(statuses),
    .values_size = sizeof(struct options),
};
