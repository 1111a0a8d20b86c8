#include "cli/bisect.h"

#include <unistd.h>

#include "base/die.h"
#include "cli/cli.h"
#include "cli/finding_story.h"
#include "cli/replay_result.h"
#include "cli/run_report.h"
#include "oracle/bisect.h"
#include "oracle/version.h"
#include "report/json.h"

struct bisection {
    const struct options *options;
    struct replay replay;
    bool is_claimed; /* findings are named: that solvers which nobody knows are versions, too */
    json_t *json;    /* NULL: text is printed */
    int status;
    size_t n_asked;              /* findings of which there was a version */
    struct report_finding story; /* the finding that is being bisected */
    const char *script;          /* of it */
    size_t n_script;
    size_t n;           /* versions of who is at fault there */
    size_t *order;      /* the oldest first, as numbers of solvers */
    const char **names; /* of them, in that order: "4.8.12", or what the user calls them */
    enum bisect_state *states;
    const char **answers;
    bool has_started; /* one of them */
};

static void complain(struct bisection *b, const char *message, int status) {
    fprintf(stderr, "momus: error: %s\n", message);
    if (status > b->status)
        b->status = status;
}

/* ---- the versions ---------------------------------------------------------- */

static const char *version_of(const struct bisection *b, size_t solver) {
    const char *version = b->replay.solvers.versions.at[solver];
    return version != NULL ? version : "";
}

/* Those of the solvers that the user names that are versions of who is at fault. */
static size_t choose_versions(struct bisection *b, const struct store_finding *finding) {
    b->n = 0;
    for (size_t i = 0; i < b->replay.n_versions; i++)
        if (replay_is_version(&b->replay, finding, i, b->is_claimed))
            b->order[b->n++] = i;
    return b->n;
}

/*
 * By their numbers; those that are alike stay as they were given. One without a number, which may be one
 * that does not start, keeps its place, and those around it are put in order nevertheless.
 */
static void sort_versions(struct bisection *b) {
    size_t n_places = 0;
    size_t *places = mem_alloc_zero((b->n + 1) * sizeof *places); /* of those that have a number */
    int order;
    for (size_t i = 0; i < b->n; i++) {
        const char *version = version_of(b, b->order[i]);
        if (version_compare(version, version, &order))
            places[n_places++] = i;
    }
    for (size_t i = 1; i < n_places; i++)
        for (size_t k = i; k > 0; k--) {
            size_t *older = &b->order[places[k - 1]], *newer = &b->order[places[k]], swap = *newer;
            version_compare(version_of(b, *older), version_of(b, *newer), &order);
            if (order <= 0)
                break;
            *newer = *older;
            *older = swap;
        }
    mem_free(places);
}

static const char *number_of(struct bisection *b, size_t place) {
    size_t n;
    const char *at = version_number(version_of(b, b->order[place]), &n);
    return at != NULL ? arena_copy_text(&b->replay.arena, at, n) : NULL;
}

/* Its number, if no other has the same; else what the user calls it. */
static void name_versions(struct bisection *b) {
    size_t n = b->n;
    for (size_t i = 0; i < n; i++)
        b->names[i] = number_of(b, i);
    for (size_t i = 0; i < n; i++) {
        bool is_own = b->names[i] != NULL;
        for (size_t k = 0; k < n && is_own; k++)
            is_own = k == i || b->names[k] == NULL || strcmp(b->names[i], b->names[k]) != 0;
        if (!is_own)
            b->names[i] = b->replay.judge.solvers.at[b->order[i]].name;
    }
}

/* "cvc4, z3": who is at fault in these findings, by family; those that are nobody's fault aside. */
static void add_accused(struct bisection *b, const store_finding_vec *findings,
                        struct strbuf *out) {
    for (size_t i = 0; i < findings->n; i++) {
        const char *name = findings->at[i].at_fault.at[0];
        const char *family = run_record_family(b->replay.store, &b->replay.arena, name);
        bool is_new = true;
        for (size_t k = 0; k < i && is_new; k++)
            is_new = strcmp(family, run_record_family(b->replay.store, &b->replay.arena,
                                                      findings->at[k].at_fault.at[0])) != 0;
        if (is_new)
            strbuf_printf(out, "%s%s", out->n > 0 ? ", " : "", family);
    }
}

