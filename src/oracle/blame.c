/*
 * sat against unsat, and models: who is wrong, by evidence.
 *
 *     a true witness          unsat is wrong, and so are false models
 *     no witness can be       sat is wrong
 *     models false, opposed   more models; all false: sat is probably wrong
 *     models not judged       replay: who contradicts himself?
 *     nothing of that         a disagreement
 */
#include "oracle/oracle_int.h"

/* Of a long session only the beginning is looked at where nobody disagrees. */
enum { SEARCHED_CHECKS = 16 };

#define EACH_SAYING(h, kind, i)                    \
    for (size_t i = 0; i < (h)->c->n_solvers; i++) \
        if ((h)->stands[i].answer == (kind))

/* ---- evidence in words ---- */

static void add_hint(struct hearing *h, struct strbuf *out) {
    if (!(hearing_says(h, ANSWER_SAT) && hearing_says(h, ANSWER_UNSAT)))
        return;
    strbuf_add_text(out, " Hint: ");
    words_add_votes(h, out);
    strbuf_add_char(out, '.');
}

static void add_label(struct hearing *h, struct strbuf *out) {
    if (h->known.truth == TRUTH_UNKNOWN ||
        (h->known.basis != BASIS_LABEL && h->known.basis != BASIS_CHAIN))
        return;
    strbuf_printf(out, " %s says %s%s.", h->known.whose != NULL ? h->known.whose : "A label",
                  truth_name(h->known.truth),
                  h->known.basis == BASIS_CHAIN ? ", and every step since keeps the truth" : "");
}

/* Why the solver's model is none. */
static void add_wrong_model(struct hearing *h, size_t solver, struct strbuf *out) {
    const struct stand *stand = &h->stands[solver];
    if (stand->model == MODEL_FALSE) {
        struct strbuf values = {0};
        if (stand->text != NULL)
            words_add_model(h, stand->text, &values);
        strbuf_add_text(out, " under its own model");
        if (values.n > 0)
            strbuf_printf(out, " (%s)", strbuf_text(&values));
        strbuf_free(&values);
        strbuf_add_char(out, ' ');
        words_add_formula(h, stand->false_formula, out);
        strbuf_add_text(out, " false, by the evaluator of momus");
    } else
        strbuf_printf(out, " what it gives as a model is no assignment of values: %s",
                      stand->reason != NULL ? stand->reason : "it has no values");
}

/* ---- what the solver says to the witness as equalities ---- */

static void add_replay(struct hearing *h, size_t solver, struct strbuf *out) {
    struct strbuf script = {0};
    struct asked asked = {0};
    if (h->options->ask != NULL && replay_witness(h, &script)) {
        const struct answer *answer =
            hearing_ask(h, solver, script.at, script.n, (struct fit_wants){0}, 0, &asked);
        const char *name = h->c->solvers[solver].name;
        if (answer != NULL && answer->kind == ANSWER_SAT)
            strbuf_printf(out,
                          " Asked again with these values as equalities, %s says sat: it "
                          "contradicts itself.",
                          name);
        else if (answer != NULL && answer->kind == ANSWER_UNSAT)
            strbuf_printf(out, " Asked again with these values as equalities, %s still says unsat.",
                          name);
    }
    asked_release(&asked);
    strbuf_free(&script);
}

/* ---- accusations ---- */

static void accuse_of_refutation(struct hearing *h, size_t solver) {
    struct strbuf evidence = {0};
    strbuf_printf(&evidence,
                  "%s says unsat, but the formula is satisfiable: by the evaluator of momus, every "
                  "assertion is true",
                  h->c->solvers[solver].name);
    struct strbuf values = {0};
    words_add_witness(h, &values);
    if (values.n > 0)
        strbuf_printf(&evidence, " with %s", strbuf_text(&values));
    strbuf_free(&values);
    strbuf_printf(&evidence, " (%s).", strbuf_text(&h->whose_witness));
    add_replay(h, solver, &evidence);
    add_hint(h, &evidence);
    hearing_accuse(h, solver, BUG_REFUTATION_SOUNDNESS, GROUND_WITNESS, CONFIDENCE_PROVEN,
                   &evidence);
}

static void accuse_of_model(struct hearing *h, size_t solver) {
    struct strbuf evidence = {0};
    strbuf_printf(&evidence, "%s says sat, but", h->c->solvers[solver].name);
    add_wrong_model(h, solver, &evidence);
    strbuf_add_char(&evidence, '.');
    if (h->has_witness) {
        struct strbuf values = {0};
        words_add_witness(h, &values);
        strbuf_printf(&evidence, " The formula is satisfiable: it is true with %s (%s).",
                      values.n > 0 ? strbuf_text(&values) : "some values",
                      strbuf_text(&h->whose_witness));
        strbuf_free(&values);
    }
    hearing_accuse(h, solver, BUG_INVALID_MODEL, GROUND_WITNESS, CONFIDENCE_PROVEN, &evidence);
}

