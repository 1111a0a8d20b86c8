#include "cli/generate.h"

#include "base/file.h"

static bool write_to(const char *folder, const char *name, const struct strbuf *text,
                     struct strbuf *error) {
    struct strbuf path = {0};
    strbuf_printf(&path, "%s/%s", folder, name);
    bool good = file_write(strbuf_text(&path), text->at, text->n, error);
    strbuf_free(&path);
    return good;
}

static bool write_manuals(const struct cli_table *table, const char *folder, struct strbuf *error) {
    struct strbuf text = {0}, name = {0};
    manual_overview(table, &text);
    bool good = write_to(folder, "momus.1", &text, error);
    for (size_t i = 0; i < table->commands.n && good; i++) {
        const struct cli_command *command = &table->commands.at[i];
        strbuf_clear(&text);
        manual_command(table, command, &text);
        strbuf_clear(&name);
        strbuf_printf(&name, "momus-%s.1", command->name);
        good = write_to(folder, strbuf_text(&name), &text, error);
    }
    strbuf_free(&text);
    strbuf_free(&name);
    return good;
}

enum generate_result generate(const struct cli_table *table, const char *kind, const char *folder,
                              struct strbuf *error) {
    static const struct {
        const char *kind;
        const char *name;
        void (*make)(const struct cli_table *table, struct strbuf *out);
    } shells[] = {
        {"bash", "momus", complete_bash},
        {"zsh", "_momus", complete_zsh},
        {"fish", "momus.fish", complete_fish},
    };
    if (strcmp(kind, "man") == 0)
        return write_manuals(table, folder, error) ? GENERATE_DONE : GENERATE_FAILED;
    for (size_t i = 0; i < sizeof shells / sizeof *shells; i++) {
        if (strcmp(shells[i].kind, kind) != 0)
            continue;
        struct strbuf text = {0};
        shells[i].make(table, &text);
        bool good = write_to(folder, shells[i].name, &text, error);
        strbuf_free(&text);
        return good ? GENERATE_DONE : GENERATE_FAILED;
    }
    return GENERATE_UNKNOWN_KIND;
}
