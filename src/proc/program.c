#include "proc/program.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/strbuf.h"

struct program {
    char *name;
    char *path; /* by realpath: its memory is not ours */
};

struct programs {
    struct loop_guest guest;
    VEC(struct program) found;
};

static void release(struct program *program) {
    mem_free(program->name);
    free(program->path);
}

static void release_all(struct loop_guest *guest) {
    struct programs *programs = LOOP_OWNER(guest, struct programs, guest);
    for (size_t i = 0; i < programs->found.n; i++)
        release(&programs->found.at[i]);
    vec_free(&programs->found);
    mem_free(programs);
}

static struct programs *programs_of(struct loop *loop) {
    for (struct loop_guest *guest = loop->guests; guest != NULL; guest = guest->next)
        if (guest->release == release_all)
            return LOOP_OWNER(guest, struct programs, guest);
    struct programs *programs = mem_alloc_zero(sizeof *programs);
    programs->guest.release = release_all;
    loop_keep(loop, &programs->guest);
    return programs;
}

static char *search(const char *name) {
    if (strchr(name, '/') != NULL)
        return realpath(name, NULL);
    const char *at = getenv("PATH");
    struct strbuf path = {0};
    for (at = at != NULL ? at : "/usr/bin:/bin"; *at != '\0';) {
        size_t n = strcspn(at, ":");
        strbuf_clear(&path);
        strbuf_printf(&path, "%.*s/%s", (int)n, at, name);
        struct stat info;
        if (n > 0 && stat(strbuf_text(&path), &info) == 0 && S_ISREG(info.st_mode) &&
            access(path.at, X_OK) == 0) {
            char *found = realpath(path.at, NULL);
            strbuf_free(&path);
            return found;
        }
        at += n + (at[n] == ':' ? 1 : 0);
    }
    strbuf_free(&path);
    errno = ENOENT;
    return NULL;
}

/* Where it is remembered; the number of all if it is not. */
static size_t place_of(const struct programs *programs, const char *name) {
    size_t i = 0;
    while (i < programs->found.n && strcmp(programs->found.at[i].name, name) != 0)
        i++;
    return i;
}

const char *program_find(struct loop *loop, const char *name) {
    struct programs *programs = programs_of(loop);
    size_t place = place_of(programs, name);
    if (place < programs->found.n)
        return programs->found.at[place].path;
    char *path = search(name);
    if (path == NULL)
        return NULL;
    struct program program = {mem_copy_text(name, strlen(name)), path};
    vec_push(&programs->found, program);
    return path;
}

void program_forget(struct loop *loop, const char *name) {
    struct programs *programs = programs_of(loop);
    size_t place = place_of(programs, name);
    if (place == programs->found.n)
        return;
    release(&programs->found.at[place]);
    programs->found.at[place] = vec_top(&programs->found);
    programs->found.n--;
}

static size_t count(char *const *words) {
    size_t n = 0;
    while (words != NULL && words[n] != NULL)
        n++;
    return n;
}

static char *copy(struct arena *arena, const struct strbuf *word) {
    return arena_copy_text(arena, word->n > 0 ? word->at : "", word->n);
}

char **program_argv(struct arena *arena, char *const *words, const char *file) {
    static const char mark[] = "{file}";
    size_t n = count(words);
    char **argv = arena_alloc(arena, (n + 1) * sizeof *argv);
    struct strbuf word = {0};
    for (size_t i = 0; i < n; i++) {
        const char *found = file != NULL ? strstr(words[i], mark) : NULL;
        strbuf_clear(&word);
        if (found != NULL) {
            strbuf_add(&word, words[i], (size_t)(found - words[i]));
            strbuf_add_text(&word, file);
            strbuf_add_text(&word, found + sizeof mark - 1);
        } else
            strbuf_add_text(&word, words[i]);
        argv[i] = copy(arena, &word);
    }
    argv[n] = NULL;
    strbuf_free(&word);
    return argv;
}

char **program_env(struct arena *arena, char *const *more, const char *directory) {
    static const char *const kept[] = {"PATH", "HOME", "LD_LIBRARY_PATH", "XDG_DATA_HOME"};
    enum { KEPT = sizeof kept / sizeof *kept, OURS = 2 };
    size_t n_more = count(more), n = 0;
    char **env = arena_alloc(arena, (KEPT + OURS + n_more + 1) * sizeof *env);
    struct strbuf word = {0};
    for (size_t i = 0; i < KEPT; i++)
        if (getenv(kept[i]) != NULL) {
            strbuf_clear(&word);
            strbuf_printf(&word, "%s=%s", kept[i], getenv(kept[i]));
            env[n++] = copy(arena, &word);
        }
    strbuf_clear(&word);
    strbuf_printf(&word, "TMPDIR=%s", directory);
    env[n++] = copy(arena, &word);
    env[n++] = arena_copy_text(arena, "LC_ALL=C", strlen("LC_ALL=C"));
    for (size_t i = 0; i < n_more; i++)
        env[n++] = more[i];
    env[n] = NULL;
    strbuf_free(&word);
    return env;
}
