#include "cli/settings.h"

#include "base/die.h"

static void *field_of(const struct settings *settings, const struct option *option) {
    return (char *)settings->values + option->offset;
}

static void store(struct settings *settings, const struct option *option, const struct value *value,
                  bool first_of_source) {
    void *field = field_of(settings, option);
    switch (option->type) {
    case OPTION_FLAG:
    case OPTION_HELP:
        *(bool *)field = value->flag;
        return;
    case OPTION_INT:
    case OPTION_SIZE:
    case OPTION_DURATION:
        *(int64_t *)field = value->number;
        return;
    case OPTION_TEXT:
    case OPTION_CHOICE:
        *(const char **)field = arena_copy_text(&settings->texts, value->text, strlen(value->text));
        return;
    case OPTION_LIST:
        if (first_of_source)
            vec_clear((text_vec *)field);
        vec_push((text_vec *)field,
                 arena_copy_text(&settings->texts, value->text, strlen(value->text)));
        return;
    }
}

bool settings_check(const struct option *option, const char *text, struct strbuf *error) {
    struct value value;
    if (value_read(option, text, &value))
        return true;
    strbuf_add_text(error, "wants ");
    value_describe(option, error);
    if (text[0] != '\0')
        strbuf_printf(error, ", not '%s'", text);
    return false;
}

bool settings_set(struct settings *settings, const struct option *option,
                  enum settings_source source, const char *text, struct strbuf *error) {
    if (!settings_check(option, text, error))
        return false;
    unsigned char *before = &settings->sources[option - settings->table->options.at];
    if (*before > source)
        return true;
    struct value value;
    value_read(option, text, &value);
    store(settings, option, &value, *before < source);
    *before = (unsigned char)source;
    return true;
}

void settings_init(struct settings *settings, const struct cli_table *table, void *values) {
    *settings = (struct settings){.table = table, .values = values};
    settings->sources = mem_alloc_zero(table->options.n);
    memset(values, 0, table->values_size);
    struct strbuf error = {0};
    for (size_t i = 0; i < table->options.n; i++) {
        const struct option *option = &table->options.at[i];
        if (option->initial != NULL &&
            !settings_set(settings, option, SOURCE_DEFAULT, option->initial, &error))
            BUG("the default of --%s: it %s", option->name, strbuf_text(&error));
    }
    strbuf_free(&error);
}

void settings_free(struct settings *settings) {
    for (size_t i = 0; i < settings->table->options.n; i++) {
        const struct option *option = &settings->table->options.at[i];
        if (option->type == OPTION_LIST)
            vec_free((text_vec *)field_of(settings, option));
    }
    mem_free(settings->sources);
    arena_free(&settings->texts);
}
