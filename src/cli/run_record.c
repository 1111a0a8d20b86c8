#include "cli/run_record.h"

#include <inttypes.h>
#include <unistd.h>

#include "campaign/lineup.h"

static bool save_number(struct store *store, const char *name, int64_t number) {
    char text[32];
    snprintf(text, sizeof text, "%" PRId64, number);
    return store_set_value(store, name, text);
}

/* One in a line, as the user named them; by themselves, if they were found by momus. */
static bool save_solvers(struct store *store, const struct options *options,
                         const struct solve_judge *judge) {
    struct strbuf text = {0};
    for (size_t i = 0; i < options->solver.n; i++)
        strbuf_printf(&text, "%s\n", options->solver.at[i]);
    for (size_t i = 0; options->solver.n == 0 && i < judge->solvers.n; i++)
        strbuf_printf(&text, "%s\n", judge->solvers.at[i].name);
    bool good = store_set_value(store, "solvers", strbuf_text(&text));
    strbuf_free(&text);
    return good;
}

static bool save_seeds(struct store *store, char *const *seeds, size_t n) {
    struct strbuf text = {0};
    for (size_t i = 0; i < n; i++)
        strbuf_printf(&text, "%s\n", seeds[i]);
    bool good = store_set_value(store, "seeds", strbuf_text(&text));
    strbuf_free(&text);
    return good;
}

/* "family of z3", "command of z3" */
static void add_key(const char *what, const char *name, struct strbuf *key) {
    strbuf_clear(key);
    strbuf_printf(key, "%s of %.*s", what, (int)lineup_base_name(name), name);
}

static bool save_solver(struct store *store, const struct solve_judge *judge, size_t solver) {
    struct strbuf key = {0}, command = {0};
    const char *name = judge->solvers.at[solver].name;
    add_key("family", name, &key);
    bool good = store_set_value(store, strbuf_text(&key), judge->solvers.at[solver].family);
    words_join(judge->inquiry.solvers[solver].spawn, &command);
    add_key("command", name, &key);
    good = good && store_set_value(store, strbuf_text(&key), strbuf_text(&command));
    strbuf_free(&key);
    strbuf_free(&command);
    return good;
}

bool run_record_save(struct store *store, const struct options *options,
                     const struct solve_judge *judge, char *const *seeds, size_t n_seeds) {
    char *folder = get_current_dir_name();
    bool good = save_solvers(store, options, judge) && save_seeds(store, seeds, n_seeds) &&
                save_number(store, "timeout", options->timeout) &&
                save_number(store, "memory", options->memory) &&
                (folder == NULL || store_set_value(store, "folder", folder));
    for (size_t i = 0; good && i < judge->solvers.n; i++)
        good = save_solver(store, judge, i);
    free(folder);
    return good;
}

static bool load_number(struct store *store, struct arena *arena, const char *name,
                        int64_t *number) {
    const char *text;
    *number = 0;
    if (!store_value(store, name, arena, &text))
        return false;
    if (text != NULL)
        *number = strtoll(text, NULL, 10);
    return true;
}

static bool load_lines(struct store *store, struct arena *arena, const char *name,
                       text_vec *lines) {
    const char *text;
    if (!store_value(store, name, arena, &text))
        return false;
    while (text != NULL && *text != '\0') {
        size_t n = strcspn(text, "\n");
        vec_push(lines, arena_copy_text(arena, text, n));
        text += n + (text[n] == '\n');
    }
    return true;
}

bool run_record_load(struct store *store, struct arena *arena, struct run_record *record) {
    *record = (struct run_record){0};
    return load_lines(store, arena, "solvers", &record->solvers) &&
           load_lines(store, arena, "seeds", &record->seeds) &&
           store_value(store, "folder", arena, &record->folder) &&
           load_number(store, arena, "timeout", &record->timeout) &&
           load_number(store, arena, "memory", &record->memory);
}

const char *run_record_find_family(struct store *store, struct arena *arena, const char *name) {
    struct strbuf key = {0};
    const char *family;
    add_key("family", name, &key);
    bool good = store_value(store, strbuf_text(&key), arena, &family);
    strbuf_free(&key);
    return good ? family : NULL;
}

const char *run_record_family(struct store *store, struct arena *arena, const char *name) {
    const char *family = run_record_find_family(store, arena, name);
    return family != NULL ? family : name;
}

bool run_record_words(struct store *store, struct arena *arena, const char *name,
                      const char *command, struct words *words) {
    struct strbuf key = {0};
    const char *usual;
    struct words old, new;
    add_key("command", name, &key);
    bool good = store_value(store, strbuf_text(&key), arena, &usual) && usual != NULL &&
                words_split(arena, usual, strlen(usual), &old) &&
                words_split(arena, command, strlen(command), &new);
    strbuf_free(&key);
    if (!good)
        return false;
    const char **at = arena_alloc(arena, (new.n + 1) * sizeof *at);
    size_t n = 0;
    for (size_t i = 0; i < new.n; i++)
        if (!words_have(old, new.at[i]))
            at[n++] = new.at[i];
    at[n] = NULL;
    *words = (struct words){at, n};
    return n > 0;
}
