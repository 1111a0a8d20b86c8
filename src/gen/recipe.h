/*
 * recipe.h - how a test was made, as a script that can be made smaller.
 *
 * That a test is unsatisfiable by how it was made says nothing of smaller scripts. But a
 * smaller recipe makes a smaller test, and what is right of that follows again:
 *
 *     recipe --make--> test        what solvers are asked about
 *                      premises    scripts: if they are unsatisfiable, so is the test
 *                      reason      or why it is, if that follows from no others
 *
 * A recipe is itself a well-sorted script, so that whoever makes scripts smaller makes recipes
 * smaller, without knowing what they are recipes of. Only who keeps the property (reduce/chain.h)
 * asks for the test, and sees to it that the premises are known with the strength that they had at
 * first.
 *
 * Fusion, concat and the suites by construction share one kind of recipe: their seeds, with
 * marks where a step has replaced something. A mark is a function that they define,
 *
 *     (define-fun fused ((x Int) (y Int) (z Int)) Int
 *       (ite (= x (- z y)) (- z y) x))
 *
 * and (fused x y z) stands where the test has (- z y) and the seed has x; the test asserts
 * the condition. The condition implies that both are the same: then a model of the test is one of
 * the seed. That is so if it says just this, as here, or if it was proven of the function
 * as it was at first. So dropping a step is putting x for (fused x y z), and the seeds become
 * smaller as any script does.
 *
 * Other strategies bring their own `make`. That of edit (gen/edit_problem.h) counts edits and the distance
 * of words: no premise is needed, and the reason says both numbers. Others could be:
 *
 *   - STORM: the recipe asserts the bounds as numbers, (assert (storm 17 3 40)): number of
 *     assertions, depth, seed of the random numbers. The reducer makes numbers smaller by halves
 *     first, which is its search for smaller bounds; `make` generates anew within the bounds, from a
 *     seed and its model, and the witness is its evidence: that is the reason.
 *   - Algorithm 7 of the thesis (a solver decides phi, and not psi, which a rule makes of it):
 *     the recipe is phi, with a mark where the rule is applied. `make` applies it: the test is
 *     psi. Of phi must be known that the accused decides it, so it needs a property of its own
 *     (reduce/reduce.h). Dropping parts of phi keeps the two in step, and the mark may move to any
 *     place that the rule allows.
 *
 * tests/unit/reduce/test_ways.c does both in small.
 */
#ifndef MOMUS_GEN_RECIPE_H
#define MOMUS_GEN_RECIPE_H

#include "base/strbuf.h"
#include "gen/test.h"
#include "lang/script.h"

/* All-zero before; to be released. */
struct recipe {
    struct strbuf text;
    VEC(char *) proven; /* marks of which it was proven that their condition implies the rest */
};
void recipe_release(struct recipe *recipe);

/* What comes of a recipe. All-zero before; to be released. */
struct recipe_product {
    struct strbuf test;
    VEC(struct strbuf) premises;
    struct strbuf equations; /* that the test asserts for its marks: "(= x (- z y)), ..." */
    /* Without premises: why it is unsatisfiable, as people read it, `it says that ...`. Else empty. */
    struct strbuf reason;
};
void recipe_product_release(struct recipe_product *product);

/*
 * Makes the test of a recipe that came of `first`. False if it is none: no script, or
 * truth would not follow. text[n] must be zero.
 */
typedef bool recipe_make_fn(const struct recipe *first, const char *text, size_t n,
                            struct recipe_product *product);

/* ---- recipes with marks ---- */

recipe_make_fn recipe_make_marked;

/*
 * Defines a mark: the parameters stand for these terms in the others, which have no other free
 * constants. (NAME parameters...) is `own` in the seed, and `instead` in a test that asserts
 * `condition`.
 */
fun recipe_define_mark(struct term_table *table, symbol name, const term *params, uint32_t n,
                       term condition, term instead, term own);
/* (f args...) */
term recipe_apply_mark(struct term_table *table, fun f, const term *args, uint32_t n);
/* The condition of the mark was proven to imply that both are the same. */
void recipe_add_proven(struct recipe *recipe, struct term_table *table, fun f);
/* The script, with its names, becomes the text. */
void recipe_print(struct recipe *recipe, struct term_table *table, const struct test *test);

#endif
