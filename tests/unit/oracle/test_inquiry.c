#include "oracle/inquiry.h"

#include "testing.h"

static const char text[] = "(solver odd\n"
                           "  (spawn \"sh\" \"-c\" \"cat $0\" \"{file}\")\n"
                           "  (seed \"--seed={seed}\")\n"
                           "  (options (\"--one\") (\"--two\" \"a\" \"b\")))\n";

static struct solver odd(void) {
    struct solver solver = {.name = "odd", .has_profile = true};
    struct profile_error error;
    assert_true(profile_parse(&solver.profile, text, strlen(text), &error));
    solver.spawn = solver.profile.spawn;
    return solver;
}

static void variations_are_seeds_and_options_in_turn(void **state) {
    static const char *const expected[] = {"--seed=1", "--two=b", "--seed=3", "--one", "--seed=5"};
    struct solver solver = odd();
    struct arena arena = {0};
    for (unsigned k = 1; k <= LENGTH(expected); k++) {
        struct words words;
        assert_true(inquiry_variation(&solver, k, &arena, &words));
        assert_int_equal(words.n, 1);
        assert_string_equal(words.at[0], expected[k - 1]);
    }
    arena_free(&arena);
    solver_release(&solver);
}

static void a_solver_without_options_has_no_variations(void **state) {
    struct solver solver = {.name = "plain"};
    struct arena arena = {0};
    struct words words;
    profile_init(&solver.profile, "plain");
    assert_false(inquiry_variation(&solver, 1, &arena, &words));
    assert_false(inquiry_variation(&solver, 2, &arena, &words));
    arena_free(&arena);
    solver_release(&solver);
}

/* The solver prints its script, in which there is an answer. */
static void every_question_is_a_fresh_process(void **state) {
    static const char script[] = "(check-sat)\n; sat\n";
    static const char echo[] = "(solver odd (spawn \"sh\" \"-c\" \"echo unsat\" \"{file}\"))";
    struct solver solver = {.name = "odd", .has_profile = true};
    struct profile_error error;
    struct loop loop;
    assert_true(profile_parse(&solver.profile, echo, strlen(echo), &error));
    solver.spawn = solver.profile.spawn;
    assert_true(loop_init(&loop));
    struct inquiry inquiry = {
        .loop = &loop, .solvers = &solver, .n_solvers = 1, .limits = {.wall_ms = 60000}};
    struct oracle_request request = {.text = script, .n = strlen(script)};
    struct asked asked = {0};
    assert_true(inquiry_ask(&request, &asked, &inquiry));
    assert_int_equal(asked.answers.checks.n, 1);
    assert_int_equal(asked.answers.checks.at[0].kind, ANSWER_UNSAT);
    assert_int_equal(inquiry.n_asked, 1);
    asked_release(&asked);
    request.variation = 1;
    asked = (struct asked){0};
    assert_false(inquiry_ask(&request, &asked, &inquiry));
    while (loop_step(&loop, UINT64_MAX))
        ;
    loop_release(&loop);
    solver_release(&solver);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(variations_are_seeds_and_options_in_turn),
        TEST(a_solver_without_options_has_no_variations),
        TEST(every_question_is_a_fresh_process),
    };
    return RUN(tests);
}
