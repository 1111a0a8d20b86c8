#include "lang/reading.h"

/* Is the term, read in the context of the script, of this sort, and printed as it was written? */
static void has_sort(const char *script, const char *text, const char *sort_text) {
    struct reading r = reading_of(script);
    assert_term(&r, text, sort_text, NULL);
    reading_free(&r);
}

/* The same where the standard way to write it is another one. */
static void reads_as(const char *script, const char *text, const char *sort_text,
                     const char *printed) {
    struct reading r = reading_of(script);
    assert_term(&r, text, sort_text, printed);
    reading_free(&r);
}

/* ---- what terms there are ---- */

static void literals_have_their_sorts(void **state) {
    has_sort("", "0", "Int");
    has_sort("", "123456789012345678901234567890", "Int");
    has_sort("", "1.5", "Real");
    has_sort("", "#xff", "(_ BitVec 8)");
    has_sort("", "#b101", "(_ BitVec 3)");
    reads_as("", "(_ bv5 3)", "(_ BitVec 3)", "#b101");
    has_sort("", "\"a\"\"b\"", "String");
    reads_as("", "(_ char #x41)", "String", "\"A\"");
    has_sort("", "true", "Bool");
    has_sort("", "RNE", "RoundingMode");
    has_sort("", "(_ +oo 8 24)", "Float32");
    has_sort("", "(_ NaN 3 5)", "(_ FloatingPoint 3 5)");
    reads_as("", "#f3m5", "(_ FiniteField 5)", "(as ff3 (_ FiniteField 5))");
    reads_as("", "(= #f-2m5 #f8m05 (as ff-7 (_ FiniteField 5)))", "Bool",
             "(= (as ff3 (_ FiniteField 5)) (as ff3 (_ FiniteField 5)) "
             "(as ff3 (_ FiniteField 5)))");
    has_sort("", "(_ real_algebraic_number <1*x^2 + (-2), (5/4, 3/2)>)", "Real");
    has_sort("", "(root-obj (+ (^ x 2) (- 2)) 1)", "Real");
}

static void applications_have_the_sorts_of_their_ranks(void **state) {
    const char *script = "(declare-sort U 0)(declare-fun f (U Int) U)(declare-const u U)"
                         "(declare-const v (_ BitVec 8))(declare-const a (Array Int U))";
    has_sort(script, "(f u 3)", "U");
    has_sort(script, "(select a 1)", "U");
    has_sort(script, "(store a 1 u)", "(Array Int U)");
    has_sort(script, "((_ extract 5 2) v)", "(_ BitVec 4)");
    has_sort(script, "(concat v #b1)", "(_ BitVec 9)");
    has_sort(script, "((as const (Array Int U)) u)", "(Array Int U)");
    has_sort(script, "(as seq.empty (Seq U))", "(Seq U)");
    has_sort(script, "(ite (= u u) v #x00)", "(_ BitVec 8)");
    has_sort(script, "(distinct u u u)", "Bool");
}

static void binders_have_their_sorts(void **state) {
    has_sort("", "(forall ((x Int) (y Bool)) (=> y (= x 0)))", "Bool");
    has_sort("", "(exists ((x Int)) (= x 0))", "Bool");
    has_sort("", "(lambda ((x Int) (y Bool)) x)", "(-> Int (-> Bool Int))");
    has_sort("", "(choice ((x Int)) (> x 0))", "Int");
    reads_as("", "(witness ((x Int)) (> x 0))", "Int", "(choice ((x Int)) (> x 0))");
}

static void lets_are_sharing(void **state) {
    reads_as("(declare-const x Int)", "(let ((y (+ x 1))) (= y y))", "Bool", "(= (+ x 1) (+ x 1))");
    reads_as("(declare-const x Int)", "(let ((y 1)) 2)", "Int", "2");
    reads_as("", "(let ((y 1) (z true)) (let ((w y)) (ite z w y)))", "Int", "(ite true 1 1)");
}

static void large_shared_terms_get_a_let_again(void **state) {
    reads_as("(declare-const x Int)(declare-const y Int)",
             "(let ((big (+ x y 1 2 3 4 5 6))) (= big (* big 2)))", "Bool",
             "(let ((_let_1 (+ x y 1 2 3 4 5 6))) (= _let_1 (* _let_1 2)))");
}

static void annotations_stay(void **state) {
    const char *script = "(declare-fun f (Int) Int)";
    has_sort(script, "(! (f 1) :named a)", "Int");
    has_sort(script, "(! (f 1) :foo)", "Int");
    has_sort(script, "(! (f 1) :foo (bar \"x\" |a b| 3) :baz 2)", "Int");
    has_sort(script, "(forall ((x Int)) (! (= (f x) 0) :pattern ((f x))))", "Bool");
    has_sort(script,
             "(forall ((x Int)) (! (= (f x) 0) :pattern ((f x) (f (f x))) :pattern ((f 1))))",
             "Bool");
    has_sort(script, "(forall ((x Int)) (! (= (f x) 0) :no-pattern (f x) :weight 3))", "Bool");
}

static const char lists[] =
    "(declare-datatypes ((List 1)) ((par (X) ((nil) (cons (head X) (tail (List X)))))))"
    "(declare-const l (List Int))";

static void datatypes_have_constructors_selectors_testers_and_updates(void **state) {
    has_sort(lists, "(as nil (List Int))", "(List Int)");
    has_sort(lists, "(cons 1 l)", "(List Int)");
    has_sort(lists, "(head l)", "Int");
    has_sort(lists, "(tail l)", "(List Int)");
    has_sort(lists, "((_ is cons) l)", "Bool");
    reads_as(lists, "(is-cons l)", "Bool", "(is-cons l)");
    has_sort(lists, "((_ update head) l 3)", "(List Int)");
    reads_as(lists, "((_ update-field head) l 3)", "(List Int)", NULL);
    reads_as(lists, "((as cons (List Int)) 1 l)", "(List Int)", "(cons 1 l)");
}

static void match_binds_the_variables_of_its_patterns(void **state) {
    has_sort(lists, "(match l ((nil 0) ((cons h t) (+ h 1))))", "Int");
    has_sort(lists, "(match l (((cons h t) t) (x x)))", "(List Int)");
    has_sort(lists, "(match l ((x (head x))))", "Int");
    reads_as(lists, "(match l ((nil true) ((cons _ _) false)))", "Bool",
             "(match l ((nil true) ((cons unused unused_1) false)))");
}

