/*
 * Wrong answers and models: who is accused, of what, and by which evidence.
 */
#include "canned.h"

#define X "(declare-const x Int)\n"
static const char greater[] = X "(assert (> x 2))\n(check-sat)\n";
static const char impossible[] = X "(assert (> x x))\n(check-sat)\n";
/* Nobody decides this one without a model: the evaluator alone does not find 7 and 11. */
static const char hard[] = "(declare-const a Int)\n(declare-const b Int)\n"
                           "(assert (= (* a b) 77077))\n(assert (< 300 a b))\n(check-sat)\n";
#define SAT_7 "sat\n((define-fun x () Int 7))\n"
#define SAT_0 "sat\n((define-fun x () Int 0))\n"
#define HARD_WRONG "sat\n((define-fun a () Int 301) (define-fun b () Int 302))\n"

/* ---- evidence ---- */

static void a_true_model_convicts_who_says_unsat(void **state) {
    struct canned_case c = {
        .script = greater,
        .solvers = {{.name = "a"}, {.name = "b"}},
        .says = {{.out = SAT_7}, {.out = "unsat\n"}},
    };
    canned_expect(&c, "refutation-soundness(b;witness;proven)");
    assert_true(canned_says(&c, 0, "x = 7"));
    assert_true(canned_says(&c, 0, "the model of a"));
    assert_true(canned_says(&c, 0, "Hint: a says sat; b says unsat"));
    assert_non_null(strstr(strbuf_text(&c.verdict.findings.at[0].witness), "define-fun x"));
    assert_int_equal(c.verdict.models.at[0].state, MODEL_TRUE);
    assert_int_equal(c.verdict.models.at[1].state, MODEL_NONE);
    canned_release(&c);
}

static void a_witness_wins_over_two_who_say_unsat(void **state) {
    struct canned_case c = {
        .script = greater,
        .solvers = {{.name = "a"}, {.name = "b"}, {.name = "c"}},
        .says = {{.out = "unsat\n"}, {.out = SAT_7}, {.out = "unsat\n"}},
    };
    canned_expect_only(&c, "refutation-soundness(a;witness;proven) "
                           "refutation-soundness(c;witness;proven)");
}

static void the_evaluator_needs_no_model_to_convict(void **state) {
    struct canned_case c = {
        .script = greater,
        .solvers = {{.name = "a"}},
        .says = {{.out = "unsat\n"}},
    };
    canned_expect(&c, "refutation-soundness(a;witness;proven)");
    assert_true(canned_says(&c, 0, "found by the evaluator"));
    canned_release(&c);
    struct canned_case d = {
        .script = impossible,
        .solvers = {{.name = "a"}},
        .says = {{.out = "sat\n"}},
    };
    canned_expect_only(&d, ""); /* it does not try all integers */
}

static void what_is_false_whatever_is_chosen_convicts_who_says_sat(void **state) {
    struct canned_case c = {
        .script = "(declare-const p Bool)\n(assert (and p (not p)))\n(check-sat)\n",
        .solvers = {{.name = "a"}, {.name = "b"}},
        .says = {{.out = "sat\n"}, {.out = "sat\n"}},
    };
    canned_expect_only(&c, "solution-soundness(a;construction;proven) "
                           "solution-soundness(b;construction;proven)");
}

static void the_witness_of_the_test_is_checked_and_convicts(void **state) {
    struct canned_case c = {
        .script = hard,
        .solvers = {{.name = "a"}},
        .says = {{.out = "unsat\n"}},
        .known = {{.truth = TRUTH_SAT,
                   .basis = BASIS_WITNESS,
                   .witness = "((define-fun a () Int 7) (define-fun b () Int 11011))\n()\n"}},
        .n_known = 1,
    };
    canned_expect(&c, ""); /* 7 is not above 300: momus made a bad test */
    assert_int_equal(c.verdict.notes.n, 1);
    assert_non_null(strstr(c.verdict.notes.at[0], "a bug in momus"));
    canned_release(&c);
    struct canned_case d = {
        .script = "(declare-const a Int)\n(declare-const b Int)\n(assert (= (* a b) 77077))\n"
                  "(assert (< 6 a b))\n(check-sat)\n",
        .solvers = {{.name = "a"}},
        .says = {{.out = "unsat\n"}},
        .known = {{.truth = TRUTH_SAT,
                   .basis = BASIS_WITNESS,
                   .witness = "((define-fun a () Int 7) (define-fun b () Int 11011))\n()\n"}},
        .n_known = 1,
    };
    canned_expect(&d, "refutation-soundness(a;witness;proven)");
    assert_true(canned_says(&d, 0, "a = 7, b = 11011"));
    canned_release(&d);
}

