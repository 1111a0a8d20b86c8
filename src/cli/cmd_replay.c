/*
 * momus replay: tests of a run, made and asked again.
 */
#include <unistd.h>

#include "base/die.h"
#include "cli/bisect.h"
#include "cli/cli.h"
#include "cli/finding_story.h"
#include "cli/replay.h"
#include "cli/run_open.h"
#include "cli/run_report.h"
#include "report/json.h"

/* A test of the run: the first one of a finding, or a further trigger of it. */
struct target {
    uint32_t number;    /* of the finding; 0: none */
    const char *test;   /* its id */
    const char *script; /* what was kept of a trigger; NULL: that of the finding, or nothing */
    size_t n;
};

struct replays {
    const struct options *options;
    struct replay replay;
    struct strbuf error;
    size_t n_asked, n_failing, n_untold;
    json_t *json; /* NULL: text is printed */
    int status;
};

static int fail(struct replays *replays, int status) {
    fprintf(stderr, "momus: error: %s\n", strbuf_text(&replays->error));
    return status;
}

/* ---- telling --------------------------------------------------------------- */

static void add_answers(const struct replay *replay, const struct replayed *replayed,
                        struct strbuf *out) {
    for (size_t i = 0; i < replay->solvers.all.n; i++) {
        const struct asked *asked = &replayed->answers[i];
        strbuf_add_text(out, i > 0 ? ", " : "");
        paint_add_clean(out, replay->judge.solvers.at[i].name);
        strbuf_add_text(out, asked->end == CHILD_NO_START ? " " : ": ");
        asked_add_words(asked, out);
    }
}

static void add_result(const struct replay *replay, struct replayed *replayed, struct strbuf *out) {
    switch (replayed->result) {
    case REPLAY_HOLDS:
        strbuf_add_text(out, PAINT_GREEN "does not fail" PAINT_PLAIN " (");
        break;
    case REPLAY_FAILS:
        strbuf_add_text(out, PAINT_RED "still fails" PAINT_PLAIN);
        if (!replayed->is_asked) { /* momus itself, when it makes the test */
            strbuf_printf(out, ": %s", strbuf_text(&replayed->unmade));
            return;
        }
        strbuf_add_text(out, " (");
        break;
    case REPLAY_OTHERWISE:
        strbuf_printf(out, PAINT_YELLOW "fails otherwise: %s" PAINT_PLAIN " (",
                      bug_name(replayed->verdict.findings.at[0].bug));
        break;
    case REPLAY_NOT_ASKED:
        strbuf_add_text(out, PAINT_DIM "not asked: about none of these solvers" PAINT_PLAIN);
        return;
    case REPLAY_UNTOLD:
        strbuf_add_text(out, PAINT_YELLOW "cannot be told" PAINT_PLAIN ": ");
        paint_add_clean(out, strbuf_text(&replayed->reason));
        if (!replayed->is_asked)
            return;
        strbuf_add_text(out, " (");
        break;
    }
    add_answers(replay, replayed, out);
    strbuf_add_char(out, ')');
}

static const char *result_name(enum replay_result result) {
    static const char *const names[] = {[REPLAY_HOLDS] = "holds",
                                        [REPLAY_FAILS] = "fails",
                                        [REPLAY_OTHERWISE] = "fails otherwise",
                                        [REPLAY_NOT_ASKED] = "not asked",
                                        [REPLAY_UNTOLD] = "cannot be told"};
    return names[result];
}

