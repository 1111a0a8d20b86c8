#include "cli/table.h"

static bool same(const char *word, const char *name, size_t n) {
    return strlen(word) == n && memcmp(word, name, n) == 0;
}

const struct cli_command *table_command(const struct cli_table *table, const char *name, size_t n) {
    for (size_t i = 0; i < table->commands.n; i++)
        if (same(table->commands.at[i].name, name, n))
            return &table->commands.at[i];
    return NULL;
}

bool table_has(const struct cli_table *table, uint32_t commands,
               const struct cli_command *command) {
    return commands >> (command - table->commands.at) & 1;
}

const struct option *table_option(const struct cli_table *table, const struct cli_command *command,
                                  const char *name, size_t n) {
    for (size_t i = 0; i < table->options.n; i++) {
        const struct option *option = &table->options.at[i];
        if (table_has(table, option->commands, command) && same(option->name, name, n))
            return option;
    }
    return NULL;
}

const struct option *table_letter(const struct cli_table *table, const struct cli_command *command,
                                  char letter) {
    for (size_t i = 0; i < table->options.n; i++) {
        const struct option *option = &table->options.at[i];
        if (table_has(table, option->commands, command) && option->letter == letter && letter != 0)
            return option;
    }
    return NULL;
}

bool option_takes_value(const struct option *option) {
    return option->type != OPTION_FLAG && option->type != OPTION_HELP;
}
