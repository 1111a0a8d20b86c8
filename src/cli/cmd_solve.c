/*
 * momus solve: scripts and solvers side by side. Every question is a process of
 * its own, unless the user wants another way, as many at once as there are
 * processors; results are shown in the order of the files, each with the verdict
 * of the oracle.
 */
#include <jansson.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/die.h"
#include "base/file.h"
#include "base/lex.h"
#include "cli/help.h"
#include "cli/options.h"
#include "cli/paint.h"
#include "cli/solve_verdict.h"
#include "cli/solver_list.h"
#include "cli/streams.h"
#include "proc/ask.h"
#include "report/json.h"

/* One solver's answer to one file. */
struct cell {
    struct asked asked;
    bool is_there;
    struct solve *solve;
    size_t file;
};

struct solve_file {
    char *path;
    struct file_text text;
    bool is_read, is_bad;
    struct cell *cells; /* by solver */
    size_t n_missing;   /* answers that are not there yet */
    struct oracle_verdict verdict;
};

struct solve {
    const struct options *options;
    struct solver_list solvers;
    VEC(struct asker *) askers; /* by solver */
    struct solve_judge judge;
    struct loop loop;
    VEC(struct solve_file) files;
    size_t next_file, next_solver; /* to be asked */
    size_t next_shown;
    size_t n_running, n_slots;
    json_t *json; /* the array, NULL without --json */
    uint64_t next_progress;
    bool has_progress;
    int status;
};

static void worsen(struct solve *solve, int status) {
    if (status > solve->status)
        solve->status = status;
}

/* ---- showing ---- */

static const char *answer_word(const struct cell *cell, size_t check) {
    if (cell->asked.end == CHILD_NO_START)
        return "not started";
    return answer_kind_name(cell->asked.answers.checks.at[check].kind);
}

static void add_answers(const struct cell *cell, struct strbuf *out) {
    size_t n = cell->asked.answers.checks.n;
    if (cell->asked.end == CHILD_NO_START || n == 0) {
        strbuf_add_text(out, n == 0 ? "no check" : "not started");
        return;
    }
    for (size_t i = 0; i < n; i++)
        strbuf_printf(out, "%s%s", i > 0 ? " " : "", answer_word(cell, i));
}

/* What the oracle says about the solver's model at a check. */
static const struct judged_model *model_of(const struct solve_file *file, size_t solver,
                                           size_t check) {
    static const struct judged_model none = {0};
    const struct oracle_verdict *verdict = &file->verdict;
    return check < verdict->n_checks ? &verdict->models.at[solver * verdict->n_checks + check]
                                     : &none;
}

static void add_verdicts(const struct solve_file *file, size_t solver, struct strbuf *out) {
    for (size_t i = 0; i < file->verdict.n_checks; i++) {
        const char *word = model_state_name(model_of(file, solver, i)->state);
        if (word != NULL)
            strbuf_printf(out, "%s%s", out->n > 0 ? " " : "", word);
    }
}

/* Then an error is one about a model that there is not. */
static bool is_answered(const struct answers *answers) {
    for (size_t i = 0; i < answers->checks.n; i++)
        if (answers->checks.at[i].kind > ANSWER_UNKNOWN)
            return false;
    return true;
}

/* Of the first line, but not of more than a person reads. */
static size_t length_of_line(struct strbuf *text) {
    size_t n = strcspn(strbuf_text(text), "\r\n");
    return n > 160 ? 160 : n;
}

