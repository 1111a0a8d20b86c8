#include "cli/maker_settings.h"

#include <stddef.h>
#include <unistd.h>

#include "base/file.h"
#include "gen/construct.h"
#include "gen/seed.h"

/* What is as usual is not said: the same tests have the same ids. */
static uint32_t unless_usual(long long number, uint32_t usual) {
    return number == usual ? 0 : (uint32_t)number;
}

struct gen_settings settings_of_options(const struct options *options) {
    return (struct gen_settings){
        .mode = options->mode,
        .grammars = (const char *const *)options->grammar.at,
        .n_grammars = options->grammar.n,
        .from = options->from,
        .construct =
            {
                .patterns = options->patterns,
                .ascii = options->ascii,
                .no_quantifiers = !options->quantifiers,
                .bound = options->bound > 1 ? (uint32_t)options->bound : 0,
                .without = (const char *const *)options->without.at,
                .n_without = options->without.n,
                .theory = options->theory,
                .constants = options->constants,
            },
        .edit = {.length = unless_usual(options->length, EDIT_LENGTH_USUAL),
                 .distance = unless_usual(options->distance, EDIT_DISTANCE_USUAL)},
    };
}

/* ---- misuse ------------------------------------------------------------------ */

static bool is_chosen(const char *name, const struct strategy *const *chosen, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (strcmp(chosen[i]->name, name) == 0)
            return true;
    return false;
}

static bool is_suite_chosen(const struct strategy *const *chosen, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (chosen[i]->is_suite)
            return true;
    return false;
}

bool settings_shape_suites(const struct options *options) {
    return options->patterns || options->ascii || !options->quantifiers || options->without.n > 0 ||
           options->constants != NULL || options->theory != NULL || options->bound > 1;
}

const char *settings_misuse(const struct options *options, const struct strategy *const *chosen,
                            size_t n) {
    if ((options->grammar.n > 0 || options->from != NULL) && !is_chosen("et", chosen, n))
        return "--grammar and --from are for the strategy et";
    if ((options->length != EDIT_LENGTH_USUAL || options->distance != EDIT_DISTANCE_USUAL) &&
        !is_chosen("edit", chosen, n))
        return "--length and --distance are for the strategy edit";
    if (settings_shape_suites(options) && !is_suite_chosen(chosen, n))
        return "--patterns, --ascii, --no-quantifiers, --without, --constants, --theory and "
               "--bound "
               "are for suites by construction, such as strings";
    return NULL;
}

void settings_tell_unknown(const struct gen *gen, const struct strategy *const *chosen, size_t n) {
    const struct construct_settings *settings = &gen->settings.construct;
    for (size_t word = 0; word < settings->n_without; word++) {
        struct strbuf suites = {0};
        bool is_known = false;
        for (size_t i = 0; i < n; i++) {
            if (!chosen[i]->is_suite)
                continue;
            is_known = is_known || construct_knows(gen, chosen[i]->name, word);
            strbuf_printf(&suites, "%s%s", suites.n > 0 ? ", " : "", chosen[i]->name);
        }
        if (!is_known && suites.n > 0)
            fprintf(stderr,
                    "momus: warning: %s: no operator, operation, equivalence or equality '%s'\n",
                    strbuf_text(&suites), settings->without[word]);
        strbuf_free(&suites);
    }
}

/* ---- in the run -------------------------------------------------------------- */

/* What tests depend on, and where it is in struct gen_settings. */
static const struct kept {
    const char *key, *option;
    enum {
        KEPT_TEXT,
        KEPT_LIST,
        KEPT_NUMBER,
        KEPT_FLAG,
        KEPT_FILE,  /* what the file has that a text names: only to be compared */
        KEPT_FILES, /* the same for a list; names of grammars that momus has are no files */
    } type;
    size_t at, n_at; /* n_at: the length of a list */
} kept[] = {
#define AT(field) offsetof(struct gen_settings, field)
    {"grammars", "--grammar", KEPT_LIST, AT(grammars), AT(n_grammars)},
    {"from", "--from", KEPT_TEXT, AT(from), 0},
    {"length", "--length", KEPT_NUMBER, AT(edit.length), 0},
    {"distance", "--distance", KEPT_NUMBER, AT(edit.distance), 0},
    {"patterns", "--patterns", KEPT_FLAG, AT(construct.patterns), 0},
    {"ascii", "--ascii", KEPT_FLAG, AT(construct.ascii), 0},
    {"no-quantifiers", "--quantifiers", KEPT_FLAG, AT(construct.no_quantifiers), 0},
    {"bound", "--bound", KEPT_NUMBER, AT(construct.bound), 0},
    {"without", "--without", KEPT_LIST, AT(construct.without), AT(construct.n_without)},
    {"theory", "--theory", KEPT_TEXT, AT(construct.theory), 0},
    {"constants", "--constants", KEPT_TEXT, AT(construct.constants), 0},
    {"grammar-files", "--grammar", KEPT_FILES, AT(grammars), AT(n_grammars)},
    {"theory-file", "--theory", KEPT_FILE, AT(construct.theory), 0},
    {"constants-file", "--constants", KEPT_FILE, AT(construct.constants), 0},
};
enum { N_KEPT = sizeof kept / sizeof *kept };

