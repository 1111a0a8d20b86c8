/*
 * Where solvers crash: what the library says, and what is made of it.
 */
#include <stdlib.h>

#include "testing.h"

#include "proc/ask.h"
#include "proc/stack.h"

static void expect_taken(const char *printed, bool good, const char *places, const char *left) {
    struct strbuf err = {0}, out = {0};
    strbuf_add_text(&err, printed);
    assert_int_equal(stack_take(&err, &out), good);
    assert_string_equal(strbuf_text(&out), places);
    assert_string_equal(strbuf_text(&err), left);
    strbuf_free(&err);
    strbuf_free(&out);
}

static void the_innermost_places_of_the_program_count(void **state) {
    expect_taken(
        "oh\n\nmomus-stack: libc.so.6:abort a+0x1 libstdc++.so.6+0x2 b:f a+0x3 a+0x4\nno\n", true,
        "a+0x1 < b:f < a+0x3", "oh\nno\n");
    expect_taken("\nmomus-stack: a+0x1\n", true, "a+0x1", "");
}

static void what_is_no_stack_stays(void **state) {
    expect_taken("", false, "", "");
    expect_taken("no momus-stack: a+0x1\n", false, "", "no momus-stack: a+0x1\n");
    expect_taken("\nmomus-stack: a+0x1", false, "", "\nmomus-stack: a+0x1");
    expect_taken("\nmomus-stack:\n", false, "", "");
    expect_taken("\nmomus-stack: libc.so.6:abort\n", false, "", "");
}

static void keep(struct asked *asked, void *context) {
    *(struct asked *)context = *asked;
    *asked = (struct asked){0};
}

static struct asked ask(const char *command, bool wants_stack) {
    static const char script[] = "(assert true)\n(check-sat)\n";
    solver_vec solvers = {0};
    struct strbuf error = {0};
    struct loop loop;
    struct asked asked = {0};
    if (!solvers_parse((struct profile_folders){NULL, 0}, command, &solvers, &error))
        fail_msg("%s", strbuf_text(&error));
    assert_true(loop_init(&loop));
    struct ask question = {
        .solver = &solvers.at[0],
        .text = script,
        .n = sizeof script - 1,
        .limits = {.wall_ms = 30000, .memory = 200u << 20, .output = 1u << 20, .processes = 20},
        .wants_stack = wants_stack,
    };
    ask_spawn(&loop, &question, keep, &asked);
    while (loop_step(&loop, UINT64_MAX))
        ;
    loop_release(&loop);
    solver_vec_free(&solvers);
    strbuf_free(&error);
    return asked;
}

static void expect_crash(const char *command, bool wants_stack, bool says_place) {
    struct asked asked = ask(command, wants_stack);
    assert_true(asked.answers.crashed);
    assert_int_equal(asked.stack.n > 0, says_place);
    if (says_place)
        testing_assert_contains(strbuf_text(&asked.stack), "fake");
    assert_null(strstr(strbuf_text(&asked.answers.err), "momus"));
    asked_release(&asked);
}

static void a_solver_that_crashes_says_where(void **state) {
    expect_crash("build/fake/fake crash {file}", true, true);
    expect_crash("build/fake/fake abort {file}", true, true);
    expect_crash("build/fake/fake crash {file}", false, false);
}

static void a_static_one_crashes_as_it_is(void **state) {
    expect_crash("build/fake/fake-static crash {file}", true, false);
}

static void others_do_not_notice(void **state) {
    struct asked asked = ask("build/fake/fake good {file}", true);
    assert_int_equal(asked.answers.checks.n, 1);
    assert_int_equal(asked.answers.checks.at[0].kind, ANSWER_SAT);
    assert_int_equal(asked.stack.n, 0);
    asked_release(&asked);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(the_innermost_places_of_the_program_count),
        TEST(what_is_no_stack_stays),
        TEST(a_solver_that_crashes_says_where),
        TEST(a_static_one_crashes_as_it_is),
        TEST(others_do_not_notice),
    };
    return RUN(tests);
}
