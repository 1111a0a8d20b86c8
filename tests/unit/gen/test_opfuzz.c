#include "mutating.h"

#include "gen/op_class.h"

/* ---- the thesis' figures --------------------------------------------------- */

static void figure_4_1_comes_out(void **state) {
    assert_finds("opfuzz",
                 "(assert (forall ((a Int)) (exists ((b Int)) (distinct (* 2 b) a))))(check-sat)",
                 200, 1, "(forall ((a Int)) (exists ((b Int)) (= (* 2 b) a)))");
}

static void figure_4_4_comes_out(void **state) {
    assert_finds("opfuzz", "(declare-fun a () Real)(assert (> (/ (* 2 a) a) (* a a) 1))(check-sat)",
                 2000, 2, "(= (/ (* 2.0 a) a) (/ a a) 1.0)");
}

static void example_4_3_1_comes_out(void **state) {
    assert_finds("opfuzz", "(assert (= (mod 1 1) 1))", 100, 1, "(= (div 1 1) 1)");
}

/* Each operator of a class becomes each other one, in a single step. */
static void the_classes_of_figure_4_5_are_there(void **state) {
    static const struct {
        const char *declarations, *before, *behind;
        const char *ops[6];
    } classes[] = {
        {"(declare-const x Int)", "(", " x 1 2)", {"=", "distinct"}},
        {"", "(", " ((i Int)) (= i 0))", {"exists", "forall"}},
        {"(declare-const p Bool)(declare-const q Bool)", "(", " p q p)", {"and", "or", "=>"}},
        {"(declare-const x Real)", "(", " x 1.0 x)", {"<=", ">=", "<", ">"}},
        {"(declare-const x Real)", "(= x (", " x 1.0 x))", {"+", "-", "*", "/"}},
        {"(declare-const x Int)", "(= x (", " x 3))", {"div", "mod"}},
        {"(declare-const a (_ BitVec 8))", "(", " a #x01)", {"bvult", "bvslt", "bvuge", "bvsle"}},
    };
    for (size_t i = 0; i < LENGTH(classes); i++)
        for (const char *const *from = classes[i].ops; *from != NULL; from++)
            for (const char *const *to = classes[i].ops; *to != NULL; to++) {
                struct strbuf seed = {0}, wanted = {0};
                strbuf_printf(&seed, "%s(assert %s%s%s)", classes[i].declarations,
                              classes[i].before, *from, classes[i].behind);
                strbuf_printf(&wanted, "(assert %s%s%s)", classes[i].before, *to,
                              classes[i].behind);
                if (from != to)
                    assert_finds("opfuzz", strbuf_text(&seed), 400, 1, strbuf_text(&wanted));
                strbuf_free(&seed);
                strbuf_free(&wanted);
            }
}

/* ---- what an operator is --------------------------------------------------- */

static void arity_is_minded(void **state) {
    const char *three = "(declare-const a (_ BitVec 8))(assert (= a (bvadd a #x01 #x02)))";
    assert_finds("opfuzz", three, 100, 1, "(bvxor a #x01 #x02)");
    assert_never("opfuzz", three, 100, 20, "bvsub");
    assert_never("opfuzz", "(declare-const s String)(assert (= s \"a\" \"b\"))", 20, 20, "str.<");
}

static void indices_change(void **state) {
    const char *bits = "(declare-const a (_ BitVec 8))(declare-const b (_ BitVec 4))";
    static const struct {
        const char *formula, *wanted;
    } pairs[] = {
        {"(= b ((_ extract 3 0) a))", "(_ extract 7 4)"},
        {"(= b ((_ extract 3 0) a))", "(_ extract 5 2)"},
        {"(= a ((_ rotate_left 1) a))", "(_ rotate_right "},
        {"(= a ((_ rotate_left 1) a))", "(_ rotate_left 5)"},
        {"(= a ((_ rotate_left 1) a))", "(bvnot a)"},
        {"(= a ((_ zero_extend 4) b))", "(_ sign_extend 4)"},
        {"(= a ((_ zero_extend 4) b))", "(_ repeat 2)"},
        {"(str.in_re \"a\" ((_ re.loop 1 2) re.all))", "(_ re.loop 0 "},
        {"(str.in_re \"a\" ((_ re.loop 1 2) re.all))", "(_ re.^ "},
        {"(str.in_re \"a\" ((_ re.loop 1 2) re.all))", "(re.comp "},
        {"(fp.isNaN (_ +oo 8 24))", "(_ NaN 8 24)"},
    };
    for (size_t i = 0; i < LENGTH(pairs); i++) {
        struct strbuf seed = {0};
        strbuf_printf(&seed, "%s(assert %s)", bits, pairs[i].formula);
        assert_finds("opfuzz", strbuf_text(&seed), 600, 1, pairs[i].wanted);
        strbuf_free(&seed);
    }
}

