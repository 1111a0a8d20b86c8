#include "reduce/finding_int.h"

#include <errno.h>

#include "base/die.h"

/* A candidate under way. */
struct inquest {
    struct finding_property *property;
    struct reduce_question *question;
    size_t lane;
    struct asked *asked; /* by solver */
    size_t n_missing;
    bool others_asked;
    struct strbuf witness, fingerprint;
};

struct reply_to {
    struct inquest *inquest;
    size_t solver;
    uint64_t wall_ms; /* that it has */
};

/* ---- who says what --------------------------------------------------------- */

typedef VEC(const struct asked *) asked_vec;

static bool is_left_out(const struct finding_property *p, size_t solver) {
    return p->is_absent[solver] && !p->asks_absent;
}

/* As the oracle takes them: nothing of those who are left out. */
static asked_vec list_asked(const struct finding_property *p, const struct asked *asked) {
    asked_vec listed = {0};
    for (size_t i = 0; i < p->panel.n_solvers; i++)
        vec_push(&listed, is_left_out(p, i) ? NULL : &asked[i]);
    return listed;
}

/* ---- judging --------------------------------------------------------------- */

const char *finding_family(const struct finding_property *p, const struct finding *finding) {
    return finding->at_fault.n > 0 ? p->panel.names[finding->at_fault.at[0]].family : "";
}

static bool is_about_answers(enum bug bug) {
    return bug_severity(bug) == SEVERITY_WRONG || bug == BUG_DISAGREEMENT;
}

bool finding_names(const struct finding *finding, uint32_t solver) {
    for (size_t i = 0; i < finding->at_fault.n; i++)
        if (finding->at_fault.at[i] == solver)
            return true;
    return false;
}

/*
 * Sat and unsat are said by the same solvers as at first. Where the accusation is a
 * wrong answer, what the others say is part of the case, and who does not answer
 * any more makes every further question slow.
 */