static void the_witness_of_the_test_comes_before_a_model(void **state) {
    struct canned_case c = {
        .script = "(declare-const a Int)\n(declare-const b Int)\n(assert (= (* a b) 77077))\n"
                  "(assert (< 6 a b))\n(check-sat)\n",
        .solvers = {{.name = "a"}, {.name = "b"}},
        .says = {{.out = "unsat\n"},
                 {.out = "sat\n((define-fun a () Int 11) (define-fun b () Int 7007))\n"}},
        .known = {{.truth = TRUTH_SAT,
                   .basis = BASIS_WITNESS,
                   .witness = "((define-fun a () Int 7) (define-fun b () Int 11011))\n()\n"}},
        .n_known = 1,
    };
    canned_expect(&c, "refutation-soundness(a;witness;proven)");
    assert_true(canned_says(&c, 0, "a = 7, b = 11011"));
    assert_true(canned_says(&c, 0, "(the witness that the test was made with)"));
    canned_release(&c);
}

static void truth_by_construction_convicts_either_side(void **state) {
    struct canned_case c = {
        .script = impossible,
        .solvers = {{.name = "a"}, {.name = "b"}},
        .says = {{.out = "sat\n"}, {.out = "unsat\n"}},
        .known = {{.truth = TRUTH_UNSAT, .basis = BASIS_CONSTRUCTION}},
        .n_known = 1,
    };
    canned_expect_only(&c, "solution-soundness(a;construction;proven)");
    struct canned_case d = {
        .script = hard,
        .solvers = {{.name = "a"}, {.name = "b"}},
        .says = {{.out = "sat\n"}, {.out = "unsat\n"}},
        .known = {{.truth = TRUTH_SAT, .basis = BASIS_CONSTRUCTION}},
        .n_known = 1,
    };
    canned_expect_only(&d, "refutation-soundness(b;construction;proven)");
}

static void when_our_rules_and_our_evaluator_differ_nobody_is_accused(void **state) {
    struct canned_case c = {
        .script = greater,
        .solvers = {{.name = "a"}, {.name = "b"}},
        .says = {{.out = SAT_7}, {.out = "unsat\n"}},
        .known = {{.truth = TRUTH_UNSAT, .basis = BASIS_CONSTRUCTION}},
        .n_known = 1,
    };
    canned_expect(&c, "");
    assert_non_null(strstr(c.verdict.notes.at[0], "a bug in momus"));
    canned_release(&c);
}

/* ---- models ---- */

static void a_false_model_alone_is_an_invalid_model(void **state) {
    struct canned_case c = {
        .script = greater,
        .solvers = {{.name = "a"}, {.name = "b"}},
        .says = {{.out = SAT_0}, {.out = SAT_7}},
    };
    canned_expect(&c, "invalid-model(a;witness;proven)");
    assert_true(canned_says(&c, 0, "under its own model (x = 0) assertion 1, (> x 2), is false"));
    assert_true(canned_says(&c, 0, "it is true with x = 7 (the model of b)"));
    canned_release(&c);
}

static void a_false_model_against_unsat_is_probably_an_unsound_sat(void **state) {
    struct canned_case c = {
        .script = hard,
        .solvers = {{.name = "a"}, {.name = "b"}},
        .says = {{.out = HARD_WRONG}, {.out = "unsat\n"}},
        .asks = true,
        .again = {{.solver = 0, .variation = 1, .says = {.out = HARD_WRONG}},
                  {.solver = 0, .variation = 3, .says = {.out = HARD_WRONG}}},
    };
    canned_expect(&c, "solution-soundness(a;witness;probable)");
    assert_true(canned_says(&c, 0, "2 more by other seeds and options are wrong, too"));
    assert_true(canned_says(&c, 0, "It shows in 3 of 3 fresh runs"));
    canned_release(&c);
}

