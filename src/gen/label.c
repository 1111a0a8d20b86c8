#include "gen/label.h"

#include <string.h>

const char *label_name(enum label label) {
    static const char *const names[] = {
        [LABEL_NONE] = "none",     [LABEL_FOLDER] = "folder",   [LABEL_STATUS] = "status",
        [LABEL_EXPECT] = "expect", [LABEL_SOLVERS] = "solvers", [LABEL_JUDGE] = "judge",
    };
    return names[label];
}

void label_answer_release(struct label_answer *answer) {
    mem_free(answer->solver);
    mem_free(answer->command);
    mem_free(answer->version);
    mem_free(answer->answer);
    mem_free(answer->model);
    mem_free(answer->fault);
    mem_free(answer->remark);
    *answer = (struct label_answer){0};
}

void label_facts_release(struct label_facts *facts) {
    for (size_t i = 0; i < facts->answers.n; i++)
        label_answer_release(&facts->answers.at[i]);
    vec_free(&facts->answers);
    mem_free(facts->judged);
    mem_free(facts->witness);
    mem_free(facts->witness_of);
    *facts = (struct label_facts){0};
}

const struct label_answer *label_facts_answer(const struct label_facts *facts, const char *solver) {
    for (size_t i = 0; i < facts->answers.n; i++)
        if (strcmp(facts->answers.at[i].solver, solver) == 0)
            return &facts->answers.at[i];
    return NULL;
}

/* ---- voices -------------------------------------------------------------- */

/* One who says something. */
struct voice {
    enum truth truth;
    enum label label;
    enum basis basis;
    const struct label_answer *answer; /* of a solver */
};

/* A crash, or a model that is wrong, takes nothing from what a solver has said. */
static enum truth truth_of_answer(const struct label_answer *answer) {
    return truth_find(answer->answer, strlen(answer->answer));
}

/* What is proven comes first, then labels, then solvers. The next voice; false if there is none. */
static bool next_voice(const struct label_said *said, const struct label_facts *facts, size_t *at,
                       struct voice *voice) {
    static const enum label labels[] = {LABEL_FOLDER, LABEL_STATUS, LABEL_EXPECT};
    enum { N_LABELS = sizeof labels / sizeof *labels, FIRST_LABEL = 2 };
    size_t n = facts != NULL ? FIRST_LABEL + N_LABELS + facts->answers.n : FIRST_LABEL + N_LABELS;
    for (; *at < n; ++*at) {
        *voice = (struct voice){.basis = BASIS_LABEL, .label = LABEL_JUDGE};
        if (*at < FIRST_LABEL && facts != NULL) {
            if (*at == 0 && facts->witness != NULL)
                *voice = (struct voice){TRUTH_SAT, LABEL_JUDGE, BASIS_WITNESS, NULL};
            else if (*at == 1 && facts->judged != NULL && strcmp(facts->judged, "false") == 0)
                *voice = (struct voice){TRUTH_UNSAT, LABEL_JUDGE, BASIS_EXHAUSTION, NULL};
        } else if (*at >= FIRST_LABEL && *at < FIRST_LABEL + N_LABELS) {
            voice->label = labels[*at - FIRST_LABEL];
            voice->truth = said->by[voice->label];
        } else if (*at >= FIRST_LABEL + N_LABELS) {
            voice->label = LABEL_SOLVERS;
            voice->answer = &facts->answers.at[*at - FIRST_LABEL - N_LABELS];
            voice->truth = truth_of_answer(voice->answer);
        }
        if (voice->truth != TRUTH_UNKNOWN) {
            ++*at;
            return true;
        }
    }
    return false;
}

static const struct label_answer *find_fault(const struct label_facts *facts) {
    for (size_t i = 0; facts != NULL && i < facts->answers.n; i++)
        if (facts->answers.at[i].fault[0] != '\0')
            return &facts->answers.at[i];
    return NULL;
}

struct label_verdict label_decide(const struct label_said *said, const struct label_facts *facts) {
    struct label_verdict verdict = {.fault = find_fault(facts)};
    struct voice voice, first = {0};
    for (size_t at = 0; next_voice(said, facts, &at, &voice);) {
        if (first.truth == TRUTH_UNKNOWN)
            first = voice;
        verdict.is_disputed |= voice.truth != first.truth;
        verdict.n_solvers += voice.label == LABEL_SOLVERS;
    }
    if (verdict.is_disputed) {
        verdict.n_solvers = 0;
        return verdict;
    }
    /* Two solvers are better than a label; one alone is not enough. */
    if (first.basis == BASIS_LABEL && verdict.n_solvers >= 2)
        first.label = LABEL_SOLVERS;
    if (first.label == LABEL_SOLVERS && verdict.n_solvers < 2)
        return verdict;
    verdict.truth = first.truth;
    verdict.basis = first.basis;
    verdict.label = first.label;
    return verdict;
}

void label_add_voices(const struct label_said *said, const struct label_facts *facts,
                      struct strbuf *out) {
    struct voice voice;
    bool is_first = true;
    for (size_t at = 0; next_voice(said, facts, &at, &voice); is_first = false) {
        strbuf_add_text(out, is_first ? "" : "; ");
        if (voice.basis == BASIS_WITNESS && strcmp(facts->witness_of, "momus") == 0)
            strbuf_add_text(out, "momus has a witness");
        else if (voice.basis == BASIS_WITNESS)
            strbuf_printf(out, "the model of %s is true", facts->witness_of);
        else if (voice.basis == BASIS_EXHAUSTION)
            strbuf_add_text(out, "momus finds it false under every assignment");
        else
            strbuf_printf(out, "%s says %s",
                          voice.answer != NULL ? voice.answer->solver : label_name(voice.label),
                          truth_name(voice.truth));
    }
}
