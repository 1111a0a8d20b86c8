/*
 * momus findings: the findings of a run, the worst first; and what the user
 * decides about them.
 */
#include <unistd.h>

#include "base/die.h"
#include "base/json_text.h"
#include "cli/archive.h"
#include "cli/cli.h"
#include "cli/finding_story.h"
#include "cli/help.h"
#include "cli/known.h"
#include "cli/options.h"
#include "cli/run_open.h"
#include "cli/run_report.h"
#include "report/json.h"
#include "report/report.h"

static int complain(const char *message) {
    fprintf(stderr, "momus: error: %s\n", message);
    return EXIT_ENVIRONMENT;
}

/* ---- the list -------------------------------------------------------------- */

/* Those that are to be shown, to the front; returns how many. */
static size_t select_findings(const struct options *options, store_finding_vec *findings) {
    size_t n = 0;
    for (size_t i = 0; i < findings->n; i++)
        if (options->all_states || findings->at[i].state == STORE_OPEN)
            findings->at[n++] = findings->at[i];
    return n;
}

static void print_table(const struct options *options, const store_finding_vec *findings,
                        size_t n_all) {
    struct strbuf out = {0};
    if (findings->n > 0)
        finding_add_table(findings->at, findings->n, UINT32_MAX, paint_columns(STDOUT_FILENO),
                          paint_how(STDOUT_FILENO), &out);
    else if (!options->quiet)
        strbuf_printf(&out, "no findings in %s\n", options->run);
    if (n_all > findings->n && !options->quiet)
        strbuf_printf(&out, "%zu ignored or closed; --all shows them\n", n_all - findings->n);
    fputs(strbuf_text(&out), stdout);
    strbuf_free(&out);
}

static void print_json(const store_finding_vec *findings) {
    json_t *list = json_array();
    for (size_t i = 0; i < findings->n; i++)
        json_array_append_new(list, report_json_finding(&findings->at[i]));
    json_dumpf(list, stdout, JSON_INDENT(2));
    putchar('\n');
    json_decref(list);
}

static int list(const struct options *options) {
    struct arena arena = {0};
    store_finding_vec findings = {0};
    struct store *store;
    int status = run_open(options->run, STORE_READ, &store);
    if (status != EXIT_DONE)
        return status;
    if (store_findings(store, &arena, &findings)) {
        size_t n_all = findings.n;
        findings.n = select_findings(options, &findings);
        if (options->json)
            print_json(&findings);
        else
            print_table(options, &findings, n_all);
    } else
        status = complain(store_error(store));
    vec_free(&findings);
    arena_free(&arena);
    store_close(store);
    return status;
}

/* ---- states ---------------------------------------------------------------- */

static int set_states(const struct options *options, enum store_state state,
                      const u32_vec *numbers) {
    struct store *store;
    int status = run_open(options->run, STORE_WRITE, &store);
    if (status != EXIT_DONE)
        return status;
    struct strbuf error = {0};
    bool good = true;
    for (size_t i = 0; good && i < numbers->n; i++)
        good = store_set_state(store, numbers->at[i], state);
    if (!good || !store_commit(store)) {
        complain(store_error(store));
        status = good ? EXIT_ENVIRONMENT : EXIT_BAD_INPUT;
    } else if (!run_report_change(store, &error))
        status = complain(strbuf_text(&error));
    strbuf_free(&error);
    for (size_t i = 0; status == EXIT_DONE && !options->quiet && i < numbers->n; i++)
        printf("finding %u is %s\n", numbers->at[i], report_state_name(state));
    store_close(store);
    return status;
}

/* ---- export ---------------------------------------------------------------- */

/* A file name made of what anybody called a solver. */
static void add_file_word(const char *word, struct strbuf *out) {
    for (size_t i = 0; i < 20 && word[i] != '\0'; i++) {
        char c = word[i];
        bool is_plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        strbuf_add_char(out, is_plain || c == '.' || c == '-' ? c : '_');
    }
}

static void add_file(struct strbuf *archive, const struct report_finding *story, const char *name,
                     const char *bytes, size_t n) {
    struct strbuf path = {0};
    strbuf_printf(&path, "momus-finding-%u/%s", story->finding.number, name);
    archive_add(archive, strbuf_text(&path), bytes, n, story->finding.first_seen / 1000);
    strbuf_free(&path);
}

