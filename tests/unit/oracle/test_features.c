#include "oracle/features.h"

#include "lang/parser.h"
#include "testing.h"

static struct term_table *table;
static struct features features;

static void take(const char *text) {
    struct parser *parser;
    struct script script = {0};
    struct parse_error error = {0};
    table = term_table_new();
    parser = parser_new(table);
    assert_true(parser_read_script(parser, text, strlen(text), &script, &error));
    features = (struct features){0};
    features_of(table, &script, &features);
    script_release(&script);
    parse_error_release(&error);
    parser_free(parser);
}

static void drop(void) {
    features_release(&features);
    term_table_free(table);
}

static void expect_footing(const char *text, enum footing footing, const char *shaky) {
    take(text);
    assert_int_equal(features.footing, footing);
    if (shaky != NULL)
        assert_string_equal(features.shaky, shaky);
    else
        assert_null(features.shaky);
    drop();
}

static void footing_is_that_of_the_worst_operator(void **state) {
    expect_footing("(declare-const x Int)(assert (= (div x 0) 1))", FOOTING_STANDARD, NULL);
    expect_footing("(declare-const s String)(assert (= (str.rev s) s))", FOOTING_SETTLED,
                   "str.rev");
    expect_footing("(declare-const s String)(assert (= (str.to.int s) 1))", FOOTING_SETTLED,
                   "str.to.int");
    expect_footing("(declare-const s (Seq Int))(assert (= (seq.len s) 1))", FOOTING_SETTLED,
                   "seq.len");
    expect_footing("(declare-const r Real)(assert (= (^ r r) r))", FOOTING_NONE, "^");
    expect_footing("(declare-const r Real)(assert (= (sqrt r) r))", FOOTING_NONE, "sqrt");
    expect_footing("(declare-const s String)(declare-const r Real)"
                   "(assert (= (str.rev s) s))(assert (= (^ r r) r))",
                   FOOTING_NONE, "^");
}

/* Also inside of definitions. */
static void definitions_are_looked_into(void **state) {
    expect_footing("(define-fun f ((r Real)) Real (^ r r))(assert (= (f 1.0) 1.0))", FOOTING_NONE,
                   "^");
}

static void readings_that_solvers_do_not_share_are_no_footing(void **state) {
    take("(assert (= (str.len \"\xc3\xa4\") 1))");
    assert_int_equal(features.footing, FOOTING_NONE);
    drop();
    take("(declare-const x Int)(check-sat-using simplify)");
    assert_int_equal(features.footing, FOOTING_NONE);
    drop();
    expect_footing("(declare-rel p ())(rule p)(check-sat)", FOOTING_NONE, "rule");
}

static void decidable_fragments(void **state) {
    static const struct {
        const char *text;
        bool decidable;
    } cases[] = {
        {"(declare-const x Int)(assert (> (+ x x) 3))", true},
        {"(declare-const x Int)(assert (> (* x x) 3))", false},
        {"(declare-const x Real)(assert (forall ((y Real)) (> (+ y x) y)))", true},
        {"(declare-const x (_ BitVec 8))(assert (forall ((y (_ BitVec 8))) (bvuge y x)))", true},
        {"(declare-const x Real)(assert (= (/ x 0.0) 1.0))", false},
        {"(declare-const s String)(assert (= s \"\"))", false},
        {"(declare-sort S 0)(declare-fun f (S) S)(declare-const a S)(assert (= (f a) a))", true},
        {"(declare-fun f (Int) Int)(assert (forall ((y Int)) (> (f y) y)))", false},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        take(cases[i].text);
        assert_int_equal(features.is_decidable, cases[i].decidable);
        drop();
    }
}

static void a_script_may_go_beyond_its_logic(void **state) {
    take("(set-logic QF_LIA)(declare-const x Int)(assert (> (* x x) 3))");
    assert_true(features.has_set_logic);
    assert_false(features.is_in_logic);
    drop();
    take("(set-logic QF_NIA)(declare-const x Int)(assert (> (* x x) 3))");
    assert_true(features.is_in_logic);
    drop();
}

static void operators_come_once_and_in_order(void **state) {
    take("(declare-const x Int)(assert (> (+ x x) 3))(assert (> (+ x 1) 2))");
    assert_int_equal(features.ops.n, 2);
    assert_int_equal(features.ops.at[0], OP_INT_ADD);
    assert_int_equal(features.ops.at[1], OP_INT_GT);
    assert_int_equal(features.theories, 1u << THEORY_INTS);
    assert_int_equal(features.size, 8);
    drop();
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(footing_is_that_of_the_worst_operator),
        TEST(definitions_are_looked_into),
        TEST(readings_that_solvers_do_not_share_are_no_footing),
        TEST(decidable_fragments),
        TEST(a_script_may_go_beyond_its_logic),
        TEST(operators_come_once_and_in_order),
    };
    return RUN(tests);
}