/* {"id", "class", "at_fault", "test", "result", "reason", "answers"}; no finding: the first three are null. */
static void add_json(struct replays *replays, const struct store_finding *finding,
                     const struct target *target, struct replayed *replayed) {
    const struct replay *replay = &replays->replay;
    json_t *json = json_object(), *answers = json_array(), *whole = NULL;
    if (finding != NULL)
        whole = report_json_finding(finding);
    static const char *const keys[] = {"id", "class", "at_fault"};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        json_object_set_new(json, keys[i],
                            whole != NULL ? json_incref(json_object_get(whole, keys[i]))
                                          : json_null());
    json_object_set_new(json, "test", report_json_word(target->test));
    json_object_set_new(json, "result", report_json_word(result_name(replayed->result)));
    json_object_set_new(json, "reason",
                        replayed->result == REPLAY_UNTOLD
                            ? report_json_word(strbuf_text(&replayed->reason))
                            : json_null());
    for (size_t i = 0; i < replay->solvers.all.n && replayed->is_asked; i++) {
        struct strbuf word = {0};
        json_t *answer = json_object();
        asked_add_words(&replayed->answers[i], &word);
        json_object_set_new(answer, "solver", report_json_word(replay->judge.solvers.at[i].name));
        json_object_set_new(answer, "answer", report_json_word(strbuf_text(&word)));
        json_array_append_new(answers, answer);
        strbuf_free(&word);
    }
    json_object_set_new(json, "answers", answers);
    json_array_append_new(replays->json, json);
    json_decref(whole);
}

/* What is odd about the bytes, on standard error. */
static void tell_bytes(const struct replays *replays, const struct target *target,
                       struct replayed *replayed) {
    if (replayed->result == REPLAY_NOT_ASKED)
        return;
    if (!replayed->is_remade)
        fprintf(stderr, "momus: warning: %s cannot be made again: %s%s\n", target->test,
                strbuf_text(&replayed->unmade),
                replayed->is_asked ? "; what was kept is asked" : "");
    else if (!replayed->is_same)
        fprintf(stderr,
                "momus: warning: %s is made otherwise now than it was; what was kept is asked\n",
                target->test);
    else if (replays->options->verbose)
        fprintf(stderr, "momus: %s: made again%s\n", target->test,
                target->script != NULL ? ", the same bytes" : "");
}

static void print(struct strbuf *text) {
    struct strbuf out = {0};
    paint_add(&out, strbuf_text(text), 0, paint_how(STDOUT_FILENO));
    fputs(strbuf_text(&out), stdout);
    putchar('\n');
    fflush(stdout);
    strbuf_free(&out);
}

static void tell(struct replays *replays, const struct store_finding *finding,
                 const struct target *target, bool is_trigger, struct replayed *replayed) {
    struct strbuf line = {0};
    tell_bytes(replays, target, replayed);
    if (replays->json != NULL) {
        add_json(replays, finding, target, replayed);
        return;
    }
    if (is_trigger)
        strbuf_printf(&line, "    %s: ", target->test);
    else if (finding == NULL)
        strbuf_printf(&line, "%s: ", target->test);
    else {
        strbuf_printf(&line, "%u  %s  ", finding->number, finding->class_name);
        finding_add_names(finding->at_fault, &line);
        strbuf_add_text(&line, ": ");
    }
    add_result(&replays->replay, replayed, &line);
    print(&line);
    strbuf_free(&line);
    if (replayed->again != NULL && replayed->verdict.findings.n == 0 && !replays->options->all)
        printf("  %s gives the answer again that was shown to be wrong\n", replayed->again);
    if (!replays->options->all && !is_trigger)
        solve_verdict_print(&replays->replay.judge, &replayed->verdict);
}

/* ---- one test -------------------------------------------------------------- */

/* Asks, tells and counts. */
static enum replay_result run_test(struct replays *replays, const struct store_finding *finding,
                                   const struct target *target, bool is_trigger) {
    struct replayed replayed;
    replay_test(&replays->replay, target->test, finding, target->script, target->n, &replayed);
    tell(replays, finding, target, is_trigger, &replayed);
    enum replay_result result = replayed.result;
    bool fails = result == REPLAY_FAILS || result == REPLAY_OTHERWISE;
    if (fails)
        replays->status = EXIT_FOUND_BUGS;
    bool is_open = result == REPLAY_UNTOLD ||
                   (result == REPLAY_NOT_ASKED && !replays->options->all); /* it was asked for */
    if (is_open && replays->status == EXIT_DONE)
        replays->status = EXIT_UNDECIDED;
    replayed_release(&replayed, &replays->replay);
    return result;
}

