/*
 * How long solvers may take for candidates.
 */
#include "reduce/patience.h"

#include "testing.h"

#define MS UINT64_C(1000000)

static struct asked took(uint64_t cpu_ms, uint64_t wall_ms, enum child_end end) {
    return (struct asked){.cpu_ns = cpu_ms * MS, .wall_ns = wall_ms * MS, .end = end};
}

static void at_first_everybody_has_what_the_user_grants(void **state) {
    struct patience patience;
    patience_init(&patience, 2, 10000);
    assert_int_equal(patience_wall_ms(&patience, 1), 10000);
    assert_int_equal(patience_fresh_ms(&patience, 1), 10000);
    patience_release(&patience);
}

static void limits_follow_what_was_taken(void **state) {
    struct patience patience;
    struct asked asked[] = {took(100, 100, CHILD_EXITED), took(9000, 9000, CHILD_WALL)};
    const bool counts[] = {true, false};
    patience_init(&patience, 2, 10000);
    patience_learn(&patience, asked, counts);
    uint64_t first = patience_wall_ms(&patience, 0);
    assert_true(first >= 200 && first < 2000);
    /* Who had no answer is not waited for longer than the others. */
    assert_int_equal(patience_wall_ms(&patience, 1), first);
    assert_true(patience_fresh_ms(&patience, 0) > first);
    asked[0] = took(1, 1, CHILD_EXITED);
    for (int i = 0; i < 30; i++) {
        uint64_t before = patience_wall_ms(&patience, 0);
        patience_adapt(&patience, asked);
        assert_true(patience_wall_ms(&patience, 0) <= before);
    }
    assert_true(patience_wall_ms(&patience, 0) < first / 2);
    assert_true(patience_wall_ms(&patience, 0) > 50);
    patience_release(&patience);
}

static void a_busy_machine_is_no_reason_to_give_up(void **state) {
    struct patience patience;
    struct asked asked = took(100, 100, CHILD_EXITED), starved = took(20, 600, CHILD_WALL);
    struct asked slow = took(900, 1000, CHILD_WALL), done = took(20, 600, CHILD_EXITED);
    const bool counts[] = {true};
    patience_init(&patience, 1, 10000);
    patience_learn(&patience, &asked, counts);
    uint64_t before = patience_wall_ms(&patience, 0), wall_ms = before;
    assert_false(patience_goes_on(&patience, 0, &slow, &wall_ms));
    assert_false(patience_goes_on(&patience, 0, &done, &wall_ms));
    assert_int_equal(wall_ms, before);
    assert_true(patience_goes_on(&patience, 0, &starved, &wall_ms));
    assert_true(wall_ms > before);
    assert_true(patience_wall_ms(&patience, 0) > before); /* the next is given more at once */
    unsigned n = 0;
    while (patience_goes_on(&patience, 0, &starved, &wall_ms))
        assert_true(++n < 10); /* what the user grants is the end of it */
    assert_int_equal(wall_ms, 10000);
    patience_release(&patience);
}

/* It sleeps: the machine is not busy, and time is of no use. Unless that is how it comes to answers. */
static void who_does_not_compute_is_not_waited_for_long(void **state) {
    struct patience patience;
    struct asked asked[] = {took(2, 4, CHILD_EXITED), took(2, 2000, CHILD_EXITED)};
    const bool counts[] = {true, true};
    patience_init(&patience, 2, 60000);
    patience_learn(&patience, asked, counts);
    uint64_t granted[2];
    for (size_t i = 0; i < 2; i++) {
        granted[i] = patience_wall_ms(&patience, i);
        struct asked idle = took(2, granted[i], CHILD_WALL);
        while (patience_goes_on(&patience, i, &idle, &granted[i]))
            idle = took(2, granted[i], CHILD_WALL);
    }
    assert_true(granted[0] < 2000);
    assert_true(granted[1] > 4000 && granted[1] < 60000);
    assert_true(patience_wall_ms(&patience, 0) <
                1000); /* nor is the next one given more for that */
    assert_true(patience_again_ms(&patience, 0) > patience_wall_ms(&patience, 0));
    patience_release(&patience);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(at_first_everybody_has_what_the_user_grants),
        TEST(limits_follow_what_was_taken),
        TEST(a_busy_machine_is_no_reason_to_give_up),
        TEST(who_does_not_compute_is_not_waited_for_long),
    };
    return RUN(tests);
}
