#include "cli/replay_result.h"

#include "campaign/lineup.h"
#include "oracle/failure.h"

/*
 * Does the solver at hand stand for the one that had this name in the run? By its family; or because
 * the user calls it so, whatever program it is.
 */
static bool stands_for(struct replay *replay, const struct oracle_solver *solver,
                       const char *name) {
    size_t n = lineup_base_name(name);
    return strcmp(run_record_family(replay->store, &replay->arena, name), solver->family) == 0 ||
           (lineup_base_name(solver->name) == n && memcmp(solver->name, name, n) == 0);
}

/* Does it stand for one of those at fault? */
static bool accuses(struct replay *replay, const struct store_finding *finding,
                    const struct oracle_solver *solver) {
    for (size_t i = 0; i < finding->at_fault.n; i++)
        if (stands_for(replay, solver, finding->at_fault.at[i]))
            return true;
    return false;
}

/* As what is it known in the run, by its name or by its program? NULL: it is not. */
static const char *family_in_run(struct replay *replay, const struct oracle_solver *solver) {
    struct strbuf name = {0};
    strbuf_add(&name, solver->name, solver_name_unnumbered(solver->name));
    const char *family = run_record_find_family(replay->store, &replay->arena, solver->name);
    if (family == NULL)
        family = run_record_find_family(replay->store, &replay->arena, strbuf_text(&name));
    for (size_t i = replay->n_versions; family == NULL && i < replay->n_usual; i++)
        if (strcmp(replay->judge.solvers.at[i].family, solver->family) == 0)
            family = solver->family;
    strbuf_free(&name);
    return family;
}

bool replay_is_version(struct replay *replay, const struct store_finding *finding, size_t solver,
                       bool is_claimed) {
    const struct oracle_solver *it = &replay->judge.solvers.at[solver];
    const char *family = it->profile != NULL ? it->family : family_in_run(replay, it);
    if (finding->at_fault.n == 0)
        return false;
    if (family == NULL)
        return is_claimed;
    return strcmp(family,
                  run_record_family(replay->store, &replay->arena, finding->at_fault.at[0])) == 0;
}

bool replay_accuses_momus(const struct store_finding *finding) {
    return bug_find(finding->class_name, strlen(finding->class_name)) == BUG_COUNT;
}

bool replay_concerns(struct replay *replay, const struct store_finding *finding) {
    if (finding->at_fault.n == 0) /* it takes two to disagree */
        return !replay->is_chosen || replay->judge.solvers.n > 1;
    if (replay_accuses_momus(finding))
        return true;
    for (size_t i = 0; i < replay->judge.solvers.n; i++)
        if (accuses(replay, finding, &replay->judge.solvers.at[i]))
            return true;
    return false;
}

/* What whoever is at fault said when the finding was seen, as the solver at hand would be understood. */
static void add_message_before(struct replay *replay, const struct store_finding *finding,
                               size_t solver, struct strbuf *message) {
    const struct profile *profile = &replay->solvers.all.at[solver].profile;
    store_answer_vec answers = {0};
    bool found = false;
    store_answers(replay->store, finding->number, &replay->arena, &answers);
    for (size_t i = 0; i < answers.n && !found; i++)
        found = report_finding_blames(finding, answers.at[i].solver) &&
                answer_add_message(profile, answers.at[i].raw, answers.at[i].raw_n, message);
    vec_free(&answers);
}

bool replay_is_same_failure(struct replay *replay, const struct store_finding *finding,
                            size_t solver, const struct asked *asked) {
    const struct strbuf *now = &asked->answers.message;
    struct strbuf before = {0};
    add_message_before(replay, finding, solver, &before);
    bool is_same = failure_is_same(finding->fingerprint, (struct text_span){before.at, before.n},
                                   (struct text_span){now->at, now->n});
    strbuf_free(&before);
    return is_same;
}

