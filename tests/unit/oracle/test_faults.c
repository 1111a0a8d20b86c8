/*
 * Crashes, self-checks, cores, front ends, and who does not answer.
 */
#include "canned.h"

#define X "(declare-const x Int)\n"
static const char greater[] = X "(assert (> x 2))\n(check-sat)\n";
static const char hard[] = "(declare-const a Int)\n(declare-const b Int)\n"
                           "(assert (= (* a b) 77077))\n(assert (< 300 a b))\n(check-sat)\n";

/* ---- crashes and self-checks ---- */

static void a_crash_is_told_with_its_message_and_place(void **state) {
    struct canned_case c = {
        .script = hard,
        .solvers = {{.name = "mine", .family = "a"}, {.name = "b"}},
        .says = {{.err = "ASSERTION VIOLATION\nFile: ../src/fake.cpp\nLine: 42\n",
                  .end = END_SIGNAL,
                  .code = 6},
                 {.out = "sat\n"}},
        .asks = true,
    };
    canned_expect(&c, "crash(mine;observation;proven)");
    assert_true(canned_says(&c, 0, "mine crashes: ASSERTION VIOLATION"));
    assert_true(canned_says(&c, 0, "It shows in 3 of 3 fresh runs"));
    assert_string_equal(strbuf_text(&c.verdict.findings.at[0].fingerprint), "crash:a:fake.cpp:42");
    canned_release(&c);
}

/* People read what was printed; what is compared is without folders and addresses. */
static void a_message_is_told_as_it_was_printed(void **state) {
    struct canned_case c = {
        .script = hard,
        .solvers = {{.name = "mine", .family = "a"}, {.name = "b"}},
        .says = {{.err = "Fatal failure in <a></script> at ../src/fake.cpp:42, 0x1234\tis odd\n",
                  .end = END_SIGNAL,
                  .code = 6},
                 {.out = "sat\n"}},
        .asks = true,
    };
    canned_expect(&c, "crash(mine;observation;proven)");
    assert_true(canned_says(&c, 0,
                            "mine crashes: Fatal failure in <a></script> at ../src/fake.cpp:42, "
                            "0x1234 is odd."));
    assert_string_equal(strbuf_text(&c.verdict.findings.at[0].fingerprint), "crash:a:fake.cpp:42");
    canned_release(&c);
}

static void a_crash_that_shows_in_a_fresh_process_once_is_flaky(void **state) {
    struct canned_case c = {
        .script = hard,
        .solvers = {{.name = "a"}},
        .says = {{.end = END_SIGNAL, .code = 11}},
        .asks = true,
        .again = {{.solver = 0, .variation = 0, .says = {.out = "sat\n"}}},
    };
    canned_expect_only(&c, "flaky(a;observation;proven)");
}

static void a_crash_after_the_answer_hides_neither(void **state) {
    struct canned_case c = {
        .script = greater,
        .solvers = {{.name = "a"}},
        .says = {{.out = "unsat\n", .end = END_SIGNAL, .code = 11}},
    };
    canned_expect_only(&c, "refutation-soundness(a;witness;proven) crash(a;observation;proven)");
}

static void a_failed_self_check_is_no_crash_and_no_soundness_claim(void **state) {
    struct canned_case c = {
        .script = hard,
        .solvers = {{.name = "a"}},
        .says = {{.err = "Fatal failure: model is wrong\n", .end = END_SIGNAL, .code = 6}},
        .asks = true,
    };
    canned_expect(&c, "self-check(a;self-check;proven)");
    assert_true(canned_says(&c, 0, "Its answer or its check is wrong"));
    canned_release(&c);
}

static void where_the_evaluator_confirms_it_is_the_model(void **state) {
    struct canned_case c = {
        .script = greater,
        .solvers = {{.name = "a"}},
        .says = {{.out = "sat\n(error \"the model is wrong\")\n((define-fun x () Int 0))\n"}},
    };
    canned_expect_only(&c, "invalid-model(a;witness;proven)");
}

/* ---- cores ---- */

static const char named[] =
    "(declare-const p Bool)\n(assert (! p :named core1))\n(assert (! (not p) :named core2))\n"
    "(assert (! (or p (not p)) :named core3))\n(check-sat)\n";

