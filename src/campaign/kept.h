/*
 * kept.h - what solvers said, and what shows it, as the store keeps them: of tests that workers find,
 * and of what reducers make of these.
 */
#ifndef MOMUS_CAMPAIGN_KEPT_H
#define MOMUS_CAMPAIGN_KEPT_H

#include "reduce/finding.h"
#include "store/store.h"

/* The answer of a solver; its name and version are borrowed, all else is in the arena. */
struct store_answer kept_answer(const struct solver *solver, const struct oracle_solver *name,
                                const struct asked *asked, struct arena *arena);
/* Those to the script that was confirmed last, of who was asked then; in the arena. */
const struct store_answer *kept_answers(const struct finding_property *property,
                                        struct arena *arena, size_t *n);

/*
 * The file of a witness, in the arena: an answer for each check, sat to the one that the finding is about,
 * and behind it the values. So momus eval --model reads it. NULL if the finding has none.
 */
const char *kept_witness(const struct finding *finding, const struct asked *asked, size_t n,
                         struct arena *arena);
/* What witness_read takes, in the text of such a file, or of one that has only that. Borrowed. */
const char *kept_witness_values(const char *file);

#endif