static void functions_are_values_in_higher_order_logic(void **state) {
    const char *script = "(declare-fun f (Int Bool) Int)(declare-const g (-> Int (-> Bool Int)))"
                         "(declare-fun h ((-> Int Int)) Int)";
    has_sort(script, "f", "(-> Int (-> Bool Int))");
    has_sort(script, "(f 1)", "(-> Bool Int)");
    has_sort(script, "(f 1 true)", "Int");
    has_sort(script, "(g 1 true)", "Int");
    has_sort(script, "(g 1)", "(-> Bool Int)");
    has_sort(script, "(@ (g 1) true)", "Int");
    reads_as(script, "((g 1) true)", "Int", "(@ (g 1) true)");
    reads_as(script, "((f 1) true)", "Int", "(@ (f 1) true)");
    reads_as(script, "((lambda ((x Int)) x) 3)", "Int", "(@ (lambda ((x Int)) x) 3)");
    reads_as(script, "(let ((k (g 1))) (k true))", "Int", "(@ (g 1) true)");
    has_sort(script, "(h (lambda ((x Int)) (+ x 1)))", "Int");
    has_sort(script, "(= f g)", "Bool");
}

static void a_sort_of_a_theory_has_one_meaning(void **state) {
    has_sort("(declare-sort Array 0)(declare-const a Array)", "a", "Array");
    has_sort("(define-sort Set (T) (Array T Bool))(declare-const s (Set Int))", "s",
             "(Array Int Bool)");
    has_sort("(define-sort Float32 () (_ FloatingPoint 8 24))(declare-const x Float32)", "x",
             "Float32");
    has_sort("(define-sort Float32 () Int)(declare-const x (_ FloatingPoint 5 11))", "x",
             "Float16");
    has_sort(
        "(declare-const a (Array Int Int))(reset)(declare-sort Array 0)(declare-const b Array)",
        "b", "Array");
    has_sort("(declare-const x (_ FloatingPoint 8 24))(declare-sort Float16 0)"
             "(declare-const y Float16)",
             "y", "Float16");
    has_sort("(declare-const x (Relation Int Int))(declare-sort UnitTuple 0)"
             "(declare-const y UnitTuple)",
             "y", "UnitTuple");
}

static void a_head_that_needs_its_sort_does_not_stand_first(void **state) {
    reads_as("(declare-fun f (Int) Int)(declare-const f (-> Int Int))", "(@ (as f (-> Int Int)) 1)",
             "Int", "(@ (as f (-> Int Int)) 1)");
    reads_as("(declare-fun f (Int) Int)", "((! f :named g) 1)", "Int", "(@ (! f :named g) 1)");
}

static void z3_has_arrays_of_functions(void **state) {
    const char *script = "(declare-fun f (Int) Bool)(declare-const a (Array Int Int))";
    has_sort(script, "((_ map f) a)", "(Array Int Bool)");
    reads_as(script, "((_ map +) a a)", "(Array Int Int)", "((_ map +) a a)");
    reads_as(script, "((_ map (+ (Int Int) Int)) a a)", "(Array Int Int)",
             "((_ map (+ (Int Int) Int)) a a)");
    reads_as(script, "((_ map not) ((_ map f) a))", "(Array Int Bool)",
             "((_ map not) ((_ map f) a))");
    reads_as(script, "((_ map (f (Int) Bool)) a)", "(Array Int Bool)",
             "((_ map (f (Int) Bool)) a)");
    has_sort(script, "(_ as-array f)", "(Array Int Bool)");
}

/* ---- names ---- */

static void let_binds_in_parallel(void **state) {
    reads_as("(declare-const x Int)", "(let ((x 1) (y x)) (+ x y))", "Int", "(+ 1 x)");
    reads_as("(declare-const x Int)(declare-const y Int)", "(let ((x y) (y x)) (- x y))", "Int",
             "(- y x)");
}

static void inner_names_hide_outer_ones(void **state) {
    const char *script = "(declare-const x Int)(declare-fun f (Int) Int)";
    reads_as(script, "(let ((x 1)) (let ((x 2)) x))", "Int", "2");
    has_sort(script, "(forall ((x Bool)) x)", "Bool");
    reads_as(script, "(and (forall ((x Bool)) x) (= x 1))", "Bool",
             "(and (forall ((x_1 Bool)) x_1) (= x 1))");
    has_sort(script, "(forall ((x Int)) (and (exists ((x Bool)) x) (= x 1)))", "Bool");
    reads_as(script, "(forall ((x Int)) (let ((x true) (y x)) (and x (= y 0))))", "Bool",
             "(forall ((x Int)) (and true (= x 0)))");
}

static void quoted_and_plain_names_are_the_same(void **state) {
    reads_as("(declare-const |x| Int)", "(+ x |x|)", "Int", "(+ x x)");
    has_sort("(declare-const |a b| Int)(declare-const || Int)(declare-const |let| Int)",
             "(+ |a b| || |let|)", "Int");
}

static void functions_can_be_overloaded(void **state) {
    const char *script =
        "(declare-fun f (Int) Int)(declare-fun f (Bool) Bool)(declare-fun f () Real)";
    has_sort(script, "(f 1)", "Int");
    has_sort(script, "(f true)", "Bool");
    reads_as(script, "f", "Real", "(as f Real)");
    assert_refused("(declare-fun f (Int) Int)(declare-fun f (Int) Bool)", "f (Int) Bool",
                   "already declared");
}

static void constants_of_several_sorts_need_as(void **state) {
    const char *script = "(declare-const c Int)(push)(declare-const c Bool)";
    has_sort(script, "(as c Int)", "Int");
    has_sort(script, "(as c Bool)", "Bool");
    assert_refused("(declare-const c Int)(declare-const c Bool)(assert c)", "c)",
                   "write (as c Bool) or (as c Int)");
    assert_refused("(declare-const c Int)(declare-const c Bool)(assert (as c Real))", "(as c Real",
                   "");
    /* Behind the pop there is one of them only. */
    reads_as("(declare-const c Int)(push)(declare-const c Bool)(pop)", "c", "Int", "(as c Int)");
    assert_refused("(declare-const c Int)(declare-fun c () Int)", "c () Int", "already declared");
    assert_refused("(declare-const c Int)(define-const c Bool true)", "c Bool true",
                   "already declared");
}

