#include "eval/judging.h"

static const char prelude[] = "(set-logic ALL)"
                              "(declare-fun f (Int) Int)"
                              "(declare-fun p (Int) Bool)"
                              "(define-fun E () (Bag Int) (as bag.empty (Bag Int)))"
                              "(define-fun A () (Bag Int) (bag.union_disjoint (bag 1 2) (bag 2 3)))"
                              "(define-fun B () (Bag Int) (bag.union_disjoint (bag 2 1) (bag 3 4)))"
                              "(define-fun sum ((a Int) (b Int)) Int (+ a b))"
                              "(define-fun digits ((a Int) (b Int)) Int (+ a (* 10 b)))"
                              "(define-fun like ((a Int) (b Int)) Bool (= (mod a 2) (mod b 2)))";

#define CHECK(cases) check_terms(prelude, cases, LENGTH(cases))

static void test_making_and_combining(void **state) {
    static const struct term_worth cases[] = {
        {"(bag 1 0)", "E"},
        {"(bag 1 (- 1))", "E"},
        {"(bag.union_disjoint (bag 1 2) (bag 1 3))", "(bag 1 5)"},
        {"(bag.union_max A B)", "(bag.union_disjoint (bag 1 2) (bag 2 3) (bag 3 4))"},
        {"(bag.union_disjoint A B)", "(bag.union_disjoint (bag 1 2) (bag 2 4) (bag 3 4))"},
        {"(bag.inter_min A B)", "(bag 2 1)"},
        {"(bag.difference_subtract A B)", "(bag.union_disjoint (bag 1 2) (bag 2 2))"},
        {"(bag.difference_subtract B A)", "(bag 3 4)"},
        {"(bag.difference_remove A B)", "(bag 1 2)"},
        {"(bag.difference_remove B A)", "(bag 3 4)"},
        {"(bag.difference_remove A E)", "A"},
        {"(bag.setof A)", "(bag.union_disjoint (bag 1 1) (bag 2 1))"},
        {"(bag.duplicate_removal A)", "(bag.setof A)"},
        {"(bag.to_set A)", "(set.insert 1 (set.singleton 2))"},
        {"(bag.from_set (bag.to_set A))", "(bag.setof A)"},
        {"(bag.to_set E)", "(as set.empty (Set Int))"},
        {"(bag 1 100000000000000000000)",
         "(bag.union_disjoint (bag 1 1) (bag 1 99999999999999999999))"},
        {"(bag (bag 1 1) 2)", "(bag.union_disjoint (bag (bag 1 1) 1) (bag (bag 1 1) 1))"},
    };
    CHECK(cases);
}

static void test_questions(void **state) {
    static const struct term_worth cases[] = {
        {"(bag.count 2 A)", "3"},
        {"(bag.count 7 A)", "0"},
        {"(bag.count 7 E)", "0"},
        {"(bag.member 2 A)", "true"},
        {"(bag.member 7 A)", "false"},
        {"(bag.card A)", "5"},
        {"(bag.card E)", "0"},
        {"(bag.card (bag.union_disjoint (bag 1 100000000000000000000) (bag 2 1)))",
         "100000000000000000001"},
        {"(bag.subbag E A)", "true"},
        {"(bag.subbag A A)", "true"},
        {"(bag.subbag A B)", "false"},
        {"(bag.subbag (bag 2 3) A)", "true"},
        {"(bag.subbag (bag 2 4) A)", "false"},
        {"(bag.subbag (bag 9 1) A)", "false"},
        {"(bag.is_singleton (bag 1 2))", "false"},
        {"(bag.is_singleton (bag 1 1))", "true"},
        {"(bag.is_singleton E)", "false"},
        {"(bag.choose (bag 1 3))", "1"},
    };
    CHECK(cases);
}