bool replay_is_same_bug(struct replay *replay, const struct store_finding *old, enum bug bug,
                        size_t solver, const struct asked *asked) {
    return strcmp(old->class_name, bug_name(bug)) == 0 &&
           (!bug_has_message(bug) || replay_is_same_failure(replay, old, solver, asked));
}

/* Is this what was found, of one who was at fault? */
static bool is_found_again(struct replay *replay, const struct store_finding *old,
                           const struct finding *now, const struct asked *answers) {
    for (size_t i = 0; i < now->at_fault.n; i++) {
        size_t solver = now->at_fault.at[i];
        if (accuses(replay, old, &replay->judge.solvers.at[solver]) &&
            replay_is_same_bug(replay, old, now->bug, solver, &answers[solver]))
            return true;
    }
    return now->at_fault.n == 0 && strcmp(old->class_name, bug_name(now->bug)) == 0;
}

bool replay_wrong_answer(enum bug bug, enum answer_kind *kind) {
    switch (bug) {
    case BUG_REFUTATION_SOUNDNESS:
        *kind = ANSWER_UNSAT;
        return true;
    case BUG_SOLUTION_SOUNDNESS:
        *kind = ANSWER_SAT;
        return true;
    case BUG_HANG:
    case BUG_PERFORMANCE_REGRESSION:
        *kind = ANSWER_TIMEOUT;
        return true;
    case BUG_REGRESSION_INCOMPLETENESS:
    case BUG_DECIDABLE_INCOMPLETENESS:
    case BUG_IMPLICATION_INCOMPLETENESS:
        *kind = ANSWER_UNKNOWN;
        return true;
    default:
        return false;
    }
}

/* Who gives the answer that was shown to be wrong; NULL if nobody does. */
static const char *who_says_it_again(struct replay *replay, const struct store_finding *finding,
                                     const struct asked *answers) {
    enum bug bug = bug_find(finding->class_name, strlen(finding->class_name));
    enum answer_kind wrong;
    if (strcmp(finding->confidence, confidence_name(CONFIDENCE_PROVEN)) != 0 ||
        !replay_wrong_answer(bug, &wrong))
        return NULL;
    for (size_t i = 0; i < replay->solvers.all.n; i++)
        if (answers[i].answers.checks.n == 1 && answers[i].answers.checks.at[0].kind == wrong &&
            (bug_severity(bug) == SEVERITY_WRONG ||
             accuses(replay, finding, &replay->judge.solvers.at[i])))
            return replay->judge.solvers.at[i].name;
    return NULL;
}

/* ---- what is told ---------------------------------------------------------- */

/* Is this the answer that the finding is about, whoever shows that it is wrong? */
static bool is_wrong_answer(enum bug bug, const struct answers *answers) {
    enum answer_kind wrong, last = answers->checks.at[answers->checks.n - 1].kind;
    if (bug == BUG_ACCEPTS_INVALID)
        return last != ANSWER_ERROR && last != ANSWER_REFUSED;
    return replay_wrong_answer(bug, &wrong) && last == wrong;
}

/* What it says to a check, if that is no answer at all; NULL: it is one. */
static const char *no_answer(enum bug bug, enum answer_kind kind) {
    switch (kind) {
    case ANSWER_SAT:
    case ANSWER_UNSAT:
    case ANSWER_UNKNOWN:
        return NULL;
    case ANSWER_ERROR:
    case ANSWER_REFUSED:
        return bug == BUG_ACCEPTS_INVALID ? NULL : answer_kind_name(kind);
    default:
        return answer_kind_name(kind);
    }
}