static void declarations_hide_operators_of_other_theories(void **state) {
    reads_as("(declare-fun bvadd (Int Int) Int)", "(bvadd 1 2)", "Int", NULL);
    assert_refused("(declare-fun and (Int Int) Int)", "and (Int", "Core");
    assert_refused("(declare-sort Int 0)", "Int 0", "sort of a theory");
}

static void names_of_named_terms_are_constants(void **state) {
    struct reading r = reading_of("(declare-const p Bool)(assert (! (not p) :named n))");
    assert_term(&r, "(and n p)", "Bool", NULL);
    reading_free(&r);
    assert_refused("(assert (forall ((x Bool)) (! x :named n)))", "(! x", "bound variables");
}

static void names_that_a_term_alone_loses_are_spelled_out(void **state) {
    static const struct {
        const char *text, *printed;
    } terms[] = {
        {"(let ((y (! 3 :named x))) (= x x))", "(= 3 3)"},
        {"(let ((y (! 3 :named x))) (let ((z (! (+ x 1) :named w))) (= w x)))", "(= (+ 3 1) 3)"},
        {"(let ((y (! (f (! 3 :named in)) :named out))) (= out in))", "(= (f 3) 3)"},
        {"(let ((y (! 3 :named x))) (= y x))", "(= (! 3 :named x) x)"},
    };
    for (size_t i = 0; i < LENGTH(terms); i++) {
        struct reading r = reading_of("(declare-fun f (Int) Int)");
        assert_term(&r, terms[i].text, "Bool", terms[i].printed);
        reading_free(&r);
        r = reading_of("(declare-fun f (Int) Int)");
        assert_term(&r, terms[i].printed, "Bool", NULL);
        reading_free(&r);
    }
}

static void numerals_are_reals_where_there_are_no_integers(void **state) {
    reads_as("(set-logic QF_LRA)", "(+ 1 2)", "Real", "(+ 1.0 2.0)");
    reads_as("(set-logic QF_LIRA)", "(+ 1 2)", "Int", "(+ 1 2)");
    reads_as("(set-logic QF_LRA)(reset)", "1", "Int", "1");
}

/* ---- scopes ---- */

static void pop_takes_declarations_back(void **state) {
    const char *script = "(declare-const x Int)(push 1)(declare-const y Int)(declare-sort S 0)"
                         "(push 2)(declare-const z Int)";
    struct reading r = reading_of(script);
    assert_term(&r, "(+ x y z)", "Int", NULL);
    read_good(&r, "(pop 2)");
    assert_term(&r, "(+ x y)", "Int", NULL);
    term t;
    assert_false(parser_read_term(r.parser, "z", 1, &t, &r.error));
    read_good(&r, "(pop 1)");
    assert_term(&r, "x", "Int", NULL);
    assert_false(parser_read_term(r.parser, "y", 1, &t, &r.error));
    sort s;
    assert_false(parser_read_sort(r.parser, "S", 1, &s, &r.error));
    read_good(&r, "(declare-const y Bool)(declare-sort S 1)");
    assert_term(&r, "y", "Bool", NULL);
    reading_free(&r);
    assert_refused("(push 1)(pop 2)", "(pop 2)", "pop of 2 levels, but 1 is open");
}

static void global_declarations_survive_a_pop(void **state) {
    struct reading r = reading_of("(set-option :global-declarations true)"
                                  "(push 1)(declare-const y Int)(pop 1)");
    assert_term(&r, "y", "Int", NULL);
    read_good(&r, "(reset-assertions)");
    assert_term(&r, "y", "Int", NULL);
    read_good(&r, "(reset)");
    term t;
    assert_false(parser_read_term(r.parser, "y", 1, &t, &r.error));
    reading_free(&r);
}

static void reset_assertions_takes_declarations_back(void **state) {
    assert_refused("(declare-const y Int)(reset-assertions)(assert (= y 0))", "y 0))", "unknown");
    assert_refused("(push 1)(reset-assertions)(pop 1)", "(pop 1)",
                   "pop of 1 level, but 0 are open");
}

static void names_are_hidden_only_inside_of_their_level(void **state) {
    struct reading r =
        reading_of("(declare-fun f (Int) Int)(push 1)(declare-fun f (Bool) Bool)(pop 1)"
                   "(declare-fun f (Bool) Int)");
    assert_term(&r, "(f true)", "Int", NULL);
    reading_free(&r);
}

static void definitions_have_their_parameters_in_scope(void **state) {
    struct reading r =
        reading_of("(declare-const x Int)(define-fun f ((x Bool) (y Int)) Int (ite x y 0))"
                   "(define-fun-rec g ((n Int)) Int (ite (= n 0) 0 (g (- n 1))))"
                   "(define-funs-rec ((even ((n Int)) Bool) (odd ((n Int)) Bool))"
                   " ((or (= n 0) (odd (- n 1))) (and (distinct n 0) (even (- n 1)))))"
                   "(define-const k Int (f true x))(define-fun c () Int k)");
    assert_term(&r, "(and (even (f true x)) (odd (g k)) (= c 1))", "Bool", NULL);
    reading_free(&r);
    assert_refused("(define-fun f ((n Int)) Int (f n))", "f n)", "unknown");
    assert_refused("(define-fun f ((n Int)) Int true)", "true", "Int");
    assert_refused("(define-funs-rec ((f () Int)) (0 1))", "1))", "");
}

/* ---- datatypes ---- */

static void old_and_new_syntax_declare_the_same(void **state) {
    const char *printed = "(declare-datatypes ((List 1))\n"
                          "  ((par (T) ((nil) (cons (hd T) (tl (List T)))))))\n";
    assert_printed("(declare-datatypes ((List 1)) ((par (T) ((nil) (cons (hd T) (tl (List T)))))))",
                   printed);
    assert_printed("(declare-datatypes (T) ((List nil (cons (hd T) (tl List)))))", printed);
    assert_printed("(declare-datatypes () ((Color red green)))",
                   "(declare-datatypes ((Color 0))\n  (((red) (green))))\n");
    assert_printed("(declare-datatype Color ((red) (green)))",
                   "(declare-datatype Color ((red) (green)))\n");
}

static void datatypes_may_use_each_other(void **state) {
    struct reading r = reading_of("(declare-datatypes ((Tree 0) (Forest 0))"
                                  " (((node (value Int) (below Forest))) ((none) (more (first Tree)"
                                  " (others Forest)))))");
    assert_term(&r, "(value (first (others (below (node 1 none)))))", "Int", NULL);
    reading_free(&r);
}