static void a_core_that_is_satisfiable_is_wrong(void **state) {
    struct canned_case c = {
        .script = named,
        .solvers = {{.name = "a"}, {.name = "b"}},
        .says = {{.out = "unsat\n(core1 core3)\n"}, {.out = "unsat\n(core1 core2)\n"}},
    };
    canned_expect(&c, "invalid-core(a;witness;proven)");
    assert_true(canned_says(&c, 0, "p = true"));
    canned_release(&c);
}

/* The evaluator alone does not find 7 and 11011; another solver has a model of the core. */
static void a_model_of_the_core_by_another_solver_is_a_witness(void **state) {
    struct canned_case c = {
        .script = "(declare-const a Int)\n(declare-const b Int)\n"
                  "(assert (! (= (* a b) 77077) :named core1))\n"
                  "(assert (! (< a 0) :named |core 2|)) ; (\n"
                  "(assert (! (< 6 a b) :named core3))\n(check-sat)\n",
        .solvers = {{.name = "a"}, {.name = "b"}},
        .says = {{.out = "unsat\n(core1 core3)\n"}, {.out = "unsat\n"}},
        .asks = true,
        .again = {{.solver = 1,
                   .has = "core3",
                   .lacks = "core 2",
                   .says = {.out =
                                "sat\n((define-fun a () Int 7) (define-fun b () Int 11011))\n"}}},
    };
    canned_expect(&c, "invalid-core(a;witness;proven)");
    assert_true(canned_says(&c, 0, "a = 7, b = 11011"));
    canned_release(&c);
}

static void assertions_without_names_belong_to_every_core(void **state) {
    struct canned_case c = {
        .script = "(declare-const p Bool)\n(assert p)\n(assert (! (not p) :named core1))\n"
                  "(assert (! (or p p) :named core2))\n(check-sat)\n",
        .solvers = {{.name = "a"}},
        .says = {{.out = "unsat\n(core1)\n"}},
    };
    canned_expect_only(&c, "");
}

/* Only of who was asked for a minimal core, by the word as a whole, and who gives more than is known. */
static void a_larger_core_is_remarked_and_no_bug(void **state) {
    static const char *words[] = {"--least", "", NULL};
    struct profile modest = {.minimal_cores = {words, 2}};
    struct canned_case c = {
        .script = named,
        .solvers = {{.name = "a", .profile = &modest, .options = "--x --least"},
                    {.name = "b", .profile = &modest, .options = "--least=no"},
                    {.name = "c", .profile = &modest, .options = "--least --x"},
                    {.name = "d", .options = "--least"}},
        .says = {{.out = "unsat\n(core2 core3 core1)\n"},
                 {.out = "unsat\n(core1 core2 core3)\n"},
                 {.out = "unsat\n(core2 core1)\n"},
                 {.out = "unsat\n(core1 core2 core3)\n"}},
        .known = {{.truth = TRUTH_UNSAT, .basis = BASIS_CONSTRUCTION, .core = "(core1 core2)"}},
        .n_known = 1,
    };
    canned_expect(&c, "");
    assert_int_equal(c.verdict.larger_cores.n, 1);
    assert_int_equal(c.verdict.larger_cores.at[0].solver, 0);
    assert_non_null(strstr(c.verdict.notes.at[c.verdict.larger_cores.at[0].note],
                           "gives 3 assertions, but 2 of them are unsatisfiable alone, by "
                           "construction: (core1 core2)"));
    canned_release(&c);
}

/* ---- front ends ---- */

static void who_alone_refuses_a_good_script_rejects_it(void **state) {
    struct canned_case c = {
        .script = "(set-logic QF_LIA)\n" X "(assert (> x 2))\n(check-sat)\n",
        .solvers = {{.name = "a"}, {.name = "b"}, {.name = "c"}},
        .says = {{.out = "(error \"line 3: I do not like this\")\n"},
                 {.out = "sat\n"},
                 {.out = "sat\n"}},
        .asks = true,
    };
    canned_expect_only(&c, "rejects-valid(a;vote;probable)");
    c.says[0].out = "(error \"line 3: unknown constant >\")\n"; /* it lacks an operator */
    c.verdict = (struct oracle_verdict){0};
    canned_expect_only(&c, "");
    c.says[0] = (struct canned){.out = "(error \"no\")\n", .logic_changed = true};
    c.verdict = (struct oracle_verdict){0};
    canned_expect_only(&c, "");
    c.says[0] = (struct canned){.out = "(error \"no\")\n"};
    c.says[1] = (struct canned){.out = "(error \"no\")\n"}; /* two against one */
    c.verdict = (struct oracle_verdict){0};
    canned_expect_only(&c, "");
}

