#include "testing.h"

#include <signal.h>

#include "proc/answer.h"
#include "proc/profiles.h"

/*
 * The outputs here are real ones of z3 4.8.12, cvc5 1.0.3 and cvc4 1.8, unless
 * a test says that somebody is making them up.
 */

static const struct profile_folders nowhere = {0};
static const struct process_end good_end = {END_EXIT, 0};
static const struct process_end bad_end = {END_EXIT, 1};
static const struct process_end aborted = {END_SIGNAL, SIGABRT};
static const struct process_end out_of_time = {END_TIME, 0};
static const struct process_end no_space = {END_SPACE, 0};

/* What is being read; the answers are borrowed from here until reading_end. */
struct reading {
    struct profile profile;
    struct answers answers;
};

/* Kinds of expect_kind by letters: c check, m model, u core, v values, r reason. */
static size_t expected_of(const char *letters, enum expect_kind *expected) {
    size_t n = strlen(letters);
    for (size_t i = 0; i < n; i++)
        expected[i] = (enum expect_kind)(strchr("cmuvr", letters[i]) - "cmuvr");
    return n;
}

static void find_profile(const char *solver, struct profile *profile) {
    struct strbuf error = {0};
    if (solver == NULL)
        profile_init(profile, "any");
    else if (profiles_find(nowhere, solver, profile, &error) != PROFILE_FOUND)
        fail_msg("%s", strbuf_text(&error));
    strbuf_free(&error);
}

static struct reading read_bytes(const char *solver, const char *letters, const char *out,
                                 size_t n_out, const char *err, struct process_end end) {
    struct reading reading;
    enum expect_kind expected[16];
    size_t n = expected_of(letters, expected);
    find_profile(solver, &reading.profile);
    answers_read(&reading.profile, expected, n, out, n_out, err, strlen(err), end,
                 &reading.answers);
    return reading;
}

static struct reading read_text(const char *solver, const char *letters, const char *out,
                                const char *err, struct process_end end) {
    return read_bytes(solver, letters, out, strlen(out), err, end);
}

static void reading_end(struct reading *reading) {
    answers_release(&reading->answers);
    profile_release(&reading->profile);
}

static void expect_kinds_of(const struct answers *answers, const char *kinds) {
    struct strbuf names = {0};
    for (size_t i = 0; i < answers->checks.n; i++)
        strbuf_printf(&names, "%s%s", i == 0 ? "" : " ",
                      answer_kind_name(answers->checks.at[i].kind));
    assert_string_equal(strbuf_text(&names), kinds);
    strbuf_free(&names);
}

static void expect_words(const struct answers *answers, const char *words) {
    struct strbuf told = {0};
    answers_add_words(answers, &told);
    assert_string_equal(strbuf_text(&told), words);
    strbuf_free(&told);
}

static void expect(const char *solver, const char *letters, const char *out, const char *err,
                   struct process_end end, const char *kinds) {
    struct reading reading = read_text(solver, letters, out, err, end);
    expect_kinds_of(&reading.answers, kinds);
    reading_end(&reading);
}

static void expect_span(struct text_span span, const char *text) {
    assert_non_null(span.at);
    assert_int_equal(span.n, strlen(text));
    assert_memory_equal(span.at, text, span.n);
}

static void what_it_does_not_support_yet_is_refused(void **state) {
    static const char error[] = "(error \"Array theory solver does not yet support write-chains "
                                "connecting two different constant arrays\")\n";
    expect("cvc5", "c", error, "", bad_end, "refused");
    expect("cvc4", "c", error, "", bad_end, "refused");
}

static void plain_answers(void **state) {
    expect("z3", "c", "sat\n", "", good_end, "sat");
    expect("z3", "c", "unsat\n", "", good_end, "unsat");
    expect("z3", "c", "unknown\n", "", good_end, "unknown");
    expect("z3", "ccc", "sat\nunsat\nunknown\n", "", good_end, "sat unsat unknown");
    expect("z3", "c", "sat", "", good_end, "sat");
    expect("z3", "cc", "sat\r\nunsat\r\n", "", good_end, "sat unsat");
    expect("z3", "c", "success\nsuccess\nsat\n", "", good_end, "sat");
    expect("z3", "c", "\n; a comment\n  sat  \n", "", good_end, "sat");
    expect(NULL, "c", "unsat\n", "", bad_end, "unsat");
    expect("dreal", "c", "delta-sat with delta = 0.001\n", "", good_end, "unknown");
}