static const char lists[] = "(declare-datatypes ((L 0)) (((nil) (none) (cons (hd Int) (tl L))"
                            " (snoc (hd2 Int) (tl2 L)))))(declare-const l L)";

static void datatypes_change(void **state) {
    static const struct {
        const char *formula, *wanted;
    } pairs[] = {
        {"(= l (cons 1 l))", "(snoc 1 l)"}, {"(= (hd l) 1)", "(hd2 l)"},
        {"((_ is cons) l)", "(_ is nil)"},  {"((_ is cons) l)", "(_ is snoc)"},
        {"(= l (tl l))", "(tl2 l)"},        {"(distinct l nil)", "none"},
    };
    for (size_t i = 0; i < LENGTH(pairs); i++) {
        struct strbuf seed = {0};
        strbuf_printf(&seed, "%s(assert %s)", lists, pairs[i].formula);
        assert_finds("opfuzz", strbuf_text(&seed), 200, 1, pairs[i].wanted);
        strbuf_free(&seed);
    }
}

static void functions_of_one_rank_change(void **state) {
    const char *seed = "(declare-sort U 0)(declare-fun f (U) U)(declare-fun g (U) U)"
                       "(declare-fun h (U U) U)(declare-const u U)(assert (= u (f u)))";
    assert_finds("opfuzz", seed, 100, 1, "(= u (g u))");
    assert_never("opfuzz", seed, 20, 20, "(h ");
    assert_finds("opfuzz",
                 "(declare-fun f (Int Int) Int)(declare-const x Int)(assert (= x (f x 1)))", 200, 1,
                 "(+ x 1)");
    assert_finds("opfuzz",
                 "(declare-fun f (Int Int) Int)(declare-const x Int)(assert (= x (+ x 1)))", 200, 1,
                 "(f x 1)");
}

static void synonyms_are_the_same(void **state) {
    const char *seed = "(declare-const p Bool)(assert (implies p p))";
    assert_never("opfuzz", seed, 300, 1, "(=> p p)");
    assert_finds("opfuzz", seed, 300, 1, "(xor p p)");
}

static void extensions_come_where_extensions_are(void **state) {
    assert_never("opfuzz", "(declare-const s String)(assert (= s (str.from_int 1)))", 50, 30,
                 "str.rev");
    assert_finds("opfuzz", "(declare-const s String)(assert (= s (str.rev (str.to_lower s))))", 200,
                 1, "str.to_upper");
    /* re.reverse is z3's, str.rev cvc5's: no solver has both */
    assert_never("opfuzz", "(declare-const s String)(assert (str.in_re (str.rev s) (re.* re.all)))",
                 100, 20, "re.reverse");
}

/* ---- chains ---------------------------------------------------------------- */

/* How many nodes of two trees of one shape have different heads. */
static unsigned differences(const struct term_table *table, term a, term b) {
    if (a == b)
        return 0;
    assert_int_equal(term_n_args(table, a), term_n_args(table, b));
    unsigned n = term_op(table, a) != term_op(table, b) ||
                 term_at(table, a)->payload != term_at(table, b)->payload;
    for (uint32_t i = 0; i < term_n_args(table, a); i++)
        n += differences(table, term_arg(table, a, i), term_arg(table, b, i));
    return n;
}

