/*
 * momus solvers: which solvers there are, and what each has proved in its
 * preflight.
 */
#include <jansson.h>
#include <stdarg.h>
#include <unistd.h>

#include "base/die.h"
#include "cli/help.h"
#include "cli/options.h"
#include "cli/paint.h"
#include "cli/solver_list.h"
#include "oracle/oracle.h"
#include "proc/preflight.h"
#include "proc/release.h"
#include "report/json.h"

/* The verdict on the model of the known formula; NULL if there is none. */
static const char *judge(const struct preflight *preflight, struct strbuf *reason) {
    if (preflight->model.n == 0)
        return NULL;
    char *why;
    enum model_state state =
        oracle_judge_model(preflight->sat_script, strlen(preflight->sat_script),
                           preflight->model.at, preflight->model.n, &why);
    strbuf_add_text(reason, why != NULL ? why : "");
    mem_free(why);
    return model_state_name(state);
}

/* What to do about a solver that cannot be used. */
static void add_hint(const struct solver *solver, const struct preflight *preflight,
                     struct strbuf *hint) {
    const char *home = solver->profile.home;
    if (preflight_is_good(preflight) || preflight->no_box)
        return;
    if (!preflight->starts && solver->release != NULL) {
        strbuf_add_text(hint, "install Node; releases from npm run in it");
        return;
    }
    if (!preflight->starts) {
        strbuf_printf(hint, "install it, or say where it is: -s '%s=/path/to/%s'", solver->name,
                      solver->spawn.at[0]);
        if (home != NULL)
            strbuf_printf(hint, "; see %s", home);
        return;
    }
    struct strbuf command = {0};
    words_join(solver->spawn, &command);
    const char *one[] = {strbuf_text(&command)};
    strbuf_add_text(hint, "see what it says: momus solve --json -s ");
    words_join((struct words){one, 1}, hint);
    strbuf_add_text(hint, " FILE");
    strbuf_free(&command);
    if (!solver->profile.tried)
        strbuf_add_text(hint, "; nobody has tried its profile yet");
}

/* The width of the whole table, and the column of what stands below its rows. */
enum { WIDTH = 100, BELOW = 14 };

/* Columns of the terminal; none is as wide as may be. */
static size_t find_width(void) {
    size_t width = paint_columns(STDOUT_FILENO);
    return width > 0 ? width : SIZE_MAX;
}

/* Prints a text from the column on, where the cursor is, on as many lines as it takes. */
static void fill(size_t column, const char *text) {
    struct strbuf out = {0};
    help_fill(text, column, column, find_width(), &out);
    fputs(strbuf_text(&out), stdout);
    strbuf_free(&out);
}

__attribute__((format(printf, 1, 2))) static void print_below(const char *format, ...) {
    char text[1024];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    printf("%*s", BELOW, "");
    fill(BELOW, text);
}

static void print_heading(void) {
    static const char start[] = "contained by: ";
    fputs(start, stdout);
    fill(strlen(start), box_describe());
    printf("\n%-12s  %-7s  %-12s  %9s", "solver", "answers", "model", "spawn");
    if (find_width() >= WIDTH)
        printf("  %10s  %10s  %10s  %s", "snapshot", "reset", "push/pop", "version");
    putchar('\n');
}

/* How fast the other ways are, and the version: in the row, or, where that is short, below. */
static void print_rest(const struct preflight *preflight) {
    const struct {
        const char *name;
        double rate;
    } ways[] = {{"snapshot", preflight->snapshot},
                {"reset", preflight->reset},
                {"push/pop", preflight->push_pop}};
    bool is_wide = find_width() >= WIDTH;
    struct strbuf rates = {0};
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
        if (is_wide && ways[i].rate > 0)
            strbuf_printf(&rates, "  %8.0f/s", ways[i].rate);
        else if (is_wide)
            strbuf_printf(&rates, "  %10s", "-");
        else if (ways[i].rate > 0)
            strbuf_printf(&rates, "%s%s %.0f/s", rates.n > 0 ? ", " : "", ways[i].name,
                          ways[i].rate);
    const char *version = preflight->version != NULL ? preflight->version : "-";
    if (is_wide)
        printf("%s  %s\n", strbuf_text(&rates), version);
    else {
        putchar('\n');
        if (rates.n > 0)
            print_below("%s", strbuf_text(&rates));
        if (preflight->version != NULL)
            print_below("%s", version);
    }
    strbuf_free(&rates);
}

static const char *word_for(const struct preflight *preflight) {
    bool is_wrong = preflight->sat == ANSWER_UNSAT || preflight->unsat == ANSWER_SAT;
    return is_wrong ? "WRONG" : preflight_is_good(preflight) ? "right" : "fails";
}

