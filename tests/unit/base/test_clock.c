#include "testing.h"

#include <time.h>

#include "base/clock.h"

static void the_clock_never_goes_back(void **state) {
    uint64_t last = clock_monotonic_ns(), last_cpu = clock_cpu_ns();
    for (int i = 0; i < 100000; i++) {
        uint64_t now = clock_monotonic_ns(), now_cpu = clock_cpu_ns();
        assert_true(now >= last && now_cpu >= last_cpu);
        last = now;
        last_cpu = now_cpu;
    }
}

static void seconds_and_nanoseconds_are_put_together(void **state) {
    struct timespec before;
    clock_gettime(CLOCK_MONOTONIC, &before);
    uint64_t now = clock_monotonic_ns();
    uint64_t expected = (uint64_t)before.tv_sec * 1000000000 + (uint64_t)before.tv_nsec;
    assert_true(now >= expected && now - expected < UINT64_C(1000000000));
}

static void sleeping_takes_time_but_no_cpu(void **state) {
    uint64_t start = clock_monotonic_ns(), start_cpu = clock_cpu_ns();
    struct timespec nap = {0, 50 * 1000 * 1000};
    nanosleep(&nap, NULL);
    assert_true(clock_monotonic_ns() - start >= 50 * 1000 * 1000);
    assert_true(clock_cpu_ns() - start_cpu < 40 * 1000 * 1000);
}

static void working_takes_cpu_time_in_nanoseconds(void **state) {
    uint64_t start_cpu = clock_cpu_ns(), start = clock_monotonic_ns();
    while (clock_cpu_ns() - start_cpu < 5 * 1000 * 1000)
        ;
    assert_true(clock_monotonic_ns() - start >= 4 * 1000 * 1000);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(the_clock_never_goes_back),
        TEST(seconds_and_nanoseconds_are_put_together),
        TEST(sleeping_takes_time_but_no_cpu),
        TEST(working_takes_cpu_time_in_nanoseconds),
    };
    return RUN(tests);
}
