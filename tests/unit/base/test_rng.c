#include "testing.h"

/* The test vector of xoshiro256**, from its other implementations. */
static void the_generator_is_xoshiro256(void **state) {
    struct rng rng = {{1, 2, 3, 4}};
    static const uint64_t expected[] = {11520,
                                        0,
                                        1509978240,
                                        UINT64_C(1215971899390074240),
                                        UINT64_C(1216172134540287360),
                                        UINT64_C(607988272756665600)};
    for (size_t i = 0; i < LENGTH(expected); i++)
        assert_true(rng_next(&rng) == expected[i]);
}

/* Test ids name streams for ever: these numbers may never change. */
static void streams_never_change(void **state) {
    static const struct {
        uint64_t names[4];
        uint64_t first[4];
    } streams[] = {
        {{0, 0, 0, 0},
         {0x645a701e92668fd1, 0x86c8d0c322352418, 0x4f16dc47c68aa4e2, 0x518eebba4794005e}},
        {{7, 1204, 18, 3},
         {0x0ed27943031450cd, 0x7a1ad9accb38a5a0, 0xd76b6156c7b0e3ae, 0xd702203ec55b6e29}},
    };
    struct rng rng;
    for (size_t i = 0; i < LENGTH(streams); i++) {
        const uint64_t *names = streams[i].names;
        rng_init(&rng, names[0], names[1], names[2], names[3]);
        for (int j = 0; j < 4; j++)
            assert_true(rng_next(&rng) == streams[i].first[j]);
    }
    static const uint8_t below_100[] = {70, 57, 66, 7, 79, 62, 36, 18, 9, 45, 29, 52};
    rng_init(&rng, 1, 2, 3, 4);
    for (size_t i = 0; i < LENGTH(below_100); i++)
        assert_int_equal(rng_below(&rng, 100), below_100[i]);
}

static void names_that_differ_anywhere_give_other_streams(void **state) {
    uint64_t first[81];
    for (int i = 0; i < 81; i++) {
        struct rng rng;
        rng_init(&rng, (uint64_t)i % 3, (uint64_t)i / 3 % 3, (uint64_t)i / 9 % 3, (uint64_t)i / 27);
        first[i] = rng_next(&rng);
        for (int j = 0; j < i; j++)
            assert_true(first[i] != first[j]);
    }
}

static void every_bit_is_set_half_of_the_time(void **state) {
    enum { DRAWS = 100000 };
    struct rng rng = testing_rng(5);
    uint32_t set[64] = {0};
    for (int i = 0; i < DRAWS; i++) {
        uint64_t x = rng_next(&rng);
        for (int bit = 0; bit < 64; bit++)
            set[bit] += x >> bit & 1;
    }
    /* Six standard deviations of 158. */
    for (int bit = 0; bit < 64; bit++)
        assert_in_range(set[bit], DRAWS / 2 - 950, DRAWS / 2 + 950);
}

static void below_is_uniform_for_small_bounds(void **state) {
    struct rng rng = testing_rng(6);
    for (uint64_t bound = 1; bound <= 20; bound++) {
        uint32_t seen[20] = {0};
        for (uint64_t i = 0; i < bound * 10000; i++) {
            uint64_t x = rng_below(&rng, bound);
            assert_true(x < bound);
            seen[x]++;
        }
        for (uint64_t x = 0; x < bound; x++)
            assert_in_range(seen[x], 9400, 10600);
    }
}

/* With 3 * 2^62 as bound, taking the remainder would give the low third twice as often. */
static void below_is_unbiased_for_large_bounds(void **state) {
    enum { DRAWS = 30000 };
    struct rng rng = testing_rng(7);
    uint64_t third = UINT64_C(1) << 62;
    uint32_t seen[3] = {0};
    for (int i = 0; i < DRAWS; i++) {
        uint64_t x = rng_below(&rng, 3 * third);
        assert_true(x < 3 * third);
        seen[x / third]++;
    }
    for (int i = 0; i < 3; i++)
        assert_in_range(seen[i], DRAWS / 3 - 500, DRAWS / 3 + 500);
}

/* Draws that the method must reject: products whose low half is below 2^64 mod bound. */
static void below_draws_again_where_it_must(void **state) {
    uint64_t bound = UINT64_C(3) << 62;
    struct rng rng = testing_rng(8), copy;
    int rejected = 0;
    for (int i = 0; i < 1000; i++) {
        copy = rng;
        rng_next(&copy);
        rng_below(&rng, bound);
        rejected += memcmp(&rng, &copy, sizeof rng) != 0;
    }
    assert_in_range(rejected, 180, 320); /* one in four */
}

static void chance_is_what_it_says(void **state) {
    struct rng rng = testing_rng(9);
    uint32_t hits = 0;
    for (int i = 0; i < 30000; i++) {
        hits += rng_chance(&rng, 1, 3);
        assert_false(rng_chance(&rng, 0, 3));
        assert_true(rng_chance(&rng, 3, 3));
    }
    assert_in_range(hits, 9500, 10500);
}

static void draw_below_zero(void *ignored) {
    struct rng rng = testing_rng(1);
    rng_below(&rng, 0);
}

static void a_bound_of_zero_is_a_bug(void **state) {
    assert_int_equal(testing_in_child(draw_below_zero, NULL, NULL), EXIT_OWN_BUG);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(the_generator_is_xoshiro256),
        TEST(streams_never_change),
        TEST(names_that_differ_anywhere_give_other_streams),
        TEST(every_bit_is_set_half_of_the_time),
        TEST(below_is_uniform_for_small_bounds),
        TEST(below_is_unbiased_for_large_bounds),
        TEST(below_draws_again_where_it_must),
        TEST(chance_is_what_it_says),
        TEST(a_bound_of_zero_is_a_bug),
    };
    return RUN(tests);
}
