/*
 * What each pass makes of a script. A candidate is compared as one line per command.
 */
#include "reduce/steps.h"

#include "testing.h"

/* Is the text among what the pass makes of the script? */
static bool makes(enum pass_id pass, const char *script, const char *wanted) {
    struct steps steps;
    struct draft reader;
    step_vec found = {0};
    struct parse_error error = {0};
    struct strbuf out = {0};
    bool made = false;
    steps_init(&steps);
    draft_init(&reader);
    assert_true(steps_read(&steps, script, strlen(script), &error));
    passes[pass].list(&steps, &found);
    for (size_t i = 0; i < found.n; i++) {
        strbuf_clear(&steps.rewritten);
        revision_begin(&steps.draft);
        if (!passes[pass].apply(&steps, &found.at[i])) {
            revision_abandon(&steps.draft);
            continue;
        }
        if (steps.rewritten.n > 0) {
            revision_abandon(&steps.draft);
            if (!draft_read(&reader, strbuf_text(&steps.rewritten), steps.rewritten.n, &error)) {
                parse_error_release(&error);
                error = (struct parse_error){0};
                continue;
            }
            revision_begin(&reader);
            revision_finish(&reader, &out);
        } else
            revision_finish(&steps.draft, &out);
        made = made || strcmp(strbuf_text(&out), wanted) == 0;
    }
    parse_error_release(&error);
    vec_free(&found);
    strbuf_free(&out);
    draft_release(&reader);
    steps_release(&steps);
    return made;
}

static void what_cannot_matter_is_stripped(void **state) {
    assert_true(
        makes(PASS_strip,
              "; a comment\n(set-info :status sat)\n(declare-sort S 0)\n(declare-fun x () Int)\n"
              "(declare-fun f (Int) S)\n(define-fun g () Int (+ x 1))\n(assert (> x 0))\n"
              "(check-sat)\n(get-model)\n(exit)\n",
              "(declare-fun x () Int)\n(assert (> x 0))\n(check-sat)\n"));
    assert_true(makes(PASS_strip, "(declare-fun x () Int)\n(assert (> x 0))\n(check-sat)\n",
                      "(declare-const x Int)\n(assert (> x 0))\n(check-sat)\n"));
}

static void a_datatype_stays_while_anything_of_it_is_used(void **state) {
    static const char script[] = "(declare-datatypes ((S 0) (T 0)) (((a (b T))) ((c (d Int)))))\n"
                                 "(declare-const x S)\n(declare-const y Int)\n"
                                 "(assert (> y 0))\n(assert (= x x))\n(check-sat)\n";
    assert_true(
        makes(PASS_commands, script, "(declare-const y Int)\n(assert (> y 0))\n(check-sat)\n"));
    assert_true(makes(PASS_commands, script,
                      "(declare-datatypes ((S 0) (T 0))\n  (((a (b T)))\n   ((c (d Int)))))\n"
                      "(declare-const x S)\n(assert (= x x))\n(check-sat)\n"));
}

static void commands_go_by_halves(void **state) {
    static const char script[] = "(set-logic ALL)\n(declare-const p Bool)\n(declare-const q Bool)\n"
                                 "(assert p)\n(assert q)\n(assert (not p))\n(assert (not q))\n"
                                 "(check-sat)\n";
    assert_true(makes(PASS_commands, script,
                      "(set-logic ALL)\n(declare-const p Bool)\n(declare-const q Bool)\n"
                      "(assert (not p))\n(assert (not q))\n(check-sat)\n"));
    assert_true(makes(PASS_commands, script,
                      "(set-logic ALL)\n(declare-const p Bool)\n(declare-const q Bool)\n"
                      "(assert p)\n(assert q)\n(assert (not p))\n(check-sat)\n"));
    assert_true(makes(PASS_commands, script,
                      "(declare-const p Bool)\n(declare-const q Bool)\n(assert p)\n(assert q)\n"
                      "(assert (not p))\n(assert (not q))\n(check-sat)\n"));
}

