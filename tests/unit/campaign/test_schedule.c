/* Which trail comes next. */
#include "testing.h"

#include "campaign/schedule.h"

static void test_a_fair_schedule_takes_turns(void **state) {
    struct schedule schedule;
    schedule_init(&schedule, true, 5, 3);
    for (size_t i = 0; i < 30; i++) {
        if (i == 10) { /* changes nothing */
            schedule_reward(&schedule, 1, 8);
            schedule_reward_seed(&schedule, 77, 1000);
        }
        struct schedule_choice choice = schedule_next(&schedule);
        assert_int_equal(choice.strategy, i % 3);
        assert_int_equal(choice.trail, i / 3);
        assert_int_equal(choice.seed, 0);
    }
    schedule_release(&schedule);
}

static void test_a_fair_schedule_goes_on_as_if_it_had_not_stopped(void **state) {
    struct schedule schedule;
    static const uint64_t left[] = {2, 3, 2}; /* trail 2 of the first was never heard of */
    static const size_t wanted[] = {0, 2, 0, 1, 2, 0};
    schedule_init(&schedule, true, 5, 3);
    for (size_t i = 0; i < 3; i++) {
        schedule.lines[i].next_trail = left[i];
        schedule.turn += left[i];
    }
    for (size_t i = 0; i < 6; i++)
        assert_int_equal(schedule_next(&schedule).strategy, wanted[i]);
    schedule_release(&schedule);
}

/* Trail 3 of the second was begun: what comes before it, and nobody has heard of, comes first. */
static void test_a_fair_schedule_has_what_comes_before_a_trail(void **state) {
    struct schedule schedule;
    static const uint64_t left[] = {3, 4, 2};
    static const size_t wanted[][2] = {{2, 2}, {0, 3}};
    struct schedule_choice until = {.strategy = 1, .trail = 3}, choice;
    schedule_init(&schedule, true, 5, 3);
    for (size_t i = 0; i < 3; i++)
        schedule.lines[i].next_trail = left[i];
    for (size_t i = 0; i < LENGTH(wanted); i++) {
        assert_true(schedule_next_before(&schedule, &until, &choice));
        assert_int_equal(choice.strategy, wanted[i][0]);
        assert_int_equal(choice.trail, wanted[i][1]);
        assert_true(schedule_is_before(&choice, &until));
        assert_false(schedule_is_before(&until, &choice));
    }
    assert_false(schedule_next_before(&schedule, &until, &choice));
    choice = schedule_next(&schedule);
    assert_true(choice.strategy == 2 && choice.trail == 3);
    schedule_release(&schedule);
    schedule_init(&schedule, false, 5, 3); /* others have no order */
    assert_false(schedule_next_before(&schedule, &until, &choice));
    schedule_release(&schedule);
}

static void test_what_finds_comes_more_often_and_nothing_starves(void **state) {
    struct schedule schedule;
    size_t n[3] = {0};
    schedule_init(&schedule, false, 5, 3);
    for (size_t i = 0; i < 3000; i++) {
        struct schedule_choice choice = schedule_next(&schedule);
        assert_int_equal(choice.trail, n[choice.strategy]); /* in order, none left out */
        n[choice.strategy]++;
        if (i % 20 == 0)
            schedule_reward(&schedule, 1, 8);
    }
    assert_true(n[1] > 2 * n[0] && n[1] > 2 * n[2]);
    assert_true(n[0] > 60 && n[2] > 60);
    schedule_release(&schedule);
}

/* How many of the next trails begin on the seed; all others are in turn. */
static size_t count_favoured(struct schedule *schedule, size_t trails, uint64_t seed) {
    size_t n = 0;
    for (size_t i = 0; i < trails; i++) {
        struct schedule_choice choice = schedule_next(schedule);
        assert_true(choice.seed == 0 || choice.seed == seed);
        n += choice.seed == seed;
    }
    return n;
}

