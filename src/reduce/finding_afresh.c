/*
 * What counts is what fresh processes say: at first, now and then on the way, and of the result.
 */
#include <errno.h>

#include "reduce/finding_int.h"

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

void finding_ask_afresh(struct finding_property *p, const char *text, size_t n, enum effort effort,
                        bool wants_cores, struct asked *asked) {
    size_t n_missing = 0;
    struct fresh_reply *replies = mem_alloc(p->panel.n_solvers * sizeof *replies);
    for (size_t i = 0; i < p->panel.n_solvers; i++) {
        if (p->is_absent[i] && effort != EFFORT_MOST)
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
    asked_vec answers = finding_list_asked(p, asked, effort == EFFORT_MOST);
    options.workspace = p->fresh_workspace;
    options.ask = inquiry_ask;
    options.context = &p->inquiry;
    if (effort != EFFORT_MOST)
        options.runs = options.variations = 1;
    options.speed = !p->is_found || is_slow(p->finding.bug); /* who hangs would be asked thrice */
    if (effort == EFFORT_LITTLE)
        options.full = finding_search_options(p).full;
    p->inquiry.limits = p->panel.limits;
    for (size_t i = 0; i < p->panel.n_solvers; i++) {
        struct child_limits limits = fresh_limits(p, i);
        if (i == 0 || limits.wall_ms > p->inquiry.limits.wall_ms)
            p->inquiry.limits = limits;
    }
    uint64_t before = p->inquiry.n_asked;
    finding_judge(p, text, n, witness != NULL ? &known : NULL, answers.at, &options, verdict);
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
        if (bug_severity(finding->bug) == SEVERITY_WRONG && finding_is_of_absent(p, finding))
            strbuf_printf(&p->also, "%s%s of %s", p->also.n > 0 ? ", " : "", bug_name(finding->bug),
                          p->panel.names[finding->at_fault.at[0]].name);
    }
}

/* Is it there again, alone or by the witness of the script before? Then it is taken. */
static bool confirm_by(struct finding_property *p, const char *text, size_t n, enum effort effort,
                       const struct asked *asked) {
    asked_vec answers = finding_list_asked(p, asked, effort == EFFORT_MOST);
    bool holds = false;
    for (int with = 0; with <= (finding_has_witness(p) ? 1 : 0) && !holds; with++) {
        struct oracle_verdict verdict = {0};
        finding_judge_afresh(p, text, n, effort, with ? strbuf_text(&p->witness) : NULL, asked,
                             &verdict);
        struct finding *found = finding_find_again(p, &verdict, answers.at, false);
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

/* The first time that somebody who was left out says of the result what it said at first, it counts again. */
static void readmit(struct finding_property *p, const struct asked *asked) {
    size_t check = p->finding.check;
    for (size_t i = 0; i < p->panel.n_solvers; i++)
        if (p->is_absent[i] && !p->came_back[i] && is_definite(p->answers[i]) &&
            check < asked[i].answers.checks.n &&
            asked[i].answers.checks.at[check].kind == p->answers[i]) {
            p->is_absent[i] = false;
            p->came_back[i] = true;
            p->base.n_changes++;
        }
}

static bool confirm_with(struct finding_property *p, const char *text, size_t n, bool is_last,
                         const struct asked *asked) {
    return is_last ? confirm_by(p, text, n, EFFORT_MOST, asked)
                   : confirm_by(p, text, n, EFFORT_LITTLE, asked) ||
                         confirm_by(p, text, n, EFFORT_USUAL, asked);
}

/* As with candidates, who is late is left out if there is evidence without, and only then. */
static bool confirm_without_late(struct finding_property *p, const char *text, size_t n,
                                 bool is_last, const struct asked *asked) {
    bool *was_late = mem_alloc_zero((p->panel.n_solvers + 1) * sizeof *was_late);
    unsigned n_late = 0;
    bool is_part = false;
    for (size_t i = 0; i < p->panel.n_solvers; i++)
        if (finding_is_late(p, i, asked)) {
            was_late[i] = p->is_absent[i] = true;
            is_part = is_part || finding_says_something(&asked[i]);
            n_late++;
        }
    bool holds = confirm_with(p, text, n, is_last, asked);
    p->base.n_changes += holds ? n_late : 0;
    for (size_t i = 0; i < p->panel.n_solvers && !holds; i++)
        p->is_absent[i] = p->is_absent[i] && !was_late[i];
    holds = holds || (is_part && confirm_with(p, text, n, is_last, asked));
    mem_free(was_late);
    return holds;
}

bool finding_confirm(struct reduce_property *base, const char *text, size_t n, bool is_last) {
    struct finding_property *p = (struct finding_property *)base;
    struct asked *asked = mem_alloc_zero(p->panel.n_solvers * sizeof *asked);
    strbuf_clear(&p->also);
    finding_ask_afresh(p, text, n, is_last ? EFFORT_MOST : EFFORT_USUAL,
                       p->finding.bug == BUG_INVALID_CORE, asked);
    bool holds = confirm_without_late(p, text, n, is_last, asked);
    if (holds && is_last)
        readmit(p, asked);
    struct asked *past = holds ? p->heard : asked;
    if (holds)
        p->heard = asked;
    if (past != NULL)
        finding_release_asked(p, past);
    return holds;
}