static void levels_go_in_pairs(void **state) {
    static const char script[] = "(push 1)\n(assert true)\n(check-sat)\n(push 1)\n(check-sat)\n"
                                 "(pop 1)\n(pop 1)\n";
    assert_true(
        makes(PASS_levels, script, "(push 1)\n(assert true)\n(check-sat)\n(check-sat)\n(pop 1)\n"));
    assert_true(makes(PASS_levels, script, "(assert true)\n(check-sat)\n(check-sat)\n"));
    assert_true(makes(PASS_levels, script,
                      "(push 1)\n(assert true)\n(push 1)\n(check-sat)\n(pop 1)\n(pop 1)\n"));
    assert_true(
        makes(PASS_levels, "(declare-const p Bool)\n(check-sat-assuming (p))\n", "(check-sat)\n"));
}

static void some_of_many_levels_go_with_their_ends(void **state) {
    assert_true(makes(PASS_levels, "(push 12)\n(check-sat)\n(pop 12)\n",
                      "(push 1)\n(check-sat)\n(pop 1)\n"));
    assert_true(makes(PASS_levels, "(push 1)\n(push 1)\n(check-sat)\n(pop 2)\n",
                      "(push 1)\n(check-sat)\n(pop 1)\n"));
    /* of two levels, the outer or the inner one */
    static const char two[] = "(push 2)\n(pop 1)\n(check-sat)\n(pop 1)\n";
    assert_true(makes(PASS_levels, two, "(push 1)\n(pop 1)\n(check-sat)\n"));
    assert_true(makes(PASS_levels, two, "(push 1)\n(check-sat)\n(pop 1)\n"));
    assert_true(makes(PASS_levels, "(push 2)\n(reset)\n(push 1)\n(check-sat)\n(pop 1)\n",
                      "(push 1)\n(reset)\n(push 1)\n(check-sat)\n(pop 1)\n"));
    assert_true(makes(PASS_levels, "(push 0)\n(check-sat)\n(pop 0)\n", "(check-sat)\n"));
    /* an end alone */
    assert_true(makes(PASS_levels, "(push 1)\n(check-sat)\n(pop 1)\n", "(push 1)\n(check-sat)\n"));
}

static void arguments_of_commands_shrink(void **state) {
    assert_true(makes(PASS_arguments, "(check-sat-assuming (true true))\n",
                      "(check-sat-assuming (true))\n"));
    assert_true(makes(PASS_arguments,
                      "(declare-const x Int)\n(declare-const y Int)\n(check-sat)\n"
                      "(get-value (x y (+ x 1)))\n",
                      "(declare-const x Int)\n(check-sat)\n(get-value (x (+ x 1)))\n"));
    assert_true(makes(PASS_arguments, "(echo \"abcd\")\n", "(echo \"\")\n"));
    assert_true(makes(PASS_arguments, "(echo \"abcd\")\n", "(echo \"cd\")\n"));
    assert_true(makes(PASS_arguments, "(set-option :random-seed 12345)\n",
                      "(set-option :random-seed 0)\n"));
    assert_true(makes(PASS_arguments, "(set-option :random-seed 12345)\n",
                      "(set-option :random-seed 6173)\n"));
    assert_true(makes(PASS_arguments, "(set-option :random-seed 12345)\n",
                      "(set-option :random-seed 12344)\n"));
}

static void logic_is_simplified_all_at_once(void **state) {
    assert_true(makes(PASS_simplify,
                      "(declare-const p Bool)\n(declare-const q Bool)\n(declare-const r Bool)\n"
                      "(assert (or (and (not (not p)) q) (and p (not q))))\n"
                      "(assert (=> (or q true) (ite r (and q (or r (not r))) q)))\n"
                      "(assert (or q (not q)))\n(check-sat)\n",
                      "(declare-const p Bool)\n(declare-const q Bool)\n(assert p)\n(assert q)\n"
                      "(check-sat)\n"));
    assert_true(
        makes(PASS_simplify,
              "(declare-const x String)\n(declare-const n Int)\n"
              "(assert (= (str.++ (str.++ x \"\") \"a\" \"b\") \"\"))\n"
              "(assert (< (+ n (+ 0 n)) 2))\n(check-sat)\n",
              "(declare-const x String)\n(declare-const n Int)\n"
              "(assert (= (str.++ x \"ab\") \"\"))\n(assert (< (+ n n) 2))\n(check-sat)\n"));
}