static void datatypes_must_have_values(void **state) {
    assert_refused("(declare-datatype D ((c (s D))))", "D ((", "no finite value");
    assert_refused("(declare-datatypes ((A 0) (B 0)) (((a (b1 B))) ((b (a1 A)))))", "B 0",
                   "no finite value");
    assert_refused("(declare-datatypes ((D 65)) (((c))))", "65", "more than 64");
    struct reading r = reading_of("(declare-codatatype S ((c (h Int) (t S))))");
    reading_free(&r);
}

static void polymorphic_functions_take_any_sort(void **state) {
    struct reading r = reading_of(
        "(declare-sort-parameter A)(declare-sort-parameter B)(declare-fun pair (A B) (Tuple A B))"
        "(declare-fun id (A) A)(declare-const none (Seq A))(declare-fun first ((Seq A)) A)"
        "(define-fun same ((x A) (y A)) Bool (= x y))");
    assert_term(&r, "(id 1)", "Int", NULL);
    assert_term(&r, "(id (id true))", "Bool", NULL);
    assert_term(&r, "(pair 1 true)", "(Tuple Int Bool)", NULL);
    assert_term(&r, "(first (as none (Seq Int)))", "Int", NULL);
    assert_term(&r, "(same \"a\" \"b\")", "Bool", NULL);
    term t;
    assert_false(parser_read_term(r.parser, "(same 1 true)", 13, &t, &r.error));
    assert_false(parser_read_term(r.parser, "none", 4, &t, &r.error));
    reading_free(&r);
}

/* ---- tolerance ---- */

static size_t notes_of(const char *text, enum note_kind kind) {
    struct reading r = reading_of(text);
    size_t n = 0;
    assert_int_equal(r.script.n_notes, r.script.notes.n);
    for (size_t i = 0; i < r.script.notes.n; i++)
        n += r.script.notes.at[i].kind == kind;
    assert_int_equal(n, r.script.n_notes);
    reading_free(&r);
    return n;
}

static void what_the_standard_does_not_allow_is_noted(void **state) {
    assert_int_equal(notes_of("(assert (and true))(assert (or (and true)))", NOTE_UNARY), 3);
    assert_int_equal(notes_of("(assert (= 1.0 1))", NOTE_REAL_NUMERAL), 1);
    assert_int_equal(notes_of("(declare-const x Int)(assert (= 1.0 x))", NOTE_INT_AS_REAL), 1);
    assert_int_equal(
        notes_of("(declare-const a (Array Int Int))(assert (= a (lambda ((x Int)) x)))",
                 NOTE_LAMBDA_ARRAY),
        1);
    assert_int_equal(notes_of("(declare-fun f (Int) Int)(declare-fun f (Bool) Int)", NOTE_OVERLOAD),
                     1);
    assert_int_equal(notes_of("(declare-fun bvadd (Int) Int)", NOTE_SHADOWS), 1);
    assert_int_equal(notes_of("(set-logic QF_FOO)", NOTE_UNKNOWN_LOGIC), 1);
    assert_int_equal(notes_of("(assert (= \"\xc3\xa9\" \"a\"))", NOTE_RAW_UTF8), 1);
    assert_int_equal(notes_of("(declare-datatypes () ((A a)))", NOTE_OLD_SYNTAX), 1);
    assert_int_equal(notes_of("(declare-const @x Int)(declare-fun .y () Int)"
                              "(define-fun |@z| () Int 1)(declare-const a@b.c Int)",
                              NOTE_SOLVER_NAME),
                     3);
    assert_int_equal(notes_of("(declare-datatype D ((c)))(declare-const d D)"
                              "(assert (match d (((c) true))))(assert (match d ((c true))))",
                              NOTE_EMPTY_PATTERN),
                     1);
    assert_int_equal(notes_of("(declare-const x Int)(set-logic QF_LIA)", NOTE_LATE_LOGIC), 1);
    assert_int_equal(notes_of("(push)(pop)(push 1)(pop 1)", NOTE_NO_NUMERAL), 2);
}

static void what_the_standard_allows_is_not_noted(void **state) {
    assert_int_equal(notes_of("(set-logic QF_LRA)(declare-const x Real)(assert (= x 1 (/ 1 3)))"
                              "(assert (and true true))(assert (= (- x) 2))",
                              NOTE_UNARY),
                     0);
}

static void all_notes_are_counted_and_the_first_are_kept(void **state) {
    struct strbuf text = {0};
    for (int i = 0; i < NOTES_KEPT + 5; i++)
        strbuf_add_text(&text, "(assert (and true))\n");
    struct reading r = reading_of(strbuf_text(&text));
    assert_int_equal(r.script.n_notes, NOTES_KEPT + 5);
    assert_int_equal(r.script.notes.n, NOTES_KEPT);
    assert_int_equal(r.script.notes.at[1].offset, 20 + 8);
    reading_free(&r);
    strbuf_free(&text);
}

/* ---- errors ---- */

static void errors_say_where_and_why(void **state) {
    assert_refused("(assert (= x 1))", "x 1", "unknown symbol 'x'");
    assert_refused("(declare-const counter Int)(assert (= conuter 1))", "conuter",
                   "did you mean 'counter'");
    assert_refused("(assert 1)", "1)", "Bool");
    assert_refused("(assert (+ 1 true))", "true", "'+'");
    assert_refused("(assert (bvadd #b1 #b11))", "#b11", "bvadd");
    assert_refused("(asert true)", "asert", "did you mean 'assert'");
    assert_refused("(declare-const x Itn)", "Itn", "did you mean 'Int'");
    assert_refused("(assert true", NULL, "end of input");
    assert_refused("(push 1) ] )", "]", "stray character");
    assert_refused("(assert \"abc", "\"abc", "string without end");
    assert_refused("(assert (let ((x 1) (x 2)) true))", "x 2", "");
    assert_refused("(assert (let () true))", "(let", "without bindings");
    assert_refused("(declare-fun f (Int) Bool)(assert (let ((f true)) (f 1)))", "1)))", "too many");
    assert_refused("(declare-const x (_ BitVec 0))", "0)", "at least 1");
    assert_refused("(assert (= (_ bv4 2) #b11))", "(_ bv4", "does not fit");
    assert_refused("foo", "foo", "a command");
    assert_refused("(declare-const x (_ FiniteField 1))", "1)", "two elements");
    assert_refused("(assert (= #f0m00 #f0m00))", "#f0m00", "two elements");
}