static void print_solver(const struct solver *solver, struct preflight *preflight,
                         const char *verdict) {
    struct strbuf hint = {0};
    add_hint(solver, preflight, &hint);
    printf("%-12s", solver->name);
    if (!preflight->starts) {
        struct strbuf why = {0};
        strbuf_printf(&why, "cannot be used: %s", strbuf_text(&preflight->why));
        fputs("  ", stdout);
        fill(BELOW, strbuf_text(&why));
        strbuf_free(&why);
    } else {
        printf("  %-7s  %-12s  %6.0f ms", word_for(preflight), verdict != NULL ? verdict : "-",
               (double)preflight->spawn_ns / 1e6);
        print_rest(preflight);
        if (preflight->why.n > 0)
            print_below("%s", strbuf_text(&preflight->why));
        if (preflight->no_snapshot.n > 0)
            print_below("no snapshot: %s", strbuf_text(&preflight->no_snapshot));
    }
    if (hint.n > 0)
        print_below("%s", strbuf_text(&hint));
    strbuf_free(&hint);
}

static json_t *solver_json(const struct solver *solver, struct preflight *preflight,
                           const char *verdict) {
    json_t *version = report_json_word(preflight->version);
    json_t *why =
        preflight->why.n > 0 ? report_json_word(strbuf_text(&preflight->why)) : json_null();
    json_t *no_snapshot = preflight->no_snapshot.n > 0
                              ? report_json_word(strbuf_text(&preflight->no_snapshot))
                              : json_null();
    struct strbuf text = {0};
    add_hint(solver, preflight, &text);
    json_t *hint = text.n > 0 ? report_json_word(strbuf_text(&text)) : json_null();
    strbuf_free(&text);
    return json_pack(
        "{s:o, s:b, s:b, s:o, s:s, s:s, s:o, s:f, s:f, s:f, s:f, s:o, s:o, s:o, s:o}", "solver",
        report_json_word(solver->name), "starts", (int)preflight->starts, "usable",
        (int)preflight_is_good(preflight), "version", version, "sat",
        answer_kind_name(preflight->sat), "unsat", answer_kind_name(preflight->unsat),
        "model_verdict", verdict != NULL ? json_string(verdict) : json_null(), "spawn_ms",
        (double)preflight->spawn_ns / 1e6, "reset_per_second", preflight->reset,
        "push_pop_per_second", preflight->push_pop, "snapshot_per_second", preflight->snapshot,
        "why", why, "no_snapshot", no_snapshot, "profile_tried",
        solver->has_profile ? json_boolean(solver->profile.tried) : json_null(), "hint", hint);
}

/* momus solvers install z3@VERSION... */
static int install(struct loop *loop, const struct options *options, char *const *names, size_t n) {
    int status = EXIT_DONE;
    for (size_t i = 0; i < n; i++) {
        struct strbuf error = {0};
        if (!options->quiet)
            fprintf(stderr, "installing %s by npm\n", names[i]);
        if (!release_install(loop, names[i], &error)) {
            fprintf(stderr, "momus: error: %s: %s\n", names[i], strbuf_text(&error));
            status = EXIT_NO_SOLVER;
        }
        strbuf_free(&error);
    }
    return status;
}

int cmd_solvers(const struct options *options, char *const *operands, size_t n) {
    struct loop loop;
    struct solver_list solvers;
    int status = EXIT_DONE;
    json_t *json = NULL;
    if (!loop_init(&loop))
        die(EXIT_ENVIRONMENT, "no event loop can be made");
    if (n > 0) {
        bool is_install = strcmp(operands[0], "install") == 0 && n > 1;
        if (is_install)
            status = install(&loop, options, operands + 1, n - 1);
        else {
            fprintf(stderr, "momus: error: solvers takes only 'install NAME@VERSION...'\n");
            status = EXIT_USAGE;
        }
        loop_release(&loop);
        return status;
    }
    if (!sandbox_start(options->sandbox, &loop)) {
        loop_release(&loop);
        return EXIT_NO_SOLVER;
    }
    if (!solver_list_init(&solvers, &options->solver, 0, &loop)) {
        status = solvers.status;
        solver_list_release(&solvers);
        loop_release(&loop);
        return status;
    }
    if (options->json) {
        json_set_alloc_funcs(mem_alloc, mem_free);
        json = json_array();
    } else {
        print_heading();
    }
    for (size_t i = 0; i < solvers.all.n; i++) {
        struct preflight preflight;
        struct strbuf reason = {0};
        preflight_run(&loop, &solvers.all.at[i], &preflight);
        const char *verdict = judge(&preflight, &reason);
        if (json != NULL)
            json_array_append_new(json, solver_json(&solvers.all.at[i], &preflight, verdict));
        else
            print_solver(&solvers.all.at[i], &preflight, verdict);
        fflush(stdout);
        if (!preflight_is_good(&preflight))
            status = EXIT_NO_SOLVER;
        strbuf_free(&reason);
        preflight_release(&preflight);
    }
    if (json != NULL) {
        json_dumpf(json, stdout, JSON_INDENT(2));
        putchar('\n');
        json_decref(json);
    }
    solver_list_release(&solvers);
    loop_release(&loop);
    return status;
}
