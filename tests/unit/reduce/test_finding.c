/*
 * The property that a script shows the same bug: class, who is at fault, and evidence.
 */
#include "reduce/finding.h"

#include <unistd.h>

#include "panel.h"

#define SAY_SAT "echo sat"
#define LIE_ABOUT_MOD "if grep -q mod[^e] $0; then echo unsat; else echo sat; fi"
#define LIE_WITHOUT_DIV "if grep -q div $0; then echo sat; else echo unsat; fi"
#define CRASH                                                                               \
    "if grep -q mod[^e] $0; then echo Fatal failure at a.cpp:12: oops >&2; kill -SEGV $$; " \
    "elif grep -q div $0; then echo Fatal failure at a.cpp:99: oops >&2; kill -SEGV $$;"    \
    " fi; echo sat"
#define CRASH_NOWHERE "if grep -q mod[^e] $0; then kill -SEGV $$; fi; echo sat"

static const char script[] = "(declare-const x Int)\n(assert (= (mod x 3) 1))\n"
                             "(assert (< (div x 5) 7))\n(check-sat)\n";

/* A property of the script, as it is found with these solvers, which have so much time. */
/* What is wrong with the text, where solvers have so much time. */
static struct finding_property *find_in(struct panel *panel, const char *const *words,
                                        const char *text, enum bug bug, uint64_t wall_ms) {
    struct strbuf error = {0};
    panel_init(panel, words);
    panel->base.limits.wall_ms = wall_ms;
    struct finding_property *p = finding_property_new(&panel->base);
    bool found = finding_property_find(p, text, strlen(text), bug, NULL, NULL, &error);
    if (!found)
        fail_msg("%s", strbuf_text(&error));
    strbuf_free(&error);
    return p;
}

static struct finding_property *find_within(struct panel *panel, const char *const *words,
                                            enum bug bug, uint64_t wall_ms) {
    return find_in(panel, words, script, bug, wall_ms);
}

static struct finding_property *find(struct panel *panel, const char *const *words, enum bug bug) {
    return find_within(panel, words, bug, 60000);
}

static void end(struct panel *panel, struct finding_property *p) {
    finding_property_free(p);
    panel_release(panel);
}

static void the_same_lie_with_a_witness_is_kept(void **state) {
    static const char *const words[] = {"honest", SAY_SAT, "liar", LIE_ABOUT_MOD, NULL};
    struct panel panel;
    struct finding_property *p = find(&panel, words, BUG_COUNT);
    const struct finding *finding = finding_property_finding(p);
    struct reduce_property *base = finding_property_base(p);
    assert_int_equal(finding->bug, BUG_REFUTATION_SOUNDNESS);
    assert_int_equal(finding->confidence, CONFIDENCE_PROVEN);
    assert_int_equal(finding->at_fault.n, 1);
    assert_int_equal(finding->at_fault.at[0], 1);

    assert_true(panel_holds(base, "(assert (= (mod 4 3) 1))\n(check-sat)\n"));
    assert_false(panel_holds(base, "(assert (= (div 4 3) 1))\n(check-sat)\n")); /* no lie */
    /* there it is right: there is no witness */
    assert_false(panel_holds(base, "(assert (= (mod 4 3) 2))\n(check-sat)\n"));

    assert_true(panel_confirms(base, "(assert (= (mod 4 3) 1))\n(check-sat)\n", true));
    assert_true(finding->witness.n == 0 || finding->evidence.n > 0);
    assert_true(finding->given.n > 0);
    assert_int_equal(finding->shown, 3);
    assert_false(panel_confirms(base, "(assert (= (mod 4 3) 2))\n(check-sat)\n", true));
    end(&panel, p);
}

/* The more a script says of y, the longer it takes; and one that says something of x, too. */
#define SAY_SAT_LATE "sleep 0.$(grep -c mod.y $0); echo sat"
#define LIE_LATE_ABOUT_X "if grep -q x $0; then sleep 0.15; fi; " LIE_ABOUT_MOD