static const char three[] =
    "(declare-const p Bool)\n(declare-const q Bool)\n(declare-const r Bool)\n";

/* What all three are simplified to in an assertion; their declarations stay. */
static bool becomes(const char *formula, const char *simpler) {
    struct strbuf script = {0}, wanted = {0};
    static const char all[] = "(assert (distinct (and p q) (and q r)))\n(check-sat)\n";
    strbuf_printf(&script, "%s(assert %s)\n%s", three, formula, all);
    strbuf_printf(&wanted, "%s(assert %s)\n%s", three, simpler,
                  "(assert (xor (and p q) (and q r)))\n(check-sat)\n");
    bool made = makes(PASS_simplify, strbuf_text(&script), strbuf_text(&wanted));
    strbuf_free(&script);
    strbuf_free(&wanted);
    return made;
}

static void equations_of_formulas_become_connectives(void **state) {
    assert_true(becomes("(= p q true)", "(and p q)"));
    assert_true(becomes("(= p q false)", "(not (or p q))"));
    assert_true(becomes("(= (not p) true)", "(not p)"));
    assert_true(becomes("(= p q p)", "(= p q)"));
    assert_true(becomes("(= p (not q))", "(xor p q)"));
    assert_true(becomes("(xor p (not q))", "(= p q)"));
    assert_true(becomes("(not (= p q))", "(xor p q)"));
    assert_true(becomes("(xor (not p) true)", "p"));
    assert_true(becomes("(distinct p false)", "p"));
    assert_true(becomes("(ite p true q)", "(or p q)"));
    assert_true(becomes("(ite p q false)", "(and p q)"));
    assert_true(becomes("(ite (not p) false q)", "(and p q)"));
    assert_true(becomes("(= p q r)", "(= p q r)"));
    assert_true(becomes("(= p true q false)", "false"));
}

static void a_language_of_one_word_is_an_equation(void **state) {
    static const char script[] =
        "(declare-const x String)\n(declare-const y String)\n"
        "(assert (str.in_re x (str.to_re (str.++ y y))))\n"
        "(assert (str.in_re y (re.++ (str.to_re \"a\") (str.to_re \"b\") re.all)))\n(check-sat)\n";
    assert_true(makes(PASS_simplify, script,
                      "(declare-const x String)\n(declare-const y String)\n"
                      "(assert (= x (str.++ y y)))\n"
                      "(assert (str.in_re y (re.++ (str.to_re \"ab\") re.all)))\n(check-sat)\n"));
    /* One rule alone. */
    assert_true(makes(PASS_rewrite, script,
                      "(declare-const x String)\n(declare-const y String)\n"
                      "(assert (= x (str.++ y y)))\n"
                      "(assert (str.in_re y (re.++ (str.to_re \"a\") (str.to_re \"b\") re.all)))\n"
                      "(check-sat)\n"));
}

static void of_two_names_the_standard_has_the_short_one_stays(void **state) {
    assert_true(makes(PASS_simplify,
                      "(declare-const x Float16)\n"
                      "(assert (= x (fp.sqrt roundNearestTiesToAway x)))\n(check-sat)\n",
                      "(declare-const x Float16)\n(assert (= x (fp.sqrt RNA x)))\n(check-sat)\n"));
}

static void what_has_a_value_becomes_it(void **state) {
    assert_true(makes(PASS_rewrite,
                      "(declare-const x Int)\n"
                      "(assert (= x (+ 2 (* 3 (str.len \"abcd\")))))\n(check-sat)\n",
                      "(declare-const x Int)\n(assert (= x 14))\n(check-sat)\n"));
    /* What is open has none. */
    assert_false(makes(PASS_rewrite,
                       "(declare-const x Int)\n(assert (= x (div 4 0)))\n(check-sat)\n",
                       "(declare-const x Int)\n(assert (= x 0))\n(check-sat)\n"));
}