static void a_step_changes_one_operator_of_the_step_before(void **state) {
    struct lab *lab = lab_new("opfuzz", "(declare-const x Int)(declare-const y Int)"
                                        "(assert (and (> (+ x y) 3) (< (* x 2) y)))"
                                        "(assert (exists ((z Int)) (= z (- x y))))");
    struct trail *trail = lab_begin(lab, 0);
    struct test test;
    term before[2] = {lab->seed->script.commands.at[2].body, lab->seed->script.commands.at[3].body};
    for (int i = 0; i < 300; i++) {
        unsigned n = 0;
        assert_true(lab_next(lab, trail, &test));
        for (int k = 0; k < 2; k++) {
            term now = test.script->commands.at[2 + k].body;
            n += differences(lab->table, before[k], now);
            before[k] = now;
        }
        assert_int_equal(n, 1);
        assert_non_null(strstr(test.note, " -> "));
    }
    gen_trail_end(trail);
    lab_free(lab);
}

static void a_seed_without_a_choice_ends_at_once(void **state) {
    struct lab *lab = lab_new("opfuzz", "(declare-const p Bool)(assert p)");
    struct trail *trail = lab_begin(lab, 0);
    struct test test;
    assert_false(lab_next(lab, trail, &test));
    gen_trail_end(trail);
    lab_free(lab);
}

static void one_place_among_many_is_found(void **state) {
    struct strbuf seed = {0};
    strbuf_add_text(&seed, "(declare-fun f (Int) Int)(declare-const x Int)"
                           "(declare-fun p (Int) Bool)(assert (p ");
    for (int i = 0; i < 3000; i++)
        strbuf_add_text(&seed, "(f ");
    strbuf_add_text(&seed, "(div x x)");
    strbuf_add_repeat(&seed, ')', 3002);
    struct lab *lab = lab_new("opfuzz", strbuf_text(&seed));
    uint32_t line;
    lab->gen->classes = op_classes_read(lab->table, "div,mod\n", 8, &line, &lab->error);
    assert_non_null(lab->gen->classes);
    assert_true(lab_finds(lab, 1, 1, "(mod"));
    lab_free(lab);
    strbuf_free(&seed);
}

/* ---- scripts --------------------------------------------------------------- */

static const char everything[] =
    "(set-logic ALL)(declare-sort U 0)(declare-fun f (U Int) Int)(declare-fun g (U Int) Int)"
    "(declare-datatypes ((T 0)) (((leaf) (node (left T) (value Int) (right T)))))"
    "(define-fun double ((n Int)) Int (+ n n))"
    "(define-fun-rec sum ((t T)) Int (ite ((_ is leaf) t) 0 (+ (value t) (sum (left t)))))"
    "(declare-const u U)(declare-const t T)"
    "(assert (forall ((i Int)) (! (> (f u i) i) :pattern ((f u i)))))"
    "(assert (! (= (sum t) 4) :named goal))"
    "(push 1)(declare-fun h (U Int) Int)(assert (= (h u 1) (double 2)))(check-sat)(pop 1)"
    "(assert (match t ((leaf true) ((node a v b) (> v (f u 1))))))(check-sat-assuming ((= u u)))";

static bool keeps_scope(struct lab *lab, const struct trail *trail, const struct test *test,
                        void *context) {
    const char *text = strbuf_text(&lab->text);
    testing_assert_contains(text, ":pattern ((f u i))");
    testing_assert_contains(text, "(define-fun-rec sum ((t T)) Int\n"
                                  "  (ite ((_ is leaf) t) 0 (+ (value t) (sum (left t)))))");
    return false;
}

static void scripts_with_everything_go_through(void **state) {
    struct lab *lab = lab_new("opfuzz", everything);
    lab_run(lab, 10, 60, keeps_scope, NULL);
    lab_free(lab);
    assert_finds("opfuzz", everything, 400, 1, "(define-fun double ((n Int)) Int (* n n))");
    assert_finds("opfuzz", everything, 400, 1, "(= (g u 1) (double 2))");
    assert_finds("opfuzz", everything, 400, 1, "(exists ((i Int)) (! (> (f u i) i)");
}

static void definitions_are_put_back(void **state) {
    struct lab *lab = lab_new("opfuzz", everything);
    struct test seed = {.script = &lab->seed->script};
    struct strbuf before = {0}, after = {0};
    render_test(lab->render, &seed, &before);
    lab_run(lab, 5, 100, keeps_scope, NULL);
    render_forget(lab->render);
    render_test(lab->render, &seed, &after);
    assert_string_equal(strbuf_text(&before), strbuf_text(&after));
    strbuf_free(&before);
    strbuf_free(&after);
    lab_free(lab);
}

