#include "testing.h"

#include "eval/value.h"

#define WORDS(...) ((const uint64_t[]){__VA_ARGS__})

static value of_text(struct value_table *v, const char *digits) {
    mpz_t z;
    mpz_init_set_str(z, digits, 10);
    value r = value_of_mpz(v, z);
    mpz_clear(z);
    return r;
}

static void assert_number(const struct value_table *v, value a, const char *digits) {
    struct number_room room;
    mpz_t z;
    mpz_init_set_str(z, digits, 10);
    if (mpz_cmp(value_mpz(v, a, &room), z) != 0)
        fail_msg("the number is not %s", digits);
    assert_int_equal(value_sign(v, a), mpz_sgn(z));
    mpz_clear(z);
}

/* ---- numbers ---- */

static void truth_values_are_no_other_values(void **state) {
    assert_true(VALUE_FALSE == value_of_bool(false) && VALUE_TRUE == value_of_bool(true));
    assert_true(value_is_small(VALUE_FALSE) && value_is_small(VALUE_TRUE));
    assert_false(value_is_small(VALUE_LIMIT) || value_is_small(VALUE_UNSUPPORTED));
    struct value_table v;
    value_table_init(&v);
    assert_false(value_is_definite(&v, VALUE_LIMIT));
    assert_false(value_is_definite(&v, VALUE_UNSUPPORTED));
    assert_false(value_is_definite(&v, 0));
    assert_true(value_is_definite(&v, VALUE_FALSE));
    /* The first node is none of them. */
    value first = value_make(&v, VALUE_TUPLE, 0, NULL, 0);
    assert_true(first != 0 && first != VALUE_LIMIT && first != VALUE_UNSUPPORTED);
    assert_true(value_is_definite(&v, first));
    value stuck = value_make(&v, VALUE_STUCK, 7, NULL, 0);
    assert_false(value_is_definite(&v, stuck));
    value_table_release(&v);
}

/* Each number is on its side of the border, and comes back as it was. */
static void numbers_are_inline_up_to_62_bits(void **state) {
    static const struct {
        const char *digits;
        bool is_small;
    } cases[] = {
        {"0", true},
        {"1", true},
        {"-1", true},
        {"4611686018427387902", true},
        {"4611686018427387903", true},
        {"4611686018427387904", false},
        {"-4611686018427387903", true},
        {"-4611686018427387904", true},
        {"-4611686018427387905", false},
        {"9223372036854775807", false},
        {"9223372036854775808", false},
        {"-9223372036854775808", false},
        {"-9223372036854775809", false},
        {"18446744073709551615", false},
        {"18446744073709551616", false},
        {"-18446744073709551616", false},
        {"340282366920938463463374607431768211456", false},
    };
    struct value_table v;
    value_table_init(&v);
    for (size_t i = 0; i < LENGTH(cases); i++) {
        value a = of_text(&v, cases[i].digits);
        assert_int_equal(value_is_small(a), cases[i].is_small);
        assert_int_equal(value_kind(&v, a), cases[i].is_small ? VALUE_NUMBER : VALUE_BIG);
        assert_number(&v, a, cases[i].digits);
        assert_true(of_text(&v, cases[i].digits) == a);
    }
    value_table_release(&v);
}

static void machine_integers_and_mpz_give_the_same_values(void **state) {
    struct value_table v;
    struct rng rng = testing_rng(1);
    mpz_t z;
    value_table_init(&v);
    mpz_init(z);
    for (int i = 0; i < 2000; i++) {
        uint64_t bits = rng_next(&rng) >> rng_below(&rng, 64);
        if (i % 3 == 0) /* near the borders */
            bits = ((uint64_t)1 << (61 + i % 9 / 3)) - 3 + rng_below(&rng, 6);
        int64_t number = (int64_t)bits, back;
        number = rng_chance(&rng, 1, 2) && number != INT64_MIN ? -number : number;
        mpz_set_si(z, number);
        value a = value_of_mpz(&v, z);
        assert_true(value_of_int64(&v, number) == a);
        assert_true(value_to_int64(&v, a, &back));
        assert_true(back == number);
        assert_int_equal(value_is_small(a), value_fits_small(number));
        mpz_set_ui(z, bits);
        value b = value_of_mpz(&v, z);
        assert_true(value_of_uint64(&v, bits) == b);
        assert_int_equal(value_to_int64(&v, b, &back), bits <= INT64_MAX);
    }
    assert_true(value_of_int64(&v, INT64_MIN) == of_text(&v, "-9223372036854775808"));
    assert_true(value_of_uint64(&v, UINT64_MAX) == of_text(&v, "18446744073709551615"));
    mpz_clear(z);
    value_table_release(&v);
}

