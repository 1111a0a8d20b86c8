/*
 * The reducer, with properties that look at the text of a candidate and at nothing
 * else: what it keeps, that it ends where no step is left, and what it does when
 * the property changes its mind.
 */
#include "reduce/reduce.h"

#include "base/file.h"
#include "base/rng.h"
#include "lang/parser.h"
#include "testing.h"

/* Holds for texts that have all of these words. */
struct words_property {
    struct reduce_property base;
    const char *words[4];
    const char *never; /* a text with this word is confirmed by nobody */
    bool answers_late; /* by the loop */
    const char *first; /* before it changes, a text must have this word, too; NULL */
    unsigned n_tries;  /* of the base */
    size_t n_away;     /* so often nothing is confirmed, from the beginning */
    size_t n_confirmed;
    size_t n_bad;            /* candidates that are no scripts */
    struct loop_timer timer; /* of the question that waits */
    struct reduce_question *waiting[8];
    size_t n_waiting;
};

static bool has_words(const struct words_property *p, const char *text) {
    if (p->first != NULL && p->base.n_changes == 0 && strstr(text, p->first) == NULL)
        return false;
    for (size_t i = 0; i < LENGTH(p->words) && p->words[i] != NULL; i++)
        if (strstr(text, p->words[i]) == NULL)
            return false;
    return true;
}

static bool is_script(const char *text, size_t n) {
    struct term_table *table = term_table_new();
    struct parser *parser = parser_new(table);
    struct script script = {0};
    struct parse_error error = {0};
    bool good = parser_read_script(parser, text, n, &script, &error);
    script_release(&script);
    parser_free(parser);
    term_table_free(table);
    parse_error_release(&error);
    return good;
}

/* Those who wait are answered the last first. */
static void on_time(struct loop_timer *timer) {
    struct words_property *p = LOOP_OWNER(timer, struct words_property, timer);
    struct reduce_question *question = p->waiting[--p->n_waiting];
    question->answer = has_words(p, question->text) ? REDUCE_HOLDS : REDUCE_FAILS;
    if (p->n_waiting > 0)
        loop_set(p->base.loop, timer, 0);
}

static void ask(struct reduce_property *base, struct reduce_question *question) {
    struct words_property *p = (struct words_property *)base;
    p->n_bad += !is_script(question->text, question->n);
    question->is_for_now = p->first != NULL;
    if (!p->answers_late) {
        question->answer = has_words(p, question->text) ? REDUCE_HOLDS : REDUCE_FAILS;
        return;
    }
    p->waiting[p->n_waiting++] = question;
    if (p->n_waiting == 1)
        loop_set(base->loop, &p->timer, 0);
}

static bool confirm(struct reduce_property *base, const char *text, size_t n, bool is_last) {
    struct words_property *p = (struct words_property *)base;
    (void)n;
    if (p->n_confirmed++ < p->n_away)
        return false;
    bool holds = has_words(p, text) && (p->never == NULL || strstr(text, p->never) != NULL);
    p->base.n_changes = holds && is_last ? 1 : p->base.n_changes;
    return holds;
}

struct run {
    enum reduce_status status;
    struct reduce_result result;
    size_t n_best;
    bool refuses_to_keep;
    volatile sig_atomic_t stops;
    size_t stop_after; /* steps; 0: never */
    size_t n_steps;
    size_t last; /* bytes of the last step */
    bool grew;
    size_t enough; /* steps; 0: as many as there are */
    const struct words_property *property;
    size_t n_wrong; /* steps that are no script, or do not have the property */
};

static bool on_best(const char *text, size_t n, void *context) {
    struct run *run = context;
    assert_int_equal(strlen(text), n);
    run->n_best++;
    return !run->refuses_to_keep;
}

static void on_step(const char *text, size_t n, const char *pass, void *context) {
    struct run *run = context;
    (void)pass;
    run->n_wrong += !is_script(text, n) || !has_words(run->property, text);
    run->grew = run->grew || (run->last > 0 && n > run->last);
    run->last = n;
    if (++run->n_steps == run->stop_after)
        run->stops = 1;
}

static bool is_enough(void *context) {
    const struct run *run = context;
    return run->n_steps == run->enough;
}

static void reduce(struct words_property *p, const char *text, const char *from, struct run *run) {
    struct loop loop;
    struct reduce_options options = {.jobs = 4,
                                     .stops = &run->stops,
                                     .on_best = on_best,
                                     .on_step = on_step,
                                     .is_enough = is_enough,
                                     .context = run};
    assert_true(loop_init(&loop));
    p->base = (struct reduce_property){
        .loop = &loop, .n_tries = p->n_tries, .ask = ask, .confirm = confirm};
    p->timer.fire = on_time;
    run->property = p;
    run->status = reduce_script(&p->base, text, strlen(text), from, from != NULL ? strlen(from) : 0,
                                &options, &run->result);
    loop_release(&loop);
}

