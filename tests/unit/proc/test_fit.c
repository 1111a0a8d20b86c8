#include "testing.h"

#include "proc/fit.h"
#include "proc/profiles.h"

static const struct profile_folders nowhere = {0};
static const struct fit_wants nothing = {0};

static struct fitted fit(const char *solver, const char *text, struct fit_wants wants) {
    struct profile profile;
    struct strbuf error = {0};
    struct fitted fitted = {0};
    if (solver == NULL)
        profile_init(&profile, "any");
    else
        assert_int_equal(profiles_find(nowhere, solver, &profile, &error), PROFILE_FOUND);
    fit_script(&profile, text, strlen(text), wants, &fitted);
    profile_release(&profile);
    strbuf_free(&error);
    return fitted;
}

static void expect(const char *solver, const char *text, struct fit_wants wants,
                   const char *result) {
    struct fitted fitted = fit(solver, text, wants);
    assert_string_equal(strbuf_text(&fitted.text), result);
    fitted_release(&fitted);
}

static void expect_expected(const char *solver, const char *text, struct fit_wants wants,
                            const char *kinds) {
    struct fitted fitted = fit(solver, text, wants);
    struct strbuf letters = {0};
    for (size_t i = 0; i < fitted.expected.n; i++)
        strbuf_add_char(&letters, "cmuvr"[fitted.expected.at[i]]);
    assert_string_equal(strbuf_text(&letters), kinds);
    strbuf_free(&letters);
    fitted_release(&fitted);
}

static void terms_stay_byte_by_byte(void **state) {
    expect("z3",
           "(set-logic QF_S) ; c\n(declare-const |a (b| String)(assert (= |a (b|\n \"x\"\"(;\"))",
           nothing,
           "(set-logic QF_S)\n(declare-const |a (b| String)\n(assert (= |a (b|\n \"x\"\"(;\"))\n");
}

static void options_of_another_solver_are_left_out(void **state) {
    const char *text =
        "(set-option :model_validate true)(set-option :smt.mbqi false)"
        "(set-option :strings-exp true)(set-option :produce-proofs true)"
        "(set-option :random-seed 3)(set-option :auto-config false)(set-option :x 1)";
    expect("z3", text, nothing,
           "(set-option :model_validate true)\n(set-option :smt.mbqi false)\n"
           "(set-option :produce-proofs true)\n(set-option :random-seed 3)\n"
           "(set-option :auto-config false)\n");
    expect("cvc5", text, nothing,
           "(set-option :strings-exp true)\n(set-option :produce-proofs true)\n");
    expect(NULL, text, nothing, "(set-option :produce-proofs true)\n(set-option :random-seed 3)\n");
    struct fitted fitted = fit("cvc5", text, nothing);
    assert_int_equal(fitted.n_left_out, 5);
    fitted_release(&fitted);
}

static void options_that_make_it_talk_are_left_out(void **state) {
    const char *text =
        "(set-option :print-success true)(set-option :verbosity 3)"
        "(set-option :regular-output-channel \"/tmp/x\")(set-option :verbose 1)"
        "(set-option :dump-models true)(set-option :pp.single_line true)(assert true)";
    expect("z3", text, nothing, "(assert true)\n");
    expect("cvc5", text, nothing, "(assert true)\n");
    expect("cvc4", text, nothing, "(assert true)\n");
}

static void infos_are_left_out(void **state) {
    expect("cvc5", "(set-info :status sat)(set-info :smt-lib-version 2.0)(check-sat)", nothing,
           "(check-sat)\n");
}