static void test_a_seed_that_shows_something_gets_trails(void **state) {
    struct schedule schedule;
    schedule_init(&schedule, false, 5, 3);
    assert_int_equal(count_favoured(&schedule, 200, 77), 0);
    assert_true(schedule_reward_seed(&schedule, 77, 16) > 15);
    assert_true(count_favoured(&schedule, 200, 77) >= 8);
    assert_true(count_favoured(&schedule, 300, 77) <= 3); /* what was long ago fades, */
    assert_int_equal(count_favoured(&schedule, 200, 77), 0);
    assert_int_equal(schedule.seeds.n, 0);    /* and is forgotten */
    schedule_reward_seed(&schedule, 77, 1e6); /* never all trails */
    size_t n = count_favoured(&schedule, 400, 77);
    assert_true(n > 150 && n < 250);
    schedule_reward_seed(&schedule, 77, -1e9); /* it was nothing new */
    assert_int_equal(count_favoured(&schedule, 200, 77), 0);
    assert_true(schedule_reward_seed(&schedule, 78, 12) > 11);
    assert_true(schedule_reward_seed(&schedule, 78, 12) < 19); /* what it shows again is less new */
    schedule_release(&schedule);
}

/* All seeds come, whatever they cost; in the same time those that cost little come often. */
static void test_seeds_share_the_time(void **state) {
    static const double costs[] = {0, 4, 1, 0.05, 0.25};
    double spent[LENGTH(costs)] = {0};
    struct schedule schedule;
    schedule_init(&schedule, false, 5, 2);
    for (uint64_t hash = 1; hash < LENGTH(costs); hash++)
        schedule_add_seed(&schedule, 1, hash);
    for (uint64_t hash = 1; hash < LENGTH(costs);) { /* first all of them in their order */
        struct schedule_choice choice = schedule_next(&schedule);
        assert_int_equal(choice.seed, choice.strategy == 1 ? hash : 0);
        schedule_spend(&schedule, choice.strategy, choice.seed, costs[choice.seed], 0, false);
        hash += choice.strategy == 1;
    }
    for (int i = 0; i < 4000; i++) {
        struct schedule_choice choice = schedule_next(&schedule);
        schedule_spend(&schedule, choice.strategy, choice.seed, costs[choice.seed], 0, false);
        spent[choice.seed] += costs[choice.seed];
    }
    for (size_t i = 2; i < LENGTH(costs); i++)
        assert_true(spent[i] > spent[1] / 2 && spent[i] < spent[1] * 2);
    schedule_spend(&schedule, 1, 999, 1, 0, false); /* nobody knows it: nothing happens */
    schedule_release(&schedule);
}

/* Of two seeds that take as long, one never has an answer: it has a third of the other's time. */
static void test_time_that_is_lost_counts_more(void **state) {
    struct schedule schedule;
    size_t n[3] = {0};
    schedule_init(&schedule, false, 5, 1);
    schedule_add_seed(&schedule, 0, 1);
    schedule_add_seed(&schedule, 0, 2);
    for (int i = 0; i < 400; i++) {
        struct schedule_choice choice = schedule_next(&schedule);
        n[choice.seed]++;
        schedule_spend(&schedule, 0, choice.seed, 2, choice.seed == 1 ? 2 : 0, false);
    }
    assert_true(n[1] > 90 && n[1] < 110);
    schedule_release(&schedule);
}

/* Who takes long waits until the others have had as much, and not the other way round. */
static void test_a_slow_seed_waits_for_the_others(void **state) {
    static const double costs[] = {0, 6, 1, 2};
    double spent[LENGTH(costs)] = {0};
    struct schedule schedule;
    schedule_init(&schedule, false, 5, 1);
    for (uint64_t hash = 1; hash < LENGTH(costs); hash++)
        schedule_add_seed(&schedule, 0, hash);
    for (int i = 0; i < 400; i++) {
        struct schedule_choice choice = schedule_next(&schedule);
        assert_true(choice.is_first == (spent[choice.seed] == 0));
        spent[choice.seed] += costs[choice.seed];
        schedule_spend(&schedule, 0, choice.seed, costs[choice.seed], 0, false);
        for (size_t other = 2; choice.seed == 1 && i > 0 && other < LENGTH(costs); other++)
            assert_true(spent[other] > 0.95 * (spent[1] - costs[other]) - 0.1);
    }
    assert_true(spent[1] > 100);
    schedule_release(&schedule);
}