/* A name that nobody declared says too little: it may be only badly printed. */
static void accuse_wrong_models(struct hearing *h) {
    EACH_SAYING(h, ANSWER_SAT, i) {
        if (model_is_wrong(h->stands[i].model) && h->stands[i].model != MODEL_UNDECLARED)
            accuse_of_model(h, i);
    }
}

/* Its models are wrong for certain, and others say unsat: so is its sat, probably. */
static void accuse_of_solution_by_models(struct hearing *h, size_t solver) {
    struct strbuf evidence = {0};
    strbuf_printf(&evidence, "%s says sat, but", h->c->solvers[solver].name);
    add_wrong_model(h, solver, &evidence);
    if (h->stands[solver].n_false > 0)
        strbuf_printf(&evidence, "; %u more by other seeds and options %s wrong, too",
                      h->stands[solver].n_false, h->stands[solver].n_false == 1 ? "is" : "are");
    strbuf_add_text(&evidence, ". That its model is wrong is certain, that its sat is, probable.");
    add_label(h, &evidence);
    add_hint(h, &evidence);
    hearing_accuse(h, solver, BUG_SOLUTION_SOUNDNESS, GROUND_WITNESS, CONFIDENCE_PROBABLE,
                   &evidence);
}

static void accuse_by_construction(struct hearing *h, size_t solver) {
    struct strbuf evidence = {0};
    bool is_sat = h->stands[solver].answer == ANSWER_SAT;
    strbuf_printf(&evidence, "%s says %s, but the formula is %s: ", h->c->solvers[solver].name,
                  is_sat ? "sat" : "unsat", is_sat ? "unsatisfiable" : "satisfiable");
    strbuf_add_text(&evidence, h->is_refuted
                                   ? "the evaluator of momus finds it false whatever is chosen."
                               : h->known.basis == BASIS_EXHAUSTION
                                   ? "the evaluator of momus tried everything there is to try."
                               : h->known.basis == BASIS_WITNESS
                                   ? "the test was made with a witness."
                                   : "it was made so, by rules that were proven.");
    if (is_sat && model_is_wrong(h->stands[solver].model)) {
        strbuf_add_text(&evidence, " Also,");
        add_wrong_model(h, solver, &evidence);
        strbuf_add_char(&evidence, '.');
    }
    add_hint(h, &evidence);
    hearing_accuse(h, solver, is_sat ? BUG_SOLUTION_SOUNDNESS : BUG_REFUTATION_SOUNDNESS,
                   GROUND_CONSTRUCTION, CONFIDENCE_PROVEN, &evidence);
}

static void accuse_by_chain(struct hearing *h, size_t solver) {
    struct strbuf evidence = {0};
    bool is_sat = h->stands[solver].answer == ANSWER_SAT;
    strbuf_printf(&evidence, "%s says %s.", h->c->solvers[solver].name, is_sat ? "sat" : "unsat");
    add_label(h, &evidence);
    add_hint(h, &evidence);
    hearing_accuse(h, solver, is_sat ? BUG_SOLUTION_SOUNDNESS : BUG_REFUTATION_SOUNDNESS,
                   GROUND_LABEL, CONFIDENCE_PROBABLE, &evidence);
}

/* ---- with proof ---- */

/* What is known by more than somebody's word. */
static enum truth proven_truth(const struct hearing *h) {
    if (h->has_witness)
        return TRUTH_SAT;
    if (h->is_refuted)
        return TRUTH_UNSAT;
    bool is_proven = h->known.basis == BASIS_WITNESS || h->known.basis == BASIS_CONSTRUCTION ||
                     h->known.basis == BASIS_EXHAUSTION;
    return is_proven ? h->known.truth : TRUTH_UNKNOWN;
}

/*
 * The evaluator and what is known about the test contradict each other: a label is
 * wrong, or we are. False in the latter case: then nothing here accuses anybody.
 */