static bool collect(struct lab *lab, const struct trail *trail, const struct test *test,
                    void *context) {
    strbuf_add(context, lab->text.at, lab->text.n);
    return false;
}

/* Whatever was read and made before. */
static void the_same_id_gives_the_same_bytes(void **state) {
    static const char *const names[] = {"opfuzz", "typefuzz", "fuzzchick"};
    for (size_t i = 0; i < LENGTH(names); i++) {
        struct strbuf first = {0}, second = {0};
        struct lab *lab = lab_new(names[i], everything);
        lab_run(lab, 3, 40, collect, &first);
        lab_free(lab);
        lab = lab_new(names[i], "(declare-const goal String)(declare-fun f (String) Bool)"
                                "(assert (f (str.++ goal \"x\")))");
        struct seed *other = lab->seed;
        struct strbuf dirt = {0};
        lab_run(lab, 2, 30, collect, &dirt);
        lab->seed = lab_read(lab, everything);
        lab_run(lab, 3, 40, collect, &second);
        assert_string_equal(strbuf_text(&first), strbuf_text(&second));
        seed_free(other);
        lab_free(lab);
        strbuf_free(&dirt);
        strbuf_free(&first);
        strbuf_free(&second);
    }
}

static void a_seed_that_asserts_nothing_is_refused(void **state) {
    struct lab *lab = lab_new("opfuzz", "(declare-const x Int)(check-sat)");
    assert_string_equal(lab->strategy->refuse(lab->gen, lab->seed), "it asserts nothing");
    lab_free(lab);
}

/* ---- classes --------------------------------------------------------------- */

static void classes_restrict(void **state) {
    static const char text[] = "; comparisons\n<, >\r\n\n# sums\n+,-\nforall,exists";
    struct lab *lab = lab_new("opfuzz", "(declare-const x Int)(declare-const y Int)"
                                        "(assert (or (< x y) (= (+ x y) (* x y))))");
    uint32_t line;
    lab->gen->classes = op_classes_read(lab->table, text, sizeof text - 1, &line, &lab->error);
    assert_non_null(lab->gen->classes);
    assert_true(lab_finds(lab, 50, 10, "(or (> x y) (= (- x y) (* x y)))"));
    assert_false(lab_finds(lab, 20, 30, "and"));
    assert_false(lab_finds(lab, 20, 30, "<="));
    lab_free(lab);
}

static void bad_classes_are_refused_with_their_line(void **state) {
    static const struct {
        const char *text;
        uint32_t line;
        const char *message;
    } bad[] = {
        {"<,>\n+,plus\n", 2, "there is no operator 'plus'"},
        {"<,>\n\n+\n", 3, "a class needs two operators at least, separated by commas"},
        {"<,,>", 1, "a name is missing between commas"},
    };
    struct term_table *table = term_table_new();
    for (size_t i = 0; i < LENGTH(bad); i++) {
        struct strbuf error = {0};
        uint32_t line = 0;
        assert_null(op_classes_read(table, bad[i].text, strlen(bad[i].text), &line, &error));
        assert_int_equal(line, bad[i].line);
        assert_string_equal(strbuf_text(&error), bad[i].message);
        strbuf_free(&error);
    }
    term_table_free(table);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(figure_4_1_comes_out),
        TEST(figure_4_4_comes_out),
        TEST(example_4_3_1_comes_out),
        TEST(the_classes_of_figure_4_5_are_there),
        TEST(arity_is_minded),
        TEST(indices_change),
        TEST(datatypes_change),
        TEST(functions_of_one_rank_change),
        TEST(synonyms_are_the_same),
        TEST(extensions_come_where_extensions_are),
        TEST(a_step_changes_one_operator_of_the_step_before),
        TEST(a_seed_without_a_choice_ends_at_once),
        TEST(one_place_among_many_is_found),
        TEST(scripts_with_everything_go_through),
        TEST(definitions_are_put_back),
        TEST(the_same_id_gives_the_same_bytes),
        TEST(a_seed_that_asserts_nothing_is_refused),
        TEST(classes_restrict),
        TEST(bad_classes_are_refused_with_their_line),
    };
    return RUN(tests);
}
