/*
 * What is never a bug, each with its test, and beside some of them what is one.
 */
#include "canned.h"

#define X "(declare-const x Int)\n"
static const char hard[] = "(declare-const a Int)\n(declare-const b Int)\n"
                           "(assert (= (* a b) 77077))\n(assert (< 300 a b))\n(check-sat)\n";

/* Two solvers, what they say, and the findings. */
static void expect(const char *script, const char *a, const char *b, const char *findings) {
    struct canned_case c = {
        .script = script,
        .solvers = {{.name = "a"}, {.name = "b"}},
        .says = {{.out = a}, {.out = b}},
    };
    canned_expect_only(&c, findings);
}

static void unknown_is_no_evidence(void **state) {
    expect(hard, "sat\n", "unknown\n", "");
    expect(hard, "unsat\n", "unknown\n", "");
    expect(X "(assert (> x 2))\n(check-sat)\n", "unknown\n", "unknown\n", "");
}

static void time_memory_and_killed_processes_are_no_evidence(void **state) {
    static const enum process_end_kind ends[] = {END_TIME, END_MEMORY, END_OUTPUT};
    for (size_t i = 0; i < LENGTH(ends); i++) {
        struct canned_case c = {
            .script = hard,
            .solvers = {{.name = "a"}, {.name = "b"}},
            .says = {{.out = "unsat\n"}, {.end = ends[i]}},
        };
        canned_expect_only(&c, "");
    }
    struct canned_case killed = {
        .script = hard,
        .solvers = {{.name = "a"}},
        .says = {{.end = END_SIGNAL, .code = 9}},
    };
    canned_expect_only(&killed, "");
}

static void an_answer_beside_an_error_is_none(void **state) {
    expect(hard, "(error \"line 3: unknown constant a\")\nsat\n", "unsat\n", "");
    expect(X "(assert (> x 2))\n(check-sat)\n", "unsupported\nunsat\n", "sat\n", "");
}

static void an_error_instead_of_a_model_does_not_hide_the_answer(void **state) {
    struct canned_case c = {
        .script = X "(assert (> x 2))\n(check-sat)\n",
        .solvers = {{.name = "a"}},
        .says = {{.out = "unsat\n(error \"no model (define-fun\")\n"}},
    };
    canned_expect_only(&c, "refutation-soundness(a;witness;proven)");
}

static void refusals_are_no_crashes(void **state) {
    struct canned_case c = {
        .script = hard,
        .solvers = {{.name = "a"}},
        .says = {{.err = "Unimplemented code encountered\n", .end = END_SIGNAL, .code = 6}},
    };
    canned_expect_only(&c, "");
    c.says[0].err = "Something else\n";
    c.verdict = (struct oracle_verdict){0};
    canned_expect_only(&c, "crash(a;observation;proven)");
}

static void division_by_zero_is_free_but_a_function(void **state) {
    /* Right, as (div x 0) may be 1. */
    expect(X "(assert (= 1 (div 2 (* 4 x))))\n(check-sat)\n", "sat\n((define-fun x () Int 0))\n",
           "sat\n", "");
    /* Wrong, as equal arguments have equal values. */
    expect(X "(assert (distinct (div x 0) (div x 0)))\n(check-sat)\n",
           "sat\n((define-fun x () Int 0))\n", "unknown\n",
           "solution-soundness(a;construction;proven)");
}

static void what_standards_leave_open_may_be_anything(void **state) {
    static const char to_ubv[] =
        "(assert (= ((_ fp.to_ubv 8) RNE (_ NaN 8 24)) #x2a))\n(check-sat)\n";
    expect(to_ubv, "sat\n", "unknown\n", "");
    expect(to_ubv, "unsat\n", "unknown\n", "refutation-soundness(a;witness;proven)");
    static const char selector[] = "(declare-datatype L ((nil) (cons (head Int) (tail L))))\n"
                                   "(assert (= (head nil) 5))\n(check-sat)\n";
    expect(selector, "sat\n", "sat\n", "");
}

static void the_least_of_two_zeros_is_one_of_them(void **state) {
    static const char min[] = "(assert (= (fp.min (_ +zero 8 24) (_ -zero 8 24)) (_ -zero 8 24)))\n"
                              "(check-sat)\n";
    expect(min, "sat\n", "sat\n", "");
    static const char neither[] =
        "(assert (fp.isNaN (fp.min (_ +zero 8 24) (_ -zero 8 24))))\n(check-sat)\n";
    expect(neither, "sat\n", "unknown\n", "solution-soundness(a;construction;proven)");
}

