/* Witnesses: found, kept as text, put together, and not believed. */
#include "eval/verdicts.h"

#include "eval/truth.h"
#include "eval/witness.h"

/* A script with what it asserts. */
struct scene {
    struct judging j;
    struct goal goal;
};

static struct scene scene_of(const char *script) {
    struct scene s = {.j = judging_of(script)};
    for (size_t i = 0; i < s.j.r.script.commands.n; i++)
        goal_follow(&s.goal, s.j.r.table, &s.j.r.script.commands.at[i]);
    return s;
}

static void scene_free(struct scene *s) {
    goal_release(&s->goal);
    judging_free(&s->j);
}

static enum verdict scene_find(struct scene *s, const char *text, struct witness *witness) {
    struct model model = {0};
    if (text != NULL &&
        !parser_read_model(s->j.r.parser, text, strlen(text), &model, &s->j.r.error))
        fail_msg("%s\nis refused: %s", text, strbuf_text(&s->j.r.error.message));
    enum verdict verdict = witness_find(s->j.eval, text != NULL ? &model : NULL,
                                        s->goal.formulas.at, s->goal.formulas.n, witness);
    model_release(&model);
    return verdict;
}

static enum verdict scene_check(struct scene *s, const struct witness *witness) {
    return witness_check(s->j.eval, witness, s->goal.formulas.at, s->goal.formulas.n);
}

static char *scene_print(struct scene *s, const struct witness *witness) {
    struct strbuf out = {0};
    witness_print(s->j.r.table, witness, s->j.r.printer, &out);
    return strbuf_detach(&out);
}

static void scene_read(struct scene *s, const char *text, struct witness *witness) {
    if (!witness_read(s->j.r.parser, text, strlen(text), witness, &s->j.r.error))
        fail_msg("%s\nis refused at %zu: %s", text, s->j.r.error.offset,
                 strbuf_text(&s->j.r.error.message));
}

static enum verdict scene_check_text(struct scene *s, const char *text) {
    struct witness witness;
    scene_read(s, text, &witness);
    enum verdict verdict = scene_check(s, &witness);
    witness_release(&witness);
    return verdict;
}

/* ---- as text ---- */

struct told {
    const char *script, *model; /* NULL: the evaluator finds it alone */
};

/* Finds, prints, reads the text where only the script is known, checks, and prints again. */
static void assert_goes_around(const struct told *told) {
    struct scene first = scene_of(told->script), second = scene_of(told->script);
    struct witness found, read;
    enum verdict verdict = scene_find(&first, told->model, &found);
    if (verdict != VERDICT_TRUE)
        fail_msg("%s\n%s", told->script, verdict_name(verdict));
    char *text = scene_print(&first, &found);
    scene_read(&second, text, &read);
    verdict = scene_check(&second, &read);
    if (verdict != VERDICT_TRUE)
        fail_msg("%s\n%s%s", told->script, text, verdict_name(verdict));
    char *again = scene_print(&second, &read);
    assert_string_equal(again, text);
    mem_free(text);
    mem_free(again);
    witness_release(&found);
    witness_release(&read);
    scene_free(&first);
    scene_free(&second);
}

#define ASSERT_GO_AROUND(cases)                \
    for (size_t i = 0; i < LENGTH(cases); i++) \
    assert_goes_around(&(cases)[i])

