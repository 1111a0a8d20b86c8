#include "applying.h"
#include "judging.h"

#define F7(n) "(as ff" #n " (_ FiniteField 7))"
#define LARGE "57896044618658097711785492504343953926634992332820282019728792003956564819949"
#define L(n) "(as ff" #n " (_ FiniteField " LARGE "))"

static void small_fields(void **state) {
    static const char *const rows[][2] = {
        {"(ff.add " F7(3) " " F7(3) ")", F7(6)},
        {"(ff.add " F7(3) " " F7(5) ")", F7(1)},
        {"(ff.add " F7(3) " " F7(4) ")", F7(0)},
        {"(ff.add " F7(6) " " F7(6) " " F7(6) ")", F7(4)},
        {"(ff.mul " F7(3) " " F7(5) ")", F7(1)},
        {"(ff.mul " F7(6) " " F7(6) " " F7(6) ")", F7(6)},
        {"(ff.mul " F7(0) " " F7(6) ")", F7(0)},
        {"(ff.neg " F7(2) ")", F7(5)},
        {"(ff.neg " F7(0) ")", F7(0)},
        {"(ff.bitsum " F7(1) " " F7(1) " " F7(1) ")", F7(0)},
        {"(ff.bitsum " F7(1) " " F7(0) " " F7(1) ")", F7(5)},
        {"(ff.bitsum " F7(6) " " F7(5) ")", F7(2)},
        {"(ff.bitsum " F7(3) ")", F7(3)},
        {"#f9m7", F7(2)},
        {"(as ff-1 (_ FiniteField 7))", F7(6)},
    };
    struct judging j = judging_of("");
    for (size_t i = 0; i < LENGTH(rows); i++)
        assert_worth(&j, rows[i][0], rows[i][1]);
    judging_free(&j);
}

/* 2^255 - 19, beyond any machine word */
static void large_fields(void **state) {
    struct judging j = judging_of("");
    assert_worth(&j, "(ff.add (as ff-1 (_ FiniteField " LARGE ")) " L(3) ")", L(2));
    assert_worth(&j, "(ff.neg (as ff-1 (_ FiniteField " LARGE ")))", L(1));
    assert_worth(&j, "(ff.neg " L(0) ")", L(0));
    assert_worth(&j,
                 "(ff.mul (as ff-2 (_ FiniteField " LARGE ")) (as ff-3 (_ FiniteField " LARGE ")))",
                 L(6));
    /* 2 * 2^254 = 19 */
    assert_worth(
        &j,
        "(ff.mul " L(
            2) " (as "
               "ff28948022309329048855892746252171976963317496166410141009864396001978282409984"
               " (_ FiniteField " LARGE ")))",
        L(19));
    assert_worth(&j, "(ff.bitsum " L(1) " " L(1) " " L(1) ")", L(7));
    judging_free(&j);
}

static int64_t number(struct applying *s, enum op op, sort f, int64_t x, int64_t y) {
    value args[2] = {value_of_small(x), value_of_small(y)};
    value v = apply(s, op, 0, 0, f, (sort[]){f, f}, args, op == OP_FF_NEG ? 1 : 2);
    assert_true(value_is_small(v));
    return value_small(v);
}

/* Orders around where the quick way ends: eighteen digits. */
static void fields_of_all_sizes_agree_with_the_definition(void **state) {
    static const char *const orders[] = {"2",
                                         "3",
                                         "65537",
                                         "2147483647",
                                         "999999999999999989",
                                         "1000000000000000003",
                                         "2305843009213693951"};
    struct applying s = applying_new();
    struct rng rng = testing_rng(31);
    applying_add(&s, theory_ff);
    assert_complete(&s, THEORY_FF);
    for (size_t i = 0; i < LENGTH(orders); i++) {
        symbol text = symbol_intern(&s.table->symbols, orders[i], strlen(orders[i]));
        sort f = sort_make(&s.table->sorts, SORT_FIELD, text, 0, NULL, 0);
        __int128 p = strtoll(orders[i], NULL, 10);
        for (int round = 0; round < 500; round++) {
            int64_t x = (int64_t)rng_below(&rng, (uint64_t)p),
                    y = (int64_t)rng_below(&rng, (uint64_t)p);
            if (round % 10 == 0)
                x = (int64_t)(p - 1);
            assert_true(number(&s, OP_FF_ADD, f, x, y) == (int64_t)(((__int128)x + y) % p));
            assert_true(number(&s, OP_FF_MUL, f, x, y) == (int64_t)((__int128)x * y % p));
            assert_true(number(&s, OP_FF_NEG, f, x, 0) == (int64_t)((p - x) % p));
            assert_true(number(&s, OP_FF_BITSUM, f, x, y) == (int64_t)((x + (__int128)2 * y) % p));
        }
    }
    applying_free(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(small_fields),
        TEST(large_fields),
        TEST(fields_of_all_sizes_agree_with_the_definition),
    };
    return RUN(tests);
}
