/*
 * Who does not answer, or slowly: hangs, incompleteness, regressions.
 *
 * Only scripts with one check are judged: time is measured for the whole script.
 * Nobody is judged whose answer is contested at this check.
 */
#include "oracle/oracle_int.h"
#include "oracle/version.h"

#define LONG_NS UINT64_C(5000000000) /* who has less time may just be slow */
enum {
    TINY = 100,              /* nodes of a formula to which everybody should know an answer */
    AT_ONCE = 20,            /* a twentieth of the time there was, */
    AT_ONCE_NS = 1000000000, /* and a second at most */
    FAR_SLOWER = 10,         /* times, */
    SLOWER_NS = 2000000000,  /* and by that much at least */
};

static uint64_t time_of(const struct hearing *h, size_t solver) {
    return h->c->answers[solver] != NULL ? h->c->answers[solver]->wall_ns : UINT64_MAX;
}

static bool is_same_family(const struct hearing *h, size_t a, size_t b) {
    return strcmp(h->c->solvers[a].family, h->c->solvers[b].family) == 0;
}

static bool decides_at_once(const struct hearing *h, size_t solver) {
    return answer_is_definite(h->stands[solver].answer) &&
           time_of(h, solver) <= h->c->limit_ns / AT_ONCE && time_of(h, solver) <= AT_ONCE_NS;
}

/* ---- hangs ---- */

/*
 * The families, but for the solver's own, that decide at once; 0 if one of them
 * thinks about it, too: then it is hard.
 */
static size_t families_at_once(const struct hearing *h, size_t solver) {
    size_t n = 0;
    for (size_t i = 0; i < h->c->n_solvers; i++) {
        enum answer_kind kind = h->stands[i].answer;
        if (is_same_family(h, i, solver))
            continue;
        bool is_new = decides_at_once(h, i);
        if (!is_new && (kind <= ANSWER_MEMOUT))
            return 0;
        for (size_t k = 0; k < i && is_new; k++)
            is_new = !is_same_family(h, i, k);
        n += is_new ? 1 : 0;
    }
    return n;
}

/* Where no solver can be expected to decide, two others must do it to make it a hang. */
static void judge_hang(struct hearing *h, size_t solver) {
    if (h->stands[solver].answer != ANSWER_TIMEOUT || h->features.size > TINY ||
        h->c->limit_ns < LONG_NS ||
        families_at_once(h, solver) < (h->features.is_decidable ? 1u : 2u))
        return;
    struct strbuf evidence = {0};
    strbuf_printf(
        &evidence,
        "%s has no answer within %.1f s to a formula of %llu node%s that all others decide "
        "at once: ",
        h->c->solvers[solver].name, (double)h->c->limit_ns / 1e9,
        (unsigned long long)h->features.size, plural_s(h->features.size));
    words_add_votes(h, &evidence);
    strbuf_add_char(&evidence, '.');
    hearing_accuse(h, solver, BUG_HANG, GROUND_OBSERVATION, CONFIDENCE_PROVEN, &evidence);
}

/* ---- incompleteness ---- */

/* Does the profile say that it has no such thing? */
static bool lacks_theory(const struct hearing *h, size_t solver) {
    const struct profile *profile = h->c->solvers[solver].profile;
    uint32_t features = h->features.logic.features;
    return ((features & LOGIC_FP) != 0 && words_have(profile->lacks, "floats")) ||
           ((features & LOGIC_DATATYPES) != 0 && words_have(profile->lacks, "datatypes")) ||
           ((features & LOGIC_QUANTIFIERS) != 0 && words_have(profile->lacks, "quantifiers")) ||
           ((features & LOGIC_ARRAYS) != 0 && words_have(profile->lacks, "arrays")) ||
           ((features & LOGIC_BV) != 0 && words_have(profile->lacks, "bit-vectors"));
}

static void judge_incompleteness(struct hearing *h, size_t solver) {
    const struct oracle_solver *one = &h->c->solvers[solver];
    if (h->stands[solver].answer != ANSWER_UNKNOWN || !h->features.is_decidable ||
        h->features.footing != FOOTING_STANDARD || !h->features.is_in_logic ||
        one->profile == NULL || one->profile->over_approximates || one->options[0] != '\0' ||
        lacks_theory(h, solver))
        return;
    struct strbuf evidence = {0};
    strbuf_printf(&evidence, "%s says unknown to a formula of %s, which is decidable.", one->name,
                  logic_name(h->features.logic));
    hearing_accuse(h, solver, BUG_DECIDABLE_INCOMPLETENESS, GROUND_OBSERVATION, CONFIDENCE_PROVEN,
                   &evidence);
}

/* ---- regressions ---- */