/* A number that stands for the contents; nothing, where there is no such file. */
static void print_contents(const char *path, struct strbuf *out) {
    struct file_text text;
    struct strbuf error = {0};
    if (path != NULL && access(path, F_OK) == 0 && file_read(path, &text, &error)) {
        strbuf_printf(out, "%016llx\n", (unsigned long long)seed_hash(text.at, text.n));
        file_text_free(&text);
    }
    strbuf_free(&error);
}

/* A line for each word of a list. */
static void print_kept(const struct kept *row, const struct gen_settings *settings,
                       struct strbuf *out) {
    const char *at = (const char *)settings + row->at;
    strbuf_clear(out);
    if (row->type == KEPT_TEXT) {
        const char *text = *(const char *const *)at;
        strbuf_add_text(out, text == NULL ? "" : text);
    } else if (row->type == KEPT_FILE) {
        print_contents(*(const char *const *)at, out);
    } else if (row->type == KEPT_NUMBER) {
        strbuf_printf(out, "%u", *(const uint32_t *)at);
    } else if (row->type == KEPT_FLAG) {
        strbuf_add_text(out, *(const bool *)at ? "yes" : "");
    } else {
        const char *const *words = *(const char *const *const *)at;
        size_t n = *(const size_t *)((const char *)settings + row->n_at);
        for (size_t i = 0; i < n; i++)
            if (row->type == KEPT_FILES)
                print_contents(words[i], out);
            else
                strbuf_printf(out, "%s\n", words[i]);
    }
}

static void read_list(const struct kept *row, const char *text, struct arena *arena,
                      struct gen_settings *settings) {
    const char **words = arena_alloc(arena, (strlen(text) + 1) * sizeof *words);
    size_t n_words = 0;
    while (*text != '\0') {
        size_t n = strcspn(text, "\n");
        words[n_words++] = arena_copy_text(arena, text, n);
        text += n + (text[n] == '\n');
    }
    *(const char *const **)((char *)settings + row->at) = words;
    *(size_t *)((char *)settings + row->n_at) = n_words;
}

static void read_kept(const struct kept *row, const char *text, struct arena *arena,
                      struct gen_settings *settings) {
    char *at = (char *)settings + row->at;
    if (row->type == KEPT_FILE || row->type == KEPT_FILES)
        return;
    if (row->type == KEPT_LIST)
        read_list(row, text, arena, settings);
    else if (row->type == KEPT_NUMBER)
        *(uint32_t *)at = (uint32_t)strtoul(text, NULL, 10);
    else if (row->type == KEPT_FLAG)
        *(bool *)at = *text != '\0';
    else if (*text != '\0')
        *(const char **)at = text;
}

bool settings_save(struct store *store, const struct gen_settings *settings) {
    struct strbuf text = {0};
    bool good = true;
    for (size_t i = 0; i < N_KEPT && good; i++) {
        print_kept(&kept[i], settings, &text);
        good = store_set_value(store, kept[i].key, strbuf_text(&text));
    }
    strbuf_free(&text);
    return good;
}

bool settings_compare(struct store *store, const struct gen_settings *settings,
                      const char **option) {
    struct arena arena = {0};
    struct strbuf text = {0};
    bool good = true;
    *option = NULL;
    for (size_t i = 0; i < N_KEPT && good && *option == NULL; i++) {
        const char *old;
        print_kept(&kept[i], settings, &text);
        good = store_value(store, kept[i].key, &arena, &old);
        if (good && old != NULL && strcmp(old, strbuf_text(&text)) != 0)
            *option = kept[i].option;
    }
    strbuf_free(&text);
    arena_free(&arena);
    return good;
}

bool settings_load(struct store *store, struct arena *arena, struct gen_settings *settings) {
    *settings = (struct gen_settings){0};
    for (size_t i = 0; i < N_KEPT; i++) {
        const char *text;
        if (!store_value(store, kept[i].key, arena, &text))
            return false;
        if (text != NULL)
            read_kept(&kept[i], text, arena, settings);
    }
    return true;
}