static bool is_consistent(struct hearing *h) {
    enum truth found = h->has_witness ? TRUTH_SAT : h->is_refuted ? TRUTH_UNSAT : TRUTH_UNKNOWN;
    if (found == TRUTH_UNKNOWN || h->known.truth == TRUTH_UNKNOWN || found == h->known.truth)
        return true;
    const char *why = h->has_witness ? strbuf_text(&h->whose_witness)
                                     : "the evaluator finds it false whatever is chosen";
    if (h->known.basis == BASIS_LABEL || h->known.basis == BASIS_CHAIN) {
        hearing_note(h, "%s says %s, and that is wrong: the formula is %s (%s)",
                     h->known.whose != NULL ? h->known.whose : "a label",
                     truth_name(h->known.truth), truth_name(found), why);
        return true;
    }
    hearing_note(h,
                 "a bug in momus: the formula is %s by %s, and %s by its evaluator (%s); nobody is "
                 "accused",
                 truth_name(h->known.truth), basis_name(h->known.basis), truth_name(found), why);
    return false;
}

static void blame_by_proof(struct hearing *h, enum truth truth) {
    if (truth == TRUTH_UNSAT) {
        EACH_SAYING(h, ANSWER_SAT, i) {
            accuse_by_construction(h, i);
        }
        return;
    }
    EACH_SAYING(h, ANSWER_UNSAT, i) {
        if (h->has_witness)
            accuse_of_refutation(h, i);
        else
            accuse_by_construction(h, i);
    }
    accuse_wrong_models(h);
}

/* ---- without ---- */

/* More models of the sat side: a true one settles it. */
static void look_for_true_model(struct hearing *h) {
    EACH_SAYING(h, ANSWER_SAT, i) {
        if (!h->has_witness)
            hearing_ask_more_models(h, i);
    }
}

static void accuse_of_contradiction(struct hearing *h, size_t solver, size_t of) {
    struct strbuf evidence = {0};
    const char *name = h->c->solvers[solver].name;
    if (solver == of) {
        strbuf_printf(&evidence,
                      "%s says sat and gives a model; with the values of that model as equalities "
                      "it says unsat: the model, or one of the answers, is wrong.",
                      name);
        add_hint(h, &evidence);
        hearing_accuse(h, solver, BUG_SELF_CHECK, GROUND_SELF_CHECK, CONFIDENCE_PROVEN, &evidence);
        return;
    }
    strbuf_printf(&evidence,
                  "%s says unsat; with the values of the model of %s as equalities, which make the "
                  "formula stronger, it says sat: it contradicts itself.",
                  name, h->c->solvers[of].name);
    add_hint(h, &evidence);
    hearing_accuse(h, solver, BUG_REFUTATION_SOUNDNESS, GROUND_SELF_CHECK, CONFIDENCE_PROBABLE,
                   &evidence);
}

/* Does the solver contradict itself when the model is put to it? */
static bool is_contradicted(struct hearing *h, size_t solver, const struct strbuf *script,
                            enum answer_kind contradiction) {
    struct asked asked;
    const struct answer *answer =
        hearing_ask(h, solver, script->at, script->n, (struct fit_wants){0}, 0, &asked);
    bool contradicted = answer != NULL && answer->kind == contradiction;
    asked_release(&asked);
    return contradicted;
}

/* A model that we can read but not judge is put to both sides. */
static bool blame_by_replay(struct hearing *h) {
    bool found = false;
    EACH_SAYING(h, ANSWER_SAT, i) {
        struct strbuf script = {0};
        if (h->stands[i].text != NULL && !model_is_wrong(h->stands[i].model) &&
            replay_model(h, h->stands[i].text, &script)) {
            EACH_SAYING(h, ANSWER_UNSAT, k) {
                if (!h->stands[k].accused && is_contradicted(h, k, &script, ANSWER_SAT)) {
                    accuse_of_contradiction(h, k, i);
                    found = true;
                }
            }
            if (!found && is_contradicted(h, i, &script, ANSWER_UNSAT)) {
                accuse_of_contradiction(h, i, i);
                found = true;
            }
        }
        strbuf_free(&script);
    }
    return found;
}

/* Labels accuse only at the end of a chain, and not against everybody. */
static bool blame_by_chain(struct hearing *h) {
    if (h->known.basis != BASIS_CHAIN)
        return false;
    enum answer_kind wrong = h->known.truth == TRUTH_SAT ? ANSWER_UNSAT : ANSWER_SAT;
    enum answer_kind right = wrong == ANSWER_SAT ? ANSWER_UNSAT : ANSWER_SAT;
    if (!hearing_says(h, right) && hearing_families_saying(h, wrong) > 1)
        return false;
    EACH_SAYING(h, wrong, i) {
        accuse_by_chain(h, i);
    }
    return true;
}

static bool anybody_accused(const struct hearing *h) {
    for (size_t i = 0; i < h->c->n_solvers; i++)
        if (h->stands[i].accused)
            return true;
    return false;
}