/* Answers come by the loop, which confirming waits in: neither judgement may disturb the other. */
static void candidates_may_be_judged_while_another_is_confirmed(void **state) {
    static const char *const words[] = {"honest", SAY_SAT_LATE, "liar", LIE_LATE_ABOUT_X, NULL};
    struct panel panel;
    struct finding_property *p = find(&panel, words, BUG_COUNT);
    struct reduce_property *base = finding_property_base(p);
    struct reduce_question questions[8];
    struct strbuf texts[LENGTH(questions)] = {0};
    for (size_t i = 0; i < LENGTH(questions); i++) {
        strbuf_add_text(&texts[i], "(declare-const y Int)\n");
        for (size_t k = 0; k < i; k++)
            strbuf_printf(&texts[i], "(assert (= (mod y %zu) 1))\n", 5 + k);
        strbuf_add_text(&texts[i], "(assert (= (mod 4 3) 1))\n(check-sat)\n");
        questions[i] = (struct reduce_question){.text = strbuf_text(&texts[i]), .n = texts[i].n};
        base->ask(base, &questions[i]);
    }
    assert_true(panel_confirms(base, script, true));
    assert_int_equal(finding_property_finding(p)->shown, 3);
    testing_assert_contains(strbuf_text((struct strbuf *)&finding_property_finding(p)->witness),
                            "((x 4))");
    for (size_t i = 0; i < LENGTH(questions); i++) {
        while (questions[i].answer == REDUCE_PENDING)
            loop_step(base->loop, UINT64_MAX);
        assert_int_equal(questions[i].answer, REDUCE_HOLDS);
        base->drop(base, &questions[i]);
        strbuf_free(&texts[i]);
    }
    end(&panel, p);
}

static void nobody_else_becomes_the_accused(void **state) {
    static const char *const words[] = {"honest",     SAY_SAT,         "liar", LIE_ABOUT_MOD,
                                        "other-liar", LIE_WITHOUT_DIV, NULL};
    struct panel panel;
    struct finding_property *p = find(&panel, words, BUG_COUNT);
    struct reduce_property *base = finding_property_base(p);
    assert_string_equal(panel.names[finding_property_finding(p)->at_fault.at[0]].name, "liar");
    assert_true(panel_holds(base, "(assert (= (mod 4 3) (div 4 3)))\n(check-sat)\n"));
    assert_false(panel_holds(base, "(assert (= (mod 4 3) 1))\n(check-sat)\n"));
    end(&panel, p);
}

static void a_crash_is_known_by_its_place(void **state) {
    static const char *const words[] = {"honest", SAY_SAT, "crasher", CRASH, NULL};
    struct panel panel;
    struct finding_property *p = find(&panel, words, BUG_CRASH);
    struct reduce_property *base = finding_property_base(p);
    assert_true(panel_holds(base, "(assert (= (mod 4 3) 1))\n(check-sat)\n"));
    assert_false(panel_holds(base, "(assert (= (div 4 3) 1))\n(check-sat)\n"));
    assert_false(panel_holds(base, "(assert true)\n(check-sat)\n"));
    assert_false(panel_confirms(base, "(assert (= (div 4 3) 1))\n(check-sat)\n", false));
    end(&panel, p);
}

/* Its fingerprint has the stack, or the theories; neither stays while it gets smaller. */
static void a_crash_that_names_no_place_is_kept_too(void **state) {
    static const char *const words[] = {"honest", SAY_SAT, "crasher", CRASH_NOWHERE, NULL};
    struct panel panel;
    struct finding_property *p = find(&panel, words, BUG_CRASH);
    struct reduce_property *base = finding_property_base(p);
    assert_true(panel_holds(base, "(assert (= \"mod\" \"mod\"))\n(check-sat)\n"));
    assert_false(panel_holds(base, "(assert true)\n(check-sat)\n"));
    end(&panel, p);
}

/* The library that prints the stack is not there. */
#define CRASH_UNKNOWN                                                           \
    "exec env -u LD_PRELOAD sh -c 'if grep -q mod[^e] $0; then kill -ABRT $$; " \
    "elif grep -q div $0; then kill -SEGV $$; fi; echo sat' $0"

/* With neither a place nor a stack, all that there is to keep is who ends by which signal. */
static void a_crash_without_a_stack_is_known_by_its_signal(void **state) {
    static const char *const words[] = {"honest", SAY_SAT, "crasher", CRASH_UNKNOWN, NULL};
    struct panel panel;
    struct finding_property *p = find(&panel, words, BUG_CRASH);
    struct reduce_property *base = finding_property_base(p);
    testing_assert_contains(strbuf_text((struct strbuf *)&finding_property_finding(p)->fingerprint),
                            "Ints");
    static const char other[] = "(assert (= \"mod\" \"mod\"))\n(check-sat)\n";
    assert_true(panel_holds(base, other));
    assert_true(panel_confirms(base, other, false));
    assert_true(panel_confirms(base, other, true));
    assert_false(panel_holds(base, "(assert (= \"div\" \"div\"))\n(check-sat)\n"));
    assert_false(panel_confirms(base, "(assert (= \"div\" \"div\"))\n(check-sat)\n", true));
    end(&panel, p);
}

