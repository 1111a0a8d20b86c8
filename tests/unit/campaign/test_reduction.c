#include "campaign/reduction.h"

#include "testing.h"

static const char text[] = "(solver odd (spawn \"odd\" \"-q\" \"{file}\"))";

static void init(struct solver *solver, struct oracle_solver *name, struct reduce_panel *panel) {
    struct profile_error error;
    *solver = (struct solver){.name = "odd", .has_profile = true};
    assert_true(profile_parse(&solver->profile, text, strlen(text), &error));
    solver->spawn = solver->profile.spawn;
    *name = (struct oracle_solver){.name = "odd", .family = "odd", .version = "1", .options = ""};
    *panel = (struct reduce_panel){.solvers = solver, .names = name, .n_solvers = 1};
}

static void who_had_options_is_asked_with_them(void **state) {
    struct solver solver;
    struct oracle_solver name;
    struct reduce_panel panel;
    struct reduction_panel own;
    struct strbuf command = {0};
    init(&solver, &name, &panel);
    struct reduction_job job = {.accused = "odd+options", .command = "odd --lie -q {file}"};
    reduction_panel_init(&own, &panel, &job);
    assert_int_equal(own.panel.n_solvers, 2);
    assert_string_equal(own.panel.names[0].name, "odd");
    assert_string_equal(own.panel.names[1].name, "odd+options");
    assert_string_equal(own.panel.names[1].family, "odd");
    assert_string_equal(own.panel.names[1].options, "--lie");
    words_join(own.panel.solvers[1].spawn, &command);
    assert_string_equal(strbuf_text(&command), "odd --lie -q {file}");
    reduction_panel_release(&own);
    strbuf_free(&command);
    solver_release(&solver);
}

static void others_are_asked_as_they_are(void **state) {
    static const struct reduction_job jobs[] = {
        {.accused = NULL, .command = ""},
        {.accused = "odd", .command = "odd -q {file}"},
        {.accused = "odd+options", .command = "odd -q {file}"}, /* no other words are known */
        {.accused = "gone+options", .command = "gone --lie {file}"},
    };
    struct solver solver;
    struct oracle_solver name;
    struct reduce_panel panel;
    init(&solver, &name, &panel);
    for (size_t i = 0; i < LENGTH(jobs); i++) {
        struct reduction_panel own;
        reduction_panel_init(&own, &panel, &jobs[i]);
        assert_int_equal(own.panel.n_solvers, 1);
        assert_ptr_equal(own.panel.solvers, panel.solvers);
        reduction_panel_release(&own);
    }
    solver_release(&solver);
}

static void open_bugs_of_solvers_are_due(void **state) {
    struct store_finding finding = {.class_name = "crash", .state = STORE_OPEN};
    assert_true(reduction_is_due(&finding));
    finding.state = STORE_IGNORED;
    assert_false(reduction_is_due(&finding));
    finding.state = STORE_OPEN;
    finding.reduced = "findings/0001/reduced.smt2";
    assert_false(reduction_is_due(&finding));
    finding.reduced = NULL;
    finding.class_name = "momus";
    assert_false(reduction_is_due(&finding));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(who_had_options_is_asked_with_them),
        TEST(others_are_asked_as_they_are),
        TEST(open_bugs_of_solvers_are_due),
    };
    return RUN(tests);
}
