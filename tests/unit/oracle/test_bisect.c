#include "oracle/bisect.h"

#include <string.h>

#include "testing.h"

enum { MOST = 40 };

/* What each version is, as a word of F, H, O and ?. */
struct world {
    const char *truth;
    size_t n_asked, asked[MOST];
};

static enum bisect_state answer(size_t version, void *context) {
    struct world *world = context;
    world->n_asked++;
    world->asked[version]++;
    assert_int_equal(world->asked[version], 1); /* nobody is asked twice */
    switch (world->truth[version]) {
    case 'F':
        return BISECT_FAILS;
    case 'H':
        return BISECT_HOLDS;
    case 'O':
        return BISECT_OTHERWISE;
    default:
        return BISECT_UNTOLD;
    }
}

/* Searches, and checks the range; returns how many were asked. */
static size_t search(const char *truth, bool every, const char *range, bool is_monotone) {
    static const char *const names[MOST] = {
        "v0",  "v1",  "v2",  "v3",  "v4",  "v5",  "v6",  "v7",  "v8",  "v9",
        "v10", "v11", "v12", "v13", "v14", "v15", "v16", "v17", "v18", "v19",
    };
    struct world world = {.truth = truth};
    enum bisect_state states[MOST];
    struct strbuf out = {0};
    size_t n = strlen(truth);
    bisect_versions(n, every, answer, &world, states);
    bisect_add_range(states, names, n, &out);
    assert_string_equal(strbuf_text(&out), range);
    assert_int_equal(bisect_is_monotone(states, n), is_monotone);
    strbuf_free(&out);
    return world.n_asked;
}

static void halves_are_asked_where_the_ends_differ(void **state) {
    (void)state;
    assert_int_equal(search("FFFFFFFFFFFFFHHHHHHH", false, "up to v12", true), 7);
    assert_true(search("HFFFFFFFFFFFFFFFFFFF", false, "from v1", true) <= 7);
    assert_true(search("HHHHHHHHHHHHHHHHHHHF", false, "from v19", true) <= 7);
    assert_int_equal(search("FH", false, "up to v0", true), 2);
}

static void all_are_asked_where_the_ends_are_alike(void **state) {
    (void)state;
    assert_int_equal(search("FFFFF", false, "all", true), 5);
    assert_int_equal(search("HHHHH", false, "none", true), 5);
    assert_int_equal(search("HHFFH", false, "v2 to v3", false), 5);
    assert_int_equal(search("HHFHH", false, "v2", false), 5);
    assert_int_equal(search("FFHHFHFF", false, "up to v1, v4, from v6", false), 8);
}

static void every_version_is_asked_on_demand(void **state) {
    (void)state;
    assert_int_equal(search("FHFFHHHH", true, "up to v0, v2 to v3", false), 8);
    assert_int_equal(search("FFFFHHHH", true, "up to v3", true), 8);
}

static void those_that_cannot_be_asked_are_passed_over(void **state) {
    (void)state;
    search("??FF??HH?", false, "v2 to v3", true); /* of older ones nothing is known */
    search("?F?H", false, "v1", true);
    search("HH?FF?", false, "v3 to v4", true);
    search("HH?FF", false, "from v3", true);
    search("F??????H", false, "up to v0", true);
    search("H?F?H", false, "v2", false);
    search("???", false, "none", true);
    search("?F?", false, "all", true);
    search("", false, "none", true);
}

static void those_that_fail_otherwise_neither_fail_nor_hold(void **state) {
    (void)state;
    search("FFOOHH", false, "up to v1", true);
    search("FFO", false, "all", true);
    search("OFFHH", false, "v1 to v2", true);
    search("OHH", false, "none", true);
    search("FOF", false, "all", true);
    search("OO", false, "none", true);
    enum bisect_state states[] = {BISECT_FAILS, BISECT_OTHERWISE};
    size_t newest;
    bool fails;
    assert_true(bisect_newest(states, 2, &newest, &fails));
    assert_true(fails);
    assert_int_equal(newest, 0);
    assert_false(bisect_newest(states + 1, 1, &newest, &fails));
}

static void any_border_is_found(void **state) {
    (void)state;
    for (size_t border = 1; border < 20; border++)
        for (int hole = -1; hole < 20; hole++) {
            char truth[21] = "HHHHHHHHHHHHHHHHHHHH";
            enum bisect_state states[20];
            memset(truth, 'F', border);
            if (hole >= 0)
                truth[hole] = '?';
            struct world world = {.truth = truth};
            bisect_versions(20, false, answer, &world, states);
            for (size_t i = 0; i + 1 < 20; i++) /* what was asked at the border is next to it */
                if (states[i] == BISECT_FAILS && states[i + 1] == BISECT_NOT_ASKED)
                    assert_true(i + 1 < border);
            size_t newest;
            bool fails;
            assert_true(bisect_newest(states, 20, &newest, &fails));
            assert_int_equal(fails, truth[newest] == 'F');
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(halves_are_asked_where_the_ends_differ),
        TEST(all_are_asked_where_the_ends_are_alike),
        TEST(every_version_is_asked_on_demand),
        TEST(those_that_cannot_be_asked_are_passed_over),
        TEST(those_that_fail_otherwise_neither_fail_nor_hold),
        TEST(any_border_is_found),
    };
    return RUN(tests);
}