static void another_seed_may_give_a_true_model(void **state) {
    struct canned_case c = {
        .script = "(declare-const a Int)\n(declare-const b Int)\n(assert (= (* a b) 77077))\n"
                  "(assert (< 6 a b))\n(check-sat)\n",
        .solvers = {{.name = "a"}, {.name = "b"}},
        .says = {{.out = HARD_WRONG}, {.out = "unsat\n"}},
        .asks = true,
        .again = {{.solver = 0,
                   .variation = 2,
                   .says = {.out =
                                "sat\n((define-fun a () Int 7) (define-fun b () Int 11011))\n"}}},
    };
    canned_expect_only(&c,
                       "refutation-soundness(b;witness;proven) invalid-model(a;witness;proven)");
}

static void what_refers_to_itself_is_no_model(void **state) {
    static const char script[] =
        "(declare-datatypes ((T 0) (F 0)) (((node (kids F))) ((nil) (grow (first T) (rest F)))))\n"
        "(declare-const t T)\n(declare-const f F)\n(assert (= (kids t) (grow t f)))\n(check-sat)\n";
    struct canned_case c = {
        .script = script,
        .solvers = {{.name = "a"}, {.name = "b"}, {.name = "c"}},
        .says = {{.out = "unsat\n"},
                 {.out = "sat\n((define-fun t () T (node (kids t))) (define-fun f () F nil))\n"},
                 {.out =
                      "sat\n((define-fun t () T (node (sel_0_1 t))) (define-fun f () F nil))\n"}},
    };
    canned_expect_only(&c, "solution-soundness(b;witness;probable) "
                           "solution-soundness(c;witness;probable)");
    /* Alone, only the first is certain. */
    c.says[0].out = "unknown\n";
    c.verdict = (struct oracle_verdict){0};
    canned_expect_only(&c, "invalid-model(b;witness;proven)");
}

static void a_model_that_is_not_understood_proves_nothing(void **state) {
    struct canned_case c = {
        .script = hard,
        .solvers = {{.name = "a"}, {.name = "b"}},
        .says = {{.out = "sat\n((define-fun a () Int (what is this)) (define-fun b () Int))\n"},
                 {.out = "unsat\n"}},
    };
    canned_expect_only(&c, "disagreement(;vote;probable)");
}

static void models_are_asked_for_where_answers_differ(void **state) {
    struct canned_case c = {
        .script = "(declare-const a Int)\n(declare-const b Int)\n(assert (= (* a b) 77077))\n"
                  "(assert (< 6 a b))\n(check-sat)\n",
        .solvers = {{.name = "a"}, {.name = "b"}},
        .says = {{.out = "sat\n"}, {.out = "unsat\n"}},
        .asks = true,
        .again = {{.solver = 0,
                   .variation = 0,
                   .says = {.out =
                                "sat\n((define-fun a () Int 7) (define-fun b () Int 11011))\n"}}},
    };
    canned_expect_only(&c, "refutation-soundness(b;witness;proven)");
}

/* Elements of a sort that only the evaluator thinks of cannot be written down. */
static void what_cannot_be_written_down_is_evidence_all_the_same(void **state) {
    struct canned_case c = {
        .script = "(declare-sort S 0)\n(declare-const a S)\n(declare-const b S)\n"
                  "(assert (distinct a b))\n(check-sat)\n",
        .solvers = {{.name = "a"}, {.name = "b"}},
        .says = {{.out = "unsat\n"}, {.out = "unsat\n"}},
        .asks = true,
    };
    canned_expect_only(&c, "refutation-soundness(a;witness;proven) "
                           "refutation-soundness(b;witness;proven)");
}

/* ---- replay ---- */

