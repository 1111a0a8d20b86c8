#include "mutating.h"

#include "gen/bank.h"
#include "term/signature.h"

/* ---- the thesis' figures --------------------------------------------------- */

static void figure_5_2_comes_out(void **state) {
    assert_finds("typefuzz",
                 "(declare-fun x () String)(assert (> (- (str.to_int (str.++ x x))) 0))(check-sat)",
                 4000, 1, "(assert (> (- (str.to_int (str.++ (str.from_int 0) x))) 0))");
}

/* One of many thousand choices: only what has the right operator is printed. */
static void figure_5_3_comes_out(void **state) {
    struct lab *lab = lab_new(
        "typefuzz", "(declare-fun x () String)(declare-fun y () String)"
                    "(assert (= (str.replace x \"B\" (str.++ \"B\" \"B\")) (str.++ y \"B\")))");
    const char *wanted =
        "    (str.replace (str.replace x \"B\" (str.++ \"B\" \"B\")) \"B\" (str.++ y \"B\"))\n"
        "    (str.++ y \"B\")))";
    bool found = false;
    for (uint64_t i = 0; i < 400000 && !found; i++) {
        struct trail *trail = lab_begin(lab, i);
        struct test test;
        assert_true(gen_trail_next(trail, &test));
        if (strcmp(test.note, "str.replace -> str.replace") == 0) {
            strbuf_clear(&lab->text);
            render_test(lab->render, &test, &lab->text);
            found = strstr(strbuf_text(&lab->text), wanted) != NULL;
        }
        gen_trail_end(trail);
    }
    assert_true(found);
    lab_free(lab);
}

/* ---- which operators come -------------------------------------------------- */

struct seen {
    bool ops[OP_COUNT];
};

/* Of single steps, the operator that the new term has at its head, and those below it. */
static bool note_ops(struct lab *lab, const struct trail *trail, const struct test *test,
                     void *context) {
    struct seen *seen = context;
    struct term_walk walk = {0};
    term t;
    term_walk_begin(&walk, lab->table);
    for (size_t i = 0; i < test->script->commands.n; i++)
        if (test->script->commands.at[i].kind == COMMAND_ASSERT)
            term_walk_add(&walk, test->script->commands.at[i].body);
    while ((t = term_walk_next(&walk)) != 0)
        if (term_op(lab->table, t) < OP_COUNT)
            seen->ops[term_op(lab->table, t)] = true;
    term_walk_release(&walk);
    return false;
}

static void assert_all_come(const char *seed, const enum op *ops, size_t n) {
    struct lab *lab = lab_new("typefuzz", seed);
    struct seen *seen = mem_alloc_zero(sizeof *seen);
    lab_run(lab, 150, 30, note_ops, seen);
    for (size_t i = 0; i < n; i++)
        if (!seen->ops[ops[i]])
            fail_msg("%s never came", op_row(ops[i])->name);
    mem_free(seen);
    lab_free(lab);
}

/* All signatures of Figure 5.4, from seeds that have hardly any operator. */
static void the_signatures_of_figure_5_4_are_reached(void **state) {
    static const enum op numbers[] = {
        OP_NOT,      OP_IMPLIES,  OP_AND,      OP_OR,      OP_XOR,     OP_EQ,       OP_DISTINCT,
        OP_ITE,      OP_INT_NEG,  OP_INT_SUB,  OP_INT_ADD, OP_INT_MUL, OP_INT_DIV,  OP_INT_MOD,
        OP_INT_ABS,  OP_INT_LE,   OP_INT_LT,   OP_INT_GE,  OP_INT_GT,  OP_REAL_NEG, OP_REAL_SUB,
        OP_REAL_ADD, OP_REAL_MUL, OP_REAL_DIV, OP_REAL_LE, OP_REAL_LT, OP_REAL_GE,  OP_REAL_GT,
        OP_TO_REAL,  OP_TO_INT,   OP_IS_INT,
    };
    static const enum op words[] = {
        OP_STR_CONCAT,   OP_STR_LEN,         OP_STR_LT,         OP_STR_TO_RE,
        OP_STR_IN_RE,    OP_RE_NONE,         OP_RE_ALL,         OP_RE_ALLCHAR,
        OP_RE_CONCAT,    OP_RE_UNION,        OP_RE_INTER,       OP_RE_STAR,
        OP_RE_COMP,      OP_RE_DIFF,         OP_RE_PLUS,        OP_RE_OPT,
        OP_RE_RANGE,     OP_STR_LE,          OP_STR_AT,         OP_STR_SUBSTR,
        OP_STR_PREFIXOF, OP_STR_SUFFIXOF,    OP_STR_CONTAINS,   OP_STR_INDEXOF,
        OP_STR_REPLACE,  OP_STR_REPLACE_ALL, OP_STR_REPLACE_RE, OP_STR_REPLACE_RE_ALL,
        OP_STR_IS_DIGIT, OP_STR_TO_CODE,     OP_STR_FROM_CODE,  OP_STR_TO_INT,
        OP_STR_FROM_INT, OP_RE_POW,          OP_RE_LOOP,
    };
    assert_all_come("(declare-const x Int)(declare-const r Real)(assert (= x 0))(assert (= r 1.0))",
                    numbers, LENGTH(numbers));
    assert_all_come("(declare-const s String)(assert (= s \"a\"))", words, LENGTH(words));
}

