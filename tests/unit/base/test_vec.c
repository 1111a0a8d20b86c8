#include "testing.h"

#include "base/vec.h"

static void an_all_zero_vector_is_empty(void **state) {
    u32_vec v = {0};
    assert_int_equal(v.n, 0);
    vec_clear(&v);
    vec_free(&v);
}

static void pushed_elements_stay_in_order(void **state) {
    u32_vec v = {0};
    for (uint32_t i = 0; i < 10000; i++)
        vec_push(&v, i * 3);
    assert_int_equal(v.n, 10000);
    for (uint32_t i = 0; i < 10000; i++)
        assert_int_equal(v.at[i], i * 3);
    assert_int_equal(vec_top(&v), 9999 * 3);
    assert_int_equal(vec_pop(&v), 9999 * 3);
    assert_int_equal(v.n, 9999);
    vec_free(&v);
    assert_null(v.at);
    assert_int_equal(v.cap, 0);
}

static void growth_is_geometric(void **state) {
    u32_vec v = {0};
    uint64_t calls = mem_calls();
    for (uint32_t i = 0; i < 1000000; i++)
        vec_push(&v, i);
    assert_true(mem_calls() - calls < 40);
    vec_free(&v);
}

static void extend_adds_room_and_keeps_what_was_there(void **state) {
    VEC(char) v = {0};
    vec_push(&v, 'a');
    vec_extend(&v, 1000);
    assert_int_equal(v.n, 1001);
    assert_true(v.cap >= 1001);
    assert_int_equal(v.at[0], 'a');
    memset(v.at + 1, 'b', 1000);
    vec_free(&v);
}

/* What was expected is found at once, and used in parts; more than that can come all the same. */
static void an_expected_vector_grows_in_its_place(void **state) {
    enum { FEW = 1000, MANY = 3 << 20 };
    u32_vec v = {0};
    vec_push(&v, 7);
    vec_expect(&v, FEW);
    assert_true(v.cap >= FEW);
    vec_expect(&v, MANY);
    assert_true(v.cap < MANY / 2);
    const uint32_t *place = v.at;
    uint64_t calls = mem_calls();
    for (uint32_t i = 1; i < MANY; i++) {
        vec_push(&v, i);
        assert_true(v.cap * sizeof *v.at <= mem_usable(v.at));
    }
    assert_int_equal(mem_calls(), calls);
    assert_ptr_equal(v.at, place);
    vec_expect(&v, FEW); /* there are more already */
    assert_ptr_equal(v.at, place);
    vec_extend(&v, 2 * MANY);
    assert_int_equal(v.at[0], 7);
    for (uint32_t i = 1; i < MANY; i += 1001)
        assert_int_equal(v.at[i], i);
    vec_free(&v);
}

static void clear_keeps_the_memory(void **state) {
    u32_vec v = {0};
    vec_reserve(&v, 100);
    uint64_t calls = mem_calls();
    for (int round = 0; round < 10; round++) {
        for (uint32_t i = 0; i < 100; i++)
            vec_push(&v, i);
        vec_clear(&v);
    }
    assert_int_equal(mem_calls(), calls);
    vec_free(&v);
}

static void grow_beyond_memory(void *ignored) {
    VEC(uint64_t) v = {0};
    vec_reserve(&v, SIZE_MAX / sizeof *v.at + 2); /* the bytes would wrap around to a few */
}

static void a_size_that_overflows_is_out_of_memory(void **state) {
    assert_int_equal(testing_in_child(grow_beyond_memory, NULL, NULL), EXIT_ENVIRONMENT);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(an_all_zero_vector_is_empty),
        TEST(pushed_elements_stay_in_order),
        TEST(growth_is_geometric),
        TEST(extend_adds_room_and_keeps_what_was_there),
        TEST(an_expected_vector_grows_in_its_place),
        TEST(clear_keeps_the_memory),
        TEST(a_size_that_overflows_is_out_of_memory),
    };
    return RUN(tests);
}