/* Who of the solvers that the user names is a version of nobody who is at fault in these findings. */
static void refuse_strangers(struct bisection *b, const store_finding_vec *findings) {
    struct strbuf message = {0}, accused = {0};
    add_accused(b, findings, &accused);
    for (size_t i = 0; i < b->replay.n_versions; i++) {
        bool is_version = findings->n == 0;
        for (size_t k = 0; k < findings->n && !is_version; k++)
            is_version = replay_is_version(&b->replay, &findings->at[k], i, b->is_claimed);
        if (is_version)
            continue;
        const struct oracle_solver *solver = &b->replay.judge.solvers.at[i];
        strbuf_clear(&message);
        strbuf_printf(&message,
                      "--bisect: %s is of the family %s, and no version of who is at fault: %s",
                      solver->name, solver->family, strbuf_text(&accused));
        complain(b, strbuf_text(&message), EXIT_USAGE);
    }
    strbuf_free(&message);
    strbuf_free(&accused);
}

/* Which of these findings the user names no version for. */
static void refuse_without_versions(struct bisection *b, const store_finding_vec *findings) {
    struct strbuf message = {0};
    for (size_t i = 0; i < findings->n; i++) {
        if (choose_versions(b, &findings->at[i]) > 0)
            continue;
        strbuf_clear(&message);
        strbuf_printf(&message, "--bisect: finding %u is about %s: no version of it is named by -s",
                      findings->at[i].number, findings->at[i].at_fault.at[0]);
        complain(b, strbuf_text(&message), EXIT_USAGE);
    }
    strbuf_free(&message);
}

/*
 * Findings that are named and solvers that are named must fit each other, before anybody is asked:
 * a solver that was meant as a version, and is none, makes what is said of a range wrong.
 */
static bool versions_fit(struct bisection *b, const u32_vec *numbers) {
    store_finding_vec findings = {0};
    for (size_t i = 0; i < numbers->n; i++) {
        struct store_finding finding;
        bool there;
        if (store_finding(b->replay.store, numbers->at[i], &b->replay.arena, &finding, &there) &&
            there && finding.at_fault.n > 0)
            vec_push(&findings, finding);
    }
    refuse_strangers(b, &findings);
    if (b->status == EXIT_DONE)
        refuse_without_versions(b, &findings);
    vec_free(&findings);
    return b->status == EXIT_DONE;
}

/* ---- asking ---------------------------------------------------------------- */

static const char *answer_words(struct bisection *b, const struct asked *asked) {
    struct strbuf words = {0};
    asked_add_words(asked, &words);
    const char *copy = arena_copy_text(&b->story.arena, words.at, words.n);
    strbuf_free(&words);
    return copy;
}

static enum bisect_state ask_place(size_t place, void *context) {
    struct bisection *b = context;
    size_t solver = b->order[place];
    struct replayed replayed;
    if (b->options->verbose)
        fprintf(stderr, "momus: finding %u: asking %s\n", b->story.finding.number,
                b->replay.judge.solvers.at[solver].name);
    replay_version(&b->replay, solver, &b->story.finding, b->script, b->n_script, &replayed);
    enum bisect_state state = replayed.result == REPLAY_FAILS       ? BISECT_FAILS
                              : replayed.result == REPLAY_HOLDS     ? BISECT_HOLDS
                              : replayed.result == REPLAY_OTHERWISE ? BISECT_OTHERWISE
                                                                    : BISECT_UNTOLD;
    b->answers[place] = answer_words(b, &replayed.answers[solver]);
    b->has_started |= replayed.answers[solver].end != CHILD_NO_START;
    replayed_release(&replayed, &b->replay);
    return state;
}

/* ---- telling --------------------------------------------------------------- */

static size_t count_states(const struct bisection *b, enum bisect_state state) {
    size_t n = 0;
    for (size_t i = 0; i < b->n; i++)
        n += b->states[i] == state;
    return n;
}