static void test_functions(void **state) {
    static const struct term_worth cases[] = {
        {"(bag.map (lambda ((x Int)) (div x 2)) A)", "(bag.union_disjoint (bag 0 2) (bag 1 3))"},
        {"(bag.map (lambda ((x Int)) 7) A)", "(bag 7 5)"},
        {"(bag.map (lambda ((x Int)) 7) E)", "E"},
        {"(bag.filter (lambda ((x Int)) (> x 1)) A)", "(bag 2 3)"},
        {"(bag.all (lambda ((x Int)) (> x 1)) A)", "false"},
        {"(bag.all (lambda ((x Int)) false) E)", "true"},
        {"(bag.some (lambda ((x Int)) (> x 1)) A)", "true"},
        {"(bag.some (lambda ((x Int)) (or (p x) (> x 1))) A)", "true"},
        {"(bag.fold sum 0 A)", "8"},
        {"(bag.fold sum 7 E)", "7"},
        {"(bag.fold digits 0 (bag 3 4))", "3333"},
        {"(bag.fold sum 0 (bag 1 5000))", "5000"},
        {"(bag.fold sum 0 (bag.union_disjoint (bag 1 20) (bag 2 20)))", "60"},
        {"(bag.partition like A)", "(bag.union_disjoint (bag (bag 1 2) 1) (bag (bag 2 3) 1))"},
        {"(bag.partition like B)", "(bag.union_disjoint (bag (bag 2 1) 1) (bag (bag 3 4) 1))"},
        {"(bag.partition like (bag.union_max A B))",
         "(bag.union_disjoint (bag (bag 2 3) 1) (bag (bag.union_disjoint (bag 1 2) (bag 3 4)) 1))"},
        {"(bag.partition (lambda ((x Int) (y Int)) true) A)", "(bag A 1)"},
        {"(bag.partition like E)", "(as bag.empty (Bag (Bag Int)))"},
    };
    CHECK(cases);
}

static void test_what_is_open(void **state) {
    struct judging j = judging_of(prelude);
    assert_undecided(&j, "(bag.choose E)", EVAL_NEEDS_CHOICE);
    assert_undecided(&j, "(bag.choose A)", EVAL_NEEDS_CHOICE);
    assert_undecided(&j, "(bag.fold digits 0 A)", EVAL_NEEDS_CHOICE);
    assert_undecided(&j, "(bag.map f A)", EVAL_NEEDS_CHOICE);
    assert_undecided(&j, "(bag.filter p A)", EVAL_NEEDS_CHOICE);
    assert_undecided(&j, "(bag.partition (lambda ((x Int) (y Int)) (p x)) A)", EVAL_NEEDS_CHOICE);
    judging_free(&j);
}

static void test_what_is_not_supported(void **state) {
    struct judging j = judging_of(prelude);
    /* no equivalences: not symmetric, not reflexive, not transitive */
    assert_undecided(&j, "(bag.partition (lambda ((x Int) (y Int)) (<= x y)) A)", EVAL_UNSUPPORTED);
    assert_undecided(&j, "(bag.partition (lambda ((x Int) (y Int)) false) A)", EVAL_UNSUPPORTED);
    assert_undecided(&j,
                     "(bag.partition (lambda ((x Int) (y Int)) (<= (abs (- x y)) 1))"
                     " (bag.union_disjoint A B))",
                     EVAL_UNSUPPORTED);
    assert_undecided(&j, "(bag re.all 1)", EVAL_UNSUPPORTED);
    assert_undecided(&j, "(bag.fold sum 0 (bag 1 100000000000000000000))", EVAL_LIMIT);
    judging_free(&j);
}

/* A bag of two numbers, so often each. */
static void add_bag(struct strbuf *out, int m, int n) {
    strbuf_printf(out, " (bag.union_disjoint (bag 1 %d) (bag (- 1) %d))", m, n);
}

static void compare_counts(struct judging *j, const char *op, const int *counts, int m, int n) {
    struct strbuf text = {0}, expected = {0};
    strbuf_printf(&text, "(%s", op);
    add_bag(&text, counts[0], counts[1]);
    add_bag(&text, counts[2], counts[3]);
    strbuf_add_char(&text, ')');
    add_bag(&expected, m, n);
    assert_worth(j, strbuf_text(&text), strbuf_text(&expected));
    strbuf_free(&text);
    strbuf_free(&expected);
}

static int max(int a, int b) {
    return a > b ? a : b;
}

static int min(int a, int b) {
    return a < b ? a : b;
}

static void test_operators_count(void **state) {
    struct judging j = judging_of(prelude);
    for (int i = 0; i < 256; i++) {
        int a = i & 3, b = i >> 2 & 3, c = i >> 4 & 3, d = i >> 6, counts[4] = {a, b, c, d};
        compare_counts(&j, "bag.union_max", counts, max(a, c), max(b, d));
        compare_counts(&j, "bag.union_disjoint", counts, a + c, b + d);
        compare_counts(&j, "bag.inter_min", counts, min(a, c), min(b, d));
        compare_counts(&j, "bag.difference_subtract", counts, max(a - c, 0), max(b - d, 0));
        compare_counts(&j, "bag.difference_remove", counts, c > 0 ? 0 : a, d > 0 ? 0 : b);
    }
    judging_free(&j);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(test_making_and_combining),
        TEST(test_questions),
        TEST(test_functions),
        TEST(test_what_is_open),
        TEST(test_what_is_not_supported),
        TEST(test_operators_count),
    };
    return RUN(tests);
}
