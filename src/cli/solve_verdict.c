#include "cli/solve_verdict.h"

#include <unistd.h>

#include "cli/paint.h"
#include "eval/goal.h"
#include "lang/parser.h"
#include "proc/wrapper.h"
#include "report/json.h"

/* ---- the solvers ---- */

/*
 * What the user adds to a solver's own command: versions are compared where that
 * is the same. Of a release, what stands behind its place for more words.
 */
static char *options_of(const struct solver *solver) {
    struct strbuf text = {0};
    struct words usual = solver->profile.spawn;
    size_t first = solver->release != NULL            ? 3
                   : solver->program != SOLVER_UNTOLD ? solver->program + 1
                                                      : 1;
    for (size_t i = first; i < solver->spawn.n; i++) {
        const char *word = solver->spawn.at[i];
        if (strchr(word, '{') == NULL && !words_have(usual, word))
            strbuf_printf(&text, "%s%s", text.n > 0 ? " " : "", word);
    }
    return strbuf_detach(&text);
}

/* Without a profile, the program is the family: so are other builds of it, in other folders. */
static const char *family_of(const struct solver *solver) {
    if (solver->has_profile)
        return solver->profile.family != NULL ? solver->profile.family : solver->profile.name;
    const char *program = solver_program(solver);
    return program != NULL ? program_base_name(program) : solver->name;
}

void solve_judge_init(struct solve_judge *judge, const struct solver_list *from, struct loop *loop,
                      struct child_limits limits, bool finds) {
    *judge = (struct solve_judge){.finds = finds, .workspace = oracle_workspace_new()};
    for (size_t i = 0; i < from->all.n; i++) {
        const struct solver *solver = &from->all.at[i];
        vec_push(&judge->options, options_of(solver));
        vec_push(&judge->solvers,
                 ((struct oracle_solver){
                     .name = solver->name,
                     .family = family_of(solver),
                     .version = solver->release != NULL ? solver->release : from->versions.at[i],
                     .options = judge->options.at[i],
                     .profile = solver->has_profile ? &solver->profile : NULL,
                 }));
    }
    judge->inquiry = (struct inquiry){
        .loop = loop,
        .solvers = from->all.at,
        .n_solvers = from->all.n,
        .limits = limits,
    };
}

void solve_judge_release(struct solve_judge *judge) {
    for (size_t i = 0; i < judge->options.n; i++)
        mem_free(judge->options.at[i]);
    oracle_workspace_free(judge->workspace);
    vec_free(&judge->options);
    vec_free(&judge->solvers);
}

/* ---- what the script says about itself ---- */

typedef VEC(struct oracle_known) known_vec;

static enum truth status_of(const struct term_table *table, const struct command *command) {
    const struct symbol_entry *name = symbol_at(&table->symbols, command->name);
    if (command->kind != COMMAND_SET_INFO || command->text == 0 || strcmp(name->at, ":status") != 0)
        return TRUTH_UNKNOWN;
    const struct symbol_entry *text = symbol_at(&table->symbols, command->text);
    return truth_find(text->at, text->n);
}

/* A status is that of the next check. A script that we do not read has none. */
static void read_labels(const char *text, size_t n, known_vec *known) {
    if (memmem(text, n, ":status", strlen(":status")) == NULL)
        return; /* reading a long script takes its time */
    struct term_table *table = term_table_new();
    struct parser *parser = parser_new(table);
    struct script script = {0};
    struct parse_error error = {0};
    struct oracle_known next = {0};
    bool good = parser_read_script(parser, text, n, &script, &error);
    for (size_t i = 0; good && i < script.commands.n; i++) {
        enum truth truth = status_of(table, &script.commands.at[i]);
        if (truth != TRUTH_UNKNOWN)
            next = (struct oracle_known){
                .truth = truth, .basis = BASIS_LABEL, .whose = "The :status of the script"};
        if (goal_is_check(&script.commands.at[i])) {
            vec_push(known, next);
            next = (struct oracle_known){0};
        }
    }
    parse_error_release(&error);
    script_release(&script);
    parser_free(parser);
    term_table_free(table);
}

/*
 * What a test that momus made says before its first check: ; core: (a b), or ; minimal core: (a b).
 * The text, to be freed; NULL if there is none.
 */
static char *find_core(const char *text, size_t n) {
    static const char *const words[] = {"\n; core: (", "\n; minimal core: ("};
    const char *check = memmem(text, n, "\n(check-sat", strlen("\n(check-sat"));
    size_t before = check != NULL ? (size_t)(check - text) : 0;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        const char *at = memmem(text, before, words[i], strlen(words[i]));
        if (at == NULL)
            continue;
        const char *start = at + strlen(words[i]) - 1;
        const char *end = memchr(start, '\n', before - (size_t)(start - text));
        if (end != NULL)
            return mem_copy_text(start, (size_t)(end - start));
    }
    return NULL;
}

/* Is there anything to judge: a model, or, where bugs are looked for, an answer or the lack of one? */
static bool is_worth_it(const struct solve_judge *judge, const struct asked *const *answers) {
    for (size_t i = 0; i < judge->solvers.n; i++) {
        const struct answers *said = &answers[i]->answers;
        if (judge->finds && (said->checks.n > 0 || said->crashed || said->errors.n > 0))
            return true;
        for (size_t k = 0; k < said->checks.n; k++)
            if (said->checks.at[k].model.at != NULL)
                return true;
    }
    return false;
}