/* The seed has neither rounding modes nor other widths than these. */
static void sorts_that_the_seed_lacks_are_made_up(void **state) {
    static const enum op floats[] = {
        OP_FP_ADD,          OP_FP_FMA,     OP_FP_SQRT,    OP_FP_RTI,
        OP_FP_REM,          OP_RNE,        OP_RTZ,        OP_FP,
        OP_FP_OF_BITS,      OP_FP_OF_FP,   OP_FP_OF_REAL, OP_FP_OF_SBV,
        OP_FP_OF_UBV,       OP_FP_TO_UBV,  OP_FP_TO_SBV,  OP_FP_NAN_VALUE,
        OP_FP_IS_SUBNORMAL, OP_FP_TO_REAL,
    };
    static const enum op bits[] = {
        OP_BV_CONCAT,  OP_BV_EXTRACT,     OP_BV_REPEAT, OP_BV_ZERO_EXTEND, OP_BV_SIGN_EXTEND,
        OP_BV_COMP,    OP_BV_ROTATE_LEFT, OP_BV_SMOD,   OP_BV_NEGO,        OP_BV_SMULO,
        OP_UBV_TO_INT, OP_INT_TO_BV,      OP_BV_SGE,
    };
    static const enum op arrays[] = {OP_SELECT, OP_STORE, OP_ITE};
    static const enum op functions[] = {OP_HO_APPLY};
    assert_all_come("(declare-const f Float32)(assert (fp.isNaN f))", floats, LENGTH(floats));
    assert_all_come("(declare-const a (_ BitVec 8))(assert (= a #x00))", bits, LENGTH(bits));
    assert_all_come("(declare-const a (Array Int Bool))(declare-const i Int)"
                    "(assert (= a a))(assert (= i 0))",
                    arrays, LENGTH(arrays));
    assert_all_come("(set-logic HO_ALL)(declare-const f (-> Int Int))(declare-const g (-> Int Int))"
                    "(assert (distinct f g))(assert (= 1 2))",
                    functions, LENGTH(functions));
}

static void datatypes_and_functions_are_used(void **state) {
    const char *seed = "(declare-datatypes ((L 0)) (((nil) (cons (hd Int) (tl L)))))"
                       "(declare-sort U 0)(declare-fun f (U) U)(declare-const l L)"
                       "(declare-const u U)(define-fun twice ((n Int)) Int (+ n n))"
                       "(assert (distinct l nil))(assert (= u u))";
    assert_finds("typefuzz", seed, 200, 5, "(cons ");
    assert_finds("typefuzz", seed, 200, 5, "(hd ");
    assert_finds("typefuzz", seed, 200, 5, "(_ is cons)");
    assert_finds("typefuzz", seed, 200, 5, "(f ");
    assert_finds("typefuzz", seed, 200, 10, "(twice ");
}

static void operators_of_the_user_are_used(void **state) {
    static const char text[] = "(my.mix String Int String)\n(my.any String)";
    struct lab *lab = lab_new("typefuzz", "(assert true)");
    struct sexpr_error error;
    seed_free(lab->seed);
    assert_true(signature_load(lab->table, text, sizeof text - 1, &error));
    assert_true(signature_load(lab->second, text, sizeof text - 1, &error));
    lab->seed = lab_read(lab, "(declare-const s String)(assert (= s \"a\"))");
    assert_true(lab_finds(lab, 300, 2, "(my.mix "));
    lab_free(lab);
}

static void extensions_come_where_extensions_are(void **state) {
    const char *plain = "(declare-const s String)(declare-const a (Array Int Int))"
                        "(assert (= s \"a\"))(assert (= a a))";
    assert_never("typefuzz", plain, 30, 60, "str.rev");
    assert_never("typefuzz", plain, 30, 60, "(as const");
    assert_finds("typefuzz", "(declare-const s String)(assert (= s (str.rev \"a\")))", 200, 10,
                 "str.to_upper");
    assert_never("typefuzz", "(declare-const x Int)(assert (= x 0))", 30, 60, "str.");
}

