#include "testing.h"

#include "base/index.h"
#include "base/vec.h"

static void an_empty_index_finds_nothing(void **state) {
    struct index index = {0};
    INDEX_EACH(&index, 7, id)
    fail();
    index_free(&index);
}

static void all_ids_with_the_same_hash_are_found(void **state) {
    struct index index = {0};
    uint32_t seen = 0;
    for (uint32_t id = 1; id <= 20; id++)
        index_insert(&index, 42, id);
    index_insert(&index, 42 + 64, 21); /* the same slot in a small index */
    INDEX_EACH(&index, 42, id) {
        assert_in_range(id, 1, 20);
        seen |= 1u << id;
    }
    assert_int_equal(seen, 0x1ffffe);
    index_free(&index);
}

struct pair {
    uint32_t hash, id;
};
typedef VEC(struct pair) pair_vec;

/* The ids with this hash, from the index, must be those of the model. */
static void compare(const struct index *index, const pair_vec *model, uint32_t hash) {
    size_t in_model = 0, in_index = 0;
    for (size_t i = 0; i < model->n; i++)
        if (model->at[i].hash == hash) {
            bool found = false;
            INDEX_EACH(index, hash, id)
            found |= id == model->at[i].id;
            assert_true(found);
            in_model++;
        }
    INDEX_EACH(index, hash, id)
    in_index++;
    assert_int_equal(in_index, in_model);
}

static void random_changes(uint64_t seed, uint32_t hashes, int steps) {
    struct rng rng = testing_rng(seed);
    struct index index = {0};
    pair_vec model = {0};
    for (int step = 0; step < steps; step++) {
        /* grows for a while, then shrinks for a while */
        bool insert = model.n == 0 || rng_chance(&rng, step / 500 % 2 == 0 ? 3 : 1, 4);
        uint32_t hash;
        if (insert) {
            /* near the end of the slots, so that probes run around it */
            hash = UINT32_MAX - (uint32_t)rng_below(&rng, hashes);
            index_insert(&index, hash, (uint32_t)step + 1);
            vec_push(&model, ((struct pair){hash, (uint32_t)step + 1}));
        } else {
            size_t victim = rng_below(&rng, model.n);
            hash = model.at[victim].hash;
            index_remove(&index, hash, model.at[victim].id);
            model.at[victim] = vec_top(&model);
            model.n--;
        }
        assert_int_equal(index.n, model.n);
        assert_true(index.n <= ((uint64_t)index.mask + 1) * 3 / 4); /* or probes get long */
        compare(&index, &model, hash);
        compare(&index, &model, UINT32_MAX - (uint32_t)rng_below(&rng, hashes));
    }
    for (uint32_t i = 0; i < 200; i++)
        compare(&index, &model, UINT32_MAX - i);
    index_free(&index);
    vec_free(&model);
}

static void random_insertions_and_removals_agree_with_a_list(void **state) {
    random_changes(1, 5, 3000);
    random_changes(2, 100, 3000);
    random_changes(3, 1u << 30, 6000);
}

static void a_cleared_index_can_be_filled_again(void **state) {
    struct index index = {0};
    index_clear(&index);
    for (int round = 0; round < 3; round++) {
        for (uint32_t id = 1; id <= 1000; id++) {
            INDEX_EACH(&index, id * 2654435761u, other)
            fail_msg("%u is there", other);
            index_insert(&index, id * 2654435761u, id);
        }
        assert_int_equal(index.n, 1000);
        index_clear(&index);
        assert_int_equal(index.n, 0);
    }
    index_free(&index);
}

static void removing_everything_leaves_an_empty_index(void **state) {
    struct index index = {0};
    for (uint32_t id = 1; id <= 10000; id++)
        index_insert(&index, id * 2654435761u, id);
    for (uint32_t id = 10000; id >= 1; id--)
        index_remove(&index, id * 2654435761u, id);
    assert_int_equal(index.n, 0);
    for (uint32_t i = 0; i <= index.mask; i++)
        assert_int_equal(index.tags[i], 0);
    index_free(&index);
}

static void room_that_is_expected_changes_nothing_else(void **state) {
    struct index index = {0};
    index_expect(&index, 1000);
    uint32_t mask = index.mask;
    for (uint32_t id = 1; id <= 1000; id++)
        index_insert(&index, id * 7, id);
    assert_int_equal(index.mask, mask); /* there was room */
    index_expect(&index, 10);
    assert_int_equal(index.mask, mask);
    index_expect(&index, 300000); /* on huge pages */
    for (uint32_t id = 1; id <= 1000; id++) {
        uint32_t found = 0;
        INDEX_EACH(&index, id * 7, other)
        found += other == id;
        assert_int_equal(found, 1);
    }
    index_free(&index);
}

static void remove_what_is_not_there(void *ignored) {
    struct index index = {0};
    index_insert(&index, 1, 1);
    index_remove(&index, 1, 2);
}

static void removing_what_is_not_there_is_a_bug(void **state) {
    assert_int_equal(testing_in_child(remove_what_is_not_there, NULL, NULL), EXIT_OWN_BUG);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(an_empty_index_finds_nothing),
        TEST(all_ids_with_the_same_hash_are_found),
        TEST(random_insertions_and_removals_agree_with_a_list),
        TEST(a_cleared_index_can_be_filled_again),
        TEST(removing_everything_leaves_an_empty_index),
        TEST(room_that_is_expected_changes_nothing_else),
        TEST(removing_what_is_not_there_is_a_bug),
    };
    return RUN(tests);
}