static void what_is_not_there_is_said(void **state) {
    static const char *const liars[] = {"honest", SAY_SAT, "liar", LIE_ABOUT_MOD, NULL};
    static const char *const honest[] = {"honest", SAY_SAT, "other", SAY_SAT, NULL};
    const struct {
        const char *const *words;
        enum bug bug;
        const char *family, *message;
    } cases[] = {
        {liars, BUG_CRASH, NULL, "there is no crash here; there is refutation-soundness of liar"},
        {liars, BUG_REFUTATION_SOUNDNESS, "honest",
         "there is no refutation-soundness of honest here"},
        {honest, BUG_COUNT, NULL, "nothing is wrong with it that these solvers show"},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        struct panel panel;
        struct strbuf error = {0};
        panel_init(&panel, cases[i].words);
        struct finding_property *p = finding_property_new(&panel.base);
        assert_false(finding_property_find(p, script, strlen(script), cases[i].bug, cases[i].family,
                                           NULL, &error));
        testing_assert_contains(strbuf_text(&error), cases[i].message);
        strbuf_free(&error);
        end(&panel, p);
    }
}

/* x * x = 4 * y + 2 has no solution, which no search in all integers shows. */
#define NO_SQUARE \
    "(declare-const x Int)\n(declare-const y Int)\n(assert (= (* x x) (+ 2 (* 4 y))))\n"
#define SAY_UNSAT "echo unsat"

static void what_was_made_so_is_kept_as_a_disagreement_until_it_is_shown(void **state) {
    static const char *const words[] = {"honest", SAY_UNSAT, "liar", SAY_SAT, NULL};
    static const char made[] = NO_SQUARE "(assert (< x 100))\n(check-sat)\n";
    struct reduce_known known = {.truth = TRUTH_UNSAT};
    struct strbuf error = {0};
    struct panel panel;
    panel_init(&panel, words);
    struct finding_property *p = finding_property_new(&panel.base);
    struct reduce_property *base = finding_property_base(p);
    enum bug bug = BUG_SOLUTION_SOUNDNESS;
    assert_false(finding_property_find(p, made, strlen(made), bug, "liar", NULL, &error));
    testing_assert_contains(strbuf_text(&error), "there is disagreement");
    assert_false(finding_property_find(p, made, strlen(made), bug, "honest", &known, &error));
    testing_assert_contains(strbuf_text(&error), "known by how it was made");
    assert_true(finding_property_find(p, made, strlen(made), bug, "liar", &known, &error));
    assert_false(finding_property_is_shown(p));

    const struct finding *finding = finding_property_finding(p);
    assert_true(panel_confirms(base, made, false));
    assert_true(panel_holds(base, NO_SQUARE "(check-sat)\n"));
    assert_true(panel_confirms(base, NO_SQUARE "(check-sat)\n", true));
    assert_int_equal(finding->bug, BUG_DISAGREEMENT);
    assert_int_equal(finding->fingerprint.n, 0);
    testing_assert_contains(strbuf_text((struct strbuf *)&finding->evidence), "as it was made");
    /* There the other one is wrong. */
    assert_false(panel_holds(base, "(assert (= (* 2 2) 4))\n(check-sat)\n"));
    /* There it is plain, and from there on it has to be. */
    assert_true(panel_holds(base, "(assert (= (* 2 2) 5))\n(check-sat)\n"));
    assert_true(panel_confirms(base, "(assert (= (* 2 2) 5))\n(check-sat)\n", true));
    assert_true(finding_property_is_shown(p));
    assert_int_equal(finding->bug, bug);
    assert_true(finding->fingerprint.n > 0);
    assert_false(panel_holds(base, NO_SQUARE "(check-sat)\n"));
    strbuf_free(&error);
    end(&panel, p);
}