static const char script[] =
    "; a comment\n(set-logic ALL)\n(set-info :status sat)\n(declare-const unused Int)\n"
    "(declare-const count Int)\n(declare-const word String)\n(declare-fun f (Int Bool) Int)\n"
    "(define-fun twice ((n Int)) Int (* 2 n))\n"
    "(assert (or (> (f count true) 12) (= word \"some long word\")))\n"
    "(assert (and (< count 98) (not (not (= (div (twice count) 3) (f 1 false))))))\n"
    "(assert (forall ((q Int)) (=> (> q count) (> (f q true) 0))))\n(check-sat)\n(get-model)\n";

static void what_is_wanted_stays_and_the_rest_goes(void **state) {
    struct words_property p = {.words = {"(div", "(check-sat)"}};
    struct run run = {0};
    reduce(&p, script, NULL, &run);
    assert_int_equal(run.status, REDUCE_DONE);
    assert_string_equal(strbuf_text(&run.result.text), "(assert (= (div 0 1) 0))\n(check-sat)\n");
    assert_int_equal(p.n_bad, 0);
    assert_false(run.grew);
    assert_int_equal(run.n_wrong, 0);
    assert_true(run.n_best > 0);
    assert_int_equal(run.result.n_steps, run.n_steps);
    reduce_result_release(&run.result);
}

static void reducing_the_result_changes_nothing(void **state) {
    static const char *const wanted[][2] = {
        {"(div", "forall"}, {"\"", "f"}, {"not", "word"}, {"98", "q"}};
    for (size_t i = 0; i < LENGTH(wanted); i++) {
        struct words_property p = {.words = {wanted[i][0], wanted[i][1], "check-sat"}};
        struct run first = {0}, second = {0};
        reduce(&p, script, NULL, &first);
        assert_int_equal(first.status, REDUCE_DONE);
        reduce(&p, strbuf_text(&first.result.text), NULL, &second);
        assert_int_equal(second.status, REDUCE_DONE);
        assert_int_equal(second.result.n_steps, 0);
        assert_string_equal(strbuf_text(&second.result.text), strbuf_text(&first.result.text));
        assert_int_equal(p.n_bad, 0);
        reduce_result_release(&first.result);
        reduce_result_release(&second.result);
    }
}

/* Answers that come late and in another order give the same result. */
static void the_result_does_not_depend_on_who_is_faster(void **state) {
    struct words_property quick = {.words = {"forall", "12"}}, late = quick;
    struct run a = {0}, b = {0};
    late.answers_late = true;
    reduce(&quick, script, NULL, &a);
    reduce(&late, script, NULL, &b);
    assert_int_equal(b.status, REDUCE_DONE);
    assert_string_equal(strbuf_text(&a.result.text), strbuf_text(&b.result.text));
    reduce_result_release(&a.result);
    reduce_result_release(&b.result);
}

/* The search says yes to what is never confirmed: the result is what was confirmed. */
static void what_failed_before_the_property_changed_is_tried_again(void **state) {
    struct words_property p = {.words = {"(div", "(check-sat)"}, .first = "true"};
    struct run run = {0};
    reduce(&p, script, NULL, &run);
    assert_int_equal(run.status, REDUCE_DONE);
    assert_true(run.result.is_confirmed);
    assert_string_equal(strbuf_text(&run.result.text), "(assert (= (div 0 1) 0))\n(check-sat)\n");
    reduce_result_release(&run.result);
}

static void what_is_not_confirmed_is_not_the_result(void **state) {
    struct words_property p = {.words = {"check-sat"}, .never = "count"};
    struct run run = {0};
    reduce(&p, script, NULL, &run);
    assert_int_equal(run.status, REDUCE_DONE);
    assert_non_null(strstr(strbuf_text(&run.result.text), "count"));
    assert_true(run.result.bytes < 60);
    assert_true(run.result.is_confirmed);
    reduce_result_release(&run.result);
}