static void unknown_logics_are_replaced(void **state) {
    expect("z3", "(set-logic QF_ABVFP)", nothing, "(set-logic ALL)\n");
    expect("z3", "(set-logic AUFDTLIA)", nothing, "(set-logic ALL)\n");
    expect("z3", "(set-logic |QF_LIA|)", nothing, "(set-logic |QF_LIA|)\n");
    expect("cvc5", "(set-logic QF_ABVFP)", nothing, "(set-logic QF_ABVFP)\n");
    expect("cvc4", "(set-logic HO_ALL)", nothing, "(set-logic ALL)\n");
    expect("cvc5", "(set-logic QF_BOGUS)", nothing, "(set-logic ALL)\n");
    expect("cvc5", "(set-logic ALL_SUPPORTED)", nothing, "(set-logic ALL)\n");
    expect("cvc5", "(set-logic QF_FPBV)", nothing, "(set-logic QF_FPBV)\n");
    expect("cvc5", "(set-logic HO_AUFBVDTNIRAT)", nothing, "(set-logic HO_AUFBVDTNIRAT)\n");
    expect("cvc5", "(set-logic QF_LIAUF)", nothing, "(set-logic ALL)\n");
    expect("cvc5", "(set-logic QF_EIA)", nothing, "(set-logic ALL)\n");
    expect("cvc4", "(set-logic ALL_SUPPORTED)", nothing, "(set-logic ALL_SUPPORTED)\n");
    expect("cvc4", "(set-logic QF_FF)", nothing, "(set-logic ALL)\n");
    expect("stp", "(set-logic QF_LIA)", nothing, "(set-logic QF_ABV)\n");
    expect("cvc5", "(set-logic QF_LIA)", (struct fit_wants){.any_logic = true},
           "(set-logic ALL)\n");
    struct fitted fitted = fit("z3", "(set-logic UFDT)", nothing);
    assert_true(fitted.logic_changed);
    fitted_release(&fitted);
    fitted = fit("z3", "(set-logic ALL)", (struct fit_wants){.any_logic = true});
    assert_false(fitted.logic_changed);
    fitted_release(&fitted);
}

/* Numerals are reals where there are no integers, functions are values only in HO_ logics. */
static void logics_that_matter_stay(void **state) {
    static const char *const logics[] = {"QF_LRA", "NRA", "QF_RDL", "UFLRA", "HO_ALL", "HO_QF_UF"};
    for (size_t i = 0; i < LENGTH(logics); i++) {
        char text[40], wanted[40];
        snprintf(text, sizeof text, "(set-logic %s)", logics[i]);
        snprintf(wanted, sizeof wanted, "(set-logic %s)\n", logics[i]);
        expect("cvc5", text, (struct fit_wants){.any_logic = true}, wanted);
    }
    expect("cvc5", "(set-logic AUFLIRA)", (struct fit_wants){.any_logic = true},
           "(set-logic ALL)\n");
}

static void no_profile_takes_options_that_make_it_talk(void **state) {
    struct profile profile;
    profile_init(&profile, "open");
    profile.takes = (struct words){(const char *[]){"*"}, 1};
    struct fitted fitted = {0};
    const char *text = "(set-option :out \"x\")(set-option :verbosity 3)(set-option :other 1)"
                       "(set-option :sat.drat.file \"x\")(set-option :solver.smtlib2_log \"x\")"
                       "(set-option :parser.error_for_visual_studio true)";
    fit_script(&profile, text, strlen(text), nothing, &fitted);
    assert_string_equal(strbuf_text(&fitted.text), "(set-option :other 1)\n");
    fitted_release(&fitted);
    profile_release(&profile);
}

static const char *const chatty =
    "(set-option :produce-models false)(set-option :produce-unsat-cores true)"
    "(declare-const x Int)(assert (! (> x 0) :named a))"
    "(echo \"hello\")(check-sat)(get-model)(get-value (x))"
    "(get-unsat-core)(get-proof)(get-info :name)(simplify x)(exit)(check-sat)";

static void only_what_is_wanted_is_asked_for(void **state) {
    expect("cvc5", chatty, nothing,
           "(set-option :produce-models false)\n(set-option :produce-unsat-cores true)\n"
           "(declare-const x Int)\n(assert (! (> x 0) :named a))\n(check-sat)\n");
    expect("cvc5", chatty, (struct fit_wants){.models = true},
           "(set-option :produce-models true)\n(set-option :produce-unsat-cores true)\n"
           "(declare-const x Int)\n(assert (! (> x 0) :named a))\n(check-sat)\n(get-model)\n");
    expect("cvc5", chatty, (struct fit_wants){.cores = true, .reasons = true},
           "(set-option :produce-unsat-cores true)\n(set-option :produce-models false)\n"
           "(declare-const x Int)\n(assert (! (> x 0) :named a))\n(check-sat)\n"
           "(get-unsat-core)\n(get-info :reason-unknown)\n");
    expect("cvc5", chatty, (struct fit_wants){.values = true},
           "(set-option :produce-models true)\n(set-option :produce-unsat-cores true)\n"
           "(declare-const x Int)\n(assert (! (> x 0) :named a))\n(check-sat)\n(get-value (x))\n");
    expect_expected("cvc5", chatty, nothing, "c");
    expect_expected(
        "cvc5", chatty,
        (struct fit_wants){.models = true, .cores = true, .values = true, .reasons = true},
        "cmurv");
    expect_expected(
        "stp", chatty,
        (struct fit_wants){.models = true, .cores = true, .values = true, .reasons = true}, "cr");
}