/* Where a finding is mended, what else showed it may not be. */
static void run_triggers(struct replays *replays, const struct report_finding *story) {
    for (size_t i = 0; i < story->triggers.n; i++) {
        const struct store_trigger *trigger = &story->triggers.at[i];
        struct target target = {story->finding.number, trigger->test, trigger->script,
                                trigger->script_n};
        run_test(replays, &story->finding, &target, true);
    }
}

static void run_finding(struct replays *replays, const struct target *target) {
    struct report_finding story;
    bool there;
    strbuf_clear(&replays->error);
    if (report_finding_load(replays->replay.store, target->number, &story, &there,
                            &replays->error)) {
        struct target own = *target;
        bool is_first = strcmp(own.test, story.finding.test) == 0;
        run_report_is_whole(&story);
        if (is_first) {
            own.script = story.script.n > 0 ? story.script.at : NULL;
            own.n = story.script.n;
        }
        enum replay_result result = run_test(replays, &story.finding, &own, false);
        replays->n_asked += result != REPLAY_NOT_ASKED;
        replays->n_untold += result == REPLAY_UNTOLD;
        replays->n_failing += result == REPLAY_FAILS || result == REPLAY_OTHERWISE;
        if (result == REPLAY_HOLDS && is_first)
            run_triggers(replays, &story);
    } else
        replays->status = fail(replays, there ? EXIT_ENVIRONMENT : EXIT_BAD_INPUT);
    report_finding_release(&story);
}

/* ---- which ----------------------------------------------------------------- */

static bool is_number(const char *word) {
    return word[strspn(word, "0123456789")] == '\0';
}

static void consider(struct target *found, size_t *n_found, const char *prefix,
                     struct target target) {
    if (strncmp(target.test, prefix, strlen(prefix)) != 0)
        return;
    bool is_whole = strcmp(target.test, prefix) == 0;
    if (*n_found > 0 && strcmp(found->test, target.test) == 0)
        return; /* the same test showed two bugs: the worst one counts */
    if (is_whole)
        *n_found = 0;
    if (*n_found == 0)
        *found = target;
    ++*n_found;
}

/* A test of the run whose id begins like this. */
static bool find_test(struct replays *replays, const char *prefix, struct target *target) {
    struct store *store = replays->replay.store;
    struct arena *arena = &replays->replay.arena;
    store_finding_vec findings = {0};
    size_t n_found = 0;
    bool good = store_findings(store, arena, &findings);
    for (size_t i = 0; good && i < findings.n; i++) {
        store_trigger_vec triggers = {0};
        uint32_t number = findings.at[i].number;
        consider(target, &n_found, prefix, (struct target){number, findings.at[i].test, NULL, 0});
        good = store_triggers(store, number, arena, &triggers);
        for (size_t k = 0; good && k < triggers.n; k++)
            consider(target, &n_found, prefix,
                     (struct target){number, triggers.at[k].test, triggers.at[k].script,
                                     triggers.at[k].script_n});
        vec_free(&triggers);
    }
    vec_free(&findings);
    struct test_id id;
    if (good && n_found == 0 && test_id_read(prefix, strlen(prefix), &id)) {
        *target = (struct target){.test = prefix};
        return true;
    }
    strbuf_clear(&replays->error);
    if (!good)
        strbuf_add_text(&replays->error, store_error(store));
    else if (n_found == 0)
        strbuf_printf(&replays->error, "no test of %s has an id that begins with '%s'",
                      store_folder(store), prefix);
    else if (n_found > 1)
        strbuf_printf(&replays->error, "the ids of %zu tests begin with '%s'", n_found, prefix);
    return good && n_found == 1;
}

static void run_one(struct replays *replays, const char *word) {
    struct target target = {0};
    struct store_finding finding;
    bool there = false;
    if (is_number(word)) {
        if (!run_number(word, &target.number)) {
            replays->status = EXIT_USAGE;
            return;
        }
        if (store_finding(replays->replay.store, target.number, &replays->replay.arena, &finding,
                          &there) &&
            there)
            target.test = finding.test;
        else
            target.test = "";
        run_finding(replays, &target);
    } else if (!find_test(replays, word, &target))
        replays->status = fail(replays, EXIT_BAD_INPUT);
    else if (target.number == 0)
        run_test(replays, NULL, &target, false);
    else
        run_finding(replays, &target);
}