static void numbers_are_ordered(void **state) {
    static const char *const ascending[] = {
        "-340282366920938463463374607431768211456",
        "-18446744073709551616",
        "-9223372036854775809",
        "-9223372036854775808",
        "-4611686018427387905",
        "-4611686018427387904",
        "-1",
        "0",
        "1",
        "4611686018427387903",
        "4611686018427387904",
        "9223372036854775807",
        "9223372036854775808",
        "18446744073709551615",
        "340282366920938463463374607431768211456",
    };
    struct value_table v;
    value_table_init(&v);
    for (size_t i = 0; i < LENGTH(ascending); i++)
        for (size_t j = 0; j < LENGTH(ascending); j++) {
            int order = value_compare(&v, of_text(&v, ascending[i]), of_text(&v, ascending[j]));
            assert_int_equal((order > 0) - (order < 0), (i > j) - (i < j));
        }
    value_table_release(&v);
}

/* A view can be computed with, and shows the number without a copy. */
static void views_are_numbers_for_gmp(void **state) {
    struct value_table v;
    struct number_room a, b, c;
    mpz_t sum;
    value_table_init(&v);
    mpz_init(sum);
    value big = of_text(&v, "-123456789012345678901234567890");
    mpz_add(sum, value_mpz(&v, big, &a), value_mpz(&v, value_of_small(-5), &b));
    assert_number(&v, value_of_mpz(&v, sum), "-123456789012345678901234567895");
    mpz_sub(sum, value_mpz(&v, big, &a), value_mpz(&v, big, &c));
    assert_true(value_of_mpz(&v, sum) == value_of_small(0));
    assert_int_equal(mpz_sgn(value_mpz(&v, value_of_small(0), &b)), 0);
    assert_int_equal(mpz_size(value_mpz(&v, value_of_small(0), &b)), 0);
    assert_true(mpz_limbs_read(value_mpz(&v, big, &a)) == value_at(&v, big)->words);
    mpz_set(sum, value_mpz(&v, value_of_small(VALUE_SMALL_MIN), &b));
    assert_true(value_of_mpz(&v, sum) == value_of_small(VALUE_SMALL_MIN));
    mpz_clear(sum);
    value_table_release(&v);
}

static void rationals_are_numbers_where_they_are_integral(void **state) {
    struct value_table v;
    mpq_t q, back;
    value_table_init(&v);
    mpq_inits(q, back, NULL);
    mpq_set_si(q, -6, 3);
    mpq_canonicalize(q);
    assert_true(value_of_mpq(&v, q) == value_of_small(-2));
    mpq_set_si(q, -6, 4);
    mpq_canonicalize(q);
    value a = value_of_mpq(&v, q);
    assert_int_equal(value_kind(&v, a), VALUE_RATIO);
    assert_true(value_at(&v, a)->words[0] == value_of_small(-3));
    assert_true(value_at(&v, a)->words[1] == value_of_small(2));
    value_to_mpq(&v, a, back);
    assert_true(mpq_equal(q, back));
    value_to_mpq(&v, value_of_small(7), back); /* nothing of the old denominator stays */
    assert_int_equal(mpq_cmp_si(back, 7, 1), 0);
    mpz_ui_pow_ui(mpq_numref(q), 3, 200);
    mpz_ui_pow_ui(mpq_denref(q), 2, 300);
    a = value_of_mpq(&v, q);
    assert_true(value_of_mpq(&v, q) == a);
    value_to_mpq(&v, a, back);
    assert_true(mpq_equal(q, back));
    mpq_clears(q, back, NULL);
    value_table_release(&v);
}

/* ---- nodes ---- */

static void equal_parts_are_one_value_and_others_are_not(void **state) {
    struct value_table v;
    value_table_init(&v);
    value a = value_make(&v, VALUE_SEQ, 0, WORDS(3, 5, 7), 3);
    assert_true(value_make(&v, VALUE_SEQ, 0, WORDS(3, 5, 7), 3) == a);
    assert_true(value_find(&v, VALUE_SEQ, 0, WORDS(3, 5, 7), 3) == a);
    assert_true(value_make(&v, VALUE_SEQ, 0, WORDS(3, 5), 2) != a);
    assert_true(value_make(&v, VALUE_SEQ, 0, WORDS(3, 5, 9), 3) != a);
    assert_true(value_make(&v, VALUE_SEQ, 1, WORDS(3, 5, 7), 3) != a);
    assert_true(value_make(&v, VALUE_TUPLE, 0, WORDS(3, 5, 7), 3) != a);
    assert_true(value_find(&v, VALUE_SEQ, 0, WORDS(3), 1) == 0);
    size_t n = v.nodes.n;
    assert_true(value_find(&v, VALUE_SET, 0, NULL, 0) == 0);
    assert_int_equal(v.nodes.n, n);
    value empty = value_make(&v, VALUE_SET, 0, NULL, 0);
    assert_true(value_make(&v, VALUE_BAG, 0, NULL, 0) != empty);
    assert_true(value_find(&v, VALUE_SET, 0, NULL, 0) == empty);
    uint32_t length;
    const value *items = value_items(&v, a, &length);
    assert_int_equal(length, 3);
    assert_true(items[0] == 3 && items[1] == 5 && items[2] == 7);
    value_table_release(&v);
}