/* What a person should see beside the answer: a crash's message, the first error, why it did not start. */
static void add_remark(const struct solve_file *file, size_t solver, struct strbuf *out) {
    struct cell *cell = &file->cells[solver];
    struct answers *answers = &cell->asked.answers;
    if (cell->asked.end == CHILD_NO_START || cell->asked.is_spared)
        strbuf_add_text(out, strbuf_text(&cell->asked.error));
    else if (cell->asked.end == CHILD_MEMORY && cell->asked.space > 0)
        strbuf_printf(out, "failed with %.0f of the %.0f MB that it may address",
                      (double)cell->asked.peak / 1e6, (double)cell->asked.space / 1e6);
    else if (answers->message.n > 0)
        answers_add_said(answers, out);
    else if (answers->errors.n > 0 && !is_answered(answers))
        strbuf_add(out, answers->errors.at[0].at,
                   answers->errors.at[0].n > 160 ? 160 : answers->errors.at[0].n);
    else if (!is_answered(answers) && answers->noise.n > 0)
        strbuf_printf(out, "printed: %.*s",
                      (int)(answers->noise.at[0].n > 160 ? 160 : answers->noise.at[0].n),
                      answers->noise.at[0].at);
    else if (!is_answered(answers) && answers->err.n > 0)
        strbuf_printf(out, "said: %.*s", (int)length_of_line(&answers->err),
                      strbuf_text(&answers->err));
    for (size_t i = 0; i < file->verdict.n_checks; i++)
        if (model_of(file, solver, i)->reason != NULL) {
            strbuf_printf(out, "%sno model: %s", out->n > 0 ? "; " : "",
                          model_of(file, solver, i)->reason);
            break;
        }
    const char *way = ask_way_name(cell->asked.way);
    if (strcmp(way, cell->solve->options->way) != 0)
        strbuf_printf(out, "%sasked by %s", out->n > 0 ? "; " : "", way);
    for (size_t i = 0; i < out->n; i++)
        if ((unsigned char)out->at[i] < ' ')
            out->at[i] = ' ';
}

/* Ends the line with the remark; one for which the terminal has no room goes below. */
static void add_behind(struct strbuf *line, const char *remark) {
    enum { BELOW = 6 };
    size_t width = paint_columns(STDOUT_FILENO), n = strlen(remark);
    bool is_below = n > 0 && width > 0 && line->n + 2 + n > width;
    if (n > 0)
        strbuf_add_text(line, is_below ? "\n      " : "  ");
    if (is_below)
        help_fill(remark, BELOW, BELOW, width, line);
    else {
        strbuf_add_text(line, remark);
        strbuf_add_char(line, '\n');
    }
}

static void print_file(struct solve *solve, struct solve_file *file) {
    printf("%s\n", file->path);
    size_t width = 0;
    for (size_t i = 0; i < solve->solvers.all.n; i++)
        if (strlen(solve->solvers.all.at[i].name) > width)
            width = strlen(solve->solvers.all.at[i].name);
    for (size_t i = 0; i < solve->solvers.all.n; i++) {
        struct cell *cell = &file->cells[i];
        struct strbuf answers = {0}, verdicts = {0}, remark = {0}, line = {0};
        add_answers(cell, &answers);
        add_verdicts(file, i, &verdicts);
        add_remark(file, i, &remark);
        strbuf_printf(&line, "  %-*s  %-8s  %6.2f s", (int)width, solve->solvers.all.at[i].name,
                      strbuf_text(&answers), (double)cell->asked.wall_ns / 1e9);
        if (cell->asked.peak > 0)
            strbuf_printf(&line, "  %5.0f MB", (double)cell->asked.peak / 1e6);
        else
            strbuf_printf(&line, "  %5s   ", "-");
        if (verdicts.n > 0)
            strbuf_printf(&line, "  model %s", strbuf_text(&verdicts));
        add_behind(&line, strbuf_text(&remark));
        fputs(strbuf_text(&line), stdout);
        strbuf_free(&line);
        strbuf_free(&answers);
        strbuf_free(&verdicts);
        strbuf_free(&remark);
    }
    solve_verdict_print(&solve->judge, &file->verdict);
    fflush(stdout);
}

/* One check gives a word, several a list of them. */
static json_t *one_or_many(json_t *many) {
    json_t *result =
        json_array_size(many) == 1 ? json_incref(json_array_get(many, 0)) : json_incref(many);
    json_decref(many);
    return result;
}

static json_t *remark_json(const struct solve_file *file, size_t solver) {
    struct strbuf remark = {0};
    add_remark(file, solver, &remark);
    json_t *json = report_json_word(remark.n > 0 ? strbuf_text(&remark) : NULL);
    strbuf_free(&remark);
    return json;
}

