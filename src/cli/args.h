/*
 * args.h - reads the words behind a command's name.
 *
 * Forms of options: --name VALUE, --name=VALUE, --name and --no-name for flags,
 * -n VALUE, -nVALUE, and letters of flags in one word, as in -iq. Names are
 * written in full; a wrong one is answered by the nearest. Operands may stand
 * between options; behind -- everything is an operand, and - always is.
 */
#ifndef MOMUS_CLI_ARGS_H
#define MOMUS_CLI_ARGS_H

#include "cli/settings.h"

enum args_result {
    ARGS_GOOD,
    ARGS_HELP,  /* --help was met; what stands behind it was not read */
    ARGS_WRONG, /* `error` says why, in one line without its end */
};

typedef VEC(char *) operand_vec;

/*
 * Sets the options, with the command line as their source, and adds the
 * operands, which are borrowed from `words`.
 */
enum args_result args_read(struct settings *settings, const struct cli_command *command,
                           char *const *words, size_t n, operand_vec *operands,
                           struct strbuf *error);

#endif