static void test_models_of_z3_go_through_text(void **state) {
    static const struct told cases[] = {
        {"(declare-const x Int) (declare-const |a b| Real) (assert (> x 3)) (assert (< |a b| 0.0))",
         "((define-fun x () Int 4) (define-fun |a b| () Real (- (/ 1.0 2.0))))"},
        {"(declare-fun f (Int) Int) (assert (= (f 1) 2)) (assert (= (f 2) 1))",
         "((define-fun f ((x!0 Int)) Int (ite (= x!0 2) 1 2)))"},
        {"(declare-fun f (Int) Int) (declare-fun a () (Array Int Int))"
         "(assert (= (f 1) (select a 7))) (assert (= (select a 1) 5))",
         "((define-fun a () (Array Int Int) (_ as-array k!0))"
         " (define-fun f ((x!0 Int)) Int (k!1 x!0))"
         " (define-fun k!0 ((x!0 Int)) Int (ite (= x!0 1) 5 6))"
         " (define-fun k!1 ((x!0 Int)) Int (ite (= x!0 1) 6 0)))"},
        {"(declare-sort U 0) (declare-const a U) (declare-const b U) (declare-fun f (U) U)"
         "(assert (distinct a b)) (assert (forall ((x U)) (or (= x a) (= x b))))"
         "(assert (= (f a) b))",
         "((declare-fun U!val!0 () U) (declare-fun U!val!1 () U)"
         " (forall ((x U)) (or (= x U!val!0) (= x U!val!1)))"
         " (define-fun a () U U!val!0) (define-fun b () U U!val!1)"
         " (define-fun f ((x!0 U)) U U!val!1))"},
        {"(declare-const x Real) (assert (= (* x x) 2.0)) (assert (> x 0.0))",
         "((define-fun x () Real (root-obj (+ (^ x 2) (- 2)) 2)))"},
        {"(declare-const s String) (assert (= (str.len s) 2))",
         "((define-fun s () String \"\\u{7f}\"\"\"))"},
        {"(declare-const i Int) (declare-const x Real)"
         "(assert (= (div i 0) 7)) (assert (= (/ x 0.0) 5.0))",
         "((define-fun i () Int 3) (define-fun x () Real 38.0)"
         " (define-fun div0 ((x!0 Int) (x!1 Int)) Int 7)"
         " (define-fun /0 ((x!0 Real) (x!1 Real)) Real (ite (= x!0 38.0) 5.0 1.0)))"},
        {"(declare-datatypes ((L 0)) (((nil) (cons (head Int) (tail L))))) (declare-const l L)"
         "(assert (= (head l) 9)) (assert (not ((_ is cons) l)))",
         "((define-fun l () L nil))"},
        {"(declare-datatypes ((P 1)) ((par (A) ((none) (some (it A)))))) (declare-const p (P Int))"
         "(declare-const q (P Int)) (assert (= (it p) 9)) (assert (= (it q) 8))",
         "((define-fun q () (P Int) (some 8)) (define-fun p () (P Int) (as none (P Int))))"},
    };
    ASSERT_GO_AROUND(cases);
}

static void test_models_of_cvc5_go_through_text(void **state) {
    static const struct told cases[] = {
        {"(declare-sort U 0) (declare-fun f (U) Int) (declare-const a U)"
         "(assert (> (f a) 3)) (assert (exists ((x U)) (< (f x) 0)))",
         "(\n; cardinality of U is 2\n; rep: (as @U_0 U)\n; rep: (as @U_1 U)\n"
         "(define-fun a () U (as @U_0 U))\n"
         "(define-fun f (($x1 U)) Int (ite (= (as @U_0 U) $x1) 4 (- 1)))\n)"},
        {"(declare-const a (Array Int Real)) (assert (= (select a 3) 0.5))"
         "(assert (= (select a 2) (- 1.0)))",
         "((define-fun a () (Array Int Real)"
         " (store (store ((as const (Array Int Real)) 0.0) 3 (/ 1 2)) 2 (- 1.0))))"},
        {"(declare-const f (-> Int Int)) (assert (= (f 3) 4))",
         "((define-fun f ((x Int)) Int (ite (= x 3) 4 0)))"},
        {"(declare-const s (Set Int)) (declare-const e (Set Int)) (assert (set.member 3 s))"
         "(assert (= (set.choose s) 3)) (assert (= (set.choose e) 5))",
         "((define-fun s () (Set Int) (set.union (set.singleton 3) (set.singleton 4)))"
         " (define-fun e () (Set Int) (as set.empty (Set Int))))"},
        {"(declare-const x (_ FloatingPoint 5 11)) (declare-const b (_ BitVec 8))"
         "(assert (fp.isNaN x)) (assert (= b ((_ fp.to_ubv 8) RNE x))) (assert (= b #x7f))",
         "((define-fun x () (_ FloatingPoint 5 11) (_ NaN 5 11))"
         " (define-fun b () (_ BitVec 8) #b01111111))"},
    };
    ASSERT_GO_AROUND(cases);
}

