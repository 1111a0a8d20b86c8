#include "cli/cli.h"
#include "cli/options.h"

int cmd_help(const struct options *options, char *const *names, size_t n) {
    (void)options;
    if (n == 0)
        return cli_show_help(NULL);
    const struct cli_command *command = table_command(&momus_table, names[0], strlen(names[0]));
    return command != NULL ? cli_show_help(command) : cli_unknown_command(names[0]);
}
