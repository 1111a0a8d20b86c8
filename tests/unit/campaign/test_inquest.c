/* Tests at which workers died, made again where that does no harm. */
#include "testing.h"

#include <signal.h>
#include <sys/mman.h>
#include <time.h>

#include "campaign/inquest.h"

struct outcome {
    bool is_done;
    struct strbuf script, reason;
};

static void on_done(const char *script, size_t n, const char *reason, void *context) {
    struct outcome *outcome = context;
    outcome->is_done = true;
    if (script != NULL)
        strbuf_add(&outcome->script, script, n);
    strbuf_add_text(&outcome->reason, reason);
}

/* To its end; `is_killed`: nobody waits for it. */
static struct outcome hold(inquest_make_fn *make, bool is_killed) {
    struct loop loop;
    struct outcome outcome = {0};
    assert_true(loop_init(&loop));
    struct inquest inquest = {
        .loop = &loop, .make = make, .done = on_done, .context = &outcome, .seconds = 1};
    assert_true(inquest_start(&inquest));
    if (is_killed)
        inquest_kill(&inquest);
    while (!outcome.is_done)
        loop_step(&loop, UINT64_MAX);
    loop_release(&loop);
    return outcome;
}

static void expect(struct outcome outcome, const char *script, const char *reason) {
    assert_string_equal(strbuf_text(&outcome.script), script);
    assert_string_equal(strbuf_text(&outcome.reason), reason);
    strbuf_free(&outcome.script);
    strbuf_free(&outcome.reason);
}

static bool make_long(struct strbuf *script, struct strbuf *reason, void *context) {
    (void)reason, (void)context;
    strbuf_add_repeat(script, 'x', 1000000); /* more than a socket holds */
    return true;
}

static bool refuse(struct strbuf *script, struct strbuf *reason, void *context) {
    (void)context;
    strbuf_add_text(script, "half of");
    strbuf_add_text(reason, "the trail ends before this step");
    return false;
}

static bool crash(struct strbuf *script, struct strbuf *reason, void *context) {
    (void)script, (void)reason, (void)context;
    abort();
}

static bool sleep_on(struct strbuf *script, struct strbuf *reason, void *context) {
    (void)script, (void)reason, (void)context;
    for (;;)
        nanosleep(&(struct timespec){.tv_sec = 100}, NULL);
    return true;
}

/* As much address space as there may be, and then some. */
static bool devour(struct strbuf *script, struct strbuf *reason, void *context) {
    (void)reason, (void)context;
    size_t n = (size_t)INQUEST_MEGABYTES << 19;
    for (int i = 0; i < 3; i++)
        if (mmap(NULL, n, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1,
                 0) == MAP_FAILED)
            raise(SIGUSR1);
    strbuf_add_text(script, "all of it");
    return true;
}

static void test_a_script_arrives_whole(void **state) {
    struct outcome outcome = hold(make_long, false);
    assert_int_equal(outcome.script.n, 1000000);
    strbuf_free(&outcome.script);
    expect(outcome, "", "");
}

static void test_what_cannot_be_made_has_a_reason(void **state) {
    expect(hold(refuse, false), "", "the trail ends before this step");
}

static void test_a_crash_ends_nothing_else(void **state) {
    expect(hold(crash, false), "", "that ends momus again, by signal 6");
}

static void test_time_and_memory_are_bounded(void **state) {
    expect(hold(sleep_on, false), "", "that takes more than 1 s");
    expect(hold(devour, false), "", "that ends momus again, by signal 10");
}

static void test_nobody_need_wait(void **state) {
    expect(hold(sleep_on, true), "", "that ends momus again, by signal 9");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(test_a_script_arrives_whole),    TEST(test_what_cannot_be_made_has_a_reason),
        TEST(test_a_crash_ends_nothing_else), TEST(test_time_and_memory_are_bounded),
        TEST(test_nobody_need_wait),
    };
    return RUN(tests);
}