static void test_models_of_cvc4_go_through_text(void **state) {
    static const struct told cases[] = {
        {"(declare-sort U 0) (declare-const a U) (declare-const b U) (assert (distinct a b))",
         "(model\n; cardinality of U is 2\n; rep: @uc_U_0\n; rep: @uc_U_1\n"
         "(define-fun a () U @uc_U_0)\n(define-fun b () U @uc_U_1)\n)"},
        {"(declare-const x Real) (assert (= (* x x) 2.0))",
         "(model (define-fun x () Real (witness ((b Real)) (and (>= b (/ 14 10))"
         " (>= (* (- 1.0) b) (/ (- 15) 10))))))"},
        {"(declare-const s String) (declare-const i Int) (assert (= (mod i 0) (str.len s) 1))",
         "(model (define-fun s () String \"a\") (define-fun i () Int 0))"},
    };
    ASSERT_GO_AROUND(cases);
}

static void test_the_evaluator_alone_finds_witnesses(void **state) {
    static const struct told cases[] = {
        {"(declare-const x Int) (assert (> (* x x) 10))", NULL},
        {"(declare-fun f (Int) Int) (assert (= (f (f 0)) 3)) (assert (= (f 0) 1))", NULL},
        {"(declare-sort U 0) (declare-const a U) (declare-const b U) (assert (distinct a b))",
         NULL},
        {"(assert (= (div 0 0) (+ (mod 0 0) 1)))", NULL},
        {"(declare-const a (Array Int Int)) (declare-const i Int) (assert (= (select a i) 3))",
         NULL},
        {"(assert true)", NULL},
        {"", NULL},
    };
    ASSERT_GO_AROUND(cases);
}

/* ---- what a witness says ---- */

static void test_entries_for_operators_give_way_to_single_values(void **state) {
    struct scene s = scene_of("(declare-const i Int) (assert (= (div i 0) 7))");
    struct witness witness;
    assert_int_equal(scene_find(&s,
                                "((define-fun i () Int 3)"
                                " (define-fun div0 ((x!0 Int) (x!1 Int)) Int (+ x!0 4))"
                                " (define-fun mod0 ((x!0 Int) (x!1 Int)) Int 7))",
                                &witness),
                     VERDICT_TRUE);
    assert_text(scene_print(&s, &witness), "(\n(define-fun i () Int 3)\n)\n(((div 3 0) 7))\n");
    witness_release(&witness);
    scene_free(&s);
}

static void test_values_that_do_not_matter_are_not_chosen(void **state) {
    struct scene s = scene_of("(declare-const i Int) (assert (or (= i 3) (= (div i 0) 7)))");
    struct witness witness;
    assert_int_equal(scene_find(&s,
                                "((define-fun i () Int 3)"
                                " (define-fun div0 ((x!0 Int) (x!1 Int)) Int 7))",
                                &witness),
                     VERDICT_TRUE);
    assert_int_equal(witness.choices.n, 0);
    assert_int_equal(witness.model.entries.n, 1);
    witness_release(&witness);
    scene_free(&s);
}

static void test_every_value_that_a_quantifier_asks_for_is_noted(void **state) {
    struct scene s = scene_of("(assert (forall ((b Bool)) (= (div (ite b 1 2) 0) 7)))");
    struct witness witness;
    assert_int_equal(scene_find(&s, "((define-fun div0 ((x!0 Int) (x!1 Int)) Int 7))", &witness),
                     VERDICT_TRUE);
    assert_int_equal(witness.model.entries.n, 0);
    assert_int_equal(witness.choices.n, 2);
    witness_release(&witness);
    scene_free(&s);
}

static void test_there_is_no_witness_of_what_is_false(void **state) {
    struct scene s = scene_of("(declare-const x Int) (assert (> x 3))");
    struct witness witness;
    assert_int_equal(scene_find(&s, "((define-fun x () Int 3))", &witness), VERDICT_FALSE);
    assert_int_equal(witness.model.entries.n + witness.choices.n, 0);
    scene_free(&s);
}

static void test_finding_and_checking_do_not_mind_fixed_mode(void **state) {
    struct scene s = scene_of("(declare-const x Int) (assert (= x 0))");
    struct witness witness, nothing = {0};
    eval_set_fixed(s.j.eval, true);
    assert_int_equal(scene_check(&s, &nothing), VERDICT_NEEDS_CHOICE);
    assert_int_equal(scene_find(&s, NULL, &witness), VERDICT_TRUE);
    assert_int_equal(witness.choices.n, 1);
    assert_worth(&s.j, "(+ x 1)", "1");
    witness_release(&witness);
    scene_free(&s);
}