/* Numerals that were read are known again by their text: also where they are no arguments. */
#define BEHIND "(check-sat) ; and enough text behind it for all texts to be compared"
#define AGAIN "(assert (= (_ bv5 8) (_ bv5 8)))"
static void a_numeral_that_comes_again_stands_wherever_a_term_may(void **state) {
    static const char *const good[] = {
        AGAIN "(get-value ((_ bv5 8)))" BEHIND,
        AGAIN "(define-fun f () (_ BitVec 8) (_ bv5 8))" BEHIND,
        AGAIN "(assert (= (_ bv5 8) (let ((x (_ bv5 8))) x)))" BEHIND,
        AGAIN "(assert (= (_ bv5 8) (let ((x 1)) (_ bv5 8))))" BEHIND,
        AGAIN "(assert (= (_ bv5 8) (! (_ bv5 8) :named a)))" BEHIND,
        AGAIN "(assert (forall ((x Int)) (! (= x 1) :pattern ((_ bv5 8)))))" BEHIND,
        AGAIN "(assert (= (_ bv5 8 ) (bvnot (_ bv5 8) ) ) )" BEHIND,
    };
    for (size_t i = 0; i < LENGTH(good); i++) {
        struct reading r = reading_of(good[i]);
        assert_true(r.script.commands.n >= 3);
        reading_free(&r);
    }
    assert_refused(AGAIN "(define-fun g () (_ BitVec 8) (_ bv5 8) (bvnot #x01))" BEHIND,
                   "(bvnot #x01)", "')'");
    assert_refused(AGAIN
                   "(assert (= (_ bv5 8) (bvadd (let ((x 1)) (_ bv5 8) (bvnot #x01)))))" BEHIND,
                   "(bvnot #x01)", "')'");
    assert_refused(AGAIN "(assert (let ((x 1)) (let ((y (_ bv5 8) (bvnot #x01))) true)))" BEHIND,
                   "(bvnot #x01)", "')'");
}

/* Names of all lengths around those of a word, and of the longest that are looked for quickly. */
static void names_of_any_length_are_known_again(void **state) {
    for (int n = 2; n < 180; n += n < 40 ? 1 : 7) {
        char name[200], text[8000];
        memset(name, 'n', sizeof name);
        snprintf(name + n - 1, sizeof name - (size_t)n, "%d", n % 10 == 0 ? 1 : n % 10);
        snprintf(text, sizeof text,
                 "(declare-fun f%s (Int) Int)(declare-const %s Int)"
                 "(assert (= (f%s %s) (f%s (+ %s 1))))"
                 "(assert (let ((%s true)) (and %s %s)))(push 1)"
                 "(assert (forall ((%s Bool)) (or %s (not %s))))(pop 1)"
                 "(assert (= %s 0 (f%s (f%s %s))))(assert (distinct (f%s 1) %s))",
                 name, name, name, name, name, name, name, name, name, name, name, name, name, name,
                 name, name, name, name);
        struct reading r = reading_of(text);
        assert_int_equal(r.script.commands.n, 9);
        assert_term(&r, name, "Int", NULL);
        reading_free(&r);
        char *last = strstr(text, "(assert (distinct");
        snprintf(last, 400, "(assert (= %sx 1)) ; one that is longer is another name", name);
        struct reading other = reading_new();
        assert_false(read_script(&other, text));
        reading_free(&other);
    }
}

static void an_error_keeps_what_was_read_before(void **state) {
    struct reading r = reading_new();
    assert_false(read_script(&r, "(declare-const x Int)(push 1)(declare-const y Int)(assert foo)"
                                 "(declare-const z Int)"));
    assert_int_equal(r.script.commands.n, 3);
    assert_term(&r, "(+ x y)", "Int", NULL);
    read_good(&r, "(pop 1)(declare-const z Bool)");
    assert_term(&r, "z", "Bool", NULL);
    reading_free(&r);
}

static void nothing_half_declared_stays(void **state) {
    static const char *const bad[] = {
        "(declare-datatype D ((c (s D))))",
        "(declare-datatype D ((c (s D)) (d (t foo))))",
        "(declare-datatypes ((D 0) (E 0)) (((c)) ((e (x foo)))))",
        "(declare-datatypes (T) ((D c (d (x foo)))))",
        "(define-fun-rec f ((x Int)) Int (foo x))",
        "(define-funs-rec ((f ((x Int)) Int) (g ((x Int)) Int)) (1 foo))",
        "(define-fun f () Bool (! true :named c) foo)",
        "(assert (and (! true :named c) foo))",
    };
    static const char *const names[] = {"c", "d", "e", "f", "g", "s"};
    struct reading r = reading_new();
    for (size_t i = 0; i < LENGTH(bad); i++) {
        assert_false(read_script(&r, bad[i]));
        term t;
        sort s;
        for (size_t j = 0; j < LENGTH(names); j++)
            assert_false(parser_read_term(r.parser, names[j], 1, &t, &r.error));
        assert_false(parser_read_sort(r.parser, "D", 1, &s, &r.error));
        assert_false(parser_read_sort(r.parser, "E", 1, &s, &r.error));
    }
    reading_free(&r);
}