/* Whose memory is shown: in a session it is that of all queries that its process has had so far. */
static const char *memory_of(const struct cell *cell) {
    bool is_session = cell->asked.way == ASK_RESET || cell->asked.way == ASK_PUSH_POP;
    return cell->asked.peak == 0 ? NULL : is_session ? "session" : "query";
}

static json_t *cell_json(struct solve *solve, const struct solve_file *file, size_t i) {
    struct cell *cell = &file->cells[i];
    struct answers *answers = &cell->asked.answers;
    json_t *kinds = json_array(), *models = json_array(), *verdicts = json_array();
    for (size_t k = 0; k < answers->checks.n; k++) {
        json_array_append_new(kinds, json_string(answer_kind_name(answers->checks.at[k].kind)));
        json_array_append_new(models, report_json_text(answers->checks.at[k].model.at,
                                                       answers->checks.at[k].model.n));
        const char *verdict = model_state_name(model_of(file, i, k)->state);
        json_array_append_new(verdicts, verdict != NULL ? json_string(verdict) : json_null());
    }
    return json_pack(
        "{s:o, s:o, s:o, s:I, s:o, s:o, s:o, s:o, s:s, s:o, s:o}", "solver",
        report_json_word(solve->solvers.all.at[i].name), "version",
        report_json_word(solve->solvers.versions.at[i]), "answer", one_or_many(kinds), "ms",
        (json_int_t)(cell->asked.wall_ns / 1000000), "kb",
        cell->asked.peak > 0 ? json_integer((json_int_t)(cell->asked.peak / 1024)) : json_null(),
        "kb_of", report_json_word(memory_of(cell)), "model", one_or_many(models), "model_verdict",
        one_or_many(verdicts), "way", ask_way_name(cell->asked.way), "raw",
        report_json_text(strbuf_text(&answers->out), answers->out.n), "note", remark_json(file, i));
}

static void add_file(struct solve *solve, struct solve_file *file) {
    json_t *answers = json_array();
    for (size_t i = 0; i < solve->solvers.all.n; i++)
        json_array_append_new(answers, cell_json(solve, file, i));
    json_array_append_new(solve->json,
                          json_pack("{s:o, s:o, s:o, s:o}", "file", report_json_word(file->path),
                                    "answers", answers, "findings",
                                    solve_verdict_findings(&solve->judge, &file->verdict), "notes",
                                    solve_verdict_notes(&file->verdict)));
}

static void release_file(struct solve *solve, struct solve_file *file) {
    for (size_t i = 0; file->cells != NULL && i < solve->solvers.all.n; i++)
        asked_release(&file->cells[i].asked);
    oracle_verdict_release(&file->verdict);
    mem_free(file->cells);
    file->cells = NULL;
    if (file->is_read)
        file_text_free(&file->text);
    file->is_read = false;
}

/* Runs the loop, as the oracle may ask again; answers to other files come in meanwhile. */
static void judge_file(struct solve *solve, struct solve_file *file) {
    VEC(const struct asked *) answers = {0};
    for (size_t i = 0; i < solve->solvers.all.n; i++)
        vec_push(&answers, &file->cells[i].asked);
    solve_judge_file(&solve->judge, file->text.at, file->text.n, answers.at, &file->verdict);
    vec_free(&answers);
    if (file->verdict.findings.n > 0)
        worsen(solve, EXIT_FOUND_BUGS);
}

/* What momus cannot read, solvers are given as it is. */
static void note_malformed(struct solve *solve, struct solve_file *file) {
    const struct fitted *fitted = &file->cells[0].asked.fitted;
    for (size_t i = 0; i < solve->solvers.all.n && !fitted->malformed; i++)
        fitted = &file->cells[i].asked.fitted;
    if (!fitted->malformed)
        return;
    struct strbuf note = {0};
    struct lex_place place = lex_place(file->text.at, file->text.n, fitted->malformed_at);
    strbuf_printf(&note, "%s:%u:%u: %s; momus cannot read on from here, and shows what solvers say",
                  file->path, place.line, place.column, fitted->why_malformed);
    vec_push(&file->verdict.notes, strbuf_detach(&note));
}

