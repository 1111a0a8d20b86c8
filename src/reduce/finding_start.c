/*
 * What is wrong with the script at first, and what is learned from it.
 */
#include "base/die.h"
#include "oracle/fingerprint.h"
#include "reduce/finding_int.h"

/* ---- learning ---- */

/* Who had no answer at first is not waited for longer than the others; a slow one has all the time. */
static void learn_limits(struct finding_property *p, const struct asked *asked) {
    bool *counts = mem_alloc_zero((p->panel.n_solvers + 1) * sizeof *counts);
    for (size_t i = 0; i < p->panel.n_solvers; i++)
        counts[i] = is_definite(p->answers[i]) || p->is_accused[i];
    if (!is_slow(p->finding.bug))
        patience_learn(&p->patience, asked, counts);
    mem_free(counts);
}

static void learn_charges(struct finding_property *p, const struct oracle_verdict *verdict) {
    for (size_t i = 0; i < verdict->findings.n; i++) {
        const struct finding *finding = &verdict->findings.at[i];
        if (bug_severity(finding->bug) == SEVERITY_WRONG)
            vec_push(&p->charges, ((struct charge){finding->bug, finding_family(p, finding)}));
    }
}

static void learn_answers(struct finding_property *p, const struct asked *asked) {
    for (size_t i = 0; i < p->panel.n_solvers; i++) {
        size_t check = p->finding.check;
        p->answers[i] = check < asked[i].answers.checks.n ? asked[i].answers.checks.at[check].kind
                                                          : ANSWER_UNCLEAR;
        p->is_accused[i] = finding_names(&p->finding, (uint32_t)i);
    }
}

/* Where slowness is what is wrong, who was slow is part of the case. */
static void learn_absent(struct finding_property *p) {
    for (size_t i = 0; i < p->panel.n_solvers && !is_slow(p->finding.bug); i++)
        p->is_absent[i] = !p->is_accused[i] &&
                          (p->answers[i] == ANSWER_TIMEOUT || p->answers[i] == ANSWER_MEMOUT);
}

static void learn_words(struct finding_property *p, const struct asked *asked) {
    VEC(const struct asked *) all = {0};
    struct strbuf place = {0};
    for (size_t i = 0; i < p->panel.n_solvers; i++)
        vec_push(&all, &asked[i]);
    struct text_span words = finding_words(&p->finding, all.at);
    strbuf_add(&p->words, words.at, words.n);
    p->names_place = fingerprint_place(words.at, words.n, &place);
    strbuf_free(&place);
    vec_free(&all);
}

static void describe(const struct finding_property *p, const struct oracle_verdict *verdict,
                     struct strbuf *out) {
    for (size_t i = 0; i < verdict->findings.n; i++)
        strbuf_printf(out, "%s%s%s%s", i > 0 ? ", " : "", bug_name(verdict->findings.at[i].bug),
                      verdict->findings.at[i].at_fault.n > 0 ? " of " : "",
                      finding_family(p, &verdict->findings.at[i]));
}

/* ---- known by how it was made ---- */

static enum answer_kind said_at(const struct asked *asked, size_t check) {
    return check < asked->answers.checks.n ? asked->answers.checks.at[check].kind : ANSWER_UNCLEAR;
}

/*
 * The disagreement in which somebody of the family says the opposite of the truth, and somebody else
 * the truth; NULL if there is none.
 */
static struct finding *find_disagreement(const struct finding_property *p, enum truth truth,
                                         const char *family, const struct asked *asked,
                                         struct oracle_verdict *verdict) {
    enum answer_kind right = truth == TRUTH_SAT ? ANSWER_SAT : ANSWER_UNSAT;
    enum answer_kind wrong = truth == TRUTH_SAT ? ANSWER_UNSAT : ANSWER_SAT;
    for (size_t i = 0; i < verdict->findings.n; i++) {
        struct finding *finding = &verdict->findings.at[i];
        bool is_wrong = false, is_right = false;
        for (size_t k = 0; k < p->panel.n_solvers; k++) {
            bool is_family = strcmp(p->panel.names[k].family, family) == 0;
            is_wrong = is_wrong || (is_family && said_at(&asked[k], finding->check) == wrong);
            is_right = is_right || (!is_family && said_at(&asked[k], finding->check) == right);
        }
        if (finding->bug == BUG_DISAGREEMENT && is_wrong && is_right)
            return finding;
    }
    return NULL;
}

/* From here on a disagreement is kept: who says the wrong thing is asked first. */
static void seek(struct finding_property *p, enum bug bug, const char *family,
                 const struct reduce_known *known) {
    enum answer_kind wrong = known->truth == TRUTH_SAT ? ANSWER_UNSAT : ANSWER_SAT;
    p->sought = bug;
    for (size_t i = 0; i < p->panel.n_solvers; i++)
        if (strcmp(p->panel.names[i].family, family) == 0) {
            p->sought_family = p->panel.names[i].family;
            p->is_accused[i] = p->answers[i] == wrong;
        }
    vec_push(&p->charges, ((struct charge){bug, p->sought_family}));
}

/* ---- the search ---- */

static struct finding *find_bug(const struct finding_property *p, struct oracle_verdict *verdict,
                                enum bug bug, const char *family) {
    for (size_t i = 0; i < verdict->findings.n; i++) {
        struct finding *finding = &verdict->findings.at[i];
        if ((bug == BUG_COUNT || finding->bug == bug) &&
            (family == NULL || strcmp(family, finding_family(p, finding)) == 0))
            return finding;
    }
    return NULL;
}