#define Z3_MODEL                                                                       \
    "(\n  ;; universe for U:\n  ;;   U!val!1 U!val!0 \n  (declare-fun U!val!1 () U)\n" \
    "  (define-fun s () String\n    \"a\"\"(b;\")\n  (define-fun |a (b| () Bool\n    false)\n)"

static void models_are_found_whole(void **state) {
    struct reading r =
        read_text("z3", "cmcm", "sat\n" Z3_MODEL "\nsat\n(model\n; rep: (as\n)\n", "", good_end);
    expect_kinds_of(&r.answers, "sat sat");
    expect_span(r.answers.checks.at[0].model, Z3_MODEL);
    expect_span(r.answers.checks.at[1].model, "(model\n; rep: (as\n)");
    assert_int_equal(r.answers.noise.n, 0);
    reading_end(&r);
}

static void cores_values_and_reasons(void **state) {
    struct reading r =
        read_text("cvc5", "cmurvv",
                  "unsat\n"
                  "(error \"Cannot get model unless after a SAT or UNKNOWN response.\")\n"
                  "(\n|b 1|\na1\n)\n"
                  "(error \"Can't get-info :reason-unknown when the last result wasn't "
                  "unknown!\")\n((x 4) (s \"a\"\"(b;\"))\n((y 1))\n",
                  "", good_end);
    expect_kinds_of(&r.answers, "unsat");
    expect_span(r.answers.checks.at[0].core, "(\n|b 1|\na1\n)");
    assert_null(r.answers.checks.at[0].model.at);
    assert_null(r.answers.checks.at[0].reason.at);
    assert_int_equal(r.answers.checks.at[0].n_values, 2);
    expect_span(r.answers.values.at[r.answers.checks.at[0].first_values + 1], "((y 1))");
    assert_int_equal(r.answers.errors.n, 2);
    reading_end(&r);

    r = read_text("cvc4", "cr", "unknown\n(:reason-unknown incomplete)\n", "", good_end);
    expect_kinds_of(&r.answers, "unknown");
    expect_span(r.answers.checks.at[0].reason, "incomplete");
    reading_end(&r);
    r = read_text("z3", "crm",
                  "unknown\n(:reason-unknown \"timeout\")\n"
                  "(error \"line 9 column 10: model is not available\")\n",
                  "", bad_end);
    expect_kinds_of(&r.answers, "unknown");
    expect_span(r.answers.checks.at[0].reason, "timeout");
    reading_end(&r);
    r = read_text("z3", "cr", "sat\n(:reason-unknown \"unknown\")\n", "", good_end);
    assert_null(r.answers.checks.at[0].reason.at);
    reading_end(&r);
    r = read_text(NULL, "c", "unknown (resource out)\n", "", good_end);
    expect_kinds_of(&r.answers, "unknown");
    expect_span(r.answers.checks.at[0].reason, "resource out");
    reading_end(&r);
}

static void an_error_before_the_answer_voids_it(void **state) {
    struct reading r = read_text(
        "z3", "c", "(error \"line 3 column 11: unknown constant y\")\nsat\n", "", bad_end);
    expect_kinds_of(&r.answers, "error");
    assert_int_equal(r.answers.checks.at[0].said, ANSWER_SAT);
    expect_span(r.answers.errors.at[0], "(error \"line 3 column 11: unknown constant y\")");
    reading_end(&r);
    /* it stays so: the assertion is missing in the later checks, too */
    expect("z3", "cc", "sat\n(error \"line 3 column 11: unknown constant y\")\nsat\n", "", bad_end,
           "sat error");
    expect("z3", "ccc", "(error \"line 3 column 11: unknown constant y\")\nsat\nsat\nunsat\n", "",
           bad_end, "error error error");
    expect("z3", "c", "unsupported\nsat\n",
           "; ignoring unsupported logic QF_AFP line: 5 position: 1\n", good_end, "refused");
    expect("cvc5", "c", "unsupported\nsat\n", "", good_end, "refused");
    /* what older versions have no name for */
    expect("z3", "c", "(error \"line 4 column 29: unknown constant int_to_bv (Int) \")\nsat\n", "",
           bad_end, "refused");
}

