/*
 * The course of a hearing, and the findings that come out of it.
 */
#include "oracle/oracle.h"

#include "oracle/fingerprint.h"
#include "oracle/oracle_int.h"

const struct oracle_options oracle_default_options = {
    .runs = 3,
    .variations = 4,
    .search = true,
    .speed = true,
    .quick = {.steps = 500000, .words = 1u << 22, .instances = 1u << 12, .calls = 1000},
    .full = {.steps = 20000000, .words = 1u << 26, .instances = 1u << 16, .calls = 10000},
};

const char *ground_name(enum ground ground) {
    static const char *const names[] = {"witness",    "construction", "label",
                                        "self-check", "vote",         "observation"};
    return names[ground];
}

const char *confidence_name(enum confidence confidence) {
    return confidence == CONFIDENCE_PROVEN ? "proven" : "probable";
}

const char *model_state_name(enum model_state state) {
    switch (state) {
    case MODEL_NONE:
        return NULL;
    case MODEL_TRUE:
        return "true";
    case MODEL_FALSE:
        return "false";
    case MODEL_OPEN:
        return "needs-choice";
    case MODEL_LIMIT:
        return "limit";
    case MODEL_UNSUPPORTED:
        return "unsupported";
    case MODEL_LOOP:
    case MODEL_UNDECLARED:
    case MODEL_UNREAD:
        return "no-model";
    case MODEL_NO_SCRIPT:
        return "no-script";
    }
    return NULL;
}

void finding_release(struct finding *finding) {
    vec_free(&finding->at_fault);
    strbuf_free(&finding->evidence);
    strbuf_free(&finding->witness);
    strbuf_free(&finding->given);
    strbuf_free(&finding->fingerprint);
}

void oracle_verdict_acquit(struct oracle_verdict *verdict) {
    for (size_t i = 0; i < verdict->findings.n; i++)
        finding_release(&verdict->findings.at[i]);
    for (size_t i = 0; i < verdict->dropped.n; i++)
        mem_free(verdict->dropped.at[i].fingerprint);
    for (size_t i = 0; i < verdict->notes.n; i++)
        mem_free(verdict->notes.at[i]);
    vec_clear(&verdict->findings);
    vec_clear(&verdict->dropped);
    vec_clear(&verdict->notes);
    vec_clear(&verdict->larger_cores);
}

void oracle_verdict_release(struct oracle_verdict *verdict) {
    oracle_verdict_acquit(verdict);
    for (size_t i = 0; i < verdict->models.n; i++)
        mem_free(verdict->models.at[i].reason);
    vec_free(&verdict->findings);
    vec_free(&verdict->dropped);
    vec_free(&verdict->notes);
    vec_free(&verdict->larger_cores);
    vec_free(&verdict->models);
}

/* ---- accusing ---- */

static bool is_named(const struct finding *finding, size_t solver) {
    for (size_t i = 0; i < finding->at_fault.n; i++)
        if (finding->at_fault.at[i] == solver)
            return true;
    return false;
}

/* A finding of the same class about the same family. */
static struct finding *find_alike(struct hearing *h, enum bug bug, size_t solver) {
    for (size_t i = 0; i < h->verdict->findings.n; i++) {
        struct finding *finding = &h->verdict->findings.at[i];
        if (finding->bug == bug && finding->at_fault.n > 0 &&
            strcmp(h->c->solvers[finding->at_fault.at[0]].family, h->c->solvers[solver].family) ==
                0)
            return finding;
    }
    return NULL;
}

static void join(struct finding *finding, struct finding *other, size_t solver) {
    vec_push(&finding->at_fault, (uint32_t)solver);
    strbuf_add_char(&finding->evidence, ' ');
    strbuf_add(&finding->evidence, other->evidence.at, other->evidence.n);
    finding->runs += other->runs;
    finding->shown += other->shown;
    finding_release(other);
}

static bool add_fingerprint(const struct hearing *h, size_t solver, enum bug bug,
                            struct strbuf *out) {
    const struct asked *asked = h->c->answers[solver];
    return fingerprint_finding(&h->c->solvers[solver], &h->features,
                               asked != NULL ? &asked->answers : NULL, h->stands[solver].stack, bug,
                               out);
}

static bool is_known(const struct hearing *h, size_t solver, enum bug bug) {
    struct strbuf fingerprint = {0};
    if (h->options->is_known == NULL)
        return false;
    add_fingerprint(h, solver, bug, &fingerprint);
    bool known = h->options->is_known(strbuf_text(&fingerprint), h->options->context);
    strbuf_free(&fingerprint);
    return known;
}

