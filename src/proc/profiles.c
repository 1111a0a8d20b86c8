#include "proc/profiles.h"

#include <sys/stat.h>
#include <unistd.h>

#include "base/lex.h"
#include "proc/profiles_data.h"

/* How many profiles may stand on one another. */
enum { LIKE_MAX = 8 };

/* The text of a profile, and where it comes from. */
struct source {
    char *path; /* NULL if it is built in */
    struct file_text file;
    const char *text;
    size_t n;
    size_t place; /* folder, or the number of folders if it is built in */
};

static void source_release(struct source *source) {
    mem_free(source->path);
    file_text_free(&source->file);
    *source = (struct source){0};
}

const char *profiles_built_in(size_t i, const char **name, size_t *n) {
    *name = profiles_data[i].name;
    *n = profiles_data[i].n;
    return profiles_data[i].text;
}

static bool is_file(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 && S_ISREG(status.st_mode);
}

/* Looks from the place on. */
static enum profile_search source_find(struct profile_folders folders, size_t place,
                                       const char *name, struct source *source,
                                       struct strbuf *error) {
    *source = (struct source){0};
    if (strchr(name, '/') != NULL)
        return PROFILE_UNKNOWN;
    for (; place < folders.n; place++) {
        struct strbuf path = {0};
        strbuf_printf(&path, "%s/%s.solver", folders.at[place], name);
        if (!is_file(strbuf_text(&path))) {
            strbuf_free(&path);
            continue;
        }
        source->path = strbuf_detach(&path);
        source->place = place;
        if (!file_read(source->path, &source->file, error))
            return PROFILE_BAD;
        source->text = source->file.at;
        source->n = source->file.n;
        return PROFILE_FOUND;
    }
    if (place > folders.n)
        return PROFILE_UNKNOWN;
    for (size_t i = 0; profiles_data[i].name != NULL; i++)
        if (strcmp(profiles_data[i].name, name) == 0) {
            source->text = profiles_data[i].text;
            source->n = profiles_data[i].n;
            source->place = folders.n;
            return PROFILE_FOUND;
        }
    return PROFILE_UNKNOWN;
}

static void add_error(struct strbuf *error, const struct source *source, const char *name,
                      const struct profile_error *wrong) {
    struct lex_place place = lex_place(source->text, source->n, wrong->offset);
    if (source->path != NULL)
        strbuf_add_text(error, source->path);
    else
        strbuf_printf(error, "%s.solver (built in)", name);
    strbuf_printf(error, ":%u:%u: error: %s\n", place.line, place.column, wrong->message);
}

/* Reads the sources, the last one first. */
static bool read_sources(struct source *sources, size_t n, const char *name,
                         struct profile *profile, struct strbuf *error) {
    struct profile_error wrong = {0};
    profile_init(profile, name);
    for (size_t i = n; i-- > 0;)
        if (!profile_read(profile, sources[i].text, sources[i].n, &wrong)) {
            add_error(error, &sources[i], name, &wrong);
            return false;
        }
    const char *fault = profile_fault(profile);
    if (fault == NULL && strcmp(profile->name, name) != 0)
        fault = "the file is not called after the solver";
    if (fault == NULL)
        return true;
    snprintf(wrong.message, sizeof wrong.message, "%s", fault);
    add_error(error, &sources[0], name, &wrong);
    return false;
}

/*
 * The name that the source is like, to be freed; NULL if there is none, or if
 * the source is bad, which is told when it is read.
 */
static char *like_of(const struct source *source) {
    struct profile profile;
    struct profile_error wrong;
    char *like = NULL;
    profile_init(&profile, "");
    if (profile_read(&profile, source->text, source->n, &wrong) && profile.like != NULL)
        like = mem_copy_text(profile.like, strlen(profile.like));
    profile_release(&profile);
    return like;
}

enum profile_search profiles_find(struct profile_folders folders, const char *name,
                                  struct profile *profile, struct strbuf *error) {
    struct source sources[LIKE_MAX];
    size_t n = 0;
    char *wanted = mem_copy_text(name, strlen(name));
    size_t from = 0;
    enum profile_search result = PROFILE_FOUND;
    *profile = (struct profile){0};
    while (wanted != NULL) {
        if (n == LIKE_MAX) {
            strbuf_printf(error, "%s.solver: error: its (like ...) leads in a circle\n", name);
            result = PROFILE_BAD;
            break;
        }
        result = source_find(folders, from, wanted, &sources[n++], error);
        if (result == PROFILE_UNKNOWN && n > 1) {
            strbuf_printf(error, "%s.solver: error: it is like '%s', which is unknown\n", name,
                          wanted);
            result = PROFILE_BAD;
        }
        if (result != PROFILE_FOUND)
            break;
        char *like = like_of(&sources[n - 1]);
        from = like != NULL && strcmp(like, wanted) == 0 ? sources[n - 1].place + 1 : 0;
        mem_free(wanted);
        wanted = like;
    }
    mem_free(wanted);
    if (result == PROFILE_FOUND && !read_sources(sources, n, name, profile, error))
        result = PROFILE_BAD;
    if (result != PROFILE_FOUND)
        profile_release(profile);
    while (n > 0)
        source_release(&sources[--n]);
    return result;
}

static int compare_names(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

void profiles_list(struct profile_folders folders, path_vec *names) {
    for (size_t i = 0; profiles_data[i].name != NULL; i++)
        vec_push(names, mem_copy_text(profiles_data[i].name, strlen(profiles_data[i].name)));
    for (size_t i = 0; i < folders.n; i++) {
        path_vec paths = {0};
        struct strbuf ignored = {0};
        if (access(folders.at[i], R_OK) == 0)
            file_list(folders.at[i], ".solver", &paths, &ignored);
        for (size_t k = 0; k < paths.n; k++) {
            const char *base = paths.at[k] + strlen(folders.at[i]);
            while (*base == '/')
                base++;
            size_t length = strlen(base);
            if (strchr(base, '/') == NULL && length > strlen(".solver"))
                vec_push(names, mem_copy_text(base, length - strlen(".solver")));
        }
        path_vec_free(&paths);
        strbuf_free(&ignored);
    }
    if (names->n > 1)
        qsort(names->at, names->n, sizeof *names->at, compare_names);
    size_t kept = 0;
    for (size_t i = 0; i < names->n; i++)
        if (kept > 0 && strcmp(names->at[kept - 1], names->at[i]) == 0)
            mem_free(names->at[i]);
        else
            names->at[kept++] = names->at[i];
    names->n = kept;
}