static void names_become_short_and_stay_apart(void **state) {
    assert_true(makes(PASS_names,
                      "(declare-sort Element 0)\n(declare-const first Element)\n"
                      "(declare-const second Element)\n(declare-fun next (Element) Element)\n"
                      "(assert (forall ((any Element)) (distinct (next any) first second)))\n"
                      "(check-sat)\n",
                      "(declare-sort S 0)\n(declare-const x S)\n(declare-const y S)\n"
                      "(declare-fun f (S) S)\n"
                      "(assert (forall ((z S)) (distinct (f z) x y)))\n(check-sat)\n"));
    /* those that terms have, where they are given and where they are used */
    assert_true(makes(PASS_names,
                      "(declare-const number Int)\n(push 1)\n"
                      "(assert (! (and (! (> number 3) :named inner) inner) :named |the other|))\n"
                      "(pop 1)\n(assert (! (< number 3) :named inner))\n(check-sat)\n"
                      "(get-value (inner))\n",
                      "(declare-const x Int)\n(push 1)\n"
                      "(assert (! (and (! (> x 3) :named y) y) :named z))\n(pop 1)\n"
                      "(assert (! (< x 3) :named y))\n(check-sat)\n(get-value (y))\n"));
}

static void a_part_takes_the_place_of_the_whole(void **state) {
    static const char script[] = "(declare-const p Bool)\n(declare-const x Int)\n"
                                 "(assert (and p (forall ((y Int)) (> x y))))\n(check-sat)\n";
    assert_true(makes(PASS_hoist, script,
                      "(declare-const x Int)\n(assert (forall ((y Int)) (> x y)))\n(check-sat)\n"));
    /* What a quantifier binds does not get out of it. */
    assert_false(makes(PASS_hoist, script,
                       "(declare-const p Bool)\n(declare-const x Int)\n(assert (and p (> x y)))\n"
                       "(check-sat)\n"));
}

static void equations_are_solved(void **state) {
    assert_true(makes(PASS_solve,
                      "(declare-const x Int)\n(declare-const y Int)\n(assert (= x (+ y 1)))\n"
                      "(assert (< x 3))\n(check-sat)\n",
                      "(declare-const y Int)\n(assert (< (+ y 1) 3))\n(check-sat)\n"));
    assert_true(makes(PASS_solve,
                      "(declare-const x String)\n(declare-const y String)\n"
                      "(assert (str.in_re x (str.to_re (str.++ y y))))\n"
                      "(assert (str.< x y))\n(check-sat)\n",
                      "(declare-const y String)\n(assert (str.< (str.++ y y) y))\n(check-sat)\n"));
    /* One of several things that an assertion says. */
    assert_true(makes(PASS_solve,
                      "(declare-const x Int)\n(declare-const y Int)\n"
                      "(assert (and (< x 3) (= x (+ y 1))))\n(check-sat)\n",
                      "(declare-const y Int)\n(assert (< (+ y 1) 3))\n(check-sat)\n"));
    assert_false(makes(PASS_solve, "(declare-const x Int)\n(assert (= x (+ x 1)))\n(check-sat)\n",
                       "(check-sat)\n"));
}

static void terms_become_values_parts_and_constants(void **state) {
    static const char script[] = "(declare-const x Int)\n(declare-const y Int)\n"
                                 "(assert (< (+ x y (* x y)) 7))\n(check-sat)\n";
    assert_true(makes(PASS_terms, script, "(assert (< 0 7))\n(check-sat)\n"));
    assert_true(makes(PASS_terms, script,
                      "(declare-const x Int)\n(declare-const y Int)\n(assert (< (* x y) 7))\n"
                      "(check-sat)\n"));
    assert_true(makes(PASS_terms, script,
                      "(declare-const x Int)\n(declare-const y Int)\n(assert (< (+ x y) 7))\n"
                      "(check-sat)\n"));
    assert_true(
        makes(PASS_terms, script, "(declare-const x Int)\n(assert (< x 7))\n(check-sat)\n"));
    assert_true(makes(PASS_terms, script, "(assert false)\n(check-sat)\n"));
    /* A new constant; the name is free. */
    assert_true(
        makes(PASS_terms, script, "(declare-const a Int)\n(assert (< a 7))\n(check-sat)\n"));
}