/* ---- what is not believed ---- */

static void test_a_witness_is_checked_from_nothing_but_itself(void **state) {
    struct scene s = scene_of("(declare-const x Int) (declare-const y Int)"
                              "(assert (> x 3)) (assert (or (= x 5) (= y 1)))");
    static const struct {
        const char *text;
        enum verdict verdict;
    } cases[] = {
        {"() ((x 5))", VERDICT_TRUE},
        {"() ((x 4) (y 1))", VERDICT_TRUE},
        {"((define-fun x () Int 4)) ((y 1))", VERDICT_TRUE},
        {"() ((x 4))", VERDICT_NEEDS_CHOICE},
        {"() ((x 3))", VERDICT_FALSE},
        {"() ((x 4) (y 2))", VERDICT_FALSE},
        {"() ()", VERDICT_NEEDS_CHOICE},
        /* two things of one, something of what is not open */
        {"() ((x 5) ((+ 2 2) 5))", VERDICT_UNSUPPORTED},
        {"() ((x 5) ((div 0 0) 1) ((div 0 (- 1 1)) 2))", VERDICT_UNSUPPORTED},
        {"() ((x 5) ((div 0 0) 1) ((div 0 (- 1 1)) 1))", VERDICT_TRUE},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        enum verdict found = scene_check_text(&s, cases[i].text);
        if (found != cases[i].verdict)
            fail_msg("%s: %s, not %s", cases[i].text, verdict_name(found),
                     verdict_name(cases[i].verdict));
    }
    scene_free(&s);
}

static void test_operators_are_not_chosen_beyond_their_bounds(void **state) {
    struct scene s = scene_of("(assert (= (choice ((x Int)) (> x 10)) 5))");
    assert_int_equal(scene_check_text(&s, "() (((choice ((y Int)) (> y 10)) 5))"),
                     VERDICT_UNSUPPORTED);
    scene_free(&s);
    s = scene_of("(assert (= (choice ((x Int)) (> x 10)) 15))");
    assert_int_equal(scene_check_text(&s, "() (((choice ((y Int)) (> y 10)) 15))"), VERDICT_TRUE);
    scene_free(&s);
    s = scene_of("(assert (fp.isPositive (fp.min (_ +zero 5 11) (_ -zero 5 11))))");
    assert_int_equal(
        scene_check_text(&s, "() (((fp.min (_ +zero 5 11) (_ -zero 5 11)) (_ +oo 5 11)))"),
        VERDICT_UNSUPPORTED);
    assert_int_equal(
        scene_check_text(&s, "() (((fp.min (_ +zero 5 11) (_ -zero 5 11)) (_ +zero 5 11)))"),
        VERDICT_TRUE);
    scene_free(&s);
}

static void test_other_texts_are_refused(void **state) {
    static const char *const texts[] = {
        "",
        "(",
        "()",
        ")",
        "() (",
        "() ((x))",
        "() ((x 5)) 1",
        "() ((x true))",
        "() ((z 5))",
        "((define-fun x () Int 5)",
        "((define-fun x () Int 5)) ((x \"))",
        "garbage",
        "\xff",
    };
    struct scene s = scene_of("(declare-const x Int) (assert (= x 5))");
    for (size_t i = 0; i < LENGTH(texts); i++) {
        struct witness witness;
        struct parse_error error = {0};
        if (witness_read(s.j.r.parser, texts[i], strlen(texts[i]), &witness, &error))
            fail_msg("%s is not refused", texts[i]);
        assert_true(error.message.n > 0);
        assert_true(error.offset <= strlen(texts[i]));
        assert_int_equal(witness.model.entries.n + witness.choices.n, 0);
        parse_error_release(&error);
    }
    scene_free(&s);
}

/* ---- put together ---- */