/* A script or a witness; what is half done is left out. */
static bool is_exported(const char *name) {
    size_t n = strlen(name);
    bool is_script = n > 5 && strcmp(name + n - 5, ".smt2") == 0;
    return strcmp(name, STORE_BEST) != 0 && (is_script || strcmp(name, STORE_WITNESS) == 0 ||
                                             strcmp(name, STORE_REDUCED_WITNESS) == 0);
}

/* The scripts and the witness, as they lie in its folder. False, with the reasons, if some cannot be read. */
static bool add_folder(struct strbuf *archive, const struct report_finding *story,
                       struct strbuf *error) {
    struct strbuf folder = {0};
    path_vec paths = {0};
    strbuf_printf(&folder, "%s/%s", story->run, story->finding.folder);
    bool good = file_list(strbuf_text(&folder), "", &paths, error);
    for (size_t i = 0; i < paths.n; i++) {
        const char *name = paths.at[i] + folder.n + 1;
        struct file_text text = {0};
        if (is_exported(name))
            good = file_read(paths.at[i], &text, error) && good;
        if (text.n > 0)
            add_file(archive, story, name, text.at, text.n);
        file_text_free(&text);
    }
    path_vec_free(&paths);
    strbuf_free(&folder);
    return good;
}

/* What each solver printed to the script that is shown. */
static void add_raw(struct strbuf *archive, const struct report_finding *story) {
    const store_answer_vec *answers = report_finding_answers(story);
    for (size_t i = 0; i < answers->n; i++) {
        const struct store_answer *answer = &answers->at[i];
        struct strbuf name = {0};
        strbuf_printf(&name, "answers/%02zu-", i + 1);
        add_file_word(answer->solver, &name);
        strbuf_add_text(&name, ".out");
        add_file(archive, story, strbuf_text(&name), answer->raw, answer->raw_n);
        strbuf_free(&name);
    }
}

/* Words of a solver's as a comment of one line. */
static void add_comment(const char *word, struct strbuf *out) {
    for (; *word != '\0'; word++)
        strbuf_add_char(out, (unsigned char)*word < ' ' ? ' ' : *word);
}

/*
 * How each solver was asked, and which version it was; whoever is at fault, by what it was given. What the
 * others were given is not kept, and who refuses the script has nothing to be run for.
 */
static void add_commands(const struct report_finding *story, struct strbuf *out) {
    const store_answer_vec *answers = report_finding_answers(story);
    const char *remark = report_finding_answers_remark(story);
    if (remark != NULL)
        strbuf_printf(out, "# %s\n", remark);
    if (answers->n > 1)
        strbuf_add_text(
            out, "# Who is not at fault got the script with the options that it needs, as for "
                 "several checks; momus solve asks in the same way.\n");
    for (size_t i = 0; i < answers->n; i++) {
        const struct store_answer *answer = &answers->at[i];
        bool is_accused = story->finding.at_fault.n > 0 &&
                          strcmp(story->finding.at_fault.at[0], answer->solver) == 0;
        strbuf_add_text(out, "# ");
        add_comment(answer->solver, out);
        strbuf_add_text(out, ", ");
        add_comment(answer->version[0] != '\0' ? answer->version : "version not known", out);
        strbuf_add_text(out, ": ");
        add_comment(answer->answer, out);
        strbuf_add_char(out, '\n');
        if (!is_accused && strncmp(answer->answer, "refused", strlen("refused")) == 0)
            continue;
        report_add_command(answer->command,
                           is_accused                            ? report_finding_file_name(story)
                           : report_finding_shows_reduced(story) ? "reduced.smt2"
                                                                 : "bug.smt2",
                           out);
        strbuf_add_char(out, '\n');
    }
    if (report_finding_is_ours(&story->finding)) {
        report_add_remaking(&story->finding, out);
        strbuf_add_char(out, '\n');
    }
}