static void an_error_after_the_answer_does_not_hide_it(void **state) {
    expect("z3", "cmc", "unsat\n(error \"line 8 column 10: model is not available\")\nsat\n", "",
           bad_end, "unsat sat");
    expect("z3", "c", "sat\n(error \"line 8 column 10: whatever\")\n", "", bad_end, "sat");
    expect("cvc4", "cmucmu",
           "sat\n(model\n(define-fun x () Int 4)\n)\n"
           "(error \"Cannot get an unsat core unless immediately preceded by UNSAT/ENTAILED "
           "response.\")\n"
           "unsat\n"
           "(error \"Cannot get model unless immediately preceded by SAT/NOT_ENTAILED or UNKNOWN "
           "response.\")\n(\na2\na1\n)\n",
           "", good_end, "sat unsat");
}

#define CVC5_UNDECLARED                                                                   \
    "(error \"Parse Error: q.smt2:2.9: Symbol y is not declared.\n\n   (str.< y \"x\")\n" \
    "          ^\n\")"
#define CVC5_ODD_QUOTE                                                    \
    "(error \"Parse Error: q.smt2:1.15: Symbol a\"b is not declared.\n\n" \
    "  (assert (= |a\"b| \"\")\n                ^\n\")"
#define CVC5_LOGIC                                                                              \
    "(error \"Parse Error: l.smt2:1.16: Illegal argument detected\n\n"                          \
    "  (set-logic QF_EIA)(check-sat)\n              ^\n\n"                                      \
    "void cvc5::internal::LogicInfo::setLogicString(std::string)\n\n"                           \
    "  `logicString' is a bad argument\nLogicInfo::setLogicString(): junk (\"EIA\") at end of " \
    "logic string: QF_EIA\")"
#define Z3_ESCAPED "(error \"line 1 column 12: unknown constant a\\\"b\")"
#define Z3_OPTIONS                                                                  \
    "(error \"line 3 column 25: unknown parameter 'incremental'\nLegal parameters " \
    "are:\n  auto_config (bool) (default: true)\n  well_sorted_check (bool) (default: false)\")"

static void errors_end_where_they_end(void **state) {
    static const char *const errors[] = {CVC5_UNDECLARED, CVC5_ODD_QUOTE, CVC5_LOGIC,
                                         Z3_ESCAPED,      Z3_OPTIONS,     "(error \"\")"};
    for (size_t i = 0; i < LENGTH(errors); i++) {
        struct strbuf out = {0};
        strbuf_printf(&out, "sat\n%s\nunsat\n%s\n", errors[i], errors[i]);
        struct reading r = read_text("cvc5", "cmcm", strbuf_text(&out), "", bad_end);
        expect_kinds_of(&r.answers, "sat unsat");
        assert_int_equal(r.answers.errors.n, 2);
        expect_span(r.answers.errors.at[0], errors[i]);
        expect_span(r.answers.errors.at[1], errors[i]);
        assert_false(r.answers.cut);
        reading_end(&r);
        strbuf_free(&out);
    }
}

/* Somebody makes this up: errors without line ends would be looked through again and again. */
static void a_million_errors_on_one_line_take_no_time(void **state) {
    struct strbuf out = {0};
    for (size_t i = 0; i < 1000000; i++)
        strbuf_add_text(&out, "(error \"\") ");
    strbuf_add_text(&out, "x\nsat\n");
    struct reading r = read_text(NULL, "c", strbuf_text(&out), "", good_end);
    expect_kinds_of(&r.answers, "error");
    assert_int_equal(r.answers.errors.n, 1000000);
    reading_end(&r);
    strbuf_free(&out);
}

