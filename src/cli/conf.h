/*
 * conf.h - momus.conf: defaults of the user's for options.
 *
 *     # a comment, also behind a value
 *     width = 100             every command that has --width
 *     fmt.sig = my.sig        one command only
 *     fmt.sig = "a # b.sig"   in quotes, nothing is special
 *
 * The whole file is checked, also what is about other commands than the one
 * that runs.
 */
#ifndef MOMUS_CLI_CONF_H
#define MOMUS_CLI_CONF_H

#include "cli/settings.h"

enum conf_result {
    CONF_READ,
    CONF_MISSING,
    CONF_BAD, /* the reasons are in `errors` */
};

/*
 * Sets the options of `command` that the file is about. Every mistake becomes a
 * line "FILE:LINE:COL: error: ..." in `errors`; a file that is there but cannot
 * be read becomes a line "momus: error: FILE: ...". The user's own file counts as missing where its
 * folder is closed: nobody has named it.
 */
enum conf_result conf_read(struct settings *settings, const struct cli_command *command,
                           const char *path, enum settings_source source, struct strbuf *errors);

/*
 * $XDG_CONFIG_HOME/momus/momus.conf, or the same in ~/.config; NULL if the
 * environment names neither folder. The caller frees it.
 */
char *conf_user_path(void);

#endif