/* A seed of which it is known beforehand that it takes long does so already the first time. */
static void test_a_seed_that_is_put_off_comes_when_others_have_had_as_much(void **state) {
    struct schedule schedule;
    size_t n[3] = {0};
    schedule_init(&schedule, false, 5, 1);
    schedule_add_seed(&schedule, 0, 1);
    schedule_add_seed(&schedule, 0, 2);
    struct schedule_choice choice = schedule_next(&schedule);
    assert_true(choice.seed == 1 && choice.is_first);
    schedule_put_off(&schedule, 0, 1, 0.25, 2);
    for (choice = schedule_next(&schedule); choice.seed == 2; choice = schedule_next(&schedule)) {
        assert_true(choice.is_first == (n[2] == 0));
        n[2]++;
        schedule_spend(&schedule, 0, 2, 1, 0, false);
    }
    assert_true(n[2] >= 5 && n[2] <= 7);
    assert_false(choice.is_first); /* it is not put off for ever, */
    schedule_spend(&schedule, 0, 1, 0.5, 0, false);
    for (int i = 0; i < 400; i++) { /* and then goes by what it takes */
        choice = schedule_next(&schedule);
        n[choice.seed]++;
        schedule_spend(&schedule, 0, choice.seed, choice.seed == 1 ? 0.5 : 1, 0, false);
    }
    assert_true(n[1] > 240);
    assert_false(schedule_is_dry(&schedule));
    schedule_put_off(&schedule, 0, 999, 1, 1); /* nobody knows it: nothing happens */
    schedule_release(&schedule);
}

/* Being put off is no sign that there are no tests. */
static void test_a_seed_that_is_put_off_is_not_dry(void **state) {
    struct schedule schedule;
    schedule_init(&schedule, false, 5, 1);
    schedule_add_seed(&schedule, 0, 1);
    for (int i = 0; i < 10; i++) {
        schedule_next(&schedule);
        schedule_put_off(&schedule, 0, 1, 0.25, 6);
        assert_false(schedule_is_dry(&schedule));
    }
    schedule_release(&schedule);
}

/* A strategy whose trails take long has few of them. */
static void test_strategies_share_the_time(void **state) {
    static const double costs[] = {0.1, 2, 0.5};
    double spent[LENGTH(costs)] = {0};
    struct schedule schedule;
    schedule_init(&schedule, false, 5, LENGTH(costs));
    for (int i = 0; i < 4000; i++) {
        struct schedule_choice choice = schedule_next(&schedule);
        schedule_spend(&schedule, choice.strategy, choice.seed, costs[choice.strategy], 0, false);
        spent[choice.strategy] += costs[choice.strategy];
    }
    for (size_t i = 1; i < LENGTH(costs); i++)
        assert_true(spent[i] > spent[0] * 0.7 && spent[i] < spent[0] * 1.5);
    schedule_release(&schedule);
}

/* Of two seeds with the same reward, the one that takes ten times as long comes seldom. */
static void test_rewards_are_paid_in_time(void **state) {
    struct schedule schedule;
    size_t n[4] = {0};
    double spent[4] = {0};
    schedule_init(&schedule, false, 5, 1);
    schedule_add_seed(&schedule, 0, 3);
    for (int i = 0; i < 4000; i++) {
        if (i % 40 == 0) {
            schedule_reward_seed(&schedule, 1, 1000.0 * (i + 1)); /* each time it is less new */
            schedule_reward_seed(&schedule, 2, 1000.0 * (i + 1));
        }
        struct schedule_choice choice = schedule_next(&schedule);
        double seconds = choice.seed == 1 ? 5 : 0.5;
        schedule_spend(&schedule, 0, choice.seed, seconds, 0, false);
        n[choice.seed]++;
        spent[choice.seed] += seconds;
    }
    assert_true(n[2] > 5 * n[1] && n[1] > 20);
    assert_true(spent[1] + spent[2] < spent[3] * 1.3); /* half of the time is for all the others */
    schedule_release(&schedule);
}

