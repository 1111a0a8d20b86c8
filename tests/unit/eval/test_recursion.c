/* Which recursive definitions are known to have a solution. */
#include "lang/reading.h"

#include "eval/checks.h"
#include "eval/recursion.h"

#define LISTS "(declare-datatypes ((L 0)) (((nil) (cons (hd Int) (tl L)))))"
#define TREES "(declare-datatypes ((T 0)) (((leaf) (one (up T)) (two (left T) (right T)))))"

/* Of the definitions of the script: do all have a solution? */
static bool are_solvable(const char *text) {
    struct term_table *table = term_table_new();
    struct parser *parser = parser_new(table);
    struct script script = {0};
    struct parse_error error = {0};
    bool solvable = true;
    if (!parser_read_script(parser, text, strlen(text), &script, &error))
        fail_msg("%s: %s", text, strbuf_text(&error.message));
    for (size_t i = 0; i < script.commands.n; i++)
        solvable &= recursion_has_solution(table, &script.commands.at[i]);
    script_release(&script);
    parse_error_release(&error);
    parser_free(parser);
    term_table_free(table);
    return solvable;
}

static void integers_that_fall_to_a_bound_do(void **state) {
    static const char *const good[] = {
        "(define-fun-rec f ((n Int)) Int (ite (<= n 0) 1 (* n (f (- n 1)))))",
        "(define-fun-rec f ((n Int)) Int (ite (< n 2) n (+ (f (- n 1)) (f (- n 2)))))",
        "(define-fun-rec f ((n Int)) Int (ite (> n (- 5)) (+ 1 (f (+ n (- 3)))) 0))",
        "(define-fun-rec f ((n Int)) Int (ite (not (>= 0 n)) (+ 1 (f (+ (- 1) n))) 0))",
        "(define-fun-rec f ((n Int)) Int (ite (or (= n 7) (< n 1)) 0 (+ 1 (f (- n 1)))))",
        "(define-fun-rec f ((k Int) (n Int)) Int (ite (<= n 0) k (+ 1 (f (+ k 1) (- n 1)))))",
        "(define-fun-rec f ((n Int)) Bool (and (< 0 n) (not (f (- n 1)))))",
        "(define-fun-rec f ((n Int)) Bool (or (> 0 n) (not (f (- n 1)))))",
        "(define-fun-rec f ((n Int)) Bool (=> (>= n 1) (not (f (- n 1)))))",
        "(define-fun-rec f ((n Int)) Int (ite (<= n 0) 1 (+ 1 (f (- n 1)))))"
        "(define-fun-rec g ((n Int)) Int (ite (> n 0) (+ (f n) (g (- n 1))) 7))",
        "(define-funs-rec ((e ((n Int)) Bool) (o ((n Int)) Bool))"
        " ((ite (<= n 0) true (not (o (- n 1)))) (ite (<= n 0) false (not (e (- n 1))))))",
    };
    for (size_t i = 0; i < LENGTH(good); i++)
        if (!are_solvable(good[i]))
            fail_msg("%s", good[i]);
}

