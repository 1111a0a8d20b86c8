#include "cli/args.h"

#include "base/lex.h"
#include "cli/suggest.h"

struct args {
    struct settings *settings;
    const struct cli_command *command;
    char *const *next; /* word to read */
    char *const *end;
    struct strbuf *error;
    bool help;
};

static void suggest_option(const struct args *args, const char *typed, size_t n) {
    const struct cli_table *table = args->settings->table;
    struct suggestion suggestion;
    suggest_start(&suggestion, typed, n);
    for (size_t i = 0; i < table->options.n; i++)
        if (table_has(table, table->options.at[i].commands, args->command))
            suggest_offer(&suggestion, table->options.at[i].name);
    suggest_add(&suggestion, "--", "", args->error);
}

/* Sets an option; `spelling`, n bytes, is what the user typed for it. */
static bool set(struct args *args, const struct option *option, const char *spelling, size_t n,
                const char *text) {
    struct strbuf reason = {0};
    bool good = settings_set(args->settings, option, SOURCE_COMMAND_LINE, text, &reason);
    if (!good)
        strbuf_printf(args->error, "%.*s %s", (int)n, spelling, strbuf_text(&reason));
    args->help = args->help || option->type == OPTION_HELP;
    strbuf_free(&reason);
    return good;
}

/* The value that stands in the next word. */
static bool set_from_next(struct args *args, const struct option *option, const char *spelling,
                          size_t n) {
    if (args->next == args->end) {
        strbuf_printf(args->error, "%.*s wants ", (int)n, spelling);
        value_describe(option, args->error);
        return false;
    }
    return set(args, option, spelling, n, *args->next++);
}

/* The flag that --no-name turns off, or NULL. */
static const struct option *negated(const struct args *args, const char *name, size_t n) {
    if (n <= 3 || memcmp(name, "no-", 3) != 0)
        return NULL;
    const struct option *option =
        table_option(args->settings->table, args->command, name + 3, n - 3);
    return option != NULL && option->type == OPTION_FLAG ? option : NULL;
}

static bool unknown_name(struct args *args, const char *name, size_t n) {
    strbuf_printf(args->error, "unknown option --%.*s for 'momus %s'", (int)n, name,
                  args->command->name);
    suggest_option(args, name, n);
    return false;
}

/* A word that starts with two dashes. */
static bool read_name(struct args *args, const char *word) {
    const char *name = word + 2, *value = strchr(name, '=');
    size_t n = value != NULL ? (size_t)(value - name) : strlen(name);
    const struct option *option = table_option(args->settings->table, args->command, name, n);
    const char *flag = "true";
    if (option == NULL) {
        option = negated(args, name, n);
        flag = "false";
    }
    if (option == NULL)
        return unknown_name(args, name, n);
    if (option_takes_value(option) && value != NULL)
        return set(args, option, word, n + 2, value + 1);
    if (option_takes_value(option))
        return set_from_next(args, option, word, n + 2);
    if (value != NULL) {
        strbuf_printf(args->error, "%.*s takes no value", (int)n + 2, word);
        return false;
    }
    return set(args, option, word, n + 2, flag);
}

static bool unknown_letter(struct args *args, const char *word, const char *letter) {
    uint32_t code_point;
    size_t n = lex_utf8(letter, strlen(letter), &code_point);
    strbuf_printf(args->error, "unknown option -%.*s for 'momus %s'", n > 0 ? (int)n : 1, letter,
                  args->command->name);
    if (strlen(word) > 2) /* -check: a dash is missing */
        suggest_option(args, word + 1, strcspn(word + 1, "="));
    return false;
}

/* A word that starts with one dash: letters of flags, then perhaps one with its value. */
static bool read_letters(struct args *args, const char *word) {
    for (const char *letter = word + 1; *letter != '\0' && !args->help; letter++) {
        const struct option *option = table_letter(args->settings->table, args->command, *letter);
        if (option == NULL)
            return unknown_letter(args, word, letter);
        char spelling[3] = {'-', *letter, '\0'};
        if (option_takes_value(option))
            return letter[1] != '\0' ? set(args, option, spelling, 2, letter + 1)
                                     : set_from_next(args, option, spelling, 2);
        if (!set(args, option, spelling, 2, "true"))
            return false;
    }
    return true;
}

static bool check_operands(const struct args *args, const operand_vec *operands) {
    const struct cli_command *command = args->command;
    if (operands->n < command->min) {
        strbuf_printf(args->error, "'momus %s' wants %s", command->name, command->operands);
        if (strncmp(command->operands, "FILE", 4) == 0)
            strbuf_add_text(args->error, " (- is standard input)");
        return false;
    }
    if (operands->n > command->max) {
        if (command->max == 0)
            strbuf_printf(args->error, "'momus %s' takes no operands", command->name);
        else
            strbuf_printf(args->error, "'momus %s' takes only %s", command->name,
                          command->operands);
        strbuf_printf(args->error, ": '%s' is too much", operands->at[command->max]);
        return false;
    }
    return true;
}

enum args_result args_read(struct settings *settings, const struct cli_command *command,
                           char *const *words, size_t n, operand_vec *operands,
                           struct strbuf *error) {
    struct args args = {settings, command, words, words + n, error, false};
    bool only_operands = false, good = true;
    while (good && !args.help && args.next < args.end) {
        char *word = *args.next++;
        if (only_operands || word[0] != '-' || word[1] == '\0')
            vec_push(operands, word);
        else if (strcmp(word, "--") == 0)
            only_operands = true;
        else if (word[1] == '-')
            good = read_name(&args, word);
        else
            good = read_letters(&args, word);
    }
    if (good && args.help)
        return ARGS_HELP;
    return good && check_operands(&args, operands) ? ARGS_GOOD : ARGS_WRONG;
}
