#include "cli/cli.h"

#include "base/die.h"
#include "cli/about.h"
#include "cli/args.h"
#include "cli/conf.h"
#include "cli/generate.h"
#include "cli/help.h"
#include "cli/options.h"
#include "cli/streams.h"
#include "cli/suggest.h"

int cli_usage(const struct cli_command *command, const char *message) {
    fprintf(stderr, "momus: error: %s\nTry 'momus %s%s--help'.\n", message,
            command != NULL ? command->name : "", command != NULL ? " " : "");
    return EXIT_USAGE;
}

int cli_misuse(const char *command, const char *message) {
    return cli_usage(table_command(&momus_table, command, strlen(command)), message);
}

int cli_unknown_command(const char *name) {
    struct strbuf message = {0};
    struct suggestion suggestion;
    suggest_start(&suggestion, name, strlen(name));
    for (size_t i = 0; i < momus_table.commands.n; i++)
        suggest_offer(&suggestion, momus_table.commands.at[i].name);
    strbuf_printf(&message, "unknown command '%s'", name);
    suggest_add(&suggestion, "'", "'", &message);
    int status = cli_usage(NULL, strbuf_text(&message));
    strbuf_free(&message);
    return status;
}

/* Prints and frees a text that was asked for. */
static int show(struct strbuf *text) {
    fwrite(text->at, 1, text->n, stdout);
    strbuf_free(text);
    return EXIT_DONE;
}

int cli_show_help(const struct cli_command *command) {
    struct strbuf text = {0};
    if (command == NULL)
        help_overview(&momus_table, help_width(), &text);
    else
        help_command(&momus_table, command, help_width(), &text);
    return show(&text);
}

/* ---- momus --OPTION ------------------------------------------------------- */

static int show_version(void) {
    struct strbuf text = {0};
    about(&text);
    return show(&text);
}

static int generate_files(char *const *operands, size_t n) {
    struct strbuf error = {0};
    enum generate_result result = GENERATE_UNKNOWN_KIND;
    if (n == 2)
        result = generate(&momus_table, operands[0], operands[1], &error);
    if (result == GENERATE_FAILED)
        die(EXIT_ENVIRONMENT, "%s", strbuf_text(&error));
    if (result == GENERATE_UNKNOWN_KIND)
        return cli_usage(NULL, "--generate wants man|bash|zsh|fish and DIR");
    return EXIT_DONE;
}

static int unknown_global(const char *word) {
    struct strbuf message = {0};
    struct suggestion suggestion;
    const char *name = word + strspn(word, "-");
    suggest_start(&suggestion, name, strlen(name));
    for (size_t i = 0; i < momus_table.globals.n; i++)
        suggest_offer(&suggestion, momus_table.globals.at[i].name);
    strbuf_printf(&message, "unknown option %s for 'momus'", word);
    suggest_add(&suggestion, "--", "", &message);
    if (suggestion.best == NULL)
        strbuf_add_text(&message, "; the command comes first");
    int status = cli_usage(NULL, strbuf_text(&message));
    strbuf_free(&message);
    return status;
}

/* The words start with an option. */
static int run_global(char *const *words, size_t n) {
    if (strcmp(words[0], "--help") == 0 || strcmp(words[0], "-h") == 0)
        return cli_show_help(NULL);
    if (strcmp(words[0], "--version") == 0)
        return show_version();
    if (strcmp(words[0], "--generate") == 0)
        return generate_files(words + 1, n - 1);
    return unknown_global(words[0]);
}

/* ---- momus COMMAND -------------------------------------------------------- */

static bool read_conf(struct settings *settings, const struct cli_command *command,
                      const char *path, enum settings_source source, struct strbuf *notes) {
    struct strbuf errors = {0};
    enum conf_result result = conf_read(settings, command, path, source, &errors);
    if (result != CONF_MISSING)
        strbuf_printf(notes, "momus: note: settings read from %s\n", path);
    fputs(strbuf_text(&errors), stderr);
    strbuf_free(&errors);
    return result != CONF_BAD;
}

/* Reads the files with the user's defaults; reports all that is wrong with them. */
static bool read_confs(struct settings *settings, const struct cli_command *command,
                       const struct options *options) {
    struct strbuf notes = {0};
    char *user = conf_user_path();
    const char *named = getenv("MOMUS_CONF");
    bool good = user == NULL || read_conf(settings, command, user, SOURCE_USER_FILE, &notes);
    if (named != NULL && named[0] != '\0')
        good = read_conf(settings, command, named, SOURCE_NAMED_FILE, &notes) && good;
    if (good && options->verbose && !options->quiet)
        fputs(strbuf_text(&notes), stderr);
    mem_free(user);
    strbuf_free(&notes);
    return good;
}

static int run_command(const struct cli_command *command, char *const *words, size_t n) {
    struct options options;
    struct settings settings;
    struct strbuf error = {0};
    operand_vec operands = {0};
    int status = EXIT_USAGE;
    settings_init(&settings, &momus_table, &options);
    switch (args_read(&settings, command, words, n, &operands, &error)) {
    case ARGS_HELP:
        status = cli_show_help(command);
        break;
    case ARGS_WRONG:
        status = cli_usage(command, strbuf_text(&error));
        break;
    case ARGS_GOOD:
        status = read_confs(&settings, command, &options)
                     ? command->run(&options, operands.at, operands.n)
                     : EXIT_BAD_INPUT;
        break;
    }
    vec_free(&operands);
    strbuf_free(&error);
    settings_free(&settings);
    return status;
}

int cli_run(int argc, char *const *argv) {
    streams_start();
    int status;
    if (argc < 2) {
        status = cli_usage(NULL, "a command is wanted");
    } else if (argv[1][0] == '-') {
        status = run_global(argv + 1, (size_t)argc - 1);
    } else {
        const struct cli_command *command = table_command(&momus_table, argv[1], strlen(argv[1]));
        status = command != NULL ? run_command(command, argv + 2, (size_t)argc - 2)
                                 : cli_unknown_command(argv[1]);
    }
    return streams_finish(status);
}