static void bound_variables_go(void **state) {
    static const char script[] =
        "(declare-const c Int)\n(assert (forall ((x Int) (y Int)) (< x y)))\n"
        "(assert (= c c))\n(check-sat)\n";
    assert_true(makes(PASS_binders, script,
                      "(declare-const c Int)\n(assert (forall ((y Int)) (< 0 y)))\n"
                      "(assert (= c c))\n(check-sat)\n"));
    assert_true(makes(PASS_binders, script,
                      "(declare-const c Int)\n(assert (forall ((x Int)) (< x c)))\n"
                      "(assert (= c c))\n(check-sat)\n"));
    assert_true(
        makes(PASS_hoist,
              "(declare-fun p (Int) Bool)\n"
              "(assert (forall ((x Int)) (! (p x) :pattern ((p x)))))\n(check-sat)\n",
              "(declare-fun p (Int) Bool)\n(assert (forall ((x Int)) (p x)))\n(check-sat)\n"));
}

static void definitions_are_written_out_or_forgotten(void **state) {
    static const char script[] = "(define-fun f ((x Int)) Int (+ x 1))\n(assert (= (f (f 2)) 4))\n"
                                 "(check-sat)\n";
    assert_true(makes(PASS_definitions, script, "(assert (= (+ (+ 2 1) 1) 4))\n(check-sat)\n"));
    assert_true(makes(PASS_definitions, script,
                      "(declare-fun f (Int) Int)\n(assert (= (f (f 2)) 4))\n(check-sat)\n"));
}

static void constants_are_merged(void **state) {
    assert_true(makes(
        PASS_merge, "(declare-const x Int)\n(declare-const y Int)\n(assert (< x y))\n(check-sat)\n",
        "(declare-const x Int)\n(assert (< x x))\n(check-sat)\n"));
}

static void literals_shrink(void **state) {
    static const char script[] = "(declare-const x Int)\n(assert (= x 98))\n(check-sat)\n";
    assert_true(
        makes(PASS_literals, script, "(declare-const x Int)\n(assert (= x 0))\n(check-sat)\n"));
    assert_true(
        makes(PASS_literals, script, "(declare-const x Int)\n(assert (= x 49))\n(check-sat)\n"));
    assert_true(
        makes(PASS_literals, script, "(declare-const x Int)\n(assert (= x 9))\n(check-sat)\n"));
    assert_true(
        makes(PASS_literals, script, "(declare-const x Int)\n(assert (= x 97))\n(check-sat)\n"));
    assert_true(makes(PASS_literals, "(assert (= \"abcd\" \"xabcd\"))\n(check-sat)\n",
                      "(assert (= \"cd\" \"xabcd\"))\n(check-sat)\n"));
    /* The same cut wherever the word stands. */
    assert_true(makes(PASS_literals, "(assert (= \"abcd\" \"xabcd\"))\n(check-sat)\n",
                      "(assert (= \"cd\" \"xcd\"))\n(check-sat)\n"));
    assert_true(makes(PASS_literals, "(assert (= \"aaaa\" \"baaaab\"))\n(check-sat)\n",
                      "(assert (= \"a\" \"bab\"))\n(check-sat)\n"));
    assert_true(makes(PASS_literals,
                      "(declare-const s String)\n"
                      "(assert (str.in_re s ((_ re.loop 2 9) re.allchar)))\n(check-sat)\n",
                      "(declare-const s String)\n"
                      "(assert (str.in_re s ((_ re.loop 2 4) re.allchar)))\n(check-sat)\n"));
    assert_true(makes(PASS_literals, "(assert (= #x7f #x80))\n(check-sat)\n",
                      "(assert (= #x00 #x80))\n(check-sat)\n"));
}

