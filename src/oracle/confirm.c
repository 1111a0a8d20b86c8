/*
 * Fresh runs: does what a solver is accused of show again?
 */
#include "oracle/oracle_int.h"

/* Does the accusation rest on the model that it gave? */
static bool is_about_model(const struct finding *finding) {
    return finding->bug == BUG_INVALID_MODEL ||
           (finding->bug == BUG_SOLUTION_SOUNDNESS && finding->ground == GROUND_WITNESS);
}

static bool shows_wrong_model(struct hearing *h, const struct answer *answer) {
    size_t formula;
    char *reason;
    if (answer->kind != ANSWER_SAT || answer->model.at == NULL)
        return false;
    bool wrong =
        model_is_wrong(hearing_judge(h, answer->model.at, answer->model.n, "", &formula, &reason));
    mem_free(reason);
    return wrong;
}

/* unknown because time or memory ran out, or with a refusal as its reason, is no incompleteness. */
static bool shows_incompleteness(const struct answer *answer) {
    static const char *const others[] = {"timeout", "canceled",    "resource", "memout",
                                         "memory",  "interrupted", "support"};
    if (answer->kind != ANSWER_UNKNOWN)
        return false;
    for (size_t i = 0; answer->reason.at != NULL && i < sizeof others / sizeof *others; i++)
        if (memmem(answer->reason.at, answer->reason.n, others[i], strlen(others[i])) != NULL)
            return false;
    return true;
}

/* The same core again: another one may be right. */
static bool shows_core(const struct hearing *h, size_t solver, const struct answer *answer) {
    struct text_span core = h->c->answers[solver]->answers.checks.at[h->check].core;
    return answer->kind == ANSWER_UNSAT && answer->core.n == core.n && core.n > 0 &&
           memcmp(answer->core.at, core.at, core.n) == 0;
}

static bool shows(struct hearing *h, const struct finding *finding, size_t solver,
                  const struct asked *asked, const struct answer *answer) {
    switch (finding->bug) {
    case BUG_CRASH:
        return asked->answers.crashed;
    case BUG_SELF_CHECK:
        if (h->c->answers[solver]->answers.self_check_failed)
            return asked->answers.self_check_failed;
        return answer != NULL && answer->kind == h->stands[solver].answer;
    case BUG_INVALID_CORE:
        return answer != NULL && shows_core(h, solver, answer);
    case BUG_HANG:
        return answer != NULL && answer->kind == ANSWER_TIMEOUT;
    case BUG_DECIDABLE_INCOMPLETENESS:
    case BUG_REGRESSION_INCOMPLETENESS:
        return answer != NULL && shows_incompleteness(answer);
    default:
        if (answer == NULL)
            return false;
        return is_about_model(finding) ? shows_wrong_model(h, answer)
                                       : answer->kind == h->stands[solver].answer;
    }
}

struct fit_wants hearing_wants(const struct hearing *h, size_t solver) {
    struct fit_wants wants = {0};
    const struct asked *asked = h->c->answers[solver];
    for (size_t i = 0; asked != NULL && i < asked->fitted.expected.n; i++) {
        wants.models = wants.models || asked->fitted.expected.at[i] == EXPECT_MODEL;
        wants.cores = wants.cores || asked->fitted.expected.at[i] == EXPECT_CORE;
    }
    return wants;
}

/* As it was asked: a crash may be in the making of the model. */
static struct fit_wants wants_of(const struct hearing *h, const struct finding *finding,
                                 size_t solver) {
    struct fit_wants wants = hearing_wants(h, solver);
    wants.models = wants.models || is_about_model(finding);
    wants.reasons = finding->bug == BUG_DECIDABLE_INCOMPLETENESS ||
                    finding->bug == BUG_REGRESSION_INCOMPLETENESS;
    return wants;
}

/*
 * Never again. A wrong answer of a fresh process stays one, if rarely seen; what
 * was seen in a session, or is only a deviation, is dropped or called flaky.
 */
static bool keep_unconfirmed(struct hearing *h, struct finding *finding, size_t solver) {
    const char *name = h->c->solvers[solver].name;
    bool was_fresh = h->c->answers[solver]->way == ASK_SPAWN;
    if (!was_fresh) {
        hearing_note(h, "%s of %s shows in a session only, and is dropped", bug_name(finding->bug),
                     name);
        return false;
    }
    switch (finding->bug) {
    case BUG_HANG:
    case BUG_DECIDABLE_INCOMPLETENESS:
    case BUG_REGRESSION_INCOMPLETENESS:
    case BUG_PERFORMANCE_REGRESSION:
        return false;
    default:
        break;
    }
    if (finding->ground != GROUND_WITNESS && finding->ground != GROUND_CONSTRUCTION)
        finding->bug = BUG_FLAKY;
    return true;
}

bool confirm_finding(struct hearing *h, struct finding *finding, size_t solver) {
    if (h->options->ask == NULL || h->options->runs == 0)
        return true;
    unsigned asked_runs = 0, shown = 0;
    struct fit_wants wants = wants_of(h, finding, solver);
    for (unsigned i = 0; i < h->options->runs; i++) {
        struct asked asked;
        const struct answer *answer = hearing_ask_again(h, solver, wants, 0, &asked);
        asked_runs++;
        if (i == 0 && wants.reasons && answer != NULL && answer->reason.at != NULL)
            strbuf_printf(&finding->evidence, " Its reason: %.*s.", (int)answer->reason.n,
                          answer->reason.at);
        bool is_shown = shows(h, finding, solver, &asked, answer);
        if (is_shown && finding->given.n == 0)
            strbuf_add(&finding->given, asked.fitted.text.at, asked.fitted.text.n);
        shown += is_shown ? 1 : 0;
        asked_release(&asked);
        if (finding->bug == BUG_HANG && shown < asked_runs)
            break; /* it costs time */
    }
    finding->runs += asked_runs;
    finding->shown += shown;
    strbuf_printf(&finding->evidence, " It shows in %u of %u fresh run%s%s.", shown, asked_runs,
                  plural_s(asked_runs), shown == 0 ? ", beside the first" : "");
    if (finding->bug == BUG_HANG)
        return shown == h->options->runs;
    return shown > 0 || keep_unconfirmed(h, finding, solver);
}