/* Records with one hash are still told apart by what is in them: kind, aux, length and words. */
static void colliding_hashes_do_not_confuse_values(void **state) {
    static const struct {
        enum value_kind kind;
        uint32_t aux, n;
        uint64_t words[3];
    } others[] = {
        {VALUE_TUPLE, 0, 3, {3, 5, 7}},
        {VALUE_SEQ, 1, 3, {3, 5, 7}},
        {VALUE_SEQ, 0, 2, {3, 5}},
        {VALUE_SEQ, 0, 3, {3, 5, 9}},
    };
    for (size_t i = 0; i < LENGTH(others); i++) {
        struct value_table v;
        value_table_init(&v);
        value a = value_make(&v, VALUE_SEQ, 0, WORDS(3, 5, 7), 3);
        value b = value_make(&v, others[i].kind, others[i].aux, others[i].words, others[i].n);
        testing_collide(&v.index, (uint32_t)(a >> 1), (uint32_t)(b >> 1));
        assert_true(value_find(&v, VALUE_SEQ, 0, WORDS(3, 5, 7), 3) == 0);
        assert_true(value_make(&v, VALUE_SEQ, 0, WORDS(3, 5, 7), 3) != b);
        value_table_release(&v);
    }
    struct value_table v;
    value_table_init(&v);
    value set = value_make(&v, VALUE_SET, 0, NULL, 0), bag = value_make(&v, VALUE_BAG, 0, NULL, 0);
    testing_collide(&v.index, (uint32_t)(set >> 1), (uint32_t)(bag >> 1));
    assert_true(value_find(&v, VALUE_SET, 0, NULL, 0) == 0);
    value_table_release(&v);
}

/* The words of a value may be given to make another. */
static void words_may_be_those_of_another_value(void **state) {
    struct value_table v;
    value_table_init(&v);
    value a = value_make(&v, VALUE_SEQ, 0, WORDS(3, 5, 7, 9), 4);
    for (uint32_t i = 0; i < 100; i++) {
        value b = value_make(&v, VALUE_SEQ, i + 1, value_at(&v, a)->words, 4);
        assert_int_equal(memcmp(value_at(&v, b)->words, value_at(&v, a)->words, 32), 0);
    }
    value_table_release(&v);
}

static void what_has_a_function_in_it_is_loose(void **state) {
    struct value_table v;
    value_table_init(&v);
    value regex = value_make(&v, VALUE_REGEX, 1, NULL, 0);
    value function = value_make(&v, VALUE_FUNCTION, 1, NULL, 0);
    value closure = value_make(&v, VALUE_CLOSURE, 1, NULL, 0);
    value number = of_text(&v, "123456789012345678901234567890");
    assert_true(value_is_loose(&v, regex) && value_is_loose(&v, function) &&
                value_is_loose(&v, closure));
    assert_false(value_is_loose(&v, number) || value_is_loose(&v, value_of_small(5)));
    static const enum value_kind containers[] = {VALUE_CONSTRUCTED, VALUE_TUPLE, VALUE_SEQ};
    for (size_t i = 0; i < LENGTH(containers); i++) {
        assert_false(value_is_loose(&v, value_make(&v, containers[i], 2, WORDS(number, 5), 2)));
        value inner = value_make(&v, containers[i], 2, WORDS(number, function), 2);
        assert_true(value_is_loose(&v, inner));
        assert_true(value_is_loose(&v, value_make(&v, VALUE_TUPLE, 3, WORDS(5, inner), 2)));
    }
    /* Their words are no handles: whatever they look like, they are not followed. */
    assert_false(value_is_loose(&v, value_make(&v, VALUE_TEXT, 2, WORDS(function), 1)));
    assert_false(value_is_loose(&v, value_make(&v, VALUE_BIG, 0, WORDS(UINT64_MAX - 1), 1)));
    value_table_release(&v);
}