/* Two texts over one script: do they go together, and what do they say then? */
static bool scene_add(struct scene *s, const char *first, const char *second, struct witness *sum) {
    struct witness other;
    scene_read(s, first, sum);
    scene_read(s, second, &other);
    size_t n = sum->model.entries.n + sum->choices.n + sum->model.universes.n;
    bool good = witness_add(s->j.r.table, sum, &other);
    if (!good)
        assert_int_equal(sum->model.entries.n + sum->choices.n + sum->model.universes.n, n);
    witness_release(&other);
    return good;
}

#define BOTH                                                                \
    "(declare-const x Int) (declare-const y Int) (declare-fun f (Int) Int)" \
    "(declare-sort U 0) (declare-const a U) (declare-const b U)"            \
    "(declare-const s (Seq Int))"

static void test_what_contradicts_is_not_put_together(void **state) {
    static const struct {
        const char *first, *second;
        bool together;
    } cases[] = {
        {"() ((x 1))", "() ((y 2))", true},
        {"() ((x 1))", "() ((x 1))", true},
        {"() ((x 1))", "() ((x 2))", false},
        {"() (((div 0 0) 1))", "() (((div 0 0) 1))", true},
        {"() (((div 0 0) 1))", "() (((div 0 0) 2))", false},
        {"() (((div 0 0) 1))", "() (((div 1 0) 2))", true},
        {"() (((div 0 0) 1))", "() (((mod 0 0) 2))", true},
        {"() (((f 1) 1))", "() (((f 2) 2))", true},
        {"() (((f 1) 1))", "() (((f 1) 2))", false},
        {"((define-fun x () Int 1)) ()", "() ((x 2))", false},
        {"((define-fun x () Int 1)) ()", "() ((x 1))", true},
        {"((define-fun x () Int 1)) ()", "((define-fun x () Int 2)) ()", false},
        {"((define-fun x () Int 1)) ()", "((define-fun x () Int 1)) ()", true},
        {"((define-fun f ((i Int)) Int i)) ()", "() (((f 1) 1))", false},
        {"((define-fun f ((i Int)) Int i)) ()", "((define-fun f ((i Int)) Int (+ i 1))) ()", false},
        {"((define-fun div0 ((i Int) (j Int)) Int i)) ()", "() (((div 0 0) 1))", false},
        {"((define-fun div0 ((i Int) (j Int)) Int i)) ()", "() (((mod 0 0) 1))", true},
        {"((define-fun div0 ((i Int) (j Int)) Int 1)) ()", "() (((div 0 0) 1))", true},
        {"((define-fun div0 ((i Int) (j Int)) Int 1)) ()",
         "((define-fun div0 ((i Int) (j Int)) Int 1)) ()", true},
        {"((define-fun div0 ((i Int) (j Int)) Int 1)) ()",
         "((define-fun div0 ((i Int) (j Int)) Int 2)) ()", false},
        {"((define-fun /0 ((i Real) (j Real)) Real i)) ()", "() (((/ 1.0 0.0) 2.0))", false},
        {"((define-fun seq.nth_u ((i (Seq Int)) (j Int)) Int j)) ()",
         "() (((seq.nth (as seq.empty (Seq Int)) 0) 2))", false},
        {"() (((choice ((i Int)) (> i 0)) 1))", "() (((choice ((j Int)) (> j 0)) 2))", false},
        {"(\n; cardinality of U is 1\n; rep: (as @U_0 U)\n) ()",
         "(\n; cardinality of U is 2\n; rep: (as @U_0 U)\n; rep: (as @U_1 U)\n) ()", false},
        {"(\n; cardinality of U is 1\n; rep: (as @U_0 U)\n) ()", "(\n; rep: (as @U_1 U)\n) ()",
         false},
        {"(\n; rep: (as @U_0 U)\n) ()", "(\n; rep: (as @U_1 U)\n) ()", true},
        {"(\n; rep: (as @U_0 U)\n) ()",
         "(\n; cardinality of U is 2\n; rep: (as @U_0 U)\n; rep: (as @U_1 U)\n) ()", true},
    };
    struct scene s = scene_of(BOTH);
    for (size_t i = 0; i < LENGTH(cases); i++)
        for (int turn = 0; turn < 2; turn++) {
            const char *first = turn == 0 ? cases[i].first : cases[i].second;
            const char *second = turn == 0 ? cases[i].second : cases[i].first;
            struct witness sum;
            if (scene_add(&s, first, second, &sum) != cases[i].together)
                fail_msg("%s\n%s\n%s together", first, second, cases[i].together ? "not" : "go");
            witness_release(&sum);
        }
    scene_free(&s);
}