static void errors_and_refusals(void **state) {
    expect("cvc5", "c", CVC5_UNDECLARED "\n", "", bad_end, "error");
    expect("cvc5", "c", "(error \"Parse Error: e2.smt2:2.0: Unexpected token: '<<EOF>>'.\")\n", "",
           bad_end, "error");
    expect(
        "cvc5", "c",
        "(error \"FP term x with type whose size is 3/4 is not supported, only Float32 (8/24) or "
        "Float64 (11/53) types are supported in default mode. Try the experimental solver via "
        "--fp-exp.\")\n",
        "", bad_end, "refused");
    expect("cvc4", "c",
           "(error \"Parse Error: z3-fpa-boundary.smt2:12.58: Expected CVC4 to be compiled with "
           "SymFPU support\")\n",
           "", bad_end, "refused");
    expect("cvc5", "c", "(error \"Equality between regular expressions is not supported\")\n", "",
           bad_end, "refused");
    expect("cvc5", "c",
           "(error \"A non-linear fact was asserted to arithmetic in a linear logic.\nThe fact in "
           "question: (/ 0.0 0.0)\n\")\n",
           "", bad_end, "refused");
    /* a refusal that ends in an abort */
    struct reading r = read_text(
        "cvc4", "c", "",
        "Fatal failure within CVC4::Node CVC4::theory::fp::FpConverter::convert(CVC4::TNode) at "
        "./src/theory/fp/fp_converter.cpp:1700\n"
        "Unimplemented code encounteredConversion is dependent on SymFPU\n",
        aborted);
    expect_kinds_of(&r.answers, "refused");
    assert_false(r.answers.crashed);
    reading_end(&r);
}

static void expect_crash(const char *solver, const char *out, const char *err,
                         struct process_end end, const char *kinds, const char *message) {
    struct reading r = read_text(solver, "c", out, err, end);
    expect_kinds_of(&r.answers, kinds);
    assert_true(r.answers.crashed);
    assert_string_equal(strbuf_text(&r.answers.message), message);
    reading_end(&r);
}

static void crashes_have_a_message_without_chance(void **state) {
    expect_crash(
        "z3", "",
        "ASSERTION VIOLATION\nFile: ./src/ast/fpa/fpa2bv_converter.cpp\nLine: 118\n"
        "UNEXPECTED CODE WAS REACHED.\n4.8.12.0\nPlease file an issue with this message and "
        "more detail about how you encountered it at "
        "https://github.com/Z3Prover/z3/issues/new\n",
        (struct process_end){END_EXIT, 114}, "crash",
        "ASSERTION VIOLATION\nFile: fpa2bv_converter.cpp\nLine: 118\n"
        "UNEXPECTED CODE WAS REACHED.");
    expect_crash("cvc5", "",
                 "cvc5 suffered a segfault.\nOffending address is 0x38\n"
                 "Looks like a NULL pointer was dereferenced.\n",
                 (struct process_end){END_SIGNAL, SIGSEGV}, "crash", "cvc5 suffered a segfault.");
    expect_crash("z3", "", "", (struct process_end){END_SIGNAL, SIGSEGV}, "crash", "SIGSEGV");
    expect_crash(NULL, "", "", aborted, "crash", "SIGABRT");
    /* a build of one's own, under a name that no profile has */
    expect_crash(NULL, "",
                 "Fatal failure within void A::f() at /b/src/foo.cpp:123\nCheck failure\n", aborted,
                 "crash", "Fatal failure within void A::f() at foo.cpp:123\nCheck failure");
    expect_crash(NULL, "", "", (struct process_end){END_EXIT, 139}, "crash", "SIGSEGV");
    expect_crash("z3", "sat\n", "", (struct process_end){END_SIGNAL, SIGSEGV}, "sat", "SIGSEGV");
    expect_crash(
        NULL, "",
        "=================================================================\n"
        "==4711==ERROR: AddressSanitizer: heap-use-after-free on address 0x602000000010 at "
        "pc 0x55\nREAD of size 8 at 0x602000000010 thread T0\n"
        "    #0 0x55d0c8 in foo::bar(int) /home/me/z3/src/a.cpp:12:3\n",
        (struct process_end){END_EXIT, 1}, "crash",
        "==?==ERROR: AddressSanitizer: heap-use-after-free on address 0x? at pc 0x?\n"
        "READ of size 8 at 0x? thread T0\n#0 0x? in foo::bar(int) a.cpp:12:3");
    expect_crash("cvc5", "(error \"Assertion failure in pid 77 at /x/y.cpp:3\")\n", "", bad_end,
                 "crash", "(error \"Assertion failure in pid ? at y.cpp:3\")");
}

static void an_internal_error_in_place_of_a_model_is_a_crash(void **state) {
    struct reading r =
        read_text("z3", "cm",
                  "sat\n(error \"line 1 column 2: Overflow encountered when expanding vector\")\n",
                  "", bad_end);
    expect_kinds_of(&r.answers, "sat");
    assert_true(r.answers.crashed);
    expect_words(&r.answers, "sat crash");
    reading_end(&r);
    r = read_text("z3", "cc", "sat\n", "", aborted);
    expect_words(&r.answers, "sat crash");
    reading_end(&r);
    r = read_text("z3", "cc", "sat\nunsat\n", "", (struct process_end){0});
    expect_words(&r.answers, "sat unsat");
    reading_end(&r);
}