static void the_accused_is_asked_about_the_witness(void **state) {
    struct canned_case c = {
        .script = greater,
        .solvers = {{.name = "a"}, {.name = "b"}},
        .says = {{.out = SAT_7}, {.out = "unsat\n"}},
        .asks = true,
        .again = {{.solver = 1, .has = "(assert (= x 7))\n(check-sat)", .says = {.out = "sat\n"}}},
    };
    canned_expect(&c, "refutation-soundness(b;witness;proven)");
    assert_true(canned_says(&c, 0, "b says sat: it contradicts itself"));
    canned_release(&c);
    c.again[0].says.out = "unsat\n";
    c.verdict = (struct oracle_verdict){0};
    canned_expect(&c, "refutation-soundness(b;witness;proven)");
    assert_true(canned_says(&c, 0, "b still says unsat"));
    canned_release(&c);
}

/* No s is a counterexample, but the evaluator cannot try them all. */
static void who_contradicts_himself_is_accused_without_a_judge(void **state) {
    static const char script[] =
        "(declare-const x String)\n(assert (forall ((s String)) "
        "(distinct (str.++ s x) (str.replace_all s \"ab\" \"ba\"))))\n(check-sat)\n";
    struct canned_case c = {
        .script = script,
        .solvers = {{.name = "a"}, {.name = "b"}},
        .says = {{.out = "sat\n((define-fun x () String \"q\"))\n"}, {.out = "unsat\n"}},
        .asks = true,
        .again = {{.solver = 1, .has = "(= x \"q\")", .says = {.out = "sat\n"}}},
    };
    canned_expect_only(&c, "refutation-soundness(b;self-check;probable)");
    c.again[0] =
        (struct canned_again){.solver = 0, .has = "(= x \"q\")", .says = {.out = "unsat\n"}};
    c.verdict = (struct oracle_verdict){0};
    canned_expect_only(&c, "self-check(a;self-check;proven)");
    c.again[0] = (struct canned_again){0};
    c.verdict = (struct oracle_verdict){0};
    canned_expect_only(&c, "disagreement(;vote;probable)");
}

/* ---- labels and votes ---- */

static void a_label_alone_accuses_nobody(void **state) {
    struct canned_case c = {
        .script = hard,
        .solvers = {{.name = "a"}},
        .says = {{.out = "sat\n"}},
        .known = {{.truth = TRUTH_UNSAT, .basis = BASIS_LABEL, .whose = "The :status"}},
        .n_known = 1,
    };
    canned_expect(&c, "disagreement(;label;probable)");
    assert_true(canned_says(&c, 0, "The :status says unsat"));
    canned_release(&c);
}

static void a_label_and_a_false_model_do(void **state) {
    struct canned_case c = {
        .script = hard,
        .solvers = {{.name = "a"}},
        .says = {{.out = HARD_WRONG}},
        .known = {{.truth = TRUTH_UNSAT, .basis = BASIS_LABEL, .whose = "The :status"}},
        .n_known = 1,
    };
    canned_expect_only(&c, "solution-soundness(a;witness;probable)");
}

static void a_true_model_shows_that_the_label_is_wrong(void **state) {
    struct canned_case c = {
        .script = greater,
        .solvers = {{.name = "a"}},
        .says = {{.out = SAT_7}},
        .known = {{.truth = TRUTH_UNSAT, .basis = BASIS_CHAIN, .whose = "seed.smt2"}},
        .n_known = 1,
    };
    canned_expect(&c, "");
    assert_non_null(strstr(c.verdict.notes.at[0], "seed.smt2 says unsat, and that is wrong"));
    canned_release(&c);
}

static void a_chain_is_probable_and_says_whose_label_it_rests_on(void **state) {
    struct canned_case c = {
        .script = hard,
        .solvers = {{.name = "a"}, {.name = "b"}},
        .says = {{.out = "sat\n"}, {.out = "unknown\n"}},
        .known = {{.truth = TRUTH_UNSAT, .basis = BASIS_CHAIN, .whose = "seed.smt2"}},
        .n_known = 1,
    };
    canned_expect(&c, "solution-soundness(a;label;probable)");
    assert_true(canned_says(&c, 0, "seed.smt2 says unsat"));
    canned_release(&c);
    c.says[1].out = "sat\n"; /* against everybody it says little */
    c.verdict = (struct oracle_verdict){0};
    canned_expect_only(&c, "disagreement(;label;probable)");
}

