#include "cli/help.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include "cli/value.h"

/* Where the explanations of commands and options start. */
enum { COLUMN = 24 };

static size_t columns_of_environment(void) {
    const char *text = getenv("COLUMNS");
    size_t columns = 0;
    if (text == NULL)
        return 0;
    for (; *text >= '0' && *text <= '9'; text++)
        if (columns <= 10000)
            columns = 10 * columns + (size_t)(*text - '0');
    return *text == '\0' ? columns : 0;
}

static size_t columns_of_terminal(void) {
    struct winsize size;
    return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

size_t help_columns(void) {
    size_t columns = columns_of_environment();
    if (columns == 0)
        columns = columns_of_terminal();
    if (columns == 0)
        columns = HELP_WIDTH_USUAL;
    return columns < HELP_WIDTH_MIN ? HELP_WIDTH_MIN : columns;
}

size_t help_width(void) {
    size_t columns = help_columns();
    return columns > HELP_WIDTH_MAX ? HELP_WIDTH_MAX : columns;
}

void help_fill(const char *text, size_t at, size_t indent, size_t width, struct strbuf *out) {
    bool start = true; /* of a line: no blank before the word */
    for (;;) {
        text += strspn(text, " ");
        if (*text == '\0')
            break;
        if (*text == '\n') {
            strbuf_add_text(out, "\n\n");
            strbuf_add_repeat(out, ' ', indent);
            at = indent;
            start = true;
            text++;
            continue;
        }
        size_t n = strcspn(text, " \n");
        if (!start && at + 1 + n > width) {
            strbuf_add_char(out, '\n');
            strbuf_add_repeat(out, ' ', indent);
            at = indent;
            start = true;
        }
        if (!start)
            strbuf_add_char(out, ' ');
        strbuf_add(out, text, n);
        at += n + !start;
        start = false;
        text += n;
    }
    strbuf_add_char(out, '\n');
}

/* A row of a list: `word` at the left, its explanation in the column at the right. */
static void add_row(const char *word, const char *text, size_t width, struct strbuf *out) {
    strbuf_printf(out, "  %s", word);
    size_t at = 2 + strlen(word);
    if (at + 2 > COLUMN) {
        strbuf_add_char(out, '\n');
        at = 0;
    }
    strbuf_add_repeat(out, ' ', COLUMN - at);
    help_fill(text, COLUMN, COLUMN, width, out);
}

/* "-i, --in-place", "    --width N" */
static void add_spelling(char letter, const char *name, const char *metavar, struct strbuf *out) {
    if (letter != 0)
        strbuf_printf(out, "-%c, --%s", letter, name);
    else
        strbuf_printf(out, "    --%s", name);
    if (metavar != NULL)
        strbuf_printf(out, " %s", metavar);
}

static void add_option(const struct option *option, size_t width, struct strbuf *out) {
    struct strbuf word = {0}, text = {0}, remark = {0};
    add_spelling(option->letter, option->name, option->metavar, &word);
    strbuf_add_text(&text, option->help);
    value_remark(option, &remark);
    if (remark.n > 0)
        strbuf_printf(&text, " (%s)", strbuf_text(&remark));
    add_row(strbuf_text(&word), strbuf_text(&text), width, out);
    strbuf_free(&word);
    strbuf_free(&text);
    strbuf_free(&remark);
}

/* The options of a command that all commands have, or those that not all have. */
static void add_options(const struct cli_table *table, const struct cli_command *command,
                        bool common, const char *title, size_t width, struct strbuf *out) {
    for (size_t i = 0; i < table->options.n; i++) {
        const struct option *option = &table->options.at[i];
        if (!table_has(table, option->commands, command) || (option->commands == ON_ALL) != common)
            continue;
        strbuf_add_text(out, title);
        title = "";
        add_option(option, width, out);
    }
}

/* The examples of a command, or, if it is NULL, the first one of each command. */
static void add_examples(const struct cli_table *table, const struct cli_command *command,
                         size_t width, struct strbuf *out) {
    const char *title = "\nExamples:\n";
    uint32_t shown = 0;
    for (size_t i = 0; i < table->examples.n; i++) {
        const struct example *example = &table->examples.at[i];
        bool wanted = command != NULL ? table_has(table, example->commands, command)
                                      : (example->commands & shown) == 0;
        if (!wanted)
            continue;
        shown |= example->commands;
        strbuf_printf(out, "%s  %s\n      ", title, example->line);
        help_fill(example->meaning, 6, 6, width, out);
        title = "";
    }
}

/* All exit statuses, or those of one command. */
static void add_statuses(const struct cli_table *table, const struct cli_command *command,
                         size_t width, struct strbuf *out) {
    strbuf_add_text(out, "\nExit status:\n");
    for (size_t i = 0; i < table->statuses.n; i++) {
        const struct status_meaning *status = &table->statuses.at[i];
        if (command != NULL && !table_has(table, status->commands, command))
            continue;
        strbuf_printf(out, "  %3d  ", status->status);
        help_fill(status->meaning, 7, 7, width, out);
    }
}

void help_overview(const struct cli_table *table, size_t width, struct strbuf *out) {
    strbuf_add_text(out, "Usage: momus COMMAND [OPTION]... [OPERAND]...\n\n");
    help_fill("Finds the faults of SMT solvers.", 0, 0, width, out);
    strbuf_add_text(out, "\nCommands:\n");
    for (size_t i = 0; i < table->commands.n; i++)
        add_row(table->commands.at[i].name, table->commands.at[i].summary, width, out);
    strbuf_add_text(out, "\nOptions:\n");
    for (size_t i = 0; i < table->globals.n; i++) {
        const struct global_option *option = &table->globals.at[i];
        struct strbuf word = {0};
        add_spelling(option->letter, option->name, NULL, &word);
        add_row(strbuf_text(&word), option->help, width, out);
        strbuf_free(&word);
    }
    add_examples(table, NULL, width, out);
    add_statuses(table, NULL, width, out);
    strbuf_add_char(out, '\n');
    help_fill("'momus COMMAND --help' shows the options of a command. Defaults for them can be put "
              "into ~/.config/momus/momus.conf; 'man momus' says how.",
              0, 0, width, out);
}

void help_command(const struct cli_table *table, const struct cli_command *command, size_t width,
                  struct strbuf *out) {
    strbuf_printf(out, "Usage: momus %s [OPTION]...%s%s\n\n", command->name,
                  command->operands[0] != '\0' ? " " : "", command->operands);
    help_fill(command->description, 0, 0, width, out);
    add_options(table, command, false, "\nOptions:\n", width, out);
    add_options(table, command, true, "\nCommon options:\n", width, out);
    add_examples(table, command, width, out);
    add_statuses(table, command, width, out);
}