static void failed_self_checks(void **state) {
    struct reading r = read_text(
        "z3", "cmc",
        "sat\n(error \"line 8 column 10: an invalid model was generated\")\n(\n  (define-fun x () "
        "Int\n    6)\n)\nunsat\n",
        "", bad_end);
    expect_kinds_of(&r.answers, "sat unsat");
    assert_true(r.answers.self_check_failed);
    assert_false(r.answers.crashed);
    expect_span(r.answers.checks.at[0].model, "(\n  (define-fun x () Int\n    6)\n)");
    testing_assert_contains(strbuf_text(&r.answers.message), "an invalid model was generated");
    reading_end(&r);
    r = read_text("cvc5", "c", "",
                  "Fatal failure within void cvc5::internal::SolverEngine::checkUnsatCore() at "
                  "./src/smt/solver_engine.cpp:1436\nInternal error detected "
                  "SolverEngine::checkUnsatCore(): produced core was satisfiable.\n",
                  aborted);
    expect_kinds_of(&r.answers, "crash");
    assert_true(r.answers.self_check_failed);
    reading_end(&r);
    r = read_text("cvc5", "c", "",
                  "Fatal failure within void cvc5::internal::smt::CheckModels::checkModel() at "
                  "./src/smt/check_models.cpp:144\nInternal error detected "
                  "SolverEngine::checkModel(): ERRORS SATISFYING ASSERTIONS WITH MODEL:\n"
                  "assertion:     (xor p (not (= a2 (store a0 1.0 (- 2)))))\n",
                  aborted);
    assert_true(r.answers.self_check_failed);
    assert_null(strstr(strbuf_text(&r.answers.message), "xor"));
    reading_end(&r);
}

static void limits(void **state) {
    expect("z3", "c", "timeout\n", "", good_end, "timeout");
    expect("z3", "cm", "sat\ntimeout\n", "", good_end, "sat");
    expect("cvc5", "c", "", "cvc5 interrupted by timeout.\n", aborted, "timeout");
    expect("cvc4", "cc", "sat\n", "CVC4 interrupted by SIGTERM.\n", out_of_time, "sat timeout");
    expect("z3", "c", "", "", out_of_time, "timeout");
    expect("z3", "c", "", "(error \"out of memory\")\n", (struct process_end){END_EXIT, 101},
           "memout");
    expect("z3", "c", "", "", (struct process_end){END_MEMORY, 0}, "memout");
    /* failed by itself, with no memory left: a bad address comes of that, a broken promise does not */
    expect("z3", "cc", "sat\n", "", no_space, "sat memout");
    expect("cvc5", "c", "", "cvc5 suffered a segfault.\n", no_space, "memout");
    expect("cvc5", "c", "", "cvc5 suffered a segfault.\n", aborted, "crash");
    expect("z3", "c", "", "a.cpp:1: f: Assertion `x' failed.\n", no_space, "crash");
    expect("z3", "c", "", "that is not supported\n", no_space, "refused");
    expect("z3", "c", "", "==7==ERROR: AddressSanitizer: out of memory: allocator is trying to\n",
           aborted, "memout");
    expect("z3", "c", "", "==7==ERROR: AddressSanitizer: heap-use-after-free\n", bad_end, "crash");
    expect("cvc5", "c", "", "terminate called after throwing an instance of 'std::bad_alloc'\n",
           aborted, "memout");
    expect("cvc5", "c", "", "", (struct process_end){END_OUTPUT, 0}, "unclear");
    expect("cvc5", "c", "", "", (struct process_end){END_SIGNAL, SIGXCPU}, "timeout");
    expect("cvc5", "c", "", "", (struct process_end){END_SIGNAL, SIGKILL}, "unclear");
    /* it said something on its way */
    expect("cvc5", "c", "", "that is not supported\n", out_of_time, "timeout");
    expect("cvc5", "c", "", "that is not supported\n", bad_end, "refused");
    /* a crash that hangs, and an answer that came in time */
    expect("cvc5", "c", "", "cvc5 suffered a segfault.\n", out_of_time, "crash");
    expect("cvc5", "cm", "sat\n(\n(define-fun x", "", out_of_time, "sat");
}