bool replay_is_told(const struct store_finding *finding, const struct asked *asked,
                    const char *solver, struct strbuf *reason) {
    const struct answers *answers = &asked->answers;
    enum bug bug =
        finding != NULL ? bug_find(finding->class_name, strlen(finding->class_name)) : BUG_COUNT;
    const char *word = NULL;
    if (asked->end == CHILD_NO_START)
        word = "does not start";
    else if (answers->checks.n == 0)
        word = "says nothing";
    for (size_t i = 0; i < answers->checks.n && word == NULL; i++)
        word = no_answer(bug, answers->checks.at[i].kind);
    bool is_wrong = word == NULL && is_wrong_answer(bug, answers);
    if (is_wrong)
        word = answer_kind_name(answers->checks.at[answers->checks.n - 1].kind);
    if (word == NULL)
        return true;
    strbuf_clear(reason);
    strbuf_printf(reason, "%s%s %s%s", solver,
                  asked->end == CHILD_NO_START || answers->checks.n == 0 ? "" : ":", word,
                  is_wrong ? ", as before, but nothing here shows that it is wrong" : "");
    return false;
}

/* Did it have an answer when the finding was seen? */
static bool had_answer(struct replay *replay, const struct store_finding *finding,
                       const struct oracle_solver *solver) {
    store_answer_vec answers = {0};
    bool had = false;
    store_answers(replay->store, finding->number, &replay->arena, &answers);
    for (size_t i = 0; i < answers.n && !had; i++)
        had = (strstr(answers.at[i].answer, answer_kind_name(ANSWER_SAT)) != NULL) &&
              stands_for(replay, solver, answers.at[i].solver);
    vec_free(&answers);
    return had;
}

/* Had it the same further words: none, those of self-checks, or options? */
static bool is_alike(const char *name, const char *other) {
    return strcmp(name + lineup_base_name(name), other + lineup_base_name(other)) == 0;
}

/*
 * Does it depend on this solver? On those at fault, with the words that they had; without any,
 * on those who disagreed.
 */
static bool matters(struct replay *replay, const struct store_finding *finding, size_t solver) {
    const struct oracle_solver *it = &replay->judge.solvers.at[solver];
    if (finding == NULL)
        return true;
    for (size_t i = 0; i < finding->at_fault.n; i++)
        if (is_alike(finding->at_fault.at[i], it->name) &&
            stands_for(replay, it, finding->at_fault.at[i]))
            return true;
    return finding->at_fault.n == 0 && had_answer(replay, finding, it);
}

/*
 * Nothing is wrong as far as can be seen. Of a finding, everybody on whom it depends must have
 * answered; of any other test, somebody.
 */
static enum replay_result result_without_bugs(struct replay *replay,
                                              const struct store_finding *finding,
                                              struct replayed *replayed) {
    size_t n_told = 0, n_untold = 0;
    if (finding != NULL && report_finding_is_ours(finding))
        return REPLAY_HOLDS; /* momus is still there */
    for (size_t i = 0; i < replay->solvers.all.n; i++)
        if (matters(replay, finding, i)) {
            bool is_told = replay_is_told(finding, &replayed->answers[i],
                                          replay->judge.solvers.at[i].name, &replayed->reason);
            n_told += is_told;
            n_untold += !is_told;
        }
    if (n_told == 0 && n_untold == 0)
        strbuf_add_text(&replayed->reason, "nobody was asked as the solver at fault was");
    return n_told > 0 && (n_untold == 0 || finding == NULL) ? REPLAY_HOLDS : REPLAY_UNTOLD;
}

enum replay_result replay_result_of(struct replay *replay, const struct store_finding *finding,
                                    struct replayed *replayed) {
    const struct oracle_verdict *verdict = &replayed->verdict;
    for (size_t i = 0; finding != NULL && i < verdict->findings.n; i++)
        if (is_found_again(replay, finding, &verdict->findings.at[i], replayed->answers))
            return REPLAY_FAILS;
    if (finding != NULL)
        replayed->again = who_says_it_again(replay, finding, replayed->answers);
    if (replayed->again != NULL)
        return REPLAY_FAILS;
    if (verdict->findings.n == 0)
        return result_without_bugs(replay, finding, replayed);
    return finding == NULL ? REPLAY_FAILS : REPLAY_OTHERWISE;
}