/* It does not show again: not a finding, but somebody may know why (a session, say). */
static void drop(struct hearing *h, size_t solver, enum bug bug) {
    struct dropped_finding dropped = {.solver = solver, .bug = bug, .check = h->check};
    struct strbuf fingerprint = {0};
    add_fingerprint(h, solver, bug, &fingerprint);
    dropped.fingerprint = strbuf_detach(&fingerprint);
    vec_push(&h->verdict->dropped, dropped);
}

void hearing_accuse(struct hearing *h, size_t solver, enum bug bug, enum ground ground,
                    enum confidence confidence, struct strbuf *evidence) {
    struct finding finding = {
        .bug = bug,
        .ground = ground,
        .confidence = confidence,
        .check = h->check,
        .evidence = *evidence,
    };
    *evidence = (struct strbuf){0};
    struct finding *alike = find_alike(h, bug, solver);
    bool is_answer = bug_severity(bug) == SEVERITY_WRONG || bug == BUG_SELF_CHECK;
    h->stands[solver].accused = h->stands[solver].accused || is_answer;
    if (alike != NULL && is_named(alike, solver)) {
        finding_release(&finding);
        return;
    }
    if (!is_known(h, solver, bug) && !confirm_finding(h, &finding, solver)) {
        drop(h, solver, bug);
        finding_release(&finding);
        return;
    }
    if (is_answer && h->features.footing == FOOTING_SETTLED) {
        finding.confidence = CONFIDENCE_PROBABLE;
        strbuf_printf(&finding.evidence,
                      " %s is an extension; its meaning is taken from the documentation of the "
                      "solvers.",
                      h->features.shaky);
    }
    if (h->c->solvers[solver].options[0] != '\0')
        strbuf_printf(&finding.evidence, " It runs with %s.", h->c->solvers[solver].options);
    if (h->verdict->n_checks > 1 && bug != BUG_CRASH) /* a process crashes, not a check */
        strbuf_printf(&finding.evidence, " (check %zu)", h->check + 1);
    if (h->has_witness && bug == BUG_REFUTATION_SOUNDNESS)
        witness_print(h->table, &h->witness, h->printer, &finding.witness);
    if (alike != NULL && finding.bug == bug) {
        join(alike, &finding, solver);
        return;
    }
    vec_push(&finding.at_fault, (uint32_t)solver);
    finding.is_placed = add_fingerprint(h, solver, finding.bug, &finding.fingerprint);
    vec_push(&h->verdict->findings, finding);
}

/* ---- disagreeing ---- */

/* What the solver says in fresh runs: so often the same as before, and so often the opposite. */
static void count_repeats(struct hearing *h, size_t solver, unsigned *same, unsigned *other) {
    enum answer_kind kind = h->stands[solver].answer;
    for (unsigned k = 0; k < h->options->runs; k++) {
        struct asked asked;
        const struct answer *answer =
            hearing_ask_again(h, solver, (struct fit_wants){0}, 0, &asked);
        *same += answer != NULL && answer->kind == kind ? 1 : 0;
        *other += answer != NULL && answer_is_definite(answer->kind) && answer->kind != kind;
        asked_release(&asked);
    }
}

/*
 * Nobody is accused, but who changes his answer explains it, and who never gives it
 * again is not heard. True if the two sides are still there.
 */
static bool confirm_disagreement(struct hearing *h, enum ground ground) {
    bool by_label = ground == GROUND_LABEL, is_flaky = false;
    bool says_sat = by_label && h->known.truth == TRUTH_SAT;
    bool says_unsat = by_label && h->known.truth == TRUTH_UNSAT;
    if (h->options->ask == NULL || h->options->runs == 0)
        return true;
    for (size_t i = 0; i < h->c->n_solvers; i++) {
        enum answer_kind kind = h->stands[i].answer;
        unsigned other = 0, same = 0;
        if (!answer_is_definite(kind))
            continue;
        count_repeats(h, i, &same, &other);
        if (other == 0) {
            says_sat = says_sat || (same > 0 && kind == ANSWER_SAT);
            says_unsat = says_unsat || (same > 0 && kind == ANSWER_UNSAT);
            if (same == 0)
                drop(h, i, BUG_DISAGREEMENT);
            continue;
        }
        struct strbuf evidence = {0};
        strbuf_printf(&evidence, "%s says %s at first; of %u fresh runs, %u say so and %u say %s.",
                      h->c->solvers[i].name, answer_kind_name(kind), h->options->runs, same, other,
                      kind == ANSWER_SAT ? "unsat" : "sat");
        hearing_accuse(h, i, BUG_FLAKY, GROUND_OBSERVATION, CONFIDENCE_PROVEN, &evidence);
        is_flaky = true;
    }
    return says_sat && says_unsat && !is_flaky;
}