void solve_judge_file(struct solve_judge *judge, const char *text, size_t n,
                      const struct asked *const *answers, struct oracle_verdict *verdict) {
    known_vec known = {0};
    struct oracle_options options = oracle_default_options;
    if (!is_worth_it(judge, answers))
        return;
    options.ask = judge->finds ? inquiry_ask : NULL;
    options.context = &judge->inquiry;
    options.workspace = judge->workspace;
    options.search = options.speed = judge->finds;
    read_labels(text, n, &known);
    char *core = find_core(text, n);
    if (core != NULL && known.n == 0)
        vec_push(&known, (struct oracle_known){0});
    if (core != NULL)
        known.at[0].core = core;
    struct oracle_case c = {
        .text = text,
        .n = n,
        .known = known.at,
        .n_known = known.n,
        .solvers = judge->solvers.at,
        .answers = answers,
        .n_solvers = judge->solvers.n,
        .limit_ns = judge->inquiry.limits.wall_ms * 1000000,
    };
    oracle_judge(&c, &options, verdict);
    if (!judge->finds)
        oracle_verdict_acquit(verdict);
    vec_free(&known);
    mem_free(core);
}

/* ---- showing ---- */

enum { WIDTH = 96, INDENT = 4 };

/* Words, broken into lines; line ends in the text are blanks. */
static void print_wrapped(const char *at, size_t n, size_t column) {
    const char *end = at + n;
    size_t terminal = paint_columns(STDOUT_FILENO), width = WIDTH;
    if (terminal > 2 * INDENT && terminal < WIDTH)
        width = terminal;
    while (at < end) {
        size_t length = 0;
        while (at < end && strchr(" \n\t\r", *at) != NULL && *at != '\0')
            at++;
        while (at + length < end && (strchr(" \n\t\r", at[length]) == NULL || at[length] == '\0'))
            length++;
        if (length == 0)
            break;
        bool breaks = column + 1 + length > width && column > INDENT;
        printf("%s", breaks ? "\n    " : column > INDENT ? " " : "");
        column = (breaks ? INDENT : column > INDENT ? column + 1 : column) + length;
        fwrite(at, 1, length, stdout);
        at += length;
    }
    putchar('\n');
}

static void add_names(const struct solve_judge *judge, const struct finding *finding,
                      struct strbuf *out) {
    for (size_t i = 0; i < finding->at_fault.n; i++)
        strbuf_printf(out, "%s%s", i > 0 ? ", " : "",
                      judge->solvers.at[finding->at_fault.at[i]].name);
    if (finding->at_fault.n == 0)
        strbuf_add_text(out, "nobody's fault as yet");
}

void solve_verdict_print(const struct solve_judge *judge, const struct oracle_verdict *verdict) {
    for (size_t i = 0; i < verdict->findings.n; i++) {
        const struct finding *finding = &verdict->findings.at[i];
        struct strbuf names = {0};
        add_names(judge, finding, &names);
        printf("  %s: %s (%s, by %s)\n    ", bug_name(finding->bug), strbuf_text(&names),
               confidence_name(finding->confidence), ground_name(finding->ground));
        print_wrapped(finding->evidence.at, finding->evidence.n, INDENT);
        strbuf_free(&names);
    }
    for (size_t i = 0; i < verdict->notes.n; i++) {
        fputs("  note: ", stdout);
        print_wrapped(verdict->notes.at[i], strlen(verdict->notes.at[i]), INDENT);
    }
}

static json_t *text_json(const struct strbuf *text) {
    return report_json_text(text->n > 0 ? text->at : "", text->n);
}

json_t *solve_verdict_findings(const struct solve_judge *judge,
                               const struct oracle_verdict *verdict) {
    json_t *findings = json_array();
    for (size_t i = 0; i < verdict->findings.n; i++) {
        const struct finding *finding = &verdict->findings.at[i];
        json_t *names = json_array();
        for (size_t k = 0; k < finding->at_fault.n; k++)
            json_array_append_new(
                names, report_json_word(judge->solvers.at[finding->at_fault.at[k]].name));
        json_array_append_new(
            findings,
            json_pack("{s:s, s:o, s:s, s:s, s:o, s:o, s:I, s:I, s:I}", "class",
                      bug_name(finding->bug), "at_fault", names, "basis",
                      ground_name(finding->ground), "confidence",
                      confidence_name(finding->confidence), "evidence",
                      text_json(&finding->evidence), "fingerprint",
                      text_json(&finding->fingerprint), "check", (json_int_t)finding->check + 1,
                      "runs", (json_int_t)finding->runs, "shown", (json_int_t)finding->shown));
    }
    return findings;
}

json_t *solve_verdict_notes(const struct oracle_verdict *verdict) {
    json_t *notes = json_array();
    for (size_t i = 0; i < verdict->notes.n; i++)
        json_array_append_new(notes, report_json_word(verdict->notes.at[i]));
    return notes;
}