static void test_universes_grow_together(void **state) {
    struct scene s = scene_of(BOTH);
    struct witness sum;
    assert_true(scene_add(&s, "(\n; rep: (as @U_0 U)\n(define-fun a () U (as @U_0 U))) ()",
                          "(\n; rep: (as @U_1 U)\n(define-fun b () U (as @U_1 U))) ()", &sum));
    assert_text(scene_print(&s, &sum), "(\n; rep: (as @U_0 U)\n; rep: (as @U_1 U)\n"
                                       "(define-fun a () U (as @U_0 U))\n"
                                       "(define-fun b () U (as @U_1 U))\n)\n()\n");
    witness_release(&sum);
    scene_free(&s);
}

static symbol with_mark(struct term_table *table, symbol name) {
    struct strbuf text = {0};
    symbol_add(symbol_at(&table->symbols, name), &text);
    strbuf_add_text(&text, "_2");
    symbol marked = symbol_intern(&table->symbols, text.at, text.n);
    strbuf_free(&text);
    return marked;
}

/* Each script is read on its own, into one table: x is another x, U another sort. */
static void test_witnesses_of_two_scripts_are_true_together(void **state) {
    static const struct told scripts[2] = {
        {"(declare-sort U 0) (declare-const a U) (declare-const x Int) (declare-fun f (Int) Int)"
         "(assert (forall ((u U)) (= u a))) (assert (= (f x) (div x 0) 3)) (assert (= x 1))",
         "((declare-fun U!val!0 () U) (forall ((x U)) (= x U!val!0)) (define-fun a () U U!val!0)"
         " (define-fun x () Int 1) (define-fun f ((x!0 Int)) Int (k!0 x!0))"
         " (define-fun k!0 ((x!0 Int)) Int 3) (define-fun div0 ((x!0 Int) (x!1 Int)) Int 3))"},
        {"(declare-sort U 0) (declare-const a U) (declare-const b U) (declare-const x Int)"
         "(declare-fun f (Int) Int) (assert (distinct a b)) (assert (= (f x) (div x 0) 4))"
         "(assert (= x 2))",
         "((declare-fun U!val!0 () U) (declare-fun U!val!1 () U)"
         " (forall ((x U)) (or (= x U!val!0) (= x U!val!1)))"
         " (define-fun a () U U!val!0) (define-fun b () U U!val!1) (define-fun x () Int 2)"
         " (define-fun f ((x!0 Int)) Int (k!0 x!0)) (define-fun k!0 ((x!0 Int)) Int 4)"
         " (define-fun div0 ((x!0 Int) (x!1 Int)) Int 4))"},
    };
    struct term_table *table = term_table_new();
    struct eval *eval = eval_new(table);
    struct witness witnesses[2];
    u32_vec formulas = {0};
    size_t n_first = 0;
    fun first_fun = 0;
    uint32_t first_decl = 0;
    for (int i = 0; i < 2; i++) {
        struct parser *parser = parser_new(table);
        struct script script = {0};
        struct parse_error error = {0};
        struct model model = {0};
        struct goal goal = {0};
        assert_true(parser_read_script(parser, scripts[i].script, strlen(scripts[i].script),
                                       &script, &error));
        assert_true(
            parser_read_model(parser, scripts[i].model, strlen(scripts[i].model), &model, &error));
        for (size_t k = 0; k < script.commands.n; k++)
            goal_follow(&goal, table, &script.commands.at[k]);
        assert_int_equal(
            witness_find(eval, &model, goal.formulas.at, goal.formulas.n, &witnesses[i]),
            VERDICT_TRUE);
        for (size_t k = 0; k < goal.formulas.n; k++)
            vec_push(&formulas, goal.formulas.at[k]);
        n_first = i == 0 ? formulas.n : n_first;
        if (i == 0) {
            first_fun = (fun)table->funs.n;
            first_decl = (uint32_t)table->sorts.decls.n;
        }
        goal_release(&goal);
        model_release(&model);
        script_release(&script);
        parser_free(parser);
    }
    /* neither says anything of the other's */
    assert_int_equal(witness_check(eval, &witnesses[0], formulas.at, formulas.n),
                     VERDICT_NEEDS_CHOICE);
    assert_true(witness_add(table, &witnesses[0], &witnesses[1]));
    assert_int_equal(witness_check(eval, &witnesses[0], formulas.at, formulas.n), VERDICT_TRUE);
    assert_int_equal(witness_check(eval, &witnesses[0], formulas.at, n_first), VERDICT_TRUE);
    /* under other names, it is a witness of both scripts in one */
    symbol *funs = mem_alloc_zero(table->funs.n * sizeof *funs);
    symbol *decls = mem_alloc_zero(table->sorts.decls.n * sizeof *decls);
    for (fun f = first_fun; f < table->funs.n; f++)
        if (fun_at(table, f)->kind == FUN_DECLARED)
            funs[f] = with_mark(table, fun_at(table, f)->name);
    for (uint32_t d = first_decl; d < table->sorts.decls.n; d++)
        decls[d] = with_mark(table, table->sorts.decls.at[d].name);
    struct printer *printer = printer_new(table);
    struct strbuf text = {0};
    printer_set_names(printer, funs, decls);
    witness_print(table, &witnesses[0], printer, &text);
    struct scene both = scene_of(
        "(declare-sort U 0) (declare-const a U) (declare-const x Int) (declare-fun f (Int) Int)"
        "(assert (forall ((u U)) (= u a))) (assert (= (f x) (div x 0) 3)) (assert (= x 1))"
        "(declare-sort U_2 0) (declare-const a_2 U_2) (declare-const b_2 U_2)"
        "(declare-const x_2 Int) (declare-fun f_2 (Int) Int) (assert (distinct a_2 b_2))"
        "(assert (= (f_2 x_2) (div x_2 0) 4)) (assert (= x_2 2))"
        "(assert (forall ((u U_2)) (or (= u a_2) (= u b_2))))");
    assert_int_equal(scene_check_text(&both, strbuf_text(&text)), VERDICT_TRUE);
    scene_free(&both);
    strbuf_free(&text);
    printer_free(printer);
    mem_free(funs);
    mem_free(decls);
    witness_release(&witnesses[0]);
    witness_release(&witnesses[1]);
    vec_free(&formulas);
    eval_free(eval);
    term_table_free(table);
}

