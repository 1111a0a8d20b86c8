#include "cli/maker_settings.h"

struct gen_settings settings_of_options(const struct options *options) {
    return (struct gen_settings){
        .mode = options->mode,
        .grammars = (const char *const *)options->grammar.at,
        .n_grammars = options->grammar.n,
        .from = options->from,
    };
}

bool settings_save(struct store *store, const struct gen_settings *settings) {
    struct strbuf grammars = {0};
    for (size_t i = 0; i < settings->n_grammars; i++)
        strbuf_printf(&grammars, "%s\n", settings->grammars[i]);
    bool good = store_set_value(store, "grammars", strbuf_text(&grammars)) &&
                store_set_value(store, "from", settings->from == NULL ? "" : settings->from);
    strbuf_free(&grammars);
    return good;
}

bool settings_load(struct store *store, struct arena *arena, struct gen_settings *settings) {
    const char *grammars, *from;
    *settings = (struct gen_settings){0};
    if (!store_value(store, "grammars", arena, &grammars) ||
        !store_value(store, "from", arena, &from))
        return false;
    settings->from = from == NULL || *from == '\0' ? NULL : from;
    size_t most = grammars == NULL ? 0 : strlen(grammars);
    const char **names = arena_alloc(arena, (most + 1) * sizeof *names);
    while (grammars != NULL && *grammars != '\0') {
        size_t n = strcspn(grammars, "\n");
        names[settings->n_grammars++] = arena_copy_text(arena, grammars, n);
        grammars += n + (grammars[n] == '\n');
    }
    settings->grammars = names;
    return true;
}