static void votes_accuse_nobody(void **state) {
    struct canned_case c = {
        .script = hard,
        .solvers = {{.name = "a"}, {.name = "b"}, {.name = "c"}},
        .says = {{.out = "sat\n"}, {.out = "unsat\n"}, {.out = "unsat\n"}},
        .asks = true,
    };
    canned_expect(&c, "disagreement(;vote;probable)");
    assert_int_equal(c.verdict.findings.at[0].at_fault.n, 0);
    assert_true(canned_says(&c, 0, "a says sat; b, c say unsat"));
    canned_release(&c);
}

static void versions_and_options_of_one_solver_are_one_family(void **state) {
    struct canned_case c = {
        .script = greater,
        .solvers = {{.name = "z@1", .family = "z"},
                    {.name = "z@2", .family = "z"},
                    {.name = "z -x", .family = "z", .options = "-x"},
                    {.name = "y"}},
        .says = {{.out = "unsat\n"}, {.out = SAT_7}, {.out = "unsat\n"}, {.out = "unsat\n"}},
    };
    canned_expect(&c, "refutation-soundness(z@1,z -x;witness;proven) "
                      "refutation-soundness(y;witness;proven)");
    assert_true(canned_says(&c, 0, "It runs with -x"));
    canned_release(&c);
}

/* ---- several checks ---- */

static void each_check_is_judged_by_what_holds_there(void **state) {
    struct canned_case c = {
        .script = X "(push 1)\n(assert (> x 2))\n(check-sat)\n(pop 1)\n(assert (< x 2))\n"
                    "(check-sat)\n(check-sat-assuming ((not (< x 2))))\n",
        .solvers = {{.name = "a"}, {.name = "b"}},
        .says = {{.out = "sat\n((define-fun x () Int 3))\nsat\n((define-fun x () Int 3))\nunsat\n"
                         "(error \"no model\")\n"},
                 {.out = "sat\nunsat\nunsat\n"}},
    };
    canned_expect(&c, "refutation-soundness(b;witness;proven) invalid-model(a;witness;proven)");
    assert_int_equal(c.verdict.n_checks, 3);
    assert_int_equal(c.verdict.findings.at[0].check, 1);
    assert_true(canned_says(&c, 0, "(check 2)"));
    canned_release(&c);
}

/* ---- confirmation ---- */

static void an_answer_that_shows_rarely_is_that_bug_with_how_often(void **state) {
    struct canned_case c = {
        .script = greater,
        .solvers = {{.name = "a"}, {.name = "b"}},
        .says = {{.out = SAT_7}, {.out = "unsat\n"}},
        .asks = true,
        .again = {{.solver = 1, .lacks = "(= x", .says = {.out = "sat\n"}}},
    };
    canned_expect(&c, "refutation-soundness(b;witness;proven)");
    assert_int_equal(c.verdict.findings.at[0].runs, 3);
    assert_int_equal(c.verdict.findings.at[0].shown, 0);
    assert_true(canned_says(&c, 0, "It shows in 0 of 3 fresh runs, beside the first"));
    canned_release(&c);
}

static void what_only_a_session_says_is_dropped(void **state) {
    struct canned_case c = {
        .script = greater,
        .solvers = {{.name = "a"}, {.name = "b"}},
        .says = {{.out = SAT_7}, {.out = "unsat\n", .way = ASK_PUSH_POP}},
        .asks = true,
        .again = {{.solver = 1, .lacks = "(= x", .says = {.out = "sat\n"}}},
    };
    canned_expect(&c, "");
    assert_non_null(strstr(c.verdict.notes.at[0], "shows in a session only"));
    canned_release(&c);
}

static void who_changes_his_answer_is_flaky(void **state) {
    struct canned_case c = {
        .script = hard,
        .solvers = {{.name = "a"}, {.name = "b"}},
        .says = {{.out = "sat\n"}, {.out = "unsat\n"}},
        .asks = true,
        .again = {{.solver = 0, .says = {.out = "unsat\n"}}},
    };
    canned_expect(&c, "flaky(a;observation;proven)");
    assert_true(
        canned_says(&c, 0, "a says sat at first; of 3 fresh runs, 0 say so and 3 say unsat"));
    canned_release(&c);
}

/* ---- the first look ---- */