static void what_is_not_understood_is_unclear(void **state) {
    struct reading r = read_text(NULL, "c", "Welcome to a solver\nsat\n", "", good_end);
    expect_kinds_of(&r.answers, "unclear");
    assert_int_equal(r.answers.checks.at[0].said, ANSWER_SAT);
    expect_span(r.answers.noise.at[0], "Welcome to a solver");
    assert_string_equal(strbuf_text(&r.answers.out), "Welcome to a solver\nsat\n");
    reading_end(&r);
    expect(NULL, "c", "", "", good_end, "unclear");
    expect(NULL, "c", "saturated\n", "", good_end, "unclear");
    expect(NULL, "c", "SAT\n", "", good_end, "unclear");
    expect(NULL, "c", "sat unsat\n", "", good_end, "unclear");
    expect(NULL, "c", "(sat)\n", "", good_end, "unclear");
    expect(NULL, "c", "(\nsat\n", "", good_end, "unclear");
    expect(NULL, "c", ")\nsat\n", "", good_end, "unclear");
    /* an answer too many: which is whose? */
    expect(NULL, "c", "sat\nunsat\n", "", good_end, "unclear");
    expect(NULL, "cc", "sat\nunsat\nsat\n", "", good_end, "unclear unclear");
    /* noise behind the answer is only noise */
    expect(NULL, "c", "sat\nbye\n", "", good_end, "sat");
    expect(NULL, "cc", "sat\nbye\nsat\n", "", good_end, "sat unclear");
    r = read_bytes(NULL, "c", "sat\0\n", 5, "", good_end);
    expect_kinds_of(&r.answers, "unclear");
    reading_end(&r);
    r = read_bytes(NULL, "cc", "sat\nun\0sat\n\0", 12, "", good_end);
    expect_kinds_of(&r.answers, "sat unclear");
    reading_end(&r);
}

static void warnings_and_known_noise_do_no_harm(void **state) {
    struct reading r =
        read_text("z3", "c", "WARNING: odd\nsat\n", "WARNING: not supported\nx\n", good_end);
    expect_kinds_of(&r.answers, "sat");
    assert_int_equal(r.answers.warnings.n, 2);
    reading_end(&r);
    struct profile profile;
    struct answers answers;
    enum expect_kind check = EXPECT_CHECK;
    profile_init(&profile, "chatty");
    profile.noise = (struct words){(const char *[]){"Welcome"}, 1};
    answers_read(&profile, &check, 1, "Welcome!\nsat\n", 13, NULL, 0, good_end, &answers);
    expect_kinds_of(&answers, "sat");
    answers_release(&answers);
    profile_release(&profile);
}

/* Nobody knows whether they came before the answer. */
static void an_error_on_the_other_output_voids_all_answers(void **state) {
    static const char *const errors[] = {
        "Z3(3, 11): ERROR: unknown constant y\n", "(error \"line 1: whatever\")\n",
        "solver: error: cannot open it\n", "some talk\nError: no such sort\n"};
    for (size_t i = 0; i < LENGTH(errors); i++)
        expect("z3", "cc", "sat\nunsat\n", errors[i], good_end, "error error");
    expect("z3", "c", "sat\n", "WARNING: an error: a small one\n", good_end, "sat");
    expect(NULL, "c", "sat\n", "(error \"line 3: ignored\")\n", good_end, "error");
    expect(NULL, "c", "unsat\n", "note: (error rates are low)\n", good_end, "unsat");
}

/* ---- pieces ------------------------------------------------------------------ */

static const struct sample {
    const char *solver;
    const char *letters;
    const char *out;
    const char *kinds;
} samples[] = {
    {"z3", "cmc", "sat\n" Z3_MODEL "\nunsat\n", "sat unsat"},
    {"z3", "cmcm", "unsat\n" Z3_ESCAPED "\r\nsat\r\n(\r\n)\r\n", "unsat sat"},
    {"cvc5", "cmc", "unsat\n" CVC5_ODD_QUOTE "\nsat\n", "unsat sat"},
    {"cvc5", "cmcmc", "unknown\n" CVC5_UNDECLARED "\nsat\n" CVC5_LOGIC "\nunsat\n",
     "unknown sat unsat"},
    {"cvc5", "cc", CVC5_UNDECLARED "\nsat\nunsat\n", "error error"},
    {"cvc4", "cvr",
     "unknown\n((x 4) (s \"a\"\"(b;\") (|a (b| false))\n(:reason-unknown incomplete)\n", "unknown"},
};