static void what_only_z3_knows(void **state) {
    const char *text = "(assert-soft true)(minimize 1)(check-sat-using (then simplify smt))";
    expect("z3", text, nothing,
           "(assert-soft true)\n(minimize 1)\n(check-sat-using (then simplify smt))\n");
    expect("cvc5", text, nothing, "(check-sat)\n");
    expect_expected("cvc5", text, nothing, "c");
    expect("z3", "(declare-codatatypes ((S 0)) (((c))))", nothing,
           "(declare-codatatypes ((S 0)) (((c))))\n");
}

static void several_checks_need_the_incremental_option(void **state) {
    expect("cvc5", "(check-sat)(check-sat)", nothing,
           "(set-option :incremental true)\n(check-sat)\n(check-sat)\n");
    expect("cvc5", "(set-option :incremental false)(push 1)(check-sat)", nothing,
           "(set-option :incremental true)\n(push 1)\n(check-sat)\n");
    expect("z3", "(check-sat)(check-sat)", nothing, "(check-sat)\n(check-sat)\n");
    expect("cvc5", "(check-sat)(exit)(check-sat)", nothing, "(check-sat)\n");
}

static void odd_floats_need_an_option(void **state) {
    static const char *const odd[] = {
        "(declare-const x Float16)",
        "(declare-const x (_ FloatingPoint 3 4))",
        "(declare-const x (_ FloatingPoint 8 53))",
        "(assert (f (fp #b0 #b111 #b000)))",
        "(assert (f (fp #b0 #x1 #xff)))",
        "(assert (f (_ NaN 99999999999 11)))",
        "(assert (f ((_ to_fp_unsigned 5 11) RNE x)))",
    };
    static const char *const usual[] = {
        "(declare-const x Float32)",
        "(declare-const x (_ FloatingPoint 8 24))",
        "(declare-const x (_ FloatingPoint 11 53))",
        "(assert (f (fp #b0 #b00000000 #b00000000000000000000000)))",
        "(assert (f (_ extract 5 3)))",
        "(assert (f fp 3 4))",
        "(simplify (fp.abs (fp #b0 #b111 #b000)))",
    };
    for (size_t i = 0; i < LENGTH(odd); i++) {
        struct fitted fitted = fit("cvc5", odd[i], nothing);
        assert_true(fitted.odd_floats);
        assert_non_null(strstr(strbuf_text(&fitted.text), "(set-option :fp-exp true)\n"));
        fitted_release(&fitted);
    }
    for (size_t i = 0; i < LENGTH(usual); i++) {
        struct fitted fitted = fit("cvc5", usual[i], nothing);
        assert_false(fitted.odd_floats);
        assert_null(strstr(strbuf_text(&fitted.text), "fp-exp"));
        fitted_release(&fitted);
    }
}

static void a_reset_loses_our_options(void **state) {
    expect("cvc5", "(check-sat)(reset)(check-sat)", (struct fit_wants){.models = true},
           "(set-option :produce-models true)\n(set-option :incremental true)\n(check-sat)\n"
           "(get-model)\n(reset)\n(set-option :produce-models true)\n"
           "(set-option :incremental true)\n(check-sat)\n(get-model)\n");
}

static void expect_split(const char *text, const char *body, bool pushable) {
    struct fitted fitted = fit("cvc5", text, (struct fit_wants){.models = true});
    assert_string_equal(strbuf_text(&fitted.text) + fitted.body, body);
    assert_int_equal(fitted.pushable, pushable);
    fitted_release(&fitted);
}

