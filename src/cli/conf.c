#include "cli/conf.h"

#include <errno.h>
#include <sys/stat.h>

#include "base/file.h"
#include "base/lex.h"
#include "cli/suggest.h"

/* Bytes of the file. */
struct span {
    const char *at;
    size_t n;
};

struct conf {
    struct settings *settings;
    const struct cli_command *command;
    const char *path;
    enum settings_source source;
    const struct file_text *file;
    struct strbuf *errors;
    bool good;
};

/* Starts the report of a mistake at this byte; the caller adds the reason and a line end. */
static struct strbuf *complain(struct conf *conf, const char *at) {
    struct lex_place place =
        lex_place(conf->file->at, conf->file->n, (size_t)(at - conf->file->at));
    strbuf_printf(conf->errors, "%s:%u:%u: error: ", conf->path, place.line, place.column);
    conf->good = false;
    return conf->errors;
}

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r';
}

static struct span trim(struct span span) {
    while (span.n > 0 && is_blank(span.at[0])) {
        span.at++;
        span.n--;
    }
    while (span.n > 0 && is_blank(span.at[span.n - 1]))
        span.n--;
    return span;
}

/* What is left of a line whose rest is no value: without the comment, if there is one. */
static struct span without_comment(struct span span) {
    for (size_t i = 0; i < span.n; i++)
        if (span.at[i] == '#' && (i == 0 || is_blank(span.at[i - 1])))
            span.n = i;
    return trim(span);
}

/* The value that starts with a quote: what stands before the next quote. */
static bool unquote(struct conf *conf, struct span *value) {
    const char *inside = value->at + 1;
    const char *close = memchr(inside, '"', value->n - 1);
    if (close == NULL) {
        strbuf_add_text(complain(conf, value->at), "the quote is not closed\n");
        return false;
    }
    struct span behind = {close + 1, (size_t)(value->at + value->n - (close + 1))};
    behind = without_comment(behind);
    if (behind.n > 0) {
        strbuf_add_text(complain(conf, behind.at), "only a comment may follow the quote\n");
        return false;
    }
    *value = (struct span){inside, (size_t)(close - inside)};
    return true;
}

static void unknown_command(struct conf *conf, struct span name) {
    const struct cli_table *table = conf->settings->table;
    struct suggestion suggestion;
    suggest_start(&suggestion, name.at, name.n);
    for (size_t i = 0; i < table->commands.n; i++)
        suggest_offer(&suggestion, table->commands.at[i].name);
    struct strbuf *errors = complain(conf, name.at);
    strbuf_printf(errors, "unknown command '%.*s'", (int)name.n, name.at);
    suggest_add(&suggestion, "'", "'", errors);
    strbuf_add_char(errors, '\n');
}

/* `only` is the one command that was asked for its options, or NULL. */
static void unknown_option(struct conf *conf, struct span name, const struct cli_command *only) {
    const struct cli_table *table = conf->settings->table;
    struct suggestion suggestion;
    suggest_start(&suggestion, name.at, name.n);
    for (size_t i = 0; i < table->options.n; i++) {
        const struct option *option = &table->options.at[i];
        if (option->type != OPTION_HELP &&
            (only == NULL || table_has(table, option->commands, only)))
            suggest_offer(&suggestion, option->name);
    }
    struct strbuf *errors = complain(conf, name.at);
    strbuf_printf(errors, "unknown option '%.*s'", (int)name.n, name.at);
    if (only != NULL)
        strbuf_printf(errors, " of 'momus %s'", only->name);
    suggest_add(&suggestion, "'", "'", errors);
    strbuf_add_char(errors, '\n');
}

static bool is_named(const struct option *option, struct span name) {
    return option->type != OPTION_HELP && strlen(option->name) == name.n &&
           memcmp(option->name, name.at, name.n) == 0;
}

/*
 * Sets or at least checks every option that is meant: those of this name, of the
 * command `only` if it is not NULL. One report is enough if several are wrong.
 */