static bool answers_stay(const struct finding_property *p, size_t check,
                         const struct asked *const *asked) {
    for (size_t i = 0; i < p->panel.n_solvers; i++) {
        if (is_definite(p->answers[i]) &&
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
    if (is_about_answers(finding->bug) && !answers_stay(p, finding->check, asked))
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

/* Is it about nobody but those of whom nothing was known at first? */
static bool is_of_absent(const struct finding_property *p, const struct finding *finding) {
    for (size_t i = 0; i < finding->at_fault.n; i++)
        if (!p->is_absent[finding->at_fault.at[i]])
            return false;
    return finding->at_fault.n > 0;
}

/* The finding in the verdict that must be there, or NULL; also if there is a new one beside it. */
static struct finding *find_again(const struct finding_property *p, struct oracle_verdict *verdict,
                                  const struct asked *const *asked, bool is_searching) {
    struct finding *found = NULL;
    for (size_t i = 0; i < verdict->findings.n; i++) {
        struct finding *finding = &verdict->findings.at[i];
        if (bug_severity(finding->bug) == SEVERITY_WRONG && !is_charged(p, finding) &&
            !is_of_absent(p, finding))
            return NULL;
        if (found == NULL && is_same(p, finding, asked, is_searching))
            found = finding;
    }
    return found;
}

/* By what they said and no more. */
static struct oracle_options search_options(const struct finding_property *p) {
    struct oracle_options options = oracle_default_options;
    options.workspace = p->workspace;
    options.runs = options.variations = 0;
    options.speed = is_slow(p->finding.bug);
    options.full = options.quick;
    options.full.steps *= 4;
    return options;
}

static void judge(const struct finding_property *p, const char *text, size_t n,
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

/* Has the script before a witness that may be one of the next, too? */
static bool has_witness(const struct finding_property *p) {
    return p->witness.n > 0 && p->finding.bug == BUG_REFUTATION_SOUNDNESS;
}

/* Judges a candidate; first alone, then by the witness of the script before. */
static bool judge_candidate(struct inquest *inquest) {
    struct finding_property *p = inquest->property;
    const struct reduce_question *question = inquest->question;
    struct oracle_options options = search_options(p);
    struct oracle_known known = {
        .truth = TRUTH_SAT, .basis = BASIS_WITNESS, .witness = strbuf_text(&p->witness)};
    asked_vec asked = list_asked(p, inquest->asked);
    bool holds = false;
    for (int with = 0; with <= (has_witness(p) ? 1 : 0) && !holds; with++) {
        struct oracle_verdict verdict = {0};
        judge(p, question->text, question->n, with ? &known : NULL, asked.at, &options, &verdict);
        struct finding *found = find_again(p, &verdict, asked.at, true);
        holds = found != NULL;
        if (holds) {
            inquest->witness = found->witness;
            inquest->fingerprint = found->fingerprint;
            found->witness = found->fingerprint = (struct strbuf){0};
        }
        oracle_verdict_release(&verdict);
    }
    vec_free(&asked);
    return holds;
}

/* ---- a candidate ----------------------------------------------------------- */

/* Could what the solver is accused of be in this? */
static bool still_odd(const struct finding_property *p, size_t solver, const struct asked *asked) {
    switch (p->finding.bug) {
    case BUG_CRASH:
        return asked->answers.crashed;
    case BUG_SELF_CHECK:
        return asked->answers.self_check_failed || asked->answers.crashed ||
               p->answers[solver] == ANSWER_SAT;
    case BUG_FLAKY:
        return true;
    default:
        for (size_t i = 0; i < asked->answers.checks.n; i++)
            if (asked->answers.checks.at[i].kind == p->answers[solver])
                return true;
        return false;
    }
}

static void finish(struct inquest *inquest, bool holds) {
    inquest->property->lanes.at[inquest->lane].is_taken = false;
    reduce_answer(inquest->question, holds);
}

/* With one check, it is plain who says something else now: then there is nothing to judge. */
static bool is_contradicted(const struct inquest *inquest) {
    const struct finding_property *p = inquest->property;
    for (size_t i = 0; i < p->panel.n_solvers && is_about_answers(p->finding.bug); i++) {
        const struct answers *answers = &inquest->asked[i].answers;
        if (is_definite(p->answers[i]) && answers->checks.n == 1 &&
            answers->checks.at[0].kind != p->answers[i])
            return true;
    }
    return false;
}

static void ask_side(struct inquest *inquest, bool accused);

static void on_all_asked(struct inquest *inquest) {
    struct finding_property *p = inquest->property;
    if (inquest->others_asked) {
        finish(inquest, !is_contradicted(inquest) && judge_candidate(inquest));
        return;
    }
    for (size_t i = 0; i < p->panel.n_solvers; i++)
        if (p->is_accused[i] && !still_odd(p, i, &inquest->asked[i])) {
            finish(inquest, false);
            return;
        }
    ask_side(inquest, false);
}

static void ask_one(struct inquest *inquest, size_t solver, uint64_t wall_ms);

static void on_asked(struct asked *asked, void *context) {
    struct reply_to *to = context;
    struct inquest *inquest = to->inquest;
    if (patience_goes_on(&inquest->property->patience, to->solver, asked, &to->wall_ms)) {
        ask_one(inquest, to->solver, to->wall_ms);
        mem_free(to);
        return;
    }
    inquest->asked[to->solver] = *asked;
    *asked = (struct asked){0};
    mem_free(to);
    if (--inquest->n_missing == 0)
        on_all_asked(inquest);
}

static struct asker *asker_of(struct finding_property *p, size_t lane, size_t solver) {
    struct lane *at = &p->lanes.at[lane];
    if (at->askers == NULL)
        at->askers = mem_alloc_zero(p->panel.n_solvers * sizeof *at->askers);
    if (at->askers[solver] == NULL)
        at->askers[solver] = asker_new(p->panel.loop, &p->panel.solvers[solver], ASK_SNAPSHOT);
    return at->askers[solver];
}

static void ask_one(struct inquest *inquest, size_t solver, uint64_t wall_ms) {
    struct finding_property *p = inquest->property;
    struct ask ask = {
        .solver = &p->panel.solvers[solver],
        .text = inquest->question->text,
        .n = inquest->question->n,
        .wants = {.models = !p->no_models, .cores = p->finding.bug == BUG_INVALID_CORE},
        .limits = p->panel.limits,
    };
    ask.limits.wall_ms = wall_ms;
    struct reply_to *to = mem_alloc(sizeof *to);
    *to = (struct reply_to){inquest, solver, wall_ms};
    p->base.n_calls++;
    asker_ask(asker_of(p, inquest->lane, solver), &ask, on_asked, to);
}

static void ask_side(struct inquest *inquest, bool accused) {
    struct finding_property *p = inquest->property;
    inquest->others_asked = !accused;
    inquest->n_missing = 1;
    for (size_t i = 0; i < p->panel.n_solvers; i++)
        if (p->is_accused[i] == accused && !is_left_out(p, i)) {
            inquest->n_missing++;
            ask_one(inquest, i, patience_wall_ms(&p->patience, i));
        }
    if (--inquest->n_missing == 0)
        on_all_asked(inquest);
}

static size_t take_lane(struct finding_property *p) {
    for (size_t i = 0; i < p->lanes.n; i++)
        if (!p->lanes.at[i].is_taken) {
            p->lanes.at[i].is_taken = true;
            return i;
        }
    vec_push(&p->lanes, ((struct lane){.is_taken = true}));
    return p->lanes.n - 1;
}

static void ask_candidate(struct reduce_property *base, struct reduce_question *question) {
    struct finding_property *p = (struct finding_property *)base;
    struct inquest *inquest = mem_alloc_zero(sizeof *inquest);
    *inquest = (struct inquest){
        .property = p,
        .question = question,
        .lane = take_lane(p),
        .asked = mem_alloc_zero(p->panel.n_solvers * sizeof *inquest->asked),
    };
    question->own = inquest;
    ask_side(inquest, true);
}

static void drop_candidate(struct reduce_property *base, struct reduce_question *question) {
    struct finding_property *p = (struct finding_property *)base;
    struct inquest *inquest = question->own;
    for (size_t i = 0; i < p->panel.n_solvers; i++)
        asked_release(&inquest->asked[i]);
    strbuf_free(&inquest->witness);
    strbuf_free(&inquest->fingerprint);
    mem_free(inquest->asked);
    mem_free(inquest);
}

static bool is_met(const struct finding_property *p, struct strbuf *fingerprint) {
    for (size_t i = 0; i < p->n_others && p->sought == BUG_COUNT; i++)
        if (strcmp(p->others[i], strbuf_text(fingerprint)) == 0)
            return true;
    return false;
}

/* The witness is of use to the next candidates. */
static void accept_candidate(struct reduce_property *base, struct reduce_question *question) {
    struct finding_property *p = (struct finding_property *)base;
    struct inquest *inquest = question->own;
    patience_adapt(&p->patience, inquest->asked);
    p->is_met = is_met(p, &inquest->fingerprint);
    if (inquest->witness.n == 0)
        return;
    strbuf_clear(&p->witness);
    strbuf_add(&p->witness, inquest->witness.at, inquest->witness.n);
}

/* ---- afresh ---------------------------------------------------------------- */

struct fresh_reply {
    struct asked *asked;
    size_t *n_missing;
};

static void on_fresh(struct asked *asked, void *context) {
    struct fresh_reply *reply = context;
    *reply->asked = *asked;
    *asked = (struct asked){0};
    --*reply->n_missing;
}

/* A fresh process has more time than a candidate, but not all that the user grants. */
static struct child_limits fresh_limits(const struct finding_property *p, size_t solver) {
    struct child_limits limits = p->panel.limits;
    limits.wall_ms = patience_fresh_ms(&p->patience, solver);
    return limits;
}

void finding_ask_afresh(struct finding_property *p, const char *text, size_t n, bool wants_cores,
                        struct asked *asked) {
    size_t n_missing = 0;
    struct fresh_reply *replies = mem_alloc(p->panel.n_solvers * sizeof *replies);
    for (size_t i = 0; i < p->panel.n_solvers; i++) {
        if (is_left_out(p, i))
            continue;
        struct ask ask = {
            .solver = &p->panel.solvers[i],
            .text = text,
            .n = n,
            .wants = {.models = !p->no_models, .cores = wants_cores},
            .limits = fresh_limits(p, i),
        };
        replies[i] = (struct fresh_reply){&asked[i], &n_missing};
        n_missing++;
        p->base.n_calls++;
        ask_spawn(p->panel.loop, &ask, on_fresh, &replies[i]);
    }
    while (n_missing > 0 && (loop_step(p->panel.loop, UINT64_MAX) || errno == EINTR))
        ;
    mem_free(replies);
}

void finding_judge_afresh(struct finding_property *p, const char *text, size_t n,
                          enum effort effort, const char *witness, const struct asked *asked,
                          struct oracle_verdict *verdict) {
    struct oracle_known known = {.truth = TRUTH_SAT, .basis = BASIS_WITNESS, .witness = witness};
    struct oracle_options options = oracle_default_options;
    asked_vec answers = list_asked(p, asked);
    options.workspace = p->fresh_workspace;
    options.ask = inquiry_ask;
    options.context = &p->inquiry;
    if (effort != EFFORT_MOST)
        options.runs = options.variations = 1;
    if (effort == EFFORT_LITTLE)
        options.full = search_options(p).full;
    p->inquiry.limits = p->panel.limits;
    for (size_t i = 0; i < p->panel.n_solvers; i++) {
        struct child_limits limits = fresh_limits(p, i);
        if (i == 0 || limits.wall_ms > p->inquiry.limits.wall_ms)
            p->inquiry.limits = limits;
    }
    uint64_t before = p->inquiry.n_asked;
    judge(p, text, n, witness != NULL ? &known : NULL, answers.at, &options, verdict);
    p->base.n_calls += p->inquiry.n_asked - before;
    vec_free(&answers);
}

void finding_release_asked(struct finding_property *p, struct asked *asked) {
    for (size_t i = 0; i < p->panel.n_solvers; i++)
        asked_release(&asked[i]);
    mem_free(asked);
}

/* No more is said of a script than is known of it: it has no fingerprint of its own. */
static void tell_sought(struct finding_property *p) {
    struct strbuf evidence = p->finding.evidence;
    p->finding.evidence = (struct strbuf){0};
    strbuf_printf(&p->finding.evidence,
                  "What is right is known of the script as it was made. Of this smaller one it is "
                  "known only that the same solvers contradict each other: %s",
                  strbuf_text(&evidence));
    strbuf_clear(&p->finding.fingerprint);
    strbuf_free(&evidence);
}

void finding_take(struct finding_property *p, struct finding *found) {
    struct finding old = p->finding;
    p->finding = *found;
    *found = old;
    if (found->at_fault.n > 0) {
        u32_vec at_fault = p->finding.at_fault;
        p->finding.at_fault = found->at_fault;
        found->at_fault = at_fault;
    }
    p->finding.confidence = found->fingerprint.n > 0 && found->confidence > p->finding.confidence
                                ? found->confidence
                                : p->finding.confidence;
    if (p->finding.bug == p->sought)
        p->sought = BUG_COUNT; /* it is shown again */
    if (p->sought != BUG_COUNT)
        tell_sought(p);
    if (p->finding.witness.n > 0) {
        strbuf_clear(&p->witness);
        strbuf_add(&p->witness, p->finding.witness.at, p->finding.witness.n);
    }
}

static void note_absent(struct finding_property *p, const struct oracle_verdict *verdict) {
    for (size_t i = 0; i < verdict->findings.n; i++) {
        const struct finding *finding = &verdict->findings.at[i];
        if (bug_severity(finding->bug) == SEVERITY_WRONG && is_of_absent(p, finding))
            strbuf_printf(&p->also, "%s%s of %s", p->also.n > 0 ? ", " : "", bug_name(finding->bug),
                          p->panel.names[finding->at_fault.at[0]].name);
    }
}

/* Is it there again, alone or by the witness of the script before? Then it is taken. */
static bool confirm_by(struct finding_property *p, const char *text, size_t n, enum effort effort,
                       const struct asked *asked) {
    asked_vec answers = list_asked(p, asked);
    bool holds = false;
    for (int with = 0; with <= (has_witness(p) ? 1 : 0) && !holds; with++) {
        struct oracle_verdict verdict = {0};
        finding_judge_afresh(p, text, n, effort, with ? strbuf_text(&p->witness) : NULL, asked,
                             &verdict);
        struct finding *found = find_again(p, &verdict, answers.at, false);
        holds = found != NULL && (found->runs == 0 || found->shown > 0);
        if (holds) {
            note_absent(p, &verdict);
            finding_take(p, found);
        }
        oracle_verdict_release(&verdict);
    }
    vec_free(&answers);
    return holds;
}

static bool confirm_candidate(struct reduce_property *base, const char *text, size_t n,
                              bool is_last) {
    struct finding_property *p = (struct finding_property *)base;
    struct asked *asked = mem_alloc_zero(p->panel.n_solvers * sizeof *asked);
    p->asks_absent = is_last;
    strbuf_clear(&p->also);
    finding_ask_afresh(p, text, n, p->finding.bug == BUG_INVALID_CORE, asked);
    bool holds = is_last ? confirm_by(p, text, n, EFFORT_MOST, asked)
                         : confirm_by(p, text, n, EFFORT_LITTLE, asked) ||
                               confirm_by(p, text, n, EFFORT_USUAL, asked);
    finding_release_asked(p, asked);
    p->asks_absent = false;
    return holds;
}

/* ---- the whole ------------------------------------------------------------- */

struct finding_property *finding_property_new(const struct reduce_panel *panel) {
    struct finding_property *p = mem_alloc_zero(sizeof *p);
    *p = (struct finding_property){
        .base = {.loop = panel->loop,
                 .ask = ask_candidate,
                 .accept = accept_candidate,
                 .drop = drop_candidate,
                 .confirm = confirm_candidate},
        .panel = *panel,
        .workspace = oracle_workspace_new(),
        .fresh_workspace = oracle_workspace_new(),
        .inquiry = {.loop = panel->loop,
                    .solvers = panel->solvers,
                    .n_solvers = panel->n_solvers,
                    .limits = panel->limits},
        .answers = mem_alloc_zero((panel->n_solvers + 1) * sizeof *p->answers),
        .sought = BUG_COUNT,
        .is_accused = mem_alloc_zero((panel->n_solvers + 1) * sizeof *p->is_accused),
        .is_absent = mem_alloc_zero((panel->n_solvers + 1) * sizeof *p->is_absent),
    };
    patience_init(&p->patience, panel->n_solvers, panel->limits.wall_ms);
    return p;
}

void finding_property_free(struct finding_property *p) {
    if (p == NULL)
        return;
    for (size_t i = 0; i < p->lanes.n; i++) {
        for (size_t k = 0; p->lanes.at[i].askers != NULL && k < p->panel.n_solvers; k++)
            if (p->lanes.at[i].askers[k] != NULL)
                asker_free(p->lanes.at[i].askers[k]);
        mem_free(p->lanes.at[i].askers);
    }
    while (loop_step(p->panel.loop, UINT64_MAX)) /* snapshots end */
        ;
    finding_release(&p->finding);
    oracle_workspace_free(p->workspace);
    oracle_workspace_free(p->fresh_workspace);
    mem_free(p->answers);
    mem_free(p->is_accused);
    mem_free(p->is_absent);
    patience_release(&p->patience);
    vec_free(&p->charges);
    vec_free(&p->lanes);
    strbuf_free(&p->witness);
    strbuf_free(&p->words);
    strbuf_free(&p->also);
    mem_free(p);
}

struct reduce_property *finding_property_base(struct finding_property *p) {
    return &p->base;
}

void finding_property_set_others(struct finding_property *p, const char *const *fingerprints,
                                 size_t n) {
    p->others = fingerprints;
    p->n_others = n;
}

bool finding_property_is_met(const struct finding_property *p) {
    return p->is_met;
}

const char *finding_property_also(struct finding_property *p) {
    return p->also.n > 0 ? strbuf_text(&p->also) : NULL;
}

bool finding_property_is_shown(const struct finding_property *p) {
    return p->sought == BUG_COUNT;
}

const struct finding *finding_property_finding(const struct finding_property *p) {
    return &p->finding;
}