/* Wherever a text breaks off: the parser can go on, and leaves nothing bound. */
static void a_parser_survives_every_prefix_of_a_script(void **state) {
    static const char text[] =
        "(declare-datatypes ((L 1)) ((par (X) ((nil) (cons (hd X) (tl (L X)))))))\n"
        "(declare-datatypes (T) ((Old o (p (q T) (r Old)))))\n"
        "(define-sort M (A B) (Array A B))(declare-sort-parameter P)(declare-fun g (P) P)\n"
        "(define-funs-rec ((e ((n Int)) Bool)) ((let ((m (- n 1)) (k n)) (e (ite (e m) m k)))))\n"
        "(assert (forall ((l (L Int))) (! (match l ((nil true) ((cons h t) (= h (hd t)))))"
        " :pattern ((hd l) (tl l)) :no-pattern (cons 1 l))))\n"
        "(push 1)(assert (! (exists ((x Int)) ((lambda ((y Int)) (= (g y) x)) 1)) :named nm))\n"
        "(assert (= ((_ map +) ((as const (Array Int Int)) 0) (_ as-array g2)) a))";
    struct term_table *table = term_table_new();
    for (size_t n = 0; n < sizeof text; n++) {
        struct term_mark mark = term_table_mark(table);
        struct parser *parser = parser_new(table);
        struct script script = {0};
        struct parse_error error = {0};
        char *copy = mem_copy_text(text, n);
        if (!parser_read_script(parser, copy, n, &script, &error)) {
            assert_true(error.offset <= n);
            assert_true(error.message.n > 0);
        }
        term t;
        assert_true(parser_read_term(parser, "(forall ((h Int)) (= h 1))", 26, &t, &error));
        mem_free(copy);
        parser_free(parser);
        script_release(&script);
        parse_error_release(&error);
        for (symbol s = 1; s < table->symbols.entries.n; s++) {
            const struct symbol_entry *entry = symbol_at(&table->symbols, s);
            if (entry->fun != 0 || entry->sort != 0 || entry->local != 0)
                fail_msg("after %zu bytes '%s' is still bound", n, entry->at);
        }
        term_table_rewind(table, mark);
    }
    term_table_free(table);
}

/* ---- one table for many ---- */

static void a_table_can_be_rewound_and_used_again(void **state) {
    static const char text[] =
        "(declare-sort S 0)(declare-fun f (S Int) Bool)"
        "(define-fun g ((x S)) Bool (exists ((y Int)) (f x y)))(assert (! true :named n))";
    struct term_table *table = term_table_new();
    struct term_mark mark = term_table_mark(table);
    size_t bytes = 0;
    for (int round = 0; round < 50; round++) {
        struct parser *parser = parser_new(table);
        struct script script = {0};
        struct parse_error error = {0};
        assert_true(parser_read_script(parser, text, sizeof text - 1, &script, &error));
        parser_free(parser);
        script_release(&script);
        parse_error_release(&error);
        term_table_rewind(table, mark);
        struct term_mark now = term_table_mark(table);
        assert_int_equal(now.nodes, mark.nodes);
        assert_int_equal(now.args, mark.args);
        assert_int_equal(now.funs, mark.funs);
        assert_int_equal(now.variables, mark.variables);
        assert_int_equal(now.varsets, mark.varsets);
        assert_int_equal(now.symbols.n, mark.symbols.n);
        assert_int_equal(now.sorts.nodes, mark.sorts.nodes);
        assert_int_equal(now.sorts.decls, mark.sorts.decls);
        if (round == 1)
            bytes = mem_live_bytes();
        else if (round > 1)
            assert_int_equal(mem_live_bytes(), bytes);
    }
    term_table_free(table);
}

static void two_parsers_in_turn_do_not_see_each_other(void **state) {
    struct term_table *table = term_table_new();
    for (int round = 0; round < 2; round++) {
        struct parser *parser = parser_new(table);
        struct script script = {0};
        struct parse_error error = {0};
        const char *text = round == 0 ? "(declare-const x Int)(declare-sort S 0)(assert (= x 1))"
                                      : "(declare-const x Bool)(declare-sort S 1)(assert x)";
        assert_true(parser_read_script(parser, text, strlen(text), &script, &error));
        parser_free(parser);
        script_release(&script);
        parse_error_release(&error);
    }
    term_table_free(table);
}

static void terms_must_be_all_of_the_text(void **state) {
    struct reading r = reading_of("(declare-const x Int)");
    term t;
    sort s;
    assert_false(parser_read_term(r.parser, "x x", 3, &t, &r.error));
    assert_int_equal(r.error.offset, 2);
    assert_false(parser_read_term(r.parser, "", 0, &t, &r.error));
    assert_false(parser_read_sort(r.parser, "Int)", 4, &s, &r.error));
    assert_int_equal(r.error.offset, 3);
    assert_true(parser_read_sort(r.parser, " ( Array Int ; c\n Bool ) ", 25, &s, &r.error));
    reading_free(&r);
}

/* ---- commands ---- */

static void what_follows_exit_is_not_read(void **state) {
    assert_printed("(exit) foo )", "(exit)\n");
}

static void comments_and_empty_lines_stay(void **state) {
    assert_printed("; one\n\n(push) ; two\n(assert ; three\n true)\n\n\n\n(pop 1)\n; four",
                   "; one\n\n(push 1) ; two\n; three\n(assert true)\n\n(pop 1)\n; four\n");
}

static void every_shape_of_command_is_read(void **state) {
    static const char text[] = "(set-logic QF_LIA)\n"
                               "(set-option :produce-models true)\n"
                               "(set-info :source |a\nb|)\n"
                               "(set-info :foo)\n"
                               "(get-info :name)\n"
                               "(echo \"a \"\" b\")\n"
                               "(declare-const x Int)\n"
                               "(check-sat-assuming ((> x 0) (not (> x 1))))\n"
                               "(check-sat-assuming ())\n"
                               "(get-value (x (+ x 1)))\n"
                               "(minimize (+ x 1))\n"
                               "(assert-soft (> x 0) :weight 2 :id g)\n"
                               "(check-sat-using (then simplify smt))\n"
                               "(push 3)\n"
                               "(pop 0)\n";
    assert_printed(text, text);
    assert_printed("(get-unsat-core)\n(reset)\n", "(get-unsat-core)\n(reset)\n");
    assert_refused("(get-value ())", "(get-value", "without terms");
    assert_refused("(check-sat 1)", "1", "')'");
    assert_refused("(echo foo)", "foo", "a string");
}

/* ---- depth ---- */

static void nesting_costs_no_stack(void **state) {
    enum { DEPTH = 100000 };
    static const struct {
        const char *open, *inner, *close;
    } shapes[] = {
        {"(not ", "true", ")"},
        {"(let ((x true)) ", "x", ")"},
        {"(forall ((x Int)) ", "true", ")"},
        {"(! ", "true", " :foo)"},
        {"(ite true true ", "true", ")"},
    };
    for (size_t i = 0; i < LENGTH(shapes); i++) {
        struct strbuf text = {0};
        strbuf_add_text(&text, "(assert ");
        for (int j = 0; j < DEPTH; j++)
            strbuf_add_text(&text, shapes[i].open);
        strbuf_add_text(&text, shapes[i].inner);
        for (int j = 0; j < DEPTH; j++)
            strbuf_add_text(&text, shapes[i].close);
        strbuf_add_text(&text, ")");
        struct reading r = reading_of(strbuf_text(&text));
        struct strbuf out = {0};
        printer_add_script(r.printer, &r.script, &out);
        strbuf_free(&out);
        strbuf_free(&text);
        reading_free(&r);
    }
}

