#include "cli/known.h"

#include <jansson.h>

#include "cli/archive.h"

static bool ends_with(const char *text, const char *end) {
    size_t n = strlen(text), m = strlen(end);
    return n >= m && strcmp(text + n - m, end) == 0;
}

/* ---- what was exported ----------------------------------------------------- */

static void add_print(struct known *known, const char *fingerprint, size_t n, const char *origin) {
    struct known_print print = {mem_copy_text(fingerprint, n),
                                mem_copy_text(origin, strlen(origin))};
    vec_push(&known->prints, print);
}

/* Without the range of versions, which is the end of it in JSON. */
static void add_own(struct known *known, const char *fingerprint, const char *range,
                    const char *origin) {
    size_t n = strlen(fingerprint);
    struct strbuf end = {0};
    strbuf_printf(&end, " in %s", range != NULL ? range : "");
    if (range != NULL && ends_with(fingerprint, strbuf_text(&end)))
        n -= end.n;
    add_print(known, fingerprint, n, origin);
    strbuf_free(&end);
}

static bool take_json(struct known *known, const char *origin, const char *bytes, size_t n,
                      struct strbuf *error) {
    json_error_t place;
    json_set_alloc_funcs(mem_alloc, mem_free);
    json_t *json = json_loadb(bytes, n, 0, &place);
    const char *fingerprint = json_string_value(json_object_get(json, "fingerprint"));
    if (json == NULL)
        strbuf_printf(error, "%s:%d:%d: %s", origin, place.line, place.column, place.text);
    else if (fingerprint == NULL)
        strbuf_printf(error, "%s:1:1: this is no finding of momus: it has no fingerprint", origin);
    else {
        json_t *aliases = json_object_get(json, "aliases");
        add_own(known, fingerprint, json_string_value(json_object_get(json, "fails_in")), origin);
        for (size_t i = 0; i < json_array_size(aliases); i++) {
            const char *alias = json_string_value(json_array_get(aliases, i));
            if (alias != NULL)
                add_print(known, alias, strlen(alias), origin);
        }
    }
    json_decref(json);
    return fingerprint != NULL;
}

bool known_take_archive(struct known *known, const char *origin, const char *bytes, size_t n,
                        bool *there, struct strbuf *error) {
    struct archive_file file;
    enum archive_state state;
    size_t at = 0;
    *there = false;
    while ((state = archive_next(bytes, n, &at, &file)) == ARCHIVE_FILE)
        if (ends_with(file.name, "/" KNOWN_FILE)) {
            struct strbuf name = {0};
            strbuf_printf(&name, "%s/%s", origin, file.name);
            bool good = take_json(known, strbuf_text(&name), file.bytes, file.n, error);
            strbuf_free(&name);
            *there = true;
            if (!good)
                return false;
        }
    if (state == ARCHIVE_BAD)
        strbuf_printf(error, "%s: this is no whole archive", origin);
    return state == ARCHIVE_END;
}

/* ---- files and folders ----------------------------------------------------- */

/* *there: it is one of those that tell something. */
static bool take_file(struct known *known, const char *path, bool *there, struct strbuf *error) {
    struct file_text text;
    const char *slash = strrchr(path, '/'), *name = slash != NULL ? slash + 1 : path;
    bool is_archive = ends_with(name, ".tar");
    *there = strcmp(name, "momus.db") == 0;
    if (*there) {
        size_t n = slash == path ? 1 : (size_t)(name - path);
        vec_push(&known->runs,
                 slash != NULL ? mem_copy_text(path, n > 1 ? n - 1 : n) : mem_copy_text(".", 1));
    }
    if (*there || (!is_archive && strcmp(name, KNOWN_FILE) != 0))
        return true;
    *there = true;
    if (!file_read(path, &text, error))
        return false;
    bool good = is_archive ? known_take_archive(known, path, text.at, text.n, there, error)
                           : take_json(known, path, text.at, text.n, error);
    file_text_free(&text);
    return good;
}

bool known_find(struct known *known, const char *path, struct strbuf *error) {
    path_vec paths = {0};
    size_t n = 0;
    bool good = file_list(path, "", &paths, error), there;
    for (size_t i = 0; good && i < paths.n; i++) {
        good = take_file(known, paths.at[i], &there, error);
        n += there;
    }
    path_vec_free(&paths);
    if (good && n == 0)
        strbuf_printf(error,
                      "%s: nothing is known there: it was looked for runs (momus.db) and for what "
                      "momus findings export writes (*.tar, or " KNOWN_FILE
                      " where it was unpacked)",
                      path);
    return good && n > 0;
}

bool known_tell(const struct known *known, struct store *store) {
    bool good = true;
    for (size_t i = 0; good && i < known->runs.n; i++) {
        char *folder = realpath(known->runs.at[i], NULL);
        if (folder == NULL || strcmp(folder, store_folder(store)) != 0)
            good = store_import_known(store, known->runs.at[i]);
        free(folder); /* libc's */
    }
    for (size_t i = 0; good && i < known->prints.n; i++)
        good = store_add_known(store, known->prints.at[i].fingerprint, known->prints.at[i].origin);
    return good;
}

void known_release(struct known *known) {
    path_vec_free(&known->runs);
    for (size_t i = 0; i < known->prints.n; i++) {
        mem_free(known->prints.at[i].fingerprint);
        mem_free(known->prints.at[i].origin);
    }
    vec_free(&known->prints);
}