static void run_all(struct replays *replays) {
    struct arena arena = {0};
    store_finding_vec findings = {0};
    size_t n_open = 0;
    if (!store_findings(replays->replay.store, &arena, &findings)) {
        strbuf_clear(&replays->error);
        strbuf_add_text(&replays->error, store_error(replays->replay.store));
        replays->status = fail(replays, EXIT_ENVIRONMENT);
    }
    for (size_t i = 0; i < findings.n; i++)
        if (findings.at[i].state == STORE_OPEN) {
            struct target target = {.number = findings.at[i].number, .test = findings.at[i].test};
            run_finding(replays, &target);
            n_open++;
        }
    if (n_open > 0 && replays->n_asked == 0 && replays->status == EXIT_DONE)
        replays->status = EXIT_UNDECIDED; /* about none of these solvers */
    size_t n_mended = replays->n_asked - replays->n_failing - replays->n_untold;
    if (!replays->options->quiet && replays->json == NULL)
        printf("%zu finding%s asked: %zu still fail%s, %zu do%s not, %zu cannot be told\n",
               replays->n_asked, plural_s(replays->n_asked), replays->n_failing,
               replays->n_failing == 1 ? "s" : "", n_mended, n_mended == 1 ? "es" : "",
               replays->n_untold);
    vec_free(&findings);
    arena_free(&arena);
}

static void print_json(struct replays *replays) {
    if (replays->json == NULL)
        return;
    json_dumpf(replays->json, stdout, JSON_INDENT(2));
    putchar('\n');
    json_decref(replays->json);
}

/* ---- the command ----------------------------------------------------------- */

static void run(struct replays *replays, char *const *operands, size_t n) {
    size_t first = replays->options->all ? 0 : 1;
    for (size_t i = first; i < n; i++) {
        strbuf_clear(&replays->error);
        if (!replay_add_seeds(&replays->replay, operands[i], &replays->error)) {
            replays->status = fail(replays, EXIT_BAD_INPUT);
            return;
        }
    }
    if (replays->options->all)
        run_all(replays);
    else
        run_one(replays, operands[0]);
}

/* In which versions findings show; operands are numbers. */
static int bisect(const struct options *options, char *const *operands, size_t n) {
    u32_vec numbers = {0};
    struct store *store = NULL;
    int status = EXIT_USAGE;
    if (run_numbers(operands, n, &numbers))
        status = run_open(options->run, STORE_WRITE, &store);
    if (status == EXIT_DONE)
        status = bisect_findings(options, store, &numbers);
    store_close(store);
    vec_free(&numbers);
    return status;
}

static const char *find_misuse(const struct options *options, size_t n) {
    if (n == 0 && !options->all)
        return "which finding? Give its number, the id of a test, or --all";
    if (options->bisect && options->solver.n == 0)
        return "--bisect: in which versions? Name them by -s, the oldest first";
    if (options->bisect && options->all && n > 0)
        return "--bisect: all findings, or these numbers?";
    if (!options->bisect && options->every)
        return "--every goes with --bisect";
    return NULL;
}

int cmd_replay(const struct options *options, char *const *operands, size_t n) {
    struct replays replays = {.options = options};
    struct store *store;
    const char *misuse = find_misuse(options, n);
    if (misuse != NULL)
        return cli_misuse("replay", misuse);
    if (options->bisect)
        return bisect(options, operands, n);
    int status = run_open(options->run, STORE_READ, &store);
    if (status != EXIT_DONE)
        return status;
    replays.status = replay_init(&replays.replay, store, options);
    if (replays.status == EXIT_DONE) {
        replays.json = options->json ? json_array() : NULL;
        run(&replays, operands, n);
        print_json(&replays);
    }
    replay_release(&replays.replay);
    strbuf_free(&replays.error);
    store_close(store);
    return replays.status;
}