/* A property may be about lines: then the result is not broken into several. */
static void the_result_itself_has_the_property(void **state) {
    static const char wanted[] =
        "(= \"a word that is quite long\" \"another word that is quite long\" \"and one more\")";
    struct strbuf whole = {0};
    struct words_property p = {.words = {wanted}};
    struct run run = {0};
    strbuf_printf(&whole, "(declare-const p Bool)\n(assert (or p (not %s)))\n(check-sat)\n",
                  wanted);
    reduce(&p, strbuf_text(&whole), NULL, &run);
    assert_int_equal(run.status, REDUCE_DONE);
    assert_true(run.result.is_confirmed);
    assert_non_null(strstr(strbuf_text(&run.result.text), wanted));
    reduce_result_release(&run.result);
    strbuf_free(&whole);
}

static void a_script_without_the_property_is_lost(void **state) {
    struct words_property p = {.words = {"bvadd"}};
    struct run run = {0};
    reduce(&p, script, NULL, &run);
    assert_int_equal(run.status, REDUCE_LOST);
    reduce_result_release(&run.result);
}

static void what_comes_and_goes_is_lost_only_after_some_tries(void **state) {
    for (size_t n_away = 2; n_away <= 3; n_away++) {
        struct words_property p = {.words = {"(div"}, .n_tries = 3, .n_away = n_away};
        struct run run = {0};
        reduce(&p, script, NULL, &run);
        assert_int_equal(run.status, n_away < 3 ? REDUCE_DONE : REDUCE_LOST);
        reduce_result_release(&run.result);
    }
}

static void bad_input_is_told_with_its_place(void **state) {
    struct words_property p = {.words = {"x"}};
    struct run run = {0};
    reduce(&p, "(declare-const x Int)\n(assert (> x y))\n", NULL, &run);
    assert_int_equal(run.status, REDUCE_BAD_INPUT);
    assert_non_null(strstr(strbuf_text(&run.result.error), "2:14: error: unknown symbol 'y'"));
    reduce_result_release(&run.result);
}

static void it_stops_in_order_and_goes_on_from_there(void **state) {
    struct words_property p = {.words = {"(div", "(check-sat)"}};
    struct run first = {.stop_after = 3}, second = {0};
    reduce(&p, script, NULL, &first);
    assert_int_equal(first.status, REDUCE_STOPPED);
    assert_int_equal(first.n_steps, 3);
    assert_true(has_words(&p, strbuf_text(&first.result.text)));
    uint64_t bytes = first.result.bytes;
    reduce(&p, script, strbuf_text(&first.result.text), &second);
    assert_int_equal(second.status, REDUCE_DONE);
    assert_true(second.last < bytes);
    assert_string_equal(strbuf_text(&second.result.text),
                        "(assert (= (div 0 1) 0))\n(check-sat)\n");
    reduce_result_release(&first.result);
    reduce_result_release(&second.result);
}

/* What somebody else's run has left there is not taken over. */
static void it_goes_on_only_from_what_has_the_property(void **state) {
    struct words_property p = {.words = {"(div", "(check-sat)"}};
    struct run run = {0};
    reduce(&p, script, "(assert (= (mod 0 0) 0))\n(check-sat)\n", &run);
    assert_int_equal(run.status, REDUCE_DONE);
    assert_string_equal(strbuf_text(&run.result.text), "(assert (= (div 0 1) 0))\n(check-sat)\n");
    reduce_result_release(&run.result);
}

static void it_ends_when_the_best_cannot_be_kept(void **state) {
    struct words_property p = {.words = {"(check-sat)"}};
    struct run run = {.refuses_to_keep = true};
    reduce(&p, script, NULL, &run);
    assert_int_equal(run.status, REDUCE_NOT_KEPT);
    assert_int_equal(run.n_best, 1);
    reduce_result_release(&run.result);
}

/* A term nested deep is an ordinary input. */
static void deep_terms_are_no_problem(void **state) {
    struct words_property p = {.words = {"xor", "check-sat"}};
    struct run run = {0};
    struct strbuf text = {0};
    enum { DEPTH = 1000 };
    strbuf_add_text(&text, "(declare-const p Bool)\n(assert ");
    for (int i = 0; i < DEPTH; i++)
        strbuf_add_text(&text, i == DEPTH / 2 ? "(xor p " : "(and p ");
    strbuf_add_text(&text, "p");
    strbuf_add_repeat(&text, ')', DEPTH);
    strbuf_add_text(&text, ")\n(check-sat)\n");
    reduce(&p, strbuf_text(&text), NULL, &run);
    assert_int_equal(run.status, REDUCE_DONE);
    assert_true(run.result.bytes < 60);
    reduce_result_release(&run.result);
    strbuf_free(&text);
}

/* What is left of a script that must keep a word. */
static void expect_rest(const char *text, const char *word, const char *rest) {
    struct words_property p = {.words = {word}};
    struct run run = {0};
    reduce(&p, text, NULL, &run);
    assert_int_equal(run.status, REDUCE_DONE);
    assert_string_equal(strbuf_text(&run.result.text), rest);
    reduce_result_release(&run.result);
}