/* A seed on which no trail can begin costs nothing, and does not keep the others from their turn. */
static void test_a_seed_that_takes_no_time_does_not_come_for_ever(void **state) {
    struct schedule schedule;
    size_t n[3] = {0};
    schedule_init(&schedule, false, 5, 1);
    schedule_add_seed(&schedule, 0, 1);
    schedule_add_seed(&schedule, 0, 2);
    for (int i = 0; i < 1000; i++) {
        struct schedule_choice choice = schedule_next(&schedule);
        n[choice.seed]++;
        schedule_spend(&schedule, 0, choice.seed, choice.seed == 1 ? 0 : 0.02, 0, false);
    }
    assert_true(n[2] > 300);
    schedule_release(&schedule);
}

/*
 * One seed that takes long, and three that make no tests: these come about as often as the first,
 * and as long as it makes tests, there are more.
 */
static void test_seeds_without_tests_come_seldom(void **state) {
    struct schedule schedule;
    size_t n[5] = {0};
    schedule_init(&schedule, false, 5, 1);
    assert_false(schedule_is_dry(&schedule)); /* nobody has tried */
    for (uint64_t hash = 1; hash < 5; hash++)
        schedule_add_seed(&schedule, 0, hash);
    for (int i = 0; i < 400; i++) {
        struct schedule_choice choice = schedule_next(&schedule);
        n[choice.seed]++;
        schedule_spend(&schedule, 0, choice.seed, choice.seed == 1 ? 1 : 0.001, 0,
                       choice.seed != 1);
        assert_false(schedule_is_dry(&schedule));
    }
    assert_true(n[1] > 80 && n[4] > 80);
    schedule_spend(&schedule, 0, 1, 1, 0, true);
    assert_true(schedule_is_dry(&schedule));
    schedule_spend(&schedule, 0, 4, 1, 0, false);
    assert_false(schedule_is_dry(&schedule));
    schedule_release(&schedule);
}

/* Likewise a strategy that is at its end, beside one that takes long. */
static void test_a_strategy_at_its_end_comes_seldom(void **state) {
    struct schedule schedule;
    size_t n[2] = {0};
    schedule_init(&schedule, false, 5, 2);
    for (int i = 0; i < 400; i++) {
        struct schedule_choice choice = schedule_next(&schedule);
        n[choice.strategy]++;
        schedule_spend(&schedule, choice.strategy, 0, choice.strategy, 0, choice.strategy == 0);
        assert_false(schedule_is_dry(&schedule));
    }
    assert_true(n[0] > 40 && n[1] > 100);
    schedule_spend(&schedule, 0, 0, 0, 0, true);
    schedule_spend(&schedule, 1, 0, 0, 0, true);
    assert_true(schedule_is_dry(&schedule));
    schedule_release(&schedule);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(test_a_fair_schedule_takes_turns),
        TEST(test_a_fair_schedule_goes_on_as_if_it_had_not_stopped),
        TEST(test_a_fair_schedule_has_what_comes_before_a_trail),
        TEST(test_what_finds_comes_more_often_and_nothing_starves),
        TEST(test_a_seed_that_shows_something_gets_trails),
        TEST(test_seeds_share_the_time),
        TEST(test_time_that_is_lost_counts_more),
        TEST(test_a_slow_seed_waits_for_the_others),
        TEST(test_a_seed_that_is_put_off_comes_when_others_have_had_as_much),
        TEST(test_a_seed_that_is_put_off_is_not_dry),
        TEST(test_strategies_share_the_time),
        TEST(test_rewards_are_paid_in_time),
        TEST(test_a_seed_that_takes_no_time_does_not_come_for_ever),
        TEST(test_seeds_without_tests_come_seldom),
        TEST(test_a_strategy_at_its_end_comes_seldom),
    };
    return RUN(tests);
}
