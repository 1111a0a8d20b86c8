#include "eval/judging.h"

static void test_tuples(void **state) {
    static const char *const cases[][2] = {
        {"((_ tuple.select 0) (tuple 1 true \"a\"))", "1"},
        {"((_ tuple.select 2) (tuple 1 true \"a\"))", "\"a\""},
        {"((_ tuple.update 1) (tuple 1 true) false)", "(tuple 1 false)"},
        {"((_ tuple.project 1 1 0) (tuple 1 2))", "(tuple 2 2 1)"},
        {"(tuple.project (tuple 1 2))", "tuple.unit"},
        {"(= (tuple 1 2) (tuple 1 3))", "false"},
        {"(= (tuple 1 (tuple 2)) ((_ tuple.project 0 1) (tuple 1 (tuple 2) 3)))", "true"},
        {"(= tuple.unit tuple.unit)", "true"},
    };
    struct judging j = judging_of("(set-logic ALL)");
    for (size_t i = 0; i < LENGTH(cases); i++)
        assert_worth(&j, cases[i][0], cases[i][1]);
    judging_free(&j);
}

/* Components may be values that cannot be compared, as long as nobody compares them. */
static void test_loose_components(void **state) {
    struct judging j = judging_of("(set-logic ALL)");
    assert_worth(&j, "((_ tuple.select 1) (tuple re.all 2))", "2");
    judging_free(&j);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(test_tuples),
        TEST(test_loose_components),
    };
    return RUN(tests);
}