static void integers_that_do_not_are_doubtful(void **state) {
    static const char *const bad[] = {
        "(define-fun-rec f ((n Int)) Int (+ 1 (f n)))",
        "(define-fun-rec f ((n Int)) Int (+ 1 (f (- 5 n))))",
        "(define-fun-rec f ((n Int)) Int (+ 1 (f (- n 1))))",
        "(define-fun-rec f ((n Int)) Int (ite (= n 0) 0 (+ 1 (f (- n 1)))))",
        "(define-fun-rec f ((n Int)) Int (ite (> n 0) 0 (+ 1 (f (- n 1)))))",
        "(define-fun-rec f ((n Int)) Int (ite (<= n 0) 0 (+ 1 (f (+ n 1)))))",
        "(define-fun-rec f ((n Int)) Int (ite (<= n 0) 0 (+ 1 (f (- n 0)))))",
        "(define-fun-rec f ((n Int)) Int (ite (<= n 0) 0 (+ 1 (f (- n (- 1))))))",
        "(define-fun-rec f ((n Int) (m Int)) Int (ite (<= m 0) 0 (+ 1 (f (- n 1) m))))",
        "(define-fun-rec f ((n Int) (m Int)) Int (ite (<= n m) 0 (+ 1 (f (- n 1) (- m 1)))))",
        "(define-fun-rec f ((n Int)) Bool (or (> n 0) (not (f (- n 1)))))",
        "(define-fun-rec f ((n Int)) Bool (and (or (> n 0) (< n 5)) (not (f (- n 1)))))",
        "(define-fun-rec f ((n Int)) Int (ite (<= n 0) 1 (f (- n (f (- n 1))))))",
        "(define-fun-rec f ((n Int)) Int (ite (> (f (- n 1)) n) (+ 1 (f (- n 1))) 0))",
        "(define-fun-rec f ((n Real)) Int (ite (<= n 0.0) 0 (+ 1 (f (- n 1.0)))))",
        "(define-funs-rec ((e ((n Int)) Bool) (o ((n Int)) Bool))"
        " ((ite (<= n 0) true (not (o (- n 1)))) (not (e n))))",
    };
    for (size_t i = 0; i < LENGTH(bad); i++)
        if (are_solvable(bad[i]))
            fail_msg("%s", bad[i]);
}

/* Where it does not end, any value will do. */
static void calls_that_stand_for_the_whole_do(void **state) {
    assert_true(are_solvable("(define-fun-rec f ((n Int)) Int (f n))"));
    assert_true(are_solvable("(define-fun-rec f ((n Int)) Int (ite (= n 0) 5 (f (+ n n 1))))"));
    assert_true(are_solvable("(define-fun-rec f ((n Int)) Bool (or (= n 0) (f (+ n 1))))"));
    assert_true(are_solvable("(define-funs-rec ((e ((n Int)) Bool) (o ((n Int)) Bool))"
                             " ((ite (= n 0) true (o (- n 1))) (ite (= n 0) false (e (- n 1)))))"));
    assert_false(are_solvable("(define-fun-rec f ((n Int)) Int (f (f n)))"));
    assert_false(are_solvable("(define-fun-rec f ((n Int)) Bool (not (f n)))"));
    assert_false(are_solvable("(define-fun-rec f ((n Int)) Bool (ite (f (+ n 1)) false (f 3)))"));
    assert_false(are_solvable("(define-fun-rec f ((n Int)) Bool (=> (f (+ n 1)) (= n 0)))"));
    assert_false(are_solvable("(define-fun-rec f ((n Int)) Bool (and (f (+ n 1)) (f (- n 1))))"));
}

static void parts_of_datatypes_do(void **state) {
    assert_true(are_solvable(
        LISTS "(define-fun-rec f ((l L)) Int (match l ((nil 0) ((cons h t) (+ 1 (f t))))))"));
    assert_true(are_solvable(
        LISTS "(define-fun-rec f ((l L)) Int (ite ((_ is cons) l) (+ 1 (f (tl l))) 0))"));
    assert_true(are_solvable(
        LISTS "(define-fun-rec f ((l L)) Int (ite ((_ is nil) l) 0 (+ 1 (f (tl l)))))"));
    assert_true(are_solvable(LISTS "(define-fun-rec f ((l L)) Int (match l ((nil 0) ((cons h t)"
                                   " (match t ((nil 1) ((cons i u) (+ 1 (f u)))))))))"));
    assert_true(are_solvable(
        TREES "(define-fun-rec f ((t T)) Int (ite (or ((_ is leaf) t) ((_ is one) t)) 0"
              " (+ 1 (f (left t)) (f (right t)))))"));
    /* (tl nil) may be anything, and so may the parts that others have */
    assert_false(are_solvable(LISTS "(define-fun-rec f ((l L)) Int (+ 1 (f (tl l))))"));
    assert_false(are_solvable(
        LISTS "(define-fun-rec f ((l L)) Int (ite ((_ is nil) l) (+ 1 (f (tl l))) 0))"));
    assert_false(are_solvable(
        TREES "(define-fun-rec f ((t T)) Int (ite ((_ is leaf) t) 0 (+ 1 (f (left t)))))"));
    assert_false(are_solvable(
        LISTS "(define-fun-rec f ((l L)) Int (match l ((nil 0) ((cons h t) (+ 1 (f l))))))"));
    assert_false(
        are_solvable(LISTS "(define-fun-rec f ((l L)) Int (match l ((nil 0) (m (+ 1 (f m))))))"));
    assert_false(are_solvable(LISTS "(define-fun-rec f ((l L)) Int (ite ((_ is cons) l)"
                                    " (+ 1 (f (tl (tl l)))) 0))"));
    assert_false(
        are_solvable("(declare-codatatypes ((S 0)) (((more (hd Int) (tl S)))))"
                     "(define-fun-rec f ((s S)) Int (match s (((more h t) (+ 1 (f t))))))"));
}