static void a_script_beyond_its_logic_may_be_refused(void **state) {
    struct canned_case c = {
        .script = "(set-logic QF_LIA)\n" X "(assert (> (* x x) 2))\n(check-sat)\n",
        .solvers = {{.name = "a"}, {.name = "b"}, {.name = "c"}},
        .says = {{.out = "(error \"not linear\")\n"}, {.out = "sat\n"}, {.out = "sat\n"}},
    };
    canned_expect_only(&c, "");
}

static void who_alone_takes_a_bad_script_accepts_it(void **state) {
    struct canned_case c = {
        .script = X "(assert (+ x 2))\n(check-sat)\n",
        .solvers = {{.name = "a"}, {.name = "b"}, {.name = "c"}},
        .says = {{.out = "sat\n"}, {.out = "(error \"no\")\n"}, {.out = "(error \"no\")\n"}},
        .asks = true,
    };
    canned_expect_only(&c, "accepts-invalid(a;vote;probable)");
    c.says[1].out = "sat\n";
    c.verdict = (struct oracle_verdict){0};
    canned_expect_only(&c, "");
}

/* ---- who does not answer ---- */

static void no_answer_to_what_others_decide_at_once_is_a_hang(void **state) {
    struct canned_case c = {
        .script = greater,
        .solvers = {{.name = "a"}, {.name = "b"}},
        .says = {{.end = END_TIME, .ms = 10000}, {.out = "sat\n", .ms = 20}},
        .limit_ms = 10000,
        .asks = true,
    };
    canned_expect_only(&c, "hang(a;observation;proven)");
    /* Not if one of the fresh runs answers, */
    c.again[0] = (struct canned_again){.solver = 0, .says = {.out = "sat\n"}};
    c.verdict = (struct oracle_verdict){0};
    canned_expect_only(&c, "");
    /* nor if the other takes its time. */
    c.again[0] = (struct canned_again){0};
    c.says[1].ms = 4000;
    c.verdict = (struct oracle_verdict){0};
    canned_expect_only(&c, "");
}

static void where_nobody_need_decide_two_others_must(void **state) {
    struct canned_case c = {
        .script = hard,
        .solvers = {{.name = "a"}, {.name = "b"}, {.name = "c"}},
        .says = {{.end = END_TIME, .ms = 10000},
                 {.out = "unsat\n", .ms = 20},
                 {.out = "unsat\n", .ms = 20}},
        .limit_ms = 10000,
        .asks = true,
    };
    canned_expect_only(&c, "hang(a;observation;proven)");
    c.says[2].out = "unknown\n";
    c.verdict = (struct oracle_verdict){0};
    canned_expect_only(&c, "");
    c.says[2].out = "(error \"no\")\n";
    c.verdict = (struct oracle_verdict){0};
    canned_expect_only(&c, "");
    c.says[2].out = "unsat\n";
    c.limit_ms = 1000; /* who has less time may just be slow */
    c.verdict = (struct oracle_verdict){0};
    canned_expect_only(&c, "");
}

static void unknown_in_a_decidable_logic_is_incomplete(void **state) {
    struct profile profile;
    profile_init(&profile, "a");
    struct canned_case c = {
        .script = greater,
        .solvers = {{.name = "a", .profile = &profile}},
        .says = {{.out = "unknown\n"}},
        .asks = true,
        .again = {{.solver = 0, .says = {.out = "unknown\n(:reason-unknown \"incomplete\")\n"}}},
    };
    canned_expect(&c, "decidable-incompleteness(a;observation;proven)");
    assert_true(canned_says(&c, 0, "Its reason: incomplete."));
    canned_release(&c);
    c.again[0].says.out = "unknown\n(:reason-unknown \"timeout\")\n";
    c.verdict = (struct oracle_verdict){0};
    canned_expect_only(&c, "");
    c.again[0].says.out = "unknown\n(:reason-unknown \"there is no support for this\")\n";
    c.verdict = (struct oracle_verdict){0};
    canned_expect_only(&c, "");
    c.script = hard; /* not linear */
    c.again[0] = (struct canned_again){0};
    c.verdict = (struct oracle_verdict){0};
    canned_expect_only(&c, "");
    profile_release(&profile);
}