static void sorts_beyond_their_bounds_are_refused(void **state) {
    struct strbuf text = {0};
    strbuf_add_text(&text, "(declare-const x ");
    for (int i = 0; i < 100000; i++)
        strbuf_add_text(&text, "(Seq ");
    struct reading r = reading_new();
    assert_false(read_script(&r, strbuf_text(&text)));
    strbuf_add_text(&text, "Int");
    for (int i = 0; i < 100000; i++)
        strbuf_add_text(&text, ")");
    strbuf_add_text(&text, ")");
    assert_false(read_script(&r, strbuf_text(&text)));
    testing_assert_contains(strbuf_text(&r.error.message), "sort too large");
    strbuf_free(&text);
    reading_free(&r);
}

/* ---- what was read before must not be taken for what it means now ---- */

static void names_mean_what_is_in_force(void **state) {
    /* A constant, hidden by let and quantifier, and there again; blanks let words be long enough. */
    assert_printed("(declare-const p Bool)(declare-const q Bool)"
                   "(assert (and p q (let ((p q)) (and p p)) (exists ((p Bool)) (or p q)) p q))"
                   "                                ",
                   "(declare-const p Bool)\n(declare-const q Bool)\n"
                   "(assert (and p q (and q q) (exists ((p_1 Bool)) (or p_1 q)) p q))\n");
    /* A function of another scope. */
    assert_printed(
        "(push 1)(declare-const c Int)(declare-fun f (Int) Bool)(assert (and (f c) (f c)))(pop 1)"
        "(declare-const c Real)(declare-fun f (Real) Bool)(assert (and (f c) (f c)))"
        "                                ",
        "(push 1)\n(declare-const c Int)\n(declare-fun f (Int) Bool)\n"
        "(assert (and (f c) (f c)))\n(pop 1)\n(declare-const c Real)\n"
        "(declare-fun f (Real) Bool)\n(assert (and (f c) (f c)))\n");
    /* A name that looks like a literal is none. */
    assert_printed("(declare-const |5| Bool)(assert (and (= 5 5) |5|))(assert (or |5| (= 5 6) |5|))"
                   "                                ",
                   "(declare-const |5| Bool)\n(assert (and (= 5 5) |5|))\n"
                   "(assert (or |5| (= 5 6) |5|))\n");
}

static void numerals_mean_what_the_logic_says(void **state) {
    const char *script = "(set-logic QF_LIA)(declare-const x Int)(assert (< 0 7 x 7))(reset)"
                         "(set-logic QF_LRA)(declare-const x Real)(assert (< 0 7 x 7))(reset)"
                         "(declare-const x Int)(assert (< 0 7 x 7))"
                         "                                ";
    assert_printed(script,
                   "(set-logic QF_LIA)\n(declare-const x Int)\n(assert (< 0 7 x 7))\n(reset)\n"
                   "(set-logic QF_LRA)\n(declare-const x Real)\n"
                   "(assert (< 0.0 7.0 x 7.0))\n(reset)\n"
                   "(declare-const x Int)\n(assert (< 0 7 x 7))\n");
    /* Another parser over the same table. */
    struct reading r = reading_of("(set-logic QF_LIA)(assert (< 0 7 8 7))                    ");
    struct parser *other = parser_new(r.table);
    struct script second = {0};
    const char *text = "(set-logic QF_LRA)(assert (< 0 7 8 7))                    ";
    assert_true(parser_read_script(other, text, strlen(text), &second, &r.error));
    term body = second.commands.at[1].body;
    assert_int_equal(term_sort(r.table, term_arg(r.table, body, 1)), SORT_REAL);
    parser_free(other);
    script_release(&second);
    reading_free(&r);
}

static void heads_with_indices_are_read_again(void **state) {
    assert_printed("(declare-const v (_ BitVec 8))(declare-const w (_ BitVec 4))"
                   "(assert (= (concat ((_ extract 3 0) v) ((_ extract 3 0) v))"
                   " (concat ((_ extract 3 0) w) ((_ zero_extend 1) ((_ extract 3 1) v)))))"
                   "                                ",
                   "(declare-const v (_ BitVec 8))\n(declare-const w (_ BitVec 4))\n"
                   "(assert\n  (=\n    (concat ((_ extract 3 0) v) ((_ extract 3 0) v))\n"
                   "    (concat ((_ extract 3 0) w) ((_ zero_extend 1) ((_ extract 3 1) v)))))\n");
    /* What fitted one argument need not fit another. */
    struct reading r = reading_new();
    const char *text = "(declare-const v (_ BitVec 8))(declare-const w (_ BitVec 4))"
                       "(assert (= ((_ extract 7 4) v) ((_ extract 7 4) w)))"
                       "                                ";
    assert_false(read_script(&r, text));
    assert_int_equal(r.error.offset, strstr(text, "((_ extract 7 4) w)") - text);
    reading_free(&r);
}

static void bit_vectors_with_indices_are_read_again(void **state) {
#define BLANKS "                                "
    static const char script[] =
        "(declare-const v (_ BitVec 8))(declare-const w (_ BitVec 16))"
        "(assert (= v (_ bv5 8) (_ bv5 8)))(assert (= w (_ bv5 16) (_ bv5 16)))"
        "(assert (= v (_ bv5 8) (_ bv50 8) (_  bv5 8) (_ bv5 ; (_ bv6 8)\n 8)))" BLANKS;
    struct reading r = reading_of(script);
    term five = read_term(&r, "(_ bv5 8)"), wide = read_term(&r, "(_ bv5 16)");
    term fifty = read_term(&r, "(_ bv50 8)");
    static const size_t n = 2; /* declarations */
    for (uint32_t i = 1; i < 3; i++) {
        assert_int_equal(term_arg(r.table, r.script.commands.at[n].body, i), five);
        assert_int_equal(term_arg(r.table, r.script.commands.at[n + 1].body, i), wide);
    }
    term last = vec_top(&r.script.commands).body;
    assert_int_equal(term_arg(r.table, last, 1), five);
    assert_int_equal(term_arg(r.table, last, 2), fifty);
    assert_int_equal(term_arg(r.table, last, 3), five);
    assert_int_equal(term_arg(r.table, last, 4), five);
    reading_free(&r);
    /* What fitted one place need not fit another, and a name is none. */
    assert_refused("(declare-const v (_ BitVec 8))(declare-const w (_ BitVec 16))"
                   "(assert (= v (_ bv5 8)))(assert (= w (_ bv5 8)))" BLANKS,
                   "(_ bv5 8))) ", "(_ BitVec 16) (_ BitVec 8)");
    assert_refused("(assert (= (_ bv5 8) (_ bv5 8)))(assert (= bv5 (_ bv5 8)))" BLANKS,
                   "bv5 (_ bv5 8)))     ", "unknown");
#undef BLANKS
}