static void no_step_ends_where_the_standard_leaves_something_open(void **state) {
    (void)state;
    expect_rest("(declare-const x Int)(assert (= (mod (+ x 7) 12) 3))(check-sat)", "(mod ",
                "(assert (= (mod 0 1) 0))\n(check-sat)\n");
    expect_rest("(declare-const x Real)(assert (= (/ x 2.5) 3.0))(check-sat)", "(/ ",
                "(assert (= (/ 0.0 1.0) 0.0))\n(check-sat)\n");
    expect_rest("(declare-const s (Seq Int))(assert (= (seq.nth s 1) 3))(check-sat)", "nth",
                "(declare-const s (Seq Int))\n(assert (= (seq.nth s 0) 0))\n(check-sat)\n");
    /* where one was, it may stay */
    expect_rest("(declare-const x Int)(assert (= (mod (+ x 7) 0) 3))(check-sat)", "(mod ",
                "(assert (= (mod 0 0) 0))\n(check-sat)\n");
}

/* A bug may lie in a declaration as such. */
static void what_nothing_uses_is_no_hindrance(void **state) {
    static const char text[] =
        "; a comment\n(set-logic ALL)(define-sort W () Int)(declare-sort S 0)(declare-sort T 0)"
        "(declare-fun f (S) S)(declare-fun x () W)(declare-fun y () Int)"
        "(assert (> (+ x y) 12))(assert (< (* x 3) 12))(check-sat)(get-value (x))";
    (void)state;
    expect_rest(text, "define-sort", "(define-sort S () Int)\n(check-sat)\n");
    expect_rest(text, "(declare-sort T", "(declare-sort T 0)\n(check-sat)\n");
    expect_rest(text, "(declare-fun f", "(declare-fun f () Bool)\n(check-sat)\n");
    /* also if it is used at first */
    expect_rest(text, "(declare-fun y", "(declare-fun y () Int)\n(check-sat)\n");
}

static void every_command_goes_that_is_not_needed(void **state) {
    (void)state;
    expect_rest(
        "; a comment\n(set-logic ALL)(declare-fun t () Int)(display t)(labels)(get-objectives)"
        "(help)(help-tactic)(get-abduct A true)(declare-sort-parameter P)(apply skip)"
        "(get-qe (= t 1))(query (= t 1))(declare-heap (Int Int))(check-sat)(get-info :name)",
        "", "(check-sat)\n");
    /* one of those that go at once may be needed */
    expect_rest("; a comment\n(set-info :status sat)(check-sat)(get-info :name)(exit)", "get-info",
                "(check-sat)\n(get-info :name)\n");
}

/* Some solvers read only Float32 and Float64 without being asked to do more. */
static void no_step_leads_to_floats_of_an_odd_format(void **state) {
    (void)state;
    expect_rest("(declare-const x Float64)(assert (fp.isNaN x))(check-sat)", "(fp.isNaN x",
                "(declare-const x Float32)\n(assert (fp.isNaN x))\n(check-sat)\n");
    expect_rest("(declare-const x (_ BitVec 32))(declare-const r RoundingMode)"
                "(assert (fp.isNaN ((_ to_fp 8 24) r x)))(check-sat)",
                "(_ to_fp ", "(assert (fp.isNaN ((_ to_fp 8 24) RNE #b0)))\n(check-sat)\n");
    /* where one was, it may become a smaller one */
    expect_rest("(declare-const x Float64)(declare-const y Float128)"
                "(assert (or (fp.isNaN y) (fp.isNaN x)))(check-sat)",
                "(fp.isNaN y", "(declare-const y Float16)\n(assert (fp.isNaN y))\n(check-sat)\n");
}

static void what_is_small_enough_is_not_made_smaller(void **state) {
    struct words_property p = {.words = {"count"}, .answers_late = true};
    struct run run = {.enough = 2}, whole = {0};
    reduce(&p, script, NULL, &run);
    assert_int_equal(run.status, REDUCE_DONE);
    assert_int_equal(run.result.n_steps, 2);
    assert_true(run.n_best > 0);
    p = (struct words_property){.words = {"count"}};
    reduce(&p, script, NULL, &whole);
    assert_true(whole.result.bytes < run.result.bytes);
    reduce_result_release(&run.result);
    reduce_result_release(&whole.result);
}

/* ---- scripts of all kinds ---------------------------------------------------- */

