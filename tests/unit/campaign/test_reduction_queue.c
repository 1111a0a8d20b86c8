/*
 * Which finding is reduced next.
 */
#include "campaign/reduction_queue.h"

#include "testing.h"

static void expect_order(struct reduction_queue *queue, const uint32_t *numbers, size_t n) {
    uint32_t number;
    for (size_t i = 0; i < n; i++) {
        assert_true(reduction_queue_take(queue, &number));
        assert_int_equal(number, numbers[i]);
    }
    assert_false(reduction_queue_take(queue, &number));
    reduction_queue_release(queue);
}

static void the_worst_is_next(void **state) {
    struct reduction_queue queue = {0};
    reduction_queue_add(&queue, (struct reduction_waiting){1, 3, 10});
    reduction_queue_add(&queue, (struct reduction_waiting){2, 9, 11});
    reduction_queue_add(&queue, (struct reduction_waiting){3, 9, 12});
    expect_order(&queue, (const uint32_t[]){2, 3, 1}, 3);
}

static void one_bug_does_not_keep_others_back(void **state) {
    struct reduction_queue queue = {0};
    for (uint32_t i = 1; i <= 4; i++)
        reduction_queue_add(&queue, (struct reduction_waiting){i, 9, 10});
    reduction_queue_add(&queue, (struct reduction_waiting){5, 3, 11});
    reduction_queue_add(&queue, (struct reduction_waiting){6, 3, 12});
    expect_order(&queue, (const uint32_t[]){1, 5, 6, 2, 3, 4}, 6);
}

static void what_was_reduced_earlier_counts(void **state) {
    struct reduction_queue queue = {0};
    reduction_queue_note(&queue, 10);
    reduction_queue_add(&queue, (struct reduction_waiting){1, 9, 10});
    reduction_queue_add(&queue, (struct reduction_waiting){2, 3, 11});
    expect_order(&queue, (const uint32_t[]){2, 1}, 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(the_worst_is_next),
        TEST(one_bug_does_not_keep_others_back),
        TEST(what_was_reduced_earlier_counts),
    };
    return RUN(tests);
}