static void a_constant_that_the_model_leaves_out_is_open(void **state) {
    expect(X "(declare-const y Int)\n(assert (> x 2))\n(assert (> y x))\n(check-sat)\n",
           "sat\n((define-fun x () Int 3))\n", "sat\n", "");
}

static void only_u_is_an_escape(void **state) {
    expect("(assert (= \"\\x4a\" \"\\x4A\"))\n(check-sat)\n", "unsat\n", "unsat\n", "");
    expect("(assert (= \"\\x4a\" \"\\x4A\"))\n(check-sat)\n", "sat\n", "unsat\n",
           "solution-soundness(a;construction;proven)");
    expect("(assert (= (str.len \"\\u{2FFFF}\") 1))\n(check-sat)\n", "sat\n", "sat\n", "");
}

static void operators_without_a_settled_meaning_prove_nothing(void **state) {
    struct canned_case c = {
        .script = "(declare-const r Real)\n(assert (distinct (^ r 0.0) 1.0))\n(check-sat)\n",
        .solvers = {{.name = "a"}, {.name = "b"}},
        .says = {{.out = "sat\n((define-fun r () Real 0.0))\n"}, {.out = "unsat\n"}},
    };
    canned_expect(&c, "");
    assert_non_null(strstr(c.verdict.notes.at[0], "^ has no settled meaning"));
    canned_release(&c);
    expect("(assert (< (sqrt (- 1.0)) 0.0))\n(check-sat)\n", "sat\n", "unsat\n", "");
    /* But crashes do. */
    c.says[0] = (struct canned){.end = END_SIGNAL, .code = 11};
    c.verdict = (struct oracle_verdict){0};
    canned_expect_only(&c, "crash(a;observation;proven)");
}

static void extensions_with_a_meaning_make_it_probable(void **state) {
    expect("(declare-const s (Seq Int))\n(assert (= (seq.len s) 2))\n(check-sat)\n",
           "sat\n((define-fun s () (Seq Int) (seq.++ (seq.unit 1) (seq.unit 2))))\n", "unsat\n",
           "refutation-soundness(b;witness;probable)");
}

static void equality_of_languages_has_a_meaning(void **state) {
    expect("(assert (= (re.comp re.all) (re.range \"e\" \"x\")))\n(check-sat)\n", "sat\n",
           "unknown\n", "solution-soundness(a;construction;proven)");
}

static void names_that_momus_does_not_know_prove_nothing(void **state) {
    expect("(declare-const s String)\n(assert (str.frobnicate s))\n(check-sat)\n", "sat\n",
           "unsat\n", "");
}

static void models_after_unknown_need_not_satisfy_anything(void **state) {
    expect(X "(assert (> x 2))\n(check-sat)\n", "unknown\n((define-fun x () Int 0))\n", "sat\n",
           "");
}

static void tactics_prove_nothing(void **state) {
    expect(X "(assert (> x 2))\n(check-sat-using simplify)\n", "unsat\n", "sat\n", "");
}

static void who_over_approximates_may_say_sat(void **state) {
    struct profile profile;
    profile_init(&profile, "rough");
    profile.over_approximates = true;
    struct canned_case c = {
        .script = "(declare-const p Bool)\n(assert (and p (not p)))\n(check-sat)\n",
        .solvers = {{.name = "a", .profile = &profile}, {.name = "b"}},
        .says = {{.out = "sat\n"}, {.out = "unsat\n"}},
    };
    canned_expect_only(&c, "");
    profile_release(&profile);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(unknown_is_no_evidence),
        TEST(time_memory_and_killed_processes_are_no_evidence),
        TEST(an_answer_beside_an_error_is_none),
        TEST(an_error_instead_of_a_model_does_not_hide_the_answer),
        TEST(refusals_are_no_crashes),
        TEST(division_by_zero_is_free_but_a_function),
        TEST(what_standards_leave_open_may_be_anything),
        TEST(the_least_of_two_zeros_is_one_of_them),
        TEST(a_constant_that_the_model_leaves_out_is_open),
        TEST(only_u_is_an_escape),
        TEST(operators_without_a_settled_meaning_prove_nothing),
        TEST(extensions_with_a_meaning_make_it_probable),
        TEST(equality_of_languages_has_a_meaning),
        TEST(names_that_momus_does_not_know_prove_nothing),
        TEST(models_after_unknown_need_not_satisfy_anything),
        TEST(tactics_prove_nothing),
        TEST(who_over_approximates_may_say_sat),
    };
    return RUN(tests);
}