/* Nobody is accused, whatever is known of the script by a label: who is on which side is what stays. */
static void a_disagreement_is_kept_with_both_its_sides(void **state) {
    static const char *const words[] = {
        "one", "if grep -q x $0; then echo unsat; else echo sat; fi", "two",
        "if grep -q y $0; then echo sat; else echo unsat; fi", NULL};
    static const char made[] = NO_SQUARE "(assert (< x 100))\n(check-sat)\n";
    struct strbuf error = {0};
    struct panel panel;
    panel_init(&panel, words);
    struct finding_property *p = finding_property_new(&panel.base);
    struct reduce_property *base = finding_property_base(p);
    assert_true(finding_property_find(p, made, strlen(made), BUG_DISAGREEMENT, NULL, NULL, &error));
    assert_true(panel_holds(base, NO_SQUARE "(check-sat)\n"));
    assert_true(panel_confirms(base, NO_SQUARE "(check-sat)\n", true));
    assert_int_equal(finding_property_finding(p)->bug, BUG_DISAGREEMENT);
    assert_int_equal(finding_property_finding(p)->at_fault.n, 0);
    assert_true(finding_property_finding(p)->fingerprint.n > 0);
    /* Both say something else: they contradict each other still, but it is another thing. */
    assert_false(panel_holds(base, "(declare-const a Int)\n(declare-const b Int)\n"
                                   "(assert (= (* a a) (+ 2 (* 4 b))))\n(check-sat)\n"));
    strbuf_free(&error);
    end(&panel, p);
}

static void it_is_met_when_it_has_the_fingerprint_of_another(void **state) {
    static const char *const words[] = {"honest", SAY_SAT, "liar", LIE_ABOUT_MOD, NULL};
    struct panel panel;
    struct finding_property *p = find(&panel, words, BUG_COUNT);
    struct reduce_property *base = finding_property_base(p);
    const struct strbuf *print = &finding_property_finding(p)->fingerprint;
    assert_true(panel_confirms(base, "(assert (= (mod 4 3) 1))\n(check-sat)\n", false));
    char *other = mem_copy_text(print->at, print->n);
    const char *others[] = {"something else", other};
    finding_property_set_others(p, others, LENGTH(others));
    assert_true(panel_holds(base, "(assert (= (mod 4 3) (div 4 3)))\n(check-sat)\n"));
    assert_false(finding_property_is_met(p));
    assert_true(panel_holds(base, "(assert (= (mod 7 3) 1))\n(check-sat)\n"));
    assert_true(finding_property_is_met(p));
    mem_free(other);
    end(&panel, p);
}

static void the_witness_of_a_test_is_evidence_for_smaller_ones(void **state) {
    static const char *const words[] = {"honest", SAY_SAT, "liar", SAY_UNSAT, NULL};
#define CUBES                                                                           \
    "(declare-const x Int)\n(declare-const y Int)\n(assert (= (+ (* x x x) (* y y y)) " \
    "2355556012180))\n"
    static const char made[] = CUBES "(assert (> x y))\n(check-sat)\n";
    struct reduce_known known = {.truth = TRUTH_SAT,
                                 .witness =
                                     "((define-fun x () Int 12347)(define-fun y () Int 7793))\n()"};
    struct strbuf error = {0};
    struct panel panel;
    panel_init(&panel, words);
    struct finding_property *p = finding_property_new(&panel.base);
    struct reduce_property *base = finding_property_base(p);
    enum bug bug = BUG_REFUTATION_SOUNDNESS;
    assert_false(finding_property_find(p, made, strlen(made), bug, "liar", NULL, &error));
    assert_true(finding_property_find(p, made, strlen(made), bug, "liar", &known, &error));
    assert_true(finding_property_is_shown(p));
    assert_true(panel_confirms(base, made, false));
    assert_true(panel_holds(base, CUBES "(check-sat)\n"));
    assert_true(panel_confirms(base, CUBES "(check-sat)\n", true));
    assert_int_equal(finding_property_finding(p)->bug, bug);
    assert_true(finding_property_finding(p)->witness.n > 0);
    strbuf_free(&error);
    end(&panel, p);
}

/* It is right the first two times that it is asked. */
static void what_is_away_at_first_is_asked_for_again(void **state) {
    struct strbuf line = {0}, once = {0}, twice = {0};
    const char *tmp = getenv("TMPDIR") != NULL ? getenv("TMPDIR") : "/tmp";
    strbuf_printf(&once, "%s/asked-once", tmp);
    strbuf_printf(&twice, "%s/asked-twice", tmp);
    strbuf_printf(&line, "if mkdir %s || mkdir %s; then echo sat; else echo unsat; fi 2>/dev/null",
                  strbuf_text(&once), strbuf_text(&twice));
    const char *const words[] = {"honest", SAY_SAT, "liar", strbuf_text(&line), NULL};
    struct panel panel;
    struct finding_property *p = find(&panel, words, BUG_COUNT);
    assert_int_equal(finding_property_finding(p)->bug, BUG_REFUTATION_SOUNDNESS);
    assert_int_equal(rmdir(strbuf_text(&once)), 0);
    assert_int_equal(rmdir(strbuf_text(&twice)), 0);
    strbuf_free(&line);
    strbuf_free(&once);
    strbuf_free(&twice);
    end(&panel, p);
}

