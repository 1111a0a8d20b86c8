/*
 * generate.h - manual pages and shell completions, made from the table.
 *
 * `make docs` asks for them by `momus --generate man|bash|zsh|fish DIR`.
 */
#ifndef MOMUS_CLI_GENERATE_H
#define MOMUS_CLI_GENERATE_H

#include "base/strbuf.h"
#include "cli/table.h"

/* The text of momus.1, and of momus-<command>.1. */
void manual_overview(const struct cli_table *table, struct strbuf *out);
void manual_command(const struct cli_table *table, const struct cli_command *command,
                    struct strbuf *out);

/* What the shell is to be given: the files momus, _momus and momus.fish. */
void complete_bash(const struct cli_table *table, struct strbuf *out);
void complete_zsh(const struct cli_table *table, struct strbuf *out);
void complete_fish(const struct cli_table *table, struct strbuf *out);

/*
 * Writes the files of a kind into a folder. GENERATE_FAILED: `error` says what
 * could not be written.
 */
enum generate_result { GENERATE_DONE, GENERATE_UNKNOWN_KIND, GENERATE_FAILED };
enum generate_result generate(const struct cli_table *table, const char *kind, const char *folder,
                              struct strbuf *error);

#endif