/* Judges and shows the files whose answers are all there, in order. */
static void show_finished(struct solve *solve) {
    while (solve->next_shown < solve->next_file + (solve->next_solver > 0 ? 1 : 0) &&
           solve->next_shown < solve->files.n) {
        struct solve_file *file = &solve->files.at[solve->next_shown];
        if (!file->is_bad && (file->cells == NULL || file->n_missing > 0))
            return;
        if (!file->is_bad) {
            judge_file(solve, file);
            note_malformed(solve, file);
        }
        if (!file->is_bad && solve->json != NULL)
            add_file(solve, file);
        else if (!file->is_bad)
            print_file(solve, file);
        release_file(solve, file);
        solve->next_shown++;
    }
}

enum { PROGRESS_AFTER_S = 2 };

/* On a terminal that shows nothing else, how far it is. */
static void show_progress(struct solve *solve) {
    uint64_t now = clock_monotonic_ns();
    bool is_seen = isatty(STDERR_FILENO) && !solve->options->quiet &&
                   (solve->json != NULL || !isatty(STDOUT_FILENO));
    if (!is_seen || now < solve->next_progress)
        return;
    fprintf(stderr, "\r%zu of %zu file%s\033[K", solve->next_shown, solve->files.n,
            plural_s(solve->files.n));
    solve->has_progress = true;
    solve->next_progress = now + 200000000;
}

/* ---- asking ---- */

static void on_asked(struct asked *asked, void *context) {
    struct cell *cell = context;
    struct solve *solve = cell->solve;
    struct solve_file *file = &solve->files.at[cell->file];
    cell->asked = *asked;
    *asked = (struct asked){0};
    cell->is_there = true;
    file->n_missing--;
    solve->n_running--;
    if (cell->asked.end == CHILD_NO_START)
        worsen(solve, EXIT_NO_SOLVER);
}

/* Reads the file when its first question is due. */
static bool open_file(struct solve *solve, struct solve_file *file) {
    struct strbuf error = {0};
    if (!file_read(file->path, &file->text, &error)) {
        fprintf(stderr, "momus: error: %s\n", strbuf_text(&error));
        worsen(solve, EXIT_BAD_INPUT);
        file->is_bad = true;
    } else {
        file->is_read = true;
        file->cells = mem_alloc_zero(solve->solvers.all.n * sizeof *file->cells);
        file->n_missing = solve->solvers.all.n;
    }
    strbuf_free(&error);
    return !file->is_bad;
}

static void ask_next(struct solve *solve) {
    struct solve_file *file = &solve->files.at[solve->next_file];
    if (solve->next_solver == 0 && !open_file(solve, file)) {
        solve->next_file++;
        return;
    }
    struct cell *cell = &file->cells[solve->next_solver];
    cell->solve = solve;
    cell->file = solve->next_file;
    struct ask ask = {
        .solver = &solve->solvers.all.at[solve->next_solver],
        .text = file->text.at,
        .n = file->text.n,
        .wants = {.models = solve->options->models,
                  .cores =
                      solve->options->cores || fit_asks_for_cores(file->text.at, file->text.n)},
        .limits = ask_limits((uint64_t)solve->options->timeout, (uint64_t)solve->options->memory),
        .wants_peak = true,
    };
    asker_ask(solve->askers.at[solve->next_solver], &ask, on_asked, cell);
    solve->n_running++;
    if (++solve->next_solver == solve->solvers.all.n) {
        solve->next_solver = 0;
        solve->next_file++;
    }
}

static void run(struct solve *solve) {
    while (solve->next_shown < solve->files.n && !ferror(stdout)) {
        while (solve->n_running < solve->n_slots && solve->next_file < solve->files.n)
            ask_next(solve);
        show_finished(solve);
        if (solve->n_running > 0)
            loop_step(&solve->loop, UINT64_MAX);
        show_finished(solve);
        show_progress(solve);
    }
    if (solve->has_progress)
        fputs("\r\033[K", stderr);
}