static void disagree(struct hearing *h) {
    struct strbuf evidence = {0};
    words_add_votes(h, &evidence);
    strbuf_add_text(&evidence, ". No model could be judged");
    strbuf_add_text(&evidence, hearing_says(h, ANSWER_SAT) ? "" : ", as nobody gave one");
    for (size_t i = 0; i < h->c->n_solvers; i++)
        if (h->stands[i].answer == ANSWER_SAT && model_state_name(h->stands[i].model) != NULL)
            strbuf_printf(&evidence, "; that of %s: %s", h->c->solvers[i].name,
                          model_state_name(h->stands[i].model));
    strbuf_add_text(&evidence, ". Nobody is accused.");
    add_label(h, &evidence);
    bool is_vote = hearing_says(h, ANSWER_SAT) && hearing_says(h, ANSWER_UNSAT);
    hearing_disagree(h, is_vote ? GROUND_VOTE : GROUND_LABEL, &evidence);
}

/* Does somebody say the opposite of what this one says: a solver, or a label? */
static bool is_opposed(const struct hearing *h, enum answer_kind kind) {
    enum answer_kind other = kind == ANSWER_SAT ? ANSWER_UNSAT : ANSWER_SAT;
    enum truth truth = kind == ANSWER_SAT ? TRUTH_UNSAT : TRUTH_SAT;
    return hearing_says(h, kind) && (hearing_says(h, other) || h->known.truth == truth);
}

static void blame_without_proof(struct hearing *h) {
    if (!is_opposed(h, ANSWER_SAT) && !is_opposed(h, ANSWER_UNSAT)) {
        accuse_wrong_models(h);
        return;
    }
    /* So whoever says sat here is opposed. */
    EACH_SAYING(h, ANSWER_SAT, i) {
        if (model_is_wrong(h->stands[i].model))
            accuse_of_solution_by_models(h, i);
    }
    if (anybody_accused(h) || blame_by_replay(h) || blame_by_chain(h))
        return;
    disagree(h);
}

/* ---- the check ---- */

static void judge_given_models(struct hearing *h) {
    EACH_SAYING(h, ANSWER_SAT, i) {
        struct text_span model = h->c->answers[i]->answers.checks.at[h->check].model;
        struct strbuf whose = {0};
        strbuf_printf(&whose, "the model of %s", h->c->solvers[i].name);
        if (model.at != NULL)
            hearing_judge_stand(h, i, model.at, model.n, strbuf_text(&whose));
        strbuf_free(&whose);
    }
}

/* What was found out about the models that came with the answers. */
static void publish_models(struct hearing *h) {
    for (size_t i = 0; i < h->c->n_solvers; i++) {
        struct judged_model *to = &h->verdict->models.at[i * h->verdict->n_checks + h->check];
        to->state = h->stands[i].model;
        if (h->stands[i].reason != NULL)
            to->reason = mem_copy_text(h->stands[i].reason, strlen(h->stands[i].reason));
    }
}

/* Evidence is looked for where somebody could be wrong. */
static void look_for_evidence(struct hearing *h) {
    bool opposed = is_opposed(h, ANSWER_SAT) || is_opposed(h, ANSWER_UNSAT);
    EACH_SAYING(h, ANSWER_SAT, i) {
        if (opposed && h->stands[i].model == MODEL_NONE)
            hearing_ask_model(h, i);
    }
    bool anybody = hearing_says(h, ANSWER_SAT) || hearing_says(h, ANSWER_UNSAT);
    bool searches = h->options->search && h->check < SEARCHED_CHECKS;
    if (!h->has_witness && anybody && (opposed || searches))
        hearing_search(h, opposed ? &h->options->full : &h->options->quick);
    if (proven_truth(h) == TRUTH_UNKNOWN && opposed && hearing_says(h, ANSWER_SAT))
        look_for_true_model(h);
}

void blame_check(struct hearing *h) {
    judge_given_models(h);
    publish_models(h);
    if (!h->is_read) { /* a name that we do not know may mean anything */
        if (is_opposed(h, ANSWER_SAT) && h->error_kind != PARSE_ERROR_UNKNOWN)
            disagree(h);
        return;
    }
    if (h->features.footing == FOOTING_NONE) {
        if (hearing_says(h, ANSWER_SAT) && hearing_says(h, ANSWER_UNSAT))
            hearing_note(h, "the answers differ, which proves nothing: %s has no settled meaning",
                         h->features.shaky);
        return;
    }
    if (!hearing_take_known_witness(h)) {
        hearing_note(h, "a bug in momus: the witness of the test is not true; nobody is accused");
        return;
    }
    look_for_evidence(h);
    if (!is_consistent(h))
        return;
    enum truth truth = proven_truth(h);
    if (truth != TRUTH_UNKNOWN)
        blame_by_proof(h, truth);
    else
        blame_without_proof(h);
}
