/* What the evaluator makes of seeds, and of what solvers printed for them. */
#include "testing.h"

#include "campaign/judging.h"
#include "gen/seed.h"

/* Judges a script with the output of one solver; NULL: it was not asked. */
static struct label_facts judge(const char *script, bool is_flat, const char *output,
                                size_t n_checks, const char *verdicts) {
    struct profile profile;
    struct answers answers = {0};
    struct label_facts facts = {0};
    expect_vec expected = {0};
    for (size_t i = 0; i < n_checks; i++) {
        vec_push(&expected, EXPECT_CHECK);
        vec_push(&expected, EXPECT_MODEL);
    }
    profile_init(&profile, "any");
    if (output != NULL)
        answers_read(&profile, expected.at, expected.n, output, strlen(output), "", 0,
                     (struct process_end){END_EXIT, 0}, &answers);
    struct judged_solver solver = {.name = "any", .answers = output != NULL ? &answers : NULL};
    judge_seed(script, strlen(script), is_flat, &solver, 1, &facts);
    assert_string_equal(strbuf_text(&solver.verdicts), verdicts);
    assert_int_equal(solver.has_wrong, strstr(verdicts, "false") != NULL || solver.reason.n > 0);
    if (strstr(output != NULL ? output : "", "loop") != NULL)
        testing_assert_contains(strbuf_text(&solver.reason), "'loop' is defined by itself");
    strbuf_free(&solver.verdicts);
    strbuf_free(&solver.reason);
    answers_release(&answers);
    profile_release(&profile);
    vec_free(&expected);
    return facts;
}

#define ABOVE "(declare-const x Int) (assert (> x 2)) (check-sat)"

static void test_a_true_model_becomes_the_witness(void **state) {
    struct label_facts facts = judge(ABOVE, true, "sat\n((define-fun x () Int 5))\n", 1, "true");
    assert_string_equal(facts.witness, "(\n(define-fun x () Int 5)\n)\n()\n");
    assert_string_equal(facts.witness_of, "any");
    assert_null(facts.judged); /* there was nothing left to look for */
    label_facts_release(&facts);
}

static void test_without_a_true_model_the_evaluator_looks_alone(void **state) {
    struct label_facts facts = judge(ABOVE, true, "sat\n((define-fun x () Int 1))\n", 1, "false");
    assert_non_null(facts.witness);
    assert_string_equal(facts.witness_of, "momus");
    assert_string_equal(facts.judged, "true");
    label_facts_release(&facts);
    facts = judge(ABOVE, true, "sat\n((define-fun y () Int 1)\n", 1, "");
    assert_string_equal(facts.witness_of, "momus");
    label_facts_release(&facts);
    facts = judge("(declare-const p Bool) (assert (and p (not p)))", true, NULL, 0, "");
    assert_null(facts.witness);
    assert_string_equal(facts.judged, "false");
    label_facts_release(&facts);
}

static void test_a_model_that_refers_to_itself_is_wrong(void **state) {
    struct label_facts facts =
        judge("(declare-const loop Int) (assert (> loop 2)) (check-sat)", true,
              "sat\n((define-fun loop () Int (+ loop 0)))\n", 1, "no-model");
    label_facts_release(&facts);
}

static void test_models_of_several_checks_are_judged_and_not_kept(void **state) {
    struct label_facts facts =
        judge("(declare-const p Bool) (push 1) (assert p) (check-sat) (pop 1) (assert (not p))"
              "(check-sat)",
              false, "sat\n((define-fun p () Bool true))\nsat\n((define-fun p () Bool true))\n", 2,
              "true false");
    assert_null(facts.witness);
    assert_null(facts.judged);
    label_facts_release(&facts);
}

static void test_models_behind_other_answers_mean_nothing(void **state) {
    struct label_facts facts = judge(ABOVE, true, "unknown\n((define-fun x () Int 1))\n", 1, "");
    assert_string_equal(facts.witness_of, "momus");
    label_facts_release(&facts);
    facts = judge(ABOVE, true, "unsat\n(error \"no model\")\n", 1, "");
    label_facts_release(&facts);
}

static void test_what_is_known_is_not_looked_for_again(void **state) {
    struct label_facts facts = {.witness = mem_copy_text("x", 1),
                                .witness_of = mem_copy_text("z3", 2)};
    judge_seed(ABOVE, strlen(ABOVE), true, NULL, 0, &facts);
    assert_string_equal(facts.witness, "x");
    assert_null(facts.judged);
    label_facts_release(&facts);
    facts = (struct label_facts){.judged = mem_copy_text("limit", 5)};
    judge_seed(ABOVE, strlen(ABOVE), true, NULL, 0, &facts);
    assert_string_equal(facts.judged, "limit");
    assert_null(facts.witness);
    label_facts_release(&facts);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(test_a_true_model_becomes_the_witness),
        TEST(test_without_a_true_model_the_evaluator_looks_alone),
        TEST(test_a_model_that_refers_to_itself_is_wrong),
        TEST(test_models_of_several_checks_are_judged_and_not_kept),
        TEST(test_models_behind_other_answers_mean_nothing),
        TEST(test_what_is_known_is_not_looked_for_again),
    };
    return RUN(tests);
}
