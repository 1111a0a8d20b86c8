#include "testing.h"

#include "campaign/pace.h"

#define MS UINT64_C(1000000)
enum { MOST = 2000 };

/* So many questions: of a hundred `share` are answered after `ms`, the others never. */
static void note(struct pace *pace, size_t solver, unsigned kind, int n, int share, uint64_t ms) {
    for (int i = 0; i < n; i++) {
        uint64_t limit = pace_limit_ms(pace, solver, kind);
        bool is_answered = i * 37 % 100 < share && ms < limit;
        pace_note(pace, solver, kind, (is_answered ? ms : limit) * MS, is_answered);
    }
}

/* Nobody waits long for what never comes, however much time there is. */
static void limits_are_short_where_waiting_does_not_pay(void **state) {
    struct pace pace;
    pace_init(&pace, 2, MOST, false);
    note(&pace, 0, 0, 1000, 80, 5);
    assert_in_range(pace_limit_ms(&pace, 0, 0), 10, 100);
    assert_int_equal(pace_limit_ms(&pace, 0, PACE_LEISURE), MOST);
    /* other sessions and other solvers are not meant */
    assert_in_range(pace_limit_ms(&pace, 0, PACE_PUSH_POP), 150, MOST);
    assert_in_range(pace_limit_ms(&pace, 1, 0), 150, MOST);
    pace_release(&pace);
}

/* Answers that take long are waited for, as far as they have been seen to come. */
static void limits_are_long_where_it_does(void **state) {
    struct pace pace;
    pace_init(&pace, 1, MOST, false);
    note(&pace, 0, PACE_LEISURE, 1000, 95, 600);
    assert_in_range(pace_limit_ms(&pace, 0, 0), 600, MOST);
    pace_release(&pace);
    pace_init(&pace, 1, 100, false);
    note(&pace, 0, PACE_LEISURE, 1000, 100, 90);
    assert_int_equal(pace_limit_ms(&pace, 0, 0), 100); /* never more than the user grants */
    pace_release(&pace);
}

static void a_fixed_limit_stays(void **state) {
    struct pace pace;
    pace_init(&pace, 1, MOST, true);
    note(&pace, 0, 0, 1000, 50, 2);
    assert_int_equal(pace_limit_ms(&pace, 0, 0), MOST);
    pace_release(&pace);
}

/* What is learned first is not learned for ever. */
static void limits_follow_what_is_seen_lately(void **state) {
    struct pace pace;
    pace_init(&pace, 1, MOST, false);
    note(&pace, 0, 0, 2000, 70, 2);
    uint64_t before = pace_limit_ms(&pace, 0, 0);
    assert_in_range(before, 1, 100);
    note(&pace, 0, PACE_LEISURE, 4000, 100, 400);
    assert_in_range(pace_limit_ms(&pace, 0, 0), 400, MOST);
    note(&pace, 0, 0, 4000, 70, 2);
    assert_in_range(pace_limit_ms(&pace, 0, 0), 1, before);
    pace_release(&pace);
}

/* Shares are shares of the time: of trails, slow kinds get few. */
static void kinds_share_the_time(void **state) {
    static const uint64_t takes[PACE_KINDS] = {40 * MS, 4 * MS, 400 * MS, 100 * MS};
    uint64_t spent[PACE_KINDS] = {0}, all = 0;
    struct pace pace;
    pace_init(&pace, 1, MOST, false);
    for (int i = 0; i < 200000; i++) {
        unsigned kind = pace_choose(&pace, 0xf);
        pace_spend(&pace, kind, takes[kind]);
        spent[kind] += takes[kind];
        all += takes[kind];
    }
    assert_in_range(spent[0] * 100 / all, 24, 26);
    assert_in_range(spent[PACE_PUSH_POP] * 100 / all, 61, 64);
    assert_in_range(spent[PACE_LEISURE] * 100 / all, 5, 7);
    assert_in_range(spent[PACE_LEISURE | PACE_PUSH_POP] * 100 / all, 5, 7);
    assert_int_equal(pace_choose(&pace, 1 << PACE_LEISURE), PACE_LEISURE);
    pace_release(&pace);
}

static void batches_take_their_time(void **state) {
    struct pace pace;
    pace_init(&pace, 1, MOST, false);
    note(&pace, 0, 0, 1000, 80, 5);
    assert_int_equal(pace_batch(&pace, 0, 4, 1 * MS), 8);     /* quick: twice as many */
    assert_int_equal(pace_batch(&pace, 0, 32, 1 * MS), 32);   /* but not without end */
    assert_int_equal(pace_batch(&pace, 0, 8, 100 * MS), 7);   /* about right */
    assert_int_equal(pace_batch(&pace, 0, 8, 48000 * MS), 1); /* slow: one by one */
    assert_int_equal(pace_batch(&pace, 0, 1, 0), 2);
    assert_int_equal(pace_batch(&pace, PACE_LEISURE, 8, 1 * MS), 1); /* all might be slow */
    pace_release(&pace);
    pace_init(&pace, 1, 100000, true);
    assert_int_equal(pace_batch(&pace, 0, 1, 0), 1);
    pace_release(&pace);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(limits_are_short_where_waiting_does_not_pay),
        TEST(limits_are_long_where_it_does),
        TEST(a_fixed_limit_stays),
        TEST(limits_follow_what_is_seen_lately),
        TEST(kinds_share_the_time),
        TEST(batches_take_their_time),
    };
    return RUN(tests);
}
