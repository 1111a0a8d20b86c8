#include "eval/judging.h"

static const char prelude[] = "(set-logic ALL)"
                              "(declare-datatype Color ((red) (green) (blue)))"
                              "(declare-fun f (Int) Int)"
                              "(declare-fun p (Int) Bool)"
                              "(define-fun E () (Set Int) (as set.empty (Set Int)))"
                              "(define-fun S () (Set Int) (set.insert 1 2 (set.singleton 3)))"
                              "(define-fun T () (Set Int) (set.insert 3 4 (set.singleton (- 1))))"
                              "(define-fun sum ((a Int) (b Int)) Int (+ a b))"
                              "(define-fun digits ((a Int) (b Int)) Int (+ a (* 10 b)))"
                              "(define-fun greatest ((a Int) (b Int)) Int (ite (> a b) a b))";

#define CHECK(cases) check_terms(prelude, cases, LENGTH(cases))

static void test_algebra(void **state) {
    static const struct term_worth cases[] = {
        {"S", "(set.union (set.singleton 3) (set.singleton 1) (set.singleton 2))"},
        {"(set.insert 1 S)", "S"},
        {"(set.insert 1 1 E)", "(set.singleton 1)"},
        {"(set.union S T)", "(set.insert 1 2 3 4 (set.singleton (- 1)))"},
        {"(set.union S E)", "S"},
        {"(set.inter S T)", "(set.singleton 3)"},
        {"(set.inter S E)", "E"},
        {"(set.minus S T)", "(set.insert 1 (set.singleton 2))"},
        {"(set.minus T S)", "(set.insert 4 (set.singleton (- 1)))"},
        {"(set.minus S S)", "E"},
        {"(set.minus S (set.singleton 1) (set.singleton 2))", "(set.singleton 3)"},
        {"(set.singleton S)", "(set.singleton (set.insert 3 2 (set.singleton 1)))"},
    };
    CHECK(cases);
}

static void test_questions(void **state) {
    static const struct term_worth cases[] = {
        {"(set.member 1 S)", "true"},
        {"(set.member 4 S)", "false"},
        {"(set.member 1 E)", "false"},
        {"(set.subset E S)", "true"},
        {"(set.subset E E)", "true"},
        {"(set.subset S S)", "true"},
        {"(set.subset S T)", "false"},
        {"(set.subset (set.inter S T) T)", "true"},
        {"(set.subset S E)", "false"},
        {"(set.card E)", "0"},
        {"(set.card S)", "3"},
        {"(set.card (set.union S T))", "5"},
        {"(set.is_empty E)", "true"},
        {"(set.is_empty S)", "false"},
        {"(set.is_singleton E)", "false"},
        {"(set.is_singleton (set.inter S T))", "true"},
        {"(set.is_singleton S)", "false"},
        {"(set.choose (set.singleton 7))", "7"},
        {"(= S T)", "false"},
        {"(= (set.insert 2 1 (set.singleton 3)) S)", "true"},
    };
    CHECK(cases);
}

static void test_functions(void **state) {
    static const struct term_worth cases[] = {
        {"(set.map (lambda ((x Int)) (* x x)) T)", "(set.insert 1 9 (set.singleton 16))"},
        {"(set.map (lambda ((x Int)) 0) S)", "(set.singleton 0)"},
        {"(set.map (lambda ((x Int)) 0) E)", "E"},
        {"(set.map (lambda ((x Int)) (> x 1)) S)", "(set.insert true (set.singleton false))"},
        {"(set.filter (lambda ((x Int)) (> x 1)) S)", "(set.insert 2 (set.singleton 3))"},
        {"(set.filter (lambda ((x Int)) false) S)", "E"},
        {"(set.all (lambda ((x Int)) (> x 0)) S)", "true"},
        {"(set.all (lambda ((x Int)) (> x 1)) S)", "false"},
        {"(set.all (lambda ((x Int)) false) E)", "true"},
        {"(set.some (lambda ((x Int)) (> x 2)) S)", "true"},
        {"(set.some (lambda ((x Int)) (> x 3)) S)", "false"},
        {"(set.some (lambda ((x Int)) true) E)", "false"},
        /* one element decides, although another is open */
        {"(set.all (lambda ((x Int)) (and (p x) (> x 1))) S)", "false"},
        {"(set.some (lambda ((x Int)) (or (p x) (> x 2))) S)", "true"},
        {"(set.fold sum 0 S)", "6"},
        {"(set.fold sum 5 E)", "5"},
        {"(set.fold digits 5 E)", "5"},
        {"(set.fold digits 5 (set.singleton 3))", "53"},
        {"(set.fold greatest 0 (set.insert 5 6 7 8 9 (set.singleton 10)))", "10"},
        {"(set.fold sum 0 (set.insert 1 2 3 4 5 6 7 8 9 (set.singleton 10)))", "55"},
        /* the order shows in between, but not at the end */
        {"(set.fold (lambda ((a Int) (b Int)) (mod (+ a (* 2 b)) 1)) 0 S)", "0"},
        {"(set.fold (lambda ((a Int) (b Int)) (ite (>= b 2) 9 a)) 0 (set.insert 2 (set.singleton "
         "3)))",
         "9"},
    };
    CHECK(cases);
}