static void set_options(struct conf *conf, struct span name, const struct cli_command *only,
                        struct span value) {
    const struct cli_table *table = conf->settings->table;
    char *text = mem_copy_text(value.at, value.n);
    struct strbuf reason = {0};
    bool known = false, good = true;
    for (size_t i = 0; i < table->options.n && good; i++) {
        const struct option *option = &table->options.at[i];
        if (!is_named(option, name) || (only != NULL && !table_has(table, option->commands, only)))
            continue;
        known = true;
        bool now = (only == NULL || only == conf->command) &&
                   table_has(table, option->commands, conf->command);
        good = now ? settings_set(conf->settings, option, conf->source, text, &reason)
                   : settings_check(option, text, &reason);
    }
    if (!known)
        unknown_option(conf, name, only);
    else if (!good)
        strbuf_printf(complain(conf, value.at), "'%.*s' %s\n", (int)name.n, name.at,
                      strbuf_text(&reason));
    strbuf_free(&reason);
    mem_free(text);
}

static void read_line(struct conf *conf, struct span line) {
    line = trim(line);
    if (line.n == 0 || line.at[0] == '#')
        return;
    const char *nul = memchr(line.at, '\0', line.n);
    if (nul != NULL) {
        strbuf_add_text(complain(conf, nul), "a zero byte: this is no text\n");
        return;
    }
    const char *equals = memchr(line.at, '=', line.n);
    if (equals == NULL) {
        struct span all = without_comment(line);
        strbuf_add_text(complain(conf, all.at + all.n), "expected = and a value\n");
        return;
    }
    struct span name = trim((struct span){line.at, (size_t)(equals - line.at)});
    struct span value = trim((struct span){equals + 1, (size_t)(line.at + line.n - (equals + 1))});
    if (value.n == 0 || value.at[0] != '"')
        value = without_comment(value);
    else if (!unquote(conf, &value))
        return;
    const char *dot = memchr(name.at, '.', name.n);
    const struct cli_command *only = NULL;
    if (dot != NULL) {
        struct span command = {name.at, (size_t)(dot - name.at)};
        only = table_command(conf->settings->table, command.at, command.n);
        if (only == NULL) {
            unknown_command(conf, command);
            return;
        }
        name = (struct span){dot + 1, name.n - command.n - 1};
    }
    set_options(conf, name, only, value);
}

/* Where the user's file would usually be may be a folder that is closed to whoever runs momus. */
static bool is_missing(const char *path, enum settings_source source) {
    struct stat info;
    return stat(path, &info) != 0 &&
           (errno == ENOENT || errno == ENOTDIR || (errno == EACCES && source == SOURCE_USER_FILE));
}

enum conf_result conf_read(struct settings *settings, const struct cli_command *command,
                           const char *path, enum settings_source source, struct strbuf *errors) {
    if (is_missing(path, source))
        return CONF_MISSING;
    struct file_text file;
    struct strbuf reason = {0};
    bool good = file_read(path, &file, &reason);
    if (!good)
        strbuf_printf(errors, "momus: error: %s\n", strbuf_text(&reason));
    strbuf_free(&reason);
    if (!good)
        return CONF_BAD;
    struct conf conf = {settings, command, path, source, &file, errors, true};
    const char *end = file.at + file.n;
    for (const char *at = file.at; at < end;) {
        const char *line_end = memchr(at, '\n', (size_t)(end - at));
        if (line_end == NULL)
            line_end = end;
        read_line(&conf, (struct span){at, (size_t)(line_end - at)});
        at = line_end + 1;
    }
    file_text_free(&file);
    return conf.good ? CONF_READ : CONF_BAD;
}

char *conf_user_path(void) {
    struct strbuf path = {0};
    const char *folder = getenv("XDG_CONFIG_HOME"), *home = getenv("HOME");
    if (folder != NULL && folder[0] == '/') /* a relative one is to be ignored, says XDG */
        strbuf_printf(&path, "%s/momus/momus.conf", folder);
    else if (home != NULL && home[0] != '\0')
        strbuf_printf(&path, "%s/.config/momus/momus.conf", home);
    return path.n > 0 ? strbuf_detach(&path) : NULL;
}