void hearing_disagree(struct hearing *h, enum ground ground, struct strbuf *evidence) {
    if (confirm_disagreement(h, ground)) {
        struct finding finding = {
            .bug = BUG_DISAGREEMENT,
            .ground = ground,
            .confidence = CONFIDENCE_PROBABLE,
            .check = h->check,
            .evidence = *evidence,
        };
        *evidence = (struct strbuf){0};
        fingerprint_disagreement(h->c->solvers, h->c->n_solvers, &h->features,
                                 &finding.fingerprint);
        vec_push(&h->verdict->findings, finding);
    }
    strbuf_free(evidence);
}

/* ---- the course ---- */

/* By class, otherwise as they were found. */
static void sort_findings(struct oracle_verdict *verdict) {
    for (size_t i = 1; i < verdict->findings.n; i++) {
        struct finding finding = verdict->findings.at[i];
        size_t k = i;
        for (; k > 0 && verdict->findings.at[k - 1].bug > finding.bug; k--)
            verdict->findings.at[k] = verdict->findings.at[k - 1];
        verdict->findings.at[k] = finding;
    }
}

/* A script that we do not read has as many checks as it was asked for. */
static size_t count_checks(const struct hearing *h) {
    if (h->is_read)
        return h->checks.at.n;
    for (size_t i = 0; i < h->c->n_solvers; i++)
        if (h->c->answers[i] != NULL && h->c->answers[i]->end != CHILD_NO_START)
            return h->c->answers[i]->answers.checks.n;
    return 0;
}

void oracle_judge(const struct oracle_case *c, const struct oracle_options *options,
                  struct oracle_verdict *verdict) {
    struct hearing h = {.c = c, .options = options, .verdict = verdict};
    hearing_open(&h);
    verdict->n_checks = count_checks(&h);
    vec_extend(&verdict->models, c->n_solvers * verdict->n_checks);
    for (size_t i = 0; i < verdict->models.n; i++)
        verdict->models.at[i] = (struct judged_model){0};
    for (size_t i = 0; i < verdict->n_checks; i++) {
        hearing_enter(&h, i);
        if (i == 0)
            faults_of_processes(&h);
        blame_check(&h);
        faults_of_cores(&h);
        if (i == 0)
            faults_of_front_ends(&h);
        if (i + 1 == verdict->n_checks)
            faults_of_self_checks(&h);
        if (options->speed)
            speed_judge(&h);
        hearing_leave(&h);
    }
    hearing_close(&h);
    sort_findings(verdict);
}

enum model_state oracle_judge_model(const char *script, size_t n, const char *model, size_t n_model,
                                    char **reason) {
    struct oracle_case c = {.text = script, .n = n};
    struct oracle_verdict verdict = {0};
    struct hearing h = {.c = &c, .options = &oracle_default_options, .verdict = &verdict};
    enum model_state state = MODEL_NO_SCRIPT;
    *reason = NULL;
    hearing_open(&h);
    if (h.is_read && h.checks.at.n > 0) {
        size_t formula;
        hearing_enter(&h, 0);
        state = hearing_judge(&h, model, n_model, "", &formula, reason);
        hearing_leave(&h);
    }
    hearing_close(&h);
    return state;
}

/* ---- a first look ---- */

static bool is_odd(const struct asked *asked) {
    return asked->answers.crashed || asked->answers.self_check_failed;
}

static bool has_something_to_judge(const struct answer *answer) {
    return (answer->kind == ANSWER_SAT && answer->model.at != NULL) ||
           (answer->kind == ANSWER_UNSAT && answer->core.at != NULL);
}

/* The answers to one check, and what is known about it: do they all say the same? */
static bool is_contested(const struct oracle_case *c, size_t check) {
    enum truth truth = check < c->n_known ? c->known[check].truth : TRUTH_UNKNOWN;
    bool sat = truth == TRUTH_SAT, unsat = truth == TRUTH_UNSAT;
    for (size_t i = 0; i < c->n_solvers; i++) {
        const struct asked *asked = c->answers[i];
        if (asked == NULL || check >= asked->answers.checks.n)
            continue;
        const struct answer *answer = &asked->answers.checks.at[check];
        sat = sat || answer->kind == ANSWER_SAT;
        unsat = unsat || answer->kind == ANSWER_UNSAT;
        if (has_something_to_judge(answer))
            return true;
    }
    return sat && unsat;
}

bool oracle_is_suspicious(const struct oracle_case *c) {
    size_t n = 0;
    for (size_t i = 0; i < c->n_solvers; i++)
        if (c->answers[i] != NULL) {
            if (is_odd(c->answers[i]))
                return true;
            n = c->answers[i]->answers.checks.n > n ? c->answers[i]->answers.checks.n : n;
        }
    for (size_t i = 0; i < n; i++)
        if (is_contested(c, i))
            return true;
    return false;
}