static void fractions_shrink(void **state) {
    static const char *const smaller[] = {"0.0", "12.0", "1.0", "12.0", "12.3", "12.305"};
    for (size_t i = 0; i < sizeof smaller / sizeof *smaller; i++) {
        char wanted[80];
        snprintf(wanted, sizeof wanted, "(assert (= 0.5 %s))\n(check-sat)\n", smaller[i]);
        assert_true(makes(PASS_literals, "(assert (= 0.5 12.3051))\n(check-sat)\n", wanted));
    }
    assert_true(makes(PASS_literals, "(assert (= 0.5 7.25))\n(check-sat)\n",
                      "(assert (= 0.0 7.25))\n(check-sat)\n"));
    assert_false(makes(PASS_literals, "(assert (= 0.5 0.001))\n(check-sat)\n",
                       "(assert (= 0.5 0.00))\n(check-sat)\n"));
}

static void numbers_and_words_shrink_together(void **state) {
    static const char script[] = "(declare-const s String)\n"
                                 "(assert (= (str.indexof s \"baaaab\" 8) 4))\n(check-sat)\n";
    assert_true(makes(PASS_literals, script,
                      "(declare-const s String)\n"
                      "(assert (= (str.indexof s \"baab\" 4) 2))\n(check-sat)\n"));
    assert_true(makes(PASS_literals, script,
                      "(declare-const s String)\n"
                      "(assert (= (str.indexof s \"baaab\" 6) 3))\n(check-sat)\n"));
}

/* What failed is known by its content, and is not tried again: nothing else may have the same. */
static void cuts_of_a_word_are_told_apart(void **state) {
    static const char script[] =
        "(declare-const s String)\n(assert (= s \"acbxb\"))\n(check-sat)\n";
    struct steps steps;
    step_vec found = {0};
    struct parse_error error = {0};
    size_t n = 0;
    steps_init(&steps);
    assert_true(steps_read(&steps, script, strlen(script), &error));
    passes[PASS_literals].list(&steps, &found);
    for (size_t i = 0; i < found.n; i++)
        for (size_t k = 0; k < i; k++)
            if (found.at[i].kind == found.at[k].kind && found.at[i].a == found.at[k].a &&
                (found.at[i].b != found.at[k].b || found.at[i].c != found.at[k].c)) {
                assert_true(found.at[i].content != found.at[k].content);
                n++;
            }
    assert_true(n > 10);
    vec_free(&found);
    steps_release(&steps);
}

static void letters_become_plain_and_fewer(void **state) {
    static const char script[] = "(declare-const s String)\n"
                                 "(assert (str.< \"\\u{1ffff}x\" s \"\\u{1ffff}\"))\n(check-sat)\n";
#define WITH(a, b) "(declare-const s String)\n(assert (str.< \"" a "\" s \"" b "\"))\n(check-sat)\n"
    assert_true(makes(PASS_letters, script, WITH("ax", "a")));
    /* It may be the same as another; and one of them may have to stay. */
    assert_true(makes(PASS_letters, script, WITH("xx", "x")));
    assert_true(makes(PASS_letters, script, WITH("ax", "\\u{1ffff}")));
    assert_true(makes(PASS_letters, script, WITH("\\u{1ffff}x", "a")));
    assert_true(makes(PASS_letters, WITH("za", "b"), WITH("aa", "b")));
    assert_true(makes(PASS_letters, WITH("za", "b"), WITH("za", "a")));
}

static void parameters_fields_and_constructors_go(void **state) {
    assert_true(
        makes(PASS_parameters,
              "(declare-fun f (Int Bool) Int)\n(assert (= (f 1 true) (f (f 2 false) true)))\n"
              "(check-sat)\n",
              "(declare-fun f (Int) Int)\n(assert (= (f 1) (f (f 2))))\n(check-sat)\n"));
    assert_true(makes(PASS_parameters,
                      "(declare-fun f (Int) Int)\n(assert (= (f 1) 2))\n(check-sat)\n",
                      "(declare-fun f () Int)\n(assert (= f 2))\n(check-sat)\n"));
    static const char script[] = "(declare-datatype S ((a) (b) (c (s Int) (t S))))\n"
                                 "(declare-const x S)\n(assert (= x (c 1 (t x))))\n(check-sat)\n";
    assert_true(makes(PASS_parameters, script,
                      "(declare-datatype S ((a) (b) (c (t S))))\n(declare-const x S)\n"
                      "(assert (= x (c (t x))))\n(check-sat)\n"));
    assert_true(makes(PASS_parameters, script,
                      "(declare-datatype S ((b) (c (s Int) (t S))))\n(declare-const x S)\n"
                      "(assert (= x (c 1 (t x))))\n(check-sat)\n"));
}