/* ---- truth ---- */

static void test_truths_have_names(void **state) {
    assert_int_equal(truth_find("sat", 3), TRUTH_SAT);
    assert_int_equal(truth_find("unsat", 5), TRUTH_UNSAT);
    assert_int_equal(truth_find("unsat", 3), TRUTH_UNKNOWN);
    assert_int_equal(truth_find("unknown", 7), TRUTH_UNKNOWN);
    assert_int_equal(truth_find("SAT", 3), TRUTH_UNKNOWN);
    assert_string_equal(truth_name(TRUTH_UNKNOWN), "unknown");
    assert_string_equal(truth_name(TRUTH_UNSAT), "unsat");
    assert_string_equal(basis_name(BASIS_NONE), "none");
    assert_string_equal(basis_name(BASIS_LABEL), "label");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(test_models_of_z3_go_through_text),
        TEST(test_models_of_cvc5_go_through_text),
        TEST(test_models_of_cvc4_go_through_text),
        TEST(test_the_evaluator_alone_finds_witnesses),
        TEST(test_entries_for_operators_give_way_to_single_values),
        TEST(test_values_that_do_not_matter_are_not_chosen),
        TEST(test_every_value_that_a_quantifier_asks_for_is_noted),
        TEST(test_there_is_no_witness_of_what_is_false),
        TEST(test_finding_and_checking_do_not_mind_fixed_mode),
        TEST(test_a_witness_is_checked_from_nothing_but_itself),
        TEST(test_operators_are_not_chosen_beyond_their_bounds),
        TEST(test_other_texts_are_refused),
        TEST(test_what_contradicts_is_not_put_together),
        TEST(test_universes_grow_together),
        TEST(test_witnesses_of_two_scripts_are_true_together),
        TEST(test_truths_have_names),
    };
    return RUN(tests);
}