static bool is_suspicious(struct canned_case *c) {
    canned_judge(c);
    const struct asked *answers[CANNED_SOLVERS];
    for (size_t i = 0; i < c->n; i++)
        answers[i] = &c->asked[i];
    struct oracle_case given = {
        .text = c->script,
        .n = strlen(c->script),
        .known = c->known,
        .n_known = c->n_known,
        .solvers = c->solvers,
        .answers = answers,
        .n_solvers = c->n,
    };
    bool result = oracle_is_suspicious(&given);
    canned_release(c);
    return result;
}

static void agreement_is_not_suspicious(void **state) {
    static const struct {
        const char *a, *b;
        enum truth truth;
        bool suspicious;
    } cases[] = {
        {"sat\n", "sat\n", TRUTH_UNKNOWN, false},     {"sat\n", "unknown\n", TRUTH_SAT, false},
        {"unsat\n", "(error \"no\")\n", 0, false},    {"sat\n", "unsat\n", TRUTH_UNKNOWN, true},
        {"unsat\n", "unknown\n", TRUTH_SAT, true},    {SAT_7, "unknown\n", TRUTH_UNKNOWN, true},
        {"unknown\n", "unknown\n", TRUTH_SAT, false},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        struct canned_case c = {
            .script = hard,
            .solvers = {{.name = "a"}, {.name = "b"}},
            .says = {{.out = cases[i].a}, {.out = cases[i].b}},
            .known = {{.truth = cases[i].truth, .basis = BASIS_LABEL}},
            .n_known = 1,
        };
        assert_int_equal(is_suspicious(&c), cases[i].suspicious);
    }
    struct canned_case crash = {
        .script = hard,
        .solvers = {{.name = "a"}},
        .says = {{.end = END_SIGNAL, .code = 11}},
    };
    assert_true(is_suspicious(&crash));
}

static void a_single_model_can_be_judged(void **state) {
    char *reason;
    const char *model = "((define-fun x () Int 3))";
    assert_int_equal(oracle_judge_model(greater, strlen(greater), model, strlen(model), &reason),
                     MODEL_TRUE);
    assert_null(reason);
    model = "((define-fun x () Int y))";
    assert_int_equal(oracle_judge_model(greater, strlen(greater), model, strlen(model), &reason),
                     MODEL_UNDECLARED);
    assert_non_null(strstr(reason, "'y'"));
    mem_free(reason);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(a_true_model_convicts_who_says_unsat),
        TEST(a_witness_wins_over_two_who_say_unsat),
        TEST(the_evaluator_needs_no_model_to_convict),
        TEST(what_is_false_whatever_is_chosen_convicts_who_says_sat),
        TEST(the_witness_of_the_test_is_checked_and_convicts),
        TEST(the_witness_of_the_test_comes_before_a_model),
        TEST(truth_by_construction_convicts_either_side),
        TEST(when_our_rules_and_our_evaluator_differ_nobody_is_accused),
        TEST(a_false_model_alone_is_an_invalid_model),
        TEST(a_false_model_against_unsat_is_probably_an_unsound_sat),
        TEST(another_seed_may_give_a_true_model),
        TEST(what_refers_to_itself_is_no_model),
        TEST(a_model_that_is_not_understood_proves_nothing),
        TEST(models_are_asked_for_where_answers_differ),
        TEST(what_cannot_be_written_down_is_evidence_all_the_same),
        TEST(the_accused_is_asked_about_the_witness),
        TEST(who_contradicts_himself_is_accused_without_a_judge),
        TEST(a_label_alone_accuses_nobody),
        TEST(a_label_and_a_false_model_do),
        TEST(a_true_model_shows_that_the_label_is_wrong),
        TEST(a_chain_is_probable_and_says_whose_label_it_rests_on),
        TEST(votes_accuse_nobody),
        TEST(versions_and_options_of_one_solver_are_one_family),
        TEST(each_check_is_judged_by_what_holds_there),
        TEST(an_answer_that_shows_rarely_is_that_bug_with_how_often),
        TEST(what_only_a_session_says_is_dropped),
        TEST(who_changes_his_answer_is_flaky),
        TEST(agreement_is_not_suspicious),
        TEST(a_single_model_can_be_judged),
    };
    return RUN(tests);
}
