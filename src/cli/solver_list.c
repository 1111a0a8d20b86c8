#include "cli/solver_list.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/die.h"
#include "proc/release.h"
#include "proc/sandbox.h"

/* Where the user keeps profiles: momus/solvers in the configuration folder. */
static char *user_folder(void) {
    const char *config = getenv("XDG_CONFIG_HOME"), *home = getenv("HOME");
    struct strbuf path = {0};
    if (config != NULL && config[0] == '/')
        strbuf_printf(&path, "%s/momus/solvers", config);
    else if (home != NULL && home[0] == '/')
        strbuf_printf(&path, "%s/.config/momus/solvers", home);
    return path.n > 0 ? strbuf_detach(&path) : NULL;
}

static bool is_in_path(const char *name) {
    const char *at = getenv("PATH");
    struct strbuf path = {0};
    bool found = false;
    for (at = at != NULL ? at : "/usr/bin"; *at != '\0' && !found;) {
        size_t n = strcspn(at, ":");
        strbuf_clear(&path);
        strbuf_printf(&path, "%.*s/%s", (int)n, at, name);
        found = access(strbuf_text(&path), X_OK) == 0;
        at += n + (at[n] == ':' ? 1 : 0);
    }
    strbuf_free(&path);
    return found;
}

static bool add(struct solver_list *list, struct profile_folders folders, const char *names) {
    struct strbuf error = {0};
    size_t first = list->all.n;
    enum solvers_fault fault = solvers_read(folders, names, &list->all, &error);
    bool good = fault == SOLVERS_GOOD;
    list->status = fault == SOLVERS_BAD_PROFILE ? EXIT_BAD_INPUT
                   : good                       ? EXIT_NO_SOLVER
                                                : EXIT_USAGE;
    for (size_t i = first; good && i < list->all.n; i++)
        good = release_use(&list->all.at[i], &error);
    if (!good)
        fprintf(stderr, "momus: error: %s%s", strbuf_text(&error),
                error.n > 0 && error.at[error.n - 1] == '\n' ? "" : "\n");
    strbuf_free(&error);
    return good;
}

static bool add_usual(struct solver_list *list, struct profile_folders folders) {
    static const char *const usual[] = {"z3", "cvc5", "cvc4"};
    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++)
        if (is_in_path(usual[i]) && !add(list, folders, usual[i]))
            return false;
    list->status = EXIT_NO_SOLVER;
    if (list->all.n == 0)
        fprintf(stderr, "momus: error: neither z3 nor cvc5 nor cvc4 is in PATH; name a solver by "
                        "-s\n");
    return list->all.n > 0;
}

static void on_version(const char *version, const struct child_result *result, void *context) {
    char **to = context;
    (void)result;
    *to = version != NULL ? mem_copy_text(version, strlen(version)) : NULL;
}

bool solver_list_init(struct solver_list *list, const text_vec *names, int64_t seconds,
                      struct loop *loop) {
    *list = (struct solver_list){0};
    return solver_list_add(list, names, seconds, loop);
}

bool solver_list_add(struct solver_list *list, const text_vec *names, int64_t seconds,
                     struct loop *loop) {
    char *folder = user_folder();
    const char *const at[] = {folder};
    struct profile_folders folders = {at, folder != NULL ? 1 : 0};
    size_t n_before = list->all.n;
    bool good = true;
    for (size_t i = 0; i < names->n && good; i++)
        good = add(list, folders, names->at[i]);
    if (list->all.n == 0 && good)
        good = add_usual(list, folders);
    mem_free(folder);
    if (!good)
        return false;
    vec_extend(&list->versions, list->all.n - n_before);
    for (size_t i = n_before; i < list->all.n; i++) {
        list->versions.at[i] = NULL;
        ask_version(loop, &list->all.at[i], (uint64_t)seconds * 1000, on_version,
                    &list->versions.at[i]);
    }
    while (loop_step(loop, UINT64_MAX))
        ;
    return true;
}

/* ---- trying ---------------------------------------------------------------- */

static void on_tried(struct asked *asked, void *context) {
    struct asked *to = context;
    *to = *asked;
    *asked = (struct asked){0};
}

/* What starting takes on a busy machine, also where the solver is a script for another program. */
enum { TRY_LEAST_MS = 5000, TRY_MOST_MS = 20000 };

static uint64_t try_ms(int64_t seconds) {
    if (seconds <= 0 || seconds >= TRY_MOST_MS / 1000)
        return TRY_MOST_MS;
    return seconds <= TRY_LEAST_MS / 1000 ? TRY_LEAST_MS : (uint64_t)seconds * 1000;
}

/* Once each, one after the other. */
static bool try_one(const struct solver *solver, uint64_t wall_ms, struct loop *loop) {
    static const char script[] = "(set-logic QF_UF)\n(assert true)\n(check-sat)\n";
    struct ask ask = {
        .solver = solver,
        .text = script,
        .n = sizeof script - 1,
        .limits = {.wall_ms = wall_ms, .output = 1 << 20, .file_size = 1 << 20, .processes = 64},
    };
    struct asked asked = {0};
    ask_spawn(loop, &ask, on_tried, &asked);
    while (loop_step(loop, UINT64_MAX))
        ;
    bool starts = asked.end != CHILD_NO_START;
    if (!starts)
        fprintf(stderr, "momus: error: %s cannot be used: %s\n", solver->name,
                strbuf_text(&asked.error));
    else if (asked.answers.checks.n != 1 || asked.answers.checks.at[0].kind != ANSWER_SAT)
        fprintf(stderr, "momus: warning: to (assert true), %s answers: %s\n", solver->name,
                asked.answers.checks.n == 1 ? answer_kind_name(asked.answers.checks.at[0].kind)
                                            : "nothing");
    asked_release(&asked);
    return starts;
}

bool solver_list_try(struct solver_list *list, int64_t seconds, struct loop *loop) {
    bool good = true;
    list->status = EXIT_NO_SOLVER;
    for (size_t i = 0; i < list->all.n; i++)
        good = try_one(&list->all.at[i], try_ms(seconds), loop) && good;
    return good;
}

void solver_list_release(struct solver_list *list) {
    solver_vec_free(&list->all);
    for (size_t i = 0; i < list->versions.n; i++)
        mem_free(list->versions.at[i]);
    vec_free(&list->versions);
}

bool sandbox_start(bool wanted, struct loop *loop) {
    struct strbuf error = {0};
    bool good = !wanted || sandbox_works(loop, &error);
    if (!good)
        fprintf(stderr, "momus: error: --sandbox: %s\n", strbuf_text(&error));
    sandbox_use(wanted && good);
    strbuf_free(&error);
    return good;
}