/* ... and has the name of one that means nothing else */
static void a_pattern_without_its_constructor_is_a_variable(void **state) {
    assert_true(makes(PASS_parameters,
                      "(declare-datatype S ((none) (some)))\n(declare-const x S)\n"
                      "(declare-const p Bool)\n"
                      "(assert (match x ((some p) (none (= x x)))))\n(check-sat)\n",
                      "(declare-datatype S ((some)))\n(declare-const x S)\n"
                      "(declare-const p Bool)\n"
                      "(assert (match x ((some p) (y (= x x)))))\n(check-sat)\n"));
}

static void a_declared_sort_loses_parameters(void **state) {
    assert_true(makes(PASS_parameters,
                      "(declare-sort U 2)\n(declare-const x (U Int (U Bool Int)))\n"
                      "(assert (= x x))\n(check-sat)\n",
                      "(declare-sort U 1)\n(declare-const x (U (U Int)))\n(assert (= x x))\n"
                      "(check-sat)\n"));
    assert_true(makes(PASS_parameters,
                      "(declare-sort U 1)\n(declare-const x (Array (U Int) (U Bool)))\n"
                      "(assert (= x x))\n(check-sat)\n",
                      "(declare-sort U 0)\n(declare-const x (Array U U))\n(assert (= x x))\n"
                      "(check-sat)\n"));
}

static void sorts_become_simpler(void **state) {
    static const char script[] = "(declare-const x (_ BitVec 32))\n"
                                 "(assert (= (bvadd x #x000000ff) x))\n(check-sat)\n";
    assert_true(
        makes(PASS_sorts, script,
              "(declare-const x (_ BitVec 8))\n(assert (= (bvadd x #xff) x))\n(check-sat)\n"));
    assert_true(makes(PASS_sorts,
                      "(declare-sort S 0)\n(declare-const x S)\n(declare-const y S)\n"
                      "(assert (distinct x y))\n(check-sat)\n",
                      "(declare-const x Int)\n(declare-const y Int)\n(assert (distinct x y))\n"
                      "(check-sat)\n"));
    assert_true(makes(PASS_sorts, "(declare-const x Real)\n(assert (> x 1.5))\n(check-sat)\n",
                      "(declare-const x Int)\n(assert (> x 1))\n(check-sat)\n"));
}

static void formats_and_widths_change_wherever_they_stand(void **state) {
    assert_true(
        makes(PASS_sorts,
              "(declare-const x (_ FloatingPoint 3 30))\n"
              "(assert (= x (fp #b0 #b101 #b00000000000000000000000000001)))\n(check-sat)\n",
              "(declare-const x Float32)\n"
              "(assert (= x (fp #b0 #x05 #b00000000000000000000001)))\n(check-sat)\n"));
    assert_true(makes(PASS_sorts,
                      "(declare-const x Float64)\n(assert (= x ((_ to_fp 11 53) RNE 1.5)))\n"
                      "(assert (fp.leq (_ -oo 11 53) x (fp #b0 #b00000000001 #x000000000000f)))\n"
                      "(check-sat)\n",
                      "(declare-const x Float16)\n(assert (= x ((_ to_fp 5 11) RNE 1.5)))\n"
                      "(assert (fp.leq (_ -oo 5 11) x (fp #b0 #b00001 #b0000001111)))\n"
                      "(check-sat)\n"));
    /* The bits of a float are as many as before, or as many as it has now. */
    assert_true(
        makes(PASS_sorts,
              "(declare-const x (_ BitVec 32))\n(assert (fp.isNaN ((_ to_fp 8 24) x)))\n"
              "(assert (= x (bvand #x000000ff ((_ fp.to_ubv 32) RNE ((_ to_fp 8 24) x)))))\n"
              "(check-sat)\n",
              "(declare-const x (_ BitVec 5))\n(assert (fp.isNaN ((_ to_fp 2 3) x)))\n"
              "(assert (= x (bvand #b11111 ((_ fp.to_ubv 5) RNE ((_ to_fp 2 3) x)))))\n"
              "(check-sat)\n"));
    assert_true(makes(PASS_sorts,
                      "(declare-const x (_ BitVec 32))\n(assert (= x ((_ int_to_bv 32) 7)))\n"
                      "(check-sat)\n",
                      "(declare-const x (_ BitVec 8))\n(assert (= x ((_ int_to_bv 8) 7)))\n"
                      "(check-sat)\n"));
}