static void texts_keep_their_code_points(void **state) {
    struct value_table v;
    struct rng rng = testing_rng(2);
    value_table_init(&v);
    static uint32_t points[400];
    for (uint32_t n = 0; n < 400; n++) {
        for (uint32_t i = 0; i < n; i++)
            points[i] = (uint32_t)rng_below(&rng, 0x30000);
        value a = value_of_text(&v, points, n);
        uint32_t length;
        const uint32_t *back = value_text(&v, a, &length);
        assert_int_equal(length, n);
        assert_true(n == 0 || memcmp(back, points, n * sizeof *points) == 0);
        assert_true(value_of_text(&v, points, n) == a);
        if (n % 2 != 0) /* the half that is over is always the same */
            assert_int_equal(value_at(&v, a)->words[n / 2] >> 32, 0);
    }
    /* A zero at the end is a character, not padding. */
    assert_true(value_of_text(&v, (uint32_t[]){65, 0}, 2) !=
                value_of_text(&v, (uint32_t[]){65}, 1));
    assert_true(value_of_text(&v, (uint32_t[]){0}, 1) != value_of_text(&v, NULL, 0));
    value_table_release(&v);
}

/* ---- marks ---- */

static void rewinding_drops_what_is_younger_and_keeps_the_rest(void **state) {
    struct value_table v;
    struct rng rng = testing_rng(3);
    value_table_init(&v);
    value kept[200];
    for (uint64_t i = 0; i < LENGTH(kept); i++)
        kept[i] =
            value_make(&v, VALUE_SEQ, 0, WORDS(2 * i + 1, 2 * i * i + 1, 1), (uint32_t)(i % 4));
    size_t words = v.n_words, nodes = v.nodes.n;
    for (int round = 0; round < 20; round++) {
        struct value_mark mark = value_table_mark(&v);
        value young = value_make(&v, VALUE_TUPLE, 0, WORDS(77, 79), 2);
        struct value_mark inner = value_table_mark(&v);
        for (uint64_t i = 0; i < rng_below(&rng, 2000); i++)
            value_make(&v, VALUE_BAG, (uint32_t)i, WORDS(2 * i + 1, 1, 3, 5, 7, 9, 11), 7);
        value_table_rewind(&v, inner);
        assert_true(value_find(&v, VALUE_TUPLE, 0, WORDS(77, 79), 2) == young);
        assert_true(value_find(&v, VALUE_BAG, 0, WORDS(1, 1, 3, 5, 7, 9, 11), 7) == 0);
        value_table_rewind(&v, mark);
        assert_true(value_find(&v, VALUE_TUPLE, 0, WORDS(77, 79), 2) == 0);
        assert_int_equal(v.nodes.n, nodes);
        assert_int_equal(v.n_words, words);
        for (uint64_t i = 0; i < LENGTH(kept); i++) {
            uint32_t n = (uint32_t)(i % 4);
            assert_true(value_find(&v, VALUE_SEQ, 0, WORDS(2 * i + 1, 2 * i * i + 1, 1), n) ==
                        kept[i]);
        }
    }
    value_table_release(&v);
}

static void a_handle_is_given_again_after_rewinding(void **state) {
    struct value_table v;
    value_table_init(&v);
    struct value_mark mark = value_table_mark(&v);
    value a = of_text(&v, "111111111111111111111111111111");
    value_table_rewind(&v, mark);
    value b = of_text(&v, "222222222222222222222222222222");
    assert_true(a == b);
    assert_number(&v, b, "222222222222222222222222222222");
    value_table_rewind(&v, mark); /* twice to the same mark */
    assert_int_equal(v.nodes.n, 3);
    value_table_release(&v);
}

/* A node costs its words and something for itself; what is there already, or inline, costs nothing. */
static void words_are_counted(void **state) {
    struct value_table v;
    value_table_init(&v);
    assert_int_equal(v.n_words, 0);
    value_make(&v, VALUE_SEQ, 0, WORDS(1, 3, 5), 3);
    size_t first = v.n_words;
    assert_true(first >= 3);
    value_make(&v, VALUE_SEQ, 0, WORDS(1, 3, 5), 3);
    value_of_int64(&v, 5);
    assert_int_equal(v.n_words, first);
    value_make(&v, VALUE_SEQ, 0, WORDS(1, 3, 5, 7, 9), 5);
    assert_int_equal(v.n_words, 2 * first + 2);
    value_table_release(&v);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(truth_values_are_no_other_values),
        TEST(numbers_are_inline_up_to_62_bits),
        TEST(machine_integers_and_mpz_give_the_same_values),
        TEST(numbers_are_ordered),
        TEST(views_are_numbers_for_gmp),
        TEST(rationals_are_numbers_where_they_are_integral),
        TEST(equal_parts_are_one_value_and_others_are_not),
        TEST(colliding_hashes_do_not_confuse_values),
        TEST(words_may_be_those_of_another_value),
        TEST(what_has_a_function_in_it_is_loose),
        TEST(texts_keep_their_code_points),
        TEST(rewinding_drops_what_is_younger_and_keeps_the_rest),
        TEST(a_handle_is_given_again_after_rewinding),
        TEST(words_are_counted),
    };
    struct value_table values; /* so that GMP's memory is counted from the start */
    value_table_init(&values);
    value_table_release(&values);
    return RUN(tests);
}