/* ---- scope ----------------------------------------------------------------- */

/* That everything is declared where it stands, reading the tests again shows. */
static bool go_on(struct lab *lab, const struct trail *trail, const struct test *test,
                  void *context) {
    return false;
}

static void bound_variables_stay_in_their_scope(void **state) {
    static const char *const names[] = {"typefuzz", "fuzzchick"};
    for (size_t i = 0; i < LENGTH(names); i++) {
        struct lab *lab =
            lab_new(names[i], "(declare-const y Int)"
                              "(assert (and (> y 10) (forall ((z Int)) (exists ((w Int))"
                              " (< z (+ w y))))))(assert (exists ((v Int)) (= v y)))"
                              "(define-fun g ((a Int) (b Bool)) Int (ite b a y))"
                              "(assert (= (g y true) y))");
        lab_run(lab, 30, 60, go_on, NULL);
        assert_true(lab_finds(lab, 1000, 3, i == 0 ? "(abs z)" : "(exists ((w Int)) (< z z)"));
        lab_free(lab);
    }
}

static void declarations_are_used_only_while_they_are_in_force(void **state) {
    static const char *const names[] = {"opfuzz", "typefuzz", "fuzzchick"};
    for (size_t i = 0; i < LENGTH(names); i++) {
        struct lab *lab = lab_new(
            names[i], "(declare-const a Int)(assert (> a 0))(push 2)(declare-const b Int)"
                      "(declare-fun f (Int Int) Int)(declare-sort S 0)(declare-const s S)"
                      "(assert (= a (f b a)))(assert (= s s))(check-sat)(pop 1)(check-sat)(pop 1)"
                      "(declare-const c Int)(assert (< a (+ a c) 4))(check-sat)(reset)"
                      "(declare-const a Int)(assert (= (- a 1) (* a a)))(check-sat)");
        lab_run(lab, 30, 50, go_on, NULL);
        lab_free(lab);
    }
}

static void names_are_neither_lost_nor_doubled(void **state) {
    static const char *const names[] = {"opfuzz", "typefuzz", "fuzzchick"};
    for (size_t i = 0; i < LENGTH(names); i++) {
        struct lab *lab = lab_new(names[i], "(declare-const x Int)"
                                            "(assert (! (and (> x 0) (! (< x 9) :named inner))"
                                            " :named outer))(assert (or (not inner) (= x 3)))"
                                            "(check-sat-assuming (outer))");
        lab_run(lab, 30, 40, go_on, NULL);
        lab_free(lab);
    }
    /* names that nobody uses are taken off */
    assert_never("typefuzz", "(declare-const p Bool)(assert (! (and p p) :named a))", 5, 5,
                 ":named");
}

static void literals_stay_where_solvers_want_them(void **state) {
    const char *seed = "(declare-const s String)(declare-const t String)"
                       "(assert (str.in_re s (re.* (re.range \"a\" \"z\"))))(assert (= s t))";
    assert_never("typefuzz", seed, 40, 60, "(re.range s");
    assert_never("fuzzchick", seed, 40, 60, "(re.range \"a\" t");
    assert_never("typefuzz", seed, 40, 60, "(= re.");
}

/* ---- chains ---------------------------------------------------------------- */

static void assertions_are_added(void **state) {
    const char *seed = "(declare-const x Int)(assert (> x 0))(check-sat)";
    struct lab *lab = lab_new("typefuzz", seed);
    struct trail *trail = lab_begin(lab, 0);
    struct test test;
    size_t most = 0;
    for (int i = 0; i < 100; i++) {
        assert_true(lab_next(lab, trail, &test));
        most = test.script->commands.n > most ? test.script->commands.n : most;
    }
    assert_true(most > 4);
    gen_trail_end(trail);
    lab_free(lab);
}

static bool is_huge(struct lab *lab, const struct trail *trail, const struct test *test,
                    void *context) {
    return lab->text.n > 6000;
}

static void chains_do_not_grow_without_end(void **state) {
    struct lab *lab = lab_new("typefuzz", "(declare-const x Int)(assert (> (+ x 1) (* x x)))");
    assert_false(lab_run(lab, 2, 1500, is_huge, NULL));
    lab_free(lab);
}