static void one_occurrence_of_many_changes(void **state) {
    static const char script[] = "(declare-const x Int)\n(assert (< (+ x 1) (* x (+ x 1))))\n"
                                 "(check-sat)\n";
    assert_true(makes(PASS_deep, script,
                      "(declare-const x Int)\n(assert (< 0 (* x (+ x 1))))\n(check-sat)\n"));
    assert_true(makes(PASS_deep, script,
                      "(declare-const x Int)\n(assert (< (+ x 1) (* x x)))\n(check-sat)\n"));
}

static void one_of_several_equal_literals_changes(void **state) {
#define TWICE(a, b, c, d)                                                           \
    "(declare-fun f (Int Int String String) Bool)\n(assert (f " a " " b " " c " " d \
    "))\n(check-sat)\n"
    static const char script[] = TWICE("5", "5", "\"abc\"", "\"abc\"");
    assert_true(makes(PASS_deep, script, TWICE("5", "4", "\"abc\"", "\"abc\"")));
    assert_true(makes(PASS_deep, script, TWICE("0", "5", "\"abc\"", "\"abc\"")));
    assert_true(makes(PASS_deep, script, TWICE("5", "5", "\"\"", "\"abc\"")));
    assert_true(makes(PASS_deep, script, TWICE("5", "5", "\"abc\"", "\"ab\"")));
    assert_true(makes(PASS_deep, script, TWICE("5", "5", "\"bc\"", "\"abc\"")));
    assert_true(
        makes(PASS_deep,
              "(declare-const x (_ BitVec 8))\n(assert (= (bvadd x #x07) #x07))\n(check-sat)\n",
              "(declare-const x (_ BitVec 8))\n(assert (= (bvadd x #x00) #x07))\n(check-sat)\n"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(what_cannot_matter_is_stripped),
        TEST(a_datatype_stays_while_anything_of_it_is_used),
        TEST(commands_go_by_halves),
        TEST(levels_go_in_pairs),
        TEST(some_of_many_levels_go_with_their_ends),
        TEST(arguments_of_commands_shrink),
        TEST(logic_is_simplified_all_at_once),
        TEST(equations_of_formulas_become_connectives),
        TEST(a_language_of_one_word_is_an_equation),
        TEST(of_two_names_the_standard_has_the_short_one_stays),
        TEST(what_has_a_value_becomes_it),
        TEST(names_become_short_and_stay_apart),
        TEST(a_part_takes_the_place_of_the_whole),
        TEST(equations_are_solved),
        TEST(terms_become_values_parts_and_constants),
        TEST(bound_variables_go),
        TEST(definitions_are_written_out_or_forgotten),
        TEST(constants_are_merged),
        TEST(literals_shrink),
        TEST(fractions_shrink),
        TEST(numbers_and_words_shrink_together),
        TEST(cuts_of_a_word_are_told_apart),
        TEST(letters_become_plain_and_fewer),
        TEST(parameters_fields_and_constructors_go),
        TEST(a_pattern_without_its_constructor_is_a_variable),
        TEST(a_declared_sort_loses_parameters),
        TEST(sorts_become_simpler),
        TEST(formats_and_widths_change_wherever_they_stand),
        TEST(one_occurrence_of_many_changes),
        TEST(one_of_several_equal_literals_changes),
    };
    return RUN(tests);
}
