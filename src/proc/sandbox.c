#include "proc/sandbox.h"

static bool is_used;

void sandbox_use(bool wanted) {
    is_used = wanted;
}

bool sandbox_is_used(void) {
    return is_used;
}

static size_t count(char *const *words) {
    size_t n = 0;
    while (words != NULL && words[n] != NULL)
        n++;
    return n;
}

static char *copy(struct arena *arena, const char *text, size_t n) {
    return arena_copy_text(arena, text, n);
}

char **sandbox_argv(struct arena *arena, const char *program, char *const *argv, char *const *env,
                    const char *directory) {
    const char *const fixed[] = {
        "bwrap",
        "--ro-bind",
        "/",
        "/",
        "--dev",
        "/dev",
        "--bind",
        directory,
        directory,
        "--chdir",
        directory,
        "--unshare-net",
        "--unshare-ipc",
        "--unshare-uts",
        "--die-with-parent",
    };
    enum { FIXED = sizeof fixed / sizeof *fixed };
    size_t n = 0, n_env = count(env), n_argv = count(argv);
    char **words = arena_alloc(arena, (FIXED + 3 * n_env + n_argv + 2) * sizeof *words);
    for (; n < FIXED; n++)
        words[n] = copy(arena, fixed[n], strlen(fixed[n]));
    for (size_t i = 0; i < n_env; i++) { /* not for bwrap itself: it may be LD_PRELOAD */
        size_t name = strcspn(env[i], "=");
        words[n++] = copy(arena, "--setenv", strlen("--setenv"));
        words[n++] = copy(arena, env[i], name);
        words[n++] = copy(arena, env[i] + name + 1, strlen(env[i] + name + 1));
    }
    words[n++] = copy(arena, "--", 2);
    words[n++] = copy(arena, program, strlen(program));
    for (size_t i = 1; i < n_argv; i++)
        words[n++] = argv[i];
    words[n] = NULL;
    return words;
}

/* ---- does it work? ---- */

struct trial {
    bool is_over, works;
    struct strbuf *error;
};

static void on_ended(struct child_result *result, void *context) {
    struct trial *trial = context;
    trial->is_over = true;
    trial->works = result->end == CHILD_EXITED && result->status == 0;
    if (trial->works)
        return;
    const char *said = strbuf_text(&result->err);
    if (result->end == CHILD_NO_START)
        strbuf_printf(trial->error, "%s; install bubblewrap", strbuf_text(&result->error));
    else
        strbuf_printf(trial->error, "bwrap does not run here: %.*s", (int)strcspn(said, "\n"),
                      said);
}

bool sandbox_works(struct loop *loop, struct strbuf *error) {
    static char word[] = "true";
    char *argv[] = {word, NULL};
    struct trial trial = {.error = error};
    struct child_spec spec = {.argv = argv, .limits = {.wall_ms = 10000, .processes = 64}};
    struct child_events events = {.ended = on_ended, .context = &trial};
    bool before = is_used;
    is_used = true;
    child_start(loop, &spec, &events);
    is_used = before;
    while (!trial.is_over)
        loop_step(loop, UINT64_MAX);
    return trial.works;
}
