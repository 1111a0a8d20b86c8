/*
 * cli.h - momus from its command line to its exit status.
 */
#ifndef MOMUS_CLI_CLI_H
#define MOMUS_CLI_CLI_H

int cli_run(int argc, char *const *argv);

struct cli_command;

/*
 * Pieces that commands need, too. `command` may be NULL, for momus itself; all
 * return the status to exit with.
 */
/* Prints the help. */
int cli_show_help(const struct cli_command *command);
/* Prints a message about wrong usage, and the hint to look at the help. */
int cli_usage(const struct cli_command *command, const char *message);
/* The same by the name of the command. */
int cli_misuse(const char *command, const char *message);
/* The same for a name that should be that of a command. */
int cli_unknown_command(const char *name);

#endif