static void list_files(struct solve *solve, char *const *operands, size_t n) {
    for (size_t i = 0; i < n; i++) {
        path_vec paths = {0};
        struct strbuf error = {0};
        if (!file_list(operands[i], ".smt2", &paths, &error)) {
            fprintf(stderr, "momus: error: %s\n", strbuf_text(&error));
            worsen(solve, EXIT_BAD_INPUT);
        } else if (paths.n == 0)
            fprintf(stderr, "momus: %s: no .smt2 files in it\n", operands[i]);
        for (size_t k = 0; k < paths.n; k++)
            vec_push(&solve->files, ((struct solve_file){
                                        .path = mem_copy_text(paths.at[k], strlen(paths.at[k]))}));
        strbuf_free(&error);
        path_vec_free(&paths);
    }
}

/* Who was asked in another way than the user wanted. */
static void tell_obstacles(const struct solve *solve) {
    for (size_t i = 0; i < solve->askers.n && !solve->options->quiet; i++) {
        const char *obstacle = asker_obstacle(solve->askers.at[i]);
        if (obstacle != NULL)
            fprintf(stderr, "momus: note: %s was asked by spawn, not by %s: %s\n",
                    solve->solvers.all.at[i].name, solve->options->way, obstacle);
    }
}

/* Sessions and snapshots stay open, one for each solver at least. */
static enum ask_way way_of(const struct options *options, size_t n_solvers) {
    enum ask_way way = ASK_SPAWN;
    while (strcmp(ask_way_name(way), options->way) != 0)
        way++;
    if (way == ASK_SPAWN || n_solvers <= child_most_at_once())
        return way;
    fprintf(
        stderr,
        "momus: warning: too few files may be open for --way %s: asking by spawn; ulimit -n %zu "
        "allows it\n",
        options->way, child_files_for(n_solvers > 1 ? n_solvers : 2));
    return ASK_SPAWN;
}

int cmd_solve(const struct options *options, char *const *operands, size_t n) {
    struct solve solve = {.options = options};
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    solve.n_slots = options->jobs > 0 ? (size_t)options->jobs
                    : processors > 0  ? (size_t)processors
                                      : 1;
    if (solve.n_slots > child_most_at_once())
        solve.n_slots = child_most_at_once();
    if (!loop_init(&solve.loop))
        die(EXIT_ENVIRONMENT, "no event loop can be made");
    if (!sandbox_start(options->sandbox, &solve.loop))
        solve.status = EXIT_NO_SOLVER;
    else if (!solver_list_init(&solve.solvers, &options->solver, options->timeout, &solve.loop))
        solve.status = solve.solvers.status;
    else {
        if (options->json) {
            json_set_alloc_funcs(mem_alloc, mem_free);
            solve.json = json_array();
        }
        list_files(&solve, operands, n);
        solve.next_progress = clock_monotonic_ns() + (uint64_t)PROGRESS_AFTER_S * 1000000000;
        enum ask_way way = way_of(options, solve.solvers.all.n);
        for (size_t i = 0; i < solve.solvers.all.n; i++)
            vec_push(&solve.askers, asker_new(&solve.loop, &solve.solvers.all.at[i], way));
        solve_judge_init(&solve.judge, &solve.solvers, &solve.loop,
                         ask_limits((uint64_t)options->timeout, (uint64_t)options->memory),
                         options->verdict);
        run(&solve);
        if (ferror(stdout)) { /* whoever is being asked is not waited for */
            int status = streams_finish(EXIT_ENVIRONMENT);
            box_abandon_all(NULL);
            _exit(status);
        }
        tell_obstacles(&solve);
        for (size_t i = 0; i < solve.askers.n; i++)
            asker_free(solve.askers.at[i]);
        while (loop_step(&solve.loop, UINT64_MAX)) /* sessions end */
            ;
        vec_free(&solve.askers);
        if (solve.json != NULL) {
            json_dumpf(solve.json, stdout, JSON_INDENT(2));
            putchar('\n');
            json_decref(solve.json);
        }
    }
    for (size_t i = 0; i < solve.files.n; i++) {
        release_file(&solve, &solve.files.at[i]);
        mem_free(solve.files.at[i].path);
    }
    vec_free(&solve.files);
    solve_judge_release(&solve.judge);
    solver_list_release(&solve.solvers);
    loop_release(&solve.loop);
    return solve.status;
}