/* An operator of the script with its parenthesis, drawn; commands are none. */
static bool draw_word(struct rng *rng, const char *text, char *word, size_t size) {
    static const char *const commands[] = {"(set-", "(declare", "(define", "(assert", "(check",
                                           "(get-", "(push",    "(pop",    "(exit",   "(let"};
    size_t n_seen = 0;
    for (const char *at = strchr(text, '('); at != NULL; at = strchr(at + 1, '(')) {
        size_t n = 1 + strcspn(at + 1, " ()\n\t\"|;_");
        bool is_command = n < 2 || n >= size || at[n] != ' ';
        for (size_t i = 0; i < LENGTH(commands); i++)
            is_command |= strncmp(at, commands[i], strlen(commands[i])) == 0;
        if (is_command || !rng_chance(rng, 1, ++n_seen))
            continue;
        memcpy(word, at, n);
        word[n] = '\0';
    }
    return n_seen > 0;
}

/* Reduced, reduced again, and stopped somewhere and gone on with. False: momus prints it without a word. */
static bool check_laws(struct words_property *p, const char *text, size_t stop_after) {
    struct run first = {0}, again = {0}, stopped = {.stop_after = stop_after}, rest = {0};
    reduce(p, text, NULL, &first);
    if (first.status == REDUCE_LOST) {
        reduce_result_release(&first.result);
        return false;
    }
    assert_int_equal(first.status, REDUCE_DONE);
    assert_true(first.result.is_confirmed && has_words(p, strbuf_text(&first.result.text)));
    reduce(p, strbuf_text(&first.result.text), NULL, &again);
    assert_int_equal(again.status, REDUCE_DONE);
    assert_string_equal(strbuf_text(&again.result.text), strbuf_text(&first.result.text));
    reduce(p, text, NULL, &stopped);
    assert_true(has_words(p, strbuf_text(&stopped.result.text)));
    reduce(p, text, strbuf_text(&stopped.result.text), &rest);
    assert_int_equal(rest.status, REDUCE_DONE);
    assert_true(has_words(p, strbuf_text(&rest.result.text)));
    assert_int_equal(first.n_wrong + again.n_wrong + stopped.n_wrong + rest.n_wrong, 0);
    assert_int_equal(p->n_bad, 0);
    reduce_result_release(&first.result);
    reduce_result_release(&again.result);
    reduce_result_release(&stopped.result);
    reduce_result_release(&rest.result);
    return true;
}

static void every_step_keeps_the_property_and_the_end_is_the_end(void **state) {
    path_vec paths = {0};
    struct strbuf error = {0};
    struct rng rng;
    size_t n_checked = 0;
    rng_init(&rng, 8, 7, 0, 0);
    assert_true(file_list("seeds", ".smt2", &paths, &error));
    for (size_t i = 0; i < paths.n; i += 11) {
        struct file_text text = {0};
        char words[2][32];
        assert_true(file_read(paths.at[i], &text, &error));
        if (text.n < 1500 && draw_word(&rng, text.at, words[0], sizeof words[0]) &&
            draw_word(&rng, text.at, words[1], sizeof words[1])) {
            struct words_property p = {.words = {words[0], words[1], "(check-sat"}};
            print_message("%s: %s %s\n", paths.at[i], words[0], words[1]);
            n_checked += check_laws(&p, text.at, 1 + i % 6) ? 1 : 0;
        }
        file_text_free(&text);
    }
    assert_true(n_checked > 15);
    path_vec_free(&paths);
    strbuf_free(&error);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(what_is_wanted_stays_and_the_rest_goes),
        TEST(reducing_the_result_changes_nothing),
        TEST(the_result_does_not_depend_on_who_is_faster),
        TEST(what_failed_before_the_property_changed_is_tried_again),
        TEST(what_is_not_confirmed_is_not_the_result),
        TEST(the_result_itself_has_the_property),
        TEST(a_script_without_the_property_is_lost),
        TEST(what_comes_and_goes_is_lost_only_after_some_tries),
        TEST(bad_input_is_told_with_its_place),
        TEST(it_stops_in_order_and_goes_on_from_there),
        TEST(it_goes_on_only_from_what_has_the_property),
        TEST(it_ends_when_the_best_cannot_be_kept),
        TEST(deep_terms_are_no_problem),
        TEST(what_is_small_enough_is_not_made_smaller),
        TEST(no_step_ends_where_the_standard_leaves_something_open),
        TEST(what_nothing_uses_is_no_hindrance),
        TEST(every_command_goes_that_is_not_needed),
        TEST(no_step_leads_to_floats_of_an_odd_format),
        TEST(every_step_keeps_the_property_and_the_end_is_the_end),
    };
    return RUN(tests);
}