/* "fails up to 4.12.2; fixed in z3@5.2.0; 3 of 4 versions asked, the others by halving"; or no range */
static void add_summary(const struct bisection *b, const struct store_version *versions,
                        const char *range, const char *fixed_in, struct strbuf *out) {
    size_t n_left = count_states(b, BISECT_NOT_ASKED);
    size_t n_untold = count_states(b, BISECT_UNTOLD);
    size_t n_otherwise = count_states(b, BISECT_OTHERWISE);
    strbuf_add_text(out, "  ");
    if (range != NULL)
        report_add_versions(range, fixed_in, versions, b->n, out);
    else
        strbuf_add_text(out, "no version fails or holds");
    if (!bisect_is_monotone(b->states, b->n))
        strbuf_add_text(out, "; not monotone: it comes and goes");
    if (n_otherwise > 0)
        strbuf_printf(out, "; %zu version%s otherwise", n_otherwise,
                      n_otherwise == 1 ? " fails" : "s fail");
    if (n_untold > 0)
        strbuf_printf(out, "; of %zu version%s it cannot be told", n_untold, plural_s(n_untold));
    if (n_left > 0)
        strbuf_printf(out, "; %zu of %zu asked, by halving", b->n - n_left, b->n);
    strbuf_add_char(out, '\n');
}

static void print_text(const struct bisection *b, const struct store_version *versions,
                       const char *range, const char *fixed_in) {
    const struct store_finding *finding = &b->story.finding;
    struct strbuf out = {0};
    strbuf_printf(&out, "%u  %s  ", finding->number, finding->class_name);
    finding_add_names(finding->at_fault, &out);
    strbuf_add_char(&out, '\n');
    if (!b->options->quiet)
        finding_add_versions(versions, b->n, paint_columns(STDOUT_FILENO), paint_how(STDOUT_FILENO),
                             &out);
    add_summary(b, versions, range, fixed_in, &out);
    fputs(strbuf_text(&out), stdout);
    fflush(stdout);
    strbuf_free(&out);
}

static void add_json(const struct bisection *b, const struct store_version *versions,
                     const char *range, const char *fixed_in) {
    struct report_finding whole = {.finding = b->story.finding};
    if (range != NULL) { /* else what was found out before stands */
        whole.finding.fails_in = range;
        whole.finding.fixed_in = fixed_in;
    }
    for (size_t i = 0; i < b->n; i++)
        vec_push(&whole.versions, versions[i]);
    json_t *json = report_json_finding(&whole.finding);
    json_object_set_new(json, "monotone", json_boolean(bisect_is_monotone(b->states, b->n)));
    json_object_set_new(json, "versions", report_json_versions(&whole));
    json_array_append_new(b->json, json);
    vec_free(&whole.versions);
}

/* ---- one finding ----------------------------------------------------------- */

static bool keep(struct bisection *b, const struct store_version *versions, const char *range,
                 const char *fixed_in) {
    struct store *store = b->replay.store;
    uint32_t number = b->story.finding.number;
    struct store_match match;
    struct strbuf error = {0};
    bool good = store_put_versions(store, number, versions, b->n, range, fixed_in, &match) &&
                store_commit(store);
    if (!good)
        complain(b, store_error(store), EXIT_ENVIRONMENT);
    else if (match.number != number && b->json == NULL)
        printf("%u: the same as finding %u, and counted there\n", number, match.number);
    if (good && !run_report_finding(store, number, &error)) {
        complain(b, strbuf_text(&error), EXIT_ENVIRONMENT);
        good = false;
    }
    strbuf_free(&error);
    return good;
}

/*
 * Where the newest version has mended a finding, the other tests that were kept for it are tried:
 * what still fails is a bug of its own, and is bisected in its turn.
 */