static bool is_late(const struct asked *asked) {
    bool is = false;
    for (size_t i = 0; i < asked->answers.checks.n; i++)
        is = is || asked->answers.checks.at[i].kind == ANSWER_TIMEOUT;
    return is;
}

/* Who was too slow for something to be seen. */
static void add_late(const struct finding_property *p, const struct asked *asked,
                     struct strbuf *error) {
    size_t n = 0;
    for (size_t i = 0; i < p->panel.n_solvers; i++)
        if (is_late(&asked[i]))
            strbuf_printf(error, "%s%s", n++ == 0 ? "; " : ", ", p->panel.names[i].name);
    if (n > 0)
        strbuf_add_text(error, " ran out of time (-t gives more)");
}

static void complain(const struct finding_property *p, const struct oracle_verdict *verdict,
                     enum bug bug, const char *family, const struct reduce_known *known,
                     const struct asked *asked, struct strbuf *error) {
    if (verdict->findings.n > 0) {
        strbuf_printf(error, "there is no %s%s%s here; there is ", bug_name(bug),
                      family != NULL ? " of " : "", family != NULL ? family : "");
        describe(p, verdict, error);
    } else
        strbuf_add_text(error, "nothing is wrong with it that these solvers show");
    add_late(p, asked, error);
    if (known != NULL && known->truth != TRUTH_UNKNOWN)
        strbuf_printf(error,
                      "; that it is %s is known by how it was made, which says nothing of smaller "
                      "scripts, and these solvers do not show it",
                      truth_name(known->truth));
}

/* Asks everybody, and looks for the finding; by how the script was made only if nothing else shows it. */
static struct finding *find_first(struct finding_property *p, const char *text, size_t n,
                                  enum bug bug, const char *family,
                                  const struct reduce_known *known, struct asked *asked,
                                  struct oracle_verdict *verdict, bool *is_sought) {
    const char *witness = known != NULL ? known->witness : NULL;
    bool may_be_core = bug == BUG_COUNT && !p->no_models && fit_asks_for_cores(text, n);
    finding_ask_afresh(p, text, n, EFFORT_USUAL, bug == BUG_INVALID_CORE || may_be_core, asked);
    finding_judge_afresh(p, text, n, EFFORT_USUAL, NULL, asked, verdict);
    struct finding *found = find_bug(p, verdict, bug, family);
    if (found == NULL && witness != NULL && known->truth == TRUTH_SAT) {
        oracle_verdict_release(verdict);
        *verdict = (struct oracle_verdict){0};
        finding_judge_afresh(p, text, n, EFFORT_USUAL, witness, asked, verdict);
        found = find_bug(p, verdict, bug, family);
    }
    if (found == NULL && known != NULL && known->truth != TRUTH_UNKNOWN &&
        known->kept == BASIS_NONE && family != NULL) {
        found = find_disagreement(p, known->truth, family, asked, verdict);
        *is_sought = found != NULL;
    }
    return found;
}

/*
 * Nothing was found: is it asked about once more, as it may come and go? Not if that takes long, or if
 * it is known by how it was made, which mostly shows in no other way.
 */
static bool is_worth_more(const struct finding_property *p, const struct reduce_known *known,
                          const struct asked *asked, unsigned n_tries) {
    bool is_worth = n_tries < FINDING_TRIES && (known == NULL || known->truth == TRUTH_UNKNOWN);
    for (size_t i = 0; i < p->panel.n_solvers && is_worth; i++)
        is_worth = !is_late(&asked[i]);
    return is_worth;
}

bool finding_property_find(struct finding_property *p, const char *text, size_t n, enum bug bug,
                           const char *family, const struct reduce_known *known,
                           struct strbuf *error) {
    struct oracle_verdict verdict = {0};
    struct asked *asked = mem_alloc_zero(p->panel.n_solvers * sizeof *asked);
    bool is_sought = false;
    if (known != NULL && known->kept != BASIS_NONE)
        p->kept = (struct oracle_known){
            .truth = known->truth, .basis = known->kept, .whose = known->whose};
    struct finding *found = find_first(p, text, n, bug, family, known, asked, &verdict, &is_sought);
    bool may_omit = bug != BUG_INVALID_MODEL && bug != BUG_INVALID_CORE;
    for (unsigned n_tries = 1;
         found == NULL && ((n_tries == 1 && may_omit) || is_worth_more(p, known, asked, n_tries));
         n_tries++) {
        struct oracle_verdict before = verdict;
        finding_release_asked(p, asked);
        asked = mem_alloc_zero(p->panel.n_solvers * sizeof *asked);
        verdict = (struct oracle_verdict){0};
        /* Some solvers simplify less when they have to print a model, and are right then. */
        p->no_models = may_omit && n_tries % 2 == 1;
        found = find_first(p, text, n, bug, family, known, asked, &verdict, &is_sought);
        oracle_verdict_release(found != NULL ? &before : &verdict);
        if (found == NULL)
            verdict = before; /* what is said of it is what momus solve says */
    }
    if (found != NULL) {
        learn_charges(p, &verdict);
        finding_take(p, found);
        learn_answers(p, asked);
        learn_words(p, asked);
        if (is_sought)
            seek(p, bug, family, known);
        learn_absent(p);
        learn_limits(p, asked);
        p->is_found = true;
        p->has_own_core = p->finding.bug == BUG_INVALID_CORE && fit_asks_for_cores(text, n);
    } else
        complain(p, &verdict, bug, family, known, asked, error);
    bool good = found != NULL;
    oracle_verdict_release(&verdict);
    finding_release_asked(p, asked);
    return good;
}