static void what_hides_calls_is_doubtful(void **state) {
    assert_false(
        are_solvable("(define-fun-rec f ((n Int)) Int (ite (<= n 0) (! (+ (f 3) 1) :named a)"
                     " (+ 1 (f (- n 1)))))"));
    assert_true(are_solvable("(define-fun-rec f ((n Int)) Int (+ n 1))"));
    assert_true(are_solvable("(declare-fun g (Int) Int)(define-fun f ((n Int)) Int (g n))"));
}

/* Bodies are looked at as trees, but not without end. */
static void shared_bodies_come_to_an_end(void **state) {
    struct strbuf text = {0};
    strbuf_add_text(&text,
                    "(define-fun-rec f ((n Int)) Int (ite (<= n 0) 0 (let ((a0 (f (- n 1)))) ");
    for (int i = 0; i < 40; i++)
        strbuf_printf(&text, "(let ((a%d (+ a%d a%d))) ", i + 1, i, i);
    strbuf_add_text(&text, "a40");
    strbuf_add_repeat(&text, ')', 40 + 3);
    assert_false(are_solvable(strbuf_text(&text)));
    strbuf_free(&text);
}

/* ---- goals ---- */

static void goals_know_what_is_doubtful(void **state) {
    static const char text[] = "(check-sat)(push)(define-fun-rec f ((n Int)) Int (+ 1 (f n)))"
                               "(check-sat)(pop)(check-sat)(reset)(check-sat)";
    static const uint32_t doubtful[] = {0, 18, 18, 0};
    struct term_table *table = term_table_new();
    struct parse_error error = {0};
    struct checks checks = {0};
    struct goal goal = {0};
    assert_true(checks_find(table, text, strlen(text), true, &checks, &error));
    struct parser *parser = parser_new(table);
    assert_int_equal(checks.at.n, LENGTH(doubtful));
    for (size_t i = 0; i < checks.at.n; i++) {
        checks_read(&checks, i, table, parser, text, &goal);
        assert_int_equal(goal.doubtful, doubtful[i]);
        assert_int_equal(goal_verdict(&goal, VERDICT_TRUE),
                         doubtful[i] ? VERDICT_UNSUPPORTED : VERDICT_TRUE);
        assert_int_equal(goal_verdict(&goal, VERDICT_FALSE), VERDICT_FALSE);
    }
    goal_release(&goal);
    checks_release(&checks);
    parser_free(parser);
    parse_error_release(&error);
    term_table_free(table);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(integers_that_fall_to_a_bound_do),  TEST(integers_that_do_not_are_doubtful),
        TEST(calls_that_stand_for_the_whole_do), TEST(parts_of_datatypes_do),
        TEST(what_hides_calls_is_doubtful),      TEST(shared_bodies_come_to_an_end),
        TEST(goals_know_what_is_doubtful),
    };
    return RUN(tests);
}