static void split_triggers(struct bisection *b, size_t newest, u32_vec *more) {
    struct store *store = b->replay.store;
    const struct store_finding *finding = &b->story.finding;
    struct strbuf evidence = {0};
    size_t solver = b->order[newest];
    const char *name = b->replay.judge.solvers.at[solver].name;
    for (size_t i = 0; i < b->story.triggers.n; i++) {
        const struct store_trigger *trigger = &b->story.triggers.at[i];
        struct replayed replayed;
        uint32_t number;
        if (trigger->script == NULL)
            continue;
        replay_version(&b->replay, solver, finding, trigger->script, trigger->script_n, &replayed);
        bool fails = replayed.result == REPLAY_FAILS;
        replayed_release(&replayed, &b->replay);
        if (!fails)
            continue;
        strbuf_clear(&evidence);
        strbuf_printf(
            &evidence,
            "It was kept as a further test of finding %u, which %s has mended; there, this "
            "one still fails.",
            finding->number, name);
        if (!store_split(store, finding->number, trigger->test, strbuf_text(&evidence), &number)) {
            complain(b, store_error(store), EXIT_ENVIRONMENT);
            break;
        }
        if (more->n > 0 && vec_top(more) == number)
            continue; /* with the one before */
        if (b->json == NULL)
            printf("%u: another test of it still fails in %s, and is finding %u\n", finding->number,
                   name, number);
        vec_push(more, number);
    }
    if (!store_commit(store))
        complain(b, store_error(store), EXIT_ENVIRONMENT);
    strbuf_free(&evidence);
}

/*
 * The newest one holds. It is mended there if an older one fails, one of these or that in which it was seen;
 * not if it was seen in a newer one.
 */
static bool is_mended(const struct bisection *b, size_t newest) {
    int order = 0;
    const char *seen =
        store_version_at_fault(&b->story.finding, b->story.answers.at, b->story.answers.n);
    bool is_ordered = version_compare(seen, version_of(b, b->order[newest]), &order);
    bool fails = false;
    for (size_t i = 0; i < newest; i++)
        fails = fails || b->states[i] == BISECT_FAILS;
    return is_ordered && order != 0 ? order < 0 : fails;
}

static void conclude(struct bisection *b, u32_vec *more) {
    size_t n = b->n, newest = 0;
    struct store_version *versions = mem_alloc_zero((n + 1) * sizeof *versions);
    struct strbuf range = {0}, command = {0};
    bool fails = false;
    bisect_add_range(b->states, b->names, n, &range);
    bool is_known = bisect_newest(b->states, n, &newest, &fails);
    for (size_t i = 0; i < n; i++) {
        size_t solver = b->order[i];
        strbuf_clear(&command);
        words_join(b->replay.solvers.all.at[solver].spawn, &command);
        versions[i] = (struct store_version){
            .solver = b->replay.judge.solvers.at[solver].name,
            .version = version_of(b, solver),
            .command = arena_copy_text(&b->story.arena, command.at, command.n),
            .result = bisect_state_name(b->states[i]),
            .answer = b->answers[i] != NULL ? b->answers[i] : "",
        };
    }
    const char *fixed_in =
        is_known && !fails && is_mended(b, newest) ? versions[newest].solver : NULL;
    const char *told = is_known ? strbuf_text(&range) : NULL;
    if (!is_known)
        complain(b, "it cannot be told: none of these versions shows it, or has an answer",
                 b->has_started ? EXIT_UNDECIDED : EXIT_NO_SOLVER);
    if (b->json != NULL)
        add_json(b, versions, told, fixed_in);
    else
        print_text(b, versions, told, fixed_in);
    bool is_kept = is_known && keep(b, versions, strbuf_text(&range), fixed_in);
    if (is_kept && fails && b->status == EXIT_DONE)
        b->status = EXIT_FOUND_BUGS;
    if (is_kept && fixed_in != NULL && strcmp(strbuf_text(&range), "none") != 0)
        split_triggers(b, newest, more);
    strbuf_free(&range);
    strbuf_free(&command);
    mem_free(versions);
}

/* It is about a solver of which no version is at hand. */
static void pass_over(const struct bisection *b) {
    const struct store_finding *finding = &b->story.finding;
    struct strbuf line = {0};
    strbuf_printf(&line, "%u  %s  ", finding->number, finding->class_name);
    finding_add_names(finding->at_fault, &line);
    strbuf_add_text(&line, ": not asked: none of these solvers is known to be a version of it\n");
    fputs(strbuf_text(&line), b->json != NULL ? stderr : stdout);
    strbuf_free(&line);
}