static void read_in_pieces(const struct sample *sample, const struct profile *profile,
                           size_t piece) {
    enum expect_kind expected[16];
    size_t n = expected_of(sample->letters, expected);
    struct answer_reader reader;
    struct answers answers;
    struct strbuf out = {0};
    const char *quote = piece % 2 == 0 ? "" : "\"";
    strbuf_printf(&out, "%s%smomus-mark-7%s\nsat\n", sample->out, quote, quote);
    answer_reader_init(&reader, profile, expected, n, 7);
    size_t taken = 0;
    while (!reader.complete && taken < out.n) {
        size_t length = out.n - taken < piece ? out.n - taken : piece;
        size_t some = answer_reader_feed(&reader, out.at + taken, length);
        assert_true(some == length || reader.complete);
        taken += some;
    }
    assert_true(reader.complete);
    assert_memory_equal(out.at + taken, "sat\n", out.n - taken);
    answer_reader_finish(&reader, NULL, 0, (struct process_end){END_NONE, 0}, &answers);
    expect_kinds_of(&answers, sample->kinds);
    assert_false(answers.cut);
    assert_int_equal(answers.noise.n, 0);
    answers_release(&answers);
    strbuf_free(&out);
}

static void pieces_of_any_size_give_the_same(void **state) {
    for (size_t i = 0; i < LENGTH(samples); i++) {
        struct profile profile;
        find_profile(samples[i].solver, &profile);
        for (size_t piece = 1; piece < 40; piece++)
            read_in_pieces(&samples[i], &profile, piece);
        profile_release(&profile);
    }
}

/* Whatever is cut off, no answer turns into another one. */
static void output_may_be_cut_anywhere(void **state) {
    static const struct process_end ends[] = {{END_TIME, 0}, {END_SIGNAL, SIGSEGV}, {END_EXIT, 0}};
    for (size_t i = 0; i < LENGTH(samples); i++) {
        const struct sample *sample = &samples[i];
        struct reading whole =
            read_text(sample->solver, sample->letters, sample->out, "", good_end);
        enum expect_kind expected[16];
        size_t n_expected = expected_of(sample->letters, expected);
        expect_kinds_of(&whole.answers, sample->kinds);
        for (size_t n = 0; n < strlen(sample->out); n++)
            for (size_t k = 0; k < LENGTH(ends); k++) {
                struct answers cut;
                answers_read(&whole.profile, expected, n_expected, sample->out, n, NULL, 0, ends[k],
                             &cut);
                for (size_t c = 0; c < cut.checks.n; c++)
                    assert_true(cut.checks.at[c].kind > ANSWER_UNKNOWN ||
                                cut.checks.at[c].kind == whole.answers.checks.at[c].kind);
                answers_release(&cut);
            }
        reading_end(&whole);
    }
}

static void a_line_of_a_killed_process_may_be_half_a_line(void **state) {
    struct reading r = read_text("z3", "c", "sat", "", out_of_time);
    expect_kinds_of(&r.answers, "timeout");
    assert_true(r.answers.cut);
    reading_end(&r);
}

/* ---- sessions ---------------------------------------------------------------- */

static void a_session_is_read_query_by_query(void **state) {
    const char *out = "sat\nmomus-mark-1\n(error \"line 1 column 2: no\")\n\"momus-mark-2\"\n"
                      "unsat\nmomus-mark-3\n";
    static const char *const kinds[] = {"sat", "error", "unsat"};
    struct profile profile;
    enum expect_kind check = EXPECT_CHECK;
    size_t taken = 0;
    profile_init(&profile, "any");
    for (uint64_t i = 0; i < 3; i++) {
        struct answer_reader reader;
        struct answers answers;
        answer_reader_init(&reader, &profile, &check, 1, i + 1);
        taken += answer_reader_feed(&reader, out + taken, strlen(out) - taken);
        assert_true(reader.complete);
        assert_int_equal(answer_reader_feed(&reader, "x", 1), 0);
        answer_reader_finish(&reader, NULL, 0, (struct process_end){END_NONE, 0}, &answers);
        expect_kinds_of(&answers, kinds[i]);
        assert_false(answers.crashed);
        answers_release(&answers);
    }
    assert_int_equal(taken, strlen(out));
    profile_release(&profile);
}

