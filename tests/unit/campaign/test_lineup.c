/* Who is asked on a trail: the same for the same campaign, strategy and trail. */
#include "testing.h"

#include "campaign/lineup.h"

static const struct profile_folders nowhere = {0};
static solver_vec solvers;
static struct oracle_solver names[3];
static struct drawables drawables[3];
static const struct drawable words_of_cvc5[] = {
    {"--decision=internal", 0}, {"--decision=stoponly", 0}, {"--cegqi", 1}, {"--mbqi", 2}};

static struct lineup_rules make_rules(uint32_t self_checks, bool options) {
    struct strbuf error = {0};
    if (solvers.n == 0)
        assert_true(solvers_parse(nowhere, "z3;cvc5;odd=cat {file}", &solvers, &error));
    for (size_t i = 0; i < 3; i++)
        names[i] = (struct oracle_solver){
            .name = solvers.at[i].name, .family = solvers.at[i].name, .options = ""};
    vec_clear(&drawables[1].words);
    for (size_t i = 0; i < sizeof words_of_cvc5 / sizeof *words_of_cvc5; i++)
        vec_push(&drawables[1].words, words_of_cvc5[i]);
    return (struct lineup_rules){.solvers = solvers.at,
                                 .names = names,
                                 .n = 3,
                                 .campaign = 7,
                                 .self_checks = self_checks,
                                 .drawables = options ? drawables : NULL};
}

static void forget(void) {
    solver_vec_free(&solvers);
    for (size_t i = 0; i < 3; i++)
        drawables_release(&drawables[i]);
    memset(drawables, 0, sizeof drawables);
}

static void as_they_are(void **state) {
    struct lineup_rules rules = make_rules(0, false);
    struct lineup lineup;
    (void)state;
    lineup_draw(&rules, "fusion", 3, &lineup);
    assert_int_equal(lineup.n, 3);
    for (size_t i = 0; i < 3; i++) {
        assert_string_equal(lineup.names[i].name, names[i].name);
        assert_false(lineup.is_drawn[i]);
        assert_int_equal(lineup.bases[i], i);
    }
    lineup_release(&lineup);
    forget();
}

static void those_who_can_check_themselves(void **state) {
    struct lineup_rules rules = make_rules(100, false);
    struct lineup lineup;
    (void)state;
    lineup_draw(&rules, "fusion", 3, &lineup);
    assert_int_equal(lineup.n, 3);
    assert_true(lineup.is_checked);
    assert_string_equal(lineup.names[0].name, "z3+checks");
    assert_string_equal(lineup.names[0].options, "model_validate=true");
    assert_true(words_have(lineup.solvers[0].spawn, "model_validate=true"));
    assert_true(words_have(lineup.solvers[0].session, "model_validate=true"));
    assert_string_equal(lineup.names[1].name, "cvc5+checks");
    assert_string_equal(lineup.names[1].family, "cvc5");
    assert_string_equal(lineup.names[2].name, "odd"); /* it has no checks */
    assert_false(lineup.is_drawn[2]);
    lineup_unseat(&rules, &lineup, 1);
    assert_string_equal(lineup.names[1].name, "cvc5");
    assert_true(lineup.is_checked);
    lineup_unseat(&rules, &lineup, 0);
    assert_false(lineup.is_checked);
    assert_int_equal(lineup.n, 3);
    lineup_release(&lineup);
    forget();
}

static void so_many_of_a_hundred_trails_are_checked(void **state) {
    struct lineup_rules rules = make_rules(20, false);
    size_t n = 0;
    (void)state;
    for (uint64_t trail = 0; trail < 1000; trail++) {
        struct lineup lineup;
        lineup_draw(&rules, "opfuzz", trail, &lineup);
        n += lineup.is_checked;
        lineup_release(&lineup);
    }
    assert_in_range(n, 150, 250);
    forget();
}

/* One word of a row at most. */
static void expect_good_options(const struct lineup *lineup) {
    struct words spawn = lineup->solvers[3].spawn;
    assert_int_equal(lineup->n, 4);
    assert_int_equal(lineup->bases[3], 1);
    assert_true(lineup->is_drawn[3]);
    assert_string_equal(lineup->names[3].name, "cvc5+options");
    assert_string_equal(lineup->names[3].family, "cvc5");
    assert_int_not_equal(lineup->names[3].options[0], '\0');
    assert_in_range(spawn.n - solvers.at[1].spawn.n, 1, 3);
    assert_false(words_have(spawn, "--decision=internal") &&
                 words_have(spawn, "--decision=stoponly"));
}

static void options_are_drawn_for_a_twin(void **state) {
    struct lineup_rules rules = make_rules(0, true);
    struct lineup first, again;
    size_t n_different = 0;
    (void)state;
    for (uint64_t trail = 0; trail < 50; trail++) {
        lineup_draw(&rules, "fusion", trail, &first);
        lineup_draw(&rules, "fusion", trail, &again);
        expect_good_options(&first);
        assert_string_equal(first.names[3].options, again.names[3].options);
        lineup_release(&again);
        lineup_draw(&rules, "opfuzz", trail, &again);
        n_different += strcmp(first.names[3].options, again.names[3].options) != 0;
        lineup_release(&again);
        lineup_unseat(&rules, &first, 3);
        assert_int_equal(first.n, 3);
        lineup_release(&first);
    }
    assert_in_range(n_different, 20, 50);
    forget();
}

static void names_without_what_was_added(void **state) {
    (void)state;
    assert_int_equal(lineup_base_name("z3"), 2);
    assert_int_equal(lineup_base_name("z3+checks"), 2);
    assert_int_equal(lineup_base_name("my+z3+options"), 5);
    assert_int_equal(lineup_base_name("z3+other"), 8);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(as_they_are),
        TEST(those_who_can_check_themselves),
        TEST(so_many_of_a_hundred_trails_are_checked),
        TEST(options_are_drawn_for_a_twin),
        TEST(names_without_what_was_added),
    };
    return RUN(tests);
}
