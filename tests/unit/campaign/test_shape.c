/* What seeds are made of, and few that have everything. */
#include "testing.h"

#include "campaign/shape.h"

static struct shape shape_of(const char *text) {
    struct term_table *table = term_table_new();
    struct strbuf error = {0};
    struct seed *seed = seed_read(table, "a.smt2", text, strlen(text), &error);
    if (seed == NULL)
        fail_msg("%s", strbuf_text(&error));
    struct shape shape;
    shape_of_seed(table, seed, &shape);
    seed_free(seed);
    term_table_free(table);
    return shape;
}

static bool is_within(const struct shape *a, const struct shape *b) {
    size_t k = 0;
    for (size_t i = 0; i < a->features.n; i++) {
        while (k < b->features.n && b->features.at[k] < a->features.at[i])
            k++;
        if (k == b->features.n || b->features.at[k] != a->features.at[i])
            return false;
    }
    return true;
}

static void assert_alike(const char *one, const char *other, bool alike) {
    struct shape a = shape_of(one), b = shape_of(other);
    if ((is_within(&a, &b) && is_within(&b, &a)) != alike)
        fail_msg("%s\n%s\nare %salike", one, other, alike ? "not " : "");
    shape_release(&a);
    shape_release(&b);
}

static void test_names_and_numbers_do_not_matter(void **state) {
#define INTS "(declare-const x Int) (declare-const y Int)"
    assert_alike(INTS "(assert (> x 3))", INTS "(assert (> y 17))", true);
    assert_alike(INTS "(assert (> x 3))", "(declare-const z Int)(assert (> z 0))", true);
    assert_alike(INTS "(assert (=> (> x 3) false))", INTS "(assert (implies (> x 4) false))", true);
}

static void test_operators_sorts_and_places_matter(void **state) {
#define REALS "(declare-const x Real) (declare-const y Real)"
    assert_alike(INTS "(assert (> x 3))", INTS "(assert (>= x 3))", false);
    assert_alike(INTS "(assert (= x y))", REALS "(assert (= x y))", false);
    assert_alike(INTS "(assert (> x 3))", INTS "(assert (> 3 x))", false);
    assert_alike(INTS "(assert (> x y)) (assert (< (+ x 1) (* 2 y)))",
                 INTS "(assert (> x y)) (assert (< (* 2 x) (+ y 1)))", false);
}

static void test_commands_quantifiers_and_logics_matter(void **state) {
    assert_alike(INTS "(check-sat)", INTS "(push 1) (check-sat)", false);
    assert_alike("(set-logic LIA) (check-sat)", "(set-logic LRA) (check-sat)", false);
    assert_alike("(assert (forall ((x Int)) (> x 0))) (assert (exists ((x Int)) (> x 0)))",
                 "(assert (forall ((x Int)) (> x 0)))"
                 "(assert (exists ((x Int)) (> x 0)))"
                 "(assert (exists ((y Int)) (forall ((x Int)) (> x y))))",
                 false);
    assert_alike("(set-info :status sat) (check-sat)", "(set-info :status unsat) (check-sat)",
                 false);
}

static void test_operators_are_counted_by_their_first_name(void **state) {
    struct shape shape =
        shape_of("(declare-const p Bool) (assert (=> p (implies p (=> p false))))");
    assert_true(shape.ops.n > OP_IMPLIES);
    assert_int_equal(shape.ops.at[OP_IMPLIES], 3);
    shape_release(&shape);
}

/* ---- covers ---- */

static void cover(const char *const *sets, const size_t *costs, size_t n, const char *expected) {
    struct shape *shapes = mem_alloc_zero(n * sizeof *shapes);
    u32_vec chosen = {0};
    struct strbuf out = {0};
    for (size_t i = 0; i < n; i++)
        for (const char *at = sets[i]; *at != '\0'; at++)
            vec_push(&shapes[i].features, (uint64_t)*at);
    shapes_cover(shapes, costs, n, &chosen);
    for (size_t i = 0; i < chosen.n; i++)
        strbuf_printf(&out, "%u ", chosen.at[i]);
    assert_string_equal(strbuf_text(&out), expected);
    for (size_t i = 0; i < n; i++)
        shape_release(&shapes[i]);
    mem_free(shapes);
    vec_free(&chosen);
    strbuf_free(&out);
}

static void test_few_have_everything(void **state) {
    static const size_t costs[] = {5, 5, 5, 5};
    cover((const char *const[]){"ab", "bc", "abcd", "d"}, costs, 4, "2 ");
    cover((const char *const[]){"ab", "bc", "cd", ""}, costs, 4, "0 2 ");
    cover((const char *const[]){"", "", "", ""}, costs, 4, "");
    cover(NULL, NULL, 0, "");
}

static void test_cheap_ones_are_preferred(void **state) {
    static const size_t costs[] = {9, 2, 5};
    cover((const char *const[]){"ab", "ab", "ab"}, costs, 3, "1 ");
    cover((const char *const[]){"ab", "cd", "ab"}, costs, 3, "1 2 ");
}

/* Nothing is lost, whatever the sets are. */
static void test_random_covers_are_whole(void **state) {
    enum { N = 40, FEATURES = 60 };
    struct rng rng = testing_rng(1);
    for (int round = 0; round < 50; round++) {
        struct shape shapes[N] = {0};
        size_t costs[N];
        bool wanted[FEATURES] = {0}, found[FEATURES] = {0};
        u32_vec chosen = {0};
        for (size_t i = 0; i < N; i++) {
            costs[i] = rng_below(&rng, 100);
            for (uint64_t f = 0; f < FEATURES; f++)
                if (rng_below(&rng, 12) == 0) {
                    vec_push(&shapes[i].features, f);
                    wanted[f] = true;
                }
        }
        shapes_cover(shapes, costs, N, &chosen);
        for (size_t i = 0; i < chosen.n; i++) {
            assert_true(i == 0 || chosen.at[i - 1] < chosen.at[i]);
            for (size_t k = 0; k < shapes[chosen.at[i]].features.n; k++)
                found[shapes[chosen.at[i]].features.at[k]] = true;
        }
        assert_memory_equal(found, wanted, sizeof found);
        assert_true(chosen.n < N);
        for (size_t i = 0; i < N; i++)
            shape_release(&shapes[i]);
        vec_free(&chosen);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(test_names_and_numbers_do_not_matter),
        TEST(test_operators_sorts_and_places_matter),
        TEST(test_commands_quantifiers_and_logics_matter),
        TEST(test_operators_are_counted_by_their_first_name),
        TEST(test_few_have_everything),
        TEST(test_cheap_ones_are_preferred),
        TEST(test_random_covers_are_whole),
    };
    return RUN(tests);
}
