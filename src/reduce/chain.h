/*
 * chain.h - the property of a recipe whose test shows a bug: what is right follows from how the
 * test was made.
 *
 *     recipe --make--> premises --known?--> test --finding.h--> the same bug?
 *
 * A finding that is known by its making alone cannot be kept on smaller scripts (finding.h). But
 * its recipe (gen/recipe.h) can be made smaller. This is the property of the recipe: the
 * solver at fault contradicts the test that is made of it, the truth of which follows from premises
 * that are known with the strength that they had at first:
 *
 *   - what the first recipe has is known by its label, or by rules that were proven. So a recipe
 *     with fewer steps and the same seeds needs nothing more;
 *   - of smaller seeds the evaluator may find that they are false whatever is chosen;
 *   - where at first a label was all there was, it is enough that solvers of other families say
 *     unsat, and none sat. The finding stays probable, and its evidence names them.
 *
 * A strategy that knows its tests in another way brings its own `make`: gen/recipe.h says how. Where
 * that needs no premises it is the one who sees to the truth, and its reason is the evidence.
 */
#ifndef MOMUS_REDUCE_CHAIN_H
#define MOMUS_REDUCE_CHAIN_H

#include "gen/recipe.h"
#include "reduce/finding.h"

struct chain_property;

/*
 * All is borrowed. `basis`: of what is known of the first recipe's test, construction or chain.
 * `whose`: the label that it rests on, or NULL.
 */
struct chain_property *chain_property_new(const struct reduce_panel *panel, recipe_make_fn *make,
                                          const struct recipe *first, enum basis basis,
                                          const char *whose);
/* Takes NULL. */
void chain_property_free(struct chain_property *property);
/* Is the bug there in the test of the first recipe? False, with the reason in `error`, if not. */
bool chain_property_find(struct chain_property *property, enum bug bug, const char *family,
                         struct strbuf *error);

struct reduce_property *chain_property_base(struct chain_property *property);
/* About the test: for what it is to know of others, and what was found. Borrowed. */
struct finding_property *chain_property_of_test(struct chain_property *property);

/* Of the recipe that was confirmed last: its test, */
const struct strbuf *chain_property_test(const struct chain_property *property);
/* the same as people read it, */
void chain_property_print(struct chain_property *property, struct strbuf *out);
/* and the evidence, with why it is unsatisfiable: its smaller seeds, and who knows them. */
void chain_property_add_evidence(struct chain_property *property, struct strbuf *out);

#endif
