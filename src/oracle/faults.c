/*
 * What is wrong with a solver whatever its answer: crashes, self-checks that
 * fail, front ends.
 */
#include "oracle/oracle_int.h"

/* ---- crashes and self-checks ---- */

static bool was_asked(const struct hearing *h, size_t solver) {
    return h->c->answers[solver] != NULL && h->c->answers[solver]->end != CHILD_NO_START;
}

static void add_message(const struct answers *answers, struct strbuf *out) {
    if (answers->message.n > 0) {
        strbuf_add_text(out, ": ");
        answers_add_said(answers, out);
    }
}

void faults_of_processes(struct hearing *h) {
    for (size_t i = 0; i < h->c->n_solvers; i++) {
        if (!was_asked(h, i) || !h->c->answers[i]->answers.crashed ||
            h->c->answers[i]->answers.self_check_failed)
            continue;
        struct strbuf evidence = {0};
        strbuf_printf(&evidence, "%s crashes", h->c->solvers[i].name);
        add_message(&h->c->answers[i]->answers, &evidence);
        if (evidence.at[evidence.n - 1] != '.')
            strbuf_add_char(&evidence, '.');
        hearing_find_stack(h, i);
        if (h->stands[i].stack != NULL)
            strbuf_printf(&evidence, " Where, innermost first: %s.", h->stands[i].stack);
        hearing_accuse(h, i, BUG_CRASH, GROUND_OBSERVATION, CONFIDENCE_PROVEN, &evidence);
    }
}

/* Something worse than a self-check is found about it already. */
static bool is_found_wrong(const struct hearing *h, size_t solver) {
    for (size_t i = 0; i < h->verdict->findings.n; i++) {
        const struct finding *finding = &h->verdict->findings.at[i];
        for (size_t k = 0; k < finding->at_fault.n; k++)
            if (finding->at_fault.at[k] == solver && bug_severity(finding->bug) == SEVERITY_WRONG)
                return true;
    }
    return false;
}

void faults_of_self_checks(struct hearing *h) {
    for (size_t i = 0; i < h->c->n_solvers; i++) {
        if (!was_asked(h, i) || !h->c->answers[i]->answers.self_check_failed ||
            is_found_wrong(h, i))
            continue;
        struct strbuf evidence = {0};
        strbuf_printf(&evidence, "%s fails its own check", h->c->solvers[i].name);
        add_message(&h->c->answers[i]->answers, &evidence);
        strbuf_add_text(&evidence, ". Its answer or its check is wrong; momus cannot tell which.");
        hearing_accuse(h, i, BUG_SELF_CHECK, GROUND_SELF_CHECK, CONFIDENCE_PROVEN, &evidence);
    }
}

/* ---- front ends ---- */

/* Words about a name that a solver does not have: an operator that is newer than it, or optional. */
static bool is_about_missing_name(const struct answers *answers) {
    static const char *const words[] = {"unknown",     "not declared",  "undeclared", "undefined",
                                        "unsupported", "not supported", "nvalid",     "xpected"};
    for (size_t i = 0; i < answers->errors.n; i++)
        for (size_t k = 0; k < sizeof words / sizeof *words; k++)
            if (memmem(answers->errors.at[i].at, answers->errors.at[i].n, words[k],
                       strlen(words[k])) != NULL)
                return true;
    return false;
}

/* Refuses by an error, under the logic that the script names. */
static bool rejects(const struct hearing *h, size_t solver) {
    return h->stands[solver].answer == ANSWER_ERROR && !h->c->answers[solver]->fitted.logic_changed;
}

static size_t families_but(const struct hearing *h, size_t solver, bool wants_error) {
    size_t n = 0;
    for (size_t i = 0; i < h->c->n_solvers; i++) {
        bool counts = wants_error ? h->stands[i].answer == ANSWER_ERROR
                                  : answer_is_definite(h->stands[i].answer);
        counts = counts && strcmp(h->c->solvers[i].family, h->c->solvers[solver].family) != 0;
        for (size_t k = 0; k < i && counts; k++)
            counts = strcmp(h->c->solvers[i].family, h->c->solvers[k].family) != 0;
        n += counts ? 1 : 0;
    }
    return n;
}

static void accuse_of_rejecting(struct hearing *h, size_t solver) {
    const struct answers *answers = &h->c->answers[solver]->answers;
    struct strbuf evidence = {0};
    strbuf_printf(&evidence, "%s refuses the script", h->c->solvers[solver].name);
    if (answers->errors.n > 0) {
        size_t n = answers->errors.at[0].n;
        strbuf_add_text(&evidence, " with ");
        strbuf_add(&evidence, answers->errors.at[0].at, n > 300 ? 300 : n);
    }
    strbuf_add_text(&evidence, "; it is right by the standard as momus reads it. ");
    words_add_votes(h, &evidence);
    strbuf_add_char(&evidence, '.');
    hearing_accuse(h, solver, BUG_REJECTS_VALID, GROUND_VOTE, CONFIDENCE_PROBABLE, &evidence);
}

static void accuse_of_accepting(struct hearing *h, size_t solver) {
    struct strbuf evidence = {0};
    strbuf_printf(&evidence,
                  "%s says %s to a script that is wrong by the standard: %s. All other "
                  "solvers refuse it.",
                  h->c->solvers[solver].name, answer_kind_name(h->stands[solver].answer),
                  strbuf_text(&h->error));
    hearing_accuse(h, solver, BUG_ACCEPTS_INVALID, GROUND_VOTE, CONFIDENCE_PROBABLE, &evidence);
}

/* At least two other solvers must be of one mind, and of the standard's. */
void faults_of_front_ends(struct hearing *h) {
    bool is_clean = h->is_read && h->features.footing == FOOTING_STANDARD &&
                    h->features.is_in_logic && !h->features.is_tolerated;
    bool is_bad = !h->is_read && h->error_kind != PARSE_ERROR_UNKNOWN;
    for (size_t i = 0; i < h->c->n_solvers; i++) {
        size_t others = families_but(h, i, is_bad), opponents = families_but(h, i, !is_bad);
        if (others < 2 || opponents > 0)
            continue;
        if (is_clean && rejects(h, i) && !is_about_missing_name(&h->c->answers[i]->answers))
            accuse_of_rejecting(h, i);
        else if (is_bad && answer_is_definite(h->stands[i].answer))
            accuse_of_accepting(h, i);
    }
}