static void settings_come_apart_from_the_body(void **state) {
    expect_split("(set-option :fmf-fun true)(set-logic UF)(assert true)", "(assert true)\n", true);
    expect_split("(assert true)(set-logic UF)", "(assert true)\n(set-logic UF)\n", false);
    expect_split("(set-option :global-declarations true)(assert true)", "(assert true)\n", false);
    expect_split("(assert true)(reset)",
                 "(assert true)\n(reset)\n(set-option :produce-models true)\n", false);
    expect_split("(set-logic UF)", "", true);
    expect_split("", "", true);
}

/* Levels that a script leaves open or closes too many of would be the session's. */
static void levels_that_do_not_match_keep_a_script_out_of_push_and_pop(void **state) {
    expect_split("(push 2)(pop 1)(push)(pop 2)", "(push 2)\n(pop 1)\n(push)\n(pop 2)\n", true);
    expect_split("(push 1)", "(push 1)\n", false);
    expect_split("(pop 1)(push 1)", "(pop 1)\n(push 1)\n", false);
    expect_split("(push 1)(pop 2)", "(push 1)\n(pop 2)\n", false);
}

static void options_of_the_script_are_told(void **state) {
    struct fitted with = fit("cvc5", "(set-option :fmf-fun true)(check-sat)", nothing);
    struct fitted without = fit("cvc5", "(set-option :rlimit 1)(check-sat)", nothing);
    assert_true(with.sets_options);
    assert_false(without.sets_options || strstr(strbuf_text(&without.text), "rlimit") != NULL);
    fitted_release(&with);
    fitted_release(&without);
}

static void malformed_scripts_go_as_they_are(void **state) {
    static const char *const bad[] = {"(assert (= x", ") (check-sat)", "(assert \"", "(a \x01)"};
    static const size_t places[] = {23, 23, 31, 26};
    for (size_t i = 0; i < LENGTH(bad); i++) {
        struct strbuf text = {0}, result = {0};
        strbuf_printf(&text, "(declare-const x Int)  %s (exit) ", bad[i]);
        strbuf_printf(&result, "(declare-const x Int)\n%s (exit) \n", bad[i]);
        struct fitted fitted = fit("z3", strbuf_text(&text), nothing);
        assert_true(fitted.malformed);
        assert_int_equal(fitted.malformed_at, places[i]);
        assert_int_equal(fitted.n_checks, 1);
        assert_false(fitted.pushable);
        assert_string_equal(strbuf_text(&fitted.text), strbuf_text(&result));
        fitted_release(&fitted);
        strbuf_free(&text);
        strbuf_free(&result);
    }
}

static void limits_that_count_on_keep_a_script_out_of_push_and_pop(void **state) {
    struct fitted fitted = fit("z3", "(set-option :rlimit 1000)(check-sat)", nothing);
    assert_string_equal(strbuf_text(&fitted.text), "(set-option :rlimit 1000)\n(check-sat)\n");
    assert_false(fitted.pushable);
    fitted_release(&fitted);
}

static void depth_does_not_matter(void **state) {
    struct strbuf text = {0};
    strbuf_add_text(&text, "(assert ");
    strbuf_add_repeat(&text, '(', 1000000);
    strbuf_add_repeat(&text, ')', 1000000);
    strbuf_add_text(&text, ")(check-sat)");
    struct fitted fitted = fit("z3", strbuf_text(&text), nothing);
    assert_int_equal(fitted.n_checks, 1);
    assert_int_equal(fitted.text.n, text.n + 2);
    fitted_release(&fitted);
    strbuf_free(&text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(terms_stay_byte_by_byte),
        TEST(options_of_another_solver_are_left_out),
        TEST(options_that_make_it_talk_are_left_out),
        TEST(no_profile_takes_options_that_make_it_talk),
        TEST(infos_are_left_out),
        TEST(unknown_logics_are_replaced),
        TEST(logics_that_matter_stay),
        TEST(only_what_is_wanted_is_asked_for),
        TEST(what_only_z3_knows),
        TEST(several_checks_need_the_incremental_option),
        TEST(odd_floats_need_an_option),
        TEST(a_reset_loses_our_options),
        TEST(settings_come_apart_from_the_body),
        TEST(levels_that_do_not_match_keep_a_script_out_of_push_and_pop),
        TEST(options_of_the_script_are_told),
        TEST(malformed_scripts_go_as_they_are),
        TEST(limits_that_count_on_keep_a_script_out_of_push_and_pop),
        TEST(depth_does_not_matter),
    };
    return RUN(tests);
}