/* `more` gets findings that come of it, to be bisected, too. */
static void bisect_story(struct bisection *b, u32_vec *more) {
    struct file_text text = b->story.reduced.at != NULL ? b->story.reduced : b->story.script;
    b->script = text.at;
    b->n_script = text.n;
    b->n_asked++;
    b->has_started = false;
    sort_versions(b);
    name_versions(b);
    for (size_t i = 0; i < b->n; i++)
        b->answers[i] = NULL;
    bisect_versions(b->n, b->options->every, ask_place, b, b->states);
    conclude(b, more);
}

static void bisect_one(struct bisection *b, uint32_t number, u32_vec *more) {
    struct strbuf error = {0};
    bool there;
    if (!report_finding_load(b->replay.store, number, &b->story, &there, &error))
        complain(b, strbuf_text(&error), there ? EXIT_ENVIRONMENT : EXIT_BAD_INPUT);
    else if (b->story.finding.at_fault.n == 0) {
        strbuf_printf(&error,
                      "finding %u is nobody's fault as yet: there is nobody's version to ask",
                      number);
        complain(b, strbuf_text(&error), EXIT_BAD_INPUT);
    } else if (choose_versions(b, &b->story.finding) == 0)
        pass_over(b);
    else if (!run_report_is_whole(&b->story) && b->story.script.at == NULL &&
             b->story.reduced.at == NULL) {
        strbuf_printf(&error, "finding %u has no script to ask about", number);
        complain(b, strbuf_text(&error), EXIT_ENVIRONMENT);
    } else
        bisect_story(b, more);
    report_finding_release(&b->story);
    strbuf_free(&error);
}

/* Those that are open and somebody's fault, and no bug of momus itself. */
static void list_open(struct bisection *b, u32_vec *numbers) {
    struct arena arena = {0};
    store_finding_vec findings = {0};
    if (!store_findings(b->replay.store, &arena, &findings))
        complain(b, store_error(b->replay.store), EXIT_ENVIRONMENT);
    for (size_t i = 0; i < findings.n; i++)
        if (findings.at[i].state == STORE_OPEN && findings.at[i].at_fault.n > 0 &&
            bug_find(findings.at[i].class_name, strlen(findings.at[i].class_name)) != BUG_COUNT)
            vec_push(numbers, findings.at[i].number);
    vec_free(&findings);
    arena_free(&arena);
}

/* What was kept may have merged findings, or split some. */
static void tell_run(struct bisection *b) {
    struct strbuf error = {0};
    if (!run_report_change(b->replay.store, &error))
        complain(b, strbuf_text(&error), EXIT_ENVIRONMENT);
    strbuf_free(&error);
}

static void bisect_all(struct bisection *b, const u32_vec *numbers) {
    u32_vec all = {0};
    if (numbers->n == 0)
        list_open(b, &all);
    for (size_t i = 0; i < numbers->n; i++)
        vec_push(&all, numbers->at[i]);
    for (size_t i = 0; i < all.n; i++)
        bisect_one(b, all.at[i], &all);
    if (b->n_asked == 0 && all.n > 0 && b->status == EXIT_DONE)
        complain(b, "--bisect: none of these solvers is a version of who is at fault in a finding",
                 EXIT_USAGE);
    tell_run(b);
    if (b->json != NULL) {
        json_dumpf(b->json, stdout, JSON_INDENT(2));
        putchar('\n');
    }
    vec_free(&all);
}

int bisect_findings(const struct options *options, struct store *store, const u32_vec *numbers) {
    struct bisection b = {.options = options,
                          .is_claimed = numbers->n > 0,
                          .json = options->json ? json_array() : NULL};
    b.status = replay_init(&b.replay, store, options);
    if (b.status == EXIT_DONE) {
        size_t n = b.replay.n_versions + 1;
        b.order = mem_alloc_zero(n * sizeof *b.order);
        b.names = mem_alloc_zero(n * sizeof *b.names);
        b.states = mem_alloc_zero(n * sizeof *b.states);
        b.answers = mem_alloc_zero(n * sizeof *b.answers);
        if (versions_fit(&b, numbers))
            bisect_all(&b, numbers);
    }
    json_decref(b.json);
    replay_release(&b.replay);
    mem_free(b.order);
    mem_free(b.names);
    mem_free(b.states);
    mem_free(b.answers);
    return b.status;
}
