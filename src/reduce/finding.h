/*
 * finding.h - the property of a script that shows a bug: the same class, the same
 * solver at fault, and evidence that still holds.
 *
 * What is wrong with the script is found out as momus solve does it. A candidate
 * is asked in three stages, each only if the one before leaves hope:
 *
 *   1. who is accused, by a fork of a snapshot where that can be: does it still
 *      misbehave?
 *   2. everybody else, in the same way, but for those who ran out of time, at first or on a
 *      script that was taken without them: they are asked about the result
 *   3. the oracle, by what they said: a model that is true, the witness of the
 *      script before, or what the evaluator finds; a model that is false again; the
 *      same message of a crash
 *
 * A candidate on which somebody is accused of a wrong answer or model who was not
 * before is refused: it would be another bug. So is one that is no longer proven
 * where the script before was.
 *
 * Confirming starts fresh processes, and judges with all that the oracle has.
 */
#ifndef MOMUS_REDUCE_FINDING_H
#define MOMUS_REDUCE_FINDING_H

#include "oracle/inquiry.h"
#include "reduce/reduce.h"

/* Who is asked; all borrowed. */
struct reduce_panel {
    struct loop *loop;
    const struct solver *solvers;
    const struct oracle_solver *names; /* the same solvers, as the oracle knows them */
    size_t n_solvers;
    struct child_limits limits;
    size_t jobs; /* questions at a time */
};

struct finding_property;

struct finding_property *finding_property_new(const struct reduce_panel *panel);
/* Takes NULL. The loop is run until solvers have ended. */
void finding_property_free(struct finding_property *property);
/* What is known of a script by how it was made. */
struct reduce_known {
    enum truth truth;    /* TRUTH_UNKNOWN: nothing */
    const char *witness; /* the text of witness_print, or NULL */
    /* Not BASIS_NONE: it is true of every script that will be asked about, on this basis (chain.h). */
    enum basis kept;
    const char *whose; /* of the label that this rests on; NULL: of none that is known */
};
/*
 * Finds out what is wrong with the script: the worst of it, or, if `bug` is not
 * BUG_COUNT, something of this class; of this family, if that is not NULL. False if there is nothing of the
 * kind: `error` says what there is instead.
 *
 * How a script was made says nothing of smaller ones, so the finding has to be shown without
 * that; or by its witness, which is tried on smaller ones, too. Where it cannot be shown, what is kept
 * is that the family contradicts the truth, and everybody else who has an answer the family,
 * until there is evidence for a smaller script: see finding_property_is_shown. `known` may be NULL.
 */
bool finding_property_find(struct finding_property *property, const char *text, size_t n,
                           enum bug bug, const char *family, const struct reduce_known *known,
                           struct strbuf *error);
/* False: of the script as it is now, it is known only that solvers disagree. */
bool finding_property_is_shown(const struct finding_property *property);
/*
 * "refutation-soundness of cvc5": what those are wrong about in the result who ran out of time before, and so
 * were asked only then; NULL: nothing. Borrowed.
 */
const char *finding_property_also(struct finding_property *property);
struct reduce_property *finding_property_base(struct finding_property *property);
const struct reduce_panel *finding_property_panel(const struct finding_property *property);

/*
 * Fingerprints of other findings, which are reduced. Once the script has one of them, it is met: there
 * is no need to make it smaller. Borrowed.
 */
void finding_property_set_others(struct finding_property *property, const char *const *fingerprints,
                                 size_t n);
bool finding_property_is_met(const struct finding_property *property);

/* What was found, or confirmed last: class, who is at fault, evidence, fingerprint. Borrowed. */
const struct finding *finding_property_finding(const struct finding_property *property);
/*
 * What everybody said of the script that was confirmed last, by solver of the panel: it is what the
 * finding rests on. NULL if nothing was confirmed; all-zero for who was not asked then. Borrowed.
 */
const struct asked *finding_property_answers(const struct finding_property *property);

#endif
