#include "reduce/finding_int.h"

enum {
    CHANCES_MOST = 3, /* for who is late, before it is left out */
    HELD_UP_MOST = 4, /* candidates one after the other, before who is a hint is left out */
};

/* A candidate under way. */
struct inquest {
    struct finding_property *property;
    struct reduce_question *question;
    size_t lane;
    struct asked *asked; /* by solver */
    size_t n_missing;
    bool others_asked;
    bool late_asked; /* who ran out of time was asked again */
    bool needs_late; /* it holds by what they said before that */
    struct strbuf witness, fingerprint;
};

struct reply_to {
    struct inquest *inquest;
    size_t solver;
    uint64_t wall_ms; /* that it has */
};

/* ---- judging candidates ------------------------------------------------------ */

/* First alone, then by the witness of the script before. */
static bool judge_candidate(struct inquest *inquest, bool with_late) {
    struct finding_property *p = inquest->property;
    const struct reduce_question *question = inquest->question;
    struct oracle_options options = finding_search_options(p);
    struct oracle_known known = {
        .truth = TRUTH_SAT, .basis = BASIS_WITNESS, .witness = strbuf_text(&p->witness)};
    asked_vec asked = finding_list_asked(p, inquest->asked, false);
    bool holds = false;
    for (size_t i = 0; i < asked.n && !with_late; i++)
        if (finding_is_late(p, i, inquest->asked))
            asked.at[i] = NULL;
    for (int with = 0; with <= (finding_has_witness(p) ? 1 : 0) && !holds; with++) {
        struct oracle_verdict verdict = {0};
        finding_judge(p, question->text, question->n, with ? &known : NULL, asked.at, &options,
                      &verdict);
        struct finding *found = finding_find_again(p, &verdict, asked.at, true);
        holds = found != NULL;
        if (holds) {
            strbuf_free(&inquest->witness);
            strbuf_free(&inquest->fingerprint);
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
static bool is_contradicted(const struct inquest *inquest, bool with_late) {
    const struct finding_property *p = inquest->property;
    for (size_t i = 0; i < p->panel.n_solvers && finding_is_about_answers(p->finding.bug); i++) {
        const struct answers *answers = &inquest->asked[i].answers;
        if (!p->is_absent[i] && is_definite(p->answers[i]) && answers->checks.n == 1 &&
            answers->checks.at[0].kind != p->answers[i] &&
            (with_late || !finding_is_late(p, i, inquest->asked)))
            return true;
    }
    return false;
}

static bool judge_with(struct inquest *inquest, bool with_late) {
    return !is_contradicted(inquest, with_late) && judge_candidate(inquest, with_late);
}

/*
 * Where nothing is proven, people believe a report by what the others say. So a step that would
 * cost one of them is not taken, unless there seem to be no others.
 */
static bool is_held_up(struct inquest *inquest) {
    struct finding_property *p = inquest->property;
    bool somebody_late = false;
    for (size_t i = 0; i < p->panel.n_solvers; i++)
        somebody_late = somebody_late || finding_is_late(p, i, inquest->asked);
    return somebody_late && p->finding.confidence != CONFIDENCE_PROVEN &&
           p->n_held_up++ < HELD_UP_MOST;
}

static bool ask_late_again(struct inquest *inquest);

/*
 * Everybody was asked. Who was late is left out if the candidate holds without, but not by chance, since
 * what it would have said is not looked at any more: it is asked again first.
 */
static void decide(struct inquest *inquest) {
    const struct finding_property *p = inquest->property;
    bool holds = judge_with(inquest, false), is_part = false;
    if (holds && !inquest->late_asked)
        holds = !is_held_up(inquest);
    if (holds && !inquest->late_asked && ask_late_again(inquest))
        return;
    for (size_t i = 0; i < p->panel.n_solvers && !holds; i++)
        is_part = is_part || (finding_is_late(p, i, inquest->asked) &&
                              finding_says_something(&inquest->asked[i]));
    inquest->needs_late = is_part && judge_with(inquest, true);
    inquest->question->is_for_now = true;
    finish(inquest, holds || inquest->needs_late);
}

static void ask_side(struct inquest *inquest, bool accused);

static void on_all_asked(struct inquest *inquest) {
    struct finding_property *p = inquest->property;
    if (inquest->others_asked) {
        decide(inquest);
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

static struct ask make_ask(const struct inquest *inquest, size_t solver, uint64_t wall_ms) {
    const struct finding_property *p = inquest->property;
    struct ask ask = {
        .solver = &p->panel.solvers[solver],
        .text = inquest->question->text,
        .n = inquest->question->n,
        .wants = {.models = !p->no_models, .cores = p->finding.bug == BUG_INVALID_CORE},
        .limits = p->panel.limits,
    };
    ask.limits.wall_ms = wall_ms;
    return ask;
}

static void ask_one(struct inquest *inquest, size_t solver, uint64_t wall_ms) {
    struct finding_property *p = inquest->property;
    struct ask ask = make_ask(inquest, solver, wall_ms);
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
        if (p->is_accused[i] == accused && !p->is_absent[i]) {
            inquest->n_missing++;
            ask_one(inquest, i, patience_wall_ms(&p->patience, i));
        }
    if (--inquest->n_missing == 0)
        on_all_asked(inquest);
}

static void on_late_asked(struct asked *asked, void *context) {
    struct reply_to *to = context;
    struct inquest *inquest = to->inquest;
    inquest->property->n_chances[to->solver]++;
    asked_release(&inquest->asked[to->solver]);
    inquest->asked[to->solver] = *asked;
    *asked = (struct asked){0};
    mem_free(to);
    if (--inquest->n_missing == 0)
        decide(inquest);
}

/*
 * In a fresh process, which has more time. False if there is nobody to be asked: who was asked again a
 * few times is in the way too often.
 */
static bool ask_late_again(struct inquest *inquest) {
    struct finding_property *p = inquest->property;
    inquest->late_asked = true;
    for (size_t i = 0; i < p->panel.n_solvers; i++) {
        if (!finding_is_late(p, i, inquest->asked) || p->n_chances[i] >= CHANCES_MOST)
            continue;
        struct ask ask = make_ask(inquest, i, patience_again_ms(&p->patience, i));
        struct reply_to *to = mem_alloc(sizeof *to);
        *to = (struct reply_to){inquest, i, ask.limits.wall_ms};
        inquest->n_missing++;
        p->base.n_calls++;
        ask_spawn(p->panel.loop, &ask, on_late_asked, to);
    }
    return inquest->n_missing > 0;
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
    /* A script that asks for its core goes on doing so: so it is plain what is wrong with the result. */
    if (p->has_own_core && !fit_asks_for_cores(question->text, question->n))
        finish(inquest, false);
    else
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
    p->n_held_up = 0;
    for (size_t i = 0; i < p->panel.n_solvers && !inquest->needs_late; i++)
        if (finding_is_late(p, i, inquest->asked)) {
            p->is_absent[i] = true;
            base->n_changes++;
        }
    p->is_met = is_met(p, &inquest->fingerprint);
    if (inquest->witness.n == 0)
        return;
    strbuf_clear(&p->witness);
    strbuf_add(&p->witness, inquest->witness.at, inquest->witness.n);
}

/* ---- the whole ------------------------------------------------------------- */

struct finding_property *finding_property_new(const struct reduce_panel *panel) {
    struct finding_property *p = mem_alloc_zero(sizeof *p);
    *p = (struct finding_property){
        .base = {.loop = panel->loop,
                 .n_tries = FINDING_TRIES,
                 .ask = ask_candidate,
                 .accept = accept_candidate,
                 .drop = drop_candidate,
                 .confirm = finding_confirm},
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
        .came_back = mem_alloc_zero((panel->n_solvers + 1) * sizeof *p->came_back),
        .n_chances = mem_alloc_zero((panel->n_solvers + 1) * sizeof *p->n_chances),
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
    if (p->heard != NULL)
        finding_release_asked(p, p->heard);
    oracle_workspace_free(p->workspace);
    oracle_workspace_free(p->fresh_workspace);
    mem_free(p->answers);
    mem_free(p->is_accused);
    mem_free(p->is_absent);
    mem_free(p->came_back);
    mem_free(p->n_chances);
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

const struct reduce_panel *finding_property_panel(const struct finding_property *p) {
    return &p->panel;
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

const struct asked *finding_property_answers(const struct finding_property *p) {
    return p->heard;
}
