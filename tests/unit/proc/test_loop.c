#include <fcntl.h>

#include "testing.h"

#include "base/clock.h"
#include "proc/loop.h"

struct alarm {
    struct loop_timer timer;
    struct loop *loop;
    int number;
    int *order, *n;
    struct alarm *takes; /* another one that it unsets */
};

static void ring(struct loop_timer *timer) {
    struct alarm *alarm = LOOP_OWNER(timer, struct alarm, timer);
    alarm->order[(*alarm->n)++] = alarm->number;
    if (alarm->takes != NULL)
        loop_unset(alarm->loop, &alarm->takes->timer);
}

static void timers_fire_in_order(void **state) {
    enum { N = 200 };
    struct loop loop;
    struct alarm alarms[N];
    int order[N], n = 0;
    struct rng rng = testing_rng(1);
    uint64_t now = clock_monotonic_ns();
    assert_true(loop_init(&loop));
    for (int i = 0; i < N; i++) {
        alarms[i] = (struct alarm){
            .timer = {.fire = ring}, .loop = &loop, .number = i, .order = order, .n = &n};
        loop_set(&loop, &alarms[i].timer, now + rng_below(&rng, 30000000));
    }
    for (int i = 0; i < N; i += 3) /* some are moved, some taken back */
        loop_set(&loop, &alarms[i].timer, now + rng_below(&rng, 30000000));
    for (int i = 0; i < N; i += 7)
        loop_unset(&loop, &alarms[i].timer);
    while (loop_step(&loop, UINT64_MAX))
        ;
    assert_int_equal(n, N - (N + 6) / 7);
    for (int i = 1; i < n; i++)
        assert_true(alarms[order[i - 1]].timer.at <= alarms[order[i]].timer.at);
    assert_true(clock_monotonic_ns() >= alarms[order[n - 1]].timer.at);
    loop_release(&loop);
}

static void a_timer_may_take_another_back(void **state) {
    struct loop loop;
    int order[2], n = 0;
    assert_true(loop_init(&loop));
    struct alarm second = {
        .timer = {.fire = ring}, .loop = &loop, .number = 2, .order = order, .n = &n};
    struct alarm first = {.timer = {.fire = ring},
                          .loop = &loop,
                          .number = 1,
                          .order = order,
                          .n = &n,
                          .takes = &second};
    loop_set(&loop, &first.timer, 0);
    loop_set(&loop, &second.timer, 1);
    while (loop_step(&loop, UINT64_MAX))
        ;
    assert_int_equal(n, 1);
    assert_int_equal(order[0], 1);
    loop_release(&loop);
}

struct listener {
    struct loop_watch watch;
    struct loop *loop;
    struct listener *other; /* is unwatched as well */
    int n;
};

static void listen_once(struct loop_watch *watch, uint32_t events) {
    struct listener *listener = LOOP_OWNER(watch, struct listener, watch);
    listener->n++;
    loop_unwatch(listener->loop, watch);
    if (listener->other != NULL)
        loop_unwatch(listener->loop, &listener->other->watch);
}

/* Both are ready at once, and whoever is called takes the other away. */
static void what_is_unwatched_is_not_called(void **state) {
    struct loop loop;
    int ends[2][2];
    struct listener a = {.watch = {.fd = -1, .ready = listen_once}, .loop = &loop};
    struct listener b = {.watch = {.fd = -1, .ready = listen_once}, .loop = &loop, .other = &a};
    a.other = &b;
    assert_true(loop_init(&loop));
    for (int i = 0; i < 2; i++) {
        assert_int_equal(pipe(ends[i]), 0);
        assert_int_equal(write(ends[i][1], "x", 1), 1);
    }
    assert_true(loop_watch(&loop, &a.watch, ends[0][0], EPOLLIN));
    assert_true(loop_watch(&loop, &b.watch, ends[1][0], EPOLLIN));
    while (loop_step(&loop, UINT64_MAX))
        ;
    assert_int_equal(a.n + b.n, 1);
    loop_release(&loop);
    for (int i = 0; i < 2; i++) {
        close(ends[i][0]);
        close(ends[i][1]);
    }
}

static void nothing_to_wait_for_ends_at_once(void **state) {
    struct loop loop;
    assert_true(loop_init(&loop));
    assert_false(loop_step(&loop, UINT64_MAX));
    loop_release(&loop);
}

static void waiting_ends_in_time(void **state) {
    struct loop loop;
    struct alarm alarm = {.timer = {.fire = ring}};
    assert_true(loop_init(&loop));
    uint64_t start = clock_monotonic_ns();
    loop_set(&loop, &alarm.timer, start + UINT64_C(3600) * 1000000000);
    assert_true(loop_step(&loop, start + 20000000));
    assert_true(clock_monotonic_ns() - start >= 20000000);
    loop_unset(&loop, &alarm.timer);
    loop_release(&loop);
}

struct ear {
    struct loop_watch watch;
    int n_heard;
};

static void hear(struct loop_watch *watch, uint32_t events) {
    struct ear *ear = LOOP_OWNER(watch, struct ear, watch);
    char byte;
    (void)events;
    ear->n_heard += (int)read(watch->fd, &byte, 1);
}

static void a_watch_that_rests_is_no_reason_to_wait(void **state) {
    struct loop loop;
    struct ear ear = {.watch = {.fd = -1, .ready = hear}};
    int ends[2];
    assert_true(loop_init(&loop));
    assert_int_equal(pipe2(ends, O_NONBLOCK), 0);
    assert_true(loop_watch(&loop, &ear.watch, ends[0], EPOLLIN));
    assert_true(loop_step(&loop, clock_monotonic_ns()));
    loop_rest(&loop, &ear.watch, true);
    assert_false(loop_step(&loop, UINT64_MAX));
    assert_int_equal(write(ends[1], "ab", 2), 2);
    loop_rest(&loop, &ear.watch, false);
    assert_true(loop_step(&loop, UINT64_MAX));
    assert_int_equal(ear.n_heard, 1);
    loop_rest(&loop, &ear.watch, true);
    loop_unwatch(&loop, &ear.watch);
    assert_int_equal(loop.n_watches, 0);
    loop_release(&loop);
    close(ends[0]);
    close(ends[1]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(a_watch_that_rests_is_no_reason_to_wait), TEST(timers_fire_in_order),
        TEST(a_timer_may_take_another_back),           TEST(what_is_unwatched_is_not_called),
        TEST(nothing_to_wait_for_ends_at_once),        TEST(waiting_ends_in_time),
    };
    return RUN(tests);
}