static void test_what_is_open(void **state) {
    struct judging j = judging_of(prelude);
    assert_undecided(&j, "(set.choose E)", EVAL_NEEDS_CHOICE);
    assert_undecided(&j, "(set.choose S)", EVAL_NEEDS_CHOICE);
    assert_worth(&j, "(= (set.choose S) (set.choose (set.insert 3 2 (set.singleton 1))))", "true");
    assert_undecided(&j, "(set.fold digits 0 S)", EVAL_NEEDS_CHOICE);
    assert_undecided(&j, "(set.fold (lambda ((a Int) (b Int)) (f a)) 0 S)", EVAL_NEEDS_CHOICE);
    assert_undecided(&j, "(set.map f S)", EVAL_NEEDS_CHOICE);
    assert_undecided(&j, "(set.filter p S)", EVAL_NEEDS_CHOICE);
    assert_undecided(&j, "(set.all p S)", EVAL_NEEDS_CHOICE);
    judging_free(&j);
}

static void test_what_is_not_supported(void **state) {
    struct judging j = judging_of(prelude);
    assert_undecided(&j, "(as set.universe (Set Int))", EVAL_UNSUPPORTED);
    assert_undecided(&j, "(set.complement S)", EVAL_UNSUPPORTED);
    assert_undecided(&j, "(as set.universe (Set Bool))", EVAL_UNSUPPORTED);
    assert_undecided(&j, "(set.singleton re.all)", EVAL_UNSUPPORTED);
    assert_undecided(&j, "(set.map (lambda ((x Int)) re.all) S)", EVAL_UNSUPPORTED);
    assert_worth(&j, "(set.member re.all (as set.empty (Set RegLan)))", "false");
    judging_free(&j);
}

/* Sets of numbers below 12 as bits. */
static value set_of(struct judging *j, uint32_t bits) {
    value items[12];
    uint32_t n = 0;
    for (int i = 0; i < 12; i++) {
        value v = value_of_small(i - 6); /* negative ones have great handles */
        if (bits >> i & 1)
            items[n++] = v;
    }
    for (uint32_t i = 1; i < n; i++)
        for (uint32_t k = i; k > 0 && items[k - 1] > items[k]; k--) {
            value v = items[k];
            items[k] = items[k - 1];
            items[k - 1] = v;
        }
    return value_make(eval_values(j->eval), VALUE_SET, 0, items, n);
}

static value apply(struct judging *j, enum op op, value a, value b) {
    for (const struct meaning *m = theory_sets; m->op != 0; m++)
        if (m->op == op) {
            value args[2] = {a, b};
            sort sorts[2] = {0};
            struct application app = {.op = op, .n = 2, .args = args, .sorts = sorts};
            return m->apply(j->eval, &app);
        }
    fail_msg("no row for operator %d", op);
    return 0;
}

static void test_algebra_is_that_of_bits(void **state) {
    struct judging j = judging_of(prelude);
    struct rng rng = testing_rng(5);
    for (int i = 0; i < 3000; i++) {
        uint32_t x = (uint32_t)rng_below(&rng, 1 << 12), y = (uint32_t)rng_below(&rng, 1 << 12);
        if (i % 3 == 0)
            y &= x;
        value a = set_of(&j, x), b = set_of(&j, y);
        assert_int_equal(apply(&j, OP_SET_UNION, a, b), set_of(&j, x | y));
        assert_int_equal(apply(&j, OP_SET_INTER, a, b), set_of(&j, x & y));
        assert_int_equal(apply(&j, OP_SET_MINUS, a, b), set_of(&j, x & ~y));
        assert_int_equal(apply(&j, OP_SET_SUBSET, b, a), value_of_bool((y & ~x) == 0));
        int k = (int)rng_below(&rng, 12);
        value v = value_of_small(k - 6);
        assert_int_equal(apply(&j, OP_SET_MEMBER, v, a), value_of_bool(x >> k & 1));
        assert_int_equal(apply(&j, OP_SET_INSERT, v, a), set_of(&j, x | 1u << k));
    }
    judging_free(&j);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(test_algebra),
        TEST(test_questions),
        TEST(test_functions),
        TEST(test_what_is_open),
        TEST(test_what_is_not_supported),
        TEST(test_algebra_is_that_of_bits),
    };
    return RUN(tests);
}
