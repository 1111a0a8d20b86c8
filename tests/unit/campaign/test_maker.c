/* Tests that are made again. */
#include "testing.h"

#include "campaign/maker.h"

enum { STEPS = 6 };

static const struct strategy *strategy_named(const char *name) {
    const struct strategy *strategy = strategy_find(name);
    assert_non_null(strategy);
    return strategy;
}

static void expect_same(const struct remade *one, const struct remade *other) {
    assert_int_equal(one->script.n, other->script.n);
    assert_memory_equal(one->script.at, other->script.at, one->script.n);
    assert_int_equal(one->witness.n, other->witness.n);
    assert_memory_equal(one->witness.at, other->witness.at, one->witness.n);
    assert_int_equal(one->truth, other->truth);
    assert_int_equal(one->basis, other->basis);
}

/* Last ones first, in one maker, while a trail of the other is under way. */
static void test_tests_without_seeds_are_made_again_in_any_order(void **state) {
    const struct strategy *chosen[] = {strategy_named("opfuzz"), strategy_named("ints"),
                                       strategy_named("edit")};
    struct maker maker;
    maker_init(&maker, chosen, LENGTH(chosen), NULL);
    struct maker *again = maker_new_seedless(&maker);
    assert_non_null(again);
    assert_int_equal(again->n_strategies, 2);
    assert_int_equal(maker_strategy(again, "opfuzz"), SIZE_MAX);
    size_t n_witnesses = 0;
    for (size_t s = 1; s < LENGTH(chosen); s++) {
        struct trail *trail = corpus_begin(&maker.corpora[s], 5, 3, 0);
        struct test_id ids[STEPS];
        struct test test;
        assert_non_null(trail);
        for (size_t i = 0; i < STEPS; i++) {
            assert_true(gen_trail_next(trail, &test));
            ids[i] = trail->id;
        }
        for (size_t i = STEPS; i-- > 0;) {
            struct remade one, other;
            struct strbuf error = {0};
            size_t number = maker_strategy(again, chosen[s]->name);
            assert_true(maker_remake_here(again, number, &ids[i], &one, &error));
            assert_true(maker_remake(&ids[i], NULL, NULL, &other, &error));
            expect_same(&one, &other);
            n_witnesses += one.witness.n > 0;
            remade_release(&one);
            remade_release(&other);
        }
        assert_true(gen_trail_next(trail, &test));
        gen_trail_end(trail);
    }
    assert_true(n_witnesses > 0);
    maker_free(again);
    maker_release(&maker);
}

static void test_where_all_need_seeds_there_is_none(void **state) {
    const struct strategy *chosen[] = {strategy_named("opfuzz")};
    struct maker maker;
    maker_init(&maker, chosen, LENGTH(chosen), NULL);
    assert_null(maker_new_seedless(&maker));
    maker_free(NULL);
    maker_release(&maker);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(test_tests_without_seeds_are_made_again_in_any_order),
        TEST(test_where_all_need_seeds_there_is_none),
    };
    return RUN(tests);
}
