#include "cli/maker_settings.h"

struct gen_settings settings_of_options(const struct options *options) {
    return (struct gen_settings){
        .mode = options->mode,
        .grammars = (const char *const *)options->grammar.at,
        .n_grammars = options->grammar.n,
        .from = options->from,
    };
}

static void add_grammars(const struct gen_settings *settings, struct strbuf *out) {
    for (size_t i = 0; i < settings->n_grammars; i++)
        strbuf_printf(out, "%s\n", settings->grammars[i]);
}

bool settings_compare(struct store *store, const struct gen_settings *settings, bool *agrees) {
    struct arena arena = {0};
    struct strbuf grammars = {0};
    const char *old, *from;
    add_grammars(settings, &grammars);
    bool good =
        store_value(store, "grammars", &arena, &old) && store_value(store, "from", &arena, &from);
    *agrees = good && (old == NULL || strcmp(old, strbuf_text(&grammars)) == 0) &&
              (from == NULL || strcmp(from, settings->from == NULL ? "" : settings->from) == 0);
    strbuf_free(&grammars);
    arena_free(&arena);
    return good;
}

bool settings_save(struct store *store, const struct gen_settings *settings) {
    struct strbuf grammars = {0};
    add_grammars(settings, &grammars);
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