/* ---- who hangs on the way ---- */

/* So long are they waited for at most. */
enum { HANG_MS = 1500 };

#define LIE_SCRIPT "(assert (= (mod 4 3) 1))\n(check-sat)\n"
#define HANG_WITHOUT_DIV "if grep -q div $0; then echo sat; else exec sleep 60; fi"

static bool asks_for_now(struct reduce_property *base, const char *text) {
    struct reduce_question question = {.text = text, .n = strlen(text)};
    base->ask(base, &question);
    while (question.answer == REDUCE_PENDING)
        loop_step(base->loop, UINT64_MAX);
    base->drop(base, &question);
    return question.answer == REDUCE_FAILS && question.is_for_now;
}

static void who_hangs_on_a_smaller_script_is_left_out_from_there_on(void **state) {
    static const char *const words[] = {"honest",  SAY_SAT,          "liar", LIE_ABOUT_MOD,
                                        "dreamer", HANG_WITHOUT_DIV, NULL};
    struct panel panel;
    struct finding_property *p = find_within(&panel, words, BUG_COUNT, HANG_MS);
    struct reduce_property *base = finding_property_base(p);
    assert_true(panel_holds(base, LIE_SCRIPT));
    assert_int_equal(base->n_changes, 1);
    uint64_t before = base->n_calls;
    assert_true(panel_holds(base, "(assert (= (mod 7 3) 1))\n(check-sat)\n"));
    assert_int_equal(base->n_calls - before, 2); /* the liar and the honest one */
    assert_true(panel_confirms(base, LIE_SCRIPT, false));
    assert_true(panel_confirms(base, LIE_SCRIPT, true));
    assert_null(finding_property_also(p));
    assert_string_equal(panel.names[finding_property_finding(p)->at_fault.at[0]].name, "liar");
    assert_int_equal(base->n_changes, 1);
    end(&panel, p);
}

static void who_hangs_only_when_it_is_confirmed_is_left_out_too(void **state) {
    static const char *const words[] = {"dreamer", HANG_WITHOUT_DIV, "liar", LIE_ABOUT_MOD, NULL};
    struct panel panel;
    struct finding_property *p = find_within(&panel, words, BUG_COUNT, HANG_MS);
    struct reduce_property *base = finding_property_base(p);
    assert_true(panel_confirms(base, LIE_SCRIPT, false));
    assert_int_equal(base->n_changes, 1);
    assert_false(panel_confirms(base, "(assert (= (mod 4 3) 2))\n(check-sat)\n", false));
    end(&panel, p);
}

/* Of two who contradict each other, neither can be spared; nor who says unsat where that is the case. */
static void who_is_needed_is_not_left_out(void **state) {
    static const char *const words[] = {
        "one", SAY_UNSAT, "two", "if grep -q 100 $0; then echo sat; else exec sleep 60; fi", NULL};
    static const char made[] = NO_SQUARE "(assert (< x 100))\n(check-sat)\n";
    struct panel panel;
    struct finding_property *p = find_in(&panel, words, made, BUG_DISAGREEMENT, HANG_MS);
    struct reduce_property *base = finding_property_base(p);
    assert_true(asks_for_now(base, NO_SQUARE "(check-sat)\n"));
    assert_false(panel_confirms(base, NO_SQUARE "(check-sat)\n", false));
    assert_int_equal(base->n_changes, 0);
    assert_true(panel_holds(base, NO_SQUARE "(assert (< 100 x))\n(check-sat)\n"));
    end(&panel, p);
}