static void the_answer_to_another_query_is_noticed(void **state) {
    struct profile profile;
    enum expect_kind check = EXPECT_CHECK;
    struct answer_reader reader;
    struct answers answers;
    const char *out = "sat\nmomus-mark-4\nunsat\nmomus-mark-5\n";
    profile_init(&profile, "any");
    answer_reader_init(&reader, &profile, &check, 1, 5);
    assert_int_equal(answer_reader_feed(&reader, out, strlen(out)), strlen(out));
    answer_reader_finish(&reader, NULL, 0, (struct process_end){END_NONE, 0}, &answers);
    expect_kinds_of(&answers, "unclear");
    assert_true(answers.slipped);
    answers_release(&answers);
    profile_release(&profile);
}

static void without_a_mark_the_last_expected_reply_is_the_end(void **state) {
    struct profile profile;
    enum expect_kind expected[2] = {EXPECT_CHECK, EXPECT_MODEL};
    struct answer_reader reader;
    struct answers answers;
    profile_init(&profile, "any");
    answer_reader_init(&reader, &profile, expected, 2, 0);
    assert_int_equal(answer_reader_feed(&reader, "sat\n(", 5), 5);
    assert_false(reader.complete);
    assert_int_equal(answer_reader_feed(&reader, ")\nunsat\n", 8), 2);
    assert_true(reader.complete);
    answer_reader_finish(&reader, NULL, 0, (struct process_end){END_NONE, 0}, &answers);
    expect_kinds_of(&answers, "sat");
    expect_span(answers.checks.at[0].model, "()");
    answers_release(&answers);
    profile_release(&profile);
}

static void a_session_that_dies_before_its_mark(void **state) {
    struct profile profile;
    enum expect_kind expected[2] = {EXPECT_CHECK, EXPECT_CHECK};
    struct answer_reader reader;
    struct answers answers;
    profile_init(&profile, "any");
    answer_reader_init(&reader, &profile, expected, 2, 9);
    answer_reader_feed(&reader, "sat\nuns", 7);
    assert_false(reader.complete);
    answer_reader_finish(&reader, "boom", 4, (struct process_end){END_SIGNAL, SIGSEGV}, &answers);
    expect_kinds_of(&answers, "sat crash");
    assert_true(answers.cut);
    answers_release(&answers);
    answer_reader_init(&reader, &profile, expected, 2, 9);
    answer_reader_feed(&reader, "sat\n", 4);
    answer_reader_release(&reader);
    profile_release(&profile);
}

static void marks_are_commands(void **state) {
    struct strbuf script = {0};
    answer_mark_add(&script, 12);
    assert_string_equal(strbuf_text(&script), "(echo \"momus-mark-12\")\n");
    strbuf_free(&script);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(plain_answers),
        TEST(what_it_does_not_support_yet_is_refused),
        TEST(models_are_found_whole),
        TEST(cores_values_and_reasons),
        TEST(an_error_before_the_answer_voids_it),
        TEST(an_error_after_the_answer_does_not_hide_it),
        TEST(errors_end_where_they_end),
        TEST(a_million_errors_on_one_line_take_no_time),
        TEST(errors_and_refusals),
        TEST(crashes_have_a_message_without_chance),
        TEST(an_internal_error_in_place_of_a_model_is_a_crash),
        TEST(failed_self_checks),
        TEST(limits),
        TEST(what_is_not_understood_is_unclear),
        TEST(warnings_and_known_noise_do_no_harm),
        TEST(pieces_of_any_size_give_the_same),
        TEST(output_may_be_cut_anywhere),
        TEST(a_line_of_a_killed_process_may_be_half_a_line),
        TEST(a_session_is_read_query_by_query),
        TEST(the_answer_to_another_query_is_noticed),
        TEST(without_a_mark_the_last_expected_reply_is_the_end),
        TEST(a_session_that_dies_before_its_mark),
        TEST(an_error_on_the_other_output_voids_all_answers),
        TEST(marks_are_commands),
    };
    return RUN(tests);
}
