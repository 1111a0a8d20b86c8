/*
 * command.h - what a command is.
 *
 * A command is a COMMAND row of options.def and a function cmd_<name> in a file
 * of its own, which options.h declares. When it runs, its options have been
 * read and checked (defaults, momus.conf, command line), and the number of its
 * operands is one that its row allows.
 */
#ifndef MOMUS_CLI_COMMAND_H
#define MOMUS_CLI_COMMAND_H

#include <stddef.h>

struct options;

/*
 * Options and operands are borrowed until it returns. What it returns is an
 * enum exit_status. It prints results on standard output, and need not check
 * that they arrive there: that is done once, after it.
 */
typedef int command_fn(const struct options *options, char *const *operands, size_t n);

struct cli_command {
    const char *name;
    command_fn *run;
    const char *operands; /* as the synopsis shows them */
    size_t min;           /* how many of them there may be */
    size_t max;
    const char *summary;
    const char *description;
};

#endif