/* The finding for people, as an issue, and for programs (--known); what it takes to see it again. */
static bool add_finding(struct strbuf *archive, const struct report_finding *story,
                        struct strbuf *error) {
    struct strbuf text = {0};
    finding_story_add(story, report_finding_file_name(story), false, HELP_WIDTH_USUAL, PAINT_NOT,
                      &text);
    add_file(archive, story, "README.txt", text.at, text.n);
    strbuf_clear(&text);
    report_add_issue(story, report_finding_file_name(story), &text);
    add_file(archive, story, "report.md", text.at, text.n);
    strbuf_clear(&text);
    add_commands(story, &text);
    add_file(archive, story, "commands.sh", text.at, text.n);
    strbuf_clear(&text);
    json_t *json = report_json_whole(story);
    strbuf_add_json(&text, json, JSON_INDENT(2));
    add_file(archive, story, KNOWN_FILE, text.at, text.n);
    json_decref(json);
    strbuf_free(&text);
    add_raw(archive, story);
    return add_folder(archive, story, error);
}

/* *is_whole: every file of theirs could be read; if not, it has been said which, and the rest is there. */
static int fill(struct store *store, const u32_vec *numbers, struct strbuf *archive, bool *is_whole,
                struct strbuf *error) {
    *is_whole = true;
    for (size_t i = 0; i < numbers->n; i++) {
        struct report_finding story;
        struct strbuf fault = {0};
        bool there;
        bool good = report_finding_load(store, numbers->at[i], &story, &there, error);
        if (good && !add_finding(archive, &story, &fault) && story.unreadable == NULL)
            story.unreadable = arena_copy_text(&story.arena, fault.at, fault.n);
        if (good)
            *is_whole = run_report_is_whole(&story) && *is_whole;
        strbuf_free(&fault);
        report_finding_release(&story);
        if (!good)
            return there ? EXIT_ENVIRONMENT : EXIT_BAD_INPUT;
    }
    archive_finish(archive);
    return EXIT_DONE;
}

static void add_archive_name(const struct options *options, const u32_vec *numbers,
                             struct strbuf *path) {
    if (options->archive != NULL)
        strbuf_add_text(path, options->archive);
    else if (numbers->n == 1)
        strbuf_printf(path, "momus-finding-%u.tar", numbers->at[0]);
    else
        strbuf_add_text(path, "momus-findings.tar");
}

static int export(const struct options *options, const u32_vec *numbers) {
    struct strbuf archive = {0}, error = {0}, path = {0};
    struct store *store;
    bool is_whole;
    int status = run_open(options->run, STORE_READ, &store);
    if (status != EXIT_DONE)
        return status;
    add_archive_name(options, numbers, &path);
    status = fill(store, numbers, &archive, &is_whole, &error);
    if (status == EXIT_DONE && !file_write(strbuf_text(&path), archive.at, archive.n, &error))
        status = EXIT_ENVIRONMENT;
    if (status != EXIT_DONE)
        complain(strbuf_text(&error));
    else if (!options->quiet)
        printf("%s\n", strbuf_text(&path));
    if (status == EXIT_DONE && !is_whole)
        status = EXIT_ENVIRONMENT;
    store_close(store);
    strbuf_free(&archive);
    strbuf_free(&error);
    strbuf_free(&path);
    return status;
}

/* ---- the command ----------------------------------------------------------- */

static int act(const struct options *options, const char *action, const u32_vec *numbers) {
    static const struct {
        const char *word;
        enum store_state state;
    } states[] = {{"ignore", STORE_IGNORED}, {"close", STORE_CLOSED}, {"reopen", STORE_OPEN}};
    for (size_t i = 0; i < sizeof states / sizeof *states; i++)
        if (strcmp(action, states[i].word) == 0)
            return set_states(options, states[i].state, numbers);
    if (strcmp(action, "export") == 0)
        return export(options, numbers);
    fprintf(stderr,
            "momus: error: '%s' is nothing to do with findings: ignore, close, reopen, export\n",
            action);
    return EXIT_USAGE;
}

int cmd_findings(const struct options *options, char *const *operands, size_t n) {
    u32_vec numbers = {0};
    if (n == 0)
        return list(options);
    if (n == 1)
        return cli_misuse("findings",
                          "which findings? ignore, close, reopen and export want numbers");
    int status = EXIT_USAGE;
    if (run_numbers(operands + 1, n - 1, &numbers))
        status = act(options, operands[0], &numbers);
    vec_free(&numbers);
    return status;
}
