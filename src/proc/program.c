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