static void sorts_mean_what_is_in_force(void **state) {
    static const char blanks[] = "                                                            ";
    struct strbuf text = {0};
    strbuf_printf(
        &text,
        "(push 1)(define-sort S () Int)(declare-const a S)(declare-const b (Array S S))(pop 1)"
        "(define-sort S () Bool)(declare-const a S)(declare-const b (Array S S))"
        "(declare-datatypes ((P 1)) ((par (S) ((pair (first S) (rest (Array S S)))))))"
        "(declare-const c S)(declare-const d (Array S S))(declare-const e (P Int))"
        "(assert (and a c (= b d)))(assert (= (first e) (select (rest e) 0)))%s",
        blanks);
    struct reading r = reading_of(strbuf_text(&text));
    assert_term(&r, "(select b a)", "Bool", NULL);
    assert_term(&r, "(select d c)", "Bool", NULL);
    reading_free(&r);
    strbuf_free(&text);
}

/* One declaration after the other, of sorts that were just read: these are read in a lane. */
static void declarations_in_a_row_are_checked_as_any_other(void **state) {
#define BLANKS "                                                                      "
#define ROW "(declare-const a Int)(declare-fun b () Int)(declare-const c Int)"
    has_sort(ROW BLANKS, "(+ a b c)", "Int");
    assert_printed(ROW BLANKS,
                   "(declare-const a Int)\n(declare-fun b () Int)\n(declare-const c Int)\n");
    assert_refused(ROW "(declare-const b Int)" BLANKS, "b Int) ", "already declared");
    assert_refused(ROW "(declare-fun let () Int)" BLANKS, "let ()", "reserved word");
    assert_refused(ROW "(declare-const and Int)" BLANKS, "and Int", "Core theory");
    assert_refused(ROW "(declare-const 5a Int)" BLANKS, "a Int) ", "");
    assert_refused(ROW "(declare-const d:e Int)" BLANKS, ":e Int) ", "");
    assert_refused(ROW "(declare-const d Integer)" BLANKS, "Integer", "unknown sort");
    assert_refused(ROW "(declare-const d Int Int)" BLANKS, "Int) ", "expected ')'");
    /* A constant may be declared again with parameters, and hide an operator: that is noted. */
    struct reading r = reading_of(ROW "(declare-fun b (Int) Int)(declare-fun abs () Int)" BLANKS);
    assert_int_equal(r.script.n_notes, 2);
    assert_term(&r, "(+ b (b abs))", "Int", "(+ (as b Int) (b abs))");
    reading_free(&r);
    /* A sort parameter makes it polymorphic. */
    has_sort("(declare-sort-parameter X)(declare-const d X)(declare-const e X)" BLANKS,
             "(= (as e Int) 1)", "Bool");
#undef ROW
#undef BLANKS
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(literals_have_their_sorts),
        TEST(applications_have_the_sorts_of_their_ranks),
        TEST(binders_have_their_sorts),
        TEST(lets_are_sharing),
        TEST(large_shared_terms_get_a_let_again),
        TEST(annotations_stay),
        TEST(datatypes_have_constructors_selectors_testers_and_updates),
        TEST(match_binds_the_variables_of_its_patterns),
        TEST(functions_are_values_in_higher_order_logic),
        TEST(a_sort_of_a_theory_has_one_meaning),
        TEST(a_head_that_needs_its_sort_does_not_stand_first),
        TEST(z3_has_arrays_of_functions),
        TEST(let_binds_in_parallel),
        TEST(inner_names_hide_outer_ones),
        TEST(quoted_and_plain_names_are_the_same),
        TEST(functions_can_be_overloaded),
        TEST(constants_of_several_sorts_need_as),
        TEST(declarations_hide_operators_of_other_theories),
        TEST(names_of_named_terms_are_constants),
        TEST(names_that_a_term_alone_loses_are_spelled_out),
        TEST(numerals_are_reals_where_there_are_no_integers),
        TEST(pop_takes_declarations_back),
        TEST(global_declarations_survive_a_pop),
        TEST(reset_assertions_takes_declarations_back),
        TEST(names_are_hidden_only_inside_of_their_level),
        TEST(definitions_have_their_parameters_in_scope),
        TEST(old_and_new_syntax_declare_the_same),
        TEST(datatypes_may_use_each_other),
        TEST(datatypes_must_have_values),
        TEST(polymorphic_functions_take_any_sort),
        TEST(what_the_standard_does_not_allow_is_noted),
        TEST(what_the_standard_allows_is_not_noted),
        TEST(all_notes_are_counted_and_the_first_are_kept),
        TEST(errors_say_where_and_why),
        TEST(a_numeral_that_comes_again_stands_wherever_a_term_may),
        TEST(names_of_any_length_are_known_again),
        TEST(an_error_keeps_what_was_read_before),
        TEST(nothing_half_declared_stays),
        TEST(a_parser_survives_every_prefix_of_a_script),
        TEST(a_table_can_be_rewound_and_used_again),
        TEST(two_parsers_in_turn_do_not_see_each_other),
        TEST(terms_must_be_all_of_the_text),
        TEST(what_follows_exit_is_not_read),
        TEST(comments_and_empty_lines_stay),
        TEST(every_shape_of_command_is_read),
        TEST(nesting_costs_no_stack),
        TEST(sorts_beyond_their_bounds_are_refused),
        TEST(names_mean_what_is_in_force),
        TEST(numerals_mean_what_the_logic_says),
        TEST(heads_with_indices_are_read_again),
        TEST(bit_vectors_with_indices_are_read_again),
        TEST(sorts_mean_what_is_in_force),
        TEST(declarations_in_a_row_are_checked_as_any_other),
    };
    return RUN(tests);
}
