#include "proc/release.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/die.h"
#include "base/file.h"
#include "proc/node_data.h"

static const char package[] = "z3-solver";
static const char wrapper[] = "z3-npm.js";

/* The folder of a release of z3; NULL if the user has no data folder. */
static char *folder_of(const char *version) {
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    struct strbuf path = {0};
    if (data != NULL && data[0] == '/')
        strbuf_printf(&path, "%s/momus/solvers/z3@%s", data, version);
    else if (home != NULL && home[0] == '/')
        strbuf_printf(&path, "%s/.local/share/momus/solvers/z3@%s", home, version);
    else
        return NULL;
    return strbuf_detach(&path);
}

static bool has_file(const char *folder, const char *name) {
    struct strbuf path = {0};
    strbuf_printf(&path, "%s/%s", folder, name);
    bool there = access(strbuf_text(&path), R_OK) == 0;
    strbuf_free(&path);
    return there;
}

/* ---- the wrapper ---- */

static bool write_wrapper(const char *folder, struct strbuf *error) {
    struct strbuf path = {0};
    strbuf_printf(&path, "%s/%s", folder, wrapper);
    bool good = file_write(strbuf_text(&path), node_data[0].text, node_data[0].n, error);
    strbuf_free(&path);
    return good;
}

/* The wrapper of the folder may be that of another momus. */
static bool renew_wrapper(const char *folder, struct strbuf *error) {
    struct strbuf path = {0};
    struct file_text text;
    strbuf_printf(&path, "%s/%s", folder, wrapper);
    bool good = file_read(strbuf_text(&path), &text, error);
    strbuf_free(&path);
    if (!good)
        return false;
    bool is_ours =
        text.n == node_data[0].n && memcmp(text.at, node_data[0].text, node_data[0].n) == 0;
    file_text_free(&text);
    return is_ours || write_wrapper(folder, error);
}

/* ---- using ---- */

static struct words command(struct arena *arena, const char *folder, const char *last) {
    struct strbuf script = {0};
    strbuf_printf(&script, "%s/%s", folder, wrapper);
    const char **at = arena_alloc(arena, 7 * sizeof *at);
    size_t n = 0;
    at[n++] = "node";
    at[n++] = "--stack-size=3900"; /* KB, of the 8 MB that processes have */
    at[n++] = arena_copy_text(arena, script.at, script.n);
    at[n++] = arena_copy_text(arena, folder, strlen(folder));
    if (last != NULL)
        at[n++] = last;
    at[n++] = "{args}";
    at[n] = NULL;
    strbuf_free(&script);
    return (struct words){at, n};
}

bool release_use(struct solver *solver, struct strbuf *error) {
    if (solver->release == NULL)
        return true;
    if (strcmp(solver->profile.name, "z3") != 0) {
        strbuf_printf(error, "%s: only z3 has releases that can be installed", solver->name);
        return false;
    }
    char *folder = folder_of(solver->release);
    bool there = folder != NULL && has_file(folder, wrapper);
    bool good = there && renew_wrapper(folder, error);
    if (good) {
        struct arena *arena = &solver->profile.arena;
        solver->spawn = command(arena, folder, "{file}");
        solver->session = command(arena, folder, NULL);
        solver->version = command(arena, folder, "-version");
        solver->snapshot = (struct words){0};
        solver->profile.address_space_limit = false; /* Node reserves more than it uses */
    } else if (!there)
        strbuf_printf(error, "z3@%s is not installed; type: momus solvers install z3@%s",
                      solver->release, solver->release);
    mem_free(folder);
    return good;
}

/* ---- installing ---- */

static bool is_version(const char *text) {
    if (text[0] == '\0' || text[0] == '.')
        return false;
    for (const char *at = text; *at != '\0'; at++)
        if ((*at < '0' || *at > '9') && *at != '.')
            return false;
    return true;
}

/* Makes the folder and those above it. */
static bool make_folders(char *path) {
    for (char *at = path + 1; *at != '\0'; at++)
        if (*at == '/') {
            *at = '\0';
            bool good = mkdir(path, 0755) == 0 || errno == EEXIST;
            *at = '/';
            if (!good)
                return false;
        }
    return mkdir(path, 0755) == 0 || errno == EEXIST;
}

struct installing {
    bool is_over, is_good;
    struct strbuf *error;
};

static void on_installed(struct child_result *result, void *context) {
    struct installing *installing = context;
    installing->is_over = true;
    installing->is_good = result->end == CHILD_EXITED && result->status == 0;
    if (installing->is_good)
        return;
    struct strbuf *said = result->err.n > 0 ? &result->err : &result->out;
    strbuf_printf(installing->error, "npm: %s",
                  result->end == CHILD_NO_START ? strbuf_text(&result->error)
                  : result->end == CHILD_EXITED ? "the installation failed"
                                                : child_end_name(result->end));
    if (result->end == CHILD_NO_START)
        strbuf_add_text(installing->error, "; install Node and npm");
    if (said->n > 0)
        strbuf_printf(installing->error, ": %.*s", (int)strcspn(strbuf_text(said), "\r\n"),
                      strbuf_text(said));
}

/* What npm needs of the environment: where its registry is, and how to get there. */
static size_t npm_environment(const char **env, size_t most) {
    extern char **environ;
    static const char *const parts[] = {"npm_config_", "NPM_CONFIG_",          "_proxy=",
                                        "_PROXY=",     "NODE_EXTRA_CA_CERTS=", "SSL_CERT_FILE="};
    size_t n = 0;
    for (char **at = environ; *at != NULL && n < most; at++)
        for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
            if (strstr(*at, parts[i]) != NULL && strchr(*at, '=') >= strstr(*at, parts[i])) {
                env[n++] = *at;
                break;
            }
    env[n] = NULL;
    return n;
}

static bool run_npm(struct loop *loop, const char *folder, const char *version,
                    struct strbuf *error) {
    enum { MOST = 60 };
    const char *env[MOST + 1];
    struct strbuf what = {0};
    struct installing installing = {.error = error};
    strbuf_printf(&what, "%s@%s", package, version);
    const char *argv[] = {"npm",      "install", "--silent",         "--no-audit", "--no-fund",
                          "--prefix", folder,    strbuf_text(&what), NULL};
    struct child_spec spec = {
        .argv = (char *const *)(void *)argv,
        .env = (char *const *)(void *)env,
        .limits = {.wall_ms = 600000, .output = 1 << 20, .keep_address_space = true},
    };
    npm_environment(env, MOST);
    struct child_events events = {.ended = on_installed, .context = &installing};
    child_start(loop, &spec, &events);
    while (!installing.is_over)
        loop_step(loop, UINT64_MAX);
    strbuf_free(&what);
    return installing.is_good;
}

bool release_install(struct loop *loop, const char *name, struct strbuf *error) {
    if (strncmp(name, "z3@", 3) != 0 || !is_version(name + 3)) {
        strbuf_printf(error, "%s: wants z3@VERSION, such as z3@4.12.2", name);
        return false;
    }
    char *folder = folder_of(name + 3);
    bool good = false;
    if (folder == NULL)
        strbuf_add_text(error, "HOME is not set: there is no place to install it");
    else if (!make_folders(folder))
        strbuf_printf(error, "%s: %s", folder, strerror(errno));
    else
        good = run_npm(loop, folder, name + 3, error) && write_wrapper(folder, error);
    if (!good && folder != NULL)
        rmdir(folder); /* if nothing was put there */
    mem_free(folder);
    return good;
}
