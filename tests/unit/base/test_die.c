#include "testing.h"

#include <signal.h>

/* Runs act in a child; its status must be this, and its message contain that. */
static void expect(void (*act)(void *), int status, const char *message) {
    struct strbuf error = {0};
    assert_int_equal(testing_in_child(act, NULL, &error), status);
    testing_assert_contains(strbuf_text(&error), message);
    strbuf_free(&error);
}

static void say(void *word) {
    fprintf(stderr, "<%s>", (const char *)word);
}

static char one[] = "one", two[] = "two", three[] = "three";

static void act_die(void *ignored) {
    die(EXIT_NO_SOLVER, "%s: %d wrong", "z3", 2);
}

static void die_prints_its_message_and_exits_with_its_status(void **state) {
    expect(act_die, EXIT_NO_SOLVER, "momus: error: z3: 2 wrong\n");
}

static void act_bug(void *ignored) {
    BUG("term %u", 7);
}

static void a_bug_names_its_place_and_asks_for_a_report(void **state) {
    expect(act_bug, EXIT_OWN_BUG, "momus: bug at tests/unit/base/test_die.c:");
    expect(act_bug, EXIT_OWN_BUG, ": term 7\n");
    expect(act_bug, EXIT_OWN_BUG, "Please report it");
}

static void act_signal(void *ignored) {
    die_clean_up_on_signals();
    die_cleanup_push(say, one);
    die_cleanup_push(say, two);
    raise(SIGTERM);
}

static void a_signal_from_outside_runs_the_cleanups_and_still_kills(void **state) {
    expect(act_signal, -1, "<two><one>");
}

static void act_require(void *ignored) {
    int two_times_two = 5;
    REQUIRE(1 + 1 == 2);
    REQUIRE(two_times_two == 4);
}

static void what_does_not_hold_is_a_bug(void **state) {
    expect(act_require, EXIT_OWN_BUG, "two_times_two == 4 does not hold");
}

static void act_out_of_memory(void *ignored) {
    mem_fail_at(1); /* it must not allocate on its way */
    die_out_of_memory(123);
}

static void running_out_of_memory_is_a_failure_of_the_environment(void **state) {
    expect(act_out_of_memory, EXIT_ENVIRONMENT, "out of memory (123 more bytes wanted)");
}

static void act_cleanups(void *ignored) {
    die_cleanup_push(say, one);
    die_cleanup_push(say, two);
    die_cleanup_push(say, three);
    die_cleanup_pop();
    die(EXIT_ENVIRONMENT, "gone");
}

static void act_cleanups_bug(void *ignored) {
    die_cleanup_push(say, one);
    BUG("oops");
}

static void act_cleanups_memory(void *ignored) {
    die_cleanup_push(say, one);
    mem_fail_at(1);
    mem_alloc(1);
}

static void what_was_pushed_and_not_popped_is_undone_youngest_first(void **state) {
    expect(act_cleanups, EXIT_ENVIRONMENT, "gone\n<two><one>");
    expect(act_cleanups_bug, EXIT_OWN_BUG, "<one>");
    expect(act_cleanups_memory, EXIT_ENVIRONMENT, "<one>");
}

static void popped_cleanups_do_not_run(void **state) {
    struct strbuf error = {0};
    testing_in_child(act_cleanups, NULL, &error);
    assert_null(strstr(strbuf_text(&error), "three"));
    strbuf_free(&error);
}

static void die_again(void *ignored) {
    die(EXIT_BAD_INPUT, "again");
}

static void act_cleanup_dies(void *ignored) {
    die_cleanup_push(say, one);
    die_cleanup_push(die_again, NULL);
    die(EXIT_ENVIRONMENT, "first");
}

static void a_cleanup_that_dies_does_not_stop_the_others(void **state) {
    expect(act_cleanup_dies, EXIT_BAD_INPUT, "first\nmomus: error: again\n<one>");
}

static void act_output(void *path) {
    REQUIRE(freopen("/dev/stderr", "w", stdout) != NULL);
    setvbuf(stdout, NULL, _IOFBF, 4096);
    fputs("answer\n", stdout);
    die(EXIT_BAD_INPUT, "too late");
}

static void what_was_printed_before_comes_out_first(void **state) {
    expect(act_output, EXIT_BAD_INPUT, "answer\nmomus: error: too late\n");
}

static void act_pop_nothing(void *ignored) {
    die_cleanup_pop();
}

static void popping_nothing_is_a_bug(void **state) {
    expect(act_pop_nothing, EXIT_OWN_BUG, "momus: bug");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(a_signal_from_outside_runs_the_cleanups_and_still_kills),
        TEST(die_prints_its_message_and_exits_with_its_status),
        TEST(a_bug_names_its_place_and_asks_for_a_report),
        TEST(what_does_not_hold_is_a_bug),
        TEST(running_out_of_memory_is_a_failure_of_the_environment),
        TEST(what_was_pushed_and_not_popped_is_undone_youngest_first),
        TEST(popped_cleanups_do_not_run),
        TEST(a_cleanup_that_dies_does_not_stop_the_others),
        TEST(what_was_printed_before_comes_out_first),
        TEST(popping_nothing_is_a_bug),
    };
    return RUN(tests);
}