static void fuzzchick_has_no_new_operators(void **state) {
    struct lab *lab = lab_new("fuzzchick", "(declare-const x Int)(declare-const y Int)"
                                           "(assert (> (+ x 1) (* y 2)))");
    struct seen *seen = mem_alloc_zero(sizeof *seen);
    lab_run(lab, 30, 30, note_ops, seen);
    for (uint32_t op = OP_FIRST_THEORY; op < OP_COUNT; op++)
        assert_int_equal(seen->ops[op], op == OP_INT_GT || op == OP_INT_ADD || op == OP_INT_MUL);
    assert_true(lab_finds(lab, 200, 2, "(> (+ x 1) (* y x))"));
    mem_free(seen);
    lab_free(lab);
}

/* ---- the bank -------------------------------------------------------------- */

static const char words[] = "(declare-const x String)(declare-fun f (String) Int)"
                            "(assert (> (f (str.++ x \"odd\")) 12345))";

static struct lab *lab_with_bank(bool swapped) {
    struct lab *lab = lab_new("bank", "(declare-const x Int)(declare-const y Int)"
                                      "(assert (forall ((z Int)) (> (+ x 1) (* y z))))");
    struct seed *other = lab_read(lab, words);
    const struct seed *seeds[] = {lab->seed, other};
    const struct seed *again[] = {other, lab->seed, other};
    lab->gen->bank =
        term_bank_new(lab->table, swapped ? again : seeds, swapped ? 3 : LENGTH(seeds));
    seed_free(other);
    return lab;
}

static void the_bank_brings_constants_and_declares_them(void **state) {
    struct lab *lab = lab_with_bank(false);
    assert_true(lab_finds(lab, 200, 2, "12345"));
    assert_true(lab_finds(lab, 200, 2, "(declare-fun x!1 () String)"));
    assert_true(lab_finds(lab, 200, 2, "(f!2 (str.++ x!1 \"odd\"))"));
    lab_run(lab, 20, 60, go_on, NULL);
    assert_false(lab_finds(lab, 20, 60, "(str.++ z"));
    lab_free(lab);
}

static bool collect(struct lab *lab, const struct trail *trail, const struct test *test,
                    void *context) {
    strbuf_add(context, lab->text.at, lab->text.n);
    strbuf_printf(context, "%u", trail->id.digest);
    return false;
}

static void the_order_of_the_seeds_does_not_matter_to_the_bank(void **state) {
    struct strbuf texts[2] = {{0}, {0}};
    for (int i = 0; i < 2; i++) {
        struct lab *lab = lab_with_bank(i == 1);
        lab_run(lab, 3, 30, collect, &texts[i]);
        lab_free(lab);
    }
    assert_string_equal(strbuf_text(&texts[0]), strbuf_text(&texts[1]));
    strbuf_free(&texts[0]);
    strbuf_free(&texts[1]);
}

static void another_corpus_is_another_digest(void **state) {
    struct lab *lab = lab_with_bank(false);
    struct trail *trail = lab_begin(lab, 0);
    uint16_t digest = trail->id.digest;
    gen_trail_end(trail);
    term_bank_free(lab->gen->bank);
    lab->gen->bank = term_bank_new(lab->table, (const struct seed *[]){lab->seed}, 1);
    trail = lab_begin(lab, 0);
    assert_true(trail->id.digest != digest);
    gen_trail_end(trail);
    lab_free(lab);
}

static void the_bank_refuses_what_resets(void **state) {
    struct lab *lab = lab_new("bank", "(assert true)(reset)(assert false)");
    testing_assert_contains(lab->strategy->refuse(lab->gen, lab->seed), "it resets");
    lab_free(lab);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(figure_5_2_comes_out),
        TEST(figure_5_3_comes_out),
        TEST(the_signatures_of_figure_5_4_are_reached),
        TEST(sorts_that_the_seed_lacks_are_made_up),
        TEST(datatypes_and_functions_are_used),
        TEST(operators_of_the_user_are_used),
        TEST(extensions_come_where_extensions_are),
        TEST(bound_variables_stay_in_their_scope),
        TEST(declarations_are_used_only_while_they_are_in_force),
        TEST(names_are_neither_lost_nor_doubled),
        TEST(literals_stay_where_solvers_want_them),
        TEST(assertions_are_added),
        TEST(chains_do_not_grow_without_end),
        TEST(fuzzchick_has_no_new_operators),
        TEST(the_bank_brings_constants_and_declares_them),
        TEST(the_order_of_the_seeds_does_not_matter_to_the_bank),
        TEST(another_corpus_is_another_digest),
        TEST(the_bank_refuses_what_resets),
    };
    return RUN(tests);
}
