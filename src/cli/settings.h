/*
 * settings.h - the values of all options, and where each of them comes from.
 *
 * Values come from several sources; a later source in the enum beats an
 * earlier one, in whatever order they are read. So the command line can be read
 * first, which says what else is to be read. Within one source the last value
 * counts; a list gathers the values of its best source.
 */
#ifndef MOMUS_CLI_SETTINGS_H
#define MOMUS_CLI_SETTINGS_H

#include "base/arena.h"
#include "cli/value.h"

enum settings_source {
    SOURCE_DEFAULT,    /* options.def */
    SOURCE_USER_FILE,  /* momus.conf in the user's configuration folder */
    SOURCE_NAMED_FILE, /* $MOMUS_CONF */
    SOURCE_COMMAND_LINE,
};

struct settings {
    const struct cli_table *table;
    void *values;           /* the struct that the table's offsets are about */
    unsigned char *sources; /* per option of the table */
    struct arena texts;
};

/*
 * Fills `values`, table->values_size bytes, with the defaults. It stays
 * borrowed; the texts and lists in it are good until settings_free.
 */
void settings_init(struct settings *settings, const struct cli_table *table, void *values);
void settings_free(struct settings *settings);

/*
 * Is the text a value of the option? If not, adds to `error` what is wanted
 * instead, as in "wants a number, not 'x'".
 */
bool settings_check(const struct option *option, const char *text, struct strbuf *error);
/*
 * Sets an option of the table from its text, which is copied. The text is checked
 * as by settings_check, also when a better source has set the option before.
 */
bool settings_set(struct settings *settings, const struct option *option,
                  enum settings_source source, const char *text, struct strbuf *error);

#endif
