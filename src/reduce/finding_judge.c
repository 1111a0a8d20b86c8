/*
 * Whether what solvers say of a script is what is kept: the same class, the same solver, evidence.
 */
#include "reduce/finding_int.h"

/* ---- who says what --------------------------------------------------------- */

asked_vec finding_list_asked(const struct finding_property *p, const struct asked *asked,
                             bool with_absent) {
    asked_vec listed = {0};
    for (size_t i = 0; i < p->panel.n_solvers; i++)
        vec_push(&listed, p->is_absent[i] && !with_absent ? NULL : &asked[i]);
    return listed;
}

/* At some check; there may be others that it answered. */
static bool ran_out(const struct asked *asked) {
    for (size_t i = 0; i < asked->answers.checks.n; i++)
        if (asked->answers.checks.at[i].kind == ANSWER_TIMEOUT ||
            asked->answers.checks.at[i].kind == ANSWER_MEMOUT)
            return true;
    return false;
}

bool finding_says_something(const struct asked *asked) {
    for (size_t i = 0; i < asked->answers.checks.n; i++)
        if (is_definite(asked->answers.checks.at[i].kind))
            return true;
    return false;
}

bool finding_is_late(const struct finding_property *p, size_t solver, const struct asked *asked) {
    return !p->is_accused[solver] && !p->is_absent[solver] && !is_slow(p->finding.bug) &&
           ran_out(&asked[solver]);
}

/* ---- judging --------------------------------------------------------------- */

const char *finding_family(const struct finding_property *p, const struct finding *finding) {
    return finding->at_fault.n > 0 ? p->panel.names[finding->at_fault.at[0]].family : "";
}

bool finding_is_about_answers(enum bug bug) {
    return bug_severity(bug) == SEVERITY_WRONG || bug == BUG_DISAGREEMENT;
}

bool finding_names(const struct finding *finding, uint32_t solver) {
    for (size_t i = 0; i < finding->at_fault.n; i++)
        if (finding->at_fault.at[i] == solver)
            return true;
    return false;
}

/*
 * Sat and unsat are said by the same solvers as at first: where the accusation is a
 * wrong answer, what the others say is part of the case. Not of those who are absent.
 */
static bool answers_stay(const struct finding_property *p, size_t check,
                         const struct asked *const *asked) {
    for (size_t i = 0; i < p->panel.n_solvers; i++) {
        if (asked[i] != NULL && !p->is_absent[i] && is_definite(p->answers[i]) &&
            (check >= asked[i]->answers.checks.n ||
             asked[i]->answers.checks.at[check].kind != p->answers[i]))
            return false;
    }
    return true;
}

struct text_span finding_words(const struct finding *finding, const struct asked *const *asked) {
    const struct strbuf *message =
        finding->at_fault.n > 0 ? &asked[finding->at_fault.at[0]]->answers.message : NULL;
    struct text_span words = {0};
    if (message != NULL && message->n > 0) {
        const char *end = memchr(message->at, '\n', message->n);
        words =
            (struct text_span){message->at, end != NULL ? (size_t)(end - message->at) : message->n};
    }
    return words;
}

/*
 * Is it the same message? A place that it names is in the fingerprint, and so is the stack, which
 * is not asked for while searching. Where there is neither, the fingerprint ends with what the
 * script is made of, which changes as it gets smaller: then the words alone count, or the signal.
 */
static bool is_same_message(const struct finding_property *p, const struct finding *finding,
                            const struct asked *const *asked, bool is_searching) {
    const struct strbuf *a = &finding->fingerprint, *b = &p->finding.fingerprint;
    if (p->finding.is_placed && (p->names_place || !is_searching))
        return a->n == b->n && memcmp(a->at, b->at, a->n) == 0;
    struct text_span words = finding_words(finding, asked);
    return words.n == p->words.n && (words.n == 0 || memcmp(words.at, p->words.at, words.n) == 0);
}

static bool is_same(const struct finding_property *p, const struct finding *finding,
                    const struct asked *const *asked, bool is_searching) {
    const struct finding *wanted = &p->finding;
    if (finding->bug == p->sought && strcmp(finding_family(p, finding), p->sought_family) == 0)
        return answers_stay(p, finding->check, asked);
    if (finding->bug != wanted->bug || finding->confidence > wanted->confidence ||
        strcmp(finding_family(p, finding), finding_family(p, wanted)) != 0)
        return false;
    for (size_t i = 0; i < wanted->at_fault.n; i++)
        if (!finding_names(finding, wanted->at_fault.at[i]))
            return false;
    if (finding_is_about_answers(finding->bug) && !answers_stay(p, finding->check, asked))
        return false;
    return !bug_has_message(finding->bug) || is_same_message(p, finding, asked, is_searching);
}

/* Was the family charged with this at first? */
static bool is_charged(const struct finding_property *p, const struct finding *finding) {
    for (size_t i = 0; i < p->charges.n; i++)
        if (p->charges.at[i].bug == finding->bug &&
            strcmp(p->charges.at[i].family, finding_family(p, finding)) == 0)
            return true;
    return false;
}

bool finding_is_of_absent(const struct finding_property *p, const struct finding *finding) {
    for (size_t i = 0; i < finding->at_fault.n; i++)
        if (!p->is_absent[finding->at_fault.at[i]])
            return false;
    return finding->at_fault.n > 0;
}

struct finding *finding_find_again(const struct finding_property *p, struct oracle_verdict *verdict,
                                   const struct asked *const *asked, bool is_searching) {
    struct finding *found = NULL;
    for (size_t i = 0; i < verdict->findings.n; i++) {
        struct finding *finding = &verdict->findings.at[i];
        if (bug_severity(finding->bug) == SEVERITY_WRONG && !is_charged(p, finding) &&
            !finding_is_of_absent(p, finding))
            return NULL;
        if (found == NULL && is_same(p, finding, asked, is_searching))
            found = finding;
    }
    return found;
}

struct oracle_options finding_search_options(const struct finding_property *p) {
    struct oracle_options options = oracle_default_options;
    options.workspace = p->workspace;
    options.runs = options.variations = 0;
    options.speed = is_slow(p->finding.bug);
    options.full = options.quick;
    options.full.steps *= 4;
    return options;
}

void finding_judge(const struct finding_property *p, const char *text, size_t n,
                   const struct oracle_known *known, const struct asked *const *asked,
                   const struct oracle_options *options, struct oracle_verdict *verdict) {
    if (known == NULL && p->kept.truth != TRUTH_UNKNOWN)
        known = &p->kept;
    struct oracle_case c = {
        .text = text,
        .n = n,
        .known = known,
        .n_known = known != NULL ? 1 : 0,
        .solvers = p->panel.names,
        .answers = asked,
        .n_solvers = p->panel.n_solvers,
        .limit_ns = p->panel.limits.wall_ms * 1000000,
    };
    oracle_judge(&c, options, verdict);
}

bool finding_has_witness(const struct finding_property *p) {
    return p->witness.n > 0 && p->finding.bug == BUG_REFUTATION_SOUNDNESS;
}