static bool is_older(const struct hearing *h, size_t a, size_t b) {
    int order;
    return is_same_family(h, a, b) &&
           strcmp(h->c->solvers[a].options, h->c->solvers[b].options) == 0 &&
           version_compare(h->c->solvers[a].version, h->c->solvers[b].version, &order) && order < 0;
}

/* Is the answer right for more reasons than that this one gave it? */
static bool is_right(const struct hearing *h, size_t solver, enum confidence *confidence) {
    enum answer_kind kind = h->stands[solver].answer;
    *confidence = CONFIDENCE_PROVEN;
    if ((kind == ANSWER_SAT && h->has_witness) || (kind == ANSWER_UNSAT && h->is_refuted))
        return true;
    *confidence = CONFIDENCE_PROBABLE;
    for (size_t i = 0; i < h->c->n_solvers; i++)
        if (!is_same_family(h, i, solver) && h->stands[i].answer == kind)
            return true;
    return false;
}

static void accuse_of_regression(struct hearing *h, size_t older, size_t newer,
                                 enum confidence confidence) {
    struct strbuf evidence = {0};
    strbuf_printf(&evidence, "%s says %s, which is right%s; the newer %s says unknown.",
                  h->c->solvers[older].name, answer_kind_name(h->stands[older].answer),
                  confidence == CONFIDENCE_PROVEN ? "" : " by the others' word",
                  h->c->solvers[newer].name);
    hearing_accuse(h, newer, BUG_REGRESSION_INCOMPLETENESS,
                   confidence == CONFIDENCE_PROVEN ? GROUND_WITNESS : GROUND_VOTE, confidence,
                   &evidence);
}

/* The least or greatest time of some fresh runs; UINT64_MAX if one of them does not decide. */
static uint64_t measure(struct hearing *h, size_t solver, bool wants_greatest) {
    uint64_t result = wants_greatest ? 0 : UINT64_MAX;
    for (unsigned i = 0; i < h->options->runs; i++) {
        struct asked asked;
        const struct answer *answer =
            hearing_ask_again(h, solver, (struct fit_wants){0}, 0, &asked);
        bool is_over =
            answer != NULL && (answer_is_definite(answer->kind) || answer->kind == ANSWER_TIMEOUT);
        uint64_t ns = is_over ? asked.wall_ns : wants_greatest ? UINT64_MAX : 0;
        if (wants_greatest && answer != NULL && answer->kind == ANSWER_TIMEOUT)
            ns = UINT64_MAX;
        result = wants_greatest ? (ns > result ? ns : result) : (ns < result ? ns : result);
        asked_release(&asked);
    }
    return result;
}

static bool is_far_slower(uint64_t slow, uint64_t fast) {
    return slow / FAR_SLOWER >= fast && slow - fast >= SLOWER_NS;
}

/* Far slower by every fresh run of either. */
static void judge_slowness(struct hearing *h, size_t older, size_t newer) {
    if (!is_far_slower(time_of(h, newer), time_of(h, older)) || h->options->ask == NULL)
        return;
    uint64_t slow = measure(h, newer, false), fast = measure(h, older, true);
    if (fast == UINT64_MAX || !is_far_slower(slow, fast))
        return;
    struct strbuf evidence = {0};
    strbuf_printf(&evidence, "%s decides in %.2f s at most, the newer %s takes %.2f s at least%s.",
                  h->c->solvers[older].name, (double)fast / 1e9, h->c->solvers[newer].name,
                  (double)slow / 1e9,
                  h->stands[newer].answer == ANSWER_TIMEOUT ? ", and has no answer then" : "");
    hearing_accuse(h, newer, BUG_PERFORMANCE_REGRESSION, GROUND_OBSERVATION, CONFIDENCE_PROVEN,
                   &evidence);
}

static void judge_regressions(struct hearing *h, size_t newer) {
    for (size_t older = 0; older < h->c->n_solvers; older++) {
        enum confidence confidence;
        enum answer_kind kind = h->stands[newer].answer;
        if (!is_older(h, older, newer) || !answer_is_definite(h->stands[older].answer))
            continue;
        if (kind == ANSWER_UNKNOWN && is_right(h, older, &confidence))
            accuse_of_regression(h, older, newer, confidence);
        else if (kind == ANSWER_TIMEOUT || kind == h->stands[older].answer)
            judge_slowness(h, older, newer);
    }
}

void speed_judge(struct hearing *h) {
    if (!h->is_read || h->verdict->n_checks != 1 || h->features.footing == FOOTING_NONE ||
        (hearing_says(h, ANSWER_SAT) && hearing_says(h, ANSWER_UNSAT)))
        return;
    for (size_t i = 0; i < h->c->n_solvers; i++) {
        if (h->c->answers[i] == NULL || h->c->answers[i]->answers.crashed)
            continue;
        judge_hang(h, i);
        judge_incompleteness(h, i);
        judge_regressions(h, i);
    }
}