static void division_by_zero_is_in_no_decidable_logic(void **state) {
    struct profile profile;
    profile_init(&profile, "a");
    struct canned_case c = {
        .script = "(set-logic QF_LRA)\n(assert (= (/ 0.0 0.0) (/ (/ 0.0 0.0) 0.0)))\n(check-sat)\n",
        .solvers = {{.name = "a", .profile = &profile}},
        .says = {{.out = "unknown\n"}},
    };
    canned_expect_only(&c, "");
    profile_release(&profile);
}

static void a_newer_version_that_no_longer_decides_has_regressed(void **state) {
    struct canned_case c = {
        .script = greater,
        .solvers = {{.name = "new", .family = "z", .version = "Z version 4.12.2"},
                    {.name = "old", .family = "z", .version = "Z version 4.8.12 - 64 bit"}},
        .says = {{.out = "unknown\n"}, {.out = "sat\n((define-fun x () Int 3))\n"}},
        .asks = true,
    };
    canned_expect_only(&c, "regression-incompleteness(new;witness;proven)");
    c.says[0].out = "sat\n"; /* and the older one unknown: that is progress */
    c.says[1].out = "unknown\n";
    c.verdict = (struct oracle_verdict){0};
    canned_expect_only(&c, "");
}

static void from_unsound_to_unknown_is_no_regression(void **state) {
    struct canned_case c = {
        .script = hard,
        .solvers = {{.name = "new", .family = "z", .version = "2.0"},
                    {.name = "old", .family = "z", .version = "1.0"}},
        .says = {{.out = "unknown\n"}, {.out = "unsat\n"}},
        .asks = true,
    };
    canned_expect_only(&c, ""); /* nobody else says that unsat is right */
}

static void option_sets_are_no_versions(void **state) {
    struct canned_case c = {
        .script = greater,
        .solvers = {{.name = "new", .family = "z", .version = "2.0", .options = "-x"},
                    {.name = "old", .family = "z", .version = "1.0"}},
        .says = {{.out = "unknown\n"}, {.out = "sat\n((define-fun x () Int 3))\n"}},
        .asks = true,
    };
    canned_expect_only(&c, "");
}

static void far_slower_than_an_older_version_is_a_regression(void **state) {
    struct canned_case c = {
        .script = hard,
        .solvers = {{.name = "new", .family = "z", .version = "2.0"},
                    {.name = "old", .family = "z", .version = "1.0"}},
        .says = {{.end = END_TIME, .ms = 10000}, {.out = "unsat\n", .ms = 100}},
        .limit_ms = 10000,
        .asks = true,
    };
    canned_expect_only(&c, "performance-regression(new;observation;proven)");
    c.again[0] = (struct canned_again){.solver = 0, .says = {.out = "unsat\n", .ms = 300}};
    c.verdict = (struct oracle_verdict){0};
    canned_expect_only(&c, ""); /* it was the machine */
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(a_crash_is_told_with_its_message_and_place),
        TEST(a_message_is_told_as_it_was_printed),
        TEST(a_crash_that_shows_in_a_fresh_process_once_is_flaky),
        TEST(a_crash_after_the_answer_hides_neither),
        TEST(a_failed_self_check_is_no_crash_and_no_soundness_claim),
        TEST(where_the_evaluator_confirms_it_is_the_model),
        TEST(a_core_that_is_satisfiable_is_wrong),
        TEST(a_model_of_the_core_by_another_solver_is_a_witness),
        TEST(assertions_without_names_belong_to_every_core),
        TEST(a_larger_core_is_remarked_and_no_bug),
        TEST(who_alone_refuses_a_good_script_rejects_it),
        TEST(a_script_beyond_its_logic_may_be_refused),
        TEST(who_alone_takes_a_bad_script_accepts_it),
        TEST(no_answer_to_what_others_decide_at_once_is_a_hang),
        TEST(where_nobody_need_decide_two_others_must),
        TEST(unknown_in_a_decidable_logic_is_incomplete),
        TEST(division_by_zero_is_in_no_decidable_logic),
        TEST(a_newer_version_that_no_longer_decides_has_regressed),
        TEST(from_unsound_to_unknown_is_no_regression),
        TEST(option_sets_are_no_versions),
        TEST(far_slower_than_an_older_version_is_a_regression),
    };
    return RUN(tests);
}