/* Where nothing is proven, each who says something is a reason to believe it, and is given up late. */
static void who_is_a_hint_is_left_out_only_where_it_holds_up_all(void **state) {
    static const char *const words[] = {
        "one",   SAY_UNSAT, "two",
        SAY_SAT, "dreamer", "if grep -q 100 $0; then echo sat; else exec sleep 60; fi",
        NULL};
    static const char made[] = NO_SQUARE "(assert (< x 100))\n(check-sat)\n";
    struct strbuf text = {0};
    struct panel panel;
    struct finding_property *p = find_in(&panel, words, made, BUG_DISAGREEMENT, HANG_MS);
    struct reduce_property *base = finding_property_base(p);
    for (int i = 0; i < 6; i++) {
        if (i == 2) /* a step with it: it is not in the way of all */
            assert_true(panel_holds(base, NO_SQUARE "(assert (< 100 x))\n(check-sat)\n"));
        strbuf_clear(&text);
        strbuf_printf(&text, NO_SQUARE "(assert (< x %d))\n(check-sat)\n", i);
        assert_true(asks_for_now(base, strbuf_text(&text)));
    }
    assert_int_equal(base->n_changes, 0);
    assert_true(panel_holds(base, NO_SQUARE "(check-sat)\n"));
    assert_int_equal(base->n_changes, 1);
    strbuf_free(&text);
    end(&panel, p);
}

/* It hangs once, and asked again about the same script it is wrong: that would be another bug, too. */
static void who_hangs_once_is_heard_before_it_is_left_out(void **state) {
    struct strbuf line = {0}, folder = {0};
    strbuf_printf(&folder, "%s/hung-once", getenv("TMPDIR") != NULL ? getenv("TMPDIR") : "/tmp");
    rmdir(strbuf_text(&folder));
    strbuf_printf(&line,
                  "if grep -q div $0; then echo sat; elif mkdir %s; then exec sleep 60;"
                  " else echo unsat; fi 2>/dev/null",
                  strbuf_text(&folder));
    const char *const words[] = {"honest",           SAY_SAT, "liar", LIE_ABOUT_MOD, "other",
                                 strbuf_text(&line), NULL};
    struct panel panel;
    struct finding_property *p = find_within(&panel, words, BUG_COUNT, HANG_MS);
    struct reduce_property *base = finding_property_base(p);
    assert_true(asks_for_now(base, LIE_SCRIPT));
    assert_int_equal(rmdir(strbuf_text(&folder)), 0);
    assert_int_equal(base->n_changes, 0);
    assert_true(panel_holds(base, "(assert (= (mod 4 3) (div 4 3)))\n(check-sat)\n"));
    strbuf_free(&line);
    strbuf_free(&folder);
    end(&panel, p);
}

static void who_answers_about_the_result_as_at_first_counts_again_once(void **state) {
    static const char *const words[] = {
        "honest",      SAY_SAT,   "liar",
        LIE_ABOUT_MOD, "dreamer", "if grep -q 7 $0; then echo sat; else exec sleep 60; fi",
        NULL};
    static const char answered[] = "(assert (= (mod 7 3) 1))\n(check-sat)\n";
    struct panel panel;
    struct finding_property *p = find_within(&panel, words, BUG_COUNT, HANG_MS);
    struct reduce_property *base = finding_property_base(p);
    for (unsigned i = 0; i < 2; i++) {
        assert_true(panel_holds(base, LIE_SCRIPT));
        assert_int_equal(base->n_changes, 2 * i + 1);
        assert_true(panel_confirms(base, answered, true));
        assert_int_equal(base->n_changes, 2 + i);
    }
    end(&panel, p);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(the_same_lie_with_a_witness_is_kept),
        TEST(nobody_else_becomes_the_accused),
        TEST(a_crash_is_known_by_its_place),
        TEST(a_crash_that_names_no_place_is_kept_too),
        TEST(a_crash_without_a_stack_is_known_by_its_signal),
        TEST(candidates_may_be_judged_while_another_is_confirmed),
        TEST(what_is_not_there_is_said),
        TEST(what_was_made_so_is_kept_as_a_disagreement_until_it_is_shown),
        TEST(a_disagreement_is_kept_with_both_its_sides),
        TEST(it_is_met_when_it_has_the_fingerprint_of_another),
        TEST(the_witness_of_a_test_is_evidence_for_smaller_ones),
        TEST(what_is_away_at_first_is_asked_for_again),
        TEST(who_hangs_on_a_smaller_script_is_left_out_from_there_on),
        TEST(who_hangs_only_when_it_is_confirmed_is_left_out_too),
        TEST(who_is_needed_is_not_left_out),
        TEST(who_is_a_hint_is_left_out_only_where_it_holds_up_all),
        TEST(who_hangs_once_is_heard_before_it_is_left_out),
        TEST(who_answers_about_the_result_as_at_first_counts_again_once),
    };
    return RUN(tests);
}
